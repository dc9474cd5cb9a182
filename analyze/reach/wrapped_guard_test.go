package reach

import "testing"

// TestWrappedGuards has what runs around or before a handler of Python let pass only what is short.
func TestWrappedGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Flask hooks", "a.py", `
import re
from flask import Flask, request, abort, redirect, Blueprint
app = Flask(__name__)
other = Blueprint('other', __name__)
GUARD
@app.route('/a', methods=['POST'])
def a():
    re.match(r'(a+)+$', request.form['s'])
`, "10", "any", []string{
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        abort(400)\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return 'no', 400\n",
			"@app.before_request\ndef gate():\n    s = request.form.get('s', '')\n    if len(s) > 10:\n        return redirect('/')\n",
			"@app.before_request\ndef gate():\n    s = request.form['s']\n    if len(s) > 10:\n        abort(400)\n",
			"@app.before_request\ndef gate():\n    if request.method == 'GET':\n        abort(405)\n    if len(request.form['s']) > 10:\n        abort(400)\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) <= 10:\n        return None\n    abort(413)\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        raise ValueError('no')\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return {'error': 'no'}, 400\n    return None\n",
		}, []string{
			"@app.after_request\ndef gate(r):\n    if len(request.form['s']) > 10:\n        abort(400)\n    return r\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        print('long')\n",
			"from flask import flash\n@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return flash('long')\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return None\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return\n",
			"@app.before_request\ndef gate():\n    if len(request.form['t']) > 10:\n        abort(400)\n",
			"@other.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        abort(400)\n",
			"def gate():\n    if len(request.form['s']) > 10:\n        abort(400)\n",
			"@app.before_request\ndef gate():\n    if request.path == '/b':\n        if len(request.form['s']) > 10:\n            abort(400)\n",
			"if app.debug:\n    @app.before_request\n    def gate():\n        if len(request.form['s']) > 10:\n            abort(400)\n",
			"back = Flask('back')\n@back.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        abort(400)\n",
			"@app.before_request\ndef gate():\n    if len(request.form['s']) > 10:\n        return check()\ndef check():\n    return None\n",
			"@app.before_request\ndef gate():\n    if len(request.form.getlist('s')) > 10:\n        abort(400)\n",
			"@app.before_request\ndef gate():\n    if len(request.args['s']) > 10:\n        abort(400)\n",
			"def later():\n    @app.before_request\n    def gate():\n        if len(request.form['s']) > 10:\n            abort(400)\n",
		}},
		{"decorators", "a.py", `
import re, functools
from functools import wraps
from flask import Flask, request, abort
app = Flask(__name__)
GUARD
def a():
    re.match(r'(a+)+$', request.form['s'])
`, "10", "any", []string{
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            return 'no', 400\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(n):\n    def made(f):\n        @wraps(f)\n        def inner(*a, **k):\n            if len(request.form['s']) > 10:\n                abort(400)\n            return f(*a, **k)\n        return inner\n    return made\n@app.route('/a', methods=['POST'])\n@gate(3)",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) <= 10:\n            return f(*a, **k)\n        abort(400)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            raise ValueError('no')\n        r = f(*a, **k)\n        return r\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(n):\n    def made(f):\n        @wraps(f)\n        def inner(*a, **k):\n            if len(request.form['s']) > n:\n                abort(400)\n            return f(*a, **k)\n        return inner\n    return made\n@app.route('/a', methods=['POST'])\n@gate(10)",
			"def log(f):\n    @wraps(f)\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\ndef gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@log\n@gate",
		}, []string{
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            print('long')\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        r = f(*a, **k)\n        if len(request.form['s']) > 10:\n            abort(400)\n        return r\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['t']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        def run():\n            return f(*a, **k)\n        if request.form['s'] == 'x':\n            return run()\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner if app.debug else f\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if app.debug:\n            return run(f)\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\ndef run(f):\n    return f()\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    if len('x') > 10:\n        abort(400)\n    return f\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return f\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            abort(400)\n        return f(*a, **k)\n    return inner\n@gate\n@app.route('/a', methods=['POST'])",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        if len(request.form['s']) > 10:\n            return f(*a, **k)\n        abort(400)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
			"def gate(f):\n    @wraps(f)\n    def inner(*a, **k):\n        try:\n            if len(request.form['s']) > 10:\n                raise ValueError()\n        except ValueError:\n            pass\n        return f(*a, **k)\n    return inner\n@app.route('/a', methods=['POST'])\n@gate",
		}},
		{"middlewares", "a.py", `
import re
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import Response
from starlette.routing import Route
from fastapi import FastAPI, Request
app = FastAPI()
GUARD
@app.get('/a')
async def a(request: Request):
    re.match(r'(a+)+$', request.query_params['s'])
`, "10", "any", []string{
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request: Request, call_next):\n    s = request.query_params['s']\n    if len(s) > 10:\n        return Response('no', 400)\n    r = await call_next(request)\n    return r\n",
			"@app.middleware('http')\nasync def gate(request: Request, call_next):\n    if len(request.query_params['s']) > 10:\n        raise ValueError('no')\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    s = request.query_params.get('s', '')\n    if len(s) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if request.method == 'PUT':\n        return Response('no', 405)\n    if len(request.query_params['s']) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) <= 10:\n        r = await call_next(request)\n    else:\n        r = Response('no', 400)\n    return r\n",
			"most = 10\n@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) > most:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) <= 10:\n        return await call_next(request)\n    return Response('no', 400)\n",
		}, []string{
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) > 10:\n        print('long')\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    r = await call_next(request)\n    if len(request.query_params['s']) > 10:\n        return Response('no', 400)\n    return r\n",
			"class G(BaseHTTPMiddleware):\n    async def dispatch(self, request, call_next):\n        if len(request.query_params['s']) > 10:\n            return Response('no', 400)\n        return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['t']) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if request.method == 'PUT':\n        return await call_next(request)\n    if len(request.query_params['s']) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"if app.debug:\n    @app.middleware('http')\n    async def gate(request, call_next):\n        if len(request.query_params['s']) > 10:\n            return Response('no', 400)\n        return await call_next(request)\n",
			"inner = FastAPI()\n@inner.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.query_params['s']) > 10:\n        return await call_next(request)\n    return Response('no', 400)\n",
			"@app.middleware('http')\nasync def gate(request, call_next):\n    if len(request.path_params['s']) > 10:\n        return Response('no', 400)\n    return await call_next(request)\n",
		}},
	} {
		g.run(t)
	}
}

// TestRefusedRequests has handlers of errors see what a hook refused.
func TestRefusedRequests(t *testing.T) {
	const hook = `
import re
from flask import Flask, request, abort
app = Flask(__name__)
@app.before_request
def gate():
    if len(request.form['s']) > 10:
        abort(400)
`
	for _, test := range []struct{ code, want string }{
		{"@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n", "remote body POST /a request.form.s 10"},
		{"@app.errorhandler(400)\ndef told(e):\n    re.match(r'(a+)+$', request.form['s'])\n", "remote body request.form.s -1"},
		{"@app.after_request\ndef last(r):\n    re.match(r'(a+)+$', request.form['s'])\n    return r\n", "remote body request.form.s -1"},
	} {
		if got := ways(t, "a.py", hook+test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
