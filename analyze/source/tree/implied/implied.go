// Package implied tells which members a class of Java or Kotlin has that are not written down: those of annotations of Lombok, and
// those that the language gives enumerations.
package implied

import (
	"slices"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/lombok"
)

// Members returns the members that a class has beside those that it writes down, and the names in these that mean the class.
func Members(class *tree.Class) (made []tree.Field, names []*tree.Node) {
	made, names = lombok.Members(class)
	more, of := enumeration(class)
	return append(made, more...), append(names, of...)
}

// enumeration returns values() and entries with all constants of an enumeration, valueOf(name) with one of them, and the name that
// each has, a method in Java, but for those of which it has one itself. It returns nothing for other classes.
func enumeration(class *tree.Class) (made []tree.Field, names []*tree.Node) {
	node := func(op tree.Op, text string, kids ...*tree.Node) *tree.Node {
		return &tree.Node{Op: op, Text: text, Start: class.Start, End: class.End, Kids: kids}
	}
	all := func() *tree.Node {
		list := node(tree.Array, "")
		for i := range class.Members {
			if f := &class.Members[i]; isConstant(f) {
				name := node(tree.Name, class.Name)
				names = append(names, name)
				list.Kids = append(list.Kids, node(tree.Member, f.Name, name))
			}
		}
		return list
	}
	entries := all()
	if len(entries.Kids) == 0 {
		return nil, nil
	}
	method := func(name string, static bool, value *tree.Node, params ...tree.Param) {
		f := &tree.Func{Name: name, Kind: tree.Method, Static: static, Private: true, Start: class.Start, End: class.End, Params: params}
		f.Body = node(tree.Block, "", node(tree.Return, "", value))
		made = append(made, tree.Field{Name: name, Func: f, Static: static, Start: f.Start, End: f.End})
	}
	method("values", true, all())
	of := node(tree.Name, "name")
	method("valueOf", true, node(tree.Index, "", all(), of), tree.Param{Target: of})
	one := node(tree.String, entries.Kids[0].Text)
	for _, k := range entries.Kids[1:] {
		one = node(tree.Conditional, "", node(tree.Constant, ""), node(tree.String, k.Text), one)
	}
	method("name", false, one)
	made = append(made,
		tree.Field{Name: "entries", Value: entries, Static: true, Constant: true, Start: class.Start, End: class.End},
		tree.Field{Name: "name", Value: one, Constant: true, Start: class.Start, End: class.End})
	made = slices.DeleteFunc(made, func(f tree.Field) bool {
		return slices.ContainsFunc(class.Members, func(own tree.Field) bool { return own.Name == f.Name })
	})
	return made, names
}

// isConstant reports whether a member is a constant of an enumeration: its object is made by its name alone.
func isConstant(f *tree.Field) bool {
	return f.Static && f.Value != nil && f.Value.Op == tree.New && f.Value.Start == f.Start
}
