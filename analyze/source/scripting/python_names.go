package scripting

import (
	"slices"

	"snag/analyze/source/literal"
)

// bindNames finds the functions and classes of the file by their indentation, and what binds names.
func (p *python) bindNames() {
	p.areas = append(p.areas, area{end: len(p.src), parent: -1})
	type opened struct{ area, indent int }
	stack := []opened{{0, -1}}
	indent := 0
	for i := 0; i < p.main; {
		if p.kind(i) == kindLine {
			indent = int(p.list[i].mate)
			i++
			continue
		}
		for len(stack) > 1 && stack[len(stack)-1].indent >= indent {
			p.areas[stack[len(stack)-1].area].end = p.start(i)
			stack = stack[:len(stack)-1]
		}
		stop := i
		for stop < p.main && p.kind(stop) != kindLine {
			stop++
		}
		in := stack[len(stack)-1].area
		at := i
		if p.is(at, "async") {
			at++
		}
		if class := p.is(at, "class"); class || p.is(at, "def") {
			p.bind(string(p.bytes(at+1)), bound{area: in, value: -1})
			a := area{start: p.end(at + 1), end: len(p.src), parent: in, class: class, name: string(p.bytes(at + 1))}
			number := len(p.areas)
			next := at + 2
			for p.kind(next) == '[' && p.mate(next) > 0 {
				next = p.mate(next) + 1
			}
			if last := p.mate(next); p.kind(next) == '(' && last > 0 && last < stop {
				a.start = p.end(last)
				if class {
					a.bases = p.bases(next+1, last)
				} else {
					p.parameters(next+1, last, number)
				}
				next = last + 1
			}
			p.areas = append(p.areas, a)
			stack = append(stack, opened{number, indent})
			in = number
			for next < stop && p.kind(next) != ':' {
				next++
			}
			i = next + 1
		}
		p.statements(i, stop, in)
		p.mentions(i, stop, in)
		i = max(stop, i)
	}
}

// parameters binds the parameters between two tokens.
func (p *python) parameters(i, end, in int) {
	for begins := true; i < end; i++ {
		switch k := p.kind(i); {
		case k == kindName && begins:
			p.bind(string(p.bytes(i)), bound{area: in, value: -1})
			begins = false
		case k == ',':
			begins = true
		case k == '*':
		case k == '(' || k == '[' || k == '{':
			i = max(i, p.mate(i))
		default:
			begins = false
		}
	}
}

// statements binds what the statements of a line assign to.
func (p *python) statements(i, stop, in int) {
	first, annotation := i, 0
	var pending []string // names that get the value of the statement
	finish := func(value int) {
		for _, name := range pending {
			to := in
			if name[0] == '.' {
				to = 0
			}
			p.bind(name, bound{area: to, value: value})
		}
		pending = pending[:0]
	}
	value := -1
	for ; i < stop; i++ {
		switch p.kind(i) {
		case '(', '[', '{':
			if m := p.mate(i); m > 0 && m < stop {
				i = m
			}
		case ';':
			finish(value)
			first, annotation = i+1, 0
		case ':':
			if p.target(first, i) != "" && !p.is(first, "else") && !p.is(first, "try") && !p.is(first, "finally") {
				annotation = i
			} else if value < 0 || len(pending) == 0 {
				first = i + 1
			}
		case '=':
			end := i
			if annotation > 0 {
				end = annotation
			}
			if name := p.target(first, end); name != "" {
				pending = append(pending, name)
			} else {
				p.unpack(first, end, in)
			}
			first, annotation, value = i+1, 0, i+1
		case kindAugment:
			if name := p.target(first, i); name != "" {
				pending = append(pending, name)
				finish(-1)
			}
		case kindName:
			if i == first && (p.is(i, "import") || p.is(i, "from")) {
				i = p.imports(i, stop, in)
			}
		}
	}
	finish(value)
}

// target returns the name that is assigned to between two tokens, or with a dot in front of it an
// attribute. It returns "" for anything else.
func (p *python) target(i, end int) string {
	if end <= i || p.kind(end-1) != kindName || (end-i)%2 == 0 {
		return ""
	}
	for n := i; n < end; n++ {
		if want := []byte{kindName, '.'}[(n-i)%2]; p.kind(n) != want {
			return ""
		}
	}
	name := string(p.bytes(end - 1))
	if end-i > 1 {
		name = "." + name
	}
	return name
}

// unpack binds the names in a target of several.
func (p *python) unpack(i, end, in int) {
	for ; i < end; i++ {
		if p.kind(i) != kindName || p.kind(i-1) == '.' {
			continue
		}
		if k := p.kind(i + 1); k != '.' && k != '(' && k != '[' {
			p.bind(string(p.bytes(i)), bound{area: in, value: -1})
		}
	}
}

// imports binds what the import statement at token i binds, and returns its last token.
func (p *python) imports(i, stop, in int) int {
	path := func() string {
		start := i
		for i < stop && (p.kind(i) == '.' || p.kind(i) == kindName && !p.is(i, "import") && !p.is(i, "as")) {
			i++
		}
		var b []byte
		for n := start; n < i; n++ {
			b = append(b, p.bytes(n)...)
		}
		return string(b)
	}
	module := ""
	if p.is(i, "from") {
		i++
		module = path() + "."
		if !p.is(i, "import") {
			return i
		}
	}
	for i++; i < stop && p.kind(i) != ';'; i++ {
		if p.kind(i) != kindName {
			continue
		}
		full := path()
		if full == "" {
			continue // a keyword
		}
		local := full
		if p.is(i, "as") {
			local = string(p.bytes(i + 1))
			i++
		} else {
			i--
			if module == "" {
				for n, r := range full { // import a.b binds a
					if r == '.' {
						local, full = full[:n], full[:n]
						break
					}
				}
			}
		}
		p.bind(local, bound{area: in, value: -1, path: module + full})
	}
	return i - 1
}

// mentions binds what is bound inside of the statements of a line: by for, as, lambda and := .
func (p *python) mentions(i, stop, in int) {
	unknown := func(n, in int) {
		if p.kind(n) == kindName {
			p.bind(string(p.bytes(n)), bound{area: in, value: -1})
		}
	}
	importing := p.is(i, "import") || p.is(i, "from")
	for ; i < stop; i++ {
		if p.kind(i) == kindWalrus {
			unknown(i-1, in)
			continue
		}
		if p.kind(i) != kindName {
			continue
		}
		switch word := p.bytes(i); string(word) {
		case "for":
			end := i + 1
			for end < stop && end < i+64 && !p.is(end, "in") {
				end++
			}
			p.unpack(i+1, end, in)
			i = end
		case "as":
			if !importing {
				unknown(i+1, in)
			}
		case "lambda":
			end := i + 1
			for end < stop && end < i+256 && p.kind(end) != ':' {
				if m := p.mate(end); m > end {
					end = m
				}
				end++
			}
			p.parameters(i+1, end, in)
			i = end
		case "global", "nonlocal":
			for i++; i < stop && (p.kind(i) == kindName || p.kind(i) == ','); i++ {
				unknown(i, 0)
				unknown(i, max(p.areas[in].parent, 0))
			}
		}
	}
}

// bases returns the names between two tokens of the classes that a class extends.
func (p *python) bases(i, end int) (all []string) {
	for ; i < end; i++ {
		if m := p.mate(i); m > i {
			i = m
		} else if p.kind(i) == kindName && (p.kind(i+1) == ',' || i+1 == end) && p.kind(i-1) != '=' {
			all = append(all, string(p.bytes(i)))
		}
	}
	return all
}

// maxHeirs bounds the classes in which an attribute is looked for that gives a pattern.
const maxHeirs = 64

// heirs returns the classes that extend a class of the file, themselves or by others.
func (p *python) heirs(class int) (all []int) {
	for at := []int{class}; len(at) > 0 && len(all) < maxHeirs; at = at[1:] {
		for i := range p.areas {
			if p.work--; p.work < 0 {
				return all
			}
			if a := &p.areas[i]; i != class && a.class && slices.Contains(a.bases, p.areas[at[0]].name) && !slices.Contains(all, i) {
				all, at = append(all, i), append(at, i)
			}
		}
	}
	return all
}

// addInherited adds a literal, and the one that it is in each class of the file that extends its own and sets an attribute of
// self or cls which its pattern is made of. It returns the number of the first one that is added.
func (p *python) addInherited(l *literal.Literal, a, flags *pythonArgument) int {
	first := len(p.Literals)
	if class := p.classAround(p.start(a.first)); class > 0 && !a.star {
		if names := p.attributesOfSelf(a.first, a.end); len(names) > 0 {
			for _, heir := range p.heirs(class) {
				if !slices.ContainsFunc(names, func(name string) bool { _, n := p.within(p.boundIn(name, heir), heir); return n == 1 }) {
					continue
				}
				p.as = heir
				if own := (literal.Literal{Kind: l.Kind, Uses: l.Uses, Dialect: l.Dialect, Expr: l.Expr}); p.compiledAt(a.first, a.end) < 0 {
					if p.pattern(&own, a, flags); !own.Partial || !l.Partial {
						p.add(own)
					}
				}
				p.as = 0
			}
		}
	}
	if !l.Partial || len(p.Literals) == first { // what no class of the file says otherwise
		p.add(*l)
	}
	return first
}

// attributesOfSelf returns the names of the attributes of self or cls that are read between two tokens.
func (p *python) attributesOfSelf(i, end int) (names []string) {
	for ; i+2 < end; i++ {
		if (p.is(i, "self") || p.is(i, "cls")) && p.kind(i-1) != '.' && p.kind(i+1) == '.' && p.kind(i+2) == kindName && p.kind(i+3) != '(' {
			names = append(names, string(p.bytes(i+2)))
		}
	}
	return names
}

// used adds a use to a literal, and to what stands in its place in other classes.
func (p *python) used(n int, use literal.Use) {
	for i := n; i < len(p.Literals) && p.Literals[i].Expr == p.Literals[n].Expr; i++ {
		p.Literals[i].Uses |= use
	}
}
