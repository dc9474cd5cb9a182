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
		{"functions that map the parts of a short text", "a.js", express + `
app.post('/a', (req, res) => {
  const raw = String(req.body.s)
  if (raw.length > 2000) return
  for (const l of raw.split('|').map(x => x.trim())) /(a+)+$/.test(l)
  for (const l of raw.split('|').flatMap(x => [x])) /(b+)+$/.test(l)
  for (const l of String(req.body.t).split('|').map(x => x.trim())) /(c+)+$/.test(l)
})
`, "remote body POST /a body.s 2000; remote body POST /a body.s 2000; remote body POST /a body.t 102400"},
		{"a member by a name that is handed over", "a.js", express + `
const cap = (name, max) => (req, res, next) => { const value = req.body[name]; if (typeof value !== 'string' || value.length > max) return res.status(400).end(); next() }
app.post('/a', cap('s', 400), (req, res) => { /(a+)+$/.test(req.body.s); /(b+)+$/.test(req.body.t) })
app.post('/b', cap(process.env.X, 400), (req, res) => { /(c+)+$/.test(req.body.s) })
`, "remote body POST /a body.s 400; remote body POST /a body.t 102400; remote body POST /b body.s 102400"},
		{"a server for what another module made", "a.js", `
const http = require('http'), Koa = require('koa'), app = new Koa()
app.use(ctx => { /(a+)+$/.test(ctx.cookies.get('x')) })
http.createServer(app.callback()).listen(1)
`, "remote cookie cookies.get() 16384"},
		{"a server that may get options", "a.js", `
const http = require('http'), Koa = require('koa'), app = new Koa(), config = require('config')
app.use(ctx => { /(a+)+$/.test(ctx.cookies.get('x')) })
http.createServer(config.server, app.callback()).listen(1)
`, "remote cookie cookies.get() -1"},
		{"a server that gets options from elsewhere", "a.js", `
const http = require('http'), Koa = require('koa'), app = new Koa()
app.use(ctx => { /(a+)+$/.test(ctx.cookies.get('x')) })
module.exports = o => http.createServer(o)
module.exports.options = { maxHeaderSize: 1 << 20 }
`, "remote cookie cookies.get() -1"},
		{"parts of a path by their names", "a.py", `
import re
from django.views import View
from django.urls import path
class A(View):
    def dispatch(self, request, *args, **kwargs):
        re.match(r'(a+)+$', kwargs['section'])
        self.section = kwargs.get('section')
        return super().dispatch(request, *args, **kwargs)
    def get(self, request, section):
        re.match(r'(b+)+$', self.section)
class Trace:
    def __init__(self, get_response): self.get_response = get_response
    def __call__(self, request):
        re.match(r'(c+)+$', request.META.get('HTTP_X', ''))
        return self.get_response(request)
class Other:
    def __call__(self, text):
        re.match(r'(d+)+$', text.META)
urlpatterns = [path('archive/<str:section>/', A.as_view())]
`, "remote path kwargs -1; remote path GET /archive/<str:section>/ kwargs -1; remote header META -1; 19 unknown"},
		{"checks of marshmallow", "a.py", flask + `
from marshmallow import Schema, fields, validates, post_dump
class S(Schema):
    phone = fields.Str()
    @validates('phone')
    def check(self, value, **kw):
        re.match(r'(a+)+$', value)
    def other(self, value):
        re.match(r'(b+)+$', value)
@app.post('/a')
def a(): S().load(request.get_json())
`, "remote body value -1; 15 unknown"},
		{"dependencies that take a value with a default", "a.py", `
import re
from fastapi import FastAPI, Depends, Request, HTTPException
app = FastAPI()
async def limited(request: Request):
    if len(request.query_params.get('s', '')) > 40:
        raise HTTPException(400)
@app.get('/a', dependencies=[Depends(limited)])
async def a(request: Request):
    re.match(r'(a+)+$', request.query_params['s'])
    re.match(r'(b+)+$', request.query_params.get('s', ''))
    re.match(r'(c+)+$', request.query_params.get('t', ''))
`, "remote url GET /a Request.query_params.s 40; remote url GET /a Request.query_params 40; remote url GET /a Request.query_params -1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}
