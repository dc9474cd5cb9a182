package reach

import (
	"strings"
	"testing"
)

// TestRustMustNotBeBounded follows ways of changing a value behind its check, or a constant, each of which leaves what
// reaches the pattern unbounded.
func TestRustMustNotBeBounded(t *testing.T) {
	const head = `-- src/main.rs --
use std::sync::{LazyLock, Mutex, OnceLock};
use axum::{Router, Json, routing::{get, post}};
use fancy_regex::Regex;

static RE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(a+)+$").unwrap());

#[derive(Deserialize)]
struct Params { q: String, note: String, tags: Vec<String>, strict: bool, opt: Option<String> }

fn m(s: &str) -> bool { RE.is_match(s).unwrap() }
fn app() -> Router { Router::new().route("/a", post(a)).route("/b", post(b)) }
fn short(s: &str) -> Result<(), Error> {
	if s.len() > 25 { return Err(Error::Long); }
	Ok(())
}
fn clean(s: &str) -> Option<&str> { if s.len() <= 12 { Some(s) } else { None } }
`
	for _, body := range []string{
		`async fn a(Json(p): Json<Params>) -> bool { let mut q = p.q.clone(); if q.len() > 20 { return false; } q.push_str(&p.note); m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut q = p.q.clone(); if q.len() > 20 { return false; } let r = &mut q; r.push_str(&p.note); m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut q = p.q.clone(); if q.len() > 20 { return false; } let mut add = |x: &str| q.push_str(x); add(&p.note); m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let t = p.q.trim(); if t.len() > 20 { return false; } m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; if s.len() > 20 { return false; } let s = p.note; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; { let s = "a"; drop(s); } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; match s.len() { 0..=20 => {}, _ if p.strict => {}, _ => return false } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; if s.len() > 20 && p.strict { return false; } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; loop { if s.len() > 20 { break; } return m("a"); } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; while s.len() > 20 { break; } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; 'o: for _ in 0..3 { for _ in 0..3 { if s.len() > 20 { continue 'o; } } } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = clean(&p.q).unwrap_or(&p.q); m(q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = clean(&p.q).map(String::from).unwrap_or_else(|| p.q.clone()); m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = clean(&p.q).or(Some(&p.q)).unwrap(); m(q) }`,
		`static mut WORD: &str = "a"; async fn a(Json(p): Json<Params>) -> bool { unsafe { WORD = p.q.leak(); } true } async fn b() -> bool { m(unsafe { WORD }) }`,
		`static WORD: Mutex<String> = Mutex::new(String::new()); async fn a(Json(p): Json<Params>) -> bool { let mut g = WORD.lock().unwrap(); *g = p.q; true } async fn b() -> bool { m(&WORD.lock().unwrap()) }`,
		`static WORD: Mutex<String> = Mutex::new(String::new()); async fn a(Json(p): Json<Params>) -> bool { WORD.lock().unwrap().push_str(&p.q); true } async fn b() -> bool { let w = WORD.lock().unwrap(); m(&w) }`,
		`static WORD: OnceLock<String> = OnceLock::new(); async fn a(Json(p): Json<Params>) -> bool { WORD.set(p.q).unwrap(); true } async fn b() -> bool { m(WORD.get().unwrap()) }`,
		`struct T { w: String } impl T { fn set(&mut self, s: String) { self.w = s; } fn ask(&self) -> bool { m(&self.w) } } async fn a(Json(p): Json<Params>) -> bool { let mut t = T { w: "a".into() }; t.set(p.q); t.ask() }`,
		`#[derive(Default)] struct T { w: String } async fn a(Json(p): Json<Params>) -> bool { let mut t = T::default(); t.w = p.q; m(&t.w) }`,
		`struct T { w: String } async fn a(Json(p): Json<Params>) -> bool { let base = T { w: p.q }; let t = T { ..base }; m(&t.w) }`,
		`trait W { fn w(&self) -> String; } struct A; struct B { s: String } impl W for A { fn w(&self) -> String { "a".to_string() } } impl W for B { fn w(&self) -> String { self.s.clone() } } fn ask(x: &dyn W) -> bool { m(&x.w()) } async fn a(Json(p): Json<Params>) -> bool { ask(&A); ask(&B { s: p.q }) }`,
		`thread_local! { static W: RefCell<String> = RefCell::new(String::new()); } async fn a(Json(p): Json<Params>) -> bool { W.with(|w| *w.borrow_mut() = p.q); W.with(|w| m(&w.borrow())) }`,
		`static MAX: AtomicUsize = AtomicUsize::new(20); async fn a(Json(p): Json<Params>) -> bool { if p.q.len() > MAX.load(Ordering::Relaxed) { return false; } m(&p.q) }`,
		`static mut MAX: usize = 20; async fn b(n: Json<usize>) { unsafe { MAX = *n; } } async fn a(Json(p): Json<Params>) -> bool { if p.q.len() > unsafe { MAX } { return false; } m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = "a".to_string(); let mut y = p.q; std::mem::swap(&mut x, &mut y); m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = "a".to_string(); std::mem::replace(&mut x, p.q); m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = "a".to_string(); x.clone_from(&p.q); m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = p.q; if x.len() > 20 { return false; } x += &p.note; m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { match short(&p.q) { Ok(_) => {} Err(e) => { eprintln!("{e}"); } } m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { short(&p.q).ok(); m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { short(&p.q).is_err(); m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { short(&p.q).unwrap_or_default(); m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { debug_assert!(p.q.len() < 20); m(&p.q) }`,
		`macro_rules! set { ($a:ident, $b:expr) => { $a = $b; } } async fn a(Json(p): Json<Params>) -> bool { let mut x = "a".to_string(); set!(x, p.q); m(&x) }`,
		`macro_rules! set { ($a:ident, $b:expr) => { $a = $b; } } async fn a(Json(p): Json<Params>) -> bool { let mut x = p.q; if x.len() > 20 { return false; } set!(x, p.note); m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = p.q; if q.len() > 20 { return false; } if let Some(q) = p.opt { return m(&q); } false }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = p.q; if q.len() > 20 { return false; } p.tags.iter().any(|q| m(q)) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = if p.strict { "a".to_string() } else { p.q }; m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = match p.strict { true => "a", false => &p.q }; m(q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut n = 5; n += p.q.len(); m(&p.q[..n]) }`,
		`async fn a(Json(p): Json<Params>) -> bool { m(&p.q[5..]) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = p.q; if x.len() > 20 { return false; } x.replace_range(.., &p.note); m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = p.q; if x.len() > 20 { return false; } fill(&mut x, &p.note); m(&x) } fn fill(x: &mut String, s: &str) { *x = s.to_string(); }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = "a".to_string(); fill(&mut x, &p.q); m(&x) } fn fill(x: &mut String, s: &str) { x.push_str(s); }`,
		`fn odd(s: &str) -> Result<bool, Error> { if s.len() > 25 { return Ok(false); } Ok(true) } async fn a(Json(p): Json<Params>) -> Result<bool, Error> { odd(&p.q)?; Ok(m(&p.q)) }`,
		`fn odd(s: &str, x: bool) -> Result<(), Error> { if s.len() > 25 { fail(x)?; } Ok(()) } fn fail(x: bool) -> Result<(), Error> { if x { Err(Error::X) } else { Ok(()) } } async fn a(Json(p): Json<Params>) -> Result<bool, Error> { odd(&p.q, p.strict)?; Ok(m(&p.q)) }`,
		`async fn odd(s: &str) -> Result<(), Error> { if s.len() > 25 { return Err(Error::X); } Ok(()) } async fn a(Json(p): Json<Params>) -> bool { let f = odd(&p.q); m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut list = vec!["a".to_string()]; list.push(p.q); list.iter().any(|s| m(s)) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut t = HashMap::new(); t.insert("k", p.q); m(&t["k"]) }`,
		`enum E { A(String), B } async fn a(Json(p): Json<Params>) -> bool { let e = E::A(p.q); match e { E::A(s) => m(&s), E::B => false } }`,
		`async fn a(Json(p): Json<Params>) -> bool { let (mut x, mut y) = ("a".to_string(), p.q); (x, y) = (y, x); m(&x) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut x = "a".to_string(); tokio::spawn(async move { x = p.q; m(&x) }).await.unwrap() }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = p.q; let ok = q.len() <= 20; let ok = ok || p.strict; if !ok { return false; } m(&q) }`,
		`async fn a(Json(mut p): Json<Params>) -> bool { if p.q.len() > 20 { return false; } p.q = p.note; m(&p.q) }`,
		`async fn a(Json(mut p): Json<Params>) -> bool { if p.q.len() > 20 { return false; } p = other(p.note); m(&p.q) } fn other(s: String) -> Params { Params { q: s, ..Default::default() } }`,
		`fn pick<'x>(a: &'x str, b: &'x str) -> &'x str { b } async fn a(Json(p): Json<Params>) -> bool { m(pick("a", &p.q)) }`,
		`const LIMIT: usize = 20; async fn a(Json(p): Json<Params>) -> bool { let r = if p.q.len() > LIMIT { Err(()) } else { Ok(()) }; if let Err(_) = r { println!("x"); } m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = p.q; let f = || { if q.len() > 20 { return false; } true }; f(); m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = p.q; p.tags.iter().for_each(|_| { if q.len() > 20 { return; } }); m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let q = p.q; let _: Result<(), Error> = async { if q.len() > 20 { return Err(Error::X); } Ok(()) }.await; m(&q) }`,
		"pub static mut RAW: &str = \"x\"; async fn a() -> bool { m(unsafe { RAW }) }\n-- src/other.rs --\nuse crate::RAW;\npub fn raw(q: &'static str) { unsafe { RAW = q; } }\n-- Cargo.toml --\n[package]\nname = \"app\"",
		`async fn a(Json(p): Json<Params>) -> bool { let s = loop { break p.q.clone(); }; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = 'x: { if p.strict { break 'x p.q.clone(); } "a".to_string() }; m(&s) }`,
		`fn last(q: String) -> String { loop { break q; } } async fn a(Json(p): Json<Params>) -> bool { m(&last(p.q)) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = if let Some(x) = p.opt { x } else { "a".into() }; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = { let t = p.q.trim(); t.to_string() }; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = unsafe { p.q.clone() }; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let f = |x: String| -> String { return x; }; m(&f(p.q)) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s: String = p.tags.iter().fold(String::new(), |a, b| a + b); m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.tags.join(","); m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut s = String::new(); for t in &p.tags { s.push_str(t); } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut s = String::new(); for c in p.q.chars() { s.push(c); } m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut s = String::new(); write!(s, "{}", p.q).unwrap(); m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let Params { q, .. } = p; m(&q) }`,
		`async fn a(Json(Params { q, note, .. }): Json<Params>) -> bool { if note.len() > 20 { return false; } m(&q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let t = (p.q, 1); m(&t.0) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let x = [p.q, p.note]; m(&x[1]) }`,
		`struct N(String); async fn a(Json(p): Json<Params>) -> bool { let n = N(p.q); let N(s) = n; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { match (p.q.as_str(), p.strict) { (s, true) => m(s), _ => false } }`,
		`async fn a(Json(p): Json<Params>) -> bool { match p.q.as_str() { "x" => m("x"), s @ _ => m(s) } }`,
		`async fn a(Json(p): Json<Params>) -> bool { let c = RefCell::new("x".to_string()); c.replace(p.q); m(&c.borrow()) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let c = Rc::new(RefCell::new("x".to_string())); let d = Rc::clone(&c); *d.borrow_mut() = p.q; let s = c.borrow().clone(); m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut o = Some("x".to_string()); o.replace(p.q); m(o.as_ref().unwrap()) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut o = Some("x".to_string()); if let Some(ref mut s) = o { *s = p.q; } m(&o.unwrap()) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let mut o = ("x".to_string(), 1); let (ref mut s, _) = o; *s = p.q; m(&o.0) }`,
		`macro_rules! ensure { ($e:expr) => { if !$e { println!("bad"); } } } async fn a(Json(p): Json<Params>) -> bool { ensure!(p.q.len() <= 20); m(&p.q) }`,
		`macro_rules! assert { ($e:expr) => { } } async fn a(Json(p): Json<Params>) -> bool { assert!(p.q.len() <= 20); m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { #[cfg(debug_assertions)] if p.q.len() > 20 { return false; } m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { #[cfg(test)] { if p.q.len() > 20 { return false; } } m(&p.q) }`,
		`async fn a(Json(p): Json<Params>) -> bool { let s = p.q; #[cfg(feature = "short")] let s = &s[..20]; m(&s) }`,
		`async fn a(Json(p): Json<Params>) -> bool { while let Some(s) = p.tags.iter().next() { if s.len() > 20 { break; } } m(&p.tags[0]) }`,
	} {
		out := describe(t, "\n"+head+body+"\n")
		if strings.Contains(out, " unknown") {
			continue
		}
		if !strings.Contains(out, "remote") || !strings.Contains(out, " 209715") && !strings.Contains(out, " -1") {
			t.Errorf("%s\n%s", body, out)
		}
	}
}
