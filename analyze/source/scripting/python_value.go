package scripting

import (
	"bytes"
	"slices"
	"strings"

	"snag/analyze/source/literal"
)

// term reads an operand and what is applied to it.
func (p *python) term(i, depth int) (v literal.Constant, next int, ok bool) {
	if p.tired(depth) {
		return p.fail("too much to follow")
	}
	v, next, ok = p.operand(i, depth)
	for ok {
		switch p.kind(next) {
		case '%':
			v, next, ok = p.percent(v, next, depth)
			continue
		case '.':
			member, open := next+1, next+2
			switch name := string(p.bytes(member)); {
			case v.Regex && name == "pattern" && p.kind(open) != '(':
				v.Regex, next = false, open
				continue
			case p.kind(open) != '(' || p.mate(open) < 0 || v.List || v.Regex || v.Number:
			case name == "format":
				v, next, ok = p.format(v, open, depth)
				continue
			case name == "join":
				v, next, ok = p.join(v, open, depth)
				continue
			case (name == "encode" || name == "decode") && len(p.arguments(open)) <= 1:
				next = p.mate(open) + 1
				p.sawBytes = name == "encode"
				continue
			}
			return p.depends(i)
		case '(', '[', '*':
			return p.depends(i)
		}
		if p.is(next, "if") || p.is(next, "or") || p.is(next, "and") {
			return p.depends(i)
		}
		break
	}
	return v, next, ok
}

func (p *python) operand(i, depth int) (v literal.Constant, next int, ok bool) {
	switch p.kind(i) {
	case kindString:
		return p.strings(i, depth)
	case kindNumber:
		if v, ok = p.number(i); !ok {
			return p.depends(i)
		}
		return v, i + 1, true
	case '(', '[':
		last := p.mate(i)
		if last < 0 {
			return p.depends(i)
		}
		list := p.kind(i) == '['
		if !list {
			v, next, ok = p.sum(i+1, depth+1)
			if !ok {
				return p.depends(i + 1)
			}
			if next == last {
				return v, next + 1, true
			}
		}
		v = literal.Constant{List: true}
		for next = i + 1; next < last; next++ {
			item, stop, ok := p.sum(next, depth+1)
			if !ok || item.List || p.kind(stop) != ',' && stop != last {
				return p.depends(next)
			}
			v.Items = append(v.Items, item)
			next = stop
		}
		return v, last + 1, true
	case kindName:
		return p.named(i, depth)
	case kindBroken:
		return p.fail("the string does not end")
	}
	return p.depends(i)
}

// strings reads the strings that follow each other from token i, which are one. They are no part of operand,
// since a constant that a form appends to costs an allocation.
func (p *python) strings(i, depth int) (v literal.Constant, next int, ok bool) {
	for next = i; p.kind(next) == kindString; next++ {
		if !p.stringValue(&v, next, depth) {
			return p.depends(i)
		}
	}
	return v, next, true
}

// stringValue appends the string at token i.
func (p *python) stringValue(v *literal.Constant, i, depth int) bool {
	t := p.list[i]
	s := p.shape(int(t.start), int(t.end))
	p.work -= s.end - s.start
	p.sawBytes = p.sawBytes || s.bytes
	form := s.text()
	if !s.format {
		return p.decode(v, form, s.start, s.end)
	}
	return p.interpolate(v, form, s.start, s.end, func(at int) int { return p.nextField(at, s.end) }, func(n int) (w literal.Constant, stop int, ok bool) {
		if w, stop, ok = p.inner(n+1, depth); ok && w.Regex {
			_, _, ok = p.depends(p.fields[n+1].token)
		}
		if ok && p.peek(stop) != '}' {
			return p.fail("a replacement field formats " + p.excerpt(n+1))
		}
		if f, known := p.fields[n+1]; !ok && known && p.peek(f.end) == '}' {
			stop = f.end
		}
		return w, stop + 1, ok
	})
}

// nextField returns the offset of the next bracket from i on that opens a replacement field, or -1.
func (p *python) nextField(i, end int) int {
	for i < end {
		n := bytes.IndexByte(p.src[i:end], '{')
		if n < 0 {
			return -1
		}
		if i += n; p.peek(i+1) != '{' {
			if _, ok := p.fields[i+1]; ok {
				return i
			}
			i--
		}
		i += 2
	}
	return -1
}

// named reads a name with its attributes: a constant, or a call of re.compile.
func (p *python) named(i, depth int) (v literal.Constant, next int, ok bool) {
	next = i + 1
	for p.kind(next) == '.' && p.kind(next+1) == kindName && p.kind(next+2) != '(' && (!p.is(next+1, "pattern") || p.isOwn(i, next)) {
		next += 2
	}
	if p.kind(next) == '(' || p.kind(next) == '.' && p.kind(next+2) == '(' {
		if call, open := p.callAt(i); call != nil && call.compiles {
			if arg := p.argument(p.arguments(open), 0, "pattern"); arg != nil {
				v, stop, ok := p.sum(arg.first, depth+1)
				if !ok || stop != arg.end || v.List {
					return p.depends(i)
				}
				v.Regex = true
				return v, p.mate(open) + 1, true
			}
		}
		if end, escapes := p.operandEnd(i); escapes && end == p.mate(i+3)+1 {
			reason := p.reason
			if args := p.arguments(i + 3); len(args) == 1 && !args[0].star {
				if w, stop, ok := p.sum(args[0].first, depth+1); ok && stop == args[0].end && !w.List && !w.Regex && !w.Number && !w.HasHoles() {
					return w.Escaped(p.start(i), " \t\n\r\v\f#"), end, true // which mean something in verbose ones
				}
			}
			p.reason = reason
		}
		switch string(p.bytes(next + 1)) {
		case "format", "join", "encode", "decode", "pattern":
		default:
			return p.depends(i)
		}
	}
	b, found := p.value(i, next)
	name := p.dotted(i, next)
	reason := p.reason
	if v, ok = p.follow(name, b, found, depth, "\n;"); ok && v.List && p.kind(b.value) == '[' {
		return p.fail("depends on `" + name + "`, a list that may be changed")
	}
	if !ok && p.Values != nil {
		if w, known := p.Values(p.start(i), strings.Split(name, ".")); known {
			p.reason = reason
			return w.At(p.start(i), p.end(next-1)), next, true
		}
	}
	return v, next, ok
}

// isOwn reports whether the attribute behind the dot at token dot is one of self or cls, whose name is at token i.
func (p *python) isOwn(i, dot int) bool {
	if dot != i+1 || !p.is(i, "self") && !p.is(i, "cls") {
		return false
	}
	_, found := p.value(i, dot+2)
	return found
}

// dotted returns the source of the name with attributes between two tokens.
func (p *python) dotted(i, end int) string {
	var b []byte
	for ; i < end; i++ {
		b = append(b, p.bytes(i)...)
	}
	return string(b)
}

// value looks up the name with attributes between two tokens. Of those with attributes it knows what
// belongs to self, cls or a class of the file.
func (p *python) value(i, end int) (b bound, found bool) {
	at := p.start(i)
	if end-i == 1 {
		return p.lookup(string(p.bytes(i)), at)
	}
	if end-i != 3 {
		return bound{value: -1}, false
	}
	name := string(p.bytes(i + 2))
	class := -1
	owner := string(p.bytes(i))
	if owner == "self" || owner == "cls" {
		if class = p.classAround(at); p.as > 0 && len(p.boundIn(name, p.as)) > 0 {
			if _, n := p.within(p.boundIn(name, p.as), p.as); n > 0 {
				class = p.as
			}
		}
	} else {
		class = p.classNamed(owner)
	}
	if class < 0 {
		return bound{value: -1}, false
	}
	assigned := p.bound["."+name]
	if p.work -= len(assigned) + len(p.bound[name]) + len(p.areas)/8; p.work < 0 {
		return bound{value: -1}, true
	}
	b, n := p.within(p.bound[name], class)
	switch {
	case n > 0 && len(assigned) == 0:
		return b, true
	case n == 0 && len(assigned) == 1 && p.classAround(p.start(assigned[0].value)) == class:
		return assigned[0], true
	}
	return bound{value: -1}, n > 0 || len(assigned) > 0
}

// percent reads the formatting of text whose operator is at token i.
func (p *python) percent(text literal.Constant, i, depth int) (v literal.Constant, next int, ok bool) {
	if text.List || text.Number || text.Regex {
		return p.depends(i - 1)
	}
	var arguments []literal.Constant
	keyed := map[string]literal.Constant{}
	if last := p.mate(i + 1); p.kind(i+1) == '{' && last > 0 {
		for at := i + 2; at < last; at++ {
			key, stop, ok := p.sum(at, depth+1)
			if !ok || p.kind(stop) != ':' {
				return p.depends(at)
			}
			item, stop, ok := p.sum(stop+1, depth+1)
			if !ok || item.List || item.Regex || p.kind(stop) != ',' && stop != last {
				return p.depends(at)
			}
			keyed[string(key.Text)] = item
			at = stop
		}
		next = last + 1
	} else if p.areVariables(i + 1) {
		if ok = p.variables(keyed, text.Text, p.start(i), depth); !ok {
			return p.depends(i + 1)
		}
		next = i + 4
	} else {
		if v, next, ok = p.operand(i+1, depth+1); !ok && p.holes {
			if end, escaped := p.operandEnd(i + 1); end > i+1 {
				v, next, ok = p.hole(p.start(i+1), p.end(end-1), escaped), end, true
			}
		}
		if !ok {
			return p.depends(i + 1)
		}
		if arguments = v.Items; !v.List {
			arguments = []literal.Constant{v}
		}
	}
	if v, ok = p.sprintf(&text, arguments, keyed); !ok {
		return p.fail("the format is not read")
	}
	return v, next, true
}

// areVariables reports whether a call at token i returns the variables that are known there by their names.
func (p *python) areVariables(i int) bool {
	if !p.is(i, "locals") && !p.is(i, "vars") || p.kind(i+1) != '(' || p.mate(i+1) != i+2 {
		return false
	}
	_, own := p.lookup(string(p.bytes(i)), p.start(i))
	return !own
}

// variables adds those of the variables that are known at an offset which a format names.
func (p *python) variables(keyed map[string]literal.Constant, format []byte, at, depth int) bool {
	for _, part := range bytes.Split(format, []byte("%("))[1:] {
		name, _, ok := strings.Cut(string(part), ")")
		if _, known := keyed[name]; known {
			continue
		}
		b, found := p.lookup(name, at)
		v, known := p.follow(name, b, found, depth, "\n;")
		if !ok || !known {
			return false
		}
		keyed[name] = v
	}
	return true
}

// format reads the call of a string's format whose parenthesis is at token open.
func (p *python) format(text literal.Constant, open, depth int) (v literal.Constant, next int, ok bool) {
	var positional []literal.Constant
	named := map[string]literal.Constant{}
	for _, a := range p.arguments(open) {
		w, stop, ok := p.sum(a.first, depth+1)
		if !ok || stop != a.end || w.List || w.Regex || a.star {
			return p.depends(a.first)
		}
		if a.name != "" {
			named[a.name] = w
		} else {
			positional = append(positional, w)
		}
	}
	v = literal.Constant{Names: text.Names}
	n, used, from, fromPoint := 0, 0, 0, 0
	t := text.Text
	for b := 0; b < len(t); {
		if t[b] != '{' && t[b] != '}' {
			b += max(1, runeLength(t[b:]))
			n++
			continue
		}
		if b+1 < len(t) && t[b+1] == t[b] { // doubled
			if !p.append(&v, p.cut(&text, from, fromPoint, b+1, n+1)) {
				return v, 0, false
			}
			b, n = b+2, n+2
			from, fromPoint = b, n
			continue
		}
		end := bytes.IndexByte(t[b:], '}')
		if t[b] == '}' || end < 0 {
			return p.fail("the format is not read")
		}
		if !p.append(&v, p.cut(&text, from, fromPoint, b, n)) {
			return v, 0, false
		}
		key := string(t[b+1 : b+end])
		item, ok := named[key]
		if key == "" || key[0] >= '0' && key[0] <= '9' {
			index := used
			if key != "" {
				index = int(key[0] - '0')
			}
			used++
			if ok = index < len(positional) && len(key) <= 1; ok {
				item = positional[index]
			}
		}
		if !ok {
			return p.fail("the format is not read")
		}
		if !p.append(&v, item) {
			return v, 0, false
		}
		n += len([]rune(key)) + 2
		b += end + 1
		from, fromPoint = b, n
	}
	if !p.append(&v, p.cut(&text, from, fromPoint, len(t), n)) {
		return v, 0, false
	}
	v.Parts = nil
	return v, p.mate(open) + 1, true
}

// join reads the call of a string's join whose parenthesis is at token open.
func (p *python) join(separator literal.Constant, open, depth int) (v literal.Constant, next int, ok bool) {
	list, stop, ok := p.sum(open+1, depth+1)
	if !ok || !list.List || stop != p.mate(open) {
		return p.depends(open + 1)
	}
	v.Names = separator.Names + list.Names
	if slices.ContainsFunc(list.Items, func(item literal.Constant) bool { return item.Number || item.Regex }) || !p.joined(&v, separator, list.Items) {
		return p.depends(open + 1)
	}
	return v, stop + 1, true
}
