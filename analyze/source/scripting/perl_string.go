package scripting

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

// perlText is a string of Perl: one that interprets escapes, or one after q or in apostrophes.
type perlText struct {
	before      []byte // the delimiter in front of the text, with the operator
	open, close byte
	inserts     bool
}

// decode appends src[i:end], text without inserted variables.
func (f perlText) decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for run := i; ; {
		for i < end && src[i] != '\\' {
			i++
		}
		v.Verbatim(src, run, i)
		if i+1 >= end {
			v.Verbatim(src, i, end)
			return ""
		}
		start := i
		if !f.inserts {
			if c := src[i+1]; c == '\\' || c == f.open || c == f.close {
				v.Character(rune(c), i, i+2)
				i += 2
				run = i
			} else {
				run = i
				i++
			}
			continue
		}
		c, n := perlEscape(src[i:end])
		if n == 0 {
			return "the string has an escape that is not followed"
		}
		i += n
		v.Character(c, start, i)
		run = i
	}
}

// perlEscape reads the escape sequence at the start of b. The length is 0 for one that is not followed.
func perlEscape(b []byte) (c rune, n int) {
	number := func(digits []byte, base, n int) (rune, int) {
		v, err := strconv.ParseUint(strings.ReplaceAll(string(digits), "_", ""), base, 32)
		if len(digits) == 0 {
			v, err = 0, nil
		}
		if err != nil || v > utf8.MaxRune {
			return 0, 0
		}
		return rune(v), n
	}
	switch b[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'f':
		return '\f', 2
	case 'e':
		return 0x1B, 2
	case 'a':
		return '\a', 2
	case 'b':
		return '\b', 2
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return scan.Octal(b, 1, 3)
	case 'x', 'o':
		base := 16
		if b[1] == 'o' {
			base = 8
		}
		if len(b) > 2 && b[2] == '{' {
			for n = 3; n < len(b) && b[n] != '}'; n++ {
			}
			if n >= len(b) {
				return 0, 0
			}
			return number(b[3:n], base, n+1)
		}
		for n = 2; n < len(b) && n < 4 && scan.IsHex(b[n]); n++ {
		}
		return number(b[2:n], base, n)
	case 'N', 'c', 'L', 'U', 'Q', 'E', 'l', 'u', 'F':
		return 0, 0
	}
	c, n = utf8.DecodeRune(b[1:])
	return c, n + 1
}

func (f perlText) Write(points []rune) (string, error) {
	var b strings.Builder
	for i, c := range points {
		next := rune(0)
		if i+1 < len(points) {
			next = points[i+1]
		}
		delimiter := c == rune(f.open) || c == rune(f.close)
		switch {
		case wtf8.IsSurrogate(c):
			return "", literal.ErrSurrogate
		case !f.inserts:
			if delimiter || c == '\\' && (next == '\\' || next == rune(f.open) || next == rune(f.close) || next == 0) {
				b.WriteByte('\\')
			}
			b.WriteRune(c)
		case c == '\\' || delimiter || c == '$' || c == '@':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String(), nil
}

func (f perlText) Read(text string) ([]rune, bool) {
	src := []byte(string(f.before) + text + string(f.close))
	q, ok := readPerl(src, kindString)
	if !ok || q.start != len(f.before) || !utf8.ValidString(text) || f.inserts && insertsPerl(src, q.start, q.end, perlStrings) >= 0 {
		return nil, false
	}
	var v literal.Constant
	if f.decode(&v, src, q.start, q.end) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
}

// readPerl reads a source text that is one string or regex.
func readPerl(src []byte, kind byte) (q perlQuote, ok bool) {
	p := newPerl(&scan.State{Src: src})
	p.read(0)
	if len(p.list) != 1 || p.list[0].kind != kind || p.end(0) != len(src) || p.start(0) != 0 {
		return q, false
	}
	return p.quotes[0], true
}

// inserting tells where variables are inserted.
type inserting uint8

const (
	perlStrings  inserting = iota
	perlPatterns           // not in code, and not in front of what makes $ an assertion
	perlExtended           // nor in comments
)

// insertsPerl returns the offset of the next variable from i on that is inserted, or -1.
func insertsPerl(src []byte, i, end int, where inserting) int {
	pattern, class := where != perlStrings, false
	for ; i < end; i++ {
		next := byte(0)
		if i+1 < end {
			next = src[i+1]
		}
		switch src[i] {
		case '\\':
			i++
		case '[', ']':
			class = src[i] == '['
		case '#':
			if where == perlExtended && !class {
				for i < end && src[i] != '\n' {
					i++
				}
			}
		case '(':
			if pattern && !class && next == '?' {
				i = behindCode(src, i, end)
			}
		case '$':
			switch {
			case next == 0 || next <= ' ' || pattern && strings.IndexByte("()|", next) >= 0:
			case scan.ByteClass[next]&scan.ByteName != 0, strings.IndexByte("{:&`'+!@/\\,;.\"<>[]-?*#~=%^", next) >= 0:
				if next == ':' && (i+3 >= end || src[i+2] != ':' || scan.ByteClass[src[i+3]]&scan.ByteName == 0) {
					break
				}
				return i
			}
		case '@':
			if scan.ByteClass[next]&scan.ByteName != 0 && scan.ByteClass[next]&scan.ByteDigit == 0 || next == '{' || next == ':' && i+3 < end && src[i+2] == ':' && scan.ByteClass[src[i+3]]&scan.ByteName != 0 {
				return i
			}
		}
	}
	return -1
}

// behindCode returns the offset of the last byte of the code or comment whose bracket is at i, or i
// where there is none.
func behindCode(src []byte, i, end int) int {
	at := i + 2
	if at < end && src[at] == '#' {
		for at < end && src[at] != ')' {
			at++
		}
		return at
	}
	if at < end && src[at] == '?' {
		at++
	}
	if at >= end || src[at] != '{' {
		return i
	}
	for depth := 0; at < end; at++ {
		switch src[at] {
		case '\\':
			at++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return end
}

// perlRegex is a pattern of Perl between delimiters.
type perlRegex struct {
	before, after []byte // the delimiters with the operator and what follows
	open, close   byte
	where         inserting
}

// plain reports whether nothing is inserted.
func (f perlRegex) plain() bool { return f.open == '\'' }

// decode appends src[i:end], text without inserted variables. A backslash in front of a delimiter that
// is no bracket is taken away.
func (f perlRegex) decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	quoting := false // between \Q and \E
	for run := i; ; {
		for i < end && src[i] != '\\' && !quoting {
			i++
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return ""
		}
		run = i
		if quoting && (src[i] != '\\' || i+1 < end && src[i+1] != 'E') {
			c, n := utf8.DecodeRune(src[i:end])
			if src[i] == '\\' && src[i+1] == f.close && f.open == f.close {
				c, n = rune(f.close), 2
			}
			if scan.ByteClass[src[i]]&scan.ByteName == 0 || src[i] == '$' {
				v.Character('\\', i, i+n)
			}
			v.Character(c, i, i+n)
			i += n
			run = i
			continue
		}
		if i+1 >= end {
			v.Verbatim(src, i, end)
			return ""
		}
		switch c := src[i+1]; {
		case c == f.close && f.open == f.close:
			v.Character(rune(c), i, i+2)
			run = i + 2
		case c == 'Q' && !f.plain():
			quoting, run = true, i+2
		case c == 'E' && !f.plain():
			quoting, run = false, i+2
		case strings.IndexByte("ULulF", c) >= 0 && !f.plain():
			return `the case of a part is changed by \` + string(c)
		}
		if i += 2; run > i-2 {
			i = run
		}
	}
}

func (f perlRegex) Write(points []rune) (string, error) {
	var out []rune
	for i := 0; i < len(points); i++ {
		c := points[i]
		if f.open == f.close && c == rune(f.close) {
			out = append(out, '\\')
		} else if c == '\\' && i+1 < len(points) {
			out = append(out, c)
			i++
			c = points[i]
		}
		out = append(out, c)
	}
	return literal.VerbatimText(out)
}

func (f perlRegex) Read(text string) ([]rune, bool) {
	src := []byte(string(f.before) + text + string(f.after))
	q, ok := readPerl(src, kindRegex)
	if !ok || q.start != len(f.before) || q.end != len(f.before)+len(text) || !utf8.ValidString(text) ||
		!f.plain() && insertsPerl(src, q.start, q.end, f.where) >= 0 {
		return nil, false
	}
	var v literal.Constant
	if f.decode(&v, src, q.start, q.end) != "" {
		return nil, false
	}
	return wtf8.Decode(string(v.Text)), true
}

// Fit returns a pattern of the same meaning that the literal can hold.
func (f perlRegex) Fit(points []rune) ([]rune, error) {
	if len(points) == 0 {
		return []rune("(?:)"), nil // an empty pattern is the last one that matched
	}
	var out []rune
	class := false
	for i := 0; i < len(points); i++ {
		c := points[i]
		next := rune(0)
		if i+1 < len(points) {
			next = points[i+1]
		}
		if c == '[' {
			class = true
		} else if c == ']' {
			class = false
		}
		switch {
		case c == '\\' && next == rune(f.close) && f.open == f.close:
			if strings.ContainsRune(`|*+?.^$-`, next) {
				return nil, fmt.Errorf("the pattern needs the delimiter %q itself", next)
			}
			out = append(out, next)
			i++
		case c == '\\' && i+1 < len(points):
			out = append(out, c, next)
			i++
		case f.plain():
			out = append(out, c)
		case c == '$' && insertsPerl([]byte(string(points[i:min(len(points), i+4)])), 0, len(string(points[i:min(len(points), i+4)])), perlPatterns) == 0:
			if class {
				out = append(out, '\\', c)
			} else {
				out = append(out, []rune(`$(?:)`)...)
			}
		case c == '@' && i+1 < len(points):
			out = append(out, '\\', c)
		default:
			out = append(out, c)
		}
	}
	if f.open != f.close {
		return fitDelimiters(rune(f.open), rune(f.close))(out)
	}
	return fitDelimiters(0, 0)(out) // only the check of its end
}
