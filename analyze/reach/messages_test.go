package reach

import "testing"

// TestMessages hands what actions are sent to the handlers of its class, to which a mediator brings it, and to no others.
func TestMessages(t *testing.T) {
	routesSaid(t, `-- A.cs --
using System.Text.RegularExpressions;
using MediatR;
var app = WebApplication.CreateBuilder(args).Build();
app.MapPost("/bound", async (Bound order, IMediator mediator) => Results.Ok(await mediator.Send(order)));
app.MapPost("/made", async (string q, ISender s) => await s.Send(new Made(q)));
app.MapPost("/other", async (Other o, ISender s) => await s.Send(new Made("x")));
app.Run();
public record Bound(string Q) : IRequest<string>;
public record Made(string Q) : IRequest<string>;
public record Other(string Q);
public record Unsent(string Q) : IRequest<string>;
public class A : IRequestHandler<Bound, string> {
  public async Task<string> Handle(Bound r, CancellationToken ct) { Regex.IsMatch(r.Q, "(a+)+$|/bound"); return ""; }
}
public class B : IRequestHandler<Made, string> {
  public async Task<string> Handle(Made r, CancellationToken ct) { Regex.IsMatch(r.Q, "(b+)+$|/made"); return ""; }
}
public class C : IRequestHandler<Unsent, string> {
  public async Task<string> Handle(Unsent r, CancellationToken ct) { Regex.IsMatch(r.Q, "(c+)+$|remote-possible"); return ""; }
  public async Task<string> Help(Other r) { Regex.IsMatch(r.Q, "(d+)+$|unknown"); return ""; }
}
`)
}

// TestValuesOfDictionaries follows what a dictionary of C# holds where all of it is gone through.
func TestValuesOfDictionaries(t *testing.T) {
	routesSaid(t, `-- A.cs --
using System.Text.RegularExpressions;
public class AController : Controller {
  [HttpPost("/a")] public bool A([FromBody] string s) { var d = new Dictionary<string, string>(); d["a"] = s; foreach (var x in d.Values) if (Regex.IsMatch(x, "(a+)+$|/a")) return true; return false; }
  [HttpPost("/b")] public bool B([FromBody] string s) { var d = new Dictionary<string, string> { ["a"] = s }; return d.Values.Any(x => Regex.IsMatch(x, "(b+)+$|/b")); }
  [HttpPost("/c")] public bool C([FromBody] string s) { var d = new Dictionary<string, Func<string, bool>> { ["a"] = x => Regex.IsMatch(x, "(c+)+$|/c") }; foreach (var f in d.Values) if (f(s)) return true; return false; }
}
`)
}
