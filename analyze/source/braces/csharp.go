package braces

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// CSharp is the language C#. Patterns are what Regex compiles, by its constructor, its static methods or
// a generator, the attributes RegularExpression and RegexStringValidator, and Matches behind RuleFor. RegularExpression
// accepts a value when the first match is all of it: that is a search, not a match of the whole, since no other
// way to match is tried when the first one is too short.
var CSharp = &braceLanguage{
	bit:          inCSharp,
	preprocessed: true,
	words:        []string{"Regex", "RegularExpression", "RuleFor"},
	text: func(src []byte, i int) int {
		end, _ := csharpEnd(src, i, 0)
		return end
	},
	value:    csharpValue,
	call:     csharpCall,
	finish:   csharpFinish,
	function: csharpFunction,
	member:   csharpMember,
	method:   csharpMethod,
	dialect:  func([]byte) syntax.Dialect { return syntax.DotNet },
}

// csharpMethods are what the methods of Regex do with it.
var csharpMethods = map[string]literal.Use{
	"Matches": literal.Every, "Replace": literal.Every, "EnumerateMatches": literal.Every, "Count": literal.Every,
	"Split": literal.Split, "EnumerateSplits": literal.Split, "IsMatch": literal.Test, "Match": literal.Exec,
}

func csharpMethod(name string) (use literal.Use, matcher bool, argument literal.Use) {
	return csharpMethods[name], false, 0
}

func csharpCall(s *braces, c *braceCall) bool {
	name := string(s.Src[c.name.start:min(c.name.end, c.name.start+30)])
	created := c.start < c.name.start && bytes.HasPrefix(s.Src[c.start:], []byte("new"))
	c.kind = literal.Constructor
	switch name {
	case "Regex":
		return created
	case "new":
		return true
	case "IsMatch", "Match", "Matches", "Replace", "Split", "Count", "EnumerateMatches", "EnumerateSplits":
		if !nameIs(bytes.TrimSpace(s.Src[c.receiver[0]:c.receiver[1]]), "Regex") {
			c.uses = literal.Test
			return name == "Matches" && endsRule(s.Src[max(0, c.name.start-longestRule):c.name.start])
		}
		c.uses = csharpMethods[name]
		c.arg = 1
		return true
	case "GeneratedRegex", "GeneratedRegexAttribute":
		return !created
	case "RegularExpression", "RegularExpressionAttribute", "RegexStringValidator", "RegexStringValidatorAttribute":
		c.uses = literal.Test
		return c.attribute || created
	}
	return false
}

// longestDeclaration is how many bytes in front of new() the declaration of what it makes is looked for.
const longestDeclaration = 200

// declaresRegex reports whether src ends with the declaration of a variable or property of the type Regex, up to its value.
func declaresRegex(src []byte) bool {
	const space = " \t\r\n"
	name, ok := bytes.CutSuffix(bytes.TrimRight(src, space), []byte("=>"))
	if !ok {
		if name, ok = bytes.CutSuffix(name, []byte("=")); !ok {
			return false
		}
		if name = bytes.TrimRight(name, space); bytes.HasSuffix(name, []byte("}")) { // { get; } =
			name = name[:max(0, bytes.LastIndexByte(name, '{'))]
		}
	}
	name = bytes.TrimRight(name, space)
	if ok && bytes.HasSuffix(name, []byte(")")) { // a method: Regex Make(string s) =>
		name = bytes.TrimRight(name[:max(0, bytes.LastIndexByte(name, '('))], space)
	}
	kind := bytes.TrimRightFunc(name, func(r rune) bool {
		return r >= utf8.RuneSelf || scan.ByteClass[byte(r)]&scan.ByteName != 0
	})
	return len(kind) < len(name) && nameIs(bytes.TrimRight(kind, space+"?"), "Regex")
}

// longestRule is how many bytes in front of Matches its RuleFor is looked for.
const longestRule = 2000

// endsRule reports whether the last statement of src, of which the end is still to come, begins with RuleFor or RuleForEach.
func endsRule(src []byte) bool {
	statement := bytes.TrimSpace(src[bytes.LastIndexAny(src, ";{}")+1:])
	rule, ok := bytes.CutPrefix(bytes.TrimPrefix(statement, []byte("this.")), []byte("RuleFor"))
	return ok && (bytes.HasPrefix(rule, []byte("(")) || bytes.HasPrefix(rule, []byte("Each(")))
}

func csharpFinish(s *braces, c *braceCall, l *literal.Literal) bool {
	options := 1
	switch name := string(s.Src[c.name.start:c.name.end]); name {
	case "Regex", "new", "GeneratedRegex", "GeneratedRegexAttribute":
	case "Replace":
		options = 3
	case "IsMatch", "Match", "Matches", "Split", "Count", "EnumerateMatches", "EnumerateSplits":
		options = c.arg + 1
	default:
		return true
	}
	if from := c.argument(options); from > 0 {
		end := c.argumentEnd(options)
		if t := s.peek(s.lexer(from)); bytes.HasPrefix(s.Src[t.start:], []byte("TimeSpan")) {
			return true
		}
		l.Flags, l.FlagsKnown = s.letters(from, end, DotNetOption)
	}
	return true
}

// dotNetOptions are the flags that the members of RegexOptions stand for.
var dotNetOptions = map[string]string{
	"None": "", "IgnoreCase": "i", "Multiline": "m", "Singleline": "s", "IgnorePatternWhitespace": "x", "ExplicitCapture": "n",
	"RightToLeft": "r", "ECMAScript": "e", "CultureInvariant": "c", "NonBacktracking": "b", "Compiled": "C",
}

// DotNetOption returns the flag that a member of .NET's RegexOptions stands for, by its name. ok is false for
// one that is not known.
func DotNetOption(name string) (flag string, ok bool) {
	flag, ok = dotNetOptions[name]
	return flag, ok
}

// csharpFunction evaluates string.Concat. What Regex.Escape returns is not followed: it escapes blanks,
// and has no text of its own in the file.
func csharpFunction(f *braceFolder, name string, start, open, depth int) (v literal.Constant, end int, ok bool) {
	if name != "string.Concat" && name != "String.Concat" {
		return v, open, false
	}
	return f.joined(open, depth)
}

func csharpMember(v *literal.Constant, name string) bool {
	return name == "ToString" || name == "Trim" && len(strings.TrimSpace(string(v.Text))) == len(v.Text)
}
