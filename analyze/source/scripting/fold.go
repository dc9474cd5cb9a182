package scripting

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
)

// sums tells how the language joins strings.
type sums struct {
	plus byte // the operator
	// wraps reports whether a line may end behind the operator.
	wraps bool
	// operand reads one operand, with what is applied to it, from token i, and returns the token behind it.
	operand func(i, depth int) (v literal.Constant, next int, ok bool)
	// operandEnd returns the token behind the operand at token i with its members and calls, or i where that is none,
	// and whether it is a function's result in which what has a meaning in patterns is escaped.
	operandEnd func(i int) (next int, escaped bool)
	// regexText, if set, returns what a regex becomes within other text, where src[start:end] inserts it.
	// Without it regexes and numbers are not joined.
	regexText func(regex literal.Constant, start, end int) literal.Constant
}

// sum reads operands joined by the operator from token i, and returns the token behind them.
func (c *code) sum(i, depth int) (literal.Constant, int, bool) {
	v, i, ok := c.filled(i, depth)
	for ok && c.kind(i) == c.plus {
		var w literal.Constant
		at := i + 1
		for c.wraps && c.kind(at) == kindLine {
			at++
		}
		if w, i, ok = c.filled(at, depth); !ok {
			break
		}
		if v.List || w.List || c.plus == '+' && (v.Number || w.Number || v.Regex || w.Regex) {
			return c.depends(at)
		}
		v, w = c.asText(v, c.start(at), c.start(at)), c.asText(w, c.start(at), c.start(at))
		if !c.append(&v, w) {
			return literal.Constant{}, 0, false
		}
	}
	return v, i, ok
}

// filled reads an operand, in its place a hole where that is not constant and c goes on without it.
func (c *code) filled(i, depth int) (v literal.Constant, next int, ok bool) {
	if v, next, ok = c.operand(i, depth); ok || !c.holes || c.work < 0 {
		return v, next, ok
	}
	end, escaped := c.operandEnd(i)
	if end == i {
		return v, next, false
	}
	return c.hole(c.start(i), c.end(end-1), escaped), end, true
}

// hole returns what stands for the expression between two offsets.
func (c *code) hole(start, end int, escaped bool) (v literal.Constant) {
	v.Hole(start, end, escaped)
	c.reason = ""
	return v
}

// sketch keeps what is known of a pattern that is not constant as a whole, which read reads.
func (c *code) sketch(l *literal.Literal, read func() (v literal.Constant, ok bool)) {
	reason := c.reason
	c.holes, c.reason = true, ""
	if v, ok := read(); ok && !v.List && !v.Number && v.HasHoles() {
		l.Outline(&v, l.Flags, l.FlagsKnown, c.src)
	}
	c.holes, c.reason = false, reason
}

// chain returns the token behind a name with members and calls at token i: names behind one of the given kinds, and
// brackets.
func (c *code) chain(i int, links, brackets string) int {
	next := i + 1
	for {
		switch k := c.kind(next); {
		case strings.IndexByte(links, k) >= 0 && (c.kind(next+1) == kindName || c.kind(next+1) == kindVariable):
			next += 2
		case strings.IndexByte(links, k) >= 0 && strings.IndexByte(brackets, c.kind(next+1)) >= 0 && c.mate(next+1) > 0:
			next = c.mate(next+1) + 1
		case strings.IndexByte(brackets, k) >= 0 && c.mate(next) > 0:
			next = c.mate(next) + 1
		default:
			return next
		}
	}
}

// asText returns a constant as it becomes a part of other text, where src[start:end] inserts it.
func (c *code) asText(v literal.Constant, start, end int) literal.Constant {
	if v.Regex && c.sums.regexText != nil {
		return c.sums.regexText(v, start, end)
	}
	return v
}

// known reports whether a name has one value. name is its source.
func (c *code) known(name string, b bound, found bool) bool {
	switch {
	case !found:
		c.fail("depends on `" + name + "`, which this file does not define")
	case b.path != "":
		c.fail("depends on `" + name + "`, which is imported")
	case b.value < 0:
		c.fail("depends on `" + name + "`, whose value is not known here")
	default:
		return true
	}
	return false
}

// follow evaluates what a name stands for. ends are the kinds of the tokens that may stand behind.
func (c *code) follow(name string, b bound, found bool, depth int, ends string) (v literal.Constant, ok bool) {
	if !c.known(name, b, found) {
		return v, false
	}
	v, stop, ok := c.sum(b.value, depth+1)
	if !ok {
		c.fail("depends on `" + name + "`")
		return v, false
	}
	if strings.IndexByte(ends, c.kind(stop)) < 0 {
		c.fail("depends on `" + name + "`, whose value is computed")
		return v, false
	}
	v.Names++
	return v, true
}

// decode appends src[i:end], text of the given form.
func (c *code) decode(v *literal.Constant, f literal.Decoder, i, end int) bool {
	if reason := v.Take(f, c.src, i, end); reason != "" {
		c.fail(reason)
		return false
	}
	return len(v.Text) <= literal.MaxConstant
}

// interpolate appends src[at:end], text of the given form in which values are inserted. next returns the
// offset of the next of them from an offset on, or -1. value reads it, and returns the offset behind.
func (c *code) interpolate(v *literal.Constant, f literal.Decoder, at, end int, next func(at int) int, value func(i int) (w literal.Constant, stop int, ok bool)) bool {
	c.work -= end - at
	for n := next(at); n >= 0; n = next(at) {
		if reason := v.Take(f, c.src, at, n); reason != "" {
			c.fail(reason)
			return false
		}
		w, stop, ok := value(n)
		if !ok && c.holes && stop > n {
			w, ok = c.hole(n, stop, false), true
		}
		if !ok || w.List || !c.append(v, c.asText(w, n, stop)) {
			return false
		}
		at = stop
	}
	return c.decode(v, f, at, end)
}

// inner evaluates the code in a string that begins at offset i, and returns the offset of the bracket that
// ends it.
func (c *code) inner(i, depth int) (v literal.Constant, end int, ok bool) {
	in, ok := c.fields[i]
	if !ok {
		return c.fail("too much to follow")
	}
	v, stop, ok := c.sum(in.token, depth+1)
	if !ok || c.kind(stop) != kindLine || v.List {
		return c.depends(in.token)
	}
	return v, in.end, true
}

// joined appends items with a separator in between.
func (c *code) joined(v *literal.Constant, separator literal.Constant, items []literal.Constant) bool {
	for n, item := range items {
		if n > 0 && !c.append(v, separator) || !c.append(v, item) {
			return false
		}
	}
	return true
}

func (c *code) fail(reason string) (literal.Constant, int, bool) {
	if c.reason == "" {
		c.reason = reason
	}
	return literal.Constant{}, 0, false
}

// depends fails because of the expression at token i.
func (c *code) depends(i int) (literal.Constant, int, bool) {
	if c.reason != "" {
		return literal.Constant{}, 0, false
	}
	return c.fail("depends on " + c.excerpt(c.start(i)))
}

// number appends the value of the number at token i, which must be a plain integer.
func (c *code) number(i int) (v literal.Constant, ok bool) {
	ok = v.Integer(c.src, c.start(i), c.end(i))
	return v, ok
}

// append joins w to v. It fails where the result gets too long.
func (c *code) append(v *literal.Constant, w literal.Constant) bool {
	reason := v.Join(w)
	if reason != "" {
		c.fail(reason)
	}
	return reason == ""
}

// sprintf puts the arguments in place of %s and %d in a text, and those of keyed in place of %(key)s.
// ok is false for anything else behind a per cent sign.
func (c *code) sprintf(text *literal.Constant, arguments []literal.Constant, keyed map[string]literal.Constant) (v literal.Constant, ok bool) {
	v.Names = text.Names
	n, used, from, fromPoint := 0, 0, 0, 0
	t := text.Text
	for b := 0; b < len(t); {
		if t[b] != '%' {
			b += max(1, runeLength(t[b:]))
			n++
			continue
		}
		if !c.append(&v, c.cut(text, from, fromPoint, b, n)) {
			return v, false
		}
		start, point := b, n
		b, n = b+1, n+1
		key := ""
		if b < len(t) && t[b] == '(' {
			end := bytes.IndexByte(t[b:], ')')
			if end < 0 {
				return v, false
			}
			key = string(t[b+1 : b+end])
			n += utf8.RuneCount(t[b : b+end+1])
			b += end + 1
		}
		var item literal.Constant
		switch {
		case b < len(t) && t[b] == '%' && key == "":
			item = c.cut(text, start, point, start+1, point+1)
		case b < len(t) && (t[b] == 's' || t[b] == 'd'):
			if item, ok = keyed[key]; key == "" {
				if ok = used < len(arguments); ok {
					item = arguments[used]
				}
				used++
			}
			if !ok || item.List || item.Regex || t[b] == 'd' && !item.Number {
				return v, false
			}
		default:
			return v, false
		}
		if !c.append(&v, item) {
			return v, false
		}
		b, n = b+1, n+1
		from, fromPoint = b, n
	}
	if used != len(arguments) && len(keyed) == 0 {
		return v, false
	}
	if !c.append(&v, c.cut(text, from, fromPoint, len(t), n)) {
		return v, false
	}
	v.Parts = nil // the text has per cent signs of its own
	return v, true
}

// cut returns a part of a constant, which costs as many steps as it has pieces.
func (c *code) cut(v *literal.Constant, i, n, j, m int) literal.Constant {
	w, steps := v.Cut(i, n, j, m)
	c.work -= steps
	return w
}
