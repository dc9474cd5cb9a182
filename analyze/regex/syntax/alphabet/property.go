package alphabet

import (
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Property returns the characters with a property, by the name that the dialect, which is not JavaScript, has
// for it. Where case does not count, Ruby looks at that for a property by itself, and not at a member of a class.
func (a *Alphabet) Property(name string, inClass bool) (charset.Set, bool) {
	set, ok := a.named(name, inClass)
	return set.UpTo(a.Limit), ok
}

// named returns the characters with a property, by the name that the dialect has for it.
func (a *Alphabet) named(name string, inClass bool) (charset.Set, bool) {
	var set charset.Set
	var ok bool
	switch a.key.Dialect {
	case syntax.Java:
		return a.javaProperty(name)
	case syntax.PCRE:
		set, ok = pcreProperty(name)
	case syntax.Ruby:
		set, ok = rubyProperty(name)
	case syntax.Perl:
		set, ok = perlProperty(name)
	case syntax.DotNet:
		set, ok = dotnetProperty(name)
	case syntax.Rust:
		set, ok = rustProperty(name)
	default:
		set, ok = find(name, charset.Categories, charset.Scripts, charset.Binaries)
	}
	if !ok || !a.key.Flags.Has(syntax.IgnoreCase) {
		return set, ok
	}
	switch a.key.Dialect {
	case syntax.Perl:
		return perlCased(set), true
	case syntax.Rust, syntax.Go:
		return a.Closure(set), true
	case syntax.Ruby:
		if !inClass {
			return a.Closure(set), true
		}
	}
	return set, true
}

// Knows reports whether a property exists of which the values are not in the tables: the age of a
// character, how text is divided, numbers and such.
func (a *Alphabet) Knows(name string) bool {
	loose := charset.LooseName(name)
	key, _, found := strings.Cut(strings.Replace(loose, ":", "=", 1), "=")
	switch a.key.Dialect {
	case syntax.Ruby:
		return strings.HasPrefix(loose, "age=") || strings.HasPrefix(loose, "graphemeclusterbreak")
	case syntax.Rust:
		switch key {
		case "age", "gcb", "graphemeclusterbreak", "wb", "wordbreak", "sb", "sentencebreak":
			return found
		}
	case syntax.Perl:
		switch key {
		case "age", "in", "presentin", "ccc", "canonicalcombiningclass", "dt", "decompositiontype", "ea",
			"eastasianwidth", "gcb", "graphemeclusterbreak", "hst", "hangulsyllabletype", "inpc", "insc",
			"jg", "joininggroup", "jt", "joiningtype", "lb", "linebreak", "na", "name", "nt", "numerictype", "nv", "numericvalue",
			"sb", "sentencebreak", "vo", "wb", "wordbreak", "nfcqc", "nfdqc", "nfkcqc", "nfkdqc", "bpt", "identifierstatus", "identifiertype":
			return found
		}
	}
	return false
}

// perlCased returns what a property of Perl holds for under the flag i, where the cases of letters are
// one.
func perlCased(set charset.Set) charset.Set {
	switch {
	case set.Equal(charset.MustProperty("Lu")), set.Equal(charset.MustProperty("Ll")):
		return charset.MustProperty("LC")
	case set.Equal(charset.MustProperty("Lt")), set.Equal(charset.MustProperty("Lowercase")), set.Equal(charset.MustProperty("Uppercase")):
		return charset.MustProperty("Cased")
	case set.Equal(posixASCII("lower")), set.Equal(posixASCII("upper")):
		return posixASCII("alpha")
	}
	return set
}

// find returns the characters that a name stands for in the first of the catalogs that has it.
func find(name string, catalogs ...charset.Catalog) (charset.Set, bool) {
	for _, c := range catalogs {
		if s, ok := c.Find(name); ok {
			return s, true
		}
	}
	return nil, false
}

// keyed returns the characters that name, of the form key=value or key:value, stands for.
func keyed(name string) (charset.Set, bool) {
	key, value, ok := strings.Cut(name, "=")
	if !ok {
		key, value, ok = strings.Cut(name, ":")
	}
	if !ok {
		return nil, false
	}
	switch charset.LooseName(key) {
	case "gc", "generalcategory", "category":
		return find(value, charset.Categories)
	case "sc", "script":
		return find(value, charset.Scripts)
	case "scx", "scriptextensions":
		return find(value, charset.ScriptExtensions)
	case "blk", "block":
		return block(value)
	case "bc", "bidiclass":
		return bidiClass(value)
	}
	s, ok := find(key, charset.Binaries)
	if !ok {
		return nil, false
	}
	switch charset.LooseName(value) {
	case "y", "yes", "t", "true":
		return s, true
	case "n", "no", "f", "false":
		return s.Negate(charset.MaxRune), true
	}
	return nil, false
}

// block returns the characters of a block by its name or a few old and short ones.
func block(name string) (charset.Set, bool) {
	switch charset.LooseName(name) {
	case "greek":
		name = "Greek_And_Coptic"
	case "ascii":
		name = "Basic_Latin"
	case "latin1", "latin1sup":
		name = "Latin_1_Supplement"
	}
	return charset.Blocks.Find(name)
}

// bidiAliases are the short names of the values of Bidi_Class.
var bidiAliases = map[string]string{
	"al": "Arabic_Letter", "an": "Arabic_Number", "b": "Paragraph_Separator", "bn": "Boundary_Neutral",
	"cs": "Common_Separator", "en": "European_Number", "es": "European_Separator",
	"et": "European_Terminator", "fsi": "First_Strong_Isolate", "l": "Left_To_Right",
	"lre": "Left_To_Right_Embedding", "lri": "Left_To_Right_Isolate", "lro": "Left_To_Right_Override",
	"nsm": "Nonspacing_Mark", "on": "Other_Neutral", "pdf": "Pop_Directional_Format",
	"pdi": "Pop_Directional_Isolate", "r": "Right_To_Left", "rle": "Right_To_Left_Embedding",
	"rli": "Right_To_Left_Isolate", "rlo": "Right_To_Left_Override", "s": "Segment_Separator",
	"ws": "White_Space",
}

func bidiClass(value string) (charset.Set, bool) {
	if long, ok := bidiAliases[charset.LooseName(value)]; ok {
		value = long
	}
	return charset.BidiClasses.Find(value)
}

// pcreProperty knows general categories by their short names, scripts, which include their
// extensions, binary properties and classes of bidirectional text.
func pcreProperty(name string) (charset.Set, bool) {
	switch loose := charset.LooseName(name); loose {
	case "any":
		return charset.MustProperty("Any"), true
	case "l&":
		return charset.MustProperty("LC"), true
	case "xan":
		return charset.Properties("L", "N"), true
	case "xwd":
		return charset.Properties("L", "N").Union(underscore), true
	case "xsp", "xps":
		return pcreSpace(), true
	case "xuc":
		return charset.Of('$', '@', '`').Union(charset.New(charset.Range{Lo: 0xA0, Hi: 0xD7FF}, charset.Range{Lo: 0xE000, Hi: charset.MaxRune})), true
	default:
		if rest, ok := strings.CutPrefix(loose, "bidi"); ok && rest != "c" && rest != "m" && rest != "control" && rest != "mirrored" && !strings.ContainsAny(rest, ":=") {
			return bidiClass(rest)
		}
		if s, ok := charset.Categories.Find(loose); ok && len(loose) <= 2 {
			return s, true
		}
	}
	if strings.ContainsAny(name, ":=") {
		return keyed(name)
	}
	return find(name, charset.ScriptExtensions, charset.Binaries)
}

// rubyProperty knows POSIX classes, general categories, scripts, binary properties and, after "in",
// blocks.
func rubyProperty(name string) (charset.Set, bool) {
	loose := charset.LooseName(name)
	switch loose {
	case "punct":
		return charset.Properties("P"), true
	case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "space",
		"upper", "word", "xdigit":
		return rubyPosix(loose), true
	}
	if block, ok := strings.CutPrefix(loose, "in"); ok && block != "" {
		if block == "noblock" {
			return noBlock(), true
		}
		if s, ok := charset.Blocks.Find(block); ok {
			return s, true
		}
	}
	if loose == "unknown" || loose == "zzzz" {
		return charset.Properties("Cn", "Co", "Cs"), true
	}
	return find(name, charset.Categories, charset.Scripts, charset.Binaries)
}

// noBlock returns the characters that are in no block: their number is small.
func noBlock() charset.Set { return charset.Properties("Cn") }

// perlProperty knows nearly everything. Names are loose, and "is" may stand before them.
func perlProperty(name string) (charset.Set, bool) {
	if strings.ContainsAny(name, "=:") {
		key, _, _ := strings.Cut(strings.Replace(name, ":", "=", 1), "=")
		if k := charset.LooseName(key); k == "is" || k == "sc" || k == "script" {
			return keyed(name)
		}
		return keyed(name)
	}
	loose := charset.LooseName(name)
	for _, loose := range []string{loose, strings.TrimPrefix(loose, "is")} {
		switch loose {
		case "all", "unicode", "any":
			return charset.MustProperty("Any"), true
		case "l&", "l", "lc", "casedletter":
			if loose == "l" && !strings.HasSuffix(name, "_") {
				break
			}
			return charset.MustProperty("LC"), true
		case "xdigit":
			return charset.MustProperty("Hex_Digit"), true
		case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "space", "upper", "word":
			return posixUnicode(loose), true
		case "punct":
			return charset.Properties("P"), true
		case "title", "titlecase":
			return charset.MustProperty("Lt"), true
		case "horizspace":
			return horizontalSpace, true
		case "vertspace":
			return Vertical, true
		case "spaceperl", "xperlspace":
			return UnicodeSpace(), true
		case "perlspace", "posixspace":
			return spaceASCII, true
		case "perlword", "posixword":
			return ASCIIWord, true
		case "latin1", "l1":
			return charset.New(charset.Range{Lo: 0x80, Hi: 0xFF}), true
		case "unassigned":
			return charset.MustProperty("Cn"), true
		}
		if class, ok := strings.CutPrefix(loose, "xposix"); ok {
			return posixUnicode(class), true
		}
		if class, ok := strings.CutPrefix(loose, "posix"); ok {
			return posixASCII(class), true
		}
		if name, ok := strings.CutPrefix(loose, "in"); ok {
			if s, ok := block(name); ok {
				return s, true
			}
		}
		if s, ok := find(loose, charset.Categories, charset.ScriptExtensions, charset.Binaries, charset.Blocks); ok {
			return s, true
		}
	}
	return nil, false
}

// dotnetProperty knows general categories by their short names and, after "Is", blocks; with regexp2
// also scripts.
func dotnetProperty(name string) (charset.Set, bool) {
	if block, ok := strings.CutPrefix(name, "Is"); ok {
		switch block {
		case "Greek":
			block = "GreekandCoptic"
		case "CombiningMarksforSymbols":
			block = "CombiningDiacriticalMarksforSymbols"
		case "CyrillicSupplement":
			block = "CyrillicSupplementary"
		}
		if s, ok := charset.Blocks.Find(block); ok {
			return s, true
		}
		return charset.Blocks.Find(strings.TrimSuffix(block, "ary"))
	}
	if len(name) > 2 {
		return charset.Property("sc=" + name)
	}
	return charset.Property("gc=" + name)
}

// rustProperty knows general categories, scripts and binary properties under loose names.
func rustProperty(name string) (charset.Set, bool) {
	negate := false
	if key, value, ok := strings.Cut(name, "!="); ok {
		name, negate = key+"="+value, true
	}
	var set charset.Set
	ok := false
	if strings.ContainsAny(name, "=:") {
		set, ok = keyed(name)
	} else {
		loose := charset.LooseName(name)
		for _, loose := range []string{loose, strings.TrimPrefix(loose, "is")} {
			if set, ok = find(loose, charset.Categories, charset.Scripts, charset.Binaries); ok {
				break
			}
		}
	}
	if ok && negate {
		set = set.Negate(charset.MaxRune)
	}
	return set, ok
}
