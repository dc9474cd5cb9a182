package calls

import (
	"fmt"
	"regexp"
	"strings"

	"snag/analyze/source/scan"
)

// The reasons of functions in JavaScript. A handler is registered; the others only look like code that a
// server runs.
var (
	handlesRequests = reason{"it handles requests", true}
	looksLikeOne    = reason{"it has the parameters or the name of a handler", false}
	exportedAsync   = reason{"it is an exported async function", false}
	exportedMethod  = reason{"it is an async method of an exported class", false}
)

// routed are methods of an application or router that take handlers.
var routed = wordSet("get post put patch delete del all use head options route add addRoute api register addHook handle param on ws any search")

// serverLike are names of what routes requests.
var serverLike = regexp.MustCompile(`(?i)^(.*(app|application|router|routes?|server|api|controller)\d*|koa|express|fastify|hono|restify|polka|connect|elysia|itty|f|r|instance|srv)$`)

// clients are names of what sends requests, or looks things up.
var clients = wordSet("http https http2 axios got request fetch client agent superagent cache map redis db store params headers _ lodash")

// requestEvents are events that servers emit for each request or message.
var requestEvents = wordSet("request connection upgrade stream message checkContinue checkExpectation connect session secureConnection command datagram packet input")

// notServers are names of emitters whose events of these names come from elsewhere.
var notServers = regexp.MustCompile(`(?i)^(process|cluster|.*worker|.*child|parentPort|.*port|proc|mongoose|db|.*database|knex|sequelize|redis|.*emitter|.*watcher|rl|readline)$`)

// handlerProperties are properties of a route that hold handlers.
var handlerProperties = strings.Fields("handler onRequest preParsing preValidation preHandler preSerialization onSend onResponse onError fetch error")

// wrappers are functions that make a handler of an async function.
var wrappers = regexp.MustCompile(`(?i)^(express)?-?(async_?handler|async_?middleware|catch_?async(errors)?|async_?wrap(per)?|wrap_?async|try_?catch|defineEventHandler|eventHandler|cachedEventHandler)$`)

// routeDecorators are those that NestJS, routing-controllers and their like put on handlers.
var routeDecorators = wordSet("Get Post Put Patch Delete All Head Options Search Sse MessagePattern EventPattern SubscribeMessage GrpcMethod GrpcStreamMethod Query Mutation ResolveField FieldResolver Subscription GET POST PUT PATCH DELETE Route HttpGet HttpPost HttpPut HttpDelete OnMessage Process Processor")

// requestTypes are types of parameters that only handlers have.
var requestTypes = wordSet("Request Req NextRequest NextApiRequest FastifyRequest IncomingMessage ExpressRequest HttpRequest KoaContext ParameterizedContext APIGatewayProxyEvent APIGatewayProxyEventV2 APIGatewayEvent LambdaEvent RequestEvent ServerRequest GetServerSidePropsContext H3Event")

var (
	requestNames  = wordSet("req _req request _request")
	responseNames = wordSet("res _res resp response reply rep next h ctx context toolkit")
	contextNames  = wordSet("ctx context _ctx c")
	resolverNames = wordSet("parent _parent _ root _root source obj __")
)

// atStart are names of exported async functions that run once: to start, build or stop something, or a verb
// of setting up with what it sets up.
var atStart = regexp.MustCompile(`^(` + strings.Join([]string{
	`main|cli|run|start|stop|restart|reload|init|initiali[sz]e|setup|set_?up|bootstrap|boot|listen|serve|launch`,
	`build|compile|bundle|migrate|seed|install|uninstall|generate|scaffold|configure|watch|dev|deploy|publish|release`,
	`teardown|shutdown|close|destroy|dispose|up|down|register|activate|deactivate|prepare|connect|disconnect|preload|warm_?up`,
	`global(Setup|Teardown)|on(Module|Application)\w+|before\w*Shutdown|on(Init|Ready|Close|Start)`,
	`(` + setUpVerbs + `)_?(` + setUpThings + `)`,
}, "|") + `)$`)

const (
	setUpVerbs  = `create|make|new|build|start|stop|restart|run|init|setup|configure|register|load|read|get|parse|resolve`
	setUpThings = `App|Application|Server|Http\w*|Express|Fastify|Config\w*|Settings|Env\w*|Options|Plugins?|Routes|Module|Project|Package\w*|` +
		`Webpack\w*|Vite\w*|Certs?|Certificates?|Keys|Secrets`
)

// setUp are names of the first parameters of functions that set something up.
var setUp = wordSet("app fastify server router instance program yargs argv args argv cli hre grunt gulp plop knex queryInterface migration eleventyConfig config options opts")

// methods that serve requests where they are exported.
var methodNames = wordSet("GET POST PUT PATCH DELETE HEAD OPTIONS")

// asideMethods are methods whose arguments run later, or once.
var asideMethods = wordSet("listen action before after beforeAll afterAll beforeEach afterEach describe it test command setInterval onClose")

// routes looks whether the call of the parenthesis at token open registers handlers.
func (p *script) routes(open int) {
	name := p.name(open - 1)
	method := p.kind(open-2) == '.'
	switch {
	case !method:
		switch {
		case name == "createServer" || name == "createSecureServer" || name == "serve" || name == "Server" || wrappers.MatchString(name):
			p.handlers(open, handlesRequests)
		case asideMethods[name] && p.refs[open-1] < 0:
			p.aside[open] = true
		}
		return
	case name == "createServer" || name == "createSecureServer" || name == "serve" || name == "Server" && (p.is(open-3, "http") || p.is(open-3, "https")):
		p.handlers(open, handlesRequests)
		return
	}
	receiver := p.receiver(open - 3)
	switch {
	case name == "on" || name == "once" || name == "addListener":
		list := p.argumentsAt(open)
		if len(list) < 2 {
			return
		}
		event, _ := p.quoted(list[0])
		switch {
		case receiver == "process" || receiver == "cluster":
			p.aside[open] = true
		case requestEvents[event] && !notServers.MatchString(receiver) && name != "once":
			p.handler(list[1], reason{fmt.Sprintf("it handles the event %q", event), true}, 0)
		}
		return
	case asideMethods[name]:
		p.aside[open] = true
		return
	case wrappers.MatchString(name):
		p.handlers(open, handlesRequests)
		return
	case name == "query" || name == "mutation" || name == "subscription":
		if strings.HasSuffix(strings.ToLower(receiver), "procedure") || receiver == "input" || receiver == "output" {
			p.handlers(open, handlesRequests)
		}
		return
	case !routed[name] || clients[receiver]:
		return
	}
	list := p.argumentsAt(open)
	if len(list) == 0 {
		return
	}
	path, quoted := p.quoted(list[0])
	server := serverLike.MatchString(receiver) || p.isServer(open-3)
	switch {
	case quoted && strings.Contains(path, "://"):
	case quoted && (strings.HasPrefix(path, "/") || path == "*" || path == ""), server && name != "on":
		for n, at := range list {
			if name == "register" && n == 0 {
				continue // a plugin, which runs once
			}
			p.handler(at, handlesRequests, 0)
		}
	case receiver == "route" && name != "on":
		p.handlers(open, handlesRequests)
	}
}

// receiver returns the last name of what ends with token i: of x.app, app(), app and new app().
func (p *script) receiver(i int) string {
	if p.kind(i) == ')' && p.mate(i) > 0 {
		i = p.mate(i) - 1
	}
	return p.name(i)
}

// isServer reports whether the name at token i is declared as what serverLike calls make.
func (p *script) isServer(i int) bool {
	if p.kind(i) == ')' { // a chain
		for hops := 0; p.kind(i) == ')' && p.mate(i) > 0 && hops < 16; hops++ {
			if i = p.mate(i) - 1; serverLike.MatchString(p.name(i)) {
				return true
			}
			if p.kind(i-1) != '.' {
				return false
			}
			i -= 2
		}
		return serverLike.MatchString(p.name(i)) || p.kind(i) == scan.TokenName && p.isServer(i)
	}
	if p.kind(i) != scan.TokenName || p.kind(i-1) == '.' || p.refs[i] < 0 {
		return false
	}
	at := p.bindings[p.refs[i]].initial
	if at < 0 {
		return false
	}
	for p.is(at, "new") || p.is(at, "await") {
		at++
	}
	for p.kind(at+1) == '.' && p.kind(at+2) == scan.TokenName {
		at += 2
	}
	return p.kind(at+1) == '(' && serverLike.MatchString(p.name(at))
}

// handlers makes all arguments of a call handlers that are functions.
func (p *script) handlers(open int, why reason) {
	for _, at := range p.argumentsAt(open) {
		p.handler(at, why, 0)
	}
}

// handler makes the functions in the value at token i handlers: the value itself, elements of an
// array, arguments of a call, and the handlers of a route that is written as an object.
func (p *script) handler(i int, why reason, depth int) {
	if depth > 4 {
		return
	}
	switch p.kind(i) {
	case scan.TokenSpread:
		p.handler(i+1, why, depth)
		return
	case '[':
		for _, at := range p.argumentsAt(i) {
			p.handler(at, why, depth+1)
		}
		return
	}
	v, _ := p.eval(i, 0, nil)
	switch v.kind {
	case isFunction:
		if f := &p.functions[v.number]; !f.root.given() {
			f.root = why
		}
	case isOwner:
		for _, name := range handlerProperties {
			if at, ok := p.members[memberKey{v.number, name}]; ok {
				p.handler(at, why, depth+1)
			}
		}
	case isResult:
		for _, at := range p.argumentsAt(v.number) {
			p.handler(at, why, depth+1)
		}
	}
}

// markExported marks the functions in the value at token i as exported.
func (p *script) markExported(i, depth int) {
	if depth > 4 {
		return
	}
	if p.kind(i) == '{' {
		for _, at := range p.argumentsAt(i) {
			if p.kind(at) == scan.TokenName && p.kind(at+1) != '(' && p.kind(at+1) != ':' {
				p.markExported(at, depth+1)
			}
			if p.kind(at+1) == ':' {
				p.markExported(at+2, depth+1)
			}
		}
	}
	switch v, _ := p.eval(i, 0, nil); v.kind {
	case isFunction:
		p.functions[v.number].exported = true
		if s := p.functions[v.number].self; s >= 0 {
			p.owners[s].exported = true
		}
	case isOwner:
		p.owners[v.number].exported = true
	case isResult:
		for _, at := range p.argumentsAt(v.number) {
			if _, ok := p.startsAt[at]; ok || p.kind(at) == scan.TokenName {
				p.markExported(at, depth+1)
			}
		}
	}
}

// roots tells of each function whether it runs for each request.
func (p *script) roots() {
	for _, at := range p.exported {
		p.markExported(at, 0)
	}
	p.owners[exports].exported = true
	p.routeObjects()
	p.command = p.command || p.isCommand()
	for i := range p.functions {
		f := &p.functions[i]
		if !f.root.given() && !p.aside[f.argument] {
			f.root = p.rootOf(f)
		}
	}
}

// routeObjects finds routes that are written as objects: those with a path or method and a handler.
func (p *script) routeObjects() {
	for key, at := range p.members {
		if key.name != "handler" {
			continue
		}
		for _, beside := range []string{"method", "path", "url"} {
			if _, ok := p.members[memberKey{key.owner, beside}]; ok {
				p.handler(at, handlesRequests, 0)
				break
			}
		}
	}
}

// isCommand reports whether the file is a program for the command line.
func (p *script) isCommand() bool {
	if strings.HasPrefix(string(p.src[:min(2, len(p.src))]), "#!") {
		return true
	}
	for i := range p.list {
		if p.is(i, "argv") && p.kind(i-1) == '.' && p.is(i-2, "process") {
			return true
		}
	}
	return false
}

func (p *script) rootOf(f *function) reason {
	exported := f.exported || f.owner >= 0 && p.owners[f.owner].exported
	if f.name == "constructor" && f.owner >= 0 {
		return reason{}
	}
	for _, d := range f.decorators {
		if routeDecorators[d] {
			return handlesRequests
		}
	}
	if takesRequest(f, exported) {
		return looksLikeOne
	}
	if !exported {
		if f.owner >= 0 && (f.name == "canActivate" || f.name == "intercept") && len(f.parameters) > 0 {
			return looksLikeOne
		}
		return reason{}
	}
	switch {
	case methodNames[f.name], f.owner <= exports && (f.name == "handler" || f.name == "lambdaHandler") && !p.command:
		return looksLikeOne
	case !f.async || f.private || p.command || f.start || atStart.MatchString(f.name):
		return reason{}
	case len(f.parameters) > 0 && setUp[f.parameters[0].name]:
		return reason{}
	case f.owner > exports && !p.objects[f.owner] && p.commandBase(f.owner):
		return reason{}
	case f.owner > exports && !p.objects[f.owner]:
		return exportedMethod
	}
	return exportedAsync
}

// commandBases are classes of which programs for the command line derive theirs.
var commandBases = regexp.MustCompile(`(Command|Migration|Seeder|Generator|Reporter|TestCase|TestEnvironment)$`)

// commandBase reports whether a class derives from one of commandBases.
func (p *script) commandBase(o int) bool {
	at := p.owners[o].base
	if at < 0 {
		return false
	}
	for p.kind(at+1) == '.' && p.kind(at+2) == scan.TokenName {
		at += 2
	}
	return commandBases.MatchString(p.name(at))
}

// takesRequest reports whether the parameters of a function are those of a handler.
func takesRequest(f *function, exported bool) bool {
	list := f.parameters
	if len(list) > 0 && (list[0].name == "err" || list[0].name == "error" || list[0].name == "_err") && len(list) == 4 {
		list = list[1:]
	}
	for _, one := range list {
		if requestTypes[one.kind] {
			return true
		}
	}
	switch {
	case len(list) == 0:
		return false
	case list[0].name == "interaction" && exported: // of a bot
		return true
	case len(list) == 1:
		return (list[0].name == "req" || list[0].name == "request") && (f.async && !f.byName || exported)
	}
	first, second := list[0].name, list[1].name
	switch {
	case requestNames[first] && responseNames[second]:
		return true
	case contextNames[first] && second == "next", first == "event" && second == "context":
		return true
	case len(list) >= 3 && resolverNames[first] && (second == "args" || second == "_args" || second == "{") && (list[2].name == "context" || list[2].name == "ctx" || list[2].name == "{"):
		return true
	}
	return false
}
