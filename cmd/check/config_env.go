package check

import (
	"snag/analyze/lazyregexp"

	"github.com/goccy/go-yaml/ast"
)

var variableName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// configVariable is a variable of the environment that a config may refer to.
type configVariable struct {
	Name    string  `json:"name"`
	Default *string `json:"default"` // null for none
}

// variables reads what stands under env: a list of names, or a mapping from names to defaults.
func (r *configReader) variables(n ast.Node) {
	switch v := r.Plain(n).(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		for _, e := range r.Entries(v, "env") {
			var fallback *string
			if _, none := r.Plain(e.Value).(*ast.NullNode); !none {
				text, ok := r.Scalar(e.Value, e.Name)
				if !ok {
					continue
				}
				fallback = &text
			}
			r.declare(e.Key, e.Name, fallback)
		}
	default:
		for _, item := range r.Items(v) {
			if name, ok := r.Scalar(item, "env"); ok {
				r.declare(item, name, nil)
			}
		}
	}
}

func (r *configReader) declare(at ast.Node, name string, fallback *string) {
	if !variableName.MatchString(name) {
		r.Fail(at, "", "env: %q is not a name of a variable", name)
		return
	}
	r.secrets.declare(name, fallback)
	r.config.variables = append(r.config.variables, configVariable{name, fallback})
}
