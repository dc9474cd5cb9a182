package calls

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
)

// outlinedCalls returns the calls found in files of a project, which stand behind their names in src.
func outlinedCalls(src string) (got []string) {
	var paths []string
	texts := map[string]string{}
	for part := range strings.SplitSeq(src, "--- ") {
		if name, text, ok := strings.Cut(part, "\n"); ok && name != "" {
			paths, texts[name] = append(paths, name), text
		}
	}
	files := link.NewList(paths, func(name string) ([]byte, error) { return []byte(texts[name]), nil })
	for _, c := range Find(calling.Input{Paths: paths, Files: files}).Calls {
		text := fmt.Sprintf("%s:%d %s", c.File, c.Line, c.Name)
		if c.Routed {
			text += " " + c.Method + " " + c.Route
		}
		if c.Minor {
			text += " note"
		}
		for _, s := range c.Way {
			text += " < " + s.Name
		}
		got = append(got, text)
	}
	return got
}

func TestOutlined(t *testing.T) {
	for _, test := range []struct {
		name, language, src string
		want                []string
	}{
		{"async function", "Rust", "--- src/a.rs\nuse axum::Router; use std::{fs, thread};\nasync fn f(r: Request) {\n  fs::read(p);\n  thread::sleep(d);\n}",
			[]string{"src/a.rs:3 std::fs::read", "src/a.rs:4 std::thread::sleep"}},
		{"no request", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn f(path: &Path) { std::fs::read(p); }", []string{"src/a.rs:2 std::fs::read note"}},
		{"async functions", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn f(r: Request<B>) { g().await }\nasync fn g() { h().await }\nasync fn h() { std::fs::read(p); }",
			[]string{"src/a.rs:4 std::fs::read < f < g < h"}},
		{"kept closure", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn f(r: Request) { let g = move || { std::fs::read(p) }; spawn_blocking(g).await; x.map(|y| { std::fs::read(y) }); }",
			[]string{"src/a.rs:2 std::fs::read"}},
		{"connections", "Rust", "--- src/a.rs\nuse tokio::net::TcpListener;\nasync fn serve() { loop { let s = l.accept().await; tokio::spawn(async move { std::fs::read(s); }); } }",
			[]string{"src/a.rs:2 std::fs::read"}},
		{"plain function", "Rust", "--- src/a.rs\nuse axum::Router;\nfn f() { std::fs::read(p); }", nil},
		{"no server", "Rust", "--- src/a.rs\nasync fn f() { std::fs::read(p); }", nil},
		{"other file systems", "Rust", "--- src/a.rs\nuse axum::Router; use tokio::fs;\nasync fn f() { fs::read(p).await; let x = my::fs::read(p); }", nil},
		{"pool", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn f() { tokio::task::spawn_blocking(move || std::fs::read(p)).await; std::thread::spawn(|| { std::fs::read(p) }); }", nil},
		{"pool of its own", "Rust", "--- src/a.rs\nuse hyper::Body;\nasync fn f() { self.blocking(move || std::fs::read(p)).await }", nil},
		{"start", "Rust", "--- src/main.rs\nuse axum::Router;\n#[tokio::main]\nasync fn main() {\n  std::fs::read(p);\n  tokio::spawn(async move { std::fs::write(p, q); });\n  loop { std::fs::copy(a, b); }\n}",
			[]string{"src/main.rs:5 std::fs::write note", "src/main.rs:6 std::fs::copy note"}},
		{"loops of a start", "Rust", "--- src/main.rs\nuse axum::Router;\nasync fn run() {\n  for f in files { std::fs::read(f); }\n  while on { tick().await; flush(); }\n  'out: for f in files { std::fs::copy(f, g); }\n}\nfn flush() { std::fs::write(p, q); }",
			[]string{"src/main.rs:7 std::fs::write note < run < flush"}},
		{"start that waits", "Rust", "--- src/main.rs\nuse axum::Router;\nasync fn run() {\n  for c in \"321\".chars() { c.next(); std::thread::sleep(d); }\n  while let Some(c) = l.incoming().next().await { std::fs::read(c); }\n}\nfn renew() { tokio::spawn(async move { loop { std::fs::write(p, q); } }); }",
			[]string{"src/main.rs:4 std::fs::read", "src/main.rs:6 std::fs::write note"}},
		{"requests of its own", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn f(r: &BuildRequest) { std::fs::read(p); }\nasync fn g(r: &RequestHead) { std::fs::read(p); }",
			[]string{"src/a.rs:2 std::fs::read note", "src/a.rs:3 std::fs::read"}},
		{"routes of actix", "Rust", "--- src/a.rs\nuse actix_web::get;\n#[get(\"/x/{id}\")]\nasync fn f() {\n  std::fs::read(p);\n}", []string{"src/a.rs:4 std::fs::read GET /x/{id}"}},
		{"routes of axum", "Rust", "--- src/a.rs\nuse axum::Router;\nfn app() { Router::new().route(\"/x\", get(list).post(h::add)) }\nasync fn add() { std::fs::read(p); }\nasync fn list() { std::fs::read(p); }",
			[]string{"src/a.rs:3 std::fs::read POST /x", "src/a.rs:4 std::fs::read GET /x"}},
		{"tests", "Rust", "--- src/a.rs\nuse axum::Router;\n#[cfg(all(test, feature = \"x\"))]\nmod tests { async fn f() { std::fs::read(p); } }\n#[tokio::test]\nasync fn g() { std::fs::read(p); }\n--- tests/b.rs\nasync fn h() { std::fs::read(p); }", nil},
		{"other files", "Rust", "--- src/a.rs\nuse axum::Router; use crate::store;\nasync fn f(Json(x): Json<X>) { store::load(1); other::load(2); }\n--- src/store.rs\npub fn load(n: u8) { open(n) }\nfn open(n: u8) { std::fs::read(p); }",
			[]string{"src/store.rs:2 std::fs::read < f < load < open"}},
		{"two of a name", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn f() { store::load(1); }\n--- src/store.rs\npub fn load(n: u8) { std::fs::read(p); }\n--- src/b.rs\nfn load() {}", nil},
		{"methods", "Rust", "--- src/a.rs\nuse axum::Router; struct S; impl S { async fn f(&self, r: HttpRequest) { self.g(); x.h(); S::k(); }\nfn g(&self) { std::fs::read(p); }\nfn h(&self) { std::fs::read(p); }\nfn k() { std::fs::read(p); } }",
			[]string{"src/a.rs:2 std::fs::read < f < g", "src/a.rs:4 std::fs::read < f < k"}},
		{"called at the start", "Rust", "--- src/main.rs\nuse axum::Router;\n#[tokio::main]\nasync fn main() { prepare().await; tokio::spawn(watch()); serve().await }\nasync fn prepare() { std::fs::read(p); deep().await }\nasync fn deep() { std::fs::read(p); }\nasync fn watch() { std::fs::copy(p, q); }\nasync fn unknown() { std::fs::read(p); }\n--- src/cli/add.rs\nasync fn add() { std::fs::read(p); }",
			[]string{"src/main.rs:6 std::fs::copy note", "src/main.rs:7 std::fs::read note"}},
		{"names of a start", "Rust", "--- src/a.rs\nuse axum::Router;\nasync fn run_server() { std::fs::read(p); }\nasync fn running() { std::fs::read(p); }", []string{"src/a.rs:3 std::fs::read note"}},
		{"processes", "Rust", "--- src/a.rs\nuse axum::Router; use std::process::Command;\nasync fn f(p: Path<u8>) { Command::new(\"ls\").arg(1).output(); x.output(); }\nasync fn g() { tokio::process::Command::new(\"ls\").output().await; }",
			[]string{"src/a.rs:2 std::process::Command"}},

		{"suspending function", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nimport java.io.File\nsuspend fun f(call: ApplicationCall) {\n  Thread.sleep(1)\n  File(\"x\").readText()\n  delay(1)\n}",
			[]string{"src/A.kt:4 Thread.sleep", "src/A.kt:5 java.io.File.readText"}},
		{"dispatchers", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nsuspend fun f(call: ApplicationCall) {\n  withContext(Dispatchers.IO) { Thread.sleep(1) }\n  withContext(Dispatchers.Default) { Thread.sleep(2) }\n  launch(Dispatchers.IO) { Thread.sleep(3) }\n  thread { Thread.sleep(4) }\n}",
			[]string{"src/A.kt:4 Thread.sleep"}},
		{"dispatchers of the program", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nsuspend fun f(call: ApplicationCall) {\n  withContext(ioDispatcher) { Thread.sleep(1) }\n  withContext(dispatchers.io) { Thread.sleep(2) }\n  withContext(Dispatchers.VT) { Thread.sleep(3) }\n  withContext(Executors.newFixedThreadPool(2).asCoroutineDispatcher()) { Thread.sleep(4) }\n  withContext(mainDispatcher) { Thread.sleep(5) }\n  withContext(dispatchers.default) { Thread.sleep(6) }\n  withContext(io.ktor.Trace()) { Thread.sleep(7) }\n  work { ioDispatcher; Thread.sleep(8) }\n}",
			[]string{"src/A.kt:7 Thread.sleep", "src/A.kt:8 Thread.sleep", "src/A.kt:9 Thread.sleep", "src/A.kt:10 Thread.sleep"}},
		{"scopes on dispatchers", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nsuspend fun f(call: ApplicationCall) {\n  CoroutineScope(Dispatchers.IO).launch { Thread.sleep(1) }\n  CoroutineScope(Dispatchers.IO + job).async { Thread.sleep(2) }\n  CoroutineScope(Dispatchers.Default).launch { Thread.sleep(3) }\n  CoroutineScope(Dispatchers.IO).launch(Dispatchers.Default) { Thread.sleep(4) }\n  CoroutineScope(Dispatchers.IO); x.launch { Thread.sleep(5) }\n}",
			[]string{"src/A.kt:5 Thread.sleep", "src/A.kt:6 Thread.sleep", "src/A.kt:7 Thread.sleep"}},
		{"data sources", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nimport javax.sql.DataSource\nsuspend fun f(call: ApplicationCall) {\n  source.connection.use { it.prepareStatement(\"x\").executeQuery() }\n}",
			[]string{"src/A.kt:4 java.sql executeQuery"}},
		{"routes of Ktor", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nfun Route.users() {\n  get(\"/x\") {\n    Thread.sleep(1)\n    runBlocking { g() }\n  }\n  x.get(\"/y\") { Thread.sleep(1) }\n}",
			[]string{"src/A.kt:4 Thread.sleep GET /x", "src/A.kt:5 runBlocking GET /x"}},
		{"annotations", "Kotlin", "--- src/A.kt\nimport org.springframework.web.bind.annotation.*\nclass C {\n  @GetMapping(\"/x\")\n  suspend fun f() = client.get().block()\n  @PostMapping\n  suspend fun g(): String {\n    return WebClient.create().get().block()\n  }\n  @GetMapping(\"/z\") fun h() = Thread.sleep(1)\n}",
			[]string{"src/A.kt:4 block GET /x", "src/A.kt:7 block POST /"}},
		{"expressions", "Kotlin", "--- src/A.kt\nimport io.ktor.server.routing.*\nsuspend fun f(): String = withContext(Dispatchers.IO) {\n  g()\n}\nfun g() = Thread.sleep(1)\nsuspend fun h() = k()\nfun k() { Thread.sleep(1) }",
			[]string{"src/A.kt:7 Thread.sleep note < h < k"}},
		{"apps", "Kotlin", "--- src/A.kt\nimport android.app.Activity\nsuspend fun f() { Thread.sleep(1) }", nil},
	} {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			if got := outlinedCalls(test.src); !slices.Equal(got, test.want) {
				t.Errorf("%s:\ngot  %q\nwant %q", test.src, got, test.want)
			}
		})
	}
}
