package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// applySchemas adds where checked values go, and how long they are there.
func (p *Program) applySchemas() {
	for b := range p.bounds() {
		s := p.schemasOf(b)
		for id := int32(0); int(id) < len(p.Sites) && len(b.Applies) > 0; id++ {
			if !p.Sites[id].Made {
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
	asked := p.Asked(&p.Sites[id])
	for i := range s.b.Applies {
		a := &s.b.Applies[i]
		roles, _, ok := a.Call.Match(p.Language(), asked)
		if !ok || a.Guards != nil {
			continue
		}
		s.work = 0
		var got *limit.Shape
		for _, r := range roles {
			if r.Role == "schema" {
				got = s.shapeOf(p.Argument(id, r))
			}
		}
		if got == nil || !p.Once(id, a) {
			continue
		}
		p.classMeets(s.b, id, roles)
		if a.Asks { // nobody says whether what it found was looked at
			for _, f := range a.Flows {
				for _, from := range p.Place(id, f.From, roles, false) {
					p.try(tried{p.Sites[id].File, -1, id}, from, got, 0)
				}
			}
			got = nil
		}
		for _, f := range a.Flows {
			if f.From.Role == f.To.Role {
				continue
			}
			for _, from := range p.Place(id, f.From, roles, false) {
				for _, to := range p.Place(id, f.To, roles, true) {
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
	value := p.Argument(id, model.Filled{Arg: roleAt(roles, "value")})
	for _, o := range slices.Clone(p.Points(p.Argument(id, model.Filled{Arg: roleAt(roles, "schema")}))) {
		x := *p.Object(o)
		if x.Kind != points.Instance || value == 0 || !p.IsOf(b, x.File, x.Index) {
			continue
		}
		for _, c := range p.Ancestry(x.File, x.Index) {
			for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
				if m.Func == nil && m.Name != "" && m.Value != nil {
					p.fieldMatches(b, c[0], m.Value, p.Loaded([]points.Node{value}, []string{m.Name})[0], 0)
				}
			}
		}
	}
}

// checked hands a value on as far as its schema lets it pass: all of it where the schema is nil.
func (p *Program) checked(id int32, from, to points.Node, steps []string, s *limit.Shape, depth int) {
	if s == nil || depth > maxPath || s.Max == graph.NoLimit && s.Fields == nil && s.Elem == nil && len(s.Patterns) == 0 {
		p.Move(id, from, to, steps, false, points.Edge{Edit: points.EditsAnything})
		return
	}
	if s.Open {
		p.Move(id, from, to, steps, false, points.Edge{Shape: s, Edit: points.EditsAnything})
	}
	p.Move(id, from, to, steps, false, points.Edge{Length: model.Length{Effect: model.Fixed, N: s.Max}, Text: true, Edit: points.EditsAnything})
	for _, c := range s.Patterns {
		// The pattern meets the value whatever its length: libraries run all their checks.
		p.Link(points.Edge{From: from, To: p.Sites[c].Receiver, Cap: graph.Free, Call: -1, Text: true, Edit: points.EditsAnything})
		if p.Once(c, s) {
			p.matches = append(p.matches, Match{Call: c, Rule: &schemaMatch, Roles: []model.Filled{{Role: "subject", Arg: model.Receiver}, {Role: "regex", Arg: 0}}})
		}
	}
	if s.Elem != nil {
		n := p.NewNode()
		p.AddLoad(from, n, "*")
		p.checked(id, n, to, slices.Concat(steps, []string{"*"}), s.Elem, depth+1)
	}
	for _, name := range points.SortedKeys(s.Fields) {
		n := p.NewNode()
		p.AddLoad(from, n, name)
		p.checked(id, n, to, slices.Concat(steps, []string{name}), s.Fields[name], depth+1)
	}
}

// schemaMatch is the match of a pattern in a schema with the value.
var schemaMatch model.MatchRule

// ruleMatches adds the matches of what a request holds with the patterns that stand among rules that are written as
// texts, in calls and in what rules() of a class of requests returns. All rules of a value are tried, also where one
// fails.
func (p *Program) ruleMatches(b *model.Bound) {
	for id := int32(0); int(id) < len(p.Sites); id++ {
		if p.Sites[id].Made {
			continue
		}
		roles, ok := p.rulesOf(b, id)
		if !ok || !p.Once(id, &b.Pattern) {
			continue
		}
		checked := p.Sites[id].Receiver
		for _, r := range roles {
			if r.Role == "value" {
				checked = p.Argument(id, r)
			}
		}
		c := &p.Sites[id]
		at := graph.Call{Start: c.Start, End: c.End, At: c.At}
		for _, r := range roles {
			if r.Role == "rules" {
				p.rulesMeet(b, p.Argument(id, r), checked, c.File, c.Owner, at)
			}
		}
	}
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Funcs {
			f := &g.Funcs[i]
			key := [2]int32{int32(file), int32(i)}
			if f.Tree.Name == "rules" && f.Class >= 0 && !p.rulesRead[key] && p.IsOf(b, int32(file), f.Class) {
				p.rulesRead[key] = true
				class := &g.Classes[f.Class]
				p.rulesMeet(b, p.At(int32(file), f.Ret), p.At(int32(file), class.Instance), int32(file), int32(i), graph.Call{Start: f.Tree.Start, End: f.Tree.End, At: f.Tree.Start})
			}
		}
	}
}

// rulesMeet adds the matches of the values that a request has with the patterns in an array of rules by their names.
func (p *Program) rulesMeet(b *model.Bound, rules, request points.Node, file, owner int32, at graph.Call) {
	for _, o := range slices.Clone(p.Points(rules)) {
		fields := p.Object(o).Fields
		for _, name := range points.SortedKeys(fields) {
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
func (p *Program) ruleObjects(rule, value points.Node) {
	for _, o := range slices.Clone(p.Points(rule)) {
		x := *p.Object(o)
		if x.Kind != points.Instance {
			continue
		}
		for _, name := range []string{"validate", "passes", "__invoke"} {
			h, ok := p.Method(p.classOf(o), name)
			if !ok {
				continue
			}
			if f := &p.Code[h.File].Graph.Funcs[h.Func]; len(f.Params) > 1 {
				p.unchecked[value] = true
				p.Link(points.Edge{From: value, To: p.At(int32(h.File), f.Params[1]), Cap: graph.Free, Call: -1})
			}
			break
		}
	}
}

// bailed returns the value that a pattern among rules meets: where the rules end with the first one that fails, one that
// those before let pass.
func (p *Program) bailed(b *model.Bound, rules, pattern, value points.Node) points.Node {
	text, _ := p.ConstantText(pattern, 0)
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
	n := p.NewNode()
	p.Link(points.Edge{From: value, To: n, Cap: graph.Cap{Max: most}, Call: -1})
	return n
}

// hasPattern reports whether a text of rules has one with a pattern.
func (p *Program) hasPattern(b *model.Bound, n points.Node) bool {
	text, ok := p.ConstantText(n, 0)
	return ok && (strings.HasPrefix(text, b.Pattern) || strings.Contains(text, "|"+b.Pattern))
}

// inputOf returns the value of a name in a request.
func (p *Program) inputOf(request points.Node, name string) points.Node {
	n := p.NewNode()
	for _, a := range p.Accesses(request) {
		p.Root(n, model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, []string{"input", "()"}, strings.Split(name, "."))})
	}
	return n
}
