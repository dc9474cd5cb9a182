package flow

import (
	"context"

	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// Room is the memory of programs that are made one after the other: what one took is there for the next. The zero Room
// has none.
type Room struct {
	values points.Room
	search *search
}

// New is [New] with the memory of programs that are done.
func (r *Room) New(ctx context.Context, sources []points.Source, m *model.Model, externals []External, routing func(*Program) Routing) *Program {
	own := *r
	*r = Room{}
	return newProgram(ctx, own, sources, m, externals, routing)
}

// Free takes the memory of a program, about which nothing can be asked any more. What it returned stays.
func (r *Room) Free(p *Program) {
	if s := p.idle; s != nil { // without the names, which are parts of the texts of files
		r.search = &search{states: s.states, best: s.best, merged: s.merged, trace: s.trace}
	}
	r.values.Take(&p.Program)
	*p = Program{}
}
