package scripting

import (
	"bytes"
	"unicode/utf8"

	"snag/analyze/source/scan"
)

type rubyHeredoc struct {
	label   string
	indent  bool // the end may be indented
	literal bool // nothing is inserted
	start   int  // of the token
}

// percent reads the literal that begins with the per cent sign at i, and returns 0 if there is none.
func (r *ruby) percent(i int, next byte) int {
	kind, inserts, at := byte(kindString), true, i+1
	switch next {
	case 'r':
		kind, at = kindRegex, i+2
	case 'q':
		inserts, at = false, i+2
	case 'Q':
		at = i + 2
	case 'w', 'i', 's':
		inserts, at = false, i+2
		if next == 's' || next == 'i' {
			kind = kindBroken
		}
	case 'W':
		at = i + 2
	case 'x', 'I':
		kind, at = kindBroken, i+2
	}
	c := r.peek(at)
	if c <= ' ' || c >= utf8.RuneSelf || scan.ByteClass[c]&scan.ByteName != 0 && c != '$' || c == '=' && at == i+1 {
		return 0
	}
	return r.literal(i, at, kind, inserts)
}

// literal reads a string or regex that begins at start and whose delimiter is at i.
func (r *ruby) literal(start, i int, kind byte, inserts bool) int {
	src := r.src
	open := src[i]
	close := scan.MateOf(open)
	if open == ')' || open == ']' || open == '}' || open == '>' {
		close = open
	}
	depth := 0
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case c == close:
			if depth > 0 {
				depth--
				continue
			}
			i++
			if kind == kindRegex {
				for i < len(src) && src[i]|0x20 >= 'a' && src[i]|0x20 <= 'z' {
					i++
				}
			} else if open == '"' || open == '\'' {
				if n := len(r.list); src[i-1] == open && r.peek(i) == ':' && r.peek(i+1) != ':' && n > 0 && r.list[n-1].kind != '?' && kind == kindString {
					r.emit(kindBroken, start, i) // a label
					r.emit(kindFat, i, i+1)
					return i + 1
				}
			}
			r.emit(kind, start, i)
			return i
		case c == open:
			depth++
		case c == '#' && inserts && r.peek(i+1) == '{':
			i = r.insertion(i + 1)
		}
	}
	r.emit(kindBroken, start, len(src))
	return len(src)
}

// insertion reads the code in braces at i and returns the offset of its closing brace.
func (r *ruby) insertion(i int) int {
	pending, spaced := r.pending, r.spaced
	r.pending = nil
	end, ok := r.nest(i+1, func(i int) int { return r.read(i, true) })
	r.pending, r.spaced = pending, spaced
	if !ok {
		return i
	}
	return end
}

// heredoc reads the beginning of a heredoc at i and returns its end, or 0 if there is none.
func (r *ruby) heredoc(i int) (h rubyHeredoc, end int) {
	at := i + 2
	if c := r.peek(at); c == '-' || c == '~' {
		h.indent = true
		at++
	}
	quote := r.peek(at)
	if quote == '"' || quote == '\'' || quote == '`' {
		n := bytes.IndexByte(r.src[at+1:min(len(r.src), at+128)], quote)
		if n <= 0 || r.state() == scan.Value && (!h.indent || r.spaced && r.peek(at-1) == ' ') || bytes.IndexByte(r.src[at+1:at+1+n], '\n') >= 0 {
			return h, 0
		}
		h.label, h.literal = string(r.src[at+1:at+1+n]), quote == '\''
		return h, at + n + 2
	}
	if scan.ByteClass[quote]&scan.ByteName == 0 || scan.ByteClass[quote]&scan.ByteDigit != 0 || quote == '$' {
		return h, 0
	}
	for end = at; end < len(r.src) && scan.ByteClass[r.src[end]]&scan.ByteName != 0; end++ {
	}
	h.label = string(r.src[at:end])
	if s := r.state(); s == scan.Value && !(h.indent && quote >= 'A' && quote <= 'Z') || s == scan.Statement && !r.spaced {
		return h, 0
	}
	if !h.indent && (quote < 'A' || quote > 'Z') {
		return h, 0
	}
	return h, end
}

// heredocText reads the text of a heredoc that begins at i, and returns the offset behind it.
func (r *ruby) heredocText(i int, h rubyHeredoc) int {
	src, begin := r.src, i
	for i < len(src) {
		end := i + len(src[i:])
		if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
			end = i + n
		}
		line := bytes.TrimSuffix(src[i:end], []byte("\r"))
		if h.indent {
			line = bytes.TrimLeft(line, " \t")
		}
		if string(line) == h.label {
			r.heredocEnds(h, begin, i)
			return min(end+1, len(src))
		}
		if !h.literal {
			for at := i; at < end; at++ {
				switch {
				case src[at] == '\\':
					at++
				case src[at] == '#' && r.peek(at+1) == '{':
					if at = r.insertion(at + 1); at > end {
						end = at + len(src[at:])
						if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
							end = at + n
						}
					}
				}
			}
		}
		i = min(end+1, len(src))
	}
	r.heredocEnds(h, begin, i)
	return i
}

// heredocEnds notes where the text of a heredoc stands.
func (r *ruby) heredocEnds(h rubyHeredoc, start, end int) {
	if r.KeepTokens {
		if r.Heredocs == nil {
			r.Heredocs = make(map[int32]scan.Heredoc)
		}
		r.Heredocs[int32(h.start)] = scan.Heredoc{Start: int32(start), End: int32(end)}
	}
}
