package backoff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Shape is how the nominal delay grows from one retry to the next.
type Shape uint8

// The shapes. The zero Shape is Undetermined.
const (
	Undetermined Shape = iota
	NoRetry            // a single attempt
	Immediate          // every retry follows at once
	Fixed              // b, b, b
	Linear             // b, b+c, b+2c
	Fibonacci          // b·1, b·1, b·2, b·3, b·5, or from b·1, b·2
	Quadratic          // b·1, b·4, b·9
	Exponential        // b, b·f, b·f²
	Steps              // a table of delays
)

var shapeNames = [...]string{"undetermined", "none", "immediate", "fixed", "linear", "fibonacci", "quadratic", "exponential", "steps"}

// String is the name that reports and policies on the command line use.
func (s Shape) String() string { return shapeNames[s] }

// Jitter is how chance changes the nominal delay.
type Jitter uint8

// The kinds of jitter, with the interval from which a delay is drawn when the nominal delay is d. The
// zero Jitter is UnknownJitter.
const (
	UnknownJitter Jitter = iota
	NoJitter             // d
	Proportional         // d·(1-p) to d·(1+p)
	Equal                // d/2 to d
	Full                 // 0 to d
	Additive             // d to d+w
	Decorrelated         // b to 3 times the previous delay, after the AWS Architecture Blog
	PollyV2              // differences of 2^t·tanh √(4t), t drawn from the k-th unit interval
)

var jitterNames = [...]string{"undetermined", "none", "proportional", "equal", "full", "additive", "decorrelated", "polly-v2"}

// String is the name that reports and policies on the command line use.
func (j Jitter) String() string { return jitterNames[j] }

// CapOrder tells where a cap stands relative to the jitter.
type CapOrder uint8

// The orders. CapFirst is the zero value.
const (
	CapFirst CapOrder = iota // jitter is applied to min(cap, d)
	CapLast                  // min(cap, jitter(d))
	CapBare                  // once d reaches the cap the delay is the cap itself: jitter is lost there
)

var capOrderNames = [...]string{"before jitter", "after jitter", "jitter lost at the cap"}

// String says in words where the cap stands.
func (o CapOrder) String() string { return capOrderNames[o] }

// Policy is when a client retries. The zero Policy is undetermined.
type Policy struct {
	Shape Shape
	// FirstImmediate reports whether the first retry follows at once and the shape begins at the second.
	FirstImmediate bool
	// Base is the first nominal delay, Increment what Linear adds at each retry, Factor what
	// Exponential multiplies with (> 1). Cap bounds the nominal delay; 0 means no cap.
	Base, Increment time.Duration
	Factor          float64
	Cap             time.Duration
	CapOrder        CapOrder
	// FibonacciFrom is how many terms of 1, 1, 2, 3, 5 the sequence leaves out, at most 2. Base is the first that
	// is left.
	FibonacciFrom int
	// Table holds the delays of Steps. The last one repeats.
	Table []time.Duration

	Jitter Jitter
	// Proportion is p of Proportional, in (0, 1]. Width is w of Additive.
	Proportion float64
	Width      time.Duration
	// Floor is the least delay that can come out; 0 means none.
	Floor time.Duration
}

// Nominal is the delay before retry k, counted from 0, before jitter. For Decorrelated and PollyV2,
// which have no nominal delay, it is the middle of what can be expected.
func (p Policy) Nominal(k int) time.Duration {
	if p.FirstImmediate {
		if k == 0 {
			return 0
		}
		k--
	}
	return p.capped(p.uncapped(k))
}

func (p Policy) capped(d time.Duration) time.Duration {
	if p.Cap > 0 && d > p.Cap {
		return p.Cap
	}
	return d
}

func (p Policy) uncapped(k int) time.Duration {
	if p.Jitter == Decorrelated || p.Jitter == PollyV2 {
		return scaled(p.Base, math.Pow(2, float64(k)))
	}
	switch p.Shape {
	case Fixed:
		return p.Base
	case Linear:
		return scaled(p.Base, 1) + scaled(p.Increment, float64(k))
	case Fibonacci:
		return scaled(p.Base, fibonacci(k, p.FibonacciFrom))
	case Quadratic:
		return scaled(p.Base, float64(k+1)*float64(k+1))
	case Exponential:
		return scaled(p.Base, math.Pow(p.Factor, float64(k)))
	case Steps:
		if len(p.Table) > 0 {
			return p.Table[min(k, len(p.Table)-1)]
		}
	}
	return 0
}

func scaled(d time.Duration, factor float64) time.Duration {
	if v := float64(d) * factor; v < float64(math.MaxInt64)/4 {
		return time.Duration(v)
	}
	return math.MaxInt64 / 4
}

// fibonacciStarts are the first two terms of the sequence, by how many it leaves out.
var fibonacciStarts = [...]string{"1-1", "1-2", "2-3"}

// fibonacci is term k of the sequence, where the first one counts as 1.
func fibonacci(k, from int) float64 {
	a, b := 1.0, [...]float64{1, 2, 1.5}[from]
	for ; k > 0; k-- {
		a, b = b, a+b
	}
	return a
}

// A Sampler draws the delays of one operation, in order. It belongs to one goroutine.
type Sampler struct {
	policy Policy
	rng    *rand.Rand
	k      int
	prev   time.Duration
	sum    float64 // of the curve of PollyV2
}

// Sampler starts an operation of the policy. It draws from rng, which the caller owns.
func (p Policy) Sampler(rng *rand.Rand) *Sampler {
	return &Sampler{policy: p, rng: rng, prev: p.Base}
}

// Next is the delay before the next retry.
func (s *Sampler) Next() time.Duration {
	p, k := s.policy, s.k
	s.k++
	if p.FirstImmediate {
		if k == 0 {
			return 0
		}
		k--
	}
	within := func(lo, hi time.Duration) time.Duration {
		if hi <= lo {
			return lo
		}
		return lo + time.Duration(s.rng.Float64()*float64(hi-lo))
	}
	full := p.uncapped(k)
	d := full
	if p.CapOrder != CapLast {
		d = p.capped(full)
	}
	if p.CapOrder == CapBare && p.Cap > 0 && full >= p.Cap {
		return p.Cap
	}
	switch p.Jitter {
	case Proportional:
		d = within(scaled(d, 1-p.Proportion), scaled(d, 1+p.Proportion))
	case Equal:
		d = within(d/2, d)
	case Full:
		d = within(0, d)
	case Additive:
		d = within(d, d+p.Width)
	case Decorrelated:
		d = p.capped(within(p.Base, scaled(s.prev, 3)))
		s.prev = d
	case PollyV2:
		curve := pollyCurve(float64(k) + s.rng.Float64())
		d = p.capped(scaled(p.Base, (curve-s.sum)/pollyScale))
		s.sum = curve
	}
	if p.CapOrder == CapLast {
		d = p.capped(d)
	}
	return max(d, p.Floor)
}

// pollyCurve and pollyScale are those of DecorrelatedJitterBackoffV2 in Polly: the delays are the
// differences of the curve at random points of successive unit intervals, divided by the scale.
func pollyCurve(t float64) float64 { return math.Exp2(t) * math.Tanh(math.Sqrt(4*t)) }

const pollyScale = 1.4

// String is the policy in the form that ParsePolicy reads.
func (p Policy) String() string {
	var parts []string
	add := func(name string, d time.Duration) {
		if d > 0 {
			parts = append(parts, name+"="+d.String())
		}
	}
	switch p.Shape {
	case Steps:
		table := make([]string, len(p.Table))
		for i, d := range p.Table {
			table[i] = d.String()
		}
		parts = append(parts, "table="+strings.Join(table, "/"))
	default:
		add("base", p.Base)
	}
	if p.Shape == Linear {
		add("increment", p.Increment)
	}
	if p.Shape == Exponential && p.Factor > 0 {
		parts = append(parts, "factor="+strconv.FormatFloat(p.Factor, 'g', 4, 64))
	}
	if p.FibonacciFrom > 0 {
		parts = append(parts, "start="+fibonacciStarts[p.FibonacciFrom])
	}
	add("cap", p.Cap)
	if p.Cap > 0 && p.CapOrder != CapFirst {
		parts = append(parts, "caporder="+map[CapOrder]string{CapLast: "last", CapBare: "bare"}[p.CapOrder])
	}
	switch p.Jitter {
	case UnknownJitter, NoJitter:
	case Proportional:
		parts = append(parts, "jitter="+strconv.FormatFloat(p.Proportion*100, 'g', 3, 64)+"%")
	case Additive:
		parts = append(parts, "jitter=+"+p.Width.String())
	default:
		parts = append(parts, "jitter="+p.Jitter.String())
	}
	add("floor", p.Floor)
	if p.FirstImmediate {
		parts = append(parts, "first=0")
	}
	if len(parts) == 0 {
		return p.Shape.String()
	}
	return p.Shape.String() + ":" + strings.Join(parts, ",")
}

// ParsePolicy reads "SHAPE:key=value,...": shapes fixed, linear, fibonacci, quadratic, exponential (or
// exp), steps, immediate, none; keys base, increment, factor, cap, caporder (first, last, bare), table
// (delays with / between them), start (1-1, 1-2, 2-3), floor, first=0, and jitter (none, equal, full, decorrelated,
// polly-v2, "20%", "+100ms"). Errors say which part is wrong.
func ParsePolicy(text string) (Policy, error) {
	p := Policy{Jitter: NoJitter, Factor: 2}
	name, rest, _ := strings.Cut(text, ":")
	if name == "exp" {
		name = "exponential"
	}
	for i, s := range shapeNames {
		if s == name && Shape(i) != Undetermined {
			p.Shape = Shape(i)
		}
	}
	if p.Shape == Undetermined {
		return Policy{}, fmt.Errorf("policy %q: unknown shape %q; known are %s", text, name, strings.Join(shapeNames[1:], ", "))
	}
	for part := range strings.SplitSeq(rest, ",") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		if err := p.set(key, value); err != nil {
			return Policy{}, fmt.Errorf("policy %q: %s: %w", text, key, err)
		}
	}
	if p.Shape != Exponential {
		p.Factor = 0
	}
	if p.Shape == Linear && p.Increment == 0 {
		p.Increment = p.Base
	}
	if p.Base <= 0 && p.Shape >= Fixed && p.Shape != Steps || p.Shape == Steps && len(p.Table) == 0 {
		return Policy{}, fmt.Errorf("policy %q: %s policy needs base=DURATION (or table= for steps)", text, article(p.Shape.String()))
	}
	return p, nil
}

func (p *Policy) set(key, value string) (err error) {
	duration := func(to *time.Duration) error {
		d, err := time.ParseDuration(value)
		if err == nil && d < 0 {
			err = fmt.Errorf("%s is negative", value)
		}
		*to = d
		return err
	}
	switch key {
	case "base":
		return duration(&p.Base)
	case "increment":
		return duration(&p.Increment)
	case "cap":
		return duration(&p.Cap)
	case "floor":
		return duration(&p.Floor)
	case "factor":
		if p.Factor, err = strconv.ParseFloat(value, 64); err == nil && !(p.Factor >= 1 && p.Factor <= 100) {
			err = fmt.Errorf("%s is not between 1 and 100", value)
		}
		return err
	case "first":
		p.FirstImmediate = value == "0"
	case "start":
		if p.FibonacciFrom = slices.Index(fibonacciStarts[:], value); p.FibonacciFrom < 0 {
			return fmt.Errorf("%q is not 1-1, 1-2 or 2-3", value)
		}
	case "caporder":
		order, ok := map[string]CapOrder{"first": CapFirst, "last": CapLast, "bare": CapBare}[value]
		if !ok {
			return fmt.Errorf("%q is not first, last or bare", value)
		}
		p.CapOrder = order
	case "table":
		for step := range strings.SplitSeq(value, "/") {
			d, err := time.ParseDuration(step)
			if err != nil {
				return err
			}
			if d < 0 {
				return fmt.Errorf("%s is negative", step)
			}
			p.Table = append(p.Table, d)
		}
	case "jitter":
		return p.setJitter(value)
	default:
		return fmt.Errorf("unknown key")
	}
	return nil
}

func (p *Policy) setJitter(value string) error {
	if percent, ok := strings.CutSuffix(value, "%"); ok {
		f, err := strconv.ParseFloat(percent, 64)
		if err == nil && !(f > 0 && f <= 100) {
			err = fmt.Errorf("%s is not between 0%% and 100%%", value)
		}
		p.Jitter, p.Proportion = Proportional, f/100
		return err
	}
	if width, ok := strings.CutPrefix(value, "+"); ok {
		d, err := time.ParseDuration(width)
		if err == nil && d <= 0 {
			err = fmt.Errorf("%s is not positive", width)
		}
		p.Jitter, p.Width = Additive, d
		return err
	}
	for i, name := range jitterNames {
		if j := Jitter(i); name == value && j != UnknownJitter && j != Proportional && j != Additive {
			p.Jitter = j
			return nil
		}
	}
	return fmt.Errorf("unknown jitter %q; known are none, equal, full, decorrelated, polly-v2, 20%%, +100ms", value)
}
