package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// modifiers are the words and annotations in front of a declaration.
type modifiers struct {
	private, companion, enum, data bool
	annotations                    []annotation
}

var modifierWords = wordSet("public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "data", "inner", "enum",
	"annotation", "companion", "inline", "value", "infix", "operator", "override", "lateinit", "const", "suspend", "tailrec", "external",
	"expect", "actual", "noinline", "crossinline", "vararg", "fun")

// maxModifiers is how many words and annotations may stand in front of a declaration.
const maxModifiers = 64

// isDeclaration reports whether a declaration begins here, with its modifiers.
func (p *parser) isDeclaration() bool {
	for at, n := p.At, 0; n < maxModifiers; n++ {
		switch t := &p.Tokens[at]; {
		case t.Kind == '@' && p.Tokens[at+1].Kind == scan.TokenName:
			at += 2
			for p.Tokens[at].Kind == '.' || p.Tokens[at].Kind == ':' || p.Tokens[at].Kind == scan.TokenName && p.Tokens[at-1].Kind != scan.TokenName && p.Tokens[at-1].Kind != ')' {
				at++
			}
			if p.Tokens[at].Kind == '(' && p.Mates[at] > 0 && p.Tokens[at].Start == p.Tokens[at-1].End {
				at = int(p.Mates[at]) + 1
			}
		case t.Kind == '@' && p.Tokens[at+1].Kind == '[' && p.Mates[at+1] > 0:
			at = int(p.Mates[at+1]) + 1
		case t.Kind != scan.TokenName:
			return false
		default:
			next := &p.Tokens[at+1]
			switch w := p.Spell(t); w {
			case "class", "interface", "val", "var", "typealias":
				return next.Kind == scan.TokenName || next.Kind == '(' || next.Kind == '<' || next.Kind == '@'
			case "object":
				return next.Kind == scan.TokenName || n > 0 && p.Spell(&p.Tokens[at-1]) == "companion"
			case "fun":
				if next.Kind == scan.TokenName || next.Kind == '<' || next.Kind == '@' {
					return true
				}
				m := int(p.Mates[at+1]) // a receiver in parentheses
				return next.Kind == '(' && m > 0 && p.Tokens[m+1].Kind == '.'
			default:
				if !modifierWords[w] {
					return false
				}
			}
			at++
		}
	}
	return false
}

// readModifiers reads what stands in front of a declaration.
func (p *parser) readModifiers() (m modifiers) {
	for {
		if p.Kind() == '@' {
			from := p.At
			if m.annotations = append(m.annotations, p.annotations()...); p.At == from {
				return m
			}
			continue
		}
		w := p.Word()
		if !modifierWords[w] || p.Ahead(1).Kind != scan.TokenName && p.Ahead(1).Kind != '@' || w == "fun" && p.WordAt(1) != "interface" {
			return m
		}
		switch w {
		case "private", "protected":
			m.private = true
		case "companion":
			m.companion = true
		case "enum":
			m.enum = true
		case "data":
			m.data = true
		}
		p.Next()
	}
}

// declaration reads a declaration where a statement stands.
func (p *parser) declaration() *tree.Node {
	start := p.Start()
	m := p.readModifiers()
	switch p.Word() {
	case "class", "interface", "object":
		n := p.Node(tree.DefineClass, int(start), int(start), "")
		n.Class = p.class(start, m)
		n.End = p.Behind()
		return n
	case "fun":
		f := p.function(start, m, false)
		n := p.Make(tree.Define, start, "")
		n.Func = f
		if f.Body == nil {
			return nil
		}
		return n
	case "val", "var":
		return p.local(start, m)
	}
	p.rest() // a typealias
	return nil
}

// rest goes behind the end of a statement that is of no interest.
func (p *parser) rest() {
	for first := true; !p.Ends() && (first || !p.breaks()) && !p.Skip(';'); first = false {
		p.Over()
	}
}

// survey looks for the functions of the file that are declared for a type or for none, and for the names that can be set.
func (p *parser) survey() {
	p.extensions, p.functions, p.variables = map[string]bool{}, map[string]bool{}, map[string]bool{}
	last, depth := len(p.Tokens)-1-descent.Tail, 0
	for i := 0; i < last; i++ {
		switch p.Tokens[i].Kind {
		case '{':
			depth++
		case '}':
			depth--
		}
		if t := &p.Tokens[i]; t.Kind != scan.TokenName || p.Spell(t) != "fun" {
			if w := p.Spell(t); t.Kind == scan.TokenName && (w == "var" || w == "val") {
				p.variables[p.spell(&p.Tokens[i+1])] = true
			}
			continue
		}
		end := i + 1
		for ; end < last && end < i+64; end++ {
			if k := p.Tokens[end].Kind; k == '(' && end > i+1 || k == '{' || k == '=' || k == '}' {
				break
			}
		}
		if p.Tokens[end].Kind == '(' && p.Tokens[end-1].Kind == scan.TokenName && p.Tokens[end-2].Kind == '.' {
			p.extensions[p.spell(&p.Tokens[end-1])] = true
		} else if p.Tokens[end].Kind == '(' && end == i+2 && depth == 0 {
			p.functions[p.spell(&p.Tokens[i+1])] = true
		}
	}
}

// receiver finds the dot between the type that what is declared here is for and its name, or returns -1.
func (p *parser) receiver() int {
	dot, angles := -1, 0
	for at := p.At; at < p.Limit && at < p.At+256; at++ {
		switch t := &p.Tokens[at]; {
		case t.Kind == '<':
			angles++
		case t.Kind == '>' && p.Tokens[at-1].Kind != '-':
			angles--
		case t.Kind == '(' && p.Mates[at] > 0 && (at == p.At || angles > 0):
			at = int(p.Mates[at])
		case angles > 0:
		case t.Kind == '.':
			dot = at
		case t.Kind == scan.TokenName && at > p.At && p.Tokens[at-1].Kind != '.' && p.Tokens[at-1].Kind != '>' && p.Tokens[at-1].Kind != ')':
			return dot
		case t.Kind == scan.TokenName, t.Kind == '?', t.Kind == '@':
		default:
			return dot
		}
	}
	return dot
}

// extended reads the type that what is declared here is for, nil for none.
func (p *parser) extended() *tree.Node {
	dot := p.receiver()
	if dot < 0 {
		return nil
	}
	p.dot = dot
	kind := p.typeName()
	for p.dot = -1; p.At < dot; {
		p.Lose()
	}
	p.Next()
	return kind
}

// isText reports whether a type is that of a text.
func isText(kind *tree.Node) bool {
	return kind != nil && kind.Op == tree.Name && (kind.Text == "String" || kind.Text == "CharSequence")
}

// semicolon ends a statement. What stands in front of its end is not understood.
func (p *parser) semicolon() {
	for p.At < p.Limit && !p.Tokens[p.At].Closes {
		if p.Skip(';') || p.breaks() {
			return
		}
		p.Lose()
	}
}
