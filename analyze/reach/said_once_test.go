package reach

import (
	"strings"
	"testing"
)

// TestSaidOnce believes a limit that the class of a service says once and for all, whoever hands the service to a handler.
func TestSaidOnce(t *testing.T) {
	const (
		java = `-- A.java --
import org.springframework.web.bind.annotation.*;
@RestController class A { private final S s; A(S s) { this.s = s; } @PostMapping("/a") boolean a(@RequestBody String q) { return s.fits(q); } }
-- S.java --
class S { LIMIT boolean fits(String q) { if (q == null || q.length() > MAX) return false; return q.matches("(a+)+!"); } }
OTHER
`
		csharp = `-- A.cs --
using System.Text.RegularExpressions;
[ApiController][Route("a")] public class AController : ControllerBase { private readonly S s; public AController(S s) { this.s = s; } [HttpPost] public bool A([FromBody] string q) => s.Fits(q); }
public class S { LIMIT public bool Fits(string q) { if (q.Length > MAX) return false; return Regex.IsMatch(q, "(a+)+$"); } }
OTHER
`
	)
	for _, test := range []struct{ text, limit, other, want string }{
		{java, "private static final int MAX = 140;", "", "remote body 140"},
		{java, "final int MAX = 140;", "", "remote body 140"},
		{java, "static int MAX = 140;", "", "remote body -1"},
		{java, "int MAX = 140;", "class T extends S { T() { MAX = 500; } }", "remote body -1"},
		{java, "final int MAX; S(int max) { MAX = max; }", "", "remote body -1"},
		{java, "static final int MAX = Integer.getInteger(\"max\");", "", "remote body -1"},
		{java, "static final int MAX = 140;", "class T extends S { static final int MAX = 500; boolean fits(String q) { return q.length() < MAX && q.matches(\"b\"); } }", "remote body 500"},
		{csharp, "private const int MAX = 140;", "", "remote body 140"},
		{csharp, "private readonly int MAX = 140;", "", "remote body 140"},
		{csharp, "private readonly int MAX = 140; public S(int max) { MAX = max; }", "", "remote body 30000000"},
		{csharp, "public int MAX = 140;", "", "remote body 30000000"},
		{csharp, "public int MAX { get; set; } = 140;", "", "remote body 30000000"},
	} {
		out := describe(t, strings.NewReplacer("LIMIT", test.limit, "OTHER", test.other).Replace(test.text))
		if got := firstWay(out); got != test.want {
			t.Errorf("%s %s: got %s, want %s\n%s", test.limit, test.other, got, test.want, out)
		}
	}
}
