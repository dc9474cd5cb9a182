// Package literal holds the patterns that stand in source files: what each of them is, which bytes of the
// file denote each of its characters, and how another pattern is written in its place.
package literal

import "snag/analyze/regex/syntax"

// Kind is the construct by which a pattern came into a program.
type Kind uint8

// The kinds. The zero Kind is Regex.
const (
	Regex          Kind = iota // a literal of the language: /a+/g
	Constructor                // a call that compiles a string: new RegExp("a+")
	MethodArgument             // a string that a method turns into a regex: text.match("a+")
)

// Use is a set of ways in which a program applies a pattern.
type Use uint16

// The ways to apply a pattern. The zero Use means that none is known. The first eight are the methods
// of JavaScript; other languages have Test or Exec for a search, Every, Replace, Split, AtStart and
// Whole.
const (
	Test Use = 1 << iota
	Exec
	Match
	MatchAll
	Replace // in JavaScript the g flag decides whether one or every match, elsewhere every match
	ReplaceAll
	Split
	SearchIn
	Every   // all matches, one after the other
	AtStart // a match at one given position only: Python's re.match, Java's lookingAt
	Whole   // a match of the whole text only: Python's re.fullmatch, Java's matches
)

// Literal is a pattern in a source file.
type Literal struct {
	// Pattern is what the regex compiler receives, in WTF-8, without delimiters and with string
	// escapes decoded. It is empty when the literal is Partial.
	Pattern string
	// Flags are the flags as written. FlagsKnown is false when an expression computes them.
	Flags      string
	FlagsKnown bool

	// Dialect is the dialect that the pattern is written in.
	Dialect syntax.Dialect

	Kind Kind
	// Uses are the ways in which the program was seen to apply the pattern; there may be more.
	Uses Use

	// Partial reports whether a part of the pattern is not constant, so that Pattern is not known.
	// Reason says in a clause which part that is.
	Partial bool
	Reason  string
	// Sketch is what is known of a Partial pattern, nil for nothing.
	Sketch *Sketch

	// Composed reports whether the pattern is not the text that stands at its place alone: constants were followed,
	// functions make it of other text, or a part of it is not constant.
	Composed bool

	// Expr is the whole expression: the regex literal with delimiters and flags, or the call. For a
	// MethodArgument it is the argument.
	Expr Range
	// At is the text of the pattern. For a pattern that was put together from constants outside of
	// the expression, and for a Partial one, it equals Expr.
	At Range

	origin origin
	src    []byte // the file, if parts are known
	// parts are the texts in At that can be written anew, in their order. fits, if set, returns a
	// pattern of the same meaning that the literal can hold, or in a clause why there is none.
	parts []part
	fits  func(points []rune) ([]rune, error)
}

// FitWith sets the function behind Fit, for a pattern whose form does not know what it can hold.
func (l *Literal) FitWith(fit func(points []rune) ([]rune, error)) { l.fits = fit }

// Fit returns a pattern of the same meaning that the literal can hold. The error says in a clause why
// there is none.
func (l *Literal) Fit(points []rune) ([]rune, error) {
	if l.fits != nil {
		return l.fits(points)
	}
	if len(l.parts) == 1 {
		if f, ok := l.parts[0].Form.(fitter); ok {
			return f.Fit(points)
		}
	}
	return points, nil
}

// Span returns the bytes of the file that the code points start to end (end excluded) were made from, as
// far as they stand in order. It returns -1, -1 for points outside of the pattern.
func (l *Literal) Span(start, end int) (from, to int) { return l.origin.span(start, end) }

// Take makes a constant the pattern of a literal. The expression that it was read from stands between
// start and end; At becomes the pattern's text, or the expression where no one text is the pattern.
func (l *Literal) Take(v *Constant, src []byte, start, end int) {
	l.Pattern, l.origin, l.Composed = string(v.Text), v.origin, v.Names > 0
	l.At = Offsets(start, end)
	if from, to, ok := v.extent(start, end); ok {
		l.At = Offsets(from, to)
		l.src, l.parts = src, v.Parts
	} else if len(v.origin.pieces) == 0 && len(v.Parts) == 1 {
		l.At = Offsets(v.Parts[0].Start, v.Parts[0].End)
		l.src, l.parts = src, v.Parts
	}
}

// Settle makes a constant the pattern of the literal, whose expression is known, or gives up for the given
// reason where ok is false.
func (l *Literal) Settle(v *Constant, ok bool, reason string, src []byte) {
	if l.At = l.Expr; !ok {
		l.GiveUp(reason)
		return
	}
	l.Take(v, src, l.Expr.Start.Offset, l.Expr.End.Offset)
}

// GiveUp makes a literal one whose pattern is not known.
func (l *Literal) GiveUp(reason string) {
	l.Pattern, l.origin, l.parts = "", origin{}, nil
	l.Partial, l.Reason, l.Composed = true, reason, true
}
