package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/route"
)

// elsewhere reports whether a value of a request is none of what a source describes, for the method of the request and
// the paths of its routes: where parameters of the path stand among those of the query and the body, the routes tell
// them apart. name is that of the value, as [Input] has it.
func (p *Program) elsewhere(s *model.Source, a model.Access, name string, methods, paths []string) bool {
	if s.Methods != nil {
		if methods != nil && !slices.ContainsFunc(methods, func(m string) bool { return slices.Contains(s.Methods, m) }) {
			return true
		}
		if p.lang == model.Ruby && methods == nil && s.Kind == model.URL {
			return true // the body says the same of it, and has no smaller limit
		}
	}
	_, name, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, ".")
	if s.InRoute {
		return name == "" || !inPaths(paths, name)
	}
	return name != "" && inPaths(paths, name) && slices.ContainsFunc(p.sourcesOf(a), func(o *model.Source) bool { return o.InRoute })
}

// inPaths reports whether a path has a parameter of a name.
func inPaths(paths []string, name string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		_, params := route.Normal(path, false)
		return slices.Contains(params, name)
	})
}

// requests returns the methods of the requests that an entry answers, nil for any, and the paths of its routes.
func (e *Entry) requests() (methods, paths []string) {
	if e == nil {
		return nil, nil
	}
	if e.Method != "" {
		methods = []string{e.Method}
	}
	return methods, []string{e.Route}
}
