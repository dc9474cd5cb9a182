package reach

import "testing"

// TestPHPInput follows the body of a request that PHP reads like a file, and no other file.
func TestPHPInput(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{`$j = json_decode(file_get_contents('php://input'), true); preg_match('/(a+)+$/', $j['s']);`, "any"},
		{`$s = \file_get_contents("php://input"); if (strlen($s) > 30) exit; preg_match('/(a+)+$/', $s);`, "30"},
		{`$f = fopen('php://input', 'r'); preg_match('/(a+)+$/', stream_get_contents($f));`, "any"},
		{`$s = file_get_contents('settings.txt'); preg_match('/(a+)+$/', $s);`, "none"},
	} {
		if got := longest(t, "index.php", "<?php\n"+test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
