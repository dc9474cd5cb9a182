package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// maxNamesakes is how many functions of a name may be what a call of that name calls of which nobody knows what it calls.
const maxNamesakes = 3

// namesakes are the functions of a program by their names, and the calls of members by theirs of which nothing is known.
type namesakes struct {
	named map[[2]int32][]string // the names of each function
	many  map[string]int        // how many functions have each name
	calls map[string][]int32
}

// CallsByName returns the calls that may call a function of a file by its name alone: nothing is known of what they call,
// few functions have that name, and those that known says no library has.
func (p *Program) CallsByName(file, fn int32, known func(name string) bool) []int32 {
	if p.namesakes.calls == nil {
		p.gatherNamesakes()
	}
	var all []int32
	for _, name := range p.namesakes.named[[2]int32{file, fn}] {
		if p.namesakes.many[name] > maxNamesakes || len(name) < 3 || known(name) {
			continue
		}
		for _, id := range p.namesakes.calls[name] {
			if c := &p.Sites[id]; len(c.Args) <= len(p.Code[file].Graph.Funcs[fn].Params) && !slices.Contains(c.Spread, true) {
				all = append(all, id)
			}
		}
	}
	return all
}

func (p *Program) gatherNamesakes() {
	n := namesakes{map[[2]int32][]string{}, map[string]int{}, map[string][]int32{}}
	add := func(file int, fn int32, name string) {
		key := [2]int32{int32(file), fn}
		if name != "" && !slices.Contains(n.named[key], name) {
			n.named[key] = append(n.named[key], name)
			n.many[name]++
		}
	}
	for i, s := range p.Code {
		for k := range s.Graph.Funcs {
			if f := s.Graph.Funcs[k].Tree; f != nil {
				add(i, int32(k), f.Name)
			}
		}
		for _, store := range s.Graph.Stores {
			if v := &s.Graph.Nodes[store.Value]; v.Kind == graph.Function {
				add(i, v.Index, store.Field)
			}
		}
	}
	for id := range p.Sites {
		if c := &p.Sites[id]; c.OfMember && !c.Made && !p.isKnown(c.Bound) {
			n.calls[c.Method] = append(n.calls[c.Method], int32(id))
		}
	}
	p.namesakes = n
}

// isKnown reports whether it is known what a call of some objects calls, or that a library is called: what a request holds
// beside what was sent, as the app of a server, the program put there.
func (p *Program) isKnown(all []int32) bool {
	ofRequest := false
	for _, o := range all {
		x := p.Object(o)
		if x.Kind != Outside {
			return true
		}
		ofRequest = ofRequest || x.Name.Root.Kind == model.EntryArg
	}
	return len(all) > 0 && !ofRequest
}
