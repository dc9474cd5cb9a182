package reach

import (
	"strings"
	"testing"
)

// TestSchemasInJSON checks what was sent by schemas in files of JSON.
func TestSchemasInJSON(t *testing.T) {
	const frame = `
-- a.js --
const express = require('express'), Ajv = require('ajv'), fs = require('fs')
const app = express(), ajv = new Ajv()
app.use(express.json())
GUARD
-- schemas/item.json --
{
  "$id": "item",
  "type": "object",
  "properties": { "s": { "type": "string", "maxLength": 40 }, "t": { "type": "string" }, "list": { "type": "array", "maxItems": 40, "items": { "type": "string" } } }
}
-- schemas/all.json --
{ "make": { "properties": { "s": { "type": "string", "maxLength": 40 } } }, "other": { "properties": { "s": { "maxLength": 40 } } } }
-- schemas/index.js --
module.exports = { item: require('./item.json') }
`
	holds := []string{
		"const check = ajv.compile(require('./schemas/item.json')); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const schema = require('./schemas/item.json'), check = ajv.compile(schema); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const { make } = require('./schemas/all.json'), check = ajv.compile(make); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const all = require('./schemas/all.json'), check = ajv.compile(all.make); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const { item } = require('./schemas'), check = ajv.compile(item); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"import item from './schemas/item.json'; const check = ajv.compile(item); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"import item from './schemas/item.json' with { type: 'json' }; const check = ajv.compile(item); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const item = require('./schemas/item.json'); app.post('/a', (req, res) => { if (!ajv.validate(item, req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const most = require('./schemas/all.json').make.properties.s.maxLength; app.post('/a', (req, res) => { const s = String(req.body.s); if (s.length > most) return; /(a+)+$/.test(s) })",
	}
	not := []string{
		"const check = ajv.compile(require('./schemas/item.json')); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.t) })",
		"const check = ajv.compile(require('./schemas/item.json')); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.list[0]) })",
		"const check = ajv.compile(require('./schemas/item.json')); app.post('/a', (req, res) => { check(req.body); /(a+)+$/.test(req.body.s) })",
		"const check = ajv.compile(require('./schemas/item.json')); app.post('/a', (req, res) => { if (!check(req.query)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const check = ajv.compile(require('./schemas/all.json')); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const check = ajv.compile(require('./schemas/all.json').other); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const check = ajv.compile(require('./schemas/none.json')); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
		"const check = ajv.compile(JSON.parse(fs.readFileSync('./schemas/item.json'))); app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); /(a+)+$/.test(req.body.s) })",
	}
	for i, code := range append(holds, not...) {
		want := "40"
		if i >= len(holds) {
			want = "102400"
		}
		got := ""
		for _, line := range strings.Split(describe(t, strings.Replace(frame, "GUARD", code, 1)), "\n") {
			if way, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(way, "remote body POST /a ") {
				got = way[strings.LastIndexByte(way, ' ')+1:]
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %s", code, got, want)
		}
	}
}

// TestSpreadHandlers registers handlers behind others of a list, at whatever position they then stand.
func TestSpreadHandlers(t *testing.T) {
	g := guardCase{"handlers", "a.js", `
const express = require('express'), { query, validationResult } = require('express-validator')
const app = express()
const check = (req, res, next) => { if (!validationResult(req).isEmpty()) return res.sendStatus(400); next() }
const loose = (req, res, next) => { validationResult(req).isEmpty(); next() }
const rules = [query('s').isString().isLength({ max: 40 })], others = [query('t').isString().isLength({ max: 40 })]
GUARD
`, "40", "16384", []string{
		"app.get('/a', ...rules, check, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', rules, check, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...others, ...rules, check, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...rules, (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.query.s) })",
		"app.get('/a', [rules[0], check], (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.post('/a', ...rules, check, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', check.name ? check : check, ...rules, (req, res) => { if (validationResult(req).isEmpty()) /(a+)+$/.test(req.query.s) })",
		"app.get('/a', query('s').isString().isLength({ max: 40 }), ...others, check, (req, res) => { /(a+)+$/.test(req.query.s) })",
	}, []string{
		"app.get('/a', ...rules, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...others, check, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...rules, loose, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...rules, check, (req, res) => { /(a+)+$/.test(req.query.t) })",
		"app.get('/a', check, (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/b', ...rules, check, (req, res) => {}); app.get('/a', (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...[], (req, res) => { /(a+)+$/.test(req.query.s) })",
		"app.get('/a', ...app.locals.first, (req, res) => { /(a+)+$/.test(req.query.s) })",
	}}
	g.run(t)
}
