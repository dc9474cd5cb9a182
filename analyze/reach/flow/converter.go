package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// strict are the converters of Flask, Django and Sanic whose parameters are not the text of a sender: numbers, identifiers,
// and texts out of a list.
var strict = []string{"int", "float", "uuid", "any"}

// converted reports whether a hit is a parameter of a path that all known routes of its function convert.
func (p *Program) converted(h *Hit) bool {
	if p.Language() != model.Python || h.Entry == nil || h.Source == nil || h.Source.Kind != model.Path || h.Access.Root.Param == "" {
		return false
	}
	some := false
	for _, e := range p.EntriesOf[[2]int32{int32(h.Entry.File), int32(h.Entry.Func)}] {
		for part := range strings.SplitSeq(e.Route, "<") {
			inside, _, closes := strings.Cut(part, ">")
			converter, name, names := strings.Cut(inside, ":")
			if name != h.Access.Root.Param { // some have them the other way around
				converter, name = name, converter
			}
			if !names {
				name = inside
			}
			if !closes || name != h.Access.Root.Param {
				continue
			}
			converter, _, _ = strings.Cut(converter, "(")
			if !names || !slices.Contains(strict, converter) {
				return false
			}
			some = true
		}
	}
	return some
}

// digits are the functions and methods that are true of digits and numbers alone, and of no text besides.
var digits = []string{"isdigit", "isdecimal", "isnumeric", "isInteger", "isSafeInteger", "ctype_digit", "is_int", "is_integer", "is_float"}

// isDigits reports whether what takes an edge was found to be a number, or a text of digits.
func (p *Program) isDigits(d *points.Detail) bool {
	sym := d.Cap.Sym
	for range 32 {
		if sym == 0 {
			break
		}
		s := &p.Code[d.File].Graph.Syms[sym]
		if s.Call >= 0 && (s.When == graph.True || s.When == graph.NotFalse) && s.Via == "" && len(s.Path) == 0 {
			if c := &p.Sites[p.SiteOf[d.File][s.Call]]; slices.Contains(digits, c.Method) && !p.Resolved(c) {
				return true
			}
		}
		sym = s.Next
	}
	return false
}

// makesNumber reports whether a call that takes a value of a request by its name makes it a number, as
// request.args.get("n", type=int) does.
func (p *Program) makesNumber(c *points.Site) bool {
	if p.Language() == model.PHP { // of the bags of Symfony, as $request->query->getInt('n')
		return c.Method == "getInt" || c.Method == "getDigits" || c.Method == "getBoolean"
	}
	if p.Language() != model.Python {
		return false
	}
	at := slices.Index(c.Names, "type")
	return at >= 0 && slices.ContainsFunc(p.Accesses(c.Args[at]), func(a model.Access) bool {
		return a.Root.Kind == model.Global && len(a.Steps) == 0 && (a.Root.Name == "int" || a.Root.Name == "float")
	})
}

// strictTypes are the types of parameters that frameworks make of a text and refuse it otherwise, and wrappers are what
// such a type may stand in. The first four are those of Python.
var (
	strictTypes = []string{
		"int", "float", "bool", "UUID", "long", "short", "double", "boolean", "Integer", "Long", "Short", "Double", "Float", "Boolean",
		"uint", "ulong", "decimal", "Guid",
	}
	wrappers = []string{"Optional", "Union", "None", "Nullable", "System", "uuid"}
)

// strictlyTyped reports whether a value comes in as a parameter of a handler that is declared to be a number or an
// identifier, where the framework sees to it.
func (s *search) strictlyTyped(id int32) bool {
	for i := id; i >= 0; i = s.states[i].parent {
		st := &s.states[i]
		file, n := s.p.FileOf(st.at)
		if n == nil || n.Kind != graph.Param {
			continue
		}
		params := s.p.Code[file].Graph.Funcs[n.Index].Tree.Params
		if !s.isEntered(st, file, n.Index) || len(s.paths.List(st.path)) > 0 || int(n.Size) >= len(params) {
			return false
		}
		if s.p.isPiped(file, n.Index, n.Size) {
			return true
		}
		enforced := slices.ContainsFunc(s.p.EntriesOf[[2]int32{file, n.Index}], func(e rules.Entry) bool {
			switch s.p.Language() {
			case model.Java, model.CSharp, model.PHP:
				return true
			}
			return s.p.Language() == model.Python && e.Rule.Typed
		})
		names := annotation.Names(params[n.Size].Type)
		names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(wrappers, name) })
		strict := strictTypes
		if s.p.Language() == model.Python {
			strict = strict[:4]
		}
		return enforced && len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(strict, name) })
	}
	return false
}

// piping returns what a parameter of a handler is put through last by what its decorator is given, or a decorator of the function
// or its class: @Param('id', ParseIntPipe), @UsePipes(Short). It is 0 for none.
func (p *Program) piping(b *model.Bound, file, fn int32, param int64) points.Node {
	f := &p.Code[file].Graph.Funcs[fn]
	if b.Pipe == "" || int(param) >= len(f.ParamDecorators) {
		return 0
	}
	given := func(of []graph.ID, by []*model.CallPattern) (last points.Node) {
		for _, d := range of {
			id := p.SiteAt(file, d)
			if id < 0 || len(p.Sites[id].Args) == 0 || by != nil && !slices.ContainsFunc(by, func(q *model.CallPattern) bool {
				_, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id]))
				return ok
			}) {
				continue
			}
			n := p.Sites[id].Args[len(p.Sites[id].Args)-1]
			if _, g := p.FileOf(n); g == nil || g.Kind != graph.Text { // the name of the value
				last = n
			}
		}
		return last
	}
	last := given(f.ParamDecorators[param], nil)
	if last == 0 {
		last = given(f.Decorators, b.Piped)
	}
	if last == 0 && f.Class >= 0 {
		last = given(p.Code[file].Graph.Classes[f.Class].Decorators, b.Piped)
	}
	return last
}

// pipeMax returns how long the text is at most that a pipe of a library makes, 0 for what is none of these.
func (p *Program) pipeMax(b *model.Bound, pipe points.Node) int64 {
	for _, a := range p.Accesses(pipe) {
		if n := len(a.Steps); n > 0 && a.Steps[n-1] == "()" { // an object of the class
			a.Steps = a.Steps[:n-1]
		}
		for _, f := range b.Formats {
			if exact, ok := f.Call.Callee.Match(p.Language(), a); exact && ok {
				return f.Max
			}
		}
	}
	return 0
}

// isPiped reports whether a parameter stands behind a pipe that lets no other text pass than a number or an identifier.
func (p *Program) isPiped(file, fn int32, param int64) bool {
	for b := range p.Bounds() {
		if pipe := p.piping(b, file, fn, param); pipe != 0 && p.pipeMax(b, pipe) > 0 {
			return true
		}
	}
	return false
}

// pipedMax returns how long what some steps lead to in a parameter of a handler is at most by what it is put through last, and
// whether only the number of its elements may have been compared, if it is a list.
func (p *Program) pipedMax(file, fn int32, param int64, path []string) (most int64, counted bool) {
	most = graph.NoLimit
	for b := range p.Bounds() {
		pipe := p.piping(b, file, fn, param)
		if pipe == 0 {
			continue
		}
		if form := p.pipeMax(b, pipe); form > 0 && len(path) == 0 {
			most = min(most, form)
		}
		in, made := p.madeFor(pipe), int64(0)
		for _, o := range p.Points(pipe) {
			limit := int64(graph.NoLimit)
			if x := p.Object(o); x.Kind == points.Class || x.Kind == points.Instance {
				if m, ok := p.Method(rules.Class{File: int(x.File), Class: int(x.Index)}, b.Pipe); ok {
					p.storedWork = 0
					ret := p.At(int32(m.File), p.Code[m.File].Graph.Funcs[m.Func].Ret)
					limit = p.storedMax(ret, path, 0)
					counted = counted || p.isCounted(ret, path, 0)
				}
			}
			made = max(made, limit)
		}
		if in(); made > 0 {
			most = min(most, made)
		}
	}
	return most, counted
}

// isCounted reports whether a length of what some steps lead to in a value was compared, and that was not found to be a text.
func (p *Program) isCounted(n points.Node, path []string, depth int) bool {
	return depth < 8 && slices.ContainsFunc(p.In(n), func(ei int32) bool {
		e := p.Edge(ei)
		d := p.Detail(e)
		number, text := p.compares(d.File, d.Cap, path, 0)
		return !text && (number || p.isCounted(e.From, path, depth+1))
	})
}
