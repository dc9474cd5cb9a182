package braces

import (
	"bytes"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
)

// Rust is the language Rust. Patterns are what the regex crate compiles, which never backtracks, and
// those of the crates fancy_regex and pcre2, which do. The patterns of fancy_regex, whose dialect is its
// own, count as PCRE: what it adds to the regex crate it took from there, and it is as little bounded.
var Rust = &braceLanguage{
	bit:             inRust,
	words:           []string{"Regex", "regex!"},
	nestedComments:  true,
	keywordsDeclare: true,
	macros:          true,
	text: func(src []byte, i int) int {
		end, _ := rustEnd(src, i)
		return end
	},
	value:    rustValue,
	call:     rustCall,
	finish:   rustFinish,
	function: rustFunction,
	member: func(_ *literal.Constant, name string) bool {
		return name == "to_string" || name == "to_owned" || name == "into" || name == "as_str" || name == "as_ref" || name == "clone"
	},
	method:  func(string) (literal.Use, bool, literal.Use) { return 0, false, 0 },
	dialect: func([]byte) syntax.Dialect { return syntax.Rust },
}

func rustCall(s *braces, c *braceCall) bool {
	name := string(s.Src[c.name.start:min(c.name.end, c.name.start+24)])
	c.kind = literal.Constructor
	switch name {
	case "new":
	case "regex", "byte_regex", "bytes_regex": // the macros of several crates
		return c.name.end < c.open && s.Src[c.name.end] == '!' && c.receiver[1] == 0
	default:
		return false
	}
	class := bytes.TrimSpace(s.Src[c.receiver[0]:max(c.receiver[0], c.receiver[1])])
	if nameIs(class, "RegexSet") || nameIs(class, "RegexSetBuilder") {
		s.rustSet(c)
		return false
	}
	return nameIs(class, "Regex") || nameIs(class, "RegexBuilder") || nameIs(class, "FancyRegex")
}

// rustSet adds the patterns of a RegexSet, whose call is c, as calls of their own.
func (s *braces) rustSet(c *braceCall) {
	x := s.lexer(c.open + 1)
	t := s.read(x)
	if t.kind == '&' {
		t = s.read(x)
	}
	if t.kind != '[' {
		return
	}
	depth, from := 0, x.at
	for s.work > 0 {
		t := s.read(x)
		switch t.kind {
		case '(', '[', '{':
			depth++
			continue
		case ')', ']', '}':
			depth--
		case ',':
		case tokenEnd:
			return
		default:
			continue
		}
		if t.kind == ',' && depth > 0 || depth >= 0 && t.kind != ',' {
			continue
		}
		if first := s.peek(s.lexer(from)).start; first < t.start {
			s.calls = append(s.calls, braceCall{start: first, open: from - 1, end: t.start + 1, name: c.name, kind: literal.Constructor, part: true})
		}
		if from = t.end; depth < 0 {
			return
		}
	}
}

func rustFinish(s *braces, c *braceCall, l *literal.Literal) bool {
	if c.part {
		return true
	}
	begins := func(text string) bool { return bytes.HasPrefix(s.Src[c.start:], []byte(text)) }
	if begins("fancy_regex") || begins("FancyRegex") || begins("pcre2") || s.rustBacktracks() {
		l.Dialect = syntax.PCRE
	}
	if !nameIs(bytes.TrimSpace(s.Src[c.receiver[0]:max(c.receiver[0], c.receiver[1])]), "RegexBuilder") {
		return true
	}
	return s.rustBuilder(c, l)
}

// rustBacktracks reports whether the name Regex in the file is that of a crate that backtracks.
func (s *braces) rustBacktracks() bool {
	return (s.has("use fancy_regex::") || s.has("use pcre2::")) && !s.has("use regex::")
}

// rustBuilder reads the options that are set on a RegexBuilder.
func (s *braces) rustBuilder(c *braceCall, l *literal.Literal) bool {
	for x := s.lexer(c.end); s.read(x).kind == tokenMember; {
		name := s.read(x)
		if name.kind != tokenName || s.read(x).kind != '(' {
			return true
		}
		value := s.read(x)
		letter, known := rustOptions[string(s.Src[name.start:min(name.end, name.start+32)])]
		switch word := string(s.Src[value.start:value.end]); {
		case value.kind == ')':
			return true // build()
		case !known:
		case word == "true":
			l.Flags += letter
		case word != "false":
			l.FlagsKnown = false
		}
		for depth := 0; value.kind != tokenEnd && s.work > 0; value = s.read(x) {
			if value.kind == '(' {
				depth++
			} else if value.kind == ')' {
				if depth--; depth < 0 {
					break
				}
			}
		}
	}
	return true
}

// rustOptions are the letters of the options of RegexBuilder.
var rustOptions = map[string]string{
	"case_insensitive": "i", "multi_line": "m", "dot_matches_new_line": "s", "ignore_whitespace": "x",
	"swap_greed": "U", "crlf": "R",
}

// rustFunction evaluates concat!.
func rustFunction(f *braceFolder, name string, start, open, depth int) (v literal.Constant, end int, ok bool) {
	switch name {
	case "concat!":
		return f.joined(open, depth)
	case "String.from", "str.to_string":
		x := f.lexer(open + 1)
		if v, ok = f.sum(x, depth+1); !ok || f.read(x).kind != ')' {
			return v, open, false
		}
		return v, x.at, true
	}
	return v, open, false
}
