package javascript

import (
	"bytes"

	"snag/analyze/source/scan"
)

// keepToken keeps the token src[start:end] that begins with c and was read just now. An end in front
// of the start reports that an element or template was none and that reading begins anew there.
func (s *script) keepToken(start, end int, c byte) {
	t := scan.Token{Start: int32(start), End: int32(end), Kind: c}
	switch {
	case end <= start:
		if s.src[end-1] != '<' {
			return
		}
		t.Start, t.End, t.Kind = int32(end-1), int32(end), '<'
	case scan.ByteClass[c]&scan.ByteDigit != 0:
		t.Kind = scan.TokenNumber
	case scan.ByteClass[c]&scan.ByteName != 0 || c == '#' || c == '\\':
		t.Kind = scan.TokenName
	case c == '"' || c == '\'':
		t.Kind = scan.TokenString
	case c == '/' && end > start+1:
		if next := s.src[start+1]; next == '/' || next == '*' {
			return
		}
		t.Kind = scan.TokenRegex
	case c == '-' && end > start+2, c == '<' && bytes.HasPrefix(s.src[start:], []byte("<!--")) && s.token != '<':
		return // comments too
	case c == '`' || c == '<' && end > start+2 || c == '}' && end > start+1:
		if s.token == '<' && c != '`' { // the inner one of two elements was none
			s.Tokens = append(s.Tokens, scan.Token{Start: t.Start, End: int32(end - 1), Kind: scan.TokenText, Closes: c == '}'})
			t.Start, t.Kind = int32(end-1), '<'
			break
		}
		t.Kind, t.Closes = scan.TokenText, c == '}'
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
			t.Brace = scan.Body
		case f.kind == frameObject:
			t.Brace = scan.Object
		case f.kind == frameClass:
			t.Brace = scan.Class
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
func (s *script) keepPunctuator(t *scan.Token, c byte) {
	length := t.End - t.Start
	switch {
	case s.token == lastText:
		t.Kind = scan.TokenNumber
	case s.token == lastArrow:
		t.Kind = scan.TokenArrow
	case s.token == 'd':
		t.Kind = scan.TokenSpread
	case s.token == '.':
		t.Kind = '.'
	case c == '=' && length > 1, c == '?' && length > 1:
		t.Kind = scan.TokenOperator
	case length > 1 && s.src[t.End-1] == '=':
		t.Kind = scan.TokenOperator
	case c == '=' && len(s.Tokens) > 0:
		last := &s.Tokens[len(s.Tokens)-1]
		if last.End == t.Start && bytes.IndexByte([]byte("*/%^&|<>!"), last.Kind) >= 0 {
			last.End, last.Kind = t.End, scan.TokenOperator
			t.Kind = 0
		}
	}
}

// addToken adds a token to those of the file, whose order it keeps.
func (s *script) addToken(t scan.Token) {
	from := 0
	if n := len(s.Tokens); n > 0 {
		from = int(s.Tokens[n-1].End)
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
	s.Tokens = append(s.Tokens, t)
}
