package scripting

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/scan"
)

// ruby reads Ruby.
type ruby struct {
	*code
	locals  map[string]bool // names that were assigned to or are parameters
	pending []rubyHeredoc   // heredocs whose text begins on the next line
	spaced  bool            // white space stands in front of the token
	def     bool            // the line declares a method
}

// read reads tokens from offset i to the end. Inside of a string it returns the offset of the brace
// that ends the code.
func (r *ruby) read(i int, inside bool) int {
	src := r.src
	for i < len(src) {
		c := src[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			r.spaced = true
			i++
			continue
		case c == '\\' && (r.peek(i+1) == '\n' || r.peek(i+1) == '\r'):
			i += 2
			continue
		case c == '\n':
			i = r.newline(i)
			if i == r.stop(i) {
				return i
			}
			r.spaced = true
			continue
		case c == '#':
			end := i + len(src[i:])
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				end = i + n
			}
			r.Comment(i, end)
			i = end
			continue
		case scan.ByteClass[c]&scan.ByteName != 0 && c != '$':
			i = r.word(i)
		case c == '}' && inside && len(r.open) == 0:
			return i
		default:
			i = r.punctuator(i, c)
		}
		r.spaced = false
	}
	return i
}

// stop returns i if the code of the file ends there, by __END__, else -1.
func (r *ruby) stop(i int) int {
	if r.peek(i) == '_' && bytes.HasPrefix(r.src[i:], []byte("__END__")) && r.depth == 0 {
		if c := r.peek(i + 7); c == 0 || c == '\n' || c == '\r' {
			return i
		}
	}
	return -1
}

// newline reads a line end, the texts of heredocs behind it, and comments between =begin and =end.
func (r *ruby) newline(i int) int {
	if n := len(r.list); n == 0 || r.list[n-1].kind != kindLine {
		r.emit(kindLine, i, i+1)
	}
	i++
	r.def = r.def && len(r.open) > 0
	for _, h := range r.pending {
		i = r.heredocText(i, h)
	}
	r.pending = r.pending[:0]
	for bytes.HasPrefix(r.src[i:], []byte("=begin")) && r.peek(i+6) <= ' ' {
		end := len(r.src)
		if n := bytes.Index(r.src[i:], []byte("\n=end")); n >= 0 {
			end = i + n + 5
			end += len(r.src[end:])
			if m := bytes.IndexByte(r.src[i+n+5:], '\n'); m >= 0 {
				end = i + n + 5 + m + 1
			}
		}
		r.Comment(i, end)
		i = end
	}
	if r.stop(i) == i {
		r.list = append(r.list, token{kind: kindLine, start: int32(i), end: int32(i)})
	}
	return i
}

// word reads a name, keyword, label or number.
func (r *ruby) word(i int) int {
	src := r.src
	start := i
	if scan.ByteClass[src[i]]&scan.ByteDigit != 0 {
		for i < len(src) && (scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] < utf8.RuneSelf && src[i] != '$' || src[i] == '.' && scan.ByteClass[r.peek(i+1)]&scan.ByteDigit != 0) {
			i++
		}
		r.emit(kindNumber, start, i)
		return i
	}
	for i < len(src) && scan.ByteClass[src[i]]&scan.ByteName != 0 && src[i] != '$' {
		i++
	}
	if c := r.peek(i); (c == '?' || c == '!') && r.peek(i+1) != '=' && (c == '!' || r.peek(i+1) != ':' || r.peek(i+2) == ':') {
		i++
	} else if c != 0 && (c == '?' || c == '!') && r.peek(i+1) == '=' && (r.peek(i+2) == '=' || r.peek(i+2) == '~' || r.peek(i+2) == '>') {
		i++
	}
	before := r.kind(len(r.list) - 1)
	if r.peek(i) == ':' && r.peek(i+1) != ':' && before != '?' && before != '.' {
		if r.emit(kindName, start, i); r.def {
			r.locals[string(src[start:i])] = true
		}
		r.emit(kindFat, i, i+1) // a label
		return i + 1
	}
	r.emit(kindName, start, i)
	switch {
	case before == '.':
	case r.is(len(r.list)-1, "def"):
		r.def = true
	case r.def && before != kindName:
		r.locals[string(src[start:i])] = true
	}
	return i
}

// state tells what may follow the tokens read so far: an operand, an operator, or either, which the
// white space decides.
func (r *ruby) state() scan.Expect {
	n := len(r.list) - 1
	if n < 0 {
		return scan.Operand
	}
	switch r.list[n].kind {
	case ')': // behind the parameters of a method its body begins
		m := r.mate(n)
		if r.is(m-2, "def") || r.kind(m-2) == '.' && r.is(m-4, "def") {
			return scan.Operand
		}
		return scan.Value
	case kindNumber, kindString, kindRegex, kindVariable, kindBroken, ']', '}':
		return scan.Value
	case kindName:
		if k := r.kind(n - 1); k == '.' || k == kindDouble {
			return scan.Statement
		}
		switch word := r.bytes(n); string(word) {
		case "if", "unless", "while", "until", "and", "or", "not", "when", "in", "return", "case", "elsif", "then", "do", "else",
			"begin", "yield", "rescue", "ensure", "break", "next", "for", "super", "module", "class", "defined?", "undef", "alias":
			if r.is(n-1, "def") {
				return scan.Value
			}
			return scan.Operand
		case "end", "self", "true", "false", "nil", "__FILE__", "__LINE__", "__method__", "redo", "retry":
			return scan.Value
		default:
			if r.locals[string(word)] {
				return scan.Value
			}
			return scan.Statement
		}
	}
	return scan.Operand
}

// begins reports whether an operand may begin with the character at i, which is an operator otherwise.
func (r *ruby) begins(i, length int) bool {
	switch r.state() {
	case scan.Value:
		return false
	case scan.Statement:
		next := r.peek(i + length)
		return r.spaced && next != ' ' && next != '\t' && next != '\n' && next != '\r' && next != '='
	}
	return true
}

// assigned notes the local variable in front of an operator that assigns, and those in a list.
func (r *ruby) assigned() {
	for n := len(r.list) - 1; n >= 0 && r.list[n].kind == kindName; n -= 2 {
		if k := r.kind(n - 1); k == '.' || k == kindDouble {
			return
		}
		r.locals[string(r.bytes(n))] = true
		if r.kind(n-1) != ',' {
			return
		}
	}
}

// punctuator reads what begins with the character c at i.
func (r *ruby) punctuator(i int, c byte) int {
	src := r.src
	next := r.peek(i + 1)
	kind, n := rubySigns.at(src, i)
	last := len(r.list) - 1
	// An operator may be a method's name.
	named := r.is(last, "def") || r.kind(last) == '.' || r.is(last, "alias") || r.is(last-1, "alias") && r.kind(last) != kindLine && r.kind(last-2) != '.'
	switch c {
	case '/':
		if !named && r.begins(i, 1) {
			return r.literal(i, i, kindRegex, true)
		}
	case '"', '`':
		if c == '`' && named {
			break
		}
		return r.literal(i, i, kindString, true)
	case '\'':
		return r.literal(i, i, kindString, false)
	case '%':
		// Words in brackets are never a divisor, also where a variable elsewhere has the name in front of them.
		if !named && (r.begins(i, 1) || r.spaced && (next|0x20 == 'w' || next|0x20 == 'i') && strings.IndexByte("[({<", r.peek(i+2)) >= 0) {
			if end := r.percent(i, next); end > 0 {
				return end
			}
		}
	case '<':
		if next == '<' && !named && !r.is(len(r.list)-1, "class") {
			if h, end := r.heredoc(i); end > 0 {
				h.start = i
				r.pending = append(r.pending, h)
				r.emit(kindBroken, i, end)
				return end
			}
		}
	case '?':
		// ?a is a character where an operand may stand.
		if r.begins(i, 1) && next > ' ' {
			_, size := utf8.DecodeRune(src[i+1:])
			end := i + 1 + size
			if next == '\\' {
				for end++; end < len(src) && scan.ByteClass[src[end]]&scan.ByteName != 0 && src[end] < utf8.RuneSelf; end++ {
				}
			}
			if end >= len(src) || scan.ByteClass[src[end]]&scan.ByteName == 0 {
				r.emit(kindString, i, end)
				return end
			}
		}
	case '$', '@':
		end := i + 1
		for c == '@' && r.peek(end) == '@' {
			end++
		}
		start := end
		for end < len(src) && scan.ByteClass[src[end]]&scan.ByteName != 0 && src[end] != '$' {
			end++
		}
		if end == start && c == '$' && end < len(src) && src[end] > ' ' {
			if end++; src[end-1] == '-' && end < len(src) {
				end++
			}
		}
		r.emit(kindVariable, i, end)
		return end
	case ':':
		if end := r.symbol(i, next); end > 0 {
			return end
		}
	case '(', '[', '{', ')', ']', '}':
		if c == '[' && next == ']' && named {
			r.emit(kindName, i, i+2)
			return i + 2
		}
		r.bracket(i)
		return i + 1
	case '|':
		// Parameters of a block.
		if k := r.kind(len(r.list) - 1); k == '{' || r.is(len(r.list)-1, "do") {
			return r.blockParameters(i)
		}
	}
	if named && kind == kindAugment && n == 2 && c != '<' && c != '|' {
		kind, n = c, 1 // the method may be defined by what follows
	}
	if kind == '=' || kind == kindAugment && (c != '<' || n > 2) {
		r.assigned()
	}
	if named && kind != '(' && kind != ';' {
		kind = kindName
	}
	r.emit(kind, i, i+n)
	return i + n
}

// symbol reads the symbol whose colon is at i and returns where it ends, or 0 when there is none.
func (r *ruby) symbol(i int, next byte) int {
	src, end := r.src, i+1
	switch {
	case next == ':':
		return 0
	case next == '"' || next == '\'':
		if r.state() == scan.Value && !r.spaced {
			return 0
		}
		r.literal(i, i+1, kindBroken, next == '"')
		return int(r.list[len(r.list)-1].end)
	case scan.ByteClass[next]&scan.ByteName != 0 || next == '@':
		if r.state() == scan.Value && r.spaced {
			return 0
		}
		for end < len(src) && (scan.ByteClass[src[end]]&scan.ByteName != 0 || src[end] == '@') {
			end++
		}
		if next == '$' && end == i+2 && r.peek(end) > ' ' {
			end++ // a global variable whose name is a sign
		} else if e := r.peek(end); e == '?' || e == '!' || e == '=' && r.peek(end+1) != '>' && r.peek(end+1) != '=' && r.peek(end+1) != '~' {
			end++
		}
	case next > ' ' && next < utf8.RuneSelf && r.state() != scan.Value && bytes.IndexByte([]byte("/%*+-<>=![~&|^`"), next) >= 0:
		end = i + 2 // the symbol of an operator
		for end < i+4 && bytes.IndexByte([]byte("=~]@*><"), r.peek(end)) >= 0 {
			end++
		}
	default:
		return 0
	}
	r.emit(kindBroken, i, end)
	return end
}

// blockParameters reads the parameters between bars from i.
func (r *ruby) blockParameters(i int) int {
	r.emit('|', i, i+1)
	for i++; i < len(r.src) && r.src[i] != '|' && r.src[i] != '\n'; {
		c := r.src[i]
		if scan.ByteClass[c]&scan.ByteName != 0 && scan.ByteClass[c]&scan.ByteDigit == 0 {
			start := i
			for i < len(r.src) && scan.ByteClass[r.src[i]]&scan.ByteName != 0 {
				i++
			}
			r.locals[string(r.src[start:i])] = true
			r.emit(kindName, start, i)
			continue
		}
		if c == '"' || c == '\'' {
			i = r.literal(i, i, kindString, c == '"')
			continue
		}
		if c > ' ' {
			r.emit(';', i, i+1)
		}
		i++
	}
	if r.peek(i) == '|' {
		r.emit('|', i, i+1)
		i++
	}
	return i
}
