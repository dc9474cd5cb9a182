package reach

import (
	"strings"
	"testing"
)

// application is a service in a framework, with HELPERS before its handler and CODE in it.
type application struct {
	name, file, frame string
	// sources are expressions for values of requests, by their kind.
	sources map[string]string
	// ways are what becomes of VALUE on its way to the regex, whose match is MATCH(x): helpers, "---", and code.
	ways []string
	// match is the match of X with the regex.
	match string
}

var jsWays = []string{
	"---\nMATCH(VALUE)",
	"const h = s => MATCH(s)\n---\nh(VALUE)",
	"class H { constructor(s) { this.s = s } run() { return MATCH(this.s) } }\n---\nnew H(VALUE).run()",
	"---\nconst { s } = { s: VALUE }; MATCH(s)",
	"---\nconst [t, s] = ['t', VALUE]; MATCH(s)",
	"function h(o, s = o.s) { return MATCH(s) }\n---\nh({ s: VALUE })",
	"function h({ s = 'x', ...rest }) { return MATCH(s) }\n---\nh({ s: VALUE, t: 1 })",
	"function h(...all) { return MATCH(all[1]) }\n---\nh('t', VALUE)",
	"---\nconst o = { ...{ s: VALUE } }; MATCH(o?.s)",
	"---\n[VALUE].forEach(s => MATCH(s))",
	"---\n[VALUE].map(s => s.trim()).filter(s => MATCH(s))",
	"---\nPromise.resolve(VALUE).then(s => MATCH(s))",
	"async function h(s) { return s }\n---\nMATCH(await h(VALUE))",
	"---\nMATCH(`a${VALUE}b`)",
	"---\nlet s = 'x'; if (VALUE) s = VALUE; MATCH(s)",
	"const h = { s: null, set(v) { this.s = v }, run() { return MATCH(this.s) } }\n---\nh.set(VALUE); h.run()",
	"const h = new Map()\n---\nh.set('s', VALUE); MATCH(h.get('s'))",
	"---\nMATCH(VALUE ?? 'x')",
	"function h(f) { return f() }\n---\nh(() => MATCH(VALUE))",
	"const h = f => s => f(s)\n---\nh(s => MATCH(s))(VALUE)",
	"class A { run(s) { return this.own(s) } }\nclass B extends A { own(s) { return MATCH(s) } }\n---\nnew B().run(VALUE)",
	"---\nfor (const s of [VALUE]) MATCH(s)",
	"---\nMATCH(JSON.parse(JSON.stringify({ s: VALUE })).s)",
	"---\nMATCH(['a', VALUE].join('-'))",
}

var pythonWays = []string{
	"---\nMATCH(VALUE)",
	"def h(s): return MATCH(s)\n---\nh(VALUE)",
	"class H:\n    def __init__(self, s): self.s = s\n    def run(self): return MATCH(self.s)\n---\nH(VALUE).run()",
	"def h(*, s='x', **rest): return MATCH(s)\n---\nh(s=VALUE, t=1)",
	"def h(*all): return MATCH(all[1])\n---\nh('t', VALUE)",
	"---\nt, s = 't', VALUE; MATCH(s)",
	"---\no = {'s': VALUE, **{}}; MATCH(o['s'])",
	"---\nMATCH(f'a{VALUE}b')",
	"---\nMATCH('%s' % VALUE)",
	"---\n[MATCH(s) for s in [VALUE]]",
	"---\nlist(map(lambda s: MATCH(s), [VALUE]))",
	"def h(s): yield s\n---\nfor s in h(VALUE): MATCH(s)",
	"from dataclasses import dataclass\n@dataclass\nclass H:\n    s: str\n---\nMATCH(H(VALUE).s)",
	"class H:\n    @property\n    def s(self): return self.t\n---\no = H(); o.t = VALUE; MATCH(o.s)",
	"def deco(f):\n    def inner(*a, **k): return f(*a, **k)\n    return inner\n@deco\ndef h(s): return MATCH(s)\n---\nh(VALUE)",
	"class A:\n    def run(self, s): return self.own(s)\nclass B(A):\n    def own(self, s): return MATCH(s)\n---\nB().run(VALUE)",
	"---\nif (s := VALUE): MATCH(s)",
	"---\nMATCH((VALUE or 'x').strip().lower())",
	"class H:\n    @staticmethod\n    def run(s): return MATCH(s)\n---\nH.run(VALUE)",
}

var phpWays = []string{
	"---\nMATCH(VALUE);",
	"function h($s) { return MATCH($s); }\n---\nh(VALUE);",
	"class H { function __construct(private string $s) {} function run() { return MATCH($this->s); } }\n---\n(new H(VALUE))->run();",
	"class H { static function run($s) { return MATCH($s); } }\n---\nH::run(VALUE);",
	"function h(...$all) { return MATCH($all[1]); }\n---\nh('t', VALUE);",
	"---\n['s' => $s] = ['s' => VALUE]; MATCH($s);",
	"---\n$t = VALUE; MATCH(\"a{$t}b\");",
	"---\narray_map(fn($s) => MATCH($s), [VALUE]);",
	"---\nforeach ([VALUE] as $s) MATCH($s);",
	"function h(&$s, $v) { $s = $v; }\n---\n$s = 'x'; h($s, VALUE); MATCH($s);",
	"---\n$f = function ($s) { return MATCH($s); }; $f(VALUE);",
	"---\nMATCH(trim(VALUE ?? 'x'));",
	"trait T { function run($s) { return MATCH($s); } }\nclass H { use T; }\n---\n(new H)->run(VALUE);",
	"abstract class A { function run($s) { return $this->own($s); } }\nclass B extends A { function own($s) { return MATCH($s); } }\n---\n(new B)->run(VALUE);",
}

var rubyWays = []string{
	"---\nMATCH(VALUE)",
	"def h(s) = MATCH(s)\n---\nh(VALUE)",
	"def h(t, s: 'x') \n MATCH(s)\n end\n---\nh('t', s: VALUE)",
	"---\n[VALUE].each { |s| MATCH(s) }",
	"---\nt, s = 't', VALUE; MATCH(s)",
	"---\nMATCH(\"a#{VALUE}b\")",
	"---\ns = VALUE.to_s.strip.downcase; MATCH(s)",
	"---\no = { s: VALUE }; MATCH(o[:s])",
	"def h\n yield VALUE2\n end\n---\n@v = VALUE; MATCH(@v)",
	"---\nf = ->(s) { MATCH(s) }; f.call(VALUE)",
}

var javaWays = []string{
	"---\nMATCH(VALUE);",
	"static boolean h(String s) { return MATCH(s); }\n---\nh(VALUE);",
	"static class H { private final String s; H(String s) { this.s = s; } boolean run() { return MATCH(s); } }\n---\nnew H(VALUE).run();",
	"---\nString t = \"a\" + VALUE; MATCH(t);",
	"---\nfor (String s : List.of(VALUE)) MATCH(s);",
	"---\nList.of(VALUE).stream().map(t -> t.trim()).anyMatch(s -> MATCH(s));",
	"---\nOptional.ofNullable(VALUE).map(s -> MATCH(s));",
	"---\nMap<String, String> m = new HashMap<>(); m.put(\"s\", VALUE); MATCH(m.get(\"s\"));",
	"---\nStringBuilder made = new StringBuilder(); made.append(VALUE); MATCH(made.toString());",
	"---\nString s = VALUE == null ? \"x\" : VALUE; MATCH(s);",
}

var csharpWays = []string{
	"---\nMATCH(VALUE);",
	"static bool h(string s) => MATCH(s);\n---\nh(VALUE);",
	"---\nvar t = $\"a{VALUE}b\"; MATCH(t);",
	"---\nforeach (var s in new[] { VALUE }) MATCH(s);",
	"---\nnew[] { VALUE }.Any(s => MATCH(s));",
	"---\nvar s = VALUE ?? \"x\"; MATCH(s.Trim());",
}

var applications = []application{
	{"Express", "a.js", "const app = require('express')()\napp.use(require('cookie-parser')())\nHELPERS\napp.post('/a/:p', async (req, res) => {\nCODE\n})", map[string]string{
		"url": "req.query.s", "path": "req.params.p", "body": "req.body.s", "header": "req.get('x-s')", "cookie": "req.cookies.s"}, jsWays, "/(a+)+$/.test(X)"},
	{"Koa", "a.js", "const Koa = require('koa'), Router = require('@koa/router')\nconst app = new Koa(), r = new Router()\nHELPERS\nr.post('/a/:p', async ctx => {\nCODE\n})\napp.use(r.routes())", map[string]string{
		"url": "ctx.query.s", "path": "ctx.params.p", "body": "ctx.request.body.s", "header": "ctx.get('x-s')", "cookie": "ctx.cookies.get('s')"}, jsWays, "/(a+)+$/.test(X)"},
	{"Fastify", "a.js", "const app = require('fastify')()\nHELPERS\napp.post('/a/:p', async (req, reply) => {\nCODE\n})", map[string]string{
		"url": "req.query.s", "path": "req.params.p", "body": "req.body.s", "header": "req.headers['x-s']", "cookie": "req.cookies.s"}, jsWays, "/(a+)+$/.test(X)"},
	{"Flask", "a.py", "import re\nfrom flask import Flask, request\napp = Flask(__name__)\nHELPERS\n@app.post('/a/<p>')\ndef a(p):\n    CODE", map[string]string{
		"url": "request.args.get('s')", "path": "p", "body": "request.json['s']", "header": "request.headers['X-S']", "cookie": "request.cookies.get('s')"}, pythonWays, "re.search(r'(a+)+$', X)"},
	{"FastAPI", "a.py", "import re\nfrom fastapi import FastAPI, Request, Header, Cookie\nfrom pydantic import BaseModel\nclass M(BaseModel):\n    s: str\napp = FastAPI()\nHELPERS\n@app.post('/a/{p}')\nasync def a(p: str, q: str, m: M, request: Request, x: str = Header(), c: str = Cookie()):\n    CODE", map[string]string{
		"url": "q", "path": "p", "body": "m.s", "header": "x", "cookie": "request.cookies['s']"}, pythonWays, "re.search(r'(a+)+$', X)"},
	{"Django", "views.py", "import re, json\nfrom django.urls import path\nHELPERS\ndef a(request, p):\n    CODE\nurlpatterns = [path('a/<p>', a)]", map[string]string{
		"url": "request.GET['s']", "path": "p", "body": "json.loads(request.body)['s']", "header": "request.META['HTTP_X_S']", "cookie": "request.COOKIES['s']"}, pythonWays, "re.search(r'(a+)+$', X)"},
	{"Laravel", "a.php", "<?php\nuse Illuminate\\Http\\Request;\nuse Illuminate\\Support\\Facades\\Route;\nHELPERS\nRoute::post('/a/{p}', function (Request $request, $p) {\nCODE\n});", map[string]string{
		"url": "$request->query('s')", "path": "$p", "body": "$request->input('s')", "header": "$request->header('x-s')", "cookie": "$request->cookie('s')"}, phpWays, "preg_match('/(a+)+$/', X)"},
	{"Rails", "app/controllers/a_controller.rb", "class AController < ApplicationController\nHELPERS\ndef create\nCODE\nend\nend", map[string]string{
		"body": "params[:s]", "header": "request.headers['X-S']", "cookie": "cookies[:s]"}, rubyWays, "/(a+)+$/.match?(X)"},
	{"Spring", "A.java", "import java.util.*;\nimport java.util.regex.Pattern;\nimport org.springframework.web.bind.annotation.*;\n@RestController class A {\nHELPERS\n@PostMapping(\"/a/{p}\") void a(@PathVariable String p, @RequestParam String q, @RequestBody String b, @RequestHeader String x, @CookieValue String c) {\nCODE\n}\n}", map[string]string{
		"url": "q", "path": "p", "body": "b", "header": "x", "cookie": "c"}, javaWays, "Pattern.matches(\"(a+)+$\", X)"},
	{"ASP.NET", "A.cs", "using System.Text.RegularExpressions;\nusing Microsoft.AspNetCore.Builder;\nusing Microsoft.AspNetCore.Http;\nvar app = WebApplication.CreateBuilder(args).Build();\nHELPERS\napp.MapPost(\"/a/{p}\", (string p, HttpRequest r) => {\nCODE\n});", map[string]string{
		"url": "r.Query[\"s\"]", "path": "p", "header": "r.Headers[\"X-S\"]", "cookie": "r.Cookies[\"s\"]", "body": "r.Form[\"s\"]"}, csharpWays, "Regex.IsMatch(X, \"(a+)+$\")"},
}

// source returns an application in which a value goes a way.
func (a *application) source(value, way string) string {
	helpers, code, _ := strings.Cut(way, "---\n")
	if strings.HasSuffix(a.file, ".py") {
		code = strings.ReplaceAll(code, "\n", "\n    ")
	}
	text := strings.NewReplacer("HELPERS", helpers, "CODE", code).Replace(a.frame)
	for {
		before, rest, ok := strings.Cut(text, "MATCH(")
		if !ok {
			return strings.ReplaceAll(text, "VALUE", value)
		}
		depth, end := 1, 0
		for depth > 0 {
			switch rest[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
			end++
		}
		text = before + strings.Replace(a.match, "X", rest[:end-1], 1) + rest[end:]
	}
}

// TestApplications follows values of each kind in each framework along each way of its language. In all of them anybody
// can send what the regex meets.
func TestApplications(t *testing.T) {
	all, missed := 0, 0
	for _, a := range applications {
		for _, kind := range sortedKeys(a.sources) {
			for _, way := range a.ways {
				text := a.source(a.sources[kind], way)
				paths, texts, files := archive("-- " + a.file + " --\n" + text)
				regexes := regexesIn(paths, texts)
				if len(regexes) != 1 {
					t.Fatalf("%d regexes in\n%s", len(regexes), text)
				}
				all++
				if got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes)[0].Level; got != Remote {
					missed++
					t.Errorf("%s, %s, %q: got %s, want remote", a.name, kind, way, got)
				}
			}
		}
	}
	t.Logf("%d of %d found", all-missed, all)
}
