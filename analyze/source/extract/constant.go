package extract

import (
	"unicode/utf8"

	"snag/analyze/wtf8"
)

// maxConstant bounds the length in bytes of a pattern put together from constants, which may double
// with each constant that is followed.
const maxConstant = 1 << 20

// maxFollow bounds how deeply expressions and constants are followed.
const maxFollow = 24

// constant is the value of a constant expression while it is being read.
type constant struct {
	text   []byte // WTF-8
	origin origin
	number bool // the value is a number and not a string
	regex  bool // the value is a regex, text its pattern
	list   bool // the value is the array items
	items  []constant
	flags  string
	high   bool // text ends with a high surrogate
	names  int  // constants that were followed
	parts  []part
}

// verbatim appends the characters src[start:end]. A byte that is not UTF-8 becomes U+FFFD.
func (v *constant) verbatim(src []byte, start, end int) {
	for i := start; i < end; {
		run := i
		for i < end && src[i] < utf8.RuneSelf {
			i++
		}
		if i > run {
			if v.text == nil {
				v.text = make([]byte, 0, end-run)
			}
			v.origin.pieces = append(v.origin.pieces, piece{v.origin.points, run, i, false})
			v.origin.points += i - run
			v.text = append(v.text, src[run:i]...)
			v.high = false
		}
		if i < end {
			r, n := utf8.DecodeRune(src[i:end])
			v.character(r, i, i+n)
			i += n
		}
	}
}

// character appends the character that src[start:end] denotes. A low surrogate joins a high one
// before it.
func (v *constant) character(r rune, start, end int) {
	if v.high && wtf8.IsLow(r) {
		n := len(v.text) - 3
		high, _ := wtf8.DecodeRune(string(v.text[n:]))
		v.text = wtf8.AppendRune(v.text[:n], wtf8.Join(high, r))
		v.origin.pieces[len(v.origin.pieces)-1].end = end
		v.high = false
		return
	}
	v.origin.pieces = append(v.origin.pieces, piece{v.origin.points, start, end, true})
	v.origin.points++
	v.text = wtf8.AppendRune(v.text, r)
	v.high = wtf8.IsHigh(r)
}

// add appends another constant.
func (v *constant) add(w constant) {
	v.names += w.names
	v.parts = append(v.parts, w.parts...)
	if v.high && len(w.text) > 0 && len(w.origin.pieces) > 0 && w.origin.pieces[0].single {
		if r, n := wtf8.DecodeRune(string(w.text)); wtf8.IsLow(r) {
			first := w.origin.pieces[0]
			v.character(r, first.start, first.end)
			w.text = w.text[n:]
			w.origin.pieces = w.origin.pieces[1:]
			v.shift(w, v.origin.points-1)
			return
		}
	}
	v.shift(w, v.origin.points)
}

// shift appends w, whose code point 0 becomes number by.
func (v *constant) shift(w constant, by int) {
	v.text = append(v.text, w.text...)
	for _, p := range w.origin.pieces {
		p.point += by
		v.origin.pieces = append(v.origin.pieces, p)
	}
	v.origin.points = by + w.origin.points
	if len(w.text) > 0 {
		v.high = w.high
	}
}

// source returns the byte offsets of what denotes code point i, or -1, -1.
func (v *constant) source(i int) (start, end int) { return v.origin.point(i) }

// asWritten returns where the constant stands if it is ASCII in one piece without escapes.
func (v *constant) asWritten() (start, end int, ok bool) {
	if len(v.origin.pieces) != 1 || v.origin.pieces[0].single {
		return 0, 0, false
	}
	return v.origin.pieces[0].start, v.origin.pieces[0].end, true
}

// extent returns the piece of source that the constant's text makes up: all of it in the expression
// that stands between start and end, or all of it in the one constant that the expression names.
func (v *constant) extent(start, end int) (from, to int, ok bool) {
	p := v.origin.pieces
	if len(p) == 0 || v.names > 1 {
		return 0, 0, false
	}
	from, to = p[0].start, p[len(p)-1].end
	for i := range p {
		inside := p[i].start >= start && p[i].end <= end
		if inside != (v.names == 0) || i > 0 && p[i].start < p[i-1].end {
			return 0, 0, false
		}
	}
	return from, to, true
}

// cut returns the part of the constant's text from byte i, which is code point n, to byte j, which is
// code point m. It can no longer be written in its form. steps is what that took.
func (v *constant) cut(i, n, j, m int) (w constant, steps int) {
	w.text = v.text[i:j:j]
	w.origin.points = m - n
	pieces := v.origin.pieces
	if m <= n || len(pieces) == 0 {
		return w, 1
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
	}
	return w, 1 + len(w.origin.pieces)
}

// spelled notes that the whole of src[start:end] was read in the given form.
func (v *constant) spelled(f form, start, end int) {
	v.parts = append(v.parts, part{start, end, f})
}

// quoted returns the constant between \Q and \E, which come from offset at.
func (v *constant) quoted(at int) constant {
	var q constant
	for _, r := range `\Q` {
		q.character(r, at, at)
	}
	q.add(*v)
	for _, r := range `\E` {
		q.character(r, at, at)
	}
	q.names++ // not one text of the file
	return q
}
