package reach

import (
	"strings"
	"testing"
)

// TestHeirsOfLibraries follows what objects of classes that extend those of libraries are given, as those of these are, and
// not of classes that only have the same name or the same methods.
func TestHeirsOfLibraries(t *testing.T) {
	const frame = `
const Koa = require('koa'), { WebSocketServer } = require('ws'), { Router } = require('express')
class Own { use(f) { this.f = f } }
const text = s => /(a+)+$/.test(s)
CODE
`
	for _, test := range []struct{ code, want string }{
		{"class S extends Koa { constructor() { super(); this.use(c => text(c.query.q)) } }", "remote url query.q 16384"},
		{"class S extends Koa { }\nconst s = new S()\ns.use(c => text(c.query.q))", "remote url query.q 16384"},
		{"class S extends Koa { }\nclass T extends S { }\nnew T().use(c => text(c.query.q.slice(0, 8)))", "remote url query.q 8"},
		{"class S extends WebSocketServer { constructor() { super({}); this.on('connection', w => w.on('message', m => text(m))) } }", "remote message m 104857600"},
		{"class S extends Router { constructor() { super(); this.get('/x', (q, res) => text(q.query.q)) } }", "remote url GET /x query.q 16384"},
		{"class S extends Own { constructor() { super(); this.use(c => text(c.query.q)) } }", "4 unknown"},
		{"const http = require('http')\nclass S extends http.Server { constructor() { super(); this.on('request', (q, res) => text(q.url)) } }", "remote url url 16384"},
		{"class S extends Koa { }\nS.use(c => text(c.query.q))", "4 unknown"}, // of the class itself
		{"class S { constructor() { this.use(c => text(c.query.q)) } }\nclass T extends Koa { }", "4 unknown"},
	} {
		if got := ways(t, "a.js", strings.Replace(frame, "CODE", test.code, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
