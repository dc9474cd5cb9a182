package reach

import (
	"strings"
	"testing"
)

// TestStatedInOptions bounds a text by what the options of a call say that cuts it, or that asks how long it is.
func TestStatedInOptions(t *testing.T) {
	for _, c := range []struct{ guard, want string }{
		{"v = _.truncate(v, { length: 40 })", "40"},
		{"v = _.truncate(String(v), { length: 40, separator: ' ' })", "40"},
		{"v = _.truncate(v)", "30"},
		{"v = _.truncate(v, { length: req.body.n })", "102400"},
		{"v = _.truncate(v, req.body.o)", "102400"},
		{"if (!validator.isLength(v, { min: 1, max: 40 })) return", "40"},
		{"if (!validator.isByteLength(v, { max: 40 })) return", "40"},
		{"const o = { max: 40 }; if (!validator.isLength(v, o)) return", "40"},
		{"if (validator.isLength(v, { max: 40 })) return", "102400"},
		{"validator.isLength(v, { max: 40 })", "102400"},
		{"if (!validator.isLength(req.body.t, { max: 40 })) return", "102400"},
		{"if (!validator.isLength(v, { min: 40 })) return", "102400"},
		{"if (!validator.isLength(v, { max: req.body.n })) return", "102400"},
		{"if (!validator.isLength(v, { max: 40, ...req.body.o })) return", "102400"},
		{"const o = { max: 40 }; Object.assign(o, req.body.o); if (!validator.isLength(v, o)) return", "102400"},
		{"const o = { max: 40 }; lib.more(o); if (!validator.isLength(v, o)) return", "102400"},
		{"const o = { max: 40 }; o.max = req.body.n; if (!validator.isLength(v, o)) return", "102400"},
	} {
		app := `const app = require('express')(), _ = require('lodash'), validator = require('validator'), lib = require('lib')
app.post('/a', (req, res) => { let v = req.body.v; GUARD; /(a+)+$/.test(v) })
`
		if got := longest(t, "a.js", strings.Replace(app, "GUARD", c.guard, 1)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

// TestMadeAnew bounds what a number, an identifier or a checked object was made of a text by how long it is written.
func TestMadeAnew(t *testing.T) {
	const js = "const app = require('express')()\napp.post('/a', (req, res) => { let v = req.body.v; GUARD; /(a+)+$/.test(v) })\n"
	const py = `import re, uuid, jsonschema, lib
from flask import Flask, request
app = Flask(__name__)
STRICT = {'type': 'object', 'properties': {'v': {'type': 'string', 'maxLength': 40}}}
@app.post('/a')
def a():
    v = request.form['v']
    GUARD
    re.search('(a+)+$', v)
`
	for _, c := range []struct{ file, app, guard, want string }{
		{"a.js", js, "v = String(parseInt(v, 10))", "24"},
		{"a.js", js, "v = Number(v)", "24"},
		{"a.js", js, "v = String(parseInt(v, 10)).padStart(500, v)", "524"},
		{"a.js", js, "v = parseInt(v, 10).toString(2)", "any"},
		{"a.js", js, "v = Number(v).toFixed(99)", "any"},
		{"a.js", js, "const n = Number(v)", "102400"},
		{"a.py", py, "v = str(uuid.UUID(v))", "36"},
		{"a.py", py, "v = str(float(v))", "24"},
		{"a.py", py, "uuid.UUID(request.form['w'])", "any"},
		{"a.py", py, "jsonschema.validate({'v': v}, STRICT)", "40"},
		{"a.py", py, "jsonschema.validate({'w': v}, STRICT)", "any"},
		{"a.py", py, "jsonschema.validate({'v': v}, lib.SCHEMA)", "any"},
		{"a.py", py, "jsonschema.validate({'v': v}, {'properties': {'v': {'type': 'string', 'minLength': 40}}})", "any"},
		{"a.py", py, "if len(v.encode()) > 40: return", "40"},
		{"a.py", py, "if len(v.encode('utf-8')) > 40: return", "40"},
		{"a.py", py, "if len(v.encode('ascii', 'ignore')) > 40: return", "any"},
		{"a.py", py, "if len(v.encode(lib.CODEC)) > 40: return", "any"},
		{"a.py", py, "if len(v.strip()) > 40: return", "any"},
	} {
		if got := longest(t, c.file, strings.Replace(c.app, "GUARD", c.guard, 1)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}
