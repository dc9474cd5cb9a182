// Package audit judges one regex wherever it comes from: the verdict, what engines made of it, what to
// write instead, and the finding that follows from all of these.
package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// Subject is a pattern to audit.
type Subject struct {
	redos.Pattern
	// DialectName is a name that stands for no dialect that snag knows, "" otherwise.
	DialectName string
	// Unknown says in a clause why there is nothing to judge, "" otherwise.
	Unknown string
	// Malformed reports whether Unknown is the fault of the input's form.
	Malformed bool
	// Doubt says in a clause why a verdict other than vulnerable cannot be trusted.
	Doubt string
	// Composed reports whether the program puts the pattern together.
	Composed bool
	// Uses are the ways in which the program applies the pattern, as far as they are known.
	Uses literal.Use
	// MayBeWhole reports whether all of a text may have to match beside what Mode says: the program asks for both, or
	// nobody saw how it applies the pattern in a language where most ask for that.
	MayBeWhole bool
	// At is where the pattern stands in its file, zero for one that stands in none.
	At literal.Range
	// UsedAt is the expression that uses a pattern which stands elsewhere in the file, zero for one that
	// stands where it is used.
	UsedAt literal.Range
	// Expr is the whole expression that makes the pattern: the literal, or the call; zero like At.
	Expr literal.Range

	// comments and literal are what a pattern of a source file was read from. They hold on to the text of
	// the file, and a Result has none.
	comments *Comments
	literal  *literal.Literal
}

// Result is a subject with what was found out about it.
type Result struct {
	Subject
	Verdict redos.Verdict
	Invalid *syntax.Error // the pattern does not parse
	// Holes are the parts of a pattern that a program puts together which are not constant, and Assumed says in a
	// clause what of them the verdict is about; it is "" where there is none.
	Holes     []literal.Hole
	Assumed   string
	Confirmed []confirm.Confirmation
	// Fixes are ways to mend the pattern, the best first.
	Fixes []repair.Fix
	// Hotspot is where the first hotspot stands, or the mistake of an invalid pattern. It is zero where
	// nothing narrower than At is known.
	Hotspot literal.Range
	// Accepted is the comment that accepts the finding, nil when it counts.
	Accepted *scan.Suppression

	edit    Edit
	editErr error // why there is no edit
}

// A Decider decides about one pattern, as redos.Analyze does.
type Decider func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error)

// A Proposer looks for what to write instead of a vulnerable pattern, as repair.Propose does.
type Proposer func(ctx context.Context, p redos.Pattern, v redos.Verdict, limits repair.Limits) ([]repair.Fix, error)

// OfLiteral returns the subject that a literal of a source file is, with the comments of that file.
func OfLiteral(comments *Comments, l *literal.Literal) Subject {
	s := Subject{
		Pattern:  redos.Pattern{Text: l.Pattern, Flags: l.Flags, Dialect: l.Dialect, Mode: mode(l)},
		Composed: l.Composed || l.Partial, Uses: l.Uses, At: l.At, Expr: l.Expr, comments: comments, literal: l,
	}
	s.MayBeWhole = s.Mode != syntax.Full && (l.Uses&literal.Whole != 0 || l.Uses == 0 && l.Dialect == syntax.Java)
	if l.At.Start.Offset < l.Expr.Start.Offset || l.At.End.Offset > l.Expr.End.Offset {
		s.UsedAt = l.Expr
	}
	if l.Partial {
		s.Unknown = "the pattern is put together at run time: " + l.Reason
	} else if !l.FlagsKnown {
		s.Doubt = "the flags are computed at run time, so it was judged without any"
	}
	return s
}

// Known says how much is known of a pattern that a program puts together: "all", "part" where it is judged although its
// flags or parts of it are computed, "rest" where more depends on these parts, or "nothing"; "" for any other pattern.
func (r *Result) Known() string {
	switch {
	case !r.Composed:
		return ""
	case r.Unknown != "" && len(r.Holes) > 0:
		return "rest"
	case r.Unknown != "":
		return "nothing"
	case r.Doubt != "" || r.Assumed != "":
		return "part"
	}
	return "all"
}

// mode tells how the program applies a pattern, where that is not for the flags to say: split looks for
// every match, and so does replace other than in JavaScript.
func mode(l *literal.Literal) syntax.Mode {
	every := literal.Split | literal.Every
	if l.Dialect != syntax.JavaScript {
		every |= literal.Replace | literal.ReplaceAll
	}
	switch {
	case l.Uses&every != 0:
		return syntax.All
	case l.Uses == literal.AtStart:
		return syntax.Prefix
	case l.Uses == literal.Whole:
		return syntax.Full
	}
	return syntax.Search
}

// DialectWord returns the dialect's name as reports show it.
func (s *Subject) DialectWord() string { return cmp.Or(s.DialectName, s.Dialect.String()) }

// Audit asks decide about a subject, and propose for rewrites unless it is nil. The error is that of ctx.
func (s Subject) Audit(ctx context.Context, decide Decider, limits redos.Limits, propose Proposer) (Result, error) {
	r := Result{Subject: s, editErr: errNoPlace}
	r.comments, r.literal = nil, nil
	if s.literal != nil && s.literal.Sketch != nil {
		if err := r.judgeSketch(ctx, decide, limits, s.literal.Sketch); err != nil {
			return r, err
		}
	}
	if err := r.judge(ctx, decide, limits); err != nil {
		return r, err
	}
	if s.literal != nil {
		if len(r.Verdict.Hotspots) > 0 {
			r.Hotspot = s.span(r.Verdict.Hotspots[0])
		} else if r.Invalid != nil && !r.Invalid.InFlags {
			r.Hotspot = s.span(syntax.Span{Start: r.Invalid.Pos, End: r.Invalid.Pos + 1})
		}
		if rule := r.Rule(); rule != "" {
			r.Accepted = s.comments.suppression(s.literal, rule)
		}
	}
	if propose == nil {
		return r, nil
	}
	err := r.proposedBy(ctx, propose, repair.DefaultLimits)
	if s.literal != nil {
		r.edit, r.editErr = r.makeEdit(s.literal)
	}
	return r, err
}

// span returns where a part of the pattern stands in the file.
func (s *Subject) span(part syntax.Span) literal.Range {
	return s.comments.file.PatternRange(s.literal, part.Start, part.End)
}

// judge fills in the verdict.
func (r *Result) judge(ctx context.Context, decide Decider, limits redos.Limits) error {
	switch {
	case r.Unknown != "":
		r.Verdict.Reason = r.Unknown
		return nil
	case r.DialectName != "":
		r.Verdict.Reason = fmt.Sprintf("%q is not a dialect that snag knows", r.DialectName)
		return nil
	}
	v, err := r.Verdict, error(nil)
	if r.Assumed == "" {
		v, err = decide(ctx, r.Pattern, limits)
	}
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		if e.Limit {
			r.Verdict.Reason = e.Error()
			return nil
		}
		r.Invalid, err = e, nil
	} else if r.MayBeWhole && err == nil && r.Assumed == "" {
		whole := r.Pattern
		whole.Mode = syntax.Full
		var w redos.Verdict
		if w, err = decide(ctx, whole, limits); err == nil && (w.Class > v.Class || v.Class == redos.Linear && w.Class == redos.Unknown) {
			r.Pattern, v = whole, w
		}
	}
	r.Verdict = v
	if r.Doubt != "" && !r.IsVulnerable() {
		r.Invalid = nil
		r.Verdict = redos.Verdict{Reason: r.Doubt}
	}
	return err
}

// isWhole reports whether the verdict is about texts of which all has to match, where the program may ask for less as well.
func (r *Result) isWhole() bool { return r.MayBeWhole && r.Mode == syntax.Full }

// Propose adds to a vulnerable pattern what could be written instead. The error is that of ctx.
func (r *Result) Propose(ctx context.Context, limits repair.Limits) error {
	return r.proposedBy(ctx, repair.Propose, limits)
}

func (r *Result) proposedBy(ctx context.Context, propose Proposer, limits repair.Limits) (err error) {
	if r.IsVulnerable() && r.Assumed == "" && !r.isWhole() { // a rewrite would be one of the assumed text, or of one way to apply it
		r.Fixes, err = propose(ctx, r.Pattern, r.Verdict, limits)
	}
	return err
}

// Rewrite returns the best fix that changes nothing but the pattern, nil when there is none.
func (r *Result) Rewrite() *repair.Fix {
	i := slices.IndexFunc(r.Fixes, func(f repair.Fix) bool { return f.Kind == repair.Rewrite })
	if i < 0 {
		return nil
	}
	return &r.Fixes[i]
}

// IsVulnerable reports whether matching takes more than linear time.
func (r *Result) IsVulnerable() bool { return r.Verdict.Class.SuperLinear() }

// Outcome is the verdict in the words of reports: "invalid", "vulnerable", "safe" or "unknown".
func (r *Result) Outcome() string {
	switch {
	case r.Invalid != nil:
		return "invalid"
	case r.IsVulnerable():
		return "vulnerable"
	case r.Verdict.Class == redos.Linear:
		return "safe"
	}
	return "unknown"
}

// Rule is the rule that the pattern breaks, "" for a safe one.
func (r *Result) Rule() string {
	switch {
	case r.Invalid != nil:
		return RuleInvalid
	case r.IsVulnerable() && r.Verdict.Bounded:
		return RuleBounded
	case r.Verdict.Class == redos.Exponential:
		return RuleExponential
	case r.Verdict.Class == redos.Polynomial:
		return RulePolynomial
	case r.Verdict.Class == redos.Linear:
		return ""
	case r.Malformed:
		return RuleUnreadable
	}
	return RuleUnknown
}
