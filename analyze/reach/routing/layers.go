package routing

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/route"
	"snag/analyze/reach/rules"
)

// maxLayers bounds how many routers stand around a route whose handlers are looked at.
const maxLayers = 6

// Before returns the handlers that run before what a call registers for a path, "" for one that is not known, on every
// way to it, in the order in which they do: what was given to its router, and to the routers around, before, as by app.use(fn).
// Of params only those that see the parameters of that path: what may have a path of its own has none but those of that.
func (p *reader) Before(c rules.Call, path string, params bool) []rules.Value {
	return p.layersAbove(c, path, params, 0)
}

func (p *reader) layersAbove(c rules.Call, path string, params bool, depth int) []rules.Value {
	m := p.mounted()
	on := m.around(c)
	if len(on) != 1 || on[0].call.IsNone() && len(m.at[on[0]]) == 0 || depth > maxLayers {
		return nil
	}
	_, as := c.Written()
	var all []rules.Value
	for _, r := range p.layersOn(on[0]) {
		if _, o := r.Call.Written(); r.Call == c || around(r.Call) != around(c) || o.At >= as.At || params && namesPath(r) {
			continue
		}
		if first, _ := r.Call.Arg(0); r.Call.Args() > 1 && namesPath(r) && !p.isHandler(first) && !p.isBelowAny(path, first, !r.Rule.Middleware || strings.HasPrefix(r.Rule.Name, "hono.")) {
			continue
		}
		if !p.hasParam(r, path, depth) {
			continue
		}
		for _, f := range r.Roles {
			if f.Role == "fn" && f.Arg >= 0 && len(f.Path) == 0 {
				given := p.appendHandlers(nil, r.Call.Given(f))
				if !r.Rule.Middleware && !m.made[on[0].call] { // the first may leave out those behind it by next('route')
					all = append(all, given[0])
					break
				}
				all = append(all, given...)
			}
		}
	}
	at := m.at[on[0]]
	if len(at) != 1 || at[0].call.IsNone() || at[0].call == c || on[0].call.IsNone() && p.isCalled(on[0].fn) {
		return all
	}
	// The router stands below another, at one place.
	above := p.layersAbove(at[0].call, strings.TrimSuffix(at[0].part, "/")+"/"+rules.Ellipsis, params, depth+1)
	for i := range at[0].call.Args() {
		v, _ := at[0].call.Arg(i)
		if slices.Contains(m.routers(v), on[0]) || on[0].call.IsNone() {
			break // a function that registers with it is handed no handlers beside it
		}
		if params {
			continue
		}
		above = p.appendHandlers(above, v)
	}
	return append(above, all...)
}

// hasParam reports whether a handler runs before a route that is registered with its own router: one that is given for a
// parameter of the path runs where the route has that.
func (p *reader) hasParam(r *rules.Registration, path string, depth int) bool {
	for _, f := range r.Roles {
		if f.Role == "param" {
			normal, _ := route.Normal(path, false)
			return depth == 0 && strings.Contains(normal, "{"+p.Literal(r.Call.Given(f), nil)+"}")
		}
	}
	return true
}

// isCalled reports whether the program itself calls a function, beside what it is handed to.
func (p *reader) isCalled(f rules.Ref) bool {
	return slices.ContainsFunc(p.CallersOf(int32(f.File), int32(f.Func)), func(id int32) bool { return !p.Sites[id].Made })
}

// namesPath reports whether the first argument of a call may be a path, rather than what the rule names, as that of
// addHook('preHandler', fn).
func namesPath(r *rules.Registration) bool {
	return slices.ContainsFunc(r.Roles, func(f model.Filled) bool { return f.Arg == 0 && f.Role != "param" })
}

// appendHandlers adds a handler, or those of a list.
func (p *reader) appendHandlers(all []rules.Value, v rules.Value) []rules.Value {
	if each := p.Elements(v); len(each) > 0 {
		return append(all, each...)
	}
	return append(all, v)
}

// layersOn returns the registrations of handlers that run before all routes which are registered behind them with a router.
func (p *reader) layersOn(of router) []*rules.Registration {
	if p.standing == nil {
		p.standing = map[router][]*rules.Registration{}
		m := p.mounted()
		all := p.Registrations()
		for i := range all {
			r := &all[i]
			if r.Call.IsNone() || r.Rule.Arity > 0 {
				continue
			}
			if _, as := r.Call.Written(); !as.Certain || !r.Rule.Middleware && as.Method != "all" {
				continue
			}
			if on := m.around(r.Call); len(on) == 1 {
				p.standing[on[0]] = append(p.standing[on[0]], r)
			}
		}
	}
	return p.standing[of]
}

// isHandler reports whether a value is a function or a list of such rather than a path, or several.
func (p *reader) isHandler(v rules.Value) bool {
	all := p.Elements(v)
	if len(all) > 0 && !slices.ContainsFunc(all, func(e rules.Value) bool { return len(p.Things(e)) > 0 }) {
		return false
	}
	return slices.ContainsFunc(p.Things(v), func(t rules.Thing) bool {
		_, ok := t.Func()
		return ok || t.IsWritten()
	})
}

// isBelowAny is isBelow for the path that a value is, or those in a list.
func (p *reader) isBelowAny(path string, of rules.Value, exact bool) bool {
	for i := range p.Elements(of) {
		if isBelow(path, p.Literal(of, []string{strconv.Itoa(i)}), exact) {
			return true
		}
	}
	return isBelow(path, p.Literal(of, nil), exact)
}

// isBelow reports whether a handler for a path runs for all requests that another path gets. Only plain paths are compared.
// An exact one is but for itself unless a star says otherwise.
func isBelow(path, of string, exact bool) bool {
	of, star := strings.CutSuffix(of, "*")
	if star && (of == "" || of == "/") || of == "/" && !exact {
		return true
	}
	if star && !strings.HasSuffix(of, "/") || of == "" {
		return false
	}
	if !star {
		of = strings.TrimSuffix(of, "/")
	}
	rest, below := strings.CutPrefix(path, of)
	if !below || !star && rest != "" && (exact || rest[0] != '/') {
		return false // as most are, so that this is asked first
	}
	return strings.Trim(of, "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}
