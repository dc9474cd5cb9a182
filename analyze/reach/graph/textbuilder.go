package graph

import "snag/analyze/source/tree"

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
var lengthening = []string{"<<", "concat", "prepend", "insert", "replace"}

// lengthened returns the variable or member that an expression makes longer in its place, as s << other does in Ruby, and what
// it adds; nil for none.
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
		for _, name := range lengthening {
			if n.Kids[0].Text == name {
				target, added = n.Kids[0].Kid(0), n.Kids[1:]
			}
		}
	}
	if target == nil || target.Op != tree.Name && target.Op != tree.Member {
		return nil, nil
	}
	return target, added
}

// lengthen gives the variable or member what an expression makes of it: what it was, which may be a list, or longer.
func (b *builder) lengthen(n *tree.Node, was ID, parts []ID) {
	target, added := lengthened(b.f.Language, n)
	if target == nil || target.Op == tree.Member && (was == 0 || target.Kid(0) == nil || target.Kid(0).Op != tree.This) {
		return
	}
	c := Concatenation{Parts: append([]ID{was}, parts...)}
	for i := range min(len(added), len(parts)) {
		b.store(parts[i], was, "*")
	}
	id := b.either(n, was, b.concatenation(n, c))
	b.changedText(target, false, func() ID { return id })
	b.bind(target, id)
}
