package reach

import "testing"

// TestRecursion follows texts through functions that call themselves or each other. What bounds a text on one way through
// them bounds none that goes through them again.
func TestRecursion(t *testing.T) {
	const app = "const app = require('express')()\n"
	for _, test := range []struct{ name, text, want string }{
		{"longer with each call", app + `
function pad(s, n) { if (n > 0) return pad(s, n - 1) + 'x'; return s.slice(0, 100) }
app.get('/a', (req, res) => { /(a+)+$/.test(pad(req.query.q, req.query.n)) })
`, "remote url GET /a query.q -1"},
		{"longer by calls of each other", app + `
function even(s, n) { if (n > 0) return odd(s, n - 1); return s.slice(0, 100) }
function odd(s, n) { return even(s, n - 1) + 'x' }
app.get('/a', (req, res) => { /(a+)+$/.test(even(req.query.q, req.query.n)) })
`, "remote url GET /a query.q -1"},
		{"another limit for each call", app + `
function cut(s, n, most) { if (n > 0) return cut(s, n - 1, most * 2); return s.slice(0, most) }
app.get('/a', (req, res) => { /(a+)+$/.test(cut(req.query.q, req.query.n, 50)) })
`, "remote url GET /a query.q 16384"},
		{"as long with each call", app + `
function strip(s) { if (s.startsWith('-')) return strip(s.slice(1)); return s.slice(0, 100) }
app.get('/a', (req, res) => { /(a+)+$/.test(strip(req.query.q)) })
`, "remote url GET /a query.q 100"},
		{"calls from elsewhere are told apart", app + `
function strip(s) { if (s.startsWith('-')) return strip(s.slice(1)); return s }
app.get('/a', (req, res) => { /(a+)+$/.test(strip('a constant')); strip(req.query.q) })
`, "4 constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, "a.js", test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}
