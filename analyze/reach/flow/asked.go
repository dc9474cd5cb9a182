package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// askedOf returns how long a member of the request is at most whose checks an entry has asked about.
func (p *Program) askedOf(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	c := &p.Sites[id]
	roles, exact, ok := a.Call.Match(p.Language(), p.Asked(c))
	if !ok || !exact || rules.RoleAt(roles, "value") != int(sym.Arg) {
		return graph.NoLimit
	}
	ran := p.ranBefore(c)
	most := int64(0)
	for _, e := range p.EntriesOf[[2]int32{c.File, c.Owner}] {
		if p.Framed = true; p.route > 0 && e.Call != p.route {
			continue // it answers other requests there
		}
		limit := int64(graph.NoLimit)
		for _, g := range slices.Concat(e.Asked, ran) {
			for n := 0; n <= len(path); n++ {
				value := model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Rule.Name, Index: 0}, Steps: path[:n]}
				if _, fits := g.Value.Match(p.Language(), value); fits && slices.Equal(path[n:], g.Path) {
					limit = min(limit, g.Shape.At(nil))
				}
			}
		}
		most = max(most, limit)
	}
	if most == 0 {
		return graph.NoLimit
	}
	return most
}

// ranBefore returns what the chains check that a function runs itself before a call asks for what they found, as
// await Promise.all(chains.map(chain => chain.run(req))): those that it is handed in the frame that is asked about.
func (p *Program) ranBefore(asking *points.Site) []rules.AskedGuard {
	var all []rules.AskedGuard
	for b := range p.Bounds() {
		if b.Runs == nil {
			continue
		}
		s := p.SchemasOf(b)
		for _, id := range p.SiteOf[asking.File] {
			c := &p.Sites[id]
			if c.End > asking.Start || c.Runs != asking.Owner+1 || !slices.ContainsFunc(b.Runs, func(q *model.CallPattern) bool { return q.Callee.EndsIn(c.Method) }) {
				continue
			}
			for _, chain := range p.chainsIn(c.Receiver) {
				for i := range b.Applies {
					if a := &b.Applies[i]; a.Guards != nil && a.Asks && len(a.Told) == 0 {
						all = append(all, s.Chained(chain, a)...)
					}
				}
			}
		}
	}
	return all
}

// chainsIn returns the elements of the one list, written out, from which a node gets each in turn, or the node.
func (p *Program) chainsIn(n points.Node) []points.Node {
	start, each := n, false
	for range 16 {
		if of := p.InFrames(n); of != n {
			n = of
			continue
		}
		if each {
			if all := p.ElementsOf(n); len(all) > 0 {
				return all
			}
		}
		var before []points.Node
		for _, ei := range p.In(n) {
			if e := p.Edge(ei); e.Way == points.Within || e.Way == points.Enters && p.Sites[e.Call].Made {
				before = append(before, e.From)
			} else if e.Way != points.Heap {
				return nil
			}
		}
		loads := p.LoadsTo(n)
		for _, l := range loads {
			before = append(before, l.From)
		}
		if len(before) != 1 || len(loads) == 1 && (each || loads[0].Field != "*") {
			break
		}
		n, each = before[0], each || len(loads) == 1
	}
	if each {
		return nil
	}
	return []points.Node{start}
}
