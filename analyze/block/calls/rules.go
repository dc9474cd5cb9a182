package calls

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
)

// RuleBlockingCall is the rule of calls that block for each request.
const RuleBlockingCall = "block/blocking-call"

// Rules are the rules of calls that block.
var Rules = []judge.Rule{
	{
		ID: RuleBlockingCall, Name: "BlockingCall", Level: judge.Warning,
		Short: "A call that blocks the thread runs, or may run, for each request.",
		Full:  `A synchronous function of a core module, or of a library that wraps one, stands in code that handles requests, or in a function that such code calls, in the same file or another. Until it returns, the event loop serves nobody. The same call at the start of a program is no finding. It is an error where the source registers the code for requests, a warning where the form of the code tells it, as parameters named req and res do, or where more than eight functions lead there, and a note where the code is only exported, where nothing says that the loop of an async function of Python serves, and for libraries that have synchronous calls only.`,
		Help:  "Use the asynchronous form of the function, or do the work once at the start.",
	},
}

// ByLine puts the calls of a line together. Calls are in the order of the files, and of each file.
func ByLine(found []Call) [][]Call {
	var lines [][]Call
	for _, c := range found {
		if n := len(lines); n > 0 && lines[n-1][0].Line == c.Line && lines[n-1][0].File == c.File {
			lines[n-1] = append(lines[n-1], c)
			continue
		}
		lines = append(lines, []Call{c})
	}
	return lines
}

// mostSure is how many functions a way may have, from the handler on, for the call to be said to run for each request:
// each one on it calls the next under conditions of its own, or one of several that have the same name.
const mostSure = 8

// Judge returns the finding of the calls on one line. It is an error where the code was seen to be registered for
// requests and is not far from there, a note where all calls are minor, and else a warning.
func Judge(line []Call) judge.Finding {
	f := judge.Finding{Rule: RuleBlockingCall, Level: judge.Warning}
	var names, instead []string
	why := line[0]
	for _, c := range line {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
		if !slices.Contains(instead, c.Instead) {
			instead = append(instead, c.Instead)
		}
		if c.Routed && !why.Routed {
			why = c
		}
	}
	sure := why.Routed && len(why.Way) <= mostSure
	verb, runs := "blocks everybody while it runs", "it may run"
	if len(names) > 1 {
		verb, runs = "block everybody while they run", "they may run"
	}
	if !slices.ContainsFunc(line, func(c Call) bool { return !c.Minor }) {
		f.Level = judge.Note
	} else if sure {
		f.Level = judge.Error
	}
	if sure {
		runs = strings.Replace(strings.Replace(runs, "it may run", "it runs", 1), "they may run", "they run", 1)
	}
	if x := line[0].Inside; x != nil {
		verb += fmt.Sprintf(", as it calls %s (%s:%d)", x.Name, x.File, x.Line)
		f.Level = min(f.Level, judge.Warning)
	}
	f.Message = fmt.Sprintf("%s %s, and %s for each request: %s.", listed(names), verb, runs, reasonOf(why))
	f.Help = "Use " + strings.Join(instead, "; ") + "."
	return f
}

// reasonOf says why a call runs, with the request where that is known.
func reasonOf(c Call) string {
	if c.Route == "" {
		return c.Why
	}
	request := strings.TrimSpace(c.Method + " " + c.Route)
	if c.Why == "it handles requests" {
		return "it handles " + request
	}
	return c.Why + " for " + request
}

// listed puts names into a sentence.
func listed(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}
