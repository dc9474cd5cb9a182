package reach

import "testing"

// TestPieceGuards takes of a text what a pattern or one of its groups matched, or leaves where all longer texts match.
func TestPieceGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const express = require('express')
const app = express()
GUARD
app.post('/a', (req, res) => {
  let s = String(req.body.s)
  GUARD;
  /(a+)+$/.test(s)
})`, "9", "102400", []string{
			"\n---\nconst m = /^(\\w{1,9})/.exec(s); if (!m) return; s = m[1]", "\n---\nconst [, k] = s.match(/x(\\w{1,9})(.*)/); s = k", "\n---\ns = /^(?<k>\\w{1,9})-/.exec(s).groups.k", "\n---\ns = s.match(/\\w{9}/)[0]",
			"\n---\ns = (s.match(/\\w{9}/g) || [])[3]", "\n---\nif (/^.{10}/s.test(s)) return", "\n---\nif (/[^]{10,}/.test(s)) return", "\n---\nif (/^[\\s\\S]{10,}$/.test(s)) return", "\n---\nif (s.match(/^.{10,}$/s)) return",
		}, []string{
			"\n---\ns = /^(\\w{1,9})/.exec(s).input", "\n---\nconst m = /^(\\w{1,9})(.*)/.exec(s); m.shift(); s = m[1]", "\n---\nconst m = /^(\\w{1,9})/.exec(s); m[1] = s; s = m[1]", "\n---\ns = /^(\\w{1,9})(.*)/.exec(s)[2]", "\n---\ns = /^(\\w{1,9})(.*)/.exec(s)[0]", "\n---\ns = /^(?=(.*))\\w{9}/.exec(s)[1]", "\n---\ns = /^(?<k>\\w{1,9})(?<t>.*)/.exec(s).groups.t",
			"\n---\ns = /^(\\w{1,9})/.exec(s)[req.query.k]", "\n---\ns = String(/^(\\w{1,9})(.*)/.exec(s))", "\n---\ns = s.match(/(\\w{9}).*/g)[1]", "\n---\ns = s.match(/\\w{9}/g).join('')", "\n---\ns = /(\\w{1,9})\\1*(.*)/.exec(s)[2]",
			"\n---\nif (/^.{10}/.test(s)) return", "\n---\nif (/^.{10}$/s.test(s)) return", "\n---\nif (/^.{10,20}$/s.test(s)) return", "\n---\nif (/^\\w{10}/.test(s)) return", "\n---\nif (!/^.{10}/s.test(s)) return", "\n---\nif (/^a.{9}/s.test(s)) return",
			"const LONG = /^.{10}/gs\n---\nif (LONG.test(s)) return", "\n---\nif (/^.{10}/s.test(req.body.t)) return", "\n---\nif (/^.{10}/s.test(s)) res.end()", "\n---\nif (/^(?!.{10})/s.test(s)) return",
		}},
		{"Python", "a.py", `import re
from flask import Flask, request
app = Flask(__name__)
@app.post('/a')
def a():
    s = request.form['s']
    GUARD
    re.search(r'(a+)+$', s)
`, "9", "any", []string{
			"m = re.match(r'(\\w{1,9})', s)\n    if not m: return 'x'\n    s = m.group(1)", "s = re.search(r'(\\w{1,9})-(.*)', s).group(1)", "s = re.search(r'(?P<k>\\w{1,9})-(.*)', s).group('k')", "s = re.match(r'\\w{1,9}', s).group()",
			"s = re.match(r'(\\w{1,9})(.*)', s)[1]", "s = re.match(r'(\\w{1,9})-?', s).group(1)", "if re.search(r'(?s)^.{10}', s): return 'x'", "if re.fullmatch(r'(?s).{10,}', s): return 'x'",
		}, []string{
			"s = re.match(r'(\\w{1,9})', s).string", "s = re.match(r'(\\w{1,9})(.*)', s).group(2)", "s = re.match(r'(\\w{1,9})(.*)', s).group()", "s = re.match(r'(\\w{1,9})(.*)', s).group(int(request.form['n']))", "s = re.match(r'(\\w{1,9})', s).expand(request.form['t'])",
			"s = re.match(r'(?P<k>\\w{1,9})(?P<t>.*)', s).groupdict()['t']", "if re.search(r'^.{10}', s): return 'x'", "if re.search(r'(?s)^.{10}', s): pass", "if re.fullmatch(r'(?s).{10}', s): return 'x'", "s = re.match(r'(?=(.*))\\w', s).group(1)",
		}},
		{"PHP", "a.php", `<?php
$s = $_POST['s'];
GUARD
preg_match('/(a+)+$/', $s);
`, "9", "8388608", []string{
			"if (!preg_match('/^(\\w{1,9})/', $s, $m)) exit; $s = $m[1];", "preg_match('/^(?<k>\\w{1,9})(.*)/', $s, $m); $s = $m['k'];", "if (preg_match('/^.{10}/s', $s)) exit;", "preg_match('/\\w{9}/', $s, $m); $s = $m[0];",
			"if (preg_match('/^(a|b)(\\w{1,9})/', $s, $m)) { $s = $m[2]; } else { exit; }", "preg_match('~(\\w{1,9})$~', $s, $m); $s = $m[1];", "if (preg_match('/[\\s\\S]{10,}/', $s)) exit;", "if (preg_match('/^.{10,}\\z/s', $s)) { return; }",
		}, []string{
			"preg_match('/^(\\w{1,9})(.*)/', $s, $m); array_shift($m); $s = $m[1];", "preg_match('/^(\\w{1,9})(.*)/', $s, $m); rsort($m); $s = $m[1];", "preg_match('/^(\\w{1,9})/', $s, $m); $m[1] = $s; $s = $m[1];",
			"if (!preg_match('/^(\\w{1,9})(.*)/', $s, $m)) exit; $s = $m[2];", "preg_match('/^(\\w{1,9})(.*)/', $s, $m); $s = $m[0];", "preg_match('/^(\\w{1,9})/', $_POST['t'], $m);", "if (preg_match('/^.{10}/', $s)) exit;", "if (preg_match('/^.{10}/su', $s)) exit;",
			"if (preg_match('/^.{10}/s', $s)) echo 'x';", "preg_match('/^(?=(.*))\\w{9}/', $s, $m); $s = $m[1];", "if (preg_match('/^.{10,20}$/s', $s)) exit;",
		}},
		{"Ruby", "a.rb", `require 'sinatra'
post '/a' do
  s = params[:s].to_s
  GUARD
  s =~ /(a+)+$/
end
`, "9", "any", []string{
			"m = s.match(/\\A(\\w{1,9})/)\nhalt 400 unless m\ns = m[1]", "m = /(\\w{1,9})-(.*)/.match(s)\nhalt 400 unless m\ns = m[1]", "halt 400 unless s =~ /\\A(\\w{1,9})/\ns = $1", "halt 400 if s.match?(/\\A.{10}/m)", "halt 400 unless s =~ /(\\w{1,9})(.*)/m\ns = $1", "s = s.match(/\\w{9}/)[0]", "halt 400 if /\\A.{10}/m.match?(s)", "halt 400 if s.match?(/\\A.{10,}\\z/m)",
		}, []string{
			"s = s.match(/\\A(\\w{1,9})/).post_match", "s = s.match(/\\A(\\w{1,9})(.*)/)[2]", "s = s[/\\A\\w{1,9}.*/].to_s", "s =~ /\\A(\\w{1,9})/\ns = $'", "halt 400 if s.match?(/\\A.{10}/)", "halt 400 if s.match?(/\\A\\w{10}/m)", "s[/\\A\\w{1,9}/]", "s = s.match(/(?=(.*))\\w/)[1]",
		}},
		{"Java", "A.java", `package a;
import java.util.regex.*;
@RestController
class A {
  @PostMapping("/a")
  String a(@RequestParam String s, @RequestParam String t) {
    GUARD
    Pattern.compile("(a+)+$").matcher(s).find();
    return "";
  }
}
`, "9", "2097152", []string{
			`Matcher m = Pattern.compile("^(\\w{1,9})").matcher(s); if (!m.find()) return "x"; s = m.group(1);`, `Matcher m = Pattern.compile("(\\w{9})(.*)").matcher(s); m.find(); s = m.group(1);`,
			`Matcher m = Pattern.compile("\\w{9}").matcher(s); m.find(); s = m.group();`, `Matcher m = Pattern.compile("(?<k>\\w{9})(.*)").matcher(s); m.find(); s = m.group("k");`, `Matcher m = Pattern.compile("\\w{9}").matcher(s); m.find(); String u = m.group(0); s = u;`,
			`if (!s.matches("\\w{0,9}")) return "x";`, `Matcher m = Pattern.compile("((?:a|b){9})-(.*)").matcher(s); if (m.find()) { s = m.group(1); } else { return "x"; }`, `Matcher m = Pattern.compile("x(\\d{9})").matcher(s); if (!m.matches()) return "x"; s = m.group(1);`,
		}, []string{
			`Matcher m = Pattern.compile("^(\\w{1,9})(.*)").matcher(s); if (!m.find()) return "x"; s = m.group(2);`, `Matcher m = Pattern.compile("^(\\w{1,9})(.*)").matcher(s); if (!m.find()) return "x"; s = m.group();`,
			`Matcher m = Pattern.compile("^(\\w{1,9})").matcher(s); m.usePattern(Pattern.compile(".*")); m.find(); s = m.group();`, `Matcher m = Pattern.compile("(?s).{10}").matcher(s); m.find(); if (m.find()) return "x";`,
			`s = Pattern.compile("^(\\w{1,9})").matcher(s).replaceAll(t);`,
			`Matcher m = Pattern.compile("(?=(.*))\\w").matcher(s); m.find(); s = m.group(1);`, `if (s.matches("(?s).{10}")) return "x";`, `if (s.matches(".{10,}")) return "x";`,
		}},
		{"C#", "A.cs", `using System.Text.RegularExpressions;
var app = WebApplication.Create();
app.MapPost("/a", (HttpRequest request) => {
    var s = request.Form["s"].ToString();
    GUARD
    Regex.IsMatch(s, "(a+)+$");
});
`, "9", "4194304", []string{
			`var m = Regex.Match(s, @"^([a-z]{1,9})"); if (!m.Success) return; s = m.Groups[1].Value;`, `s = Regex.Match(s, @"^[a-z]{1,9}").Value;`, `s = Regex.Match(s, @"^(?<k>[a-z]{1,9})(.*)").Groups["k"].Value;`, `if (Regex.IsMatch(s, @"(?s)^.{10}")) return;`,
			`var m = Regex.Match(s, @"([a-z]{9})$"); s = m.Groups[1].Value;`, `if (Regex.IsMatch(s, @"^[\s\S]{10,}\z")) return;`, `s = new Regex("[a-z]{9}").Match(s).Value;`, `var m = Regex.Match(s, @"([a-z]{9})(.*)"); s = m.Groups[1].Value.Trim();`,
		}, []string{
			`s = Regex.Match(s, @"^([a-z]{1,9})(.*)").Groups[2].Value;`, `s = Regex.Match(s, @"^[a-z]{1,9}.*").Value;`, `s = Regex.Match(s, @"^[a-z]{1,9}").Result("$_");`, `if (Regex.IsMatch(s, @"^.{10}")) return;`, `s = Regex.Match(s, @"(?<n>a).*(?<k-n>b)").Groups["k"].Value;`,
			`if (Regex.IsMatch(s, @"(?s)^.{10}")) s.Trim();`, `if (Regex.IsMatch(s, @"(?s)^.{10,20}\z")) return;`, `s = Regex.Match(s, @"(?=(.*))[a-z]").Groups[1].Value;`,
		}},
	} {
		t.Run(g.name, g.run)
	}
}
