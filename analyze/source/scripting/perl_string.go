package scripting

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// perlText is a string of Perl: one that interprets escapes, or one after q or in apostrophes.
type perlText struct{ delimited }

func (f perlText) Read(text string) ([]rune, bool) {
	return readPerl(kindString, f, string(f.before), text, string(f.close), f.inserts, perlStrings)
}

// readPerl returns the value of text of the given form if it is one token of the given kind together with
// what stands around it. Nothing may be inserted in it where variables would be.
func readPerl(kind byte, f literal.Decoder, before, text, behind string, inserts bool, where inserting) ([]rune, bool) {
	return literal.Read(before, text, behind, func(src []byte) bool {
		p := newPerl(&scan.State{Src: src})
		p.read(0)
		if !p.isOne(kind) || !utf8.ValidString(text) {
			return false
		}
		q := p.quotes[p.list[0].start]
		return q.start == len(before) && q.end == len(before)+len(text) && !(inserts && insertsPerl(src, q.start, q.end, where) >= 0)
	}, f.Decode)
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

// Decode appends src[i:end], text without inserted variables. A backslash in front of a delimiter that
// is no bracket is taken away.
func (f perlRegex) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
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
	if f.open != f.close {
		return writePattern(points, 0)
	}
	return writePattern(points, f.close)
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

func (f perlRegex) Read(text string) ([]rune, bool) {
	return readPerl(kindRegex, f, string(f.before), text, string(f.after), !f.plain(), f.where)
}
