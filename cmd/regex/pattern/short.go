package pattern

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// example is an input of an attack, and the time that matching it takes.
type example struct {
	pumps, length int
	took          time.Duration // 0 where it is not known
	atLeast       bool
	engine        string
	measured      bool // else the time was computed from steps
}

// shortWords say in a line how bad a vulnerable pattern is: how the work grows, and the time that an input
// of some length takes, measured where that was done.
func (a *Audited) shortWords() string {
	e := a.example()
	if e.took == 0 {
		return a.Notation()
	}
	about, took := "", "take"
	if !e.measured {
		about = "about "
	}
	if e.atLeast {
		took = "are not done after"
	}
	return fmt.Sprintf("%s · %s %s %s%s in %s", a.Notation(), cli.Plural(e.length, "character"), took, about, spent(e.took), e.engine)
}

// example is the longest input that was measured, else one that is computed.
func (a *Audited) example() example {
	if c := a.measured(); c != nil {
		last := c.Points[len(c.Points)-1]
		return example{last.Pumps, last.Length, time.Duration(last.Millis * float64(time.Millisecond)), last.AtLeast, engineName(c.Series), true}
	}
	return a.predicted()
}

// measured is the series that shows the growth best: in the engine of the pattern's language, else in
// another one; nil when the growth was not measured.
func (a *Audited) measured() *confirm.Confirmation {
	var best *confirm.Confirmation
	for i := range a.Confirmed {
		if c := &a.Confirmed[i]; c.Outcome == confirm.Confirmed && len(c.Points) > 0 && (best == nil || best.Engine == stand) {
			best = c
		}
	}
	return best
}

// stand is the engine that stands in for those of other languages.
const stand = "regexp2"

// engineName is the name of an engine with the part of its version that people say.
func engineName(s confirm.Series) string {
	names := map[string]string{"node": "Node", "python": "Python", "java": "Java", "perl": "Perl", "ruby": "Ruby", "php": "PHP"}
	name := cmp.Or(names[s.Engine], s.Engine)
	said := 2
	if s.Engine == "node" || s.Engine == "java" {
		said = 1
	}
	if parts := strings.Split(s.Version, "."); s.Version != "" && s.Engine != stand {
		name += " " + strings.Join(parts[:min(said, len(parts))], ".")
	}
	return name
}

// spent shows a time with two digits or so.
func spent(d time.Duration) string {
	for _, unit := range []struct {
		least, size time.Duration
		name        string
	}{
		{2 * 365 * 24 * time.Hour, 365 * 24 * time.Hour, "years"}, {48 * time.Hour, 24 * time.Hour, "days"},
		{2 * time.Hour, time.Hour, "hours"}, {2 * time.Minute, time.Minute, "minutes"}, {10 * time.Second, time.Second, "s"},
	} {
		if d >= unit.least {
			return fmt.Sprintf("%.0f %s", float64(d)/float64(unit.size), unit.name)
		}
	}
	switch millis := float64(d) / float64(time.Millisecond); {
	case millis >= 95:
		return fmt.Sprintf("%.2g s", millis/1000)
	case millis >= 10:
		return fmt.Sprintf("%.0f ms", millis)
	default:
		return fmt.Sprintf("%.2g ms", millis)
	}
}

// predicted computes the time of an input from the steps of the reference matcher: of one of the usual
// length, or for exponential growth of the first that takes a second; of growth that ends before, where it does.
func (a *Audited) predicted() example {
	v := a.Verdict
	length := usualLength
	if v.Class == redos.Exponential {
		var ok bool
		if length, ok = confirm.LengthFor(v, a.Dialect, 1000, usualLength); !ok {
			length = v.Cost.LengthForBudget
			if n := len(v.Cost.Points); n > 0 {
				length = max(length, v.Cost.Points[n-1].Length)
			}
		}
	}
	e := example{pumps: v.Cost.PumpsForBudget, length: length}
	if t := confirm.TimeAt(v, a.Dialect, length); t.Basis != confirm.NoTime {
		e.pumps = max(v.PumpsWithin(length), 1)
		e.took = time.Duration(min(t.Millis, LongestMillis) * float64(time.Millisecond))
		e.atLeast = t.AtLeast
		e.engine = engineName(confirm.Series{Engine: t.Engine})
	}
	return e
}

// LongestMillis is the longest time that is told, in milliseconds.
const LongestMillis = float64(100 * 365 * 24 * time.Hour / time.Millisecond)

// weight orders findings by what an input of the usual length costs, in seconds.
func (a *Audited) weight() float64 {
	if !a.IsVulnerable() {
		return 0
	}
	const endless = 1e9
	if a.Verdict.Class == redos.Exponential && !a.Verdict.Bounded {
		return endless / float64(max(a.Verdict.Cost.LengthForBudget, 1))
	}
	return min(confirm.TimeAt(a.Verdict, a.Dialect, usualLength).Millis/1000, endless/2)
}

// shortFix chooses the fix that is shown without asking, and says in a few words what is proved of it: a
// rewrite that is proved, else code that does without the pattern. index is -1 when there is none.
func (a *Audited) shortFix(fixes []repair.Fix) (index int, remark string) {
	proved := func(f repair.Fix) bool { return f.Kind == repair.Rewrite && f.Equivalence >= repair.SameInputs }
	if i := slices.IndexFunc(fixes, proved); i >= 0 {
		f := fixes[i]
		remark = "proved: the same matches"
		if f.Equivalence == repair.SameInputs {
			remark = "proved to match the same inputs"
		}
		switch f.Class {
		case redos.Linear:
		case redos.Polynomial:
			r := a.Result
			r.Verdict = redos.Verdict{Class: f.Class, Degree: f.Degree}
			remark += ", still " + r.Notation()
		default:
			remark += ", growth not decided"
		}
		if f.Flags != a.Flags {
			remark += ", with the flags " + f.Flags
		}
		return i, remark
	}
	return slices.IndexFunc(fixes, func(f repair.Fix) bool { return f.Kind == repair.Code }), ""
}

// shorten marks what a terminal shows of a finding about a vulnerable pattern.
func (a *Audited) shorten(f *report.Finding) {
	f.Short = a.shortWords()
	if f.Level == 0 {
		f.Short, _, _ = strings.Cut(f.Message, ". ")
		f.Short += ". " + a.shortWords()
	}
	f.Weight = a.weight()
	f.Group = cli.Fingerprint(a.Text, a.Flags, a.DialectWord(), a.Mode.String())
}
