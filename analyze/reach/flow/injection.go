package flow

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/sorting"
)

// PatternMade is a place where a pattern is made out of a text.
type PatternMade struct {
	// Call is the name of what is called, "a regex" for a literal into which a text is put.
	Call             string
	File, Start, End int
	// Value is the text, for [Program.PatternSources].
	Value int32
	call  int32 // -1 for a literal
}

// MakesPatterns reports whether a file may make a pattern of something that is no constant, as far as its names tell.
func MakesPatterns(m *model.Model, g *graph.File) bool {
	for _, id := range g.Patterns {
		if slices.ContainsFunc(g.Copies, func(c graph.Copy) bool { return c.To == id }) {
			return true
		}
	}
	for i := range g.Calls {
		c := &g.Calls[i]
		constant := func(arg int) bool {
			if arg < 0 {
				return !slices.ContainsFunc(c.Args, func(a graph.Arg) bool { return a.Name != "" })
			}
			if slices.ContainsFunc(c.Args[:min(arg, len(c.Args))], func(a graph.Arg) bool { return a.Spread }) {
				return false
			}
			if arg >= len(c.Args) {
				return true
			}
			switch g.Nodes[c.Args[arg].Node].Kind {
			case graph.Text, graph.Pattern, graph.Number, graph.Function:
				return true
			}
			return c.Args[arg].Node == 0
		}
		if c.Method != "" && len(c.Args) > 0 && m.MakesPattern(language(g.Language), c.Method, constant) {
			return true
		}
	}
	return false
}

// PatternsMade returns where patterns are made out of texts, in the order of the files: what compiles one, what
// takes a text for one, and literals into which texts are put.
func (p *Program) PatternsMade() []PatternMade {
	p.searched = 0
	var all []PatternMade
	for id := int32(0); int(id) < len(p.calls); id++ {
		c := &p.calls[id]
		if c.made {
			continue
		}
		asked := p.asked(c)
		if c.receiver != 0 && c.Method != "" {
			// A receiver that may be very many things has the members of all of them under one name.
			asked.Callees = slices.DeleteFunc(slices.Clone(asked.Callees), func(a model.Access) bool {
				return a.Root.Kind != model.Module && len(a.Steps) > 0 && a.Steps[len(a.Steps)-1] != c.Method
			})
		}
		if len(asked.Callees) == 0 {
			continue
		}
		add := func(r model.Filled) {
			if n := p.argument(id, r); n != 0 && len(r.Path) == 0 {
				all = append(all, PatternMade{cmp.Or(c.Method, "a function"), int(c.file), int(c.At), int(c.End), n, id})
			}
		}
		if at := slices.IndexFunc(p.model.CompilesOf(p.lang, asked), func(f model.Found[model.CompileRule]) bool { return f.Exact || p.lang == model.JavaScript }); at >= 0 {
			if r, ok := p.model.CompilesOf(p.lang, asked)[at].Role("regex"); ok {
				add(r)
			}
			continue
		}
		for _, f := range p.model.MatchesOf(p.lang, asked) {
			if r, ok := f.Role("regex"); ok && r.Arg >= 0 && !f.Rule.Literal {
				add(r)
				break
			}
		}
	}
	for i := range p.sources {
		g := p.sources[i].Graph
		for _, id := range g.Patterns {
			for _, e := range p.in(p.at(int32(i), id)) {
				if _, n := p.fileOf(p.edge(e).from); n != nil && n.Kind == graph.Concat {
					all = append(all, PatternMade{"a regex", i, int(g.Nodes[id].Start), int(g.Nodes[id].End), p.edge(e).from, -1})
				}
			}
		}
	}
	sorting.Stable(all, func(a, b PatternMade) int { return cmp.Or(a.File-b.File, a.Start-b.Start) })
	return all
}

// PatternSources returns where the text of a pattern comes from that is not escaped, nor known to be one of few, nor
// made of letters and digits alone.
func (p *Program) PatternSources(m PatternMade) []Hit {
	hits, _ := p.search(m.Value, nil, false, func(call int32, e *kept) bool {
		if e != nil && p.isListed(e) {
			return true
		}
		return call >= 0 && call != m.call && (p.escapes(call) || p.compiles(call))
	})
	return hits
}

// compiles reports whether a call makes a pattern: what it is made of is told there.
func (p *Program) compiles(call int32) bool {
	return len(p.model.CompilesOf(p.lang, p.asked(&p.calls[call]))) > 0
}

// escapes reports whether a call escapes what is special in a pattern: one that a rule says so of, one of such a name,
// or a replacement of special characters by themselves with a backslash.
func (p *Program) escapes(call int32) bool {
	known, ok := p.escaping[call]
	if !ok {
		known = p.isEscape(&p.calls[call])
		if p.escaping == nil {
			p.escaping = map[int32]bool{}
		}
		p.escaping[call] = known
	}
	return known
}

// replacing are the functions that replace parts of a text.
var replacing = []string{"replace", "replaceAll", "replaceFirst", "sub", "gsub", "gsub!", "sub!", "preg_replace", "preg_replace_callback", "Replace", "str_replace"}

func (p *Program) isEscape(c *call) bool {
	if len(p.model.SanitizersOf(p.lang, p.asked(c))) > 0 {
		return true
	}
	named := p.asked(c)
	if named.Callees = []model.Access{{Root: model.Root{Kind: model.AnyValue}, Steps: []string{c.Method}}}; c.Method != "" && len(p.model.SanitizersOf(p.lang, named)) > 0 {
		return true
	}
	if !slices.Contains(replacing, c.Method) {
		return false
	}
	special, escaped := false, false
	for _, n := range append([]node{c.receiver}, c.args...) {
		for _, text := range p.texts(n) {
			special = special || strings.Contains(text, "*") && strings.Contains(text, "+") && strings.Contains(text, "(") || strings.Contains(text, `\W`) || strings.Contains(text, "[^")
			escaped = escaped || strings.HasPrefix(text, `\`) && (strings.Contains(text, "$&") || strings.Contains(text, "$1") || strings.Contains(text, "$0") ||
				strings.HasSuffix(text, `\1`) || strings.HasSuffix(text, `\0`) || strings.Contains(text, `\g<`))
		}
	}
	return special && escaped || special && p.removes(c)
}

// removes reports whether a call replaces by nothing all that is no letter or digit.
func (p *Program) removes(c *call) bool {
	empty, words := false, false
	for _, n := range c.args {
		for _, text := range p.texts(n) {
			empty = empty || text == ""
			words = words || strings.Contains(text, `\W`) || isWordClass(text, "[^")
		}
	}
	return empty && words
}

// isWordClass reports whether a pattern holds one class of characters, beginning so, that has letters, digits,
// hyphens, underscores, blanks and commas alone.
func isWordClass(text, begin string) bool {
	_, rest, ok := strings.Cut(text, begin)
	class, _, closed := strings.Cut(rest, "]")
	if !ok || !closed {
		return false
	}
	for _, part := range []string{"A-Z", "a-z", "0-9", `\w`, `\d`, `\s`, `\-`} {
		class = strings.ReplaceAll(class, part, "")
	}
	return strings.Trim(class, "_- ,") == ""
}

// isListed reports whether what takes an edge was found among constants, or matches a pattern that lets only letters
// and digits pass.
func (p *Program) isListed(e *kept) bool {
	d := p.detail(e)
	sym := d.cap.Sym
	for range 32 {
		if sym == 0 {
			break
		}
		s := &p.sources[d.file].Graph.Syms[sym]
		if s.Call >= 0 && s.When == graph.True {
			if p.passesFew(p.callOf[d.file][s.Call]) {
				return true
			}
		}
		sym = s.Next
	}
	return false
}

// passesFew reports whether a call asks whether a text is among constants, or made of letters and digits alone.
func (p *Program) passesFew(call int32) bool {
	known, ok := p.passing[call]
	if !ok {
		c := &p.calls[call]
		known = p.inList(c) || p.onlyWords(c)
		if p.passing == nil {
			p.passing = map[int32]bool{}
		}
		p.passing[call] = known
	}
	return known
}

// inList reports whether a call asks whether something is among constants.
func (p *Program) inList(c *call) bool {
	switch c.Method {
	case "includes", "has", "contains", "include?", "Contains", "key?", "in_array", "hasOwnProperty", "indexOf", "in":
		return true
	}
	return false
}

// onlyWords reports whether a call asks whether a text is made of letters and digits alone.
func (p *Program) onlyWords(c *call) bool {
	for _, n := range append([]node{c.receiver}, c.args...) {
		for _, text := range p.texts(n) {
			body := strings.TrimLeft(text, "/#~")
			anchored := strings.HasPrefix(body, "^") || strings.HasPrefix(body, `\A`) || c.Method == "fullmatch" || c.Method == "matches"
			if !anchored {
				continue
			}
			if isWordClass(body, "[") && strings.Count(body, "[") == 1 && !strings.ContainsAny(body[:strings.Index(body, "[")], ".(|") && !strings.ContainsAny(body[strings.LastIndex(body, "]"):], ".(|") {
				return true
			}
			if rest := strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(body, "^"), `\A`), "$/zZ\\i"); rest == `\w+` || rest == `\d+` || rest == `\w*` || rest == `\d*` {
				return true
			}
		}
	}
	return false
}
