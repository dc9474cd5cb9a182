package calling

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/source/tree"
)

// programOf reads a program of the given files, by their names.
func programOf(t *testing.T, sources map[string]string) *Program {
	t.Helper()
	var paths []string
	for name := range sources {
		paths = append(paths, name)
	}
	slices.Sort(paths)
	files := link.NewList(paths, func(name string) ([]byte, error) { return []byte(sources[name]), nil })
	all := Read(Input{Paths: paths, Files: files, Jobs: 1})
	if len(all) != 1 {
		t.Fatalf("got %d programs, want 1", len(all))
	}
	return all[0]
}

// running returns what runs for each request, as "name: reason", "!" behind the name where that is certain.
func running(p *Program) (all []string) {
	for i := range p.Funcs {
		why := p.Why(i)
		if !why.Given() {
			continue
		}
		var way []string
		for _, k := range why.Way {
			way = append(way, p.Name(k, "handler"))
		}
		certain := ""
		if why.Routed {
			certain = "!"
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s%s %s%s", strings.Join(way, ">"), certain, why.Method, why.Route)))
	}
	return all
}

func TestRuns(t *testing.T) {
	for _, test := range []struct {
		name    string
		sources map[string]string
		want    []string
	}{
		{"a handler and what it calls", map[string]string{"a.js": `app.get('/x', show); function show(req, res) { a() } const a = () => b(); function b() {} function c() {}`},
			[]string{"show! GET/x", "show>a! GET/x", "show>a>b! GET/x"}},
		{"in another file", map[string]string{"a.js": `const { help } = require('./b'); app.post('/y', (req, res) => help())`, "b.js": `exports.help = () => deep(); function deep() {}`},
			[]string{"handler! POST/y", "handler>help! POST/y", "handler>help>deep! POST/y"}},
		{"a guess", map[string]string{"a.js": `exports.load = async (id) => read(id); function read() {} exports.start = async () => {}`}, []string{"load", "load>read"}},
		{"exported nearer than before", map[string]string{"a.js": `const o = { load: async (id) => {} }; exports.a = { b: { c: { d: o } } }; exports.z = o`}, []string{"load"}},
		{"exported nearer by another file", map[string]string{"a.js": `const { o } = require('./o'); exports.a = { b: { c: { d: o } } }`, "b.js": `exports.z = require('./o').o`, "o.js": `const o = { load: async (id) => {} }; module.exports = [[[{ o }]]]; module.exports.o = o`}, []string{"load"}},
		{"exported too deep", map[string]string{"a.js": `const o = { load: async (id) => {} }; exports.a = { b: { c: { d: o } } }; exports.e = { f: { g: { h: o } } }`}, nil},
		{"a class", map[string]string{"a.ts": `export class C { @Get() find() { return this.all() } all() {} @Cron('1') tick() {} }`}, []string{"find!", "find>all!"}},
		{"handed over", map[string]string{"a.js": `function each(list, f) { for (const x of list) f(x) } app.use((req, res, next) => { each([], log) }); function log() {}`},
			[]string{"handler>each!", "handler!", "handler>log!"}},
		{"at the start", map[string]string{"a.js": `function load() {} load(); process.on('exit', () => load()); app.listen(1, () => load())`}, nil},
		{"tests", map[string]string{"test/a.js": `exports.load = async () => {}`}, nil},
		{"Python", map[string]string{"a.py": "@app.get('/')\nasync def show():\n    help()\ndef help(): pass\ndef other(): pass\nasync def main(): pass\n"}, []string{"show!", "show>help!"}},
		{"threads of Python", map[string]string{"a.py": "import asyncio\nasync def show():\n    await asyncio.to_thread(help)\ndef help(): pass\n"}, []string{"show"}},
		{"once", map[string]string{"a.js": `let c; let d; function load() {} function get() { if (d) return d; load2() } function load2() {} app.get('/', (req, res) => { if (!c) c = load(); c ??= load(); get() })`},
			[]string{"handler>get! GET/", "handler! GET/"}},
		{"not once", map[string]string{"a.js": `app.get('/', (req, res) => { let c; if (!c) c = load(); if (!req.x) load() }); function load() {}`}, []string{"handler! GET/", "handler>load! GET/"}},
		{"both kinds of a method", map[string]string{"a.py": "class A:\n    def do(self): help()\nclass B(A):\n    async def do(self): pass\n    async def run(self):\n        await self.do()\ndef help(): pass\n"}, []string{"do", "run"}},
		{"without threads", map[string]string{"a.py": "class A:\n    async def run(self, fn):\n        if self.executor is None:\n            return fn()\n        return await loop.run_in_executor(self.executor, fn)\n    async def all(self):\n        return await self.run(help)\ndef help(): pass\n"}, []string{"run", "all"}},
		{"an attribute once", map[string]string{"a.py": "class A:\n    async def run(self):\n        if not hasattr(self, '_x'):\n            self._x = load()\ndef load(): pass\n"}, []string{"run"}},
		{"coroutines of tests", map[string]string{"test/a.py": "@gen.coroutine\ndef serve(): help()\ndef help(): pass\n"}, nil},
		{"stubs", map[string]string{"a.py": "async def f(): pass", "b.pyi": "async def g(): pass"}, []string{"f"}},
		{"recursion", map[string]string{"a.js": `app.get('/', (req, res) => a()); function a() { b() } function b() { a() }`}, []string{"handler! GET/", "handler>a! GET/", "handler>a>b! GET/"}},
		{"Java", map[string]string{"A.java": `import reactor.core.publisher.Mono; class A { Mono<String> show() { return help(); } Mono<String> help() { return null; } void other() {} }`}, []string{"show", "help"}},
		{"C#", map[string]string{"A.cs": `class A { async Task Show() { Help(); } void Help() {} void Other() {} }`}, []string{"Show", "Show>Help"}},
		{"PHP", map[string]string{"a.php": `<?php use React\EventLoop\Loop; Loop::addTimer(1, function () { help(); }); function help() {} function other() {}`}, []string{"handler!", "handler>help!"}},
		{"Ruby", map[string]string{"a.rb": "class A\n  def b; end\nend\n"}, nil},
	} {
		if got := running(programOf(t, test.sources)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v\ngot  %q\nwant %q", test.name, test.sources, got, test.want)
		}
	}
}

func TestCalls(t *testing.T) {
	for _, test := range []struct{ file, source, want string }{
		{"a.js", `const { readFileSync: r } = require('node:fs'); function f() { r('x') }`, "fs.readFileSync in f"},
		{"a.js", `const a = require('axios'); const c = a.create(); async function f() { for (;;) { await c.get('x') } }`, "axios.create().get in f, awaited, in a loop"},
		{"a.js", `const fs = require('fs'); function f(x) { if (x) fs.statSync('x') }`, "fs.statSync in f, in a condition"},
		{"a.py", "import requests as r\ndef f():\n    with r.Session() as s:\n        s.get('x')\n", "requests.Session().get in f"},
		{"a.py", "from pathlib import Path\nROOT = Path('x').resolve()\ndef f():\n    (ROOT / 'a').read_text()\n", "pathlib.Path().read_text in f"},
	} {
		p := programOf(t, map[string]string{test.file: test.source})
		var got []string
		p.Calls(func(c *Call) {
			text := fmt.Sprintf("%s in %s", strings.Join(c.Names, ","), p.Name(c.Func, "?"))
			if c.Awaited() {
				text += ", awaited"
			}
			if loop, _ := c.Loop(); loop != nil {
				text += ", in a loop"
			}
			if c.Guarded() {
				text += ", in a condition"
			}
			got = append(got, text)
		})
		if !slices.Contains(got, test.want) {
			t.Errorf("%s\ngot  %q\nwant %q", test.source, got, test.want)
		}
	}
}

// TestReaches asks of functions whether they may run another one, going around some.
func TestReaches(t *testing.T) {
	p := programOf(t, map[string]string{"a.js": `function a() { b(); [1].forEach(() => c()) } function b() { d() } function c() {} function d() {} function e() { a() }`})
	byName := map[string]int{}
	for i := range p.Funcs {
		byName[p.Funcs[i].Tree.Name] = i
	}
	for _, test := range []struct {
		from, to, around string
		want             bool
	}{
		{"a", "d", "", true}, {"e", "c", "", true}, {"b", "c", "", false}, {"d", "a", "", false}, {"a", "a", "", true}, {"e", "d", "b", false}, {"e", "d", "c", true},
	} {
		skip := func(i int) bool { return test.around != "" && i == byName[test.around] }
		if got := p.Reaches(byName[test.from], func(i int) bool { return i == byName[test.to] }, skip); got != test.want {
			t.Errorf("%s reaches %s around %q: got %v, want %v", test.from, test.to, test.around, got, test.want)
		}
	}
}

// TestLarge leaves out what has nothing to do with what is wanted, and files that are too large.
func TestLarge(t *testing.T) {
	sources := map[string]string{"big.js": "x = 1; " + strings.Repeat("// filler\n", maxFile/10), "a.js": "wanted(); function f() {}"}
	files := link.NewList([]string{"a.js", "big.js"}, func(name string) ([]byte, error) { return []byte(sources[name]), nil })
	all := Read(Input{Paths: []string{"a.js", "big.js"}, Files: files, Jobs: 1})
	if len(all) != 1 || !slices.Equal(all[0].Left, []string{"big.js"}) || len(all[0].Files) != 1 || all[0].Language() != tree.JavaScript {
		t.Errorf("got %+v", all)
	}
	if none := Read(Input{Paths: []string{"b.txt"}, Files: files}); none != nil {
		t.Errorf("of no source: got %v", none)
	}
}
