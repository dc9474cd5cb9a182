package migration

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"snag/cmd/cli"
	trial "snag/probe/migration"
)

// onlyPostgres says what becomes of other databases.
const onlyPostgres = "PostgreSQL is the only database that snag knows; what is written for MySQL, MariaDB or SQLite cannot be measured"

// syntaxError is the SQLSTATE of a statement that the server cannot read.
const syntaxError = "42601"

// undefined are the SQLSTATEs of what is not there.
var undefined = []string{"42P01", "42703", "3F000", undefinedObject, undefinedFunction}

// explain adds to an error of the preparation what may help.
func (o *settings) explain(ctx context.Context, err error) error {
	failed, ok := errors.AsType[*trial.Failed](err)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: nothing is known")
	case errors.Is(err, context.DeadlineExceeded):
		return cli.WithHint(fmt.Errorf("nothing was measured in %s", o.maxTime), "--max-time allows more, and fewer --rows take less")
	case !ok:
		return err
	case failed.Fault.Late:
		return cli.WithHint(fmt.Errorf("nothing was measured: %s: %s did not end within %s, on tables without rows", trial.Place(failed.Step.Statement), trial.Short(failed.Step.SQL, 50), o.limit), "--limit allows more")
	case failed.Schema:
		hint := "the schema is run as it is, by the rights of a superuser, on a new database"
		if failed.Fault.Code == syntaxError {
			hint = onlyPostgres
		}
		if extension := lacking(failed); extension != "" {
			hint = extension + "; or leave out of the schema what needs it"
		}
		return cli.WithHint(fmt.Errorf("nothing was measured: the schema fails: %w", err), hint)
	case lacking(failed) != "":
		return cli.WithHint(fmt.Errorf("nothing was measured: %w", err), lacking(failed))
	case slices.Contains(undefined, failed.Fault.Code) && len(o.schemaSteps) == 0:
		return cli.WithHint(fmt.Errorf("nothing was measured: %w", err), "--schema makes the tables as they are before the migration, for example from pg_dump --schema-only; --from takes earlier migrations for it")
	}
	err = fmt.Errorf("nothing was measured: the migration fails on tables without rows: %w", err)
	if failed.Fault.Code == syntaxError {
		return cli.WithHint(err, onlyPostgres)
	}
	return err
}
