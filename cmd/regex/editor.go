package regex

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
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
	bar    bar
}

// NewJudge returns a judge that asks decide about patterns. The budget is that of snag regex --budget, "" for the
// usual one, and maxLength that of --max-length, 0 for none.
func NewJudge(decide audit.Decider, budgetText string, maxLength int) (*Judge, error) {
	b := newBudget()
	if budgetText != "" {
		if err := b.Set(budgetText); err != nil {
			return nil, fmt.Errorf("budget %q: %w", budgetText, err)
		}
	}
	if maxLength < 0 {
		return nil, fmt.Errorf("max length %d: must not be negative", maxLength)
	}
	limits := redos.DefaultLimits
	limits.Steps = b.steps
	return &Judge{decide: decide, limits: limits, bar: bar{maxLength: maxLength, budget: b, spares: true}}, nil
}

// Limits are those of the analysis.
func (j *Judge) Limits() redos.Limits { return j.limits }

// Found is a regex of a text.
type Found struct {
	audited audited
	bar     bar
}

// Text judges the regexes of a text that goes by a name, and the comments in it that suppress findings. What is in
// known is not decided again; it may be nil. The error is that of ctx.
func (j *Judge) Text(ctx context.Context, name string, l extract.Language, text []byte, known *cache.Verdicts) ([]*Found, []report.Finding, error) {
	u := unit{name: name, language: l, read: func() ([]byte, *source.Skip) { return text, nil }}
	r := u.audit(ctx, auditor{decide: j.decide, limits: j.limits, known: known})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	all := make([]*Found, len(r.audited))
	occasions := map[string]int{}
	for i, a := range r.audited {
		if a.Rule() != "" {
			id := a.identity()
			a.occasion = occasions[id]
			occasions[id]++
		}
		all[i] = &Found{audited: a, bar: j.bar}
	}
	return all, r.findings, nil
}

// Key is what stays the same about a regex while the text around it changes.
func (f *Found) Key() string { return fmt.Sprint(f.audited.identity(), "\x00", f.audited.occasion) }

// Finding returns what is wrong with the regex; ok is false for a safe one.
func (f *Found) Finding() (report.Finding, bool) { return f.audited.finding(f.bar) }

// IsVulnerable reports whether matching takes more than linear time.
func (f *Found) IsVulnerable() bool { return f.audited.IsVulnerable() }

// Span is the expression that makes the regex, in bytes, and the text of the pattern where that stands elsewhere.
func (f *Found) Span() (expr, text report.Span) {
	return spanOf(f.audited.Expr), spanOf(f.audited.At)
}

// Level is how far away somebody may be who can send the attack; known is false where that was not looked for.
func (f *Found) Level() (level reach.Level, known bool) {
	if f.audited.reach == nil {
		return reach.Unknown, false
	}
	return f.audited.level(), true
}

// Trace is the way along which the worst attack comes, nil where none is known.
func (f *Found) Trace() []report.Location {
	_, steps, _ := f.audited.worstWay()
	return steps
}

// ReachWords say in a clause who can send the attack and how long it keeps the engine busy, "" where that is not
// known.
func (f *Found) ReachWords() string {
	for _, d := range f.audited.reachDetails() {
		if d.Label == "reached" {
			return "reached " + d.Text
		}
	}
	return ""
}

// AcceptableWords say in a clause why what is found does no harm: that only constants get there, or no texts long enough
// to do any. They are "" where that is not known.
func (f *Found) AcceptableWords() string {
	if f.audited.reach == nil || len(f.audited.reach.NotFollowed) > 0 || f.audited.reach.More > 0 {
		return ""
	}
	longest := 0
	for _, w := range f.audited.reach.Ways {
		if w.MaxLength == reach.NoLimit || w.MaxLength > math.MaxInt32 {
			return ""
		}
		longest = max(longest, w.MaxLength)
	}
	if len(f.audited.reach.Ways) == 0 {
		if f.audited.reach.Level == reach.Constant {
			return "only constants get here"
		}
		return ""
	}
	if finding, ok := f.Finding(); ok && finding.Level != judge.Note {
		return "" // long enough for an attack
	}
	return "at most " + lengthWords(longest) + " get here"
}

// Reach is what is known of who can send texts to regexes, by their keys.
type Reach map[string]*reached

// Follow finds out who can send texts to the vulnerable ones among regexes.
func (p *Program) Follow(ctx context.Context, all []*Found) Reach {
	list := make([]audited, len(all))
	for i, f := range all {
		list[i] = f.audited
	}
	p.follow(ctx, followed(list))
	known := Reach{}
	for i, f := range all {
		if r := list[i].reach; r != nil {
			known[f.Key()] = r
		}
	}
	return known
}

// With returns the regex with what is known of its reach.
func (f *Found) With(r Reach) *Found {
	with := *f
	with.audited.reach = r[f.Key()]
	return &with
}

// WithFixes returns the regex with what to write instead for people to see, as far as that is found quickly.
func (f *Found) WithFixes(ctx context.Context) *Found {
	with := *f
	r := with.audited.Result
	_ = r.Propose(ctx, repair.QuickLimits) // interrupted: what there is by then is shown
	with.audited.shown = r.Fixes
	return &with
}

// Explain reports all that is known about the regex without engines, as snag explain does.
func (f *Found) Explain(ctx context.Context) report.Report {
	a := f.audited
	r, _, _ := a.explain(ctx, nil, f.bar, render.DefaultColumns, func(string) {})
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
	subject, ok := f.audited.subjectIn(l, text)
	if !ok {
		return nil, nil
	}
	r, err := subject.Audit(ctx, j.decide, j.limits, true)
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

// subjectIn returns the subject that a pattern is in the text that it was read from; ok is false where it is not there.
func (a *audited) subjectIn(l extract.Language, text []byte) (s audit.Subject, ok bool) {
	file := l.Extract(text)
	at := slices.IndexFunc(file.Literals, func(one literal.Literal) bool {
		return one.Expr == a.Expr && one.At == a.At && one.Pattern == a.Text
	})
	if at < 0 {
		return s, false
	}
	return audit.OfLiteral(audit.NewComments(file), &file.Literals[at]), true
}

func rankOf(o Offer) int {
	if o.Proved {
		return 0
	}
	return 1
}
