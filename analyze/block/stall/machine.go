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
}

// Excuse marks the stalls that are the machine's, going by the ticks, which are in order: the target was ready
// to run for at least half of the stall and had no processor, or snag had none to ask with, and the target
// did not compute meanwhile.
func Excuse(stalls []Stall, ticks []Tick) {
	for i := range stalls {
		stalls[i].Machine = stalls[i].excuse(ticks)
	}
}

// settling is how long after its end a stall may show in the figures of the kernel: it adds the wait for a
// processor when it is over, and a tick is late by as much as a stall that holds snag up.
const settling = 20 * time.Millisecond

func (s Stall) excuse(ticks []Tick) string {
	var cpu, waited, late time.Duration
	end := s.Start + s.Length
	for _, t := range ticks {
		if t.At <= s.Start || t.At-t.Late > end+settling {
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
		return fmt.Sprintf("the target waited %s for a processor", judge.Millis(waited))
	case late >= half:
		return fmt.Sprintf("snag waited %s for a processor", judge.Millis(late))
	}
	return ""
}
