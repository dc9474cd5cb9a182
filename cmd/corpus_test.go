package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/probe/engine"
	"snag/probe/snagtest"
)

// corpusRow is one line of a corpus.
type corpusRow struct {
	at       string // file:line
	Pattern  wtf8.String
	Flags    string
	Dialect  string
	Label    string
	Kind     string
	Expect   string // in testdata/patterns
	Measured map[string]struct {
		Class     string
		Degree    float64
		DegreeInt int `json:"degree_int"`
	}
}

// known is the class that was measured in Node, or else the label, with the degree where one was
// measured. It is "" when nobody knows.
func (r corpusRow) known() (class string, degree int, measured bool) {
	node := r.Measured["node"]
	if node.Class == "exponential" || node.Class == "polynomial" {
		return node.Class, cmp.Or(node.DegreeInt, int(node.Degree+0.5)), true
	}
	if slices.Contains([]string{"exponential", "polynomial", "safe"}, r.Label) {
		return r.Label, 0, false
	}
	return "", 0, false
}

// corpus reads the named file of the folder that SNAG_CORPORA names.
func corpus(t testing.TB, name string) []corpusRow {
	t.Helper()
	root := snagtest.Corpora(t)
	return readRows(t, filepath.Join(root, name))
}

func readRows(t testing.TB, path string) []corpusRow {
	t.Helper()
	rows := snagtest.Rows[corpusRow](t, path)
	for i := range rows {
		rows[i].at = fmt.Sprintf("%s:%d", filepath.Base(path), i+1)
	}
	return rows
}

// judged is a corpusRow with snag's verdict.
type judged struct {
	corpusRow
	verdict redos.Verdict
	err     error
	took    time.Duration
}

// class is the verdict in one word.
func (j judged) class() string {
	switch {
	case j.err != nil:
		return "invalid"
	case j.verdict.Class == redos.Exponential:
		return "exponential"
	case j.verdict.Class == redos.Polynomial:
		return "polynomial"
	case j.verdict.Class == redos.Linear:
		return "safe"
	}
	return "unknown"
}

func (j judged) vulnerable() bool {
	return j.err == nil && (j.verdict.Class == redos.Exponential || j.verdict.Class == redos.Polynomial)
}

func (j judged) String() string {
	s := fmt.Sprintf("%s: /%s/%s: %s", j.at, shorten(string(j.Pattern)), j.Flags, j.class())
	if j.verdict.Degree > 0 {
		s += " of degree " + strconv.Itoa(j.verdict.Degree)
	}
	if j.verdict.Bounded {
		s += ", bounded"
	}
	if reason := j.verdict.Reason; reason != "" {
		s += " (" + reason + ")"
	}
	return s
}

func shorten(s string) string {
	if runes := wtf8.Decode(s); len(runes) > 120 {
		return wtf8.Encode(runes[:120]) + "…"
	}
	return s
}

// judgeAll judges rows on every processor, in the order of the rows.
func judgeAll(rows []corpusRow) []judged {
	out := make([]judged, len(rows))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				r := rows[i]
				began := time.Now()
				v, err := redos.Analyze(context.Background(), redos.Pattern{Text: string(r.Pattern), Flags: r.Flags}, redos.DefaultLimits)
				out[i] = judged{r, v, err, time.Since(began)}
			}
		})
	}
	for i := range rows {
		next <- i
	}
	close(next)
	group.Wait()
	return out
}

// split drops the rows whose pattern is not ECMAScript, and counts them: other dialects are in the
// corpora too.
func split(all []judged) (valid []judged, invalid int) {
	for _, j := range all {
		if j.err != nil {
			invalid++
			continue
		}
		valid = append(valid, j)
	}
	return valid, invalid
}

// reproduces replays the attack in the reference matcher, and tells what is wrong when the steps do
// not grow as the verdict claims.
func (j judged) reproduces() error {
	v := j.verdict
	if v.Attack == nil || len(v.Cost.Points) == 0 {
		return errors.New("no attack, or no cost")
	}
	tree, err := parser.Parse(syntax.JavaScript, string(j.Pattern), j.Flags)
	if err != nil {
		return err
	}
	program, err := backtrack.Compile(tree)
	if err != nil {
		return err
	}
	const maxSteps = 60_000_000
	mode := tree.Applied(syntax.Search)
	steps := func(n int) float64 {
		input := wtf8.Decode(v.Attack.Build(n))
		if !tree.ByCodePoint {
			input = nil
			for _, unit := range wtf8.ToUnits(wtf8.Decode(v.Attack.Build(n))) {
				input = append(input, rune(unit))
			}
		}
		return float64(program.Match(input, backtrack.Options{Mode: mode, MaxSteps: maxSteps}).Steps)
	}
	last := v.Cost.Points[len(v.Cost.Points)-1].Pumps
	if v.Bounded {
		if most := max(steps(last), steps(v.Cost.PumpsForBudget)); most < float64(v.Cost.BudgetSteps) {
			return fmt.Errorf("bounded, and only %.0f steps", most)
		}
		return nil
	}
	// High degrees show late: (n+4)^5 is far from n^5 at the sizes that can be run.
	tooLow := func(g stats.Growth) bool {
		return v.Class == redos.Polynomial && g.Kind == stats.Polynomial && g.Degree < 0.75*float64(v.Degree)+0.1
	}
	// Most growth shows within two million steps; where every pump is expensive, or the degree high, it takes more.
	var growth stats.Growth
	for _, enough := range []float64{2e6, 3e7} {
		var points []stats.Point
		most := 0.0
		factor := 1.5
		if v.Class == redos.Polynomial {
			factor = 1 + 1/float64(v.Degree)
		}
		for n := 1; most < enough && n <= 1<<20; n = max(n+1, int(float64(n)*factor)) {
			s := steps(n)
			points = append(points, stats.Point{N: float64(n), Cost: s, AtLeast: s >= maxSteps})
			most = max(most, s)
		}
		if growth = stats.Fit(points, stats.Options{}); growth.Kind.SuperLinear() && !tooLow(growth) {
			break
		}
	}
	switch g := growth; {
	case !g.Kind.SuperLinear():
		return fmt.Errorf("the steps grow %s (%s)", g.Kind, g.Reason)
	case v.Class == redos.Exponential && g.Kind != stats.Exponential:
		return fmt.Errorf("the steps grow %s of degree %.2f", g.Kind, g.Degree)
	case tooLow(g):
		return fmt.Errorf("the steps grow with degree %.2f", g.Degree)
	}
	return nil
}

// sample returns at most n of all, evenly spread.
func sample[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	var out []T
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// confirmSample confirms some of the vulnerable patterns in Node when SNAG_CONFIRM says how many, and
// returns what is neither confirmed nor optimised away.
func confirmSample(t *testing.T, all []judged) {
	t.Helper()
	n := snagtest.Number(t, "SNAG_CONFIRM", 0)
	if n == 0 {
		t.Log("SNAG_CONFIRM is not set: nothing is run in Node")
		return
	}
	engines, err := engine.Find("node")
	if err != nil {
		t.Log("nothing is confirmed:", err)
		return
	}
	node := engines[0]
	defer node.Close()
	var vulnerable []judged
	for _, j := range all {
		if j.vulnerable() {
			vulnerable = append(vulnerable, j)
		}
	}
	vulnerable = sample(vulnerable, n)
	outcomes := map[confirm.Outcome]int{}
	var seconds []float64
	began := time.Now()
	for _, j := range vulnerable {
		start := time.Now()
		c, err := engine.Confirm(t.Context(), node, engine.Job{Pattern: redos.Pattern{Text: string(j.Pattern), Flags: j.Flags}, Verdict: j.verdict})
		if err != nil {
			t.Fatal(err)
		}
		seconds = append(seconds, time.Since(start).Seconds())
		outcomes[c.Outcome]++
		if c.Outcome != confirm.Confirmed || c.Reason != "" {
			t.Logf("%s %v: %s (%s)", j, *j.verdict.Attack, c.Outcome, c.Reason)
		}
	}
	t.Logf("in Node: %v of %d in %.1f s; seconds per pattern: median %.3f, p99 %.3f", outcomes, len(vulnerable),
		time.Since(began).Seconds(), stats.Median(seconds), stats.Quantile(seconds, 0.99))
	if good := outcomes[confirm.Confirmed] + outcomes[confirm.OptimisedAway] + outcomes[confirm.NotRun]; good < len(vulnerable)*99/100 {
		t.Errorf("%d of %d vulnerable patterns are neither confirmed nor optimised away in Node", len(vulnerable)-good, len(vulnerable))
	}
}

// TestCorpusLabels compares verdicts with labels that rest on execution, and lists every difference.
func TestCorpusLabels(t *testing.T) {
	for _, name := range []string{"labelled.jsonl", "cve.jsonl"} {
		t.Run(name, func(t *testing.T) {
			valid, invalid := split(judgeAll(corpus(t, name)))
			table := map[[2]string]int{}
			vulnerable, met, degrees, degreesMet, unreproduced := 0, 0, 0, 0, 0
			for _, j := range valid {
				known, degree, measured := j.known()
				table[[2]string{cmp.Or(known, "unknown"), j.class()}]++
				if measured {
					vulnerable++
					if j.class() == known {
						met++
					}
					if degree > 0 && known == "polynomial" && j.class() == known {
						degrees++
						if degree == j.verdict.Degree {
							degreesMet++
						} else {
							t.Logf("%s; measured: degree %d", j, degree)
						}
					}
				}
				if known != "" && known != j.class() {
					on := "label"
					if measured {
						on = "measured"
					}
					t.Logf("%s; %s: %s", j, on, known)
				}
				if j.vulnerable() {
					if err := j.reproduces(); err != nil {
						unreproduced++
						t.Errorf("%s: not reproduced by the reference matcher: %v", j, err)
					}
				}
			}
			logTable(t, table)
			t.Logf("%d valid, %d invalid; class as measured for %d of %d vulnerable, degree for %d of %d; %d not reproduced",
				len(valid), invalid, met, vulnerable, degreesMet, degrees, unreproduced)
			confirmSample(t, valid)
			if met < vulnerable*97/100 {
				t.Errorf("the class is as measured for %d of %d vulnerable patterns only", met, vulnerable)
			}
		})
	}
}

// logTable prints how many patterns of each known class have which verdict.
func logTable(t *testing.T, table map[[2]string]int) {
	classes := []string{"safe", "polynomial", "exponential", "unknown"}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "known as\t%s\t\n", strings.Join(classes, "\t"))
	for _, known := range classes {
		fmt.Fprintf(w, "%s\t", known)
		for _, got := range classes {
			fmt.Fprintf(w, "%d\t", table[[2]string{known, got}])
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	t.Logf("verdicts by what is known:\n%s", b.String())
}

// TestCorpusReal judges patterns that really occur.
func TestCorpusReal(t *testing.T) {
	valid, invalid := split(judgeAll(corpus(t, "real-javascript.jsonl")))
	counts := map[string]int{}
	reasons := map[string]int{}
	var millis []float64
	var sum float64
	unreproduced := 0
	for _, j := range valid {
		counts[j.class()]++
		millis = append(millis, j.took.Seconds()*1e3)
		sum += j.took.Seconds() * 1e3
		if j.class() == "unknown" {
			reasons[j.verdict.Reason]++
			t.Log(j)
		}
		if j.vulnerable() {
			if err := j.reproduces(); err != nil {
				unreproduced++
				t.Errorf("%s: not reproduced by the reference matcher: %v", j, err)
			}
		}
	}
	t.Logf("%d valid, %d invalid: %v; %d not reproduced; unknown because: %v", len(valid), invalid, counts, unreproduced, reasons)
	t.Logf("milliseconds per pattern: median %.3f, p99 %.2f, max %.1f, mean %.3f", stats.Median(millis),
		stats.Quantile(millis, 0.99), stats.Quantile(millis, 1), sum/float64(len(millis)))
	slowest := slices.SortedFunc(slices.Values(valid), func(a, b judged) int { return cmp.Compare(b.took, a.took) })
	for _, j := range slowest[:min(10, len(slowest))] {
		t.Logf("%v for %s", j.took.Round(time.Millisecond), j)
	}
	if counts["unknown"] > len(valid)/100 {
		t.Errorf("%d of %d are unknown, more than 1%%", counts["unknown"], len(valid))
	}
	confirmSample(t, valid)
}

// BenchmarkCorpusReal is the analysis of real patterns on one processor, without engines.
func BenchmarkCorpusReal(b *testing.B) {
	rows := corpus(b, "real-javascript.jsonl")
	cli.CollectLess() // as the program does
	var millis []float64
	for b.Loop() {
		millis = millis[:0]
		for _, r := range rows {
			began := time.Now()
			// An invalid pattern is a result as well.
			_, _ = redos.Analyze(b.Context(), redos.Pattern{Text: string(r.Pattern), Flags: r.Flags}, redos.DefaultLimits)
			millis = append(millis, time.Since(began).Seconds()*1e3)
		}
	}
	b.ReportMetric(float64(len(rows))*float64(b.N)/b.Elapsed().Seconds(), "patterns/s")
	b.ReportMetric(stats.Median(millis), "ms-median")
	b.ReportMetric(stats.Quantile(millis, 0.99), "ms-p99")
	b.ReportMetric(stats.Quantile(millis, 1), "ms-max")
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.Sys)/1e6, "MB-from-system")
}
