package reach

import "testing"

// TestMadeValidators has functions make the handlers that check requests, each by a schema of its own.
func TestMadeValidators(t *testing.T) {
	g := guardCase{"Express", "a.js", `
const express = require('express'), { z } = require('zod'), Joi = require('joi')
const app = express()
app.use(express.json())
const A = z.object({ s: z.string().max(30) }), B = z.object({ s: z.string() })
const J = Joi.object({ s: Joi.string().max(30) }), K = Joi.object({ s: Joi.string() })
const keep = (schema) => (req, res, next) => {
  const r = schema.safeParse(req.body)
  if (!r.success) return res.status(400).end()
  req.body = r.data
  next()
}
const at = (schema, where = 'body') => async (req, res, next) => {
  const r = await schema.safeParseAsync(req[where])
  if (!r.success) return res.status(400).json(r.error)
  req[where] = r.data
  return next()
}
const joi = (schema, where) => (req, res, next) => {
  const { error, value } = schema.validate(req[where])
  if (error) return res.status(400).json(error)
  req[where] = value
  next()
}
const parsed = (schema) => (req, res, next) => {
  try { req.body = schema.parse(req.body) } catch (e) { return next(e) }
  next()
}
const goes = (schema) => (req, res, next) => {
  const r = schema.safeParse(req.body)
  if (r.success) req.body = r.data
  next()
}
const back = (schema, where) => (req, res, next) => {
  const old = req.body
  const r = schema.safeParse(req[where])
  if (!r.success) return res.status(400).end()
  req[where] = r.data
  req.body = old
  next()
}
const under = (schema, where, other) => (req, res, next) => {
  const old = req.body
  const r = schema.safeParse(req[where])
  if (!r.success) return res.status(400).end()
  req[where] = r.data
  req[other] = old
  next()
}
const raw = (req, res, next) => { req.body = { s: req.body.t }; next() }
const run = (req, res) => { res.json(/(a+)+$/.test(req.body.s)) }
const other = (req, res) => { res.json(req.body.s) }
app.post('/b', keep(B), other)
app.post('/c', at(B), other)
app.get('/d', at(A, 'query'), other)
app.post('/e', joi(K, 'body'), other)
app.post('/f', parsed(B), other)
GUARD
`, "30", "102400", []string{
		"app.post('/a', keep(A), run)",
		"app.post('/a', at(A), run)",
		"app.post('/a', at(A, 'body'), run)",
		"app.post('/a', joi(J, 'body'), run)",
		"app.post('/a', parsed(A), run)",
		"app.post('/a', raw, keep(A), run)",
		"const router = express.Router(); router.post('/a', at(A), run); app.use(router)",
		"app.route('/a').post(keep(A), run)",
		"const where = 'body'; app.post('/a', at(A, where), run)",
		"app.post('/a', keep(B), keep(A), run)",
	}, []string{
		"app.post('/a', keep(B), run)",
		"app.post('/a', at(B), run)",
		"app.post('/a', at(A, 'query'), run)",
		"app.post('/a', joi(K, 'body'), run)",
		"app.post('/a', joi(J, 'query'), run)",
		"app.post('/a', parsed(B), run)",
		"app.post('/a', goes(A), run)",
		"app.post('/a', back(A, 'body'), run)",
		"app.post('/a', under(A, 'body', 'body'), run)",
		"app.post('/a', keep(A), raw, run)",
		"app.post('/a', run, keep(A))",
		"app.post('/a', keep(A), run); app.put('/a', keep(B), run)",
		"app.post('/a', keep(A), run); app.put('/a', run)",
		"app.post('/a', (req, res, next) => { next(); keep(A)(req, res, () => {}) }, run)",
	}}
	g.run(t)
}
