package reach

import (
	"strings"
	"testing"
)

// TestSetByOthers holds that a member is not taken for the constant that its own code gives it where code of a class that runs
// when that is loaded, code that is not there, reflection, a class that extends its own, or a jump may give it something else.
func TestSetByOthers(t *testing.T) {
	const java = `-- C.java --
package a;
import java.util.*;
import org.springframework.web.bind.annotation.*;
@RestController class C {
  String own() { return "x"; }
  @PostMapping("/a") boolean a(@RequestBody String s) throws Exception {
    CODE return TEXT.matches("(a+)+$"); }
}
MORE
`
	const csharp = `-- C.cs --
using System; using System.Collections.Generic; using System.Text.RegularExpressions; using Microsoft.AspNetCore.Mvc;
namespace A;
[ApiController] public class C : ControllerBase {
  protected virtual string Own() => "x";
  [HttpPost("/a")] public bool A([FromBody] string s) {
    CODE return Regex.IsMatch(TEXT, "(a+)+$"); }
}
MORE
`
	const kotlin = `-- C.kt --
package a
import org.springframework.web.bind.annotation.*
@RestController open class C {
    open fun own() = "x"
    @PostMapping("/a") fun a(@RequestBody s: String): Boolean {
        CODE
        return Regex("(a+)+$").matches(TEXT)
    }
}
MORE
`
	const form = `class Form { String p = "x"; }`
	const cfg = `public class Cfg { public string P { get; set; } = "x"; }`
	for _, test := range []struct{ file, code, text, more, want string }{
		{java, ``, `Form.p`, `class Form { static String p = "x"; static { p = System.getenv("X"); } }`, "local"},
		{java, ``, `Form.p`, `class Form { static String p = "x"; static { System.out.println("y"); } }`, "constant"},
		{java, `Form f = new Form(); Lib.update(f, s);`, `f.p`, form, "unknown"},
		{java, `Form f = new Form(); log.info("f", f);`, `f.p`, form, "constant"},
		{java, `Form f = new Form(), g = new Form(); Form.class.getDeclaredField("p").set(f, s);`, `f.p`, form, "unknown"},
		{java, `Form f = new Form(); Form.class.getDeclaredField("q").get(null);`, `f.p`, form, "constant"},
		{java, `Form f = new Form();`, `f.p`, form, "constant"},
		{java, ``, `own()`, `class D extends C { String own() { return System.getenv("X"); } }`, "unknown"},
		{java, ``, `own()`, `class D extends C { String other() { return System.getenv("X"); } }`, "constant"},
		{csharp, ``, `Cfg.P`, `public static class Cfg { public static readonly string P = "x"; static Cfg() { P = Environment.GetEnvironmentVariable("X"); } }`, "local"},
		{csharp, ``, `Cfg.P`, `public static class Cfg { public static readonly string P = "x"; }`, "constant"},
		{csharp, `var o = new Cfg(); mapper.Map(s, o);`, `o.P`, cfg, "unknown"},
		{csharp, `var o = new Cfg();`, `o.P`, cfg, "constant"},
		{csharp, `var o = new Cfg { P = s };`, `o.P`, cfg, "remote"},
		{csharp, `var o = new Cfg { P = "y" };`, `o.P`, cfg, "constant"},
		{csharp, `var a = new[] { "x" }; Array.Fill(a, s);`, `a[0]`, ``, "unknown"},
		{csharp, `var a = new[] { "x" };`, `a[0]`, ``, "constant"},
		{csharp, ``, `Own()`, `public class D : C { protected override string Own() => Environment.GetEnvironmentVariable("X"); }`, "unknown"},
		{csharp, `string p = "x"; switch (s.Length) { case 1: p = s; goto default; default:`, `p`, ``, "remote"},
		{kotlin, ``, `Cfg.p`, `object Cfg { var p = "x"; init { p = System.getenv("X") } }`, "local"},
		{kotlin, ``, `own()`, `class D : C() { override fun own() = System.getenv("X") }`, "unknown"},
		{kotlin, ``, `own()`, `class D : C() { fun other() = System.getenv("X") }`, "constant"},
		{kotlin, `val c = Cfg(); org.x.Lib.fill(c, s)`, `c.p`, `class Cfg { var p = "x" }`, "unknown"},
	} {
		more := test.more
		if strings.Contains(test.code, "switch") {
			test.text += `, "(a+)+$"); } return Regex.IsMatch("x"`
		}
		out := describe(t, strings.NewReplacer("CODE", test.code, "TEXT", test.text, "MORE", more).Replace(test.file))
		first, _, _ := strings.Cut(out, "\n")
		if _, got, _ := strings.Cut(first, " "); got != test.want {
			t.Errorf("%s %s %s: got %s, want %s", test.code, test.text, more, got, test.want)
		}
	}
}
