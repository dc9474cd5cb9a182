package reach

import "testing"

// TestFastifyHooks has hooks of Fastify that run before a handler let pass only what is short.
func TestFastifyHooks(t *testing.T) {
	for _, g := range []guardCase{
		{"Fastify hooks", "a.js", `
const app = require('fastify')()
const short = (r, reply, done) => { if (typeof r.body.s !== 'string' || r.body.s.length > 10) return reply.code(400).send('no'); done() }
const wait = async (r, reply) => { if (typeof r.body.s !== 'string' || r.body.s.length > 10) { reply.code(400).send('no'); return reply } }
const thrown = async r => { if (typeof r.body.s !== 'string' || r.body.s.length > 10) throw new Error('no') }
const goes = async (r, reply) => { if (r.body.s.length > 10) r.log.info('long') }
const passes = (r, reply, done) => { if (r.body.s.length > 10) r.log.info('long'); done() }
const other = async (r, reply) => { if (typeof r.body.t !== 'string' || r.body.t.length > 10) return reply.send('no') }
const run = async r => /(a+)+$/.test(r.body.s)
GUARD
`, "10", "1048576", []string{
			"app.post('/a', { preHandler: short }, run)",
			"app.post('/a', { preHandler: [short] }, run)",
			"app.post('/a', { preHandler: wait }, run)",
			"app.post('/a', { preValidation: thrown }, run)",
			"app.route({ method: 'POST', url: '/a', preHandler: wait, handler: run })",
			"app.addHook('preHandler', short); app.post('/a', run)",
			"app.addHook('preHandler', wait); app.post('/a', run)",
			"app.addHook('preValidation', thrown); app.post('/a', run)",
			"app.addHook('preHandler', other); app.addHook('preHandler', async (r, reply) => { if (typeof r.body.s !== 'string' || r.body.s.length > 10) return reply.redirect('/') }); app.post('/a', run)",
			"app.post('/a', { preHandler: [wait, goes] }, run)",
			"app.post('/a', { preHandler: [other, wait] }, run)",
			"app.register(async sub => { sub.addHook('preHandler', wait); sub.post('/a', run) })",
			"app.register((sub, o, done) => { sub.addHook('preHandler', short); sub.post('/a', run); done() })",
			"app.register(async sub => { sub.addHook('preHandler', wait); sub.register(async inner => { inner.post('/a', run) }) })",
			"app.addHook('preHandler', wait); app.register(async sub => { sub.post('/a', run) })",
		}, []string{
			"app.post('/a', { preHandler: goes }, run)",
			"app.post('/a', { preHandler: passes }, run)",
			"app.post('/a', { preHandler: async r => { if (r.headers.x) return; if (typeof r.body.s !== 'string' || r.body.s.length > 10) throw new Error('no') } }, run)",
			"app.post('/a', { preHandler: async (r, reply) => { if (r.body.s.length > 10) { reply.code(400); return reply } } }, run)",
			"app.post('/a', { preHandler: async (r, reply) => { if (typeof r.body.s !== 'string' || r.body.s.length > 10) throw new Error('no'); r.body.s = r.query.q } }, run)",
			"app.post('/a', { preHandler: async r => { try { if (r.body.s.length > 10) throw new Error('no') } catch (e) {} } }, run)",
			"app.post('/a', { onRequest: wait }, run)",
			"app.post('/a', { preHandler: process.env.X ? wait : goes }, run)",
			"app.addHook('preHandler', async r => { if (r.url === '/b') { if (r.body.s.length > 10) throw new Error('no') } }); app.post('/a', run)",
			"app.post('/a', { preHandler: other }, run)",
			"app.post('/a', { onResponse: wait }, run)",
			"app.post('/a', { preHandler: wait }, run); app.put('/a', run)",
			"app.addHook('onSend', wait); app.post('/a', run)",
			"app.register(async sub => { sub.addHook('preHandler', wait) }); app.post('/a', run)",
			"app.register(async sub => { sub.addHook('preHandler', wait) }); app.register(async sub => { sub.post('/a', run) })",
			"app.register(async sub => { sub.register(async inner => { inner.addHook('preHandler', wait) }); sub.post('/a', run) })",
			"app.register(async (sub, o) => { if (o.strict) sub.addHook('preHandler', wait); sub.post('/a', run) })",
			"const routes = async sub => { sub.post('/a', run) }; app.register(async sub => { sub.addHook('preHandler', wait); sub.register(routes) }); app.register(routes)",
			"const routes = async sub => { sub.post('/a', run) }; app.register(async sub => { sub.addHook('preHandler', wait); sub.register(routes) }); routes(app)",
			"app.addHook('preHandler', goes); app.post('/a', run)",
			"if (process.env.X) app.addHook('preHandler', wait); app.post('/a', run)",
		}},
	} {
		g.run(t)
	}
}
