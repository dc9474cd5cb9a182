// Package reach holds snag reach: the routes of a project, what each reads, and what that reaches.
package reach

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"snag/analyze/block/calls"
	"snag/analyze/reach"
	"snag/analyze/reach/calling"
	"snag/analyze/reach/model"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
	"snag/cmd/regex"
	"snag/cmd/regex/pattern"
	"snag/cmd/worktree"
)

// reachOptions are what the command line of snag reach says.
type reachOptions struct {
	stdio    *cli.Stdio
	output   cli.OutputFlags
	paths    []string
	tree     worktree.Flags
	jobs     int
	to       string
	sources  bool
	language string
	route    string
}

// New returns snag reach.
func New(io *cli.Stdio) *cobra.Command {
	o := &reachOptions{stdio: io}
	c := &cobra.Command{
		Use:   "reach [PATH...]",
		Short: "List the routes of a project, what each reads, and what that reaches",
		Long: `List what a project lets others send: its routes with the prefixes of all that they stand below, the
values that each reads from a request, how long these can be and what limits them, the regexes that they
meet, and the calls that block. Source is read, and nothing is run.

With --to all ways are listed that lead to a regex or to the arguments of a call at one place, each step by
step. With --sources the rules are listed by which snag knows frameworks, with those of reach: in snag.yaml.

What is not listed was not found; what may hide more is said. "No path found" does not mean that there is
none.`,
		Example: `  snag reach                          the routes of the current folder
  snag reach --route /api src         those whose path holds /api
  snag reach --to lib/text.js:12      every way to what stands there
  snag reach --sources --language python
  snag reach --format json            routes, inputs and limits for programs`,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.to, "to", "", "list the ways that lead to a `place`, FILE:LINE")
	f.BoolVar(&o.sources, "sources", false, "list the rules by which frameworks are known")
	f.StringVar(&o.language, "language", "", "with --sources: only the rules of a `language`: "+strings.Join(model.Languages(), ", "))
	f.StringVar(&o.route, "route", "", "only routes whose path holds a `text`")
	o.tree.Flags(c)
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "analyse `n` files at a time; the result does not depend on it")
	o.output.Flags(c)
	o.output.CompareSource(c)
	o.output.All(c)
	var languages []cli.Choice
	for _, l := range model.Languages() {
		languages = append(languages, cli.Choice{Name: l, Help: "rules of " + l})
	}
	cli.Complete(c, "language", languages)
	for _, other := range []string{"to", "sources"} {
		c.MarkFlagsMutuallyExclusive("compare", other)
	}
	c.MarkFlagsMutuallyExclusive("to", "sources")
	c.MarkFlagsMutuallyExclusive("to", "route")
	c.MarkFlagsMutuallyExclusive("route", "sources")
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) error {
		o.paths = args
		return o.check()
	}, func(ctx context.Context, out *cli.Output) error { return showReach(ctx, o, out) })
	return c
}

func (o *reachOptions) check() error {
	switch {
	case o.jobs < 1:
		return cli.Usagef("--jobs %d: must be at least 1", o.jobs)
	case o.language != "" && !o.sources:
		return cli.Usagef("--language belongs to --sources")
	case o.language != "" && !slices.Contains(model.Languages(), o.language):
		return cli.Usagef("--language %q: must be one of %s", o.language, strings.Join(model.Languages(), ", "))
	case slices.Contains(o.paths, "-"):
		return cli.Usagef("snag reach reads files: stdin is none of a project")
	}
	if o.to != "" {
		if _, _, err := o.place(); err != nil {
			return err
		}
	}
	for _, p := range o.paths {
		if _, err := os.Lstat(p); err != nil {
			return fmt.Errorf("cannot read %s: %s", p, worktree.Reason(err))
		}
	}
	return nil
}

// follower follows values through the files of a program, and tells places in them.
type follower struct {
	*pattern.Program
	places *pattern.Placer
}

// place returns the file and line of --to.
func (o *reachOptions) place() (file string, line int, err error) {
	file, number, ok := cutLast(o.to)
	line, wrong := strconv.Atoi(number)
	if !ok || wrong != nil || line < 1 || file == "" {
		return "", 0, cli.Usagef("--to %q: write it FILE:LINE", o.to)
	}
	return worktree.DisplayPath(file), line, nil
}

// cutLast cuts a text at its last colon.
func cutLast(text string) (before, after string, ok bool) {
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+1:], true
}

// showReach lists routes, the ways to a place, or the rules of frameworks.
func showReach(ctx context.Context, o *reachOptions, out *cli.Output) error {
	policy, err := o.tree.Load(o.stdio)
	if err != nil {
		return err
	}
	known := policy.Model()
	if o.sources {
		return showSources(o, known, out)
	}
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	p.Set(0, 0, "reading source")
	reader := regex.NewReader(o.stdio, o.paths, o.tree, o.jobs)
	program, tree, err := reader.Open(ctx, known)
	if err != nil {
		return err
	}
	defer tree.Close()
	program.Ways, program.OfHandlers = manyWays, o.to == ""
	follow := &follower{program, program.Placer()}
	if o.to != "" {
		judged, err := patternsOf(ctx, reader, p)
		if err != nil {
			return err
		}
		p.Set(0, 0, "following values")
		return o.showWays(ctx, out, p, follow, judged)
	}
	// Where installed packages are read too, they cost most, and only a route makes them matter. The routes of a project
	// alone are known with less work when its values were followed before.
	var inv *reach.Inventory
	if follow.Project().HasPackages() {
		p.Set(0, 0, "looking for routes")
		inv = follow.Project().Routes(ctx)
	}
	var judged []*pattern.Audited
	shows := inv == nil || o.shows(inv)
	if shows {
		if judged, err = patternsOf(ctx, reader, p); err != nil {
			return err
		}
		p.Set(0, 0, "following values")
		follow.Follow(ctx, judged)
		if inv == nil {
			inv = follow.Project().Routes(ctx)
		}
	}
	injected := follow.Project().Injections(ctx)
	var blocking []blockingCall
	if shows {
		in := calling.Input{Paths: follow.Project().PathsOf(inv), Files: follow.Files, Model: follow.Model, Jobs: follow.Jobs}
		follow.Forget() // two programs at once would take twice the memory
		var ok bool
		if blocking, ok = cli.ValueUnlessDone(ctx, func() []blockingCall { return blockingIn(in) }); !ok {
			return ctx.Err()
		}
	}
	p.Stop()
	return o.showRoutes(ctx, out, follow, inv, judged, injected, blocking)
}

// shows reports whether one of the routes is asked for.
func (o *reachOptions) shows(inv *reach.Inventory) bool {
	return slices.ContainsFunc(inv.Routes, func(r reach.Route) bool { return o.shown(&r, true) })
}

// manyWays is how many ways are kept for each regex in an inventory.
const manyWays = 1000

// patternsOf returns the patterns of the source in which values are followed.
func patternsOf(ctx context.Context, reader *regex.Reader, p *cli.Progress) ([]*pattern.Audited, error) {
	results, err := reader.Judge(ctx)
	if err != nil {
		return nil, err
	}
	var all []*pattern.Audited
	for result := range results {
		if result.Missing != nil {
			return nil, result.Missing
		}
		for i := range result.Audited {
			a := &result.Audited[i]
			if l, ok := extract.ByPath(a.File); ok && a.File != "" && reach.Follows(l) && a.Invalid == nil {
				all = append(all, a)
			}
		}
		p.Set(len(all), 0, "patterns judged, "+result.Name)
	}
	return all, nil
}

// blockingCall is a call that blocks, in a file of the project.
type blockingCall struct {
	calls.Call
	file string // as the input calls it
}

// blockingIn returns the calls that block a server, in the files in which the code of the routes can stand.
func blockingIn(in calling.Input) []blockingCall {
	var all []blockingCall
	for _, c := range calls.Find(in).Calls {
		all = append(all, blockingCall{c, c.File})
	}
	return all
}

// shown reports whether the route is asked for.
func (o *reachOptions) shown(r *reach.Route, all bool) bool {
	return asked(r.Role, r.Path, r.Written, o.route, all)
}

// asked reports whether a route is one whose path holds a text, and, unless all are asked for, one that is served:
// none of tests and examples.
func asked(role, path, written, text string, all bool) bool {
	return (all || role != model.Test.String() && role != model.Documentation.String()) && (strings.Contains(path, text) || strings.Contains(written, text))
}
