package reach

import (
	"strings"
	"testing"
)

// TestValuesTakenApart follows the parts of records and data classes by their numbers, and what patterns of a switch name.
func TestValuesTakenApart(t *testing.T) {
	const (
		java = `import org.springframework.web.bind.annotation.*;
import java.util.regex.Pattern;
sealed interface Told permits Order, Chat {}
record Order(int n, String note) implements Told {}
record Chat(Order order, String text) implements Told {}
@RestController class A {
  void a(String s) { Pattern.matches("(a+)+$", s); }
  void b(String s) { Pattern.matches("(b+)+$", s); }
  @PostMapping("/a") void go(@RequestParam String q, @RequestParam int n) {
    Order o = new Order(n, q); Told t = o; Chat c = new Chat(o, "fixed");
`
		sharp = `using Microsoft.AspNetCore.Mvc; using System.Text.RegularExpressions;
public record Say(string Text, int N);
[ApiController] public class A : ControllerBase {
  static bool a(string s) => Regex.IsMatch(s, "(a+)+$");
  static bool b(string s) => Regex.IsMatch(s, "(b+)+$");
  [HttpPost("/a")] public object Go([FromForm] string q, [FromForm] int n) {
    var c = new Say(q, n); object o = c;
`
		kotlin = `import org.springframework.web.bind.annotation.*
data class P(val n: Int, val note: String, val kind: String)
fun a(s: String) = Regex("(a+)+$").matches(s)
fun b(s: String) = Regex("(b+)+$").matches(s)
@RestController class A {
  @PostMapping("/a") fun go(@RequestParam q: String, @RequestParam n: Int) {
    val p = P(n, q, "fixed")
`
	)
	for _, test := range []struct{ file, begin, code, want string }{
		{"A.java", java, `if (t instanceof Order(int k, String note)) a(note); } }`, "remote 2097152"},
		{"A.java", java, `if (t instanceof Order(int k, String note) && note.length() < 40) a(note); } }`, "remote 39"},
		{"A.java", java, `switch (t) { case Order(var k, var note) -> a(note); default -> {} } } }`, "remote 2097152"},
		{"A.java", java, `boolean x = switch (t) { case Order(int k, String note) when note.length() <= 30 -> { a(note); yield true; } default -> false; }; } }`, "remote 30"},
		{"A.java", java, `if (c instanceof Chat(Order(_, String note), String text)) a(note); } }`, "remote 2097152"},
		{"A.java", java, `if (c instanceof Chat(Order(_, String note), String text)) a(text); } }`, "constant"},
		{"A.cs", sharp, `return o switch { Say(var text, > 0) => a(text), _ => false }; } }`, "remote 4194304"},
		{"A.cs", sharp, `return o switch { Say({ Length: < 30 } text, _) => a(text), _ => false }; } }`, "remote 29"},
		{"A.cs", sharp, `return o switch { Say { Text: var text, N: > 0 } => a(text), _ => false }; } }`, "remote 4194304"},
		{"A.cs", sharp, `switch (o) { case Say(var text, var k) when text.Length < 20: return a(text); default: return 1; } } }`, "remote 19"},
		{"A.cs", sharp, `if (o is Say(var text, _)) return a(text); return 1; } }`, "remote 4194304"},
		{"A.kt", kotlin, `val (k, note) = p; a(note) } }`, "remote 2097152"},
		{"A.kt", kotlin, `val (_, note) = p; if (note.length < 60) a(note) } }`, "remote 59"},
		{"A.kt", kotlin, `listOf(p).forEach { (k, note, kind) -> a(note) } } }`, "remote 2097152"},
		{"A.kt", kotlin, `for ((k, note) in listOf(p)) a(note) } }`, "remote 2097152"},
	} {
		got := describe(t, "\n-- "+test.file+" --\n"+test.begin+test.code+"\n")
		level, most, _ := strings.Cut(test.want, " ")
		if !strings.Contains(got, " "+level) || !strings.Contains(got, most+": ") && most != "" {
			t.Errorf("%s: got\n%s\nwant %s", test.code, got, test.want)
		}
	}
}
