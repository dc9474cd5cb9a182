package flow

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
)

// Inputs returns what the handlers of a route read of its request, and the functions that they call, sorted by name.
func (p *Program) Inputs(r rules.Route) []rules.Input {
	p.ReadAll()
	var all []rules.Input
	for _, h := range p.Called(r) {
		for _, in := range p.Reads[[2]int32{int32(h.File), int32(h.Func)}] {
			if (h.Func > 0 || r.Within.Holds(in.Start)) && r.Answers(h.File, in.Start) {
				all = append(all, in)
			}
		}
	}
	if r.Rule.Typed {
		all = slices.DeleteFunc(all, func(in rules.Input) bool {
			return in.Access.Root.Kind == model.EntryArg && in.Access.Root.Name == r.Rule.Name
		})
	}
	all = append(all, p.declaredInputs(r)...)
	entries := p.entriesOf(r)
	for i := range all {
		p.boundInput(&all[i], entries)
	}
	if r.Rule.Typed {
		all = append(all, p.typedInputs(r)...)
	}
	all = slices.DeleteFunc(innermost(all), func(in rules.Input) bool {
		return p.elsewhere(in.Source, in.Access, in.Name, r.Methods, []string{r.Path})
	})
	sorting.Stable(all, func(a, b rules.Input) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(uint64(b.Max), uint64(a.Max)))
	})
	return slices.CompactFunc(all, func(a, b rules.Input) bool { return a.Name == b.Name && a.Kind == b.Kind })
}

// innermost leaves out values of which members are read.
func innermost(all []rules.Input) []rules.Input {
	return slices.DeleteFunc(slices.Clone(all), func(in rules.Input) bool {
		return slices.ContainsFunc(all, func(o rules.Input) bool { return strings.HasPrefix(o.Name, in.Name+".") && o.Kind == in.Kind })
	})
}

// entriesOf returns an entry that each handler of a route is, of those by one rule, which are bounded together.
func (p *Program) entriesOf(r rules.Route) []*rules.Entry {
	var all []*rules.Entry
	for _, h := range r.Handlers {
		of := p.EntriesOf[[2]int32{int32(h.File), int32(h.Func)}]
		for i := range of {
			if of[i].Rule.Name == r.Rule.Name {
				all = append(all, &of[i])
				break
			}
		}
	}
	return all
}

// boundKey is an input of which it is asked how long it can be. Many routes may have the same handlers.
type boundKey struct {
	entries, access string
	root            model.Root // with its name, which access leaves out where it is the name of a parameter
	source          *model.Source
	most            int64
}

// boundInput finds out how long an input can be.
func (p *Program) boundInput(in *rules.Input, entries []*rules.Entry) {
	key := boundKey{access: in.Access.String(), root: in.Access.Root, source: in.Source, most: in.Most}
	for _, e := range entries {
		key.entries += strconv.Itoa(e.File) + ":" + strconv.Itoa(e.Func) + " " + e.Rule.Name + " "
	}
	known, ok := p.boundInputs[key]
	if !ok {
		p.measureInput(in, entries)
		known.Max, known.Checked = in.Max, in.Checked
		if p.boundInputs == nil {
			p.boundInputs = map[boundKey]rules.Input{}
		}
		p.boundInputs[key] = known
	}
	in.Max, in.Checked = known.Max, known.Checked
}

func (p *Program) measureInput(in *rules.Input, entries []*rules.Entry) {
	in.Max = graph.NoLimit
	if m := p.limitOf(in.Source); m != model.NoLimit {
		in.Max = m
	}
	checked := int64(-1) // the most that any of the entries lets pass
	for _, e := range entries {
		most := p.bounded(e, in.Access, "")
		root, f := in.Access.Root, &p.Code[e.File].Graph.Funcs[e.Func]
		for at := range f.Params {
			own := root.Kind == model.EntryArg && root.Name == e.Rule.Name && root.Index == at
			if own || root.Kind == model.Decorated && (len(f.ParamDecorators[at]) > 0 || e.Rule.ImpliedObject != "") && p.SentAs(int32(e.File), f, at, root.Name) == root.Param {
				most = min(most, p.declaredMax(int32(e.File), int32(e.Func), at, in.Access.Steps))
			}
		}
		checked = max(checked, most)
	}
	if k := len(entries); k > 0 {
		// The handlers before the last one do not let more pass, even if they read more.
		of := in.Access
		if at := len(of.Steps) - 1; at > 0 && of.Steps[at] == "length" {
			of.Steps = of.Steps[:at]
		}
		if passed := p.earlier(&Hit{Entry: entries[k-1], Access: of}); passed < graph.NoLimit && !p.counted {
			if checked < 0 || passed < checked {
				checked = passed
			}
		}
	}
	if in.Most > 0 {
		checked = in.Most
	}
	if checked >= 0 && checked < in.Max {
		in.Max, in.Checked = checked, true
	}
}

// PathMax returns how long a parameter in the path of a route can be, and the source that says so, nil for none.
func (p *Program) PathMax(rule *model.Entry) (most int64, source *model.Source) {
	framework, _, _ := strings.Cut(rule.Name, ".")
	for i := range p.Model().Sources {
		s := &p.Model().Sources[i]
		if s.Language == p.Language() && s.Kind == model.Path && s.Value.RootedIn(func(entry string) bool { return entry == rule.Name || strings.HasPrefix(entry, framework+".") }) {
			if most := p.limitOf(s); most != model.NoLimit {
				return most, s
			}
			return graph.NoLimit, s
		}
	}
	return graph.NoLimit, nil
}

// InputName returns the name of the value of a request that a hit is, as [Input] has it, "" for none.
func (p *Program) InputName(h Hit) string {
	all := p.Named(h.Access)
	at := slices.IndexFunc(all, func(n rules.Named) bool { return n.Source == h.Source })
	if at < 0 {
		return ""
	}
	if name, kind := p.sent(&h); kind != model.NoKind && kind != model.Body {
		return name
	}
	n := all[at]
	value := h.at
	if calls := p.SitesOn(value); len(calls) == 1 {
		value = p.Sites[calls[0]].Result
	}
	if file, g := p.FileOf(value); g != nil {
		n.Name = p.Completed(n, file, g)
	}
	if h.taken > 0 && !strings.Contains(n.Name, ".") {
		if c := &p.Sites[h.taken-1]; rules.IsGetter(c.Method) && len(c.Args) > 0 {
			if texts := p.TextsOf(c.Args[0]); len(texts) == 1 && texts[0] != "" && !strings.ContainsAny(texts[0], " \n") {
				n.Name += "." + texts[0]
			}
		}
	}
	if n.Bare && h.Access.Root.Param != "" && !strings.HasSuffix(n.Name, "."+h.Access.Root.Param) {
		n.Name += "." + strings.TrimLeft(h.Access.Root.Param, "$")
	}
	return n.Name
}
