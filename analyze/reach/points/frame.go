package points

import (
	"slices"

	"snag/analyze/reach/graph"
)

// Frame is the calls by which the function is entered whose values are asked for, the innermost first, each plus 1.
// 0 stands for any call.
type Frame [4]int32

// Within returns the frame of what a call calls.
func (f Frame) Within(call int32) Frame {
	copy(f[1:], f[:len(f)-1])
	f[0] = call + 1
	return f
}

// Outer returns the frame of the function in which the innermost call stands.
func (f Frame) Outer() Frame {
	copy(f[:], f[1:])
	f[len(f)-1] = 0
	return f
}

// InFrame returns the argument that a parameter is in the frame that is asked about, or the node.
func (p *Program) InFrame(n Node) Node {
	file, g := p.FileOf(n)
	if g == nil || g.Kind != graph.Param {
		return n
	}
	p.Framed = true
	call := p.Frame[0] - 1
	if call < 0 || !slices.Contains(p.CallersOf(file, g.Index), call) {
		return n
	}
	byDefault, others := Node(0), len(p.LoadsTo(n))
	for _, ei := range p.In(n) {
		switch e := p.Edge(ei); {
		case e.Way == Enters && e.Call == call:
			return e.From
		case e.Way == Within && !e.Text:
			byDefault = e.From
			others++
		}
	}
	if others == 1 && byDefault != 0 && !slices.Contains(p.Sites[call].Spread, true) {
		return byDefault
	}
	return n
}

// InFrames is inFrame for a parameter that is handed on through several calls.
func (p *Program) InFrames(n Node) Node {
	in := p.Frame
	defer func() { p.Frame = in }()
	for range len(in) {
		of := p.InFrame(n)
		if of == n {
			break
		}
		n, p.Frame = of, p.Frame.Outer()
	}
	return n
}

// CallersOf returns the calls that were found to call a function.
func (p *Program) CallersOf(file, fn int32) []int32 {
	if p.callers == nil {
		p.callers = map[[2]int32][]int32{}
		for id := range p.Sites {
			for _, o := range p.Sites[id].Bound {
				x := p.Object(o)
				if x.Kind == CallMember || x.Kind == ApplyMember {
					x = p.Object(x.Index)
				}
				if x.Kind == Function {
					key := [2]int32{x.File, x.Index}
					p.callers[key] = append(p.callers[key], int32(id))
				}
			}
		}
	}
	return p.callers[[2]int32{file, fn}]
}
