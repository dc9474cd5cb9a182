package reach

import "testing"

// TestFlagGuards holds texts against variables that remember what was found wrong with them, and lists of that.
func TestFlagGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')(), lib = require('lib')
app.post('/a', (req, res) => { let s = String(req.body.s); const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
  GUARD
})`, "10", "102400", []string{
			"let ok = true; if (s.length > 10) ok = false; if (!ok) return",
			"let bad = false; if (s.length > 10) { bad = true } if (bad) return res.end()",
			"let e; if (s.length > 10) e = 'long'; if (e) return res.end(e)",
			"let e = null; if (s.length > 10) e = new Error('long'); if (e !== null) throw e",
			"let e = ''; if (o) e = 'o'; if (s.length > 10) e += 'long'; if (e) return res.end(e)",
			"let e; if (!o) e = 'none'; if (!e && s.length > 10) e = { s }; if (e) return res.json(e)",
			"let n = 0; if (s.length > 10) n++; if (o) n += 1; if (n > 0) return res.end()",
			"let code = 0; if (s.length > 10) code = 400; if (code !== 0) return res.sendStatus(code)",
			"let bad = false; if (!s) { bad = true } else if (s.length > 10) { bad = true } if (bad) throw o",
			"let ok = true; if (s.length > 10) ok = false; if (ok) {\n---\n}",
			"let ok = true; if (s.length > 10) ok = false; if (!ok || o) return",
			"let ok = true; if (s.length > 10) ok = false; if (o) ok = false; if (ok === false) return",
			"const errors = []; if (s.length > 10) errors.push('long'); if (errors.length) return res.json({ errors })",
			"const errors = []; if (s.length > 10) errors.push('long'); if (o) errors.push(o); if (errors.length > 0) return",
			"const errors = []; if (s.length > 10) { errors.push('long'); lib.log(o) } if (errors.length === 0) {\n---\n}",
			"const errors = {}; if (s.length > 10) errors.s = 'long'; if (Object.keys(errors).length) return res.json(errors)",
			"s = s.trim(); const errors = []; if (s.length > 10) errors.push('long'); if (errors.length) return",
			"const errors = []; if (o) { if (s.length > 10) errors.push('long') } else if (s.length > 9) errors.push(o); if (errors.length) return",
		}, []string{
			"let ok = true; if (s.length > 10) ok = false; if (ok) return",
			"let e; if (s.length > 10) e = o; if (e) return",
			"let e; if (s.length > 10) e = ''; if (e) return",
			"let e = null; if (s.length > 10) e = 'long'; if (o) e = null; if (e) return",
			"let e = null; if (s.length > 10) e = 'long'; if (!e) return",
			"let e; if (s.length > 10) e = 'long'; e = lib.text(e); if (e) return",
			"let e; if (o) e = 'o'; if (e && s.length > 10) e = 'long'; if (e) return",
			"let n = 0; if (s.length > 10) n++; if (o) n--; if (n > 0) return",
			"let n = 0; if (s.length > 10) n++; if (n > 1) return",
			"let e = 'fine'; if (s.length > 10) e = 'long'; if (e !== 'fine') e = null",
			"let ok = true; if (s.length > 10) ok = false; if (o) ok = true; if (!ok) return",
			"let ok = true; if (s.length > 10) ok = true; if (!ok) return",
			"let ok = true; if (o.length > 10) ok = false; if (!ok) return",
			"let ok = true; if (s.length > 10 && o) ok = false; if (!ok) return",
			"let ok = true; if (o) { if (s.length > 10) ok = false } if (!ok) return",
			"let ok = true; if (s.length > 10) ok = false; if (!ok) res.end()",
			"let ok = true; if (s.length > 10) ok = false; s = String(o); if (!ok) return",
			"let ok = true; if (!ok) return; if (s.length > 10) ok = false",
			"let ok = true; try { JSON.parse(o); if (s.length > 10) ok = false } catch {} if (!ok) return",
			"let ok = true; out: { if (o) break out; if (s.length > 10) ok = false } if (!ok) return",
			"let ok = true; const set = () => { ok = true }; if (s.length > 10) ok = false; set(); if (!ok) return",
			"const errors = []; if (s.length > 10) errors.push('long'); if (!errors.length) return",
			"const errors = []; if (s.length > 10) errors.push('long'); if (!errors) return",
			"const errors = []; if (s.length > 10) errors.push('long'); errors.pop(); if (errors.length) return",
			"const errors = []; if (s.length > 10) errors.push('long'); errors.length = 0; if (errors.length) return",
			"const errors = []; if (s.length > 10) errors.push('long'); lib.fix(errors); if (errors.length) return",
			"const errors = [], all = errors; if (s.length > 10) errors.push('long'); all.pop(); if (errors.length) return",
			"const errors = []; if (s.length > 10) errors.push('long'); (() => errors.pop())(); if (errors.length) return",
			"const errors = []; if (s.length > 10) errors.push(...o); if (errors.length) return",
			"const errors = []; if (s.length > 10) errors.s = 'long'; if (errors.length) return",
			"const errors = {}; if (s.length > 10) errors[o] = 'long'; if (Object.keys(errors).length) return",
			"const errors = {}; if (s.length > 10) errors.s = 'long'; delete errors.s; if (Object.keys(errors).length) return",
			"const errors = [], more = []; if (s.length > 10) more.push('long'); if (errors.length) return",
			"const errors = []; if (s.length > 10) errors.push('long'); for (;;) { if (errors.length) return; errors.pop();\n---\n}",
			"const errors = []; if (s.length > 10) errors.push('long'); while (!errors.length) {\n---\n s = String(o) }",
		}},
		{"Python", "a.py", `
import re, lib
from flask import Flask, request, abort
app = Flask(__name__)
@app.get('/a')
def view():
    s, o = request.args['s'], request.args['o']
    GUARD
    re.search('(a+)+$', s)
    GUARD
`, "10", "any", []string{
			"errors = []\n    if len(s) > 10: errors.append('long')\n    if errors: abort(400)",
			"errors = {}\n    if not s:\n        errors['s'] = 'none'\n    elif len(s) > 10:\n        errors['s'] = 'long'\n    if errors:\n        return errors, 400",
			"errors = list()\n    if len(s) > 10: errors.append('long')\n    if len(errors) > 0: abort(400)",
			"ok = True\n    if len(s) > 10: ok = False\n    if not ok: abort(400)",
			"e = None\n    if len(s) > 10: e = 'long'\n    if e: abort(400)",
			"e = None\n    if len(s) > 10: e = 'long'\n    if e is not None: return e",
			"e = ''\n    if len(s) > 10: e += 'long'\n    if e != '': return e",
			"ok = True\n    if len(s) > 10: ok = False\n    if ok is False: abort(400)",
			"bad = False\n    if len(s) > 10: bad = True\n    if bad: raise ValueError(s)",
			"errors = []\n    if len(s) > 10: errors.append('long')\n    if len(o) > 10: errors.append('long')\n    if errors or o: abort(400)",
			"errors = set()\n    if len(s) > 10: errors.add('long')\n    if errors: abort(400)",
		}, []string{
			"errors = []\n    if len(s) > 10: errors.append('long')\n    errors = []\n    if errors: abort(400)",
			"e = None\n    if len(s) > 10: e = o\n    if e: abort(400)",
			"e = None\n    if len(s) > 10: e = 'long'\n    e = None\n    if e: abort(400)",
			"e = None\n    if len(s) > 10: e = ''\n    if e: abort(400)",
			"errors = []\n    if len(s) > 10: errors.append('long')\n    errors.clear()\n    if errors: abort(400)",
			"errors = []\n    if len(s) > 10: errors.append('long')\n    del errors[:]\n    if errors: abort(400)",
			"errors = []\n    if len(s) > 10: errors += o\n    if errors: abort(400)",
			"errors = []\n    if len(s) > 10: errors.extend(o)\n    if errors: abort(400)",
			"errors = []\n    if len(s) > 10: errors.append('long')\n    print(o)",
			"errors = []\n    if len(s) > 10: errors.append('long')\n    lib.fix(errors)\n    if errors: abort(400)",
			"errors = {}\n    if len(s) > 10: errors['s'] = 'long'\n    errors.pop('s', None)\n    if errors: abort(400)",
			"ok = True\n    if len(s) > 10: ok = False\n    ok = True\n    if not ok: abort(400)",
			"ok = True\n    for c in s:\n        if len(c) > 10: ok = False\n    if not ok: abort(400)",
			"for x in o:\n        errors = []\n        if len(s) > 10: errors.append('long')\n        errors = []\n    if errors: abort(400)",
		}},
	} {
		g.run(t)
	}
}
