package reach

import "testing"

// TestPrimaryConstructors follows what methods take from the parameters of the class that they stand in.
func TestPrimaryConstructors(t *testing.T) {
	const service = "using System.Text.RegularExpressions;\npublic class Posts { public void Save(string s) { Regex.IsMatch(s, \"(a+)+$\"); } }\npublic class Pages { public void Save(string s) { } }\n[ApiController]\n[Route(\"posts\")]\n"
	const action = "[HttpPost] public IActionResult Create([FromQuery] string q) { posts.Save(q); return Ok(); } }\n"
	for _, test := range []struct{ class, want string }{
		{"public class C(Posts posts) : ControllerBase { " + action, "8192"},
		{"public class C(Pages pages, Posts posts) : ControllerBase { " + action, "8192"},
		{"public class C(Posts posts) : ControllerBase { private readonly Posts _p = posts; " + action, "8192"},
		{"public class C(Pages posts) : ControllerBase { " + action, "none"},
		{"public class C(Posts posts) : ControllerBase { [HttpPost] public IActionResult Create([FromQuery] string q) { var posts = new Pages(); posts.Save(q); return Ok(); } }", "none"},
	} {
		if got := longest(t, "A.cs", service+test.class); got != test.want {
			t.Errorf("%s: got %s, want %s", test.class, got, test.want)
		}
	}
}
