package reach

import (
	"strings"
	"testing"
)

// TestMethodsOfHeirs follows what a method hands to one that only the classes have which extend its own, where nobody is seen to
// make objects of these, and to none of a class that does not extend it.
func TestMethodsOfHeirs(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"Python", "a.py", `import re
class Base:
    def __call__(self, environ, start_response): return self.go(environ['QUERY_STRING'])
    def go(self, text): return self.handle(text)
class First(Base):
    def handle(self, text): re.match(r'(a+)+$', text)
class Further(First):
    def handle(self, text): re.match(r'(b+)+$', text)
class Other:
    def handle(self, text): re.match(r'(c+)+$', text)
class Own(Base):
    def __call__(self, environ, start_response): pass
    def handle(self, text): re.match(r'(d+)+$', text)
`, "remote; remote; unknown; unknown"},
		{"objects that are known", "a.py", `import re
class Base:
    def go(self, text): return self.handle(text)
class First(Base):
    def handle(self, text): re.match(r'(a+)+$', text)
class Second(Base):
    def handle(self, text): re.match(r'(b+)+$', text)
def application(environ, start_response):
    First().go(environ['QUERY_STRING'])
`, "remote; unknown"},
		{"PHP", "a.php", `<?php
abstract class Page {
    function run() { $this->show($_GET['s']); }
}
class First extends Page { function show($s) { preg_match('/(a+)+$/', $s); } }
class Other { function show($s) { preg_match('/(b+)+$/', $s); } }
function start($page) { $page->run(); }
`, "remote; unknown"},
	} {
		var got []string
		for _, one := range strings.Split(ways(t, test.file, test.text), "; ") {
			for _, word := range strings.Fields(one) {
				if word == "remote" || word == "unknown" {
					got = append(got, word)
				}
			}
		}
		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%s: got %s, want %s", test.name, all, test.want)
		}
	}
}
