package ruby

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
)

// strings reads the strings that follow each other, which are one.
func (p *parser) strings() *tree.Node {
	start := p.Start()
	n := p.string()
	for p.Kind() == scan.TokenString || p.Kind() == scan.TokenText && !p.Tokens[p.I].Closes {
		if c := p.Src[p.Start()]; c != '"' && c != '\'' || p.textAt(p.I+1, ":") && !p.spaced(p.I+1) || n.Op != tree.String && n.Op != tree.Template {
			break
		}
		next := p.string()
		if n.Op == tree.String && next.Op == tree.String {
			n = p.Node(tree.String, start, p.Behind(), n.Text+next.Text)
		} else {
			n = p.Node(tree.Template, start, p.Behind(), "", n, next)
		}
		if len(n.Text) > 1<<16 {
			break
		}
	}
	return n
}

// string reads one string.
func (p *parser) string() *tree.Node {
	start := p.Start()
	end := max(start, p.StringEnd())
	if h, ok := p.heredocs[int32(start)]; ok {
		return p.heredoc(start, end, h)
	}
	s := scripting.NewRubyString(p.Src, start, end)
	if s.Kind == 'w' || s.Kind == 'i' {
		return p.words(&s, start, end)
	}
	n := p.template(start, end, s.Start, s.End, s.Text)
	if s.Kind == 'x' {
		return p.Node(tree.Call, start, end, "", p.Node(tree.Name, start, start, "`"), n)
	}
	return n
}

// template reads a string whose text stands between two offsets, with the code in it.
func (p *parser) template(start, end, from, to int, text func(start, end int) (string, bool)) *tree.Node {
	kids := len(p.Stack)
	piece := func(i, j int) {
		if i >= j {
			return
		}
		if t, known := text(i, j); known {
			p.Push(p.Node(tree.String, i, j, t))
			return
		}
		p.Push(p.Node(tree.Constant, i, j, ""))
	}
	fields := false
	whole := piece
	if c := p.Src[start]; c != '\'' && c != ':' && !strings.HasPrefix(p.Text[start:], "%q") {
		piece = func(i, j int) {
			for i < j {
				n := p.variable(i, j)
				if n == nil {
					break
				}
				whole(i, int(n.Start)-1)
				p.Push(n)
				fields, i = true, int(n.End)
			}
			whole(i, j)
		}
	}
	for at := from; ; {
		t := p.Tokens[p.I]
		p.I++
		if t.Kind != scan.TokenText || !t.Opens {
			piece(at, to)
			break
		}
		fields = true
		piece(at, int(t.End)-2)
		p.Push(p.Nested(p.inserted))
		if p.Kind() != scan.TokenText || !p.Tokens[p.I].Closes {
			p.skipField()
		}
		if p.I >= len(p.Tokens) {
			break
		}
		at = p.Start() + 1
	}
	list := p.Taken(kids)
	switch {
	case fields:
		return p.Node(tree.Template, start, end, "", list...)
	case len(list) == 0:
		return p.Node(tree.String, start, end, "")
	}
	list[0].Start, list[0].End = int32(start), int32(end)
	return list[0]
}

// variable returns the first variable between two offsets that stands in a text behind a number sign without
// braces, or nil.
func (p *parser) variable(i, end int) *tree.Node {
	for ; i+2 < end; i++ {
		if p.Src[i] == '\\' {
			i++
			continue
		}
		if p.Src[i] != '#' || p.Src[i+1] != '@' {
			continue
		}
		stop := i + 2
		for stop < end && (p.Src[stop] == '@' || p.Src[stop] != '$' && scan.ByteClass[p.Src[stop]]&scan.ByteName != 0) {
			stop++
		}
		if stop > i+2 {
			return p.Node(tree.Member, i+1, stop, p.Text[i+1:stop], p.Node(tree.This, i+1, i+1, ""))
		}
	}
	return nil
}

// skipField passes over the rest of the code in a string.
func (p *parser) skipField() {
	open := 0
	i := p.I
	for ; i < len(p.Tokens); i++ {
		t := &p.Tokens[i]
		if t.Closes {
			if open == 0 && t.Kind == scan.TokenText {
				break
			}
			open--
		}
		if t.Opens {
			open++
		}
	}
	p.SkipTo(i)
}

// inserted reads the code in a string.
func (p *parser) inserted() *tree.Node {
	lists, noDo, start := p.lists, p.noDo, p.Start()
	p.lists, p.noDo = 0, false
	b := p.statements()
	p.lists, p.noDo = lists, noDo
	switch len(b.Kids) {
	case 0:
		return p.Node(tree.String, start, start, "")
	case 1:
		return p.value(b.Kids[0])
	}
	return p.value(b)
}

// words reads a list of words.
func (p *parser) words(s *scripting.RubyString, start, end int) *tree.Node {
	from := len(p.Stack)
	if p.Kind() == scan.TokenText {
		n := p.template(start, end, s.Start, s.End, s.Text)
		return p.Node(tree.Array, start, end, "", n)
	}
	p.I++
	for i := s.Start; i < s.End; i++ {
		at := i
		for i < s.End && p.Src[i] > ' ' {
			if p.Src[i] == '\\' {
				i++
			}
			i++
		}
		if i = min(i, s.End); i > at {
			text, _ := s.Text(at, i)
			p.Push(p.Node(tree.String, at, i, text))
		}
	}
	list := p.Taken(from)
	return p.Node(tree.Array, start, end, "", list...)
}

// heredoc reads a heredoc, whose text stands behind the line.
func (p *parser) heredoc(start, end int, h scan.Heredoc) *tree.Node {
	from, to := int(h.Start), int(h.End)
	head := p.Text[start:end]
	literal := strings.Contains(head, "'")
	indent := 0
	if strings.HasPrefix(head, "<<~") {
		indent = indentation(p.Text[from:to])
	}
	n := p.template(start, end, from, to, func(i, j int) (string, bool) {
		text := p.Text[i:j]
		if indent > 0 {
			text = dedent(text, indent, i == from || p.Src[i-1] == '\n')
		}
		if literal || !strings.Contains(text, `\`) {
			return text, true
		}
		return scripting.RubyText([]byte(text), 0, len(text))
	})
	if strings.Contains(head, "`") {
		return p.Node(tree.Call, start, end, "", p.Node(tree.Name, start, start, "`"), n)
	}
	return n
}

// indentation returns how far all lines of a text are indented that have more than white space.
func indentation(text string) int {
	least := -1
	for line := range strings.Lines(text) {
		rest := strings.TrimLeft(line, " \t")
		if strings.TrimRight(rest, "\r\n") == "" {
			continue
		}
		if n := len(line) - len(rest); least < 0 || n < least {
			least = n
		}
	}
	return max(least, 0)
}

// dedent removes so many bytes of white space from the lines of a text, from the first one if it is whole.
func dedent(text string, indent int, first bool) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if first {
			n := 0
			for n < indent && n < len(line) && (line[n] == ' ' || line[n] == '\t') {
				n++
			}
			line = line[n:]
		}
		first = true
		b.WriteString(line)
	}
	return b.String()
}

// isRegex reports whether the text that begins at the next token is that of a regex.
func (p *parser) isRegex() bool {
	at := p.Start()
	return p.Src[at] == '/' || strings.HasPrefix(p.Text[at:], "%r")
}

// regex reads a regex with the code in it.
func (p *parser) regex() *tree.Node {
	start := p.Start()
	end := max(start, p.StringEnd())
	flags := end
	for flags > start && p.Src[flags-1] >= 'a' && p.Src[flags-1] <= 'z' {
		flags--
	}
	n := p.template(start, end, start, start, func(i, j int) (string, bool) { return "", true })
	from := len(p.Stack)
	if n.Op == tree.Template {
		for _, k := range n.Kids {
			if k.Op != tree.String || k.Text != "" {
				p.Push(k)
			}
		}
	}
	list := p.Taken(from)
	return p.Node(tree.Regex, start, end, p.Text[flags:end], list...)
}
