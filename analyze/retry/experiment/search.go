package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/sorting"
)

type stage uint8

// The stages of a search, in order. Learning and herding come again with another fault when the first is
// not retried.
const (
	learning stage = iota
	herding
	surveying
	choosing
	done
)

// Search finds out what is to be known of a client, in steps that follow from what was seen.
type Search struct {
	plan  Plan
	stage stage
	fault Fault // of the control runs
	audit Audit
	herd  []Trace
	// late is the lateness of the control runs, summed up.
	late time.Duration
	// last is the step that is under way, pending whether the control runs are not judged yet.
	last    stage
	pending bool
	// first are the control runs of the fault that was not retried, with what they tell.
	first *Audit
}

// NewSearch returns a search that has seen nothing.
func NewSearch(p Plan) *Search { return &Search{plan: p, fault: p.First()} }

// Audit is what was seen so far. Control runs of another fault count when they are complete.
func (s *Search) Audit() Audit {
	s.infer()
	seen := s.audit
	if s.first != nil && s.stage == learning {
		seen.Control, seen.Inference = s.first.Control, s.first.Inference
	}
	return seen
}

// Herd are the runs of the clients that failed in the same moment.
func (s *Search) Herd() []Trace { return s.herd }

// Add notes the runs of the last step, and how late the timers of the machine were meanwhile.
func (s *Search) Add(runs []Trace, lateness time.Duration) {
	switch s.last {
	case learning:
		s.audit.Control = append(s.audit.Control, runs...)
		s.late += lateness * time.Duration(len(runs))
		s.pending = true
	case herding:
		s.herd = runs
	default:
		s.audit.Traces = append(s.audit.Traces, runs...)
	}
}

// Next returns what to try with what is left of the budget. The error is ErrBudget when a herd has no
// room.
func (s *Search) Next(left Budget) (Step, error) {
	for s.stage != done {
		s.last = s.stage
		switch s.stage {
		case learning:
			s.turnToCalls()
			if step := s.control(left); len(step.Scenarios) > 0 {
				return step, nil
			}
			s.infer()
			switch retries := s.audit.Inference.Retries(); {
			case retries && s.plan.Herd > 0:
				s.stage = herding // before the rest uses the budget up
			case s.first == nil:
				s.stage = surveying
			default:
				if !retries {
					s.audit.Control, s.audit.Inference = s.first.Control, s.first.Inference
				}
				s.stage = done
			}
		case herding:
			s.stage = surveying
			if s.first != nil || len(s.audit.Traces) > 0 {
				s.stage = done
			}
			return s.together(left)
		case surveying:
			s.stage = choosing
			if step := s.survey(); len(step.Scenarios) > 0 {
				return step, nil
			}
		case choosing:
			s.stage = done
			if f, ok := s.retried(); ok && !s.audit.Inference.Retries() {
				before := s.audit
				s.first, s.fault, s.stage = &before, f, learning
				s.audit.Control, s.late = nil, 0
			}
		}
	}
	return Step{}, nil
}

// spare is what the faults of the survey may need of the budget.
func (s *Search) spare() int { return 2 * (len(s.faults()) + 2*len(s.plan.RetryAfter)) }

// faults are those of the plan that the client's protocol can have.
func (s *Search) faults() []Fault {
	switch s.audit.Protocol() {
	case GRPC:
		return s.plan.Calls
	case HTTP2:
		return slices.Concat(s.plan.Faults, s.plan.Streams)
	}
	return s.plan.Faults
}

// turnToCalls begins anew with a status of gRPC when the client turns out to speak that. What it made of
// the first fault stays as one scenario among others.
func (s *Search) turnToCalls() {
	if s.first != nil || s.fault.Kind == GRPCStatus || len(s.plan.Calls) == 0 || s.audit.Protocol() != GRPC {
		return
	}
	s.audit.Traces = append(s.audit.Traces, s.audit.Control[0])
	s.audit.Control, s.late, s.pending, s.fault = nil, 0, false, unavailable
}

// control repeats the fault without end until two identical runs leave no doubt or there are enough.
func (s *Search) control(left Budget) Step {
	scenario := Scenario{Name: s.fault.String() + " always", Script: []Fault{s.fault}, MaxAttempts: s.plan.MaxAttempts, Timeout: s.plan.Timeout}
	runs, have := max(s.plan.Runs, 1), len(s.audit.Control)
	n := min(2, runs)
	if have > 0 {
		if have >= runs || s.settled() {
			return Step{}
		}
		n = min(runs-have, max(s.plan.Parallel, 1))
		if have == 2 {
			n = 1 // one run may have been disturbed
			if a, b := s.audit.Control[0], s.audit.Control[1]; identical(a, b) && level(a.Busiest().Gaps()) {
				n = min(runs, backoff.EqualRuns) - have
			}
		}
		// What is tried later must leave room for the rest of the plan.
		longest := 0
		for _, t := range s.audit.Control {
			longest = max(longest, len(t.Attempts))
		}
		scenario.MaxAttempts = min(max(longest+1, 2), s.plan.MaxAttempts)
		if n*longest+s.spare() > left.Attempts || n+s.spare()/2 > left.Processes {
			return Step{}
		}
	}
	return Step{Scenarios: slices.Repeat([]Scenario{scenario}, n)}
}

// settled reports whether two of the control runs are identical, and leave no doubt that more runs could end. Where
// all their delays are equal it takes more to tell that no floor hides others.
func (s *Search) settled() bool {
	gaps := 0
	for _, t := range s.audit.Control {
		gaps += len(t.Busiest().Gaps())
	}
	for i, a := range s.audit.Control {
		if slices.ContainsFunc(s.audit.Control[:i], func(b Trace) bool { return identical(a, b) }) {
			if level(a.Busiest().Gaps()) && (len(s.audit.Control) < backoff.EqualRuns || gaps < backoff.FewestEqual) {
				return false
			}
			s.infer()
			return !s.audit.Inference.Determined() || s.audit.Inference.Certain()
		}
	}
	return false
}

// level reports whether there are several delays, none of them short, and all are equal.
func level(gaps []time.Duration) bool {
	if len(gaps) < 2 {
		return false
	}
	least := slices.Min(gaps)
	return least >= backoff.AtOnce && slices.Max(gaps)-least <= max(20*time.Millisecond, least/50)
}

// infer learns the policy from the control runs. A run that was ended before it made a retry tells
// nothing: the client may have been waiting.
func (s *Search) infer() {
	if !s.pending {
		return
	}
	s.pending = false
	var gaps [][]time.Duration
	ended := ""
	for _, t := range s.audit.Control {
		found := t.Busiest().Gaps()
		if len(found) == 0 && t.CutOff != "" {
			ended = t.CutOff
			continue
		}
		gaps = append(gaps, found)
	}
	n := len(s.audit.Control)
	if len(gaps) == 0 && ended != "" {
		s.audit.Inference = backoff.Inference{Reason: "no retry came before the client was ended (" + ended + ")", Runs: n}
		return
	}
	noise := max(s.late/time.Duration(max(n, 1)), sluggishness(s.audit.Control))
	s.audit.Inference = backoff.Infer(gaps, backoff.Options{Speed: s.plan.Speed, Noise: noise})
}

// sluggishness is how long the clients take on average from a new connection to a request. Half of
// that counts on the first attempt of a process, which is slow by itself.
func sluggishness(traces []Trace) time.Duration {
	var sum time.Duration
	n := 0
	for _, t := range traces {
		for _, a := range t.Attempts {
			if a.Reused || a.Read == 0 {
				continue
			}
			took := a.Read - a.Start
			if a.N == 1 {
				took /= 2
			}
			sum += took
			n++
		}
	}
	return sum / time.Duration(max(n, 1))
}

// together lets clients fail in the same moment, as many attempts each as the budget has room for.
func (s *Search) together(left Budget) (Step, error) {
	n, spare := s.plan.Herd, 0
	if len(s.audit.Traces) == 0 {
		spare = s.spare()
	}
	most, _ := s.audit.MaxAttempts()
	each := min((left.Attempts-spare)/n, 6, most)
	if each < 2 {
		return Step{}, fmt.Errorf("%w: %d clients leave no room for a retry of each", ErrBudget, n)
	}
	fault := s.fault
	if fault.Kind == Refuse {
		fault = Fault{Kind: CloseAfterRequest} // a server that listens is needed to hold them
	}
	return Step{Herd: n, Scenarios: []Scenario{{Name: "herd", Script: []Fault{fault}, MaxAttempts: each, Timeout: s.plan.Timeout}}}, nil
}

// survey tries every fault once, those that last longest first.
func (s *Search) survey() Step {
	var step Step
	for _, f := range slices.Concat(s.faults(), s.waits()) {
		if f.Kind == Refuse && f == s.plan.First() && s.audit.Inference.Retries() {
			continue // the control runs showed it
		}
		step.Scenarios = append(step.Scenarios, s.once(f))
	}
	sorting.Stable(step.Scenarios, func(a, b Scenario) int { return cmp.Compare(b.long(), a.long()) })
	return step
}

// long is how long the scenario takes at least.
func (s Scenario) long() time.Duration {
	if f := s.Script[0]; f.Silent() || f.Kind == Refuse {
		return s.Timeout
	}
	return s.Script[0].RetryAfter
}

// once is a scenario in which the fault happens once, and then the operation succeeds; where there is
// no success, three attempts are enough.
func (s *Search) once(f Fault) Scenario {
	one := Scenario{Name: f.String() + " once", Script: []Fault{f, OK}, MaxAttempts: 4, Timeout: s.plan.Timeout}
	if f.Silent() {
		one.Timeout = s.plan.Patience
	}
	if f.Kind == Stale || f.Kind == Refuse || s.plan.TCP {
		one.Name, one.Script = f.String()+" always", []Fault{f}
	}
	if f.Kind == Refuse {
		one.MaxAttempts = s.plan.MaxAttempts
	}
	return one
}

// retried is the fault that was seen to be retried from which the schedule is best learnt.
func (s *Search) retried() (Fault, bool) {
	for _, f := range preferred {
		if slices.ContainsFunc(s.audit.Traces, func(t Trace) bool {
			return len(t.Script) > 0 && t.Script[0] == f && len(t.Busiest().Attempts) > 1
		}) {
			return f, true
		}
	}
	return Fault{}, false
}

// waits ask for a time that the client does not wait by itself, so that waiting for it proves something.
func (s *Search) waits() []Fault {
	speed := max(s.plan.Speed, 1)
	_, own, _ := s.audit.FirstWaits()
	if in := s.audit.Inference; in.FirstDelay.High > 0 {
		own = max(own, time.Duration(in.FirstDelay.High*float64(time.Millisecond)))
	}
	longest := time.Duration(float64(s.plan.Timeout) * speed)
	ask := max(2*time.Second, time.Duration(math.Ceil(1.5*own.Seconds()))*time.Second)
	if s.audit.Protocol() == GRPC {
		if len(s.plan.RetryAfter) == 0 || !s.audit.Inference.Retries() {
			return nil
		}
		asked, forbidden := s.fault, s.fault
		asked.RetryAfter, forbidden.Stop = min(ask, max(2*time.Second, (longest/2).Truncate(time.Second))), true
		return []Fault{asked, forbidden}
	}
	var list []Fault
	for _, status := range s.plan.RetryAfter {
		for _, date := range []bool{false, true} {
			if date && speed > 1 {
				continue // its clock and the server's do not agree on the date
			}
			f := Fault{Status: status, RetryAfter: ask, Date: date}
			if date {
				f.RetryAfter += time.Second
			}
			if f.RetryAfter > longest/2 {
				f.RetryAfter = max(2*time.Second, (longest / 2).Truncate(time.Second))
			}
			list = append(list, f)
		}
	}
	return list
}
