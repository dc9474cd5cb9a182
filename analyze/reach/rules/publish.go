package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
)

// plain is the form in which functions of other programs are looked up: a module's default is the module.
func plain(a model.Access) string {
	for len(a.Steps) > 0 && a.Steps[0] == "default" {
		a.Steps = a.Steps[1:]
	}
	return a.String()
}

// maxPublic bounds how deep members of what is exported are looked at.
const maxPublic = 4

// isNearer reports whether a function is rather called by one name than by another: one of the package itself rather
// than of a file in it, and by few members and calls.
func (p *Program) isNearer(a, b model.Access) bool {
	if deep, other := inside(p.Language(), a.Root.Name), inside(p.Language(), b.Root.Name); deep != other {
		return deep < other
	}
	return cost(a) < cost(b)
}

// inside is how deep in its package a module lies.
func inside(l model.Language, module string) int {
	if l == model.Python {
		return strings.Count(module, ".")
	}
	return strings.Count(module, "/")
}

// isCalled reports whether the last step to a function is the name that it was declared with.
func isCalled(own string, by model.Access) bool {
	return own != "" && len(by.Steps) > 0 && by.Steps[len(by.Steps)-1] == own
}

// cost is how much has to be done to get at what a name means: what a call returns, or a member of any name, may need
// more than is known.
func cost(a model.Access) int {
	n := 0
	for _, s := range a.Steps {
		switch s {
		case "default":
		case "()", "*":
			n += 3
		default:
			n++
		}
	}
	return n
}

func then(a model.Access, step ...string) model.Access {
	return model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, step)}
}

// publishAll notes the functions that other programs can call, those of what a package is imported for first.
func (p *Program) publishAll() {
	var files []int32
	for i, s := range p.Code {
		if s.Public != "" {
			files = append(files, int32(i))
		}
	}
	sorting.Stable(files, func(a, b int32) int {
		return inside(p.Language(), p.Code[a].Public) - inside(p.Language(), p.Code[b].Public)
	})
	seen := map[int32]int{}
	for _, i := range files {
		root := model.Access{Root: model.Root{Kind: model.Module, Name: p.Code[i].Public}}
		p.publish(p.At(i, p.Code[i].Graph.Exports), root, 0, seen)
		for ci := range p.Code[i].Graph.Classes {
			if c := &p.Code[i].Graph.Classes[ci]; p.Language() == model.Ruby && c.Tree.Name != "" { // constants are everybody's
				p.publish(p.At(i, c.Node), then(root, c.Tree.Name), 0, seen)
			}
		}
	}
	for _, key := range points.SortedKeys(p.PublicNames) {
		p.nameMade(key)
	}
}

// nameMade names a function that another one makes, and returns in an object, by that one: what else makes objects of the kind
// puts other functions in its place.
func (p *Program) nameMade(key uint64) {
	file, fn := int32(key>>32), int32(uint32(key))
	g := p.Code[file].Graph
	name, maker := p.Public[[2]int32{file, fn}], g.Funcs[fn].Parent
	by, known := p.Public[[2]int32{file, maker}]
	if by = then(by, "()"); !known || len(name.Steps) == 0 || strings.HasPrefix(name.String(), by.String()) {
		return
	}
	called := slices.Contains(name.Steps, "()")
	last := name.Steps[len(name.Steps)-1]
	made := p.FuncOf[[2]int32{file, fn}]
	for _, o := range p.Points(p.At(file, g.Funcs[maker].Ret)) {
		member, ok := p.Object(o).Fields[last]
		if !ok || !p.Knows(member, made) {
			continue
		}
		if !called && slices.ContainsFunc(p.PublicNames[key], func(n PublicName) bool { return n.At == member && n.Name.String() == name.String() }) {
			return // it is exported with the object that was made
		}
		p.Public[[2]int32{file, fn}] = then(by, last)
		return
	}
}

// publish notes the functions that other programs can call, by the names that lead to them. seen are the objects that
// were looked at, and how deep.
func (p *Program) publish(n points.Node, name model.Access, depth int, seen map[int32]int) {
	if depth > maxPublic {
		return
	}
	p.Published = append(p.Published, n)
	for _, o := range slices.Clone(p.Points(n)) {
		p.publishObject(o, n, name, depth, seen)
	}
}

// PublicName is a name by which other programs call a function, and the value that it is then.
type PublicName struct {
	Name model.Access
	At   points.Node
}

// manyNames bounds the names that are kept of a function that others make.
const manyNames = 64

func (p *Program) publishObject(o int32, at points.Node, name model.Access, depth int, seen map[int32]int) {
	x := p.Object(o)
	if x.Kind == points.Outside {
		return
	}
	if key := uint64(x.File)<<32 | uint64(x.Index); x.Kind == points.Function && p.Code[x.File].Graph.Funcs[x.Index].Parent > 0 && len(p.PublicNames[key]) < manyNames {
		p.PublicNames[key] = append(p.PublicNames[key], PublicName{name, at})
	}
	if before, known := seen[o]; known && before <= depth {
		if x.Kind == points.Function && before == depth { // it may have been met under a name that another function has
			p.name(x, name, false)
		}
		return
	}
	seen[o] = depth
	switch x.Kind {
	case points.Regex:
		if before, known := p.PublicRegexes[int(x.Index)]; p.Language() == model.JavaScript && !x.Part && (!known || p.isNearer(name, before)) {
			p.PublicRegexes[int(x.Index)] = name
		}
	case points.Function:
		f := &p.Code[x.File].Graph.Funcs[x.Index]
		p.name(x, name, true)
		if q, ok := p.Protos[o]; ok {
			p.publishMembers(q, then(name, "()"), depth, seen)
		}
		p.publish(p.At(x.File, f.Ret), then(name, "()"), depth+1, seen)
	case points.Class:
		inst := p.Origin[p.InstanceOf(o)]
		for _, made := range points.ConstructorNames {
			if f, ok := p.Object(inst).Fields[made]; ok {
				p.publishConstructor(inst, f, name, depth, seen)
			}
		}
		p.publishMembers(inst, then(name, "()"), depth, seen)
	}
	p.publishMembers(o, name, depth, seen)
}

// name gives a function the name by which others call it, unless it has one that is no farther and is its own. Nearer reports
// whether a name is taken because it is nearer, or for the first.
func (p *Program) name(x *points.Object, name model.Access, nearer bool) {
	f := &p.Code[x.File].Graph.Funcs[x.Index]
	key := [2]int32{x.File, x.Index}
	before, known := p.Public[key]
	takes := nearer && (!known || p.isNearer(name, before))
	if known && !takes {
		takes = !p.isNearer(before, name) && !p.isNearer(name, before) && isCalled(f.Tree.Name, name) && !isCalled(f.Tree.Name, before)
	}
	if takes && !f.Tree.Private {
		p.Public[key] = name
	}
}

// publishConstructor notes what runs when an object of a class is made. What was stored in such an object under a name
// that is worked out may be called so as well, and makes none.
func (p *Program) publishConstructor(inst int32, made points.Node, name model.Access, depth int, seen map[int32]int) {
	if depth > maxPublic {
		return
	}
	p.Published = append(p.Published, made)
	for _, o := range slices.Clone(p.Points(made)) {
		if !p.Knows(p.Object(inst).Written, o) {
			p.publishObject(o, made, name, depth, seen)
		}
	}
}

func (p *Program) publishMembers(o int32, name model.Access, depth int, seen map[int32]int) {
	if depth >= maxPublic {
		return // where most objects are, none of whose members would be looked at
	}
	for _, field := range p.Object(o).SortedNames() {
		switch field {
		case "prototype", "constructor", "__init__", "initialize", "__construct", "__esModule":
			continue
		case "call", "apply", "bind": // what all functions have
			if p.Language() == model.JavaScript {
				continue
			}
		}
		p.publishMember(p.Object(o).Written, p.Object(o).Fields[field], then(name, field), depth+1, seen)
	}
	if p.Object(o).Fields != nil {
		p.publish(p.Object(o).Written, then(name, "*"), depth+1, seen)
	}
	for _, from := range p.Object(o).Copied() {
		p.publish(from, name, depth+1, seen)
	}
}

// publishMember publishes a member, but for what it is only as it may be any: what is stored under names that are worked out has
// none, wherever it is read.
func (p *Program) publishMember(written, member points.Node, name model.Access, depth int, seen map[int32]int) {
	if depth > maxPublic {
		return
	}
	own := slices.DeleteFunc(slices.Clone(p.Points(member)), func(o int32) bool { return p.isOnlyWritten(written, member, o) })
	if len(own) == 0 && !p.isStored(written, member) {
		return
	}
	p.Published = append(p.Published, member)
	for _, o := range own {
		p.publishObject(o, member, name, depth, seen)
	}
}

// isStored reports whether something is stored in a member under its name.
func (p *Program) isStored(written, member points.Node) bool {
	return slices.ContainsFunc(p.In(member), func(e int32) bool { return p.Edge(e).From != written })
}

// isOnlyWritten reports whether a member is something because that was stored under a name that is worked out.
func (p *Program) isOnlyWritten(written, member points.Node, o int32) bool {
	return p.Knows(written, o) && !slices.ContainsFunc(p.In(member), func(e int32) bool {
		from := p.Edge(e).From
		return from != written && p.Knows(from, o)
	})
}
