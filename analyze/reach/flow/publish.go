package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
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
func isNearer(a, b model.Access) bool {
	inside, there := strings.Count(a.Root.Name, "/"), strings.Count(b.Root.Name, "/")
	if inside != there {
		return inside < there
	}
	return cost(a) < cost(b)
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
	for i, s := range p.sources {
		if s.Public != "" {
			files = append(files, int32(i))
		}
	}
	sorting.Stable(files, func(a, b int32) int {
		return strings.Count(p.sources[a].Public, "/") - strings.Count(p.sources[b].Public, "/")
	})
	seen := map[int32]int{}
	for _, i := range files {
		root := model.Access{Root: model.Root{Kind: model.Module, Name: p.sources[i].Public}}
		p.publish(p.at(i, p.sources[i].Graph.Exports), root, 0, seen)
	}
}

// publish notes the functions that other programs can call, by the names that lead to them. seen are the objects that
// were looked at, and how deep.
func (p *Program) publish(n node, name model.Access, depth int, seen map[int32]int) {
	if depth > maxPublic {
		return
	}
	p.published = append(p.published, n)
	for _, o := range slices.Clone(p.points(n)) {
		x := p.object(o)
		if before, known := seen[o]; known && before <= depth || x.kind == access {
			continue
		}
		seen[o] = depth
		switch x.kind {
		case function:
			f := &p.sources[x.file].Graph.Funcs[x.index]
			key := [2]int32{x.file, x.index}
			before, known := p.public[key]
			if !f.Tree.Private && (!known || isNearer(name, before) || !isNearer(before, name) && isCalled(f.Tree.Name, name) && !isCalled(f.Tree.Name, before)) {
				p.public[key] = name
			}
			if q, ok := p.protos[o]; ok {
				p.publishMembers(q, then(name, "()"), depth, seen)
			}
			p.publish(p.at(x.file, f.Ret), then(name, "()"), depth+1, seen)
		case class:
			inst := p.origin[p.instanceOf(o)]
			for _, made := range constructorNames {
				if f, ok := p.object(inst).fields[made]; ok {
					p.publish(f, name, depth, seen)
				}
			}
			p.publishMembers(inst, then(name, "()"), depth, seen)
		}
		p.publishMembers(o, name, depth, seen)
	}
}

func (p *Program) publishMembers(o int32, name model.Access, depth int, seen map[int32]int) {
	for _, field := range sortedKeys(p.object(o).fields) {
		switch field {
		case "call", "apply", "bind", "prototype", "constructor", "__init__", "initialize", "__construct", "__esModule":
			continue
		}
		if p.isOnlyRead(o, p.object(o).fields[field]) {
			continue
		}
		p.publish(p.object(o).fields[field], then(name, field), depth+1, seen)
	}
	if p.object(o).fields != nil {
		p.publish(p.object(o).written, then(name, "*"), depth+1, seen)
	}
	for _, from := range p.object(o).copied {
		p.publish(from, name, depth+1, seen)
	}
}

// isOnlyRead reports whether a member is known from a place that reads it, and holds what was stored under unknown
// names.
func (p *Program) isOnlyRead(o int32, member node) bool {
	written := p.object(o).written
	for _, e := range p.in(member) {
		if p.edge(e).from != written {
			return false
		}
	}
	for _, held := range p.points(member) {
		if !p.knows(written, held) {
			return false
		}
	}
	return true
}
