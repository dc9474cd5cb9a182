package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/tree"
)

// spared returns the keeper of what the first operand of a logical expression asks for and the function around sets, so
// that the second one runs where it is not kept yet; nil for none.
func (s *shape) spared(n *tree.Node) *tree.Func {
	if n.Op != tree.Logical || s.inner == nil {
		return nil
	}
	var keeper *tree.Func
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if keeper != nil || k.Op == tree.Function {
			return false
		}
		ask := k
		negated := k.Op == tree.Unary && (k.Text == "!" || k.Text == "not") || k.Op == tree.Binary && absent[k.Text] && isNothing(k.Kid(1))
		switch {
		case n.Text == "&&" && negated:
			ask = k.Kid(0)
		case n.Text == "&&":
			return true
		case negated || k.Op == tree.Binary:
			return false
		}
		if of := s.whole(ask); of != nil {
			if x := s.sets(s.inner.Body, []string{of.Text}); x != nil && x == s.keeper(of) {
				keeper = x
			}
		}
		return true
	}}
	w.Visit(n.Kid(0))
	return keeper
}

// isNothing reports whether an expression is what a variable holds that nothing was put into.
func isNothing(n *tree.Node) bool {
	return n != nil && (n.Op == tree.Constant && (n.Text == "null" || n.Text == "undefined") || nameIs(n, "undefined"))
}

// once is a place that runs once for each run of a function, nil for no such function. The code of the file is the
// one that runs least.
func (s *shape) once(at place, f *tree.Func) place {
	if at.once == nil || f == s.file {
		at.once = f
	}
	return at
}

// never is a place in a child of what chooses by a test, which only development, or the start, may choose.
func (s *shape) never(at place, n *tree.Node, child int) place {
	if isNever(n, child) || s.ofDevelopment(n, child, at.within) || s.python && ofLifespan(n, child) {
		at.once = s.file
	}
	return at
}

// absent are operators that ask whether something is there.
var absent = wordSet("is == === in")

// fills are methods of maps that put something under a key.
var fills = wordSet("update set setdefault")

// tested returns the function for each run of which a statement runs once what stands behind its condition, which
// sets what is tested, or the code of the file where the condition holds only where a program has no threads to hand
// its work to; nil for none.
func (s *shape) tested(n *tree.Node, class *tree.Class) *tree.Func {
	var kept []string
	asks, threads := false, false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		switch k.Op {
		case tree.Unary:
			asks = asks || k.Text == "!" || k.Text == "not"
		case tree.Binary:
			asks = asks || absent[strings.TrimPrefix(k.Text, "not ")]
		case tree.Name, tree.Member:
			if of := s.whole(k); of != nil {
				kept = append(kept, of.Text)
			}
			threads = threads || asks && strings.HasSuffix(k.Text, "executor")
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
	switch {
	case threads:
		return s.file
	case !asks || len(kept) == 0:
		return nil
	}
	found := s.sets(n.Kid(1), kept)
	w = tree.Walk{Node: func(k *tree.Node) bool {
		if k.Op == tree.Call && found == nil {
			f := s.definition(k.Kid(0))
			if f == nil {
				f = method(class, k.Kid(0))
			}
			if f != nil {
				found = s.sets(f.Body, kept)
			}
		}
		return found == nil && k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(n.Kid(1))
	return found
}

// definition returns the function that a function around, or the file, declares by a name.
func (s *shape) definition(name *tree.Node) *tree.Func {
	of := s.keeper(name)
	if of == nil || name.Op != tree.Name || of.Body == nil {
		return nil
	}
	for _, n := range of.Body.Kids {
		if n != nil && n.Op == tree.Define && n.Func != nil && n.Func.Name == name.Text {
			return n.Func
		}
	}
	return nil
}

// method returns the method of a class that an expression names by this, nil for none.
func method(class *tree.Class, n *tree.Node) *tree.Func {
	if class == nil || n == nil || n.Op != tree.Member || n.Kid(0) == nil || n.Kids[0].Op != tree.This {
		return nil
	}
	for i := range class.Members {
		if m := &class.Members[i]; m.Name == n.Text && m.Func != nil {
			return m.Func
		}
	}
	return nil
}

// sets returns the keeper of what a node assigns, or fills, by one of some names; nil for none.
func (s *shape) sets(n *tree.Node, names []string) (keeper *tree.Func) {
	w := tree.Walk{Node: func(k *tree.Node) bool {
		to := k.Kid(0)
		switch {
		case k.Op == tree.Assign && (k.Text == "=" || k.Text == "||=" || k.Text == "??="):
			for to != nil && to.Op == tree.Index {
				to = to.Kid(0)
			}
		case k.Op == tree.Call && to != nil && to.Op == tree.Member && fills[to.Text]:
			to = to.Kid(0)
		default:
			to = nil
		}
		if to != nil && keeper == nil && slices.Contains(names, to.Text) {
			keeper = s.keeper(to)
		}
		return keeper == nil && k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(n)
	if keeper != nil && s.inner != nil && forgets(s.inner.Body, names) {
		return nil
	}
	return keeper
}

// forgets reports whether a function that is written out in a node deletes something of what has one of some names, as
// where work that is under way is kept until it is done.
func forgets(n *tree.Node, names []string) bool {
	found := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if k.Op == tree.Function && k.Func != nil && k.Func.Body != nil {
			inside := tree.Walk{Node: func(c *tree.Node) bool {
				of := c.Kid(0)
				found = found || c.Op == tree.Call && lastName(of) == "delete" && of.Kid(0) != nil && slices.Contains(names, of.Kids[0].Text)
				return !found
			}}
			inside.Visit(k.Func.Body)
			return false
		}
		return !found
	}}
	w.Visit(n)
	return found
}

// returned returns the keeper of what a statement returns if it is there already, nil for none. What stays in a
// variable of a function is set in what follows.
func (s *shape) returned(n *tree.Node, rest []*tree.Node) *tree.Func {
	if n == nil || n.Op != tree.If || n.Kid(2) != nil {
		return nil
	}
	then := n.Kid(1)
	if of := s.whole(n.Kid(0)); of != nil && then != nil && then.Op == tree.Block && len(then.Kids) > 1 {
		last, kept := then.Kids[len(then.Kids)-1], s.keeper(of)
		if last != nil && last.Op == tree.Return && (of.Op == tree.Name || mentions(then, n.Kids[0])) && s.sets(&tree.Node{Op: tree.Block, Kids: rest}, []string{of.Text}) == kept {
			return kept
		}
		return nil
	}
	for then != nil && then.Op == tree.Block {
		if len(then.Kids) != 1 {
			return nil
		}
		then = then.Kids[0]
	}
	if then == nil || then.Op != tree.Return {
		return nil
	}
	if then.Kid(0) == nil {
		return s.left(n.Kid(0), rest)
	}
	of := s.whole(then.Kid(0))
	if of == nil || !mentions(n.Kid(0), of) && !mentions(n.Kid(0), then.Kids[0]) {
		return nil
	}
	keeper := s.keeper(of)
	stays := of == then.Kids[0] && (keeper == s.file || s.built[keeper] != nil)
	if !stays && s.sets(&tree.Node{Op: tree.Block, Kids: rest}, []string{of.Text}) != keeper {
		return nil
	}
	return keeper
}

// done are names of methods that say whether an object has done what it does once.
var done = lazyregexp.New(`(?i)^_?is_?(initiali[sz]ed|loaded|started|booted)$`)

// isDone reports whether an expression asks an object by such a method of its own.
func isDone(n *tree.Node) bool {
	if n == nil || n.Op != tree.Call || len(n.Kids) != 1 {
		return false
	}
	to := n.Kids[0]
	own := to != nil && (to.Op == tree.Name || to.Op == tree.Member && to.Kid(0) != nil && to.Kids[0].Op == tree.This)
	return own && done.MatchString(to.Text)
}

// left returns the keeper of what a test says is there already, so that the function is left, and what follows sets to
// more than a constant: a flag says that work is under way, and may be taken back. It is nil for none.
func (s *shape) left(test *tree.Node, rest []*tree.Node) *tree.Func {
	if isDone(test) && s.class != nil {
		return s.objectsOf(s.class)
	}
	of := test
	if of != nil && of.Op == tree.Binary {
		none := of.Kid(1)
		if of.Text != "is not" && of.Text != "!=" && of.Text != "!==" || !isNothing(none) {
			return nil
		}
		of = of.Kid(0)
	}
	of = s.whole(of)
	if of == nil {
		return nil
	}
	var keeper *tree.Func
	w := tree.Walk{Node: func(k *tree.Node) bool {
		to, from := k.Kid(0), k.Kid(1)
		if k.Op == tree.Assign && to != nil && to.Op == of.Op && to.Text == of.Text && from != nil && from.Op != tree.Constant {
			keeper = s.keeper(to)
		}
		return keeper == nil && k.Op != tree.Function && k.Op != tree.Define
	}}
	w.Visit(&tree.Node{Op: tree.Block, Kids: rest})
	if keeper != s.keeper(of) {
		return nil
	}
	return keeper
}

// mentions reports whether a node has a name or member that is called as another one.
func mentions(n, of *tree.Node) bool {
	found := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		found = found || k.Op == of.Op && k.Text == of.Text
		return !found
	}}
	w.Visit(n)
	return found
}

// kept returns the keeper of what a statement returns if it is there already, and sets where it is not; nil for none.
func (s *shape) kept(n *tree.Node) *tree.Func {
	if n.Kid(2) == nil {
		return nil
	}
	first := *n
	first.Kids = n.Kids[:2]
	then := n.Kids[1]
	for then != nil && then.Op == tree.Block && len(then.Kids) == 1 {
		then = then.Kids[0]
	}
	keeper := s.returned(&first, n.Kids[2:])
	if keeper == nil || then == nil || then.Kid(0) == nil || s.sets(n.Kids[2], []string{then.Kids[0].Text}) != keeper {
		return nil
	}
	return keeper
}

// fillsMissing returns the keeper of what a statement of Python returns under a key, and puts there where an exception
// says that it is missing; nil for none.
func (s *shape) fillsMissing(n *tree.Node) *tree.Func {
	first := n.Kid(0)
	for first != nil && first.Op == tree.Block && len(first.Kids) == 1 {
		first = first.Kids[0]
	}
	found := first.Kid(0)
	if !s.python || first == nil || first.Op != tree.Return || found == nil || found.Op != tree.Index {
		return nil
	}
	for _, k := range n.Kids[1:] {
		if k != nil && k.Op == tree.Catch && s.fillsSame(k, found.Kids[0]) {
			return s.partKeeper(found.Kids[0])
		}
	}
	return nil
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
func (c *Call) Seldom() bool {
	return c.Program.isOnce(c.File.shape.calls[c.Graph.Tree].once, c.Func)
}
