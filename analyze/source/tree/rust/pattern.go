package rust

import (
	"strconv"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// target reads a pattern that matches whatever it gets, as what is assigned to: a name, or a list or object that takes the
// value apart. It returns nil for what keeps nothing.
func (p *parser) target() *tree.Node {
	start := p.Start()
	if !p.deeper() {
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	for p.Kind() == '&' || p.Is("mut") || p.Is("ref") {
		p.Next()
	}
	switch {
	case p.Is("_"):
		p.Next()
		return nil
	case p.Kind() == '(' || p.Kind() == '[':
		m := p.Mark()
		p.listed(func() {
			if p.SkipSign("..") {
				p.Push(p.Make(tree.Spread, start, "", p.Make(tree.Array, start, "")))
				return
			}
			p.Push(p.target())
		})
		if all := p.Pushed(m); len(all) == 1 && p.Src[start] == '(' && p.Src[p.Behind()-2] != ',' {
			n := all[0]
			p.Drop(m)
			return n
		}
		return p.Closed(tree.Array, start, "", m)
	case p.Kind() != scan.TokenName:
		return p.unknown()
	}
	names := p.segments()
	switch {
	case p.Kind() == '(':
		m := p.Mark()
		count := 0
		p.listed(func() {
			if p.SkipSign("..") {
				return
			}
			at := p.Start()
			p.Push(p.Make(tree.Pair, at, strconv.Itoa(count), nil, p.target()))
			count++
		})
		return p.Closed(tree.Object, start, "", m)
	case p.Kind() == '{' && !p.noStruct:
		m := p.Mark()
		p.listed(func() {
			if p.SkipSign("..") {
				return
			}
			at := p.Start()
			for p.isWord(0, "ref", "mut") {
				p.Next()
			}
			if p.Kind() != scan.TokenName {
				return
			}
			name := p.identifier()
			to := p.Make(tree.Name, at, name)
			if p.Skip(':') {
				to = p.target()
			}
			p.Push(p.Make(tree.Pair, at, name, nil, to))
		})
		return p.Closed(tree.Object, start, "", m)
	case len(names) == 1:
		return p.Make(tree.Name, start, names[0])
	}
	return p.Make(tree.Unknown, start, "")
}

// pattern reads a pattern that a value is compared with, which is a name or a member. It returns what says whether it
// matches, nil where it always does, and the declarations of what it names.
func (p *parser) pattern(v *tree.Node) (test *tree.Node, binds []*tree.Node) {
	start := p.Start()
	p.Skip('|')
	for links := 0; ; links++ {
		one, more := p.patternPart(v)
		binds = append(binds, more...)
		switch {
		case links == 0:
			test = one
		case one == nil || test == nil:
			test = nil
		default:
			test = p.Link(links, tree.Logical, start, "||", test, one)
		}
		if p.Kind() != '|' || p.Sign("||") {
			return test, binds
		}
		p.Next()
	}
}

func (p *parser) patternPart(v *tree.Node) (test *tree.Node, binds []*tree.Node) {
	start := p.Start()
	if !p.deeper() {
		return p.Deep(), nil
	}
	defer func() { p.Depth-- }()
	for p.Kind() == '&' || p.isWord(0, "mut", "ref") || p.Is("box") {
		p.Next()
	}
	inside := func(name string) *tree.Node {
		if v.Op == tree.Unknown {
			return v
		}
		return p.Node(tree.Member, int(v.Start), int(v.End), name, p.Again(v))
	}
	both := func(one *tree.Node, more []*tree.Node) {
		binds = append(binds, more...)
		switch {
		case one == nil:
		case test == nil:
			test = one
		default:
			test = p.Make(tree.Logical, start, "&&", test, one)
		}
	}
	parts := func() {
		count := 0
		p.listed(func() {
			if p.SkipSign("..") { // how many it stands for is not known
				count = 1 << 20
				return
			}
			part := inside(strconv.Itoa(count))
			if count >= 1<<20 {
				part = p.Make(tree.Unknown, start, "", p.Again(v))
			}
			both(p.pattern(part))
			count++
		})
	}
	switch {
	case p.Is("_"):
		p.Next()
		return nil, nil
	case p.Kind() == '(':
		parts()
		return test, binds
	case p.Kind() == '[':
		test = p.Make(tree.Unknown, start, "")
		parts()
		return test, binds
	case p.Kind() == scan.TokenName && !p.isWord(0, "true", "false"):
		names := p.segments()
		last := ""
		if len(names) > 0 {
			last = names[len(names)-1]
		}
		switch {
		case p.Kind() == '(' && (last == "Some" || last == "Ok"):
			test = p.Missing(v, "!=")
			p.listed(func() { both(p.pattern(v)) })
		case last == "Err" || last == "None":
			if test = p.Missing(v, "=="); p.Kind() == '(' {
				p.listed(func() { both(p.pattern(p.Make(tree.Unknown, start, ""))) })
			}
		case p.Kind() == '(':
			test = p.Make(tree.Unknown, start, "")
			parts()
		case p.Kind() == '{' && isUpper(last):
			test = p.Make(tree.Unknown, start, "")
			p.listed(func() { both(p.fieldPattern(inside)) })
		case p.isRange():
			return p.between(start, v, p.path(start, names)), nil
		case len(names) > 1 || isUpper(last):
			return p.Make(tree.Binary, start, "==", p.Again(v), p.path(start, names)), nil
		default:
			name := p.Make(tree.Name, start, last)
			if p.Skip('@') {
				test, binds = p.patternPart(v)
			}
			binds = append(binds, p.Declares(name, p.Again(v)))
		}
		return test, binds
	}
	value := p.unary()
	if p.isRange() {
		return p.between(start, v, value), nil
	}
	return p.Make(tree.Binary, start, "==", p.Again(v), value), nil
}

// fieldPattern reads a field in the pattern of a struct.
func (p *parser) fieldPattern(inside func(name string) *tree.Node) (test *tree.Node, binds []*tree.Node) {
	if p.SkipSign("..") {
		return nil, nil
	}
	start := p.Start()
	for p.isWord(0, "ref", "mut") {
		p.Next()
	}
	if p.Kind() != scan.TokenName && p.Kind() != scan.TokenNumber {
		return p.Make(tree.Unknown, start, ""), nil
	}
	name := p.identifier()
	part := inside(name)
	if p.Skip(':') {
		return p.pattern(part)
	}
	return nil, []*tree.Node{p.Declares(p.Make(tree.Name, start, name), part)}
}

// isRange reports whether the two dots of a range come next.
func (p *parser) isRange() bool { return p.Kind() == '.' && p.Sign("..") }

// between returns whether a value is in the range that begins with another one.
func (p *parser) between(start int32, v, low *tree.Node) *tree.Node {
	operator := "<"
	if p.Sign("..=") || p.Sign("...") {
		operator = "<="
		p.SkipSign("..=")
	} else {
		p.SkipSign("..")
	}
	test := p.Make(tree.Binary, start, ">=", p.Again(v), low)
	if p.Kind() == ')' || p.Kind() == ',' || p.Kind() == '|' || p.Sign("=>") || p.Is("if") || p.Ends() {
		return test
	}
	return p.Make(tree.Logical, start, "&&", test, p.Make(tree.Binary, start, operator, p.Again(v), p.unary()))
}
