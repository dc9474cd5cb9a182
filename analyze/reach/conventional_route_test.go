package reach

import (
	"strings"
	"testing"
)

// TestConventionalRoutes names actions of ASP.NET that have no route of their own as its default route does.
func TestConventionalRoutes(t *testing.T) {
	const controller = "using Microsoft.AspNetCore.Mvc;\nusing System.Text.RegularExpressions;\nATTRIBUTES public class NAME : Controller {\n  ACTION { return Regex.IsMatch(s, \"(a+)+$\"); }\n}\n"
	for _, test := range []struct{ attributes, name, action, want string }{
		{"", "HomeController", "public bool Find(string s)", "/Home/Find s"},
		{"", "HomeController", "public bool FindAsync(string s)", "/Home/Find s"},
		{"", "HomeController", "[HttpPost] public bool Find(string s)", "POST /Home/Find s"},
		{"", "HomeController", `[HttpPost("find")] public bool Find(string s)`, "POST /find s"},
		{`[Route("api/[controller]/[action]")]`, "HomeController", "[HttpGet] public bool Find(string s)", "GET /api/Home/Find s"},
		{"", "HomeController", "private bool Find(string s)", ""},
		{"", "HomeController", "public static bool Find(string s)", ""},
	} {
		got := describe(t, "\n-- A.cs --\n"+strings.NewReplacer("ATTRIBUTES", test.attributes, "NAME", test.name, "ACTION", test.action).Replace(controller))
		if test.want == "" && strings.Contains(got, "/Home") || !strings.Contains(got, test.want) {
			t.Errorf("%s %s %s: got %s, want the route %q", test.attributes, test.name, test.action, got, test.want)
		}
	}
}

// TestLengthsAreNoInputs lists a text of a request once, not its length as well.
func TestLengthsAreNoInputs(t *testing.T) {
	const text = "-- A.cs --\nusing Microsoft.AspNetCore.Mvc;\npublic class HomeController : Controller {\n" +
		"  [HttpGet(\"/find\")] public bool Find(string s) { return s.Length > 10 || Has(s); }\n}\n"
	if got, want := inventory(t, text), "GET /find A.cs:3 query.s=8192"; got != want {
		t.Errorf("%s: got %s, want %s", text, got, want)
	}
}
