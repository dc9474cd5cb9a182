package reach

import (
	"strings"
	"testing"
)

// TestDependencyGuards has what FastAPI, Starlette and Flask run before a handler let pass only what is short.
func TestDependencyGuards(t *testing.T) {
	const fastapi = `
import re
from typing import Annotated
from fastapi import FastAPI, APIRouter, Depends, HTTPException, Request
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import Response
`
	const sized = "def gate(request: Request):\n    if len(request.query_params['s']) > 10:\n        raise HTTPException(400)\n"
	const named = "def gate(s: str):\n    if len(s) > 10:\n        raise HTTPException(400)\n    return s\n"
	const dispatch = "class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        if len(request.query_params['s']) > 10:\n            return Response('no', 400)\n        return await call_next(request)\n"
	const route = "@app.get('/a')\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])\n"
	const blueprint = "bp = Blueprint('b', __name__)\n"
	const gate = "def gate():\n    if len(request.form['s']) > 10:\n        abort(400)\n"
	for _, g := range []guardCase{
		{"dependencies", "a.py", fastapi + "app = FastAPI()\nGUARD\n", "10", "any", []string{
			sized + "@app.get('/a', dependencies=[Depends(gate)])\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])",
			sized + "@app.get('/a')\ndef a(request: Request, _=Depends(gate)):\n    re.match(r'(a+)+$', request.query_params['s'])",
			sized + "@app.get('/a')\ndef a(request: Request, _: Annotated[None, Depends(gate)]):\n    re.match(r'(a+)+$', request.query_params['s'])",
			sized + "r = APIRouter(dependencies=[Depends(gate)])\n@r.get('/a')\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])\napp.include_router(r)",
			named + "@app.get('/a', dependencies=[Depends(gate)])\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
			named + "@app.get('/a')\ndef a(s: str, other: str = Depends(gate)):\n    re.match(r'(a+)+$', s)",
			named + "@app.get('/a')\ndef a(s: str = Depends(gate)):\n    re.match(r'(a+)+$', s)",
			named + "def outer(s: str = Depends(gate)):\n    return 1\n@app.get('/a')\ndef a(s: str, o=Depends(outer)):\n    re.match(r'(a+)+$', s)",
			"def gate(request: Request):\n    s = request.query_params.get('s', '')\n    if len(s) > 10:\n        raise HTTPException(400)\n    return {}\n@app.get('/a', dependencies=[Depends(gate)])\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])",
		}, []string{
			"def gate(request: Request):\n    if len(request.query_params['s']) > 10:\n        return {}\n@app.get('/a', dependencies=[Depends(gate)])\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])",
			"def gate(request: Request):\n    yield\n    if len(request.query_params['s']) > 10:\n        raise HTTPException(400)\n@app.get('/a', dependencies=[Depends(gate)])\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])",
			"def gate(t: str):\n    if len(t) > 10:\n        raise HTTPException(400)\n@app.get('/a', dependencies=[Depends(gate)])\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
			"def gate(s: list[str]):\n    if len(s) > 10:\n        raise HTTPException(400)\n@app.get('/a', dependencies=[Depends(gate)])\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
			named + "@app.get('/a/{s}', dependencies=[Depends(gate)])\ndef a(t: str):\n    re.match(r'(a+)+$', t)",
			named + "@app.get('/a', dependencies=[Depends(gate)])\n@app.get('/b')\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
			named + "@app.get('/a', dependencies=[Depends(gate)] if app.debug else [])\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
			named + "@app.get('/b', dependencies=[Depends(gate)])\ndef b(): pass\n@app.get('/a')\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
			sized + "r = APIRouter(dependencies=[Depends(gate)])\n@app.get('/a')\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])\napp.include_router(r)",
			"def gate(s: str):\n    try:\n        if len(s) > 10:\n            raise HTTPException(400)\n    except HTTPException:\n        pass\n@app.get('/a', dependencies=[Depends(gate)])\ndef a(s: str):\n    re.match(r'(a+)+$', s)",
		}},
		{"classes of middlewares", "a.py", fastapi + "GUARD\n", "10", "any", []string{
			dispatch + "app = FastAPI()\napp.add_middleware(G)\n" + route,
			dispatch + "app = FastAPI(middleware=[Middleware(G)])\n" + route,
			dispatch + "app = FastAPI()\napp.add_middleware(G, x=1)\n" + route,
			dispatch + "app = FastAPI()\n" + route + "app.add_middleware(G)\n",
			dispatch + "class O(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        return await call_next(request)\napp = FastAPI(middleware=[Middleware(O), Middleware(G)])\n" + route,
			dispatch + "app = FastAPI()\nr = APIRouter()\n@r.get('/a')\ndef a(request: Request):\n    re.match(r'(a+)+$', request.query_params['s'])\napp.include_router(r)\napp.add_middleware(G)\n",
			"class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        if len(request.query_params.get('s', '')) <= 10:\n            return await call_next(request)\n        return Response('no', 400)\napp = FastAPI()\napp.add_middleware(G)\n" + route,
			"class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        if len(request.query_params['s']) > 10:\n            raise ValueError('no')\n        return await call_next(request)\napp = FastAPI()\napp.add_middleware(G)\n" + route,
		}, []string{
			dispatch + "app = FastAPI()\n" + route,
			dispatch + "app = FastAPI()\nif app.debug:\n    app.add_middleware(G)\n" + route,
			dispatch + "app = FastAPI()\nother = FastAPI()\nother.add_middleware(G)\n" + route,
			dispatch + "app = FastAPI()\nother = [Middleware(G)]\n" + route,
			dispatch + "class H(G):\n    async def dispatch(self, request, call_next):\n        return await call_next(request)\napp = FastAPI()\napp.add_middleware(H)\n" + route,
			"class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        if len(request.query_params['s']) > 10:\n            print('long')\n        return await call_next(request)\napp = FastAPI()\napp.add_middleware(G)\n" + route,
			"class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        r = await call_next(request)\n        if len(request.query_params['s']) > 10:\n            return Response('no', 400)\n        return r\napp = FastAPI()\napp.add_middleware(G)\n" + route,
			"class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        if request.url.path == '/b' and len(request.query_params['s']) > 10:\n            return Response('no', 400)\n        return await call_next(request)\napp = FastAPI()\napp.add_middleware(G)\n" + route,
			dispatch + "app = FastAPI()\ndef later():\n    app.add_middleware(G)\n" + route,
		}},
		{"hooks of Flask", "a.py", `
import re
from flask import Flask, request, abort, Blueprint
app = Flask(__name__)
GUARD
`, "10", "any", []string{
			gate + "app.before_request(gate)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			"@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n" + gate + "app.before_request(gate)",
			blueprint + "@bp.before_app_request\n" + gate + "app.register_blueprint(bp)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			blueprint + "@bp.before_app_request\n" + gate + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp, url_prefix='/b')",
			blueprint + "@bp.before_request\n" + gate + "@bp.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)",
			blueprint + "@bp.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n@bp.before_request\n" + gate + "app.register_blueprint(bp)",
			blueprint + "@bp.before_request\n" + gate + "@bp.post('/a')\n@bp.put('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)",
			blueprint + "@bp.before_app_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return 'no', 400\n@bp.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)",
		}, []string{
			gate + "app.after_request(gate)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			gate + "if app.debug:\n    app.before_request(gate)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			gate + "other = Flask('other')\nother.before_request(gate)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			gate + "app.before_request(gate if app.debug else print)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			blueprint + "@bp.before_app_request\n" + gate + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			blueprint + "@bp.before_app_request\n" + gate + "if app.debug:\n    app.register_blueprint(bp)\n@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])",
			blueprint + "@bp.before_request\n" + gate + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)",
			blueprint + "@bp.before_request\n" + gate + "@bp.post('/a')\n@app.post('/b')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)",
			blueprint + "cp = Blueprint('c', __name__)\n@cp.before_request\n" + gate + "@bp.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)\napp.register_blueprint(cp)",
			blueprint + "@bp.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        print('long')\n@bp.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.register_blueprint(bp)",
		}},
	} {
		g.run(t)
	}
}

// TestDependenciesInMembers bounds what functions and classes get of a request which FastAPI calls for a parameter, also where a
// member of what they make is taken, and tells the route of the only handler that has them.
func TestDependenciesInMembers(t *testing.T) {
	const head = "import re\nfrom typing import Annotated\nfrom fastapi import FastAPI, Depends, Query\napp = FastAPI()\n"
	const class = "class P:\n    def __init__(self, q: Annotated[str, Query(max_length=10)] = '', o: str = ''):\n        self.q, self.o = q, o\n"
	const function = "def page(q: str = Query('', max_length=10), o: str = ''):\n    return {'q': q, 'o': o}\n"
	for _, test := range []struct{ text, want string }{
		{class + "@app.get('/a')\ndef a(p: P = Depends(P)):\n    re.match(r'(a+)+$', p.q)", "remote url GET /a q 10"},
		{class + "@app.get('/a')\ndef a(p: P = Depends()):\n    re.match(r'(a+)+$', p.q)", "remote url GET /a q 10"},
		{class + "@app.get('/a')\ndef a(p: Annotated[P, Depends()]):\n    re.match(r'(a+)+$', p.q)", "remote url GET /a q 10"},
		{class + "@app.get('/a')\ndef a(p: Annotated[P, Depends()]):\n    re.match(r'(a+)+$', p.o)", "remote url GET /a o -1"},
		{class + "@app.get('/a')\ndef a(p: P = Depends()):\n    return p.q\n@app.get('/b')\ndef b(s: str):\n    re.match(r'(a+)+$', P(s).q)", "remote url GET /b s -1"},
		{function + "@app.get('/a')\ndef a(p: dict = Depends(page)):\n    re.match(r'(a+)+$', p['q'])", "remote url GET /a q 10"},
		{function + "@app.get('/a')\ndef a(p: dict = Depends(page)):\n    re.match(r'(a+)+$', p['o'])", "remote url GET /a o -1"},
		{function + "@app.get('/a')\ndef a(p: dict = Depends(page)):\n    re.match(r'(a+)+$', p['q'])\n@app.get('/b')\ndef b(p: dict = Depends(page)):\n    return p", "remote url GET /a q 10"},
		{function + "@app.get('/a')\ndef a(p: dict = Depends(page)):\n    return p\n@app.get('/b')\ndef b(s: str):\n    re.match(r'(a+)+$', page(s)['q'])", "remote url GET /b s -1"},
	} {
		if got := strings.TrimLeft(ways(t, "a.py", head+test.text), "0123456789 "); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}
