package retry

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/reach/calling"
	"snag/analyze/retry/calls"
	"snag/analyze/source/literal"
	"snag/cmd/callsearch"
	"snag/cmd/cli"
	"snag/cmd/report"
)

func newRetryCalls(io *cli.Stdio) *cobra.Command {
	return callsearch.New(io, callsearch.Kind{
		Use:   "calls [PATH...]",
		Short: "Find requests without a timeout, and loops that retry badly",
		Long: `Search JavaScript, TypeScript, Python and Go for requests to other services that wait for ever, and for
loops that repeat them without a bound, a delay, jitter or an idempotency key. Nothing is run.

The defaults of each library count: axios, got, node-fetch, requests, urllib, http.Get and http.Client wait
for ever; fetch and aiohttp give up after 300 s, which is a note; httpx after 5 s, which is nothing. Options
that come from elsewhere, clients whose making is not found, requests with a context, tests and tools are
passed over. A finding names the run of snag retry client that would prove it.

A comment on the line or above it accepts a finding: // snag-ignore: REASON.`,
		Example: `  snag retry calls
  snag retry calls --changed-since origin/main
  snag retry calls src/ --write-baseline retries.json
  snag retry calls -f sarif -o retries.sarif`,
		Knows: calls.Knows, Languages: "JavaScript, TypeScript, Python and Go",
		Find: findRequests,
		Summary: func(calls, files string) string {
			return fmt.Sprintf("%s in %s that can wait for ever or be repeated badly.", calls, files)
		},
	})
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
	Prove   report.Text `json:"prove"`
}

func findRequests(in calling.Input) callsearch.Result {
	found := calls.Find(in)
	r := callsearch.Result{Left: found.Left, Limited: found.Limited}
	for _, c := range found.Calls {
		end := c.Position
		end.Offset, end.Column, end.Column16 = c.End, c.Column+c.End-c.Offset, c.Column16+c.End-c.Offset
		r.Found = append(r.Found, callsearch.Found{
			Finding: calls.Judge(c), File: c.File, Name: c.Name, Start: c.Position, End: literal.Position(end),
			Items: func(file report.Text) []any {
				return []any{callItem{file, c.Line, c.Column, c.Name, c.Rule, c.Why, c.Instead, report.Text(c.Prove)}}
			},
			Details: []report.Detail{
				{Label: "instead", Text: strings.TrimSuffix(strings.TrimPrefix(c.Instead, "Use "), "."), Short: true},
				{Label: "prove", Text: c.Prove, Short: true},
			},
		})
	}
	return r
}
