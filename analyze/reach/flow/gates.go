package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// gated returns how long a value of a request is at most in PHP by the functions that run before a handler, on its route or on
// the groups around, and go on to it only where the value is short.
func (s *search) gated(id int32, h *Hit, taken string) int64 {
	p, by := s.p, int32(0)
	if p.Language() == model.PHP && len(p.Entered) > 0 && len(h.Access.Steps) > 0 {
		by = s.enteredBy(id)
	}
	if by == 0 {
		return graph.NoLimit
	}
	reader := p.Entered[by-1].Of
	if slices.ContainsFunc(p.CallersOf(reader[0], reader[1]), func(id int32) bool { return !p.Sites[id].Made }) {
		return graph.NoLimit // with requests that passed nothing
	}
	most, routes := int64(0), p.Routes()
	for i := range routes {
		r := &routes[i]
		if !slices.Contains(r.Handlers, rules.Ref{File: int(reader[0]), Func: int(reader[1])}) {
			continue
		}
		limit := int64(graph.NoLimit)
		if site := p.callAt(int32(r.File), r.Start, r.End); site >= 0 && len(r.Rule.Behind) > 0 && p.isRequestOf(r.Rule, h.Access.Root) && !p.undoes(r.Rule) {
			for _, gate := range p.gatesOf(r.Rule, site) {
				limit = min(limit, p.gateLimit(r.Rule, gate, takenSteps(h.Access.Steps, taken)))
			}
		}
		most = max(most, limit)
	}
	if most == 0 {
		return graph.NoLimit
	}
	return most
}

// takenSteps returns the steps to a value as [graph.Pass] has them: what a call takes by a name is one step, input(name).
func takenSteps(steps []string, taken string) (all []string) {
	for i := 0; i < len(steps); i++ {
		if i+1 == len(steps) || steps[i+1] != "()" {
			all = append(all, steps[i])
			continue
		}
		name := ""
		if i+2 == len(steps) {
			name = taken
		}
		all = append(all, steps[i]+"("+name+")")
		i++
	}
	return all
}

// isRequestOf reports whether a value is the request that functions before a handler get.
func (p *Program) isRequestOf(rule *model.Entry, root model.Root) bool {
	all := p.sameAs(model.Access{Root: root})
	return slices.ContainsFunc(p.sameAs(model.Access{Root: model.Root{Kind: model.EntryArg, Name: rule.Gate}}), func(a model.Access) bool {
		return slices.ContainsFunc(all, func(b model.Access) bool { return a.String() == b.String() })
	})
}

// callAt returns the call that stands at a place, -1 for none.
func (p *Program) callAt(file, start, end int32) int32 {
	for _, id := range p.SiteOf[file] {
		if c := &p.Sites[id]; !c.Made && c.Call.At == start && c.End == end {
			return id
		}
	}
	return -1
}

// undoes reports whether the program may put something else in the place of what functions before handlers let pass.
func (p *Program) undoes(rule *model.Entry) bool {
	undone, known := p.undone[rule]
	if !known {
		undone = slices.ContainsFunc(p.Sites, func(c points.Site) bool {
			return !c.Made && slices.ContainsFunc(rule.Undone, func(q *model.CallPattern) bool {
				_, _, ok := q.Match(p.Language(), p.Asked(&c))
				return ok
			})
		})
		if p.undone == nil {
			p.undone = map[*model.Entry]bool{}
		}
		p.undone[rule] = undone
	}
	return undone
}

// maxGroups bounds the groups of routes around one.
const maxGroups = 8

// gatesOf returns the functions that run before those that a call registers.
func (p *Program) gatesOf(rule *model.Entry, site int32) [][2]int32 {
	all, known := p.gates[site]
	if known {
		return all
	}
	for at, depth := site, 0; at >= 0 && depth < maxGroups; depth++ {
		for id := range p.Sites {
			if c := &p.Sites[id]; c.Certain && c.OfMember && !c.Made && isBehind(rule, c.Method) && p.runsBeforeAll(c, int32(id), at) {
				all = append(all, p.gatesIn(rule, c)...)
			}
		}
		at = p.handedIn(p.FuncOf[[2]int32{p.Sites[at].File, p.Sites[at].Owner}])
	}
	if p.gates == nil {
		p.gates = map[int32][][2]int32{}
	}
	p.gates[site] = all
	return all
}

// isBehind reports whether a method of that name may have functions run before handlers.
func isBehind(rule *model.Entry, method string) bool {
	return slices.ContainsFunc(rule.Behind, func(q *model.CallPattern) bool { return q.Callee.EndsIn(method) })
}

// handedIn returns the one call that is handed a function, -1 for none or several.
func (p *Program) handedIn(fn int32) int32 {
	by := int32(-1)
	if fn == 0 {
		return by
	}
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Made || !slices.ContainsFunc(c.Args, func(n points.Node) bool { return slices.Contains(p.Points(n), fn) }) {
			continue
		}
		if by >= 0 || !c.Certain {
			return -1
		}
		by = int32(id)
	}
	return by
}

// runsBeforeAll reports whether a call is one on what another returns or is called on, or on what that belongs to.
func (p *Program) runsBeforeAll(c *points.Site, id, site int32) bool {
	leads := func(n points.Node, to int32) bool {
		for range maxGroups {
			of := p.madeOnce(n)
			if of < 0 || of == to {
				return of == to && of >= 0
			}
			n = p.Sites[of].Receiver
		}
		return false
	}
	app := p.madeOnce(c.Receiver)
	return leads(c.Receiver, site) || leads(p.Sites[site].Receiver, id) ||
		app >= 0 && app == p.madeOnce(p.Sites[site].Receiver) && c.File == p.Sites[app].File && c.Owner == p.Sites[app].Owner
}

// gatesIn returns the functions that a call has run before handlers.
func (p *Program) gatesIn(rule *model.Entry, c *points.Site) (all [][2]int32) {
	for _, by := range rule.Behind {
		roles, _, ok := by.Match(p.Language(), p.Asked(c))
		at := rules.RoleAt(roles, "fn")
		if !ok || at < 0 {
			continue
		}
		for _, n := range p.InOrder(c.Args[at]) {
			x := p.onlyGate(n)
			switch {
			case x == nil:
			case x.Kind == points.Function:
				all = append(all, [2]int32{x.File, x.Index})
			default:
				for i := range p.Model().Entries {
					if e := &p.Model().Entries[i]; e.Name == rule.Gate {
						for _, method := range e.Methods {
							if found := p.MethodsNamed(p.Ancestry(x.File, x.Index), method); len(found) > 0 {
								all = append(all, found[0])
							}
						}
					}
				}
			}
		}
	}
	return all
}

// onlyGate returns the one function or class that a value is, or is an object of, nil where it may be anything else.
func (p *Program) onlyGate(n points.Node) (gate *points.Object) {
	for _, o := range p.Points(n) {
		switch x := p.Object(o); x.Kind {
		case points.Function, points.Class, points.Instance:
			if gate != nil {
				return nil
			}
			gate = x
		case points.Outside:
		default:
			return nil
		}
	}
	if gate == nil || gate.Kind == points.Function {
		return gate
	}
	name := p.Code[gate.File].Graph.Classes[gate.Index].Tree.Name
	name = name[strings.LastIndexByte(name, '\\')+1:]
	if slices.ContainsFunc(p.Points(n), func(o int32) bool {
		of := p.Object(o).Name
		return p.Object(o).Kind == points.Outside && of.Root.Kind != model.Typed && !slices.Contains([]string{name, name + "()"}, of.Last()) && !strings.HasSuffix(of.String(), "."+name+"()")
	}) {
		return nil
	}
	return gate
}

// gateLimit returns how long a value of a request is at most wherever a function that gets it first goes on to what it gets
// second.
func (p *Program) gateLimit(rule *model.Entry, gate [2]int32, steps []string) int64 {
	f, most := &p.Code[gate[0]].Graph.Funcs[gate[1]], int64(graph.NoLimit)
	for i := range f.Passes {
		pass := &f.Passes[i]
		if pass.Param != 1 || pass.Around || pass.Method != rule.Onward || pass.Of != f.Params[0] {
			continue
		}
		if inside, ok := p.leadsTo(gate[0], pass.Path, steps); ok {
			most = min(most, p.symbolic(gate[0], pass.Cap.Sym, inside, 0))
			if len(inside) == 0 {
				most = min(most, pass.Cap.Max)
			}
		}
	}
	return most
}
