package calls

import (
	"strings"
)

// function is a function, method or arrow function.
type function struct {
	name       string
	first      int // token at which the expression or declaration begins
	body, end  int // tokens of the body, end excluded
	parent     int // the function around it, or -1
	owner      int // what it is a method of, or -1
	self       int // what it makes when it is called with new, or -1
	argument   int // parenthesis of the call that it is an argument of, or -1
	scope      int
	binding    int // of its declaration, or -1
	arrow      bool
	async      bool
	getter     bool
	private    bool
	byName     bool // it runs only where it is called by a name
	exported   bool
	start      bool // it is called outside of all functions
	parameters []parameter
	decorators []string

	root reason // why it runs for each request, none when that is not known
}

// parameter is the name of a parameter, "{" for a pattern, and its type as far as that is a name.
type parameter struct{ name, kind string }

// owner is a class, or an object that is written out.
type owner struct {
	base     int // token at which the class that it extends is named, or -1
	exported bool
}

type memberKey struct {
	owner int
	name  string
}

// scope is a part of the file in which names are declared.
type scope struct {
	start, end int // tokens
	function   bool
}

// binding is a declared name.
type binding struct {
	name      string
	scope     int
	initial   int      // token of its value, or -1
	path      []string // members of that
	imported  *value
	owner     int // of the members that are assigned to it, or -1
	parameter bool

	state uint8 // of value: 1 is being worked out, 2 is known
	value value
}

// script is a file in JavaScript or TypeScript.
type script struct {
	*source
	functions []function
	owners    []owner
	scopes    []scope
	bindings  []binding
	within    []int32           // for each token the function around it, or -1
	refs      []int32           // for each name the binding, or -1
	members   map[memberKey]int // the token of the value
	startsAt  map[int]int       // functions by the tokens that they may begin with
	ownerAt   map[int]int       // classes and objects by their first token
	declared  map[int]bool      // names that are declared where they stand
	objects   map[int]bool      // owners that are objects that are written out
	exported  []int             // tokens of what is exported
	aside     map[int]bool      // parentheses of calls whose arguments do not run for each request

	command bool // the file is part of no server but of a program for the command line

	work  int      // steps that following values may still take
	edges [][2]int // function to function
	found []finding
}

// finding is a blocking call from the first to the last token of its name.
type finding struct {
	first, last   int
	name, instead string
}

// exports is the owner of what the file exports.
const exports = 0

func findScript(s *source, aside bool) []Call {
	p := &script{source: s, command: aside, members: map[memberKey]int{}, startsAt: map[int]int{}, ownerAt: map[int]int{},
		declared: map[int]bool{}, objects: map[int]bool{}, aside: map[int]bool{}, work: 32*len(s.list) + 1<<16}
	p.newOwner()
	p.parse()
	p.resolve()
	p.assignments()
	p.visit()
	p.roots()
	return s.calls(p.found, p.within, p.reach())
}

func (p *script) newOwner() int {
	p.owners = append(p.owners, owner{base: -1})
	return len(p.owners) - 1
}

// reach returns for each function why it runs for each request, no reason for those that do not.
func (p *script) reach() []reason {
	r := newReach(len(p.functions), p.edges)
	for i, f := range p.functions {
		r.why[i] = f.root
		if f.parent >= 0 && !f.byName && !p.aside[f.argument] {
			r.inside[f.parent] = append(r.inside[f.parent], i)
		}
	}
	r.spread(p.label, func(int) bool { return true })
	return r.why
}

// label names a function, or the one around it that has a name.
func (p *script) label(i int) string {
	for ; i >= 0; i = p.functions[i].parent {
		f := &p.functions[i]
		if f.name != "" {
			return f.name
		}
		if f.root.given() {
			break
		}
	}
	return "a request handler"
}

var keywords = wordSet("await break case catch class const continue default delete do else export extends finally for function if import in instanceof let new of return super switch throw try typeof var void while with yield")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
