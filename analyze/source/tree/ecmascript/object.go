package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// object reads an object, or a pattern that takes one apart.
func (p *parser) object() *tree.Node {
	start := p.Start()
	m := p.Mark()
	b := p.enter()
	for !p.Ends() {
		from := p.At
		if p.Kind() == scan.TokenSpread {
			p.Push(p.element())
		} else {
			p.Push(p.property())
		}
		p.Separate(from)
	}
	p.leave(b)
	return p.Closed(tree.Object, start, "", m)
}

// modifiers are the words and signs in front of the name of a member.
type modifiers struct {
	static, async, generator, private bool
	kind                              tree.Kind
}

// key is the name of a member, or the expression that computes it.
type key struct {
	name     string
	computed *tree.Node
	plain    bool // written as an identifier
}

// key reads the name of a member.
func (p *parser) key() (k key) {
	switch p.Kind() {
	case scan.TokenName:
		return key{name: p.identifier(), plain: true}
	case scan.TokenString:
		return key{name: p.quoted()}
	case scan.TokenNumber:
		k = key{name: p.Spell(&p.Tokens[p.At])}
		p.Next()
	case '[':
		b := p.enter()
		k.computed = p.assign()
		p.leave(b)
		if k.computed.Op == tree.String {
			return key{name: k.computed.Text}
		}
	}
	return k
}

// keyed reports whether the current token can begin the name of a member.
func (p *parser) keyed(t *scan.Token) bool {
	switch t.Kind {
	case scan.TokenName, scan.TokenString, scan.TokenNumber, '[':
		return true
	}
	return false
}

func (p *parser) property() *tree.Node {
	start := p.Start()
	var m modifiers
	for p.Kind() == scan.TokenName {
		next := p.Ahead(1)
		if !p.keyed(next) && next.Kind != '*' {
			break
		}
		w := p.Word()
		if w == "async" && !next.Line {
			m.async = true
		} else if next.Kind == '*' {
			break
		} else if w == "get" {
			m.kind = tree.Getter
		} else if w == "set" {
			m.kind = tree.Setter
		} else {
			break
		}
		p.Next()
	}
	m.generator = p.Skip('*')
	token := p.At
	k := p.key()
	var value *tree.Node
	switch {
	case p.Kind() == '(' || p.Kind() == '<':
		if m.kind == tree.Plain {
			m.kind = tree.Method
		}
		f := p.method(start, k.name, &m)
		value = p.Make(tree.Function, start, "")
		value.Func = f
	case p.Skip(':'):
		value = p.assign()
	case k.plain:
		at := p.Tokens[token].Start
		value = p.Make(tree.Name, at, k.name)
		if p.Skip('=') { // a pattern with a default
			value = p.Make(tree.Assign, at, "=", value, p.assign())
		}
	default:
		value = p.unknown()
	}
	return p.Make(tree.Pair, start, k.name, k.computed, value)
}
