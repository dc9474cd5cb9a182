package migration

import (
	"strings"

	"snag/analyze/source/sql"
)

// hasRange reports whether a statement changes only rows of which a column lies between two constants, as a batch does.
func hasRange(text string) bool {
	s := parse(text)
	at := 0
	for at < len(s.tokens) && s.word(at) != "where" {
		if s.word(at) == "select" {
			return false
		}
		at++
	}
	constant := func(i int) bool {
		if s.word(i) == "-" {
			i++
		}
		return i < len(s.tokens) && (s.tokens[i].Kind == sql.Number || s.tokens[i].Kind == sql.String || s.tokens[i].Kind == sql.Parameter)
	}
	above, below := map[string]bool{}, map[string]bool{}
	found := false
	for i := at + 1; i < len(s.tokens); i++ {
		name, next := s.word(i), i+2
		if s.word(next) == "=" {
			next++
		}
		switch operator := s.word(i + 1); {
		case name == "or" || name == "not" || name == "select":
			return false
		case s.tokens[i].Kind > sql.Quoted:
		case operator == "between" && constant(next):
			found = true
		case strings.HasPrefix(operator, ">") && constant(next):
			above[name] = true
		case strings.HasPrefix(operator, "<") && operator != "<>" && s.word(i+2) != ">" && constant(next):
			below[name] = true
		}
		found = found || above[name] && below[name]
	}
	return found
}
