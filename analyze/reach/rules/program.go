// Package rules applies what is known of languages, frameworks and libraries to a program: what calls do with values,
// which functions are entries and for which routes, which schemas, types and settings bound values, and what other
// programs get. That adds to what package points knows, and is done until nothing is new. It answers what values are,
// by their texts, members and names.
package rules

import (
	"context"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// External is a function of another program that lets an argument meet patterns.
type External struct {
	// Function is the function, by the module and the members and calls that lead to it.
	Function model.Access
	// Arg is the number of the argument, and Path the members of it that the text is.
	Arg  int
	Path []string
	// Max is how long the text can be at the match, graph.NoLimit where that program does not bound it.
	Max      int64
	Possible bool
	// Pattern says that the function is the method test of a pattern, with which others may match in other ways too.
	Pattern bool
	// ID is the caller's name for it.
	ID int
}

// Match is a call in which a pattern meets its subject.
type Match struct {
	Call  int32
	Rule  *model.MatchRule
	Roles []model.Filled
	// External is the function of another program that the call calls, or nil.
	External *External
}

// Setting is a call that sets a limit.
type Setting struct {
	Rule   *model.Setting
	call   int32
	roles  []model.Filled
	routes []int32 // the calls that register the routes which it is for, nil for all
}

// Start makes p the program of some files of one language, with all calls resolved that can be, as New of package flow
// says.
func (p *Program) Start(ctx context.Context, room points.Room, sources []points.Source, m *model.Model, externals []External, routing func(*Program) Routing) {
	*p = Program{
		Demanded:    func(int32, model.Filled) int64 { return graph.NoLimit },
		Edits:       []Editing{{}},
		entryNodes:  map[string][]points.Node{},
		implements:  map[[2]int32][]Ref{},
		waiting:     map[points.Node][]registered{},
		EntriesOf:   map[[2]int32][]Entry{},
		Public:      map[[2]int32]model.Access{},
		PublicNames: map[uint64][]PublicName{},

		PublicRegexes: map[int]model.Access{},

		externals: map[string][]*External{},
		Limits:    map[string]Set{},
		locals:    map[string]Set{},
		Apart:     map[string]Set{},
		Keeps:     map[string]bool{},
		rulesRead: map[[2]int32]bool{}, remade: map[int32][]points.Node{}, inputs: map[int32]points.Node{},
		places:    map[int32][]int32{},
		Unchecked: map[points.Node]bool{},
	}
	if !p.Begin(ctx, room, sources, m) {
		p.Start(context.Background(), points.Room{}, nil, m, nil, nil)
		return
	}
	if routing != nil {
		p.routing = routing(p)
	}
	for i := range externals {
		key := plain(externals[i].Function)
		p.externals[key] = append(p.externals[key], &externals[i])
	}
	for guessed, round := false, 0; round < 6; round++ {
		if !p.applyRules() {
			if guessed {
				break
			}
			guessed, round = true, min(round, 3)
			p.MadeByLibraries()
			p.CallNamed()
			p.ReadMissing()
		}
		p.Solve()
	}
	p.SetFromOutside()
	p.noteEntries()
	p.compose()
	p.routeDependencies()
	p.publishAll()
	p.declaredMatches()
	p.set()
}

// Program is a program as package points has it, with what frameworks and libraries do there.
type Program struct {
	points.Program

	// Demanded returns how long a text is at most which a pattern or a function in an argument of a call demands something of.
	Demanded func(call int32, r model.Filled) int64

	declared      bool
	early         bool            // no rule was applied to all calls so far
	modules       map[string]bool // which frameworks are used, as of rooted modules
	rooted        int
	MatchCalls    []Match
	settings      []Setting
	routing       Routing // nil where nobody asks for routes
	registrations []Registration
	unsets        []points.LoadOf      // what unset takes out of arrays, nil before it was looked for
	Reads         map[[2]int32][]Input // by file and function, nil before they were looked for
	callsIn       map[[2]int32][]int32 // the calls of each function
	inJSON        map[string]string    // the names in JSON of members of classes, by their own
	formFields    []FormField
	global        bool // requests are values from outside, rather than handed to functions
	entryNodes    map[string][]points.Node
	callees       map[string]bool    // the names of all that code of Java or C# calls, nil before they were asked for
	implements    map[[2]int32][]Ref // what runs in the place of methods without code, by file and function
	waiting       map[points.Node][]registered
	EntriesOf     map[[2]int32][]Entry // by file and function
	Entered       []EnteredFunc        // those functions, by where they stand
	kept          map[*model.Bound][]keptPlace
	lowers        bool                      // what makes small letters of a text counts as what leaves it
	Copying       []int32                   // calls that copy the members of one object to another
	Public        map[[2]int32]model.Access // functions that other programs call, by what they call them
	PublicNames   map[uint64][]PublicName   // all of their names, of those that others make
	PublicRegexes map[int]model.Access      // regexes that other programs get, by the caller's names for them
	externals     map[string][]*External
	Edits         []Editing
	places        map[int32][]int32    // the calls of files by where they stand
	formed        map[points.Node]bool // the views whose forms or serializers are called
	Unchecked     map[points.Node]bool // what patterns of declarations meet, which nothing else that is declared bounds
	Published     []points.Node        // what other programs get
	absent        bool                 // whether what was not found to be constant is but missing
	shapes        classShapes          // those of classes within the one that is asked for
	groups        []string             // of constraints that are being checked, nil for the default one
	asking        []points.Node        // members whose constants are being worked out
	Limits        map[string]Set       // that the project sets
	// routeLimited are limits that are set for single routes, once limitsKnown.
	routeLimited []*routeLimit
	limitsKnown  bool
	Apart        map[string]Set    // the largest that is set for a part of which it is not known for which routes it is
	locals       map[string]Set    // the largest that it sets for one route or part
	Keeps        map[string]bool   // limits that some part leaves at their default
	touched      map[string]bool   // what calls set, to whatever
	rulesRead    map[[2]int32]bool // functions of classes whose rules were read
	answers      map[asked]answered
	settersOf    map[string][]points.Node // what members of a name are set of, nil before it was asked for
	setNames     map[string]bool          // whether members are set of what is not known, in a program of a size
	setSize      int
	filled       map[filledAs]points.Node // all that members are filled with, and the objects themselves
	remade       map[int32][]points.Node  // what functions make that calls add to schemas
	inputs       map[int32]points.Node    // what these get of what was found to be valid before
	filledUpTo   map[*model.Bound]int     // how many of these were looked at
	// Text, if set, returns what stands between two offsets of a file.
	Text func(file int, start, end int32) string
}

// callOfTree returns the call that an expression of a file is.
func (p *Program) callOfTree(file int32, n *tree.Node) (id int32, ok bool) {
	all := p.Code[file].Graph.Calls
	i, found := slices.BinarySearchFunc(p.ByPlace(file), n, func(i int32, n *tree.Node) int {
		if c := &all[i]; c.Start != n.Start {
			return int(c.Start - n.Start)
		} else {
			return int(c.End - n.End)
		}
	})
	if !found {
		return 0, false
	}
	return p.SiteOf[file][p.places[file][i]], true
}

// ByPlace returns the calls of a file by where they stand.
func (p *Program) ByPlace(file int32) []int32 {
	if p.places[file] == nil {
		all := p.Code[file].Graph.Calls
		order := make([]int32, len(all))
		for i := range order {
			order[i] = int32(i)
		}
		sorting.Stable(order, func(i, j int32) int {
			if all[i].Start != all[j].Start {
				return int(all[i].Start - all[j].Start)
			}
			return int(all[i].End - all[j].End)
		})
		p.places[file] = order
	}
	return p.places[file]
}
