// Package editor judges the regexes of texts that an editor holds.
package editor

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
	"snag/cmd/explain"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/report/render"
	"snag/probe/cache"
	"snag/probe/source"
)

// Judge judges the regexes of texts that an editor holds, one text after the other, as snag regex judges files.
// It runs no engines. It may be used by several goroutines.
type Judge struct {
	decide audit.Decider
	limits redos.Limits
	bar    pattern.Bar
}

// NewJudge returns a judge that asks decide about patterns. The budget is that of snag regex --budget, "" for the
// usual one, and maxLength that of --max-length, 0 for none.
func NewJudge(decide audit.Decider, budgetText string, maxLength int) (*Judge, error) {
	b := pattern.NewBudget()
	if budgetText != "" {
		if err := b.Set(budgetText); err != nil {
			return nil, fmt.Errorf("budget %q: %w", budgetText, err)
		}
	}
	if maxLength < 0 {
		return nil, fmt.Errorf("max length %d: must not be negative", maxLength)
	}
	limits := redos.DefaultLimits
	limits.Steps = b.Steps
	return &Judge{decide: decide, limits: limits, bar: pattern.Bar{MaxLength: maxLength, Budget: b, Spares: true}}, nil
}

// Limits are those of the analysis.
func (j *Judge) Limits() redos.Limits { return j.limits }

// Found is a regex of a text.
type Found struct {
	audited pattern.Audited
	bar     pattern.Bar
}

// Text judges the regexes of a text that goes by a name, and the comments in it that suppress findings. What is in
// known is not decided again; it may be nil. The error is that of ctx.
func (j *Judge) Text(ctx context.Context, name string, l extract.Language, text []byte, known *cache.Verdicts) ([]*Found, []report.Finding, error) {
	u := pattern.Unit{Name: name, Language: l, Read: func() ([]byte, *source.Skip) { return text, nil }}
	r := u.Audit(ctx, pattern.Auditor{Decide: j.decide, Limits: j.limits, Known: known})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	all := make([]*Found, len(r.Audited))
	occasions := map[string]int{}
	for i, a := range r.Audited {
		if a.Rule() != "" {
			id := a.Identity()
			a.Occasion = occasions[id]
			occasions[id]++
		}
		all[i] = &Found{audited: a, bar: j.bar}
	}
	return all, r.Findings, nil
}

// Key is what stays the same about a regex while the text around it changes.
func (f *Found) Key() string { return fmt.Sprint(f.audited.Identity(), "\x00", f.audited.Occasion) }

// Finding returns what is wrong with the regex; ok is false for a safe one.
func (f *Found) Finding() (report.Finding, bool) { return f.audited.Assess(f.bar) }

// IsVulnerable reports whether matching takes more than linear time.
func (f *Found) IsVulnerable() bool { return f.audited.IsVulnerable() }

// Span is the expression that makes the regex, in bytes, and the text of the pattern where that stands elsewhere.
func (f *Found) Span() (expr, text report.Span) {
	return pattern.SpanOf(f.audited.Expr), pattern.SpanOf(f.audited.At)
}

// Level is how far away somebody may be who can send the attack; known is false where that was not looked for.
func (f *Found) Level() (level reach.Level, known bool) {
	if f.audited.Reach == nil {
		return reach.Unknown, false
	}
	return f.audited.Level(), true
}

// Trace is the way along which the worst attack comes, nil where none is known.
func (f *Found) Trace() []report.Location {
	_, steps, _ := f.audited.WorstWay()
	return steps
}

// ReachWords say in a clause who can send the attack and how long it keeps the engine busy, "" where that is not
// known.
func (f *Found) ReachWords() string {
	for _, d := range f.audited.ReachDetails() {
		if d.Label == "reached" {
			return "reached " + d.Text
		}
	}
	return ""
}

// AcceptableWords say in a clause why what is found does no harm: that only constants get there, or no texts long enough
// to do any. They are "" where that is not known.
func (f *Found) AcceptableWords() string {
	if f.audited.Reach == nil || len(f.audited.Reach.NotFollowed) > 0 || f.audited.Reach.More > 0 {
		return ""
	}
	longest := 0
	for _, w := range f.audited.Reach.Ways {
		if w.MaxLength == reach.NoLimit || w.MaxLength > math.MaxInt32 {
			return ""
		}
		longest = max(longest, w.MaxLength)
	}
	if len(f.audited.Reach.Ways) == 0 {
		if f.audited.Reach.Level == reach.Constant {
			return "only constants get here"
		}
		return ""
	}
	if finding, ok := f.Finding(); ok && finding.Level != judge.Note {
		return "" // long enough for an attack
	}
	return "at most " + pattern.LengthWords(longest) + " get here"
}

// Reach is what is known of who can send texts to regexes, by their keys.
type Reach map[string]*pattern.Reached

// Follow finds out who can send texts to the vulnerable ones among regexes of a program.
func Follow(ctx context.Context, p *pattern.Program, all []*Found) Reach {
	list := make([]pattern.Audited, len(all))
	for i, f := range all {
		list[i] = f.audited
	}
	p.Follow(ctx, pattern.Followed(list))
	known := Reach{}
	for i, f := range all {
		if r := list[i].Reach; r != nil {
			known[f.Key()] = r
		}
	}
	return known
}

// With returns the regex with what is known of its reach.
func (f *Found) With(r Reach) *Found {
	with := *f
	with.audited.Reach = r[f.Key()]
	return &with
}

// WithFixes returns the regex with what to write instead for people to see, as far as that is found quickly.
func (f *Found) WithFixes(ctx context.Context) *Found {
	with := *f
	r := with.audited.Result
	_ = r.Propose(ctx, repair.QuickLimits) // interrupted: what there is by then is shown
	with.audited.Shown = r.Fixes
	return &with
}

// Explain reports all that is known about the regex without engines, as snag explain does.
func (f *Found) Explain(ctx context.Context) report.Report {
	a := f.audited
	r, _, _ := explain.Of(ctx, &a, nil, f.bar, render.DefaultColumns, func(string) {})
	r.Command = "explain"
	return r
}

// Lines are the lines, from 1, at which a comment about the regex may stand: that of its text, and that of the
// expression around it.
func (f *Found) Lines() []int {
	lines := []int{f.audited.At.Start.Line}
	if line := f.audited.Expr.Start.Line; line != lines[0] {
		lines = append(lines, line)
	}
	return lines
}

// Pattern is the regex in its dialect.
func (f *Found) Pattern() redos.Pattern { return f.audited.Pattern }

// Offer is another pattern in place of one in a text.
type Offer struct {
	Fix  repair.Fix
	Edit audit.Edit
	// Proved reports whether nothing else changes, wherever the program looks.
	Proved bool
}

// Offers returns what may be written instead of a regex of a text, in its place, the best first: what changes
// nothing else, and then what does or may, as its Fix says. What cannot be written there is left out. The error
// is that of ctx.
func (j *Judge) Offers(ctx context.Context, l extract.Language, text []byte, f *Found) ([]Offer, error) {
	subject, ok := f.audited.SubjectIn(l, text)
	if !ok {
		return nil, nil
	}
	r, err := subject.Audit(ctx, j.decide, j.limits, repair.Propose)
	if err != nil {
		return nil, err
	}
	var all []Offer
	for i := range r.Fixes {
		o := Offer{Fix: r.Fixes[i]}
		if o.Fix.Kind != repair.Rewrite || o.Fix.Flags != f.audited.Flags {
			continue
		}
		if r.Rewrite() == &r.Fixes[i] {
			var err error
			o.Edit, err = r.Edit()
			o.Proved = err == nil
		}
		if !o.Proved {
			if o.Edit, err = subject.Write(o.Fix.Pattern); err != nil {
				continue
			}
		}
		if _, err := audit.Apply(l, text, []audit.Edit{o.Edit}); err == nil {
			all = append(all, o)
		}
	}
	sorting.Stable(all, func(a, b Offer) int { return cmp.Compare(rankOf(a), rankOf(b)) })
	return all, nil
}

func rankOf(o Offer) int {
	if o.Proved {
		return 0
	}
	return 1
}
