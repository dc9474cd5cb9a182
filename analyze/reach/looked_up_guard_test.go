package reach

import "testing"

// TestLookedUpGuards holds that what is looked up by a text of a sender in a table of constants is one of these, as is the value
// of a member of an enumeration, and that neither is where the table or the class may give another.
func TestLookedUpGuards(t *testing.T) {
	const head = `
-- a.py --
import re, lib, json
from flask import Flask, request
app = Flask(__name__)
P = re.compile(r'(a+)+$')
T = {'name': 'u.name', 'date': 'u.created'}
`
	const enum = "from enum import Enum\nclass S(Enum):\n    A = 'name'\n    B = 'date'\n"
	const get = "@app.post('/a')\ndef a(): return str(P.match("
	const valued = get + "S(request.json['s']).value))\n"
	for _, test := range []struct{ code, want string }{
		{get + "T.get(request.json['s'])))\n", "constant"},
		{get + "T.get(request.json['s'], 'u.id')))\n", "constant"},
		{get + "T.get(request.json['s'], request.json['s'])))\n", "remote any"},
		{"@app.post('/b')\ndef b(): T[request.json['k']] = request.json['v']\n" + get + "T.get(request.json['s'])))\n", "remote any"},
		{"@app.post('/b')\ndef b(): T.update(request.json)\n" + get + "T.get(request.json['s'])))\n", "remote any"},
		{"lib.fill(T)\n" + get + "T.get(request.json['s'])))\n", "unknown"},
		{get + "str({'x': {'y': request.json['s']}}.get('x'))))\n", "unknown"},
		{get + "{'x': request.json['s'][:20]}.get('x')))\n", "remote 20"},
		{get + "{'x': 'y', **request.json}.get('s')))\n", "remote any"},
		{"@app.post('/a')\ndef a():\n    d = T if request.json['x'] else lib.table()\n    return str(P.match(d.get(request.json['s'])))\n", "unknown"},
		{enum + valued, "constant"},
		{enum + get + "S[request.json['s']].value))\n", "constant"},
		{enum + get + "S(request.json['s']).name))\n", "constant"},
		{enum + get + "S(request.json['s']).raw))\n", "unknown"},
		{enum + "    @classmethod\n    def _missing_(cls, v):\n        m = object.__new__(cls); m._value_ = v; return m\n" + valued, "unknown"},
		{enum + "    @property\n    def value(self): return request.json['t']\n" + valued, "remote any"},
		{enum + "@app.post('/b')\ndef b(): S.A._value_ = request.json['t']\n" + valued, "unknown"},
		{enum + "    C = lib.text()\n" + valued, "unknown"},
		{"class S(lib.OpenEnum):\n    A = 'name'\n" + valued, "unknown"},
		{"class S:\n    def __init__(self, v): self.value = v\n" + valued, "remote any"},
	} {
		if got := furthest(describe(t, head+test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
