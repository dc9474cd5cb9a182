package reach

import (
	"strings"
	"testing"
)

// TestChangedBetweenGuards holds that a check says nothing of a value that something may put another in the place of before
// it is read: a handler of a package that is not there, a static block, a delete, an assignment in a comprehension, a decorator,
// a metaclass, code of a base, or what replaces a dependency.
func TestChangedBetweenGuards(t *testing.T) {
	const js = `
const express = require('express'), lib = require('lib-that-is-not-there'), helmet = require('helmet'), app = express()
app.use(express.json())
const short = (req, res, next) => { if (typeof req.body.s !== 'string' || req.body.s.length > 40) return res.end(); next() }
`
	const read = `(req, res) => { res.json(/(a+)+$/.test(req.body.s)) })`
	const more = `const s = req.body.s; if (typeof s !== 'string' || s.length > `
	const test1 = `) return res.end(); res.json(/(a+)+$/.test(s)) })`
	const python = `
import re, lib, functools
from flask import Flask, request
app = Flask(__name__)
P = re.compile(r'(a+)+$')
`
	const call = `
@app.post('/a')
def a(): return str(P.match(`
	const limited = `
@app.post('/a')
def a():
    s = request.json['s']
    if len(s) > C.max: return ''
    return str(P.match(s))
`
	const fast = `
import re
from fastapi import FastAPI, Depends, HTTPException
app = FastAPI()
def gate(s: str):
    if len(s) > 40: raise HTTPException(400)
@app.get('/x')
def x(s: str, g=Depends(gate)): return str(re.match(r'(a+)+$', s))
`
	const override = "app.dependency_overrides[gate] = lambda: None\n"
	for _, test := range []struct{ file, code, want string }{
		{"a.js", js + `app.post('/a', short, ` + read, "remote 40"},
		{"a.js", js + `app.post('/a', short, helmet(), ` + read, "remote 40"},
		{"a.js", js + `app.post('/a', short, lib(), ` + read, "remote 102400"},
		{"a.js", js + `app.post('/a', lib(), short, ` + read, "remote 40"},
		{"a.js", js + `app.post('/a', [short, lib.expand], ` + read, "remote 102400"},
		{"a.js", js + `app.use(short); app.use(lib); app.post('/a', ` + read, "remote 102400"},
		{"a.js", js + `app.use(lib); app.use(short); app.post('/a', ` + read, "remote 40"},
		{"a.js", js + `app.post('/a', short, (req, res, next) => { lib.expand(req.body); next() }, ` + read, "remote 102400"},
		{"a.js", js + `app.post('/a', short, (req, res, next) => { lib.expand(req.body.t); next() }, ` + read, "remote 40"},
		{"a.js", js + `app.post('/a', short, (req, res, next) => { console.log(req.body); next() }, ` + read, "remote 40"},
		{"a.js", js + `class C { static max = 40; static { this.max = Number(process.env.M) } }
app.post('/a', (req, res) => { ` + more + `C.max` + test1, "remote 102400"},
		{"a.js", js + `class C { static max = 40; static { this.min = Number(process.env.M) } }
app.post('/a', (req, res) => { ` + more + `C.max` + test1, "remote 40"},
		{"a.js", js + `const o = { max: 40 }; app.post('/b', (req, res) => { delete o.max; res.end() })
app.post('/a', (req, res) => { ` + more + `o.max` + test1, "remote 102400"},
		{"a.js", js + `const o = { max: 40 }; app.post('/b', (req, res) => { delete o.min; res.end() })
app.post('/a', (req, res) => { ` + more + `o.max` + test1, "remote 40"},
		{"a.js", js + `app.post('/a', (req, res) => { const l = ['a', 'b'].with(0, req.body.s); res.json(/(a+)+$/.test(l[0])) })`, "remote 102400"},
		{"a.py", python + "@app.post('/a')\ndef a():\n    s = request.json['s']\n    if len(s) > 40: return ''\n    [s := x for x in request.json['l']]\n    return str(P.match(s))\n", "remote any"},
		{"a.py", python + "@app.post('/a')\ndef a():\n    s = request.json['s']\n    if len(s) > 40: return ''\n    [t := x for x in request.json['l']]\n    return str(P.match(s))\n", "remote 40"},
		{"a.py", python + "@app.post('/a')\ndef a():\n    s = 'x'\n    [s for s in request.json['l']]\n    return str(P.match(s))\n", "constant"},
		{"a.py", python + "@lib.deco\ndef clean(s): return s[:40]\n" + call + "clean(request.json['s'])))\n", "remote any"},
		{"a.py", python + "class V:\n    @lib.deco(3)\n    def clean(self, s): return s[:40]\n" + call + "V().clean(request.json['s'])))\n", "remote any"},
		{"a.py", python + "class V:\n    @functools.lru_cache(maxsize=3)\n    def clean(self, s): return s[:40]\n" + call + "V().clean(request.json['s'])))\n", "remote 40"},
		{"a.py", python + "class V:\n    @staticmethod\n    def clean(s): return s[:40]\n" + call + "V.clean(request.json['s'])))\n", "remote 40"},
		{"a.py", python + "class C(metaclass=lib.Meta):\n    max = 40\n" + limited, "remote any"},
		{"a.py", python + "class B(metaclass=lib.Meta): pass\nclass C(B):\n    max = 40\n" + limited, "remote any"},
		{"a.py", python + "import abc\nclass C(metaclass=abc.ABCMeta):\n    max = 40\n" + limited, "remote 40"},
		{"a.py", python + "class M(type):\n    def __new__(m, n, b, d): return super().__new__(m, n, b, lib.more(d))\nclass C(metaclass=M):\n    max = 40\n" + limited, "remote any"},
		{"a.py", python + "class M(type):\n    def own(cls): return 3\nclass C(metaclass=M):\n    max = 40\n" + limited, "remote 40"},
		{"a.py", python + "class C(metaclass=lib.Meta):\n    word = 'x'\n" + call + "C.word))\n", "unknown"},
		{"a.py", python + "class C:\n    word = 'x'\n" + call + "C.word))\n", "constant"},
		{"a.py", python + "class B:\n    def __init_subclass__(cls, **more): cls.max = lib.most()\nclass C(B):\n    max = 40\n" + limited, "remote any"},
		{"a.py", python + "class B:\n    def __init_subclass__(cls, **more): cls.min = lib.least()\nclass C(B):\n    max = 40\n" + limited, "remote 40"},
		{"a.py", fast, "remote 40"},
		{"a.py", fast + override, "remote any"},
		{"a.py", fast + "-- test_a.py --\nfrom a import app, gate\n" + override, "remote 40"},
	} {
		text := "\n-- " + test.file + " --" + test.code + "\n"
		got := furthest(describe(t, text))
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

// furthest returns the level of the first pattern that was described, and the length of the longest text of any way.
func furthest(described string) string {
	lines := strings.Split(described, "\n")
	_, level, _ := strings.Cut(lines[0], " ")
	most := ""
	for _, l := range lines[1:] {
		head, _, found := strings.Cut(l, ": ")
		if n := head[strings.LastIndex(head, " ")+1:]; found && strings.HasPrefix(l, level+" ") && most != "any" && (len(n) > len(most) || len(n) == len(most) && n > most) {
			if most = n; n == "-1" || len(n) > 9 {
				most = "any"
			}
		}
	}
	if !strings.HasPrefix(level, "remote") {
		return level
	}
	return level + " " + most
}
