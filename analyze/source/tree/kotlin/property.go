package kotlin

import (
	"slices"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// variable is what a declaration with val or var declares.
type variable struct {
	target, kind, value *tree.Node
	delegate            bool       // the value is worked out by what stands behind by
	of                  *tree.Node // the type whose property it is as an extension, or nil
}

// variable reads a variable or property from its word on, without what stands ahead of its value.
func (p *parser) variable() (v variable) {
	p.Next()
	if p.Kind() == '<' {
		p.skipAngles()
	}
	outer := p.around
	if kind := p.extended(); kind != nil {
		v.of = kind
		p.around = around{self: p.Node(tree.Name, int(p.Start()), int(p.Start()), "this"), text: isText(kind)}
		defer func() { p.around = outer }()
	}
	switch p.Kind() {
	case '(':
		v.target = p.names()
	case scan.TokenName:
		v.target = p.name()
	default:
		v.target = p.unknown()
	}
	if p.Skip(':') {
		v.kind = p.wholeType()
	}
	p.where()
	switch {
	case p.Kind() == '=' && !p.Sign("=="):
		p.Next()
		v.value = p.expression()
	case p.Is("by"):
		start := p.Start()
		p.Next()
		v.delegate = true
		v.value = p.delegated(start, p.Alone(p.expression))
	}
	return v
}

// delegated returns the value of a property that another object works out: of lazy, what its function returns.
func (p *parser) delegated(start int32, n *tree.Node) *tree.Node {
	if n.Op == tree.Call && len(n.Kids) > 1 && n.Kids[0].Op == tree.Name && strings.EqualFold(n.Kids[0].Text, "lazy") {
		if last := n.Kids[len(n.Kids)-1]; last.Op == tree.Function {
			return p.Make(tree.Call, start, "", last)
		}
	}
	return p.Make(tree.Unknown, start, "", n)
}

// local reads a variable where a statement stands. One that other files can set, whose setter is not
// private, is declared as "var".
func (p *parser) local(start int32, m modifiers) *tree.Node {
	w, outside := p.Word(), p.Limit == len(p.Tokens)-descent.Tail // of functions
	v := p.variable()
	var get, set *tree.Func
	from := p.At
	if outside {
		get, set = p.accessors(v, m, v.target)
	}
	if set != nil {
		p.Hoisted = append(p.Hoisted, p.defines(set, start))
	}
	if get != nil { // a property of the file that is worked out
		return p.defines(get, start)
	}
	if v.value != nil {
		v.target = p.Make(tree.Assign, v.target.Start, "=", v.target, v.value)
	}
	kind := "let"
	if outside && !m.private && w == "var" && !p.saysPrivate(from) {
		kind = "var"
	}
	return p.Make(tree.Declare, start, kind, v.target)
}

// saysPrivate reports whether one of the accessors from a token on is private.
func (p *parser) saysPrivate(from int) bool {
	return slices.ContainsFunc(p.Tokens[from:p.At], func(t scan.Token) bool { return p.Spell(&t) == "private" })
}

func (p *parser) defines(f *tree.Func, start int32) *tree.Node {
	n := p.Make(tree.Define, start, "")
	n.Func = f
	return n
}

// accessors reads the getter and setter behind a property, which name what it holds field.
func (p *parser) accessors(v variable, m modifiers, field *tree.Node) (get, set *tree.Func) {
	for {
		from := p.At
		if p.Kind() == ';' {
			p.Next()
		}
		start := p.Start()
		inner := p.readModifiers()
		w := p.Word()
		next := p.Ahead(1)
		accessor := (w == "get" || w == "set") && (next.Kind == '(' && p.isAccessor() || (inner.private || len(inner.annotations) > 0 || modifierWords[p.lastWord()]) && w == "set")
		if !accessor || v.target.Op != tree.Name {
			p.At = from
			return get, set
		}
		p.Next()
		f := &tree.Func{Name: v.target.Text, Kind: tree.Getter, Start: start, Private: m.private, Result: v.kind, Decorators: nodes(m.annotations, "", "get")}
		within, outside := p.around, p.field
		p.field = field
		if v.of != nil {
			p.around = around{self: p.Node(tree.Name, int(start), int(start), "this"), text: isText(v.of)}
			f.Params = []tree.Param{{Target: p.Again(p.self), Type: v.of}}
			f.Extension = true
		}
		if p.Kind() == '(' {
			f.Params = append(f.Params, p.parameters()...)
		}
		if p.Skip(':') {
			p.typeName()
		}
		p.body(f)
		p.around, p.field = within, outside
		f.End = max(start, p.Behind())
		switch {
		case f.Body == nil:
		case w == "get":
			get = f
		default:
			f.Kind = tree.Setter
			set = f
		}
	}
}

// isAccessor reports whether a body follows the parentheses behind the current token.
func (p *parser) isAccessor() bool {
	m := int(p.Mates[p.At+1])
	if m < 0 {
		return false
	}
	k := p.Tokens[m+1].Kind
	return k == '=' && p.Tokens[m+2].Kind != '=' || k == '{' || k == ':'
}

// lastWord returns the token in front of the current one, if it is a word.
func (p *parser) lastWord() string {
	if p.At > 0 && p.Tokens[p.At-1].Kind == scan.TokenName {
		return p.Spell(&p.Tokens[p.At-1])
	}
	return ""
}
