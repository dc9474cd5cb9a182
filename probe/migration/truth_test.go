package migration

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/migration"
	"snag/probe/postgres"
	"snag/probe/snagtest"
)

var update = flag.Bool("update", false, "record observations anew")

const observed = "testdata/observed/migration.jsonl"

// known are migrations of which everybody knows what they do: those that keep others waiting for a time that grows,
// that fail on rows or break the old version, and those that do not.
var known = []struct{ name, sql, want string }{
	{"index", "create index on users (email)", migration.RuleLock},
	{"unique index", "create unique index on users (email)", migration.RuleLock},
	{"index on an expression", "create index on users (lower(name))", migration.RuleLock},
	{"foreign key", "alter table orders add foreign key (user_id) references users", migration.RuleLock},
	{"check", "alter table orders add check (total > 0)", migration.RuleLock},
	{"not null", "alter table users alter column name set not null", migration.RuleLock},
	{"unique", "alter table users add unique (email)", migration.RuleLock},
	{"primary key", "alter table plain add primary key (id)", migration.RuleLock},
	{"exclusion", "alter table plain add exclude using btree (id with =)", migration.RuleLock},
	{"int to bigint", "alter table users alter column n type bigint", migration.RuleRewrite},
	{"shorter varchar", "alter table users alter column nick type varchar(30)", migration.RuleRewrite},
	{"volatile default", "alter table users add column token uuid default gen_random_uuid()", migration.RuleRewrite},
	{"stored column", "alter table users add column twice bigint generated always as (n * 2) stored", migration.RuleRewrite},
	{"serial", "alter table users add column number serial", migration.RuleRewrite},
	{"unlogged", "alter table users set unlogged", migration.RuleRewrite},
	{"vacuum full", "vacuum full users", migration.RuleRewrite},
	{"cluster", "cluster users using users_pkey", migration.RuleRewrite},
	{"reindex", "reindex table users", migration.RuleRewrite},
	{"update of all", "update users set n = n + 1", migration.RuleRows},
	{"delete of most", "delete from plain where id > 10", migration.RuleRows},
	{"column and update in one", "begin; alter table users add column x int; update users set x = 1; commit", migration.RuleLock},
	{"refresh", "refresh materialized view names", migration.RuleRewrite},
	{"not null without default", "alter table users add column x int not null", migration.RuleFails},
	{"bigint to int", "alter table orders alter column user_id type int", migration.RuleRewrite},
	{"text to jsonb", "alter table users alter column nick type jsonb using to_jsonb(nick)", migration.RuleRewrite},
	{"identity", "alter table users add column number int generated always as identity", migration.RuleRewrite},
	{"domain with a check", "create domain positive as int check (value > 0); alter table users add column x positive", migration.RuleRewrite},
	{"partition that is looked through", "create table parts (id int not null, x text) partition by range (id); alter table parts attach partition plain for values from (-10) to (2000000000)", migration.RuleLock},
	{"check in two steps of one transaction", "begin; alter table orders add constraint c check (total > 0) not valid; alter table orders validate constraint c; commit", migration.RuleLock},
	{"another schema", "create schema archive; alter table plain set schema archive", migration.RuleOld},
	{"drop column", "alter table users drop column nick", migration.RuleOld},
	{"rename column", "alter table users rename column nick to short", migration.RuleOld},
	{"rename table", "alter table users rename to people", migration.RuleOld},
	{"drop table", "drop table plain", migration.RuleOld},

	{"column", "alter table users add column x int", ""},
	{"constant default", "alter table users add column x int not null default 0", ""},
	{"stable default", "alter table users add column at timestamptz default now()", ""},
	{"concurrent index", "create index concurrently on users (email)", ""},
	{"drop index concurrently", "drop index concurrently users_state", ""},
	{"drop index", "drop index users_state", ""},
	{"reindex concurrently", "reindex table concurrently users", ""},
	{"foreign key not valid", "alter table orders add foreign key (user_id) references users not valid", ""},
	{"foreign key in two steps", "alter table orders add constraint f foreign key (user_id) references users not valid; alter table orders validate constraint f", ""},
	{"check in two steps", "alter table orders add constraint c check (total > 0) not valid; alter table orders validate constraint c", ""},
	{"not null in steps", "alter table users add constraint c check (name is not null) not valid; alter table users validate constraint c; alter table users alter name set not null; alter table users drop constraint c", ""},
	{"unique in two steps", "create unique index concurrently u on users (email); alter table users add constraint u unique using index u", ""},
	{"default", "alter table users alter column n set default 5", ""},
	{"drop not null", "alter table users alter column email drop not null", ""},
	{"longer varchar", "alter table users alter column nick type varchar(80)", ""},
	{"varchar to text", "alter table users alter column nick type text", ""},
	{"table", "create table other (id int primary key); create index on other (id); insert into other values (1)", ""},
	{"table that refers", "create table other (id int primary key, user_id bigint references users)", ""},
	{"partial index", "create index concurrently on orders (user_id) where total > 100", ""},
	{"primary key in two steps", "create unique index concurrently p on plain (id); alter table plain add constraint plain_key primary key using index p", ""},
	{"drop check", "alter table orders drop constraint orders_total_check", ""},
	{"text to varchar", "alter table users alter column email type varchar", ""},
	{"default of a sequence", "create sequence s; alter table plain alter column id set default nextval('s')", ""},
	{"refresh concurrently", "create unique index concurrently n on names (id); refresh materialized view concurrently names", ""},
	{"extended statistics", "create statistics st on n, state from users; analyze users", ""},
	{"view", "create view emails as select email from users", ""},
	{"enum value", "alter type mood add value 'great'", ""},
	{"batch", "update users set n = n + 1 where id between 100 and 200", ""},
	{"statistics", "alter table users alter column n set statistics 500; alter table users set (fillfactor = 90)", ""},
	{"comment and grant", "comment on table users is 'people'; grant select on users to public", ""},
	{"rename of a constraint", "alter table users rename constraint users_pkey to users_id", ""},
	{"vacuum", "vacuum users", ""},
	{"analyze", "analyze users", ""},
	{"trigger", "create function f() returns trigger language plpgsql as $$ begin return new; end $$; create trigger t before insert on users for each row execute function f()", ""},
}

const knownSchema = `create type mood as enum ('sad', 'ok');
create table users (id bigserial primary key, email text not null, name text, nick varchar(50), n int, mood mood, state int);
create index users_state on users (state);
create table orders (id bigserial primary key, user_id bigint, total int check (total > 0));
create table plain (id int not null, x text);
create materialized view names as select id, name from users;`

// verdict is the rule of the worst finding, "" for none.
func verdict(m migration.Measured, o migration.Order) string {
	holds, _ := m.FindHolds(migration.Policy{Budget: 500 * time.Millisecond, Production: 10_000_000})
	answers := slices.DeleteFunc(slices.Clone(o.Answers), func(a migration.Answer) bool { return a.Prepared })
	all := append(append(m.FindFaults(), holds...), migration.Order{Queries: o.Queries, Answers: answers, Assumed: o.Assumed}.Find(m.Statements)...)
	if len(all) == 0 {
		return ""
	}
	return all[0].Rule
}

// recorded is what was seen of a migration.
type recorded struct {
	Measured migration.Measured
	Order    migration.Order
}

// TestKnown measures them on a PostgreSQL: a part of them, all for SNAG_MATRIX=all or with -update, which records
// what was seen for TestRecorded.
func TestKnown(t *testing.T) {
	snagtest.Long(t)
	binaries, err := postgres.Binaries("")
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	server, err := postgres.Start(t.Context(), binaries)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	schema, err := Script("schema.sql", knownSchema, false)
	if err != nil {
		t.Fatal(err)
	}
	touch, err := Script("touch.sql", "lock table users, orders, plain", true)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := Prepare(t.Context(), Config{Bench: Bench{Server: server, Limit: time.Minute}, Schema: schema, Steps: touch, Rows: 8000, Repeats: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range tr.bases {
		c, err := server.Connect(t.Context(), base)
		if err == nil {
			_, err = c.Query(t.Context(), "refresh materialized view names")
			c.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	recorder := snagtest.NewRecorder(t, observed, *update)
	for i, k := range known {
		if !snagtest.IsWhole() && !*update && i%6 != 0 {
			continue
		}
		snagtest.InThree(t, func() error {
			if tr.Steps, err = Script("m.sql", k.sql, false); err != nil {
				return err
			}
			var seen recorded
			if seen.Measured, err = tr.Measure(t.Context()); err != nil {
				return err
			}
			if seen.Measured.FindFaults() == nil {
				if seen.Order, err = tr.Order(t.Context(), nil, migration.Touched(seen.Measured.Seen[1])); err != nil {
					return err
				}
			}
			if got := verdict(seen.Measured, seen.Order); got != k.want {
				return fmt.Errorf("%s: got %q, want %q: %+v %+v", k.name, got, k.want, seen.Measured.Seen[1], seen.Order.Answers)
			}
			recorder.Record(k.name, seen)
			return nil
		})
	}
}

// TestRecorded judges what was recorded of them.
func TestRecorded(t *testing.T) {
	all := snagtest.Recorded[recorded](t, observed)
	for _, k := range known {
		seen, ok := all[k.name]
		if !ok {
			t.Errorf("%s: nothing is recorded; SNAG_LONG=1 go test ./probe/migration -run TestKnown -update records it", k.name)
			continue
		}
		if got := verdict(seen.Measured, seen.Order); got != k.want {
			t.Errorf("%s: got %q, want %q", k.name, got, k.want)
		}
		if k.want == "" {
			continue
		}
		for _, h := range seen.Measured.Holds(migration.Policy{Budget: time.Second, Production: 1_000_000}) {
			if h.Low > h.Production || h.Production > h.High || h.Growth == migration.Grows && h.Production < h.Large {
				t.Errorf("%s: %s between %s and %s, %s now", k.name, h.Production, h.Low, h.High, h.Large)
			}
		}
	}
	if len(all) != len(known) {
		t.Errorf("%d are recorded, of %d", len(all), len(known))
	}
}

// TestSteady checks that what is found, and at which level, is the same when the times are others.
func TestSteady(t *testing.T) {
	p := migration.Policy{Budget: 500 * time.Millisecond, Production: 10_000_000}
	for name, seen := range snagtest.Recorded[recorded](t, observed) {
		want := ""
		for i, factors := range [][2]time.Duration{{10, 10}, {30, 10}, {10, 30}, {2, 3}, {100, 100}, {0, 0}} {
			m := seen.Measured
			for size := range m.Seen {
				m.Seen[size] = slices.Clone(m.Seen[size])
				for j := range m.Seen[size] {
					m.Seen[size][j].Took = m.Seen[size][j].Took * factors[size] / 10
				}
			}
			got := ""
			found, _ := m.FindHolds(p)
			for _, f := range found {
				got += fmt.Sprintln(f.Rule, f.Level, f.Statement)
			}
			if i == 0 {
				want = got
			}
			if got != want {
				t.Errorf("%s: with times of %d and %d tenths: got %s, want %s", name, factors[0], factors[1], got, want)
			}
		}
	}
}

func TestUnits(t *testing.T) {
	for _, test := range []struct {
		in   string
		want string
	}{
		{"a; b", "1 1"},
		{"begin; a; b; commit; c", "4 1"},
		{"begin; savepoint s; rollback to s; commit; c", "4 1"},
		{"start transaction; a; rollback; begin; b", "3 2"},
	} {
		steps, err := Script("x.sql", test.in, false)
		if err != nil {
			t.Fatal(err)
		}
		var sizes []string
		for _, u := range units(steps) {
			sizes = append(sizes, fmt.Sprint(len(u)))
		}
		if got := strings.Join(sizes, " "); got != test.want {
			t.Errorf("%s: transactions of %s statements, want %s", test.in, got, test.want)
		}
	}
}

// TestCountsAllRows counts each row that an index is made of, also of a table of which PostgreSQL would have workers read
// a part.
func TestCountsAllRows(t *testing.T) {
	snagtest.Long(t)
	binaries, err := postgres.Binaries("")
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	server, err := postgres.Start(t.Context(), binaries)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	schema, err := Script("schema.sql", "create table wide (id bigint primary key, a text, b text, c text)", false)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := Script("m.sql", "create unique index on wide (id, a)", false)
	if err != nil {
		t.Fatal(err)
	}
	const rows = 150000 // beyond the 8 MB from which workers are used
	tr, err := Prepare(t.Context(), Config{Bench: Bench{Server: server, Limit: time.Minute}, Schema: schema, Steps: steps, Rows: rows, Repeats: 1})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if work := seen.Seen[1][0].Work; len(work) != 1 || work[0].Read != rows {
		t.Errorf("got %+v, want %d rows read", work, rows)
	}
}
