package reach

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const installed = `
-- package.json --
{"name": "shop", "version": "1.0.0", "dependencies": {"near": "*"}}
-- server.js --
const near = require('near')
require('express')().get('/a', (req, res) => res.send(near.test(req.query.a) && /o(b+)+$/.test(process.argv[2])))
exports.own = s => /o(c+)+$/.test(s)
-- node_modules/near/package.json --
{"name": "near", "version": "1.0.0", "main": "index.js", "dependencies": {"deep": "*"}, "devDependencies": {"apart": "*"}}
-- node_modules/near/index.js --
const deep = require('deep')
exports.test = s => deep.test(s) && /n(a+)+$/.test(s)
exports.other = s => /n(b+)+$/.test(s) && require('apart').test(s)
-- node_modules/deep/package.json --
{"name": "deep", "version": "1.0.0", "main": "index.js"}
-- node_modules/deep/index.js --
exports.test = s => /d(a+)+$/.test(s)
-- node_modules/apart/package.json --
{"name": "apart", "version": "1.0.0", "main": "index.js"}
-- node_modules/apart/index.js --
exports.test = s => /p(a+)+$/.test(s)
require('express')().get('/p', (req, res) => res.send(/p(b+)+$/.test(req.query.p)))
-- node_modules/unnamed/package.json --
{"version": "1.0.0", "main": "index.js"}
-- node_modules/unnamed/index.js --
exports.test = s => /u(a+)+$/.test(s)
`

// TestOfHandlers holds that the ways of requests to the project are the same when no others are asked for.
func TestOfHandlers(t *testing.T) {
	paths, texts, files := archive(installed)
	regexes := regexesIn(paths, texts)
	ways := func(of bool) (requests, others []string) {
		for i, r := range Open(Input{Paths: paths, Files: files, OfHandlers: of}).Regexes(t.Context(), regexes) {
			for _, w := range r.Ways {
				line := fmt.Sprintf("%s %+v", texts[regexes[i].File][regexes[i].TextStart:regexes[i].TextEnd], w)
				if w.Handler.File == "server.js" {
					requests = append(requests, line)
				} else {
					others = append(others, line)
				}
			}
		}
		return requests, others
	}
	all, others := ways(false)
	of, left := ways(true)
	var met []string
	for _, line := range all {
		pattern, _, _ := strings.Cut(line, " ")
		met = append(met, pattern)
	}
	if got, want := strings.Join(met, " "), "o(b+)+$ n(a+)+$ d(a+)+$"; got != want {
		t.Errorf("requests get to %s, want %s", got, want)
	}
	if !slices.Equal(of, all) {
		t.Errorf("of handlers: got %q, want %q", of, all)
	}
	if len(others) < 4 || len(left) > 0 {
		t.Errorf("other ways: got %q of all and %q of handlers, want some and none", others, left)
	}
}

// TestPathsOf holds in which files the code of routes can stand.
func TestPathsOf(t *testing.T) {
	paths, _, files := archive(installed)
	p := Open(Input{Paths: paths, Files: files})
	if !p.HasPackages() || Open(Input{Paths: paths[:2], Files: files}).HasPackages() {
		t.Error("HasPackages does not tell a project with installed packages from one without")
	}
	inv := p.Routes(t.Context())
	if got, want := p.PathsOf(inv), []string{"package.json", "server.js"}; len(inv.Routes) != 1 || !slices.Equal(got, want) {
		t.Errorf("got %v for %d routes, want %v for one", got, len(inv.Routes), want)
	}
	for _, test := range []struct{ at, want string }{
		{"node_modules/near/index.js", "node_modules/near/package.json node_modules/near/index.js"},
		{"", ""},
	} {
		one := &Inventory{}
		if test.at != "" {
			one.Routes = []Route{{At: Place{File: test.at}}}
		}
		if got := strings.Join(p.PathsOf(one), " "); got != test.want {
			t.Errorf("a route in %q: got %q, want %q", test.at, got, test.want)
		}
	}
}
