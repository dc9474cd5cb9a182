package flow

import (
	"snag/analyze/components"
	"snag/analyze/reach/points"
)

// isRecursive reports whether a call calls a function that may call the one in which it stands, directly or not. A
// search does not remember by which of these calls it came into a function: functions that call each other, as those of
// a parser do, are entered by so many chains of calls that there would be nothing but these to look at. So a way that
// comes into such a function by one of them may leave it by another.
func (p *Program) isRecursive(call int32) bool {
	if p.recursive == nil {
		p.findRecursion()
	}
	return call >= 0 && int(call) < len(p.recursive) && p.recursive[call]
}

// recurs reports whether a call enters a function that may call itself, directly or not.
func (p *Program) recurs(call int32) bool {
	if p.recursive == nil {
		p.findRecursion()
	}
	return int(call) < len(p.recurring) && p.recurring[call]
}

// findRecursion finds the calls of functions that call each other.
func (p *Program) findRecursion() {
	first := make([]int32, len(p.Code)) // the number of the first function of each file
	count := int32(0)
	for i := range p.Code {
		first[i] = count
		count += int32(len(p.Code[i].Graph.Funcs))
	}
	calls := make([][]int32, count)
	each := func(do func(id, caller, called int32)) {
		for id := range p.Sites {
			c := &p.Sites[id]
			if c.Entry || c.Owner < 0 {
				continue // a framework calls it later
			}
			for _, o := range c.Bound {
				x := p.Object(o)
				if x.Kind == points.CallMember || x.Kind == points.ApplyMember {
					x = p.Object(x.Index)
				}
				if x.Kind == points.Function {
					do(int32(id), first[c.File]+c.Owner, first[x.File]+x.Index)
				}
			}
		}
	}
	each(func(_, caller, called int32) { calls[caller] = append(calls[caller], called) })
	part, _ := components.Of(calls)
	p.recursive, p.recurring = make([]bool, len(p.Sites)), make([]bool, len(p.Sites))
	within := make([]bool, len(part)) // parts in which there are calls
	each(func(id, caller, called int32) {
		if part[caller] == part[called] {
			p.recursive[id], within[part[called]] = true, true
		}
	})
	each(func(id, _, called int32) {
		p.recurring[id] = p.recurring[id] || within[part[called]]
	})
}
