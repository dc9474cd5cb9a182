package reach

import (
	"strings"
	"testing"
)

// TestRoutesInTables tells the routes of handlers that tables and functions of the program register, each by its own row or call.
func TestRoutesInTables(t *testing.T) {
	const (
		app   = "\n-- a.js --\nconst express = require('express')\nconst app = express();\n"
		first = "(req, res) => /(a+)+$/.test(req.query.s)"
		other = "(req, res) => res.send(req.body.t)"
		both  = "{ method: 'get', path: '/a', fn: " + other + " }, { method: 'post', path: '/b', fn: " + first + " }"
	)
	for _, test := range []struct{ code, want string }{
		{"for (const r of [" + both + "]) app[r.method](r.path, r.fn)", "POST /b query.s"},
		{"[" + both + "].forEach(({ method, path, fn }) => app[method](path, fn))", "POST /b query.s"},
		{"for (const [m, p, ...fns] of [['get', '/a', " + other + "], ['del', '/b', " + first + "]]) app[m](p, ...fns)", "DELETE /b query.s"},
		{"for (const r of [" + both + "]) app.all(r.path, r.fn)", "/b query.s"},
		{"function add(path, fn) { app.get(path, fn) }\nadd('/a', " + other + ")\nadd('/b', " + first + ")", "GET /b query.s"},
		{"const add = (verb, path, ...fns) => app[verb](path, ...fns)\nadd('get', '/a', " + other + ")\nadd('put', '/b', " + first + ")", "PUT /b query.s"},
		{"const table = { 'GET /a': " + other + ", 'patch /b': " + first + " }\nfor (const key of Object.keys(table)) { const [m, p] = key.split(' '); app[m.toLowerCase()](p, table[key]) }", "PATCH /b query.s"},
		{"class Routes {\n  constructor() { this.router = express.Router() }\n  add(verb, path, fn) { this.router[verb](path, fn); return this }\n}\nconst r = new Routes().add('get', '/a', " + other +
			").add('post', '/b', " + first + ")\napp.use('/c', r.router)", "POST /c/b query.s"},
		{"const Router = require('@koa/router')\nconst koa = new Router()\nfor (const r of [" + strings.ReplaceAll(both, "(req, res) => /", "({ request: req }) => /") + "]) koa[r.method](r.path, r.fn)", "POST /b request.query.s"},
		{"const a = express.Router(), b = express.Router()\nb.get('/x', " + first + ")\nfor (const { path, router } of [{ path: '/a', router: a }, { path: '/b', router: b }]) app.use(path, router)", "GET /b/x query.s"},
		{"const api = require('fastify')()\nconst a = async f => { }, b = async f => { f.get('/x', async request => /(a+)+$/.test(request.query.s)) }\nfor (const [prefix, plugin] of [['/a', a], ['/b', b]]) api.register(plugin, { prefix })", "GET /b/x query.s"},
		// A handler in no row or call of its own stands below all of them, and a name of which nothing is known may be any method.
		{"const fn = " + first + "\nfor (const path of ['/a', '/b']) app[process.env.VERB](path, fn)", "/a query.s"},
	} {
		if got := describe(t, app+test.code+"\n"); !strings.Contains(strings.ReplaceAll(got, ",", ""), strings.ReplaceAll(test.want, ",", "")) {
			t.Errorf("%s\ngot %s, want %s", test.code, got, test.want)
		}
	}
}

// TestDemandsOfOtherRows bounds a parameter of a path by what the route in its own row demands, and where the row is not known,
// by no route alone.
func TestDemandsOfOtherRows(t *testing.T) {
	const app = "const app = require('express')()\nconst test = (req, res) => /(a+)+$/.test(req.params.n)\nconst other = (req, res) => res.end()\n"
	for _, test := range []struct{ code, want string }{
		{"const add = (path, fn) => app.get(path, fn)\nadd('/a/:n(\\\\d{1,8})', test)\nadd('/b/:n', other)", "8"},
		{"const add = (path, fn) => app.get(path, fn)\nadd('/a/:n(\\\\d{1,8})', other)\nadd('/b/:n', test)", "16384"},
		{"const add = (path, fn) => app.get(path, fn)\nadd('/a/:n(\\\\d{1,8})', test)\nadd('/b/:n', test)", "16384"},
		{"const add = path => app.get(path, test)\nadd('/a/:n(\\\\d{1,8})')\nadd('/b/:n')", "16384"},
		{"const add = (path, fn, more) => app.get(path, fn, ...more)\nadd('/a/:n(\\\\d{1,8})', test, [])\nadd('/b/:n', other, [test])", "16384"},
		{"const rows = [{ path: '/a/:n(\\\\d{1,8})', fn: test }, { path: '/b/:n', fn: other }]\nrows[1].fn = test\nfor (const r of rows) app.get(r.path, r.fn)", "16384"},
		{"const rows = [{ path: '/a/:n(\\\\d{1,8})', fn: test }, { path: '/b/:n', fn: other }]\nfor (const r of rows) app.get(r.path, r.fn)\napp.get('/c/:n', test)", "16384"},
		{"const rows = [{ path: '/a/:n(\\\\d{1,8})', fn: test }, { path: '/b/:n', fn: other }]\nfor (const r of rows) { app.get(r.path, r.fn); if (x) r.fn = test; app.get(r.path, r.fn) }", "16384"},
	} {
		if got := longest(t, "a.js", app+test.code); got != test.want {
			t.Errorf("%s\ngot %s, want %s", test.code, got, test.want)
		}
	}
}
