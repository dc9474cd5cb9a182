package reach

import "testing"

// TestPipes has what a pipe of Nest returns stand in the place of the parameter that it gets.
func TestPipes(t *testing.T) {
	for _, g := range []guardCase{
		{"Nest", "a.ts", `
import { Controller, Post, Body, Query, UsePipes, PipeTransform, BadRequestException, ParseUUIDPipe } from '@nestjs/common'
import { Other } from './other'
import { z } from 'zod'
const Z = z.object({ s: z.string().max(10) })
class Short implements PipeTransform { transform(v: any) { if (typeof v.s !== 'string' || v.s.length > 10) throw new BadRequestException(); return v } }
class Made implements PipeTransform { transform(v: any) { if (typeof v.s !== 'string' || v.s.length > 10) throw new BadRequestException(); return { s: v.s } } }
class Waits implements PipeTransform { async transform(v: any) { if (typeof v.s !== 'string' || v.s.length > 10) throw new BadRequestException(); return v } }
class Parsed implements PipeTransform { transform(v: any) { return Z.parse(v) } }
class ByZod implements PipeTransform { constructor(private schema: any) {} transform(v: any) { return this.schema.parse(v) } }
class Logs implements PipeTransform { transform(v: any) { if (v.s.length > 10) console.log(v); return v } }
class Sets implements PipeTransform { transform(v: any) { if (typeof v.s !== 'string' || v.s.length > 10) throw new BadRequestException(); v.s = v.t; return v } }
class Some implements PipeTransform { transform(v: any, m: any) { if (m.type === 'query') return v; if (typeof v.s !== 'string' || v.s.length > 10) throw new BadRequestException(); return v } }
class Tries implements PipeTransform { transform(v: any) { try { return Z.parse(v) } catch (e) { return v } } }
class Loose extends Short { transform(v: any) { return v } }
const run = (b: any) => /(a+)+$/.test(b.s)
GUARD
`, "10", "102400", []string{
			"@Controller('x') class C { @Post() a(@Body(Short) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(new Short()) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Other, Made) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Waits) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Parsed) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(new ByZod(Z)) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() @UsePipes(Short) a(@Body() b: any) { run(b) } }",
			"@UsePipes(new Short()) @Controller('x') class C { @Post() a(@Body() b: any) { run(b) } }",
		}, []string{
			"@Controller('x') class C { @Post() a(@Body(Logs) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Sets) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Some) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Tries) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Loose) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(Short, Other) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Query(Short) q: any, @Body() b: any) { run(b) } }",
			"@UsePipes(Short) @Controller('x') class C { @Post() @UsePipes(Logs) a(@Body() b: any) { run(b) } }",
			"@Controller('x') class C { @Post() a(@Body(ParseUUIDPipe) b: any) { run(b) } }",
			"@Controller('x') class C { @Post() @UsePipes(new ByZod(z.object({ s: z.string() }))) a(@Body() b: any) { run(b) } }",
		}},
	} {
		g.run(t)
	}
	for check, want := range map[string][2]int{"v.length > 10": {10, 16384}, "typeof v !== 'string' || v.length > 10": {10, 0}} {
		ways := waysOf(t, "a.ts", `
import { Controller, Get, Query, PipeTransform } from '@nestjs/common'
class Short implements PipeTransform { transform(v: any) { if (`+check+`) throw new Error(); return v } }
@Controller('x') class C { @Get() a(@Query('s', Short) s: any) { /(a+)+$/.test(s) } }
`, attacked)
		if got := [2]int{ways[0].MaxLength, ways[0].AsList}; got != want {
			t.Errorf("%s: got %v, want %v", check, got, want)
		}
	}
}
