package reach

import "testing"

// TestTried has patterns stand in schemas that check requests, and schemas of several kinds bound these.
func TestTried(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"joi in a handler of its own", "a.js", `
const Koa = require('koa'), Joi = require('joi'), app = new Koa()
const body = Joi.object({ code: Joi.string().pattern(/(a+)+$/).max(80) })
const validate = (schema) => async (ctx, next) => { const { error } = schema.validate(ctx.query); if (error) ctx.throw(422); await next() }
app.use(validate(body))`, "16384"},
		{"joi that nobody asks", "a.js", `
const Joi = require('joi')
const body = Joi.object({ code: Joi.string().pattern(/(a+)+$/).max(80) })
require('express')().post('/a', (req, res) => res.json(req.body))`, "none"},
		{"hono", "a.js", `
const { Hono } = require('hono'), { zValidator } = require('@hono/zod-validator'), { z } = require('zod')
new Hono().post('/a', zValidator('json', z.object({ list: z.array(z.string().regex(/(a+)+$/).max(9)) })), (c) => c.json({}))`, "any"},
		{"celebrate", "a.js", `
const app = require('express')(), { celebrate, Joi } = require('celebrate')
app.use(require('express').json())
app.post('/a', celebrate({ body: Joi.object().keys({ code: Joi.string().regex(/(a+)+$/) }) }), (req, res) => res.json({}))`, "102400"},
		{"Hapi", "a.js", `
const server = require('@hapi/hapi').server({}), Joi = require('joi')
server.route({ method: 'GET', path: '/a', options: { validate: { query: Joi.object({ t: Joi.string().max(9) }), failAction: 'error' }, handler: (r) => /(a+)+$/.test(r.query.t) } })`, "9"},
		{"Hapi that throws", "a.js", `
const server = require('@hapi/hapi').server({}), Joi = require('joi')
server.route({ method: 'GET', path: '/a', options: { validate: { query: Joi.object({ t: Joi.string().max(9) }), failAction: async (r, h, err) => { throw err } }, handler: (r) => /(a+)+$/.test(r.query.t) } })`, "9"},
		{"Hapi that goes on", "a.js", `
const server = require('@hapi/hapi').server({}), Joi = require('joi')
server.route({ method: 'GET', path: '/a', options: { validate: { query: Joi.object({ t: Joi.string().max(9) }), failAction: (r, h, err) => { r.log(err); return h.continue } }, handler: (r) => /(a+)+$/.test(r.query.t) } })`, "16384"},
		{"Hapi that logs", "a.js", `
const server = require('@hapi/hapi').server({}), Joi = require('joi')
server.route({ method: 'GET', path: '/a', options: { validate: { query: Joi.object({ t: Joi.string().max(9) }), failAction: 'log' }, handler: (r) => /(a+)+$/.test(r.query.t) } })`, "16384"},
		{"a server that is given an application", "a.js", `
const app = require('express')()
app.get('/a', (req, res) => res.json(/(a+)+$/.test(req.query.t)))
require('http').createServer(app).listen(1)`, "16384"},
		{"a server that is given options", "a.js", `
const app = require('express')(), options = require('options')
app.get('/a', (req, res) => res.json(/(a+)+$/.test(req.query.t)))
require('http').createServer(options.http, app).listen(1)`, "any"},
		{"keys of joi", "a.js", `
const app = require('express')(), Joi = require('joi')
const schema = Joi.object().keys({ t: Joi.string().max(30) })
app.post('/a', async (req, res) => { const v = await schema.validateAsync(req.body); res.json(/(a+)+$/.test(v.t)) })`, "30"},
		{"another member of it", "a.js", `
const app = require('express')(), Joi = require('joi')
const schema = Joi.object().keys({ t: Joi.string(), u: Joi.string().max(30) })
app.post('/a', async (req, res) => { const v = await schema.validateAsync(req.body); res.json(/(a+)+$/.test(v.t)) })`, "102400"},
		{"typebox, optional", "a.ts", `
import Fastify from 'fastify'
import { Type } from '@sinclair/typebox'
const app = Fastify().withTypeProvider()
app.post('/a', { schema: { body: Type.Object({ t: Type.Optional(Type.String({ maxLength: 40 })) }) } }, async (req) => /(a+)+$/.test(req.body.t))`, "40"},
		{"typebox, one of some", "a.ts", `
import Fastify from 'fastify'
import { Type } from '@sinclair/typebox'
const app = Fastify()
app.post('/a', { schema: { body: Type.Object({ t: Type.Union([Type.Literal('x'), Type.Literal('abcd')]) }) } }, async (req) => /(a+)+$/.test(req.body.t))`, "4"},
		{"typebox, one of what has no length", "a.ts", `
import Fastify from 'fastify'
import { Type } from '@sinclair/typebox'
const app = Fastify()
app.post('/a', { schema: { body: Type.Object({ t: Type.Union([Type.Literal('x'), Type.String()]) }) } }, async (req) => /(a+)+$/.test(req.body.t))`, "1048576"},
		{"typebox that only describes", "a.ts", `
import Fastify from 'fastify'
import { Type } from '@sinclair/typebox'
const app = Fastify()
app.post('/a', { schema: { response: Type.Object({ t: Type.String({ maxLength: 40 }) }) } }, async (req) => /(a+)+$/.test(req.body.t))`, "1048576"},
		{"a plugin of Fastify by its type", "a.ts", `
import type { FastifyInstance } from 'fastify'
export default async function items(app: FastifyInstance) {
  app.post('/a', async (req) => /(a+)+$/.test(req.body.t))
}`, "1048576"},
		{"use below a base path", "a.ts", `
import { Hono } from 'hono'
const app = new Hono().basePath('/api')
app.use('*', async (c, next) => { /(a+)+$/.test(c.req.header('x')); await next() })`, "16384"},
		{"a form of Flask that may be JSON", "a.py", `
from flask import Flask
from flask_wtf import FlaskForm
from wtforms import StringField
import re
app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 2000000
class F(FlaskForm):
    t = StringField()
@app.post('/a')
def a():
    form = F()
    return str(re.search(r'(a+)+$', form.t.data))`, "2000000"},
		{"a socket of FastAPI", "a.py", `
from fastapi import FastAPI, WebSocket
import re
app = FastAPI()
@app.websocket('/a')
async def a(socket: WebSocket):
    text = await socket.receive_text()
    if len(text) > 50:
        return
    re.search(r'(a+)+$', text)`, "50"},
		{"messages of Tornado", "a.py", `
import re, tornado.web, tornado.websocket
class H(tornado.websocket.WebSocketHandler):
    def on_message(self, message):
        re.search(r'(a+)+$', message)
app = tornado.web.Application([('/', H)], websocket_max_message_size=7000)`, "7000"},
		{"choices of Laravel", "a.php", `<?php
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;
Route::post('/a', function (Request $request) {
  $v = $request->validate(['t' => 'required|in:free,premium']);
  return preg_match('/(a+)+$/', $v['t']);
});`, "7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := longest(t, c.file, c.text); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
