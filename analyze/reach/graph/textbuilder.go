package graph

import (
	"slices"

	"snag/analyze/source/tree"
)

// A building is what a method of a text builder does with the text.
type building uint8

const (
	notBuilding building = iota
	adds                 // puts its arguments into it
	addsAt               // puts its arguments beside the first into it
	addsLine             // puts its arguments and the end of a line into it
	addsMore             // makes it longer by an unknown number of characters
	shortens             // leaves it as long or makes it shorter
	gives                // returns the text
	asks                 // tells something about it
)

// builders are the classes of Java, Kotlin and C# whose objects are texts that are put together.
var builders = []string{"StringBuilder", "StringBuffer"}

// buildings are their methods.
var buildings = map[string]building{
	"append": adds, "appendCodePoint": adds, "appendRange": adds, "Append": adds, "appendLine": addsLine, "AppendLine": addsLine,
	"insert": addsAt, "Insert": addsAt, "replace": addsMore, "Replace": addsMore, "setLength": addsMore, "AppendFormat": addsMore, "AppendJoin": addsMore,
	"reverse": shortens, "delete": shortens, "deleteCharAt": shortens, "deleteAt": shortens, "deleteRange": shortens, "setCharAt": shortens,
	"clear": shortens, "Clear": shortens, "Remove": shortens, "trimToSize": shortens, "EnsureCapacity": shortens, "ensureCapacity": shortens,
	"toString": gives, "ToString": gives,
	"charAt": asks, "isEmpty": asks, "isNotEmpty": asks, "isBlank": asks, "indexOf": asks, "lastIndexOf": asks, "capacity": asks,
}

// makesBuilder reports whether an expression makes a text builder.
func (s *scopes) makesBuilder(n *tree.Node) bool {
	if s.language != tree.Java && s.language != tree.CSharp || n == nil || n.Op != tree.New && n.Op != tree.Call {
		return false
	}
	k := n.Kid(0)
	return k != nil && k.Op == tree.Name && s.uses[k] == nil && (k.Text == builders[0] || k.Text == builders[1])
}

// built returns the builder whose text a chain of calls works on, a variable or an expression that makes one, nil for none,
// and what the last call does.
func (s *scopes) built(n *tree.Node) (root *tree.Node, does building) {
	if s.language != tree.Java && s.language != tree.CSharp {
		return nil, notBuilding
	}
	for range maxDepth {
		if n == nil || n.Op != tree.Call || n.Kid(0) == nil || n.Kids[0].Op != tree.Member {
			break
		}
		one := buildings[n.Kids[0].Text]
		if does == notBuilding {
			does = one
		} else if one >= gives {
			return nil, notBuilding
		}
		if one == notBuilding {
			return nil, notBuilding
		}
		root = n.Kids[0].Kid(0)
		n = root
	}
	if root == nil || root.Op != tree.Name && !s.makesBuilder(root) {
		return nil, notBuilding
	}
	return root, does
}

// build counts the uses of a text builder in which nothing else gets hold of it, and the places that change its text.
func (s *scopes) build(c *scope, n *tree.Node) {
	whole := n
	if n.Op == tree.Expression {
		whole = n.Kid(0)
	}
	root, does := s.built(whole)
	if n.Op == tree.Member && (n.Text == "length" || n.Text == "Length") && n.Kid(0) != nil {
		root, whole, does = n.Kids[0], n.Kids[0], asks // also of length()
	}
	if root == nil || root.Op != tree.Name || (n.Op == tree.Expression) != (does < gives) {
		return
	}
	v := c.find(root.Text)
	if v == nil {
		return
	}
	v.alone++
	for k := whole; k != root; k = k.Kids[0].Kid(0) {
		if buildings[k.Kids[0].Text] < gives {
			s.assigned(v)
			v.builders++
			v.foreign = v.foreign || v.owner != c.owner
		}
	}
}

// isBuilder reports whether a variable is a text builder, wherever it was set.
func (v *variable) isBuilder() bool { return v.builders > 0 }

// isAlone reports whether a variable is a text builder that nothing else gets hold of, so that its text is that of a value.
func (v *variable) isAlone() bool {
	return v.isBuilder() && v.builders == v.writes && v.alone == v.used && !v.param && !v.altered
}

// building adds a call that works on the text of a builder, which nothing else sees, and returns the text.
func (b *builder) building(n *tree.Node) (text ID, ok bool) {
	root, does := b.s.built(n)
	if root == nil || does == asks {
		return 0, false
	}
	var v *variable
	if root.Op == tree.Name {
		if v = b.s.uses[root]; v == nil || !v.isAlone() {
			return 0, false
		}
	}
	text = b.fresh(b.expression(n.Kids[0].Kid(0)))
	c := Concatenation{Parts: []ID{text}}
	for i, k := range n.Kids[1:] {
		if id := b.expression(k); (i > 0 || does != addsAt) && id != 0 {
			c.Parts = append(c.Parts, id)
		}
	}
	if times := len(n.Kids) - 1; b.f.Language == tree.CSharp && (does == adds && times > 1 || does == addsAt && times > 2) {
		does = addsMore // so often as another argument says
	}
	more := int64(0)
	switch does {
	case shortens, gives:
		c.Parts = c.Parts[:1]
	case addsLine:
		more = 2
	case addsMore:
		more = NoLimit
	}
	if more > 0 {
		c.Parts = append(c.Parts, b.add(Node{Kind: Text, Size: more, Start: n.Start, End: n.End}))
	}
	if len(c.Parts) > 1 {
		text = b.concatenation(n, c)
	}
	if v != nil && does < gives {
		b.write(v, text)
	}
	return text, true
}

// fresh returns the text of a builder that a call makes, and any other value as it is.
func (b *builder) fresh(id ID) ID {
	if b.f.Nodes[id].Kind != Result || !b.s.makesBuilder(b.f.Calls[b.f.Nodes[id].Index].Tree) {
		return id
	}
	made := b.f.Calls[b.f.Nodes[id].Index]
	c := Concatenation{Parts: []ID{b.add(Node{Kind: Text, Start: made.Start, End: made.End})}}
	for _, a := range made.Args {
		if a.Node != 0 && b.f.Nodes[a.Node].Kind != Number {
			c.Parts = append(c.Parts, a.Node)
		}
	}
	return b.concatenation(made.Tree, c)
}

// builderText returns the value of a variable that is a text builder: its text, or where others may add to that something
// of which not all is known.
func (b *builder) builderText(v *variable, id ID) ID {
	if v.isAlone() {
		return b.fresh(id)
	}
	at := Node{Start: b.f.Nodes[id].Start, End: b.f.Nodes[id].End}
	to := b.add(at)
	b.copy(id, to, Free)
	b.copy(b.add(at), to, Free)
	return to
}

// lengthening are the methods of Ruby that make the text longer on which they are called.
var lengthening = []string{"<<", "concat", "prepend", "insert", "replace", "append_as_bytes"}

// lengthened returns what an expression makes longer in its place, as s << other does in Ruby, and what it adds; nil for none.
func lengthened(language tree.Language, n *tree.Node) (target *tree.Node, added []*tree.Node) {
	if language != tree.Ruby || n == nil {
		return nil, nil
	}
	switch {
	case n.Op == tree.Binary && n.Text == "<<":
		for target = n; target != nil && target.Op == tree.Binary && target.Text == "<<"; target = target.Kid(0) {
			added = append(added, target.Kid(1))
		}
	case n.Op == tree.Call && n.Kid(0) != nil && n.Kids[0].Op == tree.Member && len(n.Kids) > 1:
		method, by := n.Kids[0].Text, n.Kids[1:]
		if k := by[0]; (method == "send" || method == "public_send" || method == "__send__") && k != nil && k.Op == tree.String {
			method, by = k.Text, by[1:]
		}
		if slices.Contains(lengthening, method) {
			target, added = n.Kids[0].Kid(0), by
		}
	}
	return target, added
}

// lengthen gives what an expression makes longer what it makes of it: what it was, which may be a list, or longer.
func (b *builder) lengthen(n *tree.Node, was ID, parts []ID) {
	target, added := lengthened(b.f.Language, n)
	if target == nil {
		return
	}
	c := Concatenation{Parts: append([]ID{was}, parts...)}
	for i := range min(len(added), len(parts)) {
		b.store(parts[i], was, "*")
		b.stow(added[i])
	}
	b.changeTexts(n, target, parts)
	if target.Op == tree.Name || target.Op == tree.Member && was != 0 && target.Kid(0) != nil && target.Kid(0).Op == tree.This {
		id := b.either(n, was, b.concatenation(n, c))
		b.changedText(target, false, func() ID { return id })
		b.bind(target, id)
		b.inPlace[id] = true
	}
}

// handingOn are methods of Ruby that may return what they are called on, or a part of it, rather than a new text.
var handingOn = []string{
	"to_s", "to_str", "itself", "freeze", "presence", "force_encoding", "tap", "then", "first", "last", "at", "fetch", "dig", "[]", "min", "max", "sample",
	"find", "detect", "pop", "shift", "each", "to_a", "values", "reverse", "<<", "concat", "prepend", "insert", "replace", "push",
}

// stowing are methods of Ruby that put what they are handed into what they are called on.
var stowing = []string{"push", "append", "unshift", "add", "store", "[]="}

// textsOf returns the variables of Ruby whose text an expression may be, or have in it, and reports whether it may be a part of
// something else.
func (b *builder) textsOf(n *tree.Node) (all []*variable, part bool) {
	if n == nil || !b.deeper() {
		return nil, false
	}
	defer b.back()
	kids := n.Kids
	switch n.Op {
	case tree.Name:
		if v := b.s.uses[n]; v != nil {
			all = append(all, v)
		}
		return all, false
	case tree.Call:
		callee := n.Kid(0)
		if callee == nil || callee.Op != tree.Member || !slices.Contains(handingOn, callee.Text) {
			return nil, false
		}
		kids, part = callee.Kids, true
	case tree.Member, tree.Index:
		kids, part = n.Kids[:min(1, len(n.Kids))], true
	case tree.Binary:
		if n.Text != "<<" {
			return nil, false
		}
		kids = n.Kids[:1]
	case tree.Array, tree.Object, tree.Pair, tree.Keyword, tree.Spread, tree.Sequence, tree.Logical, tree.Conditional, tree.Assign:
	default:
		return nil, false
	}
	for _, k := range kids {
		more, in := b.textsOf(k)
		all, part = append(all, more...), part || in
	}
	return all, part
}

// stow notes that what an expression of Ruby is may be in a list or a member from here on.
func (b *builder) stow(n *tree.Node) {
	if b.f.Language != tree.Ruby {
		return
	}
	all, _ := b.textsOf(n)
	for _, v := range all {
		if !slices.Contains(b.stowed, v) {
			b.stowed = append(b.stowed, v)
		}
	}
}

// changeTexts lets the variables of Ruby whose text an expression may be, those that share it, and where it is a part of something
// all that were put into anything, have some more texts added from here on.
func (b *builder) changeTexts(n, of *tree.Node, more []ID) {
	all, part := b.textsOf(of)
	for _, v := range b.stowed {
		if part && v.owner != nil && v.owner.Start <= n.Start && n.End <= v.owner.End {
			all = append(all, v)
		}
	}
	for _, v := range all {
		for _, w := range b.sharing(v) {
			b.changesParam(w)
			if of.Op != tree.Name || b.s.uses[of] != w {
				b.mayBe(w, b.concatenation(n, Concatenation{Parts: append([]ID{b.read(n, w)}, more...)}))
			}
		}
	}
}

// changesParam notes that what a parameter of Ruby was handed is changed in its place, unless that was set to something else.
func (b *builder) changesParam(v *variable) {
	at, ok := b.paramOf[v]
	if !ok {
		return
	}
	fn := &b.f.Funcs[at.fn]
	if b.fn == at.fn && b.ordered(v) && !slices.ContainsFunc(b.defs(v), func(d def) bool { return d.id == fn.Params[at.position] || b.inPlace[d.id] }) {
		return
	}
	fn.Changed = append(fn.Changed, int32(at.position))
}

// paramAt is the position of a parameter of a function.
type paramAt struct {
	fn       int32
	position int
}

// changedInBlock lets the texts that a call of Ruby hands to its block be changed where the block does that.
func (b *builder) changedInBlock(n *tree.Node, index int32) {
	if n.Kids[0].Op != tree.Member {
		return
	}
	if slices.Contains(stowing, n.Kids[0].Text) {
		for _, k := range n.Kids[1:] {
			b.stow(k)
		}
	}
	for i, k := range n.Kids[1:] {
		if k == nil || k.Op != tree.Function || i >= len(b.f.Calls[index].Args) {
			continue
		}
		if fn := &b.f.Funcs[b.f.Nodes[b.f.Calls[index].Args[i].Node].Index]; len(fn.Changed) > 0 {
			b.changeTexts(n, &tree.Node{Op: tree.Index, Kids: n.Kids[0].Kids}, []ID{b.anyText(n)})
		}
	}
}

// anyText adds a text of which nobody knows how long it is.
func (b *builder) anyText(n *tree.Node) ID {
	return b.add(Node{Kind: Text, Size: NoLimit, Start: n.Start, End: n.End})
}
