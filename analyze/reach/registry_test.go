package reach

import (
	"strings"
	"testing"
)

// TestRegistries follows requests into functions that a program registers with decorators of its own objects, as those of a
// router that it has written itself.
func TestRegistries(t *testing.T) {
	const head = "import re\ndef application(environ, start_response):\n    router.dispatch(environ)\n"
	const tail = "\ndef y(env):\n    re.match(r'(a+)+$', env['QUERY_STRING'])\n"
	for _, test := range []struct{ name, code, want string }{
		{"a table by names", `
class Router:
    def __init__(self):
        self.table = {}
    def route(self, path):
        def add(fn):
            self.table[path] = fn
            return fn
        return add
    def dispatch(self, env):
        self.table.get(env['PATH_INFO'])(env)
router = Router()
@router.route('/y')`, "remote"},
		{"a list of pairs", `
class Router:
    def __init__(self):
        self.routes = []
    def route(self, path):
        def add(fn):
            self.routes.append((re.compile(path), fn))
            return fn
        return add
    def dispatch(self, env):
        for path, fn in self.routes:
            if path.match(env['PATH_INFO']):
                fn(env)
router = Router()
@router.route('/y')`, "remote"},
		{"nobody calls what is in the table", `
class Router:
    def __init__(self):
        self.table = {}
    def route(self, path):
        def add(fn):
            self.table[path] = fn
            return fn
        return add
    def dispatch(self, env):
        return self.table.keys()
router = Router()
@router.route('/y')`, "unknown"},
		{"another router", `
class Router:
    def __init__(self):
        self.table = {}
    def route(self, path):
        def add(fn):
            self.table[path] = fn
            return fn
        return add
    def dispatch(self, env):
        return env
class Jobs(Router):
    def dispatch(self, env):
        for fn in self.table.values():
            fn({'QUERY_STRING': 'x'})
router, jobs = Router(), Jobs()
jobs.dispatch({})
@jobs.route('/y')`, "constant"},
	} {
		if got, _, _ := strings.Cut(strings.TrimPrefix(describe(t, "-- a.py --\n"+head+test.code+tail), "a.py:"), "\n"); !strings.HasSuffix(got, " "+test.want) {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
