package flow

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// Meeting is a place where patterns meet a text.
type Meeting struct {
	// File, Start and End are the call from the name of what is called on; Func is the number of the function that it
	// stands in.
	File       int
	Start, End int32
	Func       int
	// Patterns are the regexes, by file and the caller's name for them.
	Patterns []PatternRef
	// Subject is the text, for [Program.Sources].
	Subject int32
	Rule    *model.MatchRule
	// External is the function of another program that the call calls; then there is no Rule, and the
	// patterns are those of the function.
	External *rules.External
	listed   bool    // a list that is given for the text is made one
	choice   *chosen // of one of several patterns, each of which other texts meet
}

// Same reports whether other patterns of the same place meet the same texts.
func (m *Meeting) Same() bool { return m.choice == nil }

// PatternRef names a pattern.
type PatternRef struct {
	File, ID int
	// Part reports whether what meets the text is a larger pattern that was put together of this one and of others.
	Part bool
}

// Matches returns the calls in which patterns that were asked for meet a text, in the order of the files.
func (p *Program) Matches() []Meeting {
	var all []Meeting
	type member struct {
		of   points.Node
		path string
	}
	written := map[int32]*points.PatternIndex{} // by file
	members := map[member]points.Node{}         // many functions may take the same member of the same argument
	for _, m := range p.MatchCalls {
		c := &p.Sites[m.Call]
		x := Meeting{File: int(c.File), Start: c.At, End: c.End, Func: int(c.Owner), Rule: m.Rule}
		if m.External != nil {
			x.External = m.External
			key := member{c.Args[m.External.Arg], strings.Join(m.External.Path, "\x00")}
			if members[key] == 0 {
				members[key] = p.Loaded([]points.Node{key.of}, m.External.Path)[0]
			}
			x.Subject = members[key]
			all = append(all, x)
			continue
		}
		for _, o := range p.Points(p.roleNode(m, "regex")) {
			if q := p.Object(o); q.Kind == points.Regex {
				x.Patterns = append(x.Patterns, PatternRef{int(q.File), int(q.Index), q.Part})
			}
		}
		x.Subject = p.roleNode(m, "subject")
		if m.Rule.OfElements() {
			x.Subject = p.Loaded([]points.Node{x.Subject}, []string{"*"})[0]
		}
		if c.Method != "test" { // which is one of the functions that others offer
			for _, e := range p.PatternsOf(p.roleNode(m, "regex")) {
				one := x
				one.External, one.Patterns = e, nil
				all = append(all, one)
			}
		}
		x.listed = p.Language() == model.JavaScript && p.roleIndex(m, "subject") >= 0 || p.Language() == model.Ruby
		chosen := p.choose(m)
		for i := range chosen {
			one := x
			one.Patterns, one.choice = x.Patterns[i:i+1], &chosen[i]
			all = append(all, one)
		}
		if len(x.Patterns) > 0 && len(chosen) == 0 {
			all = append(all, x)
		}
		all = append(all, p.inTurn(m, x)...)
		if named := slices.DeleteFunc(p.named(m, written), func(q PatternRef) bool { return slices.Contains(x.Patterns, q) }); len(named) > 0 {
			x.Patterns = named
			all = append(all, x)
		}
	}
	sorting.Stable(all, func(a, b Meeting) int {
		if a.File != b.File {
			return a.File - b.File
		}
		return int(a.Start - b.Start)
	})
	return all
}

// named returns the patterns that a match is handed by the name of a text which is put together elsewhere: they stand where the
// name does.
func (p *Program) named(m rules.Match, known map[int32]*points.PatternIndex) (all []PatternRef) {
	c, i := &p.Sites[m.Call], p.roleIndex(m, "regex")
	if i < 0 || i >= len(c.Call.Args) || c.Call.Args[i].At == 0 || len(p.Code[c.File].Patterns) == 0 {
		return nil
	}
	if known[c.File] == nil {
		known[c.File] = points.NewPatternIndex(p.Code[c.File].Patterns)
	}
	for _, id := range known[c.File].Named(c.Call.Args[i].At - 1) {
		all = append(all, PatternRef{File: int(c.File), ID: id})
	}
	return all
}

// inTurn returns the matches of a list of patterns of PHP, of which each but the first meets what the ones before made of
// the text.
func (p *Program) inTurn(m rules.Match, of Meeting) []Meeting {
	if p.Language() != model.PHP {
		return nil
	}
	var all []Meeting
	for i, n := range p.ElementsOf(p.roleNode(m, "regex")) {
		x := of
		x.Patterns = nil
		for _, o := range p.Points(n) {
			if q := p.Object(o); q.Kind == points.Regex {
				x.Patterns = append(x.Patterns, PatternRef{int(q.File), int(q.Index), q.Part})
			}
		}
		if len(x.Patterns) == 0 {
			continue
		}
		if i > 0 {
			e := points.Edge{From: of.Subject, To: p.NewNode(), Cap: graph.Free, Call: -1, Edit: points.EditsAnything, Text: true}
			if text, ok := p.ConstantText(p.roleNode(m, "with"), 0); !ok || text != "" || p.roleIndex(m, "with") < 0 {
				e.Length = model.Length{Effect: model.Unbounded}
			}
			p.Link(e)
			x.Subject = e.To
		}
		all = append(all, x)
	}
	return all
}

// Escapes returns, by the caller's names of patterns, where each goes that it may meet texts which are not seen: a
// function that is not followed, or another program.
func (p *Program) Escapes() map[int][]string {
	all := map[int][]string{}
	note := func(n points.Node, where string) {
		for _, o := range p.Points(n) {
			if x := p.Object(o); x.Kind == points.Regex && !slices.Contains(all[int(x.Index)], where) && len(all[int(x.Index)]) < 8 {
				all[int(x.Index)] = append(all[int(x.Index)], where)
			}
		}
	}
	for i := range p.Sites {
		c := &p.Sites[i]
		if c.Made || p.follows(c) {
			continue
		}
		for _, a := range c.Args {
			note(a, cmp.Or(c.Method, "a function")+"() with the regex")
		}
	}
	for _, n := range p.Published {
		note(n, "who imports the regex")
	}
	return all
}

// follows reports whether it is known what a call does with its arguments.
func (p *Program) follows(c *points.Site) bool {
	if len(c.Ruled) > 0 && !(len(c.Ruled) == 1 && c.Ruled[0] == "builtin") {
		return true
	}
	for _, o := range c.Bound {
		switch p.Object(o).Kind {
		case points.Function, points.Class, points.CallMember, points.ApplyMember, points.BindMember, points.Partial:
			return true
		}
	}
	return false
}

// Leaves tells when a call of a function never returns, in a file of some text. The name is as written, behind that of the
// module where it is imported, or [graph.OfParam] and the name of the parameter that it is called on. A name alone is a framework's only in a file that names the framework: elsewhere it may be
// anybody's.
func Leaves(m *model.Model, l tree.Language, text []byte, module, name string) graph.Leaving {
	if name == "" && module == "" {
		return graph.Leaving{}
	}
	param, isParam := strings.CutPrefix(module, graph.OfParam)
	if !isParam {
		param = ""
	}
	a := model.Access{Root: model.Root{Kind: model.Module, Name: module}}
	if name != "" {
		a.Steps = strings.Split(name, ".")
	}
	switch {
	case isParam:
		a.Root = model.Root{}
	case module == "":
		a.Root, a.Steps = model.Root{Kind: model.Global, Name: a.Steps[0]}, a.Steps[1:]
	}
	r, ok := m.NeverReturns(language(l), a, param)
	switch {
	case !ok, module == "" && r.Framework != "" && !isNamed(text, r.Framework):
		return graph.Leaving{}
	case r.True || r.Fails:
		return graph.Leaving{True: r.True, Fails: r.Fails}
	case r.If > 0 || r.Unless > 0 || r.Number > 0:
		return graph.Leaving{If: r.If, Unless: r.Unless, Number: r.Number, Max: r.Max, Below: r.Below}
	}
	return graph.Leaving{Always: true, Onward: r.Onward}
}

// isNamed reports whether a text names one of the frameworks between which "|" stands, with small or capital letters.
func isNamed(text []byte, frameworks string) bool {
	text = bytes.ToLower(text)
	for name := range strings.SplitSeq(frameworks, "|") {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}

// dynamic are the functions of each language that run code, load files or call functions by names that are worked out.
var dynamic = map[model.Language][]string{
	model.JavaScript: {"require", "import", "eval", "Function"},
	model.Python:     {"import_module", "__import__", "eval", "exec"},
	model.PHP:        {"include", "include_once", "require", "require_once", "eval", "call_user_func", "call_user_func_array"},
	model.Ruby:       {"require", "load", "send", "public_send", "__send__", "eval", "instance_eval", "class_eval", "constantize"},
	model.Java:       {"forName", "invoke", "getMethod"},
	model.CSharp:     {"Invoke", "GetMethod", "CreateInstance"},
}

// unseen names the calls of dynamic functions of which nobody can tell from the code what they do: their argument
// is no constant.
func (p *Program) unseen() []string {
	if p.unseenKnown {
		return p.unseenCalls
	}
	p.unseenKnown = true
	for i := range p.Sites {
		c := &p.Sites[i]
		if c.Made || len(c.Args) == 0 || !slices.Contains(dynamic[p.Language()], c.Method) || p.follows(c) {
			continue
		}
		if _, n := p.FileOf(c.Args[0]); n != nil && n.Kind == graph.Text || len(c.Args) == 1 && c.Method == "Invoke" {
			continue // a method that is called by its name gets an object and a list
		}
		if what := c.Method + "() of a name that is worked out"; !slices.Contains(p.unseenCalls, what) {
			p.unseenCalls = append(p.unseenCalls, what)
		}
	}
	return p.unseenCalls
}
