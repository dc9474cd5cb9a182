package graph

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/tree"
)

// maxElements is how many elements of a list are told apart.
const maxElements = 32

// manyElements is the number of objects in a list, and manyMembers in an object, from which on they are taken for
// one: the rows of a table are alike.
const (
	manyElements = 8
	manyMembers  = 24
)

// These are the texts of an array of C# that is a tuple, whose parts have names, and of one that is what a new object is
// handed to hold: a key and its value.
const (
	tupleText = "("
	entryText = "{"
)

func (b *builder) array(n *tree.Node) ID {
	kind := int32(List)
	if n.Text == tupleText { // whose parts have names
		kind = 0
	}
	id := b.add(Node{Kind: Object, Index: kind, Start: n.Start, End: n.End})
	b.elements(id, n)
	return id
}

// elements adds the elements of a list to an object.
func (b *builder) elements(id ID, n *tree.Node) {
	at := 0
	var all []Arg
	rows := rows{many: len(n.Kids) > manyElements}
	for _, k := range n.Kids {
		switch {
		case k == nil:
			at++
		case k.Op == tree.Spread:
			list := b.expression(k.Kid(0))
			b.store(b.load(k, list, "*"), id, "*")
			if b.f.Language == tree.PHP || b.f.Language == tree.JavaScript { // where it may be a Map
				b.store(b.load(k, list, Keys), id, Keys)
			}
			at, all = maxElements, append(all, Arg{Node: list, Spread: true})
		case k.Op == tree.Pair:
			b.pair(id, k, &rows)
		default:
			field := "*"
			if at < maxElements {
				field = strconv.Itoa(at)
			}
			value := b.row(&rows, k)
			b.store(value, id, field)
			if n.Text == tupleText && k.Op == tree.Keyword {
				b.store(value, id, k.Text)
			}
			if n.Text == tupleText && at < maxElements {
				b.store(value, id, "Item"+strconv.Itoa(at+1))
			}
			at, all = at+1, append(all, Arg{Node: value})
		}
	}
	if b.f.Language != tree.JavaScript || !slices.ContainsFunc(all, func(a Arg) bool { return a.Spread }) || len(all) > maxElements {
		return
	}
	if b.f.Spreads == nil {
		b.f.Spreads = map[ID][]Arg{}
	}
	b.f.Spreads[id] = all
}

// rows is what many objects beside each other are taken for.
type rows struct {
	many          bool
	object, array ID
}

// row adds one of the values of a list or object.
func (b *builder) row(r *rows, k *tree.Node) ID {
	if k != nil && k.Op == tree.Constant && k.Text == "true" && b.f.Language == tree.PHP {
		return b.add(Node{Kind: Opaque, Start: k.Start, End: k.End}) // which equals every text
	}
	if !r.many || k == nil || k.Op != tree.Object && k.Op != tree.Array {
		return b.expression(k)
	}
	one, add := &r.object, b.members
	if k.Op == tree.Array {
		one, add = &r.array, b.elements
	}
	if *one == 0 {
		*one = b.add(Node{Kind: Object, Start: k.Start, End: k.End})
	}
	add(*one, k)
	return *one
}

func (b *builder) pair(object ID, k *tree.Node, r *rows) {
	field := k.Text
	name := ID(0)
	if field == "" {
		name = b.expression(k.Kid(0))
		field = fieldOf(k.Kid(0))
	} else if b.f.Language == tree.PHP {
		b.storeKey(b.expression(&tree.Node{Op: tree.String, Text: field, Start: k.Start, End: k.End}), object, field)
	}
	value := k.Kid(1)
	if value != nil && value.Op == tree.Function && (value.Func.Kind == tree.Getter || value.Func.Kind == tree.Setter) {
		b.accessor(object, field, value.Func, -1)
		return
	}
	id := b.row(r, value)
	b.store(id, object, field)
	b.storeKey(name, object, field)
	if field == "*" && name != 0 {
		b.f.Named = append(b.f.Named, Member{object, name, id})
	}
}

// storeKey keeps a key of an array of PHP, or one of a dictionary of Python, a hash of Ruby or an object of JavaScript that is
// worked out, beside the values: loops and blocks are handed both.
func (b *builder) storeKey(key, object ID, field string) {
	switch {
	case key == 0:
	case b.f.Language == tree.PHP || b.f.Language == tree.Python || b.f.Language == tree.JavaScript && field == "*":
		b.store(key, object, Keys)
	case b.f.Language == tree.Ruby && field == "*":
		b.store(key, object, "=>")
	}
}

// accessor adds a getter or setter of an object.
func (b *builder) accessor(object ID, field string, f *tree.Func, class int32) {
	index := len(b.f.Funcs)
	b.function(f, class, true)
	fn := &b.f.Funcs[index]
	if class < 0 {
		b.copy(object, fn.Self, Free)
	}
	if f.Kind == tree.Getter {
		b.store(fn.Ret, object, field)
		return
	}
	if len(fn.Params) > 0 {
		to := b.add(Node{})
		b.f.Loads = append(b.f.Loads, Load{object, to, field})
		b.copy(to, fn.Params[0], Free)
	}
}

// orValues returns what a member is, or where a dictionary of C# has that name for all that it holds, a list of it as well.
func (b *builder) orValues(n *tree.Node, of, member ID) ID {
	if b.f.Language != tree.CSharp || n.Text != "Values" {
		return member
	}
	both := b.add(Node{Start: n.Start, End: n.End})
	list := b.add(Node{Kind: Object, Index: int32(List), Start: n.Start, End: n.End})
	b.store(b.load(n, of, "*"), list, "*")
	b.copy(list, both, Free)
	b.copy(member, both, Free)
	return both
}

func (b *builder) object(n *tree.Node) ID {
	id := b.add(Node{Kind: Object, Start: n.Start, End: n.End})
	b.members(id, n)
	return id
}

// members adds the members of an object that is written out to an object.
func (b *builder) members(id ID, n *tree.Node) {
	rows := rows{many: len(n.Kids) > manyMembers}
	for _, k := range n.Kids {
		switch {
		case k == nil:
		case k.Op == tree.Pair:
			b.pair(id, k, &rows)
		case k.Op == tree.Spread:
			b.copy(b.expression(k.Kid(0)), id, Free)
		default:
			value := b.expression(k)
			if b.store(value, id, "*"); k.Op == tree.Array && k.Text == entryText && len(k.Kids) == 2 {
				b.store(b.load(k, value, "1"), id, fieldOf(k.Kids[0]))
			}
		}
	}
}

// classMaker are the functions that compilers to older JavaScript hand a class to, with its members and those of the
// class itself in lists of descriptions. Their code would mix up the members of all classes of a file, and both kinds.
var classMaker = lazyregexp.New(`^_*createClass\d*(\.default)?$`)

// describedClass gives a class the members that a call describes, and returns the class; ok is false for other calls.
func (b *builder) describedClass(n *tree.Node) (class ID, ok bool) {
	on := n.Kid(1)
	if b.f.Language != tree.JavaScript || on == nil || on.Op != tree.Name || !classMaker.MatchString(dotted(n.Kid(0))) {
		return 0, false
	}
	lists := n.Kids[2:]
	for _, list := range lists { // without kids where it is null
		if list == nil || list.Op != tree.Array && list.Op != tree.Constant || slices.ContainsFunc(list.Kids, func(k *tree.Node) bool { return !describes(k) }) {
			return 0, false
		}
	}
	for i, list := range lists {
		to := on
		if i == 0 {
			to = &tree.Node{Op: tree.Member, Text: "prototype", Kids: []*tree.Node{on}, Start: on.Start, End: on.End}
		}
		for _, k := range list.Kids {
			b.described(to, k)
		}
	}
	return b.expression(on), true
}

// describes reports whether an object that is written out has the form of a description of a member.
func describes(n *tree.Node) bool {
	keyed := false
	if n == nil || n.Op != tree.Object {
		return false
	}
	for _, k := range n.Kids {
		if k == nil || k.Op != tree.Pair || k.Text != "key" && k.Text != "value" && (k.Kid(1) == nil || k.Kid(1).Op != tree.Function) {
			return false
		}
		keyed = keyed || k.Text == "key"
	}
	return keyed
}

// described gives an object the member that a description of it tells: { key: 'a', value: f }.
func (b *builder) described(to, description *tree.Node) {
	var key *tree.Node
	for _, k := range description.Kids {
		if k != nil && k.Op == tree.Pair && k.Text == "key" {
			key = k.Kid(1)
		}
	}
	for _, k := range description.Kids {
		if k == nil || k.Op != tree.Pair || k.Text == "key" {
			continue
		}
		value, index := k.Kid(1), len(b.f.Funcs)
		id := b.expression(value)
		switch {
		case k.Text == "value":
			target := &tree.Node{Op: tree.Member, Text: fieldOf(key), Kids: []*tree.Node{to}, Start: k.Start, End: k.End}
			if target.Text == "*" {
				target = &tree.Node{Op: tree.Index, Kids: []*tree.Node{to, key}, Start: k.Start, End: k.End}
			}
			b.bind(target, id)
		case k.Text == "get":
			object := b.expression(to)
			b.copy(object, b.f.Funcs[index].Self, Free)
			b.store(b.f.Funcs[index].Ret, object, fieldOf(key))
		case k.Text == "set" && len(b.f.Funcs[index].Params) > 0:
			object, given := b.expression(to), b.add(Node{})
			b.copy(object, b.f.Funcs[index].Self, Free)
			b.f.Loads = append(b.f.Loads, Load{object, given, fieldOf(key)})
			b.copy(given, b.f.Funcs[index].Params[0], Free)
		}
	}
}

// decorated reports whether there is an annotation of one of some names.
func decorated(all []*tree.Node, names ...string) bool {
	return slices.ContainsFunc(all, func(d *tree.Node) bool {
		if d != nil && d.Op == tree.Call {
			d = d.Kid(0)
		}
		return d != nil && slices.Contains(names, d.Text)
	})
}

// isPlain reports whether code only returns what is made of members and constants.
func isPlain(n *tree.Node) bool {
	switch {
	case n == nil:
		return true
	case n.Op == tree.Call || n.Op == tree.New || n.Op == tree.Assign || n.Op == tree.Unary && isStep(n) || n.Op == tree.Index || n.Op == tree.Await:
		return false
	}
	return !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return !isPlain(k) })
}

// this returns what this or self means.
func (b *builder) this(n *tree.Node) ID {
	fn := b.selfFunc()
	if b.static != 0 {
		c := &b.f.Classes[b.f.Nodes[b.static].Index]
		if t := c.Tree; b.f.Funcs[fn].Tree.Start <= t.Start && t.End <= b.f.Funcs[fn].Tree.End {
			if b.f.Language == tree.Ruby && b.fn != fn { // a block, which may run as if it stood in a method
				either := b.add(Node{Start: n.Start, End: n.End})
				b.copy(c.Node, either, Free)
				b.copy(c.Instance, either, Free)
				return either
			}
			return b.static
		}
	}
	if fn == 0 && b.f.Language == tree.JavaScript {
		return b.f.Exports // as Node calls a module
	}
	return b.f.Funcs[fn].Self
}

// component stores what a constructor gets for a parameter that declares a member. In Java, Kotlin and C# it stores what it
// gets for any member also under the number of the parameter, by which code takes records and data classes apart:
// val (a, b) = pair, case Pair(var a, var b).
func (b *builder) component(f *Func, i int, value ID) {
	p := &f.Tree.Params[i]
	if p.Target == nil || p.Target.Op != tree.Name {
		return
	}
	if p.Field {
		b.store(value, f.Self, strings.TrimPrefix(p.Target.Text, "$"))
	}
	if b.f.Language != tree.Java && b.f.Language != tree.CSharp || f.Tree.Kind != tree.Constructor || f.Class < 0 {
		return
	}
	if p.Field || slices.ContainsFunc(b.f.Classes[f.Class].Tree.Members, func(m tree.Field) bool { return m.Func == nil && m.Name == p.Target.Text }) {
		b.store(value, f.Self, strconv.Itoa(i))
	}
}
