package constant

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/tree"
)

// evaluation finds the value of one name.
type evaluation struct {
	project *Project
	steps   int // that may still be done
}

// value is what an expression is. The zero value is none.
type value struct {
	literal literal.Value // a text, number, regex or list, where known is set
	known   bool
	object  *tree.Node  // or an object or list with its members
	class   *tree.Class // or a class
	module  *file       // or what a file exports
	file    *file       // where the object or class stands
}

// deepest bounds how far names and expressions are followed.
const deepest = literal.MaxFollow

// tired counts a step, and reports whether there were too many.
func (e *evaluation) tired(depth int) bool {
	e.steps--
	return e.steps < 0 || depth > deepest
}

// anywhere is an offset of a use that may stand anywhere in the file.
const anywhere = -1

// name returns what a name means in a file at an offset.
func (e *evaluation) name(f *file, name string, at int32, depth int) (v value, ok bool) {
	list := f.bound[name]
	if len(list) == 0 {
		return e.imported(f, name, depth)
	}
	if len(list) != 1 || e.tired(depth) {
		return v, false
	}
	b := list[0]
	if b.end > 0 && (at < b.start || at >= b.end) {
		return v, false
	}
	if v, ok = e.binding(f, b, depth+1); ok && (v.object != nil || v.module != nil || v.literal.List) && f.changed[name] {
		return value{}, false
	}
	return v, ok
}

// imported returns what a name means that a file of Python imports along with all others of a module.
func (e *evaluation) imported(f *file, name string, depth int) (v value, ok bool) {
	if !f.python || e.tired(depth) {
		return v, false
	}
	for _, module := range f.again {
		if g := e.project.other(f.path, module); g != nil {
			if v, ok = e.export(g, name, depth+1); ok {
				return v, true
			}
		}
	}
	return v, false
}

// binding returns the value that a binding gives.
func (e *evaluation) binding(f *file, b binding, depth int) (v value, ok bool) {
	switch {
	case b.class != nil:
		return value{class: b.class, file: f}, true
	case b.module != "":
		module := b.module
		if f.python && b.name != "*" {
			// from package import module
			if g := e.project.other(f.path, strings.TrimSuffix(module, ".")+"."+b.name); g != nil && !strings.HasSuffix(module, ".") {
				return value{module: g}, true
			} else if g = e.project.other(f.path, module+b.name); g != nil && strings.HasSuffix(module, ".") {
				return value{module: g}, true
			}
		}
		g := e.project.other(f.path, module)
		if g == nil {
			return v, false
		}
		if b.name == "*" {
			return value{module: g}, true
		}
		return e.export(g, b.name, depth)
	case b.value == nil:
		return v, false
	}
	v, ok = e.expression(f, b.value, depth)
	for _, m := range b.members {
		if ok {
			v, ok = e.member(v, m, depth)
		}
	}
	return v, ok
}

// export returns what others get that import a name from a file.
func (e *evaluation) export(f *file, name string, depth int) (v value, ok bool) {
	if e.tired(depth) {
		return v, false
	}
	if f.python {
		if list := f.bound[name]; len(list) == 1 && list[0].end > 0 {
			return v, false // a variable of a function
		}
		return e.name(f, name, anywhere, depth+1)
	}
	if list := f.exported[name]; len(list) > 0 {
		if len(list) > 1 || f.assignments[name] > 1 {
			return v, false
		}
		return e.binding(f, list[0], depth+1)
	}
	if f.assignments[name] > 0 || f.assignments["exports"] > 1 {
		return v, false
	}
	if len(f.whole) == 1 {
		if v, ok = e.binding(f, f.whole[0], depth+1); ok && name != "default" {
			return e.member(v, name, depth+1)
		}
		return v, ok
	}
	for _, module := range f.again {
		if g := e.project.other(f.path, module); g != nil && name != "default" {
			if v, ok = e.export(g, name, depth+1); ok {
				return v, true
			}
		}
	}
	return v, false
}

// member returns a member of a value.
func (e *evaluation) member(v value, name string, depth int) (w value, ok bool) {
	switch {
	case e.tired(depth):
	case v.module != nil:
		return e.export(v.module, name, depth+1)
	case v.class != nil:
		return e.field(v, name, depth)
	case v.object != nil && v.object.Op == tree.Object:
		return e.property(v, name, depth)
	case v.literal.Regex && (name == "source" || name == "pattern"):
		return value{known: true, literal: literal.Value{Text: v.literal.Text}}, true
	}
	return w, false
}

// field returns a member of a class that is one of the class itself.
func (e *evaluation) field(v value, name string, depth int) (w value, ok bool) {
	found := -1
	for i := range v.class.Members {
		if m := &v.class.Members[i]; m.Name == name {
			if found >= 0 || m.Value == nil || !m.Static && !v.file.python {
				return w, false
			}
			found = i
		}
	}
	if found < 0 || v.file.changed[v.class.Name] {
		return w, false
	}
	return e.expression(v.file, v.class.Members[found].Value, depth+1)
}

// property returns a property of an object.
func (e *evaluation) property(v value, name string, depth int) (w value, ok bool) {
	var at *tree.Node
	for _, k := range v.object.Kids {
		switch {
		case k == nil:
		case k.Op == tree.Spread:
			spread, known := e.expression(v.file, k.Kid(0), depth+1)
			if !known {
				return w, false // it may have the name as well
			}
			if other, has := e.member(spread, name, depth+1); has {
				w, ok, at = other, true, nil
			}
		case k.Op == tree.Pair && k.Text == name:
			at = k.Kid(1)
		case k.Op == tree.Pair && k.Text != "":
		case k.Op == tree.Pair && k.Kid(0) != nil && k.Kid(0).Op == tree.String:
			if k.Kid(0).Text == name {
				at = k.Kid(1)
			}
		default:
			return w, false
		}
	}
	if at != nil {
		return e.expression(v.file, at, depth+1)
	}
	return w, ok
}

// settled returns the value itself of what a module is as a whole, as of module.exports = "text"; of other values, these.
func (e *evaluation) settled(v value, depth int) (value, bool) {
	if v.module == nil || v.module.python {
		return v, true
	}
	if v.module.assignments["exports"] != 1 || len(v.module.whole) != 1 {
		return value{}, false
	}
	return e.binding(v.module, v.module.whole[0], depth+1)
}

// constant returns the text, number, regex or list that an expression is.
func (e *evaluation) constant(f *file, n *tree.Node, depth int) (v literal.Value, ok bool) {
	found, ok := e.expression(f, n, depth)
	if ok {
		found, ok = e.settled(found, depth)
	}
	return found.literal, ok && found.known
}

// expression returns the value of an expression.
func (e *evaluation) expression(f *file, n *tree.Node, depth int) (v value, ok bool) {
	if n == nil || e.tired(depth) {
		return v, false
	}
	switch n.Op {
	case tree.String:
		return text(n.Text)
	case tree.Number:
		for i := range len(n.Text) {
			if n.Text[i] < '0' || n.Text[i] > '9' || n.Text[0] == '0' && len(n.Text) > 1 || len(n.Text) > 15 {
				return v, false
			}
		}
		return value{known: true, literal: literal.Value{Text: n.Text, Number: true}}, true
	case tree.Regex:
		return regex(f, n)
	case tree.Name:
		return e.name(f, n.Text, n.Start, depth+1)
	case tree.Cast:
		return e.expression(f, n.Kid(0), depth+1)
	case tree.Template:
		return e.joined(f, n.Kids, "", depth)
	case tree.Binary:
		if n.Text == "+" && len(n.Kids) == 2 {
			return e.sum(f, n, depth)
		}
	case tree.Array:
		return e.list(f, n, depth)
	case tree.Object:
		return value{object: n, file: f}, true
	case tree.Member:
		if v, ok = e.expression(f, n.Kid(0), depth+1); ok {
			return e.member(v, n.Text, depth+1)
		}
	case tree.Index: // a["B"]
		if key := n.Kid(1); key != nil && key.Op == tree.String {
			if v, ok = e.expression(f, n.Kid(0), depth+1); ok {
				return e.member(v, key.Text, depth+1)
			}
		}
	case tree.ClassValue:
		return value{class: n.Class, file: f}, n.Class != nil
	case tree.Assign:
		if n.Text == "=" {
			return e.expression(f, n.Kid(1), depth+1)
		}
	case tree.Call, tree.New:
		return e.call(f, n, depth)
	}
	return value{}, false
}

func text(s string) (value, bool) {
	return value{known: true, literal: literal.Value{Text: s}}, len(s) <= literal.MaxConstant
}

// regex returns the value of a regex literal.
func regex(f *file, n *tree.Node) (v value, ok bool) {
	src := f.text[n.Start:n.End]
	last := bytes.LastIndexByte(src, '/')
	if len(src) < 2 || src[0] != '/' || last <= 0 || string(src[last+1:]) != n.Text {
		return v, false
	}
	return value{known: true, literal: literal.Value{Text: string(src[1:last]), Flags: n.Text, Regex: true}}, true
}

// sum returns the value of a row of operands with + between them, which nests as deep as the row is long.
func (e *evaluation) sum(f *file, n *tree.Node, depth int) (v value, ok bool) {
	var operands []*tree.Node
	for ; n.Op == tree.Binary && n.Text == "+" && len(n.Kids) == 2; n = n.Kids[0] {
		if operands = append(operands, n.Kids[1]); n.Kids[0] == nil || e.tired(depth) {
			return v, false
		}
	}
	operands = append(operands, n)
	for i, j := 0, len(operands)-1; i < j; i, j = i+1, j-1 {
		operands[i], operands[j] = operands[j], operands[i]
	}
	a, ok := e.constant(f, operands[0], depth+1)
	for _, o := range operands[1:] {
		b, known := e.constant(f, o, depth+1)
		if !ok || !known || a.List || b.List || a.Regex || b.Regex || a.Number && b.Number || f.python && (a.Number || b.Number) {
			return v, false
		}
		v, ok = text(a.Text + b.Text)
		a = v.literal
	}
	return v, ok
}

// joined returns the texts of expressions with a separator between them.
func (e *evaluation) joined(f *file, list []*tree.Node, separator string, depth int) (v value, ok bool) {
	var b strings.Builder
	for i, n := range list {
		w, ok := e.constant(f, n, depth+1)
		if !ok || w.List || w.Regex || b.Len() > literal.MaxConstant {
			return v, false
		}
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(w.Text)
	}
	return text(b.String())
}

// list returns the value of a list.
func (e *evaluation) list(f *file, n *tree.Node, depth int) (v value, ok bool) {
	v = value{known: true, literal: literal.Value{List: true}}
	size := 0
	for _, k := range n.Kids {
		item, ok := e.constant(f, k, depth+1)
		if size += len(item.Text); !ok || item.List || size > literal.MaxConstant {
			return value{}, false
		}
		v.literal.Items = append(v.literal.Items, item)
	}
	return v, true
}

// call returns the value of a call: of a function that hands on what it is given, or makes a regex or a text.
func (e *evaluation) call(f *file, n *tree.Node, depth int) (v value, ok bool) {
	called, argument := n.Kid(0), n.Kid(1)
	if module := required(n); module != "" && !f.python {
		if g := e.project.other(f.path, module); g != nil {
			return value{module: g}, true
		}
		return v, false
	}
	switch {
	case called == nil || argument == nil:
	case called.Op == tree.Member && called.Text == "freeze" && called.Kid(0).Op == tree.Name && called.Kid(0).Text == "Object":
		return e.expression(f, argument, depth+1)
	case called.Op == tree.Member && called.Text == "raw" && called.Kid(0).Op == tree.Name && called.Kid(0).Text == "String" && argument.Op == tree.Array:
		var pieces []*tree.Node
		for i, t := range argument.Kids {
			if pieces = append(pieces, t); i+2 < len(n.Kids) {
				pieces = append(pieces, n.Kids[i+2])
			}
		}
		return e.joined(f, pieces, "", depth)
	case called.Op == tree.Member && called.Text == "join" && f.python && called.Kid(0).Op == tree.String && argument.Op == tree.Array:
		return e.joined(f, argument.Kids, called.Kid(0).Text, depth)
	case called.Op == tree.Member && called.Text == "join" && !f.python && called.Kid(0).Op == tree.Array && argument.Op == tree.String:
		return e.joined(f, called.Kid(0).Kids, argument.Text, depth)
	case called.Op == tree.Name && called.Text == "RegExp" && len(f.bound["RegExp"]) == 0,
		called.Op == tree.Member && called.Text == "compile" && f.python && called.Kid(0).Op == tree.Name && called.Kid(0).Text == "re":
		pattern, ok := e.constant(f, argument, depth+1)
		if !ok || pattern.List || pattern.Number {
			return v, false
		}
		if len(n.Kids) > 2 {
			flags, known := e.constant(f, n.Kid(2), depth+1)
			if pattern.Flags = flags.Text; !known || f.python {
				return v, false
			}
		}
		pattern.Regex = true
		return value{known: true, literal: pattern}, true
	}
	return v, false
}
