package literal

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/wtf8"
)

// MaxConstant bounds the length in bytes of a pattern put together from constants, which may double
// with each constant that is followed.
const MaxConstant = 1 << 20

// MaxFollow bounds how deeply expressions and constants are followed.
const MaxFollow = 24

// Constant is the value of a constant expression while it is being read.
type Constant struct {
	Text   []byte // WTF-8
	origin origin
	Number bool // the value is a number and not a string
	Regex  bool // the value is a regex, text its pattern
	List   bool // the value is the array items
	Items  []Constant
	Flags  string // of a regex
	high   bool   // text ends with a high surrogate
	Names  int    // constants that were followed
	hyphen bool   // text holds a hyphen that a function has escaped, or has left as it was
	Parts  []part // the texts of the file that it was read from, in their order
}

// Verbatim appends the characters src[start:end]. A byte that is not UTF-8 becomes U+FFFD.
func (v *Constant) Verbatim(src []byte, start, end int) {
	for i := start; i < end; {
		run := i
		for i < end && src[i] < utf8.RuneSelf {
			i++
		}
		if i > run {
			if v.Text == nil {
				v.Text = make([]byte, 0, end-run)
			}
			v.origin.pieces = append(v.origin.pieces, piece{point: v.origin.points, start: run, end: i})
			v.origin.points += i - run
			v.Text = append(v.Text, src[run:i]...)
			v.high = false
		}
		if i < end {
			r, n := utf8.DecodeRune(src[i:end])
			v.Character(r, i, i+n)
			i += n
		}
	}
}

// Character appends the character that src[start:end] denotes. A low surrogate joins a high one
// before it.
func (v *Constant) Character(r rune, start, end int) {
	if v.high && wtf8.IsLow(r) {
		n := len(v.Text) - 3
		high, _ := wtf8.DecodeRune(string(v.Text[n:]))
		v.Text = wtf8.AppendRune(v.Text[:n], wtf8.Join(high, r))
		v.origin.pieces[len(v.origin.pieces)-1].end = end
		v.high = false
		return
	}
	v.origin.pieces = append(v.origin.pieces, piece{point: v.origin.points, start: start, end: end, single: true})
	v.origin.points++
	v.Text = wtf8.AppendRune(v.Text, r)
	v.high = wtf8.IsHigh(r)
}

// Append appends another constant.
func (v *Constant) Append(w Constant) {
	v.Names += w.Names
	v.hyphen = v.hyphen || w.hyphen
	v.Parts = append(v.Parts, w.Parts...)
	if v.high && len(w.Text) > 0 && len(w.origin.pieces) > 0 && w.origin.pieces[0].single {
		if r, n := wtf8.DecodeRune(string(w.Text)); wtf8.IsLow(r) {
			first := w.origin.pieces[0]
			v.Character(r, first.start, first.end)
			w.Text = w.Text[n:]
			w.origin.pieces = w.origin.pieces[1:]
			v.shift(w, v.origin.points-1)
			return
		}
	}
	v.shift(w, v.origin.points)
}

// Join appends another constant to a text. The reason is a clause that says that the text gets longer than
// MaxConstant, else "".
func (v *Constant) Join(w Constant) (reason string) {
	v.Append(w)
	if v.Number = false; len(v.Text) > MaxConstant {
		return "the pattern is longer than 1 MiB"
	}
	return ""
}

// Integer appends the number src[start:end], as it is written. It reports false for one that is no
// decimal integer of up to 53 bits, which may read differently as text.
func (v *Constant) Integer(src []byte, start, end int) bool {
	b := src[start:end]
	if _, err := strconv.ParseUint(string(b), 10, 53); err != nil || b[0] == '0' && len(b) > 1 {
		return false
	}
	v.Verbatim(src, start, end)
	v.Number = true
	return true
}

// shift appends w, whose code point 0 becomes number by.
func (v *Constant) shift(w Constant, by int) {
	v.Text = append(v.Text, w.Text...)
	for _, p := range w.origin.pieces {
		p.point += by
		v.origin.pieces = append(v.origin.pieces, p)
	}
	v.origin.points = by + w.origin.points
	if len(w.Text) > 0 {
		v.high = w.high
	}
}

// Source returns the byte offsets of what denotes code point i, or -1, -1.
func (v *Constant) Source(i int) (start, end int) { return v.origin.point(i) }

// AsWritten returns where the constant stands if it is ASCII in one piece without escapes.
func (v *Constant) AsWritten() (start, end int, ok bool) {
	if len(v.origin.pieces) != 1 || v.origin.pieces[0].single {
		return 0, 0, false
	}
	return v.origin.pieces[0].start, v.origin.pieces[0].end, true
}

// extent returns the piece of source that the constant's text makes up: all of it in the expression
// that stands between start and end, or all of it in the one constant that the expression names.
func (v *Constant) extent(start, end int) (from, to int, ok bool) {
	p := v.origin.pieces
	if len(p) == 0 || v.Names > 1 {
		return 0, 0, false
	}
	from, to = p[0].start, p[len(p)-1].end
	for i := range p {
		inside := p[i].start >= start && p[i].end <= end
		if inside != (v.Names == 0) || i > 0 && p[i].start < p[i-1].end {
			return 0, 0, false
		}
	}
	return from, to, true
}

// Cut returns the part of the constant's text from byte i, which is code point n, to byte j, which is
// code point m. It can no longer be written in its form. steps is what that took.
func (v *Constant) Cut(i, n, j, m int) (w Constant, steps int) {
	w.Text, w.hyphen = v.Text[i:j:j], v.hyphen
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

// Take appends the characters that src[start:end], text of the given form, denotes. The reason says in a
// clause why they are not known, "" where they are.
func (v *Constant) Take(f Decoder, src []byte, start, end int) (reason string) {
	if reason = f.Decode(v, src, start, end); reason == "" {
		v.Spelled(f, start, end)
	}
	return reason
}

// Spelled notes that the whole of src[start:end] was read in the given form.
func (v *Constant) Spelled(f Form, start, end int) {
	v.Parts = append(v.Parts, part{start, end, f})
}

// Quoted returns the constant between \Q and \E, which come from offset at.
func (v *Constant) Quoted(at int) Constant {
	var q Constant
	for _, r := range `\Q` {
		q.Character(r, at, at)
	}
	q.Append(*v)
	for _, r := range `\E` {
		q.Character(r, at, at)
	}
	q.Names++ // not one text of the file
	return q
}

// Escaped returns the pattern of the constant's text, with a backslash, which comes from offset at, before each
// character that has a meaning in patterns, and before those of more.
func (v *Constant) Escaped(at int, more string) Constant {
	var e Constant
	for n, r := range wtf8.Decode(string(v.Text)) {
		start, end := v.origin.point(n)
		switch {
		case r == '-': // a backslash before it is an error under u where it means nothing
			e.hyphen = true
			for _, r := range `\x2d` {
				e.Character(r, start, end)
			}
			continue
		case strings.ContainsRune(`\^$.*+?()[]{}|`, r), strings.ContainsRune(more, r):
			e.Character('\\', at, at)
		}
		e.Character(r, start, end)
	}
	e.Names = v.Names + 1 // not one text of the file
	return e
}

// HyphenInClass reports whether an escaped hyphen of the constant's text stands in a character class. The functions
// that escape differ there: where one leaves the hyphen as it is, it makes a range.
func (v *Constant) HyphenInClass() bool {
	if !v.hyphen {
		return false
	}
	class := false
	for i := 0; i < len(v.Text); i++ {
		switch {
		case v.Text[i] == '\\':
			if class && bytes.HasPrefix(v.Text[i:], []byte(`\x2d`)) {
				return true
			}
			i++
		case v.Text[i] == '[':
			class = true
		case v.Text[i] == ']':
			class = false
		}
	}
	return false
}

// Value is the value of a constant that stands outside of what the reader of a file follows: a text, unless one of the
// flags is set.
type Value struct {
	Text   string // in WTF-8; the pattern of a regex
	Flags  string // of a regex
	Number bool
	Regex  bool
	List   bool // the value is a list of the items
	Items  []Value
}

// At returns the constant of a value that the expression between two offsets of the file stands for.
func (v Value) At(start, end int) Constant {
	c := Constant{Number: v.Number, Regex: v.Regex, List: v.List, Flags: v.Flags}
	for _, r := range wtf8.Decode(v.Text) {
		c.Character(r, start, end)
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, item.At(start, end))
	}
	c.Names = 2 // no text of the file
	return c
}
