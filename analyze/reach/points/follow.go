package points

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Once reports whether a rule was not applied to a call yet.
func (p *Program) Once(id int32, rule any) bool {
	if slices.Contains(p.Sites[id].Ruled, rule) {
		return false
	}
	p.Sites[id].Ruled = append(p.Sites[id].Ruled, rule)
	return true
}

// Argument returns the node of an argument that has a role, or of the receiver.
//
//go:noinline
func (p *Program) Argument(id int32, r model.Filled) Node {
	if r.Arg < 0 {
		return p.Sites[id].Receiver
	}
	return p.Sites[id].Args[r.Arg]
}

// Place returns the node of a place in a call, for reading or for writing.
func (p *Program) Place(id int32, pl model.Place, roles []model.Filled, write bool) []Node {
	c := &p.Sites[id]
	var at []Node
	switch pl.Role {
	case "this":
		at = []Node{c.Receiver}
		if c.Receiver == 0 && p.lang == model.Ruby && !c.Made { // self, which has the method
			at[0] = p.At(c.File, p.Code[c.File].Graph.Funcs[c.Owner].Self)
		}
	case "result":
		at = []Node{c.Result}
	case model.Made:
		at = []Node{p.maker(p.madeFor(c.Result, c.Result))}
	case model.Shared:
		if p.ofCalls == 0 {
			p.ofCalls = p.NewNode()
		}
		at = []Node{p.ofCalls}
	default:
		for _, r := range roles {
			if r.Role == pl.Role {
				n := p.Argument(id, r)
				if r.Arg >= 0 && c.Spread[r.Arg] {
					to := p.NewNode()
					p.AddLoad(n, to, "*")
					n = to
				}
				for _, step := range r.Path {
					to := p.NewNode()
					p.AddLoad(n, to, step)
					n = to
				}
				at = append(at, n)
			}
		}
	}
	if write {
		return at
	}
	return p.Loaded(at, pl.Steps)
}

// Loaded returns the nodes of the members at the end of some steps from others, which it replaces.
func (p *Program) Loaded(at []Node, steps []string) []Node {
	for _, step := range steps {
		if step == "**" {
			break
		}
		for i, n := range at {
			to := p.NewNode()
			p.AddLoad(n, to, step)
			at[i] = to
		}
	}
	return at
}

// Follow adds what becomes of values in a call.
func (p *Program) Follow(id int32, flows []model.Flow, length model.Length, roles []model.Filled, edit int32) {
	back := map[string]*callback{}
	called := func(at model.Place) *callback {
		key := at.Role + " " + at.Method
		if back[key] == nil {
			back[key] = &callback{role: at.Role, method: at.Method, args: map[int][]Node{}, result: p.NewNode()}
		}
		return back[key]
	}
	var limit, start Node
	for _, r := range roles {
		switch {
		case r.Role == "max" || r.Role == "end" || length.Effect == model.Replaced && r.Role == "with":
			limit = p.Loaded([]Node{p.Argument(id, r)}, r.Path)[0]
		case r.Role == "start" || (length.Effect == model.Ended || length.Effect == model.AtMost) && r.Role == "with":
			start = p.Loaded([]Node{p.Argument(id, r)}, r.Path)[0]
		}
	}
	if c := &p.Sites[id]; start == 0 && length.Effect == model.AtMost {
		for i, a := range c.Call.Args {
			if a.Spread && a.Named { // of any of them
				start = c.Args[i]
			}
		}
	}
	for _, f := range flows {
		if f.From.Role == model.Made && p.Sites[id].Result == 0 {
			continue
		}
		if f.From.Role == model.Made && len(f.From.Steps) == 0 {
			o := p.madeFor(p.Sites[id].Result, p.Sites[id].Result)
			for _, step := range f.To.Steps {
				inner := p.Field(o, step)
				o = p.madeFor(inner, inner)
			}
			p.Object(o).Array = p.lang != model.Java // of which Kotlin reads by ["name"] what put("name", value) stores
			continue
		}
		var unsure bool
		f.From.Steps, unsure = p.stepsIn(id, f.From.Steps, roles, "any")
		f.To.Steps, _ = p.stepsIn(id, f.To.Steps, roles, "")
		var from []Node
		switch {
		case f.From.Param == model.Itself:
			from = p.Place(id, f.From, roles, false)
		case f.From.Param >= 0:
			from = []Node{p.handedTo(called(f.From), f.From.Param, f.From.Second())}
		default:
			from = p.Loaded([]Node{called(f.From).result}, f.From.Steps)
		}
		all := slices.Contains(f.From.Steps, "**")
		length := length
		if len(f.From.Steps) > 0 && length.Limits() {
			length = model.Length{} // of a list, not of its elements
		}
		does := edit
		if f.From.Param != model.Itself || f.To.Role != "result" || all || f.From.Role != "subject" && f.From.Role != "value" && f.From.Role != "this" {
			does = EditsAnything
		}
		switch {
		case f.To.Param == model.ThisOfCall:
			for _, n := range from {
				called(f.To).self = n
			}
		case f.To.Param != model.Itself:
			b := called(f.To)
			for _, n := range from {
				if unsure {
					to := p.NewNode()
					p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: -1, Possible: true})
					n = to
				}
				b.args[f.To.Param] = append(b.args[f.To.Param], p.wrapped(n, f.To.Steps))
			}
		default:
			for _, to := range p.Place(id, f.To, roles, true) {
				for _, n := range from {
					// What is encoded has no members, and what Go calls the first of several results is all that rules speak of.
					text := (length.Effect == model.Times || p.lang == model.Go && f.To.Role == "result" && length.Effect != model.Same) && len(f.From.Steps)+len(f.To.Steps) == 0
					p.Move(id, n, to, f.To.Steps, all, Edge{Length: length, Max: limit, Min: start, Edit: does, Text: text, Possible: length.Parsed})
				}
			}
		}
	}
	for _, key := range SortedKeys(back) {
		p.callBack(id, roles, back[key])
	}
}

// stepsIn returns steps with the text that a call is given in the place of the name of a member, and reports whether the text is
// not known. Then it is the member of any name, or, where more follows the name, the one that is called as what stands for all
// and more.
func (p *Program) stepsIn(id int32, steps []string, roles []model.Filled, all string) (in []string, unsure bool) {
	at := slices.IndexFunc(steps, func(step string) bool { return strings.HasPrefix(step, model.GivenName) })
	if at < 0 {
		return steps, false
	}
	more := strings.TrimPrefix(steps[at], model.GivenName)
	steps = slices.Clone(steps)
	if unsure = true; more == "" {
		all = "*"
	}
	steps[at] = all + more
	for _, r := range roles {
		if _, g := p.FileOf(p.Argument(id, r)); r.Role == "name" && g != nil && g.Kind == graph.Text {
			steps[at], unsure = g.Name+more, false
		}
	}
	return steps, unsure
}

// Move adds the edge of a flow.
func (p *Program) Move(id int32, from, to Node, steps []string, all bool, e Edge) {
	if from == 0 || to == 0 {
		return
	}
	e.From, e.To, e.Call, e.Rule = from, to, -1, id+1
	switch {
	case all || slices.Contains(steps, "**"):
		e.Any, e.Text = true, true
		if to != p.Sites[id].Result {
			p.overlay(to)
		}
	case len(steps) > 0:
		if e.Length.Effect == model.Sum {
			e.Length = model.Length{} // an element is as long in a longer list
		}
		last, held := steps[len(steps)-1], to != p.Sites[id].Result && len(steps) == 1
		key := to
		if held && (last == "*" || last == graph.Keys) {
			key = -to
		}
		held = held && last == "*"
		o := p.madeFor(key, to)
		for _, step := range steps[:len(steps)-1] {
			inner := Node(0)
			if step == "*" {
				p.Open(o)
				inner = p.Object(o).Written
			} else {
				inner = p.Field(o, step)
			}
			o = p.madeFor(inner, inner)
		}
		switch {
		case last == "*":
			p.Open(o)
			e.To = p.Object(o).Written
			p.Object(o).Array = held && p.lang != model.Java
		default:
			e.To = p.Field(o, last)
		}
		if to != p.Sites[id].Result && len(steps) == 1 { // what the call was handed has it from now on
			if held {
				last = heldByCall
			}
			p.AddStore(e.To, to, last)
		} else if to != p.Sites[id].Result && last != "*" {
			p.AddStore(e.To, p.Loaded([]Node{to}, steps[:len(steps)-1])[0], last)
		}
	}
	p.Link(e)
}

// overlay notes that a rule puts all that something holds into what a node may be, now or later.
func (p *Program) overlay(n Node) {
	p.cell(n).is |= overlaid
	for _, o := range p.Points(n) {
		p.Object(o).Overlaid = true
	}
}

// madeFor returns the object that rules made for a node, whose members they set. The object for what a call puts into
// the node, of which the key is negative, has no members with names.
func (p *Program) madeFor(key, to Node) int32 {
	o, ok := p.made[key]
	if !ok {
		n := p.NewNode()
		o = p.make(n, Object{Kind: Allocated, File: -1, Index: n})
		p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: -1})
		p.made[key] = o
	}
	return o
}

// SortedKeys returns the keys of a map in order.
func SortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// SortedNames returns the names of the members in order. The caller leaves the list as it is.
func (x *Object) SortedNames() []string {
	if len(x.Fields) == 0 {
		return nil
	}
	k := x.related()
	if len(k.names) != len(x.Fields) { // members are added, and never removed
		k.names = SortedKeys(x.Fields)
	}
	return k.names
}
