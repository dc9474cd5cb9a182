package python

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
)

// strings reads the strings that follow each other, which are one.
func (p *parser) strings() *tree.Node {
	from, start := len(p.Stack), p.Start()
	format, known := false, true
	for {
		switch t := &p.Tokens[p.I]; {
		case t.Kind == scan.TokenString:
			p.I++
			s := p.form(int(t.Start), int(t.End))
			p.piece(s, s.start, s.end(p.Src, int(t.End)))
		case t.Kind == scan.TokenText && t.Opens && !t.Closes:
			format = true
			p.template()
		default:
			known = false
		}
		if k := p.Kind(); k != scan.TokenString && (k != scan.TokenText || p.Tokens[p.I].Closes) || !known {
			break
		}
	}
	pieces := p.Stack[from:]
	known = true
	for _, n := range pieces {
		known = known && n.Op == tree.String
	}
	switch {
	case format:
		n := p.Node(tree.Template, start, p.Behind(), "", pieces...)
		p.Stack = p.Stack[:from]
		return n
	case len(pieces) == 1:
		n := pieces[0]
		n.Start, n.End = int32(start), int32(p.Behind())
		p.Stack = p.Stack[:from]
		return n
	case !known: // constant, but with a character whose name is not known
		p.Stack = p.Stack[:from]
		return p.Node(tree.Constant, start, p.Behind(), "")
	}
	var b strings.Builder
	for _, n := range pieces {
		b.WriteString(n.Text)
	}
	p.Stack = p.Stack[:from]
	return p.Node(tree.String, start, p.Behind(), b.String())
}

// form is how a string is written.
type form struct {
	raw, bytes, format bool
	quote              byte
	quotes             int // how many there are on either side
	start              int // of the text
}

// form returns how the string is written that begins at start. A token of it ends at end.
func (p *parser) form(start, end int) (s form) {
	i := start
	for ; i < end && p.Src[i] != '"' && p.Src[i] != '\''; i++ {
		switch p.Src[i] | 0x20 {
		case 'r':
			s.raw = true
		case 'b':
			s.bytes = true
		case 'f', 't':
			s.format = true
		}
	}
	if i >= end {
		s.start = end
		return s
	}
	s.quote, s.quotes = p.Src[i], 1
	if i+2 < end && p.Src[i+1] == s.quote && p.Src[i+2] == s.quote {
		s.quotes = 3
	}
	s.start = i + s.quotes
	return s
}

// end returns where the text of the string ends whose last token ends at the given offset. One that lacks
// its quotes has text up to there.
func (s *form) end(src []byte, end int) int {
	last := end - s.quotes
	if last < s.start {
		return max(s.start, end)
	}
	for i := last; i < end; i++ {
		if src[i] != s.quote {
			return end
		}
	}
	return last
}

// piece pushes the text between two offsets as a string, which is at least what a string denotes that has
// no text at all.
func (p *parser) piece(s form, start, end int) {
	text := p.Text[start:end]
	special := "\\\r"
	switch {
	case s.format:
		special = "\\\r{}"
	case s.raw:
		special = "\r"
	}
	if strings.ContainsAny(text, special) {
		var known bool
		if text, known = scripting.PythonText(p.Src, start, end, s.raw, s.bytes, s.format); !known {
			p.Push(p.Node(tree.Constant, start, end, ""))
			return
		}
	}
	p.Push(p.Node(tree.String, start, end, text))
}

// template reads an f-string with fields: its pieces of text and its expressions onto the stack.
func (p *parser) template() {
	t := p.Tokens[p.I]
	s := p.form(int(t.Start), int(t.End))
	p.I++
	p.textPiece(s, s.start, int(t.End)-1)
	for fields := 1; ; {
		at, value := int(t.End), len(p.Stack)
		if !p.isText() {
			p.Push(p.Nested(p.values))
		}
		if !p.isText() {
			p.SkipTo(p.Closing())
		}
		if !p.isText() {
			return
		}
		t = p.Tokens[p.I]
		p.I++
		if t.Start < t.End && p.Src[t.Start] == '=' { // which shows the expression as well
			shown := p.Node(tree.String, at, int(t.Start)+1, p.Text[at:t.Start+1])
			p.Stack = slices.Insert(p.Stack, value, shown)
		}
		// Behind the expression come a conversion and a format, which may have fields as well.
		i, end := int(t.Start), int(t.End)
		for ; i < end && fields > 0; i++ {
			if p.Src[i] == '}' {
				fields--
			}
		}
		if fields == 0 {
			p.convert(value, p.Text[t.Start:i-1])
		}
		if !t.Opens {
			p.textPiece(s, i, max(i, s.end(p.Src, end)))
			return
		}
		if fields++; fields == 1 {
			p.textPiece(s, i, max(i, end-1))
		}
	}
}

// convert makes of the value of a field, the last one of those on the stack from a place on, what its conversion and format
// show: s[:40] for {s:.40}, repr(s) for {s!r}, and what fills it up beside it.
func (p *parser) convert(value int, format string) {
	at := len(p.Stack) - 1
	if at < value || strings.ContainsAny(format, "{}") {
		return
	}
	n := p.Stack[at]
	behind := strings.TrimLeft(format, "= ")
	if behind == "" && strings.HasPrefix(format, "=") { // {s=} shows what {s!r} does
		behind = "!r"
	}
	m := converted.FindStringSubmatch(behind)
	if m == nil {
		return
	}
	if conv := m[1]; conv == "!r" || conv == "!a" {
		n = p.Node(tree.Call, int(n.Start), int(n.End), "", p.Node(tree.Name, int(n.Start), int(n.Start), "repr"), n)
	}
	if m[3] != "" {
		n = p.Node(tree.Slice, int(n.Start), int(n.End), "", n, nil, p.Node(tree.Number, int(n.Start), int(n.Start), m[3]))
	}
	p.Stack[at] = n
	if width, err := strconv.Atoi(m[2]); err == nil {
		fill := p.Node(tree.String, int(n.End), int(n.End), strings.Repeat(" ", min(width, maxFill)))
		if width > maxFill {
			fill = p.Node(tree.Binary, int(n.End), int(n.End), "*", fill, p.Node(tree.Number, int(n.End), int(n.End), m[2]))
		}
		p.Push(fill)
	}
}

// converted is what stands behind the value of a field that is shown as a text: a conversion, a width and a precision.
var converted = lazyregexp.New(`^(![rsa])?(?::(?:.?[<>=^])?0?(\d{1,6})?(?:\.(\d{1,9}))?s?)?$`)

// maxFill bounds the characters with which a field is filled up that are written out.
const maxFill = 1 << 12

// isText reports whether the text behind a field of an f-string comes next.
func (p *parser) isText() bool {
	return p.Kind() == scan.TokenText && p.Tokens[p.I].Closes
}

// textPiece pushes the text between two offsets, if there is any.
func (p *parser) textPiece(s form, start, end int) {
	if start < end {
		p.piece(s, start, end)
	}
}
