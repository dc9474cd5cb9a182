package reach

import "testing"

// TestServersOfJava follows what others send to servers and libraries of Java that are no Servlets, Spring or JAX-RS.
func TestServersOfJava(t *testing.T) {
	const (
		regex   = "import java.util.regex.Pattern;\n"
		servlet = regex + "import javax.servlet.http.*;\n"
		match   = `Pattern.matches("(a+)+$", `
	)
	for _, test := range []struct{ name, code, want string }{
		{"Stapler", regex + "import org.kohsuke.stapler.*;\nclass A { void doIndex(StaplerRequest req) { " + match + `req.getParameter("q")); } }`, "remote body -1"},
		{"Stapler, a parameter", regex + "import org.kohsuke.stapler.QueryParameter;\nclass A { void doCheck(@QueryParameter String q) { " + match + "q); } }", "remote body -1"},
		{"Stapler, a parameter without an annotation", regex + "import org.kohsuke.stapler.QueryParameter;\nclass A { void doCheck(String q) { " + match + "q); } }", "unknown"},
		{"Struts", regex + "import com.opensymphony.xwork2.ActionSupport;\nclass A extends ActionSupport { String q; public void setQ(String q) { this.q = q; } public String execute() { " + match + "q); return null; } }", "remote body -1"},
		{"Struts, a class that is no action", regex + "import com.opensymphony.xwork2.ActionSupport;\nclass A { String q; public void setQ(String q) { this.q = q; } public String execute() { " + match + "q); return null; } }", "unknown"},
		{"Struts, behind a check", regex + "import com.opensymphony.xwork2.ActionSupport;\nclass A extends ActionSupport { public void setQ(String q) { if (q.length() > 30) return; " + match + "q); } }", "remote body 30"},
		{"Wicket", regex + "import org.apache.wicket.request.mapper.parameter.PageParameters;\nclass A { A(PageParameters p) { " + match + `p.get("q").toString()); } }`, "remote url 1048576"},
		{"Jetty", servlet + "import org.eclipse.jetty.server.handler.AbstractHandler;\nclass A extends AbstractHandler { public void handle(String target, Object base, HttpServletRequest r, HttpServletResponse s) { " + match + "target); } }", "remote path 1048576"},
		{"Undertow", regex + "import io.undertow.server.HttpServerExchange;\nclass A { void handleRequest(HttpServerExchange ex) { " + match + "ex.getQueryString()); } }", "remote url 1048576"},
		{"the server of the JDK", regex + "import com.sun.net.httpserver.*;\nclass A implements HttpHandler { public void handle(HttpExchange ex) { " + match + "ex.getRequestURI().getQuery()); } }", "remote url -1"},
		{"GraphQL", regex + "import graphql.schema.DataFetchingEnvironment;\nclass A { void get(DataFetchingEnvironment env) { " + match + `env.getArgument("q")); } }`, "remote body -1"},
		{"GraphQL by annotations", regex + "import com.netflix.graphql.dgs.*;\nclass A { @DgsQuery boolean a(@InputArgument String q) { return " + match + "q); } }", "remote body -1"},
		{"WebSocket", regex + "import jakarta.websocket.*;\nclass A { @OnMessage public void on(String s) { " + match + "s); } }", "remote message -1"},
		{"WebSocket, another method", regex + "import jakarta.websocket.*;\nclass A { @OnClose public void on(String s) { " + match + "s); } }", "unknown"},
		{"a name that logs in", regex + "import org.springframework.security.core.userdetails.*;\nclass A implements UserDetailsService { public UserDetails loadUserByUsername(String n) { " + match + "n); return null; } }", "remote body -1"},
		{"a converter of JAX-RS", regex + "import jakarta.ws.rs.ext.ParamConverter;\nclass A implements ParamConverter<A> { public A fromString(String s) { " + match + "s); return null; } }", "remote-possible body -1"},
		{"a deserializer of Jackson", regex + "import com.fasterxml.jackson.core.JsonParser;\nclass A { A deserialize(JsonParser p) { " + match + "p.getText()); return null; } }", "remote-possible body -1"},
		{"a file of an upload", regex + "import org.apache.commons.fileupload.FileItem;\nclass A { void a(FileItem i) { " + match + "i.getName()); } }", "remote file -1"},
		{"JSON of Jackson", servlet + "import com.fasterxml.jackson.databind.*;\nclass A extends HttpServlet { static final ObjectMapper M = new ObjectMapper(); protected void doPost(HttpServletRequest req, HttpServletResponse res) { " + match + `M.readTree(req.getReader()).path("q").asText()); } }`, "remote body -1"},
		{"parts of a text", servlet + "import org.apache.commons.lang3.StringUtils;\nclass A extends HttpServlet { protected void doGet(HttpServletRequest req, HttpServletResponse res) { " + match + `StringUtils.substringBefore(req.getHeader("q"), ",")); } }`, "remote header 1048576"},
		{"a text that is put together", servlet + "import org.apache.commons.lang3.StringUtils;\nclass A extends HttpServlet { protected void doGet(HttpServletRequest req, HttpServletResponse res) { " + match + `StringUtils.join(req.getParameterValues("q"), ",")); } }`, "remote url -1"},
		{"words of a text", servlet + "import java.util.StringTokenizer;\nclass A extends HttpServlet { protected void doGet(HttpServletRequest req, HttpServletResponse res) { StringTokenizer t = new StringTokenizer(req.getHeader(\"q\")); " + match + "t.nextToken()); } }", "remote header 1048576"},
		{"a splitter", servlet + "import com.google.common.base.Splitter;\nclass A extends HttpServlet { protected void doGet(HttpServletRequest req, HttpServletResponse res) { Splitter.on(Pattern.compile(\"(a+)+$\")).split(req.getHeader(\"q\")); } }", "remote header 1048576"},
		{"the server of the JDK, a lambda", regex + "import com.sun.net.httpserver.*;\nclass A { void run(HttpServer s) { s.createContext(\"/q\", ex -> " + match + "ex.getRequestURI().getQuery())); } }", "remote url -1"},
		{"Netty", regex + "import io.netty.channel.*;\nclass A extends SimpleChannelInboundHandler<String> { protected void channelRead0(ChannelHandlerContext c, String s) { " + match + "s); } }", "remote message -1"},
		{"Netty, the context", regex + "import io.netty.channel.*;\nclass A extends SimpleChannelInboundHandler<String> { protected void channelRead0(ChannelHandlerContext c, String s) { " + match + "c.name()); } }", "unknown"},
		{"a request of Netty", regex + "import io.netty.handler.codec.http.*;\nclass A { void a(FullHttpRequest r) { " + match + "new QueryStringDecoder(r.uri()).parameters().get(\"q\").get(0)); } }", "remote message -1"},
		{"gRPC", regex + "import io.grpc.stub.StreamObserver;\nclass A extends GreeterGrpc.GreeterImplBase { public void say(Hello h, StreamObserver<Hello> o) { " + match + "h.getName()); } }", "remote message 4194304"},
		{"gRPC, what the program configures", regex + "import io.grpc.stub.StreamObserver;\nclass A extends GreeterGrpc.GreeterImplBase { void start(ServerBuilder b) { b.maxInboundMessageSize(500); } public void say(Hello h, StreamObserver<Hello> o) { " + match + "h.getName()); } }", "remote message 500"},
		{"AWS Lambda", regex + "import com.amazonaws.services.lambda.runtime.*;\nclass A implements RequestHandler<APIGatewayProxyRequestEvent, String> { public String handleRequest(APIGatewayProxyRequestEvent e, Context c) { " + match + "e.getBody()); return null; } }", "remote body 6291456"},
		{"AWS Lambda, a query", regex + "import com.amazonaws.services.lambda.runtime.*;\nclass A implements RequestHandler<APIGatewayProxyRequestEvent, String> { public String handleRequest(APIGatewayProxyRequestEvent e, Context c) { " + match + "e.getQueryStringParameters().get(\"q\")); return null; } }", "remote url 10240"},
		{"Spark", regex + "import static spark.Spark.*;\nclass A { void run() { get(\"/a\", (req, res) -> " + match + "req.params(\"q\"))); } }", "remote path 8192"},
		{"a filter of Spark", regex + "import static spark.Spark.*;\nclass A { void run() { before((req, res) -> " + match + "req.headers(\"q\"))); } }", "remote header 8192"},
		{"a server of Vert.x", regex + "import io.vertx.core.*;\nclass A { void run(Vertx v) { v.createHttpServer().requestHandler(req -> " + match + "req.getParam(\"q\"))); } }", "remote url 4096"},
		{"the bus of Vert.x", regex + "import io.vertx.core.*;\nclass A { void run(Vertx v) { v.eventBus().consumer(\"a\", m -> " + match + "m.body())); } }", "remote-possible message -1"},
		{"messages of MicroProfile", regex + "import org.eclipse.microprofile.reactive.messaging.*;\nclass A { @Incoming(\"q\") void on(String s) { " + match + "s); } }", "remote message -1"},
		{"sockets", regex + "import java.net.*;\nimport java.io.*;\nclass A { void run() throws Exception { Socket s = new ServerSocket(25).accept(); " + match + "new BufferedReader(new InputStreamReader(s.getInputStream())).readLine()); } }", "remote message -1"},
		{"a socket that is handed on", regex + "import java.net.*;\nimport java.io.*;\nclass A implements Runnable { Socket s; A(Socket s) { this.s = s; } public void run() { " + match + "new BufferedReader(new InputStreamReader(s.getInputStream())).readLine()); } }", "remote message -1"},
		{"a text or another", servlet + "import com.google.common.base.Strings;\nclass A extends HttpServlet { protected void doGet(HttpServletRequest req, HttpServletResponse res) { " + match + "Strings.nullToEmpty(req.getHeader(\"q\"))); } }", "remote header 1048576"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := describe(t, "-- A.java --\n"+test.code)
			if got := firstWay(out); got != test.want {
				t.Errorf("got %s, want %s of\n%s\n%s", got, test.want, test.code, out)
			}
		})
	}
}
