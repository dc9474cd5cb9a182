package rules

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// Editing is what a call does to the characters of a text, as the program knows it before all is solved.
type Editing struct {
	Call        int32
	Kind        model.Edit
	Regex, With points.Node // 0 where there is none
	Bytes       points.Node // what base64 is made of by one of its methods, or 0
	Literal     bool        // a text as regex is not a pattern
}

// editOf returns the number of what a call does to the characters of a text.
func (p *Program) editOf(id int32, kind model.Edit, literal bool, roles []model.Filled) int32 {
	switch kind {
	case model.AnyEdit:
		return points.EditsAnything
	case model.Kept:
		return points.EditsNothing
	case model.Part:
		return points.EditsPart
	case model.Trimmed:
		return points.EditsEnds
	}
	e := Editing{Call: id, Kind: kind, Literal: literal}
	if kind == model.Base64 {
		e.Bytes = p.Sites[id].Receiver
	}
	for _, r := range roles {
		switch r.Role {
		case "regex":
			e.Regex = p.Argument(id, r)
		case "find":
			e.Regex, e.Literal = p.Argument(id, r), true
		case "with":
			e.With = p.Argument(id, r)
		}
	}
	p.Edits = append(p.Edits, e)
	return int32(len(p.Edits) - 1)
}

// applyRules applies what is known of libraries to all calls, and reports whether anything was new.
func (p *Program) applyRules() bool {
	before := p.Size()
	p.BindLate()
	if p.early = !p.declared; p.early {
		p.declared = true
		for i := range p.Code {
			p.declare(int32(i))
		}
		p.InheritCalls()
		p.InheritMembers()
		p.Solve()
		p.HandToHeirs()
		p.HandToProperties()
		p.Solve() // so that what has a declared type is that before rules go by the names of its methods
	}
	for id := int32(0); int(id) < len(p.Sites); id++ {
		if id%points.FewSteps == 0 && p.IsDone() {
			return false
		}
		switch c := &p.Sites[id]; {
		case c.Made && !c.Handed || !p.IsNews(id):
		case c.Made:
			p.ruleHanded(id)
		default:
			p.ruleCall(id)
		}
	}
	p.giveMade()
	if p.Size() == before {
		p.applySchemas() // when it is known what schemas are made of
	}
	return p.Size() > before
}

func (p *Program) ruleCall(id int32) {
	m := p.Asked(&p.Sites[id])
	if len(m.Callees) == 0 {
		return
	}
	w := p.Model().Widened(p.Language(), m)
	if !p.Model().Speaks(p.Language(), w) {
		p.ruleExternals(id, m)
		p.builtin(id, m)
		return
	}
	sourced := p.areSources(m.Callees)
	for _, f := range p.Model().StepsOf(p.Language(), w) {
		if (sourced || p.early) && !f.Exact && len(f.Rule.Flows) > 0 && f.Rule.Flows[0].From.Role == "this" && len(f.Rule.Flows[0].From.Steps) > 0 {
			if !sourced { // what it is called on may become known, as what handlers get does
				p.AskAgain(id)
			}
			continue // it returns what a rule says rather than something that was put into what it is called on
		}
		if p.applies(f.Rule.Origin, f.Exact) && p.Once(id, f.Rule) {
			p.Follow(id, f.Rule.Flows, f.Rule.Length, f.Roles, p.editOf(id, f.Rule.Edit, false, f.Roles))
			switch f.Rule.Calls {
			case "":
			case "promised":
				p.MakePromising(id)
			default:
				p.CallLater(id, f.Rule.Calls, max(0, RoleAt(f.Roles, "value"), RoleAt(f.Roles, "fn")+1))
			}
		}
	}
	p.meet(id, w)
	p.ruleExternals(id, m)
	for _, f := range p.Model().CompilesOf(p.Language(), w) {
		if r, ok := f.Role("regex"); ok {
			text, result := p.Argument(id, r), p.Sites[id].Result
			if p.Once(id, f.Rule) {
				p.Link(points.Edge{From: text, To: result, Cap: graph.Free, Call: -1})
			}
			p.Parted(text, result)
			p.AskAgain(id) // what the text holds may become known later
		}
	}
	entries := p.Model().EntriesOf(p.Language(), m)
	arity := 0 // that another rule asks for
	for _, f := range entries {
		arity = max(arity, f.Rule.Arity)
	}
	for _, f := range entries {
		if p.Once(id, f.Rule) {
			p.register(id, f, arity)
		}
	}
	for _, f := range p.Model().SettingsOf(p.Language(), w) {
		if p.Once(id, f.Rule) {
			p.settings = append(p.settings, Setting{Rule: f.Rule, call: id, roles: f.Roles})
		}
	}
	p.builtin(id, m)
}

// meet notes which patterns meet which texts in a call.
func (p *Program) meet(id int32, m model.Call) {
	for _, f := range p.Model().MatchesOf(p.Language(), m) {
		if r, ok := f.Role("regex"); ok && f.Rule.Literal && p.isCount(p.Argument(id, r)) {
			continue // text.slice(0, 10) has no pattern
		}
		switch {
		case !p.Once(id, f.Rule):
		case f.Rule.Of != "":
			p.declaredMatch(f.Rule.Of, id, f.Roles)
		default:
			p.Follow(id, f.Rule.Flows, f.Rule.Length, f.Roles, p.editOf(id, f.Rule.Edit, f.Rule.Literal, f.Roles))
			p.MatchCalls = append(p.MatchCalls, Match{Call: id, Rule: f.Rule, Roles: f.Roles})
		}
	}
}

// ruleHanded applies to a call that a library makes what is known of the function that it was handed.
func (p *Program) ruleHanded(id int32) {
	m := p.Asked(&p.Sites[id])
	for _, f := range p.Model().StepsOf(p.Language(), m) {
		if (f.Exact || p.Sites[id].OfMember && p.applies(f.Rule.Origin, false)) && p.Once(id, f.Rule) {
			p.Follow(id, f.Rule.Flows, f.Rule.Length, f.Roles, p.editOf(id, f.Rule.Edit, false, f.Roles))
		}
	}
	if p.Sites[id].OfMember {
		p.meet(id, m)
	}
}

// isCount reports whether an argument is a number that the code says.
func (p *Program) isCount(n points.Node) bool {
	_, g := p.FileOf(n)
	return g != nil && g.Kind == graph.Number
}

// areSources reports whether rules say of all that a call may call that what it returns is a value of senders.
func (p *Program) areSources(callees []model.Access) bool {
	return !slices.ContainsFunc(callees, func(a model.Access) bool {
		if p.isThing(a, callees) {
			return false
		}
		k := len(a.Steps) // what is called on a value of a sender takes something out of that
		return k > 0 && len(p.SourceRules(model.Access{Root: a.Root, Steps: a.Steps[:k-1]})) > 0 || !p.Model().MayBeSource(p.Language(), a.Root) || len(p.SourceRules(model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, []string{"()"})})) == 0
	})
}

// isThing reports whether something from outside is what another one of some is by an alias, as the context of an application is
// what its handlers get.
func (p *Program) isThing(a model.Access, all []model.Access) bool {
	return a.Root.Kind == model.Module && slices.ContainsFunc(all, func(b model.Access) bool {
		return b.Root.Kind == model.EntryArg && slices.ContainsFunc(p.Model().Widened(p.Language(), model.Call{Callees: []model.Access{b}}).Callees, func(c model.Access) bool {
			return c.String() == a.String()
		})
	})
}

// ruleExternals notes where a call hands a text to a function of another program that lets it meet a pattern.
func (p *Program) ruleExternals(id int32, m model.Call) {
	if len(p.externals) == 0 {
		return
	}
	for _, a := range m.Callees {
		if a.Root.Kind != model.Module {
			continue
		}
		for _, x := range p.externals[plain(a)] {
			if x.Arg < len(m.Args) && p.Once(id, x) {
				p.MatchCalls = append(p.MatchCalls, Match{Call: id, External: x})
			}
		}
	}
}

// PatternsOf returns the methods test of patterns of other programs that a value may be.
func (p *Program) PatternsOf(n points.Node) (all []*External) {
	if len(p.externals) == 0 {
		return nil
	}
	for _, a := range p.Accesses(n) {
		if a.Root.Kind != model.Module {
			continue
		}
		for _, x := range p.externals[plain(then(a, "test"))] {
			if x.Pattern {
				all = append(all, x)
			}
		}
	}
	return all
}

// applies reports whether a rule means the program: its framework is used, or it is known what is called.
func (p *Program) applies(o model.Origin, exact bool) bool {
	return exact || o.Framework == "" || p.uses(o.Framework)
}

// SourceRules returns the sources that a value is. Of rules for the same value, those of frameworks that the program does
// not import say nothing beside the others, such as on which server a framework runs. Of a declared type they say nothing
// at all: classes of several frameworks have one short name.
func (p *Program) SourceRules(a model.Access) []*model.Source {
	all := p.Model().SourcesOf(p.Language(), a)
	all = slices.DeleteFunc(all, func(s *model.Source) bool { return s.Needs != "" && !p.touched[s.Needs] && !p.isPublic() })
	typed := a.Root.Kind == model.Typed && p.Language() == model.PHP
	if len(all) < 2 && !typed {
		return all
	}
	used := slices.DeleteFunc(slices.Clone(all), func(s *model.Source) bool { return !p.applies(s.Origin, false) })
	if len(used) == 0 && !typed {
		return all
	}
	return used
}

// isPublic reports whether other programs import this one, and may set what it does not.
func (p *Program) isPublic() bool {
	return slices.ContainsFunc(p.Code, func(s points.Source) bool { return s.Public != "" })
}

// uses reports whether the program imports a framework.
func (p *Program) uses(framework string) bool {
	if p.modules == nil || p.rooted != len(p.Imported) {
		p.modules, p.rooted = map[string]bool{}, len(p.Imported)
	}
	used, known := p.modules[framework]
	if !known {
		o := model.Origin{Framework: framework}
		used = slices.ContainsFunc(p.Imported, o.IsOf)
		p.modules[framework] = used
	}
	return used
}
