package scripting

import (
	"errors"
	"fmt"
	"strings"

	"snag/analyze/source/literal"
)

// delimited is a string of Perl or Ruby: one that interprets escapes and inserts values, or a plain one.
type delimited struct {
	before      []byte // the delimiter in front of the text, with what tells the kind of string
	open, close byte
	inserts     bool
	spelling    *literal.Spelling // of one that inserts values
	signs       string            // that stand behind a backslash there, beside the delimiters
	special     func(before, r, next rune) string
}

// Decode appends src[i:end], text without inserted values.
func (f delimited) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	if f.inserts {
		return f.spelling.Decode(v, src, i, end)
	}
	return decodePlain(v, src, i, end, f.open, f.close)
}

func (f delimited) Write(points []rune) (string, error) {
	if f.inserts {
		return f.spelling.Write(points, f.signs+string(f.open)+string(f.close), f.special)
	}
	return writePlain(points, f.open, f.close)
}

// writePattern writes a pattern in which the delimiter, 0 for none, stands behind a backslash.
func writePattern(points []rune, delimiter byte) (string, error) {
	var out []rune
	for i := 0; i < len(points); i++ {
		c := points[i]
		if delimiter != 0 && c == rune(delimiter) {
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

// decodePlain appends src[i:end], text of a string in which a backslash escapes only itself and the
// delimiters.
func decodePlain(v *literal.Constant, src []byte, i, end int, open, close byte) (reason string) {
	run := i
	for i+1 < end {
		c := src[i+1]
		switch {
		case src[i] != '\\':
			i++
			continue
		case c != '\\' && c != open && c != close:
			i++
			continue
		}
		v.Verbatim(src, run, i)
		v.Character(rune(c), i, i+2)
		i += 2
		run = i
	}
	v.Verbatim(src, run, end)
	return ""
}

// writePlain writes a string in which a backslash escapes only itself and the delimiters: one needs
// another only in front of what it would escape.
func writePlain(points []rune, open, close byte) (string, error) {
	escapable := string(rune(open)) + string(rune(close))
	var out []rune
	for i, r := range points {
		last := i+1 == len(points)
		if strings.ContainsRune(escapable, r) || r == '\\' && (last || points[i+1] == 0 || strings.ContainsRune(escapable+`\`, points[i+1])) {
			out = append(out, '\\')
		}
		out = append(out, r)
	}
	return literal.VerbatimText(out)
}

// isOne reports whether the source is one token of the given kind.
func (c *code) isOne(kind byte) bool {
	return len(c.list) == 1 && c.kind(0) == kind && c.start(0) == 0 && c.end(0) == len(c.src)
}

// words are the words between two offsets, separated by white space.
func (c *code) words(i, end int) (v literal.Constant) {
	v.List = true
	for ; i < end; i++ {
		from := i
		for i < end && c.src[i] > ' ' {
			i++
		}
		if i > from {
			var item literal.Constant
			item.Verbatim(c.src, from, i)
			v.Items = append(v.Items, item)
		}
	}
	return v
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
