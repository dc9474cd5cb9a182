package syntax

import (
	"slices"

	"snag/analyze/regex/charset"
)

// posixNames are the names of POSIX classes, with word, which all dialects that have them add.
var posixNames = []string{
	"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
	"upper", "word", "xdigit",
}

// posixClass returns the set of a POSIX class by its name.
func (p *parser) posixClass(name string) (charset.Set, bool) {
	if !slices.Contains(posixNames, name) {
		return nil, false
	}
	return p.remember("[:"+name, func() (charset.Set, bool) { return p.makePosixClass(name) })
}

// remember returns what make returned when it was first called for key under the flags in force:
// patterns name the same properties over and over.
func (p *parser) remember(key string, make func() (charset.Set, bool)) (charset.Set, bool) {
	k := namedSet{key, p.flags & alphabetFlags, p.depth > 0}
	if s, ok := p.perl.sets[k]; ok {
		return s, true
	}
	s, ok := make()
	if ok {
		if p.perl.sets == nil {
			p.perl.sets = map[namedSet]charset.Set{}
		}
		p.perl.sets[k] = s
	}
	return s, ok
}

// A namedSet is a property or POSIX class, with what its meaning depends on.
type namedSet struct {
	name    string
	flags   Flags
	inClass bool
}

func (p *parser) makePosixClass(name string) (charset.Set, bool) {
	set := posixASCII(name)
	if p.alphabet.unicode {
		switch p.dialect {
		case PCRE:
			set = posixPCRE(name)
		case Ruby:
			set = rubyPosix(name)
		case Perl:
			set = posixUnicode(name)
			if name == "xdigit" {
				set = mustProperty("Hex_Digit")
			}
		case Go, Rust:
		}
	}
	return upTo(set, p.alphabet.limit), true
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
		return union("White_Space", "Cc", "Cs", "Cn").Negate(charset.MaxRune)
	}
	switch name {
	case "alnum":
		return union("Alphabetic", "Nd")
	case "alpha":
		return mustProperty("Alphabetic")
	case "blank":
		return union("Zs").Union(charset.Of('\t'))
	case "cntrl":
		return mustProperty("Cc")
	case "digit":
		return digitUnicode
	case "graph":
		return visible()
	case "lower":
		return mustProperty("Lowercase")
	case "print":
		return visible().Union(union("Zs"))
	case "punct":
		return union("P").Union(charset.Of([]rune("$+<=>^`|~")...))
	case "space":
		return spaceUnicode
	case "upper":
		return mustProperty("Uppercase")
	case "word":
		return wordUnicode
	}
	return posixASCII(name)
}

func rubyPosix(name string) charset.Set {
	if name == "word" {
		return wordRuby
	}
	return posixUnicode(name)
}

// posixPCRE returns a POSIX class under UCP.
func posixPCRE(name string) charset.Set {
	switch name {
	case "alnum":
		return union("L", "N")
	case "alpha":
		return letters
	case "blank":
		return horizontal
	case "graph", "print":
		s := union("L", "M", "N", "P", "S", "Cf").Subtract(charset.New(charset.Range{Lo: 0x61C, Hi: 0x61C}, charset.Range{Lo: 0x180E, Hi: 0x180E}, charset.Range{Lo: 0x2066, Hi: 0x2069}))
		if name == "print" {
			s = s.Union(union("Zs")).Union(charset.Of(0x61C, 0x180E))
		}
		return s
	case "lower":
		return mustProperty("Ll")
	case "space":
		return pcreSpace
	case "upper":
		return mustProperty("Lu")
	case "word":
		return union("L", "N").Union(underscore)
	}
	return posixUnicode(name)
}
