package migration

import (
	"slices"
	"strings"
)

// books are the tables in which tools note what they have run, each with a space on both sides.
const books = " schema_migrations ar_internal_metadata alembic_version flyway_schema_history goose_db_version " +
	"knex_migrations knex_migrations_lock _prisma_migrations django_migrations databasechangelog databasechangeloglock " +
	"SequelizeMeta __EFMigrationsHistory _sqlx_migrations __diesel_schema_migrations __drizzle_migrations "

// isBook reports whether a table, with or without its schema and quotes, is one in which a tool notes what it has run.
// Only the tool uses it, and what it says there of a way back is right.
func isBook(table string) bool {
	name := strings.Trim(table[strings.LastIndexByte(table, '.')+1:], `"`)
	return name != "" && strings.Contains(books, " "+name+" ")
}

// notes reports whether a statement ends a transaction or has to do with the tables of a tool.
func notes(sql string) bool {
	words := strings.FieldsFunc(sql, func(r rune) bool { return strings.ContainsRune(" \t\r\n.();,\"", r) })
	return len(words) == 0 || strings.EqualFold(words[0], "COMMIT") || strings.EqualFold(words[0], "END") || slices.ContainsFunc(words, isBook)
}

// Differences returns the lines of one description of tables that another has not, with a - or a + in front. What
// belongs to the books of tools is left out.
func Differences(before, now []string) (all []string) {
	only := func(sign string, lines, others []string) {
		for _, line := range lines {
			if !slices.Contains(others, line) && !slices.ContainsFunc(strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '.' || r == '"' }), isBook) {
				all = append(all, sign+line)
			}
		}
	}
	only("- ", before, now)
	only("+ ", now, before)
	return all
}
