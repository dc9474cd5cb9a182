package reach

import (
	"strings"
	"testing"
)

// TestJavaScriptCalledByName follows calls of which nobody knows what they call to the few functions of that name that nobody else calls.
func TestJavaScriptCalledByName(t *testing.T) {
	const files = `
-- tidy.js --
DECLARE
-- server.js --
const app = require('express')()
app.use(require('express').json())
module.exports = self => { app.post('/x', (req, res) => { CALL }) }
`
	const method, possible, unknown = "exports.methods = self => ({ tidySlug(slug, rest) { return /(a+)+$/.test(slug) } })", "remote-possible body POST /x body.s 102400", "unknown"
	for _, test := range []struct{ declare, call, want string }{
		{method, "self.tidySlug(req.body.s)", possible},
		{method, "self.parts.page.tidySlug(req.body.s)", possible},
		{method, "self.tidySlug(req.body.s.slice(0, 7))", "remote-possible body POST /x body.s 7"},
		{method, "self.tidySlug(1, req.body.s)", unknown},
		{method, "self.tidyName(req.body.s)", unknown},
		{method, "self.tidySlug(req.body.s, 1, 2)", unknown}, // more than it takes
		{method, "self.tidySlug(...req.body.s)", unknown},
		{method, "const own = { tidySlug(s) {} }; own.tidySlug(req.body.s)", unknown}, // it is known what that calls
		{method, "require('slugs').tidySlug(req.body.s)", unknown},
		{method, "req.app.get('slugs').tidySlug(req.body.s)", possible},
		{"class Tidy { tidySlug(slug) { return /(a+)+$/.test(slug) } }", "self.tidySlug(req.body.s)", possible},
		{"exports.hooks = self => { self.tidySlug = slug => /(a+)+$/.test(slug) }", "self.tidySlug(req.body.s)", possible},
		{strings.ReplaceAll(method, "tidySlug", "push"), "self.push(req.body.s)", unknown},                              // as lists have
		{method + strings.Repeat("\nexports.o = self => ({ tidySlug() {} })", 3), "self.tidySlug(req.body.s)", unknown}, // one of many
		{"/(a+)+$/.test(require('./never').s)", "self.tidySlug(req.body.s)", unknown},
	} {
		got := describe(t, strings.NewReplacer("DECLARE", test.declare, "CALL", test.call).Replace(files))
		if !strings.Contains(got, test.want) || test.want == unknown && strings.Contains(got, "remote") {
			t.Errorf("%s; %s: got %s, want %s", test.declare, test.call, got, test.want)
		}
	}
}
