package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// kinds are the names in Java of types that have others in Kotlin.
var kinds = map[string]string{
	"Int": "int", "Long": "long", "Short": "short", "Byte": "byte", "Char": "char", "Boolean": "boolean", "Float": "float", "Double": "double", "Unit": "void",
}

// typeName reads a type. It returns the name at its head, without type arguments; that of a function is not told.
func (p *parser) typeName() *tree.Node {
	start := p.Start()
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	p.annotations()
	for p.Is("suspend") && p.Ahead(1).Kind != '.' || (p.Is("in") || p.Is("out") || p.Is("vararg")) && p.Ahead(1).Kind == scan.TokenName {
		p.Next()
	}
	var n *tree.Node
	p.arrow = false
	switch {
	case p.Kind() == '(':
		p.Over()
		p.arrow = true
		n = p.Make(tree.Unknown, start, "")
	case p.Kind() == '*':
		p.Next()
		return p.Make(tree.Unknown, start, "")
	case p.Kind() == scan.TokenName:
		name := p.identifier()
		if other := kinds[name]; other != "" {
			name = other
		}
		n = p.Make(tree.Name, start, name)
	default:
		return p.Make(tree.Unknown, start, "")
	}
	n = p.typeRest(n, start)
	if p.arrow && p.Sign("->") {
		p.SkipSign("->")
		p.typeName()
		return p.Make(tree.Unknown, start, "")
	}
	return n
}

// heldTypes is how deep types are read that stand in others, as in Map<String, List<Part>>.
const heldTypes = 3

// wholeType is typeName with the types that the type is made for.
func (p *parser) wholeType() *tree.Node {
	before := p.held
	p.held = heldTypes
	defer func() { p.held = before }()
	return p.typeName()
}

// heldIn reads the types between two tokens that another type is made for. Their annotations are left out, of which a compiler
// of Kotlin keeps nothing unless it is asked to.
func (p *parser) heldIn(from, end int) (all []*tree.Node) {
	if p.held == 0 || end-from > 200 {
		return nil
	}
	p.held--
	arrow := p.arrow
	defer func() {
		p.At, p.arrow = end, arrow
		p.held++
	}()
	for p.At = from + 1; p.At < end-1; {
		at := p.At
		if n := p.typeName(); n.Op != tree.Unknown {
			all = append(all, n)
		}
		if p.Kind() == ',' || p.At == at {
			p.Next()
		}
	}
	return all
}

// typeRest reads what stands behind the first name of a type.
func (p *parser) typeRest(n *tree.Node, start int32) *tree.Node {
	for {
		switch t := &p.Tokens[p.At]; {
		case t.Kind == '<' && !p.breaks():
			from := p.At
			if !p.skipAngles() {
				p.At = from
				return n
			}
			if all := p.heldIn(from, p.At); len(all) > 0 {
				n.Hold(all)
			}
		case t.Kind == '?' && t.End == t.Start+1 && !p.Sign("?:"), t.Kind == '!' && p.Src[max(t.End-1, 0)] == '!' && p.Sign("!!"):
			p.Next()
		case t.Kind == '.' && p.At != p.dot && p.Ahead(1).Kind == '(' && p.Mates[p.At+1] > 0 && p.Tokens[p.Mates[p.At+1]+1].Kind == '-': // a function of one
			p.Next()
			p.Over()
			p.arrow = true
			n = p.Make(tree.Unknown, start, "")
		case t.Kind == '.' && p.Ahead(1).Kind == scan.TokenName && t.End == t.Start+1 && p.At != p.dot:
			p.Next()
			n = p.Make(tree.Member, start, p.identifier(), n)
		case t.Kind == '&' && p.Ahead(1).Kind == scan.TokenName && !p.Sign("&&"):
			p.Next()
			p.Next()
		default:
			return n
		}
	}
}

// skipAngles goes behind type parameters or arguments. It reports false, somewhere in them, when there are none.
func (p *parser) skipAngles() bool {
	open := 0
	for {
		if p.Waste--; p.Waste < 0 {
			return false
		}
		switch t := &p.Tokens[p.At]; t.Kind {
		case '<':
			open++
		case '>':
			if open--; open == 0 {
				p.Next()
				return true
			}
		case '(':
			if m := int(p.Mates[p.At]); m > p.At {
				p.At = m
			} else {
				return false
			}
		case '-':
			if !p.Sign("->") {
				return false
			}
			p.Next()
		case '&':
			if p.Sign("&&") {
				return false
			}
		case '.', ',', '?', '*', ':', '@':
		case scan.TokenName:
			if notTypes[p.Spell(t)] {
				return false
			}
		default:
			return false
		}
		p.Next()
	}
}

func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// notTypes are reserved words that are no types, but "in".
var notTypes = wordSet("as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "interface", "is", "null", "object",
	"return", "super", "this", "throw", "true", "try", "typealias", "val", "var", "when", "while")

// annotations reads annotations.
func (p *parser) annotations() (all []annotation) {
	for p.Kind() == '@' && (p.Ahead(1).Kind == scan.TokenName || p.Ahead(1).Kind == '[') {
		p.Next()
		target := ""
		if p.Kind() == scan.TokenName && p.Ahead(1).Kind == ':' && p.Ahead(1).End == p.Ahead(1).Start+1 {
			target = p.identifier()
			p.Next()
		}
		if p.Kind() == '[' {
			p.within(func() {
				for !p.Ends() {
					from := p.At
					all = append(all, annotation{target, p.annotation()})
					if p.At == from && !p.Ends() {
						p.Lose()
					}
				}
			})
			continue
		}
		all = append(all, annotation{target, p.annotation()})
	}
	return all
}

// annotation is an annotation, and what it is for where that is said: "field", "get" and the like.
type annotation struct {
	target string
	node   *tree.Node
}

// annotation reads an annotation from its name on.
func (p *parser) annotation() *tree.Node {
	start := p.Start()
	if p.Kind() != scan.TokenName {
		return p.Make(tree.Unknown, start, "")
	}
	n := p.Make(tree.Name, start, p.identifier())
	for p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName {
		p.Next()
		n = p.Make(tree.Member, start, p.identifier(), n)
	}
	if p.Kind() == '<' {
		p.skipAngles()
	}
	if p.Kind() != '(' || p.Start() != p.Behind() {
		return n
	}
	return p.Alone(func() *tree.Node {
		m := p.Mark()
		p.Push(n)
		p.arguments()
		return p.Closed(tree.Call, start, "", m)
	})
}

// nodes returns the annotations of a declaration. Those that are for something else than it are left out.
func nodes(all []annotation, targets ...string) (list []*tree.Node) {
	for _, a := range all {
		for _, t := range targets {
			if a.target == t {
				list = append(list, a.node)
			}
		}
	}
	return list
}
