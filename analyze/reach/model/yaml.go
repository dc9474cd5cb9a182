package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"snag/analyze/nesting"
)

// longestText bounds the size of a model's text in bytes.
const longestText = 1 << 20

// Error is what is wrong with the text of a model. Line and Column count from 1; a Column of 0 is not known.
type Error struct {
	File         string
	Line, Column int
	Message      string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message) }

// document reads the nodes of one file.
type document struct {
	file    string
	trusted bool  // it is part of the program
	err     error // the first one
}

func (d *document) fail(n ast.Node, format string, args ...any) {
	if d.err != nil {
		return
	}
	e := &Error{File: d.file, Line: 1, Message: fmt.Sprintf(format, args...)}
	if n != nil && n.GetToken() != nil && n.GetToken().Position != nil {
		e.Line, e.Column = n.GetToken().Position.Line, n.GetToken().Position.Column
	}
	d.err = e
}

// where says where a node stands.
func (d *document) where(n ast.Node) string {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return d.file + ":" + strconv.Itoa(t.Position.Line)
	}
	return d.file
}

// root parses a text. It returns what stands under "reach", or all of it, and nil for nothing.
func (d *document) root(text []byte) ast.Node {
	if len(text) > longestText {
		d.err = &Error{File: d.file, Line: 1, Message: fmt.Sprintf("the file is larger than %d KB", longestText>>10)}
		return nil
	}
	if !d.trusted {
		if deep, ok := errors.AsType[*nesting.Error](nesting.YAML(text)); ok {
			d.err = &Error{d.file, deep.Line, deep.Column, fmt.Sprintf("nested more than %d levels deep", nesting.Limit)}
			return nil
		}
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		d.err = syntaxError(d.file, err)
		return nil
	}
	for _, doc := range parsed.Docs {
		if doc.Body == nil {
			continue
		}
		for _, e := range pairs(doc.Body) {
			if e.Key.GetToken().Value == "reach" {
				return e.Value
			}
		}
		return doc.Body
	}
	return nil
}

func syntaxError(file string, err error) *Error {
	var syntax interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &syntax) {
		e := &Error{File: file, Line: 1, Message: syntax.GetMessage()}
		if t := syntax.GetToken(); t != nil && t.Position != nil {
			e.Line, e.Column = t.Position.Line, t.Position.Column
		}
		return e
	}
	message, _, _ := strings.Cut(err.Error(), "\n")
	return &Error{File: file, Line: 1, Message: message}
}

// pairs returns the entries of a mapping, nil for another node.
func pairs(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

func isMapping(n ast.Node) bool {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return true
	}
	return false
}

// fields are the entries of a mapping. A key that is asked for is one that is allowed.
type fields struct {
	*document
	language Language // of patterns
	node     ast.Node
	what     string // in words: "a source"
	asked    []string
	named    map[string]*ast.MappingValueNode
}

func (d *document) fields(n ast.Node, what string) *fields {
	f := &fields{document: d, node: n, what: what, named: map[string]*ast.MappingValueNode{}}
	if !isMapping(n) {
		d.fail(n, "%s is a mapping", what)
	}
	for _, e := range pairs(n) {
		key := e.Key.GetToken().Value
		if f.named[key] != nil {
			d.fail(e, "duplicate key %q", key)
		}
		f.named[key] = e
	}
	return f
}

// done reports keys that nobody asked for.
func (f *fields) done() {
	for _, e := range pairs(f.node) {
		if key := e.Key.GetToken().Value; !slices.Contains(f.asked, key) {
			slices.Sort(f.asked)
			f.fail(e, "unknown key %q in %s: allowed are %s", key, f.what, strings.Join(f.asked, ", "))
		}
	}
}

// at returns the value of a key, nil if it is missing.
func (f *fields) at(key string) ast.Node {
	f.asked = append(f.asked, key)
	if e := f.named[key]; e != nil {
		return e.Value
	}
	return nil
}

func (f *fields) has(key string) bool { return f.named[key] != nil }

// text returns a scalar, "" if it is missing.
func (f *fields) text(key string) string {
	n := f.at(key)
	if n == nil {
		return ""
	}
	return f.scalar(n, key)
}

func (d *document) scalar(n ast.Node, key string) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value
	}
	d.fail(n, "%s is a text", key)
	return ""
}

// list returns the texts of a sequence, or a single one.
func (f *fields) list(key string) []string {
	n := f.at(key)
	if n == nil {
		return nil
	}
	var all []string
	for _, item := range items(n) {
		all = append(all, f.scalar(item, key))
	}
	return all
}

// items returns the items of a sequence, or the node itself.
func items(n ast.Node) []ast.Node {
	if s, ok := n.(*ast.SequenceNode); ok {
		return s.Values
	}
	return []ast.Node{n}
}

func (f *fields) flag(key string) bool {
	switch text := f.text(key); text {
	case "", "false":
		return false
	case "true":
		return true
	default:
		f.fail(f.at(key), "%s is true or false, not %q", key, text)
		return false
	}
}

// choice returns the number of a text among those allowed, 0 if the key is missing.
func (f *fields) choice(key string, allowed []string) int {
	text := f.text(key)
	if text == "" {
		return 0
	}
	at := slices.Index(allowed, text)
	if at < 0 {
		shown := slices.DeleteFunc(slices.Clone(allowed), func(a string) bool { return a == "" })
		f.fail(f.at(key), "%s is %q: allowed are %s", key, text, strings.Join(shown, ", "))
		return 0
	}
	return at
}

func (f *fields) number(key string, missing int64) int64 {
	text := f.text(key)
	if text == "" {
		return missing
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		f.fail(f.at(key), "%s is %q, and not a number", key, text)
	}
	return n
}

// pattern returns the pattern of values under a key, nil if it is missing.
func (f *fields) pattern(key string) *Pattern {
	all := f.patterns(key)
	if len(all) == 0 {
		return nil
	}
	if len(all) > 1 {
		f.fail(f.at(key), "%s is one pattern", key)
	}
	return all[0]
}

func (f *fields) patterns(key string) []*Pattern {
	var all []*Pattern
	for _, text := range f.list(key) {
		p, err := ParsePattern(text)
		if err != nil {
			f.fail(f.at(key), "%s: %v", key, err)
			return nil
		}
		f.language.prepare(p)
		all = append(all, p)
	}
	return all
}

// call returns the pattern of calls under a key, nil if it is missing.
func (f *fields) call(key string, roles ...string) *CallPattern {
	all := f.calls(key, roles...)
	if len(all) > 1 {
		f.fail(f.at(key), "%s is one pattern", key)
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

func (f *fields) calls(key string, roles ...string) []*CallPattern {
	var all []*CallPattern
	for _, text := range f.list(key) {
		p, err := ParseCall(text, roles...)
		if err != nil {
			f.fail(f.at(key), "%s: %v", key, err)
			return nil
		}
		f.language.prepare(p.Callee)
		all = append(all, p)
	}
	return all
}

// one reports when not exactly one of the keys is there.
func (f *fields) one(keys ...string) {
	n := 0
	for _, key := range keys {
		if f.has(key) {
			n++
		}
	}
	if n != 1 {
		f.fail(f.node, "%s has one of %s", f.what, strings.Join(keys, ", "))
	}
}

// need reports a key that is missing.
func (f *fields) need(key string) {
	if !f.has(key) {
		f.fail(f.node, "%s needs %s", f.what, key)
	}
}
