package reach

import "testing"

// TestFilters follows values from what runs before or beside handlers in Java and C#, and from handlers of frameworks that
// are no annotations.
func TestFilters(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"filters of JAX-RS", "A.java", `import jakarta.ws.rs.container.*;
class A implements ContainerRequestFilter { public void filter(ContainerRequestContext c) {
  String s = c.getHeaderString("X"); if (s.length() > 30) { c.abortWith(null); return; } s.matches("(a+)+$");
  c.getUriInfo().getPath().matches("(b+)+$"); } }`, "remote header getHeaderString() 30; remote url getUriInfo().getPath() 1048576"},
		{"other filters", "A.java", `class A { void filter(Context c) { c.getHeaderString("X").matches("(a+)+$"); } }`, "1 unknown"},
		{"Micronaut", "A.java", `import io.micronaut.http.annotation.*; import io.micronaut.http.HttpRequest;
@Controller("/m") class A { @Get("/{name}") String a(String name, HttpRequest<?> r) { name.matches("(a+)+$"); r.getParameters().get("q").matches("(b+)+$"); return ""; } }`,
			"remote path GET /m/{name} name 1048576; remote url GET /m/{name} HttpRequest.getParameters() 1048576"},
		{"Vert.x", "A.java", `import io.vertx.ext.web.*; import io.vertx.ext.web.handler.BodyHandler;
class A { void start(Router router) { router.route().handler(BodyHandler.create().setBodyLimit(5000));
  router.get("/a").handler(ctx -> { ctx.request().getParam("q").matches("(a+)+$"); ctx.body().asString().matches("(b+)+$"); }); router.post("/b").handler(this::b); }
  void b(RoutingContext ctx) { String s = ctx.request().getHeader("h"); if (s.length() > 30) return; s.matches("(c+)+$"); } }`,
			"remote url request().getParam() 4096; remote body body() 5000; remote header RoutingContext.request().getHeader() 30"},
		{"handlers of nobody", "A.java", `class A { void start(Bus bus) { bus.handler(m -> m.body().toString().matches("(a+)+$")); } }`, "1 unknown"},
		{"filters of ASP.NET Core", "A.cs", `using System.Text.RegularExpressions; using Microsoft.AspNetCore.Mvc.Filters;
public class A : ActionFilterAttribute { public override void OnActionExecuting(ActionExecutingContext c) {
  var h = c.HttpContext.Request.Headers["X"].ToString(); if (h.Length > 30) return; Regex.IsMatch(h, "(a+)+$"); } }`, "remote header HttpContext.Request.Headers.X 30"},
		{"filters of nobody", "A.cs", `using System.Text.RegularExpressions;
public class A { public void OnActionExecuting(Context c) { Regex.IsMatch(c.HttpContext.Name, "(a+)+$"); } }`, "2 unknown"},
		{"validators", "A.java", `import jakarta.validation.*;
class A implements ConstraintValidator<B, String> { public boolean isValid(String s, ConstraintValidatorContext c) { return s.length() <= 30 && s.matches("(a+)+$"); } }`, "remote-possible body s 30"},
	} {
		if got := ways(t, test.file, test.text); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}
