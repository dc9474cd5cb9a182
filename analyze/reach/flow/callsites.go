package flow

import (
	"cmp"

	"snag/analyze/reach/graph"
	"snag/analyze/sorting"
)

// CallSite is a call in the source.
type CallSite struct {
	Name       string
	Start, End int
	Args       []CallArg
}

// CallArg is what a call is handed: Number 0 is what it is a method of. Value is for [Program.Sources].
type CallArg struct {
	Number int
	Value  int32
}

// CallsIn returns the calls whose names begin between two offsets of a file, in order.
func (p *Program) CallsIn(file, start, end int) []CallSite {
	var all []CallSite
	for id := range p.calls {
		c := &p.calls[id]
		if c.made || int(c.file) != file || int(c.At) < start || int(c.At) >= end {
			continue
		}
		site := CallSite{Name: cmp.Or(c.Method, "a function"), Start: int(c.At), End: int(c.End)}
		add := func(number int, n node) {
			if _, g := p.fileOf(n); g == nil || g.Kind != graph.Function && g.Kind != graph.Pattern && g.Kind != graph.Module && g.Kind != graph.Global {
				site.Args = append(site.Args, CallArg{number, n})
			}
		}
		if c.receiver != 0 && p.isText(c) {
			add(0, c.receiver)
		}
		for i, n := range c.args {
			if n != 0 {
				add(i+1, n)
			}
		}
		all = append(all, site)
	}
	sorting.Stable(all, func(a, b CallSite) int { return a.Start - b.Start })
	return all
}

// isText reports whether a call is one of a method of texts, as far as is known, rather than of an object.
func (p *Program) isText(c *call) bool {
	for _, rule := range c.ruled {
		if rule != "builtin" {
			return true
		}
	}
	return false
}
