package routing

import (
	"slices"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// included returns what a call of include brings in: the code of files, routers of views, and the calls that make the
// routes of a list.
func (p *reader) included(v rules.Value) []router {
	var all []router
	for _, c := range p.Results(v) {
		in, as := c.Written()
		if as.Method != "include" || c.Args() == 0 {
			continue
		}
		what, _ := c.Arg(0)
		if p.Language() == model.Python {
			for _, owner := range p.Owners(what, "urls") { // include(router.urls)
				all = append(all, p.routersOfViews(owner)...)
			}
			all = append(all, p.includedList(what, 0)...)
		}
		for _, module := range p.texts(what) {
			if file, ok := p.Import(in, module); ok {
				all = append(all, router{fn: rules.Ref{File: file}})
			}
		}
	}
	return all
}

// includedList returns the calls that make the routes of a list, also of one in a pair with the name of its application.
func (p *reader) includedList(v rules.Value, depth int) []router {
	var all []router
	for _, x := range p.Things(v) {
		if !x.IsWritten() {
			continue
		}
		elements := []rules.Value{x.Others()} // those behind the ones that are told apart
		for _, name := range x.Members() {
			elements = append(elements, x.Member(name))
		}
		for _, at := range elements {
			for _, c := range p.Results(at) {
				if r := (router{call: c}); isPath(c) && !slices.Contains(all, r) {
					all = append(all, r)
				}
			}
		}
		if first := x.Member("0"); first != 0 && depth == 0 {
			all = append(all, p.includedList(first, depth+1)...)
		}
	}
	return all
}

// listedRoutes returns the calls that make the routes of a list that a router of Python is given.
func (p *reader) listedRoutes(v rules.Value) []router {
	if p.Language() != model.Python {
		return nil
	}
	return p.includedList(v, 0)
}

// isPath reports whether a call has the name of one that makes a route of Django or Starlette.
func isPath(c rules.Call) bool {
	return slices.Contains([]string{"path", "re_path", "url", "Route", "WebSocketRoute", "Mount"}, method(c))
}
