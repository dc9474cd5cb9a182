package flow

import (
	"slices"
	"sort"

	"snag/analyze/sorting"
)

// run is what happens where a part of a file runs, with the functions that it calls and that these call.
type run struct {
	stores  map[string][]node // in what something is stored, by the names of the members
	unknown []int32           // calls of what is not in the program
	tooMany bool              // there are more functions than are looked at
}

// maxRun bounds the functions that one run is looked at in, and maxKeptRuns the stores and calls of those that are kept.
const (
	maxRun      = 1 << 10
	maxKeptRuns = 1 << 18
)

// runs returns what happens where a part of a file runs. Many texts are asked about between the same two places.
func (p *Program) runs(span fileSpan) *run {
	if r := p.ran[span]; r != nil {
		return r
	}
	if p.runParts == nil {
		p.runParts = map[fileSpan]*runPart{}
	}
	r := p.newRun(span)
	size := 1 + len(r.unknown)
	for _, all := range r.stores {
		size += len(all)
	}
	if p.ranSize += size; p.ran == nil || p.ranSize > maxKeptRuns {
		p.ran, p.ranSize = map[fileSpan]*run{}, size
	}
	p.ran[span] = r
	return r
}

func (p *Program) newRun(span fileSpan) *run {
	r := &run{stores: map[string][]node{}}
	spans, seen := []fileSpan{span}, map[fileSpan]bool{}
	for i := 0; i < len(spans); i++ {
		if i > maxRun {
			return &run{tooMany: true}
		}
		part := p.runParts[spans[i]]
		if part == nil {
			part = p.runPartOf(spans[i], i == 0)
			if i > 0 {
				p.runParts[spans[i]] = part
			}
		}
		for _, x := range part.stores {
			r.stores[x.field] = append(r.stores[x.field], x.in)
		}
		for _, s := range part.calls {
			if !seen[s] {
				seen[s] = true
				spans = append(spans, s)
			}
		}
		r.unknown = append(r.unknown, part.unknown...)
	}
	return r
}

// runPart is what a part of a file does itself.
type runPart struct {
	stores  []storedIn
	calls   []fileSpan // functions that it calls, or hands to what it calls
	unknown []int32    // calls of what is not in the program
}

// storedIn is a store of something in a member of a node.
type storedIn struct {
	field string
	in    node
}

// runPartOf returns what a part of a file does itself. Where that is not a whole function, calls count that may be followed
// by what stands behind the part.
func (p *Program) runPartOf(s fileSpan, open bool) *runPart {
	part := &runPart{stores: p.storesIn(s)}
	order, all := p.byPlace(s.file), p.sources[s.file].Graph.Calls
	for _, k := range order[sort.Search(len(order), func(k int) bool { return all[order[k]].Start >= s.start }):] {
		if all[k].Start >= s.end {
			break
		}
		id := p.callOf[s.file][k]
		c := &p.calls[id]
		if c.End > s.end || open && c.Leaves && p.isAround(c, s.end) {
			continue
		}
		called := func(o int32) bool {
			x := p.object(o)
			if x.kind != function {
				return false
			}
			f := p.sources[x.file].Graph.Funcs[x.index].Tree
			part.calls = append(part.calls, fileSpan{x.file, f.Start, f.End})
			return true
		}
		resolved := false
		for _, o := range c.bound {
			resolved = called(o) || resolved
		}
		for _, n := range slices.Concat([]node{c.callee}, c.args) {
			for _, o := range p.points(n) {
				called(o)
			}
		}
		if !resolved {
			part.unknown = append(part.unknown, id)
		}
	}
	return part
}

// storesIn returns what is stored in a part of a file.
func (p *Program) storesIn(s fileSpan) (in []storedIn) {
	if p.stores == nil {
		p.stores = make([][]int32, len(p.sources))
	}
	all := p.sources[s.file].Graph.Stores
	if p.stores[s.file] == nil {
		order := []int32{}
		for i := range all {
			if all[i].At > 0 {
				order = append(order, int32(i))
			}
		}
		sorting.Stable(order, func(i, j int32) int { return int(all[i].At - all[j].At) })
		p.stores[s.file] = order
	}
	order := p.stores[s.file]
	for _, k := range order[sort.Search(len(order), func(k int) bool { return all[order[k]].At >= s.start }):] {
		if all[k].At >= s.end {
			break
		}
		in = append(in, storedIn{all[k].Field, p.at(s.file, all[k].Object)})
	}
	return in
}
