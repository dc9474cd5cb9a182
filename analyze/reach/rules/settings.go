package rules

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// mostInside is how deep objects that a file writes out are looked into for what sets limits.
const mostInside = 5

// assignedInside notes the limits that are set by the members of an object that a name at the top of a file is, or that
// the file exports: export const config = { api: { bodyParser: { sizeLimit: '4mb' } } }.
func (p *Program) assignedInside(file int32, n points.Node, steps []string) {
	if len(steps) > mostInside {
		return
	}
	g := p.Code[file].Graph
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if written := x.Kind == points.Allocated && (x.File == file || x.File < 0); !written && (len(steps) > 0 || x.Kind == points.Outside) {
			continue // what is exported is an object of its own kind
		}
		for _, name := range points.SortedKeys(x.Fields) {
			f, inner := x.Fields[name], slices.Concat(steps, []string{name})
			if p.Model().MaySet(p.Language(), name) && p.IsStored(o, f) {
				for _, rule := range p.Model().SetBy(p.Language(), g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: inner[0]}, Steps: inner[1:]}) {
					p.setToAny(rule, file, p.held(f), p.placeOf(file, f))
				}
			}
			p.assignedInside(file, f, inner)
		}
	}
}

// held is the one value that is stored in a member, or the member.
func (p *Program) held(member points.Node) points.Node {
	if n := p.Stored(member); n != 0 {
		return n
	}
	return member
}

// placeOf is the place of what is stored in a member.
func (p *Program) placeOf(file int32, member points.Node) Set {
	if n := p.Stored(member); n != 0 {
		if at, g := p.FileOf(n); g != nil && g.End > 0 {
			return Set{File: int(at), Start: g.Start, End: g.End}
		}
	}
	return Set{File: int(file)}
}

// configured notes the limits that classes of a file of settings set, of which the program takes one:
// app.config.from_object(Production). A limit that not all of them have is at least its default.
func (p *Program) configured(file int32) {
	g := p.Code[file].Graph
	if p.Language() != model.Python || len(g.Classes) == 0 {
		return
	}
	have, rules := map[*model.Setting]int{}, []*model.Setting(nil)
	for i := range g.Classes {
		seen := map[*model.Setting]bool{}
		for _, c := range p.Ancestry(file, int32(i)) {
			from := p.Code[c[0]].Graph
			for _, m := range from.Classes[c[1]].Tree.Members {
				if m.Func != nil || m.Name == "" || !p.Model().MaySet(p.Language(), m.Name) {
					continue
				}
				o := p.Origin[p.At(c[0], from.Classes[c[1]].Node)]
				for _, rule := range p.Model().SetBy(p.Language(), g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: m.Name}}) {
					if f, ok := p.Object(o).Fields[m.Name]; ok && !seen[rule] {
						seen[rule] = true
						have[rule]++
						rules = append(rules, rule)
						p.setToAny(rule, file, p.held(f), p.placeOf(c[0], f))
					}
				}
			}
		}
	}
	for _, rule := range rules {
		if have[rule] < len(g.Classes) {
			p.Keeps[rule.Sets] = true
		}
	}
}

// set notes the limits that calls of the program set. Where several set one, the largest counts; a call that leaves it
// out keeps the default, and one that sets it to what is not known may set it to anything.
func (p *Program) set() {
	p.touched = map[string]bool{}
	blanks := p.blanks()
	type set struct {
		call  int32
		limit string
	}
	stated := map[set]bool{}
	p.routeLimits()
	for i, s := range p.settings {
		if s.routes != nil {
			one := *s.Rule
			one.Local, s.Rule = true, &one
			p.settings[i] = s
		}
		p.touched[s.Rule.Sets] = true
		at := p.setBy(s.call)
		if s.Rule.Max != 0 {
			continue // where the call says nothing itself
		}
		known := false
		for _, n := range p.Place(s.call, model.Place{Role: "max"}, s.roles, false) {
			known = p.setTo(s.Rule, n, at) || known
		}
		for _, roles := range p.elementRoles(s.call, s.roles) {
			for _, n := range p.Place(s.call, model.Place{Role: "max"}, roles, false) {
				known = p.setTo(s.Rule, n, at) || known
			}
		}
		for _, r := range s.roles {
			if r.Role == "max" && p.given(s.call, r, blanks, known) && (!s.Rule.Named || p.mayName(s.call, r)) {
				at.Max, known = model.NoLimit, true
				p.noteLimit(s.Rule, at)
			}
		}
		if !known && !s.Rule.Local {
			p.Keeps[s.Rule.Sets] = true
		}
		stated[set{s.call, s.Rule.Sets}] = stated[set{s.call, s.Rule.Sets}] || known
	}
	for _, s := range p.settings {
		if at := p.setBy(s.call); s.Rule.Max != 0 && !stated[set{s.call, s.Rule.Sets}] {
			at.Max = s.Rule.Max
			p.noteLimit(s.Rule, at)
		}
	}
	for i := range p.Code {
		p.assigned(int32(i))
		g := p.Code[i].Graph
		for j := range g.Funcs {
			p.attributed(int32(i), g.Funcs[j].Decorators)
		}
		for j := range g.Classes {
			p.attributed(int32(i), g.Classes[j].Decorators)
		}
	}
}

// setBy is the place of a call that sets a limit.
func (p *Program) setBy(call int32) Set {
	file, start, end := p.CallAt(call)
	return Set{File: file, Start: int32(start), End: int32(end)}
}

// attributed notes the limits that attributes without parentheses set, which are no calls.
func (p *Program) attributed(file int32, decorators []graph.ID) {
	for _, d := range decorators {
		if p.SiteAt(file, d) >= 0 {
			continue
		}
		for _, f := range p.Model().SettingsOf(p.Language(), p.Decorator(file, d)) {
			if f.Rule.Max != 0 {
				at := p.setAt(file, d)
				at.Max = f.Rule.Max
				p.touched[f.Rule.Sets] = true
				p.noteLimit(f.Rule, at)
			}
		}
	}
}

// setTo notes the value to which a limit is set. ok is false where that is not known.
func (p *Program) setTo(rule *model.Setting, n points.Node, at Set) (ok bool) {
	v, ok := p.size(n)
	if !ok {
		return false
	}
	at.Max = v
	if v != model.NoLimit {
		at.Max *= max(rule.Scale, 1)
	}
	p.noteLimit(rule, at)
	return true
}

// noteLimit notes the limit that a rule sets.
func (p *Program) noteLimit(rule *model.Setting, s Set) {
	if rule.Local {
		larger(p.locals, rule.Sets, s)
		if rule.Guards == nil {
			larger(p.Apart, rule.Sets, s)
		}
		return
	}
	larger(p.Limits, rule.Sets, s)
}

// given reports whether a call gives an argument, or a member of an object, a value of which nothing is known; known
// reports whether one is known that it may give.
func (p *Program) given(id int32, r model.Filled, blanks map[blank]bool, known bool) bool {
	if r.Arg < 0 || r.Arg >= len(p.Sites[id].Args) {
		return false
	}
	n := p.Sites[id].Args[r.Arg]
	return p.isBlank(blanks, n, r.Path) || !known && (p.gives(n, r.Path) || len(r.Path) > 0 && p.isAnything(n) && !p.isApplication(n))
}

// mayName reports whether a call may be handed an object with a member, rather than what may stand in its place: where it has
// further arguments, or the program names that member anywhere.
func (p *Program) mayName(id int32, r model.Filled) bool {
	if len(p.Sites[id].Args) > 1 || len(r.Path) == 0 {
		return true
	}
	is := func(s graph.Store) bool { return s.Field == r.Path[len(r.Path)-1] }
	return slices.ContainsFunc(p.Code, func(s points.Source) bool {
		return slices.ContainsFunc(s.Graph.Stores, is) || slices.ContainsFunc(s.Graph.Blanks, is)
	})
}

// isApplication reports whether a value is what a module makes that is called itself, such as express(): it stands where
// options may.
func (p *Program) isApplication(n points.Node) bool {
	all := slices.DeleteFunc(slices.Clone(p.Points(n)), func(o int32) bool { return p.Object(o).Kind == points.Exports }) // of its file
	return p.Language() == model.JavaScript && len(all) > 0 && !slices.ContainsFunc(all, func(o int32) bool {
		x := p.Object(o)
		return x.Kind != points.Outside || x.Name.Root.Kind != model.Module || !slices.Equal(x.Name.Steps, []string{"()"})
	})
}

// isAnything reports whether nothing is known of a value, which may be an object with any member, or of what is copied into
// it.
func (p *Program) isAnything(n points.Node) bool {
	if slices.ContainsFunc(p.Points(n), func(o int32) bool { return p.Object(o).Kind == points.Outside }) {
		return true
	}
	_, g := p.FileOf(n)
	return g != nil && (g.Kind == graph.Value || g.Kind == graph.Variable || g.Kind == graph.Param || g.Kind == graph.Result) && len(p.Points(n)) == 0
}

// gives reports whether a node is an object that is given a member at the end of a path, whatever that is. One that is
// given a member on the way of which nothing is known may be.
func (p *Program) gives(n points.Node, path []string) bool {
	if len(path) == 0 {
		return true
	}
	for _, o := range p.Points(n) {
		f, ok := p.Object(o).Fields[path[0]]
		if !ok || !p.IsStored(o, f) {
			continue
		}
		if unknown := !slices.ContainsFunc(p.Points(f), func(o int32) bool { return p.Object(o).Kind != points.Outside }); unknown || p.gives(f, path[1:]) {
			return true
		}
	}
	return false
}

// blank is a member of an object.
type blank struct {
	object int32
	name   string
}

// blanks returns the members at the end of the paths of settings that are set to what is not followed, as to null.
func (p *Program) blanks() map[blank]bool {
	names := map[string]bool{}
	for _, s := range p.settings {
		for _, r := range s.roles {
			if n := len(r.Path); n > 0 && r.Role == "max" {
				names[r.Path[n-1]] = true
			}
		}
	}
	found := map[blank]bool{}
	for i, s := range p.Code {
		for _, b := range s.Graph.Blanks {
			if !names[b.Field] {
				continue
			}
			for _, o := range p.Points(p.At(int32(i), b.Object)) {
				found[blank{o, b.Field}] = true
			}
		}
	}
	return found
}

// isBlank reports whether a member at the end of a path is among some.
func (p *Program) isBlank(among map[blank]bool, n points.Node, path []string) bool {
	return len(path) > 0 && len(among) > 0 && slices.ContainsFunc(p.Points(n), func(o int32) bool {
		if len(path) == 1 {
			return among[blank{o, path[0]}]
		}
		f, ok := p.Object(o).Fields[path[0]]
		return ok && p.isBlank(among, f, path[1:])
	})
}

// larger keeps the larger one of two limits of a name.
func larger(limits map[string]Set, name string, s Set) {
	if have, ok := limits[name]; !ok || uint64(s.Max) > uint64(have.Max) {
		limits[name] = s
	}
}

// setAt is the place of a node of a file, or of what is assigned to it.
func (p *Program) setAt(file int32, id graph.ID) Set {
	g := p.Code[file].Graph
	if n := &g.Nodes[id]; n.End > 0 {
		return Set{File: int(file), Start: n.Start, End: n.End}
	}
	for _, c := range g.Copies {
		if n := &g.Nodes[c.From]; c.To == id && n.End > 0 {
			return Set{File: int(file), Start: n.Start, End: n.End}
		}
	}
	return Set{File: -1}
}

// Set is a limit that a project sets. File is -1 where no file of the program does; Start and End are in bytes.
type Set struct {
	Max        int64 // model.NoLimit for none
	File       int
	Start, End int32
}

// Limit notes that a limit is set. Where several set one, the largest counts.
func (p *Program) Limit(name string, s Set) { larger(p.Limits, name, s) }

// assigned notes the limits that are set by what a file assigns: names at its top, and members of what is from outside.
func (p *Program) assigned(file int32) {
	g := p.Code[file].Graph
	for _, name := range points.SortedKeys(g.Names) {
		for _, rule := range p.Model().SetBy(p.Language(), g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: name}}) {
			p.setToAny(rule, file, p.At(file, g.Names[name]), p.setAt(file, g.Names[name]))
		}
	}
	if p.Model().SetIn(p.Language(), g.Path) {
		for _, name := range points.SortedKeys(g.Names) {
			p.assignedInside(file, p.At(file, g.Names[name]), []string{name})
		}
		p.assignedInside(file, p.At(file, g.Exports), nil)
		p.configured(file)
	}
	for _, stores := range [][]graph.Store{g.Stores, g.Blanks} {
		for i := range stores {
			if s := &stores[i]; p.Model().MaySet(p.Language(), s.Field) {
				p.assignedMember(file, s)
			}
		}
	}
}

// assignedMember notes the limits that are set by what is assigned to a member.
func (p *Program) assignedMember(file int32, s *graph.Store) {
	g := p.Code[file].Graph
	known := false
	for _, o := range p.Points(p.At(file, s.Object)) {
		if x := p.Object(o); x.Kind == points.Outside {
			known = true
			for _, rule := range p.Model().SetBy(p.Language(), g.Path, x.Step(s.Field)) {
				p.setToAny(rule, file, p.At(file, s.Value), p.setAt(file, s.Value))
			}
		}
	}
	if !known { // a member of whatever a function is handed, as of options
		of := model.Access{Steps: append(p.readSteps(file, s.Object), s.Field)}
		for _, rule := range p.Model().SetBy(p.Language(), g.Path, of) {
			p.setToAny(rule, file, p.At(file, s.Value), p.setAt(file, s.Value))
		}
	}
}

// readSteps returns the names of the members by which a node was read, the last few of them.
func (p *Program) readSteps(file int32, id graph.ID) (steps []string) {
	for range 3 {
		at := slices.IndexFunc(p.Code[file].Graph.Loads, func(l graph.Load) bool { return l.To == id })
		if at < 0 {
			break
		}
		l := &p.Code[file].Graph.Loads[at]
		steps, id = append([]string{l.Field}, steps...), l.From
	}
	return steps
}

// setToAny notes the value to which a limit is set, which is none where that is not known.
func (p *Program) setToAny(rule *model.Setting, file int32, value points.Node, at Set) {
	if !p.setTo(rule, value, at) {
		at.Max = model.NoLimit
		p.noteLimit(rule, at)
	}
}

// Sets returns how the project sets a limit. ok is false where it does not. What is set for one route or part counts
// where it is more than what holds for the others.
func (p *Program) Sets(limit string) (s Set, ok bool) {
	l, _ := p.Model().Limit(limit)
	general := l.Max
	if s, ok = p.Limits[limit]; ok && p.Keeps[limit] && uint64(general) > uint64(s.Max) {
		s, ok = Set{}, false
	}
	if ok {
		general = s.Max
	}
	if one, set := p.locals[limit]; set && uint64(one.Max) > uint64(general) {
		return one, true
	}
	return s, ok
}

// size returns the number of bytes that a number or a text such as "1mb" means, the largest of what a node may be.
func (p *Program) size(n points.Node) (int64, bool) { return p.sizeAt(n, 0) }

func (p *Program) sizeAt(n points.Node, depth int) (int64, bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Text {
		v, ok := limit.OfSize(g.Name)
		return v, ok && v != model.NoLimit
	} else if g != nil && g.Kind == graph.Number {
		return g.Size, g.Size > 0 // zero is no limit to some
	} else if g != nil && (g.Kind == graph.Product || g.Kind == graph.Concat) {
		v, ok := p.reckoned(file, g, depth)
		return v, ok && v > 0
	}
	return p.Constant(n, depth, p.sizeAt)
}
