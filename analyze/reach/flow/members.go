package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
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
					in := Input{Source: s, Kind: s.Kind, Name: kindName(s.Kind), Access: a, Max: graph.NoLimit, File: h.File, Start: param.Target.Start, End: param.Target.End}
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
		x := p.object(o)
		c := &p.sources[x.file].Graph.Classes[x.index]
		before := in
		if annotation.IsList(kind) {
			if depth == 0 {
				continue // the whole body is a list
			}
			before.Name += ".*"
		}
		for _, m := range annotation.Fields(c.Tree) {
			if m.Func != nil || m.Name == "" || m.Static || strings.HasPrefix(m.Name, "_") || m.Name == "model_config" {
				continue
			}
			one := before
			one.Access.Steps = append(slices.Clone(before.Access.Steps), m.Name)
			one.Name += "." + p.sent(m.Name)
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

// sent returns the name that a member of a class has in JSON: that of an annotation such as @JsonProperty, unless there
// are members of this name with another.
func (p *Program) sent(name string) string {
	if p.lang != model.Java && p.lang != model.CSharp {
		return name
	}
	if p.inJSON == nil {
		p.inJSON = map[string]string{}
		for i := range p.sources {
			for k := range p.sources[i].Graph.Classes {
				for _, m := range annotation.Fields(p.sources[i].Graph.Classes[k].Tree) {
					if m.Func != nil || m.Static {
						continue
					}
					other := annotation.JSONName(m.Decorators)
					if other == "" {
						other = m.Name
					}
					if known, ok := p.inJSON[m.Name]; ok && known != other {
						other = m.Name
					}
					p.inJSON[m.Name] = other
				}
			}
		}
	}
	if other := p.inJSON[name]; other != "" {
		return other
	}
	return name
}
