package backoff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// synthetic is a random policy of one kind of jitter, and gaps that it produced.
type synthetic struct {
	policy Policy
	runs   [][]time.Duration
}

var syntheticKinds = []Jitter{NoJitter, Proportional, Equal, Full, Additive, Decorrelated, PollyV2}

// generate draws a policy whose jitter is wider than three times the noise, and its gaps with a
// lateness of 0.3 ms plus an exponential time of mean 2 ms.
func generate(rng *rand.Rand, kind Jitter, runs, gaps int) synthetic {
	pick := func(values ...float64) float64 { return values[rng.IntN(len(values))] }
	logUniform := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }
	for {
		p := Policy{Jitter: kind, Base: millis(logUniform(50, 1000))}
		if p.Factor = pick(1, 1.5, 2, 3, 0); p.Factor == 1 {
			p.Shape, p.Factor = Fixed, 0
		} else if p.Factor == 0 {
			p.Shape, p.Increment = Linear, p.Base
		} else {
			p.Shape = Exponential
		}
		if kind == Decorrelated || kind == PollyV2 {
			p.Shape, p.Increment, p.Factor = Exponential, 0, 2
		}
		if p.Shape == Exponential && kind != PollyV2 && rng.Float64() < 0.3 {
			p.Cap = scaled(p.Base, 3+5*rng.Float64())
		}
		width := scaled(p.Base, 1)
		switch kind {
		case Proportional:
			p.Proportion = 0.05 + 0.45*rng.Float64()
			width = scaled(p.Base, 2*p.Proportion)
		case Additive:
			p.Width = scaled(p.Base, 0.1+0.9*rng.Float64())
			width = p.Width
		}
		if width < 7*time.Millisecond {
			continue
		}
		s := synthetic{policy: p}
		for range runs {
			sampler := p.Sampler(rng)
			var row []time.Duration
			for range gaps {
				row = append(row, sampler.Next()+millis(0.3+2*rng.ExpFloat64()))
			}
			s.runs = append(s.runs, row)
		}
		return s
	}
}

// tells says whether the kind is right, counting a kind that cannot be told apart from it: where every
// delay comes from one interval, the kinds of jitter are names of the same thing, and ±33% is another
// name of equal jitter.
func (s synthetic) tells(in Inference) bool {
	got, want := in.Policy.Jitter, s.policy.Jitter
	if got == want {
		return true
	}
	oneOf := func(j Jitter, list ...Jitter) bool {
		for _, x := range list {
			if j == x {
				return true
			}
		}
		return false
	}
	if s.policy.Shape == Fixed && oneOf(want, Proportional, Additive, Equal) && oneOf(got, Proportional, Additive, Equal) {
		if want == Equal || got == Equal {
			return got != want && s.ratioNear(0.5)
		}
		return true
	}
	if want == Proportional && got == Equal {
		return s.ratioNear(0.5)
	}
	return false
}

// ratioNear reports whether the ends of the interval of the first delay are in the ratio, within what
// separates two neighbouring percentages of jitter.
func (s synthetic) ratioNear(ratio float64) bool {
	p := s.policy
	r := ratio
	switch p.Jitter {
	case Proportional:
		r = (1 - p.Proportion) / (1 + p.Proportion)
	case Additive:
		r = float64(p.Base) / float64(p.Base+p.Width)
	}
	return math.Abs(r-ratio) < 0.06
}

// score is how often the kind was right, and how often a wrong kind was stated as certain.
type score struct{ trials, right, boldlyWrong int }

func measure(seed uint64, kind Jitter, runs, gaps, trials int, report func(synthetic, Inference)) score {
	rng := rand.New(rand.NewPCG(seed, uint64(kind)<<32|uint64(runs)<<16|uint64(gaps)))
	var sc score
	for range trials {
		s := generate(rng, kind, runs, gaps)
		in := Infer(s.runs, Options{})
		sc.trials++
		if s.tells(in) {
			sc.right++
			continue
		}
		if in.Policy.Jitter != UnknownJitter && in.Confidence >= Certainty {
			sc.boldlyWrong++
		}
		if report != nil {
			report(s, in)
		}
	}
	return sc
}

// BenchmarkSynthetic prints the share of synthetic policies whose kind of jitter is recovered.
func BenchmarkSynthetic(b *testing.B) {
	for _, size := range []struct{ gaps, runs int }{{4, 3}, {4, 5}, {4, 8}, {4, 20}, {7, 8}} {
		b.Run(fmt.Sprintf("gaps=%d/runs=%d", size.gaps, size.runs), func(b *testing.B) {
			const trials = 40
			for range b.N {
				var all score
				for _, kind := range syntheticKinds {
					sc := measure(1, kind, size.runs, size.gaps, trials, func(s synthetic, in Inference) {
						if testing.Verbose() {
							b.Logf("want %v got %v (%.2f), runner-up %v %.1f, %s", s.policy, in.Policy, in.Confidence, in.RunnerUp, in.Margin, in.Reason)
						}
					})
					all.trials, all.right, all.boldlyWrong = all.trials+sc.trials, all.right+sc.right, all.boldlyWrong+sc.boldlyWrong
					b.ReportMetric(100*float64(sc.right)/trials, kind.String()+"-%")
				}
				b.ReportMetric(100*float64(all.right)/float64(all.trials), "right-%")
				b.ReportMetric(100*float64(all.boldlyWrong)/float64(all.trials), "boldly-wrong-%")
			}
		})
	}
}
