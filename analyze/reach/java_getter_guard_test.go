package reach

import (
	"strings"
	"testing"
)

// TestGettersOfJava takes what a getter returns for the same each time, if it is no more than that and nothing sets its member.
func TestGettersOfJava(t *testing.T) {
	const frame = `import java.util.*;
import jakarta.servlet.http.*;
import org.springframework.web.bind.annotation.*;
class Form {
  private String name, other; private int n; private Iterator<String> it;
  public String getName() { return name; }
  public String getOther() { return this.other; }
  public void setName(String s) { name = s; }
  public String getNext() { return it.next(); }
  public String getEither() { if (n++ > 0) return other; return name; }
}
record Made(String name) {}
class Changing extends Made2 { int k; public String getName() { return k++ > 0 ? other : name; } }
class Made2 { protected String name, other; public String getName() { return name; } }
@RestController class C {
  void change(Form f) { f.setName(f.getOther()); }
  @PostMapping("/a") boolean a(PARAM) { GUARD return TEXT.matches("(a+)+$"); }
}
`
	for _, test := range []struct{ param, guard, text, want string }{
		{"@RequestBody Form f", "if (f.getName().length() > 5) return false;", "f.getName()", "5"},
		{"@RequestBody Form f", "if (f.getName() == null || f.getName().length() > 5) throw new IllegalStateException();", "f.getName()", "5"},
		{"@RequestBody Made f", "if (f.name().length() > 5) return false;", "f.name()", "5"},
		{"@RequestBody Map<String, String> f", `if (f.get("a").length() > 5) return false;`, `f.get("a")`, "5"},
		{"HttpServletRequest f", `if (f.getParameter("a").length() > 5) return false;`, `f.getParameter("a")`, "5"},
		{"@RequestBody Form f", "if (f.getName().length() > 5) System.out.println();", "f.getName()", "any"},
		{"@RequestBody Form f", "if (f.getName().length() > 5) return false;", "f.getOther()", "any"},
		{"@RequestBody Form f", "if (f.getName().length() > 5) return false; f.setName(f.getOther());", "f.getName()", "any"},
		{"@RequestBody Form f", "if (f.getName().length() > 5) return false; change(f);", "f.getName()", "any"},
		{"@RequestBody Form f, @RequestBody Form g", "if (f.getName().length() > 5) return false; f = g;", "f.getName()", "any"},
		{"@RequestBody Form f", "if (f.getNext().length() > 5) return false;", "f.getNext()", "any"},
		{"@RequestBody Form f", "if (f.getEither().length() > 5) return false;", "f.getEither()", "any"},
		{"@RequestBody Made2 f", "if (f.getName().length() > 5) return false;", "f.getName()", "any"}, // it may be one of the class that changes
		{"@RequestBody List<String> l", "Iterator<String> f = l.iterator(); if (f.next().length() > 5) return false;", "f.next()", "any"},
		{"@RequestBody Map<String, String> f", `if (f.get("a").length() > 5) return false;`, `f.get("b")`, "any"},
		{"@RequestBody Map<String, String> f", `if (f.get("a").length() > 5) return false; f.put("a", f.get("b"));`, `f.get("a")`, "any"},
	} {
		file := strings.NewReplacer("PARAM", test.param, "GUARD", test.guard, "TEXT", test.text).Replace(frame)
		if got := longest(t, "C.java", file); got != test.want {
			t.Errorf("(%s) { %s %s: got %s, want %s", test.param, test.guard, test.text, got, test.want)
		}
	}
}
