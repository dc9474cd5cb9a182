package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// callback is a call that a library makes of a function that it was given.
type callback struct {
	args   map[int][]node
	self   node
	result node
}

// wrapped returns a node whose members at some steps are a node.
func (p *Program) wrapped(n node, steps []string) node {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i] == "**" {
			to := p.newNode()
			p.link(edge{from: n, to: to, cap: graph.Free, call: -1, text: true, any: true})
			n = to
			continue
		}
		to := p.newNode()
		p.make(to, object{kind: allocated, file: -1, index: to})
		p.addStore(n, to, steps[i])
		n = to
	}
	return n
}

// callBack adds the call of a function that a call was handed.
func (p *Program) callBack(id int32, role string, roles []model.Filled, back *callback) {
	most := -1
	for i := range back.args {
		most = max(most, i)
	}
	args := make([]node, most+1)
	for i, all := range back.args {
		if i >= 0 {
			args[i] = p.newNode()
			for _, n := range all {
				p.link(edge{from: n, to: args[i], cap: graph.Free, call: -1})
			}
		}
	}
	for _, r := range roles {
		if r.Role == role {
			p.handNamed(p.argument(id, r), args, back.result)
			p.hand(id, p.argument(id, r), args, back.self, back.result)
		}
	}
}

// sameOrShorter are the methods of texts of Ruby by whose names alone functions are handed over that make them no longer.
var sameOrShorter = []string{"strip", "lstrip", "rstrip", "chomp", "chop", "to_s", "to_str", "dup", "freeze", "itself", "presence", "squish", "first", "last"}

// handNamed follows a function of Ruby that is handed over by its name: map(&:strip).
func (p *Program) handNamed(fn node, args []node, result node) {
	if p.lang != model.Ruby || len(args) == 0 {
		return
	}
	name, ok := p.wholeText(fn, 0)
	if !ok || name == "" {
		return
	}
	e := edge{from: args[0], to: result, cap: graph.Free, call: -1, edit: editsAnything}
	if !slices.Contains(sameOrShorter, name) {
		e.possible, e.length = true, model.Length{Effect: model.Unbounded}
	}
	p.link(e)
}

// hand adds a made-up call of what a node may be.
func (p *Program) hand(id int32, fn node, args []node, self, result node) {
	c := call{callee: fn, receiver: self, args: args, result: result, made: true, file: p.calls[id].file, owner: p.calls[id].owner,
		names: make([]string, len(args)), spread: make([]bool, len(args))}
	c.Start, c.End = p.calls[id].Start, p.calls[id].End
	p.watch(c)
}
