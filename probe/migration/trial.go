package migration

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/migration"
	"snag/analyze/lazyregexp"
	"snag/probe/postgres"
)

// Config says what is tried.
type Config struct {
	Bench
	// Schema makes the database as it is before the migration.
	Schema []Step
	Steps  []Step
	Down   []Step
	// Before is the command line of a program that makes the database as it is before the migration, after Schema;
	// Command that of one whose statements are the migration, instead of Steps; Back of one that goes back,
	// instead of Down. Each is nil for none.
	Before, Command, Back []string
	// Rows is the number of rows in each table at the larger of two sizes; the smaller has a quarter.
	Rows int64
	// Repeats is how often each size is measured.
	Repeats  int
	Progress func(doing string)
}

// Trial is a migration with the databases to run it on.
type Trial struct {
	Config
	Filled []postgres.Filled // at the larger size
	// Sizes are the rows of the two databases.
	Sizes [2]int64
	// Dry is what the statements did where no rows were made: it tells what they touch.
	Dry []migration.Seen

	empty string // the database as the schema makes it
	bases [2]string
}

// Failed is an error of a step.
type Failed struct {
	Step  Step
	Fault migration.Fault
	// Schema reports whether it was a step of the schema.
	Schema bool
}

// Error returns the place and the message of the server.
func (f *Failed) Error() string { return Place(f.Step.Statement) + ": " + f.Fault.Message }

// Place is where a statement stands, as a file and a line, or what it is where it stands in no file.
func Place(s migration.Statement) string {
	if s.File == "" {
		return "statement " + Short(s.SQL, 60)
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

// Short is a statement in one line of at most so many characters.
func Short(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Prepare makes the databases: it applies the schema, runs the migration once without rows to learn what it
// touches, and fills that. A step that fails is a *Failed.
func Prepare(ctx context.Context, c Config) (*Trial, error) {
	t := &Trial{Config: c, Sizes: [2]int64{max(1, c.Rows/4), c.Rows}}
	if t.Progress == nil {
		t.Progress = func(string) {}
	}
	t.Progress("making the schema")
	var err error
	if t.empty, err = c.Server.Create(ctx, ""); err != nil {
		return nil, err
	}
	if err := t.schema(ctx); err != nil {
		return nil, err
	}
	if err := t.commands(ctx); err != nil {
		return nil, err
	}
	t.Progress("running the migration without rows")
	later, err := t.dry(ctx)
	if err != nil {
		return nil, err
	}
	for i := range t.bases {
		t.Progress(fmt.Sprintf("making %d rows", t.Sizes[i]))
		if t.bases[i], err = c.Server.Create(ctx, t.empty); err != nil {
			return nil, err
		}
		conn, err := c.Server.Connect(ctx, t.bases[i])
		if err != nil {
			return nil, err
		}
		t.Filled, err = conn.Fill(ctx, migration.Touched(t.Dry), migration.Changed(t.Dry), t.Sizes[i], later)
		conn.Close()
		if err != nil {
			return nil, fmt.Errorf("make rows: %w", err)
		}
	}
	return t, nil
}

// missingRole is how the server says that a role is missing that a dump names as an owner.
var missingRole = lazyregexp.New(`^role "(.*)" does not exist$`)

// schema applies the schema. What dumps say beside the tables, and what is different on every server, may fail.
func (t *Trial) schema(ctx context.Context) error {
	conn, err := t.Server.Connect(ctx, t.empty)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, s := range t.Schema {
		err := send(ctx, conn, s)
		for range 10 {
			match := missingRole.FindStringSubmatch(message(err))
			if match == nil || !t.Server.Own {
				break
			}
			if _, err := conn.Query(ctx, "create role "+postgres.Quote(match[1])); err != nil {
				break
			}
			err = send(ctx, conn, s)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !negligible(s.SQL, postgres.Code(err)) {
			return &Failed{Step: s, Fault: *fault(err), Schema: true}
		}
	}
	return nil
}

func message(err error) string {
	if f := fault(err); f != nil {
		return f.Message
	}
	return ""
}

// negligible reports whether a schema is the same without a statement that failed.
func negligible(text, code string) bool {
	words := strings.Fields(strings.ToLower(text[:min(len(text), 200)]))
	two := strings.Join(words[:min(2, len(words))], " ")
	switch {
	case words[0] == "set" || words[0] == "grant" || words[0] == "revoke" || two == "alter default" || two == "comment on" || two == "create publication" || two == "create subscription":
		return true
	case two == "create schema" || two == "create role" || two == "create user":
		return code == "42P06" || code == "42710"
	}
	return two == "alter table" && slices.Contains(words, "owner") && code == "42704"
}

// dry runs the migration on the database without rows. It returns the catalog after it.
func (t *Trial) dry(ctx context.Context) ([]postgres.Table, error) {
	r, err := t.open(ctx, t.empty)
	if err != nil {
		return nil, err
	}
	defer r.close()
	if t.Dry, err = r.facts(ctx, t.Steps); err != nil {
		return nil, err
	}
	if n := len(t.Dry); n > 0 && t.Dry[n-1].Fault != nil {
		return nil, &Failed{Step: t.Steps[n-1], Fault: *t.Dry[n-1].Fault}
	}
	return r.watch.Catalog(ctx)
}

// Measure runs the migration at each size, as often as it is to be repeated; one that takes long, only once.
func (t *Trial) Measure(ctx context.Context) (migration.Measured, error) {
	return t.measure(ctx, nil, t.Steps)
}

// measure measures steps that come after others.
func (t *Trial) measure(ctx context.Context, before, steps []Step) (migration.Measured, error) {
	m := migration.Measured{Rows: t.Sizes}
	for _, s := range steps {
		m.Statements = append(m.Statements, s.Statement)
	}
	for size, base := range t.bases {
		from, drop, err := t.after(ctx, base, before)
		if err != nil {
			return m, err
		}
		var runs [][]migration.Seen
		start := time.Now()
		for i := range max(1, t.Repeats) {
			t.Progress(fmt.Sprintf("at %d rows, %d of %d", t.Sizes[size], i+1, t.Repeats))
			seen, err := t.Facts(ctx, from, steps)
			if err != nil {
				drop()
				return m, err
			}
			runs = append(runs, seen)
			if time.Since(start) > 10*time.Second || seen[len(seen)-1].Fault != nil {
				break
			}
		}
		drop()
		m.Seen[size] = migration.Least(runs)
	}
	return m, nil
}

// after returns a database in which steps were run, and what drops it.
func (t *Trial) after(ctx context.Context, base string, before []Step) (string, func(), error) {
	if len(before) == 0 {
		return base, func() {}, nil
	}
	name, err := t.Server.Create(ctx, base)
	if err != nil {
		return "", nil, err
	}
	drop := func() { t.Server.Drop(name) }
	sessions := map[int]*postgres.Conn{}
	defer func() {
		for _, c := range sessions {
			c.Close()
		}
	}()
	for _, s := range before {
		c := sessions[s.Session]
		if c == nil {
			if c, err = t.Server.Connect(ctx, name); err != nil {
				drop()
				return "", nil, err
			}
			sessions[s.Session] = c
		}
		within, cancel := context.WithTimeout(ctx, t.Limit)
		err := send(within, c, s)
		cancel()
		if err != nil {
			drop()
			return "", nil, err
		}
	}
	return name, drop, nil
}

// Beside runs the migration at the larger size beside canaries on tables.
func (t *Trial) Beside(ctx context.Context, how Load) ([]migration.Loaded, error) {
	return t.Load(ctx, t.bases[1], t.Steps, how)
}

// mostStatements is how many statements a command may send.
const mostStatements = 5000

// commands runs the commands on the database without rows, and takes what they send for steps.
func (t *Trial) commands(ctx context.Context) error {
	if t.Before != nil {
		t.Progress("running " + t.Before[0])
		if _, err := t.command(ctx, t.empty, t.Before); err != nil {
			return err
		}
	}
	if t.Command == nil {
		return nil
	}
	t.Progress("running " + t.Command[0])
	name, err := t.Server.Create(ctx, t.empty)
	if err != nil {
		return err
	}
	defer t.Server.Drop(name)
	if t.Steps, err = t.command(ctx, name, t.Command); err != nil {
		return err
	}
	if !slices.ContainsFunc(t.Steps, func(s Step) bool { return !s.Implied && !Controls(s.SQL) }) {
		return fmt.Errorf("%s has sent no statement to the database: does it connect as DATABASE_URL, the PG variables, {url} or {jdbc} say?", t.Command[0])
	}
	if len(t.Steps) > mostStatements {
		return fmt.Errorf("%s has sent %d statements; at most %d can be judged", t.Command[0], len(t.Steps), mostStatements)
	}
	if t.Back != nil {
		t.Progress("running " + t.Back[0])
		t.Down, err = t.command(ctx, name, t.Back)
	}
	return err
}
