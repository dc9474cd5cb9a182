package reach

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/model"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// follow finds the ways in a package, and what it lets others do.
func (p *Project) follow(ctx context.Context, u *unit) {
	if len(u.regex) == 0 && !slices.ContainsFunc(u.needs, func(n *unit) bool { return len(n.exports) > 0 }) {
		return
	}
	var uses []string
	if u.name != "" && len(u.regex) == 0 { // nothing but what it uses can lead to a regex
		for _, n := range u.needs {
			if len(n.exports) > 0 {
				uses = append(uses, n.name)
			}
		}
	}
	files, left := p.read(ctx, u, uses...)
	if ctx.Err() != nil {
		return
	}
	externals, ways := p.externals(u, files)
	if uses != nil && len(externals) == 0 {
		files = nil
	}
	files, apart := p.related(u, files, externals)
	at := map[string]int{}
	for i, f := range files {
		at[f.path] = i
	}
	program, written := p.program(ctx, u, files, externals)
	if u.name == "" {
		u.solved = &solved{files, apart, program, written}
	}
	type sources struct {
		hits []flow.Hit
		lost []string
	}
	known := map[int32]sources{} // by subject: one argument may meet many regexes of another package
	for _, m := range program.Matches() {
		if ctx.Err() != nil {
			break
		}
		s, again := known[m.Subject]
		if !again || !m.Same() {
			s.hits, s.lost = program.SourcesOf(m)
		}
		if m.Same() {
			known[m.Subject] = s
		}
		p.settle(u, m, s.hits, s.lost, ways, files, program, written)
	}
	for i, where := range program.Escapes() {
		p.lose(i, where...)
	}
	for _, i := range u.regex {
		if k, ok := at[p.regexes[i].File]; ok && files[k].graph.Skipped > 0 {
			p.lose(i, "code of "+path.Base(files[k].path)+" that was not understood")
		}
	}
	p.loseUnread(u, left, apart)
	if u.name != "" {
		p.room.Free(program)
	}
}

// loseUnread notes what was not read of a package: it may call any function with a regex, those of other packages too.
func (p *Project) loseUnread(u *unit, left []string, apart int) {
	if apart == 0 && len(left) == 0 && len(u.exports) < maxExports {
		return
	}
	asked := slices.Clone(u.regex)
	for _, n := range u.needs {
		for _, w := range n.ways {
			asked = append(asked, w.regexes...)
		}
	}
	slices.Sort(asked)
	for _, i := range slices.Compact(asked) {
		if apart > 0 {
			p.lose(i, "files of "+cmp.Or(u.name, "the project")+" that are not near the regexes")
		}
		for _, file := range left {
			p.lose(i, path.Base(file)+", which was not read")
		}
		if len(u.exports) >= maxExports {
			p.lose(i, fmt.Sprintf("functions of %s beyond the first %d", u.name, maxExports))
		}
	}
}

// imported returns the names by which some files in JavaScript import modules. A name with dots may be that of a
// module with members behind it.
func (p *Project) imported(files []parsed) map[string]bool {
	all := map[string]bool{}
	add := func(name string) {
		for all[name] = true; ; all[name] = true {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				return
			}
			name = name[:dot]
		}
	}
	for _, f := range files {
		resolve := p.resolver(f.path, nil)
		for _, id := range f.graph.Modules {
			_, name := resolve(f.graph.Nodes[id].Name)
			add(name)
			add(f.graph.Nodes[id].Name)
		}
	}
	return all
}

// program links the files of a package to a program, and returns the regexes in them too.
func (p *Project) program(ctx context.Context, u *unit, files []parsed, externals []flow.External) (*flow.Program, *written) {
	at := map[string]int{}
	for i, f := range files {
		at[f.path] = i
	}
	var sources []flow.Source
	for _, f := range files {
		sources = append(sources, flow.Source{Graph: f.graph, Public: p.public(u, f.path), Resolve: p.resolver(f.path, at)})
	}
	for _, i := range u.regex {
		r := p.regexes[i]
		if k, ok := at[r.File]; ok {
			sources[k].Patterns = append(sources[k].Patterns, flow.Pattern{
				ID: i, Start: int32(r.Start), End: int32(r.End), TextStart: int32(r.TextStart), TextEnd: int32(r.TextEnd)})
		}
	}
	made := flow.New
	if u.name != "" {
		made = p.room.New
	}
	program := made(ctx, sources, p.Model, externals)
	for name, set := range p.setByFiles(u) {
		program.Limit(name, flow.Set{Max: set.max, File: -1})
	}
	all := newWritten(files)
	program.Regexes, program.Width = all.patterns, all.width
	program.Line = newLines(files).number
	program.Text = func(file int, start, end int32) string { return string(files[file].text[start:end]) }
	return program, all
}

// maxLost bounds what is told of a regex that was not followed.
const maxLost = 64

// lose notes what may hide ways to a regex.
func (p *Project) lose(regex int, what ...string) {
	r := &p.results[regex]
	for _, w := range what {
		if len(r.NotFollowed) < maxLost && !slices.Contains(r.NotFollowed, w) {
			r.NotFollowed = append(r.NotFollowed, w)
		}
	}
}

func (p *Project) resolver(from string, at map[string]int) func(string) (int, string) {
	return func(module string) (int, string) {
		file, ok := p.linker.Resolve(from, module)
		if !ok {
			return -1, module
		}
		if i, here := at[file]; here {
			return i, module
		}
		return -1, strings.TrimSuffix(strings.TrimSuffix(module, ".js"), "/index")
	}
}

// settle adds what was found for a match to the results.
func (p *Project) settle(u *unit, m flow.Meeting, hits []flow.Hit, lost []string, ways []exportedWay, files []parsed, program *flow.Program, written *written) {
	var whole, parts []int
	var tail exportedWay
	if m.External != nil {
		tail = ways[m.External.ID]
		whole = tail.regexes
	} else {
		for _, r := range m.Patterns {
			if r.Part {
				parts = append(parts, r.ID)
				p.lose(r.ID, "what the regex becomes a part of")
			} else {
				whole = append(whole, r.ID)
			}
		}
	}
	fixed := len(hits) > 0 && len(lost) == 0
	for _, h := range hits {
		fixed = fixed && h.Origin == flow.Fixed
		for k, regexes := range [][]int{whole, parts} {
			if len(regexes) == 0 {
				continue
			}
			h.Possible = h.Possible || k == 1
			way, ok := p.way(h, m, tail, files, program, written)
			if !ok {
				continue
			}
			for _, i := range regexes {
				p.results[i].add(way, p.MaxWays)
			}
			if h.Origin == flow.Library && u.name != "" {
				p.export(u, h, way, regexes)
			}
		}
	}
	for _, i := range slices.Concat(whole, parts) {
		r := &p.results[i]
		if m.External == nil {
			p.constant[i] = fixed && (len(r.Matches) == 0 || p.constant[i])
			if at := (Place{files[m.File].path, int(m.Start), int(m.End), NoLimit}); len(r.Matches) < maxMatches && !slices.Contains(r.Matches, at) {
				r.Matches = append(r.Matches, at)
			}
		}
		p.lose(i, lost...)
	}
}

// way makes a way of a hit. ok is false for one that leads nowhere.
func (p *Project) way(h flow.Hit, m flow.Meeting, tail exportedWay, files []parsed, program *flow.Program, written *written) (w Way, ok bool) {
	most, possible := h.Max, h.Possible
	if x := m.External; x != nil {
		most, possible = min(most, x.Max), possible || x.Possible
	}
	w = Way{MaxLength: length(most), SourceMax: length(h.SourceMax)}
	switch h.Origin {
	case flow.FromRule:
		w.Level = levelOf(h.Source, possible)
		w.Kind = h.Source.Kind.String()
		w.Framework = h.Source.Framework
		w.Input = inputName(h)
	case flow.Library:
		w.Level = Library
		w.Input = inputName(h)
		w.Call = LibraryCall{h.Function.Root.Name, cloned(h.Function.Steps), h.Access.Root.Index, cloned(h.Access.Steps)}
	default:
		return Way{}, false
	}
	if h.Origin == flow.FromRule {
		w.Name = program.InputName(h)
	}
	if h.Entry != nil {
		w.Method, w.Route = h.Entry.Method, h.Entry.Route
		start, end := program.Func(flow.Handler{File: h.Entry.File, Func: h.Entry.Func})
		w.Handler = Place{files[h.Entry.File].path, int(start), int(end), NoLimit}
	}
	w.Method, w.Route, w.Input = strings.Clone(w.Method), strings.Clone(w.Route), strings.Clone(w.Input)
	w.Trace = make([]Place, 0, len(h.Trace)+1+len(tail.way.Trace))
	for _, s := range h.Trace {
		w.Trace = append(w.Trace, Place{files[s.File].path, int(s.Start), int(s.End), length(s.Cap)})
	}
	call := Place{files[m.File].path, int(m.Start), int(m.End), NoLimit}
	if m.External != nil {
		w.Trace = append(append(w.Trace, call), tail.way.Trace...)
	} else {
		w.Trace = append(w.Trace, call)
	}
	if h.Origin == flow.FromRule && h.Source.Without != "" && !h.Closed && !tail.way.closed && len(w.Trace) > 0 {
		if class, err := parser.Parse(syntax.JavaScript, h.Source.Without, ""); err == nil {
			w.Edited = append(w.Edited, w.Trace[0])
			w.Edits = append(w.Edits, edited.Edit{Kind: edited.Replace, Every: true, Find: class, Known: true})
		}
	}
	if !tail.way.closed {
		for _, e := range h.Edits {
			file, start, end := program.CallAt(e.Call)
			w.Edited = append(w.Edited, Place{files[file].path, start, end, NoLimit})
			w.Edits = append(w.Edits, written.edit(e))
		}
	}
	w.closed = h.Closed || tail.way.closed
	w.Edits, w.Edited = append(w.Edits, tail.way.Edits...), append(w.Edited, tail.way.Edited...)
	if w.Level == Remote && len(w.Trace) > longestWay {
		w.Level = RemotePossible
	}
	return w, true
}

// cloned returns a copy of names, which may be parts of the text of a file: that would stay as long as they do.
func cloned(names []string) []string {
	own := make([]string, len(names))
	for i, name := range names {
		own[i] = strings.Clone(name)
	}
	return own
}

func length(n int64) int {
	if n == flow.NoLimit || n < 0 || n > 1<<50 {
		return NoLimit
	}
	return int(n)
}

// inputName returns the name of a value for people: what stands behind the parameter of the request, or the
// function and parameter of a library.
func inputName(h flow.Hit) string {
	var steps []string
	for _, s := range h.Access.Steps {
		switch {
		case s == "()" && len(steps) > 0:
			steps[len(steps)-1] += "()"
		case s != "()":
			steps = append(steps, s)
		}
	}
	name := strings.Join(steps, ".")
	root := h.Access.Root
	if h.Origin == flow.Library {
		parameter := root.Param
		if parameter == "" {
			parameter = "argument " + strconv.Itoa(root.Index+1)
		}
		if name != "" {
			parameter += "." + name
		}
		return functionName(h.Function) + "(" + parameter + ")"
	}
	if root.Kind == model.EntryArg {
		if name == "" {
			return root.Param
		}
		return name
	}
	if name == "" || root.Kind == model.Decorated {
		if root.Param != "" {
			return root.Param
		}
		return root.Name
	}
	if root.Kind == model.Module {
		return name
	}
	return root.Name + "." + name
}

// functionName returns the name of a function of a library as its users write it.
func functionName(a model.Access) string {
	name := a.Root.Name
	for _, s := range a.Steps {
		switch s {
		case "()":
			name += "()"
		case "default":
		default:
			name += "." + s
		}
	}
	return name
}
