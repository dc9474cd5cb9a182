package calling

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/tree"
)

// developing are names of flags that say that a program is being developed or debugged, and serving of those that say
// that it is not. What has such a word beside others, as debugRequests, is none: it may be a thing as well.
var (
	developing = lazyregexp.New(`(?i)^_*((is|in|enabled?|use)_?)?(dev(elopment)?|debug(ging)?)(_?(mode|enabled|flag))?_*$`)
	debugging  = lazyregexp.New(`^([A-Z][A-Z0-9]*_)+DEBUG$`) // of the environment
	// inTurn are names of flags of C# that say that a method is called by code that waits for it by blocking, and waiting of
	// those that say that it is not. Elsewhere no method has one form for both: what such a flag chooses is run.
	inTurn  = lazyregexp.New(`(?i)^_*((use|is|run|do)_?)?sync(hronous(ly)?)?(_?(io|mode))?_*$`)
	waiting = lazyregexp.New(`(?i)^_*((use|is|run|do)_?)?async(hronous(ly)?)?(_?(io|mode))?_*$`)
	serving = lazyregexp.New(`(?i)^_*(is|in)?_?prod(uction)?(_?mode)?_*$`)
	// kinds are names of what says in which mode a program runs, and which lines it logs.
	kinds = lazyregexp.New(`(?i)(env|environment|mode|stage|profile|level)$`)
)

// lookups are functions that are handed the name of a flag, and sent are names of what clients send.
var (
	lookups = wordSet("get getenv env getBoolean get_bool getboolean isEnabledFor is_enabled_for isLevelEnabled")
	sent    = wordSet("req request query params param args body form headers header cookies cookie query_params path_params data payload message msg")
)

// onward reports whether what follows a statement runs only where a test says what [asksFor] asks, as the statement leaves
// where it does not.
func (s *shape) onward(n *tree.Node, around *tree.Func) bool {
	if n == nil || n.Op != tree.If || n.Kid(2) != nil {
		return false
	}
	last := n.Kid(1)
	for last != nil && last.Op == tree.Block && len(last.Kids) > 0 {
		last = last.Kids[len(last.Kids)-1]
	}
	return last != nil && (last.Op == tree.Return || last.Op == tree.Throw) && s.asksFor(n.Kid(0), false, around, 0)
}

// ofDevelopment reports whether a child of what chooses by a test, which is its first child, is chosen only where a
// program is developed or debugged, or its caller blocks anyway. What the function around it gets of a request says nothing
// of that.
func (s *shape) ofDevelopment(n *tree.Node, child int, around *tree.Func) bool {
	switch {
	case n.Op == tree.Logical && n.Text == "??":
		return false
	case n.Op == tree.Logical:
		return s.asksFor(n.Kid(0), n.Text == "&&", around, 0)
	}
	return s.asksFor(n.Kid(0), child == 1, around, 0)
}

// asksFor reports whether a test can only have an outcome where a program is developed, or in C# where its caller blocks
// anyway: of methods that have one form for both, a flag says which.
func (s *shape) asksFor(test *tree.Node, outcome bool, around *tree.Func, depth int) bool {
	if test == nil || depth > mostChained {
		return false
	}
	a, b := test.Kid(0), test.Kid(1)
	switch test.Op {
	case tree.Unary:
		return test.Text == "!" && s.asksFor(a, !outcome, around, depth+1)
	case tree.Logical:
		// Both hold where a conjunction does, and neither where a disjunction does not.
		either := s.asksFor(a, outcome, around, depth+1) || s.asksFor(b, outcome, around, depth+1)
		both := s.asksFor(a, outcome, around, depth+1) && s.asksFor(b, outcome, around, depth+1)
		return both || either && test.Text != "??" && (test.Text == "&&") == outcome
	case tree.Binary:
		if strings.Trim(test.Text, "!=") != "" {
			return false
		}
		other := b
		for _, k := range [2]*tree.Node{a, b} {
			if k != nil && k.Op == tree.String {
				same := !strings.HasPrefix(test.Text, "!")
				plain := !strings.EqualFold(k.Text, "debug") || kinds.MatchString(flagName(other))
				return !isSent(other) && (same == outcome && plain && developing.MatchString(k.Text) || same != outcome && serving.MatchString(k.Text))
			}
			other = a
		}
	case tree.Name, tree.Member, tree.Call, tree.Index:
		name := flagName(test)
		if isSent(test) || isRequested(test, around) {
			return false
		}
		if s.sharp && (test.Op == tree.Name || test.Op == tree.Member) {
			if outcome && inTurn.MatchString(name) || !outcome && waiting.MatchString(name) {
				return true
			}
		}
		return outcome && (developing.MatchString(name) || debugging.MatchString(name)) || !outcome && serving.MatchString(name)
	}
	return false
}

// flagName returns the name of a flag that an expression reads: its last one, or the text that it is looked up by. What
// enables a logger of the package debug is called enabled.
func flagName(n *tree.Node) string {
	for n != nil && n.Op == tree.Call {
		name := lastName(n.Kid(0))
		if !lookups[name] {
			return name
		}
		n = n.Kid(1)
	}
	switch {
	case n == nil:
		return ""
	case n.Op == tree.Index:
		n = n.Kid(1)
	case n.Op == tree.Member && n.Text == "enabled":
		n = n.Kid(0)
	}
	if n != nil && n.Op == tree.String {
		return n.Text
	}
	return lastName(n)
}

// isSent reports whether an expression reads what a client sends: it is no flag of the program.
func isSent(n *tree.Node) bool {
	for range mostChained {
		switch {
		case n == nil:
			return false
		case n.Op == tree.Call || n.Op == tree.Index:
			n = n.Kid(0)
		case n.Op == tree.Name || n.Op == tree.Member:
			if sent[n.Text] {
				return true
			}
			n = n.Kid(0)
		default:
			return false
		}
	}
	return false
}

// isRequested reports whether an expression is a parameter of a function that is registered for requests by a decorator.
func isRequested(n *tree.Node, around *tree.Func) bool {
	return n.Op == tree.Name && around != nil && slices.ContainsFunc(around.Params, func(x tree.Param) bool { return nameIs(x.Target, n.Text) }) &&
		decorationOf(around).routed
}
