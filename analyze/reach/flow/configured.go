package flow

import (
	"slices"

	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// mostInside is how deep objects that a file writes out are looked into for what sets limits.
const mostInside = 5

// assignedInside notes the limits that are set by the members of an object that a name at the top of a file is, or that
// the file exports: export const config = { api: { bodyParser: { sizeLimit: '4mb' } } }.
func (p *Program) assignedInside(file int32, n points.Node, steps []string) {
	if len(steps) > mostInside {
		return
	}
	g := p.Code[file].Graph
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if written := x.Kind == points.Allocated && (x.File == file || x.File < 0); !written && (len(steps) > 0 || x.Kind == points.Outside) {
			continue // what is exported is an object of its own kind
		}
		for _, name := range points.SortedKeys(x.Fields) {
			f, inner := x.Fields[name], slices.Concat(steps, []string{name})
			if p.Model().MaySet(p.Language(), name) && p.isStored(o, f) {
				for _, rule := range p.Model().SetBy(p.Language(), g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: inner[0]}, Steps: inner[1:]}) {
					p.setToAny(rule, file, p.held(f), p.placeOf(file, f))
				}
			}
			p.assignedInside(file, f, inner)
		}
	}
}

// held is the one value that is stored in a member, or the member.
func (p *Program) held(member points.Node) points.Node {
	if n := p.stored(member); n != 0 {
		return n
	}
	return member
}

// placeOf is the place of what is stored in a member.
func (p *Program) placeOf(file int32, member points.Node) Set {
	if n := p.stored(member); n != 0 {
		if at, g := p.FileOf(n); g != nil && g.End > 0 {
			return Set{File: int(at), Start: g.Start, End: g.End}
		}
	}
	return Set{File: int(file)}
}

// configured notes the limits that classes of a file of settings set, of which the program takes one:
// app.config.from_object(Production). A limit that not all of them have is at least its default.
func (p *Program) configured(file int32) {
	g := p.Code[file].Graph
	if p.Language() != model.Python || len(g.Classes) == 0 {
		return
	}
	have, rules := map[*model.Setting]int{}, []*model.Setting(nil)
	for i := range g.Classes {
		seen := map[*model.Setting]bool{}
		for _, c := range p.Ancestry(file, int32(i)) {
			from := p.Code[c[0]].Graph
			for _, m := range from.Classes[c[1]].Tree.Members {
				if m.Func != nil || m.Name == "" || !p.Model().MaySet(p.Language(), m.Name) {
					continue
				}
				o := p.Origin[p.At(c[0], from.Classes[c[1]].Node)]
				for _, rule := range p.Model().SetBy(p.Language(), g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: m.Name}}) {
					if f, ok := p.Object(o).Fields[m.Name]; ok && !seen[rule] {
						seen[rule] = true
						have[rule]++
						rules = append(rules, rule)
						p.setToAny(rule, file, p.held(f), p.placeOf(c[0], f))
					}
				}
			}
		}
	}
	for _, rule := range rules {
		if have[rule] < len(g.Classes) {
			p.keeps[rule.Sets] = true
		}
	}
}
