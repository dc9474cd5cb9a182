package flow

import (
	"slices"
	"strconv"
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
				case b.Members != nil:
					most = min(most, p.MembersMax(b, id, a, int(sym.Arg), path))
				case t.Mode == "called":
					most = min(most, s.CalledBy(id, a, sym, path))
				case a.Guards != nil:
					most = min(most, p.askedOf(id, a, sym, path))
				default:
					most = min(most, s.ShownBy(id, a, sym, path), p.statedBy(id, a, sym, path))
				}
			}
		}
		asked := p.confirms(b, &p.Sites[id], sym.When) || sym.When == graph.Returned && p.raises(b, id)
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

// statedBy returns how long an argument of a check is at most that is no schema's, by what its other arguments say.
func (p *Program) statedBy(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	most := int64(graph.NoLimit)
	roles, _, ok := a.Call.Match(p.Language(), p.Asked(&p.Sites[id]))
	if !ok || len(path) > 0 || rules.RoleAt(roles, "value") != int(sym.Arg) || slices.Contains(p.Sites[id].Spread, true) {
		return most
	}
	for _, r := range roles {
		if r.Role != "max" || len(r.Path) != 1 {
			continue
		}
		stated := int64(-1)
		for _, o := range p.Points(p.Argument(id, r)) {
			x, v, known := p.Object(o), int64(0), false
			if x.Kind == points.Allocated && !x.Overlaid && len(x.Parents())+len(x.Copied())+len(p.In(x.Written)) == 0 && p.setsMember(o, r.Path[0]) == "" {
				v, known = p.Number(p.Stored(x.Fields[r.Path[0]]), 0)
			}
			if !known {
				return graph.NoLimit
			}
			stated = max(stated, v)
		}
		if stated >= 0 {
			most = min(most, stated)
		}
	}
	return most
}

// confirms reports whether a call asks a form whether it is valid, and says that it is where it ended so. A method of Ruby with
// "!" raises where it is not; save(validate: false) asks nothing.
func (p *Program) confirms(b *model.Bound, c *points.Site, when graph.Outcome) bool {
	if p.Language() == model.Ruby && len(c.Args) > 0 {
		return false
	}
	raises := p.Language() == model.Ruby && strings.HasSuffix(c.Method, "!")
	return (when == graph.True || when == graph.Returned && raises) && slices.Contains(b.Asked, c.Method) ||
		when == graph.False && slices.Contains(b.Asked, "!"+c.Method)
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
	if n := len(path); p.Language() == model.Ruby && n > 1 && path[n-1] == "()" { // an attribute, which is a call
		path = path[:n-1]
	}
	if p.Language() == model.Ruby && len(path) == 1 { // what attr_reader reads
		path = []string{strings.TrimPrefix(path[0], "@")}
	}
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
					limit = min(p.ValidMax(b, x.File, x.Index, []string{field}, 0), p.validatedMax(b, x.File, x.Index, field))
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

// readsChecked reports whether a call reads an attribute of Ruby that the class of each object checks which it may be called
// on: a member, though it is a call.
func (p *Program) readsChecked(c *points.Site) bool {
	if p.Language() != model.Ruby || len(c.Args) > 0 || c.Receiver == 0 {
		return false
	}
	classes := 0
	for _, o := range p.Points(c.Receiver) {
		x := p.Object(o)
		if x.Kind != points.Instance {
			continue
		}
		classes++
		checks := false
		for b := range p.Bounds() {
			checks = checks || b.Bases != nil && p.IsOf(b, x.File, x.Index) && p.validatedMax(b, x.File, x.Index, c.Method) < graph.NoLimit
		}
		if !checks {
			return false
		}
	}
	made := []int32(nil)
	if classes == 0 {
		made = p.MadeBy(c.Receiver)
	}
	return classes > 0 || len(made) > 0 && !slices.ContainsFunc(made, func(id int32) bool {
		return p.madeValid(&p.Sites[id], []string{c.Method}) == graph.NoLimit
	})
}

// madeValid returns how long an attribute is at most of what a call makes that returns valid objects alone, as create! of
// Ruby.
func (p *Program) madeValid(c *points.Site, path []string) int64 {
	if p.Language() != model.Ruby || c.Method != "create!" || len(path) > 2 || len(path) == 2 && path[1] != "()" {
		return graph.NoLimit
	}
	most, classes := int64(0), 0
	for _, o := range p.Points(c.Receiver) {
		x := p.Object(o)
		if x.Kind != points.Class {
			continue
		}
		classes++
		limit := int64(graph.NoLimit)
		for b := range p.Bounds() {
			if b.Bases != nil && p.IsOf(b, x.File, x.Index) {
				limit = min(limit, p.validatedMax(b, x.File, x.Index, path[0]))
			}
		}
		most = max(most, limit)
	}
	if classes == 0 {
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

// validatedMax returns how long an attribute is at most in the objects of a class that were found to be valid, by the
// calls in the body of the class or of those that it extends: validates :title, length: { maximum: 80 }. What the class
// stores in the attribute by itself it may store after it was checked.
func (p *Program) validatedMax(b *model.Bound, file, index int32, name string) int64 {
	most := int64(graph.NoLimit)
	for _, c := range p.Ancestry(file, index) {
		if p.setsItself(c, name) || p.IsOff(b) {
			return graph.NoLimit
		}
		for id := range p.Sites {
			if s := &p.Sites[id]; s.File == c[0] && !s.Made && s.Certain && p.standsIn(s, c) {
				most = min(most, p.validates(b, int32(id), name))
			}
		}
	}
	return most
}

// standsIn reports whether a call stands in the body of a class, and in no function or class inside it.
func (p *Program) standsIn(s *points.Site, class [2]int32) bool {
	g := p.Code[class[0]].Graph
	c := g.Classes[class[1]].Tree
	within := func(start, end int32) bool {
		return c.Start < start && end <= c.End && start <= s.Start && s.End <= end
	}
	return c.Start < s.Start && s.End <= c.End &&
		!slices.ContainsFunc(g.Funcs, func(f graph.Func) bool { return within(f.Tree.Start, f.Tree.End) }) &&
		!slices.ContainsFunc(g.Classes, func(f graph.ClassFact) bool { return within(f.Tree.Start, f.Tree.End) })
}

// validates returns how long an attribute is at most that a call checks, graph.NoLimit for one that does not, or not always.
func (p *Program) validates(b *model.Bound, id int32, name string) int64 {
	s, most := &p.Sites[id], int64(graph.NoLimit)
	asked := p.Asked(s)
	opens := func(key string) bool { return slices.Contains(b.Opens, key) }
	if slices.ContainsFunc(s.Names, opens) || slices.Contains(s.Spread, true) {
		return graph.NoLimit
	}
	for _, q := range b.Fields {
		roles, _, ok := q.Match(p.Language(), asked)
		named := slices.ContainsFunc(roles, func(r model.Filled) bool {
			text, known := p.ConstantText(p.Argument(id, r), 0)
			return r.Role == "name" && known && text == name
		})
		for _, r := range roles {
			if ok && r.Role == "type" && !slices.ContainsFunc(p.Accesses(p.Argument(id, r)), func(a model.Access) bool { return a.String() == "String" }) {
				break
			}
			if ok && named && r.Role != "name" && r.Role != "type" {
				most = min(most, p.validatedBy(id, r, opens))
			}
		}
	}
	return most
}

// validatedBy returns how long a text is at most by what one argument of such a call says.
func (p *Program) validatedBy(id int32, r model.Filled, opens func(string) bool) int64 {
	at, said := p.Argument(id, r), option(p.Sites[id].Tree, p.Sites[id].Names[r.Arg])
	if len(r.Path) > 0 {
		if said == nil || said.Op != tree.Object || slices.ContainsFunc(said.Kids, func(k *tree.Node) bool { return k == nil || k.Op != tree.Pair || opens(keyOf(k)) }) {
			return graph.NoLimit // perhaps not always
		}
		at = p.Stored(p.MemberNode(at, r.Path))
		for _, k := range said.Kids {
			if keyOf(k) == r.Path[0] {
				said = k.Kid(1)
				break
			}
		}
	}
	switch r.Role {
	case "max":
		if v, known := p.Number(at, 0); known {
			return v
		}
		return rangeEnd(said)
	case "regex":
		if v, known := p.width(at, "", 0); known {
			return v
		}
	case "values":
		if v, known := p.Choices(at); known {
			return v
		}
	}
	return graph.NoLimit
}

// option returns the argument with a name of a call, nil where it has none.
func option(call *tree.Node, name string) *tree.Node {
	for _, k := range call.Kids[1:] {
		if k != nil && k.Op == tree.Keyword && k.Text == name {
			return k.Kid(0)
		}
	}
	return nil
}

// keyOf returns the name of a member that is written out.
func keyOf(pair *tree.Node) string {
	if k := pair.Kid(0); pair.Text == "" && k != nil {
		return k.Text
	}
	return pair.Text
}

// rangeEnd returns the last number of a range that is written out, graph.NoLimit for anything else.
func rangeEnd(n *tree.Node) int64 {
	if n != nil && n.Op == tree.Binary && n.Text == ".." && n.Kid(1) != nil && n.Kids[1].Op == tree.Number {
		if v, err := strconv.ParseInt(strings.ReplaceAll(n.Kids[1].Text, "_", ""), 10, 64); err == nil {
			return v
		}
	}
	return graph.NoLimit
}

// setsItself reports whether a class has a method by the name of an attribute, or code that may store something in it.
func (p *Program) setsItself(class [2]int32, name string) bool {
	g := p.Code[class[0]].Graph
	c := g.Classes[class[1]].Tree
	var accessors []*tree.Func
	for _, m := range c.Members {
		if m.Func == nil || m.Name != name {
			continue
		}
		if m.Func.End-m.Func.Start > int32(len(name)+1) { // more than attr_accessor makes
			return true
		}
		accessors = append(accessors, m.Func)
	}
	stored := func(s graph.Store) bool {
		return c.Start < s.At && s.At <= c.End && !slices.ContainsFunc(accessors, func(f *tree.Func) bool { return f.Start <= s.At && s.At <= f.End }) && (s.Field == name || s.Field == "@"+name || s.Field == "*")
	}
	if slices.ContainsFunc(g.Stores, stored) {
		return true
	}
	return slices.ContainsFunc(p.Sites, func(s points.Site) bool {
		return s.File == class[0] && c.Start < s.Start && s.End <= c.End && (strings.HasPrefix(s.Method, "update") ||
			slices.Contains([]string{"write_attribute", "assign_attributes", "attributes=", "[]=", "send", "public_send", "instance_variable_set"}, s.Method))
	})
}
