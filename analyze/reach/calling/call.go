package calling

import (
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
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
			if len(names) == 0 {
				continue
			}
			c := &Call{Program: p, File: f, Graph: g, Index: i, Func: f.first + int(g.Func)}
			for _, a := range names {
				c.Names = append(c.Names, Name(p.lang, a))
			}
			visit(c)
		}
	}
}

// Name returns a value from outside as rules name it: the module, the members and calls that lead to it, with dots,
// as "fs.readFileSync" and "requests.Session().get". A declared type has a colon in front.
func Name(l tree.Language, a model.Access) string {
	var b strings.Builder
	root := strings.TrimPrefix(a.Root.Name, "node:")
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
			b.WriteByte('.')
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
