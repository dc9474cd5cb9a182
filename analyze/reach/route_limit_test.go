package reach

import "testing"

// TestRouteLimits has routes set the limit of their own bodies.
func TestRouteLimits(t *testing.T) {
	for _, g := range []guardCase{{"Fastify", "a.js", `
const app = require('fastify')()
const run = async req => /(a+)+$/.test(req.body.s), other = async () => 'x'
GUARD
`, "2000", "1048576", []string{
		"app.post('/a', { bodyLimit: 2000 }, run)",
		"app.post('/a', { bodyLimit: 2000, handler: run })",
		"app.route({ method: 'POST', url: '/a', bodyLimit: 2000, handler: run })",
		"app.route({ method: ['POST', 'PUT'], url: '/a', bodyLimit: 2 * 1000, handler: run })",
		"const LIMIT = 2000; app.post('/a', { bodyLimit: LIMIT }, run)",
		"const options = { bodyLimit: 2000 }; app.post('/a', options, run)",
		"app.post('/a', { bodyLimit: 2000 }, run); app.put('/a', { bodyLimit: 1000 }, run)",
		"app.register(async one => { one.post('/a', { bodyLimit: 2000 }, run) })",
	}, []string{
		"app.post('/a', run)",
		"app.post('/a', { handler: run })",
		"app.post('/b', { bodyLimit: 2000 }, other); app.post('/a', run)",
		"app.post('/b', { bodyLimit: 2000 }, run); app.post('/a', run)",
		"app.post('/a', { config: { bodyLimit: 2000 } }, run)",
		"app.post('/a', { bodyLimit: 0 }, run)",
		"app.post('/a', { bodyLimit: Number(process.env.LIMIT) }, run)",
		"app.post('/a', { bodyLimit: 1048576 }, run); app.put('/a', { bodyLimit: 2000 }, run)",
	}}, {"Express", "a.js", `
const express = require('express'), app = express(), router = express.Router()
const run = (req, res) => /(a+)+$/.test(req.body.s), other = (req, res) => res.end()
GUARD
`, "2000", "10000", []string{
		"app.post('/a', express.json({ limit: 2000 }), run)",
		"app.post('/b', express.json({ limit: '1mb' }), other); app.post('/a', express.json({ limit: 2000 }), run); app.put('/a', express.json({ limit: 1000 }), run)",
		"app.post('/b', express.raw({ limit: 10000 }), other); app.use(express.json({ limit: 2000 })); app.post('/a', run)",
		"app.post('/b', express.json({ limit: 10000 }), other); app.post('/a', express.json({ limit: 2000 }), run)",
		"const long = express.json({ limit: 10000 }); app.post('/b', long, other); app.use(express.json({ limit: 2000 })); app.post('/a', run)",
		"const long = express.json({ limit: 10000 }); app.use(express.json({ limit: 2000 })); router.post('/b', [long, other]); app.post('/a', run); app.use(router)",
		"app.post('/b', express.text({ limit: '1mb' }), other); app.use(express.json({ limit: 2000 })); app.put('/a', run)",
		"const long = express.json({ limit: 10000 }); const short = express.json({ limit: 2000 }); app.post('/b', long, other); router.post('/a', short, run); app.use(router)",
	}, []string{
		"const long = express.json({ limit: 10000 }); app.post('/a', long, run)",
		"const long = express.json({ limit: 10000 }); app.use(long); app.post('/a', run)",
		"const long = express.json({ limit: 10000 }); app.use(long); app.post('/a', express.text({ limit: 2000 }), run)",
		"app.use(express.json({ limit: 2000 })); app.post('/a', express.text({ limit: 10000 }), run)",
		"const long = express.json({ limit: 10000 }); app.use('/a', long); app.post('/b', express.json({ limit: 2000 }), other); app.post('/a', run)",
		"const form = require('multer')({ limits: { fieldSize: 10000 } }); app.post('/a', express.json({ limit: 2000 }), form.none(), run)",
		"const long = express.json({ limit: 10000 }); app.post('/b', express.json({ limit: 2000 }), run); app.post('/a', long, run)",
		"app.all('*', express.json({ limit: 10000 }), (req, res, next) => next()); app.post('/a', express.json({ limit: 2000 }), run)",
		"app.post('/A/', express.json({ limit: 10000 })); app.post('/a', express.json({ limit: 2000 }), run)",
		"app.post('/:any', express.json({ limit: 10000 }), (req, res, next) => next()); app.post('/a', express.json({ limit: 2000 }), run)",
		"app.post('/s/a', express.json({ limit: 10000 }), (req, res, next) => next()); router.post('/a', express.json({ limit: 2000 }), run); app.use('/s', router)",
		"app.route('/a').all(express.json({ limit: 10000 })).post(express.json({ limit: 2000 }), run)",
		"const long = express.json({ limit: 10000 }); app.use(express.json({ limit: 2000 })); const all = { long }; app.post('/a', all.long, run)",
		"const long = express.json({ limit: 10000 }); app.use(express.json({ limit: 2000 })); app.post('/b', long, other); app.all('*', (req, res, next) => long(req, res, next)); app.post('/a', run)",
	}}, {"Hapi", "a.js", `
const server = require('@hapi/hapi').server({})
const run = r => /(a+)+$/.test(r.payload.s), other = r => 'x'
GUARD
`, "2000", "1048576", []string{
		"server.route({ method: 'POST', path: '/a', handler: run, options: { payload: { maxBytes: 2000 } } })",
		"server.route({ method: 'POST', path: '/a', options: { handler: run, payload: { maxBytes: 2000 } } })",
		"server.route({ method: 'POST', path: '/a', config: { handler: run, payload: { maxBytes: 2000 } } })",
		"server.route([{ method: 'POST', path: '/a', options: { handler: run, payload: { maxBytes: 2000 } } }])",
		"server.route([{ method: 'POST', path: '/b', handler: other }, { method: 'POST', path: '/a', options: { handler: run, payload: { maxBytes: 2000 } } }])",
		"const payload = { maxBytes: 2000 }; server.route({ method: 'POST', path: '/a', handler: run, options: { payload } })",
		"const options = { payload: { maxBytes: 2000 } }; server.route({ method: 'POST', path: '/a', handler: run, options })",
		"server.route({ method: 'POST', path: '/b', handler: other }); server.route({ method: 'POST', path: '/a', handler: run, options: { payload: { maxBytes: 2000 } } })",
	}, []string{
		"server.route({ method: 'POST', path: '/a', handler: run })",
		"server.route({ method: 'POST', path: '/b', options: { handler: other, payload: { maxBytes: 2000 } } }); server.route({ method: 'POST', path: '/a', handler: run })",
		"server.route([{ method: 'POST', path: '/b', options: { handler: other, payload: { maxBytes: 2000 } } }, { method: 'POST', path: '/a', handler: run }])",
		"server.route({ method: 'POST', path: '/b', options: { handler: run, payload: { maxBytes: 2000 } } }); server.route({ method: 'POST', path: '/a', handler: run })",
		"server.route({ method: 'POST', path: '/a', handler: run, options: { plugins: { maxBytes: 2000 } } })",
		"server.route({ method: 'POST', path: '/a', handler: run, options: { payload: { maxBytes: 1048576 } } })",
		"server.route({ method: 'POST', path: '/a', handler: run, options: { payload: { maxBytes: Number(process.env.LIMIT) } } })",
		"server.route({ method: 'POST', path: '/a', handler: run, payload: { maxBytes: 2000 } })",
	}}, {"Hono", "a.ts", `
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
const app = new Hono(), sub = new Hono()
const run = async c => { const b = await c.req.json(); return c.json(/(a+)+$/.test(b.s)) }
const short = bodyLimit({ maxSize: 2000, onError: c => c.text('no', 413) })
GUARD
`, "2000", "any", []string{
		"app.post('/a', short, run)",
		"app.post('/a', bodyLimit({ maxSize: 2 * 1000 }), run)",
		"app.use(short); app.post('/a', run)",
		"app.use('*', short); app.post('/a', run)",
		"app.use('/a/*', short); app.post('/a/b', run)",
		"app.use('/a', short); app.post('/a', run)",
		"app.use('/s/*', short); app.route('/s', sub); sub.post('/a', run)",
		"sub.use(short); sub.post('/a', run); app.route('/s', sub)",
	}, []string{
		"app.post('/a', run)",
		"app.post('/b', short, c => c.text('b')); app.post('/a', run)",
		"app.post('/a', run); app.use(short)",
		"app.use('/b', short); app.post('/a', run)",
		"app.use('/a', short); app.post('/a/b', run)",
		"app.use('/s', short); app.route('/s', sub); sub.post('/a', run)",
		"if (process.env.S) app.use(short); app.post('/a', run)",
		"app.post('/b', short, run); app.post('/a', run)",
	}}} {
		g.run(t)
	}
}
