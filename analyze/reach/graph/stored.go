package graph

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// changed forgets what was known of the whole of something of which a member changes.
func (b *builder) changed(m member) {
	k := b.env.of(m.v)
	if slices.ContainsFunc(k.defs, func(d def) bool { return d.cap.Sym != 0 }) {
		defs := slices.Clone(k.defs)
		for i := range defs {
			defs[i].cap.Sym = 0
		}
		b.env.set(m.v, known{defs, k.caps})
	}
	b.dropCaps(m.v, func(c memberCap) bool { return c.cap.Sym != 0 && strings.HasPrefix(m.path, c.path+".") })
}

// getter returns the name by which a call takes something out of what it is called on, the same each time if nothing changes
// that: request.args.get('q', ”), which is request.args['q'], and req.get('host'). It returns "" for another call, and for
// one that may give something of another name instead. Of a method of Java without arguments the program has to say that it
// does no more than that; those of PHP are named by rules.
func (b *builder) getter(n *tree.Node) string {
	if b.f.Language == tree.PHP && n.Op == tree.Call && len(n.Kids) == 1 && n.Kids[0] != nil && n.Kids[0].Op == tree.Member && b.opt.Takes != nil && b.opt.Takes(n.Kids[0].Text) {
		return n.Kids[0].Text + "()"
	}
	if b.f.Language == tree.Java && n.Op == tree.Call && len(n.Kids) == 1 && n.Kids[0] != nil && n.Kids[0].Op == tree.Member && !b.isShared(n.Kids[0].Kid(0)) {
		return n.Kids[0].Text + "()"
	}
	if n.Op != tree.Call || len(n.Kids) < 2 || n.Kids[0] == nil || n.Kids[0].Op != tree.Member || n.Kids[1] == nil || n.Kids[1].Op != tree.String {
		return ""
	}
	name := n.Kids[1].Text
	if name == "" || strings.ContainsAny(name, ".()") || slices.ContainsFunc(n.Kids[2:], func(k *tree.Node) bool {
		return k == nil || k.Op != tree.String && k.Op != tree.Number && k.Op != tree.Constant
	}) {
		return ""
	}
	if b.isShared(n.Kids[0].Kid(0)) {
		return ""
	}
	switch method := n.Kids[0].Text; {
	case b.f.Language == tree.Python && method == "get":
		return name
	case b.f.Language == tree.PHP && b.opt.Takes != nil && b.opt.Takes(method),
		b.f.Language == tree.Python && slices.Contains([]string{"get_argument", "get_query_argument", "get_body_argument"}, method),
		b.f.Language == tree.JavaScript && slices.Contains([]string{"get", "header", "query", "param"}, method),
		b.f.Language == tree.Java && slices.Contains([]string{"get", "getParameter", "getHeader", "queryParam", "pathParam", "formParam", "header"}, method):
		return method + "(" + name + ")"
	}
	return ""
}

// isShared reports whether an expression is something, or a member of something, that others may change while the function
// waits: a variable of the file, or this where the function is not done at once.
func (b *builder) isShared(n *tree.Node) bool {
	direct := true
	for n != nil && (n.Op == tree.Member || n.Op == tree.Cast || n.Op == tree.Index) {
		n, direct = n.Kid(0), false
	}
	if n == nil || n.Op == tree.This {
		return n == nil || b.f.Language == tree.JavaScript || b.f.Funcs[b.fn].Tree.Async
	}
	v := b.s.uses[n]
	return v == nil || v.owner == b.s.top.owner && (direct || v.module == "")
}

// handing returns the node of a value that is handed on with what is known of its members here.
func (b *builder) handing(n *tree.Node, id ID) ID {
	if id == 0 || !b.env.capped || n == nil || n.Op != tree.Name && n.Op != tree.Member && n.Op != tree.Index {
		return id
	}
	m, ok := b.member(n)
	if !ok {
		return id
	}
	c := Free
	for _, k := range b.env.of(m.v).caps {
		steps, inside := strings.CutPrefix(k.path, m.path+".")
		if !inside || k.cap.isFree() || strings.HasPrefix(steps, "*") {
			continue
		}
		c.Sym = b.sym(Sym{Call: Inside, Arg: k.cap.Sym, Delta: k.cap.Max, Path: strings.Split(steps, "."), Next: c.Sym})
		if c.Since == 0 || k.cap.Since < c.Since {
			c.Since = k.cap.Since
		}
	}
	if c.Sym == 0 {
		return id
	}
	to := b.value(n)
	b.copy(id, to, c)
	return to
}

// adding are the methods of lists and tables by which they get values.
var adding = []string{"push", "unshift", "splice", "fill", "set", "add"}

// handedOn forgets which values were stored in members of a variable that a call is handed, which may store others.
func (b *builder) handedOn(n *tree.Node) {
	for n != nil && (n.Op == tree.Cast || n.Op == tree.Spread || n.Op == tree.Keyword) {
		n = n.Kid(0)
	}
	if n == nil || n.Op != tree.Name && n.Op != tree.Member {
		return
	}
	if m, ok := b.member(n); ok {
		b.dropCaps(m.v, func(c memberCap) bool {
			return strings.HasPrefix(c.path+".", m.path+".") && b.isStored(c.cap.Sym)
		})
	}
}

// isStored reports whether a limit, or one that holds as well, is that of a value that was stored.
func (b *builder) isStored(sym int32) bool {
	for sym != 0 && b.f.Syms[sym].Call != Stored {
		sym = b.f.Syms[sym].Next
	}
	return sym != 0
}

func (b *builder) dropCaps(v *variable, which func(memberCap) bool) {
	if k := b.env.of(v); slices.ContainsFunc(k.caps, which) {
		k.caps = slices.DeleteFunc(slices.Clone(k.caps), which)
		b.env.set(v, k)
	}
}

// reader returns the member that a call reads which calls a method of the class by its name alone that does no more than
// return it, or give it a value where it has none: attr_reader :text, and @text ||= of Ruby. "" for any other expression.
func (b *builder) reader(n *tree.Node) string {
	if b.f.Language != tree.Ruby || n.Op != tree.Call || len(n.Kids) != 1 || n.Kids[0] == nil || n.Kids[0].Op != tree.Name || b.class < 0 || b.s.uses[n.Kids[0]] != nil {
		return ""
	}
	for i := range b.f.Classes[b.class].Tree.Members {
		m := &b.f.Classes[b.class].Tree.Members[i]
		if m.Name != n.Kids[0].Text || m.Func == nil || m.Func.Kind != tree.Method || m.Func.Static || len(m.Func.Params) > 0 {
			continue
		}
		body := m.Func.Body
		if body == nil || len(body.Kids) != 1 || body.Kids[0].Op != tree.Return {
			return ""
		}
		of := body.Kids[0].Kid(0)
		if of != nil && of.Op == tree.Assign && of.Text == "||=" {
			of = of.Kid(0)
		}
		if of != nil && of.Op == tree.Member && of.Kid(0) != nil && of.Kid(0).Op == tree.This && strings.HasPrefix(of.Text, "@") {
			return of.Text
		}
		return ""
	}
	return ""
}

// firstMembers returns the members of the object that a constructor sets on every way on which it ends, where that may be by
// their names alone or not.
func firstMembers(f *tree.Func, byName bool) []string {
	var own []string // names that mean no members
	for i := range f.Params {
		if t := f.Params[i].Target; t != nil && !f.Params[i].Field {
			own = append(own, t.Text)
		}
	}
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Declare {
			for _, k := range n.Kids {
				if k.Op == tree.Assign {
					k = k.Kid(0)
				}
				own = append(own, k.Text)
			}
		}
		return true
	}}
	w.Visit(f.Body)
	all := setMembers(f.Body, own, byName)
	for i := range f.Params {
		if t := f.Params[i].Target; t != nil && f.Params[i].Field {
			all = append(all, strings.TrimPrefix(t.Text, "$"))
		}
	}
	return all
}

// setMembers returns the members of this that some code sets on every way on which it goes on. By its name alone stands, in the
// languages in which members do, what is not among some names.
func setMembers(n *tree.Node, own []string, byName bool) (all []string) {
	if n == nil {
		return nil
	}
	switch n.Op {
	case tree.Block:
		for _, k := range n.Kids {
			all = append(all, setMembers(k, own, byName)...)
			leaves := false
			w := tree.Walk{Node: func(n *tree.Node) bool {
				leaves = leaves || n.Op == tree.Return
				return n.Op != tree.Function
			}}
			if w.Visit(k); leaves {
				break
			}
		}
	case tree.Expression, tree.Return:
		return setMembers(n.Kid(0), own, byName)
	case tree.If:
		no := setMembers(n.Kid(2), own, byName)
		return slices.DeleteFunc(setMembers(n.Kid(1), own, byName), func(name string) bool { return !slices.Contains(no, name) })
	case tree.Assign:
		all = setMembers(n.Kid(1), own, byName)
		if to := n.Kid(0); to != nil && (byName && to.Op == tree.Name && !slices.Contains(own, to.Text) || to.Op == tree.Member && to.Kid(0) != nil && to.Kids[0].Op == tree.This) {
			all = append(all, to.Text)
		}
	}
	return all
}

// isAltered reports whether code assigns to members of the variable that an expression begins with, if it begins with one.
func (b *builder) isAltered(n *tree.Node) bool {
	for n != nil && (n.Op == tree.Member || n.Op == tree.Index) {
		n = n.Kid(0)
	}
	v := b.s.uses[n]
	return v != nil && v.altered
}

// superglobal returns the variable that stands for one of PHP which nothing changes, or nil.
func (b *builder) superglobal(name string) *variable {
	if b.f.Language != tree.PHP || !strings.HasPrefix(name, "$_") || b.opt.Constant == nil || !b.opt.Constant(name) {
		return nil
	}
	v := b.supers[name]
	if v == nil {
		if v = (&variable{name: name}); b.supers == nil {
			b.supers = map[string]*variable{}
		}
		b.supers[name] = v
	}
	return v
}
