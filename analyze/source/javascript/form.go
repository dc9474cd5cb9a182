package javascript

import (
	"fmt"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
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

// scriptRaw is a template behind String.raw.
type scriptRaw struct{}

func (scriptRaw) Write(points []rune) (string, error) { return literal.VerbatimText(points) }

func (f scriptString) Write(points []rune) (string, error) {
	template := f.quote == '`'
	return literal.JavaScript.Write(points, string(f.quote), func(before, r, next rune) string {
		switch {
		case template && (r == '{' && before == '$' || r == '$' && next < 0):
			return `\` + string(r)
		case template && r == '\n':
			return "\n"
		case r == '/' && before == '<': // </script> would end a script
			return `\/`
		}
		return ""
	})
}

func (f scriptString) Read(text string) ([]rune, bool) { return readScript(text, f.quote, false) }

func (scriptRaw) Read(text string) ([]rune, bool) { return readScript(text, '`', true) }

// readScript returns the value of a string of JavaScript whose content is text.
func readScript(text string, quote byte, raw bool) ([]rune, bool) {
	whole := func(src []byte) bool {
		return utf8.Valid(src) && (quote == '`' || stringEnd(src, 0) == len(src) && src[len(src)-1] == quote)
	}
	return literal.Read(string(quote), text, string(quote), whole, func(v *literal.Constant, src []byte, i, end int) string {
		if quote != '`' {
			return literal.JavaScript.Decode(v, src, i, end)
		}
		e := evaluator{script: &script{State: &scan.State{}, src: src, work: 1<<20 + len(src)}}
		value, stop, ok := e.templateValue(0, 0, raw)
		if *v = value; !ok || stop != len(src) {
			return "it is not one template"
		}
		return ""
	})
}
