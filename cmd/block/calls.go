package block

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/block/calls"
	"snag/analyze/block/contexts"
	"snag/analyze/reach/calling"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/callsearch"
	"snag/cmd/cli"
	"snag/cmd/report"
)

func newBlockCalls(io *cli.Stdio) *cobra.Command {
	return callsearch.New(io, blockingKind())
}

// blockingKind is the search for calls that block.
func blockingKind() callsearch.Kind {
	return callsearch.Kind{
		Use:   "calls [PATH...]",
		Short: "Find calls in server code that block for each request",
		Long: `Search source code for calls that block the thread which serves everybody, whatever name they were
imported under: in JavaScript and TypeScript Node's synchronous fs, crypto, zlib and child_process and
synchronous functions of packages; in Python sleeping, requests, subprocesses and files in async functions;
in Java block(), Thread.sleep, JDBC and files on the event loops of WebFlux, Mutiny, Vert.x and Netty; in
Kotlin the same and runBlocking in coroutines that are not on Dispatchers.IO; in C# Result, Wait() and
Thread.Sleep in async methods; in PHP sleep, curl_exec and others on the event loops of Swoole without hooks,
ReactPHP and Amp; in Rust std::thread::sleep, std::fs, std::net and blocking clients in async functions.

Only code that runs for each request counts, and what it calls, in whatever file of the paths that stands;
the finding tells the way from the handler. It is an error where the source registers the code: as a
handler, by name or written out, or by the decorator of a route. It is a warning where that is a guess: of
what has the parameters of a handler, all async functions of C#, and those of Python in files that serve,
and what these await. It is a note in exported async functions and async methods of exported classes that no
handler was seen to call, in other async functions of Python, and in Rust and Kotlin where no request was seen
to get there. What runs at the start, in tests, in a thread or on the command line does not count.

Also found is code that loses what belongs to a request, or keeps it for others: in Node.js enterWith where
others go on in the context, callbacks in queues and listeners of shared emitters that read a context and are
not bound, variables of the module that are set to a request; in Python context variables that are not reset,
and threads without a copy of the context; in Rails threads, futures and timers without the executor, and
waits for them that can last for ever; in Go a mutex that is held while another program is waited for, and as a
note a handler that sleeps. Such a finding names the run that would prove it.

A comment on the line or above it accepts a finding: // snag-ignore: REASON.`,
		Example: `  snag block calls
  snag block calls --changed-since origin/main
  snag block calls src/ --write-baseline calls.json
  snag block calls -f sarif -o calls.sarif`,
		Knows: func(l extract.Language) bool { return calls.Knows(l) || contexts.Knows(l) }, Languages: "JavaScript, TypeScript, Python, Ruby, Go, Java, Kotlin, C#, PHP and Rust",
		Find: findBlocking,
		Summary: func(calls, files string) string {
			return fmt.Sprintf("%s in %s that can block requests or lose what belongs to one.", calls, files)
		},
	}
}

// callItem is a call in the data.
type callItem struct {
	File    report.Text `json:"file"`
	Line    int         `json:"line"`
	Column  int         `json:"column"`
	Call    string      `json:"call"`
	Rule    string      `json:"rule"`
	Why     string      `json:"why"`
	Instead string      `json:"instead"`
	Prove   report.Text `json:"prove,omitempty"`
	Routed  bool        `json:"routed"`
	Method  string      `json:"method,omitempty"`
	Route   report.Text `json:"route,omitempty"`
	Way     []wayItem   `json:"way"`
	// Inside is the call that blocks in a package.
	Inside *wayItem `json:"inside,omitempty"`
}

// wayItem is a function on the way from a handler to a call.
type wayItem struct {
	File     report.Text `json:"file"`
	Line     int         `json:"line"`
	Function report.Text `json:"function"`
}

func itemOf(file report.Text, c calls.Call) callItem {
	x := callItem{File: file, Line: c.Line, Column: c.Column, Call: c.Name, Rule: calls.RuleBlockingCall, Why: c.Why, Instead: c.Instead,
		Routed: c.Routed, Method: c.Method, Route: report.Text(c.Route), Way: []wayItem{}}
	if s := c.Inside; s != nil {
		x.Inside = &wayItem{report.Text(s.File), s.Line, report.Text(s.Name)}
	}
	for _, s := range c.Way {
		x.Way = append(x.Way, wayItem{report.Text(s.File), s.Line, report.Text(s.Name)})
	}
	return x
}

// findBlocking finds both in the same programs.
func findBlocking(in calling.Input) callsearch.Result {
	in.May = func(l extract.Language, text []byte) bool { return calls.MayCall(l, text) || contexts.May(l, text) }
	programs := calling.Read(in)
	found := calls.In(in, programs)
	found.Add(calls.Outlined(in))
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
			steps := make([]report.Location, len(way))
			for i, s := range way {
				steps[i] = report.Location{File: s.File, Start: report.Position{Line: s.Line}, Code: s.Name}
				f.Way = append(f.Way, callsearch.Step{File: s.File, Name: s.Name, Position: s.Position})
			}
			f.Details = append(f.Details, report.Detail{Label: "by", Text: report.TraceWords(steps), Short: true})
		}
		f.Within = c.Within
		for _, c := range line {
			for _, h := range c.Handlers {
				f.Handlers = append(f.Handlers, callsearch.Step{File: h.File, Name: h.Name, Position: h.Position})
			}
		}
		r.Found = append(r.Found, f)
	}
	places := contexts.In(programs)
	for _, file := range in.Paths {
		if l, ok := extract.ByPath(file); ok && l.Name == "Go" {
			text, err := in.Files.Read(file)
			if err != nil {
				r.Left = append(r.Left, file)
				continue
			}
			places = append(places, contexts.Go(file, text)...)
		}
	}
	for _, p := range places {
		r.Found = append(r.Found, foundContext(p))
	}
	sorting.Stable(r.Found, func(a, b callsearch.Found) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Start.Offset-b.Start.Offset)
	})
	return r
}

// foundContext is a place where code loses what belongs to a request, as a finding.
func foundContext(p contexts.Place) callsearch.Found {
	end := p.Position
	end.Offset, end.Column, end.Column16 = p.End, p.Column+p.End-p.Offset, p.Column16+p.End-p.Offset
	return callsearch.Found{
		Finding: contexts.Judge(p), File: p.File, Name: p.Name, Start: p.Position, End: end,
		Items: func(file report.Text) []any {
			return []any{callItem{File: file, Line: p.Line, Column: p.Column, Call: p.Name, Rule: p.Rule, Why: p.Why, Instead: p.Instead, Prove: report.Text(p.Prove), Way: []wayItem{}}}
		},
		Details: []report.Detail{
			{Label: "instead", Text: strings.TrimSuffix(p.Instead, "."), Short: true},
			{Label: "prove", Text: p.Prove, Short: true},
		},
	}
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
