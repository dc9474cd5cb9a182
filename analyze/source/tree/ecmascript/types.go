package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// typeName reads a type. It returns the name at its head, without type arguments, or nil for a type that has
// none. An array has the name Array, and what may be null or undefined as well has the name of the rest.
func (p *parser) typeName() *tree.Node {
	from := p.At
	p.skipType(false)
	return p.head(from, p.At)
}

// head returns the name of the type in tokens from to end.
func (p *parser) head(from, end int) *tree.Node {
	var found *tree.Node
	p.At, end = from, max(from, end)
	behind := end
	for p.At < end {
		switch p.Kind() {
		case '|':
			p.Next()
			continue
		case '?', scan.TokenName:
		default:
			p.At = behind
			return nil
		}
		p.Skip('?') // of Flow
		if w := p.Word(); (w == "null" || w == "undefined") && (p.At+1 >= end || p.Ahead(1).Kind == '|') {
			p.Next()
			continue
		}
		if p.Word() == "readonly" && p.At+1 < end && p.Ahead(1).Kind == scan.TokenName {
			p.Next()
		}
		if found != nil || p.Kind() != scan.TokenName || typeWords[p.Word()] && p.At+1 < end && p.Ahead(1).Kind != '|' {
			p.At = behind
			return nil
		}
		start := p.Start()
		found = p.name()
		for p.At+1 < end && p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName {
			p.Next()
			found = p.Make(tree.Member, start, p.identifier(), found)
		}
		if p.At < end && p.Kind() == '<' {
			p.skipAngles(false)
		}
		for p.At < end && p.Kind() == '[' {
			if p.Ahead(1).Kind != ']' { // a member of the type
				p.At = behind
				return nil
			}
			p.Over()
			found = p.Make(tree.Name, start, "Array")
		}
		if p.At < end && p.Kind() != '|' {
			p.At = behind
			return nil
		}
	}
	p.At = behind
	return found
}

// typeWords are the words that begin a type and are no name of one.
var typeWords = wordSet("keyof", "typeof", "unique", "infer", "new", "abstract", "asserts", "import")

// skipType goes behind a type. It reports false, somewhere in it, when there is none. A try changes nothing
// else.
func (p *parser) skipType(try bool) bool {
	if p.Depth++; p.Depth > descent.MaxDepth {
		p.Depth--
		return false
	}
	ok := p.skipOperands(try)
	p.Depth--
	return ok
}

func (p *parser) skipOperands(try bool) bool {
	conditionals := 0
	for {
		p.Skip('|')
		p.Skip('&')
		if !p.skipOperand(try) {
			return false
		}
		t := &p.Tokens[p.At]
		switch t.Kind {
		case '|', '&':
			if p.Adjacent(t.Kind) > 1 {
				return true
			}
			p.Next()
			continue
		case '?':
			if conditionals > 0 {
				p.Next()
				continue
			}
		case ':':
			if conditionals > 0 {
				conditionals--
				p.Next()
				continue
			}
		case scan.TokenName:
			if w := p.Spell(t); !t.Line && (w == "is" || w == "extends") {
				if w == "extends" {
					conditionals++
				}
				p.Next()
				continue
			}
		}
		return true
	}
}

// skipOperand goes behind a type without operators between several.
func (p *parser) skipOperand(try bool) bool {
	for {
		t := &p.Tokens[p.At]
		switch t.Kind {
		case scan.TokenName:
			p.Next()
			switch p.Spell(t) {
			case "keyof", "typeof", "unique", "infer", "readonly", "asserts", "abstract", "new":
				if next := &p.Tokens[p.At]; next.Kind == scan.TokenName && !next.Line || next.Kind == '(' || next.Kind == '[' || next.Kind == '{' || next.Kind == '<' && p.Spell(t) == "new" ||
					next.Kind == scan.TokenText && !next.Closes {
					continue
				}
			case "import":
				if p.Kind() == '(' {
					p.Over()
				}
			}
		case scan.TokenString, scan.TokenNumber:
			p.Next()
		case scan.TokenText:
			if t.Closes {
				return false
			}
			p.Over()
		case '{', '[':
			if p.Mates[p.At] < 0 {
				return false
			}
			p.Over()
		case '(':
			if p.Mates[p.At] < 0 {
				return false
			}
			p.Over()
			if p.Kind() == scan.TokenArrow {
				p.Next()
				return p.skipType(try)
			}
		case '<':
			if !p.skipAngles(try) || p.Kind() != '(' {
				return false
			}
			continue
		case '-', '?', '*':
			if t.Kind == '-' && p.Ahead(1).Kind != scan.TokenNumber {
				return false
			}
			if p.Next(); t.Kind != '*' {
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
		t := &p.Tokens[p.At]
		switch t.Kind {
		case '.':
			if p.Next(); p.Kind() == scan.TokenName {
				p.Next()
			}
		case '[':
			if t.Line || p.Mates[p.At] < 0 {
				return true
			}
			p.Over()
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
	from := p.At
	if p.skipAngles(false) {
		return
	}
	if p.At == from {
		p.Lose()
	}
}

// skipAngles goes behind the type parameters or arguments at the current token. It reports false, somewhere in
// them, when there are none.
func (p *parser) skipAngles(try bool) bool {
	p.Next()
	for {
		t := &p.Tokens[p.At]
		switch {
		case t.Kind == '>':
			p.Next()
			return true
		case t.Kind == scan.TokenOperator && p.Src[t.Start] == '>' && !try: // >= ends with an assignment
			t.Start++
			t.Kind = '='
			return true
		case t.Kind == ',' || t.Kind == '=':
			p.Next()
		case t.Kind == scan.TokenName && p.typeParameterWord(t):
			p.Next()
		case !p.skipType(try):
			return false
		default:
			if p.Is("extends") {
				p.Next()
			}
		}
	}
}

// typeParameterWord reports whether the word at the current token stands in front of the name of a type
// parameter, or a constraint.
func (p *parser) typeParameterWord(t *scan.Token) bool {
	switch p.Spell(t) {
	case "const", "in", "out", "extends":
		return p.Ahead(1).Kind == scan.TokenName || p.Spell(t) == "extends"
	}
	return false
}

// typeArguments goes behind the type arguments of a call, unless the sign only compares.
func (p *parser) typeArguments() bool {
	if p.Waste < 0 || p.Tokens[p.At].End != p.Tokens[p.At].Start+1 {
		return false
	}
	from := p.At
	ok := p.skipAngles(true)
	p.Waste -= p.At - from
	if ok && p.endsArguments() {
		return true
	}
	p.At = from
	return false
}

// endsArguments reports whether the current token can follow the type arguments of an expression, where
// otherwise an operand would have to follow a sign.
func (p *parser) endsArguments() bool {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '(', ')', ']', '}', '{', ',', ';', ':', '.', '?', scan.TokenOperator, '=', '|', '&', '^', '*', '/', '%', 0, '!':
		return true
	case scan.TokenText:
		return p.isTemplate() || t.Closes || t.Line
	case scan.TokenName:
		switch p.Spell(t) {
		case "as", "satisfies", "instanceof", "in", "implements", "of":
			return true
		}
		return t.Line
	case '<', '>', '+', '-':
		return false
	}
	return t.Line
}
