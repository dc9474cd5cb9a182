// Package calling finds out which functions of a program run for each request and along which way, and by which
// names its calls are known.
//
// Functions run for each request that the program registers with a framework, and those that look like handlers;
// so does what they call, in whatever file it stands.
package calling

import (
	gocontext "context"
	"runtime"
	"strings"
	"sync"

	"snag/analyze/reach"
	"snag/analyze/reach/flow"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
)

// Input is a project.
type Input struct {
	// Paths are its files. They have slashes and should begin where the project does: which folders a file is
	// in says something about it.
	Paths []string
	Files link.Files
	// Linker may be shared with other searches; nil for one of its own.
	Linker *link.Linker
	// Model is what is known of frameworks; nil for what snag knows.
	Model *model.Model
	// May reports whether a file can have a call that is asked for. Files that have none, and nothing to do with
	// those that may, can be left out.
	May func(l extract.Language, text []byte) bool
	// Below returns the path of a file below what was asked for: what lies above says nothing about it. It may be
	// nil, for the path itself.
	Below func(path string) string
	// Jobs is how many files are read at once; 0 for one for each processor.
	Jobs int

	entry string // of a package, whose exports run
}

// File is a file of a program.
type File struct {
	Path     string
	Language extract.Language
	Text     []byte
	Graph    *graph.File
	shape    *shape
	aside    bool             // it is part of no server
	test     bool             // it is part of a test
	first    int              // the number of its first function in the program
	placed   map[[2]int32]int // the numbers of its calls by their bytes
}

// Func is a function of a program.
type Func struct {
	File  *File
	Index int // in File.Graph.Funcs
	Tree  *tree.Func
	place
	exported bool // from the file
	method   bool // of an exported class
	start    bool // it is called outside of all functions
	handed   bool // to others, who call it, or waited for by them
	root     Reason
}

// Reason is why a function runs for each request. The zero Reason is none.
type Reason struct {
	Text string // a clause, such as "it handles requests"
	// Routed reports whether the source registers the function for requests, or one that calls it. Else that
	// is a guess from its form.
	Routed bool
	// Exported reports whether nothing says more than that others may call the function, or one that calls it.
	Exported bool
	// Method and Route are those of the request, "" where they are not known.
	Method, Route string
	// Way is the functions from the handler to this one, by their numbers; the last one is the function itself.
	Way []int
}

// Given reports whether there is a reason.
func (r Reason) Given() bool { return r.Text != "" }

// strength orders reasons: 0 for none, then what is exported, what looks like a handler and what is registered.
func (r Reason) strength() int {
	switch {
	case !r.Given():
		return 0
	case r.Exported:
		return 1
	case r.Routed:
		return 3
	}
	return 2
}

// Program is the files of a program in one family of languages.
type Program struct {
	Files []*File
	Funcs []Func
	Flow  *flow.Program
	// Left are files for which there was no room, and Limited says why values were not followed to the end, "" where
	// they were.
	Left    []string
	Limited string

	lang   tree.Language
	linker *link.Linker
	model  *model.Model
	at     map[string]int
	edges  [][2]int
	inside [][]int
	why    []Reason
	// callers are those of each function, nil before they are asked for.
	callers [][]int
	hands   map[[2]int]bool // functions and numbers of their parameters that they call
	shifts  map[int][][]int // by functions and their parameters, which ones those may be
	waits   map[[2]int]bool // edges to asynchronous functions that run on the loop of the caller
	own     map[[2]int]bool // edges between methods of one object; false for those that are others too
	lineage *lineage
	async   map[string]bool // the names of asynchronous functions, nil before they are asked for
	// again are the classes of which requests make objects, nil before they are asked for.
	again   map[*tree.Class]bool
	guarded bool // a call runs once for each run of a function around
	reactor bool // it runs on EventMachine
}

// maxFile bounds the size of a file that is read, and maxUnit that of all files of a program, in bytes. Of programs
// with more than manyNodes nodes what has nothing to do with the calls is left out; maxNodes bounds the rest, with the
// files that may have calls. The files of those with more than manyBytes bytes are not all parsed at once.
const (
	maxFile   = 4 << 20
	maxUnit   = 96 << 20
	manyBytes = 16 << 20
	manyNodes = 400_000
	maxNodes  = 2_000_000
)

// complete fills in what is left to this package.
func (in *Input) complete() {
	if in.Model == nil {
		in.Model = model.Default()
	}
	if in.Jobs <= 0 {
		in.Jobs = runtime.GOMAXPROCS(0)
	}
	if in.Below == nil {
		in.Below = func(path string) string { return path }
	}
	if in.Linker == nil {
		in.Linker = link.New(in.Files)
	}
}

// Read reads the programs of a project, one for each family of languages that May has calls.
func Read(in Input) []*Program {
	in.complete()
	families := map[string][]string{}
	for _, file := range in.Paths {
		if l, ok := extract.ByPath(file); ok && Follows(l) && !strings.HasSuffix(file, ".d.ts") && !strings.HasSuffix(file, ".pyi") {
			f := reach.Family(l)
			families[f] = append(families[f], file)
		}
	}
	var all []*Program
	for _, family := range []string{"JavaScript", "Python", "PHP", "Ruby", "Java", "C#"} {
		if p := read(in, families[family]); p != nil {
			all = append(all, p)
		}
	}
	return all
}

// Follows reports whether calls are followed in the files of a language. What markup holds runs in browsers, and the calls
// of Kotlin are read by their names.
func Follows(l extract.Language) bool {
	return reach.Follows(l) && l.Name != "Go" && l.Name != "Rust" && l.Name != "Kotlin" && l.Name != "HTML" && l.Name != "Vue" && l.Name != "Svelte"
}

func read(in Input, paths []string) *Program {
	p := &Program{linker: in.Linker, model: in.Model, at: map[string]int{}}
	var files []*File
	var wanted []int
	total := 0
	for _, file := range paths {
		text, err := in.Files.Read(file)
		if err != nil || len(text) > maxFile || total+len(text) > maxUnit {
			p.Left = append(p.Left, file)
			continue
		}
		total += len(text)
		l, _ := extract.ByPath(file)
		if in.May == nil || in.May(l, text) {
			wanted = append(wanted, len(files))
		}
		files = append(files, &File{Path: file, Language: l, Text: text, aside: aside.MatchString(in.Below(file)), test: tests.MatchString(in.Below(file))})
	}
	if len(wanted) == 0 {
		return nil
	}
	p.Files = p.near(files, wanted, in, total > manyBytes)
	for i, f := range p.Files {
		p.at[f.Path] = i
	}
	p.build(in.entry)
	return p
}

// each calls one with the files, some at a time.
func each(files []*File, jobs int, one func(i int, f *File)) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, jobs)
	for i, f := range files {
		wait.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wait.Done() }()
			one(i, f)
		}()
	}
	wait.Wait()
}

// graph returns the tree of a file and its graph.
func (f *File) graph(in *Input, outer func(use *tree.Node, owner *tree.Func)) (*tree.File, *graph.File) {
	t := reach.Parse(f.Language, f.Text)
	leaves := func(module, name string) graph.Leaving {
		return flow.Leaves(in.Model, t.Language, f.Text, module, name)
	}
	return t, graph.Build(f.Path, t, graph.Options{Leaves: leaves, Outer: outer})
}

func (f *File) parse(in *Input) {
	owners := map[*tree.Node]*tree.Func{}
	t, g := f.graph(in, func(use *tree.Node, owner *tree.Func) { owners[use] = owner })
	f.Graph = g
	f.shape = shapeOf(t, owners)
	f.placed = make(map[[2]int32]int, len(f.Graph.Calls))
	for i := range f.Graph.Calls {
		f.placed[[2]int32{f.Graph.Calls[i].Start, f.Graph.Calls[i].End}] = i
	}
}

// build follows values and finds out what runs for each request.
func (p *Program) build(entry string) {
	var sources []points.Source
	for _, f := range p.Files {
		p.lang = f.Graph.Language
		f.first = len(p.Funcs)
		for i := range f.Graph.Funcs {
			t := f.Graph.Funcs[i].Tree
			p.Funcs = append(p.Funcs, Func{File: f, Index: i, Tree: t, place: f.shape.funcs[t]})
		}
		for _, c := range f.Graph.Classes {
			for _, i := range c.Initials {
				p.Funcs[f.first+int(i)].place = place{name: c.Tree.Name, class: c.Tree, named: true}
			}
		}
		sources = append(sources, points.Source{Graph: f.Graph, Resolve: p.resolver(f.Path)})
	}
	p.Flow = flow.New(gocontext.Background(), sources, p.model, nil, nil)
	p.Limited = p.Flow.Limited()
	p.why = make([]Reason, len(p.Funcs))
	p.connect()
	if entry != "" {
		p.offer(entry)
	} else {
		p.roots()
	}
	// What is guarded by a variable of a function that runs for each request is known when it is known what does.
	for p.spread(); p.guarded && p.connect(); {
		p.spread()
	}
	p.again = nil
}

func (p *Program) resolver(from string) func(string) (int, string) {
	return func(module string) (int, string) {
		file, ok := p.linker.Resolve(from, module)
		if !ok {
			return -1, module
		}
		if i, here := p.at[file]; here {
			return i, module
		}
		return -1, link.ModuleName(module)
	}
}

// number returns the number of a function of the program.
func (p *Program) number(r rules.Ref) int { return p.Files[r.File].first + r.Func }

// parent returns the function around a function, or -1.
func (p *Program) parent(i int) int {
	f := &p.Funcs[i]
	if up := f.File.Graph.Funcs[f.Index].Parent; up >= 0 {
		return f.File.first + int(up)
	}
	return -1
}

// Why returns why a function runs for each request.
func (p *Program) Why(function int) Reason { return p.why[function] }

// Name returns the name of a function, or of the one around it that has one; other for none.
func (p *Program) Name(i int, other string) string {
	for ; i >= 0; i = p.parent(i) {
		f := &p.Funcs[i]
		if f.name != "" && f.Index > 0 {
			return f.name
		}
		if f.root.Given() {
			break
		}
	}
	return other
}
