package cli

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"snag/analyze/judge"
)

// Plural writes a number of things, "1 file" or "2,000 files".
func Plural(n int, noun string) string { return judge.Plural(n, noun) }

// Sentence begins a text with a capital. The text is ASCII at its start and not empty.
func Sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Thousands writes a number with commas between groups of three digits.
func Thousands(n int64) string { return judge.Thousands(n) }

// FirstLine is the first line of a text, or what stands for an empty one.
func FirstLine(text, empty string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return cmp.Or(line, empty)
}

// PageColumns is the width of everything but --help that is printed about a command.
const PageColumns = 100

// Wrapped breaks a paragraph into lines.
func Wrapped(text string, columns int, indent string) string {
	var lines []string
	line := indent
	for word := range strings.FieldsSeq(text) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > columns {
			lines, line = append(lines, line), indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

// TrimLines removes what is white at the ends of lines and of the text.
func TrimLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n "), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// ValidUTF8 replaces what is not UTF-8 by U+FFFD.
func ValidUTF8(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }

// Count is 1 for true.
func Count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// OrNone keeps a list from becoming null in JSON.
func OrNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// PathOf returns the path and query of a URL, "" when it has none, or the text itself when it has no scheme.
func PathOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return ""
}

// QueryEscape escapes every byte that is not unreserved in RFC 3986, section 2.3.
func QueryEscape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
