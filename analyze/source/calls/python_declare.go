package calls

import (
	"strings"

	"snag/analyze/source/scan"
)

// bind gives the name at token i the value of the expression at token initial, or an unknown one.
func (q *pythonParser) bind(i, initial int) {
	_, scope := q.current(i)
	q.bindValue(i, scope, initial, pythonValue{})
}

func (q *pythonParser) bindValue(i, scope, initial int, v pythonValue) {
	name := q.name(i)
	if name == "" || initial >= 0 && q.is(initial, "None") {
		return
	}
	key := pythonName{scope, name}
	for hops := 0; q.outer[key] && q.scopes[key.scope].parent >= 0 && hops < 16; hops++ {
		key.scope = q.scopes[key.scope].parent
	}
	q.names[key] = append(q.names[key], pythonBinding{at: i, value: v, initial: initial})
}

// endBinding notes that the value of the last binding of a name ends in front of token i.
func (q *pythonParser) endBinding(scope int, name string, i int) {
	if list := q.names[pythonName{scope, name}]; len(list) > 0 {
		list[len(list)-1].end = i
	}
}

// bindTargets binds the names from token i up to where end says.
func (q *pythonParser) bindTargets(i int, end func(i int) bool) {
	_, scope := q.current(i)
	for ; !q.ends(i) && !end(i); i++ {
		if q.kind(i) == scan.TokenName && q.kind(i-1) != '.' && q.kind(i+1) != '.' && q.kind(i+1) != '[' && q.kind(i+1) != '(' {
			q.bindValue(i, scope, -1, pythonValue{})
		}
	}
}

// with reads the items of a with statement from token i.
func (q *pythonParser) with(i int, async bool) {
	_, scope := q.current(i)
	stop := -1
	if m := q.mate(i); q.kind(i) == '(' && q.kind(m+1) == ':' {
		stop = m
		i++
	}
	item := i
	for ; !q.ends(i) && i != stop && q.kind(i) != ':'; i = q.behind(i) {
		switch {
		case q.kind(i) == ',':
			item = i + 1
		case q.is(i, "as") && q.kind(i+1) == scan.TokenName:
			if q.kind(i+2) == '.' {
				continue
			}
			initial := item
			if async {
				initial = -1
			}
			q.bindValue(i+1, scope, initial, pythonValue{})
		}
	}
}

// assignment reads the statement at token i if it assigns.
func (q *pythonParser) assignment(i int) {
	_, scope := q.current(i)
	if n := len(q.inLambda); n > 0 {
		return
	}
	var targets []int
	first := i
	value, at := -1, i
	for ; !q.ends(at); at = q.behind(at) {
		if q.kind(at) == '=' {
			targets = append(targets, first)
			first, value = at+1, at+1
		}
		if q.is(at, "lambda") {
			break
		}
	}
	if value < 0 {
		if q.kind(i+1) == ':' && q.kind(i) == scan.TokenName { // x: T
			q.bindValue(i, scope, -1, q.annotated(i+2, scope))
		}
		return
	}
	for _, t := range targets {
		switch {
		case q.kind(t) == scan.TokenName && (q.kind(t+1) == '=' || q.kind(t+1) == ':'):
			q.bindValue(t, scope, value, pythonValue{})
			q.endBinding(scope, q.name(t), at)
		case q.kind(t) == scan.TokenName && q.kind(t+1) == '.' && q.kind(t+2) == scan.TokenName && (q.kind(t+3) == '=' || q.kind(t+3) == ':'):
			if c := q.selfAt(t); c >= 0 && !q.is(value, "None") {
				key := pythonName{q.classes[c].scope, q.name(t + 2)}
				q.names[key] = append(q.names[key], pythonBinding{at: t, initial: value})
			}
		case q.kind(t) == scan.TokenName && q.kind(t+1) == '.', q.kind(t+1) == '[':
		default:
			q.bindTargets(t, func(i int) bool { return q.kind(i) == '=' })
		}
	}
}

// selfAt returns the class of which the name at token i is an instance by being the first parameter of
// a method, or -1.
func (q *pythonParser) selfAt(i int) int {
	name := q.name(i)
	for n, _ := q.current(i); n >= 0; n = q.functions[n].parent {
		f := &q.functions[n]
		if list := q.names[pythonName{f.scope, name}]; len(list) > 0 {
			if v := list[0].value; v.kind == pythonInstance || v.kind == pythonClassValue {
				return v.number
			}
			return -1
		}
	}
	return -1
}

// dotted reads the dotted name at token i.
func (q *pythonParser) dotted(i int) (name string, next int) {
	var b strings.Builder
	for ; q.kind(i) == scan.TokenName && !q.is(i, "import") || q.kind(i) == '.'; i++ {
		b.Write(q.bytes(i))
		if q.kind(i) == scan.TokenName && q.kind(i+1) != '.' {
			i++
			break
		}
	}
	return b.String(), i
}

// importModules reads the names behind the word import at token i.
func (q *pythonParser) importModules(i int) {
	_, scope := q.current(i)
	for {
		name, next := q.dotted(i)
		if name == "" {
			return
		}
		first, _, _ := strings.Cut(name, ".")
		q.imports[first] = true
		if q.is(next, "as") {
			q.bindValue(next+1, scope, -1, pythonValue{kind: pythonPath, path: name})
			next += 2
		} else {
			q.bindValue(i, scope, -1, pythonValue{kind: pythonPath, path: first})
		}
		if q.kind(next) != ',' {
			return
		}
		i = next + 1
	}
}

// importFrom reads the module behind the word from at token i, and the names that are imported.
func (q *pythonParser) importFrom(i int) {
	_, scope := q.current(i)
	module, i := q.dotted(i)
	if !q.is(i, "import") || module == "" {
		return
	}
	first, _, _ := strings.Cut(module, ".")
	q.imports[first] = true
	if i++; q.kind(i) == '(' {
		i++
	}
	for q.kind(i) == scan.TokenName {
		at, name := i, q.name(i)
		if q.is(i+1, "as") {
			at = i + 2
		}
		q.bindValue(at, scope, -1, pythonValue{kind: pythonPath, path: module + "." + name})
		if i = at + 1; q.kind(i) != ',' {
			return
		}
		i++
	}
}
