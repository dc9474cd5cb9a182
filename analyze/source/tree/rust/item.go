package rust

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// items reads items up to the end of the innermost bracket and pushes them.
func (p *parser) items() {
	for !p.Ends() {
		from := p.At
		hoisted := p.Hoisted
		p.Hoisted = nil
		if !p.item() {
			p.Lose()
		}
		for _, n := range p.Hoisted { // of the value of a constant
			p.Push(n)
		}
		p.Hoisted = hoisted
		if p.At == from && !p.Ends() {
			p.Lose()
		}
	}
}

// modifiers are the words in front of an item.
var modifiers = []string{"pub", "default", "async", "unsafe", "const", "extern"}

// isItem reports whether an item begins at the current token, behind its attributes.
func (p *parser) isItem() bool {
	switch w := p.Word(); w {
	case "fn", "struct", "enum", "trait", "impl", "mod", "use", "static", "type", "macro_rules", "pub", "extern":
		return w != "macro_rules" || p.Ahead(1).Kind == '!'
	case "const", "unsafe", "async", "default":
		return p.isWord(1, "fn", "unsafe", "async", "extern", "impl", "trait", "mod") || w == "const" && p.Ahead(1).Kind == scan.TokenName && p.WordAt(1) != "move"
	case "union":
		return p.Ahead(1).Kind == scan.TokenName && (p.Ahead(2).Kind == '{' || p.Ahead(2).Kind == '<')
	}
	return false
}

// item reads an item and pushes what is left of it. It reports whether there was one.
func (p *parser) item() bool {
	start := p.Start()
	marks, tests := p.attributes()
	if p.Skip(';') {
		return true
	}
	from := p.At
	async := false
	for slices.Contains(modifiers, p.Word()) {
		if p.Is("const") && !p.isWord(1, "fn", "unsafe", "async", "extern") {
			break
		}
		async = async || p.Is("async")
		p.Next()
		switch {
		case p.Kind() == '(': // pub(crate)
			p.Over()
		case p.Kind() == scan.TokenString: // extern "C"
			p.Next()
		}
	}
	switch p.Word() {
	case "fn":
		f := p.function(start, marks)
		f.Async = async
		if f.Body != nil && !tests {
			n := p.Make(tree.Define, start, "")
			n.Func = f
			p.export(n)
		}
	case "struct", "union", "enum":
		p.structure(marks)
	case "trait", "impl":
		p.methods(p.Is("trait"), tests)
	case "mod":
		p.module(tests)
	case "use":
		p.Next()
		p.use(nil, start)
		p.semicolon()
	case "const", "static":
		p.constant(start)
	case "type":
		p.Next()
		p.semicolon()
	case "crate": // extern crate x
		for !p.Ends() && !p.Skip(';') {
			p.Over()
		}
	case "macro_rules":
		for p.Kind() != '{' && p.Kind() != '(' && !p.Ends() {
			p.Next()
		}
		p.Over()
		p.Skip(';')
	default:
		if p.Kind() == '{' { // extern "C" { … }
			p.Over()
			return true
		}
		if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '!' {
			p.itemMacro()
			return true
		}
		return p.At > from
	}
	return true
}

// export pushes an item that the file declares, for all to use unless it stands in a function.
func (p *parser) export(n *tree.Node) {
	if p.within == 0 {
		n = p.Node(tree.Export, int(n.Start), int(n.End), "", n)
	}
	p.Push(n)
}

// class returns the class of a type of the file.
func (p *parser) class(name string, start int32) *tree.Class {
	c := p.classes[name]
	if c == nil {
		c = &tree.Class{Name: name, Start: start, End: start}
		p.classes[name] = c
	}
	return c
}

// structure reads a struct or an enum, whose variants are classes that it has as members.
func (p *parser) structure(marks []*tree.Node) {
	start := p.Start()
	variants := p.Is("enum")
	p.Next()
	if p.Kind() != scan.TokenName {
		return
	}
	c := p.class(p.identifier(), start)
	c.Decorators = append(c.Decorators, marks...)
	p.generics()
	switch {
	case variants && p.Kind() == '{':
		p.listed(func() {
			at := p.Start()
			p.attributes()
			if p.Kind() != scan.TokenName {
				return
			}
			v := &tree.Class{Start: at}
			name := p.identifier()
			p.fields(v)
			if p.Skip('=') {
				p.Alone(p.expression)
			}
			v.End = p.Behind()
			n := p.Make(tree.ClassValue, at, "")
			n.Class = v
			c.Members = append(c.Members, tree.Field{Name: name, Value: n, Static: true, Constant: true, Start: at, End: v.End})
		})
	default:
		p.fields(c)
		p.where()
	}
	c.End = max(c.End, p.Behind())
	p.Skip(';')
}

// fields reads the fields of a struct or of a variant.
func (p *parser) fields(c *tree.Class) {
	named := p.Kind() == '{'
	if !named && p.Kind() != '(' {
		return
	}
	count := 0
	p.listed(func() {
		start := p.Start()
		marks, _ := p.attributes()
		if p.SkipWord("pub") && p.Kind() == '(' && (p.isWord(1, "crate", "super", "self", "in")) {
			p.Over()
		}
		f := tree.Field{Name: strconv.Itoa(count), Decorators: marks, Start: start}
		count++
		if named {
			if p.Kind() != scan.TokenName {
				return
			}
			f.Name = p.identifier()
			p.Skip(':')
		}
		f.Type = p.typeName()
		f.End = p.Behind()
		c.Members = append(c.Members, f)
	})
}

// methods reads a trait, or what an impl gives a type.
func (p *parser) methods(trait, tests bool) {
	start := p.Start()
	p.Next()
	p.generics()
	p.Skip('!')
	of := p.typeName()
	var base *tree.Node
	if !trait && p.SkipWord("for") {
		base, of = of, p.typeName()
	}
	for !p.Ends() && p.Kind() != '{' && p.Kind() != ';' {
		p.Over()
	}
	if p.Kind() != '{' {
		p.Skip(';')
		return
	}
	if tests {
		p.Over()
		return
	}
	name := of.Text
	if name == "" { // of a list of types, or of any type
		name = "<" + strconv.Itoa(int(start)) + ">"
	}
	c := p.class(name, start)
	if base != nil && base.Op != tree.Unknown {
		base.Kids = nil
		c.Bases = append(c.Bases, base)
	}
	outer := p.self
	p.self = c.Name
	p.enter(func() {
		for !p.Ends() {
			from := p.At
			p.member(c)
			if p.At == from {
				p.Lose()
			}
		}
	})
	p.self = outer
	c.End = max(c.End, p.Behind())
}

// member reads a method, a constant or a type of a trait or an impl.
func (p *parser) member(c *tree.Class) {
	start := p.Start()
	marks, tests := p.attributes()
	async := false
	for slices.Contains(modifiers, p.Word()) && !(p.Is("const") && !p.isWord(1, "fn", "unsafe", "async", "extern")) {
		async = async || p.Is("async")
		if p.Next(); p.Kind() == '(' {
			p.Over()
		} else if p.Kind() == scan.TokenString {
			p.Next()
		}
	}
	switch p.Word() {
	case "fn":
		f := p.function(start, marks)
		if f.Async = async; !tests {
			c.Members = append(c.Members, tree.Field{Name: f.Name, Func: f, Static: f.Static, Start: f.Start, End: f.End})
		}
	case "const":
		p.Next()
		if p.Kind() == scan.TokenName {
			f := tree.Field{Name: p.identifier(), Static: true, Constant: true, Start: start}
			if p.Skip(':') {
				f.Type = p.typeName()
			}
			if p.Skip('=') {
				f.Value = p.Alone(p.expression)
			}
			f.End = p.Behind()
			c.Members = append(c.Members, f)
		}
		p.semicolon()
	default:
		if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '!' {
			p.Next()
			p.Next()
			p.Over()
			p.Skip(';')
			return
		}
		p.semicolon()
	}
}

// function reads a function from its word on. It has no body where none is there.
func (p *parser) function(start int32, marks []*tree.Node) *tree.Func {
	p.Next()
	f := &tree.Func{Start: start, Decorators: marks}
	if p.Kind() == scan.TokenName {
		f.Name = p.identifier()
	}
	if p.self != "" {
		f.Kind, f.Static = tree.Method, true
	}
	p.generics()
	if p.Kind() == '(' {
		p.listed(func() {
			marks, _ := p.attributes()
			from := p.At
			for p.Kind() == '&' || p.Kind() == '\'' || p.Is("mut") || p.Kind() == scan.TokenName && from < p.At && p.Tokens[p.At-1].Kind == '\'' {
				p.Next()
			}
			if p.Is("self") && p.Ahead(1).Kind != '.' {
				f.Static = false
				if p.Next(); p.Skip(':') {
					p.typeName()
				}
				return
			}
			p.At = from
			a := tree.Param{Target: p.target(), Decorators: marks}
			extractor := p.Tokens[from].Kind == scan.TokenName && p.Tokens[from+1].Kind == '('
			if p.Skip(':') {
				a.Reference = p.isChangeable()
				a.Type = p.typeName()
			}
			if extractor && p.isOuter(a) { // Json(body): Json<Body>, which is what it holds
				a.Target = a.Target.Kids[0].Kids[1]
			}
			if a.Target == nil {
				a.Target = p.Make(tree.Name, p.Start(), "_")
			}
			f.Params = append(f.Params, a)
		})
	}
	if p.SkipSign("->") {
		f.Result = p.typeName()
	}
	p.where()
	if p.Kind() == '{' {
		hoisted := p.Hoisted
		p.Hoisted = nil
		result := p.result
		p.result = nil
		p.within++
		f.Body = p.Ending(p.braces(), nil)
		p.within--
		p.result = result
		p.Hoisted = hoisted
	} else {
		p.Skip(';')
	}
	f.End = max(f.Start, p.Behind())
	return f
}

// isOuter reports whether a parameter is taken apart into the only part of a type of another crate.
func (p *parser) isOuter(a tree.Param) bool {
	if a.Target == nil || a.Target.Op != tree.Object || len(a.Target.Kids) != 1 || a.Type == nil || a.Type.Op != tree.Name && a.Type.Op != tree.Member || a.Target.Kids[0].Kids[1] == nil {
		return false
	}
	n := p.imported[a.Type.Text]
	if n == nil {
		return !p.declared[a.Type.Text]
	}
	head, _, _ := strings.Cut(n.Text, "::")
	return head != "crate" && head != "self" && head != "super"
}

// module reads a module. What stands in one of the file is read as if it stood outside, unless it is for tests.
func (p *parser) module(tests bool) {
	p.Next()
	if p.Kind() != scan.TokenName {
		return
	}
	name := p.identifier()
	switch {
	case p.Kind() != '{':
		p.imports(name, "self::"+name, "*")
		p.Skip(';')
	case tests || !p.deeper():
		p.Over()
	default:
		p.inner++
		p.enter(p.items)
		p.inner--
		p.Depth--
	}
}

// constant reads a constant or static variable.
func (p *parser) constant(start int32) {
	kind := "const"
	if p.Next(); p.SkipWord("mut") {
		kind = "var"
	}
	if p.Kind() != scan.TokenName {
		p.semicolon()
		return
	}
	p.variable(start, kind)
}

// variable reads a static variable from its name on.
func (p *parser) variable(start int32, kind string) {
	at := p.Start()
	target := p.Make(tree.Name, at, p.identifier())
	if p.Skip(':') {
		p.typeName()
	}
	if p.Kind() == '=' {
		p.Next()
		target = p.Make(tree.Assign, at, "=", target, p.Alone(p.expression))
	}
	p.semicolon()
	if target.Kid(0).Text != "_" {
		p.export(p.Make(tree.Declare, start, kind, target))
	}
}
