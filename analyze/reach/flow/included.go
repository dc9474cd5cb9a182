package flow

import (
	"slices"

	"snag/analyze/reach/model"
)

// included returns what a call of include brings in: the code of files, routers of views, and the calls that make the
// routes of a list.
func (p *Program) included(n node) []router {
	var all []router
	for _, id := range p.madeBy(n) {
		c := &p.calls[id]
		if c.Method != "include" || len(c.args) == 0 || p.sources[c.file].Resolve == nil {
			continue
		}
		if p.lang == model.Python {
			for _, l := range p.loadsTo(c.args[0]) { // include(router.urls)
				if l.field == "urls" {
					all = append(all, p.routersOfViews(l.from)...)
				}
			}
			all = append(all, p.includedList(c.args[0], 0)...)
		}
		for _, module := range p.texts(c.args[0]) {
			if file, _ := p.sources[c.file].Resolve(module); file >= 0 {
				all = append(all, router{-1, int32(file), 0})
			}
		}
	}
	return all
}

// includedList returns the calls that make the routes of a list, also of one in a pair with the name of its application.
func (p *Program) includedList(n node, depth int) []router {
	var all []router
	for _, o := range p.points(n) {
		x := p.object(o)
		if x.kind != allocated {
			continue
		}
		elements := []node{x.written} // those behind the ones that are told apart
		for _, name := range sortedKeys(x.fields) {
			elements = append(elements, x.fields[name])
		}
		for _, at := range elements {
			for _, id := range p.madeBy(at) {
				if r := (router{call: id}); isPath(&p.calls[id]) && !slices.Contains(all, r) {
					all = append(all, r)
				}
			}
		}
		if first := x.fields["0"]; first != 0 && depth == 0 {
			all = append(all, p.includedList(first, depth+1)...)
		}
	}
	return all
}

// listedRoutes returns the calls that make the routes of a list that a router of Python is given.
func (p *Program) listedRoutes(n node) []router {
	if p.lang != model.Python {
		return nil
	}
	return p.includedList(n, 0)
}

// isPath reports whether a call has the name of one that makes a route of Django or Starlette.
func isPath(c *call) bool {
	return slices.Contains([]string{"path", "re_path", "url", "Route", "WebSocketRoute", "Mount"}, c.Method)
}
