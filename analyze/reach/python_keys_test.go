package reach

import "testing"

// TestPythonKeys follows keys of dictionaries of Python, which no check of the values bounds, nor one of the keys what they
// stand for.
func TestPythonKeys(t *testing.T) {
	const frame = `import re
from flask import request
@app.post('/a')
def a():
    x, y = request.form['x'], request.form['y']
    GUARD
`
	for _, test := range []struct{ code, want string }{
		{"for k in {x: 1}: re.match('(a+)+$', k)", "any"},
		{"for k in {x[:40]: 1}: re.match('(a+)+$', k)", "40"},
		{"for k in {x: y[:40]}: re.match('(a+)+$', k)", "any"},
		{"k, *rest = {x: y[:40]}\n    re.match('(a+)+$', k)", "any"},
		{"for k in {**{x: y[:40]}}: re.match('(a+)+$', k)", "any"},
		{"d = {k: 1 for k in [x]}\n    for k in d: re.match('(a+)+$', k)", "any"},
		{"d = {k[:40]: v for k, v in [(x, 'b')]}\n    for k in d: re.match('(a+)+$', k)", "40"},
		{"d = {k[:40]: v for k, v in [(x, y)]}\n    for k, v in d.items(): re.match('(a+)+$', v)", "any"},
		{"d = {}\n    d.setdefault(x, []).append(1)\n    re.match('(a+)+$', sorted(d)[0])", "any"},
		{"d = {x: y}\n    for k in d:\n        if len(k) > 40: return\n    for v in d.values(): re.match('(a+)+$', v)", "any"},
		{"d = {x: y}\n    for k, v in d.items():\n        if len(v) > 40: return\n    for k in d: re.match('(a+)+$', k)", "any"},
		{"d = {x: y}\n    for k in d:\n        if len(k) > 40: return\n    for k in d: re.match('(a+)+$', k)", "40"},
		{"d = {'a': 'b'}\n    for k, v in d.items(): re.match('(a+)+$', k)", "none"},
	} {
		if got := longest(t, "a.py", replaced(frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
