package redos

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

func TestRegexOfEachDialect(t *testing.T) {
	t.Parallel()
	const (
		js, python, java, pcre     = syntax.JavaScript, syntax.Python, syntax.Java, syntax.PCRE
		ruby, perl, dotnet, golang = syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go
		rust                       = syntax.Rust
	)
	all := []syntax.Dialect{python, java, pcre, ruby, perl, dotnet}
	tests := []struct {
		dialects       []syntax.Dialect
		pattern, flags string
		mode           syntax.Mode
		class          Class
		degree         int
	}{
		{all, `^(a+)+$`, "", syntax.Search, Exponential, 0},
		{all, `\s+$`, "", syntax.Search, Polynomial, 2},
		{all, `^[a-z]+(?:-[a-z]+)*$`, "", syntax.Search, Linear, 0},
		// An empty iteration is one more way out of a loop, save in JavaScript.
		{[]syntax.Dialect{python, java, pcre, perl, dotnet}, `\A(?:(?:a?)*c)*d`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A(?:(?:a?)*c)*d`, "", syntax.Search, Linear, 0}, // (?:a?)* is a* there
		{all, `\A(?:(?:a?b?)*c)*d`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{js}, `^(?:(?:a?)*c)*d`, "", syntax.Search, Linear, 0},
		{all, `\A(?:a?)*d`, "", syntax.Search, Linear, 0},
		{all, `\A(?:a|b?)*$`, "", syntax.Search, Linear, 0},
		// Without regard to case Onigmo takes some characters for several, in classes as well.
		{[]syntax.Dialect{ruby}, `\A\p{L}+\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A[[:alpha:] ]+\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A[a-zß]+\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A(?:st|\W)+\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\Ass+ß+\z`, "i", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, `\A\p{L}+\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A[\w ]+\z`, "i", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?:office|class)+\z`, "i", syntax.Search, Linear, 0},
		// Perl does so of what is written, one character or many, and of no range, class or property.
		{[]syntax.Dialect{perl}, `\A(?:ß|ss)+\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{perl}, `\A(?:[ßx]|s[s]){1,60}\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{perl}, `\A(?:ﬁ|fi)+\z`, "i", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{perl}, `\A(?:ß|ss)+\z`, "iaa", syntax.Search, Linear, 0},
		{[]syntax.Dialect{perl}, `\A(?:ß|ss)+\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{perl}, `\A[\p{L}ß-ÿ]+\z`, "i", syntax.Search, Linear, 0},
		{[]syntax.Dialect{perl}, `\A(?:ẞ|s(s)x)+\z`, "i", syntax.Search, Linear, 0},
		{[]syntax.Dialect{js, python, java, pcre, dotnet}, `^(?:ß|ss)+$`, "i", syntax.Search, Linear, 0},
		// A verb that is come back to takes with it what would succeed: this never matches.
		{[]syntax.Dialect{pcre, perl}, `((*PRUNE)[ks])+`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{pcre, perl}, `\Ax(*COMMIT)(b(?:\d(?1)a)?\w+)!`, "", syntax.Search, Polynomial, 3}, // beside calls as well
		// What is opened in many levels is closed in many ways.
		{[]syntax.Dialect{pcre, perl}, `(%.(?:y(?1))?y{1,3})`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{pcre}, `k(.{0,3}){1,24}[kl]{2,}?$`, "", syntax.Search, Exponential, 0}, // empty iterations count
		// Few texts of a group are put in its place, and of what refers to it.
		{all, `(x[0-4]).*?\1`, "s", syntax.Search, Linear, 0},
		{all, `(x[0-4])[^y]*?\1\s+$`, "s", syntax.Search, Polynomial, 2},
		{all, `([*_]{1,2})(.+?)\1`, "", syntax.Search, Linear, 0},
		// A few characters are too many where many loops share them.
		{[]syntax.Dialect{js, python, java}, strings.Repeat(`\s*`, 200) + "x", "", syntax.Search, Polynomial, 6},
		{[]syntax.Dialect{js}, "^" + strings.Repeat(`\d*`, snagtest.Sized(300, 1000)) + "x", "", syntax.Search, Polynomial, snagtest.Sized(6, 3)},
		// References to the character before, whichever it is.
		{append(all[:len(all):len(all)], js), `(.)\1+`, "", syntax.Search, Linear, 0},
		{append(all[:len(all):len(all)], js), `(.)\1{3,}`, "i", syntax.Search, Linear, 0},
		{append(all[:len(all):len(all)], js), `(\w)\1{2,}`, "", syntax.All, Linear, 0},
		{append(all[:len(all):len(all)], js), `(?<!\d)(\d)\1{3,}(?!\d)`, "", syntax.Search, Linear, 0},
		{append(all[:len(all):len(all)], js), `(\d)\1{3,}(?!\d)`, "", syntax.Search, Polynomial, 2},
		{append(all[:len(all):len(all)], js), `(\w)\1+\b`, "", syntax.Search, Polynomial, 2},
		{append(all[:len(all):len(all)], js), `(\d)?\1+`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `(?:(\w)\1|(.)\2)+$`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{python, java, ruby, perl, dotnet, js}, `(.)(?=.*\1)`, "", syntax.Search, Polynomial, 2}, // where no two are the same
		{[]syntax.Dialect{pcre}, `(.)(?=.*\1)`, "", syntax.Search, Linear, 0},                                     // there are few bytes
		{[]syntax.Dialect{java, pcre, ruby, js}, `(\w)(?:x|\1)+`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{python, perl, dotnet}, `(\w)(?:x|\1)+`, "", syntax.Search, Unknown, 0},
		// The end of the text or of its last line.
		{all, `\A\s*$`, "", syntax.Search, Linear, 0},
		{all, `\A(?:\s*|x)$`, "", syntax.Search, Linear, 0},
		{all, `\A\s*$\s*`, "", syntax.Search, Linear, 0},
		{all, `\A(?:a+$|b)+`, "", syntax.Search, Linear, 0},
		{all, `\A(?:a$|\s|a(?!$))*b`, "", syntax.Search, Linear, 0},
		{all, `\A(?:\w+(?=\s|$)\s*)*$`, "", syntax.Search, Linear, 0},
		{all, `\A(?:[ab]+$|a+b)`, "", syntax.Search, Linear, 0},
		{all, `\A.*\n*\Z`, "s", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `^\s*x`, "", syntax.Search, Polynomial, 2}, // a line may start anywhere
		{[]syntax.Dialect{python}, `^\s*x`, "", syntax.Search, Linear, 0},
		// Atomic groups and possessive loops.
		{all, `\A(?>a+)+b`, "", syntax.Search, Linear, 0},
		{all, `\A(?>a*)(?>a*)b`, "", syntax.Search, Linear, 0},
		{all, `\A(?:(?>a+)|b)*c`, "", syntax.Search, Linear, 0},
		{all, `\A(?>(?:a|ab)(?:c|bcd))*d`, "", syntax.Search, Linear, 0},
		{all, `\A(?>a|ab)*(?>b|a)*c`, "", syntax.Search, Polynomial, 2},
		{all, `\A(?>(?:a|a)*b)c`, "", syntax.Search, Exponential, 0},
		{all, `(?>a+)b`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{python, java, pcre, perl, ruby}, `\A(?:a++)*+b`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{python, java, pcre, perl}, `\A(?:"(?:[^"\\]++|\\.)*+"|\w+)++$`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{java, pcre, perl, ruby}, `\A(?:\R)*x`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{java, pcre, perl}, `\A(?:\r\n|\r|\n)*x`, "", syntax.Search, Exponential, 0},
		// Lookbehinds that let a search begin again.
		{append(all[:len(all):len(all)], js), `(?<=ab)c[^d]*d`, "", syntax.Search, Polynomial, 2},
		// What lookbehinds of several characters say.
		{append(all[:len(all):len(all)], js), `^(?:a|b(?<=ab)|b(?<!ab))*c`, "", syntax.Search, Linear, 0},
		{append(all[:len(all):len(all)], js), `^(?:a|b(?<=ab)|b(?<=[ab]b))*c`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{js, dotnet}, `^(?:a|b|c(?<=a+b*c)|c(?<!a+b*c))*d`, "", syntax.Search, Linear, 0},
		// What it costs to look back, from wherever a match may begin.
		{[]syntax.Dialect{js}, `(?<=(?!b)[^]+?)`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{js, dotnet}, `(?:(?<=[^a][ab]*))*`, "", syntax.All, Polynomial, 2},
		{[]syntax.Dialect{js}, `(?:(?:(?!a)|(?<=.))(?:c[ab]|)|(?<!a??b*))$`, "", syntax.Search, Polynomial, 2},
		// No two letters are sure to differ where case is folded, and digits do not stand for them.
		{[]syntax.Dialect{js}, `([a-z0-9])\1{2,}|[a-z]x`, "i", syntax.Search, Unknown, 0},
		// An input of nine characters takes three million steps.
		{[]syntax.Dialect{pcre}, `(?:a|){2,20}`, "", syntax.Full, Exponential, 0},
		// Written out, in a loop that must run so often, or called.
		{append(all[:len(all):len(all)], js), "^" + strings.Repeat("(?:a|)", 25) + "b", "", syntax.Search, Exponential, 0},
		{append(all[:len(all):len(all)], js), "^" + strings.Repeat("(?:a|ab)(?:bc|c)", 22) + "d", "", syntax.Search, Exponential, 0},
		{append(all[:len(all):len(all)], js), "^" + strings.Repeat("(?:a|ab)(?:bc|c)", 5) + "d", "", syntax.Search, Linear, 0},
		{append(all[:len(all):len(all)], js), "^" + strings.Repeat("(?:foo|fool|food|bar)x", 25) + "d", "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{python}, `(?:([^a](?:|a){3,}?a){2,}(?:[ab](?:\r?\n)(?:a|)\b){0,1}){3,}`, "", syntax.Prefix, Exponential, 0},
		{[]syntax.Dialect{pcre}, "^(a|b|ab)" + strings.Repeat("(?1)", snagtest.Sized(22, 30)) + "d", "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `^(\s*+)(\*(?!/))?(?=(?~\*/)$)`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, `\A(?~\*/)*x`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `/\*(?~\*/)\*/`, "", syntax.Search, Polynomial, 2}, // begins at each
		{[]syntax.Dialect{ruby}, `\A/\*(?~\*/)\*/`, "", syntax.Search, Linear, 0},
		// A negative lookahead keeps it from matching at once.
		{[]syntax.Dialect{ruby}, `(?!(?<![$_[:alnum:]])\b(var|let)(?![$_[:alnum:]]))((?=^|[;}]|^\s*$|^\s*(?:abstract|\busing(?=\s+(?!in\b|of\b(?!\s*(?:of\b|=)))[$_[:alpha:]])\b)\b)|((?<!^let|[^$._[:alnum:]]let|^var|[^$._[:alnum:]]var)(?=\s*$)))`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, long(`^(?<x>a|b|ab)` + strings.Repeat(`\g<x>`, 30) + "d"), "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{pcre, perl}, `^(25[0-5]|2[0-4]\d|[01]?\d\d?)(?:\.(?1)){3}$`, "", syntax.Search, Linear, 0},
		// In Ruby an iteration that matches nothing but changes a capture is not the last one.
		{[]syntax.Dialect{ruby}, `\A(?:(a?))*x`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A((?:ab)?)+?x`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A(?:(?>(a))?b?)*x`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, long(`(?<g>(?:ab)?)(?:\g<g>){2,70}x`), "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A(?:(?:a?))*x`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?:(a))*x`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{python, java, pcre, perl, dotnet}, `\A(?:(a?))*x`, "", syntax.Search, Linear, 0},
		// From right to left.
		{[]syntax.Dialect{dotnet}, `^(\w+\s?)*$`, "r", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{dotnet}, `(a+)+b`, "r", syntax.Search, Linear, 0},
		{[]syntax.Dialect{dotnet}, `\s+$`, "r", syntax.Search, Linear, 0},
		{[]syntax.Dialect{dotnet}, `-\d+x`, "r", syntax.Search, Linear, 0},
		{[]syntax.Dialect{dotnet}, `-\d+`, "r", syntax.Search, Polynomial, 2},
		// Backreferences have one way.
		{append(all[:len(all):len(all)], js), `^(?:(a+)-\1)+$`, "", syntax.Search, Linear, 0},
		{append(all[:len(all):len(all)], js), `^(a+)b(?:\1|a)*c`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{js, python}, `('{2,5}).+?\1`, "", syntax.Search, Linear, 0},
		// More than an automaton holds.
		{[]syntax.Dialect{js}, strings.Repeat(`(a*)*`, snagtest.Sized(40, 3000)) + "b", "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{js}, `^(?:` + numbered("w%d(?:a+)+"+strings.Repeat("b", 60)+"|", 480) + `x)$`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{js}, `^(?=.{100,200}$)(a|a)*b`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{java}, `\s*(?>(?!b)(?<!ab)){1,3}`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{pcre}, `(?<!^|as|[=>< ,]) *(?<!-)[, ](?!-) *(?!,|as|$)`, "", syntax.Search, Linear, 0},
		{all, `\A(?:a(?>b(?=c)|bd|(?>b|be))|a(?>b(?!c|d)))*f`, "", syntax.Search, Exponential, 0},
		{all, `\A(?:a(?>b(?=c)|bd)|a(?>b(?!c|d)))*f`, "", syntax.Search, Linear, 0},
		// A reference that does not mind the case.
		{[]syntax.Dialect{java, pcre, perl, ruby, dotnet}, `\A(a)(?:(?i:\1)|A)*[bc]`, "", syntax.Search, Exponential, 0},
		// Conditionals and unset groups.
		{[]syntax.Dialect{python, pcre, perl, dotnet}, `\A(<)?(?:\w+)(?(1)>|$)`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{python, pcre, perl, dotnet}, `\A(a)?(?:(?(1)b|b+))+c`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{pcre, perl}, `\A(\s*(?(1)\w|x*))\1y`, "", syntax.Search, Polynomial, 2}, // not set yet within the group
		{[]syntax.Dialect{pcre, perl}, `\A(?(?=a)\w+|b*)+c`, "", syntax.Search, Exponential, 0},
		{all, `\A(?:(x)?\1)*y`, "", syntax.Search, Exponential, 0}, // what an earlier iteration captured stays
		{[]syntax.Dialect{js}, `^(?:(x)?\1)*y`, "", syntax.Search, Linear, 0},
		// Calls.
		{[]syntax.Dialect{pcre, perl}, `\A(a+)(?:(?1))*b`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{pcre, perl}, `(?(DEFINE)(?<d>\d+))\A(?&d)-(?&d)$`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `(?<d>\d+){0}\A\g<d>-\g<d>\z`, "", syntax.Search, Polynomial, 2}, // see below
		{[]syntax.Dialect{ruby}, `(?<d>\d++){0}\A\g<d>-\g<d>\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{pcre, perl}, `\A(\((?:[^()]|(?1))*\))$`, "", syntax.Search, Unknown, 0},
		{[]syntax.Dialect{pcre, perl}, `\A(\((?:[^()]+|(?1))*\))$`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{pcre}, `\A(?:(a+(*ACCEPT)b|c)|d)*e`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{pcre}, `\A(?:(?:a|(*FAIL))+)+b`, "", syntax.Search, Exponential, 0},
		{[]syntax.Dialect{pcre}, `\A(?:(?1)a|aa)*b|(z|a(*ACCEPT)y)`, "", syntax.Search, Exponential, 0},
		// Ruby goes through its stack at the end of what it counts, calls, or may find empty.
		{[]syntax.Dialect{ruby}, `\A(?:[ab]{2,})?`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{python, java, pcre, perl, dotnet}, `\A(?:[ab]{2,})?`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?:[ab]{2,})?`, "O", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?:[ab][ab]+)?`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?:[ab]{2,9},)*\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?:x[ab]*|y(?:[ab]+c){2,}d)*\z`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, `\A(?:(?:x{2,5}[^x]){2,9},)*\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `[ab](?:[bc]{2,}d)?`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, `\A(?:\Aa*)*,`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, `\A(?:\Aa*+)*,`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `(?:a*)*?`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `(a*)*`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?<n>a+b?),\g<n>\z`, "", syntax.Search, Polynomial, 2},
		{[]syntax.Dialect{ruby}, `\A(?<n>a+),\g<n>\z`, "", syntax.Search, Linear, 0},                // possessive, as no a follows
		{[]syntax.Dialect{ruby}, `\A(?<n>(?:a|b)+)[ ,]{3}\g<n>$`, "", syntax.Search, Polynomial, 2}, // also where it stands
		{[]syntax.Dialect{ruby}, `\A(?<n>a++),\g<n>\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `\A(?<n>[^a]a+;),\g<n>\z`, "", syntax.Search, Linear, 0}, // each call returns once
		{[]syntax.Dialect{pcre, perl}, `\A(?<n>a+),(?&n)\z`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `^()(?>\g<1>)*$`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `(?<n>b*){0}\d\g<n>`, "", syntax.Search, Linear, 0}, // which ends there
		{[]syntax.Dialect{ruby}, `(?<n>b*){0}\A\g<n>\z`, "", syntax.Search, Polynomial, 2},
		// Modes.
		{all, `\s+`, "", syntax.Full, Linear, 0},
		{all, `(?:a|b|ab)*`, "", syntax.Search, Linear, 0},
		{all, `(?:a|b|ab)*`, "", syntax.Full, Exponential, 0},
		{all, `a+b`, "", syntax.Prefix, Linear, 0},
		{all, `a*b|a`, "", syntax.All, Polynomial, 2},
		{all, `\d+$`, "", syntax.Full, Linear, 0},
		// Engines that never backtrack.
		{[]syntax.Dialect{golang, rust}, `^(a+)+$`, "", syntax.Search, Linear, 0},
		{[]syntax.Dialect{dotnet}, `^(a+)+$`, "b", syntax.Search, Linear, 0},
	}
	for _, tt := range tests {
		if tt.pattern == "" {
			continue
		}
		for _, d := range tt.dialects {
			v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Flags: tt.flags, Dialect: d, Mode: tt.mode}, classOnly())
			if d == ruby && tt.flags == "s" {
				continue
			}
			if err != nil {
				t.Errorf("Analyze(%v /%s/%s): %v", d, tt.pattern, tt.flags, err)
				continue
			}
			if v.Class != tt.class || v.Degree != tt.degree {
				t.Errorf("Analyze(%v /%s/%s mode %d) = %v degree %d (%s), want %v degree %d; attack %+v",
					d, tt.pattern, tt.flags, tt.mode, v.Class, v.Degree, v.Reason, tt.class, tt.degree, v.Attack)
			}
			if byDesign := !d.Backtracks() || tt.flags == "b"; v.ByDesign != byDesign {
				t.Errorf("Analyze(%v /%s/%s) by design: %t", d, tt.pattern, tt.flags, v.ByDesign)
			}
			if v.Class == Unknown && v.Reason == "" {
				t.Errorf("Analyze(%v /%s/%s) is unknown without a reason", d, tt.pattern, tt.flags)
			}
		}
	}
}

// numbered returns format with the numbers below n, one after the other.
func numbered(format string, n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, format, i)
	}
	return s.String()
}

func TestRequire(t *testing.T) {
	tests := []struct{ pattern, needs string }{
		{`\w+@\w+\.example`, ".example"},
		{`claim\s(?:\w+\s)*verification`, "verification"},
		{`a+(?:b|c)`, ""},
		{`<[^>]+>`, ""}, // what is needed ends the match
	}
	for _, tt := range tests {
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Dialect: syntax.Perl}, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if v.Attack == nil || tt.needs != "" && !strings.Contains(v.Attack.Suffix, tt.needs) {
			t.Errorf("Analyze(/%s/): attack %+v, want a suffix with %q", tt.pattern, v.Attack, tt.needs)
		}
	}
}

func TestSizeNote(t *testing.T) {
	tests := []struct {
		dialect syntax.Dialect
		pattern string
		noted   bool
	}{
		{syntax.Go, `a{1000}`, false},
		{syntax.Go, `(?:a{30}){30}`, false},
		{syntax.Rust, `(?:(?:[a-z]{100}){100}){100}`, true},
		{syntax.Rust, `a*`, false},
	}
	for _, tt := range tests {
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Dialect: tt.dialect}, DefaultLimits)
		if err != nil {
			t.Errorf("Analyze(%v /%s/): %v", tt.dialect, tt.pattern, err)
			continue
		}
		if (v.Note != "") != tt.noted {
			t.Errorf("Analyze(%v /%s/) has the note %q, want one: %t", tt.dialect, tt.pattern, v.Note, tt.noted)
		}
	}
}

// TestHostileConstructs analyses patterns that are made to break analysers by what JavaScript does not
// have. Each must end with a verdict or a reason.
func TestHostileConstructs(t *testing.T) {
	t.Parallel()
	nest := func(open, body, shut string, depth int) string {
		return strings.Repeat(open, depth) + body + strings.Repeat(shut, depth)
	}
	var calls, doubling strings.Builder
	for i := range 40 {
		fmt.Fprintf(&calls, "(a?(?%d)?)", i%40+1)
	}
	doubled := snagtest.Sized(20, 40)
	for i := range doubled {
		fmt.Fprintf(&doubling, "(?<g%d>(?&g%d)(?&g%d))", i, i+1, i+1)
	}
	fmt.Fprintf(&doubling, "(?<g%d>a*)", doubled)
	tests := []struct {
		name    string
		dialect syntax.Dialect
		pattern string
	}{
		{"nested atomic groups", syntax.PCRE, nest("(?>a|b", "a*", ")*", snagtest.Sized(10, 200)) + "c"},
		{"nested atomic groups with choices", syntax.Java, nest("(?>a(?:x|", "b*", "))", 200) + "c"},
		{"nested possessive loops", syntax.PCRE, nest("(?:", "a", "*+)*+", 200) + "b"},
		{"atomic words", syntax.Ruby, "(?>" + strings.Repeat("abc|abcd|", snagtest.Sized(100, 5000)) + "x)+$"},
		{"many atomic groups", syntax.Python, strings.Repeat("(?>a*b*)", snagtest.Sized(25, 300)) + "c"},
		{"conditionals", syntax.PCRE, strings.Repeat("(a)?", 90) + strings.Repeat("(?(1)a*|b*)", snagtest.Sized(5, 200)) + "c"},
		{"conditionals in conditionals", syntax.Perl, "(a)?" + nest("(?(1)a*|", "b*", ")", 60) + "c"},
		{"recursion", syntax.PCRE, "(?:a(?R)?b?)+c(?R)*(?R)*"},
		{"groups that call each other", syntax.PCRE, calls.String() + "b"},
		{"calls that double", syntax.Perl, doubling.String() + "b"},
		{"left recursion", syntax.PCRE, "(a|(?1)b)c(?1)*d"},
		{"verbs", syntax.PCRE, strings.Repeat("(?:a*(*THEN)|b(*SKIP)|c(*PRUNE))*", snagtest.Sized(8, 50)) + "d"},
		{"balancing groups", syntax.DotNet, strings.Repeat("(?<n>a)*(?<-n>b)*", snagtest.Sized(6, 40)) + "c"},
		{"right to left", syntax.DotNet, "(?r)" + strings.Repeat("a*", 100) + "b"},
		{"last lines", syntax.Perl, strings.Repeat("(?:a$|b)*", snagtest.Sized(20, 100)) + "c"},
		{"absent operators", syntax.Ruby, strings.Repeat("(?~ab)*", snagtest.Sized(8, 40)) + "c"},
		{"counters", syntax.Java, nest("(?:a?", "b", "){0,30}+", snagtest.Sized(3, 8)) + "c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Dialect: tt.dialect}, DefaultLimits)
			t.Logf("%v degree %d %s %v", v.Class, v.Degree, v.Reason, err)
			if v.Class == Unknown && err == nil && v.Reason == "" {
				t.Errorf("Analyze(%.60s...) is unknown without a reason", tt.pattern)
			}
		})
	}
}
