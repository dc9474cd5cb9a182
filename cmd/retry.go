package cmd

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/retry/backoff"
	"snag/cmd/report"
)

func newRetry(io *Stdio) *cobra.Command {
	c := &cobra.Command{
		Use:   "retry",
		Short: "Observe how clients retry, and whether servers let them do it safely",
		Long: `Retries turn a short failure into a long one when they come all at once, repeat what was
already done, or never end. These commands observe a client's policy from outside, audit a
server's answers to those who retry, and simulate many clients at once.`,
	}
	c.AddCommand(newRetryClient(io), newRetryServer(io), newRetryServe(io), newRetryInfer(io), newRetryHerd(io), newWatchClosedPort(io), newGuard(io))
	return c
}

// defectRules gives each defect its rule.
var defectRules = map[backoff.Defect]string{
	backoff.UnsafePost:          ruleUnsafePost,
	backoff.PostAfterError:      rulePostAfterError,
	backoff.KeyChanges:          ruleKeyChanges,
	backoff.BodyChanges:         ruleBodyChanges,
	backoff.ClientError:         ruleClientError,
	backoff.TruncatedSuccess:    ruleTruncatedSuccess,
	backoff.RetryAfterSeconds:   ruleRetryAfterIgnored,
	backoff.RetryAfterDate:      ruleRetryAfterIgnored,
	backoff.Storm:               ruleRetryStorm,
	backoff.Unbounded:           ruleRetryUnbounded,
	backoff.Amplification:       ruleAmplification,
	backoff.NoJitterAtAll:       ruleNoJitter,
	backoff.JitterLostAtCap:     ruleJitterLost,
	backoff.NoCapAtAll:          ruleNoCap,
	backoff.NoTimeout:           ruleNoTimeout,
	backoff.Herd:                ruleHerd,
	backoff.UndeterminedPolicy:  ruleRetryUnknown,
	backoff.UnobservableRefusal: ruleRetryUnknown,
	backoff.RetryAfterMissing:   ruleNoRetryAfter,
	backoff.RetryAfterWrong:     ruleBadRetryAfter,
	backoff.RetryAfterUntrue:    ruleBadRetryAfter,
	backoff.KeyIgnored:          ruleKeyIgnored,
	backoff.KeyConflictAccepted: ruleKeyConflict,
	backoff.KeyRace:             ruleKeyRace,
	backoff.KeySyntax:           ruleKeySyntax,
	backoff.KeyMissing:          ruleRetryUnknown,
	backoff.FailsWithoutAnswer:  ruleNoAnswer,
	backoff.NotRecovered:        ruleNotRecovered,
}

// policyData is a policy in JSON.
type policyData struct {
	Text           string      `json:"text"`
	Shape          string      `json:"shape"`
	FirstImmediate bool        `json:"first_immediate"`
	Base           float64     `json:"base_ms"`
	Increment      float64     `json:"increment_ms,omitempty"`
	Factor         float64     `json:"factor,omitempty"`
	Cap            *float64    `json:"cap_ms"`
	CapOrder       string      `json:"cap_order,omitempty"`
	Floor          float64     `json:"floor_ms,omitempty"`
	Table          []float64   `json:"table_ms,omitempty"`
	Jitter         jitterData  `json:"jitter"`
	Steps          []delayData `json:"delays,omitempty"`
}

type jitterData struct {
	Kind       string  `json:"kind"`
	Proportion float64 `json:"proportion,omitempty"`
	Width      float64 `json:"width_ms,omitempty"`
}

type delayData struct {
	Retry   int     `json:"retry"`
	Nominal float64 `json:"nominal_ms"`
}

func newPolicyData(p backoff.Policy, retries int) policyData {
	d := policyData{
		Text: p.String(), Shape: p.Shape.String(), FirstImmediate: p.FirstImmediate,
		Base: backoff.Milliseconds(p.Base), Increment: backoff.Milliseconds(p.Increment),
		Factor: math.Round(p.Factor*1000) / 1000, Floor: backoff.Milliseconds(p.Floor),
		Jitter: jitterData{p.Jitter.String(), math.Round(p.Proportion*1000) / 1000, backoff.Milliseconds(p.Width)},
	}
	if p.Cap > 0 {
		limit := backoff.Milliseconds(p.Cap)
		d.Cap, d.CapOrder = &limit, p.CapOrder.String()
	}
	for _, step := range p.Table {
		d.Table = append(d.Table, backoff.Milliseconds(step))
	}
	if p.Shape > backoff.Immediate {
		for k := range min(retries, 12) {
			d.Steps = append(d.Steps, delayData{k + 1, backoff.Milliseconds(p.Nominal(k))})
		}
	}
	return d
}

// inferenceData is an inference in JSON.
type inferenceData struct {
	Policy          policyData  `json:"policy"`
	Determined      bool        `json:"determined"`
	Reason          string      `json:"reason,omitempty"`
	Confidence      float64     `json:"confidence"`
	ShapeConfidence float64     `json:"shape_confidence"`
	High            bool        `json:"high_confidence"`
	RunnerUp        *policyData `json:"runner_up"`
	Margin          float64     `json:"runner_up_margin"`
	Kinds           []string    `json:"possible_jitter"`
	Shapes          []string    `json:"possible_shapes"`
	Aliases         []string    `json:"aliases"`
	FirstDelay      *rangeData  `json:"first_delay_ms"`
	Factor          *rangeData  `json:"factor"`
	Cap             *rangeData  `json:"cap_ms"`
	Noise           float64     `json:"noise_ms"`
	Nested          *nestedData `json:"nested"`
	Runs            int         `json:"runs"`
	Gaps            int         `json:"gaps"`
}

type rangeData struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type nestedData struct {
	Inner int        `json:"inner_attempts"`
	Outer int        `json:"outer_attempts"`
	Loop  policyData `json:"outer_policy"`
}

func newInferenceData(in backoff.Inference, retries int) inferenceData {
	round := func(x float64) float64 { return math.Round(x*1000) / 1000 }
	span := func(r backoff.Range) *rangeData {
		if r.High == 0 {
			return nil
		}
		return &rangeData{round(r.Low), round(r.High)}
	}
	d := inferenceData{
		Policy: newPolicyData(in.Policy, retries), Determined: determined(in), Reason: in.Reason,
		Confidence: round(in.Confidence), ShapeConfidence: round(in.ShapeConfidence),
		High:   determined(in) && min(in.Confidence, in.ShapeConfidence) >= backoff.Certain,
		Margin: round(in.Margin), Aliases: append([]string{}, in.Aliases...), Kinds: []string{}, Shapes: []string{},
		FirstDelay: span(in.FirstDelay), Factor: span(in.Factor), Cap: span(in.Cap),
		Noise: backoff.Milliseconds(in.Noise), Runs: in.Runs, Gaps: in.Gaps,
	}
	if in.RunnerUp.Shape != backoff.Undetermined {
		other := newPolicyData(in.RunnerUp, 0)
		d.RunnerUp = &other
	}
	for _, kind := range in.Kinds {
		d.Kinds = append(d.Kinds, kind.String())
	}
	if in.Policy.Shape != backoff.Undetermined {
		d.Shapes = append(d.Shapes, in.Policy.Shape.String())
	}
	for _, shape := range in.Shapes {
		d.Shapes = append(d.Shapes, shape.String())
	}
	if n := in.Nested; n != nil {
		d.Nested = &nestedData{n.InnerAttempts, n.OuterAttempts, newPolicyData(n.Outer, 0)}
	}
	return d
}

func determined(in backoff.Inference) bool {
	return in.Policy.Shape != backoff.Undetermined && in.Policy.Jitter != backoff.UnknownJitter
}

// describePolicy says in words when a client retries.
func describePolicy(p backoff.Policy) string {
	short := func(d time.Duration) string { return shortDuration(d) }
	var b strings.Builder
	if p.FirstImmediate {
		b.WriteString("first retry at once, then ")
	}
	switch p.Shape {
	case backoff.NoRetry:
		return "no retries"
	case backoff.Immediate:
		return "immediate retries"
	case backoff.Undetermined:
		b.WriteString("a schedule that is not determined")
		if p.Base > 0 {
			fmt.Fprintf(&b, ", first delay about %s", short(p.Base))
		}
	case backoff.Fixed:
		fmt.Fprintf(&b, "fixed delay of %s", short(p.Base))
	case backoff.Linear:
		fmt.Fprintf(&b, "linear from %s by %s", short(p.Base), short(p.Increment))
	case backoff.Exponential:
		switch p.Jitter {
		case backoff.Decorrelated, backoff.PollyV2:
			fmt.Fprintf(&b, "%s jitter from %s", p.Jitter, short(p.Base))
		default:
			fmt.Fprintf(&b, "exponential from %s, times %s", short(p.Base), strconv.FormatFloat(p.Factor, 'g', 3, 64))
		}
	case backoff.Steps:
		steps := make([]string, len(p.Table))
		for i, d := range p.Table {
			steps[i] = short(d)
		}
		fmt.Fprintf(&b, "delays of %s", strings.Join(steps, ", "))
	default:
		fmt.Fprintf(&b, "%s from %s", p.Shape, short(p.Base))
	}
	if p.Cap > 0 {
		fmt.Fprintf(&b, ", capped at %s", short(p.Cap))
	}
	switch p.Jitter {
	case backoff.UnknownJitter:
		b.WriteString(", jitter not determined")
	case backoff.NoJitter:
		b.WriteString(", no jitter")
	case backoff.Proportional:
		fmt.Fprintf(&b, ", jitter of ±%.3g%%", 100*p.Proportion)
	case backoff.Additive:
		fmt.Fprintf(&b, ", plus up to %s", short(p.Width))
	case backoff.Equal, backoff.Full:
		fmt.Fprintf(&b, ", %s jitter", p.Jitter)
	}
	if p.Cap > 0 && p.CapOrder == backoff.CapBare {
		b.WriteString(" that is lost at the cap")
	}
	if p.Floor > 0 {
		fmt.Fprintf(&b, ", at least %s", short(p.Floor))
	}
	return b.String()
}

// policySection shows an inference to people.
func policySection(in backoff.Inference, attempts int, more bool) report.Section {
	t := &report.Table{Columns: []report.Column{{Name: "PROPERTY"}, {Name: "VALUE"}}}
	row := func(name, text string, tone report.Tone) {
		t.Rows = append(t.Rows, []report.Cell{{Text: name}, {Text: text, Tone: tone}})
	}
	row("retries", describePolicy(in.Policy), report.Strong)
	if n := in.Nested; n != nil {
		row("nested", fmt.Sprintf("%d attempts in each of %d, with %s between them", n.InnerAttempts, n.OuterAttempts, describePolicy(n.Outer)), report.Plain)
	}
	if attempts > 0 {
		text := strconv.Itoa(attempts)
		if more {
			text = "at least " + text
		}
		row("attempts", text, report.Plain)
	}
	if in.Gaps > 0 {
		row("confidence", fmt.Sprintf("%.0f%% in the kind of jitter, %.0f%% in the shape, from %d gaps in %d runs", 100*in.Confidence, 100*in.ShapeConfidence, in.Gaps, in.Runs), report.Plain)
	}
	if in.FirstDelay.High > 0 {
		row("first delay", fmt.Sprintf("%.4g to %.4g ms", in.FirstDelay.Low, in.FirstDelay.High), report.Muted)
	}
	if in.Factor.High > in.Factor.Low {
		row("factor", fmt.Sprintf("%.3f to %.3f", in.Factor.Low, in.Factor.High), report.Muted)
	}
	if in.RunnerUp.Shape != backoff.Undetermined {
		row("runner-up", fmt.Sprintf("%s (%.1f nats less evidence)", describePolicy(in.RunnerUp), in.Margin), report.Muted)
	}
	for _, alias := range in.Aliases {
		row("same as", alias, report.Muted)
	}
	if in.Reason != "" {
		row("undetermined", in.Reason, report.Warn)
	}
	row("as text", cmp.Or(in.Policy.String(), "-"), report.Muted)
	return report.Section{Title: "Policy", Table: t}
}
