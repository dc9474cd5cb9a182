package reach

import (
	"strings"
	"testing"
)

// TestCalledObjects follows calls of objects whose class says what these run, and members that are filled by their names.
func TestCalledObjects(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"an object of Python", "a.py", `
class Check:
    def __init__(self, rx): self.rx = rx
    def __call__(self, v): return self.rx.match(v)
check = Check(re.compile(r'(a+)+$'))
@app.get('/a')
def a(): check(request.args['s'])
`, "remote url GET /a request.args.s -1"},
		{"one that inherits it, in a table", "a.py", `
class Check:
    def __call__(self, v): re.match(r'(a+)+$', v)
class Own(Check): pass
ALL = {'own': Own()}
@app.get('/a')
def a(): ALL['own'](request.args['s'][:9])
`, "remote url GET /a request.args.s 9"},
		{"one that is handed over", "a.py", `
class Check:
    def __call__(self, v): re.match(r'(a+)+$', v)
@app.get('/a')
def a(): list(map(Check(), request.args.getlist('s')))
`, "remote url GET /a request.args -1"},
		{"one that is only made", "a.py", `
class Check:
    def __call__(self, v): re.match(r'(a+)+$', v)
@app.get('/a')
def a(): Check(); request.args['s']
`, "unknown"},
		{"another method of it", "a.py", `
class Check:
    def __call__(self, v): re.match(r'(a+)+$', v)
    def run(self, v): return v
@app.get('/a')
def a(): Check().run(request.args['s'])
`, "unknown"},
		{"one that runs itself", "a.py", `
class Check:
    def __init__(self): self.__call__ = self
    def run(self, v): re.match(r'(a+)+$', v)
@app.get('/a')
def a(): Check()(request.args['s'])
`, "unknown"},
		{"an object of PHP", "a.php", `<?php
class Check { public function __invoke($v) { return preg_match('/(a+)+$/', $v); } }
$check = new Check();
$check(substr($_GET['s'], 0, 9));
`, "remote url /a.php $_GET.s 9"},
		{"an object of Kotlin", "A.kt", `
class Check(private val re: Regex) { operator fun invoke(s: String) = re.matches(s) }
@RestController class C { private val check = Check(Regex("(a+)+$"))
  @GetMapping("/a") fun a(@RequestParam s: String) = check(s.take(9)) }
`, "remote url GET /a s 9"},
		{"members that calls describe", "a.py", `
class User(Base):
    name = Column(String(50))
    other = Column(String)
@app.get('/a')
def a(): re.match(r'(a+)+$', User(other='b', name=request.args['s'][:9]).name)
`, "remote url GET /a request.args.s 9"},
		{"another such member", "a.py", `
class User(Base):
    name = Column(String(50))
    other = Column(String)
@app.get('/a')
def a(): re.match(r'(a+)+$', User(other=request.args['s'], name='b').name)
`, "unknown"},
	} {
		text := test.text
		if strings.HasSuffix(test.file, ".py") {
			text = "import re\nfrom flask import Flask, request\nfrom sqlalchemy import Column, String\nfrom lib import Base\napp = Flask(__name__)\n" + text
		}
		if got := strings.TrimLeft(ways(t, test.file, text), "0123456789 "); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}
