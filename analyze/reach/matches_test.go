package reach

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMatches finds the calls in which regexes meet texts, whoever sends these.
func TestMatches(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a table that is merged into another", `
-- package.json --
{"name": "rules", "version": "1.0.0", "main": "a.js"}
-- a.js --
function merge(to) {
  for (var i = 1; i < arguments.length; i++) {
    var from = arguments[i]
    for (var key in from) to[key] = from[key]
  }
  return to
}
var block = { code: /^( +\w+)+$/ }
function Lexer() { this.rules = merge({}, block) }
Lexer.prototype.token = function (text) {
  return this.rules.code.exec(text)
}
module.exports = Lexer
`, "a.js:8: a.js:11"},
		{"a method that all functions have, under a name that is worked out", `
-- package.json --
{"name": "own", "version": "1.0.0", "main": "a.js"}
-- a.js --
function self() { return this }
module.exports = function (name, text) {
  var f = self[name]
  f(/^(\w+)+$/, text)
  return text.match(self())
}
`, "a.js:4: none"},
		{"a text beside a copy of what holds functions under names that are worked out", `
-- package.json --
{"name": "copies", "version": "1.0.0", "main": "a.js"}
-- a.js --
function extend(to, from) { for (var key in from) to[key] = from[key]; return to }
var table = {}
module.exports.add = function (name) { table[name] = function () {} }
module.exports.clean = function (name, text) {
  var config = { text: text }
  config[name] = name ? extend({}, table) : extend
  return config.text.replace(/^(\w+)+$/, '')
}
`, "a.js:7: a.js:7"},
		{"a part of a text", `
-- package.json --
{"name": "parts", "version": "1.0.0", "main": "a.js"}
-- a.js --
module.exports = function (s) {
  var tail = s.slice(3)
  return tail.replace(/^(\w+)+$/, '')
}
`, "a.js:3: a.js:3"},
		{"all arguments, called by apply", `
-- package.json --
{"name": "first", "version": "1.0.0", "main": "a.js"}
-- a.js --
function fits() { return arguments[1].test(String(arguments[0])) }
module.exports = function () { return fits.apply(null, arguments) }
module.exports.word = function (text) { return fits(text, /^(\w+)+$/) }
`, "a.js:3: a.js:1"},
		{"a part of a larger pattern", `
-- package.json --
{"name": "parts", "version": "1.0.0", "main": "a.js"}
-- a.js --
const WORD = /(\w+)+/
class Parser {
  pattern() { return new RegExp('(\\W|^)' + this.inner().source + '$', 'i') }
  parse(text) { return this.pattern().exec(text) }
}
class Words extends Parser {
  inner() { return WORD }
}
module.exports = { parse: text => new Words().parse(text) }
`, "a.js:1: a.js:4, not followed: what the regex becomes a part of\na.js:3: a.js:4"},
		{"an element of a list that a member is", `
-- package.json --
{"name": "tables", "version": "1.0.0", "main": "a.js"}
-- a.js --
function table() { return { rules: [] } }
function filled() {
  const t = table()
  t.rules.push(/(\w+)+$/)
  return t
}
exports.check = text => filled().rules.forEach(r => r.test(text))
class Later {
  constructor() { this.texts = [] }
  add(text) { this.texts.unshift(text) }
  run() { this.texts.forEach(t => /(\d+)+$/.test(t)) }
}
exports.Later = Later
`, "a.js:4: a.js:7\na.js:11: a.js:11"},
		{"classes that may all extend each other", `
-- package.json --
{"name": "classes", "version": "1.0.0", "main": "a.js"}
-- a.js --
const other = require('other')
const all = []
function pick(i) { return all[i] }
` + strings.Repeat("all.push(class extends pick(1) {})\n", 20) + `
module.exports = function (name, text) {
  pick(1).prototype[name] = other.run
  return new (pick(1))().check(text).replace(/^(\w+)+$/, '')
}
`, "a.js:27: a.js:27"},
		{"one of many classes with the same method", plugins(20), "base.js:4: base.js:4\nparsers/p0.js:3: base.js:4, not followed: what the regex becomes a part of"},
		{"a method that texts get", `
-- a.js --
Object.extend(String.prototype, (function () {
  function strip() { return this.replace(/<(\w+\s*)+>/g, '') }
  return { strip: strip }
})())
`, "a.js:2: a.js:2"},
		{"a method beside others of names that are worked out", `
-- a.js --
function add(to, from) {
  for (var key in from) to[key] = from[key]
  return to
}
var words = add({}, { strip: function () { return this.match(/(\w+)+$/) } })
add(String.prototype, words)
add(words, { last: function (text) { return text } })
`, "a.js:5: a.js:5"},
		{"a method of the program of the same name", `
-- a.js --
var texts = { match: function (pattern) { return pattern } }
texts.match(/(\w+)+$/)
`, "a.js:2: none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := matched(t, test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}

// plugins returns a project that calls a method of so many classes at one place, which takes a part of its pattern from
// each.
func plugins(n int) string {
	var b, list strings.Builder
	b.WriteString(`
-- package.json --
{"name": "parsers", "version": "1.0.0", "main": "index.js"}
-- base.js --
exports.Base = class {
  run(text) {
    const inner = this.inner()
    return new RegExp(` + "`^${inner.source}$`" + `).exec(text)
  }
}
`)
	for i := range n {
		inner := "words"
		if i == 0 {
			inner = `/(\w+)+/`
		}
		fmt.Fprintf(&b, "-- parsers/p%d.js --\nconst base_1 = require('../base')\nclass P extends base_1.Base {\n  inner() { return %s }\n}\nexports.default = P\n", i, inner)
		fmt.Fprintf(&list, "  all.unshift(new (__importDefault(require('./parsers/p%d')).default)())\n", n-1-i)
	}
	b.WriteString("-- index.js --\nvar __importDefault = (this && this.__importDefault) || function (mod) { return mod && mod.__esModule ? mod : { 'default': mod } }\nfunction make() {\n  const all = []\n" + list.String() + "  return all\n}\nexports.parse = text => [...make()].forEach(p => p.run(text))\n")
	return b.String()
}

// matched lists where the regexes of a project meet texts.
func matched(t *testing.T, text string) string {
	t.Helper()
	paths, texts, files := archive(text)
	regexes := regexesIn(paths, texts)
	line := func(file string, at int) string {
		return fmt.Sprintf("%s:%d", file, 1+bytes.Count(texts[file][:at], []byte("\n")))
	}
	var out []string
	for i, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
		at := "none"
		for k, m := range r.Matches {
			if at = line(m.File, m.Start); k > 0 {
				at += " and " + line(m.File, m.Start)
			}
		}
		if part := "what the regex becomes a part of"; slices.Contains(r.NotFollowed, part) {
			at += ", not followed: " + part
		}
		out = append(out, line(regexes[i].File, regexes[i].Start)+": "+at)
	}
	return strings.Join(out, "\n")
}
