package classes

import (
	"strconv"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// pattern is what a value is held against.
type pattern struct {
	// test is the condition that the value has to meet or, where condition is false, the type or constant that it is
	// compared with.
	test      *tree.Node
	condition bool
	bound     *tree.Node // the name that the pattern gives to the value, or nil
}

// matched reads the pattern behind instanceof or is, and returns the condition that it stands for.
func (p *parser) matched(start int32, value *tree.Node) *tree.Node {
	p.SkipWord("final")
	if !p.sharp {
		x := p.pattern(p.held(value), true)
		x.condition = x.condition && isPlain(value)
		return p.holds(start, value, x)
	}
	subject := p.held(value)
	x := p.pattern(subject, false)
	x.condition = x.condition && subject == value
	return p.holds(start, value, x)
}

// held returns what stands for a value in the conditions of patterns, which read it several times: what it calls is called
// once.
func (p *parser) held(value *tree.Node) *tree.Node {
	if value == nil || isPlain(value) {
		return value
	}
	return p.Node(tree.Unknown, int(value.Start), int(value.End), "")
}

// plainMembers is how many members a value is away at most from the variable that the conditions of a pattern read each.
const plainMembers = 8

// isPlain reports whether an expression names a variable or a member, which may be read several times.
func isPlain(n *tree.Node) bool {
	for range plainMembers {
		if n == nil || n.Op != tree.Member && n.Op != tree.Cast {
			break
		}
		n = n.Kid(0)
	}
	return n != nil && (n.Op == tree.Name || n.Op == tree.This)
}

// holds returns the condition that a value is held against a pattern, which names it if it does.
func (p *parser) holds(start int32, value *tree.Node, x pattern) *tree.Node {
	if x.condition && x.bound == nil {
		return x.test
	}
	named := value
	if x.bound != nil {
		named = p.Node(tree.Assign, int(start), int(value.End), "=", x.bound, value)
	}
	switch {
	case x.condition:
		return p.Make(tree.Logical, start, "&&", x.test, p.Make(tree.Binary, start, "instanceof", named, p.Make(tree.Unknown, start, "")))
	case p.sharp && (x.test.Op == tree.Constant || x.test.Op == tree.String || x.test.Op == tree.Number):
		return p.Make(tree.Binary, start, "==", named, x.test)
	}
	return p.Make(tree.Binary, start, "instanceof", named, x.test)
}

// pattern reads a pattern that a value is held against. typed reports whether it must be a type.
func (p *parser) pattern(value *tree.Node, typed bool) pattern {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return pattern{test: p.Deep()}
	}
	defer func() { p.Depth-- }()
	if !p.sharp {
		return p.single(value, typed)
	}
	return p.joined(value, "or")
}

// joined reads patterns of C# that stand beside each other with a word between them.
func (p *parser) joined(value *tree.Node, word string) pattern {
	next, op := p.negated, "&&"
	if word == "or" {
		next, op = func(v *tree.Node) pattern { return p.joined(v, "and") }, "||"
	}
	start := p.Start()
	left := next(value)
	for links := 0; p.SkipWord(word); links++ {
		from := p.Start()
		right := next(value)
		left = pattern{test: p.Link(links, tree.Logical, start, op, p.holds(start, value, left), p.holds(from, value, right)), condition: true}
	}
	return left
}

// negated reads a pattern of C# with "not" in front of it, or without.
func (p *parser) negated(value *tree.Node) pattern {
	start := p.Start()
	if !p.SkipWord("not") {
		return p.single(value, false)
	}
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return pattern{test: p.Deep()}
	}
	x := p.negated(value)
	p.Depth--
	return pattern{p.Make(tree.Unary, start, "!", p.holds(start, value, x)), true, nil}
}

// single reads a pattern without others beside it.
func (p *parser) single(value *tree.Node, typed bool) (x pattern) {
	start := p.Start()
	switch {
	case p.Kind() == '<' || p.Kind() == '>':
		sign := p.Text[start : start+1]
		if p.Next(); p.Skip('=') {
			sign += "="
		}
		x = pattern{p.Make(tree.Binary, start, sign, value, p.binary(precedenceRelation)), true, nil}
	case p.Kind() == '{' && p.sharp:
		x = p.properties(value)
	case p.Kind() == '(' && p.sharp && p.isGrouped():
		b := p.Enter()
		x = p.pattern(value, false)
		p.Leave(b)
	case (p.Kind() == '(' || p.Kind() == '[') && p.sharp:
		x = p.components(value, nil)
	case p.Kind() == '{' || p.Kind() == '(' || p.Kind() == '[':
		p.Over()
		x.test = p.Make(tree.Unknown, start, "")
	case typed || p.isTypePattern():
		p.matching = true
		x.test = p.typeName()
		p.matching = false
		if p.Kind() == '(' {
			x = p.components(value, x.test)
		}
		if p.Kind() == '{' && p.sharp {
			of := p.properties(value)
			x = pattern{p.Make(tree.Logical, start, "&&", p.holds(start, value, x), of.test), true, nil}
		}
	case p.sharp:
		x.test = p.binary(precedenceRelation)
	default:
		x.test = p.binary(0)
		return x
	}
	if w := p.Word(); w != "" && !p.isOperator(w) && !p.reserved(w) && !(x.condition && w == "when") {
		x.bound = p.name()
	}
	return x
}

// isGrouped reports whether the parenthesis at the current token holds one pattern, rather than the parts of a tuple.
func (p *parser) isGrouped() bool {
	for i, m := p.At+1, int(p.Mates[p.At]); i < m; i++ {
		if p.Tokens[i].Kind == ',' {
			return false
		}
		if mate := int(p.Mates[i]); mate > i {
			i = mate
		}
	}
	return int(p.Mates[p.At]) > p.At+1
}

// properties reads a pattern in braces, which is one of members: { Length: > 3, Owner.Name: "x" }.
func (p *parser) properties(value *tree.Node) pattern {
	start := p.Start()
	all := p.Make(tree.Binary, start, "!=", value, p.Make(tree.Constant, start, "null"))
	b := p.Enter()
	for links := 0; !p.Ends(); links++ {
		from, at := p.At, p.Start()
		member := value
		for p.Kind() == scan.TokenName {
			name := p.identifier()
			if member = p.held(p.Make(tree.Member, at, name, member)); !p.Skip('.') {
				break
			}
		}
		if p.Skip(':') {
			if one := p.holds(at, member, p.pattern(member, false)); links == 0 {
				all = one
			} else {
				all = p.Link(links, tree.Logical, start, "&&", all, one)
			}
		}
		p.Separate(from)
	}
	p.Leave(b)
	return pattern{all, true, nil}
}

// components reads the parts of a record in parentheses behind its type, which are members by their numbers: Pair(var a, _). In
// C# they are also those of what has no type there, and the elements of a list in brackets: [var first, .., var last].
func (p *parser) components(value, kind *tree.Node) pattern {
	start := p.Start()
	if kind != nil {
		start = kind.Start
	}
	if value == nil {
		value = p.Node(tree.Unknown, int(start), int(start), "")
	}
	all := p.Make(tree.Binary, start, "instanceof", value, kind)
	if kind == nil {
		all = p.Make(tree.Binary, start, "!=", value, p.Make(tree.Constant, start, "null"))
	}
	b := p.Enter()
	rest := false
	for links := 0; !p.Ends(); links++ {
		from, at := p.At, p.Start()
		p.SkipWord("final")
		if p.sharp && p.Kind() == scan.TokenName && p.Ahead(1).Kind == ':' {
			p.Next()
			p.Next()
		}
		var member *tree.Node
		switch {
		case p.sharp && p.skipSign(".."):
			if rest = true; !p.Ends() && p.Kind() != ',' {
				member = p.held(p.Make(tree.Slice, at, "", value, nil, nil))
			}
		case p.SkipWord("_"):
		case rest:
			member = p.held(p.Make(tree.Index, at, "", value, p.Make(tree.Unknown, at, "")))
		default:
			member = p.held(p.Make(tree.Member, at, strconv.Itoa(links), value))
		}
		if member != nil {
			all = p.Link(links, tree.Logical, start, "&&", all, p.holds(at, member, p.pattern(member, !p.sharp)))
		}
		p.Separate(from)
	}
	p.Leave(b)
	return pattern{all, true, nil}
}

// isTypePattern reports whether a pattern begins with a type.
func (p *parser) isTypePattern() bool {
	from, skipped := p.At, p.Skipped
	p.matching = true
	ok := p.skipType()
	p.matching = false
	if ok {
		switch t := &p.Tokens[p.At]; {
		case t.Kind == scan.TokenName, t.Kind == '(', t.Closes, t.Kind == ',', t.Kind == ':', p.sign("->"):
		case p.sharp && strings.IndexByte("{;?=&|^!", t.Kind) >= 0:
		default:
			ok = false
		}
	}
	p.At, p.Skipped = from, skipped
	return ok
}
