package graph

import (
	"strconv"
	"strings"

	"snag/analyze/source/tree"
)

func (b *builder) assign(n *tree.Node) ID {
	target := n.Kid(0)
	var id ID
	switch n.Text {
	case "=":
		if value := n.Kid(1); isShared(value) {
			id = b.bindShared(target, value)
			break
		}
		if b.copiesMember(target, n.Kid(1)) {
			return b.copyMember(target, n.Kid(1))
		}
		id = b.expression(n.Kid(1))
		if target != nil && target.Op != tree.Name {
			b.stow(n.Kid(1))
		}
	case "+=", ".=", "<<=":
		if n.Text == "+=" && b.f.Language == tree.PHP {
			id = b.plus(n, []*tree.Node{target, n.Kid(1)})
			break
		}
		of, value := b.expression(target), b.expression(n.Kid(1))
		id = b.concatenation(n, Concatenation{Parts: []ID{of, value}})
		if k := n.Kid(1); b.f.Language == tree.CSharp && k != nil && (k.Op == tree.Function || target != nil && target.Op == tree.Member && (k.Op == tree.Name || k.Op == tree.Member)) {
			id = b.either(n, id, value) // who listens to an event
		}
	case "|=":
		value := b.expression(n.Kid(1))
		if b.f.Language != tree.Python { // where a table takes up another one
			break
		}
		id = b.either(n, b.expression(target), value)
	case "||=", "??=", "&&=":
		id = b.either(n, b.expression(target), b.expression(n.Kid(1)))
	case "*=", "%=", "/=":
		if b.f.Language == tree.Python || b.f.Language == tree.Ruby && n.Text == "*=" { // of texts and paths as well
			id = b.binary(&tree.Node{Op: tree.Binary, Text: n.Text[:1], Kids: n.Kids, Start: n.Start, End: n.End})
			break
		}
		b.expression(n.Kid(1))
	default:
		b.expression(n.Kid(1))
	}
	if id == 0 && (n.Text != "=" || n.Kid(1) != nil && n.Kid(1).Op == tree.Unary) {
		b.bind(target, b.add(Node{Kind: Opaque, Start: n.Start, End: n.End})) // a number that is not known, also in a member
		return 0
	}
	b.bind(target, id)
	return id
}

// isStep reports whether an expression counts what it is about up or down, as n++ does.
func isStep(n *tree.Node) bool { return n.Op == tree.Unary && (n.Text == "++" || n.Text == "--") }

// copiesMember reports whether a member becomes that of another object under the same name, as in a[k] = b[k].
func (b *builder) copiesMember(target, value *tree.Node) bool {
	if target == nil || value == nil || target.Op != tree.Index || value.Op != tree.Index {
		return false
	}
	key, same := target.Kid(1), value.Kid(1)
	return key != nil && same != nil && key.Op == tree.Name && same.Op == tree.Name && b.s.uses[key] != nil && b.s.uses[key] == b.s.uses[same]
}

// copyMember lets an object have the members of another, each under its own name.
func (b *builder) copyMember(target, value *tree.Node) ID {
	from := b.expression(value.Kid(0))
	b.expression(value.Kid(1))
	stores := len(b.f.Stores)
	b.store(from, b.expression(target.Kid(0)), EachMember)
	b.storedAt(target, stores)
	return b.load(value, from, "*")
}

// bind gives a target a value.
func (b *builder) bind(n *tree.Node, id ID) {
	if n == nil {
		return
	}
	if !b.deeper() {
		return
	}
	defer b.back()
	switch n.Op {
	case tree.Name:
		if v := b.s.uses[n]; v != nil {
			if b.write(v, id); v.module != "" && b.f.Language >= tree.Java { // of another file of the package, or of a class
				b.store(id, b.module(n, v.module), v.name)
			}
		} else if b.isMember(n.Text) || b.mayInherit() {
			stores := len(b.f.Stores)
			b.store(id, b.f.Funcs[b.selfFunc()].Self, n.Text)
			b.storedAt(n, stores)
		}
		for k := b.impliedBy(n); k != nil; k = k.Kid(0) {
			stores := len(b.f.Stores)
			b.store(id, b.named(k), n.Text)
			b.storedAt(n, stores)
		}
	case tree.Member, tree.Index:
		b.bindMember(n, id)
	case tree.Slice: // l[:] = more
		if m, ok := b.member(n.Kid(0)); ok {
			b.env.forget(m.v, m.path)
		}
		object := b.expression(n.Kid(0))
		b.expression(n)
		b.changedText(n.Kid(0), false, func() ID { return b.concatenation(n, Concatenation{Parts: []ID{object, id}}) })
		b.changeTexts(n, &tree.Node{Op: tree.Sequence, Kids: n.Kids[:1]}, []ID{id})
		if id != 0 {
			b.store(b.load(n, id, "*"), object, "*")
		}
	case tree.Array:
		behind := false
		for i, k := range n.Kids {
			switch {
			case k == nil:
			case k.Op == tree.Spread && i > 0: // which begins with another element than the whole
				rest := b.add(Node{Kind: Object, Start: k.Start, End: k.End})
				b.store(b.load(k, id, "*"), rest, "*")
				b.bind(k.Kid(0), b.either(k, id, rest))
				behind = true
			case k.Op == tree.Spread:
				b.bind(k.Kid(0), id)
				behind = true
			case k.Op == tree.Pair:
				b.bindPair(k, id)
			case behind: // which one it is depends on how many there are
				b.bind(k, b.load(k, id, "*"))
			default:
				b.sharedPart(k, id, strconv.Itoa(i))
				part := b.load(k, id, strconv.Itoa(i))
				if i == 0 && b.f.Language == tree.Go && b.f.Nodes[id].Kind == Result { // of which rules say what comes first
					part = b.either(k, part, id)
				}
				b.bind(k, part)
			}
		}
	case tree.Object:
		for _, k := range n.Kids {
			switch {
			case k == nil:
			case k.Op == tree.Spread:
				b.bind(k.Kid(0), id)
			case k.Op == tree.Pair:
				b.bindPair(k, id)
			}
		}
	case tree.Assign:
		b.bind(n.Kid(0), b.orElse(n, id, b.expression(n.Kid(1))))
	case tree.Cast, tree.Spread:
		b.bind(n.Kid(0), id)
	case tree.Declare:
		for _, k := range n.Kids {
			b.bind(k, id)
		}
	case tree.Unknown:
		if b.expression(n); n.Text == "$" { // of PHP, a variable whose name is worked out
			for _, v := range b.inFunction() {
				b.mayBe(v, id)
			}
		}
	default:
		b.expression(n)
	}
}

func (b *builder) bindPair(k *tree.Node, id ID) {
	field := k.Text
	if field == "" {
		b.expression(k.Kid(0))
		field = fieldOf(k.Kid(0))
	}
	b.sharedPart(k.Kid(1), id, field)
	b.bind(k.Kid(1), b.load(k, id, field))
}

func (b *builder) bindMember(n *tree.Node, id ID) {
	if b.isExports(n) {
		b.copy(id, b.f.Exports, Free)
		return
	}
	object := b.expression(n.Kid(0))
	b.grow(n.Kid(0))
	if m, ok := b.member(n); ok {
		b.env.forget(m.v, m.path)
		b.dropCaps(m.v, func(c memberCap) bool { return strings.Contains(c.path, "."+Computed) && b.isStored(c.cap.Sym) })
		b.changed(m)
		if v := m.v; n.Op == tree.Member && id != 0 && v.param && v.writes == 1 && !v.shared && !b.flat {
			b.env.limit(m, Cap{Max: NoLimit, Sym: b.sym(Sym{Call: Stored, Limit: id})})
		}
	}
	stores := len(b.f.Stores)
	if n.Op == tree.Member {
		b.store(id, object, n.Text)
		b.storeOfClass(n, id)
	} else {
		if _, ok := b.member(n); !ok {
			b.handedOn(n.Kid(0))
		}
		b.storeKey(b.expression(n.Kid(1)), object, fieldOf(n.Kid(1)))
		if m, ok := b.handedMember(n); ok && id != 0 && m.v.writes == 1 && !m.v.shared && !b.flat { // req[where] = checked
			m.path = strings.TrimPrefix(m.path, handed)
			b.env.limit(m, Cap{Max: NoLimit, Sym: b.sym(Sym{Call: Stored, Limit: id})})
		}
		stores = len(b.f.Stores)
		b.store(id, object, fieldOf(n.Kid(1)))
		b.changedText(n.Kid(0), false, func() ID { return b.concatenation(n, Concatenation{Parts: []ID{object, id}}) })
		if k := n.Kid(1); b.f.Language == tree.Ruby && k != nil && k.Op == tree.Number { // s[0] = more, of a text
			b.changeTexts(n, &tree.Node{Op: tree.Sequence, Kids: n.Kids[:1]}, []ID{id})
		}
	}
	b.storedAt(n, stores)
}

// grow gives arrays of PHP the arrays within them that an assignment makes on its way, as $a['x'][] = 1 does where $a has no x.
func (b *builder) grow(n *tree.Node) {
	if b.f.Language != tree.PHP || n == nil || n.Op != tree.Index || !b.deeper() {
		return
	}
	defer b.back()
	root := n
	for root != nil && (root.Op == tree.Index || root.Op == tree.Member) {
		root = root.Kid(0)
	}
	if root == nil || root.Op != tree.Name && root.Op != tree.This {
		return
	}
	b.grow(n.Kid(0))
	array := b.expression(n.Kid(0))
	b.storeKey(b.expression(n.Kid(1)), array, fieldOf(n.Kid(1)))
	b.store(b.add(Node{Kind: Object, Start: n.Start, End: n.End}), array, fieldOf(n.Kid(1)))
}

// storeOfClass gives the objects of a class of Python what is assigned to a member of the class.
func (b *builder) storeOfClass(n *tree.Node, id ID) {
	if b.f.Language != tree.Python || n.Kid(0) == nil || n.Kid(0).Op != tree.Name {
		return
	}
	v := b.s.uses[n.Kid(0)]
	if v == nil || v.constant != nil || v.param {
		return
	}
	for i := range b.f.Classes {
		if c := &b.f.Classes[i]; b.s.classes[c.Tree] == v {
			b.store(id, c.Instance, n.Text)
		}
	}
}

// storedAt notes which assignment made the latest stores.
func (b *builder) storedAt(n *tree.Node, from int) {
	for i := range b.f.Stores[from:] {
		b.f.Stores[from+i].At = n.Start
	}
}
