package scripting

import (
	"bytes"

	"snag/analyze/source/scan"
)

// php reads PHP.
type php struct {
	*code
	imports map[string]string // what use statements name, by the short name in lower case
}

// phpName holds the bytes of names, which may have a namespace.
var phpName = func() (t [256]bool) {
	for c := range t {
		t[c] = scan.ByteClass[c]&scan.ByteName != 0 && c != '$' || c == '\\'
	}
	return t
}()

// pages reads the code between <?php and ?> in the file.
func (p *php) pages() {
	for i := 0; i < len(p.src); {
		n := bytes.Index(p.src[i:], []byte("<?"))
		if n < 0 {
			return
		}
		i += n + 2
		switch {
		case scan.HasPrefixFold(p.src[i:], "php") && (i+3 >= len(p.src) || p.src[i+3] <= ' '):
			i += 3
		case p.peek(i) == '=':
			i++
		default:
			continue
		}
		i = p.read(i, false)
	}
}

// read reads tokens from offset i to the end of the code. Inside of a string it returns the offset of
// the brace that ends the code.
func (p *php) read(i int, inside bool) int {
	src := p.src
	for i < len(src) {
		c := src[i]
		switch {
		case c <= ' ':
			i++
			continue
		case phpName[c]:
			start := i
			if scan.ByteClass[c]&scan.ByteDigit != 0 {
				i = scan.NumberEnd(src, i)
				p.emit(kindNumber, start, i)
				continue
			}
			for i < len(src) && phpName[src[i]] {
				i++
			}
			p.emit(kindName, start, i)
			continue
		case c == '$':
			start := i
			for i++; i < len(src) && phpName[src[i]] && src[i] != '\\'; i++ {
			}
			if i > start+1 {
				p.emit(kindVariable, start, i)
			} else {
				p.emit('$', start, i)
			}
			continue
		}
		next := p.peek(i + 1)
		kind, n := phpSigns.at(src, i)
		switch c {
		case '#':
			if next == '[' {
				i++
				continue
			}
			i = p.lineComment(i)
			continue
		case '/':
			if next == '/' {
				i = p.lineComment(i)
				continue
			}
			if next == '*' {
				end := len(src)
				if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
					end = i + n + 4
				}
				p.Comment(i, end)
				i = end
				continue
			}
		case '?':
			if next == '>' {
				p.emit(';', i, i+2)
				if !inside {
					return i + 2
				}
				i += 2
				continue
			}
		case '\'':
			i = p.single(i)
			continue
		case '"', '`':
			i = p.double(i, c)
			continue
		case '<':
			if next == '<' && p.peek(i+2) == '<' {
				if end := p.heredoc(i); end > 0 {
					i = end
					continue
				}
			}
		case '(', '[', '{', ')', ']', '}':
			if c == '}' && inside && len(p.open) == 0 {
				return i
			}
			p.bracket(i)
			i++
			continue
		case '.':
			if scan.ByteClass[next]&scan.ByteDigit != 0 {
				kind, n = kindNumber, scan.NumberEnd(src, i+1)-i
			}
		}
		if n == 1 && (next == '=' || next == c && p.peek(i+2) == '=') {
			switch c {
			case '=', '!', '<', '>':
				for kind, n = kindCompare, 2; p.peek(i+n) == '=' || p.peek(i+n) == '>'; n++ {
				}
			case '+', '-', '*', '/', '.', '%', '&', '|', '^':
				if kind, n = kindAugment, 2; next != '=' {
					n = 3
				}
			}
		} else if n == 1 && next == c && (c == '+' || c == '-') {
			kind, n = kindAugment, 2
		}
		p.emit(kind, i, i+n)
		i += n
	}
	return i
}

// lineComment reads a comment that ends with its line or with the code.
func (p *php) lineComment(i int) int {
	end := scan.LineEnd(p.src, i)
	if n := bytes.Index(p.src[i:end], []byte("?>")); n >= 0 {
		end = i + n
	}
	p.Comment(i, end)
	return end
}

// single reads the string in apostrophes at i.
func (p *php) single(i int) int {
	for end := i + 1; end < len(p.src); end++ {
		switch p.src[end] {
		case '\\':
			end++
		case '\'':
			p.emit(kindString, i, end+1)
			return end + 1
		}
	}
	p.emit(kindBroken, i, len(p.src))
	return len(p.src)
}

// double reads the string in double or back quotes at i.
func (p *php) double(i int, quote byte) int {
	kind := byte(kindString)
	if quote == '`' {
		kind = kindBroken // a command
	}
	for end := i + 1; end < len(p.src); end++ {
		switch c := p.src[end]; {
		case c == quote:
			p.emit(kind, i, end+1)
			return end + 1
		case c == '\\':
			end++
		case c == '{' && p.peek(end+1) == '$':
			end = p.inserted(end)
		}
	}
	p.emit(kindBroken, i, len(p.src))
	return len(p.src)
}

// inserted reads the code in braces at i and returns the offset of its closing brace.
func (p *php) inserted(i int) int {
	end, ok := p.nest(i+1, func(i int) int { return p.read(i, true) })
	if !ok {
		return i
	}
	return end
}

// heredoc reads the heredoc or nowdoc at i and returns its end, or 0 if there is none.
func (p *php) heredoc(i int) int {
	label, body := p.heredocLabel(i)
	if label == nil {
		return 0
	}
	src := p.src
	nowdoc := p.peek(i+3+bytes.IndexByte(src[i+3:body], label[0])-1) == '\''
	for at := body; at < len(src); {
		start := at
		for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
			at++
		}
		if bytes.HasPrefix(src[at:], label) && (at+len(label) >= len(src) || !phpName[src[at+len(label)]] || src[at+len(label)] == '\\') {
			p.emit(kindString, i, at+len(label))
			return at + len(label)
		}
		at = start
		for at < len(src) && src[at] != '\n' {
			if !nowdoc && src[at] == '{' && p.peek(at+1) == '$' {
				at = p.inserted(at)
			} else if !nowdoc && src[at] == '\\' && p.peek(at+1) != '\n' {
				at++
			}
			at++
		}
		at++
	}
	p.emit(kindBroken, i, len(src))
	return len(src)
}

// heredocLabel returns the label of the heredoc at i, and the offset of its text.
func (p *php) heredocLabel(i int) (label []byte, body int) {
	for i += 3; p.peek(i) == ' ' || p.peek(i) == '\t'; i++ {
	}
	quote := p.peek(i)
	if quote == '\'' || quote == '"' {
		i++
	} else {
		quote = 0
	}
	start := i
	for i < len(p.src) && phpName[p.src[i]] && p.src[i] != '\\' {
		i++
	}
	label = p.src[start:i]
	if quote != 0 {
		if p.peek(i) != quote {
			return nil, 0
		}
		i++
	}
	if p.peek(i) == '\r' {
		i++
	}
	if len(label) == 0 || scan.ByteClass[label[0]]&scan.ByteDigit != 0 || p.peek(i) != '\n' {
		return nil, 0
	}
	return label, i + 1
}
