package reach

import (
	"strings"
	"testing"
)

// TestMadeByLibraries takes no member for constant in objects that a library may have made of what was sent, and follows what is
// known of that.
func TestMadeByLibraries(t *testing.T) {
	const (
		java = "-- A.java --\nimport java.util.regex.*;\nclass A { CODE boolean is() { return Pattern.matches(\"(a+)+$\", q); } }\nclass B { MORE }\n"
		kt   = "-- A.kt --\nclass A { CODE\n fun isIt() = Regex(\"(a+)+$\").matches(q) }\nMORE\n"
		cs   = "-- A.cs --\nusing System.Text.RegularExpressions;\npublic class A { CODE public bool Is() { return Regex.IsMatch(Q, \"(a+)+$\"); } }\nclass B { MORE }\n"
		php  = "-- a.php --\n<?php\nuse Symfony\\Component\\Serializer\\SerializerInterface;\nclass A { CODE function is() { return preg_match('/(a+)+$/', $this->q); } }\nMORE\n"
		ts   = "-- a.ts --\nimport { plainToInstance } from 'class-transformer';\nimport { make } from 'foo';\nclass A { CODE; is() { return /(a+)+$/.test(this.q) } }\nrequire('express')().get('/', (req, res) => { MORE })\n"
		py   = "-- a.py --\nimport re, foo\nclass A:\n    CODE\n    def is_it(self): return re.search(r'(a+)+$', self.q)\nMORE\n"
	)
	for _, test := range []struct{ file, code, more, want string }{
		{java, `public String q = "x";`, ``, "unknown"},
		{java, `public final String q = "x";`, ``, "constant"},
		{java, `public static String q = "x";`, ``, "constant"},
		{java, `private String q = "x";`, ``, "constant"},
		{java, `public String q = "x";`, `void b() { new A().is(); }`, "constant"},
		{java, `private String q = "x";`, `boolean b(String s) { return Lib.read(s, A.class).is(); }`, "unknown"},
		{java, `private String q = "x";`, `boolean b(String s) { return Lib.name(A.class).isEmpty(); }`, "constant"},
		{kt, `var q = "x"`, ``, "unknown"},
		{kt, `var q = "x"
			private set`, ``, "constant"},
		{kt, `val q = "x"`, ``, "constant"},
		{kt, `var q = "x"`, `fun b() = A().isIt()`, "constant"},
		{kt, `var q = "x"`, `fun main(a: Array<String>) { val o = A(); org.x.Lib.read<A>(a[0]).isIt() }`, "unknown"},
		{cs, `public string Q { get; set; } = "x";`, ``, "unknown"},
		{cs, `public string Q { get; init; } = "x";`, ``, "unknown"},
		{cs, `public string Q { get; } = "x";`, ``, "constant"},
		{cs, `public string Q { get; private set; } = "x";`, ``, "constant"},
		{cs, `public string Q = "x";`, ``, "unknown"},
		{cs, `string Q = "x";`, ``, "constant"},
		{cs, `public string Q { get; set; } = "x";`, `bool B() { return new A().Is(); }`, "constant"},
		{cs, `public string Q { get; set; } = "x";`, `bool B(string s) { new A(); return ((A)Lib.Read(typeof(A), s)).Is(); }`, "unknown"},
		{cs, `public string Q { get; set; } = "x";`, `static void Main(string[] a) { new A(); System.Text.Json.JsonSerializer.Deserialize<A>(a[0]).Is(); }`, "local"},
		{cs, `public string Q { get; set; } = "x";`, `static void Main(string[] a) { new A(); System.Text.Json.JsonSerializer.Deserialize<B>(a[0]).Is(); }`, "constant"},
		{php, `public $q = 'x';`, ``, "unknown"},
		{php, `var $q = 'x';`, ``, "unknown"},
		{php, `private $q = 'x';`, ``, "constant"},
		{php, `private $q = 'x';`, `function b($lib, $s) { return $lib->fill(A::class, $s)->is(); }`, "unknown"},
		{php, `public $q = 'x';`, `function b(SerializerInterface $s) { return $s->deserialize($_POST['x'], A::class, 'json')->is(); }`, "remote"},
		{ts, `q = 'x'`, `new A().is()`, "constant"},
		{ts, `q = 'x'`, `make(A, req.body).is()`, "unknown"},
		{ts, `q = 'x'`, `plainToInstance(A, req.query).is()`, "remote"},
		{py, `q = 'x'`, `A().is_it()`, "constant"},
		{py, `q = 'x'`, `def b(s): return foo.make(A, s).is_it()`, "unknown"},
	} {
		out := describe(t, strings.NewReplacer("CODE", test.code, "MORE", test.more).Replace(test.file))
		first, _, _ := strings.Cut(out, "\n")
		if _, got, _ := strings.Cut(first, " "); got != test.want {
			t.Errorf("%s %s: got %s, want %s\n%s", test.code, test.more, got, test.want, out)
		}
	}
}
