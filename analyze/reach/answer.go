package reach

import (
	"context"
	"path"
	"slices"

	"snag/analyze/reach/flow"
)

// answer is what was found in the files of a package. With what the packages that it uses offer, it tells the ways to
// regexes and what the package offers itself.
type answer struct {
	sources  []sources
	meetings []meeting
	lost     []loss
	apart    int      // how many files were left out that are not near the regexes
	left     []string // files that were not read
}

// sources are where a text comes from.
type sources struct {
	origins []origin
	lost    []string
}

// meeting is a call in which texts meet regexes, or are handed to a function that another package offers.
type meeting struct {
	at      Place
	offer   int // the number of the function in unit.offers, -1 for none
	regexes []met
	sources int // the number of the sources
}

// met is a regex that meets a text, by its number in unit.regex. Part says that it is a part of a larger one.
type met struct {
	regex int
	part  bool
}

// loss is what may hide ways to a regex, which has the number in unit.regex.
type loss struct {
	regex int
	what  []string
}

// find returns what the files of a package tell, nil for nothing. It begins when what is held leaves room for them.
func (p *Project) find(ctx context.Context, u *unit, held *load) *answer {
	if len(u.regex) == 0 && !slices.ContainsFunc(u.needs, func(n *unit) bool { return len(n.exports) > 0 }) {
		return nil
	}
	if u.name == "" {
		files, left := p.read(ctx, u)
		if ctx.Err() != nil {
			return nil
		}
		return p.ask(ctx, u, files, left)
	}
	t := p.texts(ctx, u)
	if t == nil {
		return nil
	}
	var uses []string
	if len(u.regex) == 0 { // nothing but what it uses can lead to a regex
		for _, n := range u.needs {
			if len(n.exports) > 0 {
				uses = append(uses, n.name)
			}
		}
		if !t.mayImport(uses, u.family) {
			t.paths = nil
		}
	}
	size := 0
	for _, file := range t.paths {
		size += len(t.of[file])
	}
	defer held.add(size)()
	return p.recall(ctx, u, t)
}

// ask finds out what the files of a package tell.
func (p *Project) ask(ctx context.Context, u *unit, files []parsed, left []string) *answer {
	a := &answer{left: left}
	externals := p.externals(u, files)
	if u.name != "" && len(u.regex) == 0 && len(externals) == 0 {
		files = nil
	}
	files, a.apart = p.related(u, files, externals)
	at := map[string]int{}
	for i, f := range files {
		at[f.path] = i
	}
	program, written := p.program(ctx, u, files, externals)
	s := &solved{files, a.apart, program, written}
	if u.name == "" {
		u.solved = s
	}
	number := map[int]int{}
	for k, i := range u.regex {
		number[i] = k
	}
	known := map[int32]int{} // by subject: one argument may meet many regexes of another package
	for _, m := range program.Matches() {
		if ctx.Err() != nil {
			break
		}
		k, again := known[m.Subject]
		if !again || !m.Same() {
			k = len(a.sources)
			hits, lost := program.SourcesOf(m)
			one := sources{make([]origin, len(hits)), lost}
			for i, h := range hits {
				one.origins[i] = newOrigin(h, s)
			}
			a.sources = append(a.sources, one)
		}
		if m.Same() {
			known[m.Subject] = k
		}
		x := meeting{at: Place{files[m.File].path, int(m.Start), int(m.End), NoLimit}, offer: -1, sources: k}
		if m.External != nil {
			x.offer = m.External.ID
		} else {
			for _, r := range m.Patterns {
				x.regexes = append(x.regexes, met{number[r.ID], r.Part})
			}
		}
		a.meetings = append(a.meetings, x)
	}
	for _, id := range sortedKeys(program.PublicRegexes) {
		if k, asked := number[id]; asked {
			r := p.regexes[id]
			a.meetings = append(a.meetings, meeting{Place{r.File, r.Start, r.End, NoLimit}, -1, []met{{regex: k}}, len(a.sources)})
			a.sources = append(a.sources, sources{origins: []origin{patternOrigin(program.PublicRegexes[id])}})
		}
	}
	escapes := program.Escapes()
	for k, i := range u.regex {
		if where := escapes[i]; len(where) > 0 {
			a.lost = append(a.lost, loss{k, where})
		}
		if f, ok := at[p.regexes[i].File]; ok && files[f].graph.Skipped > 0 {
			a.lost = append(a.lost, loss{k, []string{"code of " + path.Base(files[f].path) + " that was not understood"}})
		}
	}
	if u.name != "" {
		p.room.Free(program)
	}
	return a
}

// tell adds what was found in a package to the results, and notes what it offers.
func (p *Project) tell(u *unit, a *answer) {
	offers := u.offers()
	for i := range a.meetings {
		p.settle(u, &a.meetings[i], &a.sources[a.meetings[i].sources], offers)
	}
	for _, l := range a.lost {
		p.lose(u.regex[l.regex], l.what...)
	}
	p.loseUnread(u, a.left, a.apart)
}

// settle adds what was found for a match to the results.
func (p *Project) settle(u *unit, m *meeting, from *sources, offers []*exportedWay) {
	var whole, parts []int
	var tail *exportedWay
	if m.offer >= 0 {
		tail = offers[m.offer]
		whole = tail.regexes
	}
	for _, r := range m.regexes {
		if i := u.regex[r.regex]; r.part {
			parts = append(parts, i)
			p.lose(i, "what the regex becomes a part of")
		} else {
			whole = append(whole, i)
		}
	}
	fixed, pattern := len(from.origins) > 0 && len(from.lost) == 0, false
	for k := range from.origins {
		o := &from.origins[k]
		pattern = pattern || o.pattern
		fixed = fixed && o.from == flow.Fixed
		for k, regexes := range [][]int{whole, parts} {
			if len(regexes) == 0 {
				continue
			}
			if p.OfHandlers && o.handler.File == "" && (o.from != flow.Library || u.name == "") {
				continue
			}
			way, ok := o.way(m.at, tail, k == 1)
			if !ok {
				continue
			}
			way.awkward = way.awkward || u.pkg != nil && u.pkg.Hides(way.Call.Module)
			way.mark() // once for all of them
			for _, i := range regexes {
				if !p.OfHandlers || way.Handler.File != "" {
					p.results[i].add(way, p.MaxWays)
				}
			}
			if o.from == flow.Library && u.name != "" && !u.export(o, way, k == 1, regexes) {
				for _, i := range regexes {
					p.lose(i, "members of members of members")
				}
			}
		}
	}
	for _, i := range slices.Concat(whole, parts) {
		r := &p.results[i]
		if tail == nil {
			p.constant[i] = fixed && (len(r.Matches) == 0 || p.constant[i])
			if len(r.Matches) < maxMatches && !pattern && !slices.Contains(r.Matches, m.at) {
				r.Matches = append(r.Matches, m.at)
			}
		}
		p.lose(i, from.lost...)
		r.cut = r.cut || flow.GaveUp(from.lost)
	}
}
