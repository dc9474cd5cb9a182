package graph

import (
	"snag/analyze/source/tree"
)

// hoist declares the names that are known in a whole block before its statements run.
func (s *scopes) hoist(c *scope, n *tree.Node) {
	if n == nil || n.Op != tree.Block {
		return
	}
	for _, k := range n.Kids {
		for k != nil && k.Op == tree.Label {
			k = k.Kid(0)
		}
		if k == nil {
			continue
		}
		if s.isNamespace(c, k) {
			s.hoist(c, k)
		}
		if s.language == tree.PHP && k.Op == tree.If { // a function that is declared unless there is one is known in all files
			for _, branch := range k.Kids {
				s.hoist(c, branch)
			}
		}
		if k.Op != tree.Export {
			s.hoistOne(c, k)
			continue
		}
		for _, x := range k.Kids {
			s.hoistOne(c, x)
		}
	}
}

// isNamespace reports whether a block is one of a namespace of C#, which declares its classes for all files.
func (s *scopes) isNamespace(c *scope, n *tree.Node) bool {
	return s.language == tree.CSharp && c == s.top && n.Op == tree.Block
}

func (s *scopes) hoistOne(c *scope, n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Define:
		for s.language == tree.Ruby && c.owner.Kind == tree.Arrow && c.parent != nil {
			c = c.parent // a block has no methods of its own
		}
		if n.Func.Name != "" {
			c.declare(n.Func.Name)
		}
	case tree.DefineClass:
		if name := n.Class.Name; n.Class.Interface {
			if c.names[name] == nil {
				c.declare(name).isType = true
			}
		} else if name != "" {
			c.declare(name)
		}
	case tree.Import:
		for _, k := range n.Kids {
			if k.Op == tree.ImportName && k.Kid(0) != nil {
				c.declare(k.Kids[0].Text)
			}
		}
	case tree.Declare:
		if n.Text != "var" && n.Text != "global" && n.Text != "nonlocal" {
			for _, k := range n.Kids {
				s.own(c, k)
			}
		}
	}
}

// hoistVars declares what the statements of a function declare for the whole of it: var of JavaScript, and
// what a function of Python assigns.
func (s *scopes) hoistVars(c *scope, n *tree.Node) {
	if n == nil || s.language == tree.Java || s.language == tree.CSharp {
		return
	}
	if !s.deeper() {
		return
	}
	defer s.back()
	python := s.language == tree.Python
	switch n.Op {
	case tree.Call:
		if comprehends(s.language, n) { // whose assignments are those of the function around
			s.hoistVars(c, n.Kids[0])
			s.inline[n.Kids[1].Func] = true
			outer := s.inside
			s.inside = true
			s.hoistVars(c, n.Kids[1].Func.Body)
			s.inside = outer
			return
		}
	case tree.Function, tree.ClassValue:
		return
	case tree.Define:
		if python && n.Func.Name != "" {
			c.declare(n.Func.Name)
		}
		return
	case tree.DefineClass:
		if python && n.Class.Name != "" {
			c.declare(n.Class.Name)
		}
		return
	case tree.Import:
		s.hoistOne(c, n)
	case tree.Declare:
		switch {
		case n.Text == "global" || n.Text == "nonlocal":
			s.declaration(c, n)
		case n.Text == "var" || python:
			for _, k := range n.Kids {
				s.own(c, k)
			}
		}
	case tree.Assign, tree.ForEach, tree.With, tree.Catch:
		if python && !s.inline[c.owner] {
			s.own(c, n.Kid(0))
			if target := n.Kid(0); s.inside && target != nil && target.Op == tree.Name {
				c.declare(target.Text).shared = true
			}
		}
	}
	if !python && n.Op < tree.Block {
		return // no statement of JavaScript stands in an expression, functions aside
	}
	for _, k := range n.Kids {
		s.hoistVars(c, k)
	}
}

// own declares the names of a target that stand for themselves, and resolves none of them.
func (s *scopes) own(c *scope, n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		c.declare(n.Text)
	case tree.Array, tree.Object:
		for _, k := range n.Kids {
			s.own(c, k)
		}
	case tree.Pair:
		s.own(c, n.Kid(1))
	case tree.Spread, tree.Cast, tree.Assign, tree.Declare:
		s.own(c, n.Kid(0))
	}
}

func (s *scopes) markParams(n *tree.Node) {
	if n == nil {
		return
	}
	if v := s.uses[n]; v != nil && n.Op == tree.Name {
		v.param = true
		v.writes++
	}
	for _, k := range n.Kids {
		s.markParams(k)
	}
}
