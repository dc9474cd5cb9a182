package reach

import "testing"

// TestNumbersThatAreDemanded guards with calls that return only where a number is at most, or below, another.
func TestNumbersThatAreDemanded(t *testing.T) {
	for _, g := range []guardCase{
		{"C#", "A.cs", `
using System.Text.RegularExpressions;
[ApiController]
public class A : ControllerBase {
  const int Max = 20;
  [HttpPost("/a")]
  public IActionResult Post([FromBody] Form f, [FromQuery] string q) {
    var s = f.Text;
    GUARD
    return Ok(Regex.IsMatch(s, "(a+)+$"));
    GUARD
  }
}
public class Form { public string Text { get; set; } public string Other { get; set; } }
`, "20", "30000000", []string{
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, 20);`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, Max);`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, 20, nameof(s));`,
			`System.Diagnostics.Debug.WriteLine(1); ArgumentOutOfRangeException.ThrowIfGreaterThan(f.Text.Length, 20); s = f.Text;`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(s.Length, 21);`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(s.Length, 21); Log(s);`,
			`Guard.IsLessThanOrEqualTo(s.Length, 20);`,
			`Guard.IsLessThan(s.Length, 21, nameof(s));`,
		}, []string{
			`ArgumentOutOfRangeException.ThrowIfLessThan(s.Length, 20);`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(20, s.Length);`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(f.Other.Length, 20);`,
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(q.Length, 20);`,
			`if (q == "x") { ArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, 20); }`,
			`try { ArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, 20); } catch (Exception) { }`,
			"s += \"\";\n---\nArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, 20);",
			`ArgumentOutOfRangeException.ThrowIfGreaterThan(s.Length, 20); s = f.Other;`,
		}},
		{"Java", "A.java", `
import org.apache.commons.lang3.Validate;
import org.springframework.web.bind.annotation.*;
@RestController class A {
  static final int MAX = 20;
  @GetMapping("/a") boolean a(@RequestParam String s, @RequestParam String q) {
    GUARD
    return Pattern.compile("(a+)+$").matcher(s).find();
    GUARD
  }
}
`, "20", "8192", []string{
			`Validate.inclusiveBetween(1, 20, s.length());`,
			`Validate.inclusiveBetween(1, MAX, s.length());`,
			`Validate.inclusiveBetween(1, 20, s.length(), "long");`,
			`Validate.exclusiveBetween(0, 21, s.length());`,
			`Validate.exclusiveBetween(0, 21, s.length()); log(s);`,
			`Validate.exclusiveBetween(0, 21, s.length(), "long");`,
			`Validate.isTrue(s.length() <= 20);`,
			`Validate.isTrue(s != null && s.length() < 21, "long");`,
		}, []string{
			`Validate.inclusiveBetween(20, 99999, s.length());`,
			`Validate.inclusiveBetween(1, 20, q.length());`,
			`Validate.inclusiveBetween(1, s.length(), 20);`,
			`Validate.exclusiveBetween(0, 20, q.length());`,
			`if (q.isEmpty()) { Validate.inclusiveBetween(1, 20, s.length()); }`,
			`try { Validate.inclusiveBetween(1, 20, s.length()); } catch (RuntimeException e) { }`,
			"q.trim();\n---\nValidate.inclusiveBetween(1, 20, s.length());",
			`Validate.isTrue(s.length() >= 20);`,
		}},
	} {
		g.run(t)
	}
}
