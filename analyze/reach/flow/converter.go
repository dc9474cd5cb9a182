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
		if !s.isEntered(st) || len(s.paths.List(st.path)) > 0 || int(n.Size) >= len(params) {
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

// pipes are those of Nest that make a number, a truth value or an identifier of a text, or refuse it.
var pipes = []string{"ParseIntPipe", "ParseFloatPipe", "ParseBoolPipe", "ParseUUIDPipe", "ParseDatePipe"}

// isPiped reports whether a parameter stands behind a pipe that lets no other text pass: @Param('id', ParseIntPipe).
func (p *Program) isPiped(file, fn int32, param int64) bool {
	f := &p.Code[file].Graph.Funcs[fn]
	if p.Language() != model.JavaScript || int(param) >= len(f.ParamDecorators) {
		return false
	}
	for _, d := range f.ParamDecorators[param] {
		id := p.SiteAt(file, d)
		if id < 0 {
			continue
		}
		for _, arg := range p.Sites[id].Args {
			if slices.ContainsFunc(p.Accesses(arg), func(a model.Access) bool {
				steps := a.Steps
				if n := len(steps); n > 0 && steps[n-1] == "()" { // an object of the class
					steps = steps[:n-1]
				}
				return a.Root.Kind == model.Module && a.Root.Name == "@nestjs/common" && len(steps) == 1 && slices.Contains(pipes, steps[0])
			}) {
				return true
			}
		}
	}
	return false
}
