package scripting

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

// phpText is a string of PHP: in apostrophes, in double quotes, a heredoc (quote 0) or a nowdoc.
type phpText struct {
	quote  byte
	nowdoc bool
	// indent is the number of bytes of white space that each line but the first begins with.
	indent int
	white  string // that white space
	label  string
	brace  bool // a brace stands in front of the text
}

// decode appends src[i:end], text without inserted variables.
func (f phpText) decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	plain := f.quote == 0 && f.nowdoc
	for run := i; ; {
		for i < end && (src[i] != '\\' || plain) && (src[i] != '\n' || f.indent == 0) {
			i++
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return ""
		}
		start := i
		if src[i] == '\n' {
			v.Verbatim(src, i, i+1)
			for i++; i < end && i <= start+f.indent && (src[i] == ' ' || src[i] == '\t'); i++ {
			}
			run = i
			continue
		}
		if i+1 >= end {
			v.Verbatim(src, i, end)
			return ""
		}
		if f.quote == '\'' {
			if c := src[i+1]; c == '\\' || c == '\'' {
				v.Character(rune(c), i, i+2)
				run = i + 2
			} else {
				run = i
			}
			i = max(run, i+1)
			continue
		}
		r, n := f.escape(src[i:end])
		switch {
		case n == 0:
			v.Verbatim(src, i, i+1)
			i++
		case r < 0:
			return "the string has an invalid escape"
		case r < utf8.RuneSelf || src[i+1] == 'u':
			v.Character(r, i, i+n)
			i += n
		default: // bytes that are UTF-8 together
			b := []byte{byte(r)}
			for i += n; i < end && !utf8.FullRune(b); {
				if r, n = f.escape(src[i:end]); n == 0 || r < utf8.RuneSelf || src[i+1] == 'u' {
					break
				}
				b = append(b, byte(r))
				i += n
			}
			r, size := utf8.DecodeRune(b)
			if r == utf8.RuneError || size != len(b) {
				return fmt.Sprintf("the string has the byte %#x, which is not text", b[0])
			}
			v.Character(r, start, i)
		}
		run = i
	}
}

// escape reads the escape sequence at the start of b. The length is 0 where there is none, and the
// character -1 where it is not valid. Below \u{ it is a byte.
func (f phpText) escape(b []byte) (r rune, n int) {
	if len(b) < 2 || b[0] != '\\' {
		return 0, 0
	}
	switch c := b[1]; c {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'v':
		return '\v', 2
	case 'e':
		return 0x1B, 2
	case 'f':
		return '\f', 2
	case '\\', '$':
		return rune(c), 2
	case '"':
		if f.quote == '"' {
			return rune(c), 2
		}
	case '0', '1', '2', '3', '4', '5', '6', '7':
		r, n = scan.Octal(b, 1, 3)
		return r & 0xFF, n
	case 'x', 'X':
		n = 2
		for n < len(b) && n < 4 && scan.IsHex(b[n]) {
			n++
		}
		if n == 2 {
			return 0, 0
		}
		v, _ := strconv.ParseUint(string(b[2:n]), 16, 32)
		return rune(v), n
	case 'u':
		if len(b) < 3 || b[2] != '{' {
			return 0, 0
		}
		for n = 3; n < len(b) && scan.IsHex(b[n]); n++ {
		}
		v, err := strconv.ParseUint(string(b[3:n]), 16, 32)
		if err != nil || v > utf8.MaxRune || n >= len(b) || b[n] != '}' {
			return -1, 2
		}
		return rune(v), n + 1
	}
	return 0, 0
}

// inserts reports whether a variable is inserted at i.
func (f phpText) inserts(src []byte, i, end int) bool {
	if f.quote == '\'' || f.nowdoc || i+1 >= end {
		return false
	}
	next := src[i+1]
	switch src[i] {
	case '$':
		return phpName[next] && next != '\\' && scan.ByteClass[next]&scan.ByteDigit == 0 || next == '{'
	case '{':
		return next == '$'
	}
	return false
}

func (f phpText) Write(points []rune) (string, error) {
	var b strings.Builder
	for i, r := range points {
		next := rune(0)
		if i+1 < len(points) {
			next = points[i+1]
		}
		switch {
		case wtf8.IsSurrogate(r):
			return "", literal.ErrSurrogate
		case f.nowdoc || f.quote == '\'':
			// A backslash needs another one only where an escape would begin.
			if f.quote == '\'' && (r == '\'' || r == '\\' && (next == '\\' || next == '\'' || next == 0)) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		case r == '\\' || r == '"' && f.quote == '"':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '$' && (i == 0 && f.brace || next == 0 || next == '{' || next >= utf8.RuneSelf || phpName[byte(next)]):
			b.WriteString(`\$`)
		case r == '{' && next == '$':
			b.WriteString(`\x7b`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n' && f.quote == '"':
			b.WriteString(`\n`)
		case r < ' ' && r != '\n' || r == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
		if r == '\n' {
			b.WriteString(f.white)
		}
	}
	return b.String(), nil
}

func (f phpText) Read(text string) ([]rune, bool) {
	if !utf8.ValidString(text) || f.brace && strings.HasPrefix(text, "$") {
		return nil, false
	}
	before, after := string(f.quote), string(f.quote)
	if f.quote == 0 {
		before, after = "<<<"+f.label+"\n"+f.white, "\n"+f.white+f.label
		if f.nowdoc {
			before = "<<<'" + f.label + "'\n" + f.white
		}
	}
	src := []byte(before + text + after)
	p := &php{code: newCode(&scan.State{Src: src}, len(src))}
	p.read(0, false)
	if len(p.list) != 1 || p.list[0].kind != kindString || p.end(0) != len(src) || len(p.fields) > 0 {
		return nil, false
	}
	end := len(before) + len(text)
	for i := len(before); i < end; i++ {
		if src[i] == '\\' && f.quote != '\'' {
			i++
		} else if f.inserts(src, i, end) {
			return nil, false
		}
	}
	var v literal.Constant
	if f.decode(&v, src, len(before), end) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
}

// fitDelimiters returns a function that escapes the delimiters of a pattern in it. A pattern in
// brackets may hold pairs of them.
func fitDelimiters(open, close rune) func([]rune) ([]rune, error) {
	return func(points []rune) ([]rune, error) {
		slashes := 0
		for n := len(points) - 1; n >= 0 && points[n] == '\\'; n-- {
			slashes++
		}
		if slashes%2 == 1 {
			return nil, errors.New("the pattern ends with a backslash")
		}
		if open != close && balanced(points, open, close) {
			return points, nil
		}
		meta := strings.ContainsRune(`()[]{}|*+?.^$-`, open)
		var out []rune
		for i := 0; i < len(points); i++ {
			r := points[i]
			switch {
			case r == '\\' && i+1 < len(points):
				out = append(out, r)
				i++
				r = points[i]
			case r == open || r == close:
				if meta {
					return nil, fmt.Errorf("the pattern needs the delimiter %q itself", r)
				}
				out = append(out, '\\')
			}
			out = append(out, r)
		}
		return out, nil
	}
}

// balanced reports whether the brackets that are not escaped come in pairs.
func balanced(points []rune, open, close rune) bool {
	depth := 0
	for i := 0; i < len(points); i++ {
		switch points[i] {
		case '\\':
			i++
		case open:
			depth++
		case close:
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
