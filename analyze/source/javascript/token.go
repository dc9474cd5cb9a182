package javascript

import (
	"bytes"

	"snag/analyze/source/scan"
)

// readName reads the identifier or keyword src[start:end].
func (s *script) readName(start, end int) {
	f := s.top()
	before, lastWord := s.token, plainWord
	if before == lastName {
		lastWord = s.word
	}
	asyncBefore := lastWord == wordAsync && !s.newline
	naming, last := s.naming, [2]int{s.name, s.nameEnd}
	s.name, s.nameEnd, s.beforeName, s.asyncName = start, end, before, asyncBefore
	s.use = 0
	w := classify(s.src[start:end])

	if before == '.' {
		s.use = w.use()
		if w != wordRegExp || lastWord != wordGlobal && !s.globalReceiver() {
			w = plainWord
		}
		s.word = w
		s.end(lastProperty)
		return
	}
	isKey := s.key(f, before)
	if w == wordAsync && (isKey || lastWord == wordStatic) {
		f.next.async = true
	}
	if isKey {
		if w != wordAsync && w != wordStatic {
			s.word = plainWord
			s.end(lastProperty)
			return
		}
	}

	began := s.expect // before the name
	if s.newline {
		switch {
		case began == scan.Value: // a new statement without a semicolon
			f.declares, f.decl = 0, -1
		case lastWord == wordReturn:
			began = scan.Statement
		}
	}
	if (before == '+' || before == '-') && start > 1 && s.src[start-1] == before && s.src[start-2] == before {
		s.assigned = append(s.assigned, [2]int{start, end})
	}
	next := scan.Value
	keepNaming := word(0)
	switch w {
	case plainWord:
		if lastWord == wordBreak && !s.newline {
			next = scan.Statement
		}
	case wordOperator:
		next = scan.Operand
		if f.loop && end-start == len("in") {
			s.noteAssignment(before, last)
		}
	case wordVoid, wordReturn, wordDefault, wordThrow, wordNew, wordControl, wordFor, wordSwitch:
		next = scan.Operand
	case wordCase:
		next, f.inCase = scan.Operand, true
	case wordElse, wordBreak:
		next = scan.Statement
	case wordOf:
		if began == scan.Value && f.loop {
			next = scan.Operand
			s.noteAssignment(before, last)
		}
	case wordYield:
		if f.function.generator {
			next = scan.Operand
		}
	case wordAwait:
		switch {
		case lastWord == wordFor:
			w = wordFor
			next = scan.Operand
		case f.function.async || !f.function.inside:
			next = scan.Operand
		}
	case wordFunction, wordClass:
		if asyncBefore {
			began = s.outer
		}
		f.pending, f.bodyThen = w, scan.Statement
		if began == scan.Operand && !(before == lastName && lastWord == wordDefault) {
			f.bodyThen = scan.Value
		}
		f.next = function{inside: true, async: asyncBefore}
		keepNaming = w
	case wordConst, wordLet, wordVar:
		f.declares, f.decl, keepNaming = w, -1, w
		next = scan.Operand
	case wordAsync:
		s.outer = began
	}
	if naming != 0 && next == scan.Value && w != wordFunction && w != wordClass {
		s.declare(start, end, naming, f)
		if w == wordRegExp {
			w = plainWord
		}
	}
	s.word = w
	s.after(lastName, next)
	s.naming = keepNaming
}

// key reports whether a name at this place is the key of an object or the name of a class member, and
// so is no keyword.
func (s *script) key(f *frame, before byte) bool {
	switch f.kind {
	case frameObject:
		return !f.pattern && (before == '{' || before == ',')
	case frameClass:
		return before == '{' || before == '}' || before == ';' || s.expect == scan.Value && s.newline
	}
	return false
}

// globalReceiver reports whether the name before the last dot is one of the global object.
func (s *script) globalReceiver() bool {
	r := s.receiver
	return r[1] > 0 && classify(s.src[r[0]:r[1]]) == wordGlobal
}

// dot reads a member access.
func (s *script) dot() {
	s.receiver = [2]int{}
	if s.token == lastName && s.word != wordAsync {
		s.receiver = [2]int{s.name, s.nameEnd}
	}
	s.after('.', scan.Operand)
}

// punctuator reads the punctuator c at i that opens and closes nothing, and returns its end.
func (s *script) punctuator(i int, c byte) int {
	f := s.top()
	n := 1
	switch c {
	case '.':
		switch {
		case s.peek(i+1) == '.':
			n = 2
			if s.peek(i+2) == '.' {
				n = 3
			}
			s.after(c, scan.Operand)
			s.token = 'd' // not a member access
			return i + n
		case s.expect != scan.Value && scan.ByteClass[s.peek(i+1)]&scan.ByteDigit != 0:
			s.end(lastText)
			return scan.NumberEnd(s.src, i)
		}
		s.dot()
		return i + 1
	case '?':
		return s.question(f, i)
	case ':':
		s.colon(f)
		return i + 1
	case ';':
		next := scan.Statement
		if f.kind == frameParen {
			next = scan.Operand
		}
		f.ternaries, f.pending, f.declares, f.decl, f.inCase = 0, 0, 0, -1, false
		f.next, f.params = function{}, [2]int{}
		s.endArrows(f, i)
		s.after(c, next)
		return i + 1
	case ',':
		f.ternaries, f.decl = 0, -1
		f.params = [2]int{}
		if f.kind == frameObject {
			f.next = function{}
		}
		s.endArrows(f, i)
		if f.call >= 0 && s.calls[f.call].comma == 0 {
			s.calls[f.call].comma = i
		}
		s.after(c, scan.Operand)
		s.naming = f.declares
		return i + 1
	case '=':
		switch s.peek(i + 1) {
		case '>':
			s.arrow(f, i)
			return i + 2
		case '=':
			for s.peek(i+n) == '=' {
				n++
			}
		default:
			if f.decl >= 0 {
				s.decls[f.decl].init, f.decl = i+1, -1
			} else {
				s.noteAssignment(s.token, [2]int{s.name, s.nameEnd})
			}
		}
	case '+', '-':
		if s.peek(i+1) != c {
			if s.peek(i+1) == '=' {
				s.noteAssignment(s.token, [2]int{s.name, s.nameEnd})
				n = 2
			}
			break
		}
		if c == '-' && s.peek(i+2) == '>' && s.newline && !s.Typed {
			end := scan.LineEnd(s.src, i) // -->, which Annex B makes a comment
			s.Comment(i, end)
			return end
		}
		if s.expect == scan.Value && !s.newline {
			s.noteAssignment(s.token, [2]int{s.name, s.nameEnd})
			s.end(c)
			return i + 2
		}
		n = 2
	case '|', '&':
		if s.peek(i+1) == c && s.peek(i+2) == '=' {
			s.noteAssignment(s.token, [2]int{s.name, s.nameEnd})
			n = 3
		}
	case '!':
		if s.expect == scan.Value && !s.newline && s.peek(i+1) != '=' {
			s.end(c) // TypeScript's assertion that a value is not null
			return i + 1
		}
	case '*':
		if naming := s.naming; naming == wordFunction {
			f.next.generator = true
			s.after(c, scan.Value)
			s.naming = naming
			return i + 1
		}
		if f.kind == frameObject || f.kind == frameClass {
			async := s.token == lastName && s.word == wordAsync
			if async || s.token == '{' || s.token == ',' || s.token == ';' || s.token == '}' ||
				s.token == lastName && s.word == wordStatic {
				f.next.async, f.next.generator = async, true
				s.after('{', scan.Operand) // a key follows
				return i + 1
			}
		}
	}
	s.after(c, scan.Operand)
	return i + n
}

// question reads what begins with the question mark at i: optional chaining, ??, ??= or a conditional.
func (s *script) question(f *frame, i int) int {
	n := 1
	switch next := s.peek(i + 1); {
	case next == '.' && scan.ByteClass[s.peek(i+2)]&scan.ByteDigit == 0:
		s.dot()
		return i + 2
	case next == '?':
		if n = 2; s.peek(i+2) == '=' {
			s.noteAssignment(s.token, [2]int{s.name, s.nameEnd})
			n = 3
		}
	case next == ':' || next == ')' || next == ',':
		s.end('?') // an optional parameter or property
		return i + 1
	default:
		f.ternaries++
	}
	s.after('?', scan.Operand)
	return i + n
}

// noteAssignment notes that what ended with the given token is assigned to. name is the last name.
func (s *script) noteAssignment(token byte, name [2]int) {
	switch token {
	case lastName:
		s.assigned = append(s.assigned, name)
	case ']', '}':
		if s.literal[1] > 0 {
			s.assigned = append(s.assigned, s.literal)
		}
	}
}

// colon reads a colon, which may end a label, a case, a key or the middle of a conditional, or begin a
// type.
func (s *script) colon(f *frame) {
	next := scan.Operand
	switch {
	case f.ternaries > 0:
		f.ternaries--
	case f.kind != frameBlock || f.decl >= 0 || f.pending == wordFunction:
	case f.inCase:
		next, f.inCase = scan.Statement, false
	case s.token != ')':
		next = scan.Statement
	}
	s.after(':', next)
}

// arrow reads the => at i.
func (s *script) arrow(f *frame, i int) {
	params, async := f.params, f.asyncArgs
	// A name before the arrow is the parameter, unless it is the type behind (a): T.
	if s.token == lastName && s.beforeName != ':' && s.beforeName != '.' {
		params, async = [2]int{s.name, s.nameEnd}, s.asyncName
	}
	f.params, f.paramsAre, f.asyncArgs = params, scan.Value, false
	s.after(lastArrow, scan.Operand)
	s.asyncArrow = async
	if next, _ := skipSpace(s.src, i+2); s.peek(next) != '{' {
		if params[1] > 0 {
			s.bindArrow(f, params[0], params[1])
		}
		f.params = [2]int{}
		f.function = function{inside: true, async: async || f.function.async, generator: f.function.generator}
	}
}

// less reads a less-than sign, which may also begin an element, type arguments or a comment.
func (s *script) less(i int) int {
	next := s.peek(i + 1)
	if next == '!' && !s.Typed && bytes.HasPrefix(s.src[i:], []byte("<!--")) {
		end := scan.LineEnd(s.src, i)
		s.Comment(i, end)
		return end
	}
	if s.expect != scan.Value {
		if s.JSX && (next == '>' || scan.ByteClass[next]&(scan.ByteName|scan.ByteDigit) == scan.ByteName) {
			return s.openElement(i)
		}
		s.top().cast = true
	}
	s.after('<', scan.Operand)
	if next == '<' {
		return i + 2
	}
	return i + 1
}
