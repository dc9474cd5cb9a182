package block

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"snag/analyze/block/calls"
	"snag/analyze/block/routes"
	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/reach/route"
	"snag/cmd/callsearch"
	"snag/cmd/cli"
	"snag/cmd/regex"
	"snag/cmd/report"
)

// inventory is what is known of a service before a request is sent.
type inventory struct {
	routes   []routes.Route
	suspects []routes.Suspect
	blocking []routes.Blocking
	notes    []string
}

// mostDescription bounds a description or a recording, in bytes.
const mostDescription = 64 << 20

// gather reads the source, the description and the recording.
func (o *routesOptions) gather(ctx context.Context, p *cli.Progress) (*inventory, error) {
	found := &inventory{}
	var all []routes.Route
	if o.path != "" {
		p.Set(0, 0, "reading the source")
		policy, err := o.tree.Load(o.stdio)
		if err != nil {
			return nil, err
		}
		code, err := regex.Survey(ctx, o.stdio, []string{o.path}, o.tree, policy.Model(), func(n int, name string) { p.Set(n, 0, "patterns judged, "+name) })
		if err != nil {
			return nil, err
		}
		p.Set(0, 0, "looking for calls that block")
		if found.blocking, err = o.blockingCalls(ctx, p); err != nil {
			return nil, err
		}
		for _, one := range served(code.Routes) {
			all = append(all, routesOfSource(one)...)
		}
		inform(all)
		for _, s := range code.Suspects {
			if one, ok := suspectOf(s); ok {
				found.suspects = append(found.suspects, one)
				all = append(all, routesOf(one)...)
			}
		}
	}
	for _, from := range []struct {
		flag, file string
		read       func([]byte) ([]routes.Route, error)
	}{
		{"openapi", o.openapi, routes.FromOpenAPI},
		{"har", o.har, func(text []byte) ([]routes.Route, error) { return routes.FromHAR(text, "") }},
	} {
		if from.file == "" {
			continue
		}
		more, err := readRoutes(from.file, from.read)
		if err != nil {
			return nil, cli.Usagef("--%s: %w", from.flag, err)
		}
		all = append(all, without(o.basePath(), more)...)
	}
	found.routes = routes.Merge(all...)
	return found, nil
}

// blockingCalls are the calls in the source that block whoever else is served.
func (o *routesOptions) blockingCalls(ctx context.Context, p *cli.Progress) (all []routes.Blocking, err error) {
	found, err := callsearch.Search(ctx, o.stdio, blockingKind(), []string{o.path}, o.tree, p)
	for _, f := range found {
		if f.Rule != calls.RuleBlockingCall || f.Level == judge.Note || f.Suppression != nil {
			continue
		}
		b := routes.Blocking{Fingerprint: f.Fingerprint, Name: f.Name, File: f.Location.File, Line: f.Location.Start.Line, Column: f.Location.Start.Column, Within: f.Within}
		for _, h := range f.Handlers {
			b.Handlers = append(b.Handlers, lineWords(h))
		}
		all = append(all, b)
	}
	return all, err
}

// lineWords name the line of a place.
func lineWords(at report.Location) string { return placeWords(at.File, at.Start.Line) }

func placeWords(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

// inform adds to routes what the code of their handlers compares their inputs with.
func inform(all []routes.Route) {
	texts := map[string]string{}
	for i := range all {
		r := &all[i]
		text, known := texts[r.File]
		if info, err := os.Stat(r.File); !known && err == nil && info.Mode().IsRegular() && info.Size() <= 1<<20 {
			if content, err := os.ReadFile(r.File); err == nil {
				text = string(content)
			}
		}
		texts[r.File], r.Code = text, text
		for k, in := range r.Inputs {
			r.Inputs[k] = r.Informed(in)
		}
	}
}

// readRoutes reads the routes of a file.
func readRoutes(name string, read func([]byte) ([]routes.Route, error)) ([]routes.Route, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if info.Size() > mostDescription || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file of at most %s", name, judge.Size(mostDescription))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	all, err := read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// suspectOf returns a vulnerable regex as routes are searched for it; ok is false for one that nobody outside can
// send a text to.
func suspectOf(s regex.Suspect) (one routes.Suspect, ok bool) {
	if s.Suppressed || s.Level != reach.Unknown && s.Level < reach.RemotePossible {
		return one, false
	}
	one = routes.Suspect{Fingerprint: s.Fingerprint, Rule: s.Rule, Pattern: s.Pattern, File: s.Location.File, Line: s.Location.Start.Line,
		Column: s.Location.Start.Column, Attack: s.Attack, Promised: s.Promised, Level: s.Level.String()}
	for _, w := range s.Ways {
		if w.Level < reach.RemotePossible {
			continue
		}
		path := ""
		if w.Route != "" {
			path, _ = route.Normal(w.Route, false)
		}
		place, name := placeOf(w.Kind, w.Input)
		if in, of := placeOf(w.Kind, w.Name); of != "" && !strings.HasPrefix(name, of+".") { // else it is an element of it
			place, name = in, of
		}
		if !routes.IsName(name) {
			name = ""
		}
		one.Ways = append(one.Ways, routes.Way{Method: strings.ToUpper(w.Method), Path: path, Place: place, Name: name, Bound: w.MaxLength})
	}
	return one, true
}

// placeOf returns where the input of a way stands, and its name there, "" where the way tells only the place.
func placeOf(kind, input string) (routes.Place, string) {
	steps := strings.Split(strings.NewReplacer("()", "", "request.", "", "req.", "").Replace(input), ".")
	place := map[string]routes.Place{"header": routes.Header, "cookie": routes.Cookie, "body": routes.Body, "path": routes.Path, "file": routes.Body}[kind]
	switch steps[0] {
	case "query", "args", "GET", "query_params", "querystring", "searchParams":
		place = routes.Query
	case "params":
		place = cmp.Or(map[bool]routes.Place{true: routes.Path}[kind == "path" || kind == "url"], place)
	case "path", "view_args", "path_params":
		place = routes.Path
	case "body", "form", "json", "get_json", "POST", "data", "values":
		place = routes.Body
	case "headers", "header":
		place = routes.Header
	case "cookies":
		place = routes.Cookie
	default:
		if len(steps) == 1 && kind == "url" {
			return routes.Query, ""
		}
		return place, ""
	}
	return place, routes.NameOf(steps[1:])
}

// served are the routes that the service serves: those of tests and documentation where there are no others, as of a
// service that stands among the tests of a project.
func served(all []regex.Route) []regex.Route {
	all = slices.DeleteFunc(slices.Clone(all), func(one regex.Route) bool { return one.Message || one.Role == "browser" })
	other := func(one regex.Route) bool { return one.Role == "test" || one.Role == "documentation" }
	if slices.IndexFunc(all, func(one regex.Route) bool { return !other(one) }) < 0 {
		return all
	}
	return slices.DeleteFunc(all, other)
}

// routesOfSource are the routes that a registration in the source makes, one for each method.
func routesOfSource(one regex.Route) (all []routes.Route) {
	methods := one.Methods
	if len(methods) == 0 {
		methods = []string{"GET", "POST"}
		if !slices.ContainsFunc(one.Inputs, func(in reach.RouteInput) bool { return in.Kind == "body" || in.Kind == "file" }) {
			methods = methods[:1]
		}
	}
	for _, method := range methods {
		if method = strings.ToUpper(method); method == "HEAD" || method == "OPTIONS" {
			continue
		}
		r := routes.Route{Method: method, Path: one.Path, Slash: strings.HasSuffix(strings.TrimSuffix(one.Written, "$"), "/"), From: []string{"source"}, File: one.Location.File, Line: one.Location.Start.Line}
		if len(one.Handlers) > 0 && one.Handlers[0].File != r.File { // a file of routes says little of them
			r.File, r.Line = one.Handlers[0].File, one.Handlers[0].Start.Line
		}
		r.Constrained(one.Written)
		for _, h := range one.Handlers {
			r.Handlers = append(r.Handlers, lineWords(h))
		}
		for _, in := range one.Inputs {
			place, name := placeOf(in.Kind, in.Name)
			if place == "" || !routes.IsName(name) {
				continue
			}
			if place == routes.Body && !r.HasBody() {
				if place = routes.Query; in.Kind != "body" {
					continue
				}
			}
			x := routes.Input{Place: place, Name: name, Schema: routes.NewSchema()}
			x.Pattern = in.Pattern
			if x.MaxLength = in.MaxLength; in.Kind == "file" {
				x.Type, r.BodyType = "file", "multipart/form-data"
			}
			if in.Form {
				r.BodyType = cmp.Or(r.BodyType, "application/x-www-form-urlencoded")
			}
			r.Add(x)
		}
		all = append(all, r)
	}
	return all
}

// routesOf are the routes that the ways to a suspect name.
func routesOf(s routes.Suspect) (all []routes.Route) {
	for _, w := range s.Ways {
		if w.Path == "" {
			continue
		}
		r := routes.Route{Method: cmp.Or(w.Method, "GET"), Path: w.Path, From: []string{"source"}, File: s.File, Line: s.Line}
		if r.Method == "ALL" {
			r.Method = "GET"
		}
		if routes.IsName(w.Name) {
			place := w.Place
			if place == "" || place == routes.Body && !r.HasBody() {
				place = routes.Query
			}
			in := routes.Input{Place: place, Name: w.Name, Required: true, Schema: routes.NewSchema()}
			in.Type, in.MaxLength = "string", w.Bound
			r.Inputs = append(r.Inputs, in)
		}
		all = append(all, r)
	}
	return all
}
