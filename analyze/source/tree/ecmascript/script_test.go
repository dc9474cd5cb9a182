package ecmascript_test

import "testing"

func TestExpressions(t *testing.T) {
	check(t, "a.jsx", [][2]string{
		{`const a = 1, {b, c: [d = 2, ...e]} = f(x?.y, ...z) ?? w`,
			`(declare "const" (assign "=" (name "a") (number "1")) (assign "=" (object (pair "b" - (name "b")) (pair "c" - (array (assign "=" (name "d") (number "2")) (spread (name "e"))))) (logical "??" (call (name "f") (member "y" (name "x")) (spread (name "z"))) (name "w"))))`},
		{`x = a ? (b) : c => d; y = async (a, {b} = {}) => { await a; return b }`,
			`(expression (assign "=" (name "x") (conditional (name "a") (name "b") (function (arrow [(name "c")] (block (return (name "d")))))))) (expression (assign "=" (name "y") (function (arrow async [(name "a")] [(object (pair "b" - (name "b"))) =(object)] (block (expression (await (name "a"))) (return (name "b")))))))`},
		{`a => b
({a, b = 1} = c)`,
			`(expression (function (arrow [(name "a")] (block (return (call (name "b") (assign "=" (object (pair "a" - (name "a")) (pair "b" - (assign "=" (name "b") (number "1")))) (name "c"))))))))`},
		{`a
b
++c
d
++
e`,
			`(expression (name "a")) (expression (name "b")) (expression (unary "++" (name "c"))) (expression (name "d")) (expression (unary "++" (name "e")))`},
		{"let s = `x${a}y${`q`}` + tag`m\\n${n}o` + String.raw`\\d`",
			`(declare "let" (assign "=" (name "s") (binary "+" (binary "+" (template (string "x") (name "a") (string "y") (string "q")) (call (name "tag") (array (string "m\n") (string "o")) (name "n"))) (call (member "raw" (name "String")) (array (string "\\d"))))))`},
		{`x >>>= y >> 2 ** 3; x !== y && z || !w; x ??= -y`,
			`(expression (assign ">>>=" (name "x") (binary ">>" (name "y") (binary "**" (number "2") (number "3"))))) (expression (logical "||" (logical "&&" (binary "!==" (name "x") (name "y")) (name "z")) (unary "!" (name "w")))) (expression (assign "??=" (name "x") (unary "-" (name "y"))))`},
		{`new Foo.Bar(1)(2); new X; new (f())(); new a.b().c; new.target`,
			`(expression (call (new (member "Bar" (name "Foo")) (number "1")) (number "2"))) (expression (new (name "X"))) (expression (new (call (name "f")))) (expression (member "c" (new (member "b" (name "a"))))) (expression (member "target" (name "new")))`},
		{"a?.b?.[c]?.(d, e)?.f`g`",
			`(expression (call (member "f" (call (index (member "b" (name "a")) (name "c")) (name "d") (name "e"))) (array (string "g"))))`},
		{`x = { a, b() {}, get c() { return 1 }, set c(v) {}, async *d() {}, [e]: 1, 'f g': 2, 3: 4, ...h, async: 5, get, async }`,
			`(expression (assign "=" (name "x") (object (pair "a" - (name "a")) (pair "b" - (function (method "b" (block)))) (pair "c" - (function (getter "c" (block (return (number "1")))))) (pair "c" - (function (setter "c" [(name "v")] (block)))) (pair "d" - (function (method "d" async generator (block)))) (pair (name "e") (number "1")) (pair "f g" - (number "2")) (pair "3" - (number "4")) (spread (name "h")) (pair "async" - (number "5")) (pair "get" - (name "get")) (pair "async" - (name "async")))))`},
		{`x = function* g() { const y = yield* a; yield; yield b }`,
			`(expression (assign "=" (name "x") (function (plain "g" generator (block (declare "const" (assign "=" (name "y") (await (name "a")))) (expression (await "yield")) (expression (await "yield" (name "b"))))))))`},
		{`x = (a, b), typeof c, delete d.e, void 0`,
			`(expression (sequence (assign "=" (name "x") (sequence (name "a") (name "b"))) (unary "typeof" (name "c")) (unary "delete" (member "e" (name "d"))) (unary "void" (number "0"))))`},
		{`'\u0041\x42\n\
c'; "\u{1F600}"; /a\/[/]+/gi; 0x1F; .5; 1n; null; true`,
			`(expression (string "AB\nc")) (expression (string "😀")) (expression (regex "gi")) (expression (number "0x1F")) (expression (number ".5")) (expression (number "1n")) (expression (constant "null")) (expression (constant "true"))`},
		{`import('a').then(b); import.meta.url`,
			`(expression (call (member "then" (call (name "import") (string "a"))) (name "b"))) (expression (member "url" (member "meta" (name "import"))))`},
		{`x = <div a='b' {...c} d={e} f>text {g} <b.c/> </div>, <></>`,
			`(expression (sequence (assign "=" (name "x") (element "div" (pair "a" - (string "b")) (spread (name "c")) (pair "d" - (name "e")) (pair "f" - (constant "true")) (string "text ") (name "g") (element "b.c"))) (element)))`},
	})
}

func TestStatements(t *testing.T) {
	check(t, "a.js", [][2]string{
		{`for (const [k, v] of Object.entries(x)) { if (k in v) continue; else break }`,
			`(for-each (declare "const" (array (name "k") (name "v"))) (call (member "entries" (name "Object")) (name "x")) (block (if (binary "in" (name "k") (name "v")) (continue) (break))))`},
		{`for (let i = 0, n = 3; i < n; i++) f(i)`,
			`(block (declare "let" (assign "=" (name "i") (number "0")) (assign "=" (name "n") (number "3"))) (loop (binary "<" (name "i") (name "n")) (expression (call (name "f") (name "i"))) (unary "++" (name "i"))))`},
		{`for (k in o) ; for await (x of y) {} for (;;) break; while (a) b; do c; while (d) e`,
			`(for-each "in" (name "k") (name "o") (block)) (for-each "async" (name "x") (name "y") (block)) (loop - (break) -) (loop (name "a") (expression (name "b")) -) (loop "do" (name "d") (expression (name "c")) -) (expression (name "e"))`},
		{`switch (x) { case 1: case 2: f(); break; default: g(); case 3: { return } }`,
			`(switch (name "x") (case "falls" (block) (number "1")) (case (block (expression (call (name "f"))) (break)) (number "2")) (case "falls" (block (expression (call (name "g"))))) (case (block (block (return))) (number "3")))`},
		{`try { a() } catch { b() } finally { c() } try {} catch ({d}) {}`,
			`(try (block (expression (call (name "a")))) (block (expression (call (name "c")))) (catch - (block (expression (call (name "b")))))) (try (block) - (catch (object (pair "d" - (name "d"))) (block)))`},
		{`outer: for (;;) continue outer`,
			`(label "outer" (loop - (continue "outer") -))`},
		{`if (a) ; else if (b) c; else { throw d }`,
			`(if (name "a") (block) (if (name "b") (expression (name "c")) (block (throw (name "d")))))`},
		{`with (a) b; debugger; ;`,
			`(with - (name "a") (expression (name "b")))`},
		{`function f(a, {b, c = 1}, [d] = [], ...e) {} async function g() { await h }`,
			`(define (plain "f" [(name "a")] [(object (pair "b" - (name "b")) (pair "c" - (assign "=" (name "c") (number "1"))))] [(array (name "d")) =(array)] [(name "e") rest] (block))) (define (plain "g" async (block (expression (await (name "h"))))))`},
		{`class A extends B(C) { #x = 1; static y; static { foo() } get z() { return this.#x } async *[Symbol.iterator]() {} constructor(a) { super(a) } static async = 1; 'q' = 2; get; set }`,
			`(define (class "A" <(call (name "B") (name "C")) ["#x" =(number "1")] ["y" static] ["z" (getter "z" (block (return (member "#x" (this)))))] ["" (method async generator (block))] ["constructor" (constructor "constructor" [(name "a")] (block (expression (call (super) (name "a")))))] ["async" static =(number "1")] ["q" =(number "2")] ["get"] ["set"] (block (block (expression (call (name "foo")))) (expression (member "iterator" (name "Symbol"))))))`},
		{`@a @b.c(d) class E { @f() g; @h i() {} }`,
			`(define (class "E" @(name "a") @(call (member "c" (name "b")) (name "d")) ["g" @(call (name "f"))] ["i" (method "i" @(name "h") (block))]))`},
		{`import a, {b as c, default as d, "e-f" as g} from 'm'; import * as n from "n"; import 'o'; import j from './j.json' with { type: 'json' }`,
			`(import "m" (import-name "default" (name "a")) (import-name "b" (name "c")) (import-name "default" (name "d")) (import-name "e-f" (name "g"))) (import "n" (import-name "*" (name "n"))) (import "o") (import "./j.json" (import-name "default" (name "j")))`},
		{`export {a as b, c}; export default function () {}; export * from 'q'; export * as r from 's'; export const z = 1; export {t as default} from 'u'`,
			`(export (export-name "b" (name "a")) (export-name "c" (name "c"))) (export (export-name "default" (function (plain (block))))) (export "q" (export-name "*")) (export "s" (export-name "r" (name "*"))) (export (declare "const" (assign "=" (name "z") (number "1")))) (export "u" (export-name "default" (name "t")))`},
		{`export default class K {}; export async function l() {}; export default x => y`,
			`(export (define (class "K")) (export-name "default" (name "K"))) (export (define (plain "l" async (block)))) (export (export-name "default" (function (arrow [(name "x")] (block (return (name "y")))))))`},
		{`var let_ = 1; let
x; of = async; async
function m() {}`,
			`(declare "var" (assign "=" (name "let_") (number "1"))) (declare "let" (name "x")) (expression (assign "=" (name "of") (name "async"))) (expression (name "async")) (define (plain "m" (block)))`},
		{`const a = b
/re/g.test(c)`,
			`(declare "const" (assign "=" (name "a") (binary "/" (binary "/" (name "b") (name "re")) (call (member "test" (name "g")) (name "c")))))`},
	})
}
