package reach

import "testing"

// TestRangeGuards holds the lengths of texts against ranges, patterns and the cases of a switch.
func TestRangeGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"patterns of C#", "A.cs", `
using Microsoft.AspNetCore.Mvc;
using System.Text.RegularExpressions;
public class Form { public string S { get; set; } public string O { get; set; } }
public class HomeController : Controller {
  [HttpPost("/a")] public IActionResult A([FromBody] string s, [FromBody] string o, [FromBody] Form f) {
    GUARD
    Regex.IsMatch(s, "^(a+)+$");
    GUARD
    return Ok();
  } }`, "10", "30000000", []string{
			"if (s is { Length: > 10 }) return BadRequest();",
			"if (s is not { Length: <= 10 }) return BadRequest();",
			"if (s is null or { Length: 0 or > 10 }) return BadRequest();",
			"if (s is not string { Length: < 11 }) return BadRequest();",
			"if (s.Length is < 1 or > 10) return BadRequest();",
			"if (s.Length is not (> 0 and <= 10)) return BadRequest();",
			"if (s is { Length: > 0 and <= 10 }) {\n---\n}",
			"switch (s) { case { Length: > 10 }: return BadRequest(); }",
			"switch (s.Length) { case > 10: return BadRequest(); default: break; }",
			"switch (s.Length) { case 1: case 5: case 10:\n---\nbreak; }",
			"var x = s switch { { Length: > 10 } => throw new E(), _ => 1 }; s = s[..Math.Min(10, s.Length)];",
			"s = s[..10];",
			"s = s[2..12];",
			"s = s.Length > 10 ? s[..10] : s;",
			"if (s is not { Length: <= 10 } x) return BadRequest(); s = x;",
		}, []string{
			"if (s is { Length: > 10 }) Console.WriteLine(\"long\");",
			"if (o is { Length: > 10 }) return BadRequest();",
			"if (s is { Length: > 10 } && o == \"x\") return BadRequest();",
			"if (s is not { Length: > 10 }) return BadRequest();",
			"if (s is { Length: < 10 }) return BadRequest();",
			"if (s.Length is < 1 and > 10) return BadRequest();",
			"if (s is { Length: <= 10 } or null) { }",
			"\n---\nif (s is { Length: > 10 }) return BadRequest();",
			"switch (o) { case { Length: > 10 }: return BadRequest(); }",
			"switch (s) { case { Length: > 10 }: break; }",
			"switch (s) { case { Length: > 10 } when o == \"x\": return BadRequest(); }",
			"switch (s.Length) { case 10: break; }",
			"if (f is { S.Length: > 10 }) return BadRequest();",
			"s = s[10..];",
			"s = s[..^10];",
			"s = s[..Math.Max(10, s.Length)];",
		}},
		{"ranges of Ruby", "app.rb", `
require 'sinatra'
OK = 1..10
post '/a' do
  s = params[:s].to_s
  o = params[:o].to_s
  GUARD
  s =~ /\A(a+)+\z/
  GUARD
end`, "10", "any", []string{
			"halt 400 unless s.length.between?(1, 10)",
			"halt 400 unless (1..10).cover?(s.size)",
			"halt 400 if !(1...11).include?(s.length)",
			"halt 400 unless OK.member?(s.length)",
			"halt 400 unless s.length.in?(1..10)",
			"if (0..10) === s.length\n---\nend",
			"case s.length\nwhen 0..10 then nil\nelse halt 400\nend",
			"case s.size\nwhen 1, 2, 10\n---\nend",
			"case\nwhen s.length > 10 then halt 400\nend",
			"n = s.length\nhalt 400 unless n.between?(1, 10)",
			"return unless s.length.positive? && s.length.between?(1, 10)",
		}, []string{
			"logger.warn('long') unless s.length.between?(1, 10)",
			"halt 400 if s.length.between?(1, 10)",
			"halt 400 unless o.length.between?(1, 10)",
			"\n---\nhalt 400 unless s.length.between?(1, 10)",
			"halt 400 unless (10..).cover?(s.length)",
			"halt 400 unless s.length.in?(1..10) || o == 'x'",
			"case s.length\nwhen 0..10 then halt 400\nend",
			"case o.length\nwhen 0..10 then nil\nelse halt 400\nend",
			"case s.length\nwhen 0..10 then nil\nelse logger.warn('long')\nend",
			"case\nwhen s.length > 10 then nil\nend",
			"case s.length\nwhen 1, 2, 10.. then nil\nelse halt 400\nend",
		}},
		{"choices of PHP", "a.php", `<?php
$s = $_POST['s']; $o = $_POST['o'];
GUARD
preg_match('/^(a+)+$/', $s);
GUARD
`, "10", "8388608", []string{
			"switch (true) { case strlen($s) > 10: exit; }",
			"switch (true) { case $o == 1: break; case strlen($s) <= 10:\n---\n }",
			"match (true) { strlen($s) > 10 => throw new E(), default => null };",
			"switch (strlen($s)) { case 9: case 10:\n---\n}",
			"if (isset($s[10])) exit;",
			"if (!isset($s[10])) {\n---\n}",
			"isset($s[10]) and die('long');",
			"if (isset($s[10]) || $o) { exit; }",
		}, []string{
			"switch (true) { case strlen($s) > 10: error_log('long'); }",
			"switch (true) { case strlen($o) > 10: exit; }",
			"switch ($o) { case strlen($s) > 10: exit; }",
			"match (true) { strlen($s) > 10 => 1, default => null };",
			"switch (strlen($s)) { case 10: exit; }",
			"if (!isset($s[10])) exit;",
			"if (isset($s[10])) error_log('long');",
			"if (isset($o[10])) exit;",
			"if (isset($s[10]) && $o) { exit; }",
			"\n---\nif (isset($s[10])) exit;",
		}},
	} {
		g.run(t)
	}
}

// TestNamedByPatterns follows texts that patterns and calls give names to.
func TestNamedByPatterns(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"C#", "A.cs", `
public class HomeController : Microsoft.AspNetCore.Mvc.Controller {
  [HttpPost("/a")] public IActionResult A([FromBody] object s, [FromBody] object o) {
    if (s is not string t) return BadRequest();
    Regex.IsMatch(t, "^(a+)+$");
    if (o is string { Length: < 5 } u) Regex.IsMatch(u, "^(b+)+$");
    if (Request.Query.TryGetValue("q", out var q)) Regex.IsMatch(q, "^(c+)+$");
    return Ok();
  } }`, "remote body POST /a s 30000000; remote body POST /a o 4; remote url POST /a Request.Query.* 8192"},
		{"Java", "A.java", `
@RestController class A { @PostMapping("/a") String a(@RequestBody Object s) {
    if (!(s instanceof String t)) return "";
    t.matches("(a+)+");
    if (s instanceof String u && u.length() < 9) u.matches("(b+)+");
    return "";
  } }`, "remote body POST /a s -1; remote body POST /a s 8"},
		{"the ninth parameter", "A.java", `
@RestController class A { @PostMapping("/a") String a(@RequestParam String a, @RequestParam String b, @RequestParam String c, @RequestParam String d, @RequestParam String e, @RequestParam String f, @RequestParam String g, @RequestParam String h, @RequestParam String i) {
    i.matches("(a+)+");
    return "";
  } }`, "remote body POST /a i 2097152"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
