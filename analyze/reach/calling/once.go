package calling

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// isKept reports whether an expression is a member of this, or a variable of the file, which stays from one request
// to the next.
func (s *shape) isKept(n *tree.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Op == tree.Member:
		return n.Kid(0) != nil && n.Kid(0).Op == tree.This || s.isKept(n.Kid(0))
	case n.Op == tree.Name:
		return s.names[n.Text] != 0
	}
	return false
}

// absent are operators that ask whether something is there.
var absent = wordSet("is == === in")

// fills are methods of maps that put something under a key.
var fills = wordSet("update set setdefault")

// isOnce reports whether a condition holds until what stands behind it has set what it tests, or only where a program
// has no threads to hand its work to.
func (s *shape) isOnce(n *tree.Node) bool {
	var kept []string
	asks := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		switch k.Op {
		case tree.Unary:
			asks = asks || k.Text == "!" || k.Text == "not"
		case tree.Binary:
			asks = asks || absent[strings.TrimPrefix(k.Text, "not ")]
		case tree.Name, tree.Member:
			if s.isKept(k) {
				kept = append(kept, k.Text)
			}
			if asks && strings.HasSuffix(k.Text, "executor") {
				kept = append(kept, "")
			}
		case tree.Call:
			if name := k.Kid(2); lastName(k.Kid(0)) == "hasattr" && name != nil && name.Op == tree.String {
				kept = append(kept, name.Text)
			}
		case tree.Function:
			return false
		}
		return true
	}}
	w.Visit(n.Kid(0))
	if !asks || len(kept) == 0 {
		return false
	}
	if slices.Contains(kept, "") {
		return true
	}
	if s.sets(n.Kid(1), kept, nil) {
		return true
	}
	found := false
	w = tree.Walk{Node: func(k *tree.Node) bool {
		if k.Op == tree.Call && k.Kid(0) != nil && k.Kid(0).Op == tree.Name {
			if f := s.declared[k.Kid(0).Text]; f != nil {
				found = found || s.sets(f.Body, kept, f)
			}
		}
		return !found && k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(n.Kid(1))
	return found
}

// sets reports whether a node assigns, or fills, one of the names that are kept. It is the body of a function, whose
// own variables are others, or of the same function as where they are tested.
func (s *shape) sets(n *tree.Node, kept []string, f *tree.Func) bool {
	var own func(name string) bool
	if f != nil {
		own = s.own(f)
	}
	found := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if k.Op == tree.Assign && k.Text == "=" {
			to := k.Kid(0)
			mine := to != nil && to.Op == tree.Name && own != nil && own(to.Text)
			for to != nil && to.Op == tree.Index {
				to = to.Kid(0)
			}
			found = found || !mine && s.isKept(to) && slices.Contains(kept, to.Text)
		}
		if m := k.Kid(0); k.Op == tree.Call && m != nil && m.Op == tree.Member && fills[m.Text] {
			to := m.Kid(0)
			// In Python what is not assigned is no variable of the function.
			mine := to != nil && to.Op == tree.Name && own != nil && !s.python && own(to.Text)
			found = found || !mine && s.isKept(to) && slices.Contains(kept, to.Text)
		}
		return !found && k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(n)
	return found
}

// own returns whether a name that a function assigns is one of its own variables: in Python each that it does not
// declare as another's, elsewhere those that it declares.
func (s *shape) own(f *tree.Func) func(name string) bool {
	declared := map[string]bool{}
	add := func(n *tree.Node) {
		w := tree.Walk{Node: func(k *tree.Node) bool {
			if k.Op == tree.Name {
				declared[k.Text] = true
			}
			return k.Op != tree.Function
		}}
		w.Visit(n)
	}
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if python := k.Text == "global" || k.Text == "nonlocal"; k.Op == tree.Declare && python == s.python {
			for _, target := range k.Kids {
				if target != nil && target.Op == tree.Assign {
					target = target.Kid(0)
				}
				add(target)
			}
		}
		return k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(f.Body)
	if s.python {
		return func(name string) bool { return !declared[name] }
	}
	for i := range f.Params {
		add(f.Params[i].Target)
	}
	return func(name string) bool { return declared[name] }
}

// returnsKept reports whether a statement returns what is kept if it is there already.
func (s *shape) returnsKept(n *tree.Node) bool {
	if n == nil || n.Op != tree.If || n.Kid(2) != nil {
		return false
	}
	then := n.Kid(1)
	for then != nil && then.Op == tree.Block {
		if len(then.Kids) != 1 {
			return false
		}
		then = then.Kids[0]
	}
	if then == nil || then.Op != tree.Return || !s.isKept(then.Kid(0)) {
		return false
	}
	tested := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		tested = tested || (k.Op == tree.Name || k.Op == tree.Member) && k.Text == then.Kids[0].Text
		return !tested
	}}
	w.Visit(n.Kid(0))
	return tested
}

// fillsMissing reports whether a statement of Python returns what is kept under a key, and puts it there where an
// exception says that it is missing.
func (s *shape) fillsMissing(n *tree.Node) bool {
	first := n.Kid(0)
	for first != nil && first.Op == tree.Block && len(first.Kids) == 1 {
		first = first.Kids[0]
	}
	found := first.Kid(0)
	if !s.python || first == nil || first.Op != tree.Return || found == nil || found.Op != tree.Index || !s.isKeptPart(found.Kid(0)) {
		return false
	}
	for _, k := range n.Kids[1:] {
		if k != nil && k.Op == tree.Catch && s.fillsSame(k, found.Kids[0]) {
			return true
		}
	}
	return false
}

// isKeptPart reports whether an expression is kept, or a variable that is assigned nothing but parts of what is.
func (s *shape) isKeptPart(n *tree.Node) bool {
	if n == nil || n.Op != tree.Name || s.isKept(n) {
		return s.isKept(n)
	}
	parts, others := false, false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if to := k.Kid(0); k.Op == tree.Assign && to != nil && to.Op == tree.Name && to.Text == n.Text {
			from := k.Kid(1)
			part := from != nil && from.Op == tree.Index && s.isKept(from.Kid(0))
			parts, others = parts || part, others || !part
		}
		return true
	}}
	w.Visit(s.body)
	return parts && !others
}

// fillsSame reports whether a statement assigns an element of what is called as another expression.
func (s *shape) fillsSame(n, of *tree.Node) bool {
	found := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if to := k.Kid(0); k.Op == tree.Assign && k.Text == "=" && to != nil && to.Op == tree.Index && to.Kid(0) != nil {
			found = found || to.Kids[0].Op == of.Op && to.Kids[0].Text == of.Text
		}
		return !found && k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(n)
	return found
}

// isNever reports whether a child of what chooses by a test, which is its first child, is never chosen.
func isNever(n *tree.Node, child int) bool {
	test := n.Kid(0)
	if test == nil {
		return false
	}
	holds := false
	switch {
	case test.Op == tree.Constant && test.Text == "true", test.Op == tree.Number && test.Text == "1":
		holds = true
	case test.Op == tree.Constant && test.Text == "false", test.Op == tree.Number && test.Text == "0":
	default:
		return false
	}
	switch {
	case n.Op == tree.Logical && n.Text == "??":
		return true // neither is null
	case n.Op == tree.Logical && n.Text == "||", child == 2:
		return holds
	}
	return !holds
}

// Seldom reports whether the call runs once, since what it sets is tested first, only where the program has no
// threads, or never.
func (c *Call) Seldom() bool { return c.File.shape.calls[c.Graph.Tree].seldom }
