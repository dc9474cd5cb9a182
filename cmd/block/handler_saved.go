package block

import (
	"encoding/json"
	"errors"
	"fmt"

	"snag/analyze/block/growth"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// run is what later runs are compared with.
func (r *handlerRun) run() growth.Run {
	run := growth.Run{N: r.size, Stall: []float64{}, Own: []float64{}, Costs: []growth.SizeCosts{}}
	for _, t := range r.Trials {
		if !t.Lost {
			run.Stall, run.Own = append(run.Stall, cli.Milliseconds(t.Stall.Length)), append(run.Own, cli.Milliseconds(t.Own))
		}
	}
	if r.growing != nil {
		run.Costs = r.growth.Costs(r.growing.Series)
	}
	return run
}

// RunOf returns the run of a report in JSON that was read back.
func RunOf(r *report.Report) (*growth.Run, error) {
	data, _ := r.Data.(*report.Data)
	return parseRun(data.Member("run").Value)
}

func parseRun(content []byte) (*growth.Run, error) {
	if len(content) == 0 {
		return nil, errors.New("the report has no run to compare with: it is of several attacks, or of an older version")
	}
	run := &growth.Run{}
	if err := json.Unmarshal(content, run); err != nil {
		return nil, fmt.Errorf("the run of the report: %w", err)
	}
	return run, nil
}

// changed is what became of the cost as a change of a figure, none where nothing is compared.
func (r *handlerRun) changed() []report.FigureChange {
	x := r.compared
	if x == nil {
		return nil
	}
	name := report.Text(fmt.Sprintf("%s at n = %s", x.Of, cli.Thousands(int64(x.N))))
	return []report.FigureChange{{Change: string(x.Change), Name: name, Unit: "ms", Before: &x.Before, Now: &x.After}}
}
