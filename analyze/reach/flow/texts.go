package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
)

// Ellipsis stands in a text for a part that is not known.
const Ellipsis = "…"

// maxTexts bounds how many texts a value is known to be, maxTextDepth the steps that lead to them, and maxTextWork
// the values that are looked at for them together.
const (
	maxTexts     = 48
	maxTextDepth = 16
	maxTextWork  = 300
)

// texts returns the constant texts that a value may be, with [Ellipsis] for parts of them that are not known, and
// nil where nothing is. A list stands for its elements. Where a value may also be something that is not known, as
// the default of a setting, the texts that are known stand for it.
func (p *Program) texts(n node) []string {
	t := texts{Program: p, seen: map[node]bool{}}
	return t.of(n, 0)
}

// texts looks for the constant texts that a value may be.
type texts struct {
	*Program
	seen map[node]bool // on the way
	work int
}

func (p *texts) of(n node, depth int) []string {
	if p.work++; n == 0 || depth > maxTextDepth || p.seen[n] || p.work > maxTextWork {
		return nil
	}
	p.seen[n] = true
	defer delete(p.seen, n)
	var all []string
	add := func(texts []string) {
		for _, t := range texts {
			if len(all) < maxTexts && !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	file, g := p.fileOf(n)
	if g != nil {
		switch g.Kind {
		case graph.Text:
			return []string{g.Name}
		case graph.Concat:
			return p.joined(file, &p.sources[file].Graph.Concats[g.Index], depth)
		case graph.Pattern:
			if p.Text != nil {
				return []string{p.Text(int(file), g.Start, g.End)}
			}
		case graph.Object:
			return p.elementTexts(n, depth)
		case graph.Result:
			if c := &p.calls[p.callOf[file][g.Index]]; !p.resolved(c) && c.receiver == 0 && len(c.args) == 1 && (c.Method == "str" || c.Method == "String") {
				return p.of(c.args[0], depth+1)
			}
		}
	}
	for _, ei := range p.in[n] {
		if e := &p.edges[ei]; e.way != heap && !e.text {
			add(p.of(e.from, depth+1))
		}
	}
	for _, l := range p.loadsTo(n) {
		for _, o := range p.points[l.from] {
			if f, ok := p.objects[o].fields[l.field]; ok {
				add(p.of(f, depth+1))
			}
			if l.field == "*" && p.objects[o].kind == allocated { // in a loop over a list
				add(p.listTexts(o, depth))
			}
		}
	}
	return all
}

// joined returns the texts that the parts of one make.
func (p *texts) joined(file int32, c *graph.Concatenation, depth int) []string {
	all := []string{""}
	known := false
	for _, part := range c.Parts {
		texts := p.of(p.at(file, part), depth+1)
		known = known || len(texts) > 0
		if len(texts) == 0 {
			texts = []string{Ellipsis}
		}
		var next []string
		for _, before := range all {
			for _, t := range texts {
				if len(next) < maxTexts {
					next = append(next, strings.ReplaceAll(before+t, Ellipsis+Ellipsis, Ellipsis))
				}
			}
		}
		all = next
	}
	if !known {
		return nil
	}
	return all
}

// elementTexts returns the texts that the elements of a list are.
func (p *texts) elementTexts(n node, depth int) []string {
	o, ok := p.origin[n]
	if !ok {
		return nil
	}
	return p.listTexts(o, depth)
}

func (p *texts) listTexts(object int32, depth int) []string {
	var all []string
	fields := p.objects[object].fields
	for _, name := range sortedKeys(fields) {
		if name != "" && (name[0] >= '0' && name[0] <= '9') {
			all = append(all, p.of(fields[name], depth+1)...)
		}
	}
	if len(all) > maxTexts {
		all = all[:maxTexts]
	}
	return all
}
