package points

import (
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Pattern is a regex in a file, by the bytes of its expression, and by those of its text where that is a
// constant that stands elsewhere. ID is the caller's name for it.
type Pattern struct {
	ID                 int
	Start, End         int32
	TextStart, TextEnd int32
}

// addPatterns gives the expressions of patterns their objects.
func (p *Program) addPatterns(i int32) {
	s := &p.Code[i]
	if len(s.Patterns) == 0 {
		return
	}
	x := NewPatternIndex(s.Patterns)
	for id := range s.Graph.Nodes {
		n := &s.Graph.Nodes[id]
		if n.End == 0 {
			continue
		}
		switch n.Kind {
		case graph.Pattern, graph.Text, graph.Result, graph.Concat, graph.Value:
			all := x.At(n)
			if len(x.by[[2]int32{n.Start, n.End}]) == 0 {
				all = all[max(0, len(all)-1):] // what several are made of
			}
			for _, q := range all {
				p.make(p.Base[i]+int32(id), Object{Kind: Regex, File: i, Index: int32(q)})
			}
		}
	}
}

// maxParted bounds the values that are looked at for the regexes that a pattern is put together of.
const maxParted = 256

// sourceOf is the member of a regex that is its text.
var sourceOf = map[model.Language]string{model.JavaScript: "source", model.Python: "pattern", model.Ruby: "source"}

// Parted lets what a call makes of a text be the regexes whose texts that text holds, as parts of it.
func (p *Program) Parted(text, result Node) {
	member := sourceOf[p.lang]
	if member == "" || text == 0 || result == 0 {
		return
	}
	seen := map[Node]bool{text: true}
	for todo := []Node{text}; len(todo) > 0 && len(seen) < maxParted; todo = todo[1:] {
		at := todo[0]
		for _, l := range p.LoadsTo(at) {
			if l.Field != member {
				continue
			}
			for _, o := range p.Points(l.From) {
				if p.Object(o).Kind == Regex {
					p.add(result, p.partOf(o))
				}
			}
		}
		for _, e := range p.In(at) {
			if from := p.Edge(e).From; !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
	}
}

// partOf returns a regex as a part of a larger one.
func (p *Program) partOf(o int32) int32 {
	x := *p.Object(o)
	if x.Part {
		return o
	}
	if q, ok := p.parts[o]; ok {
		return q
	}
	q := p.newObject(Object{Kind: Regex, File: x.File, Index: x.Index, Part: true})
	p.parts[o] = q
	return q
}

// PatternIndex finds patterns by where they stand. An expression is several where classes that extend the one around it give
// what it is made of.
type PatternIndex struct {
	from  map[int32][]int // by their first bytes
	by    map[[2]int32][]int
	texts map[int32][]Pattern
}

// NewPatternIndex returns the index of some patterns of one file.
func NewPatternIndex(all []Pattern) *PatternIndex {
	x := &PatternIndex{map[int32][]int{}, map[[2]int32][]int{}, map[int32][]Pattern{}}
	for _, q := range all {
		at := [2]int32{q.Start, q.End}
		x.from[q.Start], x.by[at] = append(x.from[q.Start], q.ID), append(x.by[at], q.ID)
		if q.TextEnd > q.TextStart {
			x.texts[q.TextStart] = append(x.texts[q.TextStart], q)
		}
	}
	return x
}

// Named returns the patterns that are the name at some byte.
func (x *PatternIndex) Named(at int32) (ids []int) { return x.from[at] }

// At returns the patterns that a node is: by its expression, or by its text but for quotes and prefix.
func (x *PatternIndex) At(n *graph.Node) (ids []int) {
	if ids := x.by[[2]int32{n.Start, n.End}]; len(ids) > 0 {
		return ids
	}
	if n.Kind != graph.Text {
		return nil
	}
	for at := n.Start; at <= n.Start+4; at++ {
		for _, q := range x.texts[at] {
			if q.TextEnd <= n.End && n.End-q.TextEnd <= 4 {
				ids = append(ids, q.ID)
			}
		}
		if len(ids) > 0 {
			break
		}
	}
	return ids
}
