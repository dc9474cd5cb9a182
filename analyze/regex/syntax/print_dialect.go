package syntax

import (
	"strconv"

	"snag/analyze/wtf8"
)

// A dialectPrinter is what printing needs beyond JavaScript.
type dialectPrinter struct {
	Dialect
	reader *parser // tells what flags mean
	plain  int     // .NET: groups without a name so far
	names  []string
}

// dialectTree prints t in a dialect other than JavaScript.
func (p *printer) dialectTree(t *Tree) string {
	if t.Flags.Has(Literal) {
		return wtf8.Encode(t.Source)
	}
	p.dialect = &dialectPrinter{Dialect: t.Dialect}
	reader := &parser{dialect: t.Dialect, codePoints: t.ByCodePoint, bytes: t.ByByte}
	p.dialect.reader = reader
	switch {
	case t.Dialect == PCRE && t.Flags.Has(Unicode):
		p.flags |= UnicodeClasses
	case t.Dialect == Rust:
		p.flags |= Unicode
	}
	p.dialect.names = t.Names
	if t.Dialect == PCRE {
		p.settings(t)
	}
	reader.setFlags(p.flags)
	p.alphabet = reader.alphabet
	p.node(t.Root, precedenceAlternate)
	return p.out.String()
}

// resets reports whether alternatives of n count their captures from the same number.
func resets(n *Node) bool {
	for i, sub := range n.Subs[1:] {
		if sub.GroupLo < n.Subs[i].GroupHi {
			return true
		}
	}
	return false
}

// branchReset prints alternatives that count from the same number.
func (p *printer) branchReset(n *Node) {
	p.write("(?|")
	for i, sub := range n.Subs {
		if i > 0 {
			p.write("|")
		}
		p.node(sub, precedenceConcat)
	}
	p.write(")")
}

// construct prints a node that JavaScript does not have.
func (p *printer) construct(n *Node) {
	switch n.Op {
	case OpAtomic:
		body := n.Subs[0]
		if body.Op == OpRepeat && !body.Lazy && p.mayBePossessive(body) {
			p.node(body.Subs[0], precedenceAtom)
			greedy := *body
			greedy.Lazy = p.flags.Has(Ungreedy)
			p.quantifier(&greedy)
			p.write("+")
			return
		}
		p.write("(?>")
		p.node(body, precedenceAlternate)
		p.write(")")
	case OpIf:
		p.conditional(n)
	case OpCall:
		p.call(n)
	case OpAbsent:
		p.write("(?~")
		p.node(n.Subs[0], precedenceAlternate)
		p.write(")")
	case OpKeep:
		p.write(`\K`)
	case OpVerb:
		p.write("(*" + n.Name + ")")
	}
}

func (p *printer) mayBePossessive(n *Node) bool {
	switch p.dialect.Dialect {
	case DotNet:
		return false
	case Ruby:
		return n.Max == Unbounded && n.Min <= 1 || n.Min == 0 && n.Max == 1
	}
	return true
}

func (p *printer) conditional(n *Node) {
	p.write("(?")
	branches := n.Subs
	switch look := n.Subs[0]; {
	case len(n.Subs) == 2:
		p.write("(" + p.condition(n) + ")")
	case look.Subs[0].Op == OpEmpty && look.Negate && isEmpty(n.Subs[2]) && p.dialect.Dialect != DotNet:
		p.write("(DEFINE)")
		branches = n.Subs[1:]
	default:
		p.write(lookOpening(look))
		p.node(look.Subs[0], precedenceAlternate)
		p.write(")")
		branches = n.Subs[1:]
	}
	p.node(branches[0], precedenceConcat)
	if !isEmpty(branches[1]) {
		p.write("|")
		p.node(branches[1], precedenceConcat)
	}
	p.write(")")
}

// condition returns how a conditional names its group.
func (p *printer) condition(n *Node) string {
	if n.Name == "" {
		return strconv.Itoa(n.Refs[0])
	}
	switch p.dialect.Dialect {
	case Ruby, Perl, PCRE:
		return "<" + n.Name + ">"
	}
	return n.Name
}

func (p *printer) call(n *Node) {
	switch ruby := p.dialect.Dialect == Ruby; {
	case ruby && n.Name != "":
		p.write(`\g<` + n.Name + ">")
	case ruby:
		p.write(`\g<` + strconv.Itoa(n.Refs[0]) + ">")
	case n.Name != "":
		p.write("(?&" + n.Name + ")")
	case n.Refs[0] == 0:
		p.write("(?R)")
	default:
		p.write("(?" + strconv.Itoa(n.Refs[0]) + ")")
	}
}

// capture prints a group with a number, or one that takes a capture away.
func (p *printer) capture(n *Node) {
	name := n.Name
	if p.dialect.Dialect == DotNet {
		if name == "" && n.Index > 0 {
			if p.dialect.plain++; p.dialect.plain != n.Index {
				p.dialect.plain--
				name = strconv.Itoa(n.Index)
			}
		}
		if n.Pop > 0 {
			other := p.dialect.names[n.Pop-1]
			if other == "" {
				other = strconv.Itoa(n.Pop)
			}
			if name == "" && n.Index > 0 {
				p.dialect.plain--
				name = strconv.Itoa(n.Index)
			}
			name += "-" + other
		}
	}
	open := "("
	switch {
	case name == "":
		if p.flags.Has(NoCapture) {
			p.withFlags(p.flags&^NoCapture, func() { p.plainCapture(n, open) })
			return
		}
	case p.dialect.Dialect == Python || p.dialect.Dialect == Go:
		open = "(?P<" + name + ">"
	default:
		open = "(?<" + name + ">"
	}
	p.plainCapture(n, open)
}

func (p *printer) plainCapture(n *Node, open string) {
	p.write(open)
	p.node(n.Subs[0], precedenceAlternate)
	p.write(")")
}

// reference prints a backreference.
func (p *printer) reference(n *Node) {
	p.under(func(a *alphabet) bool { return a.fold == n.Fold }, func() {
		number := ""
		if n.Name == "" {
			number = strconv.Itoa(n.Refs[0])
			if name := p.dialect.names[n.Refs[0]-1]; p.dialect.Dialect == DotNet && name != "" && isDigit(rune(name[0])) {
				number = name // a number, too
			}
		}
		switch d := p.dialect.Dialect; {
		case d == Python && n.Name != "":
			p.write("(?P=" + n.Name + ")")
		case n.Name != "":
			p.write(`\k<` + n.Name + ">")
		case d == PCRE || d == Perl:
			p.write(`\g{` + number + "}")
		case len(number) > 1 && (d == DotNet || d == Ruby):
			p.write(`\k<` + number + ">")
		default:
			p.write(`\` + number)
			p.afterNumber = true
		}
	})
}

// wordEdge prints Rust's starts and ends of words, which are two lookarounds.
func (p *printer) wordEdge(n *Node) bool {
	if p.dialect.Dialect != Rust || len(n.Subs) != 2 || n.Subs[0].Op != OpLook || n.Subs[1].Op != OpLook {
		return false
	}
	set := n.Subs[0].Subs[0].Set
	p.under(func(a *alphabet) bool { return a.word.Equal(set) }, func() {
		if n.Subs[0].Negate {
			p.write(`\b{start}`)
		} else {
			p.write(`\b{end}`)
		}
	})
	return true
}

func (p *printer) dialectLook(n *Node) {
	if p.dialect.Dialect == Rust {
		p.under(func(a *alphabet) bool { return a.word.Equal(n.Subs[0].Set) }, func() {
			if n.Behind {
				p.write(`\b{start-half}`)
			} else {
				p.write(`\b{end-half}`)
			}
		})
		return
	}
	p.write(lookOpening(n))
	p.node(n.Subs[0], precedenceAlternate)
	p.write(")")
}

func (p *printer) dialectAssertion(n *Node) {
	d := p.dialect.Dialect
	lines := func(a *alphabet) bool { return a.newline.Equal(n.Set) && a.pair == n.Pair }
	multiline := p.flags.Has(Multiline) || d == Ruby
	switch n.Assert {
	case TextStart:
		if multiline {
			p.write(`\A`)
		} else {
			p.write("^")
		}
	case TextEnd:
		if d == Python {
			p.write(`\Z`)
		} else {
			p.write(`\z`)
		}
	case SearchStart:
		p.write(`\G`)
	case TextEndLine:
		p.under(lines, func() {
			switch {
			case d != Python:
				p.write(`\Z`)
			case multiline:
				p.write("(?-m:$)")
			default:
				p.write("$")
			}
		})
	case LineStart, LineEnd:
		text := "^"
		if n.Assert == LineEnd {
			text = "$"
		}
		p.under(lines, func() {
			if !multiline {
				text = "(?m:" + text + ")"
			}
			p.write(text)
		})
	default:
		text := `\b`
		if n.Assert == NotWordBoundary {
			text = `\B`
		}
		p.under(func(a *alphabet) bool { return a.boundary.Equal(n.Set) }, func() { p.write(text) })
	}
}
