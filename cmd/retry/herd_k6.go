package retry

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
)

//go:embed herd_k6.js
var k6Template string

// k6Plan is what the script plays. Times are in milliseconds.
type k6Plan struct {
	Policy   string  `json:"policy"`
	Clients  int     `json:"clients"`
	Attempts int     `json:"attempts"`
	Outage   float64 `json:"outage"`
	Spread   float64 `json:"spread"`
	// Delays are the nominal delays before the retries, without cap and jitter.
	Delays         []float64 `json:"delays"`
	FirstImmediate bool      `json:"firstImmediate"`
	Base           float64   `json:"base"`
	Cap            float64   `json:"cap"`
	CapOrder       string    `json:"capOrder"`
	Floor          float64   `json:"floor"`
	Jitter         string    `json:"jitter"`
	Proportion     float64   `json:"proportion"`
	Width          float64   `json:"width"`
	// Longest bounds how long a client can take, outage and answers included.
	Longest string `json:"longest"`
}

// answerTime is how long an attempt may take in the bound of a client's time.
const answerTime = 30 * time.Second

// k6Script returns a script for k6 that plays the clients of a herd.
func k6Script(c herd.Config) string {
	p := c.Policy
	plan := k6Plan{
		Policy: p.String(), Clients: c.Clients, Attempts: c.MaxAttempts,
		Outage: backoff.Milliseconds(c.Outage), Spread: backoff.Milliseconds(c.Spread), Delays: []float64{},
		FirstImmediate: p.FirstImmediate, Base: backoff.Milliseconds(p.Base), Cap: backoff.Milliseconds(p.Cap),
		CapOrder: k6CapOrders[p.CapOrder], Floor: backoff.Milliseconds(p.Floor), Jitter: p.Jitter.String(),
		Proportion: p.Proportion, Width: backoff.Milliseconds(p.Width),
	}
	if p.Shape == backoff.NoRetry {
		plan.Attempts = 1
	}
	nominal := p
	nominal.Cap, nominal.FirstImmediate = 0, false
	longest := c.Spread + time.Duration(plan.Attempts)*answerTime
	for k := range plan.Attempts - 1 {
		wait := nominal.Nominal(k)
		plan.Delays = append(plan.Delays, backoff.Milliseconds(wait))
		if p.Cap > 0 {
			wait = min(wait, p.Cap)
		}
		longest += 3*min(wait, 24*time.Hour) + p.Width + p.Floor // jitter is at most three times the delay
	}
	plan.Longest = fmt.Sprintf("%ds", int(longest/time.Second)+1)
	text, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		panic(err) // numbers and names
	}
	return strings.Replace(k6Template, "{} /* PLAN */", string(text), 1)
}

// k6CapOrders are the names of the orders of a cap in the script.
var k6CapOrders = map[backoff.CapOrder]string{backoff.CapFirst: "first", backoff.CapLast: "last", backoff.CapBare: "bare"}
