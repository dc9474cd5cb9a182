// Package flow follows values through a program: which regex meets which text, where the text comes from,
// and how long it can be when it gets there.
//
// It works in two steps. The first finds, for all nodes of the files' graphs together, the objects that
// they may be: functions, classes, patterns, objects with members, and what comes from outside by the names
// that lead to it. That resolves calls. It is an inclusion-based points-to analysis with one object for each
// place that makes one (Andersen, "Program Analysis and Specialization for the C Programming Language",
// 1994). The second goes backwards from the subject of a match to where it comes from, and keeps to calls and
// returns that belong together (Reps, "Program Analysis via Graph Reachability", 1998).
package flow

import (
	"snag/analyze/reach/arena"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Pattern is a regex in a file, by the bytes of its expression, and by those of its text where that is a
// constant that stands elsewhere. ID is the caller's name for it.
type Pattern struct {
	ID                 int
	Start, End         int32
	TextStart, TextEnd int32
}

// Source is a file of the program.
type Source struct {
	Graph *graph.File
	// Patterns are the regexes whose matches are asked for.
	Patterns []Pattern
	// Resolve returns the number of the file that an import of the module means, or -1 and the name by
	// which rules know it.
	Resolve func(module string) (file int, name string)
	// Public is the module by whose name other programs get what the file exports, "" for none.
	Public string
}

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

// maxAccess bounds the steps of a name from outside that are told apart.
const maxAccess = 8

// maxObjects bounds the objects of a program, and maxFacts the pairs of nodes and objects. Beyond them
// values are not followed further, and the program says so.
const (
	maxObjects = 1 << 20
	maxFacts   = 3 << 20
)

// maxThings bounds the objects, patterns aside, that one node is known to be. A node that may be more is
// followed no further for the rest.
const maxThings = 24

// node is the number of a node of the program.
type node = int32

type objectKind uint8

const (
	allocated objectKind = iota // an object that is written out
	function
	class
	instance
	pattern
	exports
	access  // something from outside, by its name
	callOf  // the member call of a function
	applyOf // its member apply
	bindOf  // its member bind
	protoOf // what a function that makes objects gives them
)

// object is what a node may be.
type object struct {
	kind  objectKind
	file  int32
	index int32 // of the function, class or pattern; the node of an allocated object
	name  model.Access
	// fields are the nodes of its members. written holds what is stored under unknown names, read what any
	// member may be.
	fields        map[string]node
	names         []string // of the fields, once they were asked for in order
	written, read node
	parents       []int32 // whose members it has too
	copied        []node  // whose members were copied, each under its own name
	part          bool    // of a pattern: it is a part of a larger one
	list          bool    // it has elements alone, and no members with names
	array         bool    // what is stored in it under names that are not known are elements, and no members with names
}

// edge is a way that a value takes from one node to another.
type edge struct {
	from, to node
	cap      graph.Cap
	file     int32 // whose Syms the cap speaks of
	// text reports whether only texts take it: the value is a new text that is made of the old one.
	text     bool
	possible bool // it is not known whether the value takes it
	length   model.Length
	call     int32 // the call whose doing it is, or -1; for entering and leaving functions
	way      way
	max, min node         // the arguments that bound the length, or 0
	rule     int32        // the call whose rule it is, plus 1, or 0
	shape    *limit.Shape // that the value has, or nil
	// any reports whether all that the value holds is made of the text.
	any bool
	// edit is the number of what the edge does to the characters of the text, in Program.edits, or one of the
	// numbers below.
	edit int32
}

// kept is an edge as a program keeps it: there are millions, and few have more to say.
type kept struct {
	from, to            node
	call                int32
	more                int32 // the number of its detail in Program.details
	way                 way
	text, possible, any bool
}

// detail is what few edges have.
type detail struct {
	cap      graph.Cap
	length   model.Length
	max, min node
	rule     int32
	shape    *limit.Shape
	edit     int32
	file     int32
}

// rest is what few nodes have: members that are loaded from them and stored in them, the loads that they are the
// results of, and calls of what they are.
type rest struct {
	loads  []loadEdge
	stores []storeEdge
	into   []loadOf
	calls  []int32
}

// What an edge does to the characters of a text, if it is none of Program.edits.
const (
	editsNothing  = 0
	editsAnything = -1 // whatever comes of it
	editsPart     = -2 // what comes of it is a part of the text
)

// way tells how an edge relates to functions.
type way uint8

const (
	within way = iota
	enters     // from an argument to a parameter
	leaves     // from what a function returns to the result of a call
	heap       // from a member of an object to what is loaded from it
)

type loadEdge struct {
	to    node
	field string
}

type storeEdge struct {
	value node
	field string
}

// call is a call of the program.
type call struct {
	graph.Call
	file     int32
	callee   node
	receiver node
	args     []node
	names    []string // of keyword arguments
	spread   []bool
	result   node
	newly    bool
	making   bool // it calls the constructor of what another call makes
	// bound are the functions that it was found to call.
	bound []int32
	// ruled are the rules that were applied to it, and seen what it was then.
	ruled []any
	seen  seen
	takes func(params int) bool // whether it calls a function with so many parameters, nil for any
	made  bool                  // the analysis made it up: a framework or library calls a function that it was given
	// serializes reports whether it was made up for a class that a view names as its serializer.
	serializes bool
	entry      bool // it is made by a framework, for each request
	owner      int32
}

// Program is the files of one program, or one package, as one graph.
type Program struct {
	sources []Source
	model   *model.Model
	lang    model.Language
	base    []node  // of each file
	files   []int32 // of the nodes that stand in one
	nodes   int32

	objects  [][]object
	accesses map[string]int32
	cells    [][]cell // of the nodes
	facts    int
	edges    [][]kept
	details  []detail
	// manyFacts are the facts of nodes that have many, manyEdges the newest edges of such nodes to others.
	objectCount int
	room        Room // pages that nothing uses yet
	manyFacts   arena.Table
	manyEdges   arena.Table
	edgeCount   int32
	rests       [][]rest
	restCount   int32
	lists       arena.Lists
	calls       []call
	origin      map[node]int32 // the object that a node makes
	roots       map[node][]model.Access
	funcOf      map[[2]int32]int32
	derived     map[int32][]int32 // the classes that extend each, nil before they are asked for
	protos      map[int32]int32
	unbound     [][2]int32      // calls and methods that they were not found to call
	parts       map[int32]int32 // patterns as parts of larger ones
	heirs       map[node][]heir
	made        map[node]int32 // the objects that rules made for nodes
	resultOf    map[node]int32
	callOf      [][]int32 // the calls of each file by their number there

	declared    bool
	modules     map[string]bool // which frameworks are used, as of rooted roots
	rooted      int
	matches     []Match
	settings    []Setting
	listing     // of routes
	entryNodes  map[string][]node
	waiting     map[node][]registered
	memberOf    map[node]node        // the object whose member a node is
	makers      map[int32]node       // of objects
	entries     map[[2]int32][]Entry // by file and function
	entered     []enteredFunc        // those functions, by where they stand
	kept        map[*model.Bound][]keptPlace
	copying     []int32                   // calls that copy the members of one object to another
	sharing     map[int32][]int32         // functions that run before one of these, by their numbers plus 1
	public      map[[2]int32]model.Access // functions that other programs call, by what they call them
	externals   map[string][]*External
	edits       []edit
	places      map[int32][]int32 // the calls of files by where they stand
	serialized  map[node]bool     // the views whose serializers are called
	unchecked   map[node]bool     // what patterns of declarations meet, which nothing else that is declared bounds
	filled      []filled          // members that calls of classes set
	published   []node            // what other programs get
	unseenCalls []string
	unseenKnown bool
	asks        map[askKey]int64
	frame       frame                // of the function whose values are asked for
	route       int32                // the call that registers the route whose handlers are asked about, plus 1, or 0 for any
	framed      bool                 // whether what was found depends on these
	absent      bool                 // whether what was not found to be constant is but missing
	callers     map[[2]int32][]int32 // of functions; nil until one is asked for
	// asThings are how many of the edges into a node, beside those of an object that a rule made, are known to be no texts.
	asThings map[[2]int32]int32
	limits   map[string]Set // that the project sets
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
	grown        map[node]bool         // which texts are made longer in loops
	storedWork   int                   // values that were looked at for one limit
	locals       map[string]Set        // the largest that it sets for one route or part
	keeps        map[string]bool       // limits that some part leaves at their default
	touched      map[string]bool       // what calls set, to whatever
	rulesRead    map[[2]int32]bool     // functions of classes whose rules were read

	// Regexes, if set, returns all regexes of a file, whether their matches are asked for or not, by names that
	// Width knows.
	Regexes func(file int) []Pattern
	// Width, if set, returns the length of the longest text in which a regex of a file has a match in a mode, -1
	// where that is not bounded or not known.
	Width   func(file, id int, mode string) int64
	regexes map[int32]*patternIndex
	// Text, if set, returns what stands between two offsets of a file.
	Text func(file int, start, end int32) string
	// Line, if set, returns the number of the line at an offset of a file.
	Line     func(file int, offset int32) int
	work     []uint64
	limited  string
	done     <-chan struct{} // closed when to stop
	stopped  bool
	dropped  bool // a node may be more things than are followed
	searched int  // places that all searches looked at
	idle     *search
	entering map[node]*entering // of nodes that searches came by
}

type loadOf struct {
	from  node
	field string
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
