package graph

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

func (b *builder) imports(n *tree.Node) {
	m := b.module(n, n.Text)
	for _, k := range n.Kids {
		if k.Op == tree.ImportName && k.Kid(0) == nil && (b.f.Language == tree.Python || b.f.Language == tree.Rust) { // all of its names, which are this module's as well
			b.copy(m, b.f.Exports, Free)
			b.everything = append(b.everything, m)
			for _, v := range b.s.replaced[n] {
				b.mayBe(v, b.load(k, m, v.name))
			}
		}
		if k.Op != tree.ImportName || k.Kid(0) == nil {
			continue
		}
		id := m
		if k.Text != "*" {
			id = b.load(k, m, k.Text)
			if k.Text == "default" {
				id = b.either(k, id, m)
			}
			if b.f.Language == tree.Rust && k.Text != "*" { // an item of the module, or a module below it
				below := b.module(k, n.Text+"::"+k.Text)
				b.f.Nodes[below].Index = Submodule
				id = b.either(k, id, below)
			}
			if b.f.Language == tree.Python { // a member of the module, or a module below it
				below := b.module(k, strings.TrimSuffix(n.Text, ".")+"."+k.Text)
				if strings.Trim(n.Text, ".") == "" {
					b.f.Nodes[below].Name = n.Text + k.Text
				}
				b.f.Nodes[below].Index = Submodule
				id = b.either(k, id, below)
			}
		}
		if v := b.s.uses[k.Kids[0]]; v != nil {
			b.write(v, id)
		}
	}
}

func (b *builder) exports(n *tree.Node) {
	var from ID
	if n.Text != "" {
		from = b.module(n, n.Text)
	}
	for _, k := range n.Kids {
		switch {
		case k == nil:
		case k.Op == tree.ExportName && from != 0:
			switch name := k.Kid(0); {
			case k.Text == "*":
				b.copy(from, b.f.Exports, Free)
			case name == nil || name.Text == "*":
				b.store(from, b.f.Exports, k.Text)
			default:
				b.store(b.load(k, from, name.Text), b.f.Exports, k.Text)
			}
		case k.Op == tree.ExportName:
			id := b.expression(k.Kid(0))
			if v := b.s.uses[k.Kid(0)]; k.Kid(0) != nil && v != nil {
				id = b.variable(v)
			}
			b.store(id, b.f.Exports, k.Text)
		default:
			b.statement(k)
			b.exported(k)
		}
	}
}

// exported stores what an exported declaration declares.
func (b *builder) exported(n *tree.Node) {
	var v *variable
	switch n.Op {
	case tree.Define:
		v = b.s.funcs[n.Func]
	case tree.DefineClass:
		v = b.s.classes[n.Class]
	case tree.Declare:
		for _, k := range n.Kids {
			b.exportTarget(k)
		}
	}
	if v != nil {
		b.store(b.variable(v), b.f.Exports, v.name)
	}
}

func (b *builder) exportTarget(n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		if v := b.s.uses[n]; v != nil {
			b.store(b.variable(v), b.f.Exports, n.Text)
		}
	case tree.Assign, tree.Cast, tree.Spread:
		b.exportTarget(n.Kid(0))
	case tree.Pair:
		b.exportTarget(n.Kid(1))
	default:
		for _, k := range n.Kids {
			b.exportTarget(k)
		}
	}
}

// imported returns the modules that a call of require or import of JavaScript gives: one where its name is written out, more
// where a part of it is worked out, as in require('./routes/' + name). These are the files that match it, and those below
// it that strings of the file name.
func (b *builder) imported(n *tree.Node, method string) (all []ID) {
	callee, arg := n.Kid(0), n.Kid(1)
	if b.f.Language != tree.JavaScript || method != "require" && method != "import" || callee == nil || callee.Op != tree.Name ||
		b.s.uses[callee] != nil || arg == nil {
		return nil
	}
	if arg.Op == tree.String {
		return []ID{b.module(n, arg.Text)}
	}
	name := b.pathOf(arg, 0)
	before, behind, some := strings.Cut(name, "*")
	switch {
	case !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") || strings.Contains(behind, "*"):
		return nil
	case !some:
		return []ID{b.module(n, name)}
	}
	add := func(name string, index int32) {
		id := b.module(n, name)
		b.f.Nodes[id].Index = index
		all = append(all, id)
	}
	add(name, Matched)
	named := map[string]bool{}
	tree.Nodes(b.t, func(n *tree.Node) {
		if n.Op == tree.String && strings.Contains(n.Text, "/") && isPath(n.Text) && !named[n.Text] && len(named) < maxNamed {
			named[n.Text] = true
			add(before+n.Text+behind, Submodule)
		}
	})
	return append(all, 0) // nobody knows that these are all
}

func (b *builder) module(n *tree.Node, name string) ID {
	id := b.add(Node{Kind: Module, Name: name, Start: n.Start, End: n.End})
	b.f.Modules = append(b.f.Modules, id)
	return id
}

// orOfNamespace returns the node of a member, or of what stands in a package or namespace of Java or C# where the code may name
// it by that, as java.util.regex.Pattern and System.IO.File.
func (b *builder) orOfNamespace(n *tree.Node, member ID) ID {
	if b.f.Language != tree.Java && b.f.Language != tree.CSharp {
		return member
	}
	parts, at := []string(nil), n.Kid(0)
	for ; at != nil && at.Op == tree.Member; at = at.Kid(0) {
		parts = append(parts, at.Text)
	}
	if at == nil || at.Op != tree.Name || len(parts) == 0 || b.s.uses[at] != nil || b.isMember(at.Text) || b.declares(at.Text) != 0 {
		return member
	}
	parts = append(parts, at.Text)
	slices.Reverse(parts)
	isClass := func(s string) bool { return strings.ToLower(s) != s }
	switch {
	case b.f.Language == tree.Java && (slices.ContainsFunc(parts, isClass) || !isClass(n.Text)):
		return member
	case b.f.Language == tree.CSharp && !b.isNamespace(at.Text):
		return member
	}
	return b.either(n, member, b.load(n, b.module(n, strings.Join(parts, ".")), n.Text))
}

// isNamespace reports whether a name of C# is the first part of a namespace that the file is of or uses, or of that of .NET.
func (b *builder) isNamespace(name string) bool {
	begins := func(whole string) bool { first, _, _ := strings.Cut(whole, "."); return first == name }
	return name == "System" || begins(b.f.Package) || slices.ContainsFunc(b.f.Modules, func(m ID) bool { return begins(b.f.Nodes[m].Name) })
}

// maxNamed bounds the files that strings name below the folder of an import whose name is worked out.
const maxNamed = 100

// isPath reports whether a text may be the path of a file below a folder.
func isPath(s string) bool {
	return s[0] != '/' && s[0] != '.' && strings.Trim(s, "/.-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// pathOf returns the path that an expression of JavaScript is, from the folder of its file where it names that, or the name
// that one of Python is, with "*" for what is worked out.
func (b *builder) pathOf(n *tree.Node, depth int) string {
	const any = "*"
	if n == nil || depth > 8 {
		return any
	}
	joined := func(kids []*tree.Node, by string) string {
		var parts []string
		for _, k := range kids {
			parts = append(parts, b.pathOf(k, depth+1))
		}
		return strings.ReplaceAll(strings.Join(parts, by), "**", any)
	}
	switch n.Op {
	case tree.String:
		return n.Text
	case tree.Template:
		return joined(n.Kids, "")
	case tree.Binary:
		if n.Text == "+" {
			return joined(n.Kids, "")
		}
		if of := n.Kid(0); n.Text == "%" && of != nil && of.Op == tree.String {
			format, _, _ := strings.Cut(of.Text, "%")
			return format + any
		}
	case tree.Cast:
		return b.pathOf(n.Kid(0), depth+1)
	case tree.Name:
		switch v := b.s.uses[n]; {
		case v == nil && n.Text == "__dirname":
			return "."
		case v != nil && v.writes == 1 && v.constant != nil && !v.param:
			return b.pathOf(v.constant, depth+1)
		}
	case tree.Member:
		switch {
		case n.Text == "dirname" && n.Kid(0) != nil && n.Kid(0).Text == "meta":
			return "."
		case n.Text == "sep":
			return "/"
		}
	case tree.Call:
		switch name := dotted(n.Kid(0)); {
		case name == "join" || name == "resolve" || strings.HasPrefix(name, "path") && (strings.HasSuffix(name, ".join") || strings.HasSuffix(name, ".resolve")),
			strings.HasPrefix(name, "_path") && (strings.HasSuffix(name, ".join") || strings.HasSuffix(name, ".resolve")):
			p := joined(n.Kids[1:], "/")
			if rest, ok := strings.CutPrefix(p, "./"); ok {
				return "./" + strings.TrimPrefix(strings.TrimPrefix(rest, "./"), "/")
			}
			return p
		case n.Kids[0].Op == tree.Member && n.Kids[0].Text == "format" && n.Kids[0].Kid(0) != nil && n.Kids[0].Kids[0].Op == tree.String:
			format, _, _ := strings.Cut(n.Kids[0].Kids[0].Text, "{")
			return format + any
		case len(n.Kids) == 2 && (strings.HasSuffix(name, "pathToFileURL") || name == "require.resolve"):
			return b.pathOf(n.Kids[1], depth+1)
		}
	}
	return any
}

// WorkedOut stands in the Field of a Load for the part of the name of a method that is worked out.
const WorkedOut = "<worked out>"

// verbs are the names of the methods that handle requests where these are called by the methods of HTTP.
var verbs = []string{"get", "head", "post", "put", "patch", "delete", "options"}

// gotByName returns the names of the members that a call of Python gets by a name: getattr(self, 'do_' + command), and those
// for the methods of HTTP by getattr(self, request.method.lower()). A name of which nothing is known gets nothing.
func (b *builder) gotByName(n *tree.Node) []string {
	callee := n.Kid(0)
	if b.f.Language != tree.Python || callee == nil || callee.Op != tree.Name || callee.Text != "getattr" || b.s.uses[callee] != nil || len(n.Kids) < 3 || n.Kids[2] == nil {
		return nil
	}
	name := n.Kids[2]
	if v := b.s.uses[name]; name.Op == tree.Name && v != nil && v.writes == 1 && v.constant != nil && !v.param {
		name = v.constant
	}
	if lower := name.Kid(0); name.Op == tree.Call && lower != nil && lower.Op == tree.Member && lower.Text == "lower" && lower.Kid(0) != nil &&
		strings.HasSuffix(strings.ToLower(lower.Kids[0].Text), "method") {
		return verbs
	}
	before, behind, some := strings.Cut(b.pathOf(name, 0), "*")
	if some && before+behind != "" {
		return []string{before + WorkedOut + behind[strings.LastIndexByte(behind, '*')+1:]}
	}
	return strings.Fields(before)
}
