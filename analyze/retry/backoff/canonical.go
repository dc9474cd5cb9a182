package backoff

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// rounded replaces each quantity by the roundest number within its range: people write policies in
// round numbers.
func (in *Inference) rounded(p Policy) Policy {
	if p.Shape == Steps || p.Shape == Immediate || p.Shape == NoRetry {
		for i := range p.Table {
			p.Table[i] = Round(p.Table[i])
		}
		return p
	}
	p.Base = roundWithin(p.Base, in.FirstDelay, 0.02)
	if p.Floor > 0 {
		p.Floor = roundWithin(p.Floor, Range{}, 0.02)
	}
	if p.Shape == Linear {
		p.Increment = roundWithin(p.Increment, Range{}, 0.02)
	}
	if p.Cap > 0 {
		p.Cap = roundWithin(p.Cap, in.Cap, 0.02)
	}
	if p.Width > 0 {
		p.Width = roundWithin(p.Width, Range{}, 0.06)
	}
	if p.Factor > 0 && in.Factor.High > in.Factor.Low {
		for _, f := range []float64{2, 1.5, 3, 4, 5, 10, 1.25, 1.6, 2.5, 1.3, 1.2} {
			if f >= in.Factor.Low*0.995 && f <= in.Factor.High*1.005 {
				p.Factor = f
				break
			}
		}
	}
	return p
}

// roundWithin is the roundest duration in the range widened by slack, or d when that is empty.
func roundWithin(d time.Duration, r Range, slack float64) time.Duration {
	ms := float64(d) / float64(time.Millisecond)
	lo, hi := ms*(1-slack), ms*(1+slack)
	if r.High > 0 {
		lo, hi = min(lo, r.Low), max(hi, r.High)
	}
	lo, hi = max(lo, ms*0.9), min(hi, ms*1.1)
	decade := math.Pow(10, math.Floor(math.Log10(ms)))
	for _, steps := range [][]float64{{1, 10}, {5}, {2}, {2.5, 3}, {1.5, 4, 7.5}, {6, 8, 7, 9}, {1.2, 3.5, 4.5}} {
		best, found := 0., false
		for _, s := range steps {
			if x := s * decade; x >= lo && x <= hi && (!found || math.Abs(x-ms) < math.Abs(best-ms)) {
				best, found = x, true
			}
		}
		if found {
			return millis(best)
		}
	}
	unit := decade / 100
	return millis(math.Round(ms/unit) * unit)
}

// aliases says which other policies draw from the same intervals.
func (in *Inference) aliases() []string {
	p := in.Policy
	percent := func(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + "%" }
	var list []string
	oneInterval := p.Shape == Fixed || p.Shape == Undetermined
	switch p.Jitter {
	case Equal:
		list = append(list,
			fmt.Sprintf("±33.3%% around a base of %s", Round(p.Base*3/4)),
			fmt.Sprintf("a base of %s times a random number from 1 to 2", Round(p.Base/2)))
	case Full:
		list = append(list, fmt.Sprintf("±100%% around a base of %s", Round(p.Base/2)))
	case Proportional:
		lo, hi := scaled(p.Base, 1-p.Proportion), scaled(p.Base, 1+p.Proportion)
		list = append(list, fmt.Sprintf("a base of %s times a random number from 1 to %.3g", Round(lo), float64(hi)/float64(max(lo, 1))))
		if oneInterval {
			list = append(list, fmt.Sprintf("a base of %s plus up to %s", Round(lo), Round(hi-lo)))
		}
	case Additive:
		if oneInterval {
			mid := p.Base + p.Width/2
			list = append(list, fmt.Sprintf("±%s around a base of %s", percent(float64(p.Width)/2/float64(mid)), Round(mid)))
		}
	}
	for _, kind := range in.Kinds {
		if kind != p.Jitter && p.Jitter != UnknownJitter {
			list = append(list, "jitter "+kind.String()+" is not ruled out by these gaps")
		}
	}
	for _, shape := range in.Shapes {
		if shape != Steps {
			list = append(list, article(shape.String())+" schedule is not ruled out by these gaps")
		}
	}
	return list
}

// article puts the indefinite article before a word.
func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}
