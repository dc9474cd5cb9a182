package flow

import (
	"slices"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// declaredMax returns how long a member of a parameter is at most by what its type and its default say.
func (p *Program) declaredMax(file, fn int32, param int, steps []string) int64 {
	return p.validMax(file, fn, param, steps, "")
}

// validMax is declaredMax where a value was found true that says that the parameters are valid, "" for none.
func (p *Program) validMax(file, fn int32, param int, steps []string, asked string) int64 {
	f := &p.Code[file].Graph.Funcs[fn]
	most := int64(graph.NoLimit)
	if slices.ContainsFunc(p.EntriesOf[[2]int32{file, fn}], func(e rules.Entry) bool { return e.Rule.Typed }) && rules.IsText(steps) {
		if v, ok := p.FixedMax(p.At(file, f.ParamTypes[param]), 0); ok {
			most = v
		}
	}
	for b := range p.Bounds() {
		if !b.Typed {
			continue
		}
		if asked != "" && (!slices.Contains(b.Asked, asked) || asked[0] == '!' && !p.Reported(b, f, param)) || asked == "" && !p.Needed(b, file, f, param) && !(len(steps) == 0 && p.checksTexts(b, file, f)) {
			continue
		}
		most = min(most, p.paramMax(b, file, f, param, steps))
	}
	return most
}

// paramMax is declaredMax for what one library checks.
func (p *Program) paramMax(b *model.Bound, file int32, f *graph.Func, param int, steps []string) int64 {
	most := int64(graph.NoLimit)
	declared, asking := &f.Tree.Params[param], f.Tree.Params[param].Decorators
	if f.Class >= 0 && len(steps) == 0 && !slices.ContainsFunc(asking, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Needs) }) {
		asking = p.Code[file].Graph.Classes[f.Class].Tree.Decorators
	}
	defer p.Asking(b, asking)()
	switch {
	case len(steps) == 0:
		if annotation.Alters(b, declared.Type) {
			return most
		}
		most = min(most, p.Annotations(b, file).FieldMax(declared.Default), p.Annotations(b, file).TypeMax(declared.Type))
		if v, ok := p.AliasMax(b, p.At(file, f.ParamTypes[param]), 0); ok && p.Language() == model.Python {
			most = min(most, v)
		}
		if !annotation.IsSpared(b, declared.Decorators) {
			most = min(most, p.DecoratedMax(b, file, f.ParamDecorators[param], declared.Decorators, false))
		}
	case f.ParamTypes[param] != 0 && !annotation.IsMany(declared.Type):
		most = p.TypeMembersMax(b, p.At(file, f.ParamTypes[param]), steps, 0)
	case p.Language() == model.Python: // of the elements
		most = p.TypeShape(b, file, declared.Type, 0).At(steps)
	}
	return most
}

// checksTexts reports whether a library checks the parameters of a function that are texts themselves: the class says so,
// or is one whose methods a framework calls with checks.
func (p *Program) checksTexts(b *model.Bound, file int32, f *graph.Func) bool {
	if f.Class < 0 || !slices.Contains(b.At, "text") {
		return false
	}
	all := p.Code[file].Graph.Classes[f.Class].Tree.Decorators
	return slices.ContainsFunc(all, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Needs) })
}
