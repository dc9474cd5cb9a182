package model

import (
	"slices"
	"strconv"
	"strings"
)

// Access names a value by where it comes from and by the steps from there:
//
//	express().get         module "express", steps "()", "get"
//	req.header("x")       entry "express.handler", parameter 0, steps "header", "()"
//	$_GET["q"]            global "$_GET", step "q"
type Access struct {
	Root Root
	// Steps are names of members, "*" for an element or a member whose name is not known, and "()" for
	// the result of a call. A member that is called takes two steps.
	Steps []string
}

// Root is where an access begins.
type Root struct {
	Kind RootKind
	// Name is that of the module, global, entry, decorator or type.
	Name string
	// Index is the number of the parameter of an entry, from 0, or Receiver or Named.
	Index int
	// Param is the name of the parameter of an entry as the code calls it.
	Param string
}

// Indexes of what an entry receives beside its numbered parameters.
const (
	Receiver = -1 // this, self
	Named    = -2 // a parameter of whatever number, known by its name
)

// Uncalled is the name of an entry that no rule declares: a function that nobody is seen to call.
const Uncalled = "uncalled"

// RootKind is the kind of place where an access begins.
type RootKind uint8

// The kinds of roots. The zero kind is a value of which nothing is known: "_" in a pattern.
const (
	AnyValue   RootKind = iota
	Module              // what an import of the module gives; of Java and C# the class by its full or short name
	Global              // a name that no file declares
	EntryArg            // what an entry is called with
	Decorated           // a parameter or field with a decorator, annotation or attribute of that name
	Typed               // a parameter, field or local whose declared type has that name
	RegexValue          // a compiled pattern
	TextValue           // a string
	ListValue           // an array, list or tuple
	Unseen              // what nothing in the program shows, in words
)

// Last returns the name of the last step, or of the root without what that stands in.
func (a Access) Last() string {
	if n := len(a.Steps); n > 0 {
		return a.Steps[n-1]
	}
	return a.Root.Name[strings.LastIndexAny(a.Root.Name, `.\`)+1:]
}

// String returns the access in the form of a pattern.
func (a Access) String() string {
	var b strings.Builder
	r := a.Root
	size := len(r.Name) + len(r.Param) + 8
	for _, s := range a.Steps {
		size += len(s) + 1
	}
	b.Grow(size)
	switch r.Kind {
	case AnyValue:
		b.WriteString("_")
	case RegexValue:
		b.WriteString("<regex>")
	case TextValue:
		b.WriteString("<text>")
	case ListValue:
		b.WriteString("<list>")
	case Unseen:
		b.WriteString(r.Name)
	case Decorated:
		b.WriteString("@" + r.Name)
	case Typed:
		b.WriteString(":" + r.Name)
	case EntryArg:
		b.WriteString(r.Name)
		switch r.Index {
		case Receiver:
			b.WriteString("[this]")
		case Named:
			b.WriteString("[" + r.Param + "]")
		default:
			b.WriteString("[" + strconv.Itoa(r.Index) + "]")
		}
	default:
		if strings.ContainsAny(r.Name, ".@ ") {
			b.WriteString("'" + r.Name + "'")
		} else {
			b.WriteString(r.Name)
		}
	}
	for _, s := range a.Steps {
		if s != "()" {
			b.WriteByte('.')
		}
		b.WriteString(s)
	}
	return b.String()
}

// Pattern describes values by their access. Its text form is that of an access, in which a step may have
// alternatives, and further signs stand for more than one value:
//
//	flask.request.args.**          the args of the request of flask, and all that is read from them
//	'socket.io'.Server             a module whose name has more than letters, digits, "-", "_" and "/"
//	express.handler[0].query       parameter 0 of the entry express.handler; [this], [name], [*], [1...]
//	@Query|Param                   a decorated parameter or field
//	:HttpServletRequest.getHeader()  a value whose type is declared
//	$_GET.*.name                   "*" is one step of any name
//	$_SERVER.HTTP_*                a step whose name begins so
//	<text>.trim, <regex>.test      a member of any text or pattern; <list>, and _ for any value
type Pattern struct {
	kind  RootKind
	bare  bool     // a module or a global
	names []string // alternatives of the name of the root
	index int      // of an entry's parameter, anyIndex, or Receiver or Named
	from  bool     // index and all further ones
	param string
	steps []step
	text  string
}

const anyIndex = -3

// step is one step of a pattern: alternatives, of which one with "*" at its end is how a name begins, any name, any rest, or
// a call.
type step struct {
	names     []string
	any, rest bool
}

func (s step) matches(name string, fold bool) bool {
	if s.any {
		return true
	}
	return slices.ContainsFunc(s.names, func(n string) bool {
		if start, open := strings.CutSuffix(n, "*"); open && len(start) > 1 { // "*" and "**" are names of operators
			return strings.HasPrefix(name, start)
		}
		if end, open := strings.CutPrefix(n, "*"); open && len(end) > 1 {
			return strings.HasSuffix(name, end)
		}
		return n == name || fold && strings.EqualFold(n, name)
	})
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Named returns how many steps the pattern names, before those that it leaves open.
func (p *Pattern) Named() int {
	if at := slices.IndexFunc(p.steps, func(s step) bool { return s.rest }); at >= 0 {
		return at
	}
	return len(p.steps)
}

// First returns the number of the parameter of an entry that a pattern describes, and the steps from there, each by the first
// of its names, up to one that it leaves open.
func (p *Pattern) First() (index int, steps []string) {
	for _, s := range p.steps {
		if s.any || s.rest {
			break
		}
		steps = append(steps, s.names[0])
	}
	return p.index, steps
}

// Holds reports whether a value that the pattern describes is all that it describes, rather than one member of it.
func (p *Pattern) Holds(a Access) bool { return len(a.Steps) <= p.Named() && p.Named() < len(p.steps) }

// floats reports whether the root stands for any value before the steps.
func (p *Pattern) floats() bool {
	return !p.bare && (p.kind == AnyValue || p.kind == RegexValue || p.kind == TextValue || p.kind == ListValue)
}

// Match reports whether the pattern describes the value, and whether what it begins with is known to be
// what the pattern says, instead of something that has a member of the same name.
func (p *Pattern) Match(lang Language, a Access) (exact, ok bool) {
	if exact, ok = p.match(lang, lang.normal(a)); ok {
		return exact, ok
	}
	if class, is := lang.class(a); is && !p.floats() {
		return p.match(lang, class)
	}
	return false, false
}

func (p *Pattern) match(lang Language, a Access) (exact, ok bool) {
	if p.floats() {
		if !p.acceptsReceiver(a) {
			return false, false
		}
		n := len(a.Steps) - len(p.steps)
		if n < 0 || !p.matchSteps(lang, a.Steps[n:]) {
			return false, false
		}
		return n == 0 && a.Root.Kind == p.kind && p.kind != AnyValue, true
	}
	if !p.matchRoot(lang, a.Root) || !p.matchSteps(lang, a.Steps) {
		return false, false
	}
	return true, true
}

// acceptsReceiver reports whether what stands before the steps may be what the pattern begins with.
func (p *Pattern) acceptsReceiver(a Access) bool {
	known := a.Root.Kind == RegexValue || a.Root.Kind == TextValue || a.Root.Kind == ListValue
	if !known || len(a.Steps) != len(p.steps) || p.kind == AnyValue {
		return true
	}
	return a.Root.Kind == p.kind
}

func (p *Pattern) matchRoot(lang Language, r Root) bool {
	switch {
	case p.bare:
		if r.Kind != Module && r.Kind != Global {
			return false
		}
	case p.kind != r.Kind:
		return false
	}
	if !slices.ContainsFunc(p.names, func(n string) bool { return lang.sameName(n, r.Name) }) {
		return false
	}
	if p.kind != EntryArg {
		return true
	}
	switch {
	case p.index == anyIndex:
		return r.Index != Receiver
	case p.index == Named:
		return r.Param == p.param
	case p.from:
		return r.Index >= p.index
	}
	return r.Index == p.index
}

// matchSteps compares all steps. At most one step of a pattern stands for a rest.
func (p *Pattern) matchSteps(lang Language, steps []string) bool {
	fold := lang == PHP
	at := slices.IndexFunc(p.steps, func(s step) bool { return s.rest })
	if at < 0 {
		if len(steps) != len(p.steps) {
			return false
		}
		at = len(p.steps)
	}
	behind := p.steps[min(at+1, len(p.steps)):]
	if len(steps) < at+len(behind) {
		return false
	}
	for i, s := range p.steps[:at] {
		if !s.matches(steps[i], fold) {
			return false
		}
	}
	tail := steps[len(steps)-len(behind):]
	for i, s := range behind {
		if !s.matches(tail[i], fold) {
			return false
		}
	}
	return true
}

// ends returns the names by which an index finds what the pattern may match: those of the last step, or of
// the root where there are no steps. No names: it may end in anything.
func (p *Pattern) ends() []string {
	if len(p.steps) == 0 {
		if p.floats() {
			return nil
		}
		return p.names
	}
	last := p.steps[len(p.steps)-1]
	if last.any || last.rest || slices.ContainsFunc(last.names, func(n string) bool { return len(n) > 2 && strings.HasSuffix(n, "*") }) {
		return nil
	}
	return last.names
}

// opens reports whether the pattern says what something begins with, and leaves open what its last step is.
func (p *Pattern) opens() bool { return !p.floats() && len(p.steps) > 0 && p.ends() == nil }

// RootedIn reports whether the values begin at a parameter of an entry of whose name is reports true.
func (p *Pattern) RootedIn(is func(entry string) bool) bool {
	return p.kind == EntryArg && slices.ContainsFunc(p.names, is)
}

// RootsIn reports whether the values begin at a module or global of a name.
func (p *Pattern) RootsIn(name string) bool { return p.bare && slices.Contains(p.names, name) }

// EndsIn reports whether what the pattern describes may have a name as its last one.
func (p *Pattern) EndsIn(name string) bool {
	ends := p.ends()
	return ends == nil || slices.Contains(ends, name)
}
