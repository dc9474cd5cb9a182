package reach

import "testing"

// TestRust follows requests to patterns of fancy-regex in Rust, over the files and crates of a program.
func TestRust(t *testing.T) {
	const head = `-- src/main.rs --
use std::sync::{LazyLock, Mutex};
use axum::{Router, Json, routing::{get, post}, extract::{Query, Path, State}, http::HeaderMap};
use fancy_regex::Regex;

static RE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(a+)+$").unwrap());

#[derive(Deserialize)]
struct Params { q: String, tags: Vec<String>, note: Option<String> }

fn app() -> Router { Router::new().route("/a", post(a)) }
`
	for _, test := range []struct{ name, files, want string }{
		{"a query", head + `
async fn a(Query(p): Query<Params>) -> String { RE.is_match(&p.q).unwrap().to_string() }
`, "remote url POST /a Query.q 417792"},
		{"a body", head + `
async fn a(Json(p): Json<Params>) -> String { if RE.is_match(p.q.trim()).unwrap_or(false) { "y".into() } else { "n".to_string() } }
`, "remote body POST /a Json.q 2097152"},
		{"a length that is checked", head + `
async fn a(Json(p): Json<Params>) -> Result<String, Error> {
	if p.q.len() > 20 { return Err(Error::Long); }
	Ok(RE.is_match(&p.q)?.to_string())
}
`, "remote body POST /a Json.q 20"},
		{"a length that is checked and lets all go on", head + `
async fn a(Json(p): Json<Params>) -> Result<String, Error> {
	if p.q.len() > 20 { println!("{}", p.q); }
	Ok(RE.is_match(&p.q)?.to_string())
}
`, "remote body POST /a Json.q 2097152"},
		{"characters that are counted", head + `
async fn a(Json(p): Json<Params>) -> bool { let q = p.q.trim(); q.chars().count() <= 30 && RE.is_match(q).unwrap() }
`, "remote body POST /a Json.q 30"},
		{"a function that fails", head + `
fn short(s: &str) -> Result<(), Error> {
	if s.len() > 25 { return Err(Error::Long); }
	Ok(())
}
async fn a(Json(p): Json<Params>) -> Result<bool, Error> {
	short(&p.q)?;
	Ok(RE.is_match(&p.q)?)
}
`, "remote body POST /a Json.q 25"},
		{"a failure that nobody looks at", head + `
fn short(s: &str) -> Result<(), Error> {
	if s.len() > 25 { return Err(Error::Long); }
	Ok(())
}
async fn a(Json(p): Json<Params>) -> Result<bool, Error> {
	let _ = short(&p.q);
	Ok(RE.is_match(&p.q)?)
}
`, "remote body POST /a Json.q 2097152"},
		{"a failure that is asked for", head + `
fn short(s: &str) -> Result<(), Error> {
	if s.len() > 25 { return Err(Error::Long); }
	Ok(())
}
async fn a(Json(p): Json<Params>) -> Result<bool, Error> {
	if let Err(e) = short(&p.q) { return Err(e); }
	Ok(RE.is_match(&p.q)?)
}
`, "remote body POST /a Json.q 25"},
		{"a failure that is only told", head + `
fn short(s: &str) -> Result<(), Error> {
	if s.len() > 25 { return Err(Error::Long); }
	Ok(())
}
async fn a(Json(p): Json<Params>) -> Result<bool, Error> {
	if let Err(e) = short(&p.q) { eprintln!("{e}"); }
	Ok(RE.is_match(&p.q)?)
}
`, "remote body POST /a Json.q 2097152"},
		{"a value that comes back checked", head + `
fn clean(s: &str) -> Option<&str> { if s.len() <= 12 { Some(s.trim()) } else { None } }
async fn a(Json(p): Json<Params>) -> Option<bool> {
	let q = clean(&p.q)?;
	RE.is_match(q).ok()
}
`, "remote body POST /a Json.q 12"},
		{"let else", head + `
fn clean(s: &str) -> Option<&str> { match s.len() { 0..=12 => Some(s), _ => None } }
async fn a(Json(p): Json<Params>) -> bool {
	let Some(n) = p.note else { return false };
	if n.len() >= 9 { return false }
	RE.is_match(&n).unwrap()
}
`, "remote body POST /a Json.note 8"},
		{"a cut", head + `
async fn a(Json(p): Json<Params>) -> bool { RE.is_match(&p.q[..10]).unwrap() }
`, "remote body POST /a Json.q 10"},
		{"characters that are taken", head + `
async fn a(Json(p): Json<Params>) -> bool { let s: String = p.q.chars().take(10).collect(); RE.is_match(&s).unwrap() }
`, "remote body POST /a Json.q 10"},
		{"elements of a list", head + `
async fn a(Json(p): Json<Params>) -> bool { p.tags.iter().any(|t| RE.is_match(t).unwrap()) }
`, "remote body POST /a Json.tags 2097152"},
		{"elements that are filtered", head + `
async fn a(Json(p): Json<Params>) -> bool { for t in p.tags.iter() { if t.len() > 7 { continue; } RE.is_match(t).unwrap(); } true }
`, "remote body POST /a Json.tags.* 7"},
		{"a path and a header", head + `
async fn a(Path((id, name)): Path<(String, String)>, headers: HeaderMap) -> bool {
	let agent = headers.get("user-agent").and_then(|v| v.to_str().ok()).unwrap_or("");
	RE.is_match(&name).unwrap() && Regex::new("(b+)+$").unwrap().is_match(agent).unwrap()
}
`, "remote path POST /a Path.1 417792; remote header POST /a HeaderMap 417792"},
		{"methods, and another file", head + `
mod text;
use crate::text::Checker;
async fn a(State(s): State<App>, Json(p): Json<Params>) -> bool {
	let c = Checker::new(r"(x+)+$");
	c.check(&p.q)
}
-- src/text.rs --
use fancy_regex::Regex;
pub struct Checker { re: Regex, max: usize }
impl Checker {
	pub fn new(pattern: &str) -> Self { Self { re: Regex::new("(c+)+$").unwrap(), max: 10 } }
	pub fn check(&self, s: &str) -> bool { self.re.is_match(s).unwrap() }
}
-- Cargo.toml --
[package]
name = "app"
`, "unknown; remote body POST /a Json.q 2097152"},
		{"a constant", head + `
const WORD: &str = "hello";
async fn a(Json(p): Json<Params>) -> bool { RE.is_match(WORD).unwrap() }
`, "constant"},
		{"a static variable that a request sets", head + `
static WORD: Mutex<String> = Mutex::new(String::new());
async fn a(Json(p): Json<Params>) -> bool { *WORD.lock().unwrap() = p.q; true }
async fn b() -> bool { RE.is_match(&WORD.lock().unwrap()).unwrap() }
`, "remote body POST /a Json.q 2097152"},
		{"actix and Rocket", `
-- src/main.rs --
use actix_web::{get, post, web, HttpRequest};
use fancy_regex::Regex;
#[get("/u/{name}")]
async fn u(path: web::Path<(String,)>, req: HttpRequest) -> bool { Regex::new("(a+)+$").unwrap().is_match(&path.0).unwrap() && Regex::new("(b+)+$").unwrap().is_match(req.query_string()).unwrap() }
#[post("/f")]
async fn f(form: web::Form<F>) -> bool { Regex::new("(c+)+$").unwrap().is_match(&form.name).unwrap() }
async fn g(info: web::Json<F>) -> bool { let name = info.into_inner().name; Regex::new("(d+)+$").unwrap().is_match(&name).unwrap() }
fn main() { App::new().route("/g", web::post().to(g)); }
-- src/other.rs --
#[macro_use] extern crate rocket;
use fancy_regex::Regex;
#[get("/h/<name>?<q>")]
fn h(name: &str, q: String) -> bool { Regex::new("(e+)+$").unwrap().is_match(name).unwrap() && Regex::new("(f+)+$").unwrap().is_match(&q).unwrap() }
-- Cargo.toml --
[package]
name = "app"
`, "remote path GET /u/{name} Path.0 131072; remote url GET /u/{name} HttpRequest.query_string() 131072; remote body POST /f Form.name 16384; remote body /g Json.name 2097152; remote path GET /h/<name>?<q> name 417792; remote path GET /h/<name>?<q> q 417792"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := firstWays(describe(t, "\n"+test.files)); got != test.want {
				t.Errorf("got\n%s\nwant\n%s\n%s", got, test.want, describe(t, "\n"+test.files))
			}
		})
	}
}
