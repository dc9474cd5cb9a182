package migration

import (
	"context"
	"fmt"

	"snag/analyze/block/migration"
	"snag/analyze/judge"
	"snag/cmd/cli"
	trial "snag/probe/migration"
)

// migrationAdvice is another way that was tried.
type migrationAdvice struct {
	tried  trial.Tried
	worst  migration.Held // of the alternative
	better bool
}

// mostAdvice is for how many transactions something else is tried.
const mostAdvice = 10

// advise tries something else for the transactions that keep others waiting for too long.
func (r *runner) advise(ctx context.Context) error {
	p := r.options.policy()
	r.advice = map[int]*migrationAdvice{}
	for _, h := range r.holds {
		unit := r.unit(h.Statement)
		if h.Judge(p) != migration.Blocks || r.advice[unit] != nil || len(r.advice) == mostAdvice {
			continue
		}
		from := -1
		var texts []string
		alone := true
		for i, s := range r.measured.Seen[1] {
			if s.Unit != unit {
				continue
			}
			if from < 0 {
				from = i
			}
			step := r.trial.Steps[i]
			text, ok := step.Text()
			alone = alone && ok
			if !trial.Controls(step.SQL) {
				texts = append(texts, text)
			}
		}
		instead := migration.InsteadOf(texts)
		if instead == nil || !alone {
			continue
		}
		r.trial.Progress("trying something else for " + trial.Short(texts[0], 40))
		tried, err := r.trial.Try(ctx, from, instead)
		if err != nil {
			return err
		}
		a := &migrationAdvice{tried: tried}
		if tried.Failed == "" {
			a.worst = tried.Measured.Worst(p)
			a.better = migration.Better(r.worstOf(unit), a.worst, p)
		}
		r.advice[unit] = a
	}
	return nil
}

// worstOf is the longest that a transaction keeps others waiting.
func (r *runner) worstOf(unit int) (worst migration.Held) {
	for _, h := range r.holds {
		if r.unit(h.Statement) == unit && h.Production >= worst.Production {
			worst = h
		}
	}
	return worst
}

// mostAdvised is how many statements of an alternative a finding shows.
const mostAdvised = 8

// words are what was tried and what came of it.
func (a *migrationAdvice) words(rows int64, production int64) (lines []string, result string) {
	lines = a.tried.SQL
	if len(lines) > mostAdvised {
		lines = append(lines[:mostAdvised:mostAdvised], fmt.Sprintf("-- and %d more", len(a.tried.SQL)-mostAdvised))
	}
	held := "nobody waits for it"
	if a.worst.Production > 0 {
		held = fmt.Sprintf("others wait for %s at most", judge.Millis(a.worst.Large))
		switch {
		case a.worst.Vague:
			held += fmt.Sprintf(", at most %s at %s (extrapolated)", judge.Millis(a.worst.High), cli.Plural(int(production), "row"))
		case a.worst.Growth == migration.Grows:
			held += fmt.Sprintf(", about %s at %s (extrapolated)", judge.Millis(a.worst.Production), cli.Plural(int(production), "row"))
		}
	}
	return lines, fmt.Sprintf("%s at %s; it takes %s in all, each statement in a transaction of its own", held, cli.Plural(int(rows), "row"), judge.Millis(a.tried.Took))
}

// migrationTried is the data of an alternative.
type migrationTried struct {
	SQL        []string `json:"sql"`
	Better     bool     `json:"better"`
	Failed     string   `json:"failed,omitempty"`
	Took       float64  `json:"took_ms"`
	Held       float64  `json:"held_ms"` // the longest, at the larger size
	Production float64  `json:"production_ms"`
	Grows      bool     `json:"grows"`
}

func (a *migrationAdvice) data() *migrationTried {
	if a == nil {
		return nil
	}
	return &migrationTried{SQL: cli.OrNone(a.tried.SQL), Better: a.better, Failed: a.tried.Failed, Took: cli.Milliseconds(a.tried.Took),
		Held: cli.Milliseconds(a.worst.Large), Production: cli.Milliseconds(a.worst.Production), Grows: a.worst.Growth == migration.Grows}
}
