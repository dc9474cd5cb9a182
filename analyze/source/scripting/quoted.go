package scripting

import (
	"strings"

	"snag/analyze/source/literal"
)

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
