package reach

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLibraryCalls asks how other programs call what a package exports to get a text to a regex: by which names, and in
// which argument.
func TestLibraryCalls(t *testing.T) {
	paths, texts, files := archive(`
-- package.json --
{"name": "m", "version": "1.0.0", "main": "index.js"}
-- index.js --
exports.rest = (...args) => /(a+)+$/.test(args[0])
exports.later = (x, ...args) => /(b+)+$/.test(args[1])
exports.each = (x, ...args) => args.map(a => /(c+)+$/.test(a))
exports.within = (...args) => /(d+)+$/.test(args[1].text)
exports.list = (args) => /(e+)+$/.test(args[1])
exports.all = function () { return /(f+)+$/.test(arguments[1]) }
class T {
  constructor(text) { /(g+)+$/.test(text) }
  run(text) { return /(h+)+$/.test(text) }
}
exports.T = T
exports.t = new T('')
for (const name in exports) exports.t[name] = (other, text) => /(i+)+$/.test(text)
`)
	regexes := regexesIn(paths, texts)
	var got []string
	for i, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
		pattern := string(texts["index.js"][regexes[i].Start:regexes[i].End])
		var calls []string
		for _, w := range r.Ways {
			calls = append(calls, fmt.Sprintf("%s#%s", strings.Join(w.Call.Members, "."), strings.Join(slices.Concat([]string{fmt.Sprint(w.Call.Argument)}, w.Call.Path), ".")))
		}
		slices.Sort(calls)
		got = append(got, pattern+" "+strings.Join(slices.Compact(calls), " "))
	}
	want := []string{
		"/(a+)+$/ rest#0", "/(b+)+$/ later#2", "/(c+)+$/ each#1", "/(d+)+$/ within#1.text", "/(e+)+$/ list#0.1",
		"/(f+)+$/ all#1", "/(g+)+$/ T#0", "/(h+)+$/ T.().run#0", "/(i+)+$/ T.().*#1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNamedCalls asks by which of the ways to it a regex of a package is named.
func TestNamedCalls(t *testing.T) {
	const maker = `var _createClass = function () {
  function define(target, props) { for (var i = 0; i < props.length; i++) { var d = props[i]; Object.defineProperty(target, d.key, d) } }
  return function (C, own, all) { if (own) define(C.prototype, own); if (all) define(C, all); return C }
}()
`
	for _, test := range []struct{ name, code, want string }{
		{"through a function that is not known", "exports.f = (context, text) => { if (context.hook) text = context.hook.call(context, text)\nreturn /(a+)+$/.test(text) }", "f#1"},
		{"under a name that other functions have", "function parse(s) { return /(a+)+$/.test(s) }\nfunction set(o, k, v) { o[k] = v }\nexports.aaa = function other(s) {}\nexports.parse = parse\nfor (const k in exports) set(exports, k, exports[k])", "parse#0"},
		{"of several that are made", "const make = re => s => re.test(s)\nexports.a = make(/b/)\nexports.z = make(/(a+)+$/)", "z#0"},
		{"of several that are made and wrapped", "const named = (o, f) => f\nconst make = re => named({}, s => re.test(s))\nexports.a = make(/b/)\nexports.z = make(/(a+)+$/)", "z#0"},
		{"a name that is worked out", "const is = {}\nis.VERSION = '1'\nis.all = [1]\nfor (const k of list) is[k] = s => /(a+)+$/.test(s)\nmodule.exports = is", "*#0"},
		{"and a name of its own", "const is = {}\nfunction email(s) { return /(a+)+$/.test(s) }\nis.email = email\nfor (const k of list) is[k] = email\nmodule.exports = is", "email#0"},
		{"what one function has made with another", "const o = { C: function (p) { this.m = p.m } }\no.make = () => new o.C({ m: s => /(a+)+$/.test(s) })\nexports.o = o", "o.make.().m#0"},
		{"what one has made that is exported", "const make = () => { const o = {}\no.m = s => /(a+)+$/.test(s)\no.make = make\nreturn o }\nmodule.exports = make()", "m#0"},
		{"what one makes for another", "const o = { C: function (p) { this.m = p.m } }\nexports.make = () => { o.c = new o.C({ m: s => /(a+)+$/.test(s) }) }\nexports.o = o", "o.C.().m#0"},
		{"rather than what an object holds", "class M { find(s) { return /(a+)+$/.test(s) } }\nclass T { constructor(o) { if (o.m) this.m = new M() } }\nconst one = s => new M().find(s), two = s => one(s), three = s => two(s), four = s => three(s), five = s => four(s), six = s => five(s), seven = s => six(s)\nexports.T = T\nexports.run = s => seven(s)", "run#0"},
		{"what an object holds", "class M { find(s) { return /(a+)+$/.test(s) } }\nclass T { constructor(o) { if (o.m) this.m = new M() } }\nexports.T = T", "T.().m.find#0"},
		{"no other way", "exports.f = (context) => /(a+)+$/.test(context.hook())", "f#0.hook.()"},
		{"new of a member of a module", "function T(s) { this.s = s; this.t = x => /(a+)+$/.test(x) }\nT.default = T\nexports.make = s => new T.default(s)\nexports.T = T", "T.().t#0"},
		{"a method that a compiler describes", maker + "var T = function () { function T() {}\n_createClass(T, [{ key: 'run', value: function run(s) { return /(a+)+$/.test(s) } }])\nreturn T }()\nexports.T = T", "T.().run#0"},
		{"a method of the class itself", maker + "var T = function () { function T() {}\n_createClass(T, null, [{ key: 'run', value: function run(s) { return /(a+)+$/.test(s) } }])\nreturn T }()\nexports.T = T", "T.run#0"},
		{"a getter", maker + "var T = function () { function T(s) { this.s = s }\n_createClass(T, [{ key: 'ok', get: function () { return /(a+)+$/.test(this.s) } }])\nreturn T }()\nexports.T = T", "T#0"},
		{"a setter", maker + "var T = function () { function T() {}\n_createClass(T, [{ key: 'ok', set: function (s) { this.is = /(a+)+$/.test(s) } }])\nreturn T }()\nexports.run = s => { new T().ok = s }", "run#0"},
		{"what methods of a prototype that is written out read", "function T(s) { this.s = s }\nT.prototype = { run: function () { return /(a+)+$/.test(this.s) } }\nmodule.exports = T", "#0"},
		{"what methods of it call", "function T(d) { this.d = d }\nT.prototype = { text: function () { var s = ''\ntry { s = this.d.title.trim() } catch (e) {}\nreturn s }, run: function () { return /(a+)+$/.test(this.text()) } }\nexports.T = T", "T#0.title"},
		{"what methods of a prototype made of an object read", "function T(s) { this.s = s }\nT.prototype = Object.create({ run: function () { return /(a+)+$/.test(this.s) } })\nexports.T = T", "T#0"},
		{"what methods that a prototype is given read", "const methods = { run() { return /(a+)+$/.test(this.s) } }\nfunction T(s) { this.s = s }\nObject.assign(T.prototype, methods)\nexports.T = T", "T#0"},
		{"methods that a prototype is given", "const methods = { run(s) { return /(a+)+$/.test(s) } }\nfunction T() {}\nObject.assign(T.prototype, methods)\nexports.T = T", "T.().run#0"},
		{"methods of the prototype of another", "function T(s) { this.s = s }\nfunction U() { this.s = '' }\nT.prototype = { run: s => s }\nU.prototype = { run: function () { return /(a+)+$/.test(this.s) } }\nexports.T = T\nexports.U = U", ""},
		{"descriptions that are not written out", maker + "var T = function () { function T() {}\nvar list = [{ key: 'run', value: function run(s) { return /(a+)+$/.test(s) } }]\n_createClass(T, list)\nreturn T }()\nexports.run = s => new T().run(s)", "run#0"},
		{"another function of the name", "function _createClass(T, list) { return s => list[0].value(s) }\nclass T {}\nexports.run = _createClass(T, [{ run: 1, value: s => /(a+)+$/.test(s) }])", "run#0"},
	} {
		paths, texts, files := archive("-- package.json --\n{\"name\": \"m\", \"version\": \"1.0.0\", \"main\": \"index.js\"}\n-- index.js --\n" + test.code + "\n")
		got := ""
		for _, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts)) {
			if len(r.Ways) > 0 {
				c := &r.Ways[0].Call
				got = fmt.Sprintf("%s#%s", strings.Join(c.Members, "."), strings.Join(slices.Concat([]string{fmt.Sprint(c.Argument)}, c.Path), "."))
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestLibraryRest hands texts to functions of an installed package that take the rest of their arguments.
func TestLibraryRest(t *testing.T) {
	const project = `
-- node_modules/m/package.json --
{"name": "m", "version": "1.0.0", "main": "index.js"}
-- node_modules/m/index.js --
exports.second = (x, ...args) => /(a+)+$/.test(args[1])
exports.each = (x, ...args) => args.map(a => /(b+)+$/.test(a))
-- app.js --
const m = require('m')
require('express')().get('/', (req, res) => { BODY })
`
	for _, test := range []struct{ body, line, want string }{
		{"m.second(1, 2, req.query.q)", "index.js:1", "remote"},
		{"m.second(1, req.query.q, 2)", "index.js:1", "library"},
		{"m.each(1, req.query.q)", "index.js:2", "remote"},
		{"m.each(1, 2, req.query.q)", "index.js:2", "remote"},
		{"m.each(req.query.q, 2, 3)", "index.js:2", "library"},
	} {
		text := describe(t, strings.Replace(project, "BODY", test.body, 1))
		if !strings.Contains(text, test.line+" "+test.want+"\n") {
			t.Errorf("%s: want %s %s\n%s", test.body, test.line, test.want, text)
		}
	}
}

// TestLibraryTrees hands texts to a function of an installed package that goes through trees.
func TestLibraryTrees(t *testing.T) {
	const project = `
-- node_modules/m/package.json --
{"name": "m", "version": "1.0.0", "main": "index.js"}
-- node_modules/m/index.js --
exports.walk = n => {
  /(a+)+$/.test(n.text)
  for (const child of n.list) exports.walk(child)
  if (n.up) exports.walk(n.up)
}
-- app.js --
const app = require('express')(), { walk } = require('m')
app.get('/', (req, res) => walk(TREE))`
	for _, test := range []struct {
		tree string
		want Level
	}{
		{"{text: req.query.s}", Remote},
		{"{text: '', up: {text: req.query.s}}", Remote},
		{"{text: '', list: [{text: req.query.s}]}", Remote},
		{"{text: '', list: [{list: [], up: {text: req.query.s}}]}", Remote},
		{"req.body", Remote},
		{"{text: '', up: {up: {text: ''}}}", Library},
	} {
		paths, texts, files := archive(strings.Replace(project, "TREE", test.tree, 1))
		got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0]
		if got.Level != test.want {
			t.Errorf("%s: %s, want %s", test.tree, got.Level, test.want)
		}
		const deep = "members of members of members"
		if !slices.Contains(got.NotFollowed, deep) {
			t.Errorf("%s: not followed are %q, want %s among them", test.tree, got.NotFollowed, deep)
		}
	}
}

// TestLibraryPatterns asks who can send texts to regexes that a package hands to others, who match with them in their own
// ways, and that who calls a function with a request is told by that call.
func TestLibraryPatterns(t *testing.T) {
	const project = `
-- node_modules/m/package.json --
{"name": "m", "version": "1.0.0", "main": "index.js"}
-- node_modules/m/index.js --
const own = /(z+)+$/
module.exports = options => new RegExp('(a+)+$', options.flags)
module.exports.one = /(b+)+$/
module.exports.all = { word: /(c+)+$/ }
module.exports.is = s => own.test(s.name)
module.exports.of = req => /(y+)+$/.test(req.headers.x)
-- node_modules/between/package.json --
{"name": "between", "version": "1.0.0", "main": "index.js", "dependencies": {"m": "1"}}
-- node_modules/between/index.js --
const m = require('m')
module.exports = s => s.replace(m({}), '')
-- app.js --
const m = require('m'), between = require('between')
require('express')().get('/', (req, res) => { BODY })
`
	const none = "z: library m.is(s.name)\na: library between(s)\nb: library m.one.test(text)\nc: library m.all.word.test(text)\ny: library m.of(req.headers.x)\n"
	for _, test := range []struct{ body, changed string }{
		{"", ""},
		{"m({flags: 'g'}).test(req.query.q)", "a: remote query.q"},
		{"req.query.q.replace(m({}), '')", "a: remote query.q"},
		{"between(req.query.q)", "a: remote query.q"},
		{"m.one.exec(req.query.q)", "b: remote query.q"},
		{"req.query.q.split(m.one)", "b: remote query.q"},
		{"const { all } = m; all.word.test(req.query.q)", "c: remote query.q"},
		{"req.query.q.match(m.all.word)", "c: remote query.q"},
		{"m.one.test('constant'); req.query.q.split(m.other); m.own.test(req.query.q)", ""},
		{"m.test(req.query.q); req.query.q.match(m.is)", ""},
	} {
		paths, texts, files := archive(strings.Replace(project, "BODY", test.body, 1))
		regexes := regexesIn(paths, texts)
		got := ""
		for i, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
			if strings.Contains(regexes[i].File, "between") || len(r.Ways) == 0 {
				continue
			}
			letter := strings.Trim(string(texts[regexes[i].File][regexes[i].Start:regexes[i].End]), "newRgExp '/(+).")[:1]
			got += fmt.Sprintf("%s: %s %s\n", letter, r.Level, r.Ways[0].Input)
		}
		want := ""
		for line := range strings.Lines(none) {
			if test.changed != "" && line[0] == test.changed[0] {
				line = test.changed + "\n"
			}
			want += line
		}
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", test.body, got, want)
		}
	}
}

// TestOfferedModules calls functions in files of a package by the names that its manifest gives these.
func TestOfferedModules(t *testing.T) {
	const project = `
-- node_modules/m/package.json --
{"name": "m", "version": "1.0.0", "exports": EXPORTS}
-- node_modules/m/index.js --
const { within } = require('./lib/within')
exports.run = (name, text) => exports.later(name, text)
exports.later = (name, text) => within(text)
-- node_modules/m/lib/within.js --
exports.within = text => /(a+)+$/.test(text)
-- node_modules/m/lib/words.js --
exports.words = text => /(b+)+$/.test(text)
-- app.js --
require('express')().get('/', (req, res) => { BODY })
`
	const some = `{".": {"types": "./index.d.ts", "default": "./index.js"}, "./text": {"require": "./lib/words.js"}}`
	for _, test := range []struct{ exports, body, want string }{
		{some, "", "library m later, library m/text words"},
		{some, "require('m/text').words(req.query.q)", "library m later, remote"},
		{some, "require('m').words(req.query.q)", "library m later, library m/text words"},
		{`"./index.js"`, "", "library m later, library m/lib/words words"},
		{`{".": "./index.js", "./lib/*": "./lib/*.js"}`, "", "library m/lib/within within, library m/lib/words words"},
		{`{"./text.js": "./lib/words.js", ".": "./lib/words.js"}`, "", "library m/lib/within within, library m words"},
		{`{"./text.js": "./lib/words.js", "./lib/within": "./lib/within.js"}`, "", "library m/lib/within within, library m/text words"},
		{`null`, "", "library m/lib/within within, library m/lib/words words"},
	} {
		paths, texts, files := archive(strings.NewReplacer("EXPORTS", test.exports, "BODY", test.body).Replace(project))
		var got []string
		for _, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts)) {
			at := r.Level.String()
			if r.Level == Library {
				at += " " + r.Ways[0].Call.Module + " " + strings.Join(r.Ways[0].Call.Members, ".")
			}
			got = append(got, at)
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.exports, test.body, got, test.want)
		}
	}
}
