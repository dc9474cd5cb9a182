package scripting

import (
	"bytes"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

func newPerl(x *scan.State) *perl {
	p := &perl{code: newCode(x, len(x.Src)), quotes: make(map[int32]perlQuote), blocks: make(map[int]bool), waste: 2*len(x.Src) + 1<<16}
	p.sums = sums{plus: '.', operand: p.operand, operandEnd: p.operandEnd, regexText: perlRegexText}
	return p
}

// ScanPerl extracts from Perl.
func ScanPerl(x *scan.State) {
	p := newPerl(x)
	start := 0
	if bytes.HasPrefix(x.Src, []byte("\uFEFF")) {
		start = 3
	}
	p.read(p.pod(start))
	p.finish()
	bound := false
	for i := range p.list {
		match := p.kind(i) == kindRegex
		text := p.kind(i) == kindString && (p.kind(i-1) == kindMatch || p.splits(i))
		if !match && !text {
			continue
		}
		if !bound {
			p.bindNames()
			bound = true
		}
		if match {
			p.regex(i)
		} else {
			p.text(i)
		}
	}
	if len(p.Literals) > p.first {
		p.attribute()
	}
	p.settle()
}

// splits reports whether token i is the pattern of split.
func (p *perl) splits(i int) bool {
	if p.kind(i-1) == '(' {
		i--
	}
	return p.is(i-1, "split")
}

// regexShape returns the form of the regex at token i.
func (p *perl) regexShape(i int) (f perlRegex, q perlQuote) {
	q = p.quotes[p.list[i].start]
	f = perlRegex{before: p.src[p.start(i):q.start], after: p.src[q.end:p.end(i)], open: q.open, close: q.close, where: perlPatterns}
	if bytes.IndexByte(p.src[q.tail:p.end(i)], 'x') >= 0 {
		f.where = perlExtended
	}
	return f, q
}

// regex adds the regex at token i.
func (p *perl) regex(i int) {
	f, q := p.regexShape(i)
	flags := string(p.src[q.tail:p.end(i)])
	l := literal.Literal{Kind: literal.Regex, Dialect: syntax.Perl, Flags: flags, FlagsKnown: true, Expr: literal.Offsets(p.start(i), p.end(i))}
	l.FitWith(f.Fit)
	switch {
	case q.operator == "s":
		l.Uses = literal.Replace
	case p.splits(i):
		l.Uses = literal.Split
	case q.operator == "m" && bytes.IndexByte([]byte(flags), 'g') >= 0:
		l.Uses = literal.Every
	case q.operator == "m" || p.kind(i-1) == kindMatch:
		l.Uses = literal.Exec
	}
	p.reason = ""
	read := func() (literal.Constant, bool) { return p.regexValue(i, 0) }
	v, ok := read()
	l.Settle(&v, ok, p.reason, p.src)
	if !ok {
		p.sketch(&l, read)
	}
	p.holds[i] = p.add(l)
}

// operandEnd implements sums.operandEnd.
func (p *perl) operandEnd(i int) (next int, escaped bool) {
	if k := p.kind(i); k != kindVariable && k != kindName {
		return i, false
	}
	next = p.chain(i, string([]byte{kindArrow}), "([{")
	return next, p.is(i, "quotemeta") && p.kind(i+1) == '(' && p.mate(i+1) == next-1
}

// text adds the string at token i, which stands where a regex is expected.
func (p *perl) text(i int) {
	p.reason = ""
	v, stop, ok := p.sum(i, 0)
	use := literal.Use(literal.Exec)
	if p.splits(i) {
		use = literal.Split
	}
	if !ok || v.List || v.Regex || use == literal.Split && string(v.Text) == " " { // white space, no pattern
		return
	}
	l := literal.Literal{Kind: literal.MethodArgument, Dialect: syntax.Perl, FlagsKnown: true, Uses: use, Expr: literal.Offsets(p.start(i), p.end(stop-1))}
	l.Take(&v, p.src, l.Expr.Start.Offset, l.Expr.End.Offset)
	p.add(l)
}

// attribute adds the uses of variables that hold a regex.
func (p *perl) attribute() {
	for i := range p.list {
		if p.kind(i) != kindVariable {
			continue
		}
		var use literal.Use
		switch {
		case p.kind(i-1) == kindMatch:
			use = literal.Exec
		case p.splits(i):
			use = literal.Split
		default:
			continue
		}
		if b, _ := p.lookupScalar(string(p.bytes(i)), p.start(i)); b.value >= 0 {
			if n, ok := p.holds[b.value]; ok {
				p.Literals[n].Uses |= use
			}
		}
	}
	// A regex that is all of another one is used as that is.
	for i := range p.list {
		if p.kind(i) != kindRegex {
			continue
		}
		q := p.quotes[p.list[i].start]
		text := p.src[q.start:q.end]
		if len(text) < 2 || text[0] != '$' || q.open == '\'' {
			continue
		}
		if b, _ := p.lookupScalar(string(text), p.start(i)); b.value >= 0 {
			if n, ok := p.holds[b.value]; ok {
				p.Literals[n].Uses |= p.Literals[p.holds[i]].Uses
			}
		}
	}
}

// bindNames records the blocks of the file and what its scalar variables and constants get. A variable
// that is assigned to other than by its declaration is recorded under its name with an equals sign.
func (p *perl) bindNames() {
	p.areas = append(p.areas, area{end: len(p.src), parent: -1})
	in := 0
	for i := 0; i < p.main; i++ {
		for p.start(i) >= p.areas[in].end && p.areas[in].parent >= 0 {
			in = p.areas[in].parent
		}
		switch p.kind(i) {
		case '{':
			if m := p.mate(i); m > 0 && p.blocks[p.start(i)] {
				p.areas = append(p.areas, area{start: p.start(i), end: p.end(m), parent: in})
				in = len(p.areas) - 1
			}
		case kindVariable:
			if p.src[p.start(i)] != '$' {
				break
			}
			name := string(p.bytes(i))
			declares := p.is(i-1, "my") || p.is(i-1, "our") || p.is(i-1, "state")
			switch k := p.kind(i + 1); {
			case declares && (k == '=' || k == kindFat):
				p.bind(name, bound{area: in, value: i + 2})
			case declares:
				p.bind(name, bound{area: in, value: -1})
			case k == '=' || k == kindAugment && p.kind(i+2) != kindVariable:
				p.bind("="+name, bound{area: in, value: i + 2})
			case k == kindMatch && p.kind(i+2) == kindRegex:
				if op := p.quotes[p.list[i+2].start].operator; op == "s" {
					p.bind("="+name, bound{area: in, value: i + 2})
				}
			case p.kind(i-1) == '\\', p.is(i-1, "foreach"), p.is(i-1, "for"), p.kind(i-1) == kindAugment, p.is(i-1, "chomp"), p.is(i-1, "read"):
				p.bind("="+name, bound{area: in, value: i})
			}
		case kindName:
			switch {
			case (p.is(i, "my") || p.is(i, "our") || p.is(i, "local")) && p.kind(i+1) == '(':
				for n := i + 2; n < p.mate(i+1) && p.work > 0; n++ {
					p.work--
					if p.kind(n) == kindVariable {
						p.bind(string(p.bytes(n)), bound{area: in, value: -1})
					}
				}
			case p.is(i, "use") && p.is(i+1, "constant"):
				p.constants(i + 2)
			}
		}
	}
}

// constants binds what use constant declares from token i on.
func (p *perl) constants(i int) {
	if p.kind(i) == kindName && p.kind(i+1) == kindFat {
		p.bind(string(p.bytes(i)), bound{area: 0, value: i + 2})
		return
	}
	last := p.mate(i)
	if p.kind(i) != '{' || last < 0 {
		return
	}
	for n := i + 1; n < last; n++ {
		if p.kind(n) == kindName && p.kind(n+1) == kindFat && (p.kind(n-1) == '{' || p.kind(n-1) == ',') {
			p.bind(string(p.bytes(n)), bound{area: 0, value: n + 2})
		} else if m := p.mate(n); m > n {
			n = m
		}
	}
}

// lookupScalar finds the one value that a scalar variable has at an offset.
func (p *perl) lookupScalar(name string, at int) (b bound, found bool) {
	b, found = p.lookup(name, at)
	assigned := p.bound["="+name]
	if p.work -= len(assigned); p.work < 0 {
		return bound{value: -1}, true
	}
	if !found {
		if len(assigned) == 1 && p.kind(assigned[0].value-1) == '=' {
			return assigned[0], true // a global one
		}
		return bound{value: -1}, len(assigned) > 0
	}
	a := p.areas[b.area]
	for _, other := range assigned {
		if s := p.start(other.value); s >= a.start && s < a.end {
			return bound{value: -1}, true
		}
	}
	// A declaration holds from where it stands.
	if b.value >= 0 && p.start(b.value) > at && b.value < p.main {
		return bound{value: -1}, true
	}
	return b, true
}
