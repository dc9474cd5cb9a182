package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
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
			for _, n := range p.calls[id].args {
				for _, at := range append(p.elements(n), n, p.spreadIn(n)) {
					all = append(all, s.chained(at, a)...)
				}
			}
		}
	}
	return all
}

// elements returns the elements of lists that a node may be.
func (p *Program) elements(n node) []node {
	var all []node
	for _, o := range p.points(n) {
		x := p.object(o)
		if x.kind != allocated {
			continue
		}
		for i := 0; i < 64; i++ {
			f, ok := x.fields[strconv.Itoa(i)]
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
func (p *Program) spreadIn(n node) node {
	for _, o := range p.points(n) {
		if x := p.object(o); x.kind == allocated && x.array {
			return x.fields["*"]
		}
	}
	return 0
}

// chained returns what a chain of calls checks, the first of which names it.
func (s *schemas) chained(n node, a *model.Apply) []askedGuard {
	var all []askedGuard
	for _, last := range s.p.madeBy(n) {
		for id, depth := last, 0; depth < 2*maxPath; depth++ {
			c := &s.p.calls[id]
			roles, exact, ok := a.Call.Match(s.p.lang, s.p.asked(c))
			if !ok || !exact {
				made := s.p.madeBy(c.receiver)
				if c.receiver == 0 || len(made) != 1 {
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
				at := s.p.argument(id, r)
				for _, name := range append(s.p.elements(at), at) {
					if text, ok := s.p.wholeText(s.p.stored(name), 0); ok && text != "" {
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
	c := &p.calls[id]
	roles, exact, ok := a.Call.Match(p.lang, p.asked(c))
	if !ok || !exact || roleAt(roles, "value") != int(sym.Arg) {
		return graph.NoLimit
	}
	ran := p.ranBefore(c)
	most := int64(0)
	for _, e := range p.entries[[2]int32{c.file, c.owner}] {
		if p.framed = true; p.route > 0 && e.call != p.route {
			continue // it answers other requests there
		}
		limit := int64(graph.NoLimit)
		for _, g := range slices.Concat(e.asked, ran) {
			for n := 0; n <= len(path); n++ {
				value := model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Rule.Name, Index: 0}, Steps: path[:n]}
				if _, fits := g.value.Match(p.lang, value); fits && slices.Equal(path[n:], g.path) {
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
func (p *Program) ranBefore(asking *call) []askedGuard {
	var all []askedGuard
	for b := range p.bounds() {
		if b.Runs == nil {
			continue
		}
		s := p.schemasOf(b)
		for _, id := range p.callOf[asking.file] {
			c := &p.calls[id]
			if c.End > asking.Start || c.Runs != asking.owner+1 || !slices.ContainsFunc(b.Runs, func(q *model.CallPattern) bool { return q.Callee.EndsIn(c.Method) }) {
				continue
			}
			for _, chain := range p.chainsIn(c.receiver) {
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
func (p *Program) chainsIn(n node) []node {
	start, each := n, false
	for range 16 {
		if of := p.inFrames(n); of != n {
			n = of
			continue
		}
		if each {
			if all := p.elements(n); len(all) > 0 {
				return all
			}
		}
		var before []node
		for _, ei := range p.in(n) {
			if e := p.edge(ei); e.way == within || e.way == enters && p.calls[e.call].made {
				before = append(before, e.from)
			} else if e.way != heap {
				return nil
			}
		}
		loads := p.loadsTo(n)
		for _, l := range loads {
			before = append(before, l.from)
		}
		if len(before) != 1 || len(loads) == 1 && (each || loads[0].field != "*") {
			break
		}
		n, each = before[0], each || len(loads) == 1
	}
	if each {
		return nil
	}
	return []node{start}
}
