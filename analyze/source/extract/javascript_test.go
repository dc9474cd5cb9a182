package extract

import (
	"strings"
	"testing"

	"snag/analyze/source/literal"
)

// regexes returns the regex literals of a source text as they are written, in order.
func regexes(t *testing.T, ending, src string) []string {
	t.Helper()
	language, ok := ByPath("x" + ending)
	if !ok {
		t.Fatalf("no language for %s", ending)
	}
	f := language.Extract([]byte(src))
	var found []string
	for i := range f.Literals {
		if l := &f.Literals[i]; l.Kind == literal.Regex {
			if got := src[l.Expr.Start.Offset:l.Expr.End.Offset]; got != "/"+l.Pattern+"/"+l.Flags {
				t.Errorf("%q: literal /%s/%s is said to be %q", src, l.Pattern, l.Flags, got)
			}
			found = append(found, "/"+l.Pattern+"/"+l.Flags)
		}
	}
	return found
}

type position struct {
	src  string
	want string // the literals, separated by blanks
}

func testPositions(t *testing.T, ending string, table []position) {
	t.Helper()
	for _, tt := range table {
		if got := strings.Join(regexes(t, ending, tt.src), " "); got != tt.want {
			t.Errorf("%s: %q\n got %s\nwant %s", ending, tt.src, got, tt.want)
		}
	}
}

func TestDivisionOrRegex(t *testing.T) {
	testPositions(t, ".js", []position{
		{`/a/`, `/a/`},
		{"#!/usr/bin/env node /x/\n/a/g", `/a/g`},
		{`x = a / b / c`, ``},
		{`x = a /b/ c`, ``},
		{"x = a\n/b/g.exec(c)", ``}, // no semicolon is inserted before a slash
		{`x = 1 / 2 / 3; y = 1e5 /2/ 3; z = .5 /2/ 1; h = 0xe/1/2; n = 1_000n /2/ 3`, ``},
		{`x = "s" / 2 / 3 + 's' /2/ 1`, ``},
		{`a[0] / 2 / 1; a() / 2 / 1; (a) / 2 / 1`, ``},
		{`this / 2 / 1; null / 2 / 1; true / 2 / 1; super.x / 2 / 1`, ``},
		{`a++ / 2 / 1; a-- / 2 / 1`, ``},
		{"a\n++/b/.lastIndex", `/b/`},
		{`x = ++/a/.lastIndex + --/b/.lastIndex`, `/a/ /b/`},
		{`x = a + ++/b/.c`, `/b/`},
		{`x = !/a/.test(y) && ~/b/ | -/c/ ^ +/d/`, `/a/ /b/ /c/ /d/`},
		{`x = a ? /b/ : /c/`, `/b/ /c/`},
		{`x = [/a/, /b/g]; y = {k: /c/, [/d/]: /e/, .../f/}`, `/a/ /b/g /c/ /d/ /e/ /f/`},
		{`f(/a/, /b/)(/c/)`, `/a/ /b/ /c/`},
		{`x = a, /b/; y = (1, /c/)`, `/b/ /c/`},
		{`x == /a/; x === /b/; x != /c/; x !== /d/; x >= /e/; x <= /f/; x > /g/; x < /h/`, `/a/ /b/ /c/ /d/ /e/ /f/ /g/ /h/`},
		{`x ??= /a/; x ||= /b/; x &&= /c/; x ** /d/; x ?? /e/; x >>> /f/; x << /g/`, `/a/ /b/ /c/ /d/ /e/ /f/ /g/`},
		{`x /= a / b; x /=/c/`, `/c/`},
		{`a / /b/ / /c/`, `/b/ /c/`},
		{`x = a?.b / 2 / 1; y = a?.[0] / 2 / 1; z = a ?.5 /2/ 1 : /b/`, `/b/`},
		{`return /a/`, `/a/`},
		{`typeof /a/; void /b/; delete /c/.x; throw /d/; new /e/; x instanceof /f/; "a" in /g/`, `/a/ /b/ /c/ /d/ /e/ /f/ /g/`},
		{`switch (x) { case /a/: break; case 1: /b/.test(y); default: /c/.test(z) }`, `/a/ /b/ /c/`},
		{`do /a/.test(x); while (/b/.test(y)) /c/.test(z)`, `/a/ /b/ /c/`},
		{`if (x) /a/.test(y); else /b/.test(z)`, `/a/ /b/`},
		{`if ((x) / (y) / 2) /a/.test(y)`, `/a/`},
		{`while (x) /a/.exec(y)`, `/a/`},
		{`for (;;) /a/.exec(y)`, `/a/`},
		{`for (; /a/.test(x); /b/.test(y)) /c/.test(z)`, `/a/ /b/ /c/`},
		{`for (const a of /x/.exec(y)) /b/.test(a)`, `/x/ /b/`},
		{`for (of of of / 2 / 1) ;`, ``},
		{`for (x in /a/) /b/.test(x)`, `/a/ /b/`},
		{`async () => { for await (const a of b) /c/.test(a) }`, `/c/`},
		{`with (x) /a/.test(y)`, `/a/`},
		{`a.if(x) / 2 / 1; a.while(y) /2/ 1; a.return / 2 / 1; a.typeof /2/ 1; a?.in /2/ 1`, ``},
		{"a.\n  return / 2 / 1", ``},
		{`x = {return: 1, if: /a/, typeof: 2}.if / 2 / 1`, `/a/`},
		{`x = {case: a / b / c}`, ``},
		{`x = { if(a) { return /b/ } } / 2 / 1`, `/b/`},
		{`label: /a/.test(x)`, `/a/`},
		{`label: { } /a/.test(x)`, `/a/`},
		{`break label
/a/.test(x)`, `/a/`},
		{"continue\n/a/.test(x)", `/a/`},
		{"debugger\n/a/.test(x)", `/a/`},
		{"return\n/a/", `/a/`},
	})
}

func TestBehindBraces(t *testing.T) {
	testPositions(t, ".js", []position{
		{`{ } /a/g`, `/a/g`},
		{`({}) / 2 / 1; x = {} / 2 / 1; y = {a: 1} /2/ 1`, ``},
		{`if (x) { } /a/.test(y)`, `/a/`},
		{`if (x) { } else { } /a/.test(y)`, `/a/`},
		{`try { } /* c */ catch (e) { } finally { } /a/.test(y)`, `/a/`},
		{`try { } catch { } /a/.test(y)`, `/a/`},
		{`function f() { } /a/.test(y)`, `/a/`},
		{`x = function () { } / 2 / 1`, ``},
		{`x = function f() { } / 2 / 1`, ``},
		{`x = async function* f(a = {}) { } / 2 / 1`, ``},
		{`async function f() { } /a/.test(y)`, `/a/`},
		{`function* f() { } /a/.test(y)`, `/a/`},
		{`export default function () { } /a/.test(y)`, `/a/`},
		{`export default class { } /a/.test(y)`, `/a/`},
		{`export default /a/`, `/a/`},
		{`export { a } /b/.test(x)`, `/b/`},
		{`class A { } /a/.test(y)`, `/a/`},
		{`class A extends B { } /a/.test(y)`, `/a/`},
		{`x = class { } / 2 / 1; y = class A extends (b, c) { } /2/ 1`, ``},
		{"a\nfunction f() { }\n/b/.test(c)", `/b/`},
		{"a\nclass B { }\n/b/.test(c)", `/b/`},
		{`class A { static { /a/.test(x) } b = /c/; static d = /e/; f() { } ['g'] = /h/ }`, `/a/ /c/ /e/ /h/`},
		{`class A { if(a) { } while(b) { /x/.test(y) } return = /c/ }`, `/x/ /c/`},
		{`class A { #p = /a/; m() { return this.#p / 2 / 1 + (#p in this) / 2 / 1 } }`, `/a/`},
		{`class A { get return() { return /a/ } set in(x) { /b/.test(x) } async *delete() { yield /c/ } }`, `/a/ /b/ /c/`},
		{`x = () => { } /a/.test(y)`, `/a/`},
		{`x = () => /a/; y = a => /b/.test(a); z = async a => /c/`, `/a/ /b/ /c/`},
		{`x = a => ({}) / 2 / 1`, ``},
		{`x = a ? {} / 2 / 1 : {} / 2 / 1`, ``},
		{`switch (x) { case a ? b : c: { } /a/.test(y) }`, `/a/`},
		{`switch (x) { case f(y): { } /a/.test(y); default: { } /b/.test(z) }`, `/a/ /b/`},
		{`x = { a: { } / 2 / 1, b() { } , get c() { return /d/ }, async *e() { yield /f/ } }`, `/d/ /f/`},
		{`x = { function: {} / 2 / 1, class: {} / 2 / 1 }`, ``},
		{`return { } / 2 / 1`, ``},
		{"function f() { return\n{ } /a/.test(x) }", `/a/`},
		{`{ { } /a/.test(x) } /b/.test(x)`, `/a/ /b/`},
		{`f({ }, { } / 2 / 1)`, ``},
		{`const { a = /b/, c: { d = /e/ } } = f / 2 / 1`, `/b/ /e/`},
		{"function* g() { yield /a/; yield\n/b/; yield* /c/ } yield / 2 / 1", `/a/ /b/ /c/`},
		{`function* g() { yield /a/ } function f() { yield / 2 / 1 }`, `/a/`},
		{`async function f() { await /a/ } function g() { await / 2 / 1 }`, `/a/`},
		{`x = async () => { await /a/ }; y = { async m() { await /b/ } }`, `/a/ /b/`},
		{`x = async a => await /a/.b`, `/a/`},
		{`await /a/`, `/a/`},
	})
}

func TestRegexBodies(t *testing.T) {
	testPositions(t, ".js", []position{
		{`x = /[/]/`, `/[/]/`},
		{`x = /[^/\]/]/g`, `/[^/\]/]/g`},
		{`x = /\//`, `/\//`},
		{`x = /\[/ / 2`, `/\[/`},
		{`x = /[[]/ / 2 / 1`, `/[[]/`},
		{`x = /[\p{L}--[a-z]]/v / 2`, `/[\p{L}--[a-z]]/v`},
		{`x = /a/dgimsuvy.b`, `/a/dgimsuvy`},
		{"x = /é\U0001F600/u", "/é\U0001F600/u"},
		{"x = /a\ny = /b/", `/b/`}, // a regex that does not end on its line is none
		{"x = /a\\\ny = /b/", `/b/`},
		{"x = /a\u2028y = /b/", `/b/`},
		{`x = /(?:a|[b)])/, y = /c/`, `/(?:a|[b)])/ /c/`},
		{`x = /"/, y = /'/, z = /` + "`" + `/, w = /a/`, `/"/ /'/ /` + "`" + `/ /a/`},
		{`x = /a/ /* c */ / 2 / 1`, `/a/`},
		{`x = /*/ no /*/ /a/`, `/a/`},
		{"x = a // no /a/\n / b / c", ``},
		{"x = 1 + // c\n /a/", `/a/`},
		{"x = a /* \n */ / 2 / 1", ``},
		{"\u00a0x =\u00a0/a/\u3000", `/a/`},
		{"\uFEFF/a/", `/a/`},
		{`if (x) /re/ / 2`, `/re/`},
		{`x = /=a/; y /=a/; z`, `/=a/`},
		{`\u0061 / 2 / 1; \u{61}b /2/ 1; é / 2 / 1; $ /2/ 1; _ /2/ 1`, ``},
		{"<!-- /a/\n/b/;\n--> /c/\n/d/", `/b/ /d/`},
		{"while (n --> /a/) ;", `/a/`},
		{`a <!--b`, ``},
	})
}

func TestTemplates(t *testing.T) {
	testPositions(t, ".js", []position{
		{"`/a/`", ``},
		{"`a` / 2 / 1", ``},
		{"f`a` / 2 / 1", ``},
		{"`${/a/}`", `/a/`},
		{"`${/a/}${b / c / d}` / 2 / 1", `/a/`},
		{"`${`${/a/} /no/`} /no/` / 2 / 1 + /b/", `/a/ /b/`},
		{"`\\${/no/}` + `\\`/no/` + /a/", `/a/`},
		{"`$${/a/}$` + `$` + /b/", `/a/ /b/`},
		{"`${{a: /b/}.a}${(() => { return /c/ })()}` / 2 / 1", `/b/ /c/`},
		{"`${a}}` / 2 / 1", ``},
		{"x = `\n/a/\n` + /b/", `/b/`},
		{"x = `${'`'}` / 2 / 1 + /a/", `/a/`},
		{"x = `abc\ny = /a/", `/a/`}, // never ends: taken back
		{"x = `${abc\ny = /a/", `/a/`},
	})
}

func TestElements(t *testing.T) {
	table := []position{
		{`x = <a href="/b/c" title='/d/'>it's /e/ "f</a> / 2 / 1`, ``},
		{`x = <a/> / 2 / 1`, ``},
		{`x = <a b={/c/} d={e / f / g}/>`, `/c/`},
		{`x = <>/a/ {/b/} // c /* d </> / 2 / 1; y = /e/`, `/b/ /e/`},
		{`x = <a {.../b/}>{...c}{/* /d/ */}</a>; y = /e/`, `/b/ /e/`},
		{`x = <a>{b.map(c => <d key={/e/}>{/f/}</d>)} ' </a>; y = /g/`, `/e/ /f/ /g/`},
		{`x = <a.b.c d:e="/" f-g='/'>/</a.b.c>; y = /h/`, `/h/`},
		{`x = <a b=<c d="/"/> e={/f/}></a>; y = /g/`, `/f/ /g/`},
		{`return (<div>a / b</div>); x = /c/`, `/c/`},
		{`x = a && <b>/</b>; y = a ? <b>/</b> : <c>/</c>; z = /d/`, `/d/`},
		{`x = () => <a>/</a>; y = /b/`, `/b/`},
		{"x = <a\n  b // c '\n  /* d ' */\n  e='/'\n>\n  it's\n</a>; y = /f/", `/f/`},
		{`x = <a></ a >; y = /b/`, `/b/`},
		{"x = <a>`</a>; y = /b/; z = <a>`</a>", `/b/`},
		{`x = <a>{"}"}{'</a>'}{` + "`}`" + `}</a>; y = /b/`, `/b/`},
		{`x = a <b / c> /d/`, `/d/`},
		{`x = a < b / c / d`, ``},
		{`x = a <<b / c / d; y = /e/`, `/e/`},
		{`if (a < b && c > /d/) ;`, `/d/`},
		{`x = <a>b</c>; y = /d/`, `/c>; y = /d`}, // not an element, so a comparison
		{`x = <é-b>/</é-b>; y = /d/`, `/d/`},
		{`x = <a>{}</a>; y = <b>{ }/</b> / 2 / 1`, ``},
		{`x = <a>></a>; y = /b/`, `/b/`},
	}
	testPositions(t, ".jsx", table)
	testPositions(t, ".js", table)
	testPositions(t, ".tsx", append(table, []position{
		{`const f = <T,>(x: T) => /a/.test(x); const y = <b>/</b>`, `/a/`},
		{`const f = <T extends U>(x: T): V => { return /a/ }; const y = <b>/</b>`, `/a/`},
		{`const f = <T extends { a: string }>(x: T) => <b>{/c/}/</b>; y = /d/`, `/c/ /d/`},
		{`const f = <const T,>(x: T) => /a/`, `/a/`},
		{`x = <A<B> c={/d/}>/</A>; y = /e/`, `/d/ /e/`},
		{`x = useState<A | null>(null); y = <b>/</b>; z = /c/`, `/c/`},
	}...))
}

func TestTypeScript(t *testing.T) {
	table := []position{
		{`let x = a! / 2 / 1; let y = a.b! /2/ 1; let z = f()! / 2 / 1; w = a[0]! / 2 / 1`, ``},
		{`if (!/a/.test(b)) ; x = !/c/; y = a !== /d/`, `/a/ /c/ /d/`},
		{"a\n!/b/.test(c)", `/b/`},
		{`let x: RegExp = /a/; const y: Array<string> = /b/.exec(c)!`, `/a/ /b/`},
		{`function f(a: string, b?: number): void { } /a/.test(b)`, `/a/`},
		{`function f(): Promise<void> { } /a/.test(b)`, `/a/`},
		{`function f(): { a: string } { } /a/.test(b)`, `/a/`},
		{`function f<T extends {}>(x: T): x is T { return /a/.test(x) } /b/.test(c)`, `/a/ /b/`},
		{`interface A<T> extends B<T> { c: string; d(): void } /a/.test(b)`, `/a/`},
		{`type A = { b: string }; /a/.test(b)`, `/a/`},
		{`enum A { B = 1 << 2, C } /a/.test(b)`, `/a/`},
		{`namespace A.B { } /a/.test(b)`, `/a/`},
		{`declare module "a" { } /a/.test(b)`, `/a/`},
		{`abstract class A<T> extends B<T> implements C<{}> { private d: RegExp = /a/; e(): Map<string, T> { return /b/ } } /c/.test(x)`, `/a/ /b/ /c/`},
		{`x = y as string / 2 / 1`, ``},
		{`x = f<T>(/a/); new Map<string, RegExp>([["a", /b/]])`, `/a/ /b/`},
		{`x = (a: string): a is B => /c/.test(a)`, `/c/`},
		{`@dec({ a: /b/ }) class A { @dec(/c/) d = /e/ } /f/.test(x)`, `/b/ /c/ /e/ /f/`},
		{`const x = { a: 1 } satisfies A; /b/.test(c)`, `/b/`},
		{`let f: (a: string) => void = a => /b/.test(a)`, `/b/`},
		{`import type { A } from "a"; import b = require("b"); export = /c/`, `/c/`},
		{`class A { constructor(private readonly a: RegExp = /b/) { super(/c/) } }`, `/b/ /c/`},
		{`for (const a of <any>/b/.exec(c)) /d/.test(a)`, `/b/ /d/`},
		{`let t: ` + "`a/${string}/b`" + ` = x / 2 / 1`, ``},
		{`let x = a?.b! / 2 / 1; a!++ / 2 / 1`, ``},
	}
	testPositions(t, ".ts", append(table, []position{
		{`x = <RegExp>/a/; y = <T>(b: T) => /c/; z = <any>{} / 2 / 1`, `/a/ /c/`},
		{`x = a <b / c / d`, ``},
		{`let x = <A><B>/c/`, `/c/`},
	}...))
	testPositions(t, ".tsx", append(table[:22:22], table[23:]...))
}

func TestDamagedSource(t *testing.T) {
	testPositions(t, ".js", []position{
		{"x = 'abc\ny = /a/", `/a/`},
		{"x = \"abc\ny = /a/", `/a/`},
		{"} ) ] } /a/; x = /b/", `/a/ /b/`},
		{"f(a, [b, {c: /d/ ); x = /e/", `/d/ /e/`},
		{"x = /* never ends /a/", ``},
		{"\x00\xff\xfe /a/ \x80", ``},
		{"x =\x00/a/", `/a/`},
		{"x = <div> } /a/", `/a/`},
		{"", ``},
		{"/", ``},
		{"/a", ``},
		{"`", ``},
		{"'", ``},
		{"\\", ``},
		{"<", ``},
		{"<a", ``},
		{"`${", ``},
		{"x = /[/", ``},
	})
}
