package javascript

import (
	"bytes"
	"slices"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// escaping are the names under which programs and packages have the function that turns a text into a pattern of
// that text.
var escaping = []string{
	"escapeRegExp", "escapeRegex", "escapeRegexp", "escapeRegExpChars", "escapeRegExpCharacters", "escapeStringRegexp",
	"escapeStringRegExp", "regexEscape", "regexpEscape", "regExpEscape", "reEscape", "escapeRe", "quoteRegExp", "quoteRegex",
	"escapeForRegExp", "escapeForRegex",
}

// escapes reports whether the names at i, joined by dots, are those of a function that escapes what regexes
// give a meaning, and the offset of the parenthesis or whatever stands behind them. Compilers write (0, module.name)
// for a call without the module.
func (e *evaluator) escapes(i int) (paren int, ok bool) {
	if e.peek(i) == '(' {
		zero, _ := skipSpace(e.src, i+1)
		comma, _ := skipSpace(e.src, zero+1)
		if e.peek(zero) != '0' || e.peek(comma) != ',' {
			return 0, false
		}
		name, _ := skipSpace(e.src, comma+1)
		if e.peek(name) == '(' {
			return 0, false
		}
		end, ok := e.escapes(name)
		if e.peek(end) != ')' {
			return 0, false
		}
		paren, _ = skipSpace(e.src, end+1)
		return paren, ok
	}
	from := i
	for {
		end := scan.NameEnd(e.src, i)
		if end == i {
			return 0, false
		}
		after, _ := skipSpace(e.src, end)
		if e.peek(after) == '.' {
			i, _ = skipSpace(e.src, after+1)
			continue
		}
		name := string(e.src[i:end])
		if i > from {
			holder := string(e.src[from:scan.NameEnd(e.src, from)])
			return after, slices.Contains(escaping, name) || holder == "RegExp" && name == "escape"
		}
		return after, slices.Contains(escaping, name) && e.imported(name)
	}
}

// imported reports whether a function is not defined in this file, or puts a backslash before what a regex found, as
// far as the text of the file tells.
func (e *evaluator) imported(name string) bool {
	for _, backslash := range []string{`\\$&`, `\\$1`} {
		if bytes.Contains(e.src, []byte(backslash)) {
			return true
		}
	}
	for _, definition := range []string{"function " + name + "(", "function " + name + " (", name + " =", name + "="} {
		i := bytes.Index(e.src, []byte(definition))
		if i < 0 {
			continue
		}
		value, _ := skipSpace(e.src, i+len(definition))
		if definition[len(definition)-1] != '=' || !bytes.HasPrefix(e.src[value:], []byte("require(")) {
			return false
		}
	}
	return true
}

// escaped reads the call of a function that escapes, with its name and parenthesis at the given offsets.
func (e *evaluator) escaped(name, paren, depth int) (v literal.Constant, end int, ok bool) {
	if v, end, ok = e.sum(paren+1, depth+1); ok {
		end, _ = skipSpace(e.src, end)
		ok = e.peek(end) == ')' && !v.Regex && !v.List
	}
	if ok {
		return e.escapedText(v, name, end+1), end + 1, true
	}
	if e.holes {
		if end = e.closing(paren, depth); end > paren {
			v = literal.Constant{}
			v.Hole(name, end, true)
			return v, end, true
		}
	}
	return e.depends(paren)
}

// escapedText is the pattern of a text, which the call src[start:end] makes.
func (e *evaluator) escapedText(v literal.Constant, start, end int) literal.Constant {
	if !v.HasHoles() {
		return v.Escaped(start, "")
	}
	var hole literal.Constant
	hole.Hole(start, end, true)
	return hole
}

// mapped reads the call of an array's map whose parenthesis is at i: with an arrow function of one parameter that
// returns an expression, or with a function that escapes.
func (e *evaluator) mapped(list literal.Constant, start, i, depth int) (v literal.Constant, end int, ok bool) {
	v = literal.Constant{List: true, Names: list.Names}
	at, _ := skipSpace(e.src, i+1)
	if after, ok := e.escapes(at); ok && e.peek(after) == ')' {
		for _, item := range list.Items {
			if item.Regex || item.List {
				return e.depends(start)
			}
			v.Items = append(v.Items, e.escapedText(item, at, after))
		}
		return e.suffix(v, start, after+1, depth)
	}
	open := e.peek(at) == '('
	if open {
		at, _ = skipSpace(e.src, at+1)
	}
	end = scan.NameEnd(e.src, at)
	name := string(e.src[at:end])
	at, _ = skipSpace(e.src, end)
	if open {
		if e.peek(at) != ')' {
			return e.depends(start)
		}
		at, _ = skipSpace(e.src, at+1)
	}
	if name == "" || e.peek(at) != '=' || e.peek(at+1) != '>' {
		return e.depends(start)
	}
	body, _ := skipSpace(e.src, at+2)
	items := list.Items
	if len(items) == 0 {
		items = make([]literal.Constant, 1) // to find the end
	}
	outer, shadows := e.bound[name]
	defer func() {
		if delete(e.bound, name); shadows {
			e.bound[name] = outer
		}
	}()
	if e.bound == nil {
		e.bound = make(map[string]literal.Constant)
	}
	for _, item := range items {
		e.bound[name] = item
		var w literal.Constant
		if w, end, ok = e.sum(body, depth+1); !ok {
			return e.depends(start)
		}
		w.Names++ // not one text of the file
		if len(list.Items) > 0 {
			v.Items = append(v.Items, w)
		}
	}
	if end, _ = skipSpace(e.src, end); e.peek(end) == ',' {
		end, _ = skipSpace(e.src, end+1)
	}
	if e.peek(end) != ')' {
		return e.depends(start)
	}
	return e.suffix(v, start, end+1, depth)
}
