package reach

import (
	"strings"
	"testing"
)

// TestElementsOfTexts follows the characters of texts that are put together, encoded or edited, as they are taken out one by
// one: only constants seemed to get there. What holds other things than characters is none of these.
func TestElementsOfTexts(t *testing.T) {
	js := func(text string) string {
		return "\n-- package.json --\n{\"name\": \"p\", \"version\": \"1.0.0\", \"main\": \"a.js\"}\n-- a.js --\nmodule.exports = s => { const t = " + text + "; let all = ''; for (let i = 0; i < t.length; i++) all += t[i]; return /(a+)+$/.test(all); };\n"
	}
	py := func(code string) string {
		return "\n-- a.py --\nimport html, re, urllib.parse\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/a')\ndef a():\n    s = request.args['q']\n" + code + "\n    return str(re.search('(a+)+$', all))\n"
	}
	php := func(code string) string {
		return "\n-- a.php --\n<?php\n$s = $_GET['q'];\n$all = '';\n" + code + "\npreg_match('/(a+)+$/', $all);\n"
	}
	for _, test := range []struct{ name, files, want string }{
		{"encoded", js("encodeURIComponent(s)"), " p(s) "},
		{"in capitals", js("s.toUpperCase()"), " p(s) "},
		{"in small letters", js("s.toLowerCase()"), " p(s) "},
		{"a sum", js("'x' + s"), " p(s) "},
		{"a template", js("`x${s}`"), " p(s) "},
		{"bytes as a text", js("Buffer.from(s).toString('hex')"), " p(s) "},
		{"without spaces at its ends", js("s.trim()"), " p(s) "},
		{"replaced", js("s.replace(/x/g, '')"), " p(s) "},
		{"a list", js("[s, s]"), " p(s) "},
		{"a list that is given", js("s"), " p(s.*) "},
		{"a sum of constants", js("'x' + 'y'"), "constant"},
		{"constants in capitals", js("'x'.toUpperCase()"), "constant"},
		{"Python, encoded", py("    all = ''\n    for c in urllib.parse.quote(s): all += c"), " request.args.q "},
		{"Python, a sum", py("    all = ''.join(c for c in 'x' + s)"), " request.args.q "},
		{"Python, by their numbers", py("    t = html.escape(s)\n    all = ''\n    for i in range(len(t)): all += t[i]"), " request.args.q "},
		{"PHP, in capitals", php("$t = strtoupper($s); for ($i = 0; $i < strlen($t); $i++) { $all .= $t[$i]; }"), " $_GET.q "},
		{"PHP, a sum", php("$t = 'x' . $s; for ($i = 0; $i < strlen($t); $i++) { $all .= $t[$i]; }"), " $_GET.q "},
		{"Go, another result", "\n-- go.mod --\nmodule m\n-- a.go --\npackage main\n\nimport (\n\t\"net/http\"\n\t\"net/url\"\n\t\"regexp\"\n)\n\nfunc main() {\n\thttp.HandleFunc(\"/\", func(w http.ResponseWriter, r *http.Request) {\n\t\t_, err := url.QueryUnescape(\"x\")\n\t\tregexp.MustCompile(`(a+)+$`).MatchString(err.Error())\n\t})\n}\n", ""},
	} {
		if got := describe(t, test.files); !strings.Contains(got, test.want) || test.want != "constant" && strings.Contains(got, "constant") {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestReturnsFirst follows the object that functions of JavaScript return which define or freeze members of it.
func TestReturnsFirst(t *testing.T) {
	for _, made := range []string{
		"Object.defineProperty({ of: () => s }, 'line', { get: () => 1 })", "Object.defineProperties({ of: () => s }, {})",
		"Object.setPrototypeOf({ of: () => s }, null)", "Object.freeze({ of: () => s })",
	} {
		got := describe(t, "\n-- package.json --\n{\"name\": \"p\", \"version\": \"1.0.0\", \"main\": \"a.js\"}\n-- a.js --\nfunction tokens(s) { return "+made+"; }\nmodule.exports = text => /(a+)+$/.test(tokens(text).of());\n")
		if want := " p(text) "; !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", made, got, want)
		}
	}
}
