package reach

import (
	"strings"
	"testing"
)

// TestReplacedAfterRules has what a program puts in the place of what rules of Laravel let pass be as long as that.
func TestReplacedAfterRules(t *testing.T) {
	const code = `<?php
use Illuminate\Http\Request;
class A extends Controller { public function index(Request $r) { $d = $r->validate(['s' => 'string|max:20']); CODE } }
`
	for _, c := range []struct{ code, want string }{
		{"preg_match('/(a+)+$/', $d['s']);", "20"},
		{"$d['t'] = $r->input('t'); preg_match('/(a+)+$/', $d['s']);", "20"},
		{"preg_match('/(a+)+$/', $r->input('s'));", "20"},
		{"$x = collect($d)->merge(['s' => '']); preg_match('/(a+)+$/', $r->input('s'));", "20"},
		{"$d['s'] = $r->input('t'); preg_match('/(a+)+$/', $d['s']);", "8388608"},
		{"$d['s'] .= $r->input('t'); preg_match('/(a+)+$/', $d['s']);", "8388608"},
		{"$r->merge(['s' => $r->header('x')]); preg_match('/(a+)+$/', $r->input('s'));", "8388608"},
		{"$r->replace(['s' => $r->header('x')]); preg_match('/(a+)+$/', $r->input('s'));", "8388608"},
	} {
		if got := longest(t, "app/a.php", strings.Replace(code, "CODE", c.code, 1)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.code, got, c.want)
		}
	}
}
