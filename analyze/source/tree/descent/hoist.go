package descent

import (
	"slices"
	"strconv"

	"snag/analyze/source/tree"
)

// ValueOf returns the value of an if, when or try, which stands ahead unless it is a mere choice.
func (p *Cursor) ValueOf(s *tree.Node) *tree.Node {
	if n := p.Choice(s); n != nil {
		return n
	}
	v := p.Value(s.Start, s.End)
	p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v), nil), p.Ending(s, v))
	return v
}

// Choice returns an if both of whose branches are a single expression as a conditional, nil for others.
func (p *Cursor) Choice(s *tree.Node) *tree.Node {
	for s.Op == tree.Block && len(s.Kids) == 1 {
		s = s.Kids[0]
	}
	switch {
	case s.Op == tree.Expression && s.Kids[0].Op != tree.Assign:
		return s.Kids[0]
	case s.Op != tree.If || len(s.Kids) < 3:
		return nil
	}
	then := p.Choice(s.Kids[1])
	if then == nil {
		return nil
	}
	otherwise := p.Choice(s.Kids[2])
	if otherwise == nil {
		return nil
	}
	return p.Node(tree.Conditional, int(s.Start), int(s.End), "", s.Kids[0], then, otherwise)
}

// Ending has a variable hold the value that code ends with, or the code return it where there is none.
func (p *Cursor) Ending(n, v *tree.Node) *tree.Node {
	if n == nil {
		return nil
	}
	switch n.Op {
	case tree.Block:
		if last := len(n.Kids) - 1; last >= 0 {
			n.Kids[last] = p.Ending(n.Kids[last], v)
		}
	case tree.Expression:
		value := n.Kids[0]
		switch {
		case value.Op == tree.Assign:
		case v == nil:
			return p.Node(tree.Return, int(n.Start), int(n.End), "", value)
		default:
			return p.Node(tree.Expression, int(n.Start), int(n.End), "", p.Node(tree.Assign, int(n.Start), int(n.End), "=", p.Again(v), value))
		}
	case tree.If:
		for i := 1; i < len(n.Kids); i++ {
			n.Kids[i] = p.Ending(n.Kids[i], v)
		}
	case tree.Switch:
		for _, k := range n.Kids[1:] {
			k.Kids[0] = p.Ending(k.Kids[0], v)
		}
	case tree.Try:
		n.Kids[0] = p.Ending(n.Kids[0], v)
		for _, k := range n.Kids[2:] {
			k.Kids[1] = p.Ending(k.Kids[1], v)
		}
	case tree.Label:
		n.Kids[0] = p.Ending(n.Kids[0], v)
	}
	return n
}

// Assigns returns the statement that sets a variable.
func (p *Cursor) Assigns(v, value *tree.Node) *tree.Node {
	start, end := int(value.Start), int(value.End)
	return p.Node(tree.Expression, start, end, "", p.Node(tree.Assign, start, end, "=", p.Again(v), value))
}

// Leaves reports whether nothing behind a statement runs.
func Leaves(n *tree.Node) bool {
	switch n.Op {
	case tree.Return, tree.Throw, tree.Break, tree.Continue:
		return true
	}
	return false
}

// Apart reads something of which what stands ahead is returned as well.
func (p *Cursor) Apart(read func() *tree.Node) (ahead []*tree.Node, n *tree.Node) {
	around := p.Hoisted
	p.Hoisted = nil
	n = read()
	ahead, p.Hoisted = p.Hoisted, around
	return ahead, n
}

// Alone reads an expression that is evaluated elsewhere or more than once, so that nothing may stand ahead of it.
func (p *Cursor) Alone(read func() *tree.Node) *tree.Node {
	start := p.Start()
	ahead, n := p.Apart(read)
	if len(ahead) == 0 {
		return n
	}
	return p.Called(start, append(ahead, p.Node(tree.Return, int(n.Start), int(n.End), "", n)))
}

// Called returns the call of a function that consists of some statements.
func (p *Cursor) Called(start int32, body []*tree.Node) *tree.Node {
	n := p.Make(tree.Function, start, "")
	n.Func = &tree.Func{Kind: tree.Arrow, Start: start, End: n.End, Body: p.Make(tree.Block, start, "", body...)}
	return p.Make(tree.Call, start, "", n)
}

// Value returns the name of a new variable, which stands for what was read from an offset on.
func (p *Cursor) Value(start, end int32) *tree.Node {
	p.values++
	return p.Node(tree.Name, int(start), int(end), "<"+strconv.Itoa(p.values)+">")
}

// Again returns a name, or a member of one, once more.
func (p *Cursor) Again(n *tree.Node) *tree.Node {
	c := p.Node(n.Op, int(n.Start), int(n.End), n.Text, n.Kids...)
	for i, k := range c.Kids {
		c.Kids[i] = p.Again(k)
	}
	return c
}

// Hold has a variable hold a value, or returns the name that the value is.
func (p *Cursor) Hold(n *tree.Node) *tree.Node {
	if n.Op == tree.Name {
		return n
	}
	v := p.Value(n.Start, n.End)
	p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v), n))
	return v
}

// Declares returns the declaration of a variable with its first value, or nil.
func (p *Cursor) Declares(target, value *tree.Node) *tree.Node {
	start, end := int(target.Start), int(target.End)
	if value != nil {
		target = p.Node(tree.Assign, start, end, "=", target, value)
	}
	return p.Node(tree.Declare, start, end, "let", target)
}

// BlockOf makes a block of some statements.
func (p *Cursor) BlockOf(start int32, all ...*tree.Node) *tree.Node {
	m := p.Mark()
	for _, n := range all {
		if n != nil {
			p.Push(n)
		}
	}
	return p.Closed(tree.Block, start, "", m)
}

// Missing returns the comparison of a value with null.
func (p *Cursor) Missing(n *tree.Node, operator string) *tree.Node {
	start, end := int(n.Start), int(n.End)
	return p.Node(tree.Binary, start, end, operator, p.Again(n), p.Node(tree.Constant, end, end, "null"))
}

// Settle has what was evaluated before statements ahead be evaluated in front of them: what stands ahead from a number
// on was put there by what is evaluated later.
func (p *Cursor) Settle(from int, earlier []*tree.Node) {
	if len(p.Hoisted) == from || !slices.ContainsFunc(earlier, func(n *tree.Node) bool { return n != nil && !IsSimple(n) }) {
		return
	}
	late := append([]*tree.Node(nil), p.Hoisted[from:]...)
	p.Hoisted = p.Hoisted[:from:from]
	for i, n := range earlier {
		switch {
		case n == nil || IsSimple(n):
		case n.Op == tree.Member && i == 0: // a method is not loaded before its arguments
			n.Kids[0] = p.Hold(n.Kids[0])
		default:
			earlier[i] = p.Hold(n)
		}
	}
	p.Hoisted = append(p.Hoisted, late...)
}

// IsSimple reports whether it does not matter when an expression is evaluated.
func IsSimple(n *tree.Node) bool {
	switch n.Op {
	case tree.Name, tree.This, tree.Super, tree.String, tree.Number, tree.Constant, tree.Function, tree.Keyword, tree.Spread:
		return true
	case tree.Member:
		return len(n.Kids) > 0 && IsSimple(n.Kids[0])
	}
	return false
}

// Short returns an operator that does not always evaluate its right side, with what that hoisted.
func (p *Cursor) Short(start int32, operator string, links int, left *tree.Node, hoisted []*tree.Node, right *tree.Node) *tree.Node {
	if len(hoisted) == 0 {
		return p.Link(links, tree.Logical, start, operator, left, right)
	}
	v := p.Value(left.Start, left.End)
	p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v), left))
	test := p.Again(v)
	switch operator {
	case "||":
		test = p.Node(tree.Unary, int(v.Start), int(v.End), "!", test)
	case "??":
		test = p.Missing(v, "==")
	}
	if last := hoisted[len(hoisted)-1]; !Leaves(last) {
		hoisted = append(hoisted, p.Assigns(v, right))
	}
	p.Hoisted = append(p.Hoisted, p.Make(tree.If, start, "", test, p.Make(tree.Block, right.Start, "", hoisted...)))
	return v
}
