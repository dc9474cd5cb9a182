package reach

import (
	"strings"
	"testing"
)

// TestJoinedSums bounds texts that are put together on one of several ways to a match: by the longest of them.
func TestJoinedSums(t *testing.T) {
	script := func(code string) string {
		return "\n-- a.js --\nconst app = require('express')(); app.use(require('express').text());\napp.post('/a', (q, r) => { let s = String(q.body), u = String(q.query.u); if (s.length > 10 || u.length > 3) return; " + code + " });\n"
	}
	for _, test := range []struct{ name, files, want string }{
		{"nothing put together", script("/(a+)+$/.test(s)"), " 10: "},
		{"always", script("s = s + s; /(a+)+$/.test(s)"), " 20: "},
		{"sometimes", script("if (q.query.n) s = s + s; /(a+)+$/.test(s)"), " 20: "},
		{"one of two values", script("const t = q.query.n ? s + s : s; /(a+)+$/.test(t)"), " 20: "},
		{"the other of two values", script("const t = q.query.n ? s : s + s; /(a+)+$/.test(t)"), " 20: "},
		{"sometimes with what another input holds", script("if (q.query.n) s = s + u; /(a+)+$/.test(s)"), " 13: "},
		{"with one of two inputs", script("if (q.query.n) s = s + u; else s = s + s; /(a+)+$/.test(s)"), " 20: "},
		{"with one of two inputs, the longer first", script("if (q.query.n) s = s + s; else s = s + u; /(a+)+$/.test(s)"), " 20: "},
		{"sometimes, and a constant always", script("if (q.query.n) s = s + s; s += '!!'; /(a+)+$/.test(s)"), " 22: "},
		{"sometimes, twice", script("if (q.query.n) s = s + s; if (q.query.m) s = s + u; /(a+)+$/.test(s)"), " 23: "},
		{"sometimes, and cut", script("if (q.query.n) s = s + s; /(a+)+$/.test(s.slice(0, 15))"), " 15: "},
		{"sometimes, and checked behind", script("if (q.query.n) s = s + s; if (s.length > 12) return; /(a+)+$/.test(s)"), " 12: "},
		{"a function that does sometimes", script("/(a+)+$/.test(twice(s, q.query.n))") + "function twice(s, n) { if (n) s = s + s; return s; }\n", " 20: "},
		{"parts that are cut before", script("let p = s.slice(0, 4); if (q.query.n) p = p + p; /(a+)+$/.test(p)"), " 8: "},
		{"an element of one of two lists", script("let l = [s]; if (q.query.n) l = l.concat([s]); for (const x of l) /(a+)+$/.test(x)"), " 10: "},
		{"in a loop", script("for (const x of q.query.l) { if (x) s = s + s; } /(a+)+$/.test(s)"), ""},
		{"Java", "\n-- C.java --\nimport org.springframework.web.bind.annotation.*;\n@RestController class C {\n  @PostMapping(\"/a\") boolean a(@RequestBody String s, @RequestParam int n) { if (s.length() > 10) return false; if (n > 3) s = s + s; return s.matches(\"(a+)+$\"); }\n}\n", " 20: "},
		{"Python", "\n-- a.py --\nimport re\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/a', methods=['POST'])\ndef a():\n    s = request.form['s']\n    if len(s) > 10:\n        return ''\n    if request.args.get('n'):\n        s = s + s\n    return str(re.match('(a+)+$', s))\n", " 20: "},
		{"PHP", "\n-- a.php --\n<?php\n$s = $_POST['s'];\nif (strlen($s) > 10) { exit; }\nif ($_GET['n']) { $s = $s . $s; }\necho preg_match('/(a+)+$/', $s);\n", " 20: "},
	} {
		got := describe(t, test.files)
		if test.want == "" && (!strings.Contains(got, "remote ") || strings.Contains(got, " 10: ") || strings.Contains(got, " 20: ")) ||
			test.want != "" && !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want the bound %q of\n%s", test.name, got, test.want, test.files)
		}
	}
}
