package migration

// batch stands for the condition that chooses the rows of a batch.
const batch = "{batch}"

// batches divides a change of rows. It returns nil where the batches could do something else than the whole: where
// what is written, or which rows are chosen, follows from other rows of the table, which earlier batches have changed.
func (s statement) batches() []Instead {
	at := 1
	if s.word(0) == "delete" {
		at = 2
	}
	if s.word(at) == "only" {
		at++
	}
	end := s.name(at)
	table := s.between(at, end)
	where, set, depth := -1, -1, 0
	for i := end; i < len(s.tokens); i++ {
		switch s.word(i) {
		case "(":
			depth++
		case ")":
			depth--
		case "set":
			if depth == 0 && set < 0 {
				set = i
			}
		case "where":
			if depth == 0 && where < 0 {
				where = i
			}
		case "returning", "using", "with":
			if depth == 0 {
				return nil
			}
		case "from":
			if depth == 0 && s.word(0) == "update" {
				return nil
			}
		}
	}
	if s.reads(table, end) {
		return nil
	}
	one := Instead{SQL: s.text + " WHERE " + batch, Batch: table}
	if where > 0 {
		one.SQL = s.between(0, where) + " WHERE (" + s.from(where+1) + ") AND " + batch
	}
	if set > 0 {
		last := len(s.tokens)
		if where > 0 {
			last = where
		}
		one.Sets = s.sets(set+1, last)
	}
	return []Instead{one}
}

// reads reports whether a query within the statement, from a token on, names the table.
func (s statement) reads(table string, from int) bool {
	query := false
	for i := from; i < len(s.tokens); {
		end := s.name(i)
		query = query || s.word(i) == "select"
		if query && plainName(s.between(i, min(end, len(s.tokens)))) == plainName(table) {
			return true
		}
		i = end
	}
	return false
}

// sets are the columns that assignments between two tokens change.
func (s statement) sets(from, to int) (columns []string) {
	begins, depth := true, 0 // begins reports whether an assignment does
	for i := from; i < to; i++ {
		word := s.word(i)
		switch {
		case word == "(" && begins: // (a, b) = ...
			for i++; i < to && s.word(i) != ")"; i++ {
				if s.word(i) != "," {
					columns = append(columns, plainName(s.word(i)))
				}
			}
		case word == "(" || word == "[":
			depth++
		case word == ")" || word == "]":
			depth--
		case begins:
			columns = append(columns, plainName(word))
		}
		begins = word == "," && depth == 0
	}
	return columns
}
