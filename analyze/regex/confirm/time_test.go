package confirm_test

import (
	"math"
	"strings"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestTimeAt(t *testing.T) {
	verdict := func(class redos.Class, degree int, steps func(float64) float64, ns ...int) redos.Verdict {
		tree, err := parser.Parse(syntax.JavaScript, "a", "")
		if err != nil {
			t.Fatal(err)
		}
		return redos.Verdict{
			Tree: tree, Class: class, Degree: degree, Cost: costs(steps, ns...),
			Attack: &attack.Attack{Pumps: []attack.Pump{{Prefix: "--", Pump: "ab"}}, Suffix: "!"},
		}
	}
	square := verdict(redos.Polynomial, 2, func(n float64) float64 { return n * n }, 10, 20, 1000)
	double := verdict(redos.Exponential, 0, math.Exp2, 10, 14, 20)
	ended := double
	ended.Bounded = true
	length := func(pumps int) int { return 3 + 2*pumps }
	quadratic := func(n float64) float64 { return 1e-5 * n * n }
	node := func(o confirm.Outcome, points ...confirm.Point) confirm.Confirmation {
		return confirm.Confirmation{Series: confirm.Series{Engine: "node", Points: points}, Outcome: o}
	}
	broken := append(times(quadratic, 100, 1000), confirm.Point{Pumps: 4000, Millis: 500, AtLeast: true})
	for _, test := range []struct {
		name      string
		verdict   redos.Verdict
		dialect   syntax.Dialect
		pumps     int
		confirmed []confirm.Confirmation
		want      confirm.Time
	}{
		{"computed", square, syntax.JavaScript, 1000, nil, confirm.Time{Engine: "node", Millis: 0.7, Basis: confirm.Computed}},
		{"computed beyond what was counted", square, syntax.JavaScript, 10_000, nil, confirm.Time{Engine: "node", Millis: 70, Basis: confirm.Computed}},
		{"computed in another engine", square, syntax.Java, 1000, nil, confirm.Time{Engine: "java", Millis: 5.3, Basis: confirm.Computed}},
		{"no time known", square, syntax.DotNet, 1000, nil, confirm.Time{}},
		{"safe", redos.Verdict{Class: redos.Linear}, syntax.JavaScript, 1000, nil, confirm.Time{}},
		{"another engine", square, syntax.JavaScript, 1000, []confirm.Confirmation{{Series: confirm.Series{Engine: "java", Points: times(quadratic, 1000)}, Outcome: confirm.Confirmed}}, confirm.Time{Engine: "node", Millis: 0.7, Basis: confirm.Computed}},
		{"measured", square, syntax.JavaScript, 1000, []confirm.Confirmation{node(confirm.Confirmed, times(quadratic, 100, 1000, 4000)...)}, confirm.Time{Engine: "node", Millis: 10, Basis: confirm.Measured}},
		{"between", square, syntax.JavaScript, 2000, []confirm.Confirmation{node(confirm.Confirmed, times(quadratic, 100, 1000, 4000)...)}, confirm.Time{Engine: "node", Millis: 40, Basis: confirm.Measured}},
		{"followed", square, syntax.JavaScript, 10_000, []confirm.Confirmation{node(confirm.Confirmed, times(quadratic, 100, 1000)...)}, confirm.Time{Engine: "node", Millis: 1000, Basis: confirm.Followed}},
		{"broken off", square, syntax.JavaScript, 5000, []confirm.Confirmation{node(confirm.Confirmed, broken...)}, confirm.Time{Engine: "node", Millis: 500, Basis: confirm.Followed}},
		{"below what was broken off", square, syntax.JavaScript, 2000, []confirm.Confirmation{node(confirm.Confirmed, broken...)}, confirm.Time{Engine: "node", Millis: 40, Basis: confirm.Followed}},
		{"spared", square, syntax.JavaScript, 1000, []confirm.Confirmation{node(confirm.OptimisedAway, times(quadratic, 10)...)}, confirm.Time{Engine: "node", Millis: 0.7, Basis: confirm.Computed, Spared: true}},
		{"exponential", double, syntax.JavaScript, 30, nil, confirm.Time{Engine: "node", Millis: 0.7 * math.Exp2(30) / 1e6, Basis: confirm.Computed}},
		{"exponential between", double, syntax.JavaScript, 17, nil, confirm.Time{Engine: "node", Millis: 0.7 * math.Exp2(17) / 1e6, Basis: confirm.Computed}},
		{"growth that ends", ended, syntax.JavaScript, 30, nil, confirm.Time{Engine: "node", Millis: 0.7 * math.Exp2(20) / 1e6, Basis: confirm.Computed, AtLeast: true}},
	} {
		got := confirm.TimeAt(test.verdict, test.dialect, length(test.pumps), test.confirmed...)
		if got.Basis == confirm.Computed && (got.Low <= 0 || got.Low > got.Millis || got.High < got.Millis) {
			t.Errorf("%s: %g ms lie not between %g and %g", test.name, got.Millis, got.Low, got.High)
		}
		got.Low, got.High = 0, 0
		if near := math.Abs(got.Millis-test.want.Millis) <= 1e-3*test.want.Millis; near {
			got.Millis = test.want.Millis
		}
		if got != test.want {
			t.Errorf("%s: TimeAt(%d) = %+v, want %+v", test.name, length(test.pumps), got, test.want)
		}
		least, ok := confirm.LengthFor(test.verdict, test.dialect, test.want.Millis, 1<<20, test.confirmed...)
		if test.want.Basis != confirm.NoTime && (!ok || confirm.TimeAt(test.verdict, test.dialect, least-1, test.confirmed...).Millis >= test.want.Millis) {
			t.Errorf("%s: LengthFor(%g) = %d, %t", test.name, test.want.Millis, least, ok)
		}
	}
}

func TestStepTimes(t *testing.T) {
	for _, d := range syntax.Dialects() {
		engine := confirm.EngineOf(d)
		if (engine != "") != d.Backtracks() {
			t.Errorf("EngineOf(%v) = %q, but Backtracks() = %t", d, engine, d.Backtracks())
		}
	}
	for engine, per := range confirm.StepTimes {
		if per.Low <= 0 || per.Low > per.Nanos || per.High < per.Nanos || !strings.Contains(per.Source, "patterns") {
			t.Errorf("StepTimes[%q] = %+v", engine, per)
		}
	}
}
