package sql

import (
	"strings"

	"snag/analyze/lazyregexp"
)

// Parts are the sections of a file of migrations by the comments of goose, dbmate and sql-migrate. In each, the
// lines of the others are empty, so that lines keep their numbers.
type Parts struct {
	Up, Down string
	// Tool is whose comments they are, "" for a file that has none, which is Up as a whole.
	Tool string
	// Wrapped reports whether the tool runs the file in one transaction.
	Wrapped bool
}

// sectionComment is a line that begins a section, or says something about it.
var sectionComment = lazyregexp.New(`(?i)^\s*--\s*(\+goose|\+migrate|migrate:)\s*(up|down|no transaction|statementbegin|statementend)\b(.*)$`)

// Sections divides a file by such comments.
func Sections(text string) Parts {
	p := Parts{Wrapped: true}
	var up, down strings.Builder
	into := &up
	for line := range strings.Lines(text) {
		rest := "\n"
		if match := sectionComment.FindStringSubmatch(strings.TrimRight(line, "\r\n")); match != nil {
			switch word := strings.ToLower(match[2]); {
			case word == "up":
				into, p.Tool = &up, toolOf(match[1])
			case word == "down":
				into, p.Tool = &down, toolOf(match[1])
			case word == "no transaction":
				p.Wrapped = false
			}
			options := strings.ToLower(match[3])
			if strings.Contains(options, "notransaction") || strings.Contains(strings.ReplaceAll(options, " ", ""), "transaction:false") {
				p.Wrapped = false
			}
		} else {
			rest = line
		}
		other := &down
		if into == &down {
			other = &up
		}
		into.WriteString(rest)
		other.WriteString("\n")
	}
	if p.Tool == "" {
		return Parts{Up: text}
	}
	p.Up, p.Down = up.String(), down.String()
	return p
}

func toolOf(mark string) string {
	switch strings.ToLower(mark) {
	case "+goose":
		return "goose"
	case "+migrate":
		return "sql-migrate"
	}
	return "dbmate"
}
