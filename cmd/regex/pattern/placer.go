package pattern

import (
	"path/filepath"

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

// All returns the places of a trace.
func (p *Placer) All(trace []reach.Place) []report.Location {
	var all []report.Location
	for _, t := range trace {
		at := p.One(t)
		if n := len(all); n > 0 && all[n-1].File == at.File && all[n-1].Start.Line == at.Start.Line {
			all[n-1] = at // of several steps on a line the last one is shown
			continue
		}
		all = append(all, at)
	}
	return all
}
