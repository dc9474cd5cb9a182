package reach

import "testing"

// TestEntries holds that functions are called with what others send which frameworks find in ways of their own.
func TestEntries(t *testing.T) {
	const trpc = "import { initTRPC } from '@trpc/server'\nimport { z } from 'zod'\nconst t = initTRPC.context<{ user: string }>().create()\nconst auth = t.middleware(({ ctx, next }) => next({ ctx }))\nconst open = t.procedure, closed = t.procedure.use(auth)\n"
	for _, test := range []struct{ name, file, text, want string }{
		{"trpc", "a.ts", trpc + "export const r = t.router({ a: open.input(z.string().max(50)).query(({ input }) => /(a+)+$/.test(input)) })", "50"},
		{"trpc behind middleware", "a.ts", trpc + "export const r = t.router({ a: closed.input(z.object({ s: z.string() })).mutation(async opts => /(a+)+$/.test(opts.input.s)) })", "any"},
		{"context of trpc", "a.ts", "import { createHTTPServer } from '@trpc/server/adapters/standalone'\ncreateHTTPServer({ createContext: ({ req }) => ({ ok: /(a+)+$/.test(req.headers.authorization) }) })", "16384"},
		{"parameters of koa-router", "a.js", "const Koa = require('koa'), Router = require('@koa/router')\nconst r = new Router()\nr.param('id', (id, ctx, next) => /(a+)+$/.test(id) && next())", "16384"},
		{"hooks of a route of fastify", "a.js", "const app = require('fastify')()\napp.get('/a', { preHandler: async req => { /(a+)+$/.test(req.query.s) } }, async () => 1)", "16384"},
		{"hooks of a route of fastify in a list", "a.js", "const app = require('fastify')()\napp.route({ method: 'GET', url: '/a', onRequest: [async req => { /(a+)+$/.test(req.query.s) }], handler: async () => 1 })", "16384"},
		{"messages of aiohttp", "a.py", "import re\nfrom aiohttp import web\nasync def a(request):\n    sock = web.WebSocketResponse()\n    async for m in sock:\n        re.search('(a+)+$', m.data)\napp = web.Application()\napp.router.add_get('/a', a)", "4194304"},
		{"middleware of django", "app/middleware.py", "import re\nfrom django.conf import settings\nclass M:\n    def __init__(self, get_response): self.get_response = get_response\n    def __call__(self, request):\n        re.search('(a+)+$', request.META['HTTP_X'])\n        return self.get_response(request)", "any"},
		{"what has the name of middleware", "app/middleware.py", "import re\nclass M:\n    def __call__(self, request):\n        re.search('(a+)+$', request.META['HTTP_X'])", "none"},
		{"middleware of ASP.NET", "A.cs", "using System.Text.RegularExpressions;\nvar app = WebApplication.CreateBuilder(args).Build();\napp.Use(async (context, next) => { Regex.IsMatch(context.Request.Headers[\"X\"], \"(a+)+$\"); await next(); });", "32768"},
		{"parameters of Sinatra's blocks", "a.rb", "require 'sinatra'\nget '/a/:id' do |id|\n  id.match?(/(a+)+$/)\nend", "8192"},
		{"validators of Laravel", "a.php", "<?php\nuse Illuminate\\Http\\Request;\nuse Illuminate\\Support\\Facades\\{Route, Validator};\nRoute::post('/a', function (Request $r) { $v = Validator::make($r->all(), ['s' => 'required']); preg_match('/(a+)+$/', $v->validated()['s']); });", "8388608"},
	} {
		if got := longest(t, test.file, test.text); got != test.want {
			t.Errorf("%s: got %s, want %s in\n%s", test.name, got, test.want, test.text)
		}
	}
}
