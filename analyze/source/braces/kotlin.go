package braces

import (
	"bytes"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
)

// Kotlin is the language Kotlin, on the JVM: its Regex is java.util.regex. Beside what Java has, patterns
// are the arguments of Regex and the receivers of toRegex and toPattern.
var Kotlin = &braceLanguage{
	bit:             inKotlin,
	words:           []string{"Regex", "Pattern"},
	nestedComments:  true,
	keywordsDeclare: true,
	linesEnd:        true,
	backticks:       true,
	text: func(src []byte, i int) int {
		end, _ := kotlinEnd(src, i, 0)
		return end
	},
	value:    kotlinValue,
	call:     kotlinCall,
	finish:   kotlinFinish,
	function: kotlinFunction,
	member:   kotlinMember,
	method:   kotlinMethod,
	reads:    javaReads,
	dialect:  func([]byte) syntax.Dialect { return syntax.Java },
}

func kotlinCall(s *braces, c *braceCall) bool {
	name := string(s.Src[c.name.start:min(c.name.end, c.name.start+24)])
	class := bytes.TrimSpace(s.Src[c.receiver[0]:c.receiver[1]])
	c.kind = literal.Constructor
	switch name {
	case "Regex":
		return len(class) == 0 || string(class) == "kotlin.text"
	case "toRegex", "toPattern":
		c.arg = -1
		return len(class) > 0
	case "compile", "matches":
		if nameIs(class, "Pattern") {
			if name == "matches" {
				c.uses = literal.Whole
			}
			return true
		}
	case "Pattern":
		c.named, c.uses = "regexp", literal.Whole
		return c.attribute
	}
	return false
}

func kotlinFinish(s *braces, c *braceCall, l *literal.Literal) bool {
	from := c.argument(1)
	switch string(s.Src[c.name.start:c.name.end]) {
	case "toRegex", "toPattern":
		if from = c.argument(0); s.peek(s.lexer(from)).start >= c.argumentEnd(0) {
			return true
		}
	case "Pattern":
		for n := range len(c.commas) + 1 {
			x := s.lexer(c.argument(n))
			if t := s.read(x); string(s.Src[t.start:t.end]) == "flags" && s.read(x).kind == '=' {
				l.FlagsKnown = false
			}
		}
		return true
	case "matches":
		return true
	}
	if from > 0 {
		l.Flags, l.FlagsKnown = s.letters(from, c.end, kotlinFlag)
	}
	return true
}

func kotlinFlag(name string) (string, bool) {
	switch name {
	case "setOf", "or": // they put flags together
		return "", true
	case "IGNORE_CASE":
		return "iu", true // Kotlin adds UNICODE_CASE
	case "DOT_MATCHES_ALL":
		return "s", true
	}
	return javaFlag(name)
}

// kotlinFunction evaluates Regex.escape and Pattern.quote, which are the same.
func kotlinFunction(f *braceFolder, name string, start, open, depth int) (v literal.Constant, end int, ok bool) {
	if name == "Regex.escape" {
		name = "Pattern.quote"
	}
	return javaFunction(f, name, start, open, depth)
}

func kotlinMember(v *literal.Constant, name string) bool {
	switch name {
	case "trimIndent", "trimMargin":
		return bytes.IndexByte(v.Text, '\n') < 0 && name == "trimIndent" && len(bytes.TrimSpace(v.Text)) == len(v.Text)
	case "toString", "trim":
		return len(bytes.TrimSpace(v.Text)) == len(v.Text)
	}
	return false
}

func kotlinMethod(name string) (use literal.Use, matcher bool, argument literal.Use) {
	if use = kotlinMethods[name]; use != 0 {
		return use, false, use
	}
	return javaMethod(name)
}

// kotlinMethods are what the methods of Regex do with it, and those of strings with one.
var kotlinMethods = map[string]literal.Use{
	"matches": literal.Whole, "matchEntire": literal.Whole, "matchAt": literal.AtStart, "matchesAt": literal.AtStart,
	"containsMatchIn": literal.Test, "contains": literal.Test, "find": literal.Test, "replaceFirst": literal.Test,
	"findAll": literal.Every, "replace": literal.Every, "split": literal.Split, "splitToSequence": literal.Split,
}
