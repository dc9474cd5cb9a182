package parser

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/probe/snagtest"
)

func TestErrors(t *testing.T) {
	for _, tt := range errorTests {
		_, err := Parse(syntax.JavaScript, tt.pattern, tt.flags)
		e, ok := errors.AsType[*syntax.Error](err)
		if !ok {
			t.Errorf("/%s/%s is accepted", tt.pattern, tt.flags)
			continue
		}
		if e.Pos != tt.pos || e.Msg != tt.msg || e.Limit || e.InFlags != (tt.msg == "Invalid flags") {
			t.Errorf("/%s/%s: %+v, want %q at %d", tt.pattern, tt.flags, *e, tt.msg, tt.pos)
		}
	}
}

// outline writes a tree in one line: the operator with its span and what tells it from others.
func outline(b *strings.Builder, n *syntax.Node) {
	switch n.Op {
	case syntax.OpSet:
		b.WriteString(n.Set.String())
	case syntax.OpRepeat:
		fmt.Fprintf(b, "{%s}", syntaxtest.Counts(n))
	default:
		b.WriteString(syntaxtest.Describe(n))
	}
	fmt.Fprintf(b, "@%d-%d", n.Span.Start, n.Span.End)
	if len(n.Subs) == 0 {
		return
	}
	b.WriteByte('(')
	for i, sub := range n.Subs {
		if i > 0 {
			b.WriteByte(' ')
		}
		outline(b, sub)
	}
	b.WriteByte(')')
}

func TestParse(t *testing.T) {
	tests := []struct{ pattern, flags, want string }{
		{``, ``, `empty@0-0`},
		{`a`, ``, `[a]@0-1`},
		{`ab|`, ``, `alternatives@0-3(sequence@0-2([a]@0-1 [b]@1-2) empty@3-3)`},
		{`(a|b)+?`, ``, `{1 or more, lazy}@0-7(capture 1@0-5(alternatives@1-4([a]@1-2 [b]@3-4)))`},
		{`(?:a)?`, ``, `{0 to 1}@0-6(group@0-5([a]@3-4))`},
		{`a{2}b{3,}c{4,5}`, ``, `sequence@0-15({2 times}@0-4([a]@0-1) {3 or more}@4-9([b]@4-5) {4 to 5}@9-15([c]@9-10))`},
		{`a{99999999999999999999}`, ``, `{2147483647 times}@0-23([a]@0-1)`},
		{`a{0,99999999999999999999}`, ``, `{0 to 2147483647}@0-25([a]@0-1)`},
		{`a{,2}`, ``, `sequence@0-5([a]@0-1 [{]@1-2 [,]@2-3 [2]@3-4 [}]@4-5)`},
		{`x{a}]`, ``, `sequence@0-5([x]@0-1 [{]@1-2 [a]@2-3 [}]@3-4 [\]]@4-5)`},
		{`^a$`, `m`, `sequence@0-3(start of line@0-1 [a]@1-2 end of line@2-3)`},
		{`(?=a)*(?!b)`, ``, `sequence@0-11({0 or more}@0-6(lookahead@0-5([a]@3-4)) negative lookahead@6-11([b]@9-10))`},
		{`(?<=a)(?<!b)`, ``, `sequence@0-12(lookbehind@0-6([a]@4-5) negative lookbehind@6-12([b]@10-11))`},
		{`\1(a)`, ``, `sequence@0-5(backreference 1@0-2 capture 1@2-5([a]@3-4))`},
		{`(a)\10`, ``, `sequence@0-6(capture 1@0-3([a]@1-2) [\x08]@3-6)`},
		{`\2(a)`, ``, `sequence@0-5([\x02]@0-2 capture 1@2-5([a]@3-4))`},
		{`\8\08\377\400`, ``, `sequence@0-13([8]@0-2 [\x00]@2-4 [8]@4-5 [\xff]@5-9 [ ]@9-12 [0]@12-13)`},
		{`\k<a>`, ``, `sequence@0-5([k]@0-2 [<]@2-3 [a]@3-4 [>]@4-5)`},
		{`\k<a>(?<a>b)`, ``, `sequence@0-12(backreference 1 <a>@0-5 capture 1 <a>@5-12([b]@10-11))`},
		{`(?:(?<a>x)|(?<a>y))\k<a>`, ``, `sequence@0-24(group@0-19(alternatives@3-18(capture 1 <a>@3-10([x]@8-9) capture 2 <a>@11-18([y]@16-17))) backreference 1 2 <a>@19-24)`},
		{`(?<\u{61}\u0062>c)`, ``, `capture 1 <ab>@0-18([c]@16-17)`},
		{`(?<\ud835\udc9c>c)`, ``, `capture 1 <𝒜>@0-18([c]@16-17)`},
		{`(?<𝒜>c)`, ``, `capture 1 <𝒜>@0-7([c]@5-6)`},
		{`\c\cA\x4\x41\u041\u0041`, ``, `sequence@0-23([\\]@0-1 [c]@1-2 [\x01]@2-5 [x]@5-7 [4]@7-8 [A]@8-12 [u]@12-14 [0]@14-15 [4]@15-16 [1]@16-17 [A]@17-23)`},
		{`\u{3}`, ``, `{3 times}@0-5([u]@0-2)`},
		{`\u{3}`, `u`, `[\x03]@0-5`},
		{`\u{000000000000000001f600}`, `u`, `[\u{1f600}]@0-26`},
		{`[\b\c\c1\c_\cA]`, ``, `[\x01\x08\x11\x1f\\c]@0-15`},
		{`[\w-a]`, ``, `[\-0-9A-Z_a-z]@0-6`},
		{`[a-\d]`, ``, `[\-0-9a]@0-6`},
		{`[]-a]`, ``, `sequence@0-5([]@0-2 [\-]@2-3 [a]@3-4 [\]]@4-5)`},
		{`[a-]`, ``, `[\-a]@0-4`},
		{`[^]`, ``, `[\x00-\uffff]@0-3`},
		{`😀`, ``, `sequence@0-1([\ud83d]@0-1 [\ude00]@0-1)`},
		{`😀+`, ``, `sequence@0-2([\ud83d]@0-1 {1 or more}@0-2([\ude00]@0-1))`},
		{`😀+`, `u`, `{1 or more}@0-2([\u{1f600}]@0-1)`},
		{`[😀]`, ``, `[\ud83d\ude00]@0-3`},
		{`[a-😀-\uffff]`, ``, `[a-\ud83d\ude00-\uffff]@0-12`},
		{`[a-😀]`, ``, `[a-\ud83d\ude00]@0-5`},
		{`\😀`, ``, `sequence@0-2([\ud83d]@0-2 [\ude00]@0-2)`},
		{`\ud83d\ude00`, ``, `sequence@0-12([\ud83d]@0-6 [\ude00]@6-12)`},
		{`\ud83d\ude00`, `u`, `[\u{1f600}]@0-12`},
		{`\ud83d\u{de00}`, `u`, `sequence@0-14([\ud83d]@0-6 [\ude00]@6-14)`},
		{"\xed\xa0\xbd", `u`, `[\ud83d]@0-1`},
		{"\xed\xa0\xbd\xed\xb8\x80", `u`, `[\u{1f600}]@0-1`},
		{`a(?i:a(?-i:a)a)a`, ``, `sequence@0-16([a]@0-1 group@1-15(sequence@5-14([Aa]@5-6 group@6-13([a]@11-12) [Aa]@13-14)) [a]@15-16)`},
		{`(?s-m:^.)^.`, `m`, `sequence@0-11(group@0-9(sequence@6-8(start of text@6-7 [\x00-\uffff]@7-8)) start of line@9-10 [\x00-\t\x0b\x0c\x0e-\u2027\u202a-\uffff]@10-11)`},
		{`[\P{ASCII}]`, `iv`, `[\x80-\u017e\u0180-\u2129\u212b-\u{10ffff}]@0-11`},
		{`k`, `iu`, `[Kk\u212a]@0-1`},
		{`[^k]`, `iu`, `[\x00-JL-jl-\u2129\u212b-\u{10ffff}]@0-4`},
		{`[[a-d]--[b]]`, `v`, `[acd]@0-12`},
		{`[\q{abc|ab|d|}x]`, `v`, `alternatives@0-16(sequence@0-16([a]@0-16 [b]@0-16 alternatives@0-16([c]@0-16 empty@0-16)) [dx]@0-16 empty@0-16)`},
		{`[\q{Ab|aB|K}]`, `iv`, `alternatives@0-13(sequence@0-13([Aa]@0-13 [Bb]@0-13) [Kk\u212a]@0-13)`},
		{`(?<=[\q{ab|cb|b|xyz}])`, `v`, `lookbehind@0-22(alternatives@4-21(sequence@4-21([ac]@4-21 [b]@4-21) sequence@4-21([x]@4-21 [y]@4-21 [z]@4-21) [b]@4-21))`},
		{`[\q{ab|ac|x}&&[\q{ab|x}y]]`, `v`, `alternatives@0-26(sequence@0-26([a]@0-26 [b]@0-26) [x]@0-26)`},
		{`[\p{Emoji_Keycap_Sequence}--\q{1️⃣}]`, `v`, `sequence@0-36([#*02-9]@0-36 [\ufe0f]@0-36 [\u20e3]@0-36)`},
	}
	for _, tt := range tests {
		tree, err := Parse(syntax.JavaScript, tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("/%s/%s: %v", tt.pattern, tt.flags, err)
			continue
		}
		var b strings.Builder
		outline(&b, tree.Root)
		if got := b.String(); got != tt.want {
			t.Errorf("/%s/%s\n got %s\nwant %s", tt.pattern, tt.flags, got, tt.want)
		}
		checkTree(t, tree)
	}
}

// TestComplementOfProperty holds ES2025 to its word where V8 errs: under v, [\P{X}] is \P{X} and
// folding comes before the complement, for binary properties as for the others.
func TestComplementOfProperty(t *testing.T) {
	for _, name := range []string{"ASCII", "Lowercase", "Lu", "Script=Greek"} {
		var sets []string
		for _, pattern := range []string{`\P{%s}`, `[\P{%s}]`, `[^\p{%s}]`, `[^[^\P{%s}]]`, `[[\P{%s}]&&[\p{Any}]]`} {
			tree, err := Parse(syntax.JavaScript, fmt.Sprintf(pattern, name), "iv")
			if err != nil {
				t.Fatal(err)
			}
			sets = append(sets, tree.Root.Set.String())
		}
		for i, s := range sets {
			if s != sets[0] {
				t.Errorf("%s, form %d: %s, want %s", name, i, s, sets[0])
			}
		}
	}
}

// TestLimits parses patterns made to break parsers: they end at once, with a tree or with a limit.
func TestLimits(t *testing.T) {
	many := strings.Repeat
	large := func(s string, n int) string { return many(s, n/snagtest.Sized(32, 1)) }
	tests := []struct {
		name, pattern, flags string
		limit                bool
	}{
		{"groups at the limit", many("(?:", MaxDepth-1) + many(")", MaxDepth-1), "", false},
		{"groups", many("(", 100_000) + many(")", 100_000), "", true},
		{"lookaheads", many("(?=", 100_000) + many(")", 100_000), "", true},
		{"open groups", many("(?:a|", 200_000), "", true},
		{"classes at the limit", many("[", MaxDepth-1) + many("]", MaxDepth-1), "v", false},
		{"classes", many("[", 100_000) + many("]", 100_000), "v", true},
		{"literals", large("a", 1<<20), "i", false},
		{"alternatives", large("ab|", 1<<18), "", false},
		{"quantifiers", large("a{1,99999}", 1<<16), "", false},
		{"class members", "[" + large("zxca-b", 1<<17) + "]", "i", false},
		{"astral members", "[" + large("😀", 1<<18) + "]", "", false},
		{"escapes in a class", "[" + large(`\W`, 1<<18) + "]", "i", false},
		{"properties in a class", "[" + many(`\P{L}`, 1<<17) + "]", "iu", true},
		{"properties", large(`\P{L}`, 1<<17), "iu", false},
		{"strings in a class", "[" + many(`\p{RGI_Emoji}`, 1<<16) + "]", "v", true},
		{"strings", many(`\p{RGI_Emoji}`, 1<<16), "v", true},
		{"one long string", `[\q{` + large("a", 1<<19) + "|" + large("a", 1<<19) + "b}]", "v", false},
		{"many strings", `[\q{` + large("ab|cd|", 1<<17) + "}]", "v", false},
		{"strings in nested classes", many("[", 5000) + `\p{RGI_Emoji}` + many(`\p{RGI_Emoji}]`, 5000), "v", true},
		{"zeros in an escape", `\u{` + large("0", 1<<20) + "41}", "u", false},
		{"digits of a count", "a{" + large("9", 1<<20) + "}", "", false},
		{"digits of a reference", `\` + large("9", 1<<20), "", false},
		{"references", "(?<a>)" + large(`\k<a>`, 1<<17), "", false},
		{"forward references", large(`\1`, 1<<18) + "()", "", false},
		{"references to nothing", large(`\9`, 1<<18), "", false},
		{"the same name", large("(?<a>x)|", 1<<16), "", false},
		{"modifiers", large("(?i:a)", 1<<16), "", false},
		{"braces", large("{1", 1<<18), "", false},
		{"open name", "(?<" + large("a", 1<<20) + ">b)", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(syntax.JavaScript, tt.pattern, tt.flags)
			e, _ := errors.AsType[*syntax.Error](err)
			if tt.limit && (e == nil || !e.Limit) || !tt.limit && err != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

// errorTests are patterns that are wrong, with the position and the reason.
var errorTests = []struct {
	pattern, flags string
	pos            int
	msg            string
}{
	{"(", "", 0, msgUnterminatedGroup},
	{"a(b(c)", "", 1, msgUnterminatedGroup},
	{"(?", "", 0, msgInvalidGroup},
	{"(?a)", "", 0, msgInvalidGroup},
	{"(?#a)", "", 0, msgInvalidGroup},
	{"(?>a)", "", 0, msgInvalidGroup},
	{"(?P<a>b)", "", 0, msgInvalidGroup},
	{"a)", "", 1, msgUnmatchedParen},
	{"*", "", 0, msgNothingToRepeat},
	{"a|+", "", 2, msgNothingToRepeat},
	{"a**", "", 2, msgNothingToRepeat},
	{"a++", "", 2, msgNothingToRepeat},
	{"a???", "", 3, msgNothingToRepeat},
	{"^*", "", 1, msgNothingToRepeat},
	{"\\b+", "", 2, msgNothingToRepeat},
	{"(?<=a)*", "", 6, msgInvalidQuantifier},
	{"(?=a)*", "u", 5, msgInvalidQuantifier},
	{"{1}", "", 0, msgNothingToRepeat},
	{"a{1}{2}", "", 4, msgNothingToRepeat},
	{"(?:{2,1})", "", 3, msgNothingToRepeat},
	{"{", "u", 0, msgLoneBrackets},
	{"}", "u", 0, msgLoneBrackets},
	{"]", "v", 0, msgLoneBrackets},
	{"a{", "u", 1, msgIncompleteQuantifier},
	{"a{1", "u", 1, msgIncompleteQuantifier},
	{"a{,1}", "u", 1, msgIncompleteQuantifier},
	{"a{2,1}", "", 1, msgQuantifierOutOfOrder},
	{"a{0002,1}", "", 1, msgQuantifierOutOfOrder},
	{"\\", "", 0, msgEscapeAtEnd},
	{"[\\", "", 1, msgEscapeAtEnd},
	{"[", "", 0, msgUnterminatedClass},
	{"a[b", "", 1, msgUnterminatedClass},
	{"[b-", "", 0, msgUnterminatedClass},
	{"[^", "v", 0, msgUnterminatedClass},
	{"[[a]", "v", 0, msgUnterminatedClass},
	{"[z-a]", "", 1, msgRangeOutOfOrder},
	{"[z-a]", "v", 1, msgRangeOutOfOrder},
	{"[a-z-\\uFFFF-b]", "", 5, msgRangeOutOfOrder},
	{"[😀-z]", "", 1, msgRangeOutOfOrder},
	{"[a-\\d]", "u", 1, msgInvalidClass},
	{"[\\d-a]", "u", 1, msgInvalidClass},
	{"\\a", "u", 0, msgInvalidEscape},
	{"\\-", "u", 0, msgInvalidEscape},
	{"[\\a]", "u", 1, msgInvalidEscape},
	{"\\1", "u", 0, msgInvalidEscape},
	{"(a)\\2", "u", 3, msgInvalidEscape},
	{"\\8", "u", 0, msgInvalidEscape},
	{"[\\1]", "u", 1, msgInvalidClassEscape},
	{"[\\8]", "u", 1, msgInvalidEscape},
	{"[\\00]", "u", 1, msgInvalidClassEscape},
	{"\\00", "u", 0, msgInvalidDecimalEscape},
	{"\\x1", "u", 0, msgInvalidEscape},
	{"\\u", "u", 0, msgInvalidUnicodeEscape},
	{"\\u12", "u", 0, msgInvalidUnicodeEscape},
	{"\\u{110000}", "u", 0, msgInvalidUnicodeEscape},
	{"\\u{}", "u", 0, msgInvalidUnicodeEscape},
	{"\\u{1", "u", 0, msgInvalidUnicodeEscape},
	{"\\c", "u", 0, msgInvalidUnicodeEscape},
	{"\\c1", "u", 0, msgInvalidUnicodeEscape},
	{"[\\c]", "u", 1, msgInvalidUnicodeEscape},
	{"[\\c1]", "u", 1, msgInvalidUnicodeEscape},
	{"\\p", "u", 0, msgInvalidPropertyName},
	{"\\pL", "u", 0, msgInvalidPropertyName},
	{"\\p{L", "u", 0, msgInvalidPropertyName},
	{"\\p{Foo}", "u", 0, msgInvalidPropertyName},
	{"\\p{}", "v", 0, msgInvalidPropertyName},
	{"\\p{^L}", "u", 0, msgInvalidPropertyName},
	{"\\p{Script=Foo}", "u", 0, msgInvalidPropertyName},
	{"\\P{RGI_Emoji}", "v", 0, msgInvalidPropertyName},
	{"\\p{RGI_Emoji}", "u", 0, msgInvalidPropertyName},
	{"[\\p{Foo}]", "u", 1, msgInvalidClassProperty},
	{"[\\p{Foo}]", "v", 1, msgInvalidClassProperty},
	{"[\\P{RGI_Emoji}]", "v", 1, msgInvalidClassProperty},
	{"(?<a", "", 0, msgInvalidGroupName},
	{"(?<>a)", "", 0, msgInvalidGroupName},
	{"(?<1a>b)", "", 0, msgInvalidGroupName},
	{"(?<a b>c)", "", 0, msgInvalidGroupName},
	{"(?<a\\u{110000}>b)", "", 0, msgInvalidUnicodeEscape},
	{"(?<\\u0031>b)", "", 0, msgInvalidGroupName},
	{"(?<a>.)(?<a>.)", "", 7, msgDuplicateGroupName},
	{"(?<a>x|(?<a>y))", "", 7, msgDuplicateGroupName},
	{"\\k", "u", 0, msgInvalidNamedReference},
	{"\\k<", "u", 0, msgInvalidGroupName},
	{"\\k<a", "u", 0, msgInvalidGroupName},
	{"\\k<a>", "u", 0, msgUnknownNamedReference},
	{"\\k(?<a>b)", "", 0, msgInvalidNamedReference},
	{"(?<a>b)\\k<c>", "", 7, msgUnknownNamedReference},
	{"(?<a>b)[\\k]", "", 8, msgInvalidEscape},
	{"[a&&&b]", "v", 4, msgInvalidCharacter},
	{"[a--b&&c]", "v", 5, msgInvalidSetOperation},
	{"[a&&b--c]", "v", 5, msgInvalidSetOperation},
	{"[a&&bc]", "v", 5, msgInvalidSetOperation},
	{"[a--bc]", "v", 5, msgInvalidSetOperation},
	{"[ab&&c]", "v", 3, msgInvalidSetOperation},
	{"[ab--c]", "v", 3, msgInvalidSetOperation},
	{"[a-c&&b]", "v", 4, msgInvalidSetOperation},
	{"[a-c--b]", "v", 4, msgInvalidSetOperation},
	{"[a&&b-c]", "v", 5, msgInvalidSetOperation},
	{"[&&a]", "v", 1, msgInvalidSetOperation},
	{"[--a]", "v", 1, msgInvalidCharacter},
	{"[a&&]", "v", 4, msgInvalidCharacter},
	{"[a--]", "v", 4, msgInvalidCharacter},
	{"[a!!]", "v", 2, msgInvalidSetOperation},
	{"[!!a]", "v", 1, msgInvalidSetOperation},
	{"[a-]", "v", 3, msgInvalidCharacter},
	{"[-a]", "v", 1, msgInvalidCharacter},
	{"[a-\\d]", "v", 1, msgInvalidClass},
	{"[\\d-a]", "v", 1, msgInvalidClass},
	{"[(]", "v", 1, msgInvalidCharacter},
	{"[a|b]", "v", 2, msgInvalidCharacter},
	{"[a/b]", "v", 2, msgInvalidCharacter},
	{"[{]", "v", 1, msgInvalidCharacter},
	{"[a}]", "v", 2, msgInvalidCharacter},
	{"[\\q]", "v", 1, msgInvalidEscape},
	{"\\q{a}", "v", 0, msgInvalidEscape},
	{"[\\q{a]", "v", 5, msgInvalidCharacter},
	{"[\\q{a", "v", 1, msgUnterminatedClass},
	{"[\\q{(}]", "v", 4, msgInvalidCharacter},
	{"[^\\q{ab}]", "v", 0, msgNegatedClassOfStrings},
	{"[^\\q{}]", "v", 0, msgNegatedClassOfStrings},
	{"[^\\p{RGI_Emoji}]", "v", 0, msgNegatedClassOfStrings},
	{"[^[\\q{ab}a]--a]", "v", 0, msgNegatedClassOfStrings},
	{"[a-\\q{b}]", "v", 1, msgInvalidClass},
	{"[\\q{a}-b]", "v", 1, msgInvalidClass},
	{"(?i", "", 0, msgUnterminatedGroup},
	{"(?i)", "", 0, msgInvalidFlagGroup},
	{"(?-:a)", "", 0, msgInvalidFlagGroup},
	{"(?ix:a)", "", 0, msgInvalidFlagGroup},
	{"(?ii:a)", "", 3, msgRepeatedFlag},
	{"(?i-i:a)", "", 4, msgRepeatedFlag},
	{"(?i--m:a)", "", 4, msgMultipleDashes},
	{"a", "x", 0, "Invalid flags"},
	{"a", "gg", 1, "Invalid flags"},
	{"a", "uv", 1, "Invalid flags"},
	{"(", "é", 0, "Invalid flags"},
}

// TestDialectLimits parses patterns made to break parsers in all dialects: they end at once, whatever
// they end with.
func TestDialectLimits(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n/snagtest.Sized(48, 16)) }
	tests := []struct{ name, pattern, flags string }{
		{"groups", many("(", 400_000) + many(")", 400_000), ""},
		{"lookbehinds", many("(?<=", 20_000) + "a" + many(")", 20_000), ""},
		{"lookbehinds beside", many("(?<=ab|c)", 1<<16), ""},
		{"classes", many("[", 400_000) + many("]", 400_000), ""},
		{"atomic groups", many("(?>", 36_000) + many(")", 36_000), ""},
		{"flags", many("(?i)", 1<<17), ""},
		{"flags on and off", many("(?i:a)(?-i:b)", 1<<15), ""},
		{"conditionals", "(a)" + many("(?(1)b|c)", 1<<16), ""},
		{"open conditionals", many("(?(abc", 1<<16), ""},
		{"calls", "(a)" + many("(?1)", 1<<16), ""},
		{"recursion", many("((?1))", 1<<15), ""},
		{"references", "(a)" + many(`\1`, 1<<17), ""},
		{"references ahead", many(`\9`, 1<<17) + many("()", 20), ""},
		{"ranges", "[" + many("α-ωa-z", 1<<17) + "]", "i"},
		{"properties", many(`\p{L}`, 1<<16), "i"},
		{"properties in a class", "[" + many(`\P{L}`, 1<<15) + "]", "i"},
		{"POSIX classes", "[" + many(`[:alpha:]`, 1<<16) + "]", "i"},
		{"collating elements", "[" + many("[.", 1<<17), ""},
		{"intersections", "[" + many(`\w&&`, 1<<16) + "a]", ""},
		{"subtractions", many("[a-z-", 36_000) + "[b]" + many("]", 36_000), ""},
		{"braces", many("a{1", 1<<17), ""},
		{"open braces", many(`\x{`, 1<<17), ""},
		{"names", many(`\N{`, 1<<17), ""},
		{"the same name", many("(?<a>x)", 1<<15), "J"},
		{"quotations", many(`\Qa\E`, 1<<17), ""},
		{"comments", many("(?#a)", 1<<17), ""},
		{"open comments", many("(?#", 1<<17), ""},
		{"comments to the end of the line", many("#a\n", 1<<17), "x"},
		{"verbs", many("(*SKIP:a)", 1<<16), ""},
		{"marks", many("(*MARK:a)", 1<<16), ""},
		{"quantifiers", "a" + many("+", 1<<16), ""},
		{"quantifiers in groups", many("(?:", 20_000) + "a" + many("+)", 20_000), ""},
		{"branch resets", many("(?|(a)|(b)|", 12_000) + many(")", 12_000), ""},
		{"balancing groups", "(?<a>)" + many("(?<-a>b)", 1<<15), ""},
		{"absences", many("(?~", 20_000) + many(")", 20_000), ""},
	}
	for _, d := range syntax.Dialects() {
		t.Run(d.String(), func(t *testing.T) {
			for _, tt := range tests {
				tree, err := Parse(d, tt.pattern, strings.Map(func(r rune) rune {
					if _, err := d.ParseFlags(string(r)); err == nil {
						return r
					}
					return -1
				}, tt.flags))
				if err == nil && (tree == nil || tree.Root == nil) {
					t.Errorf("%s: neither tree nor error", tt.name)
				}
			}
		})
	}
}

func TestDump(t *testing.T) {
	tree, err := Parse(syntax.JavaScript, "^(?<n>a+)|[^b]{2,3}?(?!\\k<n>)\n", "m")
	if err != nil {
		t.Fatal(err)
	}
	const want = `alternatives  0-30  ^(?<n>a+)|[^b]{2,3}?(?!\k<n>)␊
  sequence  0-9  ^(?<n>a+)
    start of line  0-1  ^
    capture 1 <n>  1-9  (?<n>a+)
      repeat 1 or more  6-8  a+
        set [a]  6-7  a
  sequence  10-30  [^b]{2,3}?(?!\k<n>)␊
    repeat 2 to 3, lazy  10-20  [^b]{2,3}?
      set [\x00-ac-\uffff]  10-14  [^b]
    negative lookahead  20-29  (?!\k<n>)
      backreference 1 <n>  23-28  \k<n>
    set [\n]  29-30  ␊
`
	if got := syntaxtest.Dump(tree); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
