package reach

import "testing"

// TestDigits follows texts that were found to be digits: whoever sends them cannot send just any text.
func TestDigits(t *testing.T) {
	const js = `
const app = require('express')()
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o
  GUARD;
  /(a+)+$/.test(s)
})`
	const python = `
import re
from flask import Flask, request
app = Flask(__name__)
@app.post('/a')
def a():
    s = request.form['s']
    o = request.form['o']
    GUARD
    return str(re.search(r'(a+)+$', s))
`
	const php = `<?php
$s = $_POST['s']; $o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);`
	for _, test := range []struct {
		file, frame string
		holds, not  []string
	}{
		{"a.js", js, []string{
			"if (!Number.isInteger(s)) return", "if (!Number.isSafeInteger(s)) return res.end()", "if (Number.isInteger(s) === false) throw new Error('no')", "const ok = Number.isInteger(s); if (!ok) return",
			"if (!s || !Number.isInteger(s)) return", "if (!(o && Number.isInteger(s))) return", "if (Number.isInteger(s) !== true) return", "if (!Number.isInteger(s)) { res.end(); return }",
		}, []string{
			"if (!Number.isInteger(o)) return", "if (Number.isInteger(s)) return", "if (!Number.isInteger(s)) res.end()", "Number.isInteger(s)",
			"if (isNaN(s)) return", "if (!parseInt(s)) return", "if (!Number.isInteger(s.length)) return", "if (!Number.isInteger(s)) return; s = o",
			"if (!Number.isInteger(s) && o) return", "if (typeof s === 'string') res.end()",
		}},
		{"a.py", python, []string{
			"if not s.isdigit(): return 'no'", "if not s.isdecimal(): return 'no'", "if s.isdigit() == False: return 'no'", "ok = s.isdigit()\n    if not ok: return 'no'",
			"if not (o and s.isdigit()): return 'no'", "if o or not s.isnumeric(): raise ValueError()", "s = request.args.get('s', type=int)", "s = request.form.get('s', 0, type=float)",
		}, []string{
			"if not o.isdigit(): return 'no'", "if s.isdigit(): return 'no'", "if not s.isdigit(): print('no')", "s.isdigit()",
			"if not s.isalnum(): return 'no'", "if not s[0].isdigit(): return 'no'", "if not s.isdigit() and o: return 'no'", "s = request.args.get('s', type=str)",
			"n = request.args.get('s', type=int)",
		}},
		{"a.php", php, []string{
			"if (!ctype_digit($s)) exit;", "if (!ctype_digit($s)) { die('no'); }", "if (ctype_digit($s) === false) exit;", "if (ctype_digit($s) !== true) exit;",
			"$ok = ctype_digit($s); if (!$ok) exit;", "if ($o || !ctype_digit($s)) exit;", "if (!is_int($s)) exit;", "if (!($o && ctype_digit($s))) exit;",
		}, []string{
			"if (!ctype_digit($o)) exit;", "if (ctype_digit($s)) exit;", "if (!ctype_digit($s)) echo 'no';", "ctype_digit($s);",
			"if (!is_numeric($s)) exit;", "if (!ctype_alnum($s)) exit;", "if (!ctype_digit($s) && $o) exit;", "if (!ctype_digit($s)) exit; $s = $o;",
		}},
	} {
		for i, code := range append(append([]string{}, test.holds...), test.not...) {
			want := "remote-possible"
			if i >= len(test.holds) {
				want = "remote"
			}
			paths, texts, files := archive("-- " + test.file + " --\n" + replaced(test.frame, code))
			got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String()
			if got != want {
				t.Errorf("%s: %s: got %s, want %s", test.file, code, got, want)
			}
		}
	}
}
