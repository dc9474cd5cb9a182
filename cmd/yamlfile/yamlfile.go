// Package yamlfile reads configuration in YAML and says what is wrong with it, each mistake with its place.
package yamlfile

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"snag/analyze/nesting"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// Spot is where something stands in a config: line and column from 1, in code points.
type Spot struct{ Line, Column int }

// Error is what is wrong at one place of a config.
type Error struct {
	file, message, hint string
	at                  Spot
	source              string // the line
}

func (e Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.file, e.at.Line, e.at.Column, e.message)
}

// Hint returns the remedy, "" when none is known.
func (e Error) Hint() string { return e.hint }

// Errors is everything that is wrong with a config, in the order of the file.
type Errors []Error

func (e Errors) Error() string { return e[0].Error() }

// Print shows every error with its line, a caret below the place, and the remedy.
func (e Errors) Print(line func(string)) {
	const most = 10
	for i, one := range e {
		if i == most {
			line(fmt.Sprintf("snag: and %d more", len(e)-most))
			return
		}
		line("snag: " + report.Visible(one.Error()))
		if one.source != "" {
			runes := []rune(one.source)
			before := runes[:min(max(one.at.Column-1, 0), len(runes))]
			line("  " + report.Visible(one.source))
			line("  " + strings.Repeat(" ", len([]rune(report.Visible(string(before))))) + "^")
		}
		if one.hint != "" {
			line("hint: " + report.Visible(one.hint))
		}
	}
}

// Reader reads a config node by node and collects what is wrong with it.
type Reader struct {
	file    string
	lines   []string
	anchors map[string]ast.Node
	merges  int // mappings that were merged into others until now
	errors  Errors
}

// longestConfig bounds the size of a config in bytes.
const longestConfig = 1 << 20

// New parses the text of a file. The node is nil when there is nothing in it.
func New(file string, text []byte) (*Reader, ast.Node) {
	y, documents := Documents(file, text)
	if len(documents) == 0 {
		return y, nil
	}
	if len(documents) > 1 {
		y.Fail(documents[1], "", "a config is one document")
	}
	return y, documents[0]
}

// Documents parses the text of a file that may hold several documents. Those without content are left out.
func Documents(file string, text []byte) (*Reader, []ast.Node) {
	y := &Reader{file: file, lines: strings.Split(string(text), "\n"), anchors: map[string]ast.Node{}}
	if len(text) > longestConfig {
		y.FailAt(Spot{1, 1}, "", "the file is larger than %d KB", longestConfig>>10)
		return y, nil
	}
	if deep, ok := errors.AsType[*nesting.Error](nesting.YAML(text)); ok {
		y.FailAt(Spot{deep.Line, deep.Column}, "", "nested more than %d levels deep", nesting.Limit)
		return y, nil
	}
	if line := widest(y.lines); line > 0 {
		y.FailAt(Spot{line, 1}, "", "more than %d keys in one mapping", mostKeys)
		return y, nil
	}
	parsed, err := parse(text)
	if err != nil {
		at := Spot{1, 1}
		message := cli.FirstLine(err.Error(), "not YAML")
		var syntax interface {
			GetToken() *token.Token
			GetMessage() string
		}
		if errors.As(err, &syntax) {
			message = syntax.GetMessage()
			if t := syntax.GetToken(); t != nil && t.Position != nil {
				at = Spot{t.Position.Line, t.Position.Column}
			}
		}
		y.FailAt(at, "", "%s", message)
		return y, nil
	}
	var documents []ast.Node
	for _, d := range parsed.Docs {
		if d.Body != nil {
			documents = append(documents, d.Body)
		}
	}
	for _, d := range documents {
		ast.Walk(anchorVisitor{y}, d)
	}
	return y, documents
}

// mostKeys bounds the keys of one mapping, for whose number in block style the parser takes its square in time.
const mostKeys = 5000

// widest returns the line at which a mapping in block style has more than mostKeys keys, 0 if none has. It
// takes lines for keys that look like such.
func widest(lines []string) int {
	keys := map[int]int{} // by their column
	for i, line := range lines {
		begin := strings.TrimLeft(line, " ")
		column := len(line) - len(begin)
		if begin == "" || begin[0] == '#' {
			continue
		}
		for deeper := range keys {
			if deeper > column || strings.HasPrefix(line, "---") {
				delete(keys, deeper)
			}
		}
		if strings.HasSuffix(begin, ":") || strings.Contains(begin, ": ") {
			if keys[column]++; keys[column] > mostKeys && begin[0] != '-' {
				return i + 1
			}
		}
	}
	return 0
}

// parse is the parser, which panics on some texts that are not YAML.
func parse(text []byte) (file *ast.File, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("not YAML: the parser fails on it: %v", failed)
		}
	}()
	return parser.ParseBytes(text, 0)
}

type anchorVisitor struct{ y *Reader }

func (v anchorVisitor) Visit(n ast.Node) ast.Visitor {
	if a, ok := n.(*ast.AnchorNode); ok && a.Name != nil {
		v.y.anchors[a.Name.GetToken().Value] = a.Value
	}
	return v
}

// Failed is the number of mistakes that were found until now.
func (y *Reader) Failed() int { return len(y.errors) }

// Err returns Errors of everything that is wrong, nil for nothing. A conceal that is not nil changes what
// messages say.
func (y *Reader) Err(conceal func(string) string) error {
	if len(y.errors) == 0 {
		return nil
	}
	sorting.Stable(y.errors, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
	})
	for i := range y.errors {
		if conceal != nil {
			y.errors[i].message = conceal(y.errors[i].message)
		}
	}
	return y.errors
}

// FailAt notes a mistake at a place, with its remedy, "" when none is known.
func (y *Reader) FailAt(at Spot, hint, format string, args ...any) {
	e := Error{file: y.file, message: fmt.Sprintf(format, args...), hint: hint, at: at}
	const longest = 300 // bytes of a line that is worth showing
	if at.Line >= 1 && at.Line <= len(y.lines) && len(y.lines[at.Line-1]) <= longest {
		e.source = report.RedactText(strings.TrimRight(y.lines[at.Line-1], "\r"))
	}
	y.errors = append(y.errors, e)
}

// Fail notes a mistake where a node begins, with its remedy, "" when none is known.
func (y *Reader) Fail(n ast.Node, hint, format string, args ...any) {
	y.FailAt(PlaceOf(n), hint, format, args...)
}

// PlaceOf returns where a node begins.
func PlaceOf(n ast.Node) Spot {
	switch v := n.(type) {
	case *ast.MappingNode:
		if len(v.Values) > 0 {
			return PlaceOf(v.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return PlaceOf(v.Key)
	case *ast.LiteralNode:
		n = v.Value
	}
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return Spot{1, 1}
	}
	p := n.GetToken().Position
	return Spot{p.Line, p.Column}
}

// Plain follows aliases and takes anchors and tags off.
func (y *Reader) Plain(n ast.Node) ast.Node {
	for range 32 { // an alias to itself must end
		switch v := n.(type) {
		case *ast.AnchorNode:
			n = v.Value
		case *ast.TagNode:
			n = v.Value
		case *ast.AliasNode:
			target, ok := y.anchors[v.Value.GetToken().Value]
			if !ok {
				y.Fail(v, "", "there is no anchor %q", v.Value.GetToken().Value)
				return nil
			}
			n = target
		default:
			return n
		}
	}
	y.Fail(n, "", "the aliases lead nowhere")
	return nil
}

// Entry is a key of a mapping with its value.
type Entry struct {
	Name       string
	Key, Value ast.Node
}

// Entries returns the entries of a mapping; keys that stand twice are errors.
func (y *Reader) Entries(n ast.Node, what string) []Entry { return y.mergedEntries(n, what, 0) }

// mergedEntries is Entries at some depth of mappings that are merged into one another by "<<".
func (y *Reader) mergedEntries(n ast.Node, what string, depth int) []Entry {
	const deepest, most = 8, 10_000
	n = y.Plain(n)
	if depth > 0 {
		y.merges++
	}
	if depth > deepest || y.merges > most {
		y.Fail(n, "", "too many mappings are merged into one another")
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
		y.Fail(n, "write it as KEY: VALUE, one a line", "%s must be a mapping", what)
		return nil
	}
	own := make(map[string]bool, len(values))
	for _, v := range values {
		own[keyText(v.Key)] = true
	}
	var all []Entry
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		if _, merge := v.Key.(*ast.MergeKeyNode); merge {
			for _, merged := range y.mergedEntries(v.Value, what, depth+1) {
				// What stands here counts, wherever the merge key is.
				if !own[merged.Name] {
					all = append(all, merged)
					seen[merged.Name] = true
				}
			}
			continue
		}
		e := Entry{keyText(v.Key), v.Key, v.Value}
		if seen[e.Name] {
			y.Fail(v.Key, "", "duplicate key %q", e.Name)
			continue
		}
		seen[e.Name] = true
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

// Items returns the values of a sequence, or a single value as one.
func (y *Reader) Items(n ast.Node) []ast.Node {
	switch v := y.Plain(n).(type) {
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

// Scalar returns a scalar as it stands in the file.
func (y *Reader) Scalar(n ast.Node, what string) (string, bool) {
	n = y.Plain(n)
	switch v := n.(type) {
	case nil:
		return "", false
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.NullNode:
		y.Fail(n, "", "%s has no value", what)
	case ast.ScalarNode:
		return v.GetToken().Value, true
	default:
		y.Fail(n, "", "%s must be one value", what)
	}
	return "", false
}
