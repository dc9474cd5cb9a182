// Package injection finds the patterns that a program makes out of texts, and where these come from unescaped.
package injection

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
)

// Made is a place where a pattern is made out of a text.
type Made struct {
	// Call is the name of what is called, "a regex" for a literal into which a text is put.
	Call             string
	File, Start, End int
	text             rules.Value
	by               rules.Call // none for a literal
}

// Possible reports whether a file may make a pattern of something that is no constant, as far as its names tell.
func Possible(m *model.Model, g *graph.File) bool {
	if len(g.Patterns) > 0 && slices.ContainsFunc(g.Copies, func(c graph.Copy) bool { return g.Nodes[c.To].Kind == graph.Pattern }) {
		return true
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
		if c.Method == "toRegex" || c.Method == "toPattern" { // of Kotlin, which make one of what they are called on
			return true
		}
		if c.Method != "" && len(c.Args) > 0 && m.MakesPattern(model.Language(g.Language), c.Method, constant) {
			return true
		}
	}
	return false
}

// Patterns are those that a program makes out of texts.
type Patterns struct {
	program *flow.Program
	// escaping are the calls that are known to escape what is special in a pattern, or not to; passing those that ask for
	// one of few texts, or for letters and digits; compiling those that make a pattern.
	escaping, passing, compiling map[rules.Call]bool
}

// Of returns the patterns of a program.
func Of(p *flow.Program) *Patterns {
	return &Patterns{p, map[rules.Call]bool{}, map[rules.Call]bool{}, map[rules.Call]bool{}}
}

// Made returns where patterns are made out of texts, in the order of the files: what compiles one, what takes a text
// for one, and literals into which texts are put.
func (p *Patterns) Made() []Made {
	var all []Made
	m, lang := p.program.Model(), p.program.Language()
	p.program.Calls(func(c rules.Call) {
		if c.IsMade() {
			return
		}
		file, written := c.Written()
		asked := c.Asked()
		if c.Receiver() != 0 && written.Method != "" {
			// A receiver that may be very many things has the members of all of them under one name.
			asked.Callees = slices.DeleteFunc(slices.Clone(asked.Callees), func(a model.Access) bool {
				return a.Root.Kind != model.Module && len(a.Steps) > 0 && a.Steps[len(a.Steps)-1] != written.Method
			})
		}
		if len(asked.Callees) == 0 {
			return
		}
		named := m.Widened(lang, asked)
		if !m.Speaks(lang, named) {
			return
		}
		add := func(r model.Filled) {
			if text := c.Given(r); text != 0 && len(r.Path) == 0 {
				all = append(all, Made{cmp.Or(written.Method, "a function"), file, int(written.At), int(written.End), text, c})
			}
		}
		kotlin := strings.HasPrefix(path.Ext(p.program.Graph(file).Path), ".kt")
		compiles := m.CompilesOf(lang, named)
		if at := slices.IndexFunc(compiles, func(f model.Found[model.CompileRule]) bool { return f.Exact || lang == model.JavaScript || kotlin }); at >= 0 {
			if r, ok := compiles[at].Role("regex"); ok {
				add(r)
			}
			return
		}
		matches := m.MatchesOf(lang, named)
		// In Ruby a regex has some methods of texts: what such a call is made on has to be known as a text.
		either := !slices.ContainsFunc(asked.Callees, func(a model.Access) bool { return a.Root.Kind == model.TextValue }) &&
			len(m.MatchesOf(lang, model.Call{Callees: []model.Access{{Root: model.Root{Kind: model.RegexValue}, Steps: []string{written.Method}}}, Args: asked.Args})) > 0
		for _, f := range matches {
			subject, _ := f.Role("subject")
			if kotlin && subject.Arg < 0 { // texts take patterns that are made already
				continue
			}
			if r, ok := f.Role("regex"); ok && r.Arg >= 0 && !f.Rule.Literal && (!either || subject.Arg >= 0 || p.isSent(c.Receiver())) {
				add(r)
				break
			}
		}
	})
	for i := range p.program.Files() {
		g := p.program.Graph(i)
		for _, id := range g.Patterns {
			for _, text := range p.program.Joined(p.program.Value(i, id)) {
				all = append(all, Made{"a regex", i, int(g.Nodes[id].Start), int(g.Nodes[id].End), text, rules.Call{}})
			}
		}
	}
	sorting.Stable(all, func(a, b Made) int { return cmp.Or(a.File-b.File, a.Start-b.Start) })
	return all
}

// isSent reports whether a value is known to be a text since somebody sends it.
func (p *Patterns) isSent(v rules.Value) bool {
	never := func(rules.Call) bool { return false }
	return slices.ContainsFunc(p.program.Unquoted(v, flow.Quoting{By: p.compiles, Where: never}), func(h flow.Hit) bool { return h.Source != nil })
}

// Sources returns where the text of a pattern comes from that is not escaped, nor known to be one of few, nor made of
// letters and digits alone.
func (p *Patterns) Sources(m Made) []flow.Hit {
	return p.program.Unquoted(m.text, flow.Quoting{
		By:    func(c rules.Call) bool { return c != m.by && (p.escapes(c) || p.compiles(c)) },
		Where: p.passesFew,
	})
}

// compiles reports whether a call makes a pattern: what it is made of is told there.
func (p *Patterns) compiles(c rules.Call) bool {
	known, ok := p.compiling[c]
	if !ok {
		known = len(p.program.Model().CompilesOf(p.program.Language(), c.Asked())) > 0
		p.compiling[c] = known
	}
	return known
}

// escapes reports whether a call escapes what is special in a pattern: one that a rule says so of, one of such a name,
// or a replacement of special characters by themselves with a backslash.
func (p *Patterns) escapes(c rules.Call) bool {
	known, ok := p.escaping[c]
	if !ok {
		known = p.isEscape(c)
		p.escaping[c] = known
	}
	return known
}

// replacing are the functions that replace parts of a text.
var replacing = []string{"replace", "replaceAll", "replaceFirst", "sub", "gsub", "gsub!", "sub!", "preg_replace", "preg_replace_callback", "Replace", "str_replace"}

func (p *Patterns) isEscape(c rules.Call) bool {
	m, lang := p.program.Model(), p.program.Language()
	_, written := c.Written()
	asked := c.Asked()
	if len(m.SanitizersOf(lang, asked)) > 0 {
		return true
	}
	if asked.Callees = []model.Access{{Root: model.Root{Kind: model.AnyValue}, Steps: []string{written.Method}}}; written.Method != "" && len(m.SanitizersOf(lang, asked)) > 0 {
		return true
	}
	if !slices.Contains(replacing, written.Method) {
		return false
	}
	special, escaped := false, false
	for _, text := range p.texts(append([]rules.Value{c.Receiver()}, arguments(c)...)) {
		special = special || strings.Contains(text, "*") && strings.Contains(text, "+") && strings.Contains(text, "(") || strings.Contains(text, `\W`) || strings.Contains(text, "[^")
		escaped = escaped || strings.HasPrefix(text, `\`) && (strings.Contains(text, "$&") || strings.Contains(text, "$1") || strings.Contains(text, "$0") ||
			strings.HasSuffix(text, `\1`) || strings.HasSuffix(text, `\0`) || strings.Contains(text, `\g<`))
	}
	return special && escaped || special && p.removes(c)
}

// removes reports whether a call replaces by nothing all that is no letter or digit.
func (p *Patterns) removes(c rules.Call) bool {
	empty, words := false, false
	for _, text := range p.texts(arguments(c)) {
		empty = empty || text == ""
		words = words || strings.Contains(text, `\W`) || isWordClass(text, "[^")
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

// passesFew reports whether a call asks whether a text is among constants, or made of letters and digits alone.
func (p *Patterns) passesFew(c rules.Call) bool {
	known, ok := p.passing[c]
	if !ok {
		known = inList(c) || p.onlyWords(c)
		p.passing[c] = known
	}
	return known
}

// inList reports whether a call asks whether something is among constants.
func inList(c rules.Call) bool {
	_, written := c.Written()
	switch written.Method {
	case "includes", "has", "contains", "include?", "Contains", "key?", "in_array", "hasOwnProperty", "indexOf", "in":
		return true
	}
	return false
}

// onlyWords reports whether a call asks whether a text is made of letters and digits alone.
func (p *Patterns) onlyWords(c rules.Call) bool {
	_, written := c.Written()
	for _, text := range p.texts(append([]rules.Value{c.Receiver()}, arguments(c)...)) {
		body := strings.TrimLeft(text, "/#~")
		anchored := strings.HasPrefix(body, "^") || strings.HasPrefix(body, `\A`) || written.Method == "fullmatch" || written.Method == "matches"
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
	return false
}

// texts returns the constant texts that some values may be.
func (p *Patterns) texts(values []rules.Value) []string {
	var all []string
	for _, v := range values {
		texts, _ := p.program.Texts(v)
		all = append(all, texts...)
	}
	return all
}

// arguments returns what a call is handed.
func arguments(c rules.Call) []rules.Value {
	var all []rules.Value
	for i := range c.Args() {
		v, _ := c.Arg(i)
		all = append(all, v)
	}
	return all
}
