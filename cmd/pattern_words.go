package cmd

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/cmd/report"
)

// thumb is what to say about a rule of thumb: its id in JSON, its name, why breaking it is slow, and
// what to write instead.
type thumb struct{ id, name, why, advice string }

var thumbs = map[redos.RuleOfThumb]thumb{
	redos.NestedQuantifier: {
		"nested-quantifiers", "Nested quantifiers",
		"the same text can be divided between the inner and the outer loop in many ways.",
		"Remove the inner or the outer quantifier, as in a+ for (a+)+. Where rounds are separated, keep the separator out of the inner part, as in (\\/[^\\/\\n]+)+ for (\\/.+)+.",
	},
	redos.OverlappingAlternatives: {
		"overlapping-alternatives", "Overlapping alternatives",
		"several of them can match the same text, so each round of the loop multiplies the ways to match.",
		"Make the alternatives exclude each other by their first character, or merge them, as in \\w* for (\\w|\\d)*.",
	},
	redos.AdjacentLoops: {
		"adjacent-loops", "Neighbouring loops overlap",
		"they can match the same characters, and every division of the text between them is tried.",
		"Merge the loops, as in \\s* for \\s*\\s*, or keep what follows out of the first one, as in [^,]*,.* for .*,.*.",
	},
	redos.SearchRestart: {
		"search-restart", "Unanchored search",
		"it begins anew at each character and reads on from there every time.",
		"Anchor the pattern with ^ if it need not match elsewhere, or keep it from starting inside its own loop, as in (?<!\\s)\\s+$.",
	},
	redos.BackreferenceLoop: {
		"backreference-loop", "Backreference to a loop",
		"every length of the group that it repeats is tried.",
		"Bound the group, as in (\\w{1,20}), or compare the two parts in code.",
	},
	redos.CountedBlowup: {
		"counted-repetition", "Counted repetitions multiply",
		"they can match the same text in many ways, up to their counts.",
		"Lower the counts, or write the repetition so that a text fits it in one way only.",
	},
}

// message says in sentences what is wrong with a vulnerable pattern.
func (a *audited) message() string {
	v := a.verdict
	var growth string
	switch {
	case v.Class == redos.Exponential:
		growth = "Exponential backtracking: every further repetition of " + pumpWords(v.Attack) + " multiplies the work"
		if base := multiplier(v.Cost.Points); base > 1 {
			growth += fmt.Sprintf(" by about %.2g", base)
		}
	default:
		growth = fmt.Sprintf("Polynomial backtracking: the work grows with %s of the input's length", power(v.Degree))
		if v.UpTo > v.Degree {
			growth += fmt.Sprintf(" at least, and with %s at most", power(v.UpTo))
		}
	}
	if v.Bounded {
		growth += ", until the counters of the pattern end it"
	}
	if t, ok := thumbs[v.Rule]; ok {
		return growth + ". " + t.name + ": " + t.why
	}
	return growth + "."
}

func power(degree int) string {
	switch degree {
	case 2:
		return "the square"
	case 3:
		return "the cube"
	}
	return fmt.Sprintf("the power %d", degree)
}

// pumpWords names the text whose repetition is the attack.
func pumpWords(att *attack.Attack) string {
	if att == nil || len(att.Pumps) != 1 || wtf8Len(att.Pumps[0].Pump) > 20 {
		return "the pump"
	}
	return wtf8.Quote(att.Pumps[0].Pump)
}

func wtf8Len(s string) int { return len(wtf8.Decode(s)) }

// multiplier is the factor by which one more pump multiplies the steps, judged by the last points;
// 0 when there are too few.
func multiplier(points []redos.CostPoint) float64 {
	if len(points) < 2 {
		return 0
	}
	last := points[len(points)-1]
	for i := len(points) - 2; i >= 0; i-- {
		p := points[i]
		if pumps := last.Pumps - p.Pumps; pumps > 0 && p.Steps > 0 && (last.Steps > 8*p.Steps || i == 0) {
			return math.Pow(float64(last.Steps)/float64(p.Steps), 1/float64(pumps))
		}
	}
	return 0
}

// advice says what to write instead, in the words of the pattern's language.
func (a *audited) advice() string {
	text := thumbs[a.verdict.Rule].advice
	if a.verdict.Rule == redos.SearchRestart {
		text += " " + spellingOf(a.Dialect).withoutRegex()
	}
	return strings.TrimSpace(text)
}

// budgetWords names a budget of steps.
func budgetWords(steps int64) string { return thousands(steps) + " steps" }

// costWords says at which length of this attack the budget breaks.
func costWords(c redos.Cost) string {
	if c.LengthForBudget == 0 {
		return ""
	}
	text := fmt.Sprintf("%s spent at %s characters", budgetWords(c.BudgetSteps), thousands(int64(c.LengthForBudget)))
	if c.Extrapolated {
		text += ", computed from the growth"
	}
	return text
}

// boundAdvice says what a limit on the input's length is worth. It promises nothing for other
// attacks than the one that was found.
func boundAdvice(c redos.Cost) string {
	if c.LengthForBudget < 2 {
		return ""
	}
	return fmt.Sprintf("Until then accept fewer than %s characters: there this attack reaches the budget.",
		thousands(int64(c.LengthForBudget)))
}

// confirmationWords says what an engine made of the attack.
func confirmationWords(c confirm.Confirmation) string {
	version := ""
	if c.Version != "" {
		version = " in " + c.Version
	}
	if c.Outcome != confirm.Confirmed {
		what := map[confirm.Outcome]string{
			confirm.OptimisedAway: "optimised away", confirm.NotReached: "not reached",
			confirm.NotRun: "not run", confirm.Error: "failed",
			confirm.Limited: "given up", confirm.StackOverflow: "stack overflow",
		}[c.Outcome]
		if c.Reason == "" {
			return what + version
		}
		return what + version + ": " + c.Reason
	}
	words := "confirmed" + version + ": " + growthWords(c.Growth)
	if n := len(c.Points); n > 0 {
		last := c.Points[n-1]
		took := "take " + millis(last.Millis)
		if last.AtLeast {
			took = "are not done after " + millis(last.Millis)
		}
		words += fmt.Sprintf("; %s characters %s", thousands(int64(last.Length)), took)
	}
	if c.Reason != "" {
		words += " (" + c.Reason + ")"
	}
	return words
}

func growthWords(g stats.Growth) string {
	switch g.Kind {
	case stats.Exponential:
		return fmt.Sprintf("×%.2g for each repetition", g.Base)
	case stats.Polynomial:
		return fmt.Sprintf("time grows as n^%.1f", g.Degree)
	}
	return "time grows far faster than the input"
}

// finding turns an audited pattern into a finding; ok is false for a safe one. A maxLength above 0
// is the longest input that the caller accepts.
func (a *audited) finding(maxLength int) (f report.Finding, ok bool) {
	rule := a.rule()
	if rule == "" {
		return f, false
	}
	f = report.Finding{
		Finding:     judge.Finding{Rule: rule},
		Location:    a.location,
		Fingerprint: a.fingerprint(rule),
		Details:     []report.Detail{{Label: "pattern", Text: a.Text, Code: true}},
	}
	if !a.hotspot.IsZero() {
		f.Location = a.hotspot
	}
	if a.Flags != "" {
		f.Details = append(f.Details, report.Detail{Label: "flags", Text: a.Flags, Code: true})
	}
	switch rule {
	case ruleInvalid:
		a.describeInvalid(&f)
	case ruleUnknown, ruleUnreadable:
		a.describeUnknown(&f)
	default:
		a.describeVulnerable(&f, maxLength)
	}
	if a.ignore != nil {
		f.Suppression = a.ignore(rule)
	}
	return f, true
}

func (a *audited) describeInvalid(f *report.Finding) {
	f.Level = judge.Warning
	f.Message = "The pattern is not valid: " + a.invalid.Msg + "."
	if a.invalid.InFlags {
		f.Message = "The flags are not valid: " + a.invalid.Msg + "."
	} else {
		if owners := a.invalid.Owners(); owners != "" && owners != a.invalid.Msg {
			f.Message += " " + strings.ToUpper(owners[:1]) + owners[1:] + "."
		}
		f.Details[0].Marks = []report.Mark{{Start: a.invalid.Pos, End: a.invalid.Pos + 1}}
	}
	f.Evidence = invalidEvidence{wtf8.String(a.Text), wtf8.String(a.Flags), a.dialect(), a.invalid.Error()}
}

func (a *audited) describeUnknown(f *report.Finding) {
	f.Level = judge.Warning
	f.Message = "Not judged: " + a.verdict.Reason + "."
	f.Evidence = invalidEvidence{wtf8.String(a.Text), wtf8.String(a.Flags), a.dialect(), a.verdict.Reason}
	if a.unknown != "" { // there is no pattern to show
		f.Details = nil
		if !a.malformed {
			f.Level = judge.Note // usual in programs, and no fault of theirs
		}
	}
}

func (a *audited) describeVulnerable(f *report.Finding, maxLength int) {
	v := a.verdict
	f.Level = judge.Warning
	if v.Class == redos.Exponential || v.Degree > 2 {
		f.Level = judge.Error
	}
	f.Message = a.message()
	for _, h := range v.Hotspots {
		f.Details[0].Marks = append(f.Details[0].Marks, report.Mark{Start: h.Start, End: h.End})
	}
	if v.Attack != nil {
		f.Details = append(f.Details, report.Detail{
			Label: "attack", Text: attackExpression(a.Dialect, *v.Attack, cmp.Or(v.Cost.PumpsForBudget, 30), a.matchesBytes()), Code: true})
	}
	if cost := costWords(v.Cost); cost != "" {
		f.Details = append(f.Details, report.Detail{Label: "cost", Text: cost})
	}
	for _, c := range a.confirmed {
		f.Details = append(f.Details, report.Detail{
			Label: c.Engine, Text: confirmationWords(c)})
	}
	f.Details = append(f.Details, a.fixDetails()...)
	if a.doubt != "" {
		f.Details = append(f.Details, report.Detail{Label: "but", Text: a.doubt})
	}
	f.Help = a.advice()
	if n := v.Cost.LengthForBudget; maxLength > 0 && n > maxLength {
		f.Level = judge.Note
		f.Message = fmt.Sprintf("Harmless for inputs of at most %s characters. %s", thousands(int64(maxLength)), f.Message)
	} else if bound := boundAdvice(v.Cost); bound != "" {
		f.Help = strings.TrimSpace(f.Help + " " + bound)
	}
	f.Evidence = vulnerableEvidence{wtf8.String(a.Text), wtf8.String(a.Flags), a.dialect(), a.evidence()}
}

// invalidEvidence reproduces a pattern that is invalid or not judged.
type invalidEvidence struct {
	Pattern wtf8.String `json:"pattern"`
	Flags   wtf8.String `json:"flags"`
	Dialect string      `json:"dialect"`
	Reason  string      `json:"reason"`
}

// vulnerableEvidence reproduces a vulnerable pattern.
type vulnerableEvidence struct {
	Pattern wtf8.String `json:"pattern"`
	Flags   wtf8.String `json:"flags"`
	Dialect string      `json:"dialect"`
	patternEvidence
}
