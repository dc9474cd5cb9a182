package reach

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/injection"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
)

// Injection is a pattern that anybody makes who can send a request.
type Injection struct {
	// Call is what makes the pattern, At the call.
	Call string
	At   Place
	// Ways are those by which the text gets there, none of which has a step that only may be.
	Ways []Way
}

// makers are what stands in a file of a language that makes patterns out of texts.
var makers = map[string][]string{
	"JavaScript": {"RegExp", ".match(", ".matchAll(", ".search("},
	"Python":     {"re.", "regex."},
	"PHP":        {"preg_", "mb_ereg"},
	"Ruby":       {"Regexp", "#{", ".match"},
	"Java":       {"Pattern.", ".matches(", ".replaceAll(", ".replaceFirst(", ".split(", "Regex(", ".toRegex(", ".toPattern("},
	"C#":         {"Regex"},
	"Go":         {"regexp2."},
	"Rust":       {"fancy_regex", "pcre2"},
}

// Injections returns the patterns of a project that are made of what anybody can send, in the order of their
// places. Installed packages are not read, and neither are tests.
func (p *Project) Injections(ctx context.Context) []Injection {
	p.open()
	var all []Injection
	for _, key := range sortedKeys(p.units) {
		if u := p.units[key]; u.name == "" && ctx.Err() == nil && p.makesPatterns(u) {
			all = append(all, p.injections(ctx, u)...)
		}
	}
	return all
}

// makesPatterns reports whether the text of a package names something that makes a pattern, and something by which
// requests come, so that it is worth the work of following values.
func (p *Project) makesPatterns(u *unit) bool {
	frameworks := map[string]bool{}
	for i := range p.Model.Sources {
		s := &p.Model.Sources[i]
		if family := familyOf(s.Language); s.Level != model.Remote || family != u.family {
			continue
		}
		if s.Framework == "" && u.family != "JavaScript" && u.family != "Python" {
			frameworks[""] = true
		}
		for name := range strings.SplitSeq(s.Framework, "|") {
			if name != "" {
				frameworks[name] = true
			}
		}
	}
	if u.family == "JavaScript" {
		frameworks["http"] = true
	}
	made, asked := false, frameworks[""]
	for _, file := range u.paths {
		text, err := p.Files.Read(file)
		if err != nil || len(text) > maxFile || isBundle(text) {
			continue
		}
		made = made || slices.ContainsFunc(makers[u.family], func(m string) bool { return bytes.Contains(text, []byte(m)) })
		if !asked {
			for name := range frameworks {
				asked = asked || bytes.Contains(text, []byte(name))
			}
		}
		if made && asked {
			return true
		}
	}
	return false
}

// familyOf returns the languages whose files call each other, by their name in the model.
func familyOf(l model.Language) string {
	return [...]string{model.JavaScript: "JavaScript", model.Python: "Python", model.PHP: "PHP", model.Ruby: "Ruby", model.Java: "Java", model.CSharp: "C#", model.Go: "Go", model.Rust: "Rust"}[l]
}

// longestName is how many members of a request lead to a value at most for which a claim is made, and longestWay and
// mostFiles how many places and files the way has. Long ways through many objects are more often wrong than right; one
// that goes from function to function alone has up to longestAlone places, of those in one function the first, and joinedPlaces
// less for each member or variable of which it takes what one call stored for what another one did.
const (
	longestName  = 3
	longestWay   = 16
	longestAlone = 2 * longestWay
	joinedPlaces = longestWay / 2
	mostFiles    = 3
)

// isPlain reports whether a value of a request is one that a sender names: of a request with a route, of one that runs
// through middleware, or of one that is at hand everywhere, and with a name of its own.
func isPlain(h flow.Hit, w Way) bool {
	if w.Name == "" || strings.Contains(w.Name, "(") || len(h.Access.Steps) > longestName+1 {
		return false
	}
	files := map[string]bool{}
	for _, at := range w.Trace {
		files[at.File] = true
	}
	if len(w.Trace) > longestWay || len(files) > mostFiles {
		return false
	}
	return w.Route != "" || w.Method != "" || h.Access.Root.Kind != model.EntryArg || h.Entry != nil && (h.Entry.Rule.Middleware || strings.HasSuffix(h.Entry.Rule.Name, ".middleware"))
}

// serves reports whether the code of a file may run where requests come in.
func (p *Project) serves(file string) bool {
	r, _ := role.Of(p.Model, p.linker, file)
	return r != model.Test && r != model.Documentation && r != model.Browser
}

// mayBeInjected reports whether a file makes patterns where requests may come in.
func (p *Project) mayBeInjected(f *parsed) bool {
	return injection.Possible(p.Model, f.graph) && p.serves(f.path)
}

func (p *Project) injections(ctx context.Context, u *unit) []Injection {
	if files, _ := p.read(ctx, u); !slices.ContainsFunc(files, func(f parsed) bool { return p.mayBeInjected(&f) }) {
		return nil
	}
	s, _ := p.solve(ctx, u, p.mayBeInjected)
	files, program := s.files, s.program
	var all []Injection
	program.Refill()
	patterns := injection.Of(program)
	for _, m := range patterns.Made() {
		at := files[m.File].path
		if !p.serves(at) {
			continue
		}
		x := Injection{Call: m.Call, At: Place{at, m.Start, m.End, NoLimit}}
		var r Result
		for _, h := range patterns.Sources(m) {
			from := newOrigin(h, s)
			way, ok := from.way(x.At, nil, false)
			way.walk()
			if ok && way.Level == Remote && isPlain(h, way) {
				r.add(way, p.MaxWays)
			}
		}
		if r.settle(false, p.MaxWays); len(r.Ways) > 0 {
			x.Ways = r.Ways
			all = append(all, x)
		}
	}
	return slices.CompactFunc(all, func(a, b Injection) bool { return a.At == b.At })
}
