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
	// rising is n texts in a row that begin with rising characters: of the number of the first of these, what says which
	// follows in the i-th text, what follows them, and the number of texts.
	rising func(first rune, index, rest string, n int) string
	join   string
	// escapes are the characters that a double-quoted string needs a backslash before, beside " and \.
	escapes string
	// escape writes a character that cannot stand for itself.
	escape func(r rune) string
	// trim and find do the frequent work of a regex without one, "" where there is nothing common.
	trim, find string
}

// spellings holds the spelling of each dialect, that of Go and Rust also for patterns in their files that have another one. A dialect
// that is missing is spelled as JavaScript.
var spellings = map[syntax.Dialect]spelling{
	syntax.JavaScript: {"%s.repeat(%d)", javascriptRising, " + ", "", unitEscape, "trimEnd()", "indexOf()"},
	syntax.Python:     {"%s * %d", pythonRising, " + ", "", pythonEscape, "rstrip()", "find()"},
	syntax.Java:       {"%s.repeat(%d)", javaRising, " + ", "", unitEscape, "stripTrailing()", "indexOf()"},
	syntax.PCRE:       {"str_repeat(%s, %d)", phpRising, " . ", "$", phpEscape, "rtrim()", "strpos()"},
	syntax.Ruby:       {"%s * %d", rubyRising, " + ", "#", bracedEscape, "rstrip", "index()"},
	syntax.Perl:       {"%s x %d", perlRising, " . ", "$@", perlEscape, "", "index()"},
	syntax.DotNet:     {"string.Concat(Enumerable.Repeat(%s, %d))", dotnetRising, " + ", "", unitEscape, "TrimEnd()", "IndexOf()"},
	syntax.Go:         {"strings.Repeat(%s, %d)", goRising, " + ", "", goEscape, "strings.TrimRight()", "strings.Index()"},
	syntax.Rust:       {"&%s.repeat(%d)", rustRising, " + ", "", bracedEscape, "trim_end()", "find()"},
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

func goEscape(r rune) string {
	if r > 0xFFFF {
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

func javascriptRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`Array.from({length: %d}, (_, i) => String.fromCodePoint(0x%04x + %s)%s).join("")`, n, first, index, rest)
}

func pythonRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`"".join(chr(0x%04x + %s)%s for i in range(%d))`, first, index, rest, n)
}

func javaRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`IntStream.range(0, %d).mapToObj(i -> Character.toString(0x%04x + %s)%s).collect(Collectors.joining())`, n, first, index, rest)
}

func phpRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`implode(array_map(fn ($i) => html_entity_decode("&#" . (0x%04x + $%s) . ";")%s, range(0, %d)))`, first, index, rest, n-1)
}

func rubyRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`(0...%d).map { |i| [0x%04x + %s].pack("U")%s }.join`, n, first, index, rest)
}

func perlRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`join("", map { my $i = $_; chr(0x%04x + $%s)%s } 0 .. %d)`, first, index, rest, n-1)
}

func dotnetRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`string.Concat(Enumerable.Range(0, %d).Select(i => char.ConvertFromUtf32(0x%04x + %s)%s))`, n, first, index, rest)
}

func goRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`func() (s string) { for i := range %d { s += string(rune(0x%04x + %s))%s }; return }()`, n, first, index, rest)
}

func rustRising(first rune, index, rest string, n int) string {
	return fmt.Sprintf(`&(0..%d).map(|i| char::from_u32(0x%04x + %s).unwrap().to_string()%s).collect::<String>()`, n, first, index, rest)
}

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

// risen writes n repetitions of a pump that rises.
func (s spelling) risen(p Pump, n int) string {
	text := wtf8.Decode(p.Pump)
	index, rest := "i", ""
	if distinct := p.Distinct(); n > distinct {
		index = fmt.Sprintf("i %% %d", distinct)
	}
	if len(text) > 1 {
		rest = s.join + s.quote(wtf8.Encode(text[1:]), false)
	}
	return s.rising(text[0], index, rest, n)
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
		if p.RisesTo != 0 && n > 0 {
			flush()
			terms = append(terms, s.risen(p, n))
			continue
		}
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
	if d == syntax.Rust && len(terms) > 0 { // a String, to which slices are added
		if owned, ok := strings.CutPrefix(terms[0], "&"); ok {
			terms[0] = owned
		} else {
			terms[0] += ".to_owned()"
		}
	}
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
