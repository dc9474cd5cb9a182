// Package migration is the command that runs a schema migration on a scratch database beside a canary.
package migration

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/block/migration"
	"snag/cmd/cli"
	"snag/cmd/report"
	trial "snag/probe/migration"
	"snag/probe/postgres"
)

// settings are what the command line of snag block migration says.
type settings struct {
	stdio  *cli.Stdio
	output cli.OutputFlags
	failOn cli.LevelGate

	files, schema, down []string
	queries             string
	command             []string // after --
	from                string
	postgres, binaries  string
	allowRemote         bool
	transaction         bool
	rows, production    int
	budget              time.Duration
	old, lockTimeout    time.Duration
	limit, maxTime      time.Duration
	repeats             int
	try                 bool
	before, back        string

	steps, schemaSteps, downSteps []trial.Step
	oldQueries                    []migration.Query
	beforeWords, backWords        []string
}

// usualProduction is the size of a table in production of which a report speaks when nobody says it.
const usualProduction = 10_000_000

// New returns the command snag block migration.
func New(io *cli.Stdio) *cobra.Command {
	o := &settings{stdio: io}
	c := &cobra.Command{
		Use:   "migration [flags] FILES... | -- COMMAND...",
		Short: "Find out what a migration of a database locks, how long, and who waits",
		Long: `Run a migration on a scratch PostgreSQL that is filled with rows made from the schema: which locks each
statement takes and how long it holds them, who waits, whether tables are written anew, how that grows with
the rows, and what happens beside a transaction that stays open, with and without a lock_timeout.

FILES are SQL files in order, or folders of them; the sections of goose, dbmate and sql-migrate are
understood. A COMMAND such as that of knex, Alembic, Django or Rails gets the database by DATABASE_URL, PGHOST
and the like, or {url} or {jdbc} among its words; what it sends is noted and run again. snag starts the server
itself, from the binaries on this machine, and removes it; --postgres names another, whose database must have
the word scratch in its name.`,
		Example: `  snag block migration --schema schema.sql migrations/0042_add_index.sql
  snag block migration --from 0042_add_index.sql migrations/ --production-rows 30000000
  snag block migration 0042.up.sql --schema schema.sql --rows 1000000
  snag block migration --before 'npx knex migrate:up 001.js' -- npx knex migrate:up`,
		Args: cobra.ArbitraryArgs,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.schema, "schema", nil, "make the tables as they are before by this SQL `file`, such as that of pg_dump, or folder; may be repeated")
	f.StringVar(&o.from, "from", "", "the migration begins with this `file` of FILES; those before it make the schema")
	f.BoolVar(&o.transaction, "transaction", false, "run each file in one transaction, as most tools do")
	f.StringVar(&o.postgres, "postgres", "", "use the server of this `URL`, whose database has the word scratch in its name, instead of starting one")
	f.BoolVar(&o.allowRemote, "allow-remote", false, "allow a server of --postgres that is not this machine: you must be entitled to load it")
	f.StringVar(&o.binaries, "binaries", "", "the `folder` with initdb and postgres (default: found on this machine)")
	f.IntVar(&o.rows, "rows", 100_000, "fill each table that the migration touches with `n` rows; a quarter is measured as well")
	f.IntVar(&o.production, "production-rows", 0, fmt.Sprintf("the `rows` of a table in production, to extrapolate to (default %s, and whatever grows while others wait is a finding)", cli.Thousands(usualProduction)))
	f.DurationVar(&o.budget, "budget", 500*time.Millisecond, "the `time` that a request may wait for the migration")
	f.DurationVar(&o.old, "old-transaction", 500*time.Millisecond, "run it also beside a transaction that stays open for this `time`; 0 for none")
	f.DurationVar(&o.lockTimeout, "lock-timeout", 200*time.Millisecond, "run it beside that also under this lock_timeout, a `time`; 0 for none")
	f.IntVar(&o.repeats, "repeats", 3, "measure each size `n` times")
	f.StringVar(&o.queries, "queries", "", "the queries of the old version of the application, a `file` of SQL: do they still work after each step? (default those that name each column)")
	f.StringArrayVar(&o.down, "down", nil, "the way back, a `file` of SQL: is it as before then, and does the old version work? may be repeated")
	f.StringVar(&o.before, "before", "", "run this `command` line first, which makes the schema as it is before, such as a tool's earlier migrations")
	f.StringVar(&o.back, "down-command", "", "the `command` line that goes back, for a migration that a command runs")
	f.BoolVar(&o.try, "try", true, "try what could be done instead, and show its figures beside")
	f.DurationVar(&o.limit, "limit", time.Minute, "give a statement up after this `time`")
	f.DurationVar(&o.maxTime, "max-time", 5*time.Minute, "measure for at most this `time`")
	o.failOn = cli.NewLevelGate(c)
	o.output.Flags(c)
	o.output.Compare(c)
	c.RunE = o.output.Run(io, func(c *cobra.Command, args []string) error {
		if err := o.parse(c, args); err != nil {
			return err
		}
		return o.check()
	}, o.measure)
	return c
}

// parse splits the arguments.
func (o *settings) parse(c *cobra.Command, args []string) error {
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		args, o.command = args[:dash], args[dash:]
		if len(o.command) == 0 {
			return cli.Usagef("nothing follows --")
		}
	}
	o.files = args
	switch {
	case len(o.files) == 0 && o.command == nil:
		return cli.Usagef("give the SQL files of the migration, or -- and the command that runs it")
	case len(o.files) > 0 && o.command != nil:
		return cli.WithHint(cli.Usagef("give the SQL files of the migration, or -- and the command that runs it, not both"), "--schema FILE makes the tables before")
	case o.back != "" && o.command == nil, o.back != "" && len(o.down) > 0:
		return cli.Usagef("--down-command goes with a command after --, without --down")
	}
	for _, one := range []struct {
		line string
		into *[]string
		flag string
	}{{o.before, &o.beforeWords, "before"}, {o.back, &o.backWords, "down-command"}} {
		if one.line == "" {
			continue
		}
		words, err := cli.ShellWords(one.line)
		if err != nil || len(words) == 0 {
			return cli.Usagef("--%s: not a command line", one.flag)
		}
		*one.into = words
	}
	return nil
}

// check says what is wrong with the values of the flags.
func (o *settings) check() error {
	switch {
	case o.rows < 100 || o.rows > 50_000_000:
		return cli.Usagef("--rows %d: must be from 100 to 50,000,000", o.rows)
	case o.production != 0 && o.production < 1:
		return cli.Usagef("--production-rows %d: must be positive", o.production)
	case o.repeats < 1 || o.repeats > 100:
		return cli.Usagef("--repeats %d: must be from 1 to 100", o.repeats)
	case o.budget <= 0 || o.limit < 10*time.Millisecond || o.maxTime <= 0 || o.old < 0 || o.lockTimeout < 0:
		return cli.Usagef("--budget, --limit and --max-time must be positive, --old-transaction and --lock-timeout not negative")
	case o.old > 10*time.Second || o.lockTimeout > 10*time.Second:
		return cli.Usagef("--old-transaction and --lock-timeout are at most 10s here: the figures follow from them")
	case o.lockTimeout > 0 && o.lockTimeout < time.Millisecond:
		return cli.Usagef("--lock-timeout %s: must be at least 1ms", o.lockTimeout)
	}
	return o.read()
}

func (o *settings) policy() migration.Policy {
	return migration.Policy{Budget: o.budget, Production: int64(cmp.Or(o.production, usualProduction)), Given: o.production > 0}
}

// runner is what was observed and judged.
type runner struct {
	options  *settings
	server   *postgres.Server
	trial    *trial.Trial
	measured migration.Measured
	holds    []migration.Held
	touched  []string
	// alone is beside canaries only, beside also beside an open transaction, under with a lock_timeout.
	alone, beside, under []migration.Loaded
	advice               map[int]*migrationAdvice // by transaction
	order                *migration.Order         // nil when that was not asked
	notes, open          []string
	found                []migration.Found
	partial              bool
}

func (o *settings) measure(ctx context.Context, out *cli.Output) error {
	p := cli.NewProgress(o.stdio)
	defer p.Stop()
	p.Set(0, 0, "starting PostgreSQL")
	server, err := o.serve(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err := server.Close(); err != nil {
			fmt.Fprintf(o.stdio.Err, "snag: %s\n", report.Visible(report.RedactURLs(err.Error())))
		}
	}()
	r := &runner{options: o, server: server}
	within, cancel := context.WithTimeout(ctx, o.maxTime)
	defer cancel()
	r.trial, err = trial.Prepare(within, trial.Config{
		Bench: trial.Bench{Server: server, Limit: o.limit}, Schema: o.schemaSteps, Steps: o.steps, Down: o.downSteps, Before: o.beforeWords, Command: o.command, Back: o.backWords, Rows: int64(o.rows), Repeats: o.repeats,
		Progress: func(doing string) { p.Set(0, 0, doing) },
	})
	if err != nil {
		return o.explain(ctx, err)
	}
	err = r.observe(within)
	p.Stop()
	switch {
	case ctx.Err() != nil && r.measured.Seen[1] == nil:
		return errors.New("interrupted: nothing is known")
	case ctx.Err() != nil:
		r.partial = true
	case within.Err() != nil && r.measured.Seen[1] == nil:
		return cli.WithHint(fmt.Errorf("nothing was measured in %s", o.maxTime), "--max-time allows more, and fewer --rows take less")
	case within.Err() != nil:
		r.notes = append(r.notes, fmt.Sprintf("time ran out after %s: what is missing was not measured; --max-time allows more", o.maxTime))
	case err != nil:
		return err
	}
	r.judge()
	return r.close(out)
}

// serve starts a server, or takes the one that is named.
func (o *settings) serve(ctx context.Context) (*postgres.Server, error) {
	if o.postgres != "" {
		host, err := postgres.Host(o.postgres)
		if err != nil {
			return nil, cli.WithHint(cli.Usagef("--postgres: %w", err), onlyPostgres)
		}
		if host != "" && !o.allowRemote && !o.stdio.MayReach(host) {
			return nil, cli.WithHint(cli.Usagef("--postgres: %s is not this machine", host), "--allow-remote allows it, if you are entitled to load it")
		}
		server, err := postgres.Use(ctx, o.postgres)
		if err != nil {
			return nil, cli.WithHint(fmt.Errorf("--postgres: %s", report.RedactURLs(err.Error())), cli.HintOf(err))
		}
		return server, nil
	}
	binaries, err := postgres.Binaries(o.binaries)
	if errors.Is(err, postgres.ErrMissing) {
		return nil, cli.WithHint(fmt.Errorf("nothing was measured: %w", err), "install one (apt install postgresql, brew install postgresql), say where it is by --binaries, or name a scratch database by --postgres")
	}
	if err != nil {
		return nil, cli.Usagef("--binaries: %w", err)
	}
	return postgres.Start(ctx, binaries)
}

// undefinedObject is that of a type or a class of operators, undefinedFunction that of a function or an operator.
const (
	undefinedObject   = "42704"
	undefinedFunction = "42883"
)

// mostBeside is how many transactions are run beside an open one, and mostCanaries on how many tables there are
// canaries.
const (
	mostBeside   = 12
	mostCanaries = 8
)

// observe measures. It ends early when the time is over.
func (r *runner) observe(ctx context.Context) error {
	o, t := r.options, r.trial
	var err error
	if r.measured, err = t.Measure(ctx); err != nil {
		return err
	}
	r.holds = r.measured.Holds(o.policy())
	var beside []int
	for _, h := range r.holds {
		if unit := r.measured.Seen[1][h.Statement].Unit; !slices.Contains(r.touched, h.Lock.Table) || !slices.Contains(beside, unit) {
			if !slices.Contains(r.touched, h.Lock.Table) && len(r.touched) < mostCanaries {
				r.touched = append(r.touched, h.Lock.Table)
			}
			if h.Rows == 0 && !slices.Contains(beside, unit) {
				beside = append(beside, unit)
			}
		}
	}
	for i, seen := range r.measured.Seen[1] {
		if seen.Outside && migration.MakesIndex(r.measured.Statements[i].SQL) && !slices.Contains(beside, seen.Unit) {
			beside = append(beside, seen.Unit) // it waits for the open one, and a lock_timeout leaves half of it
		}
	}
	for _, name := range migration.Touched(r.measured.Seen[1]) {
		if len(r.touched) < mostCanaries && !slices.Contains(r.touched, name) {
			r.touched = append(r.touched, name)
		}
	}
	if len(beside) > mostBeside {
		r.notes = append(r.notes, fmt.Sprintf("%s take locks that others wait for; %d of them were run beside an open one", cli.Plural(len(beside), "transaction"), mostBeside))
		beside = beside[:mostBeside]
	}
	if len(r.measured.FindFaults()) > 0 {
		return nil
	}
	t.Progress("asking what the old version asks")
	order, err := t.Order(ctx, o.oldQueries, migration.Touched(r.measured.Seen[1]))
	if err != nil {
		return fmt.Errorf("the queries of the old version: %w", err)
	}
	r.order = &order
	if len(r.touched) == 0 {
		return nil
	}
	t.Progress("beside reads and writes")
	if r.alone, err = t.Beside(ctx, trial.Load{Tables: r.touched}); err != nil {
		return err
	}
	if o.old > 0 && len(beside) > 0 {
		t.Progress("beside an open transaction")
		if r.beside, err = t.Beside(ctx, trial.Load{Tables: r.touched, Old: o.old, Beside: beside}); err != nil {
			return err
		}
		if o.lockTimeout > 0 {
			t.Progress("under a lock_timeout")
			if r.under, err = t.Beside(ctx, trial.Load{Tables: r.touched, Old: o.old, Beside: beside, Timeout: o.lockTimeout}); err != nil {
				return err
			}
		}
	}
	if o.try {
		return r.advise(ctx)
	}
	return nil
}

// judge makes the findings.
func (r *runner) judge() {
	p := r.options.policy()
	holds, open := r.measured.FindHolds(p)
	r.open = append(r.open, open...)
	r.found = append(append(r.found, r.measured.FindFaults()...), holds...)
	for _, f := range r.measured.FindQueues(p, r.beside) {
		if !slices.ContainsFunc(holds, func(h migration.Found) bool { return r.unit(h.Statement) == r.unit(f.Statement) }) {
			r.found = append(r.found, f)
		}
	}
	r.found = append(r.found, r.measured.FindInvalid(r.under)...)
	if r.order == nil && len(r.measured.FindFaults()) == 0 {
		r.open = append(r.open, "whether the old version of the application still works: that was not asked")
	}
	if r.order != nil {
		r.found = append(r.found, r.order.Find(r.measured.Statements)...)
		for _, q := range r.order.Queries {
			switch {
			case q.Unusable && !r.order.Assumed:
				r.open = append(r.open, fmt.Sprintf("whether %s still works: it fails before the migration as well: %s", migration.Name(q.SQL), q.Why))
			case q.Parsed && !r.order.Assumed:
				r.notes = append(r.notes, fmt.Sprintf("%s was only parsed, since it cannot be run on the rows that were made: %s", migration.Name(q.SQL), q.Why))
			}
		}
	}
	filled := map[string]int64{}
	for _, f := range r.trial.Filled {
		filled[f.Table] = f.Rows
	}
	for _, name := range migration.Short(r.measured.Seen[1], filled, r.measured.Rows[1]) {
		r.open = append(r.open, fmt.Sprintf("how long %s is locked when it is large: it has %s here", name, cli.Plural(int(filled[name]), "row")))
	}
	for _, f := range r.trial.Filled {
		if f.Why != "" {
			r.notes = append(r.notes, fmt.Sprintf("%s has %s: %s", f.Table, cli.Plural(int(f.Rows), "row"), f.Why))
		}
	}
}

func (r *runner) unit(statement int) int { return r.measured.Seen[1][statement].Unit }
