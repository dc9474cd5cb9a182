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

// handsToChange reports whether a call of Ruby in a part of a file hands a text to a function that changes it in its place.
func (p *Program) handsToChange(span fileSpan, text points.Node) bool {
	return slices.ContainsFunc(p.SiteOf[span.file], func(id int32) bool {
		c := &p.Sites[id]
		return span.start <= c.Call.Start && c.Call.Start < span.end && p.changesHanded(c, text, 0)
	})
}

// changesHanded reports whether a call hands a text to a function of Ruby that changes it in its place, or hands it on to one.
func (p *Program) changesHanded(c *points.Site, text points.Node, depth int) bool {
	for i, a := range c.Args {
		if a == 0 || !p.isText(a, text, 0) {
			continue
		}
		for _, o := range c.Bound {
			x := p.Object(o)
			if x.Kind == points.CallMember {
				x = p.Object(x.Index)
			}
			if x.Kind == points.Function && p.changesParam(x.File, x.Index, i, c.Call.Args, depth) {
				return true
			}
		}
	}
	return false
}

// changesParam reports whether a function changes the text in its place that it gets as one of some arguments.
func (p *Program) changesParam(file, fn int32, i int, args []graph.Arg, depth int) bool {
	g := p.Code[file].Graph
	f := &g.Funcs[fn]
	if i < len(args) && args[i].Name != "" {
		i = slices.IndexFunc(f.Params, func(id graph.ID) bool { return g.Nodes[id].Name == args[i].Name })
	}
	if i < 0 || i >= len(f.Params) {
		return false
	}
	if slices.Contains(f.Changed, int32(i)) {
		return true
	}
	param := p.At(file, f.Params[i])
	changes, known := p.changesOf[param]
	if !known && depth < maxHandedOn {
		if p.changesOf == nil {
			p.changesOf = map[points.Node]bool{}
		}
		p.changesOf[param] = false // for as long as it is looked at
		changes = slices.ContainsFunc(p.SiteOf[file], func(id int32) bool {
			c := &p.Sites[id]
			return f.Tree.Start <= c.Start && c.Start < f.Tree.End && p.changesHanded(c, param, depth+1)
		})
		p.changesOf[param] = changes
	}
	return changes
}

// maxHandedOn is how many functions are followed of which one hands a text on to the next.
const maxHandedOn = 8

// parts are methods of Ruby that return what they are called on, or a part of it.
var parts = []string{"[]", "first", "last", "at", "fetch", "dig", "itself", "to_s", "to_str", "freeze", "tap", "presence", "force_encoding"}

// isText reports whether a value is a text, or a list that has it.
func (p *Program) isText(n, text points.Node, depth int) bool {
	if n == text {
		return true
	}
	if depth > 2 {
		return false
	}
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result && !slices.Contains(parts, p.Sites[p.SiteOf[file][g.Index]].Method) {
		return false // a text of its own
	}
	is := func(from points.Node) bool { return p.isText(from, text, depth+1) }
	in, of := p.In(n), p.Points(n)
	return len(in) <= manyValues && slices.ContainsFunc(in, func(e int32) bool { return is(p.Edge(e).From) }) ||
		len(of) <= manyValues && slices.ContainsFunc(of, func(o int32) bool {
			x := p.Object(o)
			return x.Kind == points.Allocated && len(x.Fields) <= manyValues && slices.ContainsFunc(points.SortedKeys(x.Fields), func(name string) bool { return is(x.Fields[name]) })
		})
}

// manyValues is of how many values it is not asked whether they are a text.
const manyValues = 8
