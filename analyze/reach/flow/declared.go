package flow

import (
	"cmp"
	"slices"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
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
	entries := p.EntriesOf[[2]int32{file, fn}]
	if slices.ContainsFunc(entries, func(e rules.Entry) bool { return p.IsReplaced(e.Rule) }) {
		return most
	}
	if slices.ContainsFunc(entries, func(e rules.Entry) bool { return e.Rule.Typed }) && rules.IsText(steps) {
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

// wrapper returns the decorator of Python or JavaScript that may put something else in the place of a function and is not
// followed, or what makes its class another, "" for none. What is called on an object, as app.task(), registers the function.
// A method of C# may be left out of all programs but those that are built for a purpose.
func (p *Program) wrapper(x *points.Object) string {
	f := &p.Code[x.File].Graph.Funcs[x.Index]
	switch p.Language() {
	case model.JavaScript:
		return p.decorator(x.File, f)
	case model.CSharp:
		if slices.ContainsFunc(f.Tree.Decorators, func(n *tree.Node) bool { return slices.Contains(annotation.Called(n), "Conditional") }) {
			return "Conditional"
		}
	}
	if p.Language() != model.Python || len(f.Decorators) == 0 && f.Class < 0 {
		return ""
	}
	key := [2]int32{x.File, x.Index}
	what, known := p.wrappers[key]
	if !known {
		what = p.wrapperOf(x.File, f)
		if p.wrappers == nil {
			p.wrappers = map[[2]int32]string{}
		}
		p.wrappers[key] = what
	}
	return what
}

// wrapperOf is wrapper for a function of Python.
func (p *Program) wrapperOf(file int32, f *graph.Func) string {
	for _, d := range f.Decorators {
		for _, o := range p.Points(p.At(file, d)) {
			by := p.Object(o)
			name := by.Name
			if n := len(name.Steps); n > 0 && name.Steps[n-1] == "()" {
				name.Steps = name.Steps[:n-1]
			}
			if by.Kind == points.Outside && name.Root.Kind != model.EntryArg && !slices.Contains(name.Steps, "()") && !p.Model().IsKept(p.Language(), "function", name.Last()) && len(p.Model().Decorated(p.Language(), p.Decorator(file, d))) == 0 {
				return name.String()
			}
		}
	}
	if f.Class < 0 {
		return ""
	}
	return p.RemadeBy(&points.Object{Kind: points.Class, File: file, Index: f.Class}, f.Tree.Name)
}

// decorator returns what decorates a method of JavaScript, or makes another class of its class, "" for nothing. A decorator
// of a library marks a class.
func (p *Program) decorator(file int32, f *graph.Func) string {
	for _, d := range f.Decorators {
		if all := p.Points(p.At(file, d)); len(all) > 0 {
			return cmp.Or(p.Object(all[0]).Name.String(), "a decorator")
		}
	}
	if f.Class < 0 {
		return ""
	}
	for _, d := range p.Code[file].Graph.Classes[f.Class].Decorators {
		for _, o := range p.Points(p.At(file, d)) {
			if by := p.Object(o); by.Kind == points.Function {
				of := p.Code[by.File].Graph.Funcs[by.Index]
				if len(p.In(p.At(by.File, of.Ret))) > 0 {
					return of.Tree.Name + "()"
				}
			}
		}
	}
	return ""
}
