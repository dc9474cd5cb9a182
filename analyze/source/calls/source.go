package calls

import (
	"bytes"

	"snag/analyze/source/scan"
)

// source is a file as tokens.
type source struct {
	src   []byte
	list  []scan.Token
	mates []int32 // the number of the other bracket of a pair, or -1
}

// pair finds the pairs of brackets. Brackets that lack theirs are passed over when an outer one closes,
// if that is among the last few.
func (s *source) pair() {
	s.mates = make([]int32, len(s.list))
	var open []int32
	for i, t := range s.list {
		s.mates[i] = -1
		if t.Closes {
			for back := len(open) - 1; back >= 0 && back >= len(open)-16; back-- {
				if o := open[back]; s.list[o].Kind == scan.MateOf(t.Kind) {
					open = open[:back]
					s.mates[o] = int32(i)
					if !t.Opens {
						s.mates[i] = o
					}
					break
				}
			}
		}
		if t.Opens {
			open = append(open, int32(i))
		}
	}
}

// kind returns the kind of token i, 0 outside of the list.
func (s *source) kind(i int) byte {
	if i < 0 || i >= len(s.list) {
		return 0
	}
	return s.list[i].Kind
}

// bytes returns the text of token i.
func (s *source) bytes(i int) []byte {
	if i < 0 || i >= len(s.list) {
		return nil
	}
	return s.src[s.list[i].Start:s.list[i].End]
}

// name returns the text of token i if it is a name.
func (s *source) name(i int) string {
	if s.kind(i) != scan.TokenName {
		return ""
	}
	return string(s.bytes(i))
}

// is reports whether token i is the given word.
func (s *source) is(i int, word string) bool {
	return s.kind(i) == scan.TokenName && string(s.bytes(i)) == word
}

// quoted returns what token i says between its quotes if it is a string. Escapes are left as they are.
func (s *source) quoted(i int) (string, bool) {
	if k := s.kind(i); k != scan.TokenString && k != scan.TokenText {
		return "", false
	}
	b := s.bytes(i)
	for len(b) > 0 && b[0] != '\'' && b[0] != '"' && b[0] != '`' {
		b = b[1:]
	}
	if len(b) < 2 || s.list[i].Opens || s.list[i].Closes {
		return "", false
	}
	return string(b[1 : len(b)-1]), true
}

// mate returns the number of the other bracket of a pair, or -1.
func (s *source) mate(i int) int {
	if i < 0 || i >= len(s.list) {
		return -1
	}
	return int(s.mates[i])
}

// behind returns the number of the token behind token i and, if it opens a bracket, behind that. It is
// always larger than i.
func (s *source) behind(i int) int {
	if m := s.mate(i); m > i {
		for s.list[m].Opens && s.mate(m) > m { // a template goes on
			m = s.mate(m)
		}
		return m + 1
	}
	return i + 1
}

// nameFrom returns where the name of a call begins that goes from token first to last: at the last name
// where calls or line ends stand in between.
func (s *source) nameFrom(first, last int) int {
	if s.kind(last) != scan.TokenName || first >= last {
		return first
	}
	text := s.src[s.list[first].Start:s.list[last].Start]
	if bytes.ContainsAny(text, "\r\n") || bytes.IndexByte(text, '(') >= 0 && !bytes.HasPrefix(text, []byte("require")) {
		return last
	}
	return first
}

// calls returns what was found within functions that have a reason to run for each request. within is
// the function around each token, or -1.
func (s *source) calls(found []finding, within []int32, why []reason) []Call {
	var all []Call
	for _, f := range found {
		if in := within[f.first]; in >= 0 && why[in].given() {
			all = append(all, Call{Offset: int(s.list[f.first].Start), End: int(s.list[f.last].End), Name: f.name, Why: why[in].text, Routed: why[in].routed, Instead: f.instead})
		}
	}
	return all
}
