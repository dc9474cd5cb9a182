package reach

import (
	"strings"
	"testing"
)

// inJava returns how long the first regex's text is at most that a file of Java gets, as longest does.
func inJava(t *testing.T, body string) string {
	t.Helper()
	return longest(t, "A.java", `import jakarta.validation.*;
import jakarta.validation.constraints.*;
import lombok.*;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.*;
`+body)
}

// TestConstraintGroups bounds by the constraints of the groups that are asked for, and no others.
func TestConstraintGroups(t *testing.T) {
	const file = `interface New {}
interface Changed {}
class Form { CONSTRAINT public String name; }
@RestController class A { @PostMapping("/a") boolean a(ASKED @RequestBody Form f) { return f.name.matches("(a+)+$"); } }
`
	for _, test := range []struct{ constraint, asked, want string }{
		{"@Size(max = 9)", "@Valid", "9"},
		{"@Size(max = 9)", "@Validated", "9"},
		{"@Size(max = 9)", "", "any"},
		{"@Size(max = 9)", "@Validated(New.class)", "any"},
		{"@Size(max = 9, groups = New.class)", "@Valid", "any"},
		{"@Size(max = 9, groups = New.class)", "@Validated", "any"},
		{"@Size(max = 9, groups = New.class)", "@Validated(New.class)", "9"},
		{"@Size(max = 9, groups = New.class)", "@Validated(Changed.class)", "any"},
		{"@Size(max = 9, groups = {New.class, Changed.class})", "@Validated(Changed.class)", "9"},
		{"@Size(max = 9, groups = New.class)", "@Validated({Changed.class, New.class})", "9"},
		{"@Size(max = 9)", "@Validated({Changed.class, Default.class})", "9"},
		{"@Size(max = 9, groups = New.class) @Size(max = 20)", "@Validated(New.class)", "9"},
	} {
		if got := inJava(t, strings.NewReplacer("CONSTRAINT", test.constraint, "ASKED", test.asked).Replace(file)); got != test.want {
			t.Errorf("%s asked for by %s: got %s, want %s", test.constraint, test.asked, got, test.want)
		}
	}
}

// TestComposedConstraints bounds by the constraints that an annotation is made of, unless it hands them attributes.
func TestComposedConstraints(t *testing.T) {
	const file = `class Form { USE public String name; }
@RestController class A { @PostMapping("/a") boolean a(@Valid @RequestBody Form f) { return f.name.matches("(a+)+$"); } }
`
	for _, test := range []struct{ declared, use, want string }{
		{`@Size(max = 9) @Constraint(validatedBy = {}) @interface Code { String message() default ""; }`, "@Code", "9"},
		{`@Size(max = 9) @Constraint(validatedBy = {}) @interface Code { String message() default ""; }`, `@Code(message = "no")`, "9"},
		{`@Size(max = 9) @interface Code { }`, "@Code", "any"},
		{`@Constraint(validatedBy = {}) @interface Code { }`, "@Code", "any"},
		{`@Size(max = 9) @Constraint(validatedBy = {}) @interface Code { @OverridesAttribute(constraint = Size.class, name = "max") int max() default 90; }`, "@Code", "any"},
		{`@Size(max = 9) @Constraint(validatedBy = {}) @interface Code { @OverridesAttribute(constraint = Size.class, name = "max") int max(); }`, "@Code(max = 50)", "any"},
		{`@Size(max = 9) @Constraint(validatedBy = {}) @interface Inner { } @Inner @Constraint(validatedBy = {}) @interface Code { }`, "@Code", "9"},
		{`@Code @Constraint(validatedBy = {}) @interface Code { }`, "@Code", "any"},
		{`@Size(max = 9) @Constraint(validatedBy = {}) @interface Code { Class<?>[] groups() default {}; }`, "@Code(groups = A.class)", "any"},
	} {
		if got := inJava(t, test.declared+"\n"+strings.Replace(file, "USE", test.use, 1)); got != test.want {
			t.Errorf("%s with %s: got %s, want %s", test.use, test.declared, got, test.want)
		}
	}
}

// TestLombok follows values through the getters, setters, constructors and builders that annotations stand for.
func TestLombok(t *testing.T) {
	const file = `CLASS
@RestController class A { @PostMapping("/a") boolean a(@RequestParam String s, @Valid @RequestBody Form f) { BODY return f.getName().matches("(a+)+$"); } }
`
	for _, test := range []struct{ class, body, want string }{
		{`@Data class Form { @Size(max = 9) private String name; }`, "", "9"},
		{`@Getter class Form { @Size(max = 9) private String name; }`, "", "9"},
		{`class Form { @Getter @Size(max = 9) private String name; }`, "", "9"},
		{`@Value class Form { @Size(max = 9) private String name; }`, "", "9"},
		{`@Data class Form { private String name; private String other; }`, "f = new Form(); f.setOther(s);", "none"},
		{`@Data class Form { private String name; }`, `f = new Form(); f.setName("b" + s.substring(0, 20));`, "21"},
		{`@Getter class Form { private String name; public String getName() { return "a"; } }`, "", "none"},
		{`@Value class Form { String name; String other; }`, `f = new Form(s.substring(0, 20), "x");`, "20"},
		{`@Value class Form { String name; String other; }`, `f = new Form("x", s);`, "none"},
		{`@Data @AllArgsConstructor class Form { private String other; private String name; }`, `f = new Form("x", s.substring(0, 20));`, "20"},
		{`@Data class Form { private String other; private final String name; private final String last = "x"; }`, `f = new Form(s.substring(0, 20));`, "20"},
		{`@Getter @RequiredArgsConstructor class Form { private String other; @NonNull private String name; }`, `f = new Form(s.substring(0, 20));`, "20"},
		{`@Getter @AllArgsConstructor(staticName = "of") class Form { private String name; }`, `f = Form.of(s.substring(0, 20));`, "20"},
		{`@Getter @Builder class Form { private String name; private String other; }`, `f = Form.builder().other("x").name(s.substring(0, 20)).build();`, "20"},
		{`@Getter @Builder class Form { private String name; private String other; }`, `f = Form.builder().name("x").other(s).build();`, "none"},
		{`@Getter @With class Form { private String name; }`, `f = new Form(); f = f.withName(s.substring(0, 20));`, "20"},
		{`@Data @Accessors(chain = true) class Form { private String other; private String name; }`, `f = new Form().setOther("x").setName(s.substring(0, 20));`, "20"},
		{`@Getter class Form { private final String name; Form(String a, String b) { name = b; } }`, `f = new Form(s, s.substring(0, 20));`, "20"},
	} {
		if got := inJava(t, strings.NewReplacer("CLASS", test.class, "BODY", test.body).Replace(file)); got != test.want {
			t.Errorf("%s, %s: got %s, want %s", test.class, test.body, got, test.want)
		}
	}
}

// TestProgramArguments knows that who starts a program of Java, Kotlin or C# gives it arguments.
func TestProgramArguments(t *testing.T) {
	for _, test := range []struct {
		file, text string
		want       Level
	}{
		{"A.java", `class A { public static void main(String[] a) { a[0].matches("(a+)+$"); } }`, Local},
		{"A.java", `class A { public static void main(String... a) { for (String s : a) { s.split("=")[1].matches("(a+)+$"); } } }`, Local},
		{"A.java", `class A { private void main(String[] a) { a[0].matches("(a+)+$"); } }`, Unknown},
		{"a.kt", `fun main(args: Array<String>) { Regex("(a+)+$").matches(args[0]) }`, Local},
		{"A.cs", `using System.Text.RegularExpressions; class A { static int Main(string[] a) { Regex.IsMatch(a[0], "(a+)+$"); return 0; } }`, Local},
		{"A.cs", `using System.Text.RegularExpressions; Regex.IsMatch(args[0], "(a+)+$");`, Local},
	} {
		got := Unknown
		if ways := waysOf(t, test.file, test.text, attacked); len(ways) > 0 {
			got = ways[0].Level
		}
		if got != test.want {
			t.Errorf("%s: got %v, want %v", test.text, got, test.want)
		}
	}
}

// TestPredicateOfPattern follows what a pattern of Java asks as a predicate: called, negated, kept in a map, or given to a stream.
func TestPredicateOfPattern(t *testing.T) {
	const file = `import java.util.*;
import java.util.function.Predicate;
import java.util.regex.Pattern;
@Validated @RestController class A {
  static final Predicate<String> P = Pattern.compile("(a+)+$").MADE;
  final Map<String, Predicate<String>> all = Map.of("p", P);
  boolean asks(Predicate<String> p, String s) { return p.test(s); }
  @PostMapping("/a") Object a(@RequestBody List<String> l, @RequestParam @Size(max = 9) String s) { return BODY; }
}
`
	for _, test := range []struct{ made, body, want string }{
		{"asPredicate()", "P.test(s)", "9"},
		{"asMatchPredicate()", "P.test(s)", "9"},
		{"asPredicate()", "asks(P.negate(), s)", "9"},
		{"asPredicate()", `all.get("p").test(s)`, "9"},
		{"asPredicate()", "Optional.of(s).filter(P).isPresent()", "9"},
		{"asPredicate()", "l.stream().filter(P).count()", "any"},
		{"asPredicate()", "l.stream().filter(x -> x.length() < 5).anyMatch(P)", "4"},
		{"asPredicate()", `asks(P, "x")`, "none"},
		{"asPredicate()", "all.size()", "none"},
	} {
		if got := inJava(t, strings.NewReplacer("MADE", test.made, "BODY", test.body).Replace(file)); got != test.want {
			t.Errorf("%s, %s: got %s, want %s", test.made, test.body, got, test.want)
		}
	}
}
