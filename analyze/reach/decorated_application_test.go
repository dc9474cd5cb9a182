package reach

import "testing"

// TestDecoratedApplications calls what plugins of Fastify decorate their application with.
func TestDecoratedApplications(t *testing.T) {
	const app = `
const Fastify = require('fastify')
const fp = require('fastify-plugin')
const app = Fastify()
`
	for _, test := range []struct{ text, want string }{
		{"app.decorate('check', s => /(a+)+$/.test(s))\napp.get('/1', async req => app.check(req.query.s))", "remote url GET /1 query.s 16384"},
		{"app.register(fp(async a => { a.decorate('check', s => /(a+)+$/.test(s)) }))\napp.register(async b => { b.get('/1', async req => b.check(req.query.s)) })", "remote url GET /1 query.s 16384"},
		{"app.register(fp(async a => { a.decorate('check', s => /(a+)+$/.test(s)) }))\napp.addHook('onRequest', async req => { app.check(req.headers.s) })", "remote header headers.s 16384"},
		{"app.decorate('other', s => /(a+)+$/.test(s))\napp.get('/1', async req => app.check(req.query.s))", "5 unknown"},
		{"app.decorate('store', { getter: () => ({ check: s => /(a+)+$/.test(s) }) })\napp.store.check('fixed')\napp.get('/1', async req => app.store.check(req.query.s))", "remote url GET /1 query.s 16384"},
		{"app.decorate('check', s => /(a+)+$/.test(s))\napp.get('/1', async req => { if (req.query.s.length > 20) return; app.check(req.query.s) })", "remote url GET /1 query.s 20"},
	} {
		if got := ways(t, "a.js", app+test.text); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}
