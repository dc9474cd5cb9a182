package reach

import "testing"

// TestSchemaDemandGuards has schemas of JavaScript demand a pattern, a function, a form or a number of a text.
func TestSchemaDemandGuards(t *testing.T) {
	const handler = `
import express from 'express'
import { z } from 'zod'
import Joi from 'joi'
import * as yup from 'yup'
import Ajv from 'ajv'
const ajv = new Ajv()
const app = express()
app.use(express.json())
app.post('/a', async (req, res) => {
  let s = req.body.t;
  GUARD;
  String(s).match(/(a+)+$/);
})`
	for _, g := range []guardCase{
		{"chains", "a.ts", handler, "10", "102400", []string{
			"s = z.string().regex(/^\\w{1,10}$/).parse(req.body.s)",
			"s = z.object({ s: z.string().regex(/^\\w{1,10}$/, 'no') }).parse(req.body).s",
			"const r = z.string().regex(/^\\w{1,10}$/).safeParse(req.body.s); if (!r.success) return; s = r.data",
			"s = z.string().min(1).regex(/^\\w{1,10}$/).trim().optional().parse(req.body.s)",
			"s = z.string().refine(x => x.length <= 10).parse(req.body.s)",
			"s = z.string().refine(x => { if (x.length > 10) return false; return true }, { message: 'long' }).parse(req.body.s)",
			"s = z.string().regex(/^\\w{1,10}$/).or(z.string().max(9)).parse(req.body.s)",
			"const { error, value } = Joi.string().pattern(/^\\w{1,10}$/).validate(req.body.s); if (error) return; s = value",
			"s = Joi.attempt(req.body.s, Joi.string().pattern(/^\\w{1,10}$/, 'word'))",
			"s = yup.string().matches(/^\\w{1,10}$/).validateSync(req.body.s)",
			"s = yup.string().test('short', 'no', v => v.length <= 10).validateSync(req.body.s)",
			"if (!yup.string().matches(/^\\w{1,10}$/, { message: 'no', excludeEmptyString: true }).isValidSync(req.body.s)) return; s = req.body.s",
			"const v = ajv.compile({ type: 'object', properties: { s: { type: 'string', pattern: '^[a-z]{1,10}$' } } }); if (!v(req.body)) return; s = req.body.s",
			"if (!ajv.validate({ type: 'object', properties: { s: { enum: ['a', 'abcdefghij'] } } }, req.body)) return; s = req.body.s",
		}, []string{
			"s = z.string().regex(/^\\w{1,10}$/m).parse(req.body.s)",
			"s = z.string().regex(/^\\w{1,10}/).parse(req.body.s)",
			"s = z.string().regex(/^\\w+$/).parse(req.body.s)",
			"s = z.string().regex(/^\\w{1,10}$/).or(z.string()).parse(req.body.s)",
			"s = z.union([z.string().regex(/^\\w{1,10}$/), z.string()]).parse(req.body.s)",
			"s = z.string().regex(/^\\w{1,10}$/).catch(req.body.t).parse(req.body.s)",
			"s = z.string().regex(/^\\w{1,10}$/).default(req.body.t).parse(req.body.s)",
			"s = z.string().regex(/^\\w{1,10}$/).transform(v => req.body.t).parse(req.body.s)",
			"z.string().regex(/^\\w{1,10}$/).safeParse(req.body.s); s = req.body.s",
			"const S = z.string().regex(/^\\w{1,10}$/); s = req.body.s",
			"s = z.object({ t: z.string().regex(/^\\w{1,10}$/) }).passthrough().parse(req.body).s",
			"s = z.string().refine(x => x.length >= 10).parse(req.body.s)",
			"s = z.string().refine(x => req.body.t.length <= 10).parse(req.body.s)",
			"s = z.string().refine(x => { x.length <= 10; return true }).parse(req.body.s)",
			"s = z.string().refine(async x => x.length <= 10).parse(req.body.s)",
			"s = z.string().superRefine(x => x.length <= 10).parse(req.body.s)",
			"s = z.array(z.string()).refine(x => x.length <= 10).parse(req.body.s).join('')",
			"const { error, value } = Joi.string().pattern(/^\\w{1,10}$/, { invert: true }).validate(req.body.s); if (error) return; s = value",
			"const { error, value } = Joi.string().pattern(/^\\w{1,10}$/, req.body.o).validate(req.body.s); if (error) return; s = value",
			"const { error, value } = Joi.string().allow(req.body.t).pattern(/^\\w{1,10}$/).validate(req.body.s); if (error) return; s = value",
			"const { error, value } = Joi.string().allow(req.body.t).max(10).validate(req.body.s); if (error) return; s = value",
			"const { error, value } = Joi.string().pattern(/^\\w{1,10}$/).validate(req.body.s); if (error) console.log(error); s = value",
			"s = yup.string().matches(/^\\w{1,10}$/).validate(req.body.s); s = req.body.s",
			"s = yup.string().test('short', 'no', v => v.length > 10).validateSync(req.body.s)",
			"const v = ajv.compile({ type: 'object', properties: { s: { pattern: '^[a-z]{1,10}$' } } }); if (!v(req.body)) return; s = req.body.s",
			"const v = ajv.compile({ type: 'object', properties: { s: { type: 'string', pattern: '[a-z]{1,10}' } } }); if (!v(req.body)) return; s = req.body.s",
			"const v = ajv.compile({ type: 'object', properties: { s: { enum: ['a', req.body.t] } } }); if (!v(req.body)) return; s = req.body.s",
			"const v = ajv.compile({ type: 'object', properties: { t: { enum: ['a', 'b'] } } }); if (!v(req.body)) return; s = req.body.s",
		}},
		{"forms", "a.ts", handler, "24", "102400", []string{
			"s = z.coerce.number().parse(req.body.s)",
			"s = z.number().parse(req.body.s)",
			"s = z.number().max(5).parse(req.body.s)",
			"s = z.coerce.boolean().parse(req.body.s)",
			"s = z.object({ s: z.coerce.number().int().min(1) }).parse(req.body).s",
			"const { error, value } = Joi.number().validate(req.body.s); if (error) return; s = value",
			"const { error, value } = Joi.object({ s: Joi.number().max(5) }).validate(req.body); if (error) return; s = value.s",
			"s = yup.number().validateSync(req.body.s)",
		}, []string{
			"z.coerce.number().parse(req.body.s); s = req.body.s",
			"if (!z.coerce.number().safeParse(req.body.s).success) return; s = req.body.s",
			"const { error } = Joi.number().validate(req.body.s); if (error) return; s = req.body.s",
			"if (!yup.number().isValidSync(req.body.s)) return; s = req.body.s",
			"s = z.union([z.number(), z.string()]).parse(req.body.s)",
			"s = z.number().or(z.string()).parse(req.body.s)",
			"s = z.number().catch(req.body.t).parse(req.body.s)",
			"s = z.array(z.number()).parse(req.body.s)",
			"s = z.object({ t: z.number() }).passthrough().parse(req.body).s",
		}},
		{"express-validator", "a.ts", `
import express from 'express'
import { body, query, validationResult, checkSchema } from 'express-validator'
const app = express()
app.use(express.json())
app.post('/a', GUARD, async (req, res) => {
  const e = validationResult(req); if (!e.isEmpty()) return res.end();
  let s = req.body.s;
  GUARD;
  s.trim().match(/(a+)+$/);
})`, "10", "102400", []string{
			"body('s').isString().matches(/^\\w{1,10}$/)",
			"body('s').matches(/^\\w{1,10}$/)",
			"[body('s').isString().matches(/^\\w{1,10}$/, 'no')]",
			"body('s').isIn(['a', 'abcdefghij'])",
			"[body('t').notEmpty(), body('s').isIn(['a', 'abcdefghij'])]",
			"body('s').isLength({ max: 10 })",
			"body('s').isString().trim().isLength({ max: 10 })\n---\ns = s.trim()",
			"body(['s', 't']).isIn(['a', 'abcdefghij'])",
		}, []string{
			"body('t').matches(/^\\w{1,10}$/)",
			"body('s').matches(/^\\w{1,10}/)",
			"body('s').matches(/^\\w{1,10}$/m)",
			"query('s').matches(/^\\w{1,10}$/)",
			"body('s').not().matches(/^\\w{1,10}$/)",
			"body('s').not().isIn(['a', 'abcdefghij'])",
			"body('s').isIn(['a', process.argv[2]])",
			"body('s').customSanitizer((v, { req }) => req.body.t).isString()",
			"body('s').if(body('t').exists()).isIn(['a', 'b'])",
		}},
	} {
		t.Run(g.name, g.run)
	}
}
