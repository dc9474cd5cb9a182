package calling

import (
	"slices"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// reactors are texts of programs of Ruby that run on EventMachine, where whatever waits blocks everybody, and fibers those
// of programs that run on Async or Falcon, whose scheduler waits without blocking as far as Ruby lets it.
var (
	reactors = lazyregexp.New(`\b(EventMachine|EM)(\.|::)(run|start_server|next_tick|add_timer|add_periodic_timer|Connection|WebSocket)\b|\bFaye::WebSocket\b`)
	fibers   = lazyregexp.New(`(?m)^\s*(require|gem)\b[ (]+['"](async|falcon)\b|\bAsync::\w|\bFalcon::\w`)
)

// reactorMethods are what EventMachine calls of a connection, and reactorBases are the classes that those extend.
var (
	reactorMethods = wordSet("receive_data receive_line receive_object receive_binary_data post_init connection_completed ssl_handshake_completed unbind proxy_target_unbound process_http_request")
	reactorBases   = lazyregexp.New(`^(::)?(EventMachine|EM)(::|\.)(Connection|FileWatch|ProcessWatch|HttpServer((::|\.)Server)?)$`)
)

// connecting are functions of EventMachine that make objects of the class, or with the module, that they are handed, one
// for each connection.
var connecting = wordSet("start_server start_unix_domain_server connect connect_unix_domain open_datagram_socket attach watch popen")

// onReactor are functions that call a block on an event loop of Ruby: timers, and listeners of web sockets.
var onReactor = wordSet("next_tick add_timer add_periodic_timer schedule tick_loop onmessage onopen onclose onerror")

// blocksAway are functions of Ruby that do not run the block that they are handed where they are called.
var blocksAway = wordSet("defer lambda proc define_method at_exit trap new start fork spawn post future execute")

// EventMachine reports whether a program of Ruby runs on EventMachine.
func (p *Program) EventMachine() bool { return p.reactor }

// rubyRoots finds what runs on the event loops of EventMachine and of Async.
func (p *Program) rubyRoots() {
	mentions := func(of *lazyregexp.Regexp) bool {
		return slices.ContainsFunc(p.Files, func(f *File) bool { return !f.aside && of.Match(f.Text) })
	}
	p.reactor = mentions(reactors)
	scheduled := mentions(fibers)
	if !p.reactor && !scheduled {
		return
	}
	connections := p.connections()
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if f.Index == 0 || f.File.aside {
			continue
		}
		switch {
		case p.reactor && f.class != nil && reactorMethods[f.Tree.Name] && p.isConnection(f, connections):
			f.root = Reason{Text: "it handles data on the event loop", Routed: true}
		case scheduled && f.class != nil && f.Tree.Name == "call" && len(f.Tree.Params) == 1 && nameIs(f.Tree.Params[0].Target, "env"):
			f.root = Reason{Text: "it handles requests", Routed: true}
		case f.argument == nil || f.named:
		case p.reactor && onReactor[lastName(f.argument.Kid(0))]:
			f.root = Reason{Text: "it runs on the event loop", Routed: true}
		case scheduled && lastName(f.argument.Kid(0)) == "for" && scoped(f.argument.Kid(0).Kid(0)) == "Async::HTTP::Server":
			f.root = Reason{Text: "it handles requests", Routed: true}
		case scheduled && lastName(f.argument.Kid(0)) == "accept" && len(f.Tree.Params) > 0:
			f.root = Reason{Text: "it handles connections", Routed: true}
		}
	}
}

// connections are the classes and modules of which EventMachine makes connections, as far as calls of it name them.
func (p *Program) connections() map[rules.Class]bool {
	found := map[rules.Class]bool{}
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			c := &f.Graph.Calls[i]
			if !p.reactor || f.aside || !connecting[c.Method] {
				continue
			}
			for _, a := range c.Args {
				for _, class := range p.Flow.Classes(p.Flow.Value(n, a.Node)) {
					found[class] = true
				}
			}
		}
	}
	return found
}

// isConnection reports whether a method is one of what EventMachine makes connections of: its class extends one of those of
// EventMachine, directly or not, or is handed to it.
func (p *Program) isConnection(f *Func, connections map[rules.Class]bool) bool {
	if slices.ContainsFunc(f.class.Bases, func(n *tree.Node) bool { return reactorBases.MatchString(scoped(n)) }) {
		return true
	}
	of := f.File.Graph.Funcs[f.Index].Class
	if of < 0 {
		return false
	}
	class := rules.Class{File: p.at[f.File.Path], Class: int(of)}
	return connections[class] || slices.ContainsFunc(p.Flow.Bases(class), func(a model.Access) bool { return reactorBases.MatchString(Name(p.lang, a)) })
}

// scoped is a constant of Ruby as it is written.
func scoped(n *tree.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}
