package flow

import (
	"slices"
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// declaredMax returns how long a member of a parameter is at most by what its type and its default say.
func (p *Program) declaredMax(file, fn int32, param int, steps []string) int64 {
	f := &p.sources[file].Graph.Funcs[fn]
	most := int64(NoLimit)
	for bi := range p.model.Bounds {
		b := &p.model.Bounds[bi]
		if b.Language != p.lang || !b.Typed || !p.applies(b.Origin, false) || !p.needed(b) {
			continue
		}
		if declared := &f.Tree.Params[param]; len(steps) == 0 {
			most = min(most, fieldMax(b, declared.Default, 0), fieldMax(b, declared.Type, 0))
			continue
		}
		if f.ParamTypes[param] == 0 {
			continue
		}
		for _, o := range p.points[p.at(file, f.ParamTypes[param])] {
			if x := &p.objects[o]; x.kind == class {
				most = min(most, p.classMax(b, x.file, x.index, steps, 0))
			}
		}
	}
	return most
}

// needed reports whether the program has one of the calls without which a library checks nothing.
func (p *Program) needed(b *model.Bound) bool {
	if b.Needs == nil {
		return true
	}
	for i := range p.calls {
		asked := p.asked(&p.calls[i])
		if slices.ContainsFunc(b.Needs, func(n *model.CallPattern) bool { _, _, ok := n.Match(p.lang, asked); return ok }) {
			return true
		}
	}
	return false
}

// classMax returns how long a member of an instance of a class is at most.
func (p *Program) classMax(b *model.Bound, file, index int32, steps []string, depth int) int64 {
	c := &p.sources[file].Graph.Classes[index]
	most := int64(NoLimit)
	if b.Bases != nil {
		bases := p.bases(p.at(file, c.Node), 0)
		if !slices.ContainsFunc(b.Bases, func(q *model.Pattern) bool {
			return slices.ContainsFunc(bases, func(a model.Access) bool { _, ok := q.Match(p.lang, a); return ok })
		}) {
			return most
		}
	}
	if len(steps) == 1 {
		for _, m := range c.Tree.Members {
			if m.Name == steps[0] && m.Func == nil {
				most = min(most, fieldMax(b, m.Value, 0), fieldMax(b, m.Type, 0))
			}
		}
	}
	for _, t := range c.FieldTypes {
		if t.Field != steps[0] {
			continue
		}
		if len(steps) > 1 && depth < maxPath {
			for _, o := range p.points[p.at(file, t.Type)] {
				if x := &p.objects[o]; x.kind == class {
					most = min(most, p.classMax(b, x.file, x.index, steps[1:], depth+1))
				}
			}
			continue
		}
		for _, d := range t.Decorators {
			g := &p.sources[file].Graph.Nodes[d]
			if g.Kind != graph.Result {
				continue
			}
			id := p.callOf[file][g.Index]
			for _, q := range b.Decorators {
				roles, _, ok := q.Match(p.lang, p.asked(&p.calls[id]))
				for _, r := range roles {
					if v, known := p.size(p.argument(id, r)); ok && known && r.Role == "max" {
						most = min(most, v)
					}
				}
			}
		}
	}
	return most
}

// fieldMax returns the bound that a call in the value or type of a field states, with a number that is
// written out.
func fieldMax(b *model.Bound, n *tree.Node, depth int) int64 {
	most := int64(NoLimit)
	if n == nil || depth > 6 {
		return most
	}
	if n.Op == tree.Call && n.Kid(0) != nil {
		for _, q := range slices.Concat(b.Fields, b.Limits) {
			if !q.Callee.EndsIn(n.Kids[0].Text) {
				continue
			}
			for _, param := range q.Params {
				if param.Role != "max" {
					continue
				}
				for i, arg := range n.Kids[1:] {
					if arg.Op == tree.Keyword && slices.Contains(param.Keywords, arg.Text) {
						arg = arg.Kid(0)
					} else if arg.Op == tree.Keyword || i != param.Index {
						continue
					}
					if v, err := strconv.ParseInt(arg.Text, 10, 64); err == nil && arg.Op == tree.Number && v >= 0 {
						most = min(most, v)
					}
				}
			}
		}
	}
	for _, kid := range n.Kids {
		most = min(most, fieldMax(b, kid, depth+1))
	}
	return most
}
