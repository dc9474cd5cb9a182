package reach

import "testing"

// TestCopiedMembers follows members that loops copy from one object to another, each under its own name, and such that get
// another name on the way.
func TestCopiedMembers(t *testing.T) {
	const js = `
const app = require('express')()
app.post('/x', (req, res) => {
  const src = { a: req.body.s, b: 'b' }, dst = { c: 'c' }
  GUARD
})`
	const python = `
import re
from flask import Flask, request
app = Flask(__name__)
@app.post('/x')
def x():
    src = {'a': request.form['s'], 'b': 'b'}
    dst = {'c': 'c'}
    GUARD
`
	const php = `<?php
$src = ['a' => $_POST['s'], 'b' => 'b'];
$dst = ['c' => 'c'];
GUARD`
	for _, test := range []struct{ file, frame, code, want string }{
		{"a.js", js, `for (const k in src) dst[k] = src[k]; /(a+)+$/.test(dst.a)`, "remote"},
		{"a.js", js, `for (const k in src) dst[k] = src[k]; /(a+)+$/.test(dst.b)`, "constant"},
		{"a.js", js, `for (const k in src) dst[k] = src[k]; /(a+)+$/.test(dst.c)`, "constant"},
		{"a.js", js, `for (const k in src) dst[k] = src[k]; /(a+)+$/.test(dst[req.body.k])`, "remote"},
		{"a.js", js, `for (const k in req.body) dst[k] = req.body[k]; /(a+)+$/.test(dst.d)`, "remote"},
		{"a.js", js, `let last = undefined; for (const k in src) last = last.valueOf(); /(a+)+$/.test(last)`, "constant"},
		{"a.js", js, `Object.keys(src).forEach(k => { dst[k] = src[k] }); /(a+)+$/.test(dst.a)`, "remote"},
		{"a.js", js, `Object.keys(src).forEach(k => { dst[k] = src[k] }); /(a+)+$/.test(dst.b)`, "constant"},
		{"a.js", js, `const k = req.body.k; dst[k] = src[k]; /(a+)+$/.test(dst.b)`, "constant"},
		{"a.js", js, `const j = req.body.k; for (const k in src) dst[j] = src[k]; /(a+)+$/.test(dst.b)`, "remote"},
		{"a.js", js, `for (const k in src) dst['_' + k] = src[k]; /(a+)+$/.test(dst.b)`, "remote"},
		{"a.js", js, `const last = {}; for (const k in src) dst[k] = src[k]; for (const k in dst) last[k] = dst[k]; /(a+)+$/.test(last.a)`, "remote"},
		{"a.js", js, `const last = {}; for (const k in src) dst[k] = src[k]; for (const k in dst) last[k] = dst[k]; /(a+)+$/.test(last.b)`, "constant"},
		{"a.js", "GUARD", `const f = { g: s => /(a+)+$/.test(s) }; for (const k in f) exports[k] = f[k]`, "library"},
		{"a.py", python, "for k in src: dst[k] = src[k]\n    re.search(r'(a+)+$', dst['a'])", "remote"},
		{"a.py", python, "for k in src: dst[k] = src[k]\n    re.search(r'(a+)+$', dst['b'])", "constant"},
		{"a.py", python, "for k in src: dst['x' + k] = src[k]\n    re.search(r'(a+)+$', dst['b'])", "remote"},
		{"a.php", php, "foreach (array_keys($src) as $k) { $dst[$k] = $src[$k]; }\npreg_match('/(a+)+$/', $dst['a']);", "remote"},
		{"a.php", php, "foreach (array_keys($src) as $k) { $dst[$k] = $src[$k]; }\npreg_match('/(a+)+$/', $dst['b']);", "constant"},
	} {
		paths, texts, files := archive("-- package.json --\n{\"name\": \"x\", \"version\": \"1.0.0\", \"main\": \"a.js\"}\n-- " + test.file + " --\n" + replaced(test.frame, test.code))
		if got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
