package migration

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"snag/probe/postgres"
)

// canary reads or writes a table all the time, over a session of its own.
type canary struct {
	table string
	write bool
	conn  *postgres.Conn
	texts []string // requests, one after the other

	mu      sync.Mutex
	due     time.Time // of the request that is under way
	blocked bool      // the request waits for the migration
	unit    int       // of the migration, when it began to wait
	waits   []wait
}

// requests are what a canary sends: each reads or writes one row by its primary key, and changes nothing.
func (l *loading) requests(ctx context.Context, table string, write bool) ([]string, error) {
	if !write {
		return []string{"select from " + table + " where ctid = '(0,1)'"}, nil
	}
	rows, err := l.watch.Query(ctx, fmt.Sprintf(`select c.relkind, (select string_agg(format('%%I', a.attname), ', ' order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[]) where i.indrelid = c.oid and i.indisprimary),
		(select string_agg(format('quote_literal(%%I)', a.attname), ', ' order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[]) where i.indrelid = c.oid and i.indisprimary),
		(select format('%%I', a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' order by exists (select from pg_index i where i.indrelid = c.oid and a.attnum = any(i.indkey::int2[])), a.attnum limit 1)
		from pg_class c where c.oid = to_regclass(%s)`, postgres.Literal(table)))
	if err != nil || len(rows) == 0 || rows[0][0] != "r" && rows[0][0] != "p" {
		return nil, err
	}
	key, values, column := rows[0][1], rows[0][2], rows[0][3]
	if key != "" && column != "" {
		keys, err := l.watch.Query(ctx, fmt.Sprintf("select %s from %s limit 64", values, table))
		if err != nil {
			return nil, err
		}
		var texts []string
		for _, row := range keys {
			texts = append(texts, fmt.Sprintf("update %s set %s = %s where (%s) = (%s)", table, column, column, key, strings.Join(row, ", ")))
		}
		if texts != nil {
			return texts, nil
		}
	}
	// What a write takes before it looks for rows.
	return []string{"begin; lock table " + table + " in row exclusive mode; rollback"}, nil
}

// run sends requests at fixed times until it is stopped. One that was late is sent at once, and its wait counts
// from when it was due.
func (c *canary) run(stopping <-chan struct{}) {
	due := time.Now()
	for i := 0; ; i++ {
		select {
		case <-stopping:
			return
		case <-time.After(time.Until(due)):
		}
		c.mu.Lock()
		c.due, c.blocked = due, false
		c.mu.Unlock()
		err := c.conn.Exec(context.Background(), c.texts[i%len(c.texts)]).Close()
		now := time.Now()
		c.mu.Lock()
		if c.blocked {
			c.waits = append(c.waits, wait{c.unit, now.Sub(c.due)})
		}
		c.blocked = false
		c.mu.Unlock()
		if err != nil && c.conn.IsClosed() {
			return
		}
		if err != nil && !c.conn.Idle() {
			c.conn.Exec(context.Background(), "rollback").Close()
		}
		// The requests that would have come meanwhile waited as well; the first of them waited longest.
		for due = due.Add(every); due.Before(now); due = due.Add(every) {
		}
	}
}
