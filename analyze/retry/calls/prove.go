package calls

import (
	"path"
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// prove returns the command that plays a failing server to a call: it runs the function around the call where that is
// known by name, and else what the reader puts there.
func prove(c *calling.Call) string {
	const client = "snag retry client --quick -- "
	name := c.Exported()
	if name == "" || !isName(name) {
		return client + "CMD {url}"
	}
	if c.File.Graph.Language == tree.Python {
		module := strings.ReplaceAll(strings.TrimSuffix(c.File.Path, path.Ext(c.File.Path)), "/", ".")
		return client + "python3 -c 'from " + module + " import " + name + " as f; f(\"{url}\")'"
	}
	return client + "node -e 'import(\"./" + c.File.Path + "\").then((m) => m." + name + "(\"{url}\"))'"
}

func isName(s string) bool {
	for _, r := range s {
		if r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return s != ""
}
