package reach

import (
	"context"
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/mux"
	"snag/analyze/reach/role"
	"snag/analyze/reach/route"
	"snag/analyze/sorting"
)

// Limits of requests in Go, which no framework changes by itself, in bytes.
const (
	goHeaders = 1<<20 + 4<<10
	goForm    = 10 << 20
)

// goRoutes adds the routes that files in Go register.
func (p *Project) goRoutes(ctx context.Context, inv *Inventory) {
	var files []mux.File
	total := 0
	for _, file := range p.Paths {
		if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || strings.Contains("/"+file, "/vendor/") {
			continue
		}
		text, err := p.Files.Read(file)
		if total += len(text); err != nil || len(text) > maxFile || total > maxUnit || ctx.Err() != nil {
			inv.NotFollowed = append(inv.NotFollowed, path.Base(file)+", which was not read")
			continue
		}
		files = append(files, mux.File{Path: file, Text: text})
	}
	place := func(at mux.Place) Place { return Place{files[at.File].Path, at.Start, at.End, NoLimit} }
	for _, r := range mux.Read(files) {
		x := Route{Framework: r.Framework, Entry: r.Framework + ".handler", Methods: slices.Sorted(slices.Values(r.Methods)), Written: r.Path,
			Known: !strings.Contains(r.Path, route.Unknown), At: place(r.At)}
		x.Path, x.Params = route.Normal(r.Path, false)
		for _, h := range r.Handlers {
			x.Handlers = append(x.Handlers, place(h))
		}
		x.Code = x.Handlers
		demanded := route.Patterns(r.Path, false)
		for _, in := range r.Inputs {
			if in.Kind != "path" {
				x.Inputs = append(x.Inputs, goInput(in.Kind, in.Name, in.Max, place(in.At)))
				x.Inputs[len(x.Inputs)-1].Form = in.Form
			}
		}
		for _, name := range x.Params {
			if name != route.Unknown {
				one := goInput("path", name, -1, x.At)
				one.Pattern = demanded[name]
				x.Inputs = append(x.Inputs, one)
			}
		}
		sorting.Stable(x.Inputs, func(a, b RouteInput) int { return strings.Compare(a.Name, b.Name) })
		file, _ := role.Of(p.Model, p.linker, x.At.File)
		x.Role = file.String()
		inv.Routes = append(inv.Routes, x)
	}
}

// goInput is an input of a route in Go, with the limit that net/http sets.
func goInput(kind, name string, most int, at Place) RouteInput {
	in := RouteInput{Kind: kind, Name: kind + "." + name, MaxLength: NoLimit, At: at}
	switch {
	case most >= 0:
		in.MaxLength, in.Why = most, "a check of the value"
	case kind == "body":
	case kind == "file":
		in.MaxLength, in.Why = goForm, "the memory that net/http takes for a form: 10 MB"
	default:
		in.MaxLength, in.Why = goHeaders, "DefaultMaxHeaderBytes of net/http: 1 MB, and 4 KB that it reads beyond"
	}
	return in
}
