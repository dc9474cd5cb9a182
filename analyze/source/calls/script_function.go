package calls

import (
	"snag/analyze/source/scan"
)

// enter makes a frame the body of a function from token i.
func (q *parser) enter(fn int, f *frame, i int) {
	f.function, f.scope, f.argument = fn, q.functions[fn].scope, -1
	q.functions[fn].body, q.functions[fn].end = i, len(q.list)
}

// newFunction adds a function whose expression or declaration begins at token first, and whose
// parameters stand in the parentheses at token open. That is the name where there is only one.
func (q *parser) newFunction(first, open int) int {
	f := q.top()
	fn := function{first: first, parent: f.function, owner: -1, self: -1, binding: -1, argument: f.argument, scope: len(q.scopes)}
	q.scopes = append(q.scopes, scope{start: min(first, open), end: len(q.list), function: true})
	if q.kind(open) == '(' {
		fn.parameters = q.bindParameters(open, fn.scope)
	} else if q.kind(open) == scan.TokenName {
		q.bind(binding{name: q.name(open), scope: fn.scope, initial: -1, parameter: true})
		q.declared[open] = true
		fn.parameters = []parameter{{name: q.name(open)}}
	}
	q.functions = append(q.functions, fn)
	n := len(q.functions) - 1
	q.startsAt[first], q.startsAt[open] = n, n
	return n
}

// nameFunction gives a function expression the name that it is assigned to.
func (q *parser) nameFunction(n int) {
	fn := &q.functions[n]
	at := fn.first - 1
	f := q.top()
	switch {
	case q.kind(at) == '=' && q.list[at].End == q.list[at].Start+1:
		fn.byName = true
		if fn.name == "" {
			fn.name = q.assignedName(f, at)
		}
	case q.kind(at) == ':' && f.kind == frameObject && f.ternary == 0:
		fn.byName = f.argument < 0
		fn.owner = f.owner
		if fn.name = q.name(at - 1); fn.name == "" {
			fn.name, _ = q.quoted(at - 1)
		}
	}
}

// assignedName returns the name that the equals sign at token i assigns to.
func (q *parser) assignedName(f *frame, i int) string {
	if f.kind == frameClass {
		return q.name(q.fieldName(f.member))
	}
	if name := q.name(i - 1); name != "" && q.kind(i-2) != ':' {
		return name
	}
	for n := len(q.bindings) - 1; n >= 0 && n >= len(q.bindings)-8; n-- {
		if q.bindings[n].initial == i+1 && len(q.bindings[n].path) == 0 {
			return q.bindings[n].name
		}
	}
	return ""
}

// readArrow reads the arrow at token i, whose parameters stand before it.
func (q *parser) readArrow(f *frame, i int) {
	open := f.parens
	if q.kind(i-1) == scan.TokenName {
		behind := byte(0)
		if open >= 0 {
			behind = q.kind(q.mate(open) + 1)
		}
		if open < 0 || behind != ':' && q.mate(open) != i-1 {
			open = i - 1
		}
	}
	if open < 0 {
		return
	}
	f.parens = -1
	first := open
	if q.kind(first-1) == '>' { // type parameters
		for back := first - 2; back > 0 && back > first-64; back-- {
			if q.kind(back) == '<' {
				first = back
				break
			}
		}
	}
	async := q.is(first-1, "async")
	n := q.newFunction(first, open)
	fn := &q.functions[n]
	fn.arrow, fn.async = true, async
	if async {
		fn.first--
		q.startsAt[fn.first] = n
	}
	q.nameFunction(n)
	if f.kind == frameClass {
		fn.owner, fn.decorators = f.owner, f.decorators
	}
	if q.kind(i+1) == '{' && q.list[i+1].Brace == scan.Body {
		q.arrow = n
		return
	}
	q.enter(n, q.push(frameArrow, -1), i+1)
}

// method adds the method whose body is the brace at token i.
func (q *parser) method(f *frame, i int) int {
	open := f.signature
	f.signature = -1
	if q.kind(open) != '(' {
		if q.is(i-1, "static") { // an initialiser
			return q.newFunction(i, i)
		}
		return -1
	}
	at := open - 1
	if q.kind(at) == '>' {
		for back := at; back > 0 && back > at-64; back-- {
			if q.kind(back) == '<' {
				at = back - 1
				break
			}
		}
	}
	n := q.newFunction(at, open)
	fn := &q.functions[n]
	if fn.name = q.name(at); fn.name == "" {
		fn.name, _ = q.quoted(at)
	}
	fn.owner, fn.byName, fn.private = f.owner, f.kind == frameClass || f.argument < 0, len(fn.name) > 0 && fn.name[0] == '#'
	for back := at - 1; back >= 0 && (q.kind(back) == '*' || modifiers[q.name(back)]); back-- {
		switch q.name(back) {
		case "async":
			fn.async = true
		case "get", "set":
			fn.getter = true
		case "private", "protected":
			fn.private = true
		}
	}
	fn.decorators = f.decorators
	q.declared[at] = true
	if fn.name != "" {
		q.addMember(f.owner, fn.name, at)
	}
	return n
}

func (p *script) addMember(owner int, name string, token int) {
	if owner < 0 || name == "" {
		return
	}
	key := memberKey{owner, name}
	if _, ok := p.members[key]; !ok {
		p.members[key] = token
	}
}
