package reach

import "testing"

// TestEquatedGuards asks by methods of Java and C# whether a text is a constant one.
func TestEquatedGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Java", "A.java", `
import org.springframework.web.bind.annotation.*;
import java.util.*;
import java.util.regex.Pattern;
@RestController
class A {
  @PostMapping("/a") boolean a(@RequestBody String s, @RequestParam String o) {
    GUARD
    return Pattern.matches("(a+)+$", s);
  }
}`, "4", "-1", []string{
			`if (!"name".equals(s)) return false;`,
			`if (!s.equals("name")) return false;`,
			`if (!"name".equals(s) && !"date".equals(s)) return false;`,
			`if (!"name".equalsIgnoreCase(s)) return false;`,
			`if (!Objects.equals(s, "name")) return false;`,
			`if (!Objects.equals("name", s)) throw new IllegalArgumentException();`,
			`if (!("name".equals(s) || s.equals("x"))) return false;`,
			`if (!"name".contentEquals(s)) return false;`,
		}, []string{
			`if ("name".equals(s)) return false;`,
			`if (!"name".equals(o)) return false;`,
			`if (!"name".equals(s) && !"date".equals(o)) return false;`,
			`if (!o.equals(s)) return false;`,
			`"name".equals(s);`,
			`if (!"name".equals(s.trim())) return false;`,
			`if (!"name".startsWith(s) && !s.startsWith("name")) return false;`,
			`if (!Arrays.equals(s, "name")) return false;`,
			`if (!"name".equals(s)) System.out.println(s);`,
		}},
		{"C#", "A.cs", `
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;
[ApiController]
public class AController : ControllerBase {
  [HttpPost("/a")] public bool A([FromBody] string s, [FromQuery] string o) {
    GUARD
    return Regex.IsMatch(s, "(a+)+$");
  }
}`, "4", "30000000", []string{
			`if (!"name".Equals(s)) return false;`,
			`if (!s.Equals("name")) return false;`,
			`if (!s.Equals("name") && !s.Equals("date")) return false;`,
			`if (!(s.Equals("name"))) return false;`,
			`if (s == null || !s.Equals("name")) return false;`,
			`if (o == "x" || !s.Equals("name")) return false;`,
			`if (!"name".Equals(s)) throw new Exception();`,
			`if (!s.Equals("name") && !"x".Equals(s)) return false;`,
		}, []string{
			`if (s.Equals("name")) return false;`,
			`if (!o.Equals("name")) return false;`,
			`if (!s.Equals("name", StringComparison.InvariantCultureIgnoreCase)) return false;`,
			`if (!s.Equals(o)) return false;`,
			`s.Equals("name");`,
			`if (!s.Trim().Equals("name")) return false;`,
			`if (!s.StartsWith("name")) return false;`,
			`if (!s.Equals("name")) Console.WriteLine(s);`,
		}},
	} {
		g.run(t)
	}
}
