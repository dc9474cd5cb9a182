// Package javascript reads JavaScript and TypeScript, also where they stand in markup.
package javascript

import (
	"bytes"
	"slices"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// Syntax tells which extensions of JavaScript to expect.
type Syntax struct {
	JSX   bool // elements may stand where an operand may
	Typed bool // TypeScript
}

// Tokens that the scanner must remember one token later, beside punctuators, which stand for themselves.
const (
	lastName     = 'a' // an identifier or keyword
	lastProperty = 'p' // a name behind a dot, or a key
	lastText     = 's' // a string, template, number or regex
	lastArrow    = 'A' // =>
)

// lexed is the scanner's state between two tokens.
type lexed struct {
	expect  scan.Expect
	token   byte // the last token
	newline bool // a line ended behind it
	word    word // what a lastName is, wordRegExp for a global RegExp

	name, nameEnd int         // the last name
	beforeName    byte        // the token before it
	naming        word        // the next name is declared by this keyword
	use           literal.Use // method that a lastProperty names
	receiver      [2]int      // the name before the last dot
	literal       [2]int      // the array or object that ended last, or 0, 0
	outer         scan.Expect // what was expected before the last async
	asyncName     bool        // async stands before the last name
	asyncArrow    bool        // the arrow just read belongs to an async function
}

// script scans one piece of JavaScript. It recognises no grammar but keeps the brackets, and of the
// tokens before a place as much as it takes to tell division from regex.
type script struct {
	*scan.State
	Syntax
	src []byte // the file up to the end of the script

	lexed
	frames []frame
	open   []openTag // templates and elements
	waste  int       // bytes that may still be read in vain

	scopeTable
	calls []call
	uses  []namedUse
	first int // number of the first literal of this script

	wanted     map[string][]binding // the names that matter
	assignedAt map[string][]int     // where they are assigned to
	holds      map[int]int          // offset of an expression to the number of its literal
	work       int                  // steps that following them may still take
}

// Scan extracts from src[start:end] of the file.
func Scan(x *scan.State, start, end int, syntax Syntax) {
	s := script{
		State: x, Syntax: syntax, src: x.Src[:end],
		waste: 2*(end-start) + 1<<16, work: 8*(end-start) + 1<<20, first: len(x.Literals),
	}
	kept := len(x.Tokens)
	if x.KeepTokens {
		x.Tokens = slices.Grow(x.Tokens, (end-start)/4+16)
	}
	s.lexed = lexed{newline: true}
	s.scopes = append(s.scopes, scope{start: start, end: end})
	s.frames = append(make([]frame, 0, 64), frame{call: -1, decl: -1, arrows: -1, open: start})
	if bytes.HasPrefix(s.src[start:], []byte("#!")) {
		start = scan.LineEnd(s.src, start)
	}
	for i := start; ; {
		s.run(i)
		if len(s.open) == 0 {
			break
		}
		// Something that was taken for an element or template never ended.
		next, ok := s.rewind(end)
		if !ok {
			break
		}
		if i = next; x.KeepTokens {
			s.keepToken(end, i, s.src[i-1])
		}
	}
	if x.KeepTokens {
		x.Scripts = append(x.Scripts, scan.Script{Tokens: x.Tokens[kept:len(x.Tokens):len(x.Tokens)], End: end, Typed: syntax.Typed})
		return
	}
	s.resolve()
}

// run reads tokens from offset i to the end.
func (s *script) run(i int) {
	src, keep := s.src, s.KeepTokens
	for i < len(src) {
		start, c := i, src[i]
		if scan.ByteClass[c]&scan.ByteName != 0 {
			if scan.ByteClass[c]&scan.ByteDigit != 0 {
				i = scan.NumberEnd(src, i)
				s.end(lastText)
				if keep {
					s.keepToken(start, i, c)
				}
				continue
			}
			if i = scan.NameEnd(src, i); i > start {
				s.readName(start, i)
				if keep {
					s.keepToken(start, i, c)
				}
				continue
			}
			n, newline := scan.WideSpace(src, i)
			s.newline = s.newline || newline
			i += n
			continue
		}
		switch c {
		case ' ', '\t', '\v', '\f':
			i++
			continue
		case '\n', '\r':
			s.newline = true
			i++
			continue
		case '/':
			i = s.slash(i)
		case '"', '\'':
			i = stringEnd(src, i)
			s.end(lastText)
		case '`':
			i = s.openTemplate(i)
		case '{':
			s.openBrace(i)
			i++
		case '}':
			i = s.closeBrace(i)
		case '(':
			s.openParen(i)
			i++
		case '[':
			s.push(frame{kind: frameBracket, then: scan.Value, open: i, pattern: s.declaring(), cast: s.expect == scan.Value})
			s.after('[', scan.Operand)
			i++
		case ')', ']':
			s.closeBracket(i, c)
			i++
		case '<':
			i = s.less(i)
		case '#', '\\':
			if i = scan.NameEnd(src, i+1); c == '\\' {
				i = max(scan.NameEnd(src, start), start+1)
			}
			s.readName(start, i)
		default:
			i = s.punctuator(i, c)
		}
		if keep {
			s.keepToken(start, i, c)
		}
	}
}

// after records a token that was read.
func (s *script) after(token byte, next scan.Expect) {
	s.token, s.expect, s.newline, s.naming = token, next, false, 0
}

// end records a token that is an operand or ends one.
func (s *script) end(token byte) { s.after(token, scan.Value) }

func (s *script) peek(i int) byte {
	if i < len(s.src) {
		return s.src[i]
	}
	return 0
}

// declaring reports whether a bracket that opens here begins a destructuring pattern.
func (s *script) declaring() bool {
	return s.naming == wordConst || s.naming == wordLet || s.naming == wordVar
}

// slash reads a comment, a regex literal or a division.
func (s *script) slash(i int) int {
	switch s.peek(i + 1) {
	case '/':
		end := scan.LineEnd(s.src, i)
		s.Comment(i, end)
		return end
	case '*':
		end := len(s.src)
		if n := bytes.Index(s.src[i+2:], []byte("*/")); n >= 0 {
			end = i + n + 4
		}
		s.Comment(i, end)
		if !s.newline && bytes.IndexByte(s.src[i:end], '\n') >= 0 {
			s.newline = true
		}
		return end
	}
	if s.expect != scan.Value {
		if end := s.regex(i); end > 0 {
			return end
		}
	}
	s.after('/', scan.Operand)
	return i + 1
}

// regex reads the regex literal at i and returns its end, or 0 if there is none.
func (s *script) regex(i int) int {
	src := s.src
	if s.waste <= 0 {
		src = src[:min(len(src), i+128)]
	}
	slash, end, ok := regexEnd(src, i)
	if !ok {
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			n = len(src) - i
		}
		s.waste -= n
		return 0
	}
	var use literal.Use
	if f := s.top(); s.token == '(' && f.use > literal.Exec {
		use = f.use
	}
	use |= s.methodBehind(end)
	s.addRegex(i, slash, end, use)
	s.end(lastText)
	return end
}

// methodBehind returns the use by a method that is called on the operand which ends at i.
func (s *script) methodBehind(i int) literal.Use {
	if i < len(s.src) && (s.src[i] == ';' || s.src[i] == ',' || s.src[i] == ')') {
		return 0
	}
	i, _ = skipSpace(s.src, i)
	if s.peek(i) == '?' {
		i++
	}
	if s.peek(i) != '.' {
		return 0
	}
	i, _ = skipSpace(s.src, i+1)
	end := scan.NameEnd(s.src, i)
	if use := classify(s.src[i:end]).use(); use == literal.Test || use == literal.Exec {
		if i, _ = skipSpace(s.src, end); s.peek(i) == '(' {
			return use
		}
	}
	return 0
}

func (s *script) openParen(i int) {
	f := frame{kind: frameParen, then: scan.Value, open: i, call: -1}
	switch s.token {
	case lastName:
		switch s.word {
		case wordControl, wordFor:
			f.then, f.control, f.loop = scan.Statement, true, s.word == wordFor
		case wordSwitch:
			f.control = true
		case wordAsync:
			f.async = true
		case wordRegExp:
			f.call = s.addCall(i)
		}
	case lastProperty:
		f.use = s.use
		if s.word == wordRegExp {
			f.call = s.addCall(i)
		}
		if s.use != 0 {
			s.noteMethod(i)
		}
	}
	s.push(f)
	s.after('(', scan.Operand)
}

func (s *script) closeBracket(i int, c byte) {
	kind := frameParen
	if c == ']' {
		kind = frameBracket
	}
	if !s.unwind(i, func(f *frame) bool { return f.kind == kind }) {
		s.end(c)
		return
	}
	f := s.pop(i)
	if p := s.top(); kind == frameParen {
		p.params, p.asyncArgs, p.paramsAre = [2]int{f.open, i}, f.async, scan.Value
		if f.control {
			p.paramsAre = scan.Statement
		}
		if f.call >= 0 {
			s.calls[f.call].end = i + 1
		}
	} else if s.literal = [2]int{f.open, i}; f.cast {
		s.literal = [2]int{}
	}
	s.after(c, f.then)
}

// openBrace decides what a brace begins and opens its frame.
func (s *script) openBrace(i int) {
	p := s.top()
	f := frame{kind: frameObject, then: scan.Value, open: i, pattern: s.declaring()}
	if s.newline && s.token == lastName && s.word == wordReturn {
		s.expect = scan.Statement
	}
	body := s.expect == scan.Value || s.token == '>' && !p.cast || s.token == lastName && s.word == wordVoid
	switch {
	case s.token == lastArrow:
		f.kind, f.then, f.function = frameBlock, scan.Statement, function{inside: true, async: s.asyncArrow}
	case f.pattern:
	case body && p.pending == wordClass:
		f.kind, f.then, p.pending = frameClass, p.bodyThen, 0
	case body && p.pending == wordFunction:
		f.kind, f.then, f.function, p.pending = frameBlock, p.bodyThen, p.next, 0
		p.next = function{}
	case body && (p.kind == frameObject || p.kind == frameClass):
		f.kind, f.then, f.function = frameBlock, scan.Statement, function{true, p.next.async, p.next.generator}
		p.next, p.ternaries = function{}, 0
	case body && p.kind == frameBlock, s.expect == scan.Statement:
		f.kind, f.then = frameBlock, scan.Statement
	}
	p.cast = false
	isFunction := f.function.inside
	f.body = isFunction
	s.push(f)
	if f.kind != frameObject {
		s.openScope(i, isFunction)
		if p = &s.frames[len(s.frames)-2]; p.params[1] > 0 && p.paramsAre == scan.Value {
			s.bindNames(p.params[0], p.params[1], p.params[0], s.top().scope)
		}
		p.params = [2]int{}
	}
	next := scan.Statement
	if f.kind == frameObject {
		next = scan.Operand
	}
	s.after('{', next)
}

// closeBrace closes a brace, and goes on reading the template or element around it.
func (s *script) closeBrace(i int) int {
	fits := func(f *frame) bool {
		return f.kind <= frameClass || f.kind == frameSubstitution || f.kind == frameContainer
	}
	if !s.unwind(i, fits) {
		s.after('}', scan.Statement)
		return i + 1
	}
	f := s.pop(i)
	switch f.kind {
	case frameSubstitution:
		return s.template(i + 1)
	case frameContainer:
		return s.element(i + 1)
	}
	s.closeScope(f, i)
	if s.literal = [2]int{}; f.kind == frameObject {
		s.literal = [2]int{f.open, i}
	}
	s.after('}', f.then)
	return i + 1
}
