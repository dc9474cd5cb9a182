package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/source/tree"
)

// hookedMax returns how long a member of at most some length is at most behind the methods of its class that check it further:
// twice as long where these make small letters of it.
func (p *Program) hookedMax(b *model.Bound, file, index int32, name string, most int64, inside bool) int64 {
	if !p.lengthens(b, file, index, name, most, inside) {
		return most
	}
	p.lowers = true
	defer func() { p.lowers = false }()
	if p.lengthens(b, file, index, name, most, inside) {
		return graph.NoLimit
	}
	return limit.Product(2, most)
}

// lengthens reports whether a method of a class that checks a member further may return another value in its place, behind
// what else is declared of the member: a longer text, or where inside is set anything but the value itself.
func (p *Program) lengthens(b *model.Bound, file, index int32, name string, most int64, inside bool) bool {
	if most == graph.NoLimit {
		return false
	}
	if p.replacesCheck(b, file, index, name) {
		return true
	}
	for _, c := range p.Ancestry(file, index) {
		g := p.Code[c[0]].Graph
		for _, m := range g.Classes[c[1]].Tree.Members { // of any function: validator('name')(strip)
			if m.Value == nil || m.Value.Op != tree.Call {
				continue
			}
			if id, ok := p.callOfTree(c[0], m.Value.Kid(0)); ok && p.isHook(b, p.Asked(&p.Sites[id]), name) {
				return true
			}
		}
		for i := range g.Funcs {
			f := &g.Funcs[i]
			if f.Class != c[1] {
				continue
			}
			if slices.Contains(b.Whole, f.Tree.Name) || p.makesOther(b, c[0], f, name, most, inside) || p.setsBeside(b, c, f, name) {
				return true
			}
			if !slices.ContainsFunc(f.Decorators, func(d graph.ID) bool { return p.isHookOf(b, c[0], d, name) }) {
				continue
			}
			value := p.handedFirst(c[0], f)
			if !p.isNoLonger(p.At(c[0], f.Ret), func(n points.Node) bool { return n == value }, most, inside, 0) {
				return true
			}
		}
	}
	return false
}

// makesOther reports whether a method that gets checked values, of one member or all of them, may return or set another
// value of a member.
func (p *Program) makesOther(b *model.Bound, file int32, f *graph.Func, name string, most int64, inside bool) bool {
	one := slices.ContainsFunc(b.Later, func(l string) bool {
		return l != strings.Replace(l, "*", name, 1) && f.Tree.Name == strings.Replace(l, "*", name, 1)
	})
	if !one && !slices.ContainsFunc(b.Later, func(l string) bool {
		return f.Tree.Name == l || slices.ContainsFunc(f.Tree.Decorators, func(d *tree.Node) bool {
			return slices.Contains(annotation.Names(d), l)
		})
	}) {
		return false
	}
	value := p.handedFirst(file, f)
	checked := func(n points.Node) bool {
		return n == value || one && p.isChecked(b, n, name) || !one && value == 0 && p.isAllChecked(b, f, n)
	}
	if !p.isNoLonger(p.At(file, f.Ret), checked, most, inside || !one, 0) {
		return true
	}
	if one {
		return value != 0 && slices.ContainsFunc(p.Code[file].Graph.Stores, func(s graph.Store) bool {
			return standsIn(f.Tree, s.At) && p.At(file, s.Object) == value // of the field rather than its value
		})
	}
	return p.sets(file, f, name, func(points.Node) bool { return true })
}

// standsIn reports whether a place is in a function.
func standsIn(f *tree.Func, at int32) bool { return at > 0 && at >= f.Start && at < f.End }

// setters are methods and functions that set members of what they are called on or handed first, whose names they get.
var setters = []string{"update", "setdefault", "setattr", "__setattr__", "__setitem__"}

// removers are methods that take away what is in what they are called on.
var removers = []string{"clear", "pop", "remove"}

// sets reports whether a function may set a member of that name of one of the values that of is true of.
func (p *Program) sets(file int32, f *graph.Func, name string, of func(points.Node) bool) bool {
	g := p.Code[file].Graph
	return slices.ContainsFunc(g.Stores, func(s graph.Store) bool {
		return (s.Field == name || s.Field == "*") && standsIn(f.Tree, s.At) && of(p.At(file, s.Object))
	}) || slices.ContainsFunc(g.Calls, func(c graph.Call) bool {
		return slices.Contains(setters, c.Method) && standsIn(f.Tree, c.Start) && (c.Receiver == 0 || of(p.At(file, c.Receiver)))
	})
}

// RemadeBy says what may give a class of Python other members, that of a name among them, and is not followed: a decorator, the
// class of a class, or code of a base that runs for each class which extends that; "" for nothing. A decorator that is a method
// which is called, as app.route('/x') is, registers the class.
func (p *Program) RemadeBy(x *points.Object, field string) string {
	if p.Language() != model.Python || x.Kind != points.Class && x.Kind != points.Instance {
		return ""
	}
	unknown := func(n points.Node) string {
		for _, o := range p.Points(n) {
			by := p.Object(o)
			if by.Kind == points.Outside && !p.Model().IsKept(p.Language(), "class", by.Name.Last()) {
				return by.Name.String()
			}
			for _, name := range []string{"__new__", "__init__", "__prepare__", "__getattribute__"} {
				if by.Kind == points.Class && len(p.MethodsNamed(p.Ancestry(by.File, by.Index), name)) > 0 {
					return name + "()"
				}
			}
		}
		return ""
	}
	for i, c := range p.Ancestry(x.File, x.Index) {
		g := p.Code[c[0]].Graph
		of := &g.Classes[c[1]]
		if what := unknown(p.At(c[0], of.Meta)); of.Meta != 0 && what != "" {
			return what
		}
		for i, d := range of.Decorators {
			if t := of.Tree.Decorators[i]; t != nil && t.Op == tree.Call && t.Kid(0) != nil && t.Kids[0].Op == tree.Member {
				continue
			}
			for _, o := range p.Points(p.At(c[0], d)) {
				if by := p.Object(o); by.Kind == points.Outside && !p.Model().IsKept(p.Language(), "class", by.Name.Last()) {
					return by.Name.String()
				}
			}
		}
		const each = "__init_subclass__"
		for _, m := range of.Tree.Members {
			if i > 0 && m.Name == each && m.Func != nil && p.sets(c[0], &graph.Func{Tree: m.Func}, field, func(points.Node) bool { return true }) {
				return each + "()"
			}
		}
	}
	return ""
}

// setsBeside reports whether a method of a class that makes its objects, or checks some member further, may set another
// member beside the checks.
func (p *Program) setsBeside(b *model.Bound, class [2]int32, f *graph.Func, name string) bool {
	g := p.Code[class[0]].Graph
	if slices.Contains(b.Makers, f.Tree.Name) { // and what of its own methods it calls
		return slices.ContainsFunc(g.Funcs, func(own graph.Func) bool {
			return own.Class == class[1] && p.sets(class[0], &own, name, func(n points.Node) bool { return !p.isRest(class[0], f, n) })
		})
	}
	return slices.ContainsFunc(f.Decorators, func(d graph.ID) bool {
		asked := p.Decorator(class[0], d)
		return slices.ContainsFunc(b.Hooks, func(q *model.CallPattern) bool {
			roles, exact, ok := q.Match(p.Language(), asked)
			of := slices.ContainsFunc(roles, func(r model.Filled) bool { return r.Role == "name" })
			return ok && exact && of && p.sets(class[0], f, name, func(points.Node) bool { return true })
		})
	})
}

// isRest reports whether a value is what a function gets beside its parameters: those of **data are checked later.
func (p *Program) isRest(file int32, f *graph.Func, n points.Node) bool {
	for i := range f.Params {
		if param := &f.Tree.Params[i]; (param.Rest || param.Keywords) && p.At(file, f.Params[i]) == n {
			return true
		}
	}
	return false
}

// keptPlace is a place at which code may put something in what an object holds its checks in.
type keptPlace struct {
	file, at int32
	in       points.Node // what it is put in, or taken away from
	name     string      // of the member, "*" for any
	taken    bool
}

// keptPlaces returns such places for the objects of a library.
func (p *Program) keptPlaces(b *model.Bound) []keptPlace {
	if all, known := p.kept[b]; known {
		return all
	}
	all := []keptPlace{}
	kept := func(n points.Node) bool {
		return slices.ContainsFunc(p.LoadsTo(n), func(l points.LoadOf) bool { return slices.Contains(b.Keeps, l.Field) })
	}
	for i := range p.Code {
		g, file := p.Code[i].Graph, int32(i)
		for _, s := range g.Stores {
			if in := p.At(file, s.Object); s.At > 0 && (slices.Contains(b.Keeps, s.Field) || kept(in)) {
				all = append(all, keptPlace{file, s.At, in, s.Field, false})
			}
		}
		for _, c := range g.Calls {
			in, taken := p.At(file, c.Receiver), slices.Contains(removers, c.Method)
			if (taken || slices.Contains(setters, c.Method)) && c.Receiver != 0 && kept(in) {
				all = append(all, keptPlace{file, c.Start, in, "*", taken})
			}
		}
	}
	if p.kept == nil {
		p.kept = map[*model.Bound][]keptPlace{}
	}
	p.kept[b] = all
	return all
}

// replacesCheck reports whether code may put another check in the place of the one that a class declares of a member: in
// what its objects hold their checks in, as self.fields['name'] = CharField().
func (p *Program) replacesCheck(b *model.Bound, file, index int32, name string) bool {
	if len(b.Keeps) == 0 {
		return false
	}
	classes := p.Ancestry(file, index)
	return slices.ContainsFunc(p.keptPlaces(b), func(k keptPlace) bool {
		if slices.Contains(b.Keeps, k.name) {
			return p.leadsFrom(k.in, classes, 0) || slices.ContainsFunc(classes, func(c [2]int32) bool {
				t := p.Code[c[0]].Graph.Classes[c[1]].Tree
				return c[0] == k.file && t.Start <= k.at && k.at < t.End
			})
		}
		return (k.name == name || k.name == "*") && slices.ContainsFunc(p.LoadsTo(k.in), func(l points.LoadOf) bool {
			// A field that is taken away is checked nowhere, a check of it is one less.
			return slices.Contains(b.Keeps, l.Field) && !(k.taken && p.isObjectOf(l.From, classes)) && p.leadsFrom(l.From, classes, 0)
		})
	})
}

// leadsFrom reports whether a node is an object of one of some classes, or read out of one.
func (p *Program) leadsFrom(n points.Node, classes [][2]int32, depth int) bool {
	return p.isObjectOf(n, classes) || depth < MaxPath && slices.ContainsFunc(p.LoadsTo(n), func(l points.LoadOf) bool { return p.leadsFrom(l.From, classes, depth+1) })
}

// isObjectOf reports whether a node is an object of one of some classes, of which the others are bases of the first, or
// such a class.
func (p *Program) isObjectOf(n points.Node, classes [][2]int32) bool {
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Self {
		if c := p.Code[file].Graph.Funcs[g.Index].Class; c >= 0 && slices.Contains(classes, [2]int32{file, c}) {
			return true
		}
	}
	return slices.ContainsFunc(p.Points(n), func(o int32) bool {
		x := p.Object(o)
		return (x.Kind == points.Instance || x.Kind == points.Class) && (slices.Contains(classes, [2]int32{x.File, x.Index}) || slices.Contains(p.Ancestry(x.File, x.Index), classes[0]))
	})
}

// isHookOf reports whether a decorator makes a method check a member behind the other checks.
func (p *Program) isHookOf(b *model.Bound, file int32, d graph.ID, name string) bool {
	return p.isHook(b, p.Decorator(file, d), name)
}

// isHook is isHookOf for what is called.
func (p *Program) isHook(b *model.Bound, asked model.Call, name string) bool {
	return slices.ContainsFunc(b.Hooks, func(q *model.CallPattern) bool {
		roles, exact, ok := q.Match(p.Language(), asked)
		named := slices.ContainsFunc(asked.Args, func(a model.Arg) bool { return a.Spread })
		for _, r := range roles {
			text := ""
			if r.Arg >= 0 {
				text = asked.Args[r.Arg].Literal
			}
			if r.Role == "mode" && (text == "before" || text == "") {
				return false
			}
			named = named || r.Role == "name" && (text == name || text == "*" || text == "")
		}
		return ok && exact && named
	})
}

// isChecked reports whether a node is a member of what holds the checked values: self.cleaned_data['name'].
func (p *Program) isChecked(b *model.Bound, n points.Node, name string) bool {
	return slices.ContainsFunc(p.LoadsTo(n), func(l points.LoadOf) bool {
		return l.Field == name && slices.ContainsFunc(p.LoadsTo(l.From), func(of points.LoadOf) bool {
			return slices.Contains(b.Checked, of.Field+".*") && !slices.Contains(b.Unchecked, of.Field)
		})
	})
}

// isAllChecked reports whether a node is what holds the checked values, or what the base of a method returns, which does.
func (p *Program) isAllChecked(b *model.Bound, f *graph.Func, n points.Node) bool {
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result {
		c := &p.Sites[p.SiteOf[file][g.Index]]
		return c.Super && c.Method == f.Tree.Name
	}
	return slices.ContainsFunc(p.LoadsTo(n), func(l points.LoadOf) bool {
		return slices.Contains(b.Checked, l.Field+".*") && !slices.Contains(b.Unchecked, l.Field)
	})
}

// isNoLonger reports whether what a node may be is a value, or where only that counts not, a part of that or a text that is
// no longer than most.
func (p *Program) isNoLonger(n points.Node, value func(points.Node) bool, most int64, only bool, depth int) bool {
	if value(n) || depth > 12 {
		return depth <= 12
	}
	if _, g := p.FileOf(n); g != nil {
		switch g.Kind {
		case graph.Text:
			return g.Size <= most
		case graph.Opaque, graph.Number:
			return true
		case graph.Concat, graph.Param:
			return false
		}
	}
	if len(p.LoadsTo(n)) > 0 {
		return false
	}
	ways := 0
	for _, ei := range p.In(n) {
		e := p.Edge(ei)
		d := p.Detail(e)
		if e.Way == points.Heap {
			continue
		}
		ways++
		shorter := d.Length.Effect == model.Same || d.Length.Limits() || p.lowers && d.Length.Effect == model.Lowered
		if d.Length.Effect == model.Replaced {
			v, ok := p.TextLength(d.Max, 0)
			shorter = ok && v <= 1
		}
		if e.Any || !shorter || only && e.Text || !p.isNoLonger(e.From, value, most, only, depth+1) {
			return false
		}
	}
	_, g := p.FileOf(n)
	return ways > 0 || len(p.RootsOf(n)) == 0 && (g == nil || g.Kind == graph.Return) // of nothing
}
