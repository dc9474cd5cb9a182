package javascript

import (
	"bytes"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// array reads the array literal at i.
func (e *evaluator) array(i, depth int) (v literal.Constant, end int, ok bool) {
	v.List = true
	for at := i + 1; ; {
		if at, _ = skipSpace(e.src, at); e.peek(at) == ']' {
			return v, at + 1, true
		}
		item, next, ok := e.sum(at, depth+1)
		if !ok {
			return e.depends(at)
		}
		if item.List {
			return e.fail("an array is converted to a string")
		}
		v.Items = append(v.Items, item)
		if at, _ = skipSpace(e.src, next); e.peek(at) == ',' {
			at++
		} else if e.peek(at) != ']' {
			return e.depends(next)
		}
	}
}

// concat reads the call of a string's concat whose parenthesis is at i.
func (e *evaluator) concat(v literal.Constant, start, i, depth int) (literal.Constant, int, bool) {
	for at := i + 1; ; {
		if at, _ = skipSpace(e.src, at); e.peek(at) == ')' {
			return e.suffix(v, start, at+1, depth)
		}
		w, next, ok := e.sum(at, depth+1)
		if !ok || w.Regex || w.List {
			return e.depends(at)
		}
		if reason := v.Join(w); reason != "" {
			return e.fail(reason)
		}
		if at, _ = skipSpace(e.src, next); e.peek(at) == ',' {
			at++
		} else if e.peek(at) != ')' {
			return e.depends(next)
		}
	}
}

// join reads the call of an array's join whose parenthesis is at i.
func (e *evaluator) join(list literal.Constant, start, i, depth int) (v literal.Constant, end int, ok bool) {
	at, _ := skipSpace(e.src, i+1)
	var separator literal.Constant
	separator.Character(',', at, at)
	if e.peek(at) != ')' {
		if separator, at, ok = e.sum(at, depth+1); !ok || separator.Regex || separator.List {
			return e.depends(start)
		}
		at, _ = skipSpace(e.src, at)
	}
	if e.peek(at) != ')' {
		return e.depends(start)
	}
	v, reason := joined(list, separator)
	if reason != "" {
		return e.fail(reason)
	}
	return e.suffix(v, start, at+1, depth)
}

// joined is the elements of an array with a separator between them.
func joined(list, separator literal.Constant) (v literal.Constant, reason string) {
	v.Names = list.Names
	for n, item := range list.Items {
		if item.Regex || item.List {
			return v, "a regex or an array is converted to a string"
		}
		if n > 0 {
			v.Append(separator)
		}
		if reason = v.Join(item); reason != "" {
			return v, reason
		}
	}
	return v, ""
}

// converted is a constant where a string is needed: of an array that ends at an offset, its elements with commas
// between them.
func converted(v literal.Constant, end int) (text literal.Constant, reason string) {
	if !v.List {
		return v, ""
	}
	var comma literal.Constant
	comma.Character(',', end, end)
	return joined(v, comma)
}

// split reads the call of a string's split whose parenthesis is at i. It is followed for text that
// stands verbatim in the source, and for one separator character.
func (e *evaluator) split(text literal.Constant, start, i, depth int) (v literal.Constant, end int, ok bool) {
	separator, at, ok := e.sum(i+1, depth+1)
	if !ok {
		return e.depends(start)
	}
	at, _ = skipSpace(e.src, at)
	if e.want != nil {
		return literal.Constant{List: true}, at + 1, true
	}
	from, to, whole := text.AsWritten()
	if e.peek(at) != ')' || !whole || separator.Regex || len(separator.Text) != 1 {
		return e.depends(start)
	}
	v = literal.Constant{List: true, Names: text.Names}
	for {
		n := bytes.IndexByte(e.src[from:to], separator.Text[0])
		if n < 0 {
			n = to - from
		}
		var item literal.Constant
		item.Verbatim(e.src, from, from+n)
		v.Items = append(v.Items, item)
		if from += n + 1; from > to {
			return e.suffix(v, start, at+1, depth)
		}
	}
}

// onlyRead reports whether all that happens to an array is that it is read.
func (e *evaluator) onlyRead(d declaration) bool {
	name := e.src[d.name:d.nameEnd]
	if e.work -= len(e.src) / 16; e.work < 0 {
		return false
	}
	for i := 0; ; {
		n := bytes.Index(e.src[i:], name)
		if n < 0 {
			return true
		}
		at := i + n
		i = at + len(name)
		if at == d.name || at > 0 && (e.src[at-1] == '.' || scan.ByteClass[e.src[at-1]]&scan.ByteName != 0) ||
			i < len(e.src) && scan.ByteClass[e.src[i]]&scan.ByteName != 0 {
			continue
		}
		next, _ := skipSpace(e.src, i)
		if e.peek(next) != '.' {
			return false
		}
		member, _ := skipSpace(e.src, next+1)
		switch string(e.src[member:scan.NameEnd(e.src, member)]) {
		case "join", "includes", "indexOf", "length", "map", "filter", "forEach", "some", "every", "find", "slice", "concat":
		default:
			return false
		}
	}
}
