package routing

import (
	"path"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rails"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// railsAction is the name of the entry that actions of controllers are.
const railsAction = "rails.action"

// railsRoutes returns what routes.rb of Rails declares.
func (p *reader) railsRoutes() []rules.Route {
	rule := p.entry(railsAction)
	if p.Language() != model.Ruby || rule == nil {
		return nil
	}
	controllers := map[string][]int{} // files by the names of their controllers
	for i := range p.Files() {
		file := p.Graph(i).Path
		if _, inside, ok := strings.Cut("/"+file, "/controllers/"); ok {
			name := strings.TrimSuffix(inside, "_controller.rb")
			controllers[name] = append(controllers[name], i)
		}
	}
	var all []rules.Route
	for i := range p.Files() {
		g := p.Graph(i)
		if !rails.IsRoutes(g.Path) {
			continue
		}
		for _, r := range rails.Read(&tree.File{Language: g.Language, Body: g.Funcs[0].Tree}) {
			one := rules.Route{Rule: rule, Methods: r.Methods, Path: r.Path, File: i, Start: r.Start, End: r.End, Literals: r.Constraints}
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
func (p *reader) actionsOf(file int, action string) []rules.Ref {
	g := p.Graph(file)
	want := strings.ReplaceAll(strings.TrimSuffix(path.Base(g.Path), ".rb"), "_", "")
	for i := range g.Classes {
		name := g.Classes[i].Tree.Name
		if name = name[strings.LastIndexByte(name, ':')+1:]; !strings.EqualFold(name, want) {
			continue
		}
		for _, t := range p.Things(p.Value(file, g.Classes[i].Node)) {
			class, ok := t.Class()
			if !ok {
				continue
			}
			for _, h := range p.Methods(class) {
				if p.function(h).Tree.Name == action {
					return []rules.Ref{h}
				}
			}
		}
	}
	return nil
}
