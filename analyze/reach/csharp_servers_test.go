package reach

import "testing"

// TestServersOfCSharp follows what others send to servers in C# that are not those of ASP.NET Core, and what plugins of Ktor get.
func TestServersOfCSharp(t *testing.T) {
	const (
		head = "using System.Text.RegularExpressions;\n"
		kt   = "import io.ktor.server.application.*\nimport io.ktor.server.netty.*\n"
	)
	for _, test := range []struct{ file, code, want string }{
		{"A.cs", head + `using Grpc.Core; class A : Greeter.GreeterBase { public override Task<R> Say(Q q, ServerCallContext c) { Regex.IsMatch(q.Name, "(a+)+$"); return null; } }`, "remote message 4194304"},
		{"A.cs", head + `using Grpc.Core; class A : Greeter.GreeterBase { public override Task<R> Say(Q q, ServerCallContext c) { Regex.IsMatch(c.Peer, "(a+)+$"); return null; } }`, "unknown"},
		{"A.cs", head + `class A : Greeter.GreeterBase { public Task<R> Say(Q q) { Regex.IsMatch(q.Name, "(a+)+$"); return null; } }`, "unknown"},
		{"A.cs", head + `using System.Net; class A { async void Run(HttpListener l) { var x = new HttpListener(); var c = await x.GetContextAsync(); Regex.IsMatch(c.Request.QueryString["q"], "(a+)+$"); } }`, "remote url 65534"},
		{"A.cs", head + `using System.Net; class A { void Run(HttpListenerContext c) { using var r = new StreamReader(c.Request.InputStream); Regex.IsMatch(r.ReadToEnd(), "(a+)+$"); } }`, "remote body -1"},
		{"A.cs", head + `using Microsoft.Azure.Functions.Worker; class A { [Function("a")] public void Run([QueueTrigger("q")] string s) { Regex.IsMatch(s, "(a+)+$"); } }`, "remote message -1"},
		{"A.cs", head + `using Microsoft.Azure.Functions.Worker; class A { [Function("a")] public void Run([TimerTrigger("q")] string s) { Regex.IsMatch(s, "(a+)+$"); } }`, "unknown"},
		{"A.cs", head + `using Microsoft.Azure.Functions.Worker; class A { [Function("a")] public async Task Run([HttpTrigger] HttpRequestData r) { Regex.IsMatch(await new StreamReader(r.Body).ReadToEndAsync(), "(a+)+$"); } }`, "remote body 104857600"},
		{"A.cs", head + `using System.Net.Sockets; class A { async void Run() { var l = new TcpListener(IPAddress.Any, 9); using var c = await l.AcceptTcpClientAsync(); using var r = new StreamReader(c.GetStream()); Regex.IsMatch(await r.ReadLineAsync(), "(a+)+$"); } }`, "remote message -1"},
		{"A.cs", head + `[ApiController][Route("a")] public class AController : ControllerBase { [HttpGet] public string Get(string q) => new[] { 1, 2 }.Aggregate(q, (s, n) => Own.Cut(s)); } static class Own { public static string Cut(string s) => Regex.Replace(s, "(a+)+$", ""); }`, "remote url 8192"},
		{"A.kt", kt + `val P = createApplicationPlugin("P") { onCall { call -> Regex("(a+)+$").containsMatchIn(call.request.headers["q"]!!) } }`, "remote header 8192"},
		{"A.kt", kt + "import io.ktor.server.plugins.statuspages.*\nfun Application.m() { install(StatusPages) { exception<Own> { call, cause -> Regex(\"(a+)+$\").containsMatchIn(call.request.headers[\"q\"]!!) } } }", "remote header 8192"},
		{"A.kt", kt + "import io.ktor.server.routing.*\ndata class D(val a: String, val b: String)\nfun Route.m() { post { val d = call.receive<D>().copy(b = \"x\"); Regex(\"(a+)+$\").containsMatchIn(d.a) } }", "remote body -1"},
		{"A.kt", kt + "import io.ktor.server.routing.*\nval all: List<(String) -> String> = listOf({ it.replace(Regex(\"(a+)+$\"), \"\") })\nfun Route.m() { get(\"/a\") { all.fold(call.request.headers[\"q\"]!!) { s, f -> f(s) } } }", "remote header 8192"},
	} {
		out := describe(t, "-- "+test.file+" --\n"+test.code)
		if got := firstWay(out); got != test.want {
			t.Errorf("%s: got %s, want %s\n%s", test.code, got, test.want, out)
		}
	}
}
