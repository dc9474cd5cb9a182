package flow

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rails"
	"snag/analyze/source/tree"
)

// railsAction is the name of the entry that actions of controllers are.
const railsAction = "rails.action"

// railsRoutes returns what routes.rb of Rails declares.
func (p *Program) railsRoutes() []Route {
	if p.lang != model.Ruby {
		return nil
	}
	at := slices.IndexFunc(p.model.Entries, func(e model.Entry) bool { return e.Name == railsAction })
	if at < 0 {
		return nil
	}
	controllers := map[string][]int32{} // files by the names of their controllers
	for i := range p.sources {
		file := p.sources[i].Graph.Path
		if _, inside, ok := strings.Cut("/"+file, "/controllers/"); ok {
			name := strings.TrimSuffix(inside, "_controller.rb")
			controllers[name] = append(controllers[name], int32(i))
		}
	}
	var all []Route
	for i := range p.sources {
		g := p.sources[i].Graph
		if !rails.IsRoutes(g.Path) {
			continue
		}
		for _, r := range rails.Read(&tree.File{Language: g.Language, Body: g.Funcs[0].Tree}) {
			one := Route{Rule: &p.model.Entries[at], Methods: r.Methods, Path: r.Path, File: i, Start: r.Start, End: r.End, constraints: r.Constraints}
			for _, file := range controllers[r.Controller] {
				one.Handlers = append(one.Handlers, p.actionsOf(file, r.Action)...)
			}
			if r.Usual && len(one.Handlers) == 0 && len(controllers[r.Controller]) > 0 {
				continue
			}
			all = append(all, one)
		}
	}
	return all
}

// actionsOf returns the methods of a name that the controller of a file has.
func (p *Program) actionsOf(file int32, action string) []Ref {
	g := p.sources[file].Graph
	want := strings.ReplaceAll(strings.TrimSuffix(path.Base(g.Path), ".rb"), "_", "")
	for i := range g.Classes {
		name := g.Classes[i].Tree.Name
		if name = name[strings.LastIndexByte(name, ':')+1:]; !strings.EqualFold(name, want) {
			continue
		}
		for _, o := range p.points(p.at(file, g.Classes[i].Node)) {
			if p.object(o).kind != class {
				continue
			}
			for _, h := range p.methodsOf(o, 0) {
				if p.sources[h.File].Graph.Funcs[h.Func].Tree.Name == action {
					return []Ref{h}
				}
			}
		}
	}
	return nil
}
