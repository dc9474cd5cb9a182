package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// recorded is a pattern with an attack whose growth somebody else has measured in Node.
type recorded struct {
	id     string
	job    Job    // its verdict is what was recorded
	class  string // exponential, polynomial or linear
	degree int
}

// readRecorded reads cve.jsonl and labelled.jsonl, and files of the form of engines.jsonl.
func readRecorded(t *testing.T, path string) []recorded {
	t.Helper()
	type text = wtf8.String
	type attackRow struct {
		Prefix, Pump, Suffix text
		Pumps                []struct{ Prefix, Pump text }
		Segments             [][]any
	}
	type measuredRow struct {
		Class     string
		DegreeInt int     `json:"degree_int"`
		Degree    float64 `json:"degree"`
		Attack    *attackRow
	}
	var out []recorded
	type measured struct {
		Pattern  text
		Flags    string
		Dialect  string
		Attack   *attackRow
		Attacks  []attackRow
		Measured map[string]measuredRow
		Res      map[string]struct{ Verdict string }
	}
	for i, row := range snagtest.Rows[measured](t, path) {
		node := row.Measured["node"]
		a := node.Attack
		if a == nil {
			a = row.Attack
		}
		if a == nil && len(row.Attacks) > 0 {
			a = &row.Attacks[0]
		}
		class := node.Class
		switch row.Res["node20"].Verdict {
		case "exp":
			class = "exponential"
		case "poly":
			class = "polynomial"
		case "none":
			class = "linear"
		}
		if a == nil || class == "" || class == "uncompilable" {
			continue
		}
		built := &attack.Attack{Suffix: string(a.Suffix)}
		for _, s := range a.Segments {
			built.Pumps = append(built.Pumps, attack.Pump{Prefix: s[0].(string), Pump: s[1].(string)})
		}
		for _, p := range a.Pumps {
			built.Pumps = append(built.Pumps, attack.Pump{Prefix: string(p.Prefix), Pump: string(p.Pump)})
		}
		if len(built.Pumps) == 0 {
			built.Pumps = []attack.Pump{{Prefix: string(a.Prefix), Pump: string(a.Pump)}}
		}
		r := recorded{id: fmt.Sprintf("%s:%d", filepath.Base(path), i+1), class: class, degree: node.DegreeInt}
		if r.degree == 0 {
			r.degree = int(node.Degree + 0.5)
		}
		v := redos.Verdict{Class: redos.Polynomial, Degree: 2, Attack: built}
		switch class {
		case "exponential":
			v.Class, v.Degree = redos.Exponential, 0
		case "polynomial":
			v.Degree = max(r.degree, 2)
		}
		r.job = Job{Pattern: redos.Pattern{Text: string(row.Pattern), Flags: row.Flags}, Verdict: v}
		out = append(out, r)
	}
	return out
}

// TestAgreesWithRecordedGrowth measures known attacks anew and compares the growth.
func TestAgreesWithRecordedGrowth(t *testing.T) {
	root := snagtest.Corpora(t)
	engines, err := Find("node")
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	node := engines[0]
	defer node.Close()
	var rows []recorded
	for _, name := range []string{"cve.jsonl", "labelled.jsonl"} {
		rows = append(rows, readRecorded(t, filepath.Join(root, name))...)
	}
	if extra := os.Getenv("SNAG_RECORDED"); extra != "" {
		rows = append(rows, readRecorded(t, extra)...)
	}
	var times []float64
	same, sameDegree, degrees, confirmed := 0, 0, 0, 0
	began := time.Now()
	for _, r := range rows {
		start := time.Now()
		c, err := Confirm(t.Context(), node, r.job)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Since(start).Seconds())
		kind := c.Growth.Kind.String()
		if c.Growth.Kind == stats.Flat {
			kind = "linear"
		}
		if c.Outcome == confirm.Confirmed {
			confirmed++
		}
		if kind == r.class {
			same++
		}
		if r.class == "polynomial" && c.Growth.Kind == stats.Polynomial {
			degrees++
			if c.Growth.DegreeInt == r.degree {
				sameDegree++
			}
		}
		if kind != r.class || c.Outcome != confirm.Confirmed || r.class == "polynomial" && c.Growth.DegreeInt != r.degree {
			t.Logf("%s: /%s/%s %q: recorded %s %d, got %s %s %.2f %.2f confident %v (%s; %s) end %d: %v", r.id, short(r.job.Pattern.Text), r.job.Pattern.Flags,
				*r.job.Verdict.Attack, r.class, r.degree, c.Outcome, kind, c.Growth.Degree, c.Growth.Base, c.Growth.Confident, c.Reason, c.Growth.Reason, c.End, list(c.Points))
		}
	}
	t.Logf("%d attacks in %.1f s: kind agrees for %d, degree for %d of %d, confirmed %d; seconds per pattern: median %.3f, p90 %.3f, max %.3f",
		len(rows), time.Since(began).Seconds(), same, sameDegree, degrees, confirmed, stats.Median(times), stats.Quantile(times, 0.9), stats.Quantile(times, 1))
	if same < len(rows)*95/100 || sameDegree < degrees*90/100 {
		t.Errorf("the kind agrees for %d of %d, the degree for %d of %d", same, len(rows), sameDegree, degrees)
	}
}

func short(s string) string {
	if len(s) > 100 {
		return s[:100] + "..."
	}
	return s
}

func list(points []confirm.Point) string {
	var s string
	for _, p := range points {
		s += fmt.Sprintf(" %d:%.3g", p.Pumps, p.Millis)
		if p.AtLeast {
			s += "+"
		}
	}
	return s
}
