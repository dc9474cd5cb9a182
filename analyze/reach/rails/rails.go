// Package rails reads the routes that config/routes.rb of a Rails application declares.
package rails

import (
	"maps"
	"path"
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// Route is a route and the action that answers it.
type Route struct {
	// Methods are those of HTTP, nil for any.
	Methods []string
	// Path is the whole path in the syntax of Rails, with [Unknown] for what the file does not tell.
	Path string
	// Controller is the name of the controller with the modules that it is in, as "admin/users", Action its method.
	Controller, Action string
	// Usual reports whether it is one of the routes that all resources have: there is one only if the controller
	// has the action.
	Usual bool
	// Constraints are the regexes that parameters of the path have to match as a whole, by the names of the parameters.
	Constraints map[string]*tree.Node
	// Start and End are the bytes of the call that declares it.
	Start, End int32
}

// IsRoutes reports whether a file declares routes, by its path.
func IsRoutes(file string) bool {
	return path.Base(file) == "routes.rb" || strings.Contains("/"+file, "/config/routes/") && path.Ext(file) == ".rb"
}

// maxRoutes bounds the routes of a file, maxCalls the calls that are read, and maxDepth how deep blocks and concerns may
// stand in each other.
const (
	maxRoutes = 20000
	maxCalls  = 200000
	maxDepth  = 100
)

// Read returns the routes of a file in the order of its code.
func Read(f *tree.File) []Route {
	if f.Language != tree.Ruby || f.Body == nil {
		return nil
	}
	r := &reader{concerns: map[string]*tree.Func{}}
	r.statement(f.Body.Body, scope{}, 0)
	return r.routes
}

// scope is what stands around a declaration.
type scope struct {
	path, module, controller string
	// member and collection are the paths of one resource and of all of them, in their block.
	member, collection string
	resourceful        bool
	// outside is the path without that of the resources around, which one of them has where routes are shallow.
	outside string
	shallow bool
	values  map[string]string // of the parameters of blocks
	// constraints are regexes by the names of parameters.
	constraints map[string]*tree.Node
}

type reader struct {
	routes   []Route
	concerns map[string]*tree.Func
	calls    int
}

// statement reads what stands in a block; conditions count as if they held.
func (r *reader) statement(n *tree.Node, s scope, depth int) {
	if n == nil || depth > maxDepth {
		return
	}
	switch n.Op {
	case tree.Call:
		r.call(n, s, depth)
		return
	case tree.Function, tree.Define, tree.DefineClass, tree.ClassValue:
		return
	}
	for _, k := range n.Kids {
		r.statement(k, s, depth+1)
	}
}

// block reads the block of a call.
func (r *reader) block(f *tree.Func, s scope, depth int) {
	if f != nil {
		r.statement(f.Body, s, depth+1)
	}
}

func (r *reader) call(n *tree.Node, s scope, depth int) {
	if r.calls++; r.calls > maxCalls {
		return
	}
	a := s.read(n)
	callee := n.Kid(0)
	if callee == nil || callee.Op == tree.Member { // Rails.application.routes.draw, and loops over names
		if list := callee.Kid(0); a.block != nil && list != nil && list.Op == tree.Array && len(a.block.Params) == 1 && a.block.Params[0].Target != nil {
			for _, text := range s.texts(list) {
				inner := s
				inner.values = maps.Clone(s.values)
				if inner.values == nil {
					inner.values = map[string]string{}
				}
				inner.values[a.block.Params[0].Target.Text] = text
				r.block(a.block, inner, depth)
			}
			return
		}
		r.block(a.block, s, depth)
		return
	}
	s = a.constrain(s)
	switch name := callee.Text; name {
	case "get", "post", "put", "patch", "delete", "options", "match", "root":
		r.verbs(n, name, a, s)
	case "resources", "resource":
		for _, of := range a.texts {
			r.resource(n, of, name == "resource", a, s, depth)
		}
	case "namespace":
		for _, of := range a.texts {
			inner := s
			inner.path, inner.module = join(s.path, a.option("path", of)), join(s.module, a.option("module", of))
			inner.outside = join(s.outside, a.option("path", of))
			inner.controller, inner.resourceful = "", false
			r.block(a.block, inner, depth)
		}
	case "scope":
		inner := s
		parts := append(slices.Clone(a.texts), a.option("path", ""))
		if a.unknown {
			parts = append(parts, Unknown)
		}
		for _, part := range parts {
			inner.path, inner.outside = join(inner.path, part), join(inner.outside, part)
		}
		inner.module = join(s.module, a.option("module", ""))
		inner.controller = a.option("controller", s.controller)
		inner.shallow = s.shallow || a.isTrue("shallow")
		r.block(a.block, inner, depth)
	case "shallow":
		inner := s
		inner.shallow = true
		r.block(a.block, inner, depth)
	case "controller":
		inner := s
		inner.controller = a.first()
		r.block(a.block, inner, depth)
	case "member", "collection", "new", "nested":
		r.block(a.block, s.at(name), depth)
	case "concern":
		if a.block != nil {
			r.concerns[a.first()] = a.block
		}
	case "concerns":
		for _, of := range a.texts {
			r.concern(of, s, depth)
		}
	default:
		r.block(a.block, s, depth)
	}
}

// Unknown stands in a path for a part that the file does not tell.
const Unknown = "{…}"

// at is the scope of a part of a resource's block.
func (s scope) at(part string) scope {
	if !s.resourceful {
		return s
	}
	switch part {
	case "member":
		s.path = s.member
	case "collection":
		s.path = s.collection
	case "new":
		s.path = join(s.collection, "new")
	}
	return s
}

func (r *reader) concern(name string, s scope, depth int) {
	if f := r.concerns[name]; f != nil && len(r.routes) < maxRoutes {
		r.block(f, s, depth+1)
	}
}

// usual are the actions of resources: their methods and whether they are about one of them.
var usual = []struct {
	action, path string
	methods      []string
	member       bool
}{
	{"index", "", []string{"GET"}, false},
	{"create", "", []string{"POST"}, false},
	{"new", "new", []string{"GET"}, false},
	{"edit", "edit", []string{"GET"}, true},
	{"show", "", []string{"GET"}, true},
	{"update", "", []string{"PATCH", "PUT"}, true},
	{"destroy", "", []string{"DELETE"}, true},
}

// resource adds the usual routes of a resource, or of resources, and those in its block.
func (r *reader) resource(n *tree.Node, name string, single bool, a arguments, s scope, depth int) {
	controller := name
	if single {
		controller = plural(name)
	}
	controller = a.option("controller", controller)
	inner := s
	inner.resourceful, inner.controller = true, controller
	inner.shallow = s.shallow || a.isTrue("shallow")
	inner.module = join(s.module, a.option("module", ""))
	inner.collection = join(s.path, a.option("path", name))
	inner.member, inner.path = inner.collection, inner.collection
	if !single {
		key := a.option("param", "id")
		each := inner.collection
		if inner.shallow {
			each = join(s.outside, a.option("path", name))
		}
		inner.member = join(each, ":"+key)
		inner.path = join(each, ":"+singular(name)+"_"+key)
	}
	only, except := a.list("only"), a.list("except")
	for _, u := range usual {
		if single && u.action == "index" || only != nil && !slices.Contains(only, u.action) || slices.Contains(except, u.action) {
			continue
		}
		before := inner.collection
		if u.member {
			before = inner.member
		}
		r.add(Route{Methods: u.methods, Path: join(before, u.path), Controller: join(inner.module, controller), Action: u.action, Usual: true, Constraints: inner.constraints}, n)
	}
	for _, of := range a.list("concerns") {
		r.concern(of, inner, depth)
	}
	r.block(a.block, inner, depth)
}

// verbs adds the routes of a call such as get, match and root.
func (r *reader) verbs(n *tree.Node, verb string, a arguments, s scope) {
	methods := []string{strings.ToUpper(verb)}
	switch verb {
	case "match":
		methods = nil
		for _, m := range a.list("via") {
			if m != "all" {
				methods = append(methods, strings.ToUpper(m))
			}
		}
	case "root":
		methods = []string{"GET"}
	}
	if on := a.option("on", ""); on != "" {
		s = s.at(on)
	}
	if verb == "root" {
		r.to(n, Route{Methods: methods, Path: s.path}, a.option("to", a.first()), a, s)
		return
	}
	for _, p := range a.pairs {
		r.to(n, Route{Methods: methods, Path: join(s.path, p.path)}, p.to, a, s)
	}
	if len(a.pairs) > 0 {
		return
	}
	texts := a.texts
	if a.unknown {
		texts = append(slices.Clone(texts), Unknown)
	}
	for _, text := range texts {
		to := a.option("to", "")
		x := Route{Methods: methods, Path: join(s.path, a.option("path", text))}
		if to == "" && !a.has("to") && !a.has("action") {
			x.Action = path.Base(plain(text))
			if before := path.Dir(plain(text)); s.controller == "" && before != "." && !a.has("controller") {
				s := s
				s.controller = before
				r.to(n, x, "", a, s)
				continue
			}
		}
		r.to(n, x, to, a, s)
	}
}

// plain is a path without slashes around it and parts that may be missing.
func plain(text string) string {
	before, _, _ := strings.Cut(text, "(")
	return strings.Trim(before, "/")
}

// to adds a route to what is named as "controller#action" or "action".
func (r *reader) to(n *tree.Node, x Route, to string, a arguments, s scope) {
	controller := a.option("controller", s.controller)
	x.Action = a.option("action", x.Action)
	if c, action, ok := strings.Cut(to, "#"); ok {
		x.Action = action
		if c != "" {
			controller = c
		}
	} else if to != "" {
		x.Action = to
	} else if a.has("to") {
		return // a redirect, or another application
	}
	if controller == "" || x.Action == "" {
		return
	}
	x.Action, x.Constraints = strings.ReplaceAll(x.Action, "-", "_"), s.constraints
	if rest, rooted := strings.CutPrefix(controller, "/"); rooted {
		x.Controller = rest
	} else {
		x.Controller = join(s.module, controller)
	}
	r.add(x, n)
}

func (r *reader) add(x Route, n *tree.Node) {
	if len(r.routes) >= maxRoutes {
		return
	}
	for _, format := range []string{"(.:format)", "(.format)"} {
		x.Path = strings.TrimSuffix(x.Path, format)
	}
	if !strings.HasPrefix(x.Path, "/") {
		x.Path = "/" + x.Path
	}
	x.Start, x.End = n.Start, n.Kid(0).End
	r.routes = append(r.routes, x)
}
