package rules

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/dispatch"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/route"
	"snag/analyze/source/tree"
)

// Route is a part of a path for which a framework calls functions of the program.
type Route struct {
	Rule *model.Entry
	// Methods are those of HTTP, nil for any.
	Methods []string
	// Path is the whole path as the framework's own syntax has it, with [Ellipsis] for what is not known.
	Path string
	// Written is the path with what stands for the names of the class and the method, "" where nothing does.
	Written string
	// Message reports whether Path is the name of a message.
	Message bool
	// File, Start and End are where it is registered.
	File       int
	Start, End int32
	// Handlers are the functions that are called for it, in order.
	Handlers []Ref
	// Patterns are the regexes that parameters of the path have to match as a whole, by their names, where the path says
	// nothing of them, and Literals those that are regex literals of the file.
	Patterns map[string]string
	Literals map[string]*tree.Node
	// Within is the part of the file that answers, all of it where it is zero.
	Within dispatch.Span
	// Without are the parts of the file that answer other routes.
	Without []dispatch.Span
}

// Answers reports whether what stands in a file may run for the route, as far as that is told by where it stands.
func (r *Route) Answers(file int, at int32) bool {
	return file != r.File || !slices.ContainsFunc(r.Without, func(s dispatch.Span) bool { return s.Holds(at) })
}

// Registration is what makes a function an entry: a call, or what stands at the function.
type Registration struct {
	model.Found[model.Entry]
	// Call is the call, or that of the decorator.
	Call Call
	// Function is the function that it stands at, and IsCall reports that there is none: a call hands it over.
	Function Ref
	IsCall   bool
	// Decorator is the name of the decorator, "" for none.
	Decorator string
	// Element is the number of the element of a list by which the call registers it, plus 1, or 0.
	Element int
}

// Routing tells the routes of a program, which frameworks put together of what it registers.
type Routing interface {
	Routes() []Route
	// Before returns the handlers that run before those that a call registers for a path, "" for one that is not known.
	Before(call Call, path string, params bool) []Value
}

// Registrations returns what makes functions entries.
func (p *Program) Registrations() []Registration { return p.registrations }

// Routes returns the routes of the program, in the order of the files.
func (p *Program) Routes() []Route {
	if p.routing == nil {
		return nil
	}
	return p.routing.Routes()
}

// hasRoutes reports whether the program may have routes. Those of Rails stand in a file of their own, and files of PHP
// are routes.
func (p *Program) hasRoutes() bool {
	return p.routing != nil && (len(p.registrations) > 0 || p.Language() == model.Ruby || p.Language() == model.PHP)
}

// compose gives entries the whole paths of their routes, each the first one that has its own.
func (p *Program) compose() {
	if !p.hasRoutes() {
		return
	}
	for _, r := range p.Routes() {
		for _, h := range r.Handlers {
			all := p.EntriesOf[[2]int32{int32(h.File), int32(h.Func)}]
			for i := range all {
				e := &all[i]
				if e.Rule.Family() != r.Rule.Family() || e.whole || strings.Contains(r.Path, Ellipsis) || !strings.HasSuffix(cmp.Or(r.Written, r.Path), strings.TrimPrefix(e.Route, "/")) {
					continue
				}
				if e.Method != "" && r.Methods != nil && !slices.Contains(r.Methods, e.Method) {
					continue
				}
				if e.Method == "" && len(r.Methods) == 1 {
					e.Method = r.Methods[0]
				}
				e.Route, e.whole = r.Path, true
				if r.Rule.Route == "regex" {
					e.Route, _ = route.Normal(r.Path, true)
				}
			}
		}
	}
}

// RouteAt returns the path of a route that a text registers, and its method, "" for any: ServeMux of Go takes both in one,
// "GET /a", behind which may stand a host, and programs have tables of such texts.
func RouteAt(l model.Language, text string) (method, path string) {
	if l != model.Go {
		if first, rest, ok := strings.Cut(text, " "); ok && strings.HasPrefix(rest, "/") {
			if method = (&model.Entry{Method: "callee"}).HTTPMethod(first, ""); method != "" {
				return method, rest
			}
		}
		return "", text
	}
	if first, rest, ok := strings.Cut(text, " "); ok && first == strings.ToUpper(first) {
		method, text = first, strings.TrimSpace(rest)
	}
	if at := strings.IndexByte(text, '/'); at > 0 {
		text = text[at:]
	}
	return method, text
}

// Before returns the handlers that run before what a call registers for a path, of params those that see the parameters of it.
func (p *Program) Before(id int32, path string, params bool) []points.Node {
	if p.routing == nil {
		return nil
	}
	var all []points.Node
	for _, v := range p.routing.Before(Call{p, id}, path, params) {
		all = append(all, points.Node(v))
	}
	return all
}

// RouteOf returns the path that a call names, "" where it names none or that is not known.
func (p *Program) RouteOf(roles []model.Filled, id int32) string {
	for _, r := range roles {
		if r.Role == "route" && r.Arg >= 0 {
			return p.LiteralAt(p.Argument(id, r), r.Path)
		}
	}
	return ""
}

// Func returns the bytes of a function.
func (p *Program) Func(h Ref) (start, end int32) {
	f := p.Code[h.File].Graph.Funcs[h.Func].Tree
	return f.Start, f.End
}

// Constraints returns the regexes that parameters in the path of a route have to match as a whole, by their names.
func (p *Program) Constraints(r Route) map[string]string {
	all := route.Patterns(r.Path, r.Rule.Route == "regex")
	maps.Copy(all, r.Patterns)
	for name, n := range r.Literals {
		if p.Text == nil {
			break
		}
		if text := p.Text(r.File, n.Start, n.End); strings.HasPrefix(text, "/") && strings.LastIndexByte(text, '/') > 0 {
			all[name] = text[1:strings.LastIndexByte(text, '/')]
		}
	}
	return all
}
