package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// earlier returns how long a value of a request is at most by what the handlers before the one that reads it store there,
// in all calls that register it.
func (p *Program) earlier(h *Hit) int64 {
	if h.Access.Root.Kind != model.EntryArg || len(h.Access.Steps) == 0 {
		return NoLimit
	}
	reader := [2]int32{int32(h.Entry.File), int32(h.Entry.Func)}
	most, found := int64(0), 0
	for i := range p.registrations {
		r := &p.registrations[i]
		if r.call < 0 {
			continue
		}
		limit, at := int64(NoLimit), false
		for arg, n := range p.calls[r.call].args {
			if !slices.ContainsFunc(r.found.Roles, func(f model.Filled) bool { return f.Role == "fn" && f.Arg == arg && len(f.Path) == 0 }) {
				continue
			}
			if at = slices.ContainsFunc(p.points(n), func(o int32) bool {
				x := p.object(o)
				return x.kind == function && x.file == reader[0] && x.index == reader[1]
			}); at {
				break
			}
			limit = p.onwardMax(n, h) // the one right before the reader: any other may change what was stored
		}
		if at {
			most, found = max(most, limit), found+1
		}
	}
	if found == 0 || found != len(p.entries[reader]) || most == 0 {
		return NoLimit // it is registered where that does not tell which handlers come before it
	}
	return most
}

// onwardMax returns how long a value of a request is at most that a handler stores, NoLimit for one that may store none.
func (p *Program) onwardMax(handler node, h *Hit) int64 {
	most := int64(0)
	for _, o := range p.points(handler) {
		x := p.object(o)
		if x.kind != function {
			return NoLimit
		}
		g := p.sources[x.file].Graph
		f := &g.Funcs[x.index]
		if len(f.Params) > 3 {
			return NoLimit // a handler of errors, which does not run where there is none
		}
		limit := int64(NoLimit)
		for _, on := range f.Onward {
			steps, k := h.Access.Steps, len(on.Path)
			if int(on.Param) != h.Access.Root.Index || len(steps) < k || !slices.Equal(steps[:k], on.Path) {
				continue
			}
			for sym := on.Sym; sym != 0; sym = g.Syms[sym].Next {
				if s := &g.Syms[sym]; s.Call == graph.Stored {
					p.storedWork = 0
					limit = min(limit, p.storedMax(p.at(x.file, s.Limit), slices.Concat(s.Path, steps[k:]), 0))
				}
			}
		}
		most = max(most, limit)
	}
	if most == 0 {
		return NoLimit
	}
	return most
}
