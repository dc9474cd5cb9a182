package repair

import (
	"strconv"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// trims is what does the work of patterns that trim, by dialect and pattern.
var trims = map[syntax.Dialect]map[string]string{
	syntax.JavaScript: {
		`\s+$`: "text.trimEnd()", `\s*$`: "text.trimEnd()", `[\s]+$`: "text.trimEnd()",
		`^\s+|\s+$`: "text.trim()", `^\s*|\s*$`: "text.trim()", `^[\s]+|[\s]+$`: "text.trim()", `(^\s+|\s+$)`: "text.trim()",
	},
	syntax.Python: {`\s+$`: "text.rstrip()", `\s+\Z`: "text.rstrip()", `^\s+|\s+$`: "text.strip()"},
	syntax.Ruby:   {`\s+\z`: "text.rstrip", `\A\s+|\s+\z`: "text.strip"},
	syntax.PCRE:   {`\s+$`: "rtrim($text)", `^\s+|\s+$`: "trim($text)"},
	syntax.Java:   {`\s+$`: "text.stripTrailing()", `^\s+|\s+$`: "text.strip()"},
}

// code returns what to write instead of a pattern that functions of strings can replace: one that
// trims, or that finds what stands between two texts.
func (r *repair) code() (Fix, bool) {
	if r.tree.Flags.Has(syntax.Multiline) || r.tree.Flags.Has(syntax.IgnoreCase) || r.mode == syntax.Prefix || r.mode == syntax.Full {
		return Fix{}, false
	}
	if text, ok := trims[r.pattern.Dialect][r.pattern.Text]; ok {
		f := Fix{Kind: Code, Code: text, Class: redos.Linear, Note: "where the pattern is replaced by nothing"}
		if r.pattern.Dialect != syntax.JavaScript {
			f.Note += "; what counts as white space may differ"
		}
		return f, true
	}
	opening, closing, least, ok := r.delimiters()
	if !ok || r.pattern.Dialect != syntax.JavaScript {
		return Fix{}, false
	}
	code := "const start = text.indexOf(" + quoteJS(opening) + ");\n" +
		"const close = start < 0 ? -1 : text.indexOf(" + quoteJS(closing) + ", start + " + strconv.Itoa(len([]rune(opening))+least) + ");\n" +
		"const match = close < 0 ? null : text.slice(start, close + " + strconv.Itoa(len([]rune(closing))) + ");"
	return Fix{Kind: Code, Code: code, Class: redos.Linear, Note: "finds the first match"}, true
}

// delimiters returns the texts of a pattern that is two texts with the least possible of anything in
// between, and the least length of that.
func (r *repair) delimiters() (opening, closing string, least int, ok bool) {
	root := bare(r.tree.Root)
	if root.Op != syntax.OpConcat {
		return "", "", 0, false
	}
	before, after := &strings.Builder{}, &strings.Builder{}
	var loop *syntax.Node
	for _, n := range root.Subs {
		if n = bare(n); n.Op == syntax.OpGroup {
			n = bare(n.Subs[0])
		}
		switch {
		case n.Op == syntax.OpSet && n.Set.Size() == 1 && n.Set[0].Lo < 0x80:
			if loop == nil {
				before.WriteRune(n.Set[0].Lo)
			} else {
				after.WriteRune(n.Set[0].Lo)
			}
		case loop == nil && isSetLoop(n) && n.Lazy && n.Min <= 1 && bare(n.Subs[0]).Set.Equal(charset.New(charset.Range{Hi: charset.MaxUnit})):
			loop = n
		default:
			return "", "", 0, false
		}
	}
	if loop == nil || before.Len() == 0 || after.Len() == 0 {
		return "", "", 0, false
	}
	return before.String(), after.String(), loop.Min, true
}

// quoteJS writes ASCII text as a literal of JavaScript.
func quoteJS(text string) string { return strconv.QuoteToASCII(text) }
