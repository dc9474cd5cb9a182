package reach

import (
	"strings"
	"testing"
)

// setCase is a set or table of constants, what code elsewhere does with it, and what is asked of it before a match.
type setCase struct{ top, change, guard, want string }

// run tells how long a text is behind each guard.
func runSets(t *testing.T, file, frame string, cases []setCase) {
	t.Helper()
	for _, c := range cases {
		if got := longest(t, file, strings.NewReplacer("TOP", c.top, "CHANGE", c.change, "GUARD", c.guard).Replace(frame)); got != c.want {
			t.Errorf("%s: %s; %s; %s: got %s, want %s", file, c.top, c.change, c.guard, got, c.want)
		}
	}
}

// TestConstantSets asks sets, lists and tables of constants for a text in the ways of several languages.
func TestConstantSets(t *testing.T) {
	const set, list, table, m = "const OK = new Set(['one', 'other'])", "const OK = ['one', 'other']", "const OK = { one: 1, other: 2 }", "const OK = new Map([['one', 'first'], ['other', 'last one']])"
	const has = "if (!OK.has(s)) return"
	runSets(t, "a.js", `const app = require('express')(), lib = require('lib')
TOP
app.post('/b', (req, res) => { const t = req.body.t; CHANGE })
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o; GUARD; /(a+)+$/.test(s) })
`, []setCase{
		{set, "", has, "5"},
		{set, "", "if (OK.has(s)) { /(b+)+$/.test(s) } else return", "5"},
		{set, "", "if (OK.has(s) === false) return", "5"},
		{set, "", "const known = OK.has(s); if (!known) return", "5"},
		{set, "OK.has(t); OK.size; for (const x of OK) console.log(x)", has, "5"},
		{"const NAMES = ['one', 'other'], OK = new Set(NAMES)", "", has, "5"},
		{"const OK = Object.freeze(new Set(['one', 'other']))", "", has, "5"},
		{"class A { static OK = new Set(['one', 'other']) }", "", "if (!A.OK.has(s)) return", "5"},
		{"class A { static #ok = new Set(['one', 'other']); static is(s) { return A.#ok.has(s) } }", "", "if (!A.is(s)) return", "5"},
		{"const OK = new Set(Object.keys({ one: 1, other: 2 }))", "", has, "5"},
		{m, "", "s = OK.get(s)", "none"},
		{list, "", "if (!OK.includes(s)) return", "5"},
		{list, "", "s = OK.find(x => x === s)", "none"},
		{table, "", "if (!Object.hasOwn(OK, s)) return", "20"},
		{table, "", "if (!OK.hasOwnProperty(s)) return", "20"},
		{table, "", "if (!(s in OK)) return", "20"},
		{table, "", "if (!Object.keys(OK).includes(s)) return", "5"},
		{table, "", "s = OK[s]", "none"},

		{set, "OK.add(t)", has, "102400"},
		{set, "[t].forEach(OK.add, OK)", has, "102400"},
		{set, "lib.load(OK)", has, "102400"},
		{set, "const x = OK; x.add(t)", has, "102400"},
		{set, "OK['add'](t)", has, "102400"},
		{set, "Set.prototype.add.call(OK, t)", has, "102400"},
		{"let OK = new Set(['one'])", "OK = new Set([t])", has, "102400"},
		{"const NAMES = ['one', lib.WORD], OK = new Set(NAMES)", "", has, "102400"},
		{"const OK = new Set(['one', ...lib.MORE])", "", has, "102400"},
		{"const OK = new Set(lib.WORDS)", "", has, "102400"},
		{"const OK = new lib.Set(['one'])", "", has, "102400"},
		{"class Set { constructor(x) {} has(x) { return true } }\n" + set, "", has, "102400"},
		{"class Loose extends Set { has(x) { return true } }\nconst OK = new Loose(['one'])", "", has, "102400"},
		{"const { Set } = lib\n" + set, "", has, "102400"},
		{set + "\nOK.has = () => true", "", has, "102400"},
		{"module.exports.OK = new Set(['one'])", "module.exports.OK.add(t)", "if (!module.exports.OK.has(s)) return", "102400"},
		{set, "", "if (OK.has(s)) return", "102400"},
		{set, "", "if (!OK.has(o)) return", "102400"},
		{set, "", "OK.has(s)", "102400"},
		{set, "", "if (!OK.has(s)) console.log('no')", "102400"},
		{set, "", "if (!OK.has(s) && o) return", "102400"},
		{set, "", "if (!OK.has(s[0])) return", "102400"},
		{set, "", "if (!OK.has(s)) return; s = o", "102400"},
		{set, "", "if (!OK.has(s.slice(0, 3))) return", "102400"},
		{m, "OK.set(t, 1)", has, "102400"},
		{m, "OK.set('one', t)", "s = OK.get(s)", "102400"},
		{m, "", "s = OK.get(s) || s", "102400"},
		{m, "", "s = OK.get(s) ?? o", "102400"},
		{"const OK = new WeakSet()", "OK.add(t)", has, "102400"},
		{list, "OK.push(t)", "if (!OK.includes(s)) return", "102400"},
		{list, "", "if (OK.indexOf(s)) return", "102400"},
		{list, "", "if (OK.indexOf(s) > 0) return", "102400"},
		{list, "", "if (~OK.indexOf(s)) return", "102400"},
		{list, "", "if (!OK.some(x => x !== s)) return", "102400"},
		{list, "", "if (!OK.some(x => x === o)) return", "102400"},
		{list, "", "if (!OK.some(x => s.includes(x))) return", "102400"},
		{table, "OK[t] = 1", "if (!Object.hasOwn(OK, s)) return", "102400"},
		{table, "Object.assign(OK, t)", "if (!Object.hasOwn(OK, s)) return", "102400"},
		{table, "", "if (!Object.hasOwn(o, s)) return", "102400"},
		{table, "", "if (!Object.hasOwn(s, OK)) return", "102400"},
		{"const OK = { one: 1, ...lib.MORE }", "", "if (!Object.hasOwn(OK, s)) return", "102400"},
		{"const OK = new Proxy({ one: 1 }, lib)", "", "if (!(s in OK)) return", "102400"},
		{table, "OK[t] = 1", "if (!(s in OK)) return", "102400"},
		{"const OK = { one: 1, __proto__: lib.BASE }", "", "if (!(s in OK)) return", "102400"},
	})
	runSets(t, "a.py", `import re, lib, enum, json
from flask import Flask, request
app = Flask(__name__)
TOP
@app.post('/b')
def b():
    t = request.form['t']
    CHANGE
@app.post('/a')
def a():
    s = request.form['s']
    o = request.form['o']
    GUARD
    re.search('(a+)+$', s)
`, []setCase{
		{"OK = frozenset({'one', 'other'})", "pass", "if s not in OK: return", "5"},
		{"OK = frozenset(['one', 'other'])", "pass", "if s not in OK: return", "5"},
		{"OK = frozenset(('one', 'other'))", "pass", "if s not in OK: return", "5"},
		{"OK = set(['one', 'other'])", "pass", "if s not in OK: return", "5"},
		{"OK = tuple(['one', 'other'])", "pass", "if s not in OK: return", "5"},
		{"OK = list({'one': 1, 'other': 2})", "pass", "if s not in OK: return", "5"},
		{"OK = {'one': 1, 'other': 2}", "pass", "if s not in OK.keys(): return", "5"},
		{"OK = 'one other'.split()", "pass", "if s not in OK: return", "9"},
		{"NAMES = {'one': 1, 'other': 2}\nOK = set(NAMES)", "pass", "if s not in OK: return", "5"},
		{"OK = {'one': 'u.one', 'other': 'u.other'}", "pass", "s = OK.get(s)", "none"},
		{"OK = {'one': 'u.one', 'other': 'u.other'}", "pass", "s = OK.get(s, 'u.one')", "none"},
		{"OK = {'one': 'u.one', 'other': 'u.other'}", "pass", "s = OK[s]", "none"},
		{"", "pass", "if s not in frozenset(['one', 'other']): return", "5"},

		{"OK = frozenset(lib.WORDS)", "pass", "if s not in OK: return", "any"},
		{"OK = frozenset(['one', lib.WORD])", "pass", "if s not in OK: return", "any"},
		{"OK = set(['one'])", "OK.add(t)", "if s not in OK: return", "any"},
		{"OK = set(['one'])", "getattr(OK, 'add')(t)", "if s not in OK: return", "any"},
		{"OK = set(['one'])", "lib.load(OK)", "if s not in OK: return", "any"},
		{"OK = lib.frozenset(['one'])", "pass", "if s not in OK: return", "any"},
		{"from lib import frozenset\nOK = frozenset(['one'])", "pass", "if s not in OK: return", "any"},
		{"def frozenset(x): return lib.ALL\nOK = frozenset(['one'])", "pass", "if s not in OK: return", "any"},
		{"class S(frozenset):\n    def __contains__(self, x): return True\nOK = S(['one'])", "pass", "if s not in OK: return", "any"},
		{"OK = frozenset(['one']) | lib.MORE", "pass", "if s not in OK: return", "any"},
		{"OK = frozenset(['one'])\nOK |= lib.MORE", "pass", "if s not in OK: return", "any"},
		{"OK = frozenset(['one'])", "pass", "if s in OK: return", "any"},
		{"OK = frozenset(['one'])", "pass", "if o not in OK: return", "any"},
		{"NAMES = ['one']\nNAMES.append(lib.WORD)\nOK = set(NAMES)", "pass", "if s not in OK: return", "any"},
		{"OK = {'one': 'u.one'}", "pass", "s = OK.get(s, s)", "any"},
		{"OK = {'one': 'u.one'}", "pass", "s = OK.get(s) or o", "any"},
		{"OK = {'one': 'u.one'}", "OK[t] = t", "s = OK.get(s)", "any"},
	})
	runSets(t, "a.rb", `require 'sinatra'
TOP
post('/b') { t = params[:t]; CHANGE }
post('/a') { s = params[:s]; o = params[:o]; GUARD; s =~ /(a+)+$/ }
`, []setCase{
		{"OK = %w[one other].freeze", "", "halt 400 unless OK.include?(s)", "5"},
		{"OK = %w[one other]", "", "halt 400 unless OK.include?(s)", "5"},
		{"OK = { 'one' => 1, 'other' => 2 }.freeze", "", "halt 400 unless OK.key?(s)", "5"},
		{"OK = { 'one' => 1, 'other' => 2 }.freeze", "", "halt 400 unless OK.has_key?(s)", "5"},
		{"OK = { 'one' => 1, 'other' => 2 }.freeze", "", "halt 400 unless OK.include?(s)", "5"},
		{"OK = { 'one' => 1, 'other' => 2 }.freeze", "", "halt 400 unless OK.keys.include?(s)", "5"},
		{"", "", "halt 400 unless %w[one other].include?(s)", "5"},
		{"", "", "halt 400 unless s.in?(%w[one other])", "5"},
		{"OK = %w[one other].freeze", "", "halt 400 unless s.in?(OK)", "5"},
		{"OK = %w[one other].freeze", "", "halt 400 if OK.exclude?(s)", "5"},
		{"OK = %w[one other].freeze", "", "halt 400 unless OK.index(s)", "5"},
		{"", "", "case s\n when 'one', 'other' then 1\n else halt 400\n end", "5"},
		{"OK = { 'one' => 'u.one', 'other' => 'u.other' }.freeze", "", "s = OK[s]", "none"},
		{"OK = { 'one' => 'u.one', 'other' => 'u.other' }.freeze", "", "s = OK.fetch(s)", "none"},
		{"OK = { 'one' => 'u.one', 'other' => 'u.other' }.freeze", "", "s = OK.fetch(s, 'u.one')", "none"},
		{"OK = { 'one' => 'u.one', 'other' => 'u.other' }.freeze", "", "s = OK.fetch(s) { 'u.one' }", "none"},

		{"OK = Set.new(%w[one other])", "OK << t", "halt 400 unless OK.include?(s)", "any"},
		{"OK = Set.new(%w[one other])", "OK.add(t)", "halt 400 unless OK.include?(s)", "any"},
		{"OK = Set.new(%w[one other])", "OK.merge([t])", "halt 400 unless OK.include?(s)", "any"},
		{"OK = Set.new(LIB.words)", "", "halt 400 unless OK.include?(s)", "any"},
		{"OK = Set['one', LIB.word]", "", "halt 400 unless OK.include?(s)", "any"},
		{"OK = %w[one other].to_set", "OK << t", "halt 400 unless OK.include?(s)", "any"},
		{"OK = %w[one other].map { |x| LIB.x(x) }", "", "halt 400 unless OK.include?(s)", "any"},
		{"OK = %w[one other].freeze", "", "halt 400 if OK.include?(s)", "any"},
		{"OK = %w[one other].freeze", "", "halt 400 unless OK.include?(o)", "any"},
		{"OK = %w[one other].freeze", "", "halt 400 unless OK.exclude?(s)", "any"},
		{"OK = %w[one other].freeze", "", "halt 400 unless OK.any? { |x| s.include?(x) }", "any"},
		{"OK = %w[one other].freeze", "", "halt 400 unless s.include?('one')", "any"},
		{"OK = { 'one' => 'u.one' }", "OK[t] = t", "s = OK[s]", "any"},
		{"OK = { 'one' => 'u.one' }", "", "s = OK.fetch(s, s)", "any"},
		{"OK = { 'one' => 'u.one' }", "", "s = OK[s] || s", "any"},
		{"OK = { 'one' => 1 }", "", "halt 400 unless OK.value?(s)", "any"},
	})
	runSets(t, "a.php", `<?php
TOP
function b() { global $M; $t = $_POST['t']; CHANGE }
$s = $_POST['s']; $o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);
`, []setCase{
		{"const OK = ['one', 'other'];", "", "if (!in_array($s, OK, true)) exit;", "5"},
		{"const OK = ['one' => 1, 'other' => 2];", "", "if (!array_key_exists($s, OK)) exit;", "20"},
		{"const OK = ['one' => 1, 'other' => 2];", "", "if (!key_exists($s, OK)) exit;", "20"},
		{"const OK = ['one', 'other'];", "", "if (array_search($s, OK, true) === false) exit;", "5"},
		{"class C { const OK = ['one', 'other']; }", "", "if (!in_array($s, C::OK, true)) exit;", "5"},
		{"$m = ['one' => 'u.one', 'other' => 'u.other'];", "", "$s = $m[$s];", "none"},
		{"$m = ['one' => 'u.one', 'other' => 'u.other'];", "", "$s = $m[$s] ?? 'u.one';", "none"},
		{"", "", "$s = match ($s) { 'one' => 'u.one', 'other' => 'u.other', default => 'x' };", "none"},
		{"enum K: string { case One = 'one'; case Other = 'other'; }", "", "$s = K::from($s)->value;", "none"},

		{"$M = ['one' => 1, 'other' => 2];", "$M[$t] = 1;", "if (!isset($M[$s])) exit;", "8388608"},
		{"$m = ['one' => 1, lib() => 2];", "", "if (!isset($m[$s])) exit;", "8388608"},
		{"$m = ['one' => 1]; foreach ($_POST as $k => $v) $m[$k] = $v;", "", "if (!isset($m[$s])) exit;", "8388608"},
		{"$m = ['one' => 1] + $_GET;", "", "if (!isset($m[$s])) exit;", "8388608"},
		{"$m = array_merge(['one' => 1], $_GET);", "", "if (!isset($m[$s])) exit;", "8388608"},
		{"$m = ['one' => 1];", "", "if (isset($m[$s])) exit;", "8388608"},
		{"$m = ['one' => 1];", "", "if (!isset($m[$o])) exit;", "8388608"},
		{"$m = ['one' => 1];", "", "if (!isset($m['one'])) exit;", "8388608"},
		{"$m = 'a long text';", "", "if (!isset($m[$s])) exit;", "8388608"},
		{"$m = ['one' => 1];", "", "if (!isset($m[$s])) echo 'no';", "8388608"},
		{"$m = ['one' => 1];", "", "if (!isset($m[$s]) && $o) exit;", "8388608"},
		{"const OK = ['1', '2'];", "", "if (array_search($s, OK) === false) exit;", "8388608"},
		{"const OK = ['one', 'other'];", "", "if (array_search('one', OK, true) === false) exit;", "8388608"},
		{"const OK = ['one', 'other'];", "", "if (array_search($s, OK, true)) exit;", "8388608"},
		{"$m = ['one' => 'u.one'];", "", "$s = $m[$s] ?? $s;", "8388608"},
		{"", "", "$s = match ($s) { 'one' => 'u.one', default => $s };", "8388608"},
		{"", "", "$x = match ($s) { 'one', 'other' => 1, default => 2 };", "8388608"},
	})
	runSets(t, "A.java", `import java.util.*; import java.util.regex.*;
import org.springframework.web.bind.annotation.*;
@RestController
class A {
  TOP
  @PostMapping("/b") void b(@RequestParam String t) { CHANGE }
  @PostMapping("/a") String a(@RequestParam String s, @RequestParam String o) {
    GUARD
    Pattern.compile("(a+)+$").matcher(s).find();
    return "";
  }
}
`, []setCase{
		{`static final Set<String> OK = Set.of("one", "other");`, "", `if (!OK.contains(s)) return "";`, "5"},
		{`static final List<String> OK = List.of("one", "other");`, "", `if (!OK.contains(s)) return "";`, "5"},
		{`static final List<String> OK = Arrays.asList("one", "other");`, "", `if (!OK.contains(s)) return "";`, "5"},
		{`static final Set<String> OK = new HashSet<>(Arrays.asList("one", "other"));`, "", `if (!OK.contains(s)) return "";`, "5"},
		{`static final Set<String> OK = Collections.unmodifiableSet(new HashSet<>(Arrays.asList("one", "other")));`, "", `if (!OK.contains(s)) return "";`, "5"},
		{`static final Map<String, String> OK = Map.of("one", "u.one", "other", "u.other");`, "", `s = OK.get(s);`, "none"},
		{`static final Map<String, String> OK = Map.of("one", "u.one", "other", "u.other");`, "", `s = OK.getOrDefault(s, "u.one");`, "none"},
		{"", "", `if (!Set.of("one", "other").contains(s)) return "";`, "5"},
		{"", "", `if (!List.of("one", "other").contains(s)) return "";`, "5"},
		{"", "", `if (!Arrays.asList("one", "other").contains(s)) return "";`, "5"},
		{"", "", `switch (s) { case "one": case "other": break; default: return ""; }`, "5"},

		{`static final Set<String> OK = new HashSet<>(Arrays.asList("one", "other"));`, "OK.add(t);", `if (!OK.contains(s)) return "";`, "2097152"},
		{`static final Set<String> OK = new HashSet<>(Lib.words());`, "", `if (!OK.contains(s)) return "";`, "2097152"},
		{`static Set<String> OK = Set.of("one");`, "OK = Set.of(t);", `if (!OK.contains(s)) return "";`, "2097152"},
		{`static final Set<String> OK = Set.of("one", Lib.word());`, "", `if (!OK.contains(s)) return "";`, "2097152"},
		{`static final Set<String> OK = Set.copyOf(Lib.words());`, "", `if (!OK.contains(s)) return "";`, "2097152"},
		{`static final Set<String> OK = Set.of("one");`, "", `if (OK.contains(s)) return "";`, "2097152"},
		{`static final Set<String> OK = Set.of("one");`, "", `if (!OK.contains(o)) return "";`, "2097152"},
		{`static final Set<String> OK = Set.of("one");`, "", `if (!OK.contains(s.substring(1))) return "";`, "2097152"},
		{`static final String OK = "one other";`, "", `if (!s.contains(OK)) return "";`, "2097152"},
		{`static final Map<String, String> OK = Map.of("one", "u.one");`, "", `s = OK.getOrDefault(s, s);`, "2097152"},
		{`static final Map<String, String> OK = Map.of("one", "u.one");`, "", `if (!OK.containsValue(s)) return "";`, "2097152"},
		{"enum K { one, other }", "", `K k; try { k = K.valueOf(s); } catch (IllegalArgumentException e) { k = null; }`, "2097152"},
	})
	runSets(t, "A.cs", `using System.Collections.Generic; using System.Linq; using System.Text.RegularExpressions; using Microsoft.AspNetCore.Mvc;
[ApiController] [Route("x")]
public class A : ControllerBase {
  TOP
  [HttpPost("b")] public void B([FromForm] string t) { CHANGE }
  [HttpPost("a")] public string Get([FromForm] string s, [FromForm] string o) {
    GUARD
    Regex.IsMatch(s, "(a+)+$");
    return "";
  }
}
`, []setCase{
		{`static readonly string[] OK = { "one", "other" };`, "", `if (!OK.Contains(s)) return "";`, "5"},
		{`static readonly string[] OK = new[] { "one", "other" };`, "", `if (!OK.Contains(s)) return "";`, "5"},
		{`static readonly HashSet<string> OK = ["one", "other"];`, "", `if (!OK.Contains(s)) return "";`, "5"},
		{"", "", `if (s is not ("one" or "other")) return "";`, "5"},
		{"", "", `switch (s) { case "one": case "other": break; default: return ""; }`, "5"},

		{`static readonly HashSet<string> OK = new HashSet<string> { "one", "other" };`, "OK.Add(t);", `if (!OK.Contains(s)) return "";`, "4194304"},
		{`static readonly HashSet<string> OK = new HashSet<string>(Lib.Words());`, "", `if (!OK.Contains(s)) return "";`, "4194304"},
		{`static readonly HashSet<string> OK = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "one", Lib.Word };`, "", `if (!OK.Contains(s)) return "";`, "4194304"},
		{`static HashSet<string> OK = new HashSet<string> { "one" };`, "OK = new HashSet<string> { t };", `if (!OK.Contains(s)) return "";`, "4194304"},
		{`static readonly HashSet<string> OK = new HashSet<string> { "one" };`, "OK.UnionWith(new[] { t });", `if (!OK.Contains(s)) return "";`, "4194304"},
		{`static readonly HashSet<string> OK = new HashSet<string> { "one" };`, "", `if (OK.Contains(s)) return "";`, "4194304"},
		{`static readonly HashSet<string> OK = new HashSet<string> { "one" };`, "", `if (!OK.Contains(o)) return "";`, "4194304"},
		{`static readonly string[] OK = { "one", "other" };`, "OK[0] = t;", `if (!OK.Contains(s)) return "";`, "4194304"},
		{`static readonly string[] OK = { "one", "other" };`, "", `if (!OK.Any(x => s.Contains(x))) return "";`, "4194304"},
	})
	runSets(t, "a.kt", `import org.springframework.web.bind.annotation.*
TOP
@RestController
class A {
  @PostMapping("/b") fun b(@RequestParam t: String) { CHANGE }
  @PostMapping("/a") fun a(@RequestParam s: String, @RequestParam o: String): String {
    GUARD
    Regex("(a+)+$").containsMatchIn(s)
    return ""
  }
}
`, []setCase{
		{`val OK = setOf("one", "other")`, "", `if (s !in OK) return ""`, "5"},
		{`val OK = listOf("one", "other")`, "", `if (s !in OK) return ""`, "5"},
		{`private val OK = setOf("one", "other")`, "", `if (!OK.contains(s)) return ""`, "5"},
		{"", "", `if (s !in listOf("one", "other")) return ""`, "5"},
		{"", "", `if (s !in setOf("one", "other")) return ""`, "5"},
		{"", "", `when (s) { "one", "other" -> {} else -> return "" }`, "5"},
		{`val OK = setOf("one", "other")`, "", `when (s) { in OK -> {} else -> return "" }`, "5"},
		{`val OK = setOf("one", "other")`, "", `require(s in OK)`, "5"},

		{`val OK = mutableSetOf("one", "other")`, "OK.add(t)", `if (s !in OK) return ""`, "2097152"},
		{`val OK = mutableListOf("one", "other")`, "OK += t", `if (s !in OK) return ""`, "2097152"},
		{`var OK = setOf("one", "other")`, "OK = setOf(t)", `if (s !in OK) return ""`, "2097152"},
		{`var OK = setOf("one", "other")`, "OK += t", `if (s !in OK) return ""`, "2097152"},
		{`val OK = setOf("one", Lib.word())`, "", `if (s !in OK) return ""`, "2097152"},
		{`val OK = setOf(*Lib.words())`, "", `if (s !in OK) return ""`, "2097152"},
		{`val OK = setOf("one") + Lib.words()`, "", `if (s !in OK) return ""`, "2097152"},
		{`val OK = setOf("one", "other")`, "", `if (s in OK) return ""`, "2097152"},
		{`val OK = setOf("one", "other")`, "", `if (o !in OK) return ""`, "2097152"},
	})
	runSets(t, "a.go", `package main
import ("net/http"; "slices"; "github.com/dlclark/regexp2"; "example.com/lib")
var re = regexp2.MustCompile("(a+)+$", 0)
TOP
func b(w http.ResponseWriter, r *http.Request) { t := r.FormValue("t"); _ = t; CHANGE }
func a(w http.ResponseWriter, r *http.Request) { s := r.FormValue("s"); o := r.FormValue("o"); _ = o
GUARD
re.MatchString(s) }
func main() { http.HandleFunc("/a", a); http.HandleFunc("/b", b); http.ListenAndServe(":80", nil) }
`, []setCase{
		{`var ok = []string{"one", "other"}`, "", `if !slices.Contains(ok, s) { return }`, "5"},
		{"", "", `if !slices.Contains([]string{"one", "other"}, s) { return }`, "5"},
		{`var ok = map[string]string{"one": "u.one", "other": "u.other"}`, "", `s = ok[s]`, "none"},
		{"", "", `switch s { case "one", "other": default: return }`, "5"},

		{`var ok = map[string]bool{"one": true}`, "ok[t] = true", `if !ok[s] { return }`, "44040192"},
		{`var ok = map[string]bool{"one": true, lib.Word: true}`, "", `if !ok[s] { return }`, "44040192"},
		{`var ok = lib.Words()`, "", `if !ok[s] { return }`, "44040192"},
		{`var ok = map[string]bool{"one": true}`, "", `if ok[s] { return }`, "44040192"},
		{`var ok = map[string]bool{"one": true}`, "", `if !ok[o] { return }`, "44040192"},
		{`var ok = map[string]bool{"one": true}`, "lib.Load(ok)", `if !ok[s] { return }`, "44040192"},
		{`var ok = map[string]bool{"one": true}`, "ok = map[string]bool{t: true}", `if !ok[s] { return }`, "44040192"},
		{`var ok = []string{"one", "other"}`, "ok = append(ok, t)", `if !slices.Contains(ok, s) { return }`, "44040192"},
		{`var ok = []string{"one", "other"}`, "ok[0] = t", `if !slices.Contains(ok, s) { return }`, "44040192"},
		{`var ok = []string{"one", "other"}`, "", `if slices.Contains(ok, s) { return }`, "44040192"},
		{`var ok = []string{"one", "other"}`, "", `if !slices.Contains(ok, o) { return }`, "44040192"},
	})
}
