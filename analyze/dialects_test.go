package analyze

import (
	"strings"
	"testing"

	"snag/analyze/syntax"
)

func TestRegexOfEachDialect(t *testing.T) {
	const (
		js, python, java, pcre     = syntax.JavaScript, syntax.Python, syntax.Java, syntax.PCRE
		ruby, perl, dotnet, golang = syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go
		rust                       = syntax.Rust
	)
	all := []syntax.Dialect{python, java, pcre, ruby, perl, dotnet}
	tests := []struct {
		dialects       []syntax.Dialect
		pattern, flags string
		mode           Mode
		class          Class
		degree         int
	}{
		{all, `^(a+)+$`, "", Search, Exponential, 0},
		{all, `\s+$`, "", Search, Polynomial, 2},
		{all, `^[a-z]+(?:-[a-z]+)*$`, "", Search, Linear, 0},
		// An empty iteration is one more way out of a loop, save in JavaScript.
		{[]syntax.Dialect{python, java, pcre, perl, dotnet}, `\A(?:(?:a?)*c)*d`, "", Search, Exponential, 0},
		{[]syntax.Dialect{ruby}, `\A(?:(?:a?)*c)*d`, "", Search, Linear, 0}, // (?:a?)* is a* there
		{all, `\A(?:(?:a?b?)*c)*d`, "", Search, Exponential, 0},
		{[]syntax.Dialect{js}, `^(?:(?:a?)*c)*d`, "", Search, Linear, 0},
		{all, `\A(?:a?)*d`, "", Search, Linear, 0},
		{all, `\A(?:a|b?)*$`, "", Search, Linear, 0},
		// The end of the text or of its last line.
		{all, `\A\s*$`, "", Search, Linear, 0},
		{all, `\A(?:\s*|x)$`, "", Search, Linear, 0},
		{all, `\A\s*$\s*`, "", Search, Linear, 0},
		{all, `\A(?:a+$|b)+`, "", Search, Linear, 0},
		{all, `\A(?:\w+(?=\s|$)\s*)*$`, "", Search, Linear, 0},
		{all, `\A(?:[ab]+$|a+b)`, "", Search, Linear, 0},
		{all, `\A.*\n*\Z`, "s", Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `^\s*x`, "", Search, Polynomial, 2}, // a line may start anywhere
		{[]syntax.Dialect{python}, `^\s*x`, "", Search, Linear, 0},
		// Atomic groups and possessive loops.
		{all, `\A(?>a+)+b`, "", Search, Linear, 0},
		{all, `\A(?>a*)(?>a*)b`, "", Search, Linear, 0},
		{all, `\A(?:(?>a+)|b)*c`, "", Search, Linear, 0},
		{all, `\A(?>(?:a|ab)(?:c|bcd))*d`, "", Search, Linear, 0},
		{all, `\A(?>a|ab)*(?>b|a)*c`, "", Search, Polynomial, 2},
		{all, `\A(?>(?:a|a)*b)c`, "", Search, Exponential, 0},
		{all, `(?>a+)b`, "", Search, Polynomial, 2},
		{[]syntax.Dialect{python, java, pcre, perl, ruby}, `\A(?:a++)*+b`, "", Search, Linear, 0},
		{[]syntax.Dialect{python, java, pcre, perl}, `\A(?:"(?:[^"\\]++|\\.)*+"|\w+)++$`, "", Search, Linear, 0},
		{[]syntax.Dialect{java, pcre, perl, ruby}, `\A(?:\R)*x`, "", Search, Linear, 0},
		{[]syntax.Dialect{java, pcre, perl}, `\A(?:\r\n|\r|\n)*x`, "", Search, Exponential, 0},
		// Conditionals and unset groups.
		{[]syntax.Dialect{python, pcre, perl, dotnet}, `\A(<)?(?:\w+)(?(1)>|$)`, "", Search, Linear, 0},
		{[]syntax.Dialect{python, pcre, perl, dotnet}, `\A(a)?(?:(?(1)b|b+))+c`, "", Search, Exponential, 0},
		{[]syntax.Dialect{pcre, perl}, `\A(?(?=a)\w+|b*)+c`, "", Search, Exponential, 0},
		{all, `\A(?:(x)?\1)*y`, "", Search, Exponential, 0}, // what an earlier iteration captured stays
		{[]syntax.Dialect{js}, `^(?:(x)?\1)*y`, "", Search, Linear, 0},
		// Calls.
		{[]syntax.Dialect{pcre, perl}, `\A(a+)(?:(?1))*b`, "", Search, Exponential, 0},
		{[]syntax.Dialect{pcre, perl}, `(?(DEFINE)(?<d>\d+))\A(?&d)-(?&d)$`, "", Search, Linear, 0},
		{[]syntax.Dialect{ruby}, `(?<d>\d+){0}\A\g<d>-\g<d>\z`, "", Search, Linear, 0},
		{[]syntax.Dialect{pcre, perl}, `\A(\((?:[^()]|(?1))*\))$`, "", Search, Unknown, 0},
		{[]syntax.Dialect{pcre, perl}, `\A(\((?:[^()]+|(?1))*\))$`, "", Search, Exponential, 0},
		// Modes.
		{all, `\s+`, "", Full, Linear, 0},
		{all, `(?:a|b|ab)*`, "", Search, Linear, 0},
		{all, `(?:a|b|ab)*`, "", Full, Exponential, 0},
		{all, `a+b`, "", Prefix, Linear, 0},
		{all, `a*b|a`, "", All, Polynomial, 2},
		{all, `\d+$`, "", Full, Linear, 0},
		// Engines that never backtrack.
		{[]syntax.Dialect{golang, rust}, `^(a+)+$`, "", Search, Linear, 0},
		{[]syntax.Dialect{dotnet}, `^(a+)+$`, "b", Search, Linear, 0},
	}
	for _, tt := range tests {
		for _, d := range tt.dialects {
			v, err := Regex(t.Context(), Pattern{Text: tt.pattern, Flags: tt.flags, Dialect: d, Mode: tt.mode}, DefaultLimits)
			if d == ruby && tt.flags == "s" {
				continue
			}
			if err != nil {
				t.Errorf("Regex(%v /%s/%s): %v", d, tt.pattern, tt.flags, err)
				continue
			}
			if v.Class != tt.class || v.Degree != tt.degree {
				t.Errorf("Regex(%v /%s/%s mode %d) = %v degree %d (%s), want %v degree %d; attack %+v",
					d, tt.pattern, tt.flags, tt.mode, v.Class, v.Degree, v.Reason, tt.class, tt.degree, v.Attack)
			}
			if byDesign := !d.Backtracks() || tt.flags == "b"; v.ByDesign != byDesign {
				t.Errorf("Regex(%v /%s/%s) by design: %t", d, tt.pattern, tt.flags, v.ByDesign)
			}
			if v.Class == Unknown && v.Reason == "" {
				t.Errorf("Regex(%v /%s/%s) is unknown without a reason", d, tt.pattern, tt.flags)
			}
		}
	}
}

func TestRequire(t *testing.T) {
	tests := []struct{ pattern, needs string }{
		{`\w+@\w+\.example`, ".example"},
		{`claim\s(?:\w+\s)*verification`, "verification"},
		{`a+(?:b|c)`, ""},
		{`<[^>]+>`, ""}, // what is needed ends the match
	}
	for _, tt := range tests {
		v, err := Regex(t.Context(), Pattern{Text: tt.pattern, Dialect: syntax.Perl}, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if v.Attack == nil || tt.needs != "" && !strings.Contains(v.Attack.Suffix, tt.needs) {
			t.Errorf("Regex(/%s/): attack %+v, want a suffix with %q", tt.pattern, v.Attack, tt.needs)
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
		v, err := Regex(t.Context(), Pattern{Text: tt.pattern, Dialect: tt.dialect}, DefaultLimits)
		if err != nil {
			t.Errorf("Regex(%v /%s/): %v", tt.dialect, tt.pattern, err)
			continue
		}
		if (v.Note != "") != tt.noted {
			t.Errorf("Regex(%v /%s/) has the note %q, want one: %t", tt.dialect, tt.pattern, v.Note, tt.noted)
		}
	}
}
