package reach

import "testing"

// TestReadAsNumbers takes a text that is made of what another one was read as for as short as such a value is written, unless
// code says how long it gets.
func TestReadAsNumbers(t *testing.T) {
	const (
		java   = "import org.springframework.web.bind.annotation.*; import java.util.*;\n@RestController class A { @PostMapping(\"/a\") boolean a(@RequestBody String s) { GUARD return s.matches(\"(a+)+\"); } }"
		kotlin = "import org.springframework.web.bind.annotation.*\nimport java.util.UUID\n@RestController class A { @PostMapping(\"/a\") fun a(@RequestBody t: String): Boolean { var s = t\n GUARD\n return s.matches(Regex(\"(a+)+\")) } }"
		sharp  = "using Microsoft.AspNetCore.Mvc; using System; using System.Text.RegularExpressions;\n[ApiController] public class A : ControllerBase { [HttpPost(\"/a\")] public bool Get([FromForm] string s) { GUARD return Regex.IsMatch(s, \"(a+)+$\"); } }"
		php    = "<?php $s = $_POST['s']; GUARD preg_match('/^(a+)+$/', $s);"
		ruby   = "require 'sinatra'\npost '/a' do\n  s = params[:s].to_s\n  GUARD\n  s.match?(/\\A(a+)+\\z/)\nend"
		js     = "const app = require('express')()\napp.post('/a', (req, res) => { let s = String(req.body.s); GUARD; /(a+)+$/.test(s) })"
		py     = "import re\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.post('/a')\ndef a():\n    s = request.form['s']\n    GUARD\n    re.match(r'(a+)+$', s)\n"
	)
	for _, test := range []struct{ file, text, guard, want string }{
		{"A.java", java, "s = String.valueOf(Integer.parseInt(s));", "11"},
		{"A.java", java, "s = Long.valueOf(s).toString();", "20"},
		{"A.java", java, "s = UUID.fromString(s).toString();", "36"},
		{"A.java", java, "s = \"\" + Boolean.parseBoolean(s);", "5"},
		{"A.java", java, "s = String.format(\"%099999d\", Integer.parseInt(s));", "100018"},
		{"A.java", java, "Integer.parseInt(s);", "any"},
		{"A.java", java, "try { s = String.valueOf(Integer.parseInt(s)); } catch (NumberFormatException e) { }", "any"},
		{"A.kt", kotlin, "s = s.toInt().toString()", "11"},
		{"A.kt", kotlin, "s = (s.toLongOrNull() ?: return false).toString()", "20"},
		{"A.kt", kotlin, "s = s.toBoolean().toString()", "5"},
		{"A.kt", kotlin, "s = s.toInt().toString().padStart(99999)", "100010"},
		{"A.kt", kotlin, "s.toIntOrNull()", "any"},
		{"A.cs", sharp, "s = int.Parse(s).ToString();", "11"},
		{"A.cs", sharp, "if (!int.TryParse(s, out var n)) return false; s = n.ToString();", "11"},
		{"A.cs", sharp, "if (!Guid.TryParse(s, out Guid g)) return false; s = g.ToString();", "36"},
		{"A.cs", sharp, "s = int.Parse(s).ToString(\"D99999\");", "any"},
		{"A.cs", sharp, "s = string.Format(\"{0:D99999}\", int.Parse(s));", "100020"},
		{"A.cs", sharp, "s = $\"{int.Parse(s):D99999}\";", "any"},
		{"A.cs", sharp, "s = $\"{int.Parse(s),99999}\";", "any"},
		{"A.cs", sharp, "s = $\"x{int.Parse(s)}\";", "12"},
		{"A.cs", sharp, "int.TryParse(s, out var n);", "4194304"},
		{"a.php", php, "$s = (string) intval($s);", "20"},
		{"a.php", php, "$s = (string) floatval($s);", "24"},
		{"a.php", php, "$s = sprintf('%099999d', intval($s));", "100027"},
		{"a.php", php, "intval($s);", "8388608"},
		{"a.rb", ruby, "s = s.to_f.to_s", "24"},
		{"a.rb", ruby, "s = s.to_f.round(2).to_s", "any"},
		{"a.rb", ruby, "s = s.to_i.to_s", "any"},
		{"a.js", js, "s = String(Boolean(s))", "5"},
		{"a.js", js, "s = String(Boolean(s) && req.body.t)", "102400"},
		{"a.py", py, "s = str(bool(s))", "5"},
		{"a.py", py, "s = str(bool(s) and request.form['t'])", "any"},
	} {
		if got := longest(t, test.file, replaced(test.text, test.guard)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.guard, got, test.want)
		}
	}
}

// TestPatternsOfConstraints bounds by a pattern that a constraint says all of a text has to match.
func TestPatternsOfConstraints(t *testing.T) {
	const (
		java    = "import jakarta.validation.Valid; import jakarta.validation.constraints.*; import org.springframework.web.bind.annotation.*;\nclass D { GUARD public String s; }\n@RestController class A { @PostMapping(\"/a\") boolean a(@Valid @RequestBody D d) { return d.s.matches(\"(a+)+\"); } }"
		sharp   = "using Microsoft.AspNetCore.Mvc; using System.ComponentModel.DataAnnotations; using System.Text.RegularExpressions;\npublic class D { GUARD public string S { get; set; } }\n[ApiController] public class A : ControllerBase { [HttpPost(\"/a\")] public bool Get([FromBody] D d) { return Regex.IsMatch(d.S, \"(a+)+$\"); } }"
		symfony = "<?php\nuse Symfony\\Component\\Routing\\Attribute\\Route;\nuse Symfony\\Component\\HttpKernel\\Attribute\\MapRequestPayload;\nuse Symfony\\Component\\Validator\\Constraints as Assert;\nclass D { public function __construct(GUARD public string $s) {} }\nclass A extends Symfony\\Bundle\\FrameworkBundle\\Controller\\AbstractController { #[Route('/a', methods: ['POST'])] public function a(#[MapRequestPayload] D $d) { preg_match('/^(a+)+$/', $d->s); } }"
	)
	for _, test := range []struct{ file, text, guard, want string }{
		{"A.java", java, "@Pattern(regexp = \"\\\\w{1,20}\")", "20"},
		{"A.java", java, "@Pattern(regexp = \"^\\\\w{1,20}$\")", "20"},
		{"A.java", java, "@Pattern(regexp = \"\\\\w+\")", "any"},
		{"A.java", java, "@Pattern(regexp = \"\\\\w{1,20}|x*\")", "any"},
		{"A.java", java, "@Pattern(regexp = \"a {1,20}\", flags = Pattern.Flag.COMMENTS)", "any"},
		{"A.java", java, "@Pattern(regexp = \"\\\\w{1,20}\", groups = X.class)", "any"},
		{"A.cs", sharp, "[RegularExpression(@\"^\\w{1,20}$\")]", "20"},
		{"A.cs", sharp, "[RegularExpression(\"[a-z]{1,20}\")]", "20"},
		{"A.cs", sharp, "[RegularExpression(@\"\\w*\")]", "30000000"},
		{"A.cs", sharp, "[RegularExpression(@\"^\\w{1,20}\\s*$\")]", "30000000"},
		{"A.php", symfony, "#[Assert\\Regex('/^\\w{1,20}$/D')]", "20"},
		{"A.php", symfony, "#[Assert\\Regex(pattern: '/\\A[a-z]{1,20}\\z/')]", "20"},
		{"A.php", symfony, "#[Assert\\Regex('/^\\w{1,20}/')]", "any"},
		{"A.php", symfony, "#[Assert\\Regex('/^\\w{1,20}$/m')]", "any"},
		{"A.php", symfony, "#[Assert\\Regex(pattern: '/^\\w{1,20}$/D', match: false)]", "any"},
	} {
		if got := longest(t, test.file, replaced(test.text, test.guard)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.guard, got, test.want)
		}
	}
}
