package reach

import (
	"fmt"
	"strings"
	"testing"
)

func TestWaysKept(t *testing.T) {
	trace := func(n int) []Place { return make([]Place, n) }
	for _, c := range []struct {
		what       string
		ways       []Way
		most, more int
		want       string // the inputs and the places of those that are kept
	}{
		{"none", nil, 2, 0, "[]"},
		{"nearest first", []Way{{Level: Library, Input: "a"}, {Level: Remote, Input: "b"}}, 2, 0, "[b0 a0]"},
		{"longest first", []Way{{Input: "a", MaxLength: 9}, {Input: "b", MaxLength: NoLimit}}, 2, 0, "[b0 a0]"},
		{"the same by fewer steps", []Way{{Input: "a", Trace: trace(5)}, {Input: "b", Trace: trace(4)}, {Input: "a", Trace: trace(2)}}, 2, 0, "[a2 b4]"},
		{"those beyond are counted once", []Way{{Input: "a"}, {Input: "b"}, {Input: "c"}, {Input: "c", Trace: trace(1)}, {Input: "a"}}, 2, 1, "[a0 b0]"},
	} {
		var r Result
		for _, w := range c.ways {
			r.add(w, c.most)
		}
		r.settle(false, c.most)
		got := []string{}
		for _, w := range r.Ways {
			got = append(got, fmt.Sprint(w.Input, len(w.Trace)))
		}
		if fmt.Sprint(got) != c.want || r.More != c.more {
			t.Errorf("%s: got %v and %d more, want %s and %d", c.what, got, r.More, c.want, c.more)
		}
	}
}

// Of many ways the same are kept and counted as of few, in whatever order they are found.
func TestManyWays(t *testing.T) {
	const all = 1000
	for _, step := range []int{1, 7, all - 1} {
		var r Result
		for i := range 2 * all {
			n := i * step % all
			r.add(Way{Level: Library, Input: fmt.Sprint(n), Trace: make([]Place, n)}, 3)
		}
		if held := len(r.Ways); held > 24 {
			t.Errorf("step %d: %d ways are held at once", step, held)
		}
		r.settle(false, 3)
		got := ""
		for _, w := range r.Ways {
			got += " " + w.Input
		}
		if got != " 0 1 2" || r.More != all-3 {
			t.Errorf("step %d: got%s and %d more, want 0 1 2 and %d", step, got, r.More, all-3)
		}
	}
}

// Requests of several routes that come to a regex by one function are a way each, with the bound of each.
func TestRoutesWithOneCheck(t *testing.T) {
	for _, c := range []struct{ what, file, text, want string }{
		{"the same member of the same argument", "app.js", `
const { body, validationResult } = require('express-validator');
const app = require('express')();
const check = (s) => /(a+)+$/.test(s);
app.post('/a', body('email').isLength({ max: 10 }), (req, res) => {
  if (!validationResult(req).isEmpty()) return res.status(400).end();
  res.json(check(req.body.email));
});
app.post('/b', (req, res) => { if (req.body.email.length > 99 || typeof req.body.email !== 'string') return; res.json(check(req.body.email)); });
app.put('/c', (req, res) => { res.json(check(req.body.email)); });
`, "PUT /c 102400, POST /b 99, POST /a 10"},
		{"a request that is one for all", "app.py", `
import re
from flask import Flask, request
app = Flask(__name__)
def check(s):
    return re.search(r'(a+)+$', s)
@app.post('/a')
def a():
    return check(request.form['email'][:20])
@app.post('/b')
def b():
    return check(request.form['email'][:30])
`, "POST /b 30, POST /a 20"},
		{"a function that reads the request", "app.py", `
import re
from flask import Flask, request
app = Flask(__name__)
def email():
    return request.form['email']
@app.post('/a')
def a():
    return re.search(r'(a+)+$', email()[:20])
@app.post('/b')
def b():
    return email()
`, "POST /a 20"},
		{"methods that a router knows by their names", "app.php", `
<?php
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;
Route::post('/a', [Users::class, 'a']);
Route::post('/b', [Users::class, 'b']);
class Users {
    private function check($s) { return preg_match('/(a+)+$/', $s); }
    public function a(Request $r) { return $this->check(substr($r->input('email'), 0, 20)); }
    public function b(Request $r) { return $this->check(substr($r->input('email'), 0, 30)); }
}
`, "POST /b 30, POST /a 20"},
		{"a file that a server runs", "page.php", `
<?php
function checked($s) { return preg_match('/(a+)+$/', $s); }
checked(substr($_POST['email'], 0, 20));
`, " /page.php 20"},
		{"a function that reads the request of any page", "lib.php", `
<?php
function checked() { return preg_match('/(a+)+$/', substr($_POST['email'], 0, 20)); }
`, "  20"},
	} {
		var got []string
		for _, w := range waysOf(t, c.file, c.text, attacked) {
			got = append(got, fmt.Sprint(w.Method, " ", w.Route, " ", w.MaxLength))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: got %s, want %s of\n%s", c.what, text, c.want, c.text)
		}
	}
}

// A long way is believed where it goes from function to function alone, and not where it leads through what several calls
// have together of which several set something.
func TestLongWays(t *testing.T) {
	// handed returns functions of which each hands on what it gets, which is some places more of a way.
	handed := func(n int) string {
		text := "const f0 = s => /(a+)+$/.test(s);\n"
		for i := range n {
			text += fmt.Sprintf("const f%d = s => f%d(s);\n", i+1, i)
		}
		return text + fmt.Sprintf("const last = s => f%d(s);\n", n)
	}
	steps := "const q0 = req.query.q;\n" // of one function
	for i := range 40 {
		steps += fmt.Sprintf("const q%d = 'x' + q%d;\n", i+1, i)
	}
	for _, c := range []struct {
		what      string
		functions int
		code      string
		want      Level
	}{
		{"a short way", 2, "app.get('/', req => last(req.query.q));", Remote},
		{"a long one", 16, "app.get('/', req => last(req.query.q));", Remote},
		{"a very long one", 34, "app.get('/', req => last(req.query.q));", RemotePossible},
		{"a long one in one function", 2, "app.get('/', req => { " + steps + "last(q40) });", Remote},
		{"a long one in one function by a member that two calls set", 2, "class Box { constructor(q) { this.q = q } }\nnew Box(os.hostname());\napp.get('/', req => { " + strings.Replace(steps, "req.query.q", "new Box(req.query.q).q", 1) + "last(q40) });", RemotePossible},
		{"a short way by a member", 2, "class Box { constructor(q) { this.q = q } }\napp.get('/', req => last(new Box(req.query.q).q));", Remote},
		{"a long one by a member that one call sets", 22, "class Box { constructor(q) { this.q = q } }\napp.get('/', req => last(new Box(req.query.q).q));", Remote},
		{"by one that others set to constants", 22, "class Box { constructor(q) { this.q = ''; this.q = q } reset() { this.q = 0 } }\napp.get('/', req => last(new Box(req.query.q).q));", Remote},
		{"by one that two calls set", 22, "class Box { constructor(q) { this.q = q } }\nnew Box(os.hostname());\napp.get('/', req => last(new Box(req.query.q).q));", RemotePossible},
		{"by one that two functions set", 22, "class Box { constructor(q) { this.q = q } set(q) { this.q = q } }\nnew Box(req.query.q).set(os.hostname());\napp.get('/', req => last(new Box(req.query.q).q));", RemotePossible},
		{"by one that is set under a name that is not known", 22, "class Box { constructor(q) { this.q = q } set(name, q) { this[name] = q } }\napp.get('/', req => { const b = new Box(req.query.q); b.set(req.query.n, os.hostname()); last(b.q) });", RemotePossible},
		{"not so long by one that two calls set", 16, "class Box { constructor(q) { this.q = q } }\nnew Box(os.hostname());\napp.get('/', req => last(new Box(req.query.q).q));", Remote},
		{"by two that two calls set each", 16, "class Box { constructor(q) { this.q = q } }\nclass Case { constructor(p) { this.p = p } }\nnew Box(os.hostname()); new Case(os.hostname());\napp.get('/', req => last(new Case(new Box(req.query.q).q).p));", RemotePossible},
		{"by two that one call sets each", 16, "class Box { constructor(q) { this.q = q } }\nclass Case { constructor(p) { this.p = p } }\napp.get('/', req => last(new Case(new Box(req.query.q).q).p));", Remote},
		{"by a member of what a function makes", 22, "function Box(q) { this.q = q }\napp.get('/', req => last(new Box(req.query.q).q));", Remote},
		{"by one of what a function makes twice", 22, "function Box(q) { this.q = q }\nnew Box(os.hostname());\napp.get('/', req => last(new Box(req.query.q).q));", RemotePossible},
		{"by a member of a class", 22, "class Box { static q }\napp.get('/', req => { Box.q = req.query.q; last(Box.q) });", Remote},
		{"by one that two functions set of a class", 22, "class Box { static q }\napp.get('/a', req => { Box.q = os.hostname() });\napp.get('/', req => { Box.q = req.query.q; last(Box.q) });", RemotePossible},
		{"by a variable", 22, "let q = '';\napp.use(req => { q = req.query.q });\napp.get('/', req => last(q));", Remote},
		{"by a variable that two functions set", 22, "let q;\napp.use(req => { q = req.query.q });\napp.use(req => { q = os.hostname() });\napp.get('/', req => last(q));", RemotePossible},
		{"by a variable that a function sets which two call", 22, "let q;\nconst set = s => { q = s };\napp.use(req => { set(req.query.q) });\napp.use(req => { set(os.hostname()) });\napp.get('/', req => last(q));", RemotePossible},
		{"by a member of an object that is written out", 22, "app.get('/', req => { const box = { q: req.query.q }; last(box.q) });", Remote},
	} {
		text := "const app = require('express')(), os = require('os');\n" + handed(c.functions) + c.code
		ways := waysOf(t, "app.js", text, attacked)
		if len(ways) == 0 || ways[0].Level != c.want {
			t.Errorf("%s of %d functions: got %v, want %v of\n%s", c.what, c.functions, ways, c.want, text)
		}
	}
}

// A way by properties of objects is as long as the places in these: that they belong to a class makes it no longer.
func TestWaysByProperties(t *testing.T) {
	// wrapped returns a class of a request with properties of which each asks the one before, and a call of the last.
	wrapped := func(properties int, made string) string {
		text := "import os, re\nfrom flask import Flask, request\napp = Flask(__name__)\nclass Request:\n    def __init__(self, sent):\n        self.sent = sent\n    @property\n    def p0(self):\n        return self.sent\n"
		for i := range properties {
			text += fmt.Sprintf("    @property\n    def p%d(self):\n        return self.p%d\n", i+1, i)
		}
		return text + made + fmt.Sprintf("@app.route('/')\ndef index():\n    return str(re.search('(a+)+$', Request(request.args['q']).p%d))\n", properties)
	}
	const others = "one = Request(os.uname()[1])\ntwo = Request(os.getcwd())\n"
	for _, c := range []struct {
		what       string
		properties int
		made       string
		want       Level
	}{
		{"a few", 2, others, Remote},
		{"six, as requests of a framework of one's own have", 6, others, Remote},
		{"very many", 30, others, RemotePossible},
	} {
		text := wrapped(c.properties, c.made)
		ways := waysOf(t, "app.py", text, attacked)
		if len(ways) == 0 || ways[0].Level != c.want {
			t.Errorf("%s: got %v, want %v of\n%s", c.what, ways, c.want, text)
		}
	}
}
