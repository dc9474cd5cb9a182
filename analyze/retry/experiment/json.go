package experiment

import (
	"encoding/json"

	"snag/analyze/retry/backoff"
)

// MarshalJSON encodes the attempt with times in milliseconds.
func (a Attempt) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		N           int     `json:"n"`
		Conn        int     `json:"connection"`
		Reused      bool    `json:"reused,omitempty"`
		Phase       Phase   `json:"phase"`
		Start       float64 `json:"start_ms"`
		End         float64 `json:"end_ms"`
		Read        float64 `json:"read_ms,omitempty"`
		Method      string  `json:"method,omitempty"`
		Target      string  `json:"target,omitempty"`
		Protocol    string  `json:"protocol,omitempty"`
		BodyLength  int64   `json:"body_length"`
		BodyHash    string  `json:"body_hash,omitempty"`
		KeyHeader   string  `json:"key_header,omitempty"`
		Key         string  `json:"key_hash,omitempty"`
		Credentials string  `json:"credentials_hash,omitempty"`
		Counter     string  `json:"counter,omitempty"`
		Fault       Fault   `json:"fault"`
	}{a.N, a.Conn, a.Reused, a.Phase, backoff.Milliseconds(a.Start), backoff.Milliseconds(a.End), backoff.Milliseconds(a.Read), a.Method, a.Target, a.Protocol.String(), a.BodyLength, a.BodyHash, a.KeyHeader, a.Key, a.Credentials, a.Counter, a.Fault})
}

// MarshalJSON encodes the trace with the gaps of its busiest operation. The exit code is null where the
// client did not end by itself.
func (t Trace) MarshalJSON() ([]byte, error) {
	gaps := []float64{}
	for _, gap := range t.Busiest().Gaps() {
		gaps = append(gaps, backoff.Milliseconds(gap))
	}
	var exit *int
	if t.ExitCode >= 0 && t.CutOff == "" && t.Unobservable == "" {
		exit = &t.ExitCode
	}
	return json.Marshal(struct {
		Scenario     string    `json:"scenario"`
		Script       []Fault   `json:"script"`
		Operations   int       `json:"operations"`
		Gaps         []float64 `json:"gaps_ms"`
		Attempts     []Attempt `json:"attempts"`
		Other        []Attempt `json:"other_attempts,omitempty"`
		Duration     float64   `json:"duration_ms"`
		Exit         *int      `json:"exit_code"`
		CutOff       string    `json:"cut_off,omitempty"`
		Unobservable string    `json:"unobservable,omitempty"`
	}{t.Scenario, t.Script, len(t.Operations()), gaps, append([]Attempt{}, t.Attempts...), t.Other, backoff.Milliseconds(t.Duration), exit, t.CutOff, t.Unobservable})
}

// MarshalJSON encodes the check with the names of the scenarios that show it.
func (c Check) MarshalJSON() ([]byte, error) {
	scenarios := []string{}
	for _, t := range c.Traces {
		scenarios = append(scenarios, t.Scenario)
	}
	return json.Marshal(struct {
		Check     string   `json:"check"`
		Rule      string   `json:"rule"`
		Outcome   Outcome  `json:"outcome"`
		Message   string   `json:"message"`
		Scenarios []string `json:"scenarios"`
	}{c.Defect.String(), c.Defect.Rule(), c.Outcome, c.Message, scenarios})
}

// MarshalJSON encodes the evidence as the run that shows the finding, an empty object when there is none.
func (e Evidence) MarshalJSON() ([]byte, error) {
	if e.Trace == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(struct {
		Scenario  string    `json:"scenario"`
		Attempts  []Attempt `json:"attempts"`
		Reproduce string    `json:"reproduce,omitempty"`
	}{e.Trace.Scenario, e.Trace.Attempts, e.Reproduce})
}

// MarshalJSON encodes the exchange with times in milliseconds.
func (e Exchange) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name       string  `json:"name"`
		Sent       float64 `json:"sent_ms"`
		Took       float64 `json:"took_ms"`
		Phase      string  `json:"phase"`
		Status     int     `json:"status"`
		Error      string  `json:"error,omitempty"`
		RetryAfter string  `json:"retry_after,omitempty"`
		BodyHash   string  `json:"body_hash,omitempty"`
		Replayed   bool    `json:"replayed,omitempty"`
	}{e.Name, backoff.Milliseconds(e.Sent), backoff.Milliseconds(e.Took), e.Effect.String(), e.Status, e.Error, e.RetryAfter, e.BodyHash, e.Replayed})
}
