package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// capOf returns the length that an edge lets through at most of a text that some members of the value lead to.
func (p *Program) capOf(e *points.Kept, path []string) int64 {
	p.storedWork = 0
	return p.edgeMax(e, path, 0)
}

func (p *Program) edgeMax(e *points.Kept, path []string, depth int) int64 {
	d := p.Detail(e)
	if p.isMeasuredAnew() || d.Cap.Since > 0 && p.isAltered(e, d, path) {
		if d.Shape == nil {
			return graph.NoLimit
		}
		return d.Shape.At(path)
	}
	most := p.symbolic(d.File, d.Cap.Sym, path, depth)
	if len(path) == 0 {
		most = min(most, d.Cap.Max)
	}
	if d.Shape != nil {
		most = min(most, d.Shape.At(path))
	}
	if d.Rule > 0 {
		most = min(most, p.passingMax(d.Rule-1, path, depth))
	}
	return most
}

// symbolic returns a limit that other parts of the program tell.
func (p *Program) symbolic(file, sym int32, path []string, depth int) int64 {
	most := int64(graph.NoLimit)
	for range 32 {
		if sym == 0 || depth > 8 {
			break
		}
		s := &p.Code[file].Graph.Syms[sym]
		if s.Call == graph.Stored {
			if v := p.storedMax(p.At(file, s.Limit), slices.Concat(s.Path, path), depth+1); v > 0 {
				most = min(most, v)
			}
		} else if s.Call == graph.Validated {
			n := &p.Code[file].Graph.Nodes[s.Limit]
			most = min(most, p.validMax(file, n.Index, int(n.Size), slices.Concat(s.Path, path), s.Via))
		} else if s.Call == graph.Inside {
			if inside, ok := below(s, path); ok {
				most = min(most, p.symbolic(file, s.Arg, inside, depth+1))
				if len(inside) == 0 {
					most = min(most, s.Delta)
				}
			}
		} else if s.Call == graph.Textual || s.Call < 0 && len(path) > 0 {
			// of the list or object
		} else if s.Call < 0 {
			if v, ok := p.Number(p.At(file, s.Limit), 0); ok && !p.isGivenAway(p.At(file, s.Limit), 0) {
				most = min(most, max(v+s.Delta, 0))
			}
		} else {
			most = min(most, p.told(p.SiteOf[file][s.Call], s, slices.Concat(s.Path, path), depth))
		}
		sym = s.Next
	}
	return most
}

// below returns the members that lead on from what a limit of members is about, if path leads there.
func below(s *graph.Sym, path []string) (inside []string, ok bool) {
	n := len(s.Path)
	if len(path) < n || !slices.Equal(path[:n], s.Path) {
		return nil, false
	}
	return path[n:], true
}

// told returns how long an argument of a call can be that ended in some way: what all functions agree on
// that it may call.
func (p *Program) told(id int32, s *graph.Sym, path []string, depth int) int64 {
	key := askKey{call: id, arg: s.Arg, when: s.When, via: s.Via, path: strings.Join(path, "\x00"), in: anyFrame}
	framed := key
	framed.in, framed.route = p.Frame, p.route
	for _, k := range []askKey{key, framed} {
		if v, ok := p.asks[k]; ok {
			p.Framed = p.Framed || k.in != anyFrame
			return v
		}
	}
	before := p.Framed
	p.asks[key], p.Framed = graph.NoLimit, false
	most := min(p.tellOf(id, s, path, depth), p.checkedBy(id, s, path))
	if p.Framed {
		delete(p.asks, key)
		key = framed
	}
	p.asks[key], p.Framed = most, p.Framed || before
	return most
}

type askKey struct {
	call, arg int32
	when      graph.Outcome
	via, path string
	in        points.Frame // anyFrame where the answer is the same in all
	route     int32
}

func (p *Program) tellOf(id int32, s *graph.Sym, path []string, depth int) int64 {
	c := &p.Sites[id]
	if len(path) > 0 && s.When == graph.NotFalse {
		return graph.NoLimit
	}
	if len(path) > 0 && s.Via == "" {
		if each, ok := p.everyElement(id, s); ok && (path[0] == "*" || points.IsIndex(path[0])) {
			return p.elementMax(each, path[1:], depth)
		}
	}
	most, functions, others, own := int64(0), 0, 0, p.CallsOwn(c)
	for _, o := range c.Bound {
		x := p.Object(o)
		if x.Kind != points.Function {
			if !own && !x.IsOwn() && !p.isOfProgram(c, x) {
				others++
			}
			continue
		}
		if functions++; p.wrapper(x) != "" || p.Redefined(x.File, x.Index) != "" {
			others++
		}
		g := p.Code[x.File].Graph
		f := &g.Funcs[x.Index]
		if (f.Tree.Async || f.Tree.Generator) && !c.Awaited {
			return graph.NoLimit // what it returns is a promise or an iterator, which counts as true whatever comes of it
		}
		param := s.Arg
		limit := int64(graph.NoLimit)
		for _, t := range f.Tells {
			if t.Param == param && t.When == s.When && t.Via == s.Via {
				limit = min(limit, p.toldBy(id, x, &t, path, depth))
			}
		}
		most = max(most, limit)
	}
	switch {
	case functions > 0 && others > 0:
		return graph.NoLimit // it is not known which of them is called
	case functions > 0:
		return most
	}
	if len(path) == 0 {
		if most = graph.NoLimit; s.Arg == 0 && s.Via == "" && p.Language() == model.Python {
			most = p.EnumMax(c)
		}
		return min(most, p.listed(id, s), p.matched(id, s))
	}
	return graph.NoLimit
}

// toldBy returns how long an argument of a call, or what some members of it lead to, can be by what the function says that
// is called.
func (p *Program) toldBy(id int32, x *points.Object, t *graph.Tell, path []string, depth int) int64 {
	outer := p.Frame
	p.Frame = outer.Within(id)
	defer func() { p.Frame = outer }()
	inside, ok := p.leadsTo(x.File, t.Path, path)
	if !ok {
		return graph.NoLimit
	}
	limit := p.symbolic(x.File, t.Cap.Sym, inside, depth+1)
	if len(inside) == 0 {
		limit = min(limit, t.Cap.Max)
	}
	if limit == graph.NoLimit || len(t.Path) == 0 {
		return limit
	}
	f := p.Code[x.File].Graph.Funcs[x.Index].Tree
	if args := p.Sites[id].Args; int(t.Param) >= len(args) || p.alters(fileSpan{x.File, f.Start, f.End}, p.membersOf(args[t.Param], path)) {
		return graph.NoLimit
	}
	return limit
}

// isFound reports whether a call which ended in some way found something in a list, by what the rules say that it returns.
func isFound(how string, when graph.Outcome) bool {
	switch how {
	case "":
		return false
	case "false":
		return when == graph.False
	case "null":
		return when == graph.True || when == graph.NotNull
	case "index":
		return when == graph.NotFalse
	}
	return when == graph.True || when == graph.NotFalse
}

// longestInherited is how long the names are at most that all objects of JavaScript have, or the places of lists.
const longestInherited = 20

// listed returns how long an argument can be that was found among constants.
func (p *Program) listed(id int32, s *graph.Sym) int64 {
	c := &p.Sites[id]
	if s.Via != "" || p.Resolved(c) {
		return graph.NoLimit
	}
	steps, _ := p.doneBy(id)
	for _, f := range steps {
		how := f.Rule.Among
		if !isFound(how, s.When) || rules.RoleAt(f.Roles, "value") != int(s.Arg) {
			continue
		}
		list := c.Receiver
		if r, ok := f.Role("into"); ok {
			list = p.Argument(id, r)
		}
		if list == 0 || how == "values" && c.Receiver != 0 {
			continue
		}
		for _, o := range p.Points(list) {
			if p.setsMember(o, "") != "" || how == "keys" && p.Object(o).Fields["__proto__"] != 0 {
				return graph.NoLimit
			}
			for _, f := range p.Object(o).Fields {
				if how == "values" && !p.isExact(c, f) {
					return graph.NoLimit
				}
			}
		}
		most, ok := p.Choices(list)
		if how != "values" {
			most, ok = p.ListLength(list, 0)
		}
		if how == "keys" {
			if _, text := p.TextLength(list, 0); text {
				continue
			}
			most = max(most, longestInherited)
		}
		if ok {
			return most
		}
	}
	return graph.NoLimit
}

// isExact reports whether a text that in_array finds is the same as a constant, rather than the same number.
func (p *Program) isExact(c *points.Site, constant points.Node) bool {
	if strict := c.Tree.Kid(3); strict != nil && strict.Op == tree.Constant && strict.Text == "true" {
		return true
	}
	text, ok := p.ConstantText(p.Stored(constant), 0)
	return ok && !graph.IsNumberLike(text)
}

// roleIndex returns the number of the argument that has a role in a match, -1 for the receiver.
func (p *Program) roleIndex(m rules.Match, role string) int {
	for _, r := range m.Roles {
		if r.Role == role {
			return r.Arg
		}
	}
	return -1
}

func (p *Program) roleNode(m rules.Match, role string) points.Node {
	c := &p.Sites[m.Call]
	if i := p.roleIndex(m, role); i >= 0 {
		return c.Args[i]
	}
	return c.Receiver
}

// others returns how long the other parts are of the text that an edge adds a part to.
func (p *Program) others(e *points.Kept) int64 {
	total := int64(0)
	for _, ei := range p.In(e.To) {
		o := p.Edge(ei)
		if o.From == e.From || p.Detail(o).Length.Effect != model.Sum {
			continue
		}
		total = limit.Sum(total, p.longest(o.From, 0))
		if text, ok := p.ConstantText(o.From, 0); ok && p.Detail(o).Rule > 0 {
			total = limit.Sum(total, limit.Padding(text))
		}
	}
	return total
}

// longest returns how long a text is at most that is not the one that is followed: a constant, a number, or
// something of which only a source tells. Others are counted as nothing, since it is not they that carry the
// attack; what bounds them is told where they are followed themselves.
func (p *Program) longest(n points.Node, depth int) int64 {
	if v, ok := p.TextLength(n, depth); ok {
		return v
	}
	if _, ok := p.Number(n, depth); ok {
		return 20
	}
	if c, ok := p.concatOf(n); ok && depth < 6 {
		total := int64(0)
		for _, from := range c {
			total = limit.Sum(total, p.longest(from, depth+1))
		}
		return total
	}
	return 0
}

func (p *Program) concatOf(n points.Node) ([]points.Node, bool) {
	if _, g := p.FileOf(n); g == nil || g.Kind != graph.Concat {
		return nil, false
	}
	var parts []points.Node
	for _, ei := range p.In(n) {
		parts = append(parts, p.Edge(ei).From)
	}
	return parts, true
}

// limitOf returns how long a source can be: what the project sets, or what the rule says.
func (p *Program) limitOf(rule *model.Source) int64 {
	if rule.Limit == "" {
		return rule.Max
	}
	if s, ok := p.Sets(rule.Limit); ok {
		return s.Max
	}
	return rule.Max
}

// line returns the number of the line at an offset.
func (p *Program) line(file, at int32) string {
	if p.Line == nil {
		return "?"
	}
	return strconv.Itoa(p.Line(int(file), at))
}

// anyFrame is none that a function is entered by.
var anyFrame = points.Frame{-1}

// maxStored bounds the values that are looked at to tell how long the texts in one are that was stored.
const maxStored = 400

// storedMax returns how long a text in a value is at most by what a schema made of it or was found to say of it, graph.NoLimit
// where it may be anything else.
func (p *Program) storedMax(n points.Node, path []string, depth int) int64 {
	if p.storedWork++; depth > 24 || p.storedWork > maxStored || len(path) > rules.MaxPath || len(p.RootsOf(n)) > 0 {
		return graph.NoLimit
	}
	_, g := p.FileOf(n)
	if g != nil && g.Kind == graph.Text {
		return g.Size
	}
	if limit := p.outputMax(n, path); limit < graph.NoLimit {
		return limit
	}
	most, known := int64(0), g == nil || p.isAnswer(n) // nobody sets what stands in no file but by the edges to it
	may := func(limit int64) { most, known = max(most, limit), true }
	if o, ok := p.Origin[n]; ok && len(path) > 0 {
		may(p.storedMax(p.Field(o, path[0]), path[1:], depth+1))
	}
	for _, l := range p.LoadsTo(n) {
		may(p.storedMax(l.From, slices.Concat([]string{l.Field}, path), depth+1))
	}
	for _, ei := range p.In(n) {
		e := p.Edge(ei)
		if e.Way == points.Heap || e.Text && !e.Any && len(path) > 0 {
			continue // the object says what its members are, and a text has none
		}
		limit, d := p.edgeMax(e, path, depth), *p.Detail(e)
		if len(path) == 0 {
			limit = min(limit, p.cutMax(&d))
		}
		if limit == graph.NoLimit && (e.Way == points.Within || e.Way == points.Leaves) && !e.Text && !e.Any && d.Length.Effect == model.Same {
			limit = p.storedMax(e.From, path, depth+1)
		}
		may(limit)
	}
	if !known {
		return graph.NoLimit
	}
	return most
}

// outputMax returns how long a text is at most that some members lead to of what a call of a library makes of a value by a
// schema, which is that of the frame that is asked about.
func (p *Program) outputMax(n points.Node, path []string) int64 {
	most := int64(graph.NoLimit)
	file, g := p.FileOf(n)
	if g == nil || g.Kind != graph.Result || p.Frame[0] == 0 || p.Resolved(&p.Sites[p.SiteOf[file][g.Index]]) {
		return most
	}
	for b := range p.Bounds() {
		s := p.SchemasOf(b)
		for i := range b.Applies {
			if a := &b.Applies[i]; a.Guards == nil && !a.Asks {
				most = min(most, s.ShownBy(p.SiteOf[file][g.Index], a, &graph.Sym{Arg: graph.Output}, path))
			}
		}
	}
	return most
}

// isAnswer reports whether a node is what a call of a library returns that holds nothing of a sender, as an answer does.
func (p *Program) isAnswer(n points.Node) bool {
	file, g := p.FileOf(n)
	return g != nil && g.Kind == graph.Result && slices.ContainsFunc(p.Sites[p.SiteOf[file][g.Index]].Ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		return ok && len(step.Flows) == 0
	})
}
