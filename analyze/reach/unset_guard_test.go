package reach

import "testing"

// TestUnsetGuards compares texts with limits, and asks for what was found out about them, where neither may be there.
func TestUnsetGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')()
const cfg = { max: 50 }, later = {}
app.post('/a', (req, res) => { const s = String(req.body.s), o = req.body.o
  GUARD;
  if (!o) /(a+)+$/.test(s)
})`, "50", "102400", []string{
			"let limit; limit = 50; if (s.length > limit) return",
			"let limit; if (o) limit = 50; else limit = 20; if (s.length > limit) return",
			"let limit = 20; if (o) limit = 50; if (s.length > limit) return",
			"var limit = 50; if (s.length > limit) return",
			"if (o) { var n = s.length; if (n > 50) return } else return",
			"let bad; bad = s.length > 50; if (bad) return",
			"let n; try { n = s.length } catch { return } if (n > 50) return",
			"var t; if (o) { t = 1 } else { return } var limit = 50; if (s.length > limit) return",
			"if (s.length > cfg.max) return",
			"let limit; switch (o) { case 1: limit = 50; break; default: limit = 10 } if (s.length > limit) return",
		}, []string{
			"let limit; if (o) limit = 50; if (s.length > limit) return",
			"var limit; if (o) limit = 50; if (s.length > limit) return",
			"if (o) { var limit = 50 } if (s.length > limit) return",
			"let limit; switch (o) { case 1: limit = 50 } if (s.length > limit) return",
			"let limit; for (const x of o) limit = 50; if (s.length > limit) return",
			"let limit; try { JSON.parse(o); limit = 50 } catch {} if (s.length > limit) return",
			"let limit; o && (limit = 50); if (s.length > limit) return",
			"let bad; if (o) bad = s.length > 50; if (bad) return",
			"let n; if (o) n = s.length; if (n > 50) return",
			"let r; if (o) r = check(s); if (r?.error) return",
			"if (s.length > (o && 50)) return",
			"if (o) later.max = 50; if (s.length > later.max) return",
			"const c = {}; if (o) c.max = 50; if (s.length > c.max) return",
		}},
		{"JavaScript, of the file", "a.js", `
const app = require('express')()
GUARD
app.post('/a', (req, res) => { const s = String(req.body.s); if (s.length > limit) return; /(a+)+$/.test(s) })`, "50", "102400", []string{
			"const limit = 50", "let limit = 50", "var limit = 50", "let limit; limit = 50", "var limit; limit = 50", "let limit; if (process.env.L) limit = 50; else limit = 10", "const big = 50, limit = big", "let limit = 50; { let limit }",
		}, []string{
			"let limit; if (process.env.L) limit = 50", "var limit; if (process.env.L) limit = 50", "let limit; app.get('/z', () => { limit = 50 })", "let limit; process.env.L && (limit = 50)", "if (process.env.L) { var limit = 50 }",
			"const limit = process.env.L && 50", "let limit; for (const x of process.argv) limit = 50", "let limit; try { limit = 50 } catch {}",
		}},
		{"PHP", "a.php", `<?php
$s = $_POST['s']; $o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);
`, "50", "8388608", []string{
			"$bad = strlen($s) > 50; if ($bad) exit;", "$n = strlen($s); if ($n > 50) exit;", "if ($o) { $n = strlen($s); if ($n > 50) exit; } else { exit; }", "if ($o) { $bad = strlen($s) > 50; } else { exit; } if ($bad) exit;",
			"$lim = 50; if (strlen($s) > $lim) exit;", "if (strlen($s) > 50) exit;", "foreach ($o as $x) { $y = 1; } $n = strlen($s); if ($n > 50) exit;", "try { $n = strlen($s); } catch (E $e) { exit; } if ($n > 50) exit;",
		}, []string{
			"if ($o) { $bad = strlen($s) > 50; } if ($bad) exit;", "if ($o) $bad = strlen($s) > 50; if (!empty($bad)) exit;", "switch ($o) { case 1: $bad = strlen($s) > 50; } if ($bad) exit;", "foreach ($o as $x) { $bad = strlen($s) > 50; } if ($bad) exit;",
			"$o && $bad = strlen($s) > 50; if ($bad) exit;", "try { f(); $bad = strlen($s) > 50; } catch (E $e) { } if ($bad) exit;", "while ($o) { $bad = strlen($s) > 50; break; } if ($bad) exit;", "$lim = 50; $$o = 9999; if (strlen($s) > $lim) exit;",
		}},
		{"Ruby", "a.rb", `require 'sinatra'
post '/a' do
  s = params[:s].to_s; o = params[:o]
  GUARD
  s =~ /\A(a+)+\z/
end
`, "50", "any", []string{
			"bad = s.length > 50; return if bad", "n = s.length; return if n > 50", "if o then bad = s.length > 50 else return end; return if bad", "return if s.length > 50", "halt 400 if s.length > 50", "lim = 50; return if s.length > lim",
			"bad = nil; bad = s.length > 50; return if bad || s.length > 50", "unless s.length <= 50 then return end",
		}, []string{
			"bad = s.length > 50 if o; return if bad", "if o then bad = s.length > 50 end; return if bad", "case o when 1 then bad = s.length > 50 end; return if bad", "o && bad = s.length > 50; return if bad",
			"while o do bad = s.length > 50; break end; return if bad", "begin; f; bad = s.length > 50; rescue; end; return if bad", "bad = s.length > 50 unless o; halt 400 if bad", "(bad = s.length > 50) if o; raise 'x' if bad",
		}},
	} {
		g.run(t)
	}
}
