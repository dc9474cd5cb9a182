package reach

import (
	"bytes"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/classes"
	"snag/analyze/source/tree/ecmascript"
	"snag/analyze/source/tree/php"
	"snag/analyze/source/tree/python"
	"snag/analyze/source/tree/ruby"
)

// Input is a project to look at.
type Input struct {
	// Paths are the files of the project, with slashes, relative to its folder.
	Paths []string
	// Missing names what of the project is not among Paths, and may hide ways.
	Missing []string
	// Files reads them.
	Files link.Files
	// Regexes are those that are asked for.
	Regexes []Regex
	// Model is what is known of frameworks; nil for the program's own knowledge.
	Model *model.Model
	// MaxWays is how many ways are kept for each regex, 0 for a few.
	MaxWays int
	// Jobs is how many files are read at once; 0 for one for each processor.
	Jobs int
}

// maxFile bounds the size of a file that is followed, and maxUnit that of all files of a package, in bytes.
const (
	maxFile = 4 << 20
	maxUnit = 64 << 20
)

// parsers read the trees of languages.
var parsers = map[string]func(src []byte, l extract.Language) *tree.File{
	"JavaScript": ecmascript.Parse,
	"TypeScript": ecmascript.Parse,
	"TSX":        ecmascript.Parse,
	"Vue":        ecmascript.Parse,
	"Svelte":     ecmascript.Parse,
	"HTML":       ecmascript.Parse,
	"Python":     func(src []byte, _ extract.Language) *tree.File { return python.Parse(src) },
	"PHP":        func(src []byte, _ extract.Language) *tree.File { return php.Parse(src) },
	"Ruby":       func(src []byte, _ extract.Language) *tree.File { return ruby.Parse(src) },
	"Java":       func(src []byte, _ extract.Language) *tree.File { return classes.Java(src) },
	"C#":         func(src []byte, _ extract.Language) *tree.File { return classes.CSharp(src) },
}

// Follows reports whether values are followed in the files of a language.
func Follows(l extract.Language) bool { return parsers[l.Name] != nil }

// Parse returns the tree of a file in a language that is followed.
func Parse(l extract.Language, src []byte) *tree.File { return parsers[l.Name](src, l) }

// Family is the languages whose files call each other, by the name of the first one.
func Family(l extract.Language) string {
	switch l.Name {
	case "Python", "PHP", "Ruby", "Java", "C#":
		return l.Name
	}
	return "JavaScript"
}

// unit is a package, or the files of a project that belong to none, in one family of languages.
type unit struct {
	name   string // of the package, "" for the project itself
	folder string
	family string
	pkg    *link.Package
	paths  []string
	regex  []int // numbers of Input.Regexes
	needs  []*unit
	state  uint8 // of the order: 1 being worked on, 2 done
	wanted bool
	// exports are the functions of the package in which texts meet patterns.
	exports []flow.External
	ways    []exportedWay // by External.ID
}

// exportedWay is what an External of a package stands for.
type exportedWay struct {
	regexes []int
	way     Way
}

type project struct {
	Input
	linker   *link.Linker
	units    map[string]*unit // by family and folder
	byName   map[string][]*unit
	results  []Result
	constant []bool // only constants were found to get to a regex
}

// Find returns the reach of each regex that is asked for, in the order of Input.Regexes. It reads the files
// of the packages in which they stand, and of those that use these.
func Find(in Input) []Result {
	if in.Model == nil {
		in.Model = model.Default()
	}
	if in.Jobs <= 0 {
		in.Jobs = runtime.GOMAXPROCS(0)
	}
	p := &project{Input: in, linker: link.New(in.Files), units: map[string]*unit{}, byName: map[string][]*unit{}}
	p.results = make([]Result, len(in.Regexes))
	p.constant = make([]bool, len(in.Regexes))
	p.divide()
	for _, u := range p.order() {
		p.follow(u)
	}
	for i := range p.results {
		r := &p.results[i]
		if r.Matches == 0 && len(r.Ways) == 0 {
			r.NotFollowed = append(r.NotFollowed, "no call was found in which it meets a text")
		}
		r.NotFollowed = append(r.NotFollowed, p.Missing...)
		if r.Matches > 0 && len(r.Ways) == 0 && len(r.NotFollowed) == 0 && !p.constant[i] {
			r.NotFollowed = append(r.NotFollowed, "where the text comes from")
		}
		r.settle(p.constant[i], p.MaxWays)
		file, _ := role.Of(p.Model, p.linker, p.Regexes[i].File)
		if r.Role = file.String(); file != model.Ordinary && file != model.Browser && r.Level <= Library && r.Level != Constant {
			r.Level = Build
		}
	}
	return p.results
}

// divide puts the files into packages.
func (p *project) divide() {
	wanted := map[string][]int{}
	for i, r := range p.Regexes {
		wanted[r.File] = append(wanted[r.File], i)
	}
	for _, file := range p.Paths {
		l, ok := extract.ByPath(file)
		if !ok || !Follows(l) || strings.HasSuffix(file, ".d.ts") {
			for _, i := range wanted[file] {
				p.results[i].NotFollowed = append(p.results[i].NotFollowed, "values are not followed in "+path.Base(file))
			}
			continue
		}
		u := p.unitOf(file, Family(l))
		u.paths = append(u.paths, file)
		if all := wanted[file]; len(all) > 0 {
			u.regex = append(u.regex, all...)
			u.wanted = true
		}
	}
	for _, u := range p.units {
		if u.pkg == nil {
			continue
		}
		for _, name := range slices.Concat(u.pkg.Dependencies, u.pkg.DevDependencies) {
			u.needs = append(u.needs, p.byName[name]...)
		}
	}
	for _, u := range p.units {
		if u.name == "" { // what is not installed may use all
			for _, key := range sortedKeys(p.units) {
				if o := p.units[key]; o != u && o.family == u.family {
					u.needs = append(u.needs, o)
				}
			}
		}
	}
}

func (p *project) unitOf(file, family string) *unit {
	pkg, ok := p.linker.PackageOf(file)
	folder, name := "", ""
	if ok && pkg.Installed {
		folder, name = pkg.Folder, pkg.Name
	}
	key := family + " " + folder
	u := p.units[key]
	if u == nil {
		u = &unit{name: name, folder: folder, family: family}
		if ok {
			u.pkg = pkg
		}
		p.units[key] = u
		if name != "" {
			p.byName[name] = append(p.byName[name], u)
		}
	}
	return u
}

// order returns the packages that have regexes or use such packages, those that are used first.
func (p *project) order() []*unit {
	var all []*unit
	var visit func(u *unit) bool
	visit = func(u *unit) bool {
		if u.state != 0 {
			return u.wanted
		}
		u.state = 1
		for _, n := range u.needs {
			if visit(n) {
				u.wanted = true
			}
		}
		u.state = 2
		if u.wanted {
			all = append(all, u)
		}
		return u.wanted
	}
	for _, key := range sortedKeys(p.units) {
		visit(p.units[key])
	}
	return all
}

// parsed is a file that was read.
type parsed struct {
	path  string
	graph *graph.File
	text  []byte
}

// A bundle is a large file whose lines are that long in the mean, in bytes: a tool wrote it for browsers or for one
// file to start, out of sources that are followed themselves. Its one scope takes minutes.
const (
	bundleSize = 256 << 10
	bundleLine = 500
)

// isBundle reports whether a text is a bundle.
func isBundle(text []byte) bool {
	return len(text) > bundleSize && len(text) > bundleLine*(1+bytes.Count(text, []byte("\n")))
}

// read reads and parses the files of a package.
func (p *project) read(u *unit) (files []parsed, left []string) {
	total := 0
	var paths []string
	texts := map[string][]byte{}
	for _, file := range u.paths {
		text, err := p.Files.Read(file)
		switch {
		case err != nil || len(text) > maxFile || isBundle(text):
			left = append(left, file)
		case total+len(text) > maxUnit:
			left = append(left, file)
		default:
			total += len(text)
			texts[file] = text
			paths = append(paths, file)
		}
	}
	files = make([]parsed, len(paths))
	var wait sync.WaitGroup
	slots := make(chan struct{}, p.Jobs)
	for i, file := range paths {
		wait.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wait.Done() }()
			l, _ := extract.ByPath(file)
			t := parsers[l.Name](texts[file], l)
			leaves := func(module, name string) graph.Leaving { return flow.Leaves(p.Model, t.Language, module, name) }
			files[i] = parsed{file, graph.Build(file, t, graph.Options{Leaves: leaves, Checks: p.Model.Checks, Valid: p.Model.Valid}), texts[file]}
		}()
	}
	wait.Wait()
	return files, left
}
