package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/link"
	"snag/analyze/reach/rules"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
)

// offer makes what a package exports run: the reason of each function is the name by which others call it, behind
// that of the package, as ".load" and ".Store().load". Constructors have the name of their class.
func (p *Program) offer(entry string) {
	at, ok := p.at[entry]
	if !ok {
		return
	}
	p.offered(p.Flow.Value(at, p.Files[at].Graph.Exports), "", 0, map[rules.Value]bool{})
}

func (p *Program) offered(v rules.Value, name string, depth int, seen map[rules.Value]bool) {
	if v == 0 || depth > maxHandler || seen[v] {
		return
	}
	seen[v] = true
	offer := func(i int, name string) {
		if f := &p.Funcs[i]; f.Index > 0 && !f.root.Given() {
			f.root = Reason{Text: offeredName + name}
		}
	}
	for _, r := range p.Flow.Functions(v) {
		offer(p.number(r), name)
	}
	for _, c := range p.Flow.Classes(v) {
		f := p.Files[c.File]
		for i := range f.Graph.Funcs {
			t := f.Graph.Funcs[i].Tree
			if f.Graph.Funcs[i].Class != int32(c.Class) || t.Private {
				continue
			}
			switch {
			case t.Kind == tree.Constructor:
				offer(f.first+i, name)
			case t.Static:
				offer(f.first+i, name+"."+t.Name)
			default:
				offer(f.first+i, name+"()."+t.Name)
			}
		}
	}
	p.Flow.Members(v, func(member string, of rules.Value) {
		switch member {
		case "constructor", "prototype":
		case "default":
			p.offered(of, name, depth+1, seen)
		default:
			p.offered(of, name+"."+member, depth+1, seen)
		}
	})
}

// Offered returns the name by which others call the exported function that a reason of ReadPackage's begins with, behind
// that of the package.
func (p *Program) Offered(why Reason) string {
	return strings.TrimPrefix(p.Funcs[why.Way[0]].root.Text, offeredName)
}

// offeredName begins the reasons of exported functions: no reason is empty.
const offeredName = "package"

// Linker returns what finds the files of the program.
func (p *Program) Linker() *link.Linker { return p.linker }

// Outside returns the modules that the files of a program import and that lie outside of it, in packages: the file of
// each by the name that it was first imported under.
func (p *Program) Outside() map[string]string {
	all := map[string]string{}
	for _, f := range p.Files {
		for _, id := range f.Graph.Modules {
			module := f.Graph.Nodes[id].Name
			if _, known := all[module]; known {
				continue
			}
			if file, ok := p.linker.Resolve(f.Path, module); ok {
				if _, here := p.at[file]; !here {
					all[module] = file
				}
			}
		}
	}
	return all
}

// ReadPackage reads a package of JavaScript from the file that it is imported by, and the files of its own folder that
// this imports in turn: as a program in which what it exports runs. It is nil where no file may have a call that is
// asked for, or the package is large.
func ReadPackage(in Input, entry, folder string) *Program {
	in.complete()
	follows := func(file string) bool {
		l, ok := extract.ByPath(file)
		return ok && Follows(l)
	}
	if !follows(entry) {
		return nil
	}
	paths := []string{entry}
	total := 0
	for n := 0; n < len(paths); n++ {
		text, err := in.Files.Read(paths[n])
		if total += len(text); err != nil || total > maxPackage || n >= mostOfPackage {
			return nil
		}
		for _, m := range relative.FindAllSubmatch(text, -1) {
			file, ok := in.Linker.Resolve(paths[n], string(m[1]))
			if ok && follows(file) && !slices.Contains(paths, file) && strings.HasPrefix(file, folder+"/") {
				paths = append(paths, file)
			}
		}
	}
	in.entry = entry
	return read(in, paths)
}

// relative is an import of a file of the same package.
var relative = lazyregexp.New(`\b(?:require\s*\(|from|import)\s*["'](\.{1,2}/[^"'\n]*|\.{1,2})["']`)

// maxPackage bounds the bytes of a package that is read, and mostOfPackage its files.
const (
	maxPackage    = 1 << 20
	mostOfPackage = 60
)
