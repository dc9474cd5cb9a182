package literal

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"snag/analyze/wtf8"
)

// Writing tells how a kind of string with escape sequences is written.
type Writing struct {
	// Control is the format of a control character, given by its number.
	Control string
	// Wide are further characters that are written by their number, in the format Number.
	Wide, Number string
	// Halves reports whether halves of surrogate pairs can be written so too.
	Halves bool
}

// ErrSurrogate is why a form without escapes cannot hold half of a surrogate pair.
var ErrSurrogate = errors.New("half of a surrogate pair cannot be written here")

// Write returns text that denotes the code points. A backslash stands in front of each character of
// escaped, and of itself. special, if not nil, is asked first: it returns how a character is written
// between its neighbours, which are -1 at the ends, or "" for as usual.
func (w *Writing) Write(points []rune, escaped string, special func(before, r, next rune) string) (string, error) {
	var b strings.Builder
	for i, r := range points {
		before, next := rune(-1), rune(-1)
		if i > 0 {
			before = points[i-1]
		}
		if i+1 < len(points) {
			next = points[i+1]
		}
		if special != nil {
			if text := special(before, r, next); text != "" {
				b.WriteString(text)
				continue
			}
		}
		half := wtf8.IsSurrogate(r)
		switch {
		case half && !w.Halves:
			return "", ErrSurrogate
		case half || strings.ContainsRune(w.Wide, r):
			fmt.Fprintf(&b, w.Number, r)
		case r == '\\' || strings.ContainsRune(escaped, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, w.Control, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

// VerbatimText returns code points as they are in UTF-8.
func VerbatimText(points []rune) (string, error) {
	var b strings.Builder
	for _, r := range points {
		if wtf8.IsSurrogate(r) {
			return "", ErrSurrogate
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

// Read returns the code points that text denotes between what stands before and behind it. ok is false
// where whole does not take these three for one string, or decode, which returns a reason why not, does
// not know the value of the text.
func Read(before, text, behind string, whole func(src []byte) bool, decode func(v *Constant, src []byte, i, end int) (reason string)) (points []rune, ok bool) {
	src := []byte(before + text + behind)
	if !whole(src) {
		return nil, false
	}
	var v Constant
	if decode(&v, src, len(before), len(before)+len(text)) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
}

// Doubled appends the characters that src[i:end] denotes, in which the quote is written twice.
func Doubled(v *Constant, src []byte, i, end int, quote byte) (reason string) {
	for {
		n := bytes.IndexByte(src[i:end], quote)
		if n < 0 || i+n+1 >= end {
			v.Verbatim(src, i, end)
			return ""
		}
		v.Verbatim(src, i, i+n)
		v.Character(rune(quote), i+n, i+n+2)
		i += n + 2
	}
}
