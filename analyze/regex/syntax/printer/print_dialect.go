package printer

import (
	"strconv"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
	"snag/analyze/wtf8"
)

// A dialectPrinter is what printing needs beyond JavaScript.
type dialectPrinter struct {
	syntax.Dialect
	plain int // .NET: groups without a name so far
	names []string
}

// dialectTree prints t in a dialect other than JavaScript.
func (p *printer) dialectTree(t *syntax.Tree) string {
	if t.Flags.Has(syntax.Literal) {
		return wtf8.Encode(t.Source)
	}
	p.dialect = &dialectPrinter{Dialect: t.Dialect}
	p.flags = t.Dialect.Implied(p.flags)
	p.dialect.names = t.Names
	if t.Dialect == syntax.PCRE {
		p.settings(t)
	}
	p.setFlags(p.flags)
	p.node(t.Root, precedenceAlternate)
	return p.out.String()
}

// hasBranchReset reports whether the dialect has groups whose alternatives count from the same number.
func (d *dialectPrinter) hasBranchReset() bool {
	return d.Dialect == syntax.PCRE || d.Dialect == syntax.Perl
}

// resets reports whether alternatives of n count their captures from the same number.
func resets(n *syntax.Node) bool {
	for i, sub := range n.Subs[1:] {
		if sub.GroupLo < n.Subs[i].GroupHi {
			return true
		}
	}
	return false
}

// branchReset prints alternatives that count from the same number.
func (p *printer) branchReset(n *syntax.Node) {
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
func (p *printer) construct(n *syntax.Node) {
	switch n.Op {
	case syntax.OpAtomic:
		body := n.Subs[0]
		if body.Op == syntax.OpRepeat && !body.Lazy && p.mayBePossessive(body) {
			p.node(body.Subs[0], precedenceAtom)
			greedy := *body
			greedy.Lazy = p.flags.Has(syntax.Ungreedy)
			p.quantifier(&greedy)
			p.write("+")
			return
		}
		p.write("(?>")
		p.node(body, precedenceAlternate)
		p.write(")")
	case syntax.OpIf:
		p.conditional(n)
	case syntax.OpCall:
		p.call(n)
	case syntax.OpAbsent:
		p.write("(?~")
		p.node(n.Subs[0], precedenceAlternate)
		p.write(")")
	case syntax.OpKeep:
		p.write(`\K`)
	case syntax.OpVerb:
		p.write("(*" + n.Name + ")")
	}
}

func (p *printer) mayBePossessive(n *syntax.Node) bool {
	switch p.dialect.Dialect {
	case syntax.DotNet:
		return false
	case syntax.Ruby:
		return n.Max == syntax.Unbounded && n.Min <= 1 || n.Min == 0 && n.Max == 1
	}
	return true
}

func (p *printer) conditional(n *syntax.Node) {
	p.write("(?")
	branches := n.Subs
	switch look := n.Subs[0]; {
	case len(n.Subs) == 2:
		p.write("(" + p.condition(n) + ")")
	case look.Subs[0].Op == syntax.OpEmpty && look.Negate && isEmpty(n.Subs[2]) && p.dialect.Dialect != syntax.DotNet:
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
func (p *printer) condition(n *syntax.Node) string {
	if n.Name == "" {
		return strconv.Itoa(n.Refs[0])
	}
	switch p.dialect.Dialect {
	case syntax.Ruby, syntax.Perl, syntax.PCRE:
		return "<" + n.Name + ">"
	}
	return n.Name
}

func (p *printer) call(n *syntax.Node) {
	switch ruby := p.dialect.Dialect == syntax.Ruby; {
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
func (p *printer) capture(n *syntax.Node) {
	name := n.Name
	if p.dialect.Dialect == syntax.DotNet {
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
		if p.flags.Has(syntax.NoCapture) {
			p.withFlags(p.flags&^syntax.NoCapture, func() { p.plainCapture(n, open) })
			return
		}
	case p.dialect.Dialect == syntax.Python || p.dialect.Dialect == syntax.Go:
		open = "(?P<" + name + ">"
	default:
		open = "(?<" + name + ">"
	}
	p.plainCapture(n, open)
}

func (p *printer) plainCapture(n *syntax.Node, open string) {
	p.write(open)
	p.node(n.Subs[0], precedenceAlternate)
	p.write(")")
}

// reference prints a backreference.
func (p *printer) reference(n *syntax.Node) {
	p.where(func(a *alphabet.Alphabet) bool { return a.Fold == n.Fold }, func() {
		number := ""
		if n.Name == "" {
			number = strconv.Itoa(n.Refs[0])
			if name := p.dialect.names[n.Refs[0]-1]; p.dialect.Dialect == syntax.DotNet && name != "" && '0' <= name[0] && name[0] <= '9' {
				number = name // a number, too
			}
		}
		switch d := p.dialect.Dialect; {
		case d == syntax.Python && n.Name != "":
			p.write("(?P=" + n.Name + ")")
		case n.Name != "":
			p.write(`\k<` + n.Name + ">")
		case d == syntax.PCRE || d == syntax.Perl:
			p.write(`\g{` + number + "}")
		case len(number) > 1 && (d == syntax.DotNet || d == syntax.Ruby):
			p.write(`\k<` + number + ">")
		default:
			p.write(`\` + number)
			p.afterNumber = true
		}
	})
}

// wordEdge prints Rust's starts and ends of words, which are two lookarounds.
func (p *printer) wordEdge(n *syntax.Node) bool {
	if p.dialect.Dialect != syntax.Rust || len(n.Subs) != 2 || n.Subs[0].Op != syntax.OpLook || n.Subs[1].Op != syntax.OpLook {
		return false
	}
	set := n.Subs[0].Subs[0].Set
	p.where(func(a *alphabet.Alphabet) bool { return a.Word.Equal(set) }, func() {
		if n.Subs[0].Negate {
			p.write(`\b{start}`)
		} else {
			p.write(`\b{end}`)
		}
	})
	return true
}

func (p *printer) dialectLook(n *syntax.Node) {
	if p.dialect.Dialect == syntax.Rust {
		p.where(func(a *alphabet.Alphabet) bool { return a.Word.Equal(n.Subs[0].Set) }, func() {
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

func (p *printer) dialectAssertion(n *syntax.Node) {
	d := p.dialect.Dialect
	lines := func(a *alphabet.Alphabet) bool { return a.Newline.Equal(n.Set) && a.Pair == n.Pair }
	multiline := p.flags.Has(syntax.Multiline) || d == syntax.Ruby
	switch n.Assert {
	case syntax.TextStart:
		if multiline {
			p.write(`\A`)
		} else {
			p.write("^")
		}
	case syntax.TextEnd:
		if d == syntax.Python {
			p.write(`\Z`)
		} else {
			p.write(`\z`)
		}
	case syntax.SearchStart:
		p.write(`\G`)
	case syntax.TextEndLine:
		p.where(lines, func() {
			switch {
			case d != syntax.Python:
				p.write(`\Z`)
			case multiline:
				p.write("(?-m:$)")
			default:
				p.write("$")
			}
		})
	case syntax.LineStart, syntax.LineEnd:
		text := "^"
		if n.Assert == syntax.LineEnd {
			text = "$"
		}
		p.where(lines, func() {
			if !multiline {
				text = "(?m:" + text + ")"
			}
			p.write(text)
		})
	default:
		text := `\b`
		if n.Assert == syntax.NotWordBoundary {
			text = `\B`
		}
		p.where(func(a *alphabet.Alphabet) bool { return a.Boundary.Equal(n.Set) }, func() { p.write(text) })
	}
}
