package outline

import (
	"snag/analyze/source/scan"
)

// longestName bounds the tokens of what is called, longestCallee the bytes of the calls before it in a chain, and
// longestText and longestParams those of arguments and parameters that are kept.
const (
	longestName   = 64
	longestCallee = 1 << 10
	longestText   = 120
	longestParams = 400
)

// excerpt is the beginning of the text from an offset on.
func (r *reader) excerpt(from int) string {
	return string(r.src[from:min(len(r.src), from+longestText)])
}

// name reads a name or keyword.
func (r *reader) name(name string) {
	if r.linesEnd && r.tokens[r.at].Line && (name == r.function || r.modifiers[name] || r.types[name] || name == "val" || name == "var") {
		r.endExpression()
		r.class = false
	}
	switch {
	case name == r.function:
		r.declare()
	case name == "import" && r.linesEnd, name == "use" && !r.linesEnd:
		r.language.imports(r)
	case name == "async" && !r.linesEnd:
		r.async = r.text(r.at+1) == "move" || r.is(r.at+1, '{') || r.is(r.at+1, '|')
	case r.loops[name]:
		r.loop = true
	case r.types[name] && !r.is(r.at-1, '.'):
		r.class = true
		if r.is(r.at+1, scan.TokenName) {
			r.file.Types[r.text(r.at+1)] = struct{}{}
		}
	}
}

// declare reads the head of a function up to its name.
func (r *reader) declare() {
	i := r.at + 1
	if r.is(i, '<') {
		i = r.behind(i)
	}
	for r.is(i, scan.TokenName) && i-r.at < longestName { // what it extends
		k := i + 1
		if r.is(k, '<') {
			k = r.behind(k)
		}
		if !r.is(k, '.') {
			break
		}
		i = k + 1
	}
	if !r.is(i, scan.TokenName) {
		return
	}
	s := &Scope{Kind: Function, Name: r.text(i), Start: int(r.tokens[i].Start), Marks: r.marks}
	for k := r.at - 1; k >= 0 && r.at-k < longestName; k-- {
		if word := r.text(k); r.modifiers[word] {
			s.Words = append(s.Words, word)
		} else if !r.is(k, '(') && !r.is(k, ')') && !r.is(k, scan.TokenString) && word != "crate" && word != "super" {
			break
		}
	}
	r.marks, r.next, r.at = nil, s, i
	if r.is(i+1, '<') {
		r.at = r.behind(i+1) - 1
	}
}

// behind returns the token behind the brackets of types at token i.
func (r *reader) behind(i int) int {
	for depth, n := 0, 0; n < longestName && i < len(r.tokens); n++ {
		switch r.tokens[i].Kind {
		case '<':
			depth++
		case '>':
			depth--
		}
		if i++; depth == 0 {
			break
		}
	}
	return i
}

// attribute keeps an attribute or annotation.
func (r *reader) attribute() {
	from := r.at + 1
	if r.attributes == '#' {
		if !r.is(from, '[') {
			return
		}
		from++
	}
	if !r.is(from, scan.TokenName) {
		return
	}
	to, depth := from, 0
	for ; to < len(r.tokens) && to-from < longestName; to++ {
		t := r.tokens[to]
		if depth == 0 && (t.Closes || r.attributes == '@' && to > from && !t.Opens && t.Kind != '.') {
			break
		}
		if t.Opens {
			if depth == 0 && r.attributes == '@' && t.Kind != '(' {
				break
			}
			depth++
		} else if t.Closes {
			if depth--; depth == 0 && r.attributes == '@' {
				to++
				break
			}
		}
	}
	if to <= from {
		return
	}
	r.marks = append(r.marks, string(r.src[r.tokens[from].Start:r.tokens[to-1].End]))
	r.at = to - 1
	if r.attributes == '#' && r.is(to, ']') {
		r.at = to
	}
}

// callee returns what is called where the arguments begin behind token i, and the bytes of its last name; "" for
// nothing.
func (r *reader) callee(i int) (name string, start, end int) {
	if r.is(i, '>') { // types
		depth, k := 0, i
		for ; k >= 0 && i-k < longestName; k-- {
			if r.is(k, '>') {
				depth++
			} else if r.is(k, '<') {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if depth != 0 {
			return "", 0, 0
		}
		if i = k - 1; r.text(i) == "::" {
			i--
		}
	}
	if !r.is(i, scan.TokenName) || r.keywords[r.text(i)] || r.text(i-1) == r.function {
		return "", 0, 0
	}
	start, end = int(r.tokens[i].Start), int(r.tokens[i].End)
	name = r.text(i)
	for n := 0; n < longestName && r.is(i-1, '.'); n++ {
		sep := r.text(i - 1)
		if sep == "?." {
			sep = "."
		}
		i -= 2
		for r.is(i, '?') || r.is(i, '!') { // of Rust, and of Kotlin
			i--
		}
		if r.is(i, ')') || r.is(i, '}') {
			callee := r.callees[i]
			if callee == "" {
				return "()" + sep + name, start, end
			}
			return callee[:min(len(callee), longestCallee)] + "()" + sep + name, start, end
		}
		if !r.is(i, scan.TokenName) {
			return "()" + sep + name, start, end
		}
		name = r.text(i) + sep + name
	}
	return r.imported(name), start, end
}

// imported replaces the first name by what it was imported as.
func (r *reader) imported(name string) string {
	first, rest := name, ""
	for i := range len(name) {
		if name[i] == '.' || name[i] == ':' {
			first, rest = name[:i], name[i:]
			break
		}
	}
	if full, ok := r.file.Imports[first]; ok {
		return full + rest
	}
	return name
}
