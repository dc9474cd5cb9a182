package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostileSharing has programs whose parts stand at many places of each other, as deep as that, so that there are more
// ways through them than anything could follow. What is asked of them ends, and finds what stands near.
func TestHostileSharing(t *testing.T) {
	const deep, wide = 40, 14
	// chain writes a part for each level, which holds the one before at many places.
	chain := func(first, level, place, separator string) string {
		var b strings.Builder
		b.WriteString(first)
		for i := 1; i < deep; i++ {
			var places []string
			for j := range wide {
				places = append(places, strings.NewReplacer("#", fmt.Sprint(i-1), "%", fmt.Sprint(j)).Replace(place))
			}
			b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "PLACES", strings.Join(places, separator)).Replace(level))
		}
		return b.String()
	}
	last := func(code string) string { return strings.ReplaceAll(code, "LAST", fmt.Sprintf("a%d", deep-1)) }
	const express = "const app = require('express')()\n"
	for _, test := range []struct{ name, file, code, want string }{
		{"schemas of zod", "a.js", express + "const z = require('zod')\n" +
			chain("const a0 = z.object({ s: z.string().regex(/^[a-z]+$/) })\n", "const a# = z.object({ PLACES, s: z.string().max(20) })\n", "x%: a#", ", ") +
			last("app.post('/', (req, res) => { /(a+)+$/.test(LAST.parse(req.body).s) })"), "remote body POST / body.s 20"},
		{"schemas of Joi", "a.js", express + "const Joi = require('joi')\n" +
			chain("const a0 = Joi.object({ s: Joi.string().pattern(/^[a-z]+$/) })\n", "const a# = Joi.object({ PLACES, s: Joi.string().max(20) })\n", "x%: a#", ", ") +
			last("app.post('/', (req, res) => { if (LAST.validate(req.body).error) return; /(a+)+$/.test(req.body.s) })"), "remote body POST / body.s 20"},
		{"models of pydantic", "a.py", "from fastapi import FastAPI\nfrom pydantic import BaseModel, Field\nimport re\napp = FastAPI()\n" +
			chain("class a0(BaseModel):\n    s: str = Field(max_length=20)\n", "class a#(BaseModel):\n    PLACES\n    s: str = Field(max_length=20)\n", "x%: a#", "\n    ") +
			last("@app.post('/')\ndef f(a: LAST):\n    re.match('(a+)+$', a.s)\n"), "remote body POST / s 20"},
		{"schemas of marshmallow", "a.py", "from flask import Flask, request\nfrom marshmallow import Schema, fields, validate\nimport re\napp = Flask(__name__)\n" +
			chain("class a0(Schema):\n    s = fields.Str(validate=validate.Regexp('^a+$'))\n", "class a#(Schema):\n    PLACES\n    s = fields.Str(validate=validate.Length(max=20))\n", "x% = fields.Nested(a#)", "\n    ") +
			last("@app.post('/')\ndef f():\n    re.match('(a+)+$', LAST().load(request.json)['s'])\n"), "remote body POST / request.json.s 20"},
		{"beans", "A.java", "import javax.validation.constraints.*; import javax.validation.Valid; import org.springframework.web.bind.annotation.*;\n" +
			chain("class a0 { @Size(max=20) @Pattern(regexp=\"a+b\") public String s; }\n", "class a# { PLACES @Size(max=20) public String s; }\n", "@Valid public a# x%;", " ") +
			last("@RestController class R { @PostMapping(\"/\") void f(@Valid @RequestBody LAST a) { a.s.matches(\"(a+)+$\"); } }\n"), "remote body POST / a 20"},
		{"lists of handlers", "a.js", express + chain("const a0 = [(req, res, next) => next()]\n", "const a# = [PLACES]\n", "a#", ", ") +
			last("app.post('/', LAST, (req, res) => { /(a+)+$/.test(req.body.s) })"), "remote body POST / body.s 102400"},
	} {
		if got := ways(t, test.file, test.code); !strings.Contains(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
