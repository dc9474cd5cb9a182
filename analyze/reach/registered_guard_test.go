package reach

import "testing"

// TestRegisteredGuards checks texts by schemas that stand beside handlers where these are registered: in lists of routes,
// and under the name by which a handler takes what was checked.
func TestRegisteredGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Hono", "a.ts", `
import { Hono } from 'hono'
import { zValidator } from '@hono/zod-validator'
import { z } from 'zod'
const Z = z.object({ s: z.string().max(10), t: z.string(), u: z.string().trim().max(10) })
const Loose = z.object({ s: z.string() })
const app = new Hono()
const match = s => /(a+)+$/.test(s)
const json = zValidator('json', Z)
GUARD
`, "10", "any", []string{
			"app.post('/a', zValidator('json', Z), c => match(c.req.valid('json').s))",
			"app.post('/a', zValidator('query', Z), c => { const { s } = c.req.valid('query'); return match(s) })",
			"app.post('/a', zValidator('json', Z), zValidator('query', Loose), c => match(c.req.valid('json').s))",
			"app.post('/a', zValidator('query', Loose), zValidator('form', Z), async c => { const b = c.req.valid('form'); return match(b.s) })",
			"app.post('/a', json, c => match(c.req.valid('json').s))",
			"app.post('/a', zValidator('json', Z, (r, c) => { if (!r.success) return c.text('no', 400) }), c => match(c.req.valid('json').s))",
			"app.post('/a', zValidator('json', Z), async c => match((await c.req.json()).s))",
			"app.get('/b', c => c.text('b')).post('/a', zValidator('param', Z), c => match(c.req.valid('param').u))",
		}, []string{
			"app.post('/a', zValidator('json', Z), zValidator('query', Loose), c => match(c.req.valid('query').s))",
			"app.post('/a', zValidator('query', Loose), zValidator('json', Z), c => { const { s } = c.req.valid('query'); return match(s) })",
			"app.post('/a', zValidator('json', Z), c => match(c.req.valid('form').s))",
			"app.post('/a', zValidator('json', Z), c => match(c.req.valid(c.req.path).s))",
			"app.post('/a', zValidator('json', Z), c => match(c.req.valid('json').t))",
			"app.post('/a', zValidator('json', Z), async c => match((await c.req.json()).u))",
			"app.post('/b', zValidator('json', Z), c => c.text('b')); app.post('/a', c => match(c.req.valid('json').s))",
			"app.post('/a', zValidator('json', Loose), c => match(c.req.valid('json').s))",
			"app.post('/a', zValidator('json', Z), async c => match((await c.req.parseBody()).s))",
		}},
		{"Fastify", "a.js", `
const app = require('fastify')()
app.addSchema({ $id: 'one', type: 'object', properties: { s: { type: 'string', maxLength: 10 }, t: { type: 'string' } } })
app.addSchema({ $id: 'two', type: 'object', properties: { s: { type: 'string' } } })
app.addSchema({ $id: 'twice', type: 'object', properties: { s: { type: 'string', maxLength: 10 } } })
app.addSchema({ $id: 'twice', type: 'object', properties: { s: { type: 'string' } } })
const body = { type: 'object', properties: { s: { type: 'string', maxLength: 10 } } }
const run = (r, reply) => { reply.send(/(a+)+$/.test(r.body.s)) }
GUARD
`, "10", "1048576", []string{
			"app.post('/a', { schema: { body } }, run)",
			"app.post('/a', { schema: { body: { $ref: 'one#' } } }, run)",
			"app.post('/a', { schema: { body: { $ref: 'one' } } }, run)",
			"app.route({ method: 'POST', url: '/a', schema: { body }, handler: run })",
			"const schema = { body, querystring: { $ref: 'two#' } }; app.post('/a', { schema }, run)",
			"app.route({ method: 'POST', url: '/a', schema: { body: { $ref: 'one#' } }, handler: run })",
			"app.post('/a', { schema: { body: { type: 'object', properties: { s: { type: 'string', maxLength: 10 }, x: { $ref: 'two#' } } } } }, run)",
			"app.post('/b', { attachValidation: true, schema: { body } }, (r, reply) => { reply.send('x') }); app.put('/a', { schema: { body } }, run)",
		}, []string{
			"app.post('/a', { attachValidation: true, schema: { body } }, run)",
			"app.post('/a', { schema: { body }, attachValidation: process.env.LOOSE === '1' }, run)",
			"app.route({ method: 'POST', url: '/a', attachValidation: true, schema: { body }, handler: run })",
			"app.post('/a', { schema: { body: { $ref: 'two#' } } }, run)",
			"app.post('/a', { schema: { body: { $ref: 'three#' } } }, run)",
			"app.post('/a', { schema: { body: { $ref: 'one#/properties/t' } } }, run)",
			"app.post('/a', { schema: { body: { $ref: 'twice#' } } }, run)",
			"app.post('/a', { schema: { querystring: body } }, run)",
		}},
		{"Hapi", "a.js", `
const Hapi = require('@hapi/hapi'), Joi = require('joi')
const Z = Joi.object({ s: Joi.string().max(10), t: Joi.string() }), Loose = Joi.object({ s: Joi.string() })
const server = Hapi.server({})
const run = r => /(a+)+$/.test(r.payload.s), other = r => 'x'
GUARD
`, "10", "1048576", []string{
			"server.route({ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Z } } })",
			"server.route({ method: 'POST', path: '/a', options: { handler: run, validate: { payload: Z } } })",
			"server.route({ method: 'POST', path: '/a', config: { handler: run, validate: { payload: Z } } })",
			"server.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Z } } }])",
			"server.route([{ method: 'POST', path: '/b', handler: other }, { method: 'POST', path: '/a', options: { handler: run, validate: { payload: Z } } }])",
			"server.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Z } } }, { method: 'POST', path: '/b', handler: other, options: { validate: { payload: Loose } } }])",
			"server.register({ name: 'p', register: s => s.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Z } } }]) })",
			"const p = { plugin: { name: 'p', register(s) { s.route({ method: 'POST', path: '/a', handler: run, config: { validate: { payload: Z } } }) } } }; server.register([p])",
		}, []string{
			"server.route([{ method: 'POST', path: '/b', handler: other, options: { validate: { payload: Z } } }, { method: 'POST', path: '/a', handler: run }])",
			"server.route([{ method: 'POST', path: '/a', handler: run }, { method: 'POST', path: '/b', handler: other, options: { validate: { payload: Z } } }])",
			"server.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { query: Z } } }])",
			"server.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Loose } } }, { method: 'POST', path: '/b', handler: other, options: { validate: { payload: Z } } }])",
			"server.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Z } } }, { method: 'PUT', path: '/a', handler: run }])",
			"server.route([{ method: 'POST', path: '/a', handler: run, options: { validate: { payload: Z, failAction: 'log' } } }])",
			"server.route({ method: 'POST', path: '/a', options: { pre: [run], handler: other, validate: { query: Z } } })",
			"server.route({ method: 'POST', path: '/a', config: { pre: [{ assign: 's', method: run }] }, handler: other })",
			"server.register([{ plugin: { name: 'p', register(s) { s.route({ method: 'POST', path: '/a', handler: run }) } } }])",
		}},
		{"lengths by another name", "a.js", `
const express = require('express')
const app = express()
app.post('/a', (req, res) => {
  let s = req.body.s, o = req.body.o
  const u = req.body.s
  GUARD;
  /(a+)+$/.test(u)
})`, "10", "102400", []string{
			"const { length: n } = u; if (n > 10) return",
			"const { length } = u; if (length > 10) return",
			"const { length } = u; if (!(length <= 10)) throw new Error('no')",
			"const { length: n } = u, most = 10; if (n > most) return res.end()",
			"const { length: n } = u; const long = n > 10; if (long) return",
			"const { length: n } = u; if (n < 1 || n > 10) return",
			"const { length: n } = u; switch (true) { default: if (n > 10) return }",
			"const { length: n, other } = u; if (n > 10) return",
		}, []string{
			"const { length: n } = o; if (n > 10) return",
			"const { length: n } = s; s = u + u; if (n > 10) console.log('long')",
			"let { length: n } = u; n = 1; if (n > 10) return",
			"const { length: n = 1 } = u; if (n < 10) return",
			"const { length: n } = u; if (n > 10) res.status(400)",
			"const { width: n } = u; if (n > 10) return",
			"const { a: { length: n } } = req.body; if (n > 10) return",
			"const [n] = u; if (n > 10) return",
		}},
	} {
		g.run(t)
	}
}

// TestAutoloadedPlugins takes what a folder holds that @fastify/autoload registers for plugins, whose routes check what they
// are sent, and no other file.
func TestAutoloadedPlugins(t *testing.T) {
	const plugin = `module.exports = async app => {
  app.post('/a', { schema: { body: { type: 'object', properties: { s: { type: 'string', maxLength: 10 } } } } }, async r => { /(a+)+$/.test(r.body.s) })
}
-- server.js --
const app = require('fastify')()
`
	const load = "app.register(require('@fastify/autoload'), { dir: __dirname + '/routes' })\n"
	for _, test := range []struct{ file, register, want string }{
		{"routes/a.js", load, "remote body POST /a body.s 10"},
		{"api/plugins/a.js", load, "remote body POST /a body.s 10"},
		{"other/a.js", load, "remote body POST /a body.s 1048576"},
		{"routes/a.js", "", "remote body POST /a body.s 1048576"},
	} {
		if got := ways(t, test.file, plugin+test.register); got != test.want {
			t.Errorf("%s, %s: got %s, want %s", test.file, test.register, got, test.want)
		}
	}
}

// TestTypedRequests bounds what a parameter holds that is declared to be a request by the schema of the route whose handler has
// it, and by no other.
func TestTypedRequests(t *testing.T) {
	const head = `import Fastify, { FastifyRequest } from 'fastify'
const app = Fastify()
const schema = { querystring: { type: 'object', properties: { s: { type: 'string', maxLength: 10 } } } }
const match = (s: string) => /(a+)+$/.test(s)
`
	for _, test := range []struct{ code, want string }{
		{"app.get('/a', { schema }, async (r: FastifyRequest) => match(r.query.s))", "10"},
		{"app.get('/a', { schema }, async (r: FastifyRequest<{ Querystring: { s: string } }>) => { const { s } = r.query; return match(s) })", "10"},
		{"app.get('/a', async (r: FastifyRequest) => match(r.query.s))", "16384"},
		{"app.get('/a', { schema }, async (r: FastifyRequest) => match(r.query.t))", "16384"},
		{"const run = async (r: FastifyRequest) => match(r.query.s)\napp.get('/a', { schema }, run)\napp.get('/b', run)", "16384"},
		{"const run = async (r: FastifyRequest) => match(r.query.s)\napp.get('/a', { schema }, run)\napp.get('/b', async q => run(q))", "16384"},
		{"const of = (r: FastifyRequest) => match(r.query.s)\napp.get('/a', { schema }, async r => of(r))\napp.get('/b', async r => of(r))", "16384"},
	} {
		if got := longest(t, "a.ts", head+test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
