package rules

import (
	"cmp"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// readFields notes the values of requests that forms take.
func (p *Program) readFields() {
	for _, f := range p.formFields {
		c := &p.Sites[f.call]
		key := [2]int32{c.File, c.Owner}
		for _, a := range p.Accesses(f.at) {
			for _, in := range p.Named(a) {
				p.Reads[key] = append(p.Reads[key], Input{
					Source: in.Source, Kind: in.Source.Kind, Name: in.Name, Access: a, Max: graph.NoLimit, Most: f.most, File: int(c.File), Start: c.At, End: c.End})
			}
		}
	}
}

// Input is a value of a request that a function reads.
type Input struct {
	Source *model.Source
	Kind   model.Kind
	// Name leads from the request to the value, as "body.phone".
	Name string
	// Max is how long it can be, graph.NoLimit for no bound; Checked reports whether something checks the value that is
	// stricter than its limit.
	Max     int64
	Checked bool
	Most    int64 // that a form lets pass where it reads it, 0 for none
	// Access is the value by its name for rules.
	Access model.Access
	// File, Start and End are where it is read.
	File       int
	Start, End int32
}

// maxCallees bounds the functions that are looked at for what a handler reads, and maxDepth how far they are from it.
const (
	MaxCallees     = 200
	maxCalleeDepth = 4
)

// Called returns the handlers of a route, the functions inside them, and those that all these call.
func (p *Program) Called(r Route) []Ref {
	all := slices.Clone(r.Handlers)
	seen := map[Ref]bool{}
	depth := map[Ref]int{}
	for _, h := range all {
		seen[h] = true
	}
	for i := 0; i < len(all) && len(all) < MaxCallees; i++ {
		h := all[i]
		add := func(file, fn int32, d int) {
			if to := (Ref{int(file), int(fn)}); !seen[to] && d <= maxCalleeDepth {
				seen[to], depth[to] = true, d
				all = append(all, to)
			}
		}
		for fn := range p.Code[h.File].Graph.Funcs {
			if f := &p.Code[h.File].Graph.Funcs[fn]; f.Parent == int32(h.Func) && fn > 0 && (h.Func > 0 || f.Tree.Kind == tree.Arrow && r.Within.Holds(f.Tree.Start)) && r.Answers(h.File, f.Tree.Start) {
				add(int32(h.File), int32(fn), depth[h])
			}
		}
		for _, id := range p.callsIn[[2]int32{int32(h.File), int32(h.Func)}] {
			if !p.handsRequest(&p.Sites[id]) || h.Func == 0 && !r.Within.Holds(p.Sites[id].Start) || !r.Answers(h.File, p.Sites[id].Start) {
				continue
			}
			for _, o := range slices.Sorted(slices.Values(p.Sites[id].Bound)) {
				if x := p.Object(o); x.Kind == points.Function {
					add(x.File, x.Index, depth[h]+1)
				}
			}
		}
	}
	return all
}

// handsRequest reports whether a call hands a request, or all values of a kind in one, to what it calls, or may call
// something that gets these without being handed them.
func (p *Program) handsRequest(c *points.Site) bool {
	if p.global || c.Stands {
		return true
	}
	return slices.ContainsFunc(append([]points.Node{c.Receiver}, c.Args...), func(n points.Node) bool {
		return slices.ContainsFunc(p.Points(n), func(o int32) bool {
			x := p.Object(o)
			return x.Kind == points.Outside && (x.Name.Root.Kind == model.EntryArg || x.Name.Root.Kind == model.Typed) && len(x.Name.Steps) <= 1
		})
	})
}

// ReadAll notes for each function the values of requests that it reads.
func (p *Program) ReadAll() {
	if p.Reads != nil {
		return
	}
	p.Reads, p.callsIn = map[[2]int32][]Input{}, map[[2]int32][]int32{}
	for id := range p.Sites {
		if c := &p.Sites[id]; !c.Made || c.Stands {
			key := [2]int32{c.File, c.Owner}
			p.callsIn[key] = append(p.callsIn[key], int32(id))
		}
	}
	callees, methods := map[points.Node]bool{}, map[string]bool{}
	for i := range p.Sites {
		c := &p.Sites[i]
		if !c.Made {
			callees[c.Callee] = true
		}
		for _, o := range p.Points(c.Callee) {
			if x := p.Object(o); x.Kind == points.Outside && len(x.Name.Steps) > 0 {
				methods[x.Name.String()] = true
			}
		}
	}
	known := make([][]Named, p.ObjectCount)
	asked := make([]bool, p.ObjectCount)
	for i := range p.Code {
		g := p.Code[i].Graph
		spans := newSpans(g)
		read := map[graph.ID]bool{} // members; what is merely handed on was read before
		for _, l := range g.Loads {
			read[l.To] = true
		}
		for id := range g.Nodes {
			n := &g.Nodes[id]
			if n.End == 0 || callees[p.Base[i]+int32(id)] || n.Kind == graph.Variable || n.Kind == graph.Return || n.Kind == graph.Self {
				continue
			}
			for _, o := range p.Points(p.Base[i] + int32(id)) {
				if p.Object(o).Kind != points.Outside {
					continue
				}
				if whole := len(p.Object(o).Name.Steps) == 0; !read[graph.ID(id)] && n.Kind != graph.Result && n.Kind != graph.Global && !(n.Kind == graph.Param && whole) {
					continue
				}
				// What a rule takes out of the receiver of a call is noted there.
				if steps := p.Object(o).Name.Steps; n.Kind == graph.Result && len(steps) > 0 && (steps[len(steps)-1] != "()" || p.keptElsewhere(p.SiteOf[i][n.Index], p.Object(o).Name)) {
					continue
				}
				if !asked[o] {
					if asked[o] = true; !throughMethod(p.Object(o).Name, methods) {
						known[o] = p.Named(p.Object(o).Name)
					}
				}
				for _, in := range known[o] {
					if k := p.Object(o).Name.Root.Kind; k == model.Module || k == model.Global {
						p.global = true
					}
					fn := spans.at(n)
					key := [2]int32{int32(i), fn}
					p.Reads[key] = append(p.Reads[key], Input{
						Source: in.Source, Kind: in.Source.Kind, Name: p.Completed(in, int32(i), n), Access: p.Object(o).Name, Max: graph.NoLimit, File: i, Start: n.Start, End: n.End})
				}
			}
		}
	}
	p.readFields()
}

// keptElsewhere reports whether a call returns what another call read of a request, because what it is a method of keeps
// that value: a session has what an earlier request sent, and the argument is no name in this one.
func (p *Program) keptElsewhere(id int32, read model.Access) bool {
	c := &p.Sites[id]
	if !IsGetter(c.Method) || slices.ContainsFunc(c.Bound, func(o int32) bool { return p.Object(o).Kind == points.Function }) {
		return false
	}
	return !slices.ContainsFunc(p.Points(c.Callee), func(o int32) bool {
		x := p.Object(o)
		return x.Kind == points.Outside && x.Name.Root == read.Root && slices.Equal(x.Name.Steps, read.Steps[:len(read.Steps)-1])
	})
}

// throughMethod reports whether a step of an access is a member that the program calls, and that is not called there:
// where all members of a value are read, its methods are no values.
func throughMethod(a model.Access, methods map[string]bool) bool {
	for i := range a.Steps {
		called := i+1 < len(a.Steps) && a.Steps[i+1] == "()"
		if !called && methods[model.Access{Root: a.Root, Steps: a.Steps[:i+1]}.String()] {
			return true
		}
	}
	return false
}

// spans finds the innermost function of a place in a file.
type spans struct {
	g      *graph.File
	sorted []int32
}

func newSpans(g *graph.File) *spans {
	s := &spans{g: g}
	for i := range g.Funcs {
		if i > 0 {
			s.sorted = append(s.sorted, int32(i))
		}
	}
	sorting.Stable(s.sorted, func(a, b int32) int {
		return cmp.Or(cmp.Compare(g.Funcs[a].Tree.Start, g.Funcs[b].Tree.Start), cmp.Compare(g.Funcs[b].Tree.End, g.Funcs[a].Tree.End))
	})
	return s
}

// at returns the function that a node stands in; a parameter stands in its function.
func (s *spans) at(n *graph.Node) int32 {
	if n.Kind == graph.Param {
		return n.Index
	}
	k, found := slices.BinarySearchFunc(s.sorted, n.Start, func(f int32, at int32) int { return cmp.Compare(s.g.Funcs[f].Tree.Start, at) })
	if !found {
		k--
	}
	for ; k >= 0; k-- {
		f := s.sorted[k]
		for f > 0 {
			if t := s.g.Funcs[f].Tree; t.Start <= n.Start && n.End <= t.End {
				return f
			}
			f = s.g.Funcs[f].Parent
		}
		if f == 0 {
			return 0
		}
	}
	return 0
}

// Runs returns the functions that run for a request of a route as far as they get the request.
func (p *Program) Runs(r Route) []Ref {
	p.ReadAll()
	return p.Called(r)
}
