package extract

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
)

// csharp is the language C#. Patterns are what Regex compiles, by its constructor, its static methods or
// a generator, and the attributes RegularExpression and RegexStringValidator. RegularExpression accepts
// a value when the first match is all of it: that is a search, not a match of the whole, since no other
// way to match is tried when the first one is too short.
var csharp = &braceLanguage{
	bit:   inCSharp,
	words: []string{"Regex", "RegularExpression"},
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

func csharpMethod(name string) (use Use, matcher bool, argument Use) {
	switch name {
	case "Matches", "Replace", "EnumerateMatches", "Count":
		return Every, false, 0
	case "Split", "EnumerateSplits":
		return Split, false, 0
	case "IsMatch":
		return Test, false, 0
	case "Match":
		return Exec, false, 0
	}
	return 0, false, 0
}

func csharpCall(s *braces, c *braceCall) bool {
	name := string(s.src[c.name.start:min(c.name.end, c.name.start+30)])
	created := c.start < c.name.start && bytes.HasPrefix(s.src[c.start:], []byte("new"))
	c.kind = Constructor
	switch name {
	case "Regex":
		return created
	case "new":
		return true
	case "IsMatch", "Match", "Matches", "Replace", "Split", "Count", "EnumerateMatches", "EnumerateSplits":
		if !nameIs(bytes.TrimSpace(s.src[c.receiver[0]:c.receiver[1]]), "Regex") {
			return false
		}
		c.uses, _, _ = csharpMethod(name)
		c.arg = 1
		return true
	case "GeneratedRegex", "GeneratedRegexAttribute":
		return !created
	case "RegularExpression", "RegularExpressionAttribute", "RegexStringValidator", "RegexStringValidatorAttribute":
		c.uses = Test
		return c.attribute || created
	}
	return false
}

func csharpFinish(s *braces, c *braceCall, l *Literal) bool {
	options := 1
	switch name := string(s.src[c.name.start:c.name.end]); name {
	case "Regex", "new", "GeneratedRegex", "GeneratedRegexAttribute":
	case "Replace":
		options = 3
	case "IsMatch", "Match", "Matches", "Split", "Count", "EnumerateMatches", "EnumerateSplits":
		options = 2
	default:
		return true
	}
	if from := c.argument(options); from > 0 {
		end := c.argumentEnd(options)
		if t := s.peek(s.lexer(from)); bytes.HasPrefix(s.src[t.start:], []byte("TimeSpan")) {
			return true
		}
		l.Flags, l.FlagsKnown = s.letters(from, end, csharpFlag)
	}
	return true
}

func csharpFlag(name string) (string, bool) {
	switch name {
	case "None":
		return "", true
	case "IgnoreCase":
		return "i", true
	case "Multiline":
		return "m", true
	case "Singleline":
		return "s", true
	case "IgnorePatternWhitespace":
		return "x", true
	case "ExplicitCapture":
		return "n", true
	case "RightToLeft":
		return "r", true
	case "ECMAScript":
		return "e", true
	case "CultureInvariant":
		return "c", true
	case "NonBacktracking":
		return "b", true
	case "Compiled":
		return "C", true
	}
	return "", false
}

// csharpFunction evaluates string.Concat. What Regex.Escape returns is not followed: it escapes blanks,
// and has no text of its own in the file.
func csharpFunction(f *braceFolder, name string, start, open, depth int) (v constant, end int, ok bool) {
	switch name {
	case "string.Concat", "String.Concat":
	default:
		return v, open, false
	}
	for x := f.lexer(open + 1); ; {
		w, ok := f.sum(x, depth+1)
		if !ok {
			return v, open, false
		}
		if v.add(w); len(v.text) > maxConstant {
			f.fail("the pattern is longer than 1 MiB")
			return v, open, false
		}
		switch f.read(x).kind {
		case ')':
			v.number = false
			return v, x.at, true
		case ',':
		default:
			return v, open, false
		}
	}
}

func csharpMember(v *constant, name string) bool {
	return name == "ToString" || name == "Trim" && len(strings.TrimSpace(string(v.text))) == len(v.text)
}
