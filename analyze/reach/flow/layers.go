package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
)

// maxLayers bounds how many routers stand around a route whose handlers are looked at.
const maxLayers = 6

// layersBefore returns the handlers that run before those of a registration on every way to it: what was given to its
// router, and to the routers around, before, as by app.use(fn).
func (p *Program) layersBefore(r *registration) []node {
	key := [2]int32{r.call, r.element}
	if known, ok := p.layers[key]; ok {
		return known
	}
	if p.layers == nil {
		p.layers = map[[2]int32][]node{}
	}
	all := p.layersAbove(r.call, p.routeOf(r.found.Roles, r.call), 0)
	p.layers[key] = all
	return all
}

// layersAbove returns the handlers that run before what a call registers for a path, "" for one that is not known.
func (p *Program) layersAbove(id int32, path string, depth int) []node {
	m := p.mounted()
	on := m.around(id)
	if len(on) != 1 || on[0].call < 0 || depth > maxLayers {
		return nil
	}
	c := &p.calls[id]
	var all []node
	for _, r := range p.layersOn(on[0]) {
		o := &p.calls[r.call]
		if r.call == id || o.file != c.file || o.owner != c.owner || o.At >= c.At {
			continue
		}
		if len(o.args) > 1 && !p.isHandler(o.args[0]) && !isBelow(path, p.literal(o.args[0], nil), strings.HasPrefix(r.found.Rule.Name, "hono.")) {
			continue
		}
		for _, f := range r.found.Roles {
			if f.Role == "fn" && f.Arg >= 0 && len(f.Path) == 0 {
				all = p.appendHandlers(all, p.argument(r.call, f))
			}
		}
	}
	at := m.at[on[0]]
	if len(at) != 1 || at[0].call < 0 || at[0].call == id {
		return all
	}
	// The router stands below another, at one place.
	for _, n := range p.calls[at[0].call].args {
		if slices.Contains(m.routers(n), on[0]) {
			break
		}
		all = p.appendHandlers(all, n)
	}
	return append(all, p.layersAbove(at[0].call, strings.TrimSuffix(at[0].part, "/")+"/"+Ellipsis, depth+1)...)
}

// appendHandlers adds a handler, or those of a list.
func (p *Program) appendHandlers(all []node, n node) []node {
	if each := p.elements(n); len(each) > 0 {
		return append(all, each...)
	}
	return append(all, n)
}

// layersOn returns the registrations of handlers that run before all routes which are registered behind them with a router.
func (p *Program) layersOn(of router) []*registration {
	if p.standing == nil {
		p.standing = map[router][]*registration{}
		m := p.mounted()
		for i := range p.registrations {
			r := &p.registrations[i]
			if r.call < 0 || r.found.Rule.Arity > 0 || !p.calls[r.call].Certain || !r.found.Rule.Middleware && p.calls[r.call].Method != "all" {
				continue
			}
			on := m.around(r.call)
			if len(on) == 1 && on[0].call >= 0 && (r.found.Rule.Middleware || m.made[on[0].call]) {
				p.standing[on[0]] = append(p.standing[on[0]], r)
			}
		}
	}
	return p.standing[of]
}

// mounted returns where routers are, which is found once.
func (p *Program) mounted() *mounts {
	if p.routersAt == nil {
		p.routersAt = p.mountsOf()
	}
	return p.routersAt
}

// routeOf returns the path that a call names, "" where it names none or that is not known.
func (p *Program) routeOf(roles []model.Filled, id int32) string {
	for _, r := range roles {
		if r.Role == "route" && r.Arg >= 0 {
			return p.literal(p.argument(id, r), r.Path)
		}
	}
	return ""
}

// isHandler reports whether a value is a function or a list rather than a path.
func (p *Program) isHandler(n node) bool {
	return slices.ContainsFunc(p.points(n), func(o int32) bool {
		kind := p.object(o).kind
		return kind == function || kind == allocated
	})
}

// isBelow reports whether a handler for a path runs for all requests that another path gets. Only plain paths are compared.
// An exact one is but for itself unless a star says otherwise.
func isBelow(path, of string, exact bool) bool {
	of, star := strings.CutSuffix(of, "*")
	if star && (of == "" || of == "/") || of == "/" && !exact {
		return true
	}
	if star && !strings.HasSuffix(of, "/") || of == "" || strings.Trim(of, "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
		return false
	}
	if star {
		return strings.HasPrefix(path, of)
	}
	of = strings.TrimSuffix(of, "/")
	return path == of || !exact && strings.HasPrefix(path, of+"/")
}
