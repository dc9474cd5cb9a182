// Package herd computes what many clients with one retry policy do to a server that was away: when
// they come back, how many are served, and how closely they arrive together.
package herd

import (
	"container/heap"
	"math/rand/v2"
	"slices"
	"time"

	"snag/analyze/retry/backoff"
)

// Config describes an outage and those who wait for its end.
type Config struct {
	Clients int
	Policy  backoff.Policy
	// MaxAttempts bounds the attempts of each client, the first included.
	MaxAttempts int
	// Outage is how long every attempt fails, from the first attempt on.
	Outage time.Duration
	// Capacity is how many attempts a second are served afterwards, 0 for any number. What exceeds
	// it, after a burst of Burst, fails.
	Capacity float64
	Burst    int
	// Spread is the time over which the clients make their first attempts; 0 means at once.
	Spread time.Duration
	// Seed feeds all that is random.
	Seed uint64
}

// Arrival is one attempt of one client.
type Arrival struct {
	At      time.Duration
	Client  int
	Attempt int // from 1
	Served  bool
}

// Result is what came of a simulation.
type Result struct {
	Config   Config
	Arrivals []Arrival // in the order of time
	// Served counts the clients that got through before they gave up, Attempts all attempts.
	Served, Attempts int
	// Recovered is when the last client was served, counted from the end of the outage; it is
	// meaningful only when all were.
	Recovered time.Duration
	// Peak is the largest number of attempts within one tenth of a second after the outage.
	Peak int
	// Waves tell for each retry how closely the clients arrived.
	Waves []Wave
}

// Amplification is the number of attempts per client.
func (r Result) Amplification() float64 {
	if r.Config.Clients == 0 {
		return 0
	}
	return float64(r.Attempts) / float64(r.Config.Clients)
}

// Simulate plays the outage. The same Config gives the same Result.
func Simulate(c Config) Result {
	r := Result{Config: c}
	rng := rand.New(rand.NewPCG(c.Seed, 0xbb67ae8584caa73b))
	samplers := make([]*backoff.Sampler, c.Clients)
	var queue arrivals
	for i := range samplers {
		samplers[i] = c.Policy.Sampler(rng)
		at := time.Duration(0)
		if c.Spread > 0 {
			at = time.Duration(rng.Int64N(int64(c.Spread)))
		}
		queue = append(queue, Arrival{At: at, Client: i, Attempt: 1})
	}
	heap.Init(&queue)
	burst := float64(max(c.Burst, 1))
	tokens, filled := burst, c.Outage
	failed := make([][]time.Duration, c.Clients) // arrivals of each client, while it was alone with its policy
	for len(queue) > 0 {
		a := heap.Pop(&queue).(Arrival)
		r.Attempts++
		failed[a.Client] = append(failed[a.Client], a.At)
		if a.At >= c.Outage {
			if c.Capacity > 0 {
				tokens = min(burst, tokens+c.Capacity*(a.At-filled).Seconds())
				filled = a.At
				if tokens >= 1 {
					tokens--
					a.Served = true
				}
			} else {
				a.Served = true
			}
		}
		r.Arrivals = append(r.Arrivals, a)
		switch {
		case a.Served:
			r.Served++
			r.Recovered = max(r.Recovered, a.At-c.Outage)
		case a.Attempt < c.MaxAttempts && c.Policy.Shape != backoff.NoRetry:
			a.At += samplers[a.Client].Next()
			a.Attempt++
			heap.Push(&queue, a)
		}
	}
	r.Peak = peak(r.Arrivals, c.Outage)
	r.Waves = waves(failed, c.Policy)
	return r
}

// peak is the largest number of arrivals within a tenth of a second from the given time on.
func peak(list []Arrival, from time.Duration) int {
	var times []time.Duration
	for _, a := range list {
		if a.At >= from {
			times = append(times, a.At)
		}
	}
	n, _ := densest(times, 100*time.Millisecond)
	return n
}

// densest returns the largest number of times within a window, and where that window starts. The
// times are in order.
func densest(times []time.Duration, window time.Duration) (most int, at time.Duration) {
	first := 0
	for i, t := range times {
		for t-times[first] > window {
			first++
		}
		if n := i - first + 1; n > most {
			most, at = n, times[first]
		}
	}
	return most, at
}

// Wave is one retry of many clients that failed together.
type Wave struct {
	Retry   int // from 1
	Clients int // that made this retry
	// Share is the largest share of these clients that arrives within a tenth of the delay.
	Share float64
	// Window is that tenth, Nominal the delay.
	Window, Nominal time.Duration
}

// minWindow is the window for policies without a delay to speak of: what one process needs for a
// request.
const minWindow = 5 * time.Millisecond

// waves tells for each retry how closely clients arrive that failed for the first time together.
// Times[i] are the arrivals of client i, the first attempt first; what a client waited follows from
// the policy, or from the longest wait when the policy is not determined. Waves with less than half
// of the clients are left out.
func waves(times [][]time.Duration, p backoff.Policy) []Wave {
	var list []Wave
	for retry := 1; ; retry++ {
		var at []time.Duration
		longest := time.Duration(0)
		for _, arrivals := range times {
			if len(arrivals) > retry {
				at = append(at, arrivals[retry]-arrivals[0])
				longest = max(longest, arrivals[retry]-arrivals[retry-1])
			}
		}
		if len(at) == 0 || 2*len(at) < len(times) {
			return list
		}
		slices.Sort(at)
		nominal := p.Nominal(retry - 1)
		if p.Shape == backoff.Undetermined || nominal == 0 {
			nominal = longest
		}
		w := Wave{Retry: retry, Clients: len(at), Nominal: nominal, Window: max(nominal/10, minWindow)}
		n, _ := densest(at, w.Window)
		w.Share = float64(n) / float64(len(at))
		list = append(list, w)
	}
}

// Histogram counts the arrivals in n steps of equal length, up to the last arrival.
func Histogram(list []Arrival, n int) (counts []float64, step time.Duration) {
	if len(list) == 0 || n < 1 {
		return nil, 0
	}
	last := list[len(list)-1].At
	step = max(last/time.Duration(n)+1, time.Millisecond)
	counts = make([]float64, int(last/step)+1)
	for _, a := range list {
		counts[int(a.At/step)]++
	}
	return counts, step
}

// arrivals is a heap in the order of time, equal times in the order of clients.
type arrivals []Arrival

func (a arrivals) Len() int { return len(a) }
func (a arrivals) Less(i, j int) bool {
	if a[i].At != a[j].At {
		return a[i].At < a[j].At
	}
	return a[i].Client < a[j].Client
}
func (a arrivals) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *arrivals) Push(x any)   { *a = append(*a, x.(Arrival)) }
func (a *arrivals) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}
