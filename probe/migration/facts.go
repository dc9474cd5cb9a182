package migration

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"snag/analyze/block/migration"
	"snag/analyze/sorting"
	"snag/analyze/source/sql"
	"snag/probe/postgres"
	"snag/probe/process"
)

// Facts runs the migration on a copy of a database while nobody else is there. It ends at the first statement
// that fails, which is the last of what it returns then.
func (b *Bench) Facts(ctx context.Context, from string, steps []Step) ([]migration.Seen, error) {
	r, err := b.open(ctx, from)
	if err != nil {
		return nil, err
	}
	defer r.close()
	return r.facts(ctx, steps)
}

// facts runs steps and observes each.
func (r *run) facts(ctx context.Context, steps []Step) ([]migration.Seen, error) {
	var all []migration.Seen
	for unit, part := range units(steps) {
		for _, s := range part {
			c, err := r.session(ctx, s.Session)
			if err != nil {
				return all, err
			}
			seen, err := r.fact(ctx, c, s)
			if err != nil {
				return all, err
			}
			seen.Unit = unit
			all = append(all, seen)
			if seen.Fault != nil {
				return all, nil
			}
		}
	}
	return all, nil
}

// waited is for how long the process of a session has waited for a processor that others had, which says nothing about
// the migration; 0 where the system does not tell.
func (b *Bench) waited(c *postgres.Conn) (total time.Duration) {
	if b.Server.Own {
		for _, d := range process.ReadUsage([]int{int(c.PID())}).Waits {
			total += d
		}
	}
	return total
}

// state is what a session has done and holds, as far as it is known before a statement.
type state struct {
	locks []migration.Lock
	work  map[string]migration.Work
	files map[string]file // by OID
}

// file is where the rows of a relation are.
type file struct {
	node  string // 0 for none
	bytes int64
}

// filesOf reads rows of an OID, a relfilenode and a size.
func (s *state) filesOf(rows [][]string) {
	for _, row := range rows {
		size, _ := strconv.ParseInt(row[2], 10, 64)
		s.files[row[0]] = file{row[1], size}
	}
}

// fact runs one statement, in a transaction where there is none, so that its locks can be seen when it is done.
func (r *run) fact(ctx context.Context, c *postgres.Conn, s Step) (migration.Seen, error) {
	alone := c.Idle() && !Controls(s.SQL)
	if alone {
		if err := c.Exec(ctx, "BEGIN").Close(); err != nil {
			return migration.Seen{}, err
		}
	}
	before, err := r.look(ctx, c)
	if err != nil {
		return migration.Seen{}, err
	}
	start, waited := time.Now(), r.bench.waited(c)
	err = sendLimited(ctx, c, r.watch, s, r.bench.Limit)
	took := time.Since(start)
	seen := migration.Seen{Took: max(0, took-max(0, r.bench.waited(c)-waited)), Fault: fault(err)}
	if ctx.Err() != nil {
		return seen, ctx.Err()
	}
	switch code := postgres.Code(err); {
	case alone && (code == "25001" || code == "2D000"):
		if err := c.Exec(ctx, "ROLLBACK").Close(); err != nil {
			return seen, err
		}
		return r.outside(ctx, c, s)
	case err != nil:
		return seen, nil
	}
	after, err := r.look(ctx, c)
	if err != nil {
		return seen, err
	}
	r.compare(&seen, before, after)
	if timeout, err := c.Query(ctx, "show lock_timeout"); err == nil {
		seen.Timeout = timeout[0][0] != "0"
	}
	if alone {
		commit := time.Now()
		if err := c.Exec(ctx, "COMMIT").Close(); err != nil {
			seen.Fault = fault(err)
		}
		seen.Took += time.Since(commit)
	}
	return seen, nil
}

// look reads what a transaction holds and has done: its locks, the rows that it handled, the files of what it has
// locked. Outside of a transaction that is nothing.
func (r *run) look(ctx context.Context, c *postgres.Conn) (state, error) {
	s := state{work: map[string]migration.Work{}, files: map[string]file{}}
	if c.TxStatus() != 'T' {
		return s, nil
	}
	var err error
	var oids []string
	if s.locks, oids, err = r.locks(ctx, c.PID()); err != nil {
		return s, err
	}
	rows, err := c.Query(ctx, `select relid, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0), n_tup_ins, n_tup_upd, n_tup_del from pg_stat_xact_user_tables
		where coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del > 0`)
	if err != nil {
		return s, err
	}
	s.work = r.work(rows)
	if len(oids) == 0 {
		return s, nil
	}
	list := ""
	for i, oid := range oids {
		list += map[bool]string{true: "", false: ", "}[i == 0] + oid
	}
	files, err := c.Query(ctx, "select oid, relfilenode, case when relfilenode = 0 then 0 else pg_relation_size(oid) end from pg_class where oid in ("+list+")")
	s.filesOf(files)
	return s, err
}

// work names the tables of counts.
func (r *run) work(rows [][]string) map[string]migration.Work {
	all := map[string]migration.Work{}
	number := func(text string) int64 { n, _ := strconv.ParseInt(text, 10, 64); return n }
	for _, row := range rows {
		if relation, ok := r.before[row[0]]; ok {
			all[relation.table] = migration.Work{Table: relation.table, Read: number(row[1]), Inserted: number(row[2]), Updated: number(row[3]), Deleted: number(row[4])}
		}
	}
	return all
}

// locks returns what a session holds of what was there before the migration, with the OIDs.
func (r *run) locks(ctx context.Context, pid uint32) (locks []migration.Lock, oids []string, err error) {
	rows, err := r.watch.Query(ctx, fmt.Sprintf(`select l.relation, l.mode from pg_locks l where l.pid = %d and l.locktype = 'relation' and l.granted
		and l.database = (select oid from pg_database where datname = current_database())`, pid))
	for _, row := range rows {
		if relation, ok := r.before[row[0]]; ok {
			l := migration.Lock{Table: relation.table, Index: relation.index, Mode: migration.Mode(row[1])}
			// Nobody writes to a materialized view but what refreshes it.
			if !slices.Contains(locks, l) && (relation.kind != "m" || l.Mode.BlocksReads()) {
				locks = append(locks, l)
			}
			oids = append(oids, row[0])
		}
	}
	return locks, oids, err
}

// compare puts into seen what a statement has added.
func (r *run) compare(seen *migration.Seen, before, after state) {
	for _, l := range after.locks {
		if !slices.Contains(before.locks, l) {
			seen.Locks = append(seen.Locks, l)
		}
	}
	for table, w := range after.work {
		b := before.work[table]
		w.Read, w.Inserted, w.Updated, w.Deleted = w.Read-b.Read, w.Inserted-b.Inserted, w.Updated-b.Updated, w.Deleted-b.Deleted
		if w != (migration.Work{Table: table}) {
			seen.Work = append(seen.Work, w)
		}
	}
	sorting.Stable(seen.Work, func(a, b migration.Work) int { return strings.Compare(a.Table, b.Table) })
	for oid, now := range after.files {
		old, known := r.before[oid]
		if known && old.file != now.node && old.file != "0" {
			seen.Rewrites = append(seen.Rewrites, migration.Rewrite{Table: old.table, Index: old.index, Bytes: now.bytes})
			old.file = now.node
			r.before[oid] = old
		}
	}
	sorting.Stable(seen.Rewrites, func(a, b migration.Rewrite) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.Index, b.Index))
	})
}

// momentary is the part of the time, as one of so many, below which a lock is one of a moment.
const momentary = 5

// outside runs a statement that no transaction can hold, and looks for its locks while it runs.
func (r *run) outside(ctx context.Context, c *postgres.Conn, s Step) (migration.Seen, error) {
	before, err := r.totals(ctx, c)
	if err != nil {
		return migration.Seen{}, err
	}
	sampler, err := r.bench.Server.Connect(ctx, r.database)
	if err != nil {
		return migration.Seen{}, err
	}
	defer sampler.Close()
	held, looks := map[migration.Lock]int{}, 0
	done := make(chan struct{})
	var sampling sync.WaitGroup
	watching := &run{bench: r.bench, watch: sampler, before: r.before}
	sampling.Go(func() {
		for {
			now, _, err := watching.locks(ctx, c.PID())
			if err != nil {
				return
			}
			looks++
			for _, l := range now {
				held[l]++
			}
			select {
			case <-done:
				return
			case <-time.After(500 * time.Microsecond):
			}
		}
	})
	start := time.Now()
	err = sendLimited(ctx, c, r.watch, s, r.bench.Limit)
	took := time.Since(start)
	close(done)
	sampling.Wait()
	seen := migration.Seen{Took: took, Fault: fault(err), Outside: true, Names: r.named(s.SQL)}
	if err != nil {
		return seen, ctx.Err()
	}
	after, err := r.totals(ctx, c)
	if err != nil {
		return seen, err
	}
	for l, n := range held {
		// One that is held for a moment at the end, as by VACUUM and REINDEX CONCURRENTLY, does not grow with the
		// rows; how long the statement takes says nothing about it.
		if !l.Mode.BlocksWrites() || n*momentary >= looks {
			after.locks = append(after.locks, l)
		}
	}
	r.compare(&seen, before, after)
	if timeout, err := c.Query(ctx, "show lock_timeout"); err == nil {
		seen.Timeout = timeout[0][0] != "0"
	}
	return seen, nil
}

// named returns the tables that were there before and that a statement names, itself or by an index.
func (r *run) named(text string) (tables []string) {
	words := map[string]bool{}
	for _, t := range sql.Tokens(text) {
		word := text[t.Start:t.End]
		if !strings.HasPrefix(word, `"`) {
			word = strings.ToLower(word)
		}
		words[strings.Trim(word, `"`)] = true
	}
	last := func(name string) string { return strings.Trim(name[strings.LastIndexByte(name, '.')+1:], `"`) }
	for _, relation := range r.before {
		if (words[last(relation.table)] || relation.index != "" && words[last(relation.index)]) && !slices.Contains(tables, relation.table) {
			tables = append(tables, relation.table)
		}
	}
	slices.Sort(tables)
	return tables
}

// totals reads what all sessions together have done, for a statement outside of a transaction.
func (r *run) totals(ctx context.Context, c *postgres.Conn) (state, error) {
	s := state{work: map[string]migration.Work{}, files: map[string]file{}}
	if r.bench.Server.Number >= 150000 {
		if _, err := c.Query(ctx, "select pg_stat_force_next_flush()"); err != nil {
			return s, err
		}
	} else {
		time.Sleep(600 * time.Millisecond) // in which sessions report
	}
	rows, err := r.watch.Query(ctx, `select relid, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0), n_tup_ins, n_tup_upd, n_tup_del from pg_stat_user_tables`)
	if err != nil {
		return s, err
	}
	s.work = r.work(rows)
	files, err := r.watch.Query(ctx, "select c.oid, c.relfilenode, case when relfilenode = 0 then 0 else pg_relation_size(c.oid) end from pg_class c join pg_namespace n on n.oid = c.relnamespace where "+ours)
	s.filesOf(files)
	return s, err
}
