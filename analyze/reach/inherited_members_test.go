package reach

import (
	"strings"
	"testing"
)

// TestInheritedMembers reads and sets by their names alone members that a class has of another which it extends, and sees the
// path that such a class declares.
func TestInheritedMembers(t *testing.T) {
	const (
		java = `-- Base.java --
import java.util.regex.Pattern;
class Base { protected String q = "x"; protected int max = 20; private final Own own = new Own(); String size() { return "x"; } void check() { CHECK } }
class Own { String other; }
-- A.java --
import javax.servlet.http.*;
import java.util.regex.Pattern;
class A extends Base { A() { MADE } void run(HttpServletRequest r) { CODE } }
class S extends HttpServlet { protected void doGet(HttpServletRequest r, HttpServletResponse a) { new A().run(r); } }
`
		csharp = `-- Base.cs --
using System.Text.RegularExpressions;
[Route("base/[controller]")]
public abstract class Base : ControllerBase { protected string Client => Request.Headers["X-Client"].ToString(); protected string Client2() => "x"; }
-- A.cs --
MADE
public class FindController : Base { [HttpGet] public IActionResult Find() { Regex.IsMatch(CODE, "(a+)+$"); return Ok(); } }
`
		match = `Pattern.matches("(a+)+$", q);`
		long  = `String s = r.getParameter("q"); if (s.length() > max) return; Pattern.matches("(a+)+$", s);`
	)
	for _, test := range []struct{ text, code, made, check, want string }{
		{java, `q = r.getParameter("q"); ` + match, "", "", "remote body getParameter() -1"},
		{java, match, "", "", "constant"},
		{java, `String q = "y"; q = q + r.getParameter("q"); check();`, "", match, "constant"},
		{java, `q = r.getParameter("q"); check();`, "", match, "remote body getParameter() -1"},
		{java, `q = "y"; check();`, "", match, "constant"},
		{java, long, "", "", "remote body getParameter() -1"},
		{java, long, "max = 5000;", "", "remote body getParameter() -1"},
		{java, `size = r.getParameter("q"); Pattern.matches("(a+)+$", size);`, "", "", "unknown"},
		{java, `other = r.getParameter("q"); Pattern.matches("(a+)+$", other);`, "", "", "unknown"},
		{csharp, "Client", "", "", "remote header GET /base/Find Request.Headers.X-Client 32768"},
		{csharp, "Client", `[Route("own")]`, "", "remote header GET /own Request.Headers.X-Client 32768"},
		{csharp, "Client2", "", "", "unknown"},
	} {
		text := strings.NewReplacer("CODE", test.code, "MADE", test.made, "CHECK", test.check).Replace(test.text)
		out := describe(t, text)
		lines := strings.Split(out, "\n")
		got := lines[0][strings.LastIndexByte(lines[0], ' ')+1:]
		if way, _, ok := strings.Cut(out, ": "); ok && strings.HasPrefix(got, "remote") {
			got = strings.Split(way, "\n")[1]
		}
		if got != test.want {
			t.Errorf("%s %s: got %s, want %s\n%s", test.code, test.made, got, test.want, out)
		}
	}
}
