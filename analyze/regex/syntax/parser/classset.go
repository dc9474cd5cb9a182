package parser

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
)

// A classSet is the value of a class under v: characters and strings. With i, both are closed under
// and reduced by case folding: chars holds all counterparts, words only canonical characters.
type classSet struct {
	chars charset.Set
	words [][]rune // of lengths other than 1, ascending, each once
	// mayHaveWords is what the specification calls MayContainStrings: it looks at the form of the
	// class and not at its value.
	mayHaveWords bool
}

// newClassSet returns the set of the given strings, folded.
func newClassSet(words [][]rune, fold syntax.Fold) classSet {
	var s classSet
	var chars []charset.Range
	for _, w := range words {
		if len(w) == 1 {
			chars = append(chars, charset.Range{Lo: w[0], Hi: w[0]})
			continue
		}
		if fold != syntax.FoldNone {
			w = slices.Clone(w)
			for i, r := range w {
				w[i] = charset.Canonicalize(r, fold)
			}
		}
		s.words = append(s.words, w)
	}
	s.mayHaveWords = len(s.words) > 0
	s.words = normalizeWords(s.words)
	s.chars = charset.FoldClosure(charset.Normalize(chars), fold)
	return s
}

func normalizeWords(words [][]rune) [][]rune {
	sorting.Stable(words, slices.Compare[[]rune])
	return slices.CompactFunc(words, slices.Equal[[]rune])
}

func (s classSet) hasWord(w []rune) bool {
	_, ok := slices.BinarySearchFunc(s.words, w, slices.Compare[[]rune])
	return ok
}

func (s classSet) intersect(t classSet) classSet {
	return classSet{
		chars:        s.chars.Intersect(t.chars),
		words:        selectWords(s.words, t.hasWord),
		mayHaveWords: s.mayHaveWords && t.mayHaveWords,
	}
}

func (s classSet) subtract(t classSet) classSet {
	return classSet{
		chars:        s.chars.Subtract(t.chars),
		words:        selectWords(s.words, func(w []rune) bool { return !t.hasWord(w) }),
		mayHaveWords: s.mayHaveWords,
	}
}

func selectWords(words [][]rune, keep func([]rune) bool) [][]rune {
	var out [][]rune
	for _, w := range words {
		if keep(w) {
			out = append(out, w)
		}
	}
	return out
}

// setClass reads a class of v after its bracket, which stands at start.
func (p *parser) setClass(start int) classSet {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth+len(p.frames) > MaxDepth {
		p.tooLarge(start)
		return classSet{}
	}
	negate := p.accept('^')
	s := p.classContents(start)
	if p.err != nil {
		return classSet{}
	}
	if negate {
		if s.mayHaveWords {
			p.fail(start, msgNegatedClassOfStrings)
			return classSet{}
		}
		s.chars = s.chars.Negate(charset.MaxRune)
	}
	return s
}

// classContents reads a union, intersection or subtraction and the closing bracket.
func (p *parser) classContents(start int) classSet {
	union := unionBuilder{fold: p.alphabet.Fold}
	ranges := false
	for n := 0; p.err == nil; n++ {
		if p.accept(']') {
			return union.set()
		}
		at := p.pos
		if n == 1 && !ranges && p.peek() == p.at(1) && (p.peek() == '&' || p.peek() == '-') {
			return p.setOperations(start, union.set())
		}
		if n > 0 && p.peek() == '-' && p.at(1) == '-' {
			p.fail(at, msgInvalidSetOperation)
			break
		}
		lo, set, isSet := p.setOperand(start)
		if p.err != nil {
			break
		}
		if isSet {
			p.spend(len(set.chars) + len(set.words))
			union.addSet(set)
			if next := p.at(1); p.peek() == '-' && next != '-' {
				if next == eof {
					p.fail(start, msgUnterminatedClass)
				} else {
					p.fail(at, msgInvalidClass)
				}
			}
			continue
		}
		if p.peek() != '-' || p.at(1) == '-' {
			union.chars.AddRange(lo, lo)
			continue
		}
		p.pos++
		hi, _, hiSet := p.setOperand(start)
		switch {
		case p.err != nil:
		case hiSet:
			p.fail(at, msgInvalidClass)
		case lo > hi:
			p.fail(at, msgRangeOutOfOrder)
		default:
			ranges = true
			union.chars.AddRange(lo, hi)
		}
	}
	return classSet{}
}

// A unionBuilder collects the operands of a union.
type unionBuilder struct {
	fold         syntax.Fold
	chars        charset.Builder // single characters and ranges, not yet folded
	folded       charset.Builder // from sets
	words        [][]rune
	mayHaveWords bool
}

func (u *unionBuilder) addSet(s classSet) {
	u.folded.AddSet(s.chars)
	u.words = append(u.words, s.words...)
	u.mayHaveWords = u.mayHaveWords || s.mayHaveWords
}

func (u *unionBuilder) set() classSet {
	return classSet{
		chars:        charset.FoldClosure(u.chars.Set(), u.fold).Union(u.folded.Set()),
		words:        normalizeWords(u.words),
		mayHaveWords: u.mayHaveWords,
	}
}

// setOperations reads the rest of first && ... or first -- ..., up to the closing bracket.
func (p *parser) setOperations(start int, first classSet) classSet {
	operator := p.peek()
	s := first
	for p.err == nil {
		if p.accept(']') {
			return s
		}
		at := p.pos
		if p.peek() == eof {
			p.fail(start, msgUnterminatedClass)
			break
		}
		if p.peek() != operator || p.at(1) != operator {
			p.fail(at, msgInvalidSetOperation)
			break
		}
		p.pos += 2
		if operator == '&' && p.peek() == '&' {
			p.fail(p.pos, msgInvalidCharacter)
			break
		}
		r, t, isSet := p.setOperand(start)
		p.spend(len(s.chars) + len(s.words))
		if !isSet {
			t = classSet{chars: p.alphabet.Literal(r)}
		}
		if operator == '&' {
			s = s.intersect(t)
		} else {
			s = s.subtract(t)
		}
	}
	return classSet{}
}

// setOperand reads a ClassSetOperand of the class that begins at start: a character, or a set.
func (p *parser) setOperand(start int) (r rune, s classSet, isSet bool) {
	at := p.pos
	c := p.peek()
	switch c {
	case eof:
		p.fail(start, msgUnterminatedClass)
		return 0, s, false
	case '[':
		p.pos++
		return 0, p.setClass(at), true
	case '\\':
		switch next := p.at(1); next {
		case 'q':
			if p.at(2) == '{' {
				p.pos += 3
				return 0, p.classStrings(at), true
			}
		case 'p', 'P':
			p.pos++
			return 0, p.propertyEscape(at, msgInvalidClassProperty), true
		default:
			if set, ok := p.alphabet.Class(next); ok {
				p.pos += 2
				return 0, classSet{chars: set}, true
			}
		}
	}
	return p.setCharacter(), s, false
}

// setCharacter reads a ClassSetCharacter.
func (p *parser) setCharacter() rune {
	at := p.pos
	c := p.peek()
	switch {
	case c == '\\':
		p.pos++
		switch next := p.peek(); {
		case next == eof:
			p.fail(at, msgEscapeAtEnd)
			return 0
		case next == 'b':
			p.pos++
			return '\b'
		case isReservedPunctuator(next):
			p.pos++
			return next
		}
		return p.characterEscape(at, true)
	case syntax.IsClassSetSyntaxCharacter(c):
		p.fail(at, msgInvalidCharacter)
		return 0
	case c == p.at(1) && isDoublePunctuator(c):
		p.fail(at, msgInvalidSetOperation)
		return 0
	}
	p.pos++
	return c
}

// isDoublePunctuator tells the characters that must not stand twice in a row in a class of v
// (ClassSetReservedDoublePunctuator).
func isDoublePunctuator(r rune) bool {
	switch r {
	case '$', '*', '+', '.', '?', '^':
		return true
	}
	return isReservedPunctuator(r) && r != '-'
}

// isReservedPunctuator tells the characters that may be escaped in a class of v beyond those that
// may be escaped everywhere (ClassSetReservedPunctuator).
func isReservedPunctuator(r rune) bool {
	switch r {
	case '&', '-', '!', '#', '%', ',', ':', ';', '<', '=', '>', '@', '`', '~':
		return true
	}
	return false
}

// classStrings reads the strings of \q{...}, whose backslash stands at start, after the brace.
func (p *parser) classStrings(start int) classSet {
	var words [][]rune
	var word []rune
	for p.err == nil {
		switch p.peek() {
		case eof:
			p.fail(start, msgUnterminatedClass)
		case '|':
			p.pos++
			words = append(words, word)
			word = nil
		case '}':
			p.pos++
			return newClassSet(append(words, word), p.alphabet.Fold)
		default:
			word = append(word, p.setCharacter())
		}
	}
	return classSet{}
}
