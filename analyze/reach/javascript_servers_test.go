package reach

import (
	"strings"
	"testing"
)

// TestJavaScriptServers follows what sockets, brokers, mail, bots and requests bring that no framework of routes hands over, and
// nothing of calls that only have the names of theirs.
func TestJavaScriptServers(t *testing.T) {
	for _, test := range []struct{ file, code, want string }{
		{"a.js", "require('net').createServer(s => { s.on('data', d => M(d.toString())) }).listen(25)", "remote message -1"},
		{"a.js", "const net = require('node:net')\nconst server = new net.Server()\nserver.on('connection', async s => { for await (const d of s) M(String(d)) })", "remote message -1"},
		{"a.js", "const net = require('net')\nclass Conn {\n  constructor(s) { this.rest = Buffer.alloc(0); s.on('data', d => this.read(d)) }\n  read(d) { this.rest = Buffer.concat([this.rest, d]); this.line(this.rest.slice(0, this.rest.indexOf(10))) }\n  line(l) { this.now = l.toString('latin1').replace(/\\r/, ''); M(this.now) }\n}\nnet.createServer(s => new Conn(s))", "remote message -1"},
		{"a.js", "require('tls').createServer({}, s => s.on('data', d => { const t = d.toString(); if (t.length > 20) return; M(t) }))", "remote message 20"},
		{"a.js", "require('net').connect(25, s => s.on('data', d => M(d.toString())))", "unknown"},
		{"a.js", "require('dgram').createSocket('udp4').on('message', (m, from) => M(m.toString()))", "remote message 65507"},
		{"a.js", "require('dgram').createSocket('udp4').on('message', (m, from) => M(from.address))", "unknown"},
		{"a.js", "require('http').createServer().on('upgrade', (q, s) => M(q.url))", "remote url 16384"},
		{"a.js", "require('http2').createSecureServer({}).on('stream', (s, h) => M(h[':path']))", "remote header -1"},
		{"a.js", "require('mqtt').connect('mqtt://a').on('message', (topic, m) => M(topic))", "remote message 65535"},
		{"a.js", "import mqtt from 'mqtt'\nconst c = await mqtt.connectAsync('mqtt://a')\nc.on('message', (topic, m) => M(JSON.parse(m).name))", "remote message -1"},
		{"a.js", "require('mqtt').connect('mqtt://a').on('error', e => M(e.message))", "unknown"},
		{"a.js", "const { SMTPServer } = require('smtp-server')\nnew SMTPServer({ onMailFrom(a, session, done) { M(a.address) } })", "remote message address -1"},
		{"a.js", "const { SMTPServer } = require('smtp-server')\nnew SMTPServer({ onData(s, session, done) { s.on('data', d => M(d.toString())) } })", "remote message -1"},
		{"a.js", "const { Client } = require('discord.js')\nnew Client().on('messageCreate', m => M(m.content))", "remote message content 4000"},
		{"a.js", "const { Telegraf } = require('telegraf')\nnew Telegraf('a').on('text', c => M(c.message.text))", "remote message text -1"},
		{"a.js", "require('polka')().get('/a/:b', (q, r) => M(q.params.b))", "remote path GET params.b 16384"},
		{"a.js", "const server = require('restify').createServer()\nserver.post('/a', (q, r) => M(q.body.s))", "remote body POST body -1"},
		{"a.js", "require('polka')().get('/a', (q, r) => M(r.statusMessage))", "unknown"},
		{"a.js", "const app = require('express')()\napp.param('u', (q, r, n, id) => { q.user = { id }; n() })\napp.get('/a/:u', (q, r) => M(q.user.id))", "remote path id 16384"},
		{"a.js", "const app = require('express')()\napp.param('u', (q, r, n, id) => { r.user = { id }; n() })\napp.get('/a/:u', (q, r) => M(q.user.id))", "unknown"},
		{"a.js", "const Koa = require('koa'), router = new (require('@koa/router'))()\nrouter.param('u', (id, c, n) => { c.user = { id }; return n() }).get('/a/:u', c => { M(c.user.id) })\nnew Koa().use(router.routes())", "remote path id 16384"},
		{"a.ts", "import { JsonController, Get, QueryParam } from 'routing-controllers'\n@JsonController('/a') export class A { @Get('/b') list(@QueryParam('q') q: string) { M(q) } }", "remote url GET /a/b q 16384"},
		{"a.ts", "import { JsonController, Get, QueryParam, createExpressServer } from 'routing-controllers'\n@JsonController('/a') class A { @Get('/b') list(@QueryParam('q') q: string) { M(q) } }\ncreateExpressServer({ routePrefix: '/api', controllers: [A] })", "remote url GET /api/a/b q 16384"},
		{"a.ts", "import { JsonController, Get, QueryParam } from 'routing-controllers'\n@JsonController('/a') export class A { @Get('/b') list(@QueryParam('q') q: string, x: string) { M(x) } }", "unknown"},
		{"a.ts", "import { controller, httpPost, requestBody } from 'inversify-express-utils'\n@controller('/a') export class A { @httpPost('/b') make(@requestBody() b: any) { M(b.name) } }", "remote body POST /a/b b 102400"},
		{"a.ts", "import { controller, httpPost } from 'inversify-express-utils'\n@controller('/a') export class A { @httpPost('/b') make(req: any) { M(req.body.name) } }", "remote body POST /a/b name 102400"},
		{"a.ts", "import { controller, httpPost, queryParam } from 'inversify-express-utils'\n@controller('/a') export class A { @httpPost('/b') make(@queryParam('x') x: any) { M(x.body.name) } }", "remote url POST /a/b 16384"},
		{"a.js", "export default { async fetch(request, env, ctx) { M(await request.text()) } }", "remote body -1"},
		{"a.js", "export default { async other(request, env, ctx) { M(await request.text()) } }", "unknown"},
		{"a.js", "export default { fetch(target, env) { M(target.text()) } }", "unknown"},
		{"a.js", "const Koa = require('koa')\nconst app = new Koa()\napp.context.texts = { ok: s => M(s) }\napp.use(c => c.texts.ok(c.query.s))", "remote url s 16384"},
		{"a.js", "const Koa = require('koa')\nconst app = new Koa()\napp.context.texts = { ok: s => M(s) }\napp.use(c => c.others.ok(c.query.s))", "unknown"},
		{"a.js", "const { Server } = require('socket.io')\nnew Server().of('/a').on('connection', s => s.use(([name, text], next) => { M(text); next() }))", "remote message 1000000"},
		{"a.js", "const f = require('fastify')()\nf.register(require('@fastify/websocket'))\nf.get('/a', { websocket: true }, (socket, q) => { socket.on('message', m => M(m.toString())) })", "remote message 104857600"},
		{"a.js", "const f = require('fastify')()\nf.register(require('@fastify/websocket'), { options: { maxPayload: 2000 } })\nf.get('/a', { websocket: true }, (c, q) => { c.socket.on('message', m => M(m.toString())) })", "remote message 2000"},
		{"a.js", "const f = require('fastify')()\nf.register(require('@fastify/websocket'))\nf.get('/a', { websocket: true }, (socket, q) => { socket.on('close', m => M(m.toString())) })", "unknown"},
		{"a.js", "const app = require('express')()\nrequire('express-ws')(app)\napp.ws('/a', (socket, q) => { socket.on('message', m => M(m)) })", "remote message 104857600"},
		{"a.js", "const middy = require('@middy/core')\nconst m = () => ({ before: async r => { M(r.event.headers.a) }, after: async r => {} })\nexports.handler = middy(async event => 1).use(m())", "remote header headers.a 10240"},
		{"a.js", "const middy = require('@middy/core')\nconst m = () => ({ after: async r => { M(r.response.body) } })\nexports.handler = middy(async event => 1).use(m())", "unknown"},
		{"a.js", "exports.handler = async event => { M(event.authorizationToken) }", "remote header 10240"},
		{"a.ts", "import { OnEvent } from '@nestjs/event-emitter'\nexport class A { @OnEvent('made') on(e) { M(e.subject) } }", "remote-possible message -1"},
		{"a.ts", "import { OnEvent } from '@nestjs/event-emitter'\nexport class A { on(e) { M(e.subject) } }", "unknown"},
		{"a.ts", "import { CommandHandler, ICommandHandler } from '@nestjs/cqrs'\n@CommandHandler(Make) export class A implements ICommandHandler<Make> { async execute(c) { M(c.name) } }", "remote-possible message -1"},
		{"a.js", "const Loader = require('dataloader'), app = require('express')()\nconst l = new Loader(async ids => ids.map(id => M(id)))\napp.get('/a', async (q, r) => r.json(await l.load(q.query.id)))", "remote url GET /a id 16384"},
		{"a.js", "const Loader = require('dataloader'), app = require('express')()\nconst l = new Loader(async ids => ids.map(id => M(id))), m = new Loader(async ids => ids)\nl.load('a')\napp.get('/a', async (q, r) => r.json(await m.load(q.query.id)))", "2 unknown"},
		{"a.js", "const async = require('async'), app = require('express')()\napp.post('/a', (q, r) => async.reduce(hooks, q.body.s, (s, f, next) => f(s, next), (e, s) => M(s)))", "remote body POST /a body.s 102400"},
		{"a.js", "const async = require('async'), app = require('express')()\napp.post('/a', (q, r) => async.reduce(q.body.all, '', (s, f, next) => next(null, 'a'), (e, s) => M(s)))", "constant"},
		{"a.js", "export const q = async (event) => { for (const r of event.Records) M(JSON.parse(r.body).text) }", "remote-possible message 1048576"},
		{"a.js", "export const q = async (event) => { M(event.Records[0].s3.object.key) }", "remote-possible message 1024"},
		{"a.js", "const app = require('fastify')()\napp.decorate('ok', s => M(s))\napp.get('/a', async function (q) { return this.ok(q.query.s) })", "remote url GET s 16384"},
		{"a.js", "const app = require('fastify')()\napp.decorate('ok', s => M(s))\napp.get('/a', async function (q) { return this.other(q.query.s) })", "unknown"},
		{"a.js", "const server = require('@hapi/hapi').server()\nserver.method('ok', s => M(s))\nserver.route({ method: 'GET', path: '/a', handler: q => q.server.methods.ok(q.query.s) })", "remote url GET s 16384"},
		{"a.js", "const server = require('@hapi/hapi').server()\nconst p = { name: 'p', register(s) { s.route({ method: 'GET', path: '/b', handler: q => M(q.query.s) }) } }\nserver.register([{ plugin: p, routes: { prefix: '/a' } }])", "remote url GET /a/b s 16384"},
		{"a.js", "require('net').createServer(s => { const rl = require('readline').createInterface({ input: s }); rl.on('line', l => M(l.split(' ')[0])) })", "remote message -1"},
		{"a.js", "require('http').createServer(q => { require('readline').createInterface({ input: q }).on('line', l => M(l)) })", "remote body -1"},
		{"a.js", "require('readline').createInterface({ input: require('fs').createReadStream('a') }).on('line', l => M(l))", "local"},
		{"a.ts", "import { Processor, Process } from '@nestjs/bull'\n@Processor('mail') export class A { @Process('send') async send(job) { M(job.data.subject) } }", "remote-possible message -1"},
		{"a.ts", "import { Processor, WorkerHost } from '@nestjs/bullmq'\n@Processor('mail') export class A extends WorkerHost { async process(job) { M(job.data.subject) } }", "remote-possible message -1"},
		{"a.ts", "import { Processor, Process } from '@nestjs/bull'\nexport class A { @Process('send') async send(job) { M(job.data.subject) } }", "unknown"},
		{"server/api/a.post.ts", "import 'h3'\nexport default defineEventHandler(async e => { const b = await readValidatedBody(e, check); M(b.name) })", "remote body name -1"},
		{"a.js", "Bun.serve({ async fetch(q) { M(await q.text()) } })", "remote body -1"},
		{"src/routes/a/+server.ts", "export async function POST({ request }) { M((await request.json()).name) }", "remote body POST -1"},
		{"src/routes/a/+page.server.ts", "export const actions = { save: async ({ request }) => { const d = await request.formData(); M(d.get('q')) } }", "remote body q -1"},
		{"src/routes/a/+page.server.ts", "export const others = { save: async ({ request }) => { const d = await request.formData(); M(d.get('q')) } }", "unknown"},
		{"src/routes/a/+page.server.ts", "export const load = ({ params }) => { M(params.slug) }", "remote path slug 16384"},
		{"src/routes/a/+page.ts", "export const load = ({ params }) => { M(params.slug) }", "unknown"},
		{"app/routes/a.tsx", "import { json } from '@remix-run/node'\nexport async function action({ request }) { const f = await request.formData(); M(f.get('name')) }", "remote body -1"},
		{"a.ts", "import { defineEventHandler, readBody } from 'h3'\nexport default defineEventHandler(async e => { M((await readBody(e)).name) })", "remote body name -1"},
		{"a.ts", "import 'h3'\nfunction readBody() { return process.argv[2] }\nM(readBody())", "local"},
	} {
		code := strings.ReplaceAll(test.code, "M(", "/(a+)+$/.test(")
		got := ways(t, test.file, code)
		rest := got
		for word := range strings.FieldsSeq(test.want) {
			_, behind, ok := strings.Cut(rest, word)
			if !ok {
				t.Errorf("%s: %s: got %s, want %s", test.file, test.code, got, test.want)
				break
			}
			rest = behind
		}
	}
}

// TestStoredInServer calls functions that a program stores in its server, by what requests and plugins have of that.
func TestStoredInServer(t *testing.T) {
	const express, koa, fastify = "const app = require('express')()\n", "const app = new (require('koa'))()\n", "const app = require('fastify')()\n"
	for _, test := range []struct{ code, want string }{
		{express + "app.locals.store = { fits: s => M(s) }\napp.post('/a', (req, res) => req.app.locals.store.fits(req.body.s))", "remote "},
		{express + "app.locals.store = { find: s => M(s) }\napp.post('/a', (req, res) => { const { store } = res.app.locals; store.find(req.body.s) })", "remote "},
		{express + "app.fits = s => M(s)\napp.post('/a', (req, res) => req.app.fits(req.body.s))", "remote "},
		{express + "app.locals.store = { fits: s => M(s) }\napp.post('/a', (req, res) => { if (req.body.s.length > 20) return; req.app.locals.store.fits(req.body.s) })", "remote 20"},
		{express + "app.locals.store = { fits: s => M(s) }\napp.post('/a', (req, res) => { if (req.body.t.length > 20) return; req.app.locals.store.fits(req.body.s) })", "remote 102400"},
		{koa + "app.fits = s => M(s)\napp.use(ctx => { ctx.app.fits(ctx.query.s) })", "remote "},
		{fastify + "app.decorate('fits', s => M(s))\napp.post('/a', async r => r.server.fits(r.body.s))", "remote "},
		{fastify + "app.fits = s => M(s)\napp.register(async a => { a.post('/a', async r => a.fits(r.body.s)) })", "remote "},
		{express + "app.locals.store = { fits: s => M(s) }\napp.post('/a', (req, res) => res.locals.store.fits(req.body.s))", "remote-possible"},
		{express + "app.locals.store = { fits: s => M(s) }\napp.post('/a', (req, res) => req.app.locals.other.fits(req.body.s))", "remote-possible"},
		{express + "app.s = 'x'\napp.use((req, res, next) => { req.app.s = req.body.s; next() })\napp.post('/a', (req, res) => M(res.app.s))", "remote "},
		{express + "app.s = 'x'\napp.post('/a', (req, res) => M(req.app.s))", "unknown"},
		{express + "app.locals.s = 'x'\napp.post('/a', (req, res) => M(req.app.locals.s))", "unknown"},
		{express + "app.locals.o = { s: 'x' }\nrequire('lib').load(app)\napp.post('/a', (req, res) => M(req.app.locals.o.s))", "unknown"},
		{express + "app.locals.max = 50\napp.post('/a', (req, res) => { if (req.body.s.length > req.app.locals.max) return; M(req.body.s) })", "remote 102400"},
		{express + "app.max = 50\nrequire('lib').load(app)\napp.post('/a', (req, res) => { if (req.body.s.length > req.app.max) return; M(req.body.s) })", "remote 102400"},
	} {
		wantsLevel(t, test.code, test.want)
	}
}

// TestNobodyCalls takes a parameter that has the name of a request for one where nobody is seen to call the function, and says
// that it only may be.
func TestNobodyCalls(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', (req, res) => M(req.body.s))", "remote-possible"},
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', ctx => M(ctx.request.body.s))", "remote-possible"},
		{"module.exports = { apiRoutes(self) { return { get: { async query(req) { M(self.launder(req.query.url)) } } } } }", "remote-possible"},
		{"exports.find = async ctx => { M(ctx.query.s) }", "remote-possible"},
		{"module.exports = (req, res, next) => { M(req.headers['x-a']); next() }", "remote-possible"},
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', (req, res) => { if (req.body.s.length > 20) return; M(req.body.s) })", "remote-possible 20"},
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', (req, res) => { if (req.body.u.length > 20) return; M(req.body.s) })", "remote-possible -1"},
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', (req, res) => M(req.settings.s))", "unknown"},
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', message => M(message.body.s))", "unknown"},
		{"const { Group } = require('@corp/router')\nnew Group().post('/a', (first, req) => M(first.body.s))", "unknown"},
		{"const check = req => M(req.body.s)\ncheck({ body: { s: 'a' } })", "constant"},
		{"const check = req => M(req.body.s)\ncheck({ body: { s: process.argv[2] } })", "local"},
		{"const check = req => M(req.body.s)\nrequire('express')().post('/a', (q, r) => check(q))", "remote "},
	} {
		wantsLevel(t, test.code, test.want)
	}
}

// TestNobodyCallsBesideFramework takes such a function for a handler where the program has a framework that calls functions so, but
// for what other messages have as well and no answer stands beside.
func TestNobodyCallsBesideFramework(t *testing.T) {
	const group = "const { Group } = require('@corp/router')\nnew Group(require('express')())"
	const client = "require('express')()\nrequire('axios').interceptors.request.use("
	const jsonRPC = "require('express')()\nrequire('@corp/rpc')."
	const koa = "const { Group } = require('@corp/router')\nnew Group(new (require('koa'))())"
	for _, test := range []struct{ code, want string }{
		{group + ".post('/a', (req, res) => M(req.body.s))", "remote -1"},
		{group + ".post('/a', req => M(req.body.s))", "remote -1"},
		{group + ".get('/a', async (req, _res) => M(req.headers['x-a']))", "remote 16384"},
		{group + ".get('/a', (request, h) => M(request.params.s))", "remote 16384"},
		{group + ".post('/a', (req, res) => { if (req.body.s.length > 20) return; M(req.body.s) })", "remote 20"},
		{group + ".post('/a', (req, res) => M(req.settings.s))", "unknown"},
		{group + ".post('/a', (req, res) => M(res.body.s))", "unknown"},
		{group + ".post('/a', (res, req) => M(req.headers.s))", "remote-possible"},
		{"require('express')()\nconst check = req => M(req.body.s)\ncheck({ body: { s: 'a' } })", "constant"},
		{"require('express')()\nconst check = req => M(req.body.s)\ncheck({ body: { s: process.argv[2] } })", "local"},
		{"require('express')()\nmodule.exports = (req, res) => M(req.body.s)", "remote -1"},
		{"require('express')()\nmodule.exports = { create(req) { M(req.body.s) } }", "remote -1"},
		{"require('express')()\nconst create = req => M(req.body.s)\nexports.make = () => ({ create })", "remote -1"},
		{"import express from 'express'\nexport const create = req => M(req.body.s)", "remote -1"},
		{"import express from 'express'\nexport default function (req) { M(req.body.s) }", "remote -1"},
		{"require('express')()\nclass Controller { create(req) { M(req.body.s) } }\nmodule.exports = Controller", "remote -1"},
		{"require('express')()\nconst create = req => M(req.body.s)", "remote-possible"},
		{"require('express')()\nfunction create(req, res) { M(req.body.s) }", "remote-possible"},
		{client + "req => { M(req.url); return req })", "remote-possible"},
		{client + "req => { M(req.headers.accept); return req })", "remote-possible"},
		{client + "request => { M(request.params.s); return request })", "remote-possible"},
		{jsonRPC + "listen(request => M(request.params.s))", "remote-possible"},
		{jsonRPC + "listen((request, token) => M(request.body.s))", "remote-possible"},
		{jsonRPC + "action({ handler(ctx) { M(ctx.params.s) } })", "remote-possible"},
		{koa + ".post('/a', ctx => M(ctx.request.body.s))", "remote -1"},
		{koa + ".get('/a', ctx => M(ctx.query.s))", "remote 16384"},
		{koa + ".get('/a', ctx => M(ctx.url))", "remote-possible"},
		{koa + ".get('/a', req => M(req.body.s))", "remote-possible"},
	} {
		wantsLevel(t, test.code, test.want)
	}
}

// wantsLevel checks the words of what is found of a program in JavaScript, such as its level and length, in which M( is a match.
func wantsLevel(t *testing.T, code, want string) {
	t.Helper()
	got := ways(t, "a.js", strings.ReplaceAll(code, "M(", "/(a+)+$/.test("))
	rest := got + " "
	for word := range strings.FieldsSeq(want) {
		_, behind, ok := strings.Cut(rest, word)
		if !ok || strings.HasPrefix(behind, "-") {
			t.Errorf("%s: got %s, want %s", code, got, want)
			return
		}
		rest = behind
	}
}
