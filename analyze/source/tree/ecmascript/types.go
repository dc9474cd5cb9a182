package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// typeName reads a type. It returns the name at its head, without type arguments, or nil for a type that has
// none. An array has the name Array, and what may be null or undefined as well has the name of the rest.
func (p *parser) typeName() *tree.Node {
	from := p.i
	p.skipType(false)
	return p.head(from, p.i)
}

// head returns the name of the type in tokens from to end.
func (p *parser) head(from, end int) *tree.Node {
	var found *tree.Node
	p.i, end = from, max(from, end)
	behind := end
	for p.i < end {
		switch p.kind() {
		case '|':
			p.next()
			continue
		case '?', scan.TokenName:
		default:
			p.i = behind
			return nil
		}
		p.skip('?') // of Flow
		if w := p.word(); (w == "null" || w == "undefined") && (p.i+1 >= end || p.ahead(1).Kind == '|') {
			p.next()
			continue
		}
		if p.word() == "readonly" && p.i+1 < end && p.ahead(1).Kind == scan.TokenName {
			p.next()
		}
		if found != nil || p.kind() != scan.TokenName || typeWords[p.word()] && p.i+1 < end && p.ahead(1).Kind != '|' {
			p.i = behind
			return nil
		}
		start := p.start()
		found = p.name()
		for p.i+1 < end && p.kind() == '.' && p.ahead(1).Kind == scan.TokenName {
			p.next()
			found = p.node(tree.Member, start, p.identifier(), found)
		}
		if p.i < end && p.kind() == '<' {
			p.skipAngles(false)
		}
		for p.i < end && p.kind() == '[' {
			if p.ahead(1).Kind != ']' { // a member of the type
				p.i = behind
				return nil
			}
			p.over()
			found = p.node(tree.Name, start, "Array")
		}
		if p.i < end && p.kind() != '|' {
			p.i = behind
			return nil
		}
	}
	p.i = behind
	return found
}

// typeWords are the words that begin a type and are no name of one.
var typeWords = wordSet("keyof", "typeof", "unique", "infer", "new", "abstract", "asserts", "import")

// skipType goes behind a type. It reports false, somewhere in it, when there is none. A try changes nothing
// else.
func (p *parser) skipType(try bool) bool {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return false
	}
	ok := p.skipOperands(try)
	p.depth--
	return ok
}

func (p *parser) skipOperands(try bool) bool {
	conditionals := 0
	for {
		p.skip('|')
		p.skip('&')
		if !p.skipOperand(try) {
			return false
		}
		t := &p.list[p.i]
		switch t.Kind {
		case '|', '&':
			if p.adjacent(t.Kind) > 1 {
				return true
			}
			p.next()
			continue
		case '?':
			if conditionals > 0 {
				p.next()
				continue
			}
		case ':':
			if conditionals > 0 {
				conditionals--
				p.next()
				continue
			}
		case scan.TokenName:
			if w := p.spell(t); !t.Line && (w == "is" || w == "extends") {
				if w == "extends" {
					conditionals++
				}
				p.next()
				continue
			}
		}
		return true
	}
}

// skipOperand goes behind a type without operators between several.
func (p *parser) skipOperand(try bool) bool {
	for {
		t := &p.list[p.i]
		switch t.Kind {
		case scan.TokenName:
			p.next()
			switch p.spell(t) {
			case "keyof", "typeof", "unique", "infer", "readonly", "asserts", "abstract", "new":
				if next := &p.list[p.i]; next.Kind == scan.TokenName && !next.Line || next.Kind == '(' || next.Kind == '[' || next.Kind == '{' || next.Kind == '<' && p.spell(t) == "new" ||
					next.Kind == scan.TokenText && !next.Closes {
					continue
				}
			case "import":
				if p.kind() == '(' {
					p.over()
				}
			}
		case scan.TokenString, scan.TokenNumber:
			p.next()
		case scan.TokenText:
			if t.Closes {
				return false
			}
			p.over()
		case '{', '[':
			if p.mates[p.i] < 0 {
				return false
			}
			p.over()
		case '(':
			if p.mates[p.i] < 0 {
				return false
			}
			p.over()
			if p.kind() == scan.TokenArrow {
				p.next()
				return p.skipType(try)
			}
		case '<':
			if !p.skipAngles(try) || p.kind() != '(' {
				return false
			}
			continue
		case '-', '?', '*':
			if t.Kind == '-' && p.ahead(1).Kind != scan.TokenNumber {
				return false
			}
			if p.next(); t.Kind != '*' {
				continue
			}
		default:
			return false
		}
		return p.skipTypeSuffixes(try)
	}
}

// skipTypeSuffixes goes behind what follows a type: members, arguments and indices.
func (p *parser) skipTypeSuffixes(try bool) bool {
	for {
		t := &p.list[p.i]
		switch t.Kind {
		case '.':
			if p.next(); p.kind() == scan.TokenName {
				p.next()
			}
		case '[':
			if t.Line || p.mates[p.i] < 0 {
				return true
			}
			p.over()
		case '<':
			if t.Line {
				return true
			}
			if !p.skipAngles(try) {
				return false
			}
		default:
			return true
		}
	}
}

// angles goes behind type parameters or arguments. What cannot be read of them is lost.
func (p *parser) angles() {
	from := p.i
	if p.skipAngles(false) {
		return
	}
	if p.i == from {
		p.lose()
	}
}

// skipAngles goes behind the type parameters or arguments at the current token. It reports false, somewhere in
// them, when there are none.
func (p *parser) skipAngles(try bool) bool {
	p.next()
	for {
		t := &p.list[p.i]
		switch {
		case t.Kind == '>':
			p.next()
			return true
		case t.Kind == scan.TokenOperator && p.src[t.Start] == '>' && !try: // >= ends with an assignment
			t.Start++
			t.Kind = '='
			return true
		case t.Kind == ',' || t.Kind == '=':
			p.next()
		case t.Kind == scan.TokenName && p.typeParameterWord(t):
			p.next()
		case !p.skipType(try):
			return false
		default:
			if p.is("extends") {
				p.next()
			}
		}
	}
}

// typeParameterWord reports whether the word at the current token stands in front of the name of a type
// parameter, or a constraint.
func (p *parser) typeParameterWord(t *scan.Token) bool {
	switch p.spell(t) {
	case "const", "in", "out", "extends":
		return p.ahead(1).Kind == scan.TokenName || p.spell(t) == "extends"
	}
	return false
}

// typeArguments goes behind the type arguments of a call, unless the sign only compares.
func (p *parser) typeArguments() bool {
	if p.waste < 0 || p.list[p.i].End != p.list[p.i].Start+1 {
		return false
	}
	from := p.i
	ok := p.skipAngles(true)
	p.waste -= p.i - from
	if ok && p.endsArguments() {
		return true
	}
	p.i = from
	return false
}

// endsArguments reports whether the current token can follow the type arguments of an expression, where
// otherwise an operand would have to follow a sign.
func (p *parser) endsArguments() bool {
	t := &p.list[p.i]
	switch t.Kind {
	case '(', ')', ']', '}', '{', ',', ';', ':', '.', '?', scan.TokenOperator, '=', '|', '&', '^', '*', '/', '%', 0, '!':
		return true
	case scan.TokenText:
		return p.isTemplate() || t.Closes || t.Line
	case scan.TokenName:
		switch p.spell(t) {
		case "as", "satisfies", "instanceof", "in", "implements", "of":
			return true
		}
		return t.Line
	case '<', '>', '+', '-':
		return false
	}
	return t.Line
}
