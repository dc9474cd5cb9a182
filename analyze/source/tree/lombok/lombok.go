// Package lombok tells which members the annotations of Lombok give a class of Java: getters and setters, constructors and
// builders, as https://projectlombok.org/features says.
package lombok

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"snag/analyze/source/tree"
)

// Members returns the methods and constructors that annotations give a class of Java in the order of its fields, but for
// those of which it has one itself, and the names in these that mean the class. They are where the field or the class is.
func Members(class *tree.Class) (made []tree.Field, names []*tree.Node) {
	m := &maker{class: class, own: map[string]bool{}}
	for i := range class.Members {
		if class.Members[i].Func != nil {
			m.own[class.Members[i].Name] = true
		}
	}
	m.accessors()
	m.constructors()
	if m.has("Builder", "SuperBuilder") {
		m.builder()
	}
	return m.made, m.names
}

// maker makes the members of a class.
type maker struct {
	class *tree.Class
	own   map[string]bool // names of methods that the class has itself
	made  []tree.Field
	names []*tree.Node // that mean the class
}

// has reports whether an annotation of one of some names stands at the class.
func (m *maker) has(names ...string) bool { return annotation(m.class.Decorators, names...) != nil }

// fields returns the fields of objects, of which a constructor that takes all sets those that are not set already for good,
// and one that takes what is required those that are final.
func (m *maker) fields(required bool) (all []*tree.Field) {
	for i := range m.class.Members {
		f := &m.class.Members[i]
		final := f.Constant || m.has("Value")
		needed := final || annotation(f.Decorators, "NonNull") != nil
		if f.Func == nil && !f.Static && !(final && f.Value != nil) && (!required || needed && f.Value == nil) {
			all = append(all, f)
		}
	}
	return all
}

// accessors adds getters, setters and what copies an object with another value of a field.
func (m *maker) accessors() {
	fluent := isTrue(annotation(m.class.Decorators, "Accessors"), "fluent")
	for i := range m.class.Members {
		f := &m.class.Members[i]
		if f.Func != nil || f.Static {
			continue
		}
		get, set := "get"+capitalized(f.Name), "set"+capitalized(f.Name)
		if f.Type != nil && f.Type.Text == "boolean" {
			get = "is" + capitalized(f.Name)
		}
		if fluent {
			get, set = f.Name, f.Name
		}
		var both []tree.Field
		if m.has("Data", "Value", "Getter") || annotation(f.Decorators, "Getter") != nil {
			both = append(both, method(f, get, nil, back(f, at(f, tree.Member, f.Name, at(f, tree.This, "")))))
		}
		if !f.Constant && (m.has("Data", "Setter") || annotation(f.Decorators, "Setter") != nil) {
			both = append(both, setter(f, set))
		}
		if m.has("With") || annotation(f.Decorators, "With") != nil {
			both = append(both, setter(f, "with"+capitalized(f.Name)))
		}
		for _, b := range both {
			if !m.own[b.Name] {
				m.made = append(m.made, b)
			}
		}
	}
}

// constructors adds the constructors, which a class that has one itself gets by their own annotations alone.
func (m *maker) constructors() {
	own := m.own[m.class.Name] || m.has("NoArgsConstructor")
	all, required := annotation(m.class.Decorators, "AllArgsConstructor"), annotation(m.class.Decorators, "RequiredArgsConstructor")
	switch {
	case all != nil || !own && required == nil && m.has("Value", "Builder"):
		m.constructor(m.fields(false), all)
	case required != nil || !own && m.has("Data"):
		m.constructor(m.fields(true), required)
	}
}

// constructor adds a constructor that sets fields, or where the annotation names one a method of the class that makes an
// object so.
func (m *maker) constructor(fields []*tree.Field, annotated *tree.Node) {
	if len(fields) == 0 {
		return
	}
	f := &tree.Func{Name: m.class.Name, Kind: tree.Constructor, Body: m.node(tree.Block, "")}
	for _, field := range fields {
		p := parameter(field)
		f.Params = append(f.Params, p)
		f.Body.Kids = append(f.Body.Kids, sets(field, m.node(tree.This, ""), p))
	}
	m.add(f)
	if name := argument(annotated, "staticName"); name != nil && name.Op == tree.String {
		made := m.object()
		for _, p := range f.Params {
			made.Kids = append(made.Kids, p.Target)
		}
		m.add(&tree.Func{Name: name.Text, Kind: tree.Method, Static: true, Params: f.Params, Body: m.node(tree.Block, "", m.node(tree.Return, "", made))})
	}
}

// made is the name of the member in which a builder has what it makes. No code can have it.
const made = "-"

// builder adds the method that makes a builder: an object that has a method for each field, which sets it.
func (m *maker) builder() {
	if m.own["builder"] {
		return
	}
	of := m.node(tree.Member, made, m.node(tree.This, ""))
	b := &maker{class: &tree.Class{Name: m.class.Name + "Builder", Start: m.class.Start, End: m.class.End}}
	b.made = []tree.Field{{Name: made, Value: m.object(), Start: m.class.Start, End: m.class.End}}
	for _, f := range m.fields(false) {
		p := parameter(f)
		b.made = append(b.made, method(f, f.Name, []tree.Param{p}, sets(f, of, p), back(f, at(f, tree.This, ""))))
	}
	b.add(&tree.Func{Name: "build", Kind: tree.Method, Body: m.node(tree.Block, "", m.node(tree.Return, "", of))})
	b.class.Members = b.made
	value := m.node(tree.ClassValue, "")
	value.Class = b.class
	m.add(&tree.Func{Name: "builder", Kind: tree.Method, Static: true, Body: m.node(tree.Block, "", m.node(tree.Return, "", m.node(tree.New, "", value)))})
}

// add adds a function at the class.
func (m *maker) add(f *tree.Func) {
	f.Private, f.Start, f.End = true, m.class.Start, m.class.End
	m.made = append(m.made, tree.Field{Name: f.Name, Func: f, Static: f.Static, Start: f.Start, End: f.End})
}

// object returns an expression that makes an object of the class.
func (m *maker) object() *tree.Node {
	name := m.node(tree.Name, m.class.Name)
	m.names = append(m.names, name)
	return m.node(tree.New, "", name)
}

// node returns a node of code that stands in no file, at the class.
func (m *maker) node(op tree.Op, text string, kids ...*tree.Node) *tree.Node {
	return &tree.Node{Op: op, Text: text, Start: m.class.Start, End: m.class.End, Kids: kids}
}

// setter returns a method that sets a field and returns the object.
func setter(f *tree.Field, name string) tree.Field {
	p, self := parameter(f), at(f, tree.This, "")
	return method(f, name, []tree.Param{p}, sets(f, self, p), back(f, self))
}

// method returns a method at a field.
func method(f *tree.Field, name string, params []tree.Param, code ...*tree.Node) tree.Field {
	fn := &tree.Func{Name: name, Kind: tree.Method, Private: true, Start: f.Start, End: f.End, Params: params, Body: at(f, tree.Block, "", code...)}
	return tree.Field{Name: name, Func: fn, Start: f.Start, End: f.End}
}

func parameter(f *tree.Field) tree.Param {
	return tree.Param{Target: at(f, tree.Name, f.Name), Type: f.Type}
}

// sets returns the statement that stores a parameter in the field of an object.
func sets(f *tree.Field, object *tree.Node, p tree.Param) *tree.Node {
	return at(f, tree.Expression, "", at(f, tree.Assign, "=", at(f, tree.Member, f.Name, object), p.Target))
}

func back(f *tree.Field, value *tree.Node) *tree.Node { return at(f, tree.Return, "", value) }

// at returns a node of code that stands in no file, at a field.
func at(f *tree.Field, op tree.Op, text string, kids ...*tree.Node) *tree.Node {
	return &tree.Node{Op: op, Text: text, Start: f.Start, End: f.End, Kids: kids}
}

// annotation returns the annotation of one of some names, nil for none.
func annotation(all []*tree.Node, names ...string) *tree.Node {
	for _, d := range all {
		of := d
		if d != nil && d.Op == tree.Call {
			of = d.Kid(0)
		}
		if of != nil && slices.Contains(names, of.Text) {
			return d
		}
	}
	return nil
}

// argument returns what an annotation says by a name, nil for nothing.
func argument(annotation *tree.Node, name string) *tree.Node {
	if annotation == nil || annotation.Op != tree.Call {
		return nil
	}
	for _, k := range annotation.Kids[1:] {
		if k != nil && k.Op == tree.Keyword && k.Text == name {
			return k.Kid(0)
		}
	}
	return nil
}

func isTrue(annotation *tree.Node, name string) bool {
	v := argument(annotation, name)
	return v != nil && v.Op == tree.Constant && v.Text == "true"
}

// capitalized returns a name with a capital at its beginning.
func capitalized(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
