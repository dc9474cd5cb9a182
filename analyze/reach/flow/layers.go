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
	for i := range p.registrations {
		r := &p.registrations[i]
		if r.call < 0 || r.call == id || r.found.Rule.Arity > 0 {
			continue
		}
		o := &p.calls[r.call]
		if o.file != c.file || o.owner != c.owner || o.At >= c.At || !o.Certain || !r.found.Rule.Middleware && !(o.Method == "all" && m.made[on[0].call]) {
			continue
		}
		if below := m.around(r.call); len(below) != 1 || below[0] != on[0] {
			continue
		}
		if len(o.args) == 0 || !p.isHandler(o.args[0]) && !isBelow(path, p.literal(o.args[0], nil)) {
			continue
		}
		for _, f := range r.found.Roles {
			if f.Role == "fn" && f.Arg >= 0 && len(f.Path) == 0 {
				n := p.argument(r.call, f)
				if each := p.elements(n); len(each) > 0 {
					all = append(all, each...)
				} else {
					all = append(all, n)
				}
			}
		}
	}
	at := m.at[on[0]]
	if len(at) != 1 || at[0].call < 0 || at[0].call == id {
		return all
	}
	// The router stands below another, at one place.
	up := &p.calls[at[0].call]
	for _, n := range up.args {
		if slices.Contains(m.routers(n), on[0]) {
			break
		}
		if each := p.elements(n); len(each) > 0 {
			all = append(all, each...)
		} else {
			all = append(all, n)
		}
	}
	return append(all, p.layersAbove(at[0].call, at[0].part, depth+1)...)
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
func isBelow(path, of string) bool {
	if of == "/" || of == "*" {
		return true
	}
	if of == "" || strings.Trim(of, "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
		return false
	}
	of = strings.TrimSuffix(of, "/")
	return path == of || strings.HasPrefix(path, of+"/")
}
