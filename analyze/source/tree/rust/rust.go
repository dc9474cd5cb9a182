// Package rust reads the syntax tree of Rust.
//
// It accepts any input in linear time: what it cannot read it skips up to the end of the statement, element or bracket. In
// Rust nearly everything is an expression; statements that stand in one are hoisted in front of it.
//
// What Rust has and the others have not is read as what means the same there:
//
//   - Some(x) and Ok(x) are x, None and Err(e) are null. So e? returns null where e is null, unwrap is nothing, and a
//     pattern that is Some or Ok asks whether a value is not null.
//   - A match is a chain of ifs.
//   - A struct, an enum and a trait are classes, with the methods that all of the blocks named impl in the file give them.
//     The parts of a tuple and of what is written like a call are members named 0, 1 and so on.
//   - References are what they refer to. &mut x is one that whoever gets it may set.
//   - What a file declares is exported, and a path such as crate::text::clean imports clean from crate::text.
package rust

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// Parse returns the tree of src, the content of a file in Rust. Its names refer to a copy of src as long as the tree is in
// use.
func Parse(src []byte) *tree.File {
	p := parser{
		Cursor:  descent.Cursor{Src: src, Text: string(src)},
		classes: map[string]*tree.Class{}, declared: map[string]bool{}, modules: map[string]bool{}, functions: map[string]bool{}, imported: map[string]*tree.Node{},
	}
	p.Read = p.statement
	p.Begin(braces.Tokens(src, braces.Rust), len(src))
	p.survey()
	m := p.Mark()
	p.items()
	items := p.Take(m)
	body := &tree.Func{End: int32(len(src))}
	body.Body = &tree.Node{Op: tree.Block, End: body.End}
	for _, name := range slices.Sorted(maps.Keys(p.imported)) {
		body.Body.Kids = append(body.Body.Kids, p.imported[name])
	}
	for _, name := range slices.Sorted(maps.Keys(p.classes)) {
		c := p.classes[name]
		n := p.Node(tree.DefineClass, int(c.Start), int(c.End), "")
		n.Class = c
		body.Body.Kids = append(body.Body.Kids, p.Node(tree.Export, int(c.Start), int(c.End), "", n))
	}
	body.Body.Kids = append(body.Body.Kids, items...)
	return &tree.File{Language: tree.Rust, Body: body, Skipped: p.Skipped}
}

// parser reads a file. Its methods read what they are named after at the current token, and return nil for a statement of
// which nothing is left, never for an expression.
type parser struct {
	descent.Cursor
	classes   map[string]*tree.Class
	declared  map[string]bool       // names that the file declares, or imports by use
	modules   map[string]bool       // that are declared in the file; true for those whose code stands in it
	functions map[string]bool       // names of functions and methods of the file
	imported  map[string]*tree.Node // imports that paths make, by the name that they have here
	self      string                // the type that the code is of, "" for none
	inner     int                   // how many modules of the file are around
	within    int                   // how many functions are around
	result    *tree.Node            // the variable that holds the value of the loop around, nil for none
	noStruct  bool                  // a brace begins no value of a struct
	refers    bool                  // patterns of the file may set what they take apart: ref mut
}

// deepest is how deeply expressions, patterns and types may nest.
const deepest = 1000

// deeper goes a level on, unless that is too deep. Whoever got true ends it by p.Depth--.
func (p *parser) deeper() bool {
	if p.Depth >= deepest {
		return false
	}
	p.Depth++
	return true
}

// survey finds the names that the file declares.
func (p *parser) survey() {
	for i := 0; i < len(p.Tokens)-descent.Tail-1; i++ {
		t, next := &p.Tokens[i], &p.Tokens[i+1]
		if next.Kind == '!' && p.Tokens[i+2].Kind == scan.TokenName && p.Spell(t) == "macro_rules" {
			p.functions[p.Spell(&p.Tokens[i+2])+"!"] = true
		}
		if t.Kind != scan.TokenName || next.Kind != scan.TokenName {
			continue
		}
		switch name := p.Spell(next); p.Spell(t) {
		case "ref":
			p.refers = p.refers || name == "mut"
		case "mod":
			p.modules[name] = p.Tokens[i+2].Kind == '{'
		case "fn":
			p.functions[name], p.declared[name] = true, true
		case "struct", "enum", "trait", "type", "const", "static", "union":
			p.declared[name] = true
		}
	}
}

// isWord reports whether token n behind the current one is one of some words.
func (p *parser) isWord(n int, words ...string) bool {
	return slices.Contains(words, p.WordAt(n)) && p.WordAt(n) != ""
}

// identifier returns the name that the current token is, and goes behind it.
func (p *parser) identifier() string {
	t := &p.Tokens[p.At]
	p.Next()
	return p.Spell(t)
}

// enter reads what stands in the bracket at the current token.
func (p *parser) enter(read func()) {
	noStruct := p.noStruct
	p.noStruct = false
	b := p.Enter()
	read()
	p.Leave(b)
	p.noStruct = noStruct
}

// listed reads what stands between commas in the bracket at the current token.
func (p *parser) listed(read func()) {
	p.enter(func() {
		for !p.Ends() {
			from := p.At
			read()
			p.Separate(from)
		}
	})
}

// unknown goes behind something that is no expression.
func (p *parser) unknown() *tree.Node {
	start := p.Start()
	if !p.Ends() && p.Kind() != ',' && p.Kind() != ';' {
		p.Lose()
	}
	return p.Make(tree.Unknown, start, "")
}

// semicolon ends an item or statement. What stands in front of its end is not understood.
func (p *parser) semicolon() {
	for !p.Ends() && !p.Skip(';') {
		p.Lose()
	}
}

// segments reads the names of a path, without what its types are made for.
func (p *parser) segments() (all []string) {
	if p.Sign("::") {
		p.Next()
	}
	for p.Kind() == scan.TokenName {
		all = append(all, p.identifier())
		if !p.Sign("::") || p.Ahead(1).Kind == '*' || p.Ahead(1).Kind == '{' {
			break
		}
		p.Next()
		if p.Kind() == '<' {
			p.angles(nil)
			if !p.Sign("::") {
				break
			}
			p.Next()
		}
	}
	return all
}

// isUpper reports whether a name is written as those of types are.
func isUpper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// path returns what a path names.
func (p *parser) path(start int32, names []string) *tree.Node {
	if names = p.local(names); len(names) == 0 {
		return p.Make(tree.Unknown, start, "")
	}
	head := names[0]
	switch {
	case head == "Self" && p.self != "":
		names = append([]string{p.self}, names[1:]...)
	case len(names) == 1:
		if head == "self" {
			return p.Make(tree.This, start, "")
		}
	case head == "crate" || head == "self" || head == "super":
		item := slices.IndexFunc(names[1:], isUpper) + 1
		if item == 0 {
			item = len(names) - 1
		}
		module := strings.Join(names[:item], "::")
		name := module + "::" + names[item]
		if p.imported[name] == nil {
			p.imports(name, module, names[item])
		}
		names = append([]string{name}, names[item+1:]...)
	case !p.declared[head] && !isUpper(head) && p.imported[head] == nil:
		module := head
		if _, own := p.modules[head]; own {
			module = "self::" + head
		}
		p.imports(head, module, "*")
	}
	n := p.Make(tree.Name, start, names[0])
	for _, name := range names[1:] {
		n = p.Make(tree.Member, start, name, n)
	}
	return n
}

// imports imports an item of a module, or the module itself, as a name.
func (p *parser) imports(name, module, item string) {
	at := int(p.Start())
	p.imported[name] = p.Node(tree.Import, at, at, module, p.Node(tree.ImportName, at, at, item, p.Node(tree.Name, at, at, name)))
}

// local returns a path without modules whose code stands in the file, all of which is read as if it stood outside of them.
func (p *parser) local(names []string) []string {
	for inner := p.inner; len(names) > 1; names = names[1:] {
		switch {
		case inner > 0 && names[0] == "super":
			inner--
		case p.modules[names[0]] || names[0] == "self" && p.modules[names[1]]:
		default:
			return names
		}
	}
	return names
}
