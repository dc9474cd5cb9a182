package reach

import "testing"

// TestResultsOfUnknownFunctions follows what functions return that are not known: a text may be made of the one that they
// get, but what a connection reads and what a row holds is not. A part of an object may be a part of the one that it was
// made of.
func TestResultsOfUnknownFunctions(t *testing.T) {
	const python = `
import email, io, json, posixpath, re, other
from flask import Flask, request
app = Flask(__name__)
@app.post('/x/<p>')
def x(p):
    s = GUARD
    return str(re.search(r'(a+)+$', s))
`
	const js = `
const app = require('express')(), other = require('other')
app.post('/x/:p', async (req, res) => { GUARD })`
	for _, test := range []struct{ file, frame, code, want string }{
		{"a.py", python, "other.change(request.form['s'])", "remote-possible"},
		{"a.py", python, "other.change(p)", "remote-possible"},
		{"a.py", python, "other.change(p).strip().lower()", "remote-possible"},
		{"a.py", python, "other.parts(p)[0]", "remote-possible"},
		{"a.py", python, "'a' + other.change(p)", "remote-possible"},
		{"a.py", python, "request.form['s'].mangled()", "remote-possible"},
		{"a.py", python, "other.Schema().load(request.json)['s']", "remote-possible"},
		{"a.py", python, "other.Form(request.form).get_name()", "remote-possible"},
		{"a.py", python, "other.unzip(request.stream).read()", "remote-possible"},
		{"a.py", python, "other.unzip(request.files['f']).read()", "remote-possible"},
		{"a.py", python, "other.Schema().load(json.loads(request.data))['s']", "remote-possible"},
		{"a.py", python, "other.Schema().load(request.form.to_dict())['s']", "remote-possible"},
		{"a.py", python, "io.StringIO(p).readline()", "remote"},
		{"a.py", python, "posixpath.join('a', posixpath.normpath(p))", "remote"},
		{"a.py", python, "posixpath.relpath(p)", "remote-possible"},
		{"a.py", python, "email.message_from_bytes(request.data).get_unixfrom()", "remote"},
		{"a.py", python, "email.message_from_binary_file(request.files['f'])['subject']", "remote"},
		{"a.py", python, "other.pair(p)[1]", "remote-possible"},
		{"a.py", python, "other.Serial(p).readline()", "unknown"},
		{"a.py", python, "other.Serial(request.json['port']).readline()", "unknown"},
		{"a.py", python, "other.Serial(port=request.form.get('port')).readline().strip()", "unknown"},
		{"a.py", python, "other.run(request.args['cmd']).stdout", "unknown"},
		{"a.py", python, "other.run('do ' + p).stdout.text", "unknown"},
		{"a.py", python, "other.LM(p)('hello')", "unknown"},
		{"a.py", python, "other.LM(p)(request.form['s'])", "remote-possible"},
		{"a.py", python, "other.Controller.from_port(p).get_version()", "unknown"},
		{"a.py", python, "other.Controller.from_port(p).state().get_version()", "unknown"},
		{"a.py", python, "next(r.name for r in other.rows(p))", "unknown"},
		{"a.js", js, `/(a+)+$/.test(other(req.params.p))`, "remote-possible"},
		{"a.js", js, `/(a+)+$/.test(await other.change(req.body.s))`, "remote-possible"},
		{"a.js", js, `/(a+)+$/.test(other.parts(req.params.p)[0])`, "remote-possible"},
		{"a.js", js, `const { value } = other.validate(req.body); /(a+)+$/.test(value.s)`, "remote-possible"},
		{"a.js", js, `/(a+)+$/.test((await other.find(req.params.p)).name)`, "unknown"},
		{"a.js", js, `const { name } = await other.find(req.body.id); /(a+)+$/.test(name)`, "unknown"},
		{"a.js", js, `const port = new other.Port(req.body.port); /(a+)+$/.test(port.read())`, "unknown"},
		{"a.js", js, `/(a+)+$/.test(other.open(req.params.p).read(req.body.s))`, "remote-possible"},
	} {
		paths, texts, files := archive("-- " + test.file + " --" + replaced(test.frame, test.code))
		r := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0]
		if got := r.Level.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
		if test.want == "unknown" && len(r.NotFollowed) == 0 {
			t.Errorf("%s: nothing is said of what was not followed", test.code)
		}
	}
}
