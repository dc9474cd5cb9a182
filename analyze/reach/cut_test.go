package reach

import "testing"

// TestCuts cuts texts by places that are worked out, and holds them against forms that have a length.
func TestCuts(t *testing.T) {
	const (
		js   = "const express = require('express'), { z } = require('zod'), app = express()\nconst MAX = 50\napp.post('/a', (req, res) => { const s = req.body.s, n = req.body.n; res.json(/(a+)+$/.test(GUARD)) })"
		zod  = "const express = require('express'), { z } = require('zod'), app = express()\napp.post('/a', (req, res) => { const b = z.object({ s: GUARD }).parse(req.body); res.json(/(a+)+$/.test(b.s)) })"
		list = "const express = require('express'), { z } = require('zod'), app = express()\napp.post('/a', (req, res) => { const b = z.object({ l: GUARD }).parse(req.body); for (const x of b.l) /(a+)+$/.test(x) })"
		py   = "import re\nfrom flask import Flask, request\napp = Flask(__name__)\nMAX = 50\n@app.post('/a')\ndef a():\n    s = request.get_json()['s']\n    n = len(s)\n    m = request.get_json()['m']\n    re.search(r'(a+)+$', GUARD)\n"
		php  = "<?php\n$s = substr($_POST['s'], 0, 50);\npreg_match('/(a+)+$/', GUARD);\n"
		ruby = "class AController < ApplicationController\n  MAX = 50\n  def run\n    s = params[:s].to_s\n    GUARD =~ /(a+)+$/\n  end\nend\n"
		nest = "import { Controller, Post, Body, ValidationPipe } from '@nestjs/common'\nimport { IsEnum, IsIn, IsUUID, MaxLength } from 'class-validator'\nenum Kind { A = 'abc', B = 'abcde' }\nclass Dto { GUARD }\n@Controller('a') export class A { @Post() run(@Body(new ValidationPipe()) d: Dto) { return /(a+)+$/.test(d.s) } }\n"
	)
	for _, test := range []struct{ file, frame, code, want string }{
		{"a.js", js, "s.slice(0, Math.min(50, s.length))", "50"},
		{"a.js", js, "s.substring(0, Math.min(s.length, MAX))", "50"},
		{"a.js", js, "s.slice(0, Math.min(n, 50))", "102400"}, // which may be negative
		{"a.js", js, "s.slice(0, Math.max(s.length, 50))", "102400"},
		{"a.js", js, "s.slice(0, Math.min(s.length, n))", "102400"},
		{"a.js", js, "s.slice(0, Math.min(...n, 50))", "102400"},
		{"a.js", zod, "z.string().uuid()", "36"},
		{"a.js", zod, "z.uuid().optional()", "36"},
		{"a.js", zod, "z.string().max(50).or(z.string().length(5))", "50"},
		{"a.js", zod, "z.string().max(50).or(z.string())", "102400"},
		{"a.js", zod, "z.string().max(50).or(z.string().max(60).transform(String))", "102400"},
		{"a.js", zod, "z.string().datetime()", "102400"}, // fractions of seconds have any length
		{"a.js", zod, "z.date()", "102400"},
		{"a.js", list, "z.string().max(50).array().max(3)", "50"},
		{"a.js", list, "z.string().array().max(50)", "102400"},
		{"a.py", py, "s[:min(n, 50)]", "50"},
		{"a.py", py, "s[:min(MAX, len(s))]", "50"},
		{"a.py", py, "s[:min(m, 50)]", "any"},
		{"a.py", py, "s[:min([n, 50], key=m)]", "any"},
		{"a.py", py, "s[-50:]", "50"},
		{"a.py", py, "s[-0:]", "any"},
		{"a.py", py, "s[:-50]", "any"},
		{"a.php", php, "addslashes($s)", "100"},
		{"a.php", php, "escapeshellcmd($s)", "100"},
		{"a.php", php, "escapeshellarg($s)", "300"}, // quotes alone make 202
		{"a.php", php, "nl2br($s)", "350"},
		{"a.php", php, "html_entity_decode($s)", "100"}, // &nGt; is six bytes
		{"app/controllers/a.rb", ruby, "s.first(50)", "50"},
		{"app/controllers/a.rb", ruby, "s.last(50)", "50"},
		{"app/controllers/a.rb", ruby, "s[0..MAX]", "51"},
		{"app/controllers/a.rb", ruby, "s[0..MAX - 1]", "50"},
		{"app/controllers/a.rb", ruby, "s[0...MAX]", "50"},
		{"app/controllers/a.rb", ruby, "s[-50..]", "50"},
		{"app/controllers/a.rb", ruby, "s[0..-2]", "any"},
		{"app/controllers/a.rb", ruby, "s.truncate(50, separator: ' ')", "50"},
		{"app/controllers/a.rb", ruby, "s.then { |x| x.first(50) }", "50"},
		{"app/controllers/a.rb", ruby, "s.then { |x| x.first(50); x }", "any"},
		{"app/controllers/a.rb", ruby, "s.tap { |x| x.first(50) }", "any"},
		{"app/controllers/a.rb", ruby, "s.lines.reject { |x| x.length > 50 }.first", "50"},
		{"app/controllers/a.rb", ruby, "s.lines.reject { |x| x.length > 50 && x.ascii_only? }.first", "any"},
		{"app/controllers/a.rb", ruby, "s.lines.reject { |x| x.length < 50 }.first", "any"},
		{"app/controllers/a.rb", ruby, "s.lines.select { |x| x.length <= 50 }.first", "50"},
		{"app/controllers/a.rb", ruby, "s.lines.select { |x| x.length >= 50 }.first", "any"},
		{"app/controllers/a.rb", ruby, "s.lines.find { |x| x.size < 51 }", "50"},
		{"app/controllers/a.rb", ruby, "s.lines.partition { |x| x.size < 51 }.last.first", "any"},
		{"app/controllers/a.rb", ruby, "s.truncate(50, **opts)", "any"}, // which may hold an omission
		{"app/controllers/a.rb", ruby, "s.truncate(50, opts)", "any"},
		{"a.ts", nest, "@IsIn(['abc', 'abcde']) s: string", "5"},
		{"a.ts", nest, "@IsEnum(Kind) s: Kind", "5"},
		{"a.ts", nest, "@IsUUID() s: string", "36"},
		{"a.ts", nest, "@IsUUID('4', { each: true }) s: string", "102400"},
		{"a.ts", nest, "@MaxLength(50, { each: true }) s: string[]", "102400"},
		{"a.ts", nest, "@MaxLength(50, { groups: ['x'] }) s: string", "102400"},
		{"a.ts", nest, "@IsIn(kinds) s: string", "102400"},
	} {
		if got := longest(t, test.file, replaced(test.frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
