package graph

import (
	"slices"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/tree"
)

// meet returns the limit of a text that obeys both limits.
func (b *builder) meet(c, o Cap) Cap {
	max, since := min(c.Max, o.Max), min(c.Since, o.Since)
	switch {
	case c.isFree():
		since = o.Since
	case o.isFree():
		since = c.Since
	}
	if c.Sym == 0 || o.Sym == 0 {
		return Cap{max, c.Sym + o.Sym, since}
	}
	s := b.f.Syms[o.Sym]
	s.Next = c.Sym
	return Cap{max, b.sym(s), since}
}

func (c Cap) isFree() bool { return c.Max == NoLimit && c.Sym == 0 }

// equals are the ways to write that two values are the same, or not.
var equals = map[string]string{"==": "==", "===": "==", "eq": "==", "eql?": "==", "equal?": "==", "!=": "!=", "!==": "!=", "ne": "!=", "<>": "!="}

var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

var negated = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

// comparison notes what follows from comparing the length of a text with a number, or the text with a
// constant one.
func (b *builder) comparison(n *tree.Node, truth bool) {
	op := n.Text
	switch op {
	case "===", "!==", "eq", "eql?", "equal?", "ne", "<>":
		op = equals[op]
	}
	if negated[op] == "" {
		return
	}
	if !truth {
		op = negated[op]
	}
	left, right := n.Kid(0), n.Kid(1)
	text, of := b.measured(left), left
	if text == nil {
		if text, of = b.measured(right), right; text != nil {
			right, op = left, mirrored[op]
		}
	}
	if text == nil {
		if !b.added(left, op, right) && !b.added(right, mirrored[op], left) {
			b.equality(left, right, op, b.f.Language == tree.PHP && len(n.Text) == 2)
		}
		return
	}
	b.atMostSo(text, of, op, right)
}

// added limits the texts whose lengths are added up, or of which the longest is taken, and reports whether that is what n does.
func (b *builder) added(n *tree.Node, op string, with *tree.Node) bool {
	if n == nil || with == nil || op != "<" && op != "<=" && op != "==" {
		return false
	}
	if of := n.Kid(0); n.Op == tree.Binary && n.Text == "-" && b.measured(of) != nil {
		_, ok := b.whole(n.Kid(1))
		if ok {
			b.atMostSo(b.measured(of), of, op, &tree.Node{Op: tree.Binary, Text: "+", Kids: []*tree.Node{with, n.Kids[1]}, Start: with.Start, End: with.End})
		}
		return ok
	}
	parts, ok := b.addends(n, 0)
	parts = slices.DeleteFunc(slices.Clone(parts), func(k *tree.Node) bool { return b.measured(k) == nil })
	if b.f.Language == tree.JavaScript && len(parts) > 1 {
		return ok // a number in the place of another text makes the sum none, and an object says what length it likes
	}
	for _, k := range parts {
		if ok {
			b.atMostSo(b.measured(k), k, op, with)
		}
	}
	return ok
}

// addends returns the parts of a sum of lengths and numbers, or those of which an expression is the largest, and whether it is
// one of these: none of the parts is more than all.
func (b *builder) addends(n *tree.Node, depth int) (parts []*tree.Node, ok bool) {
	n = b.meant(n)
	switch {
	case n == nil || depth > 4:
	case n.Op == tree.Binary && n.Text == "+":
		for _, k := range n.Kids {
			size, isNumber := b.whole(k)
			more, isSum := b.addends(k, depth+1)
			if b.measured(k) == nil && !isSum && (!isNumber || size < 0) {
				return nil, false
			}
			parts = append(append(parts, k), more...)
		}
		return parts, true
	case n.Op == tree.Call && n.Kid(0) != nil:
		callee := n.Kids[0]
		list := callee.Kid(0)
		switch {
		case callee.Op == tree.Member && callee.Text == "max" && list != nil && list.Op == tree.Array && len(n.Kids) == 1: // of Ruby
			return list.Kids, true
		case callee.Op == tree.Name && b.s.uses[callee] == nil && (callee.Text == "max" || callee.Text == "maxOf"),
			callee.Op == tree.Member && list != nil && list.Text == "Math" && b.s.uses[list] == nil && (callee.Text == "max" || callee.Text == "Max"):
			return n.Kids[1:], len(n.Kids) > 2 && !slices.ContainsFunc(n.Kids[1:], func(k *tree.Node) bool {
				return k == nil || k.Op == tree.Spread || k.Op == tree.Keyword || k.Op == tree.Function
			})
		}
	}
	return nil, false
}

// atMostSo limits a text whose length, which an expression is, was found to be less than a number or as much.
func (b *builder) atMostSo(text, of *tree.Node, op string, right *tree.Node) {
	m, ok := b.member(text)
	if !ok {
		if m, ok = b.handedMember(text); !ok {
			return
		}
	}
	delta := int64(0)
	switch op {
	case "<":
		delta = -1
	case "<=", "==":
	default:
		return
	}
	if max, ok := b.whole(right); ok {
		b.limit(m, Cap{Max: maxOf(max+delta, 0)})
		if b.f.Language == tree.Ruby && of.Op == tree.Call && isToText(of.Kid(0).Kid(0)) {
			b.limit(m, b.textual(NoLimit))
		}
		return
	}
	if isReckoned(right, 0) {
		if s := b.sym(Sym{Limit: b.expression(right), Delta: delta, Call: -1}); s != 0 {
			b.limit(m, Cap{Max: NoLimit, Sym: s})
		}
	}
}

// isReckoned reports whether an expression is a name or member, or reckons with such and numbers.
func isReckoned(n *tree.Node, depth int) bool {
	switch {
	case n == nil || depth > maxFactors:
		return false
	case n.Op == tree.Number:
		return depth > 0
	case n.Op == tree.Binary:
		return isReckoned(n.Kid(0), depth+1) && isReckoned(n.Kid(1), depth+1)
	}
	return n.Op == tree.Name || (n.Op == tree.Member || n.Op == tree.Index) && !n.Maybe
}

func maxOf(a, b int64) int64 { return max(a, b) }

// IsNumberLike reports whether a text begins as numbers do. To PHP all texts of one number are equal but for === and what
// is told to be strict: "1" == "0001".
func IsNumberLike(text string) bool {
	return strings.ContainsAny(text[:min(1, len(text))], "0123456789.+- \t\n\r\v\f")
}

// equality limits what equals a constant text; loose where a text of the same number equals that too.
func (b *builder) equality(left, right *tree.Node, op string, loose bool) {
	if op != "==" || left == nil || right == nil {
		return
	}
	if left.Op == tree.String {
		left, right = right, left
	}
	if right.Op != tree.String || loose && IsNumberLike(right.Text) {
		return
	}
	if left != nil && left.Op == tree.Unary && left.Text == "typeof" {
		if m, ok := b.member(left.Kid(0)); ok && right.Text == "string" {
			b.limit(m, b.textual(NoLimit))
		}
		return
	}
	if m, ok := b.member(left); ok {
		b.limit(m, b.textual(int64(utf8.RuneCountInString(right.Text))))
	}
}

// equated returns what a call of Java, Kotlin or C# finds to be the same text, nil for any other call. Those that leave letters'
// case aside find texts of the same length in Java alone.
func (b *builder) equated(n *tree.Node) (left, right *tree.Node) {
	callee := n.Kid(0)
	java := b.f.Language == tree.Java
	if callee == nil || callee.Op != tree.Member || !java && b.f.Language != tree.CSharp {
		return nil, nil
	}
	switch name := callee.Text; {
	case len(n.Kids) == 2 && (java && (name == "equals" || name == "equalsIgnoreCase" || name == "contentEquals") || !java && name == "Equals"):
		return callee.Kid(0), n.Kids[1]
	case len(n.Kids) == 3 && java && name == "equals" && callee.Kid(0) != nil && (callee.Kid(0).Text == "Objects" || callee.Kid(0).Text == "StringUtils"):
		return n.Kids[1], n.Kids[2]
	}
	return nil, nil
}

// textual returns the limit of what was found to be a text.
func (b *builder) textual(max int64) Cap {
	if b.f.Language != tree.JavaScript && b.f.Language != tree.Ruby {
		return Cap{Max: max}
	}
	if b.text == 0 {
		b.text = b.sym(Sym{Call: Textual})
	}
	return Cap{Max: max, Sym: b.text}
}

// isEncoded reports whether an expression of Python is a text in bytes of which none is left out: s.encode('utf-8').
func isEncoded(n *tree.Node) bool {
	if n == nil || n.Op != tree.Call || n.Kid(0) == nil || n.Kids[0].Op != tree.Member || n.Kids[0].Text != "encode" || len(n.Kids) > 2 {
		return false
	}
	return n.Kid(1) == nil || keepsBytes(n.Kids[1])
}

// keepsBytes reports whether an expression names an encoding in which no character is less than one byte.
func keepsBytes(as *tree.Node) bool {
	return as != nil && as.Op == tree.String && slices.Contains([]string{"utf-8", "utf8", "UTF-8", "ascii", "latin-1", "latin1"}, as.Text)
}

// measured returns the text whose length an expression is, or nil.
func (b *builder) measured(n *tree.Node) *tree.Node {
	for range 4 {
		if n != nil && n.Op == tree.Assign && n.Text == "=" {
			n = n.Kid(1)
			continue
		}
		if n != nil && n.Op == tree.Logical && n.Text != "&&" && n.Kid(1) != nil && n.Kids[1].Op == tree.Number { // s?.length ?? 0, of nothing
			n = n.Kid(0)
			continue
		}
		if n == nil || n.Op != tree.Name {
			break
		}
		v := b.s.uses[n]
		if v == nil || v.writes != 1 || v.foreign || v.param || v.constant == nil || !b.isSet(v) || !b.stable(v.constant, 0) {
			return nil
		}
		n = v.constant
		b.asOf(n)
	}
	if n == nil {
		return nil
	}
	var text *tree.Node
	switch n.Op {
	case tree.Member:
		switch n.Text {
		case "length", "Length", "size", "Count", "count", "byteLength":
			text = n.Kid(0)
		}
	case tree.Call:
		callee := n.Kid(0)
		switch {
		case callee == nil:
		case callee.Op == tree.Member && len(n.Kids) == 1:
			switch callee.Text {
			case "length", "size", "count", "bytesize", "Count", "len", "__len__":
				text = callee.Kid(0)
			}
		case callee.Op == tree.Member && slices.Contains([]string{"byteLength", "RuneCountInString", "RuneCount"}, callee.Text) && (len(n.Kids) == 2 || len(n.Kids) > 2 && keepsBytes(n.Kids[2])):
			text = n.Kids[1]
		case callee.Op == tree.Member && callee.Text == "GetByteCount" && len(n.Kids) == 2 && callee.Kid(0) != nil && callee.Kids[0].Text == "UTF8":
			text = n.Kids[1]
		case callee.Op == tree.Name && b.s.uses[callee] == nil && len(n.Kids) > 1:
			switch callee.Text {
			case "len", "strlen", "mb_strlen", "iconv_strlen", "grapheme_strlen":
				text = n.Kids[1]
			}
		}
	}
	if b.f.Language == tree.Python && isEncoded(text) {
		text = text.Kids[0].Kid(0) // of which no character is less than one byte
	}
	if b.f.Language == tree.Ruby && isToText(text) {
		text = text.Kids[0].Kid(0) // nothing has no length
	}
	if b.f.Language == tree.Ruby || b.f.Language == tree.Java || b.f.Language == tree.CSharp {
		text = taken(text)
	}
	// The length of (s || "") is that of s.
	for text != nil && (text.Op == tree.Logical || text.Op == tree.Call && len(text.Kids) == 2 && dotted(text.Kids[0]) == "String") {
		if text.Op == tree.Call {
			text = text.Kids[1]
			continue
		}
		if k := text.Kid(1); text.Text == "&&" || k == nil || k.Op != tree.String || k.Text != "" {
			return nil
		}
		text = text.Kid(0)
	}
	return text
}

// taken returns the text whose characters or bytes an expression gives, or which it demands to be there; else the expression.
func taken(n *tree.Node) *tree.Node {
	if n == nil || n.Op != tree.Call || n.Kid(0) == nil || n.Kids[0].Op != tree.Member {
		return n
	}
	callee, as := n.Kids[0], n.Kid(1)
	switch {
	case as == nil && slices.Contains([]string{"chars", "bytes", "toCharArray", "ToCharArray", "getBytes", "toByteArray", "encodeToByteArray"}, callee.Text),
		as != nil && as.Op == tree.Member && as.Text == "UTF_8" && (callee.Text == "getBytes" || callee.Text == "toByteArray"):
		return callee.Kid(0)
	case callee.Text == "requireNonNull" && callee.Kid(0) != nil && callee.Kids[0].Text == "Objects" && as != nil:
		return as
	}
	return n
}

// isToText reports whether an expression is what to_s of Ruby makes of another.
func isToText(n *tree.Node) bool {
	return n != nil && n.Op == tree.Call && len(n.Kids) == 1 && n.Kids[0] != nil && n.Kids[0].Op == tree.Member && n.Kids[0].Text == "to_s"
}

// isOfModule reports whether a variable is one of a module of Python that a function reads, which other files may set.
func (b *builder) isOfModule(v *variable) bool {
	return b.f.Language == tree.Python && v.owner == b.s.top.owner && v.owner != b.f.Funcs[b.fn].Tree
}

// whole returns the whole number that a constant expression has.
func (b *builder) whole(n *tree.Node) (int64, bool) { return b.wholeDepth(n, 0) }

func (b *builder) wholeDepth(n *tree.Node, depth int) (int64, bool) {
	if n == nil || depth > 8 {
		return 0, false
	}
	switch n.Op {
	case tree.Number:
		return number(n.Text)
	case tree.Name:
		if v := b.s.uses[n]; v != nil && v.writes == 1 && !v.foreign && !v.param && b.isSet(v) && !b.isOfModule(v) {
			return b.wholeDepth(v.constant, depth+1)
		}
	case tree.Cast:
		return b.wholeDepth(n.Kid(0), depth+1)
	case tree.Binary:
		x, ok := b.wholeDepth(n.Kid(0), depth+1)
		y, also := b.wholeDepth(n.Kid(1), depth+1)
		if !ok || !also || x < 0 || y < 0 || x > 1<<40 || y > 1<<20 {
			return 0, false
		}
		switch n.Text {
		case "+":
			return x + y, true
		case "-":
			return x - y, true
		case "*":
			return x * y, true
		case "<<":
			if y < 20 {
				return x << y, true
			}
		case "**":
			v := int64(1)
			for range min(y, 41) {
				if v *= max(x, 1); v > 1<<40 {
					return 0, false
				}
			}
			return v, true
		}
	}
	return 0, false
}

// atMost returns the comparison that follows from a value being within a range, as n.between?(1, 9), (1..9).cover?(n),
// n.in?(1..9) and (1..9) === n say in Ruby; nil for none.
func (b *builder) atMost(n *tree.Node) *tree.Node {
	if b.f.Language != tree.Ruby {
		return nil
	}
	value, of := n.Kid(1), n.Kid(0)
	if n.Op == tree.Call {
		callee := n.Kid(0)
		if callee == nil || callee.Op != tree.Member {
			return nil
		}
		value, of = callee.Kid(0), n.Kid(1)
		switch {
		case callee.Text == "between?" && len(n.Kids) == 3:
			return compared(n, value, "<=", n.Kids[2])
		case callee.Text == "in?" && len(n.Kids) == 2:
		case (callee.Text == "cover?" || callee.Text == "include?" || callee.Text == "member?") && len(n.Kids) == 2:
			value, of = of, value
		default:
			return nil
		}
	}
	of = b.meant(of)
	if of == nil || of.Op != tree.Binary || of.Kid(1) == nil {
		return nil
	}
	switch of.Text {
	case "..":
		return compared(n, value, "<=", of.Kid(1))
	case "...":
		return compared(n, value, "<", of.Kid(1))
	}
	return nil
}

func compared(n, left *tree.Node, op string, right *tree.Node) *tree.Node {
	return &tree.Node{Op: tree.Binary, Start: n.Start, End: n.End, Text: op, Kids: []*tree.Node{left, right}}
}
