// Package stall judges how long a server stalls and whom that delays.
package stall

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"snag/analyze/sorting"
	"snag/analyze/stats"
)

// Sample is one request of an open-loop stream. Its three clocks count from the start of the
// stream. The response time counts from Intended: counting from Sent would leave out the requests
// that a stalled client did not send, which is called coordinated omission.
type Sample struct {
	Intended time.Duration // when the schedule wanted it sent
	Sent     time.Duration // when it was written
	Done     time.Duration // when the answer had arrived; for a lost one, when it was given up
	Lost     bool          // no answer came
	// Lane is the connection that carried it, where several watch several processes.
	Lane int
}

// Response is the time that a client of the schedule waits.
func (s Sample) Response() time.Duration { return s.Done - s.Intended }

// Lag is how late snag itself was.
func (s Sample) Lag() time.Duration { return s.Sent - s.Intended }

// Percentiles summarise durations. The zero Percentiles summarise none.
type Percentiles struct {
	Count                   int
	P50, P90, P95, P99, Max time.Duration
}

// Responses summarises the response times. A lost request counts with the time it was waited for.
func Responses(samples []Sample) Percentiles { return percentiles(samples, Sample.Response) }

// Lags summarises how late the requests were sent.
func Lags(samples []Sample) Percentiles { return percentiles(samples, Sample.Lag) }

func percentiles(samples []Sample, of func(Sample) time.Duration) Percentiles {
	if len(samples) == 0 {
		return Percentiles{}
	}
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = float64(of(s))
	}
	slices.Sort(values)
	at := func(q float64) time.Duration { return time.Duration(stats.Quantile(values, q)) }
	return Percentiles{len(samples), at(0.5), at(0.9), at(0.95), at(0.99), at(1)}
}

// Stall is a time in which the server answered nobody although requests were waiting.
type Stall struct {
	Start, Length time.Duration // Start counts from the start of the stream
	// Delayed is the number of requests of the stream that were to be sent during the stall.
	Delayed int
	// Lost is the number of those that were never answered.
	Lost int
	// Open reports whether the stream ended before the stall did: Length is what was seen of it.
	Open bool
	// Machine says in a clause why the stall is the machine's and not the target's, "" when it is the target's.
	Machine string
	// Seen is for how long nobody was answered where that is longer than Length, as the machine had no processor for
	// the target the rest of the time; else 0.
	Seen time.Duration
	// least and most are the bounds between which the answers leave the length open: the stall began after an
	// answer, and before a request that had to wait. They are 0 where nothing is left open.
	least, most time.Duration
	// own is for how long the thread that answers at the end would have been at work on a processor of its own, 0 where
	// that is not known; worked reports whether that work began with the stall.
	own    time.Duration
	worked bool
}

// Stream is what a stream of requests showed.
type Stream struct {
	Samples  []Sample // in any order
	Interval time.Duration
	// Base is the response time of an idle server, which is not part of a stall.
	Base time.Duration
	// After is when the last request before these was answered, 0 when there was none.
	After time.Duration
}

// Stalls returns the stalls of at least the floor, in the order of their starts; one that several
// connections saw counts once. A gap between answers counts from the moment a request was waiting, so
// that a client that was late itself invents none.
func (s Stream) Stalls(floor time.Duration) []Stall {
	return s.list(func(length, _, _ time.Duration) bool { return length >= floor })
}

// candidates returns what Stalls does, and also what can have lasted as long as the floor: the answers leave the start of
// a stall open. Where they leave most of it open, a request of them must have waited.
func (s Stream) candidates(floor time.Duration) []Stall {
	return s.list(func(length, waited, most time.Duration) bool {
		return length >= floor || most >= floor && waited >= floor/leastWait
	})
}

// leastWait is the part of the floor that a request has waited at least that shows a stall of unknown length.
const leastWait = 4

// list returns the stalls whose likely length, the wait of the request that they end with and longest possible length
// are taken.
func (s Stream) list(taken func(length, waited, most time.Duration) bool) []Stall {
	lanes := s.lanes()
	if len(lanes) == 1 {
		return s.stalls(taken)
	}
	var all []Stall
	for _, lane := range lanes {
		all = append(all, lane.stalls(taken)...)
	}
	all = merged(all)
	sorting.Stable(all, func(a, b Stall) int { return cmp.Compare(a.Start, b.Start) })
	return all
}

// merged makes one of the stalls that several connections saw at the same time: those that overlap by
// more than half of the shorter one. The longest says when it was; requests add up.
func merged(stalls []Stall) []Stall {
	var out []Stall
	for _, s := range stalls {
		same := func(o Stall) bool {
			together := min(o.Start+o.Length, s.Start+s.Length) - max(o.Start, s.Start)
			return together > min(o.Length, s.Length)/2
		}
		i := slices.IndexFunc(out, same)
		if i < 0 {
			out = append(out, s)
			continue
		}
		longest := out[i]
		if s.Length > longest.Length {
			longest = s
		}
		longest.Lost = out[i].Lost + s.Lost
		longest.Delayed, longest.Open = out[i].Delayed+s.Delayed, out[i].Open || s.Open
		out[i] = longest
	}
	return out
}

// lanes splits the stream by connection.
func (s Stream) lanes() []Stream {
	by := map[int][]Sample{}
	for _, a := range s.Samples {
		by[a.Lane] = append(by[a.Lane], a)
	}
	if len(by) <= 1 {
		return []Stream{s}
	}
	var out []Stream
	for _, lane := range slices.Sorted(maps.Keys(by)) {
		out = append(out, Stream{by[lane], s.Interval * time.Duration(len(by)), s.Base, s.After})
	}
	return out
}

func (s Stream) stalls(taken func(length, waited, most time.Duration) bool) []Stall {
	var stalls []Stall
	before := s.After
	answered := s.byArrival()
	lost := s.lost()
	for _, a := range answered {
		// Who was turned away waits for the next answer that anybody gets.
		for len(lost) > 0 && lost[0].Sent < before {
			lost = lost[1:]
		}
		if len(lost) > 0 {
			a.Sent = min(a.Sent, lost[0].Sent)
		}
		waited := a.Done - max(a.Sent, before) - s.Base
		// A stall of which a request saw little was short, whatever the interval.
		length := min(s.gap(a, before), 2*max(waited, 0))
		if taken(length, waited, a.Done-before) {
			one := s.stall(a.Done-length, a.Done)
			if before > 0 {
				one.least, one.most = waited, a.Done-before
			}
			stalls = append(stalls, one)
		}
		before = max(before, a.Done)
	}
	for len(lost) > 0 && lost[0].Sent < before {
		lost = lost[1:]
	}
	var end time.Duration
	for _, a := range lost {
		end = max(end, a.Done)
	}
	if len(lost) > 0 && taken(end-lost[0].Sent, end-lost[0].Sent, end-lost[0].Sent) {
		open := s.stall(lost[0].Sent, end)
		open.Open = true
		stalls = append(stalls, open)
	}
	return stalls
}

// During returns the longest stall that a request, sent and done at the given times, can have
// caused. Since no request delays others before it is sent, its stall is known more exactly than by
// the interval of the stream alone.
func (s Stream) During(sent, done time.Duration) Stall {
	var worst Stall
	for _, lane := range s.lanes() {
		if stall := lane.during(sent, done); stall.Length > worst.Length {
			worst = stall
		}
	}
	return worst
}

// Sharpen gives the entry of a list that shows the same stall the start and the length of s, which
// During has measured more exactly. An entry that differs by more than the interval of the stream, and
// what a server takes to answer those that waited, shows more than s and stays as it is.
func (s Stall) Sharpen(list []Stall, interval time.Duration) {
	for i, l := range list {
		if l.Start < s.Start+s.Length && s.Start < l.Start+l.Length && (l.Length-s.Length).Abs() <= interval+aftermath(s.Length) {
			list[i].Start, list[i].Length = s.Start, s.Length
		}
	}
}

func (s Stream) during(sent, done time.Duration) Stall {
	var worst Stall
	var before time.Duration
	for _, a := range s.byArrival() {
		if a.Done >= sent && before <= done {
			end := a.Done
			if a.Sent < done && end > done && end-done < aftermath(done-sent) {
				end = done
			}
			length := s.gap(a, before) - (a.Done - end)
			most := end - max(before, sent)
			if before < sent {
				most -= s.Base // the suspect had to be read and answered as well
			}
			if length = min(length, most); a.Done >= done-sameEnd && a.Sent < done-sameEnd {
				// It was answered only when the suspect was, so it waited for it all the time, also
				// when snag was late to send it.
				length = most
			}
			if length > worst.Length {
				worst = s.stall(end-length, end)
			}
		}
		before = max(before, a.Done)
	}
	return worst
}

// sameEnd is how far apart two answers may arrive that a server wrote one after the other.
const sameEnd = 500 * time.Microsecond

// aftermath is how long a server may take to answer those that have waited for a suspect, once that
// has ended. Node for one reads all requests of a connection before it writes the first answer, and a
// process that has computed for long soon loses its processor for a slice of some milliseconds. A
// silence that lasts longer, such as a collection of garbage, is part of the stall.
func aftermath(own time.Duration) time.Duration { return min(5*time.Millisecond, own/4) + own/50 }

// gap estimates the stall that ended with the answer a, when the last answer before it arrived at
// before. The stall began after that answer, and at most one interval before the first request that
// had to wait was sent: the middle of that range has the smallest error.
func (s Stream) gap(a Sample, before time.Duration) time.Duration {
	waited := a.Done - max(a.Sent, before) - s.Base
	// A request sent off the schedule, right behind the suspect, leaves less room.
	room := min(s.Interval, max(a.Sent-before, 0)) / 2
	if before == 0 {
		room = 0
	}
	return min(waited+room, a.Done-before)
}

func (s Stream) stall(start, end time.Duration) Stall {
	out := Stall{Start: start, Length: end - start}
	for _, a := range s.Samples {
		if a.Intended >= start && a.Intended <= end {
			out.Delayed++
			if a.Lost {
				out.Lost++
			}
		}
	}
	return out
}

// lost returns the requests that were never answered, in the order in which they were sent.
func (s Stream) lost() []Sample {
	var lost []Sample
	for _, a := range s.Samples {
		if a.Lost {
			lost = append(lost, a)
		}
	}
	sorting.Stable(lost, func(a, b Sample) int { return cmp.Compare(a.Sent, b.Sent) })
	return lost
}

func (s Stream) byArrival() []Sample {
	var answered []Sample
	for _, a := range s.Samples {
		if !a.Lost {
			answered = append(answered, a)
		}
	}
	sorting.Stable(answered, func(a, b Sample) int {
		return cmp.Or(cmp.Compare(a.Done, b.Done), cmp.Compare(a.Sent, b.Sent))
	})
	return answered
}
