package extract

import "testing"

// TestHandedPatterns finds texts that are handed to functions and constructors of the file which compile them, and no others.
func TestHandedPatterns(t *testing.T) {
	const of = "? depends on "
	java := func(members, calls string) string {
		return class("  static class R {\n" + members + "\n  }\n  Object a = " + calls + ";")
	}
	testFound(t, ".java", []foundCase{
		{java("Pattern p;\nR(String n, String s) { p = Pattern.compile(s, Pattern.DOTALL); }", `new R("b", "a+")`), of + "`s`, whose value is not known here\n/a+/s"},
		{java("Pattern p;\nR(Map<String, String> n, String s) { this.p = Pattern.compile(s); }", `List.of(new R(null, "a+"), new R(null, x))`), of + "`s`, whose value is not known here\n/a+/"},
		{java("final String s;\nR(String s) { this.s = s; }\nboolean is(String t) { return Pattern.matches(this.s, t); }", `new R("a+")`), of + "`this.s`, whose value is not known here full match\n/a+/ full match"},
		{java("final String s;\nR(String s) { this.s = s; }", `new R("a+")`), ""},
		{java("R(String n) { Pattern.compile(n + \"x\"); }", `new R("a+")`), of + "`n`, whose value is not known here"},
		{java("static Pattern of(String s) { return Pattern.compile(s); }\nstatic Pattern two(String n, String s) { return of(s); }", `R.two("b", "a+")`), of + "`s`, whose value is not known here\n/a+/"},
		{java("R(String s) { Pattern.compile(s); }\nR(int n) { this(\"a+\"); }", "1"), of + "`s`, whose value is not known here\n/a+/"},
		{class("enum K { A(\"a+\"), B(\"b+\") { };\n final Pattern p;\n K(String s) { p = Pattern.compile(s); } }\n Object o = f(C(\"c+\"));"), "/a+/\n/b+/\n" + of + "`s`, whose value is not known here"},
		{class("static class B { B(String s) { Pattern.compile(s); } }\n static class C extends B { C() { super(\"a+\"); } }\n static class D extends E { D() { super(\"b+\"); } }"), of + "`s`, whose value is not known here\n/a+/"},
	})
	testFound(t, ".kt", []foundCase{
		{"class R(val n: String, s: String) { val re = Regex(s) }\nval a = listOf(R(\"b\", \"a+\"), R(s = \"c+\", n = \"d\"))", of + "`s`, whose value is not known here\n/a+/\n/c+/"},
		{"enum class K(s: String) { A(\"a+\"); val re = s.toRegex() }", "/a+/\n" + of + "`s`, whose value is not known here"},
		{"data class R(val n: String, val re: Regex) { constructor(n: String, s: String) : this(n, Regex(s)) }\nval a = R(\"b\", \"a+\")", of + "`s`, whose value is not known here\n/a+/"},
		{"fun rx(s: String) = Regex(s, RegexOption.IGNORE_CASE)\nval a = rx(\"a+\")", of + "`s`, whose value is not known here\n/a+/iu"},
		{"sealed class K(val s: String) { object A : K(\"a+\") }\nfun f(k: K) = Regex(k.s)", "/a+/\n" + of + "`k.s`, which this file does not define"},
		{"class K(s: String) { }\nval b = K(\"a+\")\nfun f(k: L) = Regex(k.s)", of + "`k.s`, which this file does not define"},
	})
	testFound(t, ".cs", []foundCase{
		{"class R { Regex r; public R(string n, string s) => r = new Regex(s, RegexOptions.IgnoreCase); }\nclass A { R[] all = { new R(\"b\", \"a+\"), new(\"b\", s: \"c+\") }; T t = new(\"b\", \"d+\"); }", of + "`s`, which this file does not define\n/a+/i\n/c+/i"},
		{"record R(string N, string S) { bool Is(string t) => Regex.IsMatch(t, S); }\nclass A { R r = new(\"b\", \"a+\"); }", of + "`S`, whose value is not known here test\n/a+/ test"},
		{"class R { static Regex Make(string s) => new(s, RegexOptions.IgnoreCase);\nstatic Uri To(string s) => new(s);\nRegex r = Make(\"a+\"); Uri u = To(\"b+\"); }", of + "`s`, which this file does not define\n/a+/i"},
		{"class R(string s) { readonly Regex r = new(s); }\nclass A : R { A() : base(\"b+\") { } R r = new(\"a+\"); }", of + "`s`, whose value is not known here\n/b+/\n/a+/"},
		{"record R(string N, Regex Re) { public R(string n, string s) : this(n, new Regex(s)) { } }\nclass A { R r = new R(\"b\", \"a+\"); }", of + "`s`, which this file does not define\n/a+/"},
	})
}
