package reach

import (
	"strings"
	"testing"
)

// TestSessions takes what an earlier request stored in a session for what somebody may have sent, and what a variable of the
// environment names for nothing that it says.
func TestSessions(t *testing.T) {
	const flask = "import re\nfrom flask import Flask, request, session\napp = Flask('a')\n@app.post('/a')\ndef a():\n    session['q'] = request.form['q']\n"
	for _, test := range []struct{ file, code, want string }{
		{"a.php", "<?php\nfunction a() { $_SESSION['q'] = $_POST['q']; }\nfunction b() { preg_match('/(a+)+$/', $_SESSION['q']); }\na(); b();", "remote-possible body"},
		{"a.php", "<?php\n$_SESSION['q'] = substr($_POST['q'], 0, 9);\npreg_match('/(a+)+$/', $_SESSION['q']);", "remote-possible body /a.php $_POST.q 9"},
		{"a.php", "<?php\n$_SESSION['q'] = $_POST['q'];\npreg_match('/(a+)+$/', $_SESSION['r']);", "3 unknown"},
		{"a.php", "<?php\n$_SESSION['q'] = 'x';\npreg_match('/(a+)+$/', $_SESSION['q']);", "3 constant"},
		{"a.py", flask + "@app.get('/b')\ndef b():\n    re.match(r'(a+)+$', session['q'])", "remote-possible body"},
		{"a.py", flask + "@app.get('/b')\ndef b():\n    re.match(r'(a+)+$', session['r'])", "9 unknown"},
		{"a.php", "<?php\n$db = new PDO(getenv('DSN'));\n$s = $db->prepare('select');\n$s->execute();\n$row = $s->fetch();\npreg_match('/(a+)+$/', $row['q']);", "6 unknown"},
		{"a.php", "<?php\npreg_match('/(a+)+$/', clean(getenv('DSN')));", "2 local"},
	} {
		if got := ways(t, test.file, test.code); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s\ngot  %s\nwant %s", test.code, got, test.want)
		}
	}
}
