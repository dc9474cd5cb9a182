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

// longestName bounds the tokens of what is called, longestCallee the bytes of the calls before it in a chain, and
// longestText and longestParams those of arguments and parameters that are kept.
const (
	longestName   = 64
	longestCallee = 1 << 10
	longestText   = 120
	longestParams = 400
)

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

// excerpt is the beginning of the text from an offset on.
func (r *reader) excerpt(from int) string {
	return string(r.src[from:min(len(r.src), from+longestText)])
}

// name reads a name or keyword.
func (r *reader) name(name string) {
	if r.linesEnd && r.tokens[r.at].Line && (name == r.function || r.modifiers[name] || r.types[name] || name == "val" || name == "var") {
		r.endExpression()
		r.class = false
	}
	switch {
	case name == r.function:
		r.declare()
	case name == "import" && r.linesEnd, name == "use" && !r.linesEnd:
		r.language.imports(r)
	case name == "async" && !r.linesEnd:
		r.async = r.text(r.at+1) == "move" || r.is(r.at+1, '{') || r.is(r.at+1, '|')
	case r.loops[name]:
		r.loop = true
	case r.types[name] && !r.is(r.at-1, '.'):
		r.class = true
		if r.is(r.at+1, scan.TokenName) {
			r.file.Types[r.text(r.at+1)] = struct{}{}
		}
	}
}

// declare reads the head of a function up to its name.
func (r *reader) declare() {
	i := r.at + 1
	if r.is(i, '<') {
		i = r.behind(i)
	}
	for r.is(i, scan.TokenName) && i-r.at < longestName { // what it extends
		k := i + 1
		if r.is(k, '<') {
			k = r.behind(k)
		}
		if !r.is(k, '.') {
			break
		}
		i = k + 1
	}
	if !r.is(i, scan.TokenName) {
		return
	}
	s := &Scope{Kind: Function, Name: r.text(i), Start: int(r.tokens[i].Start), Marks: r.marks}
	for k := r.at - 1; k >= 0 && r.at-k < longestName; k-- {
		if word := r.text(k); r.modifiers[word] {
			s.Words = append(s.Words, word)
		} else if !r.is(k, '(') && !r.is(k, ')') && !r.is(k, scan.TokenString) && word != "crate" && word != "super" {
			break
		}
	}
	r.marks, r.next, r.at = nil, s, i
	if r.is(i+1, '<') {
		r.at = r.behind(i+1) - 1
	}
}

// behind returns the token behind the brackets of types at token i.
func (r *reader) behind(i int) int {
	for depth, n := 0, 0; n < longestName && i < len(r.tokens); n++ {
		switch r.tokens[i].Kind {
		case '<':
			depth++
		case '>':
			depth--
		}
		if i++; depth == 0 {
			break
		}
	}
	return i
}

// attribute keeps an attribute or annotation.
func (r *reader) attribute() {
	from := r.at + 1
	if r.attributes == '#' {
		if !r.is(from, '[') {
			return
		}
		from++
	}
	if !r.is(from, scan.TokenName) {
		return
	}
	to, depth := from, 0
	for ; to < len(r.tokens) && to-from < longestName; to++ {
		t := r.tokens[to]
		if depth == 0 && (t.Closes || r.attributes == '@' && to > from && !t.Opens && t.Kind != '.') {
			break
		}
		if t.Opens {
			if depth == 0 && r.attributes == '@' && t.Kind != '(' {
				break
			}
			depth++
		} else if t.Closes {
			if depth--; depth == 0 && r.attributes == '@' {
				to++
				break
			}
		}
	}
	if to <= from {
		return
	}
	r.marks = append(r.marks, string(r.src[r.tokens[from].Start:r.tokens[to-1].End]))
	r.at = to - 1
	if r.attributes == '#' && r.is(to, ']') {
		r.at = to
	}
}

// callee returns what is called where the arguments begin behind token i, and the bytes of its last name; "" for
// nothing.
func (r *reader) callee(i int) (name string, start, end int) {
	if r.is(i, '>') { // types
		depth, k := 0, i
		for ; k >= 0 && i-k < longestName; k-- {
			if r.is(k, '>') {
				depth++
			} else if r.is(k, '<') {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if depth != 0 {
			return "", 0, 0
		}
		if i = k - 1; r.text(i) == "::" {
			i--
		}
	}
	if !r.is(i, scan.TokenName) || r.keywords[r.text(i)] || r.text(i-1) == r.function {
		return "", 0, 0
	}
	start, end = int(r.tokens[i].Start), int(r.tokens[i].End)
	name = r.text(i)
	for n := 0; n < longestName && r.is(i-1, '.'); n++ {
		sep := r.text(i - 1)
		if sep == "?." {
			sep = "."
		}
		i -= 2
		for r.is(i, '?') || r.is(i, '!') { // of Rust, and of Kotlin
			i--
		}
		if r.is(i, ')') || r.is(i, '}') {
			callee := r.callees[i]
			if callee == "" {
				return "()" + sep + name, start, end
			}
			return callee[:min(len(callee), longestCallee)] + "()" + sep + name, start, end
		}
		if !r.is(i, scan.TokenName) {
			return "()" + sep + name, start, end
		}
		name = r.text(i) + sep + name
	}
	return r.imported(name), start, end
}

// imported replaces the first name by what it was imported as.
func (r *reader) imported(name string) string {
	first, rest := name, ""
	for i := range len(name) {
		if name[i] == '.' || name[i] == ':' {
			first, rest = name[:i], name[i:]
			break
		}
	}
	if full, ok := r.file.Imports[first]; ok {
		return full + rest
	}
	return name
}
