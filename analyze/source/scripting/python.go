package scripting

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// pythonUse is a method that is called on a variable between two tokens.
type pythonUse struct {
	first, end int
	use        literal.Use
}

func newPython(x *scan.State) *python {
	p := &python{code: newCode(x, len(x.Src))}
	p.sums = sums{plus: '+', operand: p.term, operandEnd: p.operandEnd}
	return p
}

// ScanPython extracts from Python.
func ScanPython(x *scan.State) {
	if !x.KeepTokens && !x.Marked && !bytes.Contains(x.Src, []byte("re")) && !bytes.Contains(x.Src, []byte("Regex")) && !bytes.Contains(x.Src, []byte(".str.")) {
		return
	}
	p := newPython(x)
	start := 0
	if bytes.HasPrefix(x.Src, []byte("\uFEFF")) {
		start = 3
	}
	p.read(start, false)
	p.finish()
	if x.KeepTokens {
		p.keepTokens()
	}
	if x.KeepTokens || !p.callsAny() {
		p.settle()
		return
	}
	p.bindNames()
	for i := range p.list {
		if p.kind(i) == '(' && p.kind(i-1) == kindName {
			p.call(i)
		}
	}
	for _, u := range p.uses {
		p.attribute(u)
	}
	p.settle()
}

// callsAny reports whether the file calls anything that may take a pattern.
func (p *python) callsAny() bool {
	for i := range p.list {
		if p.kind(i) != kindName {
			continue
		}
		if name := p.bytes(i); pythonNames[string(name)] {
			return true
		}
	}
	return false
}

// call reads the call whose parenthesis is at token open.
func (p *python) call(open int) {
	last := p.mate(open)
	if last < 0 {
		return
	}
	first := open - 1
	for p.kind(first-1) == '.' && p.kind(first-2) == kindName {
		first -= 2
	}
	if k := p.kind(first - 1); k == '.' || p.is(first-1, "def") || p.is(first-1, "class") {
		if k == '.' {
			p.method(-1, open)
		}
		return
	}
	if call := p.callNamed(first, open); call != nil {
		p.function(call, first, open)
		return
	}
	if open-first > 1 {
		p.method(first, open)
	}
}

// function reads the call of a function that takes a pattern.
func (p *python) function(call *pythonCall, first, open int) {
	arguments := p.arguments(open)
	a := p.argument(arguments, call.pattern, call.keyword)
	use, dialect := call.use, call.dialect
	if dialect == syntax.Rust {
		if old := p.argument(arguments, -1, "regex"); a == nil && old != nil {
			a, use, dialect = old, literal.AtStart, syntax.Python
		} else if bytes.Contains(p.src, []byte("regex_engine")) && bytes.Contains(p.src, []byte("python-re")) {
			use, dialect = literal.AtStart, syntax.Python
		}
	}
	if a == nil {
		return
	}
	p.unwrap(a)
	flags := p.argument(arguments, call.flags, "flags")
	l := literal.Literal{Kind: literal.MethodArgument, Uses: use, Dialect: dialect}
	l.Expr = literal.Offsets(p.start(a.first), p.end(a.end-1))
	if call.compiles {
		l.Kind, l.Expr = literal.Constructor, literal.Offsets(p.start(first), p.end(p.mate(open)))
	} else if p.kind(a.first) == kindName {
		// A compiled pattern may stand in place of a string.
		if at := p.compiledAt(a.first, a.end); at >= 0 {
			p.uses = append(p.uses, pythonUse{a.first, a.end, use})
			return
		}
	}
	p.pattern(&l, a, flags)
	if l.Partial && call.pattern < 0 && call.keyword == "match" {
		return // what an exception says is often put together
	}
	n := p.addInherited(&l, a, flags)
	if call.compiles {
		p.holds[first] = n
		// What is called on the result, or taken from it to be called.
		if end := p.mate(open) + 1; p.kind(end) == '.' && p.kind(end+1) == kindName {
			p.used(n, pythonMethods[string(p.bytes(end+1))])
		}
	}
}

// pattern reads the pattern of a literal from an argument, and the flags from another or nil.
func (p *python) pattern(l *literal.Literal, a, flags *pythonArgument) {
	l.FlagsKnown = true
	if flags != nil {
		l.Flags, l.FlagsKnown = p.flags(flags.first, flags.end, 0)
	}
	p.reason, p.sawBytes = "", false
	read := func() (v literal.Constant, ok bool) {
		stop := 0
		if a.star {
			p.depends(a.first)
		} else {
			v, stop, ok = p.sum(a.first, 0)
		}
		if ok && (stop != a.end || v.List || v.Number) {
			_, _, ok = p.depends(a.first)
		}
		return v, ok
	}
	v, ok := read()
	if p.sawBytes {
		l.Flags += "b"
	}
	l.Settle(&v, ok, p.reason, p.src)
	if !ok {
		p.sketch(l, read)
	}
}

// operandEnd implements sums.operandEnd.
func (p *python) operandEnd(i int) (next int, escaped bool) {
	switch p.kind(i) {
	case kindName:
		switch string(p.bytes(i)) {
		case "lambda", "not", "await", "yield", "if", "else", "for", "in", "is", "or", "and":
			return i, false
		}
		next = p.chain(i, ".", "([")
		named := string(p.bytes(i)) == "re" || string(p.bytes(i)) == "regex"
		return next, named && p.is(i+2, "escape") && p.kind(i+3) == '(' && p.mate(i+3) == next-1
	case '(':
		if p.mate(i) > 0 {
			return p.chain(p.mate(i), ".", "(["), false
		}
	case kindString:
		return p.chain(i, ".", "(["), false
	}
	return i, false
}

// compiledAt returns the token at which the pattern is compiled that the name between two tokens
// stands for, or -1.
func (p *python) compiledAt(first, end int) int {
	for n := first; n < end; n++ {
		if want := []byte{kindName, '.'}[(n-first)%2]; p.kind(n) != want {
			return -1
		}
	}
	for range literal.MaxFollow {
		b, _ := p.value(first, end)
		if b.value < 0 || p.kind(b.value) != kindName {
			return -1
		}
		call, open := p.callAt(b.value)
		if call != nil {
			if !call.compiles {
				return -1
			}
			// Nothing but a method may follow.
			next := p.mate(open) + 1
			if k := p.kind(next); k != kindLine && k != ';' && k != '.' {
				return -1
			}
			return b.value
		}
		first, end = b.value, b.value+1
		for p.kind(end) == '.' && p.kind(end+1) == kindName {
			end += 2
		}
		if p.kind(end) != kindLine {
			return -1
		}
	}
	return -1
}

// attribute adds a use to the literal that a variable stands for.
func (p *python) attribute(u pythonUse) {
	if at := p.compiledAt(u.first, u.end); at >= 0 {
		if n, ok := p.holds[at]; ok {
			p.used(n, u.use)
		}
	}
}

// method reads the call of a method whose parenthesis is at token open. Its receiver begins at token
// first, which is -1 where it is no plain name.
func (p *python) method(first, open int) {
	name := string(p.bytes(open - 1))
	if first >= 0 {
		if use := pythonMethods[name]; use != 0 {
			p.uses = append(p.uses, pythonUse{first, open - 2, use})
		}
	}
	var position int
	l := literal.Literal{Kind: literal.MethodArgument, Dialect: syntax.Python}
	flags := -1
	var arguments []pythonArgument
	keyword := "pat"
	if n, ok := pythonAssertions[name]; ok && first >= 0 && p.is(first, "self") {
		position, l.Uses = n, literal.Exec
		arguments = p.arguments(open)
		keyword = "expected_regex"
		if strings.Contains(name, "Raises") || strings.Contains(name, "Warns") {
			if a := p.argument(arguments, position, keyword); a != nil && p.kind(a.first) != kindString {
				return // anything may be passed on
			}
		}
	} else if p.is(open-3, "str") && p.kind(open-4) == '.' && p.usesPandas() {
		m, ok := pandasMethods[name]
		if !ok {
			return
		}
		arguments = p.arguments(open)
		l.Uses, flags = m.use, m.flags
		regex := m.usual
		if a := p.argument(arguments, -1, "regex"); a != nil {
			regex = p.is(a.first, "True")
		}
		if !regex {
			return
		}
	} else {
		return
	}
	a := p.argument(arguments, position, keyword)
	if a == nil || a.star {
		return
	}
	p.unwrap(a)
	l.Expr = literal.Offsets(p.start(a.first), p.end(a.end-1))
	if p.kind(a.first) == kindName && p.compiledAt(a.first, a.end) >= 0 {
		p.uses = append(p.uses, pythonUse{a.first, a.end, l.Uses})
		return
	}
	p.pattern(&l, a, p.argument(arguments, flags, "flags"))
	if l.Partial && keyword == "pat" {
		return // pandas also takes other things than strings
	}
	p.add(l)
}

// usesPandas reports whether the file imports pandas.
func (p *python) usesPandas() bool {
	for _, name := range []string{"pd", "pandas"} {
		for _, b := range p.bound[name] {
			if strings.HasPrefix(b.path, "pandas") {
				return true
			}
		}
	}
	return false
}
