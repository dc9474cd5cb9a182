package braces

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// braces scans a file in a language with blocks in braces. It recognises no grammar but keeps the
// brackets, the declarations and, of the tokens before a place, where the operand began that ends there.
type braces struct {
	*scan.State
	lang    *braceLanguage
	dialect syntax.Dialect

	last, before braceToken // the last token and the one in front of it
	operand      bool       // an operand ended with last
	expr         int        // where it began
	creator      int        // offset of a new in front of the next name, or -1
	declares     bool       // the next name is declared by a keyword
	class        [2]int     // name of a class whose body is still to come

	frames   []braceFrame
	scopes   []braceScope
	decls    []braceDecl
	assigned [][2]int // names that are assigned to other than by their declaration
	calls    []braceCall
	uses     []braceUse
	work     int // steps that following constants may still take
	closed   int // number of the call that ended last, or -1

	texts map[string]bool  // whether the file contains a text
	sites map[string][]int // where a name is assigned to
	named map[string][]int // numbers of the declarations of a name
}

// braceFrame is an open bracket.
type braceFrame struct {
	kind  byte
	open  int
	expr  int // where the operand that the bracket continues or begins began
	call  int // number of the call whose arguments these are, or -1
	use   int // number of the use whose argument this is, or -1
	comma bool
	// argument is what the method whose arguments these are does with a pattern in front of the comma.
	argument literal.Use
	params   int // number of the first declaration since the bracket opened
	decl     int // declaration whose initialiser is still to come, or -1
	scope    int
	shared   bool // the block is no scope of its own
}

// braceScope is a block, and outside of all the file.
type braceScope struct {
	start, end int // end is 0 while the block is open
	parent     int
	class      [2]int // name of the class whose body it is
}

// braceDecl is a declared name.
type braceDecl struct {
	name, nameEnd int
	init          int // offset of its initialiser, or 0
	scope         int
	list          int // offset of the parenthesis in which it is a parameter, or 0
}

// braceCall is a call that compiles a pattern.
type braceCall struct {
	start, open, end int // the whole expression, its parenthesis, and behind the closing one, or 0
	name             braceToken
	receiver         [2]int // the expression that a method is called on
	declared         bool   // the name is not called here but declared
	attribute        bool   // behind @, or [

	// What the language says about it.
	kind literal.Kind
	uses literal.Use
	// applies reports whether the call also matches, so that its value is no compiled pattern.
	applies bool
	arg     int    // which argument is the pattern, from 0; -1 for the receiver
	part    bool   // the call is not one but stands for an element of a list
	named   string // name of the argument that is the pattern, where arguments are named

	commas []int // the first of them
}

// braceUse is a method that is called on a name, or on the result of a call.
type braceUse struct {
	name, nameEnd int // the name
	call          int // number of the call, or -1
	use           literal.Use
	start         int // of the whole expression, when the method returns a matcher
	matcher       bool
}

const maxCommas = 8

// Scan extracts from a whole file.
func Scan(x *scan.State, lang *braceLanguage) {
	if !x.Marked && !scan.ContainsAny(x.Src, lang.words) {
		return
	}
	s := &braces{State: x, lang: lang, creator: -1, closed: -1, work: 8*len(x.Src) + 1<<20}
	s.dialect = lang.dialect(x.Src)
	s.scopes = append(s.scopes, braceScope{})
	s.frames = append(make([]braceFrame, 0, 64), braceFrame{call: -1, use: -1, decl: -1})
	lex := braceLexer{src: x.Src, lang: lang}
	if x.Marked {
		lex.comment = x.Comment
	}
	for {
		t := lex.next()
		if t.kind == tokenEnd {
			break
		}
		s.token(t)
	}
	s.resolve()
}

// has reports whether the file contains a text.
func (s *braces) has(text string) bool {
	has, known := s.texts[text]
	if !known {
		if s.texts == nil {
			s.texts = make(map[string]bool)
		}
		has = bytes.Contains(s.Src, []byte(text))
		s.texts[text] = has
	}
	return has
}

func (s *braces) top() *braceFrame { return &s.frames[len(s.frames)-1] }

// token takes in the next token.
func (s *braces) token(t braceToken) {
	operand := false
	switch t.kind {
	case tokenName:
		operand = s.readName(t)
	case tokenText, tokenNumber:
		if s.creator = -1; s.last.kind != tokenMember {
			s.expr = t.start
		}
		operand = true
	case '(', '[', '{':
		s.openBracket(t)
	case ')', ']', '}':
		operand = s.closeBracket(t)
	case '=':
		s.equals(t)
	case ',', ';', ':':
		s.separator(t)
	case '!':
		// Behind an operand: Kotlin's !!, C#'s assertion that a value is not null, a macro of Rust.
		if s.operand && t.start == s.last.end {
			if s.lang.macros {
				return
			}
			operand = true
		}
	case '>':
		if (s.last.kind == '-' || s.last.kind == '=') && !s.lang.macros { // a parameter of a lambda
			s.lambda()
		}
	case tokenMember:
		operand = s.operand // the operand goes on
	}
	if t.kind != tokenName {
		s.declares = s.declares && (t.kind == '(' || t.kind == ',')
		if t.kind != tokenMember {
			s.creator = -1
		}
	}
	s.before, s.last, s.operand = s.last, t, operand
}

// readName reads a word, and reports whether it is an operand.
func (s *braces) readName(t braceToken) bool {
	w := s.word(t)
	switch s.last.kind {
	case tokenMember:
		return true
	case '\'': // a lifetime of Rust
		return false
	}
	switch w {
	case braceNew:
		s.creator = t.start
		return false
	case braceKeyword, braceClass:
		s.creator, s.declares, s.top().decl = -1, false, -1
		return false
	case braceDeclare:
		s.declares, s.top().decl = true, -1
		return false
	case braceMut:
		return false
	}
	if s.last.kind == tokenName && s.word(s.last) == braceClass {
		s.class = [2]int{t.start, t.end}
		s.expr = t.start
		return true
	}
	if s.declares {
		s.declare(t, s.top().scope)
		if f := s.top(); s.last.kind != '(' && s.last.kind != ',' {
			f.decl = len(s.decls) - 1
			s.declares = false
		}
	}
	if s.creator < 0 || s.last.kind != tokenName {
		s.expr = t.start
	} else {
		s.expr = s.creator
	}
	return true
}

func (s *braces) declare(t braceToken, scope int) {
	if n := len(s.decls); n > 0 && s.decls[n-1].name == t.start {
		return // by its keyword already
	}
	d := braceDecl{name: t.start, nameEnd: t.end, scope: scope}
	if f := s.top(); f.kind == '(' {
		d.list = f.open
	}
	s.decls = append(s.decls, d)
}

// typed reports whether the last token is a name behind a type, so that it is declared.
func (s *braces) typed() bool {
	if s.lang.keywordsDeclare || s.last.kind != tokenName {
		return false
	}
	switch s.before.kind {
	case tokenName:
		return s.word(s.before) == bracePlain
	case '>', ']', '?':
		return true
	case '.':
		return s.before.end-s.before.start == 1 && s.Src[s.before.start] == '.' && s.before.start > 0 && s.Src[s.before.start-1] == '.'
	}
	return false
}

// equals takes in a =, which may be a part of another operator.
func (s *braces) equals(t braceToken) {
	next := byte(0)
	if t.end < len(s.Src) {
		next = s.Src[t.end]
	}
	prev := s.Src[max(t.start-1, 0)]
	if next == '=' || next == '>' || prev == '=' || prev == '!' || prev == '<' || prev == '>' && s.last.kind == '>' && !s.lang.keywordsDeclare {
		return
	}
	f := s.top()
	if s.lang.linesEnd {
		s.placeParameters(f, f.scope) // of a function whose body is an expression
	}
	switch {
	case f.decl >= 0:
		s.decls[f.decl].init, f.decl = t.end, -1
	case s.typed():
		s.declare(s.last, f.scope)
		s.decls[len(s.decls)-1].init = t.end
	case s.last.kind == tokenName:
		s.assigned = append(s.assigned, [2]int{s.last.start, s.last.end})
	case s.before.kind == tokenName && s.last.end == t.start: // += and its like
		s.assigned = append(s.assigned, [2]int{s.before.start, s.before.end})
	}
}

// separator takes in a comma, semicolon or colon.
func (s *braces) separator(t braceToken) {
	f := s.top()
	switch {
	case s.typed():
		s.declare(s.last, f.scope)
	case t.kind == ':' && s.lang.keywordsDeclare && s.last.kind == tokenName && (f.kind == '(' || f.kind == '|') && s.operand:
		s.declare(s.last, f.scope)
	}
	f.comma = f.comma || t.kind == ','
	if t.kind == ',' && f.call >= 0 {
		if c := &s.calls[f.call]; len(c.commas) < maxCommas && !s.separatesTypes(t.start) {
			c.commas = append(c.commas, t.start)
		}
	}
	if t.kind == ';' {
		f.decl, s.class = -1, [2]int{}
		f.params = len(s.decls)
	}
}

// longestTypes is how many bytes a list of type arguments has at most on either side of a comma in it.
const longestTypes = 256

// separatesTypes reports whether the comma at a place stands between type arguments: all around it up to the angle brackets can
// be part of types, the one in front stands behind a name, and what follows the other one cannot be an operand.
func (s *braces) separatesTypes(at int) bool {
	inType := func(c byte) bool {
		return scan.ByteClass[c]&scan.ByteName != 0 || strings.IndexByte(" \t\r\n.,?[]<>:", c) >= 0
	}
	depth, i := 0, at-1
	for ; i > max(0, at-longestTypes) && inType(s.Src[i]) && depth >= 0; i-- {
		switch s.Src[i] {
		case '>':
			depth++
		case '<':
			depth--
		}
	}
	if depth >= 0 || scan.ByteClass[s.Src[i]]&scan.ByteName == 0 && s.Src[i] != '.' && s.Src[i] != ':' {
		return false
	}
	depth = 1
	for i = at; i < min(len(s.Src), at+longestTypes) && inType(s.Src[i]) && depth > 0; i++ {
		switch s.Src[i] {
		case '>':
			depth--
		case '<':
			depth++
		}
	}
	rest := bytes.TrimLeft(s.Src[i:min(len(s.Src), i+longestTypes)], " \t\r\n")
	return depth == 0 && len(rest) > 0 && strings.IndexByte("()[]{}.,:;?>", rest[0]) >= 0
}

// lambda takes in the end of an arrow in front of which the parameter of a lambda may stand.
func (s *braces) lambda() {
	if s.before.kind == tokenName {
		s.declare(s.before, s.top().scope)
	}
}
