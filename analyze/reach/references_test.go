package reach

import "testing"

// TestPHPReferences follows values that get into variables of PHP other than by an assignment to their name.
func TestPHPReferences(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"function f(&$x) { $x = $_POST['s']; } $s = 'a'; f($s); GUARD", "remote"},
		{"function f($a, &$x) { $x = $a; } $s = 'a'; f($_POST['s'], $s); GUARD", "remote"},
		{"function f(array &$x) { $x['s'] = $_POST['s']; } $s = ['s' => 'a']; f($s); $s = $s['s']; GUARD", "remote"},
		{"class A { function f(&$x) { $x = $_POST['s']; } } $s = 'a'; (new A)->f($s); GUARD", "remote"},
		{"class A { static function f(&$x) { $x = $_POST['s']; } } $s = 'a'; A::f($s); GUARD", "remote"},
		{"function f(&$x) { $x = 'b'; } $s = 'a'; f($s); GUARD", "constant"},
		{"function f($x) { $x = $_POST['s']; } $s = 'a'; f($s); GUARD", "constant"},
		{"function f(&$x) { $x = $_POST['s']; } $o = ['s' => 'a']; f($o['s']); $s = $o['s']; GUARD", "remote"},
		{"$s = 'a'; $t = &$s; $t = $_POST['s']; GUARD", "remote"},
		{"$s = &$t; $t = $_POST['s']; GUARD", "remote"},
		{"$o = ['s' => 'a']; $r = &$o['s']; $r = $_POST['s']; $s = $o['s']; GUARD", "remote"},
		{"$all = ['a']; foreach ($all as &$v) { $v = $_POST['s']; } $s = $all[0]; GUARD", "remote"},
		{"$all = ['a']; foreach ($all as $k => &$v) { $v = $_POST['s']; } $s = $all[0]; GUARD", "remote"},
		{"$all = ['a']; foreach ($all as $v) { $v = $_POST['s']; } $s = $all[0]; GUARD", "constant"},
		{"$s = 'a'; extract($_POST); GUARD", "remote"},
		{"function g() { $s = 'a'; extract($_POST); GUARD } g();", "remote"},
		{"extract($_POST); GUARD", "remote"},
		{"$s = 'a'; extract(['t' => $_POST['t']]); GUARD", "constant"},
		{"$s = 'a'; foreach ($_POST as $k => $v) { $$k = $v; } GUARD", "remote"},
		{"$s = 'a'; foreach ($_POST as $k => $v) { ${$k} = $v; } GUARD", "remote"},
		{"$s = 'a'; $n = 's'; $$n = $_POST['s']; GUARD", "remote"},
		{"$t = $_POST['s']; $n = 't'; $s = $$n; GUARD", "unknown"},
		{"list($s, $t) = [$_POST['s'], 'a']; GUARD", "remote"},
		{"list($t, $s) = [$_POST['s'], 'a']; GUARD", "constant"},
		{"[$t, $s] = explode(',', $_POST['s']); GUARD", "remote"},
		{"['k' => $s] = $_POST; GUARD", "remote"},
		{"[, [$s]] = ['a', [$_POST['s']]]; GUARD", "remote"},
		{"foreach ([[$_POST['s'], 'a']] as [$s, $t]) { GUARD }", "remote"},
		{"$s = 'a'; $t = $_POST['s']; [$s, $t] = [$t, $s]; GUARD", "remote"},
		{"$o = ['a']; [&$r] = $o; $r = $_POST['s']; $s = $o[0]; GUARD", "remote"},
		{"$s = 'a'; $f = function () use (&$s) { $s = $_POST['s']; }; $f(); GUARD", "remote"},
		{"$s = 'a'; parse_str($_SERVER['QUERY_STRING'], $o); $s = $o['s']; GUARD", "remote"},
		{"preg_match('/x(.*)/', $_POST['s'], $m); $s = $m[1]; GUARD", "remote"},
		{"function f($t) { if (preg_match_all('/x(.*)/', $t, $all)) { foreach ($all[1] as $s) { GUARD } } } f($_POST['s']);", "remote"},
		{"$s = 'a'; preg_match('/x(.*)/', $_POST['s'], $m); GUARD", "constant"},
		{"sscanf($_POST['s'], '%d %s', $n, $s); GUARD", "remote"},
		{"$s = implode([$_POST['s'], 'x']); GUARD", "remote"},
		{"$s = 'a'; $t = $_POST['s']; $o = compact('t'); $s = $o['t']; GUARD", "remote"},
		{"function f(&$x) { global $s; $s = $x; } $s = 'a'; $t = $_POST['s']; f($t); GUARD", "remote"},
		{"function log($x) {} $s = 'a'; while ($n--) { log($s); $s .= $_POST['s']; } GUARD", "remote"},
		{"$s = 'a'; $o = ['a']; array_walk($o, function (&$v) { $v = $_POST['s']; }); $s = $o[0]; GUARD", "remote"},
		{"function strip_x(&$x) { $x = $_POST['s']; } $s = 'a'; strip_x($s); GUARD", "remote"},
		{"function is_x(&$x) { $x = $_POST['s']; } is_x($s); GUARD", "remote"},
		{"function array_x(&$x) { $x['s'] = $_POST['s']; } $o = []; array_x($o); $s = $o['s']; GUARD", "remote"},
		{"$s = 'a'; \\strlen($s); strip_tags($s); GUARD", "constant"},
		{"function f(&$x) { if (strlen($x) > 9) exit; } $s = $_POST['s']; f($s); GUARD", "remote"},
	} {
		text := "-- a.php --\n<?php " + replaced(test.code, "preg_match('/(a+)+$/', $s);")
		paths, texts, files := archive(text)
		all := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))
		if got := all[len(all)-1].Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
