package ecmascript_test

import (
	"strings"
	"testing"

	"snag/analyze/source/tree"
)

func TestTypeScript(t *testing.T) {
	check(t, "a.ts", [][2]string{
		{`function f<T>(this: X, a?: string | undefined, b: Foo.Bar<T>[] = []): Promise<T> { return g<T>(a)! as any }`,
			`(define (plain "f" [(name "a") :(name "string")] [(name "b") :(name "Array") =(array)] :(name "Promise") (block (return (cast (call (name "g") (name "a")) (name "any"))))))`},
		{`const f = <T,>(x: T): x is string => x, g = a < b, h = a ? (b) : c => d, i = a ? (b): c => d : e`,
			`(declare "const" (assign "=" (name "f") (function (arrow [(name "x") :(name "T")] (block (return (name "x")))))) (assign "=" (name "g") (binary "<" (name "a") (name "b"))) (assign "=" (name "h") (conditional (name "a") (name "b") (function (arrow [(name "c")] (block (return (name "d"))))))) (assign "=" (name "i") (conditional (name "a") (function (arrow [(name "b")] :(name "c") (block (return (name "d"))))) (name "e"))))`},
		{`@Controller('x') export class A<T> extends B<T> implements C { constructor(private readonly a: S, @Body() b: D) { super() } }`,
			`(export (define (class "A" @(call (name "Controller") (string "x")) <(name "B") <(name "C") ["constructor" (constructor "constructor" [(name "a") :(name "S") field] [(name "b") :(name "D") @(call (name "Body"))] (block (expression (call (super)))))])))`},
		{`class A { @IsString() @Length(1, 2) name!: string; [k: string]: any; @Get(':id') get(@Param('id') id: string): void {} foo(): void; foo(x?) {} declare y: number; abstract z(): void; private static readonly w = 1 }`,
			`(define (class "A" ["name" @(call (name "IsString")) @(call (name "Length") (number "1") (number "2")) :(name "string")] ["get" (method "get" @(call (name "Get") (string ":id")) [(name "id") :(name "string") @(call (name "Param") (string "id"))] :(name "void") (block))] ["foo" (method "foo" [(name "x")] (block))] ["y" :(name "number")] ["w" static =(number "1")]))`},
		{`enum E { A = 'a', B } const enum F { C } declare enum G { D }`,
			`(declare "const" (assign "=" (name "E") (object (pair "A" - (string "a")) (pair "B" - (constant))))) (declare "const" (assign "=" (name "F") (object (pair "C" - (constant)))))`},
		{`namespace N.M { export const x = 1; export function f() {} const hidden = 2 }`,
			`(block (declare "var" (assign "=" (name "N") (logical "||" (name "N") (object)))) (expression (call (function (plain [(name "N")] (block (declare "var" (assign "=" (name "M") (logical "||" (name "M") (object)))) (expression (call (function (plain [(name "M")] (block (declare "const" (assign "=" (name "x") (number "1"))) (expression (assign "=" (member "x" (name "M")) (name "x"))) (define (plain "f" (block))) (expression (assign "=" (member "f" (name "M")) (name "f"))) (declare "const" (assign "=" (name "hidden") (number "2")))))) (name "M"))) (expression (assign "=" (member "M" (name "N")) (name "M")))))) (name "N"))))`},
		{`declare const z: number; type T = { a: 1 } | (() => void); interface I extends J<K> { x: y } abstract class Q { abstract f(): void; }`,
			`(define (class "I" <(name "J"))) (define (class "Q"))`},
		{`import type { A } from 'a'; import { type B, type as C } from 'b'; import b = require('b'); export = b; import D = E.F`,
			`(import "a" (import-name "A" (name "A"))) (import "b" (import-name "B" (name "B")) (import-name "type" (name "C"))) (declare "const" (assign "=" (name "b") (call (name "require") (string "b")))) (expression (assign "=" (member "exports" (name "module")) (name "b"))) (declare "const" (assign "=" (name "D") (member "F" (name "E"))))`},
		{`let x = <any>y, z = a as unknown as Record<string, () => void>, w = v satisfies T; let q: Array<number>= []`,
			`(declare "let" (assign "=" (name "x") (cast (name "y") -)) (assign "=" (name "z") (cast (cast (name "a") (name "unknown")) (name "Record"))) (assign "=" (name "w") (cast (name "v") (name "T")))) (declare "let" (assign "=" (name "q") (array)))`},
		{`type U<V> = V extends (infer W)[] ? W : never
let t: typeof import('x')`,
			`(declare "let" (name "t"))`},
		{"const p = async <T>(x: T) => x; f<A, B>(c); new Map<string, Array<number>>(); d<e>`x`; a < b || c > (d); i<j>k",
			`(declare "const" (assign "=" (name "p") (function (arrow async [(name "x") :(name "T")] (block (return (name "x"))))))) (expression (call (name "f") (name "c"))) (expression (new (name "Map"))) (expression (call (name "d") (array (string "x")))) (expression (logical "||" (binary "<" (name "a") (name "b")) (binary ">" (name "c") (name "d")))) (expression (binary ">" (binary "<" (name "i") (name "j")) (name "k")))`},
		{`function assert(x: unknown): asserts x is string { } declare module 'x' { export const y: 1 } declare global { interface Window {} }`,
			`(define (plain "assert" [(name "x") :(name "unknown")] (block)))`},
		{"let a: { [k: string]: number }, b: [c: string, d?: number], e: `x${string}`, g: new () => X, h: -1 | 'k', l: unique symbol, m: A['b'][]",
			`(declare "let" (name "a") (name "b") (name "e") (name "g") (name "h") (name "l") (name "m"))`},
	})
}

func TestMarkup(t *testing.T) {
	src := "<script>\na()\n</script>\n<template>x</template>\n<script lang=\"ts\">\n(b as c).d\n</script>"
	check(t, "a.vue", [][2]string{{src, `(expression (call (name "a"))) (expression (member "d" (cast (name "b") (name "c"))))`}})
	body := read(t, "a.vue", src).Body.Body
	if n := body.Kids[1].Kids[0]; src[n.Start:n.End] != "(b as c).d" {
		t.Errorf("the member is %q", src[n.Start:n.End])
	}
}

func TestFlow(t *testing.T) {
	check(t, "a.js", [][2]string{
		{"const f = (a: ?string, b: {|c: d|}): number | null => (a: any), g = h ? (i) : j => k",
			`(declare "const" (assign "=" (name "f") (function (arrow [(name "a") :(name "string")] [(name "b")] :(name "number") (block (return (cast (name "a") (name "any"))))))) (assign "=" (name "g") (conditional (name "h") (name "i") (function (arrow [(name "j")] (block (return (name "k"))))))))`},
	})
}

// TestLost reads what is wrong in one place. The rest must be there.
func TestLost(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a(b c, d); e()", `(expression (call (name "a") (name "b") (name "d"))) (expression (call (name "e")))`},
		{"x = [1 2, 3]; e()", `(expression (assign "=" (name "x") (array (number "1") (number "3")))) (expression (call (name "e")))`},
		{"function f() { if (a { b() } c() }\ne()", `(define (plain "f" (block (if (name "a") (block (expression (call (name "b"))))) (expression (call (name "c")))))) (expression (call (name "e")))`},
		{"const = 1; e()", `(declare "const" (assign "=" (unknown) (number "1"))) (expression (call (name "e")))`},
		{"class A { b( { c() } } e()", `(define (class "A")) (expression (call (name "e")))`},
		{"a ] )\ne()", `(expression (name "a")) (expression (call (name "e")))`},
		{"x = {a: , b: 1 c}; e()", `(expression (assign "=" (name "x") (object (pair "a" - (unknown)) (pair "b" - (number "1"))))) (expression (call (name "e")))`},
	}
	for _, tt := range tests {
		got := tree.Print(read(t, "a.js", tt.src).Body)
		got = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(got, "(plain (block"), "))"), " ")
		if got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
