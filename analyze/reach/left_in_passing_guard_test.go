package reach

import "testing"

// TestLeftInPassing bounds texts by conditions behind which the function is left in the same expression.
func TestLeftInPassing(t *testing.T) {
	for _, g := range []guardCase{
		{"Ruby", "a.rb", `
require 'sinatra'
post '/a' do
  s = params[:s].to_s
  o = params[:o].to_s
  GUARD
  s =~ /(a+)+$/
end
`, "10", "any", []string{
			"s.length <= 10 or halt(400)",
			"s.length <= 10 || halt(400)",
			"s.length > 10 and halt 400",
			"s.length > 10 && halt(400)",
			"(s.length <= 10 && o) or halt(400)",
			"s.length <= 10 or raise 'long'",
			"s.length <= 10 or abort('long')",
			"o || s.length <= 10 or halt(400)\n  s.length > 10 and halt(400)",
		}, []string{
			"s.length <= 10 and halt(400)",
			"s.length > 10 or halt(400)",
			"o.length <= 10 or halt(400)",
			"(s.length <= 10 || o) or halt(400)",
			"s.length <= 10 or puts(400)",
			"s.length <= 10 or o == 'x' && halt(400)",
			"s.length <= 10 or halt(400)\n  s = o",
			"(s.length > 10 && o) and halt(400)",
		}},
		{"PHP", "a.php", `<?php
$s = (string) $_POST['s']; $o = $_POST['o'];
GUARD
preg_match('/(a+)+$/', $s);
`, "10", "8388608", []string{
			"strlen($s) <= 10 or exit('long');",
			"strlen($s) <= 10 || exit('long');",
			"strlen($s) > 10 and die();",
			"strlen($s) > 10 && die('long');",
			"strlen($s) <= 10 or die;",
			"strlen($s) <= 10 or throw new Exception('long');",
			"(strlen($s) <= 10 && $o) or exit;",
			"!(strlen($s) > 10) or exit;",
		}, []string{
			"strlen($s) <= 10 and exit('long');",
			"strlen($s) > 10 or exit('long');",
			"strlen($o) <= 10 or exit('long');",
			"(strlen($s) <= 10 || $o) or exit;",
			"strlen($s) <= 10 or print('long');",
			"strlen($s) <= 10 or ($o && exit('long'));",
			"strlen($s) <= 10 or exit; $s = (string) $_POST['o'];",
			"(strlen($s) > 10 && $o) and exit;",
		}},
		{"JavaScript", "a.js", `
const app = require('express')()
const fail = () => { throw new Error('long') }
app.post('/a', (req, res) => { let s = String(req.body.s); const o = req.body.o
  GUARD;
  /(a+)+$/.test(s);
})`, "10", "102400", []string{
			"s.length <= 10 || fail()",
			"s.length > 10 && fail()",
			"s.length <= 10 || process.exit(1)",
			"; (s.length <= 10 && o) || fail()",
			"s.length > 10 && process.exit(1)",
			"!(s.length > 10) || fail()",
			"; (o || s.length > 10) && fail()",
			"const fine = s.length <= 10; fine || fail()",
		}, []string{
			"s.length <= 10 && fail()",
			"s.length > 10 || fail()",
			"o.length <= 10 || fail()",
			"; (s.length <= 10 || o) || fail()",
			"s.length <= 10 || res.end()",
			"s.length <= 10 || (o && fail())",
			"s.length <= 10 || fail(); s = String(o)",
			"s.length <= 10 ?? fail()",
			"s.length <= 10 || fail",
		}},
	} {
		g.run(t)
	}
}
