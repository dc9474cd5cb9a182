package dispatch

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// PHP returns the paths that the code of a file outside of its functions tells apart, and whether it reads something of
// a request.
func PHP(body *tree.Node) (pages []Page, reads bool) {
	r := &pageReader{paths: map[string]bool{}}
	r.statement(body, 0)
	return r.found, r.reads
}

// pageReader reads the code of a file outside of its functions.
type pageReader struct {
	paths map[string]bool // variables that hold the path of the request
	reads bool            // something of a request is read
	found []Page
}

func (r *pageReader) statement(n *tree.Node, depth int) {
	if n == nil || depth > 200 || len(r.found) > maxPages {
		return
	}
	switch n.Op {
	case tree.Function, tree.Define, tree.DefineClass, tree.ClassValue:
		return
	case tree.Name:
		r.reads = r.reads || strings.HasPrefix(n.Text, "$_") && n.Text != "$_ENV" && n.Text != "$_SESSION"
	case tree.Assign:
		if to := n.Kid(0); to != nil && to.Op == tree.Name && r.isPath(n.Kid(1), 0) {
			r.paths[to.Text] = true
		}
	case tree.Switch:
		if r.isPath(n.Kid(0), 0) {
			for _, c := range n.Kids[min(1, len(n.Kids)):] {
				for _, test := range c.Kids[min(1, len(c.Kids)):] {
					r.add(test, nil, Span{c.Start, c.End})
				}
			}
		}
	case tree.If:
		var methods []string
		var tests []*tree.Node
		r.compared(n.Kid(0), &tests, &methods, 0)
		if then := n.Kid(1); then != nil {
			for _, test := range tests {
				r.add(test, methods, Span{n.Start, then.End})
			}
		}
	}
	for _, k := range n.Kids {
		r.statement(k, depth+1)
	}
}

// isPath reports whether an expression is made of the path of the request.
func (r *pageReader) isPath(n *tree.Node, depth int) bool {
	switch {
	case n == nil || depth > 12 || n.Op == tree.Function:
		return false
	case n.Op == tree.Name:
		return r.paths[n.Text]
	case n.Op == tree.String:
		return n.Text == "REQUEST_URI" || n.Text == "PATH_INFO"
	}
	return slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return r.isPath(k, depth+1) })
}

// compared collects what a condition compares the path with, and the methods that it asks for.
func (r *pageReader) compared(n *tree.Node, tests *[]*tree.Node, methods *[]string, depth int) {
	if n == nil || depth > 12 {
		return
	}
	if n.Op == tree.Binary && (n.Text == "==" || n.Text == "===") {
		for i, k := range n.Kids {
			if k == nil || k.Op != tree.String || len(n.Kids) != 2 {
				continue
			}
			if r.isPath(n.Kids[1-i], 0) {
				*tests = append(*tests, k)
			} else if isVerb.MatchString(k.Text) {
				*methods = append(*methods, k.Text)
			}
		}
		return
	}
	if n.Op == tree.Logical {
		for _, k := range n.Kids {
			r.compared(k, tests, methods, depth+1)
		}
	}
}

// add adds a path, in front of which the method may stand.
func (r *pageReader) add(test *tree.Node, methods []string, s Span) {
	if one, ok := pageOf(test, methods, s); ok {
		r.found = append(r.found, one)
	}
}
