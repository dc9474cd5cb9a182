package scripting

import (
	"bytes"
	"unicode/utf8"

	"snag/analyze/source/scan"
)

type perlHeredoc struct {
	label  string
	indent bool
}

// perlQuote is a quote-like operator.
type perlQuote struct {
	operator    string // m, qr, s, q, qq, qw
	open, close byte
	start, end  int // of the text, or of the pattern
	tail        int // where the flags begin
}

// quoteLike reads the quote-like operator of the given name, which ends at i. It returns 0 if the name
// is none here.
func (p *perl) quoteLike(start, i int, name string) int {
	kind := byte(kindString)
	switch name {
	case "m", "qr", "s":
		kind = kindRegex
	case "q", "qq", "qw":
	case "tr", "y", "qx":
		kind = kindBroken
	default:
		return 0
	}
	at := p.blank(i, i)
	c := p.peek(at)
	if c <= ' ' || c >= utf8.RuneSelf || scan.ByteClass[c]&scan.ByteName != 0 && c != '$' || c == '=' && (p.peek(at+1) == '>' || at > i) || c == ',' && at > i || c == ')' || c == ';' && at > i {
		return 0
	}
	q := perlQuote{operator: name, open: c, close: scan.Closing(c), start: at + 1}
	if q.end = p.delimited(at, q.close); q.end < 0 {
		p.emit(kindBroken, start, i)
		p.after(true)
		return i
	}
	q.tail = q.end + 1
	if name == "s" || name == "tr" || name == "y" {
		second := q.end // one delimiter in the middle
		if q.open != q.close {
			second = p.blank(q.end+1, q.end+1)
		}
		if second >= len(p.src) || scan.ByteClass[p.src[second]]&scan.ByteName != 0 && p.src[second] != '$' {
			return 0
		}
		end := p.delimited(second, scan.Closing(p.src[second]))
		if end < 0 {
			p.emit(kindBroken, start, i)
			p.after(true)
			return i
		}
		q.tail = end + 1
		tail := q.tail
		for tail < len(p.src) && scan.ByteClass[p.src[tail]]&scan.ByteName != 0 && p.src[tail] < utf8.RuneSelf && p.src[tail] != '$' {
			tail++
		}
		if name == "s" && bytes.IndexByte(p.src[q.tail:tail], 'e') >= 0 {
			p.replacement(second+1, end)
		}
	}
	end := q.tail
	if name != "q" && name != "qq" && name != "qw" && name != "qx" {
		for end < len(p.src) && scan.ByteClass[p.src[end]]&scan.ByteName != 0 && p.src[end] < utf8.RuneSelf && p.src[end] != '$' {
			end++
		}
	}
	if kind == kindRegex || kind == kindString {
		p.quotes[int32(start)] = q
	}
	p.emit(kind, start, end)
	p.after(true)
	return end
}

// replacement reads the code that a substitution evaluates.
func (p *perl) replacement(i, end int) {
	src := p.src
	value, either, spaced, pending, subscript := p.value, p.either, p.spaced, p.pending, p.subscript
	p.src, p.pending, p.subscript = src[:end], nil, nil
	p.after(false)
	p.nest(i, func(i int) int { p.read(i); return end })
	p.src = src
	p.value, p.either, p.spaced, p.pending, p.subscript = value, either, spaced, pending, subscript
}

// blank returns the offset of the first byte from i on that is no white space. Behind some a number sign
// begins a comment.
func (p *perl) blank(i, from int) int {
	for i < len(p.src) {
		switch c := p.src[i]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			i++
		case c == '#' && i > from:
			n := bytes.IndexByte(p.src[i:], '\n')
			if n < 0 {
				return len(p.src)
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// delimited returns the offset of the closing delimiter of the text whose opening one is at i, or -1.
func (p *perl) delimited(i int, close byte) int {
	open := p.src[i]
	depth, start, stop := 0, i, len(p.src)
	if p.waste <= 0 {
		stop = min(stop, i+256)
	}
	for i++; i < stop; i++ {
		switch p.src[i] {
		case '\\':
			i++
		case close:
			if depth == 0 {
				return i
			}
			depth--
		case open:
			depth++
		}
	}
	p.waste -= stop - start
	return -1
}

// angle reads a heredoc, <FILE> or <*.c> at i, and returns 0 if there is none.
func (p *perl) angle(i int) int {
	if p.peek(i+1) == '<' {
		at := i + 2
		h := perlHeredoc{}
		if p.peek(at) == '~' {
			h.indent = true
			at++
		}
		for n := at; p.peek(n) == ' ' || p.peek(n) == '\t'; n++ { // only in front of a quoted label
			if c := p.peek(n + 1); (c == '"' || c == '\'') && p.operandAt(i) {
				at = n + 1
			}
		}
		quote := p.peek(at)
		if quote == '"' || quote == '\'' {
			n := bytes.IndexByte(p.src[at+1:min(len(p.src), at+128)], quote)
			if n < 0 {
				return 0
			}
			h.label = string(p.src[at+1 : at+1+n])
			at += n + 2
		} else {
			end := at
			for end < len(p.src) && scan.ByteClass[p.src[end]]&scan.ByteName != 0 && p.src[end] != '$' {
				end++
			}
			if end == at || scan.ByteClass[quote]&scan.ByteDigit != 0 {
				return 0
			}
			h.label, at = string(p.src[at:end]), end
		}
		p.pending = append(p.pending, h)
		p.emit(kindBroken, i, at)
		p.after(true)
		return at
	}
	for end := i + 1; end < len(p.src) && end < i+100; end++ {
		switch c := p.src[end]; {
		case c == '>':
			p.emit(kindBroken, i, end+1)
			p.after(true)
			return end + 1
		case scan.ByteClass[c]&scan.ByteName != 0, bytes.IndexByte([]byte(":*.?/~-{},"), c) >= 0:
		default:
			return 0
		}
	}
	return 0
}

// heredocText returns the offset behind the text of a heredoc that begins at i.
func (p *perl) heredocText(i int, h perlHeredoc) int {
	for i < len(p.src) {
		end := len(p.src)
		if n := bytes.IndexByte(p.src[i:], '\n'); n >= 0 {
			end = i + n
		}
		line := bytes.TrimSuffix(p.src[i:end], []byte("\r"))
		if h.indent {
			line = bytes.TrimLeft(line, " \t")
		}
		i = min(end+1, len(p.src))
		if string(line) == h.label {
			return i
		}
	}
	return i
}
