package migration

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"snag/analyze/block/migration"
	"snag/analyze/sorting"
	"snag/analyze/source/sql"
	"snag/cmd/cli"
	trial "snag/probe/migration"
)

// mostSQL is the size of a file that is read.
const mostSQL = 64 << 20

// mostStatements is how many statements a migration may have.
const mostStatements = 5000

// read reads the files of the command line as steps.
func (o *settings) read() error {
	files, err := migrationFiles(o.files)
	if err != nil {
		return err
	}
	schema, err := migrationFiles(o.schema)
	if err != nil {
		return err
	}
	if o.from != "" {
		at := slices.IndexFunc(files, func(name string) bool {
			return name == filepath.ToSlash(filepath.Clean(o.from)) || filepath.Base(name) == o.from
		})
		if at < 0 {
			return cli.Usagef("--from %s: none of the files is named so", o.from)
		}
		schema, files = append(schema, files[:at]...), files[at:]
	}
	for _, name := range schema {
		steps, _, err := readSQL(name, false)
		if err != nil {
			return err
		}
		o.schemaSteps = append(o.schemaSteps, steps...)
	}
	var downs [][]trial.Step
	for _, name := range files {
		up, down, err := readSQL(name, o.transaction)
		if err != nil {
			return err
		}
		o.steps, downs = append(o.steps, up...), append(downs, down)
	}
	if len(o.steps) == 0 && o.command == nil {
		return cli.Usagef("%s: no statement is in it", strings.Join(files, ", "))
	}
	if len(o.steps) > mostStatements {
		return cli.WithHint(cli.Usagef("the migration has %s statements", cli.Thousands(int64(len(o.steps)))), "give the new part of it as FILES, and what is before as --schema")
	}
	return o.readOrder(downs)
}

// readOrder reads the way back, which may stand in sections of the files themselves, and the queries.
func (o *settings) readOrder(downs [][]trial.Step) error {
	slices.Reverse(downs)
	o.downSteps = slices.Concat(downs...)
	if len(o.down) > 0 {
		o.downSteps = nil
	}
	for _, name := range o.down {
		steps, own, err := readSQL(name, o.transaction)
		if err != nil {
			return err
		}
		if len(own) > 0 { // it is the file of the migration, or of its sort
			steps = own
		}
		o.downSteps = append(o.downSteps, steps...)
	}
	if o.queries == "" {
		return nil
	}
	steps, _, err := readSQL(o.queries, false)
	if err != nil {
		return err
	}
	for _, s := range steps {
		if !trial.Controls(s.SQL) {
			o.oldQueries = append(o.oldQueries, migration.Query{File: s.File, Line: s.Line, SQL: s.SQL})
		}
	}
	if len(o.oldQueries) == 0 {
		return cli.Usagef("--queries %s: no query is in it", o.queries)
	}
	return nil
}

// readSQL reads the statements of a file, and those of its section for the way back.
func readSQL(name string, wrapped bool) (up, down []trial.Step, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, mostSQL+1))
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	if len(content) > mostSQL {
		return nil, nil, cli.Usagef("%s: larger than 64 MB", name)
	}
	parts := sql.Sections(string(content))
	shown := filepath.ToSlash(name)
	for _, part := range []struct {
		text string
		into *[]trial.Step
	}{{parts.Up, &up}, {parts.Down, &down}} {
		if *part.into, err = trial.Script(shown, part.text, wrapped || parts.Wrapped); err != nil {
			if e, ok := errors.AsType[*sql.Error](err); ok {
				return nil, nil, cli.Usage(fmt.Errorf("%s:%d: %s", shown, e.Line, e.Message))
			}
			return nil, nil, cli.Usage(err)
		}
	}
	return up, down, nil
}

// migrationFiles are the files that paths name: of a folder those of SQL in it and in its folders, by the numbers
// in their names, without those that lead back.
func migrationFiles(paths []string) ([]string, error) {
	var all []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, cli.Usage(err)
		}
		if !info.IsDir() {
			all = append(all, filepath.ToSlash(filepath.Clean(path)))
			continue
		}
		var inside []string
		err = filepath.WalkDir(path, func(name string, entry os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !entry.IsDir() && strings.HasSuffix(name, ".sql") && !leadsBack(entry.Name()) {
				inside = append(inside, filepath.ToSlash(name))
			}
			if len(inside) > 10_000 {
				return fmt.Errorf("%s: more than 10,000 files of SQL", path)
			}
			return nil
		})
		if err != nil {
			return nil, cli.Usage(err)
		}
		if len(inside) == 0 {
			return nil, cli.Usagef("%s: no file of SQL is in it", path)
		}
		sorting.Stable(inside, byNumbers)
		all = append(all, inside...)
	}
	return all, nil
}

// leadsBack reports whether a file undoes a migration, by its name: x.down.sql, down.sql, U1__x.sql.
func leadsBack(name string) bool {
	number, undo := strings.CutPrefix(name, "U")
	return strings.HasSuffix(name, ".down.sql") || name == "down.sql" || undo && strings.Contains(name, "__") && number[0] >= '0' && number[0] <= '9'
}

// byNumbers compares names, numbers in them by their values.
func byNumbers(a, b string) int {
	for a != "" && b != "" {
		x, restA := leadingNumber(a)
		y, restB := leadingNumber(b)
		if x != "" && y != "" {
			x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if x != y {
				return strings.Compare(x, y)
			}
			a, b = restA, restB
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func leadingNumber(s string) (number, rest string) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}
