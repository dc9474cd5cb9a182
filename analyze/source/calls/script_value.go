package calls

import (
	"regexp"
	"slices"

	"snag/analyze/source/scan"
)

// valueKind is what is known of a value.
type valueKind uint8

const (
	isUnknown  valueKind = iota
	isModule             // module
	isMember             // member of module
	isFunction           // number
	isOwner              // number: a class, an object of it, or an object that is written out
	isResult             // of the call whose parenthesis is token number
)

// value is what an expression stands for.
type value struct {
	kind           valueKind
	number         int
	module, member string
}

// resolve finds the binding of each name.
func (p *script) resolve() {
	p.refs = make([]int32, len(p.list))
	ids := map[string]int{}
	byScope := make([][]int32, len(p.scopes))
	names := make([]int, len(p.bindings))
	for i, b := range p.bindings {
		id, ok := ids[b.name]
		if !ok {
			id = len(ids)
			ids[b.name] = id
		}
		names[i] = id
		byScope[b.scope] = append(byScope[b.scope], int32(i))
	}
	active := make([][]int32, len(ids)) // the bindings of each name, innermost last
	order := make([]int, len(p.scopes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := p.scopes[a].start - p.scopes[b].start; d != 0 {
			return d
		}
		return p.scopes[b].end - p.scopes[a].end
	})
	var open []int
	leave := func() {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for _, b := range byScope[last] {
			id := names[b]
			active[id] = active[id][:len(active[id])-1]
		}
	}
	next := 0
	for i := range p.list {
		for len(open) > 1 && p.scopes[open[len(open)-1]].end <= i {
			leave()
		}
		for ; next < len(order) && p.scopes[order[next]].start <= i; next++ {
			s := order[next]
			open = append(open, s)
			// In reverse, so that the first declaration in a scope counts.
			for _, b := range slices.Backward(byScope[s]) {
				active[names[b]] = append(active[names[b]], b)
			}
		}
		p.refs[i] = -1
		if p.kind(i) == scan.TokenName && p.kind(i-1) != '.' {
			if id, ok := ids[string(p.bytes(i))]; ok && len(active[id]) > 0 {
				p.refs[i] = active[id][len(active[id])-1]
			}
		}
	}
}

// interop are functions that compilers hand a module to and that return it.
var interop = regexp.MustCompile(`^(_interop\w*|_*import(Default|Star)|__toESM|_interop_require_\w+)$`)

// maxDepth bounds how far values are followed.
const maxDepth = 40

// visitor is told of the calls on the way along an expression: the value that the parenthesis at token
// open calls, whose name goes from token first to last.
type visitor func(v value, open, first, last int, made bool)

// eval returns what the expression at token i stands for and the token behind it.
func (p *script) eval(i, depth int, visit visitor) (v value, next int) {
	if depth > maxDepth {
		return v, i + 1
	}
	made := false
	for p.is(i, "await") || p.is(i, "new") {
		made = made || p.is(i, "new")
		i++
	}
	first := i
	switch p.kind(i) {
	case scan.TokenName:
		v, next = p.named(i, depth)
	case '{':
		if o, ok := p.ownerAt[i]; ok {
			return value{kind: isOwner, number: o}, p.behind(i)
		}
		return v, i + 1
	case '(', '<':
		if n, ok := p.startsAt[i]; ok {
			return value{kind: isFunction, number: n}, max(p.functions[n].end, i+1)
		}
		if p.kind(i) == '<' || p.mate(i) < 0 {
			return v, i + 1
		}
		at := i + 1
		if p.kind(at) == scan.TokenNumber && p.kind(at+1) == ',' {
			at += 2 // (0, module.function)(...), which compilers write
		}
		inner, end := p.eval(at, depth+8, nil)
		if next = p.behind(i); end == next-1 || p.is(end, "as") || p.is(end, "satisfies") {
			v = inner
		}
	default:
		return v, i + 1
	}
	return p.chain(v, first, next, depth, visit, made)
}

// named returns what the name at token i stands for.
func (p *script) named(i, depth int) (v value, next int) {
	next = i + 1
	if n, ok := p.startsAt[i]; ok {
		return value{kind: isFunction, number: n}, max(p.functions[n].end, next)
	}
	if o, ok := p.ownerAt[i]; ok {
		return value{kind: isOwner, number: o}, next
	}
	if b := p.refs[i]; b >= 0 && !(p.is(i, "require") && !p.bindings[b].parameter) {
		return p.bound(int(b), depth), next
	}
	switch string(p.bytes(i)) {
	case "require", "import":
		if module, ok := p.quoted(i + 2); ok && p.kind(i+1) == '(' && p.kind(i+3) == ')' {
			return moduleValue(module), i + 4
		}
	case "this":
		if o := p.this(int(p.within[i])); o >= 0 {
			v = value{kind: isOwner, number: o}
		}
	case "exports":
		v = value{kind: isOwner, number: exports}
	case "module":
		if p.kind(i+1) == '.' && p.is(i+2, "exports") {
			return value{kind: isOwner, number: exports}, i + 3
		}
	}
	return v, next
}

// chain follows the members and calls behind a value, from token i.
func (p *script) chain(v value, first, i, depth int, visit visitor, made bool) (value, int) {
	for {
		if p.work--; p.work < 0 {
			return value{}, max(i, first+1)
		}
		name, next := "", i
		switch p.kind(i) {
		case '.':
			if p.kind(i+1) == scan.TokenName {
				name, next = p.name(i+1), i+2
				break
			}
			if k := p.kind(i + 1); k == '(' || k == '[' { // ?.
				i++
				continue
			}
			return v, i + 1
		case '[':
			if p.mate(i) < 0 {
				return v, i + 1
			}
			next = p.mate(i) + 1
			if text, ok := p.quoted(i + 1); ok && next == i+3 {
				name = text
			}
		case '!':
			if k := p.kind(i + 1); k != '.' && k != '(' && k != '[' {
				return v, i
			}
			i++
			continue
		case '<':
			at := i + 1
			for at < i+32 && p.kind(at) != 0 && p.kind(at) != '>' {
				at++
			}
			if p.kind(at) != '>' || p.kind(at+1) != '(' || v.kind == isUnknown {
				return v, i
			}
			i = at + 1
			continue
		case '(':
			if p.mate(i) < 0 {
				return v, i + 1
			}
			if visit != nil {
				visit(v, i, first, i-1, made)
			}
			next = p.behind(i)
			switch {
			case v.kind == isOwner && made:
				made = false
			case v.kind == isFunction && made:
				v = value{kind: isOwner, number: p.makes(v.number)}
				made = false
			case v.kind == isFunction && p.is(i-1, "bind") && p.kind(i-2) == '.':
			case p.kind(i-1) == scan.TokenName && interop.Match(p.bytes(i-1)):
				v, _ = p.eval(i+1, depth+8, nil) // what compilers wrap modules in
			default:
				v = value{kind: isResult, number: i}
			}
			i = next
			continue
		default:
			return v, i
		}
		if v.kind == isFunction && (name == "bind" || name == "call" || name == "apply") {
			i = next
			continue
		}
		v = p.memberAt(v, name, depth)
		i = next
		if visit != nil && v.kind == isFunction && p.functions[v.number].getter {
			visit(v, i, first, i-1, false)
			v = value{}
		}
	}
}

// this returns the owner of the methods of which the function is one, or -1.
func (p *script) this(n int) int {
	for ; n >= 0; n = p.functions[n].parent {
		f := &p.functions[n]
		if f.owner >= 0 {
			return f.owner
		}
		if !f.arrow {
			return f.self
		}
	}
	return -1
}

// makes returns the owner of the members of what a function makes when it is called with new.
func (p *script) makes(n int) int {
	if p.functions[n].self < 0 {
		p.functions[n].self = p.newOwner()
	}
	return p.functions[n].self
}

// bound returns what a binding stands for.
func (p *script) bound(n, depth int) value {
	b := &p.bindings[n]
	switch {
	case b.imported != nil:
		return *b.imported
	case b.state == 2:
		return b.value
	case b.state == 1 || b.parameter || b.initial < 0:
		return p.assigned(n)
	}
	b.state = 1
	v, end := p.eval(b.initial, depth+1, nil)
	// In a = b = value the first one has the value of the last.
	for hops := 0; p.kind(end) == '=' && hops < 4; hops++ {
		w, next := p.eval(end+1, depth+1, nil)
		if end = next; v.kind == isUnknown {
			v = w
		}
	}
	path := p.bindings[n].path
	for _, name := range path {
		v = p.memberAt(v, name, depth+1)
	}
	b = &p.bindings[n]
	b.state, b.value = 2, v
	if v.kind == isUnknown || v.kind == isResult && b.owner >= 0 {
		return p.assigned(n)
	}
	return v
}

// assigned returns the owner of what is assigned to members of a binding.
func (p *script) assigned(n int) value {
	if o := p.bindings[n].owner; o >= 0 {
		return value{kind: isOwner, number: o}
	}
	return value{}
}

// member returns a member of a module.
func (p *script) member(v value, name string) value {
	switch {
	case name == "":
		return value{}
	case name == "default":
		return v
	case name == "promises":
		return value{}
	}
	return value{kind: isMember, module: v.module, member: name}
}

// memberAt returns a member of a value.
func (p *script) memberAt(v value, name string, depth int) value {
	switch v.kind {
	case isModule:
		return p.member(v, name)
	case isFunction:
		o := p.makes(v.number)
		if name == "prototype" {
			return value{kind: isOwner, number: o}
		}
		return p.memberAt(value{kind: isOwner, number: o}, name, depth)
	case isOwner:
		if name == "prototype" {
			return v
		}
		for o, hops := v.number, 0; o >= 0 && hops < 8; hops++ {
			if at, ok := p.members[memberKey{o, name}]; ok {
				w, _ := p.eval(at, depth+1, nil)
				return w
			}
			base := p.owners[o].base
			if o = -1; base >= 0 && depth < maxDepth {
				switch w, _ := p.eval(base, depth+8, nil); w.kind {
				case isOwner:
					o = w.number
				case isFunction:
					o = p.makes(w.number)
				}
			}
		}
	}
	return value{}
}
