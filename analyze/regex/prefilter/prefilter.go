// Package prefilter holds what engines look for in a text before they try to match: what a match begins with, and texts
// that every match holds.
package prefilter

import "snag/analyze/regex/syntax"

// ForText reports whether engines of the dialect look for a text that every match needs before they
// try to match: PCRE for its last character, Perl and Ruby for the longest one. Without it in the input
// they fail at once.
func ForText(d syntax.Dialect) bool {
	return d == syntax.PCRE || d == syntax.Perl || d == syntax.Ruby
}

// ForOpening reports whether engines look for what a match begins with, also where a lookaround stands first.
func ForOpening(tree *syntax.Tree) bool {
	return (ForText(tree.Dialect) || tree.Dialect == syntax.JavaScript || tree.Dialect == syntax.DotNet) && !tree.Flags.Has(syntax.RightToLeft)
}
