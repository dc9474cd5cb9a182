package reach

import (
	"strings"
	"testing"
)

// TestConstantsElsewhere bounds texts by the constants of other files and by what comes of several, and by no other class
// that has the same name.
func TestConstantsElsewhere(t *testing.T) {
	const java = `-- src/a/b/Limits.java --
package a.b;
public class Limits {
  public static final int KB = 1024, CODE = 17, TITLE = 2 * KB, READ = Integer.getInteger("x", 5);
  public static int set = 17, kept = 18;
  public static class Query { public static final int MAX = CODE + 3; }
}
-- src/a/c/Setup.java --
package a.c;
import a.b.Limits;
class Setup { void set(int n) { Limits.set = n; } }
-- src/a/c/Sizes.java --
package a.c;
public class Sizes { public static final int MOST = 3; }
-- src/a/G.java --
package a;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.*;
import a.b.Limits;
import ext.Sizes;
import static a.b.Limits.CODE;
interface Most { int ALL = 7; }
@RestController class G {
  @Value("${most:9}") private int most = 20;
  @PostMapping("/a") boolean a(@RequestBody String s) { if (s.length() > LIMIT) return false; return s.matches("(a+)+$"); }
}
`
	const kotlin = `-- src/L.kt --
package a.b
object Limits { const val CODE = 17; var moved = 30; object Query { const val MAX = 4 * 5 } }
class Rules { companion object { const val CITY = 48 } }
const val MOST = 2 * Limits.CODE
var loose = 60
-- src/M.kt --
package a.c
import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.routing.*
import a.b.Limits
import a.b.MOST
import a.b.Rules
import a.b.loose
import ext.Query
fun Application.m() { routing {
  post("/a") { val s = call.receiveText(); if (s.length > LIMIT) return@post; Regex("(a+)+$").matches(s) }
} }
`
	const csharp = `-- L.cs --
namespace A.B;
public static class Limits {
  public const int Code = 17;
  public static readonly int Title = 2 * Code;
  public static int Moved = 30;
  public static class Query { public const int Max = Code + 3; }
}
-- M.cs --
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;
namespace A.B.C;
[ApiController] [Route("c")] public class X : ControllerBase {
  [HttpPost] public bool A([FromBody] string s) { if (s.Length > LIMIT) return false; return Regex.IsMatch(s, "(a+)+$"); }
}
`
	for _, test := range []struct{ files, limit, want string }{
		{java, "Limits.CODE", "17"},
		{java, "Limits.TITLE", "2048"},
		{java, "Limits.Query.MAX", "20"},
		{java, "CODE", "17"},
		{java, "2 * Limits.CODE - 1", "33"},
		{java, "Limits.KB / 3", "342"},
		{java, "1 << Limits.CODE", "131072"},
		{java, "100 - Limits.CODE", "-1"}, // the largest of a difference is not known by the largest of what is taken away
		{java, "Limits.READ", "-1"},
		{java, "Limits.set", "-1"},
		{java, "Limits.kept", "-1"}, // of what anybody can set it is not known that nobody does
		{java, "Most.ALL", "7"},
		{java, "Sizes.MOST", "-1"},
		{java, "most", "-1"},
		{kotlin, "Limits.CODE", "17"},
		{kotlin, "Limits.Query.MAX", "20"},
		{kotlin, "Rules.CITY", "48"},
		{kotlin, "MOST", "34"},
		{kotlin, "loose", "-1"},
		{kotlin, "Limits.moved", "-1"},
		{kotlin, "Query.MAX", "-1"},
		{csharp, "Limits.Code", "17"},
		{csharp, "Limits.Title", "34"},
		{csharp, "Limits.Moved", "30000000"},
		{csharp, "Limits.Query.Max", "20"},
		{strings.Replace(csharp, "namespace A.B.C", "namespace D", 1), "Limits.Code", "30000000"},
		{strings.Replace(csharp, "namespace A.B.C", "using A.B;\nnamespace D", 1), "Limits.Code", "17"},
	} {
		out := describe(t, strings.Replace(test.files, "LIMIT", test.limit, 1))
		got := "nothing"
		for line := range strings.Lines(out) {
			if f := strings.Fields(line); len(f) > 5 && f[0] == "remote" && f[2] == "POST" {
				got = strings.TrimSuffix(f[5], ":")
				break
			}
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s of\n%s", test.limit, got, test.want, out)
		}
	}
}
