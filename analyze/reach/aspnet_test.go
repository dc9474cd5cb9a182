package reach

import (
	"strings"
	"testing"
)

// TestEntriesOfAspnet follows requests into handlers of pages, which are known by how they begin, into those of all methods
// and of routes that nothing else has, and into filters of endpoints.
func TestEntriesOfAspnet(t *testing.T) {
	page := func(member string) string {
		return "-- Pages/Index.cshtml.cs --\nusing System.Text.RegularExpressions;\nusing Microsoft.AspNetCore.Mvc.RazorPages;\npublic class IndexModel : PageModel { " + member + " }\n"
	}
	minimal := func(call string) string {
		return "-- P.cs --\nusing System.Text.RegularExpressions;\npublic class D { public string Q { get; set; } }\npublic class Program { public static void Main() {\nvar app = WebApplication.Create();\n" + call + "\n} }\n"
	}
	action := func(member string) string {
		return "-- C.cs --\nusing System.Text.RegularExpressions;\nusing Microsoft.AspNetCore.Mvc;\npublic interface I { void Go(string q); }\npublic class C : Controller, I { " + member + " }\n"
	}
	for _, test := range []struct{ files, want string }{
		{action(`public void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "remote"},
		{action(`public static void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{action(`[NonAction] public void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{action(`[HttpGet("/a")] public void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "remote"},
		{action(`void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{action(`internal void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{action(`protected void Go(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{page(`public void OnGet(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "remote"},
		{page(`public void OnGetFindAsync(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "remote"},
		{page(`public void OnPostSave(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "remote"},
		{page(`public void OnGetter(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{page(`private void OnPostSave(string q) { Regex.IsMatch(q, "(a+)+$"); }`), "unknown"},
		{minimal(`app.MapMethods("/a", new[] { "POST" }, (D d) => Regex.IsMatch(d.Q, "(a+)+$"));`), "remote"},
		{minimal(`app.Map("/a", (string q) => Regex.IsMatch(q, "(a+)+$"));`), "remote"},
		{minimal(`app.MapFallback((string q) => Regex.IsMatch(q, "(a+)+$"));`), "remote"},
		{minimal(`mapper.Map("x", new D()); Regex.IsMatch("x", "(a+)+$");`), "constant"},
		{minimal(`app.MapPost("/a", (D d) => "").AddEndpointFilter(async (context, next) => { Regex.IsMatch(context.GetArgument<D>(0).Q, "(a+)+$"); return await next(context); });`), "remote"},
		{minimal(`app.MapPost("/a", (D d) => "").AddOther(async (context, next) => { Regex.IsMatch(context.GetArgument<D>(0).Q, "(a+)+$"); return await next(context); });`), "unknown"},
		{minimal(`var v = app.MapGroup("/api").MapGroup("/v1"); v.MapPost("/a", (D d) => Regex.IsMatch(d.Q, "(a+)+$"));`), "POST /api/v1/a"},
	} {
		if got := describe(t, "\n"+test.files); !strings.Contains(got, test.want) {
			t.Errorf("got %s, want %s of\n%s", got, test.want, test.files)
		}
	}
}
