package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// ruleMatches adds the matches of what a request holds with the patterns that stand among rules that are written as
// texts, in calls and in what rules() of a class of requests returns. All rules of a value are tried, also where one
// fails.
func (p *Program) ruleMatches(b *model.Bound) {
	for id := int32(0); int(id) < len(p.calls); id++ {
		if p.calls[id].made {
			continue
		}
		roles, ok := p.rulesOf(b, id)
		if !ok || !p.once(id, &b.Pattern) {
			continue
		}
		checked := p.calls[id].receiver
		for _, r := range roles {
			if r.Role == "value" {
				checked = p.argument(id, r)
			}
		}
		c := &p.calls[id]
		at := graph.Call{Start: c.Start, End: c.End, At: c.At}
		for _, r := range roles {
			if r.Role == "rules" {
				p.rulesMeet(b, p.argument(id, r), checked, c.file, c.owner, at)
			}
		}
	}
	for file := range p.sources {
		g := p.sources[file].Graph
		for i := range g.Funcs {
			f := &g.Funcs[i]
			key := [2]int32{int32(file), int32(i)}
			if f.Tree.Name == "rules" && f.Class >= 0 && !p.rulesRead[key] && p.isOf(b, int32(file), f.Class) {
				p.rulesRead[key] = true
				class := &g.Classes[f.Class]
				p.rulesMeet(b, p.at(int32(file), f.Ret), p.at(int32(file), class.Instance), int32(file), int32(i), graph.Call{Start: f.Tree.Start, End: f.Tree.End, At: f.Tree.Start})
			}
		}
	}
}

// rulesMeet adds the matches of the values that a request has with the patterns in an array of rules by their names.
func (p *Program) rulesMeet(b *model.Bound, rules, request node, file, owner int32, at graph.Call) {
	for _, o := range slices.Clone(p.points(rules)) {
		fields := p.object(o).fields
		for _, name := range sortedKeys(fields) {
			for _, rule := range append(p.elements(fields[name]), fields[name]) {
				if rule = p.stored(rule); rule == 0 {
					continue
				}
				if p.hasPattern(b, rule) {
					p.meetsIn(rule, p.bailed(b, fields[name], rule, p.inputOf(request, name)), file, owner, at)
				}
				p.ruleObjects(rule, p.inputOf(request, name))
			}
		}
	}
}

// ruleObjects hands a value to the methods of the objects among its rules: validate($attribute, $value, $fail).
func (p *Program) ruleObjects(rule, value node) {
	for _, o := range slices.Clone(p.points(rule)) {
		x := *p.object(o)
		if x.kind != instance {
			continue
		}
		for _, name := range []string{"validate", "passes", "__invoke"} {
			h, ok := p.Method(p.classOf(o), name)
			if !ok {
				continue
			}
			if f := &p.sources[h.File].Graph.Funcs[h.Func]; len(f.Params) > 1 {
				p.unchecked[value] = true
				p.link(edge{from: value, to: p.at(int32(h.File), f.Params[1]), cap: graph.Free, call: -1})
			}
			break
		}
	}
}

// bailed returns the value that a pattern among rules meets: where the rules end with the first one that fails, one that
// those before let pass.
func (p *Program) bailed(b *model.Bound, rules, pattern, value node) node {
	text, _ := p.wholeText(pattern, 0)
	var before []string
	for _, rule := range p.ruleTexts(rules) {
		if strings.HasPrefix(rule, b.Pattern) && strings.Contains(text, rule) {
			break
		}
		before = append(before, rule)
	}
	most := limit.OfRules(b.Rule, before)
	if most == graph.NoLimit || !slices.Contains(before, "bail") {
		return value
	}
	n := p.newNode()
	p.link(edge{from: value, to: n, cap: graph.Cap{Max: most}, call: -1})
	return n
}

// hasPattern reports whether a text of rules has one with a pattern.
func (p *Program) hasPattern(b *model.Bound, n node) bool {
	text, ok := p.wholeText(n, 0)
	return ok && (strings.HasPrefix(text, b.Pattern) || strings.Contains(text, "|"+b.Pattern))
}

// inputOf returns the value of a name in a request.
func (p *Program) inputOf(request node, name string) node {
	n := p.newNode()
	for _, a := range p.accesses2(request) {
		p.root(n, model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, []string{"input", "()"}, strings.Split(name, "."))})
	}
	return n
}
