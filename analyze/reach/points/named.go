package points

import (
	"slices"

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
}

// SetByName says which method of Ruby may give an object a member by its name, or let code do that, "" for none.
func (p *Program) SetByName(o int32, name string) string {
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
	if p.lang != model.Ruby {
		return ""
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
