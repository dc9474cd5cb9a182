package reach

import "testing"

// TestTogetherGuards bounds texts by checks of several at once: sums, the longest, loops over lists of texts or of names that
// are written out, and by what stands at a number.
func TestTogetherGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')(), lib = require('lib')
app.post('/a', (req, res) => { let s = String(req.body.s), u = String(req.body.u); const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
})`, "10", "102400", []string{
			"if (s.length - 1 >= 10) return",
			"if (s.length + 1 > 10) return",
			"if (Math.max(s.length, 10) > 10) return",
			"for (const x of [s, u]) if (x.length > 10) return",
			"for (const x of [s, u]) { if (x.length > 10) { return res.end() } lib.log(x) }",
			"if (s[10]) return",
			"if (s[10] !== undefined) return",
			"if (s.charAt(10)) return res.end()",
			"if ([s, u].some(x => x.length > 10)) return",
		}, []string{
			// The other one may be a number, which has no length, or an object whose length is negative.
			"if (s.length + u.length > 10) return",
			"if (!(s.length + u.length <= 10)) return",
			"const all = s.length + u.length + 1; if (all > 10) return",
			"if (Math.max(s.length, u.length) > 10) return",
			"if (s.length + o > 10) return",
			"if (s.length - u.length > 10) return",
			"if (Math.min(s.length, u.length) > 10) return",
			"if (s.length + u.length < 10) return",
			"if (s.length * u.length > 10) return",
			"if (u.length + o.length > 10) return",
			"if (Math.max(...o, s.length) > o) return",
			"for (const x of [s, u]) if (x.length > 10) break",
			"for (const x of [s, u]) if (x.length > 10) continue",
			"for (const x of [u, o]) if (x.length > 10) return",
			"for (const x of [s, u]) { if (x.length > 10) return; s = String(o) }",
			"for (const x of [s, u]) if (x.length > 10 && o) return",
			"if (!s[10]) return",
			"if (s[o]) return",
			"if (u.charAt(10)) return",
			"if (s.charAt(10)) u = ''",
		}},
		{"members by their names", "a.js", `
const app = require('express')(), lib = require('lib')
const NAMES = ['s', 'u']
app.use(require('express').json())
app.post('/a', (req, res) => { const o = req.body.o
  GUARD;
  /(a+)+$/.test(String(req.body.s));
})`, "10", "102400", []string{
			"for (const k of ['s', 'u']) if (typeof req.body[k] !== 'string' || req.body[k].length > 10) return",
			"for (const k of NAMES) { if (String(req.body[k]).length > 10) return res.end() }",
			"for (const k of ['s']) { const v = req.body[k]; if (typeof v !== 'string' || v.length > 10) return }",
			"for (const k of ['s', 'u']) { if (String(req.body[k]).length > 10) throw new Error(k) }",
			"for (const k of ['u', 's']) if (String(req.body[k]).length > 10) { lib.log(k); return }",
			"for (const k of ['u', 's']) { if (!req.body[k]) return; if (String(req.body[k]).length > 10) return }",
			"for (const k of ['u', 's']) { if (req.body[k]) { if (String(req.body[k]).length > 10) return } else return }",
			"for (let k of ['s', 'u']) if (String(req.body[k]).length > 10) return",
		}, []string{
			"for (const k of ['t', 'u']) if (String(req.body[k]).length > 10) return",
			"for (const k of ['s', 'u']) { if (String(req.body[k]).length > 10) break }",
			"for (const k of ['s', 'u']) { if (k === 's') continue; if (String(req.body[k]).length > 10) return }",
			"for (const k of [o, 'u']) if (String(req.body[k]).length > 10) return",
			"for (const k of [...o, 's']) if (String(req.body[k]).length > 10) return",
			"for (const k of ['s', 'u']) if (String(req.query[k]).length > 10) return",
			"for (const k of ['s', 'u']) if (k === 'u' && String(req.body[k]).length > 10) return",
			"for (const k of ['s', 'u']) { if (String(req.body[k]).length > 10) return; req.body[k] = o }",
			"for (const k of ['s', 'u']) if (String(req.body[k]).length > 10) req.body.u = 1",
			"for (const k in ['s', 'u']) if (String(req.body[k]).length > 10) return",
		}},
		{"Python", "a.py", `
import re, lib
from flask import Flask, request, abort
app = Flask(__name__)
@app.get('/a')
def view():
    s, u, o = request.args['s'], request.args['u'], request.args['o']
    GUARD
    re.search('(a+)+$', s)
`, "10", "any", []string{
			"if len(s) + len(u) > 10: abort(400)",
			"if max(len(s), len(u)) > 10: abort(400)",
			"for x in (s, u):\n        if len(x) > 10: abort(400)",
			"for x in [s, u]:\n        if len(x) > 10: return x",
			"if s[10:]: abort(400)",
			"n = len(s) + len(u)\n    if n > 10: abort(400)",
			"if s.__len__() > 10: abort(400)",
			"if len(s) - 1 > 9: abort(400)",
		}, []string{
			"if len(s) - len(u) > 10: abort(400)",
			"if min(len(s), len(u)) > 10: abort(400)",
			"if max(len(s), len(u), key=o) > 10: abort(400)",
			"for x in (o, u):\n        if len(x) > 10: abort(400)",
			"for x in (s, u):\n        if len(x) > 10: break",
			"for x in (s, u):\n        if len(x) > 10: abort(400)\n        s = o",
			"if s[:10]: abort(400)",
			"if u[10:]: abort(400)",
			"if s[10:20]: abort(400)",
		}},
		{"Java", "A.java", `
import java.util.*; import org.springframework.web.bind.annotation.*;
@RestController
class A {
  static class In { public String s; public String u; }
  @PostMapping("/a")
  public String a(@RequestBody In in) {
    String s = in.s; String u = in.u;
    GUARD
    return "" + java.util.regex.Pattern.matches("(a+)+$", s);
  }
}
`, "10", "any", []string{
			"if (s.length() + u.length() > 10) return u;",
			"if (Math.max(s.length(), u.length()) > 10) return u;",
			"for (String x : List.of(s, u)) { if (x.length() > 10) return u; }",
			"for (String x : Arrays.asList(s, u)) if (x.length() > 10) throw new RuntimeException();",
			"if (s.toCharArray().length > 10) return u;",
			"if (s.getBytes().length > 10) return u;",
			"if (s.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > 10) return u;",
			"if (Objects.requireNonNull(s).length() > 10) return u;",
		}, []string{
			"if (s.length() - u.length() > 10) return u;",
			"if (Math.min(s.length(), u.length()) > 10) return u;",
			"for (String x : List.of(s, u)) { if (x.length() > 10) break; }",
			"for (String x : List.of(u)) if (x.length() > 10) return u;",
			"if (u.toCharArray().length > 10) return u;",
			"if (s.getBytes(java.nio.charset.StandardCharsets.US_ASCII).length() < 10) return u;",
			"if (Objects.requireNonNull(u).length() > 10) return u;",
			"if (s.length() % u.length() > 10) return u;",
		}},
		{"PHP", "a.php", `<?php
$s = (string) $_POST['s']; $u = (string) $_POST['u'];
GUARD
preg_match('/(a+)+$/', $s);
`, "10", "8388608", []string{
			"if (strlen($s) + strlen($u) > 10) exit;",
			"if (max(strlen($s), strlen($u)) > 10) exit;",
			"foreach ([$s, $u] as $x) { if (strlen($x) > 10) exit; }",
			"foreach ([$u, $s] as $x) if (strlen($x) > 10) throw new Exception($x);",
			"$n = strlen($s) + strlen($u); if ($n > 10) exit;",
			"if (strlen($s) + 1 > 10) exit;",
			"if (strlen($s) - 1 > 9) exit;",
			"if (10 < max(strlen($u), strlen($s))) exit;",
		}, []string{
			"if (strlen($s) - strlen($u) > 10) exit;",
			"if (min(strlen($s), strlen($u)) > 10) exit;",
			"foreach ([$s, $u] as $x) { if (strlen($x) > 10) break; }",
			"foreach ([$u] as $x) { if (strlen($x) > 10) exit; }",
			"foreach ([$s, $u] as &$x) { if (strlen($x) > 10) exit; $x .= $u . $u; }",
			"foreach ([$s, $u] as $x) { if (strlen($x) > 10) exit; $s = $_POST['o']; }",
			"if (strlen($s) * strlen($u) > 10) exit;",
			"if (strlen($s) + $u > 10) exit;",
		}},
	} {
		g.run(t)
	}
}
