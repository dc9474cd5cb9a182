package scripting

import (
	"bytes"

	"snag/analyze/source/scan"
)

// python reads Python.
type python struct {
	*code
	uses     []pythonUse
	sawBytes bool // the expression that is being read has a bytes literal
	as       int  // the class that self is an object of, 0 for the one around
}

// read reads tokens from offset i. Inside of an f-string it returns the offset of the first
// bracket, colon, exclamation mark or equals sign that ends the expression of a replacement field.
func (p *python) read(i int, inside bool) int {
	src := p.src
	for i < len(src) {
		c := src[i]
		if scan.ByteClass[c]&scan.ByteName != 0 && c != '$' {
			start := i
			if scan.ByteClass[c]&scan.ByteDigit != 0 {
				i = scan.NumberEnd(src, i)
				p.emit(kindNumber, start, i)
				continue
			}
			for i < len(src) && scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] != '$' {
				i++
			}
			if q := p.peek(i); (q == '"' || q == '\'') && i-start <= 2 && stringPrefix(src[start:i]) {
				i = p.readString(start, i)
				continue
			}
			p.emit(kindName, start, i)
			continue
		}
		switch c {
		case ' ', '\t', '\f', '\v':
			i++
		case '\r', '\n':
			i = p.line(i)
		case '\\':
			if i++; p.peek(i) == '\r' && p.peek(i+1) == '\n' {
				i++
			}
			i++
		case '#':
			end := i + len(src[i:])
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				end = i + n
			}
			p.Comment(i, end)
			i = end
		case '"', '\'':
			i = p.readString(i, i)
		case '(', '[', '{':
			p.bracket(i)
			i++
		case ')', ']', '}':
			if inside && len(p.open) == 0 {
				return i
			}
			p.bracket(i)
			i++
		default:
			kind, n := c, 1
			next := p.peek(i + 1)
			switch {
			case c == ':' && next == '=' && !inside:
				kind, n = kindWalrus, 2
			case c == ':' && inside && len(p.open) == 0, c == '!' && inside && len(p.open) == 0 && next != '=':
				return i
			case c == '-' && next == '>':
				kind, n = kindArrow, 2
			case (c == '=' || c == '!' || c == '<' || c == '>') && next == '=':
				kind, n = kindCompare, 2
			case next == '=' && bytes.IndexByte([]byte("+-*/%@&|^"), c) >= 0:
				kind, n = kindAugment, 2
			case (c == '*' || c == '/' || c == '<' || c == '>') && next == c:
				if n = 2; p.peek(i+2) == '=' {
					kind, n = kindAugment, 3
				}
			case c == '=' && inside && len(p.open) == 0:
				return i
			}
			p.emit(kind, i, i+n)
			i += n
		}
	}
	return min(i, len(src))
}

// line reads the line end at i and the white space in front of the next line. Within brackets and
// fields of strings it means nothing, and neither do empty lines.
func (p *python) line(i int) int {
	start := i
	indent := 0
	for i < len(p.src) {
		switch p.src[i] {
		case '\n', '\r', '\f':
			indent = 0
		case ' ':
			indent++
		case '\t':
			indent = indent/8*8 + 8
		case '#':
			end := len(p.src)
			if n := bytes.IndexByte(p.src[i:], '\n'); n >= 0 {
				end = i + n
			}
			p.Comment(i, end)
			i = end
			continue
		default:
			goto code
		}
		i++
	}
code:
	if len(p.open) > 0 || p.depth > 0 {
		return i
	}
	if n := len(p.list); n == 0 || p.list[n-1].kind != kindLine {
		p.emit(kindLine, start, i)
	}
	p.list[len(p.list)-1].mate = int32(indent)
	p.list[len(p.list)-1].end = int32(i)
	return i
}

// stringPrefix reports whether letters in front of a quote belong to the string.
func stringPrefix(b []byte) bool {
	for _, c := range b {
		switch c | 0x20 {
		case 'r', 'b', 'u', 'f', 't':
		default:
			return false
		}
	}
	return true
}

// pythonString is the shape of a string token.
type pythonString struct {
	raw, bytes, format bool
	quote              byte
	triple             bool
	start, end         int // of the text
}

// shape reads the prefix and quotes of the string src[start:end].
func (p *python) shape(start, end int) (s pythonString) {
	i := start
	for ; i < end && p.src[i] != '"' && p.src[i] != '\''; i++ {
		switch p.src[i] | 0x20 {
		case 'r':
			s.raw = true
		case 'b':
			s.bytes = true
		case 'f', 't':
			s.format = true
		}
	}
	s.quote = p.src[i]
	n := 1
	if i+2 < end && p.src[i+1] == s.quote && p.src[i+2] == s.quote && i+6 <= end {
		s.triple, n = true, 3
	}
	s.start, s.end = i+n, end-n
	return s
}

// readString reads the string that begins at start and whose quote is at i.
func (p *python) readString(start, i int) int {
	src, quote := p.src, p.src[i]
	format, raw := false, false
	for _, c := range src[start:i] {
		format = format || c|0x20 == 'f' || c|0x20 == 't'
		raw = raw || c|0x20 == 'r'
	}
	n := 1
	if p.peek(i+1) == quote && p.peek(i+2) == quote {
		n = 3
	}
	i += n
	for i < len(src) {
		c := src[i]
		switch {
		case c == quote && (n == 1 || p.peek(i+1) == quote && p.peek(i+2) == quote):
			p.emit(kindString, start, i+n)
			return i + n
		case c == '\\':
			if p.peek(i+1) == '\r' && p.peek(i+2) == '\n' {
				i++
			}
			if format && !raw && p.peek(i+1) == 'N' && p.peek(i+2) == '{' { // the name of a character
				i++
			} else if format && p.peek(i+1) == '{' { // a backslash does not keep a brace from opening a field
				i--
			}
			i += 2
		case n == 1 && (c == '\n' || c == '\r'):
			p.emit(kindBroken, start, i)
			return i
		case c == '{' && format:
			if p.peek(i+1) == '{' {
				i += 2
				break
			}
			i = p.readField(i+1, quote, n)
		default:
			i++
		}
	}
	p.emit(kindBroken, start, len(src))
	return len(src)
}

// readField reads the replacement field whose text begins at i, and returns the offset behind it.
func (p *python) readField(i int, quote byte, n int) int {
	end, ok := p.nest(i, func(i int) int { return p.read(i, true) })
	if !ok {
		return i
	}
	depth := 1 // behind the expression come a conversion and a format, with fields of their own
	for i = end; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case c == '{':
			end, ok := p.nest(i+1, func(i int) int { return p.read(i, true) })
			if !ok {
				return i + 1
			}
			depth++
			i = end - 1
		case c == quote && n == 1, c == '\n' && n == 1:
			return i
		}
	}
	return i
}
