package reach

import (
	"strings"
	"testing"
)

// TestPromises follows what the function that makes a promise calls its first parameter with.
func TestPromises(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"new Promise(r => r(req.query.q)).then(s => /(a+)+$/.test(s))", "16384"},
		{"/(a+)+$/.test(await new Promise(function (resolve, reject) { resolve(req.query.q) }))", "16384"},
		{"/(a+)+$/.test(await later(req.query.q))", "16384"},
		{"/(a+)+$/.test((await later(req.query)).q)", "16384"},
		{"/(a+)+$/.test(await new Promise(r => { if (req.query.q.length > 20) return r(''); r(String(req.query.q)) }))", "20"},
		{"/(a+)+$/.test(await new Promise(r => { const q = String(req.query.q); if (q.length > 20) return r(''); r(q) }))", "20"},
		{"/(a+)+$/.test(await new Promise(r => r(String(req.query.q).slice(0, 30))))", "30"},
		{"/(a+)+$/.test(await new Promise(run))", "none"},
		{"/(a+)+$/.test(await new Promise(r => setTimeout(r, 5, req.query.q)))", "16384"},
		{"new Promise((r, no) => no(req.query.q)).then(s => /(a+)+$/.test(s))", "none"},
		{"new Promise(r => r('x')).then(s => /(a+)+$/.test(s))", "none"},
	} {
		text := strings.Replace(`
const app = require('express')()
const run = (resolve) => resolve('abc')
const later = (text) => new Promise((resolve) => { setTimeout(() => { resolve(text) }, 10) })
app.get('/', async (req, res) => { CODE })`, "CODE", test.code, 1)
		if got := longest(t, "a.js", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
