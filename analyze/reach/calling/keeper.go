package calling

import "snag/analyze/source/tree"

// keeper returns the function whose variable an expression is, or is a member of, where another function uses it: what
// it holds stays from one run of the latter to the next. For members of this it stands for the objects of the class; it
// is the code of the file where there is no class, and nil for what does not stay.
func (s *shape) keeper(n *tree.Node) *tree.Func {
	switch {
	case n == nil:
		return nil
	case n.Op == tree.Member && n.Kid(0) != nil && n.Kids[0].Op == tree.This:
		return s.objectsOf(s.class)
	case n.Op == tree.Member:
		return s.keeper(n.Kid(0))
	case n.Op == tree.Name:
		return s.owners[n]
	}
	return nil
}

// objectsOf returns what stands for the objects of a class.
func (s *shape) objectsOf(c *tree.Class) *tree.Func {
	if c == nil {
		return s.file
	}
	f := s.objects[c]
	if f == nil {
		f = &tree.Func{Name: c.Name}
		s.objects[c], s.built[f] = f, c
	}
	return f
}

// whole returns what an expression is read out of and what is kept: the expression itself, what it is a part of, or
// what the variable that it is was assigned a part of; nil for nothing that is kept.
func (s *shape) whole(n *tree.Node) *tree.Node {
	if n != nil && n.Op == tree.Name && s.keeper(n) == nil {
		return s.partsOf(s.inner)[n.Text]
	}
	for range 2 {
		switch {
		case n == nil:
			return nil
		case n.Op == tree.Name || n.Op == tree.Member:
			if s.keeper(n) != nil {
				return n
			}
			return nil
		case n.Op == tree.Index || n.Op == tree.Await:
			n = n.Kid(0)
		case n.Op == tree.Call && lastName(n.Kid(0)) == "get" && len(n.Kids) > 1:
			n = n.Kids[0].Kid(0)
		default:
			return nil
		}
	}
	return nil
}

// partsOf returns the variables that a function assigns what is kept, or a part of it, and what that is.
func (s *shape) partsOf(f *tree.Func) map[string]*tree.Node {
	if f == nil {
		return nil
	}
	if all, known := s.parts[f]; known {
		return all
	}
	all := map[string]*tree.Node{}
	s.parts[f] = all
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if to, from := n.Kid(0), n.Kid(1); n.Op == tree.Assign && to != nil && to.Op == tree.Name && s.keeper(to) == nil && from != nil && from.Op != tree.Name && all[to.Text] == nil {
			if of := s.whole(from); of != nil {
				all[to.Text] = of
			}
		}
		return n.Op != tree.Function && n.Op != tree.Define
	}}
	w.Visit(f.Body)
	return all
}

// partKeeper is the keeper of an expression, or of that of which a variable is assigned nothing but parts.
func (s *shape) partKeeper(n *tree.Node) *tree.Func {
	keeper := s.keeper(n)
	if n == nil || n.Op != tree.Name || keeper != nil {
		return keeper
	}
	others := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if to := k.Kid(0); k.Op == tree.Assign && to != nil && to.Op == tree.Name && to.Text == n.Text {
			if from := k.Kid(1); from != nil && from.Op == tree.Index && s.keeper(from.Kid(0)) != nil {
				keeper = s.keeper(from.Kids[0])
			} else {
				others = true
			}
		}
		return true
	}}
	w.Visit(s.file.Body)
	if others {
		return nil
	}
	return keeper
}
