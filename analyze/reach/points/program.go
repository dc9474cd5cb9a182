// Package points finds what the values of a program may be: functions, classes, patterns, objects with members, and
// what comes from outside by the names that lead to it.
//
// It is an inclusion-based points-to analysis with one object for each place that makes one (Andersen, "Program
// Analysis and Specialization for the C Programming Language", 1994), over the nodes of the graphs of all files
// together. It resolves calls while it goes. What frameworks and libraries do is added by who reads the result,
// as edges, objects and calls, and solved again.
package points

import (
	"context"

	"snag/analyze/reach/arena"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Program is the files of one program, or one package, as one graph: its nodes, the objects that they may be, the edges
// between them, and its calls. Who adds to it solves it again.
type Program struct {
	// Code is the files of the program.
	Code  []Source
	model *model.Model
	lang  model.Language
	// Base is the first node of each file.
	Base      []Node
	shared    map[string][]Node // what files declare, in languages in which all share their names
	callables map[Node]Node     // the functions that values of PHP name
	files     []int32           // of the nodes that stand in one
	first     []int32           // of the files of each package of Go the first, by file; nil in other languages
	nodes     int32
	objects   [][]Object
	accesses  map[string]int32
	ofCalls   Node            // what calls of rules have together, 0 where none has
	returned  map[int32]int32 // what returnedBy returned
	cells     [][]cell        // of the nodes
	facts     int
	further   int     // functions beyond maxThings that nodes are known to be
	furtherOf []int32 // and of those the ones of each file, behind those of none
	edges     [][]Kept
	details   []Detail
	// ObjectCount is how many objects there are, the one of number 0 among them, which is none.
	ObjectCount int
	room        Room // pages that nothing uses yet
	// manyFacts are the facts of nodes that have many, manyEdges the newest edges of such nodes to others.
	manyFacts arena.Table
	manyEdges arena.Table
	edgeCount int32
	rests     [][]rest
	restCount int32
	loads     []LoadOf // room for the first load of nodes
	// fieldNames are the names of members that are loaded or stored, and fieldNumbers the places of these.
	fieldNames   []string
	fieldNumbers map[string]int32
	copies       map[[2]int32]Node // what copied returned, by the value and the number of the member's name
	lists        arena.Lists
	// Sites are the calls, by their numbers, and SiteOf the numbers of those of each file by what they have there.
	Sites  []Site
	SiteOf [][]int32
	// Origin is the object that a node makes.
	Origin map[Node]int32
	// Roots are the names of what comes from outside at a node.
	Roots map[Node][]model.Access
	// Imported are the modules among them, each once.
	Imported []string
	// FuncOf is the object of a function, by its file and number there.
	FuncOf   map[[2]int32]int32
	declared map[string]bool   // what the files declare, by package and name, nil before it is asked for
	getters  map[string]bool   // the methods that return a member, nil before they are asked for
	derived  map[int32][]int32 // the classes that extend each, nil before they are asked for
	// Protos are the objects that functions give to what they make.
	Protos map[int32]int32
	// references are the nodes of references to methods.
	references []Node
	unbound    [][2]int32      // calls and methods that they were not found to call
	parts      map[int32]int32 // patterns as parts of larger ones
	heirs      map[Node][]heir
	made       map[Node]int32 // the objects that rules made for nodes
	givers     givers
	namesakes  namesakes // zero before they were asked for
	resultOf   map[Node]int32
	memberOf   map[Node]Node  // the object whose member a node is
	makers     map[int32]Node // of objects
	// constructs are the members of JavaScript that new calls by a name with a capital letter.
	constructs map[string]bool
	// promises are the methods that interfaces and classes of the program leave without code.
	promises map[string]bool
	// Filled are the members that calls of classes set.
	Filled []Filled
	// Frame is that of the function whose values are asked for, and Framed is set where what was found depends on it.
	Frame   Frame
	Framed  bool
	callers map[[2]int32][]int32 // of functions; nil until one is asked for
	// asThings are how many of the edges into a node, beside those of an object that a rule made, are known to be no texts.
	asThings map[[2]int32]int32
	sought   []uint8 // the bits of the objects that namedOf is asked for, plus 1, by their numbers; all 0 in between
	work     []uint64
	limited  string
	done     <-chan struct{} // closed when to stop
	stopped  bool
	// Dropped reports whether a node may be more things than are followed.
	Dropped bool
}

// Source is a file of the program.
type Source struct {
	Graph *graph.File
	// Patterns are the regexes whose matches are asked for.
	Patterns []Pattern
	// Resolve returns the number of the file that an import of the module means, or -1 and the name by
	// which rules know it.
	Resolve func(module string) (file int, name string)
	// Matching returns the numbers of the files that an import means of whose name "*" stands for a part. It may be nil.
	Matching func(module string) []int
	// Public is the module by whose name other programs get what the file exports, "" for none.
	Public string
}

// Size tells how much is known: it grows with each edge, call and fact.
func (p *Program) Size() int { return int(p.edgeCount) + len(p.Sites) + p.facts }

// Language returns the language of the program.
func (p *Program) Language() model.Language { return p.lang }

// Model returns what is known of languages, frameworks and libraries.
func (p *Program) Model() *model.Model { return p.model }

// Begin makes p the program of some files of one language, with the calls resolved that can be without what is known of
// libraries. It reports false, and leaves nothing of use, where ctx ends before all files were read: a part of them would
// tell nothing.
func (p *Program) Begin(ctx context.Context, room Room, sources []Source, m *model.Model) bool {
	*p = Program{
		room: room, lists: arena.NewLists(room.pages), done: ctx.Done(), Code: sources, furtherOf: make([]int32, len(sources)+1), model: m,
		accesses: map[string]int32{}, returned: map[int32]int32{}, Origin: map[Node]int32{}, Roots: map[Node][]model.Access{}, FuncOf: map[[2]int32]int32{}, Protos: map[int32]int32{}, parts: map[int32]int32{}, heirs: map[Node][]heir{}, made: map[Node]int32{}, resultOf: map[Node]int32{}, memberOf: map[Node]Node{}, makers: map[int32]Node{}, fieldNumbers: map[string]int32{}, copies: map[[2]int32]Node{}, constructs: map[string]bool{}, promises: map[string]bool{},
	}
	p.addObject(Object{})
	p.details = append(p.details, Detail{Cap: graph.Free})
	p.keep(Kept{})
	p.newRest()
	p.addNodes(1)
	calls, nodes := 0, 1
	for _, s := range sources {
		nodes += len(s.Graph.Nodes)
	}
	p.files = append(make([]int32, 0, nodes), -1)
	for i, s := range sources {
		calls += len(s.Graph.Calls)
		for j := range s.Graph.Calls {
			if c := &s.Graph.Calls[j]; c.New && c.Method != "" && 'A' <= c.Method[0] && c.Method[0] <= 'Z' {
				p.constructs[c.Method] = true
			}
		}
		for j := range s.Graph.Classes {
			for _, m := range s.Graph.Classes[j].Promises {
				p.promises[m.Field] = true
			}
		}
		p.Base = append(p.Base, p.nodes)
		for range s.Graph.Nodes {
			p.files = append(p.files, int32(i))
		}
		p.addNodes(int32(len(s.Graph.Nodes)))
		p.lang = model.Language(s.Graph.Language)
	}
	spare := calls / 4 // for those that libraries make
	if p.lang == model.Python {
		spare = calls / 2 // of decorators and classes
	}
	p.Sites = make([]Site, 0, calls+spare)
	p.findPackages()
	for i := range sources {
		if p.IsDone() {
			return false
		}
		p.addFile(int32(i))
	}
	p.joinPackages()
	p.byName()
	p.callExtensions()
	p.Solve()
	p.joinVariables()
	p.Solve()
	return true
}

// FewSteps is how many steps are made between two looks at whether to go on.
const FewSteps = 1024

// What [Program.Limited] says.
const (
	interrupted = "what was left when it was interrupted"
	tooMany     = "the program has more than a million objects"
	tooWide     = "too many values may be too many things"
)

// IsLimit reports whether what was not followed is what a program was limited by.
func IsLimit(lost string) bool { return lost == interrupted || lost == tooMany || lost == tooWide }

// IsDone reports whether to stop, and notes that.
func (p *Program) IsDone() bool {
	if p.stopped {
		return true
	}
	select {
	case <-p.done:
		p.stopped, p.limited = true, interrupted
	default:
	}
	return p.stopped
}

// Limited says why values were not followed to the end, "" where they were.
func (p *Program) Limited() string { return p.limited }
