package parser

import (
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/printer"
	"snag/analyze/regex/syntax/syntaxtest"
)

// TestDialectTrees shows what constructs of the dialects become, and how they print.
func TestDialectTrees(t *testing.T) {
	tests := []struct {
		dialect              syntax.Dialect
		pattern, flags, want string
		printed              string
	}{
		{syntax.Python, `^a$`, ``, `sequence@0-3(start of text@0-1 [a]@1-2 end of text or before its last line end@2-3)`, `^a$`},
		{syntax.Python, `^a$`, `m`, `sequence@0-3(start of line@0-1 [a]@1-2 end of line@2-3)`, `^a$`},
		{syntax.Python, `\Aa\Z`, ``, `sequence@0-5(start of text@0-2 [a]@2-3 end of text@3-5)`, `^a\Z`},
		{syntax.Python, `a++b*+c?+d{2,3}+`, ``, `sequence@0-16(atomic group@0-3({1 or more}@0-3([a]@0-1)) atomic group@3-6({0 or more}@3-6([b]@3-4)) atomic group@6-9({0 to 1}@6-9([c]@6-7)) atomic group@9-16({2 to 3}@9-16([d]@9-10)))`, `a++b*+c?+d{2,3}+`},
		{syntax.Python, `(?>a|b)`, ``, `atomic group@0-7(alternatives@3-6([a]@3-4 [b]@5-6))`, `(?>a|b)`},
		{syntax.Python, `(?P<n>a)(?P=n)(?(n)b|c)(?(1)d)`, ``, `sequence@0-30(capture 1 <n>@0-8([a]@6-7) backreference 1 <n>@8-14 if captured 1 <n>@14-23([b]@19-20 [c]@21-22) if captured 1@23-30([d]@28-29 empty@29-29))`, `(?P<n>a)(?P=n)(?(n)b|c)(?(1)d)`},
		{syntax.Python, `(?s)a.(?i:b)`, ``, `sequence@0-12([a]@4-5 [\x00-\u{10ffff}]@5-6 group@6-12([Bb]@10-11))`, `a[\s\S][Bb]`},
		{syntax.Python, `a  # c`, `x`, `[a]@0-1`, `a`},
		{syntax.Python, `\xe9.`, `b`, `sequence@0-5([\xe9]@0-4 [\x00-\t\x0b-\xff]@4-5)`, `\xe9.`},
		{syntax.Python, `a{,3}b{,}`, ``, `sequence@0-9({0 to 3}@0-5([a]@0-1) {0 or more}@5-9([b]@5-6))`, `a{0,3}b*`},
		{syntax.Java, `^a$\Z\z`, ``, `sequence@0-7(start of text@0-1 [a]@1-2 end of text or before its last line end@2-3 end of text or before its last line end@3-5 end of text@5-7)`, `^a\Z\Z\z`},
		{syntax.Java, `^a$`, `m`, `sequence@0-3(start of line@0-1 [a]@1-2 end of line@2-3)`, `^a$`},
		{syntax.Java, `^a$`, `dm`, `sequence@0-3(start of line@0-1 [a]@1-2 end of line@2-3)`, `^a$`},
		{syntax.Java, `\R`, ``, `atomic group@0-2(alternatives@0-2(sequence@0-2([\r]@0-2 [\n]@0-2) [\n-\r\x85\u2028\u2029]@0-2))`, `(?>\r\n|[\n-\r\x85\x{2028}\x{2029}])`},
		{syntax.Java, `(?<n>a)\k<n>\1\2`, ``, `sequence@0-16(capture 1 <n>@0-7([a]@5-6) backreference 1 <n>@7-12 backreference 1@12-14 []@14-16)`, `(?<n>a)\k<n>\1[^\s\S]`},
		{syntax.Java, `\Qa*\E+`, ``, `sequence@0-7([a]@2-3 {1 or more}@3-7([*]@3-4))`, `a\*+`},
		{syntax.Java, `a{2}{3}`, ``, `sequence@0-7({2 times}@0-4([a]@0-1) {3 times}@4-7(empty@4-4))`, `a{2}(?:){3}`},
		{syntax.Java, `[a-c&&[^b]]`, ``, `[ac]@0-11`, `[ac]`},
		{syntax.Java, `a(?i)b|c`, ``, `alternatives@0-8(sequence@0-6([a]@0-1 [Bb]@5-6) [Cc]@7-8)`, `a[Bb]|[Cc]`},
		{syntax.Java, `a.`, `l`, `sequence@0-2([a]@0-1 [.]@1-2)`, `a.`},
		{syntax.Java, `\bx`, `U`, `sequence@0-3(word boundary@0-2 [x]@2-3)`, `\bx`},
		{syntax.PCRE, `^a$\Z\z\G\K`, ``, `sequence@0-11(start of text@0-1 [a]@1-2 end of text or before its last line end@2-3 end of text or before its last line end@3-5 end of text@5-7 start of the search@7-9 start of the match@9-11)`, `^a\Z\Z\z\G\K`},
		{syntax.PCRE, `^a$`, `m`, `sequence@0-3(start of line@0-1 [a]@1-2 end of line@2-3)`, `^a$`},
		{syntax.PCRE, `a$`, `D`, `sequence@0-2([a]@0-1 end of text@1-2)`, `a\z`},
		{syntax.PCRE, `a$`, `Dm`, `sequence@0-2([a]@0-1 end of line@1-2)`, `a$`},
		{syntax.PCRE, `é+`, ``, `sequence@0-2([\xc3]@0-1 {1 or more}@0-2([\xa9]@0-1))`, `\xc3\xa9+`},
		{syntax.PCRE, `é+`, `u`, `{1 or more}@0-2([\xe9]@0-1)`, `é+`},
		{syntax.PCRE, `(?|(a)|(b)(c))(d)`, ``, `sequence@0-17(group@0-14(alternatives@3-13(capture 1@3-6([a]@4-5) sequence@7-13(capture 1@7-10([b]@8-9) capture 2@10-13([c]@11-12)))) capture 3@14-17([d]@15-16))`, `(?|(a)|(b)(c))(d)`},
		{syntax.PCRE, `(?R)?(?1)(a)(?&n)(?<n>b)\g<n>(?P>n)`, ``, `sequence@0-35({0 to 1}@0-5(call of 0@0-4) call of 1@5-9 capture 1@9-12([a]@10-11) call of 2 <n>@12-17 capture 2 <n>@17-24([b]@22-23) call of 2 <n>@24-29 call of 2 <n>@29-35)`, `(?R)?(?1)(a)(?&n)(?<n>b)(?&n)(?&n)`},
		{syntax.PCRE, `(?(DEFINE)(?<d>a))(?&d)`, ``, `sequence@0-23(conditional@0-18(negative lookahead@3-9(empty@3-9) capture 1 <d>@10-17([a]@15-16) empty@17-17) call of 1 <d>@18-23)`, `(?(DEFINE)(?<d>a))(?&d)`},
		{syntax.PCRE, `(?(?=a)b|c)(?(1)d)()`, ``, `sequence@0-20(conditional@0-11(lookahead@2-7([a]@5-6) [b]@7-8 [c]@9-10) if captured 1@11-18([d]@16-17 empty@17-17) capture 1@18-20(empty@19-19))`, `(?(?=a)b|c)(?(1)d)()`},
		{syntax.PCRE, `a(*FAIL)|(*COMMIT)b(*SKIP:x)(*MARK:x)`, ``, `alternatives@0-37(sequence@0-8([a]@0-1 []@1-8) sequence@9-37(verb COMMIT@9-18 [b]@18-19 verb SKIP:x@19-28 verb MARK:x@28-37))`, `a[^\s\S]|(*COMMIT)b(*SKIP:x)(*MARK:x)`},
		{syntax.PCRE, `(*ANYCRLF)^a$.`, `m`, `sequence@10-14(start of line@10-11 [a]@11-12 end of line@12-13 [\x00-\t\x0b\x0c\x0e-\xff]@13-14)`, `(*ANYCRLF)^a$.`},
		{syntax.PCRE, `(*UTF)(*UCP)\bé`, ``, `sequence@12-15(word boundary@12-14 [\xe9]@14-15)`, `(*UTF)(*UCP)\bé`},
		{syntax.PCRE, `a+?b+`, `U`, `sequence@0-5({1 or more}@0-3([a]@0-1) {1 or more, lazy}@3-5([b]@3-4))`, `a+?b+`},
		{syntax.PCRE, `(a)(?:b)`, `n`, `sequence@0-8(group@0-3([a]@1-2) group@3-8([b]@6-7))`, `ab`},
		{syntax.PCRE, `(?J)(?<n>a)|(?<n>b)\k<n>`, ``, `alternatives@0-24(capture 1 <n>@4-11([a]@9-10) sequence@12-24(capture 2 <n>@12-19([b]@17-18) backreference 1 2 <n>@19-24))`, `(?J)(?<n>a)|(?<n>b)\k<n>`},
		{syntax.PCRE, `\R`, `u`, `atomic group@0-2(alternatives@0-2(sequence@0-2([\r]@0-2 [\n]@0-2) [\n-\r\x85\u2028\u2029]@0-2))`, `(?>\r\n|[\n-\r\x85\x{2028}\x{2029}])`},
		{syntax.PCRE, `a(?C1)b`, ``, `sequence@0-7([a]@0-1 [b]@6-7)`, `ab`},
		{syntax.PCRE, `(*pla:a)(*nlb:b)(*atomic:c)`, ``, `sequence@0-27(lookahead@0-8([a]@6-7) negative lookbehind@8-16([b]@14-15) atomic group@16-27([c]@25-26))`, `(?=a)(?<!b)(?>c)`},
		{syntax.PCRE, `(?!)|(?<!)`, ``, `alternatives@0-10([]@0-4 []@5-10)`, `[^\s\S]|[^\s\S]`},
		{syntax.Ruby, `^a$\A\Z\z\G`, ``, `sequence@0-11(start of line@0-1 [a]@1-2 end of line@2-3 start of text@3-5 end of text or before its last line end@5-7 end of text@7-9 start of the search@9-11)`, `^a$\A\Z\z\G`},
		{syntax.Ruby, `a.b`, `m`, `sequence@0-3([a]@0-1 [\x00-\u{10ffff}]@1-2 [b]@2-3)`, `a.b`},
		{syntax.Ruby, `(?~ab)\h\K`, ``, `sequence@0-10(absence@0-6(sequence@3-5([a]@3-4 [b]@4-5)) [0-9A-Fa-f]@6-8 start of the match@8-10)`, `(?~ab)[\dA-Fa-f]\K`},
		{syntax.Ruby, `a(?i)b|c`, ``, `sequence@0-8([a]@0-1 group@1-8(alternatives@5-8([Bb]@5-6 [Cc]@7-8)))`, `a(?:[Bb]|[Cc])`},
		{syntax.Ruby, `(a)(?<n>b)\k<n>\g<n>`, ``, `sequence@0-20(group@0-3([a]@1-2) capture 1 <n>@3-10([b]@8-9) backreference 1 <n>@10-15 call of 1 <n>@15-20)`, `a(?<n>b)\k<n>\g<n>`},
		{syntax.Ruby, `a{2}+b{2}?c**`, ``, `sequence@0-13({1 or more}@0-5({2 times}@0-4([a]@0-1)) {0 to 1}@5-10({2 times}@5-9([b]@5-6)) {0 or more}@10-13([c]@10-11))`, `(?:a{2})+(?:b{2})?c*`},
		{syntax.Ruby, `a{,3}`, ``, `{0 to 3}@0-5([a]@0-1)`, `a{0,3}`},
		{syntax.Ruby, `(a)\g<1>\k<-1>`, ``, `sequence@0-14(capture 1@0-3([a]@1-2) call of 1@3-8 backreference 1@8-14)`, `(a)\g<1>\1`},
		{syntax.Ruby, `\u{61 62}`, ``, `sequence@0-9([a]@0-9 [b]@0-9)`, `ab`},
		{syntax.Ruby, `(?<a>x)|(?<a>y)\k<a>`, ``, `alternatives@0-20(capture 1 <a>@0-7([x]@5-6) sequence@8-20(capture 2 <a>@8-15([y]@13-14) backreference 1 2 <a>@15-20))`, `(?<a>x)|(?<a>y)\k<a>`},
		{syntax.Ruby, `(a)(?(1)b|c)`, ``, `sequence@0-12(capture 1@0-3([a]@1-2) if captured 1@3-12([b]@8-9 [c]@10-11))`, `(a)(?(1)b|c)`},
		{syntax.Perl, `^a$\Z\z\G\K`, ``, `sequence@0-11(start of text@0-1 [a]@1-2 end of text or before its last line end@2-3 end of text or before its last line end@3-5 end of text@5-7 start of the search@7-9 start of the match@9-11)`, `^a\Z\Z\z\G\K`},
		{syntax.Perl, `^a$`, `m`, `sequence@0-3(start of line@0-1 [a]@1-2 end of line@2-3)`, `^a$`},
		{syntax.Perl, `a{2,1}b`, ``, `sequence@0-7(sequence@0-6([]@0-0 [a]@0-1) [b]@6-7)`, `[^\s\S]ab`},
		{syntax.Perl, `(?|(a)|(b))\g{-1}\g1`, ``, `sequence@0-20(group@0-11(alternatives@3-10(capture 1@3-6([a]@4-5) capture 1@7-10([b]@8-9))) backreference 1@11-17 backreference 1@17-20)`, `(?|(a)|(b))\g{1}\g{1}`},
		{syntax.Perl, `(?(1)a|b)`, ``, `conditional@0-9(negative lookahead@0-0(empty@0-0) [a]@5-6 [b]@7-8)`, `(?(?!)a|b)`},
		{syntax.Perl, `(?<n>a)\k{ n }(?&n)(?(<n>)b|c)`, ``, `sequence@0-30(capture 1 <n>@0-7([a]@5-6) backreference 1 <n>@7-14 call of 1 <n>@14-19 if captured 1 <n>@19-30([b]@26-27 [c]@28-29))`, `(?<n>a)\k<n>(?&n)(?(<n>)b|c)`},
		{syntax.Perl, ` a [b c] `, `xx`, `sequence@0-9([a]@1-2 [bc]@3-8)`, `a[bc]`},
		{syntax.Perl, `\b`, `a`, `word boundary@0-2`, `\b`},
		{syntax.DotNet, `^a$\Z\z\G`, ``, `sequence@0-9(start of text@0-1 [a]@1-2 end of text or before its last line end@2-3 end of text or before its last line end@3-5 end of text@5-7 start of the search@7-9)`, `^a\Z\Z\z\G`},
		{syntax.DotNet, `(?<a>x)(y)(?<a-b>z)(?<b>w)`, ``, `sequence@0-26(capture 2 <a>@0-7([x]@5-6) capture 1@7-10([y]@8-9) capture 2 <a>, takes back 3@10-19([z]@17-18) capture 3 <b>@19-26([w]@24-25))`, `(?<a>x)(y)(?<a-b>z)(?<b>w)`},
		{syntax.DotNet, `(?<-a>x)(?<a>y)`, ``, `sequence@0-15(group, takes back 1@0-8([x]@6-7) capture 1 <a>@8-15([y]@13-14))`, `(?<-a>x)(?<a>y)`},
		{syntax.DotNet, `(?<5>a)(b)\5`, ``, `sequence@0-12(capture 2 <5>@0-7([a]@5-6) capture 1@7-10([b]@8-9) backreference 2@10-12)`, `(?<5>a)(b)\5`},
		{syntax.DotNet, `(?<1>a)(b)`, ``, `sequence@0-10(capture 1@0-7([a]@5-6) capture 1@7-10([b]@8-9))`, `(a)(?<1>b)`},
		{syntax.DotNet, `(?(a)b|c)`, ``, `conditional@0-9(lookahead@2-5([a]@3-4) [b]@5-6 [c]@7-8)`, `(?(?=a)b|c)`},
		{syntax.DotNet, `(a)(?(1)b|c)(?<n>d)(?(n)e)`, ``, `sequence@0-26(capture 1@0-3([a]@1-2) if captured 1@3-12([b]@8-9 [c]@10-11) capture 2 <n>@12-19([d]@17-18) if captured 2 <n>@19-26([e]@24-25 empty@25-25))`, `(a)(?(1)b|c)(?<n>d)(?(n)e)`},
		{syntax.DotNet, `[a-z-[aeiou]]`, ``, `[b-df-hj-np-tv-z]@0-13`, `[b-df-hj-np-tv-z]`},
		{syntax.DotNet, `😀+`, ``, `sequence@0-2([\ud83d]@0-1 {1 or more}@0-2([\ude00]@0-1))`, `\ud83d\ude00+`},
		{syntax.DotNet, `(a)\k<1>\1`, `i`, `sequence@0-10(capture 1@0-3([Aa]@1-2) backreference 1@3-8 backreference 1@8-10)`, `(a)\1\1`},
		{syntax.DotNet, `\d`, `e`, `[0-9]@0-2`, `\d`},
		{syntax.Go, `(?i)a(?P<n>b)\z$`, ``, `sequence@0-16([Aa]@4-5 capture 1 <n>@5-13([Bb]@11-12) end of text@13-15 end of text@15-16)`, `[Aa](?P<n>[Bb])\z\z`},
		{syntax.Go, `(?m)^a$`, ``, `sequence@0-7(start of line@4-5 [a]@5-6 end of line@6-7)`, `(?m:^)a(?m:$)`},
		{syntax.Go, `\Qa.b\E+`, ``, `sequence@0-8([a]@2-3 [.]@3-4 {1 or more}@4-8([b]@4-5))`, `a\.b+`},
		{syntax.Rust, `(?R)(?m)^a$.`, ``, `sequence@0-12(start of line@8-9 [a]@9-10 end of line@10-11 [\x00-\t\x0b\x0c\x0e-\u{10ffff}]@11-12)`, `(?R:(?m:^))a(?R:(?m:$))[^\n\r]`},
		{syntax.Rust, `(?x) a [b c] # d`, ``, `sequence@0-16([a]@5-6 [bc]@7-12)`, `a[bc]`},
		{syntax.Rust, `[a-z&&[^b]--c~~d]`, ``, `[ae-z]@0-17`, `[ae-z]`},
		{syntax.PCRE, "a(?!b)(?<!c)(?<=d)", "", "sequence@0-18([a]@0-1 negative lookahead@1-6([b]@4-5) negative lookbehind@6-12([c]@10-11) lookbehind@12-18([d]@16-17))", "a(?!b)(?<!c)(?<=d)"},
		{syntax.Ruby, "(?:a+)+(?:b?)*(?:c+?)+(?:d*){2,5}", "", "sequence@0-33({1 or more}@0-7([a]@3-4) {0 or more}@7-14([b]@10-11) {1 or more}@14-22(group@14-21({1 or more, lazy}@17-20([c]@17-18))) {2 times}@22-33(group@22-28({0 or more}@25-27([d]@25-26))))", "a+b*(?:c+?)+(?:d*){2}"},
	}
	for _, tt := range tests {
		tree, err := Parse(tt.dialect, tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("%s: /%s/%s: %v", tt.dialect, tt.pattern, tt.flags, err)
			continue
		}
		var b strings.Builder
		outline(&b, tree.Root)
		if got := b.String(); got != tt.want {
			t.Errorf("%s: /%s/%s\n got %s\nwant %s", tt.dialect, tt.pattern, tt.flags, got, tt.want)
		}
		if got := printer.Print(tree); got != tt.printed {
			t.Errorf("%s: /%s/%s prints as %q, want %q", tt.dialect, tt.pattern, tt.flags, got, tt.printed)
		}
		checkTree(t, tree)
		syntaxtest.CheckPrint(t, tree, Parse)
	}
}

// TestLineEnds checks what ends a line, and what Pair and Inner say of line ends, by dialect.
func TestLineEnds(t *testing.T) {
	tests := []struct {
		dialect        syntax.Dialect
		pattern, flags string
		set            string
		pair, inner    bool
	}{
		{syntax.JavaScript, "^", "m", `[\n\r\u2028\u2029]`, false, false},
		{syntax.Python, "^", "m", `[\n]`, false, false},
		{syntax.Python, "$", "", `[\n]`, false, false},
		{syntax.Java, "^", "m", `[\n\r\x85\u2028\u2029]`, true, true},
		{syntax.Java, "$", "", `[\n\r\x85\u2028\u2029]`, true, false},
		{syntax.Java, "$", "d", `[\n]`, false, false},
		{syntax.PCRE, "^", "m", `[\n]`, false, true},
		{syntax.PCRE, "(*ANYCRLF)$", "", `[\n\r]`, true, false},
		{syntax.PCRE, "(*ANY)$", "u", `[\n-\r\x85\u2028\u2029]`, true, false},
		{syntax.PCRE, "(*ANY)$", "", `[\n-\r\x85]`, true, false},
		{syntax.Ruby, "^", "", `[\n]`, false, true},
		{syntax.Ruby, `\Z`, "", `[\n]`, false, false},
		{syntax.Perl, "^", "m", `[\n]`, false, true},
		{syntax.DotNet, "^", "m", `[\n]`, false, false},
		{syntax.Go, "$", "m", `[\n]`, false, false},
		{syntax.Rust, "^", "mR", `[\n\r]`, true, false},
	}
	for _, tt := range tests {
		tree, err := Parse(tt.dialect, tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("%s: /%s/%s: %v", tt.dialect, tt.pattern, tt.flags, err)
			continue
		}
		if n := tree.Root; n.Set.String() != tt.set || n.Pair != tt.pair || n.Inner != tt.inner {
			t.Errorf("%s: /%s/%s: %v, pair %v, inner %v", tt.dialect, tt.pattern, tt.flags, n.Set, n.Pair, n.Inner)
		}
	}
}

// TestDialectErrors holds the rules that one dialect has and another has not, with the position of the
// error, or -1 where the pattern is valid.
func TestDialectErrors(t *testing.T) {
	tests := []struct {
		dialect        syntax.Dialect
		pattern, flags string
		pos            int
	}{
		{syntax.Python, "a**", "", 2}, {syntax.Perl, "a**", "", 2}, {syntax.Ruby, "a**", "", -1},
		{syntax.Python, "^*", "", 1}, {syntax.PCRE, "^*", "", 1}, {syntax.Perl, "^*", "", -1}, {syntax.Java, "^*", "", -1},
		{syntax.Python, "a{2,1}", "", 1}, {syntax.PCRE, "a{2,1}", "", 1}, {syntax.Perl, "a{2,1}", "", -1},
		{syntax.Java, "a{", "", 1}, {syntax.PCRE, "a{", "", -1}, {syntax.Java, "{2}", "", -1}, {syntax.PCRE, "{2}", "", 0},
		{syntax.Python, "(?<=a+)b", "", 0}, {syntax.Python, "(?<=a|bc)d", "", 0}, {syntax.PCRE, "(?<=a|bc)d", "", -1},
		{syntax.PCRE, "(?<=(?:a|bc))d", "", 0}, {syntax.Java, "(?<=(?:a|bc){1,3})d", "", 0}, {syntax.Java, "(?<=(?:[ab]c){1,3})d", "", -1}, {syntax.Java, "(?<=(?:a|bc)+)d", "", 0},
		{syntax.Perl, "(?<=a{1,255})d", "", -1}, {syntax.Perl, "(?<=a{1,256})d", "", 0}, {syntax.DotNet, "(?<=(?:a|bc)+)d", "", -1},
		{syntax.Ruby, "(?<=a|bc)d", "", -1}, {syntax.Ruby, "(?<=x(?:a|bc))d", "", 0}, {syntax.Ruby, "(?<!(a))b", "", 0}, {syntax.Ruby, "(?<=(?=a))b", "", 0},
		{syntax.Python, `\1(a)`, "", 0}, {syntax.Java, `\1(a)`, "", -1}, {syntax.PCRE, `\1(a)`, "", -1}, {syntax.PCRE, `\2(a)`, "", 0},
		{syntax.Python, `(a\1)`, "", 2}, {syntax.PCRE, `(a\1)`, "", -1}, {syntax.Ruby, `\k<n>(?<n>a)`, "", 0}, {syntax.Perl, `\k<n>(?<n>a)`, "", -1},
		{syntax.Ruby, `(?<n>a)\1`, "", 7}, {syntax.PCRE, `(?<n>a)\1`, "", -1},
		{syntax.Python, `(?P<n>a)(?P<n>b)`, "", 8}, {syntax.PCRE, `(?<n>a)(?<n>b)`, "", 7}, {syntax.PCRE, `(?<n>a)(?<n>b)`, "J", -1}, {syntax.DotNet, `(?<n>a)(?<n>b)`, "", -1},
		{syntax.Python, `\y`, "", 0}, {syntax.Ruby, `\y`, "", -1}, {syntax.Perl, `\y`, "", -1}, {syntax.DotNet, `\y`, "", 0}, {syntax.PCRE, `\y`, "", 0},
		{syntax.PCRE, `[a-\d]`, "", 1}, {syntax.Perl, `[a-\d]`, "", -1}, {syntax.Ruby, `[\w-.]`, "", 1}, {syntax.Java, `[\w-.]`, "", -1},
		{syntax.PCRE, `[[:foo:]]`, "", 1}, {syntax.Java, `[[:foo:]]`, "", -1}, {syntax.Ruby, "[]", "", 0}, {syntax.PCRE, "[]", "", 0}, {syntax.Java, "[]a]", "", -1},
		{syntax.Python, `\u0041`, "b", 0}, {syntax.Python, `\400`, "", 0}, {syntax.PCRE, `\400`, "", 0}, {syntax.PCRE, `\400`, "u", -1}, {syntax.PCRE, `\x{100}`, "", 0},
		{syntax.Perl, `\K(?=a\K)`, "", 6}, {syntax.Ruby, `(.\g<1>)`, "", 2}, {syntax.Ruby, `(.\g<1>?)`, "", -1}, {syntax.PCRE, `(.(?1))`, "", -1},
		{syntax.Ruby, `(?<n>a)(?<n>b)\g<n>`, "", 14}, {syntax.Perl, `(?(1)a|b|c)(d)`, "", 0}, {syntax.Python, `(a)(?(1)b|c|d)`, "", 3},
		{syntax.Rust, `(?-u)\w(?i-u:é)`, "", -1}, {syntax.Rust, `\é`, "", 0}, {syntax.Go, `\pX`, "", 0}, {syntax.Go, "a{1001}", "", 1},
		{syntax.PCRE, "(*foo)", "", 0}, {syntax.PCRE, "a(*UTF)", "", 1}, {syntax.DotNet, "(?<0>a)", "", 0}, {syntax.DotNet, "(?<a-b>c)", "", 0},
	}
	for _, tt := range tests {
		_, err := Parse(tt.dialect, tt.pattern, tt.flags)
		pos := -1
		if e, ok := err.(*syntax.Error); ok {
			pos = e.Pos
		}
		if pos != tt.pos {
			t.Errorf("%s: /%s/%s: got %v, want an error at %d", tt.dialect, tt.pattern, tt.flags, err, tt.pos)
		}
	}
}
