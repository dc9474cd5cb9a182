package migration

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"snag/analyze/block/migration"
	"snag/analyze/shutdown"
	"snag/analyze/source/sql"
	"snag/probe/postgres"
	"snag/probe/process"
	"snag/probe/service"
)

// recorder stands between the sessions of a command and the server, and notes the statements that succeed.
type recorder struct {
	server   *postgres.Server
	database string
	listener net.Listener
	password string
	working  sync.WaitGroup

	mu       sync.Mutex
	sent     []*sending
	sessions int
	conns    []net.Conn
}

// sending is a statement that a command has sent.
type sending struct {
	step   Step
	simple bool // by the simple protocol, which may hold several
	inside bool // a transaction was open before it
	failed bool
	done   bool
}

// record listens on a port of this machine, where the password opens a database.
func record(server *postgres.Server, database string) (*recorder, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &recorder{server: server, database: database, listener: l, password: strings.ToLower(rand.Text())}
	r.working.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			r.mu.Lock()
			number := r.sessions
			r.sessions++
			r.conns = append(r.conns, conn)
			r.mu.Unlock()
			r.working.Go(func() {
				defer conn.Close()
				(&session{recorder: r, number: number, client: conn}).serve()
			})
		}
	})
	return r, nil
}

// close ends the sessions.
func (r *recorder) close() {
	r.listener.Close()
	r.mu.Lock()
	for _, c := range r.conns {
		c.Close()
	}
	r.mu.Unlock()
	r.working.Wait()
}

// environment tells a command how to connect, in the ways that tools look for. The variables also keep a tool from
// the database that those of the shell may name. SQLAlchemy takes no URL that begins with postgres:.
func (r *recorder) environment() (url, jdbc string, variables []string) {
	host, port, _ := net.SplitHostPort(r.listener.Addr().String())
	at := "postgresql://" + host + ":" + port + "/snag_scratch?sslmode=disable"
	url = strings.Replace(at, "//", "//snag:"+r.password+"@", 1)
	jdbc = "jdbc:" + at + "&user=snag&password=" + r.password
	return url, jdbc, []string{"DATABASE_URL=" + url, "PGHOST=" + host, "PGPORT=" + port, "PGUSER=snag", "PGPASSWORD=" + r.password, "PGDATABASE=snag_scratch", "PGSSLMODE=disable",
		"DIRECT_URL=" + url, "POSTGRES_URL=" + url, "GOOSE_DRIVER=postgres", "GOOSE_DBSTRING=" + url,
		"FLYWAY_URL=" + jdbc, "FLYWAY_USER=snag", "FLYWAY_PASSWORD=" + r.password,
		"LIQUIBASE_COMMAND_URL=" + jdbc, "LIQUIBASE_COMMAND_USERNAME=snag", "LIQUIBASE_COMMAND_PASSWORD=" + r.password}
}

// steps are the statements that succeeded, in the order in which they were sent. What was sent at once without a
// transaction is one.
func (r *recorder) steps() ([]Step, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Step
	for _, s := range r.sent {
		if s.failed {
			continue
		}
		if !s.simple {
			all = append(all, s.step)
			continue
		}
		parts, err := sql.Split(s.step.SQL)
		if err != nil {
			return nil, fmt.Errorf("a statement of the command cannot be read: %w", err)
		}
		var steps []Step
		controlled := false
		for _, p := range parts {
			one := s.step
			one.SQL = p.SQL
			steps = append(steps, one)
			controlled = controlled || Controls(p.SQL)
		}
		if len(steps) > 1 && !s.inside && !controlled {
			steps = wrap(steps)
		}
		all = append(all, steps...)
	}
	return all, nil
}

// stuckQuery asks for a statement that waits for a session which does nothing, both for longer than a tool leaves one
// alone.
const stuckQuery = `select w.query, b.query from pg_stat_activity w join pg_stat_activity b on b.pid = any(pg_blocking_pids(w.pid)) and b.datname = w.datname
	where w.datname = current_database() and w.wait_event_type = 'Lock' and b.state like 'idle in transaction%' and now() - greatest(w.state_change, b.state_change) > interval '10 s'`

// command runs a command against a database and returns the statements that it sent. {url} in its words stands for
// the URL of the database, and {jdbc} for that of Java.
func (b *Bench) command(ctx context.Context, database string, argv []string) ([]Step, error) {
	r, err := record(b.Server, database)
	if err != nil {
		return nil, err
	}
	defer r.close()
	url, jdbc, variables := r.environment()
	words := make([]string, len(argv))
	for i, word := range argv {
		words[i] = strings.NewReplacer("{url}", url, "{jdbc}", jdbc).Replace(word)
	}
	child, err := process.Start(process.Command{Argv: words, Env: variables})
	if err != nil {
		return nil, fmt.Errorf("start the command: %w", err)
	}
	defer child.Close()
	watch, err := b.Server.Connect(ctx, database)
	if err != nil {
		return nil, err
	}
	defer watch.Close()
	for running := true; running; {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
			// Such as CREATE INDEX CONCURRENTLY, while another session of the tool holds its own lock in a transaction.
			if rows, err := watch.Query(ctx, stuckQuery); err == nil && len(rows) > 0 {
				return nil, fmt.Errorf("%s waits for itself: %s waits for another of its sessions, which keeps a transaction open and whose last statement is %s", argv[0], migration.Name(rows[0][0]), migration.Name(rows[0][1]))
			}
		case <-child.Done():
			running = false
		}
	}
	if exit := child.Ended().Exit; exit.Kind != shutdown.Exited || exit.Code != 0 {
		err := fmt.Errorf("%s: %s", argv[0], exit)
		if text := service.LastLines(child, 5); text != "" {
			return nil, &CommandFailed{err, strings.ReplaceAll(text, r.password, "***")}
		}
		return nil, err
	}
	return r.steps()
}

// CommandFailed is a command that did not succeed.
type CommandFailed struct {
	error
	wrote string
}

// Hint quotes what the command wrote.
func (e *CommandFailed) Hint() string { return "it wrote: " + e.wrote }
