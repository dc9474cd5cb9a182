package rust

import (
	"slices"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// use reads the tree of a use, whose paths begin with some names.
func (p *parser) use(before []string, start int32) {
	if p.Sign("::") {
		p.Next()
	}
	names := slices.Clone(before)
	for p.Kind() == scan.TokenName && !p.Is("as") {
		names = append(names, p.identifier())
		if !p.Sign("::") {
			break
		}
		p.Next()
	}
	switch {
	case p.Kind() == '{':
		if p.deeper() {
			p.listed(func() { p.use(names, start) })
			p.Depth--
		} else {
			p.Over()
		}
		return
	case p.Kind() == '*':
		p.Next()
		if names = p.imported2018(names); len(names) > 0 {
			p.Push(p.Make(tree.Import, start, strings.Join(names, "::"), p.Make(tree.ImportName, start, "*")))
		}
		return
	}
	if len(names) == 0 {
		return
	}
	if names[len(names)-1] == "self" && len(names) > 1 {
		names = names[:len(names)-1]
	}
	name := names[len(names)-1]
	if p.SkipWord("as") && p.Kind() == scan.TokenName {
		name = p.identifier()
	}
	last := names[len(names)-1]
	if names = p.imported2018(names); len(names) == 0 || name == "_" {
		return
	}
	p.declared[name] = true
	switch {
	case len(names) > 1:
		p.imports(name, strings.Join(names[:len(names)-1], "::"), last)
	case names[0] == last && name != last && p.declared[last]: // of this file
		p.Push(p.Node(tree.Declare, int(start), int(p.Behind()), "const", p.Make(tree.Assign, start, "=", p.Make(tree.Name, start, name), p.Make(tree.Name, start, last))))
	case names[0] == last && !p.declared[last] || p.modules[last]:
		p.imports(name, last, "*")
	}
	p.Push(p.Make(tree.Export, start, "", p.Make(tree.ExportName, start, name, p.Make(tree.Name, start, name))))
}

// imported2018 returns the path of a use with self in front of a module of the file, and without modules whose code stands
// in it.
func (p *parser) imported2018(names []string) []string {
	short := p.local(names)
	if len(short) > 0 && len(short) == len(names) {
		if inside, own := p.modules[short[0]]; own && !inside {
			return append([]string{"self"}, short...)
		}
	}
	return short
}
