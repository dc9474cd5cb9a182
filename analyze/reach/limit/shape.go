package limit

import (
	"slices"

	"snag/analyze/reach/graph"
)

// Shape is what a schema says of a value: how long a text may be, and the shapes of members and elements.
type Shape struct {
	Max    int64 // graph.NoLimit for no bound
	Else   int64 // how long what it may also be is, whatever the rest says
	Fields map[string]*Shape
	Elem   *Shape
	List   bool // it is a list, whose elements Elem describes
	// Open reports whether members of other names stay in the value, Rest describes them, nil where nothing does.
	Open  bool
	Rest  *Shape
	Edits bool // the library edits the value before it checks it
	// Patterns are the calls that add a pattern to the schema, which every value meets.
	Patterns []int32
	// Held tell how long a text is at most by what each pattern or function demands that all texts of the shape meet.
	Held []func() int64
	// Asked are the calls that add a function to the schema, which every value is handed to, and Made what these return
	// that stands in its place afterwards, as nodes of the program.
	Asked, Made []int32
	// Before is what the value has to be before a function makes something else of it, or before it is checked for the rest.
	Before *Shape
	// Input is the node of what such a function gets, 0 where there is none. Unknown says that nobody knows which one it is.
	Input   int32
	Unknown bool
}

// Matches reports whether a pattern has to match the value or something in it, or a function gets that.
func (s *Shape) Matches() bool { return s.matches(map[*Shape]bool{}) }

// matches looks into each shape once: one that stands at many places would be looked into once for each way to it.
func (s *Shape) matches(seen map[*Shape]bool) bool {
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	if len(s.Patterns)+len(s.Asked) > 0 || s.Input > 0 || s.Elem.matches(seen) || s.Before.matches(seen) {
		return true
	}
	for _, f := range s.Fields {
		if f.matches(seen) {
			return true
		}
	}
	return false
}

// Unedited is At for the value as it came, which a library may have edited before it checked it.
func (s *Shape) Unedited(steps []string) int64 {
	for n := range len(steps) + 1 {
		if part := s.to(steps[:n]); part == nil || part.Edits {
			return graph.NoLimit
		}
	}
	return s.At(steps)
}

// At returns how long the text is at most which is at some steps of a value.
func (s *Shape) At(steps []string) int64 {
	if s = s.to(steps); s == nil {
		return graph.NoLimit
	}
	most := s.Max
	for _, demanded := range s.Held {
		most = min(most, demanded())
	}
	return max(most, s.Else)
}

// to returns the shape of what is at some steps of a value, nil where nothing is said of it.
func (s *Shape) to(steps []string) *Shape {
	for _, step := range steps {
		switch {
		case s == nil || step == "()":
			return nil
		case s.Fields != nil && s.Fields[step] != nil:
			s = s.Fields[step]
		case s.Elem != nil:
			s = s.Elem
		case s.Rest != nil && s.Fields != nil:
			if _, known := s.Fields[step]; known || step == "*" {
				return nil
			}
			s = s.Rest
		default:
			return nil
		}
	}
	return s
}

// Either returns the shape of a value that may have one or the other.
func Either(a, b *Shape) *Shape {
	if a == nil || b == nil {
		return nil
	}
	merged := &Shape{Max: max(a.Max, b.Max), Else: max(a.Else, b.Else), Elem: a.Elem, List: a.List || b.List, Edits: a.Edits || b.Edits, Patterns: slices.Concat(a.Patterns, b.Patterns), Asked: slices.Concat(a.Asked, b.Asked), Made: slices.Concat(a.Made, b.Made)}
	if len(a.Held)+len(b.Held) > 0 {
		merged.Held = []func() int64{func() int64 { return max(a.At(nil), b.At(nil)) }}
	}
	merged.Open = a.Open || b.Open
	if a.Fields != nil && b.Fields != nil {
		merged.Fields = map[string]*Shape{}
		for name, f := range a.Fields {
			merged.Fields[name] = Either(f, b.Fields[name])
		}
		for name := range b.Fields {
			if _, known := merged.Fields[name]; !known {
				merged.Fields[name] = nil
			}
		}
	}
	return merged
}
