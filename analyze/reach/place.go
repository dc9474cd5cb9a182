package reach

import (
	"runtime"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
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

// FindArguments returns where the arguments come from of the calls whose names begin between two offsets of a file.
// Regexes of the input are not used. It follows values within the package of the file alone.
func FindArguments(in Input, file string, start, end int) []Argument {
	if in.Model == nil {
		in.Model = model.Default()
	}
	if in.Jobs <= 0 {
		in.Jobs = runtime.GOMAXPROCS(0)
	}
	in.Regexes = nil
	p := &project{Input: in, linker: link.New(in.Files), units: map[string]*unit{}, byName: map[string][]*unit{}}
	p.divide()
	for _, key := range sortedKeys(p.units) {
		u := p.units[key]
		for _, path := range u.paths {
			if path == file {
				return p.argumentsAt(u, file, start, end)
			}
		}
	}
	return nil
}

func (p *project) argumentsAt(u *unit, file string, start, end int) []Argument {
	files, left := p.read(u)
	files, apart := p.near(files, func(f *parsed) bool { return f.path == file })
	program, written := p.program(u, files, nil)
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
					m := flow.Meeting{File: i, Start: int32(c.Start), End: int32(c.End)}
					if way, ok := p.way(h, m, exportedWay{}, files, program, written); ok {
						a.add(way)
					}
				}
				a.Matches, a.NotFollowed = 1, append(lost, p.Missing...)
				if apart > 0 || len(left) > 0 {
					a.NotFollowed = append(a.NotFollowed, "files that are not near this one")
				}
				a.settle(fixed, p.MaxWays)
				all = append(all, a)
			}
		}
	}
	return all
}
