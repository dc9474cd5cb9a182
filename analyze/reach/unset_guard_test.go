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

// TestUnsetMembers limits texts by members of objects that may have no number there.
func TestUnsetMembers(t *testing.T) {
	frames := map[string]string{
		"a.js": `const app = require('express')()
GUARD
app.post('/a', (req, res) => { const c = new Cutter(req.body.o); if (req.body.l) c.loose(); c.cut(String(req.body.s)) })`,
		"a.py": `import re
from flask import Flask, request
app = Flask(__name__)
class Cutter:
    GUARD
    def cut(self, s): return re.search(r'(a+)+$', s[:self.max])
@app.post('/a')
def a():
    o = request.form.get('o')
    c = Cutter(o)
    if o: c.loose()
    c.cut(request.form['s'])
`,
		"a.php": `<?php
class Cutter { GUARD
  function cut($s) { preg_match('/(a+)+$/', substr($s, 0, $this->max)); } }
$c = new Cutter($_POST['o']);
if ($_POST['o']) $c->loose();
$c->cut($_POST['s']);
`,
		"a.rb": `require 'sinatra'
class Cutter
  GUARD
  def cut(s) = s[0...@max] =~ /\A(a+)+\z/
end
post '/a' do
  c = Cutter.new(params[:o])
  c.loose if params[:o]
  c.cut(params[:s].to_s)
end
`,
		"a.cs": `using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;
class Cutter { GUARD
  public bool Cut(string s) { if (s.Length > Max) return false; return Regex.IsMatch(s, "(a+)+$"); } }
[ApiController] [Route("a")] public class AController : ControllerBase {
  [HttpGet] public bool Get([FromQuery] string s, bool o) { var c = new Cutter(o); if (o) c.Loose(); return c.Cut(s); } }
`,
	}
	const cut = " cut(s) { /(a+)+$/.test(s.slice(0, this.max)) } }"
	for _, c := range []struct {
		file, code string
		bounds     bool
	}{
		{"a.js", "class Cutter { constructor() { this.max = 50 } loose() {}" + cut, true},
		{"a.js", "class Cutter { max = 50; loose() {}" + cut, true},
		{"a.js", "class Base { constructor() { this.max = 50 } } class Cutter extends Base { loose() {}" + cut, true},
		{"a.js", "class Cutter { constructor(o, max = 50) { const n = o; this.max = max } loose() {}" + cut, true},
		{"a.js", "class Cutter { constructor(o) { if (o) { this.max = 50 } else this.max = 30 } loose() {}" + cut, true},
		{"a.js", "class Cutter { constructor(o) { if (o) this.max = 20 } loose() {} cut(s) { /(a+)+$/.test(s.slice(0, this.max ?? 50)) } }", true},
		{"a.js", "function Cutter() { this.max = 50 } Cutter.prototype.loose = function () {}; Cutter.prototype.cut = function (s) { /(a+)+$/.test(s.slice(0, this.max)) }", true},
		{"a.js", "class Cutter { constructor(o) { if (o) this.max = 50 } loose() {}" + cut, false},
		{"a.js", "let max = 1; class Cutter { constructor(o) { if (o) this.max = 50; max = 50 } loose() {}" + cut, false},
		{"a.js", "let max = 1; class Cutter { constructor(o) { if (o) this.max = 50; else max = 50 } loose() {}" + cut, false},
		{"a.js", "class Cutter { constructor(o) { if (o) return; this.max = 50 } loose() {}" + cut, false},
		{"a.js", "class Cutter { max; loose() { this.max = 50 }" + cut, false},
		{"a.js", "class Cutter { loose() { this.max = 50 }" + cut, false},
		{"a.js", "class Cutter { constructor() { this.max = 50 } loose() { this.max = undefined }" + cut, false},
		{"a.js", "class Cutter { constructor(o) { [1].forEach(() => { this.max = 50 }) } loose() {}" + cut, false},
		{"a.js", "function Cutter(o) { if (o) this.max = 50 } Cutter.prototype.loose = function () {}; Cutter.prototype.cut = function (s) { /(a+)+$/.test(s.slice(0, this.max)) }", false},
		{"a.py", "def __init__(self, o): self.max = 50", true},
		{"a.py", "max = 50", true},
		{"a.py", "def __init__(self, o): self.max = 50\n    def loose(self): self.max = None", false},
		{"a.py", "def __init__(self, o): self.max = o and 50", false},
		{"a.py", "max = None\n    def __init__(self, o):\n        if o: self.max = 50", false},
		{"a.php", "private $max = 50; function loose() {}", true},
		{"a.php", "private $max; function __construct($o) { $this->max = 50; }", true},
		{"a.php", "private $max; function __construct($o) { if ($o) $this->max = 50; }", false},
		{"a.php", "private $max = 50; function loose() { $this->max = null; }", false},
		{"a.php", "public $max; function loose() { $this->max = 50; }", false},
		{"a.rb", "def initialize(o); @max = 50; end", true},
		{"a.rb", "def initialize(o); if o then @max = 20 else @max = 50 end; end", true},
		{"a.rb", "def initialize(o); @max = 50 if o; end", false},
		{"a.rb", "def initialize(o); @max = o && 50; end", false},
		{"a.rb", "def initialize(o); @max = 50; end; def loose; @max = nil; end", false},
		{"a.rb", "def loose; @max = 50; end", false},
		{"a.cs", "public int Max; public Cutter(bool o) { if (o) Max = 50; } public void Loose() {}", true},
		{"a.cs", "public int? Max = 50; public void Loose() {}", true},
		{"a.cs", "public int? Max; public Cutter(bool o) { var n = 1; this.Max = 50; } public void Loose() {}", true},
		{"a.cs", "public int? Max { get; set; } = 50; public void Loose() {}", true},
		{"a.cs", "public int? Max; public Cutter(bool o) { if (o) Max = 50; } public void Loose() {}", false},
		{"a.cs", "public System.Nullable<int> Max; public Cutter(bool o) { if (o) Max = 50; } public void Loose() {}", false},
		{"a.cs", "public int? Max = 50; public Cutter(bool o) { if (o) Max = null; } public void Loose() {}", false},
		{"a.cs", "public int? Max { get; set; } = 50; public void Loose() { Max = default; }", false},
		{"a.cs", "public int? Max; public Cutter() { Max = 50; } public Cutter(bool o) { } public void Loose() {}", false},
		{"a.cs", "public int? Max; public Cutter(bool o) { int? Max; Max = 50; } public void Loose() { Max = 50; }", false},
	} {
		loosest := map[string]string{"a.js": "102400", "a.php": "8388608", "a.cs": "8192", "a.py": "500000", "a.rb": "any"}
		if got := longest(t, c.file, replaced(frames[c.file], c.code)); (got == "50") != c.bounds || got != "50" && got != loosest[c.file] && got != "any" {
			t.Errorf("%s: got %s, want it to bound: %v", c.code, got, c.bounds)
		}
	}
}
