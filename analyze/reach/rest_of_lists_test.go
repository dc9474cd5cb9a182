package reach

import (
	"strings"
	"testing"
)

// TestRestOfLists takes what a list is taken apart into, and what a path of Python is put together of, for no constant because
// one of the parts is.
func TestRestOfLists(t *testing.T) {
	const python = "-- a.py --\nimport re\nfrom pathlib import Path\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.get('/')\ndef f():\n    x = request.args['x']\n    CODE\n    return str(re.search(r'(a+)+$', GOT))\n"
	const ruby = "-- a.rb --\nrequire 'sinatra'\nget '/' do\n  x = params[:x]\n  CODE\n  /(a+)+$/.match?(GOT).to_s\nend\n"
	for _, test := range []struct{ file, code, got, want string }{
		{python, "a, *b = ['c', x]", "b[0]", "remote"},
		{python, "a, *b = ['c', x]", "a", "constant"},
		{python, "*a, b = ['c', 'd', x]", "b", "remote"},
		{python, "a, *b, c = [x, 'd', 'e', 'f']", "a", "remote"},
		{python, "a, *b = ['c', 'd']", "b[0]", "constant"},
		{python, "*a, b = ['c', 'd']", "b", "constant"},
		{python, "p = Path('a') / x", "str(p)", "remote"},
		{python, "p = 'a' / Path(x)", "str(p)", "remote"},
		{python, "p = Path(x) / 'a'", "str(p)", "remote"},
		{python, "p = Path('a') / 'b'", "str(p)", "constant"},
		{ruby, "a, *b = ['c', x]", "b[0]", "remote"},
		{ruby, "*a, b = ['c', 'd', x]", "b", "remote"},
		{ruby, "*a, b = ['c', 'd']", "b", "constant"},
	} {
		out := describe(t, strings.NewReplacer("CODE", test.code, "GOT", test.got).Replace(test.file))
		first, _, _ := strings.Cut(out, "\n")
		if _, got, _ := strings.Cut(first, " "); got != test.want {
			t.Errorf("%s; %s: got %s, want %s", test.code, test.got, got, test.want)
		}
	}
}
