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

// TestPromised follows what a function calls the function with that it gets behind its arguments, where something makes one of
// it that returns a promise.
func TestPromised(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"by util", "const f = promisify(find); /(a+)+$/.test(await f(req.query.q))", "16384"},
		{"and cut", "const f = promisify(find); /(a+)+$/.test(await f(req.query.q.slice(0, 30)))", "30"},
		{"of what cuts", "const f = promisify(cut); /(a+)+$/.test(await f(req.query.q))", "30"},
		{"of what is not cut by each way", "const f = promisify(sometimes); /(a+)+$/.test(await f(req.query.q))", "16384"},
		{"the error", "const f = promisify(failing); /(a+)+$/.test(await f(req.query.q))", "none"},
		{"then", "promisify(find)(req.query.q).then(s => /(a+)+$/.test(s))", "16384"},
		{"by hand", "const f = byHand(find); /(a+)+$/.test(await f(req.query.q))", "16384"},
		{"by hand, of what cuts", "const f = byHand(cut); /(a+)+$/.test(await f(req.query.q))", "30"},
		{"by a library", "const f = pify(find); /(a+)+$/.test(await f(req.query.q))", "16384"},
	} {
		text := strings.Replace(`
const app = require('express')()
const { promisify } = require('util')
const pify = require('pify')
const find = (s, done) => setImmediate(() => done(null, s))
const cut = (s, done) => done(null, s.slice(0, 30))
const sometimes = (s, done) => { if (s.length > 9) return done(null, s); done(null, s.slice(0, 30)) }
const failing = (s, done) => done(s)
const byHand = fn => (...args) => new Promise((yes, no) => fn(...args, (e, v) => e ? no(e) : yes(v)))
app.get('/', async (req, res) => { CODE })`, "CODE", test.code, 1)
		if got := longest(t, "a.js", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
