// Package flow follows values through a program: which regex meets which text, where the text comes from,
// and how long it can be when it gets there.
//
// It works in two steps. The first lets package points find what the values may be and which functions calls
// call, and adds what frameworks and libraries do, until nothing is new. The second goes backwards from the
// subject of a match to where it comes from, and keeps to calls and returns that belong together (Reps, "Program
// Analysis via Graph Reachability", 1998).
package flow

import (
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
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
	// ID is the caller's name for it.
	ID int
}

// Program is the files of one program, or one package, as package points has them, with what frameworks and libraries do
// there, and what searches found out.
type Program struct {
	points.Program

	declared    bool
	modules     map[string]bool // which frameworks are used, as of rooted roots
	rooted      int
	matches     []Match
	settings    []Setting
	listing     // of routes
	entryNodes  map[string][]points.Node
	waiting     map[points.Node][]registered
	entries     map[[2]int32][]Entry // by file and function
	entered     []enteredFunc        // those functions, by where they stand
	kept        map[*model.Bound][]keptPlace
	copying     []int32                   // calls that copy the members of one object to another
	sharing     map[int32][]int32         // functions that run before one of these, by their numbers plus 1
	public      map[[2]int32]model.Access // functions that other programs call, by what they call them
	externals   map[string][]*External
	edits       []edit
	places      map[int32][]int32    // the calls of files by where they stand
	formed      map[points.Node]bool // the views whose forms or serializers are called
	unchecked   map[points.Node]bool // what patterns of declarations meet, which nothing else that is declared bounds
	published   []points.Node        // what other programs get
	unseenCalls []string
	unseenKnown bool
	asks        map[askKey]int64
	route       int32          // the call that registers the route whose handlers are asked about, plus 1, or 0 for any
	absent      bool           // whether what was not found to be constant is but missing
	limits      map[string]Set // that the project sets
	// routeLimited are limits that are set for single routes, once limitsKnown.
	routeLimited []*routeLimit
	limitsKnown  bool
	apart        map[string]Set // the largest that is set for a part of which it is not known for which routes it is
	counted      bool           // what earlier returned last is the limit of what may be the number of elements of a list
	altered      map[alteredKey]bool
	ran          map[fileSpan]*run // and ranSize what these hold
	ranSize      int
	runParts     map[fileSpan]*runPart // of functions
	stores       [][]int32             // of each file that was asked for, by where they stand
	sums         map[sumKey][]sent     // what senders send to nodes
	summing      int                   // how many sums of sums are being measured
	grown        map[points.Node]bool  // which texts are made longer in loops
	storedWork   int                   // values that were looked at for one limit
	locals       map[string]Set        // the largest that it sets for one route or part
	keeps        map[string]bool       // limits that some part leaves at their default
	touched      map[string]bool       // what calls set, to whatever
	rulesRead    map[[2]int32]bool     // functions of classes whose rules were read
	everywhere   map[*model.Bound]everywhere
	// Regexes, if set, returns all regexes of a file, whether their matches are asked for or not, by names that
	// Width knows.
	Regexes func(file int) []points.Pattern
	// Width, if set, returns the length of the longest text in which a regex of a file has a match in a mode, -1
	// where that is not bounded or not known.
	Width   func(file, id int, mode string) int64
	regexes map[int32]*points.PatternIndex
	// Text, if set, returns what stands between two offsets of a file.
	Text func(file int, start, end int32) string
	// Line, if set, returns the number of the line at an offset of a file.
	Line     func(file int, offset int32) int
	searched int // places that all searches looked at
	idle     *search
	entering map[points.Node]*entering // of nodes that searches came by
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

// language returns the model's name of a tree's language.
func language(l tree.Language) model.Language { return model.Language(l) }
