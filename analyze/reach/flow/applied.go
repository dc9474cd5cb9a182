package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// applySchemas adds where checked values go, and how long they are there.
func (p *Program) applySchemas() {
	for b := range p.bounds() {
		s := p.schemasOf(b)
		for id := int32(0); int(id) < len(p.calls); id++ {
			if !p.calls[id].made {
				p.applySchema(s, id)
			}
		}
		if len(b.Checked) > 0 {
			p.checkClasses(b)
			p.checkFilled(b)
		}
		if b.Pattern != "" {
			p.ruleMatches(b)
		}
	}
	p.tryGuards()
}

func (p *Program) applySchema(s *schemas, id int32) {
	asked := p.asked(&p.calls[id])
	for i := range s.b.Applies {
		a := &s.b.Applies[i]
		roles, _, ok := a.Call.Match(p.lang, asked)
		if !ok || a.Guards != nil {
			continue
		}
		s.work = 0
		var got *limit.Shape
		for _, r := range roles {
			if r.Role == "schema" {
				got = s.shapeOf(p.argument(id, r))
			}
		}
		if got == nil || !p.once(id, a) {
			continue
		}
		p.classMeets(s.b, id, roles)
		if a.Asks { // nobody says whether what it found was looked at
			for _, f := range a.Flows {
				for _, from := range p.place(id, f.From, roles, false) {
					p.try(tried{p.calls[id].file, -1, id}, from, got, 0)
				}
			}
			got = nil
		}
		for _, f := range a.Flows {
			if f.From.Role == f.To.Role {
				continue
			}
			for _, from := range p.place(id, f.From, roles, false) {
				for _, to := range p.place(id, f.To, roles, true) {
					p.checked(id, from, to, f.To.Steps, got, 0)
				}
			}
		}
	}
}

// classMeets adds the matches of the members of a value with the patterns of the class that is its schema.
func (p *Program) classMeets(b *model.Bound, id int32, roles []model.Filled) {
	if b.Bases == nil || b.Pattern != "" {
		return
	}
	value := p.argument(id, model.Filled{Arg: roleAt(roles, "value")})
	for _, o := range slices.Clone(p.points(p.argument(id, model.Filled{Arg: roleAt(roles, "schema")}))) {
		x := *p.object(o)
		if x.kind != instance || value == 0 || !p.isOf(b, x.file, x.index) {
			continue
		}
		for _, c := range p.ancestry(x.file, x.index) {
			for _, m := range p.sources[c[0]].Graph.Classes[c[1]].Tree.Members {
				if m.Func == nil && m.Name != "" && m.Value != nil {
					p.fieldMatches(b, c[0], m.Value, p.loaded([]node{value}, []string{m.Name})[0], 0)
				}
			}
		}
	}
}

// checked hands a value on as far as its schema lets it pass: all of it where the schema is nil.
func (p *Program) checked(id int32, from, to node, steps []string, s *limit.Shape, depth int) {
	if s == nil || depth > maxPath || s.Max == graph.NoLimit && s.Fields == nil && s.Elem == nil && len(s.Patterns) == 0 {
		p.move(id, from, to, steps, false, edge{edit: editsAnything})
		return
	}
	if s.Open {
		p.move(id, from, to, steps, false, edge{shape: s, edit: editsAnything})
	}
	p.move(id, from, to, steps, false, edge{length: model.Length{Effect: model.Fixed, N: s.Max}, text: true, edit: editsAnything})
	for _, c := range s.Patterns {
		// The pattern meets the value whatever its length: libraries run all their checks.
		p.link(edge{from: from, to: p.calls[c].receiver, cap: graph.Free, call: -1, text: true, edit: editsAnything})
		if p.once(c, s) {
			p.matches = append(p.matches, Match{Call: c, Rule: &schemaMatch, Roles: []model.Filled{{Role: "subject", Arg: model.Receiver}, {Role: "regex", Arg: 0}}})
		}
	}
	if s.Elem != nil {
		n := p.newNode()
		p.addLoad(from, n, "*")
		p.checked(id, n, to, slices.Concat(steps, []string{"*"}), s.Elem, depth+1)
	}
	for _, name := range sortedKeys(s.Fields) {
		n := p.newNode()
		p.addLoad(from, n, name)
		p.checked(id, n, to, slices.Concat(steps, []string{name}), s.Fields[name], depth+1)
	}
}

// schemaMatch is the match of a pattern in a schema with the value.
var schemaMatch model.MatchRule

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
