package extract

import "bytes"

// array reads the array literal at i.
func (e *evaluator) array(i, depth int) (v constant, end int, ok bool) {
	v.list = true
	for at := i + 1; ; {
		if at, _ = skipSpace(e.src, at); e.peek(at) == ']' {
			return v, at + 1, true
		}
		item, next, ok := e.sum(at, depth+1)
		if !ok {
			return e.depends(at)
		}
		if item.regex || item.list {
			return e.fail("a regex or an array is converted to a string")
		}
		v.items = append(v.items, item)
		if at, _ = skipSpace(e.src, next); e.peek(at) == ',' {
			at++
		} else if e.peek(at) != ']' {
			return e.depends(next)
		}
	}
}

// concat reads the call of a string's concat whose parenthesis is at i.
func (e *evaluator) concat(v constant, start, i, depth int) (constant, int, bool) {
	for at := i + 1; ; {
		if at, _ = skipSpace(e.src, at); e.peek(at) == ')' {
			return e.suffix(v, start, at+1, depth)
		}
		w, next, ok := e.sum(at, depth+1)
		if !ok || w.regex || w.list {
			return e.depends(at)
		}
		if v.add(w); len(v.text) > maxConstant {
			return e.fail("the pattern is longer than 1 MiB")
		}
		if at, _ = skipSpace(e.src, next); e.peek(at) == ',' {
			at++
		} else if e.peek(at) != ')' {
			return e.depends(next)
		}
	}
}

// join reads the call of an array's join whose parenthesis is at i.
func (e *evaluator) join(list constant, start, i, depth int) (v constant, end int, ok bool) {
	at, _ := skipSpace(e.src, i+1)
	var separator constant
	separator.character(',', at, at)
	if e.peek(at) != ')' {
		if separator, at, ok = e.sum(at, depth+1); !ok || separator.regex || separator.list {
			return e.depends(start)
		}
		at, _ = skipSpace(e.src, at)
	}
	if e.peek(at) != ')' {
		return e.depends(start)
	}
	v.names = list.names
	for n, item := range list.items {
		if n > 0 {
			v.add(separator)
		}
		if v.add(item); len(v.text) > maxConstant {
			return e.fail("the pattern is longer than 1 MiB")
		}
	}
	return e.suffix(v, start, at+1, depth)
}

// split reads the call of a string's split whose parenthesis is at i. It is followed for text that
// stands verbatim in the source, and for one separator character.
func (e *evaluator) split(text constant, start, i, depth int) (v constant, end int, ok bool) {
	separator, at, ok := e.sum(i+1, depth+1)
	if !ok {
		return e.depends(start)
	}
	at, _ = skipSpace(e.src, at)
	if e.want != nil {
		return constant{list: true}, at + 1, true
	}
	from, to, whole := text.asWritten()
	if e.peek(at) != ')' || !whole || separator.regex || len(separator.text) != 1 {
		return e.depends(start)
	}
	v = constant{list: true, names: text.names}
	for {
		n := bytes.IndexByte(e.src[from:to], separator.text[0])
		if n < 0 {
			n = to - from
		}
		var item constant
		item.verbatim(e.src, from, from+n)
		v.items = append(v.items, item)
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
		if at == d.name || at > 0 && (e.src[at-1] == '.' || byteClass[e.src[at-1]]&byteName != 0) ||
			i < len(e.src) && byteClass[e.src[i]]&byteName != 0 {
			continue
		}
		next, _ := skipSpace(e.src, i)
		if e.peek(next) != '.' {
			return false
		}
		member, _ := skipSpace(e.src, next+1)
		switch string(e.src[member:nameEnd(e.src, member)]) {
		case "join", "includes", "indexOf", "length", "map", "filter", "forEach", "some", "every", "find", "slice", "concat":
		default:
			return false
		}
	}
}
