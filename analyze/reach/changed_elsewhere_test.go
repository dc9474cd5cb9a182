package reach

import (
	"strings"
	"testing"
)

// TestChangedElsewhere holds that nothing is taken for constant or short which code changes by a name as a text, a table, a
// decorator, an exception or while it waits, and that what none of these touches still is.
func TestChangedElsewhere(t *testing.T) {
	const python = "import re, os, sys\nfrom flask import Flask, request\napp = Flask(__name__)\n"
	const script = "const app = require('express')()\n"
	const pythonEnd, scriptEnd = "\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    ", "; /(a+)+$/.test(s) })"
	for _, test := range []struct{ file, code, not, want string }{
		{"a.py", "word = 'x'\n@app.post('/b')\ndef b(): globals()['word'] = request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', word)", "constant", "unknown"},
		{"a.py", "word = 'x'\n@app.post('/b')\ndef b(): globals()['other'] = request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', word)", "unknown", "constant"},
		{"a.py", "word = 'x'\n@app.post('/b')\ndef b(): sys.modules[__name__].word = request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', word)", "constant", "unknown"},
		{"a.py", "word = 'x'\nexec(os.environ['CODE'])\n@app.post('/a')\ndef a(): re.search('(a+)+$', word)", "constant", "unknown"},
		{"a.py", "MAX = 20\nfrom local_settings import *" + pythonEnd + "if len(s) > MAX: return\n    re.search('(a+)+$', s)", " 20: ", "remote"},
		{"a.py", "from local_settings import *\nMAX = 20" + pythonEnd + "if len(s) > MAX: return\n    re.search('(a+)+$', s)", " -1: ", " 20: "},
		{"a.py", pythonEnd + "s = s[:20]\n    s *= int(request.form['n'])\n    re.search('(a+)+$', s)", "constant", "remote"},
		{"a.py", "class C:\n    word = 'x'\n@app.post('/a')\ndef a():\n    c = C()\n    vars(c).update(request.form)\n    re.search('(a+)+$', c.word)", "constant", "remote"},
		{"a.py", "class C:\n    def word(self): return 'x'\n@app.post('/b')\ndef b(): C.word = lambda self: request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', C().word())", "constant", "remote"},
		{"a.py", "def deco(f):\n    def w(*a): return f(request.form['s'])\n    return w\n@deco\ndef f(s): re.search('(a+)+$', s)\n@app.post('/a')\ndef a(): f('x')", "constant", "remote"},
		{"a.py", "def deco(f):\n    def w(s): return f(s * 1000)\n    return w\n@deco\ndef f(s): re.search('(a+)+$', s)" + pythonEnd + "if len(s) > 20: return\n    f(s)", "x", " -1: "},
		{"a.py", "from ext import maybe\n@maybe\ndef word(): return 'x'\n@app.post('/a')\ndef a(): re.search('(a+)+$', word())", "constant", "unknown"},
		{"a.py", "from functools import cache\n@cache\ndef word(): return 'x'\n@app.post('/a')\ndef a(): re.search('(a+)+$', word())", "unknown", "constant"},
		{"a.py", "from ext import maybe\n@maybe\ndef ok(s): return len(s) <= 20" + pythonEnd + "if not ok(s): return\n    re.search('(a+)+$', s)", " 20: ", "remote"},
		{"a.py", "from functools import cache\n@cache\ndef ok(s): return len(s) <= 20" + pythonEnd + "if not ok(s): return\n    re.search('(a+)+$', s)", " -1: ", " 20: "},
		{"a.py", "def g():\n    s = 'x'\n    while True:\n        re.search('(a+)+$', s)\n        s = yield\n@app.post('/a')\ndef a():\n    i = g(); next(i); i.send(request.form['s'])", "constant", "unknown"},
		{"a.py", "def f(s): re.search('(a+)+$', s)" + pythonEnd + "if len(s) > 20: return\n    f(s)", " -1: ", " 20: "},
		{"a.py", pythonEnd + "for _ in request.form:\n        if request.form['x']: break\n    else:\n        if len(s) > 20: return\n    re.search('(a+)+$', s)", " 20: ", " -1: "},
		{"a.py", "L = ['a']\n@app.post('/b')\ndef b(): L[:] = [request.form['s']]\n@app.post('/a')\ndef a(): re.search('(a+)+$', L[0])", "constant", "remote"},
		{"a.py", pythonEnd + "try: raise ValueError(s)\n    except ValueError as e: re.search('(a+)+$', str(e))", "constant", ""},
		{"a.py", "class C:\n    @property\n    def s(self): return request.form.pop('s')\n@app.post('/a')\ndef a():\n    c = C()\n    if len(c.s) > 20: return\n    re.search('(a+)+$', c.s)", " 20: ", "remote"},
		{"a.js", "app.post('/a', (req, res) => { var s = 'x'; eval('s = req.body.s')" + scriptEnd, "constant", "unknown"},
		{"a.js", "app.post('/a', (req, res) => { var s = 'x'; with (req.body) { /(a+)+$/.test(s) } })", "constant", "unknown"},
		{"a.js", "function f(s, t) { if (s.length > 20) return; arguments[0] = t; /(a+)+$/.test(s) }\napp.post('/a', (req, res) => f(String(req.body.s), String(req.body.t)))", " 20: ", "remote"},
		{"a.js", "function f(s, t) { if (s.length > 20) return; t[0] = t; /(a+)+$/.test(s) }\napp.post('/a', (req, res) => f(String(req.body.s), String(req.body.t)))", " 102400: ", " 20: "},
		{"a.js", "const state = {}\napp.post('/a', async (req, res) => { state.s = String(req.body.s); if (state.s.length > 20) return; await ext(); /(a+)+$/.test(state.s) })", " 20: ", "remote"},
		{"a.js", "app.post('/a', async (req, res) => { const state = {}; state.s = String(req.body.s); if (state.s.length > 20) return; await ext(); /(a+)+$/.test(state.s) })", " 102400: ", " 20: "},
		{"a.js", "app.post('/a', (req, res) => { try { throw req.body.s } catch (s) { /(a+)+$/.test(s) } })", "constant", "remote"},
		{"a.js", "const q = ['x']\napp.post('/b', (req, res) => { q.fill(req.body.s) })\napp.post('/a', (req, res) => { /(a+)+$/.test(q[0]) })", "constant", "remote"},
		{"a.js", "class Q { constructor(a) { this.a = a } get s() { return this.a.shift() } }\napp.post('/a', (req, res) => { const q = new Q(req.body.l); if (q.s.length > 20) return; /(a+)+$/.test(q.s) })", " 20: ", ""},
		{"a.js", "function* g() { let s = 'x'; while (true) { /(a+)+$/.test(s); s = yield 1 } }\napp.post('/a', (req, res) => { const i = g(); i.next(); i.next(req.body.s) })", "constant", "unknown"},
		{"a.js", "function* g() { const s = yield* h(); /(a+)+$/.test(s) }\nfunction* h() { return 'x' }\napp.post('/a', (req, res) => { g().next() })", "unknown", "constant"},
		{"a.php", "<?php\nfunction g() { $w = 'x'; while (true) { preg_match('/(a+)+$/', $w); $w = yield 1; } }\n$i = g(); $i->current(); $i->send($_GET['s']);", "constant", "unknown"},
		{"a.js", "const lib = require('lib')\nconst OK = ['a', 'bb']\nlib.load(OK)\napp.post('/a', (req, res) => { const s = String(req.body.s); if (!OK.includes(s)) return; /(a+)+$/.test(s) })", " 2: ", " 102400: "},
		{"a.js", "const lib = require('lib')\nconst OK = ['a', 'bb']\nconsole.log(OK, lib)\napp.post('/a', (req, res) => { const s = String(req.body.s); if (!OK.includes(s)) return; /(a+)+$/.test(s) })", " 102400: ", " 2: "},
		{"a.js", "let OK = 'abc'\napp.post('/b', (req, res) => { OK += req.body.t })\napp.post('/a', (req, res) => { const s = String(req.body.s); if (!OK.includes(s)) return; /(a+)+$/.test(s) })", " 3: ", " 102400: "},
		{"a.js", "let OK = 'abc'\nOK += 'de'\napp.post('/a', (req, res) => { const s = String(req.body.s); if (!OK.includes(s)) return; /(a+)+$/.test(s) })", " 3: ", ""},
		{"a.rb", "require 'sinatra'\nrequire 'lib'\nOK = %w[a bb]\nLib.load(OK)\npost('/a') { s = params[:s].to_s; halt 400 unless OK.include?(s); s =~ /(a+)+$/ }", " 2: ", " -1: "},
		{"a.py", "import lib\nOK = ['a', 'bb']\nlib.load(OK)" + pythonEnd + "if s not in OK: return\n    re.search('(a+)+$', s)", " 2: ", "remote"},
		{"a.js", "const lib = require('lib')\nconst o = { w: 'x' }\napp.post('/a', (req, res) => { lib.load(o, req.body); /(a+)+$/.test(o.w) })", "constant", "unknown"},
		{"a.js", "const lib = require('lib')\nconst o = { w: 'x' }\napp.post('/a', (req, res) => { console.log(o); /(a+)+$/.test(o.w) })", "unknown", "constant"},
		{"a.js", "const lib = require('lib')\nclass C { constructor() { this.w = 'x' } }\napp.post('/a', (req, res) => { const c = new C(); lib.load(c, req.body); /(a+)+$/.test(c.w) })", "constant", "unknown"},
		{"a.js", "const lib = require('lib')\napp.post('/a', (req, res) => { const o = { w: 'x' }; lib.each(o, x => { x.w = req.body.s }); /(a+)+$/.test(o.w) })", "constant", "unknown"},
		{"a.js", "const lib = require('lib')\napp.post('/a', (req, res) => { const o = { w: 'x' }; lib.forEach(o, function () { this.w = req.body.s }); /(a+)+$/.test(o.w) })", "constant", "unknown"},
		{"a.js", "const lib = require('lib')\nclass C { constructor() { this.w = 'x' } }\napp.post('/a', (req, res) => { const c = new C(); lib.each(c, x => { x.w = req.body.s }); /(a+)+$/.test(c.w) })", "constant", "unknown"},
		{"a.js", "const lib = require('lib')\napp.post('/a', (req, res) => { const o = { w: String(req.body.s) }; if (o.w.length > 20) return; lib.each(o, x => { x.w += req.body.t }); /(a+)+$/.test(o.w) })", " 20: ", " 102400: "},
		{"a.js", "const lib = require('lib')\nconst c = s => /(a+)+$/.test(s)\nc('x')\napp.post('/a', (req, res) => { lib.each(req.body.l, c) })", "constant", "unknown"},
		{"a.js", "app.post('/a', (req, res) => { const o = { w: 'x' }; res.locals.lib.each(o, x => { x.w = req.body.s }); /(a+)+$/.test(o.w) })", "constant", "unknown"},
		{"a.js", "const _ = require('lodash')\napp.post('/a', (req, res) => { const o = { w: 'x' }; _.forEach(o, x => x); /(a+)+$/.test(o.w) })", "unknown", "constant"},
		{"a.js", "app.post('/a', (req, res) => { const o = ['x']; o.forEach(x => x); /(a+)+$/.test(o[0]) })", "unknown", "constant"},
		{"a.py", "import lib\nO = {'w': 'x'}\n@app.post('/a')\ndef a():\n    lib.load(O, request.form)\n    re.search('(a+)+$', O['w'])", "constant", "unknown"},
		{"a.js", "const c = s => /(a+)+$/.test(s)\nrequire('lib').register(c)\nc('x')", "constant", "unknown"},
		{"a.js", "const c = s => /(a+)+$/.test(s)\nrequire('lib').register({ c })\nc('x')", "constant", "unknown"},
		{"a.js", "const c = s => /(a+)+$/.test(s)\nrequire('lib').create(c)\nc('x')", "constant", "unknown"},
		{"a.js", "const c = s => /(a+)+$/.test(s)\nObject.freeze(c)\nc('x')", "unknown", "constant"},
		{"a.js", "const c = s => /(a+)+$/.test(s)\nconsole.log(c)\nc('x')", "unknown", "constant"},
		{"a.js", "const c = s => /(a+)+$/.test(s);\n['x', 'y'].forEach(c)", "unknown", "constant"},
		{"a.js", "const { z } = require('zod')\nconst c = s => /(a+)+$/.test(s)\nz.string().refine(c).parse('x')", "unknown", "constant"},
		{"a.py", "import lib\ndef c(s): re.search('(a+)+$', s)\nlib.register(c)\nc('x')", "constant", "unknown"},
		{"a.py", "def c(s): re.search('(a+)+$', s)\nlist(map(c, ['x']))\nc('x')", "unknown", "constant"},
		{"a.py", "import lib\nL = ['x']\n@app.post('/a')\ndef a():\n    lib.push(L, request.form['s'])\n    re.search('(a+)+$', L[0])", "constant", "unknown"},
		{"a.py", "O = {'w': 'x'}\n@app.post('/a')\ndef a():\n    print(O)\n    re.search('(a+)+$', O['w'])", "unknown", "constant"},
		{"a.js", "class V { constructor(o) { this.max = 20; Object.assign(this, o) } check(s) { if (s.length > this.max) return; /(a+)+$/.test(s) } }\nconst v = new V(require('./cfg'))\napp.post('/a', (req, res) => { v.check(req.body.s.trim()) })", " 20: ", " 102400: "},
		{"a.js", "const o = { max: 20 }, other = {}\nObject.assign(other, require('./cfg'))\napp.post('/a', (req, res) => { const s = req.body.s.trim(); if (s.length > o.max) return; /(a+)+$/.test(s) })", " 102400: ", " 20: "},
		{"a.py", "MAX = 20\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > MAX: return\n    re.search('(a+)+$', s)\n-- b.py --\nimport a\na.MAX = 10**6", " 20: ", " 1000000: "},
		{"a.py", "MAX = 20\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    if len(s) > MAX: return\n    re.search('(a+)+$', s)\n-- b.py --\nimport a\nb.MAX = 10**6", " -1: ", " 20: "},
		{"a.py", "WORD = 'x'\nfrom local_settings import *\n@app.post('/a')\ndef a(): re.search('(a+)+$', WORD)", "constant", "unknown"},
		{"a.py", "from local_settings import *\nWORD = 'x'\n@app.post('/a')\ndef a(): re.search('(a+)+$', WORD)", "unknown", "constant"},
		{"a.py", "class C:\n    word = 'x'\n    def __getattribute__(self, n): return request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', C().word)", "constant", "unknown"},
		{"a.py", "class C:\n    word = 'x'\n    def __getattr__(self, n): return request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', C().word)", "unknown", "constant"},
		{"a.py", "@app.post('/b')\ndef b(): os.environ['WORD'] = request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', os.environ['WORD'])", "x", "remote"},
		{"a.py", "@app.post('/b')\ndef b(): os.environ['OTHER'] = request.form['s']\n@app.post('/a')\ndef a(): re.search('(a+)+$', os.environ['WORD'])", "remote", "local"},
		{"a.js", "app.post('/b', (req, res) => { process.env.WORD = req.body.s })\napp.post('/a', (req, res) => { /(a+)+$/.test(process.env.WORD) })", "x", "remote"},
		{"a.js", "app.post('/b', (req, res) => { process.env.OTHER = req.body.s })\napp.post('/a', (req, res) => { /(a+)+$/.test(process.env.WORD) })", "remote", "local"},
		{"a.py", "class X:\n    def __enter__(self): return self\n    def __exit__(self, *a): return True" + pythonEnd + "with X():\n        if len(s) > 20: raise ValueError()\n    re.search('(a+)+$', s)", " 20: ", "remote"},
		{"a.py", "class X:\n    def __enter__(self): return self\n    def __exit__(self, *a): return False" + pythonEnd + "with X():\n        if len(s) > 20: raise ValueError()\n    re.search('(a+)+$', s)", " -1: ", " 20: "},
		{"a.py", "@contextmanager\ndef x():\n    try: yield\n    except ValueError: pass" + pythonEnd + "with x():\n        if len(s) > 20: raise ValueError()\n    re.search('(a+)+$', s)", " 20: ", "remote"},
		{"a.py", "@contextmanager\ndef x():\n    try: yield\n    finally: print()" + pythonEnd + "with x():\n        if len(s) > 20: raise ValueError()\n    re.search('(a+)+$', s)", " -1: ", " 20: "},
	} {
		start := script
		if test.file == "a.py" {
			start = python
		}
		out := describe(t, "\n-- "+test.file+" --\n"+start+test.code+"\n")
		level, _, _ := strings.Cut(out, "\n")
		if strings.Contains(out, test.want) && (test.not == "x" || !strings.Contains(level, test.not) && !strings.Contains(out, test.not)) {
			continue
		}
		t.Errorf("%s: got\n%s\nwant %q, not %q", test.code, out, test.want, test.not)
	}
}
