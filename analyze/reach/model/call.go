package model

import (
	"slices"
	"strings"
)

// Call is a call in a program, as far as patterns look at it.
type Call struct {
	// Callees are what may be called.
	Callees []Access
	// Args are the arguments in the order of the text, without the receiver.
	Args []Arg

	widened bool // Callees are all that aliases say
}

// Arg is an argument of a call.
type Arg struct {
	Keyword string // the name that it is given by, "" for one that is known by its position
	Literal string // the constant text that it is, or the name of a constant of PHP; "" where it is none
	Spread  bool   // it stands for any number of arguments
}

// CallPattern describes calls, and gives each argument that matters a role. Its text form is a pattern with
// arguments in parentheses:
//
//	re.sub(pattern=regex, repl=_, string=subject, ...)
//
// An argument is a role, "_" for one that does not matter, a 'literal' or alternatives of them, or an object of roles,
// {limit: max}. "name=" before it says by which name it can be given, or "a|b=" by which, "?" behind it that it may be
// missing, "..." that more of the same follow; "..." alone stands for any further ones. What stands behind "*" or "..."
// has to be given by name, by any that no other has where "..." stands behind it. Calls before the last may have arguments as well.
type CallPattern struct {
	// Callee describes what is called.
	Callee *Pattern
	// Inner are the arguments of the calls before the last, by the number of their "()" among the steps
	// of Callee.
	Inner map[int][]Param
	// Params are the arguments.
	Params []Param
	// Self is the role of the receiver, "" for none: the one that no argument has.
	Self string
	text string
}

// Param is what a pattern says about an argument.
type Param struct {
	Role string // "" for "_"
	// Keywords are the names by which it can be given.
	Keywords []string
	Index    int      // its position, -1 where it has to be given by name
	Path     []string // where in the argument, an object, the role is
	Literal  []string // the texts that it may be; nil for any
	// Optional reports whether the argument may be missing, Rest whether more of the same may follow.
	Optional, Rest bool
}

// Filled is an argument of a call that has a role.
type Filled struct {
	Role string
	Arg  int      // its place in Call.Args; Receiver for what the call is a member of
	Path []string // where in the argument, an object, the role is
}

// String returns the pattern as it was written.
func (p *CallPattern) String() string { return p.text }

// Match reports whether the pattern describes a call, with the roles of its arguments; exact is as in
// [Pattern.Match].
func (p *CallPattern) Match(lang Language, c Call) (roles []Filled, exact, ok bool) {
	if !p.fits(c) {
		return nil, false, false
	}
	for _, callee := range c.Callees {
		is, may := p.Callee.Match(lang, callee)
		exact, ok = exact || is, ok || may
	}
	if !ok {
		return nil, false, false
	}
	return p.fill(c), exact, true
}

// fits reports whether the arguments are as many as the pattern says, with the literals that it asks for.
func (p *CallPattern) fits(c Call) bool {
	positional, spread := 0, false
	for _, a := range c.Args {
		if a.Spread {
			spread = true
		} else if a.Keyword == "" {
			positional++
		}
	}
	least, most := 0, 0
	for _, q := range p.Params {
		switch {
		case q.Rest:
			most = len(c.Args) + 1
		case q.Index >= 0:
			most = max(most, q.Index+1)
		}
		at := p.find(c, q)
		if at < 0 && !q.Optional && q.Index >= 0 && !(spread && q.Literal == nil) {
			return false
		}
		if at < 0 && q.Literal != nil && !q.Optional {
			return false
		}
		if at >= 0 && q.Literal != nil && !slices.Contains(q.Literal, c.Args[at].Literal) {
			return false
		}
		if !q.Optional && q.Index >= least {
			least = q.Index + 1
		}
	}
	return positional <= most
}

// find returns the place of an argument among those of the call, -1 where it is missing.
func (p *CallPattern) find(c Call, q Param) int {
	position := 0
	for i, a := range c.Args {
		switch {
		case a.Keyword != "":
			if slices.Contains(q.Keywords, a.Keyword) {
				return i
			}
		case a.Spread:
			return -1
		default:
			if position == q.Index {
				return i
			}
			position++
		}
	}
	return -1
}

// fill returns the roles of the arguments and of the receiver.
func (p *CallPattern) fill(c Call) []Filled {
	var roles []Filled
	if p.Self != "" {
		roles = append(roles, Filled{Role: p.Self, Arg: Receiver})
	}
	for _, q := range p.Params {
		if q.Role == "" {
			continue
		}
		if q.Rest && q.Index < 0 {
			for i, a := range c.Args {
				if a.Keyword != "" && !p.claims(a.Keyword) {
					roles = append(roles, Filled{q.Role, i, q.Path})
				}
			}
			continue
		}
		at := p.find(c, q)
		if at < 0 && q.Rest { // what stands behind a spread may be at any position
			at = slices.IndexFunc(c.Args, func(a Arg) bool { return a.Spread && a.Keyword == "" })
		}
		if at < 0 {
			continue
		}
		roles = append(roles, Filled{q.Role, at, q.Path})
		if q.Rest {
			for i := at + 1; i < len(c.Args); i++ {
				if c.Args[i].Keyword == "" {
					roles = append(roles, Filled{q.Role, i, q.Path})
				}
			}
		}
	}
	return roles
}

// claims reports whether an argument can be given by a name.
func (p *CallPattern) claims(keyword string) bool {
	return slices.ContainsFunc(p.Params, func(q Param) bool { return slices.Contains(q.Keywords, keyword) })
}

// has reports whether an argument has a role.
func (p *CallPattern) has(role string) bool {
	return slices.ContainsFunc(p.Params, func(q Param) bool { return q.Role == role })
}

// asks reports whether the pattern asks for the text of an argument.
func (p *CallPattern) asks() bool {
	return slices.ContainsFunc(p.Params, func(q Param) bool { return q.Literal != nil })
}

// ParseCall reads the text form of a pattern of calls. Roles are those that an argument may have.
func ParseCall(text string, roles ...string) (*CallPattern, error) {
	r := &reader{text: text}
	p, err := r.pattern()
	if err != nil {
		return nil, err
	}
	call := &CallPattern{Callee: p, text: text}
	for {
		// The reader took "()" for a step; the last one is the call itself.
		if r.at == len(text) {
			last := len(p.steps) - 1
			if last < 0 || !slices.Contains(p.steps[last].names, "()") {
				return nil, r.fail("expected arguments in parentheses")
			}
			p.steps = p.steps[:last]
			return call, nil
		}
		if !r.take("(") {
			return nil, r.fail("expected a step or arguments in parentheses")
		}
		params, err := r.params(roles)
		if err != nil {
			return nil, err
		}
		if r.at == len(text) {
			call.Params = params
			return call, nil
		}
		if call.Inner == nil {
			call.Inner = map[int][]Param{}
		}
		call.Inner[len(p.steps)] = params
		p.steps = append(p.steps, step{names: []string{"()"}})
		if err := r.steps(p); err != nil {
			return nil, err
		}
	}
}

// params reads arguments up to the closing parenthesis.
func (r *reader) params(roles []string) ([]Param, error) {
	var all []Param
	named := false
	for index := 0; ; index++ {
		r.space()
		if r.take(")") {
			return all, nil
		}
		if index > 0 {
			if !r.take(",") {
				return nil, r.fail("expected , or )")
			}
			r.space()
		}
		if strings.HasPrefix(r.text[r.at:], "*,") || strings.HasPrefix(r.text[r.at:], "*)") {
			r.at++
			named = true
			index--
			if r.take(",") {
				index++
				r.space()
			} else {
				continue
			}
		}
		at := index
		if named {
			at = -1
		}
		one, err := r.param(at, roles)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
		named = named || len(one) == 1 && one[0].Role == "" && one[0].Rest
	}
}

func (r *reader) param(index int, roles []string) ([]Param, error) {
	if r.take("...") {
		return []Param{{Index: index, Optional: true, Rest: true}}, nil
	}
	q := Param{Index: index, Optional: index < 0}
	start := r.at
	if names, err := r.names("-"); err == nil && r.take("=") {
		q.Keywords = names
	} else {
		r.at = start
	}
	all, err := r.spec(q, roles)
	if err != nil {
		return nil, err
	}
	optional, rest := r.take("?"), r.take("...")
	for i := range all {
		all[i].Optional = all[i].Optional || optional || rest
		all[i].Rest = rest
	}
	return all, nil
}

// spec reads what stands for one argument, or for a part of it.
func (r *reader) spec(q Param, roles []string) ([]Param, error) {
	if r.take("{") {
		var all []Param
		for {
			r.space()
			keys, err := r.names("-")
			if err != nil {
				return nil, err
			}
			r.space()
			if !r.take(":") {
				return nil, r.fail("expected : and a role")
			}
			r.space()
			for _, key := range keys {
				inner := q
				inner.Path = append(slices.Clone(q.Path), key)
				again := &reader{text: r.text, at: r.at}
				more, err := again.spec(inner, roles)
				if err != nil {
					return nil, err
				}
				all = append(all, more...)
				if key == keys[len(keys)-1] {
					r.at = again.at
				}
			}
			r.space()
			if r.take("}") {
				return all, nil
			}
			if !r.take(",") {
				return nil, r.fail("expected , or }")
			}
		}
	}
	if strings.HasPrefix(r.text[r.at:], "'") {
		for {
			literal := r.name("")
			if literal == "" {
				return nil, r.fail("a literal has no end")
			}
			q.Literal = append(q.Literal, literal)
			if !r.take("|") {
				return []Param{q}, nil
			}
		}
	}
	role := r.name("")
	switch {
	case role == "_":
	case slices.Contains(roles, role):
		q.Role = role
	default:
		return nil, r.fail("%q is no role here: an argument is _, %s", role, strings.Join(roles, ", "))
	}
	return []Param{q}, nil
}
