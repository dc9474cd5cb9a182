package flow

import (
	"slices"

	"snag/analyze/reach/model"
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

func then(a model.Access, step ...string) model.Access {
	return model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, step)}
}

// publish notes the functions that other programs can call, by the names that lead to them. seen are the objects that
// were looked at, and how deep.
func (p *Program) publish(n node, name model.Access, depth int, seen map[int32]int) {
	if depth > maxPublic {
		return
	}
	p.published = append(p.published, n)
	for _, o := range slices.Clone(p.points[n]) {
		x := &p.objects[o]
		if before, known := seen[o]; known && before <= depth || x.kind == access {
			continue
		}
		seen[o] = depth
		switch x.kind {
		case function:
			f := &p.sources[x.file].Graph.Funcs[x.index]
			key := [2]int32{x.file, x.index}
			if _, known := p.public[key]; !known && !f.Tree.Private {
				p.public[key] = name
			}
			if q, ok := p.protos[o]; ok {
				p.publishMembers(q, then(name, "()"), depth, seen)
			}
			p.publish(p.at(x.file, f.Ret), then(name, "()"), depth+1, seen)
		case class:
			inst := p.origin[p.instanceOf(o)]
			for _, made := range constructorNames {
				if f, ok := p.objects[inst].fields[made]; ok {
					p.publish(f, name, depth, seen)
				}
			}
			p.publishMembers(inst, then(name, "()"), depth, seen)
		}
		p.publishMembers(o, name, depth, seen)
	}
}

func (p *Program) publishMembers(o int32, name model.Access, depth int, seen map[int32]int) {
	for _, field := range sortedKeys(p.objects[o].fields) {
		switch field {
		case "call", "apply", "bind", "prototype", "constructor", "__init__", "initialize", "__construct":
			continue
		}
		p.publish(p.objects[o].fields[field], then(name, field), depth+1, seen)
	}
	if p.objects[o].fields != nil {
		p.publish(p.objects[o].written, then(name, "*"), depth+1, seen)
	}
}
