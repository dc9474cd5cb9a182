package block

import (
	"encoding/json"
	"fmt"
	"os"

	"snag/analyze/block/growth"
	"snag/cmd/cli"
)

// savedSchema names the version of saved runs.
const savedSchema = "snag/handler-run/v1"

// savedRun is a run in a file.
type savedRun struct {
	Schema string `json:"schema"`
	URL    string `json:"url"`
	growth.Run
}

func (r *handlerRun) saved() savedRun {
	s := savedRun{savedSchema, r.shownURL(), growth.Run{N: r.size, Stall: []float64{}, Own: []float64{}, Costs: []growth.SizeCosts{}}}
	for _, t := range r.Trials {
		if !t.Lost {
			s.Stall, s.Own = append(s.Stall, cli.Milliseconds(t.Stall.Length)), append(s.Own, cli.Milliseconds(t.Own))
		}
	}
	if r.growing != nil {
		s.Costs = r.growth.Costs(r.growing.Series)
	}
	return s
}

func (s savedRun) write(path string) error {
	t, err := cli.NewTarget(path, nil)
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	defer t.Discard()
	e := json.NewEncoder(t)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return t.Commit()
}

// ReadRun reads a file that --save wrote.
func ReadRun(path string) (*savedRun, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, cli.Usagef("--compare: %w", err)
	}
	s, err := parseRun(content)
	if err != nil {
		return nil, cli.Usagef("--compare: %s is not a run written by --save: %w", path, err)
	}
	return s, nil
}

func parseRun(content []byte) (*savedRun, error) {
	s := &savedRun{}
	if err := json.Unmarshal(content, s); err != nil {
		return nil, err
	}
	if s.Schema != savedSchema {
		return nil, fmt.Errorf("its schema is %q, want %q", s.Schema, savedSchema)
	}
	return s, nil
}
