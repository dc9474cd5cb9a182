package reach

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/source/extract"
)

// attacked is what the regexes of a test have in them of whose reach it asks. All others are not asked for, as
// those that no attack is known for.
const attacked = "(a+)+"

// longest returns the length of the longest text of a sender at the attacked regex of a file, "any" where nothing
// bounds it, and "none" where no way was found.
func longest(t *testing.T, file, text string) string { return longestOf(t, file, text, attacked) }

// longestOf is longest for the first regex of those that have one of some texts in them, all of which are asked for.
func longestOf(t *testing.T, file, text string, asked ...string) string {
	t.Helper()
	ways := waysOf(t, file, text, asked...)
	switch {
	case len(ways) == 0 || ways[0].Level < RemotePossible:
		return "none"
	case ways[0].MaxLength == NoLimit:
		return "any"
	}
	return fmt.Sprint(ways[0].MaxLength)
}

// remoteMax returns how long a text of a request is at most at the last regex of some files, which has to be reached.
func remoteMax(t *testing.T, text string) int {
	t.Helper()
	paths, texts, files := archive(text)
	all := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))
	if len(all) == 0 || all[len(all)-1].Level < RemotePossible {
		t.Errorf("nothing of a request reaches the regex in\n%s", text)
		return 0
	}
	return all[len(all)-1].Ways[0].MaxLength
}

// waysOf returns the ways to the first of such regexes.
func waysOf(t *testing.T, file, text string, asked ...string) []Way {
	t.Helper()
	src := []byte(text)
	files := link.NewList([]string{file}, func(p string) ([]byte, error) {
		if p == file {
			return src, nil
		}
		return nil, fs.ErrNotExist
	})
	l, ok := extract.ByPath(file)
	if !ok {
		t.Fatalf("no language has files named %s", file)
	}
	var regexes []Regex
	in := Input{Paths: []string{file}, Files: files}
	for _, lit := range l.Extract(src).Literals {
		if slices.ContainsFunc(asked, func(part string) bool { return strings.Contains(lit.Pattern, part) }) {
			regexes = append(regexes, Regex{file, lit.Expr.Start.Offset, lit.Expr.End.Offset, lit.At.Start.Offset, lit.At.End.Offset})
		}
	}
	if len(regexes) != len(asked) {
		t.Fatalf("%d regexes are asked for in\n%s", len(regexes), text)
	}
	return Open(in).Regexes(t.Context(), regexes)[0].Ways
}

// replaced returns a file with some code where it has GUARD.
func replaced(frame, code string) string { return strings.Replace(frame, "GUARD", code, 1) }

// guardCase is a guard in the ways in which it bounds a text, and in such in which it does not.
type guardCase struct {
	name, file string
	// frame is the file with GUARD where the variants stand, or where each half of one that has a line "---".
	frame string
	// bound is how long the text is with a guard that holds, and loose with one that does not.
	bound, loose string
	holds, not   []string
}

func (g *guardCase) run(t *testing.T) {
	t.Run(g.name, func(t *testing.T) {
		for i, v := range append(append([]string{}, g.holds...), g.not...) {
			want := g.bound
			if i >= len(g.holds) {
				want = g.loose
			}
			text := g.frame
			for _, half := range strings.Split(v, "\n---\n") {
				text = strings.Replace(text, "GUARD", half, 1)
			}
			text = strings.ReplaceAll(text, "GUARD", "")
			if got := longest(t, g.file, text); got != want && (i < len(g.holds) || got != "any") {
				t.Errorf("%s: got %s, want %s", bytes.TrimSpace([]byte(v)), got, want)
			}
		}
		if len(g.holds) < 8 || len(g.not) < 8 {
			t.Errorf("%d variants hold and %d do not, want eight of each", len(g.holds), len(g.not))
		}
	})
}

// TestRegexGuards holds texts against patterns that are anchored at both ends.
func TestRegexGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')()
const OK = /^\d{1,10}$/, LOOSE = /^\d+$/, tables = { ok: /^\d{1,9}x$/ }
function isOk(s) { return OK.test(s) }
function must(s) { if (!OK.test(s)) throw new Error('no') }
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
  GUARD
})`, "10", "102400", []string{
			"if (!/^\\d{1,10}$/.test(s)) return",
			"if (!OK.test(s)) return res.send('no')",
			"if (OK.exec(s) === null) throw new Error('no')",
			"if (!s.match(OK)) { res.status(400).end(); return }",
			"const m = s.match(/^(\\d{1,10})$/); if (m == null) return",
			"const ok = OK.test(s); if (!ok) return",
			"if (!tables.ok.test(s)) return",
			"if (!isOk(s)) return",
			"must(s)",
			"if (o && OK.test(s)) {\n---\n}",
			"let m; if (!(m = OK.exec(s))) return",
			"if (OK.test(s) !== true) return",
			"if (OK.test(s) === false) return",
			"if (!/^(?=.{1,10}$)[a-z]+$/.test(s)) return",
		}, []string{
			"if (!OK.test(o)) return",
			"\n---\nif (!OK.test(s)) return",
			"if (!OK.test(s)) res.status(400)",
			"if (OK.test(s)) return",
			"OK.test(s)",
			"if (!LOOSE.test(s)) return",
			"if (!/^\\d{1,10}/.test(s)) return",
			"if (!/^\\d{1,10}$/m.test(s)) return",
			"if (!/^\\d{1,10}$|x/.test(s)) return",
			"if (!s.search(OK)) return",
			"if (!s.replace(OK, '')) return",
			"if (!OK.test(s) && o) return",
			"if (!s.matchAll(OK)) return",
			"if (!OK.test(s)) return; s = req.body.t",
			"const ok = OK.test(s); s = req.body.t; if (!ok) return",
			"if (OK.exec(s) === undefined) { res.end() }",
			"if (OK.test(s) !== null) {\n---\n}",
			"isOk(s)",
			"if (!new RegExp('^' + o + '$').test(s)) return",
			"const check = o ? isOk : x => true; if (!check(s)) return",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request, abort
app = Flask(__name__)
OK = re.compile(r'\d{1,10}\Z')
LOOSE = re.compile(r'\d+')
MANY = re.compile(r'^\d{1,9}$', re.M)
@app.route('/a')
def a():
    s = request.headers['s']
    o = request.headers['o']
    GUARD
    re.search(r'(a+)+$', s)
    GUARD
`, "10", "any", []string{
			"if not OK.match(s): return 'no'",
			"if OK.match(s) is None: return 'no'",
			"if not re.fullmatch(r'\\d{1,10}', s): return 'no'",
			"if not re.match(r'^\\d{1,9}$', s): abort(400)",
			"m = OK.match(s)\n    if not m: return 'no'",
			"if not (m := OK.match(s)): return 'no'",
			"if re.search(r'\\A\\d{1,10}\\Z', s) is None: raise ValueError()",
			"if not OK.fullmatch(s) or o: return 'no'",
		}, []string{
			"if not OK.match(o): return 'no'",
			"if not OK.search(s): return 'no'",
			"if OK.match(s): return 'no'",
			"if not OK.match(s): print('no')",
			"OK.match(s)",
			"if not LOOSE.match(s): return 'no'",
			"if not MANY.match(s): return 'no'",
			"if OK.match(s) is not None: return 'no'",
			"if not OK.finditer(s): return 'no'",
			"if not OK.match(s, 5): return 'no'",
			"if not OK.match(s) and o: return 'no'",
			"\n---\nif not OK.match(s): return 'no'",
		}},
		{"PHP", "a.php", `<?php
$s = $_POST['s'];
$o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);
GUARD
`, "10", "8388608", []string{
			`if (!preg_match('/^\d{1,10}\z/', $s)) { exit; }`,
			`if (!preg_match('/^\d{1,10}$/D', $s)) die('no');`,
			`if (preg_match('/^\d{1,9}$/', $s) !== 1) { return; }`,
			`if (preg_match('/\A\d{1,10}\z/', $s, $m) < 1) { throw new Exception(); }`,
			`if (1 !== preg_match('/^\d{1,9}$/', $s)) exit;`,
			`if (preg_match('/^\d{1,10}$/D', $s)) {` + "\n---\n}",
			`$ok = preg_match('/^\d{1,10}$/D', $s); if (!$ok) { exit; }`,
			`if (empty($o) || !preg_match('/^\d{1,10}$/D', $s)) { exit; }`,
		}, []string{
			`if (!preg_match('/^\d{1,10}\z/', $o)) { exit; }`,
			`if (!preg_match('/^\d{1,10}/', $s)) { exit; }`,
			`if (!preg_match('/^\d{1,10}$/m', $s)) { exit; }`,
			`if (preg_match('/^\d{1,10}$/', $s)) { exit; }`,
			`if (preg_match('/^\d{1,10}$/', $s) === 0) { echo 'no'; }`,
			`preg_match('/^\d{1,10}$/', $s);`,
			`if (!preg_replace('/^\d{1,10}$/', '', $s)) { exit; }`,
			`if (!preg_match('/^\d{1,10}$/', $s, $m, 0, 5)) { exit; }`,
			"\n---\nif (!preg_match('/^\\d{1,10}$/', $s)) { exit; }",
		}},
		{"Ruby", "app.rb", `
require 'sinatra'
OK = /\A\d{1,10}\z/
post '/a' do
  s = params[:s]
  o = params[:o]
  GUARD
  s.match?(/(a+)+$/)
  GUARD
end
`, "10", "any", []string{
			`return unless s =~ /\A\d{1,10}\z/`,
			`return if s !~ OK`,
			`halt 400 unless OK.match?(s)`,
			`raise 'no' unless s.match?(OK)`,
			`return if (s =~ OK).nil?`,
			`if OK === s` + "\n---\n  end",
			`m = OK.match(s)` + "\n  return unless m",
			`return unless o && OK.match(s)`,
		}, []string{
			`return unless o =~ /\A\d{1,10}\z/`,
			`return unless s =~ /^\d{1,10}$/`,
			`return if s =~ OK`,
			`return unless s !~ OK`,
			`s =~ OK`,
			`return unless s.scan(OK)`,
			`puts 'no' unless OK.match?(s)`,
			`return unless OK.match(s) || o`,
			"\n---\n  return unless s =~ OK",
		}},
		{"Java", "src/A.java", `
import java.util.regex.*;
import org.springframework.web.bind.annotation.*;
@RestController
class A {
  private static final Pattern OK = Pattern.compile("\\d{1,10}");
  @PostMapping("/a")
  void a(@RequestBody String s, @RequestHeader String o) {
    GUARD
    Pattern.compile("(a+)+$").matcher(s).find();
    GUARD
  }
}
`, "10", "any", []string{
			`if (!s.matches("\\d{1,10}")) return;`,
			`if (!Pattern.matches("\\d{1,10}", s)) { return; }`,
			`if (!OK.matcher(s).matches()) throw new IllegalArgumentException();`,
			`Matcher m = OK.matcher(s); if (!m.matches()) { return; }`,
			`if (OK.matcher(s).matches() == false) return;`,
			`if (!Pattern.compile("^\\d{1,10}\\z").matcher(s).find()) return;`,
			`if (o == null || !OK.matcher(s).matches()) return;`,
			`if (OK.matcher(s).matches()) {` + "\n---\n}",
		}, []string{
			`if (!o.matches("\\d{1,10}")) return;`,
			`if (!OK.matcher(s).find()) return;`,
			`if (!OK.matcher(s).lookingAt()) return;`,
			`if (OK.matcher(s).matches()) return;`,
			`OK.matcher(s).matches();`,
			`if (!OK.matcher(s).matches()) { o = ""; }`,
			`if (OK.matcher(s) == null) return;`,
			`if (!OK.matcher(s).matches() && o != null) return;`,
			"\n---\nif (!OK.matcher(s).matches()) return;",
		}},
		{"C#", "A.cs", `
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;
[ApiController]
class A : ControllerBase {
  static readonly Regex Ok = new Regex(@"^\d{1,10}\z");
  [HttpPost("a")]
  public IActionResult Post([FromBody] string s, [FromHeader] string o) {
    GUARD
    Regex.IsMatch(s, "(a+)+$");
    GUARD
    return null;
  }
}
`, "10", "30000000", []string{
			`if (!Regex.IsMatch(s, @"^\d{1,10}\z")) return null;`,
			`if (!Ok.IsMatch(s)) throw new Exception();`,
			`if (!Ok.Match(s).Success) return null;`,
			`var m = Ok.Match(s); if (!m.Success) { return null; }`,
			`if (Ok.IsMatch(s) == false) return null;`,
			`if (Ok.IsMatch(s)) {` + "\n---\n}",
			`if (o == null || !Ok.IsMatch(s)) return null;`,
			`bool ok = Ok.IsMatch(s); if (!ok) return null;`,
		}, []string{
			`if (!Ok.IsMatch(o)) return null;`,
			`if (!Regex.IsMatch(s, @"\d{1,10}\z")) return null;`,
			`if (Ok.IsMatch(s)) return null;`,
			`Ok.IsMatch(s);`,
			`if (Ok.Match(s) == null) return null;`,
			`if (!Ok.Match(s).Captures) return null;`,
			`if (!Ok.IsMatch(s, 5)) return null;`,
			`if (!Ok.IsMatch(s)) { o = ""; }`,
			"\n---\nif (!Ok.IsMatch(s)) return null;",
		}},
	} {
		g.run(t)
	}
}

// TestConditions holds that a call which may leave bounds only what its argument says.
func TestConditions(t *testing.T) {
	for _, g := range []guardCase{
		{"PHP", "a.php", `<?php
$s = $_POST['s'];
$o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);
GUARD
`, "10", "8388608", []string{
			`abort_if(strlen($s) > 10, 400);`,
			`abort_unless(strlen($s) <= 10, 400);`,
			`throw_if(strlen($s) > 10, 'no');`,
			`throw_unless(mb_strlen($s) < 11, 'no');`,
			`if (strlen($s) > 10) { abort(400); }`,
			`abort_if(!$o || strlen($s) > 10, 400);`,
			`abort_unless($o && strlen($s) <= 10, 400);`,
			`if (strlen($s) > 10) die('no');`,
		}, []string{
			`abort_if(strlen($o) > 10, 400);`,
			`abort_if(strlen($s) <= 10, 400);`,
			`abort_unless(strlen($s) > 10, 400);`,
			`if (strlen($s) > 10) { abort_if($o, 400); }`,
			`if (strlen($s) > 10) { abort_unless($o, 400); }`,
			`abort_if($o && strlen($s) > 10, 400);`,
			`abort_unless($o || strlen($s) <= 10, 400);`,
			"\n---\nabort_if(strlen($s) > 10, 400);",
		}},
		{"JavaScript", "a.js", `
const app = require('express')(), assert = require('assert')
function quit() { return 1 }
function invariant(x) { return x }
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
  GUARD
})`, "10", "102400", []string{
			"assert(s.length <= 10)",
			"assert.ok(s.length <= 10, 'no')",
			"assert(o && s.length < 11)",
			"assert(/^\\d{10}$/.test(s))",
			"if (s.length > 10) process.exit(1)",
			"if (10 < s.length) { throw new Error('no') }",
			"if (s.length > 10) return quit()",
			"if (s.length > 10 || o) { return }",
		}, []string{
			"assert(s.length > 10)",
			"assert(o.length <= 10)",
			"assert(o || s.length <= 10)",
			"invariant(s.length <= 10)",
			"if (s.length > 10) quit()",
			"if (s.length > 10) assert(o)",
			"if (s.length > 10) { const process = { exit: quit }; process.exit(1) }",
			"\n---\nassert(s.length <= 10)",
		}},
	} {
		g.run(t)
	}
}

// TestNestedConditions bounds a text behind a condition of many others one in the other: none is looked at more than a few times, so
// that the code is not given up as too large to be followed.
func TestNestedConditions(t *testing.T) {
	for _, flip := range []struct{ name, outer, inner string }{{"or and", "||", "&&"}, {"and or", "&&", "||"}} {
		t.Run(flip.name, func(t *testing.T) {
			condition := "o.a"
			for i := range 20 {
				condition = fmt.Sprintf("((%s %s o.x%d) %s o.y%d)", condition, flip.inner, i, flip.outer, i)
			}
			text := "require('express')().post('/a', (req, res) => { const s = req.body.s, o = req.body.o\n" +
				"  if (" + condition + ") o.z = 1; else o.z = 2\n  if (s.length > 100) return\n  /(a+)+$/.test(s)\n})\n"
			if got := longest(t, "a.js", text); got != "100" {
				t.Errorf("\n%s: got %s, want 100", text, got)
			}
		})
	}
}
