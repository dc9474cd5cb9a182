package reach

import (
	"strings"
	"testing"
)

// TestQueriesOfCSharp follows what queries of C# take out of lists, and holds it to what their conditions ask.
func TestQueriesOfCSharp(t *testing.T) {
	for _, test := range []struct{ query, want string }{
		{`from s in q.Split(' ') select s`, "remote url GET /a q 8192"},
		{`from string s in q.Split(' ') where s != "" select s.Trim()`, "remote url GET /a q 8192"},
		{`from s in q.Split(' ') where s.Length <= 40 select s`, "remote url GET /a q 40"},
		{`from s in q.Split(' ') where s.Length >= 40 select s`, "remote url GET /a q 8192"},
		{`from s in q.Split(' ') where q.Length >= 40 orderby s.Length descending, s select s`, "remote url GET /a q 8192"},
		{`from s in q.Split(' ') let t = s.Trim() select t`, "remote url GET /a q 8192"},
		{`from s in q.Split(' ') from t in s.Split(',') select t`, "remote url GET /a q 8192"},
		{`from s in fixedTexts from t in q.Split(',') select s`, "unknown"},
		{`from s in q.Split(' ') join t in fixedTexts on s equals t select s`, "remote url GET /a q 8192"},
		{`from s in q.Split(' ') join t in fixedTexts on s equals t select t`, "constant"},
		{`from s in q.Split(' ') select s into t where t.Length < 9 select t`, "remote url GET /a q 8"},
		{`from g in (from s in q.Split(' ') group s by s.Length) from s in g select s`, "remote url GET /a q 8192"},
	} {
		got := describe(t, "\n-- A.cs --\n"+`using Microsoft.AspNetCore.Mvc; using System.Text.RegularExpressions; using System.Linq;
[ApiController] public class A : ControllerBase {
  private static readonly string[] fixedTexts = { "a", "b" };
  [HttpGet("/a")] public void Go([FromQuery] string q) {
    foreach (var x in `+test.query+`) Regex.IsMatch(x, "(a+)+$");
  }
}
`)
		if !strings.Contains(got, test.want) {
			t.Errorf("%s: got\n%s\nwant %s", test.query, got, test.want)
		}
	}
}
