package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"snag/analyze/judge"
)

func TestCompare(t *testing.T) {
	finding := func(print string, level judge.Level, minor string) Finding {
		return Finding{Finding: judge.Finding{Rule: "r/r", Level: level, Message: "m"}, Fingerprint: print, Minor: minor, Location: Location{File: "f"}}
	}
	figure := func(name Text, better Direction, noise float64, values ...float64) Figure {
		return Figure{Name: name, Unit: "ms", Values: values, Better: better, Noise: noise}
	}
	before := &Report{
		Findings: []Finding{finding("kept", judge.Error, ""), finding("milder", judge.Error, ""), finding("harder", judge.Note, ""),
			finding("mended", judge.Error, ""), finding("accepted", judge.Error, ""), finding("hidden", judge.Note, "minor"), finding("", judge.Error, "")},
		Figures: []Figure{figure("slower", Lower, 0, 10, 11, 12), figure("fewer", Higher, 0, 10, 11, 12), figure("equal", Lower, 0, 10, 11, 12),
			figure("close", Lower, 30, 10), figure("other", "", 0, 10), figure("only before", Lower, 0, 1)},
	}
	accepted := finding("accepted", judge.Error, "")
	accepted.Suppression = &Suppression{}
	now := Report{
		Findings: []Finding{finding("kept", judge.Error, ""), finding("milder", judge.Warning, ""), finding("harder", judge.Error, ""),
			finding("fresh", judge.Warning, ""), accepted, finding("hidden", judge.Note, "minor"), finding("hidden too", judge.Note, "minor")},
		Figures: []Figure{figure("slower", Lower, 0, 20, 21, 22), figure("fewer", Higher, 0, 20, 21, 22), figure("equal", Lower, 0, 11, 10, 12),
			figure("close", Lower, 0, 35), figure("other", "", 0, 20), figure("only now", Lower, 0, 1)},
	}
	for _, test := range []struct {
		partial bool
		want    []string
	}{
		{false, []string{"better milder", "worse harder", "new fresh", "gone mended", "worse slower 11 21", "better fewer 11 21", "within noise equal 11 11", "within noise close 10 35", "changed other 10 20", "only now only now - 1", "only before only before 1 -"}},
		{true, []string{"better milder", "worse harder", "new fresh", "worse slower 11 21", "better fewer 11 21", "within noise equal 11 11", "within noise close 10 35", "changed other 10 20", "only now only now - 1"}},
	} {
		r := now
		r.Partial = test.partial
		r.Compare(before)
		var got []string
		for _, c := range r.Since.Findings {
			got = append(got, c.Change+" "+c.Fingerprint)
		}
		for _, c := range r.Since.Figures {
			median := func(v *float64) string {
				if v == nil {
					return "-"
				}
				return fmt.Sprint(*v)
			}
			got = append(got, fmt.Sprintf("%s %s %s %s", c.Change, c.Name, median(c.Before), median(c.Now)))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("partial %t:\ngot  %q\nwant %q", test.partial, got, test.want)
		}
		if rows := r.Sections[0].Table.Rows; len(rows) != len(test.want) {
			t.Errorf("partial %t: got %d rows, want %d", test.partial, len(rows), len(test.want))
		}
	}
}

// TestCompareOtherCommand compares runs of two commands: what each has once is the same.
func TestCompareOtherCommand(t *testing.T) {
	finding := func(rule, command string) Finding {
		return Finding{Finding: judge.Finding{Rule: rule, Level: judge.Error, Message: "m"}, Fingerprint: rule + command, Location: Location{Command: command}}
	}
	before := &Report{Findings: []Finding{finding("a/once", "old"), finding("a/twice", "old"), finding("a/twice", "old 2")}}
	now := &Report{Findings: []Finding{finding("a/once", "new"), finding("a/twice", "new")}}
	now.Compare(before)
	var got []string
	for _, c := range now.Since.Findings {
		got = append(got, c.Change+" "+c.Fingerprint)
	}
	if want := []string{"new a/twicenew", "gone a/twiceold", "gone a/twiceold 2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCompareSamePlace compares what answers one question at one place: it changed, and did not come or go.
func TestCompareSamePlace(t *testing.T) {
	rules := []judge.Rule{{ID: "r/hard", Level: judge.Error, Question: "r/hard"}, {ID: "r/mild", Level: judge.Warning, Question: "r/hard"}, {ID: "r/other"}}
	finding := func(rule string, level judge.Level, line int, text string) Finding {
		return Finding{Finding: judge.Finding{Rule: rule, Level: level}, Fingerprint: rule + text, Group: text, Location: Location{File: "f", Start: Position{Line: line}}}
	}
	ranked := func(f Finding, rank float64) Finding {
		f.Rank = rank
		return f
	}
	minor := func(f Finding) Finding {
		f.Minor = "minor"
		return f
	}
	suppressed := func(f Finding) Finding {
		f.Suppression = &Suppression{}
		return f
	}
	elsewhere := finding("r/mild", judge.Error, 1, "b")
	elsewhere.Location.File = "g"
	list := func(all ...Finding) []Finding { return all }
	hard := finding("r/hard", judge.Error, 1, "a")
	for _, test := range []struct {
		name        string
		before, now []Finding
		want        string
	}{
		{"another rule of the question", list(hard), list(finding("r/mild", judge.Warning, 1, "a")), "better"},
		{"at the same level", list(finding("r/mild", judge.Error, 1, "a")), list(hard), "worse"},
		{"moved", list(hard), list(finding("r/mild", judge.Warning, 9, "a")), "better"},
		{"edited", list(hard), list(finding("r/hard", judge.Error, 1, "b")), "changed"},
		{"edited and milder", list(hard), list(finding("r/mild", judge.Error, 1, "b")), "better"},
		{"edited and moved", list(hard), list(finding("r/hard", judge.Error, 9, "b")), "new gone"},
		{"two on a line", list(hard, finding("r/hard", judge.Error, 1, "b")), list(finding("r/hard", judge.Error, 1, "c")), "new gone gone"},
		{"another question", list(hard), list(finding("r/other", judge.Error, 1, "a")), "new gone"},
		{"another file", list(hard), list(elsewhere), "new gone"},
		{"suppressed since", list(hard), list(suppressed(finding("r/mild", judge.Error, 1, "a"))), ""},
		{"more urgent", list(ranked(hard, 20)), list(ranked(hard, 80)), "worse 20 80"},
		{"as urgent", list(ranked(hard, 20)), list(ranked(hard, 21)), ""},
		{"urgency not known", list(hard), list(ranked(hard, 80)), ""},
		{"became minor", list(hard), list(minor(finding("r/hard", judge.Note, 1, "a"))), "better"},
		{"was minor, at the same level", list(minor(hard)), list(hard), "worse"},
		{"minor in one run only", list(minor(hard)), list(minor(finding("r/hard", judge.Error, 9, "b"))), ""},
	} {
		r := Report{Findings: test.now, Rules: rules}
		r.Compare(&Report{Findings: test.before})
		var got []string
		for _, c := range r.Since.Findings {
			got = append(got, c.Change)
			if c.Rank != nil {
				got = append(got, fmt.Sprint(*c.RankBefore, *c.Rank))
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCompareUndecided compares with runs that did not decide what the others did: nothing is claimed to be gone.
func TestCompareUndecided(t *testing.T) {
	finding := Finding{Finding: judge.Finding{Rule: "a/b", Level: judge.Error, Message: "m"}, Fingerprint: "f", Short: "m"}
	inFile := finding
	inFile.Location.File = "f"
	milder := inFile
	milder.Level = judge.Warning
	figures := []Figure{{Name: "x", Values: []float64{1}}}
	for _, test := range []struct {
		name        string
		before, now Report
		want        string
	}{
		{"mended", Report{Findings: []Finding{finding}}, Report{}, "gone"},
		{"equal", Report{Findings: []Finding{finding}}, Report{Findings: []Finding{finding}}, "nothing changed"},
		{"undecided now", Report{Findings: []Finding{finding}}, Report{Unknown: []string{"u"}}, "nothing that both runs decided can be compared"},
		{"undecided now, with a figure", Report{Findings: []Finding{finding}, Figures: figures}, Report{Unknown: []string{"u"}, Figures: figures}, "x; what this run did not decide is not compared"},
		{"a figure that one run has", Report{Figures: figures}, Report{}, "x"},
		{"a figure that one run has, and nothing decided", Report{Figures: figures}, Report{NotMeasured: "m"}, "x; nothing that both runs decided can be compared"},
		{"nothing measured now", Report{}, Report{NotMeasured: "m"}, "nothing that both runs decided can be compared"},
		{"interrupted now", Report{}, Report{Partial: true}, "nothing that both runs decided can be compared"},
		{"interrupted then", Report{Partial: true}, Report{Findings: []Finding{finding}}, "new; the earlier run ended before it was done: what is new may have been there"},
		{"other paths", Report{Scope: "snag x a", Findings: []Finding{inFile}}, Report{Scope: "snag x b", Findings: []Finding{finding}},
			"nothing changed in what both runs looked at\nthe earlier run looked at something else, so nothing is called new or gone: snag x a"},
		{"other paths, a level", Report{Scope: "snag x", Findings: []Finding{inFile}}, Report{Scope: "snag x b", Findings: []Finding{milder}}, "better; the earlier run looked at something else, so nothing is called new or gone: snag x"},
		{"other paths, items", Report{Scope: "snag x"}, Report{Scope: "snag x b", ChangedItems: []ItemChange{{Change: ChangeGone, Name: "i"}, {Change: ChangeWorse, Name: "j"}}},
			"worse j; the earlier run looked at something else, so nothing is called new or gone: snag x"},
		{"items", Report{}, Report{ChangedItems: []ItemChange{{Change: ChangeGone, Name: "i"}, {Change: ChangeBetter, Name: "j"}}}, "gone i; better j"},
		{"items of an interrupted run", Report{}, Report{Partial: true, ChangedItems: []ItemChange{{Change: ChangeGone, Name: "i"}, {Change: ChangeBetter, Name: "j"}, {Change: ChangeNew, Name: "k"}}},
			"new k; what this run did not decide is not compared"},
		{"the same paths", Report{Scope: "snag x", Findings: []Finding{inFile}}, Report{Scope: "snag x"}, "gone"},
		{"paths that are not recorded", Report{Findings: []Finding{inFile}}, Report{Scope: "snag x"}, "gone"},
		{"a place in a file is decided", Report{Findings: []Finding{inFile}}, Report{Unknown: []string{"u"}}, "gone"},
	} {
		test.now.Compare(&test.before)
		var got []string
		for _, c := range test.now.Since.Findings {
			got = append(got, c.Change)
		}
		for _, c := range test.now.Since.Figures {
			got = append(got, string(c.Name))
		}
		for _, c := range test.now.Since.Items {
			got = append(got, c.Change+" "+string(c.Name))
		}
		if text := test.now.Sections[0].Text; text != "" {
			got = append(got, text)
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestQuantity(t *testing.T) {
	for _, test := range []struct {
		value float64
		unit  Text
		want  string
	}{{12, "ms", "12 ms"}, {1234.56, "ms", "1235 ms"}, {1.2345, "ms", "1.23 ms"}, {0.012345, "", "0.0123"}, {0, "", "0"}, {836.7, "bytes", "837 bytes"}, {4225334, "bytes", "4.0 MB"}, {-0.5, "s", "-0.500 s"}} {
		if got := quantity(test.value, test.unit); got != test.want {
			t.Errorf("%g %s: got %q, want %q", test.value, test.unit, got, test.want)
		}
	}
}
