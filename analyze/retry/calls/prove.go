package calls

import (
	"path"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
	"snag/analyze/source/tree"
)

// addresses are the names of parameters that take a URL.
var addresses = lazyregexp.New(`(?i)(?:url|uri|href|endpoint|link)$`)

// prove returns the command that plays a failing server to a call: it runs the function around the call where that is
// known by name and takes a URL alone, and else what the reader puts there.
func prove(c *calling.Call, files link.Files) string {
	const client = "snag retry client --quick -- "
	name := c.Exported()
	if name == "" || !isName(name) || !takesAddress(c.Program.Funcs[c.Func].Tree) {
		return client + "CMD {url}"
	}
	if c.File.Graph.Language == tree.Python {
		root, module := packaged(c.File.Path, files)
		if root != "." {
			root = "env PYTHONPATH=" + root + " "
		} else {
			root = ""
		}
		return client + root + "python3 -c 'from " + module + " import " + name + " as f; f(\"{url}\")'"
	}
	return client + "node -e 'import(\"./" + c.File.Path + "\").then((m) => m." + name + "(\"{url}\"))'"
}

// takesAddress reports whether a function can be called with a URL and nothing else.
func takesAddress(f *tree.Func) bool {
	if f == nil || len(f.Params) == 0 {
		return false
	}
	for _, p := range f.Params[1:] {
		if p.Default == nil && !p.Rest && !p.Keywords {
			return false
		}
	}
	first := f.Params[0].Target
	return first != nil && first.Op == tree.Name && addresses.MatchString(first.Text)
}

// packaged returns the folder from which a module of Python is imported, the first above it that is no package, and
// the name by which it is.
func packaged(file string, files link.Files) (root, module string) {
	root = path.Dir(file)
	for root != "." && root != "/" && files.Exists(path.Join(root, "__init__.py")) {
		root = path.Dir(root)
	}
	module = strings.TrimSuffix(strings.TrimPrefix(file, root+"/"), path.Ext(file))
	return root, strings.ReplaceAll(strings.TrimSuffix(module, "/__init__"), "/", ".")
}

func isName(s string) bool {
	for _, r := range s {
		if r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return s != ""
}
