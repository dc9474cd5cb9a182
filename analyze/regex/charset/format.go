package charset

import (
	"strings"
	"unicode"
)

const hexDigits = "0123456789abcdef"

// String returns s in the notation of a character class in a regular expression, for people:
// [a-z0-9_], with \xHH, \uHHHH and \u{H...} for what is not printable ASCII.
func (s Set) String() string {
	var b strings.Builder
	b.WriteByte('[')
	for _, r := range s {
		writeRune(&b, r.Lo)
		if r.Hi > r.Lo {
			if r.Hi > r.Lo+1 {
				b.WriteByte('-')
			}
			writeRune(&b, r.Hi)
		}
	}
	b.WriteByte(']')
	return b.String()
}

func writeRune(b *strings.Builder, r rune) {
	switch {
	case strings.ContainsRune(`\]^-[`, r):
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\t':
		b.WriteString(`\t`)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r <= unicode.MaxASCII && unicode.IsPrint(r):
		b.WriteRune(r)
	case r <= 0xFF:
		b.WriteString(`\x`)
		writeHex(b, r, 2)
	case r <= 0xFFFF:
		b.WriteString(`\u`)
		writeHex(b, r, 4)
	default:
		b.WriteString(`\u{`)
		writeHex(b, r, 5)
		b.WriteByte('}')
	}
}

// writeHex writes r with at least width digits.
func writeHex(b *strings.Builder, r rune, width int) {
	for width < 8 && r>>(4*width) != 0 {
		width++
	}
	for i := width - 1; i >= 0; i-- {
		b.WriteByte(hexDigits[r>>(4*i)&15])
	}
}
