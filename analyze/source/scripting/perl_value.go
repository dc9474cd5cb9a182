package scripting

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

func (p *perl) operand(i, depth int) (v literal.Constant, next int, ok bool) {
	if p.tired(depth) {
		return p.fail("too much to follow")
	}
	next = i + 1
	switch p.kind(i) {
	case kindString:
		q := p.quotes[p.list[i].start]
		if q.operator == "qw" {
			if strings.Contains(string(p.src[q.start:q.end]), `\`) {
				return p.depends(i)
			}
			v, ok = p.words(q.start, q.end), true
			break
		}
		v, ok = p.stringValue(i, depth)
	case kindRegex:
		q := p.quotes[p.list[i].start]
		if q.operator != "qr" {
			return p.depends(i)
		}
		v, ok = p.regexValue(i, depth)
		v.Regex, v.Flags = true, string(p.src[q.tail:p.end(i)])
	case kindNumber:
		v, ok = p.number(i)
	case '(':
		last := p.mate(i)
		if last < 0 {
			return p.depends(i)
		}
		if v, next, ok = p.sum(i+1, depth+1); ok && next == last {
			next++
			break
		}
		if ok = ok && p.kind(next) == ','; !ok {
			return p.depends(i)
		}
		v, ok = p.items(i+1, last, depth)
		next = last + 1
	case kindVariable, kindName:
		v, next, ok = p.named(i, depth)
	}
	if !ok {
		return p.depends(i)
	}
	switch k := p.kind(next); k {
	case kindArrow, '[', '{', '?', kindLogic, '+', '*', '-', '%':
		return p.depends(i)
	case kindName:
		if p.is(next, "x") || p.is(next, "if") || p.is(next, "unless") || p.is(next, "or") {
			return p.depends(i)
		}
	}
	return v, next, true
}

// items reads a list between two tokens.
func (p *perl) items(i, last, depth int) (v literal.Constant, ok bool) {
	v.List = true
	for ; i < last; i++ {
		item, stop, ok := p.sum(i, depth+1)
		if !ok || p.kind(stop) != ',' && p.kind(stop) != kindFat && stop != last {
			return v, false
		}
		if item.List {
			v.Items = append(v.Items, item.Items...)
		} else {
			v.Items = append(v.Items, item)
		}
		i = stop
	}
	return v, true
}

// named reads a scalar variable, a constant, or a call of join.
func (p *perl) named(i, depth int) (v literal.Constant, next int, ok bool) {
	next = i + 1
	if p.is(i, "join") || p.is(i, "quotemeta") {
		first, last := next, 0
		if p.kind(next) == '(' && p.mate(next) > 0 {
			first, last = next+1, p.mate(next)
			next = last + 1
		} else {
			for last = next; p.kind(last) != ';' && p.kind(last) != kindLine && p.kind(last) != 0 && last < next+256; last++ {
			}
			next = last
		}
		v, ok = p.items(first, last, depth)
		if !ok || len(v.Items) == 0 || p.is(i, "quotemeta") {
			return p.depends(i)
		}
		w := literal.Constant{}
		for n, item := range v.Items {
			v.Items[n] = p.asText(item, p.start(i), p.start(i))
		}
		if !p.joined(&w, v.Items[0], v.Items[1:]) {
			return p.depends(i)
		}
		return w, next, true
	}
	if k := p.kind(next); k == '(' || k == kindArrow || k == '[' && p.end(i) == p.start(next) || k == '{' && p.end(i) == p.start(next) {
		return p.depends(i)
	}
	name := string(p.bytes(i))
	v, ok = p.variableValue(name, p.start(i), depth)
	return v, next, ok
}

// variableValue returns the value of a scalar variable or constant at an offset.
func (p *perl) variableValue(name string, at, depth int) (v literal.Constant, ok bool) {
	if p.tired(depth) {
		p.fail("too much to follow")
		return v, false
	}
	var b bound
	var found bool
	switch {
	case name[0] == '$':
		b, found = p.lookupScalar(name, at)
	case name[0] == '@' || name[0] == '%' || name[0] == '&':
		p.fail("depends on `" + name + "`")
		return v, false
	default:
		all := p.bound[name]
		b, found = bound{value: -1}, len(all) > 0
		if len(all) == 1 {
			b = all[0]
		}
	}
	if v, ok = p.follow(name, b, found, depth, ";,})\n"); ok && v.List {
		p.fail("depends on `" + name + "`, whose value is computed")
		return v, false
	}
	return v, ok
}

// stringValue returns the value of the string at token i.
func (p *perl) stringValue(i, depth int) (v literal.Constant, ok bool) {
	q := p.quotes[p.list[i].start]
	f := perlText{delimited{
		before: p.src[p.start(i):q.start], open: q.open, close: q.close,
		inserts: q.operator == "qq" && q.open != '\'', spelling: &literal.Perl, signs: "$@",
	}}
	if !f.inserts {
		ok = p.decode(&v, f, q.start, q.end)
	} else {
		ok = p.variables(&v, f, q.start, q.end, depth, perlStrings)
	}
	return v, ok
}

// regexValue returns the pattern of the regex at token i.
func (p *perl) regexValue(i, depth int) (v literal.Constant, ok bool) {
	f, q := p.regexShape(i)
	if f.plain() {
		ok = p.decode(&v, f, q.start, q.end)
	} else {
		ok = p.variables(&v, f, q.start, q.end, depth, f.where)
	}
	return v, ok
}

// variables appends src[at:end], text of the given form with variables in it.
func (p *perl) variables(v *literal.Constant, f literal.Decoder, at, end, depth int, where inserting) bool {
	return p.interpolate(v, f, at, end, func(at int) int {
		return insertsPerl(p.src, at, end, where)
	}, func(n int) (w literal.Constant, stop int, ok bool) {
		name, stop := p.insertedName(n, end)
		if name == "" {
			stop = p.elementEnd(n, end)
		}
		if where != perlStrings && bytes.LastIndex(p.src[at:n], []byte(`\Q`)) > bytes.LastIndex(p.src[at:n], []byte(`\E`)) {
			if p.holes && stop > n {
				return p.hole(n, stop, true), stop, true
			}
			return p.fail("a variable is quoted by \\Q")
		}
		if name == "" {
			p.fail("depends on " + p.excerpt(n))
			return w, stop, false
		}
		w, ok = p.variableValue(name, n, depth+1)
		return w, stop, ok
	})
}

// insertedName returns the scalar variable inserted at offset i and where it ends. It returns "" for
// anything else, such as an element of an array.
func (p *perl) insertedName(i, end int) (name string, next int) {
	at, braces := i+1, false
	if at < end && p.src[at] == '{' {
		braces = true
		at++
	}
	start := at
	for at < end && (scan.ByteClass[p.src[at]]&scan.ByteName != 0 && p.src[at] != '$' || p.src[at] == ':' && at+2 < end && p.src[at+1] == ':' && scan.ByteClass[p.src[at+2]]&scan.ByteName != 0) {
		if p.src[at] == ':' {
			at++
		}
		at++
	}
	name = "$" + string(p.src[start:at])
	if p.src[i] != '$' || at == start {
		return "", 0
	}
	if braces {
		if at >= end || p.src[at] != '}' {
			return "", 0
		}
		at++
	}
	if at < end && (p.src[at] == '[' || p.src[at] == '{' && !quantifier(p.src[at:end]) || p.src[at] == '-' && at+2 < end && p.src[at+1] == '>' && (p.src[at+2] == '[' || p.src[at+2] == '{')) {
		// An element, unless the brackets are a class.
		return "", 0
	}
	return name, at
}

// elementEnd returns where the element of an array or hash ends that is inserted at offset i, as $a[0], $a->{b}{c} or
// ${$a}{b}; 0 for anything else.
func (p *perl) elementEnd(i, end int) int {
	at := i + 1
	if p.src[i] != '$' || at >= end {
		return 0
	}
	if p.src[at] == '{' {
		at = closed(p.src[:end], at)
	} else {
		for at < end && scan.ByteClass[p.src[at]]&scan.ByteName != 0 && p.src[at] != '$' {
			at++
		}
	}
	for at > i+1 && at < end {
		open := at
		if p.src[at] == '-' && at+2 < end && p.src[at+1] == '>' {
			open += 2
		}
		if c := p.src[open]; c != '[' && c != '{' || c == '{' && open == at && quantifier(p.src[at:end]) {
			return at
		}
		at = closed(p.src[:end], open)
	}
	if at <= i+1 {
		return 0
	}
	return at
}

// closed returns the offset behind the bracket that closes the one at i, 0 for none.
func closed(src []byte, i int) int {
	depth := 0
	for at := i; at < len(src) && at < i+200; at++ {
		switch src[at] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return at + 1
			}
		case '\\':
			at++
		}
	}
	return 0
}

// quantifier reports whether a repetition stands at the start of b: {2,3}.
func quantifier(b []byte) bool {
	for i := 1; i < len(b) && i < 24; i++ {
		switch {
		case b[i] == '}':
			return i > 1
		case b[i] != ',' && scan.ByteClass[b[i]]&scan.ByteDigit == 0:
			return false
		}
	}
	return false
}

// perlRegexText returns what a regex becomes within another: a group with its flags. It is inserted by
// src[start:end].
func perlRegexText(regex literal.Constant, start, end int) (v literal.Constant) {
	flags := ""
	for _, c := range regex.Flags {
		if strings.ContainsRune("msixxnpaadlu", c) && c != 'p' {
			flags += string(c)
		}
	}
	for _, c := range "(?^" + flags + ":" {
		v.Character(c, start, end)
	}
	regex.Regex = false
	v.Append(regex)
	v.Character(')', start, end)
	v.Names = regex.Names + 1
	return v
}
