// Package regex holds snag regex, and reads source for the commands that judge what it finds.
package regex

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/reach"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/source/constant"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/worktree"
	"snag/probe/cache"
	"snag/probe/engine"
	"snag/probe/source"
)

// regexOptions are what the command line of snag regex says.
type regexOptions struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	judge  audit.Decider

	paths       []string
	expressions []string
	pattern     pattern.Flags
	list        string // a file of patterns, "-" for stdin
	stdinName   string
	tree        worktree.Flags

	engines       []string
	engineTime    time.Duration
	failOn        *pattern.Gate
	budget        *pattern.Budget
	maxLength     int
	jobs          int
	baseline      string
	writeBaseline string
	proved        string
	changedSince  string
	staged        bool
	index         *source.Snapshot  // what is staged, nil for the files on disk
	changes       *source.Changes   // nil where everything is asked for
	otherwise     bool              // what changed is no code through which values are followed
	base          *source.Snapshot  // what was before, nil until it is asked for
	before        *pattern.Program  // of base
	open          []io.Closer       // what is to be closed in the end
	constants     *constant.Project // of the files, and the paths of these in it
	inside        func(name string) string
	injected      []reach.Injection // in it, nil until they are asked for
	shard         worktree.Shard
	noCache       bool
	noReach       bool
	fix           fixOptions
}

// New returns snag regex.
func New(io *cli.Stdio) *cobra.Command {
	o := &regexOptions{
		stdio:   io,
		judge:   redos.Analyze,
		pattern: pattern.NewFlags(),
		failOn:  pattern.NewGate("slow"),
		budget:  pattern.NewBudget(),
	}
	c := &cobra.Command{
		Use:   "regex [PATH...]",
		Short: "Find regexes that an input can drive into catastrophic backtracking",
		Long: `Audit the regexes in source code: which can be driven into catastrophic backtracking, by what
input, how badly, and what to write instead. Every finding is replayed step by step and, with
--engine, in real engines.

For what is vulnerable values are followed through the code, to say who can send the attack, by which
request, how long it can be there and how long the engine is then busy, the worst first.

What fails by default is exponential, cubic or worse, or quadratic and slower than 50 ms at 10,000
characters in the engine of its language; --budget and --max-length say otherwise. What is below that is
counted in one line, and shown by --all.

A PATH is a file or a folder, "-" is source text on stdin; the default is the current folder.
Files that git ignores, node_modules, vendor, minified bundles, build output and copies of libraries
are left out unless asked for, and so is what --exclude, a .snagignore file (in the syntax of
.gitignore) or exclude: in snag.yaml say.
Each pattern is judged as the engine of its language takes it. The languages that are read:
` + cli.Wrapped(strings.Join(extract.Names(), ", ")+".", 96, "") + `

A comment on the line of a regex or above it accepts a finding: // snag-ignore: REASON, or
// snag-ignore[regex/polynomial]: REASON for one rule.`,
		Example: `  snag regex                                    audit the current folder
  snag regex -e '(\/.+)+$'                      audit one pattern
  snag regex --changed-since origin/main src    gate a pull request, or a commit by --staged
  snag regex --write-baseline snag.json         accept what is there, then --baseline snag.json
  snag regex --patterns list.jsonl -f ndjson    audit a list, one result a line`,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&o.expressions, "expression", "e", nil, "audit this `pattern`; may be repeated")
	o.pattern.Add(c, "every -e", "every -e, and of lists and files that do not name theirs")
	f.StringVar(&o.list, "patterns", "", `audit a list from `+"`file`"+`, "-" for stdin: JSONL with "pattern", "flags", "dialect", "mode", "id"`)
	f.StringVar(&o.stdinName, "stdin-name", "stdin.js", "the `name` that source text on stdin goes by")
	o.tree.Flags(c)
	f.StringSliceVar(&o.engines, "engine", []string{"auto"}, "confirm in these `engines`: auto for the one of each pattern's language, all, none, or "+strings.Join(engine.Names(), ", "))
	f.DurationVar(&o.engineTime, "engine-time", 10*time.Second, "the `time` that engines may take in the whole run, what requests reach first, and then the worst; 0 for any")
	f.Var(o.failOn, "fail-on", "exit with 1 for `classes`: slow, exponential, polynomial[:degree], unknown, invalid")
	o.budget.Flag(f, "the `cost` of one match that is too much, a time or a number of steps: 50ms at --max-length for what is slow, 1000000 steps for the size of attacks")
	f.IntVar(&o.maxLength, "max-length", 0, "the code accepts no input longer than `n` characters: what that makes harmless is a note; unless it is said, what is slow is judged at 10,000")
	f.BoolVar(&o.fix.propose, "fix", false, "say what to write instead, with what is proved about it")
	f.BoolVar(&o.fix.write, "write", false, "with --fix: rewrite the source where that is proved to change nothing else")
	f.BoolVar(&o.fix.diff, "diff", false, "print what --fix --write would change as a unified diff")
	f.StringVar(&o.baseline, "baseline", "", "accept the findings in `file`")
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to `file`, to accept them from now on")
	f.StringVar(&o.changedSince, "changed-since", "", "report only what changed, or can be reached, since a git `revision`")
	f.BoolVar(&o.staged, "staged", false, "audit what the next commit changes, as it stands in git's index")
	f.StringVar(&o.proved, "proved", "", "say what the report of snag block routes in this `file` measured of each finding; --fail-on proved counts only what it proved")
	f.Var(&o.shard, "shard", "audit part `i/n` of the inputs, or auto for what the CI job says; snag merge puts the parts together")
	f.BoolVar(&o.noCache, "no-cache", false, "decide anew what an earlier run has decided; SNAG_CACHE is the folder, or off")
	f.BoolVar(&o.noReach, "no-reach", false, "do not follow who can send a text to what is vulnerable")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "analyse `n` files at a time; the result does not depend on it")
	o.output.Flags(c)
	o.output.CompareSource(c, "expression", "flags", "dialect", "mode", "patterns", "stdin-name", "changed-since", "staged", "shard")
	o.output.All(c)
	cli.Complete(c, "engine", pattern.EngineChoices())
	cli.Complete(c, "fail-on", pattern.GateChoices)
	c.MarkFlagsMutuallyExclusive("baseline", "write-baseline")
	c.MarkFlagsMutuallyExclusive("changed-since", "write-baseline")
	c.MarkFlagsMutuallyExclusive("shard", "write-baseline")
	for _, part := range []string{"changed-since", "staged", "shard"} {
		c.MarkFlagsMutuallyExclusive("compare", part)
	}
	for _, input := range []string{"expression", "patterns"} {
		c.MarkFlagsMutuallyExclusive("changed-since", input)
		c.MarkFlagsMutuallyExclusive("staged", input)
	}
	for _, other := range []string{"changed-since", "write-baseline", "write"} {
		c.MarkFlagsMutuallyExclusive("staged", other)
	}
	c.RunE = o.output.Run(io, func(_ *cobra.Command, args []string) error {
		o.paths = args
		return nil
	}, func(ctx context.Context, out *cli.Output) error { return auditRegexes(ctx, o, out) })
	return c
}

func (o *regexOptions) check() error {
	if err := o.fix.check(o.paths); err != nil {
		return err
	}
	switch {
	case o.jobs < 1:
		return cli.Usagef("--jobs %d: must be at least 1", o.jobs)
	case o.engineTime < 0:
		return cli.Usagef("--engine-time %s: must not be negative", o.engineTime)
	case o.maxLength < 0:
		return cli.Usagef("--max-length %d: must not be negative", o.maxLength)
	case o.failOn.Proved && o.proved == "":
		return cli.WithHint(cli.Usagef("--fail-on proved needs the report of a run"), "--proved FILE names one of snag block routes -f json")
	case o.pattern.Flags != "" && len(o.expressions) == 0:
		return cli.Usagef("--flags belongs to -e")
	case o.pattern.Mode.Value != "search" && len(o.expressions) == 0:
		return cli.Usagef("--mode belongs to -e")
	}
	return nil
}

func (o *regexOptions) limits() redos.Limits {
	limits := redos.DefaultLimits
	limits.Steps = o.budget.Steps
	return limits
}

// scanned are the files and folders whose content may come from anybody.
func (o *regexOptions) scanned() []string {
	roots := o.paths
	if o.list != "" {
		roots = append(slices.Clone(roots), o.list)
	}
	if len(roots) == 0 {
		return []string{"."}
	}
	return roots
}

// auditRegexes judges every pattern of the inputs in parallel, lets engines confirm the vulnerable
// ones one after the other, and reports. When ctx ends it reports what is known.
func auditRegexes(ctx context.Context, o *regexOptions, out *cli.Output) error {
	if err := o.check(); err != nil {
		return err
	}
	host, err := pattern.NewHost(o.engines, o.engineTime)
	if err != nil {
		return cli.Usage(err)
	}
	defer pattern.CloseEngines(host.Engines)
	var known *worktree.Baseline
	if o.baseline != "" {
		if known, err = worktree.ReadBaseline(o.baseline); err != nil {
			return err
		}
	}
	var proofs map[string]pattern.Proof
	if o.proved != "" {
		if proofs, err = pattern.ReadProofs(o.proved); err != nil {
			return err
		}
	}
	policy, err := o.tree.Load(o.stdio)
	if err != nil {
		return err
	}
	if err := o.openChanges(ctx); err != nil {
		return err
	}
	defer o.closeOpen()
	if o.list == "" && len(o.expressions) == 0 {
		if err := o.openConstants(); err != nil {
			return err
		}
	}
	units, err := o.units(ctx)
	if err != nil {
		return err
	}
	var p *cli.Progress // lines that come one by one show it themselves
	if !(out.Streaming() && cli.IsTerminal(o.stdio.Out)) {
		p = cli.NewProgress(o.stdio)
	}
	defer p.Stop()

	r := newRegexReport(o, out, known, policy)
	r.proofs = proofs
	if text := worktree.Remark(o.changes); text != "" {
		r.note("%s", text)
	}
	var verdicts *cache.Verdicts
	if onlyExpressions := len(o.expressions) > 0 && len(o.paths) == 0 && o.list == ""; !o.noCache && !onlyExpressions {
		if verdicts, err = cache.OpenVerdicts(o.limits(), o.scanned()); err != nil {
			r.note("without a cache: %v", err)
		}
		defer verdicts.Save()
	}
	by := pattern.Auditor{Decide: o.judge.Remembering(), Limits: o.limits(), Known: verdicts}
	if o.fix.wanted() { // what is known of whole files has no rewrites
		by.Decide, by.Known, by.Propose = verdicts.Decider(by.Decide), nil, repair.Remembering()
	}
	work := func(u pattern.Unit) pattern.UnitResult { return u.Audit(ctx, by) }
	var waiting []pattern.Audited // for the engines: timing begins when the processor is free
	follow := o.follows()
	judged := 0
	for result := range cli.InOrder(ctx, o.jobs, units, work) {
		r.addUnit(result)
		judged += len(result.Audited)
		p.Set(judged, 0, "patterns judged, "+result.Name)
		if len(host.Engines) > 0 || follow {
			waiting = append(waiting, result.Audited...)
			continue
		}
		for i := range result.Audited {
			if err := r.addPattern(&result.Audited[i]); err != nil {
				return err
			}
		}
	}
	if follow && ctx.Err() == nil {
		waiting = r.follow(ctx, waiting, verdicts, by)
	}
	if text := host.ConfirmAll(ctx, waiting, verdicts, p); text != "" {
		r.note("%s", text)
	}
	for i := range waiting {
		if err := r.addPattern(&waiting[i]); err != nil {
			return err
		}
	}
	p.Stop()
	return r.close(ctx)
}

// follow finds who can send a text to each pattern, leaves out what is not new where only that is asked for, looks for the
// rewrites that are put off until then, and adds the patterns that requests make.
func (r *regexReport) follow(ctx context.Context, waiting []pattern.Audited, verdicts *cache.Verdicts, by pattern.Auditor) []pattern.Audited {
	program, tree, err := r.options.openProgram(ctx, r.policy.Model())
	if err != nil {
		r.note("%v", err)
	} else {
		defer tree.Close()
		if verdicts != nil {
			program.Memory = verdicts
		}
		program.Follow(ctx, pattern.Followed(waiting))
	}
	if waiting, err = r.options.onlyNew(ctx, waiting, r.policy.Model()); err != nil {
		r.note("%v", err)
	}
	if by.Propose != nil {
		mend(ctx, waiting, by)
	}
	made, err := r.options.injections(ctx, program, r.policy.Model())
	if err != nil {
		r.note("%v", err)
	}
	for _, f := range made {
		r.counts["injections"]++
		r.addFinding(f)
	}
	return waiting
}
