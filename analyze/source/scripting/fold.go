package scripting

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"snag/analyze/source/literal"
)

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
	b := c.bytes(i)
	if _, err := strconv.ParseUint(string(b), 10, 53); err != nil || b[0] == '0' && len(b) > 1 {
		return v, false
	}
	v.Verbatim(c.src, c.start(i), c.end(i))
	v.Number = true
	return v, true
}

// append joins w to v. It fails where the result gets too long.
func (c *code) append(v *literal.Constant, w literal.Constant) bool {
	v.Append(w)
	if v.Number = false; len(v.Text) > literal.MaxConstant {
		c.fail("the pattern is longer than 1 MiB")
		return false
	}
	return true
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
