package scripting

import (
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// term reads an operand and the methods called on it.
func (r *ruby) term(i, depth int) (v literal.Constant, next int, ok bool) {
	if r.tired(depth) {
		return r.fail("too much to follow")
	}
	v, next, ok = r.operand(i, depth)
	for ok && r.kind(next) == '.' {
		switch name := string(r.bytes(next + 1)); {
		case name == "freeze" && r.kind(next+2) != '(':
			next += 2
		case name == "source" && v.Regex && r.kind(next+2) != '(':
			v.Regex, v.Flags = false, ""
			next += 2
		case name == "join" && v.List && r.kind(next+2) == '(' && r.mate(next+2) > 0:
			separator, stop, isText := r.sum(next+3, depth+1)
			if !isText || stop != r.mate(next+2) || separator.List || separator.Regex {
				return r.depends(i)
			}
			w := literal.Constant{Names: v.Names + separator.Names}
			if !r.joined(&w, separator, v.Items) {
				return r.depends(i)
			}
			v, next = w, stop+1
		default:
			return r.depends(i)
		}
	}
	if ok {
		switch k := r.kind(next); {
		case k == '[' || k == '(' || k == '%' || k == '*' || k == '?' || k == kindLogic,
			k == kindName && (r.is(next, "if") || r.is(next, "unless") || r.is(next, "or") || r.is(next, "and")):
			return r.depends(i)
		}
	}
	return v, next, ok
}

func (r *ruby) operand(i, depth int) (v literal.Constant, next int, ok bool) {
	next = i + 1
	switch r.kind(i) {
	case kindString:
		if r.src[r.start(i)] == '%' && r.src[r.start(i)+1]|0x20 == 'w' {
			return r.words(i)
		}
		return r.strings(i, depth)
	case kindRegex:
		if v, ok = r.regexValue(i, depth); !ok {
			return r.depends(i)
		}
		_, _, end := r.regexShape(i)
		v.Regex, v.Flags = true, string(r.src[end+1:r.end(i)])
		return v, next, true
	case kindNumber:
		if v, ok = r.number(i); ok {
			return v, next, true
		}
	case '(':
		if v, next, ok = r.sum(i+1, depth+1); ok && next == r.mate(i) {
			return v, next + 1, true
		}
	case '[':
		v.List = true
		last := r.mate(i)
		for at := i + 1; at < last; at++ {
			if r.kind(at) == kindLine {
				continue
			}
			item, stop, ok := r.sum(at, depth+1)
			if r.kind(stop) == kindLine {
				stop++
			}
			if !ok || item.List || item.Regex || r.kind(stop) != ',' && stop != last {
				return r.depends(at)
			}
			v.Items = append(v.Items, item)
			at = stop
		}
		if last > 0 {
			return v, last + 1, true
		}
	case kindName, kindVariable:
		return r.named(i, depth)
	}
	return r.depends(i)
}

// named reads a constant or variable, or a call of Regexp.new.
func (r *ruby) named(i, depth int) (v literal.Constant, next int, ok bool) {
	if r.is(i, "Regexp") && r.kind(i+1) == '.' && (r.is(i+2, "new") || r.is(i+2, "compile")) && r.kind(i+3) == '(' {
		last := r.mate(i + 3)
		v, stop, ok := r.sum(i+4, depth+1)
		if !ok || v.List {
			return r.depends(i)
		}
		if r.kind(stop) == ',' && last > 0 {
			var known bool
			if v.Flags, known = r.options(stop+1, last); !known {
				return r.depends(i)
			}
			stop = last
		}
		if stop != last {
			return r.depends(i)
		}
		v.Regex = true
		return v, last + 1, true
	}
	name := i
	for r.kind(name+1) == kindDouble && r.kind(name+2) == kindName {
		name += 2
	}
	next = name + 1
	if k := r.kind(next); k == '(' || k == '[' || k == kindString || k == '.' && !r.is(next+1, "source") && !r.is(next+1, "join") && !r.is(next+1, "freeze") {
		return r.depends(i)
	}
	b, found := r.value(name)
	v, ok = r.follow(string(r.src[r.start(i):r.end(name)]), b, found, depth, "\n;})")
	return v, next, ok
}

// strings reads the strings that follow each other from token i, which are one.
func (r *ruby) strings(i, depth int) (v literal.Constant, next int, ok bool) {
	for next = i; r.kind(next) == kindString; next++ {
		if r.src[r.start(next)] == '?' || !r.stringValue(&v, next, depth) {
			return r.depends(next)
		}
	}
	return v, next, true
}

// words reads the list of words at token i.
func (r *ruby) words(i int) (v literal.Constant, next int, ok bool) {
	start, end := r.start(i)+3, r.end(i)-1
	if strings.ContainsAny(string(r.src[start:end]), `\#`) {
		return r.depends(i)
	}
	return r.code.words(start, end), i + 1, true
}

// stringShape returns the form of the string at token i and where its text stands.
func (r *ruby) stringShape(i int) (f rubyText, start, end int) {
	start, end = r.start(i), r.end(i)-1
	from := start
	f.spelling, f.special = &literal.Ruby, escapeSign
	f.inserts = r.src[start] != '\''
	if r.src[start] == '%' {
		from++
		if c := r.src[from]; scan.ByteClass[c]&scan.ByteName != 0 && c != '$' {
			f.inserts = c == 'Q' || c == 'W'
			from++
		}
	}
	f.open = r.src[from]
	f.close = scan.Closing(f.open)
	f.before = r.src[start : from+1]
	return f, from + 1, end
}

// stringValue appends the string at token i.
func (r *ruby) stringValue(v *literal.Constant, i, depth int) bool {
	f, start, end := r.stringShape(i)
	if !f.inserts {
		return r.decode(v, f, start, end)
	}
	return r.insertions(v, f, start, end, depth)
}

// regexValue returns the pattern of the regex literal at token i.
func (r *ruby) regexValue(i, depth int) (v literal.Constant, ok bool) {
	f, start, end := r.regexShape(i)
	ok = r.insertions(&v, f, start, end, depth)
	return v, ok
}

// insertions appends src[at:end], text of the given form with code in it.
func (r *ruby) insertions(v *literal.Constant, f literal.Decoder, at, end, depth int) bool {
	return r.interpolate(v, f, at, end, func(at int) int { return insertsRuby(r.src, at, end) }, func(n int) (w literal.Constant, stop int, ok bool) {
		field, known := r.fields[n+2]
		if r.src[n+1] != '{' || !known {
			return r.fail("depends on " + r.excerpt(n+1))
		}
		if w, stop, ok = r.inner(n+2, depth); !ok {
			stop = field.end
		}
		return w, stop + 1, ok
	})
}

// regexText returns what a regex becomes within another: a group with its options. It is inserted by
// src[start:end].
func regexText(regex literal.Constant, start, end int) (v literal.Constant) {
	on, off := "", ""
	for _, option := range "mix" {
		if strings.ContainsRune(regex.Flags, option) {
			on += string(option)
		} else {
			off += string(option)
		}
	}
	if off != "" {
		off = "-" + off
	}
	for _, c := range "(?" + on + off + ":" {
		v.Character(c, start, end)
	}
	regex.Regex = false
	v.Append(regex)
	v.Character(')', start, end)
	v.Names = regex.Names + 1 // no one text in the file
	return v
}
