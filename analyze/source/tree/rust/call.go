package rust

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// arguments reads the arguments of a call and pushes them. What is called was pushed last.
func (p *parser) arguments() {
	first := len(p.Pushed(0)) - 1
	p.enter(func() {
		for !p.Ends() {
			at := p.At
			from := len(p.Hoisted)
			n := p.expression()
			p.Settle(from, p.Pushed(first))
			if n.Op == tree.Cast && n.Text == "*" { // &mut x, for as long as the call runs
				n.Text = "&"
			}
			p.Push(n)
			p.Separate(at)
		}
	})
}

// holding are functions that return what they get, in what stands for it.
var holding = map[string]bool{
	"Box::new": true, "Arc::new": true, "Rc::new": true, "Arc::clone": true, "Rc::clone": true, "Pin::new": true, "Box::pin": true, "Cow::Borrowed": true,
	"Cow::Owned": true, "Mutex::new": true, "RwLock::new": true, "RefCell::new": true, "Cell::new": true, "String::from": true,
	"Cow::from": true, "Arc::from": true, "Rc::from": true, "Box::from": true, "OnceLock::from": true, "Some": true, "Ok": true,
}

// empty are functions that return what is empty.
var empty = map[string]tree.Op{
	"String::new": tree.String, "String::with_capacity": tree.String, "Vec::new": tree.Array, "Vec::with_capacity": tree.Array,
	"HashMap::new": tree.Object, "BTreeMap::new": tree.Object,
}

// call reads the call of what a path names: of a function, or of what makes a value of a type or variant.
func (p *parser) call(start int32, names []string) *tree.Node {
	last := names[len(names)-1]
	short := last
	if len(names) > 1 {
		short = names[len(names)-2] + "::" + last
	}
	m := p.Mark()
	held := p.classes[last] == nil && holding[short] && !(len(names) > 1 && p.classes[names[len(names)-2]] != nil)
	p.Push(p.path(start, names))
	p.arguments()
	kids := p.Pushed(m)
	switch {
	case last == "Err" && len(names) == 1:
		n := p.Make(tree.Constant, start, "null")
		if len(kids) > 1 && !isPlain(kids[1]) { // which may call what matters
			p.Hoisted = append(p.Hoisted, p.Make(tree.Expression, start, "", kids[1]))
		}
		p.Drop(m)
		return n
	case held && len(kids) == 2:
		n := kids[1]
		p.Drop(m)
		if strings.HasSuffix(short, "ell::new") || short == "Mutex::new" || short == "RwLock::new" { // whoever has it may set it
			n = p.Make(tree.Conditional, start, "", p.Make(tree.Unknown, start, ""), n, p.Make(tree.Unknown, start, ""))
		}
		return n
	case empty[short] != tree.Unknown && len(names) == 2 && p.classes[names[0]] == nil:
		p.Drop(m)
		return p.Make(empty[short], start, "")
	case isUpper(last):
		return p.Closed(tree.New, start, "", m)
	case last == "default" && len(kids) == 1 && kids[0].Op == tree.Member && !p.functions[last]:
		n := p.Make(tree.New, start, "", kids[0].Kids[0])
		p.Drop(m)
		return n
	}
	return p.Closed(tree.Call, start, "", m)
}

// isPlain reports whether nothing in an expression runs a function of the program.
func isPlain(n *tree.Node) bool {
	plain := true
	w := tree.Walk{Node: func(n *tree.Node) bool {
		plain = plain && n.Op != tree.Call && n.Op != tree.New
		return plain
	}}
	w.Visit(n)
	return plain
}

// made reads a value of a struct that is written out.
func (p *parser) made(start int32, class *tree.Node) *tree.Node {
	m := p.Mark()
	p.Push(class)
	p.enter(func() {
		for !p.Ends() {
			from, at := len(p.Hoisted), p.At
			begin := p.Start()
			p.attributes()
			var n *tree.Node
			switch {
			case p.SkipSign(".."):
				if p.Ends() {
					return
				}
				n = p.Make(tree.Spread, begin, "**", p.expression())
			case p.Kind() == scan.TokenName || p.Kind() == scan.TokenNumber:
				name := p.identifier()
				value := p.Make(tree.Name, begin, name)
				if p.Skip(':') {
					value = p.expression()
				}
				n = p.Make(tree.Keyword, begin, name, value)
			default:
				n = p.unknown()
			}
			p.Settle(from, p.Pushed(m))
			p.Push(n)
			p.Separate(at)
		}
	})
	return p.Closed(tree.New, start, "", m)
}

// Methods of Option and Result, as far as null stands for what they have not.
var (
	same      = words("unwrap expect map_err ok_or ok_or_else ok as_ref as_deref context with_context wrap_err wrap_err_with cloned copied unwrap_unchecked as_deref_mut")
	otherwise = words("unwrap_or unwrap_or_else unwrap_or_default or or_else")
	present   = words("is_some is_ok")
	absent    = words("is_none is_err")
	// growing are methods by which a text or a list gets more, the last argument.
	growing = words("push push_str insert insert_str replace_range clone_from extend extend_from_slice append write_str push_back push_front")
	// changing are methods that hand out what may be set, beside those whose names end with _mut.
	changing = words("lock write get_or_insert get_or_insert_with entry drain")
)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// suffixes reads members, indices, calls and question marks behind an operand, which begins at an offset.
func (p *parser) suffixes(n *tree.Node, start int32) *tree.Node {
	for links := 0; ; links++ {
		t := &p.Tokens[p.At]
		long := links >= p.Longest()
		switch {
		case t.Kind == '.' && !p.Sign(".."):
			if p.Sign("::") {
				return n
			}
			p.Next()
			switch {
			case p.Kind() == scan.TokenNumber: // .0, or .0.1
				for name := range strings.SplitSeq(p.identifier(), ".") {
					n = p.Make(tree.Member, start, name, n)
				}
			case p.Is("await"):
				p.Next()
				n = p.Make(tree.Await, start, "", n)
			case p.Kind() == scan.TokenName:
				name := p.identifier()
				if p.Sign("::") && p.Ahead(1).Kind == '<' {
					p.Next()
					p.angles(nil)
				}
				switch {
				case long:
					n = p.Flatten(start, n)
				case p.Kind() == '(':
					n = p.method(start, n, name)
				default:
					n = p.Make(tree.Member, start, name, n)
				}
			default:
				p.Skipped++
			}
		case t.Kind == '?':
			p.Next()
			if long || n.Op == tree.Unknown {
				continue
			}
			v := p.Hold(n)
			p.Hoisted = append(p.Hoisted, p.Make(tree.If, start, "", p.Missing(v, "=="), p.Make(tree.Block, start, "",
				p.Make(tree.Return, start, "", p.Make(tree.Constant, start, "null")))))
			n = p.Again(v)
		case t.Kind == '[':
			n = p.index(start, n, long)
		case t.Kind == '(':
			m := p.Mark()
			p.Push(n)
			p.arguments()
			n = p.chained(tree.Call, start, m, long)
		default:
			return n
		}
	}
}

// chained is Closed for a link of a chain that may be too long.
func (p *parser) chained(op tree.Op, start int32, m int, long bool) *tree.Node {
	if !long {
		return p.Closed(op, start, "", m)
	}
	kids := p.Pushed(m)
	n := p.Flatten(start, kids[0], kids[1:]...)
	p.Drop(m)
	return n
}

// index reads an index, or a range of them, which cuts.
func (p *parser) index(start int32, n *tree.Node, long bool) *tree.Node {
	m := p.Mark()
	p.Push(n)
	p.arguments()
	if kids := p.Pushed(m); len(kids) == 2 && isCut(kids[1]) {
		n := p.cut(start, kids[0], kids[1])
		p.Drop(m)
		return n
	}
	return p.chained(tree.Index, start, m, long)
}

func isCut(n *tree.Node) bool {
	return n.Op == tree.Binary && (n.Text == ".." || n.Text == "..=")
}

func (p *parser) cut(start int32, of, r *tree.Node) *tree.Node {
	through := ""
	if r.Text == "..=" {
		through = "through"
	}
	return p.Make(tree.Slice, start, through, of, r.Kids[0], r.Kids[1])
}

// method reads the call of a method, from its arguments on.
func (p *parser) method(start int32, of *tree.Node, name string) *tree.Node {
	own := p.functions[name]
	if !own && (changing[name] || strings.HasSuffix(name, "_mut")) {
		of = p.changed(start, of)
	}
	m := p.Mark()
	p.Push(p.Make(tree.Member, start, name, of))
	p.arguments()
	kids := p.Pushed(m)
	if own {
		return p.Closed(tree.Call, start, "", m)
	}
	of = kids[0].Kid(0) // which may be a variable by now
	if kids[0].Op != tree.Member {
		of = kids[0]
	}
	var n *tree.Node
	switch {
	case of == nil:
	case name == "count" && len(kids) == 1 && isChars(of):
		return p.renamed(start, of, "count", m)
	case name == "collect" && of.Op == tree.Call && len(of.Kids) == 2 && of.Kids[0].Op == tree.Member && of.Kids[0].Text == "take" && isChars(of.Kids[0].Kid(0)):
		n = p.Make(tree.Slice, start, "", of.Kids[0].Kids[0].Kids[0].Kids[0], nil, of.Kids[1])
	case growing[name] && len(kids) > 1 && isPlace(of):
		more := p.grown(start, of, kids[len(kids)-1])
		p.Hoisted = append(p.Hoisted, p.Make(tree.Expression, start, "", p.Closed(tree.Call, start, "", m)))
		return more
	case name == "route" && len(kids) == 3:
		p.routed(kids[2], kids[1], 0)
	case same[name] && (len(kids) < 3):
		n = of
	case present[name] && len(kids) == 1:
		n = p.Make(tree.Binary, start, "!=", of, p.Make(tree.Constant, start, "null"))
	case absent[name] && len(kids) == 1:
		n = p.Make(tree.Binary, start, "==", of, p.Make(tree.Constant, start, "null"))
	case name == "get" && len(kids) == 2 && isCut(kids[1]):
		n = p.cut(start, of, kids[1])
	case otherwise[name]:
		value := p.Make(tree.String, start, "")
		if len(kids) == 2 {
			value = kids[1]
		}
		if name == "unwrap_or_else" || name == "or_else" {
			value = p.Make(tree.Call, start, "", value)
		}
		n = p.Make(tree.Logical, start, "??", of, value)
	}
	if n == nil {
		return p.Closed(tree.Call, start, "", m)
	}
	p.Drop(m)
	return n
}

// handling are functions and methods that are told which function handles a request.
var handling = words("get post put patch delete head options any trace to")

// routed hands the path that a router is told of to the calls that say what handles its requests, as their first argument:
// route("/a", get(show).post(save)) becomes get("/a", show).post("/a", save).
func (p *parser) routed(n, path *tree.Node, depth int) {
	if n.Op != tree.Call || n.Kids[0] == nil || depth > 16 {
		return
	}
	if callee := n.Kids[0]; len(n.Kids) == 2 && handling[callee.Text] {
		n.Kids = p.List([]*tree.Node{callee, path, n.Kids[1]})
	}
	if n.Kids[0].Op == tree.Member {
		p.routed(n.Kids[0].Kids[0], path, depth+1)
	}
}

// isChars reports whether an expression is the characters of another one.
func isChars(n *tree.Node) bool {
	return n != nil && n.Op == tree.Call && len(n.Kids) == 1 && n.Kids[0].Op == tree.Member && n.Kids[0].Text == "chars" && n.Kids[0].Kid(0) != nil
}

// renamed returns the call of a method of what is in front of chars(), as one method that stands for both.
func (p *parser) renamed(start int32, of *tree.Node, name string, m int) *tree.Node {
	p.Drop(m)
	return p.Make(tree.Call, start, "", p.Make(tree.Member, start, name, of.Kids[0].Kids[0]))
}

// isPlace reports whether an expression is a variable, or a part of one.
func isPlace(n *tree.Node) bool {
	switch n.Op {
	case tree.Name:
		return true
	case tree.Member:
		return n.Kids[0].Op == tree.This || isPlace(n.Kids[0])
	}
	return false
}

// grown returns the assignment by which a variable holds more: a list the same with one element more, a text another one.
func (p *parser) grown(start int32, of, more *tree.Node) *tree.Node {
	sum := p.Make(tree.Binary, start, "+", p.Again(of), more)
	return p.Make(tree.Assign, start, "=", p.Again(of), p.Make(tree.Conditional, start, "", p.Make(tree.Unknown, start, ""), p.Again(of), sum))
}
