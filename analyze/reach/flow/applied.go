package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// applySchemas adds where checked values go, and how long they are there.
func (p *Program) applySchemas() {
	for bi := range p.model.Bounds {
		b := &p.model.Bounds[bi]
		if b.Language != p.lang || !p.applies(b.Origin, false) {
			continue
		}
		s := &schemas{p: p, b: b, known: map[node]*limit.Shape{}}
		for id := int32(0); int(id) < len(p.calls); id++ {
			if !p.calls[id].made {
				p.applySchema(s, id)
			}
		}
		if len(b.Checked) > 0 {
			p.checkClasses(b)
		}
		if b.Pattern != "" {
			p.ruleMatches(b)
		}
	}
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
