package scripting

import (
	"bytes"
	"unicode/utf8"

	"snag/analyze/source/scan"
)

// perl reads Perl.
type perl struct {
	*code
	value   bool // an operand ended: a slash divides
	either  bool // a function of the file may have been named: the white space decides
	spaced  bool // white space stands in front of the token
	pending []perlHeredoc
	// subscript tells for each open brace whether it belongs to an operand.
	subscript []bool
	// quotes holds what the quote-like operators were read as, by the token.
	quotes map[int32]perlQuote
	blocks map[int]bool // offsets of braces that begin blocks
	waste  int          // bytes that may still be read in vain
}

// perlOperators are words after which an operand follows.
var perlOperators = wordSet(`if unless while until and or not xor x eq ne lt gt le ge cmp return split grep map join push unshift splice
	print printf say die warn when elsif foreach for else do eval defined ref scalar lc uc lcfirst ucfirst length chomp chop chr ord
	keys values each delete exists sort reverse unlink open close sprintf isa lock my our local`)

// perlValues are words that are operands themselves.
var perlValues = wordSet(`time wantarray __PACKAGE__ __FILE__ __LINE__ shift pop undef STDIN STDERR STDOUT wait times`)

func wordSet(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range bytes.Fields([]byte(list)) {
		m[string(w)] = true
	}
	return m
}

// after records that a token was read.
func (p *perl) after(value bool) { p.value, p.either, p.spaced = value, false, false }

// operandAt reports whether an operand may begin with the character at i, which is an operator
// otherwise.
func (p *perl) operandAt(i int) bool {
	if p.either {
		next := p.peek(i + 1)
		return p.spaced && next != ' ' && next != '=' && next != '\n'
	}
	return !p.value
}

// read reads tokens from offset i to the end.
func (p *perl) read(i int) int {
	src := p.src
	for i < len(src) {
		c := src[i]
		switch {
		case c == '\n':
			i = p.newline(i)
		case c <= ' ':
			p.spaced = true
			i++
		case c == '#':
			end := i + len(src[i:])
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				end = i + n
			}
			p.Comment(i, end)
			i = end
		case scan.ByteClass[c]&scan.ByteDigit != 0:
			start := i
			for i < len(src) && (scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] < utf8.RuneSelf && src[i] != '$' || src[i] == '.' && p.peek(i+1) != '.' && scan.ByteClass[p.peek(i+1)]&(scan.ByteName|scan.ByteDigit) != scan.ByteName) {
				i++
			}
			p.emit(kindNumber, start, i)
			p.after(true)
		case scan.ByteClass[c]&scan.ByteName != 0 && c != '$':
			i = p.word(i)
		default:
			i = p.punctuator(i, c)
		}
		if i < 0 {
			return len(src)
		}
	}
	return i
}

// newline reads a line end, the texts of heredocs behind it, and pod.
func (p *perl) newline(i int) int {
	p.spaced = true
	i++
	for _, h := range p.pending {
		i = p.heredocText(i, h)
	}
	p.pending = p.pending[:0]
	return p.pod(i)
}

// pod returns the offset behind the documentation that begins at i, or i.
func (p *perl) pod(i int) int {
	if p.peek(i) != '=' || scan.ByteClass[p.peek(i+1)]&(scan.ByteName|scan.ByteDigit) != scan.ByteName || p.peek(i+1) == '$' {
		return i
	}
	end := len(p.src)
	if n := bytes.Index(p.src[i:], []byte("\n=cut")); n >= 0 {
		end = i + n + 5
	}
	if bytes.HasPrefix(p.src[i:], []byte("=cut")) {
		end = i
	}
	if n := bytes.IndexByte(p.src[end:], '\n'); n >= 0 {
		return end + n
	}
	return len(p.src)
}

// word reads a name, or the operator that it is.
func (p *perl) word(i int) int {
	src := p.src
	start := i
	for i < len(src) {
		switch {
		case scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] != '$':
			i++
			continue
		case src[i] == ':' && p.peek(i+1) == ':' && scan.ByteClass[p.peek(i+2)]&scan.ByteName != 0 && p.peek(i+2) != '$':
			i += 2
			continue
		}
		break
	}
	word := src[start:i]
	before := p.kind(len(p.list) - 1)
	if before == kindArrow || before == kindName && (p.is(len(p.list)-1, "sub") || p.is(len(p.list)-1, "package")) {
		declares := before == kindName
		p.emit(kindName, start, i)
		p.after(true)
		if declares {
			p.either = false
			return p.prototype(i)
		}
		return i
	}
	// What stands alone in braces or in front of => is a string.
	next := i
	for next < len(src) && (src[next] == ' ' || src[next] == '\t') {
		next++
	}
	if before == '{' && p.peek(next) == '}' && len(p.subscript) > 0 && p.subscript[len(p.subscript)-1] || p.fat(next) {
		p.emit(kindName, start, i)
		p.after(true)
		return i
	}
	if len(word) <= 2 && (before != '-' || p.value) {
		if end := p.quoteLike(start, i, string(word)); end > 0 {
			return end
		}
	}
	if (string(word) == "__END__" || string(word) == "__DATA__") && before != kindFat {
		return -1
	}
	p.emit(kindName, start, i)
	switch {
	case perlOperators[string(word)]:
		p.after(false)
	case string(word) == "sub":
		p.after(false)
		return p.prototype(i)
	case string(word) == "format":
		if end := p.format(i); end > 0 {
			return end
		}
		p.after(false)
	case perlValues[string(word)]:
		p.after(true)
	default:
		p.after(true)
		p.either = true
	}
	return i
}

// fat reports whether => stands at i or on the lines that follow.
func (p *perl) fat(i int) bool {
	for n := 0; n < 200 && i < len(p.src) && p.src[i] <= ' '; n++ {
		i++
	}
	return p.peek(i) == '=' && p.peek(i+1) == '>'
}

// prototype returns the offset behind the prototype at i, or i if there is none.
func (p *perl) prototype(i int) int {
	at := i
	for p.peek(at) == ' ' {
		at++
	}
	if p.peek(at) != '(' {
		return i
	}
	for at++; at < len(p.src); at++ {
		switch p.src[at] {
		case ')':
			return at + 1
		case '$', '@', '%', '&', '*', ';', '\\', '[', ']', '+', '_', ' ':
		default:
			return i
		}
	}
	return i
}

// format returns the offset behind a report format whose keyword ends at i, or 0.
func (p *perl) format(i int) int {
	end := i + len(p.src[i:])
	if n := bytes.IndexByte(p.src[i:], '\n'); n >= 0 {
		end = i + n
	}
	if p.waste <= 0 || !bytes.HasSuffix(bytes.TrimSpace(p.src[i:end]), []byte("=")) {
		return 0
	}
	if n := bytes.Index(p.src[end:], []byte("\n.\n")); n >= 0 {
		return end + n + 2
	}
	p.waste -= len(p.src) - end
	return 0
}

// punctuator reads what begins with the character c at i.
func (p *perl) punctuator(i int, c byte) int {
	src := p.src
	next := p.peek(i + 1)
	kind, n := perlSigns.at(src, i)
	value := false
	switch c {
	case '/':
		if p.operandAt(i) {
			q := perlQuote{operator: "m", open: '/', close: '/', start: i + 1}
			if q.end = p.delimited(i, '/'); q.end < 0 {
				break
			}
			end := q.end + 1
			q.tail = end
			for end < len(src) && scan.ByteClass[src[end]]&scan.ByteName != 0 && src[end] < utf8.RuneSelf && src[end] != '$' {
				end++
			}
			p.quotes[int32(i)] = q
			p.emit(kindRegex, i, end)
			p.after(true)
			return end
		}
	case '"', '\'', '`':
		end := p.delimited(i, c)
		if end < 0 {
			p.emit(kindBroken, i, len(src))
			return len(src)
		}
		kind := byte(kindString)
		if c == '`' {
			kind = kindBroken
		}
		p.quotes[int32(i)] = perlQuote{operator: map[byte]string{'"': "qq", '\'': "q", '`': ""}[c], open: c, close: c, start: i + 1, end: end, tail: end + 1}
		p.emit(kind, i, end+1)
		p.after(true)
		return end + 1
	case '$':
		return p.scalar(i)
	case '@':
		if next == '{' || next == '$' {
			p.emit('@', i, i+1)
			p.after(false)
			p.value = false
			return i + 1
		}
		return p.variable(i, i+1)
	case '%', '&':
		if p.operandAt(i) && (scan.ByteClass[next]&scan.ByteName != 0 && scan.ByteClass[next]&scan.ByteDigit == 0 || next == '{' || next == ':' || c == '%' && (next == '+' || next == '-' || next == '^' || next == '!')) {
			if next == '{' || next == '$' {
				p.emit(c, i, i+1)
				p.after(false)
				return i + 1
			}
			return p.variable(i, i+1)
		}
	case '<':
		label := p.peek(i + 2) // print $file <<"END"
		if p.operandAt(i) || p.spaced && next == '<' && (label == '"' || label == '\'' || label == '~' || label >= 'A' && label <= 'Z') {
			if end := p.angle(i); end > 0 {
				return end
			}
		}
	case '(', '[', ')', ']':
		p.bracket(i)
		p.after(c == ')' || c == ']')
		return i + 1
	case '{':
		before := p.kind(len(p.list) - 1)
		sub := before == kindVariable && !p.spaced || before == kindArrow || before == '$' || before == '@' || before == '%' || before == '&' ||
			!p.spaced && (before == ']' || before == '}') && p.value
		p.subscript = append(p.subscript, sub)
		if len(p.subscript) > scan.MaxDepth {
			p.subscript = p.subscript[:0]
		}
		if !sub {
			p.blocks[i] = true
		}
		p.bracket(i)
		p.after(false)
		return i + 1
	case '}':
		sub := false
		if n := len(p.subscript); n > 0 {
			sub, p.subscript = p.subscript[n-1], p.subscript[:n-1]
		}
		p.bracket(i)
		p.after(sub)
		return i + 1
	case '-':
		if scan.ByteClass[next]&scan.ByteName != 0 && scan.ByteClass[p.peek(i+2)]&scan.ByteName == 0 && !p.value && !p.fat(i+2) {
			p.emit(kindName, i, i+2) // a test of a file
			p.after(false)
			return i + 2
		}
	}
	if (c == '+' || c == '-') && next == c {
		kind, n, value = kindAugment, 2, p.value
	} else if p.peek(i+n) == '=' && p.peek(i+n+1) != '~' && p.peek(i+n+1) != '=' && bytes.IndexByte([]byte("+-*/.%&|^x"), c) >= 0 && kind != kindArrow && kind != kindRange {
		kind = kindAugment
		n++
	}
	p.emit(kind, i, i+n)
	p.after(value)
	return i + n
}

// scalar reads what begins with the dollar sign at i.
func (p *perl) scalar(i int) int {
	at := i + 1
	if p.peek(at) == '#' {
		if c := p.peek(at + 1); c == '{' || c == '$' {
			p.emit('$', i, at+1)
			p.after(false)
			return at + 1
		} else if scan.ByteClass[c]&scan.ByteName != 0 {
			return p.variable(i, at+1)
		}
	}
	switch c := p.peek(at); {
	case c == '{':
		if p.peek(at+1) == '^' {
			if n := bytes.IndexByte(p.src[at:min(len(p.src), at+64)], '}'); n > 0 {
				p.emit(kindVariable, i, at+n+1)
				p.after(true)
				return at + n + 1
			}
		}
		p.emit('$', i, at)
		p.after(false)
		return at
	case c == '$':
		if d := p.peek(at + 1); scan.ByteClass[d]&scan.ByteName != 0 && scan.ByteClass[d]&scan.ByteDigit == 0 || d == '{' || d == ':' {
			p.emit('$', i, at)
			p.after(false)
			return at
		}
		p.emit(kindVariable, i, at+1)
		p.after(true)
		return at + 1
	case c == '^' && scan.ByteClass[p.peek(at+1)]&scan.ByteName != 0:
		p.emit(kindVariable, i, at+2)
		p.after(true)
		return at + 2
	case scan.ByteClass[c]&scan.ByteName != 0 || c == ':' && p.peek(at+1) == ':' && scan.ByteClass[p.peek(at+2)]&scan.ByteName != 0:
		return p.variable(i, at)
	case c > ' ':
		p.emit(kindVariable, i, at+1) // such as $/ and $,
		p.after(true)
		return at + 1
	}
	p.emit('$', i, at)
	p.after(true)
	return at
}

// variable reads the variable whose sigil is at start and whose name begins at i.
func (p *perl) variable(start, i int) int {
	src := p.src
	from := i
	for i < len(src) {
		if scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] != '$' {
			i++
			continue
		}
		if src[i] == ':' && p.peek(i+1) == ':' && (scan.ByteClass[p.peek(i+2)]&scan.ByteName != 0 && p.peek(i+2) != '$') {
			i += 2
			continue
		}
		break
	}
	if i == from && i < len(src) && src[start] != '&' && (src[i] == '-' || src[i] == '+' || src[i] == '!' || src[i] == '^') {
		i++
	}
	p.emit(kindVariable, start, i)
	p.after(true)
	return i
}
