package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Column is a column of a table, as far as values for it depend on that.
type Column struct {
	Name      string  `json:"name"`
	Type      string  `json:"type"` // as format_type shows it, of the base type where the type is a domain
	Base      string  `json:"base"` // its name in pg_type
	Shown     string  `json:"shown"`
	Kind      string  `json:"kind"` // of pg_type.typtype: b, e, c, d, r or m
	Element   *Column `json:"element,omitempty"`
	NotNull   bool    `json:"not_null"`
	Generated bool    `json:"generated"`
	Labels    int     `json:"labels"` // of an enumeration
	Sequence  string  `json:"sequence"`
	// Identity reports whether only OVERRIDING SYSTEM VALUE sets it.
	Identity bool `json:"identity"`
}

// Reference is a foreign key.
type Reference struct {
	Columns []string `json:"columns"`
	Table   string   `json:"table"`
	Keys    []string `json:"keys"`
}

// Table is a table that can hold rows.
type Table struct {
	Name       string      `json:"name"` // qualified and quoted where that is needed
	Kind       string      `json:"kind"` // r, p for one with partitions
	Parent     string      `json:"parent"`
	Bound      string      `json:"bound"` // the condition of a partition
	Columns    []Column    `json:"columns"`
	Unique     [][]string  `json:"unique"`
	Checks     []string    `json:"checks"`
	References []Reference `json:"refs"`
	Primary    []string    `json:"primary"`
	Bytes      int64       `json:"bytes"`
	HasRows    bool        `json:"-"`
}

// Column returns the column with a name, nil when there is none.
func (t *Table) Column(name string) *Column {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Columns[i]
}

// columnFields are the members of a Column for the type t, a for its attribute.
const typeFields = `'type', format_type(coalesce(nullif(b.oid, 0), t.oid), null), 'base', b.typname, 'kind', b.typtype, 'labels', (select count(*) from pg_enum e where e.enumtypid = b.oid)`

var catalogQuery = `
select coalesce(json_agg(x), '[]') from (
select c.oid::regclass::text as name, c.relkind as kind, coalesce((select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid and c.relispartition), '') as parent,
	coalesce(case when c.relispartition then pg_get_partition_constraintdef(c.oid) end, '') as bound,
	(select coalesce(json_agg(json_build_object('name', a.attname, 'shown', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull or t.typnotnull, 'generated', a.attgenerated <> '',
		'identity', a.attidentity <> '', 'sequence', coalesce(pg_get_serial_sequence(c.oid::regclass::text, a.attname), ''), ` + typeFields + `,
		'element', case when b.typcategory = 'A' then (select json_build_object('shown', format_type(t.oid, null), ` + typeFields + `) from pg_type t join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid) where t.oid = (select bb.typelem from pg_type bb where bb.oid = a.atttypid or bb.oid = b.oid order by bb.typelem desc limit 1)) end)
		order by a.attnum), '[]') from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid) where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
	(select coalesce(json_agg((select coalesce(json_agg(a.attname), '[]') from unnest(i.indkey::int2[]) with ordinality k(n, o) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n where k.o <= i.indnkeyatts)), '[]') from pg_index i where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)) as unique,
	(select coalesce(json_agg(pg_get_expr(k.conbin, k.conrelid)), '[]') from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks,
	(select coalesce(json_agg(json_build_object('table', k.confrelid::regclass::text,
		'columns', (select json_agg(a.attname order by u.o) from unnest(k.conkey) with ordinality u(n, o) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n),
		'keys', (select json_agg(a.attname order by u.o) from unnest(k.confkey) with ordinality u(n, o) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n))), '[]')
		from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0) as refs,
	(select coalesce((select json_agg(a.attname order by u.o) from pg_index i, unnest(i.indkey::int2[]) with ordinality u(n, o), pg_attribute a where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = u.n and u.o <= i.indnkeyatts), '[]')) as primary,
	pg_total_relation_size(c.oid) as bytes
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_%' and c.relpersistence <> 't'
	and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
order by c.oid) x`

// Catalog reads the tables of the database, by the order in which they were made.
func (c *Conn) Catalog(ctx context.Context) ([]Table, error) {
	rows, err := c.Query(ctx, catalogQuery)
	if err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	var tables []Table
	if err := json.Unmarshal([]byte(rows[0][0]), &tables); err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	return tables, nil
}

// columns quotes names of columns in a list.
func columnList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = Quote(name)
	}
	return strings.Join(quoted, ", ")
}
