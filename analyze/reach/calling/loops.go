package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// away are functions of Java and C# that run what they are handed on threads of its own.
var away = wordSet("fromCallable fromRunnable fromSupplier fromFuture supplyAsync runAsync submit execute executeBlocking blockingHandler invokeAll Run StartNew QueueUserWorkItem " +
	"startVirtualThread thenApplyAsync thenAcceptAsync thenRunAsync thenComposeAsync thenCombineAsync handleAsync whenCompleteAsync exceptionallyAsync")

// threads are calls that return a thread to start, or a scheduler whose threads may block.
var threads = wordSet("ofVirtual ofPlatform boundedElastic")

// isAway reports whether a call of Java or C# runs what it is handed on other threads, which may block.
func isAway(call *tree.Node) bool {
	callee := call.Kid(0)
	name := lastName(callee)
	switch {
	case call.Op == tree.New:
		return name == "Thread"
	case name == "start" || name == "unstarted" || name == "schedule" || name == "schedulePeriodically":
		for on, n := callee.Kid(0), 0; on != nil && n < mostChained; on, n = on.Kid(0), n+1 {
			if threads[lastName(on)] {
				return true
			}
		}
		return false
	}
	// executeBlocking has forms of its own in the bindings to other libraries, such as rxExecuteBlocking.
	return away[name] || strings.Contains(strings.ToLower(name), "executeblocking")
}

// onLoops are schedulers of Reactor, RxJava and Mutiny whose threads are those of an event loop, or the caller's.
var onLoops = wordSet("parallel single immediate newParallel newSingle computation trampoline currentThread")

// moves reports whether a call has one of some methods move work to threads that may block.
func moves(call *tree.Node, methods map[string]bool) bool {
	return methods[lastName(call.Kid(0))] && call.Kid(1) != nil && !onLoops[lastName(call.Kid(1))]
}

// upwards are methods that move what stands in front of them in a chain, and downwards what follows.
var (
	upwards   = wordSet("subscribeOn runSubscriptionOn")
	downwards = wordSet("publishOn observeOn emitOn")
)

// movesUp reports whether a call moves the work of the chain in front of it to threads that may block.
func movesUp(call *tree.Node) bool { return moves(call, upwards) }

// isMoved reports whether what a call is handed runs on threads that may block, since the chain around it says so.
func isMoved(call *tree.Node, moved bool) bool {
	for on, n := call.Kid(0).Kid(0), 0; on != nil && n < mostChained; on, n = on.Kid(0), n+1 {
		if on.Op == tree.Call && downwards[lastName(on.Kid(0))] {
			return moves(on, downwards)
		}
	}
	return moved
}

// mostChained bounds the calls and members of a chain that are looked at.
const mostChained = 16

// reactive are types of what a method returns that does its work on an event loop.
var reactive = wordSet("Mono Flux Uni Multi")

// nettyBases are classes of handlers of Netty, and nettyMethods what their event loop calls.
var (
	nettyBases   = lazyregexp.New(`^(SimpleChannelInboundHandler|ChannelInboundHandlerAdapter|ChannelDuplexHandler)$`)
	nettyMethods = wordSet("channelRead channelRead0 channelActive channelInactive channelReadComplete userEventTriggered messageReceived exceptionCaught")
)

// vertxHandlers are methods of Vert.x that call what they are handed on an event loop.
var vertxHandlers = wordSet("handler requestHandler webSocketHandler connectHandler setTimer setPeriodic consumer localConsumer onSuccess onFailure onComplete compose failureHandler bodyHandler dataHandler")

// javaRoots finds what runs on the event loops of WebFlux, Mutiny, Vert.x and Netty.
func (p *Program) javaRoots() {
	for n, f := range p.Files {
		uses := func(prefix string) bool {
			for _, id := range f.Graph.Modules {
				if strings.HasPrefix(f.Graph.Nodes[id].Name, prefix) {
					return true
				}
			}
			return false
		}
		reactor, vertx := uses("reactor.") || uses("io.smallrye.mutiny") || uses("org.springframework.web.reactive"), uses("io.vertx")
		netty := uses("io.netty")
		for i := range f.Graph.Funcs {
			x := &p.Funcs[f.first+i]
			switch {
			case i == 0 || f.aside:
			case reactor && reactive[typeName(x.Tree.Result)] && x.Tree.Name != "":
				x.root = Reason{Text: "it returns a " + typeName(x.Tree.Result) + " from an event loop"}
			case netty && nettyMethods[x.Tree.Name] && x.class != nil && len(x.class.Bases) > 0 && nettyBases.MatchString(typeName(x.class.Bases[0])):
				x.root = Reason{Text: "it handles data on the event loop", Routed: true}
			case vertx && x.Tree.Name == "handle" && x.class != nil && slices.ContainsFunc(x.class.Bases, func(n *tree.Node) bool { return typeName(n) == "Handler" }):
				x.root = Reason{Text: "it handles events on the event loop", Routed: true}
			}
		}
		for i := range f.Graph.Calls {
			c := &f.Graph.Calls[i]
			if !vertx || f.aside || !vertxHandlers[c.Method] {
				continue
			}
			for _, a := range c.Args {
				for _, r := range p.Flow.Functions(p.Flow.Value(n, a.Node)) {
					p.Funcs[p.number(r)].root = Reason{Text: "it handles events on the event loop", Routed: true}
				}
			}
		}
	}
}

// typeName returns the last name of a type, without what it is a container of.
func typeName(n *tree.Node) string {
	for range 4 {
		if n == nil {
			return ""
		}
		if n.Op == tree.Name || n.Op == tree.Member {
			return n.Text
		}
		n = n.Kid(0)
	}
	return ""
}

// mains are the methods of C# that a program starts with, and what those call that could not be asynchronous once.
var mains = wordSet("Main MainAsync")

// csharpRoots finds async methods: what they block is a thread of the pool that serves everybody.
func (p *Program) csharpRoots() {
	for i := range p.Funcs {
		f := &p.Funcs[i]
		switch call := f.argument; {
		case f.Index == 0 || !f.Tree.Async || f.File.aside || mains[f.Tree.Name]:
		case call != nil && isAway(call) && (lastName(call.Kid(0)) != "Run" || lastName(call.Kid(0).Kid(0)) == "Task"): // Run of an application makes a handler
		default:
			f.root = Reason{Text: "it is in an async method"}
		}
	}
	p.entries(func(f *Func) bool { return f.Tree.Async })
}

// ends reports whether a method of C# takes the result of an operation that another one began: who awaits it, or is called
// back, has no more to wait for.
func ends(f *tree.Func) bool {
	return strings.HasPrefix(f.Name, "End") && slices.ContainsFunc(f.Params, func(x tree.Param) bool { return typeName(x.Type) == "IAsyncResult" })
}

// phpLoops are what calls functions on an event loop of PHP, by the names of what is called.
var phpLoops = lazyregexp.New(`^(Open)?Swoole[\\.].*\(\)\.on$|^(Open)?Swoole[\\.]Timer\.(tick|after)$|^React[\\.]EventLoop.*\.(addTimer|addPeriodicTimer|futureTick|addReadStream)$|^React[\\.]Http[\\.](HttpServer|Server)$|^React[\\.]Socket[\\.]\w+\(\)\.on$|^Workerman[\\.]Timer\.add$|^Revolt[\\.]EventLoop\.(repeat|delay|defer|queue|onReadable|onWritable)$|^Amp[\\.]async$|^Amp[\\.]Http[\\.]Server[\\.]RequestHandler[\\.]ClosureRequestHandler$`)

// hooks are texts of programs that replace blocking functions of PHP by others.
var hooks = lazyregexp.New(`enableCoroutine|hook_flags|SWOOLE_HOOK`)

// phpRoots finds what runs on the event loops of Swoole, ReactPHP and Amp.
func (p *Program) phpRoots() {
	for _, f := range p.Files {
		if hooks.Match(f.Text) {
			return
		}
	}
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			c := &f.Graph.Calls[i]
			onLoop := false
			for _, a := range p.Flow.Names(p.Flow.Value(n, c.Callee)) {
				onLoop = onLoop || phpLoops.MatchString(Name(p.lang, a))
			}
			if !onLoop || f.aside {
				continue
			}
			for at, a := range c.Args {
				if event := p.text(n, c, 0); at > 0 && startEvents[event] {
					continue
				}
				p.onLoop(p.Flow.Value(n, a.Node))
			}
		}
	}
}

// startEvents are events of servers that come once.
var startEvents = wordSet("start Start workerStart WorkerStart managerStart ManagerStart shutdown Shutdown workerStop WorkerStop task Task")

func (p *Program) onLoop(v rules.Value) {
	for _, r := range p.Flow.Functions(v) {
		p.Funcs[p.number(r)].root = Reason{Text: "it runs on the event loop", Routed: true}
	}
}
