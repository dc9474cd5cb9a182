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
