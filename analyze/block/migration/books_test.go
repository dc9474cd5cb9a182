package migration

import (
	"slices"
	"testing"
)

func TestBooks(t *testing.T) {
	for table, want := range map[string]bool{
		"schema_migrations": true, "public.schema_migrations": true, `"SequelizeMeta"`: true, `drizzle."__drizzle_migrations"`: true, "_prisma_migrations": true,
		"users": false, "migrations": false, "schema_migrations_old": false, "schema_migrations.users": false, "": false, "a.": false,
	} {
		if got := isBook(table); got != want {
			t.Errorf("%q: got %t, want %t", table, got, want)
		}
		seen := []Seen{{Locks: []Lock{{Table: table, Mode: "AccessExclusiveLock"}}, Work: []Work{{Table: table, Inserted: 1}}}}
		m := Measured{Statements: []Statement{{SQL: "truncate"}}, Rows: [2]int64{1000, 4000}, Seen: [2][]Seen{seen, seen}}
		if got := m.Holds(Policy{Budget: 1, Production: 1}); want != (len(got) == 0) {
			t.Errorf("%q: held is %+v", table, got)
		}
		if got := Touched(seen); want != (len(got) == 0) {
			t.Errorf("%q: touched is %q", table, got)
		}
	}
}

func TestDifferences(t *testing.T) {
	before := []string{"column users.id bigint not null", "column users.name text", "column alembic_version.version_num character varying(32) not null"}
	now := []string{"column users.id bigint not null", "column users.nick text", `column "SequelizeMeta".name text`, "column schema_migrations.version bigint not null",
		"index CREATE UNIQUE INDEX schema_migrations_pkey ON public.schema_migrations USING btree (version)", "constraint schema_migrations_pkey on schema_migrations PRIMARY KEY (version)"}
	want := []string{"- column users.name text", "+ column users.nick text"}
	if got := Differences(before, now); !slices.Equal(got, want) {
		t.Errorf("%q and %q: got %q, want %q", before, now, got, want)
	}
}

// TestChanging blames the statement that changed the tables, and not what a tool notes behind it.
func TestChanging(t *testing.T) {
	sqls := []string{"BEGIN", "SELECT 1 FROM flyway_schema_history", "ALTER TABLE orders DROP COLUMN note", `INSERT INTO "public"."flyway_schema_history" ("version") VALUES ('2')`, "COMMIT"}
	var all []Statement
	for _, sql := range sqls {
		all = append(all, Statement{SQL: sql})
	}
	for _, test := range []struct{ at, want int }{{4, 2}, {3, 2}, {2, 2}, {1, 0}, {0, 0}} {
		if got := changing(all, test.at); got != test.want {
			t.Errorf("%q: got %d, want %d", sqls[test.at], got, test.want)
		}
	}
}
