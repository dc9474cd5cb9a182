package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// object reads an object, or a pattern that takes one apart.
func (p *parser) object() *tree.Node {
	start := p.start()
	m := p.mark()
	b := p.enter()
	for !p.ends() {
		from := p.i
		if p.kind() == scan.TokenSpread {
			p.push(p.element())
		} else {
			p.push(p.property())
		}
		p.separate(from)
	}
	p.leave(b)
	return p.closed(tree.Object, start, "", m)
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
	switch p.kind() {
	case scan.TokenName:
		return key{name: p.identifier(), plain: true}
	case scan.TokenString:
		return key{name: p.quoted()}
	case scan.TokenNumber:
		k = key{name: p.spell(&p.list[p.i])}
		p.next()
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
	start := p.start()
	var m modifiers
	for p.kind() == scan.TokenName {
		next := p.ahead(1)
		if !p.keyed(next) && next.Kind != '*' {
			break
		}
		w := p.word()
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
		p.next()
	}
	m.generator = p.skip('*')
	token := p.i
	k := p.key()
	var value *tree.Node
	switch {
	case p.kind() == '(' || p.kind() == '<':
		if m.kind == tree.Plain {
			m.kind = tree.Method
		}
		f := p.method(start, k.name, &m)
		value = p.node(tree.Function, start, "")
		value.Func = f
	case p.skip(':'):
		value = p.assign()
	case k.plain:
		at := p.list[token].Start
		value = p.node(tree.Name, at, k.name)
		if p.skip('=') { // a pattern with a default
			value = p.node(tree.Assign, at, "=", value, p.assign())
		}
	default:
		value = p.unknown()
	}
	return p.node(tree.Pair, start, k.name, k.computed, value)
}
