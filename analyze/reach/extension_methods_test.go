package reach

import (
	"strings"
	"testing"
)

// TestExtensionMethods follows what extension methods of C# are called on, and what is handed to them besides.
func TestExtensionMethods(t *testing.T) {
	const text = `-- A.cs --
using System.Text.RegularExpressions;
[ApiController][Route("a")] public class AController : ControllerBase { [HttpGet] public IActionResult Get(string q) { CODE return Ok(); } }
-- Texts.cs --
using System.Text.RegularExpressions;
OTHER
internal static class Texts { STATIC bool IsOwn(PARAMS) => Regex.IsMatch(SUBJECT, "(a+)+$"); }
`
	for _, test := range []struct{ code, static, params, subject, other, want string }{
		{"q.IsOwn();", "public static", "this string s", "s", "", "remote url 8192"},
		{"q?.IsOwn();", "internal static", "this string? s", "s", "", "remote url 8192"},
		{`"x".IsOwn(q);`, "public static", "this string s, string t", "t", "", "remote url 8192"},
		{`"x".IsOwn(q);`, "public static", "this string s, string t", "s", "", "constant"},
		{"Texts.IsOwn(q);", "public static", "this string s", "s", "", "remote url 8192"},
		{"if (q.Length > 20) return Ok(); q.IsOwn();", "public static", "this string s", "s", "", "remote url 20"},
		{"q.IsOwn();", "public static", "string s", "s", "", "unknown"},
		{"new Own().IsOwn(q);", "public static", "this Own o, string s", "s", "class Own { public bool IsOwn(string s) => true; }", "unknown"},
	} {
		out := describe(t, strings.NewReplacer("CODE", test.code, "STATIC", test.static, "PARAMS", test.params, "SUBJECT", test.subject, "OTHER", test.other).Replace(text))
		if got := firstWay(out); got != test.want {
			t.Errorf("%s %s: got %s, want %s\n%s", test.code, test.params, got, test.want, out)
		}
	}
}
