package reach

import "testing"

// TestFrameworks follows one value of each kind that a framework hands out to a regex.
func TestFrameworks(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"node http", "a.js", `
const http = require('http')
http.createServer((req, res) => { /(a+)+$/.test(req.url) })
http.createServer((req, res) => { /(b+)+$/.test(req.headers['user-agent']) })
http.createServer((req, res) => { let body = ''; req.on('data', c => { body += c }); req.on('end', () => /(c+)+$/.test(body)) })
`, "remote url url 16384; remote header headers.user-agent 16384; remote body c -1"},
		{"express", "a.js", `
import express, { Router } from 'express'
const app = express()
app.get('/s/:id', (req, res) => { /(a+)+$/.test(req.query.q); /(b+)+$/.test(req.params.id); /(c+)+$/.test(req.get('x-y')) })
const r = Router()
r.use(express.json({ limit: '1mb' }))
r.post('/b', (req, res) => { const { name } = req.body; /(d+)+$/.test(name); /(e+)+$/.test(req.cookies.s) })
app.use('/r', r)
`, "remote url GET /s/:id query.q 16384; remote path GET /s/:id params.id 16384; remote header GET /s/:id get() 16384; remote body POST /r/b body.name 1048576; remote cookie POST /r/b cookies.s 16384"},
		{"functions of Lambda behind parsers, of any name", "src/a.js", `
const middy = require('@middy/core')
exports.handler = middy(async event => { /(a+)+$/.test(event.body.name) })
exports.main = async event => { /(b+)+$/.test(event.queryStringParameters.q) }
exports.queue = middy(async event => { for (const r of event.Records) /(c+)+$/.test(r.messageAttributes.m.stringValue) })
exports.other = async message => { /(d+)+$/.test(message.queryStringParameters.q) }
`, "remote body body.name 6291456; remote-possible url queryStringParameters.q 10240; remote-possible message Records.*.messageAttributes.m.stringValue 1048576; 6 unknown"},
		{"a context of GraphQL, and what a resolver got before", "a.js", `
const { ApolloServer } = require('@apollo/server')
const { startStandaloneServer } = require('@apollo/server/standalone')
const server = new ApolloServer({ resolvers: { Query: { a: (_, { s }) => { /(a+)+$/.test(s) } }, Item: { b: item => { /(b+)+$/.test(item.name) } } } })
startStandaloneServer(server, { context: async ({ req }) => { /(c+)+$/.test(req.headers.authorization) } })
`, "remote body s -1; remote-possible database name -1; remote header req.headers.authorization 16384"},
		{"parameters of koa-route", "a.js", `
const Koa = require('koa'), route = require('koa-route')
const app = new Koa()
app.use(route.get('/a/:s', async (ctx, s) => { /(a+)+$/.test(s); /(b+)+$/.test(ctx.query.q) }))
app.use(async (ctx, next) => { /(c+)+$/.test(next) })
`, "remote path GET /a/:s s 16384; remote url GET /a/:s query.q 16384; 5 unknown"},
		{"filters and permissions of Django's REST framework", "a.py", `
import re
from rest_framework import filters, permissions
class Year(filters.BaseFilterBackend):
    def filter_queryset(self, request, queryset, view): re.search(r'(a+)+$', request.query_params['y']); re.search(r'(b+)+$', queryset)
class Key(permissions.BasePermission):
    def has_permission(self, request, view): return re.search(r'(c+)+$', request.headers['k'])
`, "remote url query_params.y -1; 5 unknown; remote header headers.k -1"},
		{"bodies that coroutines await", "A.kt", `
import org.springframework.web.reactive.function.server.*
class Feed {
  suspend fun publish(request: ServerRequest): ServerResponse {
    val s = request.awaitBody<String>()
    Regex("(a+)+$").containsMatchIn(s)
    return ServerResponse.ok().buildAndAwait()
  }
}
`, "remote body ServerRequest.awaitBody() 262144"},
		{"functions of Lambda in folders", "src/app/a.py", `
import re
def lambda_handler(event, context): re.search(r'(a+)+$', event['body'])
`, "remote body body 6291456"},
		{"elysia", "a.ts", `
import { Elysia } from 'elysia'
new Elysia().get('/u/:id', ({ params: { id } }) => /(a+)+$/.test(id)).post('/u', ({ body }) => /(b+)+$/.test(body.name)).listen(1)
`, "remote path GET /u/:id params.id -1; remote body POST /u body.name -1"},
		{"parameters of RESTEasy", "A.java", `
import jakarta.ws.rs.*;
import org.jboss.resteasy.reactive.*;
import java.util.regex.Pattern;
@Path("e")
public class A {
  @GET public boolean one(@RestQuery String q, @RestHeader("X-A") String h) { return Pattern.matches("(a+)+$", q) || Pattern.matches("(b+)+$", h); }
}
`, "remote url GET /e q 1048576; remote header GET /e X-A 1048576"},
		{"middlewares of Falcon", "a.py", `
import re, falcon
class Guard:
    def process_request(self, req, resp): re.search(r'(a+)+$', req.get_header('k'))
    def other(self, req, resp): re.search(r'(b+)+$', req.get_header('k'))
`, "remote header get_header() -1; 5 unknown"},
		{"numbers about a text in JavaScript", "a.js", `
const app = require('express')()
app.get('/1', (req, res) => { /(a+)+$/.test(req.query.q.indexOf('x')); /(b+)+$/.test(req.query.q.startsWith('x')) })
`, "remote-possible url GET /1 query.q -1; remote-possible url GET /1 query.q -1"},
		{"numbers about a text in Python", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
@app.route('/1')
def one():
    re.search(r'(a+)+$', str(request.args['n'].count('x')))
    re.search(r'(b+)+$', str(request.args['n'].isdigit()))
    re.search(r'(c+)+$', request.remote_addr)
`, "remote-possible url GET /1 request.args.n -1; remote-possible url GET /1 request.args.n -1; 9 unknown"},
		{"converters of Flask", "a.py", `
import re
from flask import Flask
app = Flask(__name__)
@app.route('/1/<int:n>')
def one(n): re.search(r'(a+)+$', str(n))
@app.route('/2/<any(a,b):n>')
def two(n): re.search(r'(b+)+$', n)
@app.route('/3/<int:n>')
@app.route('/3/<n>/text')
def three(n): re.search(r'(c+)+$', str(n))
@app.route('/4/<path:n>')
def four(n): re.search(r'(d+)+$', n)
`, "remote-possible path GET /1/<int:n> n -1; remote-possible path GET /2/<any(a,b):n> n 1; remote path GET /3/<int:n> n -1; remote path GET /4/<path:n> n -1"},
		{"converters of Django", "views.py", `
import re
from django.urls import path
def one(request, n): re.search(r'(a+)+$', str(n))
def two(request, n): re.search(r'(b+)+$', n)
urlpatterns = [path('1/<uuid:n>', one), path('2/<slug:n>', two)]
`, "remote-possible path /1/<uuid:n> n 36; remote path /2/<slug:n> n -1"},
		{"numbers of FastAPI", "a.py", `
import re
from uuid import UUID
from fastapi import FastAPI
app = FastAPI()
@app.get('/1/{n}')
def one(n: int): re.search(r'(a+)+$', str(n))
@app.get('/2')
def two(n: UUID | None = None): re.search(r'(b+)+$', str(n))
@app.get('/3')
def three(n: int | str): re.search(r'(c+)+$', str(n))
`, "remote-possible path GET /1/{n} n -1; remote-possible url GET /2 n -1; remote url GET /3 n -1"},
		{"an annotation that Flask does not look at", "a.py", `
import re
from flask import Flask
app = Flask(__name__)
@app.route('/1/<n>')
def one(n: int): re.search(r'(a+)+$', n)
`, "remote path GET /1/<n> n -1"},
		{"numbers of Spring", "A.java", `
import org.springframework.web.bind.annotation.*;
import java.util.regex.Pattern;
@RestController
class A {
  @GetMapping("/1") boolean a(@RequestParam Long n) { return Pattern.matches("(a+)+$", n.toString()); }
  @GetMapping("/2") boolean b(@RequestParam String n) { return Pattern.matches("(b+)+$", n); }
}
`, "remote-possible url GET /1 n 8192; remote url GET /2 n 8192"},
		{"numbers of a text in Ruby", "a.rb", `
class HomeController < ApplicationController
  def show
    params[:n].to_i.to_s =~ /(a+)+$/
  end
end
`, "remote-possible body params.n -1"},
		{"koa", "a.js", `
const Koa = require('koa'); const Router = require('@koa/router')
const app = new Koa(), router = new Router()
router.get('/s', async ctx => { /(a+)+$/.test(ctx.query.q); /(b+)+$/.test(ctx.get('x')) })
router.post('/b', async (ctx, next) => { /(c+)+$/.test(ctx.request.body.name) })
app.use(async ctx => { /(d+)+$/.test(ctx.path) })
`, "remote url GET /s query.q 16384; remote header GET /s get() 16384; remote body POST /b request.body.name 1048576; remote path path 16384"},
		{"fastify", "a.js", `
const fastify = require('fastify')({ bodyLimit: 2000 })
fastify.get('/s/:id', async (request, reply) => { /(a+)+$/.test(request.query.q); /(b+)+$/.test(request.params.id) })
fastify.route({ method: 'POST', url: '/b', handler: async request => { /(c+)+$/.test(request.body.name) } })
fastify.register(async function (instance) { instance.get('/p', async request => { /(d+)+$/.test(request.headers.host) }) })
`, "remote url GET /s/:id query.q 16384; remote path GET /s/:id params.id 100; remote body POST /b body.name 2000; remote header GET /p headers.host 16384"},
		{"hapi", "a.js", `
const Hapi = require('@hapi/hapi')
const server = Hapi.server({ port: 3000 })
server.route({ method: 'GET', path: '/s', handler: (request, h) => { /(a+)+$/.test(request.query.q); return 1 } })
server.route([{ method: 'POST', path: '/b', handler: request => /(b+)+$/.test(request.payload.name) }])
`, "remote url GET /s query.q 16384; remote body POST /b payload.name 1048576"},
		{"nest", "a.ts", `
import { Controller, Get, Post, Query, Body, Param, Headers, Req } from '@nestjs/common'
@Controller('cats')
export class CatsController {
  @Get('s') find(@Query('q') q: string, @Param() p: any) { /(a+)+$/.test(q); /(b+)+$/.test(p.id) }
  @Post() make(@Body() body: any, @Headers('x') x: string, @Req() req) { /(c+)+$/.test(body.name); /(d+)+$/.test(x); /(e+)+$/.test(req.query.z) }
}
`, "remote url GET /cats/s q 16384; remote path GET /cats/s p 16384; remote body POST /cats body 102400; remote header POST /cats x 16384; remote url POST /cats req 16384"},
		{"next api", "pages/api/x.ts", `
import type { NextApiRequest } from 'next'
export default function handler(req: NextApiRequest, res: any) { /(a+)+$/.test(req.query.q as string); /(b+)+$/.test(req.body.name) }
`, "remote url /api/x NextApiRequest.query.q 16384; remote body /api/x NextApiRequest.body.name 1048576"},
		{"next api of CommonJS", "pages/api/x.js", `
// next
module.exports = async function handler(req, res) { /(a+)+$/.test(req.query.q); /(b+)+$/.test(req.body.name) }
`, "remote url /api/x query.q 16384; remote body /api/x body.name 1048576"},
		{"next route", "src/app/api/x/route.ts", `
import { NextRequest, NextResponse } from 'next/server'
import { headers } from 'next/headers'
export async function POST(request: NextRequest, { params }) {
  const { name } = await request.json()
  ;/(a+)+$/.test(name)
  ;/(b+)+$/.test(request.nextUrl.searchParams.get('q') ?? '')
  ;/(c+)+$/.test(params.slug)
  const h = await headers()
  ;/(d+)+$/.test(h.get('x'))
}
`, "remote body POST /api/x json().name -1; remote url POST /api/x NextRequest.nextUrl.searchParams 16384; remote path POST /api/x params.slug 16384; remote header POST /api/x headers() 16384"},
		{"next action", "app/actions.ts", `'use server'
export async function save(form: FormData) { /(a+)+$/.test(form.get('name') as string) }
export async function rename(name: string) { /(b+)+$/.test(name) }
`, "remote body form 1048576; remote body name 1048576"},
		{"hono validator", "a.ts", `
import { Hono } from 'hono'
import { validator } from 'hono/validator'
const app = new Hono()
app.post('/a', validator('json', (value, c) => { /(a+)+$/.test(value.t); /(b+)+$/.test(c.req.header('x')); return value }), c => c.text('x'))
app.get('/b', validator('query', (value, c) => { /(c+)+$/.test(value.q); return value }), c => c.text('x'))
`, "remote body POST /a t -1; remote header POST /a req.header() 16384; remote url GET /b q 16384"},
		{"hono", "a.ts", `
import { Hono } from 'hono'
const app = new Hono()
app.get('/s', c => { /(a+)+$/.test(c.req.query('q')); return c.text('x') })
app.post('/b', async c => { const b = await c.req.json(); /(b+)+$/.test(b.name) })
`, "remote url GET /s req.query() 16384; remote body POST /b req.json().name -1"},
		{"trpc", "a.ts", `
import { initTRPC } from '@trpc/server'
const t = initTRPC.create()
export const router = t.router({ hello: t.procedure.input(x => x).query(({ input }) => { return /(a+)+$/.test(input.text) }) })
`, "remote body input.text -1"},
		{"socket.io", "a.js", `
const { Server } = require('socket.io')
const io = new Server(3000, { maxHttpBufferSize: 5000 })
io.on('connection', socket => {
  socket.on('search', (q, done) => { /(a+)+$/.test(q.text) })
  ;/(b+)+$/.test(socket.handshake.query.name)
})
`, "remote message search text 5000; remote url handshake.query.name 16384"},
		{"ws", "a.js", `
const WebSocket = require('ws')
const wss = new WebSocket.Server({ port: 1 })
wss.on('connection', (ws, req) => {
  ws.on('message', data => { /(a+)+$/.test(data.toString()); /(b+)+$/.test(JSON.parse(data).name) })
  ;/(c+)+$/.test(req.url)
})
`, "remote message data 104857600; remote message data 104857600; remote url url 16384"},
		{"lambda", "a.js", `
const aws = require('aws-sdk')
exports.handler = async event => { /(a+)+$/.test(event.queryStringParameters.q); /(b+)+$/.test(JSON.parse(event.body).name) }
`, "remote url queryStringParameters.q 10240; remote body body 6291456"},
		{"lambda, wrapped", "a.js", `
const aws = require('aws-sdk')
const read = fn => async event => fn(JSON.parse(event.body), event)
const wrap = fn => read(fn)
exports.handler = wrap(async body => /(a+)+$/.test(body.name))
`, "remote body body 6291456"},
		{"flask", "a.py", `
import re
from flask import Flask, request, Blueprint
app = Flask(__name__)
bp = Blueprint('x', __name__)
@app.route('/s/<name>', methods=['GET'])
def s(name):
    re.match(r'(a+)+$', request.args.get('q'))
    re.match(r'(b+)+$', name)
    re.search(r'(c+)+$', request.headers['X'])
@bp.post('/b')
def b():
    re.match(r'(d+)+$', request.form['name'])
    data = request.get_json()
    re.match(r'(e+)+$', data['name'])
`, "remote url GET /s/<name> request.args -1; remote path GET /s/<name> name -1; remote header GET /s/<name> request.headers.X -1; remote body POST /b request.form.name -1; remote body POST /b request.get_json().name -1"},
		{"django", "shop/views.py", `
import re
from django.views import View
def search(request, slug):
    re.match(r'(a+)+$', request.GET.get('q', ''))
    re.match(r'(b+)+$', slug)
    re.match(r'(c+)+$', request.POST['name'])
class Page(View):
    def post(self, request, *args, **kwargs):
        re.match(r'(d+)+$', request.body.decode())
        re.match(r'(e+)+$', self.kwargs['id'])
`, "remote url GET -1; remote path slug -1; remote body POST.name 2621440; remote body POST body 10485760; remote path POST kwargs.id -1"},
		{"rest framework", "shop/api.py", `
import re
from rest_framework.views import APIView
from rest_framework.decorators import api_view
class Page(APIView):
    def post(self, request):
        re.match(r'(a+)+$', request.data['name'])
@api_view(['GET'])
def find(request):
    re.match(r'(b+)+$', request.query_params.get('q'))
`, "remote body POST data.name -1; remote url query_params -1"},
		{"fastapi", "a.py", `
import re
from fastapi import FastAPI, APIRouter, Request
app = FastAPI()
@app.get('/s/{id}')
async def s(id: str, q: str = ''):
    re.match(r'(a+)+$', id)
    re.match(r'(b+)+$', q)
@app.post('/b')
async def b(request: Request):
    body = await request.json()
    re.match(r'(c+)+$', body['name'])
    re.match(r'(d+)+$', request.query_params['q'])
`, "remote path GET /s/{id} id -1; remote url GET /s/{id} q -1; remote body POST /b Request.json().name -1; remote url POST /b Request.query_params.q -1"},
		{"starlette", "a.py", `
import re
from starlette.applications import Starlette
from starlette.routing import Route
async def home(request):
    re.match(r'(a+)+$', request.query_params['q'])
    re.match(r'(b+)+$', (await request.body()).decode())
app = Starlette(routes=[Route('/x', home)])
`, "remote url /x query_params.q -1; remote body /x body() -1"},
		{"aiohttp", "a.py", `
import re
from aiohttp import web
async def handle(request):
    re.match(r'(a+)+$', request.query['q'])
    data = await request.json()
    re.match(r'(b+)+$', data['name'])
app = web.Application(client_max_size=5000)
app.router.add_get('/x', handle)
`, "remote url GET /x query.q 8190; remote body GET /x json().name 5000"},
		{"tornado", "a.py", `
import re
import tornado.web
class Main(tornado.web.RequestHandler):
    def get(self, name):
        re.match(r'(a+)+$', self.get_argument('q'))
        re.match(r'(b+)+$', self.request.headers['X'])
        re.match(r'(c+)+$', name)
`, "remote body GET get_argument() 104857600; remote header GET request.headers.X 65536; remote path GET name 65536"},
		{"sanic", "a.py", `
import re
from sanic import Sanic
app = Sanic('x')
@app.post('/b/<tag>')
async def b(request, tag):
    re.match(r'(a+)+$', request.json['name'])
    re.match(r'(b+)+$', request.args.get('q'))
    re.match(r'(c+)+$', tag)
`, "remote body POST /b/<tag> json.name 100000000; remote url POST /b/<tag> args 8192; remote path POST /b/<tag> tag 8192"},
		{"what PHP takes apart and what it hands on", "src/a.php", `<?php
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Attribute\MapQueryParameter;
use Symfony\Component\HttpKernel\Attribute\MapRequestPayload;
use Symfony\Component\Routing\Attribute\Route;
class Order { public string $name = ''; }
class Orders {
    #[Route('/a')]
    public function a(Request $request) {
        preg_match('/(a+)+$/', $request->request->get('x'));
        preg_match('/(b+)+$/', $request->query->get('x'));
        preg_match('/(c+)+$/', $request->headers->get('x'));
        preg_match('/(d+)+$/', $request->getContent());
    }
    #[Route('/b')]
    public function b(#[MapRequestPayload] Order $order, #[MapQueryParameter] string $q) {
        preg_match('/(e+)+$/', $order->name);
        preg_match('/(f+)+$/', $q);
    }
}
`, "remote body /a Request.request.get() 8388608; remote url /a Request.query.get() -1; remote header /a Request.headers.get() -1; remote body /a Request.getContent() -1; remote body /b $order -1; remote url /b $q -1"},
		{"patterns that a compiler makes methods of", "A.cs", `
using System.Text.RegularExpressions;
public partial class A : ControllerBase {
  [GeneratedRegex("(a+)+$")] private static partial Regex One();
  [GeneratedRegex("(b+)+$", RegexOptions.IgnoreCase)] private static partial Regex Two { get; }
  [GeneratedRegex("(c+)+$")] private static partial Regex Three();
  [HttpGet("a")] public bool Get([FromQuery] string s, [FromQuery] string t) {
    if (t.Length > 10) return false;
    return One().IsMatch(s) || Two.IsMatch(t);
  }
}
`, "remote url GET /a s 8192; remote url GET /a t 10; 6 unknown"},
		{"pipes of Nest", "a.ts", `
import { Controller, Get, Param, Query, ParseIntPipe, ParseUUIDPipe, DefaultValuePipe, Optional } from '@nestjs/common'
import { ParseIntPipe as Other } from './other'
@Controller('a') class A {
  @Get(':n') a(@Param('n', ParseIntPipe) n: number, @Query('m', new ParseUUIDPipe({ version: '4' })) m: string, @Query('q', new DefaultValuePipe('x')) q: string, @Query('r', Other) r: string) {
    /(a+)+$/.test(String(n)); /(b+)+$/.test(m); /(c+)+$/.test(q); /(d+)+$/.test(r)
  }
}
`, "remote-possible path GET /a/:n n 24; remote-possible url GET /a/:n m 36; remote url GET /a/:n q 16384; remote url GET /a/:n r 16384"},
		{"requests of Laravel with rules", "app/a.php", `<?php
use Illuminate\Foundation\Http\FormRequest;
class StoreContact extends FormRequest { public function rules() { return ['name' => 'max:50']; } }
class Contacts {
    public function store(StoreContact $request) {
        preg_match('/(a+)+$/', $request->input('name'));
        preg_match('/(b+)+$/', $request->validated()['name']);
        preg_match('/(c+)+$/', $request->header('x'));
    }
}
`, "remote body FormRequest.input() 50; remote body FormRequest.validated().name 50; remote header FormRequest.header() -1"},
		{"members of requests of Laravel", "app/a.php", `<?php
use Illuminate\Foundation\Http\FormRequest;
use Illuminate\Http\Request;
class Store extends FormRequest { public function rules() { return ['name' => ['required', 'max:10'], 'bio' => 'bail|max:20|regex:/(a+)+$/', 'nick' => 'max:20|regex:/(b+)+$/']; } }
class Shops {
    public function one(Request $request) { preg_match('/(c+)+$/', $request->name); preg_match('/(d+)+$/', request()->name); }
    public function two(Store $request) { preg_match('/(e+)+$/', $request->name); preg_match('/(f+)+$/', $request->other); preg_match('/(g+)+$/', $request->safe()->name); preg_match('/(h+)+$/', $request->validated('name')); }
}
`, "remote body FormRequest.input().bio 20; remote body FormRequest.input().nick 8388608; remote body Request.name 8388608; remote body request.name 8388608; remote body FormRequest.name 10; remote body FormRequest.other 8388608; remote body FormRequest.safe().name 10; remote body FormRequest.validated() 10"},
		{"what forms of Django check themselves", "views.py", `
import re
from django import forms
class Shop(forms.Form):
    name = forms.CharField(max_length=10)
    note = forms.CharField()
    def clean_name(self): re.search(r'(a+)+$', self.cleaned_data['name'])
    def clean_note(self): re.search(r'(b+)+$', self.cleaned_data.get('note'))
    def clean(self):
        data = super().clean()
        re.search(r'(c+)+$', data.get('note'))
    def other(self, note): re.search(r'(d+)+$', note)
def shop(request): Shop(request.POST).is_valid()
`, "remote body POST.name 10; remote body POST.note 2621440; remote body POST.note 2621440; 12 unknown"},
		{"what serializers check themselves", "views.py", `
import re
from django.urls import path
from rest_framework import serializers
from rest_framework.views import APIView
class Shop(serializers.Serializer):
    name = serializers.CharField(max_length=10)
    note = serializers.CharField()
    def validate_name(self, value): re.search(r'(a+)+$', value)
    def validate_note(self, value): re.search(r'(b+)+$', value)
    def validated_note(self, value): re.search(r'(c+)+$', value)
class Shops(APIView):
    def post(self, request): Shop(data=request.data).is_valid()
`, "remote body POST data.name 10; remote body POST data.note -1; 11 unknown"},
		{"what models of pydantic check themselves", "a.py", `
import re
from pydantic import BaseModel, Field, field_validator, model_validator, validator
from fastapi import FastAPI
app = FastAPI()
class Shop(BaseModel):
    name: str
    short: str = Field(max_length=10)
    @field_validator('name')
    @classmethod
    def one(cls, v): re.search(r'(a+)+$', v); return v
    @validator('name', 'short')
    def two(cls, v): re.search(r'(b+)+$', v); return v
    @field_validator('short')
    @classmethod
    def three(cls, v, info): re.search(r'(c+)+$', v); return v
    @field_validator('short', mode='before')
    @classmethod
    def four(cls, v): re.search(r'(d+)+$', v); return v
    @model_validator(mode='after')
    def five(self): re.search(r'(e+)+$', self.name); return self
    def six(self, v): re.search(r'(f+)+$', v)
@app.post('/m')
def m(shop: Shop): return shop
`, "remote body POST /m name -1; remote body POST /m name -1; remote body POST /m short 10; remote body POST /m short -1; remote body POST /m name -1; 22 unknown"},
		{"dependencies of FastAPI", "a.py", `
import re
from typing import Annotated
from fastapi import Depends, FastAPI, Header, Security
from fastapi.security import OAuth2PasswordBearer
from auth import current
app = FastAPI()
scheme = OAuth2PasswordBearer('/t')
class Page:
    def __init__(self, q: str): self.q = q
def user(session: str = Header()): return DB.load(session)
def fixed(): return 'x'
def asked(q: str, n: int): return q
def nested(a: str = Depends(asked)): return a
User = Annotated[str, Depends(fixed)]
@app.get('/a')
def a(u = Depends(fixed), v: Annotated[str, Depends(fixed)] = 'y', w: User = 'z', x = Depends(current), y: Annotated[str, Security(fixed, scopes=['a'])] = ''):
    re.match(r'(a+)+$', u)
    re.match(r'(b+)+$', v)
    re.match(r'(c+)+$', w)
    re.match(r'(d+)+$', x.name)
    re.match(r'(e+)+$', y)
@app.get('/b')
def b(p: str, u = Depends(asked), v: Annotated[str, Depends(nested)] = 'y', w: Page = Depends(), x: Page = Depends(Page), y: str = Depends(scheme)):
    re.match(r'(f+)+$', u)
    re.match(r'(g+)+$', v)
    re.match(r'(h+)+$', w.q)
    re.match(r'(i+)+$', x.q)
    re.match(r'(j+)+$', y)
    re.match(r'(k+)+$', p)
def opened(q: str): yield q
Old = Depends(fixed)
def both(p: str): return p
@app.get('/c')
def c(u = Depends(opened), v = Old):
    re.match(r'(l+)+$', u)
    re.match(r'(m+)+$', v)
    both(v)
@app.get('/d')
def d(u = Depends(both)): re.match(r'(n+)+$', u)
`, "18 constant; 19 constant; 20 constant; 21 unknown; 22 constant; remote url GET /b q -1; remote url GET /b q -1; remote url GET /b q -1; remote url GET /b q -1; remote body GET /b y -1; remote url GET /b p -1; remote url GET /c q -1; 37 constant; remote url GET /d p -1"},
		{"a view of Flask that is made with arguments", "a.py", `
import re
from flask import Flask, g, request
from flask.views import MethodView
from werkzeug.local import LocalProxy
app = Flask(__name__)
lang = LocalProxy(lambda: g.lang)
class Part(MethodView):
    def __init__(self, pattern): self.pattern = pattern
    def get(self, number):
        self.pattern.match(number)
        re.match(r'(b+)+$', lang)
@app.before_request
def before(): g.lang = request.cookies['lang'][:16]
app.add_url_rule('/parts/<number>', view_func=Part.as_view('part', re.compile(r'(a+)+$')))
`, "remote cookie request.cookies.lang 16; remote path GET /parts/<number> number -1"},
		{"what the administration of Django gets", "admin.py", `
import re
from django.contrib import admin
class ArticleAdmin(admin.ModelAdmin):
    def save_model(self, request, obj, form, change):
        re.match(r'(a+)+$', request.POST['title'])
    def other(self, request):
        re.match(r'(b+)+$', request.POST['title'])
`, "remote body POST.title 2621440; 8 unknown"},
		{"dependencies of FastAPI that routes of a router share", "a.py", `
import re
from typing import Annotated
from fastapi import APIRouter, Depends, FastAPI, Query
app = FastAPI()
router = APIRouter(prefix='/b')
class Page:
    def __init__(self, cursor: str = Query('', max_length=64)): self.cursor = cursor
def term(q: str = Query('', max_length=120)): return q.strip()
Term = Annotated[str, Depends(term)]
@router.get('')
def a(page: Page = Depends()): re.match(r'(a+)+$', page.cursor)
@router.get('/b')
def b(term: Term): re.match(r'(b+)+$', term)
@router.post('/c')
def c(term: Term): re.match(r'(c+)+$', term)
@router.get('/d')
def d(term: str = Depends(term)): re.match(r'(d+)+$', term)
app.include_router(router, prefix='/v1')
`, "remote url GET /v1/b cursor 64; remote url GET /v1/b/b q 120; remote url POST /v1/b/c q 120; remote url GET /v1/b/d q 120"},
		{"classes in a controller of Spring", "A.java", `
import org.springframework.web.bind.annotation.*;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.regex.Pattern;
@RestController class A {
  static class Part { @Size(max = 10) private String x; public String getX() { return x; } }
  static class Shop { @Valid private Part part; public Part getPart() { return part; } }
  @PostMapping("/a") boolean a(@RequestBody Shop s) { return Pattern.matches("(a+)+$", s.getPart().getX()); }
  @PostMapping("/b") boolean b(@Valid @RequestBody Shop s) { return Pattern.matches("(b+)+$", s.getPart().getX()); }
}
`, "remote body POST /a s -1; remote body POST /b s 10"},
		{"records in a controller of Spring", "A.java", `
import org.springframework.web.bind.annotation.*;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.regex.Pattern;
@RestController class A {
  record Part(@Size(max = 10) String x, @Size(max = 3) List<String> many) {}
  record Shop(@Valid Part part, Part open) {}
  @PostMapping("/a") boolean a(@RequestBody Part p) { return Pattern.matches("(a+)+$", p.x()); }
  @PostMapping("/b") boolean b(@Valid @RequestBody Part p) { return Pattern.matches("(b+)+$", p.x()); }
  @PostMapping("/c") boolean c(@Valid @RequestBody Part p) { return Pattern.matches("(c+)+$", p.many().get(0)); }
  @PostMapping("/d") boolean d(@Valid @RequestBody Shop s) { return Pattern.matches("(d+)+$", s.part().x()); }
  @PostMapping("/e") boolean e(@Valid @RequestBody Shop s) { return Pattern.matches("(e+)+$", s.open().x()); }
  record Own(@Size(max = 10) String x) { public String x() { return "" + x; } }
  @PostMapping("/f") boolean f(@Valid @RequestBody Own s) { return Pattern.matches("(f+)+$", s.x()); }
}
`, "remote body POST /a p -1; remote body POST /b p 10; remote body POST /c p -1; remote body POST /d s 10; remote body POST /e s -1; remote body POST /f s 10"},
		{"patterns among rules of Laravel", "app/a.php", `<?php
use Illuminate\Foundation\Http\FormRequest;
use Illuminate\Http\Request;
class StoreContact extends FormRequest { public function rules() { return ['phone' => ['required', 'regex:/(a+)+$/'], 'nick' => 'string|regex:/(b+)+$/', 'name' => 'max:9']; } }
class Contacts {
    public function one(Request $request) { $request->validate(['x' => 'required|regex:/(c+)+$/']); }
    public function two(Request $request) { $this->validate($request, ['y' => ['regex:/(d+)+$/']]); }
    public function three($other) { return ['z' => 'regex:/(e+)+$/']; }
}
`, "remote body FormRequest.input().phone 8388608; remote body FormRequest.input().nick 8388608; remote body Request.input().x 8388608; remote body Request.input().y 8388608; 8 unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if s := ways(t, test.file, test.text); s != test.want {
				t.Errorf("got\n%s\nwant\n%s", s, test.want)
			}
		})
	}
}
