package ecmascript

import (
	"slices"
	"strconv"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
)

// ParseCompiled reads a file as Parse does, and gives classes the decorators back that TypeScript compiles to calls of
// __decorate behind them, with the types that __metadata keeps.
func ParseCompiled(src []byte, l extract.Language) *tree.File {
	f := Parse(src, l)
	classes := map[string]*tree.Class{}
	for _, s := range f.Body.Body.Kids {
		if s.Op == tree.DefineClass {
			classes[s.Class.Name] = s.Class
			continue
		}
		if s.Op != tree.Declare && s.Op != tree.Expression {
			continue
		}
		for _, value := range s.Kids {
			var names []string
			for value != nil && value.Op == tree.Assign {
				if target := value.Kid(0); target != nil && target.Op == tree.Name {
					names = append(names, target.Text)
				}
				value = value.Kid(1)
			}
			switch {
			case value == nil:
			case value.Op == tree.ClassValue:
				for _, name := range names {
					classes[name] = value.Class
				}
			case isHelper(value, "__decorate", "_ts_decorate", "__decorateClass") && len(value.Kids) > 2:
				decorate(classes, value)
			}
		}
	}
	return f
}

// isHelper reports whether a node is a call of a function of compilers, also of one that is imported.
func isHelper(n *tree.Node, names ...string) bool {
	return n != nil && n.Op == tree.Call && slices.Contains(names, direct(n.Kids[0]).Text)
}

// direct is what (0, a.b) is called for: without what makes it a function without an object.
func direct(n *tree.Node) *tree.Node {
	if n.Op == tree.Sequence && len(n.Kids) == 2 {
		return n.Kids[1]
	}
	return n
}

// decorate moves the decorators of a call to what they are about. The call becomes its target.
func decorate(classes map[string]*tree.Class, call *tree.Node) {
	list, target, key := call.Kids[1], call.Kids[2], call.Kid(3)
	of := target
	if target.Op == tree.Member && target.Text == "prototype" {
		of = target.Kids[0]
	}
	c := classes[of.Text]
	if c == nil || of.Op != tree.Name || list.Op != tree.Array {
		return
	}
	start, end := call.Start, call.End
	*call = *target
	var decorators []*tree.Node
	var kind *tree.Node
	var params [][]*tree.Node
	var types []*tree.Node
	for _, d := range list.Kids {
		switch {
		case d == nil:
		case isHelper(d, "__param", "_ts_param", "__decorateParam") && len(d.Kids) == 3:
			if at, err := strconv.Atoi(d.Kids[1].Text); err == nil && at >= 0 && at < 100 {
				for len(params) <= at {
					params = append(params, nil)
				}
				params[at] = append(params[at], named(d.Kids[2]))
			}
		case isHelper(d, "__metadata", "_ts_metadata") && len(d.Kids) == 3:
			switch d.Kids[1].Text {
			case "design:type":
				kind = typeKept(d.Kids[2])
			case "design:paramtypes":
				types = d.Kids[2].Kids
			}
		default:
			decorators = append(decorators, named(d))
		}
	}
	give := func(f *tree.Func) {
		for i := range f.Params {
			if i < len(params) {
				f.Params[i].Decorators = append(f.Params[i].Decorators, params[i]...)
			}
			if i < len(types) && f.Params[i].Type == nil {
				f.Params[i].Type = typeKept(types[i])
			}
		}
	}
	if key == nil {
		c.Decorators = append(c.Decorators, decorators...)
		for i := range c.Members {
			if f := c.Members[i].Func; f != nil && f.Kind == tree.Constructor {
				give(f)
			}
		}
		return
	}
	static := target == of
	for i := range c.Members {
		switch m := &c.Members[i]; {
		case m.Name != key.Text || m.Static != static:
		case m.Func != nil:
			m.Func.Decorators = append(m.Func.Decorators, decorators...)
			give(m.Func)
			return
		default:
			m.Decorators, m.Type = append(m.Decorators, decorators...), kind
			return
		}
	}
	c.Members = append(c.Members, tree.Field{Name: key.Text, Static: static, Type: kind, Decorators: decorators, Start: start, End: end})
}

// named is a decorator that is called by its name.
func named(d *tree.Node) *tree.Node {
	if d.Op == tree.Call {
		d.Kids[0] = direct(d.Kids[0])
	}
	return d
}

// typeKept is a type that was kept, also where it is asked for first: typeof (_a = typeof A !== "undefined" && A) ===
// "function" ? _a : Object.
func typeKept(n *tree.Node) *tree.Node {
	if n == nil || n.Op != tree.Conditional {
		return n
	}
	todo := []*tree.Node{n.Kids[0]}
	for ; len(todo) > 0 && len(todo) < 50; todo = todo[1:] {
		if at := todo[0]; at != nil && at.Op == tree.Logical && len(at.Kids) == 2 {
			return at.Kids[1]
		} else if at != nil {
			todo = append(todo, at.Kids...)
		}
	}
	return nil
}
