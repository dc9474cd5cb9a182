package reach

import "testing"

// TestHonoMiddlewares has middlewares of Hono let pass only what is short, and hand on what they note.
func TestHonoMiddlewares(t *testing.T) {
	for _, g := range []guardCase{
		{"Hono", "a.js", `
import { Hono } from 'hono'
const RE = /(a+)+$/, app = new Hono(), sub = new Hono()
const gate = async (c, next) => { if ((c.req.query('s') ?? '').length > 10) return c.text('no', 400); await next() }
const made = async (c, next) => { const s = c.req.query('s'); if (!s || s.length > 10) return c.text('no', 400); await next() }
const goes = async (c, next) => { if (c.req.query('s').length > 10) c.text('no', 400); await next() }
const late = async (c, next) => { await next(); if (c.req.query('s').length > 10) return c.text('no', 400) }
const other = async (c, next) => { if (c.req.query('t').length > 10) return c.text('no', 400); await next() }
const run = c => { RE.test(c.req.query('s')); return c.text('x') }
const noted = c => { RE.test(c.get('s')); return c.text('x') }
GUARD
`, "10", "16384", []string{
			"app.get('/a', gate, run)",
			"app.get('/a', made, run)",
			"app.get('/a', other, gate, run)",
			"app.use(gate); app.get('/a', run)",
			"app.use('*', made); app.get('/a', run)",
			"sub.use(gate); sub.get('/a', run); app.route('/b', sub)",
			"app.use(async (c, next) => { c.set('s', c.req.query('s').slice(0, 10)); await next() }); app.get('/a', noted)",
			"app.use(async (c, next) => { c.set('s', c.req.query('s').slice(0, 10)); c.set('t', c.req.query('t')); await next() }); app.get('/a', c => { RE.test(c.var.s); return c.text('x') })",
		}, []string{
			"app.get('/a', goes, run)",
			"app.get('/a', late, run)",
			"app.get('/a', other, run)",
			"app.get('/a', run); app.use(gate)",
			"app.use('/b/*', gate); app.get('/a', run)",
			"sub.use(gate); app.get('/a', run); app.route('/b', sub)",
			"app.use(async (c, next) => { c.set('s', c.req.query('s')); await next() }); app.get('/a', noted)",
			"app.use(async (c, next) => { c.set('s', c.req.query('s')); await next() }); app.get('/a', c => { RE.test(c.var.s); return c.text('x') })",
			"app.get('/a', gate, c => { RE.test(c.req.queries('s')[1]); return c.text('x') })",
		}},
		{"params of Express", "a.js", `
const express = require('express'), app = express(), r = express.Router()
const gate = (req, res, next) => { if (String(req.query.s).length > 10) return res.end(); next() }
const run = (req, res) => { /(a+)+$/.test(String(req.query.s)); res.end() }
GUARD
`, "10", "16384", []string{
			"app.param('p', gate); app.get('/a/:p', run)",
			"app.param('p', gate); app.get('/a/:p/b/:q', run)",
			"r.param('p', gate); r.get('/a/:p', run); app.use('/b', r)",
			"app.param('q', gate); app.get('/a/:p/b/:q', run)",
			"app.use(gate); app.get('/a/:p', run)",
			"app.get('/a/:p', gate, run)",
			"app.param('p', gate); app.param('q', (req, res, next) => next()); app.get('/a/:p', run)",
			"app.param('p', gate); app.get('/a/:p(\\d+)', run)",
		}, []string{
			"app.param('q', gate); app.get('/a/:p', run)",
			"app.param('p', gate); app.get('/a', run)",
			"app.param('p', gate); app.get('/a/:p?', run)",
			"app.param('p', gate); r.get('/a/:p', run); app.use('/b', r)",
			"r.param('p', gate); app.use('/b', r); app.get('/a/:p', run)",
			"app.param(process.env.P, gate); app.get('/a/:p', run)",
			"if (process.env.P) app.param('p', gate); app.get('/a/:p', run)",
			"app.param('p', (req, res, next) => { if (String(req.query.s).length > 10) res.status(400); next() }); app.get('/a/:p', run)",
		}},
	} {
		g.run(t)
	}
}
