package points

import (
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// ReadMissing gives the members that objects of a class are read by and that nothing in the program sets what the method for
// missing members returns: what it reads by the name of the member, or calls after reading it so. Of what else such a method
// returns it is not known of which members it does: ways by that are possible ones.
func (p *Program) ReadMissing() {
	methods := map[[2]int32][2]int32{} // by the class
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Funcs {
			if f := &g.Funcs[i]; f.Class >= 0 && f.Tree.Name != "" && f.Tree.Name == graph.ReadsMissing[g.Language] && len(f.Params) == 1 {
				methods[[2]int32{int32(file), f.Class}] = [2]int32{int32(file), int32(i)}
			}
		}
	}
	if len(methods) == 0 {
		return
	}
	for range mostAround {
		p.readMissingOfAll(methods)
		p.Solve()
	}
}

// mostAround is how many objects of classes that read members of each other for missing ones of their own may stand around
// each other.
const mostAround = 3

// readMissingOfAll gives members of the objects of all classes what the methods for missing ones return.
func (p *Program) readMissingOfAll(methods map[[2]int32][2]int32) {
	for file := range p.Code {
		for i := range p.Code[file].Graph.Classes {
			for _, class := range p.Ancestry(int32(file), int32(i)) {
				if method, ok := methods[class]; ok {
					p.readMissingOf(p.At(int32(file), p.Code[file].Graph.Classes[i].Instance), method)
					break
				}
			}
		}
	}
}

// readMissingOf gives members of the objects of a class what its method for missing ones returns.
func (p *Program) readMissingOf(self Node, method [2]int32) {
	o := p.Origin[self]
	for _, member := range slices.Sorted(maps.Keys(p.Object(o).Fields)) {
		if isOrdinary(member) && p.isMissing(o, member) {
			p.readMissing(method, self, member, p.Object(o).Fields[member])
		}
	}
}

// isOrdinary reports whether a member has a name that code reads it by, and none that the language reads.
func isOrdinary(member string) bool {
	return !strings.HasPrefix(member, "__") && !slices.Contains(ConstructorNames, member) && !strings.Contains(member, graph.WorkedOut) && member != graph.Entered && member != graph.EachMember && member != graph.Keys && member != heldByCall
}

// isMissing reports whether nothing sets a member of an object under its name, of the class or of those that it extends.
func (p *Program) isMissing(o int32, member string) bool {
	x := p.Object(o)
	n, ok := x.Fields[member]
	if !ok {
		return true
	}
	for _, id := range p.In(n) {
		from := p.Edge(id).From
		if from != x.Written && !slices.ContainsFunc(x.Parents(), func(parent int32) bool { return p.Object(parent).Fields[member] == from }) {
			return false
		}
	}
	return !slices.ContainsFunc(x.Parents(), func(parent int32) bool { return !p.isMissing(parent, member) })
}

// readMissing gives a node what a method for missing members returns for one of them.
func (p *Program) readMissing(method [2]int32, self Node, member string, to Node) {
	file := method[0]
	f := &p.Code[file].Graph.Funcs[method[1]]
	read := p.readsByName(method)
	returned := map[Node]bool{}
	for _, from := range slices.Sorted(maps.Keys(read)) {
		value := read[from]
		got := p.NewNode()
		p.AddLoad(from, got, member)
		called := false
		for _, id := range p.SiteOf[file] {
			if c := p.Sites[id]; c.Callee == value {
				returned[c.Result], called = true, true
				c.Callee, c.Result, c.Made, c.Args = got, to, true, slices.Clone(c.Args)
				for i := range c.Args {
					if c.Args[i] == p.At(file, f.Self) {
						c.Args[i] = self
					}
				}
				p.Watch(c)
			}
		}
		returned[value] = true
		if !called {
			p.Link(Edge{From: got, To: to, Cap: graph.Free, Call: -1})
		}
	}
	if p.returnsOthers(p.At(file, f.Ret), returned, 0) {
		c := MadeUp(p.NewNode(), []Node{p.NewNode()}, self, file)
		c.Result, c.Guessed = to, true
		p.add(c.Callee, p.Origin[p.At(file, f.Node)])
		p.Watch(c)
	}
}

// returnsOthers reports whether a value may be another than some.
func (p *Program) returnsOthers(n Node, some map[Node]bool, depth int) bool {
	if some[n] {
		return false
	}
	in := p.In(n)
	return len(in) == 0 || depth > 8 || slices.ContainsFunc(in, func(id int32) bool {
		return p.Edge(id).Way != Within || p.returnsOthers(p.Edge(id).From, some, depth+1)
	})
}

// readsByName returns what a method reads members of by the name that it is handed, with what it reads there.
func (p *Program) readsByName(method [2]int32) map[Node]Node {
	file, name := method[0], p.At(method[0], p.Code[method[0]].Graph.Funcs[method[1]].Params[0])
	all := map[Node]Node{}
	for _, m := range p.Code[file].Graph.Asked {
		if p.isParam(p.At(file, m.Name), name) {
			all[p.At(file, m.Object)] = p.At(file, m.Value)
		}
	}
	for _, id := range p.SiteOf[file] {
		if c := &p.Sites[id]; c.Owner == method[1] && c.Method == "getattr" && !c.OfMember && len(c.Args) > 1 && p.isParam(c.Args[1], name) {
			all[c.Args[0]] = c.Result
		}
	}
	return all
}

// isParam reports whether a value is that of a parameter alone.
func (p *Program) isParam(n, param Node) bool {
	for range 4 {
		if n == param {
			return true
		}
		n = p.Only(n)
	}
	return false
}

// IsUnset reports whether nothing that is followed sets a member of any of some objects of JavaScript, where there are some: who
// mixes the methods of them into others, or takes them from them, may.
func (p *Program) IsUnset(objects []int32, member string) bool {
	return p.lang == model.JavaScript && len(objects) > 0 && isOrdinary(member) && !slices.ContainsFunc(objects, func(o int32) bool {
		x := p.Object(o)
		return x.Kind != Prototype && x.Kind != Instance && (x.Kind != Allocated || x.List || x.Array) || !p.isMissing(o, member)
	})
}
