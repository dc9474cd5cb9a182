package postgres

import (
	"fmt"
	"testing"

	"snag/probe/snagtest"
)

// started starts a server for a test.
func started(t *testing.T) *Server {
	snagtest.Long(t)
	binaries, err := Binaries("")
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	s, err := Start(t.Context(), binaries)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestFill makes rows for tables with constraints of each kind, and counts them.
func TestFill(t *testing.T) {
	s := started(t)
	name, err := s.Create(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Connect(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Query(t.Context(), `
		create type mood as enum ('sad', 'ok', 'happy');
		create domain positive as int check (value > 0);
		create type pair as (a int, b text);
		create table users (id bigserial primary key, email varchar(100) not null unique, name text, mood mood not null, age int check (age >= 18 and age < 120),
			state text not null check (state in ('new', 'old')), code char(4), score numeric(6,2), tags text[], data jsonb, at timestamptz default now(), p positive, pr pair,
			total int generated always as (age * 2) stored, check (char_length(name) <= 20), b bit(8), f varchar(3));
		create table orders (id int generated always as identity primary key, user_id bigint not null references users, ref uuid default gen_random_uuid(), ends date, starts date, check (starts <= ends));
		create table items (order_id int references orders, line int, note text, primary key (order_id, line));
		create table roles (name text primary key); insert into roles values ('a'), ('b');
		create table user_roles (user_id bigint references users, role text references roles, primary key (role, user_id));
		create table tree (id int primary key, parent int not null references tree);
		create table flags (mood mood, on_ bool, unique (mood, on_));
		create table "Übel ""x""" ("Id" int primary key, "select" text check ("select" ~ '^[a-z]'));
		create table log (id bigint, at date not null, kind text, primary key (id, at)) partition by range (at);
		create table log1 partition of log for values from ('2024-01-01') to ('2024-02-01');
		create table log2 partition of log for values from ('2024-02-01') to ('2024-03-01');
		create table byhash (id int primary key, x text) partition by hash (id);
		create table byhash0 partition of byhash for values with (modulus 2, remainder 0);
		create table byhash1 partition of byhash for values with (modulus 2, remainder 1);
		create table bylist (id int, k text) partition by list (k);
		create table bylist1 partition of bylist for values in ('a', 'b');
		create table bylist2 partition of bylist default;
		create table booking (room int, during tsrange, exclude using gist (during with &&));
		create table a (id int primary key, b int); create table b (id int primary key, a int references a); alter table a add foreign key (b) references b;
		create table nothing ();`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := c.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, table := range tables {
		names = append(names, table.Name)
	}
	filled, err := c.Fill(t.Context(), names, nil, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"roles": 2, "flags": 6}
	for _, f := range filled {
		expected, fewer := want[f.Table]
		if !fewer {
			expected = 1000
		}
		if f.Rows < expected*95/100 || f.Rows > expected {
			t.Errorf("%s: %d rows, want %d: %s", f.Table, f.Rows, expected, f.Why)
		}
		// What the triggers would have refused is refused now.
		if _, err := c.Query(t.Context(), fmt.Sprintf("create temp table copy_of as select * from %s; drop table copy_of", f.Table)); err != nil {
			t.Error(err)
		}
	}
	// The foreign keys hold.
	bad, err := c.Query(t.Context(), `select (select count(*) from orders where user_id not in (select id from users)), (select count(*) from user_roles where user_id not in (select id from users)),
		(select count(*) from items where order_id not in (select id from orders)), (select count(*) from tree where parent not in (select id from tree))`)
	if err != nil || fmt.Sprint(bad) != "[[0 0 0 0]]" {
		t.Errorf("rows without what they refer to: %v, %v", bad, err)
	}
	// A table with rows gets others when it is asked for.
	if more, err := c.Fill(t.Context(), []string{"users"}, []string{"users"}, 1500, nil); err != nil || more[0].Rows != 1500 {
		t.Errorf("users with more rows: %+v, %v", more, err)
	}
	if next, err := c.Query(t.Context(), "select nextval('users_id_seq')"); err != nil || next[0][0] != "1000500" {
		t.Errorf("the next number is %v, %v", next, err)
	}
}

// TestFillWhatBecomesAPartition makes rows that the partition which a migration makes of the table may hold.
func TestFillWhatBecomesAPartition(t *testing.T) {
	s := started(t)
	name, err := s.Create(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Connect(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const attach = "alter table events attach partition events_2024 for values from ('2024-01-01') to ('2025-01-01')"
	for _, statement := range []string{"create table events (at timestamptz not null, kind text) partition by range (at); create table events_2024 (at timestamptz not null, kind text)", "begin", attach} {
		if _, err := c.Query(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	later, err := c.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Query(t.Context(), "rollback"); err != nil {
		t.Fatal(err)
	}
	filled, err := c.Fill(t.Context(), []string{"events_2024"}, nil, 1000, later)
	if err != nil || len(filled) != 1 || filled[0].Rows != 1000 {
		t.Fatalf("got %+v, %v, want 1000 rows", filled, err)
	}
	if _, err := c.Query(t.Context(), attach); err != nil {
		t.Error(err)
	}
}
