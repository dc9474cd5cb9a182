package alphabet

import (
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// javaProperty returns the characters of a property as java.util.regex.Pattern names them: POSIX
// classes, which are ASCII without the flag U, categories, blocks after "In", scripts and binary
// properties after "Is", and methods of java.lang.Character after "java".
func (a *Alphabet) javaProperty(name string) (charset.Set, bool) {
	if key, value, ok := strings.Cut(name, "="); ok {
		switch strings.ToLower(key) {
		case "sc", "script":
			return find(value, charset.Scripts)
		case "blk", "block":
			return javaBlock(value)
		case "gc", "general_category":
			return a.javaCased(value, a.javaCategory)
		}
		return nil, false
	}
	if block, ok := strings.CutPrefix(name, "In"); ok {
		return javaBlock(block)
	}
	if rest, ok := strings.CutPrefix(name, "Is"); ok {
		if set, ok := a.javaCased(rest, javaBinary); ok {
			return set, true
		}
		if set, ok := a.javaCased(rest, a.javaCategory); ok {
			return set, true
		}
		return find(rest, charset.Scripts)
	}
	if a.key.Flags.Has(syntax.UnicodeClasses) {
		switch upper := strings.ToUpper(name); upper {
		case "ALPHA", "LOWER", "UPPER", "SPACE", "PUNCT", "XDIGIT", "ALNUM", "CNTRL", "DIGIT", "BLANK", "GRAPH", "PRINT":
			return a.javaCased(upper, javaBinary)
		}
	}
	return a.javaCased(name, a.javaCategory)
}

// javaCased returns what look finds. Under the flag i the properties that tell the cases of letters
// apart hold for all three.
func (a *Alphabet) javaCased(name string, look func(string) (charset.Set, bool)) (charset.Set, bool) {
	if a.key.Flags.Has(syntax.IgnoreCase) {
		switch strings.ToLower(name) {
		case "lu", "ll", "lt":
			if set, ok := look(name); ok {
				return set.Union(charset.MustProperty("LC")), true
			}
		case "lower", "upper":
			if !a.key.Flags.Has(syntax.UnicodeClasses) {
				return posixASCII("alpha"), true
			}
			return charset.Properties("Lowercase", "Uppercase", "Lt"), true
		case "lowercase", "uppercase", "titlecase", "javalowercase", "javauppercase", "javatitlecase":
			return charset.Properties("Lowercase", "Uppercase", "Lt"), true
		}
	}
	return look(name)
}

func javaBlock(name string) (charset.Set, bool) {
	switch loose := charset.LooseName(name); loose {
	case "greek":
		name = "GreekandCoptic"
	case "combiningmarksforsymbols":
		name = "CombiningDiacriticalMarksforSymbols"
	case "cyrillicsupplementary":
		name = "CyrillicSupplement"
	case "surrogatesarea":
		return charset.MustProperty("Cs"), true
	}
	return charset.Blocks.Find(name)
}

// javaBinary returns the binary properties that may stand after "Is", and POSIX classes by Unicode.
func javaBinary(name string) (charset.Set, bool) {
	switch strings.ReplaceAll(strings.ToUpper(name), "_", "") {
	case "ALPHABETIC", "ALPHA":
		return charset.MustProperty("Alphabetic"), true
	case "LETTER":
		return UnicodeLetter(), true
	case "IDEOGRAPHIC":
		return charset.MustProperty("Ideographic"), true
	case "LOWERCASE", "LOWER":
		return charset.MustProperty("Lowercase"), true
	case "UPPERCASE", "UPPER":
		return charset.MustProperty("Uppercase"), true
	case "TITLECASE":
		return charset.MustProperty("Lt"), true
	case "WHITESPACE", "SPACE":
		return UnicodeSpace(), true
	case "CONTROL", "CNTRL":
		return charset.MustProperty("Cc"), true
	case "PUNCTUATION", "PUNCT":
		return charset.Properties("P"), true
	case "HEXDIGIT", "XDIGIT":
		return charset.Properties("Nd", "Hex_Digit"), true
	case "ASSIGNED":
		return charset.MustProperty("Assigned"), true
	case "NONCHARACTERCODEPOINT":
		return charset.MustProperty("Noncharacter_Code_Point"), true
	case "DIGIT":
		return UnicodeDigit(), true
	case "ALNUM":
		return charset.Properties("Alphabetic", "Nd"), true
	case "BLANK":
		return posixUnicode("blank"), true
	case "GRAPH":
		return javaGraph(), true
	case "PRINT":
		return javaGraph().Union(posixUnicode("blank")).Subtract(charset.MustProperty("Cc")), true
	case "WORD":
		return UnicodeWord(), true
	case "JOINCONTROL":
		return charset.MustProperty("Join_Control"), true
	case "EMOJI", "EMOJIPRESENTATION", "EMOJIMODIFIER", "EMOJIMODIFIERBASE", "EMOJICOMPONENT", "EXTENDEDPICTOGRAPHIC":
		return charset.Binaries.Find(name) // Java 21
	}
	return nil, false
}

func javaGraph() charset.Set {
	return charset.Properties("Z", "Cc", "Cs", "Cn").Negate(charset.MaxRune)
}

// javaCategory returns general categories, POSIX classes in ASCII and the methods of Character. Case
// matters.
func (a *Alphabet) javaCategory(name string) (charset.Set, bool) {
	switch name {
	case "ASCII", "Alnum", "Alpha", "Blank", "Cntrl", "Digit", "Graph", "Lower", "Print", "Punct", "Space", "Upper", "XDigit":
		return posixASCII(strings.ToLower(name)), true
	case "all":
		return charset.MustProperty("Any"), true
	case "L1":
		return charset.New(charset.Range{Hi: 0xFF}), true
	case "LD":
		return charset.Properties("L", "Nd"), true
	case "LC":
		return charset.MustProperty("LC"), true
	}
	if method, ok := strings.CutPrefix(name, "java"); ok {
		return javaMethod(method)
	}
	if len(name) > 2 {
		return nil, false
	}
	return charset.Property("gc=" + name)
}

// javaMethod returns the characters for which the method Character.is... holds.
func javaMethod(name string) (charset.Set, bool) {
	// What Character.isIdentifierIgnorable holds for.
	ignorable := func() charset.Set {
		return charset.MustProperty("Cf").Union(charset.New(charset.Range{Hi: 8}, charset.Range{Lo: 0xE, Hi: 0x1B}, charset.Range{Lo: 0x7F, Hi: 0x9F}))
	}
	switch name {
	case "LowerCase":
		return charset.MustProperty("Lowercase"), true
	case "UpperCase":
		return charset.MustProperty("Uppercase"), true
	case "Alphabetic":
		return charset.MustProperty("Alphabetic"), true
	case "Ideographic":
		return charset.MustProperty("Ideographic"), true
	case "TitleCase":
		return charset.MustProperty("Lt"), true
	case "Digit":
		return UnicodeDigit(), true
	case "Defined":
		return charset.MustProperty("Cn").Negate(charset.MaxRune), true
	case "Letter":
		return UnicodeLetter(), true
	case "LetterOrDigit":
		return charset.Properties("L", "Nd"), true
	case "JavaIdentifierStart":
		return charset.Properties("L", "Nl", "Sc", "Pc"), true
	case "JavaIdentifierPart":
		return charset.Properties("L", "Nl", "Sc", "Pc", "Nd", "Mc", "Mn").Union(ignorable()), true
	case "UnicodeIdentifierStart":
		return charset.MustProperty("ID_Start"), true
	case "UnicodeIdentifierPart":
		return charset.MustProperty("ID_Continue").Union(ignorable()), true
	case "IdentifierIgnorable":
		return ignorable(), true
	case "SpaceChar":
		return charset.Properties("Z"), true
	case "Whitespace":
		return charset.Properties("Z").Subtract(charset.Of(0xA0, 0x2007, 0x202F)).Union(charset.New(charset.Range{Lo: 9, Hi: 13}, charset.Range{Lo: 0x1C, Hi: 0x1F})), true
	case "ISOControl":
		return charset.MustProperty("Cc"), true
	case "Mirrored":
		return charset.MustProperty("Bidi_Mirrored"), true
	}
	return nil, false
}
