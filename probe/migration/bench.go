package migration

import (
	"context"
	"fmt"
	"time"

	"snag/probe/postgres"
)

// Bench is where a migration is run: copies of databases on a server.
type Bench struct {
	Server *postgres.Server
	// Limit is how long a statement may take.
	Limit time.Duration
}

// relation is a table, or an index of one, before the migration.
type relation struct {
	table, index string
	file         string // its relfilenode
	kind         string // its relkind
}

// run is one run of a migration in a database of its own.
type run struct {
	bench    *Bench
	database string
	sessions map[int]*postgres.Conn
	watch    *postgres.Conn
	before   map[string]relation // by OID
}

// open makes a copy of a database and connects to it.
func (b *Bench) open(ctx context.Context, from string) (*run, error) {
	name, err := b.Server.Create(ctx, from)
	if err != nil {
		return nil, err
	}
	r := &run{bench: b, database: name, sessions: map[int]*postgres.Conn{}, before: map[string]relation{}}
	if r.watch, err = b.Server.Connect(ctx, name); err == nil {
		err = r.relations(ctx)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// close ends the sessions and drops the database.
func (r *run) close() {
	for _, c := range r.sessions {
		c.PgConn.Conn().Close() // also in the midst of a statement
	}
	if r.watch != nil {
		r.watch.Close()
	}
	r.bench.Server.Drop(r.database)
}

// serial are settings of the sessions of the migration. A session counts only the rows that it reads itself: with others
// beside it, what makes an index of all rows would look as if it had read a few.
var serial = []string{"set max_parallel_workers_per_gather = 0", "set max_parallel_maintenance_workers = 0"}

// session returns a session of the migration.
func (r *run) session(ctx context.Context, number int) (*postgres.Conn, error) {
	if c := r.sessions[number]; c != nil && !c.IsClosed() {
		return c, nil
	}
	c, err := r.bench.Server.Connect(ctx, r.database)
	if err != nil {
		return nil, err
	}
	r.sessions[number] = c
	if r.bench.Server.Number >= 110000 {
		for _, one := range serial {
			if _, err := c.Query(ctx, one); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// end ends a session of the server.
func end(watch *postgres.Conn, pid uint32) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	watch.Query(ctx, fmt.Sprintf("select pg_terminate_backend(%d)", pid))
}

// ours excludes what belongs to the system.
const ours = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_%'`

// relations reads what there is.
func (r *run) relations(ctx context.Context) error {
	rows, err := r.watch.Query(ctx, `select c.oid, coalesce(i.indrelid, c.oid)::regclass::text, case when i.indrelid is null then '' else c.oid::regclass::text end, c.relfilenode, c.relkind
		from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_index i on i.indexrelid = c.oid where c.relkind in ('r', 'p', 'm', 'i', 'I', 'v', 'f') and `+ours)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r.before[row[0]] = relation{row[1], row[2], row[3], row[4]}
	}
	return nil
}
