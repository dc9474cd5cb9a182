package syntax

import "strings"

// InlineFlag returns the flag that s begins with, the longest, of those that may stand in a pattern, as in (?i).
func (d Dialect) InlineFlag(s string) (letter string, flag Flags, ok bool) {
	l, ok := d.letter(s, inside)
	return l.letter, l.flag, ok
}

// MayClear reports whether the flag of that letter may stand after a minus in a pattern, as in (?-i).
func (d Dialect) MayClear(letter string) bool {
	switch d {
	case Python:
		return !strings.Contains("aLu", letter)
	case Perl:
		return !strings.Contains("aadlup", letter) || letter == "p"
	case Ruby:
		return strings.Contains("imx", letter)
	}
	return true
}

// WithFlag returns flags with one more set in a pattern, which may clear others.
func (d Dialect) WithFlag(flags, add Flags) Flags {
	switch {
	case d == PCRE || d == Java || d == Rust:
	case add&(ASCII|Unicode|Locale) != 0 || add == 0 && d == Ruby:
		flags &^= ASCII | ASCIIOnly | Unicode | Locale
	}
	return flags | add
}

// Implied returns f with the flags that the dialect takes for set then.
func (d Dialect) Implied(f Flags) Flags {
	switch {
	case d == PCRE && f.Has(Unicode):
		f |= UnicodeClasses
	case d == Rust:
		f |= Unicode
	}
	return f
}

// Reachable returns the flags that a group may have within flags, if it sets or clears some of those among:
// flags themselves first.
func (d Dialect) Reachable(flags, among Flags) []Flags {
	choices := []Flags{flags}
	for _, l := range flagLetters[d] {
		if l.place&inside == 0 || l.flag&among == 0 {
			continue
		}
		for _, f := range choices {
			if f&l.flag == 0 {
				choices = append(choices, d.WithFlag(f, l.flag))
			} else if d.MayClear(l.letter) {
				choices = append(choices, f&^l.flag)
			}
		}
	}
	return choices
}

// FormatChange writes what a group within the flags from says to have the flags to: the "i-m" of (?i-m:...).
func (d Dialect) FormatChange(from, to Flags) string {
	change := d.letters(to, inside, func(l flagLetter) bool { return !from.Has(l.flag) })
	if off := d.letters(from, inside, func(l flagLetter) bool { return !to.Has(l.flag) && d.MayClear(l.letter) }); off != "" {
		change += "-" + off
	}
	return change
}
