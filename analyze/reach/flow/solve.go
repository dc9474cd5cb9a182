package flow

import (
	"context"

	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// New returns the program of some files of one language, with all calls resolved that can be. Externals are
// the functions of other programs in which a text meets a pattern. Routing tells its routes, nil where nobody asks for
// them. When ctx ends, values are followed no further, here and in searches, and what they return says so.
func New(ctx context.Context, sources []points.Source, m *model.Model, externals []External, routing func(*Program) Routing) *Program {
	return newProgram(ctx, Room{}, sources, m, externals, routing)
}

func newProgram(ctx context.Context, room Room, sources []points.Source, m *model.Model, externals []External, routing func(*Program) Routing) *Program {
	p := &Program{
		idle: room.search, edits: []edit{{}},
		entryNodes: map[string][]points.Node{},
		waiting:    map[points.Node][]registered{},
		entries:    map[[2]int32][]Entry{},
		public:     map[[2]int32]model.Access{},
		externals:  map[string][]*External{},
		asks:       map[askKey]int64{},
		limits:     map[string]Set{},
		locals:     map[string]Set{},
		apart:      map[string]Set{},
		keeps:      map[string]bool{},
		rulesRead:  map[[2]int32]bool{},
		regexes:    map[int32]*points.PatternIndex{},
		places:     map[int32][]int32{},
		unchecked:  map[points.Node]bool{},
		entering:   map[points.Node]*entering{},
	}
	if !p.Begin(ctx, room.values, sources, m) {
		return New(context.Background(), nil, m, nil, nil)
	}
	if routing != nil {
		p.routing = routing(p)
	}
	for i := range externals {
		key := plain(externals[i].Function)
		p.externals[key] = append(p.externals[key], &externals[i])
	}
	for range 6 {
		if !p.applyRules() {
			break
		}
		p.Solve()
	}
	p.noteEntries()
	p.compose()
	p.publishAll()
	p.declaredMatches()
	p.set()
	return p
}
