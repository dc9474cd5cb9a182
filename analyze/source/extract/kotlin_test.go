package extract

import "testing"

func TestKotlin(t *testing.T) {
	testFound(t, ".kt", []foundCase{
		{`val r = Regex("a\\d\u0041\$")`, `/a\dA$/`},
		{"val r = Regex(\"\"\"a\\d\"b$\"\"\")\nval q = \"\"\"x${'$'}\"\"\".toRegex()", "/a\\d\"b$/\n/x$/"},
		{`val r = "a".toRegex(RegexOption.IGNORE_CASE); val q = Regex("b", setOf(RegexOption.MULTILINE, RegexOption.DOT_MATCHES_ALL))`, "/a/iu\n/b/ms"},
		{`val r = Regex("a", options)`, `/a/?`},
		{`val p = Pattern.compile("a", Pattern.CASE_INSENSITIVE or Pattern.COMMENTS)`, `/a/ix`},
		{"class A {\n companion object {\n  private const val D = \"\\\\d\"\n  const val E = \"$D+\"\n }\n val r = Regex(\"^${E}x$D$\")\n val q = \"a\".plus(x).toRegex()\n}",
			"/^\\d+x\\d$/\n? depends on `\"a\".plus(x).toRegex()`"},
		{`fun f(s: String) = s.matches(Regex("a")) && "b".toRegex().matches(s) && s.split("c+".toRegex()).any() && s.replace(Regex("d"), "e") == s`,
			"/a/ full match\n/b/ full match\n/c+/ split\n/d/ every match"},
		{"val R = Regex(\"a\")\nfun f(s: String) = R.matches(s)\nfun g(s: String) = R.findAll(s)", "/a/ every match,full match"},
		{"val R = Regex(\"a\")\nfun f(s: String) = R.matchEntire(s)", "/a/ full match"},
		{`fun f(x: String) = x.toRegex()`, "? depends on `x`, whose value is not known here"},
		{`class Regex(pattern: String) { fun Regex(a: String) {} }`, ``},
		{"val x = \"a\"\nval y = x + \"b\"\n  .foo()\nval r = (\"a\" + \"b\").toRegex()", "/ab/"},
		{"/* /* Regex(\"a\") */ Regex(\"b\") */ val r = Regex(\"c\") // Regex(\"d\")\nval s = \"${\"Regex(\"}\" + '\"'", `/c/`},
		{`@field:Pattern(regexp = "a+") val s: String = "x"`, `/a+/ full match`},
		{`val r = Regex("^" + Regex.escape("a.b") + "$")`, `/^\Qa.b\E$/`},
		{"val a by lazy { x }\nfun f() = \"x\"\nval r = Regex(a)", "? depends on `a`, whose value is not known here"},
	})
}
