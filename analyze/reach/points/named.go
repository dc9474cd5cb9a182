package points

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// byName are methods of Ruby that give a class or an object a member or a method by its name, the first argument.
var byName = []string{"alias", "alias_method", "class_variable_set", "const_set", "define_method", "define_singleton_method", "instance_variable_set", "remove_const", "remove_method", "undef_method"}

// byCode are those that run code as if it stood in a class or a method of an object, and byModule those that give one the
// methods of a module in the place of its own.
var (
	byCode   = []string{"class_eval", "class_exec", "instance_eval", "instance_exec", "module_eval", "module_exec"}
	byModule = []string{"extend", "prepend", "refine"}
)

// givers is what calls set by names: the methods by the names, and the calls of which the name is not in sight.
type givers struct {
	names map[string]string
	rest  []int32
	upTo  int // how many calls were looked at
	// assigned are the methods of classes of Python, and the classes of Ruby, for which code outside of them assigns others, or
	// other constants.
	assigned map[ofClass]bool
}

// ofClass is a method of a class, or the class where the name is "".
type ofClass struct {
	class [2]int32
	name  string
}

// answering are the methods of PHP that answer for members which code cannot get at, or for elements.
var answering = []string{"__get", "offsetGet"}

// SetByName says which method of Ruby may give an object a member by its name, or let code do that, or what else may answer for
// the member, "" for nothing.
func (p *Program) SetByName(o int32, name string) string {
	if x := p.Object(o); p.lang == model.PHP && x.Kind == Instance {
		for _, method := range answering {
			if len(p.MethodsNamed(p.Ancestry(x.File, x.Index), method)) > 0 {
				return method + "()"
			}
		}
	}
	return p.setByName(name, p.classOf(o), o)
}

// Redefined says which method of Ruby may put another function in the place of one, "" for none.
func (p *Program) Redefined(file, fn int32) string {
	f := &p.Code[file].Graph.Funcs[fn]
	if f.Class < 0 {
		return p.setByName(f.Tree.Name, [2]int32{-1, -1}, 0)
	}
	return p.setByName(f.Tree.Name, [2]int32{file, f.Class}, 0)
}

func (p *Program) setByName(name string, class [2]int32, o int32) string {
	if p.lang != model.Ruby && p.lang != model.Python {
		return ""
	}
	if what := p.assignedIn(class, name); what != "" || p.lang != model.Ruby {
		return what
	}
	p.gatherNamed()
	if what := p.givers.names[name]; what != "" {
		return what
	}
	for _, id := range p.givers.rest {
		if p.mayGive(&p.Sites[id], class, o) {
			return p.Sites[id].Method + "()"
		}
	}
	return ""
}

// gatherNamed looks at the calls that were not there when it did so last.
func (p *Program) gatherNamed() {
	for ; p.givers.upTo < len(p.Sites); p.givers.upTo++ {
		c := &p.Sites[p.givers.upTo]
		isNamed := slices.Contains(byName, c.Method)
		if c.Made || len(c.Args) == 0 || !isNamed && !slices.Contains(byCode, c.Method) && !slices.Contains(byModule, c.Method) {
			continue
		}
		if _, n := p.FileOf(c.Args[0]); isNamed && n != nil && n.Kind == graph.Text {
			if p.givers.names == nil {
				p.givers.names = map[string]string{}
			}
			p.givers.names[n.Name] = c.Method + "()"
			continue
		}
		p.givers.rest = append(p.givers.rest, int32(p.givers.upTo))
	}
}

// assignedIn says what code outside of a class assigns to it in the place of a method of Python, or of a constant of Ruby, or which
// method of Python answers for all members, "" for nothing.
func (p *Program) assignedIn(class [2]int32, name string) string {
	if class[0] < 0 {
		return ""
	}
	if p.givers.assigned == nil {
		p.givers.assigned = map[ofClass]bool{}
		for i := range p.Code {
			g := p.Code[i].Graph
			if p.lang == model.Ruby {
				for name := range g.Names {
					p.noteConstant(i, name)
				}
				continue
			}
			for _, s := range slices.Concat(g.Stores, g.Blanks) {
				p.noteAssigned(int32(i), s)
			}
		}
	}
	const any = "__getattribute__"
	if p.lang == model.Ruby {
		name = ""
	} else if len(p.MethodsNamed(p.Ancestry(class[0], class[1]), any)) > 0 {
		return any + "()"
	}
	if p.givers.assigned[ofClass{class, name}] {
		return cmp.Or(name, "a constant") + " that is assigned outside of its class"
	}
	return ""
}

// noteAssigned notes a store by which code outside of a class of Python gives it, and those that it extends, another method.
func (p *Program) noteAssigned(file int32, s graph.Store) {
	for _, o := range p.Points(p.At(file, s.Object)) {
		x := p.Object(o)
		if x.Kind != Class {
			continue
		}
		if c := p.Code[x.File].Graph.Classes[x.Index].Tree; x.File == file && (s.At == 0 || c.Start <= s.At && s.At < c.End) {
			continue // of its own body
		}
		for _, c := range p.Ancestry(x.File, x.Index) {
			if len(p.MethodsNamed([][2]int32{c}, s.Field)) > 0 {
				p.givers.assigned[ofClass{c, s.Field}] = true
			}
		}
	}
}

// noteConstant notes that code of Ruby assigns to a constant of a class by the name of both, as Limits::MAX = 500: of each class
// that has the name.
func (p *Program) noteConstant(file int, name string) {
	at := strings.LastIndex(name, "::")
	if at <= 0 || slices.ContainsFunc(p.Code[file].Graph.Classes, func(c graph.ClassFact) bool { return c.Tree.Name == name }) {
		return // a class that is declared so
	}
	of := name[strings.LastIndexByte(name[:at], ':')+1 : at]
	for i := range p.Code {
		for k, c := range p.Code[i].Graph.Classes {
			if c.Tree.Name[strings.LastIndexByte(c.Tree.Name, ':')+1:] == of {
				p.givers.assigned[ofClass{class: [2]int32{int32(i), int32(k)}}] = true
			}
		}
	}
}

// classOf returns the class that an object is one of, or that it is; -1 for neither.
func (p *Program) classOf(o int32) [2]int32 {
	if x := p.Object(o); x.Kind == Instance || x.Kind == Class {
		return [2]int32{x.File, x.Index}
	}
	return [2]int32{-1, -1}
}

// mayGive reports whether a call may give something to an object, or to a class and what extends it.
func (p *Program) mayGive(c *Site, class [2]int32, o int32) bool {
	to := c.Receiver
	switch {
	case c.Method == "refine":
		to = c.Args[0]
	case slices.Contains(byModule, c.Method) && p.isOfOwn(c):
		return false // extend Helpers in the body of a class, of which the methods of its own come first
	}
	known := false
	if made := p.MadeBy(to); len(made) == 1 && p.Sites[made[0]].Method == "singleton_class" {
		to = p.Sites[made[0]].Receiver
	}
	for _, r := range p.Points(to) {
		is := p.classOf(r)
		if known = known || is[0] >= 0 || p.Object(r).Kind == Allocated; r == o && o != 0 || is[0] >= 0 && is == class {
			return true
		}
	}
	around := p.ClassAround(c.File, c.Owner)
	if known || around < 0 {
		return !known && !slices.Contains(byModule, c.Method)
	}
	return class[0] >= 0 && slices.Contains(p.Ancestry(class[0], class[1]), [2]int32{c.File, around})
}

// isOfOwn reports whether a method is called by its name alone, or on self.
func (p *Program) isOfOwn(c *Site) bool {
	_, n := p.FileOf(c.Receiver)
	return c.Receiver == 0 || n != nil && (n.Kind == graph.Self || n.Kind == graph.Class) && !c.OfMember
}

// namedOtherwise returns those of some things from outside that have another name than the method of a call.
func (p *Program) namedOtherwise(c *Site, things []int32) (others []int32) {
	for _, o := range things {
		if x := p.Object(o); x.Kind == Outside && x.Name.Last() != c.Method {
			others = append(others, o)
		}
	}
	return others
}

// areStored reports of each of some things of other names whether it was stored in one of the members that a call may call. What
// was stored under names that are worked out is a method of any name, and would make each call one of all that is there.
func (p *Program) areStored(members []Node, things []int32) []bool {
	stored := make([]bool, len(things))
	if missing := p.ObjectCount - len(p.sought); missing > 0 {
		p.sought = append(p.sought, make([]uint8, missing)...)
	}
	const together = 64 // bits
	for first := 0; first < len(things); first += together {
		some := things[first:min(first+together, len(things))]
		want := uint64(0)
		for i, o := range some {
			want |= 1 << i
			p.sought[o] = uint8(i + 1)
		}
		found := uint64(0)
		if len(members) == 0 {
			found = want
		}
		for _, member := range members {
			found |= p.namedOf(member, want&^found, func(n Node) (is uint64) {
				for _, o := range p.Points(n) {
					if at := p.sought[o]; at > 0 {
						is |= 1 << (at - 1)
					}
				}
				return is
			})
		}
		for i, o := range some {
			stored[first+i] = found&(1<<i) != 0
			p.sought[o] = 0
		}
	}
	return stored
}

// membersOf returns the members that a call may call of the objects that hold names.
func (p *Program) membersOf(c *Site) (members []Node) {
	for _, o := range p.Points(c.Receiver) {
		if member, ok := p.Object(o).Fields[c.Method]; ok {
			members = append(members, member)
		}
	}
	return members
}

// maxNamed bounds the members, of bases of bases and copies of copies, that are asked for one.
const maxNamed = 128

// namedOf returns which of some things, the bits of want, a member of an object is other than by what is stored under names that
// are worked out, there or in what it was copied or inherited from. Is returns which of them a node is.
func (p *Program) namedOf(member Node, want uint64, is func(Node) uint64) (found uint64) {
	type asking struct {
		at Node
		of uint64
	}
	var room [32]asking
	var asked map[Node]uint64
	var asks [64]uint8 // how many nodes were asked for each
	all := append(room[:0], asking{member, want})
	for i := 0; i < len(all) && found != want; i++ {
		of := all[i].of
		for _, e := range p.In(all[i].at) {
			from := p.Edge(e).From
			if of &^= found; of == 0 {
				break
			}
			if from == member || p.cell(from).is&written != 0 {
				continue
			}
			here := of & is(from)
			if here == 0 {
				continue
			}
			if at, _ := p.FileOf(from); at >= 0 {
				found |= here
				continue
			}
			if _, made := p.Origin[from]; made {
				found |= here
				continue
			}
			if here &^= asked[from]; here == 0 {
				continue
			}
			for rest := here; rest != 0; rest &= rest - 1 {
				if k := bits.TrailingZeros64(rest); asks[k] >= maxNamed-1 {
					here &^= 1 << k
				} else {
					asks[k]++
				}
			}
			if here != 0 {
				if asked == nil {
					asked = map[Node]uint64{}
				}
				asked[from] |= here
				all = append(all, asking{from, here})
			}
		}
	}
	return found
}
