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

// cut returns the part of a constant's text from byte i, which is code point n, to byte j, which is
// code point m. It can no longer be written in its form.
func (c *code) cut(v *constant, i, n, j, m int) (w constant) {
	w.text = v.text[i:j:j]
	w.origin.points = m - n
	pieces := v.origin.pieces
	c.work -= 1
	if m <= n || len(pieces) == 0 {
		return w
	}
	for k := pieceAt(pieces, n); k < len(pieces) && pieces[k].point < m; k++ {
		p := pieces[k]
		if !p.single {
			last := p.point + p.end - p.start
			if last > m {
				p.end -= last - m
			}
			if p.point < n {
				p.start += n - p.point
			}
		}
		p.point = max(p.point, n) - n
		w.origin.pieces = append(w.origin.pieces, p)
		c.work--
	}
	return w
}

// pieceAt returns the number of the piece that holds a code point.
func pieceAt(pieces []piece, point int) int {
	lo, hi := 0, len(pieces)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; pieces[mid].point <= point {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
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
