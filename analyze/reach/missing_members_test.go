package reach

import (
	"strings"
	"testing"
)

// TestMissingMembers reads members that nothing sets, for which a method of the class runs that is handed their names: what
// it reads by the name is that member, and what else it returns may be.
func TestMissingMembers(t *testing.T) {
	const python = `import re
def application(environ, start_response):
    d = Data(environ)
    re.match(r'(a+)+$', d.READ)
class Data:
    fixed = 'x'
    def __init__(self, environ):
        self.environ = environ
        self.data = {'text': environ['QUERY_STRING'], 'word': 'x'}
        self.makers = {'text': lambda d: d.environ['QUERY_STRING'], 'word': lambda d: 'x', 'bound': self.take}
        self.own = 'x'
    def take(self, of): return of.own
    def __getattr__(self, name):
        RETURN
`
	const php = `<?php
class Data {
  private $data = [];
  public $own = 'x';
  function __construct() { $this->data['text'] = $_GET['q']; $this->data['word'] = 'x'; }
  function __get($name) { RETURN }
}
class Around {
  private $of;
  function __construct($of) { $this->of = $of; }
  function __get($name) { return $this->of->$name; }
}
$d = new Data;
$a = new Around($d);
preg_match('/(a+)+$/', READ);
`
	const remote, possible, unknown, constant = "remote url", "remote-possible url", "unknown", "constant"
	for _, test := range []struct{ file, program, returned, read, want string }{
		{"a.py", python, "return self.data[name]", "text", remote},
		{"a.py", python, "return self.data[name]", "word", constant},
		{"a.py", python, "return self.data[name]", "fixed", constant},
		{"a.py", python, "return self.data[name]", "own", constant},
		{"a.py", python, "return self.data[name] if name in self.data else self.environ['QUERY_STRING']", "word", possible},
		{"a.py", python, "return self.makers[name](self)", "text", remote},
		{"a.py", python, "return self.makers[name](self)", "word", constant},
		{"a.py", python, "return self.makers[name](self)", "bound", constant},
		{"a.py", python, "return getattr(self.environ, name)", "text", unknown},
		{"a.py", python, "return self.environ['QUERY_STRING']", "text", possible},
		{"a.py", python, "return 'x'", "text", constant},
		{"a.php", php, "return $this->data[$name];", "$d->text", remote},
		{"a.php", php, "return $this->data[$name];", "$d->word", unknown},
		{"a.php", php, "return $this->data[$name];", "$d->own", unknown},
		{"a.php", php, "return $this->data[$name];", "$a->text", remote},
		{"a.php", php, "if ($name == 'word') return $_GET['w']; return $this->data[$name];", "$d->word", possible},
	} {
		text := strings.NewReplacer("READ", test.read, "RETURN", test.returned).Replace(test.program)
		if got := ways(t, test.file, text); !strings.Contains(got, test.want) {
			t.Errorf("%s read of what has %s: got %s, want %s", test.read, test.returned, got, test.want)
		}
	}
}

// TestUnsetMembersOfThis reads members of this that nothing in the program sets beside constants: who gets the method may set them.
func TestUnsetMembersOfThis(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"module.exports = { run(x) { let s = ''\nif (x) s = this.d; /(a+)+$/.test(s) } }", "unknown"},
		{"module.exports = { run(x) { let s = ''\ntry { s = this.d.title.trim() } catch {}; /(a+)+$/.test(s) } }", "unknown"},
		{"class T { run(x) { let s = ''\nif (x) s = this.d; /(a+)+$/.test(s) } }\nnew T().run(1)", "unknown"},
		{"function T(d) { this.d = d }\nconst all = { run(x) { let s = ''\nif (x) s = this.d; /(a+)+$/.test(s) } }\nfor (const k in all) T.prototype[k] = all[k]\nmodule.exports = T", "unknown"},
		{"class T { d = 'x'\nrun(x) { let s = ''\nif (x) s = this.d; /(a+)+$/.test(s) } }\nnew T().run(1)", "constant"},
		{"const o = { a: 'x' }\nlet s = ''\nif (o.b) s = o.b; /(a+)+$/.test(s)", "constant"},
	} {
		paths, texts, files := archive("-- package.json --\n{\"name\": \"x\", \"version\": \"1.0.0\", \"main\": \"a.js\"}\n-- a.js --\n" + test.code + "\n")
		if got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

// TestMethodsInTables calls methods of a class of Python that a table has, which are handed the object, and one that the
// table has of an object.
func TestMethodsInTables(t *testing.T) {
	const program = `import re
def application(environ, start_response):
    re.match(r'(a+)+$', Data(environ).READ)
class Data:
    def __init__(self, environ):
        self.environ = environ
        self.table = {'text': Data.text, 'word': Data.word, 'own': self.own}
    def text(self): return self.environ['QUERY_STRING']
    def word(self): return 'x'
    def own(self, text): return text
    def get_text(self): return self.table['text'](self)
    def get_word(self): return self.table['word'](self)
    def get_own(self): return self.table['own'](self.environ['QUERY_STRING'])
`
	for read, want := range map[string]string{"get_text()": "remote url", "get_word()": "constant", "get_own()": "remote url"} {
		if got := ways(t, "a.py", strings.Replace(program, "READ", read, 1)); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", read, got, want)
		}
	}
}
