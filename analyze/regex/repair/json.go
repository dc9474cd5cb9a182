package repair

import (
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// agreements are the names of what a rewrite is known to have in common with the original.
var agreements = [...]string{
	Unproved: "unknown", ChangesLanguage: "none", ChangesMatches: "inputs-only",
	Tested: "tested", SameInputs: "inputs", SameMatches: "matches",
}

// jsonSteps is the work on the attack, before and after.
type jsonSteps struct {
	Length int   `json:"length"`
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// MarshalJSON encodes the step as reports show it.
func (s Step) MarshalJSON() ([]byte, error) {
	return wtf8.Marshal(struct {
		Rule    string      `json:"rule"`
		Span    syntax.Span `json:"span"`
		Text    wtf8.String `json:"text"`
		Pattern wtf8.String `json:"pattern"`
		Reason  string      `json:"reason"`
	}{s.Rule, s.Span, wtf8.String(s.Text), wtf8.String(s.Pattern), s.Reason})
}

// MarshalJSON encodes the fix as reports show it.
func (f Fix) MarshalJSON() ([]byte, error) {
	item := struct {
		Kind        string        `json:"kind"`
		Pattern     wtf8.String   `json:"pattern,omitempty"`
		Skip        wtf8.String   `json:"skip,omitempty"`
		Flags       *wtf8.String  `json:"flags,omitempty"`
		Equivalence string        `json:"equivalence,omitempty"`
		Agreement   string        `json:"agreement,omitempty"`
		Groups      []string      `json:"groups,omitempty"`
		Growth      *redos.Growth `json:"growth,omitempty"`
		Steps       *jsonSteps    `json:"attack_steps,omitempty"`
		Gains       []wtf8.String `json:"gains,omitempty"`
		Loses       []wtf8.String `json:"loses,omitempty"`
		Changes     []Step        `json:"changes,omitempty"`
		Code        string        `json:"code,omitempty"`
		Length      int           `json:"length,omitempty"`
		Note        string        `json:"note"`
	}{Kind: f.Kind.String(), Code: f.Code, Length: f.Length, Note: f.Note}
	if f.Kind != Rewrite && f.Skip == "" {
		return wtf8.Marshal(item)
	}
	flags := wtf8.String(f.Flags)
	item.Pattern, item.Skip, item.Flags = wtf8.String(f.Pattern), wtf8.String(f.Skip), &flags
	item.Equivalence, item.Agreement = f.Equivalence.String(), agreements[f.Equivalence]
	for _, g := range f.Groups {
		item.Groups = append(item.Groups, g.String())
	}
	item.Growth = &redos.Growth{Class: f.Class, Degree: f.Degree}
	if f.Before > 0 {
		item.Steps = &jsonSteps{f.AttackLength, f.Before, f.After}
	}
	for _, g := range f.Gains {
		item.Gains = append(item.Gains, wtf8.String(g))
	}
	for _, l := range f.Loses {
		item.Loses = append(item.Loses, wtf8.String(l))
	}
	item.Changes = f.Steps
	return wtf8.Marshal(item)
}
