package report

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Columns is the number of columns of a terminal that visible text takes.
func Columns(s string) int {
	n := 0
	for _, columns := range Clusters(s) {
		n += columns
	}
	return n
}

// Clusters yields the parts of a text that a terminal shows as one character, with the columns that each takes.
func Clusters(s string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for len(s) > 0 {
			first, size := utf8.DecodeRuneInString(s)
			columns, last, flags := columnsOf(first), first, 0
			if isFlag(first) {
				flags = 1
			}
			for size < len(s) {
				r, n := utf8.DecodeRuneInString(s[size:])
				if !extends(last, r, flags) {
					break
				}
				switch {
				case isFlag(r):
					flags, columns = 0, 2
				case r == 0xFE0F && columns == 1 && first > 0xA8: // what is also text is shown as an emoji
					columns = 2
				}
				last, size = r, size+n
			}
			if !yield(s[:size], columns) {
				return
			}
			s = s[size:]
		}
	}
}

// isFlag reports whether a character is one of the letters of which two are a flag.
func isFlag(r rune) bool { return 0x1F1E6 <= r && r <= 0x1F1FF }

const joiner = 0x200D

// extends reports whether a character is shown with those before it.
func extends(last, r rune, flags int) bool {
	switch {
	case r < 0x300:
		return false
	case last == joiner && r >= 0x2190, isFlag(r) && flags == 1, r == joiner, 0x1F3FB <= r && r <= 0x1F3FF, 0xE0020 <= r && r <= 0xE007F:
		return true
	case 0x1160 <= r && r <= 0x11FF || 0xD7B0 <= r && r <= 0xD7FF: // the later letters of a Korean syllable
		return 0x1100 <= last && last <= 0x11FF || 0xAC00 <= last && last <= 0xD7FF
	}
	return unicode.In(r, unicode.M)
}

// columnsOf is the number of columns of a character that stands by itself.
func columnsOf(r rune) int {
	switch {
	case 0x20 <= r && r < 0x7F:
		return 1
	case r != 0xAD && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me, unicode.Zl, unicode.Zp):
		return 0
	case isFlag(r), 0x4DC0 <= r && r <= 0x4DFF, 0x2630 <= r && r <= 0x2637, 0x268A <= r && r <= 0x268F, 0x1D300 <= r && r <= 0x1D376:
		return 2 // the tables are of a Unicode in which these were narrow
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}
