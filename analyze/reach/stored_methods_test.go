package reach

import "testing"

// TestStoredMethods calls methods of what also holds others under names that are worked out: those are not what is called.
func TestStoredMethods(t *testing.T) {
	const frame = `
import copy, os, re
from flask import Flask, request
app = Flask(__name__)

class Connection:
    def clean(self, s): return re.search(r'(a+)+$', s)
    def prepare(self, s): return s

@app.post('/x')
def x():
    connection = Connection()
    bag = {'n': request.form['s']}
    GUARD
`
	for _, test := range []struct{ code, want string }{
		{"connection.clean(request.form['s'])", "remote"},
		{"connection.prepare(request.form['s'])", "unknown"},
		{"bag[os.getpid()] = connection.clean\n    (bag or connection).prepare(request.form['s'])", "unknown"},
		{"bag[os.getpid()] = connection.clean\n    bag['k'](request.form['s'])", "remote"},
		{"connection.other = connection.clean\n    connection.other(request.form['s'])", "remote"},
		{"bag[os.getpid()] = copy.copy\n    connection.clean(bag.encode(request.form['s']))", "remote-possible"},
		{"connection.clean(bag.get('n'))", "remote"},
	} {
		paths, texts, files := archive("-- a.py --\n" + replaced(frame, test.code))
		if got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
