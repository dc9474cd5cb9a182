package postgres

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Conn is a session.
type Conn struct{ *pgconn.PgConn }

// Close ends the session; a statement that runs in it is not waited for.
func (c *Conn) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c.PgConn.Close(ctx)
}

// Query runs statements and returns the rows of the last that returns any, as text; NULL is "".
func (c *Conn) Query(ctx context.Context, sql string) ([][]string, error) {
	results, err := c.Exec(ctx, sql).ReadAll()
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for _, result := range results {
		if result.FieldDescriptions == nil {
			continue
		}
		rows = rows[:0]
		for _, values := range result.Rows {
			row := make([]string, len(values))
			for i, value := range values {
				row[i] = string(value)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// Idle reports whether the session is in no transaction.
func (c *Conn) Idle() bool { return c.TxStatus() == 'I' }

// Failed reports whether the session is in a transaction that has failed.
func (c *Conn) Failed() bool { return c.TxStatus() == 'E' }

// Code returns the SQLSTATE of an error of a server, "" for any other error.
func Code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// Quote quotes an identifier.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Literal quotes a text as a constant.
func Literal(text string) string {
	quoted := "'" + strings.ReplaceAll(text, "'", "''") + "'"
	if strings.Contains(text, `\`) {
		return " E" + strings.ReplaceAll(quoted, `\`, `\\`)
	}
	return quoted
}
