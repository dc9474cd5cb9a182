package calls

import (
	"snag/analyze/source/scan"
)

func (p *script) bind(b binding) int {
	b.owner = -1
	p.bindings = append(p.bindings, b)
	return len(p.bindings) - 1
}

// word reads the name or keyword at token i.
func (q *parser) word(f *frame, i int) {
	if q.kind(i-1) == '.' {
		return
	}
	if f.kind == frameObject && (i-1 == f.open || q.kind(i-1) == ',') {
		switch q.kind(i + 1) {
		case ':':
			q.addMember(f.owner, q.name(i), i+2)
			q.declared[i] = true
			return
		case ',', '}':
			q.addMember(f.owner, q.name(i), i)
			return
		case '(':
			return
		}
	}
	if f.kind == frameClass && q.kind(i+1) == '(' {
		return
	}
	switch string(q.bytes(i)) {
	case "function":
		q.readFunction(f, i)
	case "class":
		q.readClass(f, i)
	case "const", "let", "var", "using":
		if k := q.kind(i + 1); q.is(i+1, "enum") || k != scan.TokenName && k != '{' && k != '[' {
			return
		}
		f.declares, f.variable = true, q.is(i, "var")
		q.declarator(i+1, f.scope, f.variable)
	case "import":
		if k := q.kind(i + 1); k == scan.TokenName || k == '{' || k == '*' {
			q.importNames(i + 1)
		}
	case "export":
		q.export(i + 1)
	case "catch":
		if q.kind(i+1) == '(' {
			q.bindPattern(i+1, f.scope, -1, nil, 0, false)
		}
	}
}

// statementAt reports whether a function or class at token i is a declaration.
func (q *parser) statementAt(f *frame, i int) bool {
	if q.is(i-1, "async") {
		i--
	}
	if f.kind != frameFile && f.kind != frameBody && f.kind != frameBlock {
		return false
	}
	switch q.kind(i - 1) {
	case 0, ';', '}', '{':
		return true
	case ')':
		return true
	case scan.TokenName:
		return q.is(i-1, "export") || q.is(i-1, "default") || q.is(i-1, "else") || q.is(i-1, "declare") || q.is(i-1, "abstract") || q.list[i].Line && q.endsValue(i-1)
	}
	return q.list[i].Line && q.endsValue(i-1)
}

// readFunction reads the head of the function whose keyword is token i.
func (q *parser) readFunction(f *frame, i int) {
	at := i + 1
	if q.kind(at) == '*' {
		at++
	}
	name := at
	if q.kind(at) == scan.TokenName {
		at++
	} else {
		name = -1
	}
	if q.kind(at) == '<' {
		for limit := at + 64; at < limit && q.kind(at) != '(' && q.kind(at) != 0; at++ {
		}
	}
	if q.kind(at) != '(' || q.mate(at) < 0 {
		return
	}
	first := i
	if q.is(i-1, "async") {
		first--
	}
	n := q.newFunction(first, at)
	fn := &q.functions[n]
	fn.async = first < i
	q.startsAt[i] = n
	q.dropOverload(f)
	f.pending = n
	fn.name = q.name(name)
	if q.statementAt(f, i) {
		fn.byName = true
		if name >= 0 {
			q.declared[name] = true
			fn.binding = q.bind(binding{name: fn.name, scope: f.scope, initial: i})
		}
		if q.is(first-1, "default") {
			q.exported = append(q.exported, first)
		}
		return
	}
	if name >= 0 {
		q.declared[name] = true
		q.bind(binding{name: fn.name, scope: fn.scope, initial: i})
	}
	q.nameFunction(n)
	if f.kind == frameClass {
		fn.owner, fn.decorators = f.owner, f.decorators
	}
}

// dropOverload forgets a function that has no body.
func (q *parser) dropOverload(f *frame) {
	if f.pending >= 0 {
		if b := q.functions[f.pending].binding; b >= 0 {
			q.bindings[b].name = ""
		}
		f.pending = -1
	}
}

// readClass reads the head of the class whose keyword is token i.
func (q *parser) readClass(f *frame, i int) {
	o := q.newOwner()
	q.ownerAt[i], f.class = o, o
	at := i + 1
	if q.kind(at) == scan.TokenName && !q.is(at, "extends") {
		q.declared[at] = true
		q.bind(binding{name: q.name(at), scope: f.scope, initial: i})
		at++
	}
	for limit := at + 64; at < limit && at < len(q.list); at++ {
		if q.kind(at) == '{' || q.kind(at) == ';' {
			break
		}
		if q.is(at, "extends") {
			q.owners[o].base = at + 1
			break
		}
	}
}

// declarator reads what is declared at token i: a name or pattern, its type and value.
func (q *parser) declarator(i, in int, variable bool) {
	if variable && q.top().function >= 0 {
		in = q.functions[q.top().function].scope
	}
	at := i + 1
	pattern := q.kind(i) == '{' || q.kind(i) == '['
	if pattern {
		if q.mate(i) < 0 {
			return
		}
		at = q.mate(i) + 1
	} else if q.kind(i) != scan.TokenName {
		return
	}
	initial := -1
	if q.kind(at) == '!' {
		at++
	}
	if q.kind(at) == ':' { // a type
		for limit := at + 256; at < limit && at < len(q.list); at = q.behind(at) {
			if k := q.kind(at); k == ';' || k == '=' || q.list[at].Closes || k == scan.TokenName && q.list[at].Line && q.endsValue(at-1) {
				break
			}
		}
	}
	if q.kind(at) == '=' {
		initial = at + 1
	}
	if pattern {
		q.bindPattern(i, in, initial, nil, 0, false)
		return
	}
	q.declared[i] = true
	q.bind(binding{name: q.name(i), scope: in, initial: initial})
}

// bindPattern binds the names in the pattern at token open, whose value begins at token initial.
func (q *parser) bindPattern(open, in, initial int, path []string, depth int, parameter bool) {
	end := q.mate(open)
	if end < 0 || depth > 8 {
		return
	}
	array := q.kind(open) != '{'
	for i := open + 1; i < end; {
		if q.kind(i) == scan.TokenSpread {
			i++
		}
		key, local := q.name(i), i
		if key == "" {
			key, _ = q.quoted(i)
		}
		from := initial
		var to []string
		if !array && q.kind(i+1) == ':' {
			local = i + 2
			q.declared[i] = true
		}
		if array || key == "" {
			from = -1
		} else if from >= 0 {
			to = append(path[:len(path):len(path)], key)
		}
		switch q.kind(local) {
		case scan.TokenName:
			q.declared[local] = true
			q.bind(binding{name: q.name(local), scope: in, initial: from, path: to, parameter: parameter})
		case '{', '[':
			q.bindPattern(local, in, from, to, depth+1, parameter)
		}
		for i = max(local, i); i < end && q.kind(i) != ','; i = q.behind(i) {
		}
		i++
	}
}

// bindParameters binds the parameters in the parentheses at token open.
func (q *parser) bindParameters(open, in int) (all []parameter) {
	end := q.mate(open)
	for i := open + 1; i < end; {
		for q.kind(i) == '@' && q.kind(i+1) == scan.TokenName {
			i = q.behindDecorator(i)
		}
		for q.kind(i) == scan.TokenName && q.kind(i+1) == scan.TokenName && modifiers[string(q.bytes(i))] {
			i++
		}
		if q.kind(i) == scan.TokenSpread {
			i++
		}
		at := i + 1
		one := parameter{name: q.name(i)}
		switch q.kind(i) {
		case scan.TokenName:
			q.declared[i] = true
			if one.name != "this" {
				q.bind(binding{name: one.name, scope: in, initial: -1, parameter: true})
			}
		case '{', '[':
			one.name = "{"
			q.bindPattern(i, in, -1, nil, 0, true)
			if key := q.name(i + 1); q.kind(i) == '{' && (key == "req" || key == "request") {
				one.kind = "Request"
			}
			at = q.behind(i)
		}
		if q.kind(at) == '?' {
			at++
		}
		if q.kind(at) == ':' && q.kind(at+1) == scan.TokenName {
			at++
			for q.kind(at+1) == '.' && q.kind(at+2) == scan.TokenName {
				at += 2
			}
			one.kind = q.name(at)
		}
		if len(all) < 4 {
			all = append(all, one)
		}
		angles := 0
		for ; at < end && !(q.kind(at) == ',' && angles == 0); at = q.behind(at) {
			switch q.kind(at) {
			case '<':
				angles++
			case '>':
				angles = max(0, angles-1)
			case '=':
				angles = 0
			}
		}
		i = max(at, i) + 1
	}
	return all
}
