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

// RuledBy returns how long a member is at most by an array of rules that are written as texts and objects, whatever
// branch made the array.
func (p *Program) RuledBy(b *model.Bound, rules points.Node, path []string) int64 {
	if len(path) == 0 {
		return graph.NoLimit
	}
	r := ruled{p, p.SchemasOf(b), 0}
	most, presence := r.member(rules, strings.Join(path, "."), 0)
	if presence != present {
		return graph.NoLimit
	}
	return most
}

// ruled reads rules for the members of a request.
type ruled struct {
	p    *Program
	s    *schemas
	work int
}

// presence is whether an array has rules for a member.
type presence int

// An array has rules for a member, has none, or that is not known.
const (
	unsure presence = iota
	present
	absent
)

// member returns how long a member is at most by an array of rules, which has some for it.
func (r *ruled) member(rules points.Node, name string, depth int) (int64, presence) {
	if r.work++; rules == 0 || depth > MaxPath || r.work > maxSchema {
		return graph.NoLimit, unsure
	}
	if merged := r.merged(rules); merged != nil {
		// The last array that has it counts.
		most := int64(0)
		for _, one := range slices.Backward(merged) {
			limit, in := r.member(one, name, depth+1)
			if in == unsure {
				return graph.NoLimit, unsure
			}
			if in == present {
				return max(most, limit), present
			}
		}
		return graph.NoLimit, absent
	}
	most, in := int64(0), unsure
	objects := slices.Clone(r.p.Points(rules))
	if r.p.isOwn(rules) { // which the class has in place of what it extends
		objects = slices.DeleteFunc(objects, func(o int32) bool { return r.p.Object(o).Kind == points.Outside })
	}
	for i, o := range objects {
		limit, one := r.inArray(o, name, depth)
		if i > 0 && one != in {
			return graph.NoLimit, unsure
		}
		most, in = max(most, limit), one
	}
	return most, in
}

// isOwn reports whether a node is a member of what a function was called on or of a class of the program, or what a method
// of these returns.
func (p *Program) isOwn(n points.Node) bool {
	own := func(n points.Node) bool {
		_, g := p.FileOf(n)
		return g != nil && (g.Kind == graph.Self || g.Kind == graph.Class)
	}
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result {
		return own(p.Sites[p.SiteOf[file][g.Index]].Receiver)
	}
	loads := p.LoadsTo(n)
	return len(loads) == 1 && own(loads[0].From)
}

// merged returns the arrays of which a call of array_merge makes one, nil for anything else.
func (r *ruled) merged(n points.Node) []points.Node {
	_, g := r.p.FileOf(n)
	if g == nil {
		n = r.p.Stored(n)
		_, g = r.p.FileOf(n)
	}
	if g == nil || g.Kind == graph.Object {
		return nil
	}
	for range MaxPath {
		if g == nil || g.Kind == graph.Result {
			break
		}
		if n = r.p.Only(n); n == 0 {
			return nil
		}
		_, g = r.p.FileOf(n)
	}
	if g == nil || g.Kind != graph.Result {
		return nil
	}
	file, _ := r.p.FileOf(n)
	c := &r.p.Sites[r.p.SiteOf[file][g.Index]]
	if c.OfMember || c.Method != "array_merge" && c.Method != "array_replace" || slices.Contains(c.Spread, true) {
		return nil
	}
	return c.Args
}

// inArray is member for one array.
func (r *ruled) inArray(o int32, name string, depth int) (int64, presence) {
	x := r.p.Object(o)
	if x.Kind != points.Allocated || len(r.p.In(x.Written)) > 0 || len(x.Parents())+len(x.Copied()) > 0 {
		return graph.NoLimit, unsure
	}
	file, _ := r.p.FileOf(x.Index)
	var spread []points.Node
	if file >= 0 {
		for _, e := range r.p.Code[file].Graph.Spreads[graph.ID(x.Index-r.p.Base[file])] {
			spread = append(spread, r.p.At(file, e.Node))
		}
		for _, m := range r.p.Code[file].Graph.Named {
			if r.p.At(file, m.Object) == x.Index {
				return graph.NoLimit, unsure // under a name that is worked out
			}
		}
	}
	f, ok := x.Fields[name]
	if !ok || !r.p.IsStored(o, f) {
		if len(spread) > 0 {
			return graph.NoLimit, unsure
		}
		return graph.NoLimit, absent
	}
	if r.unset(o, name) || !r.isWritten(x, name) {
		return graph.NoLimit, unsure
	}
	most := int64(0)
	for _, ei := range r.p.In(f) {
		from := r.p.Edge(ei).From
		if _, g := r.p.FileOf(from); g != nil {
			most = max(most, r.value(from, depth+1))
		}
	}
	return most, present
}

// isWritten reports whether an array has a member from the start, rather than where a branch adds it.
func (r *ruled) isWritten(x *points.Object, name string) bool {
	file, g := r.p.FileOf(x.Index)
	if g == nil {
		return false
	}
	return slices.ContainsFunc(r.p.Code[file].Graph.Stores, func(s graph.Store) bool {
		return s.At == 0 && s.Field == name && r.p.At(file, s.Object) == x.Index
	})
}

// unset reports whether the program takes a member of that name, or one that is worked out, out of an array.
func (r *ruled) unset(o int32, name string) bool {
	return slices.ContainsFunc(r.p.takenOut(), func(l points.LoadOf) bool {
		return (l.Field == name || l.Field == "*") && slices.Contains(r.p.Points(l.From), o)
	})
}

// takenOut returns the members that the program takes out of arrays, by unset($array['name']).
func (p *Program) takenOut() []points.LoadOf {
	if p.unsets == nil {
		p.unsets = []points.LoadOf{}
		for id := range p.Sites {
			if c := &p.Sites[id]; c.Method == "unset" && !c.Made {
				for _, arg := range c.Args {
					p.unsets = append(p.unsets, p.LoadsTo(arg)...)
				}
			}
		}
	}
	return p.unsets
}

// value returns how long a text is at most by what one member has for rules: a text, a list or one of several.
func (r *ruled) value(n points.Node, depth int) int64 {
	if r.work++; n == 0 || depth > MaxPath || r.work > maxSchema {
		return graph.NoLimit
	}
	_, g := r.p.FileOf(n)
	if g == nil {
		return graph.NoLimit
	}
	switch g.Kind {
	case graph.Object:
		return r.list(n)
	case graph.Text, graph.Concat:
		texts, ok := r.texts(n)
		if !ok {
			return graph.NoLimit
		}
		return r.most(texts)
	case graph.Result:
		if got := r.s.shapeOf(n); got != nil {
			return got.Max
		}
	}
	most, found := int64(0), false
	for _, ei := range r.p.In(n) {
		e := r.p.Edge(ei)
		if e.Way == points.Heap || e.Text {
			continue
		}
		most, found = max(most, r.value(e.From, depth+1)), true
	}
	for _, l := range r.p.LoadsTo(n) {
		for _, o := range r.p.Points(l.From) {
			limit, in := r.inArray(o, l.Field, depth+1)
			if in != present {
				return graph.NoLimit
			}
			most, found = max(most, limit), true
		}
	}
	if !found {
		return graph.NoLimit
	}
	return most
}

// list returns how long a text is at most by a list of rules, all of which it obeys.
func (r *ruled) list(n points.Node) int64 {
	o, ok := r.p.Origin[n]
	if !ok || len(r.p.In(r.p.Object(o).Written)) > 0 {
		return graph.NoLimit
	}
	x := r.p.Object(o)
	var all []string
	most := int64(graph.NoLimit)
	for i := range len(x.Fields) {
		f, ok := x.Fields[strconv.Itoa(i)]
		if !ok {
			break
		}
		e := r.p.Stored(f)
		if e == 0 {
			return graph.NoLimit
		}
		if got := r.s.shapeOf(e); got != nil {
			most = min(most, got.Max)
			continue
		}
		if r.isRule(e) {
			continue
		}
		texts, ok := r.texts(e)
		if ok {
			all = append(all, texts...)
			continue
		}
		// One of several texts, which does not tell how long the text is but may say that this is a number.
		several := r.p.TextsOf(e)
		if len(several) == 0 || len(several) >= maxTexts || slices.ContainsFunc(several, func(text string) bool { return strings.HasPrefix(text, Ellipsis) }) {
			return graph.NoLimit
		}
		for _, text := range several {
			if limit.IsOther(strings.Split(text, "|")) {
				return graph.NoLimit
			}
		}
	}
	return min(most, r.most(all))
}

// most returns the length that rules which are written as texts let pass, patterns among them.
func (r *ruled) most(rules []string) int64 {
	most := limit.OfRules(r.s.b.Rule, rules)
	for _, rule := range rules {
		if pattern, ok := strings.CutPrefix(rule, r.s.b.Pattern); ok && r.s.b.Pattern != "" && !limit.IsOther(rules) {
			most = min(most, limit.OfDelimited(pattern))
		}
	}
	return most
}

// isRule reports whether a node is a rule that is an object or a function.
func (r *ruled) isRule(n points.Node) bool {
	file, g := r.p.FileOf(n)
	if g != nil && g.Kind == graph.Result {
		c := &r.p.Sites[r.p.SiteOf[file][g.Index]]
		if c.New || slices.ContainsFunc(r.p.Accesses(c.Callee), func(a model.Access) bool {
			return slices.ContainsFunc(r.s.b.RuleObjects, func(q *model.Pattern) bool { _, ok := q.Match(r.p.Language(), a); return ok })
		}) {
			return true
		}
	}
	objects := r.p.Points(n)
	return len(objects) > 0 && !slices.ContainsFunc(objects, func(o int32) bool {
		k := r.p.Object(o).Kind
		return k != points.Instance && k != points.Function
	})
}

// texts returns the rules that a text is, with constants of the program put into it.
func (r *ruled) texts(n points.Node) ([]string, bool) {
	text, ok := r.p.ConstantText(n, 0)
	if file, g := r.p.FileOf(n); !ok && g != nil && g.Kind == graph.Concat {
		text, ok = "", true
		for _, part := range r.p.Code[file].Graph.Concats[g.Index].Parts {
			at := r.p.At(file, part)
			if t, known := r.p.ConstantText(at, 0); known {
				text += t
			} else if v, known := r.p.Number(at, 0); known && v >= 0 {
				text += strconv.FormatInt(v, 10)
			} else {
				text += Ellipsis
			}
		}
	}
	if !ok {
		return nil, false
	}
	all := strings.Split(text, "|")
	// What is put into a rule may be several, or begin one.
	return all, !slices.ContainsFunc(all, func(rule string) bool {
		name, _, _ := strings.Cut(rule, ":")
		return strings.Contains(name, Ellipsis)
	})
}
