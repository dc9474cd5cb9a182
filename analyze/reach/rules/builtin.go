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
	case "Object.defineProperty":
		if len(args) > 2 {
			value := p.NewNode()
			p.AddLoad(args[2], value, "value")
			getter := p.NewNode()
			p.AddLoad(args[2], getter, "get")
			got := p.NewNode()
			p.Watch(points.Site{Callee: getter, Receiver: args[0], Result: got, Made: true, File: c.File, Owner: c.Owner})
			field := "*"
			if _, n := p.FileOf(args[1]); n != nil && n.Kind == graph.Text {
				field = n.Name
			}
			p.AddStore(value, args[0], field)
			p.AddStore(got, args[0], field)
		}
	}
	if strings.HasPrefix(c.Method, "decorate") {
		p.decorate(id, m)
	}
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
