package reach

import (
	"context"
	"slices"

	"snag/analyze/reach/flow"
)

// Argument is what a call is handed, and where that comes from.
type Argument struct {
	// Call is the name of what is called, At the call.
	Call string
	At   Place
	// Number counts the arguments from 1; 0 is what the call is a method of.
	Number int
	Result
}

// Arguments returns where the arguments come from of the calls whose names begin between two offsets of a file.
// It follows values within the package of the file alone.
func (p *Project) Arguments(ctx context.Context, file string, start, end int) []Argument {
	p.open()
	for _, key := range sortedKeys(p.units) {
		u := p.units[key]
		for _, path := range u.paths {
			if path == file {
				return p.argumentsAt(ctx, u, file, start, end)
			}
		}
	}
	return nil
}

func (p *Project) argumentsAt(ctx context.Context, u *unit, file string, start, end int) []Argument {
	if slices.Contains(u.aside, file) {
		u.opened, u.solved, u.shown = false, nil, file
	}
	s, left := p.solve(ctx, u, func(f *parsed) bool { return f.path == file })
	files, program := s.files, s.program
	var all []Argument
	for i := range files {
		if files[i].path != file {
			continue
		}
		for _, c := range program.CallsIn(i, start, end) {
			for _, arg := range c.Args {
				a := Argument{Call: c.Name, At: Place{file, c.Start, c.End, NoLimit}, Number: arg.Number}
				hits, lost := program.Sources(arg.Value)
				fixed := len(hits) > 0 && len(lost) == 0
				for _, h := range hits {
					fixed = fixed && h.Origin == flow.Fixed
					from := newOrigin(h, s)
					if way, ok := from.way(a.At, nil, false); ok {
						a.add(way, p.MaxWays)
					}
				}
				a.Matches, a.NotFollowed = []Place{a.At}, append(lost, p.Missing...)
				if s.apart > 0 || len(left) > 0 {
					a.NotFollowed = append(a.NotFollowed, "files that are not near this one")
				}
				a.cut = flow.GaveUp(lost)
				a.settle(fixed, p.MaxWays)
				all = append(all, a)
			}
		}
	}
	return all
}
