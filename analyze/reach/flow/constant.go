package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// frame is the calls by which the function is entered whose values are asked for, the innermost first, each plus 1.
// 0 stands for any call.
type frame [4]int32

// anyFrame is none that a function is entered by.
var anyFrame = frame{-1}

// within returns the frame of what a call calls.
func (f frame) within(call int32) frame {
	copy(f[1:], f[:len(f)-1])
	f[0] = call + 1
	return f
}

// outer returns the frame of the function in which the innermost call stands.
func (f frame) outer() frame {
	copy(f[:], f[1:])
	f[len(f)-1] = 0
	return f
}

// manyCallers is how many calls of a function are looked at for what they hand over.
const manyCallers = 32

// constant returns the largest value of what a node may be, all of which must be known.
func (p *Program) constant(n node, depth int, of func(node, int) (int64, bool)) (v int64, ok bool) {
	defaults := false
	if file, g := p.fileOf(n); g != nil {
		switch g.Kind {
		case graph.Param:
			return p.handed(n, file, g, depth, of)
		case graph.Global:
			if !p.isConstant(g.Name) || len(p.in(n)) == 0 {
				return 0, false
			}
		case graph.Result, graph.Module, graph.Concat, graph.Self, graph.Opaque:
			return 0, false
		case graph.Value:
			defaults = g.Index == graph.OrElse
		}
	}
	if len(p.in(n))+len(p.loadsTo(n)) > 64 {
		return 0, false
	}
	add := func(w int64, known bool) bool {
		v, ok = max(v, w), known
		return known
	}
	for _, ei := range p.in(n) {
		e := p.edge(ei)
		if e.way == heap {
			continue
		}
		if e.way != within || e.text {
			return 0, false
		}
		if p.absent = false; !add(of(e.from, depth+1)) && !(defaults && p.absent) {
			p.absent = false
			return 0, false
		}
	}
	absent := false
	for _, l := range p.loadsTo(n) {
		objects := 0
		for _, o := range p.points(p.inFrame(l.from)) {
			x := p.object(o)
			if x.kind == access {
				if x.isOwn() && len(x.name.Steps) == 0 {
					continue
				}
				return 0, false
			}
			f, known := x.fields[l.field]
			switch {
			case x.fields != nil && len(p.in(x.written)) > 0:
				return 0, false
			case x.kind == exports && len(p.points(p.inFrame(l.from))) > 1 && (!known || !p.isStored(o, f)):
				continue // module.exports was set to another object
			case x.kind == allocated && (!known || !p.isStored(o, f)) && len(x.parents)+len(x.copied) == 0:
				absent = true
			default:
				in := p.frame
				p.frame = frame{} // of whoever stored it
				w, stored := p.member(f, depth+1, of)
				if p.frame = in; !known || !add(w, stored) {
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

// isOwn reports whether an object is what a framework calls a method of, or a member of that: one of the program, which
// stands beside it.
func (x *object) isOwn() bool {
	return x.kind == access && x.name.Root.Kind == model.EntryArg && x.name.Root.Index == model.Receiver
}

// member is constant for the node of a member, whose edge from members of unknown names does not count.
func (p *Program) member(f node, depth int, of func(node, int) (int64, bool)) (v int64, ok bool) {
	for _, ei := range p.in(f) {
		e := p.edge(ei)
		if _, g := p.fileOf(e.from); g == nil {
			continue
		}
		w, known := of(e.from, depth+1)
		if !known {
			return 0, false
		}
		v, ok = max(v, w), true
	}
	return v, ok
}

// inFrame returns the argument that a parameter is in the frame that is asked about, or the node.
func (p *Program) inFrame(n node) node {
	file, g := p.fileOf(n)
	if g == nil || g.Kind != graph.Param {
		return n
	}
	p.framed = true
	call := p.frame[0] - 1
	if call < 0 || !slices.Contains(p.callersOf(file, g.Index), call) {
		return n
	}
	byDefault, others := node(0), len(p.loadsTo(n))
	for _, ei := range p.in(n) {
		switch e := p.edge(ei); {
		case e.way == enters && e.call == call:
			return e.from
		case e.way == within && !e.text:
			byDefault = e.from
			others++
		}
	}
	if others == 1 && byDefault != 0 && !slices.Contains(p.calls[call].spread, true) {
		return byDefault
	}
	return n
}

// inFrames is inFrame for a parameter that is handed on through several calls.
func (p *Program) inFrames(n node) node {
	in := p.frame
	defer func() { p.frame = in }()
	for range len(in) {
		of := p.inFrame(n)
		if of == n {
			break
		}
		n, p.frame = of, p.frame.outer()
	}
	return n
}

// handed is constant for a parameter: what the call hands over by which its function was entered, or all calls of it.
func (p *Program) handed(n node, file int32, g *graph.Node, depth int, of func(node, int) (int64, bool)) (v int64, ok bool) {
	p.framed = true
	callers := p.callersOf(file, g.Index)
	in := p.frame
	defer func() { p.frame = in }()
	if call := in[0] - 1; call >= 0 && slices.Contains(callers, call) {
		p.frame = in.outer()
		return p.argumentOf(n, call, depth, of)
	}
	key := [2]int32{file, g.Index}
	if _, public := p.public[key]; public || len(p.entries[key])+len(p.roots[n]) > 0 || len(callers) > manyCallers {
		return 0, false
	}
	p.frame = frame{}
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
func (p *Program) argumentOf(n node, call int32, depth int, of func(node, int) (int64, bool)) (v int64, ok bool) {
	if slices.Contains(p.calls[call].args, 0) {
		return 0, false // it may be handed a null
	}
	p.absent = true
	for _, way := range []way{enters, within} {
		for _, ei := range p.in(n) {
			e := p.edge(ei)
			if e.way != way || way == enters && e.call != call {
				continue
			}
			p.absent = false
			w, known := of(e.from, depth+1)
			if !known {
				if p.absent && way == enters {
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

// callersOf returns the calls that were found to call a function.
func (p *Program) callersOf(file, fn int32) []int32 {
	if p.callers == nil {
		p.callers = map[[2]int32][]int32{}
		for id := range p.calls {
			for _, o := range p.calls[id].bound {
				x := p.object(o)
				if x.kind == callOf || x.kind == applyOf {
					x = p.object(x.index)
				}
				if x.kind == function {
					key := [2]int32{x.file, x.index}
					p.callers[key] = append(p.callers[key], int32(id))
				}
			}
		}
	}
	return p.callers[[2]int32{file, fn}]
}

// maxStored bounds the values that are looked at to tell how long the texts in one are that was stored.
const maxStored = 400

// storedMax returns how long a text in a value is at most by what a schema made of it or was found to say of it, graph.NoLimit
// where it may be anything else.
func (p *Program) storedMax(n node, path []string, depth int) int64 {
	if p.storedWork++; depth > 24 || p.storedWork > maxStored || len(path) > maxPath || len(p.roots[n]) > 0 {
		return graph.NoLimit
	}
	_, g := p.fileOf(n)
	if g != nil && g.Kind == graph.Text {
		return g.Size
	}
	most, known := int64(0), g == nil // nobody sets what stands in no file but by the edges to it
	may := func(limit int64) { most, known = max(most, limit), true }
	if o, ok := p.origin[n]; ok && len(path) > 0 {
		may(p.storedMax(p.field(o, path[0]), path[1:], depth+1))
	}
	for _, l := range p.loadsTo(n) {
		may(p.storedMax(l.from, slices.Concat([]string{l.field}, path), depth+1))
	}
	for _, ei := range p.in(n) {
		e := p.edge(ei)
		if e.way == heap || e.text && !e.any && len(path) > 0 {
			continue // the object says what its members are, and a text has none
		}
		limit, d := p.edgeMax(e, path, depth), *p.detail(e)
		if d.length.Effect == model.Fixed && len(path) == 0 {
			limit = min(limit, d.length.N)
		}
		if limit == graph.NoLimit && e.way == within && !e.text && !e.any && d.length.Effect == model.Same {
			limit = p.storedMax(e.from, path, depth+1)
		}
		may(limit)
	}
	if !known {
		return graph.NoLimit
	}
	return most
}

// isConstant reports whether a name that other files declare is one that has one value for good: a constant of Ruby, or
// one of PHP, whose variables begin otherwise.
func (p *Program) isConstant(name string) bool {
	switch p.lang {
	case model.Ruby:
		name = name[strings.LastIndexByte(name, ':')+1:]
		return name != "" && 'A' <= name[0] && name[0] <= 'Z'
	case model.PHP:
		return name != "" && name[0] != '$'
	}
	return false
}
