package migration

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/migration"
	"snag/probe/postgres"
)

// Tried is an alternative as it was measured.
type Tried struct {
	SQL      []string // as it is written for people
	Measured migration.Measured
	Took     time.Duration // all of it, at the larger size
	// Failed says why it does not work, "" when it does.
	Failed string
}

// batchRows is how many rows a batch has at most. It is no more than half of the smaller size, so that its rows do not
// grow from one size to the other.
const batchRows = 5000

// Try measures an alternative to a transaction that begins with a statement, after those before it.
func (t *Trial) Try(ctx context.Context, from int, a *migration.Alternative) (Tried, error) {
	var tried Tried
	before := t.Steps[:from]
	tables, err := t.catalog(ctx)
	if err != nil {
		return tried, err
	}
	tried.Measured.Rows = t.Sizes
	for size, base := range t.bases {
		var steps []Step
		tried.SQL = nil
		for _, s := range a.SQL {
			texts, shown, err := t.batches(ctx, tables, base, s)
			if err != nil {
				tried.Failed = err.Error()
				return tried, ctx.Err()
			}
			tried.SQL = append(tried.SQL, shown)
			for _, text := range texts {
				steps = append(steps, Step{Statement: migration.Statement{SQL: text}})
			}
		}
		name, drop, err := t.after(ctx, base, before)
		if err != nil {
			return tried, err
		}
		seen, err := t.Facts(ctx, name, steps)
		if err == nil && seen[len(seen)-1].Fault == nil && size == 1 {
			var again []migration.Seen
			if again, err = t.Facts(ctx, name, steps); err == nil {
				seen = migration.Least([][]migration.Seen{seen, again})
			}
		}
		drop()
		if err != nil {
			return tried, err
		}
		if f := seen[len(seen)-1].Fault; f != nil {
			tried.Failed = f.Message
			return tried, nil
		}
		tried.Measured.Seen[size] = seen
		tried.Took = 0
		for i, s := range seen {
			tried.Took += s.Took
			if size == 1 {
				tried.Measured.Statements = append(tried.Measured.Statements, steps[i].Statement)
			}
		}
	}
	return tried, nil
}

// catalog reads the tables as they are before the migration.
func (t *Trial) catalog(ctx context.Context) ([]postgres.Table, error) {
	c, err := t.Server.Connect(ctx, t.bases[0])
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Catalog(ctx)
}

// batches are the statements for the batches of one, by ranges of the primary key, and how that is written for people.
func (t *Trial) batches(ctx context.Context, tables []postgres.Table, base string, s migration.Instead) (texts []string, shown string, err error) {
	if s.Batch == "" {
		return []string{s.SQL}, s.SQL, nil
	}
	table, primary, err := divisible(tables, s)
	if err != nil {
		return nil, "", err
	}
	key := postgres.Quote(primary)
	c, err := t.Server.Connect(ctx, base)
	if err != nil {
		return nil, "", err
	}
	defer c.Close()
	rows := min(batchRows, max(1, t.Sizes[0]/2))
	ends, err := c.Query(ctx, fmt.Sprintf("select quote_literal(k) from (select %s as k, row_number() over (order by %s) n, count(*) over () last from %s) x where mod(n, %d) = 0 or n = last order by n", key, key, table, rows))
	if err != nil {
		return nil, "", err
	}
	last := ""
	for _, end := range ends {
		condition := key + " <= " + end[0]
		if last != "" {
			condition = key + " > " + last + " AND " + condition
		}
		texts, last = append(texts, strings.ReplaceAll(s.SQL, "{batch}", condition)), end[0]
	}
	if texts == nil {
		return nil, "", fmt.Errorf("%s has no rows", s.Batch)
	}
	return texts, strings.ReplaceAll(s.SQL, "{batch}", fmt.Sprintf("%s > $last AND %s <= $next -- %d rows at a time", key, key, rows)), nil
}

// divisible returns the table whose rows a statement changes in batches, and the column of its primary key.
func divisible(tables []postgres.Table, s migration.Instead) (table, key string, err error) {
	i := slices.IndexFunc(tables, func(table postgres.Table) bool {
		return strings.EqualFold(table.Name, s.Batch) || strings.EqualFold("public."+table.Name, s.Batch) || table.Name == strings.ReplaceAll(s.Batch, `"`, "")
	})
	if i < 0 || len(tables[i].Primary) != 1 {
		return "", "", fmt.Errorf("%s has no primary key of one column, by which batches could be made", s.Batch)
	}
	key = tables[i].Primary[0]
	if slices.Contains(s.Sets, key) {
		return "", "", fmt.Errorf("it changes %s, the primary key of %s, by which batches would be made", key, s.Batch)
	}
	return tables[i].Name, key, nil
}
