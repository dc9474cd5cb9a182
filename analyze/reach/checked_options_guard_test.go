package reach

import "testing"

// TestCheckedOptions has checkSchema of express-validator check members by options that are written out.
func TestCheckedOptions(t *testing.T) {
	const stop = "if (!validationResult(req).isEmpty()) return res.status(400).end(); "
	const run = ", (req, res) => { " + stop + "RE.test(req.body.s); res.end() })"
	g := guardCase{name: "express-validator", file: "a.js", frame: `
const express = require('express'), app = express(), RE = /(a+)+$/, MAX = 50
const { body, checkSchema, validationResult } = require('express-validator')
app.use(express.json())
const schema = { s: { in: ['body'], isString: true, isLength: { options: { max: MAX } } } }
GUARD
`, bound: "50", loose: "102400", holds: []string{
		"app.post('/a', checkSchema(schema)" + run,
		"app.post('/a', checkSchema({ s: { isString: true, isLength: { options: { min: 1, max: 50 }, errorMessage: 'x' } } }, ['body'])" + run,
		"app.post('/a', checkSchema({ s: { in: 'body', trim: true, optional: true, isString: true, isLength: { options: { max: 50 } } } })" + run,
		"const v = checkSchema(schema); app.post('/a', v" + run,
		"app.post('/a', checkSchema(schema), (req, res) => { validationResult(req).throw(); RE.test(req.body.s) })",
		"app.post('/a', checkSchema(schema), (req, res) => { if (validationResult(req).isEmpty()) RE.test(req.body.s); res.end() })",
		"const halt = (req, res, next) => { " + stop + "next() }; app.post('/a', checkSchema(schema), halt, (req, res) => { RE.test(req.body.s) })",
		"app.post('/a', checkSchema({ t: { in: ['query'], toInt: true }, s: { in: ['body', 'query'], isString: true, isLength: { bail: true, options: { max: 50 } } } })" + run,
	}, not: []string{
		"app.post('/a', checkSchema({ t: schema.s })" + run,
		"app.post('/a', checkSchema(schema), (req, res) => { RE.test(req.body.s); res.end() })",
		"app.post('/a', checkSchema({ s: { isString: true, isLength: { options: { min: 50 } } } }, ['body'])" + run,
		"app.post('/a', checkSchema({ s: { isString: true, isLength: { options: { max: 50 } } } }, ['query'])" + run,
		"app.post('/a', checkSchema({ s: { in: ['query'], optional: true, isLength: { options: { max: 50 } } } }, ['body'])" + run,
		"app.post('/b', checkSchema(schema)); app.post('/a', body('t')" + run,
		"app.post('/a', checkSchema({ s: { in: 'body', if: { options: x => process.env.X }, isLength: { options: { max: 50 } } } })" + run,
		"app.post('/a', checkSchema({ s: { in: 'body', isLength: { if: x => process.env.X, options: { max: 50 } } } })" + run,
		"app.post('/a', checkSchema({ s: { in: 'body', isLength: { negated: true, options: { max: 50 } } } })" + run,
		"app.post('/a', checkSchema({ s: { in: 'body', isLength: { options: { max: 50 } }, customSanitizer: { options: x => x.repeat(99) } } })" + run,
		"app.post('/a', checkSchema({ s: { in: 'body', isLength: { options: { max: 50 } }, escape: true } })" + run,
		"app.post('/a', checkSchema({ 's.t': { in: 'body', isLength: { options: { max: 50 } } } })" + run,
		"app.post('/a', checkSchema({ s: { in: [process.env.IN], isLength: { options: { max: 50 } } } })" + run,
		"app.post('/a', checkSchema(process.env.X ? schema : {})" + run,
		"if (process.env.X) schema.s = {}; app.post('/a', checkSchema(schema)" + run,
		"schema[process.env.X] = {}; app.post('/a', checkSchema(schema)" + run,
	}}
	g.run(t)
	for _, schema := range []string{"{ s: { in: 'body', matches: { options: /(a+)+$/ } } }", "{ s: { in: 'body', matches: { options: [/(a+)+$/] } } }", "{ s: { in: 'body', custom: { options: s => /(a+)+$/.test(s) } } }"} {
		if got := longest(t, "a.js", "const app = require('express')(), { checkSchema } = require('express-validator')\napp.post('/a', checkSchema("+schema+"))\n"); got != "102400" {
			t.Errorf("%s: got %s, want 102400", schema, got)
		}
	}
}
