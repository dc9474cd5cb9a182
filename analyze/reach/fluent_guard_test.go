package reach

import (
	"strings"
	"testing"
)

// TestFluentValidation bounds by what validators of C# say in their constructors, where they are asked.
func TestFluentValidation(t *testing.T) {
	const file = `using System.Threading.Tasks;
using System.Text.RegularExpressions;
using FluentValidation;
using Microsoft.AspNetCore.Mvc;
public class Line { public string Sku { get; set; } }
public class Sign { public string Nick { get; set; } public string Mail { get; set; } public Line Line { get; set; } }
public class Other { public string Nick { get; set; } }
public class LineValidator : AbstractValidator<Line> { public LineValidator() { RuleFor(x => x.Sku).MaximumLength(4); } }
public class SignValidator : AbstractValidator<Sign> {
  public SignValidator() { RULES }
}
public class A : ControllerBase {
  private readonly IValidator<Sign> _v;
  public A(IValidator<Sign> v) { _v = v; }
  [HttpPost("/a")] public async Task<string> Go([FromBody] Sign s) { CHECK Regex.IsMatch(s.USE, "(a+)+$"); return ""; }
}
`
	const any, nick = "30000000", "RuleFor(x => x.Nick).NotEmpty().MaximumLength(7).WithMessage(\"long\");"
	for _, test := range []struct{ rules, check, use, want string }{
		{nick, `var v = new SignValidator(); var r = v.Validate(s); if (!r.IsValid) return "";`, "Nick", "7"},
		{nick, `var v = new SignValidator(); var r = await v.ValidateAsync(s); if (!r.IsValid) return "";`, "Nick", "7"},
		{nick, `new SignValidator().ValidateAndThrow(s);`, "Nick", "7"},
		{nick, `await _v.ValidateAndThrowAsync(s);`, "Nick", "7"},
		{nick, `var r = await _v.ValidateAsync(s); if (!r.IsValid) return "";`, "Nick", "7"},
		{"RuleFor(x => x.Nick).Length(1, 8);", `new SignValidator().ValidateAndThrow(s);`, "Nick", "8"},
		{"RuleFor(x => x.Line).SetValidator(new LineValidator());", `new SignValidator().ValidateAndThrow(s);`, "Line.Sku", "4"},
		{nick, `new SignValidator().ValidateAndThrow(s);`, "Mail", any},
		{nick, ``, "Nick", any},
		{nick, `new SignValidator().Validate(s);`, "Nick", any},
		{nick, `var r = new SignValidator().Validate(s); if (r.IsValid) return "";`, "Nick", any},
		{nick, `new SignValidator().ValidateAndThrow(new Sign());`, "Nick", any},
		{nick, `var r = new SignValidator().Validate(s, o => o.IncludeRuleSets("x")); if (!r.IsValid) return "";`, "Nick", any},
		{"RuleFor(x => x.Nick).MaximumLength(7).When(x => x.Mail != null);", `new SignValidator().ValidateAndThrow(s);`, "Nick", any},
		{"RuleFor(x => x.Mail).MaximumLength(7);", `new SignValidator().ValidateAndThrow(s);`, "Nick", any},
		{"RuleFor(x => x.Nick).MinimumLength(7);", `new SignValidator().ValidateAndThrow(s);`, "Nick", any},
		{"When(x => x.Mail != null, () => { RuleFor(x => x.Nick).MaximumLength(7); });", `new SignValidator().ValidateAndThrow(s);`, "Nick", any},
		{"RuleSet(\"x\", () => { RuleFor(x => x.Nick).MaximumLength(7); });", `new SignValidator().ValidateAndThrow(s);`, "Nick", any},
		{"if (DateTime.Now.Year > 2000) RuleFor(x => x.Nick).MaximumLength(7);", `new SignValidator().ValidateAndThrow(s);`, "Nick", any},
	} {
		if got := longest(t, "A.cs", strings.NewReplacer("RULES", test.rules, "CHECK", test.check, "USE", test.use).Replace(file)); got != test.want {
			t.Errorf("%s, %s, %s: got %s, want %s", test.rules, test.check, test.use, got, test.want)
		}
	}
}
