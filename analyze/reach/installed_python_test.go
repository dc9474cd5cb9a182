package reach

import (
	"strings"
	"testing"
)

// TestInstalledPython follows texts into packages of Python among the installed ones, by the names of their modules.
func TestInstalledPython(t *testing.T) {
	const packages = `
-- venv/lib/python3.12/site-packages/dep/__init__.py --
from .check import valid
from ._inner import hidden
__all__ = ['valid']
-- venv/lib/python3.12/site-packages/dep/check.py --
import re
RE = re.compile('(a+)+$')
def valid(s):
    return RE.match(s)
class Checker:
    def __init__(self, text):
        self.text = text
    def run(self, flag):
        return RE.search(self.text)
    def __call__(self, s):
        return RE.search(s)
-- venv/lib/python3.12/site-packages/dep/_inner.py --
import re
def hidden(s):
    return re.match('(b+)+$', s)
def other(s):
    return re.match('(c+)+$', s)
-- venv/lib/python3.12/site-packages/dep/sub/__init__.py --
import re
def under(s):
    return re.match('(d+)+$', s)
def _own(s):
    return re.match('(e+)+$', s)
-- venv/lib/python3.12/site-packages/dep/_private/x.py --
import re
def f(s):
    return re.match('(f+)+$', s)
-- venv/lib/python3.12/site-packages/uses/__init__.py --
from dep.sub import under
def through(first, s):
    return under(s)
-- venv/lib/python3.12/site-packages/Uses_It-2.0.dist-info/METADATA --
Name: uses
-- venv/lib/python3.12/site-packages/uses-2.0.dist-info/METADATA --
Name: uses
Requires-Dist: dep (>=1.0)
-- venv/lib/python3.12/site-packages/alone.py --
import re
def valid(s):
    return re.match('(g+)+$', s)
def _own(s):
    return re.match('(h+)+$', s)
-- venv/lib/python3.12/site-packages/dep/tools/build.py --
import re
def valid(s):
    return re.match('(i+)+$', s)
-- app.py --
from flask import Flask, request
import alone, dep, uses
from dep.check import Checker
app = Flask(__name__)
@app.route('/')
def index():
    BODY
`
	const inside = "venv/lib/python3.12/site-packages/dep/"
	for _, test := range []struct{ body, at, want string }{
		{"return ''", inside + "check.py:2", "library"},
		{"return ''", inside + "_inner.py:3", "library"}, // by the name that the package gives it
		{"return ''", inside + "_inner.py:5", "unknown"},
		{"return ''", inside + "sub/__init__.py:3", "library"},
		{"return ''", inside + "sub/__init__.py:5", "unknown"},
		{"return ''", inside + "_private/x.py:3", "unknown"},
		{"return ''", "venv/lib/python3.12/site-packages/alone.py:3", "library"},
		{"return ''", "venv/lib/python3.12/site-packages/alone.py:5", "unknown"},
		{"return ''", inside + "tools/build.py:3", "library"},
		{"return str(alone.valid(request.args['q']))", "venv/lib/python3.12/site-packages/alone.py:3", "remote"},
		{"return str(dep.valid(request.args['q']))", inside + "check.py:2", "remote"},
		{"return str(Checker(request.args['q']).run(True))", inside + "check.py:2", "remote"},
		{"return str(uses.through(1, request.args['q']))", inside + "sub/__init__.py:3", "remote"},
		{"return str(uses.through(request.args['q'], 1))", inside + "sub/__init__.py:3", "library"},
		{"return str(dep.valid('aaa'))", inside + "check.py:2", "library"},
	} {
		text := describe(t, strings.Replace(packages, "BODY", test.body, 1))
		if !strings.Contains(text, test.at+" "+test.want+"\n") {
			t.Errorf("%s: want %s %s\n%s", test.body, test.at, test.want, text)
		}
	}
}
