package reach

import "testing"

// TestHandlerOrder has handlers and checks stand before the one that reads, in lists that are written out with others, in the
// wrong order, and on other routes.
func TestHandlerOrder(t *testing.T) {
	const frame = `
const app = require('express')(), { body, validationResult } = require('express-validator')
const rules = [body('t').isString().isLength({ max: 40 })]
const check = (req, res, next) => { if (!validationResult(req).isEmpty()) return res.status(400).end(); next() }
const short = (req, res, next) => { if (typeof req.body.t !== 'string' || req.body.t.length > 25) return res.status(400).end(); next() }
const all = [...rules, check], validate = r => [...r, check]
`
	const read = `, (req, res) => { /(a+)+$/.test(req.body.t) })`
	for _, test := range []struct{ code, want string }{
		{`app.post('/', [...rules, check]` + read, "remote body POST / body.t 40"},
		{`app.post('/', all` + read, "remote body POST / body.t 40"},
		{`app.post('/', [rules, check]` + read, "remote body POST / body.t 40"},
		{`app.post('/', validate(rules)` + read, "remote body POST / body.t 40"},
		{`app.post('/', [...[short], check]` + read, "remote body POST / body.t 25"},
		{`app.post('/', [...rules]` + read, "remote body POST / body.t 102400"},
		{`app.post('/', [check, ...rules]` + read, "remote body POST / body.t 102400"},
		{`let l = [short]; for (const x of [1, 2]) { l = [l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l] }
app.post('/', l` + read, "remote body POST / body.t 102400"},
		{`app.post('/', [check, rules[0]]` + read, "remote body POST / body.t 102400"},
		{`app.post('/', check, body('t').isString().isLength({ max: 40 })` + read, "remote body POST / body.t 102400"},
		{`app.post('/', body('t').isString().isLength({ max: 40 }), check` + read, "remote body POST / body.t 40"},
		{`app.post('/1', (req, res, next) => { Object.assign(req, { user: req.body.u }); next() }, (req, res) => { /(a+)+$/.test(req.user) })
app.post('/2', (req, res, next) => { req.user = req.body.v.slice(0, 30); next() }, (req, res) => { /(b+)+$/.test(req.user) })`,
			"remote body POST /1 body.u 102400; remote body POST /2 body.v 30"},
		{`app.use((req, res, next) => { Object.assign(req, { user: { tag: req.get('x') } }); next() }); app.get('/1', (req, res) => { /(a+)+$/.test(req.user.tag) })`,
			"remote header GET /1 get() 16384"},
	} {
		if got := ways(t, "a.js", frame+test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
