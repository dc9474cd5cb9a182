package reach

import "testing"

// TestGuardsThatAreLeftOut bounds by no check that some builds or runs of a program leave out, that is made later than it
// seems, or that is asked about something else than the text.
func TestGuardsThatAreLeftOut(t *testing.T) {
	const (
		sharp   = "using Microsoft.AspNetCore.Mvc; using System; using System.Collections.Generic; using System.Diagnostics; using System.Text.RegularExpressions;\n[ApiController] public class A : ControllerBase {\n"
		post    = "[HttpPost(\"/a\")] public bool Get([FromForm] string s) {\n"
		end     = "\nreturn Regex.IsMatch(s, \"(a+)+$\"); }"
		limit   = "if (s.Length > 50) throw new ArgumentException(\"s\");"
		nest    = "import { Body, Controller, Post, ValidationPipe } from '@nestjs/common'\nimport { NestFactory } from '@nestjs/core'\nimport { MaxLength } from 'class-validator'\nclass Dto { @MaxLength(50) s: string }\n@Controller('a') export class A { @Post() run(@Body() d: Dto) { return /(a+)+$/.test(d.s) } }\n"
		schema  = "type: 'object', properties: { s: { type: 'string', maxLength: 50 } }, required: ['s']"
		ajvPost = "app.post('/a', (req, res) => { if (!check(req.body)) return res.end(); res.json(/(a+)+$/.test(req.body.s)) })"
		py      = "import re\nfrom typing import List, Optional\nfrom fastapi import FastAPI\nfrom pydantic import BaseModel, Field\napp = FastAPI()\nclass D(BaseModel):\n    s: "
		pyPost  = "\n@app.post('/a')\ndef a(d: D):\n    return re.match(r'(a+)+$', str(d.s))\n"
		symfony = "<?php\nuse Symfony\\Component\\Routing\\Attribute\\Route;\nuse Symfony\\Component\\HttpKernel\\Attribute\\MapRequestPayload;\nuse Symfony\\Component\\Validator\\Constraints as Assert;\n"
		payload = "class A extends Symfony\\Bundle\\FrameworkBundle\\Controller\\AbstractController { #[Route('/a', methods: ['POST'])] public function a(#[MapRequestPayload"
		match   = "] Dto $d) { preg_match('/^(a+)+$/', $d->s); } }"
	)
	for _, test := range []struct {
		file, text, want string
	}{
		{"a.cs", sharp + post + "#if DEBUG\n" + limit + "\n#endif" + end + "}", "4194304"},
		{"a.cs", sharp + post + "#if NET8_0\nint n = 1;\n#else\n" + limit + "\n#endif" + end + "}", "4194304"},
		{"a.cs", sharp + post + "#if A\n# if B\n" + limit + "\n# endif\n#endif" + end + "}", "4194304"},
		{"a.cs", sharp + post + "#if DEBUG\nint n = 1;\n#endif\n" + limit + end + "}", "50"},
		{"a.cs", sharp + "#if NET8_0\n" + post + limit + end + "\n#endif\n}", "50"},
		{"a.cs", sharp + post + "#region x\n" + limit + "\n#endregion" + end + "}", "50"},
		{"a.cs", sharp + post + "Check(s);" + end + "void Check(string s) { " + limit + " } }", "50"},
		{"a.cs", sharp + post + "Check(s);" + end + "[Conditional(\"DEBUG\")] void Check(string s) { " + limit + " } }", "4194304"},
		{"a.cs", sharp + post + "Check(s);" + end + "IEnumerable<string> Check(string s) { " + limit + " yield return s; } }", "4194304"},
		{"a.cs", sharp + post + "Check(s);" + end + "IEnumerable<string> Check(string s) { " + limit + " yield break; } }", "4194304"},
		{"a.cs", sharp + post + "Check(s);" + end + "void Check(string s) { " + limit + " IEnumerable<int> All() { yield return 1; } } }", "50"},
		{"a.ts", nest + "async function start() { const app = await NestFactory.create(A); app.useGlobalPipes(new ValidationPipe()); }", "50"},
		{"a.ts", nest + "async function start() { const app = await NestFactory.create(A); if (process.env.CHECK) app.useGlobalPipes(new ValidationPipe()); }", "102400"},
		{"a.ts", nest + "async function start() { const app = await NestFactory.create(A); process.env.CHECK && app.useGlobalPipes(new ValidationPipe()); }", "102400"},
		{"a.js", "const schema = { " + schema + " }\n" + "const app = require('express')(), Ajv = require('ajv'), check = new Ajv().compile(schema)\n" + ajvPost, "50"},
		{"a.js", "const schema = { $async: true, " + schema + " }\n" + "const app = require('express')(), Ajv = require('ajv'), check = new Ajv().compile(schema)\n" + ajvPost, "102400"},
		{"a.py", py + "str = Field(max_length=50)" + pyPost, "50"},
		{"a.py", py + "Optional[str] = Field(None, max_length=50)" + pyPost, "50"},
		{"a.py", py + "List[str] = Field(max_length=50)" + pyPost, "any"},
		{"a.py", py + "Optional[list[str]] = Field(None, max_length=50)" + pyPost, "any"},
		{"a.py", py + "dict[str, str] = Field(max_length=50)" + pyPost, "any"},
		{"A.php", symfony + "class Dto { public function __construct(#[Assert\\Length(max: 50)] public string $s) {} }\n" + payload + match, "50"},
		{"A.php", symfony + "class Dto { public function __construct(#[Assert\\Length(max: 50)] public string $s) {} }\n" + payload + "(validationGroups: ['strict'])" + match, "any"},
		{"A.php", symfony + "class Dto { public function __construct(#[Assert\\Choice(choices: ['a', 'bb'])] public string $s) {} }\n" + payload + match, "2"},
		{"A.php", symfony + "class Dto { public function __construct(#[Assert\\Choice(choices: ['a', 'bb'], match: false)] public string $s) {} }\n" + payload + match, "any"},
		{"a.php", "<?php preg_match('/^(a+)+$/', mb_strimwidth($_POST['s'], 0, 50, '...'));", "50"},
		{"a.php", "<?php preg_match('/^(a+)+$/', mb_strimwidth($_POST['s'], 0, 50));", "50"},
		{"a.php", "<?php preg_match('/^(a+)+$/', mb_strimwidth($_POST['s'], 0, 50, $_POST['t']));", "any"},
	} {
		if got := longest(t, test.file, test.text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}
