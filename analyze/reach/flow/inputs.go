package flow

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

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
	most    int64 // that a form lets pass where it reads it, 0 for none
	// Access is the value by its name for rules.
	Access model.Access
	// File, Start and End are where it is read.
	File       int
	Start, End int32
}

// maxCallees bounds the functions that are looked at for what a handler reads, and maxDepth how far they are from it.
const (
	maxCallees     = 200
	maxCalleeDepth = 4
)

// Inputs returns what the handlers of a route read of its request, and the functions that they call, sorted by name.
func (p *Program) Inputs(r Route) []Input {
	p.readAll()
	var all []Input
	for _, h := range p.called(r) {
		for _, in := range p.reads[[2]int32{int32(h.File), int32(h.Func)}] {
			if (h.Func > 0 || r.Within.Holds(in.Start)) && r.answers(h.File, in.Start) {
				all = append(all, in)
			}
		}
	}
	if r.Rule.Typed {
		all = slices.DeleteFunc(all, func(in Input) bool {
			return in.Access.Root.Kind == model.EntryArg && in.Access.Root.Name == r.Rule.Name
		})
	}
	all = append(all, p.declaredInputs(r)...)
	entries := p.entriesOf(r)
	for i := range all {
		p.boundInput(&all[i], entries)
	}
	if r.Rule.Typed {
		all = append(all, p.typedInputs(r)...)
	}
	all = slices.DeleteFunc(innermost(all), func(in Input) bool {
		return p.elsewhere(in.Source, in.Access, in.Name, r.Methods, []string{r.Path})
	})
	sorting.Stable(all, func(a, b Input) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(uint64(b.Max), uint64(a.Max)))
	})
	return slices.CompactFunc(all, func(a, b Input) bool { return a.Name == b.Name && a.Kind == b.Kind })
}

// innermost leaves out values of which members are read.
func innermost(all []Input) []Input {
	return slices.DeleteFunc(slices.Clone(all), func(in Input) bool {
		return slices.ContainsFunc(all, func(o Input) bool { return strings.HasPrefix(o.Name, in.Name+".") && o.Kind == in.Kind })
	})
}

// called returns the handlers of a route, the functions inside them, and those that all these call.
func (p *Program) called(r Route) []Ref {
	all := slices.Clone(r.Handlers)
	seen := map[Ref]bool{}
	depth := map[Ref]int{}
	for _, h := range all {
		seen[h] = true
	}
	for i := 0; i < len(all) && len(all) < maxCallees; i++ {
		h := all[i]
		add := func(file, fn int32, d int) {
			if to := (Ref{int(file), int(fn)}); !seen[to] && d <= maxCalleeDepth {
				seen[to], depth[to] = true, d
				all = append(all, to)
			}
		}
		for fn := range p.Code[h.File].Graph.Funcs {
			if f := &p.Code[h.File].Graph.Funcs[fn]; f.Parent == int32(h.Func) && fn > 0 && (h.Func > 0 || f.Tree.Kind == tree.Arrow && r.Within.Holds(f.Tree.Start)) && r.answers(h.File, f.Tree.Start) {
				add(int32(h.File), int32(fn), depth[h])
			}
		}
		for _, id := range p.callsIn[[2]int32{int32(h.File), int32(h.Func)}] {
			if !p.handsRequest(&p.Sites[id]) || h.Func == 0 && !r.Within.Holds(p.Sites[id].Start) || !r.answers(h.File, p.Sites[id].Start) {
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
	if p.global {
		return true
	}
	return slices.ContainsFunc(append([]points.Node{c.Receiver}, c.Args...), func(n points.Node) bool {
		return slices.ContainsFunc(p.Points(n), func(o int32) bool {
			x := p.Object(o)
			return x.Kind == points.Outside && (x.Name.Root.Kind == model.EntryArg || x.Name.Root.Kind == model.Typed) && len(x.Name.Steps) <= 1
		})
	})
}

// entriesOf returns the entries that the handlers of a route are.
func (p *Program) entriesOf(r Route) []*Entry {
	var all []*Entry
	for _, h := range r.Handlers {
		of := p.entries[[2]int32{int32(h.File), int32(h.Func)}]
		for i := range of {
			if of[i].Rule.Name == r.Rule.Name {
				all = append(all, &of[i])
			}
		}
	}
	return all
}

// readAll notes for each function the values of requests that it reads.
func (p *Program) readAll() {
	if p.reads != nil {
		return
	}
	p.reads, p.callsIn = map[[2]int32][]Input{}, map[[2]int32][]int32{}
	for id := range p.Sites {
		if c := &p.Sites[id]; !c.Made {
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
	known := make([][]named, p.ObjectCount)
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
						known[o] = p.named(p.Object(o).Name)
					}
				}
				for _, in := range known[o] {
					if k := p.Object(o).Name.Root.Kind; k == model.Module || k == model.Global {
						p.global = true
					}
					fn := spans.at(n)
					key := [2]int32{int32(i), fn}
					p.reads[key] = append(p.reads[key], Input{
						Source: in.source, Kind: in.source.Kind, Name: p.completed(in, int32(i), n), Access: p.Object(o).Name, Max: graph.NoLimit, File: i, Start: n.Start, End: n.End})
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
	if !isGetter(c.Method) || slices.ContainsFunc(c.Bound, func(o int32) bool { return p.Object(o).Kind == points.Function }) {
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

// boundInput finds out how long an input can be.
func (p *Program) boundInput(in *Input, entries []*Entry) {
	in.Max = graph.NoLimit
	if m := p.limitOf(in.Source); m != model.NoLimit {
		in.Max = m
	}
	checked := int64(-1) // the most that any of the entries lets pass
	for _, e := range entries {
		most := p.bounded(e, in.Access, "")
		root, f := in.Access.Root, &p.Code[e.File].Graph.Funcs[e.Func]
		for at := range f.Params {
			own := root.Kind == model.EntryArg && root.Name == e.Rule.Name && root.Index == at
			if own || root.Kind == model.Decorated && (len(f.ParamDecorators[at]) > 0 || e.Rule.ImpliedObject != "") && p.sentAs(int32(e.File), f, at) == root.Param {
				most = min(most, p.declaredMax(int32(e.File), int32(e.Func), at, in.Access.Steps))
			}
		}
		checked = max(checked, most)
	}
	if k := len(entries); k > 0 {
		// The handlers before the last one do not let more pass, even if they read more.
		of := in.Access
		if at := len(of.Steps) - 1; at > 0 && of.Steps[at] == "length" {
			of.Steps = of.Steps[:at]
		}
		if passed := p.earlier(&Hit{Entry: entries[k-1], Access: of}); passed < graph.NoLimit && !p.counted {
			if checked < 0 || passed < checked {
				checked = passed
			}
		}
	}
	if in.most > 0 {
		checked = in.most
	}
	if checked >= 0 && checked < in.Max {
		in.Max, in.Checked = checked, true
	}
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

// PathMax returns how long a parameter in the path of a route can be, and the source that says so, nil for none.
func (p *Program) PathMax(rule *model.Entry) (most int64, source *model.Source) {
	framework, _, _ := strings.Cut(rule.Name, ".")
	for i := range p.Model().Sources {
		s := &p.Model().Sources[i]
		if s.Language == p.Language() && s.Kind == model.Path && s.Value.RootedIn(func(entry string) bool { return entry == rule.Name || strings.HasPrefix(entry, framework+".") }) {
			if most := p.limitOf(s); most != model.NoLimit {
				return most, s
			}
			return graph.NoLimit, s
		}
	}
	return graph.NoLimit, nil
}

// Runs returns the functions that run for a request of a route as far as they get the request.
func (p *Program) Runs(r Route) []Ref {
	p.readAll()
	return p.called(r)
}
