package flow

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// interop are functions that compilers hand a module to and that return it.
var interop = lazyregexp.New(`^(_interop\w*|_*import(Default|Star)|__toESM)$`)

// builtin does what some functions of JavaScript do to objects, which are about members rather than texts.
func (p *Program) builtin(id int32, m model.Call) {
	if p.lang != model.JavaScript || !p.once(id, "builtin") {
		return
	}
	c := &p.calls[id]
	name := ""
	for _, a := range m.Callees {
		name = strings.TrimPrefix(a.String(), "_.")
	}
	args, result := c.args, c.result
	if len(args) > 0 && interop.MatchString(c.Method) {
		p.link(edge{from: args[0], to: result, cap: graph.Free, call: -1})
	}
	switch name {
	case "Object.assign", "_.extend", "_.assign":
		p.copying = append(p.copying, id)
		for i, a := range args {
			p.link(edge{from: a, to: result, cap: graph.Free, call: -1})
			if i > 0 {
				p.extend(args[0], a)
			}
		}
	case "Object.create":
		if len(args) > 0 {
			p.extend(result, args[0])
			p.link(edge{from: args[0], to: result, cap: graph.Free, call: -1})
		}
	case "Object.freeze", "Object.seal", "Object.preventExtensions":
		if len(args) > 0 {
			p.link(edge{from: args[0], to: result, cap: graph.Free, call: -1})
		}
	case "Object.setPrototypeOf", "util.inherits", "inherits":
		if len(args) > 1 {
			p.extend(args[0], args[1])
			if name != "Object.setPrototypeOf" {
				for _, o := range slices.Clone(p.points(args[0])) {
					if p.object(o).kind == function {
						p.inherit(p.proto(o), args[1], true)
					}
				}
			}
		}
	case "Object.defineProperty":
		if len(args) > 2 {
			value := p.newNode()
			p.addLoad(args[2], value, "value")
			getter := p.newNode()
			p.addLoad(args[2], getter, "get")
			got := p.newNode()
			p.watch(call{callee: getter, receiver: args[0], result: got, made: true, file: c.file, owner: c.owner})
			field := "*"
			if _, n := p.fileOf(args[1]); n != nil && n.Kind == graph.Text {
				field = n.Name
			}
			p.addStore(value, args[0], field)
			p.addStore(got, args[0], field)
		}
	}
	if strings.HasPrefix(c.Method, "decorate") {
		p.decorate(id, m)
	}
}

// decorate gives the server, requests or replies of Fastify a member: app.decorate("isPhone", fn).
func (p *Program) decorate(id int32, m model.Call) {
	c := p.calls[id]
	var to []node
	args, self := p.entryArgs(&model.Entry{Name: "fastify.handler"})
	switch c.Method {
	case "decorate":
		to = []node{c.receiver, self}
	case "decorateRequest":
		to = args[:1]
	case "decorateReply":
		to = args[1:2]
	default:
		return
	}
	if len(c.args) < 2 || !slices.ContainsFunc(m.Callees, func(a model.Access) bool { return strings.HasPrefix(a.Root.Name, "fastify") }) {
		return
	}
	if _, n := p.fileOf(c.args[0]); n != nil && n.Kind == graph.Text {
		for _, to := range to {
			p.addStore(c.args[1], to, n.Name)
		}
	}
}

// extend gives the objects that a node may be the members of another.
func (p *Program) extend(to, from node) {
	for _, o := range slices.Clone(p.points(to)) {
		if p.object(o).kind != access {
			p.inherit(o, from, false)
		}
	}
}
