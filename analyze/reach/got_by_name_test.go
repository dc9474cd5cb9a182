package reach

import (
	"strings"
	"testing"
)

// TestMethodsGotByName follows requests to the methods of Python that getattr gets by a name of which a part is worked out, and
// to none of other names.
func TestMethodsGotByName(t *testing.T) {
	const app = `import re
class Base:
    def __call__(self, environ, start_response):
        method = environ['REQUEST_METHOD']
        f = GET
        if f is not None: return f(environ['QUERY_STRING'])
class App(Base):
    def do_PUT(self, text): self.check(text)
    def check(self, text): M(text)
class Other(Base):
    def __call__(self, environ, start_response): pass
App()
`
	const remote, unknown = "remote url QUERY_STRING -1", "unknown"
	for _, test := range []struct{ name, get, method, want string }{
		{"a prefix and %", "getattr(self, 'do_%s' % method, None)", "do_PUT", remote},
		{"a prefix and +", "getattr(self, 'do_' + method.upper())", "do_PUT", remote},
		{"a prefix in an f-string", "getattr(self, f'do_{method}')", "do_PUT", remote},
		{"a prefix in a format", "getattr(self, 'do_{}'.format(method))", "do_PUT", remote},
		{"a prefix in a variable", "None\n        name = 'do_' + method\n        f = getattr(self, name)", "do_PUT", remote},
		{"a suffix", "getattr(self, f'{method}_view')", "put_view", remote},
		{"the whole name", "getattr(self, 'handle', None)", "handle", remote},
		{"a method of HTTP", "getattr(self, method.lower(), None)", "put", remote},
		{"another prefix", "getattr(self, 'do_%s' % method, None)", "dont_PUT", unknown},
		{"the prefix alone", "getattr(self, 'do_%s' % method, None)", "do_", unknown},
		{"another suffix", "getattr(self, f'{method}_view')", "put_views", unknown},
		{"another name", "getattr(self, 'handle', None)", "handles", unknown},
		{"no method of HTTP", "getattr(self, method.lower(), None)", "putting", unknown},
		{"a name of which nothing is known", "getattr(self, method, None)", "do_PUT", unknown},
		{"another object", "getattr(environ, 'do_%s' % method, None)", "do_PUT", unknown},
		{"a getattr of one's own", "mine.getattr(self, 'do_%s' % method, None)", "do_PUT", unknown},
	} {
		code := strings.NewReplacer("GET\n", test.get+"\n", "do_PUT", test.method, "M(", "re.match(r'(a+)+$', ").Replace(app)
		if got := ways(t, "a.py", code); !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestFunctionsGotByName follows requests to the functions of a module that getattr gets by a prefix.
func TestFunctionsGotByName(t *testing.T) {
	const files = `
-- handlers.py --
import re
def on_save(text): re.match(r'(a+)+$', text)
def save(text): re.match(r'(b+)+$', text)
-- app.py --
import handlers
def application(environ, start_response):
    return getattr(handlers, 'on_' + environ['REQUEST_METHOD'])(environ['QUERY_STRING'])
`
	got := describe(t, files)
	if !strings.Contains(got, "handlers.py:2 remote") || strings.Contains(got, "handlers.py:3 remote") {
		t.Errorf("got %s, want the first alone to be remote", got)
	}
}
