package rules

import (
	"slices"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// declaredMatches adds the matches that declarations ask for: of parameters whose types have patterns, of routes that
// are patterns, and of the attributes of models. Libraries run all their checks, so that no other check bounds what a
// pattern meets.
func (p *Program) declaredMatches() {
	p.handMessages()
	for _, key := range sortedPairs(p.EntriesOf) {
		f := &p.Code[key[0]].Graph.Funcs[key[1]]
		for i := range f.Params {
			p.typedMatches(key[0], f, i)
		}
	}
	for _, r := range p.registrations {
		for _, role := range r.Roles {
			if !r.Call.IsNone() && role.Role == "route" {
				p.routeMatch(r.Rule, p.Argument(r.Call.ID, role), r.Call.ID)
			}
		}
	}
	if p.Language() == model.Ruby {
		for b := range p.Bounds() {
			p.modelMatches(b)
			p.ModelAttributes(b)
		}
	}
	p.Solve()
}

func sortedPairs[V any](m map[[2]int32]V) [][2]int32 {
	all := make([][2]int32, 0, len(m))
	for k := range m {
		all = append(all, k)
	}
	sorting.Stable(all, func(a, b [2]int32) int {
		if a[0] != b[0] {
			return int(a[0] - b[0])
		}
		return int(a[1] - b[1])
	})
	return all
}

// meets adds a match that stands nowhere as a call: what a call says meets a text.
func (p *Program) meets(regex, subject points.Node, at int32) {
	c := &p.Sites[at]
	p.meetsIn(regex, subject, c.File, c.Owner, graph.Call{Start: c.Start, End: c.End, At: c.At})
}

// meetsIn adds a match in a function of a file, at the place of a call.
func (p *Program) meetsIn(regex, subject points.Node, file, owner int32, at graph.Call) {
	p.Unchecked[subject] = true
	made := points.Site{File: file, Owner: owner, Args: []points.Node{regex, subject}, Names: make([]string, 2), Spread: make([]bool, 2), Made: true}
	made.Start, made.End, made.At = at.Start, at.End, at.At
	id := p.Watch(made)
	p.MatchCalls = append(p.MatchCalls, Match{Call: id, Rule: &schemaMatch, Roles: []model.Filled{{Role: "regex", Arg: 0}, {Role: "subject", Arg: 1}}})
}

// typedMatches adds the matches of a parameter and of its members with the patterns that stand at them.
func (p *Program) typedMatches(file int32, f *graph.Func, param int) {
	for b := range p.Bounds() {
		if asks := b.Asked != nil && b.Asked[0][0] != '!'; !b.Typed || !asks && !p.Needed(b, file, f, param) && !p.Reported(b, f, param) {
			continue
		}
		at := p.At(file, f.Params[param])
		p.decoratedMatches(b, file, f.ParamDecorators[param], at)
		left := maxChecked
		p.typeMatches(b, file, f.ParamTypes[param], f.Tree.Params[param].Type, at, 0, &left)
	}
}

// typeMatches adds the matches of a value of a type and, where that is a list in Python, of the elements of the value.
func (p *Program) typeMatches(b *model.Bound, file int32, kind graph.ID, written *tree.Node, value points.Node, depth int, left *int) {
	if kind != 0 {
		p.refined(b, p.At(file, kind), value, 0)
		p.memberMatches(b, p.At(file, kind), value, depth, left)
	}
	if p.Language() != model.Python || depth > 3 {
		return
	}
	var element points.Node
	for _, name := range annotation.Names(written) {
		id, known := p.Code[file].Graph.Names[name]
		if !known || slices.Contains(p.Points(p.At(file, kind)), p.Origin[p.At(file, id)]) {
			continue
		}
		if element == 0 {
			element = p.Loaded([]points.Node{value}, []string{"*"})[0]
		}
		p.refined(b, p.At(file, id), element, 0)
		p.memberMatches(b, p.At(file, id), element, depth+1, left)
	}
}

// refined hands a value to the functions that its type names to check or change it, as AfterValidator(check) in
// Annotated[str, Field(max_length=80), AfterValidator(check)], which get what the checks before them let pass.
func (p *Program) refined(b *model.Bound, kind, value points.Node, depth int) {
	if len(b.Hooks) == 0 || depth > 6 {
		return
	}
	most := int64(graph.NoLimit)
	for _, ei := range slices.Clone(p.In(kind)) {
		from := p.Edge(ei).From
		file, g := p.FileOf(from)
		if g == nil || g.Kind != graph.Result {
			p.refined(b, from, value, depth+1)
			continue
		}
		id := p.SiteOf[file][g.Index]
		most = min(most, p.statedMax(b.Fields, id))
		for _, q := range b.Hooks {
			roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id]))
			for _, r := range roles {
				if ok && (r.Role == "fn" || r.Role == "raw") {
					handed, c := p.NewNode(), graph.Free
					if r.Role == "fn" {
						c.Max = most
					}
					p.Link(points.Edge{From: value, To: handed, Cap: c, Call: -1})
					p.Unchecked[handed] = true
					p.HandTo(id, p.Argument(id, r), handed, 0, nil)
				}
			}
		}
	}
}

// memberMatches adds the matches of the members of a value of a class, as long as some members are left to look at.
func (p *Program) memberMatches(b *model.Bound, kind, value points.Node, depth int, left *int) {
	for _, o := range slices.Clone(p.Points(kind)) {
		x := *p.Object(o)
		if x.Kind != points.Class || depth > 3 {
			continue
		}
		for _, c := range p.Ancestry(x.File, x.Index) {
			p.hooks(b, x, c, value)
			for _, t := range p.Code[c[0]].Graph.Classes[c[1]].FieldTypes {
				if *left--; *left < 0 {
					return
				}
				member := p.NewNode()
				p.AddLoad(value, member, t.Field)
				p.decoratedMatches(b, c[0], t.Decorators, member)
				if b.Inside == nil || p.checksInside(b, t.Decorators, c[0]) {
					p.typeMatches(b, c[0], t.Type, annotation.FieldType(p.Code[c[0]].Graph.Classes[c[1]].Tree, t.Field), member, depth+1, left)
				}
			}
		}
	}
}

// hooks hands the members of a value of a class to the methods that check them further, behind what is declared of them.
func (p *Program) hooks(b *model.Bound, of points.Object, class [2]int32, value points.Node) {
	g := p.Code[class[0]].Graph
	for i := range g.Funcs {
		f := &g.Funcs[i]
		if len(b.Hooks) == 0 || f.Class != class[1] {
			continue
		}
		if slices.Contains(b.Finals, f.Tree.Name) {
			p.Link(points.Edge{From: value, To: p.At(class[0], f.Self), Cap: graph.Free, Call: -1})
		}
		for _, d := range f.Decorators {
			asked := p.Decorator(class[0], d)
			for _, q := range b.Hooks {
				roles, exact, ok := q.Match(p.Language(), asked)
				if !ok || !exact {
					continue
				}
				fields := 0
				// One that runs before the checks gets what came, whatever these let pass.
				before := slices.ContainsFunc(roles, func(r model.Filled) bool { return r.Role == "mode" && asked.Args[r.Arg].Literal != "after" })
				for _, r := range roles {
					if r.Role != "name" {
						continue
					}
					fields++
					name := asked.Args[r.Arg].Literal
					if asked.Args[r.Arg].Spread {
						name = "*"
					}
					most := p.ClassMax(b, of.File, of.Index, []string{name}, 0)
					n := p.NewNode()
					p.AddLoad(value, n, name)
					if before {
						most = graph.NoLimit
					}
					if before || p.refusedMax(b, of.File, of.Index, name) < graph.NoLimit { // it refuses what it gets
						raw := p.NewNode()
						p.Link(points.Edge{From: n, To: raw, Cap: graph.Free, Call: -1})
						p.Unchecked[raw], n = true, raw
					}
					p.Link(points.Edge{From: n, To: p.handedFirst(class[0], f), Cap: graph.Cap{Max: most}, Call: -1})
				}
				switch first := p.handedFirst(class[0], f); {
				case fields > 0:
				case !before && (first == 0 || len(roles) > 0):
					p.Link(points.Edge{From: value, To: p.At(class[0], f.Self), Cap: graph.Free, Call: -1})
				case first != 0: // all that came, which is checked later or only in part
					raw := p.NewNode()
					p.Link(points.Edge{From: value, To: raw, Cap: graph.Free, Call: -1})
					p.Unchecked[raw] = true
					p.Link(points.Edge{From: raw, To: first, Cap: graph.Free, Call: -1})
				}
			}
		}
	}
}

// decoratedMatches adds the matches of a value with the patterns of its decorators.
func (p *Program) decoratedMatches(b *model.Bound, file int32, decorators []graph.ID, value points.Node) {
	for _, d := range decorators {
		g := &p.Code[file].Graph.Nodes[d]
		if g.Kind != graph.Result {
			continue
		}
		id := p.SiteOf[file][g.Index]
		asked := p.Asked(&p.Sites[id])
		for _, q := range b.Decorators {
			roles, _, ok := q.Match(p.Language(), asked)
			for _, r := range roles {
				if ok && r.Role == "regex" {
					subject := p.NewNode()
					p.Link(points.Edge{From: value, To: subject, Cap: graph.Free, Call: -1})
					p.meets(p.Argument(id, r), subject, id)
				}
			}
		}
	}
}

// declaredMatch adds the match that a call declares of what entries of a name get first.
func (p *Program) declaredMatch(of string, id int32, roles []model.Filled) {
	for _, regex := range p.Place(id, model.Place{Role: "regex", Param: model.Itself}, roles, false) {
		subject := p.NewNode()
		p.Root(subject, model.Access{Root: model.Root{Kind: model.EntryArg, Name: of}})
		p.meets(regex, subject, id)
	}
}

// routeMatch adds the match of a route that is a pattern with the path of requests.
func (p *Program) routeMatch(e *model.Entry, route points.Node, id int32) {
	if !slices.ContainsFunc(p.Points(route), func(o int32) bool { return p.Object(o).Kind == points.Regex }) {
		return
	}
	for _, member := range []string{"path", "url"} {
		a := model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Name}, Steps: []string{member}}
		if len(p.SourceRules(a)) > 0 {
			subject := p.NewNode()
			p.Root(subject, a)
			p.meets(route, subject, id)
			return
		}
	}
}

// modelMatches adds the matches of the attributes of models, where an object of one is made from a value.
func (p *Program) modelMatches(b *model.Bound) {
	for id := int32(0); int(id) < len(p.Sites) && len(b.Fields) > 0; id++ {
		if p.Sites[id].Made {
			continue
		}
		asked := p.Asked(&p.Sites[id])
		for _, q := range b.Fields {
			roles, _, ok := q.Match(p.Language(), asked)
			if !ok {
				continue
			}
			for _, r := range roles {
				if r.Role == "regex" {
					p.modelMatch(b, id, p.MemberNode(p.Argument(id, r), r.Path), roles)
				}
			}
		}
	}
}

// modelMatch adds the matches of a pattern that a class asks of some of its attributes.
func (p *Program) modelMatch(b *model.Bound, id int32, regex points.Node, roles []model.Filled) {
	file := p.Sites[id].File
	g := p.Code[file].Graph
	for i := range g.Classes {
		c := g.Classes[i].Tree
		if regex == 0 || p.Sites[id].Start < c.Start || p.Sites[id].End > c.End || !p.IsOf(b, file, int32(i)) {
			continue
		}
		for _, arg := range p.MadeWith(p.Origin[p.At(file, g.Classes[i].Node)]) {
			for _, r := range roles {
				if name, ok := p.ConstantText(p.Argument(id, r), 0); ok && r.Role == "name" {
					subject := p.NewNode()
					p.AddLoad(arg, subject, name)
					p.meets(regex, subject, id)
				}
			}
		}
	}
}

// fieldMatches adds the matches of a value of a form with the patterns that a call in the declaration of a field has, and
// hands it to the functions that are validators there, whatever its length: libraries run all their checks.
func (p *Program) fieldMatches(b *model.Bound, file int32, n *tree.Node, value points.Node, depth int) {
	if n == nil || depth > 6 {
		return
	}
	if n.Op == tree.Call {
		if id, ok := p.callOfTree(file, n); ok {
			asked := p.Asked(&p.Sites[id])
			for _, q := range slices.Concat(b.Fields, b.Patterns) {
				roles, _, ok := q.Match(p.Language(), asked)
				for _, r := range roles {
					switch {
					case !ok:
					case r.Role == "regex":
						p.meets(p.Argument(id, r), value, id)
					case r.Role == "validators":
						all := p.Argument(id, r)
						for _, fn := range append(p.Loaded([]points.Node{all}, []string{"*"}), all) {
							p.HandTo(id, fn, value, max(b.Hands.Param, 0), b.Hands.Steps)
						}
					}
				}
			}
		}
	}
	switch n.Op {
	case tree.Call, tree.Keyword, tree.Array:
		for _, k := range n.Kids {
			p.fieldMatches(b, file, k, value, depth+1)
		}
	}
}

// getsAll returns what methods of a class get last that are handed all values which its fields let pass.
func (p *Program) getsAll(b *model.Bound, class int32) (all []points.Node) {
	for _, name := range b.Gets {
		if h, ok := p.Method(p.classOf(class), name); ok {
			if f := &p.Code[h.File].Graph.Funcs[h.Func]; len(f.Params) > 0 {
				all = append(all, p.At(int32(h.File), f.Params[len(f.Params)-1]))
			}
		}
	}
	return all
}

// handAll hands the value of a field, of at most some length where it is a text, to such methods.
func (p *Program) handAll(b *model.Bound, class int32, name string, value points.Node, id int32, of *limit.Shape, most int64) {
	if of == nil || of.Fields == nil && !of.List {
		of = &limit.Shape{Max: most}
	}
	for _, all := range p.getsAll(b, class) {
		p.checked(id, value, all, []string{name}, of)
	}
}

// checkedWithin hands the members of a value that one field checks by another class, alone or in a list, to the methods of that
// class that check them further: lines = LineSerializer(many=True).
func (p *Program) checkedWithin(b *model.Bound, file int32, declared *tree.Node, value points.Node, id int32, depth int) {
	if declared == nil || declared.Op != tree.Call || depth > 3 {
		return
	}
	made, ok := p.callOfTree(file, declared)
	if !ok {
		return
	}
	for _, o := range slices.Clone(p.Points(p.Sites[made].Callee)) {
		x := *p.Object(o)
		if x.Kind != points.Class || !p.IsOf(b, x.File, x.Index) {
			continue
		}
		for _, c := range p.Ancestry(x.File, x.Index) {
			for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
				if m.Func != nil || m.Value == nil || m.Value.Op != tree.Call {
					continue
				}
				fixed := points.Edge{Length: model.Length{Effect: model.Fixed, N: p.ClassMax(b, x.File, x.Index, []string{m.Name}, 0)}, Text: true, Edit: points.EditsAnything}
				for _, of := range []points.Node{value, p.Loaded([]points.Node{value}, []string{"*"})[0]} {
					member := p.Loaded([]points.Node{of}, []string{m.Name})[0]
					p.fieldMatches(b, c[0], m.Value, member, 0)
					p.checkedBefore(o, m.Name, member, id, nil, fixed, nil)
					for _, all := range p.getsAll(b, o) {
						p.Move(id, member, all, []string{m.Name}, false, fixed)
					}
					p.checkedWithin(b, c[0], m.Value, member, id, depth+1)
				}
			}
		}
	}
}

// filledAs is a member of a class of which a library checks what it is filled with.
type filledAs struct {
	by    *model.Bound
	class int32
	name  string
}

// filledMatches lets what members of classes are filled with meet what their declarations ask of them, from the first on that
// it has not seen.
func (p *Program) filledMatches(b *model.Bound, shapes map[int32]*limit.Shape) {
	if p.filled == nil {
		p.filled, p.filledUpTo = map[filledAs]points.Node{}, map[*model.Bound]int{}
	}
	for ; p.filledUpTo[b] < len(p.Filled); p.filledUpTo[b]++ {
		f := p.Filled[p.filledUpTo[b]]
		at, whole, x := filledAs{b, f.Class, f.Name}, filledAs{by: b, class: f.Class}, *p.Object(f.Class)
		if p.filled[at] == 0 {
			p.filled[at] = p.NewNode()
			file, declared := p.declaredAs(&x, f.Name)
			p.fieldMatches(b, file, declared, p.filled[at], 0)
		}
		p.Link(points.Edge{From: f.From, To: p.filled[at], Cap: graph.Free, Call: -1})
		if shapes[f.Class] == nil || p.filled[whole] != 0 {
			continue
		}
		p.filled[whole] = p.InstanceOf(f.Class)
		for _, c := range p.Ancestry(x.File, x.Index) {
			p.hooks(b, x, c, p.filled[whole])
		}
	}
}

// declaredAs returns what a member of a class is declared with, and in which file, nil for nothing.
func (p *Program) declaredAs(x *points.Object, name string) (file int32, value *tree.Node) {
	for _, c := range p.Ancestry(x.File, x.Index) {
		for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
			if m.Func == nil && m.Name == name {
				return c[0], m.Value
			}
		}
	}
	return 0, nil
}
