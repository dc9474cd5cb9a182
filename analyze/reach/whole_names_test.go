package reach

import (
	"strings"
	"testing"
)

// TestWholeNames knows what the code of Java and C# names by its package or namespace, and not what only looks so.
func TestWholeNames(t *testing.T) {
	const (
		java = `-- A.java --
import javax.servlet.http.*;
class A extends HttpServlet { protected void doGet(HttpServletRequest r, HttpServletResponse a) { String q = r.getHeader("q"); CODE } }
-- own/text/Check.java --
package own.text;
public class Check { public static boolean is(String s) { return java.util.regex.Pattern.matches("(b+)+$", s); } }
`
		csharp = `-- A.cs --
[ApiController][Route("a")] public class AController : ControllerBase { [HttpGet] public IActionResult Get(string q) { CODE return Ok(); } }
`
	)
	for _, test := range []struct{ text, code, want string }{
		{java, `java.util.regex.Pattern.matches("(a+)+$", q);`, "remote header 1048576"},
		{java, `java.util.regex.Pattern.compile("(a+)+$").matcher(q).find();`, "remote header 1048576"},
		{java, `q = org.apache.commons.lang3.StringUtils.left(q, 9); q.matches("(a+)+");`, "remote header 9"},
		{java, `Object java = other(); java.util.regex.Pattern.matches("(a+)+$", q);`, "unknown"},
		{csharp, `System.Text.RegularExpressions.Regex.IsMatch(q, "(a+)+$");`, "remote url 8192"},
		{csharp, `var r = new System.Text.RegularExpressions.Regex("(a+)+$"); r.IsMatch(q);`, "remote url 8192"},
		{csharp, `var System = Other(); System.Text.RegularExpressions.Regex.IsMatch(q, "(a+)+$");`, "unknown"},
	} {
		out := describe(t, strings.ReplaceAll(test.text, "CODE", test.code))
		if got := firstWay(out); got != test.want {
			t.Errorf("%s: got %s, want %s\n%s", test.code, got, test.want, out)
		}
	}
	out := describe(t, strings.ReplaceAll(java, "CODE", "own.text.Check.is(q);"))
	if got := firstWay(out); got != "remote header 1048576" {
		t.Errorf("a class of the program: got %s\n%s", got, out)
	}
}
