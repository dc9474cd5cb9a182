package alphabet

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// posixNames are the names of POSIX classes, with word, which all dialects that have them add.
var posixNames = []string{
	"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
	"upper", "word", "xdigit",
}

// PosixClass returns the set of [:name:] in the dialects that have such classes.
func (a *Alphabet) PosixClass(name string) (charset.Set, bool) {
	if !slices.Contains(posixNames, name) {
		return nil, false
	}
	set := a.posix(name).UpTo(a.Limit)
	if a.Fold == syntax.FoldNone || name != "lower" && name != "upper" {
		return set, true
	}
	switch d := a.key.Dialect; {
	case d == syntax.Perl:
		set = perlCased(set)
	case d == syntax.PCRE && !a.beyond:
		set = posixASCII("alpha")
	case d == syntax.Go || d == syntax.Rust:
		set = a.Closure(set)
	}
	return set, true
}

// posix returns a POSIX class where case counts.
func (a *Alphabet) posix(name string) charset.Set {
	if !a.beyond {
		return posixASCII(name)
	}
	switch a.key.Dialect {
	case syntax.PCRE:
		return posixPCRE(name)
	case syntax.Ruby:
		return rubyPosix(name)
	case syntax.Perl:
		if name == "xdigit" {
			return charset.MustProperty("Hex_Digit")
		}
		return posixUnicode(name)
	}
	return posixASCII(name)
}

func posixASCII(name string) charset.Set {
	var ranges string // pairs of first and last
	switch name {
	case "alnum":
		ranges = "09AZaz"
	case "alpha":
		ranges = "AZaz"
	case "ascii":
		ranges = "\x00\x7f"
	case "blank":
		ranges = "\t\t  "
	case "cntrl":
		ranges = "\x00\x1f\x7f\x7f"
	case "digit":
		ranges = "09"
	case "graph":
		ranges = "!~"
	case "lower":
		ranges = "az"
	case "print":
		ranges = " ~"
	case "punct":
		ranges = "!/:@[`{~"
	case "space":
		ranges = "\t\r  "
	case "upper":
		ranges = "AZ"
	case "word":
		ranges = "09AZ__az"
	case "xdigit":
		ranges = "09AFaf"
	}
	var s []charset.Range
	for i := 0; i < len(ranges); i += 2 {
		s = append(s, charset.Range{Lo: rune(ranges[i]), Hi: rune(ranges[i+1])})
	}
	return charset.Normalize(s)
}

func posixUnicode(name string) charset.Set {
	visible := func() charset.Set {
		return charset.Properties("White_Space", "Cc", "Cs", "Cn").Negate(charset.MaxRune)
	}
	switch name {
	case "alnum":
		return charset.Properties("Alphabetic", "Nd")
	case "alpha":
		return charset.MustProperty("Alphabetic")
	case "blank":
		return charset.Properties("Zs").Union(charset.Of('\t'))
	case "cntrl":
		return charset.MustProperty("Cc")
	case "digit":
		return UnicodeDigit()
	case "graph":
		return visible()
	case "lower":
		return charset.MustProperty("Lowercase")
	case "print":
		return visible().Union(charset.Properties("Zs"))
	case "punct":
		return charset.Properties("P").Union(charset.Of([]rune("$+<=>^`|~")...))
	case "space":
		return UnicodeSpace()
	case "upper":
		return charset.MustProperty("Uppercase")
	case "word":
		return UnicodeWord()
	}
	return posixASCII(name)
}

func rubyPosix(name string) charset.Set {
	if name == "word" {
		return wordRuby()
	}
	return posixUnicode(name)
}

// posixPCRE returns a POSIX class under UCP.
func posixPCRE(name string) charset.Set {
	switch name {
	case "alnum":
		return charset.Properties("L", "N")
	case "alpha":
		return UnicodeLetter()
	case "blank":
		return horizontal
	case "graph", "print":
		s := charset.Properties("L", "M", "N", "P", "S", "Cf").Subtract(charset.New(charset.Range{Lo: 0x61C, Hi: 0x61C}, charset.Range{Lo: 0x180E, Hi: 0x180E}, charset.Range{Lo: 0x2066, Hi: 0x2069}))
		if name == "print" {
			s = s.Union(charset.Properties("Zs")).Union(charset.Of(0x61C, 0x180E))
		}
		return s
	case "lower":
		return charset.MustProperty("Ll")
	case "space":
		return pcreSpace()
	case "upper":
		return charset.MustProperty("Lu")
	case "word":
		return charset.Properties("L", "N").Union(underscore)
	}
	return posixUnicode(name)
}
