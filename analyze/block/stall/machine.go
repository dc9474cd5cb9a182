package stall

import (
	"fmt"
	"time"

	"snag/analyze/judge"
)

// Tick is what a clock that ticks beside a stream saw: what the target did since the tick before.
type Tick struct {
	At time.Duration // from the start of the stream
	// Late is how much later it came than it was to come: snag itself had no processor.
	Late time.Duration
	// CPU is the processor time that the target used, Waited that its thread which waited longest was ready to
	// run and had no processor. Both are 0 where they are not known.
	CPU, Waited time.Duration
	// Held is for how long the thread that computed most computed, or was ready to. It is 0 where that is not known.
	Held time.Duration
	// Spells are what its threads did, none where that is not known.
	Spells []Spell
	// Stretches are those that ended, or were divided, since the tick before: of each thread in order, and none of
	// threads whose switches are not known.
	Stretches []Stretch
}

// Stretch is a time in which a thread had a processor, or had been taken off one and was to run on.
type Stretch struct {
	Thread int
	// From is when it got a processor after it had slept, or the end of the stretch that this one goes on from; Until
	// is when it slept. Short ones may be left out. Ran is for how long it had a processor meanwhile.
	From, Until, Ran time.Duration
}

// Spell is for how long a thread computed, and was ready to run and had no processor.
type Spell struct {
	Thread      int
	Ran, Waited time.Duration
}

// excuse marks the stalls that are the machine's, going by the ticks, which are in order: the target was ready
// to run for at least half of the stall and had no processor, or snag had none to ask with, and the target
// did not compute meanwhile. Where it did compute for at least the floor, the stall is the target's and as long as that,
// which it would last on an idle machine as well. Where the switches of the thread that answers are known, that goes for
// any time that it was taken off its processor.
func excuse(stalls []Stall, ticks []Tick, floor time.Duration) {
	var usual map[int]float64
	for i := range stalls {
		s := &stalls[i]
		if 2*s.Lost > s.Delayed {
			continue // who only waits for a processor answers at last
		}
		s.Machine = s.waiting(ticks)
		own := s.own
		if s.Machine == "" && (!s.worked || s.Length-own <= max(s.Length/20, time.Millisecond)) {
			continue
		}
		if own == 0 {
			if usual == nil {
				usual = shares(stalls, ticks)
			}
			own = s.computed(ticks, usual)
		}
		if own = min(own, s.Length); own >= floor {
			s.Machine, s.Seen, s.Length = "", s.Length, own
		} else if s.Machine == "" {
			s.Machine = waitedFor(s.Length - own)
		}
	}
}

// shares are which share of the time each thread runs beside the stalls, which are in order.
func shares(stalls []Stall, ticks []Tick) map[int]float64 {
	ran := map[int]time.Duration{}
	var all time.Duration
	next := 0
	for i := 1; i < len(ticks); i++ {
		start, end := ticks[i-1].At, ticks[i].At
		for next < len(stalls) && stalls[next].Start+max(stalls[next].Length, stalls[next].Seen)+settling < start {
			next++
		}
		if next < len(stalls) && stalls[next].Start <= end {
			continue
		}
		all += end - start
		for _, s := range ticks[i].Spells {
			ran[s.Thread] += s.Ran
		}
	}
	usual := map[int]float64{}
	for thread, time := range ran {
		usual[thread] = float64(time) / float64(max(all, 1))
	}
	return usual
}

// computed is for how long the thread that answers computed because of the stall: on a machine that is busy it is the
// one that waited longest for a processor, while others of the target may have computed for nobody. What it usually
// does just before and behind the stall is left out, and that it answers then those that waited.
func (s Stall) computed(ticks []Tick, usual map[int]float64) time.Duration {
	ran, waited := map[int]time.Duration{}, map[int]time.Duration{}
	var span, behind time.Duration
	end := s.Start + s.Length
	for i, t := range ticks {
		if !s.covers(t) || i == 0 {
			continue
		}
		inside := ticks[i-1].At < end
		if inside {
			span, behind = span+t.At-ticks[i-1].At, max(t.At-end, 0)
		}
		for _, one := range t.Spells {
			if inside {
				ran[one.Thread] += one.Ran
			}
			waited[one.Thread] += one.Waited // which the kernel tells late
		}
	}
	answers := 0
	for thread, time := range waited {
		if most := waited[answers]; time > most || time == most && ran[thread] > ran[answers] {
			answers = thread
		}
	}
	share := min(usual[answers], 1)
	beside := share * float64(max(span-s.Length, 0))
	together := min(share*float64(s.Length)/2, float64(behind)) // it takes about half of what it takes one by one
	return time.Duration(float64(ran[answers]) - beside - together)
}

// covers reports whether a tick tells of a time in the stall, or right behind it.
func (s Stall) covers(t Tick) bool { return t.At > s.Start && t.At-t.Late <= s.Start+s.Length+settling }

// settling is how long after its end a stall may show in the figures of the kernel: it adds the wait for a
// processor when it is over, and a tick is late by as much as a stall that holds snag up.
const settling = 20 * time.Millisecond

// waiting says in a clause why nobody was answered, "" where the target computed for half of the stall.
func (s Stall) waiting(ticks []Tick) string {
	var cpu, waited, late time.Duration
	end := s.Start + s.Length
	for _, t := range ticks {
		if !s.covers(t) {
			continue
		}
		cpu, waited = cpu+t.CPU, waited+t.Waited
		if from := t.At - t.Late; from < end {
			late += min(t.At, end) - max(from, s.Start)
		}
	}
	switch half := s.Length / 2; {
	case cpu >= half:
		return ""
	case waited >= half:
		return waitedFor(waited)
	case late >= half:
		return fmt.Sprintf("snag waited %s for a processor", judge.Millis(late))
	}
	return ""
}

func waitedFor(time time.Duration) string {
	return fmt.Sprintf("the target waited %s for a processor", judge.Millis(time))
}
