// Package defence predicts what an engine makes of an attack, from what is known of the defences that
// engines have against backtracking.
//
// The model is a backtracking matcher that counts steps and can be given the defences of an engine. It
// is held to the engines themselves by experiment. What it does not know it says.
package defence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/stats"
)

// Outcome is what becomes of an attack in an engine.
type Outcome string

// The outcomes.
const (
	// Unmodelled means that the model does not know this engine or this pattern.
	Unmodelled Outcome = ""
	// Grows means that the cost grows as Growth says.
	Grows Outcome = "growth"
	// Protected means that the cost does not grow faster than the input.
	Protected Outcome = "protected"
	// Spared means that the engine rejects this attack before it matches, since the attack lacks what
	// every match holds. An attack that held it would grow as Class and Degree say.
	Spared Outcome = "spared"
	// Limited means that the engine gives up with an error after a bounded time.
	Limited Outcome = "limited"
)

// Forecast is what the model says about one pattern in one engine.
type Forecast struct {
	Outcome Outcome
	// Class and Degree are those of the growth, as in redos.Verdict, unless Outcome is Protected or
	// Unmodelled.
	Class  redos.Class
	Degree int
	// Lacks is what the attack lacks when Outcome is Spared.
	Lacks string
	// By names the defences that make the difference to the verdict, in a fixed order. It is empty
	// when there is no difference.
	By []string
	// Why says in one clause why the outcome is Unmodelled. Else it is empty.
	Why string
}

// A defence is something that an engine does against backtracking.
type defence uint8

const (
	remembersLoops defence = 1 << iota // Java: where the body of a loop failed
	superLinear                        // Perl: where a loop failed, once the loops have run often
	fixedBody                          // Perl: an iteration of fixed width is not entered again
	startOfRun                         // Perl: a leading X+ is tried only where a run of X begins
	implicitAnchor                     // Perl, PCRE2, Ruby: a leading .* is tried only where a line begins
	earlyFail                          // PCRE2's JIT: leading runs that failed are not entered again
	memoises                           // Ruby: every branch is taken at most once at a position
)

// names are the defences as reports name them, in the order of Forecast.By.
var names = []struct {
	defence
	name string
}{
	{remembersLoops, "loop positions that failed are remembered"},
	{superLinear, "super-linear cache"},
	{fixedBody, "iterations of fixed width are matched in one way only"},
	{startOfRun, "search begins only at the start of a run"},
	{implicitAnchor, "implicit anchor of .*"},
	{earlyFail, "early fail of leading repetitions (JIT)"},
	{memoises, "memoisation"},
}

// backtrackLimit is the name of the limit that makes PHP give up.
const backtrackLimit = "pcre.backtrack_limit"

// defences returns those of an engine, by its name and version as package engine reports them. why
// says why an engine is not modelled.
func defences(name, version string) (all defence, why string) {
	switch name {
	case "node", "python", "regexp2":
		return 0, ""
	case "java":
		if olderThan(version, 9, 0) {
			return 0, "no Java before 9 was tried"
		}
		return remembersLoops, ""
	case "perl":
		return superLinear | fixedBody | startOfRun | implicitAnchor, ""
	case "php":
		if !strings.HasSuffix(version, "JIT") {
			return 0, "PHP without the JIT was not tried"
		}
		return earlyFail | implicitAnchor, ""
	case "ruby":
		if olderThan(version, 3, 2) {
			return implicitAnchor, ""
		}
		return memoises | implicitAnchor, ""
	}
	return 0, "the defences of " + name + " are not modelled"
}

// Known returns the names of the defences that the model has for an engine; ok is false when the engine
// is not modelled.
func Known(engine, version string) (known []string, ok bool) {
	all, why := defences(engine, version)
	for _, d := range names {
		if all&d.defence != 0 {
			known = append(known, d.name)
		}
	}
	switch engine {
	case "node":
		known = append(known, openings, latin, fewStarts)
	case "php":
		known = append(known, backtrackLimit, jitSearch, openings)
	case "perl", "ruby":
		known = append(known, search, openings)
	}
	return known, why == ""
}

// olderThan reports whether a version such as "3.1.2" or "1.8.0_452" is below major.minor.
func olderThan(version string, major, minor int) bool {
	version = strings.TrimPrefix(version, "1.") // Java before 9
	fields := strings.FieldsFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	var number [2]int
	for i := range min(len(fields), 2) {
		number[i], _ = strconv.Atoi(fields[i])
	}
	return len(fields) > 0 && (number[0] < major || number[0] == major && number[1] < minor)
}

// Of predicts what the engine makes of the attack of v, a verdict on a pattern in that mode. The
// attack must not be nil. It depends on nothing else, and takes a bounded number of steps.
func Of(mode syntax.Mode, v redos.Verdict, engine, version string) Forecast {
	tree := v.Tree
	if tree == nil {
		return Forecast{Why: "the pattern is not of the dialect"}
	}
	all, why := defences(engine, version)
	if why != "" {
		return Forecast{Why: why}
	}
	f := of(tree, mode, v, engine, all)
	switch engine {
	case "node":
		if few, ok := begunByV8(mode, v); ok {
			return few
		}
		by, missing, unsure := sparedByV8(v, mode)
		switch {
		case by != "":
			f.Outcome, f.Lacks, f.By = Spared, missing, []string{by}
		case unsure:
			return Forecast{Why: "whether V8 looks for what a match begins with is not modelled for this text"}
		}
	case "perl", "php", "ruby":
		missing, unsure := lacks(tree, v.Attack, engine)
		if engine == "perl" && tree.Flags.Has(syntax.IgnoreCase) && missing != "" && olderThan(version, 5, 36) {
			missing, unsure = "", true // no older one was seen to keep what has no case apart from letters
		}
		opening := lacksOpening(mode, v, engine)
		switch {
		case missing != "" && (f.Outcome == Grows || f.Outcome == Limited):
			f.Outcome, f.Lacks = Spared, missing
			by := search
			if engine == "php" {
				by = jitSearch
			}
			f.By = append([]string{by}, f.By...)
		case opening != "" && (f.Outcome == Grows || f.Outcome == Limited):
			f.Outcome, f.Lacks, f.By = Spared, opening, append([]string{openings}, f.By...)
		case unsure && f.Outcome == Grows:
			return Forecast{Why: "which of the strings that a match holds " + engine + " looks for is not modelled"}
		}
	}
	return f
}

// search is the name of the defence that spares Perl and Ruby an attack, jitSearch that of PHP. Those of V8 stand where it
// is modelled.
const (
	search    = "search for what every match holds"
	jitSearch = search + " in texts below 500,000 characters"
)

// PHPSearch is how many characters of a text PCRE2's JIT searches for what every match holds: in longer ones it matches.
const PHPSearch = 500_000

// Spares says in one clause why the engine rejects the attack before it matches, if Outcome is Spared.
func (f Forecast) Spares() string {
	switch {
	case slices.Contains(f.By, openings):
		return fmt.Sprintf("the attack lacks %q where a match would begin, and the engine looks for such text first", f.Lacks)
	case slices.Contains(f.By, latin):
		return "V8 sees that " + latin
	}
	text := fmt.Sprintf("the attack lacks %q, which every match holds and the engine looks for first", f.Lacks)
	if slices.Contains(f.By, jitSearch) {
		text += fmt.Sprintf(", in texts of fewer than %d characters", PHPSearch)
	}
	return text
}

func of(tree *syntax.Tree, mode syntax.Mode, v redos.Verdict, engine string, all defence) Forecast {
	if engine == "regexp2" && merges(tree.Root) {
		return Forecast{Why: "alternatives of single characters, which regexp2 merges, are not modelled"}
	}
	if all == 0 {
		return Forecast{Outcome: Grows, Class: v.Class, Degree: v.Degree}
	}
	switch memoised := all&memoises != 0; {
	case refers(tree.Root) && (engine == "java" || engine == "ruby"), memoised && backtrack.CountsAnew(tree):
		// What a group captured is no part of what is remembered, nor how often a part was repeated, so nothing is.
		return Forecast{Outcome: Grows, Class: v.Class, Degree: v.Degree}
	case v.Rule == redos.StackLookup && memoised: // a branch is taken once at a position, and all is gone through each time
		return Forecast{Outcome: Grows, Class: redos.Polynomial, Degree: 2}
	case v.Rule == redos.StackLookup:
		return Forecast{Outcome: Grows, Class: v.Class, Degree: v.Degree}
	case memoised && len(backtrack.Lookups(tree)) > 0:
		return Forecast{Why: "what Ruby goes through at the end of a group that may be empty is not modelled beside memoisation"}
	}
	// What grows exponentially does so from one start, whatever else PCRE2 does.
	limited := Forecast{Outcome: Limited, Class: redos.Exponential, By: []string{backtrackLimit}}
	program, why := compile(tree, mode)
	switch {
	case why != "" && engine == "php" && v.Class == redos.Exponential && !v.Bounded:
		return limited
	case why != "":
		return Forecast{Why: why}
	}
	if all&memoises != 0 {
		if program.looks || program.atomic {
			return Forecast{Why: "memoisation beside lookarounds and atomic groups is not modelled"}
		}
		return Forecast{Outcome: Protected, By: []string{"memoisation"}}
	}
	plain, _ := program.growth(v, 0)
	if !claimed(v, plain) {
		if engine == "php" && v.Class == redos.Exponential && !v.Bounded {
			return limited
		}
		return Forecast{Why: "the model does not show the growth of the verdict"}
	}
	defended, each := program.growth(v, all)
	f := forecast(v, defended)
	if f.Outcome == Unmodelled {
		return f
	}
	if defended.Kind == plain.Kind && defended.DegreeInt == plain.DegreeInt {
		f.Class, f.Degree = v.Class, v.Degree
	}
	if f.Outcome != Grows || f.Class != v.Class || f.Degree != v.Degree {
		f.By = program.causes(v, all, defended)
	}
	// PHP's limit counts from each start anew, and leaves out what the JIT does without a stop.
	switch {
	case engine != "php" || f.Outcome != Grows:
	case f.Class == redos.Exponential || each.Kind.SuperLinear() && each.Degree > 1.5:
		f.Outcome, f.By = Limited, append(f.By, backtrackLimit)
	}
	return f
}

// refers reports whether there is a backreference.
func refers(n *syntax.Node) bool {
	return n.Op == syntax.OpBackref || slices.ContainsFunc(n.Subs, refers)
}

// merges reports whether there are alternatives of single characters.
func merges(n *syntax.Node) bool {
	if n.Op == syntax.OpAlternate {
		single := 0
		for _, sub := range n.Subs {
			if sub.Op == syntax.OpSet {
				single++
			}
		}
		if single > 1 {
			return true
		}
	}
	return slices.ContainsFunc(n.Subs, merges)
}

// claimed reports whether the growth is that of the verdict.
func claimed(v redos.Verdict, g stats.Growth) bool {
	if v.Class == redos.Exponential {
		return g.Kind == stats.Exponential
	}
	// Higher degrees show late.
	return g.Kind == stats.Polynomial && g.DegreeInt >= max(v.Degree-1, 2)
}

func forecast(v redos.Verdict, g stats.Growth) Forecast {
	switch g.Kind {
	case stats.Flat, stats.Linear:
		return Forecast{Outcome: Protected}
	case stats.Exponential:
		return Forecast{Outcome: Grows, Class: redos.Exponential}
	case stats.Polynomial:
		f := Forecast{Outcome: Grows, Class: redos.Polynomial, Degree: g.DegreeInt}
		if v.Class == redos.Polynomial {
			f.Degree = min(f.Degree, v.Degree)
		}
		return f
	}
	return Forecast{Why: "the model does not tell how the cost grows"}
}

// causes are the defences without which the growth would be another.
func (p *program) causes(v redos.Verdict, all defence, with stats.Growth) []string {
	var by, any []string
	for _, d := range names {
		if all&d.defence == 0 {
			continue
		}
		if g, _ := p.growth(v, all&^d.defence); g.Kind != with.Kind || g.DegreeInt != with.DegreeInt {
			by = append(by, d.name)
		} else if g, _ := p.growth(v, d.defence); g.Kind == with.Kind && g.DegreeInt == with.DegreeInt {
			any = append(any, d.name) // one of several that would do
		}
	}
	if len(by) == 0 {
		by = any
	}
	return slices.Clip(by)
}
