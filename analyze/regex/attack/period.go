package attack

import (
	"slices"

	"snag/analyze/sorting"
)

// maxPump is the longest pump that Periods looks for.
const maxPump = 48

// Periods returns attacks whose inputs are like text: its longest stretches that repeat something are
// pumped, of each length of pump that makes a longer one than the shorter pumps do. The first has the
// shortest pump. suffix is put behind each.
func Periods(text []rune, suffix string, spell func([]rune) string) []Attack {
	var attacks []Attack
	longest := 0
	for length := 1; length <= min(maxPump, len(text)/2); length++ {
		best, from := 0, 0
		for i := 0; i+length < len(text) && len(text)-i > max(best, longest+longest/8); { // it may be longer still
			if text[i+length] != text[i] {
				i++
				continue
			}
			j := i + length + 1
			for j < len(text) && text[j] == text[j-length] {
				j++
			}
			if j-i > best {
				best, from = j-i, i
			}
			i = max(j-length+1, i+1)
		}
		if best < 2*length || best <= longest+longest/8 {
			continue
		}
		longest = best
		to := from + best - best%length
		pump := text[from : from+length]
		before := text[:from]
		attacks = append(attacks, Attack{
			Pumps:  []Pump{{Prefix: spell(before), Pump: spell(pump)}},
			Suffix: spell(text[to:]) + suffix,
		})
	}
	return slices.Clip(attacks)
}

// Phases returns an attack whose inputs are like text where that repeats one thing and then another, up to three:
// each is pumped, so often that they share the input as they do in text. ok is false where that is not so. suffix is
// put behind it.
func Phases(text []rune, suffix string, spell func([]rune) string) (a Attack, ok bool) {
	parts := stretches(text, 0, len(text), nil)
	if len(parts) < 2 {
		return a, false
	}
	sorting.Stable(parts, func(a, b stretch) int { return b.length() - a.length() })
	parts = parts[:min(len(parts), 3)]
	if parts[0].length() > 12*parts[len(parts)-1].length() {
		parts = parts[:len(parts)-1]
	}
	if len(parts) < 2 {
		return a, false
	}
	sorting.Stable(parts, func(a, b stretch) int { return a.from - b.from })
	rounds := 0 // repetitions of all pumps in text
	for _, p := range parts {
		if n := p.length() / p.period; rounds == 0 || n < rounds {
			rounds = n
		}
	}
	last := 0
	for _, p := range parts {
		times := (p.length()/p.period + rounds/2) / rounds
		pump := text[p.from : p.from+p.period]
		if times*p.period > 2*maxPump {
			return a, false
		}
		a.Pumps = append(a.Pumps, Pump{Prefix: spell(text[last:p.from]), Pump: spell(slices.Repeat(pump, times))})
		last = p.to - p.length()%p.period
	}
	a.Suffix = spell(text[last:]) + suffix
	return a, true
}

// stretch is a part of a text that repeats its first characters.
type stretch struct{ from, to, period int }

func (s stretch) length() int { return s.to - s.from }

// stretches returns the longest stretch of a part of text, and those before and behind it, if they are not short.
func stretches(text []rune, from, to int, found []stretch) []stretch {
	const least = 12
	var best stretch
	for period := 1; period <= min(maxPump, (to-from)/2); period++ {
		for i := from; i+period < to && to-i > best.length()+best.length()/8; { // it may be longer still
			if text[i+period] != text[i] {
				i++
				continue
			}
			j := i + period + 1
			for j < to && text[j] == text[j-period] {
				j++
			}
			if s := (stretch{i, j, period}); s.length() >= max(least, 3*period) && s.length() > best.length()+best.length()/8 {
				best = s
			}
			i = max(j-period+1, i+1)
		}
	}
	if best.period == 0 || len(found) > 6 {
		return found
	}
	found = append(found, best)
	found = stretches(text, from, best.from, found)
	return stretches(text, best.to, to, found)
}
