package audit

import "snag/analyze/regex/redos"

// thumb is what to say about a rule of thumb: its id in JSON, its name, why breaking it is slow, and
// what to write instead.
type thumb struct{ id, name, why, advice string }

var thumbs = [...]thumb{
	redos.NoRule: {},
	redos.NestedQuantifier: {
		"nested-quantifiers", "Nested quantifiers",
		"the same text can be divided between the inner and the outer loop in many ways.",
		"Remove the inner or the outer quantifier. Where rounds are separated, keep the separator out of the inner part.",
	},
	redos.OverlappingAlternatives: {
		"overlapping-alternatives", "Overlapping alternatives",
		"several of them can match the same text, so each round of the loop multiplies the ways to match.",
		"Make the alternatives exclude each other by their first character, or merge them.",
	},
	redos.AdjacentLoops: {
		"adjacent-loops", "Neighbouring loops overlap",
		"they can match the same characters, and every division of the text between them is tried.",
		"Merge the loops, or keep what follows out of the first one.",
	},
	redos.SearchRestart: {
		"search-restart", "Unanchored search",
		"it begins anew at each character and reads on from there every time.",
		"Anchor the pattern with ^ if it need not match elsewhere, or keep it from starting inside its own loop.",
	},
	redos.BackreferenceLoop: {
		"backreference-loop", "Backreference to a loop",
		"every length of the group that it repeats is tried.",
		"Bound the group, or compare the two parts in code.",
	},
	redos.CountedBlowup: {
		"counted-repetition", "Counted repetitions multiply",
		"they can match the same text in many ways, up to their counts.",
		"Lower the counts, or write the repetition so that a text fits it in one way only.",
	},
	redos.StackLookup: {
		"stack-lookup", "The engine searches its stack",
		"at each round Ruby goes through all that it may come back to, to find where the part began.",
		"Where the part is counted, write copies and a loop without a count, as in [ab][ab]+ for [ab]{2,}. Where it may be empty or calls a group, let each round read something, and make the loops in it possessive.",
	},
}
