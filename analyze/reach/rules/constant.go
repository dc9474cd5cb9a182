package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// manyCallers is how many calls of a function are looked at for what they hand over.
const manyCallers = 32

// Constant returns the largest value of what a node may be, all of which must be known.
func (p *Program) Constant(n points.Node, depth int, of func(points.Node, int) (int64, bool)) (v int64, ok bool) {
	defaults := false
	if file, g := p.FileOf(n); g != nil {
		switch g.Kind {
		case graph.Param:
			return p.handed(n, file, g, depth, of)
		case graph.Global:
			if !p.isConstant(g.Name) && !p.Declares(n, model.Access{Root: model.Root{Kind: model.Global, Name: g.Name}}) || len(p.In(n)) == 0 {
				return 0, false
			}
		case graph.Result, graph.Module, graph.Concat, graph.Product, graph.Self, graph.Opaque:
			return 0, false
		case graph.Value:
			defaults = g.Index == graph.OrElse
		}
	}
	if len(p.In(n))+len(p.LoadsTo(n)) > 64 {
		return 0, false
	}
	add := func(w int64, known bool) bool {
		v, ok = max(v, w), known
		return known
	}
	for _, ei := range p.In(n) {
		e := p.Edge(ei)
		if e.Way == points.Heap {
			continue
		}
		if e.Way != points.Within || e.Text {
			return 0, false
		}
		if p.absent = false; !add(of(e.From, depth+1)) && !(defaults && p.absent) {
			p.absent = false
			return 0, false
		}
	}
	absent := false
	for _, l := range p.LoadsTo(n) {
		objects := 0
		for _, o := range p.Points(p.InFrame(l.From)) {
			x := p.Object(o)
			if x.Kind == points.Outside {
				if x.IsOwn() && len(x.Name.Steps) == 0 || p.isClassName(x, l.From) || p.IsSaidOnce(l) || p.Language() == model.JavaScript && x.Name.String() == "Object.freeze()" {
					continue
				}
				a := x.Name
				if a.Root.Kind == model.Module {
					a = x.Step(l.Field)
				}
				if !p.Declares(l.From, a) {
					return 0, false
				}
				objects = max(objects, len(p.In(n)))
				continue
			}
			if !p.isFinal(l.From, x, l.Field) {
				return 0, false
			}
			f, known := x.Fields[l.Field]
			switch {
			case x.Fields != nil && len(p.In(x.Written)) > 0, x.Overlaid, p.SetByName(o, l.Field) != "":
				return 0, false
			case x.Kind == points.Exports && len(p.Points(p.InFrame(l.From))) > 1 && (!known || !p.IsStored(o, f)):
				continue // module.exports was set to another object
			case x.Kind == points.Allocated && (!known || !p.IsStored(o, f)) && len(x.Parents())+len(x.Copied()) == 0:
				absent = true
			default:
				absent = absent || p.isAddedLater(x, l.Field)
				in := p.Frame
				p.Frame = points.Frame{} // of whoever stored it
				w, stored := p.member(f, depth+1, of)
				if p.Frame = in; !known || !add(w, stored) {
					return 0, false
				}
			}
			objects++
		}
		if objects == 0 {
			return 0, false
		}
	}
	if absent {
		p.absent = true
		return v, false
	}
	return v, ok
}

// isAddedLater reports whether an object of JavaScript that is written out gets a member only behind that, and so may not have
// it yet.
func (p *Program) isAddedLater(x *points.Object, field string) bool {
	if p.Language() != model.JavaScript || x.Kind != points.Allocated || x.File < 0 || len(x.Parents())+len(x.Copied()) > 0 {
		return false
	}
	return !slices.ContainsFunc(p.Code[x.File].Graph.Stores, func(s graph.Store) bool { return s.Field == field && s.At == 0 && p.At(x.File, s.Object) == x.Index })
}

// isClassName reports whether an access is the name of a class of the program in PHP or Ruby, which the node is as well.
func (p *Program) isClassName(x *points.Object, n points.Node) bool {
	ruby := p.Language() == model.Ruby
	return (p.Language() == model.PHP || ruby) && (x.Name.Root.Kind == model.Module || x.Name.Root.Kind == model.Global) &&
		slices.ContainsFunc(p.Points(p.InFrame(n)), func(o int32) bool {
			of := p.Object(o)
			return of.Kind == points.Class && (!ruby || p.Code[of.File].Graph.Classes[of.Index].Tree.Name == x.Name.Last())
		})
}

// isFinal reports whether nothing sets a member of a class of Java, Kotlin or C# later which another file names by the class:
// of others it is not known that all is seen which does. In JavaScript and Python nothing may that is not known to set it of
// something else, nor what decorates the class.
func (p *Program) isFinal(from points.Node, x *points.Object, field string) bool {
	file, _ := p.FileOf(from)
	if l := p.Language(); (l == model.JavaScript || l == model.Python) && (x.Kind == points.Class || x.Kind == points.Instance || x.Kind == points.Allocated) {
		return !p.isSetOfUnknown(field) && (x.Kind == points.Allocated || p.RemadeBy(x, field) == "")
	}
	if p.Language() != model.Java && p.Language() != model.CSharp || x.Kind != points.Class && x.Kind != points.Instance {
		return true
	}
	set := p.isSetOfUnknown(field)
	if !set && (x.File == file || !p.isNamed(from)) {
		return true
	}
	for _, c := range p.Ancestry(x.File, x.Index) {
		for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
			if m.Name == field {
				return m.Constant || m.Func != nil
			}
		}
	}
	return false
}

// isSetOfUnknown reports whether the program sets a member of that name of what it is not known to be: A.Companion.max = n.
func (p *Program) isSetOfUnknown(field string) bool {
	if p.settersOf == nil {
		p.settersOf = map[string][]points.Node{}
		for i := range p.Code {
			for _, all := range [][]graph.Store{p.Code[i].Graph.Stores, p.Code[i].Graph.Blanks} {
				for k := range all {
					of := p.At(int32(i), all[k].Object)
					p.settersOf[all[k].Field] = append(p.settersOf[all[k].Field], of)
				}
			}
		}
	}
	if size := p.Size(); p.setSize != size {
		p.setSize, p.setNames = size, map[string]bool{}
	}
	set, known := p.setNames[field]
	if !known {
		set = slices.ContainsFunc(p.settersOf[field], func(of points.Node) bool {
			return !slices.ContainsFunc(p.Points(of), func(o int32) bool {
				x := p.Object(o)
				return x.Kind != points.Outside || x.Name.Root.Kind != model.Module && x.Name.Root.Kind != model.Global
			})
		})
		p.setNames[field] = set
	}
	return set
}

// isNamed reports whether a node is a class by its name, or a member of one.
func (p *Program) isNamed(n points.Node) bool {
	return slices.ContainsFunc(p.Points(n), func(o int32) bool {
		x := p.Object(o)
		return x.Kind == points.Class || x.Kind == points.Outside && p.Declares(n, x.Name)
	})
}

// member is constant for the node of a member, whose edge from members of unknown names does not count.
func (p *Program) member(f points.Node, depth int, of func(points.Node, int) (int64, bool)) (v int64, ok bool) {
	p.asking = append(p.asking, f)
	defer func() { p.asking = p.asking[:len(p.asking)-1] }()
	for _, ei := range p.In(f) {
		e := p.Edge(ei)
		if _, g := p.FileOf(e.From); g == nil && len(p.LoadsTo(e.From)) == 0 || p.isAsked(e.From) {
			continue
		}
		w, known := of(e.From, depth+1)
		if !known {
			return 0, false
		}
		v, ok = max(v, w), true
	}
	return v, ok
}

// isAsked reports whether a node is no more than members that are being asked for: a class and its objects share some.
func (p *Program) isAsked(n points.Node) bool {
	if slices.ContainsFunc(p.In(n), func(ei int32) bool { return p.Edge(ei).Way != points.Heap }) {
		return false
	}
	for _, l := range p.LoadsTo(n) {
		for _, o := range p.Points(p.InFrame(l.From)) {
			if f, known := p.Object(o).Fields[l.Field]; !known || !slices.Contains(p.asking, f) {
				return false
			}
		}
	}
	return len(p.LoadsTo(n)) > 0
}

// handed is constant for a parameter: what the call hands over by which its function was entered, or all calls of it.
func (p *Program) handed(n points.Node, file int32, g *graph.Node, depth int, of func(points.Node, int) (int64, bool)) (v int64, ok bool) {
	p.Framed = true
	callers := p.CallersOf(file, g.Index)
	in := p.Frame
	defer func() { p.Frame = in }()
	if call := in[0] - 1; call >= 0 && slices.Contains(callers, call) {
		p.Frame = in.Outer()
		return p.argumentOf(n, call, depth, of)
	}
	key := [2]int32{file, g.Index}
	if _, public := p.Public[key]; public || len(p.EntriesOf[key])+len(p.RootsOf(n)) > 0 || len(callers) > manyCallers {
		return 0, false
	}
	p.Frame = points.Frame{}
	for _, call := range callers {
		w, known := p.argumentOf(n, call, depth+3, of)
		if !known {
			p.absent = false
			return 0, false
		}
		v, ok = max(v, w), true
	}
	return v, ok
}

// argumentOf is constant for what a call hands to a parameter, which is its default where that is nothing.
func (p *Program) argumentOf(n points.Node, call int32, depth int, of func(points.Node, int) (int64, bool)) (v int64, ok bool) {
	if slices.Contains(p.Sites[call].Args, 0) || p.mayGetMore(n, call) {
		return 0, false // it may be handed a null
	}
	p.absent = true
	for _, way := range []points.Way{points.Enters, points.Within} {
		for _, ei := range p.In(n) {
			e := p.Edge(ei)
			if e.Way != way || way == points.Enters && e.Call != call {
				continue
			}
			p.absent = false
			w, known := of(e.From, depth+1)
			if !known {
				if p.absent && way == points.Enters {
					continue
				}
				return 0, false
			}
			v, ok = max(v, w), true
		}
		if ok && !p.absent {
			return v, true
		}
	}
	return v, ok
}

// mayGetMore reports whether a library may call a function of JavaScript with an argument for a parameter that is not known:
// filter(fn) hands over the place of each element and the list as well.
func (p *Program) mayGetMore(param points.Node, call int32) bool {
	c := &p.Sites[call]
	if p.Language() != model.JavaScript || !c.Made || c.Wraps {
		return false
	}
	file, g := p.FileOf(param)
	params := p.Code[file].Graph.Funcs[g.Index].Params
	return slices.IndexFunc(params, func(id graph.ID) bool { return p.At(file, id) == param }) >= len(c.Args)
}

// isConstant reports whether a name that other files declare is one that has one value for good: a constant of Ruby, or
// one of PHP, whose variables begin otherwise.
func (p *Program) isConstant(name string) bool {
	switch p.Language() {
	case model.Ruby:
		name = name[strings.LastIndexByte(name, ':')+1:]
		return name != "" && 'A' <= name[0] && name[0] <= 'Z'
	case model.PHP:
		return name != "" && name[0] != '$'
	}
	return false
}

// IsStored reports whether something is stored in a member of an object, or under names that are not known.
func (p *Program) IsStored(o int32, member points.Node) bool {
	written := p.Object(o).Written
	for _, e := range p.In(member) {
		if p.Edge(e).From != written {
			return true
		}
	}
	return len(p.In(written)) > 0
}

// Number returns the largest whole number that a node was found to be. ok is false where it may be something
// that is not known.
func (p *Program) Number(n points.Node, depth int) (v int64, ok bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if file, g := p.FileOf(n); g != nil {
		switch g.Kind {
		case graph.Number:
			return g.Size, g.Size >= 0
		case graph.Product, graph.Concat:
			return p.reckoned(file, g, depth)
		}
	}
	if c := p.smallest(n); c != nil {
		return p.least(c, depth)
	}
	v, ok = p.Constant(n, depth, p.Number)
	if ok && p.MayLack(n) {
		p.absent, ok = true, false
	}
	return v, ok
}

// maxNumber bounds the numbers that are worked out.
const maxNumber = 1 << 50

// reckoned returns the largest whole number that comes of numbers in one expression, none of which is less than zero.
func (p *Program) reckoned(file int32, g *graph.Node, depth int) (v int64, ok bool) {
	if g.Kind == graph.Concat {
		sum := &p.Code[file].Graph.Concats[g.Index]
		for _, part := range sum.Parts {
			w, known := p.Number(p.At(file, part), depth+1)
			if !known || !sum.Sum || v+w > maxNumber {
				return 0, false
			}
			v += w
		}
		return v, len(sum.Parts) > 0
	}
	of := &p.Code[file].Graph.Products[g.Index]
	left, ok := p.Number(p.At(file, of.Left), depth+1)
	right, known := p.Number(p.At(file, of.Right), depth+1)
	exact := p.Code[file].Graph.Nodes[of.Right].Kind == graph.Number // not the largest of several
	switch {
	case !ok || !known || left > maxNumber:
		return 0, false
	case of.Op == "+" && right <= maxNumber-left:
		return left + right, true
	case of.Op == "*" && (right == 0 || left <= maxNumber/right):
		return left * right, true
	case of.Op == "<<" && right < 50 && left <= maxNumber>>right:
		return left << right, true
	case of.Op == "-" && exact && left >= right:
		return left - right, true
	case of.Op == "/" && exact && right > 0:
		return (left + right - 1) / right, true
	}
	return 0, false
}

// smallest returns the call that gives the smallest of some numbers which a node is the result of, or nil.
func (p *Program) smallest(n points.Node) *points.Site {
	file, g := p.FileOf(n)
	if g == nil || g.Kind != graph.Result {
		return nil
	}
	c := &p.Sites[p.SiteOf[file][g.Index]]
	want := "Math.min"
	switch p.Language() {
	case model.Python, model.PHP:
		want = "min"
	case model.CSharp:
		want = "Math.Min"
	}
	if p.Resolved(c) || len(c.Args) < 2 || slices.Contains(c.Spread, true) || slices.ContainsFunc(c.Names, func(name string) bool { return name != "" }) {
		return nil
	}
	if names := p.Accesses(c.Callee); len(names) != 1 || names[0].String() != want {
		return nil
	}
	return c
}

// least returns the smallest of what a call is given. What is not known among them has to be a length: what may be negative
// says nothing of what is cut by it.
func (p *Program) least(c *points.Site, depth int) (v int64, ok bool) {
	v = graph.NoLimit
	for _, n := range c.Args {
		if w, known := p.Number(n, depth+1); known {
			v, ok = min(v, w), true
		} else if !p.isLength(n, depth+1) {
			return 0, false
		}
	}
	return v, ok
}

// isLength reports whether a node is how long something is.
func (p *Program) isLength(n points.Node, depth int) bool {
	if n == 0 || depth > 12 {
		return false
	}
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result {
		switch c := &p.Sites[p.SiteOf[file][g.Index]]; c.Method {
		case "len", "strlen", "mb_strlen", "length", "size", "Length":
			return !p.Resolved(c)
		}
		return false
	}
	loads, in := p.LoadsTo(n), p.In(n)
	for _, l := range loads {
		if l.Field != "length" && l.Field != "Length" && l.Field != "Count" {
			return false
		}
	}
	for _, e := range in {
		if len(loads) > 0 || p.Edge(e).Way != points.Within {
			continue // what a member of that name may be
		}
		if !p.isLength(p.Edge(e).From, depth+1) {
			return false
		}
	}
	return len(loads)+len(in) > 0
}

// TextLength returns the length, in characters of the language's strings, of the longest constant text that a node was found
// to be. ok is false where it may be something that is not known.
func (p *Program) TextLength(n points.Node, depth int) (v int64, ok bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if _, g := p.FileOf(n); g != nil && g.Kind == graph.Text {
		return g.Size, true
	}
	return p.Constant(n, depth, p.TextLength)
}
