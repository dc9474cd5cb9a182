package redos

import (
	"strings"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// TestHostilePatterns analyses patterns that are made to break analysers. Each must end with a verdict
// or a reason, and the ones that grow must not be called safe.
func TestHostilePatterns(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, pattern, flags string
		unsafe               bool
	}{
		{"many branches", "^(?:" + strings.Repeat("a|", snagtest.Sized(1<<11, 1<<20)) + "a)$", "", false},
		{"many branches in a loop", "^(?:" + strings.Repeat("a|", snagtest.Sized(1<<10, 1<<12)) + "b)*$", "", true},
		{"subset blow-up", "(a|b)*a(a|b){14}", "", true},
		{"subset blow-up, many", "^(?=(a|b)*a(a|b){14}c)(?:(?!(a|b)*b(a|b){13}c).)*$", "", false},
		{"megabyte class", "[" + strings.Repeat("ab-z", 1<<18) + "]+$", "", true},
		{"huge counter", "(?:a{1,1000000000}){1,1000000000}$", "", true},
		{"nested counters", strings.Repeat("(?:", snagtest.Sized(6, 30)) + "a" + strings.Repeat("{0,99})", snagtest.Sized(6, 30)) + "b", "", true},
		{"nested loops", strings.Repeat("(?:", 500) + "a" + strings.Repeat("*)*", 500) + "b", "", true},
		{"deep groups", strings.Repeat("(", 9000) + "a+" + strings.Repeat(")", 9000) + "$", "", true},
		{"long chain", strings.Repeat("a*", snagtest.Sized(200, 2000)) + "b", "", true},
		{"many exponential loops", "^(?:" + numbered("w%d(?:a+)+|", snagtest.Sized(100, 4000)) + "x)$", "", true},
		{"long chain of options", strings.Repeat("a?", snagtest.Sized(250, 2000)) + strings.Repeat("a", snagtest.Sized(250, 2000)), "", false},
		{"optional groups", "^" + strings.Repeat("(?:a|b|c)?", snagtest.Sized(80, 300)) + "$", "", false},
		{"many lookaheads", "^" + strings.Repeat("(?=.*a)", 300) + ".*$", "", false},
		{"nested lookaheads", strings.Repeat("(?=a", 200) + strings.Repeat(")", 200) + "a+b", "", true},
		{"nested lookbehinds", strings.Repeat("(?<=a+", snagtest.Sized(15, 100)) + strings.Repeat(")", snagtest.Sized(15, 100)) + "b", "", false},
		{"many backreferences", strings.Repeat(`(a*)\1`, snagtest.Sized(4, 60)) + "b", "", false},
		{"backreferences to all", strings.Repeat("(a*)", 60) + strings.Repeat(`(?:\1\2\3)*`, 20), "", false},
		{"keywords", `\b(?:` + strings.Repeat("abcdefgh|", snagtest.Sized(30, 20000)) + `x)+\b$`, "i", false},
		{"words with a boundary", "^(?:" + strings.Repeat(`\bx\b|\By\B|`, snagtest.Sized(40, 400)) + "z)*$", "", false},
		{"alternatives that share prefixes", "^(?:" + strings.Repeat("aaaaaaaaaaaaaaaaaaaa|", snagtest.Sized(30, 500)) + "b)*$", "", true},
		{"coprime pumps", "^(?:a{7}|a{11}|a{13}|a{17}|a{19}|a{23})*$", "", true},
		{"big alphabet", "^(?:" + strings.Repeat(`[\p{L}--\p{Lu}]|`, 40) + "x)*$", "v", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begun := time.Now()
			v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Flags: tt.flags}, DefaultLimits)
			t.Logf("%v degree %d %s in %v %v", v.Class, v.Degree, v.Reason, time.Since(begun), err)
			if err == nil && tt.unsafe && v.Class == Linear {
				t.Errorf("Analyze(%.60s...) = linear", tt.pattern)
			}
			if v.Class == Unknown && err == nil && v.Reason == "" {
				t.Errorf("Analyze(%.60s...) is unknown without a reason", tt.pattern)
			}
		})
	}
}
