package routes

import (
	"strings"

	"snag/analyze/lazyregexp"
)

// What follows the name of a parameter, or stands before it, in the syntaxes of frameworks.
var (
	inBrackets = lazyregexp.New(`:(\w+)\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*)\)`)                               // Express: /:year(\d{4})
	inBraces   = lazyregexp.New(`\{(\w+):((?:[^{}\\]|\\.|\{[\d,]+\})+)\}`)                                         // Spring, ASP.NET: {id:\d+}, {id:int}
	inAngles   = lazyregexp.New(`<(int|integer|float|uuid|slug|path):(\w+)>`)                                      // Flask, Django: <int:id>
	inGroup    = lazyregexp.New(`\(\?P?<(\w+)>((?:[^()\[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()\\]|\\.)*\))*)\)`) // Django's re_path: (?P<id>\d+)
)

// Constrained adds to the parameters of a route what its path, as its framework has it, says of their values.
func (r *Route) Constrained(written string) {
	for _, re := range []*lazyregexp.Regexp{inBrackets, inBraces, inGroup} {
		for _, m := range re.FindAllStringSubmatch(written, -1) {
			r.constrain(m[1], m[2])
		}
	}
	for _, m := range inAngles.FindAllStringSubmatch(written, -1) {
		r.constrain(m[2], m[1])
	}
}

// constrain adds a parameter whose values a regex matches, or that are of a type.
func (r *Route) constrain(name, what string) {
	s := NewSchema()
	switch strings.ToLower(what) {
	case "int", "integer", "long":
		s.Type = "integer"
	case "float", "double", "decimal":
		s.Type = "number"
	case "guid", "uuid":
		s.Format = "uuid"
	case "slug", "path", "alpha", "string", "*", ".*", "path:.*":
	default:
		s.Pattern = "^(?:" + what + ")$"
	}
	r.Add(Input{Place: Path, Name: name, Required: true, Schema: s})
}
