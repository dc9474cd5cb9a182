package reach

import "testing"

// TestInjectedGuards asks methods of classes in other files, of which frameworks make the objects or the code does.
func TestInjectedGuards(t *testing.T) {
	const rest = `
-- shop/Checker.java --
package shop;
public class Checker {
  void check(String s) { if (s == null || s.length() > 40) { throw new IllegalArgumentException("long"); } }
  boolean isShort(String s) { return s.length() <= 40; }
  void warn(String s) { if (s.length() > 40) { System.out.println("long"); } }
  void checkNot(String s) { if (s.length() < 40) { throw new IllegalArgumentException("short"); } }
  static void must(String s) { if (s.length() > 40) throw new IllegalStateException(); }
}
-- shop/Lax.java --
package shop;
public class Lax extends Base { void check(String s) { } }
-- shop/Base.java --
package shop;
public class Base { void check(String s) { if (s.length() > 40) throw new IllegalStateException(); } }
-- shop/Rule.java --
package shop;
public interface Rule { void check(String s); }
-- shop/ShortRule.java --
package shop;
public class ShortRule implements Rule { public void check(String s) { if (s.length() > 40) throw new IllegalStateException(); } }
-- shop/NoRule.java --
package shop;
public class NoRule implements Rule { public void check(String s) { } }
`
	g := guardCase{"Java", "shop/A.java", `package shop;
import org.springframework.web.bind.annotation.*;
import org.springframework.beans.factory.annotation.Autowired;
@RestController public class A {
  private final Checker checker; private final Base base; private final Rule rule;
  @Autowired Checker field;
  public A(Checker checker, Base base, Rule rule) { this.checker = checker; this.base = base; this.rule = rule; }
  @PostMapping("/a") public void a(@RequestBody String s, @RequestBody String other) {
    GUARD
    s.matches("(a+)+$");
  }
}` + rest, "40", "any", []string{
		`checker.check(s);`,
		`field.check(s);`,
		`Checker c = new Checker(); c.check(s);`,
		`new Checker().check(s);`,
		`if (!checker.isShort(s)) return;`,
		`if (s.isEmpty() || !field.isShort(s)) throw new RuntimeException();`,
		`this.checker.check(s);`,
		`Checker.must(s);`,
	}, []string{
		`checker.check(other);`,
		`checker.warn(s);`,
		`checker.checkNot(s);`,
		`if (checker.isShort(s)) return;`,
		`checker.isShort(s);`,
		`base.check(s);`,
		`rule.check(s);`,
		`new Lax().check(s);`,
		`try { checker.check(s); } catch (IllegalArgumentException e) { }`,
		`if (other.isEmpty()) checker.check(s);`,
		`com.other.Checker.check(s);`,
	}}
	g.run(t)
}
