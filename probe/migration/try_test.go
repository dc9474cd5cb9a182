package migration

import (
	"testing"

	"snag/analyze/block/migration"
	"snag/probe/postgres"
)

// TestDivisible makes no batches by a key that the statement changes: a row would come again in a later batch.
func TestDivisible(t *testing.T) {
	tables := []postgres.Table{{Name: "one", Primary: []string{"id"}}, {Name: "two", Primary: []string{"a", "b"}}, {Name: "s.three", Primary: []string{"id"}}}
	for _, test := range []struct {
		in    migration.Instead
		table string
	}{
		{migration.Instead{Batch: "One", Sets: []string{"x"}}, "one"},
		{migration.Instead{Batch: "public.one"}, "one"},
		{migration.Instead{Batch: `"s"."three"`, Sets: []string{"x", "ids"}}, "s.three"},
		{migration.Instead{Batch: "one", Sets: []string{"x", "id"}}, ""},
		{migration.Instead{Batch: "two"}, ""},
		{migration.Instead{Batch: "four"}, ""},
	} {
		if table, _, err := divisible(tables, test.in); table != test.table || (err == nil) != (table != "") {
			t.Errorf("%+v: got %q, %v, want %q", test.in, table, err, test.table)
		}
	}
}
