package javascript

import (
	"bytes"
	"slices"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// evaluator reads constant expressions.
type evaluator struct {
	*script
	// want, if set, is called with the names that are met. Their value is taken to be empty.
	want   func(name string)
	bound  map[string]literal.Constant // parameters of the functions that are called
	reason string                      // why the expression is not constant
	holes  bool                        // parts that are not constant become holes
}

func (e *evaluator) fail(reason string) (literal.Constant, int, bool) {
	if e.reason == "" {
		e.reason = reason
	}
	return literal.Constant{}, 0, false
}

// depends fails because of the expression at i.
func (e *evaluator) depends(i int) (literal.Constant, int, bool) {
	if e.reason == "" && e.want == nil {
		e.reason = "depends on " + e.excerpt(i)
	}
	return literal.Constant{}, 0, false
}

// sum reads terms joined by + from i, and returns the offset behind them.
func (e *evaluator) sum(i, depth int) (literal.Constant, int, bool) {
	v, i, ok := e.filled(i, depth)
	for ok {
		next, _ := skipSpace(e.src, i)
		if e.peek(next) != '+' || e.peek(next+1) == '+' || e.peek(next+1) == '=' {
			break
		}
		var w literal.Constant
		var reason string
		if v, reason = converted(v, i); reason != "" {
			return e.fail(reason)
		}
		if w, i, ok = e.filled(next+1, depth); !ok {
			break
		}
		if w, reason = converted(w, i); reason != "" {
			return e.fail(reason)
		}
		if v.Number && w.Number {
			return e.fail("numbers are added")
		}
		if v.Regex || w.Regex {
			return e.fail("a regex is converted to a string")
		}
		if reason := v.Join(w); reason != "" {
			return e.fail(reason)
		}
	}
	return v, i, ok
}

// term reads an operand and what is called on it.
func (e *evaluator) term(i, depth int) (v literal.Constant, end int, ok bool) {
	i, _ = skipSpace(e.src, i)
	if e.work -= 8; e.work < 0 || depth > literal.MaxFollow {
		return e.fail("too much to follow")
	}
	start := i
	switch c := e.peek(i); {
	case c == '"' || c == '\'':
		end = stringEnd(e.src, i)
		if end-i < 2 || e.src[end-1] != c {
			return e.fail("unterminated string")
		}
		v, ok = e.decode(i+1, end-1)
		v.Spelled(scriptString{c}, i+1, end-1)
	case c == '`':
		v, end, ok = e.templateValue(i, depth, false)
	case c == '(':
		if paren, escapes := e.escapes(i); escapes && e.peek(paren) == '(' {
			if v, end, ok = e.escaped(i, paren, depth); ok {
				break
			}
			return e.depends(start)
		}
		if v, end, ok = e.sum(i+1, depth+1); ok {
			if end, _ = skipSpace(e.src, end); e.peek(end) != ')' {
				return e.depends(i)
			}
			end++
		}
	case c == '[':
		v, end, ok = e.array(i, depth)
	case c == '/':
		slash, stop, isRegex := regexEnd(e.src, i)
		if !isRegex {
			return e.depends(i)
		}
		v.Verbatim(e.src, i+1, slash)
		v.Spelled(scriptRegex{}, i+1, slash)
		v.Regex, v.Flags = true, string(e.src[slash+1:stop])
		end, ok = stop, true
	case scan.ByteClass[c]&scan.ByteDigit != 0:
		end = scan.NumberEnd(e.src, i)
		if ok = v.Integer(e.src, i, end); !ok {
			return e.fail("depends on the number " + e.excerpt(i))
		}
	default:
		return e.follow(i, depth)
	}
	if !ok {
		return e.depends(start)
	}
	return e.suffix(v, start, end, depth)
}

// follow reads a name and what is called on it: a constant of the script, or else one that is found elsewhere.
func (e *evaluator) follow(i, depth int) (v literal.Constant, end int, ok bool) {
	reason := e.reason
	if v, end, ok = e.named(i, depth); ok {
		v, end, ok = e.suffix(v, i, end, depth)
	} else {
		v, end, ok = e.depends(i)
	}
	if ok || e.Values == nil || e.want != nil {
		return v, end, ok
	}
	if w, stop, found := e.elsewhere(i); found {
		why := e.reason
		e.reason = reason
		if w, stop, found = e.suffix(w, i, stop, depth); found {
			return w, stop, true
		}
		e.reason = why
	}
	return v, end, false
}

// afterwards are the members that suffix follows.
var afterwards = []string{"source", "flags", "join", "map", "split", "concat", "replace", "replaceAll"}

// elsewhere returns the value of the name at i with the members behind it, as far as they are no calls.
func (e *evaluator) elsewhere(i int) (v literal.Constant, end int, ok bool) {
	var names []string
	for at := i; ; {
		stop := scan.NameEnd(e.src, at)
		next, _ := skipSpace(e.src, stop)
		if name := string(e.src[at:stop]); name == "" || len(names) == 0 && e.holdsArgument(name) || e.peek(next) == '(' && len(names) == 0 {
			return v, 0, false
		} else if len(names) > 0 && (e.peek(next) == '(' || slices.Contains(afterwards, name)) {
			break
		} else {
			names, end = append(names, name), stop
		}
		if e.peek(next) != '.' {
			break
		}
		at, _ = skipSpace(e.src, next+1)
	}
	found, ok := e.Values(i, names)
	if !ok {
		return v, 0, false
	}
	return found.At(i, end), end, true
}

// holdsArgument reports whether a name is a parameter of a function that is being called.
func (e *evaluator) holdsArgument(name string) bool {
	_, bound := e.bound[name]
	return bound
}

// suffix reads what follows an operand: .source, .join(), .split(), .concat(), or a member that is not followed.
func (e *evaluator) suffix(v literal.Constant, start, i, depth int) (literal.Constant, int, bool) {
	next, _ := skipSpace(e.src, i)
	switch e.peek(next) {
	case '.':
		name, _ := skipSpace(e.src, next+1)
		end := scan.NameEnd(e.src, name)
		after, _ := skipSpace(e.src, end)
		member := string(e.src[name:end])
		if e.peek(after) == '(' && (v.List || e.want != nil) && member == "join" {
			return e.join(v, start, after, depth)
		}
		if e.peek(after) == '(' && (v.List || e.want != nil) && member == "map" {
			return e.mapped(v, start, after, depth)
		}
		if e.peek(after) == '(' && !v.List && !v.Regex && !v.Number && member == "split" {
			return e.split(v, start, after, depth)
		}
		if e.peek(after) == '(' && !v.List && !v.Regex && !v.Number && member == "concat" {
			return e.concat(v, start, after, depth)
		}
		if e.peek(after) == '(' && !v.List && !v.Regex && !v.Number && (member == "replace" || member == "replaceAll") {
			return e.replaced(v, start, after, depth, member == "replaceAll")
		}
		if (v.Regex || e.want != nil) && member == "source" && e.peek(after) != '(' {
			v.Regex, v.Flags = false, ""
			return e.suffix(v, start, end, depth)
		}
		if c := e.peek(after); c == '(' || c == '.' || c == '[' {
			break
		}
		if v.Regex && member == "flags" {
			return literal.Constant{Text: []byte(v.Flags), Names: v.Names}, end, true
		}
	case '[', '(', '?', '`':
	case '!':
		if e.peek(next+1) != '=' {
			return v, next + 1, true
		}
	default:
		return v, i, true
	}
	return e.depends(start)
}

// named reads a name: String.raw or a constant.
func (e *evaluator) named(i, depth int) (v literal.Constant, end int, ok bool) {
	end = scan.NameEnd(e.src, i)
	name := string(e.src[i:end])
	at := i
	if name == "new" {
		at, _ = skipSpace(e.src, end)
		end = scan.NameEnd(e.src, at)
		name = string(e.src[at:end])
	}
	next, _ := skipSpace(e.src, end)
	if name == "RegExp" && e.peek(next) == '(' {
		return e.compiled(at, next, depth)
	}
	if at == i {
		if paren, ok := e.escapes(i); ok && e.peek(paren) == '(' {
			return e.escaped(i, paren, depth)
		}
	}
	if name == "" || at != i || e.peek(next) == '(' {
		return e.depends(i)
	}
	if v, ok := e.bound[name]; ok {
		return v, end, true
	}
	if name == "String" {
		if rest, ok := bytes.CutPrefix(e.src[end:], []byte(".raw")); ok && len(rest) > 0 && rest[0] == '`' {
			return e.templateValue(end+len(".raw"), depth, true)
		}
	}
	if e.want != nil {
		e.want(name)
		return literal.Constant{}, end, true
	}
	n, found := e.lookup(name, i)
	switch {
	case !found:
		return e.fail("depends on " + e.excerpt(i) + ", which this file does not define")
	case n < 0 || e.decls[n].init == 0:
		return e.fail("depends on " + e.excerpt(i) + ", whose value is not known here")
	}
	d := e.decls[n]
	if d.keyword != wordConst && e.reassigned(d) {
		return e.fail("depends on `" + name + "`, which is assigned more than once")
	}
	v, stop, ok := e.sum(d.init, depth+1)
	if !ok {
		return e.fail("depends on `" + name + "`")
	}
	if !e.initEnds(stop) {
		return e.fail("depends on `" + name + "`, whose value is computed")
	}
	if v.List && !e.onlyRead(d) {
		return e.fail("depends on `" + name + "`, an array that may be changed")
	}
	v.Names++
	return v, end, true
}

// compiled reads a call of RegExp with its name and parenthesis at the given offsets.
func (e *evaluator) compiled(name, paren, depth int) (v literal.Constant, end int, ok bool) {
	if e.want == nil {
		if _, shadowed := e.lookup("RegExp", name); shadowed {
			return e.depends(name)
		}
	}
	v, end, ok = e.sum(paren+1, depth+1)
	if !ok || v.List {
		return e.depends(name)
	}
	if end, _ = skipSpace(e.src, end); e.peek(end) == ',' {
		flags, stop, ok := e.sum(end+1, depth+1)
		if !ok || flags.Regex || flags.List || flags.HasHoles() {
			return e.depends(name)
		}
		v.Flags = string(flags.Text)
		end, _ = skipSpace(e.src, stop)
	}
	if e.peek(end) != ')' {
		return e.depends(name)
	}
	v.Regex, v.Number = true, false
	return v, end + 1, true
}

// initEnds reports whether an initialiser that has been read up to i ends there.
func (e *evaluator) initEnds(i int) bool {
	next, newline := skipSpace(e.src, i)
	if next >= len(e.src) {
		return true
	}
	switch c := e.src[next]; {
	case c == ';' || c == ',' || c == ')' || c == '}':
		return true
	case scan.ByteClass[c]&scan.ByteName != 0:
		word := string(e.src[next:scan.NameEnd(e.src, next)])
		return newline && word != "in" && word != "instanceof" || word == "as" || word == "satisfies"
	default:
		return newline && (c == '"' || c == '\'' || c == '{' || c == '@' || c == '#')
	}
}

// reassigned reports whether the variable may get another value than that of its declaration, and than null, which
// frees a long text that is no longer needed.
func (e *evaluator) reassigned(d declaration) bool {
	sites := e.assignedAt[string(e.src[d.name:d.nameEnd])]
	if e.work -= len(sites); e.work < 0 {
		return true
	}
	start, end := e.scopes[d.scope].start, e.scopes[d.scope].end
	for _, at := range sites {
		if at >= start && (end == 0 || at < end) && !e.cleared(at) {
			return true
		}
	}
	return false
}

// cleared reports whether the variable at i is set to null, alone or in a row of others: a = b = null.
func (e *evaluator) cleared(i int) bool {
	for {
		end := scan.NameEnd(e.src, i)
		if string(e.src[i:end]) == "null" {
			return e.initEnds(end)
		}
		next, _ := skipSpace(e.src, end)
		if end == i || e.peek(next) != '=' || e.peek(next+1) == '=' || e.peek(next+1) == '>' {
			return false
		}
		i, _ = skipSpace(e.src, next+1)
	}
}

// excerpt quotes the operand at i for a reason.
func (e *evaluator) excerpt(i int) string { return scan.OperandExcerpt(e.src, i) }
