package attack

import "slices"

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
		for i := 0; i+length < len(text); {
			j := i + length
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
