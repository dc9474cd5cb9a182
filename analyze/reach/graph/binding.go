package graph

import (
	"slices"
	"strconv"

	"snag/analyze/source/tree"
)

// bind declares the names of a target.
func (s *scopes) bind(c *scope, n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		v := c.declare(n.Text)
		s.uses[n] = v
	case tree.Array, tree.Object:
		for _, k := range n.Kids {
			s.bind(c, k)
		}
	case tree.Pair:
		s.expression(c, n.Kid(0))
		s.bind(c, n.Kid(1))
	case tree.Spread, tree.Cast:
		s.bind(c, n.Kid(0))
	case tree.Assign:
		s.bind(c, n.Kid(0))
		s.expression(c, n.Kid(1))
		s.expression(c, n.Kid(2))
	default:
		s.expression(c, n)
	}
}

// called returns the call whose result an expression is, or a member of it; nil for another one.
func called(n *tree.Node) *tree.Node {
	if n != nil && n.Op == tree.Member {
		n = n.Kid(0)
	}
	if n == nil || n.Op != tree.Call {
		return nil
	}
	return n
}

// memberOf returns the member of a variable, of a member or of what a call returns that a target of an object takes; nil for
// anything else.
func memberOf(k, value *tree.Node) *tree.Node {
	if k == nil || k.Op != tree.Pair || value == nil || k.Kid(1) == nil || k.Kid(1).Op != tree.Name {
		return nil
	}
	if value.Op != tree.Call && value.Op != tree.Name && value.Op != tree.Member {
		return nil
	}
	name := k.Text
	if name == "" {
		name = fieldOf(k.Kid(0))
	}
	if name == "*" {
		return nil
	}
	return &tree.Node{Op: tree.Member, Text: name, Kids: []*tree.Node{value}, Start: k.Start, End: k.End}
}

// manyAltered is how many members of a variable are told apart that are assigned.
const manyAltered = 32

// wrote counts the assignments to the names of a target.
func (s *scopes) wrote(c *scope, n, value *tree.Node) {
	if n == nil {
		return
	}
	for s.language == tree.JavaScript && value != nil && value.Op == tree.Cast {
		value = value.Kid(0) // as a type of TypeScript it is still the same
	}
	if value != nil && value.Op == tree.Await && value.Text == "" && (n.Op == tree.Object || n.Op == tree.Array) {
		value = value.Kid(0)
	}
	switch n.Op {
	case tree.Name:
		if v := s.uses[n]; v != nil {
			s.assigned(v)
			s.branched(c, v)
			v.last = max(v.last, n.Start)
			v.foreign = v.foreign || v.owner != c.owner || s.language == tree.JavaScript && value != nil && value.Op == tree.New && dotted(value.Kid(0)) == "Proxy"
			if s.makesBuilder(value) {
				v.builders++
			}
			if s.language == tree.Ruby && value != nil && value.Op == tree.Name {
				v.copied = value
			}
			if v.constant = value; v.writes > 1 {
				v.constant = nil
			} else if call := called(value); call != nil {
				s.results[call] = append(s.results[call], v)
			}
		}
	case tree.Object:
		for _, k := range n.Kids {
			if part := memberOf(k, value); part != nil {
				s.wrote(c, k.Kid(1), part)
			} else {
				s.wrote(c, k, nil)
			}
		}
	case tree.Array:
		for i, k := range n.Kids {
			var part *tree.Node
			if value != nil && value.Op == tree.Call {
				part = &tree.Node{Op: tree.Member, Text: strconv.Itoa(i), Kids: []*tree.Node{value}, Start: n.Start, End: n.End}
			}
			if s.language == tree.Ruby && value != nil && value.Op == tree.Array && !slices.ContainsFunc(value.Kids, func(k *tree.Node) bool { return k == nil || k.Op == tree.Spread }) {
				part = value.Kid(i)
			}
			s.wrote(c, k, part)
		}
	case tree.Pair:
		s.wrote(c, n.Kid(1), nil)
	case tree.Unknown:
		if s.language == tree.PHP && n.Text == "$" { // $$name = …
			s.opened = append(s.opened, opening{in: c})
		}
	case tree.Spread, tree.Cast, tree.Assign:
		s.wrote(c, n.Kid(0), nil)
	case tree.Slice: // l[:] = more
		s.wrote(c, &tree.Node{Op: tree.Index, Kids: []*tree.Node{n.Kid(0), nil}, Start: n.Start, End: n.End}, nil)
	case tree.Member, tree.Index:
		first := "*"
		for range maxDepth {
			if n == nil || n.Op != tree.Member && n.Op != tree.Index {
				break
			}
			s.setsOwn(c, n)
			if first = "*"; n.Op == tree.Member {
				first = n.Text
			} else if k := n.Kid(1); k != nil && k.Op == tree.String {
				first = k.Text
			}
			n = n.Kid(0)
		}
		s.setsArguments(c, n)
		if n != nil && n.Op == tree.Name && s.uses[n] != nil {
			v := s.uses[n]
			v.altered = true
			if len(v.alters) > manyAltered {
				v.alters = []string{"*"}
			} else if !slices.Contains(v.alters, "*") && !slices.Contains(v.alters, first) {
				v.alters = append(v.alters, first)
			}
		}
	}
}

func (s *scopes) statement(c *scope, n *tree.Node) {
	if n == nil {
		return
	}
	if !s.deeper() {
		return
	}
	defer s.back()
	defer s.within(n)()
	if n.Op == tree.Expression {
		s.build(c, n)
	}
	switch n.Op {
	case tree.Block:
		inner := c
		if !s.implicit() && n != c.owner.Body && !s.isNamespace(c, n) {
			inner = s.open(c, c.owner)
			s.hoist(inner, n)
		}
		for _, k := range n.Kids {
			s.statement(inner, k)
		}
	case tree.Declare:
		s.declaration(c, n)
	case tree.Loop:
		if !s.implicit() {
			c = s.open(c, c.owner)
		}
		for _, k := range n.Kids {
			s.statement(c, k)
		}
	case tree.ForEach:
		if !s.implicit() {
			c = s.open(c, c.owner)
		}
		s.expression(c, n.Kid(1))
		if target := n.Kid(0); target != nil && target.Op == tree.Declare {
			s.declaration(c, target)
			for _, k := range target.Kids {
				s.wrote(c, k, nil)
			}
		} else {
			s.target(c, target)
			s.wrote(c, target, nil)
		}
		s.statement(c, n.Kid(2))
	case tree.Catch, tree.With:
		if !s.implicit() {
			c = s.open(c, c.owner)
			s.bind(c, n.Kid(0))
		} else {
			s.target(c, n.Kid(0))
		}
		s.wrote(c, n.Kid(0), nil)
		inner := n.Op == tree.With && s.language == tree.JavaScript
		if inner {
			s.with++
		}
		for _, k := range n.Kids[min(1, len(n.Kids)):] {
			s.statement(c, k)
		}
		if inner {
			s.with--
		}
	case tree.Define:
		s.function(c, n.Func)
		if v := c.find(n.Func.Name); v != nil {
			s.assigned(v)
			v.function = n.Func
			s.funcs[n.Func] = v
		}
	case tree.DefineClass:
		s.class(c, n.Class)
		if v := c.find(n.Class.Name); v != nil {
			if !n.Class.Interface {
				s.assigned(v)
			}
			s.classes[n.Class] = v
		}
	case tree.Import:
		for _, k := range n.Kids {
			if k.Op == tree.ImportName && k.Kid(0) == nil {
				s.replaces(c, n)
			}
			if k.Op == tree.ImportName && k.Kid(0) != nil {
				v := c.declare(k.Kids[0].Text)
				s.assigned(v)
				v.module, v.imported = n.Text, k.Text
				v.foreign = v.foreign || s.language == tree.Go && k.Text != "*" // of another file, which may set it
				s.uses[k.Kids[0]] = v
			}
		}
	case tree.Export:
		for _, k := range n.Kids {
			if k.Op == tree.ExportName {
				if n.Text == "" {
					s.typeName(c, k.Kid(0))
				}
				continue
			}
			s.statement(c, k)
		}
	case tree.Case: // its tests declare what its code reads
		for _, k := range n.Kids[min(1, len(n.Kids)):] {
			s.statement(c, k)
		}
		s.statement(c, n.Kid(0))
	case tree.If, tree.Expression, tree.Switch, tree.Return, tree.Throw, tree.Try, tree.Label:
		for _, k := range n.Kids {
			s.statement(c, k)
		}
	case tree.Break, tree.Continue:
	default:
		s.expression(c, n)
	}
}

func (s *scopes) declaration(c *scope, n *tree.Node) {
	in := c
	if n.Text == "var" && !s.implicit() {
		in = c.function()
	}
	for _, k := range n.Kids {
		if n.Text == "global" || n.Text == "nonlocal" {
			outer := s.top
			if n.Text == "nonlocal" {
				outer = c.function().parent
			}
			if v := outer.find(k.Text); v != nil && k.Op == tree.Name {
				c.function().names[k.Text] = v
				v.shared = true
			} else if k.Op == tree.Name {
				if outer != s.top {
					outer = outer.function()
				}
				v := outer.declare(k.Text)
				v.shared = true
				c.function().names[k.Text] = v
			}
			continue
		}
		s.bind(in, k)
		if k != nil && k.Op == tree.Assign {
			s.wrote(c, k.Kids[0], k.Kid(1))
			k = k.Kids[0]
		}
		if n.Text == "var" && s.language == tree.PHP && k != nil && k.Op == tree.Name { // static, which keeps what the last call set
			if v := c.find(k.Text); v != nil {
				v.foreign = true
			}
		}
		if n.Text == "var" && (s.language == tree.Java || s.language >= tree.Go) && k != nil && k.Op == tree.Name { // of a file of Kotlin, Go or Rust
			if v := in.names[k.Text]; v != nil {
				v.open, v.foreign = s.language != tree.Go, true
			}
		}
	}
}

// isLocal reports whether a name is that of a variable of a function, which hides members that are named without their object.
func (s *scopes) isLocal(n *tree.Node) bool {
	v := s.uses[n]
	return v != nil && v.owner != s.top.owner
}

// target resolves what an assignment writes to, and declares it where that is how names are declared.
func (s *scopes) target(c *scope, n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		if s.implicit() {
			in := c.function()
			for s.inline[in.owner] && in.parent != nil {
				in = in.parent.function()
			}
			if s.language == tree.Ruby {
				in = c
				if v := c.find(n.Text); v != nil {
					s.use(c, n, v)
					return
				}
			}
			s.use(c, n, in.declare(n.Text))
			return
		}
		s.expression(c, n)
	case tree.Array, tree.Object:
		for _, k := range n.Kids {
			s.target(c, k)
		}
	case tree.Pair:
		s.expression(c, n.Kid(0))
		s.target(c, n.Kid(1))
	case tree.Spread, tree.Cast:
		s.target(c, n.Kid(0))
		s.share(c, n)
	case tree.Assign:
		s.target(c, n.Kid(0))
		s.expression(c, n.Kid(1))
	case tree.Declare:
		s.declaration(c, n)
	default:
		s.expression(c, n)
	}
}

func (s *scopes) use(c *scope, n *tree.Node, v *variable) {
	s.uses[n] = v
	v.used++
	if s.with > 0 { // what looks like a variable may be a member
		v.open, v.foreign = true, true
	}
	if v.owner != c.owner {
		v.shared = true
		if s.outer != nil {
			s.outer(n, v.owner)
		}
	}
}

func (s *scopes) expression(c *scope, n *tree.Node) {
	if n == nil {
		return
	}
	if !s.deeper() {
		return
	}
	defer s.back()
	if n.Op == tree.Logical || n.Op == tree.Conditional {
		s.branches++
		defer func() { s.branches-- }()
	}
	if n.Op == tree.Call || n.Op == tree.Member {
		s.build(c, n)
		s.setsByName(c, n)
	}
	if of := n.Kid(1); n.Op == tree.Pair && of != nil && of.Op == tree.Function && of.Func.Kind == tree.Getter {
		s.gets(n.Text, of.Func)
	}
	if target, _ := lengthened(s.language, n); target != nil {
		defer s.wrote(c, target, nil) // what was found out about it before holds no longer
	}
	switch n.Op {
	case tree.Name:
		if v := c.find(n.Text); v != nil && (s.types || !v.isType) {
			s.use(c, n, v)
		}
		if len(n.Kids) > 0 && !s.isLocal(n) {
			s.expression(c, n.Kids[0])
		}
	case tree.Assign:
		s.expression(c, n.Kid(1))
		s.target(c, n.Kid(0))
		value := n.Kid(1)
		if n.Text != "=" {
			value = nil
		}
		s.wrote(c, n.Kid(0), value)
		if s.language == tree.Python && s.isOwnModule(c, value) { // whoever has that may set any of them
			s.opened = append(s.opened, opening{in: s.top})
		}
		if v := s.uses[n.Kid(0)]; v != nil && isShared(value) {
			v.foreign = true
		}
	case tree.Function:
		s.function(c, n.Func)
	case tree.ClassValue:
		if n.Class.Name != "" {
			c = s.open(c, c.owner)
			c.declare(n.Class.Name).writes++
		}
		s.class(c, n.Class)
	default:
		if named := n.Kid(0); s.language >= tree.Java && n.Op == tree.Binary && n.Text == "instanceof" && named != nil && named.Op == tree.Assign {
			s.bind(c, named.Kid(0)) // which the pattern declares
		}
		s.share(c, n)
		s.handed(c, n)
		s.gives(c, n)
		for _, k := range n.Kids {
			s.statement(c, k) // a part of JSX or of a comprehension may be a statement
		}
		if of := n.Kid(0); of != nil && of.Op != tree.Name && (isPointer(n) || s.language >= tree.Go && isShared(n)) {
			s.wrote(c, of, nil)
		}
		if isStep(n) {
			s.wrote(c, n.Kid(0), nil)
		}
	}
}
