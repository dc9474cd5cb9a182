package scripting

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
)

func (p *php) operand(i, depth int) (v literal.Constant, next int, ok bool) {
	if p.tired(depth) {
		return p.fail("too much to follow")
	}
	next = i + 1
	switch p.kind(i) {
	case kindString:
		if v, ok = p.stringValue(i, depth); !ok {
			return p.depends(i)
		}
	case kindNumber:
		if v, ok = p.number(i); !ok {
			return p.depends(i)
		}
	case '(':
		if v, next, ok = p.sum(i+1, depth+1); !ok || next != p.mate(i) {
			return p.depends(i)
		}
		next++
	case '[':
		if v, ok = p.items(i+1, p.mate(i), depth); !ok {
			return p.depends(i)
		}
		next = p.mate(i) + 1
	case kindVariable, kindName:
		v, next, ok = p.named(i, depth)
	case kindBroken:
		return p.fail("the string does not end")
	default:
		return p.depends(i)
	}
	if !ok {
		return p.depends(i)
	}
	switch k := p.kind(next); k {
	case kindArrow, kindDouble, '[', '(', '?', kindLogic, '+', '*', '-', '%':
		return p.depends(i)
	}
	return v, next, true
}

// items reads the items of an array between two tokens.
func (p *php) items(i, last, depth int) (v literal.Constant, ok bool) {
	v.List = true
	for ; i < last; i++ {
		item, stop, ok := p.sum(i, depth+1)
		if ok && p.kind(stop) == kindFat {
			item, stop, ok = p.sum(stop+1, depth+1)
		}
		if !ok || item.List || p.kind(stop) != ',' && stop != last {
			return v, false
		}
		v.Items = append(v.Items, item)
		i = stop
	}
	return v, last >= 0
}

// named reads a variable, a constant, a property or one of the functions that are followed.
func (p *php) named(i, depth int) (v literal.Constant, next int, ok bool) {
	next = i + 1
	if (p.kind(next) == kindDouble || p.kind(next) == kindArrow && string(p.bytes(i)) == "$this") &&
		(p.kind(next+1) == kindName || p.kind(next+1) == kindVariable) {
		next += 2
	}
	if p.kind(next) == '(' && p.mate(next) > 0 {
		if p.kind(i) == kindName && next == i+1 {
			return p.called(i, next, depth)
		}
		return p.depends(i)
	}
	if k := p.kind(next); k == '[' || k == kindArrow || k == kindDouble {
		return p.depends(i)
	}
	b, found := p.value(i, next)
	v, ok = p.follow(string(p.src[p.start(i):p.end(next-1)]), b, found, depth, ";,)")
	return v, next, ok
}

// value looks up what stands between two tokens: a variable, a constant, or a member of an object or a
// class of the file.
func (p *php) value(i, end int) (b bound, found bool) {
	at := p.start(i)
	name := string(p.bytes(end - 1))
	if end-i == 1 {
		if p.kind(i) == kindName {
			name = strings.TrimPrefix(name, `\`)
			if p.work -= len(p.bound[name]); p.work < 0 {
				return bound{value: -1}, true
			}
			b, n := p.within(p.bound[name], 0)
			return b, n > 0
		}
		return p.lookup(name, at)
	}
	class := -1
	switch owner := string(p.bytes(i)); owner {
	case "$this", "self", "static":
		class = p.classAround(at)
		if owner == "$this" {
			name = "$" + name
		}
	default:
		class = p.classNamed(owner[strings.LastIndexByte(owner, '\\')+1:])
	}
	if class < 0 {
		return bound{value: -1}, false
	}
	if p.work -= len(p.bound[name]) + len(p.areas)/8; p.work < 0 {
		return bound{value: -1}, true
	}
	if name[0] == '$' {
		assigned := p.bound["."+name[1:]]
		if len(assigned) == 1 && assigned[0].value >= 0 && p.classAround(p.start(assigned[0].value)) == class {
			if b, n := p.within(p.bound[name], class); n == 0 || b.value < 0 {
				return assigned[0], true
			}
		}
		if len(assigned) > 0 || len(p.bound["."+name]) > 0 {
			return bound{value: -1}, true
		}
	}
	b, n := p.within(p.bound[name], class)
	return b, n > 0
}

// called reads the call of a function that is followed.
func (p *php) called(i, open, depth int) (v literal.Constant, next int, ok bool) {
	last := p.mate(open)
	switch strings.ToLower(strings.TrimPrefix(string(p.bytes(i)), `\`)) {
	case "implode", "join":
		arguments, ok := p.arguments(open+1, last, depth)
		if !ok || len(arguments) != 2 || arguments[0].List || !arguments[1].List {
			return p.depends(i)
		}
		v.Names = arguments[0].Names + arguments[1].Names
		if !p.joined(&v, arguments[0], arguments[1].Items) {
			return p.depends(i)
		}
		return v, last + 1, true
	case "sprintf":
		arguments, ok := p.arguments(open+1, last, depth)
		if ok && len(arguments) > 0 && !arguments[0].List {
			if v, ok = p.sprintf(&arguments[0], arguments[1:], nil); ok {
				return v, last + 1, true
			}
		}
	case "array":
		if v, ok = p.items(open+1, last, depth); ok {
			return v, last + 1, true
		}
	}
	return p.depends(i)
}

// arguments reads the arguments between two tokens.
func (p *php) arguments(i, last, depth int) (all []literal.Constant, ok bool) {
	for ; i < last; i++ {
		v, stop, ok := p.sum(i, depth+1)
		if !ok || p.kind(stop) != ',' && stop != last {
			return nil, false
		}
		all = append(all, v)
		i = stop
	}
	return all, true
}

// shape returns the form of the string at token i and where its text stands.
func (p *php) shape(i int) (f phpText, start, end int) { return p.shapeOf(p.start(i), p.end(i)) }

// shapeOf returns the form of the string between two offsets and where its text stands.
func (p *php) shapeOf(start, end int) (f phpText, from, to int) {
	if f.quote = p.src[start]; f.quote != '<' {
		return f, start + 1, end - 1
	}
	f.quote = 0
	label, body := p.heredocLabel(start)
	f.label = string(label)
	for n := start; n < body && !f.nowdoc; n++ {
		f.nowdoc = p.src[n] == '\''
	}
	close := end - len(label)
	line := close
	for line > body && p.src[line-1] != '\n' {
		line--
	}
	f.indent, f.white = close-line, string(p.src[line:close])
	end = max(line-1, body)
	if end > body && p.src[end-1] == '\r' {
		end--
	}
	for start = body; start < end && start < body+f.indent && (p.src[start] == ' ' || p.src[start] == '\t'); start++ {
	}
	return f, start, end
}

// stringValue returns the value of the string at token i.
func (p *php) stringValue(i, depth int) (v literal.Constant, ok bool) {
	f, at, end := p.shape(i)
	ok = p.interpolate(&v, f, at, end, func(n int) int {
		for ; n < end; n++ {
			if p.src[n] == '\\' && f.quote != '\'' && !f.nowdoc {
				n++
			} else if f.inserts(p.src, n, end) {
				return n
			}
		}
		return -1
	}, func(n int) (literal.Constant, int, bool) { return p.insertion(n, depth) })
	return v, ok
}

// insertion reads the variable inserted at offset i of a string, and returns the offset behind it.
func (p *php) insertion(i, depth int) (v literal.Constant, end int, ok bool) {
	if p.src[i] == '{' {
		if v, end, ok = p.inner(i+1, depth); !ok {
			end = p.fields[i+1].end
		}
		return v, end + 1, ok
	}
	end = i + 1
	for end < len(p.src) && phpName[p.src[end]] && p.src[end] != '\\' {
		end++
	}
	name := string(p.src[i:end])
	if c := p.peek(end); c == '[' || c == '-' && p.peek(end+1) == '>' || name == "$" {
		for end < len(p.src) && end < i+40 && p.src[end] != ']' && (c == '[' || p.src[end] == '-' || p.src[end] == '>' || phpName[p.src[end]]) {
			end++
		}
		if p.peek(end) == ']' {
			end++
		}
		p.fail("depends on `" + string(bytes.ToValidUTF8(p.src[i:end], nil)) + "`")
		return v, end, false
	}
	b, found := p.lookup(name, i)
	if !p.known(name, b, found) {
		return v, end, false
	}
	v, stop, ok := p.sum(b.value, depth+1)
	if !ok || p.kind(stop) != ';' {
		p.fail("depends on `" + name + "`")
		return v, end, false
	}
	v.Names++
	return v, end, true
}
