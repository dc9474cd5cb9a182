package reach

import "testing"

// TestObjectsAsTexts takes no list or dictionary for a constant where it is made a text, and keeps the members of what lists
// hold apart.
func TestObjectsAsTexts(t *testing.T) {
	const express, flask = "const app = require('express')()\n", "import re\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.get('/a')\ndef a():\n    "
	for _, test := range []struct{ file, code, want string }{
		{"a.js", express + "app.get('/a', (req, res) => { const q = []; q.push({ file: req.query.x, page: 'k' }); /(a+)+$/.test(q[0].page) })", "2 constant"},
		{"a.js", express + "app.get('/a', (req, res) => { const q = []; q.push({ file: req.query.x, page: 'k' }); for (const o of q) /(a+)+$/.test(o.page) })", "2 constant"},
		{"a.js", express + "app.get('/a', (req, res) => { const q = []; q.push(req.query.x); /(a+)+$/.test('' + q) })", "remote url GET /a query.x -1"},
		{"a.js", express + "app.get('/a', (req, res) => { const s = String(req.query.x).slice(0, 50), q = [s]; /(a+)+$/.test('' + q) })", "remote url GET /a query.x 50"},
		{"a.js", express + "app.get('/a', (req, res) => { const s = String(req.query.x).slice(0, 50), q = [s]; q.push(s); /(a+)+$/.test('' + q) })", "remote url GET /a query.x -1"},
		{"a.js", express + "app.get('/a', (req, res) => { const q = []; require('lib').fill(q, req.query.x); /(a+)+$/.test('' + q) })", "2 unknown"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test('' + [].concat(req.query.x)) })", "remote url GET /a query.x -1"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test(`${Array.of('b', req.query.x)}`) })", "remote url GET /a query.x -1"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test(Object.values({ x: req.query.x }) + '') })", "remote url GET /a query.x -1"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test([req.query.x].map(s => s)) })", "remote url GET /a query.x -1"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test(['b'].map(s => s + req.query.x).length + '') })", "2 constant"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test('' + Array.of('b', 'c')) })", "2 unknown"},
		{"a.js", express + "app.get('/a', (req, res) => { const parts = String(req.query.x).split(','); /(a+)+$/.test(parts.pop().trim()) })", "remote url GET /a query.x 16384"},
		{"a.js", express + "app.get('/a', (req, res) => { /(a+)+$/.test(String(req.query.x).slice(0, 50)) })", "remote url GET /a query.x 50"},
		{"a.py", flask + "q = []\n    q.append(request.args['x'])\n    re.search('(a+)+$', '%s' % q)", "8 unknown"},
		{"a.py", flask + "q = {'k': request.args['x']}\n    re.search('(a+)+$', f'{q}')", "7 unknown"},
	} {
		if got := ways(t, test.file, test.code); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.code, got, test.want)
		}
	}
}
