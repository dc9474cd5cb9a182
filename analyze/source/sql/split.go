package sql

import (
	"strings"
	"unicode/utf8"

	"snag/analyze/lazyregexp"
)

// Statement is one statement of a script.
type Statement struct {
	// SQL is the statement without the semicolon, and without what stands before its first token.
	SQL  string
	Line int // of its first token, from 1
	// Copies reports whether it is a COPY FROM stdin, and Data are the lines that follow it.
	Copies bool
	Data   string
}

// copyIn finds the statements that data follow.
var copyIn = lazyregexp.New(`(?is)^copy\s.*\sfrom\s+stdin\b`)

// Split divides a script into statements, as psql does: quotes, dollar quotes, comments that nest, bodies of
// functions in BEGIN ATOMIC, and the data after COPY FROM stdin. Commands of psql are an *Error, but for
// \restrict and \unrestrict, which pg_dump writes.
func Split(text string) ([]Statement, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if !utf8.ValidString(text) {
		return nil, &Error{1 + strings.Count(validPrefix(text), "\n"), "this is not UTF-8"}
	}
	s := splitter{lexer: lexer{text: text}, line: 1}
	for {
		t, ok, err := s.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			s.end()
			return s.all, nil
		}
		if err := s.take(t); err != nil {
			return nil, err
		}
	}
}

// validPrefix is the text before the first byte that is not UTF-8.
func validPrefix(text string) string {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return text[:i]
			}
		}
	}
	return text
}

// splitter collects statements.
type splitter struct {
	lexer
	all     []Statement
	tokens  []Token // of the statement
	depth   int     // of parentheses
	atomic  int     // of BEGIN and CASE in the body of a function
	counted int     // up to which byte lines are counted
	line    int
}

// take puts a token to the statement, or ends it.
func (s *splitter) take(t Token) error {
	word := strings.ToLower(s.text[t.Start:t.End])
	switch {
	case t.Kind == backslash:
		return s.command(t)
	case word == ";" && s.depth <= 0 && s.atomic == 0:
		s.end()
		return s.data()
	case word == "(":
		s.depth++
	case word == ")":
		s.depth--
	case t.Kind == Word && s.makesFunction():
		last := ""
		if n := len(s.tokens); n > 0 {
			last = strings.ToLower(s.text[s.tokens[n-1].Start:s.tokens[n-1].End])
		}
		switch {
		case word == "atomic" && last == "begin" && s.atomic == 0, word == "case" && s.atomic > 0:
			s.atomic++
		case word == "end" && s.atomic > 0:
			s.atomic--
		}
	}
	s.tokens = append(s.tokens, t)
	return nil
}

// makesFunction reports whether the statement begins like one whose body can hold statements.
func (s *splitter) makesFunction() bool {
	if len(s.tokens) < 2 {
		return false
	}
	word := func(i int) string {
		if i >= len(s.tokens) {
			return ""
		}
		return strings.ToLower(s.text[s.tokens[i].Start:s.tokens[i].End])
	}
	at := 1
	if word(1) == "or" && word(2) == "replace" {
		at = 3
	}
	return word(0) == "create" && (word(at) == "function" || word(at) == "procedure")
}

// command goes past the commands of psql that dumps have, and refuses all others.
func (s *splitter) command(t Token) error {
	end := strings.IndexByte(s.text[t.Start:], '\n')
	if end < 0 {
		end = len(s.text) - t.Start
	}
	line := strings.TrimSpace(s.text[t.Start : t.Start+end])
	name, _, _ := strings.Cut(line, " ")
	if len(s.tokens) == 0 && (name == `\restrict` || name == `\unrestrict`) {
		s.at = t.Start + end
		return nil
	}
	if len(name) > 30 {
		name = name[:30]
	}
	return s.fail(t.Start, "%q is a command of psql, not SQL: only psql understands it", strings.ToValidUTF8(name, ""))
}

// end ends the statement.
func (s *splitter) end() {
	if len(s.tokens) > 0 {
		start := s.tokens[0].Start
		s.line += strings.Count(s.text[s.counted:start], "\n")
		s.counted = start
		s.all = append(s.all, Statement{SQL: s.text[start:s.tokens[len(s.tokens)-1].End], Line: s.line})
	}
	s.tokens, s.depth, s.atomic = s.tokens[:0], 0, 0
}

// data reads the lines after a COPY FROM stdin that has just ended.
func (s *splitter) data() error {
	if len(s.all) == 0 || s.all[len(s.all)-1].Copies || !copyIn.MatchString(s.all[len(s.all)-1].SQL) {
		return nil
	}
	last := &s.all[len(s.all)-1]
	begin := strings.IndexByte(s.text[s.at:], '\n')
	if begin < 0 {
		return s.fail(s.at, "COPY FROM stdin without data after it")
	}
	start := s.at + begin + 1
	for at := start; at <= len(s.text); {
		end := strings.IndexByte(s.text[at:], '\n')
		line := s.text[at:]
		if end >= 0 {
			line = s.text[at : at+end]
		}
		if strings.TrimSuffix(line, "\r") == `\.` {
			last.Copies, last.Data, s.at = true, s.text[start:at], min(len(s.text), at+len(line)+1)
			return nil
		}
		if end < 0 {
			break
		}
		at += end + 1
	}
	return s.fail(s.at, `the data of COPY do not end with a line \.`)
}
