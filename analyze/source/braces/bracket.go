package braces

import "snag/analyze/source/scan"

// maxParameters is how many of the declarations in parentheses are taken for parameters.
const maxParameters = 64

// maxFrames bounds the memory for nested brackets. Deeper nesting is forgotten.
const maxFrames = 1 << 14

func (s *braces) openBracket(t braceToken) {
	if len(s.frames) >= maxFrames {
		s.frames = s.frames[:1]
	}
	p := s.top()
	f := braceFrame{kind: t.kind, open: t.start, expr: t.start, call: -1, use: -1, decl: -1, params: len(s.decls), scope: p.scope}
	switch {
	case t.kind == '{' && s.last.kind == tokenName && string(s.Src[s.last.start:s.last.end]) == "object" && s.before.kind == tokenName &&
		string(s.Src[s.before.start:s.before.end]) == "companion":
		f.shared = true // Kotlin: its members are names of the class
	case t.kind == '{':
		s.scopes = append(s.scopes, braceScope{start: t.start, parent: p.scope, class: s.class})
		s.class = [2]int{}
		f.scope = len(s.scopes) - 1
		s.placeParameters(p, f.scope)
		p.params = len(s.decls)
		if s.operand && s.lang.keywordsDeclare {
			f.expr = s.expr
		}
	case t.kind == '(' && s.creator >= 0 && s.last.end-s.last.start == len("new") && s.last.start == s.creator:
		// new(): the type is that of the variable or property which is declared.
		f.expr = s.creator
		if declaresRegex(s.Src[max(0, s.creator-longestDeclaration):s.creator]) {
			s.expr = s.creator
			s.openCall(&f, t.start)
		}
	case s.operand:
		f.expr = s.expr
		if t.kind == '(' && s.last.kind == tokenName {
			s.openCall(&f, t.start)
		}
	}
	s.frames = append(s.frames, f)
}

// placeParameters makes the parameters in the parentheses in front visible in a scope.
func (s *braces) placeParameters(f *braceFrame, scope int) {
	for i := max(f.params, len(s.decls)-maxParameters); i < len(s.decls); i++ {
		if s.decls[i].scope == -1 {
			s.decls[i].scope = scope
		}
	}
}

func (s *braces) closeBracket(t braceToken) bool {
	open := t.kind - 2 // of [] and {}
	if t.kind == ')' {
		open = '('
	}
	n := len(s.frames) - 1
	for ; n > 0 && n > len(s.frames)-16 && s.frames[n].kind != open; n-- {
	}
	if n <= 0 || s.frames[n].kind != open {
		return true
	}
	if t.kind == ')' && s.typed() {
		s.declare(s.last, s.frames[n].scope)
	}
	for len(s.frames) > n {
		f := s.frames[len(s.frames)-1]
		s.frames = s.frames[:len(s.frames)-1]
		switch {
		case f.kind == '{' && !f.shared:
			s.scopes[f.scope].end = t.end
		case f.kind == '(':
			for i := max(f.params, len(s.decls)-maxParameters); i < len(s.decls); i++ {
				if s.decls[i].scope == f.scope {
					s.decls[i].scope = -1 // visible in the block to come, if any
				}
			}
		}
		if len(s.frames) == n {
			if s.closed = f.call; f.call >= 0 {
				s.calls[f.call].end = t.end
			}
			if f.use >= 0 {
				s.closeUse(f.use, t.end)
			}
			s.expr = f.expr
		}
	}
	return t.kind != '}' || s.lang.keywordsDeclare
}

// openCall looks at the call whose parenthesis is at open.
func (s *braces) openCall(f *braceFrame, open int) {
	c := braceCall{start: s.expr, open: open, name: s.last, arg: 0}
	member := s.before.kind == tokenMember
	if member {
		c.receiver = [2]int{s.expr, s.before.start}
	} else if s.before.kind == tokenName && s.creator < 0 {
		switch word := string(s.Src[s.before.start:min(s.before.end, s.before.start+8)]); s.word(s.before) {
		case bracePlain:
			c.declared = !s.lang.keywordsDeclare // a type stands in front of the name
		case braceClass:
			c.declared = true
		default:
			c.declared = word == "fun" || word == "fn"
		}
	}
	if i := c.start - 1; i > 0 {
		if s.Src[i] == ':' { // Kotlin's @field:Name
			for i--; i > 0 && scan.ByteClass[s.Src[i]]&scan.ByteName != 0; i-- {
			}
		}
		c.attribute = s.Src[i] == '@' || s.Src[i] == '[' || s.before.kind == ',' && s.top().kind == '['
	}
	if c.declared {
		return
	}
	if member {
		s.noteUse(f, &c)
	}
	if !s.lang.call(s, &c) {
		return
	}
	c.applies = c.uses != 0
	if p := s.top(); p.kind == '(' && p.argument != 0 && !p.comma {
		c.uses |= p.argument
	}
	s.calls = append(s.calls, c)
	f.call = len(s.calls) - 1
}
