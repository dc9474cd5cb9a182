// Package repair proposes what to write instead of a vulnerable pattern, and proves what it can about it.
package repair

import (
	"context"

	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// Equivalence is what is known about a rewrite and its original.
type Equivalence uint8

// The equivalences, the weakest first. The zero Equivalence is Unproved.
const (
	// Unproved makes no claim.
	Unproved Equivalence = iota
	// ChangesLanguage reports whether some inputs match only one of the two: see Fix.Gains and Fix.Loses.
	ChangesLanguage
	// ChangesMatches reports whether the same inputs match, by proof, but some matches begin or end elsewhere.
	ChangesMatches
	// Tested reports whether no tested input showed a difference, and that a proof exceeded the limits.
	Tested
	// SameInputs reports whether the same inputs match, by proof, and that the matches were the same on
	// all tested inputs.
	SameInputs
	// SameMatches reports whether every match begins and ends at the same places, by proof.
	SameMatches
)

// String returns the name that reports use: "unproved", "tested", "proved" or "changes-language".
func (e Equivalence) String() string {
	return [...]string{
		Unproved: "unproved", ChangesLanguage: "changes-language", ChangesMatches: "changes-language",
		Tested: "tested", SameInputs: "tested", SameMatches: "proved",
	}[e]
}

// Agreement is what is known about a capture group in the two patterns.
type Agreement uint8

// The agreements. The zero Agreement is Different.
const (
	Different  Agreement = iota // it captures something else on some input
	SameTested                  // the same on all tested inputs
	SameProved                  // the same on all inputs
)

// String returns "different", "tested" or "proved".
func (a Agreement) String() string {
	return [...]string{Different: "different", SameTested: "tested", SameProved: "proved"}[a]
}

// Kind is what a fix changes.
type Kind uint8

// The kinds. The zero Kind is Rewrite.
const (
	Rewrite Kind = iota // the pattern
	Code                // the code around it: Fix.Code does without the pattern, or with a simpler one
	Bound               // the inputs: those longer than Fix.Length are refused
	Engine              // the engine, to one that does not backtrack
)

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	return [...]string{Rewrite: "rewrite", Code: "code", Bound: "bound", Engine: "engine"}[k]
}

// Step is one change on the way from a pattern to its rewrite.
type Step struct {
	// Span is the part of the pattern before the step that was changed, in code points, and Text what
	// stands there since.
	Span syntax.Span
	Text string
	// Rule is the name of the kind of change, the same for all patterns: "guard", "possessive".
	Rule string
	// Reason says in one sentence why the change makes matching faster.
	Reason string
	// Pattern is the whole pattern after the step.
	Pattern string
}

// Fix is a way to mend a vulnerable pattern. Which fields mean something follows from Kind.
type Fix struct {
	Kind Kind
	// Pattern and Flags are the rewritten pattern.
	Pattern, Flags string
	// Skip is the pattern of what stands before each match of Pattern, where Code matches both in turn.
	Skip        string
	Equivalence Equivalence
	// Groups tells for each capture group, from number 1 on, whether it captures the same.
	Groups []Agreement
	// Class and Degree are those of the rewrite, as in redos.Verdict.
	Class  redos.Class
	Degree int
	// Before and After are the matching steps that pattern and rewrite take on the attack of the
	// verdict, of AttackLength characters. They are 0 where the verdict has no attack.
	Before, After int64
	AttackLength  int
	// Gains and Loses are some of the shortest inputs that only the rewrite, and only the original,
	// matches.
	Gains, Loses []string
	// Steps lead from the pattern to the rewrite.
	Steps []Step
	// Code is what to write instead, in the language of the dialect.
	Code string
	// Length is the number of characters of the longest input to accept.
	Length int
	// Note says in a sentence what to know about the fix.
	Note string
}

// Limits bound the search for fixes. They count work and not time.
type Limits struct {
	Audit redos.Limits       // of the audit of each rewrite
	Proof equivalence.Limits // of one proof
	// Candidates is the number of rewrites to look at, Work that of elementary steps of all proofs.
	Candidates, Work int
}

// auditLimits are those of redos, without the search by parts: it finds attacks, and a rewrite counts where none
// is possible.
func auditLimits() redos.Limits {
	l := redos.DefaultLimits
	l.Whole = true
	return l
}

// DefaultLimits are the limits that the command line uses.
var DefaultLimits = Limits{
	Audit:      auditLimits(),
	Proof:      equivalence.Limits{Program: 4000, States: 6000, Work: 400_000},
	Candidates: 120,
	Work:       3_000_000,
}

// QuickLimits are for fixes that nobody asked for: they find nearly as many rewrites that are proved, in a
// fourth of the work.
var QuickLimits = Limits{Audit: DefaultLimits.Audit, Proof: DefaultLimits.Proof, Candidates: 12, Work: 150_000}

// Propose returns fixes for pattern, which verdict is about, the best first:
// a rewrite that is proved equivalent; if that is not linear, rewrites that are, labelled with what
// they change; then what does without a rewrite. There is always a fix for a vulnerable pattern, and
// none for any other. The proof of a search is about one from the start of the text, or about all
// matches from there on. The error is that of ctx.
func Propose(ctx context.Context, pattern redos.Pattern, verdict redos.Verdict, limits Limits) ([]Fix, error) {
	if verdict.Class != redos.Polynomial && verdict.Class != redos.Exponential {
		return nil, ctx.Err()
	}
	r := newRepair(ctx, pattern, verdict, limits)
	fixes := r.rewrites()
	fixes = append(fixes, r.alternatives()...)
	return fixes, ctx.Err()
}
