package reach

import (
	"slices"
	"strings"
	"testing"
)

// TestHandedPatterns asks which texts meet a pattern that is handed to the function with the match: those that come with
// it, and none that come with another.
func TestHandedPatterns(t *testing.T) {
	const (
		with  = "/a a"
		every = "/a a, /b b"
	)
	for _, test := range []struct{ name, code, want string }{
		{"each with its own", "app.get('/a', q => check(q.query.a, RE))\napp.get('/b', q => check(q.query.b, /b/))", with},
		{"and for both", "app.get('/a', q => check(q.query.a, RE))\napp.get('/b', q => check(q.query.b, RE))", every},
		{"by call and apply", "app.get('/a', q => check.call(null, q.query.a, RE))\napp.get('/b', q => check.apply(null, [q.query.b, /b/]))", with},
		{"in a list", "app.get('/a', q => check(...[q.query.a, RE]))\napp.get('/b', q => check(q.query.b, /b/))", with},
		{"in all arguments", "function all() { return check.apply(this, arguments) }\napp.get('/a', q => all(q.query.a, RE))\napp.get('/b', q => check(q.query.b, /b/))", with},
		{"of a table", "const all = { a: RE, b: /b/ }\napp.get('/a', q => check(q.query.a, all[q.query.k]))\napp.get('/b', q => check(q.query.b, /b/))", with},
		{"before the text", "const is = swapped.bind(null, RE)\napp.get('/a', q => is(q.query.a))\napp.get('/b', q => swapped(/b/, q.query.b))", with},
		{"before the text to many", "const is = swapped.bind(null, RE)\napp.get('/a', q => is(q.query.a))\napp.get('/b', q => is(q.query.b))", every},
		{"by a function that hands it on", "const on = (s, re) => check(s, re)\napp.get('/a', q => on(q.query.a, RE))\napp.get('/b', q => on(q.query.b, /b/))", every},
		{"the default", "const or = (s, re = RE) => re.test(s)\napp.get('/a', q => or(q.query.a))\napp.get('/b', q => or(q.query.b, /b/))", every},
		{"where there is none", "function or(s, re) { re = re || RE; return re.test(s) }\napp.get('/a', q => or(q.query.a))\napp.get('/b', q => or(q.query.b, /b/))", every},
		{"where it calls itself", "const again = (s, re, n) => n ? again(s, re, n - 1) : re.test(s)\napp.get('/a', q => again(q.query.a, RE, 3))\napp.get('/b', q => again(q.query.b, /b/))", with},
		{"to be set", "let re\napp.get('/a', q => check(q.query.a, re))\napp.get('/b', q => check(q.query.b, /b/))\nre = RE", with},
		{"of the object", "class V { constructor(re) { this.re = re }\nis(s) { return check(s, this.re) } }\nconst v = new V(RE)\napp.get('/a', q => v.is(q.query.a))\napp.get('/b', q => check(q.query.b, /b/))", with},
		{"to a function that is handed over", "const run = (f, s, re) => f(s, re)\napp.get('/a', q => run(check, q.query.a, RE))\napp.get('/b', q => check(q.query.b, /b/))", with},
	} {
		paths, texts, files := archive("-- a.js --\nconst app = require('express')()\nconst RE = /(a+)+$/\nfunction check(s, re) { return re.test(s) }\nfunction swapped(re, s) { return re.test(s) }\n" + test.code + "\n")
		regexes := slices.DeleteFunc(regexesIn(paths, texts), func(r Regex) bool { return !strings.HasPrefix(string(texts["a.js"][r.Start:]), "/(a+)+") })
		var got []string
		for _, w := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes)[0].Ways {
			got = append(got, w.Route+" "+strings.TrimPrefix(w.Input, "query."))
		}
		slices.Sort(got)
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s: got %q, want %q\n%s", test.name, got, test.want, test.code)
		}
	}
}

// TestPublicMatchers asks how other programs call a package to get a text to one of its patterns: not by a function to which they
// hand patterns of their own.
func TestPublicMatchers(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"exports.sub = (s, re) => s.replace(re, '')\nexports.clean = s => exports.sub(s, /(a+)+$/)", "clean"},
		{"exports.sub = (s, re) => s.replace(re, '')\nexports.sub('', /(a+)+$/)", ""},
		{"exports.sub = (s, re = /(a+)+$/) => s.replace(re, '')\nexports.clean = s => exports.sub(s, other)", "clean sub"},
		{"exports.sub = (s, re) => { re = re || /(a+)+$/; return s.replace(re, '') }", "sub"},
		{"const all = [/(a+)+$/]\nexports.sub = s => all.map(re => s.replace(re, ''))", "sub"},
	} {
		paths, texts, files := archive("-- package.json --\n{\"name\": \"m\", \"version\": \"1.0.0\", \"main\": \"index.js\"}\n-- index.js --\n" + test.code + "\n")
		regexes := slices.DeleteFunc(regexesIn(paths, texts), func(r Regex) bool { return !strings.HasPrefix(string(texts["index.js"][r.Start:]), "/(a+)+") })
		var got []string
		for _, w := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes)[0].Ways {
			got = append(got, strings.Join(w.Call.Members, "."))
		}
		slices.Sort(got)
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.code, got, test.want)
		}
	}
}
