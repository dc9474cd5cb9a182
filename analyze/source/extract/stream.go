package extract

import (
	"bytes"
	"math"
	"slices"

	"snag/analyze/regex/syntax"
)

// Token is a token of JavaScript, TypeScript or Python. Comments are none.
type Token struct {
	Start, End int32 // in bytes
	// Kind is one of the constants below, or the first byte of the punctuator.
	Kind byte
	// Opens and Closes report whether code nests in brackets, or in a template, element or f-string. The
	// text between two pieces of code in one of these does both.
	Opens, Closes bool
	// Line reports whether a line ended in front of the token, in JavaScript.
	Line bool
	// Brace is what an opening brace of JavaScript begins.
	Brace Brace
	// Indent is the indentation behind a TokenLine.
	Indent int32
}

// Kinds of tokens beside punctuators.
const (
	TokenName     = 'a' // an identifier or keyword, or a private name with its number sign
	TokenNumber   = '0'
	TokenString   = 's' // with quotes and prefixes
	TokenRegex    = 'r'
	TokenText     = 't' // a template, an element of JSX or an f-string, or the part of one up to the code in it
	TokenArrow    = 'A' // => of JavaScript, -> of Python
	TokenWalrus   = 'W' // := of Python
	TokenSpread   = 'd' // ...
	TokenOperator = 'o' // one of several characters that assigns or compares
	TokenLine     = '\n'
)

// Brace is what an opening brace begins.
type Brace uint8

// What an opening brace begins. A type of TypeScript counts as an object.
const (
	Block Brace = iota
	Body        // of a function
	Object
	Class
)

// HasTokens reports whether Tokens reads the language.
func (l Language) HasTokens() bool {
	return l.Dialect == syntax.JavaScript && !l.Data || l.Dialect == syntax.Python
}

// Tokens reads src, the content of one file in JavaScript, TypeScript or Python, or with scripts in one
// of these. The file has no literals but tells of suppressions and positions. Other languages have no
// tokens.
func (l Language) Tokens(src []byte) ([]Token, *File) {
	x := &extraction{src: src, dialect: l.Dialect, keep: true, suppressions: bytes.Contains(src, []byte(marker[len("snag"):]))}
	x.lines.src = src
	if l.HasTokens() && len(src) < math.MaxInt32-16 {
		l.scan(x)
	}
	if len(x.Suppressions) > 0 {
		x.placeSuppressions()
	}
	return x.tokens, &x.File
}

// keepToken keeps the token src[start:end] that begins with c and was read just now. An end in front
// of the start reports that an element or template was none and that reading begins anew there.
func (s *script) keepToken(start, end int, c byte) {
	t := Token{Start: int32(start), End: int32(end), Kind: c}
	switch {
	case end <= start:
		if s.src[end-1] != '<' {
			return
		}
		t.Start, t.End, t.Kind = int32(end-1), int32(end), '<'
	case byteClass[c]&byteDigit != 0:
		t.Kind = TokenNumber
	case byteClass[c]&byteName != 0 || c == '#' || c == '\\':
		t.Kind = TokenName
	case c == '"' || c == '\'':
		t.Kind = TokenString
	case c == '/' && end > start+1:
		if next := s.src[start+1]; next == '/' || next == '*' {
			return
		}
		t.Kind = TokenRegex
	case c == '-' && end > start+2, c == '<' && bytes.HasPrefix(s.src[start:], []byte("<!--")) && s.token != '<':
		return // comments too
	case c == '`' || c == '<' && end > start+2 || c == '}' && end > start+1:
		if s.token == '<' && c != '`' { // the inner one of two elements was none
			s.tokens = append(s.tokens, Token{Start: t.Start, End: int32(end - 1), Kind: TokenText, Closes: c == '}'})
			t.Start, t.Kind = int32(end-1), '<'
			break
		}
		t.Kind, t.Closes = TokenText, c == '}'
		if f := s.top(); (f.kind == frameSubstitution || f.kind == frameContainer) && f.open == end-1 {
			t.Opens = true
		}
	case c == '(' || c == '[':
		t.Opens = true
	case c == ')' || c == ']' || c == '}':
		t.Closes = true
	case c == '{':
		t.Opens = true
		switch f := s.top(); {
		case f.body:
			t.Brace = Body
		case f.kind == frameObject:
			t.Brace = Object
		case f.kind == frameClass:
			t.Brace = Class
		}
	default:
		s.keepPunctuator(&t, c)
		if t.Kind == 0 {
			return
		}
	}
	s.addToken(t)
}

// keepPunctuator works out the kind of a punctuator. It is 0 where the token became part of the one
// before.
func (s *script) keepPunctuator(t *Token, c byte) {
	length := t.End - t.Start
	switch {
	case s.token == tokenText:
		t.Kind = TokenNumber
	case s.token == tokenArrow:
		t.Kind = TokenArrow
	case s.token == 'd':
		t.Kind = TokenSpread
	case s.token == '.':
		t.Kind = '.'
	case c == '=' && length > 1, c == '?' && length > 1:
		t.Kind = TokenOperator
	case length > 1 && s.src[t.End-1] == '=':
		t.Kind = TokenOperator
	case c == '=' && len(s.tokens) > 0:
		last := &s.tokens[len(s.tokens)-1]
		if last.End == t.Start && bytes.IndexByte([]byte("*/%^&|<>!"), last.Kind) >= 0 {
			last.End, last.Kind = t.End, TokenOperator
			t.Kind = 0
		}
	}
}

// addToken adds a token to those of the file, whose order it keeps.
func (s *script) addToken(t Token) {
	from := 0
	if n := len(s.tokens); n > 0 {
		from = int(s.tokens[n-1].End)
	}
	if int(t.Start) < from {
		return
	}
	for i := int(t.Start) - 1; i >= from; i-- {
		if c := s.src[i]; c == '\n' || c == '\r' {
			t.Line = true
			break
		}
	}
	s.tokens = append(s.tokens, t)
}

// keepTokens keeps all tokens in the order of the file.
func (p *python) keepTokens() {
	starts := make([]int, 0, len(p.fields))
	for at := range p.fields {
		starts = append(starts, at)
	}
	slices.Sort(starts)
	p.extraction.tokens = make([]Token, 0, len(p.list))
	p.keepList(0, starts)
}

// keepList keeps the tokens from the given one to the end of its stream. starts are the offsets of the
// code in f-strings.
func (p *python) keepList(i int, starts []int) {
	for main := i == 0; i < len(p.list) && (!main || i < p.main); i++ {
		t := p.list[i]
		if t.kind == kindLine && !main {
			return
		}
		k := Token{Start: t.start, End: t.end, Kind: t.kind}
		switch t.kind {
		case kindName, kindNumber, '@':
		case kindLine:
			k.Indent = t.mate
		case kindString, kindBroken:
			k.Kind = TokenString
			at, _ := slices.BinarySearch(starts, int(t.start)+1)
			for ; at < len(starts) && starts[at] < int(t.end); at++ {
				f := p.fields[starts[at]]
				if starts[at] < int(k.Start) {
					continue // of an f-string in this one
				}
				k.Kind, k.End, k.Opens = TokenText, int32(starts[at]), true
				p.extraction.tokens = append(p.extraction.tokens, k)
				p.keepList(f.token, starts)
				k = Token{Start: int32(f.end), End: t.end, Kind: TokenText, Closes: true}
			}
		case kindArrow:
			k.Kind = TokenArrow
		case kindCompare, kindAugment:
			k.Kind = TokenOperator
		case '(', '[', '{':
			k.Opens = true
		case ')', ']', '}':
			k.Closes = true
		}
		p.extraction.tokens = append(p.extraction.tokens, k)
	}
}
