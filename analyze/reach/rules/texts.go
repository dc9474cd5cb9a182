package rules

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/points"
)

// Ellipsis stands in a text for a part that is not known.
const Ellipsis = "…"

// maxTexts bounds how many texts a value is known to be, maxTextDepth the steps that lead to them, and maxTextWork
// the values that are looked at for them together.
const (
	maxTexts     = 48
	maxTextDepth = 16
	maxTextWork  = 1000
)

// TextsOf returns the constant texts that a value may be, with [Ellipsis] for parts of them that are not known, and
// nil where nothing is. A list stands for its elements. Where a value may also be something that is not known, as
// the default of a setting, the texts that are known stand for it.
func (p *Program) TextsOf(n points.Node) []string {
	t := texts{Program: p, seen: map[points.Node]bool{}}
	return t.of(n, 0)
}

// Member is what stands under a key of an object, or beside a text.
type Member struct {
	Key   string
	Value Value
	// Row tells the object that holds both, or the call that is handed both, from others; 0 for what stands under a key.
	Row int32
}

// Texts returns the constant texts that a value may be, with [Ellipsis] for parts of them that are not known, what stands
// under those of them that are keys of objects in a loop over these, and what stands beside others in the rows of a table, or in
// the calls that hand them over.
func (p *Program) Texts(v Value) ([]string, []Member) {
	t := texts{Program: p, seen: map[points.Node]bool{}, rows: true}
	return t.of(points.Node(v), 0), t.members
}

// WholeText returns the one text that a value is, whatever the program does. ok is false for what may be another, or of
// which only a part is known.
func (p *Program) WholeText(v Value) (text string, ok bool) {
	n := points.Node(v)
	if _, g := p.FileOf(n); g != nil {
		return p.ConstantText(n, 0)
	}
	for _, ei := range p.In(n) { // what a member of an object holds
		from := p.Edge(ei).From
		if _, g := p.FileOf(from); g == nil {
			continue // of names that are not known
		}
		one, known := p.ConstantText(from, 0)
		if !known || ok && one != text {
			return "", false
		}
		text, ok = one, true
	}
	return text, ok
}

// Literal returns the text that a value is, or that a member of the object is which is written out there; "" for
// anything else.
func (p *Program) Literal(v Value, path []string) string { return p.LiteralAt(points.Node(v), path) }

// texts looks for the constant texts that a value may be.
type texts struct {
	*Program
	seen    map[points.Node]bool // on the way
	work    int
	rows    bool // asked for what stands beside texts
	members []Member
}

func (p *texts) of(n points.Node, depth int) []string {
	if p.work++; n == 0 || depth > maxTextDepth || p.seen[n] || p.work > maxTextWork {
		return nil
	}
	p.seen[n] = true
	defer delete(p.seen, n)
	var all []string
	add := func(texts []string) {
		for _, t := range texts {
			if len(all) < maxTexts && !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	file, g := p.FileOf(n)
	if g != nil {
		switch g.Kind {
		case graph.Text:
			return []string{g.Name}
		case graph.Concat:
			return p.joined(file, &p.Code[file].Graph.Concats[g.Index], depth)
		case graph.Pattern:
			if p.Text != nil {
				return []string{p.Text(int(file), g.Start, g.End)}
			}
		case graph.Object:
			return p.elementTexts(n, depth)
		case graph.Result:
			if c := &p.Sites[p.SiteOf[file][g.Index]]; !p.Resolved(c) && c.Receiver == 0 && len(c.Args) == 1 && (c.Method == "str" || c.Method == "String") {
				return p.of(c.Args[0], depth+1)
			}
		}
	}
	for _, ei := range p.In(n) {
		if e := p.Edge(ei); e.Way != points.Heap && !e.Text {
			known := len(p.members)
			found := p.of(e.From, depth+1)
			if add(found); e.Way == points.Enters && e.Call >= 0 && len(p.members) == known {
				p.beside(found, e.From, -e.Call-1, p.Sites[e.Call].Args)
			}
		}
	}
	for _, l := range p.LoadsTo(n) {
		switch l.Field {
		case "0":
			add(p.entryTexts(l.From, depth))
		case "*":
			add(p.keyTexts(l.From, "keys", "keys", depth))
		}
		for _, o := range p.Points(l.From) {
			if p.work++; p.work > maxTextWork { // a value may be very many things
				break
			}
			if f, ok := p.Object(o).Fields[l.Field]; ok {
				known := len(p.members)
				found := p.of(f, depth+1)
				if add(found); len(p.members) == known && len(p.Object(o).Fields) <= maxRow {
					p.beside(found, f, o+1, slices.Collect(maps.Values(p.Object(o).Fields)))
				}
			}
			if l.Field == "*" && p.Object(o).Kind == points.Allocated { // in a loop over a list
				add(p.listTexts(o, depth))
			}
		}
	}
	return all
}

// maxRow is how many members an object has at most that is taken for a row of a table.
const maxRow = 32

// beside notes what stands beside texts in a row of a table, or in the call that hands them over.
func (p *texts) beside(found []string, at points.Node, row int32, all []points.Node) {
	if !p.rows {
		return
	}
	slices.Sort(all)
	for _, text := range found {
		for _, n := range all {
			if n != at {
				p.members = append(p.members, Member{text, Value(n), row})
			}
		}
	}
}

// joined returns the texts that the parts of one make.
func (p *texts) joined(file int32, c *graph.Concatenation, depth int) []string {
	all := []string{""}
	known := false
	for _, part := range c.Parts {
		texts := p.of(p.At(file, part), depth+1)
		known = known || len(texts) > 0
		if len(texts) == 0 {
			texts = []string{Ellipsis}
		}
		var next []string
		for _, before := range all {
			for _, t := range texts {
				if len(next) < maxTexts {
					next = append(next, strings.ReplaceAll(before+t, Ellipsis+Ellipsis, Ellipsis))
				}
			}
		}
		all = next
	}
	if !known {
		return nil
	}
	return all
}

// elementTexts returns the texts that the elements of a list are.
func (p *texts) elementTexts(n points.Node, depth int) []string {
	o, ok := p.Origin[n]
	if !ok {
		return nil
	}
	return p.listTexts(o, depth)
}

func (p *texts) listTexts(object int32, depth int) []string {
	var all []string
	fields := p.Object(object).Fields
	if p.work += len(fields) / 16; p.work > maxTextWork { // its names are put in order
		return nil
	}
	for _, name := range points.SortedKeys(fields) {
		if len(all) >= maxTexts {
			break
		}
		if name != "" && (name[0] >= '0' && name[0] <= '9') {
			all = append(all, p.of(fields[name], depth+1)...)
		}
	}
	if len(all) > maxTexts {
		all = all[:maxTexts]
	}
	return all
}

// entryTexts returns the texts that the keys of an object are where a node is one of its entries, in a loop over them.
func (p *texts) entryTexts(n points.Node, depth int) []string {
	if p.work++; depth > maxTextDepth || p.seen[n] || p.work > maxTextWork {
		return nil
	}
	p.seen[n] = true
	defer delete(p.seen, n)
	var all []string
	for _, l := range p.LoadsTo(n) {
		if l.Field == "*" {
			all = append(all, p.keyTexts(l.From, "items", "entries", depth+1)...)
		}
	}
	for _, ei := range p.In(n) {
		if e := p.Edge(ei); e.Way != points.Heap && !e.Text {
			all = append(all, p.entryTexts(e.From, depth+1)...)
		}
	}
	return all
}

// keyTexts returns the texts that the keys of objects are where a node is made by a method of one of the names.
func (p *texts) keyTexts(n points.Node, name, other string, depth int) []string {
	calls := p.MadeBy(n)
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result { // also where a value could have the name of the method
		calls = []int32{p.SiteOf[file][g.Index]}
	}
	var all []string
	for _, id := range calls {
		if c := &p.Sites[id]; c.Method == name || c.Method == other {
			object := c.Receiver
			if len(c.Args) == 1 { // Object.entries
				object = c.Args[0]
			}
			for _, o := range p.Points(object) {
				if p.work++; p.work > maxTextWork {
					break
				}
				all = append(all, p.keysOf(o, depth+1)...)
			}
		}
	}
	return all
}

// keysOf returns the texts that the keys of an object are which is written out.
func (p *texts) keysOf(object int32, depth int) []string {
	x := p.Object(object)
	if x.Kind != points.Allocated {
		return nil
	}
	var all []string
	for _, name := range points.SortedKeys(x.Fields) {
		if name == graph.Keys {
			continue
		}
		for _, ei := range p.In(x.Fields[name]) {
			if from := p.Edge(ei).From; name != graph.Keys && from != x.Written { // a member that is set, rather than only read
				all = append(all, name)
				p.members = append(p.members, Member{Key: name, Value: Value(from)})
			}
		}
	}
	if file, _ := p.FileOf(x.Index); file >= 0 {
		for _, m := range p.Code[file].Graph.Named {
			if p.At(file, m.Object) == x.Index {
				for _, name := range p.of(p.At(file, m.Name), depth) {
					all = append(all, name)
					p.members = append(p.members, Member{Key: name, Value: Value(p.At(file, m.Value))})
				}
			}
		}
	}
	return all
}

// LiteralAt returns the text that a node is, or that a member of the object is which is written out there;
// "" for anything else.
func (p *Program) LiteralAt(n points.Node, path []string) string {
	file, at := p.FileOf(n)
	for ; at != nil && len(path) > 0; path = path[1:] {
		g := p.Code[file].Graph
		object := graph.ID(n - p.Base[file])
		if at.Kind != graph.Object {
			return ""
		}
		at = nil
		for i := range g.Stores {
			if s := &g.Stores[i]; s.Object == object && s.Field == path[0] {
				at = &g.Nodes[s.Value]
				n = p.Base[file] + points.Node(s.Value)
				break
			}
		}
	}
	if at == nil || at.Kind != graph.Text {
		return ""
	}
	return at.Name
}

// ListLength returns the length of the longest text in the lists that a node is, or of the longest name in objects, where
// these are all written out and nothing else is ever put in their place. A text stands for its parts.
func (p *Program) ListLength(n points.Node, depth int) (v int64, ok bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if file, g := p.FileOf(n); g != nil {
		switch g.Kind {
		case graph.Object:
			return p.NamesIn(n)
		case graph.Text:
			return g.Size, true
		case graph.Result:
			return p.collected(n, p.SiteOf[file][g.Index], depth)
		}
	}
	return p.Constant(n, depth, p.ListLength)
}

// collected is ListLength for what a call makes of texts or lists, to which nothing is added since.
func (p *Program) collected(n points.Node, id int32, depth int) (most int64, ok bool) {
	c := &p.Sites[id]
	if p.Resolved(c) || slices.Contains(c.Spread, true) {
		return 0, false
	}
	for _, f := range p.Model().StepsOf(p.Language(), p.Asked(c)) {
		if f.Rule.Holds == "" || !f.Exact && f.Rule.Call.Self == "" {
			continue
		}
		of := p.TextLength
		if f.Rule.Holds == "lists" {
			of = p.ListLength
		}
		var known []int32
		for _, r := range f.Roles {
			if r.Role != "value" {
				continue
			}
			at := p.Argument(id, r)
			v, is := of(at, depth+1)
			if !is {
				return 0, false
			}
			most = max(most, v)
			known = append(known, p.Points(at)...)
		}
		made := false
		for _, o := range p.Points(n) {
			if ok = slices.Contains(known, o) || p.isMadeBy(o, id); !ok {
				return 0, false
			}
			made = true
		}
		return most, made
	}
	return 0, false
}

// isMadeBy reports whether an object is what a rule makes of a call, and has in it what that put there and nothing else.
func (p *Program) isMadeBy(o, id int32) bool {
	x := p.Object(o)
	if x.Kind == points.Outside {
		return true
	}
	if x.Kind != points.Allocated || x.File >= 0 || x.Overlaid || len(x.Parents())+len(x.Copied()) > 0 {
		return false
	}
	for _, ei := range p.In(x.Written) {
		if p.Detail(p.Edge(ei)).Rule != id+1 {
			return false
		}
	}
	for _, f := range x.Fields {
		for _, ei := range p.In(f) {
			if p.Edge(ei).From != x.Written {
				return false
			}
		}
	}
	return true
}

// longestIn returns the length of the longest text in a list or an object that holds constant texts alone.
func (p *Program) longestIn(x *points.Object) (most int64, ok bool) {
	if x.Kind != points.Allocated || x.Fields == nil || len(p.In(x.Written)) > 0 {
		return 0, false
	}
	for name, f := range x.Fields {
		if x.Array && !points.IsIndex(name) && len(p.In(f)) == 0 {
			continue // a method of all lists
		}
		v, ok := p.member(f, 0, p.TextLength)
		if !ok {
			return 0, false
		}
		most = max(most, v)
	}
	return most, true
}

// IsText reports whether some steps lead to a text that a value is, or that a member of an enumeration has.
func IsText(steps []string) bool {
	return len(steps) == 0 || len(steps) == 1 && (steps[0] == "value" || steps[0] == "name")
}
