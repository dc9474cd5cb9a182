package braces

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
)

// CSharp is the language C#. Patterns are what Regex compiles, by its constructor, its static methods or
// a generator, and the attributes RegularExpression and RegexStringValidator. RegularExpression accepts
// a value when the first match is all of it: that is a search, not a match of the whole, since no other
// way to match is tried when the first one is too short.
var CSharp = &braceLanguage{
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

func csharpMethod(name string) (use literal.Use, matcher bool, argument literal.Use) {
	switch name {
	case "Matches", "Replace", "EnumerateMatches", "Count":
		return literal.Every, false, 0
	case "Split", "EnumerateSplits":
		return literal.Split, false, 0
	case "IsMatch":
		return literal.Test, false, 0
	case "Match":
		return literal.Exec, false, 0
	}
	return 0, false, 0
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
			return false
		}
		c.uses, _, _ = csharpMethod(name)
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

func csharpFinish(s *braces, c *braceCall, l *literal.Literal) bool {
	options := 1
	switch name := string(s.Src[c.name.start:c.name.end]); name {
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
		if t := s.peek(s.lexer(from)); bytes.HasPrefix(s.Src[t.start:], []byte("TimeSpan")) {
			return true
		}
		l.Flags, l.FlagsKnown = s.letters(from, end, DotNetOption)
	}
	return true
}

// DotNetOption returns the flag that a member of .NET's RegexOptions stands for, by its name. ok is false for
// one that is not known.
func DotNetOption(name string) (string, bool) {
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
func csharpFunction(f *braceFolder, name string, start, open, depth int) (v literal.Constant, end int, ok bool) {
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
		if v.Append(w); len(v.Text) > literal.MaxConstant {
			f.fail("the pattern is longer than 1 MiB")
			return v, open, false
		}
		switch f.read(x).kind {
		case ')':
			v.Number = false
			return v, x.at, true
		case ',':
		default:
			return v, open, false
		}
	}
}

func csharpMember(v *literal.Constant, name string) bool {
	return name == "ToString" || name == "Trim" && len(strings.TrimSpace(string(v.Text))) == len(v.Text)
}
