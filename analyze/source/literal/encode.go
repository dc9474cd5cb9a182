package literal

import (
	"errors"
	"slices"
	"strings"

	"snag/analyze/wtf8"
)

// part is a piece of source text that is a part of a pattern and can be written anew.
type part struct {
	Start, End int // the text, without quotes
	Form       Form
}

// Decoder is a form that reads its text into a constant.
type Decoder interface {
	Form
	// Decode appends the characters that src[i:end] denotes. The reason says in a clause why they are
	// not known, "" where they are.
	Decode(v *Constant, src []byte, i, end int) (reason string)
}

// fitter is a form that cannot hold some characters even escaped, or that takes something off the pattern.
type fitter interface {
	// Fit returns a pattern of the same meaning that the form can hold. The error says in a clause why
	// there is none.
	Fit(points []rune) ([]rune, error)
}

// Form is a way to write text in a source file: a kind of string or of regex literal. It knows nothing
// of what stands around the text.
type Form interface {
	// Write returns text that denotes the code points, with no more escapes than it takes. The error
	// is a clause that says which of them the form cannot hold.
	Write(points []rune) (string, error)
	// Read returns the code points that text denotes. ok is false where text would not stand in the
	// form as a whole: it ends the string early, or interpolates.
	Read(text string) (points []rune, ok bool)
}

// Encode returns the text that has to stand at l.At for the pattern to become the given one, with what
// the language's form of string or regex literal requires escaped; what stays of the old pattern keeps
// its spelling. Where a regex literal cannot hold a character as it is, such as its delimiter, the
// pattern in the text has an escape for it that means the same. The error says in a clause why the
// pattern cannot be written there.
func (l *Literal) Encode(pattern string) (string, error) {
	if l.Partial {
		return "", errors.New("a part of the pattern is not constant")
	}
	if len(l.parts) == 0 {
		return "", errors.New("the pattern is not one text in the file")
	}
	points, err := l.Fit(wtf8.Decode(pattern))
	if err != nil {
		return "", err
	}
	old := wtf8.Decode(l.Pattern)
	at, end := l.At.Start.Offset, l.At.End.Offset
	if slices.Equal(old, points) {
		return string(l.src[at:end]), nil
	}
	first, last := changed(old, points)
	p, from, to := l.partOf(first, last, len(old))
	if p == nil {
		return "", errors.New("the change concerns more than one string")
	}
	value := points[from : to+len(points)-len(old)]
	text, err := l.respell(p, old[from:to], from, value)
	if err != nil {
		return "", err
	}
	return string(l.src[at:max(at, p.Start)]) + text + string(l.src[min(p.End, end):end]), nil
}

// changed returns the shortest interval of old outside of which the two agree.
func changed(old, new []rune) (first, last int) {
	for first < min(len(old), len(new)) && old[first] == new[first] {
		first++
	}
	last = len(old)
	for tail := len(new); last > first && tail > first && old[last-1] == new[tail-1]; tail-- {
		last--
	}
	return first, last
}

// partOf returns the part of the literal's text that holds the code points first to last of n, and
// which code points it holds in all. It returns nil when no single one does.
func (l *Literal) partOf(first, last, n int) (p *part, from, to int) {
	if n == 0 {
		return &l.parts[0], 0, 0
	}
	within := func(p *part, point int) bool {
		start, end := l.origin.point(point)
		return p.Start <= start && end <= p.End
	}
	places := [][2]int{{first, last - 1}}
	if first == last { // an insertion belongs to the text in front of it or to the one behind
		places = [][2]int{{max(first-1, 0), max(first-1, 0)}, {min(first, n-1), min(first, n-1)}}
	}
	for _, at := range places {
		for i := range l.parts {
			p := &l.parts[i]
			if !within(p, at[0]) || !within(p, at[1]) {
				continue
			}
			for from = at[0]; from > 0 && within(p, from-1); from-- {
			}
			for to = at[1] + 1; to < n && within(p, to); to++ {
			}
			return p, from, to
		}
	}
	return nil, 0, 0
}

// respell writes value in place of the old code points of a part, the first of which is number base.
func (l *Literal) respell(p *part, old []rune, base int, value []rune) (string, error) {
	for _, kept := range [][]int{common(old, value), affixes(old, value), nil} {
		text, err := l.mix(p, old, base, value, kept)
		if err != nil {
			if kept == nil {
				return "", err
			}
			continue
		}
		if got, ok := p.Form.Read(text); ok && slices.Equal(got, value) {
			return text, nil
		}
	}
	return "", errors.New("this kind of string cannot hold the pattern")
}

// mix writes value with the old spelling where kept tells the number of an old code point, and anew
// where it is -1. A nil kept keeps nothing.
func (l *Literal) mix(p *part, old []rune, base int, value []rune, kept []int) (string, error) {
	if kept == nil {
		return p.Form.Write(value)
	}
	at := p.Start // how far the old text has been copied
	var b strings.Builder
	for i := 0; i < len(value); {
		if k := kept[i]; k >= 0 {
			start, end := l.origin.point(base + k)
			// What denotes nothing, such as a continued line, stays between neighbours that stay.
			if i == 0 && k == 0 || i > 0 && kept[i-1] == k-1 && k > 0 {
				start = min(start, max(at, p.Start))
			}
			b.Write(l.src[start:end])
			at = end
			i++
			continue
		}
		run := i
		for i < len(value) && kept[i] < 0 {
			i++
		}
		text, err := p.Form.Write(value[run:i])
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	if n := len(value); n > 0 && kept[n-1] == len(old)-1 {
		b.Write(l.src[at:p.End])
	}
	return b.String(), nil
}

// affixes tells for each code point of new which one of old it is, as far as both begin and end alike,
// else -1.
func affixes(old, new []rune) []int {
	kept := make([]int, len(new))
	first, last := changed(old, new)
	for i := range kept {
		switch tail := len(new) - (len(old) - last); {
		case i < first:
			kept[i] = i
		case i >= tail:
			kept[i] = i - tail + last
		default:
			kept[i] = -1
		}
	}
	return kept
}

// maxAlign bounds the table for aligning two patterns.
const maxAlign = 1 << 20

// common does what affixes does for a longest common subsequence, unless the patterns are too long.
func common(old, new []rune) []int {
	kept := affixes(old, new)
	first, last := changed(old, new)
	a, b := old[first:last], new[first:len(new)-(len(old)-last)]
	if len(a) == 0 || len(b) == 0 || (len(a)+1)*(len(b)+1) > maxAlign {
		return kept
	}
	width := len(b) + 1
	length := make([]uint16, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			kept[first+j] = first + i
			i++
			j++
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return kept
}
