package parser

import (
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
)

// TestForeign parses constructs in dialects that do not have them.
func TestForeign(t *testing.T) {
	tests := []struct {
		dialect   syntax.Dialect
		pattern   string
		pos       int
		construct string
		dialects  string
	}{
		{syntax.JavaScript, "a(?>b)", 1, "atomic groups (?>...)", "python java pcre ruby perl dotnet"},
		{syntax.JavaScript, "a++", 2, "possessive quantifiers", "python java pcre ruby perl"},
		{syntax.JavaScript, "(?P<n>a)", 0, "groups named (?P<name>...)", "python pcre perl go rust"},
		{syntax.JavaScript, "(?i)a", 0, "flags in the middle of a pattern (?i)", "java pcre ruby perl dotnet go rust"},
		{syntax.JavaScript, "(?#c)", 0, "comments (?#...)", "python pcre ruby perl dotnet"},
		{syntax.JavaScript, "(?|a)", 0, "branch resets (?|...)", "pcre perl"},
		{syntax.JavaScript, "(?R)", 0, "calls of groups by number (?1)", "pcre perl"},
		{syntax.DotNet, "a++", 2, "possessive quantifiers", "python java pcre ruby perl"},
		{syntax.DotNet, `\h`, 0, `horizontal spaces \h`, "java pcre perl"},
		{syntax.DotNet, "(?|a)", 0, "branch resets (?|...)", "pcre perl"},
		{syntax.Python, "a(?i)", 1, "flags in the middle of a pattern (?i)", "java pcre ruby perl dotnet go rust"},
		{syntax.Python, "(?<n>a)", 0, "groups named (?<name>...)", "javascript java pcre ruby perl dotnet go rust"},
		{syntax.Python, `\p{L}`, 0, `properties \p{...}`, "javascript java pcre ruby perl dotnet go rust"},
		{syntax.Python, `a\K`, 1, `resets of the start of the match \K`, "pcre ruby perl"},
		{syntax.Python, "(?~a)", 0, "absent operators (?~...)", "ruby"},
		{syntax.Java, "(?P<n>a)", 0, "groups named (?P<name>...)", "python pcre perl go rust"},
		{syntax.Java, "(?(1)a)", 0, "conditionals (?(...)...)", "python pcre ruby perl dotnet"},
		{syntax.Java, "(?#c)", 0, "comments (?#...)", "python pcre ruby perl dotnet"},
		{syntax.Ruby, "(?P<n>a)", 0, "groups named (?P<name>...)", "python pcre perl go rust"},
		{syntax.Ruby, "(?R)", 0, "calls of groups by number (?1)", "pcre perl"},
		{syntax.PCRE, "(?~a)", 0, "absent operators (?~...)", "ruby"},
		{syntax.PCRE, "(?{code})", 0, "code blocks (?{...})", "perl"},
		{syntax.Perl, "(?C1)", 0, "callouts (?C...)", "pcre"},
		{syntax.Go, `(a)\1`, 3, "backreferences", "javascript python java pcre ruby perl dotnet"},
		{syntax.Go, "a(?=b)", 1, "lookarounds", "javascript python java pcre ruby perl dotnet"},
		{syntax.Go, "a++", 2, "possessive quantifiers", "python java pcre ruby perl"},
		{syntax.Rust, `(a)\1`, 3, "backreferences", "javascript python java pcre ruby perl dotnet"},
		{syntax.Rust, "a(?<!b)", 1, "lookarounds", "javascript python java pcre ruby perl dotnet"},
		{syntax.Rust, "(?>a)", 0, "atomic groups (?>...)", "python java pcre ruby perl dotnet"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.dialect, tt.pattern, "")
		e, ok := err.(*syntax.Error)
		if !ok {
			t.Errorf("%s: /%s/ is taken", tt.dialect, tt.pattern)
			continue
		}
		var names []string
		for _, d := range e.Dialects {
			names = append(names, d.String())
		}
		if got := strings.Join(names, " "); e.Pos != tt.pos || e.Construct != tt.construct || got != tt.dialects {
			t.Errorf("%s: /%s/: %q at %d belongs to %q, want %q at %d: %q", tt.dialect, tt.pattern, e.Construct, e.Pos, got, tt.construct, tt.pos, tt.dialects)
		}
		if v8 := slices.Contains([]string{msgInvalidGroup, msgNothingToRepeat, msgInvalidFlagGroup}, e.Msg); v8 != (tt.dialect == syntax.JavaScript) {
			t.Errorf("%s: /%s/: %s", tt.dialect, tt.pattern, e.Msg)
		}
	}
	if _, err := Parse(syntax.JavaScript, "a++", ""); err.(*syntax.Error).Owners != "possessive quantifiers belong to python 3.11, java, pcre, ruby and perl" {
		t.Errorf("got %v", err)
	}
	const want = "offset 1: possessive quantifiers belong to python 3.11, java, pcre, ruby and perl"
	if _, err := Parse(syntax.DotNet, "+++", ""); err == nil || err.Error() != "offset 0: nothing to repeat" {
		t.Errorf("got %v", err)
	}
	if _, err := Parse(syntax.Go, "a++", ""); err == nil || err.Error() != strings.Replace(want, "1:", "2:", 1) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestFeatures checks that the table of constructs is whole.
func TestFeatures(t *testing.T) {
	for f, entry := range features {
		if entry.name == "" || entry.in == 0 {
			t.Errorf("feature %d is %+v", f, entry)
		}
	}
}
