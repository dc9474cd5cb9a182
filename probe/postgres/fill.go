package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Filled says what became of the rows of a table.
type Filled struct {
	Table string
	Rows  int64
	// Why says why there are fewer than asked for, "" where there are as many.
	Why string
}

// filler fills the tables of one database.
type filler struct {
	conn   *Conn
	tables []Table
	later  map[string]*Table // the same tables after the migration: what then must hold, is to hold now
	rows   int64
	filled map[string]int64 // rows by table
	exact  map[string]bool  // the rows are those of g from 1 to rows
	keys   int              // of tables of keys
	grow   []string         // tables that get rows beside those that they have
	out    []Filled
}

// Fill fills the named tables, and those that they refer to, with rows that are made from their definitions, the
// same for each run. A table that has rows keeps them, and gets others only if it is among grow. What must hold in
// later, the catalog after a migration, holds as well: the migration could not run otherwise.
func (c *Conn) Fill(ctx context.Context, names, grow []string, rows int64, later []Table) ([]Filled, error) {
	tables, err := c.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	f := &filler{conn: c, tables: tables, later: map[string]*Table{}, rows: rows, filled: map[string]int64{}, exact: map[string]bool{}, grow: grow}
	for i := range later {
		f.later[later[i].Name] = &later[i]
	}
	// Triggers, those of foreign keys among them, cost time; the rows are right without. Not every user may say so.
	c.Query(ctx, "set session_replication_role = replica")
	for _, name := range names {
		if err := f.table(ctx, name, 0); err != nil {
			return nil, err
		}
	}
	if _, err := c.Query(ctx, "reset session_replication_role; analyze"); err != nil {
		return nil, err
	}
	c.Query(ctx, "checkpoint")
	return f.out, nil
}

func (f *filler) find(name string) *Table {
	i := slices.IndexFunc(f.tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &f.tables[i]
}

// leaves are the tables that hold the rows of a table: itself, or its partitions.
func (f *filler) leaves(t *Table) []*Table {
	if t.Kind != "p" {
		return []*Table{t}
	}
	var all []*Table
	for i := range f.tables {
		if f.tables[i].Parent == t.Name {
			all = append(all, f.leaves(&f.tables[i])...)
		}
	}
	return all
}

// table fills a table, after those that it refers to.
func (f *filler) table(ctx context.Context, name string, depth int) error {
	t := f.find(name)
	if _, done := f.filled[name]; t == nil || done || depth > 50 {
		return nil
	}
	if t.Parent != "" {
		return f.table(ctx, t.Parent, depth+1) // which fills all its partitions
	}
	f.filled[name] = -1 // that it is under way
	for _, r := range f.references(t) {
		if err := f.table(ctx, r.Table, depth+1); err != nil {
			return err
		}
	}
	has, err := f.conn.Query(ctx, "select count(*) from "+name)
	if err != nil {
		return err
	}
	if has[0][0] != "0" {
		n, _ := strconv.ParseInt(has[0][0], 10, 64)
		f.filled[name] = n
		if slices.Contains(f.grow, name) && n < f.rows {
			return f.more(ctx, t, n)
		}
		f.out = append(f.out, Filled{Table: name, Rows: n, Why: "it has rows from the schema, which were kept"})
		return nil
	}
	leaves := f.leaves(t)
	var total int64
	var why string
	for i, leaf := range leaves {
		n := f.rows / int64(len(leaves))
		got, reason := f.insert(ctx, leaf, 1+int64(i)*n, n, false)
		total += got
		if why == "" {
			why = reason
		}
	}
	f.filled[name], f.exact[name] = total, total == f.rows && len(leaves) == 1
	if total >= f.rows-int64(len(leaves)) {
		why = ""
	}
	f.out = append(f.out, Filled{Table: name, Rows: total, Why: why})
	return ctx.Err()
}

// beyond is where the numbers of rows begin that come beside those of the schema.
const beyond = 1_000_000

// more adds rows to a table that has some.
func (f *filler) more(ctx context.Context, t *Table, has int64) error {
	leaves := f.leaves(t)
	why := ""
	for i, leaf := range leaves {
		n := (f.rows - has) / int64(len(leaves))
		if _, reason := f.insert(ctx, leaf, beyond+int64(i)*n, n, true); why == "" {
			why = reason
		}
	}
	now, err := f.conn.Query(ctx, "select count(*) from "+t.Name)
	if err != nil {
		return err
	}
	n, _ := strconv.ParseInt(now[0][0], 10, 64)
	if n >= f.rows-int64(len(leaves)) {
		why = ""
	}
	f.filled[t.Name] = n
	f.out = append(f.out, Filled{Table: t.Name, Rows: n, Why: why})
	return ctx.Err()
}

// references are the foreign keys of a table now and after the migration.
func (f *filler) references(t *Table) []Reference {
	all := slices.Clone(t.References)
	if later := f.later[t.Name]; later != nil {
		for _, r := range later.References {
			target := f.find(r.Table)
			if target != nil && !slices.ContainsFunc(r.Columns, func(name string) bool { return t.Column(name) == nil }) && !slices.ContainsFunc(r.Keys, func(name string) bool { return target.Column(name) == nil }) {
				all = append(all, r)
			}
		}
	}
	return all
}

// insert makes rows in a table without partitions, from g = first on. It returns how many it made, and why
// there are fewer than asked for. With kept, the table has rows that must stay.
func (f *filler) insert(ctx context.Context, t *Table, first, count int64, kept bool) (int64, string) {
	conditions := slices.Clone(t.Checks)
	if t.Bound != "" {
		conditions = append(conditions, t.Bound)
	}
	unique := slices.Clone(t.Unique)
	if later := f.later[t.Name]; later != nil {
		demands := slices.Clone(later.Checks)
		if later.Bound != "" { // it becomes a partition
			demands = append(demands, later.Bound)
		}
		for _, demand := range demands {
			if !slices.Contains(conditions, demand) && f.knows(ctx, t, demand) {
				conditions = append(conditions, demand)
			}
		}
		unique = append(unique, later.Unique...)
	}
	all := f.values(ctx, t, hintsOf(conditions))
	count = f.spread(t, unique, all, count)
	var names, into []string
	for i := range t.Columns {
		c := &t.Columns[i]
		if v, ok := all[c.Name]; ok {
			names = append(names, c.Name)
			into = append(into, "("+v.expression+")::"+c.Shown+" as "+Quote(c.Name))
		}
	}
	where := ""
	for i, condition := range conditions {
		where += map[bool]string{true: " where ", false: " and "}[i == 0] + "(" + condition + ") is not false"
	}
	// Where conditions leave out some rows, more are tried.
	for _, more := range []int64{1, 8, 64} {
		statement := fmt.Sprintf("insert into %s (%s) overriding system value select * from (select %s from generate_series(%d::bigint, %d::bigint) g) as made%s limit %d on conflict do nothing",
			t.Name, columnList(names), strings.Join(into, ", "), first, first+count*more-1, where, count)
		if len(names) == 0 {
			statement = fmt.Sprintf("insert into %s select from generate_series(1, %d)", t.Name, count)
		}
		if _, err := f.conn.Query(ctx, statement); err != nil {
			return 0, "no rows can be made for it: " + err.Error()
		}
		made, err := f.conn.Query(ctx, "select count(*) from "+t.Name)
		if err != nil {
			return 0, err.Error()
		}
		n, _ := strconv.ParseInt(made[0][0], 10, 64)
		if n >= count || where == "" || more == 64 || kept {
			f.advance(ctx, t)
			return n, "its constraints allow no more, or are not understood"
		}
		if _, err := f.conn.Query(ctx, "truncate "+t.Name); err != nil { // with gaps, the numbers of rows tell nothing
			f.conn.Query(ctx, "delete from "+t.Name)
		}
	}
	return 0, ""
}

// knows reports whether a condition can be asked of the table as it is.
func (f *filler) knows(ctx context.Context, t *Table, condition string) bool {
	_, err := f.conn.Query(ctx, "select from "+t.Name+" where "+condition+" limit 0")
	return err == nil
}

// values are how the columns of a table are filled, those without a value left out.
func (f *filler) values(ctx context.Context, t *Table, hints map[string]*hint) map[string]value {
	all := map[string]value{}
	for i := range t.Columns {
		if c := &t.Columns[i]; !c.Generated {
			all[c.Name] = values(c, hints[c.Name])
		}
	}
	for _, r := range f.references(t) {
		rows := f.filled[r.Table]
		target := f.find(r.Table)
		switch {
		case target == nil:
		case rows == 0: // there is nothing to refer to
			for _, name := range r.Columns {
				all[name] = value{"null", 1}
			}
		case rows < 0 || f.exact[r.Table]:
			// The row with the same number, whose key is known without a look at it.
			hints := hintsOf(target.Checks)
			for i, name := range r.Columns {
				if c := target.Column(r.Keys[i]); c != nil && !c.Generated && t.Name != r.Table {
					all[name] = f.keyOf(ctx, target, c, hints, 0)
				}
			}
		default:
			f.keys++
			table := fmt.Sprintf("snag_keys_%d", f.keys)
			if _, err := f.conn.Query(ctx, fmt.Sprintf("create temp table %s as select row_number() over () as snag_n, %s from %s; create unique index on %s (snag_n); analyze %s", table, columnList(r.Keys), r.Table, table, table)); err != nil {
				continue
			}
			for i, name := range r.Columns {
				all[name] = value{fmt.Sprintf("(select %s from pg_temp.%s where snag_n = 1 + (g - 1)%%%d)", Quote(r.Keys[i]), table, rows), rows}
			}
		}
	}
	return all
}

// keyOf is how a column of a table is filled to which others refer, through the foreign keys of that.
func (f *filler) keyOf(ctx context.Context, t *Table, c *Column, hints map[string]*hint, depth int) value {
	for _, r := range f.references(t) {
		i := slices.Index(r.Columns, c.Name)
		target := f.find(r.Table)
		if i < 0 || target == nil || target == t || !f.exact[r.Table] || depth > 20 {
			continue
		}
		if key := target.Column(r.Keys[i]); key != nil {
			return f.keyOf(ctx, target, key, hintsOf(target.Checks), depth+1)
		}
	}
	return values(c, hints[c.Name])
}

// spread makes the columns of unique keys differ together where each has few values, and returns how many rows
// that allows.
func (f *filler) spread(t *Table, unique [][]string, all map[string]value, count int64) int64 {
	done := map[string]bool{}
	for _, key := range unique {
		most, free := int64(1), false
		for _, name := range key {
			v, ok := all[name]
			if !ok || v.distinct == 0 || v.expression == "null" {
				free = true
				break
			}
			if v.distinct > 0 && most < 1<<40 {
				most *= v.distinct
			}
		}
		if free || len(key) == 0 {
			continue
		}
		count = min(count, most)
		step := int64(1)
		for _, name := range key {
			v := all[name]
			if step > 1 && !done[name] && v.distinct > 0 {
				// The next digit of a number whose digits have as many values as the columns.
				v.expression = digit(v.expression, step)
				all[name], done[name] = v, true
			}
			step *= max(1, v.distinct)
		}
	}
	return count
}

// digit puts g / step for g.
func digit(expression string, step int64) string {
	return fmt.Sprintf("(select %s from (select 1 + (g - 1) / %d as g) as snag_d)", expression, step)
}

// advance sets the sequences of a table behind its rows.
func (f *filler) advance(ctx context.Context, t *Table) {
	for _, c := range t.Columns {
		if c.Sequence != "" {
			f.conn.Query(ctx, fmt.Sprintf("select setval(%s, (select coalesce(max(%s), 0) + 1 from %s), false)", Literal(c.Sequence), Quote(c.Name), t.Name))
		}
	}
}
