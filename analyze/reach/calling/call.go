package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
	"snag/analyze/source/tree"
)

// Call is a call of a program.
type Call struct {
	Program *Program
	File    *File
	// Graph is the call in the graph of its file, Index its number there.
	Graph *graph.Call
	Index int
	// Func is the number of the function that it stands in.
	Func int
	// Names are the names from outside of what is called, in the form that [Name] gives.
	Names []string
}

// Calls calls visit with the calls whose names from outside are known, in the order of the files.
func (p *Program) Calls(visit func(c *Call)) {
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			g := &f.Graph.Calls[i]
			names := p.Flow.Names(p.Flow.Value(n, g.Callee))
			if len(names) == 0 && (p.lang == tree.JavaScript || p.lang == tree.Python || g.Tree == nil) {
				continue
			}
			c := &Call{Program: p, File: f, Graph: g, Index: i, Func: f.first + int(g.Func)}
			for _, a := range names {
				c.Names = append(c.Names, Name(p.lang, a))
			}
			c.Names = ownNames(c.Names, g.Method)
			if p.lang == tree.Python && g.Tree != nil && len(p.Flow.Targets(n, i)) > 0 {
				// A star import of the program has a function of this name, which hides the one of the language.
				c.Names = slices.DeleteFunc(c.Names, func(name string) bool { return !strings.ContainsAny(name, ".:(") })
			}
			if len(names) == 0 {
				c.Names = []string{written(g.Tree.Kid(0), 0)}
			}
			visit(c)
		}
	}
}

// mixed is how many members of one thing a method may be before it is taken for the one of its name: a program that reads
// members by computed names mixes them up.
const mixed = 3

// ownNames returns names without those of other members of what has a member of a method's name.
func ownNames(names []string, method string) []string {
	if len(names) < mixed || method == "" {
		return names
	}
	members := map[string]int{} // by what they are members of
	of := func(name string) (on, member string) {
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return "", name
		}
		return name[:i], name[i+1:]
	}
	own := map[string]bool{}
	for _, name := range names {
		on, member := of(name)
		members[on]++
		own[on] = own[on] || member == method
	}
	return slices.DeleteFunc(names, func(name string) bool {
		on, member := of(name)
		return own[on] && member != method && members[on] >= mixed
	})
}

// written is the name of something on an unknown value, "_", by the members and calls that lead to it.
func written(n *tree.Node, depth int) string {
	switch {
	case n == nil || depth > 8:
	case n.Op == tree.Member:
		return written(n.Kid(0), depth+1) + "." + n.Text
	case n.Op == tree.Call:
		return written(n.Kid(0), depth+1) + "()"
	}
	return "_"
}

// Name returns a value from outside as rules name it: the module, the members and calls that lead to it, with dots,
// as "fs.readFileSync" and "requests.Session().get"; modules of Ruby have "::" behind them. A declared type has a colon in
// front.
func Name(l tree.Language, a model.Access) string {
	var b strings.Builder
	root := strings.TrimPrefix(strings.TrimPrefix(a.Root.Name, "node:"), `\`)
	if a.Root.Kind == model.Typed {
		b.WriteByte(':')
	}
	b.WriteString(root)
	for _, s := range a.Steps {
		switch {
		case s == "()":
			b.WriteString("()")
		case s == "default" && l == tree.JavaScript:
		default:
			switch {
			case b.Len() == 0: // a class of PHP that is imported from no namespace has nothing in front
			case l == tree.Ruby && s != "" && s[0] >= 'A' && s[0] <= 'Z':
				b.WriteString("::")
			default:
				b.WriteByte('.')
			}
			b.WriteString(s)
		}
	}
	if l == tree.Python {
		return pathOf(b.String())
	}
	return b.String()
}

// pathSteps are members and methods of paths in Python that give another path.
var pathSteps = strings.NewReplacer(
	".cwd()", "()", ".home()", "()", "().joinpath()", "()", "().resolve()", "()", "().absolute()", "()", "().with_suffix()", "()",
	"().with_name()", "()", "().with_stem()", "()", "().expanduser()", "()", "().relative_to()", "()", "().parent", "()",
)

// pathOf brings the names of paths in Python into one form.
func pathOf(name string) string {
	for _, head := range []string{":Path.", "pathlib.PosixPath()", "pathlib.Path"} {
		rest, ok := strings.CutPrefix(name, head)
		if !ok {
			continue
		}
		if head == ":Path." {
			rest = "()." + rest
		} else if head == "pathlib.PosixPath()" {
			rest = "()" + rest
		}
		for range 8 {
			shorter := pathSteps.Replace(rest)
			if shorter == rest {
				break
			}
			rest = shorter
		}
		return "pathlib.Path" + rest
	}
	return name
}

// Awaited reports whether the call is awaited, so that it gives way.
func (c *Call) Awaited() bool { return c.File.shape.calls[c.Graph.Tree].awaited }

// Span returns the bytes of the name of what is called: of its last name alone where a call or the end of a line
// stands in front of it.
func (c *Call) Span() (start, end int) {
	callee := c.Graph.Tree.Kid(0)
	if callee == nil {
		return int(c.Graph.Start), int(c.Graph.End)
	}
	start, end = int(callee.Start), int(callee.End)
	if at := int(c.Graph.At); at > start && at < end {
		text := string(c.File.Text[start:at])
		if strings.ContainsAny(text, "\r\n") || strings.Contains(text, "(") && !strings.HasPrefix(text, "require") {
			start = at
		}
	}
	return start, end
}

// Aside reports whether the call stands in what is part of no server, such as tests and tools.
func (c *Call) Aside() bool { return c.File.aside }

// inBrowsers and onServers are packages that a package.json names which runs in browsers, or also on a server, where
// the former may make pages.
var (
	inBrowsers = []string{"vue", "quasar", "react-dom", "svelte", "@angular/core", "preact", "solid-js", "jquery", "lit"}
	onServers  = lazyregexp.New(`^(express|fastify|koa|hono|next|nuxt|electron|astro|gatsby|remix|polka|restify|@(hapi|nestjs|remix-run|sveltejs|react-router|tanstack)/.*|.*server.*)$`)
	globals    = lazyregexp.New(`\b(document|location|localStorage|sessionStorage)\.\w`)
	ofNode     = lazyregexp.New(`\b(require\(|process\.(argv|cwd|exit|on|std)|module\.exports|from ['"]node:)`)
)

// Browser reports whether the call may well run in a browser: the path of its file says so, the globals that it uses,
// or what its package needs.
func (c *Call) Browser() bool {
	if c.File.Language.Name == "TSX" || strings.HasSuffix(c.File.Path, ".jsx") {
		return true
	}
	if r, _ := role.Of(c.Program.model, c.Program.linker, c.File.Path); r == model.Browser {
		return true
	}
	if c.File.Graph.Language != tree.JavaScript || ofNode.Match(c.File.Text) {
		return false
	}
	if globals.Match(c.File.Text) {
		return true
	}
	p, ok := c.Program.linker.PackageOf(c.File.Path)
	if !ok {
		return false
	}
	all := slices.Concat(p.Dependencies, p.DevDependencies)
	return slices.ContainsFunc(all, func(name string) bool { return slices.Contains(inBrowsers, name) }) && !slices.ContainsFunc(all, onServers.MatchString)
}

// Makers returns the calls that may have made what a method is called on.
func (c *Call) Makers() []*Call {
	p := c.Program
	at := c.Graph.Receiver
	if at == 0 {
		at = c.Graph.Callee
	}
	var all []*Call
	for _, m := range p.Flow.Makers(p.Flow.Value(p.at[c.File.Path], at), true) {
		f := p.Files[m.File]
		g := &f.Graph.Calls[m.Index]
		x := &Call{Program: p, File: f, Graph: g, Index: m.Index, Func: f.first + int(g.Func)}
		for _, a := range p.Flow.Names(p.Flow.Value(m.File, g.Callee)) {
			x.Names = append(x.Names, Name(p.lang, a))
		}
		all = append(all, x)
	}
	return all
}

// Params returns the names of the parameters of the function around a call, and of members that these take apart.
func (c *Call) Params() []string {
	var all []string
	for i := range c.Program.Funcs[c.Func].Tree.Params {
		n := c.Program.Funcs[c.Func].Tree.Params[i].Target
		if n == nil {
			continue
		}
		all = append(all, n.Text)
		for _, k := range n.Kids {
			if k != nil {
				all = append(all, k.Text)
			}
		}
	}
	return all
}

// Exported returns the name by which other files get the function around a call, "" for none.
func (c *Call) Exported() string {
	f := &c.Program.Funcs[c.Func]
	if f.class != nil || f.Index == 0 || f.within != c.File.Graph.Funcs[0].Tree || c.Program.lang != tree.Python && !f.exported {
		return ""
	}
	return f.name
}

// IsMember reports whether a node is a member of that name.
func (f *File) IsMember(id graph.ID, name string) bool {
	for _, l := range f.Graph.Loads {
		if l.To == id && l.Field == name {
			return true
		}
	}
	return false
}

// Within reports whether the call stands in a context manager whose name matches.
func (c *Call) Within(names *lazyregexp.Regexp) bool {
	for w := c.File.shape.calls[c.Graph.Tree].with; w != nil; w = w.outer {
		if names.MatchString(lastName(w.node.Kid(1))) {
			return true
		}
	}
	return false
}

// Loop returns the innermost loop around the call in its function, and the statement in it that catches what the
// call throws; nil for none.
func (c *Call) Loop() (loop, try *tree.Node) {
	at := c.File.shape.calls[c.Graph.Tree]
	if at.loop == nil || at.try == nil || at.try.Start < at.loop.Start || at.try.End > at.loop.End {
		return at.loop, nil
	}
	return at.loop, at.try
}
