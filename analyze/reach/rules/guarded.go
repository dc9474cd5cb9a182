package rules

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// AskedGuard is a member of a value of an entry that a chain beside the entry checks. It counts where the entry asks
// for the result.
type AskedGuard struct {
	Value *model.Pattern
	Path  []string
	Shape *limit.Shape
}

// askedGuards returns what the arguments of the call that registers an entry check which stand in front of a function: it
// asks for what these found, as the others have not run.
func (p *Program) askedGuards(id, function int32) []AskedGuard {
	var before []points.Node
	for _, arg := range p.Sites[id].Args {
		all := p.InOrder(arg)
		at := slices.IndexFunc(all, func(n points.Node) bool { return slices.Contains(p.Points(n), function) })
		if at >= 0 {
			before = append(before, all[:at]...)
			break
		}
		before = append(before, all...)
		if len(all) == 1 && all[0] == arg {
			before = append(before, p.spreadIn(arg))
		}
	}
	var all []AskedGuard
	for b := range p.Bounds() {
		for i := range b.Applies {
			a := &b.Applies[i]
			if a.Guards == nil || !a.Asks || len(a.Told) > 0 {
				continue
			}
			s := p.SchemasOf(b)
			for _, n := range before {
				all = append(all, s.Chained(n, a)...)
			}
		}
	}
	return all
}

// ElementsOf returns the elements of lists that a node may be.
func (p *Program) ElementsOf(n points.Node) []points.Node {
	var all []points.Node
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if x.Kind != points.Allocated {
			continue
		}
		for i := 0; i < 64; i++ {
			f, ok := x.Fields[strconv.Itoa(i)]
			if !ok {
				break
			}
			all = append(all, f)
		}
	}
	return all
}

// mostInOrder is in how many lists and elements of lists handlers are looked for at most.
const mostInOrder = 1024

// InOrder returns the handlers that a node hands to a framework in order: itself, or the elements of the one list that it is,
// with those of the lists that are written out in that, as in [...checks, next]. A node that may be more lists than anybody
// writes is returned itself.
func (p *Program) InOrder(n points.Node) []points.Node {
	var all []points.Node
	left := mostInOrder
	if p.inOrder(n, map[points.Node]bool{}, &left, &all); left < 0 {
		return []points.Node{n}
	}
	return all
}

// inOrder appends the handlers of a node, unless more nodes are entered than are left. Lists that hold each other are not
// entered within themselves, and still there are as many ways through them as their lengths multiply to.
func (p *Program) inOrder(n points.Node, within map[points.Node]bool, left *int, all *[]points.Node) {
	if *left--; within[n] || *left < 0 {
		return
	}
	within[n] = true
	defer delete(within, n)
	if objects := p.Points(n); len(objects) == 1 {
		if x := p.Object(objects[0]); x.Kind == points.Allocated {
			if file, g := p.FileOf(x.Index); g != nil {
				if spread := p.Code[file].Graph.Spreads[graph.ID(x.Index-p.Base[file])]; len(spread) > 0 {
					for _, e := range spread {
						p.inOrder(p.At(file, e.Node), within, left, all)
					}
					return
				}
			}
		}
	}
	elements := p.ElementsOf(n)
	for _, e := range elements {
		p.inOrder(e, within, left, all)
	}
	if len(elements) == 0 {
		*all = append(*all, n)
	}
}

// spreadIn returns what the elements of a list are that was written out with all of another one: [...checks, next]. It
// returns 0 where there is none.
func (p *Program) spreadIn(n points.Node) points.Node {
	for _, o := range p.Points(n) {
		if x := p.Object(o); x.Kind == points.Allocated && x.Array {
			return x.Fields["*"]
		}
	}
	return 0
}

// Chained returns what a chain of calls checks, the first of which names it.
func (s *schemas) Chained(n points.Node, a *model.Apply) []AskedGuard {
	var all []AskedGuard
	for _, last := range s.p.MadeBy(n) {
		for id, depth := last, 0; depth < 2*MaxPath; depth++ {
			c := &s.p.Sites[id]
			roles, exact, ok := a.Call.Match(s.p.Language(), s.p.Asked(c))
			if !ok || !exact {
				made := s.p.MadeBy(c.Receiver)
				if c.Receiver == 0 || len(made) != 1 {
					break
				}
				id = made[0]
				continue
			}
			if at := RoleAt(roles, "fields"); at >= 0 && last == id {
				return append(all, s.optioned(c, at, RoleAt(roles, "in"), a)...)
			}
			got := s.made(last)
			if got == nil {
				break
			}
			for _, r := range roles {
				if r.Role != "name" {
					continue
				}
				at := s.p.Argument(id, r)
				for _, name := range append(s.p.ElementsOf(at), at) {
					if text, ok := s.p.ConstantText(s.p.Stored(name), 0); ok && text != "" {
						all = append(all, AskedGuard{a.Guards, strings.Split(text, "."), got})
					}
				}
			}
			break
		}
	}
	return all
}

// optioned returns what a call checks that is handed the options of each member by its name: checkSchema({ name: { isLength: {
// options: { max: 20 } } } }, ['body']).
func (s *schemas) optioned(c *points.Site, fields, in int, a *model.Apply) (all []AskedGuard) {
	o := s.table(c.Args[fields])
	if o == 0 {
		return nil
	}
	x := s.p.Object(o)
	where := func(n points.Node) bool { // whether it lists what a.Guards names
		texts := s.p.TextsOf(n)
		return slices.ContainsFunc(texts, func(text string) bool { return strings.HasSuffix(a.Guards.String(), "."+text) }) && !slices.Contains(texts, Ellipsis)
	}
	for _, name := range points.SortedKeys(x.Fields) {
		of := s.table(x.Fields[name])
		if of == 0 || !s.isPlain(of) {
			continue
		}
		options := s.p.Object(of).Fields
		if place, ok := options[s.b.OptionIn]; ok && !where(place) || !ok && in >= 0 && !where(c.Args[in]) {
			continue
		}
		if inner := s.table(options[s.b.OptionMax[0]]); inner == 0 || !s.isPlain(inner) {
			continue
		}
		if most, ok := s.p.sizeOf(s.p.MemberNode(x.Fields[name], s.b.OptionMax)); ok {
			all = append(all, AskedGuard{a.Guards, strings.Split(name, "."), &limit.Shape{Max: most}})
		}
	}
	return all
}

// table returns the one object that a node is which is written out with its members, 0 for anything else.
func (s *schemas) table(n points.Node) int32 {
	all := s.p.Points(n)
	if n == 0 || len(all) != 1 || !s.p.isTable(all[0]) {
		return 0
	}
	x := s.p.Object(all[0])
	if len(x.Parents())+len(x.Copied())+len(s.p.In(x.Written)) > 0 || x.Overlaid {
		return 0
	}
	return all[0]
}

// isPlain reports whether all options of an object are among those that leave a value as it is.
func (s *schemas) isPlain(o int32) bool {
	x := s.p.Object(o)
	isOther := func(name string) bool { return !slices.Contains(s.b.OptionPlain, name) && name != s.b.OptionMax[0] }
	for name, f := range x.Fields {
		if isOther(name) && s.p.IsStored(o, f) {
			return false
		}
	}
	for i := range s.p.Code {
		if slices.ContainsFunc(s.p.Code[i].Graph.Blanks, func(b graph.Store) bool {
			return isOther(b.Field) && slices.Contains(s.p.Points(s.p.At(int32(i), b.Object)), o)
		}) {
			return false
		}
	}
	return true
}

// Guard is a value of an entry that a schema checks before the entry runs, or that is at most so long as a whole.
type Guard struct {
	Value *model.Pattern
	Shape *limit.Shape
	Most  int64         // of the whole, where shape is nil
	Limit string        // the name of the limit that the route sets for itself to most, "" for none
	Name  string        // that the call which takes the value is given, "" for any
	Raw   bool          // the value is what came, whatever the library made of it
	Made  []points.Node // what functions return that make the value, nil where none do
}

// guards returns what is checked by the call that registers an entry, by those whose results it is given, and
// by those in the chain of its receiver. Element is the number of the element of a list that registers the entry, plus 1,
// or 0 where the call itself does, and route its path.
func (p *Program) guards(id, element int32, route string) []Guard {
	all := p.limitedGuards(id)
	calls := []int32{id}
	for _, n := range p.Sites[id].Args {
		calls = append(calls, p.MadeBy(n)...)
	}
	for _, n := range p.Before(id, route, false) {
		calls = append(calls, p.MadeBy(n)...)
	}
	for at, depth := p.Sites[id].Receiver, 0; at != 0 && depth < MaxPath; depth++ {
		made := p.MadeBy(at)
		if len(made) == 0 {
			break
		}
		calls = append(calls, made...)
		at = p.Sites[made[0]].Receiver
	}
	asked := make([]model.Call, len(calls))
	for i, c := range calls {
		asked[i] = p.Model().Widened(p.Language(), p.Asked(&p.Sites[c]))
	}
	for b := range p.Bounds() {
		s := p.SchemasOf(b)
		for i := range b.Applies {
			a := &b.Applies[i]
			if p.IsOff(b) {
				break
			}
			for k, c := range calls {
				if a.Guards == nil || a.Asks {
					break
				}
				roles, _, ok := a.Call.Match(p.Language(), asked[k])
				var in []string // the element of the list of routes that registers the entry
				if c == id && element > 0 {
					in = []string{strconv.Itoa(int(element) - 1)}
				}
				if !ok || p.isSpared(c, roles, in) {
					continue
				}
				for _, r := range roles {
					path := slices.Concat(in, r.Path)
					if r.Role == "max" {
						if v, ok := p.sizeOf(p.MemberNode(p.Argument(c, r), path)); ok && v > 0 {
							all = append(all, Guard{Value: a.Guards, Most: v})
						}
					}
					var got *limit.Shape
					var made []points.Node
					switch r.Role {
					case "schema":
						got = s.shapeOf(p.MemberNode(p.Argument(c, r), path))
					case "fn":
						made = p.returnedBy(p.Argument(c, r))
					}
					if got != nil || made != nil {
						g := Guard{Value: a.Guards, Shape: got, Raw: a.Raw, Made: made}
						if n := p.Sites[c].Args; a.Named && len(n) > 0 {
							if g.Name = p.LiteralAt(n[0], nil); g.Name == "" {
								continue
							}
						}
						all = append(all, g)
					}
				}
			}
		}
	}
	isMade := func(g Guard) bool { return g.Made != nil }
	if slices.ContainsFunc(all, isMade) { // of several it is not known which made the value
		return slices.DeleteFunc(slices.Clone(all), func(g Guard) bool {
			same := slices.DeleteFunc(slices.Clone(all), func(o Guard) bool {
				return o.Value.String() != g.Value.String() || o.Name != "" && g.Name != "" && o.Name != g.Name
			})
			return len(same) > 1 && slices.ContainsFunc(same, isMade)
		})
	}
	return all
}

// returnedBy returns the nodes of what the functions return that a node is, nil where it may be anything else.
func (p *Program) returnedBy(n points.Node) (all []points.Node) {
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if x.Kind != points.Function {
			return nil
		}
		all = append(all, p.At(x.File, p.Code[x.File].Graph.Funcs[x.Index].Ret))
	}
	return all
}

// isSpared reports whether a call, or what some steps lead to in its argument, says that what does not fit is handed on as
// well.
func (p *Program) isSpared(id int32, roles []model.Filled, in []string) bool {
	return slices.ContainsFunc(roles, func(r model.Filled) bool {
		at := len(r.Path) - 1
		if r.Role != "unless" || at < 0 {
			return false
		}
		of := p.MemberNode(p.Argument(id, r), slices.Concat(in, r.Path[:at]))
		return p.hasMember(of, r.Path[at]) && !p.refuses(p.MemberNode(of, r.Path[at:]))
	})
}

// refuses reports whether a value says that what does not fit is an error: by name, or as a function that returns nothing.
func (p *Program) refuses(n points.Node) bool {
	if text, ok := p.ConstantText(p.Stored(n), 0); ok {
		return text == "error"
	}
	all := p.Points(n)
	return len(all) > 0 && !slices.ContainsFunc(all, func(o int32) bool {
		x := p.Object(o)
		return x.Kind != points.Function || len(p.In(p.At(x.File, p.Code[x.File].Graph.Funcs[x.Index].Ret))) > 0
	})
}

// hasMember reports whether an object that is written out is given a member, whatever that is.
func (p *Program) hasMember(n points.Node, name string) bool {
	return slices.ContainsFunc(p.Points(n), func(o int32) bool {
		if f, ok := p.Object(o).Fields[name]; ok && p.IsStored(o, f) {
			return true
		}
		for i := range p.Code {
			for _, b := range p.Code[i].Graph.Blanks {
				if b.Field == name && slices.Contains(p.Points(p.At(int32(i), b.Object)), o) {
					return true
				}
			}
		}
		return false
	})
}

// MemberNode returns the node of what is at some steps of an object that is written out, 0 where there is
// none.
func (p *Program) MemberNode(n points.Node, steps []string) points.Node {
	for _, step := range steps {
		next := points.Node(0)
		for _, o := range p.Points(n) {
			if f, ok := p.Object(o).Fields[step]; ok && p.IsStored(o, f) {
				next = f
			} else if at := p.keyed(o, step); at != 0 {
				next = at
			} else if ok {
				next = f
			}
		}
		n = next
	}
	return n
}

// keyed returns what stands in an object that is written out under a key which is worked out and has that name: a text, or
// a constant of a library, which are called after their texts, as [Segments.BODY].
func (p *Program) keyed(o int32, name string) points.Node {
	x := p.Object(o)
	file, _ := p.FileOf(x.Index)
	if x.Kind != points.Allocated || file < 0 {
		return 0
	}
	for _, m := range p.Code[file].Graph.Named {
		if p.At(file, m.Object) != x.Index {
			continue
		}
		key := p.At(file, m.Name)
		text, ok := p.ConstantText(p.Stored(key), 0)
		if ok && text == name || slices.ContainsFunc(p.Accesses(key), func(a model.Access) bool {
			return a.Root.Kind == model.Module && a.Last() == strings.ToUpper(name)
		}) {
			return p.At(file, m.Value)
		}
	}
	return 0
}
