package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// most is how many branches of a when nest as ifs. When there are more, it is a switch.
const most = 200

// when reads a when.
func (p *parser) when() *tree.Node {
	start := p.Start()
	p.Next()
	var subject *tree.Node
	if p.Kind() == '(' {
		p.within(func() {
			at := p.Start()
			p.annotations()
			if p.Is("val") && p.Ahead(1).Kind == scan.TokenName {
				v := p.variable()
				subject = v.target
				p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v.target), v.value))
				return
			}
			subject = p.expression()
			if subject.Op == tree.Function || !descent.IsSimple(subject) {
				subject = p.Hold(subject)
			}
			subject.Start = min(subject.Start, at)
		})
	}
	var all []arm
	if p.Kind() == '{' {
		if p.Depth++; p.Depth > deepest {
			p.Depth--
			return p.Deep()
		}
		p.within(func() {
			for !p.Ends() {
				from := p.At
				all = append(all, p.arm(subject))
				p.Skip(';')
				if p.At == from && !p.Ends() {
					p.Lose()
				}
			}
		})
		p.Depth--
	}
	return p.chained(start, all)
}

// arm is a branch of a when. Its test is nil for what no other matches.
type arm struct {
	ahead      []*tree.Node
	test, body *tree.Node
	start, end int32
}

func (p *parser) arm(subject *tree.Node) (a arm) {
	a.start = p.Start()
	if p.Is("else") {
		p.Next()
	} else {
		a.ahead, a.test = p.Apart(func() *tree.Node { return p.tests(subject) })
	}
	for !p.Ends() && !p.Sign("->") && p.Kind() != ';' && !p.breaks() {
		p.Lose()
	}
	p.SkipSign("->")
	a.body = p.branch()
	a.end = p.Behind()
	return a
}

// tests reads the conditions of a branch.
func (p *parser) tests(subject *tree.Node) *tree.Node {
	start := p.Start()
	var all *tree.Node
	for links := 0; ; links++ {
		one := p.test(subject)
		if all == nil {
			all = one
		} else {
			all = p.Link(links, tree.Logical, start, "||", all, one)
		}
		if !p.Skip(',') || p.Sign("->") {
			break
		}
	}
	if p.SkipWord("if") {
		all = p.Make(tree.Logical, start, "&&", all, p.expression())
	}
	return all
}

func (p *parser) test(subject *tree.Node) *tree.Node {
	start := p.Start()
	if subject == nil {
		return p.expression()
	}
	for _, w := range []string{"in", "is", "!in", "!is"} {
		if w == p.Word() || w[0] == '!' && p.Kind() == '!' && p.WordAt(1) == w[1:] {
			return p.named(p.Again(subject), start, descent.Operator{Text: w, Precedence: precedenceNamed})
		}
	}
	value := p.expression()
	return p.Make(tree.Binary, start, "==", p.Again(subject), value)
}

// chained returns the branches of a when as ifs, or as a switch of no value.
func (p *parser) chained(start int32, all []arm) *tree.Node {
	var rest *tree.Node
	if len(all) > most {
		m := p.Mark()
		p.Push(nil)
		for _, a := range all {
			body := p.BlockOf(a.start, a.body)
			p.Hoisted = append(p.Hoisted, a.ahead...)
			if a.test == nil {
				p.Push(p.Node(tree.Case, int(a.start), int(a.end), "", body))
			} else {
				p.Push(p.Node(tree.Case, int(a.start), int(a.end), "", body, a.test))
			}
		}
		return p.Closed(tree.Switch, start, "", m)
	}
	for i := len(all) - 1; i >= 0; i-- {
		a := &all[i]
		switch {
		case a.test == nil:
			rest = a.body
			continue
		case rest == nil:
			rest = p.Node(tree.If, int(a.start), int(a.end), "", a.test, a.body)
		default:
			rest = p.Node(tree.If, int(a.start), int(max(a.end, rest.End)), "", a.test, a.body, rest)
		}
		if len(a.ahead) > 0 && i > 0 {
			rest = p.Node(tree.Block, int(a.start), int(rest.End), "", append(a.ahead, rest)...)
		} else {
			p.Hoisted = append(p.Hoisted, a.ahead...)
		}
	}
	if rest == nil {
		return p.Make(tree.Block, start, "")
	}
	if rest.Op == tree.If {
		rest.Start = start
	}
	rest.End = max(rest.End, p.Behind())
	return rest
}
