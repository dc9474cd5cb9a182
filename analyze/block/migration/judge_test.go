package migration

import (
	"strings"
	"testing"
	"time"

	"snag/analyze/judge"
)

// two are what one statement did at 1,000 and 4,000 rows, holding a lock while it reads.
func two(mode Mode, small, large time.Duration, read [2]int64) Measured {
	m := Measured{Statements: []Statement{{SQL: "create index on t (a)"}}, Rows: [2]int64{1000, 4000}}
	for i, took := range []time.Duration{small, large} {
		m.Seen[i] = []Seen{{Took: took, Locks: []Lock{{Table: "t", Mode: mode}}, Work: []Work{{Table: "t", Read: read[i]}}}}
	}
	return m
}

func TestHolds(t *testing.T) {
	const ms = time.Millisecond
	policy := func(rows int64) Policy {
		return Policy{Budget: 500 * ms, Production: max(rows, 1), Given: rows > 0}
	}
	for _, test := range []struct {
		name string
		in   Measured
		p    Policy
		want string // the verdict and what is expected at the size in production
	}{
		{"grows, size not known", two("ShareLock", 10*ms, 40*ms, [2]int64{1000, 4000}), Policy{Budget: 500 * ms, Production: 10_000_000}, "blocks 100 s"},
		{"grows beyond the budget", two("ShareLock", 10*ms, 40*ms, [2]int64{1000, 4000}), policy(1_000_000), "blocks 10 s"},
		{"grows within the budget", two("ShareLock", 10*ms, 40*ms, [2]int64{1000, 4000}), policy(10_000), "harmless 0 s"},
		{"grows, and the times do not", two("ShareLock", 40*ms, 40*ms, [2]int64{1000, 4000}), policy(1_000_000), "undetermined 0 s"},
		{"grows, and the times shrink", two("ShareLock", 50*ms, 40*ms, [2]int64{1000, 4000}), policy(5000), "harmless 0 s"},
		{"far above by its rows, and the times do not tell", two("ShareLock", 40*ms, 40*ms, [2]int64{1000, 4000}), policy(300_000_000), "blocks 3s"},
		{"within twice the budget", two("ShareLock", 10*ms, 40*ms, [2]int64{1000, 4000}), policy(90_000), "undetermined 1 s"},
		{"near the budget", two("ShareLock", 10*ms, 40*ms, [2]int64{1000, 4000}), policy(50_000), "undetermined 1 s"},
		{"a fixed number of rows", two("ShareLock", 10*ms, 40*ms, [2]int64{1000, 1000}), policy(10_000_000), "harmless 0 s"},
		{"long, whatever the rows", two("AccessExclusiveLock", 900*ms, 900*ms, [2]int64{0, 0}), policy(1000), "blocks 1 s"},
		{"a lock for which nobody waits", two("ShareUpdateExclusiveLock", 10*ms, 40*ms, [2]int64{1000, 4000}), policy(0), ""},
	} {
		got := ""
		for _, h := range test.in.Holds(test.p) {
			got = strings.TrimSpace(got + " " + string(h.Judge(test.p)) + " " + h.Production.Round(time.Second).String())
		}
		if got = strings.ReplaceAll(strings.ReplaceAll(got, "1m40s", "100 s"), "0s", "0 s"); strings.HasSuffix(got, "1s") {
			got = strings.TrimSuffix(got, "1s") + "1 s"
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestTransaction checks that a lock counts until its transaction ends, once for each table.
func TestTransaction(t *testing.T) {
	m := Measured{Statements: []Statement{{SQL: "begin"}, {SQL: "alter"}, {SQL: "update"}, {SQL: "index"}, {SQL: "commit"}, {SQL: "other"}}, Rows: [2]int64{1000, 4000}}
	for i, rows := range m.Rows {
		took := time.Duration(rows) * 10 * time.Microsecond
		m.Seen[i] = []Seen{{}, {Locks: []Lock{{Table: "t", Mode: "AccessExclusiveLock"}}}, {Took: took, Work: []Work{{Table: "t", Updated: rows}}},
			{Locks: []Lock{{Table: "t", Mode: "ShareLock"}}}, {}, {Unit: 1, Locks: []Lock{{Table: "t", Mode: "AccessExclusiveLock"}}}}
	}
	holds := m.Holds(Policy{Budget: time.Second, Production: 100_000})
	if len(holds) != 2 || holds[0].Statement != 1 || holds[0].Until != 4 || holds[0].Longest != 2 || holds[0].Large != 40*time.Millisecond || holds[0].Growth != Grows || holds[1].Statement != 5 || holds[1].Growth != Constant {
		t.Fatalf("got %+v", holds)
	}
	found, open := m.FindHolds(Policy{Budget: 500 * time.Millisecond, Production: 100_000})
	if len(found) != 1 || len(open) != 0 || found[0].Rule != RuleLock || !strings.Contains(found[0].Message, "most of it goes into update") {
		t.Errorf("got %+v, %q", found, open)
	}
}

// TestBatch checks that a batch of rows which only the larger table has is none that grows.
func TestBatch(t *testing.T) {
	for sql, want := range map[string]int{"update t set a = 1 where id > 3000 and id <= 3500": 0, "update t set a = 1 where id > 3000": 1} {
		m := Measured{Statements: []Statement{{SQL: sql}}, Rows: [2]int64{1000, 4000}}
		m.Seen[0], m.Seen[1] = []Seen{{}}, []Seen{{Took: time.Second, Work: []Work{{Table: "t", Read: 500, Updated: 500}}}}
		if got := m.Holds(Policy{Budget: time.Millisecond, Production: 10_000}); len(got) != want {
			t.Errorf("%s: got %+v, want %d", sql, got, want)
		}
	}
}

func TestModes(t *testing.T) {
	for _, test := range []struct {
		mode          Mode
		name          string
		reads, writes bool
	}{
		{"AccessShareLock", "ACCESS SHARE", false, false}, {"RowExclusiveLock", "ROW EXCLUSIVE", false, false}, {"ShareUpdateExclusiveLock", "SHARE UPDATE EXCLUSIVE", false, false},
		{"ShareLock", "SHARE", false, true}, {"ShareRowExclusiveLock", "SHARE ROW EXCLUSIVE", false, true}, {"ExclusiveLock", "EXCLUSIVE", false, true}, {"AccessExclusiveLock", "ACCESS EXCLUSIVE", true, true},
	} {
		if test.mode.String() != test.name || test.mode.BlocksReads() != test.reads || test.mode.BlocksWrites() != test.writes {
			t.Errorf("%s: got %s, reads %t, writes %t", test.mode, test.mode, test.mode.BlocksReads(), test.mode.BlocksWrites())
		}
	}
}

func TestFindInvalid(t *testing.T) {
	statements := []Statement{{SQL: "SET lock_timeout = '1s'"}, {SQL: "CREATE INDEX CONCURRENTLY i ON a (b)"}}
	for _, test := range []struct {
		loaded Loaded
		want   string
	}{
		{Loaded{Unit: 1, Invalid: []string{"i"}, Fault: &Fault{Message: "relation \"i\" already exists"}}, "Trying again fails: relation \"i\" already exists."},
		{Loaded{Unit: 1, Invalid: []string{"i"}}, "Trying again succeeds and leaves it as it is."},
		{Loaded{Unit: 1, GaveUp: true}, ""},
		{Loaded{Unit: 2, Invalid: []string{"i"}}, ""},
	} {
		m := Measured{Statements: statements, Seen: [2][]Seen{{}, {{Unit: 0}, {Unit: 1, Outside: true}}}}
		got := m.FindInvalid([]Loaded{test.loaded})
		if test.want == "" {
			if len(got) > 0 {
				t.Errorf("%+v: got %+v, want nothing", test.loaded, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Level != judge.Note || got[0].Statement != 1 || !strings.HasSuffix(got[0].Message, test.want) {
			t.Errorf("%+v: got %+v, want a note %q", test.loaded, got, test.want)
		}
	}
	for sql, want := range map[string]bool{"create unique index concurrently i on a (b)": true, "REINDEX INDEX CONCURRENTLY i": true, "create index i on a (b)": false, "drop index concurrently i": false, "select 'concurrently'": false} {
		if got := MakesIndex(sql); got != want {
			t.Errorf("%s: got %v, want %v", sql, got, want)
		}
	}
}
