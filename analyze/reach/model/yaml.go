package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

func (d *document) fail(n *node, format string, args ...any) {
	if d.err != nil {
		return
	}
	e := &Error{File: d.file, Line: 1, Message: fmt.Sprintf(format, args...)}
	if n != nil && n.line > 0 {
		e.Line, e.Column = n.line, n.column
	}
	d.err = e
}

// where says where a node stands.
func (d *document) where(n *node) string {
	if n.line > 0 {
		return d.file + ":" + strconv.Itoa(n.line)
	}
	return d.file
}

// root parses a text. It returns what stands under "reach", or all of it, and nil for nothing.
func (d *document) root(text []byte) *node {
	if len(text) > longestText {
		d.err = &Error{File: d.file, Line: 1, Message: fmt.Sprintf("the file is larger than %d KB", longestText>>10)}
		return nil
	}
	if deep, ok := errors.AsType[*nesting.Error](nesting.YAML(text)); ok {
		d.err = &Error{d.file, deep.Line, deep.Column, fmt.Sprintf("nested more than %d levels deep", nesting.Limit)}
		return nil
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
		root := nodeOf(doc.Body)
		for _, e := range root.entries {
			if e.key.text == "reach" {
				return e.value
			}
		}
		return root
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

// fields are the entries of a mapping. A key that is asked for is one that is allowed.
type fields struct {
	*document
	language Language // of patterns
	node     *node
	what     string // in words: "a source"
	asked    []string
	named    map[string]*node
}

func (d *document) fields(n *node, what string) *fields {
	f := &fields{document: d, node: n, what: what, named: map[string]*node{}}
	if n.kind != mapping {
		d.fail(n, "%s is a mapping", what)
	}
	for _, e := range n.entries {
		key := e.key.text
		if f.named[key] != nil {
			d.fail(e.key, "duplicate key %q", key)
		}
		f.named[key] = e.value
	}
	return f
}

// done reports keys that nobody asked for.
func (f *fields) done() {
	for _, e := range f.node.entries {
		if key := e.key.text; !slices.Contains(f.asked, key) {
			slices.Sort(f.asked)
			f.fail(e.key, "unknown key %q in %s: allowed are %s", key, f.what, strings.Join(f.asked, ", "))
		}
	}
}

// at returns the value of a key, nil if it is missing.
func (f *fields) at(key string) *node {
	f.asked = append(f.asked, key)
	return f.named[key]
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

func (d *document) scalar(n *node, key string) string {
	if n.kind != scalar {
		d.fail(n, "%s is a text", key)
	}
	return n.text
}

// list returns the texts of a sequence, or a single one.
func (f *fields) list(key string) []string {
	n := f.at(key)
	if n == nil {
		return nil
	}
	var all []string
	for _, item := range n.each() {
		all = append(all, f.scalar(item, key))
	}
	return all
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
