// Package postgres starts PostgreSQL servers that are thrown away, makes databases in them and fills these with
// rows, by what their catalogs say.
package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
	"snag/probe/process"
	"snag/probe/scratch"
	"snag/probe/service"
)

// ErrMissing means that there is no PostgreSQL on this machine.
var ErrMissing = errors.New("there is no PostgreSQL server on this machine")

// Server is a server in which databases can be made and dropped.
type Server struct {
	Version string // as the server says it, such as "15.4"
	Number  int    // the same as a number, such as 150004
	Own     bool   // snag has started it

	config   *pgconn.Config
	template string // what a new database is a copy of
	made     []string
	child    *process.Child
	remove   func() // the folder of the server
}

// copies are the names of databases that are made here.
const copies = "snag_scratch_"

// places are where the binaries of a server are installed beside PATH, as patterns of path/filepath.
var places = []string{
	"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/usr/libexec/postgresql*", "/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin", "/Applications/Postgres.app/Contents/Versions/*/bin", "/Library/PostgreSQL/*/bin", "/usr/lib/postgresql*/bin",
	`C:\Program Files\PostgreSQL\*\bin`,
}

// Binaries returns the folder with initdb and postgres: the one that is named, unless it is "", else that on PATH, of
// pg_config, or the newest where distributions install them. It returns ErrMissing where there is none.
func Binaries(named string) (string, error) {
	if named != "" {
		if !isServer(named) {
			return "", fmt.Errorf("%s holds no initdb and postgres", named)
		}
		return named, nil
	}
	var candidates []string
	if path, err := exec.LookPath("initdb"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			candidates = append(candidates, filepath.Dir(real))
		}
	}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		candidates = append(candidates, strings.TrimSpace(string(out)))
	}
	var installed []string
	for _, pattern := range places {
		found, _ := filepath.Glob(pattern)
		installed = append(installed, found...)
	}
	sorting.Stable(installed, func(a, b string) int { return versionIn(b) - versionIn(a) })
	for _, dir := range append(candidates, installed...) {
		if isServer(dir) {
			return dir, nil
		}
	}
	return "", ErrMissing
}

func isServer(dir string) bool {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	for _, name := range []string{"initdb", "postgres"} {
		if info, err := os.Stat(filepath.Join(dir, name+suffix)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

// versionIn is the last number in a path.
func versionIn(path string) int {
	words := strings.FieldsFunc(path, func(r rune) bool { return r < '0' || r > '9' })
	if len(words) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(words[len(words)-1])
	return n
}

// settings make a server quick that may lose what it holds, and leave alone what decides the cost of a migration.
// The autovacuum would take locks and time by chance.
var settings = []string{
	"listen_addresses=", "fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off", "jit=off", "max_connections=200",
	"shared_buffers=128MB", "checkpoint_timeout=1h", "max_wal_size=2GB", "logging_collector=off", "log_min_messages=fatal", "log_min_error_statement=panic",
	"shared_memory_type=mmap", "dynamic_shared_memory_type=mmap", "max_prepared_transactions=10", "log_destination=stderr", "shared_preload_libraries=",
}

// Start makes an empty server in a temporary folder and waits until it answers on a socket in it, which nobody
// but this user can reach. As root it runs it as postgres, or as nobody: PostgreSQL refuses root. The caller
// closes it.
func Start(ctx context.Context, binaries string) (*Server, error) {
	dir, remove, err := scratch.Dir("postgres")
	if err != nil {
		return nil, err
	}
	s := &Server{Own: true, template: "template0", remove: remove}
	if err := s.start(ctx, binaries, dir); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, binaries, dir string) error {
	owner, err := serverUser()
	if err != nil {
		return err
	}
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "s")
	if owner != nil {
		if err := os.Chmod(dir, 0o711); err != nil {
			return err
		}
	}
	for _, folder := range []string{data, socket} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
		if owner != nil {
			if err := os.Chown(folder, int(owner.UID), int(owner.GID)); err != nil {
				return err
			}
		}
	}
	if err := run(ctx, process.Command{Dir: data, User: owner, Env: plain, Argv: []string{filepath.Join(binaries, "initdb"), "-D", data, "-U", "snag", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"}}); err != nil {
		return fmt.Errorf("initdb: %w", err)
	}
	argv := []string{filepath.Join(binaries, "postgres"), "-D", data, "-k", socket, "-p", "5432"}
	for _, setting := range settings {
		argv = append(argv, "-c", setting)
	}
	if s.child, err = process.Start(process.Command{Argv: argv, Dir: data, User: owner, Env: plain}); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	if s.config, err = pgconn.ParseConfig(fmt.Sprintf("host='%s' port=5432 user=snag dbname=postgres sslmode=disable connect_timeout=10 application_name=snag", socket)); err != nil {
		return err
	}
	err = service.Await(ctx, s.child.Done(), 20*time.Millisecond, 30*time.Second, func() bool { return s.greet(ctx) == nil })
	if err != nil {
		return s.withOutput(fmt.Errorf("start PostgreSQL: %w", err))
	}
	forgetShared(filepath.Join(data, "postmaster.pid"))
	return nil
}

// plain is an environment in which messages are English.
var plain = []string{"LC_ALL=C", "LANGUAGE=", "PGDATA=", "TZ=UTC"}

// serverUser is the user that a server runs as when snag is root, nil when it is not.
func serverUser() (*process.User, error) {
	if runtime.GOOS == "windows" || os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return &process.User{UID: uint32(uid), GID: uint32(gid)}, nil
		}
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody: run snag as another user")
}

// run runs a program to its end.
func run(ctx context.Context, c process.Command) error {
	child, err := process.Start(c)
	if err != nil {
		return err
	}
	defer child.Close()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-child.Done():
	}
	if exit := child.Ended().Exit; exit.Kind != shutdown.Exited || exit.Code != 0 {
		if text := service.LastLines(child, 3); text != "" {
			return fmt.Errorf("%s: %s", exit, text)
		}
		return errors.New(exit.String())
	}
	return nil
}

// greet connects once and asks for the version.
func (s *Server) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c, err := s.Connect(ctx, "")
	if err != nil {
		return err
	}
	defer c.Close()
	rows, err := c.Query(ctx, "select current_setting('server_version'), current_setting('server_version_num')")
	if err != nil {
		return err
	}
	s.Version, _, _ = strings.Cut(rows[0][0], " ")
	s.Number, _ = strconv.Atoi(rows[0][1])
	return nil
}

func (s *Server) withOutput(err error) error {
	if text := service.LastLines(s.child, 3); text != "" {
		return fmt.Errorf("%w; it wrote: %s", err, text)
	}
	return err
}

// Connect opens a session in a database, "" for the one that the server was named by.
func (s *Server) Connect(ctx context.Context, database string) (*Conn, error) {
	return s.ConnectWith(ctx, database, nil)
}

// ConnectWith is Connect with settings of the session.
func (s *Server) ConnectWith(ctx context.Context, database string, settings map[string]string) (*Conn, error) {
	config := s.config.Copy()
	maps.Copy(config.RuntimeParams, settings)
	if database != "" {
		config.Database = database
	}
	c, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &Conn{PgConn: c}, nil
}

// Create makes a database that is a copy of another, "" for the one that the server begins with, and returns
// its name. Nobody may be connected to the other.
func (s *Server) Create(ctx context.Context, from string) (string, error) {
	if from == "" {
		from = s.template
	}
	random := make([]byte, 8)
	rand.Read(random)
	name := copies + hex.EncodeToString(random)
	c, err := s.admin(ctx)
	if err != nil {
		return "", err
	}
	defer c.Close()
	s.made = append(s.made, name)
	statement := "create database " + name + " template " + Quote(from)
	for attempt := 0; ; attempt++ {
		_, err = c.Query(ctx, statement)
		// A session that was closed a moment ago may not have ended.
		if Code(err) != "55006" || attempt == 50 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		return "", fmt.Errorf("make a copy of the database: %w", err)
	}
	return name, nil
}

// admin connects to a database that is no template.
func (s *Server) admin(ctx context.Context) (*Conn, error) {
	c, err := s.Connect(ctx, "postgres")
	if err != nil && !s.Own {
		return s.Connect(ctx, "template1")
	}
	return c, err
}

// Drop removes a database that Create made, with the sessions in it.
func (s *Server) Drop(name string) error {
	i := slices.Index(s.made, name)
	if i < 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, err := s.admin(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.drop(ctx, name, s.Number); err != nil {
		return err
	}
	s.made = slices.Delete(s.made, i, i+1)
	return nil
}

func (c *Conn) drop(ctx context.Context, name string, version int) error {
	statement := "drop database if exists " + Quote(name)
	if version >= 130000 {
		statement += " with (force)"
	} else if _, err := c.Query(ctx, "select pg_terminate_backend(pid) from pg_stat_activity where datname = "+Literal(name)+" and pid <> pg_backend_pid()"); err != nil {
		return err
	}
	_, err := c.Query(ctx, statement)
	return err
}

// Close ends a server that was started, and removes all of it; in another it drops what was made.
func (s *Server) Close() error {
	var left []error
	if !s.Own {
		for _, name := range slices.Clone(s.made) {
			if err := s.Drop(name); err != nil {
				left = append(left, fmt.Errorf("the database %s is left: %w", name, err))
			}
		}
		return errors.Join(left...)
	}
	if s.child != nil {
		// At once, without writing anything, and with what it shares among its processes given back.
		if number := process.SignalNumber("SIGQUIT"); number > 0 && s.child.Handle().Signal(number) == nil {
			select {
			case <-s.child.Done():
			case <-time.After(3 * time.Second):
			}
		}
		s.child.Close()
	}
	s.remove()
	return nil
}
