// Package retry holds snag retry: clients, servers, herds, and a server that fails by script.
package retry

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// New returns snag retry.
func New(io *cli.Stdio) *cobra.Command {
	c := &cobra.Command{
		Use:   "retry",
		Short: "Observe how clients retry, and whether servers let them do it safely",
		Long: `Retries turn a short failure into a long one when they come all at once, repeat what was
already done, or never end. These commands observe a client's policy from outside, audit a
server's answers to those who retry, and simulate many clients at once.`,
	}
	c.AddCommand(newRetryClient(io), newRetryServer(io), newRetryServe(io), newRetryInfer(io), newRetryHerd(io), newRetryCalls(io), newWatchClosedPort(io))
	return c
}

// openQuestions are the checks that could not be decided, for gates that ask for that.
func openQuestions(j experiment.Judgement) []string {
	var open []string
	for _, c := range j.Checks {
		if c.Outcome == experiment.Unknown {
			open = append(open, c.Defect.String()+": "+c.Message)
		}
	}
	return open
}

// describePolicy says in words when a client retries.
func describePolicy(p backoff.Policy) string {
	short := func(d time.Duration) string { return cli.ShortDuration(d) }
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

// describeInference says when a client retries, and whether that is certain.
func describeInference(in backoff.Inference) string {
	text := describePolicy(in.Policy)
	if in.Determined() && !in.Certain() && in.Gaps > 0 {
		return "not certain: " + text
	}
	return text
}

// policySection shows an inference to people.
func policySection(in backoff.Inference, attempts int, more bool, spoken experiment.Protocol) report.Section {
	t := report.NewTable("PROPERTY", "VALUE")
	if spoken != experiment.HTTP1 {
		t.Add("speaks", spoken.String())
	}
	t.Add("retries", report.Strong.Cell(describePolicy(in.Policy)))
	if n := in.Nested; n != nil {
		t.Add("nested", fmt.Sprintf("%s in each of %d, with %s between them", cli.Plural(n.InnerAttempts, "attempt"), n.OuterAttempts, describePolicy(n.Outer)))
	}
	if attempts > 0 {
		text := strconv.Itoa(attempts)
		if more {
			text = "at least " + text
		}
		t.Add("attempts", text)
	}
	if in.Gaps > 0 {
		t.Add("confidence", fmt.Sprintf("%.0f%% in the kind of jitter, %.0f%% in the shape, from %s in %s", 100*in.Confidence, 100*in.ShapeConfidence, cli.Plural(in.Gaps, "gap"), cli.Plural(in.Runs, "run")))
	}
	if in.FirstDelay.High > 0 {
		t.Add("first delay", report.Muted.Cell(fmt.Sprintf("%.4g to %.4g ms", in.FirstDelay.Low, in.FirstDelay.High)))
	}
	if in.Factor.High > in.Factor.Low {
		t.Add("factor", report.Muted.Cell(fmt.Sprintf("%.3f to %.3f", in.Factor.Low, in.Factor.High)))
	}
	if in.RunnerUp.Shape != backoff.Undetermined {
		t.Add("runner-up", report.Muted.Cell(fmt.Sprintf("%s (%.1f nats less evidence)", describePolicy(in.RunnerUp), in.Margin)))
	}
	for _, alias := range in.Aliases {
		t.Add("same as", report.Muted.Cell(alias))
	}
	if in.Reason != "" {
		t.Add("undetermined", report.Warn.Cell(in.Reason))
	}
	t.Add("as text", report.Muted.Cell(cmp.Or(in.Policy.String(), "-")))
	return report.Section{Title: "Policy", Table: t}
}
