package lombok_test

import (
	"strings"
	"testing"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/classes"
	"snag/analyze/source/tree/lombok"
)

// TestMembers names the members that annotations give a class, with the parameters of each.
func TestMembers(t *testing.T) {
	for _, test := range []struct{ class, want string }{
		{`class A { String a; }`, ""},
		{`@Getter class A { String a; boolean b; static String c; }`, "getA() isB()"},
		{`@Setter class A { String a; final String b = "x"; }`, "setA(a)"},
		{`class A { @Getter @Setter String a; String b; }`, "getA() setA(a)"},
		{`@Data class A { String a; final String b; }`, "getA() setA(a) getB() A(b)"},
		{`@Data class A { String a; final String b; A() { b = "x"; } }`, "getA() setA(a) getB()"},
		{`@Data @Accessors(fluent = true) class A { String a; }`, "a() a(a)"},
		{`@Value class A { String a; String b; String c = "x"; }`, "getA() getB() getC() A(a b)"},
		{`@Getter class A { String a; String getA() { return "x"; } }`, ""},
		{`@AllArgsConstructor class A { String a; final String b; final String c = "x"; static String d; }`, "A(a b)"},
		{`@RequiredArgsConstructor class A { String a; final String b; @NonNull String c; }`, "A(b c)"},
		{`@AllArgsConstructor(staticName = "of") class A { String a; }`, "A(a) of(a)"},
		{`@With class A { String a; }`, "withA(a)"},
		{`@Builder class A { String a; String b; }`, "A(a b) builder()"},
		{`@Builder class A { String a; static A builder() { return null; } }`, "A(a)"},
		{`@NoArgsConstructor @Data class A { final String a = "x"; String b; }`, "getA() getB() setB(b)"},
	} {
		members, _ := lombok.Members(classOf(t, test.class))
		var all []string
		for _, m := range members {
			var params []string
			for _, p := range m.Func.Params {
				params = append(params, p.Target.Text)
			}
			all = append(all, m.Name+"("+strings.Join(params, " ")+")")
		}
		if got := strings.Join(all, " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.class, got, test.want)
		}
	}
}

// classOf reads a class.
func classOf(t *testing.T, text string) *tree.Class {
	t.Helper()
	for _, n := range classes.Java([]byte(text)).Body.Body.Kids {
		if n.Op == tree.DefineClass {
			return n.Class
		}
	}
	t.Fatalf("no class in %s", text)
	return nil
}
