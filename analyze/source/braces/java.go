package braces

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// Java is the language Java. Patterns are what java.util.regex compiles, directly or for the methods of
// String, Scanner and RegExUtils and the annotation @Pattern of Bean Validation, which matches the whole
// value. A text that String.split looks for without a regex is left out.
var Java = &braceLanguage{
	bit:      inJava,
	words:    []string{"java.util.regex", "re2j", "Pattern", "atches(", "plit(", "eplaceAll(", "eplaceFirst(", "useDelimiter(", "findInLine(", "RegExUtils"},
	text:     javaText,
	value:    javaValue,
	call:     javaCall,
	finish:   javaFinish,
	function: javaFunction,
	member:   javaMember,
	method:   javaMethod,
	reads:    javaReads,
	dialect: func(src []byte) syntax.Dialect {
		if bytes.Contains(src, []byte("import com.google.re2j.")) {
			return syntax.Go // RE2 in Java
		}
		return syntax.Java
	},
}

func javaText(src []byte, i int) int {
	if src[i] != '"' && src[i] != '\'' {
		return 0
	}
	if src[i] == '"' && bytes.HasPrefix(src[i:], []byte(`"""`)) {
		return textBlockEnd(src, i)
	}
	return scan.QuotedEnd(src, i)
}

// textBlockEnd returns the offset behind the text block at i, in which a backslash escapes.
func textBlockEnd(src []byte, i int) int {
	for i += 3; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == '"' && bytes.HasPrefix(src[i:], []byte(`"""`)):
			return i + 3
		}
	}
	return len(src)
}

func javaCall(s *braces, c *braceCall) bool {
	name := string(s.Src[c.name.start:min(c.name.end, c.name.start+24)])
	class := bytes.TrimSpace(s.Src[c.receiver[0]:c.receiver[1]])
	c.kind = literal.Constructor
	switch name {
	case "compile", "matches":
		if nameIs(class, "Pattern") || len(class) == 0 && c.start == c.name.start && s.has("import static java.util.regex.Pattern") {
			if name == "matches" {
				c.uses = literal.Whole
			}
			return true
		}
		if name == "compile" || c.receiver[1] == 0 {
			return false
		}
		c.uses = literal.Whole
	case "replaceAll", "replaceFirst", "removeAll", "removeFirst", "removePattern", "replacePattern":
		c.uses = literal.Every
		if strings.HasSuffix(name, "First") {
			c.uses = literal.Replace
		}
		if nameIs(class, "RegExUtils") {
			c.arg = 1
			return true
		}
		if !strings.HasPrefix(name, "replace") || name == "replacePattern" || c.receiver[1] == 0 {
			return false
		}
	case "split", "splitWithDelimiters":
		if c.receiver[1] == 0 {
			return false
		}
		c.uses = literal.Split
	case "useDelimiter", "findInLine", "findWithinHorizon", "onPattern":
		if c.receiver[1] == 0 {
			return false
		}
		c.uses = literal.Every
	case "Pattern":
		c.named, c.uses = "regexp", literal.Whole
		return c.attribute
	default:
		return false
	}
	c.kind = literal.MethodArgument
	return true
}

// nameIs reports whether text is the name, or ends with it behind a dot.
func nameIs(text []byte, name string) bool {
	return len(text) >= len(name) && string(text[len(text)-len(name):]) == name &&
		(len(text) == len(name) || scan.ByteClass[text[len(text)-len(name)-1]]&scan.ByteName == 0)
}

func javaFinish(s *braces, c *braceCall, l *literal.Literal) bool {
	arguments := len(c.commas) + 1
	switch name := string(s.Src[c.name.start:c.name.end]); name {
	case "compile":
		if arguments > 1 {
			l.Flags, l.FlagsKnown = s.letters(c.argument(1), c.end, javaFlag)
		}
	case "Pattern":
		for n := range arguments {
			x := s.lexer(c.argument(n))
			if t := s.read(x); string(s.Src[t.start:t.end]) == "flags" && s.read(x).kind == '=' {
				l.Flags, l.FlagsKnown = s.bracedLetters(x.at, c.argumentEnd(n), javaFlag)
			}
		}
	case "matches":
		return l.Kind == literal.Constructor || arguments == 1
	case "replaceAll", "replaceFirst":
		return l.Kind == literal.Constructor || arguments == 2
	case "split":
		return arguments <= 2 && !javaFastSplit(l.Pattern)
	}
	return true
}

// bracedLetters is letters for a list that may stand in braces.
func (s *braces) bracedLetters(start, end int, letter func(string) (string, bool)) (string, bool) {
	text := bytes.TrimSpace(s.Src[start:max(start, end)])
	if bytes.HasPrefix(text, []byte("{")) && bytes.HasSuffix(text, []byte("}")) {
		return s.letters(bytes.IndexByte(s.Src[start:], '{')+start+1, start+bytes.LastIndexByte(s.Src[start:end], '}'), letter)
	}
	return s.letters(start, end, letter)
}

// javaFastSplit reports whether String.split looks for the text without a regex: for one character that
// means nothing to a regex, or one that is escaped and neither a digit nor a letter of ASCII.
func javaFastSplit(pattern string) bool {
	switch points := []rune(pattern); len(points) {
	case 1:
		return !strings.ContainsRune(`.$|()[{^?*+\`, points[0]) && (points[0] < 0xD800 || points[0] > 0xFFFF)
	case 2:
		c := points[1]
		return points[0] == '\\' && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') && (c < 0xD800 || c > 0xFFFF)
	}
	return false
}

// javaFlags are the letters of the flags of Pattern. CANON_EQ has none: it makes no difference to how a
// pattern backtracks.
var javaFlags = map[string]string{
	"CASE_INSENSITIVE": "i", "MULTILINE": "m", "DOTALL": "s", "UNICODE_CASE": "u", "COMMENTS": "x", "UNIX_LINES": "d",
	"UNICODE_CHARACTER_CLASS": "U", "LITERAL": "l", "CANON_EQ": "",
}

func javaFlag(name string) (letter string, ok bool) {
	letter, ok = javaFlags[name]
	return letter, ok
}

// javaFunction evaluates Pattern.quote and Matcher.quoteReplacement's like.
func javaFunction(f *braceFolder, name string, start, open, depth int) (v literal.Constant, end int, ok bool) {
	if name != "Pattern.quote" && name != "java.util.regex.Pattern.quote" && name != "String.valueOf" {
		return v, open, false
	}
	x := f.lexer(open + 1)
	if v, ok = f.sum(x, depth+1); !ok || f.read(x).kind != ')' {
		return v, open, false
	}
	if name == "String.valueOf" {
		return v, x.at, true
	}
	return v.Quoted(open), x.at, !bytes.Contains(v.Text, []byte(`\E`))
}

func javaMember(v *literal.Constant, name string) bool {
	switch name {
	case "toString", "intern", "pattern", "stripIndent", "trim", "strip":
		return name[0] != 's' && name != "trim" || len(bytes.TrimSpace(v.Text)) == len(v.Text)
	}
	return false
}

// javaMethods are what the methods of Pattern and Matcher do with a pattern.
var javaMethods = map[string]literal.Use{
	"matches": literal.Whole, "lookingAt": literal.AtStart, "find": literal.Test, "replaceAll": literal.Every,
	"appendReplacement": literal.Every, "results": literal.Every, "splitAsStream": literal.Every, "replaceFirst": literal.Test,
	"asPredicate": literal.Test, "asMatchPredicate": literal.Whole, "split": literal.Split,
}

func javaMethod(name string) (use literal.Use, matcher bool, argument literal.Use) {
	return javaMethods[name], name == "matcher", 0
}

func javaReads(name string) bool {
	switch name {
	case "group", "start", "end", "groupCount", "toMatchResult", "pattern", "toString", "flags":
		return true
	}
	return false
}
