package reach

import "testing"

// TestRequestGuards has one handler store what a schema returned for the handlers behind it on the same route.
func TestRequestGuards(t *testing.T) {
	for _, g := range []guardCase{{"Express", "a.js", `
const express = require('express'), Joi = require('joi'), { z } = require('zod')
const Z = z.object({ s: z.string().max(10) }), J = Joi.object({ s: Joi.string().max(10) })
const app = express()
const check = schema => (req, res, next) => {
  const { error, value } = schema.validate(req.body)
  if (error) return res.status(400).end()
  req.body = value
  next()
}
const parse = schema => (req, res, next) => { try { req.body = schema.parse(req.body); next() } catch (e) { next(e) } }
const loose = (req, res, next) => { const { error, value } = J.validate(req.body); if (error) res.status(400); req.body = value; next() }
const old = (req, res, next) => { req.old = req.body; next() }
const back = (req, res, next) => { req.body = req.old; next() }
const widen = req => { req.body.s = req.query.q }
const read = (req, res) => { /(a+)+$/.test(req.body.s) }
GUARD
`, "10", "102400", []string{
		"app.post('/a', check(J), read)",
		"app.post('/a', parse(Z), read)",
		"app.route('/a').post(parse(Z), read)",
		"app.post('/a', old, parse(Z), read)",
		"app.post('/a', parse(Z), read); app.put('/a', parse(Z), read)",
		"app.post('/a', (req, res, next) => { req.body = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { req.query = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { const { error, value } = J.validate(req.body); if (error) return next(error); req.body = value; return next() }, read)",
		"app.post('/a', (req, res, next) => { const r = Z.safeParse(req.body); if (!r.success) return next(new Error('no')); req.body = r.data; next() }, read)",
	}, []string{
		"app.post('/a', loose, read)",
		"app.post('/a', read, parse(Z))",
		"app.post('/b', parse(Z)); app.post('/a', read)",
		"app.use('/b', parse(Z)); app.post('/a', read)",
		"app.post('/a', parse(Z), read); app.post('/b', read)",
		"app.post('/a', parse(Z), read); app.post('/b', [read])",
		"app.post('/a', old, parse(Z), back, read)",
		"app.post('/a', parse(Z), (req, res, next) => { widen(req); next() }, read)",
		"app.post('/a', parse(Z), (req, res, next) => { const r = req; r.body.s = req.query.q; next() }, read)",
		"app.post('/a', parse(Z), require('forms')().none(), read)",
		"app.post('/a', Math.random() ? parse(Z) : old, read)",
		"app.post('/a', (req, res, next) => { if (req.query.x) req.body = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { if (req.query.x) return next(); req.body = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { setTimeout(next, 1); req.body = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { setTimeout(() => next(), 1); req.body = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { try { req.body = Z.parse(req.body) } catch (e) {} next() }, read)",
		"app.post('/a', (req, res, next) => { next(); req.body = Z.parse(req.body) }, read)",
		"app.post('/a', (e, req, res, next) => { req.body = Z.parse(req.body); next() }, read)",
		"app.post('/a', (req, res, next) => { const { error, value } = J.validate(req.body); req.body = value; next(error) }, read)",
	}}} {
		g.run(t)
	}
}
