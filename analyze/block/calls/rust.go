package calls

import (
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/outline"
)

// rust are the calls that block the threads of the executors of Rust.
var rust = func() *dialect {
	t := &table{by: map[string]blocker{}, ends: map[string]blocker{}}
	t.add("tokio::time::sleep", "std::thread::", "sleep park sleep_ms park_timeout")
	const files = "tokio::fs, or spawn_blocking"
	t.add(files, "std::fs::", "read read_to_string write copy rename remove_file remove_dir remove_dir_all create_dir create_dir_all read_dir metadata canonicalize hard_link File::open File::create")
	const net = "the type of the same name of tokio::net"
	t.add(net, "std::net::", "TcpStream::connect TcpStream::connect_timeout")
	const client = "the asynchronous client of the same crate"
	t.add(client, "reqwest::blocking::", "get Client::new Client::builder")
	t.add("reqwest, or spawn_blocking", "ureq::", "get().call post().send post().send_json post().call put().send delete().call request().call request().send")
	t.add("await", "", "futures::executor::block_on futures_lite::future::block_on tokio::runtime::Handle::current().block_on tokio::runtime::Runtime::new().unwrap().block_on async_std::task::block_on smol::block_on pollster::block_on")
	for _, last := range []string{"output", "status"} {
		t.ends["."+last] = blocker{name: "std::process::Command", instead: "tokio::process::Command", text: func(_ []byte, c outline.Call) bool {
			return strings.HasPrefix(c.Name, "std::process::Command::new()")
		}}
	}
	t.ends[".open"] = blocker{name: "std::fs::OpenOptions", instead: files, text: func(_ []byte, c outline.Call) bool {
		return strings.HasPrefix(c.Name, "std::fs::OpenOptions::new()") || strings.HasPrefix(c.Name, "std::fs::File::options()")
	}}
	return &dialect{
		table: t, read: outline.Rust, self: "self",
		server:       lazyregexp.New(`\b(axum|actix_web|actix_rt|rocket|warp|hyper|hyper_util|tonic|poem|salvo|tide|ntex|viz|gotham|async_graphql|jsonrpsee|tarpc|TcpListener|pingora)\b`),
		asynchronous: lazyregexp.New(`\basync\b`),
		aside:        lazyregexp.New(`(^|/)(tests|benches|examples|target|vendor|xtask)/|(^|/)build\.rs$|(^|/)tests?\.rs$|_tests?\.rs$`),
		away:         map[string]bool{"spawn_blocking": true, "block_in_place": true, "std::thread::spawn": true, "std::thread::Builder::new().spawn": true, "unblock": true, "blocking": true, "asyncify": true, "web::block": true, "actix_web::web::block": true, "rayon::spawn": true, "std::thread::scope": true, "run_blocking": true, "LazyLock::new": true, "get_or_init": true},
		route: func(s outline.Scope) (method, path string, ok bool) {
			if s.Kind == outline.Function {
				return attributed(s.Marks)
			}
			return "", "", false
		},
		routes: rustRoutes,
		served: lazyregexp.New(`\b(Http|Service|Client|Dev)?Request(Head|Parts|Meta|Context)?\b|\b(WebSocketUpgrade|Multipart|Payload)\b|\b(Parts|Incoming)\b|\b(State|Json|Query|Path|Form|Extension|Data|ConnectInfo|TypedHeader)\s*<`),
	}
}()

// attribute is one that registers a function of Rust or Kotlin, such as get("/path").
var attribute = lazyregexp.New(`^(?:\w+(?:::|\.))*(Get|Post|Put|Patch|Delete|Head|Options|get|post|put|patch|delete|head|options)(?:Mapping)?\b(?:[^"]*"([^"]*)")?`)

// attributed returns the request that attributes or annotations register a function for.
func attributed(marks []string) (method, path string, ok bool) {
	for _, m := range marks {
		if found := attribute.FindStringSubmatch(m); found != nil && (found[2] != "" || strings.Contains(m, "Mapping")) {
			if found[2] == "" {
				found[2] = "/"
			}
			return strings.ToUpper(found[1]), found[2], true
		}
	}
	return "", "", false
}

// The routes of axum, and of actix.
var (
	routePath    = lazyregexp.New(`^\s*"([^"]*)"\s*,`)
	routeHandler = lazyregexp.New(`\b(get|post|put|patch|delete|head|options|any)\((?:\)\s*\.\s*to\()?\s*((?:\w+::)*\w+)\s*\)`)
)

func rustRoutes(c outline.Call, found func(function, method, path string)) {
	if !strings.HasSuffix(c.Name, ".route") {
		return
	}
	path := routePath.FindStringSubmatch(c.Text)
	if path == nil {
		return
	}
	for _, m := range routeHandler.FindAllStringSubmatch(c.Text, -1) {
		found(m[2][strings.LastIndexByte(m[2], ':')+1:], strings.ToUpper(m[1]), path[1])
	}
}
