package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// checkedBy returns how long a text is at most that a call of a library was found to let pass.
func (p *Program) checkedBy(id int32, sym *graph.Sym, path []string) int64 {
	if p.resolved(&p.calls[id]) {
		return graph.NoLimit
	}
	most := int64(graph.NoLimit)
	for b := range p.bounds() {
		s := p.schemasOf(b)
		for i := range b.Applies {
			a := &b.Applies[i]
			for _, t := range a.Told {
				if t.Member != sym.Via || shows(t.Mode) != sym.When || t.Mode == "awaited" && !p.calls[id].Awaited {
					continue
				}
				switch {
				case t.Mode == "called":
					most = min(most, s.calledBy(id, a, sym, path))
				case a.Guards != nil:
					most = min(most, p.askedOf(id, a, sym, path))
				default:
					most = min(most, s.shownBy(id, a, sym, path))
				}
			}
		}
		if slices.Contains(b.Asked, p.calls[id].Method) && sym.When == graph.True && sym.Via == "" && sym.Arg == model.Receiver {
			most = min(most, p.formMax(b, id, path))
		}
		if len(b.Rules) > 0 && sym.When == graph.Returned && len(path) > 0 {
			if roles, ok := p.rulesOf(b, id); ok && roleAt(roles, "value") == int(sym.Arg) {
				most = min(most, p.ruled(b, id, roles, path))
			}
		}
	}
	return most
}

// roleAt returns the number of the argument with a role, that of the receiver where none has it.
func roleAt(roles []model.Filled, name string) int {
	for _, r := range roles {
		if r.Role == name {
			return r.Arg
		}
	}
	return model.Receiver
}

// shownBy returns how long a text is at most in an argument of a call that was found to be valid.
func (s *schemas) shownBy(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	roles, _, ok := a.Call.Match(s.p.lang, s.p.asked(&s.p.calls[id]))
	if !ok || sym.Arg != graph.Output && roleAt(roles, "value") != int(sym.Arg) {
		return graph.NoLimit
	}
	for _, r := range roles {
		if r.Role != "schema" {
			continue
		}
		if len(s.b.Rule) > 0 && sym.Arg != graph.Output {
			return s.p.ruledBy(s.b, s.p.argument(id, r), path)
		}
		s.work = 0
		got := s.shapeOf(s.p.argument(id, r))
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

// shows returns what was found out about a call where what a rule tells of it is so.
func shows(mode string) graph.Outcome {
	switch mode {
	case "returned", "awaited":
		return graph.Returned
	case "none":
		return graph.False
	}
	return graph.True
}

// calledBy is shownBy for a call of a function that was made from a schema.
func (s *schemas) calledBy(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	made := s.p.madeBy(s.p.calls[id].callee)
	if sym.Arg != 0 || len(made) == 0 {
		return graph.NoLimit
	}
	most := int64(0)
	for _, m := range made {
		roles, exact, ok := a.Call.Match(s.p.lang, s.p.asked(&s.p.calls[m]))
		if !ok || !exact {
			return graph.NoLimit
		}
		for _, r := range roles {
			if r.Role == "schema" {
				s.work = 0
				most = max(most, s.shapeOf(s.p.argument(m, r)).At(path))
			}
		}
	}
	return most
}

// formMax returns how long a member of a form is at most that was found to be valid.
func (p *Program) formMax(b *model.Bound, id int32, path []string) int64 {
	most, forms := int64(0), 0
	for _, o := range p.points(p.calls[id].receiver) {
		x := p.object(o)
		if x.kind == access {
			continue
		}
		limit := int64(graph.NoLimit)
		if x.kind == instance && b.Bases != nil && p.isOf(b, x.file, x.index) {
			for _, where := range b.Checked {
				if field, ok := fieldIn(where, path); ok {
					limit = p.classMax(b, x.file, x.index, []string{field}, 0)
				}
			}
		}
		most = max(most, limit)
		forms++
	}
	if forms == 0 {
		return graph.NoLimit
	}
	return most
}

// fieldIn returns the name that stands for "*" in a path such as "*.data".
func fieldIn(where string, path []string) (field string, ok bool) {
	steps := strings.Split(where, ".")
	if len(steps) != len(path) {
		return "", false
	}
	for i, s := range steps {
		if s == "*" {
			field = path[i]
		} else if s != path[i] {
			return "", false
		}
	}
	return field, field != "" && field != "*"
}

// rulesOf reports whether a call checks what it is called on by rules that are written as texts.
func (p *Program) rulesOf(b *model.Bound, id int32) (roles []model.Filled, ok bool) {
	for _, q := range b.Rules {
		if roles, _, ok := q.Match(p.lang, p.asked(&p.calls[id])); ok {
			return roles, true
		}
	}
	return nil, false
}

// ruled returns how long a member is at most by rules that are written as texts.
func (p *Program) ruled(b *model.Bound, id int32, roles []model.Filled, path []string) int64 {
	for _, r := range roles {
		if r.Role == "rules" {
			return p.ruledBy(b, p.argument(id, r), path)
		}
	}
	return graph.NoLimit
}

// ruledBy returns how long a member is at most by a list of rules that are written as texts.
func (p *Program) ruledBy(b *model.Bound, rules node, path []string) int64 {
	if len(path) == 0 {
		return graph.NoLimit
	}
	return limit.OfRules(b.Rule, p.ruleTexts(p.memberNode(rules, []string{strings.Join(path, ".")})))
}

// ruledBefore returns how long a member of what a call returns is at most by the rules with which what it is called on was
// made, if it returns only where these hold.
func (p *Program) ruledBefore(b *model.Bound, id int32, path []string) int64 {
	c := &p.calls[id]
	made := []int32{}
	if c.receiver != 0 && len(c.args) == 0 {
		made = p.madeBy(c.receiver)
	}
	most := int64(-1)
	for _, m := range made {
		passed := int64(graph.NoLimit)
		for i := range b.Applies {
			a := &b.Applies[i]
			roles, _, ok := a.Call.Match(p.lang, p.asked(&p.calls[m]))
			if at := roleAt(roles, "schema"); ok && at >= 0 && slices.Contains(a.Told, model.Told{Member: c.Method, Mode: "returned"}) {
				passed = p.ruledBy(b, p.calls[m].args[at], path)
			}
		}
		most = max(most, passed)
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

// ruleTexts returns the rules for one member, which are written as one text or as several, in order.
func (p *Program) ruleTexts(at node) []string {
	var all []string
	if at == 0 {
		return nil
	}
	for _, n := range append(p.elements(at), at) {
		if n = p.stored(n); n == 0 {
			continue
		}
		if text, ok := p.wholeText(n, 0); ok {
			all = append(all, strings.Split(text, "|")...)
		}
	}
	return all
}

// requestMax returns how long a member of a request is at most by what rules() of its class lets pass before the program
// gets it.
func (p *Program) requestMax(request node, path []string) int64 {
	most := int64(graph.NoLimit)
	if p.lang != model.PHP || len(path) == 0 {
		return most
	}
	for b := range p.bounds() {
		if len(b.Rules) == 0 || b.Bases == nil {
			continue
		}
		for _, o := range p.points(request) {
			x := p.object(o)
			if x.kind != instance || !p.isOf(b, x.file, x.index) {
				continue
			}
			passed := int64(graph.NoLimit)
			for i := range p.sources[x.file].Graph.Funcs {
				if f := &p.sources[x.file].Graph.Funcs[i]; f.Class == x.index && f.Tree.Name == "rules" {
					passed = limit.OfRules(b.Rule, p.ruleTexts(p.memberNode(p.at(x.file, f.Ret), []string{strings.Join(path, ".")})))
				}
			}
			most = min(most, passed)
		}
	}
	return most
}

// stored returns the one value that is stored in a member, 0 for none or several; a node that is no member is it.
func (p *Program) stored(n node) node {
	if _, g := p.fileOf(n); g != nil {
		return n
	}
	from := node(0)
	for _, ei := range p.in(n) {
		if _, g := p.fileOf(p.edge(ei).from); g != nil {
			if from != 0 && from != p.edge(ei).from {
				return 0
			}
			from = p.edge(ei).from
		}
	}
	return from
}
