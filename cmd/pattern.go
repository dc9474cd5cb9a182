package cmd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/cmd/report"
)

// subject is a pattern to audit, and where it comes from.
type subject struct {
	id string
	redos.Pattern
	// dialectName is a name that stands for no dialect that snag knows, "" otherwise.
	dialectName string
	location    report.Location // of the pattern, zero for one from the command line
	// place returns where a part of the pattern stands, nil when only location is known.
	place func(syntax.Span) report.Location
	// typed reports whether the pattern stands in the command line itself.
	typed bool
	// unknown says in a clause why there is nothing to judge, "" otherwise.
	unknown string
	// malformed reports whether unknown is the fault of the input's form.
	malformed bool
	// doubt says in a clause why a verdict other than vulnerable cannot be trusted.
	doubt string
	// ignore is the comment that suppresses findings, by rule.
	ignore func(rule string) *report.Suppression
	// uses are the ways in which the program applies the pattern, as far as they are known.
	uses literal.Use
	// source is the file that the pattern stands in, and encode spells another pattern in its place;
	// they are nil unless rewrites are asked for.
	source *sourceEdits
	encode func(pattern string) (string, error)
}

// audited is a subject with what was found out about it.
type audited struct {
	subject
	verdict   redos.Verdict
	invalid   *syntax.Error // the pattern does not parse
	confirmed []confirm.Confirmation
	fixes     []repair.Fix
	hotspot   report.Location // of the first hotspot, when it is known to be narrower than location
	occasion  int             // how many like it came before, from 0; see fingerprint
}

// A decider decides about one pattern, as redos.Regex does.
type decider func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error)

// dialect returns the dialect's name as the report shows it.
func (s *subject) dialect() string { return cmp.Or(s.dialectName, s.Dialect.String()) }

// audit judges a subject. The error is that of ctx.
func (j decider) audit(ctx context.Context, s subject, limits redos.Limits) (audited, error) {
	a := audited{subject: s}
	switch {
	case s.unknown != "":
		a.verdict.Reason = s.unknown
		return a, nil
	case s.dialectName != "":
		a.verdict.Reason = fmt.Sprintf("%q is not a dialect that snag knows", s.dialectName)
		return a, nil
	}
	v, err := j(ctx, s.Pattern, limits)
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		if e.Limit {
			a.verdict.Reason = e.Error()
			return a, nil
		}
		a.invalid = e
	} else if err != nil {
		return a, err
	}
	a.verdict = v
	if s.doubt != "" && !a.vulnerable() {
		a.invalid = nil
		a.verdict = redos.Verdict{Reason: s.doubt}
	}
	if a.place != nil {
		if len(v.Hotspots) > 0 {
			a.hotspot = a.place(v.Hotspots[0])
		} else if a.invalid != nil && !a.invalid.InFlags {
			a.hotspot = a.place(syntax.Span{Start: a.invalid.Pos, End: a.invalid.Pos + 1})
		}
		a.place = nil // it holds on to the file's text
	}
	return a, nil
}

func (a *audited) vulnerable() bool {
	return a.verdict.Class == redos.Polynomial || a.verdict.Class == redos.Exponential
}

// mistyped reports whether the command line has a pattern that is not valid. In a file that is a
// finding, in the command line an error.
func (a *audited) mistyped() bool { return a.typed && a.invalid != nil }

// errMistyped means that a pattern of the command line is not valid. The report says why.
var errMistyped = withHint(usagef("a pattern of the command line is not valid"), "quote it for the shell, and name its dialect with --dialect")

// outcome is the verdict in the words of the JSON contract.
func (a *audited) outcome() string {
	switch {
	case a.invalid != nil:
		return "invalid"
	case a.vulnerable():
		return "vulnerable"
	case a.verdict.Class == redos.Linear:
		return "safe"
	}
	return "unknown"
}

// rule is the rule that the pattern breaks, "" for a safe one.
func (a *audited) rule() string {
	switch {
	case a.invalid != nil:
		return ruleInvalid
	case a.vulnerable() && a.verdict.Bounded:
		return ruleBounded
	case a.verdict.Class == redos.Exponential:
		return ruleExponential
	case a.verdict.Class == redos.Polynomial:
		return rulePolynomial
	case a.verdict.Class == redos.Linear:
		return ""
	case a.malformed:
		return ruleUnreadable
	}
	return ruleUnknown
}

// identity is what stays the same about a pattern while the file around it changes.
func (a *audited) identity() string {
	return strings.Join([]string{a.location.File, a.Text, a.Flags, a.dialect()}, "\x00")
}

// fingerprint identifies the breach of a rule by the pattern. It does not depend on lines: equal
// patterns of a file are told apart by their order.
func (a *audited) fingerprint(rule string) string {
	h := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", rule, a.identity(), a.occasion))
	return hex.EncodeToString(h[:8])
}

// patternItem is a pattern as it appears in JSON, under data.patterns.
type patternItem struct {
	ID       string               `json:"id"`
	Pattern  wtf8.String          `json:"pattern"`
	Flags    wtf8.String          `json:"flags"`
	Dialect  string               `json:"dialect"`
	Mode     string               `json:"mode,omitempty"`
	Location *report.JSONLocation `json:"location"`
	Verdict  string               `json:"verdict"`
	Reason   string               `json:"reason,omitempty"`
	patternEvidence
}

// patternEvidence is what proves a vulnerable pattern. Everything in it is absent for others.
type patternEvidence struct {
	Growth    *growthItem        `json:"growth,omitempty"`
	Thumb     string             `json:"rule_of_thumb,omitempty"`
	Attack    *attackItem        `json:"attack,omitempty"`
	Hotspot   *spanItem          `json:"hotspot,omitempty"`
	Hotspots  []spanItem         `json:"hotspots,omitempty"`
	Cost      *costItem          `json:"cost,omitempty"`
	Confirmed []confirmationItem `json:"confirmed,omitempty"`
	// Fix is the best rewrite, Alternatives are other ways to mend the pattern; with --fix.
	Fix          *fixItem   `json:"fix,omitempty"`
	Alternatives []*fixItem `json:"alternatives,omitempty"`
}

type growthItem struct {
	Kind    string  `json:"kind"`
	Degree  float64 `json:"degree,omitempty"`
	UpTo    int     `json:"up_to,omitempty"`
	Base    float64 `json:"base,omitempty"`
	Bounded bool    `json:"bounded,omitempty"`
}

type attackItem struct {
	Prefix *wtf8.String `json:"prefix,omitempty"`
	Pump   *wtf8.String `json:"pump,omitempty"`
	Pumps  []pumpItem   `json:"pumps,omitempty"`
	Suffix wtf8.String  `json:"suffix"`
}

type pumpItem struct {
	Prefix wtf8.String `json:"prefix"`
	Pump   wtf8.String `json:"pump"`
}

type spanItem struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

type costItem struct {
	PumpsForBudget  int        `json:"pumps_for_budget"`
	LengthForBudget int        `json:"length_for_budget"`
	BudgetSteps     int64      `json:"budget_steps"`
	Extrapolated    bool       `json:"extrapolated"`
	Points          [][2]int64 `json:"points"` // length, steps
}

type confirmationItem struct {
	Engine  string       `json:"engine"`
	Version string       `json:"version"`
	Outcome string       `json:"outcome"`
	Reason  string       `json:"reason,omitempty"`
	Growth  *growthItem  `json:"growth,omitempty"`
	Points  [][2]float64 `json:"points"` // pumps, milliseconds
	// Forecast is what the model of the engine's defences says.
	Forecast forecastItem `json:"forecast"`
}

func (a *audited) item() patternItem {
	item := patternItem{
		ID: a.id, Pattern: wtf8.String(a.Text), Flags: wtf8.String(a.Flags), Dialect: a.dialect(),
		Location: a.location.JSON(), Verdict: a.outcome(), Reason: a.verdict.Reason,
	}
	if a.Mode != syntax.Search {
		item.Mode = a.Mode.String()
	}
	if a.invalid != nil {
		item.Reason = a.invalid.Error()
	}
	if a.vulnerable() {
		item.patternEvidence = a.evidence()
	}
	return item
}

func (a *audited) evidence() patternEvidence {
	v := a.verdict
	e := patternEvidence{
		Thumb:  thumbs[v.Rule].id,
		Growth: &growthItem{Kind: v.Class.String(), Degree: float64(v.Degree), UpTo: v.UpTo, Bounded: v.Bounded},
		Cost: &costItem{
			PumpsForBudget: v.Cost.PumpsForBudget, LengthForBudget: v.Cost.LengthForBudget,
			BudgetSteps: v.Cost.BudgetSteps, Extrapolated: v.Cost.Extrapolated, Points: [][2]int64{},
		},
	}
	if v.Attack != nil {
		e.Attack = newAttackItem(*v.Attack)
	}
	for _, p := range v.Cost.Points {
		e.Cost.Points = append(e.Cost.Points, [2]int64{int64(p.Length), p.Steps})
	}
	for _, h := range v.Hotspots {
		e.Hotspots = append(e.Hotspots, spanItem{h.Start, h.End})
	}
	if len(e.Hotspots) > 0 {
		e.Hotspot = &e.Hotspots[0]
	}
	for _, c := range a.confirmed {
		e.Confirmed = append(e.Confirmed, newConfirmationItem(c))
	}
	e.addFixes(a)
	return e
}

func newAttackItem(att attack.Attack) *attackItem {
	item := &attackItem{Suffix: wtf8.String(att.Suffix)}
	if len(att.Pumps) == 1 {
		prefix, pump := wtf8.String(att.Pumps[0].Prefix), wtf8.String(att.Pumps[0].Pump)
		item.Prefix, item.Pump = &prefix, &pump
		return item
	}
	for _, p := range att.Pumps {
		item.Pumps = append(item.Pumps, pumpItem{wtf8.String(p.Prefix), wtf8.String(p.Pump)})
	}
	return item
}

func newConfirmationItem(c confirm.Confirmation) confirmationItem {
	item := confirmationItem{
		Engine: c.Engine, Version: c.Version, Outcome: string(c.Outcome), Reason: validUTF8(c.Reason),
		Points: [][2]float64{}, Forecast: newForecastItem(c.Forecast),
	}
	if len(c.Points) > 0 {
		item.Growth = newGrowthItem(c.Growth)
	}
	for _, p := range c.Points {
		item.Points = append(item.Points, [2]float64{float64(p.Pumps), p.Millis})
	}
	return item
}

func newGrowthItem(g stats.Growth) *growthItem {
	item := &growthItem{Kind: g.Kind.String(), Base: round(g.Base)}
	if g.Kind == stats.Linear || g.Kind == stats.Polynomial {
		item.Degree = round(g.Degree)
	}
	return item
}

// round keeps two decimals, which is more than a measurement is good for.
func round(x float64) float64 { return math.Round(x*100) / 100 }
