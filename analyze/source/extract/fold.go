package extract

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

func (c *code) fail(reason string) (constant, int, bool) {
	if c.reason == "" {
		c.reason = reason
	}
	return constant{}, 0, false
}

// depends fails because of the expression at token i.
func (c *code) depends(i int) (constant, int, bool) {
	if c.reason != "" {
		return constant{}, 0, false
	}
	return c.fail("depends on " + c.excerpt(c.start(i)))
}

// number appends the value of the number at token i, which must be a plain integer.
func (c *code) number(i int) (v constant, ok bool) {
	b := c.bytes(i)
	if _, err := strconv.ParseUint(string(b), 10, 53); err != nil || b[0] == '0' && len(b) > 1 {
		return v, false
	}
	v.verbatim(c.src, c.start(i), c.end(i))
	v.number = true
	return v, true
}

// append joins w to v. It fails where the result gets too long.
func (c *code) append(v *constant, w constant) bool {
	v.add(w)
	if v.number = false; len(v.text) > maxConstant {
		c.fail("the pattern is longer than 1 MiB")
		return false
	}
	return true
}

// sprintf puts the arguments in place of %s and %d in a text, and those of keyed in place of %(key)s.
// ok is false for anything else behind a per cent sign.
func (c *code) sprintf(text *constant, arguments []constant, keyed map[string]constant) (v constant, ok bool) {
	v.names = text.names
	n, used, from, fromPoint := 0, 0, 0, 0
	t := text.text
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
		var item constant
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
			if !ok || item.list || item.regex || t[b] == 'd' && !item.number {
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
	v.parts = nil // the text has per cent signs of its own
	return v, true
}

// cut returns a part of a constant, which costs as many steps as it has pieces.
func (c *code) cut(v *constant, i, n, j, m int) constant {
	w, steps := v.cut(i, n, j, m)
	c.work -= steps
	return w
}
