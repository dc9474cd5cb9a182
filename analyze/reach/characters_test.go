package reach

import "testing"

// TestCharacters asks for texts in which a server lets only some characters pass: in a header no line feed, and in the
// path as it is sent no space.
func TestCharacters(t *testing.T) {
	const frame = `
const app = require('express')(), url = require('url')
app.get('/:p', (req, res) => { GUARD })`
	for _, test := range []struct {
		code     string
		disarmed bool
	}{
		{`/\s+$/.test(req.url)`, true},
		{`/\s+$/.test(req.originalUrl)`, true},
		{`/\s+$/.test(req.path)`, true},
		{`/\n+$/.test(req.headers.x)`, true},
		{`/\n+$/.test(req.get('x'))`, true},
		{`/\0+$/.test(req.header('x'))`, true},
		{`/[\r\n]+$/.test(req.headers['user-agent'])`, true},
		{`const { host } = req.headers; /\0+$/.test(host)`, true},
		{`const u = req.url; if (/\t+$/.test(u)) res.end()`, true},
		{`/\s+$/.test(req.headers.x)`, false},
		{`/\/+$/.test(req.url)`, false},
		{`/\s+$/.test(req.query.x)`, false},
		{`/\s+$/.test(req.params.p)`, false},
		{`/\s+$/.test(decodeURIComponent(req.url))`, false},
		{`/\s+$/.test(decodeURIComponent(req.headers.x))`, false},
		{`/\n+$/.test(req.headers.x.replace(/,/g, '\n'))`, false},
		{`/\s+$/.test('a ' + req.url + '\n')`, false},
		{`/\n+$/.test(JSON.parse(req.headers.x))`, false},
		{`/\s+$/.test(req.body.x)`, false},
	} {
		text := replaced(frame, test.code)
		if got := isDisarmed(t, []string{"a.js"}, map[string]string{"a.js": text}, "+$"); got != test.disarmed {
			t.Errorf("%s: disarmed is %v, want %v", test.code, got, test.disarmed)
		}
	}
}

// TestFlatValues asks for members of texts, which have none.
func TestFlatValues(t *testing.T) {
	const frame = `
const app = require('express')()
app.post('/:p', (req, res) => { GUARD })`
	for _, test := range []struct{ code, want string }{
		{`/(a+)+$/.test(req.headers.x)`, "16384"},
		{`/(a+)+$/.test(req.rawHeaders[1])`, "16384"},
		{`/(a+)+$/.test(req.get('x'))`, "16384"},
		{`/(a+)+$/.test(req.params.p)`, "16384"},
		{`/(a+)+$/.test(req.headers['set-cookie'][0])`, "16384"},
		{`for (const k in req.headers) /(a+)+$/.test(req.headers[k])`, "16384"},
		{`/(a+)+$/.test(req.query.a.b.c)`, "16384"},
		{`/(a+)+$/.test(req.body.a.b.c)`, "102400"},
		{`/(a+)+$/.test(JSON.parse(req.headers.x).y)`, "16384"},
		{`/(a+)+$/.test(req.headers.x.y)`, "none"},
		{`/(a+)+$/.test(req.get('x').settings.pattern)`, "none"},
		{`/(a+)+$/.test(req.params.p.y)`, "none"},
		{`/(a+)+$/.test(Buffer.from(req.body.s, 'base64').settings.pattern)`, "none"},
		{`/(a+)+$/.test(encodeURIComponent(req.body.s).x)`, "none"},
	} {
		if got := longest(t, "a.js", replaced(frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

// TestNothingToCall follows what is called on values of requests: parsed texts have nothing to call, and whoever takes a
// function by the names of its parameters may be handed something else.
func TestNothingToCall(t *testing.T) {
	const frame = `
import json, re
from flask import Flask, request
app = Flask(__name__)
@app.post('/a')
def a():
    s = GUARD
    return str(re.search(r'(a+)+$', s))
`
	for _, test := range []struct{ code, want string }{
		{"json.loads(request.data)['s']", "remote"},
		{"json.loads(request.data).get('s')", "remote"},
		{"request.form.get('s')", "remote"},
		{"request.form.getlist('s')[0]", "remote"},
		{"request.json['s'].strip()", "remote"},
		{"request.headers.get('s')", "remote"},
		{"json.loads(request.data).conn.execute('x')[1]['rows']", "remote-possible"},
		{"request.form.conn.execute('x')[1]['rows']", "remote-possible"},
	} {
		paths, texts, files := archive("-- a.py --" + replaced(frame, test.code))
		got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String()
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
