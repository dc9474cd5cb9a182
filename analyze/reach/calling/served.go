package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/tree"
)

// serverImports is the import of what says that a file of Python has to do with a loop that serves: frameworks of
// servers, and of bots and consumers that answer everybody on one loop.
var serverImports = lazyregexp.New(`(?m)^(?:try:[ \t]*\n[ \t]+)?(?:from|import)[ \t]+(?:(?:fastapi|starlette|aiohttp\.web|aiohttp_\w+|sanic|tornado|quart|litestar|blacksheep|robyn|falcon\.asgi|channels|uvicorn|hypercorn|daphne|websockets\.(?:asyncio\.)?server|socketio|engineio|grpc\.aio|nicegui|chainlit|jupyter_server|bokeh\.server|discord|disnake|nextcord|hikari|twitchio|telegram|aiogram|telethon|pyrogram|nonebot|slack_bolt|nio|mcp\.server|fastmcp|taskiq|arq|faust|faststream|aiokafka|aio_pika|nats|aiosmtpd|asyncssh|homeassistant|kopf|ray\.serve|sse_starlette|connexion)\b|(?:aiohttp|websockets|grpc|ray|bokeh|mcp)[ \t]+import[ \t(]+(?:[\w,\s]*\W)?(?:web|serve|aio|server)\b)`)

// serverCalls are the last names of calls that make a server on a loop.
var serverCalls = wordSet("start_server start_unix_server TCPSite UnixSite create_server create_unix_server create_datagram_endpoint run_app serve serve_forever add_sockets wait_for_termination")

// serves tells of each file of a program in Python whether its asynchronous functions run on a loop that serves others,
// as far as it says so: it imports such a framework, makes a server, or has an application of ASGI or handlers.
func (p *Program) serves() []bool {
	all := make([]bool, len(p.Files))
	for n, f := range p.Files {
		if f.aside {
			continue
		}
		all[n] = serverImports.Match(f.Text)
		for i := range f.Graph.Calls {
			if c := f.Graph.Calls[i].Tree; c != nil && isServer(f.shape.calls[c], c) {
				all[n] = true
			}
		}
		for i := range f.Graph.Funcs {
			x := &p.Funcs[f.first+i]
			all[n] = all[n] || x.root.Routed || i > 0 && isASGI(x.Tree) || i > 0 && p.pythonRoot(x, false).Routed
		}
	}
	return all
}

// isServer reports whether a call makes a server on a loop. Those of socketserver serve for ever outside of one: nobody
// waits for what serve_forever returns.
func isServer(at place, c *tree.Node) bool {
	name := lastName(c.Kid(0))
	return serverCalls[name] && (name != "serve_forever" || at.awaited || at.argument != nil)
}

// isPlainServe reports whether a call is one of a function named serve of its own, which may serve anything.
func isPlainServe(c *tree.Node) bool { return c.Kid(0).Op == tree.Name && c.Kids[0].Text == "serve" }

// beforeServer notes that what an asynchronous function calls before it makes a server runs once for that server.
func (s *shape) beforeServer(f *tree.Func, server *tree.Node) {
	loop := s.calls[server].loop
	for c, at := range s.calls {
		if at.within == f && at.loop == loop && c.Start < server.Start {
			s.calls[c] = s.once(at, s.file)
		}
	}
}

// makesServer reports whether a function makes a server and does not go on in a loop: what it calls runs before it serves.
func (p *Program) makesServer(i int) bool {
	f := &p.Funcs[i]
	if f.File.shape.lasting[f.Tree] {
		return false
	}
	for k := range f.File.Graph.Calls {
		if c := &f.File.Graph.Calls[k]; int(c.Func) == f.Index && c.Tree != nil && serverCalls[lastName(c.Tree.Kid(0))] {
			return true
		}
	}
	return false
}

// memoizers are decorators of Python that keep what a function returns for the same arguments.
var memoizers = wordSet("cache lru_cache alru_cache memoize")

// isMemoized reports whether a function of Python runs once for the same arguments, since its result is kept.
func isMemoized(t *tree.Func) bool {
	return slices.ContainsFunc(t.Decorators, func(n *tree.Node) bool { return memoizers[lastName(n)] })
}

// isConstant reports whether a call of a plain function, or of a method of the same object, hands over texts and numbers
// alone.
func isConstant(call *tree.Node) bool {
	if to := call.Kid(0); to == nil || to.Op != tree.Name && (to.Op != tree.Member || to.Kid(0) == nil || to.Kids[0].Op != tree.This) {
		return false
	}
	return !slices.ContainsFunc(call.Kids[1:], func(n *tree.Node) bool {
		if n != nil && n.Op == tree.Keyword {
			n = n.Kid(0)
		}
		return n == nil || n.Op != tree.String && n.Op != tree.Number && n.Op != tree.Constant
	})
}

// isASGI reports whether a function is an application of ASGI.
func isASGI(t *tree.Func) bool {
	n := len(t.Params)
	return t.Async && n >= 3 && nameIs(t.Params[n-3].Target, "scope") && nameIs(t.Params[n-2].Target, "receive") && nameIs(t.Params[n-1].Target, "send")
}

// ofLifespan reports whether a child of what chooses by a test, which is its first child, runs only for the messages by
// which a server of ASGI tells an application that it begins or ends.
func ofLifespan(n *tree.Node, child int) bool {
	test := n.Kid(0)
	if test == nil {
		return false
	}
	named := slices.ContainsFunc(test.Kids, func(k *tree.Node) bool {
		if k != nil && k.Op == tree.Array {
			return len(k.Kids) > 0 && !slices.ContainsFunc(k.Kids, func(x *tree.Node) bool { return !isLifespan(x) })
		}
		return isLifespan(k)
	})
	switch {
	case test.Op == tree.Logical:
		return test.Text == "&&" && child == 1 && (ofLifespan(&tree.Node{Kids: test.Kids[:1]}, 1) || ofLifespan(&tree.Node{Kids: test.Kids[1:]}, 1))
	case test.Op == tree.Binary && named:
		return (test.Text == "==" || test.Text == "in") && child == 1 || (test.Text == "!=" || test.Text == "not in") && child == 2
	}
	return false
}

func isLifespan(n *tree.Node) bool {
	return n != nil && n.Op == tree.String && strings.HasPrefix(n.Text, "lifespan")
}

// onlyLifespan reports whether a statement leaves the function but for such messages, so that what follows is for them.
func onlyLifespan(n *tree.Node) bool {
	if n == nil || n.Op != tree.If || !ofLifespan(n, 2) {
		return false
	}
	last := n.Kid(1)
	for last != nil && last.Op == tree.Block && len(last.Kids) > 0 {
		last = last.Kids[len(last.Kids)-1]
	}
	return last != nil && (last.Op == tree.Return || last.Op == tree.Throw)
}

// servesAll reports whether a function is named after what serves everybody from its start to its end, and gets no
// request: that of one request may be served by a function of that name as well.
func servesAll(t *tree.Func) bool {
	if t.Name != "serve" && t.Name != "serve_forever" {
		return false
	}
	return !slices.ContainsFunc(t.Params, func(x tree.Param) bool {
		return x.Target != nil && (sent[x.Target.Text] || x.Target.Text == "scope" || x.Target.Text == "environ" || x.Target.Text == "path")
	})
}

func nameIs(n *tree.Node, name string) bool { return n != nil && n.Op == tree.Name && n.Text == name }
