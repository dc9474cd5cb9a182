package migration

import (
	"slices"
	"testing"
)

func TestInsteadOf(t *testing.T) {
	for _, test := range []struct {
		in   []string
		want []string // nil for nothing
	}{
		{[]string{"create index on users (email)"}, []string{"create index CONCURRENTLY on users (email)"}},
		{[]string{"CREATE UNIQUE INDEX i ON a.b (c)"}, []string{"CREATE UNIQUE INDEX CONCURRENTLY i ON a.b (c)"}},
		{[]string{"create index concurrently on users (email)"}, nil},
		{[]string{"reindex (verbose) table t"}, []string{"reindex (verbose) table CONCURRENTLY t"}},
		{[]string{"alter table only a.t add constraint f foreign key (x) references y (z)"}, []string{
			"ALTER TABLE a.t ADD CONSTRAINT f foreign key (x) references y (z) NOT VALID", "ALTER TABLE a.t VALIDATE CONSTRAINT f"}},
		{[]string{"alter table t add foreign key (x) references y"}, []string{
			"ALTER TABLE t ADD CONSTRAINT t_x_fkey foreign key (x) references y NOT VALID", "ALTER TABLE t VALIDATE CONSTRAINT t_x_fkey"}},
		{[]string{"alter table t add check (a > 0) not valid"}, nil},
		{[]string{`alter table t alter column "Ä b" set not null`}, []string{
			`ALTER TABLE t ADD CONSTRAINT t_b_not_null CHECK ("Ä b" IS NOT NULL) NOT VALID`, "ALTER TABLE t VALIDATE CONSTRAINT t_b_not_null",
			`ALTER TABLE t ALTER COLUMN "Ä b" SET NOT NULL`, "ALTER TABLE t DROP CONSTRAINT t_b_not_null"}},
		{[]string{"alter table t add primary key (a, b)"}, []string{
			"CREATE UNIQUE INDEX CONCURRENTLY t_pkey ON t (a, b)", "ALTER TABLE t ADD CONSTRAINT t_pkey PRIMARY KEY USING INDEX t_pkey"}},
		{[]string{"alter table t add constraint u unique using index u"}, nil},
		{[]string{"alter table t add column u uuid default gen_random_uuid() not null"}, []string{
			"ALTER TABLE t ADD COLUMN u uuid", "ALTER TABLE t ALTER COLUMN u SET DEFAULT gen_random_uuid()", "UPDATE t SET u = DEFAULT WHERE u IS NULL AND {batch}",
			"ALTER TABLE t ADD CONSTRAINT t_u_not_null CHECK (u IS NOT NULL) NOT VALID", "ALTER TABLE t VALIDATE CONSTRAINT t_u_not_null",
			"ALTER TABLE t ALTER COLUMN u SET NOT NULL", "ALTER TABLE t DROP CONSTRAINT t_u_not_null"}},
		{[]string{"alter table t add a int, add b numeric(5, 2)"}, []string{"ALTER TABLE t add a int", "ALTER TABLE t add b numeric(5, 2)"}},
		{[]string{"update t set a = 1 where b or c"}, []string{"update t set a = 1 WHERE (b or c) AND {batch}"}},
		{[]string{"delete from t"}, []string{"delete from t WHERE {batch}"}},
		{[]string{"update t set a = o.x from o"}, nil},
		{[]string{"update t set a = (select x from o where o.id = 1)"}, []string{"update t set a = (select x from o where o.id = 1) WHERE {batch}"}},
		{[]string{"update t set a = a - (select avg(a) from t)"}, nil},
		{[]string{`delete from only a."T" x where x.k not in (select min(y.k) from "a"."T" y group by y.e)`}, nil},
		{[]string{"alter table t add a int", "update t set a = 1"}, []string{"alter table t add a int", "update t set a = 1 WHERE {batch}"}},
		{[]string{"alter table t alter column c type varchar(10)"}, []string{
			"ALTER TABLE t ADD COLUMN c_new varchar(10)",
			"CREATE FUNCTION t_c_new_sync() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.c_new := NEW.c; RETURN NEW; END $$",
			"CREATE TRIGGER t_c_new_sync BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION t_c_new_sync()",
			"UPDATE t SET c_new = c WHERE {batch}"}},
		{[]string{"alter table t alter c set data type int using c::int"}, nil},
		{[]string{"vacuum full t"}, nil},
		{[]string{""}, nil},
	} {
		a := InsteadOf(test.in)
		var got []string
		if a != nil {
			for _, s := range a.SQL {
				got = append(got, s.SQL)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q\n got %q\nwant %q", test.in, got, test.want)
		}
	}
}

// TestSets reads which columns an update changes.
func TestSets(t *testing.T) {
	for in, want := range map[string][]string{
		"update t set a = f(b, c), D = 1 where e = 2":            {"a", "d"},
		`update t x set (a, "B") = (select 1, 2), c[1] = 3`:      {"a", "b", "c"},
		"update only t set id = id + 1":                          {"id"},
		"delete from t where a = 1":                              nil,
		"update t set a = (select x from o where o.id = 1), b=2": {"a", "b"},
	} {
		a := InsteadOf([]string{in})
		if a == nil || !slices.Equal(a.SQL[0].Sets, want) {
			t.Errorf("%q: got %+v, want %q", in, a, want)
		}
	}
}

// FuzzInsteadOf checks that no statement, however odd, stops it.
func FuzzInsteadOf(f *testing.F) {
	for _, seed := range []string{"alter table t add column a int references b default 1", "create index", "alter table", "update t set", "alter table t alter a type", "delete from only", "alter table t add constraint", "reindex ("} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if a := InsteadOf([]string{text}); a != nil && len(a.SQL) == 0 {
			t.Errorf("%q: an alternative without statements", text)
		}
	})
}
