package pattern

import (
	"path/filepath"
	"slices"

	"snag/analyze/reach"
	"snag/analyze/reach/link"
	"snag/analyze/source/literal"
	"snag/cmd/report"
	"snag/cmd/worktree"
)

// Placer turns offsets into places.
type Placer struct {
	files   link.Files
	lines   map[string]*literal.Lines
	outside map[string]string // the names that the report calls files by
	folder  string            // of files that have none there, "" for that in which they are named

	numbers map[reach.Place]int32 // of places that stand in known
	known   *knownPlaces
}

// knownPlaces are the places that traces lead through. The ways to the regexes of a large program lead through the same
// few again and again, and a trace is a list of their numbers.
type knownPlaces struct{ all []report.Location }

// trace is a list of places by their numbers.
type trace []int32

// locations returns the places of a trace.
func (k *knownPlaces) locations(t trace) []report.Location {
	if t == nil {
		return nil
	}
	all := make([]report.Location, len(t))
	for i, number := range t {
		all[i] = k.all[number]
	}
	return all
}

// One returns a place as reports have it.
func (p *Placer) One(t reach.Place) report.Location {
	l := p.lines[t.File]
	if l == nil {
		text, err := p.files.Read(t.File)
		if err != nil {
			text = nil
		}
		lines := literal.NewLines(text)
		l = &lines
		p.lines[t.File] = l
	}
	name := t.File
	if n, ok := p.outside[t.File]; ok {
		name = n
	} else if p.folder != "" {
		name = worktree.DisplayPath(filepath.Join(p.folder, filepath.FromSlash(t.File)))
	}
	return report.Location{File: name, Start: position(l.Position(t.Start)), End: position(l.Position(t.End))}
}

// longestCode is how much of what stands at a place of a trace is shown, in code points.
const longestCode = 60

// number returns the number of a place that traces lead through.
func (p *Placer) number(t reach.Place) int32 {
	t.MaxLength = 0 // says nothing of where it is
	if n, ok := p.numbers[t]; ok {
		return n
	}
	n := int32(len(p.known.all))
	at := p.One(t)
	at.Code = report.Clip(p.lines[t.File].Between(t.Start, min(t.End, t.Start+16*longestCode)), longestCode)
	p.known.all = append(p.known.all, at)
	p.numbers[t] = n
	return n
}

// trace returns the places of a trace by their numbers.
func (p *Placer) trace(places []reach.Place) trace {
	var all trace
	for _, t := range places {
		number := p.number(t)
		if n := len(all); n > 0 && isOneLine(&p.known.all[all[n-1]], &p.known.all[number]) {
			all[n-1] = number // of several steps on a line the last one is shown
			continue
		}
		all = append(all, number)
	}
	return slices.Clip(all)
}

// isOneLine reports whether two places are on one line.
func isOneLine(a, b *report.Location) bool { return a.File == b.File && a.Start.Line == b.Start.Line }

// All returns the places of a trace.
func (p *Placer) All(places []reach.Place) []report.Location {
	return p.known.locations(p.trace(places))
}
