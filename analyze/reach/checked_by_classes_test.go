package reach

import (
	"strings"
	"testing"
)

// TestReferencesOfCSharp takes nothing for constant or short that a reference, a pointer or a returned one may set.
func TestReferencesOfCSharp(t *testing.T) {
	const head = "-- C.cs --\nusing Microsoft.AspNetCore.Mvc;\nusing System.Text.RegularExpressions;\npublic class P { public string Q { get; set; } public string Note { get; set; } public bool Strict { get; set; } }\npublic class HomeController : Controller {\n"
	for _, test := range []struct {
		code  string
		short bool
	}{
		{`[HttpPost("/a")] public bool A([FromBody] P p) { string w = "x"; ref string r = ref w; r = p.Q; return Regex.IsMatch(w, "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public bool A([FromBody] P p) { string w = p.Q; ref string r = ref w; if (w.Length > 20) return false; r = p.Note; return Regex.IsMatch(w, "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public bool A([FromBody] P p, int n) { int max = 20; ref int r = ref max; r = n; if (p.Q.Length > max) return false; return Regex.IsMatch(p.Q, "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public bool A([FromBody] P p) { var l = new[] { "x" }; ref string r = ref l[0]; r = p.Q; return Regex.IsMatch(l[0], "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public unsafe bool A([FromBody] P p, int n) { int max = 20; int* r = &max; *r = n; if (p.Q.Length > max) return false; return Regex.IsMatch(p.Q, "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public bool A([FromBody] P p) { string w = "x", v = "y"; ref string r = ref v; r = ref w; r = p.Q; return Regex.IsMatch(w, "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public bool A([FromBody] P p) { string w = "x", v = "y"; ref string r = ref (p.Strict ? ref v : ref w); r = p.Q; return Regex.IsMatch(w, "(a+)+$"); }`, false},
		{`[HttpPost("/a")] public bool A([FromBody] P p) { string w = "x", v = "y"; ref string r = ref v; r = p.Q; return Regex.IsMatch(w, "(a+)+$"); }`, true},
		{`[HttpPost("/a")] public bool A([FromBody] P p) { int max = 20, flags = max & 3; if (p.Q.Length > max) return false; return Regex.IsMatch(p.Q, "(a+)+$"); }`, true},
	} {
		got := describe(t, "\n"+head+test.code+"\n}\n")
		if short := strings.Contains(got, " constant") || strings.Contains(got, " 20: "); short != test.short {
			t.Errorf("%s: got %s, short should be %v", test.code, got, test.short)
		}
	}
}

// TestUncheckedModels bounds by what a model of ASP.NET declares only where the program leaves the check of all models on, and
// asks for what that found before it forgets it.
func TestUncheckedModels(t *testing.T) {
	const head = "-- C.cs --\nusing Microsoft.AspNetCore.Mvc;\nusing System.ComponentModel.DataAnnotations;\nusing System.Text.RegularExpressions;\npublic class D { [StringLength(20)] public string Q { get; set; } }\n"
	const all = "[ApiController] public class HomeController : ControllerBase {\n  [HttpPost(\"/a\")] public bool A([FromBody] D p) { return Regex.IsMatch(p.Q, \"(a+)+$\"); }\n}\n-- Program.cs --\nvar builder = WebApplication.CreateBuilder(args);\n"
	const one = "public class HomeController : Controller {\n  [HttpPost(\"/a\")] public bool A([FromBody] D p) { CHECK return Regex.IsMatch(p.Q, \"(a+)+$\"); }\n}\n"
	check := func(code string) string { return strings.Replace(one, "CHECK", code, 1) }
	for _, test := range []struct {
		code  string
		short bool
	}{
		{all, true},
		{all + "builder.Services.Configure<ApiBehaviorOptions>(o => { o.SuppressMapClientErrors = true; });", true},
		{all + "builder.Services.Configure<ApiBehaviorOptions>(o => { o.SuppressModelStateInvalidFilter = true; });", false},
		{all + "builder.Services.AddControllers().ConfigureApiBehaviorOptions(o => o.SuppressModelStateInvalidFilter = settings.Lax);", false},
		{all + "builder.Services.AddControllers(o => o.ModelValidatorProviders.Clear());", false},
		{all + "public class Nothing : IObjectModelValidator { public void Validate(ActionContext a, ValidationStateDictionary s, string p, object m) { } }", false},
		{check("if (!ModelState.IsValid) return false;"), true},
		{check("ModelState.AddModelError(\"Q\", \"x\"); if (!ModelState.IsValid) return false;"), true},
		{check("ModelState.Clear(); if (!ModelState.IsValid) return false;"), false},
		{check("ModelState.Remove(\"Q\"); if (!ModelState.IsValid) return false;"), false},
		{check("if (!ModelState.IsValid) return false;") + "-- Program.cs --\nbuilder.Services.Configure<ApiBehaviorOptions>(o => { o.SuppressModelStateInvalidFilter = true; });", true},
	} {
		got := describe(t, "\n"+head+test.code+"\n")
		if short := strings.Contains(got, " 20: "); short != test.short {
			t.Errorf("%s: got %s, short should be %v", test.code, got, test.short)
		}
	}
}
