package pattern

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/probe/engine"
	"snag/probe/snagtest"
)

// fate is what became of an attack in an engine, as TestFates counts it.
type fate int

// The fates, in the order of the columns.
const (
	confirmed fate = iota
	past           // by another attack, or without PHP's JIT
	ruled          // no growth, by a defence that the forecast names
	unruled        // no growth, and nothing says why
	limited        // the engine gave up, by a limit that the forecast names
	unlimited      // the engine gave up, and the forecast does not say so
	other          // not reached, out of stack, or not to be run
	fates
)

func (f fate) String() string {
	return [...]string{"confirmed", "in another way", "spared by a named rule", "spared by none", "limited as predicted", "limited otherwise", "other"}[f]
}

func fateOf(c confirm.Confirmation) fate {
	named := c.Forecast.Outcome == defence.Protected || c.Forecast.Outcome == defence.Spared
	switch {
	case c.Outcome == confirm.Confirmed:
		return confirmed
	case c.Past:
		return past
	}
	switch c.Outcome {
	case confirm.OptimisedAway, confirm.StackOverflow:
		if named {
			return ruled
		}
		if c.Outcome == confirm.OptimisedAway {
			return unruled
		}
	case confirm.Limited:
		if c.Forecast.Outcome == defence.Limited || named {
			return limited
		}
		return unlimited
	}
	return other
}

// TestFates runs the attacks on vulnerable patterns of real programs in the engine of each language, SNAG_CONFIRM in
// each, and lists what becomes of them. Where a language has too few patterns, those of JavaScript stand in.
func TestFates(t *testing.T) {
	dir := snagtest.Corpora(t)
	most := snagtest.Number(t, "SNAG_CONFIRM", 20)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tattacks\t")
	for f := range fates {
		fmt.Fprintf(w, "%s\t", f)
	}
	fmt.Fprintln(w, "not as predicted\t")
	for _, lang := range []struct {
		engine, corpus string
		dialect        syntax.Dialect
	}{
		{"node", "real-javascript", syntax.JavaScript}, {"python", "real-python", syntax.Python}, {"java", "real-java", syntax.Java},
		{"perl", "real-perl", syntax.Perl}, {"ruby", "real-ruby", syntax.Ruby}, {"php", "real-php", syntax.PCRE},
	} {
		t.Run(lang.engine, func(t *testing.T) {
			engines, err := engine.Find(lang.engine)
			if err != nil {
				snagtest.Skip(t, "%v", err)
			}
			defer CloseEngines(engines)
			var counts [fates]int
			total, wrong := 0, 0
			run := func(p redos.Pattern) {
				if total >= most {
					return
				}
				v, err := redos.Analyze(t.Context(), p, redos.DefaultLimits)
				if err != nil || v.Attack == nil {
					return
				}
				a := Audited{}
				a.Pattern, a.Verdict = p, v
				all := ConfirmIn(t.Context(), engines, &a, engine.Limits{}, nil)
				if len(all) == 0 {
					t.Fatal(t.Context().Err())
				}
				c := all[0]
				f := fateOf(c)
				total++
				counts[f]++
				if !c.AsPredicted() {
					wrong++
				}
				if f != confirmed || !c.AsPredicted() {
					t.Logf("%s: %s /%s/%s %v, %v %d with %+q: %s; predicted %q by %q %s%s%s", lang.engine, f, p.Text, p.Flags, p.Mode, v.Class, v.Degree, *a.Verdict.Attack,
						c.Reason, c.Forecast.Outcome, c.Forecast.By, c.Forecast.Lacks, c.Forecast.Why, points(c))
				}
			}
			readPatterns(t, filepath.Join(dir, lang.corpus+".jsonl"), lang.dialect, run)
			if total < most {
				readPatterns(t, filepath.Join(dir, "real-javascript.jsonl"), lang.dialect, run)
			}
			fmt.Fprintf(w, "%s\t%d\t", lang.engine, total)
			for _, n := range counts {
				fmt.Fprintf(w, "%d\t", n)
			}
			fmt.Fprintf(w, "%d\t\n", wrong)
			if bad := counts[unruled] + counts[unlimited] + wrong; bad > max(total/10, 2) {
				t.Errorf("%d of %d attacks are spared or stopped by no rule that is named, or not as predicted", bad, total)
			}
		})
	}
	w.Flush()
	t.Logf("what becomes of attacks:\n%s", table.String())
}

func points(c confirm.Confirmation) string {
	var b strings.Builder
	for _, p := range c.Points {
		fmt.Fprintf(&b, " %d:%.3g", p.Length, p.Millis)
	}
	return b.String()
}

// readPatterns gives the patterns of a corpus to use.
func readPatterns(t *testing.T, name string, d syntax.Dialect, use func(redos.Pattern)) {
	t.Helper()
	type pattern struct {
		Pattern              wtf8.String
		Flags, Mode, Dialect string
	}
	for _, row := range snagtest.Rows[pattern](t, name) {
		p := redos.Pattern{Text: string(row.Pattern), Flags: row.Flags, Dialect: d}
		if d != syntax.JavaScript && row.Dialect == "javascript" {
			p.Flags = strings.Map(func(r rune) rune {
				if strings.ContainsRune("ims", r) {
					return r
				}
				return -1
			}, row.Flags)
		}
		switch row.Mode {
		case "match":
			p.Mode = syntax.Prefix
		case "fullmatch", "full":
			p.Mode = syntax.Full
		}
		use(p)
	}
}
