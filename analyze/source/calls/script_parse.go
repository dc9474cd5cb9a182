package calls

import (
	"snag/analyze/source/scan"
)

// frame is an open bracket, or the body of an arrow function that is an expression.
type frame struct {
	kind     byte // the bracket, or one of the letters below
	open     int  // token, or -1
	function int  // around the code in it, or -1
	scope    int
	owner    int // of a class or object

	parens   int  // the last parentheses, or -1
	pending  int  // function whose body is to come, or -1
	class    int  // class whose body is to come, or -1
	declares bool // a declaration is being read
	variable bool // by var
	ternary  int  // question marks without their colon
	argument int  // parenthesis of the call whose argument this is, or -1

	member     int // first token of the member of a class or object that is being read, or -1
	signature  int // its parentheses, or -1
	decorators []string
	decorated  int // token behind the last decorator
}

const (
	frameFile   = 'F'
	frameBody   = 'b'
	frameBlock  = '{'
	frameObject = 'o'
	frameClass  = 'c'
	frameArrow  = '>'
	frameText   = 't'
)

// parser finds functions, scopes and declarations in one pass over the tokens.
type parser struct {
	*script
	frames []frame
	arrow  int // function whose body begins at the next token, or -1
}

func (p *script) parse() {
	n := len(p.list)
	p.within = make([]int32, n)
	q := &parser{script: p, arrow: -1}
	p.scopes = append(p.scopes, scope{end: n, function: true})
	q.frames = []frame{{kind: frameFile, open: -1, function: -1, owner: -1, parens: -1, pending: -1, class: -1, argument: -1, member: -1, signature: -1}}
	for i := range p.list {
		q.token(i)
	}
	for len(q.frames) > 1 {
		q.pop(n)
	}
}

func (q *parser) top() *frame { return &q.frames[len(q.frames)-1] }

// push opens a frame within the innermost one.
func (q *parser) push(kind byte, open int) *frame {
	p := q.top()
	f := frame{kind: kind, open: open, function: p.function, scope: p.scope, owner: -1, parens: -1, pending: -1, class: -1, argument: -1, member: -1, signature: -1, decorated: -1}
	switch p.kind {
	case '(', '[', frameObject:
		f.argument = p.argument
	}
	q.frames = append(q.frames, f)
	return q.top()
}

// pop closes the innermost frame in front of token i.
func (q *parser) pop(i int) {
	f := *q.top()
	q.frames = q.frames[:len(q.frames)-1]
	switch f.kind {
	case frameBody, frameArrow:
		fn := &q.functions[f.function]
		fn.end = i
		q.scopes[fn.scope].end = i
	case frameBlock:
		q.scopes[f.scope].end = i
	}
}

// token reads token i.
func (q *parser) token(i int) {
	t := &q.list[i]
	breaks := t.Line && q.endsValue(i-1) && q.begins(i) // a line end may stand for a semicolon
	for f := q.top(); f.kind == frameArrow && i > q.functions[f.function].body; f = q.top() {
		if t.Kind != ',' && t.Kind != ';' && !t.Closes && !(t.Kind == ':' && f.ternary == 0) && !breaks {
			break
		}
		q.pop(i)
	}
	if t.Closes {
		q.close(i)
	}
	f := q.top()
	q.within[i] = int32(f.function)
	if breaks && f.declares && f.kind != '(' {
		f.declares, f.parens = false, -1
	}
	if f.kind == frameClass && !t.Closes {
		q.beginMember(f, i, breaks)
	}
	switch t.Kind {
	case ';':
		q.dropOverload(f)
		f.declares, f.parens, f.ternary, f.member = false, -1, 0, -1
		f.decorators = nil
	case ',':
		f.parens, f.ternary = -1, 0
		if f.kind == frameObject {
			f.signature = -1
		}
		if f.declares {
			q.declarator(i+1, f.scope, f.variable)
		}
	case '?':
		if k := q.kind(i + 1); k != ':' && k != ')' && k != ',' && k != '=' {
			f.ternary++
		}
	case ':':
		f.ternary = max(0, f.ternary-1)
	case '@':
		q.decorator(f, i)
	case scan.TokenName:
		q.word(f, i)
	case scan.TokenString:
		if f.kind == frameObject && q.kind(i+1) == ':' && (i-1 == f.open || q.kind(i-1) == ',') {
			text, _ := q.quoted(i)
			q.addMember(f.owner, text, i+2)
		}
	case scan.TokenArrow:
		q.readArrow(f, i)
	}
	if t.Opens {
		q.openBracket(i)
	}
	if q.arrow >= 0 && t.Kind != scan.TokenArrow {
		q.arrow = -1
	}
}

// endsValue reports whether an expression may end with token i.
func (p *script) endsValue(i int) bool {
	switch k := p.kind(i); k {
	case scan.TokenName:
		return p.kind(i-1) == '.' || !operators[string(p.bytes(i))]
	case scan.TokenText:
		return !p.list[i].Opens
	case scan.TokenNumber, scan.TokenString, scan.TokenRegex, ')', ']', '}':
		return true
	}
	return false
}

var operators = wordSet("await case const delete do else extends in instanceof let new of return throw typeof var yield import export class function default async static get set")

// begins reports whether a statement or member may begin with token i that no line end would be needed
// in front of otherwise.
func (p *script) begins(i int) bool {
	switch p.kind(i) {
	case scan.TokenName:
		switch string(p.bytes(i)) {
		case "in", "of", "instanceof", "as", "satisfies", "extends", "implements":
			return false
		}
		return true
	case '@', scan.TokenString, scan.TokenNumber:
		return true
	}
	return false
}

// close closes the frame that token i ends.
func (q *parser) close(i int) {
	if !q.list[i].Opens && q.mate(i) < 0 {
		return
	}
	brackets := 0
	for back := len(q.frames) - 1; back > 0 && brackets < 17; back-- {
		if q.frames[back].kind == frameArrow {
			continue
		}
		if brackets++; q.mate(q.frames[back].open) != i {
			continue
		}
		for len(q.frames) > back {
			q.pop(i)
		}
		f := q.top()
		switch q.list[i].Kind {
		case ')':
			open := q.mate(i)
			f.parens = open
			if (f.kind == frameClass || f.kind == frameObject) && f.signature < 0 && i >= f.decorated {
				f.signature = open
			}
		case '}':
			if f.kind == frameClass && q.list[q.mate(i)].Brace == scan.Body {
				f.member, f.signature, f.decorators = -1, -1, nil
			}
			if f.kind == frameObject {
				f.signature = -1
			}
		}
		return
	}
}

// beginMember notes where the members of a class begin.
func (q *parser) beginMember(f *frame, i int, breaks bool) {
	switch {
	case f.member < 0:
		f.member, f.signature = i, -1
	case breaks && i != f.decorated || q.list[i].Line && q.endsValue(i-1) && i != f.decorated && (q.kind(i) == '[' || q.kind(i) == '*'):
		f.member, f.signature, f.decorators = i, -1, nil
	}
	// A field whose value is a function is a method for all that matters here.
	if q.kind(i) == '=' && f.signature < 0 {
		if name := q.name(q.fieldName(f.member)); name != "" {
			q.addMember(f.owner, name, i+1)
		}
		f.signature = i
	}
}

// fieldName returns the token that names the field which begins at token i.
func (p *script) fieldName(i int) int {
	for p.kind(i) == '@' {
		i = p.behindDecorator(i)
	}
	for p.kind(i) == scan.TokenName && p.kind(i+1) == scan.TokenName && modifiers[string(p.bytes(i))] {
		i++
	}
	return i
}

var modifiers = wordSet("public private protected static readonly override abstract declare accessor async get set export default")

// behindDecorator returns the token behind the decorator at token i.
func (p *script) behindDecorator(i int) int {
	i += 2
	for p.kind(i) == '.' && p.kind(i+1) == scan.TokenName {
		i += 2
	}
	if p.kind(i) == '(' {
		return p.behind(i)
	}
	return i
}

func (q *parser) decorator(f *frame, i int) {
	if q.kind(i+1) != scan.TokenName {
		return
	}
	f.decorated = q.behindDecorator(i)
	last := i + 1
	for last+2 < f.decorated && q.kind(last+1) == '.' {
		last += 2
	}
	f.decorators = append(f.decorators, q.name(last))
}

// openBracket opens the frame of the bracket at token i.
func (q *parser) openBracket(i int) {
	switch q.kind(i) {
	case '(':
		f := q.push('(', i)
		if q.called(i) {
			f.argument = i
		} else if q.kind(i-1) == scan.TokenName {
			f.argument = -1
		}
	case '[':
		q.push('[', i)
	case scan.TokenText:
		q.push(frameText, i)
	case '{':
		q.openBrace(i)
	}
}

// called reports whether the parenthesis at token i calls what stands before it.
func (p *script) called(i int) bool {
	switch p.kind(i - 1) {
	case scan.TokenName:
		return p.kind(i-2) == '.' || !keywords[string(p.bytes(i-1))] || p.is(i-1, "super") || p.is(i-1, "import")
	case ')', ']', '>', '.', '!':
		return true
	}
	return false
}

func (q *parser) openBrace(i int) {
	f := q.top()
	switch q.list[i].Brace {
	case scan.Object:
		o := q.newOwner()
		q.ownerAt[i], q.objects[o] = o, true
		q.push(frameObject, i).owner = o
		return
	case scan.Class:
		o := f.class
		if f.class = -1; o < 0 {
			o = q.newOwner()
		}
		q.push(frameClass, i).owner = o
		return
	case scan.Body:
		fn := q.arrow
		switch {
		case fn >= 0:
		case f.pending >= 0:
			fn, f.pending = f.pending, -1
		case f.kind == frameClass || f.kind == frameObject:
			fn = q.method(f, i)
		}
		if fn >= 0 {
			q.enter(fn, q.push(frameBody, i), i+1)
			return
		}
	}
	f = q.push(frameBlock, i)
	f.scope = len(q.scopes)
	q.scopes = append(q.scopes, scope{start: i, end: len(q.list)})
}
