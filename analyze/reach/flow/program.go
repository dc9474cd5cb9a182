// Package flow follows values through a program: which regex meets which text, where the text comes from,
// and how long it can be when it gets there.
//
// Package points finds what the values may be and which functions calls call, and package rules adds what frameworks
// and libraries do. From there a search goes backwards from the subject of a match to where it comes from, and keeps to
// calls and returns that belong together (Reps, "Program Analysis via Graph Reachability", 1998).
package flow

import (
	"context"

	"snag/analyze/components"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rails"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// Program is a program as package rules has it, with what searches found out.
type Program struct {
	rules.Program

	layers      map[layersOf][]points.Node  // what runs before the handlers of registrations, by call and element
	rewritten   map[string][][2]int32       // where members of requests get values, by file and place, nil before these were looked for
	kept        map[points.Node]string      // the members of requests under which handlers keep something, and those of which functions
	boundInputs map[boundKey]rules.Input    // how long inputs can be
	app         []int32                     // the calls that make applications, nil before they were looked for
	sharing     map[int32][]int32           // functions that run before one of these, by their numbers plus 1
	filters     map[[2]int32][]rails.Filter // of classes of Ruby, and of files
	paramsSet   map[string]bool             // the names of parameters of requests that Ruby code stores, nil before these were looked for
	sparing     [][2]int32                  // the classes that let filters of others not run, nil before these were looked for
	together    map[[2]int32]bool           // what runsWith returned
	handed      map[[2]int32][]int32        // what callsHanding returned
	sameForAll  map[int32]bool              // what isSameForAll returned
	unseenCalls []string
	unseenKnown bool
	asks        map[askKey]int64
	asked       map[*rules.Entry][]*rules.Entry // what calledFor returned
	route       int32                           // the call that registers the route whose handlers are asked about, plus 1, or 0 for any
	counted     bool                            // what earlier returned last is the limit of what may be the number of elements of a list
	altered     map[alteredKey]bool
	getters     map[string]bool       // the members that functions of files return, nil before they were looked for
	proxies     bool                  // and whether the program has proxies
	overridden  map[string]bool       // methods of the language for which the program puts others, "*" for any
	undone      map[*model.Entry]bool // what a program takes back of what functions before handlers let pass
	gates       map[int32][][2]int32  // the functions that run before those which a call registers
	compiled    map[[2]int]bool       // regexes that are compiled again, by their files and the caller's names
	wrappers    map[[2]int32]string
	changed     map[changeKey]bool
	changesOf   map[points.Node]bool      // parameters of Ruby whose texts are changed in their place
	done        map[int32]done            // what rules say of calls
	routed      map[fileSpan]*rules.Entry // the entries of the only routes that run functions, empty ones of those that several do
	ran         map[fileSpan]*run         // and ranSize what these hold
	ranSize     int
	runParts    map[fileSpan]*runPart // of functions
	setBy       map[int32]string      // what is not followed and may set members of objects, nil before it was looked for
	handedTo    map[int32]string      // what is handed objects and may change what they hold
	calledIn    map[int32]string      // what is handed functions and may call them
	reflected   map[string]string     // calls that find members by their names, "*" for all
	looked      int                   // how many runs were looked at
	stores      [][]int32             // of each file that was asked for, by where they stand
	sums        map[sumKey][]sent     // what senders send to nodes
	summing     int                   // how many sums of sums are being measured
	weighed     int                   // how many states were compared by what else their texts were put together with
	grown       map[points.Node]bool  // which texts are made longer in loops
	rearranged  map[points.Node]bool  // lists in whose places other elements may be put
	storedWork  int                   // values that were looked at for one limit
	// Regexes, if set, returns all regexes of a file, whether their matches are asked for or not, by names that
	// Width knows.
	Regexes func(file int) []points.Pattern
	// Width, if set, returns the length of the longest text in which a regex of a file has a match in a mode, -1
	// where that is not bounded or not known.
	Width   func(file, id int, mode string) int64
	regexes map[int32]*points.PatternIndex
	// Line, if set, returns the number of the line at an offset of a file.
	Line                 func(file int, offset int32) int
	searched             int // places that all searches looked at
	idle                 *search
	toldOf               []told                    // of the patterns of one match
	recursive, recurring []bool                    // of calls, nil before a search asked; see isRecursive and recurs
	entering             map[points.Node]*entering // of nodes that searches came by
}

// language returns the model's name of a tree's language.
func language(l tree.Language) model.Language { return model.Language(l) }

// Room is the memory of programs that are made one after the other: what one took is there for the next. The zero Room
// has none.
type Room struct {
	values points.Room
	search *search
}

// New is [New] with the memory of programs that are done.
func (r *Room) New(ctx context.Context, sources []points.Source, m *model.Model, externals []rules.External, routing func(*rules.Program) rules.Routing) *Program {
	own := *r
	*r = Room{}
	return newProgram(ctx, own, sources, m, externals, routing)
}

// Free takes the memory of a program, about which nothing can be asked any more. What it returned stays.
func (r *Room) Free(p *Program) {
	if s := p.idle; s != nil { // without the names, which are parts of the texts of files
		r.search = &search{states: s.states, best: s.best, merged: s.merged, trace: s.trace}
	}
	r.values.Take(&p.Program.Program)
	*p = Program{}
}

// New returns the program of some files of one language, with all calls resolved that can be. Externals are
// the functions of other programs in which a text meets a pattern. Routing tells its routes, nil where nobody asks for
// them. When ctx ends, values are followed no further, here and in searches, and what they return says so.
func New(ctx context.Context, sources []points.Source, m *model.Model, externals []rules.External, routing func(*rules.Program) rules.Routing) *Program {
	return newProgram(ctx, Room{}, sources, m, externals, routing)
}

func newProgram(ctx context.Context, room Room, sources []points.Source, m *model.Model, externals []rules.External, routing func(*rules.Program) rules.Routing) *Program {
	p := &Program{
		idle: room.search,
		asks: map[askKey]int64{}, asked: map[*rules.Entry][]*rules.Entry{},
		regexes:  map[int32]*points.PatternIndex{},
		entering: map[points.Node]*entering{},
	}
	p.Program.Start(ctx, room.values, sources, m, externals, routing)
	p.Demanded = p.demanded
	return p
}

// isRecursive reports whether a call calls a function that may call the one in which it stands, directly or not. A
// search does not remember by which of these calls it came into a function: functions that call each other, as those of
// a parser do, are entered by so many chains of calls that there would be nothing but these to look at. So a way that
// comes into such a function by one of them may leave it by another.
func (p *Program) isRecursive(call int32) bool {
	if p.recursive == nil {
		p.findRecursion()
	}
	return call >= 0 && int(call) < len(p.recursive) && p.recursive[call]
}

// recurs reports whether a call enters a function that may call itself, directly or not.
func (p *Program) recurs(call int32) bool {
	if p.recursive == nil {
		p.findRecursion()
	}
	return int(call) < len(p.recurring) && p.recurring[call]
}

// findRecursion finds the calls of functions that call each other.
func (p *Program) findRecursion() {
	first := make([]int32, len(p.Code)) // the number of the first function of each file
	count := int32(0)
	for i := range p.Code {
		first[i] = count
		count += int32(len(p.Code[i].Graph.Funcs))
	}
	calls := make([][]int32, count)
	each := func(do func(id, caller, called int32)) {
		for id := range p.Sites {
			c := &p.Sites[id]
			if c.Entry || c.Owner < 0 {
				continue // a framework calls it later
			}
			for _, o := range c.Bound {
				x := p.Object(o)
				if x.Kind == points.CallMember || x.Kind == points.ApplyMember {
					x = p.Object(x.Index)
				}
				if x.Kind == points.Function {
					do(int32(id), first[c.File]+c.Owner, first[x.File]+x.Index)
				}
			}
		}
	}
	each(func(_, caller, called int32) { calls[caller] = append(calls[caller], called) })
	part, _ := components.Of(calls)
	p.recursive, p.recurring = make([]bool, len(p.Sites)), make([]bool, len(p.Sites))
	within := make([]bool, len(part)) // parts in which there are calls
	each(func(id, caller, called int32) {
		if part[caller] == part[called] {
			p.recursive[id], within[part[called]] = true, true
		}
	})
	each(func(id, _, called int32) {
		p.recurring[id] = p.recurring[id] || within[part[called]]
	})
}
