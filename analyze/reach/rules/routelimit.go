package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// maxHanded is how many places are looked at to which what a call makes is handed.
const maxHanded = 32

// routeLimit is a limit that calls set for the routes among whose handlers what they return stands, and for no others:
// app.post('/import', express.text({ limit: '10mb' }), handler).
type routeLimit struct {
	value *model.Pattern
	name  string
	most  map[int32]int64 // by the call that registers the route
}

// routeLimits returns the limits that are set for single routes alone.
func (p *Program) routeLimits() []*routeLimit {
	if p.limitsKnown {
		return p.routeLimited
	}
	p.limitsKnown = true
	for i := range p.settings {
		s := &p.settings[i]
		if s.Rule.Guards == nil {
			continue
		}
		if s.routes = p.routesWith(p.Sites[s.call].Result); s.routes == nil {
			continue
		}
		at := slices.IndexFunc(p.routeLimited, func(l *routeLimit) bool { return l.name == s.Rule.Sets })
		if at < 0 {
			at = len(p.routeLimited)
			p.routeLimited = append(p.routeLimited, &routeLimit{s.Rule.Guards, s.Rule.Sets, map[int32]int64{}})
		}
		for _, id := range s.routes {
			p.routeLimited[at].most[id] = max(p.routeLimited[at].most[id], p.setFor(s))
		}
	}
	return p.routeLimited
}

// Parses returns the name of the call that made a handler which reads a value of requests, as it sets the limit of that, ""
// for any other handler.
func (p *Program) Parses(handler points.Node, of *model.Source) string {
	made := p.MadeBy(handler)
	for depth := 0; of != nil && of.Limit != "" && len(made) > 0 && depth < MaxPath; depth++ {
		c := &p.Sites[made[0]]
		if slices.ContainsFunc(p.settings, func(s Setting) bool { return s.call == made[0] && s.Rule.Sets == of.Limit }) {
			return c.Method
		}
		made = p.MadeBy(c.Receiver)
	}
	return ""
}

// setFor returns what a call sets a limit to, graph.NoLimit where that is not known.
func (p *Program) setFor(s *Setting) int64 {
	most := int64(-1)
	for _, r := range s.roles {
		if r.Role != "max" {
			continue
		}
		for _, n := range p.Place(s.call, model.Place{Role: "max"}, s.roles, false) {
			v, ok := p.size(n)
			if ok && v != model.NoLimit {
				most = max(most, limit.Product(v, max(s.Rule.Scale, 1)))
			}
		}
		if p.given(s.call, r, p.blanks(), most >= 0) {
			return graph.NoLimit
		}
	}
	if most < 0 {
		l, _ := p.Model().Limit(s.Rule.Sets)
		return OrNone(l.Max)
	}
	return most
}

// OrNone returns the length that a limit of the model stands for.
func OrNone(v int64) int64 {
	if v == model.NoLimit {
		return graph.NoLimit
	}
	return v
}

// routesWith returns the calls that register single routes among whose handlers a value stands, nil where it may get
// anywhere else.
func (p *Program) routesWith(n points.Node) []int32 {
	handed := map[points.Node]bool{n: true}
	for todo := []points.Node{n}; len(todo) > 0; todo = todo[1:] {
		called := slices.ContainsFunc(p.SitesOn(todo[0]), func(id int32) bool { return !p.Sites[id].Made })
		if called || len(handed) > maxHanded {
			return nil
		}
		lists, ok := p.listsWith(todo[0])
		if !ok {
			return nil
		}
		for _, ei := range p.Out(todo[0]) {
			lists = append(lists, p.Edge(ei).To)
		}
		for _, to := range lists {
			if !handed[to] {
				handed[to] = true
				todo = append(todo, to)
			}
		}
	}
	var all []int32
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Made || !slices.ContainsFunc(c.Args, func(a points.Node) bool { return handed[a] }) {
			continue
		}
		if !p.registersOne(int32(id)) {
			return nil
		}
		all = append(all, int32(id))
	}
	return all
}

// listsWith returns the lists that are written out with a value. ok is false where it is stored in anything else.
func (p *Program) listsWith(n points.Node) (lists []points.Node, ok bool) {
	file, g := p.FileOf(n)
	if g == nil {
		return nil, true
	}
	of := p.Code[file].Graph
	for i := range of.Stores {
		s := &of.Stores[i]
		if p.At(file, s.Value) != n {
			continue
		}
		if in := &of.Nodes[s.Object]; in.Kind != graph.Object || in.Index != graph.List {
			return nil, false
		}
		lists = append(lists, p.At(file, s.Object))
	}
	return lists, true
}

// registersOne reports whether a call registers handlers of a route and of nothing else.
func (p *Program) registersOne(id int32) bool {
	one := false
	for i := range p.registrations {
		if r := &p.registrations[i]; r.IsCall && r.Call.ID == id {
			if r.Rule.Middleware {
				return false
			}
			one = true
		}
	}
	return one
}

// limitedGuards returns what the limits of single routes say of the route that a call registers.
func (p *Program) limitedGuards(id int32) []Guard {
	var all []Guard
	for _, l := range p.routeLimits() {
		if p.registersOne(id) {
			most := l.most[id]
			for other, m := range l.most {
				if most > 0 && m > most && p.mayMeet(id, other) {
					most = m
				}
			}
			all = append(all, Guard{Value: l.value, Most: most, Limit: l.name})
		}
	}
	return all
}

// mayMeet reports whether a request may get to what two calls register, and so be read by what stands at either: unless
// both have a path that is written out, without a place for anything, and neither ends with the other below a router.
func (p *Program) mayMeet(id, other int32) bool {
	a, b := p.fixedPath(id), p.fixedPath(other)
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

// fixedPath returns the path that a call has as its first argument, as requests have it whatever their case, "" for one of
// which only a part is known.
func (p *Program) fixedPath(id int32) string {
	if len(p.Sites[id].Args) == 0 {
		return ""
	}
	path := p.LiteralAt(p.Sites[id].Args[0], nil)
	if strings.ContainsAny(path, "*:()[]{}?+") {
		return ""
	}
	return strings.ToLower(strings.TrimRight(path, "/"))
}
