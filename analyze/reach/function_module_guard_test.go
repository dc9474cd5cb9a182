package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestModulesThatAreFunctions checks a text by what another file exports in the place of its exports.
func TestModulesThatAreFunctions(t *testing.T) {
	for _, c := range []struct{ check, handler, want string }{
		{"s => typeof s === 'string' && s.length < 40", "app.post('/a', (req, res) => { if (!check(req.body.v)) return; RE.test(req.body.v) })", "39: "},
		{"function (s) { if (typeof s !== 'string' || s.length > 40) throw new Error() }", "app.post('/a', (req, res) => { check(req.body.v); RE.test(req.body.v) })", "40: "},
		{"x => typeof x === 'string' && x.length < 40", "app.post('/a', (req, res) => { if (!req.body.l.every(check)) return; for (const v of req.body.l) RE.test(v) })", "39: "},
		{"function check(req, res, next) { const v = req.body.v; if (typeof v !== 'string' || v.length > 40) return res.status(400).end(); next() }", "app.post('/a', check, (req, res) => RE.test(req.body.v))", "40: "},
		{"(req, res, next) => { const v = req.body.v; if (typeof v !== 'string' || v.length > 40) return res.status(400).end(); next() }", "app.use(check)\napp.post('/a', (req, res) => RE.test(req.body.v))", "40: "},
		{"(req, res, next) => { const v = req.body.v; if (typeof v !== 'string' || v.length > 40) return res.status(400).end(); next() }", "app.post('/a', [check], (req, res) => RE.test(req.body.v))", "40: "},
		{"(req, res, next) => { req.text = req.body.v.slice(0, 40); next() }", "app.post('/a', check, (req, res) => RE.test(req.text))", "40: "},

		{"s => s.length < 40 || s.trusted", "app.post('/a', (req, res) => { if (!check(req.body.v)) return; RE.test(req.body.v) })", "102400: "},
		{"s => s.length < 40", "app.post('/a', (req, res) => { check(req.body.v); RE.test(req.body.v) })", "102400: "},
		{"(req, res, next) => { if (req.body.v.length > 40) res.status(400); next() }", "app.post('/a', check, (req, res) => RE.test(req.body.v))", "102400: "},
		{"(req, res, next) => { if (req.body.w.length > 40) return res.status(400).end(); next() }", "app.post('/a', check, (req, res) => RE.test(req.body.v))", "102400: "},
		{"(req, res, next) => { if (req.body.v.length > 40) return res.status(400).end(); next() }", "app.post('/a', (req, res) => RE.test(req.body.v))\napp.use(check)", "102400: "},
		{"process.env.X ? s => true : s => s.length < 40", "app.post('/a', (req, res) => { if (!check(req.body.v)) return; RE.test(req.body.v) })", "102400: "},
	} {
		out := describe(t, fmt.Sprintf(`
-- check.js --
module.exports = %s
-- a.js --
const express = require('express'), app = express(), check = require('./check'), RE = /(a+)+$/
app.use(express.json())
%s
`, c.check, c.handler))
		if !strings.Contains(out, c.want) {
			t.Errorf("%s\n%s\ngot%s\nwant %q", c.check, c.handler, out, c.want)
		}
	}
}

// TestCastsOfTypes checks texts of TypeScript that are taken for another type, which leaves them as they are.
func TestCastsOfTypes(t *testing.T) {
	for _, c := range []struct{ check, want string }{
		{"const v = req.body.v as string; if (typeof v !== 'string' || v.length > 40) return res.end()", "40"},
		{"const { v } = req.body as { v: string }; if (typeof v !== 'string' || v.length > 40) return res.end()", "40"},
		{"const v = <string>req.body.v; if (typeof v !== 'string' || v.length > 40) return res.end()", "40"},
		{"const v = req.body.v!; if (typeof v !== 'string' || v.length > 40) return res.end()", "40"},
		{"const v = req.body.w as string; if (typeof v !== 'string' || v.length > 40) return res.end()", "102400"},
		{"let v = req.body.v as string; v = v.slice(0, 9); if (v.length > 40) return res.end()", "102400"},
	} {
		app := `import express from 'express'
const app = express()
app.use(express.json())
const check = (req: any, res: any, next: any) => { CHECK; next() }
app.post('/a', check, (req, res) => /(a+)+$/.test(req.body.v))
`
		if got := longest(t, "a.ts", strings.Replace(app, "CHECK", c.check, 1)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.check, got, c.want)
		}
	}
}
