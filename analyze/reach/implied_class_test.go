package reach

import (
	"strings"
	"testing"
)

// TestImpliedClasses makes objects of C# by new() alone, which are of the class that the variable, member or result is declared
// to be of, and hands constructors of others what a class with parameters of its own hands its base.
func TestImpliedClasses(t *testing.T) {
	const parts = `using System.Text.RegularExpressions;
[ApiController]
[Route("posts")]
public class C : ControllerBase { [HttpPost] public IActionResult Create([FromQuery] string q) { CODE; return Ok(); } MORE }
public class Form { public string Q { get; set; } public string R { get; set; } }
public class Pages { public void Save(string s) { } }
`
	const posts = "public class Posts { public void Save(string s) { Regex.IsMatch(s, \"(a+)+$\"); } }\n"
	for _, test := range []struct{ code, more, want string }{
		{"Posts p = new(); p.Save(q)", "", "8192"},
		{"Pages p = new(); p.Save(q)", "", "none"},
		{"p.Save(q)", "Posts p = new();", "8192"},
		{"_p.Save(q)", "readonly Posts _p; public C() { _p = new(); }", "8192"},
		{"_p.Save(q)", "readonly Pages _p; public C() { _p = new(); }", "none"},
		{"Make().Save(q)", "Posts Make() => new();", "8192"},
		{"Make().Save(q)", "Pages Make() { return new(); }", "none"},
		{"new Posts().Save(Of(q).Q)", "Form Of(string s) => new() { Q = s, R = \"x\" };", "8192"},
		{"new Posts().Save(Of(q).R)", "Form Of(string s) => new() { Q = s, R = \"x\" };", "none"},
		{"Lazily.Value.Replace(q, \"\")", "static readonly Lazy<Regex> Lazily = new(() => new Regex(\"(a+)+$\"));", "8192"},
		{"Lazily.Value.Replace(\"x\", \"\")", "static readonly Lazy<Regex> Lazily = new(() => new Regex(\"(a+)+$\"));", "none"},
		{"foreach (var p in All) p.Save(q)", "static readonly Posts[] All = { new(), new() };", "8192"},
		{"foreach (var p in All) p.Save(q)", "static readonly Pages[] All = { new() };", "none"},
		{"All[\"a\"].Save(q)", "readonly Dictionary<Pages, Posts> All = new() { [\"a\"] = new() };", "8192"},
		{"All[\"a\"].Save(q)", "readonly Dictionary<Posts, Pages> All = new() { { \"a\", new() } };", "none"},
		{"foreach (var p in new List<Posts> { new() }) p.Save(q)", "", "8192"},
		{"new Below(q).Run()", "}\npublic class Above(string s) { public void Run() { new Posts().Save(s); } }\npublic class Below(string t) : Above(t) {", "8192"},
		{"new Below(q).Run()", "}\npublic class Above(string s) { public void Run() { new Posts().Save(s); } }\npublic class Below(string t) : Above(\"x\") {", "none"},
	} {
		text := strings.NewReplacer("CODE", test.code, "MORE", test.more).Replace(parts)
		if !strings.Contains(text, "Regex(") {
			text += posts
		}
		if got := longest(t, "A.cs", text); got != test.want {
			t.Errorf("%s, %s: got %s, want %s", test.code, test.more, got, test.want)
		}
	}
}
