package reach

import (
	"slices"
	"strings"
	"testing"
)

// holdCase is code with variants of a check in it: those of hold leave max characters, those of goOn do not.
type holdCase struct {
	name, file, code, max string
	hold, goOn            []string
}

func (g holdCase) run(t *testing.T) {
	t.Helper()
	for i, guard := range slices.Concat(g.hold, g.goOn) {
		got := describe(t, "\n-- "+g.file+" --\n"+strings.Replace(g.code, "GUARD", guard, 1))
		if holds := strings.Contains(got, " "+g.max+": "); holds != (i < len(g.hold)) || !strings.Contains(got, "remote") {
			t.Errorf("%s: %s: got\n%s\nwant %s characters: %v", g.name, guard, got, g.max, !holds)
		}
	}
}

// TestWidenedSchemas has schemas also let pass what stands beside the text that they describe, and frameworks check otherwise
// than by what a route says.
func TestWidenedSchemas(t *testing.T) {
	for _, g := range []holdCase{
		{"joi beside", "a.js", `
const app = require('express')(), Joi = require('joi')
app.use(require('express').json())
const long = 'a'.repeat(Number(process.env.N))
app.post('/a', (req, res) => {
    const { error, value } = Joi.object({ t: Joi.string(), s: GUARD }).validate(req.body)
    if (error) return res.end();
    /(a+)+$/.test(value.s)
})
`, "20", []string{
			"Joi.string().max(20)",
			"Joi.string().max(20).allow('', null)",
			"Joi.string().max(20).allow('aaaaaaaaaaaaaaaaaaaa')",
			"Joi.string().max(20).default('x')",
		}, []string{
			"Joi.string().max(20).allow(Joi.ref('t'))",
			"Joi.string().max(20).allow('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
			"Joi.string().max(20).allow(long)",
			"Joi.string().max(20).default(long)",
			"Joi.string().max(20).failover(req.query.s)",
		}},
		{"zod beside", "a.js", `
const app = require('express')(), { z } = require('zod')
app.use(require('express').json())
app.post('/a', (req, res) => { const v = z.object({ s: GUARD }).parse(req.body); /(a+)+$/.test(v.s) })
`, "20", []string{
			"z.string().max(20).default('x')",
			"z.string().max(20).default('x').optional()",
		}, []string{
			"z.string().max(20).default(req.query.s)",
			"z.string().max(20).default(() => req.query.s)",
			"z.string().max(20).prefault(req.query.s)",
		}},
		{"validators of Fastify", "a.js", `
const app = require('fastify')(), ajv = new (require('ajv'))()
const schema = { body: { type: 'object', properties: { s: { type: 'string', maxLength: 20 } } } }
const run = async r => /(a+)+$/.test(r.body.s)
GUARD
`, "20", []string{
			"app.route({ method: 'POST', url: '/a', schema, handler: run })",
			"app.setValidatorCompiler(({ schema }) => ajv.compile(schema)); app.route({ method: 'POST', url: '/a', schema, handler: run })",
			"app.setValidatorCompiler(require('types').validatorCompiler); app.route({ method: 'POST', url: '/a', schema, handler: run })",
		}, []string{
			"app.setValidatorCompiler(() => () => true); app.route({ method: 'POST', url: '/a', schema, handler: run })",
			"app.post('/a', { schema, validatorCompiler: () => () => true }, run)",
			"app.route({ method: 'POST', url: '/a', schema, handler: run, validatorCompiler: () => () => true })",
		}},
		{"groups of class-validator", "a.ts", `
import { Controller, Post, Body, ValidationPipe } from '@nestjs/common'
import { IsString, MaxLength } from 'class-validator'
class D { @IsString() @MaxLength(20) s: string }
@Controller() export class C { @Post('a') a(@Body(GUARD) d: D) { /(a+)+$/.test(d.s) } }
`, "20", []string{
			"new ValidationPipe()",
			"new ValidationPipe({ whitelist: true })",
			"ValidationPipe",
		}, []string{
			"new ValidationPipe({ groups: ['x'] })",
			"new ValidationPipe({ expectedType: Object })",
			"",
		}},
		{"attrs that are off", "a.py", `
import re, attr
from attrs import define, field, validators
from flask import Flask, request
app = Flask(__name__)
@define
class D:
    s: str = field(validator=validators.max_len(20))
@app.post('/a')
def a():
    GUARD
    re.search('(a+)+$', d.s)
`, "20", []string{
			"d = D(request.json['s'])",
			"validators.max_len(5); d = D(request.json['s'])",
		}, []string{
			"validators.set_disabled(True); d = D(request.json['s'])",
			"attr.set_run_validators(False); d = D(request.json['s'])",
		}},
	} {
		g.run(t)
	}
}
