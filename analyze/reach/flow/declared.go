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
		var needed, alone bool // alone are the constraints at a parameter checked that is a text or holds values
		if asked != "" {
			needed = slices.Contains(b.Asked, asked) && (asked[0] != '!' || p.Reported(b, f, param)) && !p.Cleared(b, file, fn)
		} else {
			needed, alone = p.Needed(b, file, f, param), p.checksTexts(b, file, f)
		}
		if held, each := f.ParamHeld[param], needed && p.checksEach(b, f.Tree.Params[param].Type); len(held) > 0 && (alone || each) {
			most = min(most, p.heldMax(b, file, f, param, steps, each))
		}
		if needed || alone && len(steps) == 0 {
			most = min(most, p.paramMax(b, file, f, param, steps))
		}
	}
	return most
}

// paramMax is declaredMax for what one library checks.
func (p *Program) paramMax(b *model.Bound, file int32, f *graph.Func, param int, steps []string) int64 {
	most := int64(graph.NoLimit)
	declared := &f.Tree.Params[param]
	defer p.asking(b, file, f, param, len(steps) == 0)()
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

// asking has what is declared judged for the groups that are asked for at a parameter, or at its class.
func (p *Program) asking(b *model.Bound, file int32, f *graph.Func, param int, class bool) (done func()) {
	asking := f.Tree.Params[param].Decorators
	if f.Class >= 0 && class && !slices.ContainsFunc(asking, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Needs) }) {
		asking = p.Code[file].Graph.Classes[f.Class].Tree.Decorators
	}
	return p.Asking(b, asking)
}

// heldMax is paramMax for the values that a parameter holds, each of which may be checked with their members.
func (p *Program) heldMax(b *model.Bound, file int32, f *graph.Func, param int, steps []string, each bool) int64 {
	t := &f.Tree.Params[param]
	if annotation.IsSpared(b, t.Decorators) {
		return graph.NoLimit
	}
	defer p.asking(b, file, f, param, true)()
	inside := each || slices.ContainsFunc(t.Decorators, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Inside) })
	return p.HeldMax(b, file, t.Type, f.ParamHeld[param], steps, inside, 0)
}

// checksEach reports whether a library checks what a parameter of a type holds where it checks the parameter.
func (p *Program) checksEach(b *model.Bound, kind *tree.Node) bool {
	names := annotation.Names(kind)
	return slices.ContainsFunc(b.Elements, func(one string) bool { return one == "*" || len(names) > 0 && names[0] == one })
}

// checksTexts reports whether a library checks the parameters of a function that are texts themselves: the class says so,
// or is one whose methods a framework calls with checks.
func (p *Program) checksTexts(b *model.Bound, file int32, f *graph.Func) bool {
	return f.Class >= 0 && slices.ContainsFunc(p.Code[file].Graph.Classes[f.Class].Tree.Decorators, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Alone) })
}
