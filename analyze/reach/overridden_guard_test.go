package reach

import (
	"strings"
	"testing"
)

// TestOverriddenMethods cuts and asks for texts by methods of the language for which a program may put others.
func TestOverriddenMethods(t *testing.T) {
	g := guardCase{name: "JavaScript", file: "a.js", frame: `
const app = require('express')(), OK = /^[a-z]{1,50}$/
GUARD
app.post('/a', (req, res) => { let s = String(req.body.s)
  GUARD;
  /(a+)+$/.test(s)
})`, bound: "50", loose: "102400", holds: []string{
		"\n---\ns = s.slice(0, 50)", "\n---\nif (!OK.test(s)) return", "String.prototype.shout = function () { return this + '!' }\n---\ns = s.slice(0, 50)", "Array.prototype.last = function () { return this[0] }\n---\ns = s.substring(0, 50)",
		"const slice = String.prototype.slice\n---\ns = s.slice(0, 50)", "class P { slice() { return 1 } }\nP.prototype.slice = () => 2\n---\ns = s.slice(0, 50)", "const LOOSE = /a/; LOOSE.compile('b')\n---\nif (!OK.test(s)) return",
		"Object.defineProperty(String.prototype, 'shout', { value: 1 })\n---\ns = s.slice(0, 50)",
	}, not: []string{
		"String.prototype.slice = function () { return String(this) }\n---\ns = s.slice(0, 50)", "String.prototype['substring'] = function () { return String(this) }\n---\ns = s.substring(0, 50)",
		"Object.defineProperty(String.prototype, 'slice', { value: function () { return String(this) } })\n---\ns = s.slice(0, 50)", "Object.assign(String.prototype, { slice() { return String(this) } })\n---\ns = s.slice(0, 50)",
		"const P = String.prototype; P.slice = function () { return String(this) }\n---\ns = s.slice(0, 50)", "RegExp.prototype.test = () => true\n---\nif (!OK.test(s)) return", "String.prototype[process.env.N] = s => s\n---\ns = s.slice(0, 50)",
		"OK.compile('.*')\n---\nif (!OK.test(s)) return", "app.get('/z', (req, res) => { OK.compile(req.query.q) })\n---\nif (!OK.test(s)) return",
	}}
	g.run(t)
}

// TestFunctionsOfOtherFiles asks functions and methods of PHP for the length of a text that another file declares.
func TestFunctionsOfOtherFiles(t *testing.T) {
	const frame = "-- a.php --\n<?php\nrequire 'lib.php';\n$s = $_POST['s'];\nGUARD\npreg_match('/(a+)+$/', $s);\n-- lib.php --\n<?php\n"
	const lib = "function must($s) { if (strlen($s) > 50) { exit; } }\nfunction ok($s) { return strlen($s) <= 50; }\nclass G { function ok($s) { return strlen($s) <= 50; } }\n"
	for _, c := range []struct{ guard, lib, want string }{
		{"must($s);", lib, "50"},
		{"if (!ok($s)) exit;", lib, "50"},
		{"$g = new G; if (!$g->ok($s)) exit;", lib, "50"},
		{"ok($s);", lib, "8388608"},
		{"if (!ok($_POST['t'])) exit;", lib, "8388608"},
		{"must($s);", "if (getenv('G')) { function must($s) { if (strlen($s) > 50) { exit; } } }\n", "8388608"},
		{"$f = $_POST['f']; $f($s);", lib, "8388608"},
		{"$g = new H; if (!$g->ok($s)) exit;", lib + "class H extends G { function ok($s) { return true; } }\n", "8388608"},
	} {
		if got := describe(t, replaced(frame, c.guard)+c.lib); !strings.Contains(got, " "+c.want+": ") {
			t.Errorf("%s with\n%sgot %s, want the bound %s", c.guard, c.lib, got, c.want)
		}
	}
}
