package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// listing is how a list gets through code that was written for a text in a language.
type listing struct {
	// methods are those of texts that lists have as well. All others throw where a list was sent.
	methods []string
	// texts are the functions and methods that make a text of a list; nil where a match does so itself.
	texts []string
}

var listings = map[model.Language]listing{
	model.JavaScript: {methods: []string{"toString", "toLocaleString", "slice", "concat", "at", "valueOf", "String", "flat", "filter", "map", "join", "reverse"}},
	model.Ruby: {
		methods: []string{"to_s", "inspect", "[]", "slice", "first", "last", "dup", "clone", "freeze", "itself", "presence", "reverse", "then", "tap", "yield_self", "try"},
		texts:   []string{"to_s", "inspect", "String", "format", "sprintf"},
	},
}

// passesList reports whether a list of texts may take the way from a source to a match for which its text is short
// enough: only its length was compared, or it was cut, by the number of its elements there, and nothing on the way throws
// where it is no text.
func (s *search) passesList(id int32, h *Hit) bool {
	of := listings[s.p.Language()]
	counted, parsed, made := false, holdsLists(h), of.texts == nil
	if h.Entry != nil && len(h.Entry.Guards) > 0 {
		return false // a schema says what is a text
	}
	var way []int32
	for i := id; i >= 0; i = s.states[i].parent {
		way = append(way, i)
	}
	slices.Reverse(way) // from the match on
	for _, i := range way {
		if s.states[i].by == 0 {
			continue
		}
		e := s.p.Edge(s.states[i].by)
		d := s.p.Detail(e)
		if d.Shape != nil {
			return false
		}
		if e.Any && d.Rule > 0 && counted {
			return true // what came was a text up to here, of which a list was read
		}
		parsed = parsed || e.Any && d.Rule > 0
		if d.Rule > 0 {
			c := &s.p.Sites[d.Rule-1]
			ofReceiver := e.From == c.Receiver
			if ofReceiver && !slices.Contains(of.methods, c.Method) && (of.texts == nil || !e.Any) {
				return false
			}
			makes := slices.Contains(of.texts, c.Method)
			if counted && !e.Any && (!ofReceiver || makes || c.Method == "toString") {
				return false // a text was made of it before
			}
			made = made || makes
			counted = counted || made && ofReceiver && s.states[i].path == 0 && d.Length.Limits()
		} else if e.Text && counted {
			return false
		} else {
			made = made || e.Text
		}
		number, text := s.p.compares(d.File, d.Cap, s.paths.List(s.states[i].path), 0)
		if text {
			return false
		}
		counted = counted || number && made
	}
	return counted && parsed
}

// holdsLists reports whether a list can be sent in the place of a text: as a member of a body or query, or as a cookie of PHP or in JSON.
func holdsLists(h *Hit) bool {
	k := len(h.Access.Steps)
	named := h.Access.Root.Kind == model.Decorated // whose decorator says the name: @Query('s')
	if h.Source.Flat || !named && k <= h.Source.Value.Named() || k > 0 && h.Access.Steps[k-1] == "()" {
		return false
	}
	return slices.Contains([]model.Kind{model.Body, model.URL, model.Message, model.Cookie}, h.Source.Kind)
}

// compares reports whether a limit of what some members lead to is that of a length that was compared, and whether what has
// it was found to be a text.
func (p *Program) compares(file int32, c graph.Cap, path []string, depth int) (number, text bool) {
	number = c.Max < graph.NoLimit && len(path) == 0
	sym := c.Sym
	for range 32 {
		if sym == 0 || depth > 4 {
			break
		}
		x := &p.Code[file].Graph.Syms[sym]
		sym = x.Next
		switch {
		case x.Call >= 0:
			n, t := p.comparesIn(p.SiteOf[file][x.Call], x, slices.Concat(x.Path, path), depth)
			if t {
				return true, true
			}
			number = number || n
		case x.Call == graph.Inside:
			if inside, ok := below(x, path); ok {
				n, t := p.compares(file, graph.Cap{Max: x.Delta, Sym: x.Arg}, inside, depth+1)
				if t {
					return true, true
				}
				number = number || n
			}
		case len(path) > 0: // of what has them
		case x.Call == graph.Textual:
			return true, true
		case x.Call == -1:
			number = true
		}
	}
	return number, false
}

// textChecks are functions of libraries that are true of texts alone, or throw where they get anything else.
var textChecks = []string{"isString", "assertString", "isLength", "isByteLength"}

// classChecks are methods of Ruby that are true of objects of the class that they are handed.
var classChecks = []string{"is_a?", "kind_of?", "instance_of?"}

// comparesIn is compares for what follows from a call that ended in some way.
func (p *Program) comparesIn(id int32, x *graph.Sym, path []string, depth int) (number, text bool) {
	c := &p.Sites[id]
	if !p.Resolved(c) {
		if each, ok := p.everyElement(id, x); ok && len(path) > 0 {
			for _, t := range p.elementTells(each) {
				if inside, ok := p.leadsTo(each.file, t.Path, path[1:]); ok {
					n, is := p.compares(each.file, t.Cap, inside, depth+1)
					number, text = number || n, text || is
				}
			}
			return number, text
		}
		if len(x.Path) > 0 && len(x.Path) == len(path) {
			return false, true // by a schema
		}
		ofClass := slices.Contains(classChecks, c.Method) && c.Tree != nil && c.Tree.Kid(1) != nil && c.Tree.Kid(1).Text == "String"
		return false, len(path) == 0 && x.When == graph.True && (ofClass || slices.Contains(textChecks, c.Method))
	}
	text = true
	for _, o := range c.Bound {
		f := p.Object(o)
		if f.Kind != points.Function {
			return false, false
		}
		told := false
		for _, t := range p.Code[f.File].Graph.Funcs[f.Index].Tells {
			if t.Param != x.Arg || t.When != x.When || t.Via != x.Via {
				continue
			}
			if inside, ok := p.leadsTo(f.File, t.Path, path); ok {
				n, t := p.compares(f.File, t.Cap, inside, depth+1)
				number, told = number || n, told || t
			}
		}
		text = text && told
	}
	return number, text
}

// isListed reports whether a function is what the only application of the program is made with as middleware, or gets added.
func (p *Program) isListed(rule *model.Entry, fn [2]int32) bool {
	app := p.onlyApp()
	is := func(n points.Node) bool {
		all := p.Points(n)
		return len(all) == 1 && all[0] == p.FuncOf[fn]
	}
	removes := func(c points.Site) bool {
		return (c.Method == "clear" || c.Method == "pop" || c.Method == "remove") && slices.ContainsFunc(p.LoadsTo(c.Receiver), func(l points.LoadOf) bool { return p.madeOnce(l.From) == app })
	}
	if app < 0 || slices.ContainsFunc(p.Sites, removes) {
		return false
	}
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Made || len(c.Args) == 0 || int32(id) != app && !p.standsByApp(int32(id)) {
			continue
		}
		for _, by := range rule.Added {
			roles, _, ok := by.Match(p.Language(), p.Asked(c))
			if at := rules.RoleAt(roles, "fn"); ok && at >= 0 && len(p.Points(c.Args[at])) == 1 && (int32(id) == app && slices.ContainsFunc(p.InOrder(c.Args[at]), is) || c.OfMember && is(c.Args[at])) {
				return true
			}
		}
	}
	return false
}
