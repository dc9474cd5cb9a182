package redos

import (
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
)

// Where counters keep what two pumps make of each other short, one that joins them costs more the longer the input is.
func TestJoined(t *testing.T) {
	of := func(pumps ...attack.Pump) *attack.Attack { return &attack.Attack{Pumps: pumps, Suffix: "."} }
	for _, c := range []struct {
		pattern string
		attack  *attack.Attack
		degree  int
		want    string // pump, "" for none
	}{
		{`<[^>]{1,300}href=[^>]{1,300}js:`, of(attack.Pump{Pump: "<b"}, attack.Pump{Pump: "href=b"}), 3, "<bhref=b"},
		{`<[^>]{1,300}href=[^>]{1,300}js:`, of(attack.Pump{Pump: "<href="}), 3, ""},
		{`^x*(?:ab)*c*d`, of(attack.Pump{Pump: "x"}, attack.Pump{Pump: "ab"}), 2, ""}, // which does not grow
	} {
		tree, err := Pattern{Text: c.pattern}.Parse()
		if err != nil {
			t.Fatal(err)
		}
		v := Verdict{Tree: tree, Class: Polynomial, Degree: c.degree, Attack: c.attack, Cost: Cost{BudgetSteps: 1_000_000, LengthForBudget: 500, SafeLength: 50}}
		got, ok := v.Joined(t.Context(), syntax.Search)
		if ok != (c.want != "") {
			t.Errorf("%s: got %+v, %t; want the pump %q", c.pattern, got.Attack, ok, c.want)
		}
		if !ok {
			continue
		}
		if len(got.Attack.Pumps) != 1 || got.Attack.Pumps[0].Pump != c.want || got.Cost.SafeLength != 50 {
			t.Errorf("%s: got %+v, safe below %d; want the pump %q, 50", c.pattern, got.Attack, got.Cost.SafeLength, c.want)
		}
		if _, over, _ := Steps(tree, syntax.Search, *got.Attack, got.Cost.PumpsForBudget, got.Cost.BudgetSteps); !over {
			t.Errorf("%s: %d repetitions do not reach the budget", c.pattern, got.Cost.PumpsForBudget)
		}
		const longer = 6000
		apart, _, _ := Steps(tree, syntax.Search, *v.Attack, longer/8, 1<<40)
		joined, _, _ := Steps(tree, syntax.Search, *got.Attack, longer/8, 1<<40)
		if joined.Steps < 2*apart.Steps {
			t.Errorf("%s: at %d characters the joined pump takes %d steps, the two take %d", c.pattern, longer, joined.Steps, apart.Steps)
		}
	}
}
