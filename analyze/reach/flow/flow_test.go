package flow

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/python"
)

// parse reads a file of a test.
func parse(t testing.TB, name, src string) *tree.File {
	switch path.Ext(name) {
	case ".py":
		return python.Parse([]byte(src))
	default:
		l, _ := extract.ByPath(name)
		return parseScript([]byte(src), l)
	}
}

// program builds a program of files, which are separated by lines "-- name --".
func program(t testing.TB, text string) (*Program, []string) {
	t.Helper()
	var names, texts []string
	for _, part := range strings.Split(text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		names, texts = append(names, name), append(texts, body)
	}
	var sources []points.Source
	for i, name := range names {
		f, text := parse(t, name, texts[i]), []byte(texts[i])
		leaves := func(module, called string) graph.Leaving {
			return Leaves(model.Default(), f.Language, text, module, called)
		}
		s := points.Source{Graph: graph.Build(name, f, graph.Options{Leaves: leaves})}
		if strings.HasPrefix(name, "lib") {
			s.Public = "lib"
		}
		l, _ := extract.ByPath(name)
		for k, lit := range l.Extract(text).Literals {
			s.Patterns = append(s.Patterns, points.Pattern{ID: k, Start: int32(lit.Expr.Start.Offset), End: int32(lit.Expr.End.Offset)})
		}
		s.Resolve = func(module string) (int, string) {
			want := path.Join(path.Dir(name), module)
			if strings.HasSuffix(name, ".py") {
				want = strings.ReplaceAll(strings.TrimLeft(module, "."), ".", "/")
			} else if !strings.HasPrefix(module, ".") {
				return -1, module
			}
			for _, ext := range []string{"", ".js", ".ts", ".py", "/index.js"} {
				if at := slices.Index(names, want+ext); at >= 0 {
					return at, module
				}
			}
			return -1, module
		}
		sources = append(sources, s)
	}
	p := New(t.Context(), sources, model.Default(), nil, nil)
	p.Line = func(file int, at int32) int { return 1 + bytes.Count([]byte(texts[file][:at]), []byte("\n")) }
	return p, names
}

// describe lists the hits of all matches of patterns, one a line.
func describe(p *Program, names []string) string {
	var lines []string
	for _, m := range p.Matches() {
		hits, lost := p.Sources(m.Subject)
		at := fmt.Sprintf("%s:%d", names[m.File], p.Line(m.File, m.Start))
		for _, h := range hits {
			what := [...]string{"", "constant", "unknown", "", "library"}[h.Origin]
			if h.Source != nil {
				what = h.Source.Level.String() + " " + h.Source.Kind.String()
			}
			limit := "any"
			if h.Max != graph.NoLimit {
				limit = fmt.Sprint(h.Max)
			}
			line := fmt.Sprintf("%s %s %s max %s", at, what, h.Access, limit)
			if h.Possible {
				line += " possibly"
			}
			lines = append(lines, line)
		}
		for _, l := range lost {
			lines = append(lines, at+" lost "+l)
		}
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

func TestSources(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a view", `
-- app.py --
import re
from flask import Flask, request
app = Flask(__name__)
PHONE = re.compile(r"^(\d+)+$")
@app.route("/x", methods=["POST"])
def x():
    phone = request.form["phone"]
    if len(phone) > 40:
        return "no"
    return str(bool(PHONE.match(phone)))
`, "app.py:10 remote body flask.request.form.phone max 40"},
		{"a function that two call", `
-- app.py --
from flask import Flask, request
from check import is_phone
app = Flask(__name__)
@app.route("/x")
def x():
    is_phone("1234")
    return is_phone(request.args.get("q")[:200])
-- check.py --
import re
PHONE = re.compile(r"^(\d+)+$")
def is_phone(s):
    s = s.strip()
    return PHONE.match(s) is not None
`, `check.py:5 constant _ max 4
check.py:5 remote url flask.request.args max 200
check.py:5 remote url flask.request.args.* max 200`},
		{"calls and returns that belong together", `
-- app.py --
import re
from flask import Flask, request
app = Flask(__name__)
def clean(s):
    return s.strip()
@app.route("/x")
def x():
    clean(request.args["q"])
    re.match("(a+)+$", clean("aaa"))
`, `app.py:9 constant _ max 3`},
		{"a guard in a function", `
-- app.py --
import re
from flask import Flask, request
app = Flask(__name__)
LIMIT = 2 * 100
def short(s):
    return len(s) <= LIMIT
def need(s):
    if len(s) > 30:
        raise ValueError
@app.route("/x")
def x():
    a, b, c = request.args["a"], request.args["b"], request.args["c"]
    if not short(a): return
    need(b)
    if len(c) > 50: print(c)
    re.match("(a+)+$", a)
    re.match("(a+)+$", b)
    re.match("(a+)+$", c)
`, `app.py:16 remote url flask.request.args.a max 200
app.py:17 remote url flask.request.args.b max 30
app.py:18 remote url flask.request.args.c max any`},
		{"an object", `
-- app.py --
import re
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Checker:
    def __init__(self, text, pattern):
        self.text = text
        self.pattern = re.compile(pattern)
    def check(self):
        return self.pattern.match(self.text)
class Item(BaseModel):
    name: str
@app.post("/items")
def create(item: Item, q: str = None):
    Checker(item.name, "(a+)+$").check()
    re.search("(b+)+$", q)
`, `app.py:10 remote body fastapi.handler[0].name max any
app.py:16 remote body fastapi.handler[1] max any`},
		{"an app of Express", `
-- server.js --
const express = require('express')
const { isPhone, RULES } = require('./lib/text')
const app = express()
app.use(express.json({ limit: '1mb' }))
app.post('/contact', (req, res) => {
  const phone = req.body.phone
  res.json(isPhone(phone))
})
app.get('/search', function (req, res) {
  const { q } = req.query
  if (q.length > 100) return res.status(400).end()
  for (const r of RULES) if (r.test(q)) return res.end('yes')
  const name = req.params.name || ''
  RULES[0].test(name.trim().slice(0, 50).toLowerCase())
  if (name.length < 30) { /(b+)+$/.exec(name) } else { name.match(/(c+)+$/) }
})
-- lib/text.js --
const PHONE = /^(\d+)+$/
exports.isPhone = s => PHONE.test(s)
exports.RULES = [/(a+)+$/, /(x+)+$/]
`, `lib/text.js:2 library lib.isPhone[0] max any
lib/text.js:2 remote body express.handler[0].body.phone max 1048576
server.js:12 remote url express.handler[0].query.q max 100
server.js:14 constant _ max 0
server.js:14 remote path express.handler[0].params.name max 100
server.js:15 constant _ max 0
server.js:15 remote path express.handler[0].params.name max 16384
server.js:15 remote path express.handler[0].params.name max 29`},
		{"classes, routers and middleware", `
-- app.ts --
import express, { Request, Response } from 'express'
import { Service } from './service'
const router = express.Router()
export class UserController {
  constructor(private readonly service: Service) {}
  find = async (req: Request, res: Response) => {
    res.json(await this.service.find(req.user, req.query.name as string))
  }
}
router.use((req, res, next) => { req.user = req.headers['x-user']; next() })
const c = new UserController(new Service())
router.route('/users').get(c.find)
const app = express()
app.use('/api', router)
-- service.ts --
export class Service {
  private pattern = /^(\w+\s?)+$/
  async find(user: string, name: string): Promise<boolean> {
    if (!this.ok(user)) return false
    return this.ok(name)
  }
  private ok(s: string) { return this.pattern.test(s) }
}
`, `service.ts:7 remote header express.handler[0].headers.x-user max 16384
service.ts:7 remote url express.handler[0].query.name max 16384`},
		{"a handler of errors", `
-- app.js --
const app = require('express')()
app.use((err, req, res, next) => { /(a+)+$/.test(err.query.x); /(b+)+$/.test(req.query.x) })
app.use((req, res, next) => { /(c+)+$/.test(req.query.x) })
`, `app.js:2 lost express.error[0].query.x
app.js:2 remote url express.error[1].query.x max 16384
app.js:3 remote url express.handler[0].query.x max 16384`},
		{"what a package exports", `
-- lib.js --
'use strict'
var re = /(a+)+$/
module.exports = function (str, opts) {
  opts = opts || {}
  if (typeof str !== 'string') throw new TypeError('x')
  return parse(str.split(',').map(function (s) { return s.trim() }), opts.name)
}
function parse (list, name) {
  list.forEach(check)
  return name.replace(re, '')
}
function check (s) { if (!re.test(s)) throw new Error() }
module.exports.Thing = Thing
function Thing (text) { this.text = text }
Thing.prototype.run = function () { return re.exec(this.text) }
`, `lib.js:10 library lib[1].name max any
lib.js:12 library lib[0] max any
lib.js:15 library lib.Thing[0] max any`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, names := program(t, test.text)
			if got := describe(p, names); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestAskedAgainMayBeText holds that what is remembered of an object while its edges grow is what all of its edges say.
func TestAskedAgainMayBeText(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n-- a.js --\nconst t = Object.assign({}, require('x')), list = []\n")
	for i := range 50 {
		fmt.Fprintf(&b, "t.f%d = function (s) { return s.split(',').map(x => x) }; list.push(t.f%d)\nlist.slice(1).forEach(f => f('a'))\n", i, i)
	}
	b.WriteString("require('http').createServer((q, s) => s.end(String(/(a+)+$/.test(q.url))))\n")
	p, _ := program(t, b.String())
	asked := 0
	for o := range p.ObjectCount {
		x := p.Object(int32(o))
		if x.Kind != points.Allocated || x.File >= 0 {
			continue
		}
		want := slices.ContainsFunc(p.Out(x.Index), func(made int32) bool {
			return slices.ContainsFunc(p.In(p.Edge(made).To), func(e int32) bool {
				from := p.Edge(e).From
				return from != x.Index && len(p.Points(from)) == 0
			})
		})
		for range 2 {
			if got := p.MayBeText(x); got != want {
				t.Errorf("object %d: got %v, want %v", o, got, want)
			}
		}
		asked++
	}
	if asked < 2 {
		t.Errorf("%d objects that rules made", asked)
	}
}

// Rules look again and again at a call whose method may become known later, and at no other.
func TestRulesLookAtNoCallThatIsKnown(t *testing.T) {
	for _, test := range []struct {
		name, text string
		again      bool
	}{
		{"a function", "function run (s) { return s }\nrun('x')", false},
		{"a method that is stored by its name", "const api = { run (s) { return s } }\napi.run('x')", false},
		{"a method of a class", "class Api { run (s) { return s } }\nnew Api().run('x')", false},
		{"a method that is stored under some name", "const api = {}\napi[name] = function (s) { return s }\napi.run('x')", true},
	} {
		p, _ := program(t, "\n-- a.js --\n"+test.text)
		id := int32(slices.IndexFunc(p.Sites, func(c points.Site) bool { return c.Method == "run" }))
		if id < 0 {
			t.Fatalf("%s: no call of run in\n%s", test.name, test.text)
		}
		p.IsNews(id) // notes what is known by now
		if again := p.IsNews(id); again != test.again {
			t.Errorf("%s: rules look at the call of run again: %v, want %v, in\n%s", test.name, again, test.again, test.text)
		}
	}
}

// A search that is led to more places than it looks at says so, also where what it found before names many other losses; one
// that is led to few does not.
func TestSearchSaysThatItEnds(t *testing.T) {
	for _, c := range []struct {
		calls int
		want  bool
	}{{200, false}, {maxStates + 200, true}} {
		var src strings.Builder
		src.WriteString("\n-- a.js --\nfunction is(s) { return /^(a+)+$/.test(s) }\n")
		for i := range c.calls {
			fmt.Fprintf(&src, "is(unknown%d());\n", i)
		}
		p, _ := program(t, src.String())
		if _, lost := p.SourcesOf(p.Matches()[0]); slices.Contains(lost, fmt.Sprint("ways beyond the first ", maxStates)) != c.want {
			t.Errorf("of %d calls %q is lost, and whether that there are more ways should be %v", c.calls, lost, c.want)
		}
	}
}

// TestCopiesGrowWithObjects has one function copy members among ever more objects. Each has the members of all, and what is
// kept of that grows with the objects rather than with their pairs.
func TestCopiesGrowWithObjects(t *testing.T) {
	size := func(objects int) int {
		var b strings.Builder
		b.WriteString("\n-- lib.js --\nfunction extend(to, from) { for (const k in from) to[k] = from[k]; return to }\n")
		for i := range objects {
			fmt.Fprintf(&b, "const o%d = { s: (s) => /(a+)+$/.test(s), a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }\n", i)
		}
		for i := range objects {
			fmt.Fprintf(&b, "extend(o%d, o%d)\n", i, (i+1)%objects)
		}
		b.WriteString("module.exports = o0\n")
		p, names := program(t, b.String())
		last := fmt.Sprintf("lib.js:%d library", objects+1)
		if got := describe(p, names); !strings.Contains(got, last) || !strings.Contains(got, "lib.js:2 library") {
			t.Errorf("%d objects: got %s\nwant %s and that of the first object", objects, got, last)
		}
		return p.Size()
	}
	few, many := size(5), size(20)
	t.Logf("%d for 5 objects, %d for 20", few, many)
	if many > 8*few {
		t.Errorf("20 objects take %d, more than eight times the %d of 5", many, few)
	}
}

// TestPatternsOfOneMatch asks whether the ways to the second pattern of a match are searched for again: only where calls hand
// over one pattern and not the other. What is found is what a search of its own finds.
func TestPatternsOfOneMatch(t *testing.T) {
	const head = "\n-- a.js --\nconst app = require('express')()\nconst check = (s, re) => re.test(s), A = /(a+)+$/, B = /(b+)+$/\n"
	for _, test := range []struct {
		code  string
		again bool
	}{
		{"app.get('/a', q => check(q.query.a, q.query.k ? A : B))", false},
		{"app.get('/a', q => check(q.query.a, q.query.k ? A : B))\napp.get('/b', q => check(q.query.b, q.query.k ? A : B))", false},
		{"app.get('/a', q => check(q.query.a, A))\napp.get('/b', q => check(q.query.b, B))", true},
		{"app.get('/a', q => check(q.query.a, q.query.k ? A : B))\napp.get('/b', q => check(q.query.b, B))", true},
	} {
		p, _ := program(t, head+test.code)
		all := p.Matches()
		if len(all) != 2 || all[0].Same() || all[1].Same() {
			t.Fatalf("%s: got %v, want two patterns of one match", test.code, all)
		}
		p.SourcesOf(all[0])
		before := p.searched
		hits, lost := p.SourcesOf(all[1])
		if again := p.searched > before; again != test.again {
			t.Errorf("%s: got searched again %v, want %v", test.code, again, test.again)
		}
		p.toldOf = nil
		if own, ownLost := p.SourcesOf(all[1]); !slices.EqualFunc(hits, own, func(a, b Hit) bool { return a.name == b.name && a.Max == b.Max && a.Possible == b.Possible }) || !slices.Equal(lost, ownLost) {
			t.Errorf("%s: got %v %v, want %v %v", test.code, hits, lost, own, ownLost)
		}
	}
}
