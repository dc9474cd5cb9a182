package constant

import "snag/analyze/source/tree"

// file is the declarations of a file. It is not changed once it was read.
type file struct {
	path   string
	text   []byte
	python bool
	// bound are the places that give a name a value, in any scope.
	bound map[string][]binding
	// exported are what others import by name; in Python that is what is bound.
	exported map[string][]binding
	// whole are the values of module.exports, and again the modules all of whose names are handed on.
	whole []binding
	again []string
	// assignments counts those to each exported name, wherever they stand.
	assignments map[string]int
	// changed are the names with a use that may change what is in the object or list of the name.
	changed map[string]bool

	around []*tree.Func // the functions around the node that is read
}

// binding is a place that gives a name a value. The zero binding gives one that is not known.
type binding struct {
	value   *tree.Node  // an expression
	members []string    // the value's members that are meant, as where it is taken apart
	class   *tree.Class // or a class
	module  string      // or what a module exports by the name, which is "*" for the module itself
	name    string
	// start and end are the bytes of the function in which the name has the value; end is 0 for the whole file.
	start, end int32
}

// collect notes all declarations in the code of a file.
func (f *file) collect(body *tree.Func) {
	f.changed, f.assignments = map[string]bool{}, map[string]int{}
	w := tree.Walk{Node: f.node, Func: f.function, Class: func(c *tree.Class) {
		f.leave(c.Start)
		f.bind(c.Name, binding{class: c})
	}}
	w.Visit(body.Body)
	f.around = nil
	for _, n := range body.Body.Kids {
		f.export(n)
	}
}

func (f *file) bind(name string, b binding) {
	if name == "" {
		return
	}
	if n := len(f.around); n > 0 {
		b.start, b.end = f.around[n-1].Start, f.around[n-1].End
	}
	f.bound[name] = append(f.bound[name], b)
}

// leave forgets the functions that end before an offset.
func (f *file) leave(offset int32) {
	for n := len(f.around); n > 0 && offset >= f.around[n-1].End; n-- {
		f.around = f.around[:n-1]
	}
}

func (f *file) function(fn *tree.Func) {
	f.leave(fn.Start)
	f.bind(fn.Name, binding{})
	f.around = append(f.around, fn)
	for i := range fn.Params {
		f.target(fn.Params[i].Target, binding{})
	}
}

// target notes what is assigned to a target.
func (f *file) target(n *tree.Node, b binding) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		f.bind(n.Text, b)
	case tree.Object:
		for _, p := range n.Kids {
			inner := binding{}
			if p.Op == tree.Pair && p.Text != "" && b.value != nil {
				inner = binding{value: b.value, members: append(b.members[:len(b.members):len(b.members)], p.Text)}
			}
			if p.Op == tree.Pair {
				f.target(p.Kid(1), inner)
			} else {
				f.target(p.Kid(0), inner)
			}
		}
	case tree.Assign: // with a default
		f.target(n.Kid(0), binding{})
	case tree.Member, tree.Index:
		f.change(n)
	default:
		for _, k := range n.Kids {
			f.target(k, binding{})
		}
	}
}

// change notes that something in what a target is a member of may change.
func (f *file) change(n *tree.Node) {
	for n != nil && (n.Op == tree.Member || n.Op == tree.Index || n.Op == tree.Slice) {
		n = n.Kid(0)
	}
	if n != nil && n.Op == tree.Name {
		f.changed[n.Text] = true
	}
}

// node notes what a node declares or changes.
func (f *file) node(n *tree.Node) bool {
	f.leave(n.Start)
	switch n.Op {
	case tree.Assign:
		switch t := n.Kid(0); {
		case n.Text != "=":
			f.target(t, binding{})
		case t != nil && t.Op == tree.Member && f.isExport(t):
			if !unset(n) {
				f.assignments[t.Text]++
			}
		default:
			f.target(t, binding{value: n.Kid(1)})
		}
	case tree.Declare:
		if n.Text == "global" || n.Text == "nonlocal" {
			break // an assignment to the name counts, wherever it stands
		}
		for _, k := range n.Kids {
			if k != nil && k.Op != tree.Assign {
				f.target(k, binding{})
			}
		}
	case tree.ForEach, tree.Catch, tree.With:
		if t := n.Kid(0); t != nil && t.Op == tree.Declare {
			break
		}
		f.target(n.Kid(0), binding{})
	case tree.Unary:
		if n.Text == "++" || n.Text == "--" || n.Text == "delete" || n.Text == "del" {
			f.target(n.Kid(0), binding{})
		}
	case tree.Import:
		for _, k := range n.Kids {
			if local := k.Kid(0); local != nil {
				f.bind(local.Text, binding{module: n.Text, name: k.Text})
			}
			if k.Kid(0) == nil && k.Text == "*" {
				f.again = append(f.again, n.Text)
			}
		}
	case tree.Call, tree.New:
		f.call(n)
	}
	return true
}

// reading are the methods that change nothing of what they are called on.
var reading = map[string]bool{
	"join": true, "includes": true, "indexOf": true, "map": true, "filter": true, "forEach": true, "some": true, "every": true,
	"find": true, "slice": true, "concat": true, "hasOwnProperty": true, "items": true, "keys": true, "values": true, "get": true,
	"index": true, "count": true, "copy": true, "test": true, "exec": true,
}

// call notes what a call may change: what a method is called on that does not only read, and the arguments.
func (f *file) call(n *tree.Node) {
	called := n.Kid(0)
	if called != nil && called.Op == tree.Member && !reading[called.Text] {
		if base := called.Kid(0); base != nil && (base.Op != tree.Name || !f.isModule(base.Text)) {
			f.change(base)
		}
	}
	if called != nil && (called.Op == tree.Name && (called.Text == "freeze" || called.Text == "require" || called.Text == "RegExp") ||
		called.Op == tree.Member && (called.Text == "freeze" || called.Text == "keys" || called.Text == "values" || called.Text == "entries" || called.Text == "join" || called.Text == "compile")) {
		return
	}
	for _, a := range n.Kids[min(1, len(n.Kids)):] {
		if a != nil && a.Op == tree.Name {
			f.changed[a.Text] = true
		}
	}
}

// isModule reports whether a name is that of a module as far as the file was read. What is called on a module
// changes nothing of its constants.
func (f *file) isModule(name string) bool {
	list := f.bound[name]
	if len(list) != 1 {
		return false
	}
	return list[0].module != "" || required(list[0].value) != ""
}

// required returns the module that a call of require means, "" for anything else.
func required(n *tree.Node) string {
	if n != nil && n.Op == tree.Call && n.Kid(0).Op == tree.Name && n.Kid(0).Text == "require" && n.Kid(1) != nil && n.Kid(1).Op == tree.String {
		return n.Kid(1).Text
	}
	return ""
}

// isExport reports whether a target is what others import: exports.X, module.exports, module.exports.X.
func (f *file) isExport(n *tree.Node) bool {
	base := n.Kid(0)
	switch {
	case f.python || base == nil:
		return false
	case base.Op == tree.Name:
		return base.Text == "exports" || base.Text == "module" && n.Text == "exports"
	}
	return base.Op == tree.Member && base.Text == "exports" && base.Kid(0).Op == tree.Name && base.Kid(0).Text == "module"
}

// export notes what a statement outside of functions exports.
func (f *file) export(n *tree.Node) {
	if n == nil || f.python {
		return
	}
	switch n.Op {
	case tree.Export:
		for _, k := range n.Kids {
			f.exportOne(n.Text, k)
		}
	case tree.Expression:
		f.assigned(n.Kid(0))
	case tree.Declare: // var D = exports.D = "text"
		for _, k := range n.Kids {
			if k != nil && k.Op == tree.Assign {
				f.assigned(k.Kid(1))
			}
		}
	}
}

// assigned notes exports in an assignment: exports.A = exports.B = value.
func (f *file) assigned(n *tree.Node) {
	if n == nil || n.Op != tree.Assign || n.Text != "=" {
		return
	}
	value, none := last(n), unset(n)
	for ; n != nil && n.Op == tree.Assign; n = n.Kid(1) {
		switch t := n.Kid(0); {
		case t == nil || t.Op != tree.Member || !f.isExport(t) || none:
		case t.Text == "exports" && t.Kid(0).Op == tree.Name && t.Kid(0).Text == "module":
			f.whole = append(f.whole, binding{value: value})
		default:
			f.exported[t.Text] = append(f.exported[t.Text], binding{value: value})
		}
	}
}

// last returns the value at the end of a row of assignments.
func last(n *tree.Node) *tree.Node {
	for n != nil && n.Op == tree.Assign && n.Text == "=" {
		n = n.Kid(1)
	}
	return n
}

// unset reports whether an assignment says that there is no value, as compilers do before they set it.
func unset(n *tree.Node) bool {
	n = last(n)
	return n != nil && n.Op == tree.Unary && n.Text == "void"
}

// exportOne notes what one part of an export statement exports, from a module or "" for the file itself.
func (f *file) exportOne(module string, k *tree.Node) {
	switch {
	case k == nil:
	case k.Op == tree.ExportName && module != "" && k.Text == "*":
		f.again = append(f.again, module)
	case k.Op == tree.ExportName && module != "" && k.Kid(0) != nil:
		f.exported[k.Text] = append(f.exported[k.Text], binding{module: module, name: k.Kid(0).Text})
	case k.Op == tree.ExportName && k.Kid(0) != nil:
		f.exported[k.Text] = append(f.exported[k.Text], binding{value: k.Kid(0)})
	case k.Op == tree.Declare:
		for _, d := range k.Kids {
			if d != nil && d.Op == tree.Assign && d.Kid(0).Op == tree.Name {
				f.exported[d.Kid(0).Text] = append(f.exported[d.Kid(0).Text], binding{value: d.Kid(0)})
			}
		}
	case k.Op == tree.DefineClass && k.Class != nil:
		f.exported[k.Class.Name] = append(f.exported[k.Class.Name], binding{class: k.Class})
	}
}
