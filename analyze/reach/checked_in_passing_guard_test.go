package reach

import "testing"

// TestCheckedInPassingGuards checks a value beside the handler that reads it, or by what it is one of.
func TestCheckedInPassingGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const express = require('express'), app = express(), r = express.Router(), RE = /(a+)+$/, OK = ['one', 'two', 'three']
app.use(express.json())
const G = s => typeof s === 'string' && s.length <= 5
const check = (req, res, next) => { if (!G(req.body.s)) return res.status(400).end(); next() }
const read = (req, res) => { RE.test(req.body.s) }
GUARD
`, "5", "102400", []string{
			"app.all('*', check); app.post('/a', read)",
			"app.all('/*', check); app.post('/a', read)",
			"app.all('/a', check); app.post('/a', read)",
			"r.all('*', check); r.post('/a', read); app.use('/q', r)",
			"app.post('/a', ({ body }, res, next) => { if (!G(body.s)) return res.end(); next() }, read)",
			"app.post('/a', ({ body: { s } }, res, next) => { if (!G(s)) return res.end(); next() }, read)",
			"app.post('/a', ({ body }, res, next) => { const { s } = body; if (!G(s)) return res.end(); next() }, read)",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) >= 0) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) < 0) return; RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) === -1) return; RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) > -1) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) !== -1) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) === 1) RE.test(s) })",
			"app.all(['/b', '/a'], check); app.post('/a', read)",
			"app.use(['/b', '/a'], check); app.post('/a/c', read)",
		}, []string{
			"app.all(['/b', '/c'], check); app.post('/a', read)",
			"app.use(['/b', '/c'], check); app.post('/a', read)",
			"app.all(['/b', '/a'], check); app.post('/a/c', read)",
			"app.all('*', (req, res, next) => { if (req.query.q) return next('route'); next() }, check); app.post('/a', read)",
			"app.all('*', [(req, res, next) => next('route'), check]); app.post('/a', read)",
			"app.all('/a', check); app.post('/a/b', read)",
			"app.all('/b/*', check); app.post('/a', read)",
			"app.post('/a', read); app.all('*', check)",
			"if (process.env.C) app.all('*', check); app.post('/a', read)",
			"r.all('*', check); app.use('/q', r); app.post('/a', read)",
			"app.all('*', check); app.all('*', (req, res, next) => { req.body.s = req.body.t; next() }); app.post('/a', read)",
			"app.all('*', (req, res, next) => { if (!G(req.body.s)) res.status(400); next() }); app.post('/a', read)",
			"app.get('*', check); app.post('/a', read)",
			"app.post('/a', ({ query }, res, next) => { if (!G(query.s)) return res.end(); next() }, read)",
			"app.post('/a', ({ body }, res, next) => { if (!G(body.s)) return res.end(); body.s = body.t; next() }, read)",
			"app.post('/a', ({ body }, res, next) => { body = { s: 'x' }; if (!G(body.s)) return res.end(); next() }, read)",
			"app.post('/a', ({ body: { s } }, res, next) => { s = s.slice(0, 5); if (!G(s)) return res.end(); next() }, read)",
			"app.post('/a', ({ [process.env.K]: body }, res, next) => { if (!G(body.s)) return res.end(); next() }, read)",
			"app.post('/a', ({ query, ...rest }, res, next) => { if (!G(query.s)) return res.end(); next() }, read)",
			"app.post('/a', ({ body }, res, next) => { setTimeout(next, 1); if (!G(body.s)) return res.end() }, read)",
			"app.post('/a', (req, res) => { const s = req.body.s; if ('abc'.indexOf(req.body.t) >= 0) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (s.indexOf('x') >= 0) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) !== false) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s)) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) === -1) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) >= -1) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) !== 0) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) > -2) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) <= 0) RE.test(s) })",
			"app.post('/a', (req, res) => { const s = req.body.s; if (req.body.l.indexOf(s) >= 0) RE.test(s) })",
			"app.post('/b', q => { OK.push(q.body.s) }); app.post('/a', (req, res) => { const s = req.body.s; if (OK.indexOf(s) >= 0) RE.test(s) })",
		}},
		{"Python", "a.py", `
import re, enum, lib
from enum import Enum, StrEnum
from flask import Flask, request, abort
app = Flask(__name__)
RE = re.compile("(a+)+$")
GUARD
`, "5", "any", []string{
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    E(s)\n    RE.search(s)",
			"class E(str, Enum):\n    A = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(enum.Enum):\n    A = 'three'\n    B = 5\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(StrEnum):\n    A = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"@enum.unique\nclass E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    RE.search(s[:5])",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n    def label(self): return self.value\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class B(Enum):\n    def f(self): return 1\nclass E(B):\n    A = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try:\n        e = E(s)\n    except ValueError:\n        return ''\n    RE.search(s)",
		}, []string{
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n    vars()['C'] = lib.long()\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\nlib.extend_enum(E, 'C', lib.long())\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\nE._missing_ = classmethod(lambda c, v: c.A)\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: pass\n    RE.search(s)",
			"class E(str, Enum):\n    A = 'x'\n    @classmethod\n    def _missing_(cls, v): return cls.A\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class B(Enum):\n    @classmethod\n    def _missing_(cls, v): return list(cls)[0]\nclass E(B):\n    A = 'x'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(lib.OpenEnum):\n    A = 'x'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(lib.Mixin, Enum):\n    A = 'x'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = lib.x()\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum, metaclass=lib.M):\n    A = 'x'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(str, Enum):\n    A = 'x'\n    def __eq__(self, o): return True\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E:\n    A = 'x'\n    def __init__(self, s): pass\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    E(request.form['t'])\n    RE.search(s)",
			"@lib.open\nclass E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    RE.search(s)\n    E(s)",
			"class E(Enum):\n    A = 'one'\n    B = 'three'\nE = lib.E\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    try: E(s)\n    except ValueError: abort(400)\n    RE.search(s)",
		}},
	} {
		g.run(t)
	}
}
