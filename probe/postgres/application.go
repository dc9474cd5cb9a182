package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Application returns what an application may send that names each column of the tables: a SELECT, an INSERT of a
// row that Fill with as many rows has not made, and an UPDATE of each.
func (c *Conn) Application(ctx context.Context, names []string, rows int64) ([]string, error) {
	tables, err := c.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	f := &filler{conn: c, tables: tables, later: map[string]*Table{}, rows: rows, filled: map[string]int64{}, exact: map[string]bool{}}
	for i := range tables {
		// References lead to the first row.
		f.filled[tables[i].Name], f.exact[tables[i].Name] = rows, true
	}
	var all []string
	for i := range tables {
		t := &tables[i]
		if !slices.Contains(names, t.Name) || len(t.Columns) == 0 || t.Parent != "" {
			continue
		}
		var columns, into, expressions, sets []string
		filled := f.values(ctx, t, hintsOf(t.Checks))
		for _, column := range t.Columns {
			columns = append(columns, column.Name)
			v, ok := filled[column.Name]
			if !ok || column.Identity || column.Sequence != "" {
				continue
			}
			g := rows + 1
			if slices.ContainsFunc(t.References, func(r Reference) bool { return slices.Contains(r.Columns, column.Name) }) {
				g = 1
			}
			into = append(into, column.Name)
			sets = append(sets, Quote(column.Name)+" = "+Quote(column.Name))
			expressions = append(expressions, fmt.Sprintf("(select (%s)::%s from (select %d::bigint as g) as snag_g)", v.expression, column.Shown, g))
		}
		all = append(all, "SELECT "+columnList(columns)+" FROM "+t.Name+" LIMIT 1")
		if into != nil {
			all = append(all, "INSERT INTO "+t.Name+" ("+columnList(into)+") SELECT "+strings.Join(expressions, ", "), "UPDATE "+t.Name+" SET "+strings.Join(sets, ", ")+" WHERE false")
		}
	}
	return all, nil
}

// shapeQuery lists everything that a migration can change about tables.
const shapeQuery = `
select 'column ' || c.oid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
	from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
	where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_%'
union all select 'index ' || pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' (invalid)' end from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
	where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_%'
union all select 'constraint ' || k.conname || ' on ' || k.conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k join pg_namespace n on n.oid = k.connamespace
	where k.conrelid <> 0 and n.nspname not in ('pg_catalog', 'information_schema')
union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
order by 1`

// Shape describes the tables with all that belongs to them, a line for each thing, in order.
func (c *Conn) Shape(ctx context.Context) ([]string, error) {
	rows, err := c.Query(ctx, shapeQuery)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, row := range rows {
		all = append(all, row[0])
	}
	return all, nil
}

// Contents returns for each column of the tables how many values it holds and a sum over them, by the name of table
// and column.
func (c *Conn) Contents(ctx context.Context, names []string) (map[string]string, error) {
	tables, err := c.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, t := range tables {
		if !slices.Contains(names, t.Name) {
			continue
		}
		for _, column := range t.Columns {
			name := Quote(column.Name)
			rows, err := c.Query(ctx, fmt.Sprintf("select count(%s), coalesce(sum(hashtextextended(%s::text, 0)::numeric), 0) from %s", name, name, t.Name))
			if err != nil {
				return nil, err
			}
			all[t.Name+"."+column.Name] = rows[0][0] + " " + rows[0][1]
		}
	}
	return all, nil
}
