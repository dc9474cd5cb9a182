package herd

import (
	"encoding/json"
	"math"
	"time"

	"snag/analyze/retry/backoff"
)

// histogramSteps is the number of steps of the histogram in the JSON of a result.
const histogramSteps = 72

// MarshalJSON encodes the arrival with its time in milliseconds.
func (a Arrival) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		At      float64 `json:"at_ms"`
		Client  int     `json:"client"`
		Attempt int     `json:"attempt"`
		Served  bool    `json:"served"`
	}{backoff.Milliseconds(a.At), a.Client, a.Attempt, a.Served})
}

// MarshalJSON encodes the wave with times in milliseconds.
func (w Wave) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Retry   int     `json:"retry"`
		Clients int     `json:"clients"`
		Share   float64 `json:"share"`
		Window  float64 `json:"window_ms"`
		Nominal float64 `json:"nominal_ms"`
	}{w.Retry, w.Clients, math.Round(w.Share*1000) / 1000, backoff.Milliseconds(w.Window), backoff.Milliseconds(w.Nominal)})
}

// MarshalJSON encodes the result with a histogram of the arrivals. The time of recovery is null unless
// all clients were served.
func (r Result) MarshalJSON() ([]byte, error) {
	c := r.Config
	var recovered *float64
	if r.Served == c.Clients {
		ms := backoff.Milliseconds(r.Recovered)
		recovered = &ms
	}
	counts, step := Histogram(r.Arrivals, histogramSteps)
	return json.Marshal(struct {
		Policy        backoff.Schedule `json:"policy"`
		Clients       int              `json:"clients"`
		MaxAttempts   int              `json:"max_attempts"`
		Outage        float64          `json:"outage_ms"`
		Capacity      float64          `json:"capacity_per_s"`
		Burst         int              `json:"burst"`
		Served        int              `json:"served"`
		Share         float64          `json:"share_served"`
		Attempts      int              `json:"attempts"`
		Amplification float64          `json:"amplification"`
		Recovered     *float64         `json:"recovered_ms"`
		Peak          int              `json:"peak_per_100ms"`
		Waves         []Wave           `json:"waves"`
		Step          float64          `json:"histogram_step_ms"`
		Histogram     []float64        `json:"histogram"`
	}{
		backoff.Schedule{Policy: c.Policy, Retries: c.MaxAttempts - 1}, c.Clients, c.MaxAttempts, backoff.Milliseconds(c.Outage), c.Capacity, c.Burst,
		r.Served, float64(r.Served) / float64(c.Clients), r.Attempts, math.Round(r.Amplification()*100) / 100, recovered, r.Peak,
		append([]Wave{}, r.Waves...), backoff.Milliseconds(step), append([]float64{}, counts...),
	})
}

// MarshalJSON encodes the cohort with times in milliseconds.
func (c Cohort) MarshalJSON() ([]byte, error) {
	var rows [][]float64
	for _, times := range c.Times {
		rows = append(rows, inMilliseconds(times))
	}
	return json.Marshal(struct {
		Clients int         `json:"clients"`
		Skew    float64     `json:"skew_ms"`
		Waves   []Wave      `json:"waves"`
		Times   [][]float64 `json:"arrivals_ms"`
	}{len(c.Times), backoff.Milliseconds(c.Skew), append([]Wave{}, c.Waves...), rows})
}

func inMilliseconds(times []time.Duration) []float64 {
	list := make([]float64, len(times))
	for i, t := range times {
		list[i] = backoff.Milliseconds(t)
	}
	return list
}
