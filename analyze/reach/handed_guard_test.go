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
			"must(s, 10)", "must(s, n=10)", "must(s, n=MAX)", "s = must(s, MAX)", "s = cut(s)", "s = cut(s, 10)", "Rule().check(s)", "s = loose(s, 10)",
		}, []string{
			"must(o, 10)", "must(s, n=int(o))", "must(s, len(o))", "s = cut(s, None)", "s = loose(s)", "Loose(int(o)).check(s)", "must(s, **o)", "must(s, *o)",
		}},
	} {
		g.run(t)
	}
}
