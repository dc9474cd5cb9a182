package reach

import "testing"

// TestMadeGuards bounds values by handlers that are made for a route from its schema or its chains of checks, each beside
// ones that let all pass.
func TestMadeGuards(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"ajv", `
const express = require('express'), Ajv = require('ajv')
const app = express(), ajv = new Ajv()
const valid = schema => { const check = ajv.compile(schema); return (req, res, next) => { if (!check(req.body)) return res.sendStatus(400); next() } }
const logged = schema => { const check = ajv.compile(schema); return (req, res, next) => { if (!check(req.body)) console.log(check.errors); next() } }
const short = { type: 'object', properties: { a: { type: 'string', maxLength: 8 } } }
const long = { type: 'object', properties: { a: { type: 'string', maxLength: 90 } } }
app.post('/a', valid(short), (req, res) => /(a+)+$/.test(req.body.a))
app.post('/b', valid(long), (req, res) => /(b+)+$/.test(req.body.a))
app.post('/c', logged(short), (req, res) => /(c+)+$/.test(req.body.a))
app.post('/d', valid(short), (req, res) => /(d+)+$/.test(req.body.b))
app.get('/e', valid(short), (req, res) => /(e+)+$/.test(req.query.a))
`, "remote body POST /a body.a 8; remote body POST /b body.a 90; remote body POST /c body.a 102400; remote body POST /d body.b 102400; remote url GET /e query.a 16384"},
		{"joi by the name of the part", `
const express = require('express'), Joi = require('joi')
const app = express()
const valid = (schema, part = 'body') => (req, res, next) => { const { error } = schema.validate(req[part]); if (error) return res.sendStatus(400); next() }
const short = Joi.object({ a: Joi.string().max(8), b: Joi.string().trim().max(9) })
app.post('/a', valid(short), (req, res) => { /(a+)+$/.test(req.body.a); /(b+)+$/.test(req.body.b) })
app.get('/b', valid(short, 'query'), (req, res) => /(c+)+$/.test(req.query.a))
app.post('/c', valid(short, 'query'), (req, res) => /(d+)+$/.test(req.body.a))
app.post('/d', valid(short.concat(Joi.object({ a: Joi.string().max(70) }))), (req, res) => /(e+)+$/.test(req.body.a))
`, "remote body POST /a body.a 8; remote body POST /a body.b 102400; remote url GET /b query.a 8; remote body POST /c body.a 102400; remote body POST /d body.a 70"},
		{"zod of several parts", `
const express = require('express'), { z } = require('zod')
const app = express()
const valid = schema => async (req, res, next) => { try { await schema.parseAsync({ body: req.body, query: req.query }); next() } catch (e) { res.sendStatus(400) } }
const adrift = schema => async (req, res, next) => { try { schema.parseAsync({ body: req.body }); next() } catch (e) { res.sendStatus(400) } }
const passing = schema => async (req, res, next) => { try { await schema.parseAsync({ body: req.body }) } catch (e) { console.log(e) } next() }
const s = z.object({ body: z.object({ a: z.string().max(8) }) })
app.post('/a', valid(s), (req, res) => /(a+)+$/.test(req.body.a))
app.post('/b', adrift(s), (req, res) => /(b+)+$/.test(req.body.a))
app.post('/c', passing(s), (req, res) => /(c+)+$/.test(req.body.a))
app.post('/d', valid(z.object({ body: s.shape.body.omit({ a: true }) })), (req, res) => /(d+)+$/.test(req.body.a))
app.post('/e', valid(s), (req, res) => { req.body = JSON.parse(req.get('x')); /(e+)+$/.test(req.body.a) })
`, "remote body POST /a body.a 8; remote body POST /b body.a 102400; remote body POST /c body.a 102400; remote body POST /d body.a 102400; remote body POST /e body.a 102400"},
		{"zod whose members are left out", `
const express = require('express'), { z } = require('zod')
const app = express()
const s = z.object({ a: z.string().max(8), b: z.string() })
app.post('/a', (req, res) => { s.parse(req.body); /(a+)+$/.test(req.body.a) })
app.post('/b', (req, res) => { s.omit({ a: true }).parse(req.body); /(b+)+$/.test(req.body.a) })
app.post('/c', (req, res) => { s.merge(z.object({ a: z.string().max(70) })).parse(req.body); /(c+)+$/.test(req.body.a) })
app.post('/d', (req, res) => { const r = s.safeParse(req.body); if (!r.success) return; /(d+)+$/.test(req.body.a) })
app.post('/e', (req, res) => { const r = s.safeParse(req.body); if (!r.success) console.log(r.error); /(e+)+$/.test(req.body.a) })
app.post('/f', (req, res) => { s.setKey('a', z.string()).parse(req.body); /(f+)+$/.test(req.body.a) })
app.post('/g', (req, res) => { s.parse(req.body); req.body.a = req.body.b; /(g+)+$/.test(req.body.a) })
`, "remote body POST /a body.a 8; remote body POST /b body.a 102400; remote body POST /c body.a 70; remote body POST /d body.a 8; remote body POST /e body.a 102400; remote body POST /f body.a 102400; remote body POST /g body.a 102400"},
		{"errors that go to the handlers of errors", `
const express = require('express'), { z } = require('zod'), createError = require('http-errors')
const app = express(), s = z.object({ a: z.string().max(8) })
const short = (req, res, next) => { const r = s.safeParse(req.body); if (!r.success) return next(r.error); next() }
const made = async (req, res, next) => { try { req.body = await s.parseAsync(req.body); next() } catch (e) { next(createError(422, e.message)) } }
const other = (req, res, next) => { const r = s.safeParse(req.body); if (!r.success) return next(r.data); next() }
const kept = (req, res, next) => { const r = s.safeParse(req.body); if (r.success) return next(); next(r.error && undefined) }
const own = f => async (req, res, next) => { try { req.body = await s.parseAsync(req.body); next() } catch (e) { next(f(e)) } }
app.post('/a', short, (req, res) => /(a+)+$/.test(req.body.a))
app.post('/b', made, (req, res) => /(b+)+$/.test(req.body.a))
app.post('/c', other, (req, res) => /(c+)+$/.test(req.body.a))
app.post('/d', kept, (req, res) => /(d+)+$/.test(req.body.a))
app.post('/e', own(() => null), (req, res) => /(e+)+$/.test(req.body.a))
`, "remote body POST /a body.a 8; remote body POST /b body.a 8; remote body POST /c body.a 102400; remote body POST /d body.a 102400; remote body POST /e body.a 102400"},
		{"chains that are run", `
const express = require('express'), { body, validationResult } = require('express-validator')
const app = express()
const valid = chains => async (req, res, next) => { await Promise.all(chains.map(c => c.run(req))); if (!validationResult(req).isEmpty()) return res.sendStatus(400); next() }
const each = chains => async (req, res, next) => { for (const c of chains) { const r = await c.run(req); if (!r.isEmpty()) break } const errors = validationResult(req); if (errors.isEmpty()) return next(); res.sendStatus(400) }
const adrift = chains => async (req, res, next) => { chains.forEach(async c => { await c.run(req) }); if (!validationResult(req).isEmpty()) return res.sendStatus(400); next() }
const first = chains => async (req, res, next) => { for (const c of chains) { const r = await c.run(req); if (r.isEmpty()) break } if (!validationResult(req).isEmpty()) return res.sendStatus(400); next() }
const some = chains => async (req, res, next) => { if (req.query.strict) await Promise.all(chains.map(c => c.run(req))); if (!validationResult(req).isEmpty()) return res.sendStatus(400); next() }
const logged = chains => async (req, res, next) => { await Promise.all(chains.map(c => c.run(req))); if (!validationResult(req).isEmpty()) console.log('bad'); next() }
const a = body('a').isString().isLength({ max: 8 })
app.post('/a', valid([a]), (req, res) => { /(a+)+$/.test(req.body.a); /(b+)+$/.test(req.body.b) })
app.post('/b', each([a, body('b').isString().isLength({ max: 9 })]), (req, res) => /(c+)+$/.test(req.body.b))
app.post('/c', adrift([a]), (req, res) => /(d+)+$/.test(req.body.a))
app.post('/d', first([body('b'), a]), (req, res) => /(e+)+$/.test(req.body.a))
app.post('/e', some([a]), (req, res) => /(f+)+$/.test(req.body.a))
app.post('/f', logged([a]), (req, res) => /(g+)+$/.test(req.body.a))
app.post('/g', valid([body('a').isString()]), (req, res) => /(h+)+$/.test(req.body.a))
`, "remote body POST /a body.a 8; remote body POST /a body.b 102400; remote body POST /b body.b 9; remote body POST /c body.a 102400; remote body POST /d body.a 102400; remote body POST /e body.a 102400; remote body POST /f body.a 102400; remote body POST /g body.a 102400"},
		{"one handler that asks behind the chains of several routes", `
const express = require('express'), { body, validationResult } = require('express-validator')
const app = express()
const check = (req, res, next) => { const errors = validationResult(req); if (errors.isEmpty()) return next(); res.sendStatus(400) }
const rules = () => [body('a').isString().isLength({ max: 8 })]
app.post('/a', rules(), check, (req, res) => /(a+)+$/.test(req.body.a))
app.post('/b', body('a').isString().isLength({ max: 60 }), check, (req, res) => /(b+)+$/.test(req.body.a))
app.post('/c', check, (req, res) => /(c+)+$/.test(req.body.a))
app.post('/d', rules(), (req, res) => /(d+)+$/.test(req.body.a))
`, "remote body POST /a body.a 8; remote body POST /b body.a 60; remote body POST /c body.a 102400; remote body POST /d body.a 102400"},
		{"what was found to match, which may have been sent anywhere", `
const express = require('express'), { body, matchedData, validationResult } = require('express-validator')
const app = express()
app.post('/a', body('a').isLength({ max: 8 }), (req, res) => {
  if (!validationResult(req).isEmpty()) return res.sendStatus(400)
  const { a } = matchedData(req);
  /(a+)+$/.test(a)
})
app.post('/b', body('a').isString(), (req, res) => { const d = matchedData(req, { locations: ['body'] }); /(b+)+$/.test(d.a) })
`, "remote url POST /a query.a 16384; remote body POST /b body.a 102400"},
		{"classes of Nest made of others", `
import { Controller, Post, Body, UsePipes, ValidationPipe } from '@nestjs/common'
import { PartialType, PickType } from '@nestjs/swagger'
import { MaxLength } from 'class-validator'
class Make { @MaxLength(30) name: string; note: string }
class Part extends PartialType(Make) {}
class Pick extends PickType(Make, ['name']) {}
class Over extends PartialType(Make) { name: string }
@Controller()
@UsePipes(new ValidationPipe())
export class C {
  @Post('a') a(@Body() d: Part) { /(a+)+$/.test(d.name); /(b+)+$/.test(d.note) }
  @Post('b') b(@Body() d: Pick) { /(c+)+$/.test(d.name) }
  @Post('c') c(@Body() d: Over) { /(d+)+$/.test(d.name) }
}
`, "remote body POST /a d 30; remote body POST /a d 102400; remote body POST /b d 30; remote body POST /c d 102400"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, "a.ts", test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
