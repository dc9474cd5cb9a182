package graph

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/source/tree"
)

// onward is what is known of the calls by which a handler of requests goes on to the next, those of its last parameter.
type onward struct {
	reads int           // of that parameter, beside these calls
	calls int           // that may be no report of an error
	caps  [][]memberCap // of each parameter, what holds of members at all of them
	held  []string      // what is true here, as an error that was found
}

// handed stands before the path of a member where a limit is that of the text which it had when the function was called,
// and was taken from there, whatever the member holds by now.
const handed = "="

// asHanded returns the member of a parameter from which a variable, or what it leads to, was taken.
func (b *builder) asHanded(m member) (member, bool) {
	for depth := range 4 {
		v := m.v
		if v.param || b.f.Language == tree.Python && v.module != "" || v == b.selves[b.selfFunc()] && strings.HasPrefix(m.path, ".params.") && b.f.Language == tree.Ruby {
			return member{v, handed + m.path}, depth > 0 && m.path != ""
		}
		constant := v.constant
		if b.f.Language == tree.Ruby && isToText(constant) {
			constant = constant.Kids[0].Kid(0)
		}
		if v.writes != 1 || v.foreign || constant == nil || !b.isSet(v) || constant.Op != tree.Member && constant.Op != tree.Index && !(b.f.Language != tree.Java && b.getter(constant) != "") || !b.stable(constant, 0) {
			break
		}
		of, ok := b.member(constant)
		if !ok {
			if of, ok = b.handedMember(constant); ok && m.path == "" {
				return of, true
			}
			break
		}
		m = member{of.v, of.path + m.path}
	}
	return m, false
}

// Computed stands before the number of a node in a step of an Onward whose name is the text of that node.
const Computed = "$"

// handedMember returns the member of a parameter that an expression takes by a name which another parameter holds, as
// req.body[field], as the function was handed it.
func (b *builder) handedMember(n *tree.Node) (member, bool) {
	if n == nil || n.Op != tree.Index || n.Kid(1) == nil || n.Kid(1).Op != tree.Name {
		return member{}, false
	}
	name := b.s.uses[n.Kid(1)]
	of, ok := b.member(n.Kid(0))
	if !ok || !of.v.param || of.v.writes > 1 || name == nil || name.writes > 1 || name.foreign {
		return member{}, false
	}
	return member{of.v, handed + of.path + "." + Computed + strconv.Itoa(int(b.read(n.Kid(1), name)))}, true
}

// paramVars returns the variables of the parameters of the function that is read, nil for those that are no names.
func (b *builder) paramVars() []*variable {
	var all []*variable
	for _, p := range b.f.Funcs[b.fn].Tree.Params {
		all = append(all, b.s.uses[p.Target])
	}
	return all
}

// isNext reports whether a variable is the last of several parameters of the function that is read.
func (b *builder) isNext(v *variable) bool {
	if !v.param || b.fn < 0 || v.owner != b.f.Funcs[b.fn].Tree || b.f.Language != tree.JavaScript {
		return false
	}
	params := v.owner.Params
	return len(params) > 1 && b.s.uses[params[len(params)-1].Target] == v
}

// holding reads a statement that runs where an expression was found to be true.
func (b *builder) holding(what, n *tree.Node) {
	text := dotted(what)
	if what != nil && what.Op == tree.Unary && what.Text == "!" && what.Kid(0) != nil && what.Kids[0].Op == tree.Member && what.Kids[0].Text == "success" {
		text = dotted(what.Kids[0].Kid(0)) + ".error" // of what was not successful
	}
	if text != "" {
		b.onward.held = append(b.onward.held, text)
		defer func() { b.onward.held = b.onward.held[:len(b.onward.held)-1] }()
	}
	b.statement(n)
}

// next notes what members of the parameters hold where a call goes on to the next handler.
func (b *builder) next(n *tree.Node) {
	callee, arg := n.Kid(0), n.Kid(1)
	if callee == nil || callee.Op != tree.Name || b.s.uses[callee] == nil || !b.isNext(b.s.uses[callee]) {
		return
	}
	o := &b.onward
	o.reads--
	if b.env.dead || arg != nil && (arg.Op == tree.New || slices.Contains(o.held, dotted(arg)) || b.says(arg).Fails) {
		return // nothing comes behind, or the handlers of errors
	}
	for i, v := range b.paramVars() {
		var caps []memberCap
		if v != nil {
			caps = b.holds(v)
		} else {
			caps = b.holdsApart(nil, b.f.Funcs[b.fn].Tree.Params[i].Target, "")
		}
		if o.calls == 0 {
			o.caps = append(o.caps, caps)
		} else {
			o.caps[i] = joinCaps(o.caps[i], caps)
		}
	}
	o.calls++
}

// says returns what is known of a call of what is imported.
func (b *builder) says(n *tree.Node) (l Leaving) {
	if n.Op != tree.Call || dotted(n.Kid(0)) == "" {
		return l
	}
	root := n.Kid(0)
	for root.Op == tree.Member {
		root = root.Kid(0)
	}
	if v := b.s.uses[root]; v != nil {
		if module, name := b.inModule(v, dotted(n.Kid(0))); module != "" {
			return b.opt.Leaves(module, name)
		}
	}
	return l
}

// holds returns what holds of a variable here, which has no path, and of its members.
func (b *builder) holds(v *variable) []memberCap {
	k := b.env.of(v)
	if len(k.defs) != 1 || k.defs[0].cap.isFree() {
		return k.caps
	}
	return append([]memberCap{{"", k.defs[0].cap}}, k.caps...)
}

// holdsApart adds what holds here of the members of a parameter that is taken apart where it is declared: ({ body }, res, next).
func (b *builder) holdsApart(all []memberCap, target *tree.Node, path string) []memberCap {
	if target == nil || target.Op != tree.Object || b.f.Language != tree.JavaScript {
		return all
	}
	for _, k := range target.Kids {
		if k == nil || k.Op != tree.Pair || k.Text == "" || k.Kid(1) == nil {
			continue
		}
		v, of := b.s.uses[k.Kids[1]], path+"."+k.Text
		if all = b.holdsApart(all, k.Kids[1], of); v == nil || k.Kids[1].Op != tree.Name || v.altered || v.foreign || v.last > k.End {
			continue
		}
		for _, c := range b.holds(v) {
			all = append(all, memberCap{of + strings.TrimPrefix(c.path, handed), c.cap})
		}
	}
	return all
}

// goesOn adds what was noted of a function.
func (b *builder) goesOn(index int32) {
	o := &b.onward
	params := b.paramVars()
	if len(params) == 0 || o.reads != 0 || b.flat {
		return
	}
	if last := params[len(params)-1]; last == nil || last.shared || last.writes > 1 {
		return
	}
	for i, caps := range o.caps {
		for _, c := range caps {
			var steps []string
			if path := strings.TrimPrefix(c.path, handed); path != "" {
				steps = strings.Split(path[1:], ".")
			}
			var alters []string
			if params[i] != nil {
				alters = params[i].alters
			}
			altered := slices.Contains(alters, "*") || len(steps) == 0 && len(alters) > 0 || len(steps) > 0 && slices.Contains(alters, steps[0])
			if b.isStored(c.cap.Sym) || !altered {
				b.f.Funcs[index].Onward = append(b.f.Funcs[index].Onward, Onward{int32(i), steps, c.cap})
			}
		}
	}
}

// handsOn returns the number, from 1, of the parameter of the function around a handler of requests that the handler calls with
// all its own parameters, where it does nothing else with the request, and hands nothing but errors to the last one, as in
// fn => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next). It is 0 for other functions.
func (b *builder) handsOn(index int32) int32 {
	f, own := &b.f.Funcs[index], b.paramVars()
	if b.f.Language != tree.JavaScript || b.flat || f.Parent < 0 || len(own) < 2 || len(own) > 3 ||
		slices.ContainsFunc(own, func(v *variable) bool { return v == nil || v.writes > 1 || v.altered }) {
		return 0
	}
	request, last := own[0], own[len(own)-1]
	uses, failures, called, regex := map[*variable]int{}, map[*variable]bool{}, []*variable(nil), false
	is := func(n *tree.Node, v *variable) bool { return n != nil && n.Op == tree.Name && b.s.uses[n] == v }
	w := tree.Walk{Node: func(n *tree.Node) bool {
		callee, given := n.Kid(0), n.Kid(1)
		switch {
		case n.Op == tree.Name:
			uses[b.s.uses[n]]++
		case n.Op == tree.Regex:
			regex = true
		case n.Op == tree.Catch && callee != nil:
			failures[b.s.uses[callee]] = true
		case n.Op != tree.Call || callee == nil || given == nil:
		case callee.Op == tree.Member && callee.Text == "catch" && len(n.Kids) == 2:
			if is(given, last) {
				uses[last]--
			} else if given.Op == tree.Function && len(given.Func.Params) > 0 {
				failures[b.s.uses[given.Func.Params[0].Target]] = true
			}
		case is(callee, last) && given.Op == tree.Name && failures[b.s.uses[given]]:
			uses[last]--
		case callee.Op == tree.Name && len(n.Kids) == 1+len(own) && !slices.ContainsFunc(own, func(v *variable) bool { return !is(n.Kids[1+slices.Index(own, v)], v) }):
			called = append(called, b.s.uses[callee])
			for _, v := range own {
				uses[v]--
			}
		}
		return true
	}}
	w.Visit(f.Tree.Body)
	if regex || len(called) != 1 || uses[request] != 0 || len(own) > 2 && uses[last] != 0 {
		return 0
	}
	return 1 + int32(slices.IndexFunc(b.f.Funcs[f.Parent].Tree.Params, func(p tree.Param) bool {
		return called[0] != nil && called[0].writes <= 1 && b.s.uses[p.Target] == called[0]
	}))
}

// wraps returns the number, from 1, of the parameter for which a function does nothing but return a handler that hands all on to
// it; 0 for other functions. The copies are those that were made of its code.
func (b *builder) wraps(index int32, copies []Copy) (of int32) {
	if body := b.f.Funcs[index].Tree.Body; body == nil || len(body.Kids) > 1 || !slices.ContainsFunc(b.f.Funcs[index:], func(f Func) bool { return f.Parent == index && f.HandsOn > 0 }) {
		return 0
	}
	for _, c := range copies {
		if c.To != b.f.Funcs[index].Ret {
			continue
		}
		n := b.f.Nodes[c.From]
		if n.Kind != Function || of > 0 || b.f.Funcs[n.Index].Parent != index || b.f.Funcs[n.Index].HandsOn == 0 {
			return 0
		}
		of = b.f.Funcs[n.Index].HandsOn
	}
	return of
}

// passing is what is known of the places at which a function of Python or PHP lets others run.
type passing struct {
	about    []*variable         // of whose members something was found out
	reads    map[through]int     // of parameters, beside calls of them, and of their methods
	answered bool                // the statement before the return that is read answered the request
	at       map[through][]place // by what is called there, nothing for the ends without a value
	order    []through           // what is called, as it stands in the code
}

// through is a parameter that a function calls, or with a name the method of one.
type through struct {
	v      *variable
	method string
}

// place is what members of variables hold at a place in the code.
type place map[*variable][]memberCap

func (p *passing) note(v through, reads int) {
	if p.reads == nil {
		p.reads = map[through]int{}
	}
	p.reads[v] += reads
}

// onlyCalled reports whether nothing else reads a parameter than calls of it, or where these are calls of a method of it, of its
// members.
func (p *passing) onlyCalled(t through) bool {
	for of, n := range p.reads {
		if of.v == t.v && n != 0 && (t.method == "" || of.method == "" || of.method == t.method) {
			return false
		}
	}
	return !slices.ContainsFunc(p.order, func(o through) bool {
		return o.v == t.v && o != t && (t.method == "" || o.method == "")
	})
}

// readsParam notes that code names a parameter, in its own function, in one that stands in that, or deeper.
func (b *builder) readsParam(v *variable) {
	b.passing.note(through{v: v}, 1)
	if fn := &b.f.Funcs[b.fn]; v.owner != fn.Tree && (fn.Parent < 0 || v.owner != b.f.Funcs[fn.Parent].Tree) {
		if b.strayed == nil {
			b.strayed = map[*variable]bool{}
		}
		b.strayed[v] = true
	}
}

// readsMember notes that code reads a member of a parameter, beside what calls it.
func (b *builder) readsMember(n *tree.Node) {
	if v := b.s.uses[n.Kid(0)]; v != nil && v.param && n.Kids[0].Op == tree.Name && (b.f.Language == tree.Python || b.f.Language == tree.PHP) {
		b.passing.note(through{v: v}, -1)
		b.passing.note(through{v, n.Text}, 1)
	}
}

// manyLimited is how many variables are told apart about whose members a function finds something out.
const manyLimited = 64

func (p *passing) limited(v *variable) {
	if len(p.about) < manyLimited && !slices.Contains(p.about, v) {
		p.about = append(p.about, v)
	}
}

// here notes what holds where a call of a variable stands, or an end without a value.
func (b *builder) here(t through) {
	p, at := &b.passing, place{}
	for _, v := range p.about {
		if caps := b.env.of(v).caps; (v.param || v.module != "") && len(caps) > 0 {
			at[v] = caps
		}
	}
	if p.at == nil {
		p.at = map[through][]place{}
	}
	if !slices.Contains(p.order, t) {
		p.order = append(p.order, t)
	}
	p.at[t] = append(p.at[t], at)
}

// letsRun notes what holds where a function calls a parameter of its own or of the function around, or a method of one.
func (b *builder) letsRun(n *tree.Node) {
	t, callee := through{}, n.Kid(0)
	if callee != nil && callee.Op == tree.Member {
		t.method, callee = callee.Text, callee.Kid(0)
	}
	if b.f.Language != tree.Python && b.f.Language != tree.PHP || b.fn <= 0 || callee == nil || callee.Op != tree.Name {
		return
	}
	if t.v = b.s.uses[callee]; t.v == nil || !t.v.param || t.v.writes > 1 || t.v.foreign {
		return
	}
	b.passing.note(through{v: t.v}, -1)
	if b.env.dead || b.flat {
		return
	}
	b.here(t)
	if given := n.Kid(1); b.f.Language == tree.PHP && (given == nil || given.Op != tree.Name || b.s.uses[given] == nil || !b.s.uses[given].param || b.s.uses[given].writes > 1) {
		all := b.passing.at[t]
		all[len(all)-1] = place{} // another request than the one that was looked at
	}
}

// passes adds what holds at all places at which a function lets others run.
func (b *builder) passes(index int32) {
	p := &b.passing
	for _, t := range p.order {
		all := p.at[t]
		if b.flat || len(all) == 0 {
			continue
		}
		param, around := int32(-1), false
		if t.v != nil {
			param, around = b.passed(t)
			if param < 0 || !p.onlyCalled(t) || b.strayed[t.v] {
				continue // something else may call it
			}
		}
		for _, v := range p.about {
			of, caps := b.variable(v), all[0][v]
			if own := &b.f.Funcs[index]; v.owner == own.Tree {
				if i := slices.IndexFunc(own.Tree.Params, func(p tree.Param) bool { return b.s.uses[p.Target] == v }); i >= 0 {
					of = own.Params[i]
				}
			}
			for _, at := range all[1:] {
				caps = joinCaps(caps, at[v])
			}
			for _, c := range caps {
				path := strings.TrimPrefix(c.path, handed)
				if path == "" || v.altered || v.writes > 1 {
					continue
				}
				b.f.Funcs[index].Passes = append(b.f.Funcs[index].Passes, Pass{param, around, t.method, of, strings.Split(path[1:], "."), c.cap})
			}
		}
	}
}

// passed returns the number of a parameter of the function that is read, in Python the last of several unless a method of it is
// called, or of one of the function around it, -1 for any other.
func (b *builder) passed(t through) (param int32, around bool) {
	fn := &b.f.Funcs[b.fn]
	at := func(f *tree.Func) int {
		return slices.IndexFunc(f.Params, func(p tree.Param) bool { return b.s.uses[p.Target] == t.v })
	}
	if t.v.owner == fn.Tree {
		n := at(fn.Tree)
		if t.v.shared || t.method == "" && (n == 0 || b.f.Language == tree.Python && n < len(fn.Tree.Params)-1) {
			return -1, false
		}
		return int32(n), false
	}
	if fn.Parent <= 0 || t.v.owner != b.f.Funcs[fn.Parent].Tree || t.method != "" {
		return -1, false
	}
	return int32(at(t.v.owner)), true
}

// lets notes what members of what the function is called on hold where what handles a request goes on behind the function,
// as nothing has answered that yet.
func (b *builder) lets() {
	if b.f.Language != tree.Ruby || b.env.dead || b.env.answered || b.flat || len(b.ends) > 1<<12 {
		return
	}
	e := end{when: Passed}
	if v := b.selves[b.selfFunc()]; v != nil && len(b.env.of(v).caps) > 0 {
		e.members = make([][]memberCap, len(b.f.Funcs[b.fn].Params)+1)
		e.members[len(e.members)-1] = b.env.of(v).caps
	}
	b.ends = append(b.ends, e)
}
