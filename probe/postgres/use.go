package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/lazyregexp"
)

// NotScratch is why a database is not taken for one that may be thrown away.
type NotScratch struct{ why, remedy string }

// Error returns the reason.
func (e *NotScratch) Error() string { return e.why }

// Hint returns how to name or make one that is.
func (e *NotScratch) Hint() string { return e.remedy }

// mostBytes is the size of a database from which on it is somebody's data.
const mostBytes = 1 << 30

// scratchName reports whether the name of a database has the word scratch in it.
func scratchName(name string) bool {
	return slices.Contains(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' }), "scratch")
}

// errURL is why a URL is not understood.
var errURL = errors.New("not a URL of PostgreSQL such as postgres://127.0.0.1/app_scratch")

// Host returns the host of a URL, "" for a socket on this machine.
func Host(url string) (string, error) {
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		return "", errURL // without the text, which has a password in it
	}
	for _, f := range config.Fallbacks {
		if f.Host != config.Host {
			return "", errors.New("a URL with several hosts")
		}
	}
	if strings.HasPrefix(config.Host, "/") {
		return "", nil
	}
	return config.Host, nil
}

// Use takes the server of a URL for scratch, when its database is named so, is small, and nobody else is
// connected to the server; else it returns a *NotScratch. The database itself is never changed: others are made
// as copies of it, and dropped by Close.
func Use(ctx context.Context, url string) (*Server, error) {
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		return nil, errURL
	}
	if !scratchName(config.Database) {
		return nil, &NotScratch{fmt.Sprintf("the database %q is not named as scratch, and nothing is run on it", config.Database),
			"make one with the word scratch in its name: createdb app_scratch"}
	}
	config.RuntimeParams["application_name"] = "snag"
	config.ConnectTimeout = 10 * time.Second
	s := &Server{config: config, template: config.Database}
	if err := s.greet(ctx); err != nil {
		return nil, err
	}
	c, err := s.Connect(ctx, "")
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if err := c.checkScratch(ctx); err != nil {
		return nil, err
	}
	if err := c.sweep(ctx, s.Number); err != nil {
		return nil, err
	}
	return s, nil
}

// checkScratch refuses a server on which something depends.
func (c *Conn) checkScratch(ctx context.Context) error {
	rows, err := c.Query(ctx, `select pg_database_size(current_database()), pg_is_in_recovery(), (select rolsuper or rolcreatedb from pg_roles where rolname = current_user),
		(select count(*) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null and backend_type = 'client backend'),
		(select coalesce(string_agg(distinct datname, ', '), '') from pg_stat_activity where pid <> pg_backend_pid() and datname is not null and backend_type = 'client backend'),
		(select count(*) from pg_stat_activity where backend_type = 'walsender')`)
	if err != nil {
		return err
	}
	row := rows[0]
	size, _ := strconv.ParseInt(row[0], 10, 64)
	switch {
	case size > mostBytes:
		return &NotScratch{fmt.Sprintf("the database holds %d MB: more than 1 GB is no scratch database", size>>20), "name an empty database; snag makes the rows"}
	case row[1] == "t" || row[5] != "0":
		return &NotScratch{"the server replicates: it is no scratch server", "name a server of its own"}
	case row[3] != "0":
		return &NotScratch{fmt.Sprintf("others are connected to the server (%s connections, to %s): it is no scratch server", row[3], row[4]), "end them, or name a server of its own; without --postgres snag starts one"}
	case row[2] != "t":
		return &NotScratch{"the user may not make databases, and snag works on copies", "alter role ... createdb"}
	}
	return nil
}

var ourCopies = lazyregexp.New(`^` + copies + `[0-9a-f]{16}$`)

// sweep drops what a run has left that was killed. Nobody is connected to it, or to anything.
func (c *Conn) sweep(ctx context.Context, version int) error {
	rows, err := c.Query(ctx, "select datname from pg_database where datname like 'snag\\_scratch\\_%' and datname <> current_database()")
	if err != nil {
		return err
	}
	for _, row := range rows {
		if ourCopies.MatchString(row[0]) {
			if err := c.drop(ctx, row[0], version); err != nil {
				return err
			}
		}
	}
	return nil
}
