package extract

import "strconv"

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
