package rust_test

import (
	"strings"
	"testing"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/rust"
	"snag/analyze/source/tree/treetest"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"fn f(s: &str) -> Result<&str, E> { if s.len() > 3 { return Err(E::Long); } Ok(s) }",
			`(plain (block (export (define (plain "f" [(name "s") :(name "str")] :(name "str") (block (if (binary ">" (call (member "len" (name "s"))) (number "3")) (block (return (constant "null")))) (return (name "s"))))))))`},
		{"fn f(x: &mut String) { let a = g()?; let Some(b) = h(&a) else { return }; k(b, &mut x); }",
			`(plain (block (export (define (plain "f" [(name "x") :(name "String")] (block (declare "let" (assign "=" (name "<1>") (call (name "g")))) (if (binary "==" (name "<1>") (constant "null")) (block (return (constant "null")))) (declare "let" (assign "=" (name "a") (name "<1>"))) (declare "let" (assign "=" (name "<2>") (call (name "h") (name "a")))) (if (unary "!" (binary "!=" (name "<2>") (constant "null"))) (block (return))) (declare "let" (assign "=" (name "b") (name "<2>"))) (block (expression (call (name "k") (name "b") (cast "&" (name "x")))) (block))))))))`},
		{"fn f() { if let Ok(c) = b.parse::<u32>() && c > 1 { k(c) } }",
			`(plain (block (export (define (plain "f" (block (declare "let" (assign "=" (name "<1>") (call (member "parse" (name "b"))))) (declare "let" (assign "=" (name "c") (name "<1>"))) (if (logical "&&" (binary "!=" (name "<1>") (constant "null")) (binary ">" (name "c") (number "1"))) (block (return (call (name "k") (name "c")))))))))))`},
		{"fn f(v: V) -> R { match v { X::A(d) => d, 'a'..='z' | \"q\" => 1, S { e, .. } if z => e, g => g } }",
			`(plain (block (export (define (plain "f" [(name "v") :(name "V")] :(name "R") (block (declare "let" (assign "=" (name "<1>") (name "v"))) (if (unknown) (block (declare "let" (assign "=" (name "d") (member "0" (name "<1>")))) (return (name "d"))) (if (logical "||" (logical "&&" (binary ">=" (name "<1>") (string "a")) (binary "<=" (name "<1>") (string "z"))) (binary "==" (name "<1>") (string "q"))) (block (return (number "1"))) (block (declare "let" (assign "=" (name "e") (member "e" (name "<1>")))) (if (logical "&&" (unknown) (name "z")) (block (return (name "e"))) (block (declare "let" (assign "=" (name "g") (name "<1>"))) (return (name "g")))))))))))))`},
		{"async fn h(Query(q): Query<Params>, (a, _): (A, B), s: State<Option<C>>) -> impl R { x.0.1.iter().map(|(a, b)| a + 1).collect::<Vec<_>>().await }",
			`(plain (block (export (define (plain "h" async [(name "q") :(name "Query" - (name "Params"))] [(array (name "a") -) :(unknown)] [(name "s") :(name "State" - (name "C"))] :(name "R") (block (return (await (call (member "collect" (call (member "map" (call (member "iter" (member "1" (member "0" (name "x")))))) (function (arrow [(array (name "a") (name "b"))] (block (return (binary "+" (name "a") (number "1")))))))))))))))))`},
		{"fn f() -> String { format!(\"{}-{z}-{0:?}-{{\", y) }",
			`(plain (block (export (define (plain "f" :(name "String") (block (return (template (name "y") (name "z") (string "{}-{z}-{0:?}-{{")))))))))`},
		{"struct S { a: String, b: Option<Vec<T>> }\nstruct W(#[serde(default)] pub String);",
			`(plain (block (export (define (class "S" ["a" :(name "String")] ["b" :(name "Vec" - (name "T"))]))) (export (define (class "W" ["0" @(call (name "serde") (name "default")) :(name "String")])))))`},
		{"enum E { A(String), B { x: i32 }, C = 3 }",
			`(plain (block (export (define (class "E" ["A" static =(class (class ["0" :(name "String")]))] ["B" static =(class (class ["x" :(name "i32")]))] ["C" static =(class (class))])))))`},
		{"#[derive(Validate)] struct F { #[validate(length(max = 10))] a: String }",
			`(plain (block (export (define (class "F" ["a" @(call (name "validate_length") (keyword "max" (number "10"))) :(name "String")])))))`},
		{"impl<T: X> U for S<T> where T: Y { const N: usize = 3; fn m(&mut self, x: W) -> &str { self.a = x.0; &self.a[..Self::N] } fn n() -> Self { Self { a: W(q), b, ..d } } }",
			`(plain (block (export (define (class "S" <(name "U") ["N" static :(name "usize") =(number "3")] ["m" (method "m" [(name "x") :(name "W")] :(name "str") (block (expression (assign "=" (member "a" (this)) (member "0" (name "x")))) (return (slice (member "a" (this)) - (member "N" (name "S"))))))] ["n" static (method "n" static :(name "S") (block (return (new (name "S") (keyword "a" (new (name "W") (name "q"))) (keyword "b" (name "b")) (spread "**" (name "d"))))))])))))`},
		{"impl A for (B, C) { fn a() -> ! { loop {} } } impl A for x::Y { fn b() {} }",
			`(plain (block (import "x" (import-name "*" (name "x"))) (export (define (class "<0>" <(name "A") ["a" static (method "a" static :(unknown) (block (loop - (block) -)))]))) (export (define (class "Y" <(name "A") ["b" static (method "b" static (block))])))))`},
		{"trait T { fn a(&self); fn b(&self) -> u8 { self.a(); 1 } }",
			`(plain (block (export (define (class "T" ["a" (method "a" -)] ["b" (method "b" :(name "u8") (block (expression (call (member "a" (this)))) (return (number "1"))))])))))`},
		{"use a::b::{self, c as d, e::*}; pub use crate::x::y; mod m; use m::k;",
			`(plain (block (import "a" (import-name "b" (name "b"))) (import "a::b" (import-name "c" (name "d"))) (import "self::m" (import-name "k" (name "k"))) (import "self::m" (import-name "*" (name "m"))) (import "crate::x" (import-name "y" (name "y"))) (export (export-name "b" (name "b"))) (export (export-name "d" (name "d"))) (import "a::b::e" (import-name "*")) (export (export-name "y" (name "y"))) (export (export-name "k" (name "k")))))`},
		{"fn f() { crate::t::u(fancy_regex::Regex::new(r#\"c\"#)); super::w::V::new() }",
			`(plain (block (import "crate::t" (import-name "u" (name "crate::t::u"))) (import "fancy_regex" (import-name "*" (name "fancy_regex"))) (import "super::w" (import-name "V" (name "super::w::V"))) (export (define (plain "f" (block (expression (call (name "crate::t::u") (call (member "new" (member "Regex" (name "fancy_regex"))) (string "c")))) (return (call (member "new" (name "super::w::V"))))))))))`},
		{"static RE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r\"a+\").unwrap()); static mut N: u8 = 1; lazy_static! { static ref Q: Regex = Regex::new(\"b\").unwrap(); }",
			`(plain (block (export (declare "const" (assign "=" (name "RE") (call (member "new" (name "LazyLock")) (function (arrow (block (return (call (member "new" (name "Regex")) (string "a+")))))))))) (export (declare "var" (assign "=" (name "N") (number "1")))) (export (declare "const" (assign "=" (name "Q") (call (member "new" (name "Regex")) (string "b")))))))`},
		{"fn f() { while let Some(x) = it.next() { continue; } 'a: loop { break 'a; } for (i, c) in v { z[i] = c; } while a < 3 {} }",
			`(plain (block (export (define (plain "f" (block (loop - (block (declare "let" (assign "=" (name "<1>") (call (member "next" (name "it"))))) (if (unary "!" (binary "!=" (name "<1>") (constant "null"))) (break)) (block (declare "let" (assign "=" (name "x") (name "<1>"))) (continue))) -) (label "a" (loop - (block (break "a")) -)) (for-each (declare "let" (array (name "i") (name "c"))) (name "v") (block (block (expression (assign "=" (index (name "z") (name "i")) (name "c"))) (block)))) (loop (binary "<" (name "a") (number "3")) (block) -)))))))`},
		{"fn f() { let y = if p { 1 } else { q(); 2 }; unsafe { r(y) }; let w = { s(); t }; w }",
			`(plain (block (export (define (plain "f" (block (declare "let" (name "<1>")) (if (name "p") (block (expression (assign "=" (name "<1>") (number "1")))) (block (expression (call (name "q"))) (expression (assign "=" (name "<1>") (number "2"))))) (declare "let" (assign "=" (name "y") (name "<1>"))) (block (expression (call (name "r") (name "y")))) (declare "let" (name "<2>")) (block (expression (call (name "s"))) (expression (assign "=" (name "<2>") (name "t")))) (declare "let" (assign "=" (name "w") (name "<2>"))) (return (name "w"))))))))`},
		{"fn f() { x.push_str(y); *m.lock().unwrap() = z; s.chars().count(); s.chars().take(3).collect::<String>(); o.unwrap_or(\"\"); o.is_some(); s.get(1..=2)?; set!(x, y); }",
			`(plain (block (export (define (plain "f" (block (expression (call (member "push_str" (name "x")) (name "y"))) (expression (assign "=" (name "x") (conditional (unknown) (name "x") (binary "+" (name "x") (name "y"))))) (expression (assign "=" (name "m") (name "z"))) (expression (call (member "count" (name "s")))) (expression (slice (name "s") - (number "3"))) (expression (logical "??" (name "o") (string))) (expression (binary "!=" (name "o") (constant "null"))) (declare "let" (assign "=" (name "<1>") (slice "through" (name "s") (number "1") (number "2")))) (if (binary "==" (name "<1>") (constant "null")) (block (return (constant "null")))) (expression (name "<1>")) (expression (assign "=" (name "x") (conditional (unknown) (name "x") (binary "+" (name "x") (template (name "y")))))) (block (expression (call (unknown) (cast "&" (name "x")) (cast "&" (name "y")))) (block))))))))`},
		{"mod inner { pub fn g() {} } #[cfg(test)] mod tests { fn t() {} } fn f() { inner::g(); self::inner::g(); let c: u8 = b'a' as u8; let l: &'static str = \"\\n\"; }",
			`(plain (block (export (define (plain "g" (block)))) (export (define (plain "f" (block (expression (call (name "g"))) (expression (call (name "g"))) (declare "let" (assign "=" (name "c") (string "a"))) (declare "let" (assign "=" (name "l") (string "\n")))))))))`},
		{"fn app() { Router::new().route(\"/a\", get(h).post(i)) }",
			`(plain (block (export (define (plain "app" (block (return (call (member "route" (call (member "new" (name "Router")))) (string "/a") (call (member "post" (call (name "get") (string "/a") (name "h"))) (string "/a") (name "i"))))))))))`},
	} {
		f := rust.Parse([]byte(c.src))
		if got := tree.Print(f.Body); got != c.want || f.Skipped != 0 {
			t.Errorf("%s\n got %s, %d bytes skipped\nwant %s", c.src, got, f.Skipped, c.want)
		}
	}
}

// TestSkipped reads what is no Rust, or not all of it.
func TestSkipped(t *testing.T) {
	for _, src := range []string{"fn f() { a b c; g() }", "} fn g() {}", "struct { fn g() {}", "fn f( { g(", "match", "fn f() { x. }", "use a::{b, {c}}", "'a", "r#\"", "fn f() -> { <a as b>::c }", "#[a", "macro_rules! m { () => }", "\xff\xfe fn g() {}", "enum E { A(", "fn f() { let = ; }"} {
		treetest.Check(t, []byte(src), rust.Parse)
	}
}

// TestHostile reads what nests or repeats without end.
func TestHostile(t *testing.T) {
	for _, piece := range []string{"(", "[", "{", "a(", "a.b(", "a?", "a.", "a::", "a::<", "-", "!", "&", "&mut ", "*", "a+", "a&&", "|a| ", "if a {", "if let Some(a) = b {", "match a { b => ", "for a in b {", "while a {", "loop {", "'a: ", "A{a:", "vec![", "format!(", "m!(", "Some(", "let Some(", "return ", "async {", "unsafe {", "a..", "a as ", "x.push(", "let (", "<a as ", "fn f() {", "mod a {", "impl A { fn f(", "struct A(", "use a::{", "#[a(", "else if a {", "a, ", "a; ", "\"", "r#\"", "'"} {
		treetest.Bounded(t, "fn f() { "+strings.Repeat(piece, 5_000), rust.Parse)
		treetest.Bounded(t, strings.Repeat(piece, 5_000), rust.Parse)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("use a::b::{c, d as e}; mod m { pub struct S<T>(pub T) where T: X; impl<T> S<T> { const N: u8 = 1; fn f(&mut self, (a, b): (A, B)) -> Option<&str> { self.0.g::<u8>()?; None } } }")
	f.Add("fn f() { let Some(x) = y else { return }; match z { A::B(c, ..) | D { e, .. } if e > 1 => { g!(x) } 1..=2 => loop { break } _ => { |a, b| a + b }(1, 2) } }")
	f.Add("#[get(\"/a\")] async fn h(Json(q): Json<Q>) -> impl R { 'a: for i in 0..3 { if let Ok(a) = b.await && c { continue 'a } } format!(\"{a}\", a = r#\"x\"#) } lazy_static! { static ref R: Regex = x; }")
	f.Fuzz(func(t *testing.T, src string) { treetest.Check(t, []byte(src), rust.Parse) })
}
