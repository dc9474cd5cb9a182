package literal

import "strings"

// Sketch is a pattern of which some parts are not constant.
type Sketch struct {
	// Text is the pattern, in WTF-8, with one character in place of each part that is not constant.
	Text string
	// Flags and FlagsKnown are those of the Literal, where the constant parts tell more of them.
	Flags      string
	FlagsKnown bool
	// Holes are the parts that are not constant, in their order.
	Holes []Hole
}

// Hole is a part of a pattern that is not constant.
type Hole struct {
	// At is the number of the code point of the Sketch that stands for it.
	At int `json:"at"`
	// Expression is the expression that makes it, or its beginning, in one line.
	Expression string `json:"expression"`
	// Literal reports whether a function escapes it, so that it matches one text. Any other may be any expression.
	Literal bool `json:"literal,omitempty"`
}

// filling is what a character of a constant stands for.
type filling uint8

const (
	itself filling = iota
	anything
	escapedText
)

// Hole appends a character for the expression src[start:end], whose value is not known. escaped reports whether a
// function has escaped what has a meaning in patterns.
func (v *Constant) Hole(start, end int, escaped bool) {
	v.Character('x', start, end)
	v.origin.pieces[len(v.origin.pieces)-1].fill = anything
	if escaped {
		v.origin.pieces[len(v.origin.pieces)-1].fill = escapedText
	}
	v.Names++ // not one text of the file
}

// HasHoles reports whether a part of the constant is not known.
func (v *Constant) HasHoles() bool { return v.HasHolesFrom(0) }

// HasHolesFrom reports whether a part of the constant is not known that begins at a code point or later.
func (v *Constant) HasHolesFrom(point int) bool {
	for _, p := range v.origin.pieces {
		if p.fill != itself && p.point >= point {
			return true
		}
	}
	return false
}

// longestExpression is the number of characters of an expression that a Hole quotes.
const longestExpression = 60

// mostHoles is the number of holes beyond which nothing is kept: of such a pattern nothing would be told.
const mostHoles = 100

// Outline keeps what is known of the pattern of a Partial literal in the file src.
func (l *Literal) Outline(v *Constant, flags string, flagsKnown bool, src []byte) {
	s := &Sketch{Text: string(v.Text), Flags: flags, FlagsKnown: flagsKnown}
	for _, p := range v.origin.pieces {
		if p.fill == itself {
			continue
		}
		expression := []rune(strings.Join(strings.Fields(string(src[p.start:min(p.end, p.start+1024)])), " "))
		if len(expression) > longestExpression {
			expression = append(expression[:longestExpression], '…')
		}
		s.Holes = append(s.Holes, Hole{At: p.point, Expression: string(expression), Literal: p.fill == escapedText})
	}
	if len(s.Holes) > mostHoles || len(s.Holes) == v.origin.points && (len(s.Holes) != 1 || !s.Holes[0].Literal) {
		return // nothing of it is known
	}
	l.Sketch, l.origin = s, v.origin
}
