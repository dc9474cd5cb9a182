package reach

import (
	"strings"
	"testing"
)

// TestAllowLists holds texts against lists in Python that have names. Those that something may change bound nothing.
func TestAllowLists(t *testing.T) {
	const app = "import re, lib, json\nfrom flask import Flask, request\napp = Flask(__name__)\nLIST\n@app.post('/b')\ndef b():\n    t = request.form['t']\n    CHANGE\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    GUARD\n    re.search('(a+)+$', s)\n"
	for _, test := range []struct{ list, change, guard, want string }{
		{"OK = ['one', 'other']", "pass", "if s not in OK: return", "5"},
		{"OK = ('one', 'other')", "pass", "if s not in OK: return", "5"},
		{"OK = {'one', 'other'}", "pass", "if s not in OK: return", "5"},
		{"OK = {'one': 'a long text', 'other': 1}", "pass", "if s not in OK: return", "5"},
		{"OK = {'one': 'a long text', 'other': 1}", "t = OK[t]", "if s not in OK: return", "5"},
		{"class C:\n    OK = ['one', 'other']", "pass", "if s not in C.OK: return", "5"},
		{"OK = ['one', 'other']", "print(OK); json.dumps(OK)", "if s not in OK: return", "5"},
		{"OK = ['one', 'other']", "if t in OK: return", "assert s\n    if not s in OK: return", "5"},

		{"OK = ['one', 'other']", "OK.append(t)", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "OK.insert(0, t)", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "OK.extend([t])", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "OK[0] = t", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "OK[:] = [t]", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "global OK; OK = [t]", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "global OK; OK += [t]", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "x = OK; x.append(t)", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "globals()['OK'] = [t]", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "lib.load(OK, t)", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']\nlib.load(OK)", "pass", "if s not in OK: return", "any"},
		{"OK = ['one', 'other']", "pass", "if s in OK: return", "any"},
		{"OK = ['one', 'other']", "pass", "if s not in OK: print('x')", "any"},
		{"OK = ['one', 'other']", "pass", "if request.form['u'] not in OK: return", "any"},
		{"OK = ['one', lib.WORD]", "pass", "if s not in OK: return", "any"},
		{"from lib import OK", "pass", "if s not in OK: return", "any"},
		{"OK = lib.load(['one', 'other'])", "pass", "if s not in OK: return", "any"},
		{"OK = lib.freeze(['one', 'other'])", "pass", "if s not in OK: return", "any"},
		{"OK = {'one', 'other'}", "OK.add(t)", "if s not in OK: return", "any"},
		{"OK = {'one', 'other'}", "OK.update([t])", "if s not in OK: return", "any"},
		{"OK = {'one', 'other'}", "global OK; OK |= {t}", "if s not in OK: return", "any"},
		{"OK = {'one': 1}", "OK[t] = 1", "if s not in OK: return", "any"},
		{"OK = {'one': 1}", "OK.update({t: 1})", "if s not in OK: return", "any"},
		{"OK = {'one': 1}", "OK.setdefault(t, 1)", "if s not in OK: return", "any"},
		{"OK = {'one': 1, **lib.MORE}", "pass", "if s not in OK: return", "any"},
		{"OK = ['one', *lib.MORE]", "pass", "if s not in OK: return", "any"},
		{"OK = ['one'] + lib.MORE", "pass", "if s not in OK: return", "any"},
		{"OK = [x for x in lib.MORE]", "pass", "if s not in OK: return", "any"},
		{"OK = ['one'] * 3", "pass", "if s not in OK: return", "any"},
		{"OK = 'one'", "global OK; OK += t", "if s not in OK: return", "any"},
		{"class C(list):\n    def __contains__(self, x): return True\nOK = C(['one'])", "pass", "if s not in OK: return", "any"},
		{"class C:\n    OK = ['one']\nclass D(C):\n    OK = lib.MORE", "pass", "if s not in D.OK: return", "any"},
		{"class C:\n    OK = ['one']", "C.OK = [t]", "if s not in C.OK: return", "any"},
		{"class C:\n    OK = ['one']", "setattr(C, 'OK', [t])", "if s not in C.OK: return", "any"},
		{"class C:\n    OK = ['one']", "setattr(C, t, [t])", "if s not in C.OK: return", "any"},
		{"import os\nOK = os.environ", "pass", "if s not in OK: return", "any"},
	} {
		if got := longest(t, "a.py", strings.NewReplacer("LIST", test.list, "CHANGE", test.change, "GUARD", test.guard).Replace(app)); got != test.want {
			t.Errorf("%s; %s; %s: got %s, want %s", test.list, test.change, test.guard, got, test.want)
		}
	}
}
