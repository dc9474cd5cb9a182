package rules

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
	calls := map[*model.Bound][]int32{} // that may apply each
	for id := range p.Sites {
		if c := &p.Sites[id]; !c.Made && p.MayBeCalled(c, func(a model.Access) bool { return p.Model().MayApply(p.Language(), a) }) {
			for _, i := range p.Model().BoundsOf(p.Language(), p.Asked(&p.Sites[id])) {
				b := &p.Model().Bounds[i]
				calls[b] = append(calls[b], int32(id))
			}
		}
	}
	for b := range p.Bounds() {
		s := p.SchemasOf(b)
		for _, id := range calls[b] {
			p.applySchema(s, id)
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
					p.try(tried{p.Sites[id].File, -1, id}, from, got)
				}
			}
			got = nil
		}
		if len(a.Flows) == 0 { // it only says whether the value obeys
			for _, from := range p.Place(id, model.Place{Role: "value", Param: model.Itself}, roles, false) {
				p.try(tried{p.Sites[id].File, -1, id}, from, got)
			}
		}
		for _, f := range a.Flows {
			if f.From.Role == f.To.Role {
				continue
			}
			for _, from := range p.Place(id, f.From, roles, false) {
				for _, to := range p.Place(id, f.To, roles, true) {
					p.checked(id, from, to, f.To.Steps, got)
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
	value := p.Argument(id, model.Filled{Arg: RoleAt(roles, "value")})
	for _, o := range slices.Clone(p.Points(p.Argument(id, model.Filled{Arg: RoleAt(roles, "schema")}))) {
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

// maxChecked is how many members of members of a value are followed through its schema at most. A schema that holds another
// one at two places, as that does again, describes as many as their number doubles to.
const maxChecked = 2000

// checked hands a value on as far as its schema lets it pass: all of it where the schema is nil.
func (p *Program) checked(id int32, from, to points.Node, steps []string, s *limit.Shape) {
	left := maxChecked
	p.checkedPart(id, from, to, steps, s, 0, &left)
}

func (p *Program) checkedPart(id int32, from, to points.Node, steps []string, s *limit.Shape, depth int, left *int) {
	if s != nil && s.Before != nil && depth <= MaxPath {
		from = p.before(id, from, s, depth, left)
	}
	if *left--; s == nil || *left < 0 || depth > MaxPath || s.Max == graph.NoLimit && s.Fields == nil && s.Elem == nil && len(s.Patterns)+len(s.Asked) == 0 {
		p.Move(id, from, to, steps, false, points.Edge{Edit: points.EditsAnything})
		return
	}
	if s.Open {
		p.Move(id, from, to, steps, false, points.Edge{Shape: s, Edit: points.EditsAnything})
	}
	text := points.Edge{Length: model.Length{Effect: model.Fixed, N: max(s.Max, s.Else)}, Text: true, Edit: points.EditsAnything}
	if len(s.Held) > 0 {
		text.Shape = &limit.Shape{Max: s.Max, Else: s.Else, Held: s.Held}
	}
	p.Move(id, from, to, steps, false, text)
	for _, made := range s.Made {
		p.Move(id, made, to, steps, false, points.Edge{Edit: points.EditsAnything})
	}
	for _, c := range s.Patterns {
		// The pattern meets the value whatever its length: libraries run all their checks.
		p.Link(points.Edge{From: from, To: p.Sites[c].Receiver, Cap: graph.Free, Call: -1, Text: true, Edit: points.EditsAnything})
		p.meetsOnce(c)
	}
	p.handIn(from, s)
	if s.Elem != nil {
		n := p.NewNode()
		p.AddLoad(from, n, "*")
		p.checkedPart(id, n, to, slices.Concat(steps, []string{"*"}), s.Elem, depth+1, left)
	}
	for _, name := range points.SortedKeys(s.Fields) {
		n := p.NewNode()
		p.AddLoad(from, n, name)
		p.checkedPart(id, n, to, slices.Concat(steps, []string{name}), s.Fields[name], depth+1, left)
	}
}

// schemaMatch is the match of a pattern in a schema with the value.
var schemaMatch model.MatchRule

// meetsOnce adds the match of the pattern that a call adds to a schema.
func (p *Program) meetsOnce(c int32) {
	if p.Once(c, &schemaMatch) {
		p.MatchCalls = append(p.MatchCalls, Match{Call: c, Rule: &schemaMatch, Roles: []model.Filled{{Role: "subject", Arg: model.Receiver}, {Role: "regex", Arg: 0}}})
	}
}

// handIn hands a value to the functions that calls add to its schema, whatever its length: libraries run all their checks.
func (p *Program) handIn(from points.Node, s *limit.Shape) {
	for _, c := range s.Asked {
		p.Link(points.Edge{From: from, To: p.Sites[c].Receiver, Cap: graph.Free, Call: -1, Edit: points.EditsAnything})
	}
}

// ruleMatches adds the matches of what a request holds with the patterns that stand among rules that are written as
// texts, in calls and in what rules() of a class of requests returns. All rules of a value are tried, also where one
// fails.
func (p *Program) ruleMatches(b *model.Bound) {
	for id := int32(0); int(id) < len(p.Sites); id++ {
		if p.Sites[id].Made {
			continue
		}
		roles, ok := p.RulesOf(b, id)
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
			for _, rule := range append(p.ElementsOf(fields[name]), fields[name]) {
				if rule = p.Stored(rule); rule == 0 {
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
				p.Unchecked[value] = true
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
	for _, rule := range p.RuleTexts(rules) {
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

// RoleAt returns the number of the argument with a role, that of the receiver where none has it.
func RoleAt(roles []model.Filled, name string) int {
	for _, r := range roles {
		if r.Role == name {
			return r.Arg
		}
	}
	return model.Receiver
}

// ShownBy returns how long a text is at most in an argument of a call that was found to be valid.
func (s *schemas) ShownBy(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	roles, _, ok := a.Call.Match(s.p.Language(), s.p.Asked(&s.p.Sites[id]))
	if !ok || sym.Arg != graph.Output && RoleAt(roles, "value") != int(sym.Arg) {
		return graph.NoLimit
	}
	if s.b.Typed && RoleAt(roles, "schema") == model.Receiver { // the types of what it is handed say it
		return s.p.objectsMax(s.b, s.p.Argument(id, model.Filled{Arg: RoleAt(roles, "value")}), path)
	}
	for _, r := range roles {
		if r.Role != "schema" {
			continue
		}
		if len(s.b.Rule) > 0 && sym.Arg != graph.Output {
			return s.p.RuledBy(s.b, s.p.Argument(id, r), path)
		}
		s.work = 0
		got := s.shapeOf(s.p.Argument(id, r))
		if sym.Arg != graph.Output {
			return got.Unedited(path)
		}
		for _, f := range a.Flows {
			if n := len(f.To.Steps); f.To.Role == "result" && len(path) >= n && slices.Equal(path[:n], f.To.Steps) {
				return got.At(path[n:])
			}
		}
	}
	return graph.NoLimit
}

// objectsMax returns how long a member is at most of the objects that a value is, by what their classes declare.
func (p *Program) objectsMax(b *model.Bound, value points.Node, path []string) int64 {
	most := int64(-1)
	for _, o := range p.Points(value) {
		if x := p.Object(o); x.Kind == points.Instance {
			most = max(most, p.ValidMax(b, x.File, x.Index, path, 0))
		} else {
			return graph.NoLimit
		}
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

// RulesOf reports whether a call checks what it is called on by rules that are written as texts.
func (p *Program) RulesOf(b *model.Bound, id int32) (roles []model.Filled, ok bool) {
	for _, q := range b.Rules {
		if roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id])); ok {
			return roles, true
		}
	}
	return nil, false
}

// RuleTexts returns the rules for one member, which are written as one text or as several, in order.
func (p *Program) RuleTexts(at points.Node) []string {
	var all []string
	if at == 0 {
		return nil
	}
	for _, n := range append(p.ElementsOf(at), at) {
		if n = p.Stored(n); n == 0 {
			continue
		}
		if text, ok := p.ConstantText(n, 0); ok {
			all = append(all, strings.Split(text, "|")...)
		}
	}
	return all
}

// tried is what lets the patterns of a schema meet a value: the function of a file that is called with it, or the call that
// checks it where function is -1.
type tried struct{ file, function, call int32 }

// try lets the patterns of a schema meet a value and what it holds. Libraries run all their checks, so the lengths that stand
// beside a pattern do not bound what it meets, and neither does what the program makes of the result.
func (p *Program) try(by tried, from points.Node, s *limit.Shape) {
	p.tryPart(by, from, s, 0, map[*limit.Shape]int{})
}

// tryPart is try for what stands so deep in a value. A pattern meets what it stands at first, so that a shape is gone through
// again only where it stands less deep than before, where members that are too deep there still count.
func (p *Program) tryPart(by tried, from points.Node, s *limit.Shape, depth int, depths map[*limit.Shape]int) {
	if from == 0 || depth > MaxPath || !s.Matches() {
		return
	}
	if before, ok := depths[s]; ok && before <= depth {
		return
	}
	depths[s] = depth
	if s.Before != nil {
		p.tryPart(by, from, s.Before, depth+1, depths)
		if s.Input != 0 {
			p.Link(points.Edge{From: from, To: s.Input, Cap: graph.Free, Call: -1, Edit: points.EditsAnything})
			from = p.remadeOf(from, s)
		}
	}
	for _, c := range s.Patterns {
		if !p.Once(c, by) {
			continue
		}
		p.Link(points.Edge{From: from, To: p.Sites[c].Receiver, Cap: graph.Free, Call: -1, Text: true, Edit: points.EditsAnything})
		p.meetsOnce(c)
	}
	p.handIn(from, s)
	member := func(name string, s *limit.Shape) {
		if s.Matches() {
			n := p.NewNode()
			p.AddLoad(from, n, name)
			p.tryPart(by, n, s, depth+1, depths)
		}
	}
	member("*", s.Elem)
	for _, name := range points.SortedKeys(s.Fields) {
		member(name, s.Fields[name])
	}
}

// tryGuards lets the patterns of the schemas that stand before entries meet what these are called with.
func (p *Program) tryGuards() {
	for _, at := range points.SortedKeys(p.waiting) {
		for _, e := range slices.Clone(p.waiting[at]) {
			if e.call == 0 {
				continue
			}
			for _, g := range p.guards(e.call-1, e.element, e.route) {
				if g.Raw || !g.Shape.Matches() {
					continue
				}
				for _, o := range p.Points(at) {
					x := p.Object(o)
					if x.Kind != points.Function {
						continue
					}
					index, steps := g.Value.First()
					if params := p.Code[x.File].Graph.Funcs[x.Index].Params; index >= 0 && index < len(params) {
						from := p.Loaded([]points.Node{p.At(x.File, params[index])}, steps)[0]
						p.try(tried{x.File, x.Index, e.call}, from, g.Shape)
					}
				}
			}
		}
	}
}
