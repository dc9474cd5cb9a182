package classes

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// member reads a member of a class, and pushes code that runs when the class or an object is made.
func (p *parser) member(c *tree.Class) {
	if p.Skip(';') {
		return
	}
	start := p.Start()
	m := p.readModifiers()
	switch {
	case p.Kind() == '{':
		p.Push(p.block())
		return
	case p.classWord():
		inner := p.class(start, m)
		n := p.Make(tree.DefineClass, start, "")
		n.Class = inner
		p.Push(n)
		return
	case p.sharp && p.Is("delegate"):
		p.semicolonBehind()
		return
	case p.sharp && p.Is("event"):
		p.Next()
	case p.sharp && p.Kind() == '~': // a destructor
		p.Next()
	}
	if p.Kind() == '<' { // type parameters of a method
		p.skipAngles()
		for p.Kind() == '@' {
			m.decorators = append(m.decorators, p.annotation())
		}
	}
	if p.Kind() == scan.TokenName && (p.Ahead(1).Kind == '(' || p.Ahead(1).Kind == '{' && !p.sharp && p.Word() == c.Name) {
		p.constructor(c, start, &m)
		return
	}
	if p.sharp && (p.Is("implicit") || p.Is("explicit")) {
		p.Next()
		p.SkipWord("operator")
		p.typeName()
		p.method(c, "operator", start, nil, &m)
		return
	}
	kind := p.wholeType()
	if p.sharp && p.Is("operator") {
		for !p.Ends() && p.Kind() != '(' {
			p.Next()
		}
		p.method(c, "operator", start, kind, &m)
		return
	}
	if p.Kind() != scan.TokenName {
		p.semicolon()
		return
	}
	name := p.identifier()
	for p.sharp { // of an interface that it implements
		if p.Kind() == '<' {
			if from := p.At; !p.skipAngles() || p.Kind() != '.' {
				p.At = from
				break
			}
		}
		if p.Kind() != '.' || p.Ahead(1).Kind != scan.TokenName {
			break
		}
		p.Next()
		name, m.public = p.identifier(), true
	}
	switch {
	case p.Kind() == '(' || p.Kind() == '<':
		p.method(c, name, start, kind, &m)
	case p.sharp && p.Kind() == '[' && name == "this":
		p.Over()
		p.property(c, "this", start, kind, &m)
	case p.sharp && (p.Kind() == '{' || p.sign("=>")):
		p.property(c, name, start, kind, &m)
	default:
		p.fields(c, name, start, kind, &m)
	}
}

// semicolonBehind goes behind the next semicolon.
func (p *parser) semicolonBehind() {
	for !p.Ends() && !p.Skip(';') {
		p.Over()
	}
}

func (p *parser) constructor(c *tree.Class, start int32, m *modifiers) {
	f := &tree.Func{Name: p.identifier(), Kind: tree.Constructor, Start: start, Private: m.private, Static: m.static, Decorators: m.decorators}
	if p.Kind() == '(' {
		f.Params = p.parameters()
	} else if len(c.Members) > 0 && c.Members[0].Func != nil { // the compact one of a record
		f.Params = c.Members[0].Func.Params
	}
	p.throws()
	var first *tree.Node
	if p.sharp && p.Skip(':') { // of another constructor
		at := p.Start()
		n := p.suffixes(p.primary(), at)
		first = p.Make(tree.Expression, at, "", n)
	}
	p.body(f)
	if f.Body == nil {
		return
	}
	if first != nil {
		f.Body.Kids = append([]*tree.Node{first}, f.Body.Kids...)
	}
	c.Members = append(c.Members, tree.Field{Name: f.Name, Func: f, Static: f.Static, Start: start, End: f.End})
}

// throws goes behind the exceptions that a method declares.
func (p *parser) throws() {
	if !p.SkipWord("throws") {
		return
	}
	for p.skipType() && p.Skip(',') {
	}
}

// body reads the body of a method, if there is one.
func (p *parser) body(f *tree.Func) {
	yields := p.yields
	p.yields = false
	switch {
	case p.Kind() == '{':
		p.functionBody(f)
	case p.sharp && p.skipSign("=>"):
		p.functionBody(f)
		p.Skip(';')
	default:
		p.semicolon()
	}
	p.yields = yields
	f.End = max(f.Start, p.Behind())
}

// method reads a method from its type parameters on.
func (p *parser) method(c *tree.Class, name string, start int32, result *tree.Node, m *modifiers) {
	f := &tree.Func{Name: name, Kind: tree.Method, Start: start, Static: m.static, Async: m.async, Private: m.private || !p.open && !m.public, Result: result, Decorators: m.decorators}
	p.signature(f)
	if p.SkipWord("default") { // of an element of an annotation
		if p.Kind() == '{' {
			p.Over()
		} else {
			p.expression()
		}
	}
	p.body(f)
	if made := p.generated(m); made != nil && f.Body == nil {
		at, end := int(start), int(made.End)
		f.Body = p.Node(tree.Block, at, end, "", p.Node(tree.Return, at, end, "", made))
		f.Decorators = nil
	}
	if f.Body != nil || !p.sharp && f.IsAnnotated() {
		c.Members = append(c.Members, tree.Field{Name: name, Func: f, Static: m.static, Start: start, End: f.End})
	}
	if f.Body == nil {
		c.Promises = append(c.Promises, tree.Field{Name: name, Type: result, Start: start, End: f.End})
	}
}

// generated returns the attribute that says which pattern a compiler makes a method or property of, nil for none:
// [GeneratedRegex("a")] partial Regex Name().
func (p *parser) generated(m *modifiers) *tree.Node {
	for _, d := range m.decorators {
		if of := d.Kid(0); p.sharp && d.Op == tree.Call && of != nil && strings.TrimSuffix(of.Text, "Attribute") == "GeneratedRegex" {
			return d
		}
	}
	return nil
}

// signature reads type parameters, parameters and what stands between them and the body.
func (p *parser) signature(f *tree.Func) {
	if p.Kind() == '<' {
		p.skipAngles()
	}
	if p.Kind() == '(' {
		f.Extension = p.sharp && p.WordAt(1) == "this"
		f.Params = p.parameters()
	}
	for p.Kind() == '[' && !p.sharp && p.isRank() {
		p.Over()
	}
	p.throws()
	for p.sharp && p.Is("where") {
		for !p.Ends() && p.Kind() != '{' && p.Kind() != ';' && !p.sign("=>") {
			p.Over()
		}
	}
}

// property reads a property or indexer of C# from behind its name.
func (p *parser) property(c *tree.Class, name string, start int32, kind *tree.Node, m *modifiers) {
	add := func(f *tree.Func) {
		f.Name, f.Static, f.Private, f.Result = name, m.static, m.private, kind
		f.End = max(f.Start, p.Behind())
		c.Members = append(c.Members, tree.Field{Name: name, Func: f, Type: kind, Static: m.static, Start: start, End: f.End})
	}
	if p.Kind() != '{' {
		f := &tree.Func{Kind: tree.Getter, Start: start, Decorators: m.decorators, Result: kind}
		p.body(f)
		add(f)
		return
	}
	auto, settable := true, false
	b := p.Enter()
	for !p.Ends() {
		from := p.At
		at := p.Start()
		own := p.readModifiers()
		w := p.Word()
		settable = settable || m.public && !own.private && (w == "set" || w == "init")
		if w == "get" || w == "set" || w == "init" || w == "add" || w == "remove" {
			p.Next()
			if p.Skip(';') {
				continue
			}
			auto = false
			f := &tree.Func{Kind: tree.Getter, Start: at, Decorators: m.decorators, Result: kind}
			if w != "get" {
				f.Kind, f.Result = tree.Setter, nil
				f.Params = []tree.Param{{Target: p.Node(tree.Name, int(at), int(at), "value"), Type: kind}}
			}
			p.body(f)
			add(f)
		}
		if p.At == from {
			p.Lose()
		}
	}
	p.Leave(b)
	f := tree.Field{Name: name, Type: kind, Static: m.static, Constant: m.constant, Settable: settable, Decorators: m.decorators, Start: start}
	if p.Skip('=') {
		f.Value = p.value(kind)
		p.semicolon()
	}
	f.End = p.Behind()
	if made := p.generated(m); made != nil && f.Value == nil {
		f.Value, f.Decorators = made, nil
	}
	if auto {
		c.Members = append(c.Members, f)
	}
}

// fields reads fields from behind the name of the first.
func (p *parser) fields(c *tree.Class, name string, start int32, kind *tree.Node, m *modifiers) {
	for {
		f := tree.Field{Name: name, Type: kind, Static: m.static, Constant: m.constant, Settable: m.public && !m.constant, Decorators: m.decorators, Start: start}
		for p.Kind() == '[' && p.isRank() {
			p.Over()
			f.Type = p.Make(tree.Name, start, "Array")
		}
		if p.Skip('=') {
			f.Value = p.value(f.Type)
		}
		f.End = p.Behind()
		c.Members = append(c.Members, f)
		if !p.Skip(',') || p.Kind() != scan.TokenName {
			break
		}
		start = p.Start()
		name = p.identifier()
	}
	p.semicolon()
}

// value reads what a variable of a type is initialised with.
func (p *parser) value(kind *tree.Node) *tree.Node {
	if p.Kind() == '{' {
		return p.implied(p.list(), kind)
	}
	return p.implied(p.expression(), kind)
}
