package rust

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// macro reads the call of a macro from its exclamation mark on.
func (p *parser) macro(start int32, name string) *tree.Node {
	p.Next()
	known := name
	if p.functions[name+"!"] { // one of the file, which says what it does
		known = ""
	}
	switch known {
	case "vec":
		return p.list(start)
	case "format", "format_args", "concat":
		return p.formatted(start, name == "concat")
	case "panic", "unreachable", "todo", "unimplemented":
		args := p.macroArguments(start)
		p.Hoisted = append(p.Hoisted, p.Make(tree.Throw, start, "", args))
		return p.Make(tree.Constant, start, "")
	case "bail":
		args := p.macroArguments(start)
		p.Hoisted = append(p.Hoisted, p.Make(tree.Expression, start, "", args), p.Make(tree.Return, start, "", p.Make(tree.Constant, start, "null")))
		return p.Make(tree.Constant, start, "")
	case "ensure", "assert":
		var test *tree.Node
		p.enter(func() {
			test = p.expression()
			p.rest()
		})
		leave := p.Make(tree.Throw, start, "")
		if name == "ensure" {
			leave = p.Make(tree.Return, start, "", p.Make(tree.Constant, start, "null"))
		}
		p.Hoisted = append(p.Hoisted, p.Make(tree.If, start, "", p.Make(tree.Unary, start, "!", test), p.Make(tree.Block, start, "", leave)))
		return p.Make(tree.Constant, start, "true")
	case "matches":
		var n *tree.Node
		p.enter(func() {
			value := p.expression()
			p.Skip(',')
			p.rest()
			n = p.Make(tree.Unknown, start, "", value)
		})
		return n
	case "println", "eprintln", "print", "eprint", "debug", "info", "warn", "error", "trace", "log", "dbg", "json", "assert_eq", "assert_ne", "debug_assert", "anyhow", "eyre", "include_str", "env", "option_env", "regex":
		m := p.Mark()
		p.Push(p.Make(tree.Name, start, name))
		p.arguments()
		return p.Closed(tree.Call, start, "", m)
	case "write", "writeln":
		m := p.Mark()
		p.Push(p.Make(tree.Name, start, name))
		p.arguments()
		kids := p.Pushed(m)
		of := p.Make(tree.Unknown, start, "")
		if len(kids) > 1 {
			if of = kids[1]; of.Op == tree.Cast {
				of = of.Kids[0]
			}
		}
		if len(kids) < 3 || !isPlace(of) {
			return p.Closed(tree.Call, start, "", m)
		}
		format := kids[2]
		first := p.Mark()
		for _, k := range kids[3:] {
			p.Push(k)
		}
		p.inFormat(format, nil)
		more := p.Closed(tree.Template, start, "", first)
		p.Drop(m)
		return p.grown(start, of, more)
	}
	// What another macro does with the variables that it names is not known.
	if p.Kind() == '(' {
		args := p.macroArguments(start)
		for i, k := range args.Kids {
			if i == 0 && isPlace(k) && len(args.Kids) > 1 {
				p.Hoisted = append(p.Hoisted, p.Make(tree.Expression, start, "", p.grown(start, k, p.Make(tree.Template, start, "", args.Kids[1:]...))))
			}
			if k.Op == tree.Name {
				args.Kids[i] = p.Make(tree.Cast, start, "&", k)
			}
		}
		return p.Make(tree.Call, start, "", append([]*tree.Node{p.Make(tree.Unknown, start, "")}, args.Kids...)...)
	}
	m := p.Mark()
	p.Push(p.Make(tree.Unknown, start, ""))
	for end := int(p.Mates[p.At]); p.At < end && p.At < p.Limit; {
		if t := &p.Tokens[p.At]; t.Kind == scan.TokenName && p.Tokens[p.At-1].Kind != '.' && p.Tokens[p.At+1].Kind != '!' {
			p.Push(p.Node(tree.Cast, int(t.Start), int(t.End), "&", p.Node(tree.Name, int(t.Start), int(t.End), p.Spell(t))))
		}
		p.Next()
	}
	p.Next()
	return p.Closed(tree.Call, start, "", m)
}

// macroArguments reads the arguments of a macro that takes expressions.
func (p *parser) macroArguments(start int32) *tree.Node {
	m := p.Mark()
	p.listed(func() { p.Push(p.expression()) })
	return p.Closed(tree.Unknown, start, "", m)
}

// formatted reads the arguments of a macro that makes a text: of a format, or of all that it is given.
func (p *parser) formatted(start int32, all bool) *tree.Node {
	m := p.Mark()
	from := len(p.Hoisted)
	var named []*tree.Node
	format := (*tree.Node)(nil)
	p.enter(func() {
		for !p.Ends() {
			at, begin := p.At, p.Start()
			name := ""
			if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' && !p.isSignAt(1, "==") {
				name = p.identifier()
				p.Next()
			}
			n := p.expression()
			switch {
			case name != "":
				named = append(named, p.Make(tree.Keyword, begin, name, n))
			case format == nil && !all:
				format = n
			default:
				p.Settle(from, p.Pushed(m))
				p.Push(n)
			}
			p.Separate(at)
		}
	})
	if format != nil && format.Op == tree.String {
		p.inFormat(format, named)
	} else if format != nil {
		p.Push(format)
	}
	return p.Closed(tree.Template, start, "", m)
}

// inFormat pushes the text of a format, and the variables that it names itself.
func (p *parser) inFormat(format *tree.Node, named []*tree.Node) {
	plain := format.Text
	for rest := plain; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		name, behind, _ := strings.Cut(after, "}")
		rest = behind
		if strings.HasPrefix(after, "{") {
			rest = after[1:]
			continue
		}
		if name, _, _ = strings.Cut(name, ":"); name == "" || name[0] <= '9' {
			continue
		}
		n := p.Node(tree.Name, int(format.Start), int(format.End), name)
		for _, k := range named {
			if k.Text == name {
				n = k.Kids[0]
			}
		}
		p.Push(n)
	}
	p.Push(format)
}

// itemMacro reads a macro that stands where an item does. Those that declare static variables are read, all others passed
// over.
func (p *parser) itemMacro() {
	name := p.identifier()
	p.Next()
	for !p.Ends() && p.Kind() != '{' && p.Kind() != '(' && p.Kind() != '[' {
		p.Next()
	}
	if name != "lazy_static" && name != "thread_local" {
		p.Over()
		p.Skip(';')
		return
	}
	p.enter(func() {
		for !p.Ends() {
			start, from := p.Start(), p.At
			p.attributes()
			for p.SkipWord("pub") {
				if p.Kind() == '(' {
					p.Over()
				}
			}
			p.SkipWord("static")
			p.SkipWord("ref")
			if p.Kind() == scan.TokenName {
				p.declared[p.Word()] = true
				p.variable(start, "const")
			}
			if p.At == from {
				p.Lose()
			}
		}
	})
	p.Skip(';')
}
