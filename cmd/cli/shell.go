package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"snag/cmd/report"
)

// ShellWords splits a line as a shell does, with quotes, $'...' and backslashes, and without
// expansions.
func ShellWords(line string) ([]string, error) {
	var words []string
	var b strings.Builder
	inWord := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line):
			i++
			if line[i] != '\n' {
				b.WriteByte(line[i])
				inWord = true
			}
		case c == '\'' || c == '$' && i+1 < len(line) && line[i+1] == '\'':
			ansi := c == '$'
			if ansi {
				i++
			}
			end := i + 1
			for end < len(line) && line[end] != '\'' {
				if ansi && line[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(line) {
				return nil, errors.New("a quote is not closed")
			}
			text := line[i+1 : end]
			if ansi {
				// Escapes are those of Go, except for the quote.
				plain, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.ReplaceAll(text, `\'`, `'`), `"`, `\"`) + `"`)
				if err != nil {
					return nil, fmt.Errorf("$'%s': %w", text, err)
				}
				text = plain
			}
			b.WriteString(text)
			inWord, i = true, end
		case c == '"':
			i++
			for i < len(line) && line[i] != '"' {
				if line[i] == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`\n", line[i+1]) >= 0 {
					i++
				}
				b.WriteByte(line[i])
				i++
			}
			if i >= len(line) {
				return nil, errors.New("a quote is not closed")
			}
			inWord = true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, b.String())
				b.Reset()
				inWord = false
			}
		default:
			b.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, b.String())
	}
	return words, nil
}

// QuoteWord quotes a word for a POSIX shell where it must be.
func QuoteWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,@%+", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// CommandLine writes words as a POSIX shell reads them.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = QuoteWord(word)
	}
	return strings.Join(quoted, " ")
}

// RedactedLine writes words from which credentials were removed as a POSIX shell reads them: a variable stands for
// each credential, $SECRET for the only one, $SECRET_1, $SECRET_2 and so on for several.
func RedactedLine(words []string) string {
	all, n := 0, 0
	for _, word := range words {
		all += strings.Count(word, report.Redacted)
	}
	line := make([]string, len(words))
	for i, word := range words {
		parts := strings.Split(word, report.Redacted)
		if len(parts) == 1 {
			line[i] = QuoteWord(word)
			continue
		}
		for k, part := range parts {
			if k > 0 {
				n++
				name := "SECRET"
				if all > 1 {
					name += "_" + strconv.Itoa(n)
				}
				line[i] += `"$` + name + `"`
			}
			if part != "" {
				line[i] += QuoteWord(part)
			}
		}
	}
	return strings.Join(line, " ")
}
