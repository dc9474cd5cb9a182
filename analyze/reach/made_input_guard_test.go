package reach

import "testing"

// TestMadeInputs has functions beside the handler make the values that it gets.
func TestMadeInputs(t *testing.T) {
	for _, g := range []guardCase{
		{"Hono", "a.ts", `
import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { HTTPException } from 'hono/http-exception'
const MAX = 50, app = new Hono(), RE = /(a+)+$/
const run = c => { const { s } = c.req.valid('json'); RE.test(s); return c.text('x') }
GUARD
`, "50", "any", []string{
			"app.post('/a', validator('json', (v, c) => { const s = v.s; if (typeof s !== 'string' || s.length > 50) return c.text('no', 400); return { s } }), run)",
			"app.post('/a', validator('json', (v, c) => { if (typeof v.s !== 'string' || v.s.length > MAX) { return c.json({}, 400) } return { s: v.s } }), run)",
			"app.post('/a', validator('json', (v, c) => { if (typeof v.s !== 'string' || v.s.length > 50) throw new HTTPException(400); return v }), run)",
			"app.post('/a', validator('json', v => ({ s: String(v.s).slice(0, 50) })), run)",
			"const check = validator('json', (v, c) => { const { s } = v; if (typeof s === 'string' && s.length <= 50) return { s }; return c.text('no', 400) }); app.post('/a', check, run)",
			"app.post('/a', validator('json', (v, c) => { const s = v.s; if (!/^[a-z]{1,50}$/.test(s)) return c.notFound(); return { s } }), run)",
			"app.post('/a', validator('query', v => v), validator('json', v => ({ s: String(v.s).slice(0, 50) })), run)",
			"app.post('/a', validator('json', v => ({ s: short(v.s) })), run); function short(s) { if (typeof s !== 'string' || s.length > 50) throw new Error(); return s }",
		}, []string{
			"app.post('/a', validator('json', v => v), run)",
			"app.post('/a', validator('json', (v, c) => { const s = v.s; if (v.t.length > 50) return c.text('no', 400); return { s } }), run)",
			"app.post('/a', validator('json', (v, c) => { const s = v.s; if (s.length > 50) c.text('no', 400); return { s } }), run)",
			"app.post('/a', validator('json', (v, c) => { if (typeof v.s !== 'string' || v.s.length > 50) return c.text('no', 400); return { s: v.t } }), run)",
			"app.post('/a', validator('json', v => ({ s: String(v.s).slice(0, 50) })), validator('json', v => v), run)",
			"app.post('/a', validator('query', v => ({ s: String(v.s).slice(0, 50) })), run)",
			"app.post('/b', validator('json', v => ({ s: String(v.s).slice(0, 50) })), c => c.text('x')); app.post('/a', run)",
			"app.post('/a', validator('json', (v, c) => { try { if (v.s.length > 50) throw new Error('x') } catch {} return { s: v.s } }), run)",
			"app.post('/a', validator('json', v => ({ s: String(v.s).slice(0, 50) })), async c => { RE.test((await c.req.json()).s); return c.text('x') })",
			"app.post('/a', validator(process.env.T, v => ({ s: String(v.s).slice(0, 50) })), run)",
		}},
		{"tRPC", "a.ts", `
import { initTRPC } from '@trpc/server'
import { z } from 'zod'
const t = initTRPC.create(), p = t.procedure, run = s => /(a+)+$/.test(s)
const parse = (v: unknown) => { if (typeof v !== 'string' || v.length > 50) throw new Error('no'); return v }
export const r = t.router({ a: GUARD })
`, "50", "any", []string{
			"p.input((v: unknown) => { if (typeof v !== 'string' || v.length > 50) throw new Error('no'); return v }).query(({ input }) => run(input))",
			"p.input(parse).query(({ input }) => run(input))",
			"p.input(v => String(v).slice(0, 50)).mutation(o => run(o.input))",
			"p.input((v: any) => { const s = v.s; if (typeof s !== 'string' || s.length > 50) throw new Error('no'); return { s } }).query(({ input }) => run(input.s))",
			"p.input((v: any) => ({ s: parse(v.s) })).query(({ input }) => run(input.s))",
			"p.input(z.object({ s: z.string().max(50) })).query(({ input }) => run(input.s))",
			"p.use(o => o.next()).input(parse).query(({ input }) => run(input))",
			"p.input((v: unknown) => { if (typeof v === 'string' && v.length <= 50) return v; throw new Error() }).query(({ input }) => run(input))",
		}, []string{
			"p.input((v: unknown) => v as string).query(({ input }) => run(input))",
			"p.input((v: any) => { if (v.t.length > 50) throw new Error('no'); return v }).query(({ input }) => run(input.s))",
			"p.input((v: any) => { parse(v.t); return { s: v.s } }).query(({ input }) => run(input.s))",
			"p.input((v: any) => { try { parse(v.s) } catch {} return { s: v.s } }).query(({ input }) => run(input.s))",
			"p.input((v: any) => { if (v.s.length > 50) console.log('x'); return v }).query(({ input }) => run(input.s))",
			"p.input(parse).query(async ({ getRawInput }) => run(await getRawInput()))",
			"p.input((v: any) => ({ s: parse(v.s) })).input((v: any) => ({ s: v.s })).query(({ input }) => run(input.s))",
			"p.input(z.object({ s: z.string().max(50) })).input((v: any) => ({ s: v.t })).query(({ input }) => run(input.s))",
		}},
		{"Nest", "a.ts", `
import { Controller, Post, Body, createParamDecorator, ExecutionContext, BadRequestException } from '@nestjs/common'
GUARD
`, "50", "102400", []string{
			"const T = createParamDecorator((d, ctx: ExecutionContext) => { const s = ctx.switchToHttp().getRequest().body.s; if (typeof s !== 'string' || s.length > 50) throw new BadRequestException(); return s })\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, ctx: ExecutionContext) => String(ctx.switchToHttp().getRequest().body.s).slice(0, 50))\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d: string, ctx: ExecutionContext) => { const s = ctx.switchToHttp().getRequest().body[d]; if (!/^[a-z]{1,50}$/.test(s)) throw new Error(); return s })\n@Controller('x') class C { @Post() a(@T('s') s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, ctx: ExecutionContext) => ctx.switchToHttp().getRequest().body)\n@Controller('x') class C { @Post() a(@T() b: any) { if (typeof b.s !== 'string' || b.s.length > 50) return; /(a+)+$/.test(b.s) } }",
			"const get = (d, ctx: ExecutionContext) => String(ctx.switchToHttp().getRequest().body.s).slice(0, 50)\nconst T = createParamDecorator(get)\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, c: ExecutionContext) => c.switchToHttp().getRequest().body.s)\n@Controller('x') class C { @Post() a(@T() s: string) { if (typeof s !== 'string' || s.length > 50) throw new Error(); /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, c: ExecutionContext) => c.switchToHttp().getRequest().body.s)\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(String(s).slice(0, 50)) } }",
			"const U = createParamDecorator((d, c: ExecutionContext) => c.switchToHttp().getRequest().body.s), T = createParamDecorator((d, c: ExecutionContext) => 'x')\n@Controller('x') class C { @Post() a(@T() t: string, @U() s: string) { /(a+)+$/.test(String(s).slice(0, 50)) } }",
		}, []string{
			"const T = createParamDecorator((d, ctx: ExecutionContext) => ctx.switchToHttp().getRequest().body.s)\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, ctx: ExecutionContext) => { const b = ctx.switchToHttp().getRequest().body; if (b.t.length > 50) throw new Error(); return b.s })\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, ctx: ExecutionContext) => { const b = ctx.switchToHttp().getRequest().body; if (b.s.length > 50) throw new Error(); return b[d] })\n@Controller('x') class C { @Post() a(@T('u') s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, ctx: ExecutionContext) => { const s = ctx.switchToHttp().getRequest().body.s; if (s.length > 50) console.log(s); return s })\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, c: ExecutionContext) => String(c.switchToHttp().getRequest().body.s).slice(0, 50))\n@Controller('x') class C { @Post() a(@T() t: string, @Body('s') s: string) { /(a+)+$/.test(s) } }",
			"const T = createParamDecorator((d, c: ExecutionContext) => c.switchToHttp().getRequest().body)\n@Controller('x') class C { @Post() a(@T() b: any) { if (b.t.length > 50) return; /(a+)+$/.test(b.s) } }",
			"const T = createParamDecorator((d, ctx: ExecutionContext) => { const s = ctx.switchToHttp().getRequest().body.s; if (s.length < 50) throw new Error(); return s })\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
			"const T = process.env.T ? createParamDecorator((d, c: ExecutionContext) => 'x') : createParamDecorator((d, c: ExecutionContext) => c.switchToHttp().getRequest().body.s)\n@Controller('x') class C { @Post() a(@T() s: string) { /(a+)+$/.test(s) } }",
		}},
	} {
		g.run(t)
	}
}
