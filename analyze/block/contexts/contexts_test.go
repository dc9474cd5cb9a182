package contexts_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/contexts"
	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
)

// marked is a comment that names the rule of a place on its line.
var marked = regexp.MustCompile(`(?m)(?://|#)! ([a-z-]+)$`)

const cases = "../../../testdata/calls/contexts"

// find returns the places in files as "file:line rule".
func find(paths []string, read func(name string) ([]byte, error)) (all []string) {
	in := calling.Input{Paths: paths, Files: link.NewList(paths, read), Jobs: 1, May: contexts.May}
	for _, p := range contexts.In(calling.Read(in)) {
		all = append(all, fmt.Sprintf("%s:%d %s", p.File, p.Line, strings.TrimPrefix(p.Rule, "block/")))
	}
	return all
}

// TestAlone does the same in programs of one file each, ten of each kind in Node and in Python.
func TestAlone(t *testing.T) {
	root := os.DirFS("../../../testdata/calls/alone")
	files, err := fs.Glob(root, "*/*")
	if err != nil || len(files) < 40 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for n, line := range strings.Split(string(text), "\n") {
			if m := marked.FindStringSubmatch(line); m != nil {
				want = append(want, fmt.Sprintf("%s:%d %s", name, n+1, m[1]))
			}
		}
		if got := find([]string{name}, func(string) ([]byte, error) { return text, nil }); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestCases finds what loses its context, or waits for ever, in programs that show it when they are run, and nothing
// in those that keep it.
func TestCases(t *testing.T) {
	root := os.DirFS(cases)
	var paths, want []string
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		paths = append(paths, name)
		text, err := fs.ReadFile(root, name)
		for n, line := range strings.Split(string(text), "\n") {
			if m := marked.FindStringSubmatch(line); m != nil {
				want = append(want, fmt.Sprintf("%s:%d %s", name, n+1, m[1]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	got := find(paths, func(name string) ([]byte, error) { return fs.ReadFile(root, path.Clean(name)) })
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%s was missed", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("%s was found and is sound", g)
		}
	}
}

// TestRun runs the cases in the real runtimes: those with a mark lose what belongs to a request, the others keep it.
func TestRun(t *testing.T) {
	if os.Getenv("SNAG_LONG") == "" {
		t.Skip("SKIPPED: SNAG_LONG runs the cases in Node.js, Python and Rails")
	}
	for _, language := range []struct {
		folder, suffix string
		argv           []string
		needs          []string
	}{
		{"node", ".js", []string{"node"}, []string{"-e", ""}},
		{"python", ".py", []string{"python3", "-B"}, []string{"-c", ""}},
		// All in one, since Rails takes seconds to load.
		{"rails", ".rb", []string{"ruby", "-W0", "all.rb"}, []string{"-e", "require 'rails'; require 'active_record'; require 'sqlite3'; require 'concurrent'; exit Rails.version < '7' ? 0 : 1"}},
	} {
		t.Run(language.folder, func(t *testing.T) {
			if exec.Command(language.argv[0], language.needs...).Run() != nil {
				t.Skipf("SKIPPED: no %s to run the cases of %s", language.argv[0], language.folder)
			}
			want := map[string]string{}
			files, _ := filepath.Glob(filepath.Join(cases, language.folder, "*"+language.suffix))
			for _, file := range files {
				text, err := os.ReadFile(file)
				name := filepath.Base(file)
				switch {
				case err != nil || name == "all.rb" || strings.HasPrefix(name, "drive."):
				case marked.Match(text):
					want[name] = "lost"
				default:
					want[name] = "kept"
				}
			}
			run := func(argument string) string {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				c := exec.CommandContext(ctx, language.argv[0], append(slices.Clone(language.argv[1:]), argument)...)
				c.Dir = filepath.Join(cases, language.folder)
				out, _ := c.CombinedOutput()
				return string(out)
			}
			if language.folder == "rails" {
				out := run("all")
				for name, want := range want {
					if line := name + " " + want + "\n"; !strings.Contains(out, line) {
						t.Errorf("got %q, want %q", out, line)
					}
				}
			} else {
				for name, want := range want {
					if got := strings.TrimSpace(run(name)); got != want {
						t.Errorf("%s: got %q, want %q", name, got, want)
					}
				}
			}
			t.Logf("LONG: %d cases of %s", len(want), language.folder)
		})
	}
}

// TestSound looks at code which is like that of the cases but where nothing is lost.
func TestSound(t *testing.T) {
	for _, test := range []struct{ name, source string }{
		{"a.js", `const { AsyncLocalStorage } = require('async_hooks'); const s = new AsyncLocalStorage();
class Chain { constructor() { this.steps = [] } then(f) { this.steps.push(f); return this } run() { this.steps.forEach((f) => f()) } }
app.get('/', (req, res) => { new Chain().then(() => res.end(s.getStore())).run() })`},
		{"a2.js", `const { AsyncLocalStorage } = require('async_hooks'); const s = new AsyncLocalStorage(); s.enterWith(undefined);
server.ext('onRequest', (request, h) => { s.enterWith(request.id); return h.continue }); server.events.on('response', () => { s.enterWith(undefined) })`},
		{"b.js", `const { AsyncLocalStorage } = require('async_hooks'); const s = new AsyncLocalStorage(); const hooks = []; hooks.push(() => s.getStore());
exports.onRequest = (f) => hooks.push(f); app.get('/', (req, res) => { hooks.forEach((h) => h()) })`},
		{"c.js", `let id = 0; let server; app.get('/', (req, res) => { req.id = id++; res.end() }); exports.start = (ctx) => { server = ctx.server }; exports.stop = () => server.close()`},
		{"d.js", `let last; app.get('/', (req, res) => { last = req.body; save(last); res.end() })`},
		{"e.js", `exports.draw = (ctx) => { current = ctx; }; var current; function other() { return current }`},
		{"f.py", "from contextvars import ContextVar\nuser = ContextVar('user')\n@app.middleware('http')\nasync def mid(request, call_next):\n    user.set(request.user)\n    return await call_next(request)\n"},
		{"g.py", "import threading\nfrom contextvars import ContextVar\nv = ContextVar('v')\ndef loop():\n    v.get(None)\ndef set_it():\n    v.set(1)\nthreading.Thread(target=loop).start()\n"},
		{"g2.py", "import threading\nfrom contextvars import ContextVar\nv = ContextVar('v')\nasync def a():\n    v.set(1)\nclass S:\n    async def start(self):\n        self.thread = threading.Thread(target=self.run)\n    def run(self):\n        v.get(None)\n"},
		{"g3.py", "import threading\nfrom contextvars import ContextVar\nv = ContextVar('v')\nasync def a():\n    v.set(1)\n    t = threading.Thread(target=run)\n    give(t)\n    t.start()\ndef run():\n    v.get(None)\n"},
		{"g6.py", "import importlib, asyncio\nfrom contextvars import ContextVar\nv = ContextVar('v')\nasync def a(name):\n    v.set(1)\n    await asyncio.get_running_loop().run_in_executor(None, importlib.import_module, name)\nclass M:\n    def __init__(self, import_module):\n        self.import_module = read\ndef read(name):\n    return v.get(None)\nimportlib.import_module = read\n"},
		{"g7.py", "import threading\nfrom contextvars import ContextVar\nv = ContextVar('v')\nasync def a():\n    v.set(1)\n    threading.Thread(target=one).start()\ndef one():\n    two()\ndef two():\n    three()\ndef three():\n    four()\ndef four():\n    five()\ndef five():\n    six()\ndef six():\n    v.get(None)\n"},
		{"g4.py", "from contextvars import ContextVar\nv = ContextVar('v')\nasync def clear(names):\n    for n in names:\n        if n:\n            v.set(n)\n        if not n:\n            v.set(None)\n"},
		{"g8.py", "from contextvars import ContextVar\nv = ContextVar('v')\nasync def prepare(requests):\n    for r in requests:\n        if not r.stopped:\n            v.set(r.options.get('tools'))\n            get_text(r)\n"},
		{"g5.py", "from contextvars import ContextVar\napplied = ContextVar('applied')\nclass M:\n    def __call__(self, environ, start_response):\n        if applied.get(False):\n            return self.app(environ, start_response)\n        applied.set(True)\n        try:\n            return self.app(environ, start_response)\n        finally:\n            applied.set(False)\n"},
		{"h.rb", "class Post < ApplicationRecord; end\nclass Worker\n  def call\n    Thread.new { @queue.pop; puts 'x' }\n    threads = urls.map { |u| Thread.new { Net::HTTP.get(u) } }\n    threads.each(&:join)\n  end\nend\n"},
		{"lib/i.rb", "class Fetcher\n  def get\n    Thread.new { Fetcher.run }\n  end\nend\n"},
		{"spec/j.rb", "class Post < ApplicationRecord; end\nThread.new { Post.count }\n"},
	} {
		if got := find([]string{test.name}, func(string) ([]byte, error) { return []byte(test.source), nil }); len(got) > 0 {
			t.Errorf("%s\ngot %v, want nothing", test.source, got)
		}
	}
}

// TestReloaded holds classes of the application, which may be reloaded below a thread, apart from those of gems.
func TestReloaded(t *testing.T) {
	const source = "class Base < ActiveRecord::Base; end\nclass Watch\n  def call\n    Thread.new { Notifier.ping }\n  end\nend\nclass Notifier; end\n"
	for name, want := range map[string][]string{
		"app/services/watch.rb":         {"app/services/watch.rb:4 thread-without-executor"},
		"app/gems/watch.rb":             {"app/gems/watch.rb:4 thread-without-executor"},
		"gems/watch-1.2.3/app/watch.rb": nil,
		"lib/watch.rb":                  nil,
	} {
		if got := find([]string{name}, func(string) ([]byte, error) { return []byte(source), nil }); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// TestHostile reads sources that are large, deep or broken.
func TestHostile(t *testing.T) {
	const n = 1_000
	for name, sources := range map[string][]string{
		"a.js": {"const s=new (require('async_hooks').AsyncLocalStorage)();app.get('/',(req,res)=>{" + strings.Repeat("s.enterWith(", n),
			"let a;app.get('/',(req,res)=>{" + strings.Repeat("a=a=req.x;", n) + "})", "let a;app.use((req)=>" + strings.Repeat("(req)=>", n) + "a=req)",
			"let a;app.get('/',(req)=>{" + strings.Repeat("if(a){", n) + "a=req", strings.Repeat("q.push(AsyncLocalStorage,", n)},
		"a.py": {"from contextvars import ContextVar\nv=ContextVar('v')\ndef f():\n" + strings.Repeat(" v.set(", n), strings.Repeat("ContextVar().set(", n)},
		"a.rb": {"class A < ApplicationRecord;end\n" + strings.Repeat("Thread.new { A.x; ", n), "Rails.application\n" + strings.Repeat("x.map { Thread.new { ", n),
			strings.Repeat("class A < A; end\n", n) + "ApplicationRecord", "ApplicationRecord\n" + strings.Repeat("def a; a; Thread.new { a }.join; end\n", n)},
	} {
		for _, source := range sources {
			find([]string{name}, func(string) ([]byte, error) { return []byte(source), nil })
		}
	}
}

func FuzzContexts(f *testing.F) {
	for _, seed := range []string{"let u;app.get('/',(req,res)=>{u=req.x;g()});function g(){u}", "ApplicationRecord\nThread.new { A.b }.join", "from contextvars import ContextVar\nv=ContextVar()\nv.set(1)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, name := range []string{"a.js", "a.py", "a.rb"} {
			in := calling.Input{Paths: []string{name}, Files: link.NewList([]string{name}, func(string) ([]byte, error) { return []byte(source), nil }), Jobs: 1}
			for _, p := range contexts.In(calling.Read(in)) {
				if p.Offset < 0 || p.End > len(source) || p.Offset >= p.End || p.Why == "" || p.Instead == "" || p.Prove == "" {
					t.Errorf("%s: %q: %+v", name, source, p)
				}
			}
		}
	})
}

// TestEnded takes no second wait for a thread for one, where the first let others load code.
func TestEnded(t *testing.T) {
	const head = "Rails.application.config\nclass Order < ApplicationRecord; end\nclass A < ActionController::Base\n  def show\n    t = Thread.new { Rails.application.executor.wrap { Order.first } }\n"
	for _, test := range []struct {
		body string
		want []string
	}{
		{"    ActiveSupport::Dependencies.interlock.permit_concurrent_loads { t.join }\n    t.value\n", nil},
		{"    t.value\n    ActiveSupport::Dependencies.interlock.permit_concurrent_loads { t.join }\n", []string{"app/a.rb:6 wait-in-executor"}},
	} {
		src := head + test.body + "  end\nend\n"
		if got := find([]string{"app/a.rb"}, func(string) ([]byte, error) { return []byte(src), nil }); !slices.Equal(got, test.want) {
			t.Errorf("%s\ngot  %q\nwant %q", src, got, test.want)
		}
	}
}
