package literal

import (
	"strings"
	"unicode/utf8"
)

// Spelling is how the strings of a language with escape sequences are read and written.
type Spelling struct {
	Escapes
	Writing
}

var (
	hex2  = Number{Letter: 'x', Least: 2, Most: 2}
	hex4  = Number{Letter: 'u', Least: 4, Most: 4}
	hex8  = Number{Letter: 'U', Least: 8, Most: 8}
	octal = Number{Octal: true, Least: 1, Most: 3}
	// octalByte and hexByte have as many digits as follow.
	octalByte = Number{Octal: true, Least: 1, Most: 3, Mask: 0xFF, Byte: true}
	hexByte   = Number{Letter: 'x', Least: 1, Most: 2, Byte: true}
)

// byNumber is the writing of languages in which only control characters need a number, of two digits.
var byNumber = Writing{Control: `\x%02x`}

// The spellings of strings in double quotes, or in the one kind of quotes that has escapes.
var (
	JavaScript = Spelling{
		Escapes{Letters: "n\nt\tr\rb\bf\fv\v", Lines: AnyLine, Other: TheCharacter, More: separator,
			Numbers: []Number{hex2, {Letter: 'u', Least: 4, Most: 4, Braces: true}, {Octal: true, Least: 1, Most: 3, Limit: 0xFF}}},
		Writing{Control: `\x%02x`, Wide: "\u2028\u2029\uFEFF", Number: `\u%04x`, Halves: true},
	}
	JSON = Spelling{
		Escapes{Letters: "\"\"\\\\//b\bf\fn\nr\rt\t", Numbers: []Number{hex4}},
		Writing{Control: `\u%04x`, Number: `\u%04x`, Halves: true},
	}
	// YAML has LF, CR and CRLF behind a backslash, and the blanks in front of the next line.
	YAML = Spelling{
		Escapes{Letters: "0\x00a\ab\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"//\\\\N\u0085_\u00a0L\u2028P\u2029",
			Lines: AnyLine, Blanks: " \t\n", Numbers: []Number{hex2, hex4, hex8}},
		Writing{Control: `\u%04x`, Wide: "\uFEFF\u0085\u2028\u2029", Number: `\u%04x`},
	}
	CSharp = Spelling{
		Escapes{Letters: "''\"\"\\\\0\x00a\ab\be\x1bf\fn\nr\rt\tv\v", Numbers: []Number{{Letter: 'x', Least: 1, Most: 4}, hex4, hex8}},
		Writing{Control: `\u%04X`, Wide: "\u0085\u2028\u2029", Number: `\u%04X`, Halves: true},
	}
	// Java's escapes are read by its own package: \u counts everywhere.
	Java   = Spelling{Writing: Writing{Control: `\u%04x`, Number: `\u%04x`, Halves: true}}
	Kotlin = Spelling{Escapes{Letters: "t\tb\bn\nr\r''\"\"\\\\$$", Numbers: []Number{hex4}}, Java.Writing}
	Rust   = Spelling{
		Escapes{Letters: "n\nr\rt\t\\\\0\x00''\"\"", Lines: AnyLine, Blanks: " \t\n\r", Reason: "the string has an escape that is no character",
			Numbers: []Number{{Letter: 'x', Least: 2, Most: 2, Limit: 0x7F}, {Letter: 'u', Braces: true, Gaps: true}}},
		byNumber,
	}
	Go = Spelling{
		Escapes{Letters: "a\ab\bf\fn\nr\rt\tv\v\\\\''\"\"", Reason: "the string has bytes that are no character",
			Numbers: []Number{
				{Letter: 'x', Least: 2, Most: 2, Byte: true}, {Octal: true, Least: 3, Most: 3, Limit: 0xFF, Byte: true},
				{Letter: 'u', Least: 4, Most: 4, NoHalves: true}, {Letter: 'U', Least: 8, Most: 8, NoHalves: true},
			}},
		byNumber,
	}
	Python = Spelling{
		Escapes{Letters: pythonLetters, Lines: AnyLine, Other: TheBackslash, More: characterName, Numbers: []Number{hex2, hex4, hex8, octal}},
		Writing{Control: `\x%02x`, Wide: "\uFEFF", Number: `\u%04x`, Halves: true},
	}
	// PythonBytes is that of bytes literals, whose bytes are characters.
	PythonBytes = Spelling{
		Escapes{Letters: pythonLetters, Lines: AnyLine, Other: TheBackslash, Numbers: []Number{hex2, {Octal: true, Least: 1, Most: 3, Mask: 0xFF}}},
		Python.Writing,
	}
	PHP = Spelling{
		Escapes{Letters: "n\nt\tr\rv\ve\x1bf\f\\\\$$\"\"", Other: TheBackslash, Numbers: phpNumbers},
		byNumber,
	}
	// PHPHeredoc is that of heredocs, which have no quote to escape.
	PHPHeredoc = Spelling{
		Escapes{Letters: strings.TrimSuffix(PHP.Letters, `""`), Other: TheBackslash, Numbers: phpNumbers},
		byNumber,
	}
	Ruby = Spelling{
		Escapes{Letters: "n\nt\tr\rs e\x1ba\ab\bv\vf\f", Lines: LineFeed, Other: TheCharacter, More: control,
			Numbers: []Number{octalByte, hexByte, {Letter: 'u', Least: 4, Most: 4, Braces: true}}},
		byNumber,
	}
	Perl = Spelling{
		Escapes{Letters: "n\nt\tr\rf\fe\x1ba\ab\b", Other: TheCharacter, More: changesCase, Reason: "the string has an escape that is not followed",
			Numbers: []Number{octal, {Letter: 'x', Most: 2, Braces: true, Gaps: true}, {Letter: 'o', Octal: true, Braces: true, Gaps: true}}},
		byNumber,
	}
)

const pythonLetters = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v"

var phpNumbers = []Number{
	octalByte, {Letter: 'x', Least: 1, Most: 2, Byte: true, Loose: true}, {Letter: 'X', Least: 1, Most: 2, Byte: true, Loose: true},
	{Letter: 'u', Braces: true, Loose: true},
}

// separator reads an escaped line end outside ASCII, which denotes nothing.
func separator(b []byte) (r rune, n int, reason string) {
	if r, n = utf8.DecodeRune(b[1:]); r == '\u2028' || r == '\u2029' {
		return Nothing, n + 1, ""
	}
	return 0, 0, ""
}

// characterName refuses \N{...}.
func characterName(b []byte) (r rune, n int, reason string) {
	switch {
	case b[1] != 'N':
		return 0, 0, ""
	case len(b) > 2 && b[2] == '{':
		return 0, 0, "the string names a character by its Unicode name"
	}
	return 0, 0, "the string has an invalid escape"
}

// changesCase refuses what applies to more than one character, and names of characters.
func changesCase(b []byte) (r rune, n int, reason string) {
	if strings.IndexByte("NcLUQEluF", b[1]) >= 0 {
		return 0, 0, "the string has an escape that is not followed"
	}
	return 0, 0, ""
}

// control reads \cx, \C-x and \M-x.
func control(b []byte) (r rune, n int, reason string) {
	if strings.IndexByte("cCM", b[1]) < 0 {
		return 0, 0, ""
	}
	r, n, ok := ControlEscape(b)
	if !ok {
		return 0, 0, "the string has an invalid escape"
	}
	return r, n, ""
}

// ControlEscape reads Ruby's \cx, \C-x or \M-x at the start of b, and returns the character and the
// length. One within the other, which is rare, is not read.
func ControlEscape(b []byte) (c rune, n int, ok bool) {
	n = 2
	meta, control := b[1] == 'M', b[1] != 'M'
	if b[1] != 'c' {
		if len(b) < 4 || b[2] != '-' {
			return 0, 0, false
		}
		n = 3
	}
	if n >= len(b) || b[n] == '\\' || b[n] >= utf8.RuneSelf {
		return 0, 0, false
	}
	c = rune(b[n])
	if control && c == '?' {
		c = 0x7F
	} else if control {
		c &= 0x1F
	}
	if meta {
		c |= 0x80
	}
	return c, n + 1, true
}
