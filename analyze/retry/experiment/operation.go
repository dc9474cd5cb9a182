package experiment

import (
	"slices"
	"time"
)

// Operation is one thing that a client wanted done: its first attempt and the retries.
type Operation struct {
	Method, Target string
	Attempts       []Attempt
}

// Operations groups the attempts of a trace by what they ask for. A request to another target, with
// another method, with new credentials after 401, or after an answer that succeeded is not a retry;
// nor is a connection that begins with other bytes, as when a client falls back from TLS. Attempts of
// which nothing was read belong to the operation that is under way.
func (t Trace) Operations() []Operation {
	var list []Operation
	open := func(a Attempt) int {
		for i := len(list) - 1; i >= 0; i-- {
			op := &list[i]
			last := op.Attempts[len(op.Attempts)-1]
			if a.Phase == PhaseConnect || op.Attempts[0].Phase == PhaseConnect && op.Method == "" {
				return i
			}
			if op.Method != a.Method || op.Target != a.Target || !last.Fault.Fails() && last.Fault.Kind != Truncate {
				continue
			}
			if last.Fault.Status == 401 && last.Credentials != a.Credentials {
				continue
			}
			return i
		}
		return -1
	}
	for _, a := range t.Attempts {
		i := open(a)
		if i < 0 {
			list = append(list, Operation{Method: a.Method, Target: a.Target})
			i = len(list) - 1
		}
		op := &list[i]
		if op.Method == "" {
			op.Method, op.Target = a.Method, a.Target
		}
		op.Attempts = append(op.Attempts, a)
	}
	return list
}

// Busiest is the operation with the most attempts, the first of equals. It is the zero Operation when
// there were no attempts.
func (t Trace) Busiest() Operation {
	operations := t.Operations()
	if len(operations) == 0 {
		return Operation{}
	}
	return slices.MaxFunc(operations, func(a, b Operation) int { return len(a.Attempts) - len(b.Attempts) })
}

// Gaps are the times from the end of each attempt to the start of the next.
func (o Operation) Gaps() []time.Duration {
	var gaps []time.Duration
	for i := 1; i < len(o.Attempts); i++ {
		gaps = append(gaps, max(o.Attempts[i].Start-o.Attempts[i-1].End, 0))
	}
	return gaps
}

// Key reports the idempotency keys of the attempts that carry one: whether there is any, and whether
// all attempts of which the headers were read carry the same.
func (o Operation) Key() (present, constant bool) {
	constant = true
	key, seen := "", false
	for _, a := range o.Attempts {
		if a.Phase == PhaseConnect {
			continue
		}
		if seen && a.Key != key {
			constant = false
		}
		key, seen = a.Key, true
		present = present || a.Key != ""
	}
	return present, present && constant
}

// SameBody reports whether every attempt whose body was read has the body of the first.
func (o Operation) SameBody() bool {
	hash, seen := "", false
	for _, a := range o.Attempts {
		if a.Phase != PhaseRequest {
			continue
		}
		if seen && a.BodyHash != hash {
			return false
		}
		hash, seen = a.BodyHash, true
	}
	return true
}

// identical reports whether two runs made the same attempts at the same times, within what a busy
// machine explains: their client has no jitter.
func identical(a, b Trace) bool {
	x, y := a.Busiest().Gaps(), b.Busiest().Gaps()
	if len(x) != len(y) || (a.CutOff == "") != (b.CutOff == "") {
		return false
	}
	for k := range x {
		limit := max(10*time.Millisecond, max(x[k], y[k])/50)
		if k == 0 {
			limit += 10 * time.Millisecond // the warm-up of a process
		}
		if (x[k] - y[k]).Abs() > limit {
			return false
		}
	}
	return true
}
