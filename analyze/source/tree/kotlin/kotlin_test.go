package kotlin

import (
	"strings"
	"testing"

	"snag/analyze/source/tree"
)

func TestParse(t *testing.T) {
	for _, tt := range [][2]string{
		{`package a.b
import java.util.List
import a.c.isPhone as isTel
import x.*`,
			`(import "java.util" (import-name "List" (name "List"))) (import "a.c" (import-name "isPhone" (name "isTel"))) (import "x" (import-name "*"))`},
		{`@RestController @RequestMapping("/api") class A(private val r: Regex, s: String) : B<C>(s), D { private val p = Regex("a+"); val n = s.length
 @GetMapping(value = ["/x"]) suspend fun get(@RequestParam("q") q: String?, vararg n: Int): List<String> = q!!.trim()
 companion object { const val X = 1; fun of() = A(X) }
 init { require(s.length < 10) { "no: $s" } }
 val size: Int get() = 3
 constructor(a: Int) : this(a.toString()) { f() } }`,
			`(define (class "A" @(name "RestController") @(call (name "RequestMapping") (string "/api")) <(name "B" - (name "C")) <(name "D") ["r" :(name "Regex")] ["A" (constructor "A" [(name "r") :(name "Regex")] [(name "s") :(name "String")] (block (expression (assign "=" (member "r" (this)) (name "r"))) (expression (call (super) (name "s"))) (expression (assign "=" (member "n" (this)) (member "length" (name "s")))) (block (expression (call (name "require") (binary "<" (member "length" (name "s")) (number "10")) (function (arrow (block (return (template (string "no: ") (name "s")))))))))))] ["p" =(new (name "Regex") (string "a+"))] ["n"] ["get" (method "get" @(call (name "GetMapping") (keyword "value" (array (string "/x")))) [(name "q") :(name "String") @(call (name "RequestParam") (string "q"))] [(name "n") :(name "int") rest] :(name "List") (block (return (call (member "trim" (name "q"))))))] ["X" static =(number "1")] ["of" static (method "of" static (block (return (new (name "A") (name "X")))))] ["size" (getter "size" :(name "int") (block (return (number "3"))))] ["A" (constructor "A" [(name "a") :(name "int")] (block (expression (call (this) (call (member "toString" (name "a"))))) (expression (call (name "f")))))]))`},
		{`val q = call.parameters["q"] ?: return`,
			`(declare "let" (assign "=" (name "<1>") (index (member "parameters" (name "call")) (string "q")))) (if (binary "==" (name "<1>") (constant "null")) (block (return))) (declare "let" (assign "=" (name "q") (name "<1>")))`},
		{`fun String.isPhone(): Boolean = length < 10 && RE.matches(this)
fun f(s: String) = if (s.isPhone()) s else null`,
			`(define (plain "isPhone" [(name "this") :(name "String")] :(name "boolean") (block (return (logical "&&" (binary "<" (member "length" (name "this")) (number "10")) (call (member "matches" (name "RE")) (name "this"))))))) (define (plain "f" [(name "s") :(name "String")] (block (return (conditional (call (name "isPhone") (name "s")) (name "s") (constant "null"))))))`},
		{`val x = s.takeIf { it.length <= 100 } ?: return null`,
			`(declare "let" (assign "=" (name "<1>") (conditional (binary "<=" (member "length" (name "s")) (number "100")) (name "s") (constant "null")))) (if (binary "==" (name "<1>") (constant "null")) (block (return (constant "null")))) (declare "let" (assign "=" (name "x") (name "<1>")))`},
		{`when (s.length) { in 1..10, 20 -> f(s); !in 0 until 5 -> return; is Int -> 2; else -> { g() } }`,
			`(if (logical "||" (logical "&&" (binary ">=" (member "length" (name "s")) (number "1")) (binary "<=" (member "length" (name "s")) (number "10"))) (binary "==" (member "length" (name "s")) (number "20"))) (expression (call (name "f") (name "s"))) (if (logical "||" (binary "<" (member "length" (name "s")) (number "0")) (binary ">=" (member "length" (name "s")) (number "5"))) (return) (if (binary "instanceof" (member "length" (name "s")) (name "int")) (expression (number "2")) (block (expression (call (name "g")))))))`},
		{`s?.let { x -> x.foo(); re.matches(x) }`,
			`(declare "let" (name "<1>")) (if (binary "!=" (name "s") (constant "null")) (block (expression (call (member "foo" (name "s")))) (expression (assign "=" (name "<1>") (call (member "matches" (name "re")) (name "s"))))) (expression (assign "=" (name "<1>") (constant "null")))) (expression (name "<1>"))`},
		{`val v = when { a -> 1; b -> { h(); 2 }; else -> throw E() }`,
			`(declare "let" (name "<1>")) (if (name "a") (expression (assign "=" (name "<1>") (number "1"))) (if (name "b") (block (expression (call (name "h"))) (expression (assign "=" (name "<1>") (number "2")))) (throw (new (name "E"))))) (declare "let" (assign "=" (name "v") (name "<1>")))`},
		{`routing { get("/x") { val q = call.parameters["q"]; call.respond("hi ${q?.trim()} $q!") } }`,
			`(expression (call (name "routing") (function (arrow (block (return (call (name "get") (string "/x") (function (arrow (block (declare "let" (assign "=" (name "q") (index (member "parameters" (name "call")) (string "q")))) (return (call (member "respond" (name "call")) (template (string "hi ") (call (member "trim" (name "q"))) (string " ") (name "q") (string "!"))))))))))))))`},
		{`listOf(1, 2).map { it + 1 }.forEach(::print)`,
			`(expression (call (member "forEach" (call (member "map" (call (name "listOf") (number "1") (number "2"))) (function (arrow [(name "it")] (block (return (binary "+" (name "it") (number "1")))))))) (name "print")))`},
		{`val lazyOne by lazy { Regex("a") }`,
			`(declare "let" (assign "=" (name "lazyOne") (call (function (arrow (block (return (new (name "Regex") (string "a")))))))))`},
		{`for ((a, b) in m) println("$a")
x = a ?: b ?: c
if (a && (b ?: return) == 1) f() else if (c) g()`,
			`(for-each (declare "let" (array (name "a") (name "b"))) (name "m") (expression (call (name "println") (template (name "a"))))) (expression (assign "=" (name "x") (logical "??" (logical "??" (name "a") (name "b")) (name "c")))) (declare "let" (assign "=" (name "<2>") (name "a"))) (if (name "<2>") (block (declare "let" (assign "=" (name "<1>") (name "b"))) (if (binary "==" (name "<1>") (constant "null")) (block (return))) (expression (assign "=" (name "<2>") (binary "==" (name "<1>") (number "1")))))) (if (name "<2>") (expression (call (name "f"))) (if (name "c") (expression (call (name "g")))))`},
		{`enum class E(val s: String) { A("x") { override fun f() = 1 }, B; abstract fun f(): Int } 
object O { val P = Regex("a"); fun f(x: String) = x }
data class D(@field:Size(max = 5) val name: String, @Size(max=3) val other: String)`,
			`(define (class "E" ["s" :(name "String")] ["E" (constructor "E" [(name "s") :(name "String")] (block (expression (assign "=" (member "s" (this)) (name "s")))))] ["A" static =(new (class (class <(name "E") ["f" (method "f" (block (return (number "1"))))])) (string "x"))] ["B" static =(new (name "E"))])) (define (class "O" ["P" static =(new (name "Regex") (string "a"))] ["f" static (method "f" static [(name "x") :(name "String")] (block (return (name "x"))))])) (define (class "D" ["name" @(call (name "Size") (keyword "max" (number "5"))) :(name "String")] ["other" :(name "String")] ["D" (constructor "D" [(name "name") :(name "String")] [(name "other") :(name "String") @(call (name "Size") (keyword "max" (number "3")))] (block (expression (assign "=" (member "name" (this)) (name "name"))) (expression (assign "=" (member "other" (this)) (name "other")))))]))`},
		{"f(a = 1, *b) { c -> d }\nval g = a matches b\na<B>(c).d?.e!!.f\n1..10\nx in 1..10\nval r = object : Foo(1), Bar { override fun a() {} }\nreturn@label 1\nfun `it's a name`() {}\nval s = \"\"\"a${1}b\"\"\"\nval t = x as? String\nif (x is String && x !is Int) a else b",
			`(expression (call (name "f") (keyword "a" (number "1")) (spread (name "b")) (function (arrow [(name "c")] (block (return (name "d"))))))) (declare "let" (assign "=" (name "g") (call (member "matches" (name "a")) (name "b")))) (expression (member "f" (member "e" (member "d" (call (name "a") (name "c")))))) (expression (binary ".." (number "1") (number "10"))) (expression (logical "&&" (binary ">=" (name "x") (number "1")) (binary "<=" (name "x") (number "10")))) (declare "let" (assign "=" (name "r") (new (class (class <(name "Foo") <(name "Bar") ["" (constructor (block (expression (call (super) (number "1")))))] ["a" (method "a" (block))]))))) (return (number "1")) (define (plain "it's a name" (block))) (declare "let" (assign "=" (name "s") (template (string "a") (number "1") (string "b")))) (declare "let" (assign "=" (name "t") (cast (name "x") (name "String")))) (if (logical "&&" (binary "instanceof" (name "x") (name "String")) (unary "!" (binary "instanceof" (name "x") (name "int")))) (expression (name "a")) (expression (name "b")))`},
		{`f(g(x), y ?: return)
try { a() } catch (e: E) { b } finally { c }
val z = try { a() } catch (e: E) { null } ?: return`,
			`(declare "let" (assign "=" (name "<2>") (call (name "g") (name "x")))) (declare "let" (assign "=" (name "<1>") (name "y"))) (if (binary "==" (name "<1>") (constant "null")) (block (return))) (expression (call (name "f") (name "<2>") (name "<1>"))) (try (block (expression (call (name "a")))) (block (expression (name "c"))) (catch (name "e") (block (expression (name "b"))))) (declare "let" (name "<3>")) (try (block (expression (assign "=" (name "<3>") (call (name "a"))))) - (catch (name "e") (block (expression (assign "=" (name "<3>") (constant "null")))))) (declare "let" (assign "=" (name "<4>") (name "<3>"))) (if (binary "==" (name "<4>") (constant "null")) (block (return))) (declare "let" (assign "=" (name "z") (name "<4>")))`},
		{`private val String.tidy: String get() = trim()
var a: Int = 1
    private set
val b = x as? Y ?: return
if (a) {
    b
} else
    c
a
    .b()
    ?.c { d -> d } ?: e`,
			`(define (getter "tidy" private [(name "this") :(name "String")] :(name "String") (block (return (call (member "trim" (name "this"))))))) (declare "let" (assign "=" (name "a") (number "1"))) (declare "let" (assign "=" (name "<1>") (cast (name "x") (name "Y")))) (if (binary "==" (name "<1>") (constant "null")) (block (return))) (declare "let" (assign "=" (name "b") (name "<1>"))) (if (name "a") (block (expression (name "b"))) (expression (name "c"))) (expression (logical "??" (call (member "c" (call (member "b" (name "a")))) (function (arrow [(name "d")] (block (return (name "d")))))) (name "e")))`},
		{`val q = a && (b ?: return)
s.also { require(it.length < 3) }
val r = x.takeUnless { it.isBlank() }?.run { trim() }`,
			`(declare "let" (assign "=" (name "<2>") (name "a"))) (if (name "<2>") (block (declare "let" (assign "=" (name "<1>") (name "b"))) (if (binary "==" (name "<1>") (constant "null")) (block (return))) (expression (assign "=" (name "<2>") (name "<1>"))))) (declare "let" (assign "=" (name "q") (name "<2>"))) (block (expression (call (name "require") (binary "<" (member "length" (name "s")) (number "3"))))) (expression (name "s")) (declare "let" (assign "=" (name "<3>") (conditional (call (member "isBlank" (name "x"))) (constant "null") (name "x")))) (declare "let" (name "<4>")) (if (binary "!=" (name "<3>") (constant "null")) (block (expression (assign "=" (name "<4>") (call (name "trim" (name "<3>")))))) (expression (assign "=" (name "<4>") (constant "null")))) (declare "let" (assign "=" (name "r") (name "<4>")))`},
		{`class A @Inject constructor(private val b: B = B()) : C by D(), E { inner class F; object G { fun h() = 1 } }
fun <T : Any> T?.orNull(): T? where T : B = this
typealias X = (Int) -> Unit
val f: suspend (Int, String) -> Unit = { a, _ -> println(a) }
val g = fun(a: Int): Int { return a }`,
			`(define (class "A" <(name "C") <(name "E") ["b" :(name "B")] ["A" (constructor "A" @(name "Inject") [(name "b") :(name "B") =(new (name "B"))] (block (expression (assign "=" (member "b" (this)) (name "b")))))] (block (define (class "F")) (define (class "G" ["h" static (method "h" static (block (return (number "1"))))]))))) (define (plain "orNull" [(name "this") :(name "T")] :(name "T") (block (return (name "this"))))) (declare "let" (assign "=" (name "f") (function (arrow [(name "a")] [(name "_")] (block (return (call (name "println") (name "a")))))))) (declare "let" (assign "=" (name "g") (function (plain [(name "a") :(name "int")] :(name "int") (block (return (name "a")))))))`},
		{`loop@ for (i in 0..9) { if (i == 5) break@loop else continue }
do { x++ } while (x < 10)
a[i] += 2; a[1, 2] = b
x = if (a) b else if (c) d else e`,
			`(label "loop" (for-each (declare "let" (name "i")) (binary ".." (number "0") (number "9")) (block (if (binary "==" (name "i") (number "5")) (break "loop") (continue))))) (loop "do" (binary "<" (name "x") (number "10")) (block (expression (unary "++" (name "x")))) -) (expression (assign "+=" (index (name "a") (name "i")) (number "2"))) (expression (assign "=" (index (name "a") (number "1") (number "2")) (name "b"))) (expression (assign "=" (name "x") (conditional (name "a") (name "b") (conditional (name "c") (name "d") (name "e")))))`},
	} {
		f := Parse([]byte(tt[0]))
		got := tree.Print(f.Body)
		got = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(got, "(plain (block"), "))"), " ")
		if got != tt[1] {
			t.Errorf("%s\n got %s\nwant %s", tt[0], got, tt[1])
		}
		if f.Skipped != 0 {
			t.Errorf("%s: %d bytes were not understood", tt[0], f.Skipped)
		}
	}
}
