package scan

import (
	"bytes"
	"strings"
)

// Excerpt quotes the operand at offset i of src for a reason, as far as it stands on one line. quotes
// begin a string. A character of stops behind the first ends the operand outside of brackets and
// strings, a dot only behind a space.
func Excerpt(src []byte, i int, quotes, stops string) string {
	text := string(bytes.ToValidUTF8(src[i:min(len(src), i+60)], nil))
	open, quote := 0, rune(0)
scan:
	for n, r := range text {
		switch {
		case r == '\n' || r == '\r':
			text = text[:n]
			break scan
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case strings.ContainsRune(quotes, r):
			quote = r
		case strings.ContainsRune("([{", r):
			open++
		case strings.ContainsRune(")]}", r):
			open--
		}
		stop := strings.ContainsRune(stops, r) && (r != '.' || strings.HasSuffix(text[:n], " "))
		if open < 0 || open == 0 && quote == 0 && n > 0 && stop {
			text = text[:n]
			break
		}
	}
	return "`" + strings.TrimSpace(text) + "`"
}

// OperandExcerpt is excerpt for languages whose operators and strings are like those of C.
func OperandExcerpt(src []byte, i int) string { return Excerpt(src, i, "\"'`", ",;?:+*/%|&=<>") }
