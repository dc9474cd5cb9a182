package check

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// text returns a scalar with its references to the environment resolved.
func (r *configReader) text(n ast.Node, what string) (string, bool) {
	text, ok := r.Scalar(n, what)
	if !ok {
		return "", false
	}
	return r.expanded(n, what, text)
}

// expanded resolves the references to the environment in a text of a node.
func (r *configReader) expanded(n ast.Node, what, text string) (string, bool) {
	n = r.Plain(n)
	expanded, err := r.secrets.expand(text)
	if name, undeclared := errors.AsType[undeclaredError](err); undeclared {
		r.Fail(n, "add it at the top, as in env: ["+string(name)+"], or write $${ for a literal ${", "%v", err)
		return "", false
	}
	if err != nil {
		r.Fail(n, "write $${ for a literal ${", "%v", err)
		return "", false
	}
	if strings.ContainsRune(expanded, 0) {
		r.Fail(n, "", "%s has a NUL character in it", what)
		return "", false
	}
	return expanded, true
}

// texts returns the scalars of a sequence, or a single one.
func (r *configReader) texts(n ast.Node, what string) []string {
	var all []string
	for _, item := range r.Items(n) {
		if text, ok := r.text(item, what); ok {
			all = append(all, text)
		}
	}
	return all
}
