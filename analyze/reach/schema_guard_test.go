package reach

import "testing"

// TestSchemaGuards checks texts by libraries of JavaScript, and by what only looks so.
func TestSchemaGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"zod", "a.ts", `
import express from 'express'
import { z } from 'zod'
const Body = z.object({ s: z.string().max(10), o: z.string().max(500), t: z.string(), x: z.string().max(10).transform(v => v + v) })
const app = express()
app.post('/a', async (req, res) => {
  let s = req.body.t;
  GUARD;
  /(a+)+$/.test(s);
  GUARD;
})`, "10", "102400", []string{
			"s = Body.parse(req.body).s",
			"({ s } = Body.parse(req.body))",
			"const b = Body.parse(req.body); s = b.s",
			"const r = Body.safeParse(req.body); if (!r.success) return; s = r.data.s",
			"s = (await Body.parseAsync(req.body)).s",
			"req.other = Body.parse(req.body); s = req.body.s",
			"Body.parse(req.body); s = req.body.s",
			"s = Body.safeParse(req.body).success ? req.body.s : ''",
			"s = z.string().max(10).parse(req.body.s)",
			"s = z.string().max(10).transform(v => v.trim()).parse(req.body.s)",
			"s = z.string().max(10).transform(async v => v.trim()).optional().parse(req.body.s)",
			"s = Body.transform(o => o.s).parse(req.body)",
			"s = Body.transform(o => ({ ...o, n: 1 })).parse(req.body).s",
			"s = z.object({ u: z.string().transform(v => v) }).merge(Body).transform(({ s, u }) => ({ s, u })).parse(req.body).s",
			"s = z.string().transform(v => v).pipe(z.string().max(10)).parse(req.body.s)",
			"s = z.string().max(10).pipe(z.coerce.string()).parse(req.body.s)",
			"s = z.preprocess(v => String(v), z.string().max(10)).parse(req.body.s)",
			"s = z.string().min(2).max(10).trim().parse(req.body.s)",
			"s = Body.pick({ s: true }).parse(req.body).s",
			"s = Body.extend({ s: z.string().length(10) }).parse(req.body).s",
			"s = z.array(z.string().max(10)).parse(req.body.list)[0]",
			"s = Body.passthrough().parse(req.body).s",
			"s = Body.loose().parse(req.body).s",
			"s = Body.catchall(z.string().max(10)).parse(req.body).unnamed",
			"s = z.looseObject({ s: z.string().max(10) }).parse(req.body).s",
			"s = Body.catchall(z.string()).parse(req.body).s",
			"s = z.object({ s: Body.passthrough() }).parse(req.body).s.s",
			"s = Body.passthrough().strict().parse(req.body).s",
			"req.body = Body.parse(req.body); s = req.body.s",
			"req.body = await Body.parseAsync(req.body); ({ s } = req.body)",
			"const r = Body.safeParse(req.body); if (!r.success) return; req.body = r.data; s = req.body.s",
			"try { req.body = Body.parse(req.body) } catch (e) { return } s = req.body.s",
			"req.body.o = z.string().max(500).parse(req.body.o); req.body = Body.parse(req.body); s = req.body.s",
		}, []string{
			"s = z.string().max(10).transform(v => req.body.t).parse(req.body.s)",
			"s = z.string().max(10).transform(v => { if (v) return req.body.t; return v }).parse(req.body.s)",
			"s = z.string().transform(v => v.trim()).parse(req.body.s)",
			"s = z.string().max(10).transform(express.any).parse(req.body.s)",
			"s = z.string().max(10).refine(v => v).transform(v => req.body.s).parse(req.body.s)",
			"s = Body.transform(o => o.t).parse(req.body)",
			"s = Body.passthrough().transform(o => o.unnamed).parse(req.body)",
			"s = Body.transform(o => ({ s: o.t })).parse(req.body).s",
			"s = z.string().max(10).pipe(z.preprocess(v => req.body.t, z.string())).parse(req.body.s)",
			"s = z.string().max(10).pipe(z.string().transform(v => req.body.t)).parse(req.body.s)",
			"s = z.string().max(10).pipe(express.any).parse(req.body.s)",
			"s = z.preprocess(v => v, z.string()).parse(req.body.s)",
			"z.string().transform(v => v.slice(0, 9)).pipe(z.string().max(10)).parse(req.body.s); s = req.body.s",
			"req.body = Body.parse(req.body); s = req.body.t",
			"s = req.body.s; req.body = Body.parse(req.body)",
			"if (req.body.o) req.body = Body.parse(req.body); s = req.body.s",
			"try { req.body = Body.parse(req.body) } catch (e) {} s = req.body.s",
			"const old = req.body; req.body = Body.parse(req.body); req.body = old; s = req.body.s",
			"const old = req.body; req.body = Body.parse(req.body); req.body.s = old.s; s = req.body.s",
			"const old = req.body; req.body = Body.parse(req.body); req['body'] = old; s = req.body.s",
			"const old = req.body; req.body = Body.parse(req.body); req[req.query.x] = old; s = req.body.s",
			"const old = req.body; req.body = Body.parse(req.body); Object.assign(req, { body: old }); s = req.body.s",
			"const old = req.body; req.body = Body.parse(req.body); Object.assign(req.body, old); s = req.body.s",
			"const old = req.body; req.body = z.array(z.string().max(10)).parse(req.body); req.body.push(old.s); s = req.body[0]",
			"s = Body.passthrough().parse(req.body).unnamed",
			"s = Body.loose().parse(req.body).unnamed",
			"s = Body.catchall(z.string()).parse(req.body).unnamed",
			"s = Body.catchall(z.string().max(10)).parse(req.body).t",
			"s = Body.catchall(z.string().max(10)).passthrough().parse(req.body).unnamed",
			"s = z.looseObject({ s: z.string().max(10) }).parse(req.body).unnamed",
			"s = z.object({ s: Body.passthrough() }).parse(req.body).s.unnamed",
			"s = Body.passthrough().extend({ u: z.string().max(10) }).parse(req.body).unnamed",
			"const b = Body.parse(req.body); s = req.body.s",
			"s = Body.parse(req.body).t",
			"s = z.string().min(10).parse(req.body.s)",
			"z.string().max(10).safeParse(req.body.s); s = req.body.s",
			"s = Body.extend({ s: z.string() }).parse(req.body).s",
			"s = z.array(z.string()).max(10).parse(req.body.list)[0]",
			"s = z.any().parse(req.body.s)",
			"s = z.string().parse(req.body.s)",
			"\n---\ns = Body.parse(req.body).s",
			"Body.parseAsync(req.body).catch(() => 0); s = req.body.s",
		}},
		{"joi", "a.js", `
const express = require('express'), Joi = require('joi')
const schema = Joi.object({ s: Joi.string().max(10), t: Joi.string() })
const app = express()
app.post('/a', async (req, res) => {
  let s = req.body.t;
  GUARD;
  /(a+)+$/.test(s);
  GUARD;
})`, "10", "102400", []string{
			"const v = await schema.validateAsync(req.body); s = v.s",
			"s = (await schema.validateAsync(req.body)).s",
			"s = Joi.attempt(req.body, schema).s",
			"s = Joi.attempt(req.body.s, Joi.string().max(10))",
			"const { s: x } = await schema.validateAsync(req.body); s = x",
			"s = Joi.attempt(req.body.list, Joi.array().items(Joi.string().max(10)))[0]",
			"s = (await schema.keys({ s: Joi.string().length(10) }).validateAsync(req.body)).s",
			"s = (await Joi.string().trim().max(10).validateAsync(req.body.s))",
			"const { error, value } = schema.validate(req.body); if (error) return; s = value.s",
			"const { error, value: v } = schema.validate(req.body, { abortEarly: false }); if (error) return res.status(400).json(error); s = v.s",
			"const { error } = schema.validate(req.body); if (error) { throw error } s = req.body.s",
			"const r = schema.validate(req.body); if (r.error) return; s = r.value.s",
			"const r = schema.validate(req.body); if (r.error) { res.end(); return } s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (error !== undefined) return; s = value.s",
			"const { error, value } = schema.validate(req.body); if (!error) { s = value.s } else { return }",
			"const { value, error } = schema.validate(req.body); if (error || !value) return; s = value.s",
			"const { error } = Joi.string().max(10).validate(req.body.s); if (error) return; s = req.body.s",
			"const { error, value: { s: x } } = schema.validate(req.body); if (error) return; s = req.body.s",
			"const { error } = schema.validate(req.body); if (error != null) return next(error); s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (error) return; req.v = value; s = req.v.s",
			"const { error, value } = schema.validate(req.body); if (error !== undefined) return; req.v = value; s = req.v.s",
			"const { error, value } = schema.validate(req.body); if (error) return; req.body = value; s = value.s",
			"const r = schema.validate(req.body); if (r.error) return; req.v = r.value; s = req.v.s",
			"const { error, value } = schema.validate(req.body); if (error) return; req.body = value; s = req.body.s",
			"const r = schema.validate(req.body); if (r.error) return; req.body = r.value; s = req.body.s",
			"req.body = await schema.validateAsync(req.body); s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (error) return; res.locals.v = value; s = res.locals.v.s",
			"})\napp.post('/b', (req, res, next) => { const { error, value } = schema.validate(req.body); if (error) return; req.v = value; next() }, (req, res) => { let s = req.v.s",
		}, []string{
			"const { error } = Joi.object({ s: Joi.string().max(10).warn() }).validate(req.body); if (error) return; s = req.body.s",
			"const { error } = Joi.object({ s: Joi.string().max(10).rule({ warn: true }) }).validate(req.body); if (error) return; s = req.body.s",
			"const { error, value } = schema.validate(req.body); req.v = value; s = req.v.s",
			"const { error, value } = schema.validate(req.body); req.body = value; s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (error) res.end(); req.body = value; s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (error) return; value.s = req.body.s; s = value.s",
			"const { error, value } = schema.validate(req.body); req.body = value; if (error) return; s = req.query.s ? req.body.s : req.body.t",
			"const { error, value } = schema.validate(req.body); if (error) res.end(); req.v = value; s = req.v.s",
			"const { error, value } = schema.validate(req.body); if (error) return; req.v = value; s = req.v.t",
			"const { error, value } = schema.validate(req.body); if (error) return; req.v = req.body; s = req.v.s",
			"const { error } = schema.validate(req.body); req.body = req.query; if (error) return; s = req.body.s",
			"const r = schema.validate(req.body); req.v = r.value; s = req.v.s; if (r.error) return",
			"const { error, value } = schema.validate(req.body); const { error: e } = schema.validate(req.query); req.v = value; if (e) return; s = req.v.s",
			"})\napp.post('/b', (req, res, next) => { const { error, value } = schema.validate(req.body); if (error) res.status(400); req.v = value; next() }, (req, res) => { let s = req.v.s",
			"})\napp.use('/c', (req, res, next) => { req.v = req.body; next() }, (req, res) => { const { error, value } = schema.validate(req.body); if (error) return; req.v = value })\napp.post('/b', (req, res) => { let s = req.v.s",
			"const { value } = schema.validate(req.body); s = value.s",
			"const { error, value } = schema.validate(req.body); if (error) console.log(error); s = value.s",
			"schema.validate(req.body); s = req.body.s",
			"schema.validateAsync(req.body); s = req.body.s",
			"const v = await schema.validateAsync(req.body); s = v.t",
			"const v = await schema.validateAsync(req.body); s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (!error) return; s = value.s",
			"const { error, value } = schema.validate(req.body); s = value.s; if (error) return",
			"const { error } = schema.validate(req.query); if (error) return; s = req.body.s",
			"const { error, value } = schema.validate(req.body); if (error && s) return; s = value.s",
			"const { error } = schema.validate(req.body); if (error) return; s = req.body.t",
			"const { error } = Joi.string().trim().max(10).validate(req.body.s); if (error) return; s = req.body.s",
			"const { error } = schema.validate({ ...req.body }); if (error) console.log(1); s = req.body.s",
			"const { warning, value } = schema.validate(req.body); if (warning) return; s = value.s",
			"let { error, value } = schema.validate(req.body); error = null; if (error) return; s = value.s",
			"const { error, value } = schema.validate(req.body); if (value) return; s = value.s",
			"const { error, value } = Joi.object({ s: Joi.string() }).validate(req.body); if (error) return; s = value.s",
			"const { error, value } = other.validate(req.body); if (error) return; s = value.s",
			"const { error, value } = schema.validate(req.body); const { error: e } = schema.validate(req.query); if (e) return; s = value.s",
			"const { error, value } = schema.validate(req.body); const other = schema.validate(req.query); if (other.error) return; s = value.s",
		}},
		{"yup", "a.js", `
const express = require('express'), yup = require('yup')
const schema = yup.object({ s: yup.string().max(10), t: yup.string() })
const app = express()
app.post('/a', async (req, res) => {
  let s = req.body.t;
  GUARD;
  /(a+)+$/.test(s);
  GUARD;
})`, "10", "102400", []string{
			"const v = await schema.validate(req.body); s = v.s",
			"s = (await schema.validate(req.body, { strict: true })).s",
			"s = schema.validateSync(req.body).s",
			"const { s: x } = schema.validateSync(req.body); s = x",
			"s = yup.string().max(10).validateSync(req.body.s)",
			"s = yup.string().required().max(10).validateSync(req.body.s)",
			"s = yup.object().shape({ s: yup.string().length(10) }).validateSync(req.body).s",
			"s = yup.array().of(yup.string().max(10)).validateSync(req.body.list)[0]",
		}, []string{
			"schema.validateSync(req.body); s = req.body.t",
			"s = schema.validateSync(req.body).t",
			"schema.validate(req.body); s = req.body.s",
			"schema.isValid(req.body); s = req.body.s",
			"s = yup.string().validateSync(req.body.s)",
			"s = yup.string().min(10).validateSync(req.body.s)",
			"s = schema.cast(req.body).s",
			"s = yup.array().max(10).of(yup.string()).validateSync(req.body.list)[0]",
			"schema.validate(req.body).catch(() => {}); s = req.body.s",
			"\n---\ns = schema.validateSync(req.body).s",
		}},
		{"ajv", "a.js", `
const express = require('express'), Ajv = require('ajv')
const ajv = new Ajv()
const shape = { type: 'object', properties: { s: { type: 'string', maxLength: 10 }, t: { type: 'string' } } }
const check = ajv.compile(shape), text = ajv.compile({ type: 'string', maxLength: 10 }), loose = ajv.compile({ type: 'string' })
const app = express()
app.post('/a', async (req, res) => {
  let s = req.body.s, t = req.body.t;
  GUARD;
  /(a+)+$/.test(req.body.s);
  GUARD;
})`, "10", "102400", []string{
			"if (!check(req.body)) return",
			"if (!check(req.body)) return res.status(400).json(check.errors)",
			"const ok = check(req.body); if (!ok) { return }",
			"if (check(req.body)) {\n---\n}",
			"if (!ajv.validate(shape, req.body)) return",
			"if (!text(req.body.s)) return",
			"const valid = ajv.validate(shape, req.body); if (!valid) throw new Error('no')",
			"if (t && check(req.body)) {\n---\n}",
		}, []string{
			"check(req.body)",
			"if (!check(req.query)) return",
			"if (!check(req.body)) res.status(400)",
			"if (check(req.body)) return",
			"if (!loose(req.body.s)) return",
			"if (!text(req.body.t)) return",
			"ajv.validate(shape, req.body)",
			"if (!check(req.body) && t) return",
			"if (!ajv.validateSchema(shape)) return",
			"\n---\nif (!check(req.body)) return",
			"if (!check(req.body)) return; req.body = req.query",
		}},
		{"express-validator", "a.js", `
const express = require('express')
const { body, query, param, validationResult, matchedData } = require('express-validator')
const app = express()
const fail = (req, res, next) => { const e = validationResult(req); if (!e.isEmpty()) return res.status(400).end(); next() }
GUARD
`, "10", "102400", []string{
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { const e = validationResult(req); if (!e.isEmpty()) return res.status(400).end(); /(a+)+$/.test(req.body.s) })",
			"app.post('/a', [body('s').isLength({ max: 10 })], (req, res) => { if (!validationResult(req).isEmpty()) { return res.send('no') } /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isString().trim().isLength({ min: 1, max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) throw new Error('no'); /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { validationResult(req).throw(); /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { if (validationResult(req).isEmpty()) { /(a+)+$/.test(req.body.s) } })",
			"app.post('/a', body(['s', 't']).isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('o.s').isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.o.s) })",
			"const rules = [body('s').isLength({ max: 10 })]; app.post('/a', rules, (req, res) => { const errors = validationResult(req); if (!errors.isEmpty()) { res.status(422).json({}); return } /(a+)+$/.test(req.body.s) })",
		}, []string{
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('t').isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', query('s').isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isLength({ min: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) console.log(1); /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { /(a+)+$/.test(req.body.s); if (!validationResult(req).isEmpty()) return })",
			"app.post('/b', body('s').isLength({ max: 10 }), (req, res) => {}); app.post('/a', (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').isLength({ max: 10 }), (req, res) => { validationResult(req); /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').optional().isString(), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').not().isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
			"app.post('/a', body('s').if(body('t').exists()).isLength({ max: 10 }), (req, res) => { if (!validationResult(req).isEmpty()) return; /(a+)+$/.test(req.body.s) })",
		}},
		{"class-validator", "a.ts", `
import { Controller, Post, Body, UsePipes, ValidationPipe } from '@nestjs/common'
import { MaxLength, MinLength, IsString, Length, ValidateIf, ValidateNested, Matches, IsInt } from 'class-validator'
class Form { @Matches(/^\w{1,10}$/) s: string; @Matches(/^\w{1,10}/) t: string; @Matches(/^\w{1,10}$/m) l: string; @Matches(/^\w{1,10}$/, { each: true }) many: string[]; @Matches(/^\w{1,10}$/, { message: 'no' }) w: string; @IsInt({ each: true }) n: number[] }
class Dto { @IsString() @MaxLength(10) s: string; @Length(1, 10) l: string; t: string; @MinLength(10) m: string; @MaxLength(10, { each: true }) many: string[] }
class Loose { s: string }
class Less { @MaxLength(10) s: string; @ValidateIf(o => o.t) @MaxLength(10) c: string }
@Controller()
export class C {
GUARD
}`, "10", "102400", []string{
			"@Post('a') a(@Body(new ValidationPipe()) dto: Dto) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body(ValidationPipe) dto: Dto) { /(a+)+$/.test(dto.s) }",
			"@Post('a') @UsePipes(new ValidationPipe()) a(@Body() dto: Dto) { /(a+)+$/.test(dto.s) }",
			"@Post('a') @UsePipes(ValidationPipe) a(@Body() dto: Dto) { /(a+)+$/.test(dto.s) }",
			"@UsePipes(new ValidationPipe({ transform: true })) @Post('a') a(@Body() dto: Dto) { /(a+)+$/.test(dto.l) }",
			"@Post('a') a(@Body(new ValidationPipe()) { s }: Dto) { /(a+)+$/.test(s) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Less) { const x = dto.s; /(a+)+$/.test(x) }",
			"@Post('a') a(@Body(new ValidationPipe({ whitelist: true })) dto: Dto) { /(a+)+$/.test(dto.s.trim()) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.w) }",
		}, []string{
			"@Post('a') a(@Body() dto: Dto) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body() dto: Form) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.t) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.l) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.many.join('')) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.many) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Form) { /(a+)+$/.test(dto.n) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Loose) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Dto) { /(a+)+$/.test(dto.t) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Dto) { /(a+)+$/.test(dto.m) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: any) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body('s') s: string, @Body(new ValidationPipe()) dto: Dto) { /(a+)+$/.test(s) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Less) { /(a+)+$/.test(dto.c) }",
			"@Post('b') @UsePipes(new ValidationPipe()) b(@Body() dto: Dto) { return 1 }\n@Post('a') a(@Body() dto: Dto) { /(a+)+$/.test(dto.s) }",
			"@Post('a') a(@Body(new ValidationPipe()) dto: Partial<Dto>) { /(a+)+$/.test(dto.s) }",
		}},
		{"zod in other letters", "a.js", `
const { z } = require('zod'), app = require('express')()
app.post('/a', (req, res) => { const r = z.object({ s: z.string()GUARD }).parse(req.body); /(a+)+$/.test(r.s) })
`, "30", "102400", []string{
			".max(10).toUpperCase()",
			".max(10).trim().toUpperCase()",
			".toUpperCase().max(30)",
			".max(10).toUpperCase().min(2)",
			".max(10).toUpperCase().max(100)",
			".max(100).toUpperCase().max(30)",
			".max(15).toLowerCase()",
			".max(10).toUpperCase().transform(v => v)",
			".max(15).transform(v => v + v)",
			".toLowerCase().max(30).trim()",
		}, []string{
			".toUpperCase()",
			".toLowerCase()",
			".min(10).toUpperCase()",
			".max(20000000).toUpperCase()",
			".max(10).or(z.string()).toUpperCase()",
			".max(10).toUpperCase().overwrite(v => v.trim())",
			".transform(v => v).toUpperCase()",
			".normalize()",
		}},
	} {
		g.run(t)
	}
}
