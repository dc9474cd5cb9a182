package reach

import "testing"

// TestHandedLimits bounds texts by limits that functions are handed, each by its own call.
func TestHandedLimits(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')()
const limits = { s: 10 }
function must(s, n) { if (s.length > n) throw new Error('no'); return s }
function mustNot(s, n = 10) { if (s.length > n) throw new Error('no') }
function fits(s, { max = 10 } = {}) { return s.length <= max }
function cut(s, n) { return s.slice(0, n) }
function twice(s, n) { must(s, n) }
class Rule { constructor(o = {}) { this.max = o.max ?? 10 } check(s) { if (s.length > this.max) throw new Error('no') } }
class Loose { constructor(o = {}) { this.max = o.max ?? 10 } check(s) { if (s.length > this.max) throw new Error('no') } }
const within = n => s => s.length <= n, short = within(10)
must('x', 99); fits('x', { max: 99 }); cut('x', 99); twice('x', 99)
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
})`, "10", "102400", []string{
			"must(s, 10)", "s = must(s, limits.s)", "mustNot(s)", "if (!fits(s, { max: 10 })) return", "s = cut(s, 10)", "twice(s, 10)", "new Rule().check(s)", "if (!short(s)) return",
			"s = ((t, n = 10) => t.slice(0, n))(s)",
		}, []string{
			"must(s)", "must(s, o)", "must(o, 10)", "must(s, o.length || 10)", "if (!fits(s, { max: o })) return", "if (!fits(s, o)) return", "s = cut(s)", "s = cut(s, o)", "twice(s)",
			"new Loose({ max: o }).check(s)", "must.call(null, s)", "must(...o)", "const n = o; must(s, n)", "if (!within(o)(s)) return",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
MAX = 10
def must(s, n):
    if len(s) > n:
        raise ValueError()
    return s
def cut(s, n=10):
    return s[:n]
def loose(s, n=None):
    return s[:n]
class Rule:
    def __init__(self, n=10):
        self.n = n
    def check(self, s):
        if len(s) > self.n:
            raise ValueError()
class Loose(Rule):
    def __init__(self, n):
        self.n = n
    def check(self, s):
        if len(s) > self.n:
            raise ValueError()
must('x', 99)
cut('x', 99)
@app.route('/a')
def a():
    s = request.headers['s']
    o = request.headers['o']
    GUARD
    re.search(r'(a+)+$', s)
`, "10", "any", []string{
			"must(s, 10)", "must(s, n=10)", "must(s, n=MAX)", "s = must(s, MAX)", "s = cut(s)", "s = cut(s, 10)", "Rule().check(s)", "s = loose(s, 10)", "if (n := len(s)) > 10: return 'no'",
		}, []string{
			"must(o, 10)", "must(s, n=int(o))", "must(s, len(o))", "s = cut(s, None)", "s = loose(s)", "Loose(int(o)).check(s)", "must(s, **o)", "must(s, *o)", "if (n := len(o)) > 10: return 'no'", "if (s := len(s)) > 10: return 'no'\n    s = request.headers['s']", "import contextlib\n    with contextlib.suppress(ValueError):\n        must(s, 10)",
		}},
		{"functions that throw", "a.js", `
const app = require('koa')(), router = require('@koa/router')()
function fail() { throw new Error('no') }
const bad = m => { console.log(m); throw new Error(m) }
function quit(s) { if (s) return; throw new Error('no') }
async function later() { throw new Error('no') }
router.post('/a', async ctx => { let s = ctx.request.body.s; const o = ctx.request.body.o
  GUARD;
  /(a+)+$/.test(s);
})`, "10", "1048576", []string{
			"if (s.length > 10) fail()", "if (s.length > 10) bad('x')", "if (s.length > 10) return fail()", "if (s.length > 10) ctx.throw(400)", "ctx.assert(s.length <= 10, 400)",
			"if (s.length > 10) { o.x = 1; fail() }", "if (s.length <= 10) { o.x = 1 } else bad('x')", "if (!o || s.length > 10) ctx.throw(400, 'no')",
		}, []string{
			"if (s.length > 10) quit(o)", "if (s.length > 10) later()", "if (o.length > 10) fail()", "if (s.length < 10) ctx.throw(400)", "ctx.assert(s.length > 10, 400)",
			"if (s.length > 10) () => fail()", "try { if (s.length > 10) fail() } catch (e) {}", "const fail = x => x; if (s.length > 10) fail()", "if (s.length > 10) o.throw(400)",
		}},
		{"elements of pydantic's lists and named types", "a.py", `
import re
from typing import Annotated
from fastapi import FastAPI
from pydantic import BaseModel, Field, StringConstraints
app = FastAPI()
Short = Annotated[str, StringConstraints(max_length=10)]
Either = Short | str
Loose = Annotated[str, StringConstraints(min_length=10)]
class In(BaseModel):
    s: str = Field(max_length=10)
    a: Short
    e: Either
    t: str
class Out(BaseModel):
    many: list[In]
    any: list[In | dict]
    a: Short
    l: Loose
    all: list[Short]
    e: Either
GUARD
`, "10", "any", []string{
			"@app.post('/a')\ndef a(o: Out):\n    for i in o.many: re.match(r'(a+)+$', i.s)", "@app.post('/a')\ndef a(o: Out):\n    for i in o.many: re.match(r'(a+)+$', i.a)",
			"@app.post('/a')\ndef a(o: Out):\n    re.match(r'(a+)+$', o.many[0].s)", "@app.post('/a')\ndef a(o: Out):\n    re.match(r'(a+)+$', o.a)",
			"@app.post('/a')\ndef a(o: In):\n    re.match(r'(a+)+$', o.a)", "@app.get('/a')\ndef a(q: Short):\n    re.match(r'(a+)+$', q)", "@app.get('/a')\ndef a(q: Short = 'x'):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(o: In):\n    re.match(r'(a+)+$', ' '.join(o.a.split()))",
		}, []string{
			"@app.post('/a')\ndef a(o: Out):\n    for i in o.many: re.match(r'(a+)+$', i.t)", "@app.post('/a')\ndef a(o: Out):\n    for i in o.any: re.match(r'(a+)+$', i['s'])",
			"@app.post('/a')\ndef a(o: Out):\n    re.match(r'(a+)+$', o.l)", "@app.post('/a')\ndef a(o: Out):\n    re.match(r'(a+)+$', o.e)", "@app.post('/a')\ndef a(o: Out):\n    for i in o.many: re.match(r'(a+)+$', i.e)",
			"@app.get('/a')\ndef a(q: Loose):\n    re.match(r'(a+)+$', q)", "@app.get('/a')\ndef a(q: Either):\n    re.match(r'(a+)+$', q)", "@app.post('/a')\ndef a(o: Out):\n    re.match(r'(a+)+$', ' '.join(o.all))",
		}},
	} {
		g.run(t)
	}
}

// TestMadeMatchers tells apart what meets patterns that one function matches, which objects or closures hold.
func TestMadeMatchers(t *testing.T) {
	for _, code := range []string{
		"class M { ok(s) { return this.re.test(s) } }\nclass A extends M { re = /(a+)+$/ }\nclass B extends M { re = /b/ }\nconst a = new A(), b = new B()\n" +
			"app.post('/a', q => { a.ok(q.body.s.slice(0, 10)); b.ok(q.body.s) })",
		"const make = re => s => re.test(s)\nconst all = { a: make(/(a+)+$/), b: make(/b/) }\napp.post('/a', q => { all.a(q.body.s.slice(0, 10)); all.b(q.body.s) })",
	} {
		if got := longestOf(t, "a.js", "const app = require('express')()\n"+code, "(a+)+", "b"); got != "10" {
			t.Errorf("%s: got %s, want 10", code, got)
		}
	}
}
