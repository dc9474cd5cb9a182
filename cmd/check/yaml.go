package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"snag/analyze/nesting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// spot is where something stands in a config: line and column from 1, in code points.
type spot struct{ line, column int }

// configError is what is wrong at one place of a config.
type configError struct {
	file, message, hint string
	at                  spot
	source              string // the line
}

func (e configError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.file, e.at.line, e.at.column, e.message)
}

// configErrors is everything that is wrong with a config, in the order of the file.
type configErrors []configError

func (e configErrors) Error() string { return e[0].Error() }

// Print shows every error with its line, a caret below the place, and the remedy.
func (e configErrors) Print(line func(string)) {
	const most = 10
	for i, one := range e {
		if i == most {
			line(fmt.Sprintf("snag: and %d more", len(e)-most))
			return
		}
		line("snag: " + report.Visible(one.Error()))
		if one.source != "" {
			runes := []rune(one.source)
			before := runes[:min(max(one.at.column-1, 0), len(runes))]
			line("  " + report.Visible(one.source))
			line("  " + strings.Repeat(" ", len([]rune(report.Visible(string(before))))) + "^")
		}
		if one.hint != "" {
			line("hint: " + report.Visible(one.hint))
		}
	}
}

// yamlReader reads a config node by node and collects what is wrong with it.
type yamlReader struct {
	file    string
	lines   []string
	anchors map[string]ast.Node
	errors  configErrors
	secrets *secrets
}

// longestConfig bounds the size of a config in bytes.
const longestConfig = 1 << 20

// newYAMLReader parses the text of a file. The node is nil when there is nothing in it.
func newYAMLReader(file string, text []byte) (*yamlReader, ast.Node) {
	y := &yamlReader{file: file, lines: strings.Split(string(text), "\n"), anchors: map[string]ast.Node{}, secrets: &secrets{}}
	if len(text) > longestConfig {
		y.failAt(spot{1, 1}, "", "the file is larger than %d KB", longestConfig>>10)
		return y, nil
	}
	if deep, ok := errors.AsType[*nesting.Error](nesting.YAML(text)); ok {
		y.failAt(spot{deep.Line, deep.Column}, "", "nested more than %d levels deep", nesting.Limit)
		return y, nil
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		at := spot{1, 1}
		message := cli.FirstLine(err.Error(), "not YAML")
		var syntax interface {
			GetToken() *token.Token
			GetMessage() string
		}
		if errors.As(err, &syntax) {
			message = syntax.GetMessage()
			if t := syntax.GetToken(); t != nil && t.Position != nil {
				at = spot{t.Position.Line, t.Position.Column}
			}
		}
		y.failAt(at, "", "%s", message)
		return y, nil
	}
	var documents []ast.Node
	for _, d := range parsed.Docs {
		if d.Body != nil {
			documents = append(documents, d.Body)
		}
	}
	if len(documents) == 0 {
		return y, nil
	}
	if len(documents) > 1 {
		y.fail(documents[1], "", "a config is one document")
	}
	ast.Walk(anchorVisitor{y}, documents[0])
	return y, documents[0]
}

type anchorVisitor struct{ y *yamlReader }

func (v anchorVisitor) Visit(n ast.Node) ast.Visitor {
	if a, ok := n.(*ast.AnchorNode); ok && a.Name != nil {
		v.y.anchors[a.Name.GetToken().Value] = a.Value
	}
	return v
}

func (y *yamlReader) failAt(at spot, hint, format string, args ...any) {
	e := configError{file: y.file, message: fmt.Sprintf(format, args...), hint: hint, at: at}
	const longest = 300 // bytes of a line that is worth showing
	if at.line >= 1 && at.line <= len(y.lines) && len(y.lines[at.line-1]) <= longest {
		e.source = report.RedactText(strings.TrimRight(y.lines[at.line-1], "\r"))
	}
	y.errors = append(y.errors, e)
}

func (y *yamlReader) fail(n ast.Node, hint, format string, args ...any) {
	y.failAt(placeOf(n), hint, format, args...)
}

// placeOf is where a node begins.
func placeOf(n ast.Node) spot {
	switch v := n.(type) {
	case *ast.MappingNode:
		if len(v.Values) > 0 {
			return placeOf(v.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return placeOf(v.Key)
	case *ast.LiteralNode:
		n = v.Value
	}
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return spot{1, 1}
	}
	p := n.GetToken().Position
	return spot{p.Line, p.Column}
}

// plain follows aliases and takes anchors and tags off.
func (y *yamlReader) plain(n ast.Node) ast.Node {
	for range 32 { // an alias to itself must end
		switch v := n.(type) {
		case *ast.AnchorNode:
			n = v.Value
		case *ast.TagNode:
			n = v.Value
		case *ast.AliasNode:
			target, ok := y.anchors[v.Value.GetToken().Value]
			if !ok {
				y.fail(v, "", "there is no anchor %q", v.Value.GetToken().Value)
				return nil
			}
			n = target
		default:
			return n
		}
	}
	y.fail(n, "", "the aliases lead nowhere")
	return nil
}

// entry is a key of a mapping with its value.
type entry struct {
	name  string
	key   ast.Node
	value ast.Node
}

// entries returns the entries of a mapping; keys that stand twice are errors.
func (y *yamlReader) entries(n ast.Node, what string) []entry { return y.mergedEntries(n, what, 0) }

// mergedEntries is entries at some depth of mappings that are merged into one another by "<<".
func (y *yamlReader) mergedEntries(n ast.Node, what string, depth int) []entry {
	const deepest = 8
	n = y.plain(n)
	if depth > deepest {
		y.fail(n, "", "too many mappings are merged into one another")
		return nil
	}
	var values []*ast.MappingValueNode
	switch v := n.(type) {
	case nil:
		return nil
	case *ast.MappingNode:
		values = v.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{v}
	default:
		y.fail(n, "write it as KEY: VALUE, one a line", "%s must be a mapping", what)
		return nil
	}
	var all []entry
	for _, v := range values {
		if _, merge := v.Key.(*ast.MergeKeyNode); merge {
			for _, merged := range y.mergedEntries(v.Value, what, depth+1) {
				// What stands here counts, wherever the merge key is.
				if !slices.ContainsFunc(values, func(o *ast.MappingValueNode) bool { return keyText(o.Key) == merged.name }) {
					all = append(all, merged)
				}
			}
			continue
		}
		e := entry{keyText(v.Key), v.Key, v.Value}
		if slices.ContainsFunc(all, func(o entry) bool { return o.name == e.name }) {
			y.fail(v.Key, "", "duplicate key %q", e.name)
			continue
		}
		all = append(all, e)
	}
	return all
}

func keyText(n ast.Node) string {
	if s, ok := n.(*ast.StringNode); ok {
		return s.Value
	}
	return n.GetToken().Value
}

// items returns the values of a sequence, or a single value as one.
func (y *yamlReader) items(n ast.Node) []ast.Node {
	switch v := y.plain(n).(type) {
	case nil:
		return nil
	case *ast.SequenceNode:
		return v.Values
	case *ast.NullNode:
		return nil
	default:
		return []ast.Node{v}
	}
}

// text returns a scalar with its references to the environment resolved.
func (y *yamlReader) text(n ast.Node, what string) (string, bool) {
	text, ok := y.scalar(n, what)
	if !ok {
		return "", false
	}
	return y.expanded(n, what, text)
}

// scalar returns a scalar as it stands in the file.
func (y *yamlReader) scalar(n ast.Node, what string) (string, bool) {
	n = y.plain(n)
	switch v := n.(type) {
	case nil:
		return "", false
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.NullNode:
		y.fail(n, "", "%s has no value", what)
	case ast.ScalarNode:
		return v.GetToken().Value, true
	default:
		y.fail(n, "", "%s must be one value", what)
	}
	return "", false
}

// expanded resolves the references to the environment in a text of a node.
func (y *yamlReader) expanded(n ast.Node, what, text string) (string, bool) {
	n = y.plain(n)
	expanded, err := y.secrets.expand(text)
	if name, undeclared := errors.AsType[undeclaredError](err); undeclared {
		y.fail(n, "add it at the top, as in env: ["+string(name)+"], or write $${ for a literal ${", "%v", err)
		return "", false
	}
	if err != nil {
		y.fail(n, "write $${ for a literal ${", "%v", err)
		return "", false
	}
	if strings.ContainsRune(expanded, 0) {
		y.fail(n, "", "%s has a NUL character in it", what)
		return "", false
	}
	return expanded, true
}

// texts returns the scalars of a sequence, or a single one.
func (y *yamlReader) texts(n ast.Node, what string) []string {
	var all []string
	for _, item := range y.items(n) {
		if text, ok := y.text(item, what); ok {
			all = append(all, text)
		}
	}
	return all
}
