package reach

import (
	"slices"
	"strings"
	"testing"
)

// TestEnumerations follows what requests send to patterns that constants of enumerations, objects of Kotlin and elements of lists
// have from what their constructors are handed. Each pattern says which route gets there, or its level.
func TestEnumerations(t *testing.T) {
	const java = `-- A.java --
import java.util.regex.*;
import org.springframework.web.bind.annotation.*;
enum Kind {
  A("(a+)+$|/all"), B("(b+)+$|/all") { boolean is(String s) { return p.matcher(s).matches(); } };
  final Pattern p;
  Kind(String s) { p = Pattern.compile(s); }
  boolean is(String s) { return p.matcher(s).matches(); }
}
enum One { C("(c+)+$|/one"), D("(d+)+$|/one"); final String s; One(String s) { this.s = s; } }
enum Own { E("(e+)+$|unknown"); final Pattern p; Own(String s) { p = Pattern.compile(s); } static Own[] values() { return new Own[0]; } }
enum Name { F, G }
@RestController class H {
  @PostMapping("/all") boolean all(@RequestBody String s) { for (Kind k : Kind.values()) if (k.is(s)) return true; return false; }
  @PostMapping("/one") boolean one(@RequestBody String s) { return Pattern.matches(One.valueOf("C").s, s); }
  @PostMapping("/own") boolean own(@RequestBody String s) { return Own.values()[0].p.matcher(s).matches(); }
  @PostMapping("/name") boolean name(@RequestBody String s) { return Pattern.matches("(f+)+$|constant", Name.valueOf(s).name()); }
}
`
	const kotlin = `-- B.kt --
import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.routing.*
enum class Kind(s: String) { A("(a+)+$|/all"), B("(b+)+$|/all"); private val re = Regex(s); fun fits(s: String) = re.matches(s) }
abstract class Base(s: String) { private val re = Regex(s); fun ok(s: String) = re.matches(s) }
object Mail : Base("(c+)+$|/mail")
object Tel { val re = Regex("(d+)+$|constant"); fun ok(s: String) = re.matches(s) }
fun Application.module() {
  routing {
    post("/all") { val s = call.receiveText(); Kind.entries.any { it.fits(s) } }
    post("/mail") { Mail.ok(call.receiveText()); Tel.ok("x") }
  }
}
`
	for _, text := range []string{java, kotlin} {
		routesSaid(t, text)
	}
}

// routesSaid asks which route gets to each pattern of a program that ends with "+)+$|" and that route, or the level behind that.
func routesSaid(t *testing.T, text string) {
	t.Helper()
	paths, texts, files := archive(text)
	regexes := slices.DeleteFunc(regexesIn(paths, texts), func(r Regex) bool {
		return !strings.Contains(string(texts[r.File][r.Start:r.End]), "+)+$|")
	})
	if len(regexes) < 3 {
		t.Errorf("got %d patterns\n%s", len(regexes), text)
	}
	for i, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
		pattern := string(texts[regexes[i].File][regexes[i].Start:regexes[i].End])
		_, want, _ := strings.Cut(pattern, "+)+$|")
		want, _, _ = strings.Cut(want, `"`)
		got := r.Level.String()
		if len(r.Ways) > 0 && r.Level == Remote {
			got = r.Ways[0].Route
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
}
