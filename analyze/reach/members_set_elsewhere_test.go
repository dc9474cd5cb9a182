package reach

import (
	"strings"
	"testing"
)

// TestMembersSetElsewhere bounds texts by members of classes only where no other code sets them to something else.
func TestMembersSetElsewhere(t *testing.T) {
	java := func(field, use, other string) string {
		return "-- C.java --\nimport org.springframework.web.bind.annotation.*;\n@RestController class C {\n  " + field +
			";\n  @PostMapping(\"/a\") boolean a(@RequestBody String s) { if (s.length() > " + use + ") return false; return s.matches(\"(a+)+$\"); }\n}\n" +
			"-- D.java --\nclass D { void f(int n) { " + other + " } }\n"
	}
	csharp := func(field, use, other string) string {
		return "-- C.cs --\nusing Microsoft.AspNetCore.Mvc;\nusing System.Text.RegularExpressions;\npublic class HomeController : Controller {\n  " + field +
			"\n  [HttpGet(\"/a\")] public bool A(string s) { if (s.Length > " + use + ") return false; return Regex.IsMatch(s, \"(a+)+$\"); }\n}\n" +
			"-- D.cs --\nstatic class D { static void F(int n) { " + other + " } }\n"
	}
	kotlin := func(declared, other string) string {
		return "-- A.kt --\npackage app\nimport org.springframework.web.bind.annotation.*\n" + declared +
			"\n@RestController class A { @PostMapping(\"/a\") fun a(@RequestBody s: String): Boolean { if (s.length > most) return false; return Regex(\"(a+)+$\").matches(s) } }\n" +
			"-- B.kt --\npackage app\nfun f(n: Int) { " + other + " }\n"
	}
	companion := func(declared, imports, other string) string {
		return "-- A.kt --\npackage app\nimport org.springframework.web.bind.annotation.*\n@RestController class A { companion object " + declared +
			"\n  @PostMapping(\"/a\") fun a(@RequestBody s: String): Boolean { if (s.length > most) return false; return Regex(\"(a+)+$\").matches(s) } }\n" +
			"-- B.kt --\npackage app.b\nimport app.A\n" + imports + "\nfun f(n: Int) { " + other + " }\n"
	}
	php := func(classes, use, rest string) string {
		return "-- a.php --\n<?php\n" + classes + "\n" + rest + "\nfunction check($s) { if (strlen($s) > " + use + ") { exit; } return preg_match('/(a+)+$/', $s); }\n"
	}
	const in = "class A { const MAX = 20; public static $cap = 20;\n  function a($s) { if (strlen($s) > self::%) { exit; } return preg_match('/(a+)+$/', $s); }\n  function b($s) { if (strlen($s) > static::%) { exit; } return preg_match('/(a+)+$/', $s); } }\n"
	of := func(name string) string { return "-- a.php --\n<?php\n" + strings.ReplaceAll(in, "%", name) }
	python := func(other string) string {
		return "-- cfg.py --\nclass K:\n    cap = 20\n    def ok(self, s):\n        return len(s) <= self.cap\n-- boot.py --\nimport cfg\ndef go(n):\n    " + other +
			"\n-- app.py --\nimport re\nfrom flask import Flask, request\nfrom cfg import K\napp = Flask(__name__)\n@app.route('/a', methods=['POST'])\ndef a():\n    s = request.form['s']\n    if not K().ok(s):\n        return ''\n    return str(re.match('(a+)+$', s))\n"
	}
	for _, test := range []struct{ name, files, want string }{
		{"Java, nothing else", java("static int max = 20", "max", ""), " 20: "},
		{"Java, final", java("static final int MAX = 20", "MAX", "int k = C.MAX;"), " 20: "},
		{"Java, set by another class", java("static int max = 20", "max", "C.max = n;"), ""},
		{"Java, set by another class alone", java("static int max", "max", "C.max = n;"), ""},
		{"Java, set by another class to another number", java("static int max = 20", "max", "C.max = 60;"), " 60: "},
		{"Java, another member set", java("static int max = 20; static int min = 1", "max", "C.min = n;"), " 20: "},
		{"Java, set by its own method, read by another class", "-- E.java --\nclass E { static int max = 20; static void set(int n) { max = n; } }\n" + java("int other", "E.max", ""), ""},
		{"C#, nothing else", csharp("public static int Max = 20;", "Max", ""), " 20: "},
		{"C#, constant", csharp("public const int Max = 20;", "Max", ""), " 20: "},
		{"C#, set by another class", csharp("public static int Max = 20;", "Max", "HomeController.Max = n;"), ""},
		{"C#, property set by another class", csharp("public static int Max { get; set; } = 20;", "Max", "HomeController.Max = n;"), ""},
		{"Kotlin, a value of the file", kotlin("val most = 20", ""), " 20: "},
		{"Kotlin, a private variable of the file", kotlin("private var most = 20", ""), " 20: "},
		{"Kotlin, a private variable that is set", kotlin("private var most = 20\nfun g() { most = 60 }", ""), " 60: "},
		{"Kotlin, set by another file", kotlin("var most = 20", "most = n"), ""},
		{"Kotlin, internal, set by another file", kotlin("internal var most = 20", "app.most = n"), ""},
		{"Kotlin, of a companion, set by name", companion("{ var most = 20 }", "", "A.most = n"), ""},
		{"Kotlin, of a companion, set by its name", companion("{ var most = 20 }", "", "A.Companion.most = n"), ""},
		{"Kotlin, of a companion with a name", companion("K { var most = 20 }", "", "A.K.most = n"), ""},
		{"Kotlin, of a companion, imported", companion("{ var most = 20 }", "import app.A.Companion.most", "most = n"), ""},
		{"Kotlin, of a companion, private", companion("{ private var most = 20 }", "", "println(n)"), " 20: "},
		{"Kotlin, a value of a companion, and another that is set", companion("{ val most = 20 }", "", "other.most = n"), " 20: "},
		{"PHP, constant of the class", of("MAX") + "(new A)->a($_POST['s']);\n", " 20: "},
		{"PHP, constant of the class called late", of("MAX") + "(new A)->b($_POST['s']);\n", " 20: "},
		{"PHP, constant of a larger class called late", of("MAX") + "class B extends A { const MAX = 60; }\n(new B)->b($_POST['s']);\n", " 60: "},
		{"PHP, static property that is set", of("$cap") + "A::$cap = 60000;\n(new A)->a($_POST['s']);\n", ""},
		{"PHP, defined", php("define('LIM', 20);", "LIM", "check($_POST['s']);"), " 20: "},
		{"PHP, defined in one of two ways", php("if (PHP_SAPI == 'x') { define('LIM', 20); } else { define('LIM', 60); }", "LIM", "check($_POST['s']);"), " 60: "},
		{"Python, nothing else", python("pass"), " 20: "},
		{"Python, set elsewhere", python("cfg.K.cap = n"), ""},
	} {
		got := describe(t, "\n"+test.files)
		if !strings.Contains(got, "remote ") || test.want != "" && !strings.Contains(got, test.want) || test.want == "" && (strings.Contains(got, " 20: ") || strings.Contains(got, " 60: ")) {
			t.Errorf("%s: got %s, want the bound %q of\n%s", test.name, got, test.want, test.files)
		}
	}
}
