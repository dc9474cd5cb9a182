package reach

import (
	"strings"
	"testing"
)

// TestTextBuilders bounds texts that StringBuilder puts together, and calls nothing a constant that others may have changed.
func TestTextBuilders(t *testing.T) {
	java := func(code string) string {
		return "\n-- C.java --\nimport java.util.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController class C {\n  void put(StringBuilder l, String s) { l.append(s); }\n" +
			"  @PostMapping(\"/a\") boolean a(@RequestBody String s) { if (s.length() > 10) return false; StringBuilder l = new StringBuilder(\"ab\"); " + code + " return l.toString().matches(\"(a+)+$\"); }\n}\n"
	}
	csharp := func(code string) string {
		return "\n-- Program.cs --\nusing System.Text;\nusing System.Text.RegularExpressions;\nvar app = WebApplication.Create(args);\napp.MapPost(\"/a\", (B b) => { if (b.S.Length > 10) return false; " + code + " });\napp.Run();\nrecord B(string S);\n" +
			"static class F {\n  public static void Ref(ref string l, string s) { l = s; }\n  public static void Out(out string l, string s) { l = s; }\n  public static void Dup(ref string l) { l = l + l; }\n}\n"
	}
	kotlin := func(code string) string {
		return "\n-- M.kt --\nimport io.ktor.server.application.*\nimport io.ktor.server.request.*\nimport io.ktor.server.routing.*\nfun Application.m() { routing {\n  post(\"/a\") { val s = call.receiveText(); if (s.length > 10) return@post\n " + code + " }\n} }\n" +
			"fun P.rename(s: String) { name = s }\nclass P(var name: String)\n"
	}
	const match, given = " return Regex.IsMatch(l.ToString(), \"(a+)+$\");", "\n Regex(\"(a+)+$\").matches(l.toString())"
	for _, test := range []struct{ name, files, want string }{
		{"nothing added", java(""), "constant"},
		{"added", java("l.append(s);"), " 12: "},
		{"added behind another", java("l.append('-').append(s);"), " 13: "},
		{"added twice", java("l.append(s); l.insert(0, s);"), " 22: "},
		{"turned round", java("l.append(s).reverse().append(s);"), " 22: "},
		{"asked between", java("if (l.length() > 0) l.append(s); l.setCharAt(0, 'x');"), " 12: "},
		{"in a loop", java("for (int i = 0; i < 9; i++) l.append(s);"), ""},
		{"by a function that is handed over", java("List.of(1, 2).forEach(x -> l.append(s));"), ""},
		{"under another name", java("StringBuilder m = l; m.append(s); m.append(s);"), ""},
		{"by another method", java("l.append(s); put(l, s);"), ""},
		{"padded", java("l.append(s); l.setLength(5000);"), ""},
		{"replaced", java("l.append(s); l.replace(0, 1, s);"), ""},
		{"C#, added", csharp("var l = new StringBuilder(\"ab\"); l.Append(b.S); l.AppendLine(b.S);" + match), " 24: "},
		{"C#, replaced", csharp("var l = new StringBuilder(); l.Append(b.S); l.Replace(\"a\", \"bb\");" + match), ""},
		{"C#, several times", csharp("var l = new StringBuilder(); l.Append(b.S); l.Append(' ', 90);" + match), ""},
		{"C#, inserted several times", csharp("var l = new StringBuilder(); l.Insert(0, b.S, 5);" + match), ""},
		{"C#, set by reference", csharp("var l = \"abc\"; F.Ref(ref l, b.S);" + match), " 10: "},
		{"C#, set as output", csharp("F.Out(out var l, b.S);" + match), " 10: "},
		{"C#, doubled by reference", csharp("var l = b.S; F.Dup(ref l);" + match), " 20: "},
		{"C#, by a function that is not known", csharp("var l = \"abc\"; Lib.Ref(ref l);" + match), "unknown"},
		{"C#, checked behind", csharp("var l = b.S; F.Dup(ref l); if (l.Length > 15) return false;" + match), " 15: "},
		{"Kotlin, buildString", kotlin("val l = buildString { append(s); append('x') }" + given), " 11: "},
		{"Kotlin, buildString in a loop", kotlin("val l = buildString { for (i in 1..9) append(s) }" + given), ""},
		{"Kotlin, apply", kotlin("val l = StringBuilder(\"ab\").apply { append(s) }" + given), "remote "},
		{"Kotlin, with", kotlin("val l = StringBuilder(\"ab\"); with(l) { append(s) }" + given), "remote "},
		{"Kotlin, repeated", kotlin("val l = StringBuilder(); repeat(9) { l.append(s) }" + given), ""},
		{"Kotlin, a member set in apply", kotlin("val l = P(\"ab\"); l.apply { name = s }\n Regex(\"(a+)+$\").matches(l.name)"), " 10: "},
		{"Kotlin, a member set in with", kotlin("val l = P(\"ab\"); with(l) { name = s + s }\n Regex(\"(a+)+$\").matches(l.name)"), " 20: "},
		{"Kotlin, a member set by an extension", kotlin("val l = P(\"ab\"); l.rename(s)\n Regex(\"(a+)+$\").matches(l.name)"), " 10: "},
		{"Kotlin, a member read in run", kotlin("val l = P(s); l.run { Regex(\"(a+)+$\").matches(name) }"), " 10: "},
	} {
		got := describe(t, test.files)
		bounded := false
		for _, digits := range []string{" 10: ", " 12: ", " 20: ", " 22: "} {
			bounded = bounded || strings.Contains(got, digits)
		}
		if test.want == "" && (bounded || strings.Contains(got, "constant")) || test.want != "" && !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want %q of\n%s", test.name, got, test.want, test.files)
		}
	}
}
