package reach

import "testing"

// TestPassedByGuards has something pass a check by: a member that is another each time, a decorator, a context that goes on, a
// default that is none, parameters that are not there yet.
func TestPassedByGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.ts", `
import express from 'express'
import { z } from 'zod'
import * as lib from 'lib'
const app = express(), RE = /(a+)+$/
app.use(express.json())
const G = (s: any) => typeof s === 'string' && s.length <= 40
GUARD
`, "40", "102400", []string{
			"app.post('/a', (req, res) => { const b = { get s() { return req.body.s } }; if (!G(b.s)) return; RE.test(b.s) })",
			"app.post('/a', (req, res) => { const b = {}; Object.defineProperty(b, 'x', { get: () => lib.x() }); if (!G(req.body.s)) return; RE.test(req.body.s) })",
			"const ok = (s: any, max = 40) => typeof s === 'string' && s.length <= max\napp.post('/a', (req, res) => { if (!ok(req.body.s)) return; RE.test(req.body.s) })",
			"const C = { max: 40 }\napp.post('/a', (req, res) => { const s = req.body.s; if (typeof s !== 'string' || s.length > C.max) return; RE.test(s) })",
			"const C = Object.freeze({ max: 40 })\napp.post('/a', (req, res) => { const s = req.body.s; if (typeof s !== 'string' || s.length > C.max) return; RE.test(s) })",
			"import { Injectable } from '@nestjs/common'\n@Injectable() class V { ok(s: any) { return G(s) } }\nconst v = new V()\napp.post('/a', (req, res) => { if (!v.ok(req.body.s)) return; RE.test(req.body.s) })",
			"const S = z.object({ s: z.string().max(40), t: z.string() }).omit({ t: true }).passthrough()\napp.post('/a', (req, res) => { RE.test(S.parse(req.body).s) })",
			"const S = z.object({ s: z.string().max(40), t: z.string() }).pick({ s: true })\napp.post('/a', (req, res) => { RE.test(S.parse(req.body).s) })",
		}, []string{
			"const make = (t: any) => new Proxy(t, { get: (o, k) => o.l.pop() })\napp.post('/a', (req, res) => { const b = make(req.body); if (!G(b.s)) return; RE.test(b.s) })",
			"app.post('/a', (req, res) => { const b = { get s() { return req.body.l.pop() } }; if (!G(b.s)) return; RE.test(b.s) })",
			"app.post('/a', (req, res) => { let n = 0; const b = new Proxy(req.body, { get: (t, k) => n++ ? t.t : t[k] }); if (!G(b.s)) return; RE.test(b.s) })",
			"app.post('/a', (req, res) => { const b: any = {}; Object.defineProperty(b, 's', { get: () => req.body.l.pop() }); if (!G(b.s)) return; RE.test(b.s) })",
			"const ok = (s: any, max = 40) => typeof s === 'string' && s.length <= max\napp.post('/a', (req, res) => { for (const s of req.body.l.filter(ok)) RE.test(s) })",
			"const cut = (s: any, max = 40) => s.slice(0, max)\napp.post('/a', (req, res) => { for (const s of req.body.l.map(cut)) RE.test(s) })",
			"const check = (req, res, next) => { if (!G(req.body.s)) return res.end(); next() }\napp.post('/a', check, (req, res, next) => { for (const k in req.query) req.body[k] = req.query[k]; next() }, (req, res) => RE.test(req.body.s))",
			"function off(t: any, k: string, d: any) { d.value = () => true; return d }\nclass V { @off ok(s: any) { return G(s) } }\nconst v = new V()\napp.post('/a', (req, res) => { if (!v.ok(req.body.s)) return; RE.test(req.body.s) })",
			"import { cached } from 'decorators'\nclass V { @cached ok(s: any) { return G(s) } }\nconst v = new V()\napp.post('/a', (req, res) => { if (!v.ok(req.body.s)) return; RE.test(req.body.s) })",
			"function wrap(c: any) { return class extends c { ok() { return true } } as any }\n@wrap class V { ok(s: any) { return G(s) } }\nconst v = new V()\napp.post('/a', (req, res) => { if (!v.ok(req.body.s)) return; RE.test(req.body.s) })",
			"const C = { max: 40 }; lib.init(C)\napp.post('/a', (req, res) => { const s = req.body.s; if (typeof s !== 'string' || s.length > C.max) return; RE.test(s) })",
			"const C = { max: 40 }; export function set(c) { c.max = lib.n }\napp.post('/a', (req, res) => { const s = req.body.s; if (typeof s !== 'string' || s.length > C.max) return; RE.test(s) })",
			"const S = z.object({ s: z.string().max(40) }).omit({ s: true }).passthrough()\napp.post('/a', (req, res) => { RE.test(S.parse(req.body).s) })",
			"const S = z.object({ s: z.string().max(40), t: z.string() }).omit({ [lib.k]: true }).passthrough()\napp.post('/a', (req, res) => { RE.test(S.parse(req.body).s) })",
		}},
		{"parameters of paths", "a.js", `
const express = require('express'), app = express(), r = express.Router(), RE = /(a+)+$/
GUARD
`, "40", "16384", []string{
			"app.get('/:x', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }, (req, res) => RE.test(req.params.x))",
			"app.get('/a/:x', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }, (req, res) => RE.test(req.params.x))",
			"r.get('/:x', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }, (req, res) => RE.test(req.params.x)); app.use('/q', r)",
			"r.get('/:x', [(req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }], (req, res) => RE.test(req.params.x)); app.use(r)",
			"const c = (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }; app.get('/:x', c, (req, res) => RE.test(req.params.x))",
			"app.route('/:x').get((req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }, (req, res) => RE.test(req.params.x))",
			"app.param('x', (req, res, next) => { if (req.params.x.length > 40) return res.end(); next() }); app.get('/:x', (req, res) => RE.test(req.params.x))",
			"app.get('/:x', (req, res) => { if (req.params.x.length > 40) return; RE.test(req.params.x) })",
		}, []string{
			"app.use((req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); app.get('/:x', (req, res) => RE.test(req.params.x))",
			"app.use('/', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); app.get('/:x', (req, res) => RE.test(req.params.x))",
			"app.use('/a', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); app.get('/a/:x', (req, res) => RE.test(req.params.x))",
			"app.all('*', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); app.get('/:x', (req, res) => RE.test(req.params.x))",
			"r.use((req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); r.get('/:x', (req, res) => RE.test(req.params.x)); app.use('/q', r)",
			"r.get('/:x', (req, res) => RE.test(req.params.x)); app.use('/q', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }, r)",
			"app.use('/:x', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); app.get('/:y/:x', (req, res) => RE.test(req.params.x))",
			"r.all('*', (req, res, next) => { if (req.params.x && req.params.x.length > 40) return res.end(); next() }); r.get('/:x', (req, res) => RE.test(req.params.x)); app.use(r)",
		}},
		{"Python", "a.py", `
import re, lib, contextlib, dataclasses, functools, threading
from flask import Flask, request, abort
app = Flask(__name__)
RE = re.compile("(a+)+$")
lock = threading.Lock()
class Passes:
    def __enter__(self): return self
    def __exit__(self, *a): return False
class Swallows:
    def __enter__(self): return self
    def __exit__(self, *a): return True
GUARD
`, "40", "any", []string{
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with lib.thing():\n        if len(s) > 40: raise ValueError\n        RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with open('x') as f:\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with lock:\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with Passes():\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with db.transaction():\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"class C:\n    M = 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"@dataclasses.dataclass\nclass C:\n    M: int = 40\nc = C()\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > c.M: abort(400)\n    RE.search(s)",
			"@app.model('x')\nclass C:\n    M = 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"def same(c): return c\n@same\nclass C:\n    M = 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"@functools.cache\ndef ok(s): return len(s) <= 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if not ok(s): abort(400)\n    RE.search(s)",
		}, []string{
			"quiet = contextlib.suppress(ValueError)\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    with quiet:\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    c = lib.thing()\n    with c:\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with lib.thing():\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with contextlib.ExitStack() as stack:\n        stack.push(lambda *a: True)\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    with Swallows():\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"from tools import quiet\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    with quiet():\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"class Own(lib.Base): pass\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    with Own():\n        if len(s) > 40: raise ValueError\n    RE.search(s)",
			"@lib.configure\nclass C:\n    M = 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"def conf(c):\n    c.M = lib.n\n    return c\n@conf\nclass C:\n    M = 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"def conf(c):\n    for k, v in lib.conf(): setattr(c, k, v)\n    return c\n@conf\nclass C:\n    M = 40\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"class D:\n    def __set_name__(self, o, n): o.M = lib.n\nclass C:\n    M = 40\n    d = D()\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > C.M: abort(400)\n    RE.search(s)",
			"@dataclasses.dataclass\nclass C:\n    M: int = 40\nc = C(**lib.conf())\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > c.M: abort(400)\n    RE.search(s)",
			"@functools.singledispatch\ndef must(s):\n    if len(s) > 40: raise ValueError\n@must.register\ndef _(s: str): pass\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    must(s)\n    RE.search(s)",
			"@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > 40: abort(400)\n    RE.search(s.format('x'))",
		}},
		{"clean of Django", "a.py", `
import re, lib
from django import forms
from django.urls import path
RE = re.compile("(a+)+$")
class F(forms.Form):
    s = forms.CharField(max_length=40)
    t = forms.CharField()
    def clean(self):
        GUARD
def a(request):
    f = F(request.POST)
    if f.is_valid(): RE.search(f.cleaned_data['s'])
urlpatterns = [path('a', a)]
`, "40", "2621440", []string{
			"return super().clean()",
			"c = super().clean()\n        return c",
			"super().clean()",
			"return self.cleaned_data",
			"d = self.cleaned_data\n        if 'x' in d: raise forms.ValidationError('x')\n        return d",
			"c = super(F, self).clean()\n        if c.get('s') == 'x': self.add_error('s', 'x')\n        return c",
			"pass",
			"if self.cleaned_data.get('t') == 'x':\n            raise forms.ValidationError('x')",
		}, []string{
			"return {'s': self.data['t']}",
			"return self.data",
			"self.cleaned_data['s'] = self.data['t']",
			"c = super().clean()\n        c['s'] = self.data['t']\n        return c",
			"c = super().clean()\n        c.update(self.data)\n        return c",
			"return lib.clean(self)",
			"if self.data.get('x'): return self.data\n        return self.cleaned_data",
			"return dict(self.data)",
		}},
	} {
		g.run(t)
	}
}
