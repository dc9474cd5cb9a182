package reach

import (
	"strings"
	"testing"
)

// TestListedServices takes the lists that a container hands to a class for lists of all that implement what they hold.
func TestListedServices(t *testing.T) {
	const (
		java = `-- Check.java --
public interface Check { boolean is(String s); }
-- Own.java --
import java.util.regex.Pattern;
class Own implements Check { public boolean is(String s) { return Pattern.matches("(a+)+$", s); } }
-- A.java --
import org.springframework.web.bind.annotation.*;
import java.util.*;
@RestController class A { MEMBER @GetMapping("/a") boolean get(@RequestParam String q) { CODE return true; } }
class B { A make() { return MADE; } }
`
		each   = "for (Check c : checks) c.is(q);"
		member = "private final List<Check> checks; A(List<Check> checks) { this.checks = checks; }"
		csharp = `-- Check.cs --
using System.Text.RegularExpressions;
public interface ICheck { bool Is(string s); }
public class Own : ICheck { public bool Is(string s) => Regex.IsMatch(s, "(a+)+$"); }
-- A.cs --
[ApiController][Route("a")] public class AController(IEnumerable<ICheck> checks) : ControllerBase { [HttpGet] public IActionResult Get(string q) { CODE return Ok(); } }
class B { object Make() => MADE; }
`
	)
	for _, test := range []struct{ text, member, code, made, want string }{
		{java, member, each, "null", "remote url 8192"},
		{java, "@Autowired private List<Check> checks;", each, "null", "remote url 8192"},
		{java, "private final Map<String, Check> checks; A(Map<String, Check> checks) { this.checks = checks; }", `checks.get("own").is(q);`, "null", "remote url 8192"},
		{java, member, "checks.stream().allMatch(c -> c.is(q));", "null", "remote url 8192"},
		{java, member, each, "new A(new ArrayList<>())", "unknown"},
		{java, "private List<Check> checks = new ArrayList<>();", each, "null", "unknown"},
		{csharp, "", "if (checks.Any(c => c.Is(q))) return Ok();", "null", "remote url 8192"},
		{csharp, "", "foreach (var c in checks) c.Is(q);", "null", "remote url 8192"},
		{csharp, "", "foreach (var c in checks) c.Is(q);", "new AController(new List<ICheck>())", "unknown"},
	} {
		out := describe(t, strings.NewReplacer("MEMBER", test.member, "CODE", test.code, "MADE", test.made).Replace(test.text))
		if got := firstWay(out); got != test.want {
			t.Errorf("%s %s %s: got %s, want %s\n%s", test.member, test.code, test.made, got, test.want, out)
		}
	}
}
