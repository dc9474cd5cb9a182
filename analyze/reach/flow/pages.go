package flow

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// phpPage is the entry that the code of a file of PHP is which a server runs for a request.
var phpPage = &model.Entry{Name: "php.page"}

// span is a part of a file.
type span struct{ start, end int32 }

func (s span) holds(at int32) bool { return s == span{} || s.start <= at && at < s.end }

// phpPages returns the routes of files that read requests outside of all functions: those that the code compares the
// path of the request with, else the path of the file below the folder that is served.
func (p *Program) phpPages() []Route {
	if p.lang != model.PHP {
		return nil
	}
	var all []Route
	root := ""
	for i := range p.sources {
		if folder := path.Dir(p.sources[i].Graph.Path); i == 0 || len(folder) < len(root) {
			root = folder
		}
	}
	for i := range p.sources {
		g := p.sources[i].Graph
		r := &pageReader{paths: map[string]bool{}}
		r.statement(g.Funcs[0].Tree.Body, 0)
		if !r.reads {
			continue
		}
		one := Route{Rule: phpPage, File: i, Handlers: []Handler{{i, 0}}}
		if len(r.found) == 0 {
			one.Path = servedAs(strings.TrimPrefix(strings.TrimPrefix(g.Path, root), "/"))
			all = append(all, one)
		}
		for _, f := range r.found {
			one.Methods, one.Path, one.within = f.methods, f.path, f.span
			one.Start, one.End = f.span.start, f.span.start
			all = append(all, one)
		}
	}
	return all
}

// servedAs returns the path of a URL at which a server runs a file.
func servedAs(file string) string {
	for _, folder := range []string{"public/", "public_html/", "web/", "htdocs/", "www/", "html/", "webroot/"} {
		if rest, ok := strings.CutPrefix(file, folder); ok {
			file = rest
			break
		}
	}
	return "/" + strings.TrimSuffix(file, "index.php")
}

// page is a path that code compares that of a request with, and the code for it.
type page struct {
	methods []string
	path    string
	span
}

// pageReader reads the code of a file outside of its functions.
type pageReader struct {
	paths map[string]bool // variables that hold the path of the request
	reads bool            // something of a request is read
	found []page
}

// maxPages bounds the paths of a file, and deepest how deep code is looked at.
const maxPages = 2000

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
					r.add(test, nil, span{c.Start, c.End})
				}
			}
		}
	case tree.If:
		var methods []string
		var tests []*tree.Node
		r.compared(n.Kid(0), &tests, &methods, 0)
		if then := n.Kid(1); then != nil {
			for _, test := range tests {
				r.add(test, methods, span{n.Start, then.End})
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

var (
	isVerb     = regexp.MustCompile(`^(?:GET|POST|PUT|PATCH|DELETE)$`)
	verbOfPath = regexp.MustCompile(`^(?:(GET|POST|PUT|PATCH|DELETE)[ :]?)?(/[^\s?#]*)$`)
)

// add adds a path, in front of which the method may stand.
func (r *pageReader) add(test *tree.Node, methods []string, s span) {
	if one, ok := pageOf(test, methods, s); ok {
		r.found = append(r.found, one)
	}
}

// pageOf returns the page at a constant path; ok is false for what is none.
func pageOf(test *tree.Node, methods []string, s span) (one page, ok bool) {
	if test == nil || test.Op != tree.String {
		return one, false
	}
	m := verbOfPath.FindStringSubmatch(test.Text)
	if m == nil {
		return one, false
	}
	if m[1] != "" {
		methods = []string{m[1]}
	}
	return page{methods, m[2], s}, true
}
