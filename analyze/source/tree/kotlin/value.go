package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// valueOf returns the value of an if, when or try, which stands ahead unless it is a mere choice.
func (p *parser) valueOf(s *tree.Node) *tree.Node {
	if n := p.choice(s); n != nil {
		return n
	}
	v := p.value(s.Start, s.End)
	p.ahead = append(p.ahead, p.declares(p.again(v), nil), p.ending(s, v))
	return v
}

// choice returns an if both of whose branches are a single expression as a conditional, nil for others.
func (p *parser) choice(s *tree.Node) *tree.Node {
	for s.Op == tree.Block && len(s.Kids) == 1 {
		s = s.Kids[0]
	}
	switch {
	case s.Op == tree.Expression && s.Kids[0].Op != tree.Assign:
		return s.Kids[0]
	case s.Op != tree.If || len(s.Kids) < 3:
		return nil
	}
	then := p.choice(s.Kids[1])
	if then == nil {
		return nil
	}
	otherwise := p.choice(s.Kids[2])
	if otherwise == nil {
		return nil
	}
	return p.Node(tree.Conditional, int(s.Start), int(s.End), "", s.Kids[0], then, otherwise)
}

// ending has a variable hold the value that code ends with, or the code return it where there is none.
func (p *parser) ending(n, v *tree.Node) *tree.Node {
	if n == nil {
		return nil
	}
	switch n.Op {
	case tree.Block:
		if last := len(n.Kids) - 1; last >= 0 {
			n.Kids[last] = p.ending(n.Kids[last], v)
		}
	case tree.Expression:
		value := n.Kids[0]
		switch {
		case value.Op == tree.Assign:
		case v == nil:
			return p.Node(tree.Return, int(n.Start), int(n.End), "", value)
		default:
			return p.Node(tree.Expression, int(n.Start), int(n.End), "", p.Node(tree.Assign, int(n.Start), int(n.End), "=", p.again(v), value))
		}
	case tree.If:
		for i := 1; i < len(n.Kids); i++ {
			n.Kids[i] = p.ending(n.Kids[i], v)
		}
	case tree.Switch:
		for _, k := range n.Kids[1:] {
			k.Kids[0] = p.ending(k.Kids[0], v)
		}
	case tree.Try:
		n.Kids[0] = p.ending(n.Kids[0], v)
		for _, k := range n.Kids[2:] {
			k.Kids[1] = p.ending(k.Kids[1], v)
		}
	case tree.Label:
		n.Kids[0] = p.ending(n.Kids[0], v)
	}
	return n
}

// short reads the right side of an operator that is not always evaluated.
func (p *parser) short(start int32, operator string, links int, left *tree.Node, precedence int) *tree.Node {
	ahead, right := p.apart(func() *tree.Node { return p.binary(precedence) })
	if len(ahead) == 0 {
		return p.Link(links, tree.Logical, start, operator, left, right)
	}
	v := p.value(left.Start, left.End)
	p.ahead = append(p.ahead, p.declares(p.again(v), left))
	test := p.again(v)
	switch operator {
	case "||":
		test = p.Node(tree.Unary, int(v.Start), int(v.End), "!", test)
	case "??":
		test = p.missing(v, "==")
	}
	if last := ahead[len(ahead)-1]; !leaves(last) {
		ahead = append(ahead, p.assigns(v, right))
	}
	p.ahead = append(p.ahead, p.Make(tree.If, start, "", test, p.Make(tree.Block, right.Start, "", ahead...)))
	return v
}

// assigns returns the statement that sets a variable.
func (p *parser) assigns(v, value *tree.Node) *tree.Node {
	start, end := int(value.Start), int(value.End)
	return p.Node(tree.Expression, start, end, "", p.Node(tree.Assign, start, end, "=", p.again(v), value))
}

// leaves reports whether nothing behind a statement runs.
func leaves(n *tree.Node) bool {
	switch n.Op {
	case tree.Return, tree.Throw, tree.Break, tree.Continue:
		return true
	}
	return false
}

// scoped are the functions whose lambda stands for code where the call does.
var scoped = map[string]scope{
	"let": {value: true}, "also": {}, "takeIf": {test: true}, "takeUnless": {test: true, not: true}, "run": {value: true, this: true}, "apply": {this: true},
}

// scope is what a function does with its lambda.
type scope struct {
	value     bool // it returns its value, else what it is called on
	test, not bool // it returns null unless that is true, or false
	this      bool // what it is called on is this in the lambda
	builds    bool // this is a text that is put together, and returned
}

// isBuilder reports whether a class is that of texts that are put together.
func isBuilder(class *tree.Node) bool {
	return class != nil && class.Op == tree.Name && (class.Text == "StringBuilder" || class.Text == "StringBuffer")
}

// building are the methods of such texts that change them.
var building = wordSet("append", "appendLine", "appendRange", "appendCodePoint", "insert", "insertRange", "setLength", "deleteAt", "deleteRange", "clear", "reverse", "setCharAt")

// isScoped reports whether the lambda at the current token may be read as code: it leaves itself nowhere but at its end.
func (p *parser) isScoped(name string) bool {
	m := int(p.Mates[p.At])
	if p.Kind() != '{' || m < 0 || m-p.At > p.Waste || p.Depth > deepest/2 {
		return false
	}
	p.Waste -= m - p.At
	for i := p.At + 1; i < m-1; i++ {
		if t := &p.Tokens[i]; t.Kind == '@' && p.Spell(&p.Tokens[i+1]) == name && p.Spell(&p.Tokens[i-1]) == "return" {
			return false
		}
	}
	return true
}

// isSet reports whether a variable may be set in the braces at the current token.
func (p *parser) isSet(name string) bool {
	for i := p.At + 1; i < int(p.Mates[p.At]); i++ {
		if t := &p.Tokens[i]; t.Kind == scan.TokenName && p.Spell(t) == name && setting[p.Tokens[i+1].Kind] && p.Tokens[i+2].Kind != '>' {
			return true
		}
	}
	return false
}

// inlined reads the lambda of a function with a scope, which is called on a value, or on none.
func (p *parser) inlined(start int32, s scope, subject *tree.Node, safe bool) *tree.Node {
	v := subject
	if v != nil && (v.Op != tree.Name || p.isSet(v.Text)) {
		v = p.value(subject.Start, subject.End)
		p.ahead = append(p.ahead, p.declares(p.again(v), subject))
	}
	outside := p.around
	if s.this && v != nil {
		if self := p.implied(); self != nil && len(v.Kids) == 0 {
			v.Kids = []*tree.Node{p.again(self)}
		}
		p.around = around{self: v, built: s.builds || subject.Op == tree.New && isBuilder(subject.Kid(0))}
	}
	body := p.scopedBody(s, v)
	p.around = outside
	var result *tree.Node
	switch {
	case s.test:
		test := p.choice(body)
		if test == nil {
			test = p.value(start, start)
			p.ahead = append(p.ahead, p.declares(p.again(test), nil), p.ending(body, test))
		}
		yes, no := p.again(v), p.Node(tree.Constant, int(v.End), int(v.End), "null")
		if s.not {
			yes, no = no, yes
		}
		return p.Make(tree.Conditional, start, "", test, yes, no)
	case s.builds:
		result = p.Make(tree.Call, start, "", p.Node(tree.Member, int(v.Start), int(v.End), "toString", p.again(v)))
	case !s.value:
		result = p.again(v)
	case !safe:
		if n := p.choice(body); n != nil {
			return n
		}
		fallthrough
	default:
		result = p.value(start, p.Behind())
		p.ahead = append(p.ahead, p.declares(p.again(result), nil))
		body = p.ending(body, result)
	}
	if safe {
		body = p.Make(tree.If, start, "", p.missing(v, "!="), body)
		if s.value {
			body.Kids = append(body.Kids, p.assigns(result, p.Node(tree.Constant, int(body.End), int(body.End), "null")))
		}
	}
	p.ahead = append(p.ahead, body)
	return result
}

// scopedBody reads the lambda, whose parameter is another name for a value.
func (p *parser) scopedBody(s scope, v *tree.Node) *tree.Node {
	start := p.Start()
	its := p.its
	m := p.Mark()
	p.within(func() {
		named := "it"
		if s.this || v == nil {
			named = ""
		}
		if p.hasParameters() {
			if p.Kind() == scan.TokenName && v != nil {
				named = p.identifier()
				if p.Skip(':') {
					p.typeName()
				}
			} else if p.Kind() == '(' && v != nil {
				named = ""
				p.Push(p.declares(p.names(), p.again(v)))
			}
			for !p.Ends() && !p.sign("->") {
				p.Lose()
			}
			p.skipSign("->")
		}
		before, was := p.renamed[named]
		if named != "" {
			p.renamed[named] = v.Text
		}
		p.statements()
		if named == "" {
			return
		}
		if delete(p.renamed, named); was {
			p.renamed[named] = before
		}
	})
	p.its = max(its, p.its)
	return p.Closed(tree.Block, start, "", m)
}
