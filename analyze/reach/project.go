package reach

import (
	"context"
	"errors"
	"path"
	"runtime"
	"slices"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
	"snag/analyze/reach/rules"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/classes"
	"snag/analyze/source/tree/ecmascript"
	"snag/analyze/source/tree/golang"
	"snag/analyze/source/tree/kotlin"
	"snag/analyze/source/tree/php"
	"snag/analyze/source/tree/python"
	"snag/analyze/source/tree/ruby"
	"snag/analyze/source/tree/rust"
)

// Input is a project to look at.
type Input struct {
	// Paths are the files of the project, with slashes, relative to its folder.
	Paths []string
	// Missing names what of the project is not among Paths, and may hide ways.
	Missing []string
	// Files reads them.
	Files link.Files
	// Model is what is known of frameworks; nil for the program's own knowledge.
	Model *model.Model
	// MaxWays is how many ways are kept for each regex, 0 for a few.
	MaxWays int
	// OfHandlers leaves out the ways that begin at no function which a framework calls for requests to the project, and
	// does not look into packages to which none of these can lead.
	OfHandlers bool
	// Jobs is how many files are read at once, and how many packages followed; 0 for one for each processor.
	Jobs int
	// Memory keeps what was found in installed packages; nil for none.
	Memory Memory
}

// maxFile bounds the size of a file that is followed, and maxUnit that of all files of a package, in bytes.
const (
	maxFile = 4 << 20
	maxUnit = 64 << 20
)

// parsers read the trees of languages.
var parsers = map[string]func(src []byte, l extract.Language) *tree.File{
	"JavaScript": ecmascript.ParseCompiled,
	"TypeScript": ecmascript.Parse,
	"TSX":        ecmascript.Parse,
	"Vue":        ecmascript.Parse,
	"Svelte":     ecmascript.Parse,
	"HTML":       ecmascript.Parse,
	"Python":     func(src []byte, _ extract.Language) *tree.File { return python.Parse(src) },
	"PHP":        func(src []byte, _ extract.Language) *tree.File { return php.Parse(src) },
	"Ruby":       func(src []byte, _ extract.Language) *tree.File { return ruby.Parse(src) },
	"Java":       func(src []byte, _ extract.Language) *tree.File { return classes.Java(src) },
	"Kotlin":     func(src []byte, _ extract.Language) *tree.File { return kotlin.Parse(src) },
	"C#":         func(src []byte, _ extract.Language) *tree.File { return classes.CSharp(src) },
	"Go":         func(src []byte, _ extract.Language) *tree.File { return golang.Parse(src) },
	"Rust":       func(src []byte, _ extract.Language) *tree.File { return rust.Parse(src) },
}

// Follows reports whether values are followed in the files of a language.
func Follows(l extract.Language) bool { return parsers[l.Name] != nil }

// Parse returns the tree of a file in a language that is followed.
func Parse(l extract.Language, src []byte) *tree.File { return parsers[l.Name](src, l) }

// Family is the languages whose files call each other, by the name of the first one.
func Family(l extract.Language) string {
	switch l.Name {
	case "Python", "PHP", "Ruby", "Java", "C#", "Go", "Rust":
		return l.Name
	case "Kotlin":
		return "Java"
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
	exports []rules.External
	ways    []exportedWay // by External.ID
	// mark tells these apart from any others, where there is a memory.
	mark []byte
	// exported are the numbers of those that may be the same, by what they have in common.
	exported map[string][]int

	limits map[string]setLimit // that files of properties set; nil before they were read

	// What was worked out of the files that are no installed package stays for the next question.
	files  []parsed
	left   []string
	aside  []string // files that were not read, as no answer depends on them,
	shown  string   // but for one that was asked about
	opened bool
	solved *solved
}

// solved is the program of the files of a package, or of those that matter for a question.
type solved struct {
	files   []parsed
	apart   int // how many others there are
	program *flow.Program
	written *written
}

// Project is a project about which questions are asked. What was read and worked out for one question is kept for the
// next; they are asked one after the other. When the context of a question ends, its answer tells what is known by
// then, and that it was interrupted.
type Project struct {
	Input
	linker   *link.Linker
	regexes  []Regex          // that are asked for
	units    map[string]*unit // by family and folder
	byName   map[string][]*unit
	results  []Result
	constant []bool            // only constants were found to get to a regex
	trees    trees             // of what edits look for
	ownTexts map[*unit]*texts  // of the files that are no installed package, nil before it was asked what they import
	room     flow.Room         // of the programs of packages, while one after the other is followed
	imports  map[string]string // the files that imports mean, by importOf; nil while nobody wants to know
}

// Open returns a project. Nothing is read yet.
func Open(in Input) *Project {
	if in.Model == nil {
		in.Model = model.Default()
	}
	if in.Jobs <= 0 {
		in.Jobs = runtime.GOMAXPROCS(0)
	}
	return &Project{Input: in, linker: link.New(in.Files), trees: trees{}}
}

// Regexes returns the reach of some regexes, in their order. It reads the files of the packages in which they stand,
// and of those that use these.
func (p *Project) Regexes(ctx context.Context, regexes []Regex) []Result {
	p.regexes = regexes
	p.results = make([]Result, len(regexes))
	p.constant = make([]bool, len(regexes))
	p.divide()
	p.followAll(ctx, p.order(ctx))
	for i := range p.results {
		r := &p.results[i]
		if what := interrupted(ctx); what != "" {
			p.lose(i, what)
			r.cut = true
		}
		if len(r.Matches) == 0 && len(r.Ways) == 0 {
			r.NotFollowed = append(r.NotFollowed, "no call was found in which it meets a text")
		}
		r.NotFollowed = append(r.NotFollowed, p.Missing...)
		if len(r.Matches) > 0 && len(r.Ways) == 0 && len(r.NotFollowed) == 0 && !p.constant[i] {
			r.NotFollowed = append(r.NotFollowed, "where the text comes from")
		}
		r.settle(p.constant[i], p.MaxWays)
		file, _ := role.Of(p.Model, p.linker, p.regexes[i].File)
		r.Role = file.String()
		r.Level = r.InRole(r.Level)
	}
	return p.results
}

// interrupted says what an answer lacks whose context has ended, "" where it has not.
func interrupted(ctx context.Context) string {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return "what was left when the time was up"
	case err != nil:
		return "what was left when it was interrupted"
	}
	return ""
}

// open divides the files where no question has done it.
func (p *Project) open() {
	if p.units == nil {
		p.divide()
	}
}

// divide puts the files into packages.
func (p *Project) divide() {
	old := p.units
	p.units, p.byName, p.ownTexts = map[string]*unit{}, map[string][]*unit{}, nil
	wanted := map[string][]int{}
	for i, r := range p.regexes {
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
		names := u.pkg.Dependencies
		if !p.OfHandlers || u.name == "" { // what only the development of an installed package needs answers no requests
			names = slices.Concat(names, u.pkg.DevDependencies)
		}
		for _, name := range names {
			u.needs = append(u.needs, p.byName[name]...)
		}
	}
	for _, u := range p.units {
		if u.name == "" { // what is not installed may use all
			if o := old[u.family+" "]; o != nil && (p.OfHandlers || !slices.ContainsFunc(o.aside, func(file string) bool { return wanted[file] != nil })) {
				u.files, u.left, u.aside, u.opened = o.files, o.left, o.aside, o.opened
			}
			for _, key := range sortedKeys(p.units) {
				if o := p.units[key]; o != u && o.family == u.family {
					u.needs = append(u.needs, o)
				}
			}
		}
	}
}

// dropUnused drops the packages that the project itself does not import from those that it needs.
func (p *Project) dropUnused(ctx context.Context, u *unit) {
	if u.name != "" || u.family != "JavaScript" {
		return // a package of another language may be imported by any name
	}
	if t := p.texts(ctx, u); t != nil {
		u.needs = slices.DeleteFunc(u.needs, func(n *unit) bool { return !t.mayImport([]string{n.name}, u.family) })
	}
}

func (p *Project) unitOf(file, family string) *unit {
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
func (p *Project) order(ctx context.Context) []*unit {
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
	if p.OfHandlers {
		own := p.own()
		for _, u := range own {
			p.dropUnused(ctx, u)
		}
		for _, u := range own {
			visit(u)
		}
		return all
	}
	for _, key := range sortedKeys(p.units) {
		visit(p.units[key])
	}
	return all
}
