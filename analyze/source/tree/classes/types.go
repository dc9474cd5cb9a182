package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// typeName reads a type. It returns the name at its head, without type arguments. An array has the name Array.
func (p *parser) typeName() *tree.Node { return p.typed(0) }

// heldTypes is how deep types are read that stand in others, as in Map<String, List<Part>>.
const heldTypes = 3

// wholeType is typeName with the types that the type is made for.
func (p *parser) wholeType() *tree.Node { return p.typed(heldTypes) }

func (p *parser) typed(deep int) *tree.Node {
	from := p.At
	if !p.skipType() {
		p.At = from
		return p.unknown()
	}
	end := p.At
	p.At = from
	n := p.head(end, deep)
	n.Maybe = p.sharp && p.Tokens[end-1].Kind == '?'
	p.At = end
	return n
}

// inAngles reads the types that another type is made for, from the sign in front of them on.
func (p *parser) inAngles(deep int) (all []*tree.Node) {
	from := p.At
	if p.skipAngles(); deep == 0 || p.At-from > 200 {
		return nil
	}
	end := p.At
	defer func() { p.At = end }()
	var annotations []*tree.Node
	for p.At = from + 1; p.At < end-1; {
		start := p.Start()
		for p.Kind() == '@' { // also in front of a wildcard
			annotations = append(annotations, p.annotation())
		}
		switch behind := p.At; {
		case p.Kind() == '?' || p.Kind() == ',' || p.Kind() == '&' || p.Is("extends") || p.Is("super") || p.sharp && (p.Is("in") || p.Is("out")):
			p.Next()
		case p.Kind() == '[' && p.sharp:
			p.Over()
		case !p.skipType():
			return all
		default:
			next := p.At
			p.At = behind
			n := p.head(next, deep-1)
			p.At = next
			if len(annotations) > 0 && n.Text != "Array" { // those of an array are for its elements
				n = p.Make(tree.Annotated, start, "", append([]*tree.Node{n}, annotations...)...)
			}
			all, annotations = append(all, n), nil
		}
	}
	return all
}

// head returns the name of the type whose tokens end at a number, with what stands in it so deep.
func (p *parser) head(end, deep int) *tree.Node {
	for p.Kind() == '@' {
		p.annotation()
	}
	start := p.Start()
	if p.Is("global") && p.Ahead(1).Kind == '.' {
		p.Next()
		p.Next()
	}
	if p.Kind() != scan.TokenName {
		return p.tupleType(start)
	}
	n := p.name()
	for p.At < end {
		switch {
		case p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName:
			p.Next()
			n = p.Make(tree.Member, start, p.identifier(), n)
		case p.Kind() == '<':
			if all := p.inAngles(deep); len(all) > 0 {
				n.Hold(all)
			}
		case p.Kind() == '[':
			if deep == 0 {
				return p.Make(tree.Name, start, "Array")
			}
			of := n
			n = p.Make(tree.Name, start, "Array")
			n.Hold([]*tree.Node{of})
			return n
		default:
			p.Next()
		}
	}
	return n
}

// tuple is the text of a tuple among arrays, and of its type, which has the names of its parts.
const tuple = "("

// tupleType returns the type of a tuple with the names of its parts, as in (string Name, int).
func (p *parser) tupleType(start int32) *tree.Node {
	if p.Kind() != '(' {
		return p.Make(tree.Unknown, start, "")
	}
	m := p.Mark()
	b := p.Enter()
	for !p.Ends() {
		from, at, name := p.At, p.Start(), ""
		if p.skipType() && p.Kind() == scan.TokenName {
			name = p.identifier()
		}
		p.Push(p.Make(tree.String, at, name))
		p.Separate(from)
	}
	p.Leave(b)
	return p.Closed(tree.Unknown, start, tuple, m)
}

// skipType goes behind a type. It reports false, somewhere in it, when there is none.
func (p *parser) skipType() bool {
	for p.Kind() == '@' { // an annotation of a type
		p.annotation()
	}
	switch {
	case p.Kind() == '?' && !p.sharp: // ? extends T
		p.Next()
		if p.Is("extends") || p.Is("super") {
			p.Next()
			return p.skipType()
		}
		return true
	case p.Kind() == '(' && p.sharp:
		if p.Mates[p.At] < 0 || !p.isTuple() {
			return false
		}
		p.Over()
	case p.Kind() != scan.TokenName || notTypes[p.Word()]:
		return false
	default:
		p.Next()
		for {
			if p.Kind() == '<' {
				if !p.skipAngles() {
					return false
				}
			}
			if p.Kind() != '.' || p.Ahead(1).Kind != scan.TokenName && p.Ahead(1).Kind != '@' {
				break
			}
			p.Next()
			for p.Kind() == '@' {
				p.annotation()
			}
			p.Next()
		}
	}
	for {
		switch {
		case p.Kind() == '[' && p.isRank():
			p.Over()
		case p.sharp && (p.IsSign('?') || p.Kind() == '*'):
			// A nullable type, unless a conditional begins here.
			if next := p.Ahead(1); (next.Kind != scan.TokenName || p.matching) && next.Kind != '>' && next.Kind != ',' && next.Kind != ')' && next.Kind != '[' && next.Kind != '{' {
				return true
			}
			p.Next()
		case p.Kind() == '@' && p.behindAnnotations() == '[':
			p.annotation()
		default:
			return true
		}
	}
}

// behindAnnotations returns the kind of the token behind an annotation without arguments.
func (p *parser) behindAnnotations() byte {
	if p.Ahead(1).Kind != scan.TokenName {
		return 0
	}
	return p.Ahead(2).Kind
}

// isTuple reports whether the parenthesis at the current token holds types.
func (p *parser) isTuple() bool {
	from, end := p.At, int(p.Mates[p.At])
	defer func() { p.At = from }()
	if p.Depth++; p.Depth > 500 || p.Waste < 0 {
		p.Depth--
		return false
	}
	defer func() { p.Depth-- }()
	p.Waste -= 4
	elements := 0
	for p.Next(); p.At < end; p.Next() {
		if elements++; !p.skipType() {
			return false
		}
		if p.Kind() == scan.TokenName {
			p.Next()
		}
		if p.At < end && p.Kind() != ',' {
			return false
		}
	}
	return elements > 1
}

// isRank reports whether the bracket at the current token holds commas only, as in the type of an array.
func (p *parser) isRank() bool {
	m := int(p.Mates[p.At])
	if m < 0 || m > p.At+16 {
		return false
	}
	for i := p.At + 1; i < m; i++ {
		if p.Tokens[i].Kind != ',' {
			return false
		}
	}
	return true
}

// skipAngles goes behind type parameters or arguments. It reports false, somewhere in them, when there are
// none.
func (p *parser) skipAngles() bool {
	if p.Depth++; p.Depth > 500 {
		p.Depth--
		return false
	}
	defer func() { p.Depth-- }()
	if p.Waste < 0 {
		return false
	}
	for p.Next(); ; {
		p.Waste--
		switch k := p.Kind(); {
		case k == '>':
			p.Next()
			return true
		case k == ',' || k == '&':
			p.Next()
		case k == '[' && p.sharp: // an attribute
			p.Over()
		case p.Is("extends") || p.Is("super") || p.sharp && (p.Is("in") || p.Is("out")):
			p.Next()
		case !p.skipType():
			return false
		}
	}
}

// notTypes are the reserved words that are no types.
var notTypes = wordSet("return", "new", "throw", "else", "case", "instanceof", "is", "as", "if", "while", "for", "foreach", "do", "switch",
	"try", "catch", "finally", "this", "super", "base", "null", "true", "false", "default", "break", "continue", "assert", "await", "typeof",
	"sizeof", "nameof", "stackalloc", "goto", "lock", "using", "import", "package", "synchronized", "class", "interface",
	"extends", "implements", "throws")

// primitives are the names of types that are no classes.
var primitives = wordSet("int", "long", "short", "byte", "char", "boolean", "float", "double", "void", "bool", "string", "object", "decimal",
	"sbyte", "ushort", "uint", "ulong", "nint", "nuint", "dynamic")

// boxed are the names of classes that say nothing of a variable which its first value does not.
var boxed = wordSet("String", "Integer", "Long", "Boolean", "Character", "Double", "Float", "Short", "Byte", "Object", "Array")

// saysMore reports whether a type that a variable is declared to be of is a class which may say more than its first value.
func saysMore(kind *tree.Node) bool {
	return kind.Op == tree.Name && kind.Text != "" && 'A' <= kind.Text[0] && kind.Text[0] <= 'Z' && !boxed[kind.Text]
}

// declares reports whether a type and a name stand here, with what follows a declared name.
func (p *parser) declares() bool {
	if p.Kind() != scan.TokenName && p.Kind() != '@' && !(p.sharp && p.Kind() == '(') || p.Waste < 0 {
		return false
	}
	from, skipped := p.At, p.Skipped
	ok := p.skipType() && p.Kind() == scan.TokenName && !p.isOperator(p.Word())
	if ok {
		switch t := p.Ahead(1); t.Kind {
		case ';', ',', ':', ')', '[', '=':
			ok = t.Kind != '=' || p.Ahead(2).Kind != '>' && p.Ahead(2).Kind != '='
		case scan.TokenName:
			ok = p.Spell(t) == "in"
		case 0:
		default:
			ok = false
		}
	}
	p.Waste -= p.At - from
	p.At, p.Skipped = from, skipped
	return ok
}

// isLocalFunction reports whether a body follows the parenthesis at a token.
func (p *parser) isLocalFunction(open int) bool {
	m := int(p.Mates[open])
	if m < 0 {
		return false
	}
	t := &p.Tokens[m+1]
	return t.Kind == '{' || t.Kind == '=' && p.Tokens[m+2].Kind == '>' || t.Kind == scan.TokenName && p.Spell(t) == "where"
}

// isOperator reports whether a word stands behind an operand.
func (p *parser) isOperator(word string) bool {
	if !p.sharp {
		return word == "instanceof"
	}
	switch word {
	case "is", "as", "in", "switch", "with", "when", "and", "or", "where":
		return true
	}
	return false
}
