package flow

import "snag/analyze/reach/model"

// maxParted bounds the values that are looked at for the regexes that a pattern is put together of.
const maxParted = 256

// sourceOf is the member of a regex that is its text.
var sourceOf = map[model.Language]string{model.JavaScript: "source", model.Python: "pattern", model.Ruby: "source"}

// parted lets what a call makes of a text be the regexes whose texts that text holds, as parts of it.
func (p *Program) parted(text, result node) {
	member := sourceOf[p.lang]
	if member == "" || text == 0 || result == 0 {
		return
	}
	seen := map[node]bool{text: true}
	for todo := []node{text}; len(todo) > 0 && len(seen) < maxParted; todo = todo[1:] {
		at := todo[0]
		for _, l := range p.loadsTo(at) {
			if l.field != member {
				continue
			}
			for _, o := range p.points(l.from) {
				if p.object(o).kind == pattern {
					p.add(result, p.partOf(o))
				}
			}
		}
		for _, e := range p.in(at) {
			if from := p.edge(e).from; !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
	}
}

// partOf returns a regex as a part of a larger one.
func (p *Program) partOf(o int32) int32 {
	x := *p.object(o)
	if x.part {
		return o
	}
	if q, ok := p.parts[o]; ok {
		return q
	}
	q := p.newObject(object{kind: pattern, file: x.file, index: x.index, part: true})
	p.parts[o] = q
	return q
}
