package reach

import "testing"

// TestFilledElsewhere follows what a function puts into an object that another one made, and returned to the function
// with the match.
func TestFilledElsewhere(t *testing.T) {
	const app = "const app = require('express')()\napp.use(require('express').json())\n"
	for _, test := range []struct{ name, text, want string }{
		{"put into a list of the caller", app + `
function put(s, list) { list.push({ q: s }) }
function parse(s) { const list = []; put(s, list); return list }
app.post('/a', (req) => parse(req.body.a).forEach((x) => /(a+)+$/.test(x.q)))
`, "remote body POST /a body.a 102400"},
		{"by the function that a function gets, in a loop, along a long way from function to function", app + `
function find(s, f) { for (const end of s) if (f(s.slice(s.lastIndexOf(end)))) return s.slice(1); return '' }
function next(s, list) { return find(s, function (part) { list.unshift({ q: part }); return true }) }
function parse(s) { const list = []; do { s = next(s, list) } while (s); return list }
function resolve(s) { return parse(s).reduce((all, x) => all.concat(x.q.match(/(a+)+$/)), []) }
app.post('/a', (req) => resolve(req.body.a))
`, "remote body POST /a body.a 102400"},
		{"one call gets a text from outside, the other does not", app + `
function put(s, list) { list.push({ q: s }) }
function parse(s) { const list = []; put(s, list); return list }
app.post('/a', (req) => parse(req.body.a))
app.post('/b', (req) => parse('constant').forEach((x) => /(a+)+$/.test(x.q)))
`, "7 constant"},
		{"a setter that the same handler calls", app + `
class Line { set(s) { this.s = s } get() { return this.s } }
app.post('/a', (req) => { const l = new Line(); l.set(req.body.a); /(a+)+$/.test(l.get()) })
`, "remote body POST /a body.a 102400"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, "a.js", test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}

// TestTextsOrLists finds the matches of methods that only texts have where some callers hand over something else.
func TestTextsOrLists(t *testing.T) {
	const app = "const app = require('express')()\napp.use(require('express').json())\n"
	for _, test := range []struct{ name, text, want string }{
		{"an object by one caller", app + `
function user(x) { if (x.url) x = x.url; if (typeof x !== 'string') return null; return x.match(/(a+)+$/) }
user({ url: 'constant' })
app.post('/a', (req) => user(req.body.a))
`, "remote body POST /a body.a 102400"},
		{"a list by one caller", app + `
function words(x) { return Array.isArray(x) ? x : x.split(/(a+)+$/) }
words(['constant'])
app.post('/a', (req) => words(req.body.a))
`, "remote body POST /a body.a 102400"},
		{"a method of the object's own", app + `
function user(x) { return x.match(/(a+)+$/) }
app.post('/a', (req) => user({ match: (re) => re.source.length, url: req.body.a }))
`, "4 unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, "a.js", test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}

// TestCaptured follows parameters that functions read which stand in the function of the parameter, where that calls them
// and goes on with what they return.
func TestCaptured(t *testing.T) {
	const app = "const app = require('express')()\napp.use(require('express').json())\n"
	for _, test := range []struct{ name, text, want string }{
		{"a parser that takes off what it matched", app + `
function parse(css) {
  function match(re) { const m = re.exec(css); if (!m) return; css = css.slice(m[0].length); return m }
  function declaration() { const value = match(/^([^;]+);/); return value && value[0].replace(/(a+)+$/, '') }
  return declaration()
}
app.post('/a', (req) => parse(req.body.a))
`, "remote body POST /a body.a 102400; remote body POST /a body.a 102400"},
		{"of two calls the one that gets a constant", app + `
function parse(css) { function all() { return css } return all() }
app.post('/a', (req) => parse(req.body.a))
app.post('/b', (req) => /(a+)+$/.test(parse('constant')))
`, "6 constant"},
		{"of two calls the one that gets a text from outside", app + `
function parse(css) { function all() { return css } return all() }
app.post('/a', (req) => /(a+)+$/.test(parse(req.body.a)))
app.post('/b', (req) => parse('constant'))
`, "remote body POST /a body.a 102400"},
		{"another function's parameter of the same name", app + `
function other(css) { return css.length }
function parse() { const css = 'constant'; function all() { return css } return all() }
app.post('/a', (req) => other(req.body.a) && /(a+)+$/.test(parse()))
`, "6 constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, "a.js", test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}
