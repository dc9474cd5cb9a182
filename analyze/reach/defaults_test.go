package reach

import "testing"

// TestDefaults follows texts that calls return where they find nothing else, and into functions of the language that are
// handed over by their names.
func TestDefaults(t *testing.T) {
	const python = "import re, os\nfrom flask import Flask, request\nfrom pydantic import BaseModel\napp = Flask(__name__)\nM = {'a': 'b'}\nclass Note(BaseModel):\n    t: str\n" +
		"@app.get('/a')\ndef view():\n    s = request.args['s']\n    t = GUARD\n    return str(re.search('(a+)+$', t))\n"
	const ruby = "require 'sinatra'\nM = { 'a' => 'b' }\nget '/a' do\n  s = params[:s].to_s\n  t = GUARD\n  /(a+)+$/.match(t)\nend\n"
	const js = "const app = require('express')(), _ = require('lodash'), M = { a: 'b' }\napp.get('/a', (req, res) => { const s = req.query.s, t = GUARD\n  if (/(a+)+$/.test(t)) res.end() })\n"
	const php = "<?php\nuse Illuminate\\Http\\Request;\nuse Illuminate\\Support\\Arr;\nRoute::get('/a', function (Request $request) {\n  $s = $request->query('s'); $m = ['a' => 'b']; $t = GUARD;\n  preg_match('/(a+)+$/', $t);\n});\n"
	const java = "import java.util.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController class A {\n  static final Map<String, String> M = Map.of(\"a\", \"b\");\n" +
		"  @GetMapping(\"/a\") boolean a(@RequestParam String s) { String t = GUARD; return t.matches(\"(a+)+$\"); }\n}\n"
	for _, test := range []struct{ file, frame, value, want string }{
		{"a.py", python, "M.get(s, s)", "any"},
		{"a.py", python, "M.get(s, s[:20])", "20"},
		{"a.py", python, "M.get(s, 'x')", "none"},
		{"a.py", python, "M.get(s)", "none"},
		{"a.py", python, "M.pop(s, s)", "any"},
		{"a.py", python, "getattr(M, 'x', s)", "any"},
		{"a.py", python, "getattr(M, s, 'x')", "none"},
		{"a.py", python, "next((k for k in M if k == s), s)", "any"},
		{"a.py", python, "os.environ.get('T', s)", "any"},
		{"a.py", python, "os.environ.get(s, 'T')", "none"},
		{"a.py", python, "list([s])[0]", "any"},
		{"a.py", python, "sorted([s[:20]])[0]", "20"},
		{"a.py", python, "Note.model_construct(t=s).t", "any"},
		{"a.py", python, "Note.model_construct(t=s[:20]).t", "20"},
		{"a.py", python, "list(map(str.strip, [s]))[0]", "any"},
		{"a.py", python, "list(map(str.strip, [s[:20]]))[0]", "20"},
		{"a.py", python, "list(map(str, [s[:20]]))[0]", "20"},
		{"a.py", python, "list(map(len, [s]))[0]", "none"},
		{"a.rb", ruby, "M.fetch(s, s)", "10240"},
		{"a.rb", ruby, "M.fetch(s, s[0, 20])", "20"},
		{"a.rb", ruby, "M.fetch(s) { s }", "10240"},
		{"a.rb", ruby, "M.fetch(s) { s[0, 20] }", "20"},
		{"a.rb", ruby, "M.fetch(s) { 'x' }", "none"},
		{"a.rb", ruby, "M.fetch(s, 'x')", "none"},
		{"a.js", js, "_.get(M, s, s)", "16384"},
		{"a.js", js, "_.get(M, s, 'x')", "none"},
		{"a.js", js, "_.defaultTo(M[s], s)", "16384"},
		{"a.js", js, "[s].map(String)[0]", "16384"},
		{"a.js", js, "[s].map(decodeURIComponent)[0]", "16384"},
		{"a.js", js, "[String(s).slice(0, 20)].map(String)[0]", "20"},
		{"a.js", js, "[String(s).slice(0, 20)].map(encodeURIComponent)[0]", "180"},
		{"a.php", php, "Arr::get($m, $s, $s)", "any"},
		{"a.php", php, "Arr::get($m, $s, 'x')", "none"},
		{"a.php", php, "data_get($m, $s, substr($s, 0, 20))", "20"},
		{"A.java", java, "Objects.requireNonNullElse(M.get(s), s)", "8192"},
		{"A.java", java, "Objects.requireNonNullElse(M.get(s), \"x\")", "none"},
	} {
		if got := longest(t, test.file, replaced(test.frame, test.value)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.value, got, test.want)
		}
	}
}
