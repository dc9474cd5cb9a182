package flow

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// holder is what may have a text, as the member field.
type holder struct {
	objects []int32
	field   string
}

// alteredKey is a place at which a text that some members lead to is read again from what has it.
type alteredKey struct {
	from, to points.Node
	path     string
}

// isAltered reports whether a text that was found short may be another where it is read again, out of what has it: because
// something is stored there in between, or what has it is handed to a function which does that, or of which nobody knows
// what it does. Lists of PHP are copied when they are handed over.
func (p *Program) isAltered(e *points.Kept, d *points.Detail, path []string) bool {
	file, to := p.FileOf(e.To)
	if to == nil || file != d.File {
		return false
	}
	if (p.Language() == model.Java || p.Language() == model.PHP) && !p.isGetter(e.From, to) {
		return true
	}
	if p.Language() == model.PHP {
		return false
	}
	key := alteredKey{e.From, e.To, strings.Join(path, "\x00")}
	altered, known := p.altered[key]
	if !known {
		span := fileSpan{file, d.Cap.Since, to.Start}
		for _, l := range p.Code[file].Graph.Loops {
			if l[0] >= d.Cap.Since && l[0] <= to.Start && to.Start < l[1] {
				span.end = max(span.end, l[1]) // it is read again after what stands behind it
			}
		}
		altered = span.start < span.end && (p.altersHeld(span, e, to, path) || p.getsAnew(e, to, path) || p.Language() == model.Ruby && p.handsToChange(span, e.From))
		if p.altered == nil {
			p.altered = map[alteredKey]bool{}
		}
		p.altered[key] = altered
	}
	return altered
}

// isGetter reports whether what a call returned, which to asks for anew, is no more than a member of what it is called on, or
// what that has under a constant name; it is true of all that is no call.
func (p *Program) isGetter(n points.Node, to *graph.Node) bool {
	file, g := p.FileOf(n)
	if g == nil || g.Kind != graph.Result || g.Start != to.Start || g.End != to.End { // a variable that holds it is not asked for anew
		return true
	}
	c := &p.Sites[p.SiteOf[file][g.Index]]
	found := len(c.Args) > 0 || p.Language() == model.PHP
	for _, o := range c.Bound {
		x := p.Object(o)
		if x.Kind != points.Function {
			continue // of what a framework makes, which has the type of the class
		}
		found = true
		f := &p.Code[x.File].Graph.Funcs[x.Index]
		if in := p.In(p.At(x.File, f.Ret)); len(f.Params) > 0 || len(in) != 1 || !p.isOwnMember(p.Edge(in[0]).From, p.At(x.File, f.Self)) {
			return false
		}
	}
	return found
}

// isOwnMember reports whether a node is a member of another and nothing else.
func (p *Program) isOwnMember(n, of points.Node) bool {
	loads := p.LoadsTo(n)
	return len(loads) == 1 && loads[0].From == of && !slices.ContainsFunc(p.In(n), func(e int32) bool { return p.Edge(e).Way == points.Within })
}

// getsAnew reports whether a proxy or a function of another file runs where a text is read, or some members that lead to it,
// which may return another one each time.
func (p *Program) getsAnew(e *points.Kept, to *graph.Node, path []string) bool {
	if p.getters == nil {
		p.getters = map[string]bool{}
		for _, c := range p.Code {
			maps.Copy(p.getters, c.Graph.Getters)
			p.proxies = p.proxies || p.Language() == model.JavaScript && slices.ContainsFunc(c.Graph.Nodes, func(n graph.Node) bool { return n.Kind == graph.Global && n.Name == proxy })
		}
	}
	if len(p.getters) == 0 && !p.proxies {
		return false
	}
	isProxy := func(o int32) bool {
		x := p.Object(o)
		return x.Kind == points.Outside && x.Name.Root.Kind == model.Global && x.Name.Root.Name == proxy
	}
	return slices.ContainsFunc(p.holders(e, to, path), func(h holder) bool {
		return p.getters[h.field] || p.proxies && slices.ContainsFunc(h.objects, isProxy)
	})
}

// proxy is the class whose objects read members of others, as they like.
const proxy = "Proxy"

// holders returns what may have the text that an edge leads to, or that some members of it lead to.
func (p *Program) holders(e *points.Kept, to *graph.Node, path []string) []holder {
	var all []holder
	if _, from := p.FileOf(e.From); from != nil && from.Start == to.Start && from.End == to.End { // a member, rather than a variable
		for n := e.From; len(all) < rules.MaxPath; {
			if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result && len(all) == 0 { // what a call takes by its name
				c := &p.Sites[p.SiteOf[file][g.Index]]
				if p.Language() != model.Ruby {
					n = c.Receiver
					all = append(all, holder{p.Points(n), "*"})
					continue
				}
				n = c.Callee // an attribute, which is a call
			}
			loads := p.LoadsTo(n)
			if len(loads) == 0 {
				break
			}
			n = loads[0].From
			all = append(all, holder{p.Points(n), loads[0].Field})
		}
	}
	return append(all, p.membersOf(e.From, path)...)
}

// membersOf returns what may have the text that some members of a value lead to.
func (p *Program) membersOf(n points.Node, path []string) []holder {
	var all []holder
	at := p.Points(n)
	for i, step := range path {
		field := step
		if strings.HasSuffix(step, ")") {
			field = "*" // of whatever a call takes it out of
		}
		all = append(all, holder{at, field})
		if i == len(path)-1 {
			break // what the text itself may be is not asked for
		}
		var next []int32
		for _, o := range at {
			if n, ok := p.Object(o).Fields[step]; ok {
				next = append(next, p.Points(n)...)
			}
		}
		slices.Sort(next) // many objects may hold the same few
		at = slices.Compact(next)
	}
	return all
}

// fileSpan is a part of a file.
type fileSpan struct{ file, start, end int32 }

// altersHeld reports whether code that stands in a part of a file, or what that calls, may store something in what has the
// text that an edge leads to, or that some members of it lead to.
func (p *Program) altersHeld(span fileSpan, e *points.Kept, to *graph.Node, path []string) bool {
	if len(path) == 0 {
		held := p.holders(e, to, path)
		return len(held) > 0 && p.alters(span, held)
	}
	r := p.runs(span) // which mostly tells without what has the text
	return r.tooMany || (len(r.stores) > 0 || len(r.unknown) > 0) && p.alters(span, p.holders(e, to, path))
}

// alters reports whether code that stands in a part of a file, or what that calls, may store something in what has a text.
func (p *Program) alters(span fileSpan, held []holder) bool {
	r := p.runs(span)
	return r.tooMany || slices.ContainsFunc(held, func(h holder) bool {
		fields := []string{h.field, "*", graph.EachMember}
		if h.field == "*" {
			fields = points.SortedKeys(r.stores)
		}
		return slices.ContainsFunc(fields, func(field string) bool {
			return slices.ContainsFunc(r.stores[field], func(x storedIn) bool { return p.isAny(x.in, h.objects) })
		})
	}) || len(r.unknown) > 0 && p.mayAnyStore(r.unknown, held)
}

// mayAnyStore reports whether one of some calls may store values in what has a text.
func (p *Program) mayAnyStore(calls []int32, held []holder) bool {
	var objects []int32
	for _, h := range held {
		objects = append(objects, h.objects...)
	}
	slices.Sort(objects)
	objects = slices.Compact(objects)
	return slices.ContainsFunc(calls, func(id int32) bool { return p.mayStore(id, objects) })
}

// isAround reports whether the function that a call stands in goes on to a place of its file.
func (p *Program) isAround(c *points.Site, at int32) bool {
	f := p.Code[c.File].Graph.Funcs[c.Owner].Tree
	return f.Start <= at && at < f.End
}

// isAny reports whether a node may be one of some objects.
func (p *Program) isAny(n points.Node, objects []int32) bool {
	return slices.ContainsFunc(p.Points(n), func(o int32) bool { return slices.Contains(objects, o) })
}

// readers are functions of libraries and languages, by their names, that store nothing in what they are handed.
var readers = strings.Fields(`
	log info warn warning error debug trace fatal critical notice exception print println printf puts p pp echo inspect
	stringify dumps dump str repr len keys values entries items isArray isinstance hasattr type id bool dict list
	tuple sorted set freeze json jsonify send render status redirect write next then catch all resolve has get in is_a respond_to
	isEmpty isNull notNull requireNonNull valueOf toString getOwnPropertyNames hasOwnProperty hasOwn isset format String Boolean
	JsonResponse HttpResponse Response Ok BadRequest View Json
`)

// onlyReads reports whether a call is one of these, or of those that a model adds to them.
func (p *Program) onlyReads(c *points.Site) bool {
	return slices.Contains(readers, c.Method) || p.Model().IsKept(p.Language(), "argument", c.Method)
}

// mayStore reports whether a call of something that is not in the program may store values in one of the sorted objects that
// may have a text, as it is handed that, or is a method of it by which that gets values.
func (p *Program) mayStore(id int32, held []int32) bool {
	c := &p.Sites[id]
	isHeld := func(n points.Node) bool {
		return n != 0 && slices.ContainsFunc(p.Points(n), func(o int32) bool {
			_, is := slices.BinarySearch(held, o)
			return is
		})
	}
	handed := slices.ContainsFunc(c.Args, isHeld)
	if !handed && !isHeld(c.Receiver) {
		return false
	}
	steps, checks := p.doneBy(id)
	if checks {
		return false
	}
	for _, f := range steps {
		for _, flow := range f.Rule.Flows {
			if flow.To.Param != model.Itself {
				continue
			}
			if r, ok := f.Role(flow.To.Role); flow.To.Role == "this" && isHeld(c.Receiver) || ok && r.Arg >= 0 && isHeld(p.Argument(id, r)) {
				return true
			}
		}
	}
	return handed && !p.onlyReads(c) && !p.IsTold(id, steps) && slices.ContainsFunc(c.Args, func(a points.Node) bool {
		return isHeld(a) && (len(c.Ruled) == 0 || !p.HasRole(id, a, steps))
	})
}

// done is what the rules say of a call: its steps, and whether it is a check of what it is handed.
type done struct {
	steps  []model.Found[model.Step]
	checks bool
	exact  bool // which is certain
}

// doneBy returns what the rules say of a call.
func (p *Program) doneBy(id int32) ([]model.Found[model.Step], bool) {
	d, known := p.done[id]
	if !known {
		m := p.Asked(&p.Sites[id])
		for _, bi := range p.Model().BoundsOf(p.Language(), m) {
			b := &p.Model().Bounds[bi]
			for i := range b.Applies {
				if b.Applies[i].Call != nil && !d.exact {
					_, exact, may := b.Applies[i].Call.Match(p.Language(), m)
					d.checks, d.exact = d.checks || may, exact && may
				}
			}
		}
		d.steps = p.Model().StepsOf(p.Language(), p.Model().Widened(p.Language(), m))
		if p.done == nil {
			p.done = map[int32]done{}
		}
		p.done[id] = d
	}
	return d.steps, d.checks
}

// loseSet notes what may set members to something else than the constants that alone were found to be in them: code that is
// not there and is handed what has them, reflection, and classes that have members of the same name in their place.
func (s *search) loseSet() {
	p := s.p
	for i := range s.states {
		at := s.states[i].at
		for _, l := range p.LoadsTo(at) {
			if _, from := p.FileOf(l.From); from != nil && from.Kind == graph.Self && p.IsUnset(p.Points(l.From), l.Field) { // who has the method may set it
				s.lose("what sets " + l.Field)
			}
			for _, o := range p.Points(l.From) {
				if what := p.setsMember(o, l.Field); what != "" {
					s.lose(what)
					return
				}
			}
		}
		file, n := p.FileOf(at)
		if n == nil || n.Kind != graph.Result {
			continue
		}
		for _, o := range p.Sites[p.SiteOf[file][n.Index]].Bound {
			x := p.Object(o)
			if x.Kind != points.Function {
				continue
			}
			f := &p.Code[x.File].Graph.Funcs[x.Index]
			if f.Class >= 0 && !f.Tree.Static && p.IsOverridden(x.File, f.Class, f.Tree.Name) {
				s.lose(f.Tree.Name + "() of a class that extends another")
				return
			}
			if what := cmp.Or(p.Redefined(x.File, x.Index), p.wrapper(x)); what != "" {
				s.lose(what)
				return
			}
		}
	}
}

// byReflection are methods that find a member of a class by its name, or all of its members.
var byReflection = []string{"getDeclaredField", "getDeclaredFields", "getField", "getFields", "findField", "setField", "GetField", "GetFields", "GetProperty", "GetProperties", "memberProperties", "declaredMemberProperties"}

// setsMember says what may set a member of an object, "" for what a list or a set holds, and is not followed, "" for nothing.
func (p *Program) setsMember(o int32, field string) string {
	p.gatherSets()
	x := p.Object(o)
	if what := cmp.Or(p.RemadeBy(x, field), p.setBy[o]); what != "" {
		return what
	}
	if x.Kind == points.Instance && p.IsOverridden(x.File, x.Index, field) {
		return field + " of a class that extends another"
	}
	if x.Kind == points.Outside && len(x.Parents()) > 0 {
		return x.Name.String() // in which libraries store values as well
	}
	if what := p.handedTo[o]; what != "" && field == "" {
		return what
	}
	if what := p.SetByName(o, field); what != "" {
		return what
	}
	if what := p.reflected["*"]; what != "" || x.Kind != points.Instance && x.Kind != points.Class {
		return what
	}
	return p.reflected[field]
}

// gatherSets looks once at all calls for what is handed to code that is not in the program.
func (p *Program) gatherSets() {
	if p.setBy != nil {
		return
	}
	p.setBy, p.handedTo, p.reflected, p.calledIn = map[int32]string{}, map[int32]string{}, map[string]string{}, p.NamedByTexts()
	type place struct{ file, start, end int32 }
	ruled := map[place]bool{} // where rules say what functions are called with
	for _, c := range p.Sites {
		if c.Made {
			ruled[place{c.File, c.Start, c.End}] = true
		}
	}
	for id := range p.Sites {
		c := &p.Sites[id]
		p.noteSets(int32(id), ruled[place{c.File, c.Start, c.End}])
	}
}

// neverCall are functions of JavaScript that call no function which they are handed.
var neverCall = []string{"util.inherits", "inherits", "Object.setPrototypeOf", "Object.freeze", "Object.seal", "Object.create", "Object.keys", "Promise.resolve"}

// noteSets notes what a call may set that is not in the program, and the functions that it may call: not where it is ruled
// what it calls them with.
func (p *Program) noteSets(id int32, ruled bool) {
	c := &p.Sites[id]
	if c.Made || c.Making || p.Resolved(c) || p.onlyReads(c) {
		return
	}
	what := c.Method + "()"
	if slices.Contains(byReflection, c.Method) && (p.Language() == model.Java || p.Language() == model.CSharp) {
		name := "*"
		for _, a := range c.Args {
			if text, ok := p.ConstantText(a, 0); ok {
				name = text
			}
		}
		p.reflected[name] = what
		return
	}
	note := func(n points.Node, kinds ...points.Kind) {
		for _, o := range p.Points(n) {
			if slices.Contains(kinds, p.Object(o).Kind) {
				p.setBy[o] = what
			}
		}
	}
	steps, checks := p.doneBy(id)
	exact := p.done[id].exact
	for _, a := range c.Args {
		if c.Method == "getattr" || !exact && !p.HasRole(id, a, steps) {
			for _, o := range p.Points(a) {
				p.handedTo[o] = what
			}
		}
	}
	if p.IsTold(id, steps) {
		return
	}
	for _, a := range c.Args {
		if c.Method != "getattr" && !exact {
			note(a, points.Allocated, points.Instance)
		}
	}
	if checks {
		return
	}
	note(c.Receiver, points.Allocated)
	if ruled && len(steps) == 0 || len(c.Ruled) > 0 && p.Language() == model.Python || slices.ContainsFunc(p.Accesses(c.Callee), func(a model.Access) bool { return slices.Contains(neverCall, a.String()) }) {
		return
	}
	called := func(n points.Node) {
		for _, o := range p.Points(n) {
			if p.Object(o).Kind == points.Function {
				p.calledIn[o] = what
			}
		}
	}
	for _, a := range c.Args {
		if p.HasRole(id, a, steps) {
			continue
		}
		called(a)
		for _, o := range p.Points(a) {
			if x := p.Object(o); x.Kind == points.Allocated {
				for _, n := range x.Fields {
					called(n)
				}
			}
		}
	}
}
