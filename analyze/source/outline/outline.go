// Package outline reads Rust and Kotlin as far as it takes to tell which calls stand in which functions, blocks and
// arguments of other calls: names without types and without values.
//
// It tolerates any input, in time linear in its size.
package outline

import (
	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
)

// Kind is what a scope is.
type Kind uint8

// The kinds of scopes. The zero Kind is a block of any other kind, such as that of a class.
const (
	Plain     Kind = iota
	Function       // the code of a function
	Async          // an async block or closure of Rust
	Arguments      // the arguments of a call, with the lambda behind them
	Loop           // the body of a loop
	Stored         // the code of a closure of Rust that is kept under a name
)

// Scope is a part of a file that stands in brackets.
type Scope struct {
	Kind Kind
	// Parent is the number of the scope around it, -1 for that of the file, which is number 0.
	Parent int
	// Name is that of the function, or what is called as in Call.
	Name  string
	Start int // in bytes: of the function's name, of the call's last name, or of the bracket
	// Words are the modifiers of a function, such as "async" and "suspend".
	Words []string
	// Marks are the attributes or annotations of a function, class or module as they are written, such as `get("/")`.
	Marks []string
	// Text is the beginning of the arguments as they are written, of a function of its parameters.
	Text string
}

// Call is a call of a function.
type Call struct {
	// Name is what is called as it is written, with the first name replaced by what it was imported as, and without
	// arguments: "std::process::Command::new().output".
	Name       string
	Start, End int // of the last name, in bytes
	Scope      int // in which it stands
	// Text is the beginning of the arguments as they are written.
	Text string
	// Awaited reports whether the call is followed by .await.
	Awaited bool
}

// File is the outline of a file.
type File struct {
	Scopes  []Scope
	Calls   []Call              // in the order of their last names
	Imports map[string]string   // what a name was imported as
	Types   map[string]struct{} // the names of classes and types that are declared here
}

// Of returns the number of the function or async scope of a language around a scope, or -1.
func (f *File) Of(scope int) int {
	for ; scope >= 0; scope = f.Scopes[scope].Parent {
		if k := f.Scopes[scope].Kind; k == Function || k == Async {
			return scope
		}
	}
	return -1
}

// Rust reads a file of Rust.
func Rust(src []byte) *File { return read(src, braces.Tokens(src, braces.Rust), &rust) }

// Kotlin reads a file of Kotlin.
func Kotlin(src []byte) *File { return read(src, braces.Tokens(src, braces.Kotlin), &kotlin) }

// language is what differs.
type language struct {
	function   string          // the keyword of functions
	modifiers  map[string]bool // in front of it
	keywords   map[string]bool // names that call nothing
	types      map[string]bool // the keywords of classes and types
	loops      map[string]bool
	lambdas    bool // whether a block behind a call is its last argument
	linesEnd   bool // whether a declaration on a new line ends the function that is an expression
	imports    func(r *reader)
	attributes byte // what begins one
}

// reader reads the tokens of a file.
type reader struct {
	*language
	src    []byte
	tokens []scan.Token
	at     int
	file   *File
	scope  int
	stack  []frame
	// callees are what is called before each closing bracket, by the number of its token.
	callees map[int]string
	opened  map[int]int // the numbers of opening brackets by those of the closing ones
	marks   []string
	coming
}

// coming is what the next block is.
type coming struct {
	next  *Scope // the function whose code it is
	loop  bool   // it is that of a loop
	class bool   // it is that of a class
	async bool   // it, or a closure, is async
}

// frame is a bracket that is open, or a function that is an expression.
type frame struct {
	scope  int // to go back to
	token  int // of the bracket, or -1
	callee string
	call   int    // the number of the call whose arguments it holds, or -1
	before coming // what was to come when it was opened
}

func read(src []byte, tokens []scan.Token, l *language) *File {
	r := &reader{language: l, src: src, tokens: tokens, callees: map[int]string{}, opened: map[int]int{},
		file: &File{Imports: map[string]string{}, Types: map[string]struct{}{}, Scopes: []Scope{{Parent: -1}}}}
	for ; r.at < len(tokens); r.at++ {
		t := tokens[r.at]
		switch {
		case t.Opens:
			r.open(t)
		case t.Closes:
			r.close()
		case t.Kind == scan.TokenName:
			r.name(r.text(r.at))
		case t.Kind == l.attributes:
			r.attribute()
		case t.Kind == ';':
			r.coming, r.marks = coming{}, nil
			r.endExpression()
		case t.Kind == '=' && r.next != nil && l.linesEnd:
			s := *r.next
			r.next = nil
			r.begin(s, -1, "")
		case t.Kind == '|' && r.async: // an async closure
			r.closure()
		}
	}
	return r.file
}

func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return string(r.src[r.tokens[i].Start:r.tokens[i].End])
}

func (r *reader) is(i int, kind byte) bool {
	return i >= 0 && i < len(r.tokens) && r.tokens[i].Kind == kind
}

// begin enters a scope, which a bracket opens or, where token is -1, nothing.
func (r *reader) begin(s Scope, token int, callee string) {
	s.Parent = r.scope
	call := -1
	if callee != "" {
		call = len(r.file.Calls) - 1
	}
	r.stack = append(r.stack, frame{r.scope, token, callee, call, r.coming})
	r.coming = coming{}
	r.file.Scopes = append(r.file.Scopes, s)
	r.scope = len(r.file.Scopes) - 1
}

func (r *reader) pop() frame {
	f := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	r.scope = f.scope
	return f
}

// endExpression ends the functions without brackets that end here.
func (r *reader) endExpression() {
	for len(r.stack) > 0 && r.stack[len(r.stack)-1].token < 0 {
		r.pop()
	}
}

func (r *reader) open(t scan.Token) {
	start := int(t.Start)
	switch t.Kind {
	case '(':
		if r.next != nil || r.class { // parameters
			r.begin(Scope{Start: start}, r.at, "")
			return
		}
		name, from, end := r.callee(r.at - 1)
		if name == "" {
			r.begin(Scope{Start: start}, r.at, "")
			return
		}
		text := r.excerpt(start + 1)
		r.file.Calls = append(r.file.Calls, Call{Name: name, Start: from, End: end, Scope: r.scope, Text: text})
		r.begin(Scope{Kind: Arguments, Name: name, Start: from, Text: text}, r.at, name)
	case '{':
		r.block(start)
	default:
		r.begin(Scope{Start: start}, r.at, "")
	}
}

// block enters the block at the current token.
func (r *reader) block(start int) {
	s, callee := Scope{Start: start}, ""
	switch {
	case r.next != nil:
		s = *r.next
	case r.async:
		s.Kind = Async
	case r.loop:
		s.Kind = Loop
	case r.stores():
		s.Kind = Stored
	case r.class:
		s.Marks = r.marks
	case r.lambdas:
		end := r.at - 1
		if r.is(end, ')') { // arguments, and the lambda behind them
			if callee = r.callees[end]; callee != "" {
				s = Scope{Kind: Arguments, Name: callee, Start: start, Text: r.excerpt(int(r.tokens[r.opened[end]].End))}
			}
		} else if name, from, to := r.callee(end); name != "" && !r.tokens[r.at].Line {
			callee = name
			r.file.Calls = append(r.file.Calls, Call{Name: name, Start: from, End: to, Scope: r.scope})
			s = Scope{Kind: Arguments, Name: name, Start: from}
		}
	}
	r.coming, r.marks = coming{}, nil
	r.begin(s, r.at, callee)
}

// stores reports whether the block at the current token is that of a closure which a name is set to.
func (r *reader) stores() bool {
	if r.lambdas || !r.is(r.at-1, '|') {
		return false
	}
	for i := r.at - 2; i >= 0 && r.at-i < longestName; i-- {
		if r.is(i, '|') {
			if r.text(i-1) == "move" {
				i--
			}
			return r.is(i-1, '=')
		}
	}
	return false
}

func (r *reader) close() {
	r.endExpression()
	if len(r.stack) == 0 {
		return
	}
	f := r.pop()
	if r.coming = f.before; r.tokens[r.at].Kind == '}' {
		r.coming, r.marks = coming{}, nil
	}
	r.opened[r.at] = f.token
	if f.before.next != nil && f.before.next.Text == "" && f.token >= 0 && r.tokens[r.at].Kind == ')' {
		from, to := int(r.tokens[f.token].End), int(r.tokens[r.at].Start)
		f.before.next.Text = string(r.src[from:min(to, from+longestParams)])
	}
	if f.callee == "" {
		return
	}
	r.callees[r.at] = f.callee
	r.file.Calls[f.call].Awaited = r.is(r.at+1, '.') && r.text(r.at+2) == "await"
}

// closure enters the async closure whose parameters begin at the current token. It ends with its block, or with
// what it is an argument of.
func (r *reader) closure() {
	for n := 0; n < longestName && r.at+1 < len(r.tokens); n++ {
		r.at++
		if r.is(r.at, '|') {
			break
		}
	}
	if !r.is(r.at+1, '{') {
		r.async = false
		r.begin(Scope{Kind: Async, Start: int(r.tokens[r.at].Start)}, -1, "")
	}
}
