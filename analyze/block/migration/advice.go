package migration

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/sql"
)

// Alternative is another way to the same schema. It is advice only once it was tried.
type Alternative struct {
	// SQL are the statements, each of which is a transaction of its own.
	SQL []Instead
}

// Instead is a statement of an alternative.
type Instead struct {
	SQL string
	// Batch is the table whose rows the statement changes in batches: it holds {batch} where the condition on the
	// key stands. "" for a statement that runs once.
	Batch string
	// Sets are the columns that a statement in batches changes. By one of them no batches can be made: a row that gets
	// another key comes again in a later batch.
	Sets []string
}

// InsteadOf returns what leads to the same as statements of one transaction, nil where nothing is known that could be
// better. Statements that need no change stay, each in a transaction of its own.
func InsteadOf(statements []string) *Alternative {
	a := &Alternative{}
	changed := false
	for _, text := range statements {
		one := insteadOf(text)
		changed = changed || one != nil
		if one == nil {
			one = []Instead{{SQL: text}}
		}
		a.SQL = append(a.SQL, one...)
	}
	if !changed && len(statements) < 2 {
		return nil
	}
	return a
}

// statement is a statement by its tokens.
type statement struct {
	text   string
	tokens []sql.Token
}

func (s statement) word(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return strings.ToLower(s.text[s.tokens[i].Start:s.tokens[i].End])
}

// is reports whether words stand from a token on.
func (s statement) is(at int, words ...string) bool {
	for i, word := range words {
		if s.word(at+i) != word {
			return false
		}
	}
	return true
}

// from is the text from a token on, and between that from one token to before another.
func (s statement) from(i int) string {
	if i >= len(s.tokens) {
		return ""
	}
	return s.text[s.tokens[i].Start:]
}

func (s statement) between(i, j int) string {
	if i >= j || j > len(s.tokens) {
		return ""
	}
	return s.text[s.tokens[i].Start:s.tokens[j-1].End]
}

// closing is the index of the token that closes the parenthesis at i, or the end.
func (s statement) closing(i int) int {
	depth := 0
	for ; i < len(s.tokens); i++ {
		switch s.word(i) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s.tokens) - 1
}

// name goes past a name, which may be qualified.
func (s statement) name(i int) int {
	i++
	for s.word(i) == "." {
		i += 2
	}
	return i
}

func parse(text string) statement { return statement{text, sql.Tokens(text)} }

func once(texts ...string) []Instead {
	var all []Instead
	for _, text := range texts {
		all = append(all, Instead{SQL: text})
	}
	return all
}

// insteadOf returns what may stand for one statement, nil for nothing.
func insteadOf(text string) []Instead {
	s := parse(text)
	switch s.word(0) {
	case "create":
		at := 1
		if s.word(at) == "unique" {
			at++
		}
		if s.word(at) == "index" && s.word(at+1) != "concurrently" {
			return once(s.between(0, at+1) + " CONCURRENTLY " + s.from(at+1))
		}
	case "drop":
		if s.is(1, "index") && s.word(2) != "concurrently" {
			return once("DROP INDEX CONCURRENTLY " + s.from(2))
		}
	case "reindex":
		at := 1
		if s.word(at) == "(" {
			at = s.closing(at) + 1
		}
		if s.word(at+1) != "concurrently" {
			return once(s.between(0, at+1) + " CONCURRENTLY " + s.from(at+1))
		}
	case "refresh":
		if s.is(1, "materialized", "view") && s.word(3) != "concurrently" {
			return once("REFRESH MATERIALIZED VIEW CONCURRENTLY " + s.from(3))
		}
	case "update", "delete":
		return s.batches()
	case "alter":
		return s.alterTable()
	}
	return nil
}

// alterTable looks at each action of ALTER TABLE by itself.
func (s statement) alterTable() []Instead {
	if s.word(1) != "table" {
		return nil
	}
	at := 2
	for slices.Contains([]string{"if", "exists", "only"}, s.word(at)) {
		at++
	}
	end := s.name(at)
	table := s.between(at, end)
	if s.word(end) == "*" {
		end++
	}
	var actions []statement
	begin, depth := end, 0
	for i := end; i <= len(s.tokens); i++ {
		switch s.word(i) {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		}
		if i == len(s.tokens) || s.word(i) == "," && depth == 0 {
			actions = append(actions, parse(s.between(begin, i)))
			begin = i + 1
		}
	}
	var all []Instead
	changed := len(actions) > 1
	for _, a := range actions {
		one := a.action(table)
		changed = changed || one != nil
		if one == nil {
			one = once("ALTER TABLE " + table + " " + a.text)
		}
		all = append(all, one...)
	}
	if !changed {
		return nil
	}
	return all
}

// unusual is what names in quotes may have.
var unusual = lazyregexp.New(`[^a-z0-9_]+`)

// plainName is the last part of a name without quotes, for names that are made of it.
func plainName(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.Trim(unusual.ReplaceAllString(strings.ToLower(name), "_"), "_")
}

// shortName keeps a name that is made within what the server takes.
func shortName(parts ...string) string {
	name := strings.Trim(strings.Join(parts, "_"), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "c_" + name
	}
	return name[:min(len(name), 60)]
}

// action returns what may stand for an action of ALTER TABLE.
func (a statement) action(table string) []Instead {
	alter := "ALTER TABLE " + table + " "
	switch {
	case a.is(0, "alter"):
		at := 1
		if a.word(at) == "column" {
			at++
		}
		column := a.between(at, at+1)
		switch {
		case a.is(at+1, "set", "not", "null"):
			name := shortName(plainName(table), plainName(column), "not_null")
			return once(alter+"ADD CONSTRAINT "+name+" CHECK ("+column+" IS NOT NULL) NOT VALID", alter+"VALIDATE CONSTRAINT "+name, alter+"ALTER COLUMN "+column+" SET NOT NULL", alter+"DROP CONSTRAINT "+name)
		case a.is(at+1, "type"), a.is(at+1, "set", "data", "type"):
			return a.expand(table, column, at)
		}
	case a.is(0, "add"):
		at, name := 1, ""
		if a.word(at) == "constraint" {
			name = a.between(2, 3)
			at = 3
		}
		switch a.word(at) {
		case "check", "foreign":
			if strings.Contains(strings.ToLower(a.text), "not valid") {
				return nil
			}
			if name == "" {
				name = shortName(plainName(table), map[string]string{"check": "check", "foreign": plainName(a.between(at+3, at+4)) + "_fkey"}[a.word(at)])
			}
			return once(alter+"ADD CONSTRAINT "+name+" "+a.from(at)+" NOT VALID", alter+"VALIDATE CONSTRAINT "+name)
		case "unique", "primary":
			return a.unique(table, name, at)
		case "column", "if", "exclude":
			if a.word(at) == "exclude" {
				return nil
			}
		}
		if name == "" {
			return a.addColumn(table)
		}
	}
	return nil
}

// unique builds the index of a constraint first.
func (a statement) unique(table, name string, at int) []Instead {
	kind, open := "UNIQUE", at+1
	if a.word(at) == "primary" {
		kind, open = "PRIMARY KEY", at+2
	}
	if a.word(open) != "(" {
		return nil // USING INDEX, or NULLS NOT DISTINCT
	}
	if name == "" {
		name = shortName(plainName(table), map[string]string{"UNIQUE": plainName(a.between(open+1, open+2)) + "_key", "PRIMARY KEY": "pkey"}[kind])
	}
	end := a.closing(open)
	return once(fmt.Sprintf("CREATE UNIQUE INDEX CONCURRENTLY %s ON %s %s", name, table, a.between(open, end+1)),
		strings.TrimSpace(fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s %s USING INDEX %s %s", table, name, kind, name, a.from(end+1))))
}

// addColumn divides a column with a default that has to be computed for each row, or with a foreign key.
func (a statement) addColumn(table string) []Instead {
	at := 1
	for slices.Contains([]string{"column", "if", "not", "exists"}, a.word(at)) {
		at++
	}
	column := a.between(at, at+1)
	alter := "ALTER TABLE " + table + " "
	value, reference, notNull := -1, -1, -1
	depth := 0
	for i := at + 1; i < len(a.tokens); i++ {
		switch a.word(i) {
		case "(":
			depth++
		case ")":
			depth--
		case "default":
			if depth == 0 {
				value = i
			}
		case "references":
			if depth == 0 {
				reference = i
			}
		case "not":
			if depth == 0 && a.word(i+1) == "null" {
				notNull = i
			}
		case "generated", "unique", "primary", "check", "constraint", "collate":
			if depth == 0 {
				return nil
			}
		}
	}
	kindEnd := len(a.tokens)
	for _, i := range []int{value, reference, notNull} {
		if i > 0 {
			kindEnd = min(kindEnd, i)
		}
	}
	kind := a.between(at+1, kindEnd)
	switch {
	case reference > 0 && value < 0 && notNull < 0:
		name := shortName(plainName(table), plainName(column), "fkey")
		return once(alter+"ADD COLUMN "+column+" "+kind, alter+"ADD CONSTRAINT "+name+" FOREIGN KEY ("+column+") "+a.from(reference)+" NOT VALID", alter+"VALIDATE CONSTRAINT "+name)
	case value > 0 && reference < 0:
		end := len(a.tokens)
		if notNull > value {
			end = notNull
		}
		all := append(once(alter+"ADD COLUMN "+column+" "+kind, alter+"ALTER COLUMN "+column+" SET DEFAULT "+a.between(value+1, end)),
			Instead{SQL: "UPDATE " + table + " SET " + column + " = DEFAULT WHERE " + column + " IS NULL AND " + batch, Batch: table})
		if notNull > 0 {
			all = append(all, parse("ALTER COLUMN "+column+" SET NOT NULL").action(table)...)
		}
		return all
	}
	return nil
}

// expand adds a column of the new type beside the old one and keeps it in step; the old one goes with a later
// migration, when the application uses the new one.
func (a statement) expand(table, column string, at int) []Instead {
	begin := at + 2
	if a.word(at+1) == "set" {
		begin = at + 4
	}
	kind := a.from(begin)
	for i := begin; i < len(a.tokens); i++ {
		if a.word(i) == "using" {
			return nil // an expression with names of columns, which a trigger would have to spell otherwise
		}
	}
	added := shortName(plainName(column), "new")
	function := shortName(plainName(table), added, "sync")
	// The value is assigned, as a change of the type does it: a cast would cut off what is too long.
	return append(once("ALTER TABLE "+table+" ADD COLUMN "+added+" "+kind,
		fmt.Sprintf("CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.%s := NEW.%s; RETURN NEW; END $$", function, added, column),
		fmt.Sprintf("CREATE TRIGGER %s BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION %s()", function, table, function)),
		Instead{SQL: fmt.Sprintf("UPDATE %s SET %s = %s WHERE %s", table, added, column, batch), Batch: table})
}

// Worst is the longest time that a measured way keeps others waiting, at the size in production, and whether that
// grows with the rows; zero when nobody waits.
func (m Measured) Worst(p Policy) (worst Held) {
	for _, h := range m.Holds(p) {
		if h.Production >= worst.Production {
			worst = h
		}
	}
	return worst
}

// Better reports whether an alternative keeps others waiting for much less than what it stands for: no longer for a
// time that grows, or for less than half of it.
func Better(old, instead Held, p Policy) bool {
	if instead.Growth != Grows && old.Growth == Grows {
		return instead.Judge(p) == Harmless
	}
	return instead.Judge(p) != Blocks && !instead.Vague && instead.Production < old.Production/2
}
