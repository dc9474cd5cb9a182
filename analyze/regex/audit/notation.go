package audit

import (
	"fmt"
	"strconv"
	"strings"

	"snag/analyze/regex/redos"
)

// Notation is how the work of a vulnerable pattern grows in O notation: "O(n²)", or "O(1.6ⁿ)" where n are
// the repetitions of the attack's pump.
func (r *Result) Notation() string {
	v := r.Verdict
	text := "O(n" + superscript(v.Degree) + ")"
	if v.Class == redos.Exponential {
		text = "O(2ⁿ)"
		switch base := r.Base(); {
		case v.Bounded: // near the end of its counters no base is steady
		case base >= 10:
			text = fmt.Sprintf("O(%.0fⁿ)", base)
		case base > 1:
			text = fmt.Sprintf("O(%.2gⁿ)", base)
		}
	}
	if v.UpTo > v.Degree {
		text += " to O(n" + superscript(v.UpTo) + ")"
	}
	if v.Bounded {
		text += " up to its counters"
	}
	return text
}

// Base is the factor by which one more repetition of the attack's pump multiplies the work of a pattern whose
// growth is exponential, 0 when it is not known.
func (r *Result) Base() float64 { return multiplier(r.Verdict.Cost) }

var superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

func superscript(n int) string { return superscripts.Replace(strconv.Itoa(n)) }
