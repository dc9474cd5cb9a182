package reach

import "testing"

// TestSettledVariables matches a variable in a function that is made where nothing assigns it any more, or where
// something still does.
func TestSettledVariables(t *testing.T) {
	for _, g := range []guardCase{
		{"Ruby", "app.rb", `
require 'sinatra'
get '/x' do
  c = params[:s]
  GUARD
end
`, "10", "10240", []string{
			"c = c[0, 10]\n [1].each { |x| /(a+)+$/ =~ c }",
			"c = c[0, 10]\n [1].each { |x| [2].each { |y| /(a+)+$/ =~ c } }",
			"c = c[0, 10] if c.length > 10\n [1].each { |x| /(a+)+$/ =~ c }",
			"while x\n c = c[0, 10]\n end\n c = c[0, 10]\n [1].each { |x| /(a+)+$/ =~ c }",
			"begin\n c = c[0, 10]\n rescue\n c = ''\n end\n [1].each { |x| /(a+)+$/ =~ c }",
			"if x\n c = c[0, 10]\n else\n c = 'a'\n end\n f = ->(x) { /(a+)+$/ =~ c }",
			"while x\n d = c[0, 10]\n end\n c = c[0, 9] + 'a'\n [1].each { |x| d = c; /(a+)+$/ =~ d }",
			"c = c.strip\n return if c.length > 10\n [1].each { |x| /(a+)+$/ =~ c }",
		}, []string{
			"[1].each { |x| /(a+)+$/ =~ c }\n c = c[0, 10]",
			"while x\n [1].each { |x| /(a+)+$/ =~ c }\n c = c[0, 10]\n end",
			"while x\n c = params[:t]\n c = c[0, 10]\n [1].each { |x| /(a+)+$/ =~ c }\n end",
			"c = c[0, 10]\n [1].each { |x| /(a+)+$/ =~ c }\n c = params[:t]",
			"c = c[0, 10]\n [1].each { |x| /(a+)+$/ =~ c; c = params[:t] }",
			"c = c[0, 10]\n c = [1].map { |x| /(a+)+$/ =~ c ; params[:t] }.first",
			"c = c[0, 10] if x\n [1].each { |x| /(a+)+$/ =~ c }",
			"c = c[0, 10]\n c << params[:t]\n [1].each { |x| /(a+)+$/ =~ c }",
		}},
		{"JavaScript", "server.js", `
const app = require('express')();
app.post('/x', (req, res) => {
  let c = String(req.body.s);
  GUARD
});
`, "10", "102400", []string{
			"c = c.slice(0, 10); [1].forEach(() => /(a+)+$/.test(c));",
			"if (c.length > 10) c = c.slice(0, 10); list.map(x => () => /(a+)+$/.test(c));",
			"c = c.slice(0, 10); list.map(function () { return () => /(a+)+$/.test(c); });",
			"let d = c.slice(0, 10); d = d.trim(); list.forEach((x) => { for (const y of x) /(a+)+$/.test(d); });",
			"if (c.length > 10) { c = ''; } list.forEach(() => /(a+)+$/.test(c));",
			"try { c = c.slice(0, 10); } finally { c = c.slice(0, 10); } list.forEach(() => /(a+)+$/.test(c));",
			"const d = c; c = d.slice(0, 10); list.forEach(() => /(a+)+$/.test(c));",
			"for (const x of y) { c = c.slice(0, 5); } c = c.slice(0, 10); setImmediate(() => { /(a+)+$/.test(c); });",
		}, []string{
			"list.forEach(() => /(a+)+$/.test(c)); c = c.slice(0, 10);",
			"c = c.slice(0, 10); function later() { return /(a+)+$/.test(c); } c = req.body.t + ''; later();",
			"for (const x of y) { c = x + req.body.t; c = c.slice(0, 10); fs.push(() => /(a+)+$/.test(c)); }",
			"c = c.slice(0, 10); setImmediate(() => /(a+)+$/.test(c)); if (x) c = req.body.t + '';",
			"c = c.slice(0, 10); list.forEach(() => /(a+)+$/.test(c)); list.forEach(() => { c = req.body.t + ''; });",
			"if (x) c = c.slice(0, 10); list.forEach(() => /(a+)+$/.test(c));",
			"c = c.slice(0, 10); [c] = list.map(() => { /(a+)+$/.test(c); return req.body.t + ''; });",
			"c = c.slice(0, 10); setImmediate(() => /(a+)+$/.test(c)); c += req.body.t;",
		}},
	} {
		g.run(t)
	}
}
