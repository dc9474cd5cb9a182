package outline

import (
	"strings"

	"snag/analyze/source/scan"
)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[w] = true
	}
	return all
}

var rust = language{
	function:   "fn",
	modifiers:  set("pub async unsafe const extern default"),
	keywords:   set("if while for match return in loop else fn let mut ref move async await as where impl dyn unsafe break continue crate self super"),
	types:      set("struct enum union trait impl mod"),
	loops:      set("loop while for"),
	imports:    func(r *reader) { r.use("") },
	attributes: '#',
}

var kotlin = language{
	function:   "fun",
	modifiers:  set("suspend public private protected internal override inline open operator infix tailrec final abstract external actual expect"),
	keywords:   set("if while for when return in else fun val var try catch finally do throw init constructor is as by where object super this break continue"),
	types:      set("class interface object"),
	loops:      set("while for do"),
	lambdas:    true,
	linesEnd:   true,
	imports:    (*reader).importLine,
	attributes: '@',
}

// use reads what is behind the keyword use of Rust, or inside of its braces, up to the end.
func (r *reader) use(prefix string) {
	path, last := prefix, ""
	add := func(as string) {
		if last == "" || last == "*" || as == "_" {
			return
		}
		full := strings.TrimPrefix(path, "::")
		if last == "self" {
			full, last = strings.TrimSuffix(full, "::self"), base(strings.TrimSuffix(full, "::self"))
		}
		if as == "" {
			as = last
		}
		if known, ok := r.file.Imports[as]; ok && known != full {
			full = "" // two things of one name
		}
		r.file.Imports[as] = full
	}
	as := ""
	for r.at++; r.at < len(r.tokens); r.at++ {
		switch t := r.tokens[r.at]; {
		case t.Kind == scan.TokenName && r.text(r.at) == "as":
			r.at++
			as = r.text(r.at)
		case t.Kind == scan.TokenName || t.Kind == '*':
			last = r.text(r.at)
			path = join(path, last)
		case t.Kind == '{':
			if strings.Count(path, "::") < longestName {
				r.use(path)
			}
			last = ""
		case t.Kind == ',' || t.Kind == '}' || t.Kind == ';':
			add(as)
			path, last, as = prefix, "", ""
			if t.Kind != ',' {
				return
			}
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "::" + name
}

func base(path string) string { return path[strings.LastIndexByte(path, ':')+1:] }

// importLine reads an import of Kotlin.
func (r *reader) importLine() {
	var path []string
	as := ""
	for r.at+1 < len(r.tokens) && !r.tokens[r.at+1].Line && len(path) < longestName {
		r.at++
		switch word := r.text(r.at); {
		case word == "as":
			r.at++
			as = r.text(r.at)
		case r.is(r.at, scan.TokenName):
			path = append(path, word)
		}
	}
	if len(path) == 0 {
		return
	}
	if as == "" {
		as = path[len(path)-1]
	}
	r.file.Imports[as] = strings.Join(path, ".")
}
