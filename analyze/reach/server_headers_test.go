package reach

import (
	"strings"
	"testing"
)

// TestHeadersOfServers follows headers of any name, by how the names that a server gives them begin.
func TestHeadersOfServers(t *testing.T) {
	for _, test := range []struct{ file, app, subject, want string }{
		{"a.php", `<?php preg_match('/(a+)+$/', SUBJECT);`, `$_SERVER['HTTP_LOCK_TOKEN']`, "any"},
		{"a.php", `<?php preg_match('/(a+)+$/', SUBJECT);`, `$_SERVER['REDIRECT_HTTP_X_NAME']`, "any"},
		{"a.php", `<?php preg_match('/(a+)+$/', SUBJECT);`, `$_SERVER['CONTENT_TYPE']`, "any"},
		{"a.php", `<?php preg_match('/(a+)+$/', SUBJECT);`, `$_SERVER['HTTPS']`, "none"},
		{"a.php", `<?php preg_match('/(a+)+$/', SUBJECT);`, `$_SERVER['SCRIPT_NAME']`, "none"},
		{"a.php", `<?php preg_match('/(a+)+$/', SUBJECT);`, `addcslashes(substr($_SERVER['HTTP_X'], 0, 20), "'")`, "80"},
		{"config.ru", "run ->(env) { env[SUBJECT] =~ /(a+)+$/ }", `'HTTP_X_NAME'`, "81920"},
		{"config.ru", "run ->(env) { env[SUBJECT] =~ /(a+)+$/ }", `'rack.hijack'`, "none"},
		{"config.ru", "run ->(env) { env[SUBJECT] =~ /(a+)+$/ }", `'HTTP'`, "none"},
	} {
		if got := longest(t, test.file, strings.Replace(test.app, "SUBJECT", test.subject, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.subject, got, test.want)
		}
	}
}
