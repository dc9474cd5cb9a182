package reach

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// inventory lists the routes of a project, whose files are separated by lines "-- name --", with their inputs.
func inventory(t *testing.T, text string) string {
	t.Helper()
	paths, texts, files := archive(text)
	var out []string
	for _, r := range Open(Input{Paths: paths, Files: files}).Routes(t.Context()).Routes {
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

// TestLimits bounds a body by what holds for every route, not by what one of them sets.
func TestLimits(t *testing.T) {
	const express, fastify = "const express = require('express'); const app = express();\n", "const app = require('fastify')({%s});\n"
	const nest = "import { Body, Controller, Post } from '@nestjs/common'\nimport { NestFactory } from '@nestjs/core'\n%s" +
		"@Controller()\nexport class C { @Post('x') x(@Body() body: { q: string }) { return find(body.q) } }\n"
	const body = "app.post('/x', (req, res) => find(req.body.q));\n"
	for _, test := range []struct {
		text string
		want int
	}{
		{express + "app.use(express.json({limit: '1kb'}));\n" + body, 1 << 10},
		{express + "app.use(express.json({limit: '1kb'}));\napp.use(express.urlencoded({limit: '2kb'}));\n" + body, 2 << 10},
		{express + "app.post('/y', express.json({limit: '1kb'}), f);\napp.use(express.json());\n" + body, 100 << 10},
		{express + "app.post('/y', express.json({limit: '1kb'}), f);\napp.use(express.json({limit: process.env.LIMIT}));\n" + body, NoLimit},
		{express + "app.use(express.json({limit: config.max || '10mb'}));\n" + body, NoLimit},
		{express + "app.use(express.json(options));\n" + body, NoLimit}, // from outside, whatever it holds
		{express + "app.use(express.json(require('config').get('body')));\n" + body, NoLimit},
		{express + "app.use(express.json({...require('shared').options, strict: true}));\n" + body, NoLimit},
		{express + "const given = {strict: true};\napp.use(express.json({...given}));\n" + body, 100 << 10},
		{express + "const options = {limit: '3kb'};\napp.use(express.json(options));\n" + body, 3 << 10},
		{express + "app.post('/y', express.json({limit: '1mb'}), f);\napp.use(express.json());\n" + body, 100 << 10},
		{express + "app.use(express.json({strict: true}));\n" + body, 100 << 10},
		{fmt.Sprintf(fastify, "") + "app.post('/y', {bodyLimit: 1024}, f);\n" + body, 1 << 20},
		{fmt.Sprintf(fastify, "bodyLimit: 2048") + "app.post('/y', {bodyLimit: 1024}, f);\n" + body, 2 << 10},
		{fmt.Sprintf(fastify, "bodyLimit: 2048") + "app.post('/y', {bodyLimit: 4096}, f);\n" + body, 4 << 10},
		{fmt.Sprintf(nest, ""), 100 << 10},
		{fmt.Sprintf(nest, "import { NestExpressApplication } from '@nestjs/platform-express'\nasync function start() { const app = await NestFactory.create(M); app.useBodyParser('json', {limit: '1mb'}) }\n"), 1 << 20},
		{fmt.Sprintf(nest, "import { FastifyAdapter } from '@nestjs/platform-fastify'\nNestFactory.create(M, new FastifyAdapter())\n"), 1 << 20},
		{fmt.Sprintf(nest, "import { FastifyAdapter } from '@nestjs/platform-fastify'\nNestFactory.create(M, new FastifyAdapter({ bodyLimit: 2097152 }))\n"), 2 << 20},
	} {
		got := inventory(t, "-- app.ts --\n"+test.text)
		if want := fmt.Sprintf("body.q=%d", test.want); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", test.text, got, want)
		}
	}
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
		{"what routes demand of parameters of the path", `
-- a.js --
const Router = require('@koa/router')
const router = new Router()
router.get('/orders/:number(\\d{1,8})', async ctx => {})
router.get('/tags/:tag([a-z-]+)', async ctx => {})
-- urls.py --
from django.urls import path, re_path
from shop import views
urlpatterns = [path('u/<uuid:key>/', views.one), re_path(r'^n/(?P<number>\d{1,8})/$', views.one)]
-- shop/views.py --
def one(request, **kwargs): return 1
-- config/routes.rb --
Rails.application.routes.draw do
  get "orders/:number", to: "shop#order", constraints: { number: /\d{1,8}/ }
  constraints id: /[a-z]{4}/ do
    resources :tags, only: [:show]
  end
  get "p/:page", to: "shop#order", page: /\d+/
end
-- app/controllers/shop_controller.rb --
class ApplicationController < ActionController::API
end
class ShopController < ApplicationController
  def order
    contact = params.require(:contact).permit(:name, :phone)
    find(params.fetch(:page), contact[:phone].strip)
  end
end
-- app/controllers/tags_controller.rb --
class TagsController < ApplicationController
  def show = params[:id].strip
end
`, `* /n/{number} urls.py:3 path.number=8
GET /orders/{number} a.js:3 path.number=8
GET /orders/{number} config/routes.rb:2 query.contact.phone=10240 query.page=10240 path.number=8
GET /p/{page} config/routes.rb:6 path.page=8192 query.contact.phone=10240
GET /tags/{id} config/routes.rb:4 path.id=4
GET /tags/{tag} a.js:4 path.tag=16384
* /u/{key} urls.py:3 path.key=36`},
		{"classes that bodies are made of", `
-- shop.ts --
import { Body, Controller, Post, Query, Get } from '@nestjs/common'
class Item { sku: string }
class Cart { email: string; items: Item[] }
class Filter { q: string }
@Controller('shop')
export class ShopController {
  @Post('cart') cart (@Body() body: Cart) { return body.items.length }
  @Get('find') find (@Query() filter: Filter, @Query('page') page: string) { return filter }
}
-- views.py --
from django import forms
from django.views.decorators.http import require_POST
class Coupon(forms.Form):
    code = forms.CharField(max_length=12)
    note = forms.CharField()
@require_POST
def coupons(request):
    form = Coupon(request.POST)
    return form.is_valid()
-- urls.py --
from django.urls import path
import views
urlpatterns = [path('coupons/', views.coupons)]
-- Users.java --
import org.springframework.web.bind.annotation.*;
record Address(String street) {}
record User(String name, Address home) {}
@RestController
class Users {
  @PostMapping("/users") String add(@RequestBody User user) { return user.name(); }
}
-- Coupons.java --
import org.springframework.web.bind.annotation.*;
import java.util.Map;
@RestController
@RequestMapping("/api/coupons")
public class Coupons {
  @PostMapping("/redeem") public String redeem(@Valid @RequestBody Redeem body) { return body.getCode(); }
  @PostMapping("/slugs") public String slug(@RequestBody Map<String, String> body) { return body.getOrDefault("slug", "") + body.get("kind"); }
  @GetMapping public String list() { return ""; }
  @PostMapping
  public String create(@RequestBody Redeem body) { return ""; }
}
class Redeem {
  private String code;
  private int quantity;
  public String getCode() { return code; }
  public void setCode(String v) { code = v; }
}
`, `GET /api/coupons Coupons.java:8
POST /api/coupons Coupons.java:9 body.code=-1 body.quantity=-1
POST /api/coupons/redeem Coupons.java:6 body.code=-1 body.quantity=-1
POST /api/coupons/slugs Coupons.java:7 body.kind=-1 body.slug=-1
POST /coupons urls.py:3 body.code=12 body.note=2621440
POST /shop/cart shop.ts:7 body.email=102400 body.items=102400
GET /shop/find shop.ts:8 query.page=16384 query.q=16384
POST /users Users.java:6 body.home.street=-1 body.name=-1`},
		{"parameters of Spring", `
-- A.java --
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping({"/a", "/b"})
class A {
  static class In { @Size(max = 40) @JsonProperty("full_name") private String name; public String other; public String getName() { return name; } }
  record Line(@JsonProperty(value = "sku_id") String sku, int quantity) {}
  @GetMapping("/e") String e(@RequestParam(required = false) Integer page) { return "" + page; }
  @GetMapping("/f") String f(@RequestParam(required = false) String text, @RequestParam(name = "q") String query) { return text + query; }
  @PostMapping("/g") String g(@Valid @RequestBody In in) { return in.getName(); }
  @PostMapping("/h") int h(@RequestBody Line line) { return line.quantity(); }
  @GetMapping("/i") String i(@RequestParam(defaultValue = "price") String sort, @RequestParam(required = false, value = "n") String name) { return sort + name; }
}
`, `GET /a/e A.java:10 query.page=8192
GET /a/f A.java:11 query.q=8192 query.text=8192
POST /a/g A.java:12 body.full_name=40 body.other=-1
POST /a/h A.java:13 body.quantity=-1 body.sku_id=-1
GET /a/i A.java:14 query.n=8192 query.sort=8192
GET /b/e A.java:10 query.page=8192
GET /b/f A.java:11 query.q=8192 query.text=8192
POST /b/g A.java:12 body.full_name=40 body.other=-1
POST /b/h A.java:13 body.quantity=-1 body.sku_id=-1
GET /b/i A.java:14 query.n=8192 query.sort=8192`},
		{"compiled Nest", `
-- app.js --
const common_1 = require("@nestjs/common");
const class_validator_1 = require("class-validator");
const tslib_1 = require("tslib");
class CreateUser {
}
__decorate([
    (0, class_validator_1.MaxLength)(50),
    __metadata("design:type", String)
], CreateUser.prototype, "bio", void 0);
let Users = class Users {
    one(id, q) { return id + q; }
    create(body) { return body.bio; }
};
__decorate([
    (0, common_1.Get)(':id'),
    __param(0, (0, common_1.Param)('id')),
    __param(1, (0, common_1.Query)('q')),
    __metadata("design:paramtypes", [String, String])
], Users.prototype, "one", null);
tslib_1.__decorate([
    (0, common_1.Post)(),
    tslib_1.__param(0, (0, common_1.Body)()),
    tslib_1.__param(9, (0, common_1.Body)()),
    tslib_1.__metadata("design:paramtypes", [typeof (_a = typeof CreateUser !== "undefined" && CreateUser) === "function" ? _a : Object])
], Users.prototype, "create", null);
exports.Users = Users = __decorate([
    (0, common_1.Controller)('users')
], Users);
__decorate([], Nobody.prototype, "x"), __decorate(), __decorate(1, 2, 3);
app.useGlobalPipes(new common_1.ValidationPipe());
`, `POST /users app.js:21 body.bio=50
GET /users/{id} app.js:15 path.id=16384 query.q=16384`},
		{"Sanic", `
-- a.py --
from sanic import Sanic, Blueprint
app = Sanic('x')
bp = Blueprint('b', url_prefix='/b')
@bp.get('/list/<n:int>')
async def a(request, n): return request.args.get('q')
app.blueprint(bp)
`, `GET /b/list/{n} a.py:4 path.n=8192 query.q=8192`},
		{"Starlette", `
-- a.py --
from starlette.applications import Starlette
from starlette.routing import Route
async def item(request): return request.query_params['q']
app = Starlette(routes=[Route('/item/{id:int}', item, methods=['POST'])])
`, `POST /item/{id} a.py:4 query.q=-1 path.id=-1`},
		{"Routes in lists of Starlette", `
-- a.py --
from starlette.applications import Starlette
from starlette.routing import Mount, Route, Router
async def item(request): return None
users = Router(routes=[Route('/{name}', item, methods=['DELETE'])])
api = [Mount('/users', app=users), Mount('/deep', routes=[Route('/x', item, methods=['GET'])])]
app = Starlette(routes=[Mount('/api', routes=api), Mount('/sub', Starlette(routes=[Route('/in', item, methods=['GET'])]))])
app.mount('/late', Router([Route('/one', item, methods=['GET'])]))
app.add_route('/added', item, methods=['PUT'])
`, `PUT /added a.py:8
GET /api/deep/x a.py:5
DELETE /api/users/{name} a.py:4 path.name=-1
GET /late/one a.py:7
GET /sub/in a.py:6`},
		{"Rules of Werkzeug", `
-- a.py --
from werkzeug.routing import Map, Rule
def item(env, request, id): return None
urls = Map([Rule('/item/<int:id>', endpoint=item, methods=['POST'])])
`, `POST /item/{id} a.py:3 path.id=-1`},
		{"Tornado", `
-- a.py --
import tornado.web
class Other(tornado.web.RequestHandler):
    def post(self): self.write(self.get_body_argument('text'))
app = tornado.web.Application([tornado.web.url(r'/other/(\d+)', Other)])
`, `POST /other/{*} a.py:4 body.text=104857600`},
		{"Tornado's lists of pairs", `
-- a.py --
import tornado.web
class A(tornado.web.RequestHandler):
    def get(self): self.write(self.get_query_argument('text'))
class B(tornado.web.RequestHandler):
    def get(self): self.write(self.get_query_argument('name'))
app = tornado.web.Application([(r'/a', A), (r'/b', B, {'x': 1})])
`, `GET /a a.py:6 query.text=65536
GET /b a.py:6 query.name=65536`},
		{"servlets", `
-- A.java --
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.*;
@WebServlet("/a") class A extends HttpServlet { protected void doGet(HttpServletRequest q, HttpServletResponse r) { q.getParameter("text"); } }
@WebServlet(urlPatterns = {"/b", "/c"}) class B extends HttpServlet { public void doPost(HttpServletRequest q, HttpServletResponse r) { q.getParameter("text"); } }
class C extends HttpServlet { private void help(HttpServletRequest q) { q.getParameter("text"); } }
`, `GET /a A.java:3 query.text=1048576
POST /b A.java:4 body.text=-1
POST /c A.java:4 body.text=-1`},
		{"functions of Slim", `
-- public/index.php --
<?php
use Slim\Factory\AppFactory;
$app = AppFactory::create();
(require __DIR__ . '/../config/routes.php')($app);
$app->run();
-- config/routes.php --
<?php
use Psr\Http\Message\ServerRequestInterface as Request;
use Slim\App;
use Slim\Interfaces\RouteCollectorProxyInterface as Group;
return function (App $app) {
    $app->get('/hello/{name}', function (Request $request, $response, array $args) { return $args['name']; });
    $app->group('/users', function (Group $group) {
        $group->get('', Find::class);
        $group->map(['PUT', 'PATCH'], '/{id}', Find::class);
    });
};
class Find { public function __invoke(Request $request, $response, array $args) { return $request->getQueryParams()['filter']; } }
`, `GET /hello/{name} config/routes.php:6 path.name=-1
GET /users config/routes.php:8 query.filter=-1
PATCH,PUT /users/{id} config/routes.php:9 query.filter=-1 path.id=-1`},
		{"functions of Ktor", `
-- App.kt --
package shop
import io.ktor.server.application.*
import io.ktor.server.routing.*
import shop.routes.*
fun Application.module() { routing { get("/") { }; route("/api") { customers(); this.orders() } } }
-- Customers.kt --
package shop.routes
import io.ktor.server.application.*
import io.ktor.server.routing.*
fun Route.customers() {
    route("/customers") {
        get { call.respondText("all") }
        get("{id?}") { call.respondText("one") }
        route("{id}/orders") { orders(); post { } }
    }
}
fun Route.orders() = get("/orders") { }
fun Route.unused() { delete { } }
`, `GET / App.kt:5
GET /api/customers Customers.kt:6
GET /api/customers/{id?} Customers.kt:7 path.id=-1
POST /api/customers/{id}/orders Customers.kt:8 path.id=-1
GET /api/customers/{id}/orders/orders Customers.kt:11 path.id=-1
GET /api/orders Customers.kt:11`},
		{"functions of Javalin", `
-- App.java --
import io.javalin.Javalin;
import static io.javalin.apibuilder.ApiBuilder.*;
class App {
    static void main(String[] args) {
        Javalin.create(c -> c.router.apiBuilder(() -> { path("api", () -> { Users.routes(); get("/ping", ctx -> ctx.result("")); }); }));
    }
}
-- Users.java --
import static io.javalin.apibuilder.ApiBuilder.*;
class Users {
    static void routes() { path("users", () -> { get(ctx -> ctx.result("")); path("{id}", () -> { delete(Users::remove); }); }); }
    static void remove(io.javalin.http.Context ctx) { ctx.result(ctx.pathParam("id")); }
}
`, `GET /api/ping App.java:5
GET /api/users Users.java:3
DELETE /api/users/{id} Users.java:3 path=8192 path.id=-1`},
		{"plain Node", `
-- server.js --
const http = require('http')
function files(req, res) { if (req.url.startsWith('/files/')) res.end() }
http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://x')
  if (pathname === '/search') {
    res.end(req.headers.accept)
  } else if (req.method === 'POST' && pathname === '/cart') {
    res.end(req.headers.from)
  } else if (searchParams.get('mode') === '/no') {
    res.end()
  }
  if (req.method === 'GET') {
    switch (pathname) { case '/health': res.end(req.headers.host) }
  }
  files(req, res)
}).listen(80)
`, `POST /cart server.js:7 header.from=16384 url=16384
* /files/{*...} server.js:2 url=16384
GET /health server.js:13 header.host=16384 url=16384
* /search server.js:5 header.accept=16384 url=16384`},
		{"a function that makes a router for each call", `
-- util.js --
const express = require('express')
exports.create = function () { const app = express(); app.get('/health', ok); return app }
exports.again = function () { return exports.again() }
-- users.js --
const util = require('./util')
exports.app = () => { const app = util.create(); app.get('/:id', (req, res) => res.send(req.params.id)); return app }
-- server.js --
const util = require('./util')
const main = util.create()
const admin = util.create()
admin.use('/users', require('./users').app())
admin.post('/flows', save)
main.use('/admin', admin)
main.use(util.again())
`, `POST /admin/flows server.js:5
GET /admin/health util.js:2
GET /admin/users/health util.js:2
GET /admin/users/{id} users.js:2 path.id=16384
GET /health util.js:2`},
		{"a prefix among many settings", `
-- a.py --
from flask import Flask, Blueprint
class Config: pass
config = Config()
for name in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']:
    config.link = name
bp = Blueprint('x', __name__, url_prefix='/' + config.link)
@bp.route('/y')
def y(): return 'y'
app = Flask('x')
app.register_blueprint(bp)
`, `GET /{…}/y a.py:7`},
		{"many paths of a list", `
-- app.js --
const app = require('express')();
['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j', '/k', '/l', '/m', '/n'].forEach(at => app.get(at, (req, res) => res.end('x')));
`, "GET /a app.js:2\nGET /b app.js:2\nGET /c app.js:2\nGET /d app.js:2\nGET /e app.js:2\nGET /f app.js:2\nGET /g app.js:2\nGET /h app.js:2\nGET /i app.js:2\nGET /j app.js:2\nGET /k app.js:2\nGET /l app.js:2\nGET /m app.js:2\nGET /n app.js:2"},
		{"keys of an object as paths", `
-- app.js --
const app = require('express')();
const routes = { '/a': (req, res) => res.end(req.query.a), '/b': (req, res) => res.end(req.query.b) };
Object.entries(routes).forEach(([path, f]) => app.get(path, f));
for (const [path, f] of Object.entries({ ['/' + 'c']: (req, res) => res.end('c') })) app.post(path, f);
Object.keys(routes).forEach(path => app.put('/p' + path, routes[path]));
`, "GET /a app.js:3 query.a=16384\nGET /b app.js:3 query.b=16384\nPOST /c app.js:4\nPUT /p/a app.js:5 query.a=16384\nPUT /p/b app.js:5 query.b=16384"},
		{"keys of a dict as paths", `
-- a.py --
from fastapi import FastAPI, Request
app = FastAPI()
base = '/api'
class Api:
    def one(self, q: str): return 1
    def two(self, name: str): return 2
    def add(self):
        routes = {f'{base}/one': self.one, f'{base}/two/{{name}}': self.two, '/plain': self.one}
        routes['/later'] = self.one
        for path, f in routes.items():
            app.add_api_route(path, f, methods=['GET'])
Api().add()
`, "GET /api/one a.py:11 query.q=-1\nGET /api/two/{name} a.py:11 path.name=-1\nGET /later a.py:11 query.q=-1\nGET /plain a.py:11 query.q=-1"},
		{"routes of FastAPI without methods", `
-- a.py --
from fastapi import FastAPI
app = FastAPI()
def one(q: str): return q
def two(q: str): return q
app.add_api_route('/one', one)
app.add_api_route('/two', two, methods=['POST'])
app.add_api_route('/three', two, methods=['POST'])
@app.api_route('/four')
def four(q: str): return q
@app.api_route('/five', methods=['PUT', 'POST'])
def five(q: str): return q
@app.api_route('/six', methods=settings.methods)
def six(q: str): return q
def add(methods, more=None): app.add_api_route('/seven', one, methods=methods), app.add_api_route('/eight', one, methods=more)
app.add_api_route('/nine', one, methods=None)
`, "* /eight a.py:14 query.q=-1\nPOST,PUT /five a.py:10 query.q=-1\nGET /four a.py:8 query.q=-1\nGET /nine a.py:15 query.q=-1\nGET /one a.py:5 query.q=-1\n* /seven a.py:14 query.q=-1\n* /six a.py:12 query.q=-1\nPOST /three a.py:7 query.q=-1\nPOST /two a.py:6 query.q=-1"},
		{"dependencies of FastAPI", `
-- a.py --
from typing import Annotated
from fastapi import Depends, FastAPI, Header, Query
app = FastAPI()
class Page:
    def __init__(self, skip: int, sort: str = Query(max_length=9)): self.sort = sort
class Shown:
    def __init__(self, columns: str): self.columns = columns
def token(x_token: str = Header()): return x_token
def user(q: str, of = Depends(token), page: Page = Depends()): return q
Current = Annotated[str, Depends(user)]
def loop(a: str, again = Depends(loop)): return a
@app.get('/one/{id}')
def one(id: int, name: str = Query(max_length=3), by: Current = None, shown: Annotated[Shown, Depends()] = None): return by
@app.get('/two')
def two(a = Depends(loop), b: str = Query(alias='B-b')): return a
@app.post('/three')
def three(all: dict[str, str], some: list[str] = Query()): return all['x']
`, "GET /one/{id} a.py:12 header.x-token=-1 path.id=-1 query.columns=-1 query.name=3 query.q=-1 query.skip=-1 query.sort=9\nPOST /three a.py:16 body=-1 query.some=-1\nGET /two a.py:14 query.B-b=-1 query.a=-1"},
		{"many keys that are put together", `
-- a.py --
from flask import Flask
app = Flask(__name__)
a = '/a'
b = f'{a}/b'
c = f'{b}/c'
d = f'{c}/d'
def view(): return ''
routes = {f'{d}/a': view, f'{d}/b': view, f'{d}/c': view, f'{d}/d': view, f'{d}/e': view, f'{d}/f': view, f'{d}/g': view, f'{d}/h': view, f'{d}/i': view, f'{d}/j': view, f'{d}/k': view, f'{d}/l': view, f'{d}/m': view, f'{d}/n': view, f'{d}/o': view, f'{d}/p': view, f'{d}/q': view, f'{d}/r': view, f'{d}/s': view, f'{d}/t': view, f'{d}/u': view, f'{d}/v': view, f'{d}/w': view, f'{d}/x': view, f'{d}/y': view, f'{d}/z': view, f'{d}/0': view, f'{d}/1': view, f'{d}/2': view, f'{d}/3': view, f'{d}/4': view, f'{d}/5': view, f'{d}/6': view, f'{d}/7': view, f'{d}/8': view, f'{d}/9': view}
for path, f in routes.items():
    app.add_url_rule(path, view_func=f)
`, "* /a/b/c/d/0 a.py:10\n* /a/b/c/d/1 a.py:10\n* /a/b/c/d/2 a.py:10\n* /a/b/c/d/3 a.py:10\n* /a/b/c/d/4 a.py:10\n* /a/b/c/d/5 a.py:10\n* /a/b/c/d/6 a.py:10\n* /a/b/c/d/7 a.py:10\n* /a/b/c/d/8 a.py:10\n* /a/b/c/d/9 a.py:10\n* /a/b/c/d/a a.py:10\n* /a/b/c/d/b a.py:10\n* /a/b/c/d/c a.py:10\n* /a/b/c/d/d a.py:10\n* /a/b/c/d/e a.py:10\n* /a/b/c/d/f a.py:10\n* /a/b/c/d/g a.py:10\n* /a/b/c/d/h a.py:10\n* /a/b/c/d/i a.py:10\n* /a/b/c/d/j a.py:10\n* /a/b/c/d/k a.py:10\n* /a/b/c/d/l a.py:10\n* /a/b/c/d/m a.py:10\n* /a/b/c/d/n a.py:10\n* /a/b/c/d/o a.py:10\n* /a/b/c/d/p a.py:10\n* /a/b/c/d/q a.py:10\n* /a/b/c/d/r a.py:10\n* /a/b/c/d/s a.py:10\n* /a/b/c/d/t a.py:10\n* /a/b/c/d/u a.py:10\n* /a/b/c/d/v a.py:10\n* /a/b/c/d/w a.py:10\n* /a/b/c/d/x a.py:10\n* /a/b/c/d/y a.py:10\n* /a/b/c/d/z a.py:10"},
		{"plain PHP", `
-- index.php --
<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$method = $_SERVER['REQUEST_METHOD'];
function find(string $q): string { return $q; }
if ($path === '/search' && $method === 'GET') { echo find($_GET['q']); exit; }
switch ($method . ' ' . $path) {
  case 'POST /cart': echo strlen($_POST['items']); break;
  case 'GET /health': echo 1;
}
-- contact.php --
<?php
require 'lib.php';
echo mail_to($_POST['name']);
-- lib.php --
<?php
function mail_to($name) { return $name . $_POST['text']; }
`, `POST /cart index.php:7 body.items=8388608
* /contact.php contact.php:1 body.name=8388608 body.text=8388608
GET /health index.php:8
GET /search index.php:5 query.q=-1`},
		{"Go", `
-- main.go --
package main
import "net/http"
func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /items/{id}", func(w http.ResponseWriter, r *http.Request) { r.FormValue("name") })
}
`, `POST /items/{id} main.go:5 body.name=-1 path.id=1052672`},
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
`, `GET,POST / app.py:7 body.name=-1 query.q=-1
GET /root/items/{item} admin.py:7 path.item=-1
POST /root/items/{item} admin.py:7 path.item=-1
GET /v/{id} views.py:3 header.X-A=-1 path.id=-1`},
		{"rails", `
-- config/routes.rb --
Rails.application.routes.draw do
  root 'home#index'
  namespace :admin do
    resources :users, only: [:index, :show, :destroy]
  end
  get 'find/:kind', to: 'home#find'
end
-- app/controllers/home_controller.rb --
class HomeController < ApplicationController
  def index; end
  def find; Note.where(params[:q]); end
end
-- app/controllers/admin/users_controller.rb --
module Admin
  class UsersController < BaseController
    def show; Other.check(params[:name]); end
  end
end
-- app/controllers/admin/base_controller.rb --
class Admin::BaseController < ApplicationController
  def index; end
end
`, `GET / config/routes.rb:2
GET /admin/users config/routes.rb:4
GET /admin/users/{id} config/routes.rb:4 query.name=10240 path.id=8192
GET /find/{kind} config/routes.rb:6 query.q=10240 path.kind=8192`},
		{"namespaces of sinatra", `
-- app.rb --
require 'sinatra/base'
class App < Sinatra::Base
  register Sinatra::Namespace
  namespace '/lists' do
    get('.json') { params[:q] }
    namespace '/old' do
      get('/:id.json') { |id| id }
    end
    put('/it') { 1 }
  end
  get('/status.json') { 1 }
end
`, `GET /lists.json app.rb:5 query.q=10240
PUT /lists/it app.rb:9
GET /lists/old/{id}.json app.rb:7 path.id=8192
GET /status.json app.rb:11`},
		{"mappings of Spring that say a method alone", `
-- A.java --
package a;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/api/items")
class A {
  @RequestMapping(method = RequestMethod.GET)
  String all(@RequestParam String q) { return q; }
  @RequestMapping(method = RequestMethod.POST, consumes = {"text/uri-list"})
  String add(@RequestBody String s) { return s; }
  String not(String s) { return s; }
}
`, `GET /api/items A.java:6 query.q=8192
POST /api/items A.java:8 body=-1`},
		{"methods of classes by the names of functions of Ktor", `
-- A.java --
package a;
import org.slf4j.MDC;
import java.nio.file.Paths;
class A {
  void m(String s) { MDC.put("id", s); Paths.get(s); Paths.get("/x"); Made.delete(s, 1); }
}
`, ``},
		{"namespaces of grape", `
-- api.rb --
require 'grape'
class Api < Grape::API
  namespace :lists do
    get(':id') { params[:q] }
    get { 1 }
  end
  get(:status) { 1 }
end
`, `GET /lists api.rb:5
GET /lists/{id} api.rb:4 query.q=10240 path.id=8192
GET /status api.rb:7`},
		{"django rest framework", `
-- site/urls.py --
from django.urls import path, include
from rest_framework.routers import DefaultRouter
from shop import views
router = DefaultRouter()
router.register(r'orders', views.OrderViewSet, basename='order')
urlpatterns = [path('api/', include(router.urls)), path('shop/', include('shop.urls'))]
-- shop/urls.py --
from rest_framework import routers
from . import views
router = routers.SimpleRouter()
router.register('tags', views.TagViewSet)
urlpatterns = router.urls
-- shop/views.py --
from rest_framework import viewsets
from rest_framework.decorators import action
class OrderViewSet(viewsets.ViewSet):
    def list(self, request): return request.query_params['q']
    def retrieve(self, request, pk=None): return pk
    @action(detail=True, methods=['post'], url_path='pay-now')
    def pay(self, request, pk=None): return request.data['card']
    @action(detail=False)
    def recent(self, request): pass
class TagViewSet(viewsets.ReadOnlyModelViewSet):
    lookup_field = 'slug'
    @action(detail=True, url_path=r'in/(?P<lang>[a-z]+)')
    def words(self, request, slug=None, lang=None): pass
    @words.mapping.put
    def set_words(self, request, slug=None, lang=None): return request.data['w']
`, `GET /api site/urls.py:5
GET /api/orders site/urls.py:5 query.q=-1
GET /api/orders.{format} site/urls.py:5 path.format=-1
GET /api/orders/recent site/urls.py:5
GET /api/orders/recent.{format} site/urls.py:5 path.format=-1
GET /api/orders/{pk} site/urls.py:5 path.pk=-1
GET /api/orders/{pk}.{format} site/urls.py:5 path.pk=-1 path.format=-1
POST /api/orders/{pk}/pay-now site/urls.py:5 body.card=-1 path.pk=-1
POST /api/orders/{pk}/pay-now.{format} site/urls.py:5 path.pk=-1 path.format=-1
GET /shop/tags shop/urls.py:4
GET /shop/tags/{slug} shop/urls.py:4 path.slug=-1
GET /shop/tags/{slug}/in/{lang} shop/urls.py:4 path.lang=-1 path.slug=-1
PUT /shop/tags/{slug}/in/{lang} shop/urls.py:4 body.w=-1 path.lang=-1 path.slug=-1`},
		{"a limit of the settings of Django", `
-- shop/settings.py --
import django
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
-- shop/urls.py --
from django.urls import path
from shop import views
urlpatterns = [path('a/', views.a)]
-- shop/views.py --
from django.http import HttpResponse
def a(request): return request.POST['x']
`, `* /a shop/urls.py:3 body.x=65536`},
		{"a limit that is a product", `
-- a.js --
const express = require('express')
const app = express()
app.use(express.json({ limit: 10 * 1024 * 1024 }))
app.post('/a', (req, res) => res.send(req.body.x))
`, `POST /a a.js:4 body.x=10485760`},
		{"lists of routes that are included", `
-- site/urls.py --
from django.urls import path, include
from site import views
extra = [path('charge/<int:n>/', views.charge)]
urlpatterns = [
    path('', views.index),
    path('credit/', include(extra)),
    path('named/', include((extra, 'shop'), namespace='n')),
    path('in/', include([path('one', views.index), path('deep/', include([path('two', views.index)]))])),
]
-- site/views.py --
def index(request): return request.GET['q']
def charge(request, n): return n
`, `* / site/urls.py:5 query.q=-1
* /credit/charge/{n} site/urls.py:3 path.n=-1
* /in/deep/two site/urls.py:8 query.q=-1
* /in/one site/urls.py:8 query.q=-1
* /named/charge/{n} site/urls.py:3 path.n=-1`},
		{"limits that are assigned", `
-- app.py --
from flask import Flask, request
app = Flask(__name__)
app.config['MAX_CONTENT_LENGTH'] = 2000
@app.route('/f', methods=['POST'])
def f(): return request.form['x']
`, `POST /f app.py:4 body.x=2000`},
		{"laravel", `
-- composer.json --
{"autoload": {"psr-4": {"App\\": "app/"}}}
-- routes/web.php --
<?php
use App\Http\Controllers\UserController;
use Illuminate\Support\Facades\Route;
Route::get('/hello/{name}', [UserController::class, 'show']);
Route::prefix('admin')->middleware(['auth'])->group(function () {
    Route::get('/users', [UserController::class, 'index'])->name('users');
});
Route::group(['prefix' => 'v1', 'middleware' => 'api'], function () {
    Route::prefix('deep')->group(function () { Route::delete('/x', UserController::class); });
    Route::apiResource('photos', UserController::class);
});
-- app/Http/Controllers/UserController.php --
<?php
namespace App\Http\Controllers;
use Illuminate\Http\Request;
class UserController extends Controller {
    public function index(Request $request) { return $request->input('q'); }
    public function show($name) { return $name; }
    public function __invoke(Request $request) { return $request->input('x'); }
}
`, `GET /admin/users routes/web.php:6 body.q=8388608
GET /hello/{name} routes/web.php:4 path.name=-1
DELETE /v1/deep/x routes/web.php:9 body.x=8388608
GET /v1/photos routes/web.php:10 body.q=8388608
GET /v1/photos/{photo} routes/web.php:10 path.photo=-1`},
		{"symfony", `
-- src/Controller/BlogController.php --
<?php
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\Routing\Attribute\Route;
#[Route('/blog', name: 'blog_')]
class BlogController {
    #[Route('/list/{page}', name: 'list', methods: ['GET', 'HEAD'])]
    public function list(int $page) { return $page; }
    #[Route(path: '/add', methods: 'POST')]
    public function add(Request $request) { return $request->request->get('title'); }
}
`, `POST /blog/add src/Controller/BlogController.php:8 body.title=8388608
GET,HEAD /blog/list/{page} src/Controller/BlogController.php:6 path.page=-1`},
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
* /old/{year} site/urls.py:6 path.year=4`},
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
GET /api/users/{user_id} users.py:7 header.x-tag=-1 path.user_id=-1 query.q=20
GET /ping main.py:5`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := inventory(t, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestMethodsAreNoInputs holds that what a program calls on a value is no input, also where all members of the value
// are read.
func TestMethodsAreNoInputs(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"-- app.js --\nconst app = require('express')();\napp.post('/x', (req, res) => { const all = req.body; res.json(all.assign(1).value()); for (const key in all) use(all[key].q) });\n", "POST /x app.js:2 body=102400"},
		{"-- app.py --\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/x')\ndef x():\n    a = request.args\n    a.get('page')\n    return [v for v in a if a.getlist('many') or v.q]\n", "GET /x app.py:3 query.many=-1 query.page=-1"},
	} {
		if got := inventory(t, test.text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

// TestKeptValuesAreNoInputs holds that what is asked of something that keeps values of earlier requests is no input of
// this one, and that functions of the program by which values are asked for give them their names.
func TestKeptValuesAreNoInputs(t *testing.T) {
	const head = "-- app.py --\nfrom flask import Flask, request, session\napp = Flask(__name__)\n"
	const keeps = "@app.route('/keep', methods=['POST'])\ndef keep():\n    session['x'] = request.form.get('x')\n"
	for _, test := range []struct{ name, text, want string }{
		{"session", head + keeps + "@app.route('/a')\ndef a():\n    return session.get('who')\n",
			"GET /a app.py:6\nPOST /keep app.py:3 body.x=-1"},
		{"session and request", head + keeps + "@app.route('/a')\ndef a():\n    return session.get('who') + request.args.get('q')\n",
			"GET /a app.py:6 query.q=-1\nPOST /keep app.py:3 body.x=-1"},
		{"own getter", head + "def get(name):\n    return request.args.get(name)\n@app.route('/a')\ndef a():\n    return get('who')\n",
			"GET /a app.py:5 query.who=-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := inventory(t, test.text); got != test.want {
				t.Errorf("%s\ngot\n%s\nwant\n%s", test.text, got, test.want)
			}
		})
	}
}

// TestEarlierChecks has what handlers let pass that run before the one of a route count for its inputs.
func TestEarlierChecks(t *testing.T) {
	const frame = `
-- a.js --
const app = require('express')(), { z } = require('zod')
const Z = z.object({ s: z.string().max(10) })
const short = (req, res, next) => { if (typeof req.body.s !== 'string' || req.body.s.length > 10) return res.end(); next() }
const count = (req, res, next) => { if (req.body.s.length > 10) return res.end(); next() }
const parse = (req, res, next) => { req.body = Z.parse(req.body); next() }
const read = (req, res) => { res.send(find(req.body.s)) }
`
	for _, test := range []struct{ code, want string }{
		{"app.post('/a', short, read)", "10"},
		{"app.post('/a', parse, read)", "10"},
		{"app.post('/a', [short], read)", "10"},
		{"app.use(short); app.post('/a', read)", "10"},
		{"app.post('/b', parse, (req, res) => {}); app.post('/a', short, read)", "10"},
		{"app.post('/a', read)", "102400"},
		{"app.post('/a', read, short)", "102400"},
		{"app.post('/a', count, read)", "102400"},
		{"app.post('/b', short, read); app.post('/a', read)", "102400"},
	} {
		got := ""
		for _, line := range strings.Split(inventory(t, frame+test.code+"\n"), "\n") {
			if rest, ok := strings.CutPrefix(line, "POST /a "); ok {
				_, got, _ = strings.Cut(rest, "body.s=")
			}
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

// TestManyRoutesOfOneHandler bounds what a handler reads that a thousand routes share, one of which checks it less.
func TestManyRoutesOfOneHandler(t *testing.T) {
	text := "-- a.js --\nconst app = require('express')();\n" +
		"const short = (req, res, next) => { if (typeof req.body.s !== 'string' || req.body.s.length > 10) return res.end(); next() };\n" +
		"const wrap = f => (req, res, next) => { use(req.body.s); f(req, res, next) };\n"
	for i := range snagtest.Sized(200, 1000) {
		text += fmt.Sprintf("app.post('/r%d', short, wrap((req, res) => res.end()));\n", i)
	}
	for _, test := range []struct{ last, want string }{
		{"", "POST /r7 a.js:11 body.s=10"},
		{"app.post('/last', wrap((req, res) => res.end()));\n", "POST /r7 a.js:11 body.s=102400"},
	} {
		got := inventory(t, text+test.last)
		if !strings.Contains(got, test.want+"\n") {
			t.Errorf("%q: got %.200s, want a line %s", test.last, got, test.want)
		}
	}
}

// TestBoundsOfParameters tells the bounds of the parameters of one handler apart, by the names that requests have them by.
func TestBoundsOfParameters(t *testing.T) {
	const want = "GET /q A.java:7 header.s=8192 query.c=17 query.q=40 query.r=8192 query.s=8192"
	got := inventory(t, `-- A.java --
import jakarta.validation.constraints.*;
import org.springframework.validation.annotation.*;
import org.springframework.web.bind.annotation.*;
@RestController
@Validated
class A {
    @GetMapping("/q")
    String q(@RequestParam @Size(max = 40) String q, @RequestParam String r, @RequestParam String s, @RequestHeader("s") String t,
        @Named("x") @RequestParam("c") @Size(max = 17) String d) { return ""; }
}
-- pom.xml --
<project></project>
`)
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
