package reach

import (
	"strings"
	"testing"
)

// TestTypedGuards has classes of the program check texts, by annotations and by methods that are found by declared types.
func TestTypedGuards(t *testing.T) {
	const imports = "import java.util.regex.Pattern;\nimport org.springframework.web.bind.annotation.*;\nimport org.springframework.validation.annotation.Validated;\nimport jakarta.validation.*;\nimport jakarta.validation.constraints.*;\n"
	for _, g := range []guardCase{
		{"parameters", "A.java", imports + "class Dto { @Size(max = 10) public String s; public String o; }\nGUARD", "10", "any", []string{
			"@Validated @RestController class A { @PostMapping void a(@RequestBody @Size(max = 10) String s) { s.matches(\"(a+)+\"); } }",
			"@RestController @Validated class A { @PostMapping(\"/a\") void a(@Size(min = 1, max = 10) @RequestBody String s) { Pattern.matches(\"(a+)+\", s); } }",
			"@Validated class A { @PostMapping(\"/a\") void a(@RequestBody @Length(max = 10) String s) { run(s); } void run(String t) { t.matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping(\"/a\") void a(@Valid @RequestBody @Size(max = 10) String s) { s.matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping(\"/a\") void a(@Valid @RequestBody Dto d) { d.s.matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping(\"/a\") void a(@Validated @RequestBody Dto d) { d.s.matches(\"(a+)+\"); } }",
			"@Validated @RestController class A { @PostMapping(\"/a\") void a(@Valid @RequestBody Dto d) { d.s.matches(\"(a+)+\"); } }",
			"@Path(\"/a\") @Validated class A { @POST void a(@Size(max = 10) String s) { s.matches(\"(a+)+\"); } }",
		}, []string{
			"@RestController class A { @PostMapping void a(@RequestBody @Size(max = 10) String s) { s.matches(\"(a+)+\"); } }",
			"@Validated @RestController class A { @PostMapping void a(@RequestBody String s, @RequestHeader @Size(max = 10) String o) { s.matches(\"(a+)+\"); } }",
			"@Validated @RestController class A { @PostMapping void a(@RequestBody Dto d) { d.s.matches(\"(a+)+\"); } }",
			"@Validated @RestController class A { @PostMapping void a(@RequestBody @Size(min = 10) String s) { s.matches(\"(a+)+\"); } }",
			"@Validated @RestController class A { @PostMapping void a(@RequestBody @Size(max = 10) java.util.List<String> s) { s.get(0).matches(\"(a+)+\"); } }",
			"@Validated class B { } @RestController class A { @PostMapping void a(@RequestBody @Size(max = 10) String s) { s.matches(\"(a+)+\"); } }",
			"@Validated @RestController class A { @PostMapping void a(@RequestBody @Size(max = 10, groups = Late.class) String s) { s.matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping(\"/a\") void a(@Valid @RequestBody Dto d) { d.o.matches(\"(a+)+\"); } }",
		}},
		{"methods", "A.java", imports + `
interface Texts { boolean ok(String s); }
class Own { private String text, name; @Size(max = 10) private String body; Own() {} Own(String s) { text = s; name = s.substring(0, 10); }
  String getName() { return name; } String getValue() { return text; } String getBody() { return body; } String getFirst() { return "first"; } }
GUARD
`, "10", "any", []string{
			"class T implements Texts { public boolean ok(String s) { return s.length() <= 10 && s.matches(\"(a+)+\"); } }\n@RestController class A { private final Texts t; A(Texts t) { this.t = t; } @PostMapping void a(@RequestBody String s) { t.ok(s); } }",
			"class T implements Texts { public boolean ok(String s) { if (s.length() > 10) throw new X(); return s.matches(\"(a+)+\"); } }\n@RestController class A { private final Texts texts; A(Texts t) { texts = t; } @PostMapping void a(@RequestBody String s) { texts.ok(s); } }",
			"@RestController class A { @PostMapping void a(@RequestBody String s) { new Own(s).getName().matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping void a(@RequestBody String s) { Own o = new Own(s); o.getName().matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping void a(@Valid @RequestBody Own o) { o.getBody().matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping void a(@Valid @RequestBody Own o) { String s = o.getBody(); Pattern.matches(\"(a+)+\", s); } }",
			"@RestController class A { private String last; @PostMapping void a(@RequestBody String s) { last = s.substring(0, 10); last.matches(\"(a+)+\"); } }",
			"class T implements Texts { public boolean ok(String s) { return s.matches(\"(a+)+\"); } }\n@RestController class A { private Texts t; A(Texts t) { this.t = t; } @PostMapping void a(@RequestBody String s) { if (s.length() > 10) return; t.ok(s); } }",
		}, []string{
			"class T implements Texts { public boolean ok(String s) { return s.matches(\"(a+)+\"); } }\n@RestController class A { private final Texts t; A(Texts t) { this.t = t; } @PostMapping void a(@RequestBody String s) { t.ok(s); } }",
			"class T implements Texts { public boolean ok(String s) { return s.matches(\"(a+)+\"); } }\n@RestController class A { private final Texts texts; A(Texts t) { texts = t; } @PostMapping void a(@RequestBody String s) { texts.ok(s); } }",
			"abstract class B implements Texts { }\nclass T extends B { public boolean ok(String s) { return s.matches(\"(a+)+\"); } }\n@RestController class A { private final Texts texts; A(Texts t) { texts = t; } @PostMapping void a(@RequestBody String s) { texts.ok(s); } }",
			"@RestController class A { @PostMapping void a(@RequestBody String s) { new Own(s).getValue().matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping void a(@RequestBody Own o) { o.getBody().matches(\"(a+)+\"); } }",
			"@RestController class A { @PostMapping void a(@Valid @RequestBody Own o) { o.getValue().matches(\"(a+)+\"); } }",
			"@RestController class A { private String last; @PostMapping void a(@RequestBody String s) { last = s; last.matches(\"(a+)+\"); } }",
			"@RestController class A { private String last; @PostMapping void a(@RequestBody String s) { last = s.substring(0, 10); last = s; last.matches(\"(a+)+\"); } }",
		}},
	} {
		g.run(t)
	}
	fixed := imports + "class Own { private String text; Own(String s) { text = s; } String getBody() { return \"none\"; } String getName() { return \"fixed\"; } String getValue() { return getName(); } }\n@RestController class A { @PostMapping void a(@RequestBody String s, @RequestBody Own p) { Own o = new Own(s); VALUE.matches(\"(a+)+\"); } }"
	for _, v := range []string{"o.getBody()", "o.getName()", "o.getValue()", "new Own(s).getBody()", "p.getBody()", "p.getName()", "p.getValue()", "(o.getName())"} {
		if got := longest(t, "A.java", strings.Replace(fixed, "VALUE", v, 1)); got != "none" {
			t.Errorf("%s: got %s, want none", v, got)
		}
	}
}
