package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// checkedBy returns how long a text is at most that a call of a library was found to let pass.
func (p *Program) checkedBy(id int32, sym *graph.Sym, path []string) int64 {
	if p.Resolved(&p.Sites[id]) {
		return graph.NoLimit
	}
	most := int64(graph.NoLimit)
	for b := range p.Bounds() {
		s := p.SchemasOf(b)
		for i := range b.Applies {
			a := &b.Applies[i]
			for _, t := range a.Told {
				if t.Member != sym.Via || shows(t.Mode) != sym.When || strings.HasPrefix(t.Mode, "awaited") && !p.Sites[id].Awaited {
					continue
				}
				switch {
				case t.Mode == "called":
					most = min(most, s.CalledBy(id, a, sym, path))
				case a.Guards != nil:
					most = min(most, p.askedOf(id, a, sym, path))
				default:
					most = min(most, s.ShownBy(id, a, sym, path))
				}
			}
		}
		asked := sym.When == graph.True && slices.Contains(b.Asked, p.Sites[id].Method) || sym.When == graph.Returned && p.raises(b, id)
		if asked && sym.Via == "" && sym.Arg == model.Receiver {
			most = min(most, p.formMax(b, id, path))
		}
		if len(b.Rules) > 0 && sym.When == graph.Returned && len(path) > 0 {
			if roles, ok := p.RulesOf(b, id); ok && rules.RoleAt(roles, "value") == int(sym.Arg) {
				most = min(most, p.ruled(b, id, roles, path))
			}
		}
	}
	return most
}

// raises reports whether a call returns only where a form or serializer is valid.
func (p *Program) raises(b *model.Bound, id int32) bool {
	c := &p.Sites[id]
	return slices.ContainsFunc(b.Raises, func(r string) bool {
		method, name, _ := strings.Cut(r, ".")
		return c.Method == method && c.Tree != nil && slices.ContainsFunc(c.Tree.Kids, func(k *tree.Node) bool {
			return k != nil && k.Op == tree.Keyword && k.Text == name && k.Kid(0) != nil && k.Kids[0].Op == tree.Constant && k.Kids[0].Text == "true"
		})
	})
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

// formMax returns how long a member of a form is at most that was found to be valid.
func (p *Program) formMax(b *model.Bound, id int32, path []string) int64 {
	most, forms := int64(0), 0
	for _, o := range p.Points(p.Sites[id].Receiver) {
		x := p.Object(o)
		if x.Kind == points.Outside || x.Kind == points.Allocated && x.File < 0 && p.isForm(b, x.Index) {
			continue // the second is what rules put in a form, which is there itself
		}
		limit := int64(graph.NoLimit)
		if x.Kind == points.Instance && b.Bases != nil && p.IsOf(b, x.File, x.Index) {
			for _, where := range b.Checked {
				if field, ok := fieldIn(where, path); ok {
					limit = p.ValidMax(b, x.File, x.Index, []string{field}, 0)
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

// isForm reports whether a node may be a form.
func (p *Program) isForm(b *model.Bound, n points.Node) bool {
	return b.Bases != nil && slices.ContainsFunc(p.Points(n), func(o int32) bool {
		x := p.Object(o)
		return x.Kind == points.Instance && p.IsOf(b, x.File, x.Index)
	})
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

// ruled returns how long a member is at most by rules that are written as texts.
func (p *Program) ruled(b *model.Bound, id int32, roles []model.Filled, path []string) int64 {
	for _, r := range roles {
		if r.Role == "rules" {
			return p.RuledBy(b, p.Argument(id, r), path)
		}
	}
	return graph.NoLimit
}

// ruledBefore returns how long a member of what a call returns is at most by the rules with which what it is called on was
// made, if it returns only where these hold.
func (p *Program) ruledBefore(b *model.Bound, id int32, path []string) int64 {
	c := &p.Sites[id]
	made := []int32{}
	if c.Receiver != 0 && len(c.Args) == 0 {
		made = p.MadeBy(c.Receiver)
	}
	most := int64(-1)
	for _, m := range made {
		passed := int64(graph.NoLimit)
		for i := range b.Applies {
			a := &b.Applies[i]
			roles, _, ok := a.Call.Match(p.Language(), p.Asked(&p.Sites[m]))
			if at := rules.RoleAt(roles, "schema"); ok && at >= 0 && slices.Contains(a.Told, model.Told{Member: c.Method, Mode: "returned"}) {
				passed = p.RuledBy(b, p.Sites[m].Args[at], path)
			}
		}
		most = max(most, passed)
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

// requestMax returns how long a member of a request is at most by what rules() of its class lets pass before the program
// gets it.
func (p *Program) requestMax(request points.Node, path []string) int64 {
	most := int64(graph.NoLimit)
	if p.Language() != model.PHP || len(path) == 0 {
		return most
	}
	for b := range p.Bounds() {
		if len(b.Rules) == 0 || b.Bases == nil {
			continue
		}
		for _, o := range p.Points(request) {
			x := p.Object(o)
			if x.Kind != points.Instance || !p.IsOf(b, x.File, x.Index) {
				continue
			}
			if refuses, _ := p.declaredIn(x, "failedValidation"); refuses != nil && !refuses.Throws {
				continue
			}
			if slices.ContainsFunc(b.Whole, func(name string) bool { f, _ := p.declaredIn(x, name); return f != nil }) {
				continue
			}
			if f, file := p.declaredIn(x, "rules"); f != nil {
				most = min(most, p.RuledBy(b, p.At(file, f.Ret), path))
			}
		}
	}
	return most
}

// declaredIn returns the method of a name that an object has from its class or from what that extends, and its file; nil
// for none in the program.
func (p *Program) declaredIn(x *points.Object, name string) (f *graph.Func, file int32) {
	for _, c := range p.Ancestry(x.File, x.Index) {
		g := p.Code[c[0]].Graph
		for i := range g.Funcs {
			if f := &g.Funcs[i]; f.Class == c[1] && strings.EqualFold(f.Tree.Name, name) {
				return f, c[0]
			}
		}
	}
	return nil, 0
}
