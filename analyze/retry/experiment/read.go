package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// ReadGaps reads the gaps of every run, in milliseconds: JSON values that are lists of numbers, lists of
// such lists, objects with gaps_ms, a report of snag retry client, or attempts as snag retry serve
// prints them.
func ReadGaps(in io.Reader) ([][]time.Duration, error) {
	var runs [][]time.Duration
	var attempts []Attempt
	add := func(gaps []float64) error {
		run := make([]time.Duration, 0, len(gaps))
		for _, ms := range gaps {
			if ms < 0 || ms > 1e10 {
				return fmt.Errorf("%g ms is not a gap", ms)
			}
			run = append(run, time.Duration(ms*float64(time.Millisecond)))
		}
		runs = append(runs, run)
		return nil
	}
	d := json.NewDecoder(bufio.NewReader(in))
	for n := 1; ; n++ {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", n, err)
		}
		var list []float64
		var lists [][]float64
		var object gapsObject
		switch {
		case json.Unmarshal(raw, &list) == nil && len(list) > 0:
			err = add(list)
		case json.Unmarshal(raw, &lists) == nil:
			for _, gaps := range lists {
				err = errors.Join(err, add(gaps))
			}
		case json.Unmarshal(raw, &object) == nil:
			var found bool
			if found, err = object.each(add); err == nil && !found {
				var a Attempt
				if a, err = object.attempt(); err == nil {
					attempts = append(attempts, a)
				}
			}
		default:
			err = errors.New("neither a list of numbers, nor a list of such lists, nor an object with gaps_ms")
		}
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", n, err)
		}
	}
	for _, operation := range (Trace{Attempts: attempts}).Operations() {
		runs = append(runs, operation.Gaps())
	}
	if len(runs) == 0 {
		return nil, errors.New("there are no gaps in it")
	}
	return runs, nil
}

// gapsObject is any object from which gaps can be read.
type gapsObject struct {
	Gaps json.RawMessage `json:"gaps_ms"`
	Data *struct {
		ControlRuns int `json:"control_runs"`
		Runs        []struct {
			Gaps []float64 `json:"gaps_ms"`
		} `json:"runs"`
	} `json:"data"`

	Start  *float64 `json:"start_ms"`
	End    float64  `json:"end_ms"`
	Method string   `json:"method"`
	Target string   `json:"target"`
	Phase  string   `json:"phase"`
	Fault  string   `json:"fault"`
}

func (o *gapsObject) each(add func([]float64) error) (found bool, err error) {
	if o.Data != nil {
		runs := o.Data.Runs
		if n := o.Data.ControlRuns; n > 0 && n <= len(runs) {
			runs = runs[:n]
		}
		for _, run := range runs {
			err = errors.Join(err, add(run.Gaps))
		}
		return true, err
	}
	if o.Gaps == nil {
		return false, nil
	}
	var list []float64
	if json.Unmarshal(o.Gaps, &list) == nil {
		return true, add(list)
	}
	var lists [][]float64
	if err := json.Unmarshal(o.Gaps, &lists); err != nil {
		return true, errors.New("gaps_ms is neither a list of numbers nor a list of such lists")
	}
	for _, gaps := range lists {
		err = errors.Join(err, add(gaps))
	}
	return true, err
}

// attempt is the attempt that a line of snag retry serve describes.
func (o *gapsObject) attempt() (Attempt, error) {
	if o.Start == nil {
		return Attempt{}, errors.New("an object without gaps_ms, and no attempt either")
	}
	fault, err := ParseFault(o.Fault)
	if err != nil {
		return Attempt{}, err
	}
	ms := func(x float64) time.Duration { return time.Duration(x * float64(time.Millisecond)) }
	a := Attempt{Start: ms(*o.Start), End: ms(o.End), Method: o.Method, Target: o.Target, Fault: fault, Phase: PhaseRequest}
	if i := slices.Index([]string{"connect", "headers", "request"}, strings.ToLower(o.Phase)); i >= 0 {
		a.Phase = Phase(i)
	}
	return a, nil
}
