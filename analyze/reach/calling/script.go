package calling

import (
	"fmt"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// routed are methods of an application or router that take handlers.
var routed = wordSet("get post put patch delete del all use head options route add addRoute api register addHook handle param on ws any search")

// serverLike are names of what routes requests.
var serverLike = lazyregexp.New(`(?i)^(.*(app|application|router|routes?|server|api|controller)\d*|koa|express|fastify|hono|restify|polka|connect|elysia|itty|f|r|instance|srv)$`)

// clients are names of what sends requests, or looks things up.
var clients = wordSet("http https http2 axios got request fetch client agent superagent cache map redis db store params headers _ lodash")

// requestEvents are events that servers emit for each request or message.
var requestEvents = wordSet("request connection upgrade stream message checkContinue checkExpectation connect session secureConnection command datagram packet input")

// notServers are names of emitters whose events of these names come from elsewhere.
var notServers = lazyregexp.New(`(?i)^(process|cluster|.*worker|.*child|parentPort|.*port|proc|mongoose|db|.*database|knex|sequelize|redis|.*emitter|.*watcher|rl|readline|.*fork|app|(?-i:[A-Z]))$`)

// handlerProperties are properties of a route that hold handlers.
var handlerProperties = wordSet("handler onRequest preParsing preValidation preHandler preSerialization onSend onResponse onError fetch error")

// wrappers are functions that make a handler of an async function.
var wrappers = lazyregexp.New(`(?i)^(express)?-?(async_?handler|async_?middleware|catch_?async(errors)?|async_?wrap(per)?|wrap_?async|try_?catch|defineEventHandler|eventHandler|cachedEventHandler)$`)

var (
	requestNames  = wordSet("req _req request _request")
	responseNames = wordSet("res _res resp response reply rep next h ctx context toolkit")
	contextNames  = wordSet("ctx context _ctx c")
	resolverNames = wordSet("parent _parent _ root _root source obj __")
	errorNames    = wordSet("err error _err")
)

// atStart are names of exported async functions that run once: to start, build or stop something, or a verb
// of setting up with what it sets up.
var atStart = lazyregexp.New(`^(` + strings.Join([]string{
	`main|cli|run|start|stop|restart|reload|listen|serve|launch`,
	`_*(init|initiali[sz]e|setup|set_?up|bootstrap|boot|start_?[uU]p|prompt)(_?[A-Z]\w*)?`,
	`build|compile|bundle|migrate|seed|install|uninstall|generate|scaffold|configure|watch|dev|develop|deploy|publish|release`,
	`teardown|shutdown|close|destroy|dispose|exit|quit|terminate|up|down|register|activate|deactivate|prepare|connect|disconnect|preload|warm_?up`,
	`global(Setup|Teardown)|on(Module|Application)\w+|before\w*Shutdown|on(Init|Ready|Close|Start)`,
	`(` + setUpVerbs + `)_?(` + setUpThings + `)`,
}, "|") + `)$`)

const (
	setUpVerbs  = `create|make|new|build|start|stop|restart|run|init|setup|configure|register|load|read|get|parse|resolve`
	setUpThings = `App|Application|Server|Http\w*|Express|Fastify|Config\w*|Settings|Env\w*|Options|Plugins?|Routes|Module|Project|Package\w*|` +
		`Webpack\w*|Vite\w*|Certs?|Certificates?|Keys|Secrets`
)

// setUp are names of the first parameters of functions that set something up.
var setUp = wordSet("app fastify server router instance program yargs argv args cli hre grunt gulp plop knex queryInterface migration eleventyConfig config options opts")

// asideMethods are methods whose arguments run later, or once.
var asideMethods = wordSet("listen action before after beforeAll afterAll beforeEach afterEach describe it test command setInterval onClose")

// isAside reports whether what a call is handed does not run for each request.
func isAside(n *tree.Node) bool {
	if n == nil {
		return false
	}
	callee := n.Kid(0)
	if callee == nil {
		return false
	}
	switch name := callee.Text; callee.Op {
	case tree.Name:
		return asideMethods[name]
	case tree.Member:
		if name == "on" || name == "once" || name == "addListener" {
			of := lastName(callee.Kid(0))
			return of == "process" || of == "cluster"
		}
		return asideMethods[name]
	}
	return false
}

// scriptRoots finds the handlers of JavaScript and TypeScript.
func (p *Program) scriptRoots() {
	p.entries(func(*Func) bool { return true })
	e := exporting{p, map[rules.Value]int{}, map[int32]int{}}
	for n, f := range p.Files {
		e.export(p.Flow.Value(n, f.Graph.Exports), 0)
		for i := range f.Graph.Calls {
			p.route(n, &f.Graph.Calls[i])
		}
		p.routeObjects(n)
	}
	commands := map[*File]bool{}
	for _, f := range p.Files {
		commands[f] = f.aside || isCommand(f)
	}
	for i := range p.Funcs {
		if f := &p.Funcs[i]; f.Index > 0 && !f.root.Given() && !isAside(f.argument) {
			f.root = scriptRoot(f, commands[f.File])
		}
	}
	boots := map[int]bool{} // what calls a bootstrap, which nothing does for each request
	for _, e := range p.edges {
		boots[e[0]] = boots[e[0]] || p.Funcs[e[1]].name == "bootstrap"
	}
	begins := p.begins(func(i int) bool {
		f := &p.Funcs[i]
		return commands[f.File] || boots[i] && !f.root.Routed || !f.root.Given() && atStart.MatchString(f.name)
	}, func(int) bool { return false })
	for i := range p.Funcs {
		if f := &p.Funcs[i]; begins[i] && f.root.Exported || f.File.test {
			f.root = Reason{}
		}
	}
}

// route looks whether a call registers handlers.
func (p *Program) route(file int, c *graph.Call) {
	if c.Tree == nil || c.Tree.Op != tree.Call && c.Tree.Op != tree.New || c.Tree.Kid(0) == nil {
		return
	}
	callee := c.Tree.Kids[0]
	name, of := c.Method, callee.Kid(0)
	serves := name == "createServer" || name == "createSecureServer" || name == "serve"
	if callee.Op != tree.Member {
		atOnce := strings.EqualFold(name, "tryCatch") && len(c.Args) > 1
		if serves || name == "Server" || wrappers.MatchString(name) && !atOnce {
			p.handlers(file, c, 0, handlesRequests)
		}
		return
	}
	receiver := lastName(of)
	switch {
	case serves || name == "Server" && (receiver == "http" || receiver == "https"):
		p.handlers(file, c, 0, handlesRequests)
	case name == "on" || name == "once" || name == "addListener":
		if event := p.text(file, c, 0); len(c.Args) > 1 && !isAside(c.Tree) && requestEvents[event] && !notServers.MatchString(receiver) && name != "once" && !p.isClient(file, c) {
			p.handler(p.Flow.Value(file, c.Args[1].Node), argumentAt(c.Tree, 1), Reason{Text: fmt.Sprintf("it handles the event %q", event), Routed: true})
		}
	case asideMethods[name]:
	case wrappers.MatchString(name):
		p.handlers(file, c, 0, handlesRequests)
	case name == "query" || name == "mutation" || name == "subscription":
		if strings.HasSuffix(strings.ToLower(receiver), "procedure") || receiver == "input" || receiver == "output" {
			p.handlers(file, c, 0, handlesRequests)
		}
	case routed[name] && !clients[receiver] && len(c.Args) > 0:
		p.routes(file, c, of, name, receiver)
	}
}

// routes makes the arguments of a method of a router handlers.
func (p *Program) routes(file int, c *graph.Call, of *tree.Node, name, receiver string) {
	first := c.Tree.Kid(1)
	quoted := first != nil && first.Op == tree.String
	why := handlesRequests
	if quoted && strings.HasPrefix(first.Text, "/") {
		why.Route = first.Text
		if methodNames[strings.ToUpper(name)] {
			why.Method = strings.ToUpper(name)
		}
	}
	switch {
	case quoted && strings.Contains(first.Text, "://"):
	case quoted && (why.Route != "" || first.Text == "*" || first.Text == ""), name != "on" && p.isServer(file, c, of, receiver):
		skip := 0
		if name == "register" {
			skip = 1 // a plugin, which runs once
		}
		p.handlers(file, c, skip, why)
	case receiver == "route" && name != "on":
		p.handlers(file, c, 0, why)
	}
}

// isServer reports whether the receiver of a call routes requests: it is called so, or what it is made by.
func (p *Program) isServer(file int, c *graph.Call, of *tree.Node, receiver string) bool {
	if serverLike.MatchString(receiver) {
		return true
	}
	for hops := 0; of != nil && of.Op == tree.Call && hops < 16; hops++ { // a chain
		if serverLike.MatchString(lastName(of)) {
			return true
		}
		of = of.Kid(0).Kid(0)
	}
	if of != nil && (of.Op == tree.New || of.Op == tree.Name) && serverLike.MatchString(lastName(of)) {
		return true
	}
	for _, a := range p.Flow.Names(p.Flow.Value(file, c.Receiver)) {
		made := false
		name := a.Root.Name
		for _, s := range a.Steps {
			if made = s == "()"; !made {
				name = s
			}
		}
		if made && serverLike.MatchString(name) {
			return true
		}
	}
	return false
}

// connections are names of what a client makes to talk to a server.
var connections = lazyregexp.New(`^(ws(\.WebSocket)?|websocket\.\w+|WebSocket|socket\.io-client(\.\w+)?|net\.(connect|createConnection|Socket))\(\)$`)

// isClient reports whether a call registers what a program for the command line does with the answers of a server.
func (p *Program) isClient(file int, c *graph.Call) bool {
	for _, a := range p.Flow.Names(p.Flow.Value(file, c.Receiver)) {
		if connections.MatchString(Name(p.lang, a)) {
			return isCommand(p.Files[file])
		}
	}
	return false
}

// text returns the constant text that an argument is, "" for anything else.
func (p *Program) text(file int, c *graph.Call, arg int) string {
	if arg >= len(c.Args) {
		return ""
	}
	if n := &p.Files[file].Graph.Nodes[c.Args[arg].Node]; n.Kind == graph.Text {
		return n.Name
	}
	return ""
}

// handlers makes all arguments of a call handlers that are functions, from a number on.
func (p *Program) handlers(file int, c *graph.Call, from int, why Reason) {
	for i, a := range c.Args {
		if i >= from {
			p.handler(p.Flow.Value(file, a.Node), argumentAt(c.Tree, i), why)
		}
	}
}

// maxHandler bounds how deep handlers are looked for in objects and arrays.
const maxHandler = 4

// handler makes the functions in a value handlers: the value itself, elements of an array, arguments of the call
// that made it, and the handlers of a route that is written as an object. n is the expression, or nil.
func (p *Program) handler(v rules.Value, n *tree.Node, why Reason) {
	p.handlersIn(v, n, why, 0, map[rules.Value]int{})
}

// handlersIn is handler for a value so deep in another. Depths are those at which values were met: a value that was
// met as near to the outermost is not looked at again.
func (p *Program) handlersIn(v rules.Value, n *tree.Node, why Reason, depth int, depths map[rules.Value]int) {
	if v == 0 || depth > maxHandler || !nearer(depths, v, depth) {
		return
	}
	functions := p.Flow.Functions(v)
	for _, r := range p.likely(n, functions) {
		if f := &p.Funcs[p.number(r)]; f.Index > 0 && (!f.root.Given() || !f.root.Routed || f.root.Route == "" && why.Route != "") {
			f.root = why
		}
	}
	if len(functions) == 0 && len(p.Flow.Classes(v)) == 0 {
		p.Flow.Members(v, func(name string, member rules.Value) {
			if handlerProperties[name] || name >= "0" && name < ":" {
				p.handlersIn(member, nil, why, depth+1, depths)
			}
		})
	}
	for _, m := range p.Flow.Makers(v, false) {
		c := &p.Files[m.File].Graph.Calls[m.Index]
		if isAside(c.Tree) || c.New {
			continue
		}
		for i, a := range c.Args {
			for _, r := range p.likely(argumentAt(c.Tree, i), p.Flow.Functions(p.Flow.Value(m.File, a.Node))) {
				if f := &p.Funcs[p.number(r)]; f.Index > 0 && !f.root.Given() {
					f.root = why
				}
			}
		}
	}
}

// exporting marks what files export. Depths are those at which values and objects were met, in the exports of any file: what
// was met as near to these is not looked at again, as objects may be what thousands of values are.
type exporting struct {
	*Program
	depths  map[rules.Value]int
	objects map[int32]int
}

// nearer reports whether something is met nearer than before, and notes that.
func nearer[K comparable](depths map[K]int, at K, depth int) bool {
	if met, ok := depths[at]; ok && met <= depth {
		return false
	}
	depths[at] = depth
	return true
}

// export marks the functions in a value as exported.
func (p *exporting) export(v rules.Value, depth int) {
	if v == 0 || depth > maxHandler || !nearer(p.depths, v, depth) {
		return
	}
	functions, classes := p.Flow.Functions(v), p.Flow.Classes(v)
	for _, r := range functions {
		p.Funcs[p.number(r)].exported = true
	}
	for _, c := range classes {
		f := p.Files[c.File]
		for i := range f.Graph.Funcs {
			if f.Graph.Funcs[i].Class == int32(c.Class) {
				p.Funcs[f.first+i].exported, p.Funcs[f.first+i].method = true, true
			}
		}
	}
	if len(functions)+len(classes) == 0 {
		for _, m := range p.Flow.Makers(v, false) {
			for _, a := range p.Files[m.File].Graph.Calls[m.Index].Args {
				for _, r := range p.Flow.Functions(p.Flow.Value(m.File, a.Node)) {
					p.Funcs[p.number(r)].exported = true
				}
			}
		}
	}
	p.Flow.MembersUnless(v, func(object int32) bool { return !nearer(p.objects, object, depth) }, func(name string, member rules.Value) {
		if name != "constructor" && name != "prototype" {
			p.export(member, depth+1)
		}
	})
}

// routeObjects finds routes that are written as objects: those with a path or method and a handler.
func (p *Program) routeObjects(file int) {
	g := p.Files[file].Graph
	for id := range g.Nodes {
		if g.Nodes[id].Kind != graph.Object {
			continue
		}
		var handler rules.Value
		beside := false
		p.Flow.Members(p.Flow.Value(file, graph.ID(id)), func(name string, member rules.Value) {
			switch name {
			case "handler":
				handler = member
			case "method", "path", "url":
				beside = true
			}
		})
		if beside && handler != 0 {
			p.handler(handler, nil, handlesRequests)
		}
	}
}
