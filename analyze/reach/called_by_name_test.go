package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestCalledByName calls methods on values of which nothing is known: those of the name in the program get there perhaps, and
// whatever else may call them stays unknown.
func TestCalledByName(t *testing.T) {
	const python = `import re
def application(environ, start_response): run(environ['QUERY_STRING'])
`
	for _, test := range []struct{ name, file, text, want string }{
		{"Python", "a.py", python + `
def run(q): serve(None, q)
def serve(plugin, q): plugin.check_text(q)
class A:
    def check_text(self, text): re.match(r'(a+)+$', text)
class More:
    def check_text(self, text, key): re.match(r'(b+)+$', text)
def check_text(text): re.match(r'(c+)+$', text)
`, "remote-possible; unknown; unknown"},
		{"names of libraries and what is known", "a.py", python + `
import sqlite3
def run(q): serve(None, q); sqlite3.connect('a').check_text(q); B().other_text(q)
def serve(plugin, q): plugin.strip(q)
class A:
    def check_text(self, text): re.match(r'(a+)+$', text)
    def strip(self, text): re.match(r'(b+)+$', text)
    def other_text(self, text): re.match(r'(c+)+$', text)
class B:
    def other_text(self, text): pass
`, "unknown; unknown; unknown"},
		{"many of a name", "a.py", python + `
def run(q): serve(None, q)
def serve(plugin, q): plugin.check_text(q)
class A:
    def check_text(self, text): re.match(r'(a+)+$', text)
class B:
    def check_text(self, text): pass; print(text)
class C:
    def check_text(self, text): print(text)
class D:
    def check_text(self, text): print(text)
`, "unknown"},
		{"many of an interface", "a.py", python + `
from abc import ABC, abstractmethod
def run(q): serve(None, q)
def serve(plugin, q): plugin.check_text(q)
class Plugin(ABC):
    @abstractmethod
    def check_text(self, text):
        """Checks it."""
class A(Plugin):
    def check_text(self, text): re.match(r'(a+)+$', text)
class B(Plugin):
    def check_text(self, text): print(text)
class C(Plugin):
    def check_text(self, text): print(text)
class D:
    def check_text(self, text): print(text)
`, "remote-possible"},
		{"what others call it with", "a.py", python + `
def run(q): serve(None, q)
def serve(plugin, q): plugin.check_text('x'); plugin.cut_text(q, 10)
class A:
    def check_text(self, text): re.match(r'(a+)+$', text)
    def cut_text(self, text, most): self.cut(text, most)
    def cut(self, text, most): re.match(r'(b+)+$', text[:most])
`, "unknown; remote-possible"},
		{"what others return", "a.py", python + `
def run(q): serve(None, q)
def serve(plugin, q): re.match(r'(a+)+$', plugin.clean_text(q))
class A:
    def clean_text(self, text): return 'x'
`, "remote-possible"},
		{"a type of Python", "a.py", python + `
from abc import ABC, abstractmethod
class Plugin(ABC):
    @abstractmethod
    def check_text(self, text): ...
def run(q): serve(made(), q)
def serve(plugin: Plugin, q): plugin.check_text(q)
class A(Plugin):
    def check_text(self, text): re.match(r'(a+)+$', text)
class B:
    def check_text(self, text): re.match(r'(b+)+$', text)
`, "remote; unknown"},
		{"an interface of PHP", "a.php", `<?php
interface Plugin { function check($text); }
class A implements Plugin { function check($text) { preg_match('/(a+)+$/', $text); } }
class B { function check($text) { preg_match('/(b+)+$/', $text); } }
class Service {
    function __construct(private Plugin $plugin) {}
    function run() { $this->plugin->check($_GET['q']); }
}
`, "remote; unknown"},
		{"PHP", "a.php", `<?php
class A { function checkText($text) { preg_match('/(a+)+$/', $text); } }
function serve($plugin) { $plugin->checkText($_GET['q']); }
`, "remote-possible"},
		{"Ruby", "a.rb", `require 'sinatra'
class A
  def check_text(text)
    text =~ /(a+)+$/
  end
end
class B
  def self.check_text(text)
    text =~ /(b+)+$/
  end
end
def serve(plugin) = plugin.check_text(params[:q])
get('/') { serve(nil) }
`, "remote-possible; unknown"},
	} {
		var got []string
		for _, one := range strings.Split(ways(t, test.file, test.text), "; ") {
			for _, word := range strings.Fields(one) {
				if word == "unknown" || word == "constant" || strings.HasPrefix(word, "remote") {
					got = append(got, word)
				}
			}
		}
		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%s:\n%s\ngot %s, want %s", test.name, test.text, all, test.want)
		}
	}
}

// TestVendored takes a copy of a framework in a program for the framework, and nothing else by its name.
func TestVendored(t *testing.T) {
	const program = `
-- app/ext/%s.py --
class Request: pass
request = Request()
-- app/main.py --
import re
from .ext.%[1]s import request
def check(): re.match(r'(a+)+$', request.query.q)
`
	for name, want := range map[string]string{"bottle": "remote url request.query.q", "other": "unknown"} {
		if got := describe(t, fmt.Sprintf(program, name)); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestCGI follows what the class CGI of Ruby reads of a request, and nothing of another class by that name in a module.
func TestCGI(t *testing.T) {
	for _, test := range []struct{ subject, want string }{
		{`CGI.new.params['a'][0]`, "remote body CGI.new().params().a.0"},
		{`CGI::new.referer`, "remote header CGI.new().referer()"},
		{`Other::CGI.new.referer`, "unknown"},
		{`CGI.new.header`, "unknown"},
	} {
		if got := ways(t, "a.rb", "require 'cgi'\ncgi = "+test.subject+"\ncgi =~ /(a+)+$/\n"); !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.subject, got, test.want)
		}
	}
}
