package flow

import (
	"slices"

	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// isOverridden reports whether a constructor is that of another class than the one of an instance, which has its own.
func (p *Program) isOverridden(instance node, constructor *object) bool {
	made := p.object(p.origin[instance])
	f := &p.sources[constructor.file].Graph.Funcs[constructor.index]
	if f.Class < 0 || constructor.file == made.file && f.Class == made.index {
		return false
	}
	return slices.ContainsFunc(p.sources[made.file].Graph.Classes[made.index].Tree.Members, func(m tree.Field) bool {
		return m.Func != nil && !m.Func.Static && (m.Func.Kind == tree.Constructor || slices.Contains(constructorNames, m.Name))
	})
}

// isOfSameClass reports whether a method is one of the class in which a call stands.
func (p *Program) isOfSameClass(c *call, method *object) bool {
	if c.owner < 0 || c.file != method.file {
		return false
	}
	funcs := p.sources[c.file].Graph.Funcs
	return funcs[method.index].Class >= 0 && funcs[method.index].Class == funcs[c.owner].Class
}

// isUnbound reports whether a call of Python hands a method of a class the object that it is called on, as in
// Base.__init__(self, s).
func (p *Program) isUnbound(c *call, method *object) bool {
	if p.lang != model.Python || c.owner < 0 || len(c.args) == 0 || c.args[0] == 0 || c.names[0] != "" || c.spread[0] {
		return false
	}
	f := p.sources[method.file].Graph.Funcs[method.index]
	return f.Class >= 0 && !f.Tree.Static && c.args[0] == p.at(c.file, p.sources[c.file].Graph.Funcs[c.owner].Self) &&
		slices.ContainsFunc(p.points(c.receiver), func(o int32) bool { return p.object(o).kind == class })
}
