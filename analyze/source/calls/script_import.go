package calls

import (
	"strings"

	"snag/analyze/source/scan"
)

// importNames reads the import whose names begin at token i.
func (q *parser) importNames(i int) {
	type part struct {
		name   string
		member string
		token  int
	}
	var parts []part
	if q.is(i, "type") && (q.kind(i+1) == '{' || q.kind(i+1) == scan.TokenName && !q.is(i+1, "from")) {
		return
	}
	add := func(at int, member string) {
		if name := q.name(at); name != "" {
			q.declared[at] = true
			parts = append(parts, part{name, member, at})
		}
	}
	for ; i < len(q.list); i++ {
		switch q.kind(i) {
		case scan.TokenName:
			switch {
			case q.is(i, "from") && q.kind(i+1) == scan.TokenString:
				module, _ := q.quoted(i + 1)
				for _, b := range parts {
					v := moduleValue(module)
					if b.member != "" {
						v = q.member(v, b.member)
					}
					q.bind(binding{name: b.name, imported: &v, initial: -1})
				}
				return
			case q.is(i, "import"):
				return
			case q.kind(i+1) == '=': // import fs = require("fs")
				q.declared[i] = true
				q.bind(binding{name: q.name(i), initial: i + 2})
				return
			}
			add(i, "")
		case '*':
			if q.is(i+1, "as") {
				i += 2
				add(i, "")
			}
		case '{':
			end := q.mate(i)
			if end < 0 {
				return
			}
			for i++; i < end; i++ {
				if q.kind(i) == ',' {
					continue
				}
				if k := q.kind(i); k != scan.TokenName && k != scan.TokenString {
					return
				}
				if q.is(i, "type") && q.kind(i+1) == scan.TokenName && !q.is(i+1, "as") {
					i++
				}
				member, at := q.name(i), i
				q.declared[i] = true
				if q.is(i+1, "as") {
					at = i + 2
				}
				add(at, member)
				i = at
			}
			i = end
		case ',':
		default:
			return
		}
	}
}

// export notes what is exported at token i.
func (q *parser) export(i int) {
	for q.is(i, "default") || q.is(i, "declare") || q.is(i, "abstract") {
		i++
	}
	switch q.name(i) {
	case "const", "let", "var":
		for limit := i + 512; i < min(limit, len(q.list)) && q.kind(i) != ';' && !(q.list[i].Line && q.endsValue(i-1) && q.begins(i)); i = q.behind(i) {
			if q.kind(i) == '=' && q.list[i].End == q.list[i].Start+1 {
				q.exported = append(q.exported, i+1)
			}
		}
	case "type", "interface", "enum", "import", "namespace":
	default:
		if q.kind(i) == '=' {
			i++
		}
		if q.kind(i) == '*' {
			return
		}
		if m := q.mate(i); q.kind(i) == '{' && q.is(m+1, "from") {
			return
		}
		q.exported = append(q.exported, i)
	}
}

// moduleValue is the module of a name such as node:fs.
func moduleValue(name string) value {
	return value{kind: isModule, module: strings.TrimPrefix(name, "node:")}
}
