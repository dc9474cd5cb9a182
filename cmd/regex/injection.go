package regex

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/reach/model"
	"snag/analyze/regex/audit"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
)

// injectionEvidence is what shows that a pattern is made of what anybody can send.
type injectionEvidence struct {
	Call      string                 `json:"call"`
	Framework string                 `json:"framework,omitempty"`
	Method    string                 `json:"method,omitempty"`
	Route     string                 `json:"route,omitempty"`
	Input     string                 `json:"input,omitempty"`
	MaxLength *int                   `json:"max_length"`
	Trace     []*report.JSONLocation `json:"trace"`
	Ways      int                    `json:"ways"`
}

// injections returns findings about the patterns that are made of what anybody can send. Of the shards of an audit
// the first one looks for them, since they are about the program as a whole. There are none where it was not opened.
func (o *regexOptions) injections(ctx context.Context, p *pattern.Program, known *model.Model) ([]report.Finding, error) {
	if o.shard.Index > 1 || p == nil {
		return nil, nil
	}
	places := p.Placer()
	occasions := map[string]int{}
	var all []report.Finding
	var failed error
	for _, x := range p.Project().Injections(ctx) {
		text, err := p.Files.Read(x.At.File)
		if err != nil {
			continue
		}
		f := injectionFinding(x, places, text)
		id := f.Location.File + "\n" + x.Call + "\n" + f.Excerpt.Text
		f.Fingerprint = cli.Fingerprint(audit.RuleInjection, id, fmt.Sprint(occasions[id]))
		occasions[id]++
		if o.changes != nil && !o.changes.Touch(f.Location.File, f.Location.Start.Line, f.Location.End.Line) {
			words, err := o.newInjection(ctx, x, places, f, known)
			if err != nil {
				failed = err
			}
			if words == "" {
				continue
			}
			f.Details = append(f.Details, report.Detail{Label: "new", Text: words, Short: true})
		}
		all = append(all, f)
	}
	return all, failed
}

// newInjection says in a clause which way to a call that did not change is new, "" where none is.
func (o *regexOptions) newInjection(ctx context.Context, x reach.Injection, places *pattern.Placer, f report.Finding, known *model.Model) (string, error) {
	now := pattern.NewReached(reach.Result{Ways: x.Ways}, places)
	changed := false
	for i := range x.Ways {
		changed = changed || slices.ContainsFunc(now.Steps(i), o.hasChanged)
	}
	if !changed || o.changes.Revision == "" {
		return o.newWords(now, nil), nil
	}
	p, err := o.openBefore(ctx, known)
	if err != nil {
		return o.newWords(now, nil), err
	}
	if o.injected == nil {
		o.injected = append([]reach.Injection{}, p.Project().Injections(ctx)...)
	}
	before := &pattern.Reached{}
	for _, old := range o.injected {
		text, err := p.Files.Read(old.At.File)
		excerpt := report.ExcerptOf(text, report.Span{Start: old.At.Start, End: old.At.End}, report.Span{})
		if err == nil && old.Call == x.Call && o.base.Name(f.Location.File) == old.At.File && excerpt.Text == f.Excerpt.Text {
			before.Ways = append(before.Ways, old.Ways...)
		}
	}
	return o.newWords(now, before), nil
}

// injectionFinding is the finding about a pattern in a file of the given text.
func injectionFinding(x reach.Injection, places *pattern.Placer, text []byte) report.Finding {
	w := &x.Ways[0]
	at := places.One(x.At)
	steps := places.All(w.Trace)
	e := injectionEvidence{Call: x.Call, Framework: w.Framework, Method: w.Method, Route: w.Route, Input: nameOf(w), Trace: []*report.JSONLocation{}, Ways: len(x.Ways)}
	if w.MaxLength != reach.NoLimit {
		e.MaxLength = &w.MaxLength
	}
	for _, s := range steps {
		e.Trace = append(e.Trace, s.JSON())
	}
	who := requestWords(w)
	f := report.Finding{
		Finding: judge.Finding{
			Rule: audit.RuleInjection, Level: judge.Error, Evidence: e,
			Message: fmt.Sprintf("The pattern is made of what anybody can send: %s. One that backtracks, such as (a+)+$, holds the engine for as long as its sender likes, and any other decides what is found.", who),
		},
		Location: at, Trace: steps,
		Excerpt: report.ExcerptOf(text, report.Span{Start: x.At.Start, End: x.At.End}, report.Span{}),
		Weight:  1e10 * float64(reach.Remote), Rank: 100,
	}
	f.Short = "a pattern of the sender's own making"
	f.Details = []report.Detail{{Label: "made", Text: "of " + who, Short: true}}
	if len(steps) > 1 {
		f.Details = append(f.Details, report.Detail{Label: "by", Text: report.TraceWords(steps), Short: true})
	}
	f.Suppression = injectionComment(at, text)
	return f
}

// nameOf is the name of what a way begins with.
func nameOf(w *reach.Way) string {
	if w.Name != "" {
		return w.Name
	}
	return w.Input
}

// requestWords say which value of which request it is.
func requestWords(w *reach.Way) string {
	words := strings.TrimSpace(w.Method + " " + w.Route)
	if words == "" {
		words = "a request"
	}
	return words + ", " + nameOf(w)
}

// injectionComment is the comment of the source that accepts the finding, nil for none.
func injectionComment(at report.Location, text []byte) *report.Suppression {
	l, ok := extract.ByPath(at.File)
	if !ok {
		return nil
	}
	for _, s := range l.Extract(text).Suppressions {
		if s.Reason != "" && s.Covers(audit.RuleInjection) && at.Start.Line <= s.AppliesTo && s.AppliesTo <= max(at.End.Line, at.Start.Line) {
			return &report.Suppression{InSource: true, Reason: s.Reason}
		}
	}
	return nil
}
