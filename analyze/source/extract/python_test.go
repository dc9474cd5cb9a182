package extract

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/wtf8"
)

// inScript returns what a source text in a language compiles, one entry each.
func inScript(t *testing.T, ending, src string) []string {
	t.Helper()
	language, ok := ByPath("x" + ending)
	if !ok {
		t.Fatalf("no language for %s", ending)
	}
	f := language.Extract([]byte(src))
	var all []string
	for i := range f.Literals {
		l := &f.Literals[i]
		flags := l.Flags
		if !l.FlagsKnown {
			flags += "?"
		}
		uses := ""
		if l.Uses != 0 {
			uses = " (" + useNames(l.Uses) + ")"
		}
		if l.Partial {
			all = append(all, "partial/"+flags+uses+": "+l.Reason)
		} else {
			all = append(all, wtf8.Quote(l.Pattern)+"/"+flags+uses)
		}
	}
	return all
}

type scriptCase struct{ src, want string } // want: entries separated by newlines or " ; "

func testScripts(t *testing.T, ending, prefix string, table []scriptCase) {
	t.Helper()
	for _, tt := range table {
		if got := strings.Join(inScript(t, ending, prefix+tt.src), " ; "); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestPythonStrings(t *testing.T) {
	testScripts(t, ".py", "import re\n", []scriptCase{
		{`re.compile("a+")`, `"a+"/`},
		{`re.compile(r'\d+\'')`, `"\\d+\\'"/`},
		{`re.compile('\d\n\x41\101\u0041\U0001F600\'\\\q')`, `"\\d\nAAA😀'\\\\q"/`},
		{"re.compile('a\\\nb\\\r\nc')", `"abc"/`},
		{`re.compile(b'\xff\u0041\400')`, `"ÿ\\u0041\u0000"/b`},
		{"re.compile(r'''a\n'b'\r\n''')", `"a\n'b'\n"/`},
		{`re.compile("""a""" 'b' r"\c")`, `"ab\\c"/`},
		{"x = 'b'\nre.compile(f'''a{\nx\n}c''')", `"abc"/`},
		{"x = 'b'\nre.compile(rf'\\N{x}')", `"\\Nb"/`},
		{"x = 'b'\nre.compile(f'{x}\\N{SPACE}')", "partial/: the string names a character by its Unicode name"},
		{"re.compile(\n  'a'  # why\n  'b')", `"ab"/`},
		{`re.compile(Rb"a", re.I)`, `"a"/ib`},
		{`re.compile("\N{DASH}")`, `partial/: the string names a character by its Unicode name`},
		{`re.compile("\xZZ")`, `partial/: the string has an invalid escape`},
		{`re.compile(f"a{{2}}")`, `"a{2}"/`},
		{`X = "b"; re.compile(f"a{X}c{ 12 }")`, `"abc12"/`},
		{`re.compile(f"a{x}")`, "partial/: depends on `x`, which this file does not define"},
		{`X = "b"; re.compile(f"a{X!r}")`, "partial/: a replacement field formats `X!r`"},
		{`x = f"{re.sub('a+', f'{b}', c):>{re.compile("d")}}"`, "\"a+\"/ (replace) ; \"d\"/"},
		{`re.compile("a" "b" + "c" + r"\d")`, `"abc\\d"/`},
		{`re.compile("a%s{%d}%%" % ("b", 3))`, `"ab{3}%"/`},
		{`re.compile("a%sc" % "b")`, `"abc"/`},
		{`re.compile("a%(x)sc%(y)s" % {"x": "b", 'y': "d"})`, `"abcd"/`},
		{`re.compile("a%sc" % b)`, "partial/: depends on `b`, which this file does not define"},
		{`re.compile("a{}{{2}}{x}{0}".format("b", x="c"))`, `"ab{2}cb"/`},
		{`re.compile("|".join(["a", "b"])); re.compile("|".join(("a", "b")))`, `"a|b"/ ; "a|b"/`},
		{`re.compile("|".join(x))`, "partial/: depends on `x`, which this file does not define"},
		{`re.compile("a" + re.escape("b.-") + "c")`, `"ab\\.\\x2dc"/`},
		{"T = b' #'\nre.compile(br'[^' + re.escape(T) + br']+', re.X)", `"[^\\ \\#]+"/xb`},
		{`re.compile("a" + re.escape(1) + "c")`, "partial/: depends on `re.escape(1)`"},
		{`re.compile("a" + re.escape("b", c) + "c")`, "partial/: depends on `re.escape(\"b\", c)`"},
		{`re.compile("a" + my.escape("b") + "c")`, "partial/: depends on `my.escape(\"b\")`"},
		{`re.compile("a" + re.escape(b) + "c")`, "partial/: depends on `re.escape(b)`"},
		{`re.compile("a" if b else "c")`, "partial/: depends on `\"a\" if b else \"c\"`"},
		{`re.compile("never`, ``},
		{`re.compile()`, ``},
	})
}

func TestPythonCalls(t *testing.T) {
	testScripts(t, ".py", "", []scriptCase{
		{"import re\nre.match('a', x); re.fullmatch('b', x); re.search('c', x); re.sub('d', '', x); re.split('e', x); re.findall('f', x); re.finditer('g', x)",
			`"a"/ (match at start) ; "b"/ (full match) ; "c"/ (exec) ; "d"/ (replace) ; "e"/ (split) ; "f"/ (every match) ; "g"/ (every match)`},
		{"import re as x\nx.compile('a')", `"a"/`},
		{"import regex\nregex.compile('a')", `"a"/`},
		{"from re import compile as c, I as j\nc('a', j)", `"a"/i`},
		{"from re import (\n  search,  # x\n  match)\nsearch('a', b)\nmatch('c', b)", `"a"/ (exec) ; "c"/ (match at start)`},
		{"import os\nos.compile('a'); compile('a', 'b', 'exec')", ``},
		{"def f(re):\n  re.compile('a')", ``},
		{"import re\nre.compile('a', re.I | re.MULTILINE); re.compile('b', flags=re.X); re.compile('c', 0); re.compile('d', re.DEBUG|x)", `"a"/im ; "b"/x ; "c"/ ; "d"/?`},
		{"import re\nF = re.I | re.S\nre.compile('a', F); re.sub('b', 'c', d, 0, F); re.compile('d', (F | re.X))", `"a"/is ; "b"/is (replace) ; "d"/isx`},
		{"import re\nre.compile(pattern='a', flags=re.A); re.sub(string=x, pattern='b', repl='')", `"a"/a ; "b"/ (replace)`},
		{"import re\nre.compile(*a)", "partial/?: depends on `*a`"},
		{"import re\nre.compile('a').search(x)\nre.compile('b').match", `"a"/ (exec) ; "b"/ (match at start)`},
		{"import re\nP = re.compile('a')\nP.match(x); P.sub('', x)\nre.findall(P, x)\nQ = P\nQ.split(x)", `"a"/ (replace,split,every match,match at start)`},
		{"import re\nclass A:\n  P = re.compile('a')\n  def f(self):\n    self.P.search(x)\n\nA.P.fullmatch(x)", `"a"/ (exec,full match)`},
		{"import re\nclass A:\n  def __init__(self):\n    self.p = re.compile('a')\n  def f(self):\n    return self.p.match(x)", `"a"/ (match at start)`},
		{"import re\nP = re.compile('a')\nQ = re.compile(P.pattern + 'b')", `"a"/ ; "ab"/`},
		{"x = 're.compile(1)' # re.compile('a')\nimport re", ``},
		{"from django.urls import re_path, path\nurls = [re_path(r'^a/$', f), path('b', g)]", `"^a/$"/ (exec)`},
		{"from django.core.validators import RegexValidator\nimport re\nv = RegexValidator(regex='^a', message='b', flags=re.I)", `"^a"/i (exec)`},
		{"from django.core import validators\nv = validators.RegexValidator('^a')", `"^a"/ (exec)`},
		{"from pydantic import Field, constr\nx: str = Field(..., pattern='^a')\ny: constr(regex='b')\nz = Field(1)", `"^a"/ (exec) ; "b"/ (match at start)`},
		{"import pytest\nwith pytest.raises(E, match='a+'): pass\nwith pytest.raises(E, match=re.escape(x)): pass\nwith pytest.raises(E, match=y): pass", `"a+"/ (exec)`},
		{"from wtforms.validators import Regexp\nRegexp('a')", `"a"/ (match at start)`},
		// Classes that extend the one with the match give the pattern.
		{"import re\nclass A:\n  def f(self):\n    return re.match('^' + self.P, x)\nclass B(A):\n  P = 'b'\nclass C(m.B, metaclass=M):\n  P = 'c'\nclass D:\n  P = 'd'\nclass E(D):\n  P = 'e'", `"^b"/ (match at start) ; "^c"/ (match at start)`},
		{"import re\nclass A:\n  P = 'a'\n  def __init__(self):\n    self.p = re.compile(self.P)\n  def f(self):\n    return self.p.fullmatch(x)\nclass B(A):\n  P = 'b'\nclass C(B):\n  Q = 'c'", `"b"/ (full match) ; "a"/ (full match)`},
		{"import re\nclass A:\n  def f(self):\n    return re.match(self.pattern, x)\nclass B(A):\n  pattern = 'b'", `"b"/ (match at start)`},
		{"import re\nclass A:\n  P = 'a'\n  def f(self):\n    return re.match(self.P, x)\nclass B(A):\n  P = g()", "partial/ (match at start): depends on `g()` ; \"a\"/ (match at start)"},
		{"import re\nclass A:\n  def f(self):\n    return re.match(self.P, x)\nclass B(A):\n  P = g()", "partial/ (match at start): depends on `self.P`, which this file does not define"},
		{"import re\nclass A:\n  P = 'a'\n  def f(self):\n    return re.match(A.P, x)\nclass B(A):\n  P = 'b'", `"a"/ (match at start)`},
		{"class T:\n  def test(self):\n    self.assertRegex(x, r'a+')\n    self.assertRaisesRegex(E, 'b', f)", `"a+"/ (exec) ; "b"/ (exec)`},
		{"import pandas as pd\nx.str.contains('a+'); x.str.contains('b', regex=False); x.str.replace('c', ''); x.str.replace('d+', '', regex=True); x.str.extract(e)", `"a+"/ (exec) ; "d+"/ (replace)`},
		{"import re\nclass A:\n  P: str = 'a'\n  Q = re.compile(P)\n  def f(self): return re.match(self.P, x) or re.match(P, x)", "\"a\"/ ; \"a\"/ (match at start) ; partial/ (match at start): depends on `P`, which this file does not define"},
	})
	testScripts(t, ".py", "import re\n", []scriptCase{
		{"P = 'a'\ndef f():\n  return re.compile(P + 'b')", `"ab"/`},
		{"P = 'a'\nQ = '(%(P)s+)%%' % locals()\ndef f():\n  R = 'c%(S)s'\n  S = 'd'\n  return re.match('%(S)s+' % vars(), x)\nre.match('%(Q)s+%(P)s' % locals(), x)", "\"d+\"/ (match at start) ; \"(a+)%+a\"/ (match at start)"},
		{"P = 'a'\nP = 'b'\nre.match('%(P)s+' % locals(), x)", "partial/ (match at start): depends on `P`, whose value is not known here"},
		{"P = 'a'\nre.match('%(P)s+%(Q)s' % locals(), x)", "partial/ (match at start): depends on `Q`, which this file does not define"},
		{"P = 'a'\nre.match('%(P)s+' % vars(y), x)", "partial/ (match at start): depends on `vars(y)`"},
		{"P = 'a'\ndef f(locals): re.match('%(P)s+' % locals(), x)", "partial/ (match at start): depends on `locals()`"},
		{"P = 'a'\nP = 'b'\nre.compile(P)", "partial/: depends on `P`, whose value is not known here"},
		{"P = 'a'\nP += 'b'\nre.compile(P)", "partial/: depends on `P`, whose value is not known here"},
		{"P = 'a'\ndef f(P):\n  return re.compile(P)", "partial/: depends on `P`, whose value is not known here"},
		{"P = 'a'\ndef f():\n  P = 'b'\n  return re.compile(P)\nre.compile(P)", "\"b\"/ ; \"a\"/"},
		{"def f():\n  global P\n  P = 'b'\nP = 'a'\nre.compile(P)", "partial/: depends on `P`, whose value is not known here"},
		{"P = Q = 'a'\nre.compile(P); re.compile(Q)", "\"a\"/ ; \"a\"/"},
		{"P, Q = 'a', 'b'\nre.compile(P)", "partial/: depends on `P`, whose value is not known here"},
		{"for P in x: re.compile(P)", "partial/: depends on `P`, whose value is not known here"},
		{"from x import P\nre.compile(P)", "partial/: depends on `P`, which is imported"},
		{"P = 'a'.upper()\nre.compile(P)", "partial/: depends on `'a'.upper()`"},
		{"P = P + 'a'\nre.compile(P)", "partial/: too much to follow"},
		{"if x: P = 'a'\nre.compile(P)", "\"a\"/"},
		{"re.compile(x.y.z)", "partial/: depends on `x.y.z`, which this file does not define"},
		{"L = ['a']\nre.compile('|'.join(L))", "partial/: depends on `L`, a list that may be changed"},
		{"L = ('a', 'b')\nre.compile('|'.join(L))", `"a|b"/`},
	})
}

// TestPythonManyMethods finds a pattern behind many functions that have a parameter of the same name.
func TestPythonManyMethods(t *testing.T) {
	const method = "class C:\n    def m(self, v):\n        return self.n(v)\n"
	testScripts(t, ".py", "import re\n", []scriptCase{
		{strings.Repeat(method, 4000) + "re.compile('a')", `"a"/`},
		{strings.Repeat(method, 20) + "P = 'b'\ndef f(self):\n    P = 'a'\n    re.compile(P)", `"a"/`},
	})
}

func TestPythonPositions(t *testing.T) {
	testSource(t, ".py", []sourceCase{
		{"import re\nre.compile('a\\\\\\x41\\\nb' # c\n 'é😀')", []string{"a", `\\`, `\x41`, "b", "é", "😀"}},
		{"import re\nre.compile(rf'\\d{\"x\"}{{2}}')", []string{`\`, "d", "x", "{{", "2", "}}"}},
		{"import re\nre.compile('a%s%%%d' % ('b', 12))", []string{"a", "b", "%", "1", "2"}},
		{"import re\nP = 'a'\nre.compile(P + '{}'.format('\\t'))", []string{"a", `\t`}},
	})
}

type sourceCase struct {
	src  string
	want []string // source text of each code point
}

func testSource(t *testing.T, ending string, table []sourceCase) {
	t.Helper()
	for _, tt := range table {
		l := extractOne(t, ending, tt.src)
		if n := len(wtf8.Decode(l.Pattern)); n != len(tt.want) {
			t.Errorf("%q: pattern %q has %d code points, want %d", tt.src, l.Pattern, n, len(tt.want))
			continue
		}
		for i, want := range tt.want {
			start, end := l.Span(i, i+1)
			if start < 0 || tt.src[start:end] != want {
				t.Errorf("%q: code point %d comes from [%d,%d) %q, want %q", tt.src, i, start, end, tt.src[max(start, 0):max(end, 0)], want)
			}
		}
	}
}

func TestPythonEncode(t *testing.T) {
	testEncode(t, []encodeCase{
		{".py", `import re; re.compile(r'\d+')`, `\d*"`, `import re; re.compile(r'\d*"')`},
		{".py", `import re; re.compile(r'\d+')`, `'`, "error: this kind of string cannot hold the pattern"},
		{".py", `import re; re.compile('\d+\x41')`, `\w+A'`, `import re; re.compile('\w+\x41\'')`},
		{".py", `import re; re.compile("a" "b")`, `abc`, `import re; re.compile("a" "bc")`},
		{".py", `import re; re.compile("a" "b")`, `cd`, `error: the change concerns more than one string`},
		{".py", `import re; re.compile(f"a{1}{{2}}")`, `a1{3,4}`, `import re; re.compile(f"a{1}{{3,4}}")`},
		{".py", `import re; re.compile("%s" % "b")`, `a`, `error: the pattern is not one text in the file`},
		{".py", `import re; re.compile(b'a')`, "\u00ff\u0100", `error: a bytes literal cannot hold 'Ā'`},
	})
}

func TestPythonEncodeRandom(t *testing.T) {
	const head = "import re\n"
	testEncodeRandom(t, ".py", []string{
		head + `re.compile("a\x41\n")`, head + `re.compile('a', re.I); re.search('b', x)`, head + `re.compile(r"\d+")`, head + `re.compile(r'\'')`,
		head + `re.compile(b"a\xff")`, head + `re.compile(rb'a')`, head + "re.compile('''a\nb\\'''')", head + `re.compile(r"""\d"x""")`,
		head + `re.compile(f"a{{2}}{1}b")`, head + `P = 'a'` + "\n" + `re.match(P, x)`, head + "re.compile('a'  # b\n  r'c')", head + `re.compile('')`, head + `re.compile(rf'\d{1}')`,
	})
}

func TestPythonSuppressions(t *testing.T) {
	language, _ := ByPath("x.py")
	f := language.Extract([]byte("import re\n# snag-ignore: why\n# more\nre.compile('a')  # snag-ignore[x]: y\n"))
	if got := fmt.Sprint(f.Suppressions); got != "[{[] why 2 4} {[x] y 4 4}]" {
		t.Errorf("got %s", got)
	}
}

func TestLanguageOfScripts(t *testing.T) {
	for _, tt := range []struct{ name, first, want string }{
		{"a/x.py", "", "Python"}, {"x.PYI", "", "Python"}, {"x.php", "", "PHP"}, {"x.inc", "", "PHP"}, {"x.rake", "", "Ruby"}, {"a/Rakefile", "", "Ruby"},
		{"Gemfile", "", "Ruby"}, {"x.pm", "", "Perl"}, {"x.t", "", "Perl"}, {"Rakefile.txt", "", ""}, {"rakefile", "", ""},
		{"x", "#!/usr/bin/python3.11 -u", "Python"}, {"x", "#!/usr/bin/env -S ruby -w", "Ruby"}, {"x", "#!/usr/bin/perl -w", "Perl"}, {"x", "#!/usr/bin/php", "PHP"},
	} {
		l, ok := ByPath(tt.name)
		if tt.first != "" {
			l, ok = ByInterpreter([]byte(tt.first + "\n"))
		}
		if l.Name != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %s: got %q, want %q", tt.name, tt.first, l.Name, tt.want)
		}
	}
}
