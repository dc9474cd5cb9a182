package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// maxMemberDepth bounds how deep classes are in classes of which a request is made.
const maxMemberDepth = 3

// declaredInputs returns the members of the classes that parameters of handlers are declared to be, where a framework
// makes these of a request: they can be sent, whether or not the program reads them by name.
func (p *Program) declaredInputs(r Route) []Input {
	var all []Input
	for _, h := range r.Handlers {
		f := &p.sources[h.File].Graph.Funcs[h.Func]
		for i := range min(len(f.Tree.Params), len(f.Params)) {
			param := &f.Tree.Params[i]
			if param.Target == nil {
				continue
			}
			for _, a := range p.accesses2(p.at(int32(h.File), f.Params[i])) {
				if len(a.Steps) > 0 || a.Root.Kind == model.Typed {
					continue
				}
				named := a.Root.Kind == model.Decorated && a.Root.Index > 0 // one value rather than all of a kind
				for _, s := range p.sourcesOf(a) {
					if s.Level != model.Remote || s.Kind != model.Body && s.Kind != model.URL {
						continue
					}
					in := Input{Source: s, Kind: s.Kind, Name: kindName(s.Kind), Access: a, Max: NoLimit, File: h.File, Start: param.Target.Start, End: param.Target.End}
					if named {
						in.Name += "." + a.Root.Param
						all = append(all, in)
						continue
					}
					all = append(all, p.members(in, int32(h.File), f.ParamTypes[i], param.Type, 0)...)
				}
			}
		}
	}
	return all
}

// members returns the members of the classes that a type names, and of theirs, by the way that leads to them.
func (p *Program) members(in Input, file int32, id graph.ID, kind *tree.Node, depth int) []Input {
	if depth >= maxMemberDepth {
		return nil
	}
	var all []Input
	for _, o := range p.classesIn(int(file), id, kind) {
		x := &p.objects[o]
		c := &p.sources[x.file].Graph.Classes[x.index]
		before := in
		if isList(kind) {
			if depth == 0 {
				continue // the whole body is a list
			}
			before.Name += ".*"
		}
		for _, m := range memberFields(c) {
			if m.Func != nil || m.Name == "" || m.Static || strings.HasPrefix(m.Name, "_") || m.Name == "model_config" {
				continue
			}
			one := before
			one.Access.Steps = append(slices.Clone(before.Access.Steps), m.Name)
			one.Name += "." + m.Name
			at := graph.ID(0)
			for _, t := range c.FieldTypes {
				if t.Field == m.Name {
					at = t.Type
				}
			}
			if inner := p.members(one, x.file, at, m.Type, depth+1); len(inner) > 0 {
				all = append(all, inner...)
				continue
			}
			all = append(all, one)
		}
	}
	return all
}

// memberFields returns the members of a class, with those that a constructor declares, as that of a record does.
func memberFields(c *graph.ClassFact) []tree.Field {
	all := slices.Clone(c.Tree.Members)
	for _, m := range c.Tree.Members {
		if m.Func == nil || m.Func.Kind != tree.Constructor {
			continue
		}
		for _, param := range m.Func.Params {
			if param.Field && param.Target != nil && param.Target.Op == tree.Name {
				all = append(all, tree.Field{Name: param.Target.Text, Type: param.Type})
			}
		}
	}
	return all
}

// isList reports whether a type is that of a list of what it names.
func isList(kind *tree.Node) bool {
	if kind == nil || kind.Op == tree.Name || kind.Op == tree.Member {
		return false
	}
	names := namesIn(kind, 0)
	return !slices.ContainsFunc(names, func(n string) bool {
		return slices.Contains([]string{"Optional", "Annotated", "Promise", "Partial", "Union", "None", "Mono", "Task", "dict", "Dict", "Map", "Record"}, n)
	})
}
