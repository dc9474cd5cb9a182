// Package golang makes the tree of a file of Go from that of go/parser, in the form that all languages share.
//
// What Go has and the others have not is read as what means the same there:
//
//   - What a file declares is exported, whatever its name, and names that it does not declare are imported from the
//     module ".", which is the other files of its package.
//   - A type is a class. Its methods stand in it, those in another file in a class of the same name there. What a method
//     names its receiver is a variable that holds this.
//   - A function with several results returns a list, and what takes several values takes a list apart.
//   - A value of a struct that is written out is a call of new with the fields as arguments, and so is an error that
//     errors.New or fmt.Errorf makes; a variable of a type without a value holds a new one.
//   - &x among the arguments of a call is one that the call may set.
package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/tree"
)

// maxSize is the size in bytes of the largest file that is read: the tree of go/parser takes about fifty times the
// memory of the shortest text.
const maxSize = 4 << 20

// maxDepth bounds how deep expressions and statements nest; what is deeper is skipped.
const maxDepth = 200

// Parse returns the tree of src, the content of a file in Go.
func Parse(src []byte) *tree.File {
	p := &reader{size: int32(min(len(src), maxSize)), classes: map[string]*tree.Class{}}
	body := &tree.Func{End: p.size, Body: &tree.Node{Op: tree.Block, End: p.size}}
	file := &tree.File{Language: tree.Go, Body: body}
	if len(src) > maxSize {
		file.Skipped = len(src)
		return file
	}
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, 0) // what could be read is there beside an error
	if f == nil {
		file.Skipped = len(src)
		return file
	}
	if f.Name != nil {
		file.Package = f.Name.Name
	}
	body.Body.Kids = p.file(f)
	file.Skipped, file.Jumps = p.skipped, p.jumps
	return file
}

// reader makes the nodes of a file. Its methods return nil for nil and for what leaves nothing.
type reader struct {
	tree.Builder
	size    int32
	depth   int
	skipped int
	jumps   bool
	classes map[string]*tree.Class // of the types that the file declares or has methods of
	results []*tree.Node           // the names of what the function returns, nil where they have none
}

// at returns the offset of a position.
func (p *reader) at(pos token.Pos) int { return int(max(0, min(int32(pos)-1, p.size))) }

// make returns a node of which a node of Go becomes one.
func (p *reader) make(op tree.Op, n ast.Node, text string, kids ...*tree.Node) *tree.Node {
	return p.Node(op, p.at(n.Pos()), p.at(n.End()), text, kids...)
}

// deeper goes a level on, unless what stands there is too deep.
func (p *reader) deeper(n ast.Node) bool {
	if p.depth >= maxDepth {
		p.skipped += p.at(n.End()) - p.at(n.Pos())
		return false
	}
	p.depth++
	return true
}

// predeclared are the names that Go itself declares.
var predeclared = strings.Fields("any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr _")

// file returns the statements of a file: imports, then types, functions and variables.
func (p *reader) file(f *ast.File) (all []*tree.Node) {
	imported := map[string]bool{}
	for _, spec := range f.Imports {
		module, err := strconv.Unquote(spec.Path.Value)
		if err != nil || module == "" || module == "C" {
			continue
		}
		name := packageName(module)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = true
		all = append(all, p.make(tree.Import, spec, module, p.make(tree.ImportName, spec, "*", p.make(tree.Name, spec, name))))
	}
	p.types(f)
	var names []*tree.Node
	for _, id := range f.Unresolved {
		if !imported[id.Name] && p.classes[id.Name] == nil && !slices.Contains(predeclared, id.Name) {
			imported[id.Name] = true
			names = append(names, p.make(tree.ImportName, id, id.Name, p.make(tree.Name, id, id.Name)))
		}
	}
	if len(names) > 0 {
		all = append(all, p.Node(tree.Import, p.at(f.Name.Pos()), p.at(f.Name.End()), ".", names...))
	}
	for _, name := range slices.Sorted(maps.Keys(p.classes)) {
		c := p.classes[name]
		n := p.Node(tree.DefineClass, int(c.Start), int(c.End), "")
		n.Class = c
		all = append(all, p.Node(tree.Export, int(c.Start), int(c.End), "", n))
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name != nil {
				n := p.make(tree.Define, d, "")
				n.Func = p.function(d, d.Type, d.Body, nil)
				n.Func.Name = d.Name.Name
				all = append(all, p.make(tree.Export, d, "", n))
			}
		case *ast.GenDecl:
			for _, n := range p.declaration(d) {
				all = append(all, p.Node(tree.Export, int(n.Start), int(n.End), "", n))
			}
		}
	}
	return all
}

// packageName returns the name that a package most likely has, by the path that it is imported from: the last element of
// that which is no version, without what says that it is of Go.
func packageName(module string) string {
	name := path.Base(module)
	if isVersion(name) {
		name = path.Base(path.Dir(module))
	}
	if before, last, ok := strings.Cut(name, ".v"); ok && isVersion("v"+last) {
		name = before
	}
	name = strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, ".go"), "-go"), "go-")
	return name[strings.LastIndexByte(name, '-')+1:]
}

// isVersion reports whether an element of a path is a version, such as v2.
func isVersion(name string) bool {
	return len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == ""
}

// types makes the classes of the types that the file declares, and of those of whose methods it declares some.
func (p *reader) types(f *ast.File) {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				if t, ok := s.(*ast.TypeSpec); ok && t.Name != nil && t.Name.Name != "_" {
					p.class(t)
				}
			}
		}
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv == nil || len(fn.Recv.List) == 0 {
			continue
		}
		name := typeName(fn.Recv.List[0].Type)
		c := p.classes[name]
		if name == "" {
			continue
		}
		if c == nil {
			c = &tree.Class{Name: name, Start: int32(p.at(fn.Pos())), End: int32(p.at(fn.Pos()))}
			p.classes[name] = c
		}
		m := p.function(fn, fn.Type, fn.Body, fn.Recv.List[0])
		m.Name, m.Kind = fn.Name.Name, tree.Method
		c.Members = append(c.Members, tree.Field{Name: m.Name, Func: m, Start: m.Start, End: m.End})
	}
}

// typeName returns the name of the type of a receiver.
func typeName(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return ""
		}
	}
}

// class makes the class of a type: the fields of a struct, what it embeds as what it extends, and the methods that an
// interface asks for.
func (p *reader) class(t *ast.TypeSpec) {
	c := &tree.Class{Name: t.Name.Name, Start: int32(p.at(t.Pos())), End: int32(p.at(t.End()))}
	p.classes[c.Name] = c
	switch x := t.Type.(type) {
	case *ast.StructType:
		p.fields(c, x.Fields, false)
	case *ast.InterfaceType:
		p.fields(c, x.Methods, true)
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr:
		if base := p.typeOf(t.Type); base != nil {
			c.Bases = append(c.Bases, base)
		}
	}
}

// fields adds the members of a struct or an interface to a class.
func (p *reader) fields(c *tree.Class, list *ast.FieldList, methods bool) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		kind := p.typeOf(f.Type)
		at := tree.Field{Start: int32(p.at(f.Pos())), End: int32(p.at(f.End())), Decorators: p.tag(f.Tag)}
		if len(f.Names) == 0 && kind != nil {
			c.Bases = append(c.Bases, kind)
			at.Name, at.Type = kind.Text, kind
			c.Members = append(c.Members, at)
		}
		for _, name := range f.Names {
			if at.Name, at.Type = name.Name, kind; methods {
				at.Func = &tree.Func{Name: name.Name, Kind: tree.Method, Start: at.Start, End: at.End}
			}
			c.Members = append(c.Members, at)
		}
	}
}

// checkers are the keys of tags by which go-playground/validator checks fields, and the decorators that say how long a
// field is at most by it.
var checkers = []struct{ key, decorator string }{{"binding", "bindingMax"}, {"validate", "validateMax"}}

// tag returns what the tag of a field says of its length, as decorators.
func (p *reader) tag(t *ast.BasicLit) (all []*tree.Node) {
	if t == nil {
		return nil
	}
	text, err := strconv.Unquote(t.Value)
	if err != nil {
		return nil
	}
	for _, c := range checkers {
		for rule := range strings.SplitSeq(reflect.StructTag(text).Get(c.key), ",") {
			name, value, _ := strings.Cut(rule, "=")
			if name == "dive" {
				break // of the elements
			}
			longest := 0
			switch name {
			case "max", "lte", "len":
			case "oneof":
				for one := range strings.FieldsSeq(value) {
					longest = max(longest, utf8.RuneCountInString(one))
				}
				value = strconv.Itoa(longest)
			default:
				continue
			}
			if _, err := strconv.ParseUint(value, 10, 31); err == nil {
				all = append(all, p.make(tree.Call, t, "", p.make(tree.Name, t, c.decorator), p.make(tree.Number, t, value)))
			}
		}
	}
	return all
}

// typeOf returns the name of a type, without what points to it; nil for one that is no single value of a type with a
// name.
func (p *reader) typeOf(t ast.Expr) *tree.Node {
	switch x := t.(type) {
	case *ast.Ident:
		return p.make(tree.Name, x, x.Name)
	case *ast.SelectorExpr:
		if of, ok := x.X.(*ast.Ident); ok && x.Sel != nil {
			return p.make(tree.Member, x, x.Sel.Name, p.make(tree.Name, of, of.Name))
		}
	case *ast.StarExpr:
		return p.typeOf(x.X)
	case *ast.ParenExpr:
		return p.typeOf(x.X)
	case *ast.IndexExpr:
		return p.typeOf(x.X)
	case *ast.IndexListExpr:
		return p.typeOf(x.X)
	}
	return nil
}

// function reads a function; the receiver is that of a method, or nil.
func (p *reader) function(at ast.Node, t *ast.FuncType, body *ast.BlockStmt, receiver *ast.Field) *tree.Func {
	f := &tree.Func{Start: int32(p.at(at.Pos())), End: int32(p.at(at.End()))}
	outer := p.results
	defer func() { p.results = outer }()
	p.results = nil
	var first []*tree.Node
	if receiver != nil && len(receiver.Names) == 1 && receiver.Names[0].Name != "_" {
		self := receiver.Names[0]
		first = append(first, p.let(self, p.make(tree.Name, self, self.Name), p.make(tree.This, self, "")))
	}
	if t.Params != nil {
		for _, field := range t.Params.List {
			kind, rest := field.Type, false
			if _, ok := kind.(*ast.Ellipsis); ok {
				kind, rest = nil, true
			}
			one := tree.Param{Rest: rest}
			if kind != nil {
				one.Type = p.typeOf(kind)
			}
			if star, ok := kind.(*ast.StarExpr); ok { // *x = y sets what the caller points to
				one.Reference = typeName(star.X) == "" || slices.Contains(predeclared, typeName(star.X))
			}
			if len(field.Names) == 0 {
				f.Params = append(f.Params, one)
			}
			for _, name := range field.Names {
				q := one
				q.Target = p.make(tree.Name, name, name.Name)
				f.Params = append(f.Params, q)
			}
		}
	}
	if t.Results != nil {
		for _, field := range t.Results.List {
			for _, name := range field.Names {
				p.results = append(p.results, p.make(tree.Name, name, name.Name))
				first = append(first, p.let(name, p.make(tree.Name, name, name.Name), p.zero(field.Type)))
			}
		}
	}
	if body == nil {
		return f
	}
	f.Body = p.block(body, first...)
	if recovers(body) { // what panics returns
		caught := p.make(tree.Catch, body, "", nil, p.make(tree.Block, body, "", p.back(body, nil)))
		f.Body = p.make(tree.Block, body, "", p.make(tree.Try, body, "", f.Body, nil, caught))
	}
	if len(p.results) > 0 { // where the end is reached, as behind a panic that was recovered from
		f.Body.Kids = append(f.Body.Kids, p.back(body, nil))
	}
	return f
}

// recovers reports whether a function may go on behind a panic: it defers a function that recovers, or one of another file of
// which the name says so.
func recovers(body *ast.BlockStmt) (found bool) {
	in := func(f ast.Node) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && isNamed(call.Fun, "recover")
			return !found
		})
	}
	for _, s := range body.List {
		d, ok := s.(*ast.DeferStmt)
		if !ok {
			continue
		}
		name := ""
		switch f := d.Call.Fun.(type) {
		case *ast.FuncLit:
			in(f)
		case *ast.Ident:
			if name = f.Name; f.Obj != nil {
				if of, ok := f.Obj.Decl.(*ast.FuncDecl); ok {
					in(of)
				}
			}
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		name = strings.ToLower(name)
		found = found || strings.Contains(name, "recover") || strings.Contains(name, "panic") || strings.Contains(name, "catch")
	}
	return found
}

// let returns the declaration of one variable with a value, or without.
func (p *reader) let(at ast.Node, target, value *tree.Node) *tree.Node {
	if value != nil {
		target = p.make(tree.Assign, at, "=", target, value)
	}
	return p.make(tree.Declare, at, "let", target)
}

// zero returns the value that a variable of a type has at first: a new one where the type may be a struct.
func (p *reader) zero(t ast.Expr) *tree.Node {
	switch x := t.(type) {
	case *ast.Ident:
		if slices.Contains(predeclared, x.Name) {
			return nil
		}
		return p.make(tree.New, x, "", p.typeOf(x))
	case *ast.SelectorExpr:
		return p.make(tree.New, x, "", p.typeOf(x))
	case *ast.ArrayType:
		return p.make(tree.Array, t, "")
	case *ast.MapType:
		return p.make(tree.Object, t, "")
	case *ast.StructType:
		return p.make(tree.New, x, "", p.structure(x))
	}
	return nil
}

// structure returns the class of a struct that has no name.
func (p *reader) structure(t *ast.StructType) *tree.Node {
	n := p.make(tree.ClassValue, t, "")
	n.Class = &tree.Class{Start: n.Start, End: n.End}
	p.fields(n.Class, t.Fields, false)
	return n
}
