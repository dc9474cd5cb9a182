package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestStoredInputs has handlers store something in what was sent to them, under the name that is matched.
func TestStoredInputs(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"members of the body of Express", "a.js", `
const app = require('express')()
app.use(require('express').json())
app.post('/a', (req, res) => { req.body.s = req.query.q; /(a+)+$/.test(req.body.s) })
app.post('/b', (req, res) => { req.body.s = req.body.s + 'abc'; /(b+)+$/.test(req.body.s) })
app.post('/c', (req, res) => { const b = req.body; b.s = b.t + b.t; /(c+)+$/.test(b.s) })
app.post('/d', (req, res) => { for (const x of [1, 2]) req.body.s += 'abc'; /(d+)+$/.test(req.body.s) })
app.post('/e', (req, res) => { [1, 2].forEach(() => { req.body.s += 'abc' }); /(e+)+$/.test(req.body.s) })
app.post('/f', (req, res) => { req.body.s = req.body.s.trim(); /(f+)+$/.test(req.body.s) })
app.post('/g', (req, res) => { req.body.t = req.query.q; /(g+)+$/.test(req.body.s) })
`, "remote body POST /a body.s 102400; remote body POST /b body.s 102403; remote body POST /c body.t 204800; remote body POST /d body.s -1; remote body POST /e body.s -1; remote body POST /f body.s 102400; remote body POST /g body.s 102400"},
		{"what earlier handlers put in the place of the body", "a.js", `
const express = require('express'), { z } = require('zod')
const app = express()
app.use(express.json({ limit: 60 }))
app.use('/a', (req, res, next) => { req.body.s = req.query.q; next() })
app.post('/a', (req, res) => /(a+)+$/.test(req.body.s))
app.post('/b', (req, res, next) => { req.body = req.query; next() }, (req, res) => /(b+)+$/.test(req.body.t))
app.post('/c', (req, res, next) => { req.body.u = req.body.u.repeat(1e6); next() }, (req, res) => /(c+)+$/.test(req.body.u))
app.post('/d', (req, res, next) => { req.body.v = req.body.v.trim(); next() }, (req, res) => /(d+)+$/.test(req.body.v))
app.post('/e', (req, res) => /(e+)+$/.test(req.body.w))
app.post('/f', (req, res, next) => { Object.assign(req.body, req.query); next() }, (req, res) => /(f+)+$/.test(req.body.x))
app.post('/g', (req, res) => { const all = Object.assign({}, req.body, req.query); /(g+)+$/.test(req.body.y) })
`, "remote url POST /a query.q 16384; remote url POST /b query.t 16384; remote body POST /c body.u -1; remote body POST /d body.v 60; remote body POST /e body.w 60; remote url POST /f query.x 16384; remote body POST /g body.y 60"},
		{"members of a class that is checked", "a.ts", `
import { Controller, Post, Body, Query, UsePipes, ValidationPipe } from '@nestjs/common'
import { MaxLength } from 'class-validator'
class Form { @MaxLength(13) s: string }
function put(f: Form, v: string) { f.s = v }
@Controller()
@UsePipes(new ValidationPipe())
export class C {
  @Post('a') a(@Body() f: Form) { /(a+)+$/.test(f.s) }
  @Post('b') b(@Body() f: Form, @Query('q') q: string) { f.s = q; /(b+)+$/.test(f.s) }
  @Post('c') c(@Body() f: Form, @Query('q') q: string) { put(f, q); /(c+)+$/.test(f.s) }
  @Post('d') d(@Body() f: Form) { f.s = f.s + '!'; /(d+)+$/.test(f.s) }
  @Post('e') e(@Body() f: Form) { f.s = f.s + f.s; /(e+)+$/.test(f.s) }
}
`, "remote body POST /a f 13; remote url POST /b q 16384; remote url POST /c q 16384; remote body POST /d f 14; remote body POST /e f -1"},
		{"setters of a class that is checked", "A.java", `
import org.springframework.web.bind.annotation.*;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.regex.Pattern;
class Form {
  @Size(max = 13) private String s;
  public String getS() { return s; }
  public void setS(String v) { this.s = v; }
}
@RestController
class A {
  @PostMapping("/a") boolean a(@Valid @RequestBody Form f) { return Pattern.compile("(a+)+$").matcher(f.getS()).find(); }
  @PostMapping("/b") boolean b(@Valid @RequestBody Form f, @RequestParam String q) { f.setS(q); return Pattern.compile("(b+)+$").matcher(f.getS()).find(); }
}
`, "remote body POST /a f 13; remote body POST /b q 2097152"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestStoredByMany says so where a handler may run more functions than are looked at for what they store.
func TestStoredByMany(t *testing.T) {
	var code strings.Builder
	code.WriteString("const app = require('express')()\napp.use(require('express').json())\n")
	for i := range 1100 {
		fmt.Fprintf(&code, "function f%d(req) { f%d(req) }\n", i, i+1)
	}
	code.WriteString("function f1100(req) { req.body.s = req.query.q }\napp.post('/a', (req, res) => { f0(req); /(a+)+$/.test(req.body.s) })\n")
	got := describe(t, "\n-- a.js --\n"+code.String())
	if want := "very many functions"; !strings.Contains(got, want) {
		t.Errorf("got %s, want %q in it", got, want)
	}
}
