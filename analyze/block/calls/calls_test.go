package calls

import (
	"slices"
	"testing"

	"snag/analyze/judge"
	"snag/analyze/source/literal"
)

func find(path, src string) []Call { return FindText(path, []byte(src)) }

func names(found []Call) (all []string) {
	for _, c := range found {
		all = append(all, c.Name)
	}
	return all
}

func TestJavaScript(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"at the start", `const fs = require('fs'); const c = fs.readFileSync('c');`, nil},
		{"in a handler", `const fs = require('node:fs'); app.get('/', (req, res) => { res.end(fs.readFileSync('x')); });`, []string{"fs.readFileSync"}},
		{"destructured and renamed", `const { readFileSync, execSync: no, statSync: st } = require('fs'); const { execSync: run } = require("child_process");
			router.post('/x', async (req, res) => { run('ls'); st('x'); readFileSync('y') })`, []string{"child_process.execSync", "fs.statSync", "fs.readFileSync"}},
		{"imported", "import { pbkdf2Sync as hash, createHash } from 'node:crypto';\nimport * as z from 'zlib';\nexport async function login(user) { createHash('x'); return hash(user) + z.gzipSync(user) }", []string{"crypto.pbkdf2Sync", "zlib.gzipSync"}},
		{"through a helper", `const fs = require('fs'); function load(n) { return fs.readFileSync(n) } function unused() { fs.statSync('x') }
			http.createServer((req, res) => { load('a') })`, []string{"fs.readFileSync"}},
		{"through two", `const fs = require('fs'); const a = () => fs.readFileSync('x'); function b() { return a() } app.use((req, res, next) => { b(); next() })`, []string{"fs.readFileSync"}},
		{"called at the start only", `const fs = require('fs'); function load() { return fs.readFileSync('x') } load(); app.listen(1, () => { load() })`, nil},
		{"never", `const fs = require('fs'); app.get('/', (req, res) => { if (false) { fs.statSync('x') } else { fs.readFileSync('x') } true || fs.statSync('y'); res.end(true ? '' : fs.statSync('z')) })`, []string{"fs.readFileSync"}},
		{"in comments and strings", "const fs = require('fs'); app.get('/', (req, res) => { // fs.readFileSync('x')\n res.end('fs.readFileSync(1)' + `fs.statSync(2)` + /fs.statSync(3)/.source) })", nil},
		{"in a template's code", "const fs = require('fs'); app.get('/', (req, res) => { res.end(`<${fs.readFileSync('x')}>`) })", []string{"fs.readFileSync"}},
		{"required in place", `module.exports = async (x) => { require('fs').writeFileSync('x', x) }`, []string{"fs.writeFileSync"}},
		{"another object", `const fs = require('./mine'); app.get('/', (req, res) => { fs.readFileSync('x'); db.execSync() })`, nil},
		{"random bytes", `const crypto = require('crypto'); app.get('/', (req, res) => { crypto.randomBytes(16); crypto.randomInt(9); crypto.randomBytes(n); crypto.randomBytes(1_000_000, (e, b) => {}) })`, nil},
		{"many random bytes", `const crypto = require('crypto'); app.get('/', (req, res) => { crypto.randomBytes(1_000_000) })`, []string{"crypto.randomBytes"}},
		{"a method", `const fs = require('fs'); class C { async handle(req, res) { this.load() } load() { fs.readFileSync('x') } other() { fs.statSync('y') } }`, []string{"fs.readFileSync"}},
		{"member renamed", "const fs = require('fs');\nconst read = fs.readFileSync;\napp.get('/', (req, res) => read('x'))", []string{"fs.readFileSync"}},
		{"typed", "import fs from 'fs';\napp.get('/', async (req: Request, res: Response): Promise<void> => { fs.appendFileSync('x', '') })", []string{"fs.appendFileSync"}},
		{"damaged", "const fs = require('fs'); app.get('/', (req, res) => { fs.readFileSync('x'", []string{"fs.readFileSync"}},
	} {
		if got := names(find("a.ts", test.src)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestPython(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"in async", "import time, requests\nimport requests\nasync def f():\n    time.sleep(1)\n    requests.get('x')\n", []string{"time.sleep", "requests.get"}},
		{"in plain", "import time\ndef f():\n    time.sleep(1)\n", nil},
		{"renamed", "from time import sleep as nap\nimport subprocess as sp\nasync def f(a,\n        b):\n    nap(1)\n    sp.run(['ls'])\n\nnap(2)\n", []string{"time.sleep", "subprocess.run"}},
		{"through a helper", "def load():\n    return open('x').read()\n\ndef other():\n    open('y')\n\nasync def f():\n    load()\n", []string{"open"}},
		{"kept under its key", "cache = {}\ndef load(k):\n    try:\n        return cache[k]\n    except KeyError:\n        cache[k] = open(k).read()\n        return cache[k]\n\nasync def f(k):\n    load(k)\n", nil},
		{"kept in a part", "import json\ncaches = {}\ndef load(d, k):\n    part = caches[d]\n    try:\n        return part[k]\n    except KeyError:\n        data = open(k).read()\n        part[k] = data\n    return data\n\nasync def f(k):\n    load('a', k)\n", nil},
		{"kept for one request", "def load(request, k):\n    part = request.parts\n    try:\n        return part[k]\n    except KeyError:\n        part[k] = open(k).read()\n\nasync def f(request):\n    load(request, 'k')\n", []string{"open"}},
		{"found elsewhere", "cache = {}\nother = {}\ndef load(k):\n    try:\n        return cache[k]\n    except KeyError:\n        other[k] = open(k).read()\n\nasync def f(k):\n    load(k)\n", []string{"open"}},
		{"inner function", "import time\nasync def f():\n    def g():\n        time.sleep(1)\n    await asyncio.to_thread(g)\n", nil},
		{"not a call", "import time\nasync def f():\n    await asyncio.to_thread(time.sleep, 1)\n    '''time.sleep(1)'''\n    # time.sleep(1)\n", nil},
		{"never", "import time\nasync def f():\n    if True:\n        pass\n    else:\n        time.sleep(1)\n    if False:\n        time.sleep(2)\n    x = time.sleep(3) if False else 1\n    0 and time.sleep(4)\n", nil},
		{"never through a helper", "import time\ndef g():\n    time.sleep(1)\nasync def f():\n    if 0:\n        g()\n", nil},
		{"always", "import time\nasync def f():\n    if True:\n        time.sleep(1)\n    if False:\n        pass\n    elif x:\n        open('x')\n    0 or time.sleep(2)\n", []string{"time.sleep", "open", "time.sleep"}},
		{"awaited sleep", "import asyncio\nasync def f():\n    await asyncio.sleep(1)\n", nil},
	} {
		if got := names(find("a.py", test.src)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestHandlers(t *testing.T) {
	const src = `const fs = require('fs');
const read = (n) => fs.readFileSync(n);
function page(n) {
  return read(n);
}
app.get('/a', (req, res) => res.end(page('a')));
app.get('/b', wrap(async (req, res) => {
  res.end(page('b'));
}));
app.get('/c', (req, res) => { fs.readFile('c', () => {}); });
`
	found := find("a.js", src)
	if len(found) != 1 {
		t.Fatalf("found %v", names(found))
	}
	var lines []int
	for _, h := range found[0].Handlers {
		lines = append(lines, h.Line)
	}
	if want := []int{6, 7}; !slices.Equal(lines, want) || found[0].Within != 2 {
		t.Errorf("handlers at %v in a function of line %d, want %v and 2", lines, found[0].Within, want)
	}
}

func TestPosition(t *testing.T) {
	src := "const fs = require('fs');\napp.get('/', (req, res) => {\n  '😀'; fs.statSync('x');\n});\n"
	found := find("a.js", src)
	if len(found) != 1 || found[0].Line != 3 || found[0].Column != 8 || found[0].Column16 != 9 || src[found[0].Offset:found[0].End] != "fs.statSync" {
		t.Errorf("got %+v", found)
	}
}

func FuzzCalls(f *testing.F) {
	for _, seed := range []string{"const fs=require('fs');app.get('/',(req,res)=>{fs.readFileSync(`${1}`)})", "async def f(:\n\topen(", "'", "`${", "/[", "=>", "\"\"\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, path := range []string{"a.js", "a.tsx", "a.py"} {
			for _, c := range find(path, src) {
				if c.Offset < 0 || c.End > len(src) || c.Offset >= c.End || c.Why == "" || c.Instead == "" {
					t.Errorf("%s: %q: %+v", path, src, c)
				}
			}
		}
	})
}

// TestRouted holds apart code that is registered for requests and code that only looks like it.
func TestRouted(t *testing.T) {
	for _, test := range []struct {
		path, src string
		want      bool
	}{
		{"a.js", `const fs = require('fs'); app.get('/', (q, s) => s.end(fs.readFileSync('x')))`, true},
		{"a.js", `const fs = require('fs'); async function load() { return fs.readFileSync('x') } exports.load = load; app.get('/', load)`, true},
		{"a.js", `const fs = require('fs'); exports.a = async () => help(); function help() { fs.statSync('x') } app.get('/', () => help())`, true},
		{"a.js", `const fs = require('fs'); function serve(req, res) { fs.readFileSync('x') }`, false},
		{"a.js", `const fs = require('fs'); exports.load = async () => fs.readFileSync('x')`, false},
		{"a.ts", "import fs from 'fs';\nclass C { @Get() find() { return fs.readFileSync('x') } }", true},
		{"a.py", "import time\n@app.get('/')\nasync def f():\n    time.sleep(1)\n", true},
		{"a.py", "import time\n@router.post('/x', status_code=201)\nasync def f():\n    g()\ndef g():\n    time.sleep(1)\n", true},
		{"a.py", "import time\nasync def f():\n    time.sleep(1)\n", false},
		{"a.py", "import time\n@client.get\nasync def f():\n    time.sleep(1)\n", false},
	} {
		found := find(test.path, test.src)
		if len(found) != 1 || found[0].Routed != test.want {
			t.Errorf("%s\ngot %+v, want one call, registered: %v", test.src, found, test.want)
		}
	}
}

func TestJudge(t *testing.T) {
	read := Call{Name: "fs.readFileSync", Why: "it handles requests", Instead: "the function of node:fs/promises", Routed: true}
	stat := Call{Name: "fs.statSync", Why: "it has the parameters or the name of a handler", Instead: "the function of node:fs/promises"}
	near, far := read, read
	near.Way, far.Way = make([]Step, mostSure), make([]Step, mostSure+1)
	for _, test := range []struct {
		line  []Call
		level judge.Level
		want  string
	}{
		{[]Call{read}, judge.Error, "fs.readFileSync blocks everybody while it runs, and it runs for each request: it handles requests."},
		{[]Call{near}, judge.Error, "fs.readFileSync blocks everybody while it runs, and it runs for each request: it handles requests."},
		{[]Call{far}, judge.Warning, "fs.readFileSync blocks everybody while it runs, and it may run for each request: it handles requests."},
		{[]Call{stat}, judge.Warning, "fs.statSync blocks everybody while it runs, and it may run for each request: it has the parameters or the name of a handler."},
		{[]Call{stat, stat}, judge.Warning, "fs.statSync blocks everybody while it runs, and it may run for each request: it has the parameters or the name of a handler."},
		{[]Call{stat, read}, judge.Error, "fs.statSync and fs.readFileSync block everybody while they run, and they run for each request: it handles requests."},
	} {
		f := Judge(test.line)
		if f.Level != test.level || f.Message != test.want || f.Help != "Use the function of node:fs/promises." {
			t.Errorf("got %s %q %q, want %s %q", f.Level, f.Message, f.Help, test.level, test.want)
		}
	}
}

func TestTesting(t *testing.T) {
	const src = "import time\nasync def f():\n    time.sleep(1)\n"
	for path, want := range map[string]int{"app/client.py": 1, "app/testing/client.py": 0, "app/testing.py": 1} {
		if got := len(find(path, src)); got != want {
			t.Errorf("%s: %d calls, want %d", path, got, want)
		}
	}
}

// TestByLine keeps calls of different files apart that stand on the same line.
func TestByLine(t *testing.T) {
	at := func(file string, line int) Call { return Call{File: file, Position: literal.Position{Line: line}} }
	lines := ByLine([]Call{at("a", 2), at("a", 2), at("b", 2), at("b", 3)})
	if len(lines) != 3 || len(lines[0]) != 2 || lines[1][0].File != "b" {
		t.Errorf("got %v", lines)
	}
}
