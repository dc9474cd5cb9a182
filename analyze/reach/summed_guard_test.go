package reach

import "testing"

// TestSummedGuards has a text be put together of short ones, and be made longer again and again.
func TestSummedGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')()
const both = (a, b) => a + b
const trim = (s) => s.slice(0, 4)
app.use(require('express').json())
app.post('/a', (req, res) => { const s = String(req.body.s).slice(0, 6), u = String(req.body.u).slice(0, 5), all = req.body.all; let t = s
  GUARD;
  /(a+)+$/.test(t)
})`, "20", "none", []string{
			"t = s + u + '123456789'",
			"t = `${s}${s}12345678`",
			"t = `${s}${u}${req.body.v}`.slice(0, 20)",
			"t = both(s, u) + '123456789'",
			"t = both(both(s, s), '12345678')",
			"t = both(trim(s), trim(u)) + '123456789012'",
			"t = s.concat(u, '123456789')",
			"t = [s, u].map((x) => x.slice(0, 4) + '12345678901234').find(Boolean) + '12'",
		}, []string{
			"for (const x of all) t += s",
			"for (const x of all) t = t + '-'",
			"for (const x of all) t = t + u",
			"while (t.length < 9999) t += t",
			"for (const x of all) t = `${t}-`",
			"for (const x of all) t = t.concat(u)",
			"for (const x of all) t = both(t, u)",
			"const o = { t }; for (const x of all) o.t += u; t = o.t",
			"all.forEach((x) => { t += x.slice(0, 3) })",
			"const more = (s, n) => n ? more(s + u, n - 1) : s; t = more(s, all.length)",
		}},
		{"Python", "a.py", `
from flask import Flask, request
import re
app = Flask(__name__)
@app.post('/a')
def a():
    s, u, t = request.form['s'][:6], request.form['u'][:5], request.form['t'][:6]
    GUARD
    re.search(r'(a+)+$', t)
`, "20", "none", []string{
			"t = s + u + '123456789'",
			"t = f'{s}{u}123456789'",
			"t = ('%s%s' % (s, u) + request.form['v'])[:20]",
			"t = s + s + '12345678'",
			"t = s + u\n    t += '123456789'",
			"t += u\n    t += '123456789'",
			"t = s\n    for c in u: c += s\n    t = t + s + '12345678'",
			"t = s\n    if u: t = s + s + '12345678'",
		}, []string{
			"t = s * 1000",
			"t = 1000 * s",
			"for c in u: t += s",
			"for c in u: t = f'{t}-'",
			"for c in u:\n        t = t + u",
			"while len(t) < 9999: t = t + t",
			"t = (s + u) * 2",
			"n = 5\n    t = n * s",
		}},
		{"Ruby", "a.rb", `
require 'sinatra'
post '/a' do
  s, u, t = params[:s].to_s[0, 6], params[:u].to_s[0, 5], params[:t].to_s[0, 6]
  GUARD
  t.match?(/(a+)+$/)
end
`, "20", "none", []string{
			"t = s + u + '123456789'",
			"t = \"#{s}#{u}123456789\"",
			"t << u << '123456789'",
			"t << u\n  t << '123456789'",
			"v = t.dup\n  t << u\n  t = v + s + '12345678'",
			"t = s\n  t += u + '123456789'",
			"v = s + params[:v]\n  t = t + s + '12345678'",
			"v = +''\n  v << params[:v]\n  t << u + '123456789'",
		}, []string{
			"t = s * 1000",
			"t = (s + u) * 2",
			"while t.length < 9999 do t << t end",
			"w = params[:v]\n  t.prepend(w)",
			"u.each_char { |c| t += s }",
			"t << params[:v]",
			"t.concat(params[:v])",
			"u.each_char { t << s }",
		}},
	} {
		g.run(t)
	}
}

// TestOwnGuards has methods check a text that are called by their name alone in a class that extends one from elsewhere.
func TestOwnGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Java", "A.java", `
import org.springframework.web.bind.annotation.*;
import java.util.regex.Pattern;
@RestController
class A extends Elsewhere {
  static boolean isLong(String s) { return s.length() > 20; }
  void check(String s) { if (s.length() > 20) throw new IllegalArgumentException(); }
  void warn(String s) { if (s.length() > 20) System.err.println(s); }
  @PostMapping("/a")
  boolean a(@RequestBody String t, @RequestParam String u) {
    GUARD
    return Pattern.matches("(a+)+", t);
  }
}`, "20", "none", []string{
			"if (isLong(t)) return false;",
			"check(t);",
			"this.check(t);",
			"if (A.isLong(t)) return false;",
			"boolean b = isLong(t); if (b) return false;",
			"if (u.isEmpty() || isLong(t)) return false;",
			"if (isLong(t)) throw new IllegalArgumentException();",
			"if (!isLong(t)) { } else return false;",
		}, []string{
			"isLong(t);",
			"if (!isLong(t)) return false;",
			"warn(t);",
			"check(u);",
			"verify(t);",
			"super.check(t);",
			"if (isLong(t) && u.isEmpty()) return false;",
			"if (isLong(u)) return false;",
		}},
		{"C#", "A.cs", `
using Microsoft.AspNetCore.Mvc;
using System.Text.RegularExpressions;
[ApiController]
public class A : ControllerBase {
  static bool IsLong(string s) => s.Length > 20;
  void Check(string s) { if (s.Length > 20) throw new ArgumentException(); }
  [HttpPost("/a")]
  public bool Post([FromBody] string t, [FromQuery] string u) {
    GUARD
    return Regex.IsMatch(t, @"^(a+)+$");
  }
}`, "20", "30000000", []string{
			"if (IsLong(t)) return false;",
			"Check(t);",
			"this.Check(t);",
			"if (A.IsLong(t)) return false;",
			"var b = IsLong(t); if (b) return false;",
			"if (u == null || IsLong(t)) return false;",
			"if (IsLong(t)) throw new ArgumentException();",
			"if (!IsLong(t)) { } else return false;",
		}, []string{
			"IsLong(t);",
			"Check(u);",
			"Verify(t);",
			"if (!IsLong(t)) return false;",
			"if (IsLong(t) && u == null) return false;",
			"if (IsLong(u)) return false;",
			"base.Check(t);",
			"try { Check(t); } catch (ArgumentException) { }",
		}},
	} {
		g.run(t)
	}
}
