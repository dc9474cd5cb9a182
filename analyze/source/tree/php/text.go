package php

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
)

// strings reads a string, with what is inserted in it.
func (p *parser) strings() *tree.Node {
	start := p.Start()
	s := scripting.NewPHPString(p.Src, start, p.StringEnd())
	from := len(p.Stack)
	at := s.Start
	for {
		n := s.Insertion(at)
		if n < 0 {
			p.piece(&s, at, s.End)
			break
		}
		p.piece(&s, at, n)
		if at = p.inserted(&s, n); at <= n {
			at = n + 1
		}
	}
	for p.Kind() == scan.TokenText && p.Tokens[p.I].Opens { // fields that were not looked for
		p.I++
		p.SkipTo(p.Closing())
	}
	p.I++
	end := p.End(p.I - 1)
	list := p.Taken(from)
	switch {
	case len(list) == 0:
		return p.quoted(p.Node(tree.String, start, end, ""))
	case len(list) == 1 && (list[0].Op == tree.String || list[0].Op == tree.Constant) && s.Insertion(s.Start) < 0:
		list[0].Start, list[0].End = int32(start), int32(end)
		return p.quoted(list[0])
	}
	return p.quoted(p.Node(tree.Template, start, end, "", list...))
}

// quoted makes a string in back quotes a call of what runs it.
func (p *parser) quoted(n *tree.Node) *tree.Node {
	if p.Src[n.Start] != '`' {
		return n
	}
	start, end := int(n.Start), int(n.End)
	return p.Node(tree.Call, start, end, "", p.Node(tree.Name, start, start, "shell_exec"), n)
}

// piece pushes the text between two offsets, if there is any.
func (p *parser) piece(s *scripting.PHPString, start, end int) {
	if start >= end {
		return
	}
	if text, known := s.Text(start, end); known {
		p.Push(p.Node(tree.String, start, end, text))
		return
	}
	p.Push(p.Node(tree.Constant, start, end, ""))
}

// inserted pushes what is inserted at offset i of a string, and returns the offset behind it.
func (p *parser) inserted(s *scripting.PHPString, i int) int {
	if p.Src[i] == '{' {
		for p.Kind() == scan.TokenText && p.Tokens[p.I].Opens && p.End(p.I) <= i {
			p.I++
			p.SkipTo(p.Closing())
		}
		if p.Kind() != scan.TokenText || !p.Tokens[p.I].Opens || p.End(p.I) != i+1 {
			return i + 1
		}
		p.I++
		p.Push(p.values())
		if p.Kind() != scan.TokenText || !p.Tokens[p.I].Closes {
			p.SkipTo(p.Closing())
		}
		if p.Kind() != scan.TokenText {
			return s.End
		}
		return p.Start() + 1
	}
	if p.Src[i+1] == '{' { // "${name}"
		end := i + 2
		for end < s.End && isName(p.Src[end]) {
			end++
		}
		n := p.Node(tree.Name, i, end, "$"+p.Text[i+2:end])
		for end < s.End && p.Src[end] != '}' {
			end++
		}
		n.End = int32(min(end+1, s.End))
		p.Push(n)
		return int(n.End)
	}
	end := i + 1
	for end < s.End && isName(p.Src[end]) {
		end++
	}
	n := p.Node(tree.Name, i, end, p.Text[i:end])
	if n.Text == "$this" {
		n.Op, n.Text = tree.This, ""
	}
	switch {
	case end+1 < s.End && p.Src[end] == '[':
		n, end = p.simpleIndex(s, n, end+1)
	case end+2 < s.End && p.Src[end] == '-' && p.Src[end+1] == '>' && isLetter(p.Src[end+2]):
		at := end + 2
		for end = at; end < s.End && isName(p.Src[end]); end++ {
		}
		n = p.Node(tree.Member, i, end, p.Text[at:end], n)
	case end+3 < s.End && p.Text[end:end+3] == "?->" && isLetter(p.Src[end+3]):
		at := end + 3
		for end = at; end < s.End && isName(p.Src[end]); end++ {
		}
		n = p.Node(tree.Member, i, end, p.Text[at:end], n)
	}
	p.Push(n)
	return end
}

// simpleIndex reads the index in a string behind its bracket: a name, a number or a variable.
func (p *parser) simpleIndex(s *scripting.PHPString, of *tree.Node, at int) (n *tree.Node, end int) {
	for end = at; end < s.End && p.Src[end] != ']' && (isName(p.Src[end]) || end == at && (p.Src[end] == '$' || p.Src[end] == '-')); end++ {
	}
	if end >= s.End || p.Src[end] != ']' || end == at {
		return of, at - 1
	}
	op, text := tree.String, p.Text[at:end]
	switch c := text[0]; {
	case c == '$':
		op = tree.Name
	case c == '-' || c >= '0' && c <= '9':
		op = tree.Number
	}
	return p.Node(tree.Index, int(of.Start), end+1, "", of, p.Node(op, at, end, text)), end + 1
}

// isName reports whether a name goes on with c.
func isName(c byte) bool { return c != '$' && scan.ByteClass[c]&scan.ByteName != 0 }

// isLetter reports whether a name begins with c.
func isLetter(c byte) bool { return isName(c) && scan.ByteClass[c]&scan.ByteDigit == 0 }
