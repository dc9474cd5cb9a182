package reach

import "testing"

// TestHandedCallback follows what a function calls a callback with to those that handed it that callback, and not to those that
// handed it another one.
func TestHandedCallback(t *testing.T) {
	const start = `const app = require('express')()
const plugins = require('plugins')
function fire(hook, value, cb) { if (!plugins[hook]) return cb(null, value); plugins[hook](value, cb) }
function twice(hook, value, cb) { cb = typeof cb === 'function' ? cb : function () {}; fire(hook, value, cb) }
function later(value, cb) { setTimeout(() => cb(null, value), 10) }
function other(value, cb) { const mine = plugins.get('x'); cb(null, mine + value) }
function each(list, value, cb) { list.forEach(one => { cb(null, one + value) }) }
function chain(value, cb) { plugins.get('x', found => { if (!found) return cb(null, value); found(value, cb) }) }
const check = (e, s) => M(s)
`
	for _, test := range []struct{ code, want string }{
		{"app.post('/a', (req, res) => fire('a', req.body.s, () => {}))\nfire('b', 'x', (e, s) => M(s))", "unknown"},
		{"app.post('/a', (req, res) => twice('a', req.body.s, () => {}))\ntwice('b', 'x', (e, s) => M(s))", "unknown"},
		{"app.post('/a', (req, res) => fire('a', req.body.s, () => {}))\nfire('b', process.argv[2], (e, s) => M(s))", "local"},
		{"app.post('/a', (req, res) => fire('a', req.body.s, (e, s) => M(s)))\nfire('b', 'x', () => {})", "remote"},
		{"app.post('/a', (req, res) => twice('a', req.body.s, (e, s) => M(s)))\ntwice('b', 'x', () => {})", "remote"},
		{"app.post('/a', (req, res) => each([1], req.body.s, () => {}))\neach([1], 'x', (e, s) => M(s))", "constant"},
		{"app.post('/a', (req, res) => chain(req.body.s, () => {}))\nchain('x', (e, s) => M(s))", "unknown"},
		{"app.post('/a', (req, res) => later(req.body.s, () => {}))\nlater(process.argv[2], (e, s) => M(s))", "local"},
		{"app.post('/a', (req, res) => each([1], req.body.s, (e, s) => M(s)))\neach([1], 'x', () => {})", "remote"},
		{"app.post('/a', (req, res) => chain(req.body.s, (e, s) => M(s)))\nchain('x', () => {})", "remote"},
		{"app.post('/a', (req, res) => chain(req.body.s, check))\nchain('x', check)", "remote"},
		{"app.post('/a', (req, res) => other(req.body.s, (e, s) => M(s)))\nother('x', () => {})", "remote"},
		{"app.post('/a', (req, res) => later(req.body.s, (e, s) => M(s)))\nlater('x', () => {})", "remote"},
		{"app.post('/a', (req, res) => fire('a', req.body.s, check))\nfire('b', 'x', check)", "remote"},
		{"app.post('/a', (req, res) => fire('a', req.body.s, check))\ntwice('b', 'x', check)", "remote"},
		{"const all = [check]\napp.post('/a', (req, res) => { for (const f of all) fire('a', req.body.s, f) })\nfire('b', 'x', check)", "remote"},
		{"const o = { check }\napp.post('/a', (req, res) => fire('a', req.body.s, o.check))\nfire('b', 'x', () => {})", "remote"},
		{"app.post('/a', (req, res) => { let f = (e, s) => M(s); fire('a', 'x', f); fire('a', req.body.s, f) })", "remote"},
		{"app.post('/a', (req, res) => { const t = req.body.s; const run = (cb) => cb(null, t); run((e, s) => M(s)) })", "remote"},
		{"function walk(n, value, cb) { if (n) return walk(n - 1, value, cb); cb(null, value) }\napp.post('/a', (req, res) => walk(3, req.body.s, (e, s) => M(s)))\nwalk(2, 'x', () => {})", "remote"},
		{"let kept = 'x'\nfunction keep(value) { kept = value }\nfunction give(cb) { cb(null, kept) }\napp.post('/a', (req, res) => keep(req.body.s))\ngive((e, s) => M(s))", "remote"},
		{"class Box { set(v) { this.v = v } get(cb) { cb(null, this.v) } }\nconst b = new Box()\napp.post('/a', (req, res) => b.set(req.body.s))\nb.get((e, s) => M(s))", "remote"},
		{"const make = (value) => (cb) => cb(null, value)\napp.post('/a', (req, res) => make(req.body.s)((e, s) => M(s)))", "remote"},
	} {
		wantsLevel(t, start+test.code, test.want)
	}
}
