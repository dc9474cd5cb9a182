package reach

import "testing"

// TestReturnedGuards holds texts against functions that return what is wrong with them, or that beside something else.
func TestReturnedGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')(), lib = require('lib')
function fix(r) { r.ok = true }
function check(x, o) { GUARD }
app.post('/a', (req, res) => { let s = String(req.body.s); const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
})`, "10", "102400", []string{
			"if (x.length > 10) return 'long'; return null\n---\nconst e = check(s); if (e) return res.json(e)",
			"return x.length > 10 ? 'long' : ''\n---\nif (check(s)) return",
			"if (x.length > 10) return `more than ${o} characters`\n---\nconst e = check(s); if (e !== undefined) return",
			"if (x.length > 10) return new Error('long'); return null\n---\nconst e = check(s); if (e != null) throw e",
			"return x.length > 10 && 'long'\n---\nif (check(s)) return",
			"if (x.length > 10) return { ok: false, error: 'long' }; return { ok: true }\n---\nconst { ok, error } = check(s); if (!ok) return res.json(error)",
			"if (x.length > 10) return { error: 'long' }; return { value: x }\n---\nconst { error } = check(s); if (error) return",
			"if (x.length > 10) return [false, 'long']; return [true]\n---\nconst [ok, error] = check(s); if (!ok) return res.json(error)",
			"const valid = x.length <= 10; return { valid }\n---\nconst r = check(s); if (!r.valid) return",
			"return x.length > 10 ? null : o\n---\nif (check(s) === null) return",
			"return x.length > 10 ? 400 : 0\n---\nif (check(s) !== 0) return",
		}, []string{
			"if (x.length > 10) return ''; return null\n---\nconst e = check(s); if (e) return res.json(e)",
			"if (x.length > 10) return o; return null\n---\nconst e = check(s); if (e) return",
			"if (x.length > 10) return 'long'; return 'ok'\n---\nconst e = check(s); if (!e) return",
			"if (x.length > 10) return; return null\n---\nif (check(s) === null) return",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nif (!check(s)) return",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nconst r = check(s); r.ok = true; if (!r.ok) return",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nconst r = check(s); fix(r); if (!r.ok) return",
			"if (x.length > 10) return { ok: false, ...o }; return { ok: true }\n---\nconst { ok } = check(s); if (!ok) return",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nconst { ok } = check(o); if (!ok) return",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nconst { ok } = check(s); if (!ok) res.end()",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nlet { ok } = check(s); if (o) ok = true; if (!ok) return",
			"if (x.length > 10) return { error: 'long' }; return { error: 'none' }\n---\nconst { error } = check(s); if (!error) return",
			"if (x.length > 10) return { error: 'long' }; return lib.read(x)\n---\nconst { error } = check(s); if (!error) return",
			"if (x.length > 10) return [false, 'long']; return [true]\n---\nconst [, ok] = check(s); if (ok === false) return",
			"if (x.length > 10) return { ok: false }; return { ok: true }\n---\nconst { ok } = check(s); if (!ok) return; s = String(o)",
		}},
		{"Python", "a.py", `
import re, lib
from flask import Flask, request, abort
app = Flask(__name__)
def check(x, o=None):
    GUARD
@app.get('/a')
def view():
    s, o = request.args['s'], request.args['o']
    GUARD
    re.search('(a+)+$', s)
`, "10", "any", []string{
			"return 'long' if len(x) > 10 else None\n---\ne = check(s)\n    if e: abort(400)",
			"if len(x) > 10: return 'long'\n    return None\n---\nif check(s) is not None: abort(400)",
			"if len(x) > 10: return f'more than {o}'\n---\ne = check(s)\n    if e is not None: return e",
			"if len(x) > 10: return False, 'long'\n    return True, None\n---\nok, e = check(s)\n    if not ok: return e",
			"if len(x) > 10: return None, 'long'\n    return x, None\n---\nv, e = check(s)\n    if e: return e",
			"if len(x) > 10: return {'ok': False}\n    return {'ok': True}\n---\nr = check(s)\n    if not r['ok']: abort(400)",
			"return (len(x) <= 10, 'long')\n---\nr = check(s)\n    if not r[0]: abort(400)",
			"if len(x) > 10: return ['long']\n    return []\n---\nif check(s): abort(400)",
		}, []string{
			"return '' if len(x) > 10 else None\n---\ne = check(s)\n    if e: abort(400)",
			"return o if len(x) > 10 else None\n---\ne = check(s)\n    if e: abort(400)",
			"if len(x) > 10: return False, 'long'\n    return True, None\n---\nif not check(s): abort(400)",
			"if len(x) > 10: return False, 'long'\n    return True, None\n---\ne, ok = check(s)\n    if not ok: e = 1",
			"if len(x) > 10: return False, None\n    return True, None\n---\nok, e = check(s)\n    if e: abort(400)",
			"if len(x) > 10: return {'ok': False}\n    return {'ok': True}\n---\nr = check(s)\n    r['ok'] = True\n    if not r['ok']: abort(400)",
			"if len(x) > 10: return [*o]\n    return []\n---\nif check(s): abort(400)",
			"if len(x) > 10: return {'ok': False, **o}\n    return {'ok': True}\n---\nr = check(s)\n    if not r['ok']: abort(400)",
			"if len(x) > 10: return 'long'\n    return 'fine'\n---\nif not check(s): abort(400)",
		}},
		{"PHP", "a.php", `<?php
function check($x, $o = 1) { GUARD }
$s = (string) $_POST['s']; $o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);
`, "10", "8388608", []string{
			"if (strlen($x) > 10) return 'long'; return null;\n---\nif ($e = check($s)) exit($e);",
			"if (strlen($x) > 10) return 'long'; return null;\n---\n$e = check($s); if ($e !== null) exit;",
			"return strlen($x) > 10 ? 'long' : '';\n---\nif (check($s)) exit;",
			"if (strlen($x) > 10) return [false, 'long']; return [true, null];\n---\n[$ok, $e] = check($s); if (!$ok) exit($e);",
			"if (strlen($x) > 10) return ['ok' => false]; return ['ok' => true];\n---\n$r = check($s); if (!$r['ok']) exit;",
			"if (strlen($x) > 10) return ['long']; return [];\n---\nif (check($s)) exit;",
			"if (strlen($x) > 10) return new Exception('long'); return null;\n---\nif (check($s) !== null) exit;",
			"if (strlen($x) > 10) return 400; return 0;\n---\nif (check($s) !== 0) exit;",
		}, []string{
			"if (strlen($x) > 10) return '0'; return null;\n---\nif ($e = check($s)) exit($e);",
			"if (strlen($x) > 10) return $o; return null;\n---\nif ($e = check($s)) exit($e);",
			"if (strlen($x) > 10) return []; return [];\n---\nif (check($s)) exit;",
			"if (strlen($x) > 10) return [false, 'long']; return [true, null];\n---\nif (!check($s)) exit;",
			"if (strlen($x) > 10) return [false, 'long']; return [true, null];\n---\n[$ok, $e] = check($o); if (!$ok) exit($e);",
			"if (strlen($x) > 10) return ['ok' => false]; return ['ok' => true];\n---\n$r = check($s); $r['ok'] = true; if (!$r['ok']) exit;",
			"if (strlen($x) > 10) return [...$o]; return [];\n---\nif (check($s)) exit;",
			"if (strlen($x) > 10) return 'long'; return 'fine';\n---\nif (!check($s)) exit;",
		}},
		{"Java", "A.java", `
import org.springframework.web.bind.annotation.*;
@RestController
class A {
  private String check(String x, Object o) { GUARD }
  @PostMapping("/a")
  public String a(@RequestBody String s, @RequestParam String o) {
    GUARD
    return "" + java.util.regex.Pattern.matches("(a+)+$", s);
  }
}
`, "10", "any", []string{
			"if (x.length() > 10) return \"long\"; return null;\n---\nString e = check(s, o); if (e != null) return e;",
			"return x.length() > 10 ? \"long\" : null;\n---\nif (check(s, o) != null) return o;",
			"return x.length() > 10 ? null : x;\n---\nif (check(s, o) == null) return o;",
			"if (x.length() > 10) return null; return o.toString();\n---\nString v = check(s, o); if (v == null) throw new RuntimeException();",
			"if (x.length() > 10) { return \"a\" + \"b\"; } return null;\n---\nif (check(s, o) != null) throw new RuntimeException();",
			"String e = null; if (x.length() > 10) e = \"long\"; if (e != null) throw new RuntimeException(e); return x;\n---\ncheck(s, o);",
			"return x.length() > 10 ? (o == null ? \"long\" : \"longer\") : null;\n---\nif (check(s, o) != null) return o;",
			"if (x.length() <= 10) return null; return \"long\";\n---\nif (null != check(s, o)) return o;",
		}, []string{
			"if (x.length() > 10) return null; return \"fine\";\n---\nif (check(s, o) != null) return o;",
			"if (x.length() > 10) return \"long\"; return \"fine\";\n---\nif (check(s, o) == null) return o;",
			"return x.length() > 10 ? o.toString() : null;\n---\nif (check(o, s) != null) return o;",
			"if (x.length() > 10) return \"long\"; return null;\n---\nString e = check(s, o); if (e != null) o = e;",
			"if (x.length() > 10) return \"long\"; return null;\n---\nString e = check(o, s); if (e != null) return e;",
			"if (x.length() > 10) return \"long\"; return null;\n---\nString e = check(s, o); e = null; if (e != null) return e;",
			"if (x.length() > 10) return \"long\"; return null;\n---\nString e = check(s, o); if (e == null) return e;",
			"if (x.length() > 10 && o != null) return \"long\"; return null;\n---\nif (check(s, o) != null) return o;",
		}},
		{"Ruby", "a.rb", `
require 'sinatra'
def check(x, o = nil)
  GUARD
end
post '/a' do
  s = params[:s].to_s
  o = params[:o].to_s
  GUARD
  s =~ /(a+)+$/
end
`, "10", "any", []string{
			"return 'long' if x.length > 10\n  nil\n---\ne = check(s)\n  halt 400 if e",
			"return 'long' if x.length > 10\n---\nhalt 400 if check(s)",
			"x.length > 10 ? '' : nil\n---\nhalt 400 if check(s)",
			"return 'long' if x.length > 10\n  nil\n---\nhalt 400 unless check(s).nil?",
			"return [false, 'long'] if x.length > 10\n  [true, nil]\n---\nok, e = check(s)\n  halt 400 unless ok",
			"return { ok: false } if x.length > 10\n  { ok: true }\n---\nr = check(s)\n  halt 400 unless r[:ok]",
			"return \"#{o} is long\" if x.length > 10\n  nil\n---\ne = check(s)\n  halt 400, e if e",
			"return [:long, x] if x.length > 10\n---\nhalt 400 if check(s)",
		}, []string{
			"return nil if x.length > 10\n  'fine'\n---\nhalt 400 if check(s)",
			"return o if x.length > 10\n  nil\n---\nhalt 400 if check(s)",
			"return '' if x.length > 10\n  'fine'\n---\nhalt 400 unless check(s)",
			"return [false, 'long'] if x.length > 10\n  [true, nil]\n---\nhalt 400 unless check(s)",
			"return [false, 'long'] if x.length > 10\n  [true, nil]\n---\nok, e = check(o)\n  halt 400 unless ok",
			"return { ok: false } if x.length > 10\n  { ok: true }\n---\nr = check(s)\n  r[:ok] = true\n  halt 400 unless r[:ok]",
			"return { ok: false, **o } if x.length > 10\n  { ok: true }\n---\nr = check(s)\n  halt 400 unless r[:ok]",
			"return [false, 'long'] if x.length > 10\n  [true, nil]\n---\ne, ok = check(s)\n  halt 400 unless ok",
		}},
		{"C#", "A.cs", `
using System.Text.RegularExpressions; using Microsoft.AspNetCore.Mvc;
[ApiController] public class A : ControllerBase {
  private string Why(string x) { if (x.Length > 10) return "long"; return null; }
  private string None(string x) => x.Length > 10 ? null : "fine";
  private (bool, string) Both(string x) { if (x.Length > 10) return (false, "long"); return (true, null); }
  [HttpPost("/a")] public object Post([FromBody] string s, [FromQuery] string o) {
    GUARD
    return Regex.IsMatch(s, "(a+)+$");
  }
}`, "10", "30000000", []string{
			"var e = Why(s); if (e != null) return BadRequest(e);",
			"if (Why(s) != null) return o;",
			"if (null != Why(s)) return o;",
			"if (None(s) == null) return o;",
			"var (ok, e) = Both(s); if (!ok) return BadRequest(e);",
			"var (fine, why) = Both(s); if (!fine || o == null) return why;",
			"var (ok, e) = Both(s); if (e != null) return BadRequest(e);",
			"string e = null; if (s.Length > 10) e = \"long\"; if (e != null) return BadRequest(e);",
		}, []string{
			"var e = Why(o); if (e != null) return BadRequest(e);",
			"if (Why(s) == null) return o;",
			"if (None(s) != null) return o;",
			"var (ok, e) = Both(o); if (!ok) return BadRequest(e);",
			"var (ok, e) = Both(s); if (ok) return BadRequest(e);",
			"var (e, ok) = Both(s); if (ok != null) e = true;",
			"var (ok, e) = Both(s); if (e == null) return BadRequest(e);",
			"string e = null; if (s.Length > 10) e = o; if (e != null) return BadRequest(e);",
		}},
	} {
		g.run(t)
	}
}
