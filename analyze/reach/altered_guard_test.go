package reach

import "testing"

// TestAlteredGuards has a member be found short, and the object that has it changed before the member is matched.
func TestAlteredGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')(), _ = require('lodash'), log = require('pino')(), tidy = require('tidy')
function alter(o) { o.t = o.u }
function deep(o) { alter(o) }
function look(o) { return o.u + o.t }
function other(o) { o.u = o.v }
function whole(req) { req.body = req.query }
function inside(req) { req.body.t = req.body.u }
const setter = { go(o) { o.t = o.u } }
app.post('/a', (req, res) => { const b = req.body
  if (req.body.t.length > 20) return
  GUARD;
  /(a+)+$/.test(req.body.t)
})`, "20", "102400", []string{
			"look(req.body)",
			"log.info(req.body)",
			"console.log(req.body, JSON.stringify(req.body))",
			"if (b.x) look(req.body)",
			"other(req.body)",
			"res.json(req.body)",
			"const c = { t: req.body.t }; alter(c)",
			"res.status(200).json({ b: req.body })",
			"if (req.body.t.length > 10) { look(req.body) }",
			"alter(req.query)",
			"_.set(req.query, 't', req.body.u)",
			"for (const k of Object.keys(req.body)) look(k)",
			"const x = Object.assign({}, req.body, req.query)",
		}, []string{
			"alter(req.body)",
			"deep(req.body)",
			"whole(req)",
			"inside(req)",
			"setter.go(req.body)",
			"if (b.x) alter(req.body)",
			"Object.assign(req.body, req.query)",
			"_.merge(req.body, req.query)",
			"tidy(req.body)",
			"b.t = b.u",
			"_.defaults(req.body, req.query)",
			"_.set(req.body, req.query.k, req.body.u)",
			"Reflect.set(req.body, 't', req.body.u)",
			"if (req.body.u && alter(req.body)) return",
			"req.body.t = req.body.u",
			"const k = req.body.k; req.body[k] = req.body.u",
			"alter(b)",
			"const c = req; inside(c)",
			"Object.entries(req.query).forEach(([k, v]) => { req.body[k] = v })",
			"for (const k in req.query) b[k] = req.query[k]",
		}},
		{"JavaScript, members of an object", "a.js", `
const app = require('express')()
class Form {
  constructor(req) { this.req = req; this.t = req.body.t; this.n = 0 }
  load() { this.t = this.req.body.u }
  count() { this.n += 1; return this.t.length }
  all() { return [this.load].map(f => f.call(this)) }
  run(list) {
    if (this.t.length > 20) return
    GUARD;
    /(a+)+$/.test(this.t)
    GUARD
  }
}
app.post('/a', (req, res) => { new Form(req).run(req.body.list) })`, "20", "102400", []string{
			"this.count()",
			"this.n = list.length",
			"console.log(this)",
			"const n = this.count() + 1",
			"for (const x of list) this.count()",
			"list.forEach(x => this.count())",
			"if (!list) return this.load()",
			"\n---\nthis.load()",
		}, []string{
			"this.load()",
			"const me = this; me.load()",
			"if (list) this.load()",
			"list.forEach(x => this.load())",
			"for (const x of list) { /(b+)+$/.test(this.t); this.load() }",
			"for (const x of list) {\n---\nthis.load() }",
			"this.t = list[0]",
			"list.map(x => { this.t = x })",
			"this.all()",
			"try { return this.load() } catch (e) { }",
			"const go = () => { return this.load() }; go()",
			"list.forEach(x => { return this.load() })",
		}},
		{"Python", "a.py", `
import re, logging
from flask import Flask, request
from tidy import tidy
app = Flask(__name__)
def alter(d): d['t'] = d['u']
def deep(d):
    alter(d)
def look(d): return d['t'] + d['u']
class Box: pass
@app.route('/a', methods=['POST'])
def a():
    d = request.get_json()
    if len(d['t']) > 20: return 'no'
    GUARD
    re.search(r'(a+)+$', d['t'])
    return 'yes'
`, "20", "any", []string{
			"look(d)",
			"logging.info('%s', d)",
			"print(d, len(d))",
			"x = look(d) + str(d)",
			"d['v'] = d['u']",
			"alter({'t': d['u'], 'u': 1})",
			"n = [look(d) for k in d]",
			"if d['u']: look(d)",
		}, []string{
			"alter(d)",
			"deep(d)",
			"tidy(d)",
			"e = d; alter(e)",
			"e = d; e['t'] = d['u']",
			"if d['u']: alter(d)",
			"for k in d: d[k] = d['u']",
			"n = [alter(d) for k in d]",
			"k = d['k']; d[k] = d['u']",
		}},
	} {
		g.run(t)
	}
}

// TestManyObjectsThatHoldEachOther asks for a text behind many members of objects that all hold each other: their number
// does not multiply with each member.
func TestManyObjectsThatHoldEachOther(t *testing.T) {
	code := "const app = require('express')(), all = []\n"
	for range 20 {
		code += "all.push({ t: '', next: null })\n"
	}
	code += `for (const x of all) for (const y of all) x.next = y
function look(n) { return n.t }
app.post('/a', (req, res) => {
  const n = all[req.query.i]
  n.t = req.body.t
  if (n.length > 20) return
  look(n);
  /(a+)+$/.test(n.next.next.next.next.next.next.t)
})`
	if got := longest(t, "a.js", code); got != "102400" {
		t.Errorf("got %s, want 102400", got)
	}
}

// TestAlteredByNameAlone has a method set a member that it names alone, after the member was found short.
func TestAlteredByNameAlone(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"", "20"},
		{"other = x;", "20"},
		{"name = x;", "any"},
		{"this.name = x;", "any"},
		{"String name = x;", "20"},
	} {
		text := `import org.springframework.web.bind.annotation.*;
@RestController class A { @PostMapping("/a") boolean a(@RequestBody String q, @RequestBody String o) {
  Box b = new Box(q);
  if (b.name.length() > 20) return false;
  b.fill(o);
  return java.util.regex.Pattern.compile("(a+)+").matcher(b.name).matches();
} }
class Box { String name, other; Box(String n) { name = n; } void fill(String x) { ` + test.body + ` } }
`
		if got := longest(t, "A.java", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.body, got, test.want)
		}
	}
}
