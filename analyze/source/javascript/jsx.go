package javascript

import (
	"bytes"

	"snag/analyze/source/scan"
)

// openTag remembers how things stood where a template or an element began, so that the scanner can
// take its word back when what follows shows that it was none.
type openTag struct {
	lexed
	at      int // offset of the backtick or angle bracket
	element bool
	frames  int

	literals, suppressions, scopes, decls, regions, assigned, calls, uses, tokens int
}

func (s *script) remember(at int, element bool) {
	s.open = append(s.open, openTag{
		lexed: s.lexed, at: at, element: element, frames: len(s.frames),
		literals: len(s.Literals), suppressions: len(s.Suppressions),
		scopes: len(s.scopes), decls: len(s.decls), regions: len(s.regions),
		assigned: len(s.assigned), calls: len(s.calls), uses: len(s.uses), tokens: len(s.Tokens),
	})
}

func (s *script) forget() { s.open = s.open[:max(0, len(s.open)-1)] }

// rewind undoes everything since the innermost template or element began, and returns where to go on
// reading as if nothing had begun there. i is the offset at which the mistake was noticed. When too
// much was read in vain already it undoes nothing and ok is false.
func (s *script) rewind(i int) (next int, ok bool) {
	if len(s.open) == 0 { // what it began in was nested too deeply
		s.frames = s.frames[:1]
		return i, false
	}
	m := s.open[len(s.open)-1]
	s.forget()
	s.frames = s.frames[:m.frames]
	if s.waste -= i - m.at; s.waste < 0 {
		return i, false
	}
	s.lexed = m.lexed
	s.Literals, s.Suppressions = s.Literals[:m.literals], s.Suppressions[:m.suppressions]
	s.scopes, s.decls, s.regions = s.scopes[:m.scopes], s.decls[:m.decls], s.regions[:m.regions]
	s.assigned, s.calls, s.uses = s.assigned[:m.assigned], s.calls[:m.calls], s.uses[:m.uses]
	s.Tokens = s.Tokens[:m.tokens]
	if m.element {
		s.top().cast = true
		s.after('<', scan.Operand)
	}
	return m.at + 1, true
}

// openTemplate reads the template at i up to its end or first substitution.
func (s *script) openTemplate(i int) int {
	s.remember(i, false)
	return s.template(i + 1)
}

// template reads the text of a template from i to its end or next substitution.
func (s *script) template(i int) int {
	src := s.src
	for ; i < len(src); i++ {
		switch src[i] {
		case '`':
			s.forget()
			s.end(lastText)
			return i + 1
		case '\\':
			i++
		case '$':
			if s.peek(i+1) == '{' {
				s.push(frame{kind: frameSubstitution, open: i + 1})
				s.after('{', scan.Operand)
				return i + 2
			}
		}
	}
	return len(src)
}

// openElement reads the element at i up to its end or first container.
func (s *script) openElement(i int) int { return s.element(s.beginElement(i)) }

func (s *script) beginElement(i int) int {
	s.remember(i, true)
	end := tagNameEnd(s.src, i+1)
	s.push(frame{kind: frameTag, open: i, params: [2]int{i + 1, end}})
	return end
}

// tagNameEnd returns the end of the name of an element or attribute.
func tagNameEnd(src []byte, i int) int {
	for {
		i = scan.NameEnd(src, i)
		if i >= len(src) || src[i] != '-' && src[i] != ':' && src[i] != '.' {
			return i
		}
		i++
	}
}

// noElement goes on behind something that cannot be an element after all.
func (s *script) noElement(i int) int {
	next, ok := s.rewind(i)
	if !ok {
		s.end(lastText)
	}
	return next
}

// endElement closes the innermost element. It reports whether that stood within another.
func (s *script) endElement(i int) bool {
	s.pop(i)
	s.forget()
	if k := s.top().kind; k == frameTag || k == frameChildren {
		s.top().cast = false
		return true
	}
	s.end(lastText)
	return false
}

// container begins an expression within an element.
func (s *script) container(i int) int {
	s.top().cast = false
	s.push(frame{kind: frameContainer, open: i})
	s.after('{', scan.Operand)
	return i + 1
}

// element reads on in the innermost element from offset i, to the end of the outermost one or to the
// next expression in braces. In a frameTag cast reports whether the value of an attribute is due.
func (s *script) element(i int) int {
	src := s.src
	for i < len(src) {
		if s.top().kind == frameChildren {
			next, done := s.children(i)
			if done {
				return next
			}
			i = next
			continue
		}
		begin := i
		if i, _ = skipSpace(src, i); i >= len(src) {
			break
		}
		f := s.top()
		switch c := src[i]; {
		case c == '>':
			f.kind = frameChildren
			i++
		case c == '/':
			end, _ := skipSpace(src, i+1)
			if s.peek(end) != '>' {
				return s.noElement(i)
			}
			if i = end + 1; !s.endElement(end) {
				return i
			}
		case c == '{':
			if !f.cast {
				// Beside values of attributes only {...spread} may stand here.
				if n, _ := skipSpace(src, i+1); s.peek(n) != '.' && s.peek(n) != '}' {
					return s.noElement(i)
				}
			}
			return s.container(i)
		case c == '=' && s.peek(i+1) != '>' && i > f.params[1]-1:
			f.cast = true
			i++
		case (c == '"' || c == '\'') && f.cast:
			n := bytes.IndexByte(src[i+1:], c)
			if n < 0 {
				return s.noElement(len(src))
			}
			f.cast = false
			i += n + 2
		case c == '<' && f.cast:
			i = s.beginElement(i)
		case c == '<' && begin == f.params[1]:
			end := s.typeArguments(i)
			if end < 0 {
				return s.noElement(i)
			}
			i = end
		default:
			end := tagNameEnd(src, i)
			if end == i || scan.ByteClass[c]&scan.ByteDigit != 0 || f.cast {
				return s.noElement(i)
			}
			i = end
		}
	}
	return len(src)
}

// children reads the text between the tags of an element. done reports whether the scanner must go on with
// other things at next.
func (s *script) children(i int) (next int, done bool) {
	src := s.src
	for ; i < len(src); i++ {
		switch src[i] {
		case '{':
			return s.container(i), true
		case '<':
			at, _ := skipSpace(src, i+1)
			if s.peek(at) != '/' {
				if c := s.peek(at); c != '>' && scan.ByteClass[c]&(scan.ByteName|scan.ByteDigit) != scan.ByteName {
					return s.noElement(i), true
				}
				return s.beginElement(i), false
			}
			at, _ = skipSpace(src, at+1)
			end := tagNameEnd(src, at)
			closing, _ := skipSpace(src, end)
			name := s.top().params
			if s.peek(closing) != '>' || !bytes.Equal(src[at:end], src[name[0]:name[1]]) {
				return s.noElement(i), true
			}
			return closing + 1, !s.endElement(closing)
		case '}':
			return s.noElement(i), true
		case '>':
			if src[i-1] == '=' { // the arrow of a generic function
				return s.noElement(i), true
			}
		}
	}
	return len(src), true
}

// typeArguments returns the end of the type arguments at i, or -1.
func (s *script) typeArguments(i int) int {
	start, depth := i, 0
	for ; i < len(s.src) && s.waste > 0; i++ {
		switch s.src[i] {
		case '<':
			depth++
		case '>':
			if s.src[i-1] == '=' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i = stringEnd(s.src, i) - 1
		case ';':
			s.waste -= i - start
			return -1
		}
	}
	s.waste -= i - start
	return -1
}
