package migration

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/block/migration"
	"snag/probe/postgres"
)

// Order runs the queries of the old version before the migration, after each transaction of it, and after the way
// back; without queries those that name each column of the tables that it touches. Nothing that they write stays.
func (t *Trial) Order(ctx context.Context, queries []migration.Query, tables []string) (migration.Order, error) {
	o := migration.Order{Queries: queries, Assumed: len(queries) == 0, Down: len(t.Down) > 0}
	r, err := t.open(ctx, t.bases[0])
	if err != nil {
		return o, err
	}
	defer r.close()
	if o.Assumed {
		texts, err := r.watch.Application(ctx, tables, t.Sizes[0])
		if err != nil {
			return o, err
		}
		for _, text := range texts {
			o.Queries = append(o.Queries, migration.Query{SQL: text})
		}
	}
	a := &application{run: r, order: &o, answered: map[int]bool{}}
	if err := a.begin(ctx); err != nil {
		return o, err
	}
	defer a.old.Close()
	shape, err := r.watch.Shape(ctx)
	if err != nil {
		return o, err
	}
	contents, err := r.watch.Contents(ctx, tables)
	if err != nil {
		return o, err
	}
	at := 0
	for _, part := range units(t.Steps) {
		if err := r.all(ctx, part); err != nil {
			return o, err
		}
		at += len(part)
		last := at - 1
		for last > at-len(part) && Controls(t.Steps[last].SQL) {
			last--
		}
		if err := a.ask(ctx, last, false); err != nil {
			return o, err
		}
	}
	if !o.Down {
		return o, nil
	}
	for _, s := range t.Down {
		if err := r.all(ctx, []Step{s}); err != nil {
			o.DownFault, o.DownAt = fault(err), Place(s.Statement)
			return o, ctx.Err()
		}
	}
	a.answered = map[int]bool{}
	if err := a.ask(ctx, at-1, true); err != nil {
		return o, err
	}
	return o, r.compareWithBefore(ctx, &o, shape, contents, tables)
}

// all runs steps.
func (r *run) all(ctx context.Context, steps []Step) error {
	for _, s := range steps {
		c, err := r.session(ctx, s.Session)
		if err != nil {
			return err
		}
		if err := sendLimited(ctx, c, r.watch, s, r.bench.Limit); err != nil {
			return err
		}
	}
	return nil
}

// compareWithBefore puts what differs from before into the order.
func (r *run) compareWithBefore(ctx context.Context, o *migration.Order, shape []string, contents map[string]string, tables []string) error {
	now, err := r.watch.Shape(ctx)
	if err != nil {
		return err
	}
	o.Differences = migration.Differences(shape, now)
	values, err := r.watch.Contents(ctx, tables)
	if err != nil {
		return err
	}
	var columns []string
	for column, before := range contents {
		if after, ok := values[column]; ok && after != before {
			was, _, _ := strings.Cut(before, " ")
			is, _, _ := strings.Cut(after, " ")
			columns = append(columns, fmt.Sprintf("the values of %s differ (%s before, %s now)", column, was, is))
		}
	}
	slices.Sort(columns)
	o.Differences = append(o.Differences, columns...)
	return nil
}

// application is the old version.
type application struct {
	*run
	order    *migration.Order
	old      *postgres.Conn // which has prepared its statements before the migration
	prepared []*pgconn.StatementDescription
	answered map[int]bool // queries that have failed
}

func queryName(i int) string { return fmt.Sprintf("snag_%d", i) }

// begin connects, prepares the queries, and finds out which can be run.
func (a *application) begin(ctx context.Context) error {
	var err error
	if a.old, err = a.connect(ctx); err != nil {
		return err
	}
	for i := range a.order.Queries {
		q := &a.order.Queries[i]
		d, err := a.old.Prepare(ctx, queryName(i), q.SQL, nil)
		a.prepared = append(a.prepared, d)
		if err != nil {
			q.Unusable, q.Why = true, message(err)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		if err := a.execute(ctx, a.old, queryName(i), d); err != nil {
			q.Parsed, q.Why = true, message(err)
		}
	}
	return ctx.Err()
}

func (a *application) connect(ctx context.Context) (*postgres.Conn, error) {
	c, err := a.bench.Server.Connect(ctx, a.database)
	if err == nil {
		_, err = c.Query(ctx, "set lock_timeout = '2s'; set statement_timeout = '10s'")
	}
	return c, err
}

// execute runs a prepared statement in a transaction that is rolled back.
func (a *application) execute(ctx context.Context, c *postgres.Conn, name string, d *pgconn.StatementDescription) error {
	if _, err := c.Query(ctx, "begin"); err != nil {
		return err
	}
	values := make([][]byte, len(d.ParamOIDs))
	for i, oid := range d.ParamOIDs {
		values[i] = argument(oid)
	}
	_, err := c.ExecPrepared(ctx, name, values, nil, nil).Close()
	if _, rollback := c.Query(ctx, "rollback"); err == nil {
		err = rollback
	}
	return err
}

// argument is a value of a type, as text; NULL where none is known.
func argument(oid uint32) []byte {
	switch oid {
	case 16:
		return []byte("true")
	case 20, 21, 23, 700, 701, 1700, 26:
		return []byte("1")
	case 25, 1042, 1043, 19:
		return []byte("x")
	case 1082, 1114, 1184:
		return []byte("2024-01-01")
	case 2950:
		return []byte("00000000-0000-0000-0000-000000000001")
	case 114, 3802:
		return []byte("{}")
	}
	return nil
}

// ask runs the queries after a statement of the migration, over a new connection and over the old one.
func (a *application) ask(ctx context.Context, after int, back bool) error {
	fresh, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer fresh.Close()
	for i := range a.order.Queries {
		q := a.order.Queries[i]
		if q.Unusable || a.answered[i] {
			continue
		}
		d, err := fresh.Prepare(ctx, queryName(i), q.SQL, nil)
		if err == nil && !q.Parsed {
			err = a.execute(ctx, fresh, queryName(i), d)
		}
		prepared := false
		if err == nil && a.prepared[i] != nil && !q.Parsed {
			err = a.execute(ctx, a.old, queryName(i), a.prepared[i])
			prepared = err != nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// Values that are made up may break a new constraint, those of the application need not.
		if code := postgres.Code(err); a.order.Assumed && (code == "23503" || code == "23505" || code == "23514") {
			continue
		}
		if err != nil {
			a.answered[i] = true
			a.order.Answers = append(a.order.Answers, migration.Answer{Query: i, After: after, Back: back, Prepared: prepared, Code: postgres.Code(err), Message: message(err)})
		}
	}
	return nil
}
