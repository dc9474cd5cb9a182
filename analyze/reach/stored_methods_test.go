package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestStoredMethods calls methods of what also holds others under names that are worked out: those are not what is called.
func TestStoredMethods(t *testing.T) {
	const frame = `
import copy, os, re
from flask import Flask, request
app = Flask(__name__)

class Connection:
    def clean(self, s): return re.search(r'(a+)+$', s)
    def prepare(self, s): return s

@app.post('/x')
def x():
    connection = Connection()
    bag = {'n': request.form['s']}
    GUARD
`
	for _, test := range []struct{ code, want string }{
		{"connection.clean(request.form['s'])", "remote"},
		{"connection.prepare(request.form['s'])", "unknown"},
		{"bag[os.getpid()] = connection.clean\n    (bag or connection).prepare(request.form['s'])", "unknown"},
		{"bag[os.getpid()] = connection.clean\n    bag['k'](request.form['s'])", "remote"},
		{"connection.other = connection.clean\n    connection.other(request.form['s'])", "remote"},
		{"bag[os.getpid()] = copy.copy\n    connection.clean(bag.encode(request.form['s']))", "remote-possible"},
		{"connection.clean(bag.get('n'))", "remote"},
	} {
		paths, texts, files := archive("-- a.py --\n" + replaced(frame, test.code))
		if got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

// TestStoredBesideMethodsOfTexts takes no function that is stored under a name that is worked out for the method of texts that a
// regex is handed to.
func TestStoredBesideMethodsOfTexts(t *testing.T) {
	const frame = `const app = require('express')()
const table = {}
const keep = (name, fn) => { table[name] = fn }
const use = p => p.match(/(a+)+$/)
use('x')
`
	for _, test := range []struct{ code, want string }{
		{"app.post('/a', req => keep(process.argv[2], re => re.test(req.body.s)))\nuse(table)", "unknown"},
		{"app.post('/a', req => { table.match = re => re.test(req.body.s) })\nuse(table)", "remote"},
		{"app.post('/a', req => { table['match'] = re => re.test(req.body.s) })\nuse(table)", "remote"},
		{"app.post('/a', req => keep(process.argv[2], function match(re) { return re.test(req.body.s) }))\nuse(table)", "remote"},
		{"app.post('/a', req => keep(process.argv[2], re => re.test(req.body.s)))\ntable[process.argv[3]](/(a+)+$/)", "remote"},
		{"app.post('/a', req => keep(process.argv[2], re => re.test(req.body.s)))\ntable.find(/(a+)+$/)", "remote"},
		{"class Box { match(re) { return re.test(this.s) } }\napp.post('/a', req => { const b = new Box(); b.s = req.body.s; use(b) })", "remote"},
		{"app.post('/a', req => use(req.body.s))", "remote"},
	} {
		wantsLevel(t, frame+test.code, test.want)
	}
}

// TestManyFunctions finds all of more functions than a value is known to be of other things, where they are handed on or
// called in one place, and none that is called with something else.
func TestManyFunctions(t *testing.T) {
	const many = 40
	each := func(format string) string {
		var all strings.Builder
		for i := range many {
			fmt.Fprintf(&all, strings.ReplaceAll(format, "#", "%[1]d")+"\n", i)
		}
		return all.String()
	}
	const (
		frame    = "-- a.js --\nconst app = require('express')()\napp.use(require('express').json())\n"
		handlers = "function h#(req, res) { /(a+)+$/.test(req.body.s) }"
		services = "class S# { name = 's#';\nsend(note) { /(a+)+$/.test(note.s) }\ncheck(note) { return note.s.length } }"
	)
	registry := "class Services {\nstatic all = {};\nstatic init() {\nconst list = [" + each("new S#(),") + "]\nfor (const one of list) {\nif (this.all[one.name]) throw new Error(one.name)\nthis.all[one.name] = one\n}\n}\n" +
		"static send(note) { if (this.all[note.kind]) return this.all[note.kind].send(note) }\nstatic check(note) { return this.all[note.kind].check(note) }\n}\nServices.init()\n"
	for _, test := range []struct{ name, code, want string }{
		{"a function that registers", each(handlers) + "function page(path, h) { app.post(path, h) }\n" + each("page('/#', h#)"), "remote"},
		{"a table", each(handlers) + "const all = {" + each("k#: h#,") + "}\napp.post('/:n', (req, res) => { const h = all[req.params.n]; h(req, res) })", "remote"},
		{"a table that is filled", each(handlers) + "const all = {}\nfunction add(n, h) { all[n] = h }\n" + each("add('k#', h#)") + "app.post('/:n', (req, res) => all[req.params.n](req, res))", "remote"},
		{"a map", each(handlers) + "const all = new Map()\nfunction add(n, h) { all.set(n, h) }\n" + each("add('k#', h#)") + "app.post('/:n', (req, res) => all.get(req.params.n)(req, res))", "remote"},
		{"a table of services", each(services) + registry + "app.post('/:n', (req, res) => Services.send(req.body))", "remote"},
		{"a table of services that get a constant", each(services) + registry + "app.post('/:n', (req, res) => Services.send({ kind: req.body.kind, s: 'a' }))", "unknown"},
		{"a table of services of which others are called", each(services) + registry + "Services.send({ s: 'a' })\napp.post('/:n', (req, res) => Services.check(req.body))", "unknown"},
		{"a list of routes", each(handlers) + "const all = [" + each("{path: '/#', handler: h#},") + "]\nfor (const r of all) app.post(r.path, r.handler)", "remote"},
		{"a table that gets a constant", each(handlers) + "const all = {" + each("k#: h#,") + "}\napp.post('/:n', (req, res) => all[req.params.n]({ body: { s: 'a' } }, res))", "constant"},
		{"a table that nobody calls", each(strings.ReplaceAll(handlers, "req", "q")) + "const all = {" + each("k#: h#,") + "}\napp.post('/:n', (req, res) => res.json(Object.keys(all)))", "unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			paths, texts, files := archive(frame + test.code)
			for i, found := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts)) {
				if got := found.Level.String(); got != test.want {
					t.Errorf("function %d: got %s, want %s\n%s", i, got, test.want, test.code)
					break
				}
			}
		})
	}
}
