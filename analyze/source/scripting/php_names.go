package scripting

import (
	"bytes"
	"strings"
)

// bindNames finds the functions and classes of the file, and what binds variables and constants.
func (p *php) bindNames() {
	p.areas = append(p.areas, area{end: len(p.src), parent: -1})
	p.imports = map[string]string{}
	in, ends := 0, 0 // the innermost area, and the token that ends it
	type opened struct{ area, end int }
	stack := []opened{{0, p.main}}
	ends = p.main
	for i := 0; i < p.main; i++ {
		for i >= ends && len(stack) > 1 {
			stack = stack[:len(stack)-1]
			in, ends = stack[len(stack)-1].area, stack[len(stack)-1].end
		}
		switch k := p.kind(i); k {
		case kindName:
			end := p.keyword(i, in)
			if end > 0 {
				in = len(p.areas) - 1
				stack = append(stack, opened{in, end})
				ends = end
			}
		case kindVariable:
			p.variable(i, in)
		case '=':
			// What is assigned to as a list or by an index.
			if m := p.mate(i - 1); m >= 0 && m < i {
				for n := m - 1; n < i && p.work > 0; n++ {
					p.work--
					if p.kind(n) == kindVariable {
						p.bind(string(p.bytes(n)), bound{area: in, value: -1})
					}
				}
			}
			if p.kind(i-1) == kindName && p.kind(i-2) == kindArrow {
				p.bind("."+string(p.bytes(i-1)), bound{area: 0, value: i + 1})
			}
		case kindAugment:
			if p.kind(i-1) == kindName && p.kind(i-2) == kindArrow {
				p.bind("."+string(p.bytes(i-1)), bound{area: 0, value: -1})
			}
		}
	}
}

// variable binds the variable at token i if it gets a value there.
func (p *php) variable(i, in int) {
	name := string(p.bytes(i))
	unknown := bound{area: in, value: -1}
	switch {
	case p.kind(i-1) == kindDouble: // a static property
		if k := p.kind(i + 1); k == '=' || k == kindAugment {
			p.bind("."+name, bound{area: 0, value: -1})
		}
	case p.kind(i+1) == '=' && p.kind(i+2) != '&':
		unknown.value = i + 2
		if p.is(i-1, "static") && !p.areas[in].class || p.kind(i-1) == '&' {
			unknown.value = -1
		}
		p.bind(name, unknown)
	case p.kind(i+1) == '=' || p.kind(i+1) == kindAugment || p.kind(i-1) == '&' && p.kind(i-2) != kindVariable,
		p.kind(i-1) == kindAugment && p.end(i-1) == p.start(i), p.is(i-1, "as"), p.is(i-1, "global"), p.is(i-1, "static"),
		p.kind(i-1) == kindFat && p.kind(i-2) == kindVariable && p.is(i-3, "as"):
		p.bind(name, unknown)
	}
}

// keyword reads what the name at token i begins. For a function or class it adds an area and returns
// the token that ends it, else 0.
func (p *php) keyword(i, in int) int {
	if k := p.kind(i - 1); k == kindArrow || k == kindDouble {
		return 0
	}
	switch strings.ToLower(string(p.bytes(i))) {
	case "function", "fn":
		open := i + 1
		for k := p.kind(open); k == kindName || k == '&'; k = p.kind(open) {
			open++
		}
		last := p.mate(open)
		if p.kind(open) != '(' || last < 0 {
			return 0
		}
		arrow := p.bytes(i)[1]|0x20 == 'n'
		number := len(p.areas)
		if arrow {
			number = in
		}
		parameters := func(open, last int) {
			for n := open + 1; n < last && p.work > 0; n++ {
				p.work--
				if p.kind(n) == kindVariable {
					p.bind(string(p.bytes(n)), bound{area: number, value: -1})
				}
			}
		}
		parameters(open, last)
		if arrow {
			return 0
		}
		end := last + 1
		if p.is(end, "use") && p.kind(end+1) == '(' && p.mate(end+1) > 0 {
			parameters(end+1, p.mate(end+1))
			end = p.mate(end+1) + 1
		}
		for n := 0; n < 24 && p.kind(end) != '{' && p.kind(end) != ';' && end < p.main; n++ {
			end++
		}
		stop := end
		if m := p.mate(end); m > 0 {
			stop = m
		}
		p.areas = append(p.areas, area{start: p.start(open), end: p.end(stop), parent: in, opaque: true})
		return stop + 1
	case "class", "trait", "interface", "enum":
		open := i + 1
		name := ""
		if p.kind(open) == kindName && !p.is(open, "extends") {
			name = string(p.bytes(open))
		}
		for n := 0; n < 64 && p.kind(open) != '{'; n++ {
			if k := p.kind(open); k == ';' || k == '=' || k == 0 || k == kindFat {
				return 0
			}
			if m := p.mate(open); m > open {
				open = m
			}
			open++
		}
		last := p.mate(open)
		if p.kind(open) != '{' || last < 0 {
			return 0
		}
		p.areas = append(p.areas, area{start: p.start(open), end: p.end(last), parent: in, class: true, name: name})
		return last + 1
	case "const":
		for at := i + 1; at < p.main && p.kind(at) != ';' && p.work > 0; at++ {
			p.work--
			if p.kind(at) == '=' && p.kind(at-1) == kindName {
				p.bind(string(p.bytes(at-1)), bound{area: in, value: at + 1})
			} else if m := p.mate(at); m > at {
				at = m
			}
		}
	case "define", `\define`:
		if p.kind(i+1) == '(' && p.kind(i+2) == kindString && p.kind(i+3) == ',' {
			p.bind(string(bytes.Trim(p.bytes(i+2), `'"`)), bound{area: 0, value: i + 4})
		}
	case "use":
		if in == 0 && p.kind(i+1) == kindName {
			full := strings.TrimPrefix(string(p.bytes(i+1)), `\`)
			short := full[strings.LastIndexByte(full, '\\')+1:]
			if p.is(i+2, "as") {
				short = string(p.bytes(i + 3))
			}
			p.imports[strings.ToLower(short)] = full
		}
	}
	return 0
}
