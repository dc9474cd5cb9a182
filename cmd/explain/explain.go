// Package explain holds snag explain: everything about one regex.
package explain

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/probe/engine"
)

// explainOptions are what the command line of snag explain says.
type explainOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	judge  audit.Decider

	pattern   pattern.Flags
	engines   []string
	failOn    *pattern.Gate
	budget    *pattern.Budget
	maxLength int
}

// New returns snag explain.
func New(io *cli.Stdio) *cobra.Command {
	o := &explainOptions{
		stdio:   io,
		judge:   redos.Analyze,
		pattern: pattern.NewFlags(),
		failOn:  pattern.NewGate("polynomial"),
		budget:  pattern.NewBudget(),
	}
	c := &cobra.Command{
		Use:   "explain PATTERN",
		Short: "Show everything about one regex: its parts, its attack, its cost in each engine",
		Long: `Explain one regex: its tree, the ways in which the ambiguous part matches the same text, the
input that makes it slow, how the cost grows, what each engine makes of it, and what to do.`,
		Example: `  snag explain '(\/.+)+$'
  snag explain '^(a|aa)+$' --flags i --engine node
  snag explain '\s+$' --html -o trim.html`,
		Args: cli.Args(1, 1, "one pattern, in quotes for the shell"),
	}
	f := c.Flags()
	f.SortFlags = false
	o.pattern.Add(c, "the regex", "the regex")
	f.StringSliceVar(&o.engines, "engine", []string{"auto"}, "measure in these `engines`: auto, none, or names")
	f.Var(o.failOn, "fail-on", "exit with 1 for `classes`: slow, exponential, polynomial[:degree], unknown, invalid")
	o.budget.Flag(f, "the `cost` of one match that is too much, a time or a number of steps: 1000000 steps unless it is said")
	f.IntVar(&o.maxLength, "max-length", 0, "the code accepts no input longer than `n` characters")
	o.output.Flags(c)
	f.BoolFunc("html", "the same as --format html: a page with pictures of all this", func(string) error { return o.output.Choose("html") })
	cli.Complete(c, "engine", pattern.EngineChoices())
	cli.Complete(c, "fail-on", pattern.GateChoices)
	c.RunE = cli.Run(func(ctx context.Context, args []string) error {
		return o.output.With(io, c, func(out *cli.Output) error { return explainRegex(ctx, o, args[0], out) })
	})
	return c
}

// explainData is the data of the report.
type explainData struct {
	Pattern pattern.Item `json:"pattern"`
	Tree    *partItem    `json:"tree"`
	Ways    [][]wayItem  `json:"ways"`
	Advice  string       `json:"advice"`
}

// wayItem is one way to match a text: what part of the pattern consumes each character.
type wayItem struct {
	Text  wtf8.String   `json:"text"`
	Spans []syntax.Span `json:"spans"`
}

// explainRegex judges one pattern and reports all that is known about it.
func explainRegex(ctx context.Context, o *explainOptions, text string, out *cli.Output) error {
	if o.maxLength < 0 {
		return cli.Usagef("--max-length %d: must not be negative", o.maxLength)
	}
	engines, err := engine.Find(o.engines...)
	if err != nil {
		return cli.Usage(err)
	}
	defer pattern.CloseEngines(engines)
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	p.Set(0, 0, "judging the pattern")

	limits := redos.DefaultLimits
	limits.Steps = o.budget.Steps
	s := o.pattern.Subject("e1", pattern.FromArgument(text))
	found, err := s.Audit(ctx, o.judge, limits, nil)
	a := pattern.Audited{Result: found, ID: s.ID}
	if err != nil && ctx.Err() == nil {
		return err
	}
	r, f, bad := Of(ctx, &a, engines, pattern.Bar{MaxLength: o.maxLength, Budget: o.budget, Spares: o.failOn.Slow}, out.Columns(),
		func(doing string) { p.Set(0, 0, doing) })
	p.Stop()
	var missing error
	if a.Mistyped() {
		missing = pattern.ErrMistyped
	}
	return out.End(&r, missing, func(*report.Report) error {
		if bad && o.failOn.Fails(f, &a) {
			return cli.ErrFindings
		}
		return nil
	})
}

// Of reports all that is known about one pattern, and the finding about it; bad is false for a safe one. It
// says what it is doing.
func Of(ctx context.Context, a *pattern.Audited, engines []engine.Engine, b pattern.Bar, columns int, say func(doing string)) (r report.Report, f report.Finding, bad bool) {
	if a.IsVulnerable() {
		say("counting steps")
		if cost, ok := a.Verdict.Curve(ctx, a.Mode); ok {
			a.Verdict.Cost = cost
		}
		say("looking for a rewrite")
		_ = a.Propose(ctx, repair.DefaultLimits) // interrupted: what there is by then is shown
		if len(engines) > 0 {
			say("measuring in engines")
			a.Confirmed = pattern.ConfirmIn(ctx, engines, a, thoroughLimits(), nil)
		}
	}
	r.Partial = ctx.Err() != nil
	if f, bad = a.Assess(b); bad {
		if a.IsVulnerable() {
			f.Help = a.Particular()
		}
		f.Short, f.Excerpt = "", nil // all there is to say is asked for here
		r.Findings = append(r.Findings, f)
	}
	data := explainData{Pattern: a.Item(), Ways: [][]wayItem{}, Advice: a.Advice()}
	if tree := a.Verdict.Tree; tree != nil {
		item := newPartItem(tree, tree.Root)
		data.Tree = &item
		r.Sections = append(r.Sections, report.Section{Title: "Parts", Text: treeFigure(tree, columns), Picture: treePicture(tree, a.Verdict.Hotspots)})
	}
	for _, ways := range waysByText(a.Verdict.Ways) {
		data.Ways = append(data.Ways, newWayItems(ways))
		r.Sections = append(r.Sections, waysSection(a.Verdict.Tree, ways))
	}
	if a.IsVulnerable() {
		r.Sections = append(r.Sections, costSections(a, b)...)
		r.Sections = append(r.Sections, fixSections(ctx, a, engines)...)
	}
	r.Data = data
	r.Summary = explainSummary(a)
	return r, f, bad
}

// thoroughLimits let engines run longer than they may for a pattern among many.
func thoroughLimits() engine.Limits {
	return engine.Limits{Total: 6 * time.Second, Match: 2 * time.Second}
}

func explainSummary(a *pattern.Audited) report.Summary {
	counts := pattern.Counts{}
	counts.Add(a)
	s := counts.Summary(0, 0)
	s.Text = map[string]string{
		"safe":       "Safe: the work grows no faster than the input.",
		"unknown":    "Not judged: " + a.Verdict.Reason + ".",
		"vulnerable": "Vulnerable: " + a.Verdict.Class.String() + " backtracking.",
	}[a.Outcome()]
	if a.Invalid != nil {
		s.Text = "Invalid: " + a.Invalid.Error() + "."
	}
	return s
}

// waysByText groups ways that match the same text, in their order.
func waysByText(ways []redos.Way) [][]redos.Way {
	var groups [][]redos.Way
	for _, w := range ways {
		if n := len(groups); n > 0 && string(groups[n-1][0].Text) == string(w.Text) {
			groups[n-1] = append(groups[n-1], w)
		} else {
			groups = append(groups, []redos.Way{w})
		}
	}
	return groups
}

func newWayItems(ways []redos.Way) []wayItem {
	items := make([]wayItem, len(ways))
	for i, w := range ways {
		items[i] = wayItem{Text: wtf8.String(wtf8.Encode(w.Text)), Spans: cli.OrNone(w.Spans)}
	}
	return items
}
