package calls

import (
	"strconv"
	"strings"

	"snag/analyze/source/scan"
)

// assignments reads what is assigned to members, and to names that are declared without a value.
func (p *script) assignments() {
	for i, t := range p.list {
		if t.Kind != '=' || t.End != t.Start+1 || p.kind(i-1) != scan.TokenName {
			continue
		}
		if p.kind(i-2) != '.' {
			if b := p.refs[i-1]; b >= 0 {
				if b := &p.bindings[b]; b.initial < 0 && !b.parameter && b.imported == nil {
					b.initial = i + 1
				}
			} else if p.is(i-1, "exports") {
				p.assignMembers(exports, i+1)
			}
			continue
		}
		name := p.name(i - 1)
		first := i - 3
		for p.kind(first) == scan.TokenName && p.kind(first-1) == '.' {
			first -= 2
		}
		if first < 0 || p.kind(first) != scan.TokenName {
			continue
		}
		p.assign(first, i, name)
	}
}

// assign reads the assignment to the member that is named last in front of the equals sign at token
// equals; the first name is token first.
func (p *script) assign(first, equals int, name string) {
	o := -1
	middle := equals - 3 - first // tokens between the first name and the member
	isPrototype := middle == 2 && p.is(first+2, "prototype")
	switch b := p.refs[first]; {
	case b >= 0:
		if middle != 0 && !isPrototype {
			return
		}
		v := p.bound(int(b), 0)
		switch {
		case v.kind == isOwner:
			o = v.number
		case v.kind == isFunction:
			o = p.makes(v.number)
		case p.bindings[b].imported != nil || v.kind == isModule || v.kind == isMember:
			return
		default:
			o = p.newOwner()
			p.bindings[b].owner = o
		}
		if name == "prototype" && middle == 0 {
			p.assignMembers(o, equals+1)
			return
		}
	case p.is(first, "module") && name == "exports" && middle == 0:
		p.assignMembers(exports, equals+1)
		return
	case p.is(first, "exports") && middle == 0, p.is(first, "module") && p.is(first+2, "exports") && middle == 2:
		o = exports
		p.exported = append(p.exported, equals+1)
	case p.is(first, "this") && middle == 0:
		in := int(p.within[first])
		if o = p.this(in); o < 0 {
			for in >= 0 && p.functions[in].arrow {
				in = p.functions[in].parent
			}
			if in < 0 {
				return
			}
			o = p.makes(in)
		}
	default:
		return
	}
	p.addMember(o, name, equals+1)
	if n, ok := p.startsAt[equals+1]; ok && p.functions[n].owner < 0 && !p.functions[n].arrow {
		p.functions[n].owner = o
	}
}

// assignMembers makes the value at token i the base of an owner.
func (p *script) assignMembers(o, i int) {
	if o == exports && (p.is(i, "exports") || p.is(i, "module") || p.kind(i) == scan.TokenName && p.kind(i+1) == '=') {
		return // the next equals sign tells
	}
	if p.owners[o].base < 0 {
		p.owners[o].base = i
	}
	if o == exports {
		p.exported = append(p.exported, i)
	}
}

// visit follows all expressions, and notes calls between functions and calls that block.
func (p *script) visit() {
	var calls []int // the open brackets, and whether each is that of a call
	for i, t := range p.list {
		if t.Closes && !t.Opens && p.mate(i) >= 0 {
			for len(calls) > 0 && calls[len(calls)-1] >= p.mate(i) {
				calls = calls[:len(calls)-1]
			}
		}
		if t.Opens {
			if t.Kind == '(' && p.called(i) {
				p.routes(i)
			}
			calls = append(calls, i)
		}
		group := t.Kind == '(' && !p.called(i)
		if !group && (t.Kind != scan.TokenName || p.kind(i-1) == '.' || p.declared[i] || keywords[string(p.bytes(i))] && !p.is(i, "import")) {
			continue
		}
		if _, ok := p.startsAt[i]; ok {
			continue
		}
		made := p.is(i-1, "new")
		from := i
		if made {
			from--
		}
		v, end := p.eval(from, 0, p.call)
		if v.kind != isFunction || len(calls) == 0 {
			continue
		}
		// A function that is handed over is called.
		open := calls[len(calls)-1]
		before, behind := p.kind(i-1), p.kind(end)
		if open < i && p.kind(open) == '(' && p.called(open) && (before == '(' || before == ',') && (behind == ')' || behind == ',') && !p.aside[open] {
			p.edge(i, v.number)
		}
	}
}

// edge notes that a function is called at token i.
func (p *script) edge(i, function int) {
	from := int(p.within[i])
	if from < 0 {
		p.functions[function].start = true
		return
	}
	if from != function {
		p.edges = append(p.edges, [2]int{from, function})
	}
}

// call notes the call of a value.
func (p *script) call(v value, open, first, last int, made bool) {
	switch v.kind {
	case isFunction:
		if p.is(open-1, "bind") && p.kind(open-2) == '.' {
			return
		}
		p.edge(first, v.number)
	case isOwner:
		if !made {
			return
		}
		if w := p.memberAt(v, "constructor", 0); w.kind == isFunction {
			p.edge(first, w.number)
		}
	case isMember:
		if p.is(open-1, "call") || p.is(open-1, "apply") || p.is(open-1, "bind") {
			return
		}
		if p.kind(last) == '.' {
			last--
		}
		arguments, size := func() int { return p.arguments(open) }, func() int { return p.number(open) }
		if instead := blocks(v.module, v.member, arguments, size); instead != "" {
			p.found = append(p.found, finding{p.nameFrom(first, last), last, v.module + "." + v.member, instead})
		}
	}
}

// arguments returns the number of the arguments of a call, plus 100 where the last one is a function.
func (p *script) arguments(open int) int {
	list := p.argumentsAt(open)
	if len(list) == 0 {
		return 0
	}
	if v, _ := p.eval(list[len(list)-1], 0, nil); v.kind == isFunction {
		return len(list) + 100
	}
	return len(list)
}

// number is the first argument of a call where that is a number in digits, else 0.
func (p *script) number(open int) int {
	if next := p.kind(open + 2); next != ')' && next != ',' {
		return 0
	}
	n, err := strconv.Atoi(strings.ReplaceAll(string(p.bytes(open+1)), "_", ""))
	if err != nil {
		return 0
	}
	return n
}

// argumentsAt returns the tokens at which the arguments of the call begin whose parenthesis, or the
// elements of the array whose bracket, is token open. There are at most 64.
func (p *script) argumentsAt(open int) (all []int) {
	end := p.mate(open)
	for i := open + 1; i < end && len(all) < 64; {
		all = append(all, i)
		for ; i < end && p.kind(i) != ','; i = p.behind(i) {
		}
		i++
	}
	return all
}
