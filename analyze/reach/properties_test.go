package reach

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"snag/analyze/source/extract"
)

// TestLimitsOfFiles reads limits out of files that are not code.
func TestLimitsOfFiles(t *testing.T) {
	const php = "\n-- index.php --\n<?php preg_match('/(a+)+$/', $_POST['s']);"
	const spring = `
-- src/main/java/a/A.java --
package a;
import org.springframework.web.bind.annotation.*;
@RestController
class A { @GetMapping("/x") String x(@RequestHeader("s") String s) { return "" + s.matches("(a+)+$"); } }`
	const form = `
-- src/main/java/a/A.java --
package a;
import org.springframework.web.bind.annotation.*;
@RestController
class A { @PostMapping("/x") String x(@RequestParam("s") String s) { return "" + s.matches("(a+)+$"); } }`
	const file = `
-- src/main/java/a/A.java --
package a;
import org.springframework.web.bind.annotation.*;
@RestController
class A { @PostMapping("/x") String x(@RequestPart("s") String s) { return "" + s.matches("(a+)+$"); } }`
	const core = `
-- A.cs --
using System.Text.RegularExpressions;
[ApiController]
public class A : ControllerBase { [HttpPost("a")] public void P([FromBody] string s) { Regex.IsMatch(s, "(a+)+$"); } }`
	const puma = "\n-- app.rb --\nrequire 'sinatra'\npost '/a' do\n  params[:s].match?(/(a+)+$/)\nend"
	const flask = `
-- a.py --
import re
from flask import Flask, request
app = Flask(__name__)
@app.post('/a')
def a(): return str(re.search('(a+)+$', request.json['s']))`
	const django = `
-- views.py --
import re
from django.http import HttpResponse
from django.views.decorators.http import require_POST
@require_POST
def a(request): return HttpResponse(str(re.search('(a+)+$', request.POST['s'])))`
	const next = `
-- app/actions.ts --
'use server'
export async function save(data: FormData) { return /(a+)+$/.test(String(data.get('s'))) }`
	const props, yml, settings = "src/main/resources/application.properties", "src/main/resources/application.yml", "appsettings.json"
	for _, test := range []struct{ code, file, text, want string }{
		{php, "php.ini", "; none\npost_max_size = 8K\n", "8192 php.ini:2"},
		{php, "php.ini", "[PHP]\npost_max_size=\"1M\" ; more\n", "1048576 php.ini:2"},
		{php, "docker/php.ini", "post_max_size = 100", "100 docker/php.ini:1"},
		{php, ".user.ini", "post_max_size = 2g", "2147483648 .user.ini:1"},
		{php, ".htaccess", "RewriteEngine On\nphp_value post_max_size 16K", "16384 .htaccess:2"},
		{php, "php.ini", "post_max_size = 0", "-1 php.ini:1"},
		{php, "php.ini", "POST_MAX_SIZE = 4K\npost_max_size = 6K", "6144 php.ini:2"},
		{php, "conf/uploads.ini", "post_max_size = 9K", "9216 conf/uploads.ini:1"},
		{php, "php.ini", ";post_max_size = 8K", "8388608"},
		{php, "php.ini", "# post_max_size = 8K", "8388608"},
		{php, "php.ini", "upload_max_filesize = 8K", "8388608"},
		{php, "php.ini", "post_max_size = many", "-1 php.ini:1"},
		{php, "php.ini", "x.post_max_size = 8K", "8388608"},
		{php, "php.ini.txt", "post_max_size = 8K", "8388608"},
		{php, "tests/php.ini", "post_max_size = 8K", "8388608"},
		{php, "app.properties", "post_max_size = 8K", "8388608"},
		{spring, props, "server.port=80\nserver.max-http-request-header-size=4KB\n", "4096 " + props + ":2"},
		{spring, props, "server.maxHttpRequestHeaderSize: 4096", "4096 " + props + ":1"},
		{spring, props, "server.max_http_header_size = 2kb", "2048 " + props + ":1"},
		{spring, props, "server.max-http-request-header-size=${HEADERS:32KB}", "-1 " + props + ":1"},
		{spring, yml, "server:\n  max-http-request-header-size: 16KB\n", "16384 " + yml + ":2"},
		{spring, yml, "server.max-http-request-header-size: 1024", "1024 " + yml + ":1"},
		{spring, yml, "a: 1\n---\nserver:\n  tomcat: {max-http-header-size: 3KB}\n", "3072 " + yml + ":4"},
		{spring, "src/main/resources/application-prod.yaml", "server: {max-http-request-header-size: 64KB}", "65536 src/main/resources/application-prod.yaml:1"},
		{spring, props, "#server.max-http-request-header-size=4KB", "8192"},
		{spring, props, "! server.max-http-request-header-size=4KB", "8192"},
		{spring, props, "server.max-http-request-header-size=${HEADERS}", "-1 " + props + ":1"},
		{spring, props, "server.max-http-request-header-size=@headers@", "-1 " + props + ":1"},
		{spring, props, "server.max-http-request-header-size=ENC(Zm9v)", "-1 " + props + ":1"},
		{spring, props, "server.max-http-request-header-size=-1", "-1 " + props + ":1"},
		{spring, props, "server.max-http-request-header-size=0", "-1 " + props + ":1"},
		{spring, yml, "server:\n  max-http-request-header-size: ${HEADERS}\n", "-1 " + yml + ":2"},
		{spring, yml, "a: &size 64KB\nserver:\n  max-http-request-header-size: *size\n", "-1 " + yml + ":3"},
		{spring, yml, "server:\n  max-http-request-header-size: &size 16KB\n", "16384 " + yml + ":2"},
		{spring, yml, "server:\n  max-http-request-header-size: !!str 16KB\n", "16384 " + yml + ":2"},
		{spring, yml, "server:\n  max-http-request-header-size: |-\n    ${HEADERS}\n", "-1 " + yml + ":2"},
		{spring, "src/main/resources/application-prod.yml", "server: {max-http-request-header-size: '${HEADERS:16KB}'}", "-1 src/main/resources/application-prod.yml:1"},
		{spring, props, "server.max-http-request-header-size=4KB\n#---\nserver.max-http-request-header-size=${HEADERS:16KB}", "-1 " + props + ":3"},
		{form, props, "", "2097152"},
		{form, props, "server.tomcat.max-http-form-post-size=4MB", "4194304 " + props + ":1"},
		{form, props, "server.tomcat.max-http-form-post-size=-1", "-1 " + props + ":1"},
		{form, props, "server.jetty.max-http-form-post-size=${FORM:1MB}", "-1 " + props + ":1"},
		{file, props, "", "1048576"},
		{file, props, "spring.servlet.multipart.max-file-size=-1", "-1 " + props + ":1"},
		{file, props, "spring.servlet.multipart.max-file-size=${SIZE:10MB}", "-1 " + props + ":1"},
		{spring, props, "spring.servlet.multipart.max-file-size=4KB", "8192"},
		{spring, yml, "management:\n  server:\n    max-http-request-header-size: 4KB", "8192"},
		{spring, yml, "server:\n  - max-http-request-header-size: 4KB", "8192"},
		{spring, yml, "server: [\n", "8192"},
		{spring, "src/test/resources/application.properties", "server.max-http-request-header-size=4KB", "8192"},
		{core, settings, `{"Kestrel": {"Limits": {"MaxRequestBodySize": 4096}}}`, "4096 " + settings + ":1"},
		{core, "appsettings.Production.json", "\xef\xbb\xbf{\n\"Kestrel\": {\"Limits\": {\n\"MaxRequestBodySize\": \"5000\"}}}", "5000 appsettings.Production.json:3"},
		{core, settings, `{"Kestrel": {"Limits": {"MaxRequestBodySize": null}}}`, "-1 " + settings + ":1"},
		{core, settings, `{"Kestrel": {"MaxRequestBodySize": 4096}}`, "30000000"},
		{core, settings, `{"Kestrel": [{"Limits": {"MaxRequestBodySize": 4096`, "30000000"},
		{core, settings, `{"Limits": {"MaxRequestBodySize": 4096}}`, "30000000"},
		{puma, "config/puma.rb", "http_content_length_limit 10_000", "10000"},
		{puma, "config/puma.rb", "threads 5", "-1"},
		{flask, "config.py", "MAX_CONTENT_LENGTH = 16 * 1024\n", "16384"},
		{flask, "config.py", "MAX_CONTENT_LENGTH = 4 * 1024 ** 2\n", "4194304"},
		{flask, "config.py", "MAX_CONTENT_LENGTH = 1 << 20\n", "1048576"},
		{django, "settings.py", "DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 + 976\n", "2000"},
		{django, "settings.py", "DATA_UPLOAD_MAX_MEMORY_SIZE = env.int('SIZE', default=9)\n", "-1"},
		{django, "settings.py", "DATA_UPLOAD_MAX_MEMORY_SIZE = None\n", "-1"},
		{django, "settings.py", "DATA_UPLOAD_MAX_MEMORY_SIZE = None if BIG else 5000\n", "-1"},
		{django, "settings.py", "DATA_UPLOAD_MAX_MEMORY_SIZE = 5000\nif BIG:\n    DATA_UPLOAD_MAX_MEMORY_SIZE = None\n", "-1"},
		{django, "settings.py", "OTHER = env.int('SIZE')\n", "2621440"},
		{flask, "other.py", "MAX_CONTENT_LENGTH = 16 * 1024\n", "-1"},
		{flask, "config.py", "class Config:\n    DEBUG = True\n    MAX_CONTENT_LENGTH = 16 * 1024\n", "16384"},
		{flask, "config.py", "class Config:\n    MAX_CONTENT_LENGTH = 16 * 1024\nclass Production(Config):\n    DEBUG = False\n", "16384"},
		{flask, "config.py", "class Config:\n    MAX_CONTENT_LENGTH = 16 * 1024\nclass Production(Config):\n    MAX_CONTENT_LENGTH = 4096\n", "16384"},
		{flask, "config.py", "class Config:\n    MAX_CONTENT_LENGTH = 4096\nclass Production(Config):\n    MAX_CONTENT_LENGTH = 16384\n", "16384"},
		{flask, "config.py", "class Development:\n    MAX_CONTENT_LENGTH = 16 * 1024\nclass Production:\n    DEBUG = False\n", "-1"},
		{flask, "config.py", "class Config:\n    MAX_CONTENT_LENGTH = 16 * 1024\nclass Production(Config):\n    MAX_CONTENT_LENGTH = None\n", "-1"},
		{flask, "config.py", "class Config:\n    MAX_CONTENT_LENGTH = int(os.environ['MOST'])\n", "-1"},
		{flask, "other.py", "class Config:\n    MAX_CONTENT_LENGTH = 16 * 1024\n", "-1"},
		{next, "next.config.ts", "const c = { serverActions: { bodySizeLimit: '1kb' } }\nexport default c\n", "1024"},
		{next, "next.config.ts", "export default { experimental: { serverActions: { bodySizeLimit: '5mb' } } }\n", "5242880"},
		{next, "next.config.js", "module.exports = wrap({ experimental: {} })\n", "1048576"},
		{next, "next.config.js", "const c = { experimental: { serverActions: { bodySizeLimit: '5mb' } } }\nmodule.exports = wrap(c)\n", "5242880"},
		{next, "next.config.mjs", "const c = { experimental: {} }\nc.experimental.serverActions = { bodySizeLimit: process.env.MOST }\nexport default c\n", "-1"},
		{next, "other.ts", "export default { experimental: { serverActions: { bodySizeLimit: '5mb' } } }\n", "1048576"},
	} {
		paths, texts, files := archive(test.code + "\n-- " + test.file + " --\n" + test.text)
		code := paths
		if _, is := extract.ByPath(test.file); !is {
			code = paths[:1]
		}
		p := Open(Input{Paths: code, Files: files})
		result := p.Regexes(t.Context(), regexesIn(paths[:1], texts))
		if len(result) != 1 || len(result[0].Ways) == 0 {
			t.Fatalf("no way is found in\n%s", test.code)
		}
		got := fmt.Sprint(result[0].Ways[0].MaxLength)
		for _, u := range p.units {
			for _, set := range u.limits {
				if strings.HasPrefix(test.want, got+" ") {
					got += fmt.Sprintf(" %s:%d", set.at.File, 1+bytes.Count(texts[set.at.File][:set.at.Start], []byte("\n")))
				}
			}
		}
		if got != test.want {
			t.Errorf("%s\n%s\ngot %s, want %s", test.file, test.text, got, test.want)
		}
	}
}

// TestLimitsInCode holds that what code sets a limit to is worked out, and that one that is set to something unknown is none.
func TestLimitsInCode(t *testing.T) {
	const aiohttp = `import re
from aiohttp import web
async def a(request): re.search(r"(a+)+$", (await request.json())["s"])
def make():
    app = web.Application(SET)
    app.router.add_post('/a', a)`
	const minimal = `using System.Text.RegularExpressions;
var builder = WebApplication.CreateBuilder(args);
SET
var app = builder.Build();
app.MapPost("/a", ([FromBody] string s) => Regex.IsMatch(s, "(a+)+$"));`
	const hapi = `const Hapi = require('@hapi/hapi'), server = Hapi.server({})
const handler = r => /(a+)+$/.test(r.payload.s)
server.route([{ method: 'POST', path: '/b', handler }, { method: 'POST', path: '/a', options: { handler, SET } }])`
	const express = `const express = require('express'), app = express(), settings = { strict: false }
settings.limit = '5kb'
if (process.env.BIG) settings.limit = null
app.use(express.json(SET))
app.post('/a', (req, res) => res.send(/(a+)+$/.test(req.body.s)))`
	const fastify = `const app = require('fastify')(SET)
app.post('/a', (req, res) => res.send(/(a+)+$/.test(req.body.s)))`
	const controller = `using System.Text.RegularExpressions;
[ApiController]
public class A : ControllerBase { SET [HttpPost("a")] public void P([FromBody] string s) { Regex.IsMatch(s, "(a+)+$"); } }`
	const whole = `using System.Text.RegularExpressions;
[ApiController]
SET
public class A : ControllerBase { [HttpPost("a")] public void P([FromBody] string s) { Regex.IsMatch(s, "(a+)+$"); } }`
	const forms = `using System.Text.RegularExpressions;
[ApiController]
public class A : ControllerBase { SET [HttpPost("a")] public void P([FromForm] string s) { Regex.IsMatch(s, "(a+)+$"); } }`
	const koa = `const Koa = require('koa'), app = new Koa()
app.use(require('koa-bodyparser')(SET))
app.use(ctx => { ctx.body = /(a+)+$/.test(ctx.request.body.s) })`
	const multer = `const express = require('express'), multer = require('multer'), app = express()
app.post('/a', multer(SET).none(), (req, res) => res.send(/(a+)+$/.test(req.body.s)))`
	const tornado = `import re, tornado.web
class A(tornado.web.RequestHandler):
    def post(self): self.write(str(re.search('(a+)+$', self.get_body_argument('s'))))
app = tornado.web.Application([('/a', A)])
app.listen(80, SET)`
	const sanic = `import re
from sanic import Sanic
app = Sanic("a")
SET
@app.post('/a')
async def a(request): return str(re.search('(a+)+$', request.json['s']))`
	const sockets = `const { WebSocketServer } = require('ws')
new WebSocketServer(SET).on('connection', s => s.on('message', m => /(a+)+$/.test(m)))`
	const flask = `import re
from flask import Flask, request
app = Flask(__name__)
SET
@app.post('/a')
def a(): return str(re.search('(a+)+$', request.form['s']))`
	const handed = `const express = require('express')
module.exports = (options, app = express()) => {
  app.use(express.json(SET))
  app.post('/a', (req, res) => res.send(/(a+)+$/.test(req.body.s)))
}`
	const api = `SET
export default (req, res) => res.json(/(a+)+$/.test(req.body.s))`
	for _, test := range []struct{ file, frame, set, want string }{
		{"a.js", handed, "", "102400"},
		{"a.js", handed, "{ strict: options.strict }", "102400"},
		{"a.js", handed, "options", "any"},
		{"a.js", handed, "options.json", "any"},
		{"pages/api/a.js", api, "", "1048576"},
		{"pages/api/a.js", api, "export const config = { api: { bodyParser: { sizeLimit: '4mb' } } }", "4194304"},
		{"pages/api/a.js", api, "export const config = { api: { bodyParser: { sizeLimit: '4kb' } } }", "1048576"},
		{"pages/api/a.js", api, "export const config = { api: { bodyParser: { sizeLimit: process.env.MOST } } }", "any"},
		{"pages/api/a.js", api, "export const other = { api: { bodyParser: { sizeLimit: '4mb' } } }", "1048576"},
		{"a.py", aiohttp, "", "1048576"},
		{"a.py", aiohttp, "client_max_size=4 * 1024 ** 2", "4194304"},
		{"a.py", aiohttp, "client_max_size=1 << 22", "4194304"},
		{"a.py", aiohttp, "client_max_size=int(sys.argv[1])", "any"},
		{"a.py", aiohttp, "middlewares=[], client_max_size=2 * 1024 + 1", "2049"},
		{"A.cs", minimal, "", "30000000"},
		{"A.cs", minimal, "builder.WebHost.ConfigureKestrel(o => o.Limits.MaxRequestBodySize = 100_000_000);", "100000000"},
		{"A.cs", minimal, "builder.WebHost.ConfigureKestrel(o => { o.Limits.MaxRequestBodySize = 5000; });", "5000"},
		{"A.cs", minimal, "builder.WebHost.ConfigureKestrel(o => o.Limits.MaxRequestBodySize = Size());", "any"},
		{"A.cs", minimal, "builder.WebHost.ConfigureKestrel(o => o.Limits.MaxRequestBodySize = null);", "any"},
		{"A.cs", minimal, "builder.Services.Configure<KestrelServerOptions>(o => { o.Limits.MaxRequestBodySize = big ? null : 100; });", "any"},
		{"A.cs", minimal, "builder.Services.Configure<IISServerOptions>(o => { o.MaxRequestBodySize = null; });", "any"},
		{"A.cs", minimal, "var options = new KestrelServerOptions { Limits = { MaxRequestBodySize = null } };", "any"},
		{"A.cs", minimal, "app.Use((c, next) => { c.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = null; return next(); });", "any"},
		{"A.cs", controller, "", "30000000"},
		{"A.cs", controller, "[DisableRequestSizeLimit]", "any"},
		{"A.cs", controller, "[DisableRequestSizeLimit()]", "any"},
		{"A.cs", controller, "[HttpPost(\"b\"), DisableRequestSizeLimitAttribute] public void Q() {}", "any"},
		{"A.cs", controller, "[Microsoft.AspNetCore.Mvc.DisableRequestSizeLimit]", "any"},
		{"A.cs", controller, "[DisableFormValueModelBinding]", "30000000"},
		{"A.cs", controller, "[RequestSizeLimit(5000)]", "30000000"},
		{"A.cs", controller, "[RequestSizeLimit(50_000_000)]", "50000000"},
		{"A.cs", controller, "[RequestSizeLimit(bytes: 50_000_000)]", "50000000"},
		{"A.cs", minimal, "app.MapPost(\"/b\", (HttpContext c) => 1).WithMetadata(new DisableRequestSizeLimitAttribute());", "any"},
		{"A.cs", minimal, "app.MapPost(\"/b\", (HttpContext c) => 1).WithMetadata(new RequestSizeLimitAttribute(90_000_000));", "90000000"},
		{"A.cs", whole, "[DisableRequestSizeLimit]", "any"},
		{"A.cs", whole, "[RequestSizeLimit(50_000_000)]", "50000000"},
		{"A.cs", forms, "", "4194304"},
		{"A.cs", forms, "[RequestFormLimits(MultipartBodyLengthLimit = 1)]", "4194304"},
		{"A.cs", forms, "[RequestFormLimits(ValueLengthLimit = 50_000_000)]", "50000000"},
		{"A.cs", forms, "[RequestFormLimits(ValueLengthLimit = int.MaxValue, MultipartBodyLengthLimit = 1)]", "any"},
		{"a.js", koa, "", "1048576"},
		{"a.js", koa, "{ jsonLimit: '10kb' }", "10240"},
		{"a.js", koa, "{ formLimit: '5mb' }", "5242880"},
		{"a.js", koa, "{ formLimit: process.env.LIMIT }", "any"},
		{"a.js", multer, "", "1048576"},
		{"a.js", multer, "{ limits: { files: 1 } }", "1048576"},
		{"a.js", multer, "{ limits: { fieldSize: 5000 } }", "102400"},
		{"a.js", multer, "{ limits: { fieldSize: 5e7 } }", "50000000"},
		{"a.js", multer, "{ limits: { fieldSize: Infinity } }", "any"},
		{"a.js", multer, "{ limits: { fieldSize: null } }", "any"},
		{"a.js", multer, "{ limits: LIMITS }", "any"},
		{"a.js", fastify, "); app.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: 9000000 }, parse", "9000000"},
		{"a.py", tornado, "max_body_size=2 * 10**8", "200000000"},
		{"a.py", sanic, "", "100000000"},
		{"a.py", sanic, "app.config['REQUEST_MAX_SIZE'] = None", "any"},
		{"a.py", sanic, "app.config.update({'REQUEST_MAX_SIZE': 1_000_000_000})", "1000000000"},
		{"a.py", sanic, "app.update_config({'REQUEST_MAX_SIZE': 1_000_000_000})", "1000000000"},
		{"a.py", flask, "app.config.update(MAX_CONTENT_LENGTH=None)", "any"},
		{"a.py", flask, "app.config.from_mapping({'MAX_CONTENT_LENGTH': 900_000})", "900000"},
		{"a.py", flask, "app.config.setdefault('MAX_CONTENT_LENGTH', None)", "any"},
		{"a.py", flask, "app.config.update(DEBUG=None)", "any"},
		{"a.py", flask, "@app.before_request\ndef more(): request.max_form_memory_size = None", "any"},
		{"a.js", express, "{}", "102400"},
		{"a.js", express, "{ extended: true, type: null }", "102400"},
		{"a.js", express, "{ limit: 5000 }", "5000"},
		{"a.js", express, "{ limit: null }", "any"},
		{"a.js", express, "{ limit: false }", "any"},
		{"a.js", express, "{ limit: Infinity }", "any"},
		{"a.js", express, "{ limit: -1 }", "any"},
		{"a.js", express, "{ limit: 0 }", "any"},
		{"a.js", express, "{ limit: +process.env.LIMIT }", "any"},
		{"a.js", express, "{ limit: big ? null : '5kb' }", "any"},
		{"a.js", express, "{ limit: big ? '2kb' : '5kb' }", "5120"},
		{"a.js", express, "Object.assign({ extended: true }, { limit: null })", "any"},
		{"a.js", express, "settings", "any"},
		{"a.js", fastify, "{ bodyLimit: Number(process.env.LIMIT) }", "any"},
		{"a.js", fastify, "{ bodyLimit: process.env.LIMIT ? +process.env.LIMIT : 5000 }", "any"},
		{"a.js", sockets, "{ port: 1 }", "104857600"},
		{"a.js", sockets, "{ port: 1, maxPayload: 0 }", "any"},
		{"a.js", sockets, "{ port: 1, maxPayload: null }", "any"},
		{"a.py", aiohttp, "client_max_size=0", "any"},
		{"a.py", aiohttp, "client_max_size=None", "any"},
		{"a.py", flask, "", "any"},
		{"a.py", flask, "app.config['MAX_CONTENT_LENGTH'] = None", "any"},
		{"a.py", flask, "app.config['MAX_CONTENT_LENGTH'] = 4000\nif big: app.config['MAX_CONTENT_LENGTH'] = None", "any"},
		{"a.py", flask, "app.config['OTHER'] = None", "any"},
		{"a.js", hapi, "payload: { allow: 'application/json' }", "1048576"},
		{"a.js", hapi, "payload: { maxBytes: 10 * 1024 * 1024 }", "10485760"},
	} {
		if got := longest(t, test.file, strings.Replace(test.frame, "SET", test.set, 1)); got != test.want {
			t.Errorf("%s with %q: got %s, want %s", test.file, test.set, got, test.want)
		}
	}
}

// FuzzProperties holds that places of values are inside of their file, whatever it has.
func FuzzProperties(f *testing.F) {
	for _, seed := range []string{"a=b", "a: {b: 1}", `{"a": ["b", null, 1.5e3]}`, "php_value a 1", "\xef\xbb\xbf{\"a\":1}", "a:\n  - b: |\n      c\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, file := range []string{"a.ini", "a.yml", "a.json"} {
			for _, x := range properties(file, []byte(text)) {
				if x.start < 0 || x.end < x.start || x.end > len(text) {
					t.Errorf("%s: %q is at %d to %d of %d bytes", file, x.value, x.start, x.end, len(text))
				}
			}
		}
	})
}
