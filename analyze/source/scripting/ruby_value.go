package scripting

import (
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// sum reads operands joined by + from token i, and returns the token behind them.
func (r *ruby) sum(i, depth int) (literal.Constant, int, bool) {
	v, i, ok := r.term(i, depth)
	for ok && r.kind(i) == '+' {
		var w literal.Constant
		at := i + 1
		for r.kind(at) == kindLine {
			at++
		}
		if w, i, ok = r.term(at, depth); !ok {
			break
		}
		if v.List || w.List || v.Regex || w.Regex || v.Number || w.Number {
			return r.depends(at)
		}
		if !r.append(&v, w) {
			return literal.Constant{}, 0, false
		}
	}
	return v, i, ok
}

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
			for n, item := range v.Items {
				if n > 0 && !r.append(&w, separator) || !r.append(&w, item) {
					return r.depends(i)
				}
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
		for next = i; r.kind(next) == kindString; next++ {
			if r.src[r.start(next)] == '?' || !r.stringValue(&v, next, depth) {
				return r.depends(next)
			}
		}
		return v, next, true
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
	text := "`" + string(r.src[r.start(i):r.end(name)]) + "`"
	switch {
	case !found:
		return r.fail("depends on " + text + ", which this file does not define")
	case b.value < 0:
		return r.fail("depends on " + text + ", whose value is not known here")
	}
	v, stop, ok := r.sum(b.value, depth+1)
	if k := r.kind(stop); !ok || k != kindLine && k != ';' && k != '}' && k != ')' {
		if ok {
			r.fail("depends on " + text + ", whose value is computed")
		}
		return r.fail("depends on " + text)
	}
	v.Names++
	return v, next, true
}

// words reads the list of words at token i.
func (r *ruby) words(i int) (v literal.Constant, next int, ok bool) {
	start, end := r.start(i)+3, r.end(i)-1
	if strings.ContainsAny(string(r.src[start:end]), `\#`) {
		return r.depends(i)
	}
	v.List = true
	for at := start; at < end; at++ {
		from := at
		for at < end && r.src[at] > ' ' {
			at++
		}
		if at > from {
			var item literal.Constant
			item.Verbatim(r.src, from, at)
			v.Items = append(v.Items, item)
		}
	}
	return v, i + 1, true
}

// stringShape returns the form of the string at token i and where its text stands.
func (r *ruby) stringShape(i int) (f rubyText, start, end int) {
	start, end = r.start(i), r.end(i)-1
	from := start
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
		if reason := f.decode(v, r.src, start, end); reason != "" {
			r.fail(reason)
			return false
		}
		v.Spelled(f, start, end)
		return len(v.Text) <= literal.MaxConstant
	}
	return r.inserted(v, f, start, end, depth)
}

// regexValue returns the pattern of the regex literal at token i.
func (r *ruby) regexValue(i, depth int) (v literal.Constant, ok bool) {
	f, start, end := r.regexShape(i)
	ok = r.inserted(&v, f, start, end, depth)
	return v, ok
}

// decoder is a form that reads its text into a constant.
type decoder interface {
	literal.Form
	decode(v *literal.Constant, src []byte, i, end int) (reason string)
}

// inserted appends src[at:end], text of the given form with code in it.
func (r *ruby) inserted(v *literal.Constant, f decoder, at, end, depth int) bool {
	r.work -= end - at
	for {
		n := insertsRuby(r.src, at, end)
		stop := n
		if n < 0 {
			stop = end
		}
		if reason := f.decode(v, r.src, at, stop); reason != "" {
			r.fail(reason)
			return false
		}
		v.Spelled(f, at, stop)
		if n < 0 {
			return len(v.Text) <= literal.MaxConstant
		}
		in, ok := r.fields[n+2]
		if r.src[n+1] != '{' || !ok {
			r.fail("depends on " + r.excerpt(n+1))
			return false
		}
		w, next, ok := r.sum(in.token, depth+1)
		if !ok || r.kind(next) != kindLine || w.List {
			r.depends(in.token)
			return false
		}
		if w.Regex {
			w = regexText(w, n, in.end+1)
		}
		if !r.append(v, w) {
			return false
		}
		at = in.end + 1
	}
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
