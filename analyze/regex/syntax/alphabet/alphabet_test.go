package alphabet_test

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// TestClass asks what classes of one dialect hold and those of another do not.
func TestClass(t *testing.T) {
	for _, test := range []struct {
		key    alphabet.Key
		letter rune
		char   rune
		want   bool
	}{
		{alphabet.Key{Dialect: syntax.JavaScript}, 's', 0xFEFF, true},
		{alphabet.Key{Dialect: syntax.Java, CodePoints: true}, 's', 0xA0, false},
		{alphabet.Key{Dialect: syntax.Python}, 'd', 0x660, true},
		{alphabet.Key{Dialect: syntax.Python, Flags: syntax.ASCII}, 'd', 0x660, false},
		{alphabet.Key{Dialect: syntax.Go}, 's', '\v', false},
		{alphabet.Key{Dialect: syntax.PCRE, Bytes: true}, 'W', 0x100, false},
		{alphabet.Key{Dialect: syntax.Ruby}, 'h', 'f', true},
		{alphabet.Key{Dialect: syntax.PCRE}, 'h', 'f', false},
		{alphabet.Key{Dialect: syntax.PCRE}, 'h', 0x180E, true},
		{alphabet.Key{Dialect: syntax.Perl}, 'h', 0x180E, false},
		{alphabet.Key{Dialect: syntax.Java}, 'V', '\n', false},
	} {
		set, ok := alphabet.Of(test.key).Class(test.letter)
		if !ok || set.Contains(test.char) != test.want {
			t.Errorf("%s %+v \\%c holds %U: got %v, %v, want %v", test.key.Dialect, test.key, test.letter, test.char, set.Contains(test.char), ok, test.want)
		}
	}
	for _, d := range []syntax.Dialect{syntax.JavaScript, syntax.Python, syntax.Go, syntax.Ruby} {
		if set, ok := alphabet.Of(alphabet.Key{Dialect: d}).Class('v'); ok {
			t.Errorf("%s \\v is the set %v, want one character", d, set)
		}
	}
}

// TestFold asks what a literal equals where case does not count.
func TestFold(t *testing.T) {
	const kelvin = 0x212A
	for _, test := range []struct {
		key  alphabet.Key
		want bool
	}{
		{alphabet.Key{Dialect: syntax.JavaScript, Flags: syntax.IgnoreCase}, false},
		{alphabet.Key{Dialect: syntax.JavaScript, Flags: syntax.IgnoreCase, CodePoints: true}, true},
		{alphabet.Key{Dialect: syntax.Java, Flags: syntax.IgnoreCase}, false},
		{alphabet.Key{Dialect: syntax.Java, Flags: syntax.IgnoreCase | syntax.Unicode}, true},
		{alphabet.Key{Dialect: syntax.Perl, Flags: syntax.IgnoreCase}, true},
		{alphabet.Key{Dialect: syntax.Perl, Flags: syntax.IgnoreCase | syntax.ASCII | syntax.ASCIIOnly}, false},
		{alphabet.Key{Dialect: syntax.PCRE, Flags: syntax.IgnoreCase, Bytes: true}, false},
		{alphabet.Key{Dialect: syntax.Rust, Flags: syntax.Unicode}, false},
	} {
		if got := alphabet.Of(test.key).Literal('k').Contains(kelvin); got != test.want {
			t.Errorf("%s %+v: k equals the sign of Kelvin: got %v, want %v", test.key.Dialect, test.key, got, test.want)
		}
	}
}

// TestProperty asks for properties and POSIX classes by the names that a dialect has for them.
func TestProperty(t *testing.T) {
	for _, test := range []struct {
		dialect syntax.Dialect
		name    string
		char    rune // 0: there is no such property
	}{
		{syntax.Java, "javaLowerCase", 'ß'}, {syntax.Java, "InGreek", 'α'}, {syntax.Java, "Greek", 0},
		{syntax.PCRE, "Xan", '1'}, {syntax.PCRE, "Greek", 'α'}, {syntax.PCRE, "InGreek", 0},
		{syntax.Perl, "PosixDigit", '1'}, {syntax.Perl, "Is_L", 'a'}, {syntax.DotNet, "IsGreek", 'α'},
		{syntax.Rust, "sc=Greek", 'α'}, {syntax.Go, "Greek", 'α'}, {syntax.Go, "greek ext", 0},
	} {
		set, ok := alphabet.Of(alphabet.Key{Dialect: test.dialect, CodePoints: true}).Property(test.name, false)
		if ok != (test.char > 0) || ok && !set.Contains(test.char) {
			t.Errorf("%s \\p{%s}: got %v, %v, want %q in it", test.dialect, test.name, set, ok, test.char)
		}
	}
	if set, ok := alphabet.Of(alphabet.Key{Dialect: syntax.PCRE, Bytes: true, Flags: syntax.IgnoreCase}).PosixClass("upper"); !ok || !set.Contains('a') {
		t.Errorf("pcre [:upper:] under i: got %v, %v, want a in it", set, ok)
	}
	if set, ok := alphabet.Of(alphabet.Key{Dialect: syntax.Perl}).PosixClass("upperr"); ok {
		t.Errorf("perl [:upperr:] is %v", set)
	}
}
