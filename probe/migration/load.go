package migration

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"snag/analyze/block/migration"
	"snag/probe/postgres"
)

// Load says how a migration runs beside others.
type Load struct {
	// Tables are read and written all the time.
	Tables []string
	// Old is how long a transaction that has read and written the tables stays open beside each transaction of
	// Beside; 0 for none. Under a Timeout it stays open until the first try has ended.
	Old time.Duration
	// Beside are the transactions of the migration, by their numbers, beside which there is an old one.
	Beside []int
	// Timeout is the lock_timeout of the sessions, 0 for none but what the migration sets.
	Timeout time.Duration
}

// every is the time between two requests of a canary, and lookEvery that between two looks at who waits.
const (
	every     = 5 * time.Millisecond
	lookEvery = 3 * time.Millisecond
)

// mostTries is how often a transaction is tried under a lock_timeout.
const mostTries = 5

type wait struct {
	unit int
	took time.Duration
}

// Load runs the migration on a copy of a database while canaries read and write its tables, and says for each
// transaction who waited for it. A wait counts when the server names a session of the migration, or somebody who
// queues behind it, as what blocks the request. It ends at the first statement that fails.
func (b *Bench) Load(ctx context.Context, from string, steps []Step, how Load) ([]migration.Loaded, error) {
	r, err := b.open(ctx, from)
	if err != nil {
		return nil, err
	}
	defer r.close()
	l := &loading{run: r, how: how}
	defer l.stop()
	if err := l.start(ctx); err != nil {
		return nil, err
	}
	var all []migration.Loaded
	for unit, part := range units(steps) {
		loaded, err := l.unit(ctx, unit, part)
		if err != nil {
			return all, err
		}
		all = append(all, loaded)
		if loaded.Fault != nil {
			break
		}
	}
	l.stop()
	for i := range all {
		all[i].Waits = l.waits(all[i].Unit)
	}
	return all, nil
}

// units divides steps into transactions. Those of several sessions that overlap are one.
func units(steps []Step) [][]Step {
	var all [][]Step
	open := map[int]bool{}
	begin := 0
	for i, s := range steps {
		switch firstWord(s.SQL) {
		case "begin", "start":
			open[s.Session] = true
		case "commit", "end", "abort", "rollback":
			if !strings.Contains(strings.ToLower(s.SQL), " to ") {
				delete(open, s.Session)
			}
		}
		if len(open) == 0 {
			all = append(all, steps[begin:i+1])
			begin = i + 1
		}
	}
	if begin < len(steps) {
		all = append(all, steps[begin:])
	}
	return all
}

// loading is a migration beside canaries.
type loading struct {
	*run
	how      Load
	canaries []*canary
	old      *postgres.Conn
	looker   *postgres.Conn
	current  atomic.Int64 // the unit that runs
	queued   atomic.Int64 // nanoseconds that it waited
	pids     sync.Map     // of the sessions of the migration
	stopping chan struct{}
	working  sync.WaitGroup
	stopped  sync.Once
}

// start begins to read and write.
func (l *loading) start(ctx context.Context) error {
	l.stopping = make(chan struct{})
	var err error
	if l.looker, err = l.bench.Server.Connect(ctx, l.database); err != nil {
		return err
	}
	for _, table := range l.how.Tables {
		for _, write := range []bool{false, true} {
			texts, err := l.requests(ctx, table, write)
			if err != nil || texts == nil {
				continue // such as a view that nobody can write
			}
			c := &canary{table: table, write: write, texts: texts}
			if c.conn, err = l.bench.Server.Connect(ctx, l.database); err != nil {
				return err
			}
			l.canaries = append(l.canaries, c)
		}
	}
	for _, c := range l.canaries {
		l.working.Go(func() { c.run(l.stopping) })
	}
	l.working.Go(l.look)
	time.Sleep(10 * every) // until each has begun
	return ctx.Err()
}

// stop ends the canaries.
func (l *loading) stop() {
	l.stopped.Do(func() {
		if l.stopping == nil {
			return
		}
		close(l.stopping)
		for _, c := range l.canaries {
			c.conn.PgConn.Conn().SetDeadline(time.Now().Add(200 * time.Millisecond))
		}
		l.working.Wait()
		for _, c := range l.canaries {
			c.conn.PgConn.Conn().Close()
		}
		if l.looker != nil {
			l.looker.Close()
		}
		if l.old != nil {
			l.old.PgConn.Conn().Close()
		}
	})
}

// look asks the server all the time who waits for whom.
func (l *loading) look() {
	query := "select pid, pg_blocking_pids(pid)::text from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
	last := time.Now()
	for {
		select {
		case <-l.stopping:
			return
		case <-time.After(lookEvery):
		}
		rows, err := l.looker.Query(context.Background(), query)
		if err != nil {
			return
		}
		now := time.Now()
		waiting := map[string][]string{}
		for _, row := range rows {
			waiting[row[0]] = strings.Split(strings.Trim(row[1], "{}"), ",")
		}
		for pid, blockers := range waiting {
			if _, ours := l.pids.Load(pid); ours && !l.behindOnly(blockers) {
				l.queued.Add(int64(now.Sub(last)))
			}
		}
		for _, c := range l.canaries {
			pid := fmt.Sprint(c.conn.PID())
			if waiting[pid] != nil && l.leads(pid, waiting, 0) {
				c.mu.Lock()
				if !c.blocked {
					c.blocked, c.unit = true, int(l.current.Load())
				}
				c.mu.Unlock()
			}
		}
		last = now
	}
}

// behindOnly reports whether nobody blocks.
func (l *loading) behindOnly(blockers []string) bool { return len(blockers) == 0 || blockers[0] == "" }

// leads reports whether a waiting session waits for the migration, perhaps through others.
func (l *loading) leads(pid string, waiting map[string][]string, depth int) bool {
	return depth < 10 && slices.ContainsFunc(waiting[pid], func(blocker string) bool {
		_, ours := l.pids.Load(blocker)
		return ours || l.leads(blocker, waiting, depth+1)
	})
}

// aside opens a transaction that has read and written the tables, as one that was forgotten does.
func (l *loading) aside(ctx context.Context) error {
	if l.old == nil {
		var err error
		if l.old, err = l.bench.Server.Connect(ctx, l.database); err != nil {
			return err
		}
	}
	if _, err := l.old.Query(ctx, "begin"); err != nil {
		return err
	}
	for _, table := range l.how.Tables {
		// A table that the migration has dropped or renamed is not used any more.
		l.old.Query(ctx, fmt.Sprintf("savepoint s; select from %[1]s limit 0; lock table %[1]s in row exclusive mode", table))
		if l.old.Failed() {
			l.old.Query(ctx, "rollback to s")
		}
	}
	return nil
}

// release ends that transaction.
func (l *loading) release() {
	if l.old != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		l.old.Query(ctx, "rollback")
	}
}

// unit runs one transaction of the migration.
func (l *loading) unit(ctx context.Context, number int, steps []Step) (migration.Loaded, error) {
	loaded := migration.Loaded{Unit: number, Tries: 1, Aside: l.how.Old > 0 && slices.Contains(l.how.Beside, number)}
	l.current.Store(int64(number))
	l.queued.Store(0)
	released := make(chan struct{})
	if loaded.Aside {
		if err := l.aside(ctx); err != nil {
			return loaded, err
		}
		go func() {
			if l.how.Timeout == 0 {
				select {
				case <-time.After(l.how.Old):
				case <-ctx.Done():
				}
				l.release()
			}
			close(released)
		}()
	} else {
		close(released)
	}
	start := time.Now()
	err := l.attempt(ctx, steps)
	<-released
	if l.how.Timeout > 0 && loaded.Aside {
		l.release()
	}
	for postgres.Code(err) == "55P03" && l.how.Timeout > 0 && loaded.Tries < mostTries {
		loaded.GaveUp = true
		loaded.Invalid = l.invalid(ctx, steps[0].Session)
		loaded.Tries++
		err = l.attempt(ctx, steps)
	}
	loaded.Took, loaded.Queued, loaded.Fault = time.Since(start), time.Duration(l.queued.Load()), fault(err)
	if ctx.Err() != nil {
		return loaded, ctx.Err()
	}
	time.Sleep(2 * every) // in which the last who waited are answered
	return loaded, nil
}

// invalid returns the indexes that nothing uses since their making was given up, nil where nobody can say.
func (l *loading) invalid(ctx context.Context, session int) (names []string) {
	c, err := l.session(ctx, session)
	if err != nil {
		return nil
	}
	rows, err := c.Query(ctx, "select i.indexrelid::regclass::text from pg_index i where not i.indisvalid order by 1")
	if err != nil {
		return nil
	}
	for _, row := range rows {
		names = append(names, row[0])
	}
	return names
}

// attempt runs the steps of a transaction; after an error there is none open.
func (l *loading) attempt(ctx context.Context, steps []Step) error {
	for _, s := range steps {
		c, err := l.session(ctx, s.Session)
		if err != nil {
			return err
		}
		if _, known := l.pids.LoadOrStore(fmt.Sprint(c.PID()), true); !known && l.how.Timeout > 0 {
			if _, err := c.Query(ctx, fmt.Sprintf("set lock_timeout = %d", l.how.Timeout.Milliseconds())); err != nil {
				return err
			}
		}
		if err := sendLimited(ctx, c, l.watch, s, l.bench.Limit); err != nil {
			if !c.IsClosed() && !c.Idle() {
				c.Query(ctx, "rollback")
			}
			return err
		}
	}
	return nil
}

// waits are the waits of one transaction, by table.
func (l *loading) waits(unit int) []migration.Waiting {
	var all []migration.Waiting
	for _, c := range l.canaries {
		w := migration.Waiting{Table: c.table, Write: c.write}
		for _, one := range c.waits {
			if one.unit == unit {
				w.Longest, w.Count = max(w.Longest, one.took), w.Count+max(1, int(one.took/every))
			}
		}
		if w.Count > 0 {
			all = append(all, w)
		}
	}
	return all
}
