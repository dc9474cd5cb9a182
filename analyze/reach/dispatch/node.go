package dispatch

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// Node returns the paths that a function tells apart which gets requests as servers of Node hand them out. If handed,
// its first parameter is the request, whatever its name.
func Node(f *tree.Func, handed bool) []Page {
	r := &nodeReader{requests: map[string]bool{"req": true, "request": true}, paths: map[string]bool{}}
	if handed && len(f.Params) > 0 {
		if first := f.Params[0].Target; first != nil && first.Op == tree.Name {
			r.requests[first.Text] = true
		}
	}
	r.walk(f.Body, nil, Span{f.Start, f.End}, 0)
	return r.found
}

// nodeReader reads the code of a handler.
type nodeReader struct {
	requests map[string]bool // names of the request
	paths    map[string]bool // variables that hold its path
	found    []Page
}

// walk reads code that runs for requests of some methods, nil for any, in a part of the file.
func (r *nodeReader) walk(n *tree.Node, methods []string, at Span, depth int) {
	if n == nil || depth > 200 || len(r.found) > maxPages {
		return
	}
	switch n.Op {
	case tree.Define, tree.DefineClass, tree.ClassValue:
		return
	case tree.Function:
		r.walk(n.Func.Body, methods, at, depth+1)
		return
	case tree.Assign:
		r.assign(n.Kid(0), n.Kid(1))
	case tree.Switch:
		if r.isPath(n.Kid(0), 0) {
			for _, c := range n.Kids[min(1, len(n.Kids)):] {
				for _, test := range c.Kids[min(1, len(c.Kids)):] {
					r.add(test, methods, Span{c.Start, c.End})
				}
			}
		}
	case tree.If:
		r.branch(n, methods, at, depth)
		return
	case tree.Binary, tree.Call:
		r.test(n, methods, at)
	}
	for _, k := range n.Kids {
		r.walk(k, methods, at, depth+1)
	}
}

// branch reads a condition and what it guards.
func (r *nodeReader) branch(n *tree.Node, methods []string, at Span, depth int) {
	test, then := n.Kid(0), n.Kid(1)
	asked := r.verbs(test, 0)
	if len(asked) == 0 {
		asked = methods
	}
	if then != nil {
		if r.isEqual(test, 0) {
			inside := Span{n.Start, then.End}
			within := asked
			if len(within) == 0 {
				within = r.verbs(then, 0)
			}
			r.walk(test, within, inside, depth+1)
			r.walk(then, asked, inside, depth+1)
		} else { // what follows a refusal of other paths answers
			r.walk(test, methods, at, depth+1)
			r.walk(then, asked, at, depth+1)
		}
	}
	r.walk(n.Kid(2), methods, at, depth+1)
}

// isEqual reports whether a condition holds where values are the same, rather than where they are not.
func (r *nodeReader) isEqual(n *tree.Node, depth int) bool {
	switch {
	case n == nil || depth > 12:
		return true
	case n.Op == tree.Binary && (n.Text == "!=" || n.Text == "!=="), n.Op == tree.Unary && n.Text == "!":
		return false
	case n.Op == tree.Logical:
		return !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return !r.isEqual(k, depth+1) })
	}
	return true
}

// assign notes variables that get the path of the request.
func (r *nodeReader) assign(to, value *tree.Node) {
	switch {
	case to == nil || value == nil:
	case to.Op == tree.Name && r.isPath(value, 0):
		r.paths[to.Text] = true
	case to.Op == tree.Object:
		ofRequest := value.Op == tree.Name && r.requests[value.Text]
		for _, pair := range to.Kids {
			if name := pair.Kid(1); pair.Op == tree.Pair && name != nil && name.Op == tree.Name {
				if ofRequest && pair.Text == "url" || r.isPath(value, 0) && (pair.Text == "pathname" || pair.Text == "path") {
					r.paths[name.Text] = true
				}
			}
		}
	}
}

// isPath reports whether an expression is made of the path of the request.
func (r *nodeReader) isPath(n *tree.Node, depth int) bool {
	switch {
	case n == nil || depth > 12 || n.Op == tree.Function:
		return false
	case n.Op == tree.Name:
		return r.paths[n.Text]
	case n.Op == tree.Member:
		switch of := n.Kid(0); {
		case n.Text == "url" && of != nil && of.Op == tree.Name && r.requests[of.Text]:
			return true
		case slices.Contains([]string{"searchParams", "query", "search", "hash", "host", "hostname", "length"}, n.Text):
			return false
		}
	}
	return slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return r.isPath(k, depth+1) })
}

// test notes what an expression compares the path with.
func (r *nodeReader) test(n *tree.Node, methods []string, at Span) {
	if n.Op == tree.Binary {
		if equal := strings.Trim(n.Text, "=!") == "" && len(n.Text) > 1; !equal || len(n.Kids) != 2 {
			return
		}
		for i, k := range n.Kids {
			if k != nil && k.Op == tree.String && r.isPath(n.Kids[1-i], 0) {
				r.add(k, methods, at)
			}
		}
		return
	}
	if called, arg := n.Kid(0), n.Kid(1); called != nil && called.Op == tree.Member && called.Text == "startsWith" && len(n.Kids) == 2 &&
		arg.Op == tree.String && r.isPath(called.Kid(0), 0) && strings.HasPrefix(arg.Text, "/") && len(arg.Text) > 1 {
		r.found = append(r.found, Page{methods, strings.TrimSuffix(arg.Text, "/") + "/*", at})
	}
}

// verbs returns the methods that code asks a request for.
func (r *nodeReader) verbs(n *tree.Node, depth int) (all []string) {
	if n == nil || depth > 40 {
		return nil
	}
	if n.Op == tree.Binary && len(n.Kids) == 2 {
		for i, k := range n.Kids {
			if of := n.Kids[1-i]; k != nil && k.Op == tree.String && isVerb.MatchString(k.Text) && of != nil && (of.Text == "method" || of.Op == tree.Call) {
				return []string{k.Text}
			}
		}
	}
	for _, k := range n.Kids {
		for _, verb := range r.verbs(k, depth+1) {
			if !slices.Contains(all, verb) {
				all = append(all, verb)
			}
		}
	}
	return all
}

// add adds a path, in front of which the method may stand.
func (r *nodeReader) add(test *tree.Node, methods []string, s Span) {
	if one, ok := pageOf(test, methods, s); ok {
		r.found = append(r.found, one)
	}
}
