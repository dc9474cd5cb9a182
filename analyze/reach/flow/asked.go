package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// askedGuard is a member of a value of an entry that a chain beside the entry checks. It counts where the entry asks
// for the result.
type askedGuard struct {
	value *model.Pattern
	path  []string
	shape *limit.Shape
}

// askedGuards returns what the arguments of the call that registers an entry check.
func (p *Program) askedGuards(id int32) []askedGuard {
	var all []askedGuard
	for b := range p.bounds() {
		for i := range b.Applies {
			a := &b.Applies[i]
			if a.Guards == nil || !a.Asks || len(a.Told) > 0 {
				continue
			}
			s := p.schemasOf(b)
			for _, n := range p.Sites[id].Args {
				for _, at := range append(p.elements(n), n, p.spreadIn(n)) {
					all = append(all, s.chained(at, a)...)
				}
			}
		}
	}
	return all
}

// elements returns the elements of lists that a node may be.
func (p *Program) elements(n points.Node) []points.Node {
	var all []points.Node
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if x.Kind != points.Allocated {
			continue
		}
		for i := 0; i < 64; i++ {
			f, ok := x.Fields[strconv.Itoa(i)]
			if !ok {
				break
			}
			all = append(all, f)
		}
	}
	return all
}

// spreadIn returns what the elements of a list are that was written out with all of another one: [...checks, next]. It
// returns 0 where there is none.
func (p *Program) spreadIn(n points.Node) points.Node {
	for _, o := range p.Points(n) {
		if x := p.Object(o); x.Kind == points.Allocated && x.Array {
			return x.Fields["*"]
		}
	}
	return 0
}

// chained returns what a chain of calls checks, the first of which names it.
func (s *schemas) chained(n points.Node, a *model.Apply) []askedGuard {
	var all []askedGuard
	for _, last := range s.p.MadeBy(n) {
		for id, depth := last, 0; depth < 2*maxPath; depth++ {
			c := &s.p.Sites[id]
			roles, exact, ok := a.Call.Match(s.p.Language(), s.p.Asked(c))
			if !ok || !exact {
				made := s.p.MadeBy(c.Receiver)
				if c.Receiver == 0 || len(made) != 1 {
					break
				}
				id = made[0]
				continue
			}
			got := s.made(last)
			if got == nil {
				break
			}
			for _, r := range roles {
				if r.Role != "name" {
					continue
				}
				at := s.p.Argument(id, r)
				for _, name := range append(s.p.elements(at), at) {
					if text, ok := s.p.ConstantText(s.p.stored(name), 0); ok && text != "" {
						all = append(all, askedGuard{a.Guards, strings.Split(text, "."), got})
					}
				}
			}
			break
		}
	}
	return all
}

// askedOf returns how long a member of the request is at most whose checks an entry has asked about.
func (p *Program) askedOf(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	c := &p.Sites[id]
	roles, exact, ok := a.Call.Match(p.Language(), p.Asked(c))
	if !ok || !exact || roleAt(roles, "value") != int(sym.Arg) {
		return graph.NoLimit
	}
	ran := p.ranBefore(c)
	most := int64(0)
	for _, e := range p.entries[[2]int32{c.File, c.Owner}] {
		if p.Framed = true; p.route > 0 && e.call != p.route {
			continue // it answers other requests there
		}
		limit := int64(graph.NoLimit)
		for _, g := range slices.Concat(e.asked, ran) {
			for n := 0; n <= len(path); n++ {
				value := model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Rule.Name, Index: 0}, Steps: path[:n]}
				if _, fits := g.value.Match(p.Language(), value); fits && slices.Equal(path[n:], g.path) {
					limit = min(limit, g.shape.At(nil))
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
func (p *Program) ranBefore(asking *points.Site) []askedGuard {
	var all []askedGuard
	for b := range p.bounds() {
		if b.Runs == nil {
			continue
		}
		s := p.schemasOf(b)
		for _, id := range p.SiteOf[asking.File] {
			c := &p.Sites[id]
			if c.End > asking.Start || c.Runs != asking.Owner+1 || !slices.ContainsFunc(b.Runs, func(q *model.CallPattern) bool { return q.Callee.EndsIn(c.Method) }) {
				continue
			}
			for _, chain := range p.chainsIn(c.Receiver) {
				for i := range b.Applies {
					if a := &b.Applies[i]; a.Guards != nil && a.Asks && len(a.Told) == 0 {
						all = append(all, s.chained(chain, a)...)
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
			if all := p.elements(n); len(all) > 0 {
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
