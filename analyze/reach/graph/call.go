package graph

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// call adds a call and returns its result.
func (b *builder) call(n *tree.Node) ID {
	switch stream := openedStream(b.f.Language, n); {
	case stream == "input":
		return b.expression(&tree.Node{Op: tree.Name, Text: n.Kid(1).Text, Start: n.Start, End: n.End})
	case stream == "memory" || strings.HasPrefix(stream, "temp"):
		return b.add(Node{Kind: Object, Start: n.Start, End: n.End}) // which holds what the program writes to it
	}
	if id, ok := b.byNames(n); ok {
		return id
	}
	if id, ok := b.methodValue(n); ok {
		return id
	}
	if id, ok := b.building(n); ok {
		return id
	}
	if id, ok := b.describedClass(n); ok {
		return id
	}
	c := Call{New: n.Op == tree.New, Leaves: b.ending}
	callee := n.Kid(0)
	switch {
	case callee == nil:
	case callee.Op == tree.Member:
		c.Receiver = b.expression(callee.Kid(0))
		if b.env.capped && comprehends(b.f.Language, n) {
			c.Receiver = b.eachOf(callee.Kid(0), c.Receiver)
		}
		c.Method, c.OfMember = callee.Text, true
		c.Super = callee.Kid(0) != nil && callee.Kid(0).Op == tree.Super
		c.Callee = b.load(callee, c.Receiver, callee.Text)
	case callee.Op == tree.Index && fieldOf(callee.Kid(1)) != "*":
		c.Receiver = b.expression(callee.Kid(0))
		c.Method = fieldOf(callee.Kid(1))
		c.Callee = b.load(callee, c.Receiver, c.Method)
	case callee.Op == tree.Index && b.f.Language == tree.JavaScript:
		c.Receiver, c.Named = b.expression(callee.Kid(0)), b.expression(callee.Kid(1))
		c.Callee = b.capped(callee, b.load(callee, c.Receiver, "*"))
	case callee.Op == tree.Super:
		c.Method, c.Receiver = "super", b.f.Funcs[b.selfFunc()].Self
		if b.class >= 0 && len(b.f.Classes[b.class].Bases) > 0 {
			c.Callee = b.f.Classes[b.class].Bases[0]
		}
	case callee.Op == tree.Name:
		c.Method, c.Callee = callee.Text, b.named(callee)
		if v := b.s.uses[callee]; b.f.Language == tree.PHP && v != nil && v.writes == 1 && !v.foreign && v.constant != nil && v.constant.Op == tree.String { // $f = 'trim'; $f($s)
			c.Callee = b.either(callee, c.Callee, b.expression(&tree.Node{Op: tree.Name, Text: v.constant.Text, Start: callee.Start, End: callee.End}))
		}
		if b.s.uses[callee] == nil && b.isMember(callee.Text) { // the class's own method, called on this
			c.Receiver = b.f.Funcs[b.selfFunc()].Self
		}
	default:
		c.Callee = b.expression(callee)
	}
	args, more := b.formats(n)
	if more > 0 { // what the format adds counts as its own
		at := &b.f.Nodes[c.Receiver]
		at.Size = min(at.Size+more, NoLimit)
	}
	for _, k := range args {
		a := Arg{}
		if k != nil && k.Op == tree.Keyword {
			a.Name, k = k.Text, k.Kid(0)
		}
		if k != nil && k.Op == tree.Spread {
			a.Spread, a.Named, k = true, k.Text == "**", k.Kid(0)
		}
		a.IsConst = k != nil && (k.Op == tree.String || k.Op == tree.Number || k.Op == tree.Function)
		if k != nil && (k.Op == tree.Name || k.Op == tree.Member) {
			a.At = k.Start + 1
		}
		a.Node = b.handing(k, b.expression(k))
		c.Args = append(c.Args, a)
	}
	if m, ok := b.member(callee.Kid(0)); ok && callee.Op == tree.Member && slices.Contains(adding, callee.Text) {
		b.changed(member{m.v, m.path + ".*"})
	}
	b.copied(n, c.Args)
	if target, _ := lengthened(b.f.Language, n); target != nil {
		var parts []ID
		for _, a := range c.Args {
			parts = append(parts, a.Node)
		}
		b.lengthen(n, c.Receiver, parts)
	}
	if b.env.capped {
		for _, k := range n.Kids[min(1, len(n.Kids)):] {
			b.handedOn(k)
		}
	}
	if m, ok := b.member(callee.Kid(0)); ok && callee.Op == tree.Member && b.f.Language == tree.PHP && b.getter(n) == "" {
		b.dropCaps(m.v, func(c memberCap) bool { return strings.Contains(c.path, "(") }) // it may put something else there
	}
	b.next(n)
	b.letsRun(n)
	modules := b.imported(n, c.Method)
	if len(modules) == 1 {
		return modules[0]
	}
	implied := b.impliedCalls(n, c)
	id := b.called(n, c)
	if len(modules) > 0 {
		return b.either(n, append(modules, id)...)
	}
	if key := b.keyGot(n); key != "" {
		b.copy(b.load(n, c.Receiver, key), id, Free)
	}
	for _, name := range b.gotByName(n) {
		b.copy(b.load(n, c.Args[0].Node, name), id, Free)
	}
	b.initialise(n, c.Args, id)
	b.handedTo(n, int32(len(b.f.Calls)-1))
	b.leaving(n)
	if most, ok := b.lastOnes(n); ok {
		to, c := b.value(n), Free
		c.Max = most
		b.copy(id, to, c)
		return to
	}
	if b.env.capped && b.getter(n) != "" {
		return b.capped(n, id)
	}
	if b.f.Language == tree.Ruby && len(n.Kids) == 1 && callee.Op == tree.Member {
		return b.cappedAs(n, callee, id) // an attribute, of which what was found of its object may say something
	}
	if of := b.reader(n); of != "" && b.env.capped {
		read := b.load(n, b.f.Funcs[b.selfFunc()].Self, of)
		if c := b.capped(n, read); c != read {
			return c
		}
	}
	if len(implied) > 0 {
		return b.either(n, append(implied, id)...)
	}
	return id
}

// lastOnes returns how many characters a call leaves of a text that takes the last ones: s.slice(-16).
func (b *builder) lastOnes(n *tree.Node) (most int64, ok bool) {
	callee, first := n.Kid(0), n.Kid(1)
	if b.f.Language != tree.JavaScript || len(n.Kids) != 2 || callee.Op != tree.Member || callee.Text != "slice" && callee.Text != "substr" ||
		first == nil || first.Op != tree.Unary || first.Text != "-" {
		return 0, false
	}
	most, ok = b.whole(first.Kid(0))
	return most, ok && most > 0
}

// importedFrom returns the module that a variable is imported from, "" for none.
func (b *builder) importedFrom(v *variable) string {
	switch call := v.constant; {
	case v.writes != 1:
		return ""
	case v.module != "":
		return v.module
	case call != nil && call.Op == tree.Call && b.f.Language == tree.JavaScript && dotted(call.Kid(0)) == "require" &&
		b.s.uses[call.Kids[0]] == nil && call.Kid(1) != nil && call.Kids[1].Op == tree.String:
		return call.Kids[1].Text
	}
	return ""
}

// awaited notes of a call that it is waited for what it returns.
func (b *builder) awaited(n *tree.Node) {
	for n != nil && n.Op == tree.Cast {
		n = n.Kid(0)
	}
	if index, ok := b.calls[n]; ok {
		b.f.Calls[index].Awaited = true
	}
}

// yielded lets what a generator returns have a value among its elements that it yields, or the elements of one.
func (b *builder) yielded(n *tree.Node, id ID) {
	fn := &b.f.Funcs[b.fn]
	if !fn.Tree.Generator || id == 0 {
		return
	}
	all := b.add(Node{Kind: Object, Start: n.Start, End: n.End})
	b.store(id, all, "*")
	b.store(b.load(n, id, "*"), all, "*")
	b.storeKey(b.expression(n.Kid(1)), all, "*")
	if b.f.Language == tree.Python {
		b.store(id, all, Entered)
	}
	b.copy(all, fn.Ret, Free)
}

// Entered is the member of a context of Python that stands for what a with binds: what its method for that returns, or what a
// generator yields.
const Entered = "<entered>"

// entered returns what a with binds. That of a library is taken for the context itself.
func (b *builder) entered(n *tree.Node, context ID) ID {
	if b.f.Language != tree.Python || context == 0 {
		return context
	}
	return b.either(n, context, b.load(n, context, Entered))
}

// alwaysThrows reports whether a function does nothing but lead to the exception that stands at its end.
func alwaysThrows(f *tree.Func) bool {
	if f == nil || f.Async || f.Generator || f.Body == nil || len(f.Body.Kids) == 0 || f.Body.Kids[len(f.Body.Kids)-1].Op != tree.Throw {
		return false
	}
	return !returns(f.Body, 0)
}

// returns reports whether code may return from its function.
func returns(n *tree.Node, depth int) bool {
	return n != nil && (n.Op == tree.Return || depth > 16 || slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return returns(k, depth+1) }))
}

// leaving ends the way through the code where a call does not return, and notes what holds where it does.
func (b *builder) leaving(n *tree.Node) {
	name := dotted(n.Kid(0))
	if name == "" || n.Maybe {
		return
	}
	root := n.Kid(0)
	for root.Op == tree.Member {
		root = root.Kid(0)
	}
	module := ""
	if v := b.s.uses[root]; v != nil && root.Op == tree.Name {
		if module, name = b.inModule(v, name); module == "" { // a function of the program
			if f := v.function; v.writes == 1 && name == "" && (f != nil || v.constant != nil) {
				if f == nil {
					f = v.constant.Func
				}
				b.env.dead = b.env.dead || alwaysThrows(f)
			}
			return
		}
	}
	if root.Op == tree.Name && b.isMember(root.Text) {
		b.env.answered = b.env.answered || name == root.Text && b.alwaysAnswers(name, 0)
		return
	}
	if name == root.Text && b.f.Language == tree.Java && slices.ContainsFunc(b.f.Classes, func(c ClassFact) bool {
		return len(c.Bases) > 0 && c.Tree.Start <= n.Start && n.Start < c.Tree.End
	}) {
		return // it may be a method of a base, also of a class around
	}
	l := b.opt.Leaves(module, name)
	switch {
	case l.True:
		b.env.answered = true
	case l.Always:
		if l.Onward {
			b.lets()
		}
		b.env.dead = true
	case l.If > 0:
		b.refine(n.Kid(l.If), false)
	case l.Unless > 0:
		b.refine(n.Kid(l.Unless), true)
	case l.Max > 0 && n.Kid(l.Number) != nil && n.Kid(l.Max) != nil:
		b.refine(compared(n, n.Kid(l.Number), "<=", n.Kid(l.Max)), true)
	case l.Below > 0 && n.Kid(l.Number) != nil && n.Kid(l.Below) != nil:
		b.refine(compared(n, n.Kid(l.Number), "<", n.Kid(l.Below)), true)
	}
}

// inModule returns the module that a name with dots which begins with a variable belongs to, and what it is there: for a
// method of a parameter [OfParam] with the name of that, for anything else that nothing imports no module.
func (b *builder) inModule(v *variable, name string) (module, inside string) {
	module = b.importedFrom(v)
	_, rest, _ := strings.Cut(name, ".")
	switch {
	case module == "" && v.param && rest != "" && !strings.Contains(rest, "."):
		return OfParam + v.name, rest
	case module == "" || v.imported == "*" || v.imported == "default" || v.imported == "":
		return module, rest
	case rest == "":
		return module, v.imported
	}
	return module, v.imported + "." + rest
}

// openedStream returns the name of the stream of PHP's own that a call opens or reads, as that of the body of the request in
// file_get_contents('php://input'), "" for none.
func openedStream(language tree.Language, n *tree.Node) string {
	fn, arg := n.Kid(0), n.Kid(1)
	if language != tree.PHP || fn == nil || arg == nil || fn.Op != tree.Name || arg.Op != tree.String {
		return ""
	}
	name := strings.TrimPrefix(fn.Text, "\\")
	stream, ok := strings.CutPrefix(arg.Text, "php://")
	if !ok || name != "fopen" && (stream != "input" || name != "file_get_contents" && name != "file") {
		return ""
	}
	return stream
}

// called adds a call whose parts are known.
func (b *builder) called(n *tree.Node, c Call) ID {
	index := int32(len(b.f.Calls))
	c.Result = b.add(Node{Kind: Result, Index: index, Start: n.Start, End: n.End})
	c.Func, c.Tree, c.Start, c.End, c.At = b.fn, n, n.Start, n.End, n.Start
	if k := n.Kid(0); k != nil && k.Op == tree.Member && n.Op == tree.Call {
		c.At = max(n.Start, k.End-int32(len(k.Text)))
	}
	c.Certain, c.Runs = b.certain[n], b.runsIn(n, c.Method)
	b.f.Calls = append(b.f.Calls, c)
	if b.calls == nil {
		b.calls = map[*tree.Node]int32{}
	}
	b.calls[n] = index
	return c.Result
}

// dotted returns the name of a function as it is written, with dots, or "" for one that has none.
func dotted(n *tree.Node) string {
	path := ""
	for range 6 {
		switch {
		case n == nil:
			return ""
		case n.Op == tree.Name:
			return n.Text + path
		case n.Op == tree.This:
			return "this" + path
		case n.Op == tree.Member:
			path = "." + n.Text + path
		default:
			return ""
		}
		n = n.Kid(0)
	}
	return ""
}

// keyGot returns the key that a call of Python asks a table for that a parameter or a member of the object is, as
// event.get('body', None), "" for another call.
func (b *builder) keyGot(n *tree.Node) string {
	callee := n.Kid(0)
	if b.f.Language != tree.Python || callee.Op != tree.Member || callee.Text != "get" && callee.Text != "pop" || len(n.Kids) > 3 {
		return ""
	}
	switch of := callee.Kid(0); {
	case of == nil:
	case of.Op == tree.Name && b.s.uses[of] != nil && b.s.uses[of].param, of.Op == tree.Member && (dotted(of) == "this."+of.Text || dotted(of) == "self."+of.Text):
		return constantName(n.Kid(1))
	}
	return ""
}

// keyed reports whether a call takes a member out of what it is called on, as hash.fetch(:name) and
// params.require(:name) of Ruby do, and returns its name; "" for one that hands all on, as permit of Rails.
func (b *builder) keyed(n *tree.Node) (name string, ok bool) {
	callee := n.Kid(0)
	if b.f.Language != tree.Ruby || callee == nil || callee.Op != tree.Member || callee.Kid(0) == nil {
		return "", false
	}
	switch callee.Text {
	case "permit", "permit!", "to_unsafe_h":
		return "", true
	case "fetch", "require":
		if len(n.Kids) == 2 && n.Kids[1] != nil && n.Kids[1].Op == tree.String {
			return n.Kids[1].Text, true
		}
	}
	return "", false
}

// sentBy returns the request of which a call returns all that was sent, as $request->all() of Laravel does, nil for another call.
func (b *builder) sentBy(n *tree.Node) *tree.Node {
	if b.f.Language != tree.PHP || n.Op != tree.Call || len(n.Kids) != 1 || n.Kids[0] == nil || n.Kids[0].Op != tree.Member {
		return nil
	}
	switch n.Kids[0].Text {
	case "all", "input", "toArray":
		return n.Kids[0].Kid(0)
	}
	return nil
}

// copied stores in the first argument of Object.assign what the others have that are written out, as req.user = value does.
func (b *builder) copied(n *tree.Node, args []Arg) {
	if b.f.Language != tree.JavaScript || len(args) < 2 || len(n.Kids) != len(args)+1 || dotted(n.Kid(0)) != "Object.assign" {
		return
	}
	from := len(b.f.Stores)
	for i, a := range args[1:] {
		k := n.Kid(i + 2)
		if k == nil || k.Op != tree.Object {
			continue
		}
		for _, pair := range k.Kids {
			if pair != nil && pair.Op == tree.Pair && pair.Text != "" {
				b.store(b.load(pair, a.Node, pair.Text), args[0].Node, pair.Text)
			}
		}
	}
	b.storedAt(n, from)
}

// initialise stores in a new object of C# what stands in braces behind it, which the call has as its last argument.
func (b *builder) initialise(n *tree.Node, args []Arg, made ID) {
	written := n.Kids[len(n.Kids)-1]
	if b.f.Language != tree.CSharp || n.Op != tree.New || len(args) == 0 || len(n.Kids) != len(args)+1 || written == nil || written.Op != tree.Object {
		return
	}
	from := args[len(args)-1].Node
	for _, k := range written.Kids {
		if k == nil {
			continue
		}
		stores, field := len(b.f.Stores), "*"
		switch {
		case k.Op == tree.Pair && k.Text != "":
			field = k.Text
		case k.Op == tree.Pair:
			field = fieldOf(k.Kid(0))
		case k.Op == tree.Array && k.Text == entryText && len(k.Kids) == 2: // a key and what stands under it
			field = fieldOf(k.Kids[0])
		}
		b.store(b.load(k, from, field), made, field)
		b.storedAt(k, stores)
	}
}

// cast returns the node of what a call returned that Java, Kotlin or C# takes for an object of another class.
func (b *builder) cast(n, value, to *tree.Node, id ID) ID {
	if id == 0 || to == nil || !b.s.declaresTypes() || value.Op != tree.Call || to.Op == tree.Name && (to.Text == "String" || to.Text == strings.ToLower(to.Text)) {
		return id
	}
	of := b.value(n)
	b.copy(id, of, Free)
	b.f.Casts = append(b.f.Casts, Cast{Type: b.expression(to), Value: of})
	return of
}
