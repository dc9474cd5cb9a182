package reach

import (
	"strings"
	"testing"
)

// TestPythonServers follows requests, messages and mail of servers in Python that have no framework of routes, and nothing of
// methods that only have the names of theirs.
func TestPythonServers(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"ASGI", "class App:\n    async def __call__(self, scope, receive, send):\n        M(scope['query_string'].decode())", "remote url query_string -1"},
		{"ASGI function", "async def app(scope, receive, send):\n    m = await receive()\n    M(m['body'])", "remote body body -1"},
		{"ASGI with a request of one's own", "class Request:\n    def __init__(self, scope, receive):\n        self.scope = scope\n    @property\n    def host(self):\n        return {k.decode(): v.decode() for k, v in self.scope['headers']}.get('host')\nclass App:\n    async def __call__(self, scope, receive, send):\n        M(Request(scope, receive).host)", "remote header headers -1"},
		{"ASGI, another order", "class App:\n    def __call__(self, receive, scope):\n        M(scope['query_string'])", "unknown"},
		{"ASGI, the type", "class App:\n    async def __call__(self, scope, receive, send):\n        M(scope['type'])", "unknown"},
		{"WSGI", "def application(environ, start_response):\n    M(environ['HTTP_COOKIE'])", "remote header HTTP_COOKIE -1"},
		{"WSGI class", "class App:\n    def __call__(self, env, start_response):\n        M(env.get('PATH_INFO', ''))", "remote path PATH_INFO -1"},
		{"WSGI, kept in the object", "class App:\n    def __call__(self, environ, start_response):\n        self.env = environ\n        self.go()\n    def go(self):\n        M(self.env.get('QUERY_STRING'))", "remote url QUERY_STRING -1"},
		{"a sink of Falcon", "import falcon\ndef sink(req, resp):\n    M(req.path)\nfalcon.App().add_sink(sink, '/x')", "remote path"},
		{"forms of Bottle", "from bottle import post, request\n@post('/a')\ndef a():\n    M(request.forms.getunicode('t'))", "remote body"},
		{"lines of the input", "import sys\nfor line in sys.stdin:\n    M(line)", "local"},
		{"a query set as the manager", "from django.db import models\nfrom django.views import View\nclass Q(models.QuerySet):\n    def about(self, t):\n        M(t)\nclass A(models.Model):\n    objects = Q.as_manager()\nclass V(View):\n    def get(self, request):\n        A.objects.about(request.GET['q'])", "remote url"},
		{"what a view of REST framework keeps first", "from rest_framework.views import APIView\nclass V(APIView):\n    def initial(self, request):\n        self.t = request.headers.get('X')\n    def put(self, request):\n        M(self.t)", "remote header"},
		{"a key of an event", "def lambda_handler(event, context):\n    M(event.get('body', ''))", "remote body body 6291456"},
		{"a key of an event that is checked", "def lambda_handler(event, context):\n    if len(event.get('body')) > 20:\n        return\n    M(event.get('body'))", "remote body body 20"},
		{"another key of an event", "def lambda_handler(event, context):\n    M(event.get('isBase64Encoded'))", "unknown"},
		{"WSGI, taken apart by name", "from urllib.parse import parse_qs\nclass Request:\n    def __init__(self, environ):\n        self.environ = environ\n    def args(self):\n        return parse_qs(qs=self.environ['QUERY_STRING'], keep_blank_values=True)\ndef application(environ, start_response):\n    M(Request(environ).args()['q'][0])", "remote url QUERY_STRING -1"},
		{"WSGI body", "def application(environ, start_response):\n    M(environ['wsgi.input'].read(10))", "remote body"},
		{"WSGI, the server", "def application(environ, start_response):\n    M(environ['SERVER_NAME'])", "unknown"},
		{"http.server", "from http.server import BaseHTTPRequestHandler\nclass H(BaseHTTPRequestHandler):\n    def do_GET(self):\n        M(self.path)", "remote url path 65536"},
		{"http.server, the body", "from http.server import BaseHTTPRequestHandler\nclass H(BaseHTTPRequestHandler):\n    def do_POST(self):\n        M(self.rfile.read(int(self.headers['Content-Length'])))", "remote body rfile -1"},
		{"http.server, a helper", "from http.server import SimpleHTTPRequestHandler\nclass H(SimpleHTTPRequestHandler):\n    def do_GET(self):\n        self.go()\n    def go(self):\n        M(self.headers.get('Accept'))", "remote header headers 65536"},
		{"http.server, another class", "class H:\n    def do_GET(self):\n        M(self.path)", "unknown"},
		{"socketserver", "import socketserver\nclass H(socketserver.StreamRequestHandler):\n    def handle(self):\n        M(self.rfile.readline())", "remote body rfile -1"},
		{"socketserver, line by line", "import socketserver\nclass H(socketserver.StreamRequestHandler):\n    def handle(self):\n        for line in self.rfile:\n            M(line.decode())", "remote body"},
		{"socketserver, a datagram", "import socketserver\nclass H(socketserver.BaseRequestHandler):\n    def handle(self):\n        M(self.request[0])", "remote body"},
		{"a socket", "import socket\ns = socket.socket()\ns.listen()\nconn, peer = s.accept()\nM(conn.recv(1024))", "remote message"},
		{"the peer of a socket", "import socket\ns = socket.socket()\nconn, peer = s.accept()\nM(peer)", "unknown"},
		{"a stream of asyncio", "import asyncio\nasync def h(reader, writer):\n    M((await reader.readline()).decode())\nasync def main():\n    await asyncio.start_server(h, 'a', 1)", "remote message readline() -1"},
		{"a stream of asyncio in an object", "import asyncio\nclass S:\n    def __init__(self, reader):\n        self.reader = reader\n    async def run(self):\n        line = (await self.reader.readline()).decode()\n        verb, _, rest = line.partition(' ')\n        getattr(self, 'do_' + verb)(rest)\n    def do_find(self, rest):\n        M(rest)\nasync def h(reader, writer):\n    await S(reader).run()\nasyncio.start_server(h, 'a', 1)", "remote message"},
		{"what writes to a stream of asyncio", "import asyncio\nasync def h(reader, writer):\n    M(writer.name)\nasyncio.start_server(h, 'a', 1)", "unknown"},
		{"a stream of asyncio that asks another server", "import asyncio\nasync def h():\n    reader, writer = await asyncio.open_connection('a', 1)\n    M((await reader.readline()).decode())", "unknown"},
		{"a protocol of asyncio", "import asyncio\nclass P(asyncio.Protocol):\n    def data_received(self, data):\n        M(data)", "remote message -1"},
		{"Channels", "from channels.generic.websocket import AsyncJsonWebsocketConsumer\nclass C(AsyncJsonWebsocketConsumer):\n    async def receive_json(self, content):\n        M(content['text'])", "remote message text -1"},
		{"Channels, the route", "from channels.generic.websocket import WebsocketConsumer\nclass C(WebsocketConsumer):\n    def connect(self):\n        M(self.scope['url_route']['kwargs']['room'])\n    def receive(self, text_data):\n        pass", "remote url room -1"},
		{"Twisted", "from twisted.web import resource\nclass R(resource.Resource):\n    def render_GET(self, request):\n        M(request.args[b'q'][0])", "remote url GET args -1"},
		{"Twisted servlet", "import twisted\nclass R:\n    async def on_POST(self, request, name):\n        M(name)", "remote path POST name -1"},
		{"Twisted line", "from twisted.protocols.basic import LineReceiver\nclass R(LineReceiver):\n    def lineReceived(self, line):\n        M(line)", "remote message -1"},
		{"Falcon", "import falcon\nclass R:\n    def on_get(self, req, resp, name):\n        M(req.get_param('q'))", "remote url GET get_param -1"},
		{"Falcon, the path", "import falcon\nclass R:\n    def on_get(self, req, resp, name):\n        M(name)", "remote path GET name -1"},
		{"Falcon, the response", "import falcon\nclass R:\n    def on_get(self, req, resp):\n        M(resp.text)", "unknown"},
		{"Falcon, the route", "import falcon\nclass R:\n    async def on_get(self, req, resp, name):\n        M(name)\napp = falcon.asgi.App()\napp.add_route('/a/{name}', R())", "remote path GET /a/{name} name -1"},
		{"Falcon, before", "import falcon\ndef sort(req, resp, resource, params):\n    M(req.get_param('q'))\n@falcon.before(sort)\nclass R:\n    def on_get(self, req, resp):\n        pass", "remote url get_param -1"},
		{"Pyramid, a method", "from pyramid.view import view_config\nclass V:\n    def __init__(self, request):\n        self.request = request\n    @view_config(route_name='a')\n    def a(self):\n        M(self.request.POST['q'])", "remote body -1"},
		{"Pyramid, added", "import pyramid\ndef a(request):\n    M(request.params['q'])\ndef includeme(config):\n    config.add_view(a, route_name='a')", "remote url params"},
		{"Pyramid", "from pyramid.view import view_config\n@view_config(route_name='a')\ndef a(request):\n    M(request.params['q'])", "remote url params -1"},
		{"CherryPy", "import cherrypy\nclass R:\n    @cherrypy.expose\n    def a(self, q):\n        M(q)", "remote body q -1"},
		{"CherryPy by methods", "import cherrypy\nclass R:\n    exposed = True\n    def GET(self, q):\n        M(q)", "remote body GET q -1"},
		{"a variable of the context", "import contextvars\nv = contextvars.ContextVar('v')\ndef application(environ, start_response):\n    v.set(environ['QUERY_STRING'])\n    a()\ndef a():\n    M(v.get())", "remote url QUERY_STRING -1"},
		{"another variable of the context", "import contextvars\nv, w = contextvars.ContextVar('v'), contextvars.ContextVar('w')\ndef application(environ, start_response):\n    v.set(environ['QUERY_STRING'])\n    w.set('x')\n    a()\ndef a():\n    M(w.get())", "constant"},
		{"CherryPy, not exposed", "import cherrypy\nclass R:\n    def a(self, q):\n        M(q)", "unknown"},
		{"graphene", "import graphene\nclass Q(graphene.ObjectType):\n    a = graphene.String()\n    def resolve_a(self, info, name):\n        M(name)", "remote body name -1"},
		{"graphene mutation", "import graphene\nclass Q(graphene.Mutation):\n    @classmethod\n    def mutate(cls, root, info, name):\n        M(name)", "remote body name -1"},
		{"graphene, the parent", "import graphene\nclass Q(graphene.ObjectType):\n    def resolve_a(parent, info):\n        M(parent.name)", "unknown"},
		{"strawberry", "import strawberry\n@strawberry.type\nclass Q:\n    @strawberry.field\n    def a(self, name: str) -> str:\n        M(name)", "remote body name -1"},
		{"websockets", "import websockets\nasync def h(ws):\n    async for m in ws:\n        M(m)\nwebsockets.serve(h, 'a', 1)", "remote message -1"},
		{"aiosmtpd", "from aiosmtpd.controller import Controller\nclass H:\n    async def handle_DATA(self, server, session, envelope):\n        M(envelope.content)", "remote message content -1"},
		{"a middleware of Django that is a function", "import django\ndef limit(get_response):\n    def middleware(request):\n        M(request.META['HTTP_X'])\n        return get_response(request)\n    return middleware", "remote header"},
		{"a function of Django that takes something else", "import django\ndef limit(get_response):\n    def middleware(row):\n        M(row.META['HTTP_X'])\n    return middleware", "unknown"},
		{"an action of the administration of Django", "from django.contrib import admin\nclass A(admin.ModelAdmin):\n    def rename(self, request, queryset):\n        M(request.POST['q'])", "remote body"},
		{"a named tuple", "import re\nfrom collections import namedtuple\nP = namedtuple('P', 'a b')\ndef application(environ, start_response):\n    p = P('x', environ['QUERY_STRING'][:9])\n    M(p.b)", "remote url QUERY_STRING 9"},
		{"a named tuple of a list", "import re\nfrom collections import namedtuple\nP = namedtuple('P', 'a b')\ndef application(environ, start_response):\n    p = P._make([environ['QUERY_STRING'][:9], 'x'])\n    M(p.a)", "remote url QUERY_STRING 9"},
		{"a named tuple with another member", "import re\nfrom collections import namedtuple\nP = namedtuple('P', 'a b')\ndef application(environ, start_response):\n    p = P('x', 'y')._replace(b=environ['QUERY_STRING'][:9])\n    M(p.b)", "remote url QUERY_STRING 9"},
		{"bottle, an upload", "from bottle import post, request\n@post('/a')\ndef a():\n    M(request.files.get('f').raw_filename)", "remote file"},
		{"aiosmtpd, an address", "from aiosmtpd.controller import Controller\nclass H:\n    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):\n        M(address)", "remote message"},
		{"aiosmtpd, options", "from aiosmtpd.controller import Controller\nclass H:\n    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):\n        M(server.name)", "unknown"},
		{"XML-RPC", "from xmlrpc.server import SimpleXMLRPCServer\ndef low(text):\n    M(text)\ns = SimpleXMLRPCServer(('', 1))\ns.register_function(low, 'low')", "remote body text -1"},
		{"XML-RPC, an object", "from xmlrpc.server import SimpleXMLRPCServer\nclass T:\n    def low(self, text):\n        M(text)\ns = SimpleXMLRPCServer(('', 1))\ns.register_instance(T())", "remote body text -1"},
		{"XML-RPC, another function", "from xmlrpc.server import SimpleXMLRPCServer\ndef low(text):\n    M(text)\ns = SimpleXMLRPCServer(('', 1))\ns.register_function(print, 'low')", "unknown"},
		{"a queue", "import asyncio\nq = asyncio.Queue()\nasync def h(reader, writer):\n    q.put_nowait((1, (await reader.readline()).decode()))\nasync def work():\n    while True:\n        n, line = await q.get()\n        M(line)\nasyncio.start_server(h, 'a', 1)", "remote message"},
		{"another queue", "import asyncio\nq, p = asyncio.Queue(), asyncio.Queue()\nasync def h(reader, writer):\n    q.put_nowait((await reader.readline()).decode())\n    p.put_nowait('x')\nasync def work():\n    M(await p.get())\nasyncio.start_server(h, 'a', 1)", "unknown"},
		{"a list with two ends", "import asyncio, collections\nq = collections.deque(maxlen=9)\nasync def h(reader, writer):\n    q.append((await reader.readline()).decode())\n    M(q.popleft())\nasyncio.start_server(h, 'a', 1)", "remote message"},
		{"what a feed has", "import xml.etree.ElementTree as ET\ndef application(environ, start_response):\n    for i in ET.fromstring(environ['wsgi.input'].read()).iter('item'):\n        M(i.findtext('title'))", "remote body"},
		{"what FastAPI hands a handler", "from fastapi import FastAPI, Request\napp = FastAPI()\n@app.get('/a')\ndef a(request: Request):\n    M(request.headers['x'])", "remote header GET /a"},
		{"what the application of FastAPI has", "from fastapi import FastAPI, Request\napp = FastAPI()\n@app.get('/a')\ndef a(request: Request = None):\n    M(request.app.state.name)", "unknown"},
		{"a class of the program that is named so", "from fastapi import FastAPI\nfrom pydantic import BaseModel\nclass Request(BaseModel):\n    name: str\napp = FastAPI()\n@app.post('/a')\ndef a(request: Request):\n    M(request.name)", "remote body POST /a"},
		{"Discord", "import discord\nclient = discord.Client()\n@client.event\nasync def on_message(message):\n    M(message.content)", "remote message content 4000"},
		{"Telegram", "from telegram.ext import MessageHandler\nasync def h(update, context):\n    M(update.message.text)\nMessageHandler(None, h)", "remote message text 4096"},
	} {
		code := "import re\n" + strings.ReplaceAll(test.code, "M(", "re.match(r'(a+)+$', ")
		got := ways(t, "a.py", code)
		rest := got
		for _, word := range strings.Fields(test.want) {
			if _, behind, ok := strings.Cut(rest, word); ok {
				rest = behind
			} else {
				t.Errorf("%s: got %s, want %s", test.name, got, test.want)
				break
			}
		}
	}
}

// TestCheckedArguments follows what a decorator of webargs and its kin hands a view out of the request.
func TestCheckedArguments(t *testing.T) {
	const head = "import re\nfrom flask.views import MethodView\nfrom flask_smorest import Blueprint\nfrom webargs.flaskparser import use_kwargs\nblp = Blueprint('a', 'a', url_prefix='/a')\n"
	for _, test := range []struct{ code, want string }{
		{"@blp.route('/b', methods=['POST'])\n@blp.arguments(S)\ndef b(data):\n    re.match(r'(a+)+$', data['x'])", "remote body POST /a/b x -1"},
		{"@use_kwargs(S)\ndef b(x):\n    re.match(r'(a+)+$', x)", "remote body x -1"},
		{"@other.arguments(S)\ndef b(data):\n    re.match(r'(a+)+$', data['x'])", "unknown"},
	} {
		if got := ways(t, "a.py", head+test.code); !strings.HasSuffix(got, test.want) {
			t.Errorf("%s\ngot  %s\nwant %s", test.code, got, test.want)
		}
	}
}
