package javascript

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// scriptRegex is a regex literal of JavaScript.
type scriptRegex struct{}

func (scriptRegex) Write(points []rune) (string, error) { return literal.VerbatimText(points) }

func (scriptRegex) Read(text string) ([]rune, bool) {
	if text == "" || text[0] == '*' {
		return nil, false // a comment
	}
	slash, end, ok := regexEnd([]byte("/"+text+"/"), 0)
	return wtf8.Decode(text), ok && slash == len(text)+1 && end == slash+1 && utf8.ValidString(text)
}

// Fit escapes what a regex literal cannot hold: its slash, line ends and halves of surrogate
// pairs. Classes do not nest for the scanner of JavaScript, whatever the flags.
func (scriptRegex) Fit(points []rune) ([]rune, error) {
	if len(points) == 0 {
		return []rune("(?:)"), nil
	}
	var out []rune
	class := false
	for i := 0; i < len(points); i++ {
		r := points[i]
		escaped := r == '\\' && i+1 < len(points)
		if escaped {
			i++
			r = points[i]
		}
		switch {
		case r == '\n':
			out = append(out, '\\', 'n')
		case r == '\r':
			out = append(out, '\\', 'r')
		case r == '\u2028' || r == '\u2029' || wtf8.IsSurrogate(r):
			out = append(out, []rune(fmt.Sprintf(`\u%04X`, r))...)
		case escaped:
			out = append(out, '\\', r)
		case r == '/' && (!class || points[max(i-1, 0)] == '<'): // </script> would end a script
			out = append(out, '\\', '/')
		default:
			if r == '[' {
				class = true
			} else if r == ']' {
				class = false
			}
			out = append(out, r)
		}
	}
	return out, nil
}

// scriptString is a string of JavaScript in the given quotes, which are backquotes for a template.
type scriptString struct{ quote byte }

func (f scriptString) Write(points []rune) (string, error) {
	var b strings.Builder
	for i, r := range points {
		before := rune(0)
		if i > 0 {
			before = points[i-1]
		}
		switch {
		case r == rune(f.quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case f.quote == '`' && (r == '{' && before == '$' || r == '$' && i+1 == len(points)):
			b.WriteByte('\\')
			b.WriteRune(r)
		case f.quote == '`' && r == '\n':
			b.WriteRune(r)
		case r == '/' && before == '<': // </script> would end a script
			b.WriteString(`\/`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == '\u2028' || r == '\u2029' || r == '\uFEFF' || wtf8.IsSurrogate(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

func (f scriptString) Read(text string) ([]rune, bool) {
	return readScript(text, f.quote, false)
}

// scriptRaw is a template behind String.raw.
type scriptRaw struct{}

func (scriptRaw) Write(points []rune) (string, error) { return literal.VerbatimText(points) }

func (scriptRaw) Read(text string) ([]rune, bool) { return readScript(text, '`', true) }

// readScript returns the value of a string of JavaScript whose content is text.
func readScript(text string, quote byte, raw bool) ([]rune, bool) {
	src := []byte(string(quote) + text + string(quote))
	e := evaluator{script: &script{src: src, work: 1<<20 + len(src)}}
	var v literal.Constant
	end, ok := 0, false
	if quote == '`' {
		v, end, ok = e.templateValue(0, 0, raw)
	} else if end = stringEnd(src, 0); end == len(src) && src[end-1] == quote && end > 1 {
		v, ok = e.decode(1, end-1)
	}
	return wtf8.Decode(string(v.Text)), ok && end == len(src) && utf8.ValidString(text)
}
