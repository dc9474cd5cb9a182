package reach

import "testing"

// TestHandedOn follows texts through functions that have some of their arguments already, contexts, and what frameworks run
// beside their handlers, each beside one that the text does not get to.
func TestHandedOn(t *testing.T) {
	const flask = "import re\nimport functools\nfrom functools import partial\nfrom contextlib import contextmanager\nfrom flask import Flask, request\napp = Flask(__name__)\n"
	const express = "const app = require('express')()\n"
	for _, test := range []struct{ name, file, text, want string }{
		{"partial", "a.py", flask + `
def check(flag, s, more=0): return re.match(r'(a+)+$', s)
run = functools.partial(check, True)
@app.post('/a')
def a(): run(request.form['s'])
`, "remote body POST /a request.form.s -1"},
		{"partial by name, of one of a partial", "a.py", flask + `
def check(s, flag, more): return re.match(r'(a+)+$', s)
run = partial(partial(check, more=1), flag=True)
@app.post('/a')
def a(): run(request.form['s'])
`, "remote body POST /a request.form.s -1"},
		{"partial that has the text", "a.py", flask + `
def check(s, flag): return re.match(r'(a+)+$', s)
run = partial(check, 'fixed')
@app.post('/a')
def a(): run(request.form['s'])
`, "8 constant"},
		{"partial of itself", "a.py", flask + `
def check(s, *more): return re.match(r'(a+)+$', s)
run = check
for x in range(9): run = partial(run, 'x')
@app.post('/a')
def a(): run(request.form['s'])
`, "remote body POST /a request.form.s -1"},
		{"bind", "a.js", express + `
const check = (flag, s) => /(a+)+$/.test(s)
const run = check.bind(null, true)
app.post('/a', (req, res) => { run(req.body.s) })
`, "remote body POST /a body.s 102400"},
		{"bind of a handler", "a.js", express + `
function read(options, req, res) { /(a+)+$/.test(req.body.s) }
app.post('/a', read.bind(null, { x: 1 }))
`, "remote body POST /a body.s 102400"},
		{"bind that has the text", "a.js", express + `
const check = (s, flag) => /(a+)+$/.test(s)
const run = check.bind(null, 'fixed')
app.post('/a', (req, res) => { run(req.body.s) })
`, "3 constant"},
		{"generator as context", "a.py", flask + `
@contextmanager
def text(s):
    yield s.strip()
@app.post('/a')
def a():
    with text(request.form['s']) as t:
        re.match(r'(a+)+$', t)
`, "remote body POST /a request.form.s -1"},
		{"generator of short texts", "a.py", flask + `
@contextmanager
def text(s):
    yield s[:9]
@app.post('/a')
def a():
    with text(request.form['s']) as t:
        re.match(r'(a+)+$', t)
`, "remote body POST /a request.form.s 9"},
		{"context", "a.py", flask + `
class Text:
    def __init__(self, s): self.s = s
    def __enter__(self): return self.s
    def __exit__(self, *a): pass
@app.post('/a')
def a():
    with Text(request.form['s']) as t:
        re.match(r'(a+)+$', t)
`, "remote body POST /a request.form.s -1"},
		{"context that returns something else", "a.py", flask + `
class Text:
    def __init__(self, s): self.s = s
    def __enter__(self): return 'fixed'
    def __exit__(self, *a): pass
@app.post('/a')
def a():
    with Text(request.form['s']) as t:
        re.match(r'(a+)+$', t)
`, "15 unknown"},
		{"small letters", "a.js", express + `
app.post('/a', (req, res) => { const s = String(req.body.s); if (s.length > 10) return; /(a+)+$/.test(s.toLowerCase()); /(b+)+$/.test(s.toLowerCase().toLowerCase()); /(c+)+$/.test(s) })
app.post('/b', (req, res) => { /(d+)+$/.test(String(req.body.s).toLowerCase()); /(e+)+$/.test(req.body.s.toLowerCase().slice(0, 10)) })
`, "remote body POST /a body.s 20; remote body POST /a body.s 20; remote body POST /a body.s 10; remote body POST /b body.s 102400; remote body POST /b body.s 10"},
		{"Nest guards, interceptors, filters and decorators", "a.ts", `
import { CanActivate, ExecutionContext, NestInterceptor, ExceptionFilter, ArgumentsHost, MiddlewareConsumer, createParamDecorator } from '@nestjs/common'
export class G implements CanActivate { canActivate(context: ExecutionContext) { const req = context.switchToHttp().getRequest(); return /(a+)+$/.test(req.headers.authorization) } }
export class I implements NestInterceptor { intercept(context, next) { /(b+)+$/.test(context.switchToHttp().getRequest().body.s); return next.handle() } }
export class F implements ExceptionFilter { catch(e: Error, host: ArgumentsHost) { /(c+)+$/.test(host.switchToHttp().getRequest().url); /(d+)+$/.test(host.getType()) } }
export const User = createParamDecorator((data: unknown, ctx) => { /(e+)+$/.test(ctx.switchToHttp().getRequest().query.x) })
export class M { configure(consumer: MiddlewareConsumer) { consumer.apply((req, res, next) => { /(f+)+$/.test(req.body.s); next() }).forRoutes('*') } }
`, "remote header switchToHttp().getRequest().headers.authorization 16384; remote body switchToHttp().getRequest().body.s 102400; remote url switchToHttp().getRequest().url 16384; 5 unknown; remote url switchToHttp().getRequest().query.x 16384; remote body body.s 102400"},
		{"validators of Hono, express-validator and tRPC", "a.ts", `
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { body, query } from 'express-validator'
import { initTRPC } from '@trpc/server'
const app = new Hono(), t = initTRPC.create()
app.use(createMiddleware(async (c, next) => { /(a+)+$/.test(c.req.query('s')); await next() }))
body('s').trim().custom(v => { /(b+)+$/.test(v); return true })
query('s').customSanitizer(v => v.replace(/(c+)+$/, ''))
export const r = t.procedure.input(v => { /(d+)+$/.test(v); return v })
body('s').withMessage(v => { /(e+)+$/.test(v) })
`, "remote url req.query() 16384; remote body v 102400; remote url v 16384; remote body v -1; 11 unknown"},
		{"classes as dependencies", "a.py", `
import re
from fastapi import FastAPI, Depends
from pydantic import BaseModel
app = FastAPI()
class Common:
    def __init__(self, q: str = '', id: str = ''): self.q, self.id = q, id
class Fields(BaseModel):
    f: str
class Body(BaseModel):
    b: str
@app.post('/a/{id}')
def a(body: Body, c: Common = Depends(), f: Fields = Depends()):
    re.match(r'(a+)+$', c.q)
    re.match(r'(b+)+$', c.id)
    re.match(r'(c+)+$', f.f)
    re.match(r'(d+)+$', body.b)
`, "remote url POST /a/{id} q -1; remote path POST /a/{id} id -1; remote url POST /a/{id} f -1; remote body POST /a/{id} b -1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}
