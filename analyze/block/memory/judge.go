package memory

import (
	"fmt"
	"math"
	"slices"
	"time"

	"snag/analyze/judge"
	"snag/analyze/stats"
)

// enough is the growth for each key, in bytes, that is worth to be told from none.
const enough = 100

// Judge decides what becomes of what requests leave behind, when everything was read. It takes back what Guess says of
// growth where that is not proved.
func Judge(s Series) Verdict {
	v := Guess(s)
	switch grows := v.Kind == ByKey || v.Kind == ByEither; {
	case s.explained(v):
		v.Kind, v.PerKey, v.PerRequest, v.Level, v.LevelKeys = Undetermined, 0, 0, 0, 0
		v.Reason = fmt.Sprintf("the %s that are not given back hold memory as well, and what else is kept is not told from it", v.Leaks[0].What)
	case grows && s.Lazy && s.offered(v.PerKey) < Proof(v):
		v.Kind, v.PerKey, v.PerRequest = Undetermined, 0, 0
		v.Reason = fmt.Sprintf("it grew by %s and did not come back, but may be garbage that was not collected: with more keys it shows whether the next ones take its place", judge.Size(v.Rise))
	}
	return v
}

// The most bytes that a service holds for each of what it does not give back.
const (
	perDescriptor = 16 << 10
	perThread     = 256 << 10 // of its stack, and of the arena that it allocates from
)

// explained reports whether what seems to be kept for keys is no more than descriptors, sockets and threads take that the
// service does not give back. What is kept for each request may be just these.
func (s Series) explained(v Verdict) bool {
	due := 0.0
	for _, l := range v.Leaks {
		if l.What == "threads" {
			due += perThread * l.PerRequest
		} else {
			due += perDescriptor * l.PerRequest
		}
	}
	switch v.Kind {
	case ByKey, ByEither:
		return v.PerKey+v.PerRequest < due
	case Bounded:
		return v.PerKey < due
	}
	return false
}

// Proof is how many bytes of new keys, sent once more, show that those before are still held where garbage lies until the
// runtime collects it by itself: as much as they took, so that what is held would double, and no less than runtimes let
// lie in any case.
func Proof(v Verdict) float64 {
	const least = 24 << 20 // Ruby lets 16 MB of what grew old lie, and up to a fifth more each time
	return max(v.Rise, least)
}

// offered is how many bytes of new keys were sent once more, at a rate for each.
func (s Series) offered(perKey float64) float64 {
	if len(s.Again) < 2 {
		return 0
	}
	return perKey * float64(s.Again[len(s.Again)-1].Keys-s.Again[0].Keys)
}

// Guess says what becomes of what requests leave behind by what was read so far.
func Guess(s Series) Verdict {
	v := Verdict{Kind: Undetermined, Leaks: s.resources()}
	if len(s.Control) < 3 || len(s.Keys) < 3 {
		v.Reason = "too little was measured"
		return v
	}
	requests := func(r Reading) float64 { return float64(r.Requests) }
	keys := func(r Reading) float64 { return float64(r.Keys) }
	perRequest := lasting(s.Control, requests)
	v.Noise = max(noise(s.Control, perRequest), s.Measure.least(), drop(s.Control), drop(s.Keys)/2)
	first, last := s.Control[len(s.Control)-1], s.Keys[len(s.Keys)-1]
	all := append([]Reading{first}, s.Keys...)
	span := last.Keys - first.Keys
	v.Rise = float64(last.Bytes - first.Bytes)
	v.Resolution = 3 * v.Noise / float64(max(span, 1))
	perKey := slope(all, keys)
	after, known := s.after(perKey, v.Noise)
	if known && s.Lazy && s.denied(after, perRequest, v.Noise) {
		after, known = 0, false
	}
	switch grown := highest(all) - float64(first.Bytes); {
	case grown < 4*v.Noise && v.Resolution > enough:
		v.Reason = fmt.Sprintf("the readings vary by %s, and %.0f bytes kept for each of %s keys would not be seen", judge.Size(v.Noise), v.Resolution, judge.Thousands(int64(span)))
		return v
	case grown < 4*v.Noise:
		v.Kind, v.Resolution = Flat, max(v.Resolution, (grown+v.Noise)/float64(max(span, 1)))
		return v
	case known && 2*after >= perKey:
		v.Kind, v.PerRequest = ByRequest, after
		if v.PerKey = perKey - after; 3*v.PerKey < perKey || v.PerKey < 2*enough { // a table that doubles explains less
			v.PerKey, v.PerRequest = 0, (after*float64(len(s.After))+perKey*float64(len(all)))/float64(len(s.After)+len(all))
		}
		return v
	case !known && s.leaks(perRequest, perKey, v.Noise) && !ended(all, perRequest, v.Noise):
		v.Kind = ByRequest
		v.PerRequest = (perRequest*float64(len(s.Control)) + perKey*float64(len(all))) / float64(len(s.Control)+len(all))
		return v
	}
	if perKey < enough/2 && fastest(all, v.Noise) < enough {
		v.Kind, v.Resolution = Flat, max(v.Resolution, enough/2)
		return v
	}
	if at, ok := s.returned(float64(first.Bytes), v.Noise); ok {
		v.Kind, v.After, v.Rise = Returns, at, highest(all)-float64(first.Bytes)
		return v
	}
	if s.reused(perKey, v.Noise) {
		v.Kind, v.After, v.Rise = Returns, s.Again[0].At-last.At, highest(all)-float64(first.Bytes)
		return v
	}
	if n, level, ok := levels(all, v.Noise); ok {
		if more, grows := s.goesOn(all, n, v.Noise); grows {
			if more.Kind == Undetermined {
				more.Reason = fmt.Sprintf("it grew by %s until about %s keys, and may grow more slowly since: with more keys it shows whether it does", judge.Size(level), judge.Thousands(int64(n)))
			}
			more.Rise, more.Leaks = v.Rise, v.Leaks
			return more
		}
		v.Kind, v.LevelKeys, v.Level = Bounded, n, level
		v.PerKey = level / float64(max(n, 1))
		if s.Measure == Private {
			v.Reason = "or what is kept goes after a time: the kernel's figures do not tell these apart"
		}
		return v
	}
	if !steady(all) {
		v.Reason = "it rises and falls"
		return v
	}
	if n, ok := stopped(all, perKey, v.Noise); ok {
		v.Reason = fmt.Sprintf("it grew until about %s keys and no further: with more keys it shows whether that was the end", judge.Thousands(int64(n)))
		return v
	}
	if slowed(all, v.Noise) {
		v.Reason = fmt.Sprintf("it grew more slowly at the end: with more than %s keys it shows whether it has one", judge.Thousands(int64(span)))
		return v
	}
	if left := s.left(float64(first.Bytes)); v.Rise-left > max(4*v.Noise, v.Rise/8) {
		perKey, v.Rise = perKey*left/v.Rise, left // the rest went after a time
	}
	v.Kind, v.PerKey = ByKey, perKey
	either := Verdict{Kind: ByEither, PerKey: perKey, PerRequest: max(perRequest, 0), Noise: v.Noise, Resolution: v.Resolution, Rise: v.Rise, Leaks: v.Leaks}
	switch { // what each request leaves behind beside
	case known && after > max(perKey/8, enough/2) && perKey-after > enough:
		v.PerKey, v.PerRequest = perKey-after, after
	case !known && s.controlRise(perRequest) > 3*v.Noise:
		v.PerKey -= perRequest
	}
	switch {
	case perKey < enough/2:
		v.Kind, v.PerKey, v.PerRequest, v.Resolution = Flat, 0, 0, max(v.Resolution, enough/2)
	case v.PerKey < enough/2: // it grows, and a new key costs no more than the old one
		v.Kind, v.PerKey, v.PerRequest = ByRequest, 0, perKey
	case known:
	case float64(first.Bytes-s.Control[0].Bytes) > max(v.Noise, perKey/2*float64(first.Requests-s.Control[0].Requests)):
		either.Reason = "it grew with one key as well, as unevenly as a runtime that warms up"
		return either
	case perKey*float64(first.Requests-s.Control[0].Requests) < 2*v.Noise:
		either.Reason = "as much of it with one key would not be seen"
		return either
	}
	return v
}

// ended reports whether the last readings are far below where a leak at a rate for each request would have led.
func ended(all []Reading, perRequest, noise float64) bool {
	last := all[len(all)-1]
	at := len(all) - 1
	for at > 0 && 2*(last.Requests-all[at].Requests) < last.Requests-all[0].Requests {
		at--
	}
	due := perRequest * float64(last.Requests-all[at].Requests)
	return due > 2*noise && float64(last.Bytes-all[at].Bytes) < 0.4*due
}

// after is what is kept for each request with the one key after the new keys, and whether so many were sent that
// what is kept for a key would show.
func (s Series) after(perKey, noise float64) (perRequest float64, known bool) {
	if len(s.After) < 3 {
		return 0, false
	}
	sent := s.After[len(s.After)-1].Requests - s.After[0].Requests
	if perKey*float64(sent) < 4*max(noise, drop(s.After)) {
		return 0, false
	}
	if perRequest = lasting(s.After, func(r Reading) float64 { return float64(r.Requests) }); perRequest*float64(sent) < 2*noise {
		perRequest = 0
	}
	return perRequest, true
}

// denied reports whether hardly anything of what seems to be kept for each request after the new keys was kept before them:
// it is the garbage that they left then, and that the next requests push ahead.
func (s Series) denied(after, perRequest, noise float64) bool {
	due := s.controlRise(after)
	return due > 8*noise && s.controlRise(perRequest) < 0.2*due
}

// leaks reports whether as much is kept for each request with the one key as for each with a new one.
func (s Series) leaks(perRequest, perKey, noise float64) bool {
	rise, alike := s.controlRise(perRequest), func(times float64) bool { return perRequest > perKey/times && perRequest < times*perKey }
	return (rise > 1.5*noise && alike(2) || rise > noise && alike(1.2)) && steady(s.Control)
}

// controlRise is by how much the memory grew in the rounds with one key, at a rate for each request.
func (s Series) controlRise(perRequest float64) float64 {
	return perRequest * float64(s.Control[len(s.Control)-1].Requests-s.Control[0].Requests)
}

// returned reports whether what was kept is gone at the end, and how long after the last key.
func (s Series) returned(base, noise float64) (time.Duration, bool) {
	last := s.Keys[len(s.Keys)-1]
	kept := highest(s.Keys) - base
	// What is left may be tables that do not become smaller, but not as much for each key as matters.
	left := max(min(kept*0.3, 2*enough*float64(last.Keys-s.Control[len(s.Control)-1].Keys)), 2*noise)
	for _, r := range append(s.After[:len(s.After):len(s.After)], s.Rest...) {
		if float64(r.Bytes)-base < left {
			return r.At - last.At, true
		}
	}
	return 0, false
}

// left is the least that was held above a base while nothing but single requests came, and what the new keys took where that
// was not watched.
func (s Series) left(base float64) float64 {
	least := s.Keys[len(s.Keys)-1].Bytes
	for _, r := range s.Rest {
		least = min(least, r.Bytes)
	}
	return float64(least) - base
}

// reused reports whether new keys, some time after the others, took hardly more memory than was held already: what was kept
// for those was let go of, and not given back to the kernel. They must be so many that a heap with room in it, as one
// whose garbage was collected meanwhile, could not take them.
func (s Series) reused(perKey, noise float64) bool {
	if len(s.Again) < 2 {
		return false
	}
	last := s.Again[len(s.Again)-1]
	for _, from := range s.Again { // garbage may have been collected in any of the rounds
		if due := perKey * float64(last.Keys-from.Keys); due >= 4*max(noise, s.room(perKey)) && float64(last.Bytes-from.Bytes) < 0.3*due {
			return true
		}
	}
	return false
}

// room is the most that a heap may have had free while keys were kept at a rate for each: by how far the readings lie
// apart beside it.
func (s Series) room(perKey float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range append([]Reading{s.Control[len(s.Control)-1]}, s.Keys...) {
		rest := float64(r.Bytes) - perKey*float64(r.Keys)
		least, most = min(least, rest), max(most, rest)
	}
	return most - least
}

// MoreKeys is how many new keys are to be sent once more, so that it shows whether those before are still held; 0 when as
// many were sent.
func (s Series) MoreKeys(v Verdict) int {
	need := 8 * max(v.Noise, s.room(v.PerKey))
	if s.Lazy {
		need = max(need, 1.1*Proof(v))
	}
	return max(int((need-s.offered(v.PerKey))/v.PerKey), 0)
}

// fastest is the most that a key left in a round whose readings rise out of the noise.
func fastest(readings []Reading, noise float64) (perKey float64) {
	for i := 1; i < len(readings); i++ {
		rise, wide := float64(readings[i].Bytes-readings[i-1].Bytes), float64(readings[i].Keys-readings[i-1].Keys)
		if wide > 0 && rise > 2*noise {
			perKey = max(perKey, rise/wide)
		}
	}
	return perKey
}

// levels reports whether the last third of the readings, by keys, grows much less than it grew before, and
// with how many keys and bytes that began.
func levels(all []Reading, noise float64) (keys int, level float64, ok bool) {
	first, last := all[0], all[len(all)-1]
	at := len(all) - 1
	for at > 0 && last.Keys-all[at-1].Keys <= (last.Keys-first.Keys)*6/10 {
		at--
	}
	at = min(at, len(all)-2)
	late := all[at]
	level = float64(last.Bytes+late.Bytes)/2 - float64(first.Bytes)
	fastest := fastest(all, noise)
	grew := float64(last.Bytes - late.Bytes)
	// A table that doubles makes one step far faster than what is kept for a key: the pace before counts as well.
	early := float64(late.Bytes-first.Bytes) / float64(max(late.Keys-first.Keys, 1))
	if fastest == 0 || grew > max(2*noise, min(0.15*fastest, 0.4*early)*float64(last.Keys-late.Keys)) {
		return 0, 0, false
	}
	return knee(all), level, true
}

// goesOn judges what is kept behind a number of keys at which the growth became slower, as where a small cache was filled
// or a library was loaded, and reports whether that is growth as well, or may be: as much as matters would not show.
func (s Series) goesOn(all []Reading, keys int, noise float64) (v Verdict, grows bool) {
	at := slices.IndexFunc(all, func(r Reading) bool { return r.Keys-all[0].Keys >= keys })
	if at < 0 || at == len(all)-1 {
		return v, false
	}
	rest := all[at:]
	wide := float64(rest[len(rest)-1].Keys - rest[0].Keys)
	perKey := slope(rest, func(r Reading) float64 { return float64(r.Keys) })
	switch {
	case perKey*wide < noise || perKey < enough:
		return Verdict{Kind: Undetermined, Noise: noise}, noise/wide > 2*enough
	case len(rest) < 4:
		return Verdict{Kind: Undetermined, Noise: noise}, true
	}
	without := s
	shift := func(readings []Reading) (shifted []Reading) {
		for _, r := range readings {
			r.Bytes -= rest[0].Bytes - all[0].Bytes
			r.Keys -= rest[0].Keys - all[0].Keys
			r.Requests -= rest[0].Requests - all[0].Requests
			shifted = append(shifted, r)
		}
		return shifted
	}
	without.Keys, without.After, without.Rest, without.Again = shift(rest[1:]), shift(s.After), shift(s.Rest), shift(s.Again)
	switch v = Guess(without); v.Kind {
	case ByKey, ByRequest, ByEither:
	case Flat, Returns:
		return v, false
	default:
		v = Verdict{Kind: Undetermined, Noise: v.Noise, Resolution: v.Resolution}
	}
	return v, true
}

// stopped reports whether the last reading is hardly higher than the one before, and after how many keys.
func stopped(all []Reading, perKey, noise float64) (keys int, ok bool) {
	last, before := all[len(all)-1], all[len(all)-2]
	due := perKey * float64(last.Keys-before.Keys)
	return before.Keys - all[0].Keys, due > 4*noise && float64(last.Bytes-before.Bytes) < 0.15*due
}

// slowed reports whether each key of the last round left less than half of what it left in most rounds before. A table
// that doubles does so in few rounds, so that it does not look like that.
func slowed(all []Reading, noise float64) bool {
	pace := func(i int) float64 {
		return float64(all[i].Bytes-all[i-1].Bytes) / float64(max(all[i].Keys-all[i-1].Keys, 1))
	}
	var before []float64
	last := len(all) - 1
	for i := 1; i < last; i++ {
		before = append(before, pace(i))
	}
	usual := stats.Median(before)
	return usual*float64(all[last].Keys-all[last-1].Keys) > 4*noise && pace(last) < usual/2
}

// resources are descriptors, sockets and threads of which more are held after nearly every round of a phase.
func (s Series) resources() (leaks []Leak) {
	for _, kind := range []struct {
		what string
		of   func(Reading) int
	}{
		{"descriptors", func(r Reading) int { return r.Descriptors }}, {"sockets", func(r Reading) int { return r.Sockets }}, {"threads", func(r Reading) int { return r.Threads }},
	} {
		for _, readings := range [][]Reading{s.Keys, s.Control} {
			if len(readings) < 4 {
				continue
			}
			first, last, rises := readings[0], readings[len(readings)-1], 0
			for i := 1; i < len(readings); i++ {
				if kind.of(readings[i]) > kind.of(readings[i-1]) {
					rises++
				}
			}
			grew, sent := kind.of(last)-kind.of(first), last.Requests-first.Requests
			if grew >= 16 && rises*4 >= (len(readings)-1)*3 && sent > 0 {
				leaks = append(leaks, Leak{kind.what, float64(grew) / float64(sent), kind.of(last)})
				break
			}
		}
	}
	return leaks
}

// Judge returns what is wrong with what a service keeps, given the limit of its memory in bytes, 0 for none,
// and what it holds.
func (v Verdict) Judge(limit, held int64) (all []judge.Finding) {
	ends := ""
	if n := v.Until(limit, held); n > 0 {
		what := "distinct keys"
		switch v.Kind {
		case ByRequest:
			what = "requests"
		case ByEither:
			what = "requests with new keys"
		}
		ends = fmt.Sprintf(" %s more %s fill the limit of %s.", judge.Thousands(n), what, judge.Size(float64(limit)))
	}
	switch v.Kind {
	case ByKey, ByRequest, ByEither:
		all = append(all, judge.Finding{Rule: RuleMemoryGrows, Level: judge.Error, Message: fmt.Sprintf("the memory %s.%s", v, ends)})
	case Bounded:
		if limit > 0 && float64(held)+v.Level > float64(limit) {
			all = append(all, judge.Finding{Rule: RuleMemoryGrows, Level: judge.Warning, Message: fmt.Sprintf("the memory is %s, more than the limit of %s leaves.", v, judge.Size(float64(limit)))})
		}
	}
	for _, l := range v.Leaks {
		all = append(all, judge.Finding{Rule: RuleLeak, Level: judge.Error,
			Message: fmt.Sprintf("%s are not given back: %.3g more for each request, %s at the end.", l.What, l.PerRequest, judge.Thousands(int64(l.Last)))})
	}
	return all
}
