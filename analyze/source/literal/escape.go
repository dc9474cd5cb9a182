package literal

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"snag/analyze/wtf8"
)

// Escapes tells what the escape sequences of a kind of string denote. All of them begin with a backslash.
type Escapes struct {
	// Letters are pairs of characters: one that may stand behind the backslash, and what the two denote.
	Letters string
	// Numbers are the escapes that denote a character by its number.
	Numbers []Number
	// Lines reports whether a backslash at the end of a line denotes nothing, together with the line end
	// and as many of the bytes in Blanks as follow.
	Lines  LineEnds
	Blanks string
	// Other is what a backslash in front of any other character denotes.
	Other Other
	// More, if set, is asked first. It returns the byte that the escape at the start of b, which has two
	// bytes at least, denotes, or Nothing, and its length, which is 0 for an escape that it does
	// not know. The reason says in a clause why the escape is not followed.
	More func(b []byte) (r rune, n int, reason string)
	// Reason says in a clause that an escape is not valid. "" stands for a clause that fits all.
	Reason string
}

// Number is an escape that denotes a character by its number, in hexadecimal digits unless it is octal.
type Number struct {
	Letter      byte // behind the backslash
	Octal       bool // with Letter 0 the first octal digit stands behind the backslash itself
	Least, Most int  // digits without braces; no Most means that they stand in braces only
	Braces      bool // any number of digits may stand in braces instead
	Gaps        bool // those in braces may be none, or have underscores in between
	Loose       bool // without digits and braces it is no escape, rather than one that is not valid
	Byte        bool // the number is that of a byte; bytes in a row denote a character in UTF-8
	NoHalves    bool // the number must not be that of a surrogate
	// Limit is the largest number, 0 for that of the last character. Of octal digits no more are read
	// than it allows.
	Limit rune
	Mask  rune // is applied to the number, if not 0
}

// LineEnds tells which line ends may be escaped.
type LineEnds uint8

// The line ends that may be escaped. The zero value is none.
const (
	NoLines  LineEnds = iota
	LineFeed          // LF alone
	AnyLine           // LF, CR and CRLF
)

// Other is what a backslash in front of a character denotes that has no meaning behind it.
type Other uint8

// What such a backslash denotes. The zero value is Invalid.
const (
	Invalid      Other = iota
	TheCharacter       // the character alone
	TheBackslash       // itself: it begins no escape
)

// Nothing is what an escape denotes that has no character.
const Nothing = -1

// Decode appends the characters that src[i:end] denotes. The reason says in a clause why they are not
// known, "" where they are.
func (e *Escapes) Decode(v *Constant, src []byte, i, end int) (reason string) {
	for {
		n := bytes.IndexByte(src[i:end], '\\')
		if n < 0 {
			v.Verbatim(src, i, end)
			return ""
		}
		v.Verbatim(src, i, i+n)
		if i, reason = e.Append(v, src, i+n, end); reason != "" {
			return reason
		}
	}
}

// Append appends what the escape at i of src[:end] denotes, and returns where it ends. The reason says in
// a clause why that is not known, "" where it is.
func (e *Escapes) Append(v *Constant, src []byte, i, end int) (next int, reason string) {
	if i+1 >= end && e.Other != Invalid {
		v.Verbatim(src, i, end)
		return end, ""
	}
	r, n, isByte, reason := e.read(src[i:end])
	switch {
	case reason != "":
		return end, reason
	case n == 0: // no escape
		v.Verbatim(src, i, i+1)
		return i + 1, ""
	case r == Nothing:
		return i + n, ""
	case !isByte || r < utf8.RuneSelf:
		v.Character(r, i, i+n)
		return i + n, ""
	}
	encoded := []byte{byte(r)}
	for next = i + n; next < end && !utf8.FullRune(encoded) && src[next] == '\\'; next += n {
		if r, n, isByte, reason = e.read(src[next:end]); reason != "" || !isByte || r < utf8.RuneSelf {
			break
		}
		encoded = append(encoded, byte(r))
	}
	r, n = utf8.DecodeRune(encoded)
	if n != len(encoded) || n == 1 {
		if e.Reason != "" {
			return end, e.Reason
		}
		return end, fmt.Sprintf("the string has the byte %#x, which is not text", encoded[0])
	}
	v.Character(r, i, next)
	return next, ""
}

// read returns what the escape at the start of b denotes and its length, 0 where there is none. isByte
// reports whether it denotes a byte.
func (e *Escapes) read(b []byte) (r rune, n int, isByte bool, reason string) {
	if len(b) < 2 {
		return 0, 0, false, e.invalid()
	}
	if e.More != nil {
		if r, n, reason = e.More(b); n > 0 || reason != "" {
			return r, n, true, reason
		}
	}
	c := b[1]
	if c == '\n' && e.Lines != NoLines || c == '\r' && e.Lines == AnyLine {
		if n = 2; c == '\r' && len(b) > 2 && b[2] == '\n' {
			n = 3
		}
		for n < len(b) && strings.IndexByte(e.Blanks, b[n]) >= 0 {
			n++
		}
		return Nothing, n, false, ""
	}
	for t := e.Letters; t != "" && c < utf8.RuneSelf; {
		r, n := utf8.DecodeRuneInString(t[1:])
		if t[0] == c {
			return r, 2, false, ""
		}
		t = t[1+n:]
	}
	for i := range e.Numbers {
		number := &e.Numbers[i]
		if c != number.Letter && (number.Letter != 0 || c < '0' || c > '7') {
			continue
		}
		if r, n = number.read(b); n == 0 && !number.Loose || r < 0 {
			return 0, 0, false, e.invalid()
		} else if n > 0 {
			return r, n, number.Byte, ""
		}
	}
	switch e.Other {
	case TheBackslash:
		return 0, 0, false, ""
	case TheCharacter:
		r, n = utf8.DecodeRune(b[1:])
		return r, n + 1, false, ""
	}
	return 0, 0, false, e.invalid()
}

func (e *Escapes) invalid() string {
	if e.Reason != "" {
		return e.Reason
	}
	return "the string has an invalid escape"
}

// read returns the number of the escape at the start of b and its length, which is 0 where digits are
// missing. The number is -1 where it is not valid.
func (d *Number) read(b []byte) (r rune, n int) {
	start := 2
	if d.Letter == 0 {
		start = 1
	}
	end := start
	if d.Braces && len(b) > 2 && b[2] == '{' {
		digits, _, closed := bytes.Cut(b[3:], []byte("}"))
		end = len(digits) + 4
		if d.Gaps {
			digits = bytes.ReplaceAll(digits, []byte("_"), nil)
		} else if len(digits) == 0 {
			return -1, 0
		}
		if r = d.value(digits); !closed {
			return -1, 0
		}
	} else {
		for end < len(b) && end < start+d.Most {
			more := d.value(b[start : end+1])
			if more < 0 && (d.Octal || hexDigit(b[end]) < 0) {
				break
			}
			r = more
			end++
		}
		if end < start+d.Least || d.Most == 0 {
			return 0, 0
		}
	}
	if d.NoHalves && wtf8.IsSurrogate(r) {
		return -1, 0
	}
	if d.Mask != 0 {
		r &= d.Mask
	}
	return r, end
}

// value returns the number that digits make, or -1.
func (d *Number) value(digits []byte) (r rune) {
	base, limit := rune(16), d.Limit
	if d.Octal {
		base = 8
	}
	if limit == 0 {
		limit = utf8.MaxRune
	}
	for _, c := range digits {
		digit := hexDigit(c)
		if digit < 0 || digit >= base {
			return -1
		}
		if r = r*base + digit; r > limit {
			return -1
		}
	}
	return r
}

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c | 0x20 - 'a' + 10)
	}
	return -1
}

// HexValue returns the number that hexadecimal digits make, or -1 where they are none, or more than the
// number of a character.
func HexValue(digits []byte) rune { return (&Number{}).value(digits) }
