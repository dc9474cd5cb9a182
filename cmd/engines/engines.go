// Package engines holds snag engines: which engines can be measured here, and what their defences are worth.
package engines

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/probe/engine"
)

// enginesOptions are what the command line of snag engines says.
type enginesOptions struct {
	stdio   *cli.Stdio
	engines []string
	observe bool
	output  cli.OutputFlags
}

// New returns snag engines.
func New(io *cli.Stdio) *cobra.Command {
	o := &enginesOptions{stdio: io}
	c := &cobra.Command{
		Use:   "engines",
		Short: "Show the regex engines of this machine, and what they do against backtracking",
		Long: `Show which regex engines can be measured on this machine, in which version, which dialects they
run, which of their defences against backtracking are known, and how to get those that are missing.

With --observe each engine runs an attack on each of a few patterns, which takes about a minute. The
table shows what came of it, and where the model of the engine's defences predicts something else.`,
		Example: `  snag engines
  snag engines --observe
  snag engines --observe --engine php --format markdown`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&o.observe, "observe", false, "run attacks in each engine and show what comes of them")
	f.StringSliceVar(&o.engines, "engine", []string{"auto"}, "only these `engines`: auto, or "+strings.Join(engine.Names(), ", "))
	cli.Complete(c, "engine", pattern.EngineChoices())
	o.output.Flags(c)
	c.RunE = o.output.Run(io, nil, func(ctx context.Context, out *cli.Output) error { return showEngines(ctx, o, out) })
	return c
}

// enginesData is the data of the report.
type enginesData struct {
	Engines      []engineItem      `json:"engines"`
	Observations []ObservationItem `json:"observations,omitempty"`
}

// engineItem is one engine.
type engineItem struct {
	Name     string   `json:"name"`
	Version  string   `json:"version,omitempty"`
	Path     string   `json:"path,omitempty"`
	Dialects []string `json:"dialects"`
	Usable   bool     `json:"usable"`
	Problem  string   `json:"problem,omitempty"`
	Get      string   `json:"get,omitempty"`
	Modelled bool     `json:"modelled"`
	Defences []string `json:"defences"`
}

// showEngines starts every engine to learn its version, and observes them if asked.
func showEngines(ctx context.Context, o *enginesOptions, out *cli.Output) error {
	found, err := engine.Find(o.engines...)
	if err != nil {
		return cli.Usage(err)
	}
	defer pattern.CloseEngines(found)
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	p.Set(0, 0, "starting engines")
	items := checkEngines(ctx, o.wanted(), found)
	data := enginesData{Engines: items}
	r := &report.Report{Sections: []report.Section{{Title: "Engines", Table: engineTable(items)}}}
	usable := 0
	for _, e := range items {
		if e.Usable {
			usable++
		}
	}
	r.Summary = report.Summary{
		Text:   fmt.Sprintf("%d of %d engines can be used here", usable, len(items)),
		Counts: []report.Count{{Name: "engines", N: len(items)}, {Name: "usable", N: usable}},
	}
	if o.observe {
		data.Observations = observeEngines(ctx, found, p)
		r.Sections = append(r.Sections, report.Section{Title: "Attacks, as observed", Table: ObservationTable(data.Observations, found)})
		r.Summary.Counts = append(r.Summary.Counts, report.Count{Name: "observations", N: len(data.Observations)})
	}
	p.Stop()
	r.Data, r.Partial = data, ctx.Err() != nil
	return out.End(r, nil, nil)
}

// wanted are the engines to show: all that are known, or those that were asked for.
func (o *enginesOptions) wanted() []engine.Info {
	var all []engine.Info
	for _, info := range engine.Known() {
		for _, name := range o.engines {
			if name = strings.TrimSpace(name); name == "auto" || name == info.Name {
				all = append(all, info)
				break
			}
		}
	}
	return all
}

// checkEngines starts the engines, all at once, and describes them and those that are missing.
func checkEngines(ctx context.Context, known []engine.Info, found []engine.Engine) []engineItem {
	problems := make(map[string]error, len(found))
	versions := make(map[string]string, len(found))
	var mu sync.Mutex
	var wait sync.WaitGroup
	for _, e := range found {
		wait.Go(func() {
			err := e.Check(ctx)
			mu.Lock()
			defer mu.Unlock()
			problems[e.Name()], versions[e.Name()] = err, e.Version()
		})
	}
	wait.Wait()
	items := make([]engineItem, 0, len(known))
	for _, info := range known {
		item := engineItem{Name: info.Name, Version: versions[info.Name], Path: info.Path, Dialects: []string{}, Defences: []string{}}
		for _, d := range info.Dialects {
			item.Dialects = append(item.Dialects, d.String())
		}
		switch err := problems[info.Name]; {
		case !info.Present:
			item.Problem, item.Get = "not found on PATH", info.Get
		case err != nil:
			item.Problem, item.Get = err.Error(), info.Get
		default:
			item.Usable = true
		}
		if item.Usable {
			defences, modelled := defence.Known(item.Name, item.Version)
			item.Modelled = modelled
			item.Defences = append(item.Defences, defences...)
		}
		items = append(items, item)
	}
	return items
}

func engineTable(items []engineItem) *report.Table {
	t := report.NewTable("engine", "version", "runs", "defences")
	for _, e := range items {
		version, tone, defences := report.Cell{Text: e.Version}, report.Plain, strings.Join(e.Defences, "; ")
		switch {
		case !e.Usable:
			version = report.Cell{Text: e.Problem, Tone: report.Warn}
			defences, tone = "get it: "+e.Get, report.Muted
		case !e.Modelled:
			defences, tone = "not modelled", report.Muted
		case defences == "":
			defences, tone = "none", report.Muted
		}
		t.Add(report.Strong.Cell(e.Name), version, strings.Join(e.Dialects, ", "), tone.Cell(defences))
	}
	return t
}

// ObservationItem is what engines made of one attack.
type ObservationItem struct {
	Name    string        `json:"name"`
	Pattern wtf8.String   `json:"pattern"`
	Attack  attack.Attack `json:"attack"`
	Growth  redos.Growth  `json:"growth"`
	Results []resultItem  `json:"results"`

	attack string // in words
}

// resultItem is what one engine made of it.
type resultItem struct {
	confirm.Confirmation
	// words and predicted are for people.
	words     report.Cell
	predicted bool
}

// observeEngines runs every specimen in every engine, one after the other. When ctx ends it returns what was
// observed until then.
func observeEngines(ctx context.Context, engines []engine.Engine, p *cli.Progress) []ObservationItem {
	var all []ObservationItem
	specimens := defence.Specimens()
	limits := engine.Limits{Total: 20 * time.Second, Match: 250 * time.Millisecond, Length: 1 << 16}
	for i, s := range specimens {
		item := NewObservationItem(s)
		for _, e := range engines {
			d, ok := dialectOf(e)
			if !ok {
				continue
			}
			p.Set(i, len(specimens), "attacks observed, "+e.Name())
			pattern := redos.Pattern{Text: s.Pattern, Dialect: d}
			v := s.Verdict(d)
			c, err := engine.Confirm(ctx, e, engine.Job{Pattern: pattern, Verdict: v, Limits: limits})
			if err != nil {
				return all
			}
			item.Results = append(item.Results, newResultItem(c.Explain(defence.Of(pattern.Mode, v, c.Engine, c.Version))))
		}
		all = append(all, item)
	}
	return all
}

// NewObservationItem returns an item for a specimen that no engine has run yet.
func NewObservationItem(s defence.Specimen) ObservationItem {
	return ObservationItem{
		Name: s.Name, Pattern: wtf8.String(s.Pattern), Attack: s.Attack,
		Growth: redos.Growth{Class: s.Class, Degree: s.Degree}, Results: []resultItem{},
		attack: fmt.Sprintf("%s × n + %s", wtf8.Quote(s.Attack.Pumps[0].Pump), wtf8.Quote(s.Attack.Suffix)),
	}
}

// dialectOf is the dialect in which an engine is observed.
func dialectOf(e engine.Engine) (syntax.Dialect, bool) {
	for _, d := range syntax.Dialects() {
		if e.Runs(d) {
			return d, true
		}
	}
	return 0, false
}

func newResultItem(c confirm.Confirmation) resultItem {
	r := resultItem{Confirmation: c, predicted: c.AsPredicted()}
	switch c.Outcome {
	case confirm.Confirmed:
		r.words = report.Cell{Text: "super-linear", Tone: report.Bad}
		switch c.Growth.Kind {
		case stats.Exponential:
			r.words.Text = "exponential"
		case stats.Polynomial:
			r.words.Text = fmt.Sprintf("degree %d", c.Growth.DegreeInt)
		}
	case confirm.OptimisedAway:
		r.words = report.Cell{Text: "linear", Tone: report.Good}
	case confirm.Limited:
		r.words = report.Cell{Text: "gives up: " + c.Problem, Tone: report.Warn}
	case confirm.StackOverflow:
		r.words = report.Cell{Text: "linear, then stack overflow", Tone: report.Warn}
	default:
		r.words = report.Cell{Text: string(c.Outcome), Tone: report.Muted}
	}
	return r
}

// ObservationTable shows what each of the engines made of the attacks.
func ObservationTable(all []ObservationItem, engines []engine.Engine) *report.Table {
	t := report.NewTable("what", "pattern", "attack")
	for _, e := range engines {
		t.Columns = append(t.Columns, report.Column{Name: e.Name()})
	}
	for _, o := range all {
		row := []report.Cell{{Text: o.Name}, {Text: string(o.Pattern), Tone: report.Strong}, {Text: o.attack}}
		for _, r := range o.Results {
			cell := r.words
			if !r.predicted {
				cell.Text += " (unexpected)"
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
