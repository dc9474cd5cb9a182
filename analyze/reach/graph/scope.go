package graph

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// variable is a name that the file declares.
type variable struct {
	name  string
	owner *tree.Func
	// writes counts the places that assign it, declarations without a value aside.
	writes int
	// last is where the last of them begins, and settled where the statement ends around it, or the loops around that.
	last, settled int32
	// shared reports whether a function other than its owner uses it.
	shared bool
	// foreign reports whether one assigns it.
	foreign bool
	// open reports whether other files, or who has a pointer to it, may assign it.
	open bool
	// altered reports whether a member of it is assigned; alters are the names of these, or the first of those that lead
	// there, "*" for one that is not known.
	altered bool
	alters  []string
	// given reports whether a function is called with it by its name alone.
	given bool
	// module is where it is imported from, and imported its name there.
	module, imported string
	// constant is the expression that it is set to where it is declared, or nil.
	constant *tree.Node
	// copied is the other variable of Ruby that it was last set to, or nil.
	copied *tree.Node
	// function is the last function that is declared under the name, or nil.
	function *tree.Func
	// values are the nodes that are assigned to it, and unset the one of them which stands for none yet, 0 where it always
	// has a value.
	values []Copy
	unset  ID
	// node stands for all of them together; 0 until it is asked for.
	node  ID
	param bool
	// isType reports whether it is declared by an interface of TypeScript alone: where code runs, its name means something else.
	isType bool
	// used counts the places that name it; builders the assignments by which it becomes a text builder or its text another,
	// and alone the places in which nothing but such a change is done with it.
	used, builders, alone int
	// number is its number in what is known at places of the code, 0 where nothing was known yet.
	number int32
}

// scope is a part of a file in which names are declared.
type scope struct {
	parent *scope
	owner  *tree.Func
	names  map[string]*variable
}

// scopes says which variable each name of a file means.
type scopes struct {
	nesting
	language tree.Language
	uses     map[*tree.Node]*variable
	funcs    map[*tree.Func]*variable   // that are declared
	classes  map[*tree.Class]*variable  // that are declared
	inline   map[*tree.Func]bool        // what comprehensions of Python run
	unset    map[*tree.Func][]*variable // that are first assigned in a branch, and so may have no value behind it
	branches int                        // how many branches are around what is read, in its function
	inside   bool                       // one of these is read
	top      *scope
	// results are the variables that are set to what a call returns, or to a member of it.
	results map[*tree.Node][]*variable
	outer   func(use *tree.Node, owner *tree.Func)
	// until is where the statement ends that is read, or the outermost loop around it in its function.
	until int32
	// opened are the scopes of which code sets variables by names that are worked out, or by the name beside them.
	opened []opening
	// replaced are the variables that an import of all names of a module may replace.
	replaced map[*tree.Node][]*variable
	getters  map[string]bool // by their names, that may return something else each time
	with     int             // how many with statements of JavaScript are around what is read
	types    bool            // what is read is a type
}

// opening says that code which is put together when it runs may set a variable of a scope or of one around it, any if it has
// no name; without a scope, one of its name anywhere.
type opening struct {
	in   *scope
	name string
}

// gives notes the variables that a function is called with by its name.
func (s *scopes) gives(c *scope, n *tree.Node) {
	if n.Op != tree.Call || n.Kid(0) == nil || n.Kids[0].Op != tree.Name {
		return
	}
	for _, k := range n.Kids[1:] {
		if k != nil && k.Op == tree.Name {
			if v := c.find(k.Text); v != nil {
				v.given = true
			}
		}
	}
}

func resolve(f *tree.File, outer func(*tree.Node, *tree.Func)) *scopes {
	s := &scopes{language: f.Language, outer: outer, uses: map[*tree.Node]*variable{}, funcs: map[*tree.Func]*variable{}, classes: map[*tree.Class]*variable{}, results: map[*tree.Node][]*variable{}, inline: map[*tree.Func]bool{}, unset: map[*tree.Func][]*variable{}}
	s.top = s.open(nil, f.Body)
	s.hoistVars(s.top, f.Body.Body)
	s.hoist(s.top, f.Body.Body)
	s.statement(s.top, f.Body.Body)
	for _, o := range s.opened {
		if o.in == nil {
			for _, v := range s.uses {
				if v.name == o.name {
					v.open, v.foreign = true, true
				}
			}
		}
		for c := o.in; c != nil; c = c.parent {
			for name, v := range c.names {
				if o.name == "" || o.name == name {
					v.open, v.foreign = true, true
				}
			}
		}
	}
	return s
}

// setsByName notes what code that is put together when it runs, or a table of all variables of a module, sets: eval of
// JavaScript, exec and globals() of Python. In JavaScript it also notes the members that get a function for when they are read.
func (s *scopes) setsByName(c *scope, n *tree.Node) {
	callee := n.Kid(0)
	if n.Op != tree.Call || callee == nil {
		return
	}
	switch {
	case s.language == tree.JavaScript:
		if callee.Op == tree.Name && callee.Text == "eval" && c.find("eval") == nil && len(n.Kids) > 1 {
			s.opened = append(s.opened, opening{in: c})
		}
		switch callee.Text {
		case "defineProperty":
			s.gets(constantName(n.Kid(2)), nil)
		case "__defineGetter__":
			s.gets(constantName(n.Kid(1)), nil)
		case "defineProperties":
			if all := n.Kid(2); all != nil && all.Op == tree.Object {
				for _, k := range all.Kids {
					s.gets(k.Text, nil)
				}
			}
		}
	case s.language == tree.Ruby:
		switch callee.Text {
		case "local_variable_set":
			s.opened = append(s.opened, opening{c, constantName(n.Kid(1))})
		case "eval":
			s.opened = append(s.opened, opening{in: c})
		case "const_set", "const_get", "remove_const": // whose constant it is, is not asked
			if name := constantName(n.Kid(1)); name != "" {
				s.opened = append(s.opened, opening{name: name})
			}
		}
	case s.language != tree.Python:
	case callee.Op == tree.Name && callee.Text == "exec":
		s.opened = append(s.opened, opening{in: s.top})
	case callee.Op == tree.Member && s.isOwnModule(c, callee.Kid(0)):
		switch callee.Text {
		case "update", "setdefault", "pop", "clear", "popitem", "__setitem__":
			s.opened = append(s.opened, opening{in: s.top})
		}
	case callee.Op == tree.Name && callee.Text == "setattr" && s.isOwnModule(c, n.Kid(1)):
		s.opened = append(s.opened, opening{s.top, constantName(n.Kid(2))})
	}
}

// constantName returns the name that an expression gives to a member, "" for one that is worked out.
func constantName(n *tree.Node) string {
	if n == nil || n.Op != tree.String {
		return ""
	}
	return n.Text
}

// setsOwn notes a variable of a module of Python, or a global one of PHP, that is assigned as a member of the module, or in the
// table of all of them.
func (s *scopes) setsOwn(c *scope, n *tree.Node) {
	if k := n.Kid(0); s.language == tree.PHP && n.Op == tree.Index && k != nil && k.Op == tree.Name && k.Text == "$GLOBALS" {
		name := constantName(n.Kid(1))
		if name != "" {
			name = "$" + name
		}
		s.opened = append(s.opened, opening{s.top, name})
	}
	if s.language != tree.Python || !s.isOwnModule(c, n.Kid(0)) {
		return
	}
	name := n.Text
	if n.Op == tree.Index {
		name = constantName(n.Kid(1))
	}
	s.opened = append(s.opened, opening{s.top, name})
}

// isOwnModule reports whether an expression of Python is the module that it stands in, or the table of its variables.
func (s *scopes) isOwnModule(c *scope, n *tree.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Op == tree.Member && n.Text == "__dict__":
		return s.isOwnModule(c, n.Kid(0))
	case n.Op == tree.Index:
		return dotted(n.Kid(0)) == "sys.modules" && n.Kid(1) != nil && n.Kid(1).Op == tree.Name && n.Kid(1).Text == "__name__"
	case n.Op != tree.Call || n.Kid(0) == nil || n.Kid(0).Op != tree.Name:
		return false
	}
	switch n.Kid(0).Text {
	case "globals":
		return true
	case "vars", "locals":
		return len(n.Kids) == 1 && c.function() == s.top || len(n.Kids) == 2 && s.isOwnModule(c, n.Kid(1))
	}
	return false
}

// replaces notes which variables an import of all names of a module of Python may replace: those that are set before it.
func (s *scopes) replaces(c *scope, n *tree.Node) {
	if s.language != tree.Python {
		return
	}
	if s.replaced == nil {
		s.replaced = map[*tree.Node][]*variable{}
	}
	for _, name := range slices.Sorted(maps.Keys(c.names)) {
		if v := c.names[name]; v.writes > 0 && v.module == "" && v.function == nil {
			s.assigned(v)
			s.replaced[n] = append(s.replaced[n], v)
		}
	}
}

// setsArguments notes that code of JavaScript assigns to an element of arguments, which are the parameters.
func (s *scopes) setsArguments(c *scope, n *tree.Node) {
	if s.language != tree.JavaScript || n == nil || n.Op != tree.Name || n.Text != "arguments" || s.uses[n] != nil {
		return
	}
	f := c.function()
	for f.owner.Kind == tree.Arrow && f.parent != nil {
		f = f.parent.function()
	}
	for _, v := range f.names {
		if v.param {
			v.open, v.foreign = true, true
		}
	}
}

func (s *scopes) open(parent *scope, owner *tree.Func) *scope {
	return &scope{parent: parent, owner: owner, names: map[string]*variable{}}
}

func (c *scope) declare(name string) *variable {
	if v := c.names[name]; v != nil {
		v.isType = false
		return v
	}
	v := &variable{name: name, owner: c.owner}
	c.names[name] = v
	return v
}

func (c *scope) find(name string) *variable {
	for ; c != nil; c = c.parent {
		if v := c.names[name]; v != nil {
			return v
		}
	}
	return nil
}

// function returns the outermost scope of the function that c belongs to.
func (c *scope) function() *scope {
	for c.parent != nil && c.parent.owner == c.owner {
		c = c.parent
	}
	return c
}

// assigned counts an assignment to a variable.
func (s *scopes) assigned(v *variable) {
	v.writes++
	v.settled = max(v.settled, s.until)
	if s.language == tree.Ruby && strings.HasPrefix(v.name, "$") { // of the whole program
		v.open, v.foreign = true, true
	}
}

// within notes that a statement is read, nil for what is in a function, and returns what ends that. Statements that are made
// of others end where these do.
func (s *scopes) within(n *tree.Node) func() {
	outer, branches := s.until, s.branches
	if n != nil && slices.Contains(branching, n.Op) {
		s.branches++
	}
	switch {
	case n == nil:
		s.until, s.branches = 0, 0
	case n.Op == tree.Block, n.Op == tree.If, n.Op == tree.Switch, n.Op == tree.Case, n.Op == tree.Try && n.Text == "", n.Op == tree.Catch, n.Op == tree.With, n.Op == tree.Label, n.Op == tree.Export:
	default:
		s.until = max(s.until, n.End)
	}
	return func() { s.until, s.branches = outer, branches }
}

// branching are what has parts that may not run.
var branching = []tree.Op{tree.If, tree.Loop, tree.ForEach, tree.Switch, tree.Try, tree.Label}

// branched notes the first assignment of a variable if it stands in a branch, where the language lets code read what has no value.
func (s *scopes) branched(c *scope, v *variable) {
	switch s.language {
	case tree.JavaScript, tree.PHP, tree.Ruby, tree.Go:
		constant := s.language == tree.PHP && v.name[0] != '$' || s.language == tree.Ruby && 'A' <= v.name[0] && v.name[0] <= 'Z'
		if c = c.function(); v.writes == 1 && s.branches > 0 && c.names[v.name] == v && !constant {
			s.unset[c.owner] = append(s.unset[c.owner], v)
		}
	}
}

// implicit reports whether an assignment declares a variable.
func (s *scopes) implicit() bool {
	return s.language == tree.Python || s.language == tree.PHP || s.language == tree.Ruby
}

// declaresTypes reports whether types of classes are declared where these are known by their names, as in Java, Kotlin and C#.
func (s *scopes) declaresTypes() bool {
	return s.language == tree.Java || s.language == tree.CSharp
}

// typeName reads what may name an interface of TypeScript.
func (s *scopes) typeName(c *scope, n *tree.Node) {
	outer := s.types
	s.types = true
	s.expression(c, n)
	s.types = outer
}

func (s *scopes) class(c *scope, n *tree.Class) {
	inside := s.declaresTypes()
	if inside { // the classes in a class are known by their short names
		s.hoist(c, n.Body)
	}
	for _, b := range n.Bases {
		s.typeName(c, b)
	}
	for _, d := range n.Decorators {
		s.expression(c, d)
	}
	for i := range n.Promises {
		s.typed(c, n.Promises[i].Type)
	}
	for i := range n.Members {
		m := &n.Members[i]
		for _, d := range m.Decorators {
			s.expression(c, d)
		}
		s.typed(c, m.Type)
		s.expression(c, m.Value)
		if m.Func != nil {
			if m.Func.Kind == tree.Getter || s.language == tree.Python && decorated(m.Func.Decorators, "property") {
				s.gets(m.Name, m.Func)
			}
			s.function(c, m.Func)
		}
	}
	if inside && n.Body != nil {
		for _, k := range n.Body.Kids {
			s.statement(c, k)
		}
		return
	}
	s.statement(c, n.Body)
}

// gets notes that a function runs where a member of that name is read, which may return something else each time.
func (s *scopes) gets(name string, f *tree.Func) {
	if f != nil && isPlain(f.Body) {
		return
	}
	if s.getters == nil {
		s.getters = map[string]bool{}
	}
	s.getters[name] = true
}

func (s *scopes) function(parent *scope, f *tree.Func) {
	if !s.deeper() {
		return
	}
	defer s.back()
	for _, d := range f.Decorators {
		s.expression(parent, d)
	}
	outer := parent
	if s.language == tree.PHP && f.Name != "" {
		outer = &scope{parent: nil, owner: s.top.owner, names: map[string]*variable{}}
		for c := parent; c != nil; c = c.parent { // functions and classes are known everywhere, variables are not
			for name, v := range c.names {
				if len(name) > 0 && name[0] != '$' && outer.names[name] == nil {
					outer.names[name] = v
				}
			}
		}
	}
	defer s.within(nil)() // each call has its own variables
	c := s.open(outer, f)
	if f.Name != "" && f.Kind == tree.Plain && parent.find(f.Name) == nil && !s.implicit() {
		c.declare(f.Name).writes++ // the name of a function expression, known inside
	}
	for i := range f.Params {
		p := &f.Params[i]
		for _, d := range p.Decorators {
			s.expression(parent, d)
		}
		s.typed(parent, p.Type)
		s.bind(c, p.Target)
		if s.language == tree.Python { // which finds it out where the function stands
			s.expression(parent, p.Default)
		} else {
			s.expression(c, p.Default)
		}
		s.markParams(p.Target)
	}
	if s.declaresTypes() {
		s.typed(parent, f.Result)
	}
	if f.Body != nil {
		s.hoistVars(c, f.Body)
		s.hoist(c, f.Body)
	}
	s.statement(c, f.Body)
}
