package calling

import "snag/analyze/source/tree"

// perRequest are the bases of classes of Python of which a framework makes an object for each request or connection, by
// the ends of their names and their modules.
var perRequest = [][2]string{{"Handler", "tornado"}, {"Protocol", "asyncio"}, {"View", "aiohttp"}, {"Endpoint", "starlette"}, {"Consumer", "channels"}}

// initials adds the functions that work out the first values of an object's members where a file makes one.
func (p *Program) initials(file int) {
	f := p.Files[file]
	for i := range f.Graph.Calls {
		c := &f.Graph.Calls[i]
		if c.Tree == nil || c.Tree.Op != tree.New {
			continue
		}
		from := f.first + int(c.Func)
		if once := f.shape.calls[c.Tree].once; once != nil && (!p.why[from].Given() || p.isOnce(once, from)) {
			continue
		}
		classes := p.Flow.Classes(p.Flow.Value(file, c.Callee))
		if len(classes) > mostHanded {
			continue // of some class that is only known when it runs
		}
		if p.lineage == nil {
			p.lineage = p.lineageOf()
		}
		for _, r := range classes {
			for _, to := range p.lineage.initials[p.lineage.numbers[p.Files[r.File].Graph.Classes[r.Class].Tree]] {
				p.edge(from, to)
			}
		}
	}
}

// madeAgain reports whether the objects of a class, as far as they were seen to be made, are made for requests: what one
// of them keeps is no more than what belongs to a request.
func (p *Program) madeAgain(c *tree.Class) bool {
	if p.again == nil {
		p.again = p.classesAgain()
	}
	return p.again[c]
}

func (p *Program) classesAgain() map[*tree.Class]bool {
	again := map[*tree.Class]bool{}
	if p.lineage == nil {
		p.lineage = p.lineageOf()
	}
	// By the numbers of the classes: whether requests make objects of one, or of what extends it, and whether others do.
	made, other := make([]bool, len(p.lineage.heirs)), make([]bool, len(p.lineage.heirs))
	for n, f := range p.Files {
		if f.aside {
			continue
		}
		for i := range f.Graph.Calls {
			g := &f.Graph.Calls[i]
			if g.Tree == nil || g.Tree.Op != tree.New && p.lang != tree.Python {
				continue
			}
			at := f.shape.calls[g.Tree]
			sometimes := at.guard != nil && at.guard.Op == tree.Logical && at.guard.Text != "&&"
			kept := at.once != nil || sometimes || p.why[f.first+int(g.Func)].strength() < 2
			for _, r := range p.Flow.Classes(p.Flow.Value(n, g.Callee)) {
				c := p.Files[r.File].Graph.Classes[r.Class].Tree
				if name := lastName(g.Tree.Kid(0)); g.Tree.Op != tree.New && name != c.Name && name != "cls" {
					continue // a call of an object
				}
				number := p.lineage.numbers[c]
				made[number] = made[number] || !kept
				other[number] = other[number] || kept
			}
		}
		for i := range f.Graph.Funcs {
			x := &p.Funcs[f.first+i]
			for _, of := range perRequest {
				if p.lang == tree.Python && x.class != nil && i > 0 && p.extends(x, of[0], of[1]) {
					made[p.lineage.numbers[x.class]] = true
					break
				}
			}
		}
	}
	for c, number := range p.lineage.numbers {
		byRequests, byOthers := false, false
		for _, heir := range p.lineage.heirs[number] {
			byRequests, byOthers = byRequests || made[heir], byOthers || other[heir]
		}
		if byRequests && !byOthers {
			again[c] = true
		}
	}
	return again
}
