package calling

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// routePython are decorators that register a function for requests.
var routePython = wordSet("get post put patch delete head options route api_route websocket websocket_route")

// atStartPython are names of async functions that run once.
var atStartPython = wordSet("init initialize initialise create_server init_server start_server run_server main amain async_main start stop startup on_startup start_up lifespan setup teardown shutdown on_shutdown cleanup init_app create_app setup_app migrate seed asyncSetUp asyncTearDown setup_hook on_ready cog_load cog_unload cli run_migrations run_async_migrations run_migrations_online")

// startLike are names of functions that run when a program begins, unless something else calls them.
var startLike = lazyregexp.New(`^_*(async_)?(init|initiali[sz]e|set_?up|start|start_?up|boot|bootstrap|lifespan|launch)(_\w+)?$`)

// opening are names of methods that run when an object is opened or closed: once for each, unless requests make one.
var opening = lazyregexp.New(`^((_*(a|(attempt|try|do|ensure|auto|async)_)?(open|connect|reconnect|disconnect|close|login|logout))|__aenter__|__aexit__)$`)

// opens reports whether an asynchronous method opens or closes its object.
func (p *Program) opens(i int) bool {
	f := &p.Funcs[i]
	return f.Tree.Async && f.class != nil && opening.MatchString(f.Tree.Name)
}

// untilEnd are functions that run a coroutine to its end from outside of a loop.
var untilEnd = wordSet("run run_until_complete run_sync")

// waitsFor are functions that wait for the one coroutine which they are handed, so that whoever calls them calls those.
var waitsFor = wordSet("wait_for shield")

// isStart reports whether a function is named after what runs when a program begins or ends.
func isStart(name string) bool {
	return atStartPython[strings.TrimLeft(name, "_")] || startLike.MatchString(name)
}

// loopModules are modules whose function run starts an event loop, and takes the async function itself.
var loopModules = wordSet("anyio trio curio")

// tornadoMethods are those of a request handler, protocolMethods those of a protocol of asyncio.
var (
	tornadoMethods  = wordSet("get post put patch delete head options prepare on_message open on_finish data_received")
	protocolMethods = wordSet("data_received datagram_received connection_made connection_lost eof_received buffer_updated")
)

// atOnce are functions that call their arguments before they return.
var atOnce = wordSet("map flatMap mapEntries filter sorted min max sort reduce list tuple set any all sum next takewhile dropwhile groupby accumulate starmap apply")

// onLoop are methods of an event loop that call their arguments on it.
var onLoop = wordSet("call_soon call_later call_at call_soon_threadsafe add_reader add_writer")

// decoration is what the decorators of a function say of it.
type decoration struct {
	routed, coroutine, start, elsewhere bool
	// command reports whether it is one of a command line, or of a bot, or what a listener of either is told.
	command bool
}

func decorationOf(t *tree.Func) (d decoration) {
	for _, n := range t.Decorators {
		called := n.Op == tree.Call
		if called {
			n = n.Kid(0)
		}
		for ; n != nil && (n.Op == tree.Name || n.Op == tree.Member); n = n.Kid(0) {
			switch name := strings.ToLower(n.Text); {
			case name == "coroutine":
				d.coroutine = true
			case strings.Contains(name, "thread") || strings.Contains(name, "executor") || strings.Contains(name, "sync_to_async") || strings.Contains(name, "asyncify"):
				d.elsewhere = true
			case name == "remote": // of Ray
				d.elsewhere = d.elsewhere || n.Op == tree.Member && lastName(n.Kid(0)) == "ray"
			case name == "command" || name == "listener":
				d.command = true
			case startDecorators[name] || startEventsPython[name]:
				d.start = true
			case routePython[name] && n.Op == tree.Member && called:
				d.routed = true
			}
		}
	}
	return d
}

// startEventsPython register what runs once, before a server serves or after it has; startDecorators also do so as
// decorators.
var (
	startEventsPython = wordSet("before_start after_start on_start before_stop after_stop on_stop cleanup_ctx before_serving after_serving main_process_start before_server_start after_server_start before_server_stop after_server_stop main_process_stop register_listener add_event_handler on_startup on_cleanup on_shutdown lifespan")
	startDecorators   = wordSet("on_event fixture pytest")
)

// bots are packages for bots, whose commands and listeners people in a chat call. Those of other packages are of a command
// line, and of the start of a server.
var bots = wordSet("discord disnake nextcord interactions guilded twitchio hikari crescent lightbulb arc revolt")

// isBot reports whether a file imports a package for bots.
func (f *File) isBot() bool {
	return slices.ContainsFunc(f.Graph.Modules, func(id graph.ID) bool {
		name, _, _ := strings.Cut(f.Graph.Nodes[id].Name, ".")
		return bots[name]
	})
}

// startsBy reports whether a decorator says that a function runs at the start, or for the command line.
func (f *File) startsBy(d decoration) bool { return d.start || d.command && !f.isBot() }

// registersStart reports whether a call registers its arguments for the start or the end of a server, such as
// app.before_server_start(f) and app.on_startup.append(f), also those of a partial.
func registersStart(c, around *tree.Node) bool {
	switch name := lastName(c.Kid(0)); {
	case name == "partial":
		return around != nil && lastName(around.Kid(0)) != name && registersStart(around, nil)
	case name == "append" || name == "add":
		return startEventsPython[lastName(c.Kid(0).Kid(0))]
	default:
		return startEventsPython[name]
	}
}

// startsWith calls visit with the names of what a node registers for the start or the end of a server:
// app.on_start += f, and on_startup=[f].
func startsWith(n *tree.Node, visit func(name string)) {
	var registered *tree.Node
	switch {
	case n.Op == tree.Assign && n.Text == "+=" && startEventsPython[lastName(n.Kid(0))]:
		registered = n.Kid(1)
	case n.Op == tree.Keyword && startEventsPython[n.Text]:
		registered = n.Kid(0)
	}
	if registered == nil {
		return
	}
	for _, k := range append([]*tree.Node{registered}, registered.Kids...) {
		if k != nil && (k.Op == tree.Name || k.Op == tree.Member) {
			visit(k.Text)
		}
	}
}

// runsElsewhere reports whether a decorator runs a function in a thread.
func runsElsewhere(t *tree.Func) bool { return decorationOf(t).elsewhere }

// pythonRoots finds what runs on an event loop for each request.
func (p *Program) pythonRoots() {
	p.entries(func(f *Func) bool {
		d := decorationOf(f.Tree)
		return f.Tree.Async && !f.File.startsBy(d) && !d.elsewhere
	})
	uses, runs, starts := make([]int, len(p.Funcs)), make([]int, len(p.Funcs)), map[string]bool{}
	for n, f := range p.Files {
		p.pythonUses(n, f, uses, runs, starts)
	}
	once := func(i int) bool { return uses[i] == runs[i] && (uses[i] > 0 || starts[p.Funcs[i].Tree.Name]) }
	start := func(i int) bool {
		t := p.Funcs[i].Tree
		return atStartPython[strings.TrimLeft(t.Name, "_")] || t.Async && (once(i) || p.makesServer(i) || servesAll(t)) || p.Funcs[i].File.startsBy(decorationOf(t))
	}
	begins := p.begins(start, func(i int) bool { return startLike.MatchString(p.Funcs[i].Tree.Name) })
	opens := p.begins(func(i int) bool { return start(i) || p.opens(i) }, func(i int) bool { return isStart(p.Funcs[i].Tree.Name) })
	serves := p.serves()
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if f.Index > 0 && !f.root.Given() {
			f.root = p.pythonRoot(f, once(i) || f.Tree.Async && begins[i])
			f.root.Exported = f.root.Given() && !f.root.Routed && (opens[i] || !serves[p.at[f.File.Path]])
		}
	}
}

// pythonUses counts how often functions are called or handed over, and how often to be run to their end from
// outside of an event loop, or once at its start. It adds the names by which some are handed over for the latter.
func (p *Program) pythonUses(n int, f *File, uses, runs []int, starts map[string]bool) {
	maps.Copy(starts, f.shape.starts)
	for i := range f.Graph.Calls {
		c := &f.Graph.Calls[i]
		at := f.shape.calls[c.Tree]
		for _, r := range p.Flow.Targets(n, i) {
			to := p.number(r)
			uses[to]++
			if by := at.argument; by != nil && !(at.within != nil && at.within.Async) {
				if name := lastName(by.Kid(0)); untilEnd[name] {
					runs[to]++
				}
			} else if at.once == f.shape.file || f.shape.built[at.once] != nil {
				runs[to]++
			}
			p.Funcs[to].handed = p.Funcs[to].handed || at.argument != nil && p.Funcs[to].Tree.Async && !waitsFor[lastName(at.argument.Kid(0))]
		}
		start := registersStart(c.Tree, at.argument)
		toEnd := !(at.within != nil && at.within.Async) && (c.Method == "run_sync" || lastName(c.Tree.Kid(0)) == "partial" && at.argument != nil && untilEnd[lastName(at.argument.Kid(0))])
		for _, k := range c.Tree.Kids[1:] {
			if (start || toEnd) && k != nil && (k.Op == tree.Member || k.Op == tree.Name) {
				starts[k.Text] = true
			}
		}
		for _, a := range c.Args {
			for _, r := range p.Flow.Functions(p.Flow.Value(n, a.Node)) {
				to := p.number(r)
				uses[to]++
				if callee := c.Tree.Kid(0); start || startEventsPython[a.Name] || toEnd || c.Method == "run" && !(at.within != nil && at.within.Async) && loopModules[lastName(callee.Kid(0))] {
					runs[to]++
				}
				if onLoop[c.Method] && c.Receiver != 0 && !f.aside && !p.Funcs[to].Tree.Async {
					p.Funcs[to].root = Reason{Text: "it runs on the event loop"}
				}
			}
		}
	}
}

func (p *Program) pythonRoot(f *Func, runsOnce bool) Reason {
	t, d := f.Tree, decorationOf(f.Tree)
	switch {
	case f.File.startsBy(d) || runsOnce || d.elsewhere || f.File.test:
		return Reason{}
	case t.Async && d.command && !atStartPython[strings.TrimLeft(t.Name, "_")]:
		return Reason{Text: "it handles what people tell a bot", Routed: true}
	case t.Async && d.routed:
		return Reason{Text: "it handles requests on the event loop", Routed: true}
	case t.Async && !f.File.aside && !atStartPython[strings.TrimLeft(t.Name, "_")] && !strings.HasPrefix(t.Name, "test_"):
		return Reason{Text: "it is in an async function"}
	case t.Async:
		return Reason{}
	case d.coroutine && !f.File.aside:
		return Reason{Text: "it is in a coroutine"}
	case f.class == nil || f.within != nil && f.within != f.File.Graph.Funcs[0].Tree && f.File.shape.funcs[f.within].class == f.class:
		return Reason{}
	case tornadoMethods[t.Name] && p.extends(f, "Handler", "tornado"):
		return Reason{Text: "it handles requests on the event loop", Routed: true}
	case protocolMethods[t.Name] && p.extends(f, "Protocol", "asyncio"):
		return Reason{Text: "it handles data on the event loop", Routed: true}
	}
	return Reason{}
}

// extends reports whether a base of the class of a method ends in a word and comes from a module.
func (p *Program) extends(f *Func, word, module string) bool {
	c := f.File.Graph.Funcs[f.Index].Class
	if c < 0 {
		return false
	}
	for _, a := range p.Flow.Bases(rules.Class{File: p.at[f.File.Path], Class: int(c)}) {
		name := a.Root.Name
		if n := len(a.Steps); n > 0 {
			name = a.Steps[n-1]
		}
		if first, _, _ := strings.Cut(a.Root.Name, "."); strings.HasSuffix(name, word) && first == module {
			return true
		}
	}
	return false
}
