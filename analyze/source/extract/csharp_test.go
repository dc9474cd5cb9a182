package extract

import "testing"

func TestCSharp(t *testing.T) {
	testFound(t, ".cs", []foundCase{
		{`var r = new Regex("a\\d\u0041\x42\0");`, "/a\\dAB\x00/"},
		{`var r = new Regex(@"a\d""b", RegexOptions.IgnoreCase | RegexOptions.Compiled);`, `/a\d"b/iC`},
		{`var r = new System.Text.RegularExpressions.Regex(@"a", System.Text.RegularExpressions.RegexOptions.RightToLeft);`, `/a/r`},
		{`var r = new Regex("a", options);`, `/a/?`},
		{`var r = new Regex("a", RegexOptions.None, TimeSpan.FromSeconds(1));`, `/a/`},
		{`Regex.IsMatch(s, "a", RegexOptions.Singleline); Regex.Replace(s, @"b", "c"); Regex.Split(s, "d"); Regex.Match(s, "e").Value;`,
			"/a/s test\n/b/ every match\n/d/ split\n/e/ exec"},
		{`r.IsMatch("a"); x.Replace("a", "b"); Foo.Match("a", "b"); Regex(a); void Regex(string p) {}`, ``},
		{`class A { const string D = @"\d"; public static readonly string E = D + "+"; Regex r = new Regex($"a{{2}}{D}\\w{E}"); Regex q = new Regex($@"{A.D}""{"x"}"); }`,
			"/a{2}\\d\\w\\d+/\n/\\d\"x/"},
		{`Regex r = new Regex($"a{b}c");`, "? depends on `b`, which this file does not define"},
		{`Regex r = new Regex($"a{b:x}c");`, "? depends on `b`, which this file does not define"},
		{`class A { int B = 2; Regex r = new Regex($"a{B:x}c"); }`, "? depends on `B`"},
		{"Regex r = new Regex(\"\"\"a\"b\\d\"\"\"), q = new Regex($$\"\"\"\n    a{{\"b\"}}{2}\n      c\n    \"\"\");", "/a\"b\\d/\n/ab{2}\n  c/"},
		{`partial class A { [GeneratedRegex(@"a+", RegexOptions.IgnoreCase, "en-US")] private static partial Regex R(); }`, `/a+/i`},
		{`class A { [Required, RegularExpression(@"a+", ErrorMessage = "no")] public string S; RegularExpression(string x) {} }`, `/a+/ test`},
		{`var r = new Regex(string.Concat("a", "b"));`, `/ab/`},
		{`// new Regex("a")
		  /* new Regex("b") */ var s = "new Regex(\"c\")" + @"\" + 'x' + '"' + $"{"}"}"; var r = new Regex("d");`, `/d/`},
		{"#if A\nvar r = new Regex(\"a\");\n#endif", `/a/`},
		{`Regex r = new Regex("a"); void f() { r.Replace(s, ""); }`, `/a/ every match`},
		{`Regex r = new("a"), q = Create("b");`, `/a/`},
		{`class A { static Regex? P { get; } = new("a"); public Regex Q => new("b"); Other R { get; } = new("c"); Other S => new("d"); bool T = r == new("e"); Regex Größe { get; init; } = new("f"); }`, "/a/\n/b/\n/f/"},
		{`RuleFor(x => x.Name).NotEmpty().Matches(@"a\d", RegexOptions.IgnoreCase); RuleForEach(x => x.Tags).Matches("b"); this.RuleFor(x => x.Url).Matches("c");`,
			"/a\\d/i test\n/b/ test\n/c/ test"},
		{`Regex.IsMatch(Read<Map<string, List<int[]>>>(x)["k"], "a"); Regex.IsMatch(A.B<C?, D.E>(), "b"); Regex.IsMatch(F(a < b, c > d), "c"); Regex.IsMatch(new D<K, V> { ["k"] = x }["k"], "d");`,
			"/a/ test\n/b/ test\n/c/ test\n/d/ test"},
		{`Regex.IsMatch(a < b, "a" + c > "b"); Regex.IsMatch(i < n ? x : y, "b");`, "? depends on `c`, which this file does not define test\n/b/ test"},
		{`Other(x => x.Name).Matches("a"); RuleFormat(x).Matches("b"); x.Name.Matches("c"); RuleFor(x => x.Name); y.Matches("d");`, ``},
	})
}
