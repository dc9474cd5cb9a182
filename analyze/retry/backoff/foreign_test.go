package backoff

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// A law draws the delays of one operation, in milliseconds, one per call. It need not be one that a [Policy] says.
type law func(*rand.Rand) func() float64

// foreign are families of laws that clients have and no model describes, or none exactly. A law of a family
// is drawn once for a client, and played anew in each run.
var foreign = map[string]func(rng *rand.Rand) law{
	// Of Ethernet and many SDKs: 2ⁿ-1 times a unit.
	"offset": func(rng *rand.Rand) law {
		unit, blur := logUniform(rng, 30, 600), anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 { return blur(rng, unit*(math.Pow(2, float64(k+1))-1)) })
	},
	"slots": func(rng *rand.Rand) law {
		unit := logUniform(rng, 30, 600)
		return everyTime(func(rng *rand.Rand, k int) float64 { return unit * float64(rng.IntN(1<<(k+1))) })
	},
	"constant and exponential": func(rng *rand.Rand) law {
		base, part, factor, blur := logUniform(rng, 60, 2000), logUniform(rng, 0.1, 2), []float64{1.5, 2, 3}[rng.IntN(3)], anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 { return blur(rng, base+base*part*math.Pow(factor, float64(k))) })
	},
	"a fixed width either way": func(rng *rand.Rand) law {
		base, factor := logUniform(rng, 60, 2000), []float64{1, 1.5, 2, 3}[rng.IntN(4)]
		width := base * logUniform(rng, 0.1, 1)
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return max(base*math.Pow(factor, float64(k))+width*(2*rng.Float64()-1), 0)
		})
	},
	// Of Sidekiq and Active Job.
	"polynomial with growing jitter": func(rng *rand.Rand) law {
		unit, constant, power := logUniform(rng, 5, 100), logUniform(rng, 2, 20), []float64{2, 3, 4}[rng.IntN(3)]
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return unit * (math.Pow(float64(k), power) + constant + 10*rng.Float64()*float64(k+1))
		})
	},
	"power": func(rng *rand.Rand) law {
		base, power, blur := logUniform(rng, 60, 2000), []float64{0.5, 1.5, 2.5, 3, 4}[rng.IntN(5)], anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 { return blur(rng, base*math.Pow(float64(k+1), power)) })
	},
	"logarithm": func(rng *rand.Rand) law {
		base, blur := logUniform(rng, 60, 2000), anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 { return blur(rng, base*math.Log(float64(k+2))) })
	},
	"normal": func(rng *rand.Rand) law {
		base, factor, sigma := logUniform(rng, 60, 2000), []float64{1, 1.5, 2, 3}[rng.IntN(4)], 0.05+0.3*rng.Float64()
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return max(base*math.Pow(factor, float64(k))*(1+sigma*rng.NormFloat64()), 0)
		})
	},
	// Of Twisted: what chance did to a delay stays in all that follow.
	"compounded": func(rng *rand.Rand) law {
		base, factor, sigma := logUniform(rng, 60, 2000), 1.3+1.7*rng.Float64(), 0.05+0.25*rng.Float64()
		return func(rng *rand.Rand) func() float64 {
			d := base
			return func() float64 { d *= factor * max(1+sigma*rng.NormFloat64(), 0.1); return d }
		}
	},
	"decorrelated otherwise": func(rng *rand.Rand) law {
		base, least, most := logUniform(rng, 60, 1000), []float64{0, 1, 1}[rng.IntN(3)], 1.5+3*rng.Float64()
		return func(rng *rand.Rand) func() float64 {
			d := base
			return func() float64 { lo := base * least; d = lo + rng.Float64()*max(most*d-lo, 0); return d }
		}
	},
	"from the base to the delay": func(rng *rand.Rand) law {
		base, factor := logUniform(rng, 60, 1000), []float64{1.5, 2, 3}[rng.IntN(3)]
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return base + rng.Float64()*base*(math.Pow(factor, float64(k))-1)
		})
	},
	// Chance that is drawn once for a process.
	"jitter of the client": func(rng *rand.Rand) law {
		base, factor, width := logUniform(rng, 60, 2000), []float64{1, 1.5, 2, 3}[rng.IntN(4)], 0.1+0.8*rng.Float64()
		return func(rng *rand.Rand) func() float64 {
			d := base * (1 - width*rng.Float64()) / factor
			return func() float64 { d *= factor; return d }
		}
	},
	"whole steps of a clock": func(rng *rand.Rand) law {
		step, base, blur := []float64{50, 100, 250, 1000}[rng.IntN(4)], logUniform(rng, 100, 2000), anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return step * math.Ceil(blur(rng, base*math.Pow(2, float64(k)))/step)
		})
	},
	"jitter of the first alone": func(rng *rand.Rand) law {
		base, factor, blur := logUniform(rng, 60, 2000), []float64{1, 2}[rng.IntN(2)], anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 {
			d := base * math.Pow(factor, float64(k))
			if k == 0 {
				d = blur(rng, d)
			}
			return d
		})
	},
	"two hosts in turn": func(rng *rand.Rand) law {
		base, factor, blur := logUniform(rng, 60, 2000), []float64{1, 2}[rng.IntN(2)], anyJitter(rng)
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return blur(rng, base*math.Pow(factor, float64(k/2))*float64(k%2))
		})
	},
	"a table under jitter": func(rng *rand.Rand) law {
		base, blur := logUniform(rng, 60, 1000), anyJitter(rng)
		var steps []float64
		for range 10 {
			steps = append(steps, base*logUniform(rng, 0.4, 10))
		}
		slices.Sort(steps)
		return everyTime(func(rng *rand.Rand, k int) float64 { return blur(rng, steps[k]) })
	},
	"jitter either way on a cap": func(rng *rand.Rand) law {
		base, cap, part := logUniform(rng, 60, 1000), logUniform(rng, 1, 8), 0.05+0.5*rng.Float64()
		return everyTime(func(rng *rand.Rand, k int) float64 {
			return min(base*math.Pow(2, float64(k)), base*cap) + base*cap*part*(2*rng.Float64()-1)
		})
	},
}

func logUniform(rng *rand.Rand, lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }

// everyTime is a law whose delays do not depend on each other.
func everyTime(delay func(rng *rand.Rand, k int) float64) law {
	return func(rng *rand.Rand) func() float64 {
		k := -1
		return func() float64 { k++; return max(delay(rng, k), 0) }
	}
}

// anyJitter is how chance changes a delay.
func anyJitter(rng *rand.Rand) func(*rand.Rand, float64) float64 {
	p := 0.05 + 0.5*rng.Float64()
	return []func(*rand.Rand, float64) float64{
		func(_ *rand.Rand, d float64) float64 { return d },
		func(rng *rand.Rand, d float64) float64 { return d * rng.Float64() },
		func(rng *rand.Rand, d float64) float64 { return d * (0.5 + rng.Float64()/2) },
		func(rng *rand.Rand, d float64) float64 { return d * (1 - p + 2*p*rng.Float64()) },
	}[rng.IntN(4)]
}

// law is what the inference says as one.
func (in Inference) law(rng *rand.Rand) func() float64 {
	if in.Nested == nil {
		return in.Policy.law(rng)
	}
	k, outer, inner := 0, in.Nested.Outer.law(rng), in.Policy.law(rng)
	return func() float64 {
		if k++; k%in.Nested.InnerAttempts > 0 {
			return inner()
		}
		inner = in.Policy.law(rng)
		return outer()
	}
}

// TestForeign draws laws that no model describes, and counts the answers that are certain although their
// delays are others.
func TestForeign(t *testing.T) {
	snagtest.Long(t)
	t.Parallel()
	each := snagtest.Number(t, "SNAG_POLICIES", 20*len(foreign)) / len(foreign)
	seed := uint64(snagtest.Number(t, "SNAG_SEED", int(time.Now().Unix())))
	total, bold := 0, 0
	var group sync.WaitGroup
	var lock sync.Mutex
	for name, draw := range foreign {
		group.Go(func() {
			certain, wrong := 0, 0
			for i := range each {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				l := draw(rng)
				runs, gaps, tau := 2+rng.IntN(10), 2+rng.IntN(6), 0.5+3*rng.Float64()
				var rows [][]time.Duration
				for range runs {
					next := l(rng)
					var row []time.Duration
					for range gaps {
						row = append(row, millis(next()+0.3+tau*rng.ExpFloat64()))
					}
					rows = append(rows, row)
				}
				in := Infer(rows, Options{})
				if !in.Certain() {
					continue
				}
				certain++
				if apart(gaps, l, in.law) > 1.3 {
					wrong++
					t.Logf("%s: seed %d, law %d: got %v (%.3f, %.3f) from %d runs of %d gaps\n%v", name, seed, i, in.Policy, in.Confidence, in.ShapeConfidence, runs, gaps, rows)
				}
			}
			t.Logf("%s: of %d laws %d certain, %d certain and wrong", name, each, certain, wrong)
			lock.Lock()
			total, bold = total+each, bold+wrong
			lock.Unlock()
		})
	}
	group.Wait()
	t.Logf("seed %d: of %d laws %d are certain and wrong (%.2f%%)", seed, total, bold, 100*float64(bold)/float64(max(total, 1)))
	allowed := float64(total) / 200
	if float64(bold) > allowed+3*math.Sqrt(allowed)+2 {
		t.Errorf("seed %d: %d of %d laws are wrong with certainty, want at most 0.5%%", seed, bold, total)
	}
}
