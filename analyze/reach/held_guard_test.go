package reach

import (
	"strings"
	"testing"
)

// TestHeldConstraints bounds by the constraints of the types that fields and parameters of Java are made for, where they are
// checked.
func TestHeldConstraints(t *testing.T) {
	const file = `class Part { @Size(max = 7) public String label; public String other; public String getLabel() { return label; } }
record Piece(@Size(max = 6) String label, String other) {}
class Form {
  public List<@Size(max = 9) String> texts; public List<String> any; public Set<@Size(max = 8) String> set;
  @Size(max = 3) public List<String> few; public List<List<@Size(max = 4) String>> rows;
  @Valid public List<Part> parts; public List<@Valid Part> each; public List<Part> loose; @Valid public Part[] array;
  @Valid public Map<String, Part> table; public Map<String, @Size(max = 5) String> values; public Map<@Size(max = 12) String, @Size(max = 5) String> both;
  @Valid public List<Piece> pieces; public Optional<@Size(max = 2) String> maybe; public List<@Size(max = 9, groups = Other.class) String> other;
}
@RestController AT class A { @PostMapping("/a") void a(PARAM) { CODE } }
`
	for _, test := range []struct{ at, param, code, want string }{
		{"", "@Valid @RequestBody Form f", `for (String s : f.texts) s.matches("(a+)+$");`, "9"},
		{"", "@Valid @RequestBody Form f", `f.texts.forEach(s -> s.matches("(a+)+$"));`, "9"},
		{"", "@Valid @RequestBody Form f", `for (String s : f.set) s.matches("(a+)+$");`, "8"},
		{"", "@RequestBody Form f", `for (String s : f.texts) s.matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `for (String s : f.any) s.matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `for (String s : f.few) s.matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `for (String s : f.other) s.matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `f.texts.toString().matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `String.join("", f.texts).matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `for (List<String> r : f.rows) for (String s : r) s.matches("(a+)+$");`, "4"},
		{"", "@Valid @RequestBody Form f", `for (Part p : f.parts) p.label.matches("(a+)+$");`, "7"},
		{"", "@Valid @RequestBody Form f", `f.parts.get(0).label.matches("(a+)+$");`, "7"},
		{"", "@Valid @RequestBody Form f", `f.parts.get(0).getLabel().matches("(a+)+$");`, "7"},
		{"", "@Valid @RequestBody Form f", `f.parts.stream().filter(p -> p != null).forEach(p -> p.label.matches("(a+)+$"));`, "7"},
		{"", "@Valid @RequestBody Form f", `f.parts.get(0).other.matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `for (Part p : f.each) p.label.matches("(a+)+$");`, "7"},
		{"", "@Valid @RequestBody Form f", `for (Part p : f.loose) p.label.matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `for (Part p : f.array) p.label.matches("(a+)+$");`, "7"},
		{"", "@Valid @RequestBody Form f", `f.table.get("k").label.matches("(a+)+$");`, "7"},
		{"", "@Valid @RequestBody Form f", `for (String s : f.values.values()) s.matches("(a+)+$");`, "any"}, // or a key
		{"", "@Valid @RequestBody Form f", `f.pieces.get(0).label().matches("(a+)+$");`, "6"},
		{"", "@Valid @RequestBody Form f", `f.pieces.get(0).other().matches("(a+)+$");`, "any"},
		{"", "@Valid @RequestBody Form f", `f.maybe.ifPresent(s -> s.matches("(a+)+$"));`, "2"},
		{"", "@Valid @RequestBody Mono<Part> f", `f.map(p -> p.label.matches("(a+)+$"));`, "7"},
		{"", "@Valid @RequestBody Flux<Part> f", `f.map(p -> p.label.matches("(a+)+$"));`, "7"},
		{"", "@RequestBody Mono<Part> f", `f.map(p -> p.label.matches("(a+)+$"));`, "any"},
		{"", "@Valid @RequestBody List<Part> f", `for (Part p : f) p.label.matches("(a+)+$");`, "any"}, // Spring before 6.1 checks no lists
		{"@Validated", "@Valid @RequestBody List<Part> f", `for (Part p : f) p.label.matches("(a+)+$");`, "7"},
		{"@Validated", "@RequestBody List<@Valid Part> f", `for (Part p : f) p.label.matches("(a+)+$");`, "7"},
		{"@Validated", "@RequestBody List<Part> f", `for (Part p : f) p.label.matches("(a+)+$");`, "any"},
		{"@Validated", "@Validated @RequestBody List<Part> f", `for (Part p : f) p.label.matches("(a+)+$");`, "any"},
		{"@Validated", "@RequestParam List<@Size(max = 11) String> f", `for (String s : f) s.matches("(a+)+$");`, "11"},
		{"", "@RequestParam List<@Size(max = 11) String> f", `for (String s : f) s.matches("(a+)+$");`, "2097152"}, // of forms
		{"@Validated(Other.class)", "@RequestParam List<@Size(max = 11) String> f", `for (String s : f) s.matches("(a+)+$");`, "2097152"},
	} {
		if got := inJava(t, "import java.util.*;\nimport reactor.core.publisher.*;\n"+strings.NewReplacer("AT", test.at, "PARAM", test.param, "CODE", test.code).Replace(file)); got != test.want {
			t.Errorf("%s %s, %s: got %s, want %s", test.at, test.param, test.code, got, test.want)
		}
	}
}

// TestHeldAnnotations bounds by the data annotations of the types that properties and parameters of C# are made for.
func TestHeldAnnotations(t *testing.T) {
	const file = `using System.Collections.Generic;
using System.ComponentModel.DataAnnotations;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;
public class Line { [MaxLength(7)] public string Sku { get; set; } public string Note { get; set; } }
public class Order {
  public List<Line> Lines { get; set; } public Line[] Array { get; set; } public Dictionary<string, Line> Table { get; set; }
  [ValidateNever] public List<Line> Never { get; set; } [ValidateNever] public Line One { get; set; } [MaxLength(5)] public List<string> Few { get; set; }
}
AT public class A : ControllerBase { [HttpPost("/a")] public void Go(PARAM) { CODE } }
`
	for _, test := range []struct{ at, param, code, want string }{
		{"[ApiController]", "[FromBody] Order o", `foreach (var l in o.Lines) Regex.IsMatch(l.Sku, "(a+)+$");`, "7"},
		{"[ApiController]", "[FromBody] Order o", `o.Lines.Any(l => Regex.IsMatch(l.Sku, "(a+)+$"));`, "7"},
		{"[ApiController]", "[FromBody] Order o", `Regex.IsMatch(o.Lines[0].Sku, "(a+)+$");`, "7"},
		{"[ApiController]", "[FromBody] Order o", `Regex.IsMatch(o.Array[0].Sku, "(a+)+$");`, "7"},
		{"[ApiController]", "[FromBody] Order o", `Regex.IsMatch(o.Table["k"].Sku, "(a+)+$");`, "7"},
		{"[ApiController]", "[FromBody] Order o", `foreach (var l in o.Lines) Regex.IsMatch(l.Note, "(a+)+$");`, "30000000"},
		{"[ApiController]", "[FromBody] Order o", `foreach (var l in o.Never) Regex.IsMatch(l.Sku, "(a+)+$");`, "30000000"},
		{"[ApiController]", "[FromBody] Order o", `Regex.IsMatch(o.One.Sku, "(a+)+$");`, "30000000"},
		{"[ApiController]", "[FromBody] Order o", `foreach (var l in o.Few) Regex.IsMatch(l, "(a+)+$");`, "30000000"},
		{"[ApiController]", "[FromBody] List<Line> o", `foreach (var l in o) Regex.IsMatch(l.Sku, "(a+)+$");`, "7"},
		{"[ApiController]", "[FromBody, ValidateNever] List<Line> o", `foreach (var l in o) Regex.IsMatch(l.Sku, "(a+)+$");`, "30000000"},
		{"", "[FromBody] List<Line> o", `foreach (var l in o) Regex.IsMatch(l.Sku, "(a+)+$");`, "30000000"},
		{"", "[FromBody] Order o", `foreach (var l in o.Lines) Regex.IsMatch(l.Sku, "(a+)+$");`, "30000000"},
		{"", "[FromBody] Order o", `if (!ModelState.IsValid) return; foreach (var l in o.Lines) Regex.IsMatch(l.Sku, "(a+)+$");`, "7"},
	} {
		if got := longest(t, "A.cs", strings.NewReplacer("AT", test.at, "PARAM", test.param, "CODE", test.code).Replace(file)); got != test.want {
			t.Errorf("%s %s, %s: got %s, want %s", test.at, test.param, test.code, got, test.want)
		}
	}
}
