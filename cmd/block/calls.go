package block

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/block/calls"
	"snag/analyze/reach/calling"
	"snag/analyze/source/literal"
	"snag/cmd/callsearch"
	"snag/cmd/cli"
	"snag/cmd/report"
)

func newBlockCalls(io *cli.Stdio) *cobra.Command {
	return callsearch.New(io, callsearch.Kind{
		Use:   "calls [PATH...]",
		Short: "Find calls in server code that block for each request",
		Long: `Search source code for calls that block the thread which serves everybody, whatever name they were
imported under: in JavaScript and TypeScript Node's synchronous fs, crypto, zlib and child_process and
synchronous functions of packages; in Python sleeping, requests, subprocesses and files in async functions;
in Java block(), Thread.sleep, JDBC and files on the event loops of WebFlux, Mutiny, Vert.x and Netty; in C#
Result, Wait() and Thread.Sleep in async methods; in PHP sleep, curl_exec and others on the event loops of
Swoole without hooks and of ReactPHP.

Only code that runs for each request counts, and what it calls, in whatever file of the paths that stands;
the finding tells the way from the handler. It is an error where the source registers the code: as a
handler, by name or written out, or by the decorator of a route. It is a warning where that is a guess: of
what has the parameters of a handler, of exported async functions, async methods of exported classes, and
all async functions of Python and C#. What runs at the start, in a thread or on the command line does not count.

A comment on the line or above it accepts a finding: // snag-ignore: REASON.`,
		Example: `  snag block calls
  snag block calls --changed-since origin/main
  snag block calls src/ --write-baseline calls.json
  snag block calls -f sarif -o calls.sarif`,
		Knows: calls.Knows, Languages: "JavaScript, TypeScript, Python, Java, C# and PHP",
		Find:    findBlocking,
		Summary: func(calls, files string) string { return fmt.Sprintf("%s that block requests in %s.", calls, files) },
	})
}

// callItem is a call in the data.
type callItem struct {
	File    report.Text `json:"file"`
	Line    int         `json:"line"`
	Column  int         `json:"column"`
	Call    string      `json:"call"`
	Why     string      `json:"why"`
	Instead string      `json:"instead"`
	Routed  bool        `json:"routed"`
	Method  string      `json:"method,omitempty"`
	Route   report.Text `json:"route,omitempty"`
	Way     []wayItem   `json:"way"`
}

// wayItem is a function on the way from a handler to a call.
type wayItem struct {
	File     report.Text `json:"file"`
	Line     int         `json:"line"`
	Function report.Text `json:"function"`
}

func itemOf(file report.Text, c calls.Call) callItem {
	x := callItem{file, c.Line, c.Column, c.Name, c.Why, c.Instead, c.Routed, c.Method, report.Text(c.Route), []wayItem{}}
	for _, s := range c.Way {
		x.Way = append(x.Way, wayItem{report.Text(s.File), s.Line, report.Text(s.Name)})
	}
	return x
}

func findBlocking(in calling.Input) callsearch.Result {
	found := calls.Find(in)
	r := callsearch.Result{Left: found.Left, Limited: found.Limited}
	for _, line := range calls.ByLine(found.Calls) {
		c, last := line[0], line[len(line)-1]
		f := callsearch.Found{
			Finding: calls.Judge(line), File: c.File, Name: c.Name, Start: c.Position,
			End: literal.Position{Offset: last.End, Line: last.Line, Column: last.Column + last.End - last.Offset, Column16: last.Column16 + last.End - last.Offset},
			Items: func(file report.Text) (all []any) {
				for _, c := range line {
					all = append(all, itemOf(file, c))
				}
				return all
			},
		}
		f.Details = append(f.Details, report.Detail{Label: "instead", Text: strings.TrimSuffix(strings.TrimPrefix(f.Help, "Use "), "."), Short: true})
		if way := wayOf(line); len(way) > 0 {
			names := make([]string, len(way))
			for i, s := range way {
				names[i] = fmt.Sprintf("%s (%s:%d)", s.Name, s.File, s.Line)
				f.Way = append(f.Way, callsearch.Step{File: s.File, Name: s.Name, Position: s.Position})
			}
			f.Details = append(f.Details, report.Detail{Label: "by", Text: strings.Join(names, " → "), Short: true})
		}
		r.Found = append(r.Found, f)
	}
	return r
}

// wayOf is the way to the calls of a line that is told of.
func wayOf(line []calls.Call) []calls.Step {
	for _, c := range line {
		if len(c.Way) > 0 {
			return c.Way
		}
	}
	return nil
}
