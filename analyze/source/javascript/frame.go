package javascript

import (
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// frameKind is a construct that encloses others.
type frameKind uint8

const (
	frameBlock frameKind = iota
	frameObject
	frameClass
	frameParen
	frameBracket
	frameSubstitution // ${ } in a template
	frameContainer    // { } in an element
	frameTag          // an element up to the > of its opening tag
	frameChildren     // an element behind that
)

// frame is an open bracket, template substitution or element.
type frame struct {
	kind      frameKind
	then      scan.Expect // what to expect behind the closing bracket
	function  function
	body      bool // a block that is the body of a function
	control   bool // parentheses of a statement such as if
	loop      bool // parentheses of for
	cast      bool // an angle bracket opened where an operand may stand; these brackets are an index
	inCase    bool // between case and its colon
	pattern   bool // declares the names in it
	async     bool // parentheses behind the word async
	pending   word // wordFunction or wordClass whose body is still to come
	bodyThen  scan.Expect
	next      function // of the body to come
	declares  word     // keyword of the declaration being read
	ternaries int      // ? without :
	open      int      // offset of the opening bracket
	scope     int
	call      int         // number of the call whose arguments these are, or -1
	use       literal.Use // method whose arguments these are
	decl      int         // declaration whose initialiser is still to come, or -1
	arrows    int         // head of the list of arrow functions that end with this frame, or -1
	params    [2]int
	paramsAre scan.Expect // of the parentheses in params: statement for a control statement
	asyncArgs bool        // the word async stands before params
}

// function is what decides the meaning of await and yield.
type function struct{ inside, async, generator bool }

func (s *script) top() *frame { return &s.frames[len(s.frames)-1] }

// push opens a frame. What the frame inherits is filled in here.
func (s *script) push(f frame) {
	if len(s.frames) >= scan.MaxDepth {
		s.frames, s.open = s.frames[:1], s.open[:0]
	}
	p := s.top()
	f.scope, f.decl, f.arrows = p.scope, -1, -1
	if f.kind != frameParen {
		f.call = -1
	}
	if !f.function.inside {
		f.function = p.function
	}
	s.frames = append(s.frames, f)
}

// pop closes the innermost frame at offset i.
func (s *script) pop(i int) frame {
	f := *s.top()
	s.frames = s.frames[:len(s.frames)-1]
	s.endArrows(&f, i)
	if f.pattern {
		in := s.top().scope
		s.bindNames(f.open, i, s.scopes[in].start, in)
	}
	return f
}

// unwind drops frames that lack their closing bracket until one fits. It looks only at a few of them,
// and never leaves a template or an element.
func (s *script) unwind(at int, fits func(*frame) bool) bool {
	for i := len(s.frames) - 1; i > 0 && i >= len(s.frames)-16; i-- {
		if f := &s.frames[i]; fits(f) {
			for len(s.frames) > i+1 {
				s.closeScope(s.pop(at), at)
			}
			return true
		} else if f.kind >= frameSubstitution {
			return false
		}
	}
	return false
}
