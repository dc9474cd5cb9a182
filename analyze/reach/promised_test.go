package reach

import (
	"fmt"
	"strings"
	"testing"
)

// firstWay returns the level of the first regex, and of the first way to it the kind, route and length.
func firstWay(out string) string {
	lines := strings.Split(out, "\n")
	got := lines[0][strings.LastIndexByte(lines[0], ' ')+1:]
	if len(lines) > 1 && strings.HasPrefix(lines[1], got) {
		f := strings.Fields(lines[1][:strings.IndexByte(lines[1], ':')])
		got += " " + f[1] + " " + f[len(f)-1]
	}
	return got
}

// TestPromisedMethods follows values through methods without code: what they return by its type, the methods and functions that
// stand for them, and classes that extend those of a framework.
func TestPromisedMethods(t *testing.T) {
	const (
		head    = "import javax.servlet.http.*;\nimport java.util.function.*;\nimport java.util.regex.Pattern;\n"
		servlet = head + "class A extends HttpServlet { protected void doGet(HttpServletRequest req, HttpServletResponse res) { %s } %s }\n"
		match   = `Pattern.matches("(a+)+$", %s);`
	)
	matches := func(s string) string { return fmt.Sprintf(match, s) }
	in := func(code, more string) string { return "-- A.java --\n" + fmt.Sprintf(servlet, code, more) }
	own := "interface Own { boolean fits(String s); }"
	base := "-- Base.java --\nimport java.util.regex.Pattern;\nabstract class Base {\n  void run(String s) { %s }\n  abstract void check(String s);\n}\n-- Im.java --\nimport java.util.regex.Pattern;\nclass Im extends Base { void check(%s) { %s } }\n"
	for _, test := range []struct{ name, text, want string }{
		{"of a request", in(matches(`c.request().getParameter("q")`), "private Ctx c; interface Ctx { HttpServletRequest request(); }"), "remote url 1048576"},
		{"of what has a request", in(matches(`c.app().request().getParameter("q")`), "private Ctx c; interface App { HttpServletRequest request(); } interface Ctx { App app(); }"), "remote url 1048576"},
		{"of another type", in(matches(`c.request().getParameter("q")`), "private Ctx c; interface Ctx { Settings request(); }"), "unknown"},
		{"of an abstract class", in(matches(`c.request().getHeader("q")`), "private Ctx c; static abstract class Ctx { abstract HttpServletRequest request(); }"), "remote header 1048576"},
		{"with code that is not followed", in(matches(`current().getHeader("q")`), "HttpServletRequest current() { return Holder.get(); }"), "remote header 1048576"},
		{"with code, of another type", in(matches(`current().getHeader("q")`), "Response current() { return Holder.get(); }"), "unknown"},
		{"that is cast to a request", in(matches(`((HttpServletRequest) Holder.get("x")).getHeader("q")`), ""), "remote header 1048576"},
		{"that is cast to another type", in(matches(`((Response) Holder.get("x")).getHeader("q")`), ""), "unknown"},
		{"that is cast to what has a request", in(matches(`((ServletRequestAttributes) Holder.get("x")).getRequest().getHeader("q")`), ""), "remote header 1048576"},
		{"that a variable of that type gets", in(`HttpServletRequest r = Holder.get("x"); `+matches(`r.getHeader("q")`), ""), "remote header 1048576"},
		{"that a variable of another type gets", in(`Response r = Holder.get("x"); `+matches(`r.getHeader("q")`), ""), "unknown"},
		{"that a variable of any type gets", in(`var r = Holder.get("x"); `+matches(`r.getHeader("q")`), ""), "unknown"},
		{"that a variable of that type gets, behind a check", in(`HttpServletRequest r = Holder.get("x"); String q = r.getHeader("q"); if (q.length() > 20) return; `+matches("q"), ""), "remote header 20"},
		{"that a variable of C# gets", "-- A.cs --\nclass A { void B() { HttpRequest r = Holder.Get(), s; Regex.IsMatch(r.Headers[\"q\"], \"(a+)+$\"); } }", "remote header 32768"},
		{"that a variable of C# of another type gets", "-- A.cs --\nclass A { void B() { Response r = Holder.Get(); Regex.IsMatch(r.Headers[\"q\"], \"(a+)+$\"); } }", "unknown"},
		{"in Kotlin", "-- A.kt --\nimport jakarta.servlet.http.HttpServletRequest\ninterface Ctx { fun request(): HttpServletRequest }\nclass A(val c: Ctx) { fun a() = Regex(\"(a+)+$\").matches(c.request().getHeader(\"q\")) }", "remote header 1048576"},
		{"of a class that extends a request", "-- A.java --\n" + head + "class Mine extends HttpServletRequestWrapper { }\nclass A { void a(Mine w) { " + matches(`w.getHeader("q")`) + " } }", "remote header 1048576"},
		{"of an object of a class that extends a request", in(matches(`new Mine(req).getHeader("q")`), "static class Mine extends HttpServletRequestWrapper { Mine(HttpServletRequest r) { super(r); } }"), "remote header 1048576"},
		{"of a class that extends no request", "-- A.java --\n" + head + "class Mine extends Object { }\nclass A { void a(Mine w) { " + matches(`w.getHeader("q")`) + " } }", "unknown"},
		{"that a class has code for", in(`new Im().run(req.getParameter("q"));`, "") + fmt.Sprintf(base, "check(s);", "String s", matches("s")), "remote url 1048576"},
		{"that a class has code for, behind a check", in(`new Im().run(req.getParameter("q"));`, "") + fmt.Sprintf(base, "if (s.length() > 20) return; check(s);", "String s", matches("s")), "remote url 20"},
		{"of another number of parameters", in(`new Im().run(req.getParameter("q"));`, "") + fmt.Sprintf(base, "check(s);", "String s, int n", matches("s")), "unknown"},
		{"that a function stands for", in(`run(s -> { return `+matches("s")[:len(matches("s"))-1]+`; }, req.getParameter("q"));`, "void run(Own o, String v) { o.fits(v); } "+own), "remote url 1048576"},
		{"that a function stands for, behind a check", in(`run(s -> { return `+matches("s")[:len(matches("s"))-1]+`; }, req.getParameter("q"));`, "void run(Own o, String v) { if (v.length() < 9) o.fits(v); } "+own), "remote url 8"},
		{"of a Consumer", in(`run(s -> { `+matches("s")+` }, req.getParameter("q"));`, "void run(Consumer<String> c, String v) { c.accept(v); }"), "remote url 1048576"},
		{"of a BiFunction", in(`run((n, s) -> `+matches("s")[:len(matches("s"))-1]+`, req.getParameter("q"));`, "void run(BiFunction<String, String, Boolean> c, String v) { c.apply(\"x\", v); }"), "remote url 1048576"},
		{"of a BiFunction whose other parameter is sent", in(`run((n, s) -> `+matches("s")[:len(matches("s"))-1]+`, req.getParameter("q"));`, "void run(BiFunction<String, String, Boolean> c, String v) { c.apply(v, \"x\"); }"), "constant"},
		{"of a BiFunction that others get as well", in(`run((n, s) -> `+matches("s")[:len(matches("s"))-1]+`, req.getParameter("q"));`, "void run(BiFunction<String, String, Boolean> c, String v) { Lib.register(c); c.apply(v, \"x\"); }"), "unknown"},
		{"of an interface of which others get a function as well", in(`run(s -> { return `+matches("s")[:len(matches("s"))-1]+`; });`, "void run(Own o) { Lib.register(o); o.fits(\"x\"); } "+own), "unknown"},
		{"of a Supplier", in(`run(() -> req.getParameter("q"));`, "void run(Supplier<String> c) { "+matches("c.get()")+" }"), "remote url 1048576"},
		{"of a Predicate in a constant", in(`P.test(req.getParameter("q"));`, "static final Predicate<String> P = s -> "+matches("s")), "remote url 1048576"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := describe(t, test.text)
			if got := firstWay(out); got != test.want {
				t.Errorf("got %s, want %s of\n%s\n%s", got, test.want, test.text, out)
			}
		})
	}
}
