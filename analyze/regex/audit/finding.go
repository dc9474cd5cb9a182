package audit

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/wtf8"
)

// Finding returns what is wrong with a pattern; ok is false for a safe one. A maxLength above 0 is the
// longest input that the caller accepts.
func (r *Result) Finding(maxLength int) (f judge.Finding, ok bool) {
	f = judge.Finding{Rule: r.Rule(), Level: judge.Warning}
	switch f.Rule {
	case "":
		return f, false
	case RuleInvalid:
		f.Message = "The pattern is not valid: " + r.Invalid.Msg + "."
		if r.Invalid.InFlags {
			f.Message = "The flags are not valid: " + r.Invalid.Msg + "."
		} else if owners := r.Invalid.Owners; owners != "" && owners != r.Invalid.Msg {
			f.Message += " " + strings.ToUpper(owners[:1]) + owners[1:] + "."
		}
		f.Evidence = r.reproduction(r.Invalid.Error())
	case RuleUnknown, RuleUnreadable:
		f.Message = "Not judged: " + r.Verdict.Reason + "."
		f.Evidence = r.reproduction(r.Verdict.Reason)
		if r.Unknown != "" && !r.Malformed {
			f.Level = judge.Note // usual in programs, and no fault of theirs
		}
	default:
		r.describe(&f, maxLength)
	}
	return f, true
}

// describe fills in the finding about a vulnerable pattern.
func (r *Result) describe(f *judge.Finding, maxLength int) {
	v := r.Verdict
	if v.Class == redos.Exponential || v.Degree > 2 {
		f.Level = judge.Error
	}
	f.Message = r.message()
	if r.Assumed != "" {
		f.Message += " Part of the pattern is computed: " + r.Assumed + "."
	}
	if r.isWhole() {
		f.Message += " That is so where all of a text has to match, as matches() asks."
	}
	f.Help = strings.TrimSpace(r.times() + " " + cmp.Or(r.particular(), r.Advice()))
	if safe := v.Cost.SafeLength; maxLength > 0 && safe > maxLength {
		f.Level = judge.Note
		f.Message = fmt.Sprintf("Harmless for inputs of at most %s characters. %s", judge.Thousands(int64(maxLength)), f.Message)
	} else if text := lengthAdvice(v.Cost); text != "" {
		f.Help = strings.TrimSpace(f.Help + " " + text)
	}
	f.Evidence = struct {
		reproduction
		*Evidence
	}{r.reproduction(""), r.Evidence()}
}

// lengthAdvice says below which length no input is slow, or that nothing is proved of that.
func lengthAdvice(c redos.Cost) string {
	switch {
	case c.SafeLength >= 2:
		return fmt.Sprintf("Until then accept fewer than %s characters: no shorter input reaches the budget.", judge.Thousands(int64(c.SafeLength)))
	case c.LengthForBudget >= 2:
		return fmt.Sprintf("The shortest attack found reaches the budget at %s characters; that no shorter input does is not proved.", judge.Thousands(int64(c.LengthForBudget)))
	}
	return ""
}

// reproduction is what a pattern is judged again from.
type reproduction struct {
	Pattern wtf8.String `json:"pattern"`
	Flags   wtf8.String `json:"flags"`
	Dialect string      `json:"dialect"`
	Reason  string      `json:"reason,omitempty"` // why it is invalid or not judged
}

func (r *Result) reproduction(reason string) reproduction {
	return reproduction{wtf8.String(r.Text), wtf8.String(r.Flags), r.DialectWord(), reason}
}

// message says in sentences what is wrong with a vulnerable pattern.
func (r *Result) message() string {
	v := r.Verdict
	var growth string
	switch {
	case v.Class == redos.Exponential:
		growth = "Exponential backtracking: every further repetition of " + pumpWords(v.Attack) + " multiplies the work"
		if base := multiplier(v.Cost); base > 1 {
			growth += fmt.Sprintf(" by about %.2g", base)
		}
	default:
		growth = fmt.Sprintf("Polynomial backtracking: the work grows with %s of the input's length", redos.Power(v.Degree))
		if v.UpTo > v.Degree || v.AtLeast {
			growth += " at least"
		}
		if v.UpTo > v.Degree {
			growth += fmt.Sprintf(", and with %s at most", redos.Power(v.UpTo))
		}
	}
	if v.Bounded {
		growth += ", until the counters of the pattern end it"
		if v.Beyond > 0 {
			growth += ", while on other inputs it grows with " + redos.Power(int(v.Beyond)) + " without an end"
		}
	} else if n := v.Attack.Distinct(); n > 0 {
		growth += fmt.Sprintf(", on an input without a repeated character, of which there are %s in a row", judge.Thousands(int64(n)))
	}
	if t := thumbs[v.Rule]; t.name != "" {
		return growth + ". " + t.name + ": " + t.why
	}
	return growth + "."
}

// pumpWords names the text whose repetition is the attack.
func pumpWords(att *attack.Attack) string {
	if att == nil || len(att.Pumps) != 1 || att.Rises() || len(wtf8.Decode(att.Pumps[0].Pump)) > 20 {
		return "the pump"
	}
	return wtf8.Quote(att.Pumps[0].Pump)
}

// multiplier is the factor by which one more pump multiplies the steps, judged by the last points before growth ends;
// 0 when there are too few.
func multiplier(c redos.Cost) float64 {
	points := c.Points
	for len(points) > 0 && points[len(points)-1].Pumps > c.PumpsForBudget {
		points = points[:len(points)-1]
	}
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

// Advice says what to write instead, in the words of the pattern's language.
func (r *Result) Advice() string {
	text := thumbs[r.Verdict.Rule].advice
	if r.Verdict.Rule == redos.SearchRestart {
		text += " " + r.withoutRegex()
	}
	return strings.TrimSpace(text)
}

// withoutRegex names what the pattern's language has for usual searches.
func (r *Result) withoutRegex() string { return attack.WithoutRegex(r.Dialect) }
