// Package migration runs a migration on databases that are thrown away, and observes what it locks, writes and
// reads, and who waits for it.
package migration

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/block/migration"
	"snag/analyze/source/sql"
	"snag/probe/postgres"
)

// Step is a statement as it is sent.
type Step struct {
	migration.Statement
	Copies bool
	Data   string // of COPY FROM stdin
	// Arguments are those of the extended protocol, nil for a statement without.
	Arguments *Arguments
}

// Arguments are the values of the parameters of a statement.
type Arguments struct {
	Values  [][]byte
	Types   []uint32
	Formats []int16
}

// Script reads a file of SQL as steps. When wrapped, it is one transaction, unless it says itself where one begins.
func Script(file, text string, wrapped bool) ([]Step, error) {
	statements, err := sql.Split(text)
	if err != nil {
		return nil, err
	}
	var steps []Step
	for _, s := range statements {
		steps = append(steps, Step{Statement: migration.Statement{File: file, Line: s.Line, SQL: s.SQL}, Copies: s.Copies, Data: s.Data})
		wrapped = wrapped && firstWord(s.SQL) != "begin" && firstWord(s.SQL) != "start"
	}
	if wrapped && len(steps) > 0 {
		steps = wrap(steps)
	}
	return steps, nil
}

// wrap puts steps of one session into a transaction.
func wrap(steps []Step) []Step {
	around := func(text string, line int) Step {
		return Step{Statement: migration.Statement{File: steps[0].File, Line: line, SQL: text, Session: steps[0].Session, Implied: true}}
	}
	all := []Step{around("BEGIN", steps[0].Line)}
	return append(append(all, steps...), around("COMMIT", steps[len(steps)-1].Line))
}

// firstWord is the first word of a statement, in small letters.
func firstWord(text string) string {
	tokens := sql.Tokens(text[:min(len(text), 200)])
	if len(tokens) == 0 {
		return ""
	}
	return strings.ToLower(text[tokens[0].Start:tokens[0].End])
}

// Controls reports whether a statement is one of those that begin or end a transaction, and those that change only the
// session.
func Controls(text string) bool {
	switch firstWord(text) {
	case "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "prepare", "set", "reset", "show", "discard", "deallocate", "listen", "unlisten":
		return true
	}
	return false
}

// Text is the statement with its arguments in it. It is false where these are not known as text.
func (s Step) Text() (string, bool) {
	if s.Copies {
		return "", false
	}
	if s.Arguments == nil {
		return s.SQL, true
	}
	if slices.ContainsFunc(s.Arguments.Formats, func(format int16) bool { return format != 0 }) {
		return "", false
	}
	var b strings.Builder
	at := 0
	for _, t := range sql.Tokens(s.SQL) {
		if t.Kind != sql.Parameter {
			continue
		}
		n, err := strconv.Atoi(s.SQL[t.Start+1 : t.End])
		if err != nil || n < 1 || n > len(s.Arguments.Values) {
			return "", false
		}
		value := "NULL"
		if v := s.Arguments.Values[n-1]; v != nil {
			value = postgres.Literal(string(v))
		}
		b.WriteString(s.SQL[at:t.Start] + value)
		at = t.End
	}
	return b.String() + s.SQL[at:], true
}

// send runs a step in a session and waits for its end.
func send(ctx context.Context, c *postgres.Conn, s Step) error {
	if s.Copies {
		_, err := c.CopyFrom(ctx, strings.NewReader(s.Data), s.SQL)
		return err
	}
	if a := s.Arguments; a != nil {
		_, err := c.ExecParams(ctx, s.SQL, a.Values, a.Types, a.Formats, nil).Close()
		return err
	}
	return c.Exec(ctx, s.SQL).Close()
}

// errLate is why a statement was given up.
var errLate = errors.New("it did not end in time")

// fault describes an error of a step, nil for none.
func fault(err error) *migration.Fault {
	if err == nil {
		return nil
	}
	f := &migration.Fault{Message: err.Error(), Late: errors.Is(err, errLate)}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		f.Code, f.Message = e.Code, e.Message
		if e.Detail != "" {
			f.Message += " (" + e.Detail + ")"
		}
	}
	return f
}

// sendLimited is send with a limit, after which the server ends the session.
func sendLimited(ctx context.Context, c, watch *postgres.Conn, s Step, limit time.Duration) error {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := send(within, c, s)
	if within.Err() != nil && err != nil {
		end(watch, c.PID())
		if ctx.Err() == nil {
			return errLate
		}
	}
	return err
}
