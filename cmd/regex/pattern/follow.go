package pattern

import (
	"context"
	"slices"

	"snag/analyze/reach"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/passing"
	"snag/analyze/regex/redos"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
)

// Program is the files of a program in which values are followed to the matches of regexes.
type Program struct {
	// Paths are the files, with slashes, relative to the folder of the program. Files reads them.
	Paths []string
	Files link.Files
	// Missing names what of the program is not among Paths.
	Missing []string
	// Model is what is known of frameworks.
	Model *model.Model
	// Jobs is how many files are read at once; 0 for one for each processor.
	Jobs int
	// Memory keeps what was found in installed packages; nil for none.
	Memory reach.Memory

	// Ways is how many ways are kept for each regex, 0 for a few.
	Ways int
	// OfHandlers leaves out what [reach.Input] says.
	OfHandlers bool
	// Folder is that of the program, "" where reports call all files by their paths.
	Folder string
	// Inside returns the path of a file that reports call by a name; it is nil where these are the same. Outside has
	// the names that reports call files by, where they are others than their paths.
	Inside  func(name string) string
	Outside map[string]string

	opened *reach.Project
}

// Project returns what answers questions about the program. It is made with the first one.
func (p *Program) Project() *reach.Project {
	if p.opened == nil {
		p.opened = reach.Open(reach.Input{Paths: p.Paths, Files: p.Files, Missing: p.Missing, Jobs: p.Jobs, Model: p.Model, MaxWays: p.Ways, OfHandlers: p.OfHandlers, Memory: p.Memory})
	}
	return p.opened
}

// Forget lets go of what was read and worked out for the questions so far.
func (p *Program) Forget() { p.opened = nil }

// Placer returns what turns offsets in files of the program into places.
func (p *Program) Placer() *Placer {
	return &Placer{files: p.Files, lines: map[string]*literal.Lines{}, outside: p.Outside, folder: p.Folder, numbers: map[reach.Place]int32{}, known: &knownPlaces{}}
}

// Follow finds out who can send texts to patterns. When ctx ends, what is known by then counts, and says so.
func (p *Program) Follow(ctx context.Context, asked []*Audited) {
	if len(asked) == 0 {
		return
	}
	var regexes []reach.Regex
	for _, a := range asked {
		file := a.File
		if p.Inside != nil {
			file = p.Inside(file)
		}
		regexes = append(regexes, reach.Regex{
			File: file, Start: a.Expr.Start.Offset, End: a.Expr.End.Offset, TextStart: a.At.Start.Offset, TextEnd: a.At.End.Offset,
		})
	}
	places := p.Placer()
	for i, r := range p.Project().Regexes(ctx, regexes) {
		x := NewReached(r, places)
		for _, at := range r.Matches {
			x.matches = append(x.matches, places.One(at))
		}
		x.passed = passedOf(r.Ways, places, func(edits []edited.Edit) passing.Passage {
			passes, _ := passing.Through(ctx, asked[i].Verdict, asked[i].Mode, edits, redos.DefaultLimits)
			return passes
		})
		asked[i].Reach = x
	}
}

// passedOf returns what gets through by each of some ways. Many have the same edits, of which through is asked once.
func passedOf(ways []reach.Way, places *Placer, through func(edits []edited.Edit) passing.Passage) []passed {
	all := make([]passed, len(ways))
	var first []int // the ways that have other edits than those before
	var known []passing.Passage
	for i, w := range ways {
		k := slices.IndexFunc(first, func(k int) bool { return slices.Equal(ways[k].Edits, w.Edits) })
		if k < 0 {
			k = len(first)
			first, known = append(first, i), append(known, through(w.Edits))
		}
		all[i] = newPassed(known[k], w, places)
	}
	return all
}

// Followed are the patterns for which somebody who can send a text is looked for.
func Followed(all []Audited) []*Audited {
	var asked []*Audited
	for i := range all {
		a := &all[i]
		if l, ok := extract.ByPath(a.File); ok && reach.Follows(l) && a.File != "" && a.IsVulnerable() {
			asked = append(asked, a)
		}
	}
	return asked
}
