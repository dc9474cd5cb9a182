package reach

import (
	"strings"
	"testing"
)

// TestTextsThatLaravelCuts bounds what Str::limit returns: the text that was cut, and behind it what ends it.
func TestTextsThatLaravelCuts(t *testing.T) {
	const app = "<?php\nuse Illuminate\\Http\\Request;\nuse Illuminate\\Support\\Facades\\Route;\nuse Illuminate\\Support\\Str;\n" +
		"Route::post('/a', function (Request $r) { $s = CUT; return preg_match('/(a+)+$/', $s); });\n"
	for _, test := range []struct{ cut, want string }{
		{"Str::limit($r->input('s'), 20)", "23"},
		{"Str::limit($r->input('s'), 20, '')", "20"},
		{"Str::limit($r->input('s'), 20, ' (more)')", "27"},
		{"Str::limit($r->input('s'), 20, $r->input('end'))", "8388608"},
		{"Str::limit($r->input('s'), $r->input('n'))", "8388608"},
		{"Str::limit('x', 20) . $r->input('s')", "8388608"},
		{"Str::take($r->input('s'), 20)", "20"},
		{"Str::take($r->input('s'), -20)", "8388608"},
		{"Str::substr($r->input('s'), 0, 20)", "20"},
		{"Str::words($r->input('s'), 20)", "any"},
	} {
		if got := longest(t, "routes/web.php", strings.Replace(app, "CUT", test.cut, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.cut, got, test.want)
		}
	}
}
