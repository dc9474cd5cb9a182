// Package check holds snag check: what snag.yaml lists, in one run.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/cmd/report"
)

// checkOptions are what the command line of snag check says.
type checkOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags

	file       string
	only       []string
	list       bool
	schema     bool
	initialize bool
	force      bool
	start      bool
	static     bool
	remote     []string // hosts
	jobs       int
	before     string // a report to compare with
	metrics    string // a file for OpenMetrics
}

// New returns snag check.
func New(io *cli.Stdio) *cobra.Command {
	o := &checkOptions{stdio: io}
	c := &cobra.Command{
		Use:   "check",
		Short: "Run the checks that snag.yaml lists: one report, one exit status",
		Long: `Run everything that snag.yaml lists: audits of regexes, endpoints with budgets, pools, payloads,
clients, servers, shutdowns. Services that checks need are started, awaited and stopped. Analyses run
in parallel, what measures runs alone. A check that could not run never passes.

The exit status is 0 when every check passed, 1 when one has findings, 2 for a wrong config, 3 when a
check could not run.

snag.yaml is a program, like a Makefile: it starts commands with your rights, and reads the variables of
the environment that it lists under env. Run that of a stranger with --static, which runs only what reads
files and computes: no command, service, engine or request. --list shows what would run, and from what
variables. Requests leave this machine only to hosts that --allow-remote names.

` + "`snag check --init`" + ` writes a first config from what it finds in the folder.`,
		Example: `  snag check --init                        write snag.yaml for this project
  snag check                               run it
  snag check --only regexes -f sarif -o snag.sarif
  snag check --compare main.json           what is new and what is fixed since that run
  snag check --list                        what would run, as commands
  snag check --static                      only what reads files, for a merge request from a stranger`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.file, "config", "c", cli.ConfigName, "the `file` that lists the checks")
	f.StringSliceVar(&o.only, "only", nil, "run the checks of these `names` alone")
	f.BoolVar(&o.list, "list", false, "print what would run, and run nothing")
	f.BoolVar(&o.static, "static", false, "run only what reads files: no command, service, engine or request")
	f.StringSliceVar(&o.remote, "allow-remote", nil, "let checks send requests to these `hosts`: you must be entitled to stall them")
	f.BoolVar(&o.schema, "schema", false, "print the JSON Schema of a config, for editors")
	f.BoolVar(&o.initialize, "init", false, "write a config from what is found in the folder")
	f.BoolVar(&o.force, "force", false, "with --init, replace a config that is there")
	f.BoolVar(&o.start, "start", false, "with --init, start the program for a moment to try out how: what works is written filled in")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "run `n` analyses at a time")
	f.StringVar(&o.before, "compare", "", "compare with the JSON report in `file`: what is new, worse, better, fixed since")
	f.StringVar(&o.metrics, "metrics", "", "also write results, findings and times as OpenMetrics to `file`, for a collector of text files")
	o.output.Flags(c)
	o.output.All(c)
	c.MarkFlagsMutuallyExclusive("init", "list", "schema")
	c.RunE = cli.Run(func(ctx context.Context, _ []string) error {
		if o.jobs < 1 {
			return cli.Usagef("--jobs %d: must be at least 1", o.jobs)
		}
		switch {
		case o.initialize:
			return writeConfig(ctx, o)
		case o.start:
			return cli.Usagef("--start goes with --init")
		case o.force:
			return cli.Usagef("--force goes with --init")
		case o.schema:
			schema, err := Schema(io.Tree(&cli.Stdio{}, ""))
			if err == nil {
				_, err = o.stdio.Out.Write(schema)
			}
			return err
		}
		io.RemoteHosts = o.remote
		config, err := o.read()
		if err != nil {
			return err
		}
		return o.output.With(io, c, func(out *cli.Output) error {
			if o.list {
				return listChecks(config, out)
			}
			var before *earlier
			if o.before != "" {
				if before, err = readEarlier(o.before, o.stdio.Rules); err != nil {
					return err
				}
			}
			return runChecks(ctx, o, config, before, out)
		})
	})
	return c
}

// read reads the config and leaves the selected checks in it.
func (o *checkOptions) read() (*config, error) {
	text, err := os.ReadFile(o.file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, cli.WithHint(cli.Usagef("there is no %s", o.file), "snag check --init writes one")
	} else if err != nil {
		return nil, cli.Usagef("read the config: %w", err)
	}
	c, err := readConfig(o.stdio, o.file, text)
	if err != nil {
		return nil, cli.Usage(err)
	}
	only := c.only
	if len(o.only) > 0 {
		only = o.only
	}
	for _, name := range only {
		if !slices.Contains(c.names(), name) {
			return nil, cli.WithHint(cli.Usagef("--only: no check is named %s", name), cli.Suggest(name, c.names()))
		}
	}
	if len(only) > 0 {
		c.checks = slices.DeleteFunc(c.checks, func(one *check) bool { return !slices.Contains(only, one.name) })
	}
	if o.static {
		return c, c.keepStatic()
	}
	return c, nil
}

// keepStatic leaves only the checks that read files and compute. Audits of regexes do without engines.
func (c *config) keepStatic() (err error) {
	c.checks = slices.DeleteFunc(c.checks, func(one *check) bool {
		if one.kind.name == "regex" {
			err = errors.Join(err, one.SetList("engine", []string{"none"}))
			one.analyses = true
		}
		if one.analyses {
			one.needs = nil
			return false
		}
		c.leftOut = append(c.leftOut, one.name)
		return true
	})
	if err == nil && len(c.checks) == 0 {
		return cli.Usagef("--static: no check only reads files")
	}
	return err
}

// computes reports whether a check computes and times nothing, so that others may run beside it.
func (c *check) computes() bool {
	flag := func(name string) string { return c.Command.Flags().Lookup(name).Value.String() }
	switch c.kind.name {
	case "calls":
		return true
	case "regex":
		return flag("engine") == "[none]"
	case "herd":
		return flag("live") == ""
	}
	return false
}

// checkResult is a check and what came of it.
type checkResult struct {
	*check
	cli.Outcome
}

// runChecks runs the checks of a config and reports.
func runChecks(ctx context.Context, o *checkOptions, c *config, before *earlier, out *cli.Output) error {
	results := c.run(ctx, o.stdio, o.jobs)
	var unwritten error
	if o.metrics != "" && ctx.Err() == nil {
		unwritten = writeMetrics(o.metrics, results, o.stdio.Version, time.Now())
	}
	return cmp.Or(unwritten, reportChecks(ctx, c, results, before, out))
}

// run runs the checks and returns what came of them, in their order. No service is left behind.
func (c *config) run(ctx context.Context, stdio *cli.Stdio, jobs int) []checkResult {
	defer c.stopUnneeded(nil)
	results := make([]checkResult, len(c.checks))
	var analyses, probes []int
	for i, one := range c.checks {
		results[i] = checkResult{check: one, Outcome: cli.Outcome{Err: cli.Fail(errNotRun)}}
		if one.analyses && len(one.needs) == 0 {
			analyses = append(analyses, i)
			one.Stdio.Quiet = !one.Stdio.Verbose // there is one line for progress, and they are several
		} else {
			probes = append(probes, i)
		}
	}
	type done struct {
		at int
		cli.Outcome
	}
	for d := range cli.InOrder(ctx, jobs, slices.Values(analyses), func(i int) done { return done{i, c.checks[i].Run(ctx)} }) {
		results[d.at].Outcome = d.Outcome
	}
	for i, at := range probes {
		if ctx.Err() != nil {
			break
		}
		one := c.checks[at]
		p := cli.NewProgress(stdio)
		p.Set(len(analyses)+i, len(c.checks), "checks done; starting what "+one.name+" needs")
		err := c.startAll(ctx, one.needs, p)
		p.Stop() // the check shows its own
		if err != nil {
			results[at].Err = cli.Fail(err)
		} else {
			results[at].Outcome = one.Run(ctx)
			c.blameService(ctx, &results[at])
		}
		var rest []*check
		for _, later := range probes[i+1:] {
			rest = append(rest, c.checks[later])
		}
		c.stopUnneeded(rest)
	}
	return results
}

// blameService says why a check failed when the service that it needs has died meanwhile.
func (c *config) blameService(ctx context.Context, r *checkResult) {
	for _, name := range r.needs {
		if err := c.service(name).Start(ctx); err != nil && ctx.Err() == nil {
			r.Err = cli.Fail(err)
		}
	}
}

// notes says what --static leaves out.
func (c *config) notes() []string {
	if len(c.leftOut) == 0 {
		return nil
	}
	return []string{"--static leaves out what does more than read files: " + strings.Join(c.leftOut, ", ")}
}

// listItem is a check in the list of what would run.
type listItem struct {
	Name     string      `json:"name"`
	Kind     string      `json:"kind"`
	Command  report.Text `json:"command"`
	Needs    []string    `json:"needs"`
	Parallel bool        `json:"parallel"`
}

// listChecks prints what would run.
func listChecks(c *config, out *cli.Output) error {
	t := report.NewTable("NAME", "NEEDS", "COMMAND")
	items := []listItem{}
	for _, one := range c.checks {
		shown := c.secrets.conceal(one.Shown())
		items = append(items, listItem{one.name, one.kind.name, report.Text(shown), append([]string{}, one.needs...), one.analyses})
		t.Add(report.Strong.Cell(one.name), strings.Join(one.needs, ", "), shown)
	}
	sections := []report.Section{{Table: t}}
	if len(c.variables) > 0 {
		v := &report.Table{Columns: []report.Column{{Name: "VARIABLE"}, {Name: "DEFAULT"}}}
		for _, one := range c.variables {
			fallback := report.Cell{Text: "none"}
			if one.Default != nil {
				fallback = report.Cell{Text: strconv.Quote(*one.Default)}
			}
			v.Rows = append(v.Rows, []report.Cell{{Text: one.Name}, fallback})
		}
		sections = append(sections, report.Section{Title: "Read from the environment", Table: v})
	}
	r := &report.Report{
		Sections: sections, Notes: c.notes(), Data: struct {
			Checks    []listItem       `json:"checks"`
			Variables []configVariable `json:"variables"`
		}{items, append([]configVariable{}, c.variables...)},
		Summary: report.Summary{Text: fmt.Sprintf("%s would run.", cli.Plural(len(items), "check")), Counts: []report.Count{{Name: "checks", N: len(items)}}},
	}
	return out.Close(r)
}
