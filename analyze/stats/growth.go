// Package stats finds out of a few measured points how a cost grows with the size of an input.
package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"snag/analyze/sorting"
)

// Kind is how a cost grows.
type Kind uint8

// The kinds of growth. The zero Kind is Undetermined.
const (
	Undetermined Kind = iota // too few points, or they contradict each other
	Flat                     // no growth that stands out of the noise
	Linear
	Polynomial  // as n^Degree, above linear
	Exponential // as Base^n
	Threshold   // one step between two flat parts; Fit does not look for it
)

// String returns the kind in lower case.
func (k Kind) String() string {
	switch k {
	case Flat:
		return "flat"
	case Linear:
		return "linear"
	case Polynomial:
		return "polynomial"
	case Exponential:
		return "exponential"
	case Threshold:
		return "threshold"
	}
	return "undetermined"
}

// SuperLinear reports whether the cost grows faster than the size.
func (k Kind) SuperLinear() bool { return k == Polynomial || k == Exponential }

// Point is the cost of an input of size N. Repeated measurements of one size may be given as
// several points: the smallest cost counts, since disturbances only ever add.
type Point struct {
	N    float64 // above 0
	Cost float64 // a time or a number of steps
	// AtLeast reports whether the measurement was broken off at Cost.
	AtLeast bool
}

// Growth is what Fit found. The zero Growth is Undetermined.
type Growth struct {
	Kind Kind
	// Degree is the exponent d of the best fit n^d, taken where the cost is highest. It is set for
	// Linear and Polynomial growth.
	Degree float64
	// DegreeInt is Degree rounded: 1 for Linear, at least 2 for Polynomial, else 0.
	DegreeInt int
	// Base is the factor by which an Exponential cost grows when n grows by one, else 0.
	Base float64
	// R2 is the share of the variance of the logarithm of the cost that the fit explains, 0 to 1.
	R2 float64
	// Misfit is the root mean square of the relative distance of the points from the fit: 0.1 is
	// about 10%.
	Misfit float64
	// Used is the number of points that rose out of the noise and decided.
	Used int
	// Confident reports whether the points leave no other Kind open.
	Confident bool
	// Reason says in one clause why the growth is Undetermined, Flat, or not Confident. Else it
	// is empty.
	Reason string
}

// Options adapt Fit to what is measured. The zero Options suit exact step counts.
type Options struct {
	// Noise is the cost below which a measurement says nothing, in units of Cost.
	Noise float64
}

const (
	// flatRatio is the growth over the smallest cost that a constant cost may show by accident.
	flatRatio = 3
	// topRatio bounds the points that decide: growth is a property of large inputs, and cheap
	// points are ruled by constant and lower-order terms.
	topRatio  = 200
	wideRatio = 5000
	// degreeRatio bounds the points that the degree is read from, in the same way.
	degreeRatio = 40
	// oddDegree is a degree that hardly any polynomial has in which cost can be measured at all,
	// while every exponential looks like one on a short range.
	oddDegree = 8
	// minRate is the logarithm of the least base that is believed on a short range: whoever repeats
	// an ambiguous piece of input multiplies the cost by more.
	minRate = 0.01
	// minExcess is how much more than the size a cost must grow to be above linear beyond doubt. A
	// linear one may come to four or five when its data outgrow the caches and memory has to be
	// fetched from the system.
	minExcess = 7
	// resolution is the misfit that two models are allowed before they are compared.
	resolution = 0.02
)

// Fit decides which kind of growth the points show. They may be in any order; the result does not
// depend on it. A broken-off point helps to tell the kinds apart and is never taken as a cost.
func Fit(points []Point, o Options) Growth {
	exact, bounds := clean(points)
	exact = rising(exact, o.Noise)
	if len(exact) == 0 && len(bounds) == 0 {
		return Growth{Reason: "no points"}
	}
	signal := aboveFloor(exact, o.Noise)
	if len(signal) < 4 && len(bounds) > 0 {
		return fitBroken(exact, signal, bounds[0], o)
	}
	if g, done := fitFlat(exact, signal, o); done {
		return g
	}
	deciding := top(signal, topRatio, 5)
	if len(deciding) < 3 {
		return Growth{Used: len(deciding), Reason: risen(len(deciding))}
	}
	_, logs, costs := logarithms(deciding)
	if theilSen(logs, costs).b > oddDegree/2 {
		// A high degree and an exponential part only on a wide range.
		deciding = top(signal, wideRatio, 5)
	}
	return choose(deciding, bounds, excess(signal))
}

// clean sorts by N, keeps the smallest cost of each N, and separates the broken-off points.
func clean(points []Point) (exact, bounds []Point) {
	sorted := slices.Clone(points)
	sorting.Stable(sorted, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Cost, b.Cost))
	})
	for _, p := range sorted {
		switch {
		case !(p.N > 0) || !(p.Cost >= 0) || math.IsInf(p.N, 0) || math.IsInf(p.Cost, 0):
		case p.AtLeast:
			bounds = append(bounds, p)
		case len(exact) == 0 || exact[len(exact)-1].N != p.N:
			exact = append(exact, p)
		}
	}
	return exact, bounds
}

// rising drops the points that cost clearly more than a larger input does. Either they were
// disturbed, or the engine has become faster since (a switch to native code): then everything
// before the drop ran on another engine, so to speak, and goes too when enough is left.
func rising(points []Point, noise float64) []Point {
	const clearly = 1.15
	var kept []Point
	lowest := math.Inf(1)
	lastDrop := -1
	for i, p := range slices.Backward(points) {
		if p.Cost > max(lowest, noise)*clearly {
			lastDrop = max(lastDrop, i)
			continue
		}
		kept = append(kept, p)
		lowest = min(lowest, p.Cost)
	}
	slices.Reverse(kept)
	if lastDrop < 0 {
		return kept
	}
	// Two expensive points in a row are another engine, a single one is a disturbance.
	if lastDrop > 0 && points[lastDrop-1].Cost > max(points[lastDrop+1].Cost, noise)*clearly {
		after := points[lastDrop].N
		rest := kept[slices.IndexFunc(kept, func(p Point) bool { return p.N > after }):]
		if len(rest) >= 4 && rest[len(rest)-1].Cost >= 8*rest[0].Cost {
			return rest
		}
	}
	return kept
}

// aboveFloor keeps the points that stand out of the noise and of the constant cost, and takes the
// constant cost off them. The cost is constant where the first points hardly differ although N
// grows by half.
func aboveFloor(points []Point, noise float64) []Point {
	var floor float64
	var low []float64
	for _, p := range points {
		if p.Cost > 1.3*points[0].Cost {
			break
		}
		low = append(low, p.Cost)
	}
	if len(low) >= 2 && points[len(low)-1].N >= 1.5*points[0].N {
		floor = Median(low)
	}
	var kept []Point
	for _, p := range points {
		if p.Cost > noise && p.Cost >= flatRatio*floor && p.Cost > 0 {
			kept = append(kept, Point{N: p.N, Cost: p.Cost - floor})
		}
	}
	return kept
}

// top keeps the points whose cost is at least the last but one's divided by ratio (the last may be
// disturbed, which nothing after it would show), and at least least of them while there are as many.
func top(points []Point, ratio float64, least int) []Point {
	from := max(len(points)-least, 0)
	for from > 0 && points[from-1].Cost*ratio >= points[len(points)-2].Cost {
		from--
	}
	return points[from:]
}

// excess is by how much the cost grows more than the size, over all points.
func excess(signal []Point) float64 {
	first, last := signal[0], signal[len(signal)-1]
	return last.Cost / first.Cost * first.N / last.N
}

// fitFlat recognises costs that do not grow, or stay in the noise.
func fitFlat(exact, signal []Point, o Options) (Growth, bool) {
	first, last := exact[0], exact[len(exact)-1]
	if len(signal) >= 3 && signal[len(signal)-1].Cost >= flatRatio*signal[0].Cost {
		return Growth{}, false
	}
	g := Growth{Kind: Flat, Used: len(signal), Confident: true}
	switch {
	case last.N < 4*first.N:
		return Growth{Used: len(signal), Reason: "the sizes differ by less than a factor of 4, too little to determine the growth"}, true
	case len(signal) == 0:
		g.Reason = "the cost stays in the noise"
	case last.Cost <= flatRatio*max(first.Cost, o.Noise) && last.Cost < last.N/first.N*first.Cost/flatRatio:
		g.Reason = "the cost does not grow with the size"
	case len(signal) < 3:
		return Growth{Used: len(signal), Reason: risen(len(signal))}, true
	default:
		return Growth{}, false
	}
	return g, true
}

// choose compares n^d with b^n by how far the logarithms of the costs lie from each fit, which
// weighs every point alike. beyond is the excess of the growth over a linear one.
func choose(signal, bounds []Point, beyond float64) Growth {
	ns, logs, costs := logarithms(signal)
	power, exponent := theilSen(logs, costs), theilSen(ns, costs)
	misPower, misExponent := power.misfit(logs, costs), exponent.misfit(ns, costs)
	ratio := (misPower + resolution) / (misExponent + resolution)
	last := signal[len(signal)-1]
	wide := len(signal) >= 4 && last.Cost >= 8*signal[0].Cost

	exponential := ratio > 1
	clear := ratio > 1.5 || ratio < 0.67
	switch {
	case power.b < 1.6:
		// A base so near 1 that the whole range looks linear is not the blow-up of a matcher.
		exponential, clear = false, true
	case power.b < oddDegree && exponent.b < minRate:
		exponential, clear = false, ratio < 1.5
	case power.b > oddDegree:
		exponential, clear = true, ratio > 0.67 || len(signal) < 6
	case power.b < oddDegree/2 && ratio < 3:
		// Where an exponential has grown two hundredfold, it looks like a higher degree.
		exponential, clear = false, true
	}
	// What was broken off must be expensive enough under the model.
	for _, p := range bounds {
		if p.N <= last.N {
			continue
		}
		byPower, byExponent := power.at(math.Log(p.N)), exponent.at(p.N)
		if low := math.Log(p.Cost) - math.Ln2; byPower < low && byExponent >= low && power.b > 3 && ratio > 0.67 {
			exponential, clear = true, true
		}
	}
	if exponential {
		g := Growth{Kind: Exponential, Base: math.Exp(exponent.b), Misfit: misExponent,
			R2: exponent.determination(ns, costs), Used: len(signal)}
		return g.trust(wide, clear, "polynomial")
	}
	best := top(signal, degreeRatio, 4)
	_, logs, costs = logarithms(best)
	power = theilSen(logs, costs)
	g := Growth{Kind: Polynomial, Degree: power.b, Misfit: power.misfit(logs, costs),
		R2: power.determination(logs, costs), Used: len(signal)}
	if power.b < 1.5 {
		g.Kind, g.DegreeInt = Linear, 1
		return g.trust(wide && power.b < 1.35, clear, "polynomial")
	}
	g.DegreeInt = max(2, int(math.Round(power.b)))
	return g.trust(wide && power.b > 1.6 && beyond >= minExcess, clear, "exponential")
}

// trust sets Confident, or the Reason why not. rival is the other kind that the points allow.
func (g Growth) trust(wide, clear bool, rival string) Growth {
	switch {
	case g.Misfit > 0.35:
		g.Reason = fmt.Sprintf("the points lie %.0f%% off the fit", 100*g.Misfit)
	case !wide:
		g.Reason = fmt.Sprintf("too short a range, with %s on it", points(g.Used))
	case !clear:
		g.Reason = rival + " growth fits nearly as well"
	default:
		g.Confident = true
	}
	return g
}

// fitBroken decides when the cost jumps from the noise to a broken-off measurement, with fewer than
// four points between. The growth is then at least the one from the last cheap point to the bound.
func fitBroken(exact, signal []Point, bound Point, o Options) Growth {
	g := Growth{Used: len(signal) + 1}
	if len(exact) == 0 {
		g.Reason = "the first measurement was broken off"
		return g
	}
	last := exact[len(exact)-1]
	if bound.N <= last.N {
		g.Reason = "a smaller input was broken off than one that was not"
		return g
	}
	rise := math.Log(bound.Cost / max(last.Cost, o.Noise, 1e-9))
	degree := rise / math.Log(bound.N/last.N)
	switch {
	case degree > oddDegree:
		g.Kind, g.Base = Exponential, math.Exp(rise/(bound.N-last.N))
	case degree >= 1.6:
		g.Kind, g.Degree, g.DegreeInt = Polynomial, degree, max(2, int(math.Round(degree)))
	}
	g.Reason = "few points before one that was broken off"
	return g
}

// logarithms returns the sizes, their logarithms, and the logarithms of the costs.
func logarithms(points []Point) (ns, logNs, logCosts []float64) {
	for _, p := range points {
		ns = append(ns, p.N)
		logNs = append(logNs, math.Log(p.N))
		logCosts = append(logCosts, math.Log(p.Cost))
	}
	return ns, logNs, logCosts
}

// risen says that too few points rise out of the noise.
func risen(n int) string {
	if n == 0 {
		return "no point rises out of the noise"
	}
	return "only " + points(n) + " out of the noise"
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}
