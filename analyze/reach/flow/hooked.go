package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// lengthens reports whether a method of a class that checks a member further may return another value in its place, behind
// what else is declared of the member: a longer text, or where inside is set anything but the value itself.
func (p *Program) lengthens(b *model.Bound, file, index int32, name string, most int64, inside bool) bool {
	if len(b.Hooks)+len(b.Later) == 0 || most == graph.NoLimit {
		return false
	}
	for _, c := range p.ancestry(file, index) {
		g := p.sources[c[0]].Graph
		for _, m := range g.Classes[c[1]].Tree.Members { // of any function: validator('name')(strip)
			if m.Value == nil || m.Value.Op != tree.Call {
				continue
			}
			if id, ok := p.callOfTree(c[0], m.Value.Kid(0)); ok && p.isHook(b, p.asked(&p.calls[id]), name) {
				return true
			}
		}
		for i := range g.Funcs {
			f := &g.Funcs[i]
			if f.Class == c[1] && (slices.Contains(b.Whole, f.Tree.Name) || p.makesOther(b, c[0], f, name, most, inside)) {
				return true
			}
			if f.Class != c[1] || !slices.ContainsFunc(f.Decorators, func(d graph.ID) bool { return p.isHookOf(b, c[0], d, name) }) {
				continue
			}
			value := p.handedFirst(c[0], f)
			if !p.isNoLonger(p.at(c[0], f.Ret), func(n node) bool { return n == value }, most, inside, 0) {
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
	checked := func(n node) bool { return n == value || one && p.isChecked(b, n, name) }
	if !p.isNoLonger(p.at(file, f.Ret), checked, most, inside || !one, 0) {
		return true
	}
	within := func(at int32) bool { return at >= f.Tree.Start && at < f.Tree.End }
	g := p.sources[file].Graph
	return !one && (slices.ContainsFunc(g.Stores, func(s graph.Store) bool {
		return (s.Field == name || s.Field == "*") && s.At > 0 && within(s.At)
	}) || slices.ContainsFunc(g.Calls, func(c graph.Call) bool {
		return (c.Method == "update" || c.Method == "setdefault") && within(c.Start)
	}))
}

// isHookOf reports whether a decorator makes a method check a member behind the other checks.
func (p *Program) isHookOf(b *model.Bound, file int32, d graph.ID, name string) bool {
	return p.isHook(b, p.decorator(file, d), name)
}

// isHook is isHookOf for what is called.
func (p *Program) isHook(b *model.Bound, asked model.Call, name string) bool {
	return slices.ContainsFunc(b.Hooks, func(q *model.CallPattern) bool {
		roles, exact, ok := q.Match(p.lang, asked)
		named := false
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
func (p *Program) isChecked(b *model.Bound, n node, name string) bool {
	return slices.ContainsFunc(p.loadsTo(n), func(l loadOf) bool {
		return l.field == name && slices.ContainsFunc(p.loadsTo(l.from), func(of loadOf) bool { return slices.Contains(b.Checked, of.field+".*") })
	})
}

// isNoLonger reports whether what a node may be is a value, or where only that counts not, a part of that or a text that is
// no longer than most.
func (p *Program) isNoLonger(n node, value func(node) bool, most int64, only bool, depth int) bool {
	if value(n) || depth > 12 {
		return depth <= 12
	}
	if _, g := p.fileOf(n); g != nil {
		switch g.Kind {
		case graph.Text:
			return g.Size <= most
		case graph.Opaque, graph.Number:
			return true
		case graph.Concat, graph.Param:
			return false
		}
	}
	if len(p.loadsTo(n)) > 0 {
		return false
	}
	ways := 0
	for _, ei := range p.in(n) {
		e := p.edge(ei)
		d := p.detail(e)
		if e.way == heap {
			continue
		}
		ways++
		shorter := d.length.Effect == model.Same || d.length.Limits()
		if d.length.Effect == model.Replaced {
			v, ok := p.textLength(d.max, 0)
			shorter = ok && v <= 1
		}
		if e.any || !shorter || only && e.text || !p.isNoLonger(e.from, value, most, only, depth+1) {
			return false
		}
	}
	_, g := p.fileOf(n)
	return ways > 0 || len(p.roots[n]) == 0 && (g == nil || g.Kind == graph.Return) // of nothing
}
