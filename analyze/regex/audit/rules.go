package audit

import "snag/analyze/judge"

// The ids of the rules of regexes.
const (
	RuleExponential  = "regex/exponential"
	RulePolynomial   = "regex/polynomial"
	RuleBounded      = "regex/bounded"
	RuleUnknown      = "regex/unknown"
	RuleInvalid      = "regex/invalid"
	RuleUnreadable   = "regex/unreadable"
	RuleInjection    = "regex/injection"
	RuleUnreasoned   = "regex/unreasoned-suppression"
	RuleUnusedIgnore = "regex/unused-suppression"
)

// Rules are the rules of regexes and of the source that holds them.
var Rules = []judge.Rule{
	{
		ID: RuleExponential, Name: "ExponentialRegex", Level: judge.Error, Question: RuleExponential,
		Short: "A regex takes time that grows exponentially with its input.",
		Full: `A repeated part of the pattern can match the same text in two or more ways. When the match fails in the end, a backtracking engine tries every combination of these ways, so each repetition of a short piece of text multiplies the time. A few dozen characters stop the thread for ever.

Typical shapes are a loop in a loop, (a+)+, and a loop over alternatives that overlap, (a|a)*. The finding names the part to blame and an input that proves it.`,
		Help: "Rewrite the marked part so that any text can match it in one way only: remove the inner or the outer loop, or make the alternatives begin differently. Until then accept no more input than the finding allows, or match with an engine that does not backtrack (RE2, Go, Rust).",
	},
	{
		ID: RulePolynomial, Name: "PolynomialRegex", Level: judge.Warning, Question: RuleExponential,
		Short: "A regex takes time that grows with a power of the length of its input.",
		Full: `Two or more loops of the pattern compete for the same text, or the search begins anew at every character and reads the rest of the input each time. The work grows with the square of the input's length, or a higher power. A few thousand characters stall the thread for a noticeable time, and a megabyte for hours.

Typical shapes are neighbouring loops that overlap, \s*\s*, and an unanchored pattern that begins with a loop, \s+$. The finding names the degree, the part to blame and an input that proves it. A degree of three or more is an error.`,
		Help: "Anchor the pattern, or make neighbouring loops match different characters. A length check before the match bounds the work; the finding says which length.",
	},
	{
		ID: RuleBounded, Name: "CountedRegex", Level: judge.Warning, Question: RuleExponential,
		Short: "A regex spends more than its budget although its counters bound the work.",
		Full:  `Counted repetitions such as (a?){25}a{25} bound how much text the ambiguous part can match, so the work does not grow without end. It nevertheless exceeds the budget of steps before the bound is reached, which is as good as unbounded for whoever waits.`,
		Help:  "Lower the counters, or rewrite the marked part so that any text can match it in one way only.",
	},
	{
		ID: RuleUnknown, Name: "UndecidedRegex", Level: judge.Warning, Question: RuleExponential,
		Short: "A regex could not be judged.",
		Full:  `The analysis ended at a limit, or the pattern uses something that it cannot decide. Nothing is claimed about the pattern: it is neither safe nor vulnerable. The finding carries the reason.`,
		Help:  "Simplify the pattern, or bound the length of its input. To fail on such patterns use --fail-on unknown.",
	},
	{
		ID: RuleInvalid, Name: "InvalidRegex", Level: judge.Warning, Question: RuleExponential,
		Short: "A pattern is not a regex of its dialect.",
		Full:  `The pattern does not parse, so the engine refuses it when the code runs. The finding says where and why.`,
		Help:  "Correct the pattern at the marked place.",
	},
	{
		ID: RuleUnreadable, Name: "UnreadableSource", Level: judge.Warning,
		Short: "A file could not be read or understood, so its regexes were not judged.",
		Full:  `The file could not be opened, or its text could not be read as source code to the end. Patterns in it may be missing from the report.`,
		Help:  "Make the file readable, or leave it out of the audit. To fail on such files use --fail-on unknown.",
	},
	{
		ID: RuleInjection, Name: "InjectedRegex", Level: judge.Error,
		Short: "A pattern is made of what anybody can send.",
		Full: `A value of a request gets into a regex without being escaped. Whoever sends it chooses the pattern: one that backtracks stops the thread for as long as they like, however carefully the patterns of the source are written, and any other finds what it was not meant to find.

The finding names the request and the way through the code. Nothing is found where the value is escaped, was looked up among constants, or matched a pattern that lets only letters and digits pass. What a project escapes by a function of its own it says under sanitizers in snag.yaml.`,
		Help: "Escape the value (RegExp.escape or escape-string-regexp, re.escape, preg_quote, Regexp.escape, Pattern.quote, Regex.Escape), or search for a plain text instead. Where patterns are meant to be sent, match them with an engine that does not backtrack, such as RE2, and bound their length.",
	},
	{
		ID: RuleUnreasoned, Name: "UnreasonedSuppression", Level: judge.Warning,
		Short: "A suppression comment gives no reason.",
		Full:  `A comment that suppresses findings must say why, for whoever reads it next. Without a reason it suppresses nothing.`,
		Help:  "Write the reason after two dashes: // snag-ignore -- only ours to call.",
	},
	{
		ID: RuleUnusedIgnore, Name: "UnusedSuppression", Level: judge.Note,
		Short: "A suppression comment suppresses nothing.",
		Full:  `There is no finding on the line of the comment, or on the line below it. The regex may have been corrected or moved.`,
		Help:  "Remove the comment.",
	},
}
