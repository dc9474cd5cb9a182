package engine

import (
	"context"
	"fmt"
	"strings"
	"time"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
)

const (
	// interpreting bounds the time without the JIT, and that of attacks one after another.
	interpreting = time.Second
	// manyLength is the length of a text of attacks one after another, in characters.
	manyLength = 100_000
	// manyTries are the sizes of an attack that are tried so.
	manyTries = 3
)

// repeat tries texts of several attacks, each too short for PHP's limit: that counts from each start of a match anew.
func (e *external) repeat(ctx context.Context, job Job, series *confirm.Series) error {
	points := series.Points
	if confirm.Expensively(points) {
		return nil
	}
	load := loadFields(job, e.host.quoter())
	if _, err := e.ask(ctx, load, e.loading); err != nil {
		return ctx.Err()
	}
	for i := len(points) - 2; i >= max(len(points)-1-manyTries, 0); i-- {
		one := points[i]
		times := manyLength / max(one.Length, 1)
		if times < 2 {
			continue
		}
		s, err := e.shoot(ctx, load, one.Pumps, times, interpreting)
		switch {
		case err != nil:
			return err
		case s.problem != "" || s.gaveUp != "" || s.Millis < confirm.Expensive:
			continue
		}
		took := fmt.Sprintf("take %.3g ms", s.Millis)
		if s.AtLeast {
			took = fmt.Sprintf("are not done after %.3g ms", s.Millis)
		}
		series.Past = true
		series.Spared = fmt.Sprintf("the limit counts from each start anew: %d attacks of %d characters, one after another in one text, %s", times, one.Length, took)
		return nil
	}
	return nil
}

// interpret tries an attack that does not grow in PHP without the JIT, to which a server may be set: some defences
// and one limit are the JIT's alone.
func (e *external) interpret(ctx context.Context, job Job, with *confirm.Series) error {
	if confirm.Expensively(with.Points) || with.End != confirm.GaveUp && confirm.Shown(with.Points, confirm.Fit(with.Points)) || strings.HasPrefix(job.Pattern.Text, "(*") {
		return nil
	}
	job.Pattern.Text = "(*NO_JIT)" + job.Pattern.Text
	job.Limits = job.Limits.orDefault()
	job.Limits.Total = min(job.Limits.Total, interpreting)
	if a, err := e.ask(ctx, loadFields(job, e.host.quoter()), e.loading); err != nil || a.Error != "" {
		return ctx.Err()
	}
	var series confirm.Series
	if err := e.run(ctx, job, &series); err != nil || len(series.Points) == 0 {
		return err
	}
	last := series.Points[len(series.Points)-1]
	grows := confirm.Shown(series.Points, confirm.Fit(series.Points))
	if series.End == confirm.GaveUp && confirm.Expensively(series.Points) {
		last, grows = series.Points[len(series.Points)-2], true
	}
	switch {
	case series.End == confirm.GaveUp && !confirm.Expensively(series.Points):
		with.Spared = fmt.Sprintf("without the JIT (pcre.jit=0) PHP gives up as well (%s), on %d characters after %.3g ms", series.Problem, last.Length, last.Millis)
	case grows:
		with.Past = true
		with.Spared = fmt.Sprintf("without the JIT (pcre.jit=0) the time grows: %.3g ms on %d characters", last.Millis, last.Length)
	default:
		with.Spared = "without the JIT (pcre.jit=0) the time does not grow either"
		if missing := defence.Lacks(job.Verdict, "php"); missing != "" {
			with.Spared += fmt.Sprintf(": PCRE2 looks for %q, which every match holds and this attack lacks", missing)
		}
	}
	return nil
}
