// Package dispatch reads the routes of code that tells requests apart by itself: it compares the path of a request with
// texts that are written out, and its method, instead of giving them to a router of a framework. It looks at one piece of
// code at a time, and knows neither the program around it nor which functions get requests.
package dispatch

import (
	"snag/analyze/lazyregexp"

	"snag/analyze/source/tree"
)

// Span is a part of a file, all of it if zero.
type Span struct{ Start, End int32 }

// Holds reports whether an offset is in the part.
func (s Span) Holds(at int32) bool { return s == Span{} || s.Start <= at && at < s.End }

// Page is a path that code compares that of a request with, the methods that it asks for, none for any, and the code
// for it.
type Page struct {
	Methods []string
	Path    string
	Span
}

// maxPages bounds the paths of one piece of code.
const maxPages = 2000

var (
	isVerb     = lazyregexp.New(`^(?:GET|POST|PUT|PATCH|DELETE)$`)
	verbOfPath = lazyregexp.New(`^(?:(GET|POST|PUT|PATCH|DELETE)[ :]?)?(/[^\s?#]*)$`)
)

// pageOf returns the page at a constant path; ok is false for what is none.
func pageOf(test *tree.Node, methods []string, s Span) (one Page, ok bool) {
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
	return Page{methods, m[2], s}, true
}
