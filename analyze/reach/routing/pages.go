package routing

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/dispatch"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// phpPage is the entry that the code of a file of PHP is which a server runs for a request.
var phpPage = &model.Entry{Name: "php.page"}

// phpPages returns the routes of files that read requests outside of all functions: those that the code compares the
// path of the request with, else the path of the file below the folder that is served.
func (p *reader) phpPages() []rules.Route {
	if p.Language() != model.PHP {
		return nil
	}
	var all []rules.Route
	root := ""
	for i := range p.Files() {
		if folder := path.Dir(p.Graph(i).Path); i == 0 || len(folder) < len(root) {
			root = folder
		}
	}
	for i := range p.Files() {
		g := p.Graph(i)
		pages, reads := dispatch.PHP(g.Funcs[0].Tree.Body)
		if !reads {
			continue
		}
		one := rules.Route{Rule: phpPage, File: i, Handlers: []rules.Ref{{File: i}}}
		if len(pages) == 0 {
			one.Path = servedAs(strings.TrimPrefix(strings.TrimPrefix(g.Path, root), "/"))
			all = append(all, one)
		}
		for _, f := range pages {
			one.Methods, one.Path, one.Within = f.Methods, f.Path, f.Span
			one.Start, one.End = f.Start, f.Start
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

// nodeHandler is the name of the entry that a handler of Node's own servers is, which has no routes.
const nodeHandler = "http.handler"

// nodeRoutes returns the routes of handlers of Node's own servers, and of the functions that they hand requests to:
// the paths that the code compares the path of the request with.
func (p *reader) nodeRoutes(base rules.Route, handlers []rules.Ref) []rules.Route {
	base.Handlers = handlers
	var all []rules.Route
	for _, h := range p.Runs(base) {
		f := p.function(h).Tree
		pages := dispatch.Node(f, slices.Contains(handlers, h))
		for _, one := range pages {
			x := base
			x.File, x.Start, x.End = h.File, one.Start, one.Start
			x.Path, x.Methods, x.Handlers = one.Path, one.Methods, []rules.Ref{h}
			for _, other := range pages {
				if other.Span != one.Span {
					x.Without = append(x.Without, other.Span)
				}
			}
			all = append(all, x)
		}
	}
	return all
}
