package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// partials are the functions of Python that add arguments to a function.
var partials = []string{"functools.partial", "functools.partialmethod"}

// builtin does what some functions of JavaScript do to objects, which are about members rather than texts, and what partial of
// Python does to functions.
func (p *Program) builtin(id int32, m model.Call) {
	if p.Language() == model.Python && slices.ContainsFunc(m.Callees, func(a model.Access) bool { return slices.Contains(partials, a.String()) }) && p.Once(id, "builtin") {
		p.MakePartial(id)
	}
	if p.Language() != model.JavaScript || !p.Once(id, "builtin") {
		return
	}
	c := &p.Sites[id]
	name := ""
	for _, a := range m.Callees {
		name = strings.TrimPrefix(a.String(), "_.")
	}
	args, result := c.Args, c.Result
	if points.Interop.MatchString(c.Method) {
		p.ImportBy(id)
	}
	if len(args) > 0 && points.ReturnsFirst(name) {
		p.Link(points.Edge{From: args[0], To: result, Cap: graph.Free, Call: -1})
	}
	switch name {
	case "Object.assign", "_.extend", "_.assign":
		p.Copying = append(p.Copying, id)
		for i, a := range args {
			p.Link(points.Edge{From: a, To: result, Cap: graph.Free, Call: -1})
			if i > 0 {
				p.Extend(args[0], a)
			}
		}
	case "Object.create":
		if len(args) > 0 {
			p.Extend(result, args[0])
		}
	case "Object.setPrototypeOf", "util.inherits", "inherits":
		if len(args) > 1 {
			p.Extend(args[0], args[1])
			if name != "Object.setPrototypeOf" {
				for _, o := range slices.Clone(p.Points(args[0])) {
					if p.Object(o).Kind == points.Function {
						p.Inherit(p.Proto(o), args[1], true)
					}
				}
			}
		}
	case "Object.defineProperty", "Reflect.defineProperty":
		if len(args) > 2 {
			field := "*"
			if _, n := p.FileOf(args[1]); n != nil && n.Kind == graph.Text {
				field = n.Name
			} else {
				p.AddStore(args[1], args[0], graph.Keys)
			}
			p.define(id, args[0], field, args[2])
		}
	}
	if (name == "Object.create" || name == "Object.defineProperties") && len(args) > 1 {
		into := args[0]
		if name == "Object.create" {
			into = result
		}
		var fields []string // each once: objects that may be many often have the same ones
		for _, o := range p.Points(args[1]) {
			fields = append(fields, p.Object(o).SortedNames()...)
		}
		slices.Sort(fields)
		for _, field := range slices.Compact(fields) {
			p.define(id, into, field, p.Loaded([]points.Node{args[1]}, []string{field})[0])
		}
	}
	if strings.HasPrefix(c.Method, "decorate") {
		p.decorate(id, m)
	}
}

// define gives an object a member that a descriptor describes: its value, or what gets and sets it.
func (p *Program) define(id int32, into points.Node, field string, descriptor points.Node) {
	c := p.Sites[id]
	part := func(name string) points.Node { return p.Loaded([]points.Node{descriptor}, []string{name})[0] }
	got := p.NewNode()
	p.Watch(points.Site{Callee: part("get"), Receiver: into, Result: got, Made: true, File: c.File, Owner: c.Owner})
	set := points.MadeUp(part("set"), p.Loaded([]points.Node{into}, []string{field}), into, c.File)
	set.Owner = c.Owner
	p.Watch(set)
	p.AddStore(part("value"), into, field)
	p.AddStore(got, into, field)
}

// decorate gives the server, requests or replies of Fastify a member: app.decorate("isPhone", fn).
func (p *Program) decorate(id int32, m model.Call) {
	c := p.Sites[id]
	var to []points.Node
	args, self := p.entryArgs(&model.Entry{Name: "fastify.handler"})
	switch c.Method {
	case "decorate":
		to = []points.Node{c.Receiver, self}
	case "decorateRequest":
		to = args[:1]
	case "decorateReply":
		to = args[1:2]
	default:
		return
	}
	if len(c.Args) < 2 || !slices.ContainsFunc(m.Callees, func(a model.Access) bool { return strings.HasPrefix(a.Root.Name, "fastify") }) {
		return
	}
	if _, n := p.FileOf(c.Args[0]); n != nil && n.Kind == graph.Text {
		for _, to := range to {
			p.AddStore(c.Args[1], to, n.Name)
		}
	}
}
