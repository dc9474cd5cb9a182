// Package memory judges whether a service keeps what requests leave behind: for each distinct key, for each
// request, up to a bound, or for a time.
package memory

import (
	"fmt"
	"time"

	"snag/analyze/judge"
)

// Reading is what a service holds at a moment, after as much garbage was collected as can be asked for.
type Reading struct {
	Requests int   `json:"requests"` // since the beginning
	Keys     int   `json:"keys"`     // distinct ones since the beginning
	Bytes    int64 `json:"bytes"`    // by the measure of the series
	// Private is what the processes hold alone, and PSS with their part of what they share, by the kernel.
	Private     int64         `json:"private_bytes"`
	PSS         int64         `json:"pss_bytes"`
	Descriptors int           `json:"descriptors"`
	Sockets     int           `json:"sockets"`
	Threads     int           `json:"threads"`
	At          time.Duration `json:"at_ns"` // since the beginning
}

// Measure is whose figures a series has.
type Measure string

// The measures.
const (
	Heap    Measure = "heap"    // of the runtime, after a collection
	Private Measure = "private" // of the kernel; a runtime gives back little of what it has freed
)

// least is the noise that a reading has at any rate: a runtime's heap holds what its own work needs, and the
// kernel gives memory in pages and allocators in arenas.
func (m Measure) least() float64 {
	if m == Heap {
		return 96 << 10
	}
	return 512 << 10
}

// Series is everything that was read.
type Series struct {
	Measure Measure `json:"measure"`
	// Lazy reports whether what is let go of may lie until the runtime collects garbage by itself, which nobody can ask for.
	Lazy bool `json:"lazy"`
	// Control are the readings after rounds of requests with one key, the first before any of them.
	Control []Reading `json:"control"`
	// Keys are those after rounds of requests with new keys.
	Keys []Reading `json:"keys"`
	// After are those after more rounds with the one key, when the service is warm.
	After []Reading `json:"after"`
	// Rest are those while nothing but single requests with the one key are sent.
	Rest []Reading `json:"rest"`
	// Again are the last of those, and those after rounds of new keys that follow it, where the measure is the kernel's: it
	// shows whether they take what earlier ones have left.
	Again []Reading `json:"again,omitempty"`
}

// Kind is what becomes of what requests leave behind.
type Kind string

// The kinds.
const (
	Undetermined Kind = "undetermined" // the noise is larger than what would matter
	Flat         Kind = "flat"
	Bounded      Kind = "bounded"    // it grows up to a number of keys
	ByKey        Kind = "by-key"     // it grows with each distinct key, and no end was seen
	ByRequest    Kind = "by-request" // it grows with each request, whatever its key
	ByEither     Kind = "by-either"  // it grows with new keys, and no end was seen: by each key or by each request
	Returns      Kind = "returns"    // it grows, and comes back after a time
)

// Verdict is the judgement of a series.
type Verdict struct {
	Kind Kind
	// PerKey and PerRequest are bytes, for ByKey and Bounded, and for ByRequest. ByKey and ByRequest may have both,
	// the kind is that of the larger then. For ByEither they are the growth for each request with a new key, and for each
	// with the one key.
	PerKey, PerRequest float64
	// Level is the size in bytes by which it grew, and LevelKeys the number of keys at which it stopped, for
	// Bounded.
	Level     float64
	LevelKeys int
	After     time.Duration // for Returns: at most so long after the last key
	Noise     float64       // bytes that a reading is off by accident
	// Resolution is the growth in bytes for each key above which nothing would have been missed.
	Resolution float64
	Rise       float64 // bytes from the first key to the last
	Reason     string  // why it is Undetermined, or doubt about ByEither or Bounded
	Leaks      []Leak
}

// Leak is something else that is not given back.
type Leak struct {
	What       string  `json:"what"` // descriptors, sockets or threads
	PerRequest float64 `json:"per_request"`
	Last       int     `json:"last"`
}

// String describes the verdict in a clause.
func (v Verdict) String() string {
	switch v.Kind {
	case Flat:
		return fmt.Sprintf("flat: less than %.0f bytes are kept for a key", max(v.Resolution, 1))
	case Bounded:
		text := fmt.Sprintf("bounded: it levels off at about %s keys, %s", judge.Thousands(int64(v.LevelKeys)), judge.Size(v.Level))
		if v.Reason != "" {
			text += ", " + v.Reason
		}
		return text
	case ByKey:
		text := fmt.Sprintf("grows by %s bytes for each distinct key", judge.Thousands(int64(v.PerKey+0.5)))
		if v.PerRequest > 0 {
			text += fmt.Sprintf(" and %s for each request", judge.Thousands(int64(v.PerRequest+0.5)))
		}
		return text + ", and no end was seen"
	case ByEither:
		return fmt.Sprintf("grows by %s bytes for each request with a new key, and no end was seen; by %s for each with one key. Whether each key or each request keeps it is open: %s",
			judge.Thousands(int64(v.PerKey+0.5)), judge.Thousands(int64(v.PerRequest+0.5)), v.Reason)
	case ByRequest:
		text := fmt.Sprintf("grows by %s bytes for each request, whatever its key", judge.Thousands(int64(v.PerRequest+0.5)))
		if v.PerKey > 0 {
			text += fmt.Sprintf(", and by %s for each distinct key beside", judge.Thousands(int64(v.PerKey+0.5)))
		}
		return text
	case Returns:
		return fmt.Sprintf("grows by %s, and returns within %s", judge.Size(v.Rise), v.After.Round(time.Second))
	}
	return "undetermined: " + v.Reason
}

// Until returns how many more keys, or requests for ByRequest, or requests with new keys for ByEither, it takes until the
// limit in bytes, when so many are held; 0 when it does not grow or there is no limit.
func (v Verdict) Until(limit, held int64) int64 {
	rate := v.PerKey + v.PerRequest // a new key comes with a request
	switch v.Kind {
	case ByKey:
	case ByRequest:
		rate = v.PerRequest
	case ByEither:
		rate = v.PerKey
	default:
		return 0
	}
	if limit <= held || rate <= 0 {
		return 0
	}
	return int64(float64(limit-held) / rate)
}
