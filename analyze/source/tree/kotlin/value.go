package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// short reads the right side of an operator that is not always evaluated.
func (p *parser) short(start int32, operator string, links int, left *tree.Node, precedence int) *tree.Node {
	hoisted, right := p.Apart(func() *tree.Node { return p.binary(precedence) })
	return p.Short(start, operator, links, left, hoisted, right)
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

// builders are the functions whose lambda fills what they return, and the classes of what it fills.
var builders = map[string]string{"buildString": "StringBuilder", "buildList": "ArrayList", "buildSet": "LinkedHashSet", "buildMap": "LinkedHashMap"}

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
		v = p.Value(subject.Start, subject.End)
		p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v), subject))
	}
	outside := p.around
	if s.this && v != nil {
		if self := p.implied(); self != nil && len(v.Kids) == 0 {
			v.Kids = []*tree.Node{p.Again(self)}
		}
		p.around = around{self: v, built: s.builds || subject.Op == tree.New && isBuilder(subject.Kid(0))}
	}
	body := p.scopedBody(s, v)
	p.around = outside
	var result *tree.Node
	switch {
	case s.test:
		test := p.Choice(body)
		if test == nil {
			test = p.Value(start, start)
			p.Hoisted = append(p.Hoisted, p.Declares(p.Again(test), nil), p.Ending(body, test))
		}
		yes, no := p.Again(v), p.Node(tree.Constant, int(v.End), int(v.End), "null")
		if s.not {
			yes, no = no, yes
		}
		return p.Make(tree.Conditional, start, "", test, yes, no)
	case s.builds:
		result = p.Make(tree.Call, start, "", p.Node(tree.Member, int(v.Start), int(v.End), "toString", p.Again(v)))
	case !s.value:
		result = p.Again(v)
	case !safe:
		if n := p.Choice(body); n != nil {
			return n
		}
		fallthrough
	default:
		result = p.Value(start, p.Behind())
		p.Hoisted = append(p.Hoisted, p.Declares(p.Again(result), nil))
		body = p.Ending(body, result)
	}
	if safe {
		body = p.Make(tree.If, start, "", p.Missing(v, "!="), body)
		if s.value {
			body.Kids = append(body.Kids, p.Assigns(result, p.Node(tree.Constant, int(body.End), int(body.End), "null")))
		}
	}
	p.Hoisted = append(p.Hoisted, body)
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
				p.Push(p.Declares(p.names(), p.Again(v)))
			}
			for !p.Ends() && !p.Sign("->") {
				p.Lose()
			}
			p.SkipSign("->")
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
