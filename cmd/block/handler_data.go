package block

import (
	"cmp"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/wire"
)

// handlerData is the data of the report.
type handlerData struct {
	URL        report.Text     `json:"url"`
	Method     string          `json:"method"`
	Target     targetItem      `json:"target"`
	Budget     float64         `json:"budget_ms"`
	Size       int             `json:"size"`
	Collateral *collateralItem `json:"collateral"`
	Stalls     []target.Stall  `json:"stalls"`
	Canary     *canaryItem     `json:"canary"`
	Workers    *workersItem    `json:"workers"`
	Growth     *handlerGrowth  `json:"growth"`
	Where      *target.Place   `json:"where"`
	// Processes are those of several that computed while others waited.
	Processes []target.Process   `json:"processes,omitempty"`
	Failure   *failureItem       `json:"failure"`
	Compared  *growth.Comparison `json:"compared"`
	// Run is what later runs are compared with.
	Run *growth.Run `json:"run,omitempty"`
	// Pressure is the share of the time in which something waited for a processor, null if unknown.
	Pressure *float64 `json:"pressure"`
	Requests int      `json:"requests"`
	// Answers are the statuses by size, for what grows.
	Answers []growth.StatusRange `json:"answers"`
	// Bound is the largest size that is accepted, null when no larger one is refused.
	Bound *int `json:"bound"`
	// Attack is what {{attack}} stood for, null for nothing, and Attacks all when there were several.
	Attack  *attackItem   `json:"attack"`
	Attacks []handlerData `json:"attacks,omitempty"`
}

// attackItem is an attack of a report.
type attackItem struct {
	Name        string      `json:"name"`
	Rule        string      `json:"rule,omitempty"`
	Fingerprint string      `json:"fingerprint,omitempty"`
	Pattern     wtf8.String `json:"pattern,omitempty"`
	Place       string      `json:"place"` // path, query, header, cookie or body
	// WhyFlat says what may have become of an attack that costs nothing.
	WhyFlat []string `json:"why_flat"`
}

type targetItem struct {
	Address   string `json:"address"`
	Protocol  string `json:"protocol"` // http/1.1 or h2
	Canary    string `json:"canary"`
	Pipelined bool   `json:"pipelined"`
	Clock     string `json:"clock"`
	PIDs      []int  `json:"pids"`
}

type collateralItem struct {
	Effect  stall.Effect `json:"effect"`
	Own     float64      `json:"own_ms"`
	Stall   float64      `json:"stall_ms"`
	Ratio   float64      `json:"ratio"`
	Delayed int          `json:"delayed"`
	Trials  int          `json:"trials"`
	Stalled int          `json:"stalled"`
}

type canaryItem struct {
	Rate      int                  `json:"rate"` // a second
	Responses target.Percentiles   `json:"responses"`
	Idle      target.Percentiles   `json:"idle"`
	Lag       target.Percentiles   `json:"lag"`
	Failures  map[wire.Outcome]int `json:"failures"`
}

type workersItem struct {
	Count       int  `json:"count"`
	Connections int  `json:"connections"`
	Stuck       int  `json:"stuck"`
	Partial     bool `json:"partial"`
}

type handlerGrowth struct {
	Class      string       `json:"class"`
	Exponent   float64      `json:"exponent,omitempty"`
	Base       float64      `json:"base,omitempty"`
	Interval   []float64    `json:"interval,omitempty"`
	Step       []int        `json:"step,omitempty"`
	Confidence float64      `json:"confidence"`
	Grade      string       `json:"grade"`
	Reason     string       `json:"reason,omitempty"`
	Clock      string       `json:"clock"`
	Curve      [][2]float64 `json:"curve"`
	Ended      string       `json:"ended"`
	// AtBudget is the size at which the budget breaks, null when it was not reached.
	AtBudget *sizeItem `json:"at_budget"`
	Within   int       `json:"within"`
}

type sizeItem struct {
	N            float64    `json:"n"`
	Interval     [2]float64 `json:"interval"`
	Extrapolated bool       `json:"extrapolated,omitempty"`
}

type failureItem struct {
	N       int          `json:"n"`
	Outcome wire.Outcome `json:"outcome"`
	Status  int          `json:"status,omitempty"`
	Error   report.Text  `json:"error,omitempty"`
}

func (r *handlerRun) data() handlerData {
	o := r.options
	d := handlerData{
		URL: report.Text(r.shownURL()), Method: r.input.Method, Budget: cli.Milliseconds(o.budget), Size: r.size, Stalls: []target.Stall{}, Answers: []growth.StatusRange{},
		Target: targetItem{o.Wire.Address, o.Protocol(), report.RedactURL(r.canary.Path), r.pipelined, "", append([]int{}, o.PIDs...)},
		Where:  r.where, Processes: r.stalling, Compared: r.compared,
	}
	if !r.several {
		run := r.run()
		d.Run = &run
	}
	if a := r.attack; a != nil {
		d.Attack = &attackItem{a.name(), a.Rule, a.Fingerprint, a.Pattern, r.input.Place(), append([]string{}, r.whyFlat()...)}
	}
	if g := r.growing; g != nil {
		d.Answers = append(d.Answers, g.Statuses.Ranges()...)
		if g.Bound > 0 {
			d.Bound = &g.Bound
		}
	}
	if r.pressure >= 0 {
		p := cli.Thousandths(r.pressure)
		d.Pressure = &p
	}
	for _, s := range r.Stalls {
		d.Stalls = append(d.Stalls, target.Stall{Start: cli.Milliseconds(s.Start), Length: cli.Milliseconds(s.Length), Delayed: s.Delayed, Open: s.Open, Machine: s.Machine})
	}
	if r.stream != nil {
		d.Target.Clock = r.stream.Clock
		d.Requests += len(r.stream.Shots) + 1
		c := r.collateral
		d.Collateral = &collateralItem{cmp.Or(c.Effect, stall.EffectUnknown), cli.Milliseconds(c.Own), cli.Milliseconds(c.Stall), cli.Thousandths(c.Ratio), c.Delayed, c.Trials, c.Stalled}
		d.Canary = &canaryItem{r.rate, target.NewPercentiles(stall.Responses(r.stream.Samples)), target.NewPercentiles(r.Idle), target.NewPercentiles(stall.Lags(r.stream.Samples)), r.stream.Failures}
	}
	if w := r.workers; w != nil {
		d.Workers = &workersItem{w.Count, w.Connections, w.Stuck, w.Partial}
	}
	if r.growing != nil {
		d.Requests += r.growing.Requests
		g := r.growth
		item := &handlerGrowth{Class: g.Class(), Exponent: cli.Thousandths(g.Exponent), Base: cli.Thousandths(g.Base), Confidence: cli.Thousandths(g.Confidence), Grade: g.Grade(),
			Reason: g.Reason, Clock: g.Clock, Curve: [][2]float64{}, Ended: string(r.growing.Why), Within: r.crossing.Within}
		switch g.Kind {
		case stats.Linear, stats.Polynomial:
			item.Interval = []float64{cli.Thousandths(g.Low), cli.Thousandths(g.High)}
		case stats.Exponential:
			item.Interval = []float64{cli.Thousandths(g.BaseLow), cli.Thousandths(g.BaseHigh)}
		case stats.Threshold:
			item.Step = []int{g.Above, g.Below}
		}
		for _, c := range g.Curve {
			item.Curve = append(item.Curve, [2]float64{float64(c.N), cli.Milliseconds(c.Cost)})
		}
		if r.crossing.N > 0 {
			item.AtBudget = &sizeItem{cli.Thousandths(r.crossing.N), [2]float64{cli.Thousandths(r.crossing.Low), cli.Thousandths(r.crossing.High)}, r.crossing.Extrapolated}
		}
		d.Growth = item
	}
	if f := r.failure; f != nil {
		d.Failure = &failureItem{f.N, f.Outcome, f.Status, report.Text(report.RedactURLs(f.Error))}
	}
	return d
}
