package reach

import "testing"

// TestSumsOfPHP follows the lists that PHP makes of two, and no number.
func TestSumsOfPHP(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"$all = $_POST + $_GET; $s = $all['s'];", "remote"},
		{"$all = ['s' => 'a'] + $_POST; $s = $all['s'];", "remote"},
		{"$all = $defaults + (array) $_POST['all']; $s = $all['s'];", "remote"},
		{"$all = []; $all += $_GET; $s = $all['s'];", "remote"},
		{"$all = $one + $two + $_COOKIE; $s = $all['s'];", "remote"},
		{"class W { public $d; function __construct() { $this->d = $_POST + $_GET; } function of($n) { return $this->d[$n]; } }\n$w = new W; $s = $w->of('s');", "remote"},
		{"$s = $_GET['s'] + 1;", "unknown"},
		{"$s = $_GET['s'] + $_GET['t'];", "unknown"},
		{"$s = 1; $s += $_GET['s'];", "unknown"},
		{"$s = $_GET['s'] + (int) $x;", "constant"},
		{"$all = $one + $two; $s = $all['s'];", "unknown"},
		{"$s = other($_GET['s']);", "remote-possible"},
	} {
		paths, texts, files := archive("-- a.php --\n<?php\n" + test.code + "\npreg_match('/(a+)+$/', $s);\n")
		r := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0]
		if got := r.Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
