package reach

import (
	"strings"
	"testing"
)

// TestWrappedHandlers follows handlers that functions of the program or of libraries wrap, each to its own route.
func TestWrappedHandlers(t *testing.T) {
	for _, wrap := range []string{
		"fn => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next)",
		"fn => (req, res, next) => fn(req, res, next).catch(next)",
		"fn => async (req, res, next) => { try { await fn(req, res, next) } catch (e) { next(e) } }",
		"fn => function (req, res, next) { return Promise.resolve(fn(req, res, next)).catch(e => { console.log(e); next(e) }) }",
		"fn => (req, res) => { fn(req, res).catch(e => res.status(500).json({ e: e.message })) }",
		"function (fn) { return function (req, res, next) { return fn(req, res, next).catch(next) } }",
		"require('express-async-handler')",
		"require('lib').wrap",
	} {
		out := describe(t, "\n-- a.js --\n"+strings.Replace(`const express = require('express'), lib = require('lib')
const app = express(), wrap = WRAP
app.post('/1', wrap(async (req, res) => { /(a+)+$/.test(req.body.v) }))
app.post('/2', express.json(), wrap(async (req, res) => { /(b+)+$/.test(req.body.w) }))
app.get('/3', wrap(async (req, res) => { if (req.query.q.length > 40) return; /(c+)+$/.test(req.query.q) }))
`, "WRAP", wrap, 1))
		for _, want := range []string{"POST /1", "POST /2", "GET /3"} {
			if strings.Count(out, want) != 1 {
				t.Errorf("%s: got%s\nwant one way from %s", wrap, out, want)
			}
		}
	}
}

// TestHandedToTheProgram tells what a function of the program calls with texts of its own from a handler.
func TestHandedToTheProgram(t *testing.T) {
	out := describe(t, `
-- a.js --
const app = require('express')()
const make = f => (req, res) => res.send(f({ query: { q: 'text' } }, 1))
app.get('/a', make((a, b) => /(a+)+$/.test(a.query.q)))
`)
	if !strings.Contains(out, "a.js:3 constant") {
		t.Errorf("got%s\nwant a constant", out)
	}
}

// TestWrappersThatDoMore follows what a function does with its arguments beside wrapping one of them.
func TestWrappersThatDoMore(t *testing.T) {
	out := describe(t, `
-- a.js --
const express = require('express'), app = express(), all = []
const wrap = (fn, of) => { all.push({ fn, of }); return (req, res, next) => fn(req, res, next).catch(next) }
app.use(express.json())
app.get('/a', wrap(async (req, res) => {}, (s, n) => /(a+)+$/.test(s)))
app.post('/b', (req, res) => { for (const x of all) x.of(req.body.s, 1) })
`)
	if !strings.Contains(out, "a.js:4 remote") || !strings.Contains(out, "POST /b") {
		t.Errorf("got%s\nwant a way from POST /b", out)
	}
}

// TestWrappedChecks bounds by a check that is wrapped what it lets pass, unless what wraps it goes on where that failed.
func TestWrappedChecks(t *testing.T) {
	for _, c := range []struct{ wrap, want string }{
		{"fn => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next)", "40"},
		{"fn => async (req, res, next) => { try { await fn(req, res, next) } catch (e) { next(e) } }", "40"},
		{"fn => function (req, res, next) { return fn(req, res, next).catch(e => next(e)) }", "40"},
		{"function (fn) { return (req, res, next) => { fn(req, res, next).catch(next) } }", "40"},

		{"fn => async (req, res, next) => { try { await fn(req, res, next) } catch (e) { next() } }", "102400"},
		{"fn => (req, res, next) => { fn(req, res, next).catch(() => {}); next() }", "102400"},
		{"fn => (req, res, next) => { fn(req, res, () => {}); next() }", "102400"},
		{"fn => (req, res, next) => fn(req, res, next).then(next)", "102400"},
		{"fn => (req, res, next) => fn(req, res, next).then(x => next(x))", "102400"},
		{"fn => (req, res, next) => { if (req.query.x) return next(); return fn(req, res, next) }", "102400"},
		{"fn => (req, res, next) => { if (res.skip) return next(); return fn(req, res, next) }", "102400"},
		{"fn => (req, res, next) => fn(res, req, next)", "102400"},
		{"fn => { if (process.env.X) return (req, res, next) => next(); return (req, res, next) => fn(req, res, next) }", "102400"},
		{"fn => (req, res, next) => { fn(req, res, next); req.body.v = req.query.v }", "102400"},
	} {
		app := `const express = require('express'), app = express()
app.use(express.json())
const wrap = WRAP
app.post('/a', wrap(async (req, res, next) => { const v = req.body.v; if (typeof v !== 'string' || v.length > 40) throw new Error('long'); next() }), (req, res) => /(a+)+$/.test(req.body.v))
`
		if got := longest(t, "a.js", strings.Replace(app, "WRAP", c.wrap, 1)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.wrap, got, c.want)
		}
	}
}
