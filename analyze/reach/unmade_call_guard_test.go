package reach

import "testing"

// TestCallsThatMayNotBeMade has guards called that may not be there, which say nothing where they are not.
func TestCallsThatMayNotBeMade(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')()
const must = s => { if (s.length > 50) throw new Error('long') }
const ok = s => s.length <= 50
const g = { must, ok }, maybe = process.env.G ? { must, ok, long: s => s.length > 50, max: 50 } : null
app.post('/a', (req, res) => { let s = String(req.body.s)
  GUARD;
  /(a+)+$/.test(s)
})`, "50", "102400", []string{
			"must(s)", "g.must(s)", "if (!g.ok(s)) return", "if (!maybe?.ok(s)) return", "if (maybe?.ok(s) !== true) return", "const fine = maybe?.ok?.(s); if (!fine) return",
			"if (maybe?.ok(s)) {} else return", "s = s?.slice(0, 50)", "if (s?.length > 50) return", "if (!maybe?.['ok'](s)) return",
		}, []string{
			"maybe?.must(s)", "maybe.must?.(s)", "maybe?.['must'](s)", "maybe?.must.call(null, s)", "if (maybe?.ok(s) === false) return", "if (maybe?.long(s)) return", "const long = maybe?.long(s); if (long) return",
			"if (maybe?.long?.(s) === true) return", "if (s.length > maybe?.max) return", "must?.(req.body.t)",
		}},
		{"PHP", "a.php", `<?php
class G { static function must($s) { if (strlen($s) > 50) { throw new Exception(); } } function ok($s) { return strlen($s) <= 50; } function bad($s) { return strlen($s) > 50; } }
$s = $_POST['s']; $g = new G; $m = getenv('G') ? new G : null;
GUARD
preg_match('/(a+)+$/', $s);
`, "50", "8388608", []string{
			"G::must($s);", "$g->must($s);", "if (!$g->ok($s)) exit;", "if (!$m?->ok($s)) exit;", "if ($m?->ok($s) !== true) exit;", "if ($m?->ok($s)) { } else { exit; }", "if ($g->bad($s)) exit;", "if (!($g->ok($s))) { exit; }",
		}, []string{
			"$m?->must($s);", "if ($m?->ok($s) === false) exit;", "if ($m?->bad($s)) exit;", "if ($m?->bad($s) === true) exit;", "$x = $m?->bad($s); if ($x) exit;", "$m?->ok($s);", "$g?->ok($s);", "if (!$m?->bad($s)) { } else exit;",
		}},
		{"Ruby", "a.rb", `require 'sinatra'
class G
  def must(s)
    raise 'x' if s.length > 50
  end
  def ok(s) = s.length <= 50
  def bad(s) = s.length > 50
end
post '/a' do
  s = params[:s].to_s; g = G.new; m = ENV['G'] ? G.new : nil
  GUARD
  s =~ /\A(a+)+\z/
end
`, "50", "any", []string{
			"g.must(s)", "return unless g.ok(s)", "halt 400 unless m&.ok(s)", "return if !m&.ok(s)", "halt 400 if g.bad(s)", "return unless m&.ok(s) == true", "raise 'x' unless m&.ok(s)", "if m&.ok(s) then else return end",
		}, []string{
			"m&.must(s)", "return if m&.bad(s)", "halt 400 if m&.bad(s) == true", "m&.ok(s)", "x = m&.bad(s); return if x", "return if m&.ok(s) == false", "raise 'x' if m&.bad(s)", "unless m&.bad(s) then else return end",
		}},
		{"C#", "A.cs", `
using Microsoft.AspNetCore.Mvc; using System.Text.RegularExpressions;
public class G { public void Must(string s) { if (s.Length > 50) throw new System.Exception(); } public bool Ok(string s) => s.Length <= 50; public bool Bad(string s) => s.Length > 50; }
[ApiController] public class A : ControllerBase {
  [HttpPost("/a")] public bool Post([FromQuery] string s, [FromQuery] string t) { G g = new G(); G m = t == "x" ? new G() : null;
    GUARD
    return Regex.IsMatch(s, "(a+)+$");
  } }
`, "50", "8192", []string{
			"g.Must(s);", "if (!g.Ok(s)) return false;", "if (m?.Ok(s) != true) return false;", "if (m?.Ok(s) == true) { } else return false;", "if (g.Bad(s)) return false;", "if (!(m?.Ok(s) == true)) return false;", "if (s?.Length > 50) return false;", "if (s.Length > 50) throw new System.Exception();",
		}, []string{
			"m?.Must(s);", "if (m?.Ok(s) == false) return false;", "if (m?.Bad(s) == true) return false;", "m?.Ok(s);", "g?.Must(t);", "if (m?.Bad(s) ?? false) return false;", "var x = m?.Bad(s); if (x == true) return false;", "if (m?.Ok(s) is false) return false;",
		}},
		{"Kotlin", "A.kt", `
import org.springframework.web.bind.annotation.*
class G { fun must(s: String) { if (s.length > 50) throw IllegalArgumentException() }
  fun ok(s: String): Boolean = s.length <= 50
  fun bad(s: String): Boolean = s.length > 50 }
@RestController class A {
  @PostMapping("/a") fun post(@RequestParam s: String, @RequestParam t: String): Boolean { val g = G(); val m: G? = if (t == "x") G() else null
    GUARD
    return Regex("(a+)+$").containsMatchIn(s)
  } }
`, "50", "2097152", []string{
			"g.must(s)", "if (!g.ok(s)) return false", "if (m?.ok(s) != true) return false", "if (m?.ok(s) == true) { } else return false", "if (g.bad(s)) return false", "require(s.length <= 50)", "if (!(m?.ok(s) == true)) return false", "if (s.length > 50) throw Exception()",
		}, []string{
			"m?.must(s)", "if (m?.ok(s) == false) return false", "if (m?.bad(s) == true) return false", "m?.ok(s)", "g?.must(t)", "if (m?.bad(s) ?: false) return false", "val x = m?.bad(s); if (x == true) return false", "m?.let { it.must(s) }",
		}},
	} {
		g.run(t)
	}
}
