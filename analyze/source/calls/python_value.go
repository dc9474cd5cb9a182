package calls

import (
	"strings"

	"snag/analyze/source/scan"
)

// pythonVisitor is told of the calls on the way along an expression.
type pythonVisitor func(v pythonValue, open, first, last int)

// eval returns what the expression at token i stands for and the token behind it.
func (p *python) eval(i, depth int, visit pythonVisitor) (v pythonValue, next int) {
	if p.work--; depth > maxDepth || p.work < 0 {
		return v, i + 1
	}
	first := i
	switch p.kind(i) {
	case scan.TokenName:
		if n, ok := p.lambdas[i]; ok {
			return pythonValue{kind: pythonFunctionValue, number: n}, max(p.functions[n].body, i+1)
		}
		if p.is(i, "await") {
			return v, i + 1
		}
		if p.is(i, "super") && p.kind(i+1) == '(' {
			if c := p.classAround(i); c >= 0 {
				return p.chain(pythonValue{kind: pythonSuper, number: c}, first, p.behind(i+1), depth, visit)
			}
		}
		v, next = p.lookup(i, depth), i+1
	case '(':
		if p.mate(i) < 0 {
			return v, i + 1
		}
		inner, end := p.eval(i+1, depth+8, nil)
		if next = p.behind(i); end == next-1 {
			v = inner
		}
	default:
		return v, i + 1
	}
	v, next = p.chain(v, first, next, depth, visit)
	for p.kind(next) == '/' && v.kind == pythonPath && v.path == "pathlib.Path()" && depth < maxDepth {
		if k := p.kind(next + 1); k != scan.TokenName && k != '(' {
			next = p.behind(next + 1)
			continue
		}
		_, next = p.eval(next+1, depth+8, nil)
	}
	return v, next
}

// classAround returns the class whose method is around token i, or -1.
func (p *python) classAround(i int) int {
	for n := int(p.within[i]); n >= 0; n = p.functions[n].parent {
		if c := p.functions[n].class; c >= 0 {
			return c
		}
	}
	return -1
}

// chain follows the members and calls behind a value, from token i.
func (p *python) chain(v pythonValue, first, i, depth int, visit pythonVisitor) (pythonValue, int) {
	for {
		if p.work--; p.work < 0 {
			return pythonValue{}, max(i, first+1)
		}
		switch p.kind(i) {
		case '.':
			if p.kind(i+1) != scan.TokenName {
				return v, i + 1
			}
			v = p.member(v, i+1, depth)
			i += 2
			if visit != nil && v.kind == pythonFunctionValue && p.functions[v.number].property {
				visit(v, i, first, i-1)
				v = pythonValue{}
			}
		case '[':
			if p.mate(i) < 0 {
				return v, i + 1
			}
			v, i = pythonValue{}, p.mate(i)+1
		case '(':
			if p.mate(i) < 0 {
				return v, i + 1
			}
			if visit != nil {
				visit(v, i, first, i-1)
			}
			v = called(v)
			i = p.mate(i) + 1
		default:
			return v, i
		}
	}
}

// called returns what the call of a value returns.
func called(v pythonValue) pythonValue {
	switch v.kind {
	case pythonClassValue:
		return pythonValue{kind: pythonInstance, number: v.number}
	case pythonPath:
		if strings.HasSuffix(v.path, "()") {
			return pythonValue{}
		}
		switch name := strings.TrimPrefix(v.path, "pathlib."); name {
		case "Path", "PosixPath", "Path.cwd", "Path.home", "Path().joinpath", "Path().resolve", "Path().absolute", "Path().with_suffix", "Path().with_name",
			"Path().with_stem", "Path().expanduser", "Path().relative_to":
			v.path = "pathlib.Path()"
		default:
			if v.path == "requests.session" || v.path == "requests.sessions.Session" {
				v.path = "requests.Session"
			}
			v.path += "()"
		}
		return v
	}
	return pythonValue{}
}

// member returns the member of a value that token i names.
func (p *python) member(v pythonValue, i, depth int) pythonValue {
	switch v.kind {
	case pythonPath:
		name := p.name(i)
		if v.path == "pathlib.Path()" && name == "parent" {
			return v
		}
		if len(v.path) > 256 {
			return pythonValue{}
		}
		v.path += "." + name
		return v
	case pythonInstance, pythonClassValue, pythonSuper:
		return p.classMember(v.number, p.name(i), depth, v.kind == pythonSuper)
	}
	return pythonValue{}
}

// classMember returns a member of a class or of one that it derives from.
func (p *python) classMember(class int, name string, depth int, above bool) pythonValue {
	if depth > maxDepth {
		return pythonValue{}
	}
	if p.work--; p.work < 0 {
		return pythonValue{}
	}
	if list := p.names[pythonName{p.classes[class].scope, name}]; len(list) > 0 && !above {
		return p.agreed(list, depth)
	}
	for _, at := range p.classes[class].bases {
		if base, _ := p.eval(at, depth+8, nil); base.kind == pythonClassValue && base.number != class {
			if v := p.classMember(base.number, name, depth+8, false); v.kind != pythonUnknown {
				return v
			}
		}
	}
	return pythonValue{}
}

// lookup returns what the name at token i stands for.
func (p *python) lookup(i, depth int) pythonValue {
	name := p.name(i)
	from := int(p.scopeAt[i])
	for s, hops := from, 0; s >= 0 && hops < 64; s, hops = p.scopes[s].parent, hops+1 {
		if p.scopes[s].class && s != from {
			continue
		}
		list := p.names[pythonName{s, name}]
		if len(list) == 0 {
			continue
		}
		if s != from {
			return p.agreed(list, depth)
		}
		// In its own scope the last one before counts.
		if len(list) > 64 {
			return p.agreed(list, depth)
		}
		best := list[0]
		for _, b := range list {
			if b.at < i && i >= b.end {
				best = b
			}
		}
		if best.initial >= 0 && best.initial <= i && i < best.end {
			return pythonValue{}
		}
		return p.bound(best, depth)
	}
	if name == "open" || name == "input" {
		return pythonValue{kind: pythonPath, path: name}
	}
	return pythonValue{}
}

// bound returns the value that a binding gives a name.
func (p *python) bound(b pythonBinding, depth int) pythonValue {
	if b.initial < 0 || depth > maxDepth {
		return b.value
	}
	v, next := p.eval(b.initial, depth+1, nil)
	switch k := p.kind(next); {
	case v.kind == pythonFunctionValue && p.functions[v.number].lambda, k == scan.TokenLine || k == ';' || k == 0 || k == ')' || k == ',' || k == ':' || p.is(next, "as") || p.is(next, "if") || p.is(next, "or"):
		return v
	}
	return pythonValue{}
}

// agreed returns the value that all bindings of a name give it.
func (p *python) agreed(list []pythonBinding, depth int) pythonValue {
	if len(list) > 8 {
		return pythonValue{}
	}
	var v pythonValue
	for n, b := range list {
		w := p.bound(b, depth+1)
		if n > 0 && w != v {
			if v.kind == pythonFunctionValue && w.kind == pythonFunctionValue {
				v = w // an overload, or the setter of a property
				continue
			}
			return pythonValue{}
		}
		v = w
	}
	return v
}
