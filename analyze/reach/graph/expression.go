package graph

import (
	"slices"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/tree"
)

// expression adds an expression to the graph and returns the node of its value, 0 for one that leads
// nowhere.
func (b *builder) expression(n *tree.Node) ID {
	if n == nil {
		return 0
	}
	if !b.deeper() {
		b.f.Skipped += int(n.End - n.Start)
		return 0
	}
	defer b.back()
	switch n.Op {
	case tree.Name:
		return b.name(n)
	case tree.This, tree.Super:
		return b.this(n)
	case tree.String:
		return b.add(Node{Kind: Text, Size: int64(utf8.RuneCountInString(n.Text)), Name: short(n.Text), Start: n.Start, End: n.End})
	case tree.Number:
		size := int64(-1)
		if v, ok := number(n.Text); ok {
			size = v
		}
		return b.add(Node{Kind: Number, Size: size, Start: n.Start, End: n.End})
	case tree.Regex:
		return b.regex(n)
	case tree.Template:
		return b.concat(n, n.Kids)
	case tree.Array:
		b.stow(n)
		return b.array(n)
	case tree.Object:
		b.stow(n)
		return b.object(n)
	case tree.Member:
		if b.isExports(n) {
			return b.f.Exports
		}
		if b.f.Language == tree.PHP && n.Text == "class" {
			return b.expression(n.Kid(0)) // X::class, the name of the class, stands for it
		}
		if class := b.constantOf(n); class != 0 {
			return b.load(n, class, n.Text)
		}
		if n.Text == "__dict__" && b.f.Language == tree.Python {
			return b.expression(n.Kid(0)) // the table of its members
		}
		of := b.expression(n.Kid(0))
		b.readsMember(n)
		return b.capped(n, b.orOfNamespace(n, b.orValues(n, of, b.load(n, of, n.Text))))
	case tree.Index:
		return b.index(n)
	case tree.Slice:
		return b.slice(n)
	case tree.Call, tree.New:
		return b.callOrKey(n)
	case tree.Function:
		return b.function(n.Func, -1, true)
	case tree.ClassValue:
		return b.classValue(n.Class)
	case tree.Binary:
		return b.binary(n)
	case tree.Logical:
		return b.logical(n)
	case tree.Conditional:
		return b.conditional(n)
	case tree.Assign:
		return b.assign(n)
	case tree.Sequence:
		var last ID
		for _, k := range n.Kids {
			last = b.expression(k)
		}
		return last
	case tree.Await:
		id := b.expression(n.Kid(0))
		b.awaited(n.Kid(0))
		b.yielded(n, id)
		b.interleaved()
		if n.Text == "yield" { // what a generator is sent, or for some what comes of that which they hand out
			return b.either(n, id, b.value(n))
		}
		return id
	case tree.Cast, tree.Keyword, tree.Spread:
		id := b.expression(n.Kid(0))
		if to := n.Kid(1); b.f.Language == tree.PHP && n.Op == tree.Cast && to != nil && slices.Contains(toNumbers, strings.ToLower(to.Text)) && b.f.Nodes[id].Kind != Number {
			return 0 // as -$x is
		}
		if of := n.Kid(0); isPointer(n) && of != nil && of.Op != tree.Name {
			b.bind(of, b.value(n)) // whatever is set by it
		}
		if n.Op != tree.Cast {
			return id
		}
		return b.cast(n, n.Kid(0), n.Kid(1), id)
	case tree.Pair:
		b.expression(n.Kid(0))
		return b.expression(n.Kid(1))
	case tree.Unary:
		id := b.expression(n.Kid(0))
		switch {
		case isStep(n):
			b.bind(n.Kid(0), b.add(Node{Kind: Opaque, Start: n.Start, End: n.End}))
		case n.Text == "&" && b.f.Language == tree.Ruby:
			return id // a function that a call is handed as its block
		case (n.Text == "-" || n.Text == "+") && b.f.Language == tree.Ruby && id != 0 && n.Kids[0].Op != tree.Number:
			return b.concatenation(n, Concatenation{Parts: []ID{id}}) // the same text, or a number that is another one
		case n.Text == "delete" && n.Kid(0) != nil && n.Kids[0].Op == tree.Member:
			b.bind(n.Kids[0], b.add(Node{Kind: Opaque, Start: n.Start, End: n.End}))
		}
		return 0
	case tree.Constant:
		return 0
	}
	if n.Op >= tree.Block {
		b.statement(n)
		return 0
	}
	for _, k := range n.Kids {
		b.expression(k)
	}
	if n.Op == tree.Unknown {
		return b.value(n)
	}
	return 0
}

// interleaved forgets, where others may run while a function waits, what is known of members of variables that it shares with
// other calls.
func (b *builder) interleaved() {
	if b.flat || !b.env.capped || b.fn == 0 {
		return
	}
	for _, v := range b.s.top.names {
		if v.altered && v.owner != b.f.Funcs[b.fn].Tree && len(b.env.of(v).caps) > 0 {
			b.env.forget(v, "")
		}
	}
}

// regex adds a regex that is written out, with what is put into it.
func (b *builder) regex(n *tree.Node) ID {
	id := b.add(Node{Kind: Pattern, Start: n.Start, End: n.End})
	b.f.Patterns = append(b.f.Patterns, id)
	if len(n.Kids) > 0 {
		b.copy(b.concat(n, n.Kids), id, Free)
	}
	return id
}

// index adds what stands at an index, and the call that it is in Ruby where that is a regex.
func (b *builder) index(n *tree.Node) ID {
	if id := b.typeForm(n); id != 0 {
		return id
	}
	object, key := b.expression(n.Kid(0)), n.Kid(1)
	if b.f.Language == tree.Ruby && key != nil {
		list := []*tree.Node{key}
		if key.Op == tree.Array {
			list = key.Kids
		}
		if len(list) > 0 && list[0] != nil && list[0].Op == tree.Regex { // text[/regex/, group]
			return b.called(n, Call{Receiver: object, Method: "[]", Args: []Arg{{Node: b.expression(list[0])}}})
		}
	}
	element, to := b.expression(key), b.load(n, object, fieldOf(key))
	if name, ok := ReadsMissing[b.f.Language]; ok && b.f.Funcs[b.fn].Tree.Name == name && fieldOf(key) == "*" {
		b.f.Asked = append(b.f.Asked, Member{object, element, to})
	}
	return b.capped(n, to)
}

// callOrKey adds a call, or what stands under a key where a call asks for no more than that.
func (b *builder) callOrKey(n *tree.Node) ID {
	if k := n.Kid(0); b.f.Language == tree.Python && n.Op == tree.Call && len(n.Kids) == 2 && k != nil && k.Op == tree.Name && k.Text == "vars" && b.s.uses[k] == nil {
		return b.expression(n.Kid(1)) // the table of its members
	}
	if key, ok := b.keyed(n); ok {
		of := b.expression(n.Kids[0].Kid(0))
		if key == "" {
			return of
		}
		return b.capped(n, b.load(n, of, key))
	}
	return b.call(n)
}

// capped returns the node of a member with what guards say of its length here.
func (b *builder) capped(n *tree.Node, id ID) ID { return b.cappedAs(n, n, id) }

// cappedAs is capped for an expression that reads a member.
func (b *builder) cappedAs(n, read *tree.Node, id ID) ID {
	if id == 0 || !b.env.capped && b.f.Language != tree.Go {
		return id
	}
	m, ok := b.member(read)
	if !ok {
		return id
	}
	c, _ := b.env.cap(m)
	// What was found of a whole object may say something of its members.
	for at := strings.LastIndexByte(m.path, '.'); at > 0; at = strings.LastIndexByte(m.path[:at], '.') {
		if whole, _ := b.env.cap(member{m.v, m.path[:at]}); whole.Sym != 0 {
			c = b.meet(c, Cap{NoLimit, b.below(whole.Sym, strings.Split(m.path[at+1:], ".")), whole.Since})
		}
	}
	// In Go a variable holds the struct itself, which a call fills and another checks.
	if defs := b.defs(m.v); b.f.Language == tree.Go && len(defs) == 1 && defs[0].cap.Sym != 0 && m.path != "" {
		c = b.meet(c, Cap{NoLimit, b.below(defs[0].cap.Sym, strings.Split(m.path[1:], ".")), defs[0].cap.Since})
	}
	if c.isFree() {
		return id
	}
	to := b.value(n)
	b.copy(id, to, c)
	return to
}

// below returns what the limits of an object that calls tell say of a member of it, 0 for nothing.
func (b *builder) below(sym int32, path []string) int32 {
	next := int32(0)
	for range 8 {
		if sym == 0 {
			break
		}
		s := b.f.Syms[sym]
		if sym = s.Next; s.Call != -1 && s.Call != Textual && s.Call != Inside {
			s.Path, s.Next = path, next
			next = b.sym(s)
		}
	}
	return next
}

// short cuts a constant text, of which names and routes are of interest.
func short(s string) string {
	if len(s) > 200 {
		return strings.ToValidUTF8(s[:200], "")
	}
	return s
}

func (b *builder) name(n *tree.Node) ID {
	id := b.named(n)
	for k := b.impliedBy(n); k != nil; k = k.Kid(0) {
		id = b.either(n, id, b.load(n, b.named(k), n.Text))
	}
	return id
}

// impliedBy returns what a name may be a member of in the lambda of a function such as apply of Kotlin, or in an extension
// function; what that one stands in is its own first part. It returns nil for a variable of a function.
func (b *builder) impliedBy(n *tree.Node) *tree.Node {
	if n.Op != tree.Name || b.s.isLocal(n) {
		return nil
	}
	return n.Kid(0)
}

// impliedCalls adds the calls of methods that a name may mean, and returns what they return.
func (b *builder) impliedCalls(n *tree.Node, c Call) (results []ID) {
	callee := n.Kid(0)
	for k := b.impliedBy(callee); k != nil; k = k.Kid(0) {
		m := c
		m.Receiver, m.OfMember = b.named(k), true
		m.Callee = b.load(callee, m.Receiver, callee.Text)
		results = append(results, b.called(n, m))
	}
	return results
}

// named returns the node of what a name means by itself.
func (b *builder) named(n *tree.Node) ID {
	if v := b.s.uses[n]; v != nil {
		if b.isNext(v) {
			b.onward.reads++
		}
		if v.param && (b.f.Language == tree.Python || b.f.Language == tree.PHP) {
			b.readsParam(v)
		}
		if b.isOfModule(v) && v.constant != nil && v.constant.Op == tree.Number && len(b.everything) == 0 {
			return b.either(n, b.read(n, v), b.load(n, b.f.Exports, n.Text))
		}
		return b.read(n, v)
	}
	if b.f.Language == tree.JavaScript && n.Text == "exports" {
		return b.f.Exports
	}
	if fn := b.selfFunc(); b.f.Language == tree.JavaScript && n.Text == "arguments" && fn > 0 {
		if b.f.Funcs[fn].Arguments == 0 {
			b.f.Funcs[fn].Arguments = b.add(Node{Kind: Arguments, Index: fn})
		}
		return b.f.Funcs[fn].Arguments
	}
	if len(b.extracted[b.fn]) > 0 && isVariable(n.Text) {
		return b.fromExtracted(n)
	}
	if b.isMember(n.Text) {
		return b.capped(n, b.load(n, b.f.Funcs[b.selfFunc()].Self, n.Text))
	}
	if b.f.Language == tree.JavaScript && (n.Text == "undefined" || n.Text == "NaN" || n.Text == "Infinity") {
		return b.add(Node{Kind: Opaque, Start: n.Start, End: n.End}) // constants, whose members are nothing
	}
	if c := b.declares(n.Text); c != 0 {
		return b.load(n, c, n.Text)
	}
	id := b.add(Node{Kind: Global, Name: n.Text, Start: n.Start, End: n.End})
	for _, m := range b.everything {
		id = b.either(n, id, b.load(n, m, n.Text))
	}
	if own := b.f.Funcs[b.selfFunc()].Self; own != 0 && b.mayInherit() {
		b.f.Inherited = append(b.f.Inherited, Inherited{Class: b.class, Load: Load{From: own, To: id, Field: n.Text}})
	}
	return id
}

// mayInherit reports whether a name that nothing declares may be one of a member which the class has of those that it extends.
func (b *builder) mayInherit() bool {
	return b.class >= 0 && (b.f.Language == tree.Java || b.f.Language == tree.CSharp) && len(b.f.Classes[b.class].Tree.Bases) > 0
}

// isMember reports whether a name means a member of the class that the code stands in, as it may in Java, C# and Ruby.
func (b *builder) isMember(name string) bool {
	if b.class < 0 || !b.byName() {
		return false
	}
	if name == "new" && b.f.Language == tree.Ruby {
		return true // of the class that a method of the class itself is called on
	}
	all, ok := b.memberNames[b.class]
	if !ok {
		all = map[string]bool{}
		for i := range b.f.Classes[b.class].Tree.Members {
			m := &b.f.Classes[b.class].Tree.Members[i]
			all[m.Name] = true
			if m.Func != nil && m.Func.Kind == tree.Constructor { // of a record, or a class of C#, which are members too
				for j := range m.Func.Params {
					if q := &m.Func.Params[j]; q.Field && q.Target != nil && q.Target.Op == tree.Name {
						all[q.Target.Text] = true
					}
				}
			}
		}
		if b.memberNames == nil {
			b.memberNames = map[int32]map[string]bool{}
		}
		b.memberNames[b.class] = all
	}
	return all[name]
}

// isExports reports whether a member is what a module of Node exports.
func (b *builder) isExports(n *tree.Node) bool {
	k := n.Kid(0)
	return b.f.Language == tree.JavaScript && n.Op == tree.Member && n.Text == "exports" && k != nil && k.Op == tree.Name && k.Text == "module" && b.s.uses[k] == nil
}

// fieldOf returns the name of the member that an index means, or "*".
func fieldOf(key *tree.Node) string {
	if key != nil && (key.Op == tree.String || key.Op == tree.Number) && key.Text != "" {
		return key.Text
	}
	return "*"
}

func (b *builder) concat(n *tree.Node, parts []*tree.Node) ID {
	c := Concatenation{}
	for _, k := range parts {
		c.Parts = append(c.Parts, b.expression(k))
	}
	return b.concatenation(n, c)
}

func (b *builder) concatenation(n *tree.Node, c Concatenation) ID {
	c.To = b.add(Node{Kind: Concat, Index: int32(len(b.f.Concats)), Start: n.Start, End: n.End})
	b.f.Concats = append(b.f.Concats, c)
	return c.To
}

func (b *builder) slice(n *tree.Node) ID {
	object := b.expression(n.Kid(0))
	b.expression(n.Kid(1))
	b.expression(n.Kid(2))
	to := b.value(n)
	c := Free
	if first := n.Kid(1); n.Kid(2) == nil && first != nil && first.Op == tree.Unary && first.Text == "-" { // the last ones
		if max, ok := b.whole(first.Kid(0)); ok && max > 0 {
			c.Max = max
		}
	}
	if end := n.Kid(2); end != nil {
		start := int64(0)
		known := true
		if n.Kid(1) != nil {
			start, known = b.whole(n.Kid(1))
		}
		if n.Text == "length" {
			start, known = 0, true
		}
		delta := int64(0)
		if n.Text == "through" {
			delta = 1
			if one, ok := b.whole(end.Kid(1)); ok && one == 1 && end.Op == tree.Binary && end.Text == "-" {
				end, delta = end.Kid(0), 0
			}
		}
		switch max, ok := b.whole(end); {
		case ok && known && start >= 0 && max+delta >= start:
			c.Max = max + delta - start
		case !ok && known && start == 0:
			if one, plus := b.whole(end.Kid(1)); plus && end.Op == tree.Binary && end.Text == "+" {
				end, delta = end.Kid(0), delta+one
			}
			c.Sym = b.sym(Sym{Limit: b.expression(end), Delta: delta, Call: -1})
		}
	}
	b.copy(object, to, c)
	return to
}

func (b *builder) sym(s Sym) int32 {
	if s.Call < 0 && s.Limit == 0 && s.Call != Textual && s.Call != Inside {
		return 0
	}
	b.f.Syms = append(b.f.Syms, s)
	return int32(len(b.f.Syms) - 1)
}

// toNumbers are the casts of PHP that make a number or a truth value of a text.
var toNumbers = []string{"int", "integer", "float", "double", "real", "bool", "boolean"}
