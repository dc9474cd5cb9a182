package attack

import (
	"fmt"
	"strings"
	"unicode"

	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// spelling is how the language of a dialect writes what a person needs to run an attack or to do
// without a regex.
type spelling struct {
	repeat string // of a quoted text and a number
	join   string
	// escapes are the characters that a double-quoted string needs a backslash before, beside " and \.
	escapes string
	// escape writes a character that cannot stand for itself.
	escape func(r rune) string
	// trim and find do the frequent work of a regex without one, "" where there is nothing common.
	trim, find string
}

// spellings holds the spelling of each dialect. A dialect that is missing is spelled as JavaScript.
var spellings = map[syntax.Dialect]spelling{
	syntax.JavaScript: {"%s.repeat(%d)", " + ", "", unitEscape, "trimEnd()", "indexOf()"},
	syntax.Python:     {"%s * %d", " + ", "", pythonEscape, "rstrip()", "find()"},
	syntax.Java:       {"%s.repeat(%d)", " + ", "", unitEscape, "stripTrailing()", "indexOf()"},
	syntax.PCRE:       {"str_repeat(%s, %d)", " . ", "$", phpEscape, "rtrim()", "strpos()"},
	syntax.Ruby:       {"%s * %d", " + ", "#", bracedEscape, "rstrip", "index()"},
	syntax.Perl:       {"%s x %d", " . ", "$@", perlEscape, "", "index()"},
	syntax.DotNet:     {"string.Concat(Enumerable.Repeat(%s, %d))", " + ", "", unitEscape, "TrimEnd()", "IndexOf()"},
}

// unitEscape writes UTF-16 units, as JavaScript, Java and C# do.
func unitEscape(r rune) string {
	if r > 0xFFFF {
		high, low := wtf8.Split(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func pythonEscape(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r > 0xFFFF:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func bracedEscape(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }

func phpEscape(r rune) string {
	if r < 0x100 {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return bracedEscape(r)
}

func perlEscape(r rune) string { return fmt.Sprintf(`\x{%x}`, r) }

func spellingOf(d syntax.Dialect) spelling {
	if s, ok := spellings[d]; ok {
		return s
	}
	return spellings[syntax.JavaScript]
}

// quote writes text as a double-quoted string. With bytes each character is one byte.
func (s spelling) quote(text string, bytes bool) string {
	b := []byte{'"'}
	for _, r := range wtf8.Decode(text) {
		switch {
		case r == '"' || r == '\\' || strings.ContainsRune(s.escapes, r):
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case bytes && r >= 0x80 && r < 0x100:
			b = fmt.Appendf(b, `\x%02x`, r)
		case wtf8.IsSurrogate(r) || !unicode.IsPrint(r):
			b = append(b, s.escape(r)...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}

// Expression returns an expression in the language of the dialect for the attack with n
// repetitions. With bytes the pattern is matched byte by byte.
func (a Attack) Expression(d syntax.Dialect, n int, bytes bool) string {
	s := spellingOf(d)
	prefix := ""
	if bytes && d == syntax.Python {
		prefix = "b"
	}
	var terms []string
	text := "" // what stands once, gathered until a pump
	flush := func() {
		if text != "" {
			terms = append(terms, prefix+s.quote(text, bytes))
			text = ""
		}
	}
	for _, p := range a.Pumps {
		text += p.Prefix
		times := n
		for p.Pump != "" && strings.HasSuffix(text, p.Pump) { // "a" + "a".repeat(9) is "a".repeat(10)
			text = strings.TrimSuffix(text, p.Pump)
			times++
		}
		flush()
		terms = append(terms, fmt.Sprintf(s.repeat, prefix+s.quote(p.Pump, bytes), times))
	}
	text += a.Suffix
	flush()
	return strings.Join(terms, s.join)
}

// WithoutRegex says in a sentence what does the frequent work of a regex without one in the language of
// a dialect.
func WithoutRegex(d syntax.Dialect) string {
	s := spellingOf(d)
	switch {
	case s.trim == "" && s.find == "":
		return ""
	case s.trim == "":
		return "To find fixed text use " + s.find + "."
	}
	return "To trim use " + s.trim + ", to find fixed text " + s.find + "."
}
