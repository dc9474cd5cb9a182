package scan

import (
	"snag/analyze/source/literal"
)

// File is what was found in one source file. It must not be used by two goroutines at once, since it
// works out positions when they are first asked for.
type File struct {
	// Literals are in the order of their place in the file.
	Literals []literal.Literal
	// Suppressions are the comments that ask to ignore findings, in the order of the file.
	Suppressions []Suppression

	lines literal.Lines
}

// Range returns the part of the file between two byte offsets as positions. Offsets outside the file
// are moved to its nearest end.
func (f *File) Range(start, end int) literal.Range {
	return literal.Range{Start: f.lines.Position(start), End: f.lines.Position(end)}
}

// PatternRange returns where the code points start to end (end excluded) of a literal's pattern stand
// in the file. When the pattern was put together from constants in several places, it is the place of
// the first piece.
func (f *File) PatternRange(l *literal.Literal, start, end int) literal.Range {
	from, to := l.Span(start, end)
	if from < 0 {
		return l.Expr
	}
	return f.Range(from, to)
}
