package backoff

import (
	"encoding/json"
	"math"
	"time"
)

// Milliseconds is a duration as a number for JSON, to a tenth of a millisecond.
func Milliseconds(d time.Duration) float64 {
	return float64(d.Round(100*time.Microsecond)) / float64(time.Millisecond)
}

// thousandth rounds to three places.
func thousandth(x float64) float64 { return math.Round(x*1000) / 1000 }

// Schedule is a policy with the delays of its first retries, for JSON. A dozen of them are enough.
type Schedule struct {
	Policy
	Retries int
}

type delayJSON struct {
	Retry   int     `json:"retry"`
	Nominal float64 `json:"nominal_ms"`
}

type jitterJSON struct {
	Kind       string  `json:"kind"`
	Proportion float64 `json:"proportion,omitempty"`
	Width      float64 `json:"width_ms,omitempty"`
}

// MarshalJSON encodes the policy with the form that ParsePolicy reads, its parameters and its delays.
func (s Schedule) MarshalJSON() ([]byte, error) {
	p := s.Policy
	var limit *float64
	order := ""
	if p.Cap > 0 {
		ms := Milliseconds(p.Cap)
		limit, order = &ms, p.CapOrder.String()
	}
	var table []float64
	for _, step := range p.Table {
		table = append(table, Milliseconds(step))
	}
	var delays []delayJSON
	if p.Shape > Immediate {
		for k := range min(s.Retries, 12) {
			delays = append(delays, delayJSON{k + 1, Milliseconds(p.Nominal(k))})
		}
	}
	return json.Marshal(struct {
		Text           string      `json:"text"`
		Shape          string      `json:"shape"`
		FirstImmediate bool        `json:"first_immediate"`
		Base           float64     `json:"base_ms"`
		Increment      float64     `json:"increment_ms,omitempty"`
		Factor         float64     `json:"factor,omitempty"`
		Cap            *float64    `json:"cap_ms"`
		CapOrder       string      `json:"cap_order,omitempty"`
		Floor          float64     `json:"floor_ms,omitempty"`
		Table          []float64   `json:"table_ms,omitempty"`
		Jitter         jitterJSON  `json:"jitter"`
		Delays         []delayJSON `json:"delays,omitempty"`
	}{
		p.String(), p.Shape.String(), p.FirstImmediate, Milliseconds(p.Base), Milliseconds(p.Increment), thousandth(p.Factor),
		limit, order, Milliseconds(p.Floor), table,
		jitterJSON{p.Jitter.String(), thousandth(p.Proportion), Milliseconds(p.Width)}, delays,
	})
}

// MarshalJSON encodes the range, null where the quantity does not apply.
func (r Range) MarshalJSON() ([]byte, error) {
	if r.High == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Low  float64 `json:"low"`
		High float64 `json:"high"`
	}{thousandth(r.Low), thousandth(r.High)})
}

// MarshalJSON encodes the loops without the gaps that they were found in.
func (n Nested) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Inner int      `json:"inner_attempts"`
		Outer int      `json:"outer_attempts"`
		Loop  Schedule `json:"outer_policy"`
	}{n.InnerAttempts, n.OuterAttempts, Schedule{Policy: n.Outer}})
}

// MarshalJSON encodes the inference with the delays of as many retries as were seen.
func (in Inference) MarshalJSON() ([]byte, error) {
	var other *Schedule
	if in.RunnerUp.Shape != Undetermined {
		other = &Schedule{Policy: in.RunnerUp}
	}
	kinds, shapes := []string{}, []string{}
	for _, kind := range in.Kinds {
		kinds = append(kinds, kind.String())
	}
	if in.Policy.Shape != Undetermined {
		shapes = append(shapes, in.Policy.Shape.String())
	}
	for _, shape := range in.Shapes {
		shapes = append(shapes, shape.String())
	}
	return json.Marshal(struct {
		Policy          Schedule  `json:"policy"`
		Determined      bool      `json:"determined"`
		Reason          string    `json:"reason,omitempty"`
		Confidence      float64   `json:"confidence"`
		ShapeConfidence float64   `json:"shape_confidence"`
		High            bool      `json:"high_confidence"`
		Doubt           string    `json:"doubt,omitempty"`
		Steady          float64   `json:"steady_probability"`
		RunnerUp        *Schedule `json:"runner_up"`
		Margin          float64   `json:"runner_up_margin"`
		Kinds           []string  `json:"possible_jitter"`
		Shapes          []string  `json:"possible_shapes"`
		Aliases         []string  `json:"aliases"`
		FirstDelay      Range     `json:"first_delay_ms"`
		Factor          Range     `json:"factor"`
		Cap             Range     `json:"cap_ms"`
		Noise           float64   `json:"noise_ms"`
		Nested          *Nested   `json:"nested"`
		Runs            int       `json:"runs"`
		Gaps            int       `json:"gaps"`
	}{
		Schedule{in.Policy, in.Longest}, in.Determined(), in.Reason, thousandth(in.Confidence), thousandth(in.ShapeConfidence),
		in.Certain(), in.Doubt, thousandth(in.Steady), other, thousandth(in.Margin),
		kinds, shapes, append([]string{}, in.Aliases...), in.FirstDelay, in.Factor, in.Cap,
		Milliseconds(in.Noise), in.Nested, in.Runs, in.Gaps,
	})
}
