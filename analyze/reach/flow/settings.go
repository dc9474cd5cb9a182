package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// set notes the limits that calls of the program set. Where several set one, the largest counts; a call that leaves it
// out keeps the default, and one that sets it to what is not known may set it to anything.
func (p *Program) set() {
	p.touched = map[string]bool{}
	for _, s := range p.settings {
		p.touched[s.Rule.Sets] = true
		file, start, end := p.CallAt(s.call)
		at := Set{File: file, Start: int32(start), End: int32(end)}
		known := false
		for _, n := range p.place(s.call, model.Place{Role: "max"}, s.roles, false) {
			known = p.setTo(s.Rule, n, at) || known
		}
		for _, roles := range p.elementRoles(s.call, s.roles) {
			for _, n := range p.place(s.call, model.Place{Role: "max"}, roles, false) {
				known = p.setTo(s.Rule, n, at) || known
			}
		}
		for _, r := range s.roles {
			if r.Role == "max" && !known && p.given(s.call, r) {
				at.Max, known = model.NoLimit, true
				p.noteLimit(s.Rule, at)
			}
		}
		if !known && !s.Rule.Local {
			p.keeps[s.Rule.Sets] = true
		}
	}
	for i := range p.sources {
		p.assigned(int32(i))
	}
}

// setTo notes the value to which a limit is set. ok is false where that is not known.
func (p *Program) setTo(rule *model.Setting, n node, at Set) (ok bool) {
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
		return
	}
	larger(p.limits, rule.Sets, s)
}

// given reports whether a call gives an argument, or a member of an object that it writes out, a value, whatever that is.
func (p *Program) given(id int32, r model.Filled) bool {
	if r.Arg < 0 || r.Arg >= len(p.calls[id].args) {
		return false
	}
	if len(r.Path) == 0 {
		return true
	}
	if len(r.Path) != 1 {
		return false
	}
	n := p.calls[id].args[r.Arg]
	file, at := p.fileOf(n)
	if at == nil {
		return false
	}
	object := graph.ID(n - p.base[file])
	return slices.ContainsFunc(p.sources[file].Graph.Stores, func(s graph.Store) bool { return s.Object == object && s.Field == r.Path[0] })
}

// larger keeps the larger one of two limits of a name.
func larger(limits map[string]Set, name string, s Set) {
	if have, ok := limits[name]; !ok || uint64(s.Max) > uint64(have.Max) {
		limits[name] = s
	}
}

// setAt is the place of a node of a file, or of what is assigned to it.
func (p *Program) setAt(file int32, id graph.ID) Set {
	g := p.sources[file].Graph
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
func (p *Program) Limit(name string, s Set) { larger(p.limits, name, s) }

// assigned notes the limits that are set by what a file assigns: names at its top, and members of what is from outside.
func (p *Program) assigned(file int32) {
	g := p.sources[file].Graph
	for _, name := range sortedKeys(g.Names) {
		for _, rule := range p.model.SetBy(p.lang, g.Path, model.Access{Root: model.Root{Kind: model.Global, Name: name}}) {
			p.setToAny(rule, file, g.Names[name])
		}
	}
	for _, s := range g.Stores {
		if !p.model.MaySet(p.lang, s.Field) {
			continue
		}
		known := false
		for _, o := range p.points(p.at(file, s.Object)) {
			if x := p.object(o); x.kind == access {
				known = true
				for _, rule := range p.model.SetBy(p.lang, g.Path, x.step(s.Field)) {
					p.setToAny(rule, file, s.Value)
				}
			}
		}
		if !known { // a member of whatever a function is handed, as of options
			of := model.Access{Steps: append(p.readSteps(file, s.Object), s.Field)}
			for _, rule := range p.model.SetBy(p.lang, g.Path, of) {
				p.setToAny(rule, file, s.Value)
			}
		}
	}
}

// readSteps returns the names of the members by which a node was read, the last few of them.
func (p *Program) readSteps(file int32, id graph.ID) (steps []string) {
	for range 3 {
		at := slices.IndexFunc(p.sources[file].Graph.Loads, func(l graph.Load) bool { return l.To == id })
		if at < 0 {
			break
		}
		l := &p.sources[file].Graph.Loads[at]
		steps, id = append([]string{l.Field}, steps...), l.From
	}
	return steps
}

// setToAny notes the value to which a limit is set, which is none where that is not known.
func (p *Program) setToAny(rule *model.Setting, file int32, value graph.ID) {
	at := p.setAt(file, value)
	if !p.setTo(rule, p.at(file, value), at) {
		at.Max = model.NoLimit
		p.noteLimit(rule, at)
	}
}

// Sets returns how the project sets a limit. ok is false where it does not. What is set for one route or part counts
// where it is more than what holds for the others.
func (p *Program) Sets(limit string) (s Set, ok bool) {
	l, _ := p.model.Limit(limit)
	general := l.Max
	if s, ok = p.limits[limit]; ok && p.keeps[limit] && uint64(general) > uint64(s.Max) {
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
func (p *Program) size(n node) (int64, bool) { return p.sizeAt(n, 0) }

func (p *Program) sizeAt(n node, depth int) (int64, bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if _, g := p.fileOf(n); g != nil && g.Kind == graph.Text {
		v, ok := SizeOf(g.Name, false)
		return v, ok && v != model.NoLimit
	} else if g != nil && g.Kind == graph.Number {
		return g.Size, g.Size >= 0
	}
	return p.constant(n, depth, p.sizeAt)
}

// SizeOf returns the number of bytes that a text such as "1mb" means, [model.NoLimit] for a negative number, and for zero
// where that means no limit.
func SizeOf(text string, free bool) (v int64, ok bool) {
	text = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "_", ""))
	digits := strings.TrimRight(text, "kmgib ")
	n, err := strconv.ParseFloat(digits, 64)
	if text == "null" || err == nil && (n < 0 || n == 0 && free) {
		return model.NoLimit, true
	}
	if err != nil || n > 1<<40 {
		return 0, false
	}
	switch unit := strings.TrimLeft(text[len(digits):], " "); {
	case strings.HasPrefix(unit, "k"):
		n *= 1 << 10
	case strings.HasPrefix(unit, "m"):
		n *= 1 << 20
	case strings.HasPrefix(unit, "g"):
		n *= 1 << 30
	}
	return int64(n), true
}
