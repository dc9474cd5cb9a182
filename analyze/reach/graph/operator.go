package graph

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/source/tree"
)

func (b *builder) binary(n *tree.Node) ID {
	switch n.Text {
	case "+", "*", "**", "<<":
		if v, ok := product(n, 0); ok {
			return b.add(Node{Kind: Number, Size: v, Start: n.Start, End: n.End})
		}
	}
	shifts := n.Text == "<<" && b.f.Language != tree.Ruby
	switch n.Text {
	case "+", ".", "<<":
		if shifts {
			break
		}
		if n.Text == "+" && b.f.Language == tree.PHP {
			return b.plus(n, b.operands(n))
		}
		id := b.concat(n, b.operands(n))
		b.f.Concats[b.f.Nodes[id].Index].Sum = n.Text == "+"
		if parts := b.f.Concats[b.f.Nodes[id].Index].Parts; n.Text == "<<" && len(parts) > 0 {
			b.lengthen(n, parts[0], parts[1:])
		}
		if n.Text == "+" && (b.f.Language == tree.Python || b.f.Language == tree.Ruby) && slices.ContainsFunc(b.operands(n), b.isList) {
			list := b.add(Node{Kind: Object, Start: n.Start, End: n.End})
			for _, part := range b.f.Concats[b.f.Nodes[id].Index].Parts {
				b.store(b.load(n, part, "*"), list, "*")
			}
			return b.either(n, id, list)
		}
		return id
	case "*":
		// In Python and Ruby a text that is repeated.
		if l := b.f.Language; l == tree.Python || l == tree.Ruby {
			id := b.concat(n, []*tree.Node{n.Kid(0), n.Kid(1)})
			c := &b.f.Concats[len(b.f.Concats)-1]
			c.Parts = append(c.Parts, b.add(Node{Kind: Text, Size: NoLimit, Start: n.Start, End: n.End}))
			return id
		}
	case "%":
		if (b.f.Language == tree.Python || b.f.Language == tree.Ruby) && b.isFormat(n.Kid(0), n.Kid(1)) {
			return b.percent(n)
		}
	case "/", "|", "&", "^":
		// Of Python's paths, types and sets, and of Ruby's lists: what is below a path is one, a union is either of its types,
		// and what two lists have in common is of each.
		if b.f.Language == tree.Python || b.f.Language == tree.Ruby && n.Text != "/" && n.Text != "^" {
			left, right := b.expression(n.Kid(0)), b.expression(n.Kid(1))
			switch {
			case n.Text == "&" && b.isConstantList(n.Kid(1)):
				left = 0
			case n.Text == "/":
				return b.either(n, left, right, b.concatenation(n, Concatenation{Parts: []ID{left, right}}))
			case n.Text == "&":
				right = 0
			}
			return b.either(n, left, right)
		}
	case "-":
		if (b.f.Language == tree.Python || b.f.Language == tree.Ruby) && (b.isList(n.Kid(0)) || b.isList(n.Kid(1))) {
			left := b.expression(n.Kid(0))
			b.expression(n.Kid(1))
			return b.either(n, left)
		}
	case "=~", "!~", "===":
		if n.Text == "===" && b.f.Language != tree.Ruby {
			break
		}
		method := "=~"
		if n.Text == "===" {
			method = n.Text
		}
		left, right := b.expression(n.Kid(0)), b.expression(n.Kid(1))
		return b.called(n, Call{Receiver: left, Method: method, Args: []Arg{{Node: right}}})
	case "in", "not in":
		if list := n.Kid(1); list != nil && list.Op != tree.Binary && (b.f.Language <= tree.Python || b.f.Language == tree.Java) {
			b.membership(n, n.Kid(0), list)
			return 0
		}
	}
	left, right := b.expression(n.Kid(0)), b.expression(n.Kid(1))
	if left == 0 || right == 0 || !shifts && n.Text != "*" && n.Text != "-" && n.Text != "/" {
		return 0
	}
	b.f.Products = append(b.f.Products, Arithmetic{n.Text, left, right})
	return b.add(Node{Kind: Product, Index: int32(len(b.f.Products) - 1), Start: n.Start, End: n.End})
}

// isList reports whether an expression is a list or set that is written out, or may be a constant one of Ruby.
func (b *builder) isList(n *tree.Node) bool {
	n = b.meant(n)
	return n != nil && (n.Op == tree.Array || n.Op == tree.Name && b.f.Language == tree.Ruby && n.Text != "" && 'A' <= n.Text[0] && n.Text[0] <= 'Z')
}

// isConstantList reports whether an expression is such a list in which only texts stand that are written out.
func (b *builder) isConstantList(n *tree.Node) bool {
	return b.isList(n) && !slices.ContainsFunc(b.meant(n).Kids, func(k *tree.Node) bool { return k == nil || k.Op != tree.String })
}

// membership adds the question whether a list has something in it.
func (b *builder) membership(n, of, list *tree.Node) {
	left, right := b.expression(of), b.expression(list)
	b.called(n, Call{Receiver: right, Method: "in", Args: []Arg{{Node: left}}})
}

// foundIn limits what was found in a list that n asks for it.
func (b *builder) foundIn(n, of *tree.Node) {
	if index, ok := b.calls[n]; ok {
		b.limitArg(of, Sym{Call: index, Arg: 0, When: True})
	}
}

// plus adds a sum in PHP, which is a number, or a list that has the members of several. Of texts it is never one.
func (b *builder) plus(n *tree.Node, parts []*tree.Node) ID {
	ids := make([]ID, len(parts))
	for i, k := range parts {
		ids[i] = b.expression(k)
	}
	if !slices.ContainsFunc(parts, b.isNumber) {
		list := b.add(Node{Kind: Object, Start: n.Start, End: n.End})
		for _, id := range ids {
			if id != 0 {
				b.store(id, list, EachMember)
			}
		}
		return list
	}
	sum := ids[0]
	for _, id := range ids[1:] {
		if sum == 0 || id == 0 {
			return 0
		}
		b.f.Products = append(b.f.Products, Arithmetic{"+", sum, id})
		sum = b.add(Node{Kind: Product, Index: int32(len(b.f.Products) - 1), Start: n.Start, End: n.End})
	}
	return sum
}

// isNumber reports whether an operand of a sum in PHP is no list, as far as its form tells.
func (b *builder) isNumber(n *tree.Node) bool {
	switch {
	case n == nil:
		return true
	case n.Op == tree.Name:
		return !strings.HasPrefix(n.Text, "$")
	case n.Op == tree.Cast:
		return n.Kid(1) != nil && slices.Contains(toNumbers, strings.ToLower(n.Kids[1].Text))
	}
	return n.Op == tree.Number || n.Op == tree.Unary || n.Op == tree.Binary
}

// operands returns the parts of a sum of sums from left to right, which may be nested deeply.
func (b *builder) operands(n *tree.Node) []*tree.Node {
	var parts []*tree.Node
	op := n.Text
	for n != nil && n.Op == tree.Binary && n.Text == op {
		parts = append(parts, n.Kid(1))
		n = n.Kid(0)
	}
	parts = append(parts, n)
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return parts
}

// logical adds a && b, a || b or a ?? b, whose second part is read knowing what the first one said.
func (b *builder) logical(n *tree.Node) ID {
	left := b.expression(n.Kid(0))
	skipped := b.fork()
	if n.Text != "??" {
		b.refine(n.Kid(0), n.Text == "&&")
	}
	right := b.expression(n.Kid(1))
	if b.env.dead && n.Text != "??" { // so the first side decided
		b.env = skipped
		b.refine(n.Kid(0), n.Text == "||")
	} else {
		b.env = join(b.env, skipped)
	}
	if n.Text == "&&" && b.isSize(right) {
		return b.either(n, right, b.add(Node{Kind: Opaque})) // a limit, or perhaps none
	}
	if n.Text == "&&" {
		return right
	}
	return b.orElse(n, left, right)
}

// orElse returns what a value is, or another where that is missing.
func (b *builder) orElse(n *tree.Node, first, other ID) ID {
	id := b.either(n, first, other)
	b.f.Nodes[id].Index = OrElse
	return id
}

func (b *builder) either(n *tree.Node, ids ...ID) ID {
	var to ID
	for _, id := range ids {
		if id != 0 {
			if to == 0 {
				to = b.value(n)
			}
			b.copy(id, to, Free)
		}
	}
	return to
}

func (b *builder) conditional(n *tree.Node) ID {
	b.expression(n.Kid(0))
	other := b.fork()
	b.refine(n.Kid(0), true)
	yes := b.expression(n.Kid(1))
	then := b.env
	b.env = other
	b.refine(n.Kid(0), false)
	no := b.expression(n.Kid(2))
	b.env = join(b.env, then)
	if yes == 0 && b.isSize(no) || no == 0 && b.isSize(yes) {
		return b.either(n, yes, no, b.add(Node{Kind: Opaque})) // a limit, or perhaps none
	}
	return b.either(n, yes, no)
}

// isSize reports whether a node is a constant that may be a size, such as 1024 or "1mb".
func (b *builder) isSize(id ID) bool {
	n := &b.f.Nodes[id]
	return n.Kind == Number || n.Kind == Text && n.Name != "" && n.Name[0] >= '0' && n.Name[0] <= '9'
}

// maxProduct bounds the numbers that are worked out, and maxFactors how many are multiplied.
const (
	maxProduct = 1 << 50
	maxFactors = 8
)

// product returns what constant numbers come to, as sizes are written: 10 * 1024 * 1024, 4 * 1024 ** 2, 1 << 20.
func product(n *tree.Node, depth int) (int64, bool) {
	switch {
	case n == nil || depth > maxFactors:
	case n.Op == tree.Number:
		v, ok := number(n.Text)
		return v, ok && v >= 0 && v < maxProduct
	case n.Op == tree.Binary:
		left, ok := product(n.Kid(0), depth+1)
		right, known := product(n.Kid(1), depth+1)
		switch {
		case !ok || !known:
		case n.Text == "*":
			return times(left, right)
		case n.Text == "+":
			return left + right, left+right < maxProduct
		case n.Text == "<<" && right < 50:
			return times(left, 1<<right)
		case n.Text == "**" && right < 50:
			v := int64(1)
			for range right {
				if v, ok = times(v, left); !ok {
					return 0, false
				}
			}
			return v, true
		}
	}
	return 0, false
}

// times returns the product of two numbers, unless it is beyond those that are worked out.
func times(x, y int64) (int64, bool) {
	if y != 0 && x > maxProduct/y {
		return 0, false
	}
	return x * y, true
}

// number returns the whole number that a literal denotes.
func number(text string) (int64, bool) {
	text = strings.TrimRight(strings.ReplaceAll(text, "_", ""), "nlLuU")
	if v, err := strconv.ParseInt(text, 0, 64); err == nil {
		return v, true
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != float64(int64(v)) {
		return 0, false
	}
	return int64(v), true
}
