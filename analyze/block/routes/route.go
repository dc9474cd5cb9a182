// Package routes plans which requests to send to the routes of a service so that what is said about its code is
// proved on it, and joins what was said with what was measured.
//
// It is told of routes by source code, descriptions in OpenAPI and recordings of browsers, makes requests of them
// that the service may accept, learns from how it refuses them, and says in which order what is to be tried.
package routes

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/sorting"
)

// Place is where an input stands in a request.
type Place string

// The places.
const (
	Path   Place = "path"
	Query  Place = "query"
	Header Place = "header"
	Cookie Place = "cookie"
	Body   Place = "body"
)

// NoLimit is the length of what nothing is known to bound.
const NoLimit = -1

// Schema is what is known of a value. The zero Schema says nothing but that its length is zero: see NewSchema.
type Schema struct {
	Type    string // string, integer, number, boolean, array, object, file; "" for not known
	Format  string // as OpenAPI names them: date, email, uuid ...
	Pattern string // a regex that a text has to match, "" for none
	Enum    []any  // what alone is accepted, nil for anything
	Example any    // what is known to be accepted, nil for none
	Choices []any  // what code compares it with, nil for nothing
	// Min and Max bound a number, MinLength and MaxLength the characters of a text or the elements of a list.
	Min, Max             *float64
	MinLength, MaxLength int
	Items                *Schema // of the elements of a list, nil for not known
}

// NewSchema returns a schema that says nothing.
func NewSchema() Schema { return Schema{MaxLength: NoLimit} }

// Input is a value that a route reads from a request.
type Input struct {
	Place Place
	// Name is what the place calls it; in a body the way to it through objects, as "address.street", with "*" for
	// an element of a list, and "" for the whole body.
	Name     string
	Required bool
	Schema
}

// Key names an input within its route, as "body.phone".
func (i Input) Key() string {
	if i.Name == "" {
		return string(i.Place)
	}
	return string(i.Place) + "." + i.Name
}

// Last is the last step of the name.
func (i Input) Last() string {
	name := strings.TrimSuffix(i.Name, ".*")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// Route is a route of a service.
type Route struct {
	Method string
	// Path has parameters in braces: "{name}", "{name...}" for the rest of the path, "{name?}" for one that may be
	// missing, "{*}" for one without a name.
	Path string
	// Assumed is the path as it was read, where a part of it is not known and Path is what it may be; "" for others.
	Assumed string
	// Slash reports whether a slash follows the path.
	Slash  bool
	Inputs []Input
	// BodyType is the media type of its bodies, "" for not known.
	BodyType string
	// Login reports whether a description says that it is for those who have logged in.
	Login bool
	// File and Line are where it stands in source code, "" and 0 for not known.
	File string
	Line int
	// Handlers are the functions that answer and those that they call with the request, as "file:line".
	Handlers []string
	// Code is the text of that file, in which literals are looked for; "" for none.
	Code string
	// From names what has told of it: source, openapi, har.
	From []string
	// turned has the keys of inputs whose type is text because a number was refused.
	turned map[string]bool
}

// ID names the route, as "GET /users/{id}".
func (r Route) ID() string { return r.Method + " " + r.Path }

// Writes reports whether a request of the method may change something (RFC 9110, section 9.2.1).
func (r Route) Writes() bool {
	return !slices.Contains([]string{"GET", "HEAD", "OPTIONS", "TRACE"}, r.Method)
}

// HasBody reports whether a request of the method carries one.
func (r Route) HasBody() bool { return slices.Contains([]string{"POST", "PUT", "PATCH"}, r.Method) }

// Input returns the input of a key.
func (r *Route) Input(key string) *Input {
	for i := range r.Inputs {
		if r.Inputs[i].Key() == key {
			return &r.Inputs[i]
		}
	}
	return nil
}

// Add adds an input, or what is known of it to the one that is there.
func (r *Route) Add(in Input) {
	old := r.Input(in.Key())
	if old == nil {
		r.Inputs = append(r.Inputs, in)
		return
	}
	old.Required = old.Required || in.Required
	old.Schema = old.Schema.And(in.Schema)
}

// And returns what two schemas say together; the receiver holds where they contradict each other.
func (s Schema) And(o Schema) Schema {
	s.Type, s.Format, s.Pattern = cmp.Or(s.Type, o.Type), cmp.Or(s.Format, o.Format), cmp.Or(s.Pattern, o.Pattern)
	if s.Enum == nil {
		s.Enum = o.Enum
	}
	if s.Example == nil {
		s.Example = o.Example
	}
	if s.Choices == nil {
		s.Choices = o.Choices
	}
	if s.Min == nil {
		s.Min = o.Min
	}
	if s.Max == nil {
		s.Max = o.Max
	}
	if s.Items == nil {
		s.Items = o.Items
	}
	s.MinLength = max(s.MinLength, o.MinLength)
	if s.MaxLength == NoLimit || o.MaxLength != NoLimit && o.MaxLength < s.MaxLength {
		s.MaxLength = o.MaxLength
	}
	return s
}

// ofLists are members of lists by which code gets to their elements.
var ofLists = []string{"some", "every", "map", "forEach", "filter", "find", "findIndex", "flatMap", "each", "all?", "any?", "select", "0", "first", "*"}

// ofValues are members of values that lead nowhere in a request.
var ofValues = []string{"get", "fetch", "getAll", "length", "size", "trim", "toString", "toLowerCase", "toUpperCase", "slice", "substring", "split", "strip", "lower", "upper",
	"replace", "match", "to_s", "to_i", "to_a", "values", "keys", "items", "entries", "includes", "startsWith", "endsWith", "count", "join", "push", "reduce", "constructor", "**"}

// NameOf is the name of an input out of the steps by which code gets to it: "*" stands for the elements of a list,
// and what follows a call of a value is left out.
func NameOf(steps []string) string {
	var name []string
	for i, step := range steps {
		switch {
		case step == "" || step == "get" || step == "fetch" || step == "getAll" || step == "dig":
		case slices.Contains(ofLists, step) && i > 0:
			name = append(name, "*")
		case i > 0 && slices.Contains(ofValues, step):
			return strings.Join(name, ".")
		default:
			name = append(name, step)
		}
	}
	return strings.Join(name, ".")
}

// IsName reports whether a text may be the name of an input, which begins with a member.
func IsName(name string) bool {
	if name == "" || strings.HasPrefix(name, "*") {
		return false
	}
	return strings.IndexFunc(name, func(c rune) bool {
		return c < ' ' || strings.ContainsRune(" \\\"'()[]{}<>+?^$|,;:=/&#%", c)
	}) < 0
}

// segments are the segments of a path.
func segments(path string) []string {
	path = strings.Trim(path, "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// parameter returns the name of the parameter that a segment is, without braces and marks.
func parameter(segment string) (name string, ok bool) {
	if !strings.HasPrefix(segment, "{") || strings.IndexByte(segment, '}') != len(segment)-1 {
		return "", false
	}
	return strings.Trim(segment, "{}.?"), true
}

// samePath reports whether two paths are one but for the names of their parameters.
func samePath(a, b string) bool {
	return slices.EqualFunc(segments(a), segments(b), func(x, y string) bool { return x == y || unnamed(x) == unnamed(y) })
}

// unnamed is a segment without the names of its parameters.
func unnamed(segment string) string {
	before, after, found := strings.Cut(segment, "{")
	_, rest, closed := strings.Cut(after, "}")
	if !found || !closed {
		return segment
	}
	return before + "{}" + unnamed(rest)
}

// Parameters are the names of the parameters of a path in order.
func Parameters(path string) (names []string) {
	for rest := path; ; {
		_, after, found := strings.Cut(rest, "{")
		name, tail, closed := strings.Cut(after, "}")
		if !found || !closed {
			return names
		}
		names = append(names, strings.Trim(name, ".?"))
		rest = tail
	}
}

// Merge puts routes together that are told of more than once. The result is sorted by path and method.
func Merge(all ...Route) []Route {
	var merged []Route
	for _, r := range all {
		for _, name := range Parameters(r.Path) {
			if r.Input(string(Path)+"."+name) == nil {
				r.Inputs = append(slices.Clip(r.Inputs), Input{Place: Path, Name: name, Required: true, Schema: NewSchema()})
			}
		}
		for _, in := range r.Inputs { // what has elements is a list
			if list, _, ok := strings.Cut(in.Name, ".*"); ok && r.Input(string(in.Place)+"."+list) == nil {
				s := NewSchema()
				s.Type = "array"
				r.Inputs = append(slices.Clip(r.Inputs), Input{Place: in.Place, Name: list, Schema: s})
			}
		}
		at := slices.IndexFunc(merged, func(m Route) bool { return m.Method == r.Method && samePath(m.Path, r.Path) })
		if at < 0 {
			r.Inputs = slices.Clone(r.Inputs)
			merged = append(merged, r)
			continue
		}
		merged[at].join(r)
	}
	for i := range merged {
		sorting.Stable(merged[i].Inputs, func(a, b Input) int { return strings.Compare(a.Key(), b.Key()) })
	}
	sorting.Stable(merged, func(a, b Route) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
	})
	return merged
}

// join adds what is known of the same route from elsewhere.
func (r *Route) join(o Route) {
	theirs, ours := Parameters(o.Path), Parameters(r.Path)
	for _, in := range o.Inputs {
		if i := slices.Index(theirs, in.Name); in.Place == Path && i >= 0 && i < len(ours) {
			in.Name = ours[i]
		}
		r.Add(in)
	}
	r.BodyType, r.File, r.Line = cmp.Or(r.BodyType, o.BodyType), cmp.Or(r.File, o.File), cmp.Or(r.Line, o.Line)
	r.Code, r.Login = cmp.Or(r.Code, o.Code), r.Login || o.Login
	for _, h := range o.Handlers {
		if !slices.Contains(r.Handlers, h) {
			r.Handlers = append(slices.Clip(r.Handlers), h)
		}
	}
	for _, from := range o.From {
		if !slices.Contains(r.From, from) {
			r.From = append(slices.Clip(r.From), from)
		}
	}
}
