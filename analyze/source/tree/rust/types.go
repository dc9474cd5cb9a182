package rust

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// wrappers are types that stand for the one that they are made for.
var wrappers = map[string]bool{"Box": true, "Arc": true, "Rc": true, "Option": true, "Result": true, "Cow": true, "Pin": true, "Mutex": true, "RwLock": true, "RefCell": true, "Cell": true, "LazyLock": true, "OnceLock": true, "OnceCell": true, "Lazy": true}

// typeName reads a type: the name at its head, with the types that it is made for. That of a function, and a list of types,
// is not told.
func (p *parser) typeName() *tree.Node {
	start := p.Start()
	if !p.deeper() {
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	for {
		switch {
		case p.Kind() == '&' || p.Kind() == '*' || p.Kind() == '?':
			p.Next()
			continue
		case p.Kind() == '\'' && p.Ahead(1).Kind == scan.TokenName:
			p.Next()
			p.Next()
			p.Skip('+')
			continue
		case p.Is("mut") || p.Is("dyn") || p.Is("impl") || p.Is("const") || p.Is("unsafe") || p.Is("extern"):
			if p.Next(); p.Kind() == scan.TokenString {
				p.Next()
			}
			continue
		case p.Is("for") && p.Ahead(1).Kind == '<':
			p.Next()
			p.angles(nil)
			continue
		}
		break
	}
	var n *tree.Node
	switch {
	case p.Kind() == '(' || p.Kind() == '[':
		m := p.Mark()
		list := p.Kind() == '['
		p.listed(func() {
			p.Push(p.typeName())
			if list && p.Skip(';') {
				p.rest()
			}
		})
		held := p.Take(m)
		n = p.Make(tree.Unknown, start, "")
		if len(held) == 1 && !list {
			n = held[0]
		}
	case p.Kind() == '!': // of what does not return
		p.Next()
		return p.Make(tree.Unknown, start, "")
	case p.Is("fn"):
		p.Next()
		p.Over()
		if p.SkipSign("->") {
			p.typeName()
		}
		return p.Make(tree.Unknown, start, "")
	case p.Kind() == '<': // <T as Trait>::Part
		p.angles(nil)
		if p.Sign("::") {
			p.Next()
			p.segments()
		}
		return p.Make(tree.Unknown, start, "")
	case p.Kind() == scan.TokenName || p.Sign("::"):
		n = p.typePath(start)
	default:
		return p.Make(tree.Unknown, start, "")
	}
	for p.Kind() == '+' && !p.Sign("+=") {
		p.Next()
		p.typeName()
	}
	return n
}

// isChangeable reports whether a type is that of a reference to what may be set by it.
func (p *parser) isChangeable() bool {
	return p.Kind() == '&' && (p.isWord(1, "mut") || p.Ahead(1).Kind == '\'' && p.isWord(3, "mut"))
}

// typePath reads the path of a type, and what it is made for.
func (p *parser) typePath(start int32) *tree.Node {
	var names []string
	var held []*tree.Node
	if p.Sign("::") {
		p.Next()
	}
	for p.Kind() == scan.TokenName {
		names = append(names, p.identifier())
		if p.Sign("::") && p.Ahead(1).Kind == '<' {
			p.Next()
		}
		if p.Kind() == '<' {
			p.angles(&held)
		}
		if !p.Sign("::") {
			break
		}
		p.Next()
	}
	last := names[max(0, len(names)-1):]
	if len(last) == 1 && p.Kind() == '(' && isUpper(last[0]) { // Fn(A) -> B
		p.Over()
		if p.SkipSign("->") {
			p.typeName()
		}
		return p.Make(tree.Unknown, start, "")
	}
	if len(last) == 1 && wrappers[last[0]] && !p.declared[last[0]] || len(last) == 1 && wrappers[last[0]] && p.classes[last[0]] == nil {
		if len(held) > 0 {
			return held[0]
		}
	}
	n := p.path(start, names)
	if len(held) > 0 && (n.Op == tree.Name || n.Op == tree.Member) {
		n.Hold(held)
	}
	return n
}

// angles goes behind type parameters or arguments, the types of which it adds to held unless that is nil.
func (p *parser) angles(held *[]*tree.Node) {
	p.Next()
	for !p.Ends() {
		from := p.At
		switch {
		case p.Kind() == '>':
			p.Next()
			return
		case p.Kind() == ';' || p.Kind() == '{' && held == nil:
			return
		case p.Kind() == ',' || p.Kind() == '=' || p.Kind() == ':' || p.Kind() == scan.TokenNumber || p.Kind() == scan.TokenString || p.Kind() == '-':
			p.Next()
		case p.Kind() == '{':
			p.Over()
		case p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' && !p.isSignAt(1, "=="): // Item = T
			p.Next()
		default:
			if n := p.typeName(); held != nil && n.Op != tree.Unknown {
				*held = append(*held, n)
			}
		}
		if p.At == from {
			p.Over()
		}
	}
}

// generics goes behind the type parameters of a declaration.
func (p *parser) generics() {
	if p.Kind() == '<' {
		p.angles(nil)
	}
}

// where goes behind what is demanded of type parameters.
func (p *parser) where() {
	if !p.Is("where") {
		return
	}
	for !p.Ends() && p.Kind() != '{' && p.Kind() != ';' {
		p.Over()
	}
}
