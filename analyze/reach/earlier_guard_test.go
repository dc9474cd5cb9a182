package reach

import "testing"

// TestEarlierGuards has handlers that run before the one that matches refuse what is too long.
func TestEarlierGuards(t *testing.T) {
	for _, g := range []guardCase{{"Express", "a.js", `
const express = require('express'), helmet = require('helmet')
const app = express(), router = express.Router()
app.use(express.json())
const short = (req, res, next) => { if (req.body.s.length > 10) return res.status(400).end(); next() }
const passes = (req, res, next) => { if (req.body.s.length <= 10) return next(); res.status(400).end() }
const taken = (req, res, next) => { const { s } = req.body; if (typeof s !== 'string' || s.length > 10) { res.sendStatus(400); return } next() }
const thrown = (req, res, next) => { const b = req.body; const s = b.s; if (s.length > 10) throw new Error('no'); next() }
const isShort = s => s.length <= 10
const asks = (req, res, next) => { if (!isShort(req.body.s)) return next(new Error('no')); req.seen = true; next() }
const most = n => (req, res, next) => { if (req.body.s.length > n) return res.status(400).end(); next() }
const field = (name, n) => (req, res, next) => { if (req.body[name].length > n) return res.status(400).end(); next() }
const options = ({ name, max }) => function (req, res, next) { if (String(req.body[name] || '').length > max) return res.sendStatus(413); next() }
const logs = (req, res, next) => { if (req.body.s.length > 10) console.log('long'); next() }
const answers = (req, res, next) => { if (req.body.s.length > 10) res.status(400).end(); next() }
const other = (req, res, next) => { if (req.body.t.length > 10) return res.status(400).end(); next() }
const query = (req, res, next) => { if (req.query.s.length > 10) return res.status(400).end(); next() }
const kept = (req, res, next) => { req.old = req.body.s; req.body.s = 'x'; if (req.body.s.length > 10) return res.end(); next() }
const read = (req, res) => { /(a+)+$/.test(req.body.s) }
GUARD
`, "10", "102400", []string{
		"app.post('/a', short, read)",
		"app.post('/a', [short], read)",
		"app.post('/a', [logs, passes], logs, read)",
		"app.post('/a', taken, read)",
		"app.post('/a', thrown, read)",
		"app.post('/a', asks, read)",
		"app.post('/a', most(10), read)",
		"app.post('/a', field('s', 10), field('t', 5), read)",
		"app.post('/a', options({ name: 's', max: 10 }), read)",
		"app.use(short); app.post('/a', read)",
		"app.use(helmet()); app.use(short); app.post('/a', read)",
		"app.use('/a', short); app.post('/a/b', read)",
		"router.use(short); router.post('/a', read); app.use('/r', router)",
		"app.use('/r', short, router); router.post('/a', read)",
		"app.use(short); app.use('/r', router); router.post('/a', read)",
		"app.route('/a').post(short, read)",
		"app.route('/a').all(short).post(read)",
		"app.post('/a', short, read); app.put('/a', most(10), read)",
		"app.post('/b', (req, res, next) => { req.body = req.query; next() }, read2); app.post('/a', short, read)",
		"app.put('/a', (req, res, next) => { req.body.s = req.old; next() }, read2); app.post('/a', short, read)",
	}, []string{
		"app.post('/a', logs, read)",
		"app.post('/a', answers, read)",
		"app.post('/a', other, read)",
		"app.post('/a', query, read)",
		"app.post('/a', read, short)",
		"app.post('/a', field('t', 10), read)",
		"app.post('/a', field(process.env.F, 10), read)",
		"app.post('/a', most(Number(process.env.N)), read)",
		"app.post('/a', options({ name: 't', max: 10 }), read)",
		"app.post('/a', most(10), read); app.put('/a', most(102400), read)",
		"app.post('/b', short, read); app.post('/a', read)",
		"app.post('/a', read); app.use(short)",
		"app.use('/b', short); app.post('/a', read)",
		"app.use('/a/b', short); app.post('/a', read)",
		"app.use(/b/, short); app.post('/a', read)",
		"app.use(process.env.P, short); app.post('/a', read)",
		"if (process.env.S) app.use(short); app.post('/a', read)",
		"process.env.S && app.use(short); app.post('/a', read)",
		"router.use(short); app.post('/a', read); app.use('/r', router)",
		"app.use('/b', short, router); app.use('/r', router); router.post('/a', read)",
		"app.use('/r', router, short); router.post('/a', read)",
		"app.post('/a', kept, (req, res, next) => { req.body.s = req.old; next() }, read)",
		"app.post('/a', short, (req, res, next) => { req.body.s = req.body.t; next() }, read)",
		"app.post('/a', short, (req, res, next) => { const b = req.body; b.s = b.t; next() }, read)",
		"app.post('/a', short, (req, res, next) => { for (const k in req.body) req.body[k] = req.body.t; next() }, read)",
		"app.post('/a', (req, res, next) => { if (req.query.x) return short(req, res, next); next() }, read)",
		"app.post('/a', (req, res, next) => { setTimeout(next, 1); if (req.body.s.length > 10) return }, read)",
		"app.post('/a', (e, req, res, next) => { if (req.body.s.length > 10) return res.end(); next() }, read)",
		"app.use((req, res, next) => { req.body = req.query; next() }); app.post('/a', short, read)",
		"app.post('*', (req, res, next) => { req.body.s = req.old; next() }); app.post('/a', short, read)",
		"app.all('/a', (req, res, next) => { req.body.s = req.old; next() }); app.post('/a', short, read)",
		"const put = (req, res, next) => { req.body.s = req.old; next() }; app.post('/b', put, read2); app.post('/a', (req, res, next) => put(req, res, next), short, read)",
	}}, {"Koa", "a.js", `
const Koa = require('koa'), Router = require('@koa/router'), bodyParser = require('koa-bodyparser')
const app = new Koa(), router = new Router()
app.use(bodyParser())
const short = async (ctx, next) => { if (ctx.request.body.s.length > 10) { ctx.status = 400; return } await next() }
const thrown = async (ctx, next) => { const { s } = ctx.request.body; if (s.length > 10) ctx.throw(400); return next() }
const body = async (ctx, next) => { const { body } = ctx.request; if (body.s.length > 10) return; await next() }
const late = async (ctx, next) => { await next(); if (ctx.request.body.s.length > 10) ctx.status = 400 }
const goes = async (ctx, next) => { if (ctx.request.body.s.length > 10) ctx.status = 400; await next() }
const read = async ctx => { ctx.body = /(a+)+$/.test(ctx.request.body.s) }
GUARD
app.use(router.routes())
`, "10", "1048576", []string{
		"router.post('/a', short, read)",
		"router.post('/a', thrown, read)",
		"router.use(short); router.post('/a', read)",
		"router.use('/a', thrown); router.post('/a', read)",
		"router.post('/a', late, thrown, read)",
		"router.post('/a', body, read)",
		"router.use(body); router.put('/b', goes); router.post('/a', read)",
		"router.post('/a', short, read); router.put('/a', thrown, read)",
	}, []string{
		"router.post('/a', late, read)",
		"router.post('/a', goes, read)",
		"router.post('/a', read, short)",
		"router.use('/b', short); router.post('/a', read)",
		"router.post('/a', read); router.use(short)",
		"router.post('/a', body, (ctx, next) => { ctx.request.body.s = ctx.query.s; return next() }, read)",
		"router.post('/a', body, (ctx, next) => { ctx.request.body = ctx.query; return next() }, read)",
		"router.post('/a', short, read); router.put('/a', late, read)",
	}}} {
		g.run(t)
	}
}
