package reach

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// inventory lists the routes of a project, whose files are separated by lines "-- name --", with their inputs.
func inventory(t *testing.T, text string) string {
	t.Helper()
	paths, texts, files := archive(text)
	var out []string
	for _, r := range FindRoutes(Input{Paths: paths, Files: files}).Routes {
		methods := strings.Join(r.Methods, ",")
		if methods == "" {
			methods = "*"
		}
		line := fmt.Sprintf("%s %s %s:%d", methods, r.Path, r.At.File, 1+bytes.Count(texts[r.At.File][:r.At.Start], []byte("\n")))
		for _, in := range r.Inputs {
			line += fmt.Sprintf(" %s=%d", in.Name, in.MaxLength)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func TestFindRoutes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"express, nested over files", `
-- app.js --
const express = require('express')
const app = express()
app.use(express.json({ limit: '1mb' }))
app.get('/', (req, res) => res.send('x'))
app.use('/api', require('./api'))
app.use('/static', express.static('public'))
-- api/index.js --
const { Router } = require('express')
const users = require('./users')
const router = Router()
router.use('/users', users.router)
router.route('/things/:id').get((req, res) => {}).put((req, res) => { save(req.body.name, req.body.name.length) })
module.exports = router
-- api/users.js --
const express = require('express')
const router = express.Router({ mergeParams: true })
const BASE = '/me'
router.get(BASE + '/posts', (req, res) => { find(req.query.q, req.get('X-Tag')) })
router.get(['/a', '/b'], (req, res) => {}).post('/c', (req, res) => { check(req) })
function check (req) { return req.body.phone.trim() }
exports.router = router
`, `GET / app.js:4
GET /api/things/{id} api/index.js:5 path.id=16384
PUT /api/things/{id} api/index.js:5 body.name=1048576 path.id=16384
GET /api/users/a api/users.js:5
GET /api/users/b api/users.js:5
POST /api/users/c api/users.js:5 body.phone=1048576
GET /api/users/me/posts api/users.js:4 header.X-Tag=16384 query.q=16384`},
		{"express, a long chain", `
-- a.js --
const express = require('express')
const router = express.Router()
router.route('/:id').get(a).post(a).put(a).patch(a).delete(a)
router.get('/1', a).get('/2', a).get('/3', a).get('/4', a).get('/5', a).get('/6', a)
function a (req, res) {}
express().use('/x', router)
`, `GET /x/1 a.js:4
GET /x/2 a.js:4
GET /x/3 a.js:4
GET /x/4 a.js:4
GET /x/5 a.js:4
GET /x/6 a.js:4
DELETE /x/{id} a.js:3 path.id=16384
GET /x/{id} a.js:3 path.id=16384
PATCH /x/{id} a.js:3 path.id=16384
POST /x/{id} a.js:3 path.id=16384
PUT /x/{id} a.js:3 path.id=16384`},
		{"fastify plugins", `
-- server.js --
const fastify = require('fastify')()
fastify.register(require('./v1'), { prefix: '/v1' })
fastify.get('/health', async () => 'ok')
-- v1.js --
module.exports = async function (app, opts) {
  app.get('/items/:id', { schema: { querystring: { type: 'object', properties: { q: { type: 'string', maxLength: 40 } } } } }, async request => request.query.q)
  app.register(async inner => { inner.post('/deep', async request => request.body.text) }, { prefix: '/inner' })
}
`, `GET /health server.js:3
POST /v1/inner/deep v1.js:3 body.text=1048576
GET /v1/items/{id} v1.js:2 query.q=40 path.id=100`},
		{"koa", `
-- app.js --
const Koa = require('koa'); const Router = require('@koa/router')
const api = new Router({ prefix: '/api' }), users = new Router()
users.get('/users/:id', async ctx => { ctx.body = ctx.params.id }).del('/users/:id', async ctx => {})
api.use('/v2', users.routes(), users.allowedMethods())
new Koa().use(api.routes())
`, `DELETE /api/v2/users/{id} app.js:3 path.id=16384
GET /api/v2/users/{id} app.js:3 path.id=16384`},
		{"hono", `
-- a.ts --
import { Hono } from 'hono'
import books from './books'
const app = new Hono().basePath('/api')
app.route('/books', books)
app.get('/x', c => c.text(c.req.query('q')))
-- books.ts --
import { Hono } from 'hono'
const books = new Hono()
books.get('/:id', c => c.text(c.req.param('id')))
export default books
`, `GET /api/books/{id} books.ts:3 path.id=16384
GET /api/x a.ts:5 query.q=16384`},
		{"nest", `
-- main.ts --
import { NestFactory } from '@nestjs/core'
async function main () { const app = await NestFactory.create(AppModule); app.setGlobalPrefix('api') }
-- cats.ts --
import { Controller, Get, Post, Query, Body, Param } from '@nestjs/common'
@Controller('cats')
export class Cats {
  @Get() all(@Query('q') q: string) {}
  @Get(':id') one(@Param('id') id: string) {}
  @Post('x') make(@Body() body: any) { return body.name }
}
@Controller({ path: 'dogs' })
export class Dogs { @Get() all() {} }
`, `GET /api/cats cats.ts:4 query.q=16384
POST /api/cats/x cats.ts:6 body.name=102400
GET /api/cats/{id} cats.ts:5 path.id=16384
GET /api/dogs cats.ts:9`},
		{"flask", `
-- app.py --
from flask import Flask, request
from views import bp
from admin import admin
app = Flask(__name__)
app.register_blueprint(bp)
app.register_blueprint(admin, url_prefix='/root')
@app.route('/', methods=['GET', 'POST'])
def index():
    return request.form['name'] + request.args.get('q')
-- views.py --
from flask import Blueprint, request
bp = Blueprint('v', __name__, url_prefix='/v')
@bp.route('/<int:id>')
def one(id): return request.headers.get('X-A')
-- admin.py --
from flask import Blueprint
from flask.views import MethodView
admin = Blueprint('a', __name__, url_prefix='/never')
class Item(MethodView):
    def get(self, item): pass
    def post(self, item): pass
admin.add_url_rule('/items/<item>', view_func=Item.as_view('items'))
`, `GET,POST / app.py:7 body.name=500000 query.q=-1
GET /root/items/{item} admin.py:7 path.item=-1
POST /root/items/{item} admin.py:7 path.item=-1
GET /v/{id} views.py:3 header.X-A=-1 path.id=-1`},
		{"django", `
-- site/urls.py --
from django.urls import path, re_path, include
from shop import views
urlpatterns = [
    path('', views.home),
    path('api/', include('shop.urls')),
    re_path(r'^old/(?P<year>[0-9]{4})/$', views.old),
]
-- shop/urls.py --
from django.urls import path
from . import views
urlpatterns = [path('items/<int:pk>/', views.Item.as_view()), path('search/', views.search)]
-- shop/views.py --
from django.views import View
def home(request): return request.GET['q']
def old(request, year): pass
def search(request): return request.GET.get('text')
class Item(View):
    def get(self, request, pk): pass
    def post(self, request, pk): return request.POST['name']
`, `* / site/urls.py:4 query.q=-1
GET /api/items/{pk} shop/urls.py:3 path.pk=-1
POST /api/items/{pk} shop/urls.py:3 body.name=2621440 path.pk=-1
* /api/search shop/urls.py:3 query.text=-1
* /old/{year} site/urls.py:6 path.year=-1`},
		{"fastapi", `
-- main.py --
from fastapi import FastAPI
import users
app = FastAPI()
app.include_router(users.router, prefix='/api')
@app.get('/ping')
def ping(): return 1
-- users.py --
from fastapi import APIRouter, Query, Header
from pydantic import BaseModel, Field
router = APIRouter(prefix='/users')
class User(BaseModel):
    name: str = Field(max_length=50)
    bio: str
@router.get('/{user_id}')
def one(user_id: int, q: str = Query(max_length=20), x_tag: str = Header()): pass
@router.post('')
def make(user: User): return user.name
`, `POST /api/users users.py:9 body.bio=-1 body.name=50
GET /api/users/{user_id} users.py:7 header.x_tag=-1 path.user_id=-1 query.q=20
GET /ping main.py:5`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := inventory(t, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
