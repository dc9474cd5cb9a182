package reach

import (
	"strings"
	"testing"
)

// TestAssignedMethods puts other functions in the place of the methods and properties of a class of Python that is in another
// file, and of the function that tells how long a text is.
func TestAssignedMethods(t *testing.T) {
	const program = `
-- lib.py --
class Box:
    limit = 50
    def ok(self, s): return len(s) <= 50
    def other(self, s): return True
    @property
    def cap(self): return 50
class Sub(Box):
    pass
class Apart:
    def ok(self, s): return True
-- app.py --
import re, builtins
from flask import Flask, request, abort
from lib import Box, Sub, Apart
app = Flask(__name__)
MORE
@app.post('/a')
def a():
    s = request.form.get('s', '')
    GUARD
    return str(re.search(r'(a+)+$', s))
`
	const ok, sub, capped = "if not Box().ok(s): abort(400)", "if not Sub().ok(s): abort(400)", "if len(s) > Box().cap: abort(400)"
	for _, test := range []struct {
		guard, more string
		holds       bool
	}{
		{ok, "", true},
		{sub, "", true},
		{capped, "", true},
		{ok, "Apart.ok = lambda self, s: True", true},
		{ok, "Box.other = lambda self, s: True", true},
		{capped, "Box.ok = lambda self, s: True", true},
		{capped, "builtins.log = print", true},
		{ok, "x = Box()\nx.name = 'x'", true},
		{ok, "Box.ok = lambda self, s: True", false},
		{ok, "if __debug__:\n    Box.ok = Box.other", false},
		{ok, "def patch():\n    Box.ok = lambda self, s: True", false},
		{sub, "Box.ok = lambda self, s: True", false},
		{sub, "Sub.ok = lambda self, s: True", false},
		{capped, "Box.cap = property(lambda self: 10**6)", false},
		{capped, "class Any(Box):\n    def __getattribute__(self, name): return 10**6\nBox = Any", false},
		{"if len(s) > Any().limit: abort(400)", "class Any(Box):\n    def __getattribute__(self, name): return 10**6", false},
		{capped, "builtins.len = lambda x: 1", false},
		{"if len(s) > 50: abort(400)", "builtins.len = lambda x: 1", false},
	} {
		text := strings.NewReplacer("MORE", test.more, "GUARD", test.guard).Replace(program)
		if got := remoteMax(t, text); (got == 50) != test.holds {
			t.Errorf("%s, %q: got %d, want 50: %t", test.guard, test.more, got, test.holds)
		}
	}
}

// TestAnsweredMembers compares texts with members of objects of PHP for which a method may answer.
func TestAnsweredMembers(t *testing.T) {
	const program = `
-- a.php --
<?php
class Limits { METHODS }
$s = $_POST['s'];
if (strlen($s) > (new Limits)->max) exit;
preg_match('/(a+)+$/', $s);
`
	for _, test := range []struct {
		methods string
		holds   bool
	}{
		{"public $max = 50;", true},
		{"public $max = 50; function get($name) { return 5000; }", true},
		{"public $max = 50; function __isset($name) { return true; }", true},
		{"private $max = 50; function __get($name) { return 5000; }", false},
		{"protected $max = 50; function __get($name) { return $_GET['n']; }", false},
	} {
		if got := remoteMax(t, strings.Replace(program, "METHODS", test.methods, 1)); (got == 50) != test.holds {
			t.Errorf("%s: got %d, want 50: %t", test.methods, got, test.holds)
		}
	}
}

// TestRepeatingReplacements replaces each match by what stands around it.
func TestRepeatingReplacements(t *testing.T) {
	for _, test := range []struct{ file, program string }{
		{"a.js", "require('express')().get('/a', (req, res) => { let s = String(req.headers.s); if (s.length > 50) return; s = s.replace(/./g, \"PART\"); /(a+)+$/.test(s) })"},
		{"a.js", "require('express')().get('/a', (req, res) => { let s = String(req.headers.s); if (s.length > 50) return; s = s.replaceAll('b', \"PART\"); /(a+)+$/.test(s) })"},
		{"a.cs", "[ApiController] public class A : ControllerBase { [HttpGet(\"/a\")] public bool Get([FromQuery] string s) { if (s.Length > 50) return false; s = Regex.Replace(s, \".\", \"PART\"); return Regex.IsMatch(s, \"(a+)+$\"); } }"},
	} {
		for i, part := range []string{"$$", "$&", "x", "$1x", "$`", "$'"} {
			program := strings.Replace(test.program, "PART", part, 1)
			if got := longestOf(t, test.file, program, attacked); (got == "any") != (i >= 4) {
				t.Errorf("%s: got %s, want no bound: %t", program, got, i >= 4)
			}
		}
	}
}
