package migration

import (
	"strings"
	"testing"

	"snag/analyze/block/migration"
	trial "snag/probe/migration"
)

// TestLacking names an extension for what needs one, and none for other failures of the same codes.
func TestLacking(t *testing.T) {
	for _, c := range []struct{ sql, code, message, want string }{
		{"create extension if not exists \"postgis\" cascade", "0A000", `extension "postgis" is not available`, "extension postgis "},
		{"/* first */ CREATE EXTENSION vector", "58P01", "could not open extension control file", "extension vector "},
		{"ALTER TABLE t ALTER v TYPE bigint", "0A000", "cannot alter type of a column used by a view or rule", ""},
		{"COPY vector FROM 'x'", "58P01", `could not open file "x" for reading`, ""},
		{"CREATE TABLE m (id uuid DEFAULT uuid_generate_v4(), e citext)", "42704", `type "citext" does not exist`, `CREATE EXTENSION "citext"`},
		{"CREATE TABLE m (id uuid DEFAULT public.UUID_generate_v4())", "42883", "function public.uuid_generate_v4() does not exist", `CREATE EXTENSION "uuid-ossp"`},
		{"CREATE INDEX ON t USING gin (v gin_trgm_ops)", "42704", `Operatorklasse »gin_trgm_ops« existiert nicht`, `CREATE EXTENSION "pg_trgm"`},
		{"SELECT vector FROM t", "42703", `column "vector" does not exist`, ""},
		{"CREATE TABLE m (e citext, f mood)", "42704", `type "mood" does not exist`, ""},
		{"SELECT my_crypt(crypt)", "42883", "function my_crypt(text) does not exist", ""},
	} {
		f := &trial.Failed{Step: trial.Step{Statement: migration.Statement{SQL: c.sql}}, Fault: migration.Fault{Code: c.code, Message: c.message}}
		if got := lacking(f); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s: %q, want %q in it", c.sql, c.message, got, c.want)
		}
	}
}
