package flow

import (
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// set notes the limits that calls of the program set. Where several set one, the largest counts.
func (p *Program) set() {
	for _, s := range p.settings {
		for _, r := range s.roles {
			if r.Role != "max" {
				continue
			}
			for _, n := range p.place(s.call, model.Place{Role: "max"}, s.roles, false) {
				p.setTo(s.Rule, n)
			}
		}
	}
	for i := range p.sources {
		p.assigned(int32(i))
	}
}

// setTo notes the value to which a limit is set.
func (p *Program) setTo(rule *model.Setting, n node) {
	if v, ok := p.size(n); ok {
		p.limits[rule.Sets] = max(p.limits[rule.Sets], v*max(rule.Scale, 1))
	}
}

// assigned notes the limits that are set by what a file assigns: names at its top, and members of what is from outside.
func (p *Program) assigned(file int32) {
	g := p.sources[file].Graph
	for _, name := range sortedKeys(g.Names) {
		for _, rule := range p.model.SetBy(p.lang, g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: name}}) {
			p.setTo(rule, p.at(file, g.Names[name]))
		}
	}
	for _, s := range g.Stores {
		for _, o := range p.points[p.at(file, s.Object)] {
			if x := &p.objects[o]; x.kind == access {
				for _, rule := range p.model.SetBy(p.lang, g.Path, x.step(s.Field)) {
					p.setTo(rule, p.at(file, s.Value))
				}
			}
		}
	}
}

// Sets reports whether the program sets a limit.
func (p *Program) Sets(limit string) bool {
	_, ok := p.limits[limit]
	return ok
}

// size returns the number of bytes that a number or a text such as "1mb" means.
func (p *Program) size(n node) (int64, bool) {
	if v, ok := p.number(n, 0); ok {
		return v, true
	}
	for _, l := range p.loadsTo(n) {
		for _, o := range p.points[l.from] {
			if f, ok := p.objects[o].fields[l.field]; ok {
				for _, e := range p.in[f] {
					if v, ok := p.sizeText(p.edges[e].from); ok {
						return v, true
					}
				}
			}
		}
	}
	return p.sizeText(n)
}

func (p *Program) sizeText(n node) (int64, bool) {
	_, g := p.fileOf(n)
	if g == nil {
		return 0, false
	}
	if g.Kind == graph.Number {
		return g.Size, g.Size >= 0
	}
	if g.Kind != graph.Text {
		return 0, false
	}
	text := strings.ToLower(strings.TrimSpace(g.Name))
	digits := strings.TrimRight(text, "kmgib ")
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || v < 0 || v > 1<<40 {
		return 0, false
	}
	switch unit := strings.TrimLeft(text[len(digits):], " "); {
	case strings.HasPrefix(unit, "k"):
		v *= 1 << 10
	case strings.HasPrefix(unit, "m"):
		v *= 1 << 20
	case strings.HasPrefix(unit, "g"):
		v *= 1 << 30
	}
	return int64(v), true
}
