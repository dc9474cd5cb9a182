package reach

import (
	"strings"
	"testing"
)

// TestLibraryGuards has libraries check texts, and code put others in their place.
func TestLibraryGuards(t *testing.T) {
	const valibot = `
const express = require('express'), v = require('valibot'), app = express()
app.use(express.json())
const S = v.object({ s: v.pipe(v.string(), PARTS), o: v.optional(v.pipe(v.string(), v.maxLength(20))), l: v.array(v.string()) })
app.post('/', async (req, res) => { CODE })`
	const superstruct = `
const express = require('express'), { object, string, size, array, refine, any, assert, is, create, validate } = require('superstruct'), app = express()
app.use(express.json())
const S = object({ s: PARTS, o: size(string(), 1, 20), l: size(array(string()), 1, 20) })
app.post('/', (req, res) => { CODE })`
	const msgspec = `
import re, msgspec
from typing import Annotated, Any
from flask import Flask, request
app = Flask(__name__)
class S(msgspec.Struct):
    s: PARTS
@app.post("/")
def a():
    CODE
`
	const classes = `
import re, attrs
from dataclasses import dataclass, field
from flask import Flask, request
app = Flask(__name__)
PARTS
@app.post("/")
def a():
    o, b = request.form["o"], C(s=request.form["s"])
    CODE
`
	const match, search = "/(a+)+$/.test(", "re.search('(a+)+$', "
	const s, given = search + "b.s)", "@dataclass\nclass C:\n    s: str\n    def __post_init__(self):\n        "
	for _, test := range []struct{ name, file, frame, parts, code, want string }{
		{"valibot", "a.js", valibot, "v.maxLength(20)", "const b = v.parse(S, req.body); " + match + "b.s)", "20"},
		{"valibot, optional", "a.js", valibot, "v.maxLength(9)", "const b = v.parse(S, req.body); " + match + "b.o)", "20"},
		{"valibot, safe", "a.js", valibot, "v.minLength(1), v.maxLength(20)", "const r = v.safeParse(S, req.body); if (!r.success) return; " + match + "r.output.s)", "20"},
		{"valibot, safe and not asked", "a.js", valibot, "v.maxLength(20)", "const r = v.safeParse(S, req.body); " + match + "r.output.s)", "102400"},
		{"valibot, safe and with other issues", "a.js", valibot, "v.maxLength(20)", "const r = v.safeParse(S, req.body); if (r.success) return; " + match + "r.output.s)", "102400"},
		{"valibot, without issues", "a.js", valibot, "v.maxLength(20)", "const r = v.safeParse(S, req.body); if (r.issues) return; " + match + "r.output.s)", "20"},
		{"valibot, asked", "a.js", valibot, "v.maxLength(20)", "if (!v.is(S, req.body)) return; " + match + "req.body.s)", "20"},
		{"valibot, asserted", "a.js", valibot, "v.maxLength(20)", "v.assert(S, req.body); " + match + "req.body.s)", "20"},
		{"valibot, trimmed as it came", "a.js", valibot, "v.trim(), v.maxLength(20)", "v.assert(S, req.body); " + match + "req.body.s)", "102400"},
		{"valibot, made longer", "a.js", valibot, "v.maxLength(20), v.transform(s => s + s)", "const b = v.parse(S, req.body); " + match + "b.s)", "102400"},
		{"valibot, not asked", "a.js", valibot, "v.maxLength(20)", "v.is(S, req.body); " + match + "req.body.s)", "102400"},
		{"valibot, the other way", "a.js", valibot, "v.maxLength(20)", "if (v.is(S, req.body)) return; " + match + "req.body.s)", "102400"},
		{"valibot, another value", "a.js", valibot, "v.maxLength(20)", "v.parse(S, req.query); " + match + "req.body.s)", "102400"},
		{"valibot, least", "a.js", valibot, "v.minLength(20)", "const b = v.parse(S, req.body); " + match + "b.s)", "102400"},
		{"valibot, of a list", "a.js", valibot, "v.maxLength(20)", "const b = v.parse(S, req.body); " + match + "b.l[0])", "102400"},
		{"superstruct", "a.js", superstruct, "size(string(), 1, 20)", "assert(req.body, S); " + match + "req.body.s)", "20"},
		{"superstruct, made", "a.js", superstruct, "refine(size(string(), 1, 20), 'x', x => true)", "const b = create(req.body, S); " + match + "b.s)", "20"},
		{"superstruct, found wrong", "a.js", superstruct, "size(string(), 1, 20)", "const [e, b] = validate(req.body, S); " + match + "b.s)", "102400"},
		{"superstruct, behind", "a.js", superstruct, "size(string(), 1, 20)", match + "req.body.s); assert(req.body, S)", "102400"},
		{"superstruct, of anything", "a.js", superstruct, "size(any(), 1, 20)", "assert(req.body, S); " + match + "req.body.s)", "102400"},
		{"superstruct, asked for nothing", "a.js", superstruct, "size(string(), 1, 20)", "is(req.body, S); " + match + "req.body.s)", "102400"},
		{"superstruct, a list", "a.js", superstruct, "size(string(), 1, 20)", "assert(req.body, S); req.body.l.forEach(x => " + match + "x))", "102400"},
		{"msgspec", "a.py", msgspec, "Annotated[str, msgspec.Meta(max_length=20)]", "b = msgspec.json.decode(request.data, type=S)\n    " + s, "20"},
		{"msgspec, converted", "a.py", msgspec, "Annotated[str, msgspec.Meta(max_length=20)]", "b = msgspec.convert(request.json, S)\n    " + s, "20"},
		{"msgspec, least", "a.py", msgspec, "Annotated[str, msgspec.Meta(min_length=20)]", "b = msgspec.json.decode(request.data, type=S)\n    " + s, "any"},
		{"msgspec, not converted", "a.py", msgspec, "Annotated[str, msgspec.Meta(max_length=20)]", "b = S(**request.json)\n    " + s, "any"},
		{"msgspec, made longer", "a.py", msgspec, "Annotated[str, msgspec.Meta(max_length=20)]\n    def __post_init__(self):\n        self.s = self.s * 9", "b = msgspec.json.decode(request.data, type=S)\n    " + s, "any"},
		{"msgspec, anything", "a.py", msgspec, "Annotated[Any, msgspec.Meta(max_length=20)]", "b = msgspec.json.decode(request.data, type=S)\n    " + s, "any"},
		{"attrs", "a.py", classes, "@attrs.define\nclass C:\n    s: str = attrs.field(validator=attrs.validators.max_len(20))", s, "20"},
		{"attrs, several", "a.py", classes, "@attrs.define\nclass C:\n    s: str = attrs.field(validator=[attrs.validators.instance_of(str), attrs.validators.max_len(20)])", s, "20"},
		{"attrs, either", "a.py", classes, "@attrs.define\nclass C:\n    s: str = attrs.field(validator=attrs.validators.or_(attrs.validators.max_len(20), attrs.validators.instance_of(str)))", s, "any"},
		{"attrs, least", "a.py", classes, "@attrs.define\nclass C:\n    s: str = attrs.field(validator=attrs.validators.min_len(20))", s, "any"},
		{"attrs, set later", "a.py", classes, "@attrs.define\nclass C:\n    s: str = attrs.field(validator=attrs.validators.max_len(20))\n    def put(self, o):\n        self.s = o", "b.put(o)\n    " + s, "any"},
		{"dataclass", "a.py", classes, given + "if len(self.s) > 20: raise ValueError()", s, "20"},
		{"dataclass, the other way", "a.py", classes, given + "if len(self.s) < 20: raise ValueError()", s, "any"},
		{"dataclass, not refused", "a.py", classes, given + "if len(self.s) > 20: print(self.s)", s, "any"},
		{"dataclass, caught", "a.py", classes, given + "try:\n            if len(self.s) > 20: raise ValueError()\n        except ValueError: pass", s, "any"},
		{"dataclass, made longer", "a.py", classes, given + "if len(self.s) > 20: raise ValueError()\n        self.s = self.s * 9", s, "any"},
		{"dataclass, set later", "a.py", classes, given + "if len(self.s) > 20: raise ValueError()", "b.s = o\n    " + s, "any"},
		{"dataclass, what came", "a.py", classes, given + "if len(self.s) > 20: raise ValueError()", search + "request.form['s'])", "any"},
		{"dataclass, another member", "a.py", classes, strings.Replace(given, "s: str", "s: str\n    o: str = ''", 1) + "if len(self.o) > 20: raise ValueError()", s, "any"},
		{"dataclass, sometimes", "a.py", classes, given + "if self.s and self.s[0] == 'x':\n            return\n        if len(self.s) > 20: raise ValueError()", s, "any"},
	} {
		text := strings.NewReplacer("PARTS", test.parts, "CODE", test.code).Replace(test.frame)
		if got := longest(t, test.file, text); got != test.want {
			t.Errorf("%s: got %s, want %s of\n%s", test.name, got, test.want, text)
		}
	}
}
