package reach

import "testing"

// TestAiohttpGuards holds that a middleware of aiohttp bounds what it lets pass where the only application has it for sure.
func TestAiohttpGuards(t *testing.T) {
	const head = `
-- a.py --
import os, re
from aiohttp import web
P = re.compile(r'(a+)+$')
async def read(request): return web.Response(text=str(P.match(request.query['s'])))
@web.middleware
async def short(request, handler):
    `
	const checks = "if len(request.query.get('s', '')) > 40: raise web.HTTPBadRequest()\n    return await handler(request)\n"
	const listed, routes = "app = web.Application(middlewares=[short])\n", "app.router.add_get('/a', read)\n"
	for _, test := range []struct{ code, want string }{
		{checks + listed + routes, "remote 40"},
		{checks + "app = web.Application()\napp.middlewares.append(short)\n" + routes, "remote 40"},
		{checks + "app = web.Application()\n" + routes, "remote 8190"},
		{checks + "app = web.Application(middlewares=[short] if os.environ.get('X') else [])\n" + routes, "remote 8190"},
		{checks + "other = web.Application(middlewares=[short])\napp = web.Application()\n" + routes, "remote 8190"},
		{checks + listed + "app.middlewares.clear()\n" + routes, "remote 8190"},
		{"if len(request.query.get('s', '')) > 40: print('long')\n    return await handler(request)\n" + listed + routes, "remote 8190"},
		{"if len(request.query.get('t', '')) > 40: raise web.HTTPBadRequest()\n    return await handler(request)\n" + listed + routes, "remote 8190"},
		{"if request.path == '/b' and len(request.query.get('s', '')) > 40: raise web.HTTPBadRequest()\n    return await handler(request)\n" + listed + routes, "remote 8190"},
	} {
		if got := furthest(describe(t, head+test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
