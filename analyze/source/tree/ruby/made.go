package ruby

import (
	"slices"

	"snag/analyze/source/tree"
)

// structured returns the class that an assignment gives a name which a call makes of the names of members, as Struct.new and
// Data.define do: nil for any other statement.
func (p *parser) structured(n *tree.Node) *tree.Node {
	if n.Op != tree.Assign || n.Text != "=" || n.Kids[0].Op != tree.Name || n.Kids[0].Text == "" || n.Kids[0].Text[0] > 'Z' {
		return nil
	}
	c := &tree.Class{Name: n.Kids[0].Text, Start: n.Start, End: n.End}
	if !p.structure(c, n.Kids[1]) {
		return nil
	}
	made := p.Node(tree.DefineClass, int(n.Start), int(n.End), "")
	made.Class = c
	return made
}

// structure gives a class the members that such a call makes, and those of its block, and reports whether it is one.
func (p *parser) structure(c *tree.Class, call *tree.Node) bool {
	if call == nil || call.Op != tree.Call || call.Kids[0].Op != tree.Member || call.Kids[0].Kids[0].Op != tree.Name {
		return false
	}
	of := call.Kids[0].Kids[0].Text + "." + call.Kids[0].Text
	if of != "Struct.new" && of != "Data.define" {
		return false
	}
	start, end := int(call.Start), int(call.Kids[0].End)
	maker := &tree.Func{Name: "initialize", Kind: tree.Constructor, Start: call.Start, End: call.Kids[0].End}
	from := len(p.Stack)
	for _, a := range call.Kids[1:] {
		if a.Op != tree.String {
			continue
		}
		p.accessor(c, a, tree.Method, false)
		if of == "Struct.new" {
			p.accessor(c, a, tree.Setter, false)
		}
		maker.Params = append(maker.Params, tree.Param{Target: p.Node(tree.Name, int(a.Start), int(a.End), a.Text)})
		member := p.Node(tree.Member, int(a.Start), int(a.End), "@"+a.Text, p.Node(tree.This, int(a.Start), int(a.Start), ""))
		p.Push(p.Statement(p.Node(tree.Assign, int(a.Start), int(a.End), "=", member, p.Node(tree.Name, int(a.Start), int(a.End), a.Text))))
	}
	maker.Body = p.Block(from, start)
	if block := call.Kids[len(call.Kids)-1]; block.Op == tree.Function && block.Func.Body.Op == tree.Block {
		p.members(c, block.Func.Body)
	}
	if !slices.ContainsFunc(c.Members, func(m tree.Field) bool { return m.Name == "initialize" }) {
		c.Members = append(c.Members, tree.Field{Name: "initialize", Func: maker, Start: int32(start), End: int32(end)})
	}
	return true
}

// given makes a block or lambda that a call in the body of a class is handed with a name a method of that name, as
// define_method and scope do, and reports whether there was one.
func (p *parser) given(c *tree.Class, arguments []*tree.Node, private, static bool) bool {
	if len(arguments) != 2 || arguments[0].Op != tree.String {
		return false
	}
	does := arguments[1]
	if of := does.Kid(0); does.Op == tree.Call && len(does.Kids) == 2 && of != nil && of.Op == tree.Name && (of.Text == "lambda" || of.Text == "proc") {
		does = does.Kids[1]
	}
	if does.Op != tree.Function {
		return false
	}
	f := does.Func
	f.Name, f.Kind = arguments[0].Text, tree.Plain
	p.method(c, f, private, static)
	return true
}

// delegate adds the methods that call those of another object of the same names: delegate :a, :b, to: :other.
func (p *parser) delegate(c *tree.Class, arguments []*tree.Node, private bool) bool {
	var to *tree.Node
	for _, a := range arguments {
		switch {
		case a.Op == tree.Keyword && a.Text == "to" && a.Kids[0].Op == tree.String && a.Kids[0].Text != "class":
			to = a.Kids[0]
		case a.Op == tree.Keyword && a.Text == "allow_nil", a.Op == tree.String:
		default:
			return false
		}
	}
	if to == nil {
		return false
	}
	for _, a := range arguments {
		if a.Op == tree.String {
			p.delegated(c, a, to, private)
		}
	}
	return true
}

// delegated adds one of them.
func (p *parser) delegated(c *tree.Class, name, to *tree.Node, private bool) {
	start, end := int(name.Start), int(name.End)
	of := p.Node(tree.Call, start, end, "", p.Node(tree.Name, start, end, to.Text))
	if to.Text != "" && to.Text[0] == '@' {
		of = p.Node(tree.Member, start, end, to.Text, p.Node(tree.This, start, start, ""))
	}
	rest := p.Node(tree.Spread, start, end, "", p.Node(tree.Name, start, end, "*"))
	call := p.Node(tree.Call, start, end, "", p.Node(tree.Member, start, end, name.Text, of), rest)
	f := &tree.Func{Name: name.Text, Kind: tree.Method, Private: private, Start: name.Start, End: name.End}
	f.Params = []tree.Param{{Target: p.Node(tree.Name, start, end, "*"), Rest: true}}
	f.Body = p.Node(tree.Block, start, end, "", p.Node(tree.Return, start, end, "", call))
	c.Members = append(c.Members, tree.Field{Name: name.Text, Func: f, Start: name.Start, End: name.End})
}
