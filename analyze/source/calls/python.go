package calls

import (
	"strings"

	"snag/analyze/source/scan"
)

// pythonFunction is a def or a lambda.
type pythonFunction struct {
	name       string
	lambda     bool
	async      bool
	coroutine  bool // by a decorator
	property   bool
	elsewhere  bool // a decorator runs it in a thread
	start      bool // it runs at the start or in tests
	body       int  // token
	parent     int  // the function around it, or -1
	class      int  // of which it is a method, or -1
	scope      int
	argument   int // of a lambda: parenthesis of the call that it is an argument of, or -1
	runs, uses int // how often it is called to be run to its end by asyncio.run, and called or named at all

	root   reason // why it runs on an event loop for each request, none when that is not known
	routed bool   // a decorator registers it for requests
}

type pythonClass struct {
	name  string
	bases []int // tokens
	scope int
}

// pythonScope is the module, a function or a class.
type pythonScope struct {
	parent   int // or -1
	class    bool
	function int // or -1
}

type pythonName struct {
	scope int
	name  string
}

// pythonBinding is one of the places that give a name its value.
type pythonBinding struct {
	at      int // token
	value   pythonValue
	initial int // token of the expression, or -1
	end     int // token behind the expression where the name may occur in it, or 0
}

// pythonKind is what is known of a value.
type pythonKind uint8

const (
	pythonUnknown pythonKind = iota
	pythonPath               // path: a name in full, with () behind what is called
	pythonFunctionValue
	pythonClassValue
	pythonInstance
	pythonSuper // an instance of a base of the class
)

type pythonValue struct {
	kind   pythonKind
	number int
	path   string
}

// python is a file in Python.
type python struct {
	*source
	functions []pythonFunction
	classes   []pythonClass
	scopes    []pythonScope
	names     map[pythonName][]pythonBinding
	outer     map[pythonName]bool // names that are declared global or nonlocal
	within    []int32             // for each token the function around it, or -1
	scopeAt   []int32
	lambdas   map[int]int // by their first token
	aside     bool        // the file is part of no server
	imports   map[string]bool
	work      int

	edges [][2]int
	found []finding
}

// mayBlockPython reports whether a file can have a call that blocks an event loop at all.
func mayBlockPython(src []byte) bool {
	text := string(src)
	return strings.Contains(text, "async") || strings.Contains(text, "coroutine") || strings.Contains(text, "tornado")
}

func findPython(s *source, aside bool) []Call {
	p := &python{source: s, aside: aside, names: map[pythonName][]pythonBinding{}, outer: map[pythonName]bool{},
		lambdas: map[int]int{}, imports: map[string]bool{}, work: 32*len(s.list) + 1<<16}
	p.parse()
	p.visit()
	return s.calls(p.found, p.within, p.reach())
}

// reach returns for each function why it runs on an event loop for each request, no reason for those that
// do not.
func (p *python) reach() []reason {
	r := newReach(len(p.functions), p.edges)
	for i := range p.functions {
		f := &p.functions[i]
		if !f.root.given() {
			f.root = p.rootOf(f)
		}
		r.why[i] = f.root
		if f.lambda && f.parent >= 0 && p.runsAtOnce(f.argument) {
			r.inside[f.parent] = append(r.inside[f.parent], i)
		}
	}
	r.spread(p.label, func(i int) bool { return !p.functions[i].async && !p.functions[i].elsewhere })
	return r.why
}

func (p *python) label(i int) string {
	for ; i >= 0; i = p.functions[i].parent {
		if p.functions[i].name != "" {
			return p.functions[i].name
		}
	}
	return "an async function"
}

// atStartPython are names of async functions that run once.
var atStartPython = wordSet("main amain async_main _main start stop startup on_startup start_up lifespan setup teardown shutdown on_shutdown cleanup init_app create_app setup_app migrate seed asyncSetUp asyncTearDown cli run_migrations run_async_migrations run_migrations_online")

// tornadoMethods are those of a request handler.
var tornadoMethods = wordSet("get post put patch delete head options prepare on_message open on_finish data_received")

// protocolMethods are those of a protocol of asyncio.
var protocolMethods = wordSet("data_received datagram_received connection_made connection_lost eof_received buffer_updated")

// rootOf tells why a function runs on an event loop for each request.
func (p *python) rootOf(f *pythonFunction) reason {
	switch {
	case f.start || f.uses > 0 && f.runs == f.uses || f.elsewhere:
		return reason{}
	case f.async && f.routed:
		return reason{"it handles requests on the event loop", true}
	case f.async && !p.aside && !atStartPython[f.name] && !strings.HasPrefix(f.name, "test_"):
		return reason{"it is in an async function", false}
	case f.async:
		return reason{}
	case f.coroutine:
		return reason{"it is in a coroutine", false}
	case f.class < 0 || f.lambda:
		return reason{}
	case tornadoMethods[f.name] && p.imports["tornado"] && p.derives(f.class, func(base string) bool { return strings.HasSuffix(base, "Handler") }, 0):
		return reason{"it handles requests on the event loop", true}
	case protocolMethods[f.name] && p.imports["asyncio"] && p.derives(f.class, func(base string) bool { return strings.HasSuffix(base, "Protocol") }, 0):
		return reason{"it handles data on the event loop", true}
	}
	return reason{}
}

// derives reports whether the last name of a base of a class is as wanted.
func (p *python) derives(class int, wanted func(base string) bool, depth int) bool {
	for _, at := range p.classes[class].bases {
		last := at
		for p.kind(last+1) == '.' && p.kind(last+2) == scan.TokenName {
			last += 2
		}
		if wanted(p.name(last)) {
			return true
		}
		if v, _ := p.eval(at, 0, nil); depth < 8 && v.kind == pythonClassValue && p.derives(v.number, wanted, depth+1) {
			return true
		}
	}
	return false
}

// atOnce are functions that call their arguments before they return.
var atOnce = wordSet("map filter sorted min max sort reduce list tuple set any all sum next takewhile dropwhile groupby accumulate starmap apply")

// runsAtOnce reports whether the call of the parenthesis at token open calls its arguments.
func (p *python) runsAtOnce(open int) bool { return open >= 0 && atOnce[p.name(open-1)] }
