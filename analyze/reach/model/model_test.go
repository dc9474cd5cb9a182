package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// value reads an access in the form of a pattern. A root that is neither a parameter of an entry nor a sign
// is a module.
func value(t *testing.T, text string) Access {
	t.Helper()
	p, err := ParsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	a, ok := p.access()
	if !ok {
		t.Fatalf("%s is not one value", text)
	}
	return a
}

// callOf reads a call: "express().get('/x', _)".
func callOf(t *testing.T, text string) Call {
	t.Helper()
	open := strings.LastIndexByte(text, '(')
	c := Call{Callees: []Access{value(t, text[:open])}}
	for arg := range strings.SplitSeq(strings.TrimSuffix(text[open+1:], ")"), ",") {
		arg = strings.TrimSpace(arg)
		if arg == "" {
			continue
		}
		var one Arg
		if name, rest, named := strings.Cut(arg, "="); named {
			one.Keyword, arg = name, rest
		}
		if strings.HasPrefix(arg, "'") {
			one.Literal = strings.Trim(arg, "'")
		}
		one.Spread = arg == "..."
		c.Args = append(c.Args, one)
	}
	return c
}

// shown is a rule that was found, with its roles.
func shown(name string, exact bool, roles []Filled) string {
	var b strings.Builder
	b.WriteString(name)
	if !exact {
		b.WriteString("?")
	}
	for _, r := range roles {
		fmt.Fprintf(&b, " %s:%d", r.Role, r.Arg)
		for _, p := range r.Path {
			b.WriteString("." + p)
		}
	}
	return b.String()
}

func TestEntries(t *testing.T) {
	for _, tt := range []struct {
		lang     Language
		in, want string
	}{
		{JavaScript, "express().get('/x', _)", "express.handler route:0 fn:1"},
		{JavaScript, "express().post('/x', _, _)", "express.handler route:0 fn:1 fn:2"},
		{JavaScript, "express().get('env')", ""},
		{JavaScript, "express.default().get('/x', _)", "express.handler route:0 fn:1"},
		{JavaScript, "express.Router().put('/x', _)", "express.handler route:0 fn:1"},
		{JavaScript, "express().route().get().post(_)", "express.handler fn:0"},
		{JavaScript, "_.get('/x', _)", "express.handler? route:0 fn:1"},
		{JavaScript, "_.app.get('/x', _)", "express.handler? route:0 fn:1"},
		{JavaScript, "_.get('x', _)", ""},
		{JavaScript, "koa().use(_)", "koa.handler fn:0"},
		{JavaScript, "'@koa/router'().get('/x', _)", "koa.handler route:0 fn:1"},
		{JavaScript, "'node:http'.createServer(_)", "http.handler fn:0"},
		{JavaScript, "http.createServer().on('request', _)", "http.handler fn:1"},
		{JavaScript, "http.createServer().on('close', _)", ""},
		{JavaScript, "fastify().route(_)", "fastify.handler route:0.url method:0.method fn:0.handler"},
		{JavaScript, "fastify().get('/x', _, _)", "fastify.handler route:0 fn:2"},
		{JavaScript, "fastify.plugin[0].get('/x', _)", "fastify.handler route:0 fn:1"},
		{JavaScript, "'@hapi/hapi'.server().route(_)", "hapi.handler method:0.method route:0.path fn:0.handler"},
		{JavaScript, "hono.Hono().get('/x', _)", "hono.handler route:0 fn:1"},
		{JavaScript, "'@trpc/server'.initTRPC.create().procedure.input().query(_)", "trpc.procedure fn:0"},
		{JavaScript, "'socket.io'.Server().on('connection', _)", "socketio.connection fn:1"},
		{JavaScript, "socketio.connection[0].on('search', _)", "socketio.message route:0 fn:1"},
		{JavaScript, "ws.WebSocketServer().on('connection', _)", "ws.connection fn:1"},
		{JavaScript, "ws.connection[0].on('message', _)", "ws.message fn:1"},
		{JavaScript, "ws.connection[0].on('close', _)", ""},
		{Python, "aiohttp.web.get('/x', _)", "aiohttp.handler route:0 fn:1"},
		{Python, "aiohttp.web.Application().router.add_route('GET', '/x', _)", "aiohttp.handler method:0 route:1 fn:2"},
		{PHP, "'Illuminate\\Support\\Facades\\Route'.get('/x', _)", "laravel.handler route:0 fn:1"},
		{PHP, "'Illuminate\\Support\\Facades'.Route.put('/x', _)", "laravel.handler route:0 fn:1"},
		{PHP, "'Slim\\Factory'.AppFactory.create().get('/x', _)", "slim.handler route:0 fn:1"},
		{PHP, "Route.post('/x', _)", "laravel.handler route:0 fn:1"},
		{Ruby, "get('/x', _)", "sinatra.handler route:0 fn:1"},
		{CSharp, "WebApplication.CreateBuilder().Build().MapGet('/x', _)", "aspnet.minimal route:0 fn:1"},
		{CSharp, "_.app.MapPost('/x', _)", "aspnet.minimal? route:0 fn:1"},
		{Java, "RouterFunctions.route().GET('/x', _)", "spring.function route:0 fn:1"},
		{Python, "django.urls.path('x/', _)", "django.view route:0 fn:1"},
		{Python, "'django.urls'.path('x/', _, name='x')", "django.view route:0 fn:1"},
		{Python, "flask.Flask().add_url_rule('/x', 'x', view_func=_)", "flask.handler route:0 fn:2"},
	} {
		var got []string
		for _, f := range Default().EntriesOf(tt.lang, callOf(t, tt.in)) {
			got = append(got, shown(f.Rule.Name, f.Exact, f.Roles))
		}
		if !slices.Contains(got, tt.want) && (tt.want != "" || got != nil) {
			t.Errorf("%s: %v, want %s", tt.in, got, tt.want)
		}
	}
}

func TestDecorated(t *testing.T) {
	for _, tt := range []struct {
		lang     Language
		in, want string
	}{
		{Python, "flask.Flask().route('/x')", "flask.handler route:0"},
		{Python, "flask.Flask().route('/x', methods=_)", "flask.handler route:0 method:1"},
		{Python, "flask.Blueprint().post('/x')", "flask.handler route:0"},
		{Python, "fastapi.FastAPI().get('/x')", "fastapi.handler route:0"},
		{Python, "fastapi.APIRouter().post(path='/x', response_model=_)", "fastapi.handler route:0"},
		{Python, "rest_framework.decorators.api_view(_)", "django.view method:0"},
		{Python, "aiohttp.web.RouteTableDef().get('/x')", "aiohttp.handler route:0"},
		{Python, "sanic.Sanic().post('/x')", "sanic.handler route:0"},
		{JavaScript, "'@nestjs/common'.Get('x')", "nest.handler route:0"},
		{JavaScript, "'@nestjs/common'.Post()", "nest.handler"},
		{Java, "GetMapping('/x')", "spring.handler route:0"},
		{Java, "'org.springframework.web.bind.annotation.PostMapping'(path='/x', consumes=_)", "spring.handler route:0"},
		{Java, "'org.springframework.web.bind.annotation'.GetMapping('/x')", "spring.handler route:0"},
		{PHP, "'Symfony\\Component\\Routing\\Attribute'.Route('/x')", "symfony.action route:0"},
		{Java, "POST()", "jaxrs.handler"},
		{CSharp, "HttpGet('{id}')", "aspnet.action route:0"},
		{PHP, "'Symfony\\Component\\Routing\\Attribute\\Route'('/x', methods=_)", "symfony.action route:0 method:1"},
		{Python, "functools.wraps(_)", ""},
	} {
		var got []string
		for _, f := range Default().Decorated(tt.lang, callOf(t, tt.in)) {
			got = append(got, shown(f.Rule.Name, f.Exact, f.Roles))
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.in, s, tt.want)
		}
	}
}

func TestOfClass(t *testing.T) {
	for _, tt := range []struct {
		lang               Language
		base, method, want string
	}{
		{Python, "django.views.View", "get", "django.class"},
		{Python, "django.views.generic.ListView", "get_queryset", "django.class"},
		{Python, "django.views.View", "helper", ""},
		{Python, "rest_framework.viewsets.ModelViewSet", "create", "django.class"},
		{Python, "flask.views.MethodView", "post", "flask.view"},
		{Python, "tornado.web.RequestHandler", "get", "tornado.handler"},
		{Ruby, "ApplicationController", "search", "rails.action"},
		{Ruby, "ActionController.API", "search", "rails.action"},
		{Ruby, "ApplicationRecord", "search", ""},
		{Java, "'javax.servlet.http.HttpServlet'", "doGet", "servlet.handler"},
		{Java, "HttpServlet", "helper", ""},
		{CSharp, "ControllerBase", "Search", "aspnet.action"},
		{CSharp, "'Microsoft.AspNetCore.SignalR.Hub'", "Send", "signalr.hub"},
		{PHP, "'App\\Http\\Controllers\\Controller'", "show", "laravel.action"},
		{PHP, "'App\\Http\\Controllers'.Controller", "show", "laravel.action"},
		{PHP, "'Psr\\Http\\Server\\RequestHandlerInterface'", "handle", "psr.handler"},
	} {
		got := ""
		for _, f := range Default().OfClass(tt.lang, Class{File: "app/x", Bases: []Access{value(t, tt.base)}}) {
			if f.Rule.IsMethod(tt.method, false) {
				got = f.Rule.Name
			}
		}
		if got != tt.want {
			t.Errorf("%s of a %s: %q, want %q", tt.method, tt.base, got, tt.want)
		}
	}
}

func TestSources(t *testing.T) {
	for _, tt := range []struct {
		lang     Language
		in, want string
	}{
		{JavaScript, "http.handler[0].url", "url remote 16384"},
		{JavaScript, "http.handler[0]", ""},
		{JavaScript, "http.handler[0].*", "body remote -1"},
		{JavaScript, "http.handler[0].method", ""},
		{JavaScript, "http.chunk[0]", "body remote -1"},
		{JavaScript, "http.handler[1].url", ""},
		{JavaScript, "express.handler[0].query", "url remote 16384"},
		{JavaScript, "express.handler[0].query.q.*", "url remote 16384"},
		{JavaScript, "express.handler[0].body.phone", "body remote 102400"},
		{JavaScript, "express.handler[0].header()", "header remote 16384"},
		{JavaScript, "express.handler[0].header", ""},
		{JavaScript, "express.handler[0].*", ""},
		{JavaScript, "express.error[1].body.x", "body remote 102400"},
		{JavaScript, "express.handler[1].locals", ""},
		{JavaScript, "koa.handler[0].request.body.x", "body remote 1048576"},
		{JavaScript, "koa.handler[0].query.x", "url remote 16384"},
		{JavaScript, "koa.handler[0].req.url", "url remote 16384"},
		{JavaScript, "fastify.handler[0].params.id", "path remote 100"},
		{JavaScript, "process.env.X", "environment local -1"},
		{Python, "flask.request.args", "url remote -1"},
		{Python, "flask.request.args.get()", "url remote -1"},
		{Python, "flask.handler[name]", "path remote -1"},
		{Python, "django.view[0].GET.q", "url remote -1"},
		{Python, "django.view[0].body", "body remote 2621440"},
		{Python, "django.class[this].request.POST.x", "body remote 2621440"},
		{Python, "'os.environ'.get()", "environment local -1"},
		{Python, ":Request.query_params.q", "url remote -1"},
		{JavaScript, "hapi.handler[0].payload.x", "body remote 1048576"},
		{JavaScript, "@Body", "body remote 102400"},
		{JavaScript, "@Req.query.x", "url remote 16384"},
		{JavaScript, "next.api[0].body.x", "body remote 1048576"},
		{JavaScript, "next.route[0].json()", "body remote -1"},
		{JavaScript, "next.action[0].get()", "body remote 1048576"},
		{JavaScript, "next/headers.headers().get()", "header remote 16384"},
		{JavaScript, "hono.handler[0].req.query()", "url remote 16384"},
		{JavaScript, "trpc.procedure[0].input.text", "body remote -1"},
		{JavaScript, "socketio.message[2].x", "message remote 1000000"},
		{JavaScript, "ws.message[0]", "message remote 104857600"},
		{JavaScript, "lambda.handler[0].queryStringParameters.q", "url remote 10240"},
		{JavaScript, ":APIGatewayProxyEvent.body", "body remote 6291456"},
		{JavaScript, "kafka.message[0].message.value", "message second-order -1"},
		{Python, "aiohttp.view[this].request.query.q", "url remote 8190"},
		{Python, "tornado.handler[this].get_argument()", "body remote 104857600"},
		{Python, "sanic.handler[0].json.x", "body remote 100000000"},
		{Python, "django.view[0].data.x", "body remote -1"},
		{PHP, "$_GET.q", "url remote -1"},
		{PHP, "$_POST.q", "body remote 8388608"},
		{PHP, "$_SERVER.HTTP_USER_AGENT", "header remote -1"},
		{PHP, "$_SERVER.DOCUMENT_ROOT", ""},
		{PHP, "$_SESSION.q", ""},
		{PHP, ":Request.input()", "body remote 8388608"},
		{PHP, ":'Symfony\\Component\\HttpFoundation\\Request'.query.get()", "url remote -1"},
		{PHP, ":ServerRequestInterface.getQueryParams().q", "url remote -1"},
		{Ruby, "rails.action[this].params.q", "body remote -1"},
		{Ruby, "params.q", "body remote -1"},
		{Ruby, "params.require().permit()", "body remote -1"},
		{Ruby, "sinatra.handler[this].params.q", "body remote -1"},
		{Ruby, "rails.action[this].request.user_agent", "header remote 81920"},
		{Ruby, "Rack.Request.new().query_string", "url remote 10240"},
		{Java, ":HttpServletRequest.getQueryString()", "url remote 1048576"},
		{Java, "servlet.handler[0].getHeader()", "header remote 1048576"},
		{Java, "@RequestBody", "body remote -1"},
		{Java, "@PathVariable", "path remote 8192"},
		{Java, "@QueryParam", "url remote 1048576"},
		{CSharp, "@FromQuery", "url remote 8192"},
		{CSharp, "aspnet.action[this].Request.Headers.x", "header remote 32768"},
		{CSharp, "signalr.hub[0]", "message remote 32768"},
		{Python, "flask.session.x", ""},
	} {
		got := ""
		for _, s := range Default().SourcesOf(tt.lang, value(t, tt.in)) {
			got = fmt.Sprintf("%s %s %d", s.Kind, s.Level, s.Max)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		lang     Language
		in, want string
	}{
		{JavaScript, "<regex>.test(_)", "<regex>.test(subject) regex:-1 subject:0"},
		{JavaScript, "<text>.match(_)", "<text>.match(regex) subject:-1 regex:0"},
		{JavaScript, "express.handler[0].query.q.match(_)", "<text>.match(regex)? subject:-1 regex:0"},
		{JavaScript, "<text>.test(_)", ""},
		{JavaScript, "_.replace(_, 'x')", "<text>.replace(regex, with)? subject:-1 regex:0 with:1"},
		{Python, "re.match(_, _)", "re.match(pattern=regex, string=subject, flags=flags?) regex:0 subject:1"},
		{Python, "re.sub(_, '', string=_)", "re.sub(pattern=regex, repl=with, string=subject, *, flags=flags?) regex:0 with:1 subject:2"},
		{Python, "<regex>.match(_)", "<regex>.match(string=subject) regex:-1 subject:0"},
		{PHP, "preg_match(_, _)", "preg_match|preg_match_all(regex, subject, into?) regex:0 subject:1"},
		{PHP, "PREG_MATCH(_, _, _)", "preg_match|preg_match_all(regex, subject, into?) regex:0 subject:1 into:2"},
		{Ruby, "<text>.'=~'(_)", "<text>.'=~'(regex) subject:-1 regex:0"},
		{Ruby, "<regex>.match?(_)", "<regex>.match|match?|'=~'|'==='(subject) regex:-1 subject:0"},
		{Java, "<regex>.matcher(_)", "<regex>.matcher(subject) regex:-1 subject:0"},
		{Java, "'java.util.regex'.Pattern.matches(_, _)", "Pattern.matches(regex, subject) regex:0 subject:1"},
		{Java, "'java.util.regex.Pattern'.matches(_, _)", "Pattern.matches(regex, subject) regex:0 subject:1"},
		{Java, "<text>.matches(_)", "<text>.matches(regex) subject:-1 regex:0"},
		{CSharp, "Regex.IsMatch(_, _)", "Regex.IsMatch(subject, regex, ...) subject:0 regex:1"},
		{CSharp, "<regex>.IsMatch(_)", "<regex>.IsMatch(subject) regex:-1 subject:0"},
	} {
		var got []string
		for _, f := range Default().MatchesOf(tt.lang, callOf(t, tt.in)) {
			got = append(got, shown(f.Rule.Call.String(), f.Exact, f.Roles))
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.in, s, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"sources:\n  - {value: a.b, kind: planet}", `x.yaml:2: kind is "planet": allowed are url, path,`},
		{"sources:\n  - {value: a.b, kind: url, maximum: 3}", `x.yaml:2: unknown key "maximum" in a source: allowed are beside, flat, kind, lang, level, max, methods, named, needs, unit, value, when, without`},
		{"sources:\n  - {kind: url}", "x.yaml:2: a source needs value"},
		{"sources:\n  - {value: 'a..b', kind: url}", `x.yaml:2: value: "a..b" at character 3: expected a name`},
		{"sources:\n  - {value: 'no.where[0].x', kind: url}", `x.yaml:2: no entry is named "no.where"`},
		{"sources:\n  - {value: 'a.b', kind: url, needs: nothing}", `x.yaml:2: no setting is named "nothing"`},
		{"sources:\n  - {value: 'a.b', kind: url, max: nowhere}", `x.yaml:2: no limit is named "nowhere"`},
		{"matches:\n  - {call: 'f(pattern)'}", `x.yaml:2: call: "f(pattern)" at character 10: "pattern" is no role here: an argument is _, regex, subject`},
		{"nothing:\n  - {}", `x.yaml:1: unknown key "nothing" in reach: allowed are aliases, bounds, compiles`},
		{"reach:\n  steps:\n    - {call: f(value), length: long}", `x.yaml:3: length is "long": allowed are same, max`},
		{"- a", "x.yaml:1: reach is a mapping"},
		{"sources: {", "x.yaml:1: "},
		{"lang: cobol", `x.yaml:1: lang is "cobol": allowed are js, python`},
		{strings.Repeat("[", 500), "x.yaml:1: nested more than 100 levels deep"},
		{"entries:\n  - {name: a, call: f(fn), methods: x}", "x.yaml:2: an entry has one of call, decorator, methods"},
		{"lang: &a js\nsources: *a", "x.yaml:"},
	} {
		_, err := Parse("x.yaml", []byte(tt.in))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.in, err, tt.want)
		}
	}
}

func TestWith(t *testing.T) {
	own, err := Parse("snag.yaml", []byte(`
checks: []
reach:
  limits:
    - {name: express.body, max: 5000}
  keeps:
    - {lang: js, of: request, names: our-log}
  entries:
    - {lang: js, name: our.rpc, call: "our-rpc().handle(_, fn)"}
  sources:
    - {lang: js, value: "our.rpc[0].**", kind: body, max: "rpc(65536)"}
`))
	if err != nil {
		t.Fatal(err)
	}
	both := Default().With(own)
	if l, _ := both.Limit("express.body"); l.Max != 5000 {
		t.Errorf("a limit that is stated again is %d, want 5000", l.Max)
	}
	if !both.IsKept(JavaScript, "request", "our-log") || !both.IsKept(JavaScript, "request", "helmet") || both.IsKept(Python, "request", "helmet") || both.IsKept(JavaScript, "function", "helmet") {
		t.Error("what a project keeps is not beside what all do")
	}
	if found := both.EntriesOf(JavaScript, callOf(t, "our-rpc().handle('x', _)")); len(found) != 1 || found[0].Rule.Name != "our.rpc" {
		t.Errorf("the entry of the project is not found: %v", found)
	}
	if s := both.SourcesOf(JavaScript, value(t, "our.rpc[0].name")); len(s) != 1 || s[0].Max != 65536 || s[0].Limit != "rpc" {
		t.Errorf("the source of the project is %v, want one of 65536", s)
	}
	if len(Default().SourcesOf(JavaScript, value(t, "our.rpc[0].name"))) != 0 {
		t.Error("the source of a project changes the default")
	}
}

func TestMatchFile(t *testing.T) {
	for _, tt := range []struct {
		pattern, file string
		want          bool
	}{
		{"views.py", "shop/views.py", true},
		{"views.py", "shop/views.pyc", false},
		{"*.{ts,js}", "a/b.ts", true},
		{"app/**/route.{ts,js}", "app/api/x/route.js", true},
		{"app/**/route.{ts,js}", "app/route.ts", true},
		{"**/app/**/route.ts", "src/app/x/route.ts", true},
		{"app/**/route.ts", "src/app/x/route.ts", false},
		{"pages/api/**", "pages/api/a/b.ts", true},
		{"pages/api/**", "pages/apis/a.ts", false},
	} {
		if got := MatchFile(tt.pattern, tt.file); got != tt.want {
			t.Errorf("%s, %s: %v, want %v", tt.pattern, tt.file, got, tt.want)
		}
	}
}

// TestBoundsOf holds that the bounds which a call may apply are those of which a call pattern fits it: all of these, and of
// the names in the data no call has more bounds than that ask for its name.
func TestBoundsOf(t *testing.T) {
	m := Default()
	names := map[Language]map[string]bool{}
	for i := range m.Bounds {
		b := &m.Bounds[i]
		for _, a := range b.Applies {
			if names[b.Language] == nil {
				names[b.Language] = map[string]bool{"nothing": true}
			}
			for _, name := range a.Call.Callee.ends() {
				names[b.Language][name] = true
			}
		}
	}
	for lang, all := range names {
		for name := range all {
			for args := range 4 {
				c := Call{Callees: []Access{{Root: Root{Kind: AnyValue}, Steps: []string{name}}}, Args: make([]Arg, args)}
				got := m.BoundsOf(lang, c)
				for i := range m.Bounds {
					b, fits, named := &m.Bounds[i], false, false
					if b.Language == lang {
						for _, a := range b.Applies {
							_, _, ok := a.Call.Match(lang, c)
							fits, named = fits || ok, named || a.Call.Callee.EndsIn(name)
						}
					}
					if has := slices.Contains(got, int32(i)); fits && !has || has && !named {
						t.Errorf("%s(%d arguments), bound %d: got %t, want %t", name, args, i, has, fits)
					}
				}
			}
		}
		if got := m.BoundsOf(lang, Call{}); got != nil {
			t.Errorf("a call of nothing: got bounds %v, want none", got)
		}
	}
}

// TestListing holds that people are shown a rule of each section that says what frameworks do.
func TestListing(t *testing.T) {
	var got []string
	for _, r := range Default().Listing() {
		if r.Text == "" {
			t.Errorf("a rule of %s at %s has no text", r.Section, r.Where)
		}
		if !slices.Contains(got, r.Section) {
			got = append(got, r.Section)
		}
	}
	if want := []string{"entries", "sources", "mounts", "limits", "settings", "bounds", "sanitizers", "keeps"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
