package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// matched returns how long an argument of a call is at most where the call was found to have matched it with a
// pattern that is held at both of its ends, or not to have matched it with one that all longer texts match.
func (p *Program) matched(id int32, s *graph.Sym) int64 {
	if p.Resolved(&p.Sites[id]) || p.isOverridden(id) {
		return graph.NoLimit // it may call a function of the program instead
	}
	for _, m := range p.MatchCalls {
		if m.Call != id || m.External != nil || p.roleIndex(m, "subject") != int(s.Arg) {
			continue
		}
		mode, ok := tells(m.Rule, s)
		if told := *s; !ok && s.When == graph.False {
			told.When = graph.True // what shows that it matched if it is true does of the contrary if it is not,
			mode, ok = tells(m.Rule, &told)
			ok = ok && (s.Via == "" || mode != "") // unless it looks for the next match
			mode = "!" + mode
		}
		if ok {
			if v, known := p.width(p.roleNode(m, "regex"), mode, 0); known {
				return v
			}
		}
	}
	return graph.NoLimit
}

// demanded returns how long a text is at most that a pattern in an argument of a call matches, or of which a function there
// returns something true.
func (p *Program) demanded(id int32, r model.Filled) int64 {
	n := p.Argument(id, r)
	if r.Role == "fn" {
		if each, ok := p.askedBy(n, graph.True); ok {
			return p.elementMax(each, nil, 0)
		}
	} else if v, known := p.width(n, "", 0); known {
		return v
	}
	return graph.NoLimit
}

// tells reports whether what was found out about a call shows that its pattern matched, and in which mode.
func tells(r *model.MatchRule, s *graph.Sym) (mode string, ok bool) {
	for _, t := range r.Told {
		if t.Member != s.Via {
			continue
		}
		switch s.When {
		case graph.True:
			return t.Mode, true
		case graph.NotNull:
			ok = t.Member == "" && t.None == "null"
		case graph.NotFalse:
			ok = t.Member != "" || t.None == "false"
		}
		if ok {
			return t.Mode, true
		}
	}
	return "", false
}

// width returns the length of the longest text that the patterns match which a node may be, all of which must be
// known.
func (p *Program) width(n points.Node, mode string, depth int) (v int64, ok bool) {
	if n == 0 || depth > 12 || p.Width == nil || p.Regexes == nil {
		return 0, false
	}
	if file, g := p.FileOf(n); g != nil && g.End > 0 {
		if all := p.regexAt(file, g); len(all) > 0 {
			for _, q := range all { // several that are made of one text
				w := p.Width(int(file), q, mode)
				if w < 0 || p.isCompiledAnew(int(file), q) {
					return 0, false
				}
				v = max(v, w)
			}
			return v, true
		}
	}
	return p.Constant(n, depth, func(n points.Node, depth int) (int64, bool) { return p.width(n, mode, depth) })
}

// regexAt returns the caller's names of the regexes that a node of a file is.
func (p *Program) regexAt(file int32, n *graph.Node) []int {
	switch n.Kind {
	case graph.Pattern, graph.Text, graph.Result, graph.Concat, graph.Value:
	default:
		return nil
	}
	x := p.regexes[file]
	if x == nil {
		x = points.NewPatternIndex(p.Regexes(int(file)))
		p.regexes[file] = x
	}
	return x.At(n)
}

// kinds are what has the methods of all values of a kind in JavaScript and Ruby.
var kinds = []string{"String", "RegExp", "Regexp", "Array", "Object", "Kernel", "Integer", "Comparable"}

// isOverridden reports whether a call may be one of a method of the language for which the program put another, as by
// String.prototype.slice = fn, or class String; def slice(n) … of Ruby.
func (p *Program) isOverridden(id int32) bool {
	return p.overriding()[p.Sites[id].Method] || p.overriding()["*"]
}

// overriding are the names of the methods of the language for which the program of JavaScript or Ruby put others, or of
// Python the functions, and "*" where these may be any.
func (p *Program) overriding() map[string]bool {
	if p.Language() != model.JavaScript && p.Language() != model.Ruby && p.Language() != model.Python {
		return nil
	}
	if p.overridden == nil {
		p.overridden = map[string]bool{}
		if p.Language() == model.Python {
			p.noteOverridden(p.Access(model.Access{Root: model.Root{Kind: model.Module, Name: "builtins"}}), 0)
		}
		for _, name := range kinds {
			if p.Language() == model.JavaScript {
				o := p.Access(model.Access{Root: model.Root{Kind: model.Global, Name: name}, Steps: []string{"prototype"}})
				p.noteOverridden(o, 0)
			}
		}
		if p.Language() == model.Ruby {
			p.noteReopened()
		}
	}
	return p.overridden
}

// measuring are the methods of Ruby by which code finds how long a text is, or cuts it, without a call that rules know.
var measuring = []string{"length", "size", "bytesize", "count", "[]", "==", ">", ">=", "<", "<=", "to_s", "*"}

// measured stands among the names of methods for all of those.
const measured = "#"

// isMeasuredAnew reports whether a program of Ruby or Python puts others for the methods, or the function, that tell how long
// a text is.
func (p *Program) isMeasuredAnew() bool {
	return p.Language() == model.Ruby && p.overriding()[measured] || p.Language() == model.Python && p.overriding()["len"]
}

// reopening are the methods by which code of Ruby gives a class other methods.
var reopening = []string{"class_eval", "class_exec", "module_eval", "prepend", "define_method", "alias_method", "refine"}

// noteReopened notes the methods that a program of Ruby adds to classes of the language.
func (p *Program) noteReopened() {
	for i := range p.Code {
		classes := p.Code[i].Graph.Classes
		for _, c := range classes {
			within := func(o graph.ClassFact) bool { return o.Tree.Start < c.Tree.Start && c.Tree.End <= o.Tree.End }
			if !slices.Contains(kinds, c.Tree.Name) || slices.ContainsFunc(classes, within) {
				continue // of a module of its own
			}
			for _, m := range c.Tree.Members {
				if m.Func != nil && !m.Static {
					p.overridden[m.Name] = true
				}
			}
		}
	}
	for i := range p.Sites {
		c := &p.Sites[i]
		of := c.Receiver
		if c.Method == "refine" && len(c.Args) > 0 {
			of = c.Args[0]
		}
		if slices.Contains(reopening, c.Method) && slices.ContainsFunc(p.Accesses(of), func(a model.Access) bool { return slices.Contains(kinds, a.String()) }) {
			p.overridden["*"] = true
		}
	}
	p.overridden[measured] = slices.ContainsFunc(measuring, func(name string) bool { return p.overridden[name] })
}

// noteOverridden notes the members that are stored in an object, or in one whose members it has.
func (p *Program) noteOverridden(o int32, depth int) {
	x := p.Object(o)
	for name, member := range x.Fields {
		p.overridden[name] = p.overridden[name] || depth > 0 || p.IsStored(o, member)
	}
	if x.Fields != nil && len(p.In(x.Written)) > 0 {
		p.overridden["*"] = true
	}
	for _, parent := range x.Parents() {
		if depth < 4 {
			p.noteOverridden(parent, depth+1)
		}
	}
}

// isCompiledAnew reports whether a call of compile may give a regex of JavaScript another pattern, or one of usePattern a matcher
// of Java.
func (p *Program) isCompiledAnew(file, id int) bool {
	if p.Language() != model.JavaScript && p.Language() != model.Java {
		return false
	}
	if p.compiled == nil {
		p.compiled = map[[2]int]bool{}
		for i := range p.Sites {
			if p.Language() == model.Java {
				p.compiled[anyRegex] = p.compiled[anyRegex] || p.Sites[i].Method == "usePattern"
				continue
			}
			if c := &p.Sites[i]; c.Method == "compile" && c.OfMember && c.Receiver != 0 {
				if file, id, ok := p.regexOf(c.Receiver, 0); ok {
					p.compiled[[2]int{file, id}] = true
				}
			}
		}
	}
	return p.compiled[[2]int{file, id}] || p.compiled[anyRegex]
}

// anyRegex stands for all regexes of a program, any of which a matcher of Java may be given in the place of its own.
var anyRegex = [2]int{-1, -1}
