package stall

import (
	"time"

	"snag/analyze/stats"
)

// Shot is one request of the suspect that was fired beside a stream. Its times count from the start of the
// stream.
type Shot struct {
	Sent, Done time.Duration
	Lost       bool // it was given up
	// CPU is the processor time that the target used meanwhile; 0 when it is not known.
	CPU time.Duration
	// Waited is how long it was ready to run meanwhile and had no processor; 0 when that is not known.
	Waited time.Duration
	// Busiest is the processor time of the busiest thread of it; 0 when that is not known.
	Busiest time.Duration
	// Others is how long another thread of it waited for a processor at the most; 0 when that is not known.
	Others time.Duration
}

// Beside is what a stream showed before and while shots were fired.
type Beside struct {
	Idle   Percentiles // response times before the first shot
	Stalls []Stall
	Trials []Trial // of the shots, in their order
}

// JudgeBeside makes trials of the shots beside a stream whose requests were sent at the interval. Until lead
// no shot was fired.
func JudgeBeside(samples []Sample, shots []Shot, interval, lead time.Duration) Beside {
	var quiet []Sample
	var fastest []float64
	for _, s := range samples {
		if s.Done < lead && !s.Lost {
			quiet = append(quiet, s)
			fastest = append(fastest, float64(s.Done-s.Sent))
		}
	}
	stream := Stream{Samples: samples, Interval: interval}
	if len(fastest) > 0 {
		stream.Base = time.Duration(stats.Quantile(fastest, 0.25))
	}
	b := Beside{Idle: Responses(quiet)}
	for _, shot := range shots {
		t := Trial{Own: shot.Done - shot.Sent - stream.Base, Stall: stream.During(shot.Sent, shot.Done), CPU: shot.CPU, Waited: shot.Waited, Busiest: shot.Busiest, Others: shot.Others, Lost: shot.Lost}
		var meanwhile []float64
		for _, s := range samples {
			if s.Intended > shot.Sent && s.Intended < shot.Done && !s.Lost {
				meanwhile = append(meanwhile, float64(s.Done-s.Sent-stream.Base))
			}
			took := shot.Done - shot.Sent
			together := s.Done >= shot.Done-sameEnd && s.Done <= shot.Done+aftermath(took)
			if wait := s.Done - s.Sent; s.Sent > shot.Sent && !s.Lost && together && wait >= took/3 {
				t.Held, t.HeldFor = t.Held+1, max(t.HeldFor, wait)
			}
		}
		if len(meanwhile) > 0 {
			t.Raised = time.Duration(stats.Median(meanwhile))
		}
		b.Trials = append(b.Trials, t)
	}
	// A hiccup of the machine is no stall of the server: what is listed must stand out of both.
	b.Stalls = stream.Stalls(max(10*time.Millisecond, 4*interval))
	for _, t := range b.Trials {
		t.Stall.Sharpen(b.Stalls, interval)
	}
	return b
}
