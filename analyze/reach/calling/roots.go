package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/graph"
	"snag/analyze/source/tree"
)

// aside are paths of what is part of no server: of programs for the command line, tools and tests. Only
// what is registered as a handler counts there.
var aside = lazyregexp.New(`(?i)(^|/)(bin|cli|commands?|command-line|scripts?|migrations?|seeds?|seeders|tests?|testing|__tests__|__mocks__|spec|e2e|benchmarks?|bench|build-tools|gulp|webpack|dev[-_]?mode|dev[-_]?ui)/|(^|/)(gulpfile|gruntfile|conftest|setup|manage|noxfile|cli|__main__|test_[^/]*)\.\w+$|(^|/)cli_\w+\.\w+$|[._-](cli|cmd)\.\w+$|[._](test|spec|config|conf|stories|test-d|bench)\.\w+$|_test\.py$`)

// tests are paths of what tests programs: it serves nobody, whatever it registers.
var tests = lazyregexp.New(`(?i)(^|/)(tests?|testing|__tests__|__mocks__|spec|e2e)/|(^|/)(conftest|test_[^/]*)\.\w+$|[._](test|spec|test-d)\.\w+$|_test\.py$`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// The reasons of functions that the program registers, and of those that only look like code that a server runs.
var (
	handlesRequests = Reason{Text: "it handles requests", Routed: true}
	looksLikeOne    = Reason{Text: "it has the parameters or the name of a handler"}
	exportedAsync   = Reason{Text: "it is an exported async function", Exported: true}
	exportedMethod  = Reason{Text: "it is an async method of an exported class", Exported: true}
)

// roots tells of each function whether it runs for each request of itself.
func (p *Program) roots() {
	switch p.lang {
	case tree.JavaScript:
		p.scriptRoots()
	case tree.Python:
		p.pythonRoots()
	case tree.Java:
		p.javaRoots()
	case tree.CSharp:
		p.csharpRoots()
	case tree.PHP:
		p.phpRoots()
	case tree.Ruby:
		p.rubyRoots()
	}
}

// begins tells of each function whether it runs only where the program begins or ends, as far as its callers are known:
// base says so, it is called outside of all functions, or only such functions call it. A function that is named so
// needs no callers. What others may call by a value, and what goes on in a loop, is none of them.
func (p *Program) begins(base, named func(i int) bool) []bool {
	callers := make([][]int, len(p.Funcs))
	for _, e := range p.edges {
		if e[0] != e[1] && !p.Funcs[e[0]].File.test {
			callers[e[1]] = append(callers[e[1]], e[0])
		}
	}
	all, mentioned := make([]bool, len(p.Funcs)), map[string]bool{}
	for _, f := range p.Files {
		for name := range f.shape.mentions {
			mentioned[name] = true
		}
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if up := p.parent(i); up >= 0 && !f.exported && p.runsInside(f) {
			callers[i] = append(callers[i], up)
		}
		all[i] = f.Index == 0 || f.start || base(i) || f.File.aside && !f.root.Routed
	}
	for more := true; more; {
		more = false
		for i, by := range callers {
			f := &p.Funcs[i]
			if all[i] || len(by) == 0 && !named(i) || f.handed || f.root.Routed || mentioned[f.name] || f.File.shape.lasting[f.Tree] {
				continue
			}
			all[i] = !slices.ContainsFunc(by, func(k int) bool { return !all[k] })
			more = more || all[i]
		}
	}
	return all
}

// calls reports whether a call calls the functions that it is handed, as far as a request is about them.
func (p *Program) calls(c *graph.Call) bool {
	switch p.lang {
	case tree.JavaScript:
		return !isAside(c.Tree)
	case tree.Python:
		return atOnce[c.Method]
	}
	return false
}

// runsInside reports whether a function runs when the one around it does.
func (p *Program) runsInside(f *Func) bool {
	switch p.lang {
	case tree.JavaScript:
		return !f.named && !isAside(f.argument)
	case tree.Java, tree.CSharp:
		return !f.named && f.argument != nil && !isAway(f.argument) && (p.lang != tree.Java || !isMoved(f.argument, f.moved))
	}
	if p.lang == tree.Ruby {
		return !f.named && f.argument != nil && !blocksAway[lastName(f.argument.Kid(0))]
	}
	return !f.named && f.argument != nil && atOnce[lastName(f.argument.Kid(0))]
}

// runs reports whether a plain call of a function runs it.
func (p *Program) runs(i int) bool {
	return p.lang != tree.Python || !p.Funcs[i].Tree.Async && !runsElsewhere(p.Funcs[i].Tree)
}

// servesNobody reports whether functions of an entry of that name run for no request: a plugin as the server starts, and a command
// for who starts the program.
func servesNobody(entry string) bool {
	return strings.HasSuffix(entry, ".plugin") || strings.HasPrefix(entry, "command.")
}

// entries marks the functions that frameworks call for requests, and that wanted wants.
func (p *Program) entries(wanted func(f *Func) bool) {
	for _, e := range p.Flow.Entries() {
		f := &p.Funcs[p.Files[e.File].first+e.Func]
		if f.File.test || e.Many > mostHanded || servesNobody(e.Rule.Name) || f.root.Given() && (f.root.Route != "" || e.Route == "") || !wanted(f) {
			continue
		}
		f.root = handlesRequests
		f.root.Method, f.root.Route = e.Method, e.Route
	}
}
