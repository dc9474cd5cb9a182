package reach

import "testing"

// TestThingsKeptApart follows values beside which others are handed over, stored or called, which get there only if the
// two are taken for one.
func TestThingsKeptApart(t *testing.T) {
	const python = `
import json, re
from flask import Flask, request
app = Flask(__name__)
def f(a, b=None, c=None): re.search(r'(a+)+$', str(GUARD))
GUARD
`
	const js = `
const app = require('express')()
function f(a, b, c) { /(a+)+$/.test(GUARD) }
app.post('/x', (req, res) => {
GUARD
})`
	for _, test := range []struct{ file, frame, subject, code, want string }{
		{"a.py", python, "a", "def w(*args, **kwargs): f(*args, **kwargs)\n@app.post('/x')\ndef x(): w(request.data, 'b')", "remote"},
		{"a.py", python, "b", "def w(*args, **kwargs): f(*args, **kwargs)\n@app.post('/x')\ndef x(): w(request.data, 'b')", "unknown"}, // what **kwargs holds
		{"a.py", python, "b", "def w(*args, **kwargs): f(*args, **kwargs)\n@app.post('/x')\ndef x(): w('a', b=request.data)", "remote"},
		{"a.py", python, "c", "def w(*args, **kwargs): f(*args, c='c', **kwargs)\n@app.post('/x')\ndef x(): w('a', b=request.data)", "constant"},
		{"a.py", python, "b", "def w(a, *args): f(a, *args)\n@app.post('/x')\ndef x(): w('a', request.data)", "remote"},
		{"a.py", python, "a", "def w(*args): f(args[0], args[1])\n@app.post('/x')\ndef x(): w('a', request.data)", "constant"},
		{"a.py", python, "b", "def w(*args): f(args[0], args[1])\n@app.post('/x')\ndef x(): w('a', request.data)", "remote"},
		{"a.py", python, "c", "def w(*args): g(*args)\ndef g(first, *rest): f('a', 'b', rest[0])\n@app.post('/x')\ndef x(): w('a', request.data)", "remote"},
		{"a.js", js, "b", "const w = (...all) => f(...all)\nw('a', req.body.s)", "remote"},
		{"a.js", js, "a", "const w = (...all) => f(...all)\nw('a', req.body.s)", "constant"},
		{"a.js", js, "c", "const w = (first, ...rest) => f(first, ...rest)\nw('a', 'b', req.body.s)", "remote"},
		{"a.js", js, "b", "const w = (first, ...rest) => f(first, ...rest)\nw('a', 'b', req.body.s)", "constant"},
		// A method of the class is not one of a dictionary that is kept beside it.
		{"a.py", python, "a", `
from flask.views import View
class V(View):
    def convert(self, data): return data
    def dispatch_request(self):
        self.rows().update({})
        for k in self.rows(): self[k] = self.rows()[k]
        self.convert(request.form)
        f(self.conn[0])
`, "unknown"},
		// Nothing is a member of a list by a name.
		{"a.py", python, "a", `
seen = ['a']
@app.post('/x')
def x(r=seen):
    r.headers = request.data
for s in seen: f(s)
`, "constant"},
		// Classes of the same base have no members in common.
		{"a.py", python, "a", `
import threading
class A(threading.Thread):
    def __init__(self, s): self.s = s
class B(threading.Thread):
    def __init__(self, s): self.s = s
    def run(self): f(self.s)
@app.post('/x')
def x():
    A(request.data)
    B('b').run()
`, "constant"},
		{"a.py", python, "a", `
import threading
class A(threading.Thread):
    def __init__(self, s): self.s = s
    def run(self): f(self.s)
@app.post('/x')
def x(): A(request.data).run()
`, "remote"},
		// A constructor stands for that of the base, which gets what it is handed there.
		{"a.py", python, "a", `
class A:
    def __init__(self, r, s): self.s = s
class B(A):
    def __init__(self, s, t): super().__init__(s, t)
    def run(self): f(self.s)
@app.post('/x')
def x(): B('a', request.data).run()
`, "remote"},
		{"a.py", python, "a", `
class A:
    def __init__(self, r, s): self.s = s
class B(A):
    def __init__(self, s, t): super().__init__(t, s)
    def run(self): f(self.s)
@app.post('/x')
def x(): B('a', request.data).run()
`, "constant"},
		{"a.py", python, "a", `
class A:
    def __init__(self, r, s): self.s = s
class B(A):
    def __init__(self, s, t): A.__init__(self, t, s)
    def run(self): f(self.s)
@app.post('/x')
def x(): B('a', request.data).run()
`, "constant"},
		{"a.py", python, "a", `
class A:
    def __init__(self, r, s): self.s = s
class B(A):
    def __init__(self, s, t): A.__init__(self, s, t)
    def run(self): f(self.s)
@app.post('/x')
def x(): B('a', request.data).run()
`, "remote"},
		{"a.py", python, "a", `
class A:
    def go(self, r, s): f(r)
class B(A):
    def go(self, s, t): super().go(t, s)
@app.post('/x')
def x(): B().go('a', request.data)
`, "remote"},
		{"a.py", python, "a", `
class A:
    def __init__(self, r, s): self.s = s
class B(A):
    def run(self): f(self.s)
@app.post('/x')
def x(): B('a', request.data).run()
`, "remote"},
		{"a.js", js, "a", `
class A { constructor(r, s) { this.s = s } }
class B extends A {
  constructor(s, t) { super(t, s) }
  run() { f(this.s) }
}
new B('a', req.body.s).run()
`, "constant"},
		{"a.js", js, "a", `
class A { constructor(r, s) { this.s = s } }
class B extends A {
  constructor(s, t) { super(s, t) }
  run() { f(this.s) }
}
new B('a', req.body.s).run()
`, "remote"},
	} {
		text := replaced(replaced(test.frame, test.subject), test.code)
		paths, texts, files := archive("-- " + test.file + " --\n" + text)
		got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String()
		if got != test.want {
			t.Errorf("%s of\n%s\ngot %s, want %s", test.subject, test.code, got, test.want)
		}
	}
}
