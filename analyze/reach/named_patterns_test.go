package reach

import (
	"strings"
	"testing"
)

// TestNamedPatterns finds the texts that patterns meet which are put together in one place and handed to a match by their
// names: no call was found in which they meet one. Each meets the text of its own call.
func TestNamedPatterns(t *testing.T) {
	for _, test := range []struct{ name, files, want string }{
		{"Python", `
-- a.py --
import re
from flask import Flask, request
app = Flask(__name__)
A = '(a+)'
B = A + '+$'
C = '%s+c$' % A
@app.route('/')
def a():
    q = request.args['q']
    r = request.args['r']
    if re.match(B, q): return 'b'
    return str(re.search(pattern=C, string=r))
`, "a.py:11 url GET / request.args.q; a.py:12 url GET / request.args.r"},
		{"PHP", `
-- a.php --
<?php
$a = '(a+)';
$b = '/' . $a . '+$/';
const C = '/(a+)' . '+c$/';
preg_match($b, $_GET['q']);
preg_match(C, $_GET['r']);
`, "a.php:5 url /a.php $_GET.q; a.php:6 url /a.php $_GET.r"},
		{"another name for what is not known", `
-- a.php --
<?php
$b = '/(a+)' . $_GET['b'] . '$/';
preg_match($b, 'x');
`, ""},
	} {
		var got []string
		at := ""
		for line := range strings.Lines(describe(t, test.files)) {
			word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if strings.Contains(word, ":") {
				at = word
			} else if way, _, ok := strings.Cut(rest, " -1: "); ok {
				got = append(got, at+" "+way)
			}
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: %q, want %q", test.name, s, test.want)
		}
	}
}
