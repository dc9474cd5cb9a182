package reach

import "testing"

// TestPythonAttributePatterns follows patterns that classes give the match in a class that they extend, and takes the longest text
// that any of them matches for the bound where such a match is a guard.
func TestPythonAttributePatterns(t *testing.T) {
	const frame = `import re
from flask import request
class A:
    P = '[a-z]{1,20}'
    def is_valid(self, v): return re.fullmatch(self.P, v)
    def find(self, v): return re.search('x' + self.attack, v)
GUARD
`
	const guarded = "@app.post('/a')\ndef a():\n    x = request.form['x']\n    if not B().is_valid(x): return\n    re.match('(a+)+$', x)"
	for _, test := range []struct{ code, want string }{
		{"class B(A):\n    attack = '(a+)+$'\n@app.post('/a')\ndef a(): B().find(request.form['x'])", "any"},
		{"class B(A):\n    attack = 'y'\nclass C(B):\n    attack = '(a+)+$'\n@app.post('/a')\ndef a(): C().find(request.form['x'])", "any"},
		{"class B(A): pass\n" + guarded, "20"},
		{"class B(A):\n    P = '[a-z]{1,30}'\n" + guarded, "30"},
		{"class B(A):\n    P = '[a-z]+'\n" + guarded, "any"},
		{"class B(A):\n    P = other()\n" + guarded, "any"},
	} {
		if got := longest(t, "a.py", replaced(frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
